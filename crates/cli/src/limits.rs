//! The flags that all searches share: engine, limits and `--stats`.

use std::num::IntErrorKind;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, ValueEnum};
use quadrille_core::{EngineChoice, EngineName, Limits, Problem, Settings, Solver, Stop, Vectors};

use super::help::{ENGINE, LAST, LIMITS, OUTPUT};
use super::interrupt::Interrupt;
use super::memory::used_memory;
use super::message::note;
use super::outcome::Failure;

/// What a command does before its search begins, in words that follow "stopped by the time limit".
pub(super) const COMPILING: &str = "while compiling the problem";

/// What a command does to draw solutions, in the same way.
pub(super) const NAMES_OF_CELLS: &str = "while reading the names of the cells";

#[derive(Args)]
pub(super) struct SearchArguments {
    #[command(flatten)]
    pub(super) limits: LimitArguments,

    /// Print search statistics on standard error
    #[arg(long, help_heading = OUTPUT, display_order = LAST)]
    pub(super) stats: bool,

    #[command(flatten)]
    engine: EngineArguments,
}

/// How to search. Few people need these flags, so only the long help shows them.
#[derive(Args)]
struct EngineArguments {
    /// The engine to use; with links or bits, 'count' visits every solution
    #[arg(long, value_enum, value_name = "NAME", default_value_t, hide_short_help = true, help_heading = ENGINE)]
    engine: Engine,

    /// The instruction set of the engine bits, to compare them; answers and nodes do not depend on
    /// it
    #[arg(long, value_name = "SET", value_parser = vectors(), default_value = "auto", hide_short_help = true, help_heading = ENGINE)]
    vectors: InstructionSet,

    /// Turn off the subset rule of the engine bits
    #[arg(long, hide_short_help = true, help_heading = ENGINE)]
    no_subset_rule: bool,

    /// Turn off the support rule, which hard questions use
    #[arg(long, hide_short_help = true, help_heading = ENGINE)]
    no_support_rule: bool,

    /// Turn off learned weights of items, which hard questions use
    #[arg(long, hide_short_help = true, help_heading = ENGINE)]
    no_weights: bool,

    /// Turn off learning from conflicts, which hard questions for one or two solutions use
    #[arg(long, hide_short_help = true, help_heading = ENGINE)]
    no_learning: bool,
}

/// The time limit of a command.
#[derive(Args)]
pub(super) struct TimeArguments {
    /// Stop after this time: seconds, or 500ms, 5m, 2h
    ///
    /// A number of seconds, such as 10 or 0.5, or a number with one of the units ms, s, m and h.
    #[arg(id = "time", long = "time", value_name = "SECS", value_parser = seconds, allow_negative_numbers = true, help_heading = LIMITS)]
    pub(super) limit: Option<Duration>,
}

#[derive(Args)]
pub(super) struct LimitArguments {
    #[command(flatten)]
    pub(super) time: TimeArguments,

    /// Visit at most N nodes (search states)
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true, help_heading = LIMITS)]
    pub(super) nodes: Option<u64>,
}

/// The memory limit of a command.
#[derive(Args)]
pub(super) struct MemoryArguments {
    /// Use at most this much memory, such as 2G
    ///
    /// A number of bytes, such as 500M or 2G; at least 1M. It bounds the problem, its text, visited
    /// states and diagrams together.
    #[arg(id = "memory", long = "memory", value_name = "SIZE", value_parser = size, default_value = "1G", help_heading = LIMITS)]
    pub(super) most: usize,
}

/// The flag `--memory` of a command where it bounds other things, in words.
pub(super) fn memory_of(what: &'static str) -> impl FnOnce(Arg) -> Arg {
    move |memory| {
        let first = memory
            .get_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        memory.long_help(format!(
            "{first}\n\nA number of bytes, such as 500M or 2G; at least 1M. It bounds {what}"
        ))
    }
}

impl SearchArguments {
    /// Returns how to compile the problem.
    pub(super) fn settings(&self) -> Settings {
        let flags = &self.engine;
        let settings = match flags.vectors.0 {
            Some(vectors) => Settings::new().vectors(vectors),
            None => Settings::new(),
        };
        settings
            .engine(flags.engine.into())
            .subset_rule(!flags.no_subset_rule)
            .support_rule(!flags.no_support_rule)
            .weights(!flags.no_weights)
            .learning(!flags.no_learning)
    }

    /// Returns how to compile the problem for a proof.
    pub(super) fn settings_of_proof(&self) -> Result<Settings, Failure> {
        match self.engine.engine {
            Engine::Auto => Ok(self
                .settings()
                .engine(EngineChoice::Prefer(EngineName::Learn))),
            Engine::Links | Engine::Learn => Ok(self.settings()),
            Engine::Bits => Err(Failure::usage(
                "the engine bits writes no proofs",
                "leave out '--engine', or give '--engine links'",
            )),
        }
    }

