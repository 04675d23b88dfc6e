//! From our own JSON to a puzzle.

use super::keys::{KEYS, keys};
use crate::alphabet::{Alphabet, LARGEST_SIDE};
use crate::format::cell;
use crate::format::draft::Draft;
use crate::format::error::{PuzzleError, PuzzleReason};
use crate::format::puzzle::Puzzle;
use crate::format::tree::{Entry, Node};
use crate::grid::Grid;
use crate::rule::{CellRule, Detail, Machine, Needs, Pattern, RuleKind, RuleReason};
use crate::shape::{Division, Map, Outline, Rule};
use quadrille_core::shared::nearest_letters;

/// Reads a puzzle.
pub(in crate::format) fn read(root: &Node) -> Result<Puzzle, PuzzleError> {
    let entries = root.entries("puzzle")?;
    // The other keys of an answer would be unknown, too.
    if let (Some(first), Some(_)) = (entries.first(), root.get("board")) {
        return Err(PuzzleReason::Answer.at(first.span.clone()));
    }
    check_keys(entries, None, KEYS)?;
    let mut draft = Draft::new(outline(root)?, &root.span)?;
    for node in list(root, "rules")? {
        match rule(node, &draft.outline)? {
            Read::Board(rule) => draft.board_rules.push((rule, node.span.clone())),
            Read::Cells(rule) => draft.rules.push((rule, node.span.clone())),
        }
    }
    if let Some(node) = root.get("givens") {
        for (cell, value) in cells(node, "givens", &draft.outline)?
            .into_iter()
            .enumerate()
        {
            if value > 0 {
                draft.restrict(cell, 1 << (value - 1));
            }
        }
    }
    if let Some(node) = root.get("candidates") {
        for entry in node.entries("candidates")? {
            let cell = cell::cell(&entry.key, &entry.span, "candidates", &draft.outline)?;
            let mut marks = 0;
            for node in entry.node.list("candidates")? {
                let bit = draft.bit(node.number("candidates")?);
                marks |= bit.ok_or_else(|| node.bad("candidates", draft.values()))?;
            }
            draft.restrict(cell, marks);
        }
    }
    let solution = root.get("solution");
    let solution = solution
        .map(|node| cells(node, "solution", &draft.outline))
        .transpose()?;
    let text = |key: &str| {
        let text = root.get(key).map(|node| node.text(key));
        text.map(|text| text.map(str::to_owned)).transpose()
    };
    Ok(Puzzle {
        title: text("title")?,
        author: text("author")?,
        ruleset: text("ruleset")?,
        solution: solution.map(Grid::new),
        ..draft.finish()?
    })
}

/// The elements of a list, none if it is missing.
fn list<'a>(root: &'a Node, key: &str) -> Result<&'a [Node], PuzzleError> {
    root.get(key).map_or(Ok(&[]), |node| node.list(key))
}

fn outline(root: &Node) -> Result<Outline, PuzzleError> {
    let small = |node: &Node, key: &str, least: i64, most: usize| {
        let number = node.number(key)?;
        if (least..=most as i64).contains(&number) {
            Ok(number as usize)
        } else {
            Err(node.bad(key, format!("a number from {least} to {most}")))
        }
    };
    let size = |key: &'static str| small(root.needed(key, None)?, key, 1, LARGEST_SIDE);
    let (rows, columns) = (size("rows")?, size("columns")?);
    let values = match root.get("values") {
        Some(node) => small(node, "values", 1, LARGEST_SIDE)?,
        None => rows.max(columns),
    };
    let lowest = match root.get("lowest") {
        Some(node) => small(node, "lowest", 0, 1)? as u8,
        None => 1,
    };
    let division = match (root.get("boxes"), root.get("regions")) {
        (Some(_), Some(node)) => {
            let expected = "either boxes or regions, not both";
            let reason = PuzzleReason::argument("regions", "", expected);
            return Err(reason.at(node.span.clone()));
        }
        (Some(node), None) => {
            let sizes = node.text("boxes")?.split_once('x');
            let number = |text: &str| {
                let number = text.parse().ok();
                number.filter(|number| (1..=LARGEST_SIDE).contains(number))
            };
            let sizes = sizes.and_then(|(height, width)| number(height).zip(number(width)));
            let (height, width) =
                sizes.ok_or_else(|| node.bad("boxes", "rows x columns of a box, such as 3x3"))?;
            Division::Boxes { height, width }
        }
        (None, Some(node)) => {
            let letters = letters(node, "regions", rows, columns)?;
            let space = |letter| if letter == '.' { ' ' } else { letter };
            Division::Regions(letters.into_iter().map(space).collect())
        }
        (None, None) => Division::None,
    };
    Ok(Outline {
        rows,
        columns,
        values,
        lowest,
        division,
    })
}

