//! From rules about cells to ISS text.

use super::details::is_plain;
use super::machine;
use super::names::letter;
use super::parts::DEEPEST;
use super::table::{Layout, TABLE};
use super::write::Writing;
use crate::format::marks;
use crate::rule::{CellRule, Detail, Machine, RuleKind};
use crate::shape::{Outline, Rule};

impl Writing<'_> {
    /// The parts that say a rule; `None` if no part does.
    pub(super) fn rule(&self, rule: &CellRule) -> Option<String> {
        use RuleKind as K;
        let cells = rule.cells();
        let number = rule.number().unwrap_or_default().to_string();
        match rule.kind() {
            K::SumLoop => Some(self.part("SumLine", &number, cells) + "~LOOP"),
            // A cage of one cell that may hold 0 would have the sum 0.
            K::Cage if rule.number().is_none() && cells.len() == 1 => Some(String::new()),
            K::Cage => Some(self.part("Cage", &number, cells)),
            // ISS text has longer pills only.
            K::PillArrow if number == "1" => Some(self.part("Arrow", "", cells)),
            K::PillArrow => {
                let pill = rule.number()? as usize;
                let is_in_order = cells.get(..pill)?.is_sorted();
                is_in_order.then(|| self.part("PillArrow", &number, cells))
            }
            K::Sum => Some(self.part("Sum", &sum(rule), cells)),
            K::Greater => Some(cells.windows(2).map(|pair| self.greater(pair)).collect()),
            K::Difference if number == "1" => self.dots("WhiteDot", rule),
            K::Ratio if number == "2" => self.dots("BlackDot", rule),
            K::PairSum if number == "10" => self.dots("X", rule),
            K::PairSum if number == "5" => self.dots("V", rule),
            // To strict rules such a pair would be one without a dot.
            K::Difference | K::Ratio | K::PairSum
                if self.shape.rules().iter().any(Rule::is_strict) =>
            {
                None
            }
            K::Difference | K::Ratio | K::PairSum | K::SlowThermometer | K::Pairs => {
                Some(self.pairs("Pair", rule, cells))
            }
            K::Nabner | K::AllPairs => Some(self.pairs("PairX", rule, cells)),
            K::Clone => {
                let (first, second) = cells.split_at(cells.len() / 2);
                let groups = first.iter().zip(second);
                let groups = groups.map(|(&a, &b)| self.pairs("Pair", rule, &[a, b]));
                Some(groups.collect())
            }
            K::Sandwich => {
                let (line, _) = self.line(cells)?;
                Some(format!(".Sandwich~{number}~{line}"))
            }
            K::LittleKiller => Some(match self.diagonal(cells) {
                Some(first) => self.part("LittleKiller", &number, &[first]),
                None => self.part("Sum", &number, cells),
            }),
            K::Quadruple if rule.values().is_empty() => None,
            K::Quadruple => Some(match self.square(cells) {
                Some(first) => {
                    let values = rule.values().iter().map(|value| format!("~{value}"));
                    self.part("Quad", "", &[first]) + &values.collect::<String>()
                }
                None => self.part("ContainAtLeast", &words(rule.values()), cells),
            }),
            K::Counts => {
                let values = rule.values();
                let is_digit = |value: &i64| (0..10).contains(value);
                if !values.is_empty() && values.iter().all(is_digit) {
                    let digits: String = values.iter().map(i64::to_string).collect();
                    return Some(self.part("LookAndSay", &digits, cells));
                }
                let mut exact = Vec::new();
                for pair in values.chunks(2) {
                    let &[count @ 1..=36, value] = pair else {
                        return None;
                    };
                    exact.extend((0..count).map(|_| value));
                }
                (!exact.is_empty()).then(|| self.part("ContainExact", &words(&exact), cells))
            }
            K::RowIndex => Some(self.part("Indexing", "R", cells)),
            K::ColumnIndex => Some(self.part("Indexing", "C", cells)),
            K::EqualSums => {
                let mut rest = cells;
                let mut pieces = Vec::new();
                for &length in rule.values() {
                    let (piece, after) = rest.split_at_checked(length as usize)?;
                    pieces.push(self.cells(piece));
                    rest = after;
                }
                Some(format!(".EqualSum{}", pieces.join("~-")))
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
                            K::Minimum => self.greater(&[other, cell]),
                            _ => self.greater(&[cell, other]),
                        };
                    }
                }
                Some(text)
            }
            K::Regex => match rule.detail() {
                // Small letters are values only in ISS.
                Detail::Pattern(pattern)
                    if is_plain(pattern.as_str())
                        && !pattern.as_str().contains(|c: char| c.is_ascii_lowercase()) =>
                {
                    let pattern = machine::letters(pattern.as_str().as_bytes());
                    Some(self.part("Regex", &pattern, cells))
                }
                _ => None,
            },
            K::Machine => match rule.detail() {
                Detail::Machine(machine) => Some(self.part("NFA", &self.pack(machine)?, cells)),
                _ => None,
            },
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
            kind => {
                // A kind without a row, such as a box index, has no part.
                let row = TABLE.iter().find(|row| row.kind == kind)?;
                match row.layout {
                    Layout::Cells | Layout::Line => Some(self.part(row.name, "", cells)),
                    Layout::Number => Some(self.part(row.name, &number, cells)),
                    Layout::Ends => self.outside(row.name, rule),
                }
            }
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

    /// The first of two cells is greater.
    fn greater(&self, pair: &[usize]) -> String {
        match *pair {
            [a, b] if !self.are_neighbours(a, b) => self.part("Thermo", "", &[b, a]),
            _ => self.part("GreaterThan", "", pair),
        }
    }

    fn are_neighbours(&self, a: usize, b: usize) -> bool {
        self.shape.neighbours(a).contains(&b)
    }

    /// Dots or letters between neighbours on a line.
    fn dots(&self, name: &str, rule: &CellRule) -> Option<String> {
        let dot = |pair: &[usize]| {
            if self.are_neighbours(pair[0], pair[1]) {
                self.part(name, "", pair)
            } else {
                self.pairs("Pair", rule, pair)
            }
        };
        Some(rule.cells().windows(2).map(dot).collect())
    }

    /// A rule as the pairs of values that it allows.
    fn pairs(&self, name: &str, rule: &CellRule, cells: &[usize]) -> String {
        let (least, most) = self.shape.value_range();
        let allows = |a: i64, b: i64| match rule.kind() {
            RuleKind::Clone => a == b,
            _ => rule.allows_neighbours(a, b),
        };
        let all = (least..=most).flat_map(|a| (least..=most).map(move |b| (a, b)));
        let pairs: Vec<(i64, i64)> = all.filter(|&(a, b)| allows(a, b)).collect();
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

    /// The upper left of four cells around a point.
    fn square(&self, cells: &[usize]) -> Option<usize> {
        let &first = cells.first()?;
        let columns = self.outline.columns;
        let square = [first, first + 1, first + columns, first + columns + 1];
        let fits = (first + 1) % columns != 0;
        (fits && cells == square).then_some(first)
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
