//! From the JSON of f-puzzles to a puzzle.

use std::ops::Range;

use super::outside;
use super::words::{DRAWN, FLAGS, IGNORED, LOOKS, Layout, NEGATIVE, NOTES, RULES, all};
use crate::alphabet::LARGEST_SIDE;
use crate::format::arrow;
use crate::format::cell;
use crate::format::draft::Draft;
use crate::format::error::{PuzzleError, PuzzleReason};
use crate::format::puzzle::Puzzle;
use crate::format::solution;
use crate::format::table::{Row, named, rule_of};
use crate::format::tree::{Entry, Node, Value};
use crate::regions;
use crate::rule::{CellRule, Detail};
use crate::shape::{Division, Outline, Rule};
use quadrille_core::text::quantity;

/// Reads a puzzle.
pub(in crate::format) fn read(root: &Node) -> Result<Puzzle, PuzzleError> {
    let (grid, size) = grid(root)?;
    let mut reading = Reading {
        draft: Draft::new(outline(&grid, size)?, &root.span)?,
        has_dots: root.full("difference").is_some(),
        other_numbers: [
            other_number(root, "ratio", 2),
            other_number(root, "difference", 1),
        ],
        notes: Vec::new(),
    };
    reading.givens(&grid)?;
    for entry in root.entries("puzzle")? {
        if !entry.node.is_empty() {
            reading.entry(entry)?;
        }
    }
    let text = |key: &str| {
        let text = root.full(key).map(|node| node.text(key));
        text.map(|text| text.map(str::to_owned)).transpose()
    };
    let solution = root.full("solution");
    let solution = solution.map_or(Ok(None), |node| solution::read(node, &reading.draft))?;
    Ok(Puzzle {
        title: text("title")?,
        author: text("author")?,
        // Exports of some other programs have the text under the second key.
        ruleset: text("ruleset")?.or(text("rules").unwrap_or_default()),
        solution,
        notes: reading.notes,
        ..reading.draft.finish()?
    })
}

/// A rule or a line of cells, and its place in the text.
type Placed<T = CellRule> = (T, Range<usize>);

/// Rejects keys of an object that are not known, unless they say nothing. An error lists the known
/// keys, but not those of `others`.
fn check_keys(
    node: &Node,
    rule: &str,
    place: &str,
    known: &[&str],
    others: &[&str],
) -> Result<(), PuzzleError> {
    let is_known = |key: &str| known.contains(&key) || others.contains(&key);
    let is_unknown = |entry: &&Entry| !is_known(&entry.key) && !entry.node.is_empty();
    match node.entries(rule)?.iter().find(is_unknown) {
        Some(entry) => Err(entry.unknown(Some(place), known.iter().copied())),
        None => Ok(()),
    }
}

/// Whether a dot under a key has another number than the usual one.
fn other_number(root: &Node, key: &str, usual: i64) -> bool {
    let Some(dots) = root.get(key).and_then(|node| node.list(key).ok()) else {
        return false;
    };
    let mut values = dots.iter().filter_map(|dot| dot.full("value"));
    // Other texts are errors of their own.
    let is_other = |number: Result<i64, _>| number.is_ok_and(|number| number != usual);
    values.any(|value| is_other(value.loose_number(key)))
}

/// The cells of the board and the number of rows.
fn grid(root: &Node) -> Result<(Vec<&Node>, usize), PuzzleError> {
    let node = root.needed("grid", None)?;
    let rows = node.list("grid")?;
    let size = match root.get("size") {
        Some(node) => {
            let size = node.loose_number("size")?;
            let good = usize::try_from(size).ok();
            let good = good.filter(|size| (1..=LARGEST_SIDE).contains(size));
            good.ok_or_else(|| node.bad("size", format!("a number from 1 to {LARGEST_SIDE}")))?
        }
        None => rows.len(),
    };
    if rows.len() != size {
        return Err(node.bad_length("grid", size, "row"));
    }
    let mut cells = Vec::new();
    for row in rows {
        let nodes = row.list("grid")?;
        if nodes.len() != size {
            return Err(row.bad_length("grid", size, "cell"));
        }
        cells.extend(nodes);
    }
    Ok((cells, size))
}

