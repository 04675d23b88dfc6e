//! Broken rules: two equal values in one unit, or consecutive values in two cells side by side.

use std::collections::{BTreeSet, HashSet};
use std::fmt;

use smallvec::{SmallVec, smallvec};

use super::alphabet::LARGEST_SIDE;
use super::grid::Grid;
use super::rule::{CellRule, all_hold};
use super::shape::{Kind, Rule, Shape, Unit};

/// The number of units that need no allocation: those of the classic board.
const UNITS: usize = 27;
/// The same for cells, and one place after the last.
const CELLS: usize = 82;

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

impl Shape {
    /// The cells of every broken rule without units that have a value. Of a rule about the whole
    /// board, those of its first clash.
    pub(super) fn broken(&self, board: &Grid) -> Vec<Vec<usize>> {
        let cells = board.cells();
        let rules = self.rules().iter();
        let whole = rules.filter_map(|rule| Some(broken(rule, self, cells)?.0));
        let some = self.cell_rules().iter();
        let some = some.filter_map(|rule| broken_by(rule, self, cells));
        whole.chain(some).collect()
    }
}

/// Whether any rule is broken: a fast test, false for nearly every board.
/// O(givens * units of a cell).
fn breaks(shape: &Shape, cells: &[u8]) -> bool {
    let mut seen: SmallVec<[u64; UNITS]> = smallvec![0; shape.units().len()];
    let mut twice = 0;
    // Which cells have a value cannot be predicted: their list is made without a branch for each.
    let mut given: SmallVec<[u16; CELLS]> = smallvec![0; cells.len() + 1];
    let mut count = 0;
    for (cell, &value) in (0..).zip(cells) {
        given[count] = cell;
        count += usize::from(is_value(shape, value));
    }
    for &cell in &given[..count] {
        let cell = usize::from(cell);
        let bit = 1u64 << cells[cell];
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
        || broken_cells(shape, cells).is_some()
}

/// Cells that break a rule, and how they do.
type Broken = Option<(Vec<usize>, String)>;

/// The first cells that break a rule without units.
fn broken(rule: &Rule, shape: &Shape, cells: &[u8]) -> Broken {
    let board = Filled { shape, cells };
    match rule {
        Rule::NonConsecutive => board.consecutive(),
        Rule::StrictWhite | Rule::StrictBlack | Rule::StrictXv => board.unmarked(rule),
        Rule::AntiTaxicab => board.taxicab(),
        Rule::Entropy => board.entropy(),
        Rule::Flatmates => board.flatmates(),
        Rule::SameValues => board.same_values(),
        Rule::UnequalLines => board.unequal_lines(),
        Rule::Doppelganger => board.doppelganger(),
        // The units of other rules are checked already.
        _ => None,
    }
}

/// A board of a shape.
struct Filled<'a> {
    shape: &'a Shape,
    cells: &'a [u8],
}

