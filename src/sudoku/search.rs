//! Boards in, boards out: the questions of a search, asked of sudoku boards.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use super::encode::Encoding;
use super::grid::Grid;
use super::shape::Shape;
use crate::{Answer, Budget, Count, Limits, Method, Search, Settings, Solver, Stop, Uniqueness};

/// The rules of a shape, compiled once for all its boards.
/// It is a cheap handle: a clone shares what was compiled. See the [tour](super).
#[derive(Clone, Debug)]
pub struct Sudoku {
    rules: Arc<(Shape, Encoding)>,
    solver: Solver,
}

impl Sudoku {
    /// The classic 9x9 board, compiled at the first call and shared from then on.
    #[must_use]
    pub fn classic() -> &'static Self {
        static CLASSIC: OnceLock<Sudoku> = OnceLock::new();
        CLASSIC.get_or_init(|| Self::new(Shape::classic()))
    }

    /// Compiles a shape. O(size of the problem), see [`Solver::new`].
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Self::with_settings(shape, &Settings::default())
    }

    /// Compiles a shape as the settings say.
    #[must_use]
    pub fn with_settings(shape: Shape, settings: &Settings) -> Self {
        #[expect(clippy::expect_used, reason = "every unit has a name of its own")]
        let (encoding, problem) = Encoding::of(&shape).expect("the names of the items differ");
        let solver = Solver::with_settings(problem, settings);
        Self {
            rules: Arc::new((shape, encoding)),
            solver,
        }
    }

    /// The shape of the boards.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.rules.0
    }

    /// The solver underneath; for the classic board, 729 options over 324 items.
    #[must_use]
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Which option of the solver's problem puts which value in which cell.
    #[must_use]
    pub fn encoding(&self) -> &Encoding {
        &self.rules.1
    }

    /// A search of one thread's own.
    #[must_use]
    pub fn search(&self) -> BoardSearch {
        BoardSearch {
            sudoku: self.clone(),
            search: self.solver.search(),
            limits: Limits::new(),
            method: Method::Auto,
            memory: None,
        }
    }
}

/// A [`Search`] that is asked about boards. One search serves any number of boards, one after
/// the other: their givens are assumptions, and nothing is compiled again.
#[derive(Clone, Debug)]
pub struct BoardSearch {
    pub(super) sudoku: Sudoku,
    pub(super) search: Search,
    pub(super) limits: Limits,
    method: Method,
    /// The most bytes for the counter, if they are said.
    memory: Option<usize>,
}

impl BoardSearch {
    /// Sets the limits of each question to come, in place of those set before.
    pub fn limits(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self
    }

    /// How solutions are counted, and the most bytes for the states that are remembered, see
    /// [`Limits::memory`].
    pub fn counting(&mut self, method: Method, memory: usize) -> &mut Self {
        self.method = method;
        self.memory = Some(memory);
        self
    }

    /// A solution of the board.
    #[must_use]
    pub fn first(&mut self, board: &Grid) -> Answer<Option<Grid>> {
        self.assume(board);
        let encoding = self.sudoku.encoding();
        let answer = self.search.first();
        answer.map(|solution| solution.map(|solution| encoding.grid(solution.options())))
    }

