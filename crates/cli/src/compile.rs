//! `quadrille compile`.

use std::ffi::OsStr;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use quadrille_core::{Limits, Stop, Threads};
use quadrille_report::Stopped;

use super::Execute;
use super::diagram::{Compiled, DiagramArguments};
use super::end::end;
use super::help::OUTPUT;
use super::input::form_of_extension;
use super::interrupt::Interrupt;
use super::message::note;
use super::outcome::{Failure, Outcome};
use super::output::{self, OutputFile};

/// Write all solutions of a problem as a diagram
///
/// The size of the diagram grows with the number of different partial states, not with the number
/// of solutions. 'count' and 'sample' read the formats nnf and zdd. If a limit or Ctrl-C stops the
/// command, it removes an incomplete file, but only if it created that file.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille compile dominoes.dlx -o dominoes.nnf
  quadrille compile jobs.dlx --to dot > jobs.dot")]
pub(super) struct Compile {
    #[command(flatten)]
    diagram: DiagramArguments,

    /// The format of the diagram [default: nnf, or that of the -o file]
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = OUTPUT)]
    to: Option<Form>,

    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// Lines L, A and O; an option that is not named is not used
    Nnf,
    /// The ZDD text of Knuth's programs; it has no names
    Zdd,
    /// A picture for Graphviz
    Dot,
}

/// Endings that ask for formats in which no diagram is written.
const OTHERS: [&str; 7] = ["json", "svg", "html", "png", "pdf", "dlx", "txt"];

impl Execute for Compile {
    fn prints(&self) -> bool {
        self.output.is_none()
    }

    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        self.diagram.limits.start_clock(interrupt);
        let form = self.form()?;
        // A file that cannot be written is reported before the long work.
        let file = self.output.as_deref().map(OutputFile::open).transpose()?;
        let made = file.as_ref().filter(|file| file.is_new);
        interrupt.set_incomplete_file(made.map(|file| file.path));
        let ended = self.answer(form, file.as_ref(), interrupt);
        if let (Some(file), Err(_) | Ok(Outcome::Stopped | Outcome::Interrupted)) = (&file, &ended)
        {
            file.remove_new();
        }
        interrupt.set_incomplete_file(None);
        ended
    }
}

impl Compile {
    /// The format that was asked for, or else that of the file.
    fn form(&self) -> Result<Form, Failure> {
        let path = self.output.as_deref();
        if let Some(form) = self.to.or_else(|| form_of_extension(path)) {
            return Ok(form);
        }
        let extension = path.and_then(Path::extension).and_then(OsStr::to_str);
        let extension = extension.unwrap_or_default().to_ascii_lowercase();
        if OTHERS.contains(&&*extension) {
            Err(Failure::usage(
                format!("a diagram cannot be written as .{extension}"),
                "write .nnf, .zdd or .dot, or choose the format with '--to'",
            ))
        } else {
            Ok(Form::Nnf)
        }
    }

    fn answer(
        &self,
        form: Form,
        file: Option<&OutputFile<'_>>,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Failure> {
        let source = match self.diagram.read(&Threads::default(), interrupt)? {
            Ok(source) => source,
            Err(stopped) => {
                let ended = end(&stopped, None);
                if let Some(file) = file {
                    note(format_args!("nothing was written to {}", file.name()));
                }
                return Ok(ended);
            }
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
                    self.write(form, &source, &mut BufWriter::new(&file.file), limits)
                }
                None => self.write(form, &source, &mut output::stdout(), limits),
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
    fn write(
        &self,
        form: Form,
        source: &Compiled,
        out: &mut impl Write,
        limits: &Limits,
    ) -> io::Result<Stop> {
        let name = |option| source.words().of(option).to_string();
        let diagram = &source.diagram;
        let stop = match form {
            Form::Nnf => diagram.write_nnf(name, out).map(|()| Stop::Exhausted),
            Form::Zdd => {
                diagram.write_zdd(out, limits.clone().memory(self.diagram.limits.memory.most))
            }
            Form::Dot => diagram.write_dot(name, out).map(|()| Stop::Exhausted),
        }?;
        out.flush()?;
        Ok(stop)
    }
}
