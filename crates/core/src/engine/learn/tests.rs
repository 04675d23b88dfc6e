//! Everything that the engine concludes and learns, checked by brute force on small problems, in
//! every state at which it pauses and at the conflict that comes next.

mod formula;
mod stopped;

use std::collections::{BTreeMap, HashSet};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use self::formula::{Facts, Formula, bits};
use super::assume::Next;
use super::literal::Literal;
use super::reasons::{reasons, shared_item};
use super::state::{Conflict, Counter, Reason};
use super::{End, Learn};
use crate::ask::{Assumptions, Budget, Question, Stop};
use crate::case::{Case, cases, coloured_cases, multiple_cases};
use crate::engine::{Engine, Fuel, Remains, Step};
use crate::policy::{LearnPolicies, Policies};
use crate::problem::{OptionId, Problem};

/// How often each kind of conclusion was checked, and what else happened.
type Tally = BTreeMap<&'static str, u64>;

/// All entries of a tally.
const KINDS: [&str; 15] = [
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
struct Watcher<'t> {
    engine: Learn,
    /// The problem, the solutions that were returned, and the clauses that were logged.
    formula: Formula,
    /// The covers that were not returned.
    covers: Vec<u64>,
    /// The last step returned this cover, and the engine has not excluded it yet.
    pending: Option<u64>,
    tally: &'t mut Tally,
}

