//! What programs need for boards that are turned and relabelled.

use quadrille::sudoku::{BoardSearch, Generator, Grid, Inference, Recipe, Shape, Sudoku};
use quadrille::{OptionId, Settings, Uniqueness};

use super::{put, sudoku};
use crate::shapes::JIGSAW;

/// Boards that are hard, turned by a quarter and relabelled.
pub(super) fn hard_and_turned() -> impl Iterator<Item = [Grid; 2]> {
    let boards = include_str!("../../../../../benches/boards/hard.txt").lines();
    let boards = boards.filter_map(|line| line.get(..81)?.parse::<Grid>().ok());
    boards
        .take(if cfg!(feature = "slow") { 30 } else { 5 })
        .map(|board| {
            let turned = (0..81).map(|cell| match board.cells()[72 - cell % 9 * 9 + cell / 9] {
                0 => 0,
                value => value % 9 + 1,
            });
            [Grid::new(turned.collect()), board]
        })
}

#[test]
fn efforts_do_not_change_when_a_board_is_turned() {
    let sudoku = Sudoku::classic();
    let mut search = sudoku.search();
    for boards in hard_and_turned() {
        let [one, other] = boards.map(|board| search.effort(&board).value.unwrap());
        assert_eq!(one, other);
        assert_eq!(one.inference, Inference::Search);
        assert!(one.guesses.error < 0.2 * one.guesses.mean, "{one:?}");
        let calls = one.calls.unwrap();
        let [low, median, high] =
            [calls.low, calls.median, calls.high].map(|calls| calls.unwrap_or(u64::MAX));
        assert!(low <= median && median <= high && low > 81, "{calls:?}");
    }
    let not_one = search.effort(&sudoku.shape().blank()).value;
    assert_eq!(not_one, Err(Uniqueness::Many));
}

/// The guesses of hard boards do not depend on when the engine begins to learn.
#[test]
fn efforts_are_those_of_an_engine_that_does_not_learn() {
    let settings = Settings::new().support_rule(false).weights(false);
    let plain = Sudoku::with_settings(Shape::classic(), &settings);
    for [_, board] in hard_and_turned().take(2) {
        let rating = Sudoku::classic().search().effort(&board).value;
        assert!(rating.unwrap().guesses.mean > 100.0);
        assert_eq!(rating, plain.search().effort(&board).value);
    }
}

/// A shape without canonical forms: turned boards differ, but no more than the error says.
#[test]
fn efforts_of_other_shapes_change_within_their_error() {
    let sudoku = sudoku("x");
    let mut generator = Generator::new(&sudoku, Recipe::new().guesses(3.0..=50.0)).unwrap();
    let mut search = sudoku.search();
    for seed in 0..3 {
        let board = generator.puzzle(seed, |_| true).board.unwrap();
        let turned = (0..81).map(|cell| board.cells()[72 - cell % 9 * 9 + cell / 9]);
        let [one, other] =
            [&Grid::new(turned.collect()), &board].map(|board| search.effort(board).value.unwrap());
        let noise = one.guesses.error.hypot(other.guesses.error);
        let difference = (one.guesses.mean - other.guesses.mean).abs();
        assert!(difference < 4.0 * noise, "{one:?} {other:?}");
        assert_eq!(one.calls, None);
    }
}

/// The inference is the weakest that does without guesses: with the subset rule or without.
#[test]
fn inferences_are_those_that_are_needed() {
    let sudoku = Sudoku::classic();
    let mut search = sudoku.search();
    let plain = Sudoku::with_settings(Shape::classic(), &Settings::new().subset_rule(false));
    let mut generator = Generator::new(sudoku, Recipe::new()).unwrap();
    let mut seen = std::collections::HashSet::new();
    for seed in 0..if cfg!(feature = "slow") { 200 } else { 30 } {
        let board = generator.puzzle(seed, |_| true).board.unwrap();
        let rating = search.effort(&board).value.unwrap();
        let guesses = |search: &mut BoardSearch| search.unique(&board).stats.nodes - 1;
        let expected = match (guesses(&mut plain.search()), guesses(&mut sudoku.search())) {
            (0, _) => Inference::Forced,
            (_, 0) => Inference::Subsets,
            _ => Inference::Search,
        };
        assert_eq!(rating.inference, expected, "{board}");
        seen.insert(rating.inference);
    }
    assert_eq!(seen.len(), 3);
}

/// The support rule by its definition, for the boards of a shape.
struct SupportRule<'a> {
    sudoku: &'a Sudoku,
    /// The options of each primary item.
    options_of: Vec<Vec<usize>>,
    /// Whether two options share an item.
    conflict: Vec<Vec<bool>>,
}

