//! The questions of a [`Search`], asked about sudoku boards and answered with boards.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::encode::Encoding;
use super::grid::Grid;
use super::shape::Shape;
use crate::count::Estimate;
use crate::{
    Answer, Budget, Count, Limits, Method, OptionId, Order, Progress, Search, Settings, Solver,
    Stats, Stop, Threads, Uniqueness,
};

/// The rules of a shape, compiled once for all its boards. A clone is cheap and shares the compiled
/// problem. See the [tour](super).
#[derive(Clone, Debug)]
pub struct Sudoku {
    compiled: Arc<Compiled>,
    solver: Solver,
}

#[derive(Debug)]
struct Compiled {
    shape: Shape,
    encoding: Encoding,
    settings: Settings,
    /// The only board, if the options are those of one board.
    board: Option<Grid>,
}

impl Sudoku {
    /// Returns the classic 9x9 shape, compiled at the first call and shared from then on.
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

    /// Compiles a shape with these settings.
    #[must_use]
    pub fn with_settings(shape: Shape, settings: &Settings) -> Self {
        Self::compile(shape, None, settings, &Budget::start(&Limits::new()))
            .unwrap_or_else(|_| unreachable!("no limits"))
    }

    /// Compiles a shape for one board: values that its givens and pencil marks exclude have no
    /// options. Ask only about this board, or about boards that extend it. Questions that take givens
    /// away, such as [`check`](BoardSearch::check), compile the boards that they need.
    ///
    /// Shapes with rules of one puzzle are compiled and searched faster so.
    #[must_use]
    pub fn for_board(shape: &Shape, board: &Grid, settings: &Settings) -> Self {
        Self::for_board_within(shape, board, settings, Limits::new())
            .unwrap_or_else(|_| unreachable!("no limits"))
    }

    /// Compiles a shape with these settings, and stops at a time limit or when a cancel token is
    /// cancelled. Other limits are ignored.
    ///
    /// # Errors
    /// [`Stop::Time`] or [`Stop::Cancelled`], with all memory freed.
    pub fn within(
        shape: Shape,
        settings: &Settings,
        budget: impl Into<Budget>,
    ) -> Result<Self, Stop> {
        Self::compile(shape, None, settings, &budget.into())
    }

    /// Compiles a shape [for one board](Self::for_board), and stops at a time limit or when a cancel
    /// token is cancelled. Other limits are ignored.
    ///
    /// # Errors
    /// [`Stop::Time`] or [`Stop::Cancelled`], with all memory freed.
    pub fn for_board_within(
        shape: &Shape,
        board: &Grid,
        settings: &Settings,
        budget: impl Into<Budget>,
    ) -> Result<Self, Stop> {
        let board = Some(board.clone());
        Self::compile(shape.clone(), board, settings, &budget.into())
    }

    fn compile(
        shape: Shape,
        board: Option<Grid>,
        settings: &Settings,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let few_questions = settings.clone().few_questions(true);
        let ((encoding, problem), own) = match &board {
            None => (Encoding::of(&shape, budget)?, settings),
            Some(board) => (Encoding::of_board(&shape, board, budget)?, &few_questions),
        };
        let solver = Solver::within(problem, own, budget.clone())?;
        let settings = settings.clone();
        Ok(Self {
            compiled: Arc::new(Compiled {
                shape,
                encoding,
                settings,
                board,
            }),
            solver,
        })
    }

    /// Returns the shape of the boards.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.compiled.shape
    }

    /// Returns the solver of the exact cover; for the classic shape, 729 options over 324 items.
    #[must_use]
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Returns the encoding: which option puts which value in which cell.
    #[must_use]
    pub fn encoding(&self) -> &Encoding {
        &self.compiled.encoding
    }

    /// Whether only questions about one board may be asked.
    pub(super) fn is_for_one_board(&self) -> bool {
        self.compiled.board.is_some()
    }

    /// Returns the settings.
    pub(super) fn settings(&self) -> &Settings {
        &self.compiled.settings
    }

    /// Returns a search for one thread.
    #[must_use]
    pub fn search(&self) -> BoardSearch {
        BoardSearch {
            sudoku: self.clone(),
            search: self.solver.search(),
            limits: Limits::new(),
            budget: None,
            order: Order::Natural,
        }
    }
}

