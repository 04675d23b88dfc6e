//! Sudoku boards, with any rules.

use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadrille::report::sudoku::{About, Finding};
use quadrille::sudoku::text::{BoardError, Content, Reader, Record, drawn_shape, guess_side};
use quadrille::sudoku::{
    BoardSearch, Difficulty, Generator, Grid, Puzzle, PuzzleError, PuzzleFormat, Recipe,
    RecipeError, RuleKind, Shape, ShapeError, Sudoku, Symmetry,
};
use quadrille::text::Excerpt;
use quadrille::{Answer, Budget, CancelToken, OptionId, Settings, Stop, Uniqueness};

use crate::bounds::Bounds;
use crate::failure::{self, Details};
use crate::problem::{Core, Frozen};
use crate::search::{cut_by, limit_name};
use crate::wait::{News, ask, wait};

/// A board and its rules.
#[pyclass(frozen, module = "quadrille._quadrille")]
#[derive(Clone)]
pub(crate) struct BoardCore {
    puzzle: Arc<Puzzle>,
    compiled: Arc<Compiled>,
}

/// A shape, compiled by the first question about one of its boards.
struct Compiled {
    shape: Shape,
    /// Not locked while it is compiled: a fork would wait forever, and a question with less time, too.
    sudoku: Mutex<Option<Sudoku>>,
}

/// The number of shapes that stay compiled although no board has them.
const SHAPES: usize = 8;

impl Compiled {
    /// Returns the shape, compiled already if a board had it not long ago.
    fn of(shape: &Shape) -> Arc<Self> {
        static RECENT: Mutex<Vec<Arc<Compiled>>> = Mutex::new(Vec::new());
        let new = || {
            Arc::new(Self {
                shape: shape.clone(),
                sudoku: Mutex::new(None),
            })
        };
        // Nobody waits for the lock: see `Frozen::search`.
        let Ok(mut recent) = RECENT.try_lock() else {
            return new();
        };
        let found = recent.iter().position(|known| known.shape == *shape);
        let compiled = match found {
            Some(place) => recent.remove(place),
            None => new(),
        };
        recent.truncate(SHAPES - 1);
        recent.insert(0, Arc::clone(&compiled));
        compiled
    }

    fn sudoku(&self, budget: &Budget) -> Result<Sudoku, Stop> {
        let known = self.sudoku.try_lock().ok().and_then(|known| known.clone());
        if let Some(sudoku) = known {
            return Ok(sudoku);
        }
        let compiled = match self.shape == *Sudoku::classic().shape() {
            true => Sudoku::classic().clone(),
            false => Sudoku::within(self.shape.clone(), &Settings::default(), budget)?,
        };
        if let Ok(mut known) = self.sudoku.try_lock() {
            *known = Some(compiled.clone());
        }
        Ok(compiled)
    }
}

impl BoardCore {
    fn new(puzzle: Puzzle) -> Self {
        Self {
            compiled: Compiled::of(&puzzle.shape),
            puzzle: Arc::new(puzzle),
        }
    }

    fn with_grid(&self, board: Grid) -> Self {
        Self {
            puzzle: Arc::new(self.puzzle.with_board(board)),
            compiled: Arc::clone(&self.compiled),
        }
    }

    /// Compiles the rules; those about cells for this board alone, which makes the problem smaller.
    fn sudoku(&self, budget: &Budget) -> Result<Sudoku, Stop> {
        let Puzzle { shape, board, .. } = &*self.puzzle;
        match shape.cell_rules().is_empty() && !shape.has_hard_rules() {
            true => self.compiled.sudoku(budget),
            false => Sudoku::for_board_within(shape, board, &Settings::default(), budget),
        }
    }

    /// Asks a question about the board.
    fn ask<T: Send + 'static>(
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
    /// `given` are not givens.
    fn picture(&self, form: &str, given: Option<&Self>) -> PyResult<String> {
        let Puzzle { shape, board, .. } = &*self.puzzle;
        let given = given.map_or(board, |given| &given.puzzle.board);
        let picture = shape.picture(board, given);
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
        written.map_err(|error| {
            let help = error.reason.help();
            failure::bad(
                py,
                &error,
                Details {
                    help,
                    ..Details::default()
                },
            )
        })
    }

