//! How far a batch is, on standard error, for somebody who waits at a terminal.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// A line that says how many boards are done. There is none where nobody would see it, or where it
/// would stand between the answers.
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

    /// One board more is done.
    pub(super) fn board(&self) {
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
    }

    /// Takes the line away while something is told.
    pub(super) fn aside<T>(&self, tell: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(tell),
            None => tell(),
        }
    }

    /// Takes the line away for good.
    pub(super) fn end(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
