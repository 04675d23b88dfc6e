//! A search: its assumptions and settings.
//!
//! The questions are in the files `walks`, `solutions`, `best` and `parts`. All of them start and
//! continue a run with the methods in `runs`.

mod best;
mod ceilings;
mod news;
mod option_price;
mod parts;
mod position;
mod prices;
mod runs;
mod solutions;
mod walks;
mod within;

use std::sync::Arc;
use std::time::Duration;

pub use self::option_price::OptionPrice;
pub use self::prices::Prices;
pub use self::solutions::Solutions;
use super::Solver;
use super::engines::Engines;
use super::progress::{Progress, Watch};
use crate::ask::{Assumptions, Budget, Limits, Order, Question, Threads};
use crate::problem::OptionId;

/// Asks questions of a [`Solver`].
///
/// Options can be *forced*, so that every solution uses them, or *forbidden*, so that none does.
/// Assumptions and limits apply to all later questions until they are changed. Changing them is
/// cheap: nothing is compiled again.
///
/// Every question starts at the root, or at the position set by [`begin_at`](Self::begin_at).
/// Applying the assumptions takes at most O(total size of the options), usually much less. The
/// search itself may take exponential time; set [`Limits`] to bound it.
///
/// ```
/// use quadrille::{Problem, Solver, Uniqueness};
///
/// let mut builder = Problem::builder();
/// for item in ["a", "b", "c"] {
///     builder.primary(item)?;
/// }
/// let ab = builder.option(["a", "b"])?;
/// let c = builder.option(["c"])?;
/// let a = builder.option(["a"])?;
/// let bc = builder.option(["b", "c"])?;
/// let solver = Solver::new(builder.build());
///
/// let mut search = solver.search();
/// assert_eq!(search.count().value, 2);
///
/// search.force(bc);
/// assert_eq!(search.unique().value, Uniqueness::One);
/// assert_eq!(search.first().value.map(|s| s.options().to_vec()), Some(vec![a, bc]));
///
/// search.forbid(a);
/// let answer = search.first();
/// assert!(answer.value.is_none() && answer.is_complete());
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    solver: Solver,
    /// The assumptions, the order, and the start of walks. The called method replaces `want`.
    question: Question,
    /// Made by the first question, under its limits.
    pub(in crate::solver) engines: Engines,
    limits: Limits,
    budget: Option<Arc<Budget>>,
    /// In an `Arc` of its own: the counter of clones of `Threads` would be shared by all searches,
    /// and changed by each question.
    threads: Arc<Threads>,
    watch: Option<Watch>,
    /// The options of the last solution. Kept to reuse its memory.
    trail: Vec<OptionId>,
    last: LastQuestion,
}

/// The kind of the last question under the current assumptions. Only a walk has a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastQuestion {
    /// No question yet, or the last one was stopped before it began.
    None,
    Walk,
    Other,
}

impl Search {
    pub(super) fn new(solver: Solver) -> Self {
        Self {
            solver,
            question: Question::default(),
            engines: Engines::default(),
            limits: Limits::default(),
            budget: None,
            threads: Arc::default(),
            watch: None,
            trail: Vec::new(),
            last: LastQuestion::None,
        }
    }

    /// Makes a search of another solver, with the limits, the budget, the threads and the watch of
    /// this one, and without assumptions. O(1).
    ///
    /// ```
    /// use quadrille::{Limits, Problem, Solver, Stop};
    ///
    /// let mut search = Solver::new(Problem::default()).search();
    /// search.limits(Limits::new().solutions(1));
    /// let other = Solver::new(Problem::default());
    /// assert_eq!(search.for_solver(&other).count().stop, Stop::Solutions);
    /// ```
    #[must_use]
    pub fn for_solver(&self, solver: &Solver) -> Self {
        Self {
            limits: self.limits.clone(),
            budget: self.budget.clone(),
            threads: Arc::clone(&self.threads),
            watch: self.watch.clone(),
            ..solver.search()
        }
    }

    /// Returns the solver.
    #[must_use]
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Returns the assumptions, the order and the start of walks, as a question. Its `want` is
    /// arbitrary: set it before you ask the question.
    ///
    /// ```
    /// use quadrille::{Limits, Problem, Question, Solver, Want};
    ///
    /// let mut builder = Problem::builder();
    /// let item = builder.primary("a")?;
    /// for _ in 0..5 {
    ///     builder.option([item])?;
    /// }
    /// let solver = Solver::new(builder.build());
    /// let mut search = solver.search();
    /// let some = search.limits(Limits::new().nodes(3)).all();
    /// // The remaining solutions, as a line of text for another process.
    /// let rest = Question { want: Want::All, from: search.position(), ..search.question().clone() };
    /// let rest: Question = rest.to_string().parse().expect("the text of a question");
    /// let others = solver.search().ask(&rest);
    /// assert_eq!((some.value.len(), others.stats.solutions.to_u64()), (2, Some(3)));
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    #[must_use]
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Returns the assumptions.
    #[must_use]
    pub fn assumptions(&self) -> &Assumptions {
        &self.question.assumptions
    }

