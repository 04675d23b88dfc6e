//! A counter: the number of solutions by whatever method suits the problem.

use std::fmt;
use std::time::Instant;

use thiserror::Error;

use super::contest::{Remembering, Turn};
use super::diagram::{Builder, Diagram};
use super::estimate;
use super::fold::Progress;
use super::layout::Layout;
use super::memory::Memory;
use crate::problem::OptionId;
use crate::solver::{Answer, Count, Limits, Search, Solver, Stats, Stop};

/// Nodes of the walk in the first round.
const FIRST: u64 = 64;
/// What a walk has to do before the others begin, which cost more than a small problem.
const ENOUGH: u64 = 2_048;
/// How much longer every round is than the one before.
const PATIENCE: u64 = 2;
/// Probes that tell how long the walk is, about.
const PROBES: u64 = 16;
/// The walk sits out the rounds that are shorter than its probable length by more than this.
const HOPE: f64 = 32.0;
/// In a round of a walk a sweep does one thing for so many nodes of the walk, and a fold: together
/// they cost little beside it.
const SWEEP_PART: u64 = 8;
/// Updates of `links` that take as long as one thing of a sweep, about.
const UPDATES: u64 = 32;
const FOLD_PART: u64 = 256;
/// In other rounds a sweep does so much for one node of a walk, and a fold one thing for so many: they
/// cost about the same.
const SWEEP_LEAD: u64 = 16;
const FOLD_LAG: u64 = 4;
/// The most nodes between two looks at the limits.
const POLL: u64 = 1_024;

/// How solutions are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// By the one of the others that is done first, as far as can be told.
    #[default]
    Auto,
    /// One by one.
    Walk,
    /// With a memory of the states that were met before.
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
    memory: usize,
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
    /// States that were put into the memory; of a fold those that are in it at the end.
    pub states: usize,
    /// How often a state was found in the memory.
    pub hits: u64,
}

/// Why there is no diagram: a state of the problem takes too many bits.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the problem is too large for a diagram: {0}")]
pub struct TooLarge(String);

