//! Where a path of steps ends, and where it begins.

use std::ops::ControlFlow;
use std::path::Path;

use quadrille_core::Stop;
use quadrille_core::shared::listing;
use quadrille_sudoku::text::{Content, Reader, Record};
use quadrille_sudoku::{BoardSearch, BoardStep, Grid, Shape, Technique};

use crate::outcome::Failure;
use crate::room::Room;
use crate::source::Source;

/// The last step that is wanted.
#[derive(Clone, Copy)]
pub(super) enum Last {
    /// The first step of a technique.
    Technique(Technique),
    /// The step that fills a cell: row and column, from 0.
    Cell(usize, usize),
}

impl Last {
    /// Reads a technique or a cell.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let small = text.trim().to_lowercase();
        if let Some(technique) = Technique::from_word(&small) {
            return Ok(Self::Technique(technique));
        }
        let cell = small
            .strip_prefix('r')
            .and_then(|rest| rest.split_once('c'));
        let number = |digits: &str| digits.parse::<usize>().ok()?.checked_sub(1);
        if let Some((row, column)) = cell
            && let (Some(row), Some(column)) = (number(row), number(column))
        {
            return Ok(Self::Cell(row, column));
        }
        let names = Technique::ALL.iter().map(|technique| technique.word());
        Err(format!(
            "expected a cell such as r4c5, or one of the techniques {}",
            listing(names, "and")
        ))
    }

    /// Whether a step is the last one.
    pub(super) fn is(self, shape: &Shape, step: &BoardStep) -> bool {
        match self {
            Self::Technique(technique) => step.technique == technique,
            Self::Cell(row, column) => step
                .placed
                .is_some_and(|(cell, _)| Some(cell) == shape.cell(row, column)),
        }
    }

    /// Why no step of a board can be the last one.
    pub(super) fn fault(self, shape: &Shape, board: &Grid) -> Option<String> {
        let Self::Cell(row, column) = self else {
            return None;
        };
        let name = format!("r{}c{}", row + 1, column + 1);
        match shape.cell(row, column) {
            None => Some(format!("the board has no cell {name}")),
            Some(cell) if board.get(cell).is_some() => {
                Some(format!("{name} has a value already, so no step fills it"))
            }
            Some(_) => None,
        }
    }
}

/// What a cell may hold: `3 or 4`.
fn values(shape: &Shape, board: &Grid, cell: usize) -> String {
    let marks = shape.pencil_marks(board);
    let values = (1..=shape.side() as u8).filter(|&value| match board.get(cell) {
        Some(own) => own == value,
        None => marks[cell] >> (value - 1) & 1 == 1,
    });
    listing(values.map(|value| shape.number(value).to_string()), "or")
}

/// What is wrong with the pencil marks of a board, which somebody added to a puzzle: steps that rest
/// on them would be wrong, too. If the puzzle has several solutions, the marks may be a part of it.
pub(super) fn wrong_marks(search: &mut BoardSearch, puzzle: &Grid, board: &Grid) -> Option<String> {
    board.marks()?;
    let puzzle = puzzle.clone().without_marks();
    let mut solutions = Vec::new();
    let known = search.for_each(&puzzle, |solution| {
        solutions.push(solution.clone());
        if solutions.len() < 2 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    let ([only], Stop::Exhausted) = (&solutions[..], known.stop) else {
        return None;
    };
    let wrong = board.excluded_cells(only);
    if wrong.is_empty() {
        return None;
    }
    let names = wrong
        .iter()
        .map(|&cell| search.shape().name(cell).to_string());
    Some(format!(
        "the pencil marks of {} exclude the value of the solution",
        listing(names, "and")
    ))
}

/// The text of a file with the pencil marks of a board.
#[derive(Clone)]
pub(super) struct Marks {
    name: String,
    text: Vec<u8>,
}

impl Marks {
    /// Reads the file.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let source = Source::new(Some(path));
        Ok(Self {
            name: source.name(),
            text: source.read_within(Room::of_program())?,
        })
    }

    /// The board with these marks, or why they do not fit it.
    pub(super) fn on(&self, shape: &Shape, board: &Grid) -> Result<Grid, String> {
        let marks = self.board(shape)?;
        board.with_marks_of(&marks).map_err(|cell| {
            format!(
                "{}: {} is {} by the marks, and {} on the board",
                self.name,
                shape.name(cell),
                values(shape, &marks, cell),
                values(shape, board, cell),
            )
        })
    }

    /// The only board of the file.
    fn board(&self, shape: &Shape) -> Result<Grid, String> {
        let name = &self.name;
        let mut reader = Reader::of(shape.clone(), &*self.text);
        let mut record = Record::new();
        let mut found = None;
        // Bytes in memory can be read.
        while reader.next_record(&mut record).unwrap_or_default() {
            match record.content() {
                Content::Board(_) if found.is_some() => {
                    let line = record.line();
                    return Err(format!("{name}:{line}: a second board, expected only one"));
                }
                Content::Board(board) => found = Some(board.clone()),
                Content::Bad(error) => {
                    let (line, column) = (error.line, error.column);
                    return Err(format!("{name}:{line}:{column}: {}", error.reason));
                }
                _ => {}
            }
            record = Record::new();
        }
        found.ok_or_else(|| format!("{name}: no board with marks, expected one"))
    }
}
