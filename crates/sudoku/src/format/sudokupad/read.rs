//! From the JSON of SudokuPad to a puzzle.

use std::collections::BTreeMap;
use std::ops::Range;

use super::dots::Dot;
use super::meaning::{self, Cages};
use crate::format::draft::Draft;
use crate::format::error::{PuzzleError, PuzzleReason};
use crate::format::puzzle::Puzzle;
use crate::format::solution;
use crate::format::table::{Flag, rule_of};
use crate::format::tree::{Entry, Node, Value};
use crate::regions::division;
use crate::rule::{CellRule, Detail, RuleKind};
use crate::shape::{Division, Outline, Rule};
use quadrille_core::text::quantity;

/// The keys that are drawings, each with its short form.
const DRAWN: &[(&str, &str)] = &[
    ("lines", "l"),
    ("arrows", "a"),
    ("overlays", "o"),
    ("underlays", "u"),
];

/// The other keys, long and short.
const KNOWN: &[&str] = &[
    "cells",
    "ce",
    "regions",
    "re",
    "cages",
    "ca",
    "global",
    "metadata",
    "md",
    "settings",
    "cellSize",
    "cs",
    "id",
    "foglight",
    "foglink",
    "triggereffect",
];

/// Rules for the whole board, under `global`.
pub(super) const FLAGS: &[Flag] = &[
    ("antiknight", Rule::AntiKnight),
    ("antiking", Rule::AntiKing),
    ("nonconsecutive", Rule::NonConsecutive),
];

/// The elements of a list under a key or its short form.
fn list<'a>(root: &'a Node, key: &str, short: &str) -> &'a [Node] {
    match get(root, key, short).map(|node| &node.value) {
        Some(Value::List(nodes)) => nodes,
        _ => &[],
    }
}

/// The value of a key or its short form.
fn get<'a>(node: &'a Node, key: &str, short: &str) -> Option<&'a Node> {
    let found = node.get(key).or_else(|| node.get(short));
    found.filter(|node| !node.is_empty())
}

/// Reads a puzzle.
pub(in crate::format) fn read(root: &Node) -> Result<Puzzle, PuzzleError> {
    let Some(node) = get(root, "cells", "ce") else {
        let (key, place) = ("cells", None);
        return Err(PuzzleReason::MissingKey { key, place }.at(root.span.clone()));
    };
    let rows = rows(node)?;
    let columns = rows.iter().map(|row| row.len()).max().unwrap_or_default();
    let mut outline = Outline {
        rows: rows.len(),
        columns,
        values: rows.len().max(columns),
        lowest: 1,
        division: Division::None,
    };
    // Before its regions are read, the board must have a good size.
    Draft::new(outline.clone(), &node.span)?;
    let givens = givens(&rows, columns)?;
    if givens.iter().any(|given| given.number == 0) {
        outline.lowest = 0;
    }
    let more = match get(root, "regions", "re") {
        Some(node) => regions(node, &mut outline)?,
        None => Vec::new(),
    };
    let mut draft = Draft::new(outline, &node.span)?;
    draft.rules = more;
    for given in givens {
        let bit = draft.bit(given.number);
        let bit = bit.ok_or_else(|| given.node.bad("given", draft.values()))?;
        draft.restrict(given.cell, bit);
    }
    let mut reading = Reading {
        draft,
        title: None,
        author: None,
        ruleset: None,
        rules: Vec::new(),
        cages: Vec::new(),
        solution: None,
        notes: notes(&rows),
    };
    reading.rules(root)?;
    let solution = reading.solution.as_deref();
    let solution = solution.and_then(|text| solution::from_text(text, &reading.draft));
    Ok(Puzzle {
        title: reading.title,
        author: reading.author,
        ruleset: reading.ruleset,
        solution,
        notes: reading.notes,
        ..reading.draft.finish()?
    })
}

/// The cells of each row.
fn rows(node: &Node) -> Result<Vec<&[Node]>, PuzzleError> {
    let rows = node.list("cells")?.iter();
    rows.map(|row| match &row.value {
        // A row without anything in it may be left out, as an empty object.
        Value::Object(entries) if entries.is_empty() => Ok(&[][..]),
        _ => row.list("cells"),
    })
    .collect()
}

/// A cell with a value, and where the value stands.
struct Given<'a> {
    cell: usize,
    node: &'a Node,
    number: i64,
}

fn givens<'a>(rows: &[&'a [Node]], columns: usize) -> Result<Vec<Given<'a>>, PuzzleError> {
    let mut givens = Vec::new();
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            if let Some(node) = get(cell, "value", "v") {
                let number = node.loose_number("given")?;
                let cell = row * columns + column;
                givens.push(Given { cell, node, number });
            }
        }
    }
    Ok(givens)
}

/// Notes on the keys of cells that are not read, each once.
fn notes(rows: &[&[Node]]) -> Vec<String> {
    let mut ignored: Vec<&str> = Vec::new();
    for cell in rows.iter().copied().flatten() {
        let Value::Object(entries) = &cell.value else {
            continue;
        };
        for entry in entries.iter().filter(|entry| !entry.node.is_empty()) {
            let key = &*entry.key;
            if !matches!(key, "value" | "v" | "given") && !ignored.contains(&key) {
                ignored.push(key);
            }
        }
    }
    let note = |key| format!("ignored the key {key:?} of cells, which may be candidates");
    ignored.into_iter().map(note).collect()
}

