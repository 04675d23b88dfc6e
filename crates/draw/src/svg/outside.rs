//! Labels outside the picture.

use std::fmt::{self, Write};

use super::super::colours::ink;
use super::super::overlay::Outside;
use super::labels::baseline;
use super::{CELL, Canvas, FONT, MARGIN, Picture, escaped, faintly};

/// The room for labels at a side.
const EDGE: usize = 32;
/// The size of a label that has a place of its own.
const SIZE: usize = 17;

impl Picture {
    /// The room for labels above, to the right, below and to the left.
    pub(super) fn edges(&self) -> [usize; 4] {
        let has = |is_there: &dyn Fn((isize, isize)) -> bool| {
            let mut places = self.overlay.outside.iter().map(Outside::place);
            usize::from(places.any(is_there)) * EDGE
        };
        let [top, right, bottom, left] = [
            has(&|place| place.0 < 0),
            has(&|place| place.1 >= self.columns as isize),
            has(&|place| place.0 >= self.rows as isize),
            has(&|place| place.1 < 0),
        ];
        let more = self.width_for_text(self.columns * CELL + left + right) / 2;
        [top, right + more, bottom, left + more]
    }

    /// Writes the labels. Several at one place stand below each other.
    pub(super) fn write_outside(&self, svg: &mut Canvas) -> fmt::Result {
        let all = &self.overlay.outside;
        for (number, label) in all.iter().enumerate() {
            let is_here = |other: &&Outside| other.place() == label.place();
            let count = all.iter().filter(is_here).count();
            let before = all[..number].iter().filter(is_here).count();
            faintly(svg, label.faint, |svg| {
                self.write_outside_label(svg, label, before, count)
            })?;
        }
        Ok(())
    }

    fn write_outside_label(
        &self,
        svg: &mut Canvas,
        label: &Outside,
        before: usize,
        count: usize,
    ) -> fmt::Result {
        let [strong, _, word] = ink(label.ink);
        // The middle of the place, and its width.
        let middle = |at: isize, cells: usize, start: usize| match usize::try_from(at) {
            Err(_) => (start - MARGIN).saturating_sub(EDGE / 2) + MARGIN / 2,
            Ok(at) if at >= cells => start + cells * CELL + EDGE / 2 + MARGIN / 2,
            Ok(at) => start + at * CELL + CELL / 2,
        };
        let (row, column) = label.place();
        let (mut x, mut y) = (
            middle(column, self.columns, self.x(0)) as isize,
            middle(row, self.rows, self.y(0)) as isize,
        );
        let mut room = EDGE - 4;
        if label.is_diagonal() {
            let (down, right) = label.step;
            // The corner of the first cell that the arrow points at.
            let (first_x, first_y) = self.centre(label.first);
            let half = CELL as isize / 2;
            let tip = [
                first_x as isize - half * right - 3 * right,
                first_y as isize - half * down - 3 * down,
            ];
            (x, y) = (x - 3 * right, y - 3 * down);
            room -= 6;
            let [tip_x, tip_y] = tip;
            writeln!(
                svg,
                "<path{} d=\"M{} {}L{tip_x} {tip_y}M{} {tip_y}H{tip_x}V{}\" fill=\"none\" \
                 stroke=\"{strong}\" stroke-width=\"1.3\"/>",
                svg.class(["line", word]),
                tip_x - 9 * right,
                tip_y - 9 * down,
                tip_x - 5 * right,
                tip_y - 5 * down,
            )?;
        }
        let length = label.label.chars().count().max(1);
        let size = SIZE.min(room / count + 2).min(room * 5 / 3 / length).max(5);
        let height = size as isize - 1;
        y += height * before as isize - height * (count as isize - 1) / 2 + baseline(size) as isize;
        writeln!(
            svg,
            "<text{} x=\"{x}\" y=\"{y}\" font-family=\"{FONT}\" font-size=\"{size}\" \
             fill=\"{strong}\" text-anchor=\"middle\">{}</text>",
            svg.class(["outside", word]),
            escaped(&label.label)
        )
    }
}
