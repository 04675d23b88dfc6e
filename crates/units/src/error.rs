//! Ledgers that cannot be used.

use std::io;

use thiserror::Error;

use super::{ProofError, SolutionFormat};
use quadrille_core::Part;
use quadrille_core::text::TextError;
use quadrille_core::text::quantity;

/// The name of an output in messages.
pub(super) const STDOUT: &str = "<stdout>";

/// A ledger that cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// Another process writes to the file.
    #[error("another process is using {name}")]
    Locked {
        /// The name of the file.
        name: String,
    },
    /// The file is a folder, a pipe or a device.
    #[error("{name} is not a regular file")]
    NotAFile {
        /// The name of the file.
        name: String,
    },
    /// The file cannot be opened or created.
    #[error("cannot open {name}: {error}")]
    Open {
        /// The name of the file.
        name: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The file cannot be read.
    #[error("cannot read {name}: {error}")]
    Read {
        /// The name of the file.
        name: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The file cannot be written. All records before are whole.
    #[error("cannot write {name}: {error}")]
    Write {
        /// The name of the file.
        name: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A line is not a valid record of the problem.
    #[error("{name}: {error}")]
    Line {
        /// The name of the file.
        name: String,
        /// The place and the reason.
        error: TextError,
    },
    /// The solutions of the ledger are in another file, or have another form.
    #[error("the ledger continues solutions in {file}, in the format {format}")]
    OtherOutput {
        /// The name of the file.
        file: String,
        /// The form of the solutions.
        format: SolutionFormat,
    },
    /// A part of the file with the solutions of the ledger is absent.
    #[error(
        "{name} has {}, expected at least {expected}: solutions are missing",
        quantity(bytes, "byte")
    )]
    Cut {
        /// The name of the file.
        name: String,
        /// The length of the file.
        bytes: u64,
        /// The length of the solutions of the ledger.
        expected: u64,
    },
    /// The file for solutions has other content.
    #[error("{name} is not empty, and the ledger has no solutions in it")]
    NotEmpty {
        /// The name of the file.
        name: String,
    },
    /// The file with the solutions of the ledger was changed.
    #[error("{name} was edited since the ledger was written")]
    Edited {
        /// The name of the file.
        name: String,
    },
    /// Records contradict each other.
    #[error(transparent)]
    Conflict(#[from] ProofError),
    /// A unit that was given is about another problem, or its question cannot be answered here.
    #[error("unit {unit} is about another problem, or has a question for another command")]
    Unit {
        /// The part of the unit.
        unit: Part,
    },
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

impl LedgerError {
    /// Returns what the user can do about the error: one line without a full stop. `None` if there
    /// is nothing to suggest.
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        match self {
            Self::Locked { .. } => {
                Some("give each process its own ledger, and add them up with 'quadrille merge'")
            }
            Self::Line { error, .. } => error.help(),
            Self::OtherOutput { .. } => Some("use this file and format, or another ledger"),
            Self::NotEmpty { .. } => Some("remove the file, or give '-o' another one"),
            Self::Cut { .. } | Self::Edited { .. } => {
                Some("put the file back, or begin again with another ledger")
            }
            Self::Write { name, .. } if name != STDOUT => {
                Some("run the same command again: it continues from the ledger")
            }
            _ => None,
        }
    }
}
