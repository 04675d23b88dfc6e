//! Problems in every form that the command line reads.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use quadrille_core::text::{Form, dlx, first_line};
use quadrille_core::{BuildError, Problem};

use super::assume::source_words;
use super::help::INPUT;
use super::interrupt::Interrupt;
use super::message;
use super::outcome::Failure;
use super::room::Room;
use super::source::Source;

/// The largest number of notes that are reported one by one.
const NOTES: usize = 10;

#[derive(Args)]
pub(super) struct ProblemArguments {
    /// The problem; '-' or nothing is standard input
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    #[command(flatten)]
    form: FormArguments,
}

#[derive(Args)]
pub(super) struct FormArguments {
    /// The format of the problem [default: guessed from FILE]
    ///
    /// By default the extension of the file decides, or else the text: one that begins with '{' is
    /// json, and so is a list in '[' that is valid JSON; one that begins with 'p ec' is ec, the texts
    /// of miniexact and libexact are recognised, and any other is dlx. Formats of numbers are never
    /// guessed, except rows of 0 and 1 in a file whose extension is txt.
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = INPUT)]
    from: Option<ProblemForm>,
}

/// A form of a problem as the value of a flag.
#[derive(Clone, Copy)]
pub(super) struct ProblemForm(Form);

impl ValueEnum for ProblemForm {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Self(Form::Dlx),
            Self(Form::Json),
            Self(Form::Matrix),
            Self(Form::Ec),
            Self(Form::Txt),
            Self(Form::Rows),
            Self(Form::Spp),
            Self(Form::Libexact),
            Self(Form::Miniexact),
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(form_value(self.0))
    }
}

/// The form of a problem as a value in the help.
pub(super) fn form_value(form: Form) -> PossibleValue {
    PossibleValue::new(form.word()).help(form.description())
}

/// The extensions of the forms that 'convert' writes and no command reads.
const WRITTEN_ONLY: [&str; 4] = ["cnf", "opb", "lp", "mps"];

/// Returns the form that the extension of a file names.
pub(super) fn form_of_extension<F: ValueEnum>(path: Option<&Path>) -> Option<F> {
    let extension = path?.extension().and_then(OsStr::to_str)?;
    F::from_str(extension, true).ok()
}

/// What the form of a problem was chosen by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    Flag,
    Extension,
    Text,
}

/// Parses the text of a source in a form and reports notes.
pub(super) fn problem(
    form: Form,
    choice: Choice,
    source: &Source<'_>,
    text: &[u8],
    memory: usize,
) -> Result<Problem, Failure> {
    let form = match choice {
        Choice::Extension => form.of_file(text),
        _ => form,
    };
    let left = memory.saturating_sub(text.len());
    let problem = form.read_within(text, left).map_err(|error| {
        let name = source.name();
        if let Some(BuildError::Memory(_)) = error.cause() {
            let words = format!("the problem in {name} and its text take more than {memory} bytes");
            return Failure::Memory { words };
        }
        let is_dlx = || dlx::read_within(text, left).is_ok();
        if choice == Choice::Extension && form.numbers_items() && is_dlx() {
            let what = format!("the format of {name} is chosen by its extension");
            message::note_with(what, "give '--from dlx' to read it as DLX text");
        }
        let error = match choice {
            Choice::Flag => error,
            _ => form.suggest(error, text, left),
        };
        Failure::Text { name, error }
    })?;
    report_notes(&problem);
    Ok(problem)
}

/// All forms of a problem as values of an enum with a variant `Problem`, and then other forms.
macro_rules! forms_and {
    ($($other:expr),*) => {
        &[
            Self::Problem(Form::Dlx),
            Self::Problem(Form::Json),
            Self::Problem(Form::Matrix),
            Self::Problem(Form::Ec),
            Self::Problem(Form::Txt),
            Self::Problem(Form::Rows),
            Self::Problem(Form::Spp),
            Self::Problem(Form::Libexact),
            Self::Problem(Form::Miniexact),
            $($other),*
        ]
    };
}
pub(super) use forms_and;

/// A form of a problem or of a diagram.
#[derive(Clone, Copy)]
pub(super) enum SourceForm {
    Problem(Form),
    Nnf,
    Zdd,
}

