//! Whether rules fit a board, and what they are called.
//!
//! A rule that no board follows is an error, because its writer probably meant another one. In a
//! choice it is false, as long as another list of rules is left.

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
    /// In a choice with another list of rules, a rule may have such a sum: it does not hold.
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
            let checked = self
                .check_form(&rule)
                .and_then(|()| self.check_possible(&rule));
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

    /// Whether the rule has a meaning on the board.
    fn check_form(&self, rule: &CellRule) -> Result<(), Fault> {
        self.check_cells(rule)?;
        self.check_detail(rule)?;
        if let Some(needs) = self.lacks_for(rule.kind) {
            return Err(RuleReason::Board { needs }.into());
        }
        if rule.has_no_meaning() {
            self.check_number(rule)?;
        }
        for rule in rule.branches().iter().flatten() {
            let is_rank = matches!(rule.kind, RuleKind::FullRank | RuleKind::TiedRank);
            let needs = if self.is_mark(rule) {
                Some("a dot or sign of a strict rule cannot be part of a choice")
            } else {
                is_rank.then_some("a rank cannot be part of a choice")
            };
            let checked = match needs {
                Some(needs) => Err(RuleReason::Board { needs }.into()),
                None => self.check_form(rule),
            };
            checked.map_err(|fault| fault.inside(|| self.describe(rule)))?;
        }
        Ok(())
    }

    /// Whether some values of the cells may follow the rule, as far as its numbers tell. Of a
    /// choice, one list of rules must be possible.
    fn check_possible(&self, rule: &CellRule) -> Result<(), Fault> {
        let mut first = Ok(());
        for branch in rule.branches() {
            let checked = branch.iter().try_for_each(|rule| {
                let checked = self.check_possible(rule);
                checked.map_err(|fault| fault.inside(|| self.describe(rule)))
            });
            if checked.is_ok() {
                return checked;
            }
            first = first.and(checked);
        }
        first?;
        self.check_room(rule)?;
        self.check_wanted(rule)?;
        Ok(self.check_number(rule)?)
    }

    /// Whether the rule has cells of the board, and as many as its meaning needs.
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
        let (fits, expected) = match (rule.kind, rule.number()) {
            (RuleKind::Clone | RuleKind::EqualityCage, _) => {
                (cells.is_multiple_of(2), "an even number".to_owned())
            }
            (RuleKind::SameValues, Some(sets)) => {
                let fits = sets < 1 || cells as i64 % sets == 0;
                (fits, format!("a multiple of {sets}"))
            }
            (RuleKind::EqualSums, _) => {
                let lengths = rule.values().iter();
                let sum = lengths.fold(0, |sum: i64, &length| sum.saturating_add(length));
                (
                    sum == cells as i64,
                    format!("{sum}, the sum of the lengths"),
                )
            }
            (RuleKind::FullRank | RuleKind::TiedRank, _) => (
                self.lines().contains(&rule.cells),
                "those of a whole row or column".to_owned(),
            ),
            (RuleKind::PillArrow, Some(pill)) => (pill < cells as i64, format!("more than {pill}")),
            _ => return Ok(()),
        };
        if fits {
            Ok(())
        } else {
            Err(RuleReason::Cells { cells, expected })
        }
    }

    /// Whether there are enough values for the cells.
    fn check_room(&self, rule: &CellRule) -> Result<(), RuleReason> {
        use RuleKind::{
            AllDifferent, Arrow, Cage, EqualityCage, Greater, Lunchbox, Nabner, RellikCage, Renban,
            Thermometer,
        };
        let (cells, most) = (rule.cells.len(), self.side());
        let (low, high) = self.value_range();
        let at_most = |most: i64| RuleReason::Cells {
            cells,
            expected: format!("at most {most}"),
        };
        match rule.kind {
            AllDifferent | Cage | EqualityCage | Lunchbox | Nabner | RellikCage | Renban
                if cells > most =>
            {
                Err(RuleReason::TooMany { cells, most })
            }
            Thermometer | Greater if cells > most => Err(at_most(most as i64)),
            Arrow if low * (cells as i64 - 1) > high => Err(at_most(1 + high)),
            _ => Ok(()),
        }
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
                RuleKind::Quadruple => Ok(()),
                RuleKind::Counts => check_counts(values),
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

    /// Whether the board has the values that cells are to hold, and there are enough cells.
    fn check_wanted(&self, rule: &CellRule) -> Result<(), RuleReason> {
        let (cells, most) = (rule.cells.len(), rule.cells.len() as i64);
        if !matches!(rule.kind, RuleKind::Quadruple | RuleKind::Counts) {
            return Ok(());
        }
        for (value, number) in rule.wanted() {
            self.check_value(value)?;
            if rule.kind == RuleKind::Counts && !(0..=most).contains(&number) {
                let (name, least) = ("count", 0);
                return Err(RuleReason::Number {
                    name,
                    number,
                    least,
                    most,
                });
            }
        }
        let values = rule.values().len();
        if rule.kind == RuleKind::Quadruple && values > cells {
            let expected = format!("at least {values}, one for each value");
            return Err(RuleReason::Cells { cells, expected });
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
        use RuleKind::{BoxIndex, ColumnIndex, Entropic, FullRank, RegionSum, RowIndex, TiedRank};
        match kind {
            Entropic if self.side() != 9 => Some("needs a board with nine values"),
            RegionSum | BoxIndex if self.regions().next().is_none() => {
                Some("needs a board with boxes or regions")
            }
            FullRank | TiedRank if !self.has_ranks() => Some(
                "needs a square board with as many values as rows, in whose rows and columns they differ",
            ),
            RowIndex | ColumnIndex if self.cell_count() != self.rows() * self.columns() => {
                Some("needs a single board")
            }
            _ => None,
        }
    }

    /// Whether the cells can have the number.
    fn check_number(&self, rule: &CellRule) -> Result<(), RuleReason> {
        use RuleKind::{
            Cage, Difference, DifferenceCage, FullRank, HiddenSkyscraper, LittleKiller, Lockout,
            Lunchbox, Modular, NumberedRoom, PairSum, PillArrow, Product, Ratio, RatioCage,
            RellikCage, SameValues, Sandwich, Skyscraper, SumLine, SumLoop, TiedRank, Whispers,
            XSum,
        };
        let (low, high) = self.value_range();
        let cells = rule.cells.len() as i64;
        // The sums of some of the lowest and of the highest values.
        let lowest = |count: i64| (low..low + count).sum::<i64>();
        let highest = |count: i64| (high + 1 - count..=high).sum::<i64>();
        let all = lowest(self.side() as i64);
        let differ = self.differ(&rule.cells);
        // Without the value 0, no clue of these kinds is 0.
        let some = low.min(1);
        let (least, most) = match rule.kind {
            Cage => (lowest(cells), highest(cells)),
            LittleKiller => (low * cells, high * cells),
            Product => {
                let power = |value: i64| value.saturating_pow(rule.cells.len() as u32);
                (power(low), power(high))
            }
            DifferenceCage => (0, high - low * (cells - 1)),
            RatioCage => (1, high),
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
            Lunchbox => (0, highest((cells - 2).max(0))),
            XSum if differ => (some, all),
            XSum => (some, high * cells),
            Skyscraper => (some, cells),
            HiddenSkyscraper | NumberedRoom => (low, high),
            FullRank | TiedRank => (1, self.lines().len() as i64),
            RellikCage => (some, i64::MAX),
            _ => return Ok(()),
        };
        match (rule.kind.needs(), rule.number()) {
            (
                Needs::Number(name) | Needs::Perhaps(name) | Needs::Usually(name, _),
                Some(number),
            ) if !(least..=most).contains(&number) => Err(RuleReason::Number {
                name,
                number,
                least,
                most,
            }),
            _ => Ok(()),
        }
    }
}

impl CellRule {
    /// Whether a number that its cells cannot have makes no sense at all.
    fn has_no_meaning(&self) -> bool {
        use RuleKind::{Lockout, Modular, PillArrow, Ratio, RellikCage, SameValues, Whispers};
        match self.kind {
            Modular | PillArrow | SameValues => true,
            Lockout | Ratio | RellikCage | Whispers => self.number() < Some(1),
            _ => false,
        }
    }
}

/// Whether each count has a value, and no value has two counts.
fn check_counts(values: &[i64]) -> Result<(), RuleReason> {
    let mut seen = HashSet::new();
    for pair in values.chunks(2) {
        let &[_, value] = pair else {
            let name = "value after the last count";
            return Err(RuleReason::Missing { name });
        };
        if !seen.insert(value) {
            let what = format!("the value {value}");
            return Err(RuleReason::Twice { what });
        }
    }
    Ok(())
}
