//! The flags that commands about boards share, and the start of a batch.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use quadrille_core::parallel::{self, Pool};
use quadrille_core::{Budget, Method, Settings};
use quadrille_sudoku::text::Reader;
use quadrille_sudoku::{PuzzleFormat, Shape};

use super::asker::{Compiled, Proofs, Setup, Shared};
use super::batch::Batch;
use super::boards::Boards;
use super::cases::Cases;
use super::format::Format;
use super::judge::Judge;
use super::limits::{
    BoardLimitArguments, BoardLimits, PerBoardArguments, Until, memory_of_boards, nodes_of_board,
    time_of_command,
};
use super::pages::Target;
use super::question::{Needs, Question};
use super::records::{Item, Records};
use super::shapes::{self, Opened};
use crate::Execute;
use crate::help::{INPUT, OUTPUT};
use crate::hints;
use crate::interrupt::Interrupt;
use crate::limits::{SearchArguments, until};
use crate::memory_limit::Tables;
use crate::message;
use crate::outcome::{Failure, Outcome};
use crate::output::{Kept, Stream};
use crate::pages::{OutputArguments, PageArguments};
use crate::progress::{Progress, ProgressArguments, Work};
use crate::proof::create_folder;
use crate::room::Room;
#[cfg(feature = "serve")]
use crate::serve;
use crate::source::Source;
use crate::threads::ThreadArguments;

/// Where the boards are, and their shape.
#[derive(Args)]
pub(super) struct BoardArguments {
    /// The boards, or a link that holds one; '-' or nothing is standard input
    file: Option<PathBuf>,

    /// The shape of the boards, such as 16x16, x or jigsaw:FILE
    ///
    /// Words such as 16x16, x, windoku or samurai, joined by +; or a file with such words and maps;
    /// or jigsaw:FILE, where FILE holds a map of regions. By default the boards have the size of
    /// the first valid board, and the usual boxes.
    #[arg(long, value_name = "SHAPE", help_heading = INPUT)]
    shape: Option<String>,

    /// The format of puzzles with rules of their own [default: the first line shows it]
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = puzzle_formats(),
        conflicts_with = "shape",
        hide_short_help = true,
        help_heading = INPUT
    )]
    from: Option<PuzzleFormat>,
}

fn puzzle_formats() -> impl TypedValueParser<Value = PuzzleFormat> {
    let words = PuzzleFormat::ALL.iter().map(|format| format.word());
    PossibleValuesParser::new(words.collect::<Vec<_>>())
        .try_map(|word| PuzzleFormat::from_word(&word).ok_or("unknown format"))
}

/// Boards for several threads.
#[derive(Args)]
pub(super) struct PooledArguments {
    #[command(flatten)]
    boards: BoardArguments,

    #[command(flatten)]
    threads: ThreadArguments,

    #[command(flatten)]
    pub(super) progress: ProgressArguments,
}

/// Boards, and the flags of a search.
#[derive(Args)]
#[command(mut_arg("nodes", nodes_of_board), mut_arg("time", time_of_command))]
#[command(mut_arg("memory", memory_of_boards))]
pub(super) struct BatchArguments {
    #[command(flatten)]
    pooled: PooledArguments,

    #[command(flatten)]
    search: SearchArguments,

    #[command(flatten)]
    per_board: PerBoardArguments,
}

/// How answers in words are printed, and where to.
#[derive(Args)]
pub(super) struct AnswerArguments {
    /// How the answers are printed [default: text, or that of the -o file]
    ///
    /// By default they are JSON if the extension of the -o file is .json.
    #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::WORDS), help_heading = OUTPUT)]
    format: Option<Format>,

    #[command(flatten)]
    output: OutputArguments,
}

/// Boards for several threads, limits for each, and answers in words.
#[derive(Args)]
pub(super) struct WordArguments {
    #[command(flatten)]
    boards: PooledArguments,

    #[command(flatten)]
    limits: BoardLimitArguments,

    #[command(flatten)]
    answers: AnswerArguments,
}

/// Boards for several threads, limits for each, and answers in words or as pictures.
#[derive(Args)]
pub(super) struct DrawnArguments {
    #[command(flatten)]
    boards: PooledArguments,

    #[command(flatten)]
    limits: BoardLimitArguments,

    /// How the answers are written [default: text, or that of the -o file]
    ///
    /// By default the extension of the -o file decides: .json, .svg or .html.
    #[arg(long, value_name = "FORMAT", value_parser = Format::of(Format::DRAWN), help_heading = OUTPUT)]
    format: Option<Format>,

    #[command(flatten)]
    pages: PageArguments,
}

