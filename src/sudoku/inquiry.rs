//! Several questions about one board, under one budget.

use std::ops::ControlFlow;

use super::grid::Grid;
use super::search::BoardSearch;
use crate::{Answer, Budget, Count, Limits, Order, Search, Stats, Stop, Uniqueness};

/// Questions about a board whose givens change from one to the next. The limits of the search hold for all of them
/// together; the first one that is stopped says why. Once the time is over or the token cancelled, no question is asked
/// any more: none has an answer.
pub(super) struct Inquiry<'a> {
    search: &'a mut BoardSearch,
    /// Of all questions together.
    budget: Budget,
    /// The most nodes of one question.
    nodes: Option<u64>,
    /// What all questions cost.
    pub(super) stats: Stats,
    /// Why a question had no answer, else [`Stop::Exhausted`]. That its own bound of nodes
    /// was met is no reason.
    pub(super) stop: Stop,
}

impl<'a> Inquiry<'a> {
    /// Begins with a board.
    pub(super) fn new(search: &'a mut BoardSearch, board: &Grid) -> Self {
        Self {
            budget: search.begin(board),
            search,
            nodes: None,
            stats: Stats::default(),
            stop: Stop::Exhausted,
        }
    }

    /// Whether the board has no solution, one, or more.
    pub(super) fn unique(&mut self) -> Answer<Uniqueness> {
        self.search.search.limits(Limits::new());
        let answer = self.search.search.unique();
        self.stats += &answer.stats;
        answer
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
        Answer::new(value, self.stop, self.stats)
    }

    /// Whether all questions are over, because the time is or the token is cancelled. For work between two of them, too.
    pub(super) fn is_over(&mut self) -> bool {
        if matches!(self.stop, Stop::Time | Stop::Cancelled) {
            return true;
        }
        if let Err(stop) = self.budget.poll() {
            self.stop = stop;
        }
        matches!(self.stop, Stop::Time | Stop::Cancelled)
    }

    /// How many values there are.
    pub(super) fn side(&self) -> usize {
        self.search.sudoku.shape().side()
    }

    /// A tuned number of the solver underneath, by the name of a policy that exists.
    pub(super) fn policy(&self, name: &str) -> u64 {
        match self.search.sudoku.solver().policy(name) {
            Ok(value) => value as u64,
            Err(error) => unreachable!("{error}"),
        }
    }

    /// Goes on with another board.
    pub(super) fn assume(&mut self, board: &Grid) {
        self.search.set_board(board);
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
        self.ask(Limits::new().solutions(most), Search::walk)
    }

    /// A random solution; `None` if there is none, or none was found.
    pub(super) fn random(&mut self, seed: u64) -> Option<Grid> {
        self.search.search.order(Order::Random(seed));
        let solution = self.any();
        self.search.search.order(Order::Natural);
        solution.flatten()
    }

    /// A solution, if there is one; `None` if that was not found out.
    pub(super) fn any(&mut self) -> Option<Option<Grid>> {
        let found = self.ask(Limits::new(), Search::first)?;
        Some(found.map(|found| self.search.sudoku.encoding().grid(found.options())))
    }

    /// So many solutions, fewer if there are no more, and whether they are all.
    pub(super) fn solutions(&mut self, most: usize) -> (Vec<Grid>, bool) {
        let mut solutions = Vec::new();
        let sudoku = self.search.sudoku.clone();
        let complete = self.ask(Limits::new(), |search| {
            let answer = search.for_each(|options| {
                if solutions.len() == most {
                    return ControlFlow::Break(());
                }
                solutions.push(sudoku.encoding().grid(options));
                ControlFlow::Continue(())
            });
            let complete = answer.is_complete();
            answer.map(|_| complete)
        });
        (solutions, complete == Some(true))
    }

    /// What a search for all solutions costs, ties broken by a seed.
    pub(super) fn walk(&mut self, seed: u64) -> Option<Stats> {
        self.ask(Limits::new(), |search| {
            let answer = search.order(Order::Random(seed)).walk();
            search.order(Order::Natural);
            let stats = answer.stats.clone();
            answer.map(|_| stats)
        })
    }

    /// Asks a question within these limits and the bound of nodes; `None` if a limit stopped it, or all questions are
    /// over.
    fn ask<T>(
        &mut self,
        mut limits: Limits,
        question: impl FnOnce(&mut Search) -> Answer<T>,
    ) -> Option<T> {
        if self.is_over() {
            return None;
        }
        if let Some(most) = self.nodes {
            limits = limits.nodes(most);
        }
        let answer = question(self.search.search.limits(limits));
        self.stats += &answer.stats;
        if answer.stop.is_limit() {
            // The bound of one question is not a limit of all.
            if answer.stop != Stop::Nodes || self.budget.nodes_left() == 0 {
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
    fn questions_share_the_nodes() {
        let mut search = Sudoku::classic().search();
        let blank = Grid::new(vec![0; 81]);
        search.limits(Limits::new().nodes(1000));
        let mut inquiry = Inquiry::new(&mut search, &blank).nodes(400);
        let stops: Vec<Stop> = (0..3)
            .map(|_| {
                assert_eq!(inquiry.walk(1), None);
                inquiry.stop
            })
            .collect();
        assert_eq!(stops, [Stop::Exhausted, Stop::Exhausted, Stop::Nodes]);
        assert_eq!(inquiry.stats.nodes, 1000);
    }
}
