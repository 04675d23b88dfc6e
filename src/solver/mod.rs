//! Solving: a [`Solver`] is a problem compiled once, a [`Search`] one thread's walk over it.
//!
//! Assumptions and limits are set on the search, then questions are asked of it, as many as you
//! like: between two questions nothing is compiled again.

mod answer;
mod best;
mod count;
mod run;
mod search;
mod solutions;
mod walk;

use std::sync::Arc;

pub use answer::{Answer, IntoIter, Solution, Stats, Uniqueness};
pub use best::{Best, Costed};
pub use count::Count;
pub(crate) use run::Run;
pub use search::Search;
pub use solutions::Solutions;

use crate::ask::{Budget, Limits, Stop};
use crate::engine::{Choice, EngineName, Settings, choose};
use crate::problem::Problem;

/// A problem compiled for an engine, once. It is shared by all threads; each makes a
/// [`Search`] of its own.
#[derive(Clone, Debug)]
pub struct Solver {
    problem: Arc<Problem>,
    choice: Choice,
}

impl Solver {
    /// Compiles a problem for the engine that suits it.
    ///
    /// `links` takes O(total size of the options) in time and memory. The tables of `bits` take
    /// O(options x primary items) bits where these are lanes, O(options²) bits where they are rows,
    /// O(options x items) where they are lists, and never more than
    /// [`Settings::memory`](crate::Settings::memory) allows. The time for each use of an item by an
    /// option is that of one row: O(primary items), or O(options) bits.
    #[must_use]
    pub fn new(problem: impl Into<Arc<Problem>>) -> Self {
        Self::with_settings(problem, &Settings::default())
    }

    /// Compiles a problem as the settings say.
    #[must_use]
    pub fn with_settings(problem: impl Into<Arc<Problem>>, settings: &Settings) -> Self {
        let problem = problem.into();
        Self {
            choice: choose(&problem, settings),
            problem,
        }
    }

    /// Compiles a problem as the settings say, within limits of time and a cancel token.
    ///
    /// # Errors
    /// What stopped it.
    pub fn within(
        problem: impl Into<Arc<Problem>>,
        settings: &Settings,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        Budget::start(limits).poll()?;
        Ok(Self::with_settings(problem, settings))
    }

    /// A new search, without assumptions and limits. O(total size of the options).
    #[must_use]
    pub fn search(&self) -> Search<'_> {
        Search::new(self, self.choice.engine(&self.problem))
    }

    /// The problem, which may be shared.
    #[must_use]
    pub fn problem(&self) -> &Arc<Problem> {
        &self.problem
    }

    /// The engine that was chosen.
    #[must_use]
    pub fn engine(&self) -> EngineName {
        self.choice.name
    }

    /// Why that engine was chosen, in words for people.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.choice.reason
    }
}
