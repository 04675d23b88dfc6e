//! The JSON forms of boards.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::about::{About, Finding, not_needed, removed, word};
use super::map::Map;
use super::{candidates, rated, steps};
use quadrille_core::{Count, Stats, Stop};
use quadrille_sudoku::text::{BoardError, Reason};
use quadrille_sudoku::{
    Ambiguity, BoardExplanation, Change, Check, Contradiction, Grid, Lack, Puzzle, Repair,
    RulePlace, Shape, WrongMarks,
};

/// Writes the line of a board and, where that does not say all, the puzzle: its rules, its texts
/// and the candidates.
pub(super) fn whole_board<M: SerializeMap>(
    object: &mut M,
    shape: &Shape,
    board: &Grid,
    puzzle: Option<&Puzzle>,
) -> Result<(), M::Error> {
    object.serialize_entry("board", &shape.line(board))?;
    let marked = || Puzzle::new(shape.clone(), board.clone());
    let marked = (puzzle.is_none() && board.marks().is_some()).then(marked);
    match puzzle.or(marked.as_ref()) {
        // Boards that overlap have no such form.
        Some(puzzle) if shape.is_single() => object.serialize_entry("puzzle", puzzle),
        _ => Ok(()),
    }
}

/// Writes the verdict, the count and the work of a search.
pub(super) fn searched<M: SerializeMap>(
    object: &mut M,
    verdict: &str,
    count: Option<&Count>,
    stats: &Stats,
) -> Result<(), M::Error> {
    object.serialize_entry("verdict", verdict)?;
    if let Some(count) = count {
        object.serialize_entry("count", count)?;
    }
    object.serialize_entry("nodes", &stats.nodes)?;
    let microseconds = u64::try_from(stats.elapsed.as_micros()).unwrap_or(u64::MAX);
    object.serialize_entry("microseconds", &microseconds)
}

/// Returns the verdict, or `stopped` if a limit stopped the search.
pub(super) fn unless_stopped(stop: Stop, verdict: &'static str) -> &'static str {
    if stop.is_limit() { "stopped" } else { verdict }
}

impl Serialize for About<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        if let Finding::Canonical(form) | Finding::Automorphisms(form) = &self.answer.value {
            object.serialize_entry("automorphisms", &form.automorphisms)?;
        }
        whole_board(&mut object, self.shape, self.board, self.puzzle)?;
        self.found(&mut object)?;
        object.end()
    }
}

