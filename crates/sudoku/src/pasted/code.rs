//! A board as a list: nested or flat, of numbers, characters or texts.

use std::ops::Range;

use super::board::{Board, board};
use super::cages::puzzle;
use super::fault::fault;
use super::found::Pasted;
use super::list::{self, Node, Tree};
use super::map::Map;
use super::words::{Word, all_signs, chunks, line_end, row, sides, words};
use crate::format::PuzzleError;

/// The most bytes of a text that is a board.
const LONGEST: usize = 1 << 13;

/// Reads a list, or rows that are lists or texts.
pub(super) fn read(text: &str, tree: &Tree<'_>) -> Option<Pasted> {
    let items = &tree.items;
    let (first, end) = items.first()?;
    if let Some(found) = with_map(text, first, *end) {
        return Some(found);
    }
    // Rows of their own, or one value.
    let side = match first {
        Node::Word(word) => all_signs(*word).len(),
        _ => first.list().len(),
    };
    let own = &items[..side.min(items.len())];
    let all = own.iter().map(|item| item.0.clone()).collect();
    let found = board_of(&Node::List(all)).filter(|_| own.len() > 1);
    let (found, end) = match found {
        Some(found) => (found, own.last()?.1),
        _ if several(first) => return first_board(text, first),
        _ => (board_of(first)?, *end),
    };
    let length = list::end_of_lines(text, end)?;
    Some(Pasted::of(length, found))
}

/// A board and the map of its regions, one after the other in either order, each a value of its own.
fn with_map(text: &str, first: &Node<'_>, end: usize) -> Option<Pasted> {
    let start = list::end_of_lines(text, end)?;
    let is_between = |line: &&str| {
        let line = line.trim();
        line.is_empty() || ["#", "//", "%"].iter().any(|sign| line.starts_with(sign))
    };
    let between = text[start..].split_inclusive('\n').take_while(is_between);
    let start = start + between.map(str::len).sum::<usize>();
    let rest = &text[start..];
    let tree = list::read(rest)?;
    let (second, end) = tree.items.first()?;
    let length = start + list::end_of_lines(rest, *end)?;
    let (first, second) = (rows(first)?, rows(second)?);
    let (map, cells, map_at, board_at) = match Map::new(&first).regions() {
        Some(map) => (map, second, 0, start),
        None => (Map::new(&second).regions()?, first, start, 0),
    };
    let shifted = |error: PuzzleError, by: usize| PuzzleError {
        span: error.span.start + by..error.span.end + by,
        ..error
    };
    let found = match (board(&cells)?, map) {
        (Err(error), _) => Err(shifted(error, board_at)),
        (_, Err(error)) => Err(shifted(error, map_at)),
        (Ok(board), Ok(division)) => Ok((board, division)),
    };
    Some(match found {
        Err(error) => Pasted::apart(length, Err(error)),
        Ok((mut board, division)) => {
            for place in &mut board.places {
                *place = place.start + board_at..place.end + board_at;
            }
            let puzzle = puzzle(board.side, Some(&board), Some(division), Vec::new());
            Pasted::in_place(length, puzzle, board)
        }
    })
}

/// The board that a value is.
pub(super) fn board_of(node: &Node<'_>) -> Option<Result<Board, PuzzleError>> {
    board(&rows(node)?)
}

/// Whether a value is a list of boards.
pub(super) fn several(node: &Node<'_>) -> bool {
    let items = node.list();
    let is_board = |item: &Node<'_>| matches!(board_of(item), Some(Ok(_)));
    items.len() > 1 && items.len() < 40 && items.iter().all(is_board)
}

/// The first of several boards, if the next one begins on a line of its own.
fn first_board(text: &str, node: &Node<'_>) -> Option<Pasted> {
    let [first, second, ..] = node.list() else {
        return None;
    };
    let board = board_of(first)?;
    let ends =
        |node: &Node<'_>| rows(node).and_then(|rows| rows.last()?.last().map(|cell| cell.end()));
    let starts = |node: &Node<'_>| rows(node).and_then(|rows| Some(rows.first()?.first()?.at));
    let (end, next) = (ends(first)?, starts(second)?);
    let length = line_end(text, end);
    if next >= length {
        return Some(Pasted::of(length, board));
    }
    Some(Pasted::apart(length, Err(several_boards(next..next))))
}

/// The error that several boards stand in one list.
pub(super) fn several_boards(span: Range<usize>) -> PuzzleError {
    let (found, expected) = (
        "a list of several boards",
        "each board on a line of its own",
    );
    fault(span, "board", found, expected)
}

/// The rows of cells of a value that may be a board.
pub(super) fn rows<'a>(node: &Node<'a>) -> Option<Vec<Vec<Word<'a>>>> {
    match node {
        Node::Word(word) => rows_of_text(*word),
        Node::Pair(..) => None,
        Node::List(nodes) => match (node.words(), nodes.as_slice()) {
            (Some(words), [_]) => rows_of_text(words[0]),
            (Some(words), _) => chunks(&words).or_else(|| {
                let rows = words.iter().map(|&word| row_of_text(word, words.len()));
                rows.collect()
            }),
            (None, [only]) => rows(only),
            _ => nodes.iter().map(Node::words).collect(),
        },
    }
}

/// The cells of a text that is one row.
fn row_of_text(word: Word<'_>, side: usize) -> Option<Vec<Word<'_>>> {
    let signs = all_signs(word);
    if signs.len() == side {
        Some(signs)
    } else {
        row(word, side)
    }
}

/// The rows of a text that is a whole board, on one line or several.
fn rows_of_text(word: Word<'_>) -> Option<Vec<Vec<Word<'_>>>> {
    if word.text.len() > LONGEST {
        return None;
    }
    // Texts of JSON have the two characters of a line end.
    let end = ["\n", "\\n"]
        .into_iter()
        .find(|end| word.text.contains(end));
    let Some(end) = end else {
        return chunks(&all_signs(word)).or_else(|| chunks(&words(word)));
    };
    let lines = word.text.split(end).filter(|line| !line.trim().is_empty());
    let lines: Vec<Word<'_>> = lines.map(|line| word.part(line)).collect();
    let side = sides(*lines.first()?).find(|&side| side == lines.len())?;
    lines.iter().map(|&line| row(line, side)).collect()
}
