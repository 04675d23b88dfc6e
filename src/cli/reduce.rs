//! `quadrille reduce`.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use quadrille::reduce::{NoCover, Reduced, reduce};
use quadrille::text::dlx;
use quadrille::{Problem, Stop};

use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::limits::{culprit, seconds, until};
use super::message::{say, tell_proof};
use super::outcome::{Failure, Outcome};
use super::output;

/// Make a problem smaller without losing a solution
///
/// Removes options that are in no solution or in all, and items that make no difference. Prints
/// the problem that remains, as dlx. Comments tell the number of each option in the original
/// problem, from 0, and the options that are in every solution. If what remains cannot be solved
/// at all, nothing is printed but the reason, on standard error.
#[derive(Args)]
#[command(after_help = "\
Example:
  quadrille reduce queens.dlx | quadrille count

'quadrille solve --reduce' reduces a problem, solves it and prints solutions of the original one.")]
pub(super) struct Reduce {
    #[command(flatten)]
    problem: ProblemArguments,

    /// Stop after so many seconds, such as 10 or 0.5, and print what is reduced by then
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
}

/// Reduces a problem, as far as the clock of the command and Ctrl-C allow.
pub(super) fn within_time(
    problem: &Arc<Problem>,
    interrupt: &Interrupt,
) -> Result<Reduced, NoCover> {
    let limits = until(interrupt.deadline()).cancel(interrupt.token());
    reduce(Arc::clone(problem), &limits)
}

impl Reduce {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        interrupt.start_clock(self.time);
        let problem = Arc::new(self.problem.read(interrupt)?);
        let reduced = match within_time(&problem, interrupt) {
            Ok(reduced) => reduced,
            Err(no_cover) => {
                tell_proof("no solution: ", &no_cover, &problem);
                return Ok(Outcome::NoSolution);
            }
        };
        let stop = reduced.report().stop;
        if stop.is_limit() && Arc::ptr_eq(reduced.problem(), &problem) {
            let culprit = culprit(stop);
            say(format_args!(
                "stopped by {culprit} before anything was removed"
            ));
            return Ok(Outcome::of(stop, false));
        }
        interrupt.print();
        let mut text = Vec::new();
        dlx::write(reduced.problem(), &mut text).map_err(Failure::Unwritable)?;
        let mut output = output::stdout();
        write_commented(&mut output, &problem, &reduced, &text)
            .and_then(|()| output.flush())
            .map_err(Failure::Write)?;
        report(&problem, &reduced);
        // What is reduced is an answer, also where the time limit came before the end.
        Ok(match stop {
            Stop::Cancelled => Outcome::Interrupted,
            _ => Outcome::Answered,
        })
    }
}

/// Writes the text of the reduced problem with comments. It has a line of items, then one for
/// each option.
fn write_commented(
    output: &mut impl Write,
    problem: &Problem,
    reduced: &Reduced,
    text: &[u8],
) -> io::Result<()> {
    for &option in reduced.forced() {
        let items = problem.display(option);
        write!(output, "| in every solution: option {option} ({items})")?;
        match problem.cost(option) {
            0 => writeln!(output)?,
            cost => writeln!(output, " of cost {cost}")?,
        }
    }
    if reduced.forced_cost() > 0 {
        writeln!(output, "| to add to every cost: {}", reduced.forced_cost())?;
    }
    let mut lines = text.split_inclusive(|&byte| byte == b'\n');
    output.write_all(lines.next().unwrap_or_default())?;
    for (option, line) in reduced.problem().options().zip(lines) {
        if let Some(origin) = reduced.origin(option) {
            writeln!(output, "| option {origin}")?;
        }
        output.write_all(line)?;
    }
    Ok(())
}

/// What was done, a line each.
fn report(problem: &Problem, reduced: &Reduced) {
    let (after, report) = (reduced.problem(), reduced.report());
    say(format_args!(
        "items: {} of {}",
        after.item_count(),
        problem.item_count()
    ));
    say(format_args!(
        "options: {} of {}",
        after.option_count(),
        problem.option_count()
    ));
    say(format_args!("forced: {}", report.forced));
    say(format_args!("excluded: {}", report.excluded));
    say(format_args!("blocked: {}", report.blocked));
    say(format_args!("dropped: {}", report.dropped));
    match (report.complete, report.stop.is_limit()) {
        (true, _) => say("complete: yes"),
        (false, true) => say(format_args!("complete: no ({})", report.stop)),
        (false, false) => say("complete: no (too much work)"),
    }
}
