//! What programs need to solve a board: guesses, inference, calls of plain backtracking.
//!
//! A board of the classic shape is measured in its canonical form. So all boards that differ only in
//! how they are turned and labelled have exactly the same effort. Random choices use fixed seeds:
//! how the engine breaks ties, and how boards are turned for plain backtracking.

use std::fmt;

use rand::seq::SliceRandom;
use rand::{RngCore, SeedableRng};
use rand_pcg::Pcg32;

use super::backtrack;
use crate::compiled::Sudoku;
use crate::grid::Grid;
use crate::inquiry::Inquiry;
use crate::search::BoardSearch;
use crate::shape::{Kind, Shape};
use quadrille_core::Inferences;
use quadrille_core::{Answer, Uniqueness};

/// What programs need to solve a board with one solution, and to prove that there is no other. How
/// hard it is for people is another question: see [`BoardSearch::rate`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Effort {
    /// How often the engine guesses.
    pub guesses: Guesses,
    /// The weakest inference that suffices.
    pub inference: Inference,
    /// [Calls of plain backtracking](Grid::backtracking_calls); `None` for other shapes than the
    /// classic one and for boards with pencil marks.
    pub calls: Option<Calls>,
}

/// How often the engine `bits` guesses: the mean of 64 searches that break ties at random; 0 if the
/// [inferences](Inference) suffice. The engine `links` counts forced options as well, so its
/// numbers are larger.
///
/// Under [hard rules](Shape::has_hard_rules) it is the number of guesses of one search with all
/// inferences, and has no error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Guesses {
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean. A difference of less than two or three standard errors may
    /// be chance.
    pub error: f64,
    /// Whether the search was stopped after so many guesses: by the
    /// [policy](quadrille_core::Policy) `rate.nodes`, 20,000 by default, or by the caller.
    pub at_least: bool,
}

/// The number of calls that plain backtracking makes until it finds the solution, for 15 random
/// ways to turn and relabel the board. One number means little: turning the board can change it a
/// thousandfold. A number is `None` if it is larger than `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Calls {
    /// The lower quartile.
    pub low: Option<u64>,
    /// The median.
    pub median: Option<u64>,
    /// The upper quartile.
    pub high: Option<u64>,
    /// Where backtracking stops: the [policy](quadrille_core::Policy) `rate.calls`, 1,000,000 by
    /// default.
    pub most: u64,
}

/// A kind of inference that solves a board without guesses, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Inference {
    /// Naked and hidden singles: an item with one option left uses it.
    Forced,
    /// Also the subset rule of the engine `bits`: if all places of a value in one unit lie in
    /// another unit, the value has no other place there.
    Subsets,
    /// Also the support rule: a value has no place in a cell if it would leave a unit without a
    /// place for it, because every remaining place lies in one of the units of the cell. On shapes
    /// that consist of rows, columns and rectangular boxes, this is the subset rule.
    Supports,
    /// None: the engine must guess.
    Search,
}

impl fmt::Display for Inference {
    /// Writes `forced`, `subsets`, `supports` or `search`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Inference::Forced => "forced",
            Inference::Subsets => "subsets",
            Inference::Supports => "supports",
            Inference::Search => "search",
        })
    }
}

impl BoardSearch {
    /// Measures what programs need for a board with one solution. The limits hold for all searches
    /// and for plain backtracking together.
    ///
    /// On the classic shape, turning and relabelling a board changes nothing. On other shapes, the
    /// guesses change within their error.
    ///
    /// # Errors
    /// The value is an error if the board has no solution or several, or if a limit stopped the
    /// search ([`Uniqueness::Unknown`]).
    ///
    /// ```
    /// use quadrille::sudoku::{Grid, Inference, Sudoku};
    ///
    /// let sudoku = Sudoku::classic();
    /// let board: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let effort = sudoku.search().effort(&board).value.unwrap();
    /// assert_eq!((effort.guesses.mean, effort.inference), (0.0, Inference::Forced));
    /// # Ok::<(), quadrille::sudoku::GridError>(())
    /// ```
    pub fn effort(&mut self, board: &Grid) -> Answer<Result<Effort, Uniqueness>> {
        let sudoku = self.sudoku.clone();
        self.measure(board, |inquiry, board| {
            let (guesses, inference) = guesses(inquiry, board, f64::INFINITY)?;
            let calls = calls(inquiry, board, sudoku.shape());
            let effort = Effort {
                guesses,
                inference,
                calls,
            };
            (!inquiry.is_over()).then_some(effort)
        })
    }
}

