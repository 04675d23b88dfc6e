//! Positions: a walk that was stopped is gone on with by another search.

use proptest::prelude::*;
use quadrille::{
    EngineChoice, EngineName, Limits, Order, Position, Question, Settings, Solution, Solver, Stop,
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
        search.from(rest).limits(Limits::new().nodes(nodes));
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
        search.from(position);
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

#[test]
fn a_position_of_another_problem_is_no_error() {
    let solver = queens(6);
    for tries in [vec![0], vec![u32::MAX], vec![1; 99], vec![2, 0, 7, 1]] {
        let found = solver.search().from(Position(tries)).walk();
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
    // A position is one in the natural order.
    search.from(Position(vec![1]));
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
