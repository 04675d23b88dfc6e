//! Puzzles that are made, judged by the other engine.

use quadrille::sudoku::{
    Difficulty, Generator, Grid, Rated, Recipe, RecipeError, Sudoku, Symmetry,
};
use quadrille::{CancelToken, Limits, Stop};

use super::{assert_minimal, is_unique, judge, sudoku};
use crate::records::LINE;

#[test]
fn a_seed_is_a_puzzle() {
    let mut generator = Generator::new(Sudoku::classic(), Recipe::new().minimal()).unwrap();
    let first = generator.puzzle(1, |_| true);
    assert_eq!(
        first.board.unwrap().to_string(),
        "..82..1..7..98....4..13..5.....1..92.8.3.6....13.........4....1....7.....67...23."
    );
    assert_eq!((first.tries, first.stop), (1, Stop::Exhausted));
    // Whatever was made before, with the same generator.
    let again: Vec<_> = (0..5)
        .map(|seed| generator.puzzle(seed, |_| true))
        .collect();
    for (seed, made) in again.iter().enumerate().rev() {
        let mut generator = Generator::new(Sudoku::classic(), Recipe::new().minimal()).unwrap();
        assert_eq!(generator.puzzle(seed as u64, |_| true), *made);
    }
}

#[test]
fn minimal_puzzles_are_minimal_for_every_shape() {
    for (shape, seeds) in [
        ("classic", 30),
        ("4x4", 30),
        ("6x6", 20),
        ("x", 5),
        ("windoku", 5),
        ("anti-king", 2),
        ("6x6+non-consecutive", 5),
    ] {
        let (sudoku, judge) = (sudoku(shape), judge(shape));
        let mut generator = Generator::new(&sudoku, Recipe::new().minimal()).unwrap();
        let mut judge = judge.search();
        for seed in 0..seeds {
            let board = generator.puzzle(seed, |_| true).board.unwrap();
            assert_minimal(&mut judge, &board);
        }
    }
}

/// Where a turn moves a row and a column.
type Turn = fn(usize, usize) -> (usize, usize);

#[test]
fn puzzles_have_the_symmetry_that_was_asked_for() {
    let turns: [(Symmetry, Turn); 4] = [
        (Symmetry::HalfTurn, |row, column| (8 - row, 8 - column)),
        (Symmetry::QuarterTurn, |row, column| (column, 8 - row)),
        (Symmetry::Mirror, |row, column| (row, 8 - column)),
        (Symmetry::Diagonal, |row, column| (column, row)),
    ];
    let judge = judge("classic");
    let mut judge = judge.search();
    for (symmetry, turn) in turns {
        let mut plain =
            Generator::new(Sudoku::classic(), Recipe::new().symmetry(symmetry)).unwrap();
        let minimal = Recipe::new().symmetry(symmetry).minimal();
        let mut minimal = Generator::new(Sudoku::classic(), minimal).unwrap();
        for seed in 0..5 {
            let board = plain.puzzle(seed, |_| true).board.unwrap();
            assert!(is_unique(&mut judge, &board));
            let strict = minimal.puzzle(seed, |_| true).board.unwrap();
            assert_minimal(&mut judge, &strict);
            for board in [board, strict] {
                for (cell, _) in board.givens() {
                    let (row, column) = turn(cell / 9, cell % 9);
                    assert!(
                        board.get(9 * row + column).is_some(),
                        "{symmetry:?} {board}"
                    );
                }
            }
        }
    }
}

#[test]
fn puzzles_have_the_clues_that_were_asked_for() {
    let judge = judge("classic");
    let mut judge = judge.search();
    for (clues, symmetry) in [
        (23, Symmetry::None),
        (30, Symmetry::None),
        (32, Symmetry::QuarterTurn),
        (81, Symmetry::None),
    ] {
        let recipe = Recipe::new().symmetry(symmetry).clues(clues);
        let mut generator = Generator::new(Sudoku::classic(), recipe).unwrap();
        let board = generator.puzzle(3, |_| true).board.unwrap();
        assert_eq!(board.givens().count(), clues);
        assert!(is_unique(&mut judge, &board));
    }
    let recipe = Recipe::new().clues(24).minimal();
    let mut generator = Generator::new(Sudoku::classic(), recipe).unwrap();
    let board = generator.puzzle(3, |_| true).board.unwrap();
    assert_eq!(board.givens().count(), 24);
    assert_minimal(&mut judge, &board);
}

