//! `quadrille compile`, and diagrams as the input of other commands.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quadrille::count::{Counter, Diagram, Report};
use quadrille::{OptionId, Solver, Stop};

use super::input::ProblemArguments;
use super::interrupt::Interrupt;
use super::limits::{LimitArguments, culprit, size};
use super::outcome::{Failure, Outcome};
use super::{message, output};

/// Write all solutions of a problem as a diagram
///
/// A diagram is as large as the memory that counting needs, however many solutions there are.
/// The form nnf is read back by 'count' and 'sample'.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille compile dominoes.dlx -o dominoes.nnf")]
pub(super) struct Compile {
    #[command(flatten)]
    diagram: DiagramArguments,

    /// The form of the diagram
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    to: Form,

    /// Write to this file instead of standard output
    #[arg(short, value_name = "OUT")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Form {
    /// Lines L, A, O; options that are not named are not used
    #[default]
    Nnf,
    /// The ZDD text of Knuth's programs
    Zdd,
    /// A picture for Graphviz
    Dot,
}

impl Compile {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let source = match self.diagram.read(interrupt)? {
            Ok(source) => source,
            Err(stopped) => return Ok(stopped),
        };
        match &self.output {
            Some(path) => {
                let file = File::create(path).map_err(Failure::Write)?;
                self.write(&source, &mut BufWriter::new(file))?;
            }
            None => self.write(&source, &mut output::stdout())?,
        }
        Ok(super::sample::outcome(&source.diagram))
    }

    fn write(&self, source: &Compiled, out: &mut impl Write) -> Result<(), Failure> {
        let name = |option| source.name(option);
        let diagram = &source.diagram;
        match self.to {
            Form::Nnf => diagram.write_nnf(name, out),
            Form::Zdd => diagram.write_zdd(out),
            Form::Dot => diagram.write_dot(name, out),
        }
        .and_then(|()| out.flush())
        .map_err(Failure::Write)
    }
}

/// A diagram that is read, or made of a problem that is read.
#[derive(Args)]
pub(super) struct DiagramArguments {
    #[command(flatten)]
    problem: ProblemArguments,

    /// The most memory for states that were met before, and for the diagram, such as 500M or 2G
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "1G")]
    memory: usize,

    #[command(flatten)]
    limits: LimitArguments,
}

/// A diagram and the names of its options.
pub(super) struct Compiled {
    pub(super) diagram: Diagram,
    names: Vec<String>,
}

impl Compiled {
    /// The items of an option; its number, if they are not known.
    pub(super) fn name(&self, option: OptionId) -> String {
        match self.names.get(option.index()) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => format!("option {option}"),
        }
    }
}

impl DiagramArguments {
    /// The diagram; or how it ended, if a limit stopped it.
    pub(super) fn read(&self, interrupt: &Interrupt) -> Result<Result<Compiled, Outcome>, Failure> {
        if let Some(compiled) = read(&self.problem) {
            return compiled.map(Ok);
        }
        let solver = Solver::new(self.problem.read()?);
        let mut counter = Counter::new(&solver);
        counter
            .memory(self.memory)
            .limits(self.limits.limits(interrupt));
        let answer = counter.diagram().map_err(Failure::TooLarge)?;
        let problem = solver.problem();
        Ok(match (answer.value, answer.stop) {
            (Some(diagram), _) => Ok(Compiled {
                diagram,
                names: problem
                    .options()
                    .map(|o| problem.display(o).to_string())
                    .collect(),
            }),
            (None, stop) => {
                say_stopped(stop, counter.report());
                Err(match stop {
                    Stop::Cancelled => Outcome::Interrupted,
                    _ => Outcome::Stopped,
                })
            }
        })
    }
}

/// Says what stopped a diagram; where that is its size, how large it was.
pub(super) fn say_stopped(stop: Stop, report: &Report) {
    let culprit = culprit(stop);
    if stop == Stop::Memory {
        let states = report.states;
        message::say(format_args!("stopped by {culprit} with {states} states"));
    } else {
        message::say(format_args!("stopped by {culprit}"));
    }
}

/// The diagram in a file that ends in `.nnf`; nothing, if the file does not.
pub(super) fn read(problem: &ProblemArguments) -> Option<Result<Compiled, Failure>> {
    let source = problem.source();
    let extension = source.path()?.extension().and_then(OsStr::to_str)?;
    if !extension.eq_ignore_ascii_case("nnf") {
        return None;
    }
    let text = match source.read_all() {
        Ok(text) => text,
        Err(failure) => return Some(Err(failure)),
    };
    let text = String::from_utf8_lossy(&text);
    let read = Diagram::read_nnf(&text);
    Some(match read {
        Ok((diagram, names)) => Ok(Compiled { diagram, names }),
        Err(error) => Err(Failure::Diagram {
            name: source.name(),
            error,
        }),
    })
}
