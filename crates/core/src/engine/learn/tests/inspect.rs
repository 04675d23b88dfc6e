//! What must be true of the state of an engine, whatever the problem is.

use super::formula::Facts;
use crate::ask::{Assumptions, Budget, Question};
use crate::engine::learn::Learn;
use crate::engine::learn::literal::Literal;
use crate::engine::learn::reasons::Grounds;
use crate::engine::learn::state::{Conflict, Counter};
use crate::engine::{Engine, Remains};
use crate::policy::LearnPolicies;
use crate::problem::{OptionId, Problem};

/// An engine at the root, which logs.
pub(super) fn engine(
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

pub(super) fn propagate(engine: &mut Learn) -> Option<Conflict> {
    engine.propagate(&mut Budget::unlimited().meter()).unwrap()
}

pub(super) fn named(engine: &Learn, literal: Literal) -> (OptionId, bool) {
    (engine.tables.id(literal.option()), !literal.is_dead())
}

pub(super) fn grounds(engine: &Learn) -> Grounds<'_> {
    Grounds {
        tables: &engine.tables,
        state: &engine.state,
        clauses: &engine.clauses,
    }
}

/// What the engine knows about these options.
pub(super) fn facts(engine: &Learn, options: &[u32]) -> Facts {
    let facts = options
        .iter()
        .map(|&option| (engine.tables.id(option), engine.state.is_chosen(option)));
    Facts::of(facts)
}

/// The trail has all that is known, and levels in order.
pub(super) fn inspect_trail(engine: &Learn) {
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
pub(super) fn inspect_counters(engine: &Learn) {
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
pub(super) fn inspect_watches(engine: &Learn) {
    let clauses = &engine.clauses;
    let mut expected = Vec::new();
    for place in clauses.places() {
        let codes = clauses.codes(place);
        expected.extend([(codes[0], place), (codes[1], place)]);
    }
    let mut watches = Vec::new();
    let mut lists = clauses.watches.clone();
    for code in 0..2 * engine.tables.len() as u32 {
        for watch in lists.list(Literal::of_code(code)).into_iter().flatten() {
            let other = watch.other.code();
            assert!(other != code && clauses.codes(watch.clause).contains(&other));
            watches.push((code, watch.clause));
        }
    }
    expected.sort_unstable();
    watches.sort_unstable();
    assert_eq!(watches, expected);
}

/// The first literal of a clause follows, and the second became false at the highest level of the
/// others: whenever it is undone, the first is, too.
pub(super) fn inspect_order(engine: &Learn, clause: u32, first: Literal, others: &[u32]) {
    let codes = engine.clauses.codes(clause);
    assert_eq!(codes[0], first.code());
    let level = |option: u32| engine.state.facts[option as usize].level;
    let highest = others.iter().map(|&option| level(option)).max();
    assert_eq!(Some(level(Literal::of_code(codes[1]).option())), highest);
}
