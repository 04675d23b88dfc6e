//! From a puzzle to the JSON of f-puzzles.

use serde_json::{Map, Value, json};

use super::outside;
use super::words::{FLAGS, Layout, NEGATIVE, RULES};
use crate::format::puzzle::Puzzle;
use crate::format::table::{Row, of_kind, word_of};
use crate::format::written::{self, Written, only_single};
use crate::format::{arrow, marks};
use crate::grid::Grid;
use crate::regions;
use crate::rule::{CellRule, RuleKind};
use crate::shape::{Division, Kind, Outline, Rule, Shape};

/// Writes a puzzle, perhaps with a solution in the cells that are not given.
///
/// # Errors
/// A rule that the format does not have.
pub(in crate::format) fn write(puzzle: &Puzzle, solution: Option<&Grid>) -> Written {
    let shape = &puzzle.shape;
    let outline = shape.outline();
    let size = outline.rows;
    only_single(shape)?;
    if outline.columns != size || outline.values != size || outline.lowest != 1 {
        let &Outline {
            rows,
            columns,
            values,
            lowest,
            ..
        } = &outline;
        let last = values + usize::from(lowest) - 1;
        return Err(format!(
            "a board of {rows} x {columns} cells with the values {lowest} to {last}"
        ));
    }
    let mut writing = Writing {
        shape,
        size,
        object: Map::new(),
    };
    writing.object.insert("size".to_owned(), json!(size));
    for (key, text) in puzzle.about() {
        if let Some(text) = text {
            writing.object.insert(key.to_owned(), json!(text));
        }
    }
    writing.grid(puzzle, solution, &outline)?;
    for rule in shape.rules() {
        writing.board_rule(rule)?;
    }
    for rule in shape.cell_rules() {
        let written = writing.rule(rule);
        written.ok_or_else(|| shape.describe(rule))?;
    }
    if let Some(solution) = &puzzle.solution {
        let value = json!(solution.cells());
        writing.object.insert("solution".to_owned(), value);
    }
    Ok(Value::Object(writing.object).to_string())
}

struct Writing<'a> {
    shape: &'a Shape,
    size: usize,
    object: Map<String, Value>,
}

