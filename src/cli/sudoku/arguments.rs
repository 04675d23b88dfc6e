//! The flags that commands about boards share, and how a batch is run.

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use quadrille::parallel::{self, Pool, cores};
use quadrille::sudoku::text::Reader;
use quadrille::sudoku::{Shape, Sudoku};
use quadrille::{Limits, Method, Settings};

use super::batch::Batch;
use super::boards::{Boards, Format};
use super::cases::Cases;
use super::judge::Judge;
use super::question::{Question, Verb};
use super::records::{Item, Records};
use super::shapes;
use crate::cli::input::Source;
use crate::cli::interrupt::Interrupt;
use crate::cli::limits::{SearchArguments, positive};
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::Stream;

/// The most threads that find something to do.
const MOST_THREADS: usize = 256;

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

/// How many threads answer.
#[derive(Args)]
pub(super) struct ThreadArguments {
    /// Search on up to T threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = positive, allow_negative_numbers = true)]
    threads: Option<u64>,
}

impl ThreadArguments {
    /// How many of them are useful: more than one for each core find nothing to do. Two also on one
    /// core, so that several threads are the same everywhere.
    pub(super) fn count(&self) -> usize {
        let asked = self.threads.map_or_else(cores, |threads| {
            usize::try_from(threads).unwrap_or(usize::MAX)
        });
        asked.min(cores().max(2)).min(MOST_THREADS)
    }
}

/// Boards that several threads are asked about.
#[derive(Args)]
pub(super) struct PooledArguments {
    #[command(flatten)]
    boards: BoardArguments,

    #[command(flatten)]
    threads: ThreadArguments,
}

/// Boards that are searched.
#[derive(Args)]
pub(super) struct BatchArguments {
    #[command(flatten)]
    pooled: PooledArguments,

    #[command(flatten)]
    search: SearchArguments,
}

/// A question about all boards of an input, and how the answers are written.
pub(super) struct Inquiry<'a> {
    verb: Verb,
    format: Format,
    threads: usize,
    /// Whether several solutions of a board may be written.
    several: bool,
    search: Option<&'a SearchArguments>,
}

impl Inquiry<'_> {
    /// A question that has no flags of a search.
    pub(super) fn new(verb: Verb, format: Format, threads: usize) -> Self {
        Self {
            verb,
            format,
            threads,
            several: false,
            search: None,
        }
    }
}

impl BoardArguments {
    fn source(&self) -> Source<'_> {
        Source::new(self.file.as_deref())
    }

    /// The boards and their shape.
    fn open(&self) -> Result<(Shape, Box<dyn Read + Send>), Failure> {
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

    /// Asks about all boards, each under the limits that `limits` makes when everything is ready.
    pub(super) fn run(
        &self,
        interrupt: &Interrupt,
        inquiry: &Inquiry<'_>,
        limits: impl FnOnce() -> Limits,
    ) -> Result<Outcome, Failure> {
        let (shape, input) = self.open()?;
        if inquiry.verb.is_classic() && shape != Shape::classic() {
            return Err(Failure::Usage(
                "canonical forms are for 9x9 boards of the classic shape only",
            ));
        }
        let mut reader = Reader::of(shape.clone(), input);
        if inquiry.verb.is_lenient() {
            reader = reader.lenient();
        }
        let expected = "one line a board or one line a row";
        let records = Records::new(reader);
        inquiry.ask(interrupt, self.source(), shape, records, expected, limits)
    }
}

impl Inquiry<'_> {
    /// Asks about all records of a source, whose boards have a shape.
    fn ask(
        &self,
        interrupt: &Interrupt,
        source: Source<'_>,
        shape: Shape,
        records: impl parallel::Source<Item = io::Result<Item>> + Send + 'static,
        expected: &'static str,
        limits: impl FnOnce() -> Limits,
    ) -> Result<Outcome, Failure> {
        let &Inquiry {
            verb,
            format,
            threads,
            several,
            search,
        } = self;
        let settings = search.map_or_else(Settings::default, SearchArguments::settings);
        let searches = verb != Verb::Show && !verb.is_classic();
        let sudoku = searches.then(|| Sudoku::with_settings(shape.clone(), &settings));
        if let (Some(search), Some(sudoku)) = (search, &sudoku) {
            search.note_engine(sudoku.solver());
        }
        // Who names an engine wants to see it walk.
        let method = match search.is_some_and(SearchArguments::names_engine) {
            true => Method::Walk,
            false => Method::Auto,
        };
        let boards = Boards::new(Stream::stdout(), verb, format, several, shape);
        let question = Question::new(verb, sudoku, settings, limits(), method, threads);
        let mut pool = Pool::new(threads);
        // Other questions are stopped by their limits.
        if search.is_none() {
            pool = pool.cancel(interrupt.token());
        }
        let batch = Batch::new(source, interrupt, boards, &Arc::new(question));
        let stats = search.is_some_and(|search| search.stats);
        batch.run(&pool, records, expected, stats)
    }
}

impl PooledArguments {
    /// Asks about all boards, each under the limits that `limits` makes when everything is ready.
    pub(super) fn run(
        &self,
        interrupt: &Interrupt,
        verb: Verb,
        format: Format,
        limits: impl FnOnce() -> Limits,
    ) -> Result<Outcome, Failure> {
        let inquiry = Inquiry::new(verb, format, self.threads.count());
        self.boards.run(interrupt, &inquiry, limits)
    }
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
        let inquiry = Inquiry {
            several: most != Some(1),
            search: Some(&self.search),
            ..Inquiry::new(verb, format, self.pooled.threads.count())
        };
        let limits = || self.limits(interrupt, verb, most);
        self.pooled.boards.run(interrupt, &inquiry, limits)
    }

    /// Answers all boards as a judge expects it.
    pub(super) fn judge(&self, interrupt: &Interrupt, judge: Judge) -> Result<Outcome, Failure> {
        let source = self.pooled.boards.source();
        let (verb, expected) = (judge.verb(), judge.expected());
        let cases = Cases::new(judge, source.read_all()?).map_err(|expected| Failure::NoBoard {
            name: source.name(),
            expected,
        })?;
        let inquiry = Inquiry {
            search: Some(&self.search),
            ..Inquiry::new(verb, Format::Judge(judge), 1)
        };
        // Until here there is nothing to stop cleanly.
        let limits = || self.limits(interrupt, verb, Some(1));
        inquiry.ask(interrupt, source, judge.shape(), cases, expected, limits)
    }

    fn limits(&self, interrupt: &Interrupt, verb: Verb, most: Option<u64>) -> Limits {
        let limits = self.search.limits.limits(interrupt);
        match (verb, most) {
            (Verb::Solve | Verb::Count, Some(most)) => limits.solutions(most),
            // Others look for several to know about one.
            _ => limits,
        }
    }
}
