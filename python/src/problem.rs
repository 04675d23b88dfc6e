//! Problems: a builder until the first question, then frozen.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyBytes;
use quadrille::picture::Drawing;
use quadrille::text::{Form, WriteError, cnf, lp, mps, opb};
use quadrille::{
    Budget, BuildError, Builder, CancelToken, Colour, ItemId, OptionId, Problem, Search, Solver,
    Stop,
};

use crate::bounds::settings;
use crate::cost::{Given, Shown};
use crate::failure;
use crate::wait::wait;

/// A problem whose items, options and colours are numbers from 0. Items and colours also have texts.
#[pyclass(frozen, module = "quadrille._quadrille")]
pub(crate) struct Core {
    state: Mutex<State>,
}

enum State {
    /// Items and options may still be added.
    Open(Box<Builder>),
    Frozen(Arc<Frozen>),
}

/// A problem that is asked about.
pub(crate) struct Frozen {
    pub(crate) problem: Arc<Problem>,
    /// The solver, and the memory limit under which it was compiled.
    solver: Mutex<Option<(usize, Solver)>>,
    /// Searches that no question uses now, in the same way. They keep the state of their engines.
    idle: Mutex<Vec<(usize, Search)>>,
}

/// The largest number of idle searches.
const IDLE: usize = 8;

impl Frozen {
    pub(crate) fn new(problem: Arc<Problem>) -> Arc<Self> {
        Arc::new(Self {
            problem,
            solver: Mutex::new(None),
            idle: Mutex::new(Vec::new()),
        })
    }

    /// A problem that is compiled already, under this memory limit.
    pub(crate) fn compiled(solver: &Solver, memory: usize) -> Arc<Self> {
        Arc::new(Self {
            problem: Arc::clone(solver.problem()),
            solver: Mutex::new(Some((memory, solver.clone()))),
            idle: Mutex::new(Vec::new()),
        })
    }

    /// Returns a search, with whatever assumptions the last question left. Compiles the problem if the
    /// last question did not do so under the same memory limit.
    ///
    /// Nobody waits for the locks: in a fork they may be held by threads that are not there.
    pub(crate) fn search(&self, budget: &Budget) -> Result<Search, Stop> {
        let memory = budget.most_memory();
        let take = |idle: &mut Vec<(usize, Search)>| {
            let place = idle.iter().rposition(|&(of, _)| of == memory)?;
            Some(idle.swap_remove(place).1)
        };
        let idle = self.idle.try_lock().ok();
        if let Some(search) = idle.and_then(|mut idle| take(&mut idle)) {
            return Ok(search);
        }
        let known = self
            .solver
            .try_lock()
            .ok()
            .and_then(|solver| solver.clone());
        let solver = match known {
            Some((of, solver)) if of == memory => solver,
            _ => {
                let problem = Arc::clone(&self.problem);
                let compiled = Solver::within(problem, &settings(budget), budget)?;
                if let Ok(mut solver) = self.solver.try_lock() {
                    *solver = Some((memory, compiled.clone()));
                }
                compiled
            }
        };
        Ok(solver.search())
    }

    /// Keeps a search for later questions with the same memory limit.
    pub(crate) fn give(&self, search: Search, budget: &Budget) {
        if let Ok(mut idle) = self.idle.try_lock()
            && idle.len() < IDLE
        {
            idle.push((budget.most_memory(), search));
        }
    }
}

impl Core {
    pub(crate) fn of(frozen: Arc<Frozen>) -> Self {
        Self {
            state: Mutex::new(State::Frozen(frozen)),
        }
    }

    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, State> {
        let state = self.state.lock_py_attached(py);
        state.unwrap_or_else(PoisonError::into_inner)
    }

    /// Freezes the problem.
    pub(crate) fn frozen(&self, py: Python<'_>) -> Arc<Frozen> {
        let mut state = self.lock(py);
        if let State::Open(builder) = &mut *state {
            let problem = std::mem::take(builder.as_mut()).build();
            *state = State::Frozen(Frozen::new(Arc::new(problem)));
        }
        match &*state {
            State::Frozen(frozen) => Arc::clone(frozen),
            State::Open(_) => unreachable!("it is frozen above"),
        }
    }

