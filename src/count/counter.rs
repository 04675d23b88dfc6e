//! A counter: the number of solutions by whatever method suits the problem.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use super::diagram::{Diagram, DiagramBuilder};
use super::fold::{Fold, NoFold};
use super::layout::{Layout, NoLayout};
use super::progress::Progress;
use super::race::{Finish, Race, RivalCount, Rivals};
use crate::ask::{Budget, Limits, Stop};
use crate::problem::OptionId;
use crate::solver::{Answer, Count, Search, Solver, Stats};

/// Bytes that an engine takes for each item, option and use, about.
const ENGINE: usize = 16;

/// How solutions are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// By the one of the others that is done first, as far as can be told.
    #[default]
    Auto,
    /// One by one.
    Walk,
    /// By states, each of which is counted once and then looked up.
    Memo,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Walk => "walk",
            Self::Memo => "memo",
        })
    }
}

/// Counts solutions without visiting each of them.
///
/// ```
/// use quadrille::count::Counter;
/// use quadrille::{Problem, Solver};
///
/// // Eighty coins, each heads or tails.
/// let mut builder = Problem::builder();
/// for coin in 0..80 {
///     let coin = builder.primary(&coin.to_string())?;
///     builder.option([coin])?;
///     builder.option([coin])?;
/// }
/// let solver = Solver::new(builder.build());
/// let count = Counter::new(&solver).count();
/// assert_eq!(count.value.to_string(), (1_u128 << 80).to_string());
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counter<'s> {
    search: Search<'s>,
    forced: Vec<OptionId>,
    forbidden: Vec<OptionId>,
    limits: Limits,
    method: Method,
    report: Report,
}

/// How a count was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The method that gave the answer.
    pub method: Method,
    /// Why that method was taken, in words for people.
    pub reason: String,
    /// States that were put into tables; of the memo of a fold those that are in it at the end.
    pub states: usize,
    /// How often a state was found there.
    pub hits: u64,
}

/// Why there is no diagram: a state of the problem takes too many bits.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the problem is too large for a diagram: {0}")]
pub struct TooLarge(String);

impl<'s> Counter<'s> {
    /// A counter without assumptions, and without limits but the default of
    /// [memory](Limits::memory).
    #[must_use]
    pub fn new(solver: &'s Solver) -> Self {
        Self {
            search: solver.search(),
            forced: Vec::new(),
            forbidden: Vec::new(),
            limits: Limits::new(),
            method: Method::Auto,
            report: Report::default(),
        }
    }

    /// Only solutions with this option count. O(1).
    pub fn force(&mut self, option: OptionId) -> &mut Self {
        self.search.force(option);
        self.forced.push(option);
        self
    }

    /// Only solutions without this option count. O(1).
    pub fn forbid(&mut self, option: OptionId) -> &mut Self {
        self.search.forbid(option);
        self.forbidden.push(option);
        self
    }

    /// Takes back all assumptions.
    pub fn retract_all(&mut self) -> &mut Self {
        self.search.retract_all();
        self.forced.clear();
        self.forbidden.clear();
        self
    }

    /// Sets the limits of the counts to come.
    pub fn limits(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self
    }

    /// Sets the method.
    pub fn method(&mut self, method: Method) -> &mut Self {
        self.method = method;
        self
    }

    /// Whether the problem and an engine stay within the limit of memory, if one is set.
    fn fits(&self) -> bool {
        !self.limits.bounds_memory() || self.left(1).is_some()
    }

    /// Bytes for all that is laid out and kept in tables, beside the problem and two engines.
    fn room(&self) -> usize {
        self.left(2).unwrap_or(0)
    }

    /// The bytes that the problem and so many engines leave.
    fn left(&self, engines: usize) -> Option<usize> {
        let problem = self.search.solver().problem();
        let engines = problem.size().checked_mul(engines * ENGINE)?;
        let most = self
            .limits
            .most_memory()
            .max(self.search.solver().policies().count.least_memory);
        most.checked_sub(problem.bytes().checked_add(engines)?)
    }

    /// How the last count was made.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// How many solutions there are; at least as many, if the answer is not complete.
    ///
    /// Nodes of [`Method::Memo`] are the states that were branched on; nodes of all tries add up.
    #[must_use]
    pub fn count(&mut self) -> Answer<Count> {
        self.report = Report::default();
        let budget = Budget::start(&self.limits);
        if !self.fits() {
            return self.without_walk(Stop::Memory, "the problem takes all of it", &budget);
        }
        if self.method == Method::Walk {
            return self.walk("asked for", 0, &budget);
        }
        let solver = self.search.solver();
        let (assumed, room) = ((&*self.forced, &*self.forbidden), self.room());
        let policies = solver.policies();
        let begin = || Rivals::new(solver.problem(), assumed, room, &budget, policies);
        let race = match self.method {
            Method::Memo => Race::without_walk(&mut self.search, &budget),
            _ => Race::new(&mut self.search, &budget),
        };
        match race.run(begin) {
            Finish::Walked(answer, nodes) => {
                self.report.method = Method::Walk;
                self.report.reason = match nodes {
                    u64::MAX => "nothing else is possible with this memory".to_owned(),
                    _ if answer.stop.is_limit() => format!("it was under way for {nodes} nodes"),
                    _ => format!("it ended within {nodes} nodes"),
                };
                answer
            }
            Finish::Won(count) => self.won(count, &budget),
            Finish::Unable(reason, spent) => self.walk(&reason, spent, &budget),
            Finish::Contradiction => {
                self.without_walk(Stop::Exhausted, "no state can be solved", &budget)
            }
        }
    }

