//! Latin squares and futoshiki: boards without boxes.
//!
//! A latin square has a line that says so above it, or a side that no boxes divide. A futoshiki has
//! the signs `<` and `>` between the cells of a row, and `^` and `v` between two rows.

use std::collections::BTreeSet;

use super::cages::shape;
use super::found::Pasted;
use super::words::{Line, Word, block, lines, signs, words};
use crate::alphabet::LARGEST_SIDE;
use crate::format::Puzzle;
use crate::grid::Grid;
use crate::rule::{CellRule, RuleKind};
use crate::shape::{Division, Outline, Shape};

/// Reads either.
pub(super) fn read(text: &str) -> Option<Pasted> {
    let all: Vec<Line<'_>> = lines(text).take(100).collect();
    let title = all.first()?.word.text.trim().to_ascii_lowercase();
    let named = ["latin", "futoshiki"]
        .iter()
        .any(|name| title.starts_with(name))
        && title.len() < 40;
    let start = usize::from(named);
    let rest: Vec<Line<'_>> = all[start..]
        .iter()
        .copied()
        .skip_while(Line::is_blank)
        .collect();
    futoshiki(&rest).or_else(|| latin(&rest, named))
}

/// The value of a cell, 0 for a blank.
fn value(cell: Word<'_>, side: usize) -> Option<u8> {
    match cell.text {
        "." | "_" | "-" | "?" | "*" | "□" | "·" | "0" => Some(0),
        text => text
            .parse()
            .ok()
            .filter(|value| (1..=side).contains(&usize::from(*value))),
    }
}

fn latin(lines: &[Line<'_>], named: bool) -> Option<Pasted> {
    let first = lines.first()?.word;
    let side = [words(first).len(), signs(first).len()]
        .into_iter()
        .find(|side| {
            (2..=LARGEST_SIDE).contains(side) && block(lines.iter().copied(), *side).is_some()
        })?;
    let (rows, end) = block(lines.iter().copied(), side)?;
    let cells: Vec<Word<'_>> = rows.into_iter().flatten().collect();
    let values: Option<Vec<u8>> = cells.iter().map(|&cell| value(cell, side)).collect();
    let values = values?;
    let blanks: BTreeSet<&str> = cells
        .iter()
        .zip(&values)
        .filter(|own| *own.1 == 0)
        .map(|own| own.0.text)
        .collect();
    let different: BTreeSet<u8> = values.iter().copied().filter(|&value| value > 0).collect();
    // A matrix of 0 and 1, or lists of numbers, are no latin squares.
    let is_certain = named
        || !Shape::has_boxes(side)
            && side >= 5
            && different.len() > 2
            && blanks.len() == 1
            && !clashes(&values, side);
    (is_certain && blanks.len() <= 1).then_some(())?;
    let next = lines.iter().find(|line| line.word.at >= end);
    let goes_on = next.is_some_and(|line| signs(line.word).len() == side);
    if goes_on && !named {
        return None;
    }
    Some(finish(end, side, values, &cells, Vec::new()))
}

fn clashes(values: &[u8], side: usize) -> bool {
    let mut seen = BTreeSet::new();
    let given = values.iter().enumerate().filter(|own| *own.1 > 0);
    given.into_iter().any(|(cell, &value)| {
        !seen.insert((true, cell / side, value)) || !seen.insert((false, cell % side, value))
    })
}

fn futoshiki(lines: &[Line<'_>]) -> Option<Pasted> {
    let is_row = |line: &Line<'_>| {
        line.word.text.contains(|c: char| !" ^v∧∨".contains(c)) && !line.is_blank()
    };
    let (mut rows, mut signs_below, mut end): (Vec<Row<'_>>, Vec<Signs>, usize) =
        (Vec::new(), Vec::new(), 0);
    for line in lines {
        if is_row(line) {
            let Some(row) = futoshiki_row(line.word) else {
                break;
            };
            if rows.len() > signs_below.len() {
                signs_below.push(Vec::new());
            }
            rows.push(row);
        } else if line.is_blank() && rows.first().is_none_or(|row| rows.len() == row.cells.len())
            || rows.len() != signs_below.len() + 1
        {
            break;
        } else {
            let signs = line
                .word
                .text
                .chars()
                .enumerate()
                .filter(|sign| sign.1 != ' ');
            signs_below.push(
                signs
                    .map(|(column, sign)| (column, matches!(sign, '^' | '∧')))
                    .collect(),
            );
        }
        end = line.end;
    }
    let side = rows.len();
    let has_signs = rows.iter().any(|row| !row.signs.is_empty());
    ((4..=9).contains(&side) && rows.iter().all(|row| row.cells.len() == side) && has_signs)
        .then_some(())?;
    let mut rules = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        rules.extend(row.signs.iter().map(|&(left, is_less)| {
            let (left, right) = (number * side + left, number * side + left + 1);
            if is_less {
                [right, left]
            } else {
                [left, right]
            }
        }));
    }
    let columns: Vec<usize> = rows[0].columns.clone();
    for (number, signs) in signs_below.iter().enumerate() {
        (signs.is_empty() || number + 1 < side && rows.iter().all(|row| row.columns == columns))
            .then_some(())?;
        for (column, is_less) in signs {
            let at = columns.iter().position(|own| own == column)?;
            let (above, below) = (number * side + at, (number + 1) * side + at);
            rules.push(if *is_less {
                [below, above]
            } else {
                [above, below]
            });
        }
    }
    let cells: Vec<Word<'_>> = rows.into_iter().flat_map(|row| row.cells).collect();
    let values: Option<Vec<u8>> = cells.iter().map(|&cell| value(cell, side)).collect();
    Some(finish(end, side, values?, &cells, rules))
}

/// Where signs stand, and whether each says that the first cell is the smaller one.
type Signs = Vec<(usize, bool)>;

/// The cells of a row, the columns of the text that they are in, and the signs after some of them.
struct Row<'a> {
    cells: Vec<Word<'a>>,
    columns: Vec<usize>,
    /// The cell before the sign, and whether it is the smaller one.
    signs: Signs,
}

