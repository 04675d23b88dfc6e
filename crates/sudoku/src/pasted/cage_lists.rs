//! Killer puzzles as lists of cages: a sum and the names, places or numbers of its cells.

use super::cages::{Cage, FROM_ONE, puzzle};
use super::found::Pasted;
use super::list::{self, Node, Tree};
use super::words::{Word, lines, words};
use crate::shape::Shape;

/// Cages, and the side of their board.
pub(super) struct Killer {
    pub(super) side: usize,
    pub(super) cages: Vec<Cage>,
    /// How its cells were numbered, where that is not certain.
    pub(super) note: Option<&'static str>,
}

/// A cell as a list names it.
#[derive(Clone, Copy)]
pub(super) enum Name {
    Place(i64, i64),
    Number(i64),
}

/// The sum of a cage, its cells, and where it stands.
pub(super) type Raw = (i64, Vec<Name>, std::ops::Range<usize>);

/// Turns names into numbers of cells of a board, if its side is known. They count from 0 if one is
/// 0, else from 1.
pub(super) fn resolve(raw: Vec<Raw>, board: Option<usize>) -> Option<Killer> {
    let names = || raw.iter().flat_map(|cage| &cage.1);
    let (mut all, mut has_places, mut has_numbers) = (Vec::new(), false, false);
    for name in names() {
        match *name {
            Name::Place(row, column) => (has_places, _) = (true, all.extend([row, column])),
            Name::Number(number) => (has_numbers, _) = (true, all.push(number)),
        }
    }
    let count = names().count();
    let (least, most) = (*all.iter().min()?, *all.iter().max()?);
    let base = i64::from(least > 0);
    if has_places == has_numbers || least < 0 || most > 999 {
        return None;
    }
    let root = count.isqrt();
    // Cages of all cells add up to all values.
    let sum: i64 = raw.iter().map(|cage| cage.0).sum();
    let is_whole = root * root == count
        && root >= 4
        && Shape::has_boxes(root)
        && sum == (count * (root + 1) / 2) as i64;
    let side = match (board, has_places) {
        (Some(side), _) => side,
        (None, true) if is_whole && most - base + 1 == root as i64 => root,
        // Without all cells, the board is the classic one.
        (None, true) if most - base < 9 => 9,
        // Numbers alone are cells only if there is each of them once.
        (None, false) if is_whole => {
            all.sort_unstable();
            let each = (base..base + count as i64).eq(all.iter().copied());
            each.then_some(root)?
        }
        _ => return None,
    };
    let places = if has_places { side } else { side * side };
    if most - base >= places as i64 {
        return None;
    }
    let number = |name: &Name| match *name {
        Name::Place(row, column) => (row - base) as usize * side + (column - base) as usize,
        Name::Number(number) => (number - base) as usize,
    };
    let cage = |(sum, names, span): &Raw| Cage {
        sum: Some(*sum),
        cells: names.iter().map(number).collect(),
        span: span.clone(),
    };
    let is_certain = base == 0 || most >= places as i64;
    Some(Killer {
        side,
        cages: raw.iter().map(cage).collect(),
        note: (!is_certain).then_some(FROM_ONE),
    })
}

/// The row and column of a name such as `r1c1`.
fn named(text: &str) -> Option<Name> {
    let (row, column) = text.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
    let number = |text: &str| text.parse::<u8>().ok().map(i64::from);
    Some(Name::Place(number(row)?, number(column)?))
}

/// Reads lines such as `r1c1 r2c1 = 10`.
pub(super) fn named_cells(text: &str) -> Option<Pasted> {
    let (mut raw, mut end): (Vec<Raw>, usize) = (Vec::new(), 0);
    for line in lines(text).take_while(|line| !line.is_blank()).take(1000) {
        let Some(cage) = named_line(line.word) else {
            break;
        };
        raw.push(cage);
        end = line.end;
    }
    (raw.len() > 1).then_some(())?;
    finish(end, resolve(raw, None))
}

