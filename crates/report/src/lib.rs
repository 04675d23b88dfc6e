//! The answers of the commands: answers of the library in the names of a problem, each with one
//! text form and one JSON form.
//!
//! * [`Ending`]: the end of a question: its stop reason, a message, and whether there is an answer.
//! * [`Report`]: an ending that can be printed, as text or as a line of JSON.
//! * One file for each kind of answer: [`Total`] and [`Marginal`], [`Estimated`], [`Explained`],
//!   [`Reduction`], [`Checked`] and [`Judged`], [`Found`] and [`Sampled`], [`Ranked`] with
//!   [`BestCost`], [`Priced`], [`Stepped`] with the words of [`ProblemWords`] or [`TilingWords`].
//! * [`Tiled`] and [`Tilings`]: tilings, and their numbers.
//! * [`Work`]: the work of a search, for `--stats`. [`Pace`]: its progress.
//! * `sudoku`: answers about boards.
//!
//! Solutions are written by [`text::solutions`](quadrille_core::text::solutions).
//!
//! In every object `stop` is the stop reason: `exhausted` at the end of the search,
//! `enough solutions`, `node limit`, `time limit`, `memory limit`,
//! `too large a problem`, `position in another tree` or `cancelled`. A [`Count`] that
//! fits 64 bits is a number, and a larger one is a string of its digits. A number of seconds that
//! has no bound is `null`. Options are numbered from 0.
//!
//! ```
//! use quadrille::report::{self, Report, Total};
//! use quadrille::{Solver, text::dlx};
//!
//! let solver = Solver::new(dlx::read(b"a b\na\nb\na b\n")?);
//! let answer = solver.search().count();
//! let total = Total::new(&answer);
//! let (mut text, mut json) = (Vec::new(), Vec::new());
//! total.write_text(&mut text)?;
//! report::write_json(&total, &mut json)?;
//! assert_eq!(text, b"2\n");
//! assert_eq!(json, b"{\"count\":2,\"stop\":\"exhausted\"}\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Count`]: quadrille_core::Count

mod amounts;
mod check;
mod count;
mod estimate;
mod explain;
mod price;
mod progress;
mod reduce;
mod solutions;
mod steps;
#[cfg(feature = "sudoku")]
pub mod sudoku;
mod tile;
mod work;

use std::io::{self, Write};

use serde::Serialize;

use quadrille_core::Stop;
use quadrille_core::text::WriteError;

/// The JSON forms as a [JSON Schema](https://json-schema.org), draft 2020-12.
pub const SCHEMA: &str = include_str!("report.schema.json");

pub use check::{Checked, Judged};
pub use count::{Marginal, Stopped, Total};
pub use estimate::Estimated;
pub use explain::{Explained, Refutation};
pub use price::Priced;
pub use progress::Pace;
pub use reduce::Reduction;
pub use solutions::{BestCost, Found, Ranked, Sampled};
pub use steps::{ProblemWords, StepWords, Stepped, TilingWords};
pub use tile::{Tiled, Tilings};
pub use work::Work;

/// The old name of [`Refutation`].
#[deprecated(since = "0.2.0", note = "renamed to `Refutation`")]
pub type Proof<'a> = Refutation<'a>;

/// The old name of [`BestCost`].
#[deprecated(since = "0.2.0", note = "renamed to `BestCost`")]
pub type LeastCost<'a> = BestCost<'a>;

/// The end of a question, from which the command line chooses its messages and its exit code.
pub trait Ending {
    /// Returns the stop reason.
    fn stop(&self) -> Stop;

    /// Returns whether there is an answer, or a useful part of one. If there is none although no
    /// limit stopped the question, it is proved that none exists.
    fn is_answer(&self) -> bool;

    /// Returns the message that accompanies the answer, without the last line break; empty if there
    /// is nothing to add. `limit` is the name of the limit, such as "the time limit".
    fn remark(&self, limit: &str) -> String;
}

/// An answer that has a text form and a JSON form.
pub trait Report: Ending + Serialize {
    /// Writes the text form in whole lines; nothing if there is no answer.
    ///
    /// # Errors
    /// [`WriteError::Io`] if `out` fails, another error if the text form cannot express the answer.
    fn write_text(&self, out: &mut impl Write) -> Result<(), WriteError>;
}

/// Writes the JSON form of an answer: one object on one line.
///
/// # Errors
/// The error of `out`, if it fails.
pub fn write_json(answer: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    out.write_all(b"\n")
}
