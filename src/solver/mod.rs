//! Solving: a [`Solver`] is a problem compiled once, a [`Search`] one thread's walk over it.
//!
//! Assumptions and limits are set on the search, then questions are asked of it, as many as you
//! like: between two questions nothing is compiled again.

mod answer;
mod count;
mod limits;
mod run;
mod search;
mod solutions;
mod walk;

use std::sync::Arc;

pub use answer::{Answer, Solution, Stats, Uniqueness};
pub use count::Count;
pub use limits::{CancelToken, Limits, Stop};
pub use search::Search;
pub use solutions::Solutions;

use crate::engine::{Choice, EngineChoice, EngineName, Links, choose};
use crate::problem::Problem;

/// A problem compiled for an engine, once. It is shared by all threads; each makes a
/// [`Search`] of its own.
#[derive(Clone, Debug)]
pub struct Solver {
    problem: Arc<Problem>,
    choice: Choice,
    links: Links,
}

impl Solver {
    /// Compiles a problem for the engine that suits it. O(total size of the options).
    #[must_use]
    pub fn new(problem: impl Into<Arc<Problem>>) -> Self {
        Self::with_engine(problem, EngineChoice::Auto)
    }

    /// Compiles a problem for the engine that is asked for. O(total size of the options).
    #[must_use]
    pub fn with_engine(problem: impl Into<Arc<Problem>>, engine: EngineChoice) -> Self {
        let problem = problem.into();
        Self {
            choice: choose(engine),
            links: Links::compile(&problem),
            problem,
        }
    }

    /// A new search, without assumptions and limits. O(total size of the options).
    #[must_use]
    pub fn search(&self) -> Search<'_> {
        Search::new(self, self.links.clone())
    }

    /// The problem.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The engine that was chosen.
    #[must_use]
    pub fn engine(&self) -> EngineName {
        self.choice.engine
    }

    /// Why that engine was chosen, in words for people.
    #[must_use]
    pub fn reason(&self) -> &str {
        self.choice.reason
    }
}