impl Writing<'_> {
    /// The cells, with givens, candidates, and regions that are not the usual boxes.
    fn grid(&mut self, puzzle: &Puzzle, solution: Option<&Grid>, outline: &Outline) -> Written<()> {
        let size = self.size;
        let mut cells = vec![Map::new(); size * size];
        let mut put = |cell: usize, key: &str, value: Value| {
            if let Some(own) = cells.get_mut(cell) {
                own.insert(key.to_owned(), value);
            }
        };
        for (cell, values) in marks::known(&puzzle.board, size) {
            let values: Vec<usize> = values.iter().map(|value| value + 1).collect();
            match (values[..].len(), puzzle.board.get(cell)) {
                (_, Some(value)) => {
                    put(cell, "value", json!(value));
                    put(cell, "given", json!(true));
                }
                (0, None) => {
                    let name = self.shape.name(cell);
                    return Err(format!("{name} without candidates"));
                }
                (_, None) => put(cell, "givenPencilMarks", json!(values)),
            }
        }
        // A value that is not given is what a solver has entered.
        for (cell, value) in solution.into_iter().flat_map(Grid::givens) {
            put(cell, "value", json!(value));
        }
        if outline.division != Division::of_size(size, size, size) {
            let regions = regions::of_division(size, size, &outline.division);
            for (cell, region) in regions.into_iter().enumerate() {
                put(cell, "region", json!(region));
            }
        }
        let cells: Vec<Value> = cells.into_iter().map(Value::Object).collect();
        let rows: Vec<&[Value]> = cells.chunks(size).collect();
        self.object.insert("grid".to_owned(), json!(rows));
        Ok(())
    }

    /// Adds an element to the list of a key.
    fn add(&mut self, key: &str, value: Value) {
        let list = self
            .object
            .entry(key.to_owned())
            .or_insert_with(|| json!([]));
        if let Value::Array(values) = list {
            values.push(value);
        }
    }

    fn flag(&mut self, key: &str) {
        self.object.insert(key.to_owned(), json!(true));
    }

    fn has_other_ratio(&self) -> bool {
        let mut rules = self.shape.cell_rules().iter();
        rules.any(|rule| rule.kind() == RuleKind::Ratio && rule.number() != Some(2))
    }

    fn board_rule(&mut self, rule: &Rule) -> Written<()> {
        let mut kinds = self.shape.cell_rules().iter().map(CellRule::kind);
        let has_dots = kinds.any(|kind| kind == RuleKind::Difference);
        let (flag, negative) = (word_of(FLAGS, rule), word_of(NEGATIVE, rule));
        match rule {
            // A flag for each.
            Rule::Diagonals => {
                self.board_rule(&Rule::Falling)?;
                self.board_rule(&Rule::Rising)?;
            }
            // One flag says both; which of them depends on whether there are dots.
            Rule::NonConsecutive if !has_dots => self.flag("nonconsecutive"),
            Rule::StrictWhite if has_dots => self.flag("nonconsecutive"),
            // Beside these, the word says that no neighbours have any of their ratios.
            Rule::StrictBlack if self.has_other_ratio() => {
                return Err("a rule about the ratio 2 beside dots of other ratios".to_owned());
            }
            Rule::Windows => {
                let is_window = |kind| matches!(kind, Kind::Window(_));
                let units = self.shape.units().filter(|unit| is_window(unit.kind()));
                let regions: Vec<Vec<usize>> = units.map(|unit| unit.cells().to_vec()).collect();
                regions.iter().for_each(|cells| self.region(cells));
            }
            Rule::Extra(map) => {
                let regions = marks::regions(map.letters(), '.');
                regions.iter().for_each(|cells| self.region(cells));
            }
            _ => match (flag, negative) {
                (Some(flag), _) => self.flag(flag),
                (None, Some(word)) => self.add("negative", json!(word)),
                _ => return Err(written::board_rule(rule)),
            },
        }
        Ok(())
    }

    /// Cells that differ.
    fn region(&mut self, cells: &[usize]) {
        if cells.len() > 1 {
            let cells = self.names(cells);
            self.add("extraregion", json!({ "cells": cells }));
        }
    }

    fn name(&self, cell: usize) -> String {
        format!("R{}C{}", cell / self.size + 1, cell % self.size + 1)
    }

    fn names(&self, cells: &[usize]) -> Vec<String> {
        cells.iter().map(|&cell| self.name(cell)).collect()
    }

    fn are_neighbours(&self, pair: &[usize]) -> bool {
        self.shape.neighbours(pair[0]).contains(&pair[1])
    }

    /// Adds a rule; `None` if the format does not have it.
    fn rule(&mut self, rule: &CellRule) -> Option<()> {
        use RuleKind as K;
        let kind = rule.kind();
        let cells = rule.cells();
        let usual = CellRule::new(kind, []).number();
        // A number that need not be written is not.
        let value = rule.number().filter(|_| rule.number() != usual);
        let value = value.map(|number| json!(number.to_string()));
        if kind == K::Modular && rule.number() != usual {
            return None;
        }
        if kind == K::Greater {
            let cells: Vec<usize> = cells.iter().rev().copied().collect();
            let lines = json!({ "lines": [self.names(&cells)] });
            self.add("thermometer", lines);
            return Some(());
        }
        let row = of_kind(RULES, kind).next()?;
        self.row(row, rule, value)
    }

    /// Adds a rule as the elements of a key.
    fn row(&mut self, row: &Row<Layout>, rule: &CellRule, value: Option<Value>) -> Option<()> {
        let &Row { name, kind, layout } = row;
        let cells = rule.cells();
        match layout {
            Layout::Lines => {
                // A line of one cell would be left out by a reader.
                (cells.len() > 1).then_some(())?;
                let lines = json!({ "lines": [self.names(cells)] });
                self.add(name, with(lines, "value", value));
            }
            Layout::Cells => {
                let object = json!({ "cells": self.names(cells) });
                self.add(name, with(object, "value", value));
            }
            Layout::Dots => self.dots(name, rule, value)?,
            Layout::Letter => {
                let letter = match rule.number()? {
                    10 => "X",
                    5 => "V",
                    _ => return None,
                };
                self.dots(name, rule, Some(json!(letter)))?;
            }
            Layout::Single => {
                // All cells of one kind are one rule.
                let rules = self.shape.cell_rules().iter();
                let is_only = rules.filter(|own| own.kind() == kind).count() == 1;
                (is_only || matches!(kind, RuleKind::Odd | RuleKind::Even)).then_some(())?;
                for &cell in cells {
                    let cell = self.name(cell);
                    self.add(name, json!({ "cell": cell }));
                }
            }
            Layout::Outside | Layout::Diagonal => {
                let is_diagonal = matches!(layout, Layout::Diagonal);
                let ((row, column), direction) = outside::place_of(self.size, cells, is_diagonal)?;
                let object = json!({ "cell": format!("R{row}C{column}") });
                let object = with(object, "direction", direction.map(|name| json!(name)));
                self.add(name, with(object, "value", value));
            }
            Layout::Arrow => self.arrow(name, rule)?,
            Layout::Square => {
                marks::first_of_square(self.size, cells)?;
                let object = json!({ "cells": self.names(cells), "values": rule.values() });
                self.add(name, object);
            }
            Layout::Copies => {
                let (cells, copies) = cells.split_at(cells.len() / 2);
                let (cells, copies) = (self.names(cells), self.names(copies));
                self.add(name, json!({ "cells": cells, "cloneCells": copies }));
            }
        }
        Some(())
    }

    /// Adds a dot or a letter between each two neighbours on a line.
    fn dots(&mut self, key: &str, rule: &CellRule, value: Option<Value>) -> Option<()> {
        for pair in rule.cells().windows(2) {
            self.are_neighbours(pair).then_some(())?;
            let object = json!({ "cells": self.names(pair) });
            self.add(key, with(object, "value", value.clone()));
        }
        Some(())
    }

    /// Adds an arrow with its circle or pill.
    fn arrow(&mut self, key: &str, rule: &CellRule) -> Option<()> {
        let (circle, rest) = arrow::parts(rule)?;
        // The line begins at the cell of the pill that is nearest.
        let place = |cell: usize| (cell / self.size, cell % self.size);
        let first = place(*rest.first()?);
        let far = |cell: &usize| {
            let (row, column) = place(*cell);
            row.abs_diff(first.0).max(column.abs_diff(first.1))
        };
        let start = *circle.iter().min_by_key(|cell| far(cell))?;
        let line = self.names(&[&[start], rest].concat());
        let cells = self.names(circle);
        self.add(key, json!({ "cells": cells, "lines": [line] }));
        Some(())
    }
}

/// An object with the value of a key, if there is one.
fn with(mut object: Value, key: &str, value: Option<Value>) -> Value {
    if let (Some(value), Value::Object(object)) = (value, &mut object) {
        object.insert(key.to_owned(), value);
    }
    object
}
