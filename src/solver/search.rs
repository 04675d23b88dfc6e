//! A search: assumptions, limits, and the questions.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::engines::{Engines, Role};
use super::run::Run;
use super::{Solution, Solver};
use crate::ask::{
    Answer, Assumptions, Budget, Count, Limits, Order, Position, Question, Stats, Stop, Uniqueness,
};
use crate::engine::{Engine, Tree};
use crate::problem::OptionId;

/// One thread's questions to a [`Solver`], which it holds.
///
/// Options can be *assumed*: forced, so that every solution holds them, or forbidden, so that
/// none does. Assumptions and limits hold for all questions until they are changed; changing
/// them compiles nothing.
///
/// Every question starts at the root, whatever was asked before and however it ended. Making the
/// assumptions costs at most O(total size of the options), usually much less; the walk after
/// them is exponential at worst, and bounded by [`Limits`] only.
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
    /// What is assumed, the order of a walk, and where it begins. What is wanted is said by the method.
    question: Question,
    /// Made for the first question, so that its limits hold for that too.
    pub(super) engines: Engines,
    limits: Limits,
    budget: Option<Arc<Budget>>,
    /// Reused by every solution.
    trail: Vec<OptionId>,
    last: Last,
}

/// What a search was asked last, under its assumptions: only a walk can tell where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    /// Nothing, or what was stopped before it began.
    Nothing,
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
            trail: Vec::new(),
            last: Last::Nothing,
        }
    }

    /// The solver whose problem is searched.
    #[must_use]
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// What is assumed, in which order walks try options, and where they begin. What is wanted is left
    /// to the caller.
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
    /// // The rest, as a line of text that another process can answer.
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

    /// What is assumed.
    #[must_use]
    pub fn assumptions(&self) -> &Assumptions {
        &self.question.assumptions
    }

    /// Sets what is assumed, in place of all that was assumed before.
    pub fn assume(&mut self, assumptions: Assumptions) -> &mut Self {
        *self.assumed() = assumptions;
        self
    }

    /// Every solution must hold this option. Where that cannot be, because the option is
    /// dropped, unknown, forbidden, or in conflict with another forced one, questions find no
    /// solution. O(1).
    pub fn force(&mut self, option: OptionId) -> &mut Self {
        self.assumed().force(option);
        self
    }

    /// No solution may hold this option. O(1).
    pub fn forbid(&mut self, option: OptionId) -> &mut Self {
        self.assumed().forbid(option);
        self
    }

    /// Takes back what is assumed of this option: that it is forced, that it is forbidden, or
    /// both. O(number of assumptions).
    pub fn retract(&mut self, option: OptionId) -> &mut Self {
        self.assumed().retract(option);
        self
    }

    /// Takes back all assumptions. O(1).
    pub fn retract_all(&mut self) -> &mut Self {
        self.assumed().clear();
        self
    }

    /// The assumptions, to be changed: the tree becomes another one.
    fn assumed(&mut self) -> &mut Assumptions {
        if self.last == Last::Walk {
            self.last = Last::Other;
        }
        &mut self.question.assumptions
    }

    /// Sets the limits of each question to come, in place of those set before.
    pub fn limits(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self
    }

    /// Sets a budget that the questions to come share, beside the [limits](Self::limits) of each, or
    /// takes it away. The budget of the caller is the same one, and shows what they left.
    pub fn budget<'b>(&mut self, budget: impl Into<Option<&'b Budget>>) -> &mut Self {
        let budget: Option<&Budget> = budget.into();
        self.budget = budget.map(|budget| Arc::new(budget.clone()));
        self
    }

    /// Sets the order in which walks try options. With a random order, a question costs O(total
    /// size of the options) before its walk begins.
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

    /// Sets where walks begin: at a [position](Self::position) of an earlier walk, of this search or
    /// of another one of the same problem, settings and assumptions; or at the root again. What stands
    /// before it is left out. In another tree than its own a position means nothing: there a walk stops
    /// at once, with [`Stop::OtherTree`].
    ///
    /// This holds for `first`, `all`, `for_each`, `solutions`, `walk`, `unique` and `count`; all else is
    /// about all solutions. A position is one in the natural order of options, and the walk keeps to that
    /// whatever the [order](Self::order).
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

    /// Where the last walk stopped: of a question that [begins](Self::begin_at) there, the solutions are
    /// those that it did not come to, in the same order.
    ///
    /// `None` if nothing is left. `None` also where there is no position: in random order, with the engine
    /// `costs`, after a question that is no walk, such as `count`, and once other things are assumed. So
    /// ask the answer whether it [is complete](Answer::is_complete), not the position.
    ///
    /// O(depth of the walk), and O(size of the problem) for the first position of a solver.
    ///
    /// As long as nothing was asked, this is where the first walk will begin.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        match self.last {
            Last::Other => None,
            Last::Walk => {
                let engine = self.engines.get(Role::Walk, &self.solver)?;
                Some(Position::new(engine.tries()?, self.mark_of_tree()))
            }
            Last::Nothing if self.question.order != Order::Natural => self.question.from.clone(),
            Last::Nothing => Some(self.question.from.clone().unwrap_or_default()),
        }
    }

    fn mark_of_tree(&self) -> u64 {
        self.solver.mark_of_tree(&self.question.assumptions)
    }

    /// The first solution of the walk. That there is none is proved only if the answer
    /// [is complete](Answer::is_complete).
    ///
    /// The walk ends at the solution, with [`Stop::Solutions`] also where there is no other one:
    /// that is for [`unique`](Self::unique) to find.
    #[must_use]
    pub fn first(&mut self) -> Answer<Option<Solution>> {
        let mut run = self.start(1);
        let value = self.next(&mut run);
        self.answer(value, &run)
    }

    /// Shows every solution to `visit`: its options, forced ones first, in the order in which
    /// they were chosen. Stops early when `visit` breaks. The value says how many it saw.
    pub fn for_each(
        &mut self,
        mut visit: impl FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> Answer<Count> {
        let mut run = self.start(u64::MAX);
        while self.go_on(&mut run) {
            run.rest();
            if visit(self.trail(&run)).is_break() {
                run.end(Stop::Solutions);
            }
        }
        self.answer(run.found.into(), &run)
    }

    /// All solutions, in the order of the walk. Memory grows with their number: see
    /// [`solutions`](Self::solutions) and [`Limits::solutions`].
    #[must_use]
    pub fn all(&mut self) -> Answer<Vec<Solution>> {
        let mut run = self.start(u64::MAX);
        let all = std::iter::from_fn(|| self.next(&mut run)).collect();
        self.answer(all, &run)
    }

    /// Visits all solutions and counts them; the count is a lower bound if the answer is not
    /// complete. [`count`](Self::count) need not visit them.
    #[must_use]
    pub fn walk(&mut self) -> Answer<Count> {
        let mut run = self.start(u64::MAX);
        self.walk_on(&mut run)
    }

    /// A walk that can be gone on with after it was stopped. No other question may be asked
    /// before its end.
    pub(crate) fn start_walk(&mut self, budget: &Budget) -> Run {
        // Another way may give the answer, so that the solutions are taken from the budget at the end
        // of the count.
        let needed = budget.solutions_left().unwrap_or(u64::MAX);
        let budget = budget.clone().without_solutions();
        let run = self.start_under(Role::Walk, budget, needed);
        self.forget_position();
        run
    }

    /// Goes on with a walk.
    pub(crate) fn walk_on(&mut self, run: &mut Run) -> Answer<Count> {
        while self.go_on(run) {}
        self.answer(run.found.into(), run)
    }

    /// Whether there is no solution, one, or more. Stops at the second.
    #[must_use]
    pub fn unique(&mut self) -> Answer<Uniqueness> {
        let mut run = self.start(2);
        while self.go_on(&mut run) {}
        let value = match (run.found, run.stop) {
            (2.., _) => Uniqueness::Many,
            (1, Some(Stop::Exhausted)) => Uniqueness::One,
            (0, Some(Stop::Exhausted)) => Uniqueness::None,
            _ => Uniqueness::Unknown,
        };
        self.answer(value, &run)
    }

    /// Puts a budget that has begun in place of the limits and the budget of this search, and returns
    /// those.
    pub(crate) fn replace_bounds(&mut self, budget: &Budget) -> (Limits, Option<Arc<Budget>>) {
        let own = (std::mem::take(&mut self.limits), self.budget.take());
        self.budget(budget);
        own
    }

    /// Puts limits and budget back.
    pub(crate) fn restore_bounds(&mut self, own: (Limits, Option<Arc<Budget>>)) {
        (self.limits, self.budget) = own;
    }

    /// The tree of the engine at the root of a question under a budget; `None` if the assumptions
    /// contradict each other, or the engine walks no tree.
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

    /// Puts the engine at the root of a new question that needs at most this many solutions.
    pub(super) fn start(&mut self, needed: u64) -> Run {
        let budget = self.start_budget();
        self.start_under(Role::Walk, budget, needed)
    }

    pub(super) fn start_under(&mut self, role: Role, budget: Budget, needed: u64) -> Run {
        let possible = self.go_to_start(role, &budget);
        let (size, policies) = (self.solver.problem().size(), self.solver.policies().walk);
        let run = Run::new(role, budget, needed, size, policies);
        match possible {
            Ok(true) => run,
            Ok(false) => run.stopped(Stop::Exhausted),
            Err(stop) => run.stopped(stop),
        }
    }

    /// Puts an engine where a question begins, and makes it if there is none. Returns whether the
    /// assumptions can be.
    fn go_to_start(&mut self, role: Role, budget: &Budget) -> Result<bool, Stop> {
        let position = self.question.from.as_ref();
        let position = position.filter(|_| role == Role::Walk);
        // If it does not come to begin, nothing is done.
        self.last = Last::Nothing;
        let mut meter = budget.meter();
        let (solver, question) = (&self.solver, &self.question);
        let tries = position.map(|position| {
            let tries = position.tries_in(|| self.mark_of_tree());
            tries.ok_or(Stop::OtherTree)
        });
        let tries = tries.transpose()?;
        let possible = self
            .engines
            .start(role, solver, question, tries, &mut meter)?;
        self.last = match role {
            Role::Walk => Last::Walk,
            Role::Cheapest => Last::Other,
        };
        Ok(possible)
    }

    /// Goes on to the next solution; returns whether there is one.
    pub(super) fn go_on(&mut self, run: &mut Run) -> bool {
        let engine = self.engines.get_mut(run.role, &self.solver);
        engine.is_some_and(|engine| run.next(engine).is_continue())
    }

    /// The engine that answers a question, if it was not dropped on the way.
    pub(super) fn engine(&mut self, run: &Run) -> Option<&mut dyn Engine> {
        self.engines.get_mut(run.role, &self.solver)
    }

    /// There is no position any more that the caller would know.
    pub(crate) fn forget_position(&mut self) {
        self.last = Last::Other;
    }

    /// The budget of a question that is asked now, which is no walk, as far as is known.
    pub(crate) fn start_budget(&mut self) -> Budget {
        self.forget_position();
        Budget::within(&self.limits, self.budget.clone())
    }

    pub(super) fn next(&mut self, run: &mut Run) -> Option<Solution> {
        self.go_on(run).then(|| Solution::new(self.trail(run)))
    }

    /// The options of the solution that was found last.
    pub(super) fn trail(&mut self, run: &Run) -> &[OptionId] {
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
