//! Steps of boards: how a person would solve them.

use std::sync::OnceLock;

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use quadrille::draw::Picture;
use quadrille::report::sudoku::{About, Finding};
use quadrille::steps::End;
use quadrille::sudoku::{BoardPath, BoardStep, Puzzle, Route, StepFigure, Technique};
use quadrille::{Answer, Stats, Stop};

use super::BoardCore;
use super::read::boards;
use crate::bounds::Bounds;
use crate::failure;
use crate::search::limit_name;
use crate::steps::{kinds_of, page, sheet};

/// The number of pictures of steps on a page, for boards of at most so many columns: small candidates
/// must stay readable.
const PER_PAGE: usize = 4;
const COLUMNS: usize = 10;

/// The technique with this name, which an argument has.
pub(super) fn technique_of(argument: &str, word: &str) -> PyResult<Technique> {
    Technique::from_word(word).ok_or_else(|| {
        let known: Vec<String> = Technique::ALL.iter().map(|known| known.word()).collect();
        let known = known.join(", ");
        PyValueError::new_err(format!("{argument} is {word:?}, expected one of {known}"))
    })
}

/// Which steps to look for.
#[derive(FromPyObject)]
struct Wanted {
    /// The kinds of arguments that are allowed; all, if there are none.
    techniques: Vec<String>,
    /// The technique of the last step.
    technique: Option<String>,
    /// The row and the column of the cell that the last step fills, from 0.
    cell: Option<(usize, usize)>,
    most: Option<usize>,
    assume_unique: bool,
}

/// A cell and its value: row and column, from 0, and the number.
type Filled = (usize, usize, u32);

/// The technique, the kind of argument, where to look, the whole step in words, the cell that is filled,
/// and the candidates that are removed.
type Parts = (
    &'static str,
    Option<&'static str>,
    String,
    String,
    Option<Filled>,
    Vec<Filled>,
);

/// The steps that solve a board.
#[pyclass(frozen, module = "quadrille._quadrille")]
pub(crate) struct BoardStepsCore {
    board: BoardCore,
    /// The board with the pencil marks of the first step.
    start: BoardCore,
    path: BoardPath,
    stop: Stop,
    /// What the pictures show, once somebody asks for one.
    figures: OnceLock<Vec<StepFigure>>,
}

#[pymethods]
impl BoardCore {
    /// Reads another state of the same puzzle.
    fn read_state(&self, py: Python<'_>, text: &str) -> PyResult<Self> {
        let mut found = boards(text.as_bytes(), Some(self.puzzle.shape.clone()));
        match (found.pop(), found.len()) {
            (Some(Ok(board)), 0) => Ok(board),
            (Some(Err(wrong)), 0) => Err(wrong.into_error(py, None)),
            (last, others) => {
                let count = others + usize::from(last.is_some());
                let what = format!("the marks are {count} boards, expected one");
                Err(failure::with_help(py, what, None))
            }
        }
    }

    /// The board with the pencil marks of another one of the same puzzle.
    fn marked(&self, py: Python<'_>, marks: &Self) -> PyResult<Self> {
        let (board, marks) = (&self.puzzle.board, &marks.puzzle.board);
        let [cells, expected] = [marks, board].map(|board| board.cells().len());
        let what = if cells == expected {
            match board.with_marks_of(marks) {
                Ok(marked) => return Ok(self.with_grid(marked)),
                Err(cell) => format!(
                    "the marks contradict the board in {}",
                    self.puzzle.shape.name(cell)
                ),
            }
        } else {
            format!("the marks have {cells} cells, expected {expected}")
        };
        let help = "marks are another state of the same puzzle";
        Err(failure::with_help(py, what, Some(help.to_owned())))
    }

    /// The steps that solve the board, from `start` on: the board itself, or with pencil marks.
    fn steps(
        &self,
        py: Python<'_>,
        start: &Self,
        wanted: Wanted,
        bounds: Bounds,
    ) -> PyResult<BoardStepsCore> {
        let kinds = kinds_of(&wanted.techniques)?;
        let technique = wanted.technique.as_deref();
        let technique = technique
            .map(|word| technique_of("until", word))
            .transpose()?;
        let cell = wanted.cell.map(|cell| start.open_cell(cell)).transpose()?;
        let (most, puzzle) = (wanted.most, self.puzzle.board.clone());
        let is_assumed = wanted.assume_unique;
        let answer = start.ask(py, &bounds, move |search, board| {
            let is_last = |step: &BoardStep| {
                let is_of_cell = step.placed.is_some_and(|(filled, _)| Some(filled) == cell);
                is_of_cell || technique == Some(step.technique)
            };
            let mut route = Route::new().kinds(kinds.iter().copied()).until(&is_last);
            if let Some(most) = most {
                route = route.most(most);
            }
            if is_assumed {
                route = route.assume_unique(&puzzle);
            }
            search.steps(board, &route)
        })?;
        let answer = answer.map_err(|stop| failure::stopped(py, stop))?;
        Ok(BoardStepsCore {
            board: self.clone(),
            start: start.clone(),
            path: answer.value,
            stop: answer.stop,
            figures: OnceLock::new(),
        })
    }
}

