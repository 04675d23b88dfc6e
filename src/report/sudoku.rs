//! What is said about boards, as JSON: an object a board.
//!
//! A board is a line of characters, a cell is named `r1c9`. Most objects begin with `board`; all but
//! a plain board have a `verdict`. A count that fits 64 bits is a number, a larger one a string of its
//! digits.
//!
//! ```
//! use quadrille::report::sudoku::{About, Answered};
//! use quadrille::sudoku::{Shape, Sudoku, text};
//!
//! let sudoku = Sudoku::new("4x4".parse()?);
//! let board = text::read(sudoku.shape(), "1......2....3..4")?;
//! let answer = sudoku.search().count(&board);
//! let work = Answered::counted(&answer.value, answer.stop, &answer.stats);
//! let json = serde_json::to_string(&About::new(sudoku.shape(), &board, work))?;
//! assert!(json.starts_with("{\"board\":\"1......2....3..4\",\"verdict\":\"counted\",\"count\":1,\"nodes\":"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cell::Cell;
use std::ops::ControlFlow;

use serde::ser::{Error, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::sudoku::text::{BoardError, Reason};
use crate::sudoku::{
    Calls, Canonical, Change, Check, Explanation, Generated, Grid, Minimized, Rating, Shape,
};
use crate::{Count, Stats, Stop};

/// A board and what was found out about it; `()` is nothing.
#[derive(Clone, Debug, Serialize)]
pub struct About<T> {
    board: String,
    #[serde(flatten)]
    found: T,
}

impl<T> About<T> {
    /// A board of a shape.
    #[must_use]
    pub fn new(shape: &Shape, board: &Grid, found: T) -> Self {
        let board = shape.line(board);
        Self { board, found }
    }
}

/// A verdict and nothing else: `none`, `several` or `unknown` of a board that should have one solution.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The word.
    pub verdict: &'static str,
}

/// What a search found, and what it did.
#[derive(Clone, Debug, Serialize)]
pub struct Answered {
    verdict: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<Count>,
    nodes: u64,
    microseconds: u64,
}

impl Answered {
    fn new(verdict: &str, count: Option<Count>, stats: &Stats) -> Self {
        Self {
            verdict: verdict.to_owned(),
            count,
            nodes: stats.nodes,
            microseconds: u64::try_from(stats.elapsed.as_micros()).unwrap_or(u64::MAX),
        }
    }

    /// `solved`, `none` or `stopped`: so many solutions were listed.
    #[must_use]
    pub fn solved(solutions: u64, stop: Stop, stats: &Stats) -> Self {
        let verdict = match solutions {
            _ if stop.is_limit() => "stopped",
            0 => "none",
            _ => "solved",
        };
        Self::new(verdict, Some(solutions.into()), stats)
    }

    /// `counted` or `stopped`: there are so many solutions, or at least so many.
    #[must_use]
    pub fn counted(count: &Count, stop: Stop, stats: &Stats) -> Self {
        let verdict = if stop.is_limit() {
            "stopped"
        } else {
            "counted"
        };
        Self::new(verdict, Some(count.clone()), stats)
    }

    /// A word for what kind of a puzzle the board is.
    #[must_use]
    pub fn checked(check: Check, stats: &Stats) -> Self {
        Self::new(&check.to_string(), None, stats)
    }
}

/// Shows solutions to its argument until that breaks.
type Search<'a> = dyn FnOnce(&mut dyn FnMut(&Grid) -> ControlFlow<()>) -> Answered + 'a;

/// The solutions of a board, written as they are found: they are never held together.
pub struct Solved<'a> {
    shape: &'a Shape,
    board: &'a Grid,
    several: bool,
    search: Cell<Option<Box<Search<'a>>>>,
}

impl<'a> Solved<'a> {
    /// A board whose solutions `search` shows to its argument, until that breaks. Their field is
    /// `solutions`, or `solution` if there are not `several` to be listed. It can be serialized once.
    pub fn new(
        shape: &'a Shape,
        board: &'a Grid,
        several: bool,
        search: impl FnOnce(&mut dyn FnMut(&Grid) -> ControlFlow<()>) -> Answered + 'a,
    ) -> Self {
        let search: Box<Search<'a>> = Box::new(search);
        Self {
            shape,
            board,
            several,
            search: Cell::new(Some(search)),
        }
    }

