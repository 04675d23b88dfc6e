//! Boards in, boards out: the questions of a search, asked of sudoku boards.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use super::encode::{candidate, option, problem};
use super::grid::{CELLS, Grid};
use crate::solver::{Answer, Count, Limits, Search, Solver, Stop, Uniqueness};
use crate::{OptionId, Settings};

/// The rules of sudoku, compiled once for all boards.
///
/// ```
/// use quadrille::sudoku::{Grid, Sudoku};
///
/// let board: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut search = Sudoku::classic().search();
/// let solved = search.first(&board).value;
/// assert!(solved.is_some_and(|solved| solved.is_solution() && solved.extends(&board)));
/// # Ok::<(), quadrille::sudoku::GridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sudoku {
    solver: Solver,
}

impl Sudoku {
    /// The classic 9x9 board, compiled at the first call and shared from then on.
    #[must_use]
    pub fn classic() -> &'static Self {
        static CLASSIC: OnceLock<Sudoku> = OnceLock::new();
        CLASSIC.get_or_init(|| Self::with(&Settings::default()))
    }

    /// The classic 9x9 board, compiled as the settings say.
    #[must_use]
    pub fn with(settings: &Settings) -> Self {
        #[expect(clippy::expect_used, reason = "a constant problem, built in a test")]
        let problem = problem().expect("the names of the items differ");
        Self {
            solver: Solver::with(problem, settings),
        }
    }

    /// The solver underneath: 729 options over 324 items.
    #[must_use]
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// A search of one thread's own.
    #[must_use]
    pub fn search(&self) -> BoardSearch<'_> {
        BoardSearch {
            search: self.solver.search(),
            limits: Limits::new(),
        }
    }
}

/// A [`Search`] that is asked about boards. One search serves any number of boards, one after
/// the other: their givens are assumptions, and nothing is compiled again.
#[derive(Clone, Debug)]
pub struct BoardSearch<'s> {
    search: Search<'s>,
    limits: Limits,
}

impl BoardSearch<'_> {
    /// Sets the limits of each question to come, in place of those set before.
    pub fn limits(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self
    }

    /// A solution of the board.
    #[must_use]
    pub fn first(&mut self, board: &Grid) -> Answer<Option<Grid>> {
        let mut first = None;
        let answer = self.for_each(board, |solution| {
            first = Some(*solution);
            ControlFlow::Break(())
        });
        answer.map(|_| first)
    }

    /// Shows every solution of the board to `visit`, until it breaks. The value says how many it
    /// saw.
    pub fn for_each(
        &mut self,
        board: &Grid,
        mut visit: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> Answer<Count> {
        self.assume(board);
        self.search.for_each(|options| visit(&solved(options)))
    }

    /// How many solutions the board has.
    #[must_use]
    pub fn count(&mut self, board: &Grid) -> Answer<Count> {
        self.assume(board);
        self.search.count()
    }

    /// Whether the board has no solution, one, or more.
    #[must_use]
    pub fn uniqueness(&mut self, board: &Grid) -> Answer<Uniqueness> {
        self.assume(board);
        self.search.uniqueness()
    }

    /// The solution that is lexicographically smallest: the one with the smallest digit in the
    /// first cell, of those the one with the smallest in the second, and so on. No value if a
    /// limit stops the search before that one is known.
    ///
    /// A board with one solution costs one question. Otherwise every blank cell, in order, is
    /// asked whether it can hold less than it does in the best solution so far: up to eight
    /// questions a cell, most of them answered at once. The limits hold for all together.
    #[must_use]
    pub fn smallest(&mut self, board: &Grid) -> Answer<Option<Grid>> {
        self.assume(board);
        self.search.limits(self.limits.clone().solutions(2));
        let mut found = None;
        let mut answer = self
            .search
            .for_each(|options| {
                found = Some(solved(options));
                ControlFlow::Continue(())
            })
            .map(|_| None);
        match (found, answer.stop) {
            (Some(only), Stop::Exhausted) => answer.value = Some(only),
            (Some(some), Stop::Solutions) => self.improve(board, some, &mut answer),
            _ => {}
        }
        answer
    }

    /// Goes from one of several solutions of the assumed board to the smallest.
    fn improve(&mut self, board: &Grid, mut best: Grid, answer: &mut Answer<Option<Grid>>) {
        for cell in (0..CELLS).filter(|&cell| board.cells()[cell] == 0) {
            for digit in 1..best.cells()[cell] {
                self.search.limits(self.limits.after(&answer.stats));
                self.search.force(option(cell, digit));
                let smaller = self.search.first();
                answer.stats += &smaller.stats;
                if let Some(solution) = smaller.value {
                    best = solved(solution.options());
                    break;
                }
                self.search.retract(option(cell, digit));
                if !smaller.is_complete() {
                    answer.stop = smaller.stop;
                    return;
                }
            }
            self.search.force(option(cell, best.cells()[cell]));
        }
        answer.stop = Stop::Exhausted;
        answer.value = Some(best);
    }

    fn assume(&mut self, board: &Grid) {
        self.search.limits(self.limits.clone());
        self.search.retract_all();
        for (cell, &digit) in board.cells().iter().enumerate() {
            if digit != 0 {
                self.search.force(option(cell, digit));
            }
        }
    }
}

/// The board that a solution fills: one option a cell.
fn solved(options: &[OptionId]) -> Grid {
    let mut cells = [0; CELLS];
    for &option in options {
        let (cell, digit) = candidate(option);
        cells[cell] = digit;
    }
    Grid::from_values(cells)
}
