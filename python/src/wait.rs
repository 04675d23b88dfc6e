//! Waiting for long work.
//!
//! Work runs on a thread of its own, without Python. Meanwhile the thread that asked lets other threads
//! run Python, and wakes up every few milliseconds: it hears Ctrl-C and reports progress.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use quadrille::{Answer, Budget, CancelToken, CostRange, Decimal, Stop};

use crate::bounds::Bounds;
use crate::cost::Shown;
use crate::workers;

/// How often the waiting thread wakes up.
pub(crate) const TICK: Duration = Duration::from_millis(20);

/// How far long work is. The attributes that do not apply are `None`.
#[pyclass(frozen, get_all, module = "quadrille")]
#[derive(Clone)]
pub(crate) struct Progress {
    /// The share of the work that is done, from 0 to 1.
    share: Option<f64>,
    /// The number of solutions found.
    solutions: num_bigint::BigUint,
    /// The number of nodes visited.
    nodes: u64,
    /// The seconds since the question was asked.
    seconds: f64,
    /// The number of states that a count or a diagram has stored.
    states: Option<usize>,
    /// The level that a count or a diagram has reached, and the number of levels.
    level: Option<(usize, usize)>,
    /// The best cost found.
    cost: Option<Shown>,
    /// A bound of all costs: no solution has a better one.
    bound: Option<Shown>,
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        let share = self.share.map(|share| format!("share={share:.3}, "));
        format!(
            "Progress({}solutions={}, nodes={})",
            share.unwrap_or_default(),
            self.solutions,
            self.nodes
        )
    }
}

impl From<&quadrille::Progress> for Progress {
    fn from(progress: &quadrille::Progress) -> Self {
        let costs = progress.costs;
        let shown = |range: CostRange, cost| Shown(Decimal::new(cost, range.decimals));
        Self {
            share: progress.share,
            solutions: (&progress.solutions).into(),
            nodes: progress.nodes,
            seconds: progress.elapsed.as_secs_f64(),
            states: progress.states,
            level: progress.level,
            cost: costs.and_then(|range| Some(shown(range, range.best?))),
            bound: costs.and_then(|range| Some(shown(range, range.bound?))),
        }
    }
}

/// The newest progress that was not reported yet.
#[derive(Clone, Default)]
pub(crate) struct News(Arc<Mutex<Option<Progress>>>);

impl News {
    /// How often a search brings news.
    pub(crate) const EVERY: Duration = Duration::from_millis(100);

    pub(crate) fn bring(&self, progress: &quadrille::Progress) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress.into());
    }

    fn take(&self) -> Option<Progress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The exception of a panic, whose message is on standard error.
fn failed() -> PyErr {
    PyRuntimeError::new_err("quadrille failed: please report the message on standard error")
}

/// Runs work on a thread of its own, and waits for it. `report` is called with the news.
///
/// An exception, such as that of Ctrl-C, cancels the token and does not wait any longer.
pub(crate) fn wait<T: Send + 'static>(
    py: Python<'_>,
    token: &CancelToken,
    report: Option<(&Py<PyAny>, &News)>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (send, mut receive) = mpsc::sync_channel(1);
    let run = move || {
        // After an exception, nobody waits any longer.
        let _ = send.send(catch_unwind(AssertUnwindSafe(work)));
    };
    workers::run(Box::new(run))
        .map_err(|error| PyOSError::new_err(format!("cannot start a thread: {error}")))?;
    loop {
        let received;
        (receive, received) = py.detach(move || {
            let received = receive.recv_timeout(TICK);
            (receive, received)
        });
        match received {
            Ok(Ok(result)) => {
                tell(py, token, report)?;
                return Ok(result);
            }
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Err(failed()),
            Err(RecvTimeoutError::Timeout) => tell(py, token, report)?,
        }
    }
}

/// Handles signals, and reports the news. An exception cancels the token.
fn tell(py: Python<'_>, token: &CancelToken, report: Option<(&Py<PyAny>, &News)>) -> PyResult<()> {
    let told = py.check_signals().and_then(|()| {
        let news = report.and_then(|(report, news)| Some((report, news.take()?)));
        match news {
            Some((report, progress)) => report.call1(py, (progress,)).map(|_| ()),
            None => Ok(()),
        }
    });
    told.inspect_err(|_| token.cancel())
}

/// The most time that a question may take on the thread that asks.
const QUICK: Duration = Duration::from_millis(2);

/// Answers a question: at once if it takes little time, else by asking it again on a thread of its own.
/// The question gets its budget, and what to tell its progress.
pub(crate) fn ask<T: Send + 'static>(
    py: Python<'_>,
    bounds: &Bounds,
    question: impl Fn(&Budget, Option<&News>) -> Result<Answer<T>, Stop> + Send + 'static,
) -> PyResult<Result<Answer<T>, Stop>> {
    let token = CancelToken::new();
    let limits = bounds.limits(&token);
    let question = match Instant::now().checked_add(QUICK) {
        None => question,
        Some(end) => {
            let quick = limits.clone().deadline(end);
            let (question, answer) = py.detach(move || {
                let ask = || question(&Budget::start(&quick), None);
                let answer = catch_unwind(AssertUnwindSafe(ask));
                (question, answer)
            });
            let answer = answer.map_err(|_| failed())?;
            let stop = answer
                .as_ref()
                .map_or_else(|&stop| stop, |answer| answer.stop);
            // Past its end it may have cut a last step of the answer, such as the choice between solutions
            // of the same cost.
            if stop != Stop::Time && Instant::now() < end {
                return Ok(answer);
            }
            question
        }
    };
    let news = bounds.progress.as_ref().map(|_| News::default());
    let report = bounds.progress.as_ref().zip(news.as_ref());
    let told = news.clone();
    wait(py, &token, report, move || {
        question(&Budget::start(&limits), told.as_ref())
    })
}
