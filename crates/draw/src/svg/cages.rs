//! Cages: dashed outlines inside the borders of cells, and the small labels of cages and paths.

use std::collections::HashSet;
use std::fmt::{self, Write};

use super::super::colours::ink;
use super::super::overlay::{Cage, Place};
use super::{CELL, Canvas, FONT, Picture, SMALL, escaped, faintly};

/// The distance of an outline from the border of its cells.
const INSET: isize = 4;

impl Picture {
    /// Writes the outlines of the cages.
    pub(super) fn write_cages(&self, svg: &mut Canvas) -> fmt::Result {
        for cage in &self.overlay.cages {
            let [strong, _, word] = ink(cage.ink);
            let mut path = String::new();
            for corners in outlines(&cage.places) {
                for (number, (point, shift)) in corners.iter().enumerate() {
                    let letter = if number == 0 { 'M' } else { 'L' };
                    let x = self.x(point.1) as isize + shift.1;
                    let y = self.y(point.0) as isize + shift.0;
                    write!(path, "{letter}{x} {y}")?;
                }
                path.push('Z');
            }
            faintly(svg, cage.faint, |svg| {
                writeln!(
                    svg,
                    "<path{} d=\"{path}\" fill=\"none\" stroke=\"{strong}\" stroke-width=\"1.3\" \
                     stroke-dasharray=\"4 3\"/>",
                    svg.class(["cage", word])
                )
            })?;
        }
        Ok(())
    }

    /// Whether a small label is in the upper left corner of the cell at these coordinates.
    pub(super) fn has_corner_label(&self, x: usize, y: usize) -> bool {
        let is_labelled = |cage: &&Cage| !cage.label.is_empty();
        let cages = self.overlay.cages.iter().filter(is_labelled);
        let mut places = cages.filter_map(|cage| cage.places.iter().min());
        places.any(|&(row, column)| (self.x(column), self.y(row)) == (x, y))
    }

    /// Whether the cell at these coordinates is in a cage.
    pub(super) fn is_in_cage(&self, x: usize, y: usize) -> bool {
        let mut places = self.overlay.cages.iter().flat_map(|cage| &cage.places);
        places.any(|&(row, column)| (self.x(column), self.y(row)) == (x, y))
    }

    /// Writes the labels in the corners of cells: those of cages in the upper left, those of paths
    /// in the lower left, further labels in the lower right one.
    pub(super) fn write_small_labels(&self, svg: &mut Canvas) -> fmt::Result {
        let overlay = &self.overlay;
        // The labels with their cells, whether they are at the right and at the bottom.
        let cages = overlay.cages.iter().filter_map(|cage| {
            let place = *cage.places.iter().min()?;
            Some((place, [false, false], &cage.label, cage.ink, cage.faint))
        });
        let paths = overlay.paths.iter().filter_map(|path| {
            let place = *path.places.first()?;
            Some((place, [false, true], &path.label, path.ink, path.faint))
        });
        let corners = overlay.corners.iter();
        let corners = corners
            .map(|(place, label, faint)| (*place, [true, true], label, Default::default(), *faint));
        // What is written already, and how long it is.
        let mut written: Vec<(Place, [bool; 2], usize)> = Vec::new();
        for (place, corner, label, colour, faint) in cages.chain(paths).chain(corners) {
            if label.is_empty() {
                continue;
            }
            let before = written
                .iter()
                .filter(|own| (own.0, own.1) == (place, corner));
            let before: usize = before.map(|own| own.2 + 2).sum();
            let width = label.chars().count() * 6 + 1;
            written.push((place, corner, width));
            let [is_right, is_low] = corner;
            let x = if is_right {
                (self.x(place.1) + CELL - 2).saturating_sub(before + width)
            } else {
                self.x(place.1) + 2 + before
            };
            let y = self.y(place.0) + if is_low { CELL - SMALL - 2 } else { 2 };
            let (label, [strong, _, word]) = (escaped(label), ink(colour));
            faintly(svg, faint, |svg| {
                writeln!(
                    svg,
                    "<rect{} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{SMALL}\" \
                     fill=\"#ffffff\" fill-opacity=\"0.85\"/>\n\
                     <text{} x=\"{}\" y=\"{}\" font-family=\"{FONT}\" font-size=\"{SMALL}\" \
                     fill=\"{strong}\">{label}</text>",
                    svg.class(["plate"]),
                    svg.class(["small", word]),
                    x + 1,
                    y + SMALL - 1
                )
            })?;
        }
        Ok(())
    }
}