    /// Shows all solutions to `visit`, up to an error.
    fn each<E: Error>(
        &self,
        mut visit: impl FnMut(String) -> Result<(), E>,
    ) -> Result<Answered, E> {
        let search = self.search.take();
        let search = search.ok_or_else(|| E::custom("the solutions were written before"))?;
        let mut shown = Ok(());
        let work = search(&mut |solution| {
            shown = visit(self.shape.line(solution));
            match shown {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        shown.map(|()| work)
    }
}

impl Serialize for Solved<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("board", &self.shape.line(self.board))?;
        let work = if self.several {
            let list = List {
                solved: self,
                work: Cell::new(None),
            };
            object.serialize_entry("solutions", &list)?;
            list.work.take()
        } else {
            let mut only = None;
            let work = self.each(|solution| {
                only = Some(solution);
                Ok(())
            })?;
            object.serialize_entry("solution", &only)?;
            Some(work)
        };
        if let Some(work) = work {
            object.serialize_entry("verdict", &work.verdict)?;
            object.serialize_entry("count", &work.count)?;
            object.serialize_entry("nodes", &work.nodes)?;
            object.serialize_entry("microseconds", &work.microseconds)?;
        }
        object.end()
    }
}

/// The list of solutions; the search runs while it is written.
struct List<'a, 's> {
    solved: &'a Solved<'s>,
    work: Cell<Option<Answered>>,
}

impl Serialize for List<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        let work = self
            .solved
            .each(|solution| list.serialize_element(&solution))?;
        self.work.set(Some(work));
        list.end()
    }
}

/// How many solutions there are, and how many hold each value in each cell.
#[derive(Clone, Debug, Serialize)]
pub struct Marginals {
    marginals: Map<String, Map<u8, Count>>,
    #[serde(flatten)]
    work: Answered,
}

impl Marginals {
    /// `each` holds the counts cell by cell, in each cell from value 1.
    #[must_use]
    pub fn new(shape: &Shape, each: &[Count], work: Answered) -> Self {
        let of_cell = |values: &[Count]| {
            let values = (1..).zip(values).filter(|(_, count)| !count.is_zero());
            values
                .map(|(value, count)| (value, count.clone()))
                .collect()
        };
        let cells = each.chunks(shape.side()).enumerate();
        let marginals = cells.map(|(cell, values)| (name(shape, cell), of_cell(values)));
        Self {
            marginals: marginals.collect(),
            work,
        }
    }
}

fn name(shape: &Shape, cell: usize) -> String {
    shape.name(cell).to_string()
}

/// Pairs that are written as an object, in their order.
#[derive(Clone, Debug)]
pub struct Map<K, V>(Vec<(K, V)>);

impl<K: Serialize, V: Serialize> Serialize for Map<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<K, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        Self(pairs.into_iter().collect())
    }
}

/// A record that is no board, or a board that breaks a rule.
#[derive(Clone, Debug, Serialize)]
pub struct Bad {
    board: Option<String>,
    column: usize,
    line: u64,
    message: String,
    verdict: &'static str,
}

impl Bad {
    /// What is wrong with it.
    #[must_use]
    pub fn new(shape: &Shape, error: &BoardError) -> Self {
        let board = match &error.reason {
            Reason::Clash { board, .. } => Some(shape.line(board)),
            _ => None,
        };
        Self {
            board,
            column: error.column,
            line: error.line,
            message: error.reason.to_string(),
            verdict: "bad",
        }
    }
}

/// A board without redundant givens.
#[derive(Clone, Debug, Serialize)]
pub struct Thinned {
    minimized: String,
    redundant: Vec<String>,
    verdict: &'static str,
}

impl Thinned {
    /// The minimal board, and the cells of all redundant givens of the board before.
    #[must_use]
    pub fn new(shape: &Shape, minimized: &Minimized) -> Self {
        let redundant = minimized.redundant.iter();
        Self {
            minimized: shape.line(&minimized.board),
            redundant: redundant.map(|&cell| name(shape, cell)).collect(),
            verdict: "minimized",
        }
    }
}

