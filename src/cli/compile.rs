//! `quadrille compile`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::diagram::{Compiled, DiagramArguments};
use super::interrupt::Interrupt;
use super::outcome::{Failure, Outcome};
use super::output;

/// Write all solutions of a problem as a diagram
///
/// A diagram is as large as the memory that counting needs, however many solutions there are.
/// The forms nnf and zdd are read back by 'count' and 'sample'.
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
    /// The ZDD text of Knuth's programs; it has no names
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
        Ok(source.outcome())
    }

    fn write(&self, source: &Compiled, out: &mut impl Write) -> Result<(), Failure> {
        let name = |option| source.name(option);
        let diagram = &source.diagram;
        match self.to {
            Form::Nnf => diagram.write_nnf(name, out),
            Form::Zdd => diagram
                .write_zdd(out, &quadrille::Limits::new())
                .map(|_| ()),
            Form::Dot => diagram.write_dot(name, out),
        }
        .and_then(|()| out.flush())
        .map_err(Failure::Write)
    }
}
