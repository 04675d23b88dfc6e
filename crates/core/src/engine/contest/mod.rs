//! A contest: an engine whose contestants take turns at a question until one of them answers it.
//!
//! The *first* walk is on a layout that was compiled once for all questions. It needs no time to
//! start. If a question is long, other contestants join it, compiled for the options that the
//! assumptions leave:
//!
//! * a walk on **rows**, with the support rule and learned weights: slower for each node, but
//!   problems with secondary items may need far fewer nodes;
//! * or a walk on **narrower lanes**, in place of the first: the same nodes in less time;
//! * **learning** from conflicts: slower for each node, but no dead end is met twice;
//! * **provers**, which may show that there is no solution without a search for one.
//!
//! `means` says who joins a question, and when; `join` lets them; the
//! [schedule](crate::schedule) says whose turn it is, and `turns` gives it to them. If many
//! solutions are found, the fastest walk goes on alone.
//!
//! Each walk passes over the solutions that another one has found, so every solution is returned
//! once. All decisions depend on nodes and work, never on time: the same question has the same walk
//! on every machine.

mod engine;
mod entrant;
mod found;
mod join;
mod means;
mod position;
mod record;
mod turns;
mod work;

use std::sync::Arc;

use self::entrant::{Ended, Entrant};
pub(crate) use self::entrant::{Proof, Prover};
use self::found::KnownSolutions;
use self::means::Waiting;
pub(super) use self::means::{FirstWalk, Learns, Means, Rules};
pub(crate) use self::means::{Made, MakeProver, Task};
pub(super) use self::work::{work_on_lanes, work_on_links, work_on_rows};
use super::interface::{Engine, Fuel, Purpose, Step};
use crate::ask::{Assumptions, Contestant, Meter, Turns};
use crate::schedule::{Pace, Schedule, Standing};

/// The engine. It sees its walks through the interface alone, so it is compiled once for all
/// layouts.
#[derive(Clone, Debug)]
pub(super) struct Contest {
    /// The first walk, and those that have joined it.
    contestants: Vec<Entrant>,
    /// Whether the first walk is out. It stays for other questions; others leave their place.
    is_first_out: bool,
    /// Those that have not joined, the next one first; `None` before the first look.
    waiting: Option<Vec<Waiting>>,
    means: Arc<Means>,
    /// The nodes of the first walk before the first look.
    first_look: u64,
    asked: Asked,
    schedule: Schedule,
    turn: Turn,
    /// The number of all solutions, if a prover has found it.
    total: Option<u64>,
    /// The contestant that found the last solution, or that there are no more.
    answered: Option<Contestant>,
    /// The nodes before the start of the question that are to be visited again.
    again: u64,
    /// Whether there are no more solutions.
    is_over: bool,
    found: KnownSolutions,
}

/// The question.
#[derive(Clone, Debug)]
struct Asked {
    assumptions: Assumptions,
    /// The assumptions and what they imply, once a contestant needs that.
    closed: Option<Assumptions>,
    purpose: Purpose,
    /// Whether the question began at a number of nodes, with the purpose of that walk.
    is_resumed: bool,
}

/// The contestant that has the turn, and how long.
#[derive(Clone, Copy, Debug)]
struct Turn {
    who: usize,
    /// Whether it keeps the turn to the end.
    is_decided: bool,
    /// The nodes that are left in the turn, or in a piece of it.
    left: u64,
    /// The work of the contestant at the end of the turn.
    until: u64,
}

impl Contest {
    pub(super) fn new(first: Box<dyn Engine>, means: Means) -> Self {
        let policies = means.policies.contest;
        Self {
            contestants: vec![Entrant::walk(
                Contestant::Walk,
                first,
                means.first.node_work,
            )],
            is_first_out: false,
            waiting: None,
            schedule: Schedule::new(Pace {
                turn: policies.turn,
                growth: policies.growth,
            }),
            first_look: means.first_look(),
            means: Arc::new(means),
            asked: Asked {
                assumptions: Assumptions::new(),
                closed: None,
                purpose: Purpose::Many,
                is_resumed: false,
            },
            turn: Turn {
                who: 0,
                is_decided: true,
                left: 0,
                until: 0,
            },
            total: None,
            answered: None,
            again: 0,
            is_over: false,
            found: KnownSolutions::default(),
        }
    }

