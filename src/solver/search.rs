//! A search: assumptions, limits, and the questions.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::run::Run;
use super::{Solution, Solver};
use crate::ask::{
    Answer, Assumptions, Budget, Count, Limits, Meter, Order, Stats, Stop, Uniqueness,
};
use crate::engine::{AnyEngine, Costs, Engine, with_engine};
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
    /// Made for the first question, so that its limits hold for that too.
    engine: Option<AnyEngine>,
    assumptions: Assumptions,
    order: Order,
    limits: Limits,
    budget: Option<Arc<Budget>>,
    /// Reused by every solution.
    trail: Vec<OptionId>,
    /// The engine for the cheapest solutions, once they were asked for.
    pub(super) costs: Option<Box<Costs>>,
}

impl Search {
    pub(super) fn new(solver: Solver) -> Self {
        Self {
            solver,
            engine: None,
            assumptions: Assumptions::new(),
            order: Order::Natural,
            limits: Limits::default(),
            budget: None,
            trail: Vec::new(),
            costs: None,
        }
    }

    /// The solver whose problem is searched.
    #[must_use]
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// What is assumed.
    #[must_use]
    pub fn assumptions(&self) -> &Assumptions {
        &self.assumptions
    }

    /// Sets what is assumed, in place of all that was assumed before.
    pub fn assume(&mut self, assumptions: Assumptions) -> &mut Self {
        self.assumptions = assumptions;
        self
    }

    /// Every solution must hold this option. Where that cannot be, because the option is
    /// dropped, unknown, forbidden, or in conflict with another forced one, questions find no
    /// solution. O(1).
    pub fn force(&mut self, option: OptionId) -> &mut Self {
        self.assumptions.force(option);
        self
    }

    /// No solution may hold this option. O(1).
    pub fn forbid(&mut self, option: OptionId) -> &mut Self {
        self.assumptions.forbid(option);
        self
    }

    /// Takes back what is assumed of this option: that it is forced, that it is forbidden, or
    /// both. O(number of assumptions).
    pub fn retract(&mut self, option: OptionId) -> &mut Self {
        self.assumptions.retract(option);
        self
    }

    /// Takes back all assumptions. O(1).
    pub fn retract_all(&mut self) -> &mut Self {
        self.assumptions.clear();
        self
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
        self.order = order;
        self
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
            self.read_trail();
            if visit(&self.trail).is_break() {
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
        self.start_under(budget.clone(), u64::MAX)
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

    /// The engine at the root of a question under a budget; `None` if the assumptions contradict
    /// each other.
    pub(crate) fn at_root(&mut self, budget: &Budget) -> Result<Option<&mut AnyEngine>, Stop> {
        let possible = self.go_to_root(budget)?;
        Ok(self.engine.as_mut().filter(|_| possible))
    }

    /// Puts the engine at the root of a new question that needs at most this many solutions.
    pub(super) fn start(&mut self, needed: u64) -> Run {
        self.start_under(self.start_budget(), needed)
    }

    fn start_under(&mut self, budget: Budget, needed: u64) -> Run {
        let possible = self.go_to_root(&budget);
        let (size, policies) = (self.solver.problem().size(), self.solver.policies().walk);
        let run = Run::new(budget, needed, size, policies);
        match possible {
            Ok(true) => run,
            Ok(false) => run.stopped(Stop::Exhausted),
            Err(stop) => run.stopped(stop),
        }
    }

    /// Puts the engine at the root of a question, and makes it if there is none. Returns whether the
    /// assumptions can be.
    fn go_to_root(&mut self, budget: &Budget) -> Result<bool, Stop> {
        let mut meter = budget.meter();
        // An engine that is stopped here is of no use any more.
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => self.solver.engine_within(&mut meter)?,
        };
        let possible = with_engine!(&mut engine, engine => {
            assume(engine, self.order, &self.assumptions, &mut meter)
        })?;
        self.engine = Some(engine);
        Ok(possible)
    }

    /// Goes on to the next solution; returns whether there is one.
    fn go_on(&mut self, run: &mut Run) -> bool {
        let engine = self.engine.as_mut();
        engine.is_some_and(|engine| run.next(engine).is_continue())
    }

    /// Puts the engine of the cheapest at the root of a question.
    pub(super) fn assume_in(
        &self,
        engine: &mut Costs,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        assume(engine, self.order, &self.assumptions, meter)
    }

    /// The budget of a question that is asked now.
    pub(crate) fn start_budget(&self) -> Budget {
        Budget::within(&self.limits, self.budget.clone())
    }

    pub(super) fn next(&mut self, run: &mut Run) -> Option<Solution> {
        self.go_on(run).then(|| self.solution())
    }

    fn read_trail(&mut self) {
        self.trail.clear();
        if let Some(engine) = &self.engine {
            with_engine!(engine, engine => engine.trail(&mut self.trail));
        }
    }

    fn solution(&mut self) -> Solution {
        self.read_trail();
        Solution::new(&self.trail)
    }

    fn answer<T>(&self, value: T, run: &Run) -> Answer<T> {
        Answer {
            value,
            stop: run.stop.unwrap_or(Stop::Solutions),
            stats: self.stats(run),
        }
    }

    pub(super) fn stats(&self, run: &Run) -> Stats {
        match &self.engine {
            Some(engine) => with_engine!(engine, engine => run.stats(engine)),
            None => run.spent(),
        }
    }
}

/// Puts an engine at the root of a question. Returns whether what is assumed can be.
fn assume(
    engine: &mut impl Engine,
    order: Order,
    assumptions: &Assumptions,
    meter: &mut Meter<'_>,
) -> Result<bool, Stop> {
    engine.reset(meter)?;
    if let Order::Random(seed) = order {
        engine.randomise(seed, meter)?;
    }
    for &option in &*assumptions.forbidden() {
        engine.forbid(option);
        meter.spend(64)?;
    }
    Ok(engine.force_all(&assumptions.forced()))
}
