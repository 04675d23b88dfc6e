//! The progress of a long command, on standard error: on a terminal a line with a bar that is
//! drawn again and again, elsewhere plain lines if `--progress` asks for them.
//!
//! A thread draws the line or prints the lines. The first appears after a second, so that short
//! commands have none. A terminal has one line, which is in the file `line`.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use clap::Args;
use quadrille_core::text::quantity;
use quadrille_core::{Budget, Limits, Search};
use quadrille_report::Pace;
use quadrille_units::RunProgress;

use super::help::{LAST, OUTPUT};
use super::line::{clear, draw};
use super::message;

/// The time before the first line.
const DELAY: Duration = Duration::from_secs(1);
/// The time between two drawings of the line on a terminal.
const TICK: Duration = Duration::from_millis(200);
/// The time between two reports of a search.
const EVERY: Duration = Duration::from_millis(500);

/// Whether to report progress.
#[derive(Args)]
pub(super) struct ProgressArguments {
    /// Report progress on standard error, even if that is not a terminal
    ///
    /// Without this flag a terminal shows a line with a bar, which is updated, and anything else
    /// shows nothing.
    #[arg(long, help_heading = OUTPUT, display_order = LAST, hide_short_help = true)]
    progress: bool,
}

/// What a command works on.
#[derive(Clone, Copy)]
pub(super) enum Work {
    /// One question.
    Question,
    /// Boards from an input.
    Boards,
    /// This many new puzzles.
    Puzzles(u64),
}

/// The progress of a command. Dropping it removes the line from the terminal.
pub(super) struct Progress {
    state: Option<Arc<State>>,
    /// Its end stops the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// What is known about the progress.
struct State {
    work: Work,
    clock: Budget,
    /// The number of finished boards or puzzles.
    done: AtomicU64,
    latest: Mutex<Latest>,
}

/// The latest report of a search.
#[derive(Default)]
struct Latest {
    /// The share of the search tree that is done, if it is known.
    share: Option<f64>,
    line: String,
    at: Duration,
}

impl ProgressArguments {
    /// Begins to show progress, if anybody may want to see it.
    pub(super) fn begin(&self, work: Work) -> Progress {
        if message::is_drawable(io::stderr().is_terminal()) {
            return Progress::start(work, State::draw);
        }
        if self.progress {
            return Progress::start(work, State::print);
        }
        Progress::none()
    }

    /// Begins to show the progress of a search.
    pub(super) fn watch(&self, search: &mut Search) -> Progress {
        let progress = self.begin(Work::Question);
        if let Some((every, report)) = progress.reporter().map(Reporter::watch) {
            search.watch(every, report);
        }
        progress
    }
}

impl Progress {
    fn start(work: Work, show: impl FnOnce(&State, &Receiver<()>) + Send + 'static) -> Self {
        let state = Arc::new(State {
            work,
            clock: Budget::start(&Limits::new()),
            done: AtomicU64::new(0),
            latest: Mutex::default(),
        });
        let (end, ended) = mpsc::channel();
        let shown = Arc::clone(&state);
        // Without the thread there is no progress to see, which is no failure.
        let thread = thread::Builder::new().spawn(move || show(&shown, &ended));
        Self {
            state: Some(state),
            end: Some(end),
            thread: thread.ok(),
        }
    }

    /// Nothing that anybody sees.
    pub(super) fn none() -> Self {
        Self {
            state: None,
            end: None,
            thread: None,
        }
    }

