//! Random sequences of questions to a diagram that is restricted, written and read back in between.
//! Each answer is checked against the list of all covers. proptest shrinks what fails.

use std::collections::BTreeMap;
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;
use quadrille::count::{Diagram, DiagramError};
use quadrille::{Count, Limits, OptionId, Problem, Solver, Stop};

use super::solutions;
use crate::case::{Case, cases, coloured_cases, multiple_cases};

#[derive(Clone, Debug)]
enum Call {
    Nth(u64),
    Sample(u64),
    Marginals,
    Support,
    Cheapest(usize),
    CountByCost,
    Restrict(Vec<OptionId>, Vec<OptionId>),
    /// Writes it, and continues with what is read.
    Nnf,
    Zdd,
    /// The same under limits that stop all of it.
    OutOfTime,
    OutOfMemory,
}

fn called_cases() -> impl Strategy<Value = (Case, Vec<i64>, Vec<Call>)> {
    let kinds = prop_oneof![2 => cases(), 1 => coloured_cases(), 1 => multiple_cases()];
    kinds.prop_flat_map(|case| {
        let options = case.options.len();
        let costs = vec(-2..4_i64, options);
        (Just(case), costs, vec(calls(options as u32 + 1), 1..12))
    })
}

fn calls(options: u32) -> impl Strategy<Value = Call> {
    let some = move || vec((0..options).prop_map(OptionId::new), 0..2);
    prop_oneof![
        2 => (0..9_u64).prop_map(Call::Nth),
        1 => (0..9_u64).prop_map(Call::Sample),
        2 => Just(Call::Marginals),
        1 => Just(Call::Support),
        1 => (0..5_usize).prop_map(Call::Cheapest),
        1 => Just(Call::CountByCost),
        2 => (some(), some()).prop_map(|(forced, forbidden)| Call::Restrict(forced, forbidden)),
        2 => Just(Call::Nnf),
        2 => Just(Call::Zdd),
        1 => Just(Call::OutOfTime),
        1 => Just(Call::OutOfMemory),
    ]
}

/// A diagram, and the covers that it must hold.
struct Model {
    problem: Problem,
    diagram: Diagram,
    covers: Vec<Vec<OptionId>>,
}

impl Model {
    fn new(case: &Case, costs: &[i64]) -> Self {
        let mut builder = case.builder();
        for (option, &cost) in costs.iter().enumerate() {
            builder
                .add_cost(OptionId::new(option as u32), cost)
                .unwrap();
        }
        let problem = builder.build();
        let answer = Solver::new(problem.clone()).search().diagram();
        Self {
            problem,
            diagram: answer.value.unwrap(),
            covers: case.covers(),
        }
    }

    fn cost(&self, cover: &[OptionId]) -> i64 {
        cover.iter().map(|&option| self.problem.cost(option)).sum()
    }

    fn nnf(&self) -> String {
        let mut text = Vec::new();
        let name = |option: OptionId| option.to_string();
        self.diagram.write_nnf(name, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    fn zdd(&self) -> String {
        let mut text = Vec::new();
        let stop = self.diagram.write_zdd(&mut text, Limits::new()).unwrap();
        assert_eq!(stop, Stop::Exhausted);
        String::from_utf8(text).unwrap()
    }

    fn call(&mut self, call: Call) {
        let count = self.covers.len() as u64;
        match call {
            Call::Nth(number) => {
                let found = self.diagram.nth(&number.into());
                let expected = self.diagram.iter().nth(number as usize);
                assert_eq!(found, expected);
                assert_eq!(found.is_some(), number < count);
            }
            Call::Sample(seed) => {
                let drawn: Vec<_> = self.diagram.sampler(seed).take(5).collect();
                assert_eq!(drawn.len(), if count == 0 { 0 } else { 5 });
                let is_cover = |options: &[OptionId]| self.covers.iter().any(|c| c == options);
                assert!(drawn.iter().all(|solution| is_cover(solution.options())));
            }
            Call::Marginals => {
                let answer = self.diagram.marginals(Limits::new());
                assert_eq!(
                    (answer.stop, answer.stats.solutions),
                    (Stop::Exhausted, count.into())
                );
                let with =
                    |option| self.covers.iter().filter(|c| c.contains(&option)).count() as u64;
                for option in self.problem.options() {
                    // A ZDD does not say how many options there are beyond the last that it uses.
                    let known = answer.value.get(option.index());
                    assert_eq!(known.cloned().unwrap_or_default(), with(option));
                }
            }
            Call::Support => {
                let mut used = self.covers.concat();
                used.sort_unstable();
                used.dedup();
                assert_eq!(self.diagram.support(), used);
            }
            Call::Cheapest(k) => {
                let mut costs: Vec<i64> = self.covers.iter().map(|c| self.cost(c)).collect();
                costs.sort_unstable();
                costs.truncate(k);
                let cheapest = self.diagram.cheapest(&self.problem, k);
                let found: Vec<i64> = cheapest.iter().map(|(cost, _)| *cost).collect();
                assert_eq!(found, costs);
                for (cost, solution) in cheapest {
                    assert_eq!(self.cost(solution.options()), cost);
                }
            }
            Call::CountByCost => {
                let mut expected: BTreeMap<i64, Count> = BTreeMap::new();
                for cover in &self.covers {
                    *expected.entry(self.cost(cover)).or_default() += 1;
                }
                assert_eq!(self.diagram.count_by_cost(&self.problem), expected);
            }
            Call::Restrict(forced, forbidden) => {
                self.diagram = self.diagram.restrict(&forced, &forbidden);
                self.covers.retain(|cover| {
                    forced.iter().all(|option| cover.contains(option))
                        && !forbidden.iter().any(|option| cover.contains(option))
                });
            }
            Call::Nnf => {
                let read = Diagram::read_nnf(&self.nnf(), Limits::new()).unwrap();
                assert_eq!(read.diagram.option_count(), self.diagram.option_count());
                for option in self.diagram.support() {
                    assert_eq!(read.names[option.index()], option.to_string());
                }
                self.diagram = read.diagram;
            }
            Call::Zdd => {
                let read = Diagram::read_zdd(&self.zdd(), Limits::new());
                self.diagram = read.unwrap().diagram;
            }
            Call::OutOfTime => self.stop(Limits::new().time(Duration::ZERO), Stop::Time),
            Call::OutOfMemory => self.stop(Limits::new().memory(0), Stop::Memory),
        }
        assert_eq!(self.diagram.count(), self.covers.len() as u64);
        assert_eq!(solutions(&self.diagram), self.covers);
    }

    /// Reads both texts under limits that do not suffice.
    fn stop(&self, limits: Limits, stop: Stop) {
        let stopped = Err(DiagramError::Stopped(stop));
        assert_eq!(Diagram::read_nnf(&self.nnf(), &limits), stopped);
        assert_eq!(Diagram::read_zdd(&self.zdd(), &limits), stopped);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn every_question_is_answered_after_any_calls((case, costs, calls) in called_cases()) {
        let mut model = Model::new(&case, &costs);
        for next in calls {
            model.call(next);
        }
    }
}
