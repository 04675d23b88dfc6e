//! Diagrams, against references that share no code with them.
use std::collections::BTreeMap;

use proptest::prelude::*;
use quadrille::count::{Diagram, Named};
use quadrille::{Count, Limits, OptionId, Problem, Solver, Stop};

use crate::case::{Case, cases, coloured_cases, multiple_cases};

use crate::puzzles;

mod calls;
mod text;

fn diagram(problem: Problem) -> Diagram {
    let solver = Solver::new(problem);
    let answer = solver.search().diagram();
    assert_eq!(answer.stop, Stop::Exhausted);
    answer.value.unwrap()
}

/// The solutions of a diagram, sorted.
fn solutions(diagram: &Diagram) -> Vec<Vec<OptionId>> {
    let mut found: Vec<_> = diagram.iter().map(|s| s.options().to_vec()).collect();
    found.sort_unstable();
    found
}

fn ids(numbers: &[u32]) -> Vec<OptionId> {
    numbers
        .iter()
        .map(|&number| OptionId::new(number))
        .collect()
}

/// A chain of cells in a scrambled order, covered by pieces of a few neighbours.
fn chain(cells: usize, step: usize) -> Problem {
    let mut builder = Problem::builder();
    for place in 0..cells {
        let name = format!("c{}", place * step % cells);
        builder.primary(name).unwrap();
    }
    for cell in 0..cells {
        for piece in [&[0][..], &[0, 1], &[0, 3], &[0, 1, 2]] {
            let its: Vec<_> = piece.iter().map(|more| cell + more).collect();
            if its.iter().all(|&cell| cell < cells) {
                let names: Vec<_> = its.iter().map(|cell| format!("c{cell}")).collect();
                builder.option(names.iter().map(|name| &**name)).unwrap();
            }
        }
    }
    builder.build()
}

/// In the order of the problem a fold needs millions of nodes, but the states of a sweep are few.
#[test]
fn the_diagram_of_a_scrambled_chain_comes_from_the_states_of_a_sweep() {
    for (cells, step) in [(40, 23), (60, 23), (80, 31), (200, 77)] {
        let solver = Solver::new(chain(cells, step));
        let answer = solver
            .search()
            .limits(Limits::new().nodes(300_000))
            .diagram();
        assert_eq!(answer.stop, Stop::Exhausted, "{cells} cells");
        let counted = answer.stats.counted.unwrap();
        assert_eq!(counted.memory, Some(quadrille::Memory::Sweep));
        let scrambled = answer.value.unwrap();
        // The fold suffices for the same chain in its own order.
        let straight = Solver::new(chain(cells, 1)).search().diagram();
        let counted = straight.stats.counted.unwrap();
        assert_eq!(counted.memory, Some(quadrille::Memory::Fold));
        let straight = straight.value.unwrap();
        assert_eq!(scrambled.count(), straight.count());
        let through = |diagram: &Diagram| diagram.marginals(Limits::new()).value;
        assert_eq!(through(&scrambled), through(&straight));
        assert_eq!(scrambled.count(), solver.search().count().value);
        let again = solver.search().threads(2).diagram().value.unwrap();
        assert_eq!(again, scrambled);
    }
    let solver = Solver::new(chain(200, 77));
    let few = solver
        .search()
        .limits(Limits::new().nodes(131_100))
        .diagram();
    assert_eq!((few.stop, few.stats.nodes), (Stop::Nodes, 131_100));
}