impl<'t> Watcher<'t> {
    /// `None` if the assumptions contradict each other.
    fn new(
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
    fn solutions(&mut self, most: usize) -> bool {
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
    fn never(&self, facts: Facts) {
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
            reasons(
                &engine.tables,
                state,
                &engine.clauses,
                literal.option(),
                &mut from,
                &mut budget.meter(),
            )
            .unwrap();
            if let Some(item) = shared_item(&engine.tables, state, literal.option()) {
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
        let (tables, state) = (&engine.tables, &engine.state);
        engine
            .analysis
            .of_conflict(tables, state, &engine.clauses, conflict);
        let options = &engine.analysis.facts;
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
    fn assume(&mut self, assumptions: &[(OptionId, bool)]) -> bool {
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
    fn exclude(&mut self, place: Index) {
        if self.covers.is_empty() {
            return;
        }
        let cover = self.block(place.index(self.covers.len()));
        let options = (0..64).filter(|option| cover >> option & 1 != 0);
        let options: Vec<_> = options.map(OptionId::new).collect();
        self.engine.exclude(&options);
    }
}

/// An engine at the root, which logs.
fn engine(
    problem: &Problem,
    assumptions: &Assumptions,
    policies: LearnPolicies,
    memory: usize,
) -> Learn {
    let budget = Budget::unlimited();
    let mut meter = budget.meter();
    let remains = Remains::under(problem, assumptions, &mut meter).unwrap();
    let engine = Learn::compile(problem, remains, policies, memory, &mut meter).unwrap();
    let mut engine = engine.logging();
    assert_eq!(
        engine.start(&Question::default(), None, &mut meter),
        Ok(true)
    );
    engine
}

fn propagate(engine: &mut Learn) -> Option<Conflict> {
    engine.propagate(&mut Budget::unlimited().meter()).unwrap()
}

fn named(engine: &Learn, literal: Literal) -> (OptionId, bool) {
    (engine.tables.id(literal.option()), !literal.is_dead())
}

/// What the engine knows about these options.
fn facts(engine: &Learn, options: &[u32]) -> Facts {
    let facts = options
        .iter()
        .map(|&option| (engine.tables.id(option), engine.state.is_chosen(option)));
    Facts::of(facts)
}

/// The trail has all that is known, and levels in order.
fn inspect_trail(engine: &Learn) {
    let state = &engine.state;
    for (place, &literal) in state.trail.iter().enumerate() {
        let fact = state.facts[literal.option() as usize];
        assert_eq!((fact.place as usize, state.value(literal)), (place, 1));
        let level = state
            .levels
            .partition_point(|&start| start as usize <= place);
        assert_eq!(fact.level as usize, level);
    }
    let known = (0..engine.tables.len() as u32).filter(|&option| !state.is_open(option));
    assert_eq!(known.count(), state.trail.len());
}

/// The counters contain what was propagated.
fn inspect_counters(engine: &Learn) {
    let (tables, state) = (&engine.tables, &engine.state);
    let propagated = &state.trail[..state.head];
    for item in 0..tables.primary {
        let users = || tables.users(item).iter().copied();
        let is_left = |&option: &u32| !propagated.contains(&Literal::dead(option));
        let chosen = users().filter(|&option| propagated.contains(&Literal::chosen(option)));
        let counter = state.counters[item as usize];
        let counted = Counter {
            left: users().filter(is_left).count() as u32,
            last: users().filter(is_left).fold(0, |all, one| all ^ one),
            chosen: chosen.count() as u32,
            is_queued: counter.is_queued,
        };
        assert_eq!(counter, counted, "item {item}");
    }
}

/// The first two literals of each clause watch it, and no others.
fn inspect_watches(engine: &Learn) {
    let clauses = &engine.clauses;
    let mut expected = Vec::new();
    for place in clauses.places() {
        let codes = clauses.codes(place);
        expected.extend([(codes[0], place), (codes[1], place)]);
    }
    let mut watches = Vec::new();
    for (code, list) in clauses.watches.iter().enumerate() {
        for watch in list {
            let other = watch.other.code();
            assert!(other != code as u32 && clauses.codes(watch.clause).contains(&other));
            watches.push((code as u32, watch.clause));
        }
    }
    expected.sort_unstable();
    watches.sort_unstable();
    assert_eq!(watches, expected);
}

/// The first literal of a clause follows, and the second became false at the highest level of the
/// others: whenever it is undone, the first is, too.
fn inspect_order(engine: &Learn, clause: u32, first: Literal, others: &[u32]) {
    let codes = engine.clauses.codes(clause);
    assert_eq!(codes[0], first.code());
    let level = |option: u32| engine.state.facts[option as usize].level;
    let highest = others.iter().map(|&option| level(option)).max();
    assert_eq!(Some(level(Literal::of_code(codes[1]).option())), highest);
}

/// Policies with which restarts, forgetting and the support rule happen on small problems.
fn policies() -> impl Strategy<Value = LearnPolicies> {
    let supported = prop_oneof![1 => Just(0), 3 => 2..65_u32];
    let support = (supported, 0..20_u64, 0..3_u64);
    let restarts = (1..4_u64, 1..4_u64, 0.5..1.5_f64, 0.5..1.0_f64);
    let clauses = (1..6_usize, 1..4_usize, 0.5..1.0_f64, 0..4_u32);
    (support, restarts, clauses).prop_map(|(support, restarts, clauses)| {
        let (supported, trial, worth) = support;
        let (restart, phase, margin, decay) = restarts;
        let (first, more, share, tier) = clauses;
        LearnPolicies {
            supported,
            trial,
            worth,
            restart,
            phase,
            margin,
            decay,
            first,
            more,
            share,
            tier,
            ..Policies::default().learn
        }
    })
}

/// A case, options that are forced, and options that are forbidden.
fn assumed() -> impl Strategy<Value = (Case, Assumptions)> {
    let case = prop_oneof![cases(), coloured_cases(), multiple_cases()];
    let options = || vec(any::<Index>(), 0..3);
    let has_some = prop::bool::weighted(0.3);
    (case, options(), options(), has_some).prop_map(|(case, forced, forbidden, has_some)| {
        let mut assumptions = Assumptions::new();
        let len = case.options.len();
        if len > 0 && has_some {
            let option = |index: &Index| OptionId::new(index.index(len) as u32);
            forced
                .iter()
                .for_each(|index| _ = assumptions.force(option(index)));
            forbidden
                .iter()
                .for_each(|index| _ = assumptions.forbid(option(index)));
        }
        (case, assumptions)
    })
}

fn memory() -> impl Strategy<Value = usize> {
    prop_oneof![Just(0), Just(1 << 20)]
}

/// A question under assumptions.
#[derive(Clone, Debug)]
struct Query {
    /// Options, and whether they are chosen.
    assumed: Vec<(Index, bool)>,
    /// How many solutions are wanted.
    most: usize,
    /// The cover that is excluded before.
    excluded: Option<Index>,
}

fn queries() -> impl Strategy<Value = Vec<Query>> {
    let assumed = vec((any::<Index>(), any::<bool>()), 0..5);
    let query = (assumed, 1..4_usize, any::<Option<Index>>());
    let query = query.prop_map(|(assumed, most, excluded)| Query {
        assumed,
        most,
        excluded,
    });
    vec(query, 1..6)
}

impl Query {
    /// The assumptions, each once. One option does not exist.
    fn assumptions(&self, options: usize) -> Vec<(OptionId, bool)> {
        let mut seen = HashSet::new();
        let all = self.assumed.iter().map(|(index, is_chosen)| {
            let option = OptionId::new(index.index(options + 1) as u32);
            (option, *is_chosen)
        });
        all.filter(|&one| seen.insert(one)).collect()
    }

    fn ask(&self, watcher: &mut Watcher<'_>, options: usize) {
        if let Some(place) = self.excluded {
            watcher.assume(&[]);
            watcher.exclude(place);
        }
        let assumptions = self.assumptions(options);
        let assumed = Facts::of(assumptions.iter().copied());
        let is_possible = watcher.assume(&assumptions);
        let before = watcher.covers.clone();
        if !is_possible || watcher.solutions(self.most) {
            watcher.never(assumed);
        }
        let mut returned = before
            .iter()
            .filter(|cover| !watcher.covers.contains(cover));
        assert!(returned.all(|&cover| assumed.hold_in(cover)));
        let mut failed = watcher.engine.failed().iter();
        assert!(failed.all(|one| assumptions.contains(one)));
    }
}

proptest! {
    #[test]
    fn all_that_is_concluded_and_learned_follows(
        (case, assumptions) in assumed(), policies in policies(), memory in memory(),
    ) {
        let mut tally = Tally::default();
        if let Some(mut watcher) = Watcher::new(&case, &assumptions, policies, memory, &mut tally) {
            prop_assert!(watcher.solutions(usize::MAX));
            prop_assert_eq!(watcher.engine.status.end, Some(End::Exhausted));
        }
    }

    /// What is learned under assumptions holds without them.
    #[test]
    fn all_that_is_learned_under_assumptions_follows(
        case in prop_oneof![cases(), coloured_cases(), multiple_cases()],
        policies in policies(), memory in memory(), queries in queries(),
    ) {
        let (mut tally, none) = (Tally::default(), Assumptions::new());
        let mut watcher = Watcher::new(&case, &none, policies, memory, &mut tally).unwrap();
        queries.iter().for_each(|query| query.ask(&mut watcher, case.options.len()));
    }
}

/// Every person needs a chair, and there is one too few.
fn seats(people: usize) -> Case {
    let chairs = people - 1;
    let option = |person, chair| vec![(person, None), (people + chair, None)];
    let person = |person| (0..chairs).map(move |chair| option(person, chair));
    Case {
        items: (0..people + chairs)
            .map(|item| (item < people).then_some(1..=1))
            .collect(),
        options: (0..people).flat_map(person).collect(),
    }
}

/// People form pairs, and their number is odd.
fn pairs(people: usize) -> Case {
    let pairs = (0..people).flat_map(|one| (0..one).map(move |other| [one, other]));
    let uses = |pair: [usize; 2]| pair.map(|person| (person, None)).to_vec();
    Case {
        items: vec![Some(1..=1); people],
        options: pairs.map(uses).collect(),
    }
}

/// Everybody works or rests, and at most two may work. On the first kind of day nobody can rest.
fn workers(people: usize) -> Case {
    let (work, day, last) = (0, 1, 2 + people);
    let person = |person| [vec![2 + person, work], vec![2 + person, last + person]];
    let days = [
        [vec![day], (last..last + people).collect()].concat(),
        vec![day],
    ];
    let options = days.into_iter().chain((0..people).flat_map(person));
    let uses = |items: Vec<usize>| items.into_iter().map(|item| (item, None)).collect();
    let times = |item| match item {
        0 => Some(0..=2),
        item => (item < last).then_some(1..=1),
    };
    Case {
        items: (0..last + people).map(times).collect(),
        options: options.map(uses).collect(),
    }
}

/// The tests above meet every kind of conclusion, of conflict and of event, on the same problems in
/// every run.
#[test]
fn every_kind_of_conclusion_is_checked() {
    let mut runner = TestRunner::deterministic();
    let strategy = (assumed(), policies(), memory(), queries());
    let mut tally = Tally::default();
    for _ in 0..300 {
        let ((case, assumptions), policies, memory, queries) =
            strategy.new_tree(&mut runner).unwrap().current();
        if let Some(mut watcher) = Watcher::new(&case, &assumptions, policies, memory, &mut tally) {
            assert!(watcher.solutions(usize::MAX));
        }
        let watcher = Watcher::new(&case, &Assumptions::new(), policies, memory, &mut tally);
        let mut watcher = watcher.unwrap();
        for query in queries {
            query.ask(&mut watcher, case.options.len());
        }
    }
    for first in [4, 20] {
        let policies = LearnPolicies {
            restart: 4,
            first,
            more: 2,
            ..Policies::default().learn
        };
        for case in (3..8).map(workers).chain([seats(6), pairs(7)]) {
            let watcher = Watcher::new(&case, &Assumptions::new(), policies, 1 << 20, &mut tally);
            watcher.unwrap().solutions(1);
        }
    }
    for kind in KINDS {
        let count = tally.get(kind).copied();
        assert!(count >= Some(5), "{kind}: {tally:?}");
    }
    assert_eq!(tally.len(), KINDS.len());
}

/// Clauses move when others are deleted. No reason may name a place of before.
#[test]
fn no_reason_is_a_forgotten_clause() {
    let uses = |option: usize| vec![(option / 2, None)];
    let case = Case {
        items: vec![Some(1..=1); 5],
        options: (0..10).map(uses).collect(),
    };
    let policies = LearnPolicies {
        share: 0.5,
        tier: 2,
        ..Policies::default().learn
    };
    let mut engine = engine(&case.problem(), &Assumptions::new(), policies, 1 << 20);
    for glue in [9, 7, 5] {
        let clause = [glue, 0, 2].map(Literal::chosen);
        engine.clauses.add(&clause, glue, false);
    }
    for option in [0, 2] {
        engine.state.assign(Literal::dead(option), Reason::None);
    }
    assert_eq!(propagate(&mut engine), None);
    let by_clause = |engine: &Learn| {
        let facts = engine.state.facts.iter();
        facts
            .filter(|fact| matches!(fact.reason, Reason::Clause(_)))
            .count()
    };
    assert_eq!(by_clause(&engine), 3);
    engine.forget();
    assert_eq!(
        (by_clause(&engine), engine.clauses.places().count()),
        (0, 2)
    );
    inspect_watches(&engine);
}

/// A proof needs the conclusions of the support rule at the root, also if excluding a solution ends
/// the search.
#[test]
fn the_root_is_logged_before_a_solution_is_excluded() {
    let options = [&[0, 1, 2][..], &[2], &[0, 3], &[0, 1], &[1, 2, 3]];
    let uses = |items: &[usize]| items.iter().map(|&item| (item, None)).collect();
    let case = Case {
        items: vec![Some(1..=1), Some(1..=1), Some(1..=1), None],
        options: options.into_iter().map(uses).collect(),
    };
    let policies = Policies::default().learn;
    let mut engine = engine(&case.problem(), &Assumptions::new(), policies, 1 << 20);
    let [zero, one, two, three] = [0, 1, 2, 3].map(OptionId::new);
    engine.exclude(&[zero]);
    let mut fuel = Fuel {
        nodes: 1,
        dead_ends: 1,
    };
    let step = engine.run(&mut fuel, &mut Budget::unlimited().meter());
    assert_eq!(step, Step::Solved);
    engine.assume(&[]);
    engine.exclude(&[one, three]);
    assert_eq!(engine.status.end, Some(End::Exhausted));
    let mut clauses = Vec::new();
    let taken = engine.take_log(|clause| {
        clauses.push(clause.collect::<Vec<_>>());
        Ok::<_, Stop>(())
    });
    assert_eq!(taken, Ok(()));
    clauses.sort();
    assert_eq!(clauses, [[(two, false)]]);
}

/// Three items with options in turn, two of which may be covered several times: a solution leaves
/// each of them an option in a thousand, and each of the others has the same reason.
#[test]
fn analysis_reads_the_options_of_an_item_once() {
    let (options, solutions) = (3_000, 10);
    let case = Case {
        items: vec![Some(2..=3), Some(1..=4), Some(1..=1)],
        options: (0..options)
            .map(|option| vec![(option % 3, None)])
            .collect(),
    };
    let policies = Policies::default().learn;
    let mut engine = engine(&case.problem(), &Assumptions::new(), policies, 1 << 20);
    let budget = Budget::unlimited();
    let mut meter = budget.meter_after(1 << 60);
    for _ in 0..solutions {
        let mut fuel = Fuel {
            nodes: 100,
            dead_ends: 100,
        };
        assert_eq!(engine.run(&mut fuel, &mut meter), Step::Solved);
    }
    let steps = (1 << 60) - meter.left();
    assert!(steps < 100 * (options * solutions) as u64, "{steps}");
}

/// Options that share thousands of items with each other: the support rule must not read an option
/// again for each of these items.
#[test]
fn the_support_rule_reads_each_option_once() {
    let (shared, wide) = (2_000, 20);
    let mut items = vec![Some(1..=1); 2];
    items.extend(vec![None; shared]);
    let uses = |option: usize| {
        let all = (0..shared).map(|item| (item + 2, None));
        let own = [(option % 2, None)];
        own.into_iter().chain(all).collect()
    };
    let case = Case {
        items,
        options: (0..wide).map(uses).collect(),
    };
    let policies = Policies::default().learn;
    let mut engine = engine(&case.problem(), &Assumptions::new(), policies, 1 << 20);
    let _ = propagate(&mut engine);
    // Two items, each with half of the options; each examination may read every use twice.
    let uses = wide * (shared + 1);
    let read = engine.agenda.read;
    assert!((1..=4 * uses + 2 * wide * shared).contains(&read), "{read}");
}
