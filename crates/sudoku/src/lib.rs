//! Sudoku: reads boards of any [`Shape`], solves them by forcing their
//! givens in one compiled problem, and writes them back in the format of the input.
//!
//! A tour: read, solve, count, check, draw.
//!
//! ```
//! use quadrille::sudoku::{Check, Shape, Sudoku, text};
//!
//! let sudoku = Sudoku::new("6x6".parse()?); // compiled once, for any number of boards
//! let board = text::read(sudoku.shape(), ".4....\n3.24.5\n...34.\n..4..1\n.1.2.4\n.251.6\n")?;
//! let mut search = sudoku.search(); // one for each thread
//! let solution = search.first(&board).value.ok_or("no solution")?;
//! assert_eq!(solution.to_string(), "541623362415156342234561613254425136");
//! assert_eq!(search.count(&board).value, 1);
//! assert_eq!(search.check(&board).value, Check::NotMinimal);
//! let picture = sudoku.shape().picture(&solution, &board);
//! assert!(picture.to_text(false).starts_with("┌───────┬───────┐\n│ 5 4 1 │ 6 2 3 │\n"));
//! assert!(picture.to_svg().starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * A [`Shape`] describes cells and rules as data, written as words and maps:
//!   [`Shape::from_str`](std::str::FromStr).
//! * A [`Grid`] holds the value of each cell, or its candidates.
//! * A [`Rule`] is a rule of a shape beside its rows, columns and boxes.
//! * [`Sudoku`] is a compiled shape; [`BoardSearch`] answers questions about boards, like a
//!   [`Search`](quadrille_core::Search) with some methods of its own.
//! * [`Encoding`] maps the options of its solver to cells and values.
//! * A [`Clash`] is a rule that a board already breaks, described in words.
//! * A [`BoardPath`] is how a person would solve a board, step by step, in words.
//! * [`text`] reads and writes streams of boards.

mod alone;
mod alphabet;
mod candidates;
mod check;
mod clash;
mod compiled;
mod counts;
mod encode;
mod format;
mod grid;
mod inquiry;
mod learned;
mod make;
mod pasted;
mod picture;
mod pieces;
mod regions;
mod rule;
mod search;
mod shape;
mod steps;
pub mod text;
mod worded;

pub use alphabet::LARGEST_SIDE;
pub use candidates::Candidates;
pub use check::Check;
pub use clash::Clash;
pub use compiled::Sudoku;
pub use encode::Encoding;
pub use format::{Puzzle, PuzzleError, PuzzleFormat, PuzzleReason};
pub use grid::{Grid, GridError};
pub use make::{
    Ambiguity, BoardExplanation, Calls, Canonical, Change, Contradiction, Difficulty, Effort,
    Generated, Generator, Guesses, Inference, Lack, MinimalPuzzle, Minimized, Need, NotClassic,
    OpenCell, Rated, Recipe, RecipeError, Refused, Repair, RulePlace, Symmetry, WrongMarks,
    wanted_rules,
};
pub use pieces::pieces;
pub use rule::{CellRule, Detail, Machine, Pattern, PatternError, RuleError, RuleKind, RuleReason};
pub use search::BoardSearch;
pub use shape::{Division, Kind, Map, Outline, Rule, Shape, ShapeError, ShapeReason, Unit};
pub use steps::{
    BoardPath, BoardStep, CandidateLink, CandidateRole, MarkedCandidate, Rating, Route, StepFigure,
    Technique,
};

/// The old name of [`OpenCell`].
#[deprecated(since = "0.2.0", note = "renamed to `OpenCell`")]
pub type Cell = OpenCell;

// The old name of an enum is a re-export, for programs that import its variants.
#[doc(hidden)]
pub use BoardExplanation as Explanation;
