//! Two grids side by side: a board and its solution, its map of regions, or its map of cages.

use super::board::{Board, board};
use super::cages::killer;
use super::found::{Pasted, error};
use super::map;
use super::words::{Line, Word, lines, row, signs, words};
use crate::alphabet::LARGEST_SIDE;
use crate::shape::Shape;

const LEFT: &str =
    "the left one of two boards side by side is the puzzle, the right one its solution";
const RIGHT: &str =
    "the right one of two boards side by side is the puzzle, the left one its solution";

/// Reads as many lines as a board has rows, each with two rows.
pub(super) fn read(text: &str) -> Option<Pasted> {
    let first = lines(text).next()?.word;
    let parts = words(first);
    // Groups of characters, not numbers.
    let in_groups = parts.len() == 2 || parts.iter().all(|part| signs(*part).len() > 2);
    let counts = [Some(parts.len()), in_groups.then(|| signs(first).len())];
    counts.into_iter().flatten().find_map(|cells| {
        let side = cells / 2;
        let is_side = (4..=LARGEST_SIDE).contains(&side) && cells.is_multiple_of(2);
        is_side.then(|| of_side(text, side)).flatten()
    })
}

type Rows<'a> = Vec<Vec<Word<'a>>>;

fn of_side(text: &str, side: usize) -> Option<Pasted> {
    let (mut left, mut right): (Rows<'_>, Rows<'_>) = (Vec::new(), Vec::new());
    let rest = lines(text).filter(|line| !line.is_blank());
    let mut end = 0;
    for line in rest.take(side) {
        let mut cells = row(line.word, 2 * side)?;
        right.push(cells.split_off(side));
        left.push(cells);
        end = line.end;
    }
    let after = || lines(text).filter(|line: &Line<'_>| line.word.at >= end);
    let sums = map::sums(after());
    // Further rows are those of a board of twice the side.
    let goes_on = after()
        .find(|line| !line.is_blank())
        .is_some_and(|line| row(line.word, 2 * side).is_some());
    (left.len() == side && (!goes_on || sums.is_some())).then_some(())?;
    let boards = Shape::has_boxes(side).then(|| [board(&left), board(&right)]);
    let givens = boards
        .as_ref()
        .and_then(|boards| boards[0].as_ref()?.as_ref().ok());
    if let Some((sums, end)) = sums {
        let is_blank = left.iter().flatten().all(|cell| {
            cell.text == left[0][0].text && !cell.text.starts_with(char::is_alphanumeric)
                || cell.text == "0"
        });
        (givens.is_some() || is_blank).then_some(())?;
        let cages = map::cages_of_labels(&right, &sums);
        return Some(Pasted::apart(
            end,
            cages.and_then(|cages| killer(side, givens, None, cages)),
        ));
    }
    if let (Some(division), Some(givens)) = (map::regions(&right), givens) {
        let puzzle = killer(side, Some(givens), Some(division), Vec::new());
        return Some(jigsaw(end, puzzle, givens));
    }
    let [Some(Ok(left)), Some(Ok(right))] = boards? else {
        return None;
    };
    match (left.is_full(), right.is_full()) {
        (false, true) if right.extends(&left) => Some(Pasted::in_place(end, left, Some(LEFT))),
        (true, false) if left.extends(&right) => Some(Pasted::in_place(end, right, Some(RIGHT))),
        _ => {
            let span = right.places.first()?.start..right.places.last()?.end;
            let expected = "the solution of the board beside it";
            let fault = error(span, "second board", "", expected);
            Some(Pasted::apart(end, Err(fault)))
        }
    }
}

/// A board with regions, whose cells have their places.
pub(super) fn jigsaw(
    length: usize,
    puzzle: Result<crate::format::Puzzle, crate::format::PuzzleError>,
    givens: &Board,
) -> Pasted {
    let puzzle = puzzle.map(|mut puzzle| {
        puzzle.notes.clear();
        puzzle
    });
    Pasted {
        places: givens.places.clone(),
        words: givens.words.clone(),
        ..Pasted::apart(length, puzzle)
    }
}
