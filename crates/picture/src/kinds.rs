//! Kinds of pieces. A kind is drawn in the same colour in all solutions.
//!
//! Pieces with the same label are of one kind. Without a label, the shape decides, which may be
//! turned and reflected. Kinds are numbered in the order of the options, so the colours depend on
//! the problem only.

use std::collections::HashMap;

use super::cells::Place;

/// The kinds of the pieces of a problem.
#[derive(Clone, Debug, Default)]
pub(super) struct Kinds {
    count: usize,
    by_label: HashMap<String, usize>,
    /// Shapes of pieces without a label. It contains each shape as it lies on the board, so that
    /// only the first piece that lies like this has to be turned.
    by_shape: HashMap<Shape, usize>,
}

/// The cells of a piece that is moved to the origin, in order.
type Shape = Vec<[u16; 3]>;

impl Kinds {
    /// Adds a piece, unless its kind is known.
    pub(super) fn add(&mut self, label: &str, cells: impl Iterator<Item = Place>) {
        if !label.is_empty() {
            if !self.by_label.contains_key(label) {
                self.by_label.insert(label.to_owned(), self.count);
                self.count += 1;
            }
            return;
        }
        let shape = at_origin(cells);
        if !self.by_shape.contains_key(&shape) {
            let canonical = canonical(&shape);
            let known = self.by_shape.get(&canonical).copied();
            let kind = known.unwrap_or(self.count);
            self.count += usize::from(known.is_none());
            self.by_shape.insert(canonical, kind);
            self.by_shape.insert(shape, kind);
        }
    }

    /// The number of the kind of a piece that was added.
    pub(super) fn find(&self, label: &str, cells: impl Iterator<Item = Place>) -> usize {
        let kind = match label {
            "" => self.by_shape.get(&at_origin(cells)),
            label => self.by_label.get(label),
        };
        kind.copied().unwrap_or_default()
    }
}

/// The shape of some cells. Their rows, columns and layers are small: larger numbers name no cells.
fn at_origin(cells: impl Iterator<Item = Place>) -> Shape {
    let small = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
    moved(cells.map(|cell| cell.map(small)).collect())
}

fn moved(mut shape: Shape) -> Shape {
    for axis in 0..3 {
        let least = shape.iter().map(|cell| cell[axis]).min();
        for cell in &mut shape {
            cell[axis] -= least.unwrap_or_default();
        }
    }
    shape.sort_unstable();
    shape
}

/// The least of the shapes that are a shape turned or reflected.
fn canonical(shape: &Shape) -> Shape {
    let orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let is_flat = shape.iter().all(|cell| cell[0] == 0);
    let mut least = shape.clone();
    // Two flat shapes that are alike in space are alike in their plane, too.
    for order in orders.into_iter().take(if is_flat { 2 } else { 6 }) {
        for reflected in 0..8 {
            let turned = |cell: &[u16; 3]| -> [u16; 3] {
                std::array::from_fn(|axis| match reflected >> axis & 1 {
                    0 => cell[order[axis]],
                    _ => u16::MAX - cell[order[axis]],
                })
            };
            least = least.min(moved(shape.iter().map(turned).collect()));
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(kinds: &mut Kinds, label: &str, cells: &[Place]) -> usize {
        kinds.add(label, cells.iter().copied());
        kinds.find(label, cells.iter().copied())
    }

    #[test]
    fn a_label_is_a_kind_whatever_the_shape() {
        let mut kinds = Kinds::default();
        let (two, three) = ([[0, 5, 5], [0, 5, 6]], [[0, 0, 0], [0, 1, 0], [0, 2, 0]]);
        assert_eq!(kind(&mut kinds, "I", &two), 0);
        assert_eq!(kind(&mut kinds, "", &two), 1);
        assert_eq!(kind(&mut kinds, "I", &three), 0);
        assert_eq!(kind(&mut kinds, "J", &three), 2);
    }

    #[test]
    fn a_shape_is_a_kind_however_it_lies() {
        let mut kinds = Kinds::default();
        let l = [[0, 3, 3], [0, 4, 3], [0, 5, 3], [0, 5, 4]];
        let reflected = [[0, 0, 1], [0, 1, 1], [0, 2, 1], [0, 2, 0]];
        let lying = [[0, 9, 0], [0, 9, 1], [0, 9, 2], [0, 8, 2]];
        let standing = [[0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 0, 1]];
        let t = [[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 1]];
        assert_eq!(kind(&mut kinds, "", &l), 0);
        assert_eq!(kind(&mut kinds, "", &t), 1);
        assert_eq!(kind(&mut kinds, "", &reflected), 0);
        assert_eq!(kind(&mut kinds, "", &lying), 0);
        assert_eq!(kind(&mut kinds, "", &standing), 0);
    }
}
