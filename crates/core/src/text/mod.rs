//! Reads and writes problems as text, and checks solutions in text.
//!
//! Each form that can be read is a module with the functions `read` and `write`:
//!
//! * [`dlx`]: the text of Knuth's programs: a line of items, then one option per line.
//! * [`json`]: one JSON object. It allows all names. (Feature `json`.)
//! * [`ec`], [`txt`], [`rows`], [`matrix`]: numbered items, all primary, without colours and costs.
//!   Writing loses names, and fails for a problem with other features.
//! * [`spp`], [`libexact`], [`miniexact`]: the texts of other programs and collections.
//!
//! For other kinds of solvers, four modules have only a function `write`: [`cnf`] (clauses, for SAT
//! solvers), [`opb`] (pseudo-Boolean constraints), [`lp`] and [`mps`] (integer programs). Variable
//! `i + 1` is option `i`, and each solution of the text is exactly one solution of the problem.
//!
//! [`solutions`] writes solutions, and checks solutions in text against a problem.
//!
//! Readers take the bytes of a file: UTF-8 with or without a byte order mark, lines that end in LF
//! or CRLF. They skip blank lines. No input makes a reader panic; invalid input is a [`TextError`]
//! with line, column and an excerpt.
//!
//! Each form also has a function `read_within` with a memory limit in bytes. Beyond the limit it
//! fails, and the [cause](TextError::cause) is
//! [`BuildError::Memory`](crate::BuildError::Memory).
//!
//! The caller chooses the module, or a [`Form`], which can be guessed from a text.
//!
//! ```
//! use quadrille::text::{dlx, json};
//!
//! let problem = dlx::read(b"a b c\na b\nb c\nc\n")?;
//! let mut out = Vec::new();
//! json::write(&problem, &mut out)?;
//! assert_eq!(json::read(&out)?.option_count(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
pub mod cnf;
mod counted;
pub mod dlx;
pub mod ec;
mod error;
mod excerpt;
mod form;
mod guess;
#[cfg(feature = "json")]
pub mod json;
pub mod libexact;
mod linear;
pub(crate) mod lines;
pub mod lp;
pub mod matrix;
pub mod miniexact;
pub mod mps;
pub(crate) mod near;
mod numbers;
pub mod opb;
pub mod rows;
pub mod solutions;
pub mod spp;
pub mod txt;
mod variables;

use crate::Problem;

const LONGEST_NAME: usize = Problem::LONGEST_NAME;

pub use crate::display::quantity;
pub use error::{TextError, WriteError, shorten};
pub use excerpt::Excerpt;
pub use form::Form;
pub use lines::first_line;
pub use near::nearest;
