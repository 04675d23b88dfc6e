//! Solving. A [`Solver`] is a compiled problem, a [`Search`] asks questions of it.
//!
//! A search keeps its assumptions and limits from question to question. Nothing is compiled again.

mod engines;
mod progress;
mod provers;
mod ranking;
mod run;
mod search;
mod solution;
mod supply;
mod team;
#[cfg(test)]
mod tests;
mod tree_hash;

use std::sync::{Arc, OnceLock};

pub use progress::{PartState, Progress};
pub(crate) use progress::{Place, Watch};
pub(crate) use provers::PROVERS;
pub use ranking::{Best, CostRange, Costed};
pub(crate) use run::Run;
pub use search::{OptionPrice, Prices, Search, Solutions};
pub use solution::{IntoIter, Solution};

use crate::ask::{Budget, Stop};
use crate::engine::{Choice, EngineChoice, EngineName, Settings, choose, memory_of};
use crate::policy::{Policies, PolicyError};
use crate::problem::Problem;

/// A problem compiled for an engine.
///
/// It is a cheap handle: clones share the compiled problem and can be sent to other threads. To ask
/// questions, make a [`Search`].
///
/// ```
/// use quadrille::{Problem, Solver};
///
/// let mut builder = Problem::builder();
/// builder.primary("a")?;
/// builder.option(["a"])?;
/// let solver = Solver::new(builder.build());
///
/// let other = solver.clone();
/// let count = std::thread::spawn(move || other.search().count().value);
/// assert_eq!(solver.search().count().value, count.join().unwrap());
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver(Arc<Compiled>);

#[derive(Debug)]
struct Compiled {
    problem: Arc<Problem>,
    choice: Choice,
    requested: EngineChoice,
    policies: Arc<Policies>,
    /// The most bytes of the tables of an engine.
    memory: usize,
    /// The hash of the problem and the engine, which identifies the search trees.
    hash: OnceLock<u64>,
}

impl Solver {
    /// Compiles a problem for the engine that suits it best.
    ///
    /// `links` takes O(total size of the options) time and memory. The tables of `bits` have three
    /// layouts, which take O(options x primary items) bits (`lanes`), O(options x items) (`lists`)
    /// or O(options²) bits (`rows`), but never more than
    /// [`Settings::memory`](crate::Settings::memory). The time to fill them is the total size of
    /// the options times the size of a row.
    #[must_use]
    pub fn new(problem: impl Into<Arc<Problem>>) -> Self {
        Self::with_settings(problem, &Settings::default())
    }

    /// Compiles a problem with the given settings, such as a certain engine.
    #[must_use]
    pub fn with_settings(problem: impl Into<Arc<Problem>>, settings: &Settings) -> Self {
        let problem = problem.into();
        let budget = Budget::unlimited();
        Self::compile(&problem, settings, &budget).unwrap_or_else(|_| unreachable!("no limits"))
    }

    /// Compiles a problem with the given settings, and stops at a time limit or when a cancel token
    /// is cancelled, which it checks every few milliseconds. Other limits are ignored.
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
    /// [`Stop::Time`] or [`Stop::Cancelled`], with all memory freed.
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
            choice: choose(problem, settings, &PROVERS, &mut budget.meter())?,
            problem: Arc::clone(problem),
            requested: settings.choice(),
            policies: Arc::clone(settings.policies()),
            memory: settings.bytes(),
            hash: OnceLock::new(),
        })))
    }

    /// Makes a search without assumptions and limits. O(1).
    ///
    /// The first question allocates the state of the engine, under the limits of that question:
    /// O(total size of the options) for `links`, much less for `bits`.
    #[must_use]
    pub fn search(&self) -> Search {
        Search::new(self.clone())
    }

    /// Returns the problem.
    #[must_use]
    pub fn problem(&self) -> &Arc<Problem> {
        &self.0.problem
    }

    /// Returns the value of a tuned number by its name; see [`Settings::policy`].
    ///
    /// # Errors
    /// [`PolicyError`] if there is no policy with this name.
    pub fn policy(&self, name: &str) -> Result<f64, PolicyError> {
        self.0.policies.get(name)
    }

    /// The tuned numbers of the settings.
    pub(crate) fn policies(&self) -> &Arc<Policies> {
        &self.0.policies
    }

    /// The most bytes of the tables of an engine.
    pub(crate) fn memory(&self) -> usize {
        self.0.memory
    }

    /// Returns the chosen engine.
    #[must_use]
    pub fn engine(&self) -> EngineName {
        self.0.choice.name
    }

    /// Whether the settings request this engine.
    pub(crate) fn requests(&self, engine: EngineName) -> bool {
        self.0.requested == EngineChoice::Prefer(engine)
    }

    /// Returns the bytes that the tables of an engine need for this problem, about: the engine is
    /// used only if [`Settings::memory`] allows them. `None` for the engines `links` and `costs`,
    /// which have no such limit, and if the problem is too large for the engine in any memory.
    /// O(size of the problem).
    ///
    /// ```
    /// use quadrille::{EngineChoice, EngineName, Settings, Solver, text::dlx};
    ///
    /// let problem = dlx::read(b"a b c\na b\nb c\nc\n")?;
    /// let bits = Settings::new().engine(EngineChoice::Prefer(EngineName::Bits));
    /// let solver = Solver::with_settings(problem.clone(), &bits.clone().memory(0));
    /// assert_eq!(solver.engine(), EngineName::Links);
    ///
    /// let bytes = solver.memory_of_engine(EngineName::Bits).expect("a small problem");
    /// let solver = Solver::with_settings(problem, &bits.memory(bytes));
    /// assert_eq!(solver.engine(), EngineName::Bits);
    /// # Ok::<(), quadrille::text::TextError>(())
    /// ```
    #[must_use]
    pub fn memory_of_engine(&self, engine: EngineName) -> Option<usize> {
        memory_of(engine, self.problem())
    }

    /// Returns the reason why this engine was chosen, as a short text for people.
    #[must_use]
    pub fn engine_reason(&self) -> &str {
        &self.0.choice.reason
    }
}

/// Returns the tuned numbers of a solver. The table also has those of sudoku.
#[must_use]
pub fn policies(solver: &Solver) -> &Policies {
    solver.policies()
}
