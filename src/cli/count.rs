//! `quadrille count`.

use std::io::Write;
use std::time::Instant;

use clap::{Args, ValueEnum};
use quadrille::count::Diagram;
use quadrille::{OptionId, Solver, Stats, Stop};

use super::diagram::{self, Material, SourceArguments};
use super::interrupt::Interrupt;
use super::limits::{SearchArguments, culprit, positive, size};
use super::outcome::{Failure, Outcome};
use super::{message, output, stats};

/// Count the solutions of a problem
///
/// Prints one number. If a limit or Ctrl-C stops the search before all solutions are counted,
/// nothing is printed but how many there are at least, on standard error.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille count dominoes.dlx --time 10 --stats")]
pub(super) struct Count {
    #[command(flatten)]
    source: SourceArguments,

    /// Count up to N: print N if there are as many or more
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    limit: Option<u64>,

    /// How solutions are counted
    #[arg(long, value_enum, value_name = "NAME", default_value_t)]
    method: Method,

    /// The most memory for states that were met before, such as 500M or 2G; with --marginals for the
    /// diagram, too
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "1G")]
    memory: usize,

    /// Print for each option, too, how many solutions hold it
    #[arg(long, conflicts_with_all = ["limit", "method"])]
    marginals: bool,

    #[command(flatten)]
    search: SearchArguments,
}

/// A way to count, as it is asked for.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Method {
    /// Each in turn, ever longer, until one is done; a walk if --engine is given
    #[default]
    Auto,
    /// Visit all solutions one by one
    Walk,
    /// Remember the states that were met before: many more solutions can be counted
    Memo,
}

impl Count {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let limits = &self.search.limits;
        limits.start_clock(interrupt);
        let problem = match self.source.read(limits, self.memory, interrupt)? {
            Material::Problem(problem) => problem,
            Material::Diagram(compiled) => {
                let name = |option| compiled.name(option);
                return self.write_diagram(&compiled.diagram, name, interrupt);
            }
            Material::Stopped(stop) => return Ok(diagram::stopped(stop)),
        };
        let settings = diagram::bounded(self.search.settings(), self.memory);
        let solver = match limits.compile(problem, &settings, interrupt) {
            Ok(solver) => solver,
            Err(stop) => return Ok(self.tell_stopped(stop)),
        };
        self.search.note_engine(&solver);
        let mut limits = limits.question(interrupt).memory(self.memory);
        if let Some(limit) = self.limit {
            limits = limits.solutions(limit);
        }
        let mut search = solver.search();
        search.limits(limits);
        if self.marginals {
            let answer = search.diagram();
            let outcome = if let Some(diagram) = &answer.value {
                let name = |option| solver.problem().display(option).to_string();
                self.write_diagram(diagram, name, interrupt)?
            } else {
                diagram::outgrown(answer.stop, answer.stats.clone())?
            };
            self.tell_stats(&solver, &answer.stats, answer.stop);
            return Ok(outcome);
        }
        let answer = search.count_by(self.method());
        if let Some(counted) = &answer.stats.counted
            && self.method == Method::Memo
            && counted.method != quadrille::Method::Memo
        {
            message::note(format_args!(
                "solutions are walked over: {}",
                counted.reason
            ));
        }
        match answer.stop {
            stop if !stop.is_limit() => {
                let mut output = output::stdout();
                writeln!(output, "{}", answer.value)
                    .and_then(|()| output.flush())
                    .map_err(Failure::Write)?;
            }
            stop => message::say(format_args!(
                "at least {}: stopped by {}",
                answer.value,
                culprit(stop)
            )),
        }
        self.tell_stats(&solver, &answer.stats, answer.stop);
        Ok(Outcome::of(answer.stop, !answer.value.is_zero()))
    }

    fn tell_stats(&self, solver: &Solver, stats: &Stats, stop: Stop) {
        if self.search.stats {
            if let Some(counted) = &stats.counted {
                stats::tell_method(counted);
            }
            stats::tell(solver, stats, stop, None);
        }
    }

    /// Tells that a limit stopped it before anything was counted.
    fn tell_stopped(&self, stop: Stop) -> Outcome {
        let least = if self.marginals { "" } else { "at least 0: " };
        message::say(format_args!("{least}stopped by {}", culprit(stop)));
        if self.search.stats {
            stats::tell_end(stop);
        }
        Outcome::of(stop, false)
    }

    /// The count, and with `--marginals` a line for each option: solutions with it, and its items.
    fn write_diagram(
        &self,
        diagram: &Diagram,
        name: impl Fn(OptionId) -> String,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Failure> {
        let count = diagram.count();
        let outcome = Outcome::of(Stop::Exhausted, !count.is_zero());
        let mut marginals = Vec::new();
        if self.marginals {
            let limits = self.search.limits.question(interrupt);
            let answer = diagram.marginals(&limits.memory(self.memory));
            if answer.stop.is_limit() {
                return Ok(diagram::stopped(answer.stop));
            }
            marginals = answer.value;
        }
        interrupt.print();
        let mut output = output::stdout();
        let limit = self.limit.map(quadrille::Count::from);
        let mut written = writeln!(output, "{}", limit.map_or(count.clone(), |n| n.min(count)));
        let deadline = interrupt.deadline();
        for (option, through) in (0..).map(OptionId::new).zip(marginals) {
            // Numbers of a hundred thousand digits take longer to print than to find.
            if deadline.is_some_and(|end| Instant::now() >= end) {
                output.flush().map_err(Failure::Write)?;
                message::say("stopped by the time limit while printing the answer");
                return Ok(Outcome::Stopped);
            }
            written = written.and_then(|()| writeln!(output, "{through} {}", name(option)));
        }
        written
            .and_then(|()| output.flush())
            .map_err(Failure::Write)?;
        Ok(outcome)
    }

    /// Who names an engine wants to see it walk.
    fn method(&self) -> quadrille::Method {
        match self.method {
            Method::Auto if self.search.names_engine() => quadrille::Method::Walk,
            Method::Auto => quadrille::Method::Auto,
            Method::Walk => quadrille::Method::Walk,
            Method::Memo => quadrille::Method::Memo,
        }
    }
}
