//! How hard a board is, in numbers that say what they measure.
//!
//! A board of the classic shape is rated by its canonical form, so that all boards which differ only in how they are
//! turned and labelled have the same rating, to the last digit. What is random, ties in searches of the engine and turns
//! for plain backtracking, comes from fixed seeds.

use std::borrow::Cow;
use std::fmt;

use rand::seq::SliceRandom;
use rand::{RngCore, SeedableRng};
use rand_pcg::Pcg32;

use super::backtrack;
use crate::Inferences;
use crate::sudoku::grid::Grid;
use crate::sudoku::inquiry::Inquiry;
use crate::sudoku::search::{BoardSearch, Sudoku};
use crate::sudoku::shape::Shape;
use crate::{Answer, Uniqueness};

/// What it takes to solve a board with one solution, and to see that there is no other.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rating {
    /// How often the engine has to choose.
    pub guesses: Guesses,
    /// The weakest inference that is enough.
    pub inference: Inference,
    /// [Calls of plain backtracking](Grid::backtracking_calls); `None` if the shape is not the classic one, or the board has
    /// pencil marks.
    pub calls: Option<Calls>,
}

/// How often the engine `bits` has to choose: the mean of 64 searches that break ties at random. With the engine
/// `links`, which counts forced options as choices, it is larger.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Guesses {
    /// The mean.
    pub mean: f64,
    /// Its standard error: boards whose guesses differ by less than two or three times this are level.
    pub error: f64,
}

/// How many calls plain backtracking takes to the solution of a board, over 15 random ways to turn and label it. One
/// board can take a thousand times as many calls as another that is the same but for that, so that the calls of a single
/// one tell next to nothing. Each is `None` if it is more than `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Calls {
    /// A quarter of the turns take fewer.
    pub low: Option<u64>,
    /// The median.
    pub median: Option<u64>,
    /// A quarter of the turns take more.
    pub high: Option<u64>,
    /// Backtracking is given up after so many calls: the [policy](crate::Policy) `rate.calls`, a million.
    pub most: u64,
}

/// Kinds of inference, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Inference {
    /// What has one option left takes it: naked and hidden singles.
    Forced,
    /// The subset rule of the engine `bits` as well: if all places of a value in one unit lie in another, it stands
    /// nowhere else there.
    Subsets,
    /// Options must be tried.
    Search,
}

impl fmt::Display for Inference {
    /// Writes `forced`, `subsets` or `search`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Inference::Forced => "forced",
            Inference::Subsets => "subsets",
            Inference::Search => "search",
        })
    }
}

impl BoardSearch {
    /// Rates a board. The error says how many solutions it has if it has not one, or that a limit stopped
    /// the search. The limits hold for all searches together, and for plain backtracking.
    ///
    /// On the classic shape, boards that are turned and relabelled have the same rating. On others, how a board is
    /// turned changes its guesses by chance only.
    ///
    /// ```
    /// use quadrille::sudoku::{Grid, Inference, Sudoku};
    ///
    /// let sudoku = Sudoku::classic();
    /// let board: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let rating = sudoku.search().rate(&board).value.unwrap();
    /// assert_eq!((rating.guesses.mean, rating.inference), (0.0, Inference::Forced));
    /// # Ok::<(), quadrille::sudoku::GridError>(())
    /// ```
    pub fn rate(&mut self, board: &Grid) -> Answer<Result<Rating, Uniqueness>> {
        let sudoku = self.sudoku.clone();
        let shape = sudoku.shape();
        let mut inquiry = Inquiry::new(self, board);
        let unique = inquiry.unique();
        if unique.value != Uniqueness::One {
            return unique.map(Err);
        }
        let board = upright(board, shape);
        inquiry.assume(&board);
        let Some((guesses, inferences)) = guesses(&mut inquiry, f64::INFINITY) else {
            return inquiry.answer(Err(Uniqueness::Unknown));
        };
        let inference = match inferences {
            _ if guesses.mean > 0.0 => Inference::Search,
            Some(Inferences {
                subsets: Some(1..), ..
            }) => Inference::Subsets,
            _ => Inference::Forced,
        };
        let calls = calls(&mut inquiry, &board, shape);
        if inquiry.is_over() {
            return inquiry.answer(Err(Uniqueness::Unknown));
        }
        let rating = Rating {
            guesses,
            inference,
            calls,
        };
        inquiry.answer(Ok(rating))
    }
}