#[test]
fn puzzles_have_the_givens_of_a_mask() {
    let mask: Grid = LINE.parse().unwrap();
    let judge = judge("classic");
    let mut generator = Generator::new(Sudoku::classic(), Recipe::new().mask(&mask)).unwrap();
    for seed in 0..3 {
        let board = generator.puzzle(seed, |_| true).board.unwrap();
        assert!(is_unique(&mut judge.search(), &board));
        assert!((0..81).all(|cell| board.get(cell).is_some() == mask.get(cell).is_some()));
    }
}

#[test]
fn a_missing_puzzle_is_reported() {
    let seventeen = Recipe::new().clues(17).tries(20);
    let mut generator = Generator::new(Sudoku::classic(), seventeen).unwrap();
    let made = generator.puzzle(1, |_| true);
    assert_eq!(
        (made.board, made.tries, made.stop),
        (None, 20, Stop::Exhausted)
    );
    let refused = made.refused;
    assert!(refused.clues == 20 && refused.below.is_none() && refused.above.unwrap() > 17);
    let stopped = generator
        .limits(Limits::new().time(std::time::Duration::ZERO))
        .puzzle(1, |_| true);
    assert_eq!(
        (stopped.board, stopped.tries, stopped.stop),
        (None, 1, Stop::Time)
    );
    assert_eq!(
        stopped.refused,
        quadrille::sudoku::Refused::default(),
        "nothing is known"
    );
    let mut any = Generator::new(Sudoku::classic(), Recipe::new().tries(3)).unwrap();
    let made = any.puzzle(1, |_| false);
    assert_eq!((made.tries, made.refused.other), (3, 3));
    // Two rows of a band without givens can be exchanged.
    let mask = Grid::new((0..81).map(|cell| u8::from(cell % 81 < 63)).collect());
    let mut few = Generator::new(Sudoku::classic(), Recipe::new().mask(&mask).tries(1)).unwrap();
    let made = few.puzzle(1, |_| true);
    assert_eq!(
        (made.board, made.tries, made.refused.solutions),
        (None, 1, 1)
    );
    // Half of the cells can go at once in symmetry, which leaves some that are not needed.
    let recipe = Recipe::new().symmetry(Symmetry::QuarterTurn).minimal();
    let mut strict = Generator::new(Sudoku::classic(), recipe.tries(5)).unwrap();
    let refused = (0..20).map(|seed| strict.puzzle(seed, |_| true).refused.minimal);
    assert!(refused.sum::<u64>() > 0);
}

#[test]
fn puzzles_take_the_guesses_that_were_asked_for() {
    let sudoku = Sudoku::classic();
    let mut rater = sudoku.search();
    for (low, high) in [(0.0, 0.0), (1.0, 3.0)] {
        let recipe = Recipe::new().guesses(low..=high);
        let mut generator = Generator::new(sudoku, recipe).unwrap();
        for seed in 0..5 {
            let board = generator.puzzle(seed, |_| true).board.unwrap();
            let effort = rater.effort(&board).value.unwrap();
            assert!((low..=high).contains(&effort.guesses.mean), "{effort:?}");
        }
    }
    let hard = Recipe::new().guesses(1e6..=2e6).tries(3);
    let made = Generator::new(sudoku, hard).unwrap().puzzle(1, |_| true);
    assert_eq!((made.board, made.refused.guesses), (None, 3));
}

#[test]
fn every_shape_has_easy_puzzles() {
    for shape in ["classic", "x", "6x6", "16x16"] {
        let sudoku = sudoku(shape);
        let recipe = Recipe::new().difficulty(Difficulty::Easy).tries(1);
        let mut generator = Generator::new(&sudoku, recipe).unwrap();
        let board = generator.puzzle(1, |_| true).board.unwrap();
        let rating = sudoku.search().rate(&board).value.unwrap();
        assert_eq!(rating.difficulty(), Difficulty::Easy, "{shape}");
        assert!(
            board.givens().count() < board.cells().len() * 6 / 10,
            "{board}"
        );
    }
}

