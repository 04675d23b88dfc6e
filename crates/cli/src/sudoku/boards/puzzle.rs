//! Writes puzzles with rules of their own, and reports what a format does not show of them.

use std::io::{self, Write};

use quadrille_sudoku::text::Record;
use quadrille_sudoku::{Grid, MinimalPuzzle, Puzzle, PuzzleError, PuzzleFormat};

use super::Boards;
use crate::message;
use crate::sudoku::format::Format;
use crate::sudoku::records::Item;

impl Boards {
    /// The format of a puzzle with all rules, if an item is written in one: the format of the flag,
    /// or else that of the input.
    pub(super) fn puzzle_format(&self, item: &Item) -> Option<PuzzleFormat> {
        let own = || match (self.format, item.puzzle.as_deref()) {
            (Format::Same, Some((_, format))) => *format,
            _ => None,
        };
        self.format.of_puzzle().or_else(own)
    }

    /// Why the last board could not be written with its rules, if it could not. Then it was written
    /// as a line if no format was named, and not at all otherwise.
    pub(in crate::sudoku) fn take_unwritable(&mut self) -> Option<PuzzleError> {
        self.unwritable.take()
    }

    /// Whether a board is written as a line if its rules cannot be written.
    pub(in crate::sudoku) fn falls_back_to_line(&self) -> bool {
        self.format == Format::Same
    }

    /// Writes an item with a board, or with a solution of it, in a format of puzzles.
    pub(super) fn puzzle(
        &mut self,
        item: &Item,
        board: &Grid,
        solution: Option<&Grid>,
        format: PuzzleFormat,
    ) -> io::Result<()> {
        self.begun += 1;
        let puzzle = match item.puzzle.as_deref() {
            Some((puzzle, _)) => puzzle.with_board(board.clone()),
            None => Puzzle::new(self.shape.clone(), board.clone()),
        };
        let written = match solution {
            Some(solution) => puzzle.write_solved(format, solution),
            None => puzzle.write(format),
        };
        match written {
            Ok(text) => {
                self.note_left_out(&puzzle, format)?;
                writeln!(self.output, "{}", text.trim_end())
            }
            Err(error) => {
                self.unwritable = Some(error);
                if !self.falls_back_to_line() {
                    return Ok(());
                }
                let record = Record::of_puzzle(b"", 1, Ok(&puzzle));
                let shown = solution.unwrap_or(board);
                record.write_line(&mut self.output, &puzzle.shape, shown)
            }
        }
    }

    /// An item with the rules that are left of its puzzle. Lines would not show them, so it is
    /// written as our JSON if it had rules and has no other format of puzzles that can write it.
    pub(super) fn minimal_item(&self, item: &Item, minimal: &MinimalPuzzle) -> Item {
        let own = item.puzzle.as_deref();
        let puzzle = minimal.puzzle(own.map(|own| &own.0));
        let shape = item.shape_or(&self.shape);
        let has_rules = !(shape.rules().is_empty() && shape.cell_rules().is_empty());
        let format = own.and_then(|own| own.1);
        let format = format.filter(|&format| puzzle.write(format).is_ok());
        let format = format.or((has_rules && shape.is_single()).then_some(PuzzleFormat::Json));
        Item {
            record: item.record.clone(),
            puzzle: Some(Box::new((puzzle, format))),
            ..Item::default()
        }
    }

    /// Reports once what a format of puzzles has no place for.
    fn note_left_out(&mut self, puzzle: &Puzzle, format: PuzzleFormat) -> io::Result<()> {
        let what = format!("the format {} has no place for", format.word());
        let help = "use 'puzzle', which has a place for all";
        self.note_parts(puzzle.left_out(format), &what, help)
    }

    /// Reports parts of puzzles that were not reported yet.
    fn note_parts(
        &mut self,
        mut parts: Vec<&'static str>,
        what: &str,
        help: &str,
    ) -> io::Result<()> {
        parts.retain(|part| self.noted.insert(part));
        if parts.is_empty() {
            return Ok(());
        }
        self.flush()?;
        message::note_with(format!("{what} {}", parts.join(", ")), help);
        Ok(())
    }

    /// Writes a board with blanks, and the rules of its puzzle if the format can show them.
    pub(super) fn unsolved(&mut self, item: &Item, board: &Grid) -> io::Result<()> {
        if let Some(format) = self.puzzle_format(item) {
            return self.puzzle(item, board, None, format);
        }
        self.note_unseen(item, true)?;
        self.grid(Some(item), board, board)
    }

    /// Reports once what a format that is not for puzzles does not show of an item: texts about it
    /// and, if it is to be solved, its rules.
    pub(super) fn note_unseen(&mut self, item: &Item, is_unsolved: bool) -> io::Result<()> {
        let mut unseen = Vec::new();
        let is_drawn = self.format == Format::Pretty || self.pages.is_some();
        if is_unsolved && !is_drawn && item.has_rules() {
            unseen.push("the rules");
        }
        if let Some((puzzle, _)) = item.puzzle.as_deref() {
            // On pages the title is the caption.
            let is_shown = |text: &&str| self.pages.is_some() && *text == "the title";
            unseen.extend(puzzle.texts().into_iter().filter(|text| !is_shown(text)));
        }
        let help = "'--format puzzle' writes all of a puzzle";
        self.note_parts(unseen, "this format does not show", help)
    }
}
