//! Whether rules fit a board, and what they are called.

use std::collections::HashSet;

use super::cell_rule::{CellRule, Detail};
use super::error::{Fault, RuleError, RuleReason};
use super::kind::{Needs, RuleKind};
use crate::shape::Shape;

impl Shape {
    /// Returns the shape with more rules about some cells.
    ///
    /// # Errors
    /// [`RuleError`] if a rule does not fit the board: it has a cell that is not on the board, a
    /// sum that its cells cannot have, or too many states; or if all rules together have too many.
    /// Counting the states takes up to a few seconds for the largest rules that are accepted.
    pub fn with_cell_rules(
        mut self,
        rules: impl IntoIterator<Item = CellRule>,
    ) -> Result<Shape, RuleError> {
        // Those of earlier rules are not too many.
        let before = self.cell_rules.iter();
        let mut steps = before.fold(0, |steps, rule| {
            self.add_steps(steps, rule).unwrap_or(steps)
        });
        for (place, rule) in rules.into_iter().enumerate() {
            let checked = self.check_rule(&rule);
            match checked.and_then(|()| self.add_steps(steps, &rule)) {
                Ok(all) => steps = all,
                Err(fault) => return Err(fault.of_rule(self.describe(&rule), place)),
            }
            self.cell_rules.push(rule);
        }
        Ok(self)
    }

    /// Returns the shape without one of its rules about some cells.
    pub(crate) fn without_cell_rule(&self, place: usize) -> Shape {
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

    fn check_rule(&self, rule: &CellRule) -> Result<(), Fault> {
        self.check_cells(rule)?;
        self.check_detail(rule)?;
        self.check_numbers(rule)?;
        for rule in rule.branches().iter().flatten() {
            let checked = if self.is_mark(rule) {
                Err(RuleReason::Board {
                    needs: "a dot or sign of a strict rule cannot be part of a choice",
                }
                .into())
            } else {
                self.check_rule(rule)
            };
            checked.map_err(|fault| fault.inside(|| self.describe(rule)))?;
        }
        Ok(())
    }

    fn check_cells(&self, rule: &CellRule) -> Result<(), RuleReason> {
        let cells = rule.cells.len();
        let mut seen = HashSet::new();
        for &cell in &rule.cells {
            if cell >= self.cell_count() {
                return Err(RuleReason::NoCell {
                    cell: format!("cell {cell}"),
                    rows: self.rows(),
                    columns: self.columns(),
                });
            }
            if !seen.insert(cell) && !rule.kind.may_repeat_cells() {
                let what = self.name(cell).to_string();
                return Err(RuleReason::Twice { what });
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
            RuleKind::Clone | RuleKind::EqualityCage if cells % 2 == 1 => {
                "an even number".to_owned()
            }
            RuleKind::SameValues => match rule.number() {
                Some(sets) if sets > 0 && cells as i64 % sets != 0 => {
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
        let check_value = |value: i64| self.check_value(value);
        let missing = |name| Err(RuleReason::Missing { name });
        let unexpected = |name| Err(RuleReason::Unexpected { name });
        match (rule.kind.needs(), &rule.detail) {
            (Needs::Nothing | Needs::Perhaps(_), Detail::None)
            | (Needs::Number(_) | Needs::Perhaps(_) | Needs::Usually(..), Detail::Number(_))
            | (Needs::Pattern, Detail::Pattern(_)) => Ok(()),
            (Needs::Machine, Detail::Machine(machine)) => {
                let mut values = machine.steps().iter().map(|step| step.1);
                values.try_for_each(check_value)
            }
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
                RuleKind::Counts => self.check_counts(rule),
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
            (Needs::Branches, Detail::Branches(branches)) if branches.is_empty() => {
                missing("list of rules")
            }
            (Needs::Branches, Detail::Branches(_)) => Ok(()),
            (Needs::Number(name) | Needs::Usually(name, _), Detail::None) => missing(name),
            (Needs::Factors, Detail::None) => missing("sum"),
            (Needs::Values, Detail::None) => missing("values"),
            (Needs::Pairs, Detail::None) => missing("pairs"),
            (Needs::Pattern, Detail::None) => missing("pattern"),
            (Needs::Machine, Detail::None) => missing("machine"),
            (Needs::Branches, Detail::None) => missing("lists of rules"),
            (_, Detail::Number(_)) => unexpected("number"),
            (_, Detail::Factors(..)) => unexpected("factors"),
            (_, Detail::Values(_)) => unexpected("values"),
            (_, Detail::Pairs(_)) => unexpected("pairs"),
            (_, Detail::Pattern(_)) => unexpected("pattern"),
            (_, Detail::Machine(_)) => unexpected("machine"),
            (_, Detail::Branches(_)) => unexpected("lists of rules"),
        }
    }

    /// Whether each count of a rule has a value, and the cells can have them.
    fn check_counts(&self, rule: &CellRule) -> Result<(), RuleReason> {
        let mut seen = HashSet::new();
        for pair in rule.values().chunks(2) {
            let &[number, value] = pair else {
                let name = "value after the last count";
                return Err(RuleReason::Missing { name });
            };
            self.check_value(value)?;
            let most = rule.cells.len() as i64;
            if !(0..=most).contains(&number) {
                return Err(RuleReason::Number {
                    name: "count",
                    number,
                    least: 0,
                    most,
                });
            }
            if !seen.insert(value) {
                let what = format!("the value {value}");
                return Err(RuleReason::Twice { what });
            }
        }
        Ok(())
    }

    fn check_value(&self, value: i64) -> Result<(), RuleReason> {
        let (least, most) = self.value_range();
        if (least..=most).contains(&value) {
            Ok(())
        } else {
            Err(RuleReason::NoValue { value, least, most })
        }
    }

    /// What the board must be for rules of a kind, if it is not.
    pub(crate) fn lacks_for(&self, kind: RuleKind) -> Option<&'static str> {
        use RuleKind::{BoxIndex, ColumnIndex, Entropic, RegionSum, RowIndex};
        match kind {
            Entropic if self.side() != 9 => Some("needs a board with nine values"),
            RegionSum | BoxIndex if self.regions().next().is_none() => {
                Some("needs a board with boxes or regions")
            }
            RowIndex | ColumnIndex if self.cell_count() != self.rows() * self.columns() => {
                Some("needs a single board")
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
        let differ = self.differ(&rule.cells);
        // Without the value 0, no clue of these kinds is 0.
        let some = low.min(1);
        let range = match rule.kind {
            Cage => (lowest(cells), highest(cells)),
            LittleKiller => (low * cells, high * cells),
            SumLine | SumLoop => (some, high * cells),
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
            XSum if differ => (some, all),
            XSum => (some, high * cells),
            Skyscraper => (some, cells),
            HiddenSkyscraper | NumberedRoom => (low, high),
            RellikCage => (some, i64::MAX),
            Arrow => {
                return if lowest(1) * (cells - 1) > high {
                    Err(RuleReason::Cells {
                        cells: rule.cells.len(),
                        expected: format!("at most {}", 1 + high),
                    })
                } else {
                    Ok(())
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
