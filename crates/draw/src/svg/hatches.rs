//! Patterns over the colours of cells. When all colours are used, they begin again with a pattern.

use std::fmt::{self, Write};

use super::super::PictureCell;
use super::super::colours::pattern;
use super::canvas::Canvas;

/// The distance of two lines of a pattern, in the units of the picture.
const STEP: f64 = 8.0;

/// A direction: lines where `x * a + y * b` is constant.
type Direction = (f64, f64);

/// The directions of the lines of each pattern.
const PATTERNS: [&[Direction]; 6] = [
    &[(1.0, 1.0)],
    &[(1.0, -1.0)],
    &[(0.0, 1.0)],
    &[(1.0, 0.0)],
    &[(1.0, 1.0), (1.0, -1.0)],
    &[(0.0, 1.0), (1.0, 0.0)],
];

/// Writes the lines of the pattern of a cell with these corners, in order around it.
pub(super) fn write_hatch(
    svg: &mut Canvas,
    cell: &PictureCell,
    corners: &[(usize, usize)],
) -> fmt::Result {
    let Some(number) = cell.colour.and_then(pattern) else {
        return Ok(());
    };
    let mut lines = String::new();
    for &direction in PATTERNS[number % PATTERNS.len()] {
        push_lines(&mut lines, direction, corners)?;
    }
    writeln!(
        svg,
        "<path{} d=\"{lines}\" stroke=\"#000000\" stroke-opacity=\"0.45\" stroke-width=\"1.5\"/>",
        svg.class(["hatch"])
    )
}

/// Whether sticks of a colour are dashed.
pub(super) fn dashes(cell: &PictureCell) -> Option<String> {
    let number = cell.colour.and_then(pattern)?;
    Some(format!("{} 4", 2 + 3 * (number % PATTERNS.len())))
}

/// Appends the parts of parallel lines that lie within a convex polygon.
fn push_lines(lines: &mut String, (a, b): Direction, corners: &[(usize, usize)]) -> fmt::Result {
    let corners = corners.iter().map(|&(x, y)| (x as f64, y as f64));
    let corners: Vec<(f64, f64)> = corners.collect();
    let height = |(x, y): (f64, f64)| a * x + b * y;
    let heights = corners.iter().copied().map(height);
    let (low, high) = heights.fold((f64::MAX, f64::MIN), |(low, high), at| {
        (low.min(at), high.max(at))
    });
    // Lines lie at multiples of the step, so that those of two cells meet.
    let step = STEP * a.hypot(b).powi(2);
    let (first, last) = ((low / step).floor() as i64, (high / step).ceil() as i64);
    for at in (first..=last).map(|number| (number as f64 + 0.5) * step) {
        let mut ends = Vec::new();
        let next = corners.iter().skip(1).chain(corners.first());
        for (&start, &end) in corners.iter().zip(next) {
            let (from, to) = (height(start) - at, height(end) - at);
            if (from < 0.0) != (to < 0.0) {
                let share = from / (from - to);
                let along = |from: f64, to: f64| from + share * (to - from);
                ends.push((along(start.0, end.0), along(start.1, end.1)));
            }
        }
        if let [(x1, y1), (x2, y2)] = &*ends {
            write!(lines, "M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}")?;
        }
    }
    Ok(())
}
