//! The promise of positions: a walk that is stopped anywhere and resumed, even by another engine,
//! is the same walk.

use proptest::prelude::*;

use super::assumed::{Assumptions, assumed};
use super::walks::set;
use super::{Cover, Sane, Subject};
use crate::ask::{Budget, Order, Question};
use crate::engine::{Engine, Fuel, Step, Walk};
use crate::problem::Problem;

pub(super) fn a_stopped_walk_resumes_where_it_stopped<E: Sane>(subject: &Subject<'_, E>) {
    let fuel = 1..5_u64;
    proptest!(subject.config(), |((case, assumed) in assumed(subject.cases), fuel in fuel)| {
        let problem = case.problem();
        let question = question(&assumed);
        let mut engine = Walk::new(subject.engine(&problem));
        let (covers, nodes, parts) = in_parts(subject, &problem, &question, u64::MAX / 2);
        prop_assert_eq!(set(covers.clone()), assumed.covers(&case));
        prop_assert_eq!(parts, 1);

        let random = Question { order: Order::Random(fuel), ..question.clone() };
        let budget = Budget::unlimited();
        if engine.start(&random, None, &mut budget.meter()) == Ok(true) {
            prop_assert_eq!(engine.tries(), None);
            engine.start(&question, None, &mut budget.meter()).unwrap();
            // Trees that are pruned by costs have no positions.
            let has_positions = engine.priced().is_none();
            prop_assert_eq!(engine.tries().is_some(), has_positions);
            if has_positions {
                let parted = in_parts(subject, &problem, &question, fuel);
                prop_assert_eq!((&parted.0, parted.1), (&covers, nodes));
                prop_assert!(parted.2 >= nodes.div_ceil(fuel));
            }
        }
    });
}

pub(super) fn question(assumed: &Assumptions) -> Question {
    let mut question = Question::default();
    for &option in &assumed.forbidden {
        question.assumptions.forbid(option);
    }
    for &option in &assumed.forced {
        question.assumptions.force(option);
    }
    question
}

/// Walks with `most` nodes of fuel for each part, every other part by a new engine. Returns the
/// covers in order, the nodes, and the number of parts.
fn in_parts<E: Sane>(
    subject: &Subject<'_, E>,
    problem: &Problem,
    question: &Question,
    most: u64,
) -> (Vec<Cover>, u64, u64) {
    let budget = Budget::unlimited();
    let mut engine = Walk::new(subject.engine(problem));
    let mut from = None;
    let (mut covers, mut nodes, mut parts) = (Vec::new(), 0, 0);
    loop {
        parts += 1;
        engine
            .start(question, from.as_deref(), &mut budget.meter())
            .unwrap();
        let mut fuel = Fuel {
            nodes: most,
            dead_ends: most,
        };
        let mut run = |engine: &mut Walk<E>| {
            let step = engine.run(&mut fuel, &mut budget.meter());
            if step == Step::Solved {
                engine.put_back(&mut fuel);
                assert_eq!(engine.run(&mut fuel, &mut budget.meter()), step);
            }
            step
        };
        let end = loop {
            match run(&mut engine) {
                Step::Solved => {
                    let mut cover = Vec::new();
                    engine.trail(&mut cover);
                    covers.push(cover);
                }
                end => break end,
            }
        };
        nodes += most - fuel.nodes;
        from = engine.tries();
        if end == Step::Exhausted {
            assert_eq!(from, None, "nothing is left");
            return (covers, nodes, parts);
        }
        if parts % 2 == 0 {
            engine = Walk::new(subject.engine(problem));
        }
    }
}
