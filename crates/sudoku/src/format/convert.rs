//! From text to puzzles and back.

use super::drawing::{format_of, of_tree, tree_of};
use super::error::{PuzzleError, PuzzleReason, UNKNOWN};
use super::kind::PuzzleFormat;
use super::puzzle::Puzzle;
use super::{csv, fpuzzles, hodoku, iss, json, link, penpa, sudokupad, tatham, tree, xml};
use crate::grid::Grid;

impl Puzzle {
    /// Reads one puzzle, and guesses its format.
    ///
    /// ```
    /// use quadrille::sudoku::{Puzzle, PuzzleFormat};
    ///
    /// let (puzzle, format) = Puzzle::read(".Cage~17~R1C1~R1C2.~R5C5_3")?;
    /// assert_eq!(format, PuzzleFormat::Iss);
    /// assert_eq!(puzzle.shape.cell_rules().len(), 1);
    /// assert_eq!(puzzle.board.givens().collect::<Vec<_>>(), [(40, 3)]);
    /// # Ok::<(), quadrille::sudoku::PuzzleError>(())
    /// ```
    ///
    /// # Errors
    /// [`PuzzleError`] if the text has no known format, or is not a puzzle in its format.
    pub fn read(text: &str) -> Result<(Puzzle, PuzzleFormat), PuzzleError> {
        if text.trim_start().starts_with('{') {
            let root = tree_of(text)?;
            let format = format_of(text, Some(&root));
            return Ok((of_tree(&root, format)?, format));
        }
        let format = PuzzleFormat::detect(text).ok_or_else(|| {
            let formats: Vec<&str> = PuzzleFormat::ALL.iter().map(|own| own.word()).collect();
            let why = format!("unknown format, expected one of {}", formats.join(", "));
            let format = UNKNOWN;
            PuzzleReason::Format { format, why }.at(0..text.len())
        })?;
        Ok((Puzzle::read_as(text, format)?, format))
    }

    /// Reads one puzzle in a format.
    ///
    /// # Errors
    /// [`PuzzleError`] if the text is not a puzzle in this format.
    pub fn read_as(text: &str, format: PuzzleFormat) -> Result<Puzzle, PuzzleError> {
        use PuzzleFormat as F;
        match format {
            F::Iss => iss::read(text),
            F::Json => of_tree(&tree::read(text)?, format),
            F::FPuzzles | F::SudokuPad if text.trim_start().starts_with('{') => {
                of_tree(&tree_of(text)?, format)
            }
            F::FPuzzles | F::SudokuPad | F::Link | F::Page | F::Penpa => link::read(text),
            F::Hodoku => hodoku::read(text),
            F::Tatham => tatham::read(text),
            F::OpenSudoku => xml::read(text),
            F::Csv => csv::read(text),
        }
    }

    /// Writes the puzzle in a format.
    ///
    /// Only our own JSON has a place for all of it. ISS text has no title, author and solution.
    ///
    /// ```
    /// use quadrille::sudoku::{CellRule, Puzzle, PuzzleFormat, RuleKind, Shape};
    ///
    /// let cage = CellRule::new(RuleKind::Cage, [0, 1]).with_number(17);
    /// let shape = Shape::classic().with_cell_rules([cage])?;
    /// let puzzle = Puzzle::new(shape.clone(), shape.blank());
    /// assert_eq!(puzzle.write(PuzzleFormat::Iss)?, ".Cage~17~R1C1~R1C2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PuzzleReason::Unwritable`], with the name of a rule that the format cannot say.
    pub fn write(&self, format: PuzzleFormat) -> Result<String, PuzzleError> {
        self.write_entered(format, None)
    }

    /// Writes the puzzle with a solution. JSON and links of f-puzzles still say which cells were
    /// given; in other formats, all are.
    ///
    /// # Errors
    /// As for [`write`](Self::write).
    pub fn write_solved(
        &self,
        format: PuzzleFormat,
        solution: &Grid,
    ) -> Result<String, PuzzleError> {
        use PuzzleFormat as F;
        match format {
            F::FPuzzles | F::Link => self.write_entered(format, Some(solution)),
            F::Json | F::Page | F::SudokuPad => {
                let solution = Some(solution.clone());
                let solved = Self {
                    solution,
                    ..self.clone()
                };
                solved.write(format)
            }
            _ => self.with_board(solution.clone()).write(format),
        }
    }

    /// Writes the puzzle, with values that a solver has entered if the format has them.
    fn write_entered(
        &self,
        format: PuzzleFormat,
        entered: Option<&Grid>,
    ) -> Result<String, PuzzleError> {
        use PuzzleFormat as F;
        let written = match format {
            F::Iss => return iss::write(self),
            F::SudokuPad => return sudokupad::write(self),
            F::Json => json::write(self),
            F::FPuzzles => fpuzzles::write(self, entered),
            F::Link => fpuzzles::write(self, entered).map(|json| link::write(&json)),
            F::Page => json::write_line(self).map(|json| link::write_page(&json)),
            F::Penpa => penpa::write(self),
            F::Hodoku => hodoku::write(self),
            F::Tatham => tatham::write(self),
            F::OpenSudoku => xml::write(self),
            F::Csv => csv::write(self),
        };
        written.map_err(|rule| PuzzleReason::unwritable(format, rule))
    }
}

impl PuzzleFormat {
    /// Returns the format that a text seems to have; `None` if it is not a puzzle with rules of its
    /// own, but perhaps a board. The first line suffices, but for the kind of JSON.
    #[must_use]
    pub fn detect(text: &str) -> Option<Self> {
        let text = text.trim();
        let found = match () {
            () if tatham::is_id(text) => Self::Tatham,
            () if hodoku::is_line(text) => Self::Hodoku,
            () if iss::is_iss(text) => Self::Iss,
            () if text.starts_with('{') => format_of(text, tree_of(text).ok().as_ref()),
            () if xml::is_xml(text) => Self::OpenSudoku,
            () if csv::is_row(text) => Self::Csv,
            () if link::is_penpa(text) => Self::Penpa,
            () if link::is_page(text) => Self::Page,
            () if link::is_link(text) => Self::Link,
            () => return None,
        };
        Some(found)
    }
}
