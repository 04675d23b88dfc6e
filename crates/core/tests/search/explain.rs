//! Explanations: conflicts of random problems are minimal according to the reference, and conflicts
//! of known problems have their known size.

// The exemption of tests in `.clippy.toml` does not reach the functions that they share.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::time::Duration;

use crate::case::{Case, cases, coloured_cases, multiple_cases};
use crate::puzzles;
use crate::rules::Rules;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use quadrille::{
    Answer, Assumptions, Budget, CancelToken, Conflict, Explanation, ItemId, Limits, Problem,
    Settings, Solver, Stop, explain_conflict, verify,
};

/// Explains by a conflict, never by a colouring.
fn explain(problem: &Problem, budget: impl Into<Budget>) -> Answer<Explanation> {
    explain_conflict(problem, &Assumptions::new(), budget, 1, |_| {})
}

/// Whether the reference covers these items together when no other item must be covered.
fn can_be_covered(case: &Case, set: &[ItemId]) -> bool {
    let mut freed = case.clone();
    for (number, times) in freed.items.iter_mut().enumerate() {
        if !set.contains(&ItemId::new(number as u32)) {
            *times = match times {
                Some(times) if *times.end() > 1 => Some(0..=*times.end()),
                _ => None,
            };
        }
    }
    !freed.covers().is_empty()
}

fn judge(case: &Case) -> Result<(), TestCaseError> {
    judge_answer(case, explain(&case.problem(), Limits::new()))
}

/// Explains without the rules of `reduce`, so a core is looked for first if there is no cover.
fn judge_cores(case: &Case, cores: u32) -> Result<(), TestCaseError> {
    let off = ["reduce.most", "reduce.little", "colouring.work"];
    let settings = off.into_iter().fold(Settings::new(), |settings, name| {
        settings.policy(name, 0.0).unwrap()
    });
    let settings = settings.policy("explain.cores", f64::from(cores)).unwrap();
    let solver = Solver::with_settings(case.problem(), &settings);
    judge_answer(case, solver.search().why())
}