/// The size and the regions. A cell without a region is in the usual box.
fn outline(grid: &[&Node], size: usize) -> Result<Outline, PuzzleError> {
    let usual = match Division::of_size(size, size, size) {
        Division::None => Division::Boxes {
            height: 1,
            width: size,
        },
        usual => usual,
    };
    let mut own = regions::of_division(size, size, &usual);
    for (region, node) in own.iter_mut().zip(grid) {
        if let Some(node) = node.get("region") {
            *region = match node.value {
                Value::Null => None,
                _ => {
                    let number = usize::try_from(node.loose_number("region")?);
                    Some(number.map_err(|_| node.bad("region", "a number from 0"))?)
                }
            };
        }
    }
    Ok(Outline {
        division: regions::division(size, size, &own),
        ..Outline::square(size)
    })
}

/// What was read so far.
struct Reading {
    draft: Draft,
    /// Whether there are white dots.
    has_dots: bool,
    /// Whether a black dot has another number than 2, and a white dot another one than 1.
    other_numbers: [bool; 2],
    notes: Vec<String>,
}

impl Reading {
    fn givens(&mut self, grid: &[&Node]) -> Result<(), PuzzleError> {
        const KEYS: &[&str] = &["value", "given", "givenPencilMarks", "region"];
        let (mut entered, mut given) = (0, 0);
        for (cell, node) in grid.iter().enumerate() {
            check_keys(
                node,
                "grid",
                "a cell of the grid",
                &[KEYS, NOTES].concat(),
                &[],
            )?;
            match node.full("value") {
                Some(value) if node.full("given").is_some() => {
                    let bit = self.bit(value, "given")?;
                    self.draft.restrict(cell, bit);
                    given += 1;
                }
                Some(value) => entered += usize::from(self.bit(value, "given").is_ok()),
                None => {}
            }
            if let Some(marks) = node.full("givenPencilMarks") {
                let mut all = 0;
                for node in marks.list("givenPencilMarks")? {
                    all |= self.bit(node, "givenPencilMarks")?;
                }
                self.draft.restrict(cell, all);
            }
        }
        // Most puzzles have both, but values alone may be meant as givens.
        if given == 0 && entered > 0 {
            let values = quantity(entered, "value");
            self.notes
                .push(format!("ignored {values} that a player entered"));
        }
        Ok(())
    }

    fn bit(&self, node: &Node, rule: &str) -> Result<u64, PuzzleError> {
        let bit = self.draft.bit(node.loose_number(rule)?);
        bit.ok_or_else(|| node.bad(rule, self.draft.values()))
    }

    /// Reads one key of the puzzle.
    fn entry(&mut self, entry: &Entry) -> Result<(), PuzzleError> {
        let (key, node) = (&*entry.key, &entry.node);
        if let Some(row) = named(RULES, key) {
            return self.rules(row, node);
        }
        if let Some(rule) = rule_of(FLAGS, key) {
            return self.flag(key, node, rule);
        }
        match key {
            "size" | "title" | "author" | "ruleset" | "grid" | "solution" => Ok(()),
            "negative" => self.negative(node),
            "nonconsecutive" => {
                let rule = if self.has_dots {
                    Rule::StrictWhite
                } else {
                    Rule::NonConsecutive
                };
                self.flag(key, node, rule)
            }
            key if IGNORED.contains(&key) => Ok(()),
            key if DRAWN.contains(&key) => {
                self.drawing(key, node);
                Ok(())
            }
            _ => Err(entry.unknown(None, all())),
        }
    }

