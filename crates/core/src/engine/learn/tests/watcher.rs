//! Watches an engine: checks everything that it concludes, learns and returns.

use std::collections::BTreeMap;

use proptest::sample::Index;

use super::formula::{Facts, Formula, bits};
use super::inspect::{
    engine, facts, grounds, inspect_counters, inspect_order, inspect_trail, inspect_watches, named,
    propagate,
};
use crate::ask::{Assumptions, Budget, Stop};
use crate::case::Case;
use crate::engine::learn::assume::Next;
use crate::engine::learn::literal::Literal;
use crate::engine::learn::state::{Conflict, Counter, Reason};
use crate::engine::learn::tables::Beside;
use crate::engine::learn::{End, Learn};
use crate::engine::{Engine, Fuel, Remains, Step};
use crate::policy::LearnPolicies;
use crate::problem::OptionId;

/// How often each kind of conclusion was checked, and what else happened.
pub(super) type Tally = BTreeMap<&'static str, u64>;

/// All entries of a tally.
pub(super) const KINDS: [&str; 15] = [
    "none",
    "excluded",
    "needed",
    "full",
    "unsupported",
    "clause",
    "pair in conflict",
    "short item",
    "item over its bound",
    "clause in conflict",
    "logged",
    "solution",
    "restart",
    "forgotten",
    "failed",
];

fn kind_of_reason(reason: Reason) -> &'static str {
    match reason {
        Reason::None => "none",
        Reason::Excluded(_) => "excluded",
        Reason::Needed(_) => "needed",
        Reason::Full(_) => "full",
        Reason::Unsupported(_) => "unsupported",
        Reason::Clause(_) => "clause",
    }
}

fn kind_of_conflict(conflict: Conflict) -> &'static str {
    match conflict {
        Conflict::Pair(..) => "pair in conflict",
        Conflict::Short(_) => "short item",
        Conflict::Over(_) => "item over its bound",
        Conflict::Clause(_) => "clause in conflict",
    }
}

/// An engine, and what is true about its problem.
pub(super) struct Watcher<'t> {
    pub(super) engine: Learn,
    /// The problem, the solutions that were returned, and the clauses that were logged.
    formula: Formula,
    /// The covers that were not returned.
    pub(super) covers: Vec<u64>,
    /// The last step returned this cover, and the engine has not excluded it yet.
    pending: Option<u64>,
    tally: &'t mut Tally,
}

impl<'t> Watcher<'t> {
    /// `None` if the assumptions contradict each other.
    pub(super) fn new(
        case: &Case,
        assumptions: &Assumptions,
        policies: LearnPolicies,
        memory: usize,
        tally: &'t mut Tally,
    ) -> Option<Self> {
        let problem = case.problem();
        let assumed = Facts::assumed(assumptions);
        let covers = case.covers().into_iter().map(bits);
        let covers: Vec<u64> = covers.filter(|&cover| assumed.hold_in(cover)).collect();
        if !Remains::is_possible(&problem, assumptions) {
            assert!(covers.is_empty());
            return None;
        }
        let mut watcher = Self {
            engine: engine(&problem, assumptions, policies, memory),
            formula: Formula::new(&problem, assumptions),
            covers,
            pending: None,
            tally,
        };
        watcher.look_ahead();
        Some(watcher)
    }

    /// Finds up to this many solutions. Returns whether the search ended.
    pub(super) fn solutions(&mut self, most: usize) -> bool {
        let mut left = most;
        while left > 0 {
            match self.run() {
                Step::Solved => left -= 1,
                Step::Exhausted => return true,
                _ => {}
            }
        }
        false
    }

