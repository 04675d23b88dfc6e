//! Random sequences of calls, with every answer checked. proptest shrinks failures.
//!
//! The expected answers come from two sources: the set of solutions from `naive`; their order, and
//! the nodes between them, from an unlimited walk by a new search. Together they determine the
//! answer under any limit.

use std::mem::forget;
use std::ops::ControlFlow;
use std::time::Duration;

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use quadrille::{
    CancelToken, Limits, OptionId, Order, Search, Settings, Solver, Stop, Uniqueness, verify,
};

use crate::case::{Case, cases, coloured_cases, multiple_cases};
use crate::problems::links;

#[derive(Clone, Debug)]
enum Call {
    Force(OptionId),
    Forbid(OptionId),
    Retract(OptionId),
    RetractAll,
    Limits(Bounds),
    Seed(Option<u64>),
    /// Continues with a clone of the search.
    Clone,
    First,
    Count,
    Uniqueness,
    /// Stops at this solution.
    ForEach {
        last: Option<usize>,
    },
    /// Takes this many solutions and drops or forgets the iterator.
    Solutions {
        take: usize,
        forget: bool,
    },
}

#[derive(Clone, Debug, Default)]
struct Bounds {
    solutions: Option<u64>,
    nodes: Option<u64>,
    no_time: bool,
    cancelled: bool,
}

/// A problem and calls on its options, including one unknown option.
fn called_cases() -> impl Strategy<Value = (Case, Vec<Call>)> {
    let kinds = prop_oneof![3 => cases(), 1 => coloured_cases(), 1 => multiple_cases()];
    kinds.prop_flat_map(|case| {
        let options = case.options.len() as u32 + 1;
        (Just(case), vec(calls(options), 0..30))
    })
}

fn calls(options: u32) -> impl Strategy<Value = Call> {
    let option = || (0..options).prop_map(OptionId::new);
    let bounds = (of(0..4_u64), of(0..20_u64), rarely(), rarely());
    prop_oneof![
        2 => option().prop_map(Call::Force),
        2 => option().prop_map(Call::Forbid),
        3 => option().prop_map(Call::Retract),
        2 => Just(Call::RetractAll),
        2 => bounds.prop_map(|(solutions, nodes, no_time, cancelled)| {
            Call::Limits(Bounds { solutions, nodes, no_time, cancelled })
        }),
        2 => Just(Call::Limits(Bounds::default())),
        1 => of(0..4_u64).prop_map(Call::Seed),
        1 => Just(Call::Clone),
        2 => Just(Call::First),
        2 => Just(Call::Count),
        2 => Just(Call::Uniqueness),
        2 => of(1..4_usize).prop_map(|last| Call::ForEach { last }),
        3 => (0..4_usize, any::<bool>()).prop_map(|(take, forget)| {
            Call::Solutions { take, forget }
        }),
    ]
}

fn rarely() -> impl Strategy<Value = bool> {
    prop::bool::weighted(0.1)
}

/// A model of the search: the assumptions, limits and order that were set.
#[derive(Default)]
struct Model {
    forced: Vec<OptionId>,
    forbidden: Vec<OptionId>,
    bounds: Bounds,
    seed: Option<u64>,
}

/// The result of an unlimited walk.
struct Record {
    /// Whether the forced options can be used together.
    possible: bool,
    /// The options of each solution in the order of choice, and the nodes up to it.
    found: Vec<(Vec<OptionId>, u64)>,
    nodes: u64,
}

/// The expected result of a limited walk.
struct Expected {
    found: usize,
    stop: Stop,
    nodes: u64,
}

