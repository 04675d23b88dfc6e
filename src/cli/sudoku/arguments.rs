//! The flags that all commands about boards share, and how a batch is run.

use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use quadrille::Limits;
use quadrille::Method;
use quadrille::sudoku::{Shape, Sudoku};

use super::batch::Batch;
use super::boards::{Boards, Format};
use super::judge::{self, Judge};
use super::question::{Question, Verb};
use super::{alone, shapes, threads};
use crate::cli::input::Source;
use crate::cli::interrupt::Interrupt;
use crate::cli::limits::{SearchArguments, positive};
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::Stream;

/// The boards: where they are, and what they look like.
#[derive(Args)]
pub(super) struct BoardArguments {
    /// The boards; '-' or nothing is standard input
    file: Option<PathBuf>,

    /// What boards look like: words such as 16x16, x, windoku, samurai, joined by +, a file with
    /// such words and maps, or jigsaw:FILE with a map of regions [default: the size of the first
    /// good board, with the usual boxes]
    #[arg(long, value_name = "SHAPE")]
    shape: Option<String>,
}

impl BoardArguments {
    pub(super) fn source(&self) -> Source<'_> {
        Source::new(self.file.as_deref())
    }

    /// The boards and their shape.
    pub(super) fn open(&self) -> Result<(Shape, Box<dyn Read + Send>), Failure> {
        let input = self.source().open()?;
        match &self.shape {
            Some(text) if shapes::tells_size(text) => Ok((shapes::named(text)?, input)),
            text => {
                // What is wrong with the words is told before any board is read.
                let named = text.as_deref().map(shapes::named).transpose()?;
                let guessed = shapes::guessed(input);
                let (plain, input) = guessed.map_err(|error| self.source().failed(error))?;
                match (text, named) {
                    (Some(_), Some(named)) if named.side() == plain.side() => Ok((named, input)),
                    (Some(text), _) => Ok((
                        shapes::named(&format!("{0}x{0}+{text}", plain.side()))?,
                        input,
                    )),
                    (None, _) => Ok((plain, input)),
                }
            }
        }
    }
}

/// What a search of all boards needs besides.
#[derive(Args)]
pub(super) struct BatchArguments {
    #[command(flatten)]
    boards: BoardArguments,

    /// Search on up to T threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = positive, allow_negative_numbers = true)]
    threads: Option<u64>,

    #[command(flatten)]
    search: SearchArguments,
}

impl BatchArguments {
    /// Asks about all boards; up to `most` solutions of each are looked for.
    pub(super) fn run(
        &self,
        interrupt: &Interrupt,
        verb: Verb,
        format: Format,
        most: Option<u64>,
    ) -> Result<Outcome, Failure> {
        let (shape, input) = self.boards.open()?;
        let sudoku = Sudoku::with_settings(shape.clone(), &self.search.settings());
        self.search.note_engine(sudoku.solver());
        let threads = threads::useful(self.threads.unwrap_or_else(threads::cores));
        // Who names an engine wants to see it walk.
        let method = match self.search.names_engine() {
            true => Method::Walk,
            false => Method::Auto,
        };
        let question = Question::new(sudoku, self.limits(interrupt, most), verb);
        let question = Arc::new(question.counting(method, threads));
        let boards = Boards::new(Stream::stdout(), format, shape, most != Some(1));
        let mut batch = Batch::new(self.boards.source(), boards);
        match threads {
            1 => alone::run(&question, interrupt.idle_in(input), &mut batch),
            threads => threads::run(&question, threads, input, interrupt, &mut batch),
        }?;
        batch.end()?;
        if self.search.stats {
            batch.tell_stats(question.solver());
        }
        Ok(batch.outcome())
    }

    /// Answers all boards as a judge expects it.
    pub(super) fn judge(&self, interrupt: &Interrupt, judge: Judge) -> Result<Outcome, Failure> {
        let source = self.boards.source();
        let input = source.read_all()?;
        // Until here there is nothing to stop cleanly.
        let limits = self.limits(interrupt, None);
        let settings = self.search.settings();
        judge::run(judge, &source.name(), &input, &settings, &limits)
    }

    fn limits(&self, interrupt: &Interrupt, most: Option<u64>) -> Limits {
        let limits = self.search.limits.limits(interrupt);
        match most {
            Some(most) => limits.solutions(most),
            None => limits,
        }
    }
}
