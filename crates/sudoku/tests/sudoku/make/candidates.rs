//! True candidates, judged by all solutions of the other engine.

use std::time::Duration;

use quadrille::sudoku::{Candidates, Generator, Grid, Recipe, Sudoku};
use quadrille::{Limits, Stop};

use super::{blanked, judge, put, sudoku};

/// What the cells of some solutions hold.
fn of_all<'a>(cells: usize, solutions: impl IntoIterator<Item = &'a Grid>) -> Vec<u64> {
    let mut all = vec![0; cells];
    for solution in solutions {
        for (all, value) in all.iter_mut().zip(solution.cells()) {
            *all |= 1 << (value - 1);
        }
    }
    all
}

fn candidates(sudoku: &Sudoku, board: &Grid) -> Candidates {
    let answer = sudoku.search().candidates(board);
    assert_eq!(answer.stop, Stop::Exhausted);
    assert!(answer.value.open.iter().all(|&open| open == 0));
    answer.value
}

/// Puzzles that lost givens, of which some got a wrong one, have a few or very many solutions.
#[test]
fn candidates_are_those_of_all_solutions() {
    let judge = judge("classic");
    let mut judge = judge.search();
    let sudoku = Sudoku::classic();
    let mut generator = Generator::new(sudoku, Recipe::new()).unwrap();
    let (mut none, mut many) = (0, 0);
    for seed in 0..60 {
        let board = generator.puzzle(seed, |_| true).board.unwrap();
        let givens: Vec<usize> = board.givens().map(|(cell, _)| cell).collect();
        let lost: Vec<usize> = givens.into_iter().take(seed as usize % 8).collect();
        let mut board = blanked(&board, &lost);
        if seed % 5 == 0 {
            board = put(&board, &[(seed as usize, 1 + seed as u8 % 9)]);
        }
        let solutions = judge.limits(Limits::new().solutions(200_000)).all(&board);
        if solutions.stop != Stop::Exhausted {
            continue;
        }
        let found = candidates(sudoku, &board);
        assert_eq!(found.found, of_all(81, &solutions.value), "{board}");
        assert_eq!(found.is_unsolvable(), solutions.value.is_empty());
        assert_eq!(found.is_solvable(), !solutions.value.is_empty());
        none += usize::from(solutions.value.is_empty());
        many += usize::from(solutions.value.len() > 1000);
    }
    assert!(none > 3 && many > 3, "{none} {many}");
}

#[test]
fn blank_cells_of_blank_boards_can_hold_every_value() {
    for (shape, all) in [
        ("classic", 511),
        ("x", 511),
        ("12x12", 4095),
        ("samurai", 511),
    ] {
        let sudoku = sudoku(shape);
        let found = candidates(&sudoku, &sudoku.shape().blank());
        assert!(found.found.iter().all(|&found| found == all), "{shape}");
    }
}

/// The true candidates as pencil marks leave the same solutions and the same true candidates.
#[test]
fn true_candidates_keep_their_board() {
    let sudoku = sudoku("6x6");
    let board: Grid = "1.......2.......3.......4.......5......"
        .get(..36)
        .unwrap()
        .parse()
        .unwrap();
    let found = candidates(&sudoku, &board);
    let marked = found.board();
    assert_eq!(candidates(&sudoku, &marked), found);
    let mut search = sudoku.search();
    assert_eq!(search.count(&board).value, search.count(&marked).value);
}

#[test]
fn a_limit_leaves_values_open() {
    let sudoku = sudoku("36x36");
    let blank = sudoku.shape().blank();
    let mut search = sudoku.search();
    search.limits(Limits::new().time(Duration::from_millis(50)));
    let answer = search.candidates(&blank);
    assert_eq!(answer.stop, Stop::Time);
    let both = answer.value.found.iter().zip(&answer.value.open);
    let all = (1 << 36) - 1;
    assert!(
        both.clone()
            .all(|(found, open)| found | open == all && found & open == 0)
    );
    assert!(!answer.value.is_unsolvable());
    // Nothing is known without a question.
    let answer = search.limits(Limits::new().nodes(0)).candidates(&blank);
    assert!(answer.stop == Stop::Nodes && answer.value.found.iter().all(|&found| found == 0));
    assert!(!answer.value.is_solvable() && !answer.value.is_unsolvable());
}
