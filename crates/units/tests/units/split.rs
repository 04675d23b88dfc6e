//! Splits: how many units, how heavy, and the same on every machine.

use std::collections::HashSet;

use quadrille::units::{Grain, split};
use quadrille::{
    Assumptions, Budget, CancelToken, EngineChoice, EngineName, Limits, OptionId, Settings, Solver,
    Stop,
};

use super::{count, pairs, units, walked};

#[test]
fn a_split_makes_at_least_as_many_units_as_requested() {
    let solver = Solver::new(pairs(8));
    let question = count(Assumptions::new());
    for number in [1, 2, 9, 10, 50] {
        let units = units(&solver, &question, number);
        assert!((number..number + 9).contains(&units.len()), "{number}");
        let sum: u64 = units
            .iter()
            .map(|unit| walked(&solver, &question, &unit.part))
            .sum();
        assert_eq!(sum, 105);
        let texts: HashSet<String> = units.iter().map(ToString::to_string).collect();
        assert_eq!(texts.len(), units.len());
        assert!(units.iter().all(|unit| unit.weight.is_some()));
    }
    // A pair of people is left at most: there are no more than 105 units.
    assert_eq!(units(&solver, &question, 1000).len(), 105);
}

#[test]
fn a_split_is_the_same_each_time() {
    let solver = Solver::new(pairs(12));
    let mut assumptions = Assumptions::new();
    assumptions.forbid(OptionId::new(3));
    let question = count(assumptions);
    let lines = || {
        units(&solver, &question, 50)
            .iter()
            .map(ToString::to_string)
            .collect()
    };
    let first: Vec<String> = lines();
    assert_eq!(first, lines());
    assert!(first[0].contains("\"question\":\"count; forbid 3\""));
}

#[test]
fn a_split_by_seconds_makes_units_of_that_length() {
    let settings = Settings::new().engine(EngineChoice::Prefer(EngineName::Links));
    let solver = Solver::with_settings(pairs(14), &settings);
    let question = count(Assumptions::new());
    let budget = Budget::start(&Limits::new());
    let number = |seconds| {
        let units = split(&solver, "test", &question, Grain::Seconds(seconds), &budget).unwrap();
        units.len()
    };
    assert_eq!(number(1e6), 1);
    assert!(number(1e-4) > 10);
}

#[test]
fn a_split_can_be_stopped() {
    let solver = Solver::new(pairs(12));
    let token = CancelToken::new();
    token.cancel();
    let budget = Budget::start(&Limits::new().cancel(&token));
    let stopped = split(
        &solver,
        "test",
        &count(Assumptions::new()),
        Grain::Units(9),
        &budget,
    );
    assert_eq!(stopped.err(), Some(Stop::Cancelled));
}

#[test]
fn a_search_without_solutions_has_a_unit() {
    let mut builder = quadrille::Problem::builder();
    builder.primary("a").unwrap();
    let solver = Solver::new(builder.build());
    let units = units(&solver, &count(Assumptions::new()), 10);
    assert_eq!(units.len(), 1);
    assert!(units[0].part.is_whole());
}
