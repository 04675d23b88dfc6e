//! Boards as they are written: one record for each that was read.

use std::io::{self, Write};

use clap::ValueEnum;
use quadrille::sudoku::text::{BoardError, Reason, Record, write_grid};
use quadrille::sudoku::{Grid, Shape};
use quadrille::{Answer, Count};

use super::json;
use super::question::Verdict;
use crate::cli::message;

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// As they came, with each blank replaced by its digit; comments and all else stay
    #[default]
    Same,
    /// One line of characters, a dot for a blank; comments are left out
    Line,
    /// Lines of numbers, and a blank line between boards; comments are left out
    Grid,
    /// A picture for a terminal, in colour if it has any
    Pretty,
    /// A picture as SVG
    Svg,
    /// An object a line: board, solution, verdict, count, nodes, microseconds
    Json,
    /// A word or a number a line, for what is no board
    #[value(skip)]
    Word,
}

/// Where boards are written.
pub(super) struct Boards<W> {
    output: W,
    format: Format,
    shape: Shape,
    /// Whether more than one solution of a board may be written.
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
    pub(super) fn new(output: W, format: Format, shape: Shape, several: bool) -> Self {
        Self {
            output,
            format,
            shape,
            several,
            coloured: message::is_coloured(&io::stdout()),
            any: false,
            open: false,
        }
    }

    /// Writes a solution of a board; `first` if it is the first of this board.
    pub(super) fn solution(
        &mut self,
        record: &Record,
        board: &Grid,
        solution: &Grid,
        first: bool,
    ) -> io::Result<()> {
        match self.format {
            Format::Same => {
                if !first {
                    record.write_break(&mut self.output)?;
                }
                record.write_solution(&mut self.output, solution)
            }
            Format::Json => {
                let grids = [board, solution];
                json::solution(&mut self.output, &self.shape, grids, first, self.several)
            }
            _ => self.grid(board, solution),
        }
    }

    /// Writes a board of which nothing was asked.
    pub(super) fn board(&mut self, record: &Record, board: &Grid) -> io::Result<()> {
        match self.format {
            Format::Same => record.write_raw(&mut self.output),
            Format::Json => json::board(&mut self.output, &self.shape, board),
            _ => self.grid(board, board),
        }
    }

    /// Writes what was found about a board, after its solutions.
    pub(super) fn verdict(
        &mut self,
        record: &Record,
        board: &Grid,
        answer: &Answer<Verdict>,
    ) -> io::Result<()> {
        if self.format == Format::Json {
            return json::verdict(&mut self.output, &self.shape, board, answer, self.several);
        }
        match &answer.value {
            Verdict::Solutions(0) => self.board(record, board),
            Verdict::Solutions(_) => Ok(()),
            Verdict::Count(count) if answer.stop.is_limit() => {
                writeln!(self.output, "at least {count}")
            }
            Verdict::Count(count) => writeln!(self.output, "{count}"),
            Verdict::Check(check) => writeln!(self.output, "{check}"),
            Verdict::Marginals(count, each) => self.marginals(count, each),
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

    /// Writes a board that breaks a rule like any other, and what was to be a board and is none as it
    /// came, but on one line where every board is one line.
    pub(super) fn bad(&mut self, record: &Record, error: &BoardError) -> io::Result<()> {
        if self.format == Format::Json {
            return json::bad(&mut self.output, &self.shape, error);
        }
        if self.format == Format::Word {
            return self.output.write_all(b"bad\n");
        }
        if let Reason::Clash { board, .. } = &error.reason {
            return self.board(record, board);
        }
        if self.format != Format::Same {
            self.begin()?;
            self.open = !record.ends_line();
        }
        if self.format != Format::Line {
            return record.write_raw(&mut self.output);
        }
        if self.open && error.reason == Reason::LongLine {
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
        if self.format == Format::Same || self.open {
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
}
