//! Where the input comes from, and problems in the forms that the command line knows.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use quadrille::Problem;
use quadrille::text::{dlx, matrix};

use super::message;
use super::outcome::Failure;

/// The most notes that are told one by one.
const NOTES: usize = 10;

#[derive(Args)]
pub(super) struct ProblemArguments {
    /// The problem; '-' or nothing is standard input
    file: Option<PathBuf>,

    /// The form of the problem [default: by the extension of FILE, else dlx]
    #[arg(long, value_enum, value_name = "FORM")]
    from: Option<Form>,
}

/// How a problem is written down.
#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// Knuth's text: a line of items, then one option a line
    Dlx,
    /// Rows of 0 and 1: a column is an item, a row is an option
    Matrix,
}

impl Form {
    fn of_extension(path: &Path) -> Option<Self> {
        let extension = path.extension().and_then(OsStr::to_str)?;
        Self::from_str(extension, true).ok()
    }
}

impl ProblemArguments {
    /// Where the problem is.
    pub(super) fn source(&self) -> Source<'_> {
        Source::new(self.file.as_deref())
    }

    /// Reads the problem, and tells what is notable in it.
    pub(super) fn read(&self) -> Result<Problem, Failure> {
        let source = self.source();
        let text = source.read_all()?;
        let by_extension = || self.file.as_deref().and_then(Form::of_extension);
        let problem = match self.from.or_else(by_extension).unwrap_or(Form::Dlx) {
            Form::Dlx => dlx::read(&text),
            Form::Matrix => matrix::read(&text),
        };
        let problem = problem.map_err(|error| Failure::Text {
            name: source.name(),
            error,
        })?;
        tell_notes(&problem);
        Ok(problem)
    }
}

fn tell_notes(problem: &Problem) {
    for note in problem.notes().iter().take(NOTES) {
        message::note(note.display(problem));
    }
    let more = problem.notes().len().saturating_sub(NOTES);
    if more > 0 {
        message::note(format_args!("and {more} more"));
    }
}

/// A file, or standard input.
pub(super) struct Source<'a> {
    path: Option<&'a Path>,
}

impl<'a> Source<'a> {
    /// The source that an argument names.
    pub(super) fn new(argument: Option<&'a Path>) -> Self {
        let path = argument.filter(|path| path.as_os_str() != "-");
        Self { path }
    }

    /// The file, if it is one.
    pub(super) fn path(&self) -> Option<&Path> {
        self.path
    }

    /// Its name in messages.
    pub(super) fn name(&self) -> String {
        match self.path {
            Some(path) => path.display().to_string(),
            None => "<stdin>".to_owned(),
        }
    }

    /// Opens it. Nothing is buffered.
    pub(super) fn open(&self) -> Result<Box<dyn Read + Send>, Failure> {
        match self.path {
            Some(path) => match File::open(path) {
                Ok(file) => Ok(Box::new(file)),
                Err(error) => Err(self.failed(error)),
            },
            None => Ok(Box::new(io::stdin())),
        }
    }

    /// All its bytes.
    pub(super) fn read_all(&self) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        match self.open()?.read_to_end(&mut bytes) {
            Ok(_) => Ok(bytes),
            Err(error) => Err(self.failed(error)),
        }
    }

    /// Says that it could not be read.
    pub(super) fn failed(&self, error: io::Error) -> Failure {
        let name = self.name();
        Failure::Read { name, error }
    }
}
