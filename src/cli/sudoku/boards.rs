//! Boards as they are written: one record for each that was read, in one of the formats.
//!
//! [`Boards::answer`], [`Boards::bad`] and [`Boards::other`] take a record each. In each of them the
//! format chooses the function that writes.

use std::io::{self, Write};
use std::ops::ControlFlow;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use quadrille::report::sudoku::{
    About, Answered, Bad, Explained, Form, Made, Marginals, Rated, Solved, Thinned, Verdict,
};
use quadrille::report::write_json;
use quadrille::sudoku::text::{BoardError, Reason, Record, write_grid};
use quadrille::sudoku::{Generated, Grid, Guesses, Rating, Shape};
use quadrille::{Count, Uniqueness};
use serde::Serialize;

use super::question::{Finding, Reply, Verb, Visit};
use crate::cli::message;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// As they came, with each blank replaced by its digit; comments and all else stay
    Same,
    /// One line of characters, a dot for a blank; comments are left out
    Line,
    /// Lines of numbers, and a blank line between boards; comments are left out
    Grid,
    /// A picture for a terminal, in colour if it has any
    Pretty,
    /// A picture as SVG
    Svg,
    /// An object a line, with the board and what was found
    Json,
    /// Words and numbers
    Text,
}

impl Format {
    /// Formats of boards.
    pub(super) const BOARDS: &'static [Self] = &[
        Self::Same,
        Self::Line,
        Self::Grid,
        Self::Pretty,
        Self::Svg,
        Self::Json,
    ];
    /// Formats of boards that are not those of the input.
    pub(super) const NEW: &'static [Self] = &[Self::Line, Self::Grid, Self::Pretty, Self::Json];
    /// Formats of boards that are kept or left out.
    pub(super) const KEPT: &'static [Self] = &[Self::Same, Self::Json];
    /// Formats of what is said about boards.
    pub(super) const WORDS: &'static [Self] = &[Self::Text, Self::Json];

    /// A parser of some of the formats.
    pub(super) fn of(some: &'static [Self]) -> impl TypedValueParser<Value = Self> {
        let values = some.iter().filter_map(Self::to_possible_value);
        PossibleValuesParser::new(values).try_map(|name| Self::from_str(&name, false))
    }
}

/// Where boards are written.
pub(super) struct Boards<W> {
    output: W,
    /// What is asked about them.
    verb: Verb,
    format: Format,
    shape: Shape,
    /// Whether several solutions of a board may be written.
    several: bool,
    /// Whether pictures are coloured.
    coloured: bool,
    /// Whether there is a record already.
    any: bool,
    /// Whether the last line is not ended, because the bad line that it shows goes on in the next
    /// record or ends with the input. Never in the same format, which copies line ends.
    open: bool,
}

impl<W: Write> Boards<W> {
    pub(super) fn new(output: W, verb: Verb, format: Format, several: bool, shape: Shape) -> Self {
        Self {
            output,
            verb,
            format,
            shape,
            several,
            coloured: message::is_coloured(&io::stdout()),
            any: false,
            open: false,
        }
    }

    /// Whether a board without an answer is echoed unchanged, whatever the format.
    fn echoes(&self) -> bool {
        match self.verb {
            Verb::Minimize(_) => self.format != Format::Text,
            verb => verb.is_lenient(),
        }
    }

