//! `quadrille compile`.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quadrille::report::Stopped;
use quadrille::{Limits, Stop};

use super::diagram::{Compiled, DiagramArguments};
use super::end::end;
use super::interrupt::Interrupt;
use super::outcome::{Failure, Outcome};
use super::output::{self, OutputFile};

/// Write all solutions of a problem as a diagram
///
/// A diagram is about as large as the memory that counting needs, however many solutions there are.
/// 'count' and 'sample' read the formats nnf and zdd. If a limit or Ctrl-C stops the command, an
/// unfinished file is removed, unless it existed before.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille compile dominoes.dlx -o dominoes.nnf
  quadrille compile jobs.dlx --to dot > jobs.dot")]
pub(super) struct Compile {
    #[command(flatten)]
    diagram: DiagramArguments,

    /// The format of the diagram
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    to: Form,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Form {
    /// Lines L, A, O; unnamed options are unused
    #[default]
    Nnf,
    /// The ZDD text of Knuth's programs; it has no names
    Zdd,
    /// A picture for Graphviz
    Dot,
}

impl Compile {
    /// Whether the answer goes to standard output.
    pub(super) fn prints(&self) -> bool {
        self.output.is_none()
    }

    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        self.diagram.limits.start_clock(interrupt);
        // A file that cannot be written is reported before the long work.
        let file = self.output.as_deref().map(OutputFile::open).transpose()?;
        let made = file.as_ref().filter(|file| file.is_new);
        interrupt.set_incomplete_file(made.map(|file| file.path));
        let ended = self.answer(file.as_ref(), interrupt);
        if let (Some(file), Err(_) | Ok(Outcome::Stopped | Outcome::Interrupted)) = (&file, &ended)
        {
            file.remove_new();
        }
        interrupt.set_incomplete_file(None);
        ended
    }

    fn answer(
        &self,
        file: Option<&OutputFile<'_>>,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Failure> {
        let source = match self.diagram.read(interrupt)? {
            Ok(source) => source,
            Err(stopped) => return Ok(end(&stopped, None)),
        };
        let words = match file {
            Some(file) => format!("while writing {}", file.name()),
            None => "while writing the diagram".to_owned(),
        };
        let written = self
            .diagram
            .limits
            .step(&words, interrupt, |limits| match file {
                Some(file) => {
                    file.begin()?;
                    self.write(&source, &mut BufWriter::new(&file.file), limits)
                }
                None => self.write(&source, &mut output::stdout(), limits),
            });
        let stop = written.map_err(|error| match file {
            Some(file) => file.failed(error),
            None => Failure::Write(error),
        })?;
        if stop.is_limit() {
            return Ok(end(&Stopped::during(stop, &words), None));
        }
        let outcome = Outcome::of(stop, source.has_solution());
        Ok(source.assumed.end(outcome))
    }

    /// Writes the diagram. Returns why it stopped.
    fn write(&self, source: &Compiled, out: &mut impl Write, limits: &Limits) -> io::Result<Stop> {
        let name = |option| source.words().of(option).to_string();
        let diagram = &source.diagram;
        let stop = match self.to {
            Form::Nnf => diagram.write_nnf(name, out).map(|()| Stop::Exhausted),
            Form::Zdd => diagram.write_zdd(out, limits.clone().memory(self.diagram.memory)),
            Form::Dot => diagram.write_dot(name, out).map(|()| Stop::Exhausted),
        }?;
        out.flush()?;
        Ok(stop)
    }
}
