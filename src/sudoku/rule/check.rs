//! Whether rules fit a board, and what they are called.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::automaton::Automaton;
use super::cell_rule::{CellRule, Detail};
use super::error::{RuleError, RuleReason};
use super::kind::{Needs, RuleKind};
use crate::sudoku::shape::{Kind, Shape};

/// The largest number of ways to fill the cells of a rule that is part of a choice and has no
/// shorter form.
const MOST_WAYS: u64 = 100_000;

/// The most steps of the chain of a sum: its states, times the values.
const MOST_STEPS: usize = 1 << 23;

impl Shape {
    /// Returns the shape with more rules about some cells.
    ///
    /// # Errors
    /// [`RuleError`] if a rule does not fit the board: it has a cell that is not on the board, or a
    /// sum that its cells cannot have.
    pub fn with_cell_rules(
        mut self,
        rules: impl IntoIterator<Item = CellRule>,
    ) -> Result<Shape, RuleError> {
        for (place, rule) in rules.into_iter().enumerate() {
            if let Err(reason) = self.check_rule(&rule) {
                let rule = self.describe(&rule);
                return Err(RuleError {
                    rule,
                    place,
                    reason,
                });
            }
            self.cell_rules.push(rule);
        }
        Ok(self)
    }

    /// Returns the shape without one of its rules about some cells.
    pub(in crate::sudoku) fn without_cell_rule(&self, place: usize) -> Shape {
        let mut shape = self.clone();
        shape.cell_rules.remove(place);
        shape
    }

    /// Returns the name of a rule in a sentence: `the cage at r1c1 (sum 17)`.
    #[must_use]
    pub fn describe(&self, rule: &CellRule) -> String {
        let cell = match rule.cells.first() {
            Some(&cell) if cell < self.cell_count() => format!(" at {}", self.name(cell)),
            _ => rule
                .branches()
                .iter()
                .flatten()
                .next()
                .map_or_else(String::new, |first| {
                    format!(" that begins with {}", self.describe(first))
                }),
        };
        let detail = match (rule.kind.needs(), &rule.detail) {
            // The name of the rule tells it.
            (Needs::Usually(_, usual), Detail::Number(number)) if *number == usual => String::new(),
            (
                Needs::Number(name) | Needs::Perhaps(name) | Needs::Usually(name, _),
                Detail::Number(number),
            ) => format!(" ({name} {number})"),
            (_, Detail::Factors(sum, _)) => format!(" (sum {sum})"),
            (_, Detail::Values(values)) => {
                let values: Vec<String> = values.iter().map(i64::to_string).collect();
                format!(" ({})", values.join(" "))
            }
            _ => String::new(),
        };
        format!("the {}{cell}{detail}", rule.kind.title())
    }

    /// The least and the largest value, as the board shows them.
    pub(in crate::sudoku) fn value_range(&self) -> (i64, i64) {
        let least = i64::from(self.lowest());
        (least, least + self.side() as i64 - 1)
    }

    /// The cells of each box or region.
    pub(in crate::sudoku) fn regions(&self) -> impl Iterator<Item = &[usize]> {
        let is_region = |kind| matches!(kind, Kind::Box(_) | Kind::Region(_));
        self.units()
            .filter(move |unit| is_region(unit.kind()))
            .map(|unit| unit.cells())
    }

