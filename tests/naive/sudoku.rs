//! Tests of sudoku by plain backtracking, in its three forms.

use crate::naive::{Form, Outcome, Run, solve};

/// The sample of Baekjoon 2580.
const SAMPLE: &str = "\
    035469278782105609060278135321046897804913506596820413917652080603701952258394760";
const SAMPLE_SOLVED: &str = "\
    135469278782135649469278135321546897874913526596827413917652384643781952258394761";
/// The first cell sees all nine digits.
const DEAD: &str = "\
    .12345678..................9.....................................................";

fn board(text: &str) -> [u8; 81] {
    let mut board = [0; 81];
    assert_eq!(text.len(), 81);
    for (cell, byte) in board.iter_mut().zip(text.bytes()) {
        *cell = if byte == b'.' { 0 } else { byte - b'0' };
    }
    board
}

fn runs(board: &[u8; 81], cap: u64) -> [Run; 3] {
    Form::ALL.map(|form| solve(board, form, cap))
}

#[test]
fn the_sample_of_the_judge_takes_82_calls() {
    let [scan, tables, lists] = runs(&board(SAMPLE), 1_000);
    assert_eq!(tables.calls, 82);
    assert_eq!(scan.outcome, Outcome::Solved(board(SAMPLE_SOLVED)));
    assert_eq!([tables.outcome, lists.outcome], [scan.outcome; 2]);
    assert_eq!([tables.placements, lists.placements], [scan.placements; 2]);
}

#[test]
fn the_tables_form_makes_as_many_calls_as_the_judge() {
    let counts = [
        ".5..83.17...1..4..3.4..56.8....3...9.9.8245....6....7...9....5...729..861.36.72.4",
        "2.6.3......1.65.7..471.8.5.5......29..8.194.6...42...1....428..6.93....5.7.....13",
    ]
    .map(|text| solve(&board(text), Form::Tables, 1_000).calls);
    assert_eq!(counts, [270, 132]);
}

#[test]
fn forms_with_lists_of_blanks_make_one_call_more_than_placements() {
    let [scan, tables, lists] = runs(&board(SAMPLE), 1_000);
    assert_eq!(scan.calls, scan.placements + 1);
    assert_eq!(lists.calls, scan.calls);
    assert!(tables.calls > scan.calls);
}

#[test]
fn a_full_board_is_its_own_solution() {
    let full = board(SAMPLE_SOLVED);
    let runs = runs(&full, 1_000);
    assert_eq!(runs.map(|run| run.outcome), [Outcome::Solved(full); 3]);
    assert_eq!(runs.map(|run| run.placements), [0; 3]);
    assert_eq!(runs.map(|run| run.calls), [1, 82, 1]);
}

#[test]
fn a_board_that_breaks_a_rule_needs_no_call() {
    let full = board(SAMPLE_SOLVED);
    for (from, to) in [(0, 8), (0, 72), (0, 20), (80, 79)] {
        let mut clash = full;
        clash[to] = full[from];
        let mut too_large = full;
        too_large[to] = 10;
        for bad in [clash, too_large] {
            for run in runs(&bad, 0) {
                assert_eq!(run.outcome, Outcome::None);
                assert_eq!((run.calls, run.placements), (0, 0));
            }
        }
    }
    for run in runs(&[255; 81], u64::MAX) {
        assert_eq!(run.outcome, Outcome::None);
    }
}

#[test]
fn a_blank_without_candidates_leaves_no_solution() {
    for run in runs(&board(DEAD), 1_000) {
        assert_eq!(run.outcome, Outcome::None);
        assert_eq!((run.calls, run.placements), (1, 0));
    }
}

#[test]
fn a_limit_of_zero_allows_no_call() {
    for run in runs(&board(SAMPLE), 0) {
        assert_eq!(run.outcome, Outcome::Unfinished);
        assert_eq!((run.calls, run.placements), (0, 0));
    }
}
