//! The boards of an input one after the other, each with an answer of its own.

use std::io::{self, Read, Write};

use quadrille::sudoku::text::{Content, Reader, Record, write_grid};
use quadrille::sudoku::{Grid, Shape};
use quadrille::{Stop, Uniqueness};
use serde_json::json as object;

use super::arguments::BoardArguments;
use super::bad;
use super::count::LineFormat;
use super::json;
use crate::cli::interrupt::Interrupt;
use crate::cli::limits::culprit;
use crate::cli::message;
use crate::cli::outcome::{Failure, Outcome};

/// How boards of ours are written.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
pub(super) enum Layout {
    /// One line of characters, a dot for a blank
    #[default]
    Line,
    /// Lines of numbers, and a blank line between boards
    Grid,
    /// A picture for a terminal, in colour if it has any
    Pretty,
}

impl Layout {
    /// Writes a board; `first` if none comes before it.
    pub(super) fn write(
        self,
        output: &mut impl Write,
        shape: &Shape,
        board: &Grid,
        first: bool,
    ) -> io::Result<()> {
        if !first && !matches!(self, Layout::Line) {
            output.write_all(b"\n")?;
        }
        match self {
            Layout::Line => writeln!(output, "{}", shape.line(board)),
            Layout::Grid => write_grid(output, shape, board),
            Layout::Pretty => {
                let coloured = message::is_coloured(&io::stdout());
                let text = shape.picture(board, board).to_text(coloured);
                output.write_all(text.as_bytes())
            }
        }
    }
}

/// What is written for a board without an answer, so that there is a record for each.
#[derive(Clone, Copy)]
pub(super) enum Instead<'s> {
    /// The board as it came, where answers are boards
    Board,
    /// A word, where answers are lines
    Word,
    /// An object with that word as its verdict, about a board of this shape
    Object(&'s Shape),
}

impl<'s> Instead<'s> {
    /// What is written among answers of this format.
    pub(super) fn of(format: LineFormat, shape: &'s Shape) -> Self {
        match format {
            LineFormat::Text => Self::Word,
            LineFormat::Json => Self::Object(shape),
        }
    }

    /// Writes it for a board of which no more than a word is known.
    pub(super) fn write(
        self,
        record: &Record,
        word: &str,
        output: &mut impl Write,
    ) -> io::Result<()> {
        match (self, record.content()) {
            (Self::Board, _) => echo(record, output),
            (Self::Word, _) => writeln!(output, "{word}"),
            (Self::Object(shape), Content::Bad(error)) => json::bad(output, shape, error),
            (Self::Object(shape), Content::Board(board)) => {
                let object = object!({ "board": shape.line(board), "verdict": word });
                writeln!(output, "{object}")
            }
            (Self::Object(_), _) => Ok(()),
        }
    }
}

/// Answers each board, until Ctrl-C. Reports each record that is not a board.
pub(super) fn run<W: Write>(
    arguments: &BoardArguments,
    interrupt: &Interrupt,
    reader: Reader<impl Read>,
    output: &mut W,
    instead: Instead<'_>,
    mut answer: impl FnMut(&Record, &Grid, &mut W) -> io::Result<Outcome>,
) -> Result<Outcome, Failure> {
    let mut reader = reader;
    let mut record = Record::new();
    let mut outcome = Outcome::Answered;
    let mut boards = 0_u64;
    let name = arguments.source().name();
    loop {
        // The answers to some questions take no limits, and many boards are read at once.
        if interrupt.is_heard() {
            output.flush().map_err(Failure::Write)?;
            return Ok(Outcome::Interrupted);
        }
        let mut flushed = Ok(());
        let next = reader.next_record_or_wait(&mut record, || {
            flushed = output.flush();
            match flushed {
                Ok(()) => Ok(()),
                Err(_) => Err(io::ErrorKind::Other.into()),
            }
        });
        flushed.map_err(Failure::Write)?;
        if !next.map_err(|error| arguments.source().failed(error))? {
            break;
        }
        match record.content() {
            Content::Board(board) => {
                boards += 1;
                let came = answer(&record, board, output).map_err(Failure::Write)?;
                outcome = outcome.max(came);
                if came == Outcome::Interrupted {
                    break;
                }
            }
            Content::Bad(error) => {
                boards += 1;
                outcome = outcome.max(Outcome::BadInput);
                bad::tell(&name, &record, error);
                let written = instead.write(&record, "bad", output);
                written.map_err(Failure::Write)?;
            }
            Content::Header => bad::note_header(&name, &record),
            _ => {}
        }
    }
    output.flush().map_err(Failure::Write)?;
    if boards == 0 {
        return Err(Failure::NoBoard {
            name,
            expected: "one line a board or one line a row",
        });
    }
    Ok(outcome)
}

/// Writes a record as it came, with an end of its last line.
pub(super) fn echo(record: &Record, output: &mut impl Write) -> io::Result<()> {
    record.write_raw(output)?;
    if record.ends_line() {
        return Ok(());
    }
    output.write_all(b"\n")
}

/// Tells what is the matter with a board.
pub(super) fn tell(arguments: &BoardArguments, record: &Record, what: impl std::fmt::Display) {
    let name = arguments.source().name();
    message::say(format_args!("{name}:{}: {what}", record.line()));
}

/// Tells how many solutions a board has that was to have one.
pub(super) fn not_one(
    arguments: &BoardArguments,
    record: &Record,
    solutions: Uniqueness,
    stop: Stop,
    instead: Instead<'_>,
    output: &mut impl Write,
) -> io::Result<Outcome> {
    let (word, outcome) = match solutions {
        Uniqueness::None => {
            tell(arguments, record, "no solution");
            ("none", Outcome::NoSolution)
        }
        Uniqueness::Many => {
            tell(arguments, record, "more than one solution");
            ("several", Outcome::BadInput)
        }
        _ => {
            let culprit = culprit(stop);
            tell(arguments, record, format_args!("stopped by {culprit}"));
            ("unknown", Outcome::of(stop, false))
        }
    };
    instead.write(record, word, output)?;
    Ok(outcome)
}

/// A reader of the boards that are named, and their shape.
pub(super) fn open(
    arguments: &BoardArguments,
    interrupt: &Interrupt,
) -> Result<(Shape, Reader<impl Read + use<>>), Failure> {
    let (shape, input) = arguments.open()?;
    let reader = Reader::of(shape.clone(), interrupt.idle_in(input));
    Ok((shape, reader))
}