    /// Reads the list of a key.
    fn rules(&mut self, row: &Row<Layout>, node: &Node) -> Result<(), PuzzleError> {
        let mut rules = Vec::new();
        for node in node.list(row.name)? {
            check_keys(node, row.name, row.name, row.layout.keys(), LOOKS)?;
            rules.extend(self.element(row, node)?);
        }
        if let Layout::Single = row.layout {
            // All cells are one rule.
            let cells = rules.iter().flat_map(|(rule, _)| rule.cells());
            let rule = CellRule::new(row.kind, cells.copied());
            rules = vec![(rule, node.span.clone())];
        }
        self.draft.rules.extend(rules);
        Ok(())
    }

    /// The rules of one element of the list of a key, each with its place.
    // It is long, because it has an arm for each layout.
    fn element(&self, row: &Row<Layout>, node: &Node) -> Result<Vec<Placed>, PuzzleError> {
        let &Row {
            name: key,
            kind,
            layout,
        } = row;
        let needed = |name| self.names(node.needed(name, Some(key))?, key);
        let number = || {
            let value = node.full("value");
            value.map(|value| value.loose_number(key)).transpose()
        };
        let rule = match layout {
            Layout::Lines => {
                let number = number()?;
                let lines = self
                    .lines(node.needed("lines", Some(key))?, key)?
                    .into_iter();
                // A line of one cell says nothing.
                let lines = lines.filter(|(cells, _)| cells.len() > 1);
                let rule = |cells| CellRule::new(kind, cells).with_given(number);
                return Ok(lines.map(|(cells, span)| (rule(cells), span)).collect());
            }
            Layout::Arrow => return self.arrows(key, node),
            Layout::Cells | Layout::Dots => {
                CellRule::new(kind, needed("cells")?).with_given(number()?)
            }
            Layout::Single => {
                let cell = node.needed("cell", Some(key))?;
                let cell = cell::cell(cell.text(key)?, &cell.span, key, &self.draft.outline)?;
                CellRule::new(kind, [cell])
            }
            Layout::Letter => {
                let cells = needed("cells")?;
                let Some(value) = node.full("value") else {
                    return Ok(Vec::new());
                };
                let sum = match &*value.text(key)?.to_lowercase() {
                    "x" => 10,
                    "v" => 5,
                    _ => return Err(value.bad(key, "X or V")),
                };
                CellRule::new(kind, cells).with_number(sum)
            }
            Layout::Outside | Layout::Diagonal => {
                let (mut step, mut expected) = (
                    None,
                    "a place next to the end of a row or column, such as R0C1",
                );
                if let Layout::Diagonal = layout {
                    let direction = node.needed("direction", Some(key))?;
                    step = outside::step(direction.text(key)?);
                    step.ok_or_else(|| direction.bad(key, outside::NAMES))?;
                    expected = "a place outside the board that points to a diagonal";
                }
                let cell = node.needed("cell", Some(key))?;
                let place = cell::place(cell.text(key)?);
                let place = place.ok_or_else(|| cell.bad(key, "a place such as R0C1"))?;
                // A field without a number says nothing.
                let Some(number) = number()? else {
                    return Ok(Vec::new());
                };
                let cells = outside::cells(self.draft.outline.rows, place, step);
                let cells = cells.ok_or_else(|| cell.bad(key, expected))?;
                CellRule::new(kind, cells).with_number(number)
            }
            Layout::Square => {
                let cells = needed("cells")?;
                let values = node
                    .get("values")
                    .map_or(Ok(&[][..]), |values| values.list(key));
                let values = values?.iter().map(|value| value.loose_number(key));
                CellRule::new(kind, cells).with(Detail::Values(values.collect::<Result<_, _>>()?))
            }
            Layout::Copies => {
                let (cells, copies) = (needed("cells")?, needed("cloneCells")?);
                if cells.len() != copies.len() {
                    let node = node.needed("cloneCells", Some(key))?;
                    return Err(node.bad_length(key, cells.len(), "cell"));
                }
                // A cell that is its own clone says nothing.
                let pairs = cells
                    .into_iter()
                    .zip(copies)
                    .filter(|(cell, copy)| cell != copy);
                let (cells, copies): (Vec<usize>, Vec<usize>) = pairs.unzip();
                if cells.is_empty() {
                    return Ok(Vec::new());
                }
                CellRule::new(kind, [cells, copies].concat())
            }
        };
        Ok(vec![(rule, node.span.clone())])
    }

