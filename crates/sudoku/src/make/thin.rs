//! Removes givens as long as the solution stays unique.

use super::exchanges::Exchanges;
use crate::compiled::Sudoku;
use crate::grid::Grid;
use crate::inquiry::Inquiry;

/// Tries to remove each group of givens from a board with one solution. A group is removed if the
/// solution stays unique and at least `least` givens remain. Returns whether every group was
/// decided before a limit.
///
/// A given that is needed now is still needed when there are fewer givens, so one pass is enough.
pub(super) fn thin(
    inquiry: &mut Inquiry<'_>,
    board: &mut Grid,
    solved: Option<&Grid>,
    groups: &[impl AsRef<[usize]>],
    least: usize,
) -> bool {
    let all = board.clone();
    let mut left = board.givens().count();
    let mut certain = true;
    let mut givens = Givens::new(inquiry, board, solved);
    let removed = givens.leap(groups, least);
    left -= removed
        .iter()
        .map(|group| group.as_ref().len())
        .sum::<usize>();
    for group in groups[removed.len()..].iter().map(AsRef::as_ref) {
        if left < least + group.len() {
            continue;
        }
        let mut needed = Some(false);
        let mut taken = 0;
        while needed == Some(false) && taken < group.len() {
            needed = givens.take(group[taken]);
            taken += 1;
        }
        if needed == Some(false) {
            left -= group.len();
            continue;
        }
        certain &= needed.is_some();
        for &cell in &group[..taken] {
            givens.put(cell, all.cells()[cell]);
        }
    }
    certain
}

/// The givens of a board with one solution, while some are removed.
///
/// Most of them take no search: a value that follows from the other givens at once is not needed,
/// and one without which values can be [exchanged](Exchanges) is. Of the 81 givens of a solved 9 x 9
/// board, 41 are decided in the first way and 9 in the second.
pub(super) struct Givens<'g, 'a> {
    inquiry: &'g mut Inquiry<'a>,
    board: &'g mut Grid,
    sudoku: Sudoku,
    /// The values of the givens of each unit, as bits.
    values: Vec<u64>,
    exchanges: Option<Exchanges>,
}

impl<'g, 'a> Givens<'g, 'a> {
    /// The givens of a board, and its solution, if that is known.
    pub(super) fn new(
        inquiry: &'g mut Inquiry<'a>,
        board: &'g mut Grid,
        solved: Option<&Grid>,
    ) -> Self {
        inquiry.assume(board);
        let sudoku = inquiry.sudoku().clone();
        let shape = sudoku.shape();
        let mut values = vec![0; shape.units().len()];
        for (cell, value) in board.givens() {
            for &unit in shape.units_of(cell) {
                values[unit] |= bit(value);
            }
        }
        let exchanges = solved.and_then(|solved| Exchanges::new(shape, solved, board));
        Self {
            inquiry,
            board,
            sudoku,
            values,
            exchanges,
        }
    }

    /// Removes a given. Returns whether it is needed: there is another solution without it. `None`
    /// if a limit stopped the search.
    ///
    /// The known solution is not searched for again: the question is whether the cell can hold
    /// another value.
    pub(super) fn take(&mut self, cell: usize) -> Option<bool> {
        let value = self.clear(cell);
        if self.follows(cell, value) {
            return Some(false);
        }
        let shape = self.sudoku.shape();
        if let Some(exchanges) = &mut self.exchanges
            && exchanges.any(shape, self.board, cell)
        {
            return Some(true);
        }
        self.inquiry.other(cell, value)
    }

    /// Removes a given, and returns its value.
    fn clear(&mut self, cell: usize) -> u8 {
        let value = self.board.cells()[cell];
        self.inquiry.take(cell, value);
        self.board.put(cell, 0);
        for &unit in self.sudoku.shape().units_of(cell) {
            self.values[unit] &= !bit(value);
        }
        value
    }

    /// Removes the first groups of a solved board, many at a time, as long as the solution stays
    /// unique. Returns them. The result is that of removing one after the other, with fewer
    /// questions. Where values can be exchanged, it removes none: most givens need no question there.
    fn leap<'x, G: AsRef<[usize]>>(&mut self, groups: &'x [G], least: usize) -> &'x [G] {
        let is_solved = self.board.givens().count() == self.board.cells().len();
        if !is_solved || self.exchanges.is_some() {
            return &[];
        }
        let all = self.board.clone();
        let mut step = groups.len() / 3;
        let mut gone = 0;
        while step > 2 && gone < groups.len() {
            let end = (gone + step).min(groups.len());
            let cells = || groups[gone..end].iter().flat_map(|group| group.as_ref());
            cells().for_each(|&cell| {
                self.clear(cell);
            });
            if self.board.givens().count() >= least && self.inquiry.is_unique() == Some(true) {
                gone = end;
            } else {
                cells().for_each(|&cell| self.put(cell, all.cells()[cell]));
                step /= 2;
            }
        }
        &groups[..gone]
    }

    /// Puts a given back.
    pub(super) fn put(&mut self, cell: usize, value: u8) {
        self.inquiry.put(cell, value);
        self.board.put(cell, value);
        for &unit in self.sudoku.shape().units_of(cell) {
            self.values[unit] |= bit(value);
        }
    }

    /// Whether the value of a blank cell follows from the givens at once: they exclude all other
    /// values, or all other cells of a unit with every value.
    fn follows(&self, cell: usize, value: u8) -> bool {
        let shape = self.sudoku.shape();
        let seen = |cell: usize| {
            let units = shape.units_of(cell).iter();
            units.fold(0, |seen, &unit| seen | self.values[unit])
        };
        let is_excluded = |&other: &usize| {
            other == cell || self.board.get(other).is_some() || seen(other) & bit(value) != 0
        };
        let side = shape.side();
        (seen(cell) | bit(value)).count_ones() as usize == side
            || shape.units_of(cell).iter().any(|&unit| {
                let cells = shape.unit(unit).cells();
                cells.len() == side && cells.iter().all(is_excluded)
            })
    }
}

fn bit(value: u8) -> u64 {
    1 << (value - 1)
}
