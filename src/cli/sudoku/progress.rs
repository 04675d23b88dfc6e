//! The progress of a batch, on standard error, for people who wait at a terminal.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// The time between two drawings of the line.
const TICK: Duration = Duration::from_millis(200);

/// A line with the number of finished boards. It appears only if standard error is a terminal.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    /// Its end stops the thread that waits to show the line.
    waiting: Option<Sender<()>>,
}

impl Progress {
    /// The line of a batch of boards. It appears only if standard output is not a terminal, so that
    /// it never mixes with the answers.
    pub(super) fn new() -> Self {
        if !io::stderr().is_terminal() || io::stdout().is_terminal() {
            return Self::none();
        }
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} boards, {pace}") {
            let pace = |state: &ProgressState, output: &mut dyn Write| {
                let _ = write!(output, "{:.0} a second", state.per_sec());
            };
            bar.set_style(style.with_key("pace", pace));
        }
        bar.enable_steady_tick(TICK);
        Self {
            bar: Some(bar),
            waiting: None,
        }
    }

    /// The line of puzzles that are made. It appears after two seconds. Answers and messages have
    /// to be written [aside](Self::aside).
    pub(super) fn of_puzzles(n: u64) -> Self {
        if !io::stderr().is_terminal() {
            return Self::none();
        }
        let bar = ProgressBar::with_draw_target(Some(n), ProgressDrawTarget::hidden());
        if let Ok(style) =
            ProgressStyle::with_template("{spinner} {pos} of {len} puzzles, {elapsed}")
        {
            bar.set_style(style);
        }
        let (waiting, end) = mpsc::channel();
        let line = bar.clone();
        let show = move || {
            if end.recv_timeout(Duration::from_secs(2)) == Err(RecvTimeoutError::Timeout) {
                line.set_draw_target(ProgressDrawTarget::stderr());
                line.enable_steady_tick(TICK);
            }
        };
        // Without the thread there is no line.
        let _ = thread::Builder::new().spawn(show);
        Self {
            bar: Some(bar),
            waiting: Some(waiting),
        }
    }

    fn none() -> Self {
        Self {
            bar: None,
            waiting: None,
        }
    }

    /// Counts a finished board.
    pub(super) fn board(&self) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
    }

    /// Hides the line while a message is written.
    pub(super) fn aside<T>(&self, report: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(report),
            None => report(),
        }
    }

    /// Removes the line.
    pub(super) fn end(&mut self) {
        self.waiting = None;
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
