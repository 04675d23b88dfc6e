//! Solutions, and the iterator over them.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::vec;

use pyo3::PyTraverseError;
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyString, PyTuple};
use quadrille::{Budget, CancelToken, OptionId, Stop};

use crate::bounds::Bounds;
use crate::problem::Frozen;
use crate::search::{Assumptions, Setup};
use crate::wait::{News, Pending, begin};

/// A solution: the numbers of its options, in ascending order.
#[pyclass(frozen, module = "quadrille")]
pub(crate) struct Solution {
    owner: Py<PyAny>,
    solution: quadrille::Solution,
}

impl Solution {
    /// Makes a solution of a problem, packing and so on, which knows the names of its items.
    pub(crate) fn new(owner: Py<PyAny>, solution: quadrille::Solution) -> Self {
        Self { owner, solution }
    }

    fn numbers(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.solution.options().iter().map(|option| option.index())
    }

    /// What the owner says about this solution.
    fn of_owner<'py>(slf: &Bound<'py, Self>, what: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.get().owner.bind(slf.py()).call_method1(what, (slf,))
    }
}

#[pymethods]
impl Solution {
    /// The numbers of the options.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.numbers())
    }

    /// The items of each option, as the problem was built.
    #[getter]
    fn items<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::of_owner(slf, "_items_of_solution")
    }

    /// The data of each option.
    #[getter]
    fn data<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::of_owner(slf, "_data_of_solution")
    }

    /// The sum of the costs of the options.
    #[getter]
    fn cost<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::of_owner(slf, "_cost_of_solution")
    }

    /// A picture as SVG text; an exception if the items are not named like cells.
    fn svg<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::of_owner(slf, "_svg_of_solution")
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::of_owner(slf, "_repr_svg_of_solution")
    }

    fn __str__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::of_owner(slf, "_text_of_solution")
    }

    fn __repr__(&self) -> String {
        let numbers: Vec<String> = self.numbers().map(|number| number.to_string()).collect();
        format!("Solution({})", numbers.join(", "))
    }

    fn __len__(&self) -> usize {
        self.solution.options().len()
    }

    fn __contains__(&self, option: u32) -> bool {
        self.solution
            .options()
            .binary_search(&OptionId::new(option))
            .is_ok()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.options(py)?.try_iter()?.into_any())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| other.get().solution == self.solution)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.solution.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, solution) = (slf.py(), slf.get());
        let make = slf.get_type().getattr("_of")?;
        let state = (solution.owner.clone_ref(py), solution.options(py)?);
        (make, state).into_pyobject(py)
    }

    /// Makes the solution of these options, without a check.
    #[staticmethod]
    fn _of(owner: Py<PyAny>, options: Vec<u32>) -> Self {
        let solution = options.into_iter().map(OptionId::new).collect();
        Self::new(owner, solution)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.owner)
    }
}

/// A lazy iterator over solutions.
#[pyclass(frozen, module = "quadrille")]
pub(crate) struct Solutions {
    owner: Py<PyAny>,
    frozen: Arc<Frozen>,
    report: Option<Py<PyAny>>,
    news: News,
    token: CancelToken,
    walk: Mutex<Walk>,
}

struct Walk {
    /// Solutions that were found in advance.
    ready: vec::IntoIter<quadrille::Solution>,
    state: State,
    /// How many solutions the next call finds in advance.
    batch: usize,
    found: u64,
}

enum State {
    /// Before the first solution.
    Ready(Box<Setup>, Budget),
    Walking(Box<quadrille::Solutions>),
    /// The next batch is being found.
    Ahead(Pending<Batch>),
    Ended(Stop),
}

/// Solutions that were found together.
struct Batch {
    found: Vec<quadrille::Solution>,
    state: State,
    /// Whether they took so little time that the next ones are found before they are wanted.
    is_fast: bool,
}

/// The most solutions that are found in advance: at first, and later.
const FIRST: usize = 64;
const BATCH: usize = 1024;
/// After this time a batch ends with the next solution.
const SLICE: Duration = Duration::from_millis(2);