    fn first(&self) -> &dyn Engine {
        let first = self.contestants[0].engine();
        first.unwrap_or_else(|| unreachable!("the first walk stays"))
    }

    fn first_mut(&mut self) -> &mut Box<dyn Engine> {
        let first = self.contestants[0].engine_mut();
        first.unwrap_or_else(|| unreachable!("the first walk stays"))
    }

    /// The first walk that is not out and knows how much of its tree it has covered.
    fn measured(&self) -> Option<&dyn Engine> {
        let contestants = self.contestants.iter().enumerate();
        let mut walks =
            contestants.filter(|&(who, one)| !self.is_out(who) && one.kind != Contestant::Learning);
        walks.find_map(|(_, one)| one.engine())
    }

    /// The walk whose parts are those of the question. `None` if it passes over solutions that
    /// another one has found, or if only learning is left: no part expresses what that has done.
    fn walk_with_parts(&self) -> Option<&dyn Engine> {
        self.measured().filter(|_| self.found.known.is_empty())
    }

    fn is_out(&self, who: usize) -> bool {
        self.contestants[who].is_out() || who == 0 && self.is_first_out
    }

    /// A contestant is out: it has no more turns.
    fn leave(&mut self, who: usize) {
        match self.contestants.get_mut(who) {
            Some(one) if who > 0 => one.leave(),
            _ => self.is_first_out = true,
        }
    }

    /// The contestants in order; `None` for those that are out.
    fn standings(&self) -> Vec<Option<Standing>> {
        let contestants = self.contestants.iter().enumerate();
        let standing = |(who, one): (usize, &Entrant)| {
            let is_in = !self.is_out(who);
            is_in.then(|| one.standing()).flatten()
        };
        contestants.map(standing).collect()
    }

    /// The work of all contestants.
    fn total_work(&self) -> u64 {
        let works = self.contestants.iter().map(Entrant::work);
        works.fold(0, u64::saturating_add)
    }

    /// What each contestant has done, and which one answered.
    fn turns(&self) -> Turns {
        let mut turns = Turns::default();
        for one in &self.contestants {
            turns.add(one.kind, one.work());
        }
        if let Some(answered) = self.answered {
            turns.answer(answered);
        }
        turns
    }

    /// The number of nodes that all contestants have visited.
    fn nodes(&self) -> u64 {
        self.contestants.iter().map(|one| one.nodes).sum()
    }

    /// One step of the contestant that has the turn.
    fn step(&mut self, fuel: &mut Fuel, meter: &mut Meter<'_>) -> Step {
        let kept = if self.turn.is_decided {
            0
        } else {
            fuel.nodes.saturating_sub(self.turn.left)
        };
        fuel.nodes -= kept;
        let before = fuel.nodes;
        let ended = self.contestants[self.turn.who].run(fuel, meter);
        let used = before - fuel.nodes;
        fuel.nodes += kept;
        self.turn.left = self.turn.left.saturating_sub(used);
        match ended {
            Ended::Step(step) => step,
            Ended::Proof(Proof::Paused) => Step::OutOfNodes,
            Ended::Proof(proof) => {
                if let Proof::Solutions(count) = proof {
                    self.total = count.to_u64();
                    self.answered = Some(self.contestants[self.turn.who].kind);
                }
                self.leave(self.turn.who);
                self.turn.left = 0;
                Step::OutOfNodes
            }
        }
    }

    /// Goes on with this fuel, or to the next solution.
    fn walk_on(&mut self, fuel: &mut Fuel, meter: &mut Meter<'_>) -> Step {
        loop {
            if self.total == Some(self.found.count) {
                return Step::Exhausted;
            }
            let step = self.step(fuel, meter);
            match step {
                Step::OutOfNodes if self.turn.left == 0 && !self.turn.is_decided => {
                    if let Err(stop) = self.change_turn(meter) {
                        return Step::Stopped(stop);
                    }
                }
                Step::Solved if !self.record() => {}
                Step::Solved | Step::Exhausted => {
                    self.answered = Some(self.contestants[self.turn.who].kind);
                    return step;
                }
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

/// A walk that others may join, if there are means for that.
pub(super) fn with_others(walk: Box<dyn Engine>, means: Option<Means>) -> Box<dyn Engine> {
    match means {
        Some(means) => Box::new(Contest::new(walk, means)),
        None => walk,
    }
}