    /// The neighbours of a cell in its row and column.
    pub(in crate::sudoku) fn neighbours(&self, cell: usize) -> Vec<usize> {
        let (row, column) = self.place(cell);
        let places = [
            (row.wrapping_sub(1), column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
            (row + 1, column),
        ];
        let cells = places.into_iter();
        cells
            .filter_map(|(row, column)| self.cell(row, column))
            .collect()
    }

    fn check_rule(&self, rule: &CellRule) -> Result<(), RuleReason> {
        self.check_cells(rule)?;
        self.check_detail(rule)?;
        self.check_numbers(rule)?;
        self.check_size(rule)?;
        for rule in rule.branches().iter().flatten() {
            self.check_rule(rule)?;
            let ways = (self.side() as u64).checked_pow(rule.reads(self).len() as u32);
            let is_small = ways.is_some_and(|ways| ways <= MOST_WAYS);
            if Automaton::short(rule, self).is_none() && !is_small {
                let rule = self.describe(rule);
                return Err(RuleReason::InChoice { rule });
            }
        }
        Ok(())
    }

    /// Whether the sums of a rule are numbers that can be computed, and not too many.
    fn check_size(&self, rule: &CellRule) -> Result<(), RuleReason> {
        let Some((_, mut factors, total)) = rule.terms() else {
            return Ok(());
        };
        let (low, high) = self.value_range();
        let absolute = |factor: &i64| u128::from(factor.unsigned_abs());
        let largest: u128 = factors.iter().map(absolute).sum();
        let largest = largest * u128::from(high.unsigned_abs().max(1));
        if largest > i64::MAX as u128 {
            let needs = "its factors are too large: its sums must be below 2^63";
            return Err(RuleReason::Board { needs });
        }
        // At each step, the sums so far, times the values.
        let steps = largest * factors.len() as u128 * self.side() as u128;
        factors.sort_unstable_by_key(|factor| Reverse(factor.unsigned_abs()));
        if steps > MOST_STEPS as u128 && has_many_sums(&factors, total, (low, high)) {
            let needs =
                "its cells have too many different sums; use smaller factors or fewer cells";
            return Err(RuleReason::Board { needs });
        }
        Ok(())
    }

    fn check_cells(&self, rule: &CellRule) -> Result<(), RuleReason> {
        use RuleKind::{Difference, Greater, PairSum, Pairs, Ratio, Whispers, Zipper};
        let cells = rule.cells.len();
        let mut seen = HashSet::new();
        // A line may cross itself, and a loop ends where it begins.
        let may_cross = matches!(
            rule.kind,
            Difference
                | Greater
                | PairSum
                | Pairs
                | Ratio
                | Whispers
                | Zipper
                | RuleKind::Modular
                | RuleKind::Entropic
                | RuleKind::Palindrome
                | RuleKind::Regex
                | RuleKind::Machine
                | RuleKind::Clone
                | RuleKind::SumLine
                | RuleKind::Sum
                | RuleKind::DoubleArrow
                | RuleKind::RegionSum
                | RuleKind::EqualSums
                | RuleKind::SlowThermometer
                | RuleKind::Arrow
                | RuleKind::PillArrow
                | RuleKind::ValueIndex
        );
        for &cell in &rule.cells {
            if cell >= self.cell_count() {
                return Err(RuleReason::NoCell {
                    cell: format!("cell {cell}"),
                    rows: self.rows(),
                    columns: self.columns(),
                });
            }
            if !seen.insert(cell) && !may_cross {
                let cell = self.name(cell).to_string();
                return Err(RuleReason::Twice { cell });
            }
        }
        let least = rule.kind.least_cells();
        if cells < least {
            return Err(RuleReason::TooFew { cells, least });
        }
        if rule.is_distinct() && cells > self.side() {
            let most = self.side();
            return Err(RuleReason::TooMany { cells, most });
        }
        let expected = match rule.kind {
            RuleKind::Clone if cells % 2 == 1 => "an even number".to_owned(),
            RuleKind::EqualityCage if cells % 2 == 1 => "an even number".to_owned(),
            RuleKind::SameValues => match rule.number() {
                Some(sets) if sets < 1 || cells as i64 % sets != 0 => {
                    format!("a multiple of {sets}")
                }
                _ => return Ok(()),
            },
            RuleKind::EqualSums => match rule
                .values()
                .iter()
                .fold(0i64, |sum, &length| sum.saturating_add(length))
            {
                sum if sum != cells as i64 => format!("{sum}, the sum of the lengths"),
                _ => return Ok(()),
            },
            RuleKind::PillArrow => match rule.number() {
                Some(pill) if pill >= cells as i64 => format!("more than {pill}"),
                _ => return Ok(()),
            },
            RuleKind::Thermometer | RuleKind::Greater if cells > self.side() => {
                format!("at most {}", self.side())
            }
            _ => return Ok(()),
        };
        Err(RuleReason::Cells { cells, expected })
    }

    /// Whether the rule has what its kind needs.
    fn check_detail(&self, rule: &CellRule) -> Result<(), RuleReason> {
        let (least, most) = self.value_range();
        let check_value = |value: i64| match (least..=most).contains(&value) {
            true => Ok(()),
            false => Err(RuleReason::NoValue { value, least, most }),
        };
        match (rule.kind.needs(), &rule.detail) {
            (Needs::Nothing | Needs::Perhaps(_), Detail::None)
            | (Needs::Number(_) | Needs::Perhaps(_) | Needs::Usually(..), Detail::Number(_))
            | (Needs::Pattern, Detail::Pattern(_))
            | (Needs::Machine, Detail::Machine(_)) => Ok(()),
            (Needs::Factors, Detail::Factors(_, factors)) => match factors.len() {
                0 => Ok(()),
                factors if factors == rule.cells.len() => Ok(()),
                factors => Err(RuleReason::Cells {
                    cells: rule.cells.len(),
                    expected: format!("{factors}, one for each factor"),
                }),
            },
            (Needs::Values, Detail::Values(values)) => match rule.kind {
                RuleKind::Quadruple if values.len() > rule.cells.len() => Err(RuleReason::Cells {
                    cells: rule.cells.len(),
                    expected: format!("at least {}, one for each value", values.len()),
                }),
                RuleKind::Quadruple => values.iter().copied().try_for_each(check_value),
                RuleKind::Counts => {
                    let values = values.iter().skip(1).step_by(2);
                    values.copied().try_for_each(check_value)
                }
                _ => match values.iter().find(|&&length| length < 1) {
                    Some(&number) => Err(RuleReason::Number {
                        name: "length",
                        number,
                        least: 1,
                        most: rule.cells.len() as i64,
                    }),
                    None => Ok(()),
                },
            },
            (Needs::Pairs, Detail::Pairs(pairs)) => {
                let mut values = pairs.iter().flat_map(|&(a, b)| [a, b]);
                values.try_for_each(check_value)
            }
            (Needs::Branches, Detail::Branches(branches)) => match branches.is_empty() {
                true => Err(RuleReason::Missing {
                    name: "list of rules",
                }),
                false => Ok(()),
            },
            (Needs::Number(name) | Needs::Usually(name, _), Detail::None) => {
                Err(RuleReason::Missing { name })
            }
            (Needs::Factors, Detail::None) => Err(RuleReason::Missing { name: "sum" }),
            (Needs::Values, Detail::None) => Err(RuleReason::Missing { name: "values" }),
            (Needs::Pairs, Detail::None) => Err(RuleReason::Missing { name: "pairs" }),
            (Needs::Pattern, Detail::None) => Err(RuleReason::Missing { name: "pattern" }),
            (Needs::Machine, Detail::None) => Err(RuleReason::Missing { name: "machine" }),
            (Needs::Branches, Detail::None) => Err(RuleReason::Missing { name: "any" }),
            (_, detail) => Err(RuleReason::Unexpected {
                name: match detail {
                    Detail::None => "nothing",
                    Detail::Number(_) => "number",
                    Detail::Factors(..) => "factors",
                    Detail::Values(_) => "values",
                    Detail::Pairs(_) => "pairs",
                    Detail::Pattern(_) => "pattern",
                    Detail::Machine(_) => "machine",
                    Detail::Branches(_) => "lists of rules",
                },
            }),
        }
    }

    /// What rules of a kind need and the board is not, if anything.
    pub(in crate::sudoku) fn lacks_for(&self, kind: RuleKind) -> Option<&'static str> {
        use RuleKind::{BoxIndex, ColumnIndex, Entropic, RegionSum, RowIndex};
        match kind {
            Entropic if self.side() != 9 => Some("a board with nine values is needed"),
            RegionSum | BoxIndex if self.regions().next().is_none() => {
                Some("a board with boxes or regions is needed")
            }
            RowIndex | ColumnIndex if self.cell_count() != self.rows() * self.columns() => {
                Some("a single board is needed")
            }
            _ => None,
        }
    }

