//! Cores: assumptions that fail together.

use crate::ask::{Answer, Assumptions, Budget, Question, Stats, Stop};
use crate::engine::{Engine, Fuel, Learn, Remains, Step};
use crate::policy::LearnPolicies;
use crate::problem::Problem;
use crate::solver::{Solution, Solver};

/// The engine returns after this many nodes or conflicts, to check the limits.
const PIECE: u64 = 64;

/// The value of the answer to [`Cores::find`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Core {
    /// There is a solution under the assumptions: this one.
    Cover(Solution),
    /// There is none under these of the assumptions alone. Some of them may not be needed. There
    /// are none if the problem has no solution at all.
    Core(Assumptions),
    /// A limit stopped the search.
    Unknown,
}

/// Answers many questions about one problem under different assumptions: with a solution, or with a
/// *core*, a part of the assumptions under which there is none. The engine is `learn`; what it
/// learns from one question it keeps for the next. The same sequence of questions has the same
/// answers.
///
/// ```
/// use quadrille::{Assumptions, Core, Cores, Limits, OptionId, Solver, text::dlx};
///
/// // Two people cannot both cook. What the third one does is no problem.
/// let problem = dlx::read(b"Ann Bob Cleo | cook\nAnn cook\nAnn\nBob cook\nBob\nCleo\n")?;
/// let [ann_cooks, bob_cooks, cleo] = [0, 2, 4].map(OptionId::new);
/// let mut cores = Cores::new(&Solver::new(problem)).expect("a small problem");
/// let mut assumptions = Assumptions::new();
/// assumptions.force(ann_cooks).force(bob_cooks).force(cleo);
/// let Core::Core(core) = cores.find(&assumptions, &Limits::new()).value else { panic!("no core") };
/// assert_eq!(*core.forced(), [ann_cooks, bob_cooks]);
///
/// assumptions.retract(ann_cooks);
/// assert!(matches!(cores.find(&assumptions, &Limits::new()).value, Core::Cover(_)));
/// # Ok::<(), quadrille::text::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cores {
    learn: Learn,
}

impl Cores {
    /// Compiles the problem of a solver, with its policies. O(size of the problem).
    ///
    /// # Errors
    /// [`Stop::Memory`] if the tables need more than [`Settings::memory`](crate::Settings::memory).
    pub fn new(solver: &Solver) -> Result<Self, Stop> {
        Self::within(solver, Budget::unlimited())
    }

    /// Compiles the problem of a solver, and stops at a time limit or when a cancel token is
    /// cancelled.
    ///
    /// # Errors
    /// [`Stop::Time`], [`Stop::Cancelled`] or [`Stop::Memory`], with all memory freed.
    pub fn within(solver: &Solver, budget: impl Into<Budget>) -> Result<Self, Stop> {
        let memory = solver.memory();
        Self::of(
            solver.problem(),
            solver.policies().learn,
            memory,
            &budget.into(),
        )
    }

    /// Compiles a problem for at most this many bytes.
    pub(super) fn of(
        problem: &Problem,
        policies: LearnPolicies,
        memory: usize,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let mut meter = budget.meter();
        let (options, items) = (problem.option_count(), problem.item_count());
        let bytes = Learn::memory(options, problem.use_count(), items);
        let memory = memory.checked_sub(bytes).ok_or(Stop::Memory)?;
        let remains = Remains::whole(problem, &mut meter)?;
        let mut learn = Learn::compile(problem, remains, policies, memory, &mut meter)?;
        learn.start(&Question::default(), None, &mut meter)?;
        Ok(Self { learn })
    }

    /// Excludes a solution from all later answers: they are about the others. O(number of options).
    pub fn exclude(&mut self, solution: &Solution) {
        self.learn.assume(&[]);
        self.learn.exclude(solution.options());
    }

    /// Finds a solution under the assumptions, or a core. All limits hold but that of solutions; a
    /// limit of nodes counts decisions. The answer is complete if there is a core; if there is a
    /// solution, the stop reason is [`Stop::Solutions`].
    #[must_use]
    pub fn find(&mut self, assumptions: &Assumptions, budget: impl Into<Budget>) -> Answer<Core> {
        let budget = budget.into();
        let mut stats = Stats {
            threads: 1,
            ..Stats::default()
        };
        let (value, stop) = match self.run(assumptions, &budget, &mut stats) {
            Ok(Some(cover)) => (Core::Cover(cover), Stop::Solutions),
            Ok(None) => {
                let mut core = Assumptions::new();
                for &(option, is_chosen) in self.learn.failed() {
                    if is_chosen {
                        core.force(option)
                    } else {
                        core.forbid(option)
                    };
                }
                (Core::Core(core), Stop::Exhausted)
            }
            Err(stop) => (Core::Unknown, stop),
        };
        stats.elapsed = budget.elapsed();
        Answer::new(value, stop, stats)
    }

    fn run(
        &mut self,
        assumptions: &Assumptions,
        budget: &Budget,
        stats: &mut Stats,
    ) -> Result<Option<Solution>, Stop> {
        budget.poll()?;
        let (forced, forbidden) = (assumptions.forced(), assumptions.forbidden());
        let chosen = forced.iter().map(|&option| (option, true));
        let all: Vec<_> = chosen
            .chain(forbidden.iter().map(|&option| (option, false)))
            .collect();
        if !self.learn.assume(&all) {
            return Ok(None);
        }
        let before = self.learn.inferences().unwrap_or_default();
        let mut meter = budget.meter();
        loop {
            let nodes = budget.take_nodes(PIECE)?;
            let mut fuel = Fuel {
                nodes,
                dead_ends: PIECE,
            };
            let step = self.learn.run(&mut fuel, &mut meter);
            budget.give_nodes(fuel.nodes);
            stats.nodes += nodes - fuel.nodes;
            stats.inferences = self.learn.inferences().map(|all| all.since(before));
            match step {
                Step::Solved => {
                    stats.solutions = 1_u64.into();
                    let mut trail = Vec::new();
                    self.learn.trail(&mut trail);
                    return Ok(Some(Solution::new(&trail)));
                }
                Step::OutOfNodes | Step::OutOfDeadEnds => budget.poll()?,
                Step::Exhausted => return Ok(None),
                Step::Stopped(stop) => return Err(stop),
            }
        }
    }
}
