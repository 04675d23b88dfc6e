//! A board or a killer puzzle in an object of JSON or Python, under any key.

use super::board::Board;
use super::cage_lists::{self, Killer};
use super::cages;
use super::code::{board_of, rows};
use super::fault::fault;
use super::found::Pasted;
use super::list::{self, Node};
use super::map::Map;
use super::words::Word;
use crate::format::{PuzzleError, PuzzleReason};
use crate::shape::Division;

/// Keys of objects that other readers know.
const OTHERS: [&str; 9] = [
    "givens",
    "rules",
    "ruleset",
    "cells",
    "ce",
    "candidates",
    "metadata",
    "verdict",
    "killercage",
];
const CAGES: [&str; 5] = ["cages", "killer", "killercages", "killer_cages", "groups"];
const REGIONS: [&str; 5] = ["regions", "region", "boxes", "jigsaw", "areas"];
/// Parts of keys whose values name rules, and the values that name none.
const KINDS: [&str; 8] = [
    "variant",
    "type",
    "rule",
    "constraint",
    "diagonal",
    "knight",
    "king",
    "kind",
];
const USUAL: [&str; 12] = [
    "", "classic", "standard", "sudoku", "normal", "regular", "9x9", "killer", "false", "null",
    "none", "0",
];
/// Keys that may be true.
const FACTS: [&str; 6] = ["valid", "unique", "success", "solvable", "solved", "ok"];

/// What an object holds.
#[derive(Default)]
struct Found<'a> {
    boards: Vec<(Word<'a>, Board)>,
    faults: Vec<PuzzleError>,
    killer: Option<Killer>,
    division: Option<Division>,
    unknown: Option<Word<'a>>,
}

impl<'a> Found<'a> {
    fn take(&mut self, node: &Node<'a>, key: Word<'a>, depth: usize) {
        let name = key.text.to_lowercase();
        let is = |keys: &[&str]| keys.contains(&&*name);
        if is(&REGIONS)
            && let Some(division) = rows(node).and_then(|rows| Map::new(&rows).regions())
        {
            self.division = Some(division);
        } else if is(&CAGES)
            && let Some(killer) = cage_lists::of_node(node)
        {
            self.killer = Some(killer);
        } else if let Some(board) = board_of(node) {
            match board {
                Ok(board) => self.boards.push((key, board)),
                Err(fault) => self.faults.push(fault),
            }
        } else {
            match node {
                Node::Word(word) => {
                    let value = word.text.to_lowercase();
                    let is_rule =
                        KINDS.iter().any(|kind| name.contains(kind)) && !USUAL.contains(&&*value);
                    let is_flag = value == "true" && !FACTS.iter().any(|fact| name.contains(fact));
                    if is_rule || is_flag {
                        self.unknown.get_or_insert(key);
                    }
                }
                Node::Pair(key, node) => self.take(node, *key, depth),
                Node::List(nodes) if node.words().is_none() && depth < 4 => {
                    nodes
                        .iter()
                        .for_each(|node| self.take(node, key, depth + 1));
                }
                Node::List(nodes) if nodes.is_empty() => {}
                Node::List(_) => {
                    self.unknown.get_or_insert(key);
                }
            }
        }
    }
}

/// Whether an object, or one inside it, has a key that other readers know. An answer of this
/// program holds its board and its puzzle.
fn has_other(node: &Node<'_>) -> bool {
    match node {
        Node::Word(_) => false,
        Node::List(nodes) => nodes.iter().any(has_other),
        // A cage has cells. `killercages` is more likely a mistake for the key of f-puzzles.
        Node::Pair(key, _) if CAGES.contains(&key.text) && key.text != "killercages" => false,
        Node::Pair(key, node) => OTHERS.contains(&key.text) || has_other(node),
    }
}

/// Reads an object.
pub(super) fn read(text: &str) -> Option<Pasted> {
    let tree = list::read(text)?;
    let (node, end) = tree.items.into_iter().next()?;
    let first = node.list().iter().find_map(|node| match node {
        Node::Pair(key, _) => Some(*key),
        _ => None,
    })?;
    if has_other(&node) {
        return None;
    }
    let mut found = Found::default();
    found.take(&node, first, 0);
    if found.boards.is_empty() && found.faults.is_empty() && found.killer.is_none() {
        return None;
    }
    let length = list::end_of_lines(text, end)?;
    Some(puzzle(length, found).unwrap_or_else(|error| Pasted::apart(length, Err(error))))
}

fn puzzle(length: usize, mut found: Found<'_>) -> Result<Pasted, PuzzleError> {
    if let Some(fault) = found.faults.pop() {
        return Err(fault);
    }
    if let Some(key) = found.unknown {
        let reason = PuzzleReason::UnknownKey {
            key: key.text.to_owned(),
            place: None,
            near: None,
            known: Some("board, solution, cages, regions, title, author, difficulty".to_owned()),
        };
        return Err(PuzzleError {
            span: key.range(),
            reason,
        });
    }
    let (full, mut partial): (Vec<_>, Vec<_>) =
        found.boards.into_iter().partition(|own| own.1.is_full());
    // A board with progress in it comes after the board itself.
    partial.sort_by_key(|own| own.1.values.iter().filter(|&&value| value != 0).count());
    let mut partial = partial.into_iter();
    let mut others = full.into_iter().chain(partial.clone().skip(1));
    let own = partial.next().or_else(|| others.next());
    if let Some((own_key, own)) = &own
        && let Some((key, _)) = others.find(|other| !other.1.extends(own))
    {
        let expected = format!("a board with all givens of {:?}", own_key.text);
        return Err(fault(key.range(), key.text, "", &expected));
    }
    let own = own.map(|own| own.1);
    let killer = found.killer.unwrap_or(Killer {
        side: 9,
        cages: Vec::new(),
        note: None,
    });
    let side = own.as_ref().map_or(killer.side, |board| board.side);
    let puzzle = cages::puzzle(side, own.as_ref(), found.division, killer.cages);
    let pasted = match own {
        Some(board) => Pasted::in_place(length, puzzle, board),
        None => Pasted::apart(length, puzzle),
    };
    Ok(killer.note.into_iter().fold(pasted, Pasted::noted))
}
