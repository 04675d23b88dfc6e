//! From a puzzle to our own JSON.

use serde::Serialize;
use serde::ser::{Error, Serializer};

use super::layout::{Item, Object, lay_out};
use crate::format::error::PuzzleReason;
use crate::format::kind::PuzzleFormat;
use crate::format::marks;
use crate::format::puzzle::Puzzle;
use crate::format::written::{Written, only_single};
use crate::grid::Grid;
use crate::rule::{CellRule, Detail, Needs};
use crate::shape::{Division, Outline, Rule, Shape};

/// Writes a puzzle.
///
/// # Errors
/// Boards that overlap.
pub(in crate::format) fn write(puzzle: &Puzzle) -> Written {
    lay_out(&Item::Object(written(puzzle)?)).ok_or_else(|| "the puzzle".to_owned())
}

/// Writes a puzzle on one line without spaces.
///
/// # Errors
/// As for [`write`].
pub(in crate::format) fn write_line(puzzle: &Puzzle) -> Written {
    let item = Item::Object(written(puzzle)?);
    serde_json::to_string(&item).map_err(|_| "the puzzle".to_owned())
}

impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written =
            written(self).map_err(|rule| PuzzleReason::unwritable(PuzzleFormat::Json, rule));
        written.map_err(S::Error::custom)?.serialize(serializer)
    }
}

fn written(puzzle: &Puzzle) -> Written<Object<'_>> {
    let shape = &puzzle.shape;
    only_single(shape)?;
    let Outline {
        rows,
        columns,
        values,
        lowest,
        division,
    } = shape.outline();
    let lines = |board: &Grid| {
        let text: Vec<char> = shape.line(board).chars().collect();
        texts(&text, columns)
    };
    let number = |number: usize| Item::Number(number as i64);
    let mut object = Object::default();
    for (key, text) in puzzle.about() {
        object.extend(key, text.map(Item::Text));
    }
    object.add("rows", number(rows));
    object.add("columns", number(columns));
    object.add("values", number(values));
    object.extend("lowest", (lowest != 1).then_some(number(lowest.into())));
    match division {
        Division::None => {}
        Division::Boxes { height, width } => {
            object.add("boxes", Item::Name(format!("{height}x{width}")));
        }
        Division::Regions(letters) => object.add("regions", region_map(&letters, columns)),
    }
    let of_board = shape.rules().iter().map(|rule| board_rule(rule, columns));
    let of_cells = shape.cell_rules().iter().map(|rule| cell_rule(rule, shape));
    let rules: Vec<Item<'_>> = of_board.chain(of_cells).collect();
    object.extend("rules", (!rules.is_empty()).then_some(Item::List(rules)));
    object.add("givens", lines(&puzzle.board));
    let candidates = candidates(puzzle, values, lowest);
    let has_some = !candidates.0.is_empty();
    object.extend("candidates", has_some.then_some(Item::Object(candidates)));
    object.extend("solution", puzzle.solution.as_ref().map(lines));
    Ok(object)
}

/// A text for each row, with a letter for each cell.
fn texts<'a>(letters: &[char], columns: usize) -> Item<'a> {
    let rows = letters.chunks(columns);
    Item::Texts(rows.map(|row| row.iter().collect()).collect())
}

/// The letters of regions.
fn region_map<'a>(letters: &[char], columns: usize) -> Item<'a> {
    // A dot is a cell in no region, so a region cannot have it as a letter.
    let spare = ('A'..='Z').find(|letter| !letters.contains(letter));
    let letter = |&letter: &char| match letter {
        ' ' => '.',
        '.' => spare.unwrap_or('*'),
        letter => letter,
    };
    let letters: Vec<char> = letters.iter().map(letter).collect();
    texts(&letters, columns)
}

/// The values that cells without a given may have.
fn candidates(puzzle: &Puzzle, values: usize, lowest: u8) -> Object<'_> {
    let mut object = Object::default();
    for (cell, values) in marks::known(&puzzle.board, values) {
        if puzzle.board.get(cell).is_none() {
            let values = values.iter().map(|&value| value as i64 + i64::from(lowest));
            let name = puzzle.shape.name(cell).to_string();
            object.add(&name, Item::Numbers(values.collect()));
        }
    }
    object
}

fn board_rule(rule: &Rule, columns: usize) -> Item<'_> {
    let mut object = Object::default();
    object.add("type", Item::Text(rule.word()));
    if let Rule::Extra(map) = rule {
        object.add("map", texts(map.letters(), columns));
    }
    Item::Object(object)
}

fn cell_rule<'a>(rule: &'a CellRule, shape: &Shape) -> Item<'a> {
    let kind = rule.kind();
    let mut object = Object::default();
    let mut add = |key: &str, item| object.add(key, item);
    add("type", Item::Text(kind.word()));
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
                let rules = branch.iter().map(|rule| cell_rule(rule, shape));
                Item::List(rules.collect())
            };
            add("branches", Item::List(branches.iter().map(rules).collect()));
        }
        (_, Detail::None | Detail::Number(_)) => {}
    }
    Item::Object(object)
}
