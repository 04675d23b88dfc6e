//! Compares sums with all choices of values, and walks with sums with the items that express them.

use std::ops::ControlFlow;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

use super::conclude::{FEW, Open, conclude, ones};
use super::{SumTables, Summed};
use crate::ask::{Assumptions, Budget, Question};
use crate::engine::bits::lanes::lane::Lane;
use crate::engine::{
    Engine, EngineChoice, EngineName, Fuel, Kernels, Remains, Step, Vectors, Walk,
};
use crate::model::{Model, Variable};
use crate::policy::Policies;
use crate::problem::{OptionId, Problem};
use crate::{Settings, Solver};

/// The values of each term that are in some choice of values with this sum.
fn possible(open: &[Open], rest: i64) -> Vec<u64> {
    fn choose(open: &[Open], rest: i64, chosen: &mut Vec<u32>, all: &mut [u64]) {
        let place = chosen.len();
        if place == open.len() {
            if rest == 0 {
                for (all, &value) in all.iter_mut().zip(&*chosen) {
                    *all |= 1 << value;
                }
            }
            return;
        }
        for value in ones(open[place].values) {
            let before = open[..place].iter().zip(&*chosen);
            let mut same = before.filter(|own| own.0.group == open[place].group);
            if same.all(|own| *own.1 != value) {
                chosen.push(value);
                choose(open, rest - i64::from(value), chosen, all);
                chosen.pop();
            }
        }
    }
    let mut all = vec![0; open.len()];
    choose(open, rest, &mut Vec::new(), &mut all);
    all
}

#[test]
fn a_sum_excludes_what_no_choice_of_values_has() {
    let mut random = Pcg32::seed_from_u64(1);
    let (mut failed, mut removed, mut by_bounds) = (0, 0, 0);
    for _ in 0..20_000 {
        let terms = random.random_range(1..=8);
        let largest = random.random_range(1..=9);
        let mut group = 0;
        let mut open: Vec<Open> = (0..terms)
            .map(|term| {
                group += u32::from(random.random_ratio(1, 3));
                let mut values = 0;
                while values & (values - u64::from(values > 0)) == 0 {
                    values |= 1 << random.random_range(0..=largest);
                }
                Open {
                    term,
                    group,
                    live: values,
                    values,
                    had: values,
                    base: 0,
                }
            })
            .collect();
        let before = open.clone();
        let rest = random.random_range(0..=terms as i64 * i64::from(largest));
        let possible = possible(&before, rest);
        let holds = conclude(&mut open, rest);
        let widest = open.chunk_by(|one, other| one.group == other.group);
        let is_exact = open.len() <= FEW && widest.map(<[_]>::len).max() <= Some(3);
        by_bounds += usize::from(!is_exact);
        if !holds {
            assert!(
                possible.iter().all(|&values| values == 0),
                "{before:?} {rest}"
            );
            failed += 1;
            continue;
        }
        assert!(!is_exact || possible[0] != 0, "{before:?} {rest}");
        for (one, values) in open.iter().zip(possible) {
            assert_eq!(one.values & values, values, "{before:?} {rest}");
            assert!(!is_exact || one.values == values, "{before:?} {rest}");
            removed += usize::from(one.values != one.had);
        }
    }
    assert!(failed > 1_000 && removed > 1_000 && by_bounds > 1_000);
}

/// A model with sums that one assignment follows, and some assumptions about its variables.
fn random_model(random: &mut Pcg32) -> (Problem, Assumptions) {
    let mut model = Model::new();
    let count = random.random_range(2..=9);
    let largest = *[5, 5, 40].choose(random).unwrap();
    let mut planted = Vec::new();
    let variables: Vec<Variable> = (0..count)
        .map(|number| {
            let most = if count > 6 { 3 } else { 4 };
            let mut values: Vec<i64> = (0..random.random_range(1..=most))
                .map(|_| random.random_range(-3..=largest))
                .collect();
            values.sort_unstable();
            values.dedup();
            planted.push(values[random.random_range(0..values.len())]);
            model.variable(number.to_string(), values)
        })
        .collect();
    for number in 0..random.random_range(0..=2) {
        let mut some: Vec<usize> = Vec::new();
        for place in 0..count {
            if some.iter().all(|&own| planted[own] != planted[place]) {
                some.push(place);
            }
        }
        let some: Vec<Variable> = some.into_iter().map(|place| variables[place]).collect();
        model.all_different(&format!("d{number}"), &some);
    }
    for number in 0..random.random_range(1..=3) {
        let mut terms = Vec::new();
        let mut total = i64::from(random.random_ratio(1, 10));
        for (place, &variable) in variables.iter().enumerate() {
            if random.random_ratio(3, 4) {
                let factor = *[1, 1, 1, -1, 2].choose(random).unwrap();
                terms.push((variable, factor));
                total += factor * planted[place];
            }
        }
        model.sum(&format!("s{number}"), &terms, total);
    }
    let (problem, layout) = model.build().unwrap();
    let mut assumptions = Assumptions::new();
    for (place, &variable) in variables.iter().enumerate() {
        let Some(option) = layout.option(variable, planted[place]) else {
            continue;
        };
        if random.random_ratio(1, 8) {
            assumptions.force(option);
        } else if random.random_ratio(1, 12) {
            assumptions.forbid(option);
        }
    }
    (problem, assumptions)
}

