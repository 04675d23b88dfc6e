//! How a command ends: its exit code, or what kept it from answering.

use std::io;
use std::process::ExitCode;

use quadrille::Stop;
use quadrille::count::DiagramError;
use quadrille::text::{Excerpt, TextError, WriteError};

use super::limits::culprit;
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
pub(super) enum Failure {
    /// Flags that do not go together.
    Usage(&'static str),
    /// The input cannot be read.
    Read {
        /// The name of the input.
        name: String,
        error: io::Error,
    },
    /// The input was read and is no problem.
    Text { name: String, error: TextError },
    /// The input was read and is no diagram.
    Diagram { name: String, error: DiagramError },
    /// No diagram can be made of the problem.
    TooLarge(String),
    /// What was to be the shape of boards is none.
    Shape {
        /// Such as `FILE:LINE:COLUMN:`.
        place: String,
        what: String,
        excerpt: Box<Excerpt>,
    },
    /// The input was read and holds nothing to work on.
    Empty {
        name: String,
        expected: &'static str,
    },
    /// The input was read and holds no board.
    NoBoard {
        name: String,
        expected: &'static str,
    },
    /// The answer cannot be written in its form.
    Unwritable(WriteError),
    /// Standard output cannot be written.
    Write(io::Error),
    /// A file cannot be written.
    WriteFile {
        /// The name of the file.
        name: String,
        error: io::Error,
    },
    /// The input does not fit into the memory.
    Memory {
        /// What does not fit, in words that follow "stopped by the memory limit".
        words: String,
    },
    /// A thread cannot be started.
    Thread(io::Error),
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
    /// Tells it, once, and gives the exit code. Who closes the pipe has seen enough: that is no
    /// failure.
    pub(super) fn report(&self) -> ExitCode {
        match self {
            Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return Outcome::Answered.into();
            }
            Self::Write(error) => message::error(format_args!("cannot write the answer: {error}")),
            Self::WriteFile { name, error } => {
                message::error(format_args!("cannot write {name}: {error}"));
            }
            Self::Memory { words } => {
                let culprit = culprit(Stop::Memory);
                message::say(format_args!("stopped by {culprit}: {words}"));
                return Outcome::Stopped.into();
            }
            Self::Thread(error) => message::error(format_args!("cannot start a thread: {error}")),
            Self::Usage(message) => message::error(format_args!(
                "{message}\n\nFor more information, try '--help'."
            )),
            Self::Read { name, error } => {
                message::error(format_args!("cannot read {name}: {error}"));
            }
            Self::Diagram { name, error } => match error {
                DiagramError::Line { line, message } => {
                    message::error(format_args!("{name}:{line}: {message}"));
                }
                error => message::error(format_args!("{name}: {error}")),
            },
            Self::TooLarge(reason) => message::error(format_args!(
                "the problem is too large for a diagram: {reason}"
            )),
            Self::Text { name, error } => message::text_error(name, error),
            Self::Unwritable(error) => message::error(error),
            Self::Shape {
                place,
                what,
                excerpt,
            } => message::show(place, what, excerpt),
            Self::Empty { name, expected } => message::error(format_args!("{name}: {expected}")),
            Self::NoBoard { name, expected } => {
                message::error(format_args!("no board in {name}, expected {expected}"));
            }
        }
        Outcome::BadInput.into()
    }
}
