//! The JSON forms of boards.

use serde::{Serialize, Serializer};

use super::about::{About, Finding, word};
use crate::sudoku::text::{BoardError, Reason};
use crate::sudoku::{Calls, Change, Explanation, Shape};
use crate::{Count, Stats, Stop};

/// Pairs that are written as an object, in their order.
struct Map<K, V>(Vec<(K, V)>);

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

/// What a search found, and what it did.
#[derive(Serialize)]
pub(super) struct Searched {
    pub(super) verdict: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) count: Option<Count>,
    pub(super) nodes: u64,
    pub(super) microseconds: u64,
}

impl Searched {
    fn new(verdict: &str, count: Option<Count>, stats: &Stats) -> Self {
        Self {
            verdict: verdict.to_owned(),
            count,
            nodes: stats.nodes,
            microseconds: u64::try_from(stats.elapsed.as_micros()).unwrap_or(u64::MAX),
        }
    }

    /// So many solutions; the verdict is that of a search that no limit stopped.
    pub(super) fn counted(verdict: &str, count: Count, stop: Stop, stats: &Stats) -> Self {
        let verdict = if stop.is_limit() { "stopped" } else { verdict };
        Self::new(verdict, Some(count), stats)
    }
}

/// A board and what was found out about it.
#[derive(Serialize)]
struct Object<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    automorphisms: Option<u64>,
    board: String,
    #[serde(flatten)]
    said: Said<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Said<'a> {
    Nothing,
    Searched(Searched),
    Marginals {
        marginals: Map<String, Map<u8, &'a Count>>,
        #[serde(flatten)]
        searched: Searched,
    },
    Minimized {
        minimized: String,
        redundant: Vec<String>,
        verdict: &'static str,
    },
    Rated {
        calls: Option<Map<&'static str, Option<u64>>>,
        error: f64,
        guesses: f64,
        inference: String,
        verdict: &'static str,
    },
    Canonical {
        canonical: String,
    },
    None {
        verdict: &'static str,
        clash: Map<String, u8>,
        minimal: bool,
        changes: Vec<Map<String, Changed<'a>>>,
    },
    Several {
        verdict: &'static str,
        solutions: u64,
        complete: bool,
        cells: Map<String, Map<u8, u64>>,
        settled: bool,
        add: Map<String, u8>,
        minimal: bool,
        fewest: bool,
    },
    Word {
        verdict: &'static str,
    },
}

/// What a given is to be changed to, as in [`Change`].
#[derive(Serialize)]
struct Changed<'a> {
    from: u8,
    to: &'a [u8],
    settled: bool,
}

impl Serialize for About<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let automorphisms = match &self.answer.value {
            Finding::Canonical(form) | Finding::Automorphisms(form) => Some(form.automorphisms),
            _ => None,
        };
        let object = Object {
            automorphisms,
            board: self.shape.line(self.board),
            said: self.said(),
        };
        object.serialize(serializer)
    }
}

impl<'a> About<'a> {
    fn said(&self) -> Said<'a> {
        let (shape, stop, stats) = (self.shape, self.answer.stop, &self.answer.stats);
        let name = |cell: usize| shape.name(cell).to_string();
        let counted = |count: &Count| Searched::counted("counted", count.clone(), stop, stats);
        match &self.answer.value {
            Finding::Shown | Finding::Solutions(_) => Said::Nothing,
            Finding::Count(count) => Said::Searched(counted(count)),
            Finding::Check(check) => Said::Searched(Searched::new(&check.to_string(), None, stats)),
            Finding::Marginals(count, each) => {
                let of_cell = |values: &'a [Count]| {
                    let values = (1..).zip(values);
                    values.filter(|(_, count)| !count.is_zero()).collect()
                };
                let cells = each.chunks(shape.side()).enumerate();
                Said::Marginals {
                    marginals: cells
                        .map(|(cell, values)| (name(cell), of_cell(values)))
                        .collect(),
                    searched: counted(count),
                }
            }
            Finding::Minimized(minimized) => Said::Minimized {
                minimized: shape.line(&minimized.board),
                redundant: minimized.redundant.iter().copied().map(name).collect(),
                verdict: "minimized",
            },
            Finding::Rated(rating) => {
                let of_calls = |calls: Calls| {
                    let Calls { high, low, median } = calls;
                    Map(vec![("high", high), ("low", low), ("median", median)])
                };
                Said::Rated {
                    calls: rating.calls.map(of_calls),
                    error: rating.guesses.error,
                    guesses: rating.guesses.mean,
                    inference: rating.inference.to_string(),
                    verdict: "rated",
                }
            }
            Finding::Canonical(form) | Finding::Automorphisms(form) => Said::Canonical {
                canonical: form.board.to_string(),
            },
            Finding::Explained(explanation) => explained(shape, explanation),
            finding => Said::Word {
                verdict: word(finding),
            },
        }
    }
}

fn explained<'a>(shape: &Shape, explanation: &'a Explanation) -> Said<'a> {
    let name = |cell: usize| shape.name(cell).to_string();
    let givens = |givens: &[(usize, u8)]| {
        let givens = givens.iter();
        givens.map(|&(cell, value)| (name(cell), value)).collect()
    };
    let changed = |change: &'a Change| {
        let changed = Changed {
            from: change.from,
            to: &change.to,
            settled: change.settled,
        };
        (name(change.cell), changed)
    };
    match explanation {
        Explanation::Unique => Said::Word { verdict: "unique" },
        Explanation::Unknown => Said::Word { verdict: "unknown" },
        Explanation::None(none) => {
            let changes = none.changes.iter();
            Said::None {
                verdict: "none",
                clash: givens(&none.clash),
                minimal: none.minimal,
                changes: changes
                    .map(|changes| changes.iter().map(changed).collect())
                    .collect(),
            }
        }
        Explanation::Several(several) => {
            let cells = several.cells.iter();
            Said::Several {
                verdict: "several",
                solutions: several.solutions,
                complete: several.complete,
                cells: cells
                    .map(|cell| (name(cell.cell), Map(cell.values.clone())))
                    .collect(),
                settled: several.settled,
                add: givens(&several.add),
                minimal: several.minimal,
                fewest: several.fewest,
            }
        }
    }
}

/// A record that is no board, or a board that breaks a rule:
/// `{"board":null,"column":1,"line":3,"message":"...","verdict":"bad"}`.
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
