//! Solving: a [`Solver`] is a problem compiled once, a [`Search`] one thread's walk over it.
//!
//! Assumptions and limits are set on the search, then questions are asked of it, as many as you
//! like: between two questions nothing is compiled again.

mod best;
mod engines;
mod mark;
mod run;
mod search;
mod solution;
mod solutions;
#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

pub use best::{Best, Costed};
pub(crate) use run::Run;
pub use search::Search;
pub use solution::{IntoIter, Solution};
pub use solutions::Solutions;

use crate::ask::{Budget, Stop};
use crate::engine::{Choice, EngineName, Settings, choose};
use crate::policy::{Policies, PolicyError};
use crate::problem::Problem;

/// A problem compiled for an engine, once. It is a cheap handle: a clone shares what was compiled,
/// and can be sent to another thread. Each [`Search`] holds one.
#[derive(Clone, Debug)]
pub struct Solver(Arc<Compiled>);

#[derive(Debug)]
struct Compiled {
    problem: Arc<Problem>,
    choice: Choice,
    policies: Arc<Policies>,
    /// Of the trees that its engine walks.
    mark: OnceLock<u64>,
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
        let budget = Budget::unlimited();
        Self::compile(&problem, settings, &budget).unwrap_or_else(|_| unreachable!("no limits"))
    }

    /// Compiles a problem as the settings say, within a budget or limits: time and a cancel token, the
    /// others are ignored. The clock is read every few milliseconds. Memory that was taken is given
    /// back when it stops.
    ///
    /// ```
    /// use quadrille::{CancelToken, Limits, Problem, Settings, Solver, Stop};
    ///
    /// let token = CancelToken::new();
    /// let limits = Limits::new().cancel(&token);
    /// let settings = Settings::new();
    /// assert!(Solver::within(Problem::default(), &settings, &limits).is_ok());
    /// token.cancel();
    /// let stopped = Solver::within(Problem::default(), &settings, &limits);
    /// assert_eq!(stopped.err(), Some(Stop::Cancelled));
    /// ```
    ///
    /// # Errors
    /// What stopped it.
    pub fn within(
        problem: impl Into<Arc<Problem>>,
        settings: &Settings,
        budget: impl Into<Budget>,
    ) -> Result<Self, Stop> {
        let budget = budget.into();
        budget.poll()?;
        Self::compile(&problem.into(), settings, &budget)
    }

    fn compile(problem: &Arc<Problem>, settings: &Settings, budget: &Budget) -> Result<Self, Stop> {
        Ok(Self(Arc::new(Compiled {
            choice: choose(problem, settings, &mut budget.meter())?,
            problem: Arc::clone(problem),
            policies: Arc::clone(settings.policies()),
            mark: OnceLock::new(),
        })))
    }

    /// A new search, without assumptions and limits. O(1). What it needs to walk is
    /// made when the first question is asked, under the limits of that question: O(total size of the
    /// options) for `links`, much less for `bits`.
    #[must_use]
    pub fn search(&self) -> Search {
        Search::new(self.clone())
    }

    /// The problem, which may be shared.
    #[must_use]
    pub fn problem(&self) -> &Arc<Problem> {
        &self.0.problem
    }

    /// The value of a tuned number, by its name: see [`Settings::policy`].
    ///
    /// # Errors
    /// If there is no such policy.
    pub fn policy(&self, name: &str) -> Result<f64, PolicyError> {
        self.0.policies.get(name)
    }

    /// The tuned numbers of its settings.
    pub(crate) fn policies(&self) -> &Arc<Policies> {
        &self.0.policies
    }

    /// The engine that was chosen.
    #[must_use]
    pub fn engine(&self) -> EngineName {
        self.0.choice.name
    }

    /// Why that engine was chosen, in words for people.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.0.choice.reason
    }
}
