//! Families of problems with known answers, by construction or by proof.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;
use quadrille::{OptionId, Solver, Stop, Uniqueness, verify};

use crate::problems::{dominoes, mutilated, queens, solver};

/// A problem with a solution planted among other options.
#[derive(Clone, Debug)]
struct Planted {
    primary: usize,
    secondary: usize,
    options: Vec<Vec<usize>>,
    /// The planted solution, ascending.
    solution: Vec<OptionId>,
}

impl Planted {
    fn solver(&self) -> Solver {
        solver(self.primary, self.secondary, self.options.clone())
    }
}

/// Cuts the shuffled items into parts, which are the solution. Leaves out parts without a primary
/// item, which would be dropped. Then shuffles the parts among random options.
fn planted() -> impl Strategy<Value = Planted> {
    (1..24_usize, 0..5_usize).prop_flat_map(|(primary, secondary)| {
        let items: Vec<usize> = (0..primary + secondary).collect();
        let most = items.len().min(5);
        let noise = vec(subsequence(items.clone(), 0..=most).prop_shuffle(), 0..40);
        (Just(items).prop_shuffle(), vec(1..6_usize, 29), noise).prop_flat_map(
            move |(mut items, sizes, noise)| {
                let mut options: Vec<_> = noise.into_iter().map(|option| (option, false)).collect();
                for size in sizes {
                    let part: Vec<_> = items.drain(..size.min(items.len())).collect();
                    if part.iter().any(|&item| item < primary) {
                        options.push((part, true));
                    }
                }
                Just(options)
                    .prop_shuffle()
                    .prop_map(move |options| Planted {
                        primary,
                        secondary,
                        solution: (0..)
                            .zip(&options)
                            .filter(|(_, (_, part))| *part)
                            .map(|(o, _)| OptionId::new(o))
                            .collect(),
                        options: options.into_iter().map(|(option, _)| option).collect(),
                    })
            },
        )
    })
}

proptest! {
    #[test]
    fn a_planted_solution_is_found(planted in planted()) {
        let solver = planted.solver();
        prop_assert_eq!(verify(solver.problem(), &planted.solution), Ok(()));
        let mut search = solver.search();
        let first = search.first().value;
        prop_assert!(first.is_some_and(|s| verify(solver.problem(), s.options()) == Ok(())));
        prop_assert!(search.solutions().any(|s| s.options() == planted.solution));
        prop_assert_ne!(search.unique().value, Uniqueness::None);
    }

    /// Some of its options are forced, and some other options are forbidden.
    #[test]
    fn a_planted_solution_survives_assumptions_that_agree_with_it(
        planted in planted(),
        is_assumed in vec(any::<bool>(), 80),
    ) {
        let solver = planted.solver();
        let mut search = solver.search();
        for (option, is_assumed) in (0..planted.options.len() as u32).map(OptionId::new).zip(is_assumed) {
            if is_assumed && planted.solution.contains(&option) {
                search.force(option);
            } else if is_assumed {
                search.forbid(option);
            }
        }
        prop_assert!(search.solutions().any(|s| s.options() == planted.solution));
        for &option in &planted.solution {
            search.force(option);
        }
        prop_assert_eq!(search.unique().value, Uniqueness::One);
        for &option in &planted.solution {
            search.retract(option).forbid(option);
        }
        prop_assert!(search.solutions().all(|s| s.options() != planted.solution));
    }

    /// An odd number of items cannot be covered in pairs.
    #[test]
    fn an_odd_number_of_items_has_no_solution_by_pairs(
        half in 1..5_usize,
        pairs in vec((0..9_usize, 0..9_usize), 0..40),
    ) {
        let items = 2 * half + 1;
        let pairs = pairs
            .into_iter()
            .map(|(one, other)| (one % items, other % items))
            .filter(|(one, other)| one != other)
            .map(|(one, other)| vec![one, other]);
        no_solution(&solver(items, 0, pairs));
    }
}

fn no_solution(solver: &Solver) {
    let mut search = solver.search();
    let answer = search.first();
    assert_eq!((answer.value, answer.stop), (None, Stop::Exhausted));
    assert_eq!(
        search.order(quadrille::Order::Random(1)).unique().value,
        Uniqueness::None
    );
}

/// A domino covers a black and a white cell, but two corners of the same colour are missing.
#[test]
fn the_mutilated_chessboard_has_no_tiling() {
    no_solution(&mutilated(4, 4, &["00", "33"]));
    no_solution(&mutilated(6, 6, &["00", "55"]));
    no_solution(&dominoes(5, 7));
}

/// There is one more pigeon than holes. Holes are secondary items.
#[test]
fn too_many_pigeons_have_no_solution() {
    for holes in 1..8 {
        let options = (0..(holes + 1) * holes).map(|o| vec![o / holes, holes + 1 + o % holes]);
        no_solution(&solver(holes + 1, holes, options));
    }
}

#[test]
fn two_and_three_queens_have_no_solution() {
    no_solution(&queens(2));
    no_solution(&queens(3));
}

#[test]
fn domino_tilings_have_known_counts() {
    for (rows, columns, tilings) in [(1, 2, 1), (2, 8, 34), (3, 6, 41), (4, 4, 36), (6, 6, 6_728)] {
        let answer = dominoes(rows, columns).search().count();
        assert_eq!(
            (answer.value.to_u64(), answer.stop),
            (Some(tilings), Stop::Exhausted)
        );
    }
}