    /// Changes the problem. If it is frozen, questions that are not answered yet keep the old one.
    fn build<T>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Builder) -> Result<T, BuildError>,
    ) -> PyResult<T> {
        let mut state = self.lock(py);
        if let State::Frozen(frozen) = &*state {
            let problem = Problem::clone(&frozen.problem);
            *state = State::Open(Box::new(Builder::from(problem)));
        }
        let changed = match &mut *state {
            State::Open(builder) => change(builder),
            State::Frozen(_) => unreachable!("it is open above"),
        };
        // Python may run anything when it makes an exception.
        drop(state);
        changed.map_err(|error| failure::built(py, &error))
    }
}

#[pymethods]
impl Core {
    #[new]
    fn new() -> Self {
        Self {
            state: Mutex::new(State::Open(Box::default())),
        }
    }

    fn primary(&self, py: Python<'_>, text: &str) -> PyResult<usize> {
        self.build(py, |builder| builder.primary(text).map(ItemId::index))
    }

    fn secondary(&self, py: Python<'_>, text: &str) -> PyResult<usize> {
        self.build(py, |builder| builder.secondary(text).map(ItemId::index))
    }

    fn multiple(&self, py: Python<'_>, text: &str, low: u32, high: u32) -> PyResult<usize> {
        self.build(py, |builder| {
            builder.multiple(text, low..=high).map(ItemId::index)
        })
    }

    fn colour(&self, py: Python<'_>, text: &str) -> PyResult<usize> {
        self.build(py, |builder| builder.colour(text).map(Colour::index))
    }

    /// Adds an option. `colours` has a colour or `None` for each item.
    #[pyo3(signature = (items, colours=None, cost=Given::Whole(0)))]
    fn option(
        &self,
        py: Python<'_>,
        items: Vec<u32>,
        colours: Option<Vec<Option<u32>>>,
        cost: Given,
    ) -> PyResult<usize> {
        let cost = cost.decimal(py)?;
        self.build(py, |builder| {
            let items = items.into_iter().map(ItemId::new);
            let option = match colours {
                None => builder.costed_option(items, cost)?,
                Some(colours) => {
                    let colours = colours.into_iter().map(|colour| colour.map(Colour::new));
                    builder.costed_option(items.zip(colours), cost)?
                }
            };
            Ok(option.index())
        })
    }