    fn run(&mut self) -> Step {
        self.pending = None;
        let (restarts, clauses) = (self.engine.counts.restarts, self.clauses());
        let mut fuel = Fuel {
            nodes: 1,
            dead_ends: 1,
        };
        let step = self.engine.run(&mut fuel, &mut Budget::unlimited().meter());
        self.count("restart", self.engine.counts.restarts - restarts);
        self.count("forgotten", clauses.saturating_sub(self.clauses()));
        self.examine_log();
        let engine = self.engine.clone();
        self.inspect(&engine);
        match step {
            Step::Solved => self.examine_solution(),
            Step::Exhausted => self.examine_end(),
            _ => self.look_ahead(),
        }
        step
    }

    /// The number of learned clauses.
    fn clauses(&self) -> u64 {
        self.engine.clauses.places().count() as u64
    }

    fn count(&mut self, kind: &'static str, times: u64) {
        *self.tally.entry(kind).or_default() += times;
    }

    /// Every logged clause follows from what was known before it.
    fn examine_log(&mut self) {
        let (formula, covers, tally) = (&mut self.formula, &self.covers, &mut *self.tally);
        let taken = self.engine.take_log(|clause| {
            let clause = Facts::of(clause);
            assert!(formula.refutes(clause.not()), "{clause:?} does not follow");
            let is_false = |&cover: &u64| clause.not().hold_in(cover);
            assert_eq!(covers.iter().copied().find(is_false), None, "{clause:?}");
            formula.add(clause);
            *tally.entry("logged").or_default() += 1;
            Ok::<_, Stop>(())
        });
        assert_eq!(taken, Ok(()));
    }

    /// A solution is a cover that was not returned before.
    fn examine_solution(&mut self) {
        let mut trail = Vec::new();
        self.engine.trail(&mut trail);
        let cover = bits(trail);
        let place = self.covers.iter().position(|&other| other == cover);
        self.block(place.expect("a new cover"));
        self.pending = Some(cover);
        self.count("solution", 1);
    }

    /// Removes a cover from those that are left.
    fn block(&mut self, place: usize) -> u64 {
        let cover = self.covers.swap_remove(place);
        let is_largest = !self.covers.iter().any(|other| other & cover == cover);
        self.formula.block(cover, is_largest);
        cover
    }

    fn examine_end(&mut self) {
        match self.engine.status.end {
            Some(End::Failed) => {
                let failed = self.engine.failed().iter().copied();
                assert!(failed.clone().count() > 0);
                self.never(Facts::of(failed));
                self.count("failed", 1);
            }
            end => {
                assert_eq!(end, Some(End::Exhausted));
                assert!(self.covers.is_empty());
                assert!(self.formula.refutes(Facts::default()));
            }
        }
    }

    /// No cover that is left has all these facts.
    pub(super) fn never(&self, facts: Facts) {
        let cover = self.covers.iter().find(|&&cover| facts.hold_in(cover));
        assert_eq!(cover, None, "{facts:?}");
    }

    /// Makes the next decision on a copy, and inspects the conflict.
    fn look_ahead(&mut self) {
        if self.engine.status.end.is_some() {
            return;
        }
        let mut engine = self.engine.clone();
        let mut conflict = propagate(&mut engine);
        if conflict.is_none() {
            self.inspect_all_concluded(&engine);
            match engine.assumed.decide(&mut engine.state) {
                Next::False(_) => return,
                Next::Decided => {}
                Next::None => _ = engine.decide(),
            }
            conflict = propagate(&mut engine);
        }
        self.inspect(&engine);
        match conflict {
            Some(conflict) => self.inspect_conflict(engine, conflict),
            None => self.inspect_all_concluded(&engine),
        }
    }

    fn inspect(&mut self, engine: &Learn) {
        inspect_trail(engine);
        inspect_counters(engine);
        inspect_watches(engine);
        self.inspect_reasons(engine);
    }