/// A question about all boards of an input, and the format of the answers.
pub(super) struct Inquiry<'a> {
    pub(super) boards: &'a BoardArguments,
    pub(super) question: Arc<dyn Question>,
    pub(super) target: Target<'a>,
    pub(super) threads: usize,
    pub(super) progress: Progress,
    pub(super) limits: BoardLimits,
    /// The flags of the search, if there is one.
    pub(super) search: Option<&'a SearchArguments>,
    /// The folder for proofs that there are no other solutions, if they are asked for.
    pub(super) proofs: Option<&'a Path>,
    /// Where the answer about the first board is kept, if only that is wanted.
    pub(super) kept: Option<Kept>,
}

/// A command that asks one question about every board.
pub(super) trait Ask {
    fn inquiry(&self) -> Result<Inquiry<'_>, Failure>;

    /// Whether the answer, an address of the page, is opened in a browser.
    #[cfg(feature = "serve")]
    fn opens(&self) -> bool {
        false
    }
}

impl<T: Ask> Execute for T {
    fn prints(&self) -> bool {
        // The command reports other faults of its arguments first.
        let inquiry = self.inquiry();
        inquiry.is_ok_and(|inquiry| inquiry.target.output.prints())
    }

    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let inquiry = self.inquiry()?;
        // The first board may never come.
        inquiry.limits.start_clock(interrupt);
        #[cfg(feature = "serve")]
        if self.opens() {
            return inquiry.open(interrupt);
        }
        inquiry.run(interrupt)
    }
}

impl BoardArguments {
    fn source(&self) -> Source<'_> {
        Source::or_link(self.file.as_deref())
    }

    /// Opens the input, and finds the shape of its boards, which `--shape` may name if the question
    /// `has_shapes` to choose from.
    fn open(&self, shape: Option<shapes::Source>, has_shapes: bool) -> Result<Opened, Failure> {
        let source = self.source();
        let missing = source.path().filter(|path| !path.exists());
        if let Some((what, help)) = missing
            .and_then(Path::to_str)
            .and_then(|word| hints::of_board_file(word, has_shapes))
        {
            return Err(Failure::usage(what, help));
        }
        let unreadable = |error| source.failed(error);
        let name = source.name();
        let opened = shapes::of_boards(
            shape,
            self.from.is_some(),
            &name,
            source.open()?,
            unreadable,
        )?;
        if let Some(note) = &opened.note {
            message::note(format_args!("{name}: {note}"));
        }
        shapes::note_pieces(&opened.shape);
        Ok(opened)
    }

    /// A question about the boards, on one thread and without limits.
    pub(super) fn inquiry<'a>(
        &'a self,
        question: impl Question + 'static,
        target: Target<'a>,
    ) -> Inquiry<'a> {
        Inquiry {
            boards: self,
            question: Arc::new(question),
            target,
            threads: 1,
            progress: Progress::none(),
            limits: BoardLimits::default(),
            search: None,
            proofs: None,
            kept: None,
        }
    }
}

impl PooledArguments {
    /// A question about the boards. Its progress is shown, except while somebody types the boards.
    pub(super) fn inquiry<'a>(
        &'a self,
        question: impl Question + 'static,
        target: Target<'a>,
        limits: impl Into<BoardLimits>,
    ) -> Inquiry<'a> {
        let is_typed = self.boards.source().is_stdin() && io::stdin().is_terminal();
        Inquiry {
            threads: self.threads.count(),
            progress: if is_typed {
                Progress::none()
            } else {
                self.progress.begin(Work::Boards)
            },
            limits: limits.into(),
            ..self.boards.inquiry(question, target)
        }
    }
}

impl BatchArguments {
    /// The name of the input, if it is a file.
    pub(super) fn file(&self) -> Option<&Path> {
        self.pooled.boards.file.as_deref()
    }

    /// How to count. A named engine is asked to walk.
    pub(super) fn method(&self) -> Method {
        if self.search.names_engine() {
            Method::Walk
        } else {
            Method::Auto
        }
    }

    /// A question that needs a search.
    pub(super) fn inquiry<'a>(
        &'a self,
        question: impl Question + 'static,
        target: Target<'a>,
    ) -> Inquiry<'a> {
        let limits = BoardLimits::new(&self.search.limits, &self.per_board);
        Inquiry {
            search: Some(&self.search),
            ..self.pooled.inquiry(question, target, limits)
        }
    }
}

impl AnswerArguments {
    pub(super) fn target(&self) -> Result<Target<'_>, Failure> {
        Target::named(self.format, Format::Text, &self.output)
    }
}

impl WordArguments {
    pub(super) fn inquiry(
        &self,
        question: impl Question + 'static,
    ) -> Result<Inquiry<'_>, Failure> {
        let target = self.answers.target()?;
        Ok(self.boards.inquiry(question, target, &self.limits))
    }
}

impl DrawnArguments {
    /// Asks a question. `question` gets whether the answers are drawn.
    pub(super) fn inquiry<Q: Question + 'static>(
        &self,
        question: impl FnOnce(bool) -> Q,
    ) -> Result<Inquiry<'_>, Failure> {
        let target = Target::on_pages(self.format, Format::Text, &self.pages)?;
        let question = question(target.pages.is_some());
        Ok(self.boards.inquiry(question, target, &self.limits))
    }
}