/// Everything that can be asked of a diagram, by the list of all covers.
fn check(case: &Case, forced: &[u32], forbidden: &[u32]) {
    let covers = case.covers();
    let problem = case.problem();
    let diagram = diagram(case.problem());
    assert_eq!(solutions(&diagram), covers);
    assert_eq!(diagram.count(), covers.len() as u64);
    assert_eq!(diagram.nth(&(covers.len() as u64).into()), None);

    let through = |option: &OptionId| covers.iter().filter(|c| c.contains(option)).count();
    let marginals: Vec<u64> = problem.options().map(|o| through(&o) as u64).collect();
    assert_eq!(
        diagram.marginals(Limits::new()).value,
        marginals
            .iter()
            .map(|&n| Count::from(n))
            .collect::<Vec<_>>()
    );

    let (forced, forbidden) = (ids(forced), ids(forbidden));
    let mut under = covers.clone();
    under.retain(|cover| forced.iter().all(|o| cover.contains(o)));
    under.retain(|cover| !forbidden.iter().any(|o| cover.contains(o)));
    assert_eq!(solutions(&diagram.restrict(&forced, &forbidden)), under);
    let solver = Solver::new(case.problem());
    let mut counter = solver.search();
    forced.iter().for_each(|&option| {
        counter.force(option);
    });
    forbidden.iter().for_each(|&option| {
        counter.forbid(option);
    });
    assert_eq!(solutions(&counter.diagram().value.unwrap()), under);

    let mut text = Vec::new();
    diagram
        .write_nnf(|option| option.to_string(), &mut text)
        .unwrap();
    let text = String::from_utf8(text).unwrap();
    let Named {
        diagram: read,
        names,
        ..
    } = Diagram::read_nnf(&text, Limits::new()).unwrap();
    assert_eq!(solutions(&read), covers);
    assert_eq!(read, diagram);
    for option in diagram.support() {
        assert_eq!(names[option.index()], option.to_string());
    }
    let mut text = Vec::new();
    diagram.write_zdd(&mut text, Limits::new()).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(zdd(&text), covers);
    let read = Diagram::read_zdd(&text, Limits::new()).unwrap().diagram;
    assert_eq!(solutions(&read), covers);
    let mut again = Vec::new();
    read.write_zdd(&mut again, Limits::new()).unwrap();
    assert_eq!(zdd(std::str::from_utf8(&again).unwrap()), covers);
}

/// The sets of a ZDD in the text of Knuth's programs.
fn zdd(text: &str) -> Vec<Vec<OptionId>> {
    let mut sets = BTreeMap::from([(0, vec![]), (1, vec![vec![]])]);
    let mut last = 0;
    let hex = |word: &str| u32::from_str_radix(word, 16).unwrap();
    for line in text.lines() {
        let (number, rest) = line.split_once(": (~").unwrap();
        let (variable, rest) = rest.split_once('?').unwrap();
        let (low, high) = rest.strip_suffix(')').unwrap().split_once(':').unwrap();
        let mut all = sets[&hex(low)].clone();
        for set in &sets[&hex(high)] {
            let mut set: Vec<OptionId> = set.clone();
            let option = variable.parse::<u32>().unwrap();
            set.extend(option.checked_sub(1).map(OptionId::new));
            set.sort_unstable();
            all.push(set);
        }
        all.sort_unstable();
        last = hex(number);
        sets.insert(last, all);
    }
    sets.remove(&last).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn plain_diagrams_are_right(case in cases(), forced in some(), forbidden in some()) {
        check(&case, &forced, &forbidden);
    }

    #[test]
    fn coloured_diagrams_are_right(
        case in coloured_cases(), forced in some(), forbidden in some()
    ) {
        check(&case, &forced, &forbidden);
    }

    #[test]
    fn multiple_diagrams_are_right(
        case in multiple_cases(), forced in some(), forbidden in some()
    ) {
        check(&case, &forced, &forbidden);
    }

    #[test]
    fn costs_are_right(case in cases(), costs in prop::collection::vec(-4..9_i64, 14)) {
        let solver = Solver::new(with_costs(&case, &costs));
        let problem = solver.problem();
        let diagram = solver.search().diagram().value.unwrap();
        let cost = |cover: &[OptionId]| cover.iter().map(|&o| problem.cost(o)).sum::<i64>();
        let mut expected: Vec<i64> = case.covers().iter().map(|cover| cost(cover)).collect();
        expected.sort_unstable();
        let cheapest = diagram.cheapest(problem, 3);
        let found: Vec<i64> = cheapest.iter().map(|(cost, _)| *cost).collect();
        assert_eq!(found, expected[..expected.len().min(3)]);
        let mut distinct: Vec<_> = cheapest.iter().map(|(_, s)| s.clone()).collect();
        for (known, solution) in &cheapest {
            assert_eq!(cost(solution.options()), *known);
        }
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), cheapest.len());
        let mut by_cost = BTreeMap::new();
        for cost in expected {
            *by_cost.entry(cost).or_insert(0) += 1_u64;
        }
        let found = diagram.count_by_cost(problem);
        let found: BTreeMap<i64, u64> =
            found.into_iter().map(|(cost, count)| (cost, count.to_u64().unwrap())).collect();
        assert_eq!(found, by_cost);
    }
}

