//! A counter: the number of solutions by whatever method suits the problem.

use std::fmt;
use std::time::Instant;

use thiserror::Error;

use super::diagram::{Builder, Diagram};
use super::fold::{Algebra, Progress};
use super::layout::Layout;
use super::memory::Memory;
use super::tally::Counting;
use crate::problem::OptionId;
use crate::solver::{Answer, Count, Limits, Search, Solver, Stats, Stop};

/// Nodes of the first walk.
const FIRST_TRY: u64 = 2_048;
/// Nodes of the first try with memory: many problems that are hopeless for a walk need no more.
const FIRST_MEMORY: u64 = 32_768;
/// How much longer every try is than the one before.
const PATIENCE: u64 = 8;
/// So many nodes of a walk must be saved by a node with memory, to give up walking.
const GAIN: f32 = 4.0;
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
    /// States in the memory at the end.
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
    /// forgotten, which costs time; the count is the same.
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
        if self.method == Method::Memo {
            return match self.start_memory(|_| Counting::default()) {
                Ok(Some(mut memory)) => {
                    let limits = self.limits.clone();
                    self.remember(&mut memory, &limits, u64::MAX, "asked for")
                }
                Ok(None) => self.none(),
                Err(reason) => self.walk(&reason),
            };
        }
        let mut memory = None;
        let mut spent = Stats::default();
        let mut budget = FIRST_TRY;
        let mut at_least = Count::default();
        loop {
            let left = self.limits.after(&spent);
            self.search
                .limits(left.clone().nodes(budget.min(left.most_nodes())));
            let mut walk = self.search.count();
            spent += &walk.stats;
            if walk.stop != Stop::Nodes || budget >= left.most_nodes() {
                self.report.method = Method::Walk;
                self.report.reason = format!("it ended within {budget} nodes");
                walk.value = walk.value.max(at_least);
                walk.stats.nodes = spent.nodes;
                walk.stats.elapsed = spent.elapsed;
                return walk;
            }
            // Not before a walk failed: it costs more than a small problem.
            let memory = match &mut memory {
                Some(memory) => memory,
                none => match self.start_memory(|_| Counting::default()) {
                    Ok(Some(started)) => none.insert(started),
                    Ok(None) => return self.none(),
                    Err(reason) => {
                        let limits = self.limits.after(&spent);
                        let mut answer = self.walk_under(limits, &reason);
                        answer.stats.nodes += spent.nodes;
                        answer.stats.elapsed += spent.elapsed;
                        return answer;
                    }
                },
            };
            let left = self.limits.after(&spent);
            let reason = format!("a walk of {budget} nodes did not end");
            // A node with memory costs more than one of a walk.
            let room = (budget / 4)
                .max(FIRST_MEMORY)
                .saturating_sub(memory.nodes());
            let mut answer = self.remember(memory, &left, room, &reason);
            spent.nodes += answer.stats.nodes;
            spent.elapsed += answer.stats.elapsed;
            answer.stats.nodes = spent.nodes;
            answer.stats.elapsed = spent.elapsed;
            at_least = at_least.max(walk.value);
            if answer.stop != Stop::Nodes || answer.stats.nodes >= self.limits.most_nodes() {
                answer.value = answer.value.max(at_least);
                answer.stats.solutions = answer.value.clone();
                return answer;
            }
            budget = budget.saturating_mul(PATIENCE);
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

    /// All solutions as a diagram; none if a limit other than that of solutions stopped it. The
    /// method is always [`Method::Memo`].
    ///
    /// # Errors
    ///
    /// Says why it cannot be, if a state of the problem takes too many bits.
    pub fn diagram(&mut self) -> Result<Answer<Option<Diagram>>, TooLarge> {
        let started = Instant::now();
        let options = self.search.solver().problem().option_count();
        let builder =
            |layout: &Layout| Builder::new(layout.options.iter().map(|option| option.id).collect());
        let Some(mut memory) = self.start_memory(builder).map_err(TooLarge)? else {
            let none = Builder::new(Vec::new()).finish(0, &[], options);
            return Ok(self.answer(Some(none), Stop::Exhausted, 0, started));
        };
        let (value, stop) = loop {
            if let Some(stop) = self.limits.reached(memory.nodes(), started) {
                break (None, stop);
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

    /// The memory under the assumptions; `None` if they contradict each other, an error if it
    /// cannot be.
    fn start_memory<A: Algebra + Clone + 'static>(
        &self,
        algebra: impl FnOnce(&Layout) -> A,
    ) -> Result<Option<Memory<A>>, String> {
        let problem = self.search.solver().problem();
        let mut forbidden = vec![false; problem.option_count()];
        for &option in &self.forbidden {
            if let Some(forbidden) = forbidden.get_mut(option.index()) {
                *forbidden = true;
            }
        }
        let is_forbidden = |option: OptionId| forbidden.get(option.index()) == Some(&true);
        let Some(layout) = Layout::new(problem, is_forbidden) else {
            return Ok(None);
        };
        let mut forced = Vec::with_capacity(self.forced.len());
        for &option in &self.forced {
            match layout.find(option) {
                Some(number) => forced.push(number as u32),
                None => return Ok(None),
            }
        }
        forced.sort_unstable();
        forced.dedup();
        let algebra = algebra(&layout);
        Memory::new(layout, forced, self.memory, algebra).map(Some)
    }

    /// Goes on with memory for so many nodes; for as many as the limits allow, once it is clear
    /// that it saves much.
    fn remember(
        &mut self,
        memory: &mut Memory<Counting>,
        limits: &Limits,
        nodes: u64,
        reason: &str,
    ) -> Answer<Count> {
        let started = Instant::now();
        let before = memory.nodes();
        let mut most = nodes;
        let (value, stop) = loop {
            let done = memory.nodes() - before;
            if let Some(stop) = limits.reached(done, started) {
                break (memory.so_far().solutions, stop);
            }
            if let Some(enough) = limits.most_solutions() {
                let so_far = memory.so_far().solutions;
                if so_far.to_big() >= enough.into() {
                    break (so_far, Stop::Solutions);
                }
            }
            if done >= most {
                let gain = memory.so_far().walk / memory.nodes() as f32;
                if gain < GAIN {
                    break (memory.so_far().solutions, Stop::Nodes);
                }
                most = u64::MAX;
            }
            let pause = (done + POLL).min(most).min(limits.most_nodes());
            if let Progress::Done(tally) = memory.run(before + pause) {
                break (tally.solutions, Stop::Exhausted);
            }
        };
        let mut count = Count::new(value.to_big());
        let mut stop = stop;
        if let Some(enough) = limits.most_solutions()
            && count >= enough
        {
            count = enough.into();
            stop = Stop::Solutions;
        }
        self.report.method = Method::Memo;
        reason.clone_into(&mut self.report.reason);
        (self.report.states, self.report.hits) = memory.memory();
        Answer {
            stats: Stats {
                solutions: count.clone(),
                nodes: memory.nodes() - before,
                elapsed: started.elapsed(),
                ..Stats::default()
            },
            value: count,
            stop,
        }
    }
}
