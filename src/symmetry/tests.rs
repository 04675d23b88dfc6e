//! Orbits, against the numbers of solutions that use each option.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::orbits::{Orbit, orbits};
use crate::ask::{Assumptions, Budget};
use crate::case::{Case, cases, coloured_cases, multiple_cases};
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
        f64::INFINITY,
        &mut budget.meter(),
    );
    found.expect("no limits").unwrap_or_default()
}

/// All options of an orbit must be in equally many covers. So the covers with the first option of
/// each orbit, times the size of the orbit, are all covers.
fn check(case: &Case, forced: &[OptionId]) -> Result<(), TestCaseError> {
    let mut assumptions = Assumptions::new();
    assumptions.force_all(forced);
    let covers = case.covers();
    let covers = covers
        .iter()
        .filter(|cover| forced.iter().all(|option| cover.contains(option)));
    let covers: Vec<&Vec<OptionId>> = covers.collect();
    if covers.is_empty() {
        return Ok(());
    }
    let found = find(&case.problem(), &assumptions, any_gain());
    if !found.is_empty() {
        let with = |orbit: &Orbit| {
            covers
                .iter()
                .filter(|cover| cover.contains(&orbit.option))
                .count()
        };
        let sum: u64 = found
            .iter()
            .map(|orbit| orbit.size * with(orbit) as u64)
            .sum();
        prop_assert_eq!(sum, covers.len() as u64, "{:?}", found);
    }
    Ok(())
}

proptest! {
    #[test]
    fn the_orbits_of_an_item_count_all_covers(case in prop_oneof![cases(), coloured_cases(), multiple_cases()]) {
        let case = case.mirrored();
        check(&case, &[])?;
        for cover in case.covers().iter().take(3) {
            check(&case, &cover[..cover.len().min(1)])?;
            check(&case, &cover[..cover.len() / 2])?;
        }
    }
}

/// The sizes of the orbits of the chosen item.
fn sizes(case: &Case) -> Vec<u64> {
    let found = find(
        &case.problem(),
        &Assumptions::new(),
        Policies::default().symmetry,
    );
    found.iter().map(|orbit| orbit.size).collect()
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
    let sizes: Vec<u64> = found.iter().map(|orbit| orbit.size).collect();
    assert_eq!(sizes, [3]);
}

/// Perfect matchings of the Petersen graph, which has 120 symmetries: every edge of a vertex is like
/// the two others.
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

/// Sums of sizes are numbers of options.
#[test]
fn every_option_of_the_item_is_in_one_orbit() {
    for n in 2..6 {
        let case = latin(n);
        let found = find(&case.problem(), &Assumptions::new(), any_gain());
        let mut counts = BTreeMap::new();
        for orbit in &found {
            *counts.entry(orbit.option).or_insert(0) += orbit.size;
        }
        assert_eq!(counts.len(), found.len());
        assert_eq!(counts.values().sum::<u64>(), n as u64);
    }
}
