//! Who has the turn, how long, and who goes on alone.

use super::Contest;
use super::entrant::{is_prover, may_prove};
use super::means::Learns;
use crate::ask::{Contestant, Meter, Stop};
use crate::engine::interface::Purpose;
use crate::schedule::Shares;

impl Contest {
    /// Ends a turn whose nodes are used up, or a piece of it.
    #[cold]
    #[inline(never)]
    pub(super) fn change_turn(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
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
            self.drop_the_slower_walks();
            self.end_trial();
        }
        if !self.turn.is_decided {
            self.next_turn();
        }
        Ok(())
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
        let mut contestants = self.contestants.iter();
        contestants.any(|one| !one.is_out() && may_prove(one.kind))
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
            if may_prove(self.contestants[who].kind) {
                self.leave(who);
            }
        }
        self.decide_if_alone();
    }

    /// If one contestant is left and no other will join, it keeps the turn.
    pub(super) fn decide_if_alone(&mut self) {
        let left = (0..self.contestants.len())
            .filter(|&who| !self.is_out(who))
            .count();
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
    pub(super) fn decide(&mut self, who: usize) {
        (self.turn.is_decided, self.turn.who) = (true, who);
        // Requested learning is followed by the first walk.
        self.is_first_out &= who > 0;
        for other in 0..self.contestants.len() {
            if other != who && !self.is_out(other) {
                self.leave(other);
            }
        }
        self.found.keep_for(who);
    }

    /// Takes walks out that have covered far less of their tree than another one in the same time.
    fn drop_the_slower_walks(&mut self) {
        let all = 0..self.contestants.len();
        let is_walk = |&who: &usize| {
            let one = &self.contestants[who];
            !self.is_out(who) && one.engine().is_some() && one.kind != Contestant::Learning
        };
        let pace = |who: usize| {
            let walk = &self.contestants[who];
            (who, walk.covered(), walk.work() as f64)
        };
        let paces: Vec<(usize, f64, f64)> = all.filter(is_walk).map(pace).collect();
        let rate = |&(_, covered, work): &(usize, f64, f64)| {
            if covered > 0.0 { covered / work } else { 0.0 }
        };
        let Some(best) = paces
            .iter()
            .max_by(|one, other| rate(one).total_cmp(&rate(other)))
        else {
            return;
        };
        let most = self.means.policies.contest.lead;
        let is_slower = |one: &&(usize, f64, f64)| {
            // Nothing is known of a walk that has covered nothing yet in a short time.
            let is_known = one.1 > 0.0 || one.2 >= best.2;
            is_known && rate(best) / rate(one) > most
        };
        let mut slower = paces.iter().filter(is_slower).peekable();
        if slower.peek().is_none() {
            return;
        }
        for &(who, ..) in slower {
            self.leave(who);
        }
        self.decide_if_alone();
    }

    /// The walk that has covered most of its tree in the same time, about.
    pub(super) fn fastest(&self) -> usize {
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
}
