//! Orbits, against the numbers of solutions that use each option.

use std::cell::Cell;
use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::graph::Graph;
use super::mapper::is_symmetry;
use super::orbits::{Orbit, orbits};
use crate::ask::{Assumptions, Budget, CancelToken, Limits, Stop};
use crate::case::{Case, cases, coloured_cases, multiple_cases};
use crate::engine::Remains;
use crate::policy::{Policies, SymmetryPolicies};
use crate::problem::{OptionId, Problem};

fn any_gain() -> SymmetryPolicies {
    SymmetryPolicies {
        gain: 1.0,
        ..Policies::default().symmetry
    }
}

fn find(problem: &Problem, assumptions: &Assumptions, policies: SymmetryPolicies) -> Vec<Orbit> {
    let budget = Budget::unlimited();
    let found = orbits(
        problem,
        assumptions,
        policies,
        u64::MAX,
        &mut budget.meter(),
    );
    let found = found.expect("no limits");
    assert!(found.is_complete);
    found.orbits.unwrap_or_default()
}

/// The options of an orbit are in equally many covers, and each cover has an option of one orbit.
/// Returns whether some orbit has several options.
fn check(case: &Case, forced: &[OptionId]) -> Result<bool, TestCaseError> {
    let mut assumptions = Assumptions::new();
    assumptions.force_all(forced);
    let covers = case.covers();
    let covers = covers
        .iter()
        .filter(|cover| forced.iter().all(|option| cover.contains(option)));
    let covers: Vec<&Vec<OptionId>> = covers.collect();
    if covers.is_empty() {
        return Ok(false);
    }
    let found = find(&case.problem(), &assumptions, any_gain());
    let with = |option: &OptionId| covers.iter().filter(|cover| cover.contains(option)).count();
    for orbit in &found {
        let numbers: BTreeSet<usize> = orbit.options.iter().map(with).collect();
        prop_assert_eq!(numbers.len(), 1, "{:?}", orbit);
    }
    let options = found.iter().flat_map(|orbit| &orbit.options);
    let all: usize = options.map(with).sum();
    prop_assert!(found.is_empty() || all == covers.len());
    Ok(found.iter().any(|orbit| orbit.options.len() > 1))
}