    /// Replaces the problem: adds items, all primary but those listed, then an option for each row of a sparse matrix. Items
    /// without texts are "0", "1" and so on.
    fn rows(
        &self,
        py: Python<'_>,
        items: u32,
        texts: Option<Vec<String>>,
        secondary: Vec<u32>,
        starts: &Bound<'_, PyAny>,
        columns: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let starts = Numbers::copy(starts)?;
        let columns = Numbers::copy(columns)?;
        let rows = starts.len().saturating_sub(1);
        let ends_well =
            starts.len() > 0 && starts.at(0) == 0 && starts.at(rows) == columns.len() as u64;
        if !ends_well || (0..rows).any(|row| starts.at(row) > starts.at(row + 1)) {
            return Err(PyValueError::new_err("the row pointers are not ascending"));
        }
        // What the lists of the problem take, about; too much of it would end the process.
        let bytes = 24 * items as usize + 8 * rows + 8 * columns.len();
        if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
            let what = format!("the problem takes about {bytes} bytes");
            return Err(PyMemoryError::new_err(what));
        }
        let mut is_secondary = vec![false; items as usize];
        for item in secondary {
            match is_secondary.get_mut(item as usize) {
                Some(is_secondary) => *is_secondary = true,
                None => return Err(PyIndexError::new_err(format!("no column {item}"))),
            }
        }
        let build = move || {
            let mut builder = Builder::default();
            builder.reserve(items as usize, rows);
            for (item, is_secondary) in is_secondary.into_iter().enumerate() {
                let text = texts.as_ref().and_then(|texts| texts.get(item));
                let text = text.map_or_else(|| item.to_string(), String::clone);
                if is_secondary {
                    builder.secondary(text)?
                } else {
                    builder.primary(text)?
                };
            }
            for row in 0..rows {
                let places = starts.at(row) as usize..starts.at(row + 1) as usize;
                // A column beyond the range of ids is unknown, too.
                let item = |column| ItemId::new(u32::try_from(column).unwrap_or(u32::MAX));
                builder.option(places.map(|place| item(columns.at(place))))?;
            }
            Ok(builder)
        };
        let built = wait(py, &CancelToken::new(), None, build)?;
        let builder = built.map_err(|error: BuildError| failure::built(py, &error))?;
        *self.lock(py) = State::Open(Box::new(builder));
        Ok(())
    }

    /// Adds a cost to that of each option.
    fn add_costs(&self, py: Python<'_>, costs: Vec<Given>) -> PyResult<()> {
        let costs = costs.into_iter().map(|cost| cost.decimal(py));
        let costs = costs.collect::<PyResult<Vec<_>>>()?;
        self.build(py, |builder| {
            let costs = (0..).map(OptionId::new).zip(costs);
            costs
                .into_iter()
                .try_for_each(|(option, cost)| builder.add_cost(option, cost))
        })
    }

    fn item(&self, py: Python<'_>, text: &str) -> Option<usize> {
        self.with(py, |problem| problem.item(text).map(ItemId::index))
    }

    /// The texts of all items.
    fn item_texts(&self, py: Python<'_>) -> Vec<String> {
        self.with(py, |problem| {
            problem
                .items()
                .map(|item| problem.name(item).to_owned())
                .collect()
        })
    }

    /// The texts of all colours.
    fn colour_texts(&self, py: Python<'_>) -> Vec<String> {
        self.with(py, |problem| {
            let colours = (0..problem.colour_count() as u32).map(Colour::new);
            colours
                .map(|colour| problem.colour_name(colour).to_owned())
                .collect()
        })
    }

    #[getter]
    fn option_count(&self, py: Python<'_>) -> usize {
        self.with(py, Problem::option_count)
    }

    /// The least and the greatest number of options that cover an item; `None` if it is secondary.
    fn multiplicity(&self, py: Python<'_>, item: u32) -> Option<(u32, u32)> {
        self.with(py, |problem| {
            let bounds = problem.multiplicity(ItemId::new(item))?;
            Some((*bounds.start(), *bounds.end()))
        })
    }

    /// The items of an option, each with its colour.
    fn uses(&self, py: Python<'_>, option: u32) -> Vec<(usize, Option<usize>)> {
        self.with(py, |problem| {
            let uses = problem.uses_of(OptionId::new(option));
            uses.map(|(item, colour)| (item.index(), colour.map(Colour::index)))
                .collect()
        })
    }

    /// The sum of the costs of options.
    fn cost(&self, py: Python<'_>, options: Vec<u32>) -> Shown {
        self.with(py, |problem| {
            let options = options.into_iter().map(OptionId::new);
            Shown(problem.decimal(options.map(|option| problem.cost(option)).sum()))
        })
    }

    /// An option in words.
    fn display(&self, py: Python<'_>, option: u32) -> String {
        self.with(py, |problem| {
            problem.display_option(OptionId::new(option)).to_string()
        })
    }

    /// A picture of a solution: as text, as text with colours, or as SVG. An exception if the items are
    /// not named like cells.
    fn picture(&self, py: Python<'_>, options: Vec<u32>, form: &str) -> PyResult<String> {
        let problem = Arc::clone(&self.frozen(py).problem);
        let picture = wait(py, &CancelToken::new(), None, move || {
            let solution = options.into_iter().map(OptionId::new).collect();
            Drawing::new(&problem)?.picture(&solution)
        })?;
        let picture = picture.map_err(|error| {
            let help = error.help().map(str::to_owned);
            failure::with_help(py, &error, help)
        })?;
        Ok(match form {
            "text" => picture.to_text(false),
            "colour" => picture.to_text(true),
            _ => picture.to_svg(),
        })
    }

    /// Remarks about the problem, such as options that no solution uses.
    fn notes(&self, py: Python<'_>) -> Vec<String> {
        self.with(py, |problem| {
            let notes = problem.notes().iter();
            notes
                .map(|note| note.display(problem).to_string())
                .collect()
        })
    }

    /// Reads a problem. Without a format, the extension of its file and the text say which one it is.
    /// `file` is the name in messages.
    #[staticmethod]
    #[pyo3(signature = (text, format=None, extension=None, file=None))]
    fn read(
        py: Python<'_>,
        text: &[u8],
        format: Option<&str>,
        extension: Option<&str>,
        file: Option<&str>,
    ) -> PyResult<Self> {
        let form = match (format, extension.and_then(Form::from_word)) {
            (Some(word), _) => Form::from_word(word).ok_or_else(|| unknown_format(word))?,
            (None, Some(form)) => form.of_file(text),
            (None, None) => Form::of_text(text),
        };
        let is_guessed = format.is_none();
        let text = text.to_vec();
        let problem = wait(py, &CancelToken::new(), None, move || {
            form.read(&text).map_err(|error| {
                if is_guessed {
                    form.suggest(error, &text, usize::MAX)
                } else {
                    error
                }
            })
        })?;
        let problem = problem.map_err(|error| failure::in_text(py, &error, file))?;
        Ok(Self::of(Frozen::new(Arc::new(problem))))
    }

    /// Writes the problem in a format.
    fn write<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        let form = Form::from_word(format);
        let write: fn(&Problem, &mut Vec<u8>) -> Result<(), WriteError> = match format {
            _ if form.is_some() => |_, _| Ok(()),
            "cnf" => cnf::write,
            "opb" => opb::write,
            "lp" => lp::write,
            "mps" => mps::write,
            _ => return Err(unknown_format(format)),
        };
        let problem = Arc::clone(&self.frozen(py).problem);
        let written = wait(py, &CancelToken::new(), None, move || {
            let mut out = Vec::new();
            let written = match form {
                Some(form) => form.write(&problem, &mut out),
                None => write(&problem, &mut out),
            };
            written.map(|()| out)
        })?;
        match written {
            Ok(out) => Ok(PyBytes::new(py, &out)),
            Err(error) => Err(unwritable(py, &error)),
        }
    }
}

