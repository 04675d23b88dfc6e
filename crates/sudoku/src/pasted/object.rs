//! A board or a killer puzzle in an object of JSON or Python, under any key.

use super::board::Board;
use super::cage_lists::{self, Killer, Raw};
use super::cages;
use super::code::{board_of, rows, several, several_boards};
use super::fault::fault;
use super::found::Pasted;
use super::list::{self, Node, Tree};
use super::map::Map;
use super::words::Word;
use crate::format::{PuzzleError, PuzzleReason};
use crate::shape::{Division, Shape};

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
/// The words that keys of boards, and of objects around them, are made of.
const BOARDS: [&str; 65] = [
    "answer",
    "answers",
    "array",
    "base",
    "board",
    "boards",
    "cells",
    "clue",
    "clues",
    "complete",
    "completed",
    "content",
    "current",
    "data",
    "easy",
    "empty",
    "example",
    "expert",
    "field",
    "flat",
    "full",
    "game",
    "grid",
    "grids",
    "hard",
    "initial",
    "input",
    "item",
    "line",
    "list",
    "matrix",
    "medium",
    "mission",
    "my",
    "new",
    "original",
    "output",
    "payload",
    "problem",
    "problems",
    "puzzle",
    "puzzles",
    "question",
    "quiz",
    "quizzes",
    "record",
    "response",
    "result",
    "results",
    "row",
    "rows",
    "sample",
    "solution",
    "solutions",
    "solved",
    "start",
    "starting",
    "state",
    "string",
    "sudoku",
    "task",
    "test",
    "text",
    "unsolved",
    "value",
];
/// The words of keys that say nothing about the rules.
const FACTS: [&str; 24] = [
    "author",
    "date",
    "description",
    "difficulty",
    "id",
    "index",
    "is",
    "level",
    "message",
    "name",
    "number",
    "ok",
    "rating",
    "seed",
    "size",
    "solvable",
    "source",
    "status",
    "success",
    "title",
    "unique",
    "url",
    "valid",
    "version",
];
/// The values of other keys that ask for nothing.
const USUAL: [&str; 14] = [
    "", "classic", "standard", "sudoku", "normal", "regular", "9x9", "false", "null", "none", "0",
    "no", "off", "nil",
];

/// The most keys: those of the cages of a large board, with the row and column of each cell.
const MOST: usize = 2000;