/// About half of the mirrored problems have options that are alike.
#[test]
fn options_of_an_orbit_are_in_equally_many_covers() {
    let mut runner = TestRunner::new(ProptestConfig::with_cases(100));
    let cases = prop_oneof![cases(), coloured_cases(), multiple_cases()];
    let alike = Cell::new(0);
    let result = runner.run(&cases, |case| {
        let case = case.mirrored();
        let mut some = check(&case, &[])?;
        for cover in case.covers().iter().take(3) {
            some |= check(&case, &cover[..cover.len().min(1)])?;
            some |= check(&case, &cover[..cover.len() / 2])?;
        }
        alike.set(alike.get() + u32::from(some));
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    assert!(alike.get() > 20, "{}", alike.get());
}

/// The sizes of the orbits of the chosen item.
fn sizes(case: &Case) -> Vec<usize> {
    let found = find(
        &case.problem(),
        &Assumptions::new(),
        Policies::default().symmetry,
    );
    found.iter().map(|orbit| orbit.options.len()).collect()
}

/// The Latin squares of order n.
fn latin(n: usize) -> Case {
    let mut options = Vec::new();
    for (row, column, digit) in triples(n) {
        options.push(vec![
            (row * n + column, None),
            (n * n + row * n + digit, None),
            (2 * n * n + column * n + digit, None),
        ]);
    }
    Case {
        items: vec![Some(1..=1); 3 * n * n],
        options,
    }
}

fn triples(n: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..n * n * n).map(move |k| (k / n / n, k / n % n, k % n))
}

#[test]
fn all_options_of_an_item_of_a_latin_square_are_alike() {
    assert_eq!(sizes(&latin(4)), [4]);
    // After one choice, three values are left for another cell of the row, and they are alike.
    let mut assumptions = Assumptions::new();
    assumptions.force(OptionId::new(0));
    let found = find(
        &latin(4).problem(),
        &assumptions,
        Policies::default().symmetry,
    );
    let sizes: Vec<usize> = found.iter().map(|orbit| orbit.options.len()).collect();
    assert_eq!(sizes, [3]);
}

/// Perfect matchings of the Petersen graph, which has 120 symmetries: every edge of a vertex is
/// like the two others.
#[test]
fn the_edges_of_the_petersen_graph_are_alike() {
    let outer = (0..5).map(|k| (k, (k + 1) % 5));
    let spokes = (0..5).map(|k| (k, k + 5));
    let inner = (0..5).map(|k| (k + 5, (k + 2) % 5 + 5));
    let edges = outer.chain(spokes).chain(inner);
    let case = Case {
        items: vec![Some(1..=1); 10],
        options: edges
            .map(|(one, other)| vec![(one, None), (other, None)])
            .collect(),
    };
    assert_eq!(case.covers().len(), 6);
    assert_eq!(sizes(&case), [3]);
}

/// Numbers of neighbours do not tell a vertex of a cycle of six from one of a cycle of three. The
/// search for a mapping does.
#[test]
fn two_triangles_are_not_a_hexagon() {
    let cycle =
        |first: usize, len: usize| (0..len).map(move |k| (first + k, first + (k + 1) % len));
    let edges = cycle(0, 6).chain(cycle(6, 3)).chain(cycle(9, 3));
    // An edge has a primary item of its own. The last item needs one vertex.
    let edges = edges
        .enumerate()
        .map(|(number, (one, other))| [one, other, 13 + number].to_vec());
    let options = edges.chain((0..12).map(|vertex| vec![12, vertex]));
    let plain = |option: Vec<usize>| option.into_iter().map(|item| (item, None)).collect();
    let case = Case {
        items: [vec![None; 12], vec![Some(1..=1)], vec![Some(0..=1); 12]].concat(),
        options: options.map(plain).collect(),
    };
    assert_eq!(sizes(&case), [6, 6]);
}

#[test]
fn colours_of_an_item_may_be_exchanged_and_items_with_other_bounds_may_not() {
    let two = |colours: [Option<u32>; 2]| Case {
        items: vec![Some(1..=1), None],
        options: colours.map(|colour| vec![(0, None), (1, colour)]).to_vec(),
    };
    assert_eq!(sizes(&two([Some(1), Some(2)])), [2]);
    assert_eq!(sizes(&two([Some(1), Some(1)])), [2]);
    assert!(sizes(&two([Some(1), None])).is_empty());
    let bounds = |bounds: [u32; 2]| Case {
        items: vec![Some(1..=1), Some(0..=bounds[0]), Some(0..=bounds[1])],
        options: vec![vec![(0, None), (1, None)], vec![(0, None), (2, None)]],
    };
    assert_eq!(sizes(&bounds([2, 2])), [2]);
    assert!(sizes(&bounds([2, 3])).is_empty());
}

/// A permutation that changes something is not a symmetry.
#[test]
fn only_symmetries_are_accepted() {
    // The options 0 and 1 are alike, and so are the items 1 and 2. The options 2 and 3 colour item
    // 3.
    let case = Case {
        items: vec![Some(1..=1), Some(0..=1), Some(0..=1), None, Some(0..=2)],
        options: vec![
            vec![(0, None), (1, None)],
            vec![(0, None), (2, None)],
            vec![(4, None), (3, Some(0))],
            vec![(4, None), (3, Some(1))],
        ],
    };
    let (problem, budget) = (case.problem(), Budget::unlimited());
    let remains = Remains::whole(&problem, &mut budget.meter()).expect("no limits");
    let graph = Graph::new(&problem, &remains, &mut budget.meter()).expect("no limits");
    // Options 0 to 3, items 0, 1, 2 and 4 as 4 to 7, item 3 as 8, its colours as 9 and 10.
    assert_eq!(graph.len(), 11);
    let exchanged = |pairs: &[[u32; 2]]| {
        let mut mapping: Vec<u32> = graph.vertices().collect();
        for &[one, other] in pairs {
            mapping.swap(one as usize, other as usize);
        }
        is_symmetry(&graph, &mapping)
    };
    assert!(exchanged(&[]));
    assert!(exchanged(&[[0, 1], [5, 6]]));
    assert!(exchanged(&[[2, 3], [9, 10]]));
    // Options without their items, items without their options, colours without their options.
    assert!(!exchanged(&[[0, 1]]));
    assert!(!exchanged(&[[5, 6]]));
    assert!(!exchanged(&[[9, 10]]));
    // Items with other bounds.
    assert!(!exchanged(&[[4, 7], [0, 2], [1, 3], [5, 9], [6, 10]]));
}

/// Looking takes time in proportion to the problem, even if nearly all is alike.
#[test]
fn a_search_ends_soon_after_the_allowed_work() {
    // 3,000 items with two equal options each, and one item that all options of a kind could cover.
    let case = Case {
        items: vec![Some(1..=1); 3_000],
        options: (0..6_000).map(|option| vec![(option / 2, None)]).collect(),
    };
    let (problem, budget) = (case.problem(), Budget::unlimited());
    let policies = Policies::default().symmetry;
    let work = |most: u64| {
        let none = Assumptions::new();
        let found = orbits(&problem, &none, policies, most, &mut budget.meter());
        found.expect("no limits").work
    };
    let (least, most) = (work(0), work(u64::MAX));
    // In neighbours: the first partition looks at all of them from both sides.
    assert!(least <= 12 * 6_000 * policies.neighbour, "{least}");
    assert!(most <= 30 * 6_000 * policies.neighbour, "{most}");
}

/// Whenever a limit stops the search, it says so, and without a limit it ends.
#[test]
fn a_limit_stops_a_search_anywhere() {
    let problem = latin(4).problem();
    let token = CancelToken::new();
    let budget = Budget::start(&Limits::new().cancel(&token));
    token.cancel();
    let mut stopped = 0;
    for work in (0..).step_by(500) {
        let none = Assumptions::new();
        let mut meter = budget.meter_after(work);
        match orbits(&problem, &none, any_gain(), u64::MAX, &mut meter) {
            Err(stop) => assert_eq!(stop, Stop::Cancelled),
            Ok(found) => {
                assert_eq!(found.orbits.map(|orbits| orbits.len()), Some(1));
                break;
            }
        }
        stopped += 1;
    }
    assert!(stopped > 10, "{stopped}");
}
