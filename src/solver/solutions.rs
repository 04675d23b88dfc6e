//! The solutions as an iterator.

use std::borrow::BorrowMut;

use super::run::Run;
use super::{Search, Solution};
use crate::ask::{Position, Stats, Stop};

/// The solutions of a [`Search`], found one by one as they are asked for. It owns the search, or
/// borrows it.
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
#[must_use = "solutions are found as they are asked for"]
pub struct Solutions<S = Search> {
    search: S,
    run: Run,
}

impl Search {
    /// All solutions, one by one, as they are asked for. Memory does not grow with their number.
    ///
    /// The iterator borrows this search; [`into_solutions`](Self::into_solutions) gives one that owns
    /// it.
    pub fn solutions(&mut self) -> Solutions<&mut Self> {
        let run = self.start(u64::MAX);
        Solutions::new(self, run)
    }

    /// The same, by an iterator without a lifetime, to be kept in a struct or sent to a thread.
    pub fn into_solutions(mut self) -> Solutions {
        let run = self.start(u64::MAX);
        Solutions::new(self, run)
    }
}

impl<S: BorrowMut<Search>> Solutions<S> {
    fn new(search: S, run: Run) -> Self {
        Self { search, run }
    }

    /// Why there are no more solutions; `None` as long as there may be.
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        self.run.stop
    }

    /// Where the walk stands: see [`Search::position`].
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.search.borrow().position()
    }

    /// What the walk has done so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.search.borrow().stats(&self.run)
    }
}

impl<S: BorrowMut<Search>> Iterator for Solutions<S> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        let solution = self.search.borrow_mut().next(&mut self.run);
        self.run.rest();
        solution
    }
}

impl<S: BorrowMut<Search>> std::iter::FusedIterator for Solutions<S> {}