/// All solutions of the walk with sums on these lanes, sorted. The walk is split now and then, and
/// some steps are repeated. `None` if it does not support the problem.
fn by_sums<L: Lane, const N: usize>(
    problem: &Problem,
    assumptions: &Assumptions,
    vectors: Option<Vectors>,
    random: &mut Pcg32,
) -> Option<Vec<Vec<OptionId>>> {
    let budget = Budget::unlimited();
    let meter = &mut budget.meter();
    if !Remains::is_possible(problem, assumptions) || problem.has_multiplicities() {
        return None;
    }
    let remains = Remains::under(problem, assumptions, meter).unwrap();
    let sums = SumTables::compile(problem, assumptions, &remains, meter).unwrap()?;
    if sums.1.widest(problem).0 >= L::BITS as usize {
        return None;
    }
    let rule = Some(Policies::default().bits);
    let (whole, kernels) = ((problem, &remains), Kernels::new(vectors));
    let tree = Summed::<L, N>::compile(whole, sums, kernels, rule, meter).unwrap();
    let mut all = Vec::new();
    let mut first = Walk::new(tree);
    if !first.start(&Question::default(), None, meter).unwrap() {
        return Some(all);
    }
    let mut pieces: Vec<Box<dyn Engine>> = vec![Box::new(first)];
    while let Some(mut walk) = pieces.pop() {
        loop {
            let mut fuel = Fuel {
                nodes: random.random_range(1..=4),
                dead_ends: 1 << 20,
            };
            match walk.run(&mut fuel, meter) {
                Step::Solved if random.random_ratio(1, 4) => walk.put_back(&mut fuel),
                Step::Solved => {
                    let mut trail = Vec::new();
                    walk.trail(&mut trail);
                    trail.sort_unstable();
                    all.push(trail);
                }
                Step::OutOfNodes => pieces.extend(walk.split(false)),
                step => {
                    assert_eq!(step, Step::Exhausted);
                    break;
                }
            }
        }
    }
    all.sort_unstable();
    Some(all)
}

/// All solutions of the engine `links`, which knows the items alone, sorted.
fn by_items(problem: &Problem, assumptions: &Assumptions) -> Vec<Vec<OptionId>> {
    let settings = Settings::new().engine(EngineChoice::Prefer(EngineName::Links));
    let solver = Solver::with_settings(problem.clone(), &settings);
    let mut search = solver.search();
    search.assume(assumptions.clone());
    let mut all = Vec::new();
    _ = search.for_each(|solution| {
        let mut options = solution.to_vec();
        options.sort_unstable();
        all.push(options);
        ControlFlow::Continue(())
    });
    all.sort_unstable();
    all
}

/// The bounds of each term may leave one value for all of them, and another sum.
#[test]
fn a_solution_has_its_sums() {
    let mut model = Model::new();
    let domains = [[0, 20], [0, 20], [0, 40], [0, 40]];
    let variables = (0..4).map(|number| model.variable(number.to_string(), domains[number]));
    let variables: Vec<Variable> = variables.collect();
    let terms: Vec<(Variable, i64)> = variables.iter().map(|&variable| (variable, 1)).collect();
    model.sum("sum", &terms, 40);
    let seven: Vec<Variable> = (4..11)
        .map(|number| model.variable(number.to_string(), [1, 3]))
        .collect();
    let terms: Vec<(Variable, i64)> = seven.iter().map(|&variable| (variable, 1)).collect();
    model.sum("seven", &terms, 9);
    let (problem, _) = model.build().unwrap();
    let random = &mut Pcg32::seed_from_u64(3);
    let found = by_sums::<u16, 32>(&problem, &Assumptions::new(), None, random).unwrap();
    assert_eq!(found.len(), 3 * 7);
    assert_eq!(found, by_items(&problem, &Assumptions::new()));
}

#[test]
fn sums_have_the_solutions_of_the_items_that_express_them() {
    let mut random = Pcg32::seed_from_u64(2);
    let (mut compared, mut solved) = (0, 0);
    for _ in 0..2_000 {
        let (problem, assumptions) = random_model(&mut random);
        let expected = by_items(&problem, &assumptions);
        let (problem, assumptions) = (&problem, &assumptions);
        let found = [
            by_sums::<u16, 32>(problem, assumptions, None, &mut random),
            by_sums::<u32, 16>(problem, assumptions, None, &mut random),
            by_sums::<u64, 8>(problem, assumptions, Some(Vectors::Portable), &mut random),
        ];
        for found in found.into_iter().flatten() {
            assert_eq!(found, expected, "{problem:?} {assumptions:?}");
            compared += 1;
            solved += found.len();
        }
    }
    assert!(compared > 1_000 && solved > 3_000, "{compared} {solved}");
}