/// Puts regions into an outline. Returns those that overlap others, as rules of their own.
fn regions(
    node: &Node,
    outline: &mut Outline,
) -> Result<Vec<(CellRule, Range<usize>)>, PuzzleError> {
    let mut more = Vec::new();
    let mut regions_of = vec![None; outline.rows * outline.columns];
    for (number, node) in node.list("regions")?.iter().enumerate() {
        let cells = places(node, "region", outline)?;
        // A cell can be in one region only.
        if cells.iter().any(|&cell| regions_of[cell].is_some()) {
            let rule = CellRule::new(RuleKind::AllDifferent, cells);
            more.push((rule, node.span.clone()));
        } else {
            for cell in cells {
                regions_of[cell] = Some(number);
            }
        }
    }
    outline.division = division(outline.rows, outline.columns, &regions_of);
    Ok(more)
}

/// The cells of a list of rows and columns from 0.
fn places(node: &Node, rule: &str, outline: &Outline) -> Result<Vec<usize>, PuzzleError> {
    let &Outline { rows, columns, .. } = outline;
    let cell = |node: &Node| match node.numbers(rule)?[..] {
        [row, column]
            if (0..rows as i64).contains(&row) && (0..columns as i64).contains(&column) =>
        {
            Ok(row as usize * columns + column as usize)
        }
        ref place => Err(PuzzleReason::Cell {
            rule: rule.to_owned(),
            text: format!("{place:?}"),
            first: "[0, 0]".to_owned(),
            last: format!("[{}, {}]", rows - 1, columns - 1),
        }
        .at(node.span.clone())),
    };
    node.list(rule)?.iter().map(cell).collect()
}

struct Reading {
    draft: Draft,
    title: Option<String>,
    author: Option<String>,
    ruleset: Option<String>,
    /// All texts of the rules, of which the first is kept.
    rules: Vec<String>,
    /// The rules, by number, that are cages with numbers.
    cages: Vec<usize>,
    solution: Option<String>,
    notes: Vec<String>,
}

impl Reading {
    fn rules(&mut self, root: &Node) -> Result<(), PuzzleError> {
        if let Some(node) = get(root, "cages", "ca") {
            for node in node.list("cages")? {
                self.cage(node)?;
            }
        }
        if let Some(Value::Object(entries)) = get(root, "metadata", "md").map(|node| &node.value) {
            for entry in entries {
                match &entry.node.value {
                    Value::Text(text) => {
                        self.meta(&entry.key, text);
                    }
                    // Some rules are a list of texts.
                    Value::List(nodes) if entry.key == "rules" => {
                        let texts = nodes.iter().filter_map(|node| node.text("rules").ok());
                        self.rules.extend(texts.map(str::to_owned));
                    }
                    _ => {}
                }
            }
        }
        if let Some(Value::List(nodes)) = root.get("global").map(|node| &node.value) {
            for node in nodes {
                let name = node.text("global")?;
                let rule = rule_of(FLAGS, name).ok_or_else(|| {
                    let name = name.to_owned();
                    PuzzleReason::Unsupported { name }.at(node.span.clone())
                })?;
                self.draft.board_rules.push((rule, node.span.clone()));
            }
        }
        self.give_cages_their_meaning()?;
        let dots = self.dots(root);
        for (key, short) in DRAWN {
            let nodes = list(root, key, short);
            let is_ignored = |node: &&Node| !dots.contains(&node.span.start);
            let ignored = nodes.iter().filter(is_ignored).count();
            if ignored > 0 {
                let drawings = quantity(ignored, "drawing");
                self.notes.push(format!(
                    "ignored {drawings} under {key:?}, which may be rules"
                ));
            }
        }
        if let Value::Object(entries) = &root.value {
            let is_known = |key: &str| {
                let is_drawn = |&(long, short): &(&str, &str)| key == long || key == short;
                KNOWN.contains(&key) || DRAWN.iter().any(is_drawn)
            };
            let is_unknown = |entry: &&Entry| !is_known(&entry.key) && !entry.node.is_empty();
            for entry in entries.iter().filter(is_unknown) {
                let key = &entry.key;
                self.notes
                    .push(format!("ignored the key {key:?}, which may be a rule"));
            }
        }
        Ok(())
    }