fn judge_answer(case: &Case, answer: Answer<Explanation>) -> Result<(), TestCaseError> {
    let problem = case.problem();
    let conflict = match answer.value {
        Explanation::Cover(cover) => {
            prop_assert_eq!(verify(&problem, cover.options()), Ok(()));
            prop_assert_eq!(answer.stop, Stop::Solutions);
            return Ok(());
        }
        Explanation::Conflict(conflict) => conflict,
        _ => return Err(TestCaseError::fail("no limit was set")),
    };
    prop_assert!(case.covers().is_empty());
    prop_assert!(conflict.is_minimal() && answer.stop == Stop::Exhausted);
    prop_assert!(conflict.items.is_sorted());
    prop_assert!(!can_be_covered(case, &conflict.items));
    for left_out in &conflict.items {
        let mut rest = conflict.items.clone();
        rest.retain(|item| item != left_out);
        prop_assert!(can_be_covered(case, &rest), "without {}", left_out);
    }
    if let Some(proof) = &conflict.proof {
        prop_assert_eq!(&proof.items(), &conflict.items);
        let rules = Rules::new(&problem, &conflict.items);
        prop_assert!(rules.prove(proof.steps(), proof.item()), "{:?}", proof);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn plain_conflicts_are_minimal(case in cases()) {
        judge(&case)?;
    }

    #[test]
    fn coloured_conflicts_are_minimal(case in coloured_cases()) {
        judge(&case)?;
    }

    #[test]
    fn multiple_conflicts_are_minimal(case in multiple_cases()) {
        judge(&case)?;
    }

    #[test]
    fn conflicts_within_cores_are_minimal(case in cases(), cores in 0..4_u32) {
        judge_cores(&case, cores)?;
    }

    #[test]
    fn coloured_conflicts_within_cores_are_minimal(case in coloured_cases(), cores in 0..4_u32) {
        judge_cores(&case, cores)?;
    }

    #[test]
    fn multiple_conflicts_within_cores_are_minimal(case in multiple_cases(), cores in 0..4_u32) {
        judge_cores(&case, cores)?;
    }

    /// An explanation that was stopped is still correct.
    #[test]
    fn stopped_conflicts_are_conflicts(case in cases(), nodes in 0_u64..6) {
        let answer = explain(&case.problem(), Limits::new().nodes(nodes));
        match answer.value {
            Explanation::Conflict(conflict) => {
                prop_assert!(!can_be_covered(&case, &conflict.items));
                prop_assert_eq!(conflict.is_minimal(), answer.stop == Stop::Exhausted);
                for needed in conflict.items.iter().filter(|&i| !conflict.undecided.contains(i)) {
                    let mut rest = conflict.items.clone();
                    rest.retain(|item| item != needed);
                    prop_assert!(can_be_covered(&case, &rest));
                }
            }
            Explanation::Cover(_) => prop_assert!(!case.covers().is_empty()),
            _ => prop_assert_eq!(answer.stop, Stop::Nodes),
        }
    }
}

/// Dominoes on a square without two opposite corners.
pub(crate) fn mutilated(side: usize) -> Problem {
    let whole = puzzles::dominoes::dominoes(side, side)
        .unwrap()
        .into_problem();
    let last = ItemId::new((side * side - 1) as u32);
    let is_there = |item: &ItemId| item.index() != 0 && *item != last;
    let mut builder = Problem::builder();
    for item in whole.items().filter(is_there) {
        builder.primary(whole.name(item)).unwrap();
    }
    for option in whole.options().map(|option| whole.items_of(option)) {
        if option.iter().all(is_there) {
            let names = option.iter().map(|&item| whole.name(item));
            builder.option(names).unwrap();
        }
    }
    builder.build()
}

fn conflict(problem: &Problem, limits: &Limits) -> (Conflict, Stop) {
    let answer = explain(problem, limits);
    match answer.value {
        Explanation::Conflict(conflict) => (conflict, answer.stop),
        other => panic!("no conflict: {other:?}"),
    }
}

/// Two opposite corners have the same colour, so there are two more cells of the other colour.
/// These cells alone cannot all be covered, and 17 of them have only 16 neighbours.
#[test]
fn a_mutilated_board_has_too_many_cells_of_one_colour() {
    let problem = mutilated(6);
    let (conflict, _) = conflict(&problem, &Limits::new());
    assert!(conflict.is_minimal());
    assert_eq!(conflict.items.len(), 17);
    let colour = |item: &ItemId| {
        let digits = problem.name(*item).bytes();
        digits.map(|digit| u32::from(digit - b'0')).sum::<u32>() % 2
    };
    assert!(conflict.items.iter().all(|item| colour(item) == 1));
}

/// `holes + 1` pigeons for `holes` holes, and other pigeons with enough holes.
fn pigeons(holes: usize) -> Problem {
    let mut builder = Problem::builder();
    for number in 0..2 * holes {
        builder.primary(format!("pigeon {number}")).unwrap();
        builder.secondary(format!("hole {number}")).unwrap();
    }
    for pigeon in 0..2 * holes {
        let room = if pigeon <= holes {
            0..holes
        } else {
            0..2 * holes
        };
        for hole in room {
            let names = [format!("pigeon {pigeon}"), format!("hole {hole}")];
            builder.option(&names).unwrap();
        }
    }
    builder.build()
}

#[test]
fn too_many_pigeons_are_a_conflict() {
    let problem = pigeons(5);
    let (conflict, stop) = conflict(&problem, &Limits::new());
    assert_eq!(stop, Stop::Exhausted);
    let names: Vec<_> = conflict.items.iter().map(|&i| problem.name(i)).collect();
    let expected: Vec<_> = (0..=5).map(|number| format!("pigeon {number}")).collect();
    assert_eq!(names, expected);
    assert_eq!(conflict.proof, None);
}

/// The conflict shrinks, and items are decided, until none is left to decide.
#[test]
fn progress_is_reported_until_the_conflict_is_minimal() {
    let problem = mutilated(6);
    let mut seen = Vec::new();
    let answer = explain_conflict(&problem, &Assumptions::new(), Limits::new(), 1, |so_far| {
        seen.push((so_far.size, so_far.undecided));
    });
    assert_eq!(answer.value, explain(&problem, Limits::new()).value);
    let (first, last) = (seen[0], seen[seen.len() - 1]);
    assert!(first.0 == first.1 && first.0 >= 17, "{first:?}");
    assert_eq!(last, (17, 0));
    assert!(seen.len() > 17 && seen.windows(2).all(|pair| pair[0].0 >= pair[1].0));
    assert!(seen.windows(2).all(|pair| pair[0].1 >= pair[1].1));
    // A problem with a solution has no conflict to report.
    let mut calls = 0;
    let board = puzzles::dominoes::dominoes(2, 2).unwrap().into_problem();
    let _ = explain_conflict(&board, &Assumptions::new(), Limits::new(), 1, |_| {
        calls += 1;
    });
    assert_eq!(calls, 0);
}

#[test]
fn a_limit_stops_the_search() {
    let problem = mutilated(6);
    let unknown = |limits: Limits| {
        let answer = explain(&problem, &limits);
        assert_eq!(answer.value, Explanation::Unknown);
        answer.stop
    };
    assert_eq!(unknown(Limits::new().nodes(0)), Stop::Nodes);
    assert_eq!(unknown(Limits::new().time(Duration::ZERO)), Stop::Time);
    let token = CancelToken::new();
    token.cancel();
    assert_eq!(unknown(Limits::new().cancel(&token)), Stop::Cancelled);

    let all = explain(&problem, Limits::new()).stats.nodes;
    let (most, stop) = conflict(&problem, &Limits::new().nodes(all - 1));
    assert_eq!(stop, Stop::Nodes);
    assert!(!most.is_minimal() && most.undecided.len() <= most.items.len());
}

/// The proof after a stop can need fewer items than were left until then: those are the conflict.
#[test]
fn a_stopped_conflict_has_the_items_of_its_proof() {
    let text =
        b"x0 x1 x2 x3 x4 x5 x6 | x7 x8\nx5 x3 x0\nx0 x2 x8\nx2 x1\nx1 x8 x7\nx6 x2 x7\nx4 x8\n\
                 x0 x8:c2\nx6 x8\nx2 x4 x5\nx3 x8:c2\n";
    let problem = quadrille::text::dlx::read(text).unwrap();
    for nodes in 0..20 {
        for answer in [
            explain(&problem, Limits::new().nodes(nodes)),
            quadrille::explain(&problem, Limits::new().nodes(nodes)),
        ] {
            if let Explanation::Conflict(conflict) = answer.value {
                assert_eq!(conflict.is_minimal(), answer.stop == Stop::Exhausted);
                let items = conflict.proof.map(|proof| proof.items());
                assert!(items.is_none_or(|items| items == conflict.items), "{nodes}");
            }
        }
    }
}
