//! One question under way: its limits, its progress and its threads.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quadrille_core::{Budget, CancelToken, Limits, Progress, Search, Settings};
use quadrille_report::Pace;
use quadrille_sudoku::BoardSearch;
use serde_json::{Value, json};

use crate::message::{Question, Reply};

/// How often a question reports its progress.
const EVERY: Duration = Duration::from_millis(250);

/// What each question may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Host {
    /// The time limit.
    pub time: Duration,
    /// The memory limit, in bytes.
    pub memory: usize,
    /// The number of threads.
    pub threads: usize,
}

impl Default for Host {
    /// A minute, 1 GiB, one thread.
    fn default() -> Self {
        Self {
            time: Duration::from_secs(60),
            memory: Limits::MEMORY,
            threads: 1,
        }
    }
}

impl Host {
    /// A question of the WebAssembly module: a place in its memory is a number of 32 bits, so tables
    /// and problems share 4 GB with everything else, and memory never shrinks.
    pub const PAGE: Self = Self {
        time: Duration::from_secs(60),
        memory: 1_000_000_000,
        threads: 1,
    };

    /// Returns the first message of a host: what each question may use. `kind` is `native` or `page`;
    /// a remark is shown to the user.
    #[must_use]
    pub fn greeting(&self, kind: &str, remark: Option<&str>) -> String {
        let mut host = json!({
            "kind": kind,
            "threads": self.threads,
            "seconds": self.time.as_secs_f64(),
            "version": env!("CARGO_PKG_VERSION"),
        });
        if let Some(remark) = remark {
            host["remark"] = json!(remark);
        }
        Reply::greeting(&host)
    }
}

type Report = Arc<Mutex<dyn FnMut(String) + Send>>;

/// One question under way.
pub(crate) struct Job {
    pub(crate) limits: Limits,
    pub(crate) budget: Budget,
    pub(crate) memory: usize,
    pub(crate) threads: usize,
    id: Value,
    report: Report,
}

impl Job {
    pub(crate) fn new(
        question: &Question,
        host: &Host,
        cancel: &CancelToken,
        report: impl FnMut(String) + Send + 'static,
    ) -> Self {
        let wanted = question.limits.seconds;
        let wanted = wanted.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let memory = question.limits.memory.map(usize::try_from);
        let memory = memory.map_or(host.memory, |bytes| bytes.unwrap_or(usize::MAX));
        let memory = memory.min(host.memory);
        let limits = Limits::new()
            .time(wanted.map_or(host.time, |time| time.min(host.time)))
            .memory(memory)
            .cancel(cancel);
        Self {
            budget: Budget::start(&limits),
            limits,
            memory,
            threads: host.threads,
            id: question.id.clone(),
            report: Arc::new(Mutex::new(report)),
        }
    }

    /// How problems are compiled.
    pub(crate) fn settings(&self) -> Settings {
        Settings::new().memory(self.memory)
    }

    /// Reports a line of progress.
    pub(crate) fn say(&self, line: &str) {
        let mut report = self.report.lock().unwrap_or_else(PoisonError::into_inner);
        report(Reply::progress(&self.id, line, self.budget.elapsed()));
    }

    /// What reports the progress of a search.
    fn watch(&self) -> impl FnMut(&Progress) + Send + use<> {
        let (id, report, mut pace) = (self.id.clone(), self.report.clone(), Pace::default());
        move |progress| {
            let line = pace.line(progress);
            let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
            report(Reply::progress(&id, &line, progress.elapsed));
        }
    }

    /// Prepares a search for the question.
    pub(crate) fn prepare(&self, search: &mut Search) {
        search.budget(&self.budget).threads(self.threads);
        search.watch(EVERY, self.watch());
    }

    /// Prepares a search for boards.
    pub(crate) fn prepare_boards(&self, search: &mut BoardSearch) {
        search.budget(&self.budget).threads(self.threads);
        search.watch(EVERY, self.watch());
    }
}
