//! Writes the puzzles of the generator.

use std::io::{self, Write};

use quadrille_report::sudoku::Made;
use quadrille_sudoku::text::Record;
use quadrille_sudoku::{Grid, Puzzle, PuzzleFormat};

use super::{Boards, picture};
use crate::sudoku::format::Format;
use crate::sudoku::question::json;
use crate::sudoku::records::Item;

impl Boards {
    /// Writes the puzzle of a seed, if there is one, and its solution if that is wanted. JSON has
    /// an object for each seed.
    pub(in crate::sudoku) fn made(
        &mut self,
        made: &Made<'_>,
        puzzle: Option<&Puzzle>,
        solve: impl FnOnce(&Puzzle) -> Option<Grid>,
    ) -> io::Result<()> {
        let Some(puzzle) = puzzle.filter(|_| self.format != Format::Json) else {
            return match self.format {
                Format::Json => json(&mut self.output, made),
                _ => Ok(()),
            };
        };
        let (shape, board) = (&puzzle.shape, &puzzle.board);
        if let Some(format) = self.format.of_puzzle() {
            return match puzzle.write(format) {
                Ok(text) => writeln!(self.output, "{}", text.trim_end()),
                Err(error) => Err(io::Error::other(error)),
            };
        }
        let Some(pages) = &mut self.pages else {
            let item = Item {
                puzzle: Some(Box::new((puzzle.clone(), Some(PuzzleFormat::Iss)))),
                record: Record::of_puzzle(b"", 1, Ok(puzzle)),
                ..Item::default()
            };
            return self.grid(Some(&item), board, board);
        };
        pages.begin();
        pages.entitle(&made.caption());
        pages.puzzle(&picture(shape, None, board, board), "");
        if let Some(solution) = Some(puzzle)
            .filter(|_| pages.with_solutions)
            .and_then(solve)
        {
            pages.solution(&picture(shape, None, board, &solution), "");
        }
        Ok(())
    }
}
