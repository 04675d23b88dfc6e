//! Problems for the unit tests of the kernels. Those of `examples/puzzles` that need no tilings,
//! and tilings as text, since the crate of tilings builds on this one.

use quadrille::Problem;
use quadrille::text::dlx;

#[path = "../../../../examples/puzzles/digit.rs"]
pub(crate) mod digit;
#[path = "../../../../examples/puzzles/langford.rs"]
pub(crate) mod langford;
#[path = "../../../../examples/puzzles/latin_squares.rs"]
pub(crate) mod latin_squares;
#[path = "../../../../examples/puzzles/matchings.rs"]
pub(crate) mod matchings;
#[path = "../../../../examples/puzzles/partitions.rs"]
pub(crate) mod partitions;
#[path = "../../../../examples/puzzles/queens.rs"]
pub(crate) mod queens;
#[path = "../../../../examples/puzzles/sudoku.rs"]
pub(crate) mod sudoku;

/// A tiling problem as the example of its name writes it: `dominoes-4x5`, `dominoes-6x6`,
/// `dominoes-8x10`, `pentominoes-3x20` or `soma`.
pub(crate) fn tiling(name: &str) -> Problem {
    let path = format!("{}/tests/problems/{name}.dlx", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read(path).expect("a file of the repository");
    dlx::read(&text).expect("a problem")
}