/// The canonical form of a board of the classic shape; other boards as they are.
pub(super) fn upright<'b>(board: &'b Grid, shape: &Shape) -> Cow<'b, Grid> {
    if shape == Sudoku::classic().shape()
        && let Ok(form) = board.canonical()
    {
        return Cow::Owned(form.board);
    }
    Cow::Borrowed(board)
}

/// The guesses for the board of an inquiry, which has one solution, and what is inferred in one search. None if a limit
/// stopped it, or if the mean is above `most`.
pub(super) fn guesses(
    inquiry: &mut Inquiry<'_>,
    most: f64,
) -> Option<(Guesses, Option<Inferences>)> {
    let most_searches = inquiry.policy("rate.searches");
    let searches = most_searches as f64;
    let mut each = Vec::new();
    let mut sum = 0.0;
    let mut inferences = None;
    for seed in 0..most_searches {
        let search = inquiry.walk(seed)?;
        // The solution is a node too.
        let guesses = (search.nodes - 1) as f64;
        sum += guesses;
        if sum > most * searches {
            return None;
        }
        inferences = search.inferences;
        each.push(guesses);
        if guesses == 0.0 {
            // No tie was broken: all searches are this one.
            break;
        }
    }
    let mean = sum / each.len() as f64;
    let deviations = each.iter().map(|guesses| (guesses - mean).powi(2));
    let error = (deviations.sum::<f64>() / (searches - 1.0).max(1.0) / searches).sqrt();
    Some((Guesses { mean, error }, inferences))
}

/// The calls of plain backtracking; meaningless once the inquiry is over.
fn calls(inquiry: &mut Inquiry<'_>, board: &Grid, shape: &Shape) -> Option<Calls> {
    let classic = shape == Sudoku::classic().shape() && board.marks().is_none();
    let cells: &[u8; 81] = board.cells().try_into().ok().filter(|_| classic)?;
    let mut random = Pcg32::seed_from_u64(0);
    let most = inquiry.policy("rate.calls");
    let turns = inquiry.policy("rate.turns") as usize;
    let call = |_| {
        // A turn takes some milliseconds at most.
        if inquiry.is_over() {
            return None;
        }
        backtrack::calls(&turned(cells, &mut random), most)
    };
    let mut calls: Vec<Option<u64>> = (0..turns).map(call).collect();
    calls.sort_unstable_by_key(|calls| calls.unwrap_or(u64::MAX));
    Some(Calls {
        low: calls[turns / 4],
        median: calls[turns / 2],
        high: calls[turns - 1 - turns / 4],
        most,
    })
}

/// A 9x9 board in a random way of all to turn and label it.
fn turned(cells: &[u8; 81], random: &mut Pcg32) -> [u8; 81] {
    let (rows, columns) = (lines(random), lines(random));
    let (down, across) = match random.next_u32() & 1 {
        0 => (9, 1),
        _ => (1, 9),
    };
    let mut labels: [u8; 10] = std::array::from_fn(|label| label as u8);
    labels[1..].shuffle(random);
    std::array::from_fn(|cell| {
        let from = rows[cell / 9] * down + columns[cell % 9] * across;
        labels[usize::from(cells[from])]
    })
}

/// Nine rows or columns in random order, those of a band or stack together.
fn lines(random: &mut Pcg32) -> [usize; 9] {
    let mut order = || {
        let mut order = [0, 1, 2];
        order.shuffle(random);
        order
    };
    let (threes, within) = (order(), [order(), order(), order()]);
    std::array::from_fn(|place| 3 * threes[place / 3] + within[place / 3][place % 3])
}