/// Measures the guesses for the board of an inquiry, which has one solution, and the weakest
/// inference that suffices. Returns `None` if a limit stopped a search, or if the mean is larger
/// than `most`.
pub(super) fn guesses(
    inquiry: &mut Inquiry<'_>,
    board: &Grid,
    most: f64,
) -> Option<(Guesses, Inference)> {
    if inquiry.shape().has_hard_rules() {
        return guesses_with_rules(inquiry, board).filter(|found| found.0.mean <= most);
    }
    let most_searches = inquiry.policies().rate.searches;
    let searches = most_searches as f64;
    let mut each = Vec::new();
    let mut sum = 0.0;
    let mut inferences = None;
    for seed in 0..most_searches {
        let search = inquiry.walk(seed);
        let is_solved = search.as_ref().is_some_and(|search| search.nodes == 1);
        if seed == 0
            && !is_solved
            && let Some(inference) = sufficient_rules(inquiry, board)
        {
            let guesses = Guesses::default();
            return Some((guesses, inference));
        }
        let search = search?;
        // The solution is a node, too.
        let guesses = search.nodes.saturating_sub(1) as f64;
        sum += guesses;
        if sum > most * searches {
            return None;
        }
        inferences = search.inferences;
        each.push(guesses);
        if guesses == 0.0 {
            // There was no tie to break, so all searches are equal.
            break;
        }
    }
    let mean = sum / each.len() as f64;
    let deviations = each.iter().map(|guesses| (guesses - mean).powi(2));
    let error = (deviations.sum::<f64>() / (searches - 1.0).max(1.0) / searches).sqrt();
    let guesses = Guesses {
        mean,
        error,
        at_least: false,
    };
    Some((guesses, inference(mean, inferences)))
}

/// The guesses of one search with all inferences: under rules about cells, random searches without
/// them may be endless.
fn guesses_with_rules(inquiry: &mut Inquiry<'_>, board: &Grid) -> Option<(Guesses, Inference)> {
    let (stats, at_least) = inquiry.infer(board)?;
    // The first walk ends after its first node, if it does not end the search.
    let second = stats.inferences.and_then(|all| all.rows.or(all.narrower));
    let mean = second.unwrap_or(stats.nodes).saturating_sub(1) as f64;
    let guesses = Guesses {
        mean,
        error: 0.0,
        at_least,
    };
    Some((guesses, inference(mean, stats.inferences)))
}

/// The weakest inference that suffices, given the guesses and the inferences of a search.
fn inference(guesses: f64, inferences: Option<Inferences>) -> Inference {
    match inferences {
        _ if guesses > 0.0 => Inference::Search,
        Some(Inferences {
            unsupported: Some(1..),
            ..
        }) => Inference::Supports,
        Some(Inferences {
            subsets: Some(1..), ..
        }) => Inference::Subsets,
        _ => Inference::Forced,
    }
}

/// Returns the inference that solves a board which the engine solves with guesses.
fn sufficient_rules(inquiry: &mut Inquiry<'_>, board: &Grid) -> Option<Inference> {
    let shape = inquiry.shape();
    let is_plain = |kind| matches!(kind, Kind::Row(_) | Kind::Column(_) | Kind::Box(_));
    if shape.apart().len() == 0 && shape.units().all(|unit| is_plain(unit.kind())) {
        // Each cell sees at most one cell of a unit, or several in the intersection of two units.
        // So the support rule is the subset rule, which the engine knows.
        return None;
    }
    let report = inquiry.solve_by_rules(board)?;
    Some(match report.unsupported {
        0 => Inference::Forced,
        _ => Inference::Supports,
    })
}

/// Measures the calls of plain backtracking. Meaningless once the inquiry is over.
fn calls(inquiry: &mut Inquiry<'_>, board: &Grid, shape: &Shape) -> Option<Calls> {
    let classic = shape == Sudoku::classic().shape() && board.marks().is_none();
    let cells: &[u8; 81] = board.cells().try_into().ok().filter(|_| classic)?;
    let mut random = Pcg32::seed_from_u64(0);
    let policies = inquiry.policies().rate;
    let (most, turns) = (policies.calls, policies.turns);
    let call = |_| {
        // One way takes a few milliseconds at most.
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

/// Turns and labels a 9x9 board in a random way.
fn turned(cells: &[u8; 81], random: &mut Pcg32) -> [u8; 81] {
    let (rows, columns) = (shuffled_lines(random), shuffled_lines(random));
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

/// Returns the nine rows or columns in random order, those of a band or stack together.
fn shuffled_lines(random: &mut Pcg32) -> [usize; 9] {
    let mut order = || {
        let mut order = [0, 1, 2];
        order.shuffle(random);
        order
    };
    let (threes, within) = (order(), [order(), order(), order()]);
    std::array::from_fn(|place| 3 * threes[place / 3] + within[place / 3][place % 3])
}
