//! `quadrille check`.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quadrille_core::text::solutions::{judge_json, judge_text};
use quadrille_report::Checked;

use super::Execute;
use super::end::AnswerFormat;
use super::help::{INPUT, OUTPUT};
use super::input::FormArguments;
use super::interrupt::Interrupt;
use super::outcome::{Failure, Outcome};
use super::output;
use super::room::Room;
use super::source::Source;

/// Check solutions of a problem
///
/// Reads solutions as 'solve' prints them, as text or as JSON, and prints every mistake. The
/// options of a solution may be in any order, and so may the items of an option. Lines 'cost N' are
/// checked too.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille solve jobs.dlx -n 0 | quadrille check jobs.dlx
  quadrille best crews.dlx --format json | quadrille check crews.dlx --to json

Exit codes:
  0  all solutions are right
  1  at least one is wrong
  2  bad usage or bad input")]
pub(super) struct Check {
    /// The problem; '-' is standard input
    problem: PathBuf,

    /// The solutions; '-' or nothing is standard input
    solutions: Option<PathBuf>,

    #[command(flatten)]
    form: FormArguments,

    /// The format of the solutions [default: json if they begin with '{', else text]
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = INPUT)]
    format: Option<Format>,

    /// How mistakes are printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t, help_heading = OUTPUT)]
    to: AnswerFormat,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// One option per line, a blank line between solutions
    Text,
    /// One object per solution
    Json,
}

impl Format {
    fn of_text(text: &[u8]) -> Self {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let text = text.trim_ascii_start();
        // An array is invalid in both forms; the reader of JSON has the better message.
        let inner = text.strip_prefix(b"[").unwrap_or(text);
        if inner.trim_ascii_start().starts_with(b"{") {
            Self::Json
        } else {
            Self::Text
        }
    }
}

impl Execute for Check {
    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let source = Source::new(self.solutions.as_deref());
        if source.is_stdin() && Source::new(Some(&self.problem)).is_stdin() {
            return Err(Failure::usage(
                "the problem and the solutions cannot both come from standard input",
                "give the name of the file with the problem",
            ));
        }
        let problem = self.form.read(Some(&self.problem), interrupt)?;
        let text = source.read_text(interrupt, Room::of_program())?;
        let format = self.format.unwrap_or_else(|| Format::of_text(&text));
        let judge = match format {
            Format::Text => judge_text,
            Format::Json => judge_json,
        };
        // The output may be long: a signal ends the program at once.
        interrupt.print();
        let name = source.name();
        let mut checked = Checked::default();
        let mut output = output::stdout();
        let mut written = Ok(());
        let read = judge(&problem, &text, |verdict| {
            if let (Ok(()), Some(wrong)) = (&written, checked.add(&name, &verdict)) {
                written = self.to.print_part(&wrong, &mut output);
            }
        });
        written
            .and_then(|()| output.flush())
            .map_err(Failure::Write)?;
        if let Err(error) = read {
            return Err(Failure::Text { name, error });
        }
        if checked.solutions == 0 {
            return Err(Failure::NoSolutions { name });
        }
        drop(output);
        self.to.end(&checked, None)
    }
}