impl<'s> Counter<'s> {
    /// A counter without assumptions and limits, that may take 1 GB of memory.
    #[must_use]
    pub fn new(solver: &'s Solver) -> Self {
        Self {
            search: solver.search(),
            forced: Vec::new(),
            forbidden: Vec::new(),
            limits: Limits::new(),
            method: Method::Auto,
            memory: 1 << 30,
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

    /// The most bytes for the memory of states. Where it does not hold all of them some are
    /// forgotten, which costs time; the count is the same. A diagram has to fit into it.
    pub fn memory(&mut self, bytes: usize) -> &mut Self {
        self.memory = bytes;
        self
    }

    /// How the last count was made.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// How many solutions there are; at least as many, if the answer is not complete.
    ///
    /// Nodes with memory are the states that were branched on; nodes of all tries add up.
    #[must_use]
    pub fn count(&mut self) -> Answer<Count> {
        self.report = Report::default();
        if self.method == Method::Walk {
            return self.walk("asked for");
        }
        let started = Instant::now();
        let mut walk = (self.method == Method::Auto).then(|| {
            self.search.limits(self.limits.clone());
            self.search.start_count()
        });
        // About how many nodes the walk has; known once a short one did not end.
        let mut length = if walk.is_some() {
            None
        } else {
            Some(f64::INFINITY)
        };
        let (mut walked, mut at_least) = (0, Count::default());
        // What the walk did, in about the same unit as a sweep.
        let mut work = 0;
        let mut remembering: Option<Remembering> = None;
        let mut budget = FIRST;
        loop {
            let is_near = |length| length <= budget as f64 * HOPE;
            let walks = budget == u64::MAX || length.is_none_or(is_near);
            if let (Some(run), true) = (&mut walk, walks) {
                let others = remembering.as_ref().map_or(0, Remembering::nodes);
                let most = self.limits.most_nodes().saturating_sub(others);
                run.go_on(budget.min(most));
                let mut answer = self.search.count_on(run);
                if answer.stop != Stop::Nodes || budget >= most {
                    self.report.method = Method::Walk;
                    self.report.reason = format!("it ended within {budget} nodes");
                    answer.stats.nodes += others;
                    return answer;
                }
                (walked, at_least) = (answer.stats.nodes, answer.value);
                let updates = answer.stats.updates.unwrap_or(0);
                work = budget.max(updates / UPDATES);
                if work < ENOUGH {
                    budget *= PATIENCE;
                    continue;
                }
            }
            let remembering = match &mut remembering {
                Some(remembering) => remembering,
                none => match self.start_remembering(started) {
                    Some(started) => none.insert(started),
                    None => return self.none(),
                },
            };
            let is_longer = length.is_some_and(|length| walked as f64 > 2.0 * length);
            let (sweep, fold) = if walks && is_longer {
                // The guess was wrong, and nothing is known of the walk.
                (work / 2, work / FOLD_PART)
            } else if walks {
                (work / SWEEP_PART, work / FOLD_PART)
            } else {
                (budget.saturating_mul(SWEEP_LEAD), budget / FOLD_LAG)
            };
            let (value, stop) = match remembering.turn(walked, sweep, fold) {
                Turn::Done(number) => (Count::new(number.to_big()), Stop::Exhausted),
                Turn::Stopped(stop) => (at_least.max(remembering.at_least()), stop),
                Turn::Paused if length.is_none() => {
                    length = Some(estimate::nodes(&mut self.search.clone(), PROBES));
                    continue;
                }
                Turn::Paused => {
                    budget = budget.saturating_mul(PATIENCE);
                    continue;
                }
                Turn::Failed(reason) if self.method == Method::Memo => return self.walk(&reason),
                Turn::Failed(_) => {
                    budget = u64::MAX;
                    continue;
                }
            };
            let reason = match self.method {
                Method::Memo => "asked for".to_owned(),
                _ => format!("a walk of {walked} nodes did not end"),
            };
            let (states, hits) = remembering.states();
            let nodes = walked + remembering.nodes();
            self.report = Report {
                method: Method::Memo,
                reason,
                states,
                hits,
            };
            return self.counted(value, stop, nodes, started);
        }
    }

    /// An answer with memory.
    fn counted(&self, value: Count, stop: Stop, nodes: u64, started: Instant) -> Answer<Count> {
        let enough = self.limits.most_solutions().map(Count::from);
        let (value, stop) = match enough {
            Some(enough) if value >= enough => (enough, Stop::Solutions),
            _ => (value, stop),
        };
        Answer {
            stats: Stats {
                solutions: value.clone(),
                nodes,
                elapsed: started.elapsed(),
                ..Stats::default()
            },
            value,
            stop,
        }
    }

    /// The answer where the assumptions contradict each other.
    fn none(&mut self) -> Answer<Count> {
        self.report.method = Method::Memo;
        "no state can be solved".clone_into(&mut self.report.reason);
        Answer {
            value: Count::default(),
            stop: Stop::Exhausted,
            stats: Stats::default(),
        }
    }

    /// All solutions as a diagram; none if a limit other than that of solutions stopped it, or the
    /// diagram outgrew the [memory](Self::memory). The method is always [`Method::Memo`].
    ///
    /// # Errors
    ///
    /// Says why it cannot be, if a state of the problem takes too many bits.
    pub fn diagram(&mut self) -> Result<Answer<Option<Diagram>>, TooLarge> {
        let started = Instant::now();
        let options = self.search.solver().problem().option_count();
        let Some((layout, forced)) = self.layout() else {
            let none = Builder::new(Vec::new()).finish(0, &[], options);
            return Ok(self.answer(Some(none), Stop::Exhausted, 0, started));
        };
        let builder = Builder::new(layout.options.iter().map(|option| option.id).collect());
        let mut memory = Memory::new(layout, forced, self.memory, builder).map_err(TooLarge)?;
        let (value, stop) = loop {
            if let Some(stop) = self.limits.reached(memory.nodes(), started) {
                break (None, stop);
            }
            if memory.algebra_bytes() > self.memory {
                break (None, Stop::Memory);
            }
            let pause = (memory.nodes() + POLL).min(self.limits.most_nodes());
            if let Progress::Done(root) = memory.run(pause) {
                break (Some(root), Stop::Exhausted);
            }
        };
        let nodes = memory.nodes();
        (self.report.states, self.report.hits) = memory.memory();
        self.report.method = Method::Memo;
        let value = value.map(|root| {
            let (builder, forced) = memory.into_parts();
            builder.finish(root, &forced, options)
        });
        Ok(self.answer(value, stop, nodes, started))
    }

    fn answer(
        &self,
        value: Option<Diagram>,
        stop: Stop,
        nodes: u64,
        started: Instant,
    ) -> Answer<Option<Diagram>> {
        Answer {
            stats: Stats {
                solutions: value.as_ref().map(Diagram::count).unwrap_or_default(),
                nodes,
                elapsed: started.elapsed(),
                ..Stats::default()
            },
            value,
            stop,
        }
    }

    fn walk(&mut self, reason: &str) -> Answer<Count> {
        self.walk_under(self.limits.clone(), reason)
    }

    fn walk_under(&mut self, limits: Limits, reason: &str) -> Answer<Count> {
        self.report.method = Method::Walk;
        self.report.reason = reason.to_owned();
        self.search.limits(limits);
        self.search.count()
    }

    /// The ways with memory; `None` if there is no solution.
    fn start_remembering(&self, started: Instant) -> Option<Remembering> {
        Remembering::new(self.layout()?, self.memory, self.limits.clone(), started)
    }

    /// The bits of the problem under the assumptions, and the options that are forced; `None` if
    /// there is no solution.
    fn layout(&self) -> Option<(Layout, Vec<u32>)> {
        let problem = self.search.solver().problem();
        let mut forbidden = vec![false; problem.option_count()];
        for &option in &self.forbidden {
            if let Some(forbidden) = forbidden.get_mut(option.index()) {
                *forbidden = true;
            }
        }
        let is_forbidden = |option: OptionId| forbidden.get(option.index()) == Some(&true);
        let layout = Layout::new(problem, is_forbidden)?;
        let numbers = self.forced.iter().map(|&option| layout.find(option));
        let mut forced: Vec<u32> = numbers
            .map(|n| n.map(|n| n as u32))
            .collect::<Option<_>>()?;
        forced.sort_unstable();
        forced.dedup();
        Some((layout, forced))
    }
}
