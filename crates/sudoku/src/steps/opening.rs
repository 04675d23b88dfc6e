//! The first steps of a puzzle with rules: the values that a rule alone excludes. The exact cover of
//! such a puzzle has no options for them, so they need steps of their own.

use std::collections::BTreeSet;

use quadrille_core::shared::listing;
use quadrille_core::{Budget, Stop};

use super::combinations::{Excluded, Story};
use super::items::{Item, Items};
use super::sentence::Sentence;
use super::step::BoardStep;
use crate::compiled::Sudoku;
use crate::encode::Encoding;
use crate::grid::Grid;
use crate::rule::{CellRule, RuleKind};
use crate::shape::Shape;

/// The steps: rule after rule, as long as one of them excludes anything; then one for what only
/// several rules together exclude.
pub(super) fn steps(
    items: &Items,
    sudoku: &Sudoku,
    board: &Grid,
    budget: &Budget,
) -> Result<Vec<BoardStep>, Stop> {
    let shape = sudoku.shape();
    let mut opening = Opening::new(items, sudoku, board);
    let sources = sources(items);
    let mut steps = Vec::new();
    let mut count = usize::MAX;
    while opening.missing.len() < count {
        count = opening.missing.len();
        for source in &sources {
            let is_about = |&(cell, _): &(usize, u8)| source.is_about(cell);
            if !opening.missing.iter().any(is_about) {
                continue;
            }
            budget.poll()?;
            let alone = shape.with_only(source.rule.as_ref());
            let mut own = opening.excluded_by(&alone, budget)?;
            own.retain(is_about);
            if !own.is_empty() {
                steps.push(opening.step(source, &own));
            }
        }
    }
    if !opening.missing.is_empty() {
        let removed: Vec<(usize, u8)> = opening.missing.iter().copied().collect();
        let together = "several rules together";
        let story = opening.excluded(&[], &removed).because_of(together);
        steps.push(step(story, removed));
    }
    Ok(steps)
}

/// A rule, or all rules about the whole board.
struct Source {
    item: Item,
    rule: Option<CellRule>,
    /// The cells that it is about; all cells, if there are none.
    cells: BTreeSet<usize>,
}

impl Source {
    fn is_about(&self, cell: usize) -> bool {
        self.cells.is_empty() || self.cells.contains(&cell)
    }
}

/// The sources, those with few cells first.
fn sources(items: &Items) -> Vec<Source> {
    let shape = items.shape();
    let mut sources = Vec::new();
    for (number, rule) in shape.cell_rules().iter().enumerate() {
        // Rules of some kinds are about other cells, too.
        let is_local = !matches!(
            rule.kind(),
            RuleKind::RowIndex
                | RuleKind::ColumnIndex
                | RuleKind::BoxIndex
                | RuleKind::Minimum
                | RuleKind::Maximum
                | RuleKind::FullRank
                | RuleKind::TiedRank
                | RuleKind::Either
        );
        let cells = rule.all_cells().into_iter().filter(|_| is_local);
        sources.push(Source {
            item: Item::Rule(number),
            rule: Some(rule.clone()),
            cells: cells.collect(),
        });
    }
    for (number, known) in items.known_sums().iter().enumerate() {
        let cells = known.cells.iter().copied();
        let rule = CellRule::new(RuleKind::Sum, cells.clone()).with_number(known.sum);
        sources.push(Source {
            item: Item::Sum(number),
            rule: Some(rule),
            cells: cells.collect(),
        });
    }
    sources.sort_by_key(|source| (source.cells.is_empty(), source.cells.len()));
    if shape.rules().iter().any(|rule| !rule.makes_units()) {
        let of_board = Source {
            item: Item::BoardRule(usize::MAX),
            rule: None,
            cells: BTreeSet::new(),
        };
        sources.insert(0, of_board);
    }
    sources
}

/// What is known so far.
struct Opening<'a> {
    items: &'a Items,
    /// The board, with the candidates that are left as pencil marks.
    board: Grid,
    /// The candidates that are still to be explained.
    missing: BTreeSet<(usize, u8)>,
}

