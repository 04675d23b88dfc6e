//! The puzzle of a message, and what a person has entered.

use quadrille_sudoku::{Grid, Puzzle, PuzzleFormat};
use serde::Deserialize;
use serde_json::Value;

/// A puzzle, and what the script adds to it.
pub(super) struct Asked {
    pub(super) puzzle: Puzzle,
    /// What a person sees in each cell.
    pub(super) seen: Vec<Seen>,
    /// How many solutions are counted for each candidate.
    pub(super) cap: u64,
    /// Whether candidates are wanted that logic does not exclude.
    pub(super) is_logical: bool,
    /// The logic that is turned off, such as `tuples`.
    pub(super) disabled: Vec<String>,
}

/// What a person sees in a cell, bit `v - 1` for value `v`: a value, or marks in its centre.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Seen {
    Value(u64),
    Marks(u64),
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
        let cells = extra.grid.iter().flatten();
        let seen: Vec<Seen> = cells.map(|cell| cell.seen(side)).collect();
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

    /// The board with what a person has entered. A single mark counts as a value.
    pub(super) fn entered(&self) -> Result<Grid, String> {
        self.with(|_| true)
    }

    /// The board with what a person has entered. Of the single marks, only that of `cell` counts.
    pub(super) fn with_single_mark(&self, cell: Option<usize>) -> Result<Grid, String> {
        self.with(|other| self.seen[other].single().is_none() || cell == Some(other))
    }

    /// The board with what a person has entered in some cells.
    fn with(&self, counts: impl Fn(usize) -> bool) -> Result<Grid, String> {
        let seen = self.seen.iter().enumerate();
        let marks = seen.map(|(cell, seen)| match seen.all() {
            0 => u64::MAX,
            marks if counts(cell) => marks,
            _ => u64::MAX,
        });
        let entered = Grid::from_marks(marks.collect());
        let both = self.puzzle.board.with_marks_of(&entered);
        both.map_err(|cell| self.contradiction(cell))
    }

    /// What is wrong with a cell.
    pub(super) fn contradiction(&self, cell: usize) -> String {
        let name = self.puzzle.shape.name(cell);
        format!("What is entered in {name} contradicts the puzzle.")
    }
}

impl Seen {
    /// The value or the marks.
    pub(super) fn all(self) -> u64 {
        match self {
            Self::Value(all) | Self::Marks(all) => all,
        }
    }

    /// The mark, if there is one, and no value.
    pub(super) fn single(self) -> Option<u8> {
        match self {
            Self::Marks(one) if one.is_power_of_two() => Some(one.trailing_zeros() as u8 + 1),
            _ => None,
        }
    }
}

impl Cell {
    fn seen(&self, side: usize) -> Seen {
        let value = self.value.as_ref().map_or(0, |value| bit(value, side));
        let marks = self.marks.iter().flatten();
        match value {
            0 => Seen::Marks(marks.fold(0, |all, mark| all | bit(mark, side))),
            value => Seen::Value(value),
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