impl Solutions {
    pub(crate) fn new(
        frozen: Arc<Frozen>,
        owner: Py<PyAny>,
        assumed: Option<&Assumptions>,
        bounds: Bounds,
    ) -> Self {
        let (token, news) = (CancelToken::new(), News::default());
        let budget = Budget::start(&bounds.limits(&token));
        let setup = Box::new(Setup::new(assumed, &bounds));
        Self {
            owner,
            frozen,
            news,
            token,
            walk: Mutex::new(Walk {
                ready: Vec::new().into_iter(),
                state: State::Ready(setup, budget),
                batch: FIRST,
                found: 0,
            }),
            report: bounds.progress,
        }
    }

    /// Takes the next batch of solutions.
    fn refill(&self, py: Python<'_>, walk: &mut Walk) -> PyResult<()> {
        // If an exception ends the wait, the walk has ended.
        let state = std::mem::replace(&mut walk.state, State::Ended(Stop::Cancelled));
        let pending = match state {
            State::Ended(stop) => {
                walk.state = State::Ended(stop);
                return Ok(());
            }
            State::Ahead(pending) => pending,
            state => self.begin(state, walk.batch)?,
        };
        let report = self.report.as_ref().map(|report| (report, &self.news));
        let Batch {
            found,
            state,
            is_fast,
        } = pending.wait(py, &self.token, report)?;
        walk.ready = found.into_iter();
        walk.batch = BATCH;
        walk.state = match is_fast {
            true => State::Ahead(self.begin(state, walk.batch)?),
            false => state,
        };
        Ok(())
    }

    /// Begins to find a batch.
    fn begin(&self, state: State, batch: usize) -> PyResult<Pending<Batch>> {
        let frozen = Arc::clone(&self.frozen);
        let news = self.report.as_ref().map(|_| self.news.clone());
        begin(move || {
            let ended = |found, stop| Batch {
                found,
                state: State::Ended(stop),
                is_fast: false,
            };
            let mut solutions = match state {
                State::Ready(setup, budget) => match frozen.search(&budget) {
                    Ok(mut search) => {
                        setup.apply(&mut search, &budget, news.as_ref());
                        Box::new(search.into_solutions())
                    }
                    Err(stop) => return ended(Vec::new(), stop),
                },
                State::Walking(solutions) => solutions,
                State::Ahead(_) => unreachable!("it is waited for"),
                State::Ended(stop) => return ended(Vec::new(), stop),
            };
            let begun = Instant::now();
            let mut found = Vec::with_capacity(batch);
            while found.len() < batch {
                match solutions.next() {
                    Some(solution) => found.push(solution),
                    None => return ended(found, solutions.stop().unwrap_or_default()),
                }
                if begun.elapsed() > SLICE {
                    break;
                }
            }
            Batch {
                is_fast: found.len() == batch,
                found,
                state: State::Walking(solutions),
            }
        })
    }

    fn stop_reason(&self, py: Python<'_>) -> Option<Stop> {
        let walk = self.walk.lock_py_attached(py);
        let walk = walk.unwrap_or_else(PoisonError::into_inner);
        match walk.state {
            State::Ended(stop) if walk.ready.len() == 0 => Some(stop),
            _ => None,
        }
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        let walk = self.walk.lock_py_attached(py);
        let mut walk = walk.unwrap_or_else(PoisonError::into_inner);
        if walk.ready.len() == 0 {
            self.refill(py, &mut walk)?;
        }
        Ok(walk.ready.next().map(|solution| {
            walk.found += 1;
            Solution::new(self.owner.clone_ref(py), solution)
        }))
    }

    /// The limit that ended the iterator; `None` before the end, and at the end of all solutions.
    #[getter]
    fn stop(&self, py: Python<'_>) -> Option<String> {
        let stop = self.stop_reason(py).filter(|&stop| stop != Stop::Exhausted);
        stop.map(|stop| stop.to_string())
    }

    /// Whether the iterator has ended and there are no other solutions.
    #[getter]
    fn complete(&self, py: Python<'_>) -> bool {
        self.stop_reason(py) == Some(Stop::Exhausted)
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        let walk = self.walk.lock_py_attached(py);
        let found = walk.unwrap_or_else(PoisonError::into_inner).found;
        let end = match (self.complete(py), self.stop(py)) {
            (true, _) => ", complete".to_owned(),
            (_, Some(stop)) => format!(", stopped: {stop}"),
            _ => String::new(),
        };
        PyString::new(py, &format!("<Solutions: {found} so far{end}>"))
    }
}

impl Drop for Solutions {
    /// Stops a walk that nobody waits for.
    fn drop(&mut self) {
        self.token.cancel();
    }
}
