//! The end of a command: prints the answer, reports what stopped the search and what it did, and
//! chooses the exit code.

use std::fmt::Display;
use std::io::{self, Write};

use clap::ValueEnum;
use quadrille_report::{Ending, Report, Work, write_json};
use serde::Serialize;

use super::message::say;
use super::outcome::{Failure, Outcome};
use super::output;
use super::stop_reason::stop_reason;

/// How an answer other than a solution is printed.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum AnswerFormat {
    /// Lines for people
    #[default]
    Text,
    /// One JSON object per line
    Json,
}

impl AnswerFormat {
    /// Prints an answer.
    pub(super) fn print(self, answer: &impl Report, out: &mut impl Write) -> Result<(), Failure> {
        match self {
            Self::Text => answer.write_text(out)?,
            Self::Json => write_json(answer, out).map_err(Failure::Write)?,
        }
        out.flush().map_err(Failure::Write)
    }

    /// Prints one part of a long answer.
    pub(super) fn print_part(
        self,
        part: &(impl Display + Serialize),
        out: &mut impl Write,
    ) -> io::Result<()> {
        match self {
            Self::Text => writeln!(out, "{part}"),
            Self::Json => write_json(part, out),
        }
    }

    /// Prints an answer and ends the command.
    pub(super) fn end(
        self,
        answer: &impl Report,
        work: Option<Work<'_>>,
    ) -> Result<Outcome, Failure> {
        self.print(answer, &mut output::stdout())?;
        Ok(end(answer, work))
    }
}

/// Reports what stopped the search and what it did, after the answer was printed.
pub(super) fn end(ending: &impl Ending, work: Option<Work<'_>>) -> Outcome {
    let remark = ending.remark(stop_reason(ending.stop()));
    if !remark.is_empty() {
        say(remark);
    }
    if let Some(work) = work {
        say(work);
    }
    Outcome::ended(ending.stop(), ending.is_answer())
}