impl BoardCore {
    /// A blank cell in a row and a column, from 0.
    fn open_cell(&self, (row, column): (usize, usize)) -> PyResult<usize> {
        let Puzzle { shape, board, .. } = &*self.puzzle;
        match shape.cell(row, column) {
            None => {
                let (row, column) = (row.saturating_add(1), column.saturating_add(1));
                let what = format!("until: the board has no cell r{row}c{column}");
                Err(PyIndexError::new_err(what))
            }
            Some(cell) if board.get(cell).is_some() => {
                let cell = shape.name(cell);
                let what = format!("until: {cell} has a value already, so no step fills it");
                Err(PyValueError::new_err(what))
            }
            Some(cell) => Ok(cell),
        }
    }
}

#[pymethods]
impl BoardStepsCore {
    fn steps(&self) -> Vec<Parts> {
        let shape = &self.board.puzzle.shape;
        let filled = |(cell, value): (usize, u8)| {
            let (row, column) = shape.place(cell);
            (row, column, shape.number(value))
        };
        let name = |value| self.name(value);
        let parts = |step: &BoardStep| {
            let deduction = step.deduction.as_ref();
            (
                step.technique.name(),
                deduction.map(|deduction| deduction.reason.kind().name()),
                step.place(name),
                step.to_text(name),
                step.placed.map(filled),
                step.removed.iter().copied().map(filled).collect(),
            )
        };
        self.path.steps.iter().map(parts).collect()
    }

    /// The board after the steps. Unless it is full, its pencil marks are the candidates that are left.
    fn board(&self) -> BoardCore {
        self.board.with_grid(self.path.board.clone())
    }

    /// Why no step is left, unless the board is solved.
    #[getter]
    fn remark(&self) -> Option<&'static str> {
        self.path.remark()
    }

    /// The limit that stopped the search.
    #[getter]
    fn stop(&self) -> Option<String> {
        limit_name(self.stop)
    }

    /// Why there is no further step.
    #[getter]
    fn end(&self) -> Option<&'static str> {
        self.path.end.map(|end| match end {
            End::Solved => "solved",
            End::NoSolution => "no-solution",
            End::Stuck => "stuck",
        })
    }

    /// The object and the lines that the command line prints.
    fn report(&self) -> (String, String) {
        let finding = Finding::Steps(self.path.clone());
        let answer = Answer::new(finding, self.stop, Stats::default());
        let about = About::new(&self.board.puzzle.shape, &self.board.puzzle.board, &answer);
        let json = serde_json::to_string(&about).unwrap_or_default();
        (json, about.to_string())
    }

    /// A picture of a step as SVG.
    fn picture(&self, py: Python<'_>, step: usize) -> PyResult<String> {
        let figures = self.figures(py)?;
        let found = self.path.steps.get(step).zip(figures.get(step));
        let (step, figure) = found.ok_or_else(|| PyIndexError::new_err("no such step"))?;
        Ok(self.draw(step, figure, None).to_svg())
    }

    /// Pictures of all steps and of the board at their end: as SVG, or as a page in HTML.
    fn pictures(&self, py: Python<'_>, form: &str) -> PyResult<String> {
        let figures = self.figures(py)?;
        let Puzzle { shape, board, .. } = &*self.board.puzzle;
        let mut sheet = sheet("Sudoku", form);
        if shape.columns() <= COLUMNS {
            sheet.per_page(PER_PAGE);
        }
        for (number, (step, figure)) in (1..).zip(self.path.steps.iter().zip(figures)) {
            let picture = self.draw(step, figure, Some(number));
            sheet.add(picture.draw(), "");
        }
        if self.path.end.is_some() || self.path.steps.is_empty() {
            let note = match self.path.remark() {
                Some(remark) => remark,
                None if self.path.is_solved() => "solved",
                None => "not finished",
            };
            let picture = shape.picture_named(&self.path.board, board, |value| self.name(value));
            sheet.add(picture.draw(), note.trim_end_matches('.'));
        }
        Ok(page(&sheet, form))
    }
}

impl BoardStepsCore {
    /// The name of a value.
    fn name(&self, value: u8) -> String {
        self.board.puzzle.shape.number(value).to_string()
    }

    /// What the pictures show.
    fn figures(&self, py: Python<'_>) -> PyResult<&[StepFigure]> {
        if let Some(figures) = self.figures.get() {
            return Ok(figures);
        }
        let path = self.path.clone();
        let answer = self
            .start
            .ask(py, &Bounds::default(), move |search, board| {
                match search.figures(board, &path) {
                    Ok(figures) => Answer::new(figures, Stop::Exhausted, Stats::default()),
                    Err(stop) => Answer::new(Vec::new(), stop, Stats::default()),
                }
            })?;
        match answer {
            Ok(answer) if !answer.stop.is_limit() => Ok(self.figures.get_or_init(|| answer.value)),
            Ok(Answer { stop, .. }) | Err(stop) => Err(failure::stopped(py, stop)),
        }
    }

    /// A picture of a step, with its words below it.
    fn draw(&self, step: &BoardStep, figure: &StepFigure, number: Option<usize>) -> Picture {
        let Puzzle { shape, board, .. } = &*self.board.puzzle;
        let name = |value| self.name(value);
        let mut picture = shape.picture_of_step(figure, board, name);
        step.write_below(&mut picture, number, name);
        picture
    }
}