    /// Writes what is found out about a board. `ask` shows its solutions, which are written at once.
    pub(super) fn answer(
        &mut self,
        record: &Record,
        board: &Grid,
        ask: impl FnOnce(Visit<'_>) -> Reply,
    ) -> io::Result<Reply> {
        if self.format == Format::Json {
            return self.object(board, ask);
        }
        let (mut first, mut written) = (true, Ok(()));
        let reply = ask(&mut |solution| {
            written = self.solution(record, board, solution, first);
            first = false;
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        written?;
        self.finding(record, board, &reply)?;
        Ok(reply)
    }

    /// Writes a solution of a board; `first` if it is the first of this board.
    fn solution(
        &mut self,
        record: &Record,
        board: &Grid,
        solution: &Grid,
        first: bool,
    ) -> io::Result<()> {
        if self.format != Format::Same {
            return self.grid(board, solution);
        }
        if !first {
            record.write_break(&mut self.output)?;
        }
        record.write_solution(&mut self.output, solution)
    }

    /// Writes what was found about a board, after its solutions, in a format that is not JSON.
    fn finding(&mut self, record: &Record, board: &Grid, reply: &Reply) -> io::Result<()> {
        match &reply.value {
            Finding::Shown | Finding::Solutions(0) => self.board(record, board),
            Finding::Solutions(_) => Ok(()),
            Finding::Count(count) if reply.stop.is_limit() => {
                writeln!(self.output, "at least {count}")
            }
            Finding::Count(count) => writeln!(self.output, "{count}"),
            Finding::Check(check) => writeln!(self.output, "{check}"),
            Finding::Marginals(count, each) => self.marginals(count, each),
            Finding::Minimized(minimized) if self.format == Format::Text => {
                let cells = minimized.redundant.iter();
                let names: Vec<_> = cells
                    .map(|&cell| self.shape.name(cell).to_string())
                    .collect();
                writeln!(self.output, "{}", names.join(" "))
            }
            Finding::Minimized(minimized) => self.grid(&minimized.board, &minimized.board),
            Finding::Explained(explanation) => {
                let between = if self.any { "\n" } else { "" };
                self.any = true;
                let told = explanation.told_as(&self.shape, |value| record.name(value));
                write!(self.output, "{between}{told}")
            }
            Finding::Rated(rating) => writeln!(self.output, "{}", rated(rating)),
            Finding::Canonical(_) if self.format == Format::Same => self.echo(record),
            Finding::Canonical(form) if self.verb == Verb::Canonical(true) => {
                writeln!(self.output, "{} {}", form.board, form.automorphisms)
            }
            Finding::Canonical(form) => writeln!(self.output, "{}", form.board),
            Finding::NotOne(_) | Finding::Refused(_) if self.echoes() => {
                self.any = true;
                self.echo(record)
            }
            finding => writeln!(self.output, "{}", word(finding)),
        }
    }

    /// Writes what is found about a board as an object.
    fn object(&mut self, board: &Grid, ask: impl FnOnce(Visit<'_>) -> Reply) -> io::Result<Reply> {
        if !self.verb.lists() {
            let reply = ask(&mut |_| ControlFlow::Continue(()));
            self.found(board, &reply)?;
            return Ok(reply);
        }
        let (mut reply, several) = (None, self.several);
        let solved = Solved::new(&self.shape, board, several, |visit| {
            let answer = reply.insert(ask(visit));
            let solutions = match answer.value {
                Finding::Solutions(solutions) => solutions,
                _ => 0,
            };
            Answered::solved(solutions, answer.stop, &answer.stats)
        });
        // Many solutions are written as they come.
        let written = match several {
            true => write_json(&solved, &mut self.output),
            false => json(&mut self.output, &solved),
        };
        drop(solved);
        written?;
        reply.ok_or_else(|| io::ErrorKind::Other.into())
    }

    /// Writes an object that has no solutions in it.
    fn found(&mut self, board: &Grid, reply: &Reply) -> io::Result<()> {
        let (stop, stats) = (reply.stop, &reply.stats);
        match &reply.value {
            Finding::Shown | Finding::Solutions(_) => self.about(board, ()),
            Finding::Count(count) => self.about(board, Answered::counted(count, stop, stats)),
            Finding::Marginals(count, each) => {
                let work = Answered::counted(count, stop, stats);
                let marginals = Marginals::new(&self.shape, each, work);
                self.about(board, marginals)
            }
            Finding::Check(check) => self.about(board, Answered::checked(*check, stats)),
            Finding::Minimized(minimized) => {
                let thinned = Thinned::new(&self.shape, minimized);
                self.about(board, thinned)
            }
            Finding::Explained(explanation) => {
                let explained = Explained::new(&self.shape, explanation);
                self.about(board, explained)
            }
            Finding::Rated(rating) => self.about(board, Rated::from(rating)),
            Finding::Canonical(form) => json(&mut self.output, &Form::new(board, form)),
            finding => {
                let verdict = word(finding);
                self.about(board, Verdict { verdict })
            }
        }
    }

    /// Writes a puzzle that was made of a seed, if there is one. JSON has an object for each seed.
    pub(super) fn made(&mut self, seed: u64, generated: &Generated) -> io::Result<()> {
        match &generated.board {
            _ if self.format == Format::Json => {
                json(&mut self.output, &Made::new(&self.shape, seed, generated))
            }
            Some(board) => self.grid(board, board),
            None => Ok(()),
        }
    }

    /// Writes a board of which nothing is known.
    fn board(&mut self, record: &Record, board: &Grid) -> io::Result<()> {
        match self.format {
            Format::Same => record.write_raw(&mut self.output),
            _ => self.grid(board, board),
        }
    }

    /// Writes a count, and a line for each cell with the values that it can hold, if there is any:
    /// how many solutions have it there.
    fn marginals(&mut self, count: &Count, each: &[Count]) -> io::Result<()> {
        writeln!(self.output, "{count}")?;
        if count.is_zero() {
            return Ok(());
        }
        for (cell, values) in each.chunks(self.shape.side()).enumerate() {
            write!(self.output, "{}:", self.shape.name(cell))?;
            for (value, through) in (1..).zip(values).filter(|(_, through)| !through.is_zero()) {
                write!(self.output, " {value}={through}")?;
            }
            self.output.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Writes a board that breaks a rule like any other, and echoes a record that is not a board,
    /// but on one line where every board is one line.
    pub(super) fn bad(&mut self, record: &Record, error: &BoardError) -> io::Result<()> {
        match (self.format, &error.reason) {
            (Format::Json, _) => return json(&mut self.output, &Bad::new(&self.shape, error)),
            _ if self.echoes() => return self.echo(record),
            (Format::Text, _) => return self.output.write_all(b"bad\n"),
            (_, Reason::Clash { board, .. }) => return self.board(record, board),
            (Format::Same, _) => return record.write_raw(&mut self.output),
            _ => {}
        }
        self.begin()?;
        self.open = !record.ends_line();
        if self.format != Format::Line || self.open && error.reason == Reason::LongLine {
            return record.write_raw(&mut self.output);
        }
        self.open = false;
        let lines = record.raw().trim_ascii().split(|&byte| byte == b'\n');
        for (place, line) in lines.enumerate() {
            let space = if place > 0 { " " } else { "" };
            self.output.write_all(space.as_bytes())?;
            self.output.write_all(line.trim_ascii())?;
        }
        self.output.write_all(b"\n")
    }

    /// Writes what stands between boards, and what follows of a bad line that is too long.
    pub(super) fn other(&mut self, record: &Record) -> io::Result<()> {
        if self.format == Format::Same && !self.echoes() || self.open {
            record.write_raw(&mut self.output)?;
            self.open = self.open && !record.ends_line();
        }
        Ok(())
    }

    /// Writes what is missing at the end, and flushes.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.end_line()?;
        self.flush()
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    /// Makes ready for the next record, in a format of ours.
    fn begin(&mut self) -> io::Result<()> {
        self.end_line()?;
        if self.any && matches!(self.format, Format::Grid | Format::Pretty) {
            self.output.write_all(b"\n")?;
        }
        self.any = true;
        Ok(())
    }

    fn end_line(&mut self) -> io::Result<()> {
        if self.open {
            self.output.write_all(b"\n")?;
        }
        self.open = false;
        Ok(())
    }

    /// Echoes a record unchanged, and ends its last line.
    fn echo(&mut self, record: &Record) -> io::Result<()> {
        record.write_raw(&mut self.output)?;
        match record.ends_line() {
            true => Ok(()),
            false => self.output.write_all(b"\n"),
        }
    }

    /// Writes a board in a format of ours; its givens are those of another.
    fn grid(&mut self, given: &Grid, grid: &Grid) -> io::Result<()> {
        self.begin()?;
        let picture = || self.shape.picture(grid, given);
        match self.format {
            Format::Pretty => {
                let text = picture().to_text(self.coloured);
                self.output.write_all(text.as_bytes())
            }
            Format::Svg => self.output.write_all(picture().to_svg().as_bytes()),
            Format::Line => writeln!(self.output, "{}", self.shape.line(grid)),
            _ => write_grid(&mut self.output, &self.shape, grid),
        }
    }

    /// Writes a board and what was found about it as an object.
    fn about(&mut self, board: &Grid, found: impl Serialize) -> io::Result<()> {
        json(&mut self.output, &About::new(&self.shape, board, found))
    }
}

/// Writes an object at once.
fn json(output: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    let mut line = Vec::new();
    write_json(object, &mut line)?;
    output.write_all(&line)
}

/// The word for a board without an answer.
fn word(finding: &Finding) -> &'static str {
    match finding {
        Finding::NotOne(Uniqueness::None) => "none",
        Finding::NotOne(Uniqueness::Many) => "several",
        Finding::NotOne(_) => "unknown",
        _ => "bad",
    }
}

fn rated(rating: &Rating) -> String {
    let number = |calls: Option<u64>| {
        calls.map_or_else(|| "over 1000000".to_owned(), |calls| calls.to_string())
    };
    let calls = rating.calls.map(|calls| {
        let [low, median, high] = [calls.low, calls.median, calls.high].map(number);
        format!(", calls {median} ({low} to {high})")
    });
    let Guesses { mean, error, .. } = rating.guesses;
    let (inference, calls) = (rating.inference, calls.unwrap_or_default());
    format!("guesses {mean:.2} ±{error:.2}, inference {inference}{calls}")
}
