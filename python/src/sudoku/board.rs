//! A board, and the questions about it.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadrille::report::sudoku::{About, Finding};
use quadrille::sudoku::{BoardSearch, Grid, Puzzle, PuzzleFormat, Shape, Sudoku};
use quadrille::{Answer, Budget, CancelToken, Stop, Uniqueness};

use super::EncodedCore;
use super::compiled::Compiled;
use crate::bounds::{Bounds, settings};
use crate::failure;
use crate::search::{cut_by, limit_name};
use crate::wait::{News, ask, wait};

/// The finding about a board with one solution.
fn of_one<T>(
    answer: Answer<Result<T, Uniqueness>>,
    finding: impl FnOnce(T) -> Finding,
) -> Answer<Finding> {
    answer.map(|value| value.map_or_else(Finding::Unique, finding))
}

/// A board and its rules.
#[pyclass(frozen, module = "quadrille._quadrille")]
#[derive(Clone)]
pub(crate) struct BoardCore {
    pub(super) puzzle: Arc<Puzzle>,
    compiled: Arc<Compiled>,
}

impl BoardCore {
    pub(super) fn new(puzzle: Puzzle) -> Self {
        let compiled = Compiled::of(&puzzle.shape);
        Self::compiled(puzzle, &compiled)
    }

    pub(super) fn compiled(puzzle: Puzzle, compiled: &Arc<Compiled>) -> Self {
        Self {
            puzzle: Arc::new(puzzle),
            compiled: Arc::clone(compiled),
        }
    }

    pub(super) fn with_grid(&self, board: Grid) -> Self {
        Self {
            puzzle: Arc::new(self.puzzle.with_board(board)),
            compiled: Arc::clone(&self.compiled),
        }
    }

    /// Compiles the rules; those about cells for this board alone, which makes the problem smaller.
    fn sudoku(&self, budget: &Budget) -> Result<Sudoku, Stop> {
        let Puzzle { shape, board, .. } = &*self.puzzle;
        if shape.cell_rules().is_empty() && !shape.has_hard_rules() {
            self.compiled.sudoku(budget)
        } else {
            Sudoku::for_board_within(shape, board, &settings(budget), budget)
        }
    }

    /// Asks a question about the board.
    pub(super) fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        bounds: &Bounds,
        question: impl Fn(&mut BoardSearch, &Grid) -> Answer<T> + Send + 'static,
    ) -> PyResult<Result<Answer<T>, Stop>> {
        let (order, threads) = (bounds.order(), bounds.threads());
        let own = self.clone();
        ask(py, bounds, move |budget, news| {
            let mut search = own.sudoku(budget)?.search();
            search.budget(budget).threads(threads).order(order);
            if let Some(news) = news.cloned() {
                search.watch(News::EVERY, move |progress| news.bring(progress));
            }
            Ok(question(&mut search, &own.puzzle.board))
        })
    }

    fn boards(&self, grids: Vec<Grid>) -> Vec<Self> {
        grids.into_iter().map(|grid| self.with_grid(grid)).collect()
    }
}

#[pymethods]
impl BoardCore {
    /// The value of each cell; `None` if it is blank.
    fn cells(&self) -> Vec<Option<u32>> {
        let Puzzle { shape, board, .. } = &*self.puzzle;
        let cells = 0..board.cells().len();
        cells
            .map(|cell| board.get(cell).map(|value| shape.number(value)))
            .collect()
    }

    /// The row and the column of each cell, from 0.
    fn places(&self) -> Vec<(usize, usize)> {
        let shape = &self.puzzle.shape;
        (0..shape.cell_count())
            .map(|cell| shape.place(cell))
            .collect()
    }

    /// The number of rows and of columns, and the least value.
    fn size(&self) -> (usize, usize, u32) {
        let shape = &self.puzzle.shape;
        (shape.rows(), shape.columns(), shape.number(1))
    }

    #[getter]
    fn title(&self) -> Option<&str> {
        self.puzzle.title.as_deref()
    }