/// A character for each cell, out of a text for each row.
fn letters(node: &Node, key: &str, rows: usize, columns: usize) -> Result<Vec<char>, PuzzleError> {
    let lines = node.list(key)?;
    if lines.len() != rows {
        return Err(node.bad_length(key, rows, "row"));
    }
    let mut letters = Vec::new();
    for line in lines {
        let text = line.text(key)?;
        if text.chars().count() != columns {
            return Err(line.bad(key, format!("a row of {columns} characters")));
        }
        letters.extend(text.chars());
    }
    Ok(letters)
}

/// The values of all cells, 0 for a blank.
fn cells(node: &Node, key: &str, outline: &Outline) -> Result<Vec<u8>, PuzzleError> {
    let alphabet = match outline.lowest {
        0 => Alphabet::Zero,
        _ => Alphabet::plain(outline.values),
    };
    let letters = letters(node, key, outline.rows, outline.columns)?;
    let cell = |(place, letter): (usize, char)| {
        let byte = u8::try_from(letter).ok();
        let value = byte.and_then(|byte| alphabet.value(&[byte], outline.values));
        value.ok_or_else(|| {
            let expected = alphabet.expected(outline.values);
            let reason = PuzzleReason::argument(key, letter, expected);
            let rows = node.list(key).ok();
            let row = rows.and_then(|rows| rows.get(place / outline.columns));
            reason.at(row.map_or(node.span.clone(), |row| row.span.clone()))
        })
    };
    letters.into_iter().enumerate().map(cell).collect()
}

/// A rule for the whole board or for some cells.
enum Read {
    Board(Rule),
    Cells(CellRule),
}

fn rule(node: &Node, outline: &Outline) -> Result<Read, PuzzleError> {
    let entries = node.entries("rule")?;
    let title = node.needed("type", Some("a rule"))?;
    let word = title.text("type")?;
    if let Some(&kind) = RuleKind::ALL.iter().find(|kind| kind.word() == word) {
        return cell_rule(node, entries, kind, outline).map(Read::Cells);
    }
    let of_board = match word {
        "extra" => {
            check_keys(entries, Some(word), &["type", "map"])?;
            let map = node.needed("map", Some("extra"))?;
            let letters = letters(map, "map", outline.rows, outline.columns)?;
            let dot = |letter| if letter == ' ' { '.' } else { letter };
            let letters = letters.into_iter().map(dot).collect();
            Some(Rule::Extra(Map::new(outline.columns, letters)))
        }
        word => {
            let rule = Rule::from_word(word);
            if rule.is_some() {
                check_keys(entries, Some(word), &["type"])?;
            }
            rule
        }
    };
    of_board.map(Read::Board).ok_or_else(|| {
        let kinds = RuleKind::ALL.iter().map(|kind| kind.word());
        let other = RuleKind::from_word(word).map(RuleKind::word);
        let near =
            other.or_else(|| nearest_letters(word, kinds.chain(Rule::WORDS.iter().copied())));
        let near = near.map(str::to_owned);
        let name = word.to_owned();
        PuzzleReason::UnknownRule { name, near }.at(title.span.clone())
    })
}

/// Rejects keys that an object does not have.
fn check_keys(entries: &[Entry], place: Option<&str>, known: &[&str]) -> Result<(), PuzzleError> {
    let is_unknown = |entry: &&Entry| !known.contains(&&*entry.key);
    match entries.iter().find(is_unknown) {
        Some(entry) => Err(entry.unknown(place, known.iter().copied())),
        None => Ok(()),
    }
}