    /// Every fact follows from those that its reason names, which became true before it.
    fn inspect_reasons(&mut self, engine: &Learn) {
        let state = &engine.state;
        let (budget, mut shared) = (Budget::unlimited(), BTreeMap::new());
        for (place, &literal) in state.trail.iter().enumerate() {
            let fact = state.facts[literal.option() as usize];
            if fact.reason == Reason::None && fact.level > 0 {
                assert_eq!(place, state.levels[fact.level as usize - 1] as usize);
                continue;
            }
            let mut from = Vec::new();
            let grounds = grounds(engine);
            let (option, meter) = (literal.option(), &mut budget.meter());
            let mut beside = Beside::new(engine.tables.items());
            grounds
                .reasons(option, &mut beside, &mut from, meter)
                .unwrap();
            // The same options as by the definition.
            if let Reason::Unsupported(item) = fact.reason {
                let users = engine.tables.users(item).iter().copied();
                let users = users.filter(|&other| engine.tables.supports(other, option));
                assert_eq!(from, users.collect::<Vec<_>>(), "{fact:?}");
            }
            if let Some(item) = grounds.shared_item(option) {
                // They are listed once for all facts with this reason.
                let first = shared.entry(item).or_insert_with(|| from.clone());
                assert_eq!(*first, from, "{fact:?}");
            }
            for &option in &from {
                assert!(!state.is_open(option), "{fact:?}");
                assert!(state.facts[option as usize].place < fact.place, "{fact:?}");
            }
            if let Reason::Clause(clause) = fact.reason {
                assert!(engine.clauses.places().any(|place| place == clause));
                inspect_order(engine, clause, literal, &from);
            }
            let contrary = facts(engine, &from).and(Facts::of([named(engine, literal.not())]));
            assert!(
                self.formula.refutes(contrary),
                "{fact:?} does not follow: {contrary:?}"
            );
            self.never(contrary);
            self.count(kind_of_reason(fact.reason), 1);
        }
    }

    /// The facts of a conflict cannot all be true, and they are true.
    fn inspect_conflict(&mut self, mut engine: Learn, conflict: Conflict) {
        let mut analysis = std::mem::take(&mut engine.analysis);
        analysis.of_conflict(&grounds(&engine), conflict);
        let state = &engine.state;
        let options = &analysis.facts;
        assert!(options.iter().all(|&option| !state.is_open(option)));
        let facts = facts(&engine, options);
        assert!(
            self.formula.refutes(facts),
            "{conflict:?} is none: {facts:?}"
        );
        self.never(facts);
        self.count(kind_of_conflict(conflict), 1);
    }

    /// Without a conflict, the items and clauses have nothing more to say.
    fn inspect_all_concluded(&self, engine: &Learn) {
        let state = &engine.state;
        assert_eq!(state.head, state.trail.len());
        for (counter, bounds) in state.counters.iter().zip(&engine.tables.bounds) {
            let Counter {
                left,
                chosen,
                is_queued,
                ..
            } = *counter;
            assert!(chosen <= bounds.high && left >= bounds.low && !is_queued);
            assert!(chosen < bounds.high || left == chosen);
            assert!(left > bounds.low || left == chosen);
        }
        for place in engine.clauses.places() {
            let values = engine.clauses.codes(place).iter();
            let mut values = values.map(|&code| state.value(Literal::of_code(code)));
            assert!(
                values.clone().any(|value| value > 0)
                    || values.by_ref().filter(|&value| value == 0).count() > 1
            );
        }
    }

    /// Asks another question. A solution that was just returned may be returned again.
    pub(super) fn assume(&mut self, assumptions: &[(OptionId, bool)]) -> bool {
        if let Some(cover) = self.pending.take() {
            self.covers.push(cover);
            self.formula.unblock();
        }
        let is_possible = self.engine.assume(assumptions);
        if !is_possible {
            self.never(Facts::of(self.engine.failed().iter().copied()));
        }
        is_possible
    }

    /// Excludes the cover at a place of those that are left.
    pub(super) fn exclude(&mut self, place: Index) {
        if self.covers.is_empty() {
            return;
        }
        let cover = self.block(place.index(self.covers.len()));
        let options = (0..64).filter(|option| cover >> option & 1 != 0);
        let options: Vec<_> = options.map(OptionId::new).collect();
        self.engine.exclude(&options);
    }
}
