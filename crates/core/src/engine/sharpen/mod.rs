//! An engine that starts again in another form if a question is hard.
//!
//! The *first* walk is on a layout that was compiled once for all questions. It needs no time to
//! start. If the question is long, a *second* walk may be faster, on a layout that is compiled for
//! the options that the assumptions leave:
//!
//! * on **rows**, with the support rule and learned weights: slower for each node, but problems with
//!   secondary items may need far fewer nodes;
//! * on **narrower lanes**: the same nodes in less time.
//!
//! If few solutions are needed, this walk may start again in the same way, to **learn** from conflicts:
//! slower for each node, but no dead end is met twice.
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
mod means;
mod work;

use std::fmt::Debug;
use std::sync::Arc;

use self::means::{Compiled, Kind, Second};
pub(super) use self::means::{Learns, Means};
pub(super) use self::work::{work_of_compiling, work_on_lanes, work_on_links, work_on_rows};
use super::Walk;
use super::interface::{Engine, Fuel, Purpose, Step};
use super::tree::Tree;
use crate::ask::{Assumptions, Meter, Question, Stop};
use crate::problem::OptionId;

/// The first number of a position that is a number of nodes, in place of the number of a try, which is
/// at least 1. After it come the purpose, and the high and the low half of the number of nodes.
const NODES: u32 = 0;

/// A solution that one of the walks has found.
#[derive(Clone, Debug)]
struct Known {
    /// In ascending order.
    options: Vec<OptionId>,
    is_of_second: bool,
}

/// The engine whose first walk is on the tree `T`.
#[derive(Clone, Debug)]
pub(super) struct Sharpen<T> {
    first: Walk<T>,
    second: Option<Box<dyn Engine>>,
    means: Arc<Means>,
    /// The assumptions of the question.
    assumptions: Assumptions,
    purpose: Purpose,
    /// Whether the second walk has the turn.
    is_second: bool,
    /// What the second walk is.
    kind: Kind,
    /// Whether the present walk keeps the turn to the end.
    is_decided: bool,
    /// The nodes that are left in this turn, or in a piece of it.
    left: u64,
    /// The work of a turn of the second walk, in nanoseconds, and the work at the end of its present
    /// turn.
    turn: u64,
    turn_end: u64,
    /// The nodes of both walks.
    nodes: [u64; 2],
    /// The nodes before the start of the question that are to be visited again.
    again: u64,
    /// Whether the question began at a number of nodes, with the purpose of that walk.
    is_resumed: bool,
    /// Whether there are no more solutions.
    is_over: bool,
    /// The solutions that one walk has found and the other one, which is not at its end, has not.
    known: Vec<Known>,
    /// The number of solutions that were returned.
    found: u64,
    /// Whether `known` has the last solution that was returned.
    is_last_known: bool,
}

