//! Asks about boards, on each of several threads.

use std::io;
use std::mem;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, RwLock};
use std::time::Duration;

use quadrille_core::{Budget, Limits, Settings, Solver, Stats, Stop, Threads};
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::text::Content;
use quadrille_sudoku::{BoardSearch, Grid, Shape, Sudoku};
use smallvec::SmallVec;

use super::dominoes::{Dominoes, Given};
use super::question::{Lists, Needs, Question, Reply, Visit, free, listed};
use super::records::Item;
use super::shapes;
use crate::outcome::Failure;
use crate::progress::Reporter;
use crate::proof::ProofFiles;

/// The largest number of solutions of one board that wait to be written, and of all boards.
const MOST_SOLUTIONS: usize = 1 << 10;
const MOST_HELD: usize = 1 << 16;

/// The boards, from the start of an input, for which a second solution is looked for, and the node
/// limit of this search. A limit on the boards keeps long inputs fast.
const CHECKED_BOARDS: u64 = 100;
const CHECKED_NODES: u64 = 1000;

/// A question about all boards and how it is asked, shared by all threads.
pub(super) struct Setup {
    pub(super) question: Arc<dyn Question>,
    pub(super) compiled: Compiled,
    /// The limits of each board.
    pub(super) limits: Limits,
    /// The limits of the command. Boards after its end are not asked about.
    pub(super) whole: Budget,
    /// The number of threads for different boards.
    pub(super) threads: usize,
    /// What long searches report to.
    pub(super) reporter: Option<Reporter>,
    pub(super) proofs: Option<Proofs>,
    pub(super) shared: Shared,
}

/// The shape of plain boards, which is compiled when the first of them comes. Boards of another
/// size need another one.
pub(super) struct Compiled {
    shape: Shape,
    /// How shapes are compiled.
    settings: Settings,
    sudoku: OnceLock<Sudoku>,
}

impl Compiled {
    pub(super) fn new(shape: Shape, settings: Settings) -> Self {
        Self {
            shape,
            settings,
            sudoku: OnceLock::new(),
        }
    }

    /// The compiled shape, if the question needs it.
    pub(super) fn for_question(&self, question: &dyn Question) -> Option<&Sudoku> {
        let compile = || Sudoku::with_settings(self.shape.clone(), &self.settings);
        let searches = matches!(question.needs(), Needs::Search | Needs::Givens);
        searches.then(|| self.sudoku.get_or_init(compile))
    }
}

/// What threads learn from each other.
#[derive(Default)]
pub(super) struct Shared {
    /// The threads that wait for boards. Long searches use them.
    pub(super) waiting: Threads,
    /// The solver of the first puzzle that was compiled.
    of_puzzle: OnceLock<Solver>,
    /// The number of solutions that wait to be written.
    held: AtomicUsize,
}

/// The folder of the proofs, if they are asked for.
pub(super) struct Proofs {
    folder: PathBuf,
    /// Held while a proof is written.
    writing: RwLock<()>,
}

impl Proofs {
    pub(super) fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            writing: RwLock::new(()),
        }
    }

    /// The files of a board: `LINE.opb` and `LINE.pbp`.
    pub(super) fn files(&self, item: &Item) -> ProofFiles {
        let line = item.line(item.record.line());
        ProofFiles::of(&self.folder.join(line.to_string()))
    }

    /// Waits until no file is incomplete, and begins no other one. The searches that are under way
    /// must have been cancelled.
    pub(super) fn end(&self) {
        mem::forget(self.writing.write());
    }
}

impl Setup {
    /// Whether the time of the command is over.
    pub(super) fn is_over(&self) -> bool {
        self.whole.poll().is_err()
    }

    /// The solver of the boards, or else of the first puzzle that was compiled.
    pub(super) fn solver(&self) -> Option<&Solver> {
        let boards = self.compiled.sudoku.get().map(Sudoku::solver);
        boards.or(self.shared.of_puzzle.get())
    }

    /// The compiled shape of plain boards, if the question needs it.
    fn sudoku(&self) -> Option<&Sudoku> {
        self.compiled.for_question(&*self.question)
    }

    /// The shape of an item.
    fn shape_of<'a>(&'a self, item: &'a Item) -> &'a Shape {
        item.shape_or(&self.compiled.shape)
    }

    /// Whether solutions need not be held: the only thread is the one that writes.
    fn asks_later(&self) -> bool {
        let lists = self.question.lists() != Lists::Nothing;
        self.threads == 1 && lists && self.proofs.is_none()
    }

    /// Returns an asker for one thread.
    pub(super) fn asker(self: &Arc<Self>) -> Asker {
        Asker {
            setup: Arc::new(self.clone()),
            side: self.compiled.shape.side(),
            search: None,
            puzzle: None,
            dominoes: None,
            spent: Duration::ZERO,
        }
    }

