//! Several questions about one board, under one budget.

use std::ops::ControlFlow;

use super::grid::Grid;
use super::search::BoardSearch;
use crate::solver::{Answer, Count, Stats};
use crate::{Limits, Stop};

/// Questions about a board whose givens change from one to the next. The limits of the search hold for all of them
/// together; the first one that is stopped says why. Once the time is over or the token cancelled, no question is asked
/// any more: none has an answer.
pub(super) struct Inquiry<'a, 's> {
    search: &'a mut BoardSearch<'s>,
    /// Of all questions together, with a deadline in place of the time.
    limits: Limits,
    /// The most nodes of one question.
    nodes: Option<u64>,
    /// Whether that is less than what the limits left to the last question.
    bounded: bool,
    /// What all questions cost.
    pub(super) stats: Stats,
    /// Why a question had no answer, else [`Stop::Exhausted`]. That its own bound of nodes
    /// was met is no reason.
    pub(super) stop: Stop,
}

impl<'a, 's> Inquiry<'a, 's> {
    /// Begins with a board.
    pub(super) fn new(search: &'a mut BoardSearch<'s>, board: &Grid) -> Self {
        search.assume(board);
        Self {
            limits: search.limits.clone().from_now(),
            search,
            nodes: None,
            bounded: false,
            stats: Stats::default(),
            stop: Stop::Exhausted,
        }
    }

    /// Counts what other questions cost as spent.
    pub(super) fn spent(mut self, stats: Stats) -> Self {
        let time = Stats {
            elapsed: stats.elapsed,
            ..Stats::default()
        };
        self.limits = self.search.limits.after(&time).from_now();
        self.stats = stats;
        self
    }

    /// Bounds the nodes of each question from here on.
    pub(super) fn nodes(mut self, most: u64) -> Self {
        self.nodes = Some(most);
        self
    }

    /// Asks a question with another bound of nodes.
    pub(super) fn within<T>(
        &mut self,
        nodes: Option<u64>,
        question: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = std::mem::replace(&mut self.nodes, nodes);
        let answer = question(self);
        self.nodes = before;
        answer
    }

    /// What was found out, with the costs.
    pub(super) fn answer<T>(self, value: T) -> Answer<T> {
        Answer {
            value,
            stop: self.stop,
            stats: self.stats,
        }
    }

    /// Whether all questions are over, because the time is or the token is cancelled. For work between two of them, too.
    pub(super) fn is_over(&mut self) -> bool {
        if matches!(self.stop, Stop::Time | Stop::Cancelled) {
            return true;
        }
        if let Some(stop) = self.limits.reached() {
            self.stop = stop;
        }
        matches!(self.stop, Stop::Time | Stop::Cancelled)
    }

    /// How many values there are.
    pub(super) fn side(&self) -> usize {
        self.search.sudoku.encoding().side()
    }

    /// Goes on with another board.
    pub(super) fn assume(&mut self, board: &Grid) {
        self.search.assume(board);
    }

    /// Makes a value a given.
    pub(super) fn put(&mut self, cell: usize, value: u8) {
        let given = self.search.sudoku.encoding().option(cell, value);
        self.search.search.force(given);
    }

    /// Takes a given away.
    pub(super) fn take(&mut self, cell: usize, value: u8) {
        let given = self.search.sudoku.encoding().option(cell, value);
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
        let given = self.search.sudoku.encoding().option(cell, value);
        self.search.search.retract(given).forbid(given);
        let other = self.is_solvable();
        self.search.search.retract(given);
        other
    }

    /// How many solutions there are, up to so many.
    pub(super) fn count(&mut self, most: u64) -> Option<Count> {
        self.limit(|limits| limits.solutions(most))?;
        let answer = self.search.search.count();
        self.close(answer)
    }

    /// A random solution; `None` if there is none, or none was found.
    pub(super) fn random(&mut self, seed: u64) -> Option<Grid> {
        self.search.search.seed(seed);
        let solution = self.any();
        self.search.search.seed(None);
        solution.flatten()
    }