fn some() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(0..12_u32, 0..=2)
}

fn with_costs(case: &Case, costs: &[i64]) -> Problem {
    let mut builder = Problem::builder();
    let mut items = Vec::new();
    for (number, times) in case.items.iter().enumerate() {
        let name = number.to_string();
        items.push(match times {
            Some(_) => builder.primary(&name).unwrap(),
            None => builder.secondary(&name).unwrap(),
        });
    }
    for (option, &cost) in case.options.iter().zip(costs) {
        let uses: Vec<_> = option.iter().map(|&(item, _)| items[item]).collect();
        let option = builder.option(uses).unwrap();
        builder.add_cost(option, cost).unwrap();
    }
    builder.build()
}

/// Chi-square over all solutions, at 1 %: each is drawn as often as every other.
#[test]
fn samples_are_uniform() {
    // 36 tilings of 4 x 4, 10 ways to place 5 queens, 576 Latin squares of order 4.
    for (problem, critical) in [
        (
            puzzles::dominoes::dominoes(4, 4).unwrap().into_problem(),
            57.34,
        ),
        (puzzles::queens::queens(5).unwrap(), 21.67),
        (puzzles::latin_squares::latin_squares(4).unwrap(), 656.9),
    ] {
        let diagram = diagram(problem);
        let number = diagram.count().to_u64().unwrap();
        let draws = 50 * number;
        let mut drawn = BTreeMap::new();
        for solution in diagram.sampler(1900).take(draws as usize) {
            *drawn.entry(solution).or_insert(0.0) += 1.0;
        }
        assert_eq!(drawn.len() as u64, number);
        let chi_square: f64 = drawn
            .values()
            .map(|n: &f64| (n - 50.0).powi(2) / 50.0)
            .sum();
        assert!(chi_square < critical, "{chi_square} of {critical}");
    }
}

/// The options of a primary item share all solutions between them.
#[test]
fn marginals_of_an_item_sum_to_the_count() {
    let problem = puzzles::dominoes::dominoes(8, 8).unwrap().into_problem();
    let diagram = diagram(puzzles::dominoes::dominoes(8, 8).unwrap().into_problem());
    let marginals = diagram.marginals(Limits::new()).value;
    for item in problem.items() {
        let options = problem
            .options()
            .filter(|&o| problem.items_of(o).contains(&item));
        let sum: u64 = options
            .map(|o| marginals[o.index()].to_u64().unwrap())
            .sum();
        assert_eq!(sum, 12_988_816);
    }
}

/// A diagram of more solutions than can be visited is indexed at both ends.
#[test]
fn a_huge_diagram_is_indexed() {
    let problem = puzzles::dominoes::dominoes(12, 12).unwrap().into_problem();
    let diagram = diagram(puzzles::dominoes::dominoes(12, 12).unwrap().into_problem());
    assert_eq!(diagram.count(), 53_060_477_521_960_000);
    for number in [0, 1, 20_000_000_000_000_000, 53_060_477_521_959_999] {
        let solution = diagram.nth(&number.into()).unwrap();
        assert!(quadrille::verify(&problem, solution.options()).is_ok());
    }
    assert_eq!(diagram.nth(&53_060_477_521_960_000.into()), None);
}
