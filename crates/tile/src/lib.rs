//! Tilings: boards, pieces, and the exact-cover problems whose solutions are tilings.
//!
//! * A [`CellGrid`] says which cells there are: squares, cubes, triangles, hexagons or sticks. A
//!   [`Cell`] is named by its layer, row and column.
//! * A [`Piece`] is a [`Polyform`] with a name, a [`Turning`] and a number of [`Copies`].
//!   [`polyforms`] makes all shapes of a size, [`set()`] the pieces of a set by its name,
//!   [`pieces`] and [`drawn_pieces`] read them.
//! * A [`Board`] has cells to cover, and cells that may stay free. [`boards`] and [`drawn_boards`]
//!   read boards.
//! * A [`Packing`] is a board and pieces as a [`Problem`](quadrille_core::Problem): each solution
//!   is a tiling, and every question about problems is one about tilings.
//! * [`Symmetries`] of a packing count tilings up to symmetry; [`Packing::obstacle`] finds out
//!   without a search why there is no tiling.
//!
//! ```
//! use quadrille::tile::{Gaps, Packing, boards, pieces};
//! use quadrille::Solver;
//!
//! let board = boards("4x5", None)?.remove(0).board;
//! let packing = Packing::new(board, pieces("I4 L4*2 O4 T4", None)?, Gaps::None)?;
//! let tiling = Solver::new(packing.problem().clone()).search().first().value;
//! // Coloured like a chessboard, one T covers three cells of one colour.
//! assert_eq!(tiling, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//! remark                      which of two readings was taken
//! words, board_words, drawn   boards and pieces as text; art, reading, size
//! obstacle, areas, picture    why there is no tiling; tilings as pictures
//! steps                       how a person would find a tiling, in words
//! classes, invariant, symmetry   tilings up to symmetry
//! packing, encode             the problem
//! sets, polyforms             sets of pieces
//! piece, board, shape, grid
//! ```

mod areas;
mod art;
mod board;
mod board_words;
#[cfg(feature = "burrtools")]
mod burr_tools;
mod classes;
mod drawn;
mod encode;
mod error;
mod gaps;
mod grid;
mod invariant;
mod obstacle;
mod packing;
mod picture;
mod piece;
mod polyforms;
mod reading;
mod remark;
mod runs;
mod sets;
mod shape;
mod size;
mod steps;
mod symmetry;
mod words;

pub use areas::areas;
pub use board::{Board, NamedBoard};
pub use board_words::boards;
#[cfg(feature = "burrtools")]
pub use burr_tools::{BoxedPuzzle, burr_tools};
pub use classes::UpToSymmetry;
pub use drawn::{drawn_boards, drawn_pieces};
pub use error::TileError;
pub use gaps::{Gaps, GapsError};
pub use grid::{Cell, CellGrid, Turning, UnknownGrid};
pub use invariant::{Orbits, OrbitsError};
pub use obstacle::{Obstacle, Weights};
pub use packing::{Packing, Placement};
pub use piece::{Copies, Piece, add_piece};
pub use polyforms::polyforms;
pub use remark::{Remark, board_remarks, board_word_remarks, drawn_piece_remarks, piece_remarks};
pub use sets::{set, set_names};
pub use shape::Polyform;
pub use symmetry::Symmetries;
pub use words::pieces;

// The old name of an enum is a re-export, for programs that import its variants.
#[doc(hidden)]
pub use CellGrid as Grid;

/// The old name of [`Polyform`].
#[deprecated(since = "0.2.0", note = "renamed to `Polyform`")]
pub type Shape = Polyform;
