//! The flags that all searches share: engine, limits and `--stats`.

use std::num::IntErrorKind;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, ValueEnum};
use quadrille_core::{EngineChoice, EngineName, Limits, Problem, Settings, Solver, Stop, Vectors};

use super::amount::measure;
use super::help::{ENGINE, LAST, LIMITS, OUTPUT};
use super::interrupt::Interrupt;
use super::memory::used_memory;
use super::memory_limit::{MemoryArguments, Tables};
use super::message::note_with;
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

    #[command(flatten)]
    pub(super) memory: MemoryArguments,
}

impl SearchArguments {
    /// Returns how to compile the problem.
    pub(super) fn settings(&self, tables: Tables) -> Settings {
        let flags = &self.engine;
        let settings = match flags.vectors.0 {
            Some(vectors) => Settings::new().vectors(vectors),
            None => Settings::new(),
        };
        self.limits
            .memory
            .bound(settings, tables)
            .engine(flags.engine.into())
            .subset_rule(!flags.no_subset_rule)
            .support_rule(!flags.no_support_rule)
            .weights(!flags.no_weights)
            .learning(!flags.no_learning)
    }

    /// Returns how to compile the problem for a proof.
    pub(super) fn settings_of_proof(&self) -> Result<Settings, Failure> {
        let settings = self.settings(Tables::All);
        match self.engine.engine {
            Engine::Auto => Ok(settings.engine(EngineChoice::Prefer(EngineName::Learn))),
            Engine::Links | Engine::Learn => Ok(settings),
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
    pub(super) fn note_engine(&self, solver: &Solver, tables: Tables) {
        note_engine(self.engine.engine, solver, self.limits.memory, tables);
    }
}

/// Reports if the solver uses another engine than the flags name.
pub(super) fn note_engine(
    engine: Engine,
    solver: &Solver,
    memory: MemoryArguments,
    tables: Tables,
) {
    if let EngineChoice::Prefer(requested) = engine.into()
        && requested != solver.engine()
    {
        let (engine, reason) = (solver.engine(), solver.engine_reason());
        let help = memory.help_for(requested, solver, tables);
        note_with(
            format_args!("using the engine {engine}, because {reason}"),
            help.as_deref(),
        );
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
            .memory(self.memory.most)
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

/// The flag `--engine` of a command that counts parts of a problem: the engine learn searches a
/// problem as a whole.
pub(super) fn engine_of_parts(engine: Arg) -> Arg {
    let engines = [Engine::Auto, Engine::Links, Engine::Bits];
    let names = engines.iter().filter_map(Engine::to_possible_value);
    let names = PossibleValuesParser::new(names);
    engine.value_parser(names.try_map(|name| Engine::from_str(&name, false)))
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

/// Units of time, in seconds.
const TIMES: [(&str, f64); 5] = [
    ("", 1.0),
    ("s", 1.0),
    ("ms", 0.001),
    ("m", 60.0),
    ("h", 3600.0),
];

/// Reads a time: a number of seconds, or a number with a unit.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let time = measure(&text.to_ascii_lowercase(), &TIMES);
    let time = time.and_then(|time| Duration::try_from_secs_f64(time).ok());
    time.ok_or_else(|| "expected a time, such as 10, 0.5, 500ms, 5m or 2h".to_owned())
}
