//! Reports on boards, as text and as JSON, with one object for each board.
//!
//! * [`About`]: a board with the answer to a question, a [`Finding`].
//! * [`Solved`]: a board with its solutions, as JSON that is written while they are found.
//! * [`Bad`]: an invalid board, or a board that breaks a rule.
//! * [`Made`]: the result of a seed.
//!
//! In JSON, a board is a line of characters and a cell has a name such as `r1c9`. Most objects
//! begin with `board`; all except a plain board and a canonical form have a `verdict`.
//!
//! As text, solutions are written by [`Record::write_solution`](quadrille_sudoku::text::Record),
//! [`Shape::line`](quadrille_sudoku::Shape::line),
//! [`write_grid`](quadrille_sudoku::text::write_grid) and
//! [`Shape::picture`](quadrille_sudoku::Shape::picture).
//!
//! ```
//! use quadrille::report::sudoku::{About, Finding};
//! use quadrille::sudoku::{Shape, Sudoku, text};
//!
//! let sudoku = Sudoku::new("4x4".parse()?);
//! let board = text::read(sudoku.shape(), "1......2....3..4")?;
//! let answer = sudoku.search().count(&board).map(Finding::Count);
//! let about = About::new(sudoku.shape(), &board, &answer);
//! assert_eq!(about.to_string(), "1");
//! let json = serde_json::to_string(&about)?;
//! assert!(json.starts_with("{\"board\":\"1......2....3..4\",\"verdict\":\"counted\",\"count\":1,\"nodes\":"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod about;
mod candidates;
mod made;
mod map;
mod object;
mod rated;
mod solved;
mod steps;

pub use about::{About, Finding};
pub use made::Made;
pub use object::Bad;
pub use solved::Solved;
