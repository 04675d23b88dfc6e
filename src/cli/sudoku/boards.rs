//! Boards as they are written: one record for each that was read.

use std::io::{self, Write};

use clap::ValueEnum;
use quadrille::sudoku::Grid;
use quadrille::sudoku::text::Record;

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// As they came, with each blank replaced by its digit; comments and all else stay
    #[default]
    Same,
    /// 81 characters a line, a dot for a blank; comments are left out
    Line,
    /// Nine lines of nine numbers, and a blank line between boards; comments are left out
    Grid,
}

/// Where boards are written.
pub(super) struct Boards<W> {
    output: W,
    format: Format,
    /// Whether there is a record already.
    any: bool,
    /// Whether the last line is not ended, because the bad line that it shows goes on in the next
    /// record or ends with the input. Never in the same format, which copies line ends.
    open: bool,
}

impl<W: Write> Boards<W> {
    pub(super) fn new(output: W, format: Format) -> Self {
        Self {
            output,
            format,
            any: false,
            open: false,
        }
    }

    /// Writes a solution of a board; `first` if it is the first of this board.
    pub(super) fn solution(
        &mut self,
        record: &Record,
        solution: &Grid,
        first: bool,
    ) -> io::Result<()> {
        if self.format == Format::Same {
            if !first {
                record.write_break(&mut self.output)?;
            }
            return record.write_solution(&mut self.output, solution);
        }
        self.grid(solution)
    }

    /// Writes a board for which no solution was found.
    pub(super) fn unsolved(&mut self, record: &Record, board: &Grid) -> io::Result<()> {
        match self.format {
            Format::Same => record.write_raw(&mut self.output),
            Format::Line | Format::Grid => self.grid(board),
        }
    }

    /// Writes what was to be a board and is none: as it came, but on one line where every board
    /// is one line.
    pub(super) fn bad(&mut self, record: &Record) -> io::Result<()> {
        if self.format != Format::Same {
            self.begin()?;
            self.open = !record.ends_line();
        }
        if self.format != Format::Line {
            return record.write_raw(&mut self.output);
        }
        if self.open {
            return record.write_raw(&mut self.output);
        }
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
        if self.any && self.format == Format::Grid {
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

    /// Writes a board in a format of ours.
    fn grid(&mut self, grid: &Grid) -> io::Result<()> {
        self.begin()?;
        if self.format == Format::Line {
            return writeln!(self.output, "{grid}");
        }
        for row in grid.cells().chunks_exact(grid.side()) {
            for (column, cell) in row.iter().enumerate() {
                let space = if column > 0 { " " } else { "" };
                write!(self.output, "{space}{cell}")?;
            }
            self.output.write_all(b"\n")?;
        }
        Ok(())
    }
}