fn futoshiki_row(line: Word<'_>) -> Option<Row<'_>> {
    let mut row = Row {
        cells: Vec::new(),
        columns: Vec::new(),
        signs: Vec::new(),
    };
    let mut may_be_sign = false;
    for (column, (at, sign)) in line.text.char_indices().enumerate() {
        match sign {
            ' ' | '|' => {}
            '<' | '>' => {
                may_be_sign.then_some(())?;
                row.signs.push((row.cells.len() - 1, sign == '<'));
                may_be_sign = false;
            }
            _ => {
                let cell = line.part(&line.text[at..at + sign.len_utf8()]);
                value(cell, 9)?;
                row.cells.push(cell);
                row.columns.push(column);
                may_be_sign = true;
            }
        }
    }
    // A sign stands between two cells.
    let last = row
        .signs
        .last()
        .is_none_or(|sign| sign.0 + 1 < row.cells.len());
    (last && row.cells.len() >= 4).then_some(row)
}

/// A board without boxes, on which the first cell of each pair is the greater one.
fn finish(
    length: usize,
    side: usize,
    values: Vec<u8>,
    cells: &[Word<'_>],
    pairs: Vec<[usize; 2]>,
) -> Pasted {
    let division = Division::None;
    let outline = Outline {
        division,
        ..Outline::square(side)
    };
    let rule = |pair: [usize; 2]| CellRule::new(RuleKind::Greater, pair);
    let shape = shape(&outline, pairs.into_iter().map(rule).collect(), &[]);
    Pasted {
        length,
        puzzle: shape.map(|shape| Puzzle::new(shape, Grid::new(values))),
        places: cells.iter().map(|cell| cell.range()).collect(),
        is_apart: false,
        words: (1..=side).map(|value| value.to_string()).collect(),
    }
}