impl<'a> SupportRule<'a> {
    fn of(sudoku: &'a Sudoku) -> Self {
        let problem = sudoku.solver().problem();
        let count = problem.option_count();
        let mut conflict = vec![vec![false; count]; count];
        let mut options_of = Vec::new();
        for item in problem.items() {
            let has_item = |&option: &OptionId| problem.items_of(option).contains(&item);
            let options = problem.options().filter(has_item);
            let options: Vec<usize> = options.map(|option| option.index()).collect();
            for &one in &options {
                for &other in &options {
                    conflict[one][other] = one != other;
                }
            }
            if problem.is_primary(item) {
                options_of.push(options);
            }
        }
        Self {
            sudoku,
            options_of,
            conflict,
        }
    }

    /// Whether the rule alone solves a board. It includes forced options: an option that is left
    /// alone conflicts with every option that must go.
    fn solves(&self, board: &Grid) -> bool {
        let allowed = |option| {
            let (cell, value) = self.sudoku.encoding().candidate(option).unwrap();
            board.get(cell).is_none_or(|given| given == value)
        };
        let options = self.sudoku.solver().problem().options();
        let mut left: Vec<bool> = options.map(allowed).collect();
        loop {
            let before = left.clone();
            for options in &self.options_of {
                let mut rest = options.clone();
                rest.retain(|&option| left[option]);
                for (option, conflict) in self.conflict.iter().enumerate() {
                    left[option] = left[option] && !rest.iter().all(|&other| conflict[other]);
                }
            }
            if left == before {
                return left.iter().filter(|&&left| left).count() == board.cells().len();
            }
        }
    }
}

/// A board needs guesses exactly if the support rule does not solve it, on every shape. On shapes of
/// rows, columns and boxes the subset rule does the same.
#[test]
fn boards_that_the_support_rule_solves_need_no_guesses() {
    let mut supports = 0;
    for (shape, adds) in [
        ("classic", false),
        ("6x6", false),
        ("x", true),
        ("windoku", true),
        ("disjoint", true),
        ("anti-knight", true),
        ("anti-king", true),
        ("non-consecutive", true),
        (JIGSAW, true),
    ] {
        let sudoku = sudoku(shape);
        let rule = SupportRule::of(&sudoku);
        let mut search = sudoku.search();
        let mut generator = Generator::new(&sudoku, Recipe::new()).unwrap();
        for seed in 0..2 {
            let board = generator.puzzle(seed, |_| true).board.unwrap();
            let solution = search.first(&board).value.unwrap();
            let mut blanks: Vec<usize> = (0..board.cells().len())
                .filter(|&cell| board.get(cell).is_none())
                .collect();
            blanks.rotate_left(seed as usize);
            for more in (0..blanks.len()).rev().step_by(3) {
                let givens = blanks.iter().take(more);
                let givens: Vec<_> = givens.map(|&cell| (cell, solution.cells()[cell])).collect();
                let board = put(&board, &givens);
                let rating = search.effort(&board).value.unwrap();
                let is_solved = rule.solves(&board);
                assert_eq!(
                    rating.inference != Inference::Search,
                    is_solved,
                    "{shape} {board}"
                );
                assert_eq!(rating.guesses.mean == 0.0, is_solved);
                let is_needed = rating.inference == Inference::Supports;
                assert!(adds || !is_needed, "{shape} {board}");
                supports += usize::from(is_needed);
                if !is_solved {
                    break;
                }
            }
        }
    }
    assert!(supports > 4, "{supports}");
}

/// More rules do not make an inference disappear: the board needs no guesses on the classic shape.
#[test]
fn the_subset_rule_works_on_shapes_with_many_groups() {
    let board: Grid =
        ".98...7.6............8.1...7.........6....9.32...1.4.73.4.69......1.32...7...5..4"
            .parse()
            .unwrap();
    for shape in ["classic", "windoku"] {
        let rating = sudoku(shape).search().effort(&board).value.unwrap();
        assert_eq!(rating.inference, Inference::Subsets, "{shape}");
        assert_eq!(rating.guesses.mean, 0.0);
    }
    for shape in ["disjoint", "samurai", "12x12"] {
        let sudoku = sudoku(shape);
        let recipe = Recipe::new().nodes(200);
        let mut generator = Generator::new(&sudoku, recipe).unwrap();
        let board = generator.puzzle(1, |_| true).board.unwrap();
        let stats = sudoku.search().unique(&board).stats;
        assert!(stats.inferences.unwrap().subsets > Some(0), "{shape}");
    }
}