    #[getter]
    fn author(&self) -> Option<&str> {
        self.puzzle.author.as_deref()
    }

    #[getter]
    fn notes(&self) -> Vec<String> {
        self.puzzle.notes.clone()
    }

    /// The rule that the givens break already.
    #[getter]
    fn clash(&self) -> Option<String> {
        let clash = self.puzzle.shape.clash(&self.puzzle.board)?;
        Some(clash.to_string())
    }

    /// Whether the board has the rules of all boards of its size.
    #[getter]
    fn is_plain(&self) -> bool {
        let shape = &self.puzzle.shape;
        Shape::with_side(shape.side()).as_ref() == Some(shape)
    }

    /// The board on one line.
    fn line(&self) -> String {
        self.puzzle.shape.line(&self.puzzle.board)
    }

    /// The board as a picture: `text`, `colour` (text with colours) or `svg`. Cells without a value in
    /// `given` are not givens. With `candidates`, blank cells show theirs.
    fn picture(&self, form: &str, given: Option<&Self>, candidates: bool) -> PyResult<String> {
        let Puzzle { shape, board, .. } = &*self.puzzle;
        let given = given.map_or(board, |given| &given.puzzle.board);
        let picture = if candidates {
            let name = |value| shape.number(value).to_string();
            shape.picture_of_candidates(board, given, &shape.pencil_marks(board), name)
        } else {
            shape.picture(board, given)
        };
        match form {
            "text" => Ok(picture.to_text(false)),
            "colour" => Ok(picture.to_text(true)),
            "svg" => Ok(picture.to_svg()),
            _ => Err(PyValueError::new_err(format!(
                "there is no picture {form:?}"
            ))),
        }
    }

    /// The puzzle in a format of puzzles.
    fn write(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let Some(format) = PuzzleFormat::from_word(format) else {
            return Err(PyValueError::new_err(format!(
                "there is no format {format:?}"
            )));
        };
        let written = self.puzzle.write(format);
        written.map_err(|error| failure::with_help(py, &error, error.reason.help()))
    }

    /// The board as an exact cover.
    fn encoded(&self, py: Python<'_>, bounds: Bounds) -> PyResult<EncodedCore> {
        let token = CancelToken::new();
        let (limits, own) = (bounds.limits(&token), self.clone());
        let compiled = wait(py, &token, None, move || {
            let budget = Budget::start(&limits);
            Ok((own.sudoku(&budget)?, budget.most_memory()))
        })?;
        let (sudoku, memory) = compiled.map_err(|stop| failure::stopped(py, stop))?;
        Ok(EncodedCore {
            board: self.clone(),
            sudoku,
            memory,
        })
    }

    /// A solution. An exception if a limit comes first.
    fn first(&self, py: Python<'_>, bounds: Bounds) -> PyResult<Option<Self>> {
        match self.ask(py, &bounds, |search, board| search.first(board))? {
            Ok(Answer {
                value: Some(found), ..
            }) => Ok(Some(self.with_grid(found))),
            Ok(answer) if answer.stop == Stop::Exhausted => Ok(None),
            Ok(Answer { stop, .. }) | Err(stop) => Err(failure::stopped(py, stop)),
        }
    }

    /// Random solutions; none if there is none.
    fn sample(
        &self,
        py: Python<'_>,
        bounds: Bounds,
        boards: u64,
        seed: u64,
    ) -> PyResult<Vec<Self>> {
        let drawn = self.ask(py, &bounds, move |search, board| {
            search.sample(board, boards, seed)
        })?;
        match drawn {
            Ok(answer) if !answer.stop.is_limit() => Ok(self.boards(answer.value)),
            Ok(answer) => Err(failure::stopped(py, answer.stop)),
            Err(stop) => Err(failure::stopped(py, stop)),
        }
    }