    fn search(&self, sudoku: &Sudoku) -> BoardSearch {
        let mut search = sudoku.search();
        let waiting = &self.shared.waiting;
        search.limits(self.limits.clone()).threads(waiting);
        if let Some((every, report)) = self.reporter.clone().map(Reporter::watch) {
            search.watch(every, report);
        }
        search
    }
}

/// The result of a thread for a record.
pub(super) enum Found {
    /// The record is not a board.
    NoBoard,
    /// The time of the command was over before the question.
    Late,
    /// The complete answer.
    All(Held, Box<Reply>),
    /// There are too many solutions to hold. The board must be asked about again; this is the time
    /// spent.
    Later(Duration),
    /// A file of a proof cannot be written.
    Failed(Failure),
}

/// Solutions that wait to be written.
#[derive(Default)]
pub(super) struct Held {
    solutions: SmallVec<[Grid; 1]>,
    /// Set if there are several: `held` of this setup includes all of them but the first.
    counted: Option<Arc<Setup>>,
}

impl Held {
    /// Adds a solution. Returns the number of counted solutions of all boards before.
    fn add(&mut self, solution: Grid, setup: &Arc<Setup>) -> usize {
        self.solutions.push(solution);
        if self.solutions.len() == 1 {
            return 0;
        }
        self.counted.get_or_insert_with(|| Arc::clone(setup));
        setup.shared.held.fetch_add(1, Ordering::Relaxed)
    }

    pub(super) fn each(&self, visit: Visit<'_>) {
        let _ = self.solutions.iter().try_for_each(visit);
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(setup) = &self.counted {
            let counted = self.solutions.len() - 1;
            setup.shared.held.fetch_sub(counted, Ordering::Relaxed);
        }
    }
}

/// Asks about board after board, on one thread.
pub(super) struct Asker {
    #[allow(
        clippy::redundant_allocation,
        reason = "it is cloned for each board, and the counter of clones belongs to this thread"
    )]
    setup: Arc<Arc<Setup>>,
    search: Option<BoardSearch>,
    /// The compiled puzzle of the search, and the line in which it begins if it holds only for the
    /// board there.
    puzzle: Option<(Option<u64>, Sudoku)>,
    /// The compiled boards of dominoes, if there are any.
    dominoes: Option<Dominoes>,
    /// The number of values of the boards of the search.
    side: usize,
    /// The time that was subtracted from the limit.
    spent: Duration,
}

