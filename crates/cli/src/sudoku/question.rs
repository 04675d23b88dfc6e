//! One question for all boards, and the threads that ask it.

use std::io;
use std::mem;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, RwLock};
use std::time::Duration;

use quadrille_core::{Budget, Limits, Method, Settings, Solver, Stats, Stop, Threads};
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::text::Content;
use quadrille_sudoku::{BoardSearch, Grid, Sudoku};
use smallvec::SmallVec;

use super::dominoes::{Dominoes, Given};
use super::records::Item;
use super::shapes;
use super::verb::{Reply, Verb, Visit, free, listed};
use crate::interrupt::Interrupt;
use crate::limits::until;
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

/// One question for all boards, shared by all threads.
pub(super) struct Question {
    pub(super) verb: Verb,
    /// The compiled shape, if the question needs it. Boards of another size need another one.
    sudoku: Option<Sudoku>,
    /// The solver of the first puzzle that was compiled.
    of_puzzle: OnceLock<Solver>,
    settings: Settings,
    limits: Limits,
    /// The clock of the command.
    whole: Budget,
    method: Method,
    /// The number of threads for different boards.
    pub(super) threads: usize,
    /// The threads that wait for boards. Long searches use them.
    pub(super) waiting: Threads,
    /// What long searches report to.
    pub(super) reporter: Option<Reporter>,
    /// Whether the thread that writes also searches: a single thread need not hold solutions.
    later: bool,
    /// The number of solutions that wait to be written.
    held: AtomicUsize,
    /// The folder of the proofs, if they are asked for.
    proofs: Option<Proofs>,
}

/// A folder of proofs.
struct Proofs {
    folder: PathBuf,
    /// Held while a proof is written.
    writing: RwLock<()>,
}

impl Proofs {
    /// The files of a board: `LINE.opb` and `LINE.pbp`.
    fn files(&self, item: &Item) -> ProofFiles {
        let line = item.line(item.record.line());
        ProofFiles::of(&self.folder.join(line.to_string()))
    }
}

impl Question {
    /// Returns a question for this number of threads. `method` is how it counts.
    pub(super) fn new(
        verb: Verb,
        sudoku: Option<Sudoku>,
        settings: Settings,
        limits: Limits,
        method: Method,
        threads: usize,
    ) -> Self {
        Self {
            verb,
            sudoku,
            of_puzzle: OnceLock::new(),
            settings,
            limits: match verb {
                // A search that knows how many solutions are needed chooses its methods for them.
                Verb::First => limits.solutions(1),
                _ => limits,
            },
            whole: Budget::start(&Limits::new()),
            method,
            threads,
            waiting: Threads::default(),
            reporter: None,
            later: threads == 1 && verb.lists(),
            held: AtomicUsize::new(0),
            proofs: None,
        }
    }

    /// Sets when the command ends: boards after that are not asked about.
    pub(super) fn end_with(&mut self, interrupt: &Interrupt) {
        self.whole = Budget::start(&until(interrupt));
    }

    /// The same question, which also writes a proof for each board into a folder.
    pub(super) fn with_proofs(self, folder: &Path) -> Self {
        Self {
            proofs: Some(Proofs {
                folder: folder.to_owned(),
                writing: RwLock::new(()),
            }),
            later: false,
            ..self
        }
    }

    /// Waits until no file of a proof is incomplete, and begins no other one. The searches that are
    /// under way must have been cancelled.
    pub(super) fn end_proofs(&self) {
        if let Some(proofs) = &self.proofs {
            mem::forget(proofs.writing.write());
        }
    }

    /// Whether the time of the command is over, so that a board is not asked about.
    pub(super) fn is_over(&self) -> bool {
        self.whole.poll().is_err()
    }

    /// Whether a proof for each board is asked for.
    pub(super) fn proves(&self) -> bool {
        self.proofs.is_some()
    }

    /// The files of the proof of a board, if it is asked for.
    pub(super) fn proof_files(&self, item: &Item) -> Option<ProofFiles> {
        self.proofs.as_ref().map(|proofs| proofs.files(item))
    }

    /// The solver of the boards, or else of the first puzzle that was compiled.
    pub(super) fn solver(&self) -> Option<&Solver> {
        let boards = self.sudoku.as_ref().map(Sudoku::solver);
        boards.or(self.of_puzzle.get())
    }

    /// Returns an asker for one thread.
    pub(super) fn asker(self: &Arc<Self>) -> Asker {
        Asker {
            question: Arc::new(self.clone()),
            side: self
                .sudoku
                .as_ref()
                .map_or(0, |sudoku| sudoku.shape().side()),
            search: self.sudoku.as_ref().map(|sudoku| self.search(sudoku)),
            puzzle: None,
            dominoes: None,
            spent: Duration::ZERO,
        }
    }

    fn search(&self, sudoku: &Sudoku) -> BoardSearch {
        let mut search = sudoku.search();
        search.limits(self.limits.clone()).threads(&self.waiting);
        if let Some((every, report)) = self.reporter.clone().map(Reporter::watch) {
            search.watch(every, report);
        }
        search
    }
}

/// The result of a thread for a record.
#[expect(
    clippy::large_enum_variant,
    reason = "nearly all values are the largest variant"
)]
pub(super) enum Found {
    /// The record is not a board.
    NoBoard,
    /// The time of the command was over before the question.
    Late,
    /// The complete answer.
    All(Held, Reply),
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
    /// Set if there are several: `held` of this question includes all of them but the first.
    counted: Option<Arc<Question>>,
}

impl Held {
    /// Adds a solution. Returns the number of counted solutions of all boards before.
    fn add(&mut self, solution: Grid, question: &Arc<Question>) -> usize {
        self.solutions.push(solution);
        if self.solutions.len() == 1 {
            return 0;
        }
        self.counted.get_or_insert_with(|| Arc::clone(question));
        question.held.fetch_add(1, Ordering::Relaxed)
    }

