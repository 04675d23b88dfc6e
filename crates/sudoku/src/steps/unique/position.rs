//! What is known, and what a step is.

use std::collections::BTreeSet;

use quadrille_core::OptionId;

use crate::grid::Grid;
use crate::steps::items::Items;
use crate::steps::sentence::value;
use crate::steps::technique::Technique;
use crate::steps::view::cannot_be;

/// A value of a cell.
pub(super) type Candidate = (usize, u8);

/// A step that assumes one solution.
pub(crate) struct Exchange {
    pub(crate) technique: Technique,
    /// Where to look.
    pub(crate) cells: Vec<usize>,
    /// The candidates that are removed, ascending.
    pub(crate) removed: Vec<Candidate>,
    /// The argument, without what follows.
    pub(crate) text: String,
}

/// What is known before a step.
pub(crate) struct Position<'a> {
    pub(super) items: &'a Items,
    /// The puzzle that has one solution.
    puzzle: &'a Grid,
    pub(super) live: &'a [OptionId],
    /// The candidates of each cell, bit `v - 1` for value `v`; none where a value is known.
    marks: Vec<u64>,
    /// The known values, 0 where there is none.
    values: Vec<u8>,
    /// The other cells of the units of each cell, ascending.
    peers: Vec<Vec<usize>>,
}

impl<'a> Position<'a> {
    pub(crate) fn new(
        items: &'a Items,
        puzzle: &'a Grid,
        live: &'a [OptionId],
        chosen: &[OptionId],
    ) -> Self {
        let shape = items.shape();
        let cells = shape.cell_count();
        let (mut marks, mut values) = (vec![0; cells], vec![0; cells]);
        for (cell, value) in items.candidates(live) {
            marks[cell] |= bit(value);
        }
        for (cell, value) in items.candidates(chosen) {
            values[cell] = value;
        }
        let peers = |cell: usize| {
            let units = shape.units_of(cell).iter();
            let all = units.flat_map(|&unit| shape.unit(unit).cells()).copied();
            let all: BTreeSet<usize> = all.filter(|&other| other != cell).collect();
            all.into_iter().collect()
        };
        Self {
            items,
            puzzle,
            live,
            marks,
            values,
            peers: (0..cells).map(peers).collect(),
        }
    }

    pub(super) fn cells(&self) -> std::ops::Range<usize> {
        0..self.marks.len()
    }

    pub(super) fn marks(&self, cell: usize) -> u64 {
        self.marks[cell]
    }

    pub(super) fn has(&self, (cell, value): Candidate) -> bool {
        self.marks[cell] & bit(value) != 0
    }

    /// The known value of a cell.
    pub(super) fn value(&self, cell: usize) -> Option<u8> {
        Some(self.values[cell]).filter(|&value| value != 0)
    }

    /// Whether the puzzle itself lets a cell hold both values: it is no given, for one.
    pub(super) fn is_free(&self, cell: usize, values: [u8; 2]) -> bool {
        let encoding = self.items.encoding();
        let is_free = |value| self.puzzle.allows(cell, value) && encoding.has(cell, value);
        values.into_iter().all(is_free)
    }

    pub(super) fn option(&self, (cell, value): Candidate) -> OptionId {
        self.items.encoding().option(cell, value)
    }

    pub(super) fn are_exclusive(&self, one: Candidate, other: Candidate) -> bool {
        let problem = self.items.problem();
        problem.are_exclusive(self.option(one), self.option(other))
    }

    /// The candidates that are excluded if any of these is true.
    pub(super) fn excluded_by_each(&self, all: &[Candidate]) -> Vec<Candidate> {
        let is_excluded =
            |one: &Candidate| all.iter().all(|&other| self.are_exclusive(*one, other));
        let candidates = self.cells().flat_map(|cell| {
            let values = values(self.marks[cell]).into_iter();
            values.map(move |value| (cell, value))
        });
        candidates.filter(is_excluded).collect()
    }

    /// The other cells of the units of a cell, ascending.
    pub(super) fn peers(&self, cell: usize) -> &[usize] {
        &self.peers[cell]
    }

    pub(super) fn are_peers(&self, one: usize, other: usize) -> bool {
        self.peers[one].binary_search(&other).is_ok()
    }
}

impl Exchange {
    /// The argument and what follows.
    pub(crate) fn argument(&self, items: &Items) -> String {
        format!("{} So {}.", self.text, cannot_be(items, &self.removed))
    }
}

pub(super) fn bit(value: u8) -> u64 {
    1 << (value - 1)
}

/// The values of a set, ascending.
pub(super) fn values(marks: u64) -> Vec<u8> {
    (1..=64).filter(|&value| marks & bit(value) != 0).collect()
}

/// The values of a set as they stand in sentences.
pub(super) fn in_words(marks: u64) -> Vec<char> {
    values(marks).into_iter().map(value).collect()
}