impl Model {
    /// Walks without limits, and checks the walk against the reference.
    fn record(&self, case: &Case, solver: &Solver) -> Record {
        let mut search = solver.search();
        search.order(order(self.seed));
        for &option in &self.forced {
            search.force(option);
        }
        for &option in &self.forbidden {
            search.forbid(option);
        }
        let mut trails = Vec::new();
        let answer = search.for_each(|options| {
            trails.push(options.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(answer.stop, Stop::Exhausted);
        assert_eq!(answer.value, trails.len() as u64);

        let mut nodes = Vec::new();
        let mut solutions = search.solutions();
        while let Some(solution) = solutions.next() {
            assert_eq!(verify(solver.problem(), solution.options()), Ok(()));
            assert_eq!(solution.options(), ascending(&trails[nodes.len()]));
            nodes.push(solutions.stats().nodes);
        }

        let mut covers: Vec<_> = trails.iter().map(|trail| ascending(trail)).collect();
        covers.sort_unstable();
        let mut reference = case.covers();
        reference.retain(|cover| {
            self.forced.iter().all(|option| cover.contains(option))
                && !self.forbidden.iter().any(|option| cover.contains(option))
        });
        assert_eq!(covers, reference);
        Record {
            possible: self.possible(case),
            found: trails.into_iter().zip(nodes).collect(),
            nodes: answer.stats.nodes,
        }
    }

    fn possible(&self, case: &Case) -> bool {
        let forbidden = |option| self.forbidden.contains(option);
        case.are_compatible(&self.forced) && !self.forced.iter().any(forbidden)
    }

    /// The expected result of a question that needs `needed` solutions.
    fn expect(&self, record: &Record, needed: usize) -> Expected {
        let Bounds {
            solutions,
            nodes: most,
            no_time,
            cancelled,
        } = self.bounds;
        let end = |found, stop, nodes| Expected { found, stop, nodes };
        let needed = solutions.map_or(needed, |most| needed.min(most as usize));
        if !record.possible {
            return end(0, Stop::Exhausted, 0);
        }
        if needed == 0 {
            return end(0, Stop::Solutions, 0);
        }
        if record.nodes == 0 {
            // The engine meets a dead end before the first node, where limits are checked.
            return end(0, Stop::Exhausted, 0);
        }
        if most == Some(0) {
            return end(0, Stop::Nodes, 0);
        }
        if cancelled {
            return end(0, Stop::Cancelled, 0);
        }
        if no_time {
            return end(0, Stop::Time, 0);
        }
        let most = most.unwrap_or(u64::MAX);
        let reached = record.found.iter().filter(|found| found.1 <= most).count();
        if needed <= reached {
            end(needed, Stop::Solutions, record.found[needed - 1].1)
        } else if record.nodes <= most {
            end(reached, Stop::Exhausted, record.nodes)
        } else {
            end(reached, Stop::Nodes, most)
        }
    }
}

fn ascending(trail: &[OptionId]) -> Vec<OptionId> {
    let mut options = trail.to_vec();
    options.sort_unstable();
    options
}

/// Makes the call on the search and on the model.
fn call(call: Call, search: &mut Search, model: &mut Model, case: &Case) {
    match call {
        Call::Force(option) => {
            search.force(option);
            if !model.forced.contains(&option) {
                model.forced.push(option);
                model.forced.sort_unstable();
            }
        }
        Call::Forbid(option) => {
            search.forbid(option);
            model.forbidden.push(option);
        }
        Call::Retract(option) => {
            search.retract(option);
            model.forced.retain(|&other| other != option);
            model.forbidden.retain(|&other| other != option);
        }
        Call::RetractAll => {
            search.retract_all();
            model.forced.clear();
            model.forbidden.clear();
        }
        Call::Limits(bounds) => {
            search.limits(limits(&bounds));
            model.bounds = bounds;
        }
        Call::Seed(seed) => {
            search.order(order(seed));
            model.seed = seed;
        }
        Call::Clone => *search = search.clone(),
        question => ask(question, search, model, case),
    }
}

fn limits(bounds: &Bounds) -> Limits {
    let mut limits = Limits::new();
    if let Some(most) = bounds.solutions {
        limits = limits.solutions(most);
    }
    if let Some(most) = bounds.nodes {
        limits = limits.nodes(most);
    }
    if bounds.no_time {
        limits = limits.time(Duration::ZERO);
    }
    let token = CancelToken::new();
    limits = limits.cancel(&token);
    if bounds.cancelled {
        token.cancel();
    }
    limits
}

/// Asks a question and checks the answer.
fn ask(question: Call, search: &mut Search, model: &Model, case: &Case) {
    let record = model.record(case, search.solver());
    let (expected, stop, stats) = match question {
        Call::First => {
            let expected = model.expect(&record, 1);
            let answer = search.first();
            let first = record.found[..expected.found].first();
            assert_eq!(
                answer.value.map(|solution| solution.options().to_vec()),
                first.map(|(trail, _)| ascending(trail))
            );
            (expected, answer.stop, answer.stats)
        }
        Call::Count => {
            let expected = model.expect(&record, usize::MAX);
            let answer = search.walk();
            assert_eq!(answer.value, expected.found as u64);
            (expected, answer.stop, answer.stats)
        }
        Call::Uniqueness => {
            let expected = model.expect(&record, 2);
            let answer = search.unique();
            let value = match (expected.found, expected.stop) {
                (2, _) => Uniqueness::Many,
                (1, Stop::Exhausted) => Uniqueness::One,
                (0, Stop::Exhausted) => Uniqueness::None,
                _ => Uniqueness::Unknown,
            };
            assert_eq!(answer.value, value);
            (expected, answer.stop, answer.stats)
        }
        Call::ForEach { last } => {
            let expected = model.expect(&record, last.unwrap_or(usize::MAX));
            let mut seen = 0;
            let answer = search.for_each(|options| {
                assert_eq!(options, record.found[seen].0);
                assert!(options.starts_with(&model.forced));
                seen += 1;
                if last == Some(seen) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            assert_eq!(seen, expected.found);
            assert_eq!(answer.value, seen as u64);
            (expected, answer.stop, answer.stats)
        }
        Call::Solutions { take, forget } => return take_some(take, forget, search, model, &record),
        _ => unreachable!("not a question"),
    };
    assert_eq!(stop, expected.stop);
    assert_eq!(stats.nodes, expected.nodes);
    assert_eq!(stats.solutions, expected.found as u64);
}

fn take_some(take: usize, leak: bool, search: &mut Search, model: &Model, record: &Record) {
    let end = model.expect(record, usize::MAX);
    let mut solutions = search.solutions();
    let taken: Vec<_> = solutions.by_ref().take(take).collect();
    assert_eq!(taken.len(), take.min(end.found));
    for (solution, (trail, _)) in taken.iter().zip(&record.found) {
        assert_eq!(solution.options(), ascending(trail));
    }
    let limit_reached = end.stop == Stop::Solutions && take >= end.found;
    if take > end.found || limit_reached || !record.possible {
        assert_eq!(solutions.stop(), Some(end.stop));
        assert_eq!(solutions.stats().nodes, end.nodes);
        assert_eq!((solutions.next(), solutions.next()), (None, None));
    } else {
        assert_eq!(solutions.stop(), None);
        let nodes = record.found[..take].last().map_or(0, |found| found.1);
        assert_eq!(solutions.stats().nodes, nodes);
    }
    assert_eq!(solutions.stats().solutions, taken.len() as u64);
    if leak {
        forget(solutions);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn every_answer_is_correct_after_any_calls((case, list) in called_cases()) {
        for settings in [links(), Settings::new()] {
            let solver = Solver::with_settings(case.problem(), &settings);
            let mut search = solver.search();
            let mut model = Model::default();
            for next in list.clone() {
                call(next, &mut search, &mut model, &case);
            }
            call(Call::Count, &mut search, &mut model, &case);
        }
    }
}

fn order(seed: Option<u64>) -> Order {
    seed.map_or(Order::Natural, Order::Random)
}