    pub(super) fn each(&self, visit: Visit<'_>) {
        let _ = self.solutions.iter().try_for_each(visit);
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(question) = &self.counted {
            let counted = self.solutions.len() - 1;
            question.held.fetch_sub(counted, Ordering::Relaxed);
        }
    }
}

/// Asks about board after board, on one thread.
pub(super) struct Asker {
    #[allow(
        clippy::redundant_allocation,
        reason = "it is cloned for each board, and the counter of clones belongs to this thread"
    )]
    question: Arc<Arc<Question>>,
    search: Option<BoardSearch>,
    /// The compiled puzzle of the search, and the line in which it begins.
    puzzle: Option<(u64, Sudoku)>,
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
        let Ok(item) = item else {
            return Found::NoBoard;
        };
        let board = match item.record.content() {
            Content::Board(_) if self.question.is_over() => return Found::Late,
            Content::Board(_) if self.question.later => return Found::Later(Duration::ZERO),
            Content::Board(board) => board,
            _ => return Found::NoBoard,
        };
        let mut held = Held::default();
        let question = Arc::clone(&self.question);
        if let Some(proofs) = &question.proofs {
            let _writing = proofs.writing.read();
            if let Err(stop) = self.compile_puzzle(item) {
                return Found::All(held, question.verb.stopped(stop));
            }
            return match self.prove(&proofs.files(item), board, &mut held) {
                Ok(reply) => Found::All(held, reply),
                Err(failure) => Found::Failed(failure),
            };
        }
        let mut is_over = false;
        let reply = self.ask(item, board, Duration::ZERO, &mut |solution| {
            let all = held.add(solution.clone(), &question);
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
            Found::All(held, reply)
        }
    }

    /// Finds the solutions of a board and writes a proof that there are no others.
    fn prove(
        &mut self,
        files: &ProofFiles,
        board: &Grid,
        held: &mut Held,
    ) -> Result<Reply, Failure> {
        let question = &self.question;
        let compiled = self.puzzle.as_ref().map(|compiled| &compiled.1);
        let sudoku = compiled.or(question.sudoku.as_ref());
        let (Some(search), Some(sudoku)) = (&mut self.search, sudoku) else {
            return Ok(free(question.verb.look(board)));
        };
        let answer = files.prove(search.assume(board), |_| ControlFlow::Continue(()))?;
        for solution in &answer.value {
            held.add(sudoku.encoding().grid(solution.options()), question);
        }
        let found = answer.value.len() as u64;
        Ok(answer.map(|_| Finding::Solutions(found)))
    }

    /// Covers a board with dominoes.
    fn cover(&mut self, given: &Given, visit: Visit<'_>) -> Reply {
        let Question {
            settings, limits, ..
        } = &**self.question;
        let dominoes = self.dominoes.get_or_insert_with(|| Dominoes::new(settings));
        listed(dominoes.first(given, limits.clone()), visit)
    }

    /// Compiles the shape whose boxes have this number of rows and columns, unless it is compiled.
    fn compile(&mut self, base: usize) {
        if self.side != base * base {
            let sudoku = Sudoku::with_settings(shapes::of_boxes(base), &self.question.settings);
            self.search = Some(self.question.search(&sudoku));
            (self.side, self.spent) = (base * base, Duration::ZERO);
        }
    }

    /// Compiles a puzzle with rules of its own, unless it is compiled, within the time limit.
    /// Returns the time that this took.
    fn compile_puzzle(&mut self, item: &Item) -> Result<Duration, Stop> {
        let Some((puzzle, _)) = item.puzzle.as_deref() else {
            return Ok(Duration::ZERO);
        };
        let line = item.line(item.record.line());
        if self.question.verb == Verb::Show
            || self
                .puzzle
                .as_ref()
                .is_some_and(|compiled| compiled.0 == line)
        {
            return Ok(Duration::ZERO);
        }
        let Question {
            settings, limits, ..
        } = &**self.question;
        let budget = Budget::start(limits);
        // Where rules are easy, questions about other givens are assumptions.
        let is_whole = !puzzle.shape.has_hard_rules() && self.question.verb.changes_givens();
        let sudoku = if is_whole {
            Sudoku::within(puzzle.shape.clone(), settings, &budget)?
        } else {
            Sudoku::for_board_within(&puzzle.shape, &puzzle.board, settings, &budget)?
        };
        self.search = Some(self.question.search(&sudoku));
        self.question
            .of_puzzle
            .get_or_init(|| sudoku.solver().clone());
        self.puzzle = Some((line, sudoku));
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
        if let Some(case) = &item.case {
            if let Some(given) = &case.dominoes {
                return self.cover(given, visit);
            }
            self.compile(case.base);
        }
        let compiled = match self.compile_puzzle(item) {
            Ok(compiled) => compiled,
            Err(stop) => return self.question.verb.stopped(stop),
        };
        let spent = spent + compiled;
        let question = &self.question;
        let Some(search) = &mut self.search else {
            return free(question.verb.look(board));
        };
        if spent != self.spent {
            search.limits(question.limits.clone().after(spent));
            self.spent = spent;
        }
        let mut reply = question.verb.ask(search, board, question.method, visit);
        let is_checked = item.case.is_none() && item.boards_before < CHECKED_BOARDS;
        if question.verb == Verb::First && is_checked {
            let first = reply.stats.elapsed;
            search.limits(question.limits.clone().after(spent + first).solutions(2));
            add_second_solution(search, board, &mut reply.stats);
            search.limits(question.limits.clone().after(spent));
        }
        reply.stats.elapsed += compiled;
        reply
    }
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