    /// Shows every solution of the board to `visit`, until it breaks. The value says how many it
    /// saw.
    pub fn for_each(
        &mut self,
        board: &Grid,
        mut visit: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> Answer<Count> {
        self.assume(board);
        let encoding = self.sudoku.encoding();
        self.search
            .for_each(|options| visit(&encoding.grid(options)))
    }

    /// How many solutions the board has, however many there are: see [`Search::count`].
    #[must_use]
    pub fn count(&mut self, board: &Grid) -> Answer<Count> {
        self.assume_for_counting(board);
        self.search.count_by(self.method)
    }

    /// How many solutions hold each candidate: cell by cell in reading order, in each cell from
    /// value 1. No value if a limit stops the search; [`Stats::solutions`](crate::Stats) then says
    /// how many there are at least. See [`Search::marginals`]: solutions are counted before, which costs less.
    #[must_use]
    pub fn marginals(&mut self, board: &Grid) -> Answer<Option<Vec<Count>>> {
        let budget = self.budget();
        self.assume_for_counting(board);
        self.search.budget(&budget);
        let counted = self.search.count_by(self.method);
        let mut answer = if counted.is_complete() {
            let options = self.sudoku.encoding().options().iter();
            let of_cells =
                |all: Vec<Count>| options.map(|option| all[option.index()].clone()).collect();
            let mut each = self.search.marginals().map(|all| all.map(of_cells));
            each.stats += &counted.stats;
            each
        } else {
            counted.clone().map(|_| None)
        };
        answer.stats.solutions = counted.value;
        answer
    }

    /// Whether the board has no solution, one, or more.
    #[must_use]
    pub fn unique(&mut self, board: &Grid) -> Answer<Uniqueness> {
        self.assume(board);
        self.search.unique()
    }

    /// The solution that is lexicographically smallest: the one with the smallest digit in the
    /// first cell, of those the one with the smallest in the second, and so on. No value if a
    /// limit stops the search before that one is known.
    ///
    /// A board with one solution costs one question. Otherwise every blank cell, in order, is
    /// asked whether it can hold less than it does in the best solution so far: up to a question
    /// for each smaller value, most of them answered at once. That nothing smaller fits may be as
    /// hard to prove as a hard board: on a blank 36 x 36 it is. The limits hold for all together.
    #[must_use]
    pub fn smallest(&mut self, board: &Grid) -> Answer<Option<Grid>> {
        self.assume(board);
        let budget = self.budget();
        self.search
            .budget(&budget)
            .limits(Limits::new().solutions(2));
        let mut found = None;
        let encoding = self.sudoku.encoding();
        let mut answer = self
            .search
            .for_each(|options| {
                found = Some(encoding.grid(options));
                ControlFlow::Continue(())
            })
            .map(|_| None);
        match (found, answer.stop) {
            (Some(only), Stop::Exhausted) => answer.value = Some(only),
            (Some(some), Stop::Solutions) => self.improve(board, some, &budget, &mut answer),
            _ => {}
        }
        answer
    }

    /// Goes from one of several solutions of the assumed board to the smallest.
    fn improve(
        &mut self,
        board: &Grid,
        mut best: Grid,
        budget: &Budget,
        answer: &mut Answer<Option<Grid>>,
    ) {
        let encoding = self.sudoku.encoding();
        self.search.limits(Limits::new());
        for cell in (0..best.cells().len()).filter(|&cell| board.get(cell).is_none()) {
            for digit in 1..best.cells()[cell] {
                if let Err(stop) = budget.poll() {
                    answer.stop = stop;
                    return;
                }
                self.search.force(encoding.option(cell, digit));
                let smaller = self.search.first();
                answer.stats += &smaller.stats;
                if let Some(solution) = smaller.value {
                    best = encoding.grid(solution.options());
                    break;
                }
                self.search.retract(encoding.option(cell, digit));
                if !smaller.is_complete() {
                    answer.stop = smaller.stop;
                    return;
                }
            }
            self.search.force(encoding.option(cell, best.cells()[cell]));
        }
        answer.stop = Stop::Exhausted;
        answer.value = Some(best);
    }

    /// The limits of questions that are asked together; that of solutions is none of them.
    pub(super) fn budget(&self) -> Budget {
        Budget::start(&self.limits.clone().solutions(u64::MAX))
    }

    pub(super) fn assume(&mut self, board: &Grid) {
        self.search.limits(self.limits.clone()).budget(None);
        self.search.retract_all();
        let search = &mut self.search;
        self.sudoku.encoding().assume(board, |option, used| {
            match used {
                true => search.force(option),
                false => search.forbid(option),
            };
        });
    }

    /// The assumptions of a board, with the limits of counts.
    fn assume_for_counting(&mut self, board: &Grid) {
        self.assume(board);
        if let Some(bytes) = self.memory {
            self.search.limits(self.limits.clone().memory(bytes));
        }
    }
}