impl Core {
    /// Calls `ask` with the problem so far.
    fn with<T>(&self, py: Python<'_>, ask: impl FnOnce(&Problem) -> T) -> T {
        match &*self.lock(py) {
            State::Open(builder) => ask(builder.problem()),
            State::Frozen(frozen) => ask(&frozen.problem),
        }
    }
}

fn unknown_format(format: &str) -> PyErr {
    PyValueError::new_err(format!("there is no format {format:?}"))
}

fn unwritable(py: Python<'_>, error: &WriteError) -> PyErr {
    let help = error.help().map(str::to_owned);
    failure::with_help(py, error, help)
}

/// A copy of an array of 32-bit or 64-bit integers.
enum Numbers {
    Short(Vec<i32>),
    Long(Vec<i64>),
}

impl Numbers {
    fn copy(array: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = array.py();
        // An empty buffer may have no address, which is no buffer to the reader below.
        if array.len()? == 0 {
            return Ok(Self::Short(Vec::new()));
        }
        if let Ok(buffer) = PyBuffer::get(array) {
            return buffer.to_vec(py).map(Self::Short);
        }
        match PyBuffer::get(array) {
            Ok(buffer) => buffer.to_vec(py).map(Self::Long),
            Err(_) => Err(PyTypeError::new_err("expected an array of integers")),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Short(numbers) => numbers.len(),
            Self::Long(numbers) => numbers.len(),
        }
    }

    /// A number of the array; the largest of all numbers in place of a negative one.
    fn at(&self, place: usize) -> u64 {
        match self {
            Self::Short(numbers) => numbers[place].try_into().unwrap_or(u64::MAX),
            Self::Long(numbers) => numbers[place].try_into().unwrap_or(u64::MAX),
        }
    }
}
