//! The makers: what their tests share.

mod candidates;
mod effort;
mod explain;
mod generate;
mod minimize;
mod placed;
mod rate;

use quadrille::sudoku::{BoardSearch, Grid, Sudoku};
use quadrille::{EngineChoice, EngineName, Settings, Uniqueness};

/// The shape, compiled for the engine that made nothing here.
fn judge(shape: &str) -> Sudoku {
    let links = Settings::new().engine(EngineChoice::Prefer(EngineName::Links));
    let judge = Sudoku::with_settings(shape.parse().unwrap(), &links);
    assert_eq!(judge.solver().engine(), EngineName::Links);
    judge
}

fn sudoku(shape: &str) -> Sudoku {
    Sudoku::new(shape.parse().unwrap())
}

fn blanked(board: &Grid, cells: &[usize]) -> Grid {
    let mut values = board.cells().to_vec();
    for &cell in cells {
        values[cell] = 0;
    }
    Grid::new(values)
}

fn put(board: &Grid, givens: &[(usize, u8)]) -> Grid {
    let mut values = board.cells().to_vec();
    for &(cell, value) in givens {
        values[cell] = value;
    }
    Grid::new(values)
}

fn is_unique(search: &mut BoardSearch, board: &Grid) -> bool {
    search.unique(board).value == Uniqueness::One
}

/// Whether a board has one solution, and more without any one of its givens.
#[track_caller]
fn assert_minimal(search: &mut BoardSearch, board: &Grid) {
    assert!(is_unique(search, board), "{board}");
    for (cell, _) in board.givens() {
        let more = search.unique(&blanked(board, &[cell])).value;
        assert_eq!(more, Uniqueness::Many, "{board} without cell {cell}");
    }
}