/// The plain boards of an input.
struct Plain {
    shape: Shape,
    /// Whether their size is known before the first of them is read.
    is_sized: bool,
}

impl Inquiry<'_> {
    /// Keeps the address of the first board, and opens it in a browser.
    #[cfg(feature = "serve")]
    fn open(mut self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let kept = self.kept.get_or_insert_default().clone();
        let outcome = self.run(interrupt)?;
        let text = kept.text();
        let place = text
            .lines()
            .find_map(|line| line.find("#puzzle=").map(|at| &line[at..]));
        match place {
            Some(place) if outcome != Outcome::Interrupted => serve::open(place, interrupt),
            _ => Ok(outcome),
        }
    }

    /// Asks about all boards.
    fn run(self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let source = self.boards.source();
        if let Format::Judge(judge) = self.target.format {
            return self.answer_judge(judge, interrupt);
        }
        let shape = self.boards.shape.as_deref();
        let shape_file = shape.and_then(shapes::file);
        let shape = shape.map(|words| shapes::Source::named(words, interrupt));
        let shape = shape.transpose()?;
        let has_shapes = self.question.needs() != Needs::Classic;
        let opened = source.read_by(interrupt, || self.boards.open(shape, has_shapes))?;
        self.target.output.check(shape_file)?;
        let mut reader = Reader::of(opened.shape.clone(), opened.input);
        if opened.keeps_regions {
            reader = reader.keep_regions();
        }
        if !opened.is_sized {
            reader = reader.of_any_size();
        }
        if let Some(format) = self.boards.from {
            reader = reader.in_format(format);
        }
        if self.question.is_lenient() {
            reader = reader.lenient();
        }
        if source.is_file() {
            reader = reader.patient();
        } else if source.is_stdin() && io::stdin().is_terminal() {
            reader = reader.patient_with_puzzles();
        }
        let boards = Plain {
            shape: opened.shape,
            is_sized: opened.is_sized,
        };
        let most = if self.kept.is_some() { 1 } else { u64::MAX };
        let expected = "one line per board or one line per row";
        self.ask(interrupt, boards, Records::new(reader, most), expected)
    }

    /// Answers all boards in the format of a judge.
    fn answer_judge(self, judge: Judge, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let source = self.boards.source();
        let text = source.read_text(interrupt, Room::of_program())?;
        let cases = Cases::new(judge, &text);
        let cases = cases.map_err(|expected| Failure::NoBoard {
            name: source.name(),
            expected,
        })?;
        let boards = Plain {
            shape: shapes::of_boxes(judge.base()),
            is_sized: true,
        };
        self.ask(interrupt, boards, cases, judge.expected())
    }

    /// Asks about all records of the input. `expected` describes what it should contain.
    fn ask(
        self,
        interrupt: &Interrupt,
        boards: Plain,
        records: impl parallel::Source<Item = io::Result<Item>> + Send + 'static,
        expected: &'static str,
    ) -> Result<Outcome, Failure> {
        let (question, threads, search) = (self.question, self.threads, self.search);
        let source = self.boards.source();
        let settings = match (search, self.proofs) {
            (Some(search), Some(_)) => search.settings_of_proof()?,
            (Some(search), None) => search.settings(Tables::All),
            (None, _) => Settings::new().memory(self.limits.memory),
        };
        let compiled = Compiled::new(boards.shape.clone(), settings);
        if boards.is_sized
            && let Some(sudoku) = compiled.for_question(&*question)
            && let (Some(search), None) = (search, self.proofs)
        {
            search.note_engine(sudoku.solver(), Tables::All);
        }
        let limits = self.limits.for_each_board(&*question, threads, interrupt);
        let records = Until::new(records, interrupt.deadline());
        if let Some(folder) = self.proofs {
            create_folder(folder, source.path(), self.target.output.path())?;
        }
        let output = match &self.kept {
            Some(text) => Stream::kept(text),
            None => self.target.output.open(source.path())?,
        };
        let is_named = self.boards.shape.is_some();
        let writer = Boards::new(output, question.clone(), self.target, boards.shape);
        let setup = Arc::new(Setup {
            question,
            compiled,
            limits,
            whole: Budget::start(&until(interrupt)),
            threads,
            reporter: self.progress.reporter(),
            proofs: self.proofs.map(Proofs::new),
            shared: Shared::default(),
        });
        let mut pool = Pool::new(threads).lend_to(&setup.shared.waiting);
        // Questions with limits are stopped by them.
        if search.is_none() {
            pool = pool.cancel(interrupt.token());
        }
        let batch = Batch::new(source, interrupt, writer, is_named, &setup, self.progress);
        let stats = search.is_some_and(|search| search.stats);
        let ended = batch.run(&pool, records, expected, stats);
        if let Some(proofs) = &setup.proofs {
            // Threads may still write.
            interrupt.token().cancel();
            proofs.end();
        }
        ended
    }
}