    /// The board as an exact cover.
    fn encoded(&self, py: Python<'_>, bounds: Bounds) -> PyResult<EncodedCore> {
        let token = CancelToken::new();
        let (limits, own) = (bounds.limits(&token), self.clone());
        let compiled = wait(py, &token, None, move || {
            own.sudoku(&Budget::start(&limits))
        })?;
        let sudoku = compiled.map_err(|stop| failure::stopped(py, stop))?;
        Ok(EncodedCore {
            board: self.clone(),
            sudoku,
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

    /// The board without givens that are not needed; or why there is none, and the limit that stopped the
    /// search.
    fn minimize(
        &self,
        py: Python<'_>,
        bounds: Bounds,
        seed: Option<u64>,
    ) -> PyResult<(Option<Self>, String, Option<String>)> {
        let minimized = self.ask(py, &bounds, move |search, board| {
            search.minimize(board, seed)
        })?;
        let answer = minimized.map_err(|stop| failure::stopped(py, stop))?;
        Ok(match answer.value {
            Ok(minimized) => (Some(self.with_grid(minimized.board)), String::new(), None),
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
            return Err(failure::bad(py, what, Details::default()));
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
            "rate" => Box::new(|search, board| {
                let answer = search.rate(board);
                answer.map(|value| value.map_or_else(Finding::Unique, Finding::Rated))
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
            return Err(failure::bad(py, error, Details::default()));
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

/// A board as an exact cover: its rules as a problem, its givens as assumptions.
#[pyclass(frozen, module = "quadrille._quadrille")]
pub(crate) struct EncodedCore {
    board: BoardCore,
    sudoku: Sudoku,
}

#[pymethods]
impl EncodedCore {
    fn core(&self) -> Core {
        Core::of(Frozen::compiled(self.sudoku.solver()))
    }

    /// The options that are forced, and those that are forbidden.
    fn assumptions(&self) -> (Vec<usize>, Vec<usize>) {
        let mut search = self.sudoku.search();
        let assumed = search.assume(&self.board.puzzle.board).assumptions();
        let numbers = |options: &[OptionId]| options.iter().map(|option| option.index()).collect();
        (numbers(&assumed.forced()), numbers(&assumed.forbidden()))
    }

    /// The row, the column and the value of each option; `None` for options of other rules.
    fn candidates(&self) -> Vec<Option<(usize, usize, u32)>> {
        let shape = self.sudoku.shape();
        let options = 0..self.sudoku.solver().problem().option_count() as u32;
        let options = options.map(OptionId::new);
        let candidate = |option| {
            let (cell, value) = self.sudoku.encoding().candidate(option)?;
            let (row, column) = shape.place(cell);
            Some((row, column, shape.number(value)))
        };
        options.map(candidate).collect()
    }

    /// The board that a solution stands for.
    fn solved(&self, options: Vec<u32>) -> BoardCore {
        let options: Vec<OptionId> = options.into_iter().map(OptionId::new).collect();
        self.board.with_grid(self.sudoku.encoding().grid(&options))
    }
}

/// The error of a shape in words.
fn bad_shape(py: Python<'_>, text: &str, error: &ShapeError) -> PyErr {
    let line = text
        .lines()
        .nth(error.line.saturating_sub(1))
        .unwrap_or_default();
    let split = line.char_indices().nth(error.column.saturating_sub(1));
    let (before, after) = line.split_at(split.map_or(line.len(), |(at, _)| at));
    let word = after.find([' ', '\t']).unwrap_or(after.len());
    let (wrong, after) = after.split_at(word);
    let details = Details {
        file: None,
        place: Some((error.line, error.column)),
        excerpt: failure::shown(&Excerpt::new([before, wrong, after])),
        help: error.reason.help(),
    };
    failure::bad(py, &error.reason, details)
}

/// What is wrong with a board, in words.
struct Wrong {
    what: String,
    place: (usize, usize),
    excerpt: Option<String>,
    help: Option<String>,
}

impl Wrong {
    /// A board in a text.
    fn board(record: &Record, error: &BoardError) -> Self {
        let raw = record.raw();
        let (before, rest) = raw.split_at(error.span.start.min(raw.len()));
        let (wrong, after) = rest.split_at(error.span.len().min(rest.len()));
        let is_end = |byte: &u8| *byte == b'\n';
        let before = before.rsplit(is_end).next().unwrap_or_default();
        let after = after.split(is_end).next().unwrap_or_default();
        let pieces = [before, wrong, after.trim_ascii_end()].map(String::from_utf8_lossy);
        Self {
            what: error.reason.to_string(),
            place: (
                usize::try_from(error.line).unwrap_or(usize::MAX),
                error.column,
            ),
            excerpt: failure::shown(&Excerpt::new(pieces.each_ref().map(|piece| &**piece))),
            help: error.reason.help().map(Into::into),
        }
    }

    /// A puzzle with rules, which begins on a line.
    fn puzzle(text: &str, error: &PuzzleError, first_line: usize) -> Self {
        let start = error.span.start.min(text.len());
        let start = (0..=start).rev().find(|&at| text.is_char_boundary(at));
        let before = &text[..start.unwrap_or_default()];
        let column = before
            .rsplit('\n')
            .next()
            .map_or(0, |rest| rest.chars().count())
            + 1;
        Self {
            what: error.to_string(),
            place: (first_line + before.matches('\n').count(), column),
            excerpt: None,
            help: error.reason.help(),
        }
    }

    fn into_error(self, py: Python<'_>, file: Option<&str>) -> PyErr {
        let details = Details {
            file,
            place: Some(self.place),
            excerpt: self.excerpt,
            help: self.help,
        };
        failure::bad(py, self.what, details)
    }
}

/// Reads all boards of a text, in any format. An invalid board is an exception in its place.
#[pyfunction]
#[pyo3(signature = (text, shape=None, file=None))]
pub(crate) fn read_boards(
    py: Python<'_>,
    text: &[u8],
    shape: Option<&str>,
    file: Option<&str>,
) -> PyResult<Vec<Py<PyAny>>> {
    let named = match shape {
        Some(words) => {
            let side = match Shape::has_size(words) {
                true => None,
                false => guess_side(text, true),
            };
            let shape = Shape::from_text(words, side.unwrap_or(Shape::CLASSIC_SIDE));
            Some(shape.map_err(|error| bad_shape(py, words, &error))?)
        }
        None => None,
    };
    let text = text.to_vec();
    let read = wait(py, &CancelToken::new(), None, move || {
        let decoded = String::from_utf8_lossy(&text);
        let plain = decoded.trim_start_matches('\u{feff}');
        match &named {
            None if begins_with_puzzle(plain) => puzzles(plain),
            _ => boards(&text, named),
        }
    })?;
    let found = read.into_iter().map(|board| match board {
        Ok(board) => Py::new(py, board).map(Py::into_any),
        Err(wrong) => Ok(wrong.into_error(py, file).into_value(py).into_any()),
    });
    found.collect()
}

/// The boards of a text. What the text shows of their shape counts if no shape is named.
fn boards(text: &[u8], named: Option<Shape>) -> Vec<Result<BoardCore, Wrong>> {
    let shape = named.unwrap_or_else(|| {
        let drawn = drawn_shape(text);
        let drawn = drawn.and_then(|drawn| Shape::from_text(&drawn, Shape::CLASSIC_SIDE).ok());
        let of_size = || guess_side(text, true).and_then(Shape::with_side);
        drawn.or_else(of_size).unwrap_or_default()
    });
    let compiled = Compiled::of(&shape);
    let mut reader = Reader::of(shape.clone(), text).lenient();
    let (mut record, mut boards) = (Record::new(), Vec::new());
    // A text in memory cannot fail.
    while let Ok(true) = reader.next_record(&mut record) {
        match record.content() {
            Content::Board(grid) => boards.push(Ok(BoardCore {
                puzzle: Arc::new(Puzzle::new(shape.clone(), grid.clone())),
                compiled: Arc::clone(&compiled),
            })),
            Content::Bad(error) => boards.push(Err(Wrong::board(&record, error))),
            _ => {}
        }
    }
    boards
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty() || line.trim().starts_with('#')
}

/// Whether the first line that says something belongs to a puzzle with rules.
fn begins_with_puzzle(text: &str) -> bool {
    let first = text.lines().find(|line| !is_blank(line));
    first.is_some_and(|line| PuzzleFormat::detect(line).is_some())
}

/// The puzzles with rules of a text: one JSON object, or one puzzle on each line.
fn puzzles(text: &str) -> Vec<Result<BoardCore, Wrong>> {
    let one = |text: &str, line| match Puzzle::read(text) {
        Ok((puzzle, _)) => Ok(BoardCore::new(puzzle)),
        Err(error) => Err(Wrong::puzzle(text, &error, line)),
    };
    let is_one_object = text.trim_start().starts_with('{') && text.trim().contains('\n');
    if is_one_object && text.lines().filter(|line| line.starts_with('{')).count() == 1 {
        return vec![one(text, 1)];
    }
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !is_blank(line));
    lines
        .map(|(number, line)| one(line.trim(), number))
        .collect()
}

/// Makes the puzzle of a seed. An exception if no try gives one.
#[pyfunction]
#[pyo3(signature = (seed, bounds, shape, clues, symmetry, difficulty, is_minimal, tries, rules))]
#[expect(clippy::too_many_arguments, reason = "the Python side has keywords")]
pub(crate) fn generate(
    py: Python<'_>,
    seed: u64,
    bounds: Bounds,
    shape: &str,
    clues: Option<usize>,
    symmetry: &str,
    difficulty: Option<&str>,
    is_minimal: bool,
    tries: u64,
    rules: Vec<(String, Option<usize>)>,
) -> PyResult<Option<BoardCore>> {
    let shape = Shape::from_text(shape, Shape::CLASSIC_SIDE)
        .map_err(|error| bad_shape(py, shape, &error))?;
    let mut recipe = Recipe::new().tries(tries).symmetry(match symmetry {
        "180" => Symmetry::HalfTurn,
        "90" => Symmetry::QuarterTurn,
        "mirror" => Symmetry::Mirror,
        "diagonal" => Symmetry::Diagonal,
        _ => Symmetry::None,
    });
    if let Some(clues) = clues {
        recipe = recipe.clues(clues);
    }
    if is_minimal {
        recipe = recipe.minimal();
    }
    if let Some(difficulty) = Difficulty::ALL
        .into_iter()
        .find(|own| Some(own.name()) == difficulty)
    {
        recipe = recipe.difficulty(difficulty);
    }
    for (word, count) in rules {
        let kinds = match &*word {
            "kropki" => vec![RuleKind::Difference, RuleKind::Ratio],
            word => RuleKind::from_word(word).into_iter().collect(),
        };
        if kinds.is_empty() || !kinds.iter().all(|kind| kind.is_placed()) {
            let help = RuleKind::nearest(&word).map(|near| format!("did you mean {near:?}?"));
            let what = format!("no rule {word:?} can be placed");
            return Err(failure::bad(
                py,
                what,
                Details {
                    help,
                    ..Details::default()
                },
            ));
        }
        for kind in kinds {
            recipe = recipe.rules(kind, count);
        }
    }
    let token = CancelToken::new();
    let limits = bounds.limits(&token);
    let compiled = Compiled::of(&shape);
    let made = wait(py, &token, None, move || {
        let sudoku = match compiled.sudoku(&Budget::start(&limits)) {
            Ok(sudoku) => sudoku,
            Err(stop) => return Ok(Err(stop)),
        };
        let mut generator = Generator::new(&sudoku, recipe)?;
        Ok(Ok(generator.limits(limits).puzzle(seed, |_| true)))
    })?;
    let made = made.map_err(|error: RecipeError| failure::bad(py, error, Details::default()))?;
    let made = made.map_err(|stop| failure::stopped(py, stop))?;
    match made.board {
        Some(board) => Ok(Some(BoardCore::new(Puzzle::new(
            made.shape.unwrap_or(shape),
            board,
        )))),
        None if made.stop.is_limit() => Err(failure::stopped(py, made.stop)),
        None => Ok(None),
    }
}
