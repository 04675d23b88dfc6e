//! An engine that starts again in another form if a question is hard.
//!
//! The *first* walk is on a layout that was compiled once for all questions. It needs no time to
//! start. If the question is long, a *second* walk may be faster, on a layout that is compiled for
//! the options that the assumptions leave:
//!
//! * on **rows**, with the support rule and learned weights: slower for each node, but problems
//!   with secondary items may need far fewer nodes;
//! * on **narrower lanes**: the same nodes in less time.
//!
//! If few solutions are needed, this walk may start again in the same way, to **learn** from
//! conflicts: slower for each node, but no dead end is met twice.
//!
//! The first walk is watched for some nodes. If it does not end and finds few solutions, the second
//! walk begins at the root, and both take turns, until one of them ends or is clearly ahead. If few
//! solutions are needed, the turns take about the same time, unless the first walk seems hopeless:
//! then its turns are short. If many are needed, those of the second walk are short, so that little
//! is lost. If rows cannot help, narrower lanes replace the first walk.
//!
//! If many solutions are found, the walk that is ahead keeps the turn. Each walk passes over the
//! solutions that the other one has found, so every solution is returned once. All decisions depend
//! on nodes and work, never on time: the same question has the same walk on every machine.

mod engine;
mod found;
mod means;
mod position;
mod record;
mod work;

use std::sync::Arc;

use self::found::KnownSolutions;
use self::means::{Kind, Second};
pub(super) use self::means::{Learns, Means};
pub(super) use self::work::{work_of_compiling, work_on_lanes, work_on_links, work_on_rows};
use super::interface::{Engine, Fuel, Purpose, Step};
use crate::ask::{Assumptions, Meter, Question, Stop};

/// The engine. It sees its walks through the interface alone, so it is compiled once for all
/// layouts.
#[derive(Clone, Debug)]
pub(super) struct Sharpen {
    first: Box<dyn Engine>,
    second: Option<Box<dyn Engine>>,
    /// What the second walk is.
    kind: Kind,
    means: Arc<Means>,
    /// The assumptions of the question.
    assumptions: Assumptions,
    purpose: Purpose,
    turn: Turn,
    /// The nodes of both walks.
    nodes: [u64; 2],
    /// The nodes before the start of the question that are to be visited again.
    again: u64,
    /// Whether the question began at a number of nodes, with the purpose of that walk.
    is_resumed: bool,
    /// Whether there are no more solutions.
    is_over: bool,
    found: KnownSolutions,
}

/// The walk that has the turn, and how long.
#[derive(Clone, Copy, Debug)]
struct Turn {
    is_second: bool,
    /// Whether the walk keeps the turn to the end.
    is_decided: bool,
    /// The nodes that are left in the turn, or in a piece of it.
    left: u64,
    /// The work of a turn of the second walk, in nanoseconds, and the work at the end of its
    /// present turn.
    work: u64,
    end: u64,
}

impl Sharpen {
    pub(super) fn new(first: Box<dyn Engine>, means: Means) -> Self {
        Self {
            first,
            second: None,
            kind: Kind::Rows,
            means: Arc::new(means),
            assumptions: Assumptions::new(),
            purpose: Purpose::Many,
            turn: Turn {
                is_second: false,
                is_decided: true,
                left: 0,
                work: 0,
                end: 0,
            },
            nodes: [0; 2],
            again: 0,
            is_resumed: false,
            is_over: false,
            found: KnownSolutions::default(),
        }
    }

    /// The walk that has the turn.
    fn walk(&self) -> &dyn Engine {
        match &self.second {
            Some(second) if self.turn.is_second => &**second,
            _ => &*self.first,
        }
    }

    /// The walk whose parts are those of the question. `None` if a walk passes over solutions that
    /// the other one has found: no part expresses that.
    fn walk_with_parts(&self) -> Option<&dyn Engine> {
        if !self.found.known.is_empty() {
            return None;
        }
        Some(match self.kind {
            // What learning has done cannot be expressed in parts.
            Kind::Learn if !self.turn.is_decided => &*self.first,
            _ => self.walk(),
        })
    }

    /// Ends a turn whose nodes are used up.
    #[cold]
    #[inline(never)]
    fn change_turn(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let means = Arc::clone(&self.means);
        let policies = means.policies;
        if self.second.is_none() {
            return self.begin_second(meter);
        }
        let work = self.second.as_ref().map_or(0, |second| second.work());
        if self.found.count > means.most_solutions() {
            // There are many solutions. Then the faster walk is better.
            self.decide(self.is_second_ahead());
        } else if self.turn.is_second && (work < self.turn.end || means.learns == Learns::AtOnce) {
            self.turn.left = policies.piece;
        } else if self.turn.is_second {
            let lead = self.lead_of_second();
            // What a walk has covered says nothing about how soon learning ends.
            let may_learn = means.learns != Learns::Never && self.purpose == Purpose::Few;
            if lead > policies.lead && self.kind != Kind::Learn {
                self.decide(true);
                return Ok(());
            } else if lead < 1.0 / policies.lead && !may_learn {
                self.decide(false);
                return Ok(());
            }
            self.turn.is_second = false;
            let work = self.work_of_next_turn();
            self.turn.left = (work / self.node_work_of_first()).max(1);
            self.turn.work = self.turn.work.saturating_mul(2);
        } else {
            (self.turn.is_second, self.turn.left) = (true, policies.piece);
            self.turn.end = work.saturating_add(self.turn.work);
        }
        Ok(())
    }