fn cell_rule(
    node: &Node,
    entries: &[Entry],
    kind: RuleKind,
    outline: &Outline,
) -> Result<CellRule, PuzzleError> {
    let word = kind.word();
    let (must, may) = keys(kind);
    check_keys(
        entries,
        Some(word),
        &[&["type"], &must[..], &may[..]].concat(),
    )?;
    for key in must {
        node.needed(key, Some(word))?;
    }
    let cells = match node.get("cells") {
        Some(node) => cell::cells(node, word, outline)?,
        None => Vec::new(),
    };
    let numbers = |key: &str| match node.get(key) {
        Some(node) => node.numbers(word),
        None => Ok(Vec::new()),
    };
    let detail = match kind.needs() {
        Needs::Nothing => Detail::None,
        Needs::Number(name) | Needs::Perhaps(name) | Needs::Usually(name, _) => {
            match (node.get(name), kind.needs()) {
                (Some(node), _) => Detail::Number(node.number(word)?),
                (None, Needs::Usually(_, usual)) => Detail::Number(usual),
                (None, _) => Detail::None,
            }
        }
        Needs::Factors => {
            let sum = node.needed("sum", Some(word))?.number(word)?;
            Detail::Factors(sum, numbers("factors")?)
        }
        Needs::Values => Detail::Values(numbers("values")?),
        Needs::Pairs => {
            let pair = |node: &Node| match node.numbers(word)?[..] {
                [a, b] => Ok((a, b)),
                _ => Err(node.bad(word, "a pair of values such as [1, 2]")),
            };
            let pairs: Result<_, _> = list(node, "pairs")?.iter().map(pair).collect();
            Detail::Pairs(pairs?)
        }
        Needs::Pattern => Detail::Pattern(pattern(node.needed("pattern", Some(word))?, word)?),
        Needs::Machine => Detail::Machine(machine(node.needed("machine", Some(word))?)?),
        Needs::Branches => {
            let branches = list(node, "branches")?.iter();
            let branches: Result<_, _> = branches.map(|node| branch(node, word, outline)).collect();
            Detail::Branches(branches?)
        }
    };
    Ok(CellRule::new(kind, cells).with(detail))
}

/// The rules of one branch of a choice.
fn branch(node: &Node, word: &str, outline: &Outline) -> Result<Vec<CellRule>, PuzzleError> {
    let of_cells = |node: &Node| match rule(node, outline)? {
        Read::Cells(rule) => Ok(rule),
        Read::Board(_) => {
            let title = node.needed("type", Some("a rule"))?;
            Err(title.bad(word, "a rule about some cells"))
        }
    };
    node.list(word)?.iter().map(of_cells).collect()
}

fn pattern(node: &Node, word: &str) -> Result<Pattern, PuzzleError> {
    let text = node.text(word)?;
    Pattern::new(text).map_err(|why| {
        let (rule, text, why) = (word.to_owned(), text.to_owned(), why.to_string());
        let reason = RuleReason::Pattern { text, why };
        PuzzleReason::Rule { rule, reason }.at(node.span.clone())
    })
}

fn machine(node: &Node) -> Result<Machine, PuzzleError> {
    let rule = "machine";
    check_keys(
        node.entries(rule)?,
        Some(rule),
        &["start", "accept", "steps"],
    )?;
    let state = |node: &Node, number: i64| {
        u32::try_from(number).map_err(|_| node.bad(rule, "the number of a state, from 0"))
    };
    let states = |key: &'static str| -> Result<Vec<u32>, PuzzleError> {
        let states = node.needed(key, Some(rule))?.list(rule)?.iter();
        states.map(|node| state(node, node.number(rule)?)).collect()
    };
    let step = |node: &Node| match node.numbers(rule)?[..] {
        [from, value, to] => Ok((state(node, from)?, value, state(node, to)?)),
        _ => Err(node.bad(rule, "a step: a state, a value, and the next state")),
    };
    let steps = node.needed("steps", Some(rule))?.list(rule)?.iter();
    let steps = steps.map(step).collect::<Result<_, _>>()?;
    Ok(Machine::new(states("start")?, states("accept")?, steps))
}
