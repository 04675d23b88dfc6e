//! Solutions, and the iterator over them.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::mem;
use std::process;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};
use std::vec;

use pyo3::PyTraverseError;
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use quadrille::{Budget, CancelToken, OptionId, Stop};

use crate::bounds::Bounds;
use crate::problem::Frozen;
use crate::search::{Assumptions, Setup, cut_by, name_of};
use crate::wait::{News, TICK, wait};

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

    fn __contains__(&self, option: &Bound<'_, PyAny>) -> bool {
        let option = option.extract().map(OptionId::new);
        option.is_ok_and(|option| self.solution.options().binary_search(&option).is_ok())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.options(py)?.try_iter()?.into_any())
    }

    /// Whether the options have the same numbers, of whatever problem.
    fn __eq__(&self, other: &Self) -> bool {
        other.solution == self.solution
    }

    fn __getitem__(&self, place: isize) -> PyResult<usize> {
        let options = self.solution.options();
        let place = if place < 0 {
            place.checked_add_unsigned(options.len())
        } else {
            Some(place)
        };
        let place = place.and_then(|place| usize::try_from(place).ok());
        let option = place.and_then(|place| options.get(place));
        option
            .map(|option| option.index())
            .ok_or_else(|| PyIndexError::new_err("no such option"))
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
    /// Never locked for long: a thread that waits for solutions takes the state out of it.
    walk: Mutex<Walk>,
    /// Notified when the state is put back.
    changed: Condvar,
    /// The process whose threads search. A fork has none of them.
    process: u32,
}

struct Walk {
    /// Solutions that were found in advance.
    ready: vec::IntoIter<quadrille::Solution>,
    state: State,
    found: u64,
}

enum State {
    /// Before the first solution.
    Ready(Box<Setup>, Budget),
    Walking(Box<quadrille::Solutions>),
    /// This thread waits for the next batch.
    Awaited(ThreadId),
    Ended(Stop),
}

/// The most solutions that are found in advance: at first, and later.
const FIRST: usize = 64;
const BATCH: usize = 4096;
/// After this time a batch ends with the next solution.
const SLICE: Duration = Duration::from_millis(5);

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
                found: 0,
            }),
            changed: Condvar::new(),
            process: process::id(),
            report: bounds.progress,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Walk> {
        self.walk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the state, to find the next batch; `None` if there are solutions now, or at the end.
    fn take(&self, py: Python<'_>) -> PyResult<Option<State>> {
        let own = thread::current().id();
        loop {
            let mut walk = self.lock();
            match walk.state {
                _ if walk.ready.len() > 0 => return Ok(None),
                State::Ended(_) => return Ok(None),
                State::Awaited(thread) if thread == own => {
                    return Err(PyValueError::new_err("the iterator is already running"));
                }
                State::Awaited(_) => {}
                _ => {
                    let state = mem::replace(&mut walk.state, State::Awaited(own));
                    return Ok(Some(state));
                }
            }
            drop(walk);
            // Another thread waits. Meanwhile this one hears Ctrl-C.
            py.detach(|| {
                let wait = self.changed.wait_timeout(self.lock(), TICK);
                drop(wait.unwrap_or_else(PoisonError::into_inner));
            });
            py.check_signals()?;
        }
    }

    /// Puts the state back, with solutions.
    fn put(&self, found: Vec<quadrille::Solution>, state: State) {
        let mut walk = self.lock();
        walk.ready = found.into_iter();
        walk.state = state;
        drop(walk);
        self.changed.notify_all();
    }

    /// Finds the next batch of solutions.
    fn refill(&self, py: Python<'_>, state: State) -> PyResult<()> {
        let (frozen, news) = (Arc::clone(&self.frozen), self.news.clone());
        let told = self.report.is_some();
        let report = self.report.as_ref().map(|report| (report, &self.news));
        let waited = wait(py, &self.token, report, move || {
            let (mut solutions, batch) = match state {
                State::Ready(setup, budget) => match frozen.search(&budget) {
                    Ok(mut search) => {
                        setup.apply(&mut search, &budget, told.then_some(&news));
                        (Box::new(search.into_solutions()), FIRST)
                    }
                    Err(stop) => return (Vec::new(), State::Ended(stop)),
                },
                State::Walking(solutions) => (solutions, BATCH),
                State::Ended(stop) => return (Vec::new(), State::Ended(stop)),
                State::Awaited(_) => unreachable!("it is waited for"),
            };
            let begun = Instant::now();
            let mut found = Vec::new();
            while found.len() < batch && begun.elapsed() < SLICE {
                match solutions.next() {
                    Some(solution) => found.push(solution),
                    None => return (found, State::Ended(solutions.stop().unwrap_or_default())),
                }
            }
            (found, State::Walking(solutions))
        });
        match waited {
            Ok((found, state)) => {
                self.put(found, state);
                Ok(())
            }
            // After an exception the walk has ended.
            Err(exception) => {
                self.put(Vec::new(), State::Ended(Stop::Cancelled));
                Err(exception)
            }
        }
    }

    fn stop_reason(&self) -> Option<Stop> {
        let walk = self.lock();
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
        if self.process != process::id() {
            let what = "the iterator belongs to the process that was forked: make another one";
            return Err(PyRuntimeError::new_err(what));
        }
        loop {
            let mut walk = self.lock();
            if let Some(solution) = walk.ready.next() {
                walk.found += 1;
                drop(walk);
                return Ok(Some(Solution::new(self.owner.clone_ref(py), solution)));
            }
            if matches!(walk.state, State::Ended(_)) {
                return Ok(None);
            }
            drop(walk);
            if let Some(state) = self.take(py)? {
                self.refill(py, state)?;
            }
        }
    }

    /// The limit that ended the iterator; `None` before the end, and at the end of all solutions.
    #[getter]
    fn stop(&self) -> Option<String> {
        self.stop_reason().and_then(cut_by)
    }

    /// Whether the iterator has ended and there are no other solutions.
    #[getter]
    fn complete(&self) -> bool {
        self.stop_reason() == Some(Stop::Exhausted)
    }

    fn __repr__(&self) -> String {
        let found = self.lock().found;
        let end = match self.stop_reason() {
            None => String::new(),
            Some(Stop::Exhausted) => ", complete".to_owned(),
            Some(stop) => format!(", stopped: {}", name_of(stop)),
        };
        format!("<Solutions: {found} so far{end}>")
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.owner)?;
        visit.call(&self.report)
    }
}

impl Drop for Solutions {
    /// Stops a walk that nobody waits for.
    fn drop(&mut self) {
        self.token.cancel();
        if self.process != process::id() {
            // The threads of the walk are not here, so nobody can wait for them.
            let walk = self.walk.get_mut().unwrap_or_else(PoisonError::into_inner);
            mem::forget(mem::replace(&mut walk.state, State::Ended(Stop::Cancelled)));
        }
    }
}