impl<T> Sharpen<T>
where
    T: Tree + Clone + Debug + Send + Sync + 'static,
{
    pub(super) fn new(first: Walk<T>, means: Means) -> Self {
        Self {
            first,
            second: None,
            means: Arc::new(means),
            assumptions: Assumptions::new(),
            purpose: Purpose::Many,
            is_second: false,
            kind: Kind::Rows,
            is_decided: true,
            left: 0,
            turn: 0,
            turn_end: 0,
            nodes: [0; 2],
            again: 0,
            is_resumed: false,
            is_over: false,
            known: Vec::new(),
            found: 0,
            is_last_known: false,
        }
    }

    /// The walk that has the turn.
    fn walk(&self) -> &dyn Engine {
        match &self.second {
            Some(second) if self.is_second => &**second,
            _ => &self.first,
        }
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
        if self.found > means.most_solutions() {
            // There are many solutions. Then the faster walk is better.
            self.decide(self.is_second_ahead());
        } else if self.is_second && (work < self.turn_end || means.learns == Learns::AtOnce) {
            self.left = policies.piece;
        } else if self.is_second {
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
            self.is_second = false;
            let turn = self.turn_of_first();
            self.left = (turn / self.node_work_of_first()).max(1);
            self.turn = self.turn.saturating_mul(2);
        } else {
            (self.is_second, self.left) = (true, policies.piece);
            self.turn_end = work.saturating_add(self.turn);
        }
        Ok(())
    }

    /// One walk keeps the turn to the end.
    fn decide(&mut self, is_second: bool) {
        (self.is_decided, self.is_second) = (true, is_second);
        self.known.retain(|known| known.is_of_second != is_second);
    }

    /// The work of the next turn of the first walk.
    fn turn_of_first(&self) -> u64 {
        if self.purpose != Purpose::Few {
            return self.turn.saturating_mul(self.means.policies.share);
        }
        let learning = &self.means.learning;
        let covered = self.first.covered();
        let left = (1.0 - covered) / covered;
        if self.means.learns != Learns::Never && left > learning.hopeless {
            self.turn / learning.favour
        } else if self.kind == Kind::Learn && left < learning.hopeful {
            self.turn.saturating_mul(learning.favour)
        } else {
            self.turn
        }
    }

    /// The work of the first walk since its root.
    fn work_of_first(&self) -> u64 {
        match Engine::work(&self.first) {
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
            self.is_decided = true;
            return Ok(());
        }
        // A limit may stop these steps. Then they are repeated when the walk continues.
        let second = match self.found <= most_known {
            true => means.second(&self.assumptions, self.purpose, meter)?,
            false => None,
        };
        if let Some(Second {
            walk,
            kind,
            means: later,
        }) = second
            && let mut second = boxed(walk, later)
            && second.start(&Question::default(), None, meter)?
        {
            second.set_purpose(self.purpose);
            self.known = self.found_by_first(meter)?;
            self.second = Some(second);
            (self.is_second, self.kind) = (true, kind);
            self.is_decided = kind == Kind::Narrower;
            self.left = means.policies.piece;
            (self.turn, self.turn_end) = (means.policies.trial, means.policies.trial);
        } else {
            self.is_decided = true;
        }
        Ok(())
    }

    /// Finds the solutions of the first walk again. Storing each as it is found would slow down easy
    /// questions.
    fn found_by_first(&self, meter: &mut Meter<'_>) -> Result<Vec<Known>, Stop> {
        let mut known = Vec::new();
        if self.found == 0 {
            return Ok(known);
        }
        let mut again = self.first.clone();
        let question = Question {
            assumptions: self.assumptions.clone(),
            ..Question::default()
        };
        again.start(&question, None, meter)?;
        while (known.len() as u64) < self.found {
            let mut fuel = self.means.between_polls();
            match again.run(&mut fuel, meter) {
                Step::Solved => known.push(Known {
                    options: sorted_trail(&again),
                    is_of_second: false,
                }),
                Step::Stopped(stop) => return Err(stop),
                Step::OutOfNodes | Step::OutOfDeadEnds => meter.poll()?,
                Step::Exhausted => break,
            }
        }
        Ok(known)
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
        let kept = match self.is_decided {
            true => 0,
            false => fuel.nodes.saturating_sub(self.left),
        };
        fuel.nodes -= kept;
        let before = fuel.nodes;
        let step = match &mut self.second {
            Some(second) if self.is_second => second.run(fuel, meter),
            _ => self.first.run(fuel, meter),
        };
        let used = before - fuel.nodes;
        fuel.nodes += kept;
        self.left = self.left.saturating_sub(used);
        self.nodes[usize::from(self.is_second)] += used;
        step
    }

    /// Walks with this fuel, or to the next solution.
    fn walk_on(&mut self, fuel: &mut Fuel, meter: &mut Meter<'_>) -> Step {
        loop {
            let step = self.step(fuel, meter);
            match step {
                Step::OutOfNodes if self.left == 0 && !self.is_decided => {
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

    /// Records a solution. Returns whether it is new.
    #[inline]
    fn record(&mut self) -> bool {
        self.is_last_known = false;
        let has_turns = self.second.is_some() && !self.is_decided;
        if has_turns || !self.known.is_empty() {
            return self.record_among_known();
        }
        self.found += 1;
        true
    }

    /// Records a solution while the other walk may find it, too, or may have found it.
    fn record_among_known(&mut self) -> bool {
        let options = sorted_trail(self.walk());
        if let Some(place) = self.known.iter().position(|known| known.options == options) {
            // Both walks have found it now.
            self.known.swap_remove(place);
            return false;
        }
        if self.purpose == Purpose::Parts && !self.is_decided {
            // The rest of a part must be that of one walk. If the first walk is ahead, it will find
            // this solution, too.
            let finder = self.is_second;
            self.decide(finder && self.is_second_ahead());
            if self.is_second != finder {
                return false;
            }
        }
        self.found += 1;
        if !self.is_decided {
            self.is_last_known = true;
            self.known.push(Known {
                options,
                is_of_second: self.is_second,
            });
            if self.found > self.means.most_solutions() {
                self.left = 0;
            }
        }
        true
    }
}

/// The engine of a second walk.
fn boxed(walk: Compiled, means: Option<Means>) -> Box<dyn Engine> {
    match walk {
        Compiled::Rows(walk) => again(walk, means),
        Compiled::Lanes16(walk) => again(walk, means),
        Compiled::Lanes32(walk) => again(walk, means),
        Compiled::Lanes64(walk) => again(walk, means),
        Compiled::Learn(learn) => learn,
    }
}

/// A walk that may start again, if it has the means.
pub(super) fn again<T>(walk: Walk<T>, means: Option<Means>) -> Box<dyn Engine>
where
    T: Tree + Clone + Debug + Send + Sync + 'static,
{
    match means {
        Some(means) => Box::new(Sharpen::new(walk, means)),
        None => Box::new(walk),
    }
}

/// The options of the solution of a walk, in ascending order.
fn sorted_trail(walk: &dyn Engine) -> Vec<OptionId> {
    let mut trail = Vec::new();
    walk.trail(&mut trail);
    trail.sort_unstable();
    trail
}
