//! Grids of candidates that plain boards do not have: with commas or spaces within a cell, in
//! brackets or quote marks, with characters of more than nine values, or with the `u` of SudoCue
//! before a value that a player entered.

use super::found::Pasted;
use super::list::{self, Node, Tree};
use super::words::{Word, block_of, is_frame, is_ruler, lines, words};
use crate::alphabet::{Alphabet, LARGEST_SIDE, Seen};
use crate::format::Puzzle;
use crate::grid::Grid;
use crate::shape::Shape;

/// A cell and its candidates.
type Cell<'a> = (Word<'a>, Vec<Word<'a>>);
/// Cuts a row into cells.
type Cut = for<'a> fn(Word<'a>) -> Vec<Word<'a>>;

/// The ways to cut a row. With the last two, cells may have spaces in them.
const CUTS: [Cut; 4] = [
    words,
    enclosed,
    |line| trimmed(line.split(|c| c == '\t')),
    |line| trimmed(line.split(is_frame)),
];

const BRACKETS: [char; 8] = ['{', '}', '[', ']', '(', ')', '"', '\''];

/// Reads rows of cells.
pub(super) fn read(text: &str) -> Option<Pasted> {
    let first = lines(text).find(|line| !is_ruler(line.word, 0))?.word;
    CUTS.into_iter().find_map(|cut| {
        let side = cut(first).len();
        is_side(side).then_some(())?;
        let is_row = |cells: &Vec<Word<'_>>| cells.len() == side;
        let (rows, end) = block_of(lines(text), side, |line| Some(cut(line)).filter(is_row))?;
        // With further rows, it is another table.
        let next = lines(text).find(|line| line.word.at >= end);
        next.is_none_or(|line| !is_row(&cut(line.word)))
            .then_some(())?;
        let cells = rows.into_iter().flatten().map(|cell| {
            let own = cell.part(cell.text.trim_matches(BRACKETS));
            (own, own.split(|c| c == ',' || c.is_whitespace()))
        });
        grid(end, &cells.collect::<Vec<Cell<'_>>>(), side)
    })
}

/// Reads a list of rows, whose cells are values or lists of candidates.
pub(super) fn listed(text: &str, tree: &Tree<'_>) -> Option<Pasted> {
    let &(ref node, end) = tree.items.first()?;
    let side = node.list().len();
    let is_grid = is_side(side) && node.list().iter().all(|row| row.list().len() == side);
    is_grid.then_some(())?;
    let cell = |node: &Node<'_>| {
        let own = node
            .word()
            .map(|word| vec![word])
            .or_else(|| node.words())?;
        Some((
            own[0].at..own.last()?.end(),
            own.iter().map(|word| word.at..word.end()).collect(),
        ))
    };
    let all = Word { at: 0, text };
    let word = |range: std::ops::Range<usize>| all.part(&text[range]);
    let cells = node.list().iter().flat_map(Node::list).map(cell);
    let cells: Option<Vec<(_, Vec<_>)>> = cells.collect();
    let cells = cells?.into_iter();
    let cells = cells.map(|(own, parts)| (word(own), parts.into_iter().map(word).collect()));
    grid(
        list::end_of_lines(text, end)?,
        &cells.collect::<Vec<Cell<'_>>>(),
        side,
    )
}

fn is_side(side: usize) -> bool {
    (4..=LARGEST_SIDE).contains(&side) && Shape::has_boxes(side)
}

fn trimmed(cells: Vec<Word<'_>>) -> Vec<Word<'_>> {
    let cells = cells.into_iter().map(Word::trim);
    cells.filter(|cell| !cell.text.is_empty()).collect()
}

/// The cells between commas and spaces that stand in no brackets and no quote marks.
fn enclosed(line: Word<'_>) -> Vec<Word<'_>> {
    let (mut depth, mut is_quoted, mut start) = (0_usize, false, 0);
    let mut cells = Vec::new();
    for (at, c) in line.text.char_indices() {
        match c {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth = depth.saturating_sub(1),
            '"' => is_quoted = !is_quoted,
            ',' | ' ' if depth == 0 && !is_quoted => {
                cells.push(line.part(&line.text[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    cells.push(line.part(&line.text[start..]));
    trimmed(cells)
}

/// The puzzle of some cells, if they are surely candidates.
fn grid(length: usize, cells: &[Cell<'_>], side: usize) -> Option<Pasted> {
    let has_lists = cells.iter().any(|cell| cell.1.len() > 1);
    let is_entered = |cell: &Cell<'_>| cell.0.text.len() == 2 && cell.0.text.starts_with('u');
    let has_entered = side <= 9 && !has_lists && cells.iter().any(is_entered);
    // Numbers of one or two digits are rather values.
    let has_long = side > 9 && cells.iter().any(|cell| cell.0.text.len() > 2);
    (has_lists || has_entered || has_long).then_some(())?;
    let tokens: Vec<Vec<&str>> = cells
        .iter()
        .map(|cell| match has_lists {
            true => cell.1.iter().map(|word| word.text).collect(),
            false if is_entered(cell) => vec![&cell.0.text[1..]],
            false => cell.0.text.split("").filter(|c| !c.is_empty()).collect(),
        })
        .collect();
    let mut seen = Seen::default();
    // No cell has nothing among its candidates.
    let mut lists = tokens.iter().filter(|tokens| tokens.len() > 1);
    if lists.any(|tokens| tokens.contains(&"0")) {
        seen.add(b'.');
    }
    let bytes = tokens.iter().flatten().flat_map(|token| token.bytes());
    bytes.for_each(|byte| seen.add(byte));
    let is_of_numbers = has_lists && !seen.has_letters();
    let alphabet = if is_of_numbers {
        Alphabet::Numbers
    } else {
        seen.alphabet(side)
    };
    let marks = |tokens: &Vec<&str>| {
        let values: Option<Vec<u8>> = tokens
            .iter()
            .map(|token| alphabet.value(token.as_bytes(), side))
            .collect();
        let values = values?;
        match values[..] {
            [0] => Some((1 << side) - 1),
            _ => (!values.is_empty() && values.is_sorted_by(|one, two| one < two) && values[0] > 0)
                .then(|| values.iter().map(|value| 1_u64 << (value - 1)).sum()),
        }
    };
    let marks: Option<Vec<u64>> = tokens.iter().map(marks).collect();
    let several = tokens.iter().filter(|tokens| tokens.len() > 1).count();
    (has_entered || several > side / 2).then_some(())?;
    let shape = Shape::with_side(side)?;
    Some(Pasted {
        length,
        puzzle: Ok(Puzzle::new(shape, Grid::from_marks(marks?))),
        places: cells.iter().map(|cell| cell.0.range()).collect(),
        is_apart: false,
        words: (1..=side as u8)
            .map(|value| alphabet.token(value))
            .collect(),
    })
}
