//! From a puzzle to our own JSON.

use serde::Serialize;
use serde::ser::{Error, SerializeMap, Serializer};

use super::layout::to_string;
use crate::format::error::PuzzleReason;
use crate::format::kind::PuzzleFormat;
use crate::format::puzzle::Puzzle;
use crate::format::{marks, written};
use crate::grid::Grid;
use crate::rule::{CellRule, Detail, Machine, Needs};
use crate::shape::{Division, Outline, Rule, Shape};

/// Writes a puzzle.
///
/// # Errors
/// Boards that overlap.
pub(in crate::format) fn write(puzzle: &Puzzle) -> written::Written {
    to_string(&written(puzzle)?).ok_or_else(|| "the puzzle".to_owned())
}

impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written =
            written(self).map_err(|rule| PuzzleReason::unwritable(PuzzleFormat::Json, rule));
        written.map_err(S::Error::custom)?.serialize(serializer)
    }
}

fn written(puzzle: &Puzzle) -> written::Written<Written<'_>> {
    let shape = &puzzle.shape;
    written::only_single(shape)?;
    let Outline {
        rows,
        columns,
        values,
        lowest,
        division,
    } = shape.outline();
    let lines = |board: &Grid| -> Vec<String> {
        let text: Vec<char> = shape.line(board).chars().collect();
        text.chunks(columns)
            .map(|row| row.iter().collect())
            .collect()
    };
    let (boxes, regions) = match division {
        Division::None => (None, None),
        Division::Boxes { height, width } => (Some(format!("{height}x{width}")), None),
        Division::Regions(letters) => (None, Some(region_map(&letters, columns))),
    };
    let of_board = shape.rules().iter().map(|rule| board_rule(rule, columns));
    let of_cells = shape.cell_rules().iter().map(|rule| cell_rule(rule, shape));
    let candidates = candidates(puzzle, values, lowest);
    Ok(Written {
        title: puzzle.title.as_deref(),
        author: puzzle.author.as_deref(),
        ruleset: puzzle.ruleset.as_deref(),
        rows,
        columns,
        values,
        lowest,
        boxes,
        regions,
        rules: of_board.chain(of_cells).collect(),
        givens: lines(&puzzle.board),
        candidates: (!candidates.is_empty()).then_some(Entries(candidates)),
        solution: puzzle.solution.as_ref().map(lines),
    })
}

/// A text for each row, with a letter for each cell.
fn region_map(letters: &[char], columns: usize) -> Vec<String> {
    // A dot is a cell in no region, so a region cannot have it as a letter.
    let spare = ('A'..='Z').find(|letter| !letters.contains(letter));
    let letter = |&letter: &char| match letter {
        ' ' => '.',
        '.' => spare.unwrap_or('*'),
        letter => letter,
    };
    let rows = letters.chunks(columns);
    rows.map(|row| row.iter().map(letter).collect()).collect()
}

/// The values that cells without a given may have.
fn candidates(puzzle: &Puzzle, values: usize, lowest: u8) -> Vec<(String, Item<'_>)> {
    let known = marks::known(&puzzle.board, values).into_iter();
    let open = known.filter(|(cell, _)| puzzle.board.get(*cell).is_none());
    open.map(|(cell, values)| {
        let values = values.iter().map(|&value| value as i64 + i64::from(lowest));
        let name = puzzle.shape.name(cell).to_string();
        (name, Item::Numbers(values.collect()))
    })
    .collect()
}

#[derive(Serialize)]
struct Written<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ruleset: Option<&'a str>,
    rows: usize,
    columns: usize,
    values: usize,
    #[serde(skip_serializing_if = "is_one")]
    lowest: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    boxes: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<Entries<'a>>,
    givens: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<Entries<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<String>>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_one(number: &u8) -> bool {
    *number == 1
}

/// An object with its keys in this order.
struct Entries<'a>(Vec<(String, Item<'a>)>);

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, item) in &self.0 {
            map.serialize_entry(key, item)?;
        }
        map.end()
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Item<'a> {
    Number(i64),
    Numbers(Vec<i64>),
    Text(&'a str),
    Texts(Vec<String>),
    Pairs(&'a [(i64, i64)]),
    Machine(&'a Machine),
    Branches(Vec<Vec<Entries<'a>>>),
}

fn board_rule(rule: &Rule, columns: usize) -> Entries<'_> {
    let mut entries = vec![("type".to_owned(), Item::Text(rule.word()))];
    if let Rule::Extra(map) = rule {
        let rows = map
            .letters()
            .chunks(columns)
            .map(|row| row.iter().collect());
        entries.push(("map".to_owned(), Item::Texts(rows.collect())));
    }
    Entries(entries)
}

fn cell_rule<'a>(rule: &'a CellRule, shape: &Shape) -> Entries<'a> {
    let kind = rule.kind();
    let mut entries = vec![("type".to_owned(), Item::Text(kind.word()))];
    let mut add = |key: &str, item| entries.push((key.to_owned(), item));
    if kind.needs() != Needs::Branches {
        let cells = rule
            .cells()
            .iter()
            .map(|&cell| shape.name(cell).to_string());
        add("cells", Item::Texts(cells.collect()));
    }
    match (kind.needs(), rule.detail()) {
        (
            Needs::Number(name) | Needs::Perhaps(name) | Needs::Usually(name, _),
            Detail::Number(number),
        ) => add(name, Item::Number(*number)),
        (_, Detail::Factors(sum, factors)) => {
            add("sum", Item::Number(*sum));
            if !factors.is_empty() {
                add("factors", Item::Numbers(factors.clone()));
            }
        }
        (_, Detail::Values(values)) => add("values", Item::Numbers(values.clone())),
        (_, Detail::Pairs(pairs)) => add("pairs", Item::Pairs(pairs)),
        (_, Detail::Pattern(pattern)) => add("pattern", Item::Text(pattern.as_str())),
        (_, Detail::Machine(machine)) => add("machine", Item::Machine(machine)),
        (_, Detail::Branches(branches)) => {
            let rules = |branch: &'a Vec<CellRule>| {
                branch.iter().map(|rule| cell_rule(rule, shape)).collect()
            };
            add(
                "branches",
                Item::Branches(branches.iter().map(rules).collect()),
            );
        }
        (_, Detail::None | Detail::Number(_)) => {}
    }
    Entries(entries)
}