    /// Replaces all assumptions.
    pub fn assume(&mut self, assumptions: Assumptions) -> &mut Self {
        *self.assumptions_mut() = assumptions;
        self
    }

    /// Forces an option: every solution must use it. O(1).
    ///
    /// If that is impossible, because the option is dropped, unknown, forbidden, or in conflict
    /// with another forced option, then there are no solutions. That is not an error.
    pub fn force(&mut self, option: OptionId) -> &mut Self {
        self.assumptions_mut().force(option);
        self
    }

    /// Forces several options. O(number of options).
    pub fn force_all(&mut self, options: &[OptionId]) -> &mut Self {
        self.assumptions_mut().force_all(options);
        self
    }

    /// Forbids an option: no solution may use it. O(1).
    pub fn forbid(&mut self, option: OptionId) -> &mut Self {
        self.assumptions_mut().forbid(option);
        self
    }

    /// Removes the assumptions on this option. O(number of assumptions).
    pub fn retract(&mut self, option: OptionId) -> &mut Self {
        self.assumptions_mut().retract(option);
        self
    }

    /// Removes all assumptions. O(1).
    pub fn retract_all(&mut self) -> &mut Self {
        self.assumptions_mut().clear();
        self
    }

    /// The assumptions, to be changed. After a change, the position of the last walk is invalid.
    fn assumptions_mut(&mut self) -> &mut Assumptions {
        if self.last == LastQuestion::Walk {
            self.last = LastQuestion::Other;
        }
        &mut self.question.assumptions
    }

    /// Sets the limits of all later questions, in place of the old ones. Each question starts its
    /// own clock.
    pub fn limits(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self
    }

    /// Sets a budget that all later questions share, in addition to the [limits](Self::limits) of
    /// each; `None` removes it. The search shares it with the caller.
    pub fn budget<'b>(&mut self, budget: impl Into<Option<&'b Budget>>) -> &mut Self {
        let budget: Option<&Budget> = budget.into();
        self.budget = budget.map(|budget| Arc::new(budget.clone()));
        self
    }

    /// Sets the number of threads of all later questions; the default is 1. Searches that share
    /// [`Threads`] use them in turn.
    ///
    /// The number of threads changes neither the answer nor the order of solutions. A search begins
    /// on the thread that asks, and uses others once it is long. It uses only one if there is a
    /// node limit or a random order.
    ///
    /// Several threads answer `first`, `all`, `for_each`, `solutions`, `walk`, `unique`, `count`,
    /// `best`, `best_by`, `cheapest`, `dearest`, `improve` and `count_within`; the trials with which a
    /// search for the best solutions begins have one thread.
    ///
    /// ```
    /// # let solver = quadrille::Solver::new(quadrille::Problem::builder().build());
    /// let mut search = solver.search();
    /// search.threads(4);
    /// ```
    pub fn threads(&mut self, threads: impl Into<Threads>) -> &mut Self {
        self.threads = Arc::new(threads.into());
        self
    }

    pub(crate) fn shared_threads(&self) -> &Threads {
        &self.threads
    }

    /// Calls `report` about every `every` while a walk, a search for the best solutions, a
    /// count or a diagram is in progress, on the thread that asked. Short searches report nothing.
    ///
    /// A report takes about a millisecond, in which all threads pause.
    ///
    /// ```
    /// use std::time::Duration;
    /// use quadrille::{Problem, Solver};
    ///
    /// let mut search = Solver::new(Problem::default()).search();
    /// search.watch(Duration::from_secs(1), |progress| {
    ///     if let Some(share) = progress.share {
    ///         println!("{:.1} %, {} solutions", 100.0 * share, progress.solutions);
    ///     }
    /// });
    /// ```
    pub fn watch(
        &mut self,
        every: Duration,
        report: impl FnMut(&Progress) + Send + 'static,
    ) -> &mut Self {
        self.watch = Some(Watch::new(every, report));
        self
    }

    pub(crate) fn watcher(&self) -> Option<&Watch> {
        self.watch.as_ref()
    }

    /// Sets the order in which walks try options. A random order takes O(total size of the options)
    /// more time for each question.
    ///
    /// ```
    /// # let solver = quadrille::Solver::new(quadrille::Problem::builder().build());
    /// use quadrille::Order;
    ///
    /// let mut search = solver.search();
    /// search.order(Order::Random(7));
    /// ```
    pub fn order(&mut self, order: Order) -> &mut Self {
        self.question.order = order;
        self
    }
}