impl ValueEnum for SourceForm {
    fn value_variants<'a>() -> &'a [Self] {
        forms_and![Self::Nnf, Self::Zdd]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let diagram = |name, help| Some(PossibleValue::new(name).help(help));
        match self {
            Self::Problem(form) => Some(form_value(*form)),
            Self::Nnf => diagram("nnf", "A diagram, as 'compile' writes it"),
            Self::Zdd => diagram("zdd", "A diagram in the ZDD text of Knuth's programs"),
        }
    }
}

impl SourceForm {
    /// Whether a file holds a diagram, by its extension or its beginning.
    pub(super) fn is_diagram(path: Option<&Path>, text: &[u8]) -> bool {
        let form = form_of_extension(path).unwrap_or_else(|| Self::of_text(text));
        matches!(form, Self::Nnf | Self::Zdd)
    }

    /// The form of a text that begins like a diagram.
    pub(super) fn of_text(text: &[u8]) -> Self {
        let line = first_line(text);
        let words = line.split(u8::is_ascii_whitespace);
        let mut words = words.filter(|word| !word.is_empty());
        let is_number = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
        match words.next() {
            Some(b"nnf") => {
                let words: Vec<_> = words.collect();
                if words.len() == 3 && words.into_iter().all(is_number) {
                    Self::Nnf
                } else {
                    Self::Problem(Form::of_text(text))
                }
            }
            Some([.., b':']) if words.next().is_some_and(|word| word.starts_with(b"(~")) => {
                Self::Zdd
            }
            _ => Self::Problem(Form::of_text(text)),
        }
    }
}

impl ProblemArguments {
    /// The path of the problem, unless it is standard input.
    pub(super) fn path(&self) -> Option<&Path> {
        Source::new(self.file.as_deref()).path()
    }

    /// The part of a command line that names the problem.
    pub(super) fn words(&self) -> Vec<String> {
        source_words(self.file.as_deref(), self.form.from.as_ref())
    }

    /// Reads the problem and reports notes.
    pub(super) fn read(&self, interrupt: &Interrupt) -> Result<Problem, Failure> {
        self.form.read(self.file.as_deref(), interrupt)
    }
}

impl FormArguments {
    /// Reads a problem from a file and reports notes.
    pub(super) fn read(
        &self,
        file: Option<&Path>,
        interrupt: &Interrupt,
    ) -> Result<Problem, Failure> {
        let source = Source::new(file);
        let (form, choice) = source.form(self.from)?;
        let text = source.read_text(interrupt, Room::of_program())?;
        if form.is_none() && SourceForm::is_diagram(source.path(), &text) {
            return Err(Failure::usage(
                format!("{} is a diagram, expected a problem", source.name()),
                "'count', 'sample' and 'compile' read diagrams; for a problem that looks like \
                       one, give '--from dlx'",
            ));
        }
        let form = form.map_or_else(|| Form::of_text(&text), |ProblemForm(form)| form);
        problem(form, choice, &source, &text, usize::MAX)
    }
}

impl Source<'_> {
    /// Returns the form that a flag or else the extension names, and which of them did.
    ///
    /// # Errors
    /// A failure if the extension belongs to a form that is never read.
    pub(super) fn form<F: ValueEnum>(
        &self,
        flag: Option<F>,
    ) -> Result<(Option<F>, Choice), Failure> {
        if flag.is_some() {
            return Ok((flag, Choice::Flag));
        }
        let extension = self.path().and_then(Path::extension);
        let extension = extension.map(OsStr::to_ascii_lowercase);
        if let Some(form) = extension.filter(|form| WRITTEN_ONLY.iter().any(|&word| form == word)) {
            let form = form.display();
            return Err(Failure::usage(
                format!(
                    "cannot read {}: quadrille only writes {form} files",
                    self.name()
                ),
                "give the problem from which the file was made; if the file is DLX text, give \
                       '--from dlx'",
            ));
        }
        let form = form_of_extension(self.path());
        let choice = match form {
            Some(_) => Choice::Extension,
            None => Choice::Text,
        };
        Ok((form, choice))
    }
}

fn report_notes(problem: &Problem) {
    for note in problem.notes().iter().take(NOTES) {
        message::note_with(note.display(problem), note.help());
    }
    let more = problem.notes().len().saturating_sub(NOTES);
    if more > 0 {
        message::note(format_args!("and {more} more"));
    }
}
