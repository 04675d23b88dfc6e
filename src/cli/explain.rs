//! `quadrille explain`.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use quadrille::{Conflict, Explanation, Problem, Stop, explain};

use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::limits::{LimitArguments, culprit};
use super::message::{count, say, tell_proof};
use super::outcome::{Failure, Outcome};
use super::output;

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
        match answer.value {
            Explanation::Conflict(conflict) => {
                write(&problem, &conflict)?;
                tell(&problem, &conflict, answer.stop);
                Ok(match answer.stop {
                    Stop::Cancelled => Outcome::Interrupted,
                    _ => Outcome::Answered,
                })
            }
            Explanation::Cover(_) => {
                say("nothing to explain: there is a solution");
                Ok(Outcome::NoSolution)
            }
            _ => {
                let culprit = culprit(answer.stop);
                say(format_args!(
                    "stopped by {culprit}: it is not known whether there is a solution"
                ));
                Ok(Outcome::of(answer.stop, false))
            }
        }
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

fn write(problem: &Problem, conflict: &Conflict) -> Result<(), Failure> {
    let mut output = output::stdout();
    for &item in &conflict.items {
        writeln!(output, "{}", problem.display_item(item)).map_err(Failure::Write)?;
    }
    output.flush().map_err(Failure::Write)
}

/// What the items that were printed are, in words.
fn tell(problem: &Problem, conflict: &Conflict, stop: Stop) {
    let primary = problem.items().filter(|&item| problem.is_primary(item));
    let items = count(conflict.items.len() as u64, "item");
    say(format_args!(
        "{items} of {} cannot be covered together",
        primary.count()
    ));
    if conflict.is_minimal() {
        say("none can be left out");
    } else {
        say(format_args!(
            "minimal so far: stopped by {} before it was known of {} whether they can be left out",
            culprit(stop),
            conflict.undecided.len()
        ));
    }
    if let Some(proof) = &conflict.proof {
        tell_proof("", proof, problem);
    }
}
