//! What the items and options of a board are.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use quadrille_core::shared::listing;
use quadrille_core::{ItemId, OptionId, Problem};

use super::sentence::value;
use crate::compiled::Sudoku;
use crate::encode::{Encoding, KnownSum, unit_name};
use crate::rule::CellRule;
use crate::shape::{Kind, Rule, Shape};

/// What an item stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Item {
    /// A cell holds one value.
    Cell(usize),
    /// A unit holds a value.
    Unit { unit: usize, value: u8 },
    /// A part of a rule about cells, by the number of the rule.
    Rule(usize),
    /// A part of a rule about the whole board.
    BoardRule(usize),
    /// A sum that follows from cages, by its number.
    Sum(usize),
}

/// A board as its exact cover.
#[derive(Clone, Debug)]
pub(super) struct Items {
    sudoku: Sudoku,
    of: Vec<Item>,
    /// The items of the values of each unit, ascending by value.
    values: Vec<Vec<ItemId>>,
    /// The item of each cell.
    cells: Vec<Option<ItemId>>,
    known_sums: Vec<KnownSum>,
}

impl Items {
    pub(super) fn new(sudoku: &Sudoku) -> Self {
        let names = Names::new(sudoku.shape());
        let problem = sudoku.solver().problem();
        let of: Vec<Item> = problem
            .items()
            .map(|item| names.find(problem.name(item)))
            .collect();
        let units = sudoku.shape().units().count();
        let mut values = vec![BTreeMap::new(); units];
        let mut cells = vec![None; sudoku.shape().cell_count()];
        for (item, &kind) in problem.items().zip(&of) {
            match kind {
                Item::Cell(cell) => cells[cell] = cells[cell].or(Some(item)),
                Item::Unit { unit, value } => {
                    values[unit].insert(value, item);
                }
                _ => {}
            }
        }
        Self {
            of,
            known_sums: sudoku.shape().known_sums(),
            sudoku: sudoku.clone(),
            values: values
                .into_iter()
                .map(|values| values.into_values().collect())
                .collect(),
            cells,
        }
    }

    /// The items of the cells, ascending.
    pub(super) fn cell_items(&self) -> impl Iterator<Item = ItemId> + '_ {
        self.cells.iter().copied().flatten()
    }

    pub(super) fn cell_item(&self, cell: usize) -> Option<ItemId> {
        self.cells[cell]
    }

    /// The items of the values of a unit, ascending by value.
    pub(super) fn values_of(&self, unit: usize) -> &[ItemId] {
        &self.values[unit]
    }

    /// The units that hold each value once: rows, columns, boxes and the like.
    pub(super) fn full_units(&self) -> impl Iterator<Item = usize> + '_ {
        let shape = self.shape();
        let units = shape.units().enumerate();
        let full = units.filter(|(_, unit)| unit.cells().len() == shape.side());
        full.map(|(number, _)| number)
    }

    pub(super) fn shape(&self) -> &Shape {
        self.sudoku.shape()
    }

    pub(super) fn encoding(&self) -> &Encoding {
        self.sudoku.encoding()
    }

    pub(super) fn problem(&self) -> &Arc<Problem> {
        self.sudoku.solver().problem()
    }

    pub(super) fn known_sums(&self) -> &[KnownSum] {
        &self.known_sums
    }

    pub(super) fn get(&self, item: ItemId) -> Item {
        self.of[item.index()]
    }

    pub(super) fn all(&self, items: &[ItemId]) -> Vec<Item> {
        items.iter().map(|&item| self.get(item)).collect()
    }

    pub(super) fn kind(&self, unit: usize) -> Kind {
        self.shape().unit(unit).kind()
    }

    /// The cells and values of options, without those of rules.
    pub(super) fn candidates(&self, options: &[OptionId]) -> Vec<(usize, u8)> {
        let encoding = self.encoding();
        let found = options
            .iter()
            .filter_map(|&option| encoding.candidate(option));
        found.collect()
    }

    pub(super) fn cell(&self, cell: usize) -> String {
        self.shape().name(cell).to_string()
    }

    /// `r1c2` or `r1c2 and r1c3`: in order, without repetitions.
    pub(super) fn cells(&self, cells: impl IntoIterator<Item = usize>, last: &str) -> String {
        let cells: BTreeSet<usize> = cells.into_iter().collect();
        listing(cells.into_iter().map(|cell| self.cell(cell)), last)
    }

    pub(super) fn unit(&self, unit: usize) -> String {
        let unit = self.shape().unit(unit);
        match unit.kind() {
            // There are many of them, with the same name.
            Kind::Knight | Kind::King => {
                let cells = unit.cells().iter().map(|&cell| self.cell(cell));
                format!("{} ({unit})", listing(cells, "and"))
            }
            _ => unit.to_string(),
        }
    }

    /// `row 2`, `rows 2 and 6`, `row 2 and box 6`: units in order, without repetitions.
    pub(super) fn units(&self, units: impl IntoIterator<Item = usize>) -> String {
        let units: BTreeSet<usize> = units.into_iter().collect();
        let names = units.iter().map(|&unit| self.unit(unit));
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for name in names {
            let (kind, number) = match name.rsplit_once(' ') {
                Some((kind, number)) if number.parse::<usize>().is_ok() => (kind, number),
                _ => ("", &*name),
            };
            match groups.last_mut() {
                Some((last, numbers)) if last == kind => numbers.push(number.to_owned()),
                _ => groups.push((kind.to_owned(), vec![number.to_owned()])),
            }
        }
        let groups = groups.into_iter().map(|(kind, numbers)| {
            let numbers_in_words = listing(&numbers, "and");
            match (&*kind, numbers.len()) {
                ("", _) => numbers_in_words,
                ("box", 2..) => format!("boxes {numbers_in_words}"),
                (kind, 2..) => format!("{kind}s {numbers_in_words}"),
                (kind, _) => format!("{kind} {numbers_in_words}"),
            }
        });
        listing(groups, "and")
    }

    /// The name of what has to hold: `r1c2`, `the 4 of row 2`, `the cage at r1c1 (sum 12)`.
    pub(super) fn name(&self, item: Item) -> String {
        match item {
            Item::Unit { unit, value: v } => format!("the {} of {}", value(v), self.unit(unit)),
            item => self.place(item),
        }
    }

    /// Where it is: `r1c2`, `row 2`, `the cage at r1c1 (sum 12)`.
    pub(super) fn place(&self, item: Item) -> String {
        let shape = self.shape();
        match item {
            Item::Cell(cell) => self.cell(cell),
            Item::Unit { unit, .. } => self.unit(unit),
            Item::Rule(rule) => shape.describe(&shape.cell_rules()[rule]),
            Item::BoardRule(rule) => match shape.rules().get(rule) {
                Some(rule) => format!("the rule {}", rule.word()),
                None => "the rules of the board".to_owned(),
            },
            Item::Sum(_) => "the sums of the cages".to_owned(),
        }
    }
}

