//! How a command ends: its exit code, or what kept it from answering.

use std::io;
use std::process::ExitCode;

use quadrille::Stop;
use quadrille::count::DiagramError;
use quadrille::text::{Excerpt, TextError, WriteError};

use super::culprit::culprit;
use super::message;

/// A command that did what it could. In a batch the worst one counts, and the order of the
/// variants is that of badness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    /// The answer was given.
    Answered,
    /// It is proved that there is no solution; or some solutions that were checked are wrong.
    NoSolution,
    /// A limit stopped the search before the answer.
    Stopped,
    /// A board of a batch is bad.
    BadInput,
    /// Ctrl-C stopped the search before the answer.
    Interrupted,
}

impl Outcome {
    /// The outcome of a question that stopped like this, with an answer or without one.
    pub(super) fn ended(stop: Stop, is_answer: bool) -> Self {
        match stop {
            Stop::Cancelled => Self::Interrupted,
            _ if is_answer => Self::Answered,
            stop if stop.is_limit() => Self::Stopped,
            _ => Self::NoSolution,
        }
    }

    /// The outcome of a search for solutions, which is no answer if a limit stopped it.
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
            Self::Interrupted => 130,
        }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        outcome.code().into()
    }
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// Flags that do not go together.
    #[error("{0}\n\nFor more information, try '--help'.")]
    Usage(&'static str),
    /// The input of this name cannot be read.
    #[error("cannot read {name}: {error}")]
    Read { name: String, error: io::Error },
    /// The input was read and is no problem.
    #[error("{name}: {error}")]
    Text { name: String, error: TextError },
    /// The input was read and is no diagram.
    #[error("{}", bad_diagram(name, error))]
    Diagram { name: String, error: DiagramError },
    /// No diagram can be made of the problem.
    #[error("the problem is too large for a diagram: {0}")]
    TooLarge(String),
    /// The shape of boards could not be parsed. The place is such as `FILE:LINE:COLUMN:`.
    #[error("{place} {what}")]
    Shape {
        place: String,
        what: String,
        excerpt: Box<Excerpt>,
    },
    /// The input was read and holds nothing to work on.
    #[error("{name}: {expected}")]
    Empty {
        name: String,
        expected: &'static str,
    },
    /// The input was read and holds no board.
    #[error("no board in {name}, expected {expected}")]
    NoBoard {
        name: String,
        expected: &'static str,
    },
    /// An option that was named on the command line: what is wrong with it, and what to do.
    #[error("{what}; {help}")]
    Option { what: String, help: String },
    /// The answer cannot be written in its form.
    #[error("{0}")]
    Unwritable(WriteError),
    /// Standard output cannot be written.
    #[error("cannot write the answer: {0}")]
    Write(io::Error),
    /// The file of this name cannot be written.
    #[error("cannot write {name}: {error}")]
    WriteFile { name: String, error: io::Error },
    /// The input does not fit into the memory, as the words say.
    #[error("stopped by {}: {words}", culprit(Stop::Memory))]
    Memory { words: String },
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

fn bad_diagram(name: &str, error: &DiagramError) -> String {
    match error {
        DiagramError::Line { line, message } => format!("{name}:{line}: {message}"),
        error => format!("{name}: {error}"),
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
    /// Prints the message, once, and returns the exit code. Who closes the pipe has seen enough: that
    /// is no failure.
    pub(super) fn report(&self) -> ExitCode {
        match self {
            Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return Outcome::Answered.into();
            }
            Self::Memory { .. } => {
                message::say(self);
                return Outcome::Stopped.into();
            }
            Self::Text { name, error } => message::text_error(name, error),
            Self::Shape {
                place,
                what,
                excerpt,
            } => message::show(place, what, excerpt),
            _ => message::error(self),
        }
        Outcome::BadInput.into()
    }
}
