//! A map of regions or cages: a label for each cell.

use std::collections::{BTreeMap, BTreeSet};

use super::cages::{Cage, pieces};
use super::found::error;
use super::words::{Line, Word};
use crate::format::PuzzleError;
use crate::shape::{Division, Outline};

/// The labels of some cells, if the cells are a square.
fn labels<'a>(rows: &[Vec<Word<'a>>]) -> Vec<&'a str> {
    rows.iter().flatten().map(|cell| cell.text).collect()
}

/// The regions of a map: as many as rows, with as many cells each, which touch. A solution, whose
/// rows have each sign once, is no map.
pub(super) fn regions(rows: &[Vec<Word<'_>>]) -> Option<Division> {
    let (side, labels) = (rows.len(), labels(rows));
    let is_latin = rows.iter().all(|row| {
        row.iter()
            .map(|cell| cell.text)
            .collect::<BTreeSet<_>>()
            .len()
            == side
    });
    let pieces = pieces(&labels, side);
    if is_latin || pieces.len() != side || pieces.iter().any(|piece| piece.len() != side) {
        return None;
    }
    let boxes = Outline::square(side).division;
    if let Division::Boxes { height, width } = boxes {
        let box_of = |cell: usize| (cell / side / height, cell % side / width);
        if pieces
            .iter()
            .all(|piece| piece.iter().all(|&cell| box_of(cell) == box_of(piece[0])))
        {
            return Some(boxes);
        }
    }
    let mut letters = vec![' '; side * side];
    for (piece, number) in pieces.iter().zip(1..) {
        let letter = char::from_digit(number, 36)
            .unwrap_or('*')
            .to_ascii_uppercase();
        piece.iter().for_each(|&cell| letters[cell] = letter);
    }
    Some(Division::Regions(letters))
}

/// What is wrong with a map of letters that is nearly one of regions: a region too large or small.
pub(super) fn region_fault(rows: &[Vec<Word<'_>>]) -> Option<PuzzleError> {
    let side = rows.len();
    let mut counts: BTreeMap<&str, (usize, Word<'_>)> = BTreeMap::new();
    for cell in rows.iter().flatten() {
        counts.entry(cell.text).or_insert((0, *cell)).0 += 1;
    }
    let is_letter =
        |label: &&str| label.len() == 1 && label.bytes().all(|byte| byte.is_ascii_alphabetic());
    if counts.len().abs_diff(side) > 1 || !counts.keys().all(is_letter) {
        return None;
    }
    let (label, (count, first)) = counts.into_iter().find(|count| count.1.0 != side)?;
    let found = format!("a list of {count} cells");
    Some(error(
        first.range(),
        &format!("region {label} of the map"),
        &found,
        &format!("{side} cells"),
    ))
}

/// The sums of labels, such as `a=15 b=7`, on the lines that follow a map. Returns where they end.
pub(super) fn sums<'a>(
    lines: impl Iterator<Item = Line<'a>>,
) -> Option<(Vec<(Word<'a>, i64)>, usize)> {
    let (mut sums, mut end) = (Vec::new(), 0);
    for line in lines {
        if line.is_blank() && sums.is_empty() {
            continue;
        }
        let Some(more) = sums_of_line(line.word) else {
            break;
        };
        sums.extend(more);
        end = line.end;
    }
    (!sums.is_empty()).then_some((sums, end))
}

fn sums_of_line(line: Word<'_>) -> Option<Vec<(Word<'_>, i64)>> {
    let parts = line
        .text
        .split(|c: char| c.is_whitespace() || ",;=:".contains(c));
    let parts: Vec<Word<'_>> = parts
        .filter(|part| !part.is_empty())
        .map(|part| line.part(part))
        .collect();
    let is_sum = parts.len().is_multiple_of(2) && line.text.contains(['=', ':']);
    let pairs = parts
        .chunks_exact(2)
        .map(|pair| Some((pair[0], pair[1].number()?)));
    let pairs: Option<Vec<_>> = pairs.collect();
    pairs.filter(|pairs| is_sum && !pairs.is_empty())
}

/// The cages of a map whose labels have sums. A label in two places is refused.
pub(super) fn cages_of_labels(
    rows: &[Vec<Word<'_>>],
    sums: &[(Word<'_>, i64)],
) -> Result<Vec<Cage>, PuzzleError> {
    let (side, labels) = (rows.len(), labels(rows));
    let cells: Vec<Word<'_>> = rows.iter().flatten().copied().collect();
    let mut by_label: BTreeMap<&str, i64> = BTreeMap::new();
    for &(label, sum) in sums {
        if !labels.contains(&label.text) {
            return Err(error(
                label.range(),
                "sum",
                label.text,
                "a letter of the map",
            ));
        }
        if by_label.insert(label.text, sum).is_some() {
            return Err(error(
                label.range(),
                "sum",
                label.text,
                "a letter without a sum before",
            ));
        }
    }
    let (mut cages, mut known) = (Vec::new(), BTreeSet::new());
    for piece in pieces(&labels, side) {
        let first = cells[piece[0]];
        // A sign of no cage.
        if !by_label.contains_key(first.text) && matches!(first.text, "." | "-" | "0") {
            continue;
        }
        if !known.insert(first.text) {
            let expected = "a cage whose cells touch";
            return Err(error(first.range(), "map of cages", first.text, expected));
        }
        let (sum, span) = (by_label.get(first.text).copied(), first.range());
        cages.push(Cage {
            sum,
            cells: piece,
            span,
        });
    }
    Ok(cages)
}

/// The cages of a map beside a grid that has the sum of each cage in its first cell; `None` if the
/// grid is no such one.
pub(super) fn cages_of_sums(
    sums: &[Vec<Word<'_>>],
    rows: &[Vec<Word<'_>>],
) -> Option<Result<Vec<Cage>, PuzzleError>> {
    let side = rows.len();
    let numbers: Vec<Option<i64>> = sums
        .iter()
        .flatten()
        .map(|cell| cell.number().filter(|&sum| sum > 0))
        .collect();
    let blanks: BTreeSet<&str> = sums
        .iter()
        .flatten()
        .filter(|cell| cell.number().is_none_or(|sum| sum == 0))
        .map(|cell| cell.text)
        .collect();
    let pieces = pieces(&labels(rows), side);
    let is_large = numbers.iter().flatten().any(|&sum| sum > side as i64);
    let is_blank = |text: &&str| *text == "0" || !text.contains(char::is_alphanumeric);
    let firsts: BTreeSet<usize> = pieces.iter().map(|piece| piece[0]).collect();
    let is_outside = |cell: &usize| numbers[*cell].is_some() && !firsts.contains(cell);
    let outside: Vec<usize> = (0..numbers.len()).filter(is_outside).collect();
    let count = numbers.iter().flatten().count();
    let is_usual = blanks.len() == 1 && blanks.iter().all(is_blank) && count + 1 >= pieces.len();
    if !is_usual || !is_large || pieces.len() <= side || outside.len() > 1 {
        return None;
    }
    let cells: Vec<Word<'_>> = sums.iter().flatten().copied().collect();
    if let Some(&cell) = outside.first() {
        let expected = "a sum in the first cell of a cage";
        return Some(Err(error(
            cells[cell].range(),
            "sum",
            cells[cell].text,
            expected,
        )));
    }
    let cage = |piece: Vec<usize>| Cage {
        sum: numbers[piece[0]],
        span: cells[piece[0]].range(),
        cells: piece,
    };
    Some(Ok(pieces.into_iter().map(cage).collect()))
}
