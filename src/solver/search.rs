//! A search: assumptions, limits, and the questions.

use std::ops::ControlFlow;

use super::run::Run;
use super::{Answer, Count, Solution, Solutions, Solver, Stats, Uniqueness};
use crate::ask::{Budget, Limits, Meter, Stop};
use crate::engine::{AnyEngine, Costs, Engine, with_engine};
use crate::problem::OptionId;

/// One thread's walk over a [`Solver`].
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
/// assert_eq!(search.uniqueness().value, Uniqueness::One);
/// assert_eq!(search.first().value.map(|s| s.options().to_vec()), Some(vec![a, bc]));
///
/// search.forbid(a);
/// let answer = search.first();
/// assert!(answer.value.is_none() && answer.is_complete());
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Search<'s> {
    solver: &'s Solver,
    /// Made for the first question, so that its limits hold for that too.
    engine: Option<AnyEngine>,
    forced: Vec<OptionId>,
    forbidden: Vec<OptionId>,
    /// What is assumed of each option, so that saying it twice does nothing.
    assumed: Vec<Assumed>,
    limits: Limits,
    seed: Option<u64>,
    /// Reused by every solution.
    trail: Vec<OptionId>,
    /// The engine for the cheapest solutions, once they were asked for.
    pub(super) costs: Option<Box<Costs>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Assumed {
    forced: bool,
    forbidden: bool,
}

impl<'s> Search<'s> {
    pub(super) fn new(solver: &'s Solver) -> Self {
        Self {
            solver,
            engine: None,
            forced: Vec::new(),
            forbidden: Vec::new(),
            assumed: vec![Assumed::default(); solver.problem().option_count()],
            limits: Limits::default(),
            seed: None,
            trail: Vec::new(),
            costs: None,
        }
    }