    /// Makes of the numbers of cages what the text of the rules says.
    fn give_cages_their_meaning(&mut self) -> Result<(), PuzzleError> {
        let meaning = meaning::of_cages(self.rules.iter().map(String::as_str));
        let (kind, name) = match &meaning {
            Cages::Sum => return Ok(()),
            Cages::Product => (RuleKind::Product, "products"),
            Cages::Difference | Cages::Other(_) => (RuleKind::DifferenceCage, "differences"),
        };
        let differ = |text: &String| meaning::says_that_cages_differ(text);
        let differ = self.rules.iter().any(differ);
        for &number in &self.cages {
            let (rule, span) = &mut self.draft.rules[number];
            // Of more cells, a difference may have several meanings.
            let is_certain = match meaning {
                Cages::Other(_) => false,
                Cages::Difference => rule.cells().len() == 2,
                _ => true,
            };
            if !is_certain {
                let text = match &meaning {
                    Cages::Other(text) => text.clone(),
                    _ => "a difference of more than two cells".to_owned(),
                };
                let expected = "a known meaning of a number: a sum, a product, or a difference of \
                                two cells";
                return Err(PuzzleReason::argument("cage", text, expected).at(span.clone()));
            }
            let (cells, own) = (rule.cells().to_vec(), rule.number());
            let span = span.clone();
            *rule = CellRule::new(kind, cells.clone()).with_given(own);
            if differ {
                let rule = CellRule::new(RuleKind::AllDifferent, cells);
                self.draft.rules.push((rule, span));
            }
        }
        if !self.cages.is_empty() {
            let cages = quantity(self.cages.len(), "cage");
            self.notes.push(format!(
                "took the numbers of {cages} for {name}, as the text of the rules says"
            ));
        }
        Ok(())
    }

    /// Makes rules of the dots to which the text of the rules gives a meaning. Returns where their
    /// drawings begin.
    fn dots(&mut self, root: &Node) -> Vec<usize> {
        let meaning = meaning::of(self.rules.iter().map(String::as_str));
        let outline = &self.draft.outline;
        let drawings = DRAWN.iter().flat_map(|(key, short)| list(root, key, short));
        let mut dots: BTreeMap<[usize; 2], Vec<(Dot, Range<usize>)>> = BTreeMap::new();
        for node in drawings {
            if let Some(dot) = Dot::read(node, outline) {
                let own = dots.entry(dot.cells).or_default();
                own.push((dot, node.span.clone()));
            }
        }
        let mut taken = Vec::new();
        let mut counts = [0, 0];
        for own in dots.values() {
            let (dot, span) = &own[0];
            // A dot of one colour upon another one may have any meaning.
            if meaning.has(dot.is_white) && own.iter().all(|other| other.0 == *dot) {
                self.draft.rules.push((dot.rule(), span.clone()));
                taken.extend(own.iter().map(|own| own.1.start));
                counts[usize::from(dot.is_white)] += 1;
            }
        }
        let names = ["black dot", "white dot"];
        let counts = counts.into_iter().zip(names).filter(|own| own.0 > 0);
        self.notes.extend(counts.map(|(count, name)| {
            let dots = quantity(count, name);
            format!("took {dots} for rules, as the text of the rules says")
        }));
        taken
    }

    /// Keeps a text about the puzzle. Returns whether the key has a meaning here.
    fn meta(&mut self, key: &str, text: &str) -> bool {
        let field = match key {
            "title" | "t" => &mut self.title,
            "author" => &mut self.author,
            "solution" => &mut self.solution,
            "rules" => {
                self.rules.push(text.to_owned());
                &mut self.ruleset
            }
            _ => return false,
        };
        field.get_or_insert_with(|| text.trim().to_owned());
        true
    }

    /// A cage, or a text about the puzzle.
    fn cage(&mut self, node: &Node) -> Result<(), PuzzleError> {
        let value = get(node, "value", "v");
        let cells = match get(node, "cells", "ce") {
            Some(node) => places(node, "cage", &self.draft.outline)?,
            None => Vec::new(),
        };
        if let Some(Value::Text(text)) = value.map(|value| &value.value)
            && let Some((key, text)) = text.split_once(':')
        {
            // A text about the puzzle is in no cells.
            if !self.meta(key.trim(), text) && !cells.is_empty() {
                self.ignore_cage(&format!("{key}:{text}"));
            }
            return Ok(());
        }
        if cells.is_empty() {
            return Ok(());
        }
        let repeats = matches!(
            node.get("unique").map(|node| &node.value),
            Some(Value::Bool(false))
        );
        let sum = get(node, "sum", "sum").or(value);
        let sum = sum.map(|value| value.loose_number("cage"));
        let rule = match &sum {
            Some(Ok(sum)) if repeats => {
                CellRule::new(RuleKind::Sum, cells).with(Detail::Factors(*sum, Vec::new()))
            }
            Some(Ok(sum)) => CellRule::new(RuleKind::Cage, cells).with_number(*sum),
            // Without a number, a cage is a rule only if it says so.
            None if node.get("unique").is_some() && !repeats => {
                CellRule::new(RuleKind::Cage, cells)
            }
            None => return Ok(()),
            Some(Err(_)) => {
                let name = value.and_then(|value| value.text("cage").ok());
                self.ignore_cage(name.unwrap_or_default());
                return Ok(());
            }
        };
        if sum.is_some() {
            self.cages.push(self.draft.rules.len());
        }
        self.draft.rules.push((rule, node.span.clone()));
        Ok(())
    }

    fn ignore_cage(&mut self, text: &str) {
        self.notes
            .push(format!("ignored a cage with the text {text:?}"));
    }
}
