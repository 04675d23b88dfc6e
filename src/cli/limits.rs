//! The flags that all searches share: engine, limits and `--stats`.

use std::num::IntErrorKind;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use quadrille::{EngineChoice, EngineName, Limits, Problem, Settings, Solver, Stop};

use super::interrupt::Interrupt;
use super::message::note;

/// What a command does before its search begins, in words that follow "stopped by the time limit".
pub(super) const COMPILING: &str = "while compiling the problem";

#[derive(Args)]
pub(super) struct SearchArguments {
    /// The engine to use
    #[arg(long, value_enum, value_name = "NAME", default_value_t)]
    engine: Engine,

    /// Turn off the subset rule of the engine bits
    #[arg(long)]
    no_subset_rule: bool,

    #[command(flatten)]
    pub(super) limits: LimitArguments,

    /// Print search statistics on standard error
    #[arg(long)]
    pub(super) stats: bool,
}

#[derive(Args)]
pub(super) struct LimitArguments {
    /// Visit at most N nodes (search states)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    nodes: Option<u64>,

    /// Stop after this many seconds, such as 10 or 0.5
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true)]
    pub(super) time: Option<Duration>,
}

impl SearchArguments {
    /// Returns how to compile the problem.
    pub(super) fn settings(&self) -> Settings {
        Settings::new()
            .engine(self.engine.into())
            .subset_rule(!self.no_subset_rule)
    }

    /// Whether the flags name an engine.
    pub(super) fn names_engine(&self) -> bool {
        !matches!(self.engine, Engine::Auto)
    }

    /// Reports if the solver uses another engine than the flags name.
    pub(super) fn note_engine(&self, solver: &Solver) {
        note_engine(self.engine, solver);
    }
}

/// Reports if the solver uses another engine than the flags name.
pub(super) fn note_engine(engine: Engine, solver: &Solver) {
    if let EngineChoice::Prefer(requested) = engine.into()
        && requested != solver.engine()
    {
        let (engine, reason) = (solver.engine(), solver.engine_reason());
        note(
            format_args!("using the engine {engine}, because {reason}"),
            None,
        );
    }
}

impl LimitArguments {
    /// Starts the clock of the command.
    pub(super) fn start_clock(&self, interrupt: &Interrupt) {
        interrupt.start_clock(self.time);
    }

    /// Runs a step of the command within its time limit. The words describe the step and follow
    /// "stopped by the time limit".
    pub(super) fn step<T>(
        &self,
        words: &str,
        interrupt: &Interrupt,
        act: impl FnOnce(&Limits) -> T,
    ) -> T {
        let limits = until(interrupt.deadline()).cancel(interrupt.stoppable(words));
        let done = act(&limits);
        // From here on nothing may cut off the message about a stop.
        interrupt.token();
        done
    }

    /// Compiles a problem within the time limit of the command.
    pub(super) fn compile(
        &self,
        problem: impl Into<Arc<Problem>>,
        settings: &Settings,
        interrupt: &Interrupt,
    ) -> Result<Solver, Stop> {
        self.step(COMPILING, interrupt, |limits| {
            Solver::within(problem, settings, limits)
        })
    }

    /// Begins the search of the command and returns its limits. The clock keeps running.
    pub(super) fn question(&self, interrupt: &Interrupt) -> Limits {
        self.within_nodes(until(interrupt.deadline()))
            .cancel(interrupt.token())
    }

    /// Returns the limits for one search of many: the time limit holds for each of them.
    pub(super) fn limits(&self, interrupt: &Interrupt) -> Limits {
        let limits = self.within_nodes(Limits::new()).cancel(interrupt.token());
        match self.time {
            Some(most) => limits.time(most),
            None => limits,
        }
    }

    fn within_nodes(&self, limits: Limits) -> Limits {
        match self.nodes {
            Some(most) => limits.nodes(most),
            None => limits,
        }
    }

    /// Returns the limits for one search of many, with this time limit if no limit is set.
    pub(super) fn limits_or(&self, time: Duration, interrupt: &Interrupt) -> Limits {
        let limits = self.limits(interrupt);
        match (self.nodes, self.time) {
            (None, None) => limits.time(time),
            _ => limits,
        }
    }
}

/// Returns limits with a deadline, if there is one.
pub(super) fn until(deadline: Option<Instant>) -> Limits {
    match deadline {
        Some(at) => Limits::new().deadline(at),
        None => Limits::new(),
    }
}

/// An engine, as the flag names it.
#[derive(Clone, Copy, Default, ValueEnum)]
pub(super) enum Engine {
    /// The best one for the problem
    #[default]
    Auto,
    /// Dancing links: any size, all features
    Links,
    /// Bit-parallel: fast on problems of moderate size
    Bits,
}

impl From<Engine> for EngineChoice {
    fn from(engine: Engine) -> Self {
        match engine {
            Engine::Auto => Self::Auto,
            Engine::Links => Self::Prefer(EngineName::Links),
            Engine::Bits => Self::Prefer(EngineName::Bits),
        }
    }
}

/// Reads a whole number.
pub(super) fn whole(text: &str) -> Result<u64, String> {
    at_least(0, text)
}

/// Reads a whole number of at least 1.
pub(super) fn positive(text: &str) -> Result<u64, String> {
    at_least(1, text)
}

fn at_least(least: u64, text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(number) if number >= least => Ok(number),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => {
            Err(format!("expected at most {}", u64::MAX))
        }
        _ => Err(format!("expected a whole number, {least} or more")),
    }
}

/// The smallest memory limit, in bytes. A count with less would forget nearly all states.
const LEAST_MEMORY: usize = 1 << 20;

/// Reads a number of bytes, such as 500M or 2G.
pub(super) fn size(text: &str) -> Result<usize, String> {
    let (number, shift) = match text.char_indices().last() {
        Some((end, 'k' | 'K')) => (&text[..end], 10),
        Some((end, 'm' | 'M')) => (&text[..end], 20),
        Some((end, 'g' | 'G')) => (&text[..end], 30),
        _ => (text, 0),
    };
    let bytes = number
        .parse()
        .ok()
        .and_then(|n: usize| n.checked_mul(1 << shift));
    match bytes {
        Some(bytes) if bytes >= LEAST_MEMORY => Ok(bytes),
        Some(_) => Err("expected at least 1M".to_owned()),
        None => Err("expected a number of bytes, such as 64M or 2G".to_owned()),
    }
}

/// Reads a number of seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().unwrap_or(f64::NAN);
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| "expected a number of seconds, 0 or more".to_owned())
}
