//! The questions of a [`Search`], asked about sudoku boards and answered with boards. Those about
//! the number of solutions are in `counts`.

use std::ops::ControlFlow;
use std::time::Duration;

use super::compiled::Sudoku;
use super::encode::Encoding;
use super::grid::Grid;
use super::shape::Shape;
use quadrille_core::count::Estimate;
use quadrille_core::shared::{Policies, policies};
use quadrille_core::{
    Answer, Budget, Count, Limits, OptionId, Order, Progress, Search, Settings, Stop, Threads,
    Uniqueness,
};

impl Sudoku {
    /// Returns a search for one thread.
    #[must_use]
    pub fn search(&self) -> BoardSearch {
        BoardSearch {
            sudoku: self.clone(),
            search: self.solver().search(),
            limits: Limits::new(),
            budget: None,
            order: Order::Natural,
            givens: Vec::new(),
        }
    }
}

/// A [`Search`] for boards. One search serves any number of boards, one after the other: their
/// givens are assumptions, and nothing is compiled again.
///
/// Its methods are those of a [`Search`], with boards and cells in place of solutions and options.
/// [`assume`](Self::assume) gives access to the search itself, for questions about items and
/// options. [`explain`](Self::explain) says why a board has no solution, or several.
///
/// ```
/// use quadrille::Limits;
/// use quadrille::sudoku::Sudoku;
///
/// let sudoku = Sudoku::new("4x4".parse()?);
/// let board = "1......2....3...".parse()?;
/// let mut search = sudoku.search();
/// let all = search.all(&board).value;
/// assert_eq!((all.len(), search.count(&board).value.to_u64()), (3, Some(3)));
/// assert!(search.sample(&board, 5, 7).value.iter().all(|drawn| all.contains(drawn)));
/// let diagram = search.limits(Limits::new().memory(1 << 20)).assume(&board).diagram();
/// assert_eq!(diagram.value.map(|diagram| diagram.count().to_u64()), Some(Some(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardSearch {
    pub(super) sudoku: Sudoku,
    pub(super) search: Search,
    pub(super) limits: Limits,
    pub(super) budget: Option<Budget>,
    order: Order,
    /// The options of the givens of the last board. Kept to reuse its memory.
    givens: Vec<OptionId>,
}

