//! From rules about cells to ISS text.

use super::cells::letter;
use super::details::is_plain;
use super::machine;
use super::parts::DEEPEST;
use super::table::{Layout, TABLE};
use super::write::Writing;
use crate::format::marks;
use crate::format::table::{Row, of_kind};
use crate::rule::{CellRule, Detail, Machine, RuleKind};
use crate::shape::{Outline, Rule};

impl Writing<'_> {
    /// The parts that say a rule; `None` if no part does.
    pub(super) fn rule(&self, rule: &CellRule) -> Option<String> {
        let written = of_kind(TABLE, rule.kind()).find_map(|row| self.row(row, rule));
        written.or_else(|| self.in_other_words(rule))
    }

    /// A rule as the part of a row; `None` if the part cannot say it.
    // It is long, because it has an arm for each layout.
    fn row(&self, row: &Row<Layout>, rule: &CellRule) -> Option<String> {
        let &Row { name, kind, layout } = row;
        let (cells, values) = (rule.cells(), rule.values());
        let number = rule.number().unwrap_or_default();
        let part = |argument: &str| Some(self.part(name, argument, cells));
        match layout {
            Layout::Cells | Layout::Line => part(""),
            // A cage of one cell that may hold 0 would have the sum 0.
            Layout::Cage if rule.number().is_none() && cells.len() == 1 => Some(String::new()),
            Layout::Loop if kind == RuleKind::SumLoop => Some(part(&number.to_string())? + "~LOOP"),
            Layout::Number | Layout::NumberOrLine | Layout::Cage | Layout::Loop => {
                part(&number.to_string())
            }
            // ISS text has longer pills only.
            Layout::Pill => {
                let is_good = number != 1 && cells.get(..number as usize)?.is_sorted();
                is_good.then(|| part(&number.to_string()))?
            }
            Layout::Dots(own) if own.is_none() || own == rule.number() => {
                let pairs = cells.windows(2);
                Some(pairs.map(|pair| self.dot(name, rule, pair)).collect())
            }
            Layout::Ends if kind == RuleKind::FullRank && self.has_ties() => None,
            Layout::Ends => self.outside(name, rule),
            Layout::Whole => {
                let (line, _) = self.line(cells)?;
                Some(format!(".{name}~{number}~{line}"))
            }
            Layout::Diagonal => {
                let first = self.diagonal(cells)?;
                Some(self.part(name, &number.to_string(), &[first]))
            }
            Layout::Axis if kind == RuleKind::RowIndex => part("R"),
            Layout::Axis => part("C"),
            Layout::Factors => part(&sum(rule)),
            Layout::Square if !values.is_empty() => {
                let values = values.iter().map(|value| format!("~{value}"));
                let first = marks::first_of_square(self.outline.columns, cells)?;
                Some(self.part(name, "", &[first]) + &values.collect::<String>())
            }
            Layout::AtLeast if !values.is_empty() => part(&words(values)),
            Layout::Digits => {
                let is_digit = |value: &i64| (0..10).contains(value);
                let is_good = !values.is_empty() && values.iter().all(is_digit);
                is_good.then(|| part(&values.iter().map(i64::to_string).collect::<String>()))?
            }
            Layout::Exact => {
                let mut exact = Vec::new();
                for pair in values.chunks(2) {
                    let &[count @ 1..=36, value] = pair else {
                        return None;
                    };
                    exact.extend((0..count).map(|_| value));
                }
                (!exact.is_empty()).then(|| part(&words(&exact)))?
            }
            Layout::Lists => {
                let mut rest = cells;
                let mut pieces = Vec::new();
                for &length in values {
                    let (piece, after) = rest.split_at_checked(length as usize)?;
                    pieces.push(self.cells(piece));
                    rest = after;
                }
                Some(format!(".{name}{}", pieces.join("~-")))
            }
            Layout::Pairs => Some(self.pairs(name, rule, cells)),
            Layout::Pattern => match rule.detail() {
                // Small letters are values only in ISS.
                Detail::Pattern(pattern)
                    if is_plain(pattern.as_str())
                        && !pattern.as_str().contains(|c: char| c.is_ascii_lowercase()) =>
                {
                    part(&machine::letters(pattern.as_str().as_bytes()))
                }
                _ => None,
            },
            Layout::Machine => match rule.detail() {
                Detail::Machine(machine) => part(&self.pack(machine)?),
                _ => None,
            },
            Layout::Dots(_) | Layout::Square | Layout::AtLeast | Layout::OldPairs => None,
        }
    }

    /// A rule without a part of its own by parts that mean the same.
    // It is long, because it has an arm for each kind of rule.
    fn in_other_words(&self, rule: &CellRule) -> Option<String> {
        use RuleKind as K;
        let cells = rule.cells();
        match rule.kind() {
            K::PillArrow if rule.number() == Some(1) => Some(self.part("Arrow", "", cells)),
            K::LittleKiller => Some(self.part("Sum", &sum(rule), cells)),
            // To strict rules such a pair would be one without a dot.
            K::Difference | K::Ratio | K::PairSum
                if self.shape.rules().iter().any(Rule::is_strict) =>
            {
                None
            }
            K::Difference | K::Ratio | K::PairSum | K::SlowThermometer => {
                Some(self.pairs("Pair", rule, cells))
            }
            K::Product | K::DifferenceCage | K::RatioCage if cells.len() == 2 => {
                Some(self.pairs("Pair", rule, cells))
            }
            K::Nabner => Some(self.pairs("PairX", rule, cells)),
            K::Clone => {
                let (first, second) = cells.split_at(cells.len() / 2);
                let groups = first.iter().zip(second);
                let groups = groups.map(|(&a, &b)| self.pairs("Pair", rule, &[a, b]));
                Some(groups.collect())
            }
            K::Odd | K::Even => {
                let remainder = i64::from(rule.kind() == K::Odd);
                let (least, most) = self.shape.value_range();
                let values = (least..=most).filter(|value| value.rem_euclid(2) == remainder);
                let values: String = values.map(|value| format!("_{value}")).collect();
                // ISS has no cell without candidates.
                if values.is_empty() {
                    return None;
                }
                let cells = cells.iter().map(|&cell| self.name(cell) + &values);
                Some(format!(".~{}", cells.collect::<Vec<_>>().join("~")))
            }
            K::Minimum | K::Maximum => {
                let mut text = String::new();
                for &cell in cells {
                    let others = self.shape.neighbours(cell).into_iter();
                    for other in others.filter(|other| !cells.contains(other)) {
                        text += &match rule.kind() {
                            K::Minimum => self.part("GreaterThan", "", &[other, cell]),
                            _ => self.part("GreaterThan", "", &[cell, other]),
                        };
                    }
                }
                Some(text)
            }
            K::Either => {
                let mut text = ".Or".to_owned();
                for branch in rule.branches() {
                    text += ".And";
                    for rule in branch {
                        text += &self.rule(rule)?;
                    }
                    text += ".End";
                }
                (2 * rule.depth() <= DEEPEST).then_some(text + ".End")
            }
            // Such as a box index.
            _ => None,
        }
    }

    /// The name of a rule that cannot be written: that of a choice is the first one in it.
    pub(super) fn culprit(&self, rule: &CellRule) -> String {
        let mut inner = rule.branches().iter().flatten();
        match inner.find(|rule| self.rule(rule).is_none()) {
            Some(inner) if inner.branches().is_empty() => {
                format!("{}, in a choice", self.shape.describe(inner))
            }
            Some(inner) => self.culprit(inner),
            None => self.shape.describe(rule),
        }
    }

    /// A machine without steps by values that the board does not have.
    fn pack(&self, machine: &Machine) -> Option<String> {
        machine::pack(machine, self.shape.value_range().0)
    }

    /// A dot, letter or sign between two cells of a rule; another part if they are not neighbours.
    fn dot(&self, name: &str, rule: &CellRule, pair: &[usize]) -> String {
        match *pair {
            [a, b] if self.shape.neighbours(a).contains(&b) => self.part(name, "", pair),
            [a, b] if rule.kind() == RuleKind::Greater => self.part("Thermo", "", &[b, a]),
            _ => self.pairs("Pair", rule, pair),
        }
    }

    /// A rule as the pairs of values that it allows.
    fn pairs(&self, name: &str, rule: &CellRule, cells: &[usize]) -> String {
        let (least, most) = self.shape.value_range();
        let all = (least..=most).flat_map(|a| (least..=most).map(move |b| (a, b)));
        let pairs: Vec<(i64, i64)> = all.filter(|&(a, b)| rule.allows(a, b, least)).collect();
        let key = machine::key(&pairs, most + 1 - least, least);
        let title = rule.kind().word();
        format!(".{name}~{key}~_{title}{}", self.cells(cells))
    }

    /// The name of a whole row or column, and whether the cells are in its order.
    fn line(&self, cells: &[usize]) -> Option<(String, bool)> {
        let Outline { rows, columns, .. } = self.outline;
        let mut sorted = cells.to_vec();
        let is_forward = cells.is_sorted();
        if !is_forward {
            sorted.reverse();
        }
        let (&first, _) = sorted.split_first()?;
        let row: Vec<usize> = (0..columns)
            .map(|at| first / columns * columns + at)
            .collect();
        let column: Vec<usize> = (0..rows).map(|at| first % columns + at * columns).collect();
        let name = match sorted {
            _ if sorted == row => format!("R{}", letter(first / columns + 1)),
            _ if sorted == column => format!("C{}", letter(first % columns + 1)),
            _ => return None,
        };
        Some((name, is_forward))
    }

    /// A number at one end of a row or column.
    fn outside(&self, name: &str, rule: &CellRule) -> Option<String> {
        let (line, is_forward) = self.line(rule.cells())?;
        let number = rule.number()?;
        Some(if is_forward {
            format!(".{name}~{line}~{number}")
        } else {
            format!(".{name}~{line}~~{number}")
        })
    }

    /// The cell that names a whole diagonal.
    fn diagonal(&self, cells: &[usize]) -> Option<usize> {
        let Outline { rows, columns, .. } = self.outline;
        let ends = [cells.first(), cells.last()];
        ends.into_iter().flatten().copied().find(|&first| {
            // The corners at the bottom name no diagonal.
            let is_corner =
                first / columns + 1 == rows && [0, columns - 1].contains(&(first % columns));
            let found = marks::inward(rows, columns, first).filter(|_| !is_corner);
            found.is_some_and(|found| found == cells || found.iter().rev().eq(cells.iter()))
        })
    }
}

/// Numbers, separated as in one argument.
fn words(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    numbers.join("_")
}

/// The sum and the factors of a rule.
fn sum(rule: &CellRule) -> String {
    match rule.detail() {
        Detail::Factors(total, factors) if !factors.is_empty() => {
            format!("{total}_=_{}", words(factors))
        }
        _ => rule.number().unwrap_or_default().to_string(),
    }
}
