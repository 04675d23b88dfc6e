//! A counter: the number of solutions by whatever method suits the problem.

use std::fmt;

use thiserror::Error;

use super::contest::{Contest, End, Remembered};
use super::diagram::{Builder, Diagram};
use super::fold::Progress;
use super::layout::Layout;
use super::memory::Memory;
use super::remembering::Remembering;
use crate::ask::{Budget, Limits, Stop};
use crate::problem::OptionId;
use crate::solver::{Answer, Count, Search, Solver, Stats};

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
        let budget = Budget::start(&self.limits);
        let solver = self.search.solver();
        let (forced, forbidden, bytes) = (&self.forced, &self.forbidden, self.memory);
        let remember = || {
            let layout = Layout::under(solver.problem(), forced, forbidden)?;
            Remembering::new(layout, bytes, budget.clone())
        };
        let contest = match self.method {
            Method::Memo => Contest::without_walk(&mut self.search, &budget),
            _ => Contest::new(&mut self.search, &budget),
        };
        match contest.run(remember) {
            End::Walked(answer, budget) => {
                self.report.method = Method::Walk;
                self.report.reason = format!("it ended within {budget} nodes");
                answer
            }
            End::Remembered(remembered) => self.remembered(remembered, &budget),
            End::Unable(reason) => self.walk(&reason),
            End::Contradiction => self.contradiction(),
        }
    }

    /// The answer with memory.
    fn remembered(&mut self, remembered: Remembered, budget: &Budget) -> Answer<Count> {
        let reason = match self.method {
            Method::Memo => "asked for".to_owned(),
            _ => format!("a walk of {} nodes did not end", remembered.walked),
        };
        self.report = Report {
            method: Method::Memo,
            reason,
            states: remembered.states,
            hits: remembered.hits,
        };
        let enough = self.limits.most_solutions().map(Count::from);
        let (value, stop) = match enough {
            Some(enough) if remembered.value >= enough => (enough, Stop::Solutions),
            _ => (remembered.value, remembered.stop),
        };
        Answer {
            stats: Stats {
                solutions: value.clone(),
                nodes: remembered.nodes,
                elapsed: budget.elapsed(),
                ..Stats::default()
            },
            value,
            stop,
        }
    }

    /// The answer where the assumptions contradict each other.
    fn contradiction(&mut self) -> Answer<Count> {
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
        let budget = Budget::start(&self.limits);
        let problem = self.search.solver().problem();
        let options = problem.option_count();
        let Some((layout, forced)) = Layout::under(problem, &self.forced, &self.forbidden) else {
            let none = Builder::new(Vec::new()).finish(0, &[], options);
            return Ok(self.answer(Some(none), Stop::Exhausted, 0, &budget));
        };
        let builder = Builder::new(layout.options.iter().map(|option| option.id).collect());
        let mut memory = Memory::new(layout, forced, self.memory, builder).map_err(TooLarge)?;
        let (value, stop) = loop {
            if let Err(stop) = budget.poll_at(memory.nodes()) {
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
        Ok(self.answer(value, stop, nodes, &budget))
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

    fn walk(&mut self, reason: &str) -> Answer<Count> {
        self.report.method = Method::Walk;
        self.report.reason = reason.to_owned();
        self.search.limits(self.limits.clone());
        self.search.count()
    }
}
