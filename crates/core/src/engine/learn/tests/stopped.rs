//! A limit can stop the engine within a propagation or an analysis. It then goes on as if it had
//! not stopped.

use proptest::collection::vec;
use proptest::prelude::*;

use super::super::Learn;
use super::cases::{memory, pairs, policies, queries, workers};
use super::formula::bits;
use super::inspect::engine;
use crate::ask::{Assumptions, Budget, CancelToken, Limits, Stop};
use crate::case::{cases, coloured_cases, multiple_cases};
use crate::engine::{Engine, Fuel, Step};
use crate::policy::Policies;
use crate::problem::OptionId;

/// What an engine has done at its end: its steps, solutions, clauses and work.
#[derive(Debug, Default, PartialEq)]
struct Record {
    steps: Vec<Step>,
    trails: Vec<Vec<OptionId>>,
    clauses: Vec<Vec<(OptionId, bool)>>,
    failed: Vec<(OptionId, bool)>,
    work: u64,
}

/// Runs to the end, and stops after these amounts of work in turn; never if there are none. Returns
/// how often the engine was stopped.
fn run_to_the_end(engine: &mut Learn, works: &[u64], record: &mut Record) -> u32 {
    let token = CancelToken::new();
    token.cancel();
    let unlimited = Budget::unlimited();
    let cancelled = Budget::start(&Limits::new().cancel(&token));
    let piece = Fuel {
        nodes: 2,
        dead_ends: 3,
    };
    let (mut fuel, mut works) = (piece, works.iter().cycle());
    let (mut stops, mut in_a_row) = (0, 0);
    loop {
        let mut meter = match works.next() {
            // What is too long for a meter begins again, so the meters grow.
            Some(work) => cancelled.meter_after(work << in_a_row),
            None => unlimited.meter(),
        };
        let step = engine.run(&mut fuel, &mut meter);
        if step == Step::Stopped(Stop::Cancelled) {
            (stops, in_a_row) = (stops + 1, in_a_row + 1);
            continue;
        }
        in_a_row = 0;
        record.steps.push(step);
        let taken = engine.take_log(|clause| {
            record.clauses.push(clause.collect());
            Ok::<_, Stop>(())
        });
        assert_eq!(taken, Ok(()));
        match step {
            Step::Solved => {
                let mut trail = Vec::new();
                engine.trail(&mut trail);
                record.trails.push(trail);
            }
            Step::OutOfNodes | Step::OutOfDeadEnds => fuel = piece,
            end => {
                assert_eq!(end, Step::Exhausted);
                record.failed.extend(engine.failed());
                record.work = engine.work();
                return stops;
            }
        }
    }
}

proptest! {
    #[test]
    fn a_stopped_engine_goes_on_where_it_was(
        case in prop_oneof![cases(), coloured_cases(), multiple_cases()],
        policies in policies(), memory in memory(), queries in queries(),
        works in vec(1..100_u64, 1..20),
    ) {
        let (problem, none) = (case.problem(), Assumptions::new());
        let [expected, record] = [&[][..], &works].map(|works| {
            let (mut engine, mut record) =
                (engine(&problem, &none, policies, memory), Record::default());
            for query in &queries {
                if engine.assume(&query.assumptions(case.options.len())) {
                    run_to_the_end(&mut engine, works, &mut record);
                }
            }
            record
        });
        prop_assert_eq!(record, expected);
    }

    /// A question that is given up in the middle changes no later answer.
    #[test]
    fn a_stopped_engine_answers_other_questions(
        case in prop_oneof![cases(), coloured_cases(), multiple_cases()],
        policies in policies(), memory in memory(), queries in queries(),
        works in vec(1..300_u64, 6),
    ) {
        let (problem, none) = (case.problem(), Assumptions::new());
        let mut engine = engine(&problem, &none, policies, memory);
        let token = CancelToken::new();
        token.cancel();
        let cancelled = Budget::start(&Limits::new().cancel(&token));
        let mut solutions = Vec::new();
        for (query, work) in queries.iter().zip(&works) {
            if engine.assume(&query.assumptions(case.options.len())) {
                let mut fuel = Fuel { nodes: 100, dead_ends: 100 };
                let mut meter = cancelled.meter_after(*work);
                if engine.run(&mut fuel, &mut meter) == Step::Solved {
                    let mut trail = Vec::new();
                    engine.trail(&mut trail);
                    // The next question may return it again.
                    engine.assume(&[]);
                    engine.exclude(&trail);
                    solutions.push(trail);
                }
            }
        }
        engine.assume(&[]);
        let mut record = Record::default();
        run_to_the_end(&mut engine, &[], &mut record);
        solutions.append(&mut record.trails);
        let mut found: Vec<u64> = solutions.into_iter().map(bits).collect();
        found.sort_unstable();
        let mut covers: Vec<u64> = case.covers().into_iter().map(bits).collect();
        covers.sort_unstable();
        prop_assert_eq!(found, covers);
    }
}

/// Each conclusion and each fact of an analysis is a place to stop.
#[test]
fn the_engine_can_stop_at_many_places() {
    let policies = Policies::default().learn;
    for (case, least) in [(pairs(7), 100), (workers(6), 100)] {
        let [expected, record] = [&[][..], &[1]].map(|works| {
            let none = Assumptions::new();
            let mut engine = engine(&case.problem(), &none, policies, 1 << 20);
            let mut record = Record::default();
            let stops = run_to_the_end(&mut engine, works, &mut record);
            assert!(works.is_empty() || stops > least, "{stops}");
            record
        });
        assert_eq!(record, expected);
    }
}