impl Filled<'_> {
    fn value(&self, cell: usize) -> Option<i64> {
        number(self.shape, *self.cells.get(cell)?)
    }

    fn consecutive(&self) -> Broken {
        let pair = self.shape.apart().find(|pair| {
            let [a, b] = pair.map(|cell| self.value(cell));
            a.zip(b).is_some_and(|(a, b)| a.abs_diff(b) <= 1)
        })?;
        let how = format!("side by side{}", at(self.shape, &pair));
        Some((pair.to_vec(), how))
    }

    /// Neighbours without a mark that must have one.
    fn unmarked(&self, rule: &Rule) -> Broken {
        let marked = self.shape.marked(rule);
        let mut pairs = (0..self.cells.len()).flat_map(|cell| {
            let others = self.shape.neighbours(cell).into_iter();
            let others = others.filter(move |&other| other > cell);
            others.map(move |other| [cell, other])
        });
        let pair = pairs.find(|pair| {
            let [a, b] = pair.map(|cell| self.value(cell));
            let allows = |(a, b)| rule.allows_unmarked(a, b);
            !marked.contains(pair) && !a.zip(b).is_none_or(allows)
        })?;
        let mark = match rule {
            Rule::StrictXv => "an X or V",
            _ => "a dot",
        };
        let how = format!("without {mark} between them{}", at(self.shape, &pair));
        Some((pair.to_vec(), how))
    }

    fn taxicab(&self) -> Broken {
        let all = 0..self.cells.len();
        let mut pairs = all
            .clone()
            .flat_map(|one| all.clone().skip(one + 1).map(move |other| [one, other]));
        let steps = |[one, other]: [usize; 2]| {
            let (one, other) = (self.shape.place(one), self.shape.place(other));
            (one.0.abs_diff(other.0) + one.1.abs_diff(other.1)) as i64
        };
        let pair = pairs.find(|&pair| {
            let [a, b] = pair.map(|cell| self.value(cell));
            a.is_some() && a == b && a == Some(steps(pair))
        })?;
        let how = format!("{} steps apart{}", steps(pair), at(self.shape, &pair));
        Some((pair.to_vec(), how))
    }

    fn entropy(&self) -> Broken {
        let (least, _) = self.shape.value_range();
        let mut squares = self.shape.squares().into_iter();
        let square = squares.find(|square| {
            let bands = square.iter();
            let bands = bands.map(|&cell| Some((self.value(cell)? - least) / 3));
            let bands: Option<HashSet<i64>> = bands.collect();
            // Where boards overlap, a square may lack cells.
            square.len() == 4 && bands.is_some_and(|bands| bands.len() < 3)
        })?;
        let name = self.shape.name(square[0]);
        let how = format!("in the two by two cells at {name} are not of three kinds");
        Some((square, how))
    }

    fn flatmates(&self) -> Broken {
        let (least, most) = self.shape.value_range();
        let middle = i64::midpoint(least, most);
        let cell = (0..self.cells.len()).find(|&cell| {
            let (row, column) = self.shape.place(cell);
            let above = row.checked_sub(1);
            let above = above.and_then(|row| self.shape.cell(row, column));
            let below = self.shape.cell(row + 1, column);
            let lacks = |other: Option<usize>, wanted: i64| {
                other.is_none_or(|other| self.value(other).is_some_and(|own| own != wanted))
            };
            self.value(cell) == Some(middle) && lacks(above, least) && lacks(below, most)
        })?;
        let name = self.shape.name(cell);
        let how = format!("at {name} lacks {least} above it or {most} below it");
        Some((vec![cell], how))
    }

    fn same_values(&self) -> Broken {
        let set = |unit: &Unit| -> Option<BTreeSet<i64>> {
            unit.cells().iter().map(|&cell| self.value(cell)).collect()
        };
        let full = self.shape.largest_houses().into_iter();
        let mut full = full.filter_map(|unit| Some((unit, set(unit)?)));
        let (first, own) = full.next()?;
        let (other, _) = full.find(|(_, set)| *set != own)?;
        let how = format!("in {other} are not the values of {first}");
        Some((other.cells().to_vec(), how))
    }
}

impl Filled<'_> {
    fn unequal_lines(&self) -> Broken {
        let value = |cell: usize| self.value(cell);
        let mut pairs = self.shape.equal_lines().into_iter();
        let (line, other, _) =
            pairs.find(|own| all_hold(std::slice::from_ref(&own.2), &value) == Some(false))?;
        let names = [&line, &other].map(|line| {
            let ends = [line[0], line[line.len() - 1]].map(|cell| self.shape.name(cell));
            format!("{} to {}", ends[0], ends[1])
        });
        let how = format!("in {} are those in {}", names[0], names[1]);
        Some((line, how))
    }

    fn doppelganger(&self) -> Broken {
        // The value that a full unit lacks.
        let (least, most) = self.shape.value_range();
        let lacked = |unit: &&Unit| {
            let values: Option<Vec<i64>> =
                unit.cells().iter().map(|&cell| self.value(cell)).collect();
            let values = values?;
            (least..=most).find(|value| !values.contains(value))
        };
        let full: Vec<(&Unit, i64)> = self
            .shape
            .doppelganger_units()
            .filter_map(|unit| Some((unit, lacked(&unit)?)))
            .collect();
        for (place, &(unit, own)) in full.iter().enumerate() {
            if own == least {
                return Some((unit.cells().to_vec(), format!("in {unit} lack {least}")));
            }
            let shared = |other: &Unit| {
                let mut cells = unit.cells().iter();
                let is_zero = |&cell: &usize| {
                    self.value(cell) == Some(least) && other.cells().contains(&cell)
                };
                unit.is_like(other) || cells.any(is_zero)
            };
            let same = |other: &&(&Unit, i64)| {
                other.1 == own && other.0.board() == unit.board() && shared(other.0)
            };
            if let Some((other, _)) = full[..place].iter().find(same) {
                let how = format!("in {unit} lack {own}, and so does {other}");
                return Some((unit.cells().to_vec(), how));
            }
        }
        None
    }
}

