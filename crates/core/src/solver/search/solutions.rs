//! Solutions as an iterator.

use std::borrow::BorrowMut;

use super::Search;
use crate::ask::{Position, Stats, Stop};
use crate::solver::Solution;
use crate::solver::run::Run;
use crate::solver::team::Goal;

/// An iterator over the solutions of a [`Search`], which it borrows or owns. Each call of `next`
/// searches for one more solution.
///
/// ```
/// use quadrille::{Problem, Solver, Stop};
///
/// let mut builder = Problem::builder();
/// builder.primary("a")?;
/// builder.option(["a"])?;
/// builder.option(["a"])?;
/// let solver = Solver::new(builder.build());
/// let mut search = solver.search();
/// let mut solutions = search.solutions();
/// assert_eq!(solutions.by_ref().count(), 2);
/// assert_eq!(solutions.stop(), Some(Stop::Exhausted));
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Debug)]
#[must_use = "iterators are lazy: `next` finds the next solution"]
pub struct Solutions<S = Search> {
    search: S,
    run: Run,
}

impl Search {
    /// Iterates over all solutions, and finds each on demand. Memory does not grow with their
    /// number.
    ///
    /// The iterator borrows the search; that of [`into_solutions`](Self::into_solutions) owns it.
    pub fn solutions(&mut self) -> Solutions<&mut Self> {
        let run = self.start(Goal::List, u64::MAX);
        Solutions::new(self, run)
    }

    /// Iterates over all solutions like [`solutions`](Self::solutions). The iterator owns the
    /// search, so that it can be stored in a struct or sent to a thread.
    pub fn into_solutions(mut self) -> Solutions {
        let run = self.start(Goal::List, u64::MAX);
        Solutions::new(self, run)
    }
}

impl<S: BorrowMut<Search>> Solutions<S> {
    fn new(search: S, run: Run) -> Self {
        Self { search, run }
    }

    /// Returns the reason why the iterator ended; `None` before its end.
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        self.run.stop
    }

    /// Returns the position of the walk; see [`Search::position`].
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.search.borrow().position()
    }

    /// Returns the statistics of the walk so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.search.borrow().stats(&self.run)
    }
}

impl<S: BorrowMut<Search>> Iterator for Solutions<S> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        let solution = self.search.borrow_mut().next(&mut self.run);
        self.run.release_nodes();
        solution
    }
}

impl<S: BorrowMut<Search>> std::iter::FusedIterator for Solutions<S> {}
