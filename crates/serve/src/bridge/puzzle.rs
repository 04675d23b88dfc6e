//! The puzzle of a message, and what a person has entered.

use quadrille_sudoku::{Grid, Puzzle, PuzzleFormat};
use serde::Deserialize;
use serde_json::Value;

/// A puzzle, and what the script adds to it.
pub(super) struct Asked {
    pub(super) puzzle: Puzzle,
    /// What a person sees in each cell, bit `v - 1` for value `v`: a value, or marks in its centre.
    pub(super) seen: Vec<u64>,
    /// How many solutions are counted for each candidate.
    pub(super) cap: u64,
    /// Whether candidates are wanted that logic does not exclude.
    pub(super) is_logical: bool,
    /// The logic that is turned off, such as `tuples`.
    pub(super) disabled: Vec<String>,
}

/// What the reader of puzzles leaves out: notes of a person, and settings of the script.
#[derive(Deserialize)]
struct Extra {
    grid: Vec<Vec<Cell>>,
    #[serde(default, rename = "disabledlogic")]
    disabled: Vec<String>,
    #[serde(default, rename = "truecandidatesoptions")]
    options: Vec<String>,
}

#[derive(Deserialize)]
struct Cell {
    value: Option<Value>,
    #[serde(rename = "centerPencilMarks")]
    marks: Option<Vec<Value>>,
}

impl Asked {
    /// Reads the data of a message: the compressed JSON of f-puzzles.
    pub(super) fn read(data: &str) -> Result<Self, String> {
        let puzzle = Puzzle::read_as(data, PuzzleFormat::Link).map_err(|error| {
            let help = error.reason.help();
            match help {
                Some(help) => format!("{error}; {help}"),
                None => error.to_string(),
            }
        })?;
        // The reader has limited the length of the text.
        let json = lz_str::decompress_from_base64(data).map(|text| String::from_utf16_lossy(&text));
        let extra: Extra = serde_json::from_str(&json.unwrap_or_default())
            .map_err(|error| format!("invalid puzzle of f-puzzles: {error}"))?;
        let cap = extra.options.iter().find_map(|option| {
            let number = option.strip_prefix("truecandidatesnumsolutions=")?;
            number.parse().ok().filter(|&cap| cap > 0)
        });
        let side = puzzle.shape.side();
        let seen: Vec<u64> = extra
            .grid
            .iter()
            .flatten()
            .map(|cell| cell.seen(side))
            .collect();
        if seen.len() != puzzle.shape.cell_count() {
            return Err(format!(
                "the grid has {} cells, expected {}",
                seen.len(),
                puzzle.shape.cell_count()
            ));
        }
        Ok(Self {
            puzzle,
            seen,
            cap: cap.unwrap_or(1),
            is_logical: extra.options.iter().any(|option| option == "logical"),
            disabled: extra.disabled,
        })
    }

    /// The board with what a person has entered. The error names the cell that contradicts the puzzle.
    pub(super) fn entered(&self) -> Result<Grid, String> {
        let seen = self.seen.iter();
        let marks = seen.map(|&seen| if seen == 0 { u64::MAX } else { seen });
        let entered = Grid::from_marks(marks.collect());
        self.puzzle.board.with_marks_of(&entered).map_err(|cell| {
            let name = self.puzzle.shape.name(cell);
            format!("What is entered in {name} contradicts the puzzle.")
        })
    }
}

impl Cell {
    /// The value or the marks.
    fn seen(&self, side: usize) -> u64 {
        let value = self.value.iter().map(|value| bit(value, side)).sum();
        let marks = self.marks.iter().flatten();
        match value {
            0 => marks.fold(0, |all, mark| all | bit(mark, side)),
            value => value,
        }
    }
}

/// The bit of a value from 1 to the side of the board; 0 if it is none.
fn bit(value: &Value, side: usize) -> u64 {
    let number = match value {
        Value::String(text) => text.parse().ok(),
        value => value.as_u64(),
    };
    let number = number.filter(|number| (1..=side as u64).contains(number));
    number.map_or(0, |number| 1 << (number - 1))
}
