//! How a command ends: with an exit code, or with a failure.

use std::borrow::Cow;
use std::io;

use quadrille_core::Stop;
use quadrille_core::count::DiagramError;
use quadrille_core::text::{Excerpt, TextError, WriteError};
use quadrille_picture::DrawingError;
use quadrille_units::{LedgerError, ProofError};

use super::message;
use super::stop_reason::stop_reason;

/// How a command ended that could do its work. The variants are in order of severity: a batch ends
/// with the most severe outcome of its boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    /// The answer was given.
    Answered,
    /// There is no solution, or `check` found wrong solutions.
    NoSolution,
    /// A limit or a signal stopped the count of units, and the same command continues it.
    Rest,
    /// A limit stopped the search before the answer.
    Stopped,
    /// A board of the batch is invalid.
    BadInput,
    /// Ctrl-C stopped the search before the answer.
    Interrupted,
}

impl Outcome {
    /// Returns the outcome of a search with this stop reason, with an answer or without one.
    pub(super) fn ended(stop: Stop, is_answer: bool) -> Self {
        match stop {
            Stop::Cancelled => Self::Interrupted,
            _ if is_answer => Self::Answered,
            stop if stop.is_limit() => Self::Stopped,
            _ => Self::NoSolution,
        }
    }

    /// Returns the outcome of a search for solutions. If a limit stopped it, it has no answer.
    pub(super) fn of(stop: Stop, any_solution: bool) -> Self {
        Self::ended(
            stop,
            (any_solution || stop == Stop::Solutions) && !stop.is_limit(),
        )
    }

    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Answered => 0,
            Self::NoSolution => 1,
            Self::BadInput => 2,
            Self::Stopped => 3,
            Self::Rest => 85,
            Self::Interrupted => 130,
        }
    }
}

/// Why a command could not do its work. `Display` is what is wrong, and
/// [`help`](Failure::help) what to do.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// The arguments contradict each other, or the value of a flag is wrong, such as a `--force`
    /// that names no option.
    #[error("{what}")]
    Usage {
        what: Cow<'static, str>,
        help: Option<Cow<'static, str>>,
    },
    /// `manual` has no page for these words.
    #[error("there is no command {0:?}")]
    NoCommand(String),
    /// The input of this name cannot be read.
    #[error("cannot read {name}: {error}")]
    Read { name: String, error: io::Error },
    /// The input of this name is longer than may be stored.
    #[error("{name} has more than {most} bytes")]
    TooLong { name: String, most: u64 },
    /// The input is not a valid problem, or not a valid list of solutions.
    #[error("{}", error.message())]
    Text { name: String, error: TextError },
    /// The input is not a valid diagram.
    #[error("{}", bad_diagram(name, error))]
    Diagram { name: String, error: DiagramError },
    /// The problem has no diagram in any memory.
    #[error("the problem is too large for a diagram: {0}")]
    TooLarge(String),
    /// The shape of boards could not be parsed. The place is such as `FILE:LINE:COLUMN`.
    #[error("{what}")]
    Shape {
        place: String,
        what: String,
        excerpt: Box<Excerpt>,
        help: Option<String>,
    },
    /// The input of `check` has no solutions.
    #[error("{name}: no solutions to check")]
    NoSolutions { name: String },
    /// The input of `run` has no units.
    #[error("{name}: no units")]
    NoUnits { name: String },
    /// The input has no board.
    #[error("no board in {name}, expected {expected}")]
    NoBoard {
        name: String,
        expected: &'static str,
    },
    /// The form that was asked for cannot express the answer.
    #[error("{0}")]
    Unwritable(WriteError),
    /// The solutions cannot be drawn.
    #[error("{0}")]
    Drawing(DrawingError),
    /// Standard output cannot be written.
    #[error("cannot write the answer: {0}")]
    Write(io::Error),
    /// The file of this name cannot be written.
    #[error("cannot write {name}: {error}")]
    WriteFile { name: String, error: io::Error },
    /// The input does not fit into the memory limit, as the words explain.
    #[error("stopped by {}: {words}", stop_reason(Stop::Memory))]
    Memory { words: String },
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// A ledger cannot be used.
    #[error("{0}")]
    Ledger(LedgerError),
    /// Records of ledgers contradict each other.
    #[error("{0}")]
    Conflict(ProofError),
}

fn bad_diagram(name: &str, error: &DiagramError) -> String {
    match error {
        DiagramError::Line { line, message } => format!("{name}:{line}: {message}"),
        error => format!("{name}: {error}"),
    }
}

impl From<LedgerError> for Failure {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::Line { name, error } => Self::Text { name, error },
            LedgerError::Conflict(error) => Self::Conflict(error),
            LedgerError::Thread(error) => Self::Thread(error),
            error => Self::Ledger(error),
        }
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Io(error) => Self::Write(error),
            error => Self::Unwritable(error),
        }
    }
}

impl Failure {
    /// The failure of wrong arguments: what is wrong with them, and what to do.
    pub(super) fn usage(
        what: impl Into<Cow<'static, str>>,
        help: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::Usage {
            what: what.into(),
            help: Some(help.into()),
        }
    }

    /// The failure of an input of this name that is not valid text of its kind.
    pub(super) fn in_text(name: &str) -> impl FnOnce(TextError) -> Self {
        let name = name.to_owned();
        |error| Self::Text { name, error }
    }

    /// What to do about it, where there is something to do.
    fn help(&self) -> Option<&str> {
        match self {
            Self::Usage { help, .. } => help.as_deref(),
            Self::NoCommand(_) => Some("list the commands with 'quadrille --help'"),
            Self::TooLong { .. } => Some("check that this input ends: no more of it is read"),
            Self::Text { error, .. } => error.help(),
            Self::Drawing(error) => error.help(),
            Self::Shape { help, .. } => help.as_deref(),
            Self::Unwritable(error) => error.help(),
            Self::Ledger(error) => error.help(),
            Self::Conflict(error) => Some(error.help()),
            Self::NoUnits { .. } => Some("print units with 'quadrille split'"),
            Self::NoSolutions { .. } => Some("print solutions with 'quadrille solve -n 0'"),
            _ => None,
        }
    }

    /// Reports the failure once and returns how the command ended. A reader that closes the pipe
    /// has seen enough, which is no failure.
    pub(super) fn report(&self) -> Outcome {
        let help = self.help();
        match self {
            Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return Outcome::Answered;
            }
            Self::Ledger(LedgerError::Write { error, .. })
                if error.kind() == io::ErrorKind::BrokenPipe =>
            {
                return Outcome::Answered;
            }
            Self::Ledger(LedgerError::Write { .. }) => {
                message::error(self, help);
                return Outcome::Stopped;
            }
            Self::Memory { .. } => {
                message::say(self);
                return Outcome::Stopped;
            }
            Self::Text { name, error } => {
                let place = format!("{name}:{}:{}", error.line(), error.column());
                message::error_at(&place, self, error.excerpt(), help);
            }
            Self::Shape { place, excerpt, .. } => message::error_at(place, self, excerpt, help),
            _ => message::error(self, help),
        }
        Outcome::BadInput
    }
}
