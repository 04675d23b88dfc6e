//! Positions: another search resumes a walk that was stopped.

use proptest::prelude::*;
use quadrille::{
    EngineChoice, EngineName, Limits, OptionId, Order, Position, Problem, Question, Search,
    Settings, Solution, Solver, Stop, Uniqueness,
};

use crate::case::{cases, multiple_cases};
use crate::problems::{links, queens};

/// The position after a trip through the text form of a question.
fn through_text(position: Option<Position>) -> Option<Position> {
    let question = Question {
        from: position,
        ..Question::default()
    };
    question.to_string().parse::<Question>().unwrap().from
}

/// Returns all solutions in order and the nodes, found by searches with at most `nodes` nodes each.
fn in_parts(solver: &Solver, nodes: u64) -> (Vec<Solution>, u64) {
    let (mut found, mut spent, mut rest) = (Vec::new(), 0, None);
    loop {
        let mut search = solver.search();
        search.begin_at(rest).limits(Limits::new().nodes(nodes));
        let mut solutions = search.solutions();
        found.extend(solutions.by_ref());
        spent += solutions.stats().nodes;
        rest = through_text(solutions.position());
        if solutions.stop() == Some(Stop::Exhausted) {
            assert_eq!(rest, None);
            return (found, spent);
        }
    }
}

proptest! {
    #[test]
    fn a_search_resumes_where_another_was_stopped(
        case in prop_oneof![cases(), multiple_cases()],
        nodes in 1..5_u64,
    ) {
        let problem = case.problem();
        // The first two settings use lanes, lists or rows; the third uses links.
        for settings in [Settings::new(), Settings::new().subset_rule(false), links()] {
            let solver = Solver::with_settings(problem.clone(), &settings);
            let whole = in_parts(&solver, u64::MAX);
            prop_assert_eq!(whole.0.len(), case.covers().len());
            prop_assert_eq!(in_parts(&solver, nodes), whole);
        }
    }
}

#[test]
fn every_walking_question_can_begin_at_a_position() {
    let mut search = queens(6).search();
    let all: Vec<Solution> = search.solutions().collect();
    let mut firsts = Vec::new();
    let mut rest = Some(Position::default());
    while let Some(position) = rest {
        search.begin_at(position);
        let left = all.len() - firsts.len();
        assert_eq!(search.walk().value, left as u64);
        assert_eq!(search.count().value, left as u64);
        let first = search.first();
        rest = search.position();
        match first.value {
            Some(solution) => firsts.push(solution),
            None => assert_eq!((first.stop, &rest), (Stop::Exhausted, &None)),
        }
    }
    assert_eq!(firsts, all);
}

/// Walks until the node limit, and returns the position.
fn walk_until(search: &mut Search, nodes: u64) -> Position {
    let walk = search.limits(Limits::new().nodes(nodes)).walk();
    assert_eq!(walk.stop, Stop::Nodes);
    search.limits(Limits::new());
    search.position().unwrap()
}

#[test]
fn a_position_in_another_tree_is_rejected() {
    let with = |size, settings: &Settings| {
        Solver::with_settings(queens(size).problem().clone(), settings).search()
    };
    let (bits, plain) = (Settings::new(), Settings::new().subset_rule(false));
    let costs = Settings::new().engine(EngineChoice::Prefer(EngineName::Costs));
    let fewer = Settings::new().policy("bits.slots", 1.0).unwrap();
    let position = walk_until(&mut with(6, &bits), 5);
    let left = with(6, &bits).begin_at(position.clone()).walk();
    assert!(left.is_complete());
    let others = [
        with(6, &plain),
        with(6, &links()),
        with(6, &costs),
        with(6, &fewer),
        with(5, &bits),
        with(6, &bits).force(OptionId::new(4)).clone(),
        with(6, &bits).forbid(OptionId::new(4)).clone(),
    ];
    for mut search in others {
        search.begin_at(position.clone());
        let count = search.count();
        assert_eq!((count.value, count.stop), (0.into(), Stop::OtherTree));
        assert_eq!(search.first().stop, Stop::OtherTree);
        assert_eq!(search.unique().value, Uniqueness::Unknown);
        assert_eq!(search.solutions().next(), None);
        // Nothing was searched, so the position is still the one that was set.
        assert_eq!(search.position(), Some(position.clone()));
        assert!(search.begin_at(None).walk().is_complete());
    }
    // A problem with other names and no costs has the same tree.
    let mut builder = Problem::builder();
    let known = queens(6).problem().clone();
    for item in known.items() {
        let name = format!("other {}", known.name(item));
        if known.is_primary(item) {
            builder.primary(name).unwrap()
        } else {
            builder.secondary(name).unwrap()
        };
    }
    for option in known.options() {
        builder
            .option(known.items_of(option).iter().copied())
            .unwrap();
    }
    let mut search = Solver::new(builder.build()).search();
    assert_eq!(search.begin_at(position).walk().value, left.value);
}

#[test]
fn later_assumptions_invalidate_a_position() {
    let mut search = queens(6).search();
    let position = walk_until(&mut search, 5);
    search.force(OptionId::new(0));
    assert_eq!(search.position(), None);
    search.begin_at(position.clone()).retract_all();
    assert_eq!(search.walk().stop, Stop::Exhausted);
    assert_eq!(search.position(), None);
    // Other questions ignore the position and consider all solutions.
    let all = queens(6).search().estimate(100, 1).value.nodes;
    assert_eq!(search.begin_at(position).estimate(100, 1).value.nodes, all);
}

#[test]
fn impossible_tries_are_no_error() {
    let solver = queens(6);
    let position = walk_until(&mut solver.search(), 5).to_string();
    let (_, tree) = position.split_once(" in ").unwrap();
    for tries in ["0", "4294967295", "1 1 1 1 1 1 1 1 1", "2 0 7 1"] {
        let position: Position = format!("{tries} in {tree}").parse().unwrap();
        let found = solver.search().begin_at(position).walk();
        assert!(found.is_complete() && found.value.to_u64() <= Some(4));
    }
}

#[test]
fn random_and_priced_walks_have_no_position() {
    let mut search = queens(6).search();
    search.limits(Limits::new().nodes(3));
    assert_eq!(search.position(), Some(Position::default()));
    search.order(Order::Random(1));
    assert_eq!(search.walk().stop, Stop::Nodes);
    assert_eq!(search.position(), None);
    let rest = walk_until(&mut queens(6).search(), 3);
    // A search that begins at a position walks in natural order.
    search.begin_at(rest);
    assert_eq!(search.walk().stop, Stop::Nodes);
    assert!(search.position().is_some());

    let costs = Settings::new().engine(EngineChoice::Prefer(EngineName::Costs));
    let solver = Solver::with_settings(queens(6).problem().clone(), &costs);
    assert_eq!(solver.engine(), EngineName::Costs);
    let mut search = solver.search();
    assert_eq!(
        search.limits(Limits::new().nodes(2)).walk().stop,
        Stop::Nodes
    );
    assert_eq!(search.position(), None);
    assert_eq!(search.limits(Limits::new()).walk().value, 4);
    assert_eq!(search.best(9).value.solutions.len(), 4);
}