    /// One walk keeps the turn to the end.
    fn decide(&mut self, is_second: bool) {
        (self.turn.is_decided, self.turn.is_second) = (true, is_second);
        self.found.keep_those_of(!is_second);
    }

    /// The work of the next turn of the first walk.
    fn work_of_next_turn(&self) -> u64 {
        if self.purpose != Purpose::Few {
            return self.turn.work.saturating_mul(self.means.policies.share);
        }
        let learning = &self.means.learning;
        let covered = self.first.covered();
        let left = (1.0 - covered) / covered;
        if self.means.learns != Learns::Never && left > learning.hopeless {
            self.turn.work / learning.favour
        } else if self.kind == Kind::Learn && left < learning.hopeful {
            self.turn.work.saturating_mul(learning.favour)
        } else {
            self.turn.work
        }
    }

    /// The work of the first walk since its root.
    fn work_of_first(&self) -> u64 {
        match self.first.work() {
            0 => self.nodes[0].saturating_mul(self.means.node_work),
            work => work,
        }
    }

    /// The work of a node of the first walk, about.
    fn node_work_of_first(&self) -> u64 {
        (self.work_of_first() / self.nodes[0].max(1)).max(1)
    }

    /// Whether the second walk has covered more than the first one in the same time, about.
    fn is_second_ahead(&self) -> bool {
        self.kind != Kind::Learn && self.lead_of_second() > 1.0
    }

    /// Begins the second walk after the first turn of the first one, if it can be faster.
    fn begin_second(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let means = Arc::clone(&self.means);
        let most_known = match self.purpose {
            Purpose::Parts => 0,
            Purpose::Few | Purpose::Many => means.most_solutions(),
        };
        if self.purpose == Purpose::Parts && means.learns == Learns::AtOnce {
            self.turn.is_decided = true;
            return Ok(());
        }
        // A limit may stop these steps. Then they are repeated when the walk continues.
        let second = if self.found.count <= most_known {
            means.second(&self.assumptions, self.purpose, meter)?
        } else {
            None
        };
        if let Some(Second {
            walk,
            kind,
            means: later,
        }) = second
            && let mut second = again(walk, later)
            && second.start(&Question::default(), None, meter)?
        {
            second.set_purpose(self.purpose);
            self.found.known = self.found_by_first(meter)?;
            self.second = Some(second);
            (self.turn.is_second, self.kind) = (true, kind);
            self.turn.is_decided = kind == Kind::Narrower;
            self.turn.left = means.policies.piece;
            (self.turn.work, self.turn.end) = (means.policies.trial, means.policies.trial);
        } else {
            self.turn.is_decided = true;
        }
        Ok(())
    }

    /// The share of its tree that the second walk has covered, divided by the share that the first
    /// one has covered in the same time, about.
    fn lead_of_second(&self) -> f64 {
        let Some(second) = &self.second else {
            return 0.0;
        };
        let first_rate = self.first.covered() / self.work_of_first() as f64;
        let second_rate = second.covered() / second.work() as f64;
        second_rate / first_rate
    }

    /// One step of the walk that has the turn.
    fn step(&mut self, fuel: &mut Fuel, meter: &mut Meter<'_>) -> Step {
        let kept = if self.turn.is_decided {
            0
        } else {
            fuel.nodes.saturating_sub(self.turn.left)
        };
        fuel.nodes -= kept;
        let before = fuel.nodes;
        let step = match &mut self.second {
            Some(second) if self.turn.is_second => second.run(fuel, meter),
            _ => self.first.run(fuel, meter),
        };
        let used = before - fuel.nodes;
        fuel.nodes += kept;
        self.turn.left = self.turn.left.saturating_sub(used);
        self.nodes[usize::from(self.turn.is_second)] += used;
        step
    }

    /// Walks with this fuel, or to the next solution.
    fn walk_on(&mut self, fuel: &mut Fuel, meter: &mut Meter<'_>) -> Step {
        loop {
            let step = self.step(fuel, meter);
            match step {
                Step::OutOfNodes if self.turn.left == 0 && !self.turn.is_decided => {
                    if let Err(stop) = self.change_turn(meter) {
                        return Step::Stopped(stop);
                    }
                }
                Step::Solved if !self.record() => {}
                _ => return step,
            }
        }
    }

    /// Visits the nodes before the start of the question again. All that a walk has learned depends
    /// on them.
    #[cold]
    #[inline(never)]
    fn visit_again(&mut self, meter: &mut Meter<'_>) -> Result<(), Step> {
        while self.again > 0 {
            let polls = self.means.between_polls();
            let nodes = self.again.min(polls.nodes);
            let mut fuel = Fuel { nodes, ..polls };
            let step = self.walk_on(&mut fuel, meter);
            self.again -= nodes - fuel.nodes;
            match step {
                Step::Solved | Step::OutOfNodes | Step::OutOfDeadEnds => {
                    meter.poll().map_err(Step::Stopped)?;
                }
                _ => return Err(step),
            }
        }
        Ok(())
    }
}

/// A walk that may start again, if it has the means.
pub(super) fn again(walk: Box<dyn Engine>, means: Option<Means>) -> Box<dyn Engine> {
    match means {
        Some(means) => Box::new(Sharpen::new(walk, means)),
        None => walk,
    }
}