    /// Whether the flags name an engine.
    pub(super) fn names_engine(&self) -> bool {
        !matches!(self.engine.engine, Engine::Auto)
    }

    /// Reports if the solver uses another engine than the flags name.
    pub(super) fn note_engine(&self, solver: &Solver) {
        note_engine(self.engine.engine, solver);
    }
}

/// Reports if the solver uses another engine than the flags name.
pub(super) fn note_engine(engine: Engine, solver: &Solver) {
    if let EngineChoice::Prefer(requested) = engine.into()
        && requested != solver.engine()
    {
        let (engine, reason) = (solver.engine(), solver.engine_reason());
        note(format_args!("using the engine {engine}, because {reason}"));
    }
}

impl LimitArguments {
    /// Starts the clock of the command.
    pub(super) fn start_clock(&self, interrupt: &Interrupt) {
        interrupt.start_clock(self.time.limit);
    }

    /// Runs a step of the command within its time limit. The words describe the step and follow
    /// "stopped by the time limit".
    pub(super) fn step<T>(
        &self,
        words: &str,
        interrupt: &Interrupt,
        act: impl FnOnce(&Limits) -> T,
    ) -> T {
        let limits = until(interrupt).cancel(interrupt.stoppable(words));
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
        self.within_nodes(until(interrupt))
            .cancel(interrupt.token())
    }

    fn within_nodes(&self, limits: Limits) -> Limits {
        match self.nodes {
            Some(most) => limits.nodes(most),
            None => limits,
        }
    }
}

/// Returns the limits that hold for the whole command: its deadline, and the memory of the process.
pub(super) fn until(interrupt: &Interrupt) -> Limits {
    let limits = match interrupt.deadline() {
        Some(at) => Limits::new().deadline(at),
        None => Limits::new(),
    };
    match interrupt.most_memory() {
        Some(most) => limits.process_memory(most, used_memory),
        None => limits,
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
    /// Learning from conflicts: one or two solutions of hard problems
    Learn,
}

impl From<Engine> for EngineChoice {
    fn from(engine: Engine) -> Self {
        match engine {
            Engine::Auto => Self::Auto,
            Engine::Links => Self::Prefer(EngineName::Links),
            Engine::Bits => Self::Prefer(EngineName::Bits),
            Engine::Learn => Self::Prefer(EngineName::Learn),
        }
    }
}

/// An instruction set of this processor; `None` for the best one.
#[derive(Clone, Copy)]
struct InstructionSet(Option<Vectors>);

/// Reads an instruction set. The processor must have it: a time on another one would mislead.
fn vectors() -> impl TypedValueParser<Value = InstructionSet> {
    PossibleValuesParser::new(["auto", "avx512", "avx2", "portable"]).try_map(|name| {
        let vectors = match &*name {
            "avx512" => Vectors::Avx512,
            "avx2" => Vectors::Avx2,
            "portable" => Vectors::Portable,
            _ => return Ok(InstructionSet(None)),
        };
        if vectors.is_available() {
            Ok(InstructionSet(Some(vectors)))
        } else {
            Err(format!("this processor lacks {vectors}"))
        }
    })
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

/// Units of memory. All are powers of 1024.
const SIZES: [(&str, f64); 4] = [
    ("", 1.0),
    ("k", 1024.0),
    ("m", 1_048_576.0),
    ("g", 1_073_741_824.0),
];

/// Units of time, in seconds.
const TIMES: [(&str, f64); 5] = [
    ("", 1.0),
    ("s", 1.0),
    ("ms", 0.001),
    ("m", 60.0),
    ("h", 3600.0),
];

/// Reads a number of bytes, such as 500M, 1.5G or 2GiB.
pub(super) fn size(text: &str) -> Result<usize, String> {
    let lower = text.to_ascii_lowercase();
    let plain = lower.strip_suffix("ib").or(lower.strip_suffix('b'));
    match measure(plain.unwrap_or(&lower), &SIZES) {
        Some(bytes) if bytes < LEAST_MEMORY as f64 => Err("expected at least 1M".to_owned()),
        // A float of this size is rounded to the largest number.
        Some(bytes) if bytes <= usize::MAX as f64 => Ok(bytes as usize),
        _ => Err("expected a number of bytes, such as 64M, 1.5G or 2GiB".to_owned()),
    }
}

/// Reads a time: a number of seconds, or a number with a unit.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let time = measure(&text.to_ascii_lowercase(), &TIMES);
    let time = time.and_then(|time| Duration::try_from_secs_f64(time).ok());
    time.ok_or_else(|| "expected a time, such as 10, 0.5, 500ms, 5m or 2h".to_owned())
}

/// Reads a number with one of these units.
fn measure(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let is_unit = |c: char| c.is_ascii_alphabetic();
    let number = text.trim_end_matches(is_unit);
    let unit = &text[number.len()..];
    let (_, scale) = units.iter().find(|(name, _)| *name == unit)?;
    let number: f64 = number.trim_end().parse().ok()?;
    (number >= 0.0).then_some(number * scale)
}