fn named_line(line: Word<'_>) -> Option<Raw> {
    let parts = line.split(|c| c.is_whitespace() || "=,:;+()[]-{}".contains(c));
    let (first, last) = (parts.first()?.number(), parts.last()?.number());
    let (sum, cells) = match (first, last) {
        (Some(sum), None) => (sum, &parts[1..]),
        (None, Some(sum)) => (sum, &parts[..parts.len() - 1]),
        _ => return None,
    };
    let names: Option<Vec<Name>> = cells.iter().map(|cell| named(cell.text)).collect();
    Some((sum, names?, line.range()))
}

/// Reads lines of a sum and the numbers of its cells, if each cell of a board has one cage.
pub(super) fn numbered_cells(text: &str) -> Option<Pasted> {
    let (mut raw, mut end): (Vec<Raw>, usize) = (Vec::new(), 0);
    for line in lines(text).take(400) {
        let words = words(line.word);
        let numbers: Option<Vec<i64>> = words.iter().map(|word| word.number()).collect();
        let Some((&sum, cells)) = numbers.as_deref().and_then(<[i64]>::split_first) else {
            break;
        };
        if cells.is_empty() {
            break;
        }
        raw.push((
            sum,
            cells.iter().copied().map(Name::Number).collect(),
            line.word.range(),
        ));
        end = line.end;
    }
    finish(end, resolve(raw, None))
}

/// Reads a list of cages, without an object around it.
pub(super) fn listed(text: &str, tree: &Tree<'_>) -> Option<Pasted> {
    let &(ref node, end) = tree.items.first()?;
    let killer = resolve(cages_of(node)?, None)?;
    let covered: usize = killer.cages.iter().map(|cage| cage.cells.len()).sum();
    (covered == killer.side * killer.side).then_some(())?;
    finish(list::end_of_lines(text, end)?, Some(killer))
}

fn finish(length: usize, found: Option<Killer>) -> Option<Pasted> {
    let Killer { side, cages, note } = found?;
    let pasted = Pasted::apart(length, puzzle(side, None, None, cages));
    Some(note.into_iter().fold(pasted, Pasted::noted))
}

/// The cages of a list: each has a sum and a list of cells.
pub(super) fn cages_of(node: &Node<'_>) -> Option<Vec<Raw>> {
    let raw: Option<Vec<Raw>> = node.list().iter().map(cage).collect();
    raw.filter(|raw| !raw.is_empty())
}

fn cage(node: &Node<'_>) -> Option<Raw> {
    const SUMS: [&str; 7] = ["sum", "total", "value", "target", "clue", "result", "s"];
    const CELLS: [&str; 6] = [
        "cells",
        "positions",
        "coords",
        "coordinates",
        "squares",
        "members",
    ];
    let (mut sum, mut cells) = (None, None);
    for part in node.list() {
        match part {
            Node::Word(word) => sum = Some(*word).filter(|_| sum.is_none()),
            Node::List(_) => cells = Some(part).filter(|_| cells.is_none()),
            Node::Pair(key, node) if SUMS.contains(&key.text) => sum = node.word(),
            Node::Pair(key, node) if CELLS.contains(&key.text) => cells = Some(node),
            Node::Pair(key, node) => {
                let is_plain = node
                    .word()
                    .is_some_and(|word| matches!(word.text, "+" | "sum" | "add"));
                (is_plain || matches!(key.text, "id" | "color" | "colour" | "name"))
                    .then_some(())?;
            }
        }
    }
    let (sum, cells) = (sum?, cells?.list());
    let names: Option<Vec<Name>> = cells.iter().map(name).collect();
    let names = names.filter(|names| !names.is_empty())?;
    Some((sum.number()?, names, sum.range()))
}

fn name(node: &Node<'_>) -> Option<Name> {
    match (node, node.list()) {
        (Node::Word(word), _) => named(word.text).or_else(|| word.number().map(Name::Number)),
        (_, [Node::Word(row), Node::Word(column)]) => {
            Some(Name::Place(row.number()?, column.number()?))
        }
        (_, [Node::Pair(first, one), Node::Pair(second, two)]) => {
            let (one, two) = (one.word()?.number()?, two.word()?.number()?);
            match (first.text, second.text) {
                ("row" | "r" | "y", "column" | "col" | "c" | "x") => Some(Name::Place(one, two)),
                ("column" | "col" | "c" | "x", "row" | "r" | "y") => Some(Name::Place(two, one)),
                _ => None,
            }
        }
        _ => None,
    }
}