/// A corner of grid lines, and how far the outline is from it, in rows and columns.
type Corner = (Place, (isize, isize));

/// The outlines of some cells, clockwise; holes are outlines too.
///
/// Every side of a cell without a neighbour in the set is an edge with the cell at its right. The
/// edges form loops. Where two cells touch only at a corner, the loop turns right, so that it stays
/// with its cell.
fn outlines(places: &[Place]) -> Vec<Vec<Corner>> {
    let set: HashSet<Place> = places.iter().copied().collect();
    // Up, right, down, left: the direction of an edge, in rows and columns.
    const STEPS: [(isize, isize); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];
    // The cells to the left and to the right of an edge that starts at a corner.
    let beside = |(row, column): Place, way: usize| {
        let sides = [
            [(-1, -1), (-1, 0)],
            [(-1, 0), (0, 0)],
            [(0, 0), (0, -1)],
            [(0, -1), (-1, -1)],
        ];
        sides[way].map(|(down, right)| {
            let row = row.checked_add_signed(down)?;
            Some((row, column.checked_add_signed(right)?))
        })
    };
    let is_edge = |corner: Place, way: usize| {
        let [left, right] =
            beside(corner, way).map(|cell| cell.is_some_and(|cell| set.contains(&cell)));
        right && !left
    };
    let mut done: HashSet<(Place, usize)> = HashSet::new();
    let mut loops = Vec::new();
    let mut starts: Vec<Place> = set.iter().copied().collect();
    starts.sort_unstable();
    for (row, column) in starts {
        // The upper edge of the cell, then the lower one, which may bound a hole.
        for (corner, way) in [((row, column), 1), ((row + 1, column + 1), 3)] {
            if !is_edge(corner, way) || done.contains(&(corner, way)) {
                continue;
            }
            let (mut at, mut way, mut corners) = (corner, way, Vec::new());
            while done.insert((at, way)) {
                let (down, right) = STEPS[way];
                let next =
                    at.0.checked_add_signed(down)
                        .zip(at.1.checked_add_signed(right));
                let Some(next) = next else { break };
                let turns = [1, 0, 3].map(|turn| (way + turn) % 4);
                let Some(new) = turns.into_iter().find(|&way| is_edge(next, way)) else {
                    break;
                };
                if new != way {
                    // To the right of both edges.
                    let (a, b) = (STEPS[(way + 1) % 4], STEPS[(new + 1) % 4]);
                    corners.push((next, (INSET * (a.0 + b.0), INSET * (a.1 + b.1))));
                }
                (at, way) = (next, new);
            }
            loops.push(corners);
        }
    }
    loops
}

#[cfg(test)]
mod tests {
    use super::{INSET, outlines};

    #[test]
    fn outlines_turn_around_cells_and_holes() {
        let one = outlines(&[(2, 3)]);
        assert_eq!(one.len(), 1);
        let expected = [
            ((2, 4), (INSET, -INSET)),
            ((3, 4), (-INSET, -INSET)),
            ((3, 3), (-INSET, INSET)),
            ((2, 3), (INSET, INSET)),
        ];
        assert_eq!(one[0], expected);
        let ring = [
            (0, 0),
            (0, 1),
            (0, 2),
            (1, 0),
            (1, 2),
            (2, 0),
            (2, 1),
            (2, 2),
        ];
        assert_eq!(outlines(&ring).iter().map(Vec::len).sum::<usize>(), 8);
        // Two cells that touch at a corner have an outline each.
        assert_eq!(outlines(&[(0, 0), (1, 1)]).len(), 2);
        assert!(outlines(&[]).is_empty());
    }
}
