//! The flags of every search: its engine, its limits, and whether it tells what it did.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use quadrille::{EngineChoice, EngineName, Limits, Problem, Settings, Solver, Stop};

use super::interrupt::Interrupt;
use super::message::note;

/// What a command does before its question begins.
pub(super) const COMPILING: &str = "while compiling the problem";

#[derive(Args)]
pub(super) struct SearchArguments {
    /// The engine that searches
    #[arg(long, value_enum, value_name = "NAME", default_value_t)]
    engine: Engine,

    /// Do without the subset rule of the engine bits
    #[arg(long)]
    no_subset_rule: bool,

    #[command(flatten)]
    pub(super) limits: LimitArguments,

    /// Tell on standard error what the search did
    #[arg(long)]
    pub(super) stats: bool,
}

#[derive(Args)]
pub(super) struct LimitArguments {
    /// Stop the search before it has more than N nodes
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    nodes: Option<u64>,

    /// Stop the search after so many seconds, such as 10 or 0.5
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true)]
    pub(super) time: Option<Duration>,
}

impl SearchArguments {
    /// How the problem is to be compiled.
    pub(super) fn settings(&self) -> Settings {
        Settings::new()
            .engine(self.engine.into())
            .subset_rule(!self.no_subset_rule)
    }

    /// Whether an engine is asked for.
    pub(super) fn names_engine(&self) -> bool {
        !matches!(self.engine, Engine::Auto)
    }

    /// Tells if the engine that was asked for could not be taken.
    pub(super) fn note_engine(&self, solver: &Solver) {
        if let EngineChoice::Prefer(asked) = self.engine.into()
            && asked != solver.engine()
        {
            let (engine, reason) = (solver.engine(), solver.reason());
            note(
                format_args!("using the engine {engine}, because {reason}"),
                None,
            );
        }
    }
}

impl LimitArguments {
    /// Starts the clock of a command.
    pub(super) fn start_clock(&self, interrupt: &Interrupt) {
        interrupt.start_clock(self.time);
    }

    /// Does a step of a command whose clock runs, within limits of time. The words follow "stopped by
    /// the time limit".
    pub(super) fn step<T>(
        &self,
        words: &str,
        interrupt: &Interrupt,
        act: impl FnOnce(&Limits) -> T,
    ) -> T {
        let limits = until(interrupt.deadline()).cancel(interrupt.stoppable(words));
        let done = act(&limits);
        // If it was stopped, what is said of that is not to be cut.
        interrupt.token();
        done
    }

    /// Compiles a problem, if the time of the command allows.
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

    /// Begins the question of a command whose clock runs: its limits.
    pub(super) fn question(&self, interrupt: &Interrupt) -> Limits {
        self.within_nodes(until(interrupt.deadline()))
            .cancel(interrupt.token())
    }

    /// The limits of a search that is about to begin, one of many: the time is for each.
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

    /// The limits of a search that is about to begin: so much time, if none is set.
    pub(super) fn limits_or(&self, time: Duration, interrupt: &Interrupt) -> Limits {
        let limits = self.limits(interrupt);
        match (self.nodes, self.time) {
            (None, None) => limits.time(time),
            _ => limits,
        }
    }
}

/// Limits that end at a moment.
pub(super) fn until(deadline: Option<Instant>) -> Limits {
    match deadline {
        Some(at) => Limits::new().deadline(at),
        None => Limits::new(),
    }
}

/// An engine, as it is asked for.
#[derive(Clone, Copy, Default, ValueEnum)]
pub(super) enum Engine {
    /// The one that suits the problem best
    #[default]
    Auto,
    /// Dancing links: any size, all features
    Links,
    /// Bit-parallel: very fast on problems of moderate size
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

/// Reads a number of things.
pub(super) fn whole(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// Reads a number of things of which there is one at least.
pub(super) fn positive(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err(format!("expected a whole number from 1 to {}", u64::MAX)),
        Ok(number) => Ok(number),
    }
}

/// Reads a number of bytes, such as 1000, 64K, 500M or 2G.
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
    bytes.ok_or_else(|| "expected a number of bytes, such as 1000, 64K, 500M or 2G".to_owned())
}

/// Reads a number of seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().unwrap_or(f64::NAN);
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| "expected a number of seconds, 0 or more".to_owned())
}