/// Whether an item is a part of a rule, which has no words of its own.
pub(super) fn is_of_rule(item: &Item) -> bool {
    !matches!(item, Item::Cell(_) | Item::Unit { .. })
}

/// Finds out from the names of items what they are. The names are made in `encode`.
struct Names {
    cells: HashMap<String, usize>,
    units: HashMap<String, usize>,
    rules: HashMap<String, usize>,
    board_rules: Vec<&'static str>,
    lowest: u32,
}

impl Names {
    fn new(shape: &Shape) -> Self {
        let cells = (0..shape.cell_count()).map(|cell| (shape.name(cell).to_string(), cell));
        let units = shape.units().enumerate();
        let units = units.map(|(number, unit)| (unit_name(shape, unit), number));
        let rules = shape.cell_rules().iter().enumerate();
        let name = |(number, rule): (usize, &CellRule)| {
            (format!("{}{}", rule.kind().word(), number + 1), number)
        };
        Self {
            cells: cells.collect(),
            units: units.collect(),
            rules: rules.map(name).collect(),
            board_rules: shape.rules().iter().map(Rule::word).collect(),
            lowest: shape.number(1),
        }
    }

    fn find(&self, name: &str) -> Item {
        let inner = name
            .strip_prefix("value(")
            .and_then(|name| name.strip_suffix(')'));
        if let Some(&cell) = self.cells.get(inner.unwrap_or(name)) {
            return Item::Cell(cell);
        }
        if let Some((unit, number)) = name.rsplit_once('=')
            && let Some(&unit) = self.units.get(unit)
            && let Ok(number) = number.parse::<u32>()
        {
            let value = (number + 1).saturating_sub(self.lowest) as u8;
            return Item::Unit { unit, value };
        }
        let is_part = |character: char| !character.is_alphanumeric() && character != '-';
        let words = name.split(is_part);
        if let Some(&rule) = words.clone().find_map(|word| self.rules.get(word)) {
            return Item::Rule(rule);
        }
        let sum = words
            .clone()
            .find_map(|word| word.strip_prefix("known-sum")?.parse::<usize>().ok());
        if let Some(number) = sum {
            return Item::Sum(number - 1);
        }
        let is_own = |word: &&str| match *word {
            "nonconsecutive" | "non-consecutive" => name.starts_with("apart:"),
            word => name.contains(word),
        };
        let rule = self.board_rules.iter().position(is_own);
        Item::BoardRule(rule.unwrap_or(usize::MAX))
    }
}
