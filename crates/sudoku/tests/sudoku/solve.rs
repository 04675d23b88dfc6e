//! Sudoku by the engine against plain backtracking.

use std::ops::ControlFlow;

use proptest::prelude::*;
use quadrille::sudoku::{Grid, Shape, Sudoku};
use quadrille::{Limits, Stop, Uniqueness};

use crate::naive::{self, Form, Outcome};

const SAMPLE: &str =
    "035469278782105609060278135321046897804913506596820413917652080603701952258394760";
/// Seventeen givens, one solution.
const SEVENTEEN: &str =
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000";

fn grid(text: &str) -> Grid {
    text.parse().unwrap()
}

/// What backtracking finds first, which is the lexicographically smallest solution.
fn backtrack(board: &Grid) -> Option<Grid> {
    let cells = board.cells().try_into().unwrap();
    match naive::solve(&cells, Form::Tables, u64::MAX).outcome {
        Outcome::Solved(cells) => Some(Grid::new(cells.to_vec())),
        Outcome::None => None,
        _ => unreachable!("there is no cap"),
    }
}

#[test]
fn boards_with_one_solution() {
    let mut search = Sudoku::classic().search();
    for board in [SAMPLE, SEVENTEEN].map(grid) {
        let first = search.first(&board).value.unwrap();
        assert!(Shape::classic().is_solution(&first) && first.extends(&board));
        let smallest = search.smallest(&board);
        assert!(smallest.is_complete());
        let mut all = Vec::new();
        let count = search.for_each(&board, |solution| {
            all.push(solution.clone());
            ControlFlow::Continue(())
        });
        assert_eq!(
            smallest.value,
            all.iter().min_by_key(|g| g.cells()).cloned()
        );
        assert_eq!(count.value, all.len() as u64);
    }
    let unique = search.unique(&grid(SEVENTEEN));
    assert_eq!(unique.value, Uniqueness::One);
}

#[test]
fn the_blank_board() {
    let mut search = Sudoku::classic().search();
    assert_eq!(
        search.unique(&Shape::classic().blank()).value,
        Uniqueness::Many
    );
    let smallest = search.smallest(&Shape::classic().blank());
    assert_eq!(smallest.stop, Stop::Exhausted);
    assert_eq!(smallest.value, backtrack(&Shape::classic().blank()));
}

#[test]
fn a_board_that_breaks_the_rules_has_no_solution() {
    let board = grid(&format!("55{}", ".".repeat(79)));
    let mut search = Sudoku::classic().search();
    let answer = search.first(&board);
    assert!(answer.value.is_none() && answer.is_complete());
    assert_eq!(search.unique(&board).value, Uniqueness::None);
    assert!(search.smallest(&board).value.is_none());
    // The search is as good as new.
    assert!(search.first(&grid(SAMPLE)).value.is_some());
}

/// A limit of solutions stops a search that walks over them, and says so. Questions about a puzzle have the same answer.
#[test]
fn a_limit_of_solutions_changes_no_answer_about_a_puzzle() {
    let one = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for board in [
        one.to_owned(),
        one.replace('7', "."),
        one.replacen('3', "5", 1),
    ] {
        let board = grid(&board);
        let answers = |limits: Limits| {
            let mut search = Sudoku::classic().search();
            search.limits(limits);
            let smallest = search.smallest(&board);
            let check = search.check(&board);
            let minimized = search.minimize(&board, 7);
            let explained = search.explain(&board);
            let rated = search.rate(&board);
            let stops = [
                smallest.stop,
                check.stop,
                minimized.stop,
                explained.stop,
                rated.stop,
            ];
            let values = (
                smallest.value,
                check.value,
                minimized.value,
                explained.value,
                rated.value,
            );
            (stops, values)
        };
        let limited = answers(Limits::new().solutions(1));
        assert_eq!(limited, answers(Limits::new()), "{board}");
        assert_eq!(limited.0[0], Stop::Exhausted, "{board}");
        let mut search = Sudoku::classic().search();
        let unique = search.limits(Limits::new().solutions(1)).unique(&board);
        let expected = match limited.1.0 {
            Some(_) => (Uniqueness::Unknown, Stop::Solutions),
            None => (Uniqueness::None, Stop::Exhausted),
        };
        assert_eq!((unique.value, unique.stop), expected, "{board}");
    }
}

#[test]
fn limits_hold_for_all_questions_of_the_smallest_together() {
    let mut search = Sudoku::classic().search();
    let whole = search.smallest(&Shape::classic().blank()).stats.nodes;
    for most in [0, 1, 50, whole / 2, whole - 1] {
        search.limits(Limits::new().nodes(most));
        let answer = search.smallest(&Shape::classic().blank());
        assert_eq!((answer.value, answer.stop), (None, Stop::Nodes));
        assert!(answer.stats.nodes <= most);
    }
    // A limit of solutions does not bear on which one is the smallest.
    search.limits(Limits::new().nodes(whole).solutions(1));
    assert!(search.smallest(&Shape::classic().blank()).is_complete());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Boards with many solutions, one, or none: a solved board, some cells blanked, and
    /// sometimes a wrong digit put in.
    #[test]
    fn the_smallest_solution_is_what_backtracking_finds(
        blanks in proptest::collection::vec(0_usize..81, 20..110),
        wrong in proptest::option::of((0_usize..81, 1_u8..=9)),
    ) {
        let sample = grid(SAMPLE);
        let mut cells = backtrack(&sample).unwrap().cells().to_vec();
        for cell in blanks {
            cells[cell] = 0;
        }
        if let Some((cell, digit)) = wrong {
            cells[cell] = digit;
        }
        let board = Grid::new(cells.to_vec());
        // Backtracking takes forever to find that some boards have no solution.
        let run = naive::solve(&cells.try_into().unwrap(), Form::Lists, 3_000_000);
        let expected = match run.outcome {
            Outcome::Solved(cells) => Some(Grid::new(cells.to_vec())),
            Outcome::None => None,
            _ => return Ok(()),
        };
        let mut search = Sudoku::classic().search();
        let answer = search.smallest(&board);
        prop_assert!(answer.is_complete());
        prop_assert_eq!(answer.value, expected);
    }
}