/// How hard a board is.
#[derive(Clone, Debug, Serialize)]
pub struct Rated {
    calls: Option<Map<&'static str, Option<u64>>>,
    error: f64,
    guesses: f64,
    inference: String,
    verdict: &'static str,
}

impl From<&Rating> for Rated {
    fn from(rating: &Rating) -> Self {
        let calls = rating.calls.map(
            |Calls {
                 high, low, median, ..
             }| { Map(vec![("high", high), ("low", low), ("median", median)]) },
        );
        Self {
            calls,
            error: rating.guesses.error,
            guesses: rating.guesses.mean,
            inference: rating.inference.to_string(),
            verdict: "rated",
        }
    }
}

/// A board and its canonical form.
#[derive(Clone, Debug, Serialize)]
pub struct Form {
    automorphisms: u64,
    board: String,
    canonical: String,
}

impl Form {
    /// Of a 9x9 board.
    #[must_use]
    pub fn new(board: &Grid, form: &Canonical) -> Self {
        Self {
            automorphisms: form.automorphisms,
            board: board.to_string(),
            canonical: form.board.to_string(),
        }
    }
}

/// Why a board has not one solution: `unique`, `none`, `several` or `unknown`, with the fields of
/// [`Contradiction`](crate::sudoku::Contradiction) or [`Ambiguity`](crate::sudoku::Ambiguity).
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
#[expect(missing_docs, reason = "the fields are those of the explanation")]
pub enum Explained {
    Unique,
    None {
        clash: Map<String, u8>,
        minimal: bool,
        changes: Vec<Map<String, Changed>>,
    },
    Several {
        solutions: u64,
        complete: bool,
        cells: Map<String, Map<u8, u64>>,
        settled: bool,
        add: Map<String, u8>,
        minimal: bool,
        fewest: bool,
    },
    Unknown,
}

/// What a given is to be changed to, as in [`Change`].
#[derive(Clone, Debug, Serialize)]
pub struct Changed {
    from: u8,
    to: Vec<u8>,
    settled: bool,
}

impl Explained {
    /// Of a board of this shape.
    #[must_use]
    pub fn new(shape: &Shape, explanation: &Explanation) -> Self {
        let givens = |givens: &[(usize, u8)]| {
            let givens = givens.iter();
            givens
                .map(|&(cell, value)| (name(shape, cell), value))
                .collect()
        };
        let changed = |change: &Change| {
            let changed = Changed {
                from: change.from,
                to: change.to.clone(),
                settled: change.settled,
            };
            (name(shape, change.cell), changed)
        };
        match explanation {
            Explanation::Unique => Self::Unique,
            Explanation::None(none) => Self::None {
                clash: givens(&none.clash),
                minimal: none.minimal,
                changes: none
                    .changes
                    .iter()
                    .map(|changes| changes.iter().map(changed).collect())
                    .collect(),
            },
            Explanation::Several(several) => Self::Several {
                solutions: several.solutions,
                complete: several.complete,
                cells: several
                    .cells
                    .iter()
                    .map(|cell| (name(shape, cell.cell), Map(cell.values.clone())))
                    .collect(),
                settled: several.settled,
                add: givens(&several.add),
                minimal: several.minimal,
                fewest: several.fewest,
            },
            Explanation::Unknown => Self::Unknown,
        }
    }
}

/// What came of a seed: `made`, `none` or `stopped`, and how many tries were refused for which reason.
#[derive(Clone, Debug, Serialize)]
pub struct Made {
    board: Option<String>,
    seed: u64,
    tries: u64,
    refused: Map<&'static str, u64>,
    verdict: &'static str,
}

impl Made {
    /// What came of this seed.
    #[must_use]
    pub fn new(shape: &Shape, seed: u64, generated: &Generated) -> Self {
        let refused = &generated.refused;
        let refused = [
            ("solutions", refused.solutions),
            ("clues", refused.clues),
            ("minimal", refused.minimal),
            ("guesses", refused.guesses),
            ("other", refused.other),
        ];
        Self {
            board: generated.board.as_ref().map(|board| shape.line(board)),
            seed,
            tries: generated.tries,
            refused: refused.into_iter().collect(),
            verdict: match (&generated.board, generated.stop) {
                (Some(_), _) => "made",
                (None, stop) if stop.is_limit() => "stopped",
                (None, _) => "none",
            },
        }
    }
}
