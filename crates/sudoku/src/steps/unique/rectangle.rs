//! Four cells whose two values can be exchanged.

use std::ops::Range;

use quadrille_core::{Colour, ItemId};

use super::position::{Candidate, Position, bit, in_words, values};

/// Four cells in a ring: each shares a unit with the next. If they hold two values in turn, the
/// values can be exchanged.
pub(super) struct Rectangle {
    cells: [usize; 4],
    values: [u8; 2],
}

impl Rectangle {
    /// The rectangle, if exchanging the values keeps every rule and every given of the puzzle.
    fn new(position: &Position<'_>, cells: [usize; 4], values: [u8; 2]) -> Option<Self> {
        let found = Self { cells, values };
        let is_free = cells.iter().all(|&cell| position.is_free(cell, values));
        let is_found = is_free && found.uses(position, 0) == found.uses(position, 1);
        is_found.then_some(found)
    }

    /// The items that the values in turn cover, from the first or from the second value.
    fn uses(&self, position: &Position<'_>, first: usize) -> Vec<(ItemId, Option<Colour>)> {
        let problem = position.items.problem();
        let options = (0..4).map(|corner| position.option(self.candidate(corner, first)));
        let mut uses: Vec<_> = options.flat_map(|option| problem.uses_of(option)).collect();
        uses.sort_unstable();
        uses
    }

    /// What a corner holds if the values stand in turn, from the first or from the second value.
    pub(super) fn candidate(&self, corner: usize, first: usize) -> Candidate {
        (self.cells[corner], self.values[(corner + first) % 2])
    }

    /// The two values, in both orders.
    pub(super) fn orders(&self) -> [(u8, u8); 2] {
        let [one, other] = self.values;
        [(one, other), (other, one)]
    }

    pub(super) fn corners(&self) -> Range<usize> {
        0..4
    }

    pub(super) fn cell(&self, corner: usize) -> usize {
        self.cells[corner]
    }

    pub(super) fn cells(&self) -> [usize; 4] {
        self.cells
    }

    /// The corners without a known value.
    pub(super) fn open(&self, position: &Position<'_>) -> Vec<usize> {
        let corners = self.corners();
        let is_open = |&corner: &usize| position.value(self.cells[corner]).is_none();
        corners.filter(is_open).collect()
    }

    /// The candidates of a corner beside the two values.
    pub(super) fn extra(&self, position: &Position<'_>, corner: usize) -> u64 {
        position.marks(self.cells[corner]) & !pair(self.values)
    }

    /// The two values, as in `3 or 7`.
    pub(super) fn names(&self) -> [char; 2] {
        let names = in_words(pair(self.values));
        [names[0], names[1]]
    }

    /// `if r1c1, r1c2, r2c1 and r2c2 were all 3 or 7, ...`
    pub(super) fn exchange(&self, position: &Position<'_>) -> String {
        let [one, other] = self.names();
        format!(
            "if {} were all {one} or {other}, the two values could be exchanged, and the board would \
             have two solutions.",
            position.items.cells(self.cells, "and"),
        )
    }
}

fn pair(values: [u8; 2]) -> u64 {
    bit(values[0]) | bit(values[1])
}

/// The rectangles of empty cells that can all hold one of the values; one of them can hold these
/// two only.
pub(super) fn empty(position: &Position<'_>) -> Vec<Rectangle> {
    let mut all = Vec::new();
    for first in position.cells() {
        let marks = position.marks(first);
        let [a, b] = *values(marks) else {
            continue;
        };
        let near = |cell: usize| {
            let peers = position.peers(cell).iter().copied();
            peers.filter(move |&peer| position.marks(peer) & marks != 0)
        };
        for second in near(first) {
            for fourth in near(first).filter(|&fourth| fourth > second) {
                let thirds = near(second).filter(|&third| third != first && third != fourth);
                for third in thirds.filter(|&third| position.are_peers(third, fourth)) {
                    // Each rectangle once: from its first cell with two candidates.
                    let mut others = [second, third, fourth].into_iter();
                    if others.all(|cell| cell > first || position.marks(cell) != marks) {
                        let cells = [first, second, third, fourth];
                        all.extend(Rectangle::new(position, cells, [a, b]));
                    }
                }
            }
        }
    }
    all
}

/// The rectangles with two neighbours whose values are known, but not given. Of the other two, at
/// least one is empty.
pub(super) fn avoidable(position: &Position<'_>) -> Vec<Rectangle> {
    let mut all = Vec::new();
    let known = |cell: usize| position.value(cell).map(|value| (cell, value));
    // The cells near one that hold a value, or can.
    let near = |one: usize, value: u8| {
        let peers = position.peers(one).iter().copied();
        peers
            .filter(move |&peer| position.value(peer) == Some(value) || position.has((peer, value)))
    };
    let is_empty = |cell: usize| position.value(cell).is_none();
    for (first, a) in position.cells().filter_map(known) {
        let seconds = position.peers(first).iter().copied().filter_map(known);
        let is_free = |cell: usize, b: u8| position.is_free(cell, [a, b]);
        let seconds = seconds.filter(|&(second, b)| second > first && is_free(second, b));
        for (second, b) in seconds.filter(|&(_, b)| is_free(first, b)) {
            for third in near(second, a).filter(|&third| third != first) {
                let fourths = near(first, b).filter(|&fourth| fourth != second);
                let fourths = fourths.filter(|&fourth| position.are_peers(third, fourth));
                for fourth in fourths.filter(|&fourth| is_empty(third) || is_empty(fourth)) {
                    let cells = [first, second, third, fourth];
                    all.extend(Rectangle::new(position, cells, [a, b]));
                }
            }
        }
    }
    all
}