    /// A solution, if there is one; `None` if that was not found out.
    pub(super) fn any(&mut self) -> Option<Option<Grid>> {
        self.limit(|limits| limits)?;
        let encoding = self.search.sudoku.encoding();
        let answer = self.search.search.first();
        self.close(answer.map(|found| found.map(|found| encoding.grid(found.options()))))
    }

    /// So many solutions, fewer if there are no more, and whether they are all.
    pub(super) fn solutions(&mut self, most: usize) -> (Vec<Grid>, bool) {
        let mut solutions = Vec::new();
        if self.limit(|limits| limits).is_none() {
            return (solutions, false);
        }
        let encoding = self.search.sudoku.encoding();
        let answer = self.search.search.for_each(|options| {
            if solutions.len() == most {
                return ControlFlow::Break(());
            }
            solutions.push(encoding.grid(options));
            ControlFlow::Continue(())
        });
        let complete = answer.is_complete();
        self.close(answer);
        (solutions, complete)
    }

    /// What a search for all solutions costs, ties broken by a seed.
    pub(super) fn walk(&mut self, seed: u64) -> Option<Stats> {
        self.limit(|limits| limits)?;
        let answer = self.search.search.seed(seed).count();
        self.search.search.seed(None);
        let stats = answer.stats.clone();
        self.close(answer).map(|_| stats)
    }

    /// Sets the limits of the next question; `None` if there is to be none.
    fn limit(&mut self, change: impl Fn(Limits) -> Limits) -> Option<()> {
        if self.is_over() {
            return None;
        }
        let limits = change(self.limits.after(&self.stats));
        self.bounded = self.nodes.is_some_and(|most| most < limits.most_nodes());
        self.search.search.limits(match self.nodes {
            Some(most) => limits.at_most(most),
            None => limits,
        });
        Some(())
    }

    fn close<T>(&mut self, answer: Answer<T>) -> Option<T> {
        self.stats += &answer.stats;
        if answer.stop.is_limit() {
            // The bound of one question is not a limit of all.
            if !(self.bounded && answer.stop == Stop::Nodes) {
                self.stop = answer.stop;
            }
            return None;
        }
        Some(answer.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CancelToken;
    use crate::sudoku::search::Sudoku;

    #[test]
    fn no_question_is_asked_once_it_is_over() {
        let token = CancelToken::new();
        let mut search = Sudoku::classic().search();
        search.limits(Limits::new().cancel(&token));
        let blank = Grid::new(vec![0; 81]);
        let mut inquiry = Inquiry::new(&mut search, &blank);
        assert_eq!(inquiry.is_solvable(), Some(true));
        assert!(!inquiry.is_over());
        let nodes = inquiry.stats.nodes;
        token.cancel();
        assert_eq!((inquiry.is_solvable(), inquiry.is_unique()), (None, None));
        assert_eq!((inquiry.count(5), inquiry.other(0, 1)), (None, None));
        assert_eq!((inquiry.any(), inquiry.random(1)), (None, None));
        assert_eq!(inquiry.solutions(5), (Vec::new(), false));
        assert_eq!(inquiry.walk(1), None);
        assert!(inquiry.is_over());
        let answer = inquiry.answer(());
        assert_eq!((answer.stop, answer.stats.nodes), (Stop::Cancelled, nodes));
    }

    #[test]
    fn questions_share_the_time() {
        let mut search = Sudoku::classic().search();
        let hour = std::time::Duration::from_secs(3600);
        search.limits(Limits::new().time(hour));
        let blank = Grid::new(vec![0; 81]);
        let mut inquiry = Inquiry::new(&mut search, &blank);
        assert!(!inquiry.is_over());
        let stats = Stats {
            elapsed: hour,
            ..Stats::default()
        };
        inquiry = inquiry.spent(stats);
        assert_eq!((inquiry.any(), inquiry.stop), (None, Stop::Time));
    }
}