/// The first rule about some cells that is broken, and how.
fn broken_cells(shape: &Shape, cells: &[u8]) -> Broken {
    let mut rules = shape.cell_rules().iter();
    let (known, rule) = rules.find_map(|rule| Some((broken_by(rule, shape, cells)?, rule)))?;
    let verb = if known.len() == 1 { "breaks" } else { "break" };
    Some((known, format!("{verb} {}", shape.describe(rule))))
}

/// The cells of a rule that have a value, if they break it.
fn broken_by(rule: &CellRule, shape: &Shape, cells: &[u8]) -> Option<Vec<usize>> {
    let value = |cell: usize| number(shape, *cells.get(cell)?);
    if rule.holds(shape, &value) != Some(false) {
        return None;
    }
    let mut known: Vec<usize> = rule.all_cells();
    known.retain(|&cell| value(cell).is_some());
    Some(known)
}

/// The value that a board shows for a value from 1; `None` for a blank.
fn number(shape: &Shape, value: u8) -> Option<i64> {
    is_value(shape, value).then(|| i64::from(value) - 1 + shape.value_range().0)
}

/// ` at r1c1 and r1c2`.
fn at(shape: &Shape, [a, b]: &[usize; 2]) -> String {
    format!(" at {} and {}", shape.name(*a), shape.name(*b))
}

/// Whether a shape has this value. Other values clash with nothing and are in no solution.
fn is_value(shape: &Shape, value: u8) -> bool {
    (1..=shape.side()).contains(&usize::from(value))
}

/// Cells that break a rule: why a board has no solution.
///
/// Its text counts from 1: `two 5s in row 3 at columns 2 and 7`, `two 5s in box 2 at r1c4 and
/// r3c5`, `9 and 7 break the cage at r1c1 (sum 17)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Clash {
    cells: Vec<usize>,
    values: Vec<u8>,
    /// The values as the board writes them.
    names: Vec<String>,
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
                return Some(Clash::new(shape, cells, pair.to_vec(), rule));
            }
        }
        let mut rules = shape.rules().iter();
        let (own, how) = rules
            .find_map(|rule| broken(rule, shape, cells))
            .or_else(|| broken_cells(shape, cells))?;
        Some(Clash::new(shape, cells, own, how))
    }

    fn new(shape: &Shape, all: &[u8], cells: Vec<usize>, rule: String) -> Clash {
        let values: Vec<u8> = cells.iter().map(|&cell| all[cell]).collect();
        let name = |&value: &u8| (u32::from(value) + u32::from(shape.lowest()) - 1).to_string();
        Clash {
            names: values.iter().map(name).collect(),
            cells,
            values,
            rule,
        }
    }

    /// Returns the values of the cells, from 1.
    #[must_use]
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// Returns the cells, from 0: the two cells of a unit in reading order, or those of a rule that
    /// are not blank.
    #[must_use]
    pub fn cells(&self) -> &[usize] {
        &self.cells
    }

    /// The same clash with the values as a board writes them.
    pub(super) fn named(self, name: impl Fn(u8) -> String) -> Clash {
        let names = self.values.iter().map(|&value| name(value)).collect();
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
        let rule = &self.rule;
        match &*self.names {
            [a, b] if a == b && !rule.starts_with("break") => write!(f, "two {a}s {rule}"),
            [all @ .., last] if !all.is_empty() => {
                write!(f, "{} and {last} {rule}", all.join(", "))
            }
            names => write!(f, "{} {rule}", names.concat()),
        }
    }
}