    /// The answer by a rival of the walk.
    fn won(&mut self, count: RivalCount, budget: &Budget) -> Answer<Count> {
        let reason = match self.method {
            Method::Memo => "asked for".to_owned(),
            _ => format!("a walk of {} nodes did not end", count.walked),
        };
        self.report = Report {
            method: Method::Memo,
            reason,
            states: count.states,
            hits: count.hits,
        };
        let enough = self.limits.most_solutions().map(Count::from);
        let (value, stop) = match enough {
            Some(enough) if count.value >= enough => (enough, Stop::Solutions),
            _ => (count.value, count.stop),
        };
        Answer {
            stats: Stats {
                solutions: value.clone(),
                nodes: count.nodes,
                elapsed: budget.elapsed(),
                ..Stats::default()
            },
            value,
            stop,
        }
    }

    /// The answer where nothing is counted, for this reason.
    fn without_walk(&mut self, stop: Stop, reason: &str, budget: &Budget) -> Answer<Count> {
        self.report.method = Method::Memo;
        reason.clone_into(&mut self.report.reason);
        Answer {
            value: Count::default(),
            stop,
            stats: Stats {
                elapsed: budget.elapsed(),
                ..Stats::default()
            },
        }
    }

    /// All solutions as a diagram; none if a limit other than that of solutions stopped it, or the
    /// diagram outgrew the [memory](Limits::memory). The method is always [`Method::Memo`].
    ///
    /// # Errors
    ///
    /// Says why it cannot be, if a state of the problem takes too many bits.
    pub fn diagram(&mut self) -> Result<Answer<Option<Diagram>>, TooLarge> {
        let budget = Budget::start(&self.limits);
        self.report = Report {
            method: Method::Memo,
            ..Report::default()
        };
        let mut nodes = 0;
        let (value, stop) = match self.build(&budget, &mut nodes) {
            Ok(diagram) => (Some(diagram), Stop::Exhausted),
            Err(NoFold::Stopped(stop)) => (None, stop),
            Err(NoFold::TooLarge(reason)) => return Err(TooLarge(reason)),
            Err(NoFold::Outgrown(_)) => (None, Stop::Memory),
        };
        Ok(self.answer(value, stop, nodes, &budget))
    }

    /// The diagram, and how many nodes it took.
    fn build(&mut self, budget: &Budget, nodes: &mut u64) -> Result<Diagram, NoFold> {
        let (problem, room) = (self.search.solver().problem(), self.room());
        let mut meter = budget.meter();
        let assumed = (&*self.forced, &*self.forbidden);
        let (layout, forced) = match Layout::under(problem, assumed, room / 2, &mut meter) {
            Ok(layout) => layout,
            Err(NoLayout::NoSolution) => return Ok(Diagram::none(problem.option_count())),
            Err(NoLayout::Stopped(stop)) => return Err(NoFold::Stopped(stop)),
            Err(NoLayout::TooLarge(_)) => return Err(NoFold::Stopped(Stop::Memory)),
        };
        let builder = DiagramBuilder::new(layout.ids().to_vec());
        let room = room.saturating_sub(layout.bytes());
        let layout = Arc::new(layout);
        let policies = self.search.solver().policies();
        let mut fold = Fold::new(&layout, &forced, room, builder, policies.fold, &mut meter)?;
        let root = loop {
            budget.poll_at(fold.nodes())?;
            let pause = (fold.nodes() + policies.count.poll).min(self.limits.most_nodes());
            let progress = fold.run(pause, &mut meter);
            *nodes = fold.nodes();
            (self.report.states, self.report.hits) = fold.states();
            match progress {
                Progress::Done(root) => break root,
                Progress::Paused => {}
                Progress::Outgrown => return Err(NoFold::Stopped(Stop::Memory)),
                Progress::Stopped(stop) => return Err(NoFold::Stopped(stop)),
            }
        };
        let (builder, forced) = fold.into_parts();
        let options = problem.option_count();
        Ok(builder.finish(root, &forced, options, room, &mut meter)?)
    }

    fn answer(
        &self,
        value: Option<Diagram>,
        stop: Stop,
        nodes: u64,
        budget: &Budget,
    ) -> Answer<Option<Diagram>> {
        Answer {
            stats: Stats {
                solutions: value.as_ref().map(Diagram::count).unwrap_or_default(),
                nodes,
                elapsed: budget.elapsed(),
                ..Stats::default()
            },
            value,
            stop,
        }
    }

    /// Walks, after so many nodes of other ways.
    fn walk(&mut self, reason: &str, spent: u64, budget: &Budget) -> Answer<Count> {
        self.report.method = Method::Walk;
        self.report.reason = reason.to_owned();
        let mut limits = budget.rest();
        if limits.most_nodes() < u64::MAX {
            let left = limits.most_nodes().saturating_sub(spent);
            limits = limits.nodes(left);
        }
        let mut answer = self.search.limits(limits).count();
        answer.stats.nodes = answer.stats.nodes.saturating_add(spent);
        answer.stats.elapsed = budget.elapsed();
        answer
    }
}
