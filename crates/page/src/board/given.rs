//! The puzzle of a question, with the values and the marks of a solver.

use std::collections::BTreeMap;

use quadrille_core::{Answer as Found, Stop};
use quadrille_report::sudoku::{About, Finding};
use quadrille_sudoku::{BoardSearch, Grid, Puzzle, Shape, Sudoku};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::text::read_puzzle;
use crate::fault::Fault;
use crate::job::Job;
use crate::message::{self, Answer};

/// The numbers of cells, by name.
pub(super) type Values = BTreeMap<String, u32>;

/// The puzzle of a question.
pub(super) struct Given {
    /// The puzzle, whose board has the givens.
    pub(super) puzzle: Puzzle,
    /// The board with the values and the marks of the solver.
    pub(super) board: Grid,
}

/// The fields that say which puzzle is meant.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    /// Our own JSON, or a text of any format.
    puzzle: Value,
    shape: Option<String>,
    #[serde(default)]
    values: Values,
    #[serde(default)]
    marks: BTreeMap<String, Vec<u32>>,
}

const NAMED: [&str; 4] = ["puzzle", "shape", "values", "marks"];

impl Given {
    /// Reads the puzzle of a question, and its other fields.
    pub(super) fn read<T: DeserializeOwned>(fields: &Value) -> Result<(Self, T), Fault> {
        let (named, others): (Named, T) = message::split_fields(fields, &NAMED)?;
        let puzzle = match &named.puzzle {
            Value::String(text) => read_puzzle(text, named.shape.as_deref())?.puzzle,
            object => read_puzzle(&object.to_string(), None)?.puzzle,
        };
        let board = entered(&puzzle, &named.values, &named.marks)?;
        Ok((Self { puzzle, board }, others))
    }

    /// The puzzle as it was before a solver entered anything.
    pub(super) fn without_entries(&self) -> Self {
        Self {
            puzzle: self.puzzle.clone(),
            board: self.puzzle.board.clone(),
        }
    }

    pub(super) fn shape(&self) -> &Shape {
        &self.puzzle.shape
    }

    /// Returns a search for questions that also ask about other boards of the shape.
    pub(super) fn search(&self, job: &Job) -> Result<BoardSearch, Fault> {
        let sudoku = Sudoku::within(self.shape().clone(), &job.settings(), job.budget.clone());
        prepared(sudoku, job)
    }

    /// Returns a search for the board alone.
    pub(super) fn search_board(&self, job: &Job) -> Result<BoardSearch, Fault> {
        let (shape, settings) = (self.shape(), job.settings());
        let sudoku = Sudoku::for_puzzle_within(shape, &self.board, &settings, job.budget.clone());
        prepared(sudoku, job)
    }

    /// Returns the answer about the board that a command prints.
    pub(super) fn answer(&self, found: &Found<Finding>) -> Answer {
        let about = About::new(self.shape(), &self.board, found).of_puzzle(&self.puzzle);
        Answer::of(&about, about.to_string())
    }

    /// The name of a cell.
    pub(super) fn name(&self, cell: usize) -> String {
        self.shape().name(cell).to_string()
    }

    /// The names of cells.
    pub(super) fn names(&self, cells: impl IntoIterator<Item = usize>) -> Vec<String> {
        cells.into_iter().map(|cell| self.name(cell)).collect()
    }

    /// The numbers of a full or partial board, by cell.
    pub(super) fn values(&self, board: &Grid) -> Values {
        let shape = self.shape();
        let number = |(cell, value)| (self.name(cell), shape.number(value));
        board.givens().map(number).collect()
    }

    /// The numbers in sets of values, by cell. Cells without any are left out.
    pub(super) fn sets(&self, sets: &[u64]) -> BTreeMap<String, Vec<u32>> {
        let side = self.shape().side() as u8;
        let numbers = |values: u64| -> Vec<u32> {
            let all = (1..=side).filter(|value| values >> (value - 1) & 1 == 1);
            all.map(|value| self.shape().number(value)).collect()
        };
        let all = sets.iter().enumerate().filter(|(_, set)| **set != 0);
        all.map(|(cell, &set)| (self.name(cell), numbers(set)))
            .collect()
    }
}

fn prepared(sudoku: Result<Sudoku, Stop>, job: &Job) -> Result<BoardSearch, Fault> {
    let mut search = sudoku.map_err(Fault::stopped)?.search();
    job.prepare_boards(&mut search);
    Ok(search)
}

/// The cell with a name.
fn cell(shape: &Shape, name: &str) -> Result<usize, Fault> {
    let digits = name.strip_prefix('r').and_then(|name| name.split_once('c'));
    let number = |digits: &str| digits.parse::<usize>().ok()?.checked_sub(1);
    let cell = digits.and_then(|(row, column)| shape.cell(number(row)?, number(column)?));
    cell.ok_or_else(|| Fault::new(format_args!("{name:?} is not a cell of the board")))
}

/// The value with a number.
fn value(shape: &Shape, number: u32) -> Result<u8, Fault> {
    let lowest = u32::from(shape.lowest());
    let value = number
        .checked_add(1)
        .and_then(|number| number.checked_sub(lowest))
        .and_then(|value| u8::try_from(value).ok());
    let value = value.filter(|&value| (1..=shape.side()).contains(&usize::from(value)));
    value.ok_or_else(|| {
        let (least, most) = (shape.number(1), shape.number(shape.side() as u8));
        Fault::new(format_args!(
            "{number} is not a value: expected {least} to {most}"
        ))
    })
}

/// The board of a puzzle with values and marks of a solver. A value stands in a blank cell; a cell
/// may hold what both the marks and the puzzle allow.
fn entered(
    puzzle: &Puzzle,
    values: &Values,
    marks: &BTreeMap<String, Vec<u32>>,
) -> Result<Grid, Fault> {
    let (shape, board) = (&puzzle.shape, &puzzle.board);
    let mut cells = board.cells().to_vec();
    for (name, &number) in values {
        let cell = cell(shape, name)?;
        if cells[cell] == 0 {
            cells[cell] = value(shape, number)?;
        }
    }
    let entered = Grid::new(cells);
    let mut sets = vec![u64::MAX; shape.cell_count()];
    for (name, numbers) in marks {
        let all = numbers.iter().try_fold(0_u64, |all, &number| {
            Ok::<_, Fault>(all | 1 << (value(shape, number)? - 1))
        });
        sets[cell(shape, name)?] = all?;
    }
    if board.marks().is_none() && marks.is_empty() {
        return Ok(entered);
    }
    // A single mark is no value yet: the next step may be to enter it.
    let own = board.marks().unwrap_or_default();
    for (cell, set) in sets.iter_mut().enumerate() {
        *set &= own.get(cell).copied().unwrap_or(u64::MAX);
    }
    Ok(Grid::from_values_and_marks(entered.cells().to_vec(), &sets))
}
