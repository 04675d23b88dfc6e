//! The keyword arguments that all questions share.

use std::num::NonZero;
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use quadrille::{Budget, CancelToken, Limits, Order, Settings};

/// Limits, threads, the seed and the callback, as the class `Limits` of the Python package has checked
/// them.
#[derive(Default, FromPyObject)]
pub(crate) struct Bounds {
    limit: Option<u64>,
    nodes: Option<u64>,
    time: Option<f64>,
    memory: Option<usize>,
    threads: Option<usize>,
    seed: Option<u64>,
    pub(crate) progress: Option<Py<PyAny>>,
}

/// How a question compiles its problem: the memory limit also holds for the tables of engines.
pub(crate) fn settings(budget: &Budget) -> Settings {
    Settings::new().memory(budget.most_memory())
}

impl Bounds {
    pub(crate) fn limits(&self, token: &CancelToken) -> Limits {
        let mut limits = Limits::new().cancel(token);
        if let Some(most) = self.limit {
            limits = limits.solutions(most);
        }
        if let Some(most) = self.nodes {
            limits = limits.nodes(most);
        }
        if let Some(seconds) = self.time {
            limits = limits.time(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        }
        if let Some(bytes) = self.memory {
            limits = limits.memory(bytes);
        }
        limits
    }

    /// The order of solutions: a seed makes it random.
    pub(crate) fn order(&self) -> Order {
        self.seed.map_or(Order::Natural, Order::Random)
    }

    /// The number of threads: one for each core by default.
    pub(crate) fn threads(&self) -> usize {
        static CORES: OnceLock<usize> = OnceLock::new();
        // The system reads files for this.
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.unwrap_or_else(|| *CORES.get_or_init(cores))
    }
}