impl About<'_> {
    /// Writes the finding, after the board.
    fn found<M: SerializeMap>(&self, object: &mut M) -> Result<(), M::Error> {
        let (shape, stats) = (self.shape, &self.answer.stats);
        let name = |cell: usize| shape.name(cell).to_string();
        let counted = unless_stopped(self.answer.stop, "counted");
        match &self.answer.value {
            Finding::Shown | Finding::Solutions(_) => Ok(()),
            Finding::Marked(marks) => {
                let marks: Map<_, _> = candidates::by_cell(shape, marks).collect();
                object.serialize_entry("marks", &marks)
            }
            Finding::Count(count) => searched(object, counted, Some(count), stats),
            Finding::Candidates(all) => {
                let found: Map<_, _> = candidates::by_cell(shape, &all.found).collect();
                let open: Map<_, _> = candidates::by_cell(shape, &all.open).collect();
                object.serialize_entry("candidates", &found)?;
                if !open.0.is_empty() {
                    object.serialize_entry("undecided", &open)?;
                }
                let verdict = unless_stopped(self.answer.stop, "candidates");
                searched(object, verdict, None, stats)
            }
            Finding::Check(check) => {
                let minimal = match check {
                    Check::Unique => Some(true),
                    Check::NotMinimal => Some(false),
                    _ => None,
                };
                if let Some(minimal) = minimal {
                    object.serialize_entry("minimal", &minimal)?;
                    return searched(object, "unique", None, stats);
                }
                searched(object, &check.to_string(), None, stats)
            }
            Finding::Marginals(count, each) => {
                let of_cell = |(cell, values): (usize, &[Count])| {
                    let values = (1_u8..).zip(values);
                    let values = values.filter(|(_, count)| !count.is_zero());
                    let values = values.map(|(value, count)| (shape.number(value), count.clone()));
                    (name(cell), values.collect())
                };
                let cells = each.chunks(shape.side()).enumerate().map(of_cell);
                let marginals: Map<_, Map<_, _>> = cells.collect();
                object.serialize_entry("marginals", &marginals)?;
                searched(object, counted, Some(count), stats)
            }
            Finding::Minimized(minimized) => {
                let redundant = minimized.redundant.iter().copied();
                let redundant: Vec<_> = redundant.map(name).collect();
                object.serialize_entry("minimized", &shape.line(&minimized.board))?;
                object.serialize_entry("redundant", &redundant)?;
                if !minimized.rules.is_empty() {
                    object.serialize_entry("rules", &not_needed(shape, &minimized.rules))?;
                }
                object.serialize_entry("verdict", "minimized")
            }
            Finding::MinimalPuzzle(minimal) => {
                object.serialize_entry("minimized", &shape.line(&minimal.board))?;
                if shape.is_single() {
                    object.serialize_entry("minimized_puzzle", &minimal.puzzle(self.puzzle))?;
                }
                let givens = minimal.removed_givens.iter().copied();
                let removed = Removed {
                    rules: removed(shape, minimal),
                    givens: givens.map(name).collect(),
                };
                object.serialize_entry("removed", &removed)?;
                object.serialize_entry("verdict", "minimized")
            }
            Finding::Steps(path) | Finding::Hint(path, _) => {
                let stage = match self.answer.value {
                    Finding::Hint(_, stage) => stage,
                    _ => steps::WHOLE,
                };
                object.serialize_entry("steps", &steps::objects(path, shape, stage))?;
                if let Some(solution) = path.solution(shape) {
                    object.serialize_entry("solution", &solution)?;
                }
                let verdict = unless_stopped(self.answer.stop, steps::verdict(path));
                object.serialize_entry("verdict", verdict)
            }
            Finding::Rated(rating) => rated::rating_entries(object, rating),
            Finding::Effort(effort) => rated::effort_entries(object, effort),
            Finding::Length(kind, length) => {
                object.serialize_entry("kind", kind)?;
                object.serialize_entry("length", length)?;
                object.serialize_entry("verdict", "measured")
            }
            Finding::Canonical(form) | Finding::Automorphisms(form) => {
                object.serialize_entry("canonical", &form.board.to_string())
            }
            Finding::Explained(explanation) => explained(object, shape, explanation),
            finding => object.serialize_entry("verdict", word(finding)),
        }
    }
}

fn explained<M: SerializeMap>(
    object: &mut M,
    shape: &Shape,
    explanation: &BoardExplanation,
) -> Result<(), M::Error> {
    match explanation {
        BoardExplanation::Unique => object.serialize_entry("verdict", "unique"),
        BoardExplanation::Rules(rules) => {
            let cells = |place| match place {
                RulePlace::Cells(place) => shape.cell_rules()[place].cells(),
                RulePlace::Board(_) => &[],
            };
            let name = |&cell: &usize| shape.name(cell).to_string();
            let needs = rules.iter().map(|&(place, need)| Needed {
                rule: shape.rule_name(place),
                cells: cells(place).iter().map(name).collect(),
                need: need.word(),
            });
            object.serialize_entry("needs", &needs.collect::<Vec<_>>())?;
            object.serialize_entry("verdict", "unique")
        }
        BoardExplanation::Unknown => object.serialize_entry("verdict", "unknown"),
        BoardExplanation::None(none) => contradiction(object, shape, none),
        BoardExplanation::Several(several) => ambiguity(object, shape, several),
    }
}

/// The numbers of givens, by their cells.
fn givens(shape: &Shape, givens: &[(usize, u8)]) -> Map<String, u32> {
    let number = |&(cell, value): &(usize, u8)| (shape.name(cell).to_string(), shape.number(value));
    givens.iter().map(number).collect()
}