/// What an object holds.
#[derive(Default)]
struct Found<'a> {
    boards: Vec<(Word<'a>, Board)>,
    faults: Vec<PuzzleError>,
    /// The key of cages, and these.
    cages: Option<(Word<'a>, Vec<Raw>)>,
    /// A key that says that there are cages.
    killer: Option<Word<'a>>,
    division: Option<Division>,
    /// The side, if a key says it.
    side: Option<usize>,
    unknown: Option<Word<'a>>,
    /// A key of a board whose value is none.
    no_board: Option<Word<'a>>,
}

impl<'a> Found<'a> {
    /// Takes the parts of an object, or of a list of objects, of which one may have a board.
    fn take_all(&mut self, nodes: &[Node<'a>]) {
        let mut has_board = false;
        for node in nodes {
            match node {
                Node::Pair(key, node) => self.take(node, *key),
                Node::List(nodes) => {
                    let before = self.boards.len();
                    self.take_all(nodes);
                    if let Some((key, _)) = self.boards.get(before) {
                        if has_board {
                            self.faults.push(several_boards(key.range()));
                        }
                        has_board = true;
                    }
                }
                Node::Word(word) if is_usual(*word) => {}
                Node::Word(word) => {
                    self.unknown.get_or_insert(*word);
                }
            }
        }
    }

    fn take(&mut self, node: &Node<'a>, key: Word<'a>) {
        let name = key.text.to_lowercase();
        let words = key_words(key.text);
        let is_board = !words.is_empty() && words.iter().all(|word| is_of_board(word));
        let is_fact = words.iter().any(|word| FACTS.contains(&&**word))
            && words
                .iter()
                .all(|word| FACTS.contains(&&**word) || is_of_board(word));
        let plain = node.word().or_else(|| node.words()?.first().copied());
        if REGIONS.contains(&&*name)
            && let Some(division) = rows(node).and_then(|rows| Map::new(&rows).regions())
        {
            match division {
                Ok(division) => self.division = Some(division),
                Err(fault) => self.faults.push(fault),
            }
        } else if CAGES.contains(&&*name)
            && let Some(cages) = cage_lists::cages_of(node)
        {
            self.cages = Some((key, cages));
        } else if is_fact && plain.is_some() {
            // A name, a date or another fact.
            let is_side = |side: &usize| name == "size" && Shape::has_boxes(*side);
            let side = || usize::try_from(node.word()?.number()?).ok().filter(is_side);
            self.side = self.side.or_else(side);
        } else if let Some(board) = board_of(node) {
            match board {
                Ok(board) => self.boards.push((key, board)),
                Err(fault) => self.faults.push(fault),
            }
            self.unknown = self.unknown.or((!is_board).then_some(key));
        } else if several(node) {
            self.faults.push(several_boards(key.range()));
        } else if let Some(word) = node.word() {
            if word.text.eq_ignore_ascii_case("killer") {
                self.killer.get_or_insert(key);
            } else if is_usual(word) || is_board && word.number().is_some() {
                // Nothing, or the number of a puzzle.
            } else if name == "solved" && word.text.eq_ignore_ascii_case("true") {
                // A fact, too.
            } else if is_board {
                self.no_board.get_or_insert(key);
            } else {
                self.unknown.get_or_insert(key);
            }
        } else if (is_board || is_fact) && plain.is_none() {
            self.take_all(node.list());
        } else if !node.list().is_empty() {
            self.unknown.get_or_insert(key);
        }
    }
}

/// The words of a key in lower case, without numbers: `initialBoard`, `board_1`.
fn key_words(key: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in key.chars() {
        let starts = c.is_uppercase() && was_lower;
        if starts || !c.is_alphabetic() {
            words.push(String::new());
        }
        was_lower = c.is_lowercase();
        let word = words.last_mut().filter(|_| c.is_alphabetic());
        word.into_iter()
            .for_each(|word| word.extend(c.to_lowercase()));
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether a word is one of those of boards, or two of them, such as `newboard`.
fn is_of_board(word: &str) -> bool {
    let is_rest = |rest: &str| rest.is_empty() || BOARDS.contains(&rest);
    let mut starts = BOARDS.iter().filter_map(|start| word.strip_prefix(start));
    starts.any(is_rest)
}

fn is_usual(word: Word<'_>) -> bool {
    USUAL.contains(&&*word.text.trim().to_lowercase())
}

/// Whether an object holds a puzzle with givens: an answer of this program has its board, too.
fn has_puzzle(node: &Node<'_>) -> bool {
    match node {
        Node::Word(_) => false,
        Node::List(nodes) => nodes.iter().any(has_puzzle),
        Node::Pair(key, node) => key.text == "givens" || has_puzzle(node),
    }
}

/// The keys of an object and of all within it.
fn pairs(node: &Node<'_>) -> usize {
    match node {
        Node::Word(_) => 0,
        Node::List(nodes) => nodes.iter().map(pairs).sum(),
        Node::Pair(_, node) => 1 + pairs(node),
    }
}

/// Reads an object, or a list of them.
pub(super) fn read(text: &str, tree: &Tree<'_>) -> Option<Pasted> {
    let &(ref node, end) = tree.items.first()?;
    // Objects on lines of their own are read one by one.
    let starts = node
        .list()
        .iter()
        .filter_map(|node| match node.list().first() {
            Some(Node::Pair(key, _)) => Some(key.at),
            _ => None,
        });
    let begins_line = |at: usize| {
        let before = text[..at].trim_end_matches(|c: char| c.is_whitespace() || "\"'{".contains(c));
        text[before.len()..at].contains('\n') && before.ends_with(',')
    };
    if starts.skip(1).any(begins_line) {
        return None;
    }
    let parts = node.list().iter().flat_map(|node| match node {
        Node::List(nodes) => nodes.as_slice(),
        _ => std::slice::from_ref(node),
    });
    let keys = parts.filter_map(|node| match node {
        Node::Pair(key, _) => Some(*key),
        _ => None,
    });
    let keys: Vec<Word<'_>> = keys.collect();
    let is_other = |key: &Word<'_>| OTHERS.contains(&key.text);
    if keys.is_empty() || keys.iter().any(is_other) || has_puzzle(node) || pairs(node) > MOST {
        return None;
    }
    let mut found = Found::default();
    found.take_all(node.list());
    if found.boards.is_empty() && found.cages.is_none() && found.faults.is_empty() {
        return None;
    }
    let length = list::end_of_lines(text, end)?;
    Some(puzzle(length, found).unwrap_or_else(|error| Pasted::apart(length, Err(error))))
}

fn puzzle(length: usize, mut found: Found<'_>) -> Result<Pasted, PuzzleError> {
    if let Some(fault) = found.faults.pop() {
        return Err(fault);
    }
    if let Some(key) = found.no_board {
        return Err(fault(key.range(), key.text, "", "a board"));
    }
    let killer = found.killer.filter(|_| found.cages.is_none());
    if let Some(key) = found.unknown.or(killer) {
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
    let board_side = own.as_ref().map(|board| board.side).or(found.side);
    let killer = match found.cages {
        Some((key, cages)) => cage_lists::resolve(cages, board_side)
            .ok_or_else(|| fault(key.range(), key.text, "", "cells of the board"))?,
        None => Killer {
            side: board_side.unwrap_or(9),
            cages: Vec::new(),
            note: None,
        },
    };
    let side = killer.side;
    let puzzle = cages::puzzle(side, own.as_ref(), found.division, killer.cages);
    let pasted = match own {
        Some(board) => Pasted::in_place(length, puzzle, board),
        None => Pasted::apart(length, puzzle),
    };
    Ok(killer.note.into_iter().fold(pasted, Pasted::noted))
}
