//! `quadrille explain`.

use std::io::{self, IsTerminal};
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use quadrille::explain;
use quadrille::report::Explained;

use super::end::AnswerFormat;
use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::limits::LimitArguments;
use super::outcome::{Failure, Outcome};

/// Explain why a problem has no solution
///
/// Prints primary items, one a line, that cannot be covered together although no other need be
/// covered. None of them can be left out, unless a limit stops the search before this is known.
/// Exits with 1 if the problem has a solution.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille explain timetable.dlx --time 60")]
pub(super) struct Explain {
    #[command(flatten)]
    problem: ProblemArguments,

    /// How the answer is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: AnswerFormat,

    #[command(flatten)]
    limits: LimitArguments,
}

impl Explain {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        self.limits.start_clock(interrupt);
        let problem = self.problem.read(interrupt)?;
        let waiting = waiting();
        let answer = explain(&problem, self.limits.question(interrupt));
        if let Some(line) = waiting {
            line.finish_and_clear();
        }
        let explained = Explained {
            problem: &problem,
            answer: &answer,
        };
        self.format.end(&explained, None)
    }
}

/// A line on standard error that shows how long it takes, for somebody who waits at a terminal.
fn waiting() -> Option<ProgressBar> {
    if !io::stderr().is_terminal() {
        return None;
    }
    let words = "{spinner} searching for items that cannot be covered together: {elapsed}";
    let style = ProgressStyle::with_template(words).ok()?;
    let line = ProgressBar::new_spinner().with_style(style);
    line.enable_steady_tick(Duration::from_millis(200));
    Some(line)
}