impl BoardSearch {
    /// Returns the shape of the boards.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        self.sudoku.shape()
    }

    /// Sets the limits of all later questions, in place of the old ones.
    pub fn limits(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self
    }

    /// Sets a budget that all later questions share, or removes it: see [`Search::budget`]. Only
    /// [`first`](Self::first), [`for_each`](Self::for_each), [`all`](Self::all),
    /// [`count`](Self::count), [`count_by`](Self::count_by) and [`unique`](Self::unique) take
    /// solutions from it.
    pub fn budget<'b>(&mut self, budget: impl Into<Option<&'b Budget>>) -> &mut Self {
        self.budget = budget.into().cloned();
        self
    }

    /// Sets the order in which [`first`](Self::first), [`for_each`](Self::for_each) and
    /// [`all`](Self::all) find solutions: see [`Search::order`]. Questions of several parts, such
    /// as [`check`](Self::check), always use the natural order.
    pub fn order(&mut self, order: Order) -> &mut Self {
        self.order = order;
        self
    }

    /// Sets the threads of all later questions: see [`Search::threads`].
    pub fn threads(&mut self, threads: impl Into<Threads>) -> &mut Self {
        self.search.threads(threads);
        self
    }

    /// Calls `report` about every `every` during long searches: see [`Search::watch`].
    pub fn watch(
        &mut self,
        every: Duration,
        report: impl FnMut(&Progress) + Send + 'static,
    ) -> &mut Self {
        self.search.watch(every, report);
        self
    }

    /// Assumes a board and returns the search of the exact cover, with the limits, the budget and
    /// the order of this one, for questions about items and options. [`Encoding::grid`] turns its
    /// solutions into boards. Changes to it hold until the next question to this search.
    ///
    /// `search.assume(board).question()` is the [`Question`](quadrille_core::Question) about a
    /// board.
    pub fn assume(&mut self, board: &Grid) -> &mut Search {
        self.set_board(board);
        let search = self.search.limits(self.limits.clone());
        search.budget(&self.budget).order(self.order).begin_at(None)
    }

    /// Returns a solution of the board.
    #[must_use]
    pub fn first(&mut self, board: &Grid) -> Answer<Option<Grid>> {
        let (encoding, search) = self.assumed(board);
        let first = search.first();
        first.map(|solution| solution.map(|solution| encoding.grid(solution.options())))
    }

    /// Calls `visit` for every solution of the board. Stops when `visit` breaks. The value is the
    /// number of calls.
    pub fn for_each(
        &mut self,
        board: &Grid,
        mut visit: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> Answer<Count> {
        let (encoding, search) = self.assumed(board);
        search.for_each(|options| visit(&encoding.grid(options)))
    }

    /// Returns all solutions of the board. Memory grows with their number: see
    /// [`Limits::solutions`].
    #[must_use]
    pub fn all(&mut self, board: &Grid) -> Answer<Vec<Grid>> {
        let (encoding, search) = self.assumed(board);
        search.all().map(|all| encoding.grids(&all))
    }

    /// Draws random solutions of the board, independently, each equally likely: see
    /// [`Search::sample`].
    #[must_use]
    pub fn sample(&mut self, board: &Grid, solutions: u64, seed: u64) -> Answer<Vec<Grid>> {
        let (encoding, search) = self.assumed(board);
        let drawn = search.sample(solutions, seed);
        drawn.map(|drawn| encoding.grids(&drawn))
    }

    /// Estimates the number of solutions of the board, and the length of a walk over them: see
    /// [`Search::estimate`].
    #[must_use]
    pub fn estimate(&mut self, board: &Grid, probes: u64, seed: u64) -> Answer<Estimate> {
        self.assume(board).estimate(probes, seed)
    }

    /// Returns whether the board has no solution, one, or several.
    #[must_use]
    pub fn unique(&mut self, board: &Grid) -> Answer<Uniqueness> {
        self.assume(board).unique()
    }

    /// Returns the lexicographically smallest solution: its cells, read as a list of values, come
    /// first. The value is `None` if the board has no solution, or if a limit stops the search.
    ///
    /// A board with one solution costs one question. Otherwise, for every blank cell in order, the
    /// search asks whether the cell can hold a smaller value than in the best solution so far: at
    /// most one question for each smaller value. Most are answered at once, but a proof that no
    /// smaller value fits can be as hard as a hard board, for example on a blank 36 x 36. The
    /// limits hold for all questions together.
    #[must_use]
    pub fn smallest(&mut self, board: &Grid) -> Answer<Option<Grid>> {
        let budget = self.begin(board);
        let mut found = None;
        let encoding = self.sudoku.encoding();
        let mut answer = self
            .search
            .limits(Limits::new().solutions(2))
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

    /// Improves one of several solutions of the assumed board to the smallest.
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

    /// Makes a search for one board, compiled for it, with the limits, the budget and the threads
    /// of this one. Fails if the budget ends first.
    pub(super) fn for_board(
        &self,
        board: &Grid,
        settings: &Settings,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let own = &self.sudoku;
        let is_own = own.only() == Some(board) && std::ptr::eq(settings, own.settings());
        let sudoku = if is_own {
            own.clone()
        } else {
            Sudoku::for_board_within(own.shape(), board, settings, budget)?
        };
        Ok(Self {
            search: self.search.for_solver(sudoku.solver()),
            sudoku,
            ..self.clone()
        })
    }

    /// The tuned numbers of the solver underneath.
    pub(super) fn policies(&self) -> &Policies {
        policies(self.sudoku.solver())
    }

    /// Starts a question of several parts: each is asked with the assumptions of the board and
    /// under the budget that is returned. The parts take no solutions from it.
    pub(super) fn begin(&mut self, board: &Grid) -> Budget {
        let budget = match &self.budget {
            Some(whole) => whole.part(&self.limits),
            None => Budget::start(&self.limits),
        }
        .without_solutions();
        self.begin_within(board, &budget);
        budget
    }

    /// Starts a part of a question, under the budget of the whole.
    pub(super) fn begin_within(&mut self, board: &Grid, budget: &Budget) {
        let search = self.assume(board).limits(Limits::new());
        search.budget(budget).order(Order::Natural);
    }

    /// Replaces the assumptions with those of a board.
    pub(super) fn set_board(&mut self, board: &Grid) {
        let search = self.search.retract_all();
        self.givens.clear();
        let encoding = self.sudoku.encoding();
        encoding.assume(board, &mut self.givens, |option| {
            search.forbid(option);
        });
        search.force_all(&self.givens);
    }

    /// Assumes a board, and returns the encoding and the search.
    fn assumed(&mut self, board: &Grid) -> (&Encoding, &mut Search) {
        self.assume(board);
        (self.sudoku.encoding(), &mut self.search)
    }
}