/// Writes why a board has no solution.
fn contradiction<M: SerializeMap>(
    object: &mut M,
    shape: &Shape,
    none: &Contradiction,
) -> Result<(), M::Error> {
    let changes = |changes: &Vec<Change>| -> Map<_, _> {
        let change = |change: &Change| {
            let to = change.to.iter().map(|&value| shape.number(value));
            let shown = Changed {
                from: shape.number(change.from),
                to: to.collect(),
                settled: change.settled,
            };
            (shape.name(change.cell).to_string(), shown)
        };
        changes.iter().map(change).collect()
    };
    let changes: Vec<_> = none.changes.iter().map(changes).collect();
    object.serialize_entry("verdict", "none")?;
    object.serialize_entry("clash", &givens(shape, &none.clash))?;
    object.serialize_entry("minimal", &none.minimal)?;
    let names = none.names(shape);
    if !names.is_empty() {
        object.serialize_entry("rules", &names)?;
    }
    if !none.rules.is_empty() {
        let repairs = none.repairs.iter();
        let repairs: Vec<_> = repairs.map(|repair| Repaired::new(shape, repair)).collect();
        object.serialize_entry("repairs", &repairs)?;
        object.serialize_entry("settled", &none.settled)?;
    }
    if none.erases_marks {
        object.serialize_entry("erases_marks", &true)?;
    }
    if let Some(marks) = &none.marks {
        object.serialize_entry("marks", &marked(shape, marks))?;
    }
    object.serialize_entry("changes", &changes)
}

/// Writes why a board has several solutions.
fn ambiguity<M: SerializeMap>(
    object: &mut M,
    shape: &Shape,
    several: &Ambiguity,
) -> Result<(), M::Error> {
    let cells = several.cells.iter();
    let cells: Map<_, _> = cells
        .map(|cell| {
            let values = cell.values.iter();
            let values = values.map(|&(value, count)| (shape.number(value), count));
            (
                shape.name(cell.cell).to_string(),
                values.collect::<Map<_, _>>(),
            )
        })
        .collect();
    object.serialize_entry("verdict", "several")?;
    object.serialize_entry("solutions", &several.solutions)?;
    object.serialize_entry("complete", &several.complete)?;
    object.serialize_entry("cells", &cells)?;
    object.serialize_entry("settled", &several.settled)?;
    object.serialize_entry("add", &givens(shape, &several.add))?;
    object.serialize_entry("minimal", &several.minimal)?;
    object.serialize_entry("fewest", &several.fewest)
}

/// The rules and givens that were removed together.
#[derive(Serialize)]
struct Removed {
    rules: Vec<String>,
    givens: Vec<String>,
}

/// Whether a rule is needed.
#[derive(Serialize)]
struct Needed {
    rule: String,
    cells: Vec<String>,
    need: &'static str,
}

/// A rule that alone repairs the board, with other numbers or without it.
#[derive(Serialize)]
struct Repaired {
    rule: String,
    cells: Vec<String>,
    from: Option<i64>,
    to: Vec<i64>,
    may_leave_out: bool,
    settled: bool,
}

impl Repaired {
    fn new(shape: &Shape, repair: &Repair) -> Self {
        let cells = repair.rule.cells().iter();
        Self {
            rule: shape.describe(&repair.rule),
            cells: cells.map(|&cell| shape.name(cell).to_string()).collect(),
            from: repair.rule.number(),
            to: repair.numbers.clone(),
            may_leave_out: repair.may_leave_out,
            settled: repair.settled,
        }
    }
}

/// Pencil marks that lack values: what each of the cells lacks.
#[derive(Serialize)]
struct Marked {
    forced: bool,
    lack: Map<String, Vec<u32>>,
    settled: bool,
}

fn marked(shape: &Shape, marks: &WrongMarks) -> Marked {
    let lack = |lack: &Lack| {
        let values = lack.values.iter().map(|&value| shape.number(value));
        (shape.name(lack.cell).to_string(), values.collect())
    };
    Marked {
        forced: marks.forced,
        lack: marks.cells.iter().map(lack).collect(),
        settled: marks.settled && marks.cells.iter().all(|lack| lack.settled),
    }
}

/// A given to change, with the numbers that the board shows.
#[derive(Serialize)]
struct Changed {
    from: u32,
    to: Vec<u32>,
    settled: bool,
}

/// An invalid board, or a board that breaks a rule:
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
    /// Returns the report on an error.
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
