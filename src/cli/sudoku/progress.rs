//! The progress of a batch, on standard error, for people who wait at a terminal.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// A line with the number of finished boards. It appears only if standard error is a terminal and
/// standard output is not, so that it never mixes with the answers.
pub(super) struct Progress(Option<ProgressBar>);

impl Progress {
    pub(super) fn new() -> Self {
        if !io::stderr().is_terminal() || io::stdout().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} boards, {pace}") {
            let pace = |state: &ProgressState, output: &mut dyn Write| {
                let _ = write!(output, "{:.0} a second", state.per_sec());
            };
            bar.set_style(style.with_key("pace", pace));
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(Some(bar))
    }

    /// Counts a finished board.
    pub(super) fn board(&self) {
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
    }

    /// Hides the line while a message is written.
    pub(super) fn aside<T>(&self, report: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(report),
            None => report(),
        }
    }

    /// Removes the line.
    pub(super) fn end(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