    /// One rule for each line; the circle or the pill is not part of the sum.
    fn arrows(&self, key: &str, node: &Node) -> Result<Vec<Placed>, PuzzleError> {
        let node_of_circle = node.needed("cells", Some(key))?;
        let mut circle = self.names(node_of_circle, key)?;
        circle.sort_unstable();
        if circle.is_empty() {
            return Err(node_of_circle.bad(key, "the cells of a circle"));
        }
        let lines = node
            .get("lines")
            .map_or(Ok(Vec::new()), |lines| self.lines(lines, key))?;
        let arrow = |mut cells: Vec<usize>| {
            // A line may be drawn from its tip.
            let is_circle = |cell: Option<&usize>| cell.is_some_and(|cell| circle.contains(cell));
            if !is_circle(cells.first()) && is_circle(cells.last()) {
                cells.reverse();
            }
            arrow::rule(&circle, cells)
        };
        let rules = lines.into_iter().map(|(cells, span)| (arrow(cells), span));
        Ok(rules
            .filter(|(rule, _)| rule.cells().len() > circle.len())
            .collect())
    }

    /// The cells of each line of a list, and the places of the lines.
    fn lines(&self, node: &Node, key: &str) -> Result<Vec<Placed<Vec<usize>>>, PuzzleError> {
        let lines = node.list(key)?.iter();
        lines
            .map(|line| Ok((self.names(line, key)?, line.span.clone())))
            .collect()
    }

    /// The rule for the whole board of a flag.
    fn flag(&mut self, key: &str, node: &Node, rule: Rule) -> Result<(), PuzzleError> {
        if !matches!(node.value, Value::Bool(true)) {
            return Err(node.bad(key, "true or false"));
        }
        self.draft.push(rule, node.span.clone());
        Ok(())
    }

    fn negative(&mut self, node: &Node) -> Result<(), PuzzleError> {
        let [other_ratio, other_difference] = self.other_numbers;
        for node in node.list("negative")? {
            let word = node.text("negative")?;
            let rule = rule_of(NEGATIVE, word);
            let rule = rule.ok_or_else(|| node.bad("negative", "xv, ratio or difference"))?;
            let unclear = match rule {
                Rule::StrictBlack if other_ratio => {
                    Some("negative ratio beside black dots with a number")
                }
                Rule::StrictWhite if other_difference => {
                    Some("negative difference beside white dots with a number")
                }
                _ => None,
            };
            if let Some(name) = unclear.map(str::to_owned) {
                return Err(PuzzleReason::Unsupported { name }.at(node.span.clone()));
            }
            self.draft.board_rules.push((rule, node.span.clone()));
        }
        Ok(())
    }

    fn names(&self, node: &Node, key: &str) -> Result<Vec<usize>, PuzzleError> {
        cell::cells(node, key, &self.draft.outline)
    }

    /// Notes that a drawing was not read. Some drawings belong to a rule of their own key.
    fn drawing(&mut self, key: &str, node: &Node) {
        let is_own = |node: &Node| {
            let is_meta = node.get("cells").is_none_or(Node::is_empty);
            let is_of_rule = node.full("fromConstraint").is_some();
            !is_of_rule && (key != "cage" || !is_meta)
        };
        if let Value::List(nodes) = &node.value {
            let drawn = nodes.iter().filter(|node| is_own(node)).count();
            if drawn > 0 {
                let drawings = quantity(drawn, "drawing");
                self.notes.push(format!("ignored {drawings} under {key:?}"));
            }
        }
    }
}
