//! A search by an engine that walks no tree: it was told the solutions, and tells them again.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::engines::Engines;
use super::{Search, Solver};
use crate::ask::{Budget, Limits, Meter, Order, Question, Stop, Uniqueness};
use crate::engine::{Engine, Fuel, Step};
use crate::problem::{OptionId, Problem};

/// The solutions, and how many of them were told. Each takes a node; one that the assumptions
/// rule out is a dead end.
#[derive(Clone, Debug)]
struct Known {
    solutions: Arc<[Vec<OptionId>]>,
    question: Question,
    told: usize,
}

impl Engine for Known {
    fn start(
        &mut self,
        question: &Question,
        from: Option<&[u32]>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        meter.spend(1)?;
        self.question = question.clone();
        let tries = from.and_then(<[u32]>::first);
        self.told = tries.map_or(0, |&number| number as usize - 1);
        Ok(question.order == Order::Natural)
    }

    fn run(&mut self, fuel: &mut Fuel, _: &mut Meter<'_>) -> Step {
        while let Some(solution) = self.solutions.get(self.told) {
            let assumed = &self.question.assumptions;
            let is_right = assumed.forced().iter().all(|o| solution.contains(o))
                && !assumed.forbidden().iter().any(|o| solution.contains(o));
            let (left, step) = match is_right {
                true => (&mut fuel.nodes, Step::OutOfNodes),
                false => (&mut fuel.dead_ends, Step::OutOfDeadEnds),
            };
            if *left == 0 {
                return step;
            }
            *left -= 1;
            self.told += 1;
            if is_right {
                return Step::Solved;
            }
        }
        Step::Exhausted
    }

    fn put_back(&mut self, fuel: &mut Fuel) {
        self.told -= 1;
        fuel.nodes += 1;
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        out.extend(&self.solutions[self.told - 1]);
    }

    fn tries(&self) -> Option<Vec<u32>> {
        let next = self.told as u32 + 1;
        (self.told < self.solutions.len()).then(|| vec![next])
    }

    fn boxed(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}

/// Two coins, each with two sides: a search by a tree, and one by the engine that knows.
fn searches() -> (Search, Search) {
    let mut builder = Problem::builder();
    for coin in ["first", "second"] {
        let coin = builder.primary(coin).unwrap();
        builder.option([coin]).unwrap();
        builder.option([coin]).unwrap();
    }
    let mut search = Solver::new(builder.build()).search();
    let solutions: Vec<_> = search.solutions().map(|s| s.options().to_vec()).collect();
    let known = Known {
        solutions: solutions.into(),
        question: Question::default(),
        told: 0,
    };
    let mut told = search.solver().search();
    told.engines = Engines::of(Box::new(known));
    (search, told)
}

/// All that a search answers by its engine, and where each question stopped.
fn answers(search: &mut Search) -> String {
    let mut seen = Vec::new();
    let first = search.first();
    let after_first = search.position().is_some();
    let all = search.for_each(|options| {
        let mut options = options.to_vec();
        options.sort_unstable();
        seen.push(options);
        ControlFlow::Continue(())
    });
    let unique = search.unique();
    let walk = search.walk();
    format!(
        "{:?} {:?} {after_first} {seen:?} {:?} {:?} {:?} {:?} {:?}",
        first.value,
        first.stop,
        (all.value, all.stop),
        (unique.value, unique.stop),
        (walk.value, walk.stop),
        search.position(),
        search.solutions().collect::<Vec<_>>(),
    )
}

#[test]
fn an_engine_without_a_tree_answers_like_any_other() {
    let (mut search, mut told) = searches();
    assert_eq!(answers(&mut told), answers(&mut search));
    assert_eq!(told.clone().unique().value, Uniqueness::Many);
    for search in [&mut search, &mut told] {
        search.force(OptionId::new(0)).forbid(OptionId::new(2));
    }
    assert_eq!(answers(&mut told), answers(&mut search));
    assert_eq!(told.unique().value, Uniqueness::One);
    // Nobody can probe what is no tree.
    let budget = Budget::unlimited();
    assert!(told.at_root(&budget).unwrap().is_none());
    assert!(search.at_root(&budget).unwrap().is_some());
}

#[test]
fn an_engine_without_a_tree_is_stopped_and_gone_on_with() {
    let (mut search, mut told) = searches();
    let all: Vec<_> = search.solutions().collect();
    let mut rest = told.position();
    for solution in &all {
        told.begin_at(rest).limits(Limits::new().nodes(1));
        let mut solutions = told.solutions();
        assert_eq!(solutions.next().as_ref(), Some(solution));
        assert!(solutions.next().is_none());
        rest = solutions.position();
    }
    assert_eq!(rest, None);
}

#[test]
fn a_solution_that_a_shared_budget_does_not_grant_is_put_back() {
    for mut search in <[Search; 2]>::from(searches()) {
        let budget = Budget::start(&Limits::new().solutions(2));
        search.budget(&budget);
        let mut solutions = search.clone().into_solutions();
        assert!(solutions.next().is_some());
        let nodes = solutions.stats().nodes;
        // Another question takes the last one.
        assert_eq!(budget.take_solutions(1), 1);
        assert!(solutions.next().is_none());
        assert_eq!(solutions.stop(), Some(Stop::Solutions));
        assert_eq!(solutions.stats().nodes, nodes);
        let rest = solutions.position();
        assert_eq!(search.budget(None).begin_at(rest).walk().value, 3);
    }
}
