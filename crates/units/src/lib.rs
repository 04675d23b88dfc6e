//! Searches that take hours: units of work as lines of text, ledgers of what was found, and the
//! proof that nothing is missing and nothing was counted twice.
//!
//! * A [`Unit`] is a part of a search as one line. [`split`] makes units from a question: `count`,
//!   `best` or `all`.
//! * A [`Record`] is a unit and what was found in it, a [`Subtotal`]. The record of a stopped unit
//!   has a *rest*: the parts that were not searched.
//! * A [`Ledger`] is a file of records that only grows. A process that is killed loses a few
//!   seconds of work.
//! * A [`Runner`] searches units on several threads and writes records to a ledger. It skips what
//!   the ledger already has, and continues the rests.
//! * A [`SolutionFile`] gets the solutions if the question is `all`.
//! * [`Records`] holds the records of any number of ledgers, and [proves](Records::prove) the
//!   total. The proof needs only the problem and the records.
//!
//! A whole run, which can be killed and started again:
//!
//! ```
//! use quadrille::units::{Ledger, Runner, Unit};
//! use quadrille::{Method, Solver, text::dlx};
//!
//! # let folder = std::env::temp_dir().join(format!("quadrille-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let path = folder.join("jobs.jsonl");
//! let solver = Solver::new(dlx::read(b"a b\na\nb\na b\nb\n")?);
//! let problem = solver.problem();
//! // Two questions about one problem. Each solution of the second counts three times.
//! let units = [
//!     Unit::new(problem, "jobs", "count; force 2".parse()?),
//!     Unit::new(problem, "jobs", "count; forbid 2".parse()?).times(3.into()),
//! ];
//! let mut ledger = Ledger::open(&path, problem, "jobs")?;
//! let runner = Runner::new(&solver).threads(2).method(Method::Memo);
//! runner.run(&units, &mut ledger, |_| {})?;
//! let proof = ledger.prove(&units)?;
//! assert!(proof.is_complete());
//! assert_eq!(proof.total, 1 + 3 * 2);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(test)]
#[allow(dead_code, reason = "these tests use a part of it")]
#[path = "../../core/tests/support/case.rs"]
mod case;
mod conflict;
mod disjoint;
mod error;
mod files;
mod found;
mod input;
mod leaves;
mod ledger;
mod line;
mod list;
mod live;
mod mark;
mod open;
mod output;
mod progress;
mod proof;
mod reader;
mod records;
mod run;
mod runner;
mod split;
mod tree;
mod unit;
mod value;

pub use conflict::{ProofError, Witness};
pub use error::LedgerError;
pub use files::LedgerLength;
pub use found::Subtotal;
pub use ledger::Ledger;
pub use line::VERSION;
pub use list::Units;
pub use mark::{Mark, SolutionFormat};
pub use output::SolutionFile;
pub use progress::RunProgress;
pub use proof::Proof;
pub use records::{Place, Records};
pub use runner::Runner;
pub use split::{Grain, split};
pub use unit::{Record, Unit};

/// The old name of [`Subtotal`].
#[deprecated(since = "0.2.0", note = "renamed to `Subtotal`")]
pub type Found = Subtotal;