    /// The solver whose problem is searched.
    #[must_use]
    pub fn solver(&self) -> &'s Solver {
        self.solver
    }

    /// Every solution must hold this option. Where that cannot be, because the option is
    /// dropped, unknown, forbidden, or in conflict with another forced one, questions find no
    /// solution. O(1).
    pub fn force(&mut self, option: OptionId) -> &mut Self {
        match self.assumed.get_mut(option.index()) {
            Some(assumed) if assumed.forced => {}
            Some(assumed) => {
                assumed.forced = true;
                self.forced.push(option);
            }
            // An unknown option is forced in vain, which the engine will find.
            None => self.forced.push(option),
        }
        self
    }

    /// No solution may hold this option. O(1).
    pub fn forbid(&mut self, option: OptionId) -> &mut Self {
        if let Some(assumed) = self.assumed.get_mut(option.index())
            && !assumed.forbidden
        {
            assumed.forbidden = true;
            self.forbidden.push(option);
        }
        self
    }

    /// Takes back what is assumed of this option: that it is forced, that it is forbidden, or
    /// both. O(number of assumptions).
    pub fn retract(&mut self, option: OptionId) -> &mut Self {
        self.forced.retain(|&forced| forced != option);
        self.forbidden.retain(|&forbidden| forbidden != option);
        if let Some(assumed) = self.assumed.get_mut(option.index()) {
            *assumed = Assumed::default();
        }
        self
    }

    /// Takes back all assumptions. O(number of assumptions).
    pub fn retract_all(&mut self) -> &mut Self {
        for option in self.forced.drain(..).chain(self.forbidden.drain(..)) {
            if let Some(assumed) = self.assumed.get_mut(option.index()) {
                *assumed = Assumed::default();
            }
        }
        self
    }

    /// Sets the limits of the questions to come, in place of those set before.
    pub fn limits(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self
    }

    /// With a seed, options are tried in random order and ties between items are broken at
    /// random; the same seed gives the same solutions in the same order, on every machine.
    /// Without one (the default) the order is that of the problem. A question with a seed costs
    /// O(total size of the options) before its walk begins.
    ///
    /// ```
    /// # let solver = quadrille::Solver::new(quadrille::Problem::builder().build());
    /// let mut search = solver.search();
    /// search.seed(7); // or Some(7)
    /// search.seed(None);
    /// ```
    pub fn seed(&mut self, seed: impl Into<Option<u64>>) -> &mut Self {
        self.seed = seed.into();
        self
    }

    /// The first solution of the walk. That there is none is proved only if the answer
    /// [is complete](Answer::is_complete).
    ///
    /// The walk ends at the solution, with [`Stop::Solutions`] also where there is no other one:
    /// that is for [`uniqueness`](Self::uniqueness) to find.
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
                run.stop = Some(Stop::Solutions);
            }
        }
        self.answer(run.found.into(), &run)
    }

    /// All solutions, one by one, as they are asked for. Memory does not grow with their number.
    pub fn solutions(&mut self) -> Solutions<'_, 's> {
        let run = self.start(u64::MAX);
        Solutions::new(self, run)
    }

    /// How many solutions there are; at least as many, if the answer is not complete.
    #[must_use]
    pub fn count(&mut self) -> Answer<Count> {
        let mut run = self.start(u64::MAX);
        self.count_on(&mut run)
    }

    /// A count that can be gone on with after it was stopped. No other question may be asked
    /// before its end.
    pub(crate) fn start_count(&mut self, budget: &Budget) -> Run {
        self.start_under(budget.clone())
    }

    /// Goes on with a count.
    pub(crate) fn count_on(&mut self, run: &mut Run) -> Answer<Count> {
        while self.go_on(run) {}
        self.answer(run.found.into(), run)
    }

    /// Whether there is no solution, one, or more. Stops at the second.
    #[must_use]
    pub fn uniqueness(&mut self) -> Answer<Uniqueness> {
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

    /// The engine at the root of a question under a budget; `None` if the assumptions contradict
    /// each other.
    pub(crate) fn at_root(&mut self, budget: &Budget) -> Result<Option<&mut AnyEngine>, Stop> {
        let possible = self.assume(budget)?;
        Ok(self.engine.as_mut().filter(|_| possible))
    }

    /// Puts the engine at the root of a new question that needs at most this many solutions.
    fn start(&mut self, needed: u64) -> Run {
        self.start_under(self.budget_for(needed))
    }

    fn start_under(&mut self, budget: Budget) -> Run {
        let possible = self.assume(&budget);
        let run = Run::new(
            budget,
            self.solver.problem().size(),
            self.solver.policies().walk,
        );
        match possible {
            Ok(true) => run,
            Ok(false) => run.impossible(),
            Err(stop) => run.stopped(stop),
        }
    }

    /// Puts the engine at the root of a question, and makes it if there is none. Returns whether the
    /// assumptions can be.
    fn assume(&mut self, budget: &Budget) -> Result<bool, Stop> {
        let mut meter = budget.meter();
        // An engine that is stopped here is of no use any more.
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => self.solver.engine_within(&mut meter)?,
        };
        let possible = with_engine!(&mut engine, engine => {
            assume(engine, self.seed, &self.forbidden, &self.forced, &mut meter)
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
        assume(engine, self.seed, &self.forbidden, &self.forced, meter)
    }

    /// The budget of a question that is asked now and needs at most this many solutions.
    pub(super) fn budget_for(&self, needed: u64) -> Budget {
        Budget::start(&self.limits.clone().at_most_solutions(needed))
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

/// Puts an engine at the root of a question with a seed and assumptions. Returns whether these can
/// be.
fn assume(
    engine: &mut impl Engine,
    seed: Option<u64>,
    forbidden: &[OptionId],
    forced: &[OptionId],
    meter: &mut Meter<'_>,
) -> Result<bool, Stop> {
    engine.reset(meter)?;
    if let Some(seed) = seed {
        engine.randomise(seed, meter)?;
    }
    for &option in forbidden {
        engine.forbid(option);
        meter.spend(64)?;
    }
    Ok(engine.force_all(forced))
}