#[test]
fn the_nearest_difficulties_are_kept() {
    let recipe = Recipe::new().minimal().difficulty(Difficulty::Medium);
    let mut generator = Generator::new(Sudoku::classic(), recipe.tries(40)).unwrap();
    let (mut easier, mut harder) = (0, 0);
    for seed in 0..10 {
        let made = generator.puzzle(seed, |_| true);
        assert_eq!(
            made.refused.guesses + u64::from(made.board.is_some()),
            made.tries
        );
        if let Some(rated) = made.refused.easier {
            assert!(rated <= Rated::Cost(Difficulty::Easy.most()));
            easier += 1;
        }
        if let Some(rated) = made.refused.harder {
            assert!(rated > Rated::Cost(Difficulty::Medium.most()));
            harder += 1;
        }
    }
    assert!(easier > 0 && harder > 0);
}

/// What arithmetic excludes is not tried.
#[test]
fn impossible_numbers_of_givens_are_refused() {
    let why = |shape: &str, recipe| {
        Generator::new(&sudoku(shape), recipe)
            .err()
            .map(|error| error.to_string())
    };
    let turned = |clues| Recipe::new().symmetry(Symmetry::QuarterTurn).clues(clues);
    assert_eq!(
        why("classic", turned(27)).unwrap(),
        "27 givens cannot have this symmetry; the nearest possible numbers are 25 and 28"
    );
    assert_eq!(
        why("4x4", turned(13)).unwrap(),
        "13 givens cannot have this symmetry; the nearest possible numbers are 12 and 16"
    );
    assert_eq!(why("classic", turned(28)), None);
    assert_eq!(
        why("classic", Recipe::new().clues(16)).unwrap(),
        "16 givens are too few: a board with one solution has at least 17"
    );
    assert_eq!(why("classic", Recipe::new().clues(17)), None);
    assert!(why("x", Recipe::new().clues(7)).is_some());
    assert_eq!(why("x", Recipe::new().clues(8)), None);
    assert_eq!(why("non-consecutive", Recipe::new().clues(1)), None);
    let seven = Grid::new((0..81).map(|cell| u8::from(cell < 7)).collect());
    assert!(why("classic", Recipe::new().mask(&seven)).is_some());
    assert_eq!(
        why("classic", Recipe::new().clues(73).minimal()).unwrap(),
        "73 givens are too many: a minimal board has at most 72, because it has no full row, column or box"
    );
    assert_eq!(why("classic", Recipe::new().clues(72).minimal()), None);
    // The rows of the four outer boards share no cell.
    let most = sudoku("samurai").shape().cell_count() - 36;
    assert!(why("samurai", Recipe::new().clues(most + 1).minimal()).is_some());
}

#[test]
fn recipes_that_do_not_suit_the_shape_are_refused() {
    let why = |shape: &str, recipe| {
        Generator::new(&sudoku(shape), recipe)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        why("4x4", Recipe::new().clues(17)),
        "17 givens do not fit into 16 cells"
    );
    let mask = Recipe::new().mask(&Grid::new(vec![1; 81]));
    assert_eq!(why("4x4", mask), "the mask has 81 cells, expected 16");
    let square = RecipeError::Square {
        rows: 9,
        columns: 12,
    };
    assert!(square.to_string().contains("9 rows and 12 columns"));
}

#[test]
fn large_and_odd_shapes_are_made() {
    for shape in ["16x16", "samurai"] {
        let (sudoku, judge) = (sudoku(shape), judge(shape));
        let mut generator = Generator::new(&sudoku, Recipe::new()).unwrap();
        let board = generator.puzzle(1, |_| true).board.unwrap();
        assert!(is_unique(&mut judge.search(), &board), "{board}");
        assert!(board.givens().count() < sudoku.shape().cell_count() / 2);
    }
}

/// A try that a limit cuts short is no puzzle, even if the board at hand would do.
#[test]
fn a_try_that_is_stopped_gives_nothing() {
    let token = CancelToken::new();
    let mut generator = Generator::new(Sudoku::classic(), Recipe::new()).unwrap();
    generator.limits(Limits::new().cancel(&token));
    assert!(generator.puzzle(1, |_| true).board.is_some());
    let stopped = generator.puzzle(1, |_| {
        token.cancel();
        true
    });
    assert_eq!((stopped.board, stopped.tries), (None, 1));
    assert_eq!(stopped.stop, Stop::Cancelled);
}
