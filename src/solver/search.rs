//! A search: assumptions, limits, and questions.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use super::engines::{Engines, Role};
use super::progress::{Progress, Watch};
use super::run::{Growth, Next, Run};
use super::team::{Team, Wanted};
use super::{Solution, Solver};
use crate::ask::{
    Answer, Assumptions, Budget, Count, Limits, Order, Position, Question, Stats, Stop, Threads,
    Uniqueness,
};
use crate::engine::{Engine, Tree};
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
    pub(super) engines: Engines,
    limits: Limits,
    budget: Option<Arc<Budget>>,
    /// In an `Arc` of its own: the counter of clones of `Threads` would be shared by all searches, and
    /// changed by each question.
    threads: Arc<Threads>,
    pub(super) watch: Option<Watch>,
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
    /// on the thread that asks, and uses others once it is long. It uses only one if there is a node
    /// limit or a random order.
    ///
    /// Several threads answer `first`, `all`, `for_each`, `solutions`, `walk`, `unique`, `count`,
    /// `best` and `cheapest`.
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

    pub(crate) fn watcher(&self) -> Option<&Watch> {
        self.watch.as_ref()
    }

    pub(crate) fn shared_threads(&self) -> &Threads {
        &self.threads
    }

    /// Calls `report` about every `every` while a walk, a search for the cheapest solutions, a count or
    /// a diagram is in progress, on the thread that asked. Short searches report nothing.
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

    /// Sets where walks begin: at the [position](Self::position) of an earlier walk, or at the root
    /// (`None`). A walk skips the solutions before its start.
    ///
    /// The position may come from another search with the same problem, settings and assumptions.
    /// Otherwise the next walk stops immediately, with [`Stop::OtherTree`].
    ///
    /// The start applies to `first`, `all`, `for_each`, `solutions`, `walk`, `unique` and `count`.
    /// Other questions are about all solutions and ignore it. A walk that begins at a position
    /// ignores the [order](Self::order) and tries options in the natural order.
    ///
    /// ```
    /// use quadrille::{Limits, Problem, Solver};
    ///
    /// let mut builder = Problem::builder();
    /// for coin in ["first coin", "second coin"] {
    ///     let coin = builder.primary(coin)?;
    ///     builder.option([coin])?;
    ///     builder.option([coin])?;
    /// }
    /// let mut search = Solver::new(builder.build()).search();
    /// let stopped = search.limits(Limits::new().nodes(4)).walk();
    /// let rest = search.position();
    /// let others = search.begin_at(rest).limits(Limits::new()).walk();
    /// assert_eq!(stopped.value.to_u64().zip(others.value.to_u64()), Some((2, 2)));
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    pub fn begin_at(&mut self, position: impl Into<Option<Position>>) -> &mut Self {
        self.question.from = position.into();
        self
    }

    /// Returns the position at which the last walk stopped. A question that
    /// [begins](Self::begin_at) there finds the remaining solutions, in the same order. Before the
    /// first question, this is the position at which the first walk will begin.
    ///
    /// `None` after a complete walk; also in random order, with the engine `costs`, after a
    /// question that is not a walk, such as `count`, and after a change of the assumptions. So
    /// `None` does not mean that the walk was complete: for that, use
    /// [`is_complete`](Answer::is_complete).
    ///
    /// O(depth of the walk), and O(size of the problem) for the first position of a solver.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        match self.last {
            LastQuestion::Other => None,
            LastQuestion::Walk => {
                let engine = self.engines.get(Role::Walk, &self.solver)?;
                Some(Position::new(engine.tries()?, self.tree_hash()))
            }
            LastQuestion::None if self.question.order != Order::Natural => {
                self.question.from.clone()
            }
            LastQuestion::None => Some(self.question.from.clone().unwrap_or_default()),
        }
    }

    fn tree_hash(&self) -> u64 {
        self.solver.tree_hash(&self.question.assumptions)
    }

    /// Finds the first solution. The value `None` proves that there is no solution only if the
    /// answer [is complete](Answer::is_complete).
    ///
    /// The search stops at the first solution, with [`Stop::Solutions`], even if it is the only
    /// one. [`unique`](Self::unique) finds out whether there is another.
    #[must_use]
    pub fn first(&mut self) -> Answer<Option<Solution>> {
        let mut run = self.start(1);
        let value = self.next(&mut run);
        self.answer(value, &run)
    }

    /// Calls `visit` for every solution, with its options: forced options first, then in the order
    /// of choice. Stops when `visit` breaks. The value is the number of calls.
    ///
    /// This is the fastest way to visit many solutions: it allocates no memory per solution.
    pub fn for_each(
        &mut self,
        mut visit: impl FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> Answer<Count> {
        let mut run = self.start(u64::MAX);
        while self.advance(&mut run) {
            run.release_nodes();
            if visit(self.trail(&run)).is_break() {
                run.end(Stop::Solutions);
            }
        }
        self.answer(run.found.into(), &run)
    }

    /// Finds all solutions, in the order of the search. Memory grows with their number; use
    /// [`solutions`](Self::solutions) or [`Limits::solutions`] if there may be many.
    #[must_use]
    pub fn all(&mut self) -> Answer<Vec<Solution>> {
        let mut run = self.start(u64::MAX);
        let all = std::iter::from_fn(|| self.next(&mut run)).collect();
        self.answer(all, &run)
    }

    /// Visits every solution, and counts them. If the answer is not complete, the value is a lower
    /// bound.
    ///
    /// To learn only the number, use [`count`](Self::count), which is usually much faster. Use
    /// `walk` to measure a walk, or to split one: unlike [`count_by`](Self::count_by) with
    /// [`Method::Walk`](crate::Method::Walk), it has a [position](Self::position) at which it
    /// stopped, and ignores the memory limit.
    #[must_use]
    pub fn walk(&mut self) -> Answer<Count> {
        let mut run = self.start_counting(u64::MAX);
        self.walk_on(&mut run)
    }

    /// Starts a walk that can be continued after it was stopped. The caller must not ask another
    /// question before the end of the walk.
    pub(crate) fn start_walk(&mut self, budget: &Budget) -> Run {
        // Another method may give the answer. So the walk takes no solutions from the budget; the
        // count does so at its end.
        let needed = budget.solutions_left().unwrap_or(u64::MAX);
        let budget = budget.clone().without_solutions();
        let run = self.start_under(Role::Walk, budget, needed);
        self.forget_position();
        self.counting(run, needed)
    }

    /// Continues a walk until it stops.
    pub(crate) fn walk_on(&mut self, run: &mut Run) -> Answer<Count> {
        while self.advance(run) {}
        self.answer(run.found.into(), run)
    }

    /// Finds out whether there is no solution, exactly one, or several. Stops at the second
    /// solution.
    #[must_use]
    pub fn unique(&mut self) -> Answer<Uniqueness> {
        let mut run = self.start(2);
        while self.advance(&mut run) {}
        let value = match (run.found, run.stop) {
            (2.., _) => Uniqueness::Many,
            (1, Some(Stop::Exhausted)) => Uniqueness::One,
            (0, Some(Stop::Exhausted)) => Uniqueness::None,
            _ => Uniqueness::Unknown,
        };
        self.answer(value, &run)
    }

    /// Replaces the limits and the budget of this search by a running budget. Returns the old ones.
    pub(crate) fn replace_bounds(&mut self, budget: &Budget) -> (Limits, Option<Arc<Budget>>) {
        let own = (std::mem::take(&mut self.limits), self.budget.take());
        self.budget(budget);
        own
    }

    /// Restores the limits and the budget that [`replace_bounds`](Self::replace_bounds) returned.
    pub(crate) fn restore_bounds(&mut self, own: (Limits, Option<Arc<Budget>>)) {
        (self.limits, self.budget) = own;
    }

    /// Returns the tree of the engine, at the root of a question. `None` if the assumptions
    /// contradict each other, or if the engine does not search a tree.
    pub(crate) fn at_root(&mut self, budget: &Budget) -> Result<Option<&mut dyn Tree>, Stop> {
        self.forget_position();
        let (solver, question) = (&self.solver, &self.question);
        let mut meter = budget.meter();
        let possible = self
            .engines
            .start(Role::Walk, solver, question, None, &mut meter)?;
        let engine = self.engines.get_mut(Role::Walk, &self.solver);
        Ok(engine.filter(|_| possible).and_then(Engine::tree))
    }

    /// Starts a walk that only counts solutions, up to this number.
    fn start_counting(&mut self, needed: u64) -> Run {
        let run = self.start(needed);
        self.counting(run, needed)
    }

    fn counting(&self, run: Run, needed: u64) -> Run {
        let growth = self.growth(&run);
        run.with(Wanted::Number(needed), growth)
    }

    /// When the questions of this search use several threads.
    pub(super) fn growth(&self, run: &Run) -> Growth {
        // One thread keeps a node limit exactly and draws its random numbers in order.
        let needs_one = run.is_limited() || self.question.order != Order::Natural;
        let is_long = self.solver.policies().team.alone;
        Growth {
            after: (!needs_one || self.watch.is_some()).then_some(is_long),
            threads: Arc::clone(&self.threads),
            is_watched: self.watch.is_some(),
        }
    }

    /// Starts a walk that needs at most this many solutions.
    pub(super) fn start(&mut self, needed: u64) -> Run {
        let budget = self.start_budget();
        self.start_under(Role::Walk, budget, needed)
    }

    pub(super) fn start_under(&mut self, role: Role, budget: Budget, needed: u64) -> Run {
        let possible = self.move_to_start(role, &budget);
        let (size, policies) = (self.solver.problem().size(), self.solver.policies());
        let run = Run::new(role, budget, needed, size, policies);
        let growth = self.growth(&run);
        let run = run.with(Wanted::Solutions, growth);
        match possible {
            Ok(true) => run,
            Ok(false) => run.stopped(Stop::Exhausted),
            Err(stop) => run.stopped(stop),
        }
    }

    /// Moves an engine to the start of the question, and makes the engine if necessary. Returns
    /// whether the assumptions are consistent.
    fn move_to_start(&mut self, role: Role, budget: &Budget) -> Result<bool, Stop> {
        let position = self.question.from.as_ref();
        let position = position.filter(|_| role == Role::Walk);
        // A walk that is stopped before it begins leaves the start unchanged.
        self.last = LastQuestion::None;
        let mut meter = budget.meter();
        let (solver, question) = (&self.solver, &self.question);
        let tries = position.map(|position| {
            let tries = position.tries_in(|| self.tree_hash());
            tries.ok_or(Stop::OtherTree)
        });
        let tries = tries.transpose()?;
        let possible = self
            .engines
            .start(role, solver, question, tries, &mut meter)?;
        self.last = match role {
            Role::Walk => LastQuestion::Walk,
            Role::Cheapest => LastQuestion::Other,
        };
        Ok(possible)
    }

    /// Walks to the next solution. Returns whether there is one.
    pub(super) fn advance(&mut self, run: &mut Run) -> bool {
        loop {
            if run.team.is_some() {
                let watch = self.watch.clone();
                let mut report = |progress: &Progress| {
                    if let Some(watch) = &watch {
                        watch.report(progress);
                    }
                };
                let every = self.watch.as_ref().map(|watch| watch.every);
                let watcher = every.map(|every| (every, &mut report as &mut dyn FnMut(&Progress)));
                return run.wait(&mut self.trail, watcher);
            }
            match self.advance_alone(run) {
                Next::Solved => return true,
                Next::Ended => return false,
                Next::Grow => self.form_team(run),
            }
        }
    }

    /// Walks to the next solution on this thread.
    pub(super) fn advance_alone(&mut self, run: &mut Run) -> Next {
        let engine = self.engines.get_mut(run.role, &self.solver);
        engine.map_or(Next::Ended, |engine| run.next(engine))
    }

    /// Hands a walk over to a team.
    pub(super) fn form_team(&mut self, run: &mut Run) {
        if let Some(engine) = self.engines.take(run.role, &self.solver) {
            self.forget_position();
            let plan = run.plan(&self.solver, &self.question);
            run.team = Some(Team::of_engine(&plan, engine));
        }
    }

    /// The engine of a run; `None` if a limit stopped it and it was dropped.
    pub(super) fn engine(&mut self, run: &Run) -> Option<&mut dyn Engine> {
        self.engines.get_mut(run.role, &self.solver)
    }

    /// Forgets the position of the last walk, before a question that has none.
    pub(crate) fn forget_position(&mut self) {
        self.last = LastQuestion::Other;
    }

    /// Starts the budget of a question, and forgets the position of the last walk.
    pub(crate) fn start_budget(&mut self) -> Budget {
        self.forget_position();
        Budget::within(&self.limits, self.budget.clone())
    }

    pub(super) fn next(&mut self, run: &mut Run) -> Option<Solution> {
        self.advance(run).then(|| Solution::new(self.trail(run)))
    }

    /// The options of the last solution.
    pub(super) fn trail(&mut self, run: &Run) -> &[OptionId] {
        if run.team.is_some() {
            return &self.trail;
        }
        self.trail.clear();
        if let Some(engine) = self.engines.get(run.role, &self.solver) {
            engine.trail(&mut self.trail);
        }
        &self.trail
    }

    pub(super) fn answer<T>(&self, value: T, run: &Run) -> Answer<T> {
        Answer {
            value,
            stop: run.stop.unwrap_or(Stop::Solutions),
            stats: self.stats(run),
        }
    }

    pub(super) fn stats(&self, run: &Run) -> Stats {
        run.stats(self.engines.get(run.role, &self.solver))
    }
}