    /// Whether the cells can have the number, and the board is one that the rule is for.
    fn check_numbers(&self, rule: &CellRule) -> Result<(), RuleReason> {
        use RuleKind::{
            Arrow, Cage, Difference, HiddenSkyscraper, LittleKiller, Lockout, Lunchbox, Modular,
            NumberedRoom, PairSum, PillArrow, Ratio, RellikCage, SameValues, Sandwich, Skyscraper,
            SumLine, SumLoop, Whispers, XSum,
        };
        if let Some(needs) = self.lacks_for(rule.kind) {
            return Err(RuleReason::Board { needs });
        }
        let (low, high) = self.value_range();
        let cells = rule.cells.len() as i64;
        // The sums of some of the lowest and of the highest values.
        let lowest = |count: i64| (low..low + count).sum::<i64>();
        let highest = |count: i64| (high + 1 - count..=high).sum::<i64>();
        let all = lowest(self.side() as i64);
        let inside = |count: i64| highest(count.max(0));
        let differ = self.are_in_one_unit(&rule.cells);
        let range = match rule.kind {
            Cage => (lowest(cells), highest(cells)),
            LittleKiller => (low * cells, high * cells),
            SumLine | SumLoop => (1, high * cells),
            PairSum => (2 * low, 2 * high),
            Difference => (0, high - low),
            Whispers | Lockout => (1, high - low),
            Ratio => (1, high),
            Modular => (2, self.side() as i64),
            PillArrow => (1, 3),
            SameValues => (1, cells),
            Sandwich if differ => (0, all - low - high),
            Sandwich => (0, high * (cells - 2)),
            Lunchbox => (0, inside(cells - 2)),
            XSum if differ => (1, all),
            XSum => (1, high * cells),
            Skyscraper => (1, cells),
            HiddenSkyscraper | NumberedRoom => (low, high),
            RellikCage => (1, highest(cells)),
            Arrow => {
                return match lowest(1) * (cells - 1) > high {
                    true => Err(RuleReason::Cells {
                        cells: rule.cells.len(),
                        expected: format!("at most {}", 1 + high),
                    }),
                    false => Ok(()),
                };
            }
            _ => return Ok(()),
        };
        let (Needs::Number(name) | Needs::Perhaps(name) | Needs::Usually(name, _)) =
            rule.kind.needs()
        else {
            return Ok(());
        };
        let (least, most) = range;
        match rule.number() {
            Some(number) if !(least..=most).contains(&number) => Err(RuleReason::Number {
                name,
                number,
                least,
                most,
            }),
            _ => Ok(()),
        }
    }
}

/// Whether the chain of a sum has too many steps. Sums from which the total cannot be reached are left
/// out, as in [`Model::sum`](crate::model::Model::sum).
fn has_many_sums(factors: &[i64], total: i64, (low, high): (i64, i64)) -> bool {
    let products = |factor: i64| {
        let ends = [factor * low, factor * high].map(i128::from);
        (ends[0].min(ends[1]), ends[0].max(ends[1]))
    };
    let add = |sum: (i128, i128), &factor: &i64| {
        let (least, most) = products(factor);
        (sum.0 + least, sum.1 + most)
    };
    let mut sums: HashSet<i128> = HashSet::from([0]);
    let mut steps = 0;
    for (place, &factor) in factors.iter().enumerate() {
        let (least, most) = factors[place + 1..].iter().fold((0, 0), add);
        let reaches = |sum: &i128| (least..=most).contains(&(i128::from(total) - sum));
        let values = (low..=high).map(|value| i128::from(factor * value));
        let values: Vec<i128> = values.collect();
        let mut next = HashSet::new();
        for sum in sums {
            next.extend(values.iter().map(|value| sum + value).filter(reaches));
            steps += values.len();
            if steps > MOST_STEPS {
                return true;
            }
        }
        sums = next;
    }
    false
}
