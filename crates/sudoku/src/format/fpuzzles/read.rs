//! From the JSON of f-puzzles to a puzzle.

use super::outside;
use super::words::{DRAWN, FLAGS, IGNORED, LOOKS, Layout, NEGATIVE, NOTES, RULES, all};
use crate::alphabet::LARGEST_SIDE;
use crate::format::cell;
use crate::format::draft::Draft;
use crate::format::error::{PuzzleError, PuzzleReason};
use crate::format::puzzle::Puzzle;
use crate::format::regions;
use crate::format::solution;
use crate::format::table::{Row, named, rule_of};
use crate::format::tree::{Entry, Node, Value};
use crate::rule::{CellRule, Detail, RuleKind};
use crate::shape::{Division, Outline, Rule};
use quadrille_core::text::quantity;

/// Reads a puzzle.
pub(in crate::format) fn read(root: &Node) -> Result<Puzzle, PuzzleError> {
    let (grid, size) = grid(root)?;
    let mut reading = Reading {
        draft: Draft::new(outline(&grid, size)?, &root.span)?,
        size,
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
    let text = |key: &str| match root.full(key) {
        Some(node) => node.text(key).map(|text| Some(text.to_owned())),
        None => Ok(None),
    };
    let solution = match root.full("solution") {
        Some(node) => solution::read(node, &reading.draft)?,
        None => None,
    };
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

/// A row and a column outside the board, and the number there.
type Clue = ((usize, usize), i64);

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
    let (height, width) = match Division::of_size(size, size, size) {
        Division::Boxes { height, width } => (height, width),
        _ => (1, size),
    };
    let mut regions_of = Vec::new();
    for (cell, node) in grid.iter().enumerate() {
        let (row, column) = (cell / size, cell % size);
        regions_of.push(match node.get("region") {
            None => Some(row / height * height + column / width),
            Some(node) if matches!(node.value, Value::Null) => None,
            Some(node) => {
                let number = usize::try_from(node.loose_number("region")?);
                Some(number.map_err(|_| node.bad("region", "a number from 0"))?)
            }
        });
    }
    Ok(Outline {
        division: regions::division(size, size, &regions_of),
        ..Outline::square(size)
    })
}

/// What was read so far.
struct Reading {
    draft: Draft,
    size: usize,
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
            let known = || KEYS.iter().chain(NOTES).copied();
            for entry in node.entries("grid")? {
                let is_known = known().any(|key| key == entry.key);
                if !is_known && !entry.node.is_empty() {
                    return Err(entry.unknown(Some("a cell of the grid"), known()));
                }
            }
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
            return match row.layout {
                Layout::Single => self.single(row, node),
                layout => self.each(key, node, layout.keys(), |own, node| own.element(row, node)),
            };
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

    /// Reads one element of the list of a key.
    fn element(&mut self, row: &Row<Layout>, node: &Node) -> Result<(), PuzzleError> {
        let &Row { name, kind, layout } = row;
        match layout {
            Layout::Lines => self.lines(kind, name, node),
            Layout::Cells | Layout::Dots => self.cells(kind, name, node),
            Layout::Letter => self.letter(kind, name, node),
            Layout::Outside => self.outside(kind, name, node),
            Layout::Diagonal => self.diagonal(kind, name, node),
            Layout::Arrow => self.arrow(name, node),
            Layout::Square => self.square(kind, name, node),
            Layout::Copies => self.copies(kind, name, node),
            // All elements are one rule.
            Layout::Single => Ok(()),
        }
    }

    /// Reads each element of a list.
    fn each(
        &mut self,
        key: &str,
        node: &Node,
        known: &[&str],
        read: impl Fn(&mut Self, &Node) -> Result<(), PuzzleError>,
    ) -> Result<(), PuzzleError> {
        for node in node.list(key)? {
            for entry in node.entries(key)? {
                let is_known = known.contains(&&*entry.key) || LOOKS.contains(&&*entry.key);
                if !is_known && !entry.node.is_empty() {
                    return Err(entry.unknown(Some(key), known.iter().copied()));
                }
            }
            read(self, node)?;
        }
        Ok(())
    }

    fn push(&mut self, rule: CellRule, node: &Node) {
        self.draft.rules.push((rule, node.span.clone()));
    }

    /// The rule for the whole board of a flag. Both diagonals are one rule.
    fn flag(&mut self, key: &str, node: &Node, rule: Rule) -> Result<(), PuzzleError> {
        if !matches!(node.value, Value::Bool(true)) {
            return Err(node.bad(key, "true or false"));
        }
        let is_other = |own: &Rule| {
            matches!(
                (own, &rule),
                (Rule::Falling, Rule::Rising) | (Rule::Rising, Rule::Falling)
            )
        };
        let rules = &mut self.draft.board_rules;
        match rules.iter_mut().find(|own| is_other(&own.0)) {
            Some(own) => own.0 = Rule::Diagonals,
            None => rules.push((rule, node.span.clone())),
        }
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

    /// The cells under a key, which must be there.
    fn needed(
        &self,
        node: &Node,
        name: &'static str,
        key: &str,
    ) -> Result<Vec<usize>, PuzzleError> {
        self.names(node.needed(name, Some(key))?, key)
    }

    /// A number, if there is one.
    fn number(&self, node: &Node, key: &str) -> Result<Option<i64>, PuzzleError> {
        let value = node.full("value");
        value.map(|value| value.loose_number(key)).transpose()
    }

    fn lines(&mut self, kind: RuleKind, key: &str, node: &Node) -> Result<(), PuzzleError> {
        let number = self.number(node, key)?;
        for line in node.needed("lines", Some(key))?.list(key)? {
            let cells = self.names(line, key)?;
            // A line of one cell says nothing.
            if cells.len() > 1 {
                self.push(CellRule::new(kind, cells).with_given(number), line);
            }
        }
        Ok(())
    }

    fn cells(&mut self, kind: RuleKind, key: &str, node: &Node) -> Result<(), PuzzleError> {
        let rule = CellRule::new(kind, self.needed(node, "cells", key)?);
        self.push(rule.with_given(self.number(node, key)?), node);
        Ok(())
    }

    /// Single cells, which are one rule together.
    fn single(&mut self, row: &Row<Layout>, node: &Node) -> Result<(), PuzzleError> {
        let (key, mut cells) = (row.name, Vec::new());
        self.each(key, node, row.layout.keys(), |_, _| Ok(()))?;
        for node in node.list(key)? {
            let cell = node.needed("cell", Some(key))?;
            let text = cell.text(key)?;
            cells.push(cell::cell(text, &cell.span, key, &self.draft.outline)?);
        }
        self.push(CellRule::new(row.kind, cells), node);
        Ok(())
    }

    /// The place outside the board, and the number; none if the number is missing.
    fn clue(&self, key: &str, node: &Node) -> Result<Option<Clue>, PuzzleError> {
        let cell = node.needed("cell", Some(key))?;
        let place = cell::place(cell.text(key)?);
        let place = place.ok_or_else(|| cell.bad(key, "a place such as R0C1"))?;
        let number = self.number(node, key)?;
        Ok(number.map(|number| (place, number)))
    }

    fn outside(&mut self, kind: RuleKind, key: &str, node: &Node) -> Result<(), PuzzleError> {
        // A field without a number says nothing.
        if let Some((place, number)) = self.clue(key, node)? {
            let line = outside::line(self.size, place);
            let expected = "a place next to the end of a row or column, such as R0C1";
            let line = line.ok_or_else(|| node.get("cell").unwrap_or(node).bad(key, expected))?;
            self.push(CellRule::new(kind, line).with_number(number), node);
        }
        Ok(())
    }

    fn diagonal(&mut self, kind: RuleKind, key: &str, node: &Node) -> Result<(), PuzzleError> {
        let direction = node.needed("direction", Some(key))?;
        let step = outside::step(direction.text(key)?);
        let step = step.ok_or_else(|| direction.bad(key, outside::NAMES))?;
        if let Some((place, number)) = self.clue(key, node)? {
            let cells = outside::diagonal(self.size, place, step);
            let expected = "a place outside the board that points to a diagonal";
            let cells = cells.ok_or_else(|| node.get("cell").unwrap_or(node).bad(key, expected))?;
            let rule = CellRule::new(kind, cells);
            self.push(rule.with_number(number), node);
        }
        Ok(())
    }

    /// One rule for each line; the circle or the pill is not part of the sum.
    fn arrow(&mut self, key: &str, node: &Node) -> Result<(), PuzzleError> {
        let mut circle = self.needed(node, "cells", key)?;
        circle.sort_unstable();
        if circle.is_empty() {
            let cells = node.get("cells").unwrap_or(node);
            return Err(cells.bad(key, "the cells of a circle"));
        }
        let Some(lines) = node.get("lines") else {
            return Ok(());
        };
        for line in lines.list(key)? {
            let mut cells = self.names(line, key)?;
            // A line may be drawn from its tip.
            let is_circle = |cell: Option<&usize>| cell.is_some_and(|cell| circle.contains(cell));
            if !is_circle(cells.first()) && is_circle(cells.last()) {
                cells.reverse();
            }
            let rest = cells.into_iter().skip_while(|cell| circle.contains(cell));
            let all: Vec<usize> = circle.iter().copied().chain(rest).collect();
            let rule = match circle.len() {
                1 => CellRule::new(RuleKind::Arrow, all),
                pill => CellRule::new(RuleKind::PillArrow, all).with_number(pill as i64),
            };
            if rule.cells().len() > circle.len() {
                self.push(rule, line);
            }
        }
        Ok(())
    }

    fn letter(&mut self, kind: RuleKind, key: &str, node: &Node) -> Result<(), PuzzleError> {
        let cells = self.needed(node, "cells", key)?;
        let Some(value) = node.full("value") else {
            return Ok(());
        };
        let sum = match &*value.text(key)?.to_lowercase() {
            "x" => 10,
            "v" => 5,
            _ => return Err(value.bad(key, "X or V")),
        };
        self.push(CellRule::new(kind, cells).with_number(sum), node);
        Ok(())
    }

    fn square(&mut self, kind: RuleKind, key: &str, node: &Node) -> Result<(), PuzzleError> {
        let cells = self.needed(node, "cells", key)?;
        let values = node
            .get("values")
            .map_or(Ok(&[][..]), |values| values.list(key))?;
        let values: Result<Vec<i64>, _> =
            values.iter().map(|value| value.loose_number(key)).collect();
        let rule = CellRule::new(kind, cells);
        self.push(rule.with(Detail::Values(values?)), node);
        Ok(())
    }

    fn copies(&mut self, kind: RuleKind, key: &str, node: &Node) -> Result<(), PuzzleError> {
        let cells = self.needed(node, "cells", key)?;
        let copies = self.needed(node, "cloneCells", key)?;
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
        if !cells.is_empty() {
            self.push(CellRule::new(kind, [cells, copies].concat()), node);
        }
        Ok(())
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
