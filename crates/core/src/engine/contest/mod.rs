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
//! `means` says who joins a question, and when; the [schedule](crate::schedule) says whose turn it
//! is. If many solutions are found, the fastest walk goes on alone.
//!
//! Each walk passes over the solutions that another one has found, so every solution is returned
//! once. All decisions depend on nodes and work, never on time: the same question has the same walk
//! on every machine.

mod engine;
mod entrant;
mod found;
mod means;
mod position;
mod record;
mod work;

use std::sync::Arc;

use self::entrant::{Ended, Entrant, Method};
pub(crate) use self::entrant::{Proof, Prover};
use self::found::KnownSolutions;
pub(crate) use self::means::MakeProver;
use self::means::Waiting;
pub(super) use self::means::{FirstWalk, Learns, Means, Rules};
pub(super) use self::work::{work_on_lanes, work_on_links, work_on_rows};
use super::closure::closure;
use super::interface::{Engine, Fuel, Purpose, Step};
use crate::ask::{Assumptions, Contestant, Meter, Question, Stop, Turns};
use crate::schedule::{Pace, Schedule, Shares, Standing};

/// The engine. It sees its walks through the interface alone, so it is compiled once for all
/// layouts.
#[derive(Clone, Debug)]
pub(super) struct Contest {
    /// The first walk, and those that have joined it.
    contestants: Vec<Entrant>,
    /// Those that are out, as bits. The first walk stays for other questions.
    out: u32,
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
            out: 0,
            waiting: None,
            schedule: Schedule::new(Pace {
                turn: policies.turn,
                growth: policies.growth,
            }),
            first_look: means.first_look(),
            means: Arc::new(means),
            asked: Asked {
                assumptions: Assumptions::new(),
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

    /// The walk that has the turn, or the first one.
    fn walk(&self) -> &dyn Engine {
        let walk = self.contestants[self.turn.who].engine();
        let first = || self.contestants[0].engine();
        walk.or_else(first)
            .unwrap_or_else(|| unreachable!("the first walk stays"))
    }

    fn first(&self) -> &dyn Engine {
        let first = self.contestants[0].engine();
        first.unwrap_or_else(|| unreachable!("the first walk stays"))
    }

    fn first_mut(&mut self) -> &mut Box<dyn Engine> {
        let first = self.contestants[0].engine_mut();
        first.unwrap_or_else(|| unreachable!("the first walk stays"))
    }

    /// The walk whose parts are those of the question. `None` if a walk passes over solutions that
    /// another one has found: no part expresses that.
    fn walk_with_parts(&self) -> Option<&dyn Engine> {
        if !self.found.known.is_empty() {
            return None;
        }
        // What learning has done cannot be expressed in parts.
        Some(match self.contestants[self.turn.who].kind {
            Contestant::Rows | Contestant::Narrower => self.walk(),
            Contestant::Learning if self.turn.is_decided => self.walk(),
            _ => self.measured(),
        })
    }

    /// The first walk that is not out and knows how much of its tree it has covered.
    fn measured(&self) -> &dyn Engine {
        let contestants = self.contestants.iter().enumerate();
        let mut walks = contestants.filter(|(who, one)| {
            !self.is_out(*who) && one.kind != Contestant::Learning && one.engine().is_some()
        });
        let walk = walks.next().and_then(|(_, one)| one.engine());
        walk.unwrap_or_else(|| self.first())
    }

    fn is_out(&self, who: usize) -> bool {
        self.out & 1 << who != 0
    }

    /// A contestant is out: it has no more turns.
    fn leave(&mut self, who: usize) {
        self.out |= 1 << who;
        if who > 0 {
            self.contestants[who].leave();
        }
    }

    /// The contestants in order; `None` for those that are out.
    fn standings(&self) -> Vec<Option<Standing>> {
        let contestants = self.contestants.iter().enumerate();
        let standing =
            |(who, one): (usize, &Entrant)| Some(one.standing()?).filter(|_| !self.is_out(who));
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

    /// Ends a turn whose nodes are used up, or a piece of it.
    #[cold]
    #[inline(never)]
    fn change_turn(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if self.found.count > self.means.most_solutions() {
            // There are many solutions. Then the fastest walk is best.
            self.decide(self.fastest());
            return Ok(());
        }
        let who = self.turn.who;
        if !self.is_out(who) && self.contestants[who].work() < self.turn.until {
            self.turn.left = self.piece(who);
            return Ok(());
        }
        self.join(meter)?;
        if !self.turn.is_decided {
            self.drop_the_slower_walk();
            self.end_trial();
        }
        if !self.turn.is_decided {
            self.next_turn();
        }
        Ok(())
    }

    /// Lets the contestants join whose time has come.
    fn join(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let (means, purpose) = (Arc::clone(&self.means), self.asked.purpose);
        let mut waiting = match self.waiting.take() {
            Some(waiting) => waiting,
            None => means.contestants(purpose),
        };
        let work = self.total_work();
        let mut joined = Ok(());
        while let Some(&Waiting { at, kind }) = waiting.first()
            && at <= work
        {
            // A limit may stop these steps. Then they are repeated when the walk continues.
            match self.begin(kind, meter) {
                Ok(begun) => {
                    waiting.remove(0);
                    if let Some(kind) = begun {
                        // Learning joins when this walk had its time, and provers not before.
                        let at = means.learning_after(kind, work);
                        for one in &mut waiting {
                            one.at = match one.kind {
                                Contestant::Learning => at,
                                _ => one.at.max(at),
                            };
                        }
                        waiting.sort_by_key(|waiting| waiting.at);
                    }
                }
                Err(stop) => {
                    joined = Err(stop);
                    break;
                }
            }
        }
        self.waiting = Some(waiting);
        self.decide_if_alone();
        joined
    }

    /// Begins a contestant, if it can help. Returns the kind of a walk on another layout.
    fn begin(
        &mut self,
        kind: Contestant,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Contestant>, Stop> {
        let means = Arc::clone(&self.means);
        let purpose = self.asked.purpose;
        // A prover finds no solutions: once there is one, its proof rarely helps.
        let most_known = match (kind, purpose) {
            (kind, _) if is_prover(kind) => 0,
            (_, Purpose::Parts) => 0,
            _ => means.most_solutions(),
        };
        if self.found.count > most_known {
            return Ok(None);
        }
        let used = self.contestants.iter().map(|one| one.bytes).sum();
        let memory = means.memory.saturating_sub(used);
        let asked = &self.asked.assumptions;
        let assumptions = match (kind, means.learns) {
            // A requested engine does all of the work.
            (_, Learns::AtOnce) => asked.clone(),
            // On a hard board of 9 x 9 this would take a third of the time.
            (Contestant::Rows | Contestant::Narrower, _) => asked.clone(),
            _ => closure(&means.problem, asked, meter)?,
        };
        let contestant = means.begin(kind, &assumptions, memory, meter)?;
        let Some(mut contestant) = contestant else {
            return Ok(None);
        };
        if let Some(walk) = contestant.engine_mut() {
            if !walk.start(&Question::default(), None, meter)? {
                return Ok(None);
            }
            walk.set_purpose(purpose);
        }
        if self.contestants.len() == 1 {
            self.found.known = self.found_by_first(meter)?;
        }
        let kind = contestant.kind;
        self.contestants.push(contestant);
        if kind == Contestant::Narrower || means.learns == Learns::AtOnce {
            self.out |= 1;
        }
        Ok(matches!(kind, Contestant::Rows | Contestant::Narrower).then_some(kind))
    }

    /// Gives the next contestant its turn.
    fn next_turn(&mut self) {
        let standings = self.standings();
        let Some(turn) = self.schedule.next(&standings, self.shares()) else {
            self.decide(0);
            return;
        };
        // The next contestant joins on time.
        let waiting = self.waiting.iter().flatten().next();
        let most = waiting.map_or(u64::MAX, |next| next.at.saturating_sub(self.total_work()));
        let work = self.contestants[turn.who].work();
        self.turn.who = turn.who;
        // The first turn shows what a contestant can do, however small its share is.
        let until = turn.until.max(self.means.policies.contest.turn);
        self.turn.until = until.min(work.saturating_add(most.max(1)));
        self.turn.left = self.piece(turn.who);
    }

    /// How the contestants share the work.
    fn shares(&self) -> Shares {
        let contest = self.means.policies.contest;
        // A walk that has found none or few solutions in a while will hardly find many.
        let may_be_many = self.found.count > 0 && self.total_work() < contest.few;
        match self.asked.purpose {
            Purpose::Parts => Shares::First {
                others: contest.share,
            },
            Purpose::Many | Purpose::Count if may_be_many || !self.has_learner_or_prover() => {
                Shares::First {
                    others: contest.share,
                }
            }
            _ => Shares::Equal {
                hopeless: contest.hopeless,
                hopeful: contest.hopeful,
                favour: contest.favour as f64,
            },
        }
    }

    /// Whether a contestant may prove that there is no solution without a walk through the tree.
    fn has_learner_or_prover(&self) -> bool {
        let contestants = self.contestants.iter();
        let mut in_turns = contestants.filter(|one| !matches!(one.method, Method::Out(..)));
        in_turns.any(|one| one.kind == Contestant::Learning || is_prover(one.kind))
    }

    /// Where many solutions may be needed, ends the trial of those that search for a proof that
    /// there is none: several threads can share a walk, but no contest.
    fn end_trial(&mut self) {
        let is_trial = matches!(self.asked.purpose, Purpose::Many | Purpose::Count);
        let is_short = self.total_work() < self.means.policies.contest.most;
        if !is_trial || is_short || self.is_learning_requested() {
            return;
        }
        self.waiting = Some(Vec::new());
        for who in 1..self.contestants.len() {
            let kind = self.contestants[who].kind;
            if kind == Contestant::Learning || is_prover(kind) {
                self.leave(who);
            }
        }
        self.decide_if_alone();
    }

    /// If one contestant is left and no other will join, it keeps the turn.
    fn decide_if_alone(&mut self) {
        let left = self.contestants.len() - self.out.count_ones() as usize;
        let will_join = self.waiting.iter().flatten().next().is_some();
        if left <= 1 && !will_join && !self.is_learning_requested() {
            self.decide(self.fastest());
        }
    }

    /// Whether learning has the turn because it was requested. It is followed by the first walk if
    /// there are many solutions.
    fn is_learning_requested(&self) -> bool {
        self.means.learns == Learns::AtOnce && self.contestants.len() > 1
    }

    /// The nodes of a piece of the turn of a contestant, after which its work is looked at.
    fn piece(&self, who: usize) -> u64 {
        let contestant = &self.contestants[who];
        let left = self.turn.until.saturating_sub(contestant.work());
        let nodes = (left / contestant.node_work()).max(1);
        match contestant.kind {
            Contestant::Walk | Contestant::Narrower => nodes,
            // The work of their nodes differs widely.
            kind if is_prover(kind) => nodes.min(self.means.policies.race.poll),
            _ => nodes.min(self.means.policies.contest.piece),
        }
    }

    /// One contestant keeps the turn to the end.
    fn decide(&mut self, who: usize) {
        (self.turn.is_decided, self.turn.who) = (true, who);
        for other in 0..self.contestants.len() {
            if other != who && !self.is_out(other) {
                self.leave(other);
            }
        }
        self.found.keep_for(who);
    }

    /// Takes a walk out that has covered far less of its tree than another one in the same time.
    fn drop_the_slower_walk(&mut self) {
        let second = self
            .contestants
            .iter()
            .position(|one| one.kind == Contestant::Rows);
        let Some(second) = second.filter(|&second| !self.is_out(0) && !self.is_out(second)) else {
            return;
        };
        let rate = |who: usize| {
            let walk = &self.contestants[who];
            walk.covered() / walk.work() as f64
        };
        let (lead, most) = (rate(second) / rate(0), self.means.policies.contest.lead);
        let slower = if lead > most {
            0
        } else if lead < 1.0 / most {
            second
        } else {
            return;
        };
        self.leave(slower);
        self.decide_if_alone();
    }

    /// The walk that has covered most of its tree in the same time, about.
    fn fastest(&self) -> usize {
        let mut best = (0, 0.0);
        for (who, walk) in self.contestants.iter().enumerate() {
            let rate = walk.covered() / walk.work().max(1) as f64;
            if !self.is_out(who) && walk.engine().is_some() && rate > best.1 {
                best = (who, rate);
            }
        }
        // Only one that is left without a rate, such as learning alone, is none of these.
        let left = (0..self.contestants.len()).find(|&who| !self.is_out(who));
        match best {
            (_, 0.0) if self.is_out(0) && self.means.learns != Learns::AtOnce => left.unwrap_or(0),
            (who, _) => who,
        }
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

/// Whether a method may show that there is no solution without a walk through all of them.
fn is_prover(kind: Contestant) -> bool {
    use Contestant::{Fold, Orbits, Sweep, Weights};
    matches!(kind, Weights | Sweep | Fold | Orbits)
}

/// A walk that others may join, if there are means for that.
pub(super) fn with_others(walk: Box<dyn Engine>, means: Option<Means>) -> Box<dyn Engine> {
    match means {
        Some(means) => Box::new(Contest::new(walk, means)),
        None => walk,
    }
}