impl Asker {
    /// Asks about a record and holds its solutions.
    pub(super) fn found(&mut self, item: &io::Result<Item>) -> Found {
        let setup = Arc::clone(&self.setup);
        let Ok(item) = item else {
            return Found::NoBoard;
        };
        let Content::Board(board) = item.record.content() else {
            return Found::NoBoard;
        };
        if setup.is_over() {
            return Found::Late;
        }
        if setup.asks_later() {
            return Found::Later(Duration::ZERO);
        }
        let mut held = Held::default();
        if let Some(proofs) = &setup.proofs {
            return match self.prove(proofs, item, board, &mut held) {
                Ok(reply) => Found::All(held, Box::new(reply)),
                Err(failure) => Found::Failed(failure),
            };
        }
        let mut is_over = false;
        let reply = self.ask(item, board, Duration::ZERO, &mut |solution| {
            let all = held.add(solution.clone(), &setup);
            is_over = held.solutions.len() > MOST_SOLUTIONS || all >= MOST_HELD;
            if is_over {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if is_over {
            Found::Later(reply.stats.elapsed)
        } else {
            Found::All(held, Box::new(reply))
        }
    }

    /// Finds the solutions of a board and writes a proof that there are no others.
    fn prove(
        &mut self,
        proofs: &Proofs,
        item: &Item,
        board: &Grid,
        held: &mut Held,
    ) -> Result<Reply, Failure> {
        let _writing = proofs.writing.read();
        let setup = &self.setup.clone();
        if let Err(stop) = self.compile(item) {
            return Ok(stopped(&*setup.question, stop));
        }
        let compiled = self.puzzle.as_ref().map(|compiled| &compiled.1);
        let sudoku = compiled.or_else(|| setup.sudoku());
        let (Some(search), Some(sudoku)) = (&mut self.search, sudoku) else {
            return Ok(free(setup.question.look(setup.shape_of(item), board)));
        };
        let visit = |_: &_| ControlFlow::Continue(());
        let answer = proofs.files(item).prove(search.assume(board), visit)?;
        for solution in &answer.value {
            held.add(sudoku.encoding().grid(solution.options()), setup);
        }
        let found = answer.value.len() as u64;
        Ok(answer.map(|_| Finding::Solutions(found)))
    }

    /// Covers a board with dominoes.
    fn cover(&mut self, given: &Given, visit: Visit<'_>) -> Reply {
        let Setup {
            compiled, limits, ..
        } = &**self.setup;
        let dominoes = &mut self.dominoes;
        let dominoes = dominoes.get_or_insert_with(|| Dominoes::new(&compiled.settings));
        listed(dominoes.first(given, limits.clone()), visit)
    }

    /// Compiles the shape of an item unless it is that of the search, within the time limit.
    /// Returns the time that this took.
    fn compile(&mut self, item: &Item) -> Result<Duration, Stop> {
        let setup = &self.setup;
        let Setup {
            question, limits, ..
        } = &***setup;
        let settings = &setup.compiled.settings;
        if let Some(case) = &item.case
            && self.side != case.base * case.base
        {
            self.side = case.base * case.base;
            let sudoku = Sudoku::with_settings(shapes::of_boxes(case.base), settings);
            self.search = Some(setup.search(&sudoku));
            self.spent = Duration::ZERO;
        }
        let own = item.puzzle.as_deref().map(|own| &own.0);
        let Some(puzzle) = own.filter(|own| own.shape != setup.compiled.shape) else {
            // There is none, or that of a puzzle among the boards.
            if (self.puzzle.take().is_some() || self.search.is_none())
                && let Some(sudoku) = setup.sudoku()
            {
                self.search = Some(setup.search(sudoku));
                self.spent = Duration::ZERO;
            }
            return Ok(Duration::ZERO);
        };
        let line = item.line(item.record.line());
        let is_compiled = |compiled: &(Option<u64>, Sudoku)| match compiled.0 {
            Some(own) => own == line,
            None => *compiled.1.shape() == puzzle.shape,
        };
        let searches = matches!(question.needs(), Needs::Search | Needs::Givens);
        if !searches || self.puzzle.as_ref().is_some_and(is_compiled) {
            return Ok(Duration::ZERO);
        }
        let budget = Budget::start(limits);
        // Where rules are easy, the givens are assumptions: the next board may have the same shape.
        let is_whole = !puzzle.shape.has_hard_rules();
        let (shape, board) = (&puzzle.shape, &puzzle.board);
        let sudoku = Sudoku::for_puzzle_within(shape, board, settings, &budget)?;
        self.search = Some(setup.search(&sudoku));
        let solver = || sudoku.solver().clone();
        setup.shared.of_puzzle.get_or_init(solver);
        self.puzzle = Some(((!is_whole).then_some(line), sudoku));
        self.spent = Duration::ZERO;
        Ok(budget.elapsed())
    }

    /// Asks about the board of a record on which some time was spent before: the time limit holds
    /// for both together. `visit` sees the solutions.
    pub(super) fn ask(
        &mut self,
        item: &Item,
        board: &Grid,
        spent: Duration,
        visit: Visit<'_>,
    ) -> Reply {
        let given = item.case.as_ref().and_then(|case| case.dominoes.as_ref());
        if let Some(given) = given {
            return self.cover(given, visit);
        }
        let compiled = match self.compile(item) {
            Ok(compiled) => compiled,
            Err(stop) => return stopped(&*self.setup.question, stop),
        };
        let spent = spent + compiled;
        let Setup {
            question, limits, ..
        } = &**self.setup;
        let Some(search) = &mut self.search else {
            return free(question.look(self.setup.shape_of(item), board));
        };
        if spent != self.spent {
            search.limits(limits.clone().after(spent));
            self.spent = spent;
        }
        let mut reply = question.ask(search, board, visit);
        let is_checked = item.case.is_none() && item.boards_before < CHECKED_BOARDS;
        if question.lists() == Lists::First && is_checked {
            let first = spent + reply.stats.elapsed;
            search.limits(limits.clone().after(first).solutions(2));
            add_second_solution(search, board, &mut reply.stats);
            search.limits(limits.clone().after(spent));
        }
        reply.stats.elapsed += compiled;
        reply
    }
}

/// The answer to a question that was stopped before it began.
pub(super) fn stopped(question: &dyn Question, stop: Stop) -> Reply {
    Reply::new(question.unknown(), stop, Stats::default())
}

/// Looks for a second solution of a board within the limits of the search, and replaces the
/// statistics of the first search if there is one.
fn add_second_solution(search: &mut BoardSearch, board: &Grid, stats: &mut Stats) {
    if stats.solutions.is_zero() || stats.nodes > CHECKED_NODES {
        return;
    }
    search.budget(&Budget::start(&Limits::new().nodes(CHECKED_NODES)));
    let answer = search.for_each(board, |_| ControlFlow::Continue(()));
    search.budget(None);
    if answer.value.to_u64() == Some(2) {
        let elapsed = stats.elapsed + answer.stats.elapsed;
        *stats = answer.stats;
        stats.elapsed = elapsed;
    }
}