    /// Counts a finished board or puzzle.
    pub(super) fn count(&self) {
        if let Some(state) = &self.state {
            state.done.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Returns what the searches of this command report to, if somebody sees it.
    pub(super) fn reporter(&self) -> Option<Reporter> {
        self.state.clone().map(Reporter)
    }

    /// Returns what the units of a run report to.
    pub(super) fn of_units(&self) -> impl FnMut(&RunProgress) + use<> {
        let (reporter, mut pace) = (self.reporter(), Pace::default());
        move |run| {
            let Some(reporter) = &reporter else {
                return;
            };
            let mut progress = quadrille_core::Progress::default();
            progress.share = Some(run.share);
            progress.share_before = run.share_before;
            progress.solutions = &run.solutions_before + &run.solutions;
            progress.costs = run.costs;
            progress.nodes = run.nodes;
            progress.elapsed = run.elapsed;
            let mut line = pace.line(&progress);
            if run.units > 1 {
                line = format!("{} of {} units, {line}", run.complete, run.units);
            }
            reporter.show(bar_of(&progress), line);
        }
    }

    /// Removes the line from the terminal, and prints no further lines.
    pub(super) fn end(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
            clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

/// Receives the reports of searches. Clones share the line.
#[derive(Clone)]
pub(super) struct Reporter(Arc<State>);

impl Reporter {
    /// Shows a report without a bar.
    pub(super) fn report(&self, line: String) {
        self.show(None, line);
    }

    fn show(&self, share: Option<f64>, line: String) {
        let at = self.0.clock.elapsed();
        *self.0.latest() = Latest { share, line, at };
    }

    /// Returns how often a search should report, and to what.
    pub(super) fn watch(
        self,
    ) -> (
        Duration,
        impl FnMut(&quadrille_core::Progress) + Send + 'static,
    ) {
        let mut pace = Pace::default();
        (EVERY, move |progress: &quadrille_core::Progress| {
            self.show(bar_of(progress), pace.line(progress));
        })
    }
}

impl State {
    fn latest(&self) -> MutexGuard<'_, Latest> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time passed, such as 1:05:09.
    fn passed(&self) -> String {
        let seconds = self.clock.elapsed().as_secs();
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        format!("{hours}:{minutes:02}:{seconds:02}")
    }

    /// The share of the work that is done, if it is known, and the numbers of the moment.
    fn numbers(&self) -> (Option<f64>, String) {
        let elapsed = self.clock.elapsed();
        let done = self.done.load(Ordering::Relaxed);
        let latest = self.latest();
        match self.work {
            Work::Question if latest.line.is_empty() => (None, "searching".to_owned()),
            Work::Question => (latest.share, latest.line.clone()),
            Work::Puzzles(all) => {
                let share = (all > 1).then(|| done as f64 / all as f64);
                (share, format!("{done} of {all} puzzles"))
            }
            Work::Boards => {
                let rate = done as f64 / elapsed.as_secs_f64().max(f64::MIN_POSITIVE);
                let mut line = format!("{}, {rate:.0} a second", quantity(done, "board"));
                // Only the search that is under way: the others were for earlier boards.
                if !latest.line.is_empty() && elapsed < latest.at + 3 * EVERY {
                    line += &format!("; one board: {}", latest.line);
                }
                (None, line)
            }
        }
    }

    /// Draws the line on a terminal until the end.
    fn draw(&self, end: &Receiver<()>) {
        let mut wait = DELAY;
        while end.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
            let (share, numbers) = self.numbers();
            draw(&self.passed(), share, &numbers);
            wait = TICK;
        }
    }

    /// Prints lines until the end.
    fn print(&self, end: &Receiver<()>) {
        let mut due = DELAY;
        loop {
            let wait = due.saturating_sub(self.clock.elapsed());
            if end.recv_timeout(wait) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let (passed, (_, numbers)) = (self.passed(), self.numbers());
            message::say(format_args!("progress: {passed}, {numbers}"));
            due = after(due);
        }
    }
}

/// The share that a bar shows. The numbers of a question about costs need its place on the line, and
/// tell more: bounds cut off most of the search tree at once.
fn bar_of(progress: &quadrille_core::Progress) -> Option<f64> {
    progress.share.filter(|_| progress.costs.is_none())
}

/// When the line after this one is printed: after 10 s, then every 10 s, and after a minute every
/// minute.
fn after(due: Duration) -> Duration {
    let seconds = match due.as_secs() {
        0..10 => 10,
        10..60 => due.as_secs() + 10,
        more => more + 60,
    };
    Duration::from_secs(seconds)
}

#[cfg(test)]
mod tests {
    use quadrille_core::CostRange;

    use super::*;

    #[test]
    fn lines_become_rare() {
        let times = std::iter::successors(Some(DELAY), |&due| Some(after(due)));
        let seconds: Vec<u64> = times.take(9).map(|due| due.as_secs()).collect();
        assert_eq!(seconds, [1, 10, 20, 30, 40, 50, 60, 120, 180]);
    }

    #[test]
    fn a_run_reports_its_units_its_share_and_its_costs() {
        let progress = Progress::start(Work::Question, |_, _| {});
        let state = progress.state.as_ref().unwrap();
        let mut report = progress.of_units();
        let mut run = RunProgress::default();
        (run.units, run.complete, run.share) = (10, 3, 0.5);
        (run.solutions, run.elapsed) = (1234.into(), Duration::from_secs(60));
        report(&run);
        let line = "3 of 10 units, 50.0 %, about 60 s left, 1,234 solutions";
        assert_eq!(state.numbers(), (Some(0.5), line.to_owned()));
        let mut range = CostRange::default();
        (range.best, range.bound) = (Some(10), Some(9));
        (run.units, run.complete, run.costs) = (1, 0, Some(range));
        report(&run);
        let line = "50.0 %, about 60 s left, least cost 10, at least 9, gap 10.0 %";
        assert_eq!(state.numbers(), (None, line.to_owned()));
    }
}
