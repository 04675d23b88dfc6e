//! From text to puzzles and back.

use super::error::{PuzzleError, PuzzleReason, UNKNOWN};
use super::iss;
use super::kind::PuzzleFormat;
use super::puzzle::Puzzle;
use super::{fpuzzles, json, link, sudokupad, tree};
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
        match format {
            PuzzleFormat::Iss if iss::is_killer(text) => iss::read_killer(text),
            PuzzleFormat::Iss => iss::read(text),
            PuzzleFormat::Json => json::read(&tree::read(text)?),
            PuzzleFormat::FPuzzles | PuzzleFormat::Link | PuzzleFormat::SudokuPad => {
                if text.trim_start().starts_with('{') {
                    return drawn(text, format);
                }
                let inside = link::open(text)?;
                // Places in the text of the link would mean nothing.
                drawn(&inside, PuzzleFormat::Link).map_err(|error| PuzzleError {
                    span: 0..text.len(),
                    ..error
                })
            }
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
        match format {
            PuzzleFormat::Iss => iss::write(self),
            PuzzleFormat::Json => json::write(self),
            PuzzleFormat::FPuzzles => fpuzzles::write(self, None),
            PuzzleFormat::Link => fpuzzles::write(self, None).map(|json| link::write(&json)),
            PuzzleFormat::SudokuPad => sudokupad::write(self),
        }
    }

    /// Writes the puzzle with a solution. All formats but ISS text still say which cells were
    /// given.
    ///
    /// # Errors
    /// As for [`write`](Self::write).
    pub fn write_solved(
        &self,
        format: PuzzleFormat,
        solution: &Grid,
    ) -> Result<String, PuzzleError> {
        match format {
            PuzzleFormat::Iss => iss::write(&self.with_board(solution.clone())),
            PuzzleFormat::FPuzzles => fpuzzles::write(self, Some(solution)),
            PuzzleFormat::Link => {
                fpuzzles::write(self, Some(solution)).map(|json| link::write(&json))
            }
            PuzzleFormat::Json | PuzzleFormat::SudokuPad => {
                let solution = Some(solution.clone());
                let solved = Self {
                    solution,
                    ..self.clone()
                };
                solved.write(format)
            }
        }
    }
}

/// Reads the JSON of f-puzzles or SudokuPad; links do not say which of them it is.
fn drawn(text: &str, format: PuzzleFormat) -> Result<Puzzle, PuzzleError> {
    let root = match tree::read(text) {
        Err(_) if is_short(text) => {
            tree::read(&sudokupad::lengthen(text)).map_err(|error| PuzzleError {
                span: 0..text.len(),
                ..error
            })?
        }
        read => read?,
    };
    let is_drawing = ["cells", "ce"].iter().any(|key| root.get(key).is_some());
    match format {
        PuzzleFormat::SudokuPad if root.get("grid").is_none() => sudokupad::read(&root),
        PuzzleFormat::Link if is_drawing => sudokupad::read(&root),
        _ => fpuzzles::read(&root),
    }
}

/// Whether a text is JSON without quotes around its keys.
fn is_short(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('{');
    inside.is_some_and(|inside| inside.starts_with(|c: char| c == '\'' || c.is_alphanumeric()))
}

impl PuzzleFormat {
    /// Returns the format that a text seems to have; `None` if it is not a puzzle with rules of its
    /// own, but perhaps a board. The first line suffices, but for the kind of JSON.
    #[must_use]
    pub fn detect(text: &str) -> Option<Self> {
        let text = text.trim();
        if iss::is_killer(text) || is_iss(text) {
            return Some(Self::Iss);
        }
        if text.starts_with('{') {
            return Some(of_json(text));
        }
        if link::is_link(text) {
            return Some(Self::Link);
        }
        None
    }
}

/// Whether a text is ISS text. A board with blanks also begins with a dot, but has no names.
fn is_iss(text: &str) -> bool {
    text.strip_prefix('.').is_some_and(|rest| {
        let mut words = rest.split('.').map(str::trim);
        let has_names = rest.starts_with(|c: char| c.is_ascii_alphabetic())
            && rest.contains(|c: char| c.is_ascii_lowercase())
            && words.all(|word| word.len() > 1 && word.is_ascii());
        // Parts may be empty, as in "..Cage~3~R1C1".
        let first = rest.trim_start_matches('.');
        let has_arguments =
            first.starts_with(|c: char| c == '~' || c.is_ascii_alphabetic()) && rest.contains('~');
        (has_arguments || has_names) && !rest.contains("://")
    })
}

/// The format of a JSON object, by its keys.
fn of_json(text: &str) -> PuzzleFormat {
    match tree::read(text) {
        Ok(root) if root.get("grid").is_some() => PuzzleFormat::FPuzzles,
        // An answer of this program, which may have cells, too.
        Ok(root) if root.get("board").is_some() => PuzzleFormat::Json,
        Ok(root) if root.get("cells").or(root.get("ce")).is_some() => PuzzleFormat::SudokuPad,
        Err(_) if is_short(text) => PuzzleFormat::SudokuPad,
        _ => PuzzleFormat::Json,
    }
}
