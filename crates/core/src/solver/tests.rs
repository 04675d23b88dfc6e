//! A search with an engine that searches no tree: it replays a list of replay solutions.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::engines::Engines;
use super::{Search, Solver};
use crate::ask::{Budget, Limits, Meter, Order, Question, Stop, Uniqueness};
use crate::engine::{Engine, Fuel, Step};
use crate::problem::{OptionId, Problem};

/// Replays solutions. Each takes a node; a solution that the assumptions exclude is a dead end.
#[derive(Clone, Debug)]
struct Replay {
    solutions: Arc<[Vec<OptionId>]>,
    question: Question,
    /// The index of the next solution.
    next: usize,
}

impl Engine for Replay {
    fn start(
        &mut self,
        question: &Question,
        from: Option<&[u32]>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        meter.spend(1)?;
        self.question = question.clone();
        let tries = from.and_then(<[u32]>::first);
        self.next = tries.map_or(0, |&number| number as usize - 1);
        Ok(question.order == Order::Natural)
    }

    fn run(&mut self, fuel: &mut Fuel, _: &mut Meter<'_>) -> Step {
        while let Some(solution) = self.solutions.get(self.next) {
            let assumptions = &self.question.assumptions;
            let is_allowed = assumptions.forced().iter().all(|o| solution.contains(o))
                && !assumptions.forbidden().iter().any(|o| solution.contains(o));
            let (left, step) = if is_allowed {
                (&mut fuel.nodes, Step::OutOfNodes)
            } else {
                (&mut fuel.dead_ends, Step::OutOfDeadEnds)
            };
            if *left == 0 {
                return step;
            }
            *left -= 1;
            self.next += 1;
            if is_allowed {
                return Step::Solved;
            }
        }
        Step::Exhausted
    }

    fn put_back(&mut self, fuel: &mut Fuel) {
        self.next -= 1;
        fuel.nodes += 1;
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        out.extend(&self.solutions[self.next - 1]);
    }

    fn tries(&self) -> Option<Vec<u32>> {
        let next = self.next as u32 + 1;
        (self.next < self.solutions.len()).then(|| vec![next])
    }

    fn boxed(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}

/// Two searches for two coins with two sides each: one with a tree, one with the replay engine.
fn searches() -> (Search, Search) {
    let mut builder = Problem::builder();
    for coin in ["first", "second"] {
        let coin = builder.primary(coin).unwrap();
        builder.option([coin]).unwrap();
        builder.option([coin]).unwrap();
    }
    let mut search = Solver::new(builder.build()).search();
    let solutions: Vec<_> = search.solutions().map(|s| s.options().to_vec()).collect();
    let replay = Replay {
        solutions: solutions.into(),
        question: Question::default(),
        next: 0,
    };
    let mut replayed = search.solver().search();
    replayed.engines = Engines::of(Box::new(replay));
    (search, replayed)
}

/// The answers of a search to several questions, with their stop reasons.
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
    let (mut search, mut replayed) = searches();
    assert_eq!(answers(&mut replayed), answers(&mut search));
    assert_eq!(replayed.clone().unique().value, Uniqueness::Many);
    for search in [&mut search, &mut replayed] {
        search.force(OptionId::new(0)).forbid(OptionId::new(2));
    }
    assert_eq!(answers(&mut replayed), answers(&mut search));
    assert_eq!(replayed.unique().value, Uniqueness::One);
    // Probes need a tree.
    let budget = Budget::unlimited();
    assert!(replayed.at_root(&budget).unwrap().is_none());
    assert!(search.at_root(&budget).unwrap().is_some());
}

#[test]
fn an_engine_without_a_tree_continues_after_a_stop() {
    let (mut search, mut replayed) = searches();
    let all: Vec<_> = search.solutions().collect();
    let mut rest = replayed.position();
    for solution in &all {
        replayed.begin_at(rest).limits(Limits::new().nodes(1));
        let mut solutions = replayed.solutions();
        assert_eq!(solutions.next().as_ref(), Some(solution));
        assert!(solutions.next().is_none());
        rest = solutions.position();
    }
    assert_eq!(rest, None);
}

#[test]
fn a_solution_beyond_a_shared_budget_is_put_back() {
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