/// A [`Search`] for boards. One search serves any number of boards, one after the other: their givens are
/// assumptions, and nothing is compiled again.
///
/// Its methods are those of a [`Search`], with boards and cells in place of solutions and options.
/// [`assume`](Self::assume) gives access to the search itself, for questions about items and options.
/// [`explain`](Self::explain) says why a board has no solution, or several.
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
    limits: Limits,
    budget: Option<Budget>,
    order: Order,
}

impl BoardSearch {
    /// Sets the limits of all later questions, in place of the old ones.
    pub fn limits(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self
    }

    /// Sets a budget that all later questions share, or removes it: see [`Search::budget`]. Only
    /// [`first`](Self::first), [`for_each`](Self::for_each), [`all`](Self::all), [`count`](Self::count),
    /// [`count_by`](Self::count_by) and [`unique`](Self::unique) take solutions from it.
    pub fn budget<'b>(&mut self, budget: impl Into<Option<&'b Budget>>) -> &mut Self {
        self.budget = budget.into().cloned();
        self
    }

    /// Sets the order in which [`first`](Self::first), [`for_each`](Self::for_each) and
    /// [`all`](Self::all) find solutions: see [`Search::order`]. Questions of several parts, such as
    /// [`check`](Self::check), always use the natural order.
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

    /// Assumes a board and returns the search of the exact cover, with the limits, the budget and the order
    /// of this one, for questions about items and options. [`Encoding::grid`] turns its solutions into
    /// boards. Changes to it hold until the next question to this search.
    ///
    /// `search.assume(board).question()` is the [`Question`](crate::Question) about a board.
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

    /// Returns all solutions of the board. Memory grows with their number: see [`Limits::solutions`].
    #[must_use]
    pub fn all(&mut self, board: &Grid) -> Answer<Vec<Grid>> {
        let (encoding, search) = self.assumed(board);
        search.all().map(|all| encoding.grids(&all))
    }

    /// Counts the solutions of the board, however many there are: see [`Search::count`].
    ///
    /// Most boards under [hard rules](Shape::has_hard_rules) have one solution or none. So a search for
    /// two solutions comes first there, and ends at once if there are more; not within a shared
    /// [budget](Self::budget).
    #[must_use]
    pub fn count(&mut self, board: &Grid) -> Answer<Count> {
        if !self.sudoku.shape().has_hard_rules() || self.budget.is_some() {
            return self.assume(board).count();
        }
        let budget = Budget::start(&self.limits);
        let few = self.few(board, &budget);
        let is_enough = budget.solutions_left().is_some_and(|most| most <= 2);
        if few.stop != Stop::Solutions || is_enough {
            return few.map(|found| Count::from(found.len() as u64));
        }
        let search = self.search.limits(Limits::new()).budget(&budget);
        let mut count = search.count();
        let all = count.value.clone();
        count.stats += &few.stats;
        count.stats.solutions = all;
        count
    }

    /// Searches for two solutions within a budget, or for one if that is all that the budget allows.
    /// Takes no solutions from the budget.
    fn few(&mut self, board: &Grid, budget: &Budget) -> Answer<Vec<Grid>> {
        let most = budget.solutions_left().map_or(2, |most| most.min(2));
        let budget = budget.clone().without_solutions();
        let search = self.assume(board).limits(Limits::new().solutions(most));
        let found = search.order(Order::Natural).budget(&budget).all();
        found.map(|found| self.sudoku.encoding().grids(&found))
    }

    /// Counts the solutions of the board by this method.
    #[must_use]
    pub fn count_by(&mut self, board: &Grid, method: Method) -> Answer<Count> {
        match method {
            Method::Auto => self.count(board),
            method => self.assume(board).count_by(method),
        }
    }

    /// Counts for each candidate the solutions that hold it: cell by cell in reading order, in each cell
    /// from value 1. The value is `None` if a limit stops the search; [`Stats::solutions`](crate::Stats) is
    /// then a lower bound of the number of solutions. See [`Search::marginals`].
    #[must_use]
    pub fn marginals(&mut self, board: &Grid) -> Answer<Option<Vec<Count>>> {
        let budget = self.begin(board);
        let mut before = Stats::default();
        if self.sudoku.shape().has_hard_rules() {
            let few = self.few(board, &budget);
            if few.stop != Stop::Solutions {
                let is_complete = few.is_complete();
                return few.map(|found| is_complete.then(|| self.times(&found)));
            }
            self.begin_within(board, &budget);
            before = few.stats;
        }
        let mut counted = self.search.count();
        counted.stats += &before;
        counted.stats.solutions.clone_from(&counted.value);
        if !counted.is_complete() {
            return counted.map(|_| None);
        }
        // A diagram may take much longer than a list of few solutions.
        let few = self.sudoku.solver().policy("board_count.listed");
        let few = few.unwrap_or_default() as u64;
        if self.sudoku.shape().has_hard_rules() && counted.value <= few {
            return self.listed_marginals(counted);
        }
        let options = self.sudoku.encoding().options().iter();
        let of_cells = |all: Vec<Count>| {
            let count = |option: &OptionId| all.get(option.index()).cloned();
            options
                .map(|option| count(option).unwrap_or_default())
                .collect()
        };
        let mut each = self.search.marginals().map(|all| all.map(of_cells));
        each.stats += &counted.stats;
        each.stats.solutions = counted.value;
        each
    }

    /// Draws random solutions of the board, independently, each equally likely: see [`Search::sample`].
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

    /// Returns the lexicographically smallest solution: its cells, read as a list of values, come first.
    /// The value is `None` if the board has no solution, or if a limit stops the search.
    ///
    /// A board with one solution costs one question. Otherwise, for every blank cell in order, the search
    /// asks whether the cell can hold a smaller value than in the best solution so far: at most one
    /// question for each smaller value. Most are answered at once, but a proof that no smaller value fits
    /// can be as hard as a hard board, for example on a blank 36 x 36. The limits hold for all questions
    /// together.
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

    /// Makes a search for one board, compiled for it, with the limits, the budget and the threads of
    /// this one. Fails if the budget ends first.
    pub(super) fn for_board(
        &self,
        board: &Grid,
        settings: &Settings,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let own = &*self.sudoku.compiled;
        let is_own = own.board.as_ref() == Some(board) && std::ptr::eq(settings, &own.settings);
        let sudoku = match is_own {
            true => self.sudoku.clone(),
            false => Sudoku::for_board_within(&own.shape, board, settings, budget)?,
        };
        Ok(Self {
            search: self.search.for_solver(&sudoku.solver),
            sudoku,
            ..self.clone()
        })
    }

    /// The marginals of the assumed board, by a list of its solutions, given their number.
    fn listed_marginals(&mut self, counted: Answer<Count>) -> Answer<Option<Vec<Count>>> {
        let side = self.sudoku.shape().side();
        let encoding = self.sudoku.encoding();
        let mut times = vec![0_u64; encoding.options().len()];
        let mut listed = self.search.for_each(|options| {
            let candidates = options.iter().filter_map(|&own| encoding.candidate(own));
            for (cell, value) in candidates {
                times[cell * side + usize::from(value) - 1] += 1;
            }
            ControlFlow::Continue(())
        });
        listed.stats += &counted.stats;
        listed.stats.solutions = counted.value;
        let is_complete = listed.is_complete();
        listed.map(|_| is_complete.then(|| times.into_iter().map(Count::from).collect()))
    }

    /// Starts a question of several parts: each is asked with the assumptions of the board and under the
    /// budget that is returned. The parts take no solutions from it.
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
    fn begin_within(&mut self, board: &Grid, budget: &Budget) {
        let search = self.assume(board).limits(Limits::new());
        search.budget(budget).order(Order::Natural);
    }

    /// For each candidate the number of these boards that hold it.
    fn times(&self, boards: &[Grid]) -> Vec<Count> {
        let side = self.sudoku.shape().side();
        let mut times = vec![0_u64; self.sudoku.encoding().options().len()];
        for (cell, &value) in boards
            .iter()
            .flat_map(|board| board.cells().iter().enumerate())
        {
            times[cell * side + usize::from(value) - 1] += 1;
        }
        times.into_iter().map(Count::from).collect()
    }

    /// Replaces the assumptions with those of a board.
    pub(super) fn set_board(&mut self, board: &Grid) {
        let search = self.search.retract_all();
        self.sudoku.encoding().assume(board, |option, used| {
            match used {
                true => search.force(option),
                false => search.forbid(option),
            };
        });
    }

    /// Assumes a board, and returns the encoding and the search.
    fn assumed(&mut self, board: &Grid) -> (&Encoding, &mut Search) {
        self.assume(board);
        (self.sudoku.encoding(), &mut self.search)
    }
}
