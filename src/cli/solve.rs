//! `quadrille solve`.

use std::io::{self, Write};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use quadrille::text::json;
use quadrille::{Budget, Problem, Reduced, Solution, Stop};

use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::limits::{COMPILING, SearchArguments, culprit, whole};
use super::outcome::{Failure, Outcome};
use super::output::Stream;
use super::reduce::within_time;
use super::{message, stats};

/// Print solutions of a problem
///
/// Solutions are printed as they are found.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille solve queens.dlx -n 0 --format json")]
pub(super) struct Solve {
    #[command(flatten)]
    problem: ProblemArguments,

    /// Print up to N solutions; 0 for all
    #[arg(
        short,
        value_name = "N",
        default_value_t = 1, value_parser = whole, allow_negative_numbers = true
    )]
    n: u64,

    /// How solutions are printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,

    /// Make the problem smaller first, as 'reduce' does
    #[arg(long)]
    reduce: bool,

    #[command(flatten)]
    search: SearchArguments,
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub(super) enum Format {
    /// One option a line as its items, and a blank line between solutions
    #[default]
    Text,
    /// One object a line; options are numbered from 0
    Json,
}

impl Solve {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let limits = &self.search.limits;
        limits.start_clock(interrupt);
        let problem = Arc::new(self.problem.read(interrupt)?);
        let reduced = self.reduce.then(|| within_time(&problem, interrupt));
        let reduced = match reduced.transpose() {
            Ok(reduced) => reduced,
            Err(no_cover) => {
                message::tell_proof("no solution: ", &no_cover, &problem);
                return Ok(Outcome::NoSolution);
            }
        };
        let smaller = reduced.as_ref().map_or(&problem, Reduced::problem);
        let settings = self.search.settings();
        let solver = match limits.compile(Arc::clone(smaller), &settings, interrupt) {
            Ok(solver) => solver,
            Err(stop) => {
                tell_end(stop, 0);
                if self.search.stats {
                    stats::tell_end(stop);
                }
                return Ok(Outcome::of(stop, false));
            }
        };
        self.search.note_engine(&solver);
        interrupt.step(COMPILING);
        let mut search = solver.search();
        let mut limits = limits.question(interrupt);
        if self.n > 0 {
            limits = limits.solutions(self.n);
        }
        let budget = Budget::start(&limits);
        let mut solutions = search.budget(&budget).solutions();
        // A solution may take longer to print than to find.
        let mut cut = None;
        let output = Stream::stdout();
        let mut written = 0_u64;
        for mut solution in &mut solutions {
            if let Some(reduced) = &reduced {
                solution = reduced.restore(&solution);
            }
            self.write(&mut *output.lock(), &problem, &solution, written == 0)
                .map_err(Failure::Write)?;
            written += 1;
            if solution.options().is_empty() {
                message::note("the solution is empty: no primary item need be covered");
            }
            cut = budget.poll().err();
            if cut.is_some() {
                break;
            }
        }
        output.lock().flush().map_err(Failure::Write)?;
        let stop = solutions.stop().or(cut).unwrap_or(Stop::Exhausted);
        tell_end(stop, written);
        if self.search.stats {
            stats::tell(&solver, &solutions.stats(), stop, None);
        }
        Ok(Outcome::of(stop, written > 0))
    }

    fn write(
        &self,
        output: &mut impl Write,
        problem: &Problem,
        solution: &Solution,
        first: bool,
    ) -> io::Result<()> {
        match self.format {
            Format::Text if first => write_text(output, problem, solution),
            Format::Text => {
                writeln!(output)?;
                write_text(output, problem, solution)
            }
            Format::Json => write_json(output, problem, solution),
        }
    }
}

/// The options of a solution, one a line.
pub(super) fn write_text(
    output: &mut impl Write,
    problem: &Problem,
    solution: &Solution,
) -> io::Result<()> {
    for option in solution {
        writeln!(output, "{}", problem.display(option))?;
    }
    Ok(())
}

fn write_json(output: &mut impl Write, problem: &Problem, solution: &Solution) -> io::Result<()> {
    write!(output, "{{")?;
    write_options(output, problem, solution)?;
    writeln!(output, "}}")
}

/// The options of a solution, as the member `options` of an object.
pub(super) fn write_options(
    output: &mut impl Write,
    problem: &Problem,
    solution: &Solution,
) -> io::Result<()> {
    write!(output, "\"options\":[")?;
    for (place, option) in solution.into_iter().enumerate() {
        let comma = if place > 0 { "," } else { "" };
        let items = json::items(problem, option);
        write!(output, "{comma}{{\"option\":{option},\"items\":{items}}}")?;
    }
    write!(output, "]")
}

/// Says why there are fewer solutions than were asked for, unless there are no more.
fn tell_end(stop: Stop, written: u64) {
    match (stop, written) {
        (Stop::Exhausted, 0) => message::say("no solution"),
        (stop, _) if !stop.is_limit() => {}
        (stop, 0) => message::say(format_args!(
            "stopped by {}: no solution found, there may be some",
            culprit(stop)
        )),
        (stop, written) => message::say(format_args!(
            "stopped by {}: {} printed, there may be more",
            culprit(stop),
            message::count(written, "solution")
        )),
    }
}
