//! Several questions about one board, under one budget.

use super::encode::option;
use super::search::solved;
use super::{BoardSearch, Grid};
use crate::solver::{Answer, Count, Limits, Stats, Stop};

/// Questions about a board whose givens change from one to the next. The limits of the search hold for all of them
/// together; the first one that is stopped says why.
pub(super) struct Inquiry<'a, 's> {
    search: &'a mut BoardSearch<'s>,
    /// The most nodes of one question, in place of those of the limits.
    nodes: Option<u64>,
    /// What all questions cost.
    pub(super) stats: Stats,
    /// Why a question had no answer, else [`Stop::Exhausted`].
    pub(super) stop: Stop,
}

impl<'a, 's> Inquiry<'a, 's> {
    /// Begins with a board.
    pub(super) fn new(search: &'a mut BoardSearch<'s>, board: &Grid) -> Self {
        search.assume(board);
        Self {
            search,
            nodes: None,
            stats: Stats::default(),
            stop: Stop::Exhausted,
        }
    }

    /// Counts what other questions cost as spent.
    pub(super) fn spent(mut self, stats: Stats) -> Self {
        self.stats = stats;
        self
    }

    /// Bounds the nodes of each question.
    pub(super) fn nodes(mut self, most: u64) -> Self {
        self.nodes = Some(most);
        self
    }

    /// What was found out, with the costs.
    pub(super) fn answer<T>(self, value: T) -> Answer<T> {
        Answer {
            value,
            stop: self.stop,
            stats: self.stats,
        }
    }

    /// How many values there are.
    pub(super) fn side(&self) -> usize {
        self.search.side
    }

    /// Goes on with another board.
    pub(super) fn assume(&mut self, board: &Grid) {
        self.search.assume(board);
    }

    /// Makes a value a given.
    pub(super) fn put(&mut self, cell: usize, value: u8) {
        let given = option(self.search.side, cell, value);
        self.search.search.force(given);
    }

    /// Takes a given away.
    pub(super) fn take(&mut self, cell: usize, value: u8) {
        let given = option(self.search.side, cell, value);
        self.search.search.retract(given);
    }

    /// Whether the board has a solution; `None` if a limit stopped the search before that was known.
    pub(super) fn is_solvable(&mut self) -> Option<bool> {
        self.count(1).map(|count| !count.is_zero())
    }

    /// Whether the board has one solution.
    pub(super) fn is_unique(&mut self) -> Option<bool> {
        self.count(2).map(|count| count == 1)
    }

    /// Takes a given away, and tells whether the cell can hold another value then.
    pub(super) fn other(&mut self, cell: usize, value: u8) -> Option<bool> {
        let given = option(self.search.side, cell, value);
        self.search.search.retract(given).forbid(given);
        let other = self.is_solvable();
        self.search.search.retract(given);
        other
    }

    /// How many solutions there are, up to so many.
    pub(super) fn count(&mut self, most: u64) -> Option<Count> {
        self.limit(|limits| limits.solutions(most));
        let answer = self.search.search.count();
        self.close(answer)
    }

    /// A solution, random if there is a seed; `None` if there is none, or none was found.
    pub(super) fn solution(&mut self, seed: Option<u64>) -> Option<Grid> {
        self.limit(|limits| limits);
        let answer = self.search.search.seed(seed).first();
        self.search.search.seed(None);
        let (side, cells) = (self.search.side, self.search.cells);
        let answer = answer.map(|found| found.map(|found| solved(side, cells, found.options())));
        self.close(answer).flatten()
    }

    fn limit(&mut self, change: impl Fn(Limits) -> Limits) {
        let limits = change(self.search.limits.after(&self.stats));
        self.search.search.limits(match self.nodes {
            Some(most) => limits.nodes(most),
            None => limits,
        });
    }

    fn close<T>(&mut self, answer: Answer<T>) -> Option<T> {
        self.stats += &answer.stats;
        if matches!(answer.stop, Stop::Exhausted | Stop::Solutions) {
            return Some(answer.value);
        }
        self.stop = answer.stop;
        None
    }
}
