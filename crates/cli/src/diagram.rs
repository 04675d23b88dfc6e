//! Diagrams as input of commands: from a file, or built from a problem.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use quadrille_core::count::{Diagram, DiagramError};
use quadrille_core::text::solutions::Words;
use quadrille_core::{EngineChoice, EngineName, Problem, Settings, Stats, Stop, Threads};
use quadrille_report::Stopped;

use super::assume::{AssumeArguments, Assumed, source_words};
use super::help::INPUT;
use super::input::{SourceForm, problem};
use super::interrupt::Interrupt;
use super::limits::LimitArguments;
use super::memory_limit::Tables;
use super::outcome::Failure;
use super::progress::ProgressArguments;
use super::room::Room;
use super::source::Source;

/// A problem, or a diagram of its solutions.
#[derive(Args)]
pub(super) struct SourceArguments {
    /// The problem, or a diagram of its solutions; '-' or nothing is standard input
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// The format of FILE [default: guessed]
    ///
    /// By default the extension of the file decides, or else the text: one that begins like json,
    /// ec, nnf or zdd is that, the texts of miniexact and libexact are recognised, and any other is
    /// dlx. Formats of numbers are never guessed, except rows of 0 and 1 in a file whose extension is
    /// txt.
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = INPUT)]
    from: Option<SourceForm>,
}

/// What was read.
pub(super) enum Material {
    Problem(Problem, Assumed),
    Diagram(Compiled),
    /// A limit stopped it.
    Stopped(Stop),
}

impl SourceArguments {
    /// The part of a command line that names the problem.
    pub(super) fn words(&self) -> Vec<String> {
        source_words(self.file.as_deref(), self.from.as_ref())
    }

    /// The path of the file, unless it is standard input.
    pub(super) fn path(&self) -> Option<&Path> {
        Source::new(self.file.as_deref()).path()
    }

    /// Reads the file within the memory limit. The clock of the command is running.
    pub(super) fn read(
        &self,
        assume: &AssumeArguments,
        limits: &LimitArguments,
        interrupt: &Interrupt,
    ) -> Result<Material, Failure> {
        let memory = limits.memory.most;
        interrupt.bound_memory(memory);
        let source = Source::new(self.file.as_deref());
        let (form, choice) = source.form(self.from)?;
        let text = source.read_text(interrupt, Room::Memory(memory as u64))?;
        let form = form.unwrap_or_else(|| SourceForm::of_text(&text));
        let name = source.name();
        let words = format!("while reading {name}");
        let read = match form {
            SourceForm::Problem(form) => {
                let problem = problem(form, choice, &source, &text, memory)?;
                let assumed = assume.of_problem(&problem, &self.words(), interrupt)?;
                return Ok(Material::Problem(problem, assumed));
            }
            SourceForm::Nnf => Diagram::read_nnf,
            SourceForm::Zdd => Diagram::read_zdd,
        };
        let read = limits.step(&words, interrupt, |limits| {
            let text = String::from_utf8_lossy(&text);
            read(&text, limits.clone().memory(memory))
        });
        match read {
            Ok(named) => {
                let words = Words::Lines(&named.names);
                Ok(Material::Diagram(Compiled {
                    diagram: assume.restrict(named.diagram, words, interrupt)?,
                    names: Names::Read(named.names),
                    assumed: Assumed::default(),
                }))
            }
            Err(DiagramError::Stopped(stop)) => Ok(Material::Stopped(stop)),
            Err(error) => Err(Failure::Diagram { name, error }),
        }
    }
}

/// A diagram from a file, or built from a problem.
#[derive(Args)]
pub(super) struct DiagramArguments {
    #[command(flatten)]
    source: SourceArguments,

    #[command(flatten)]
    assume: AssumeArguments,

    #[command(flatten)]
    pub(super) limits: LimitArguments,

    #[command(flatten)]
    progress: ProgressArguments,
}

impl DiagramArguments {
    /// The path of the problem or the diagram, unless it is standard input.
    pub(super) fn path(&self) -> Option<&Path> {
        self.source.path()
    }
}

/// A diagram and the names of its options.
pub(super) struct Compiled {
    pub(super) diagram: Diagram,
    names: Names,
    /// What was assumed of the problem.
    pub(super) assumed: Assumed,
}

/// The source of the names of options.
enum Names {
    /// In the text of the diagram.
    Read(Vec<String>),
    /// In the problem that was compiled.
    Of(Arc<Problem>),
}

impl Compiled {
    /// The words of its options.
    pub(super) fn words(&self) -> Words<'_> {
        match &self.names {
            Names::Of(problem) => Words::Problem(problem),
            Names::Read(lines) => Words::Lines(lines),
        }
    }

    /// Whether it has a solution.
    pub(super) fn has_solution(&self) -> bool {
        !self.diagram.count().is_zero()
    }
}

impl DiagramArguments {
    /// Reads or builds the diagram, or returns why it stopped. The clock of the command is running.
    pub(super) fn read(
        &self,
        threads: &Threads,
        interrupt: &Interrupt,
    ) -> Result<Result<Compiled, Stopped>, Failure> {
        let read = self.source.read(&self.assume, &self.limits, interrupt)?;
        let (problem, assumed) = match read {
            Material::Problem(problem, assumed) => (problem, assumed),
            Material::Diagram(compiled) => return Ok(Ok(compiled)),
            Material::Stopped(stop) => return Ok(Err(Stopped::new(stop))),
        };
        // A diagram needs no engine, so the solver needs no tables of one.
        let links = Settings::new().engine(EngineChoice::Prefer(EngineName::Links));
        let settings = self.limits.memory.bound(links, Tables::Part);
        let solver = match self.limits.compile(problem, &settings, interrupt) {
            Ok(solver) => solver,
            Err(stop) => return Ok(Err(Stopped::new(stop))),
        };
        let mut search = solver.search();
        let limits = self.limits.question(interrupt);
        search.assume(assumed.assumptions.clone()).threads(threads);
        let mut progress = self.progress.watch(&mut search);
        let answer = search.limits(limits).diagram();
        progress.end();
        let problem = solver.problem();
        let names = if problem.items().any(|item| problem.name(item).is_empty()) {
            Names::Read(
                problem
                    .options()
                    .map(|option| problem.display_option(option).to_string())
                    .collect(),
            )
        } else {
            Names::Of(Arc::clone(problem))
        };
        Ok(match answer.value {
            Some(diagram) => Ok(Compiled {
                diagram,
                names,
                assumed,
            }),
            None => Err(outgrown(answer.stop, &answer.stats)?),
        })
    }
}

/// Reports that a limit stopped the diagram, with its number of states if it exceeded the memory
/// limit.
///
/// # Errors
/// [`Failure::TooLarge`] if the problem is too large for a diagram in any memory.
pub(super) fn outgrown(stop: Stop, stats: &Stats) -> Result<Stopped, Failure> {
    let counted = stats.counted.clone().unwrap_or_default();
    match stop {
        Stop::TooLarge => Err(Failure::TooLarge(counted.reason.to_string())),
        _ => Ok(Stopped {
            states: (stop == Stop::Memory).then_some(counted.states),
            ..Stopped::new(stop)
        }),
    }
}