impl<'a> Opening<'a> {
    fn new(items: &'a Items, sudoku: &Sudoku, board: &Grid) -> Self {
        let shape = sudoku.shape();
        let (mut marks, mut missing) = (Vec::new(), BTreeSet::new());
        for cell in 0..shape.cell_count() {
            let units = shape.units_of(cell).iter();
            let others = units.flat_map(|&unit| shape.unit(unit).cells());
            let seen: BTreeSet<u8> = others.filter_map(|&other| board.get(other)).collect();
            let mut own = 0;
            for value in 1..=shape.side() as u8 {
                let is_given = board.get(cell) == Some(value);
                let is_free = board.get(cell).is_none() && !seen.contains(&value);
                if board.allows(cell, value) && (is_given || is_free) {
                    own |= 1 << (value - 1);
                    if is_free && !sudoku.encoding().has(cell, value) {
                        missing.insert((cell, value));
                    }
                }
            }
            marks.push(own);
        }
        Self {
            items,
            board: Grid::from_marks(marks),
            missing,
        }
    }

    /// The missing candidates that the rules of a shape exclude.
    fn excluded_by(&self, alone: &Shape, budget: &Budget) -> Result<Vec<(usize, u8)>, Stop> {
        let (encoding, _) = Encoding::of_board(alone, &self.board, budget)?;
        let missing = self.missing.iter().copied();
        Ok(missing
            .filter(|&(cell, value)| !encoding.has(cell, value))
            .collect())
    }

    fn excluded<'s>(&'s self, units: &'s [usize], removed: &'s [(usize, u8)]) -> Excluded<'s> {
        Excluded {
            items: self.items,
            candidates: Box::new(|cell| {
                let values = 1..=self.items.shape().side() as u8;
                let own = values.filter(|&value| self.board.allows(cell, value));
                own.collect()
            }),
            units,
            removed,
        }
    }

    /// The step of a source; takes it.
    fn step(&mut self, source: &Source, removed: &[(usize, u8)]) -> BoardStep {
        let shape = self.items.shape();
        let story = match &source.rule {
            None => {
                let rules = shape.rules().iter().filter(|rule| !rule.makes_units());
                let rules = rules.map(|rule| format!("the rule {}", rule.word()));
                self.excluded(&[], removed)
                    .because_of(&listing(rules, "and"))
            }
            Some(rule) => {
                let is_shared = |unit: &usize| {
                    let cells = shape.unit(*unit).cells().iter();
                    cells.filter(|cell| source.cells.contains(cell)).count() > 1
                };
                let units = source.cells.iter().flat_map(|&cell| shape.units_of(cell));
                let units: BTreeSet<usize> = units.copied().filter(is_shared).collect();
                let units: Vec<usize> = units.into_iter().collect();
                // With the fewest units that the rule needs.
                let mut choices = vec![Vec::new()];
                choices.extend(units.iter().map(|&unit| vec![unit]));
                choices.push(units);
                let explains =
                    |units: &&Vec<usize>| self.excluded(units, removed).in_detail(rule).is_some();
                let units = choices.iter().find(explains);
                self.excluded(units.unwrap_or(&Vec::new()), removed)
                    .by(source.item)
            }
        };
        let mut marks = self.board.marks().unwrap_or_default().to_vec();
        for &(cell, value) in removed {
            marks[cell] &= !(1 << (value - 1));
            self.missing.remove(&(cell, value));
        }
        // A value that is left alone in its cell excludes others without words.
        for cell in removed.iter().map(|removed| removed.0) {
            let own = marks[cell];
            if !own.is_power_of_two() {
                continue;
            }
            let value = own.trailing_zeros() as u8 + 1;
            let units = shape.units_of(cell).iter();
            for &other in units.flat_map(|&unit| shape.unit(unit).cells()) {
                if self.missing.remove(&(other, value)) {
                    marks[other] &= !own;
                }
            }
        }
        self.board = Grid::from_marks(marks);
        step(story, removed.to_vec())
    }
}

fn step((technique, text, place): Story, removed: Vec<(usize, u8)>) -> BoardStep {
    BoardStep {
        technique,
        placed: None,
        removed,
        deduction: None,
        argument: Sentence::new(text),
        place: Sentence::new(place),
    }
}
