//! How hard a board is, in numbers that say what they measure.

use crate::naive::{Form, Outcome, solve};
use crate::solver::{Answer, Uniqueness};
use crate::sudoku::{BoardSearch, Grid, Shape, Sudoku};

/// How many searches guesses are averaged over.
const SEARCHES: u64 = 64;
/// Plain backtracking is given up after so many calls.
const CALLS: u64 = 10_000_000;

/// What it takes to solve a board with one solution, and to see that there is no other.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rating {
    /// How often the engine `bits` has to choose, the mean of 64 searches that break ties at random. How a board is
    /// turned and labelled changes it by chance only. With the engine `links`, which counts forced options as choices,
    /// it is larger.
    pub guesses: f64,
    /// The standard error of that mean: boards whose guesses differ by less than two or three times this are level.
    pub error: f64,
    /// The weakest inference that is enough.
    pub inference: Inference,
    /// Calls of plain backtracking, [`Form::Tables`], to the solution; `None` if the shape is not the classic one, or it
    /// takes more than ten million. They are those of the board as it stands: turned, it may take more or fewer.
    pub naive: Option<u64>,
}

/// Kinds of inference, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Inference {
    /// What has one option left takes it: naked and hidden singles.
    Forced,
    /// Options must be tried.
    Search,
}

impl Inference {
    /// Its word: `forced`, `search`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Inference::Forced => "forced",
            Inference::Search => "search",
        }
    }
}

impl BoardSearch<'_> {
    /// Rates a board of this shape. The error says how many solutions it has if it has not one, or that a limit stopped
    /// the search. The limits hold for all searches together, but not for plain backtracking.
    ///
    /// ```
    /// use quadrille::sudoku::{Grid, Inference, Sudoku};
    ///
    /// let sudoku = Sudoku::classic();
    /// let board: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let rating = sudoku.search().rate(&board, sudoku.shape()).value.unwrap();
    /// assert_eq!((rating.guesses, rating.inference), (0.0, Inference::Forced));
    /// # Ok::<(), quadrille::sudoku::GridError>(())
    /// ```
    pub fn rate(&mut self, board: &Grid, shape: &Shape) -> Answer<Result<Rating, Uniqueness>> {
        let mut answer = self.uniqueness(board).map(Err);
        if answer.value != Err(Uniqueness::One) {
            return answer;
        }
        let mut guesses = Vec::new();
        for seed in 0..SEARCHES {
            self.search.limits(self.limits.after(&answer.stats));
            let search = self.search.seed(seed).count();
            self.search.seed(None);
            answer.stats += &search.stats;
            if !search.is_complete() {
                answer.stop = search.stop;
                answer.value = Err(Uniqueness::Unknown);
                return answer;
            }
            // The solution is a node too.
            guesses.push((search.stats.nodes - 1) as f64);
        }
        let searches = guesses.len() as f64;
        let mean = guesses.iter().sum::<f64>() / searches;
        let variance = guesses
            .iter()
            .map(|guesses| (guesses - mean).powi(2))
            .sum::<f64>()
            / (searches - 1.0);
        answer.value = Ok(Rating {
            guesses: mean,
            error: (variance / searches).sqrt(),
            inference: if mean == 0.0 {
                Inference::Forced
            } else {
                Inference::Search
            },
            naive: naive(board, shape),
        });
        answer
    }
}

fn naive(board: &Grid, shape: &Shape) -> Option<u64> {
    let cells = board.cells().try_into().ok();
    let cells: &[u8; 81] = cells.filter(|_| shape == Sudoku::classic().shape())?;
    let run = solve(cells, Form::Tables, CALLS);
    (run.outcome != Outcome::Unfinished).then_some(run.calls)
}