    /// The board without givens that are not needed, and with `rules` without rules that are not needed; or
    /// why there is none, and the limit that stopped the search.
    fn minimize(
        &self,
        py: Python<'_>,
        bounds: Bounds,
        seed: Option<u64>,
        rules: bool,
    ) -> PyResult<(Option<Self>, String, Option<String>)> {
        let puzzle = Arc::clone(&self.puzzle);
        let minimized = self.ask(py, &bounds, move |search, board| {
            if rules {
                let answer = search.minimize_rules(board, seed);
                return answer.map(|value| value.map(|minimal| minimal.puzzle(Some(&puzzle))));
            }
            let answer = search.minimize(board, seed);
            answer.map(|value| value.map(|minimized| puzzle.with_board(minimized.board)))
        })?;
        let answer = minimized.map_err(|stop| failure::stopped(py, stop))?;
        Ok(match answer.value {
            Ok(puzzle) if rules => (Some(Self::new(puzzle)), String::new(), None),
            Ok(puzzle) => {
                let board = Self::compiled(puzzle, &self.compiled);
                (Some(board), String::new(), None)
            }
            Err(Uniqueness::None) => (None, "none".to_owned(), limit_name(answer.stop)),
            Err(_) => (None, "several".to_owned(), limit_name(answer.stop)),
        })
    }

    /// Answers a question as the command line does: as JSON, as text, and the limit that stopped it.
    fn inquire(
        &self,
        py: Python<'_>,
        question: &str,
        bounds: Bounds,
    ) -> PyResult<(String, String, Option<String>)> {
        type Ask = Box<dyn Fn(&mut BoardSearch, &Grid) -> Answer<Finding> + Send>;
        let is_classic = self.puzzle.shape == *Sudoku::classic().shape();
        if question == "canonical" && !is_classic {
            let what = "canonical forms are for 9x9 boards of the classic shape only";
            return Err(failure::with_help(py, what, None));
        }
        let ask: Ask = match question {
            "count" => Box::new(|search, board| search.count(board).map(Finding::Count)),
            "marginals" => Box::new(|search, board| {
                let answer = search.marginals(board);
                let count = answer.stats.solutions.clone();
                answer.map(|each| match each {
                    Some(each) => Finding::Marginals(count, each),
                    None => Finding::Count(count),
                })
            }),
            "unique" => Box::new(|search, board| search.unique(board).map(Finding::Unique)),
            "check" => Box::new(|search, board| search.check(board).map(Finding::Check)),
            "explain" => Box::new(|search, board| search.explain(board).map(Finding::Explained)),
            "explain-rules" => {
                Box::new(|search, board| search.explain_and_rules(board).map(Finding::Explained))
            }
            "rate" => Box::new(|search, board| of_one(search.rate(board), Finding::Rated)),
            "effort" => Box::new(|search, board| of_one(search.effort(board), Finding::Effort)),
            "braids" => Box::new(|search, board| {
                let length = |length| Finding::Length("braids", length);
                of_one(search.braid_rating(board, usize::MAX), length)
            }),
            "whips" => Box::new(|search, board| {
                let length = |length| Finding::Length("whips", length);
                of_one(search.whip_rating(board, usize::MAX), length)
            }),
            _ => Box::new(|_, board| {
                let finding = board.canonical();
                let finding = finding.map_or_else(Finding::Refused, Finding::Automorphisms);
                Answer::new(finding, Stop::Exhausted, quadrille::Stats::default())
            }),
        };
        let answer = self.ask(py, &bounds, ask)?;
        let answer = match answer {
            Ok(answer) => answer,
            Err(stop) => return Err(failure::stopped(py, stop)),
        };
        if let Finding::Refused(error) = &answer.value {
            return Err(failure::with_help(py, error, None));
        }
        let about = About::new(&self.puzzle.shape, &self.puzzle.board, &answer);
        let json = serde_json::to_string(&about);
        let json = json.map_err(|error| PyValueError::new_err(error.to_string()))?;
        // Other questions than counts have enough after two solutions.
        let stop = match question {
            "count" => cut_by(answer.stop),
            _ => limit_name(answer.stop),
        };
        Ok((json, about.to_string(), stop))
    }
}
