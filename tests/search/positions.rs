//! Positions: a walk that was stopped is gone on with by another search.

use proptest::prelude::*;
use quadrille::{
    EngineChoice, EngineName, Limits, OptionId, Order, Position, Problem, Question, Search,
    Settings, Solution, Solver, Stop, Uniqueness,
};

use crate::case::{cases, multiple_cases};
use crate::problems::{links, queens};

/// The position as another machine would get it.
fn sent(position: Option<Position>) -> Option<Position> {
    let question = Question {
        from: position,
        ..Question::default()
    };
    question.to_string().parse::<Question>().unwrap().from
}

/// All solutions in order and the nodes, in searches of so many nodes each.
fn in_parts(solver: &Solver, nodes: u64) -> (Vec<Solution>, u64) {
    let (mut found, mut spent, mut rest) = (Vec::new(), 0, None);
    loop {
        let mut search = solver.search();
        search.begin_at(rest).limits(Limits::new().nodes(nodes));
        let mut solutions = search.solutions();
        found.extend(solutions.by_ref());
        spent += solutions.stats().nodes;
        rest = sent(solutions.position());
        if solutions.stop() == Some(Stop::Exhausted) {
            assert_eq!(rest, None);
            return (found, spent);
        }
    }
}

proptest! {
    #[test]
    fn a_search_goes_on_where_another_was_stopped(
        case in prop_oneof![cases(), multiple_cases()],
        nodes in 1..5_u64,
    ) {
        let problem = case.problem();
        // Lanes, lists or rows; links.
        for settings in [Settings::new(), Settings::new().subset_rule(false), links()] {
            let solver = Solver::with_settings(problem.clone(), &settings);
            let whole = in_parts(&solver, u64::MAX);
            prop_assert_eq!(whole.0.len(), case.covers().len());
            prop_assert_eq!(in_parts(&solver, nodes), whole);
        }
    }
}

#[test]
fn every_walking_question_begins_at_a_position() {
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

/// Where a walk of so many nodes stops.
fn stopped(search: &mut Search, nodes: u64) -> Position {
    let walk = search.limits(Limits::new().nodes(nodes)).walk();
    assert_eq!(walk.stop, Stop::Nodes);
    search.limits(Limits::new());
    search.position().unwrap()
}

#[test]
fn a_position_in_another_tree_is_refused() {
    let with = |size, settings: &Settings| {
        Solver::with_settings(queens(size).problem().clone(), settings).search()
    };
    let (bits, plain) = (Settings::new(), Settings::new().subset_rule(false));
    let costs = Settings::new().engine(EngineChoice::Prefer(EngineName::Costs));
    let fewer = Settings::new().policy("bits.slots", 1.0).unwrap();
    let position = stopped(&mut with(6, &bits), 5);
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
        // Nothing was searched: what is left is what was asked.
        assert_eq!(search.position(), Some(position.clone()));
        assert!(search.begin_at(None).walk().is_complete());
    }
    // The names and the costs of a problem are not of its tree.
    let mut builder = Problem::builder();
    let known = queens(6).problem().clone();
    for item in known.items() {
        let name = format!("other {}", known.name(item));
        match known.is_primary(item) {
            true => builder.primary(name).unwrap(),
            false => builder.secondary(name).unwrap(),
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
fn a_position_is_one_of_the_walk_and_not_of_later_assumptions() {
    let mut search = queens(6).search();
    let position = stopped(&mut search, 5);
    search.force(OptionId::new(0));
    assert_eq!(search.position(), None);
    search.begin_at(position.clone()).retract_all();
    assert_eq!(search.walk().stop, Stop::Exhausted);
    assert_eq!(search.position(), None);
    // All else is about all solutions.
    let all = queens(6).search().estimate(100, 1).value.nodes;
    assert_eq!(search.begin_at(position).estimate(100, 1).value.nodes, all);
}

#[test]
fn tries_that_no_walk_makes_are_no_error() {
    let solver = queens(6);
    let position = stopped(&mut solver.search(), 5).to_string();
    let (_, tree) = position.split_once(" in ").unwrap();
    for tries in ["0", "4294967295", "1 1 1 1 1 1 1 1 1", "2 0 7 1"] {
        let position: Position = format!("{tries} in {tree}").parse().unwrap();
        let found = solver.search().begin_at(position).walk();
        assert!(found.is_complete() && found.value.to_u64() <= Some(4));
    }
}

#[test]
fn a_walk_that_cannot_tell_its_position_does_not() {
    let mut search = queens(6).search();
    search.limits(Limits::new().nodes(3));
    assert_eq!(search.position(), Some(Position::default()));
    search.order(Order::Random(1));
    assert_eq!(search.walk().stop, Stop::Nodes);
    assert_eq!(search.position(), None);
    let rest = stopped(&mut queens(6).search(), 3);
    // A position is one in the natural order.
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
