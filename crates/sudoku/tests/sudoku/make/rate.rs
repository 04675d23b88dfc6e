//! Ratings by the steps of a person.

use quadrille::Uniqueness;
use quadrille::sudoku::{Difficulty, Generator, Grid, Recipe, Route, Sudoku, Technique};

use super::effort::hard_and_turned;
use super::sudoku;

#[test]
fn ratings_do_not_change_when_a_board_is_turned() {
    let sudoku = Sudoku::classic();
    let mut search = sudoku.search();
    for boards in hard_and_turned() {
        let [one, other] = boards.map(|board| search.rate(&board).value.unwrap());
        assert_eq!(one, other);
        assert_eq!(one.difficulty(), Difficulty::Extreme);
    }
    let not_one = search.rate(&sudoku.shape().blank()).value;
    assert_eq!(not_one, Err(Uniqueness::Many));
}

/// Boards that people solve without guesses, though the engine guesses.
#[test]
fn boards_are_rated_as_people_would() {
    let mut search = Sudoku::classic().search();
    for (line, hardest, cost, word) in [
        (
            ".6..1....5...8....3...6.4.7..98....2.3........4...2986..15.6.7.....2.5..9........",
            Technique::Pointing,
            26,
            "medium",
        ),
        (
            "5.......8..26........4.1.764.1....6......3.5.9.....74....7.....61.3...9..8...9...",
            Technique::XyWing,
            42,
            "hard",
        ),
    ] {
        let rating = search.rate(&line.parse().unwrap()).value.unwrap();
        assert_eq!(
            (rating.hardest, rating.cost),
            (Some(hardest), cost),
            "{line}"
        );
        assert_eq!(rating.difficulty().name(), word);
        assert!(rating.is_public);
        let steps: u64 = rating.steps.values().sum();
        assert!(rating.sum >= 10 * steps && rating.sum <= rating.cost * steps);
    }
}

/// A board whose hardest step costs little needs no argument of a harder kind.
#[test]
fn ratings_agree_with_paths() {
    use quadrille::steps::{End, Kind};
    let cheap = [Kind::Single, Kind::Locked, Kind::Set];
    for shape in ["classic", "6x6", "x"] {
        let sudoku = sudoku(shape);
        let mut generator = Generator::new(&sudoku, Recipe::new()).unwrap();
        let mut search = sudoku.search();
        for seed in 0..if cfg!(feature = "slow") { 200 } else { 20 } {
            let board: Grid = generator.puzzle(seed, |_| true).board.unwrap();
            let rating = search.rate(&board).value.unwrap();
            assert_eq!(rating.is_public, shape == "classic");
            let singles = search
                .steps(&board, &Route::new().kinds([Kind::Single]))
                .value;
            let is_by_singles = singles.end == Some(End::Solved);
            assert!(!is_by_singles || rating.cost <= 23, "{shape}: {board}");
            if rating.cost <= Difficulty::Medium.most() {
                let path = search.steps(&board, &Route::new().kinds(cheap)).value;
                assert_eq!(path.end, Some(End::Solved), "{shape}: {board}");
            }
        }
    }
}

/// The lengths of braids and whips that are known: 0 for singles, 1 for locked candidates.
#[test]
fn braids_and_whips_have_known_lengths() {
    let mut search = Sudoku::classic().search();
    for (line, braids, whips) in [
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            Some(0),
            Some(0),
        ),
        (
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            None,
            None,
        ),
        (
            "4...7..5.5.1...3....913.......21...6..7..6....1...97.2..2.84..7.........78..2.6..",
            Some(4),
            Some(5),
        ),
    ] {
        let board: Grid = line.parse().unwrap();
        let length = search.braid_rating(&board, usize::MAX);
        assert_eq!(length.value, Ok(braids), "{line}");
        let length = search.whip_rating(&board, usize::MAX);
        assert_eq!(length.value, Ok(whips), "{line}");
        let turned = Grid::new(board.cells().iter().rev().copied().collect());
        assert_eq!(search.whip_rating(&turned, usize::MAX).value, Ok(whips));
    }
}
