//! Broken rules: two equal values in one unit, or consecutive values in two cells side by side.

use std::fmt;

use smallvec::{SmallVec, smallvec};

use super::alphabet::LARGEST_SIDE;
use super::grid::Grid;
use super::shape::{Kind, Rule, Shape};

/// The number of units that need no allocation: those of the classic board.
const UNITS: usize = 27;

impl Shape {
    /// Returns the first rule that a board already breaks, `None` if it breaks no rule. O(cells).
    ///
    /// Units are checked in their order: rows, columns, boxes, then the others. The first pair of a
    /// unit is the one whose second cell comes first.
    #[must_use]
    pub fn clash(&self, board: &Grid) -> Option<Clash> {
        Clash::first(self, board.cells())
    }

    /// Returns whether a board is full and breaks no rule.
    #[must_use]
    pub fn is_solution(&self, board: &Grid) -> bool {
        let cells = board.cells();
        cells.len() == self.cell_count()
            && cells.iter().all(|&value| is_value(self, value))
            && !breaks(self, cells)
    }
}

/// Whether any rule is broken: a fast test, false for nearly every board.
/// O(givens * units of a cell).
fn breaks(shape: &Shape, cells: &[u8]) -> bool {
    let mut seen: SmallVec<[u64; UNITS]> = smallvec![0; shape.units().len()];
    let mut twice = 0;
    for (cell, &value) in cells.iter().enumerate() {
        if !is_value(shape, value) {
            continue;
        }
        let bit = 1u64 << value;
        for &unit in shape.units_of(cell) {
            twice |= seen[unit] & bit;
            seen[unit] |= bit;
        }
    }
    twice != 0
        || shape
            .rules()
            .iter()
            .any(|rule| broken(rule, shape, cells).is_some())
}

/// The first pair of cells that breaks a rule without units, and how it does.
fn broken(rule: &Rule, shape: &Shape, cells: &[u8]) -> Option<([usize; 2], &'static str)> {
    match rule {
        Rule::NonConsecutive => {
            let is_near = |pair: &[usize; 2]| {
                let [a, b] = pair.map(|cell| cells.get(cell).copied().unwrap_or_default());
                is_value(shape, a) && is_value(shape, b) && a.abs_diff(b) <= 1
            };
            Some((shape.apart().find(is_near)?, "side by side"))
        }
        // The units of other rules are checked already.
        _ => None,
    }
}

/// Whether a shape has this value. Other values clash with nothing and are in no solution.
fn is_value(shape: &Shape, value: u8) -> bool {
    (1..=shape.side()).contains(&usize::from(value))
}

/// Two cells that break a rule: why a board has no solution.
///
/// Its text counts from 1: `two 5s in row 3 at columns 2 and 7`, `two 5s in box 2 at r1c4 and
/// r3c5`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Clash {
    /// Cells in reading order, ascending, and their values.
    cells: [usize; 2],
    values: [u8; 2],
    /// The values as the board writes them.
    names: [String; 2],
    /// The rule and the places, after the values.
    rule: String,
}

impl Clash {
    /// The first rule that is broken.
    fn first(shape: &Shape, cells: &[u8]) -> Option<Clash> {
        if cells.len() != shape.cell_count() || !breaks(shape, cells) {
            return None;
        }
        for unit in shape.units() {
            if let Some(pair) = first_pair(shape, unit.cells(), cells) {
                let [a, b] = pair.map(|cell| shape.place(cell));
                let at = match unit.kind() {
                    Kind::Row(_) => format!("columns {} and {}", a.1 + 1, b.1 + 1),
                    Kind::Column(_) => format!("rows {} and {}", a.0 + 1, b.0 + 1),
                    _ => format!("{} and {}", shape.name(pair[0]), shape.name(pair[1])),
                };
                let rule = match unit.kind() {
                    Kind::Knight | Kind::King => format!("{unit} apart at {at}"),
                    Kind::Diagonal(_) => format!("on {unit} at {at}"),
                    _ => format!("in {unit} at {at}"),
                };
                return Some(Clash::new(cells, pair, rule));
            }
        }
        let mut rules = shape.rules().iter();
        let (pair, how) = rules.find_map(|rule| broken(rule, shape, cells))?;
        let [a, b] = pair.map(|cell| shape.name(cell));
        Some(Clash::new(cells, pair, format!("{how} at {a} and {b}")))
    }

    fn new(cells: &[u8], pair: [usize; 2], rule: String) -> Clash {
        let values = pair.map(|cell| cells[cell]);
        Clash {
            cells: pair,
            values,
            names: values.map(|value| value.to_string()),
            rule,
        }
    }

    /// Returns the values of the two cells.
    #[must_use]
    pub fn values(&self) -> [u8; 2] {
        self.values
    }

    /// Returns the two cells in reading order, from 0, the smaller first.
    #[must_use]
    pub fn cells(&self) -> [usize; 2] {
        self.cells
    }

    /// The same clash with the values as a board writes them.
    pub(super) fn named(self, name: impl Fn(u8) -> String) -> Clash {
        let names = self.values.map(name);
        Clash { names, ..self }
    }
}

/// The first pair of equal values of some cells: the one whose second cell comes first.
fn first_pair(shape: &Shape, unit: &[usize], cells: &[u8]) -> Option<[usize; 2]> {
    let mut seen = [None; LARGEST_SIDE + 1];
    for &second in unit {
        let value = cells[second];
        if is_value(shape, value)
            && let Some(first) = seen[usize::from(value)].replace(second)
        {
            return Some([first, second]);
        }
    }
    None
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([a, b], rule) = (&self.names, &self.rule);
        if a == b {
            write!(f, "two {a}s {rule}")
        } else {
            write!(f, "{a} and {b} {rule}")
        }
    }
}
