//! From rules about cells to ISS text.

use super::parts::DEEPEST;
use super::table::{Layout, TABLE};
use super::write::Writing;
use crate::format::table::{Row, of_kind};
use crate::rule::{CellRule, RuleKind};

impl Writing<'_> {
    /// The parts that say a rule; `None` if no part does.
    pub(super) fn rule(&self, rule: &CellRule) -> Option<String> {
        let written = of_kind(TABLE, rule.kind()).find_map(|row| self.row(row, rule));
        written.or_else(|| self.in_other_words(rule))
    }

    /// A rule as the part of a row; `None` if the part cannot say it.
    fn row(&self, row: &Row<Layout>, rule: &CellRule) -> Option<String> {
        let (head, body) = row.layout;
        // A cage of one cell that may hold 0 would have the sum 0.
        if rule.kind() == RuleKind::Cage && rule.number().is_none() && rule.cells().len() == 1 {
            return Some(String::new());
        }
        self.body(body, row.name, &self.head(head, rule)?, rule)
    }

    /// A rule without a part of its own by several that mean the same.
    fn in_other_words(&self, rule: &CellRule) -> Option<String> {
        use RuleKind as K;
        let cells = rule.cells();
        match rule.kind() {
            K::Clone => {
                let (first, second) = cells.split_at(cells.len() / 2);
                let groups = first.iter().zip(second);
                let groups = groups.map(|(&a, &b)| self.part("Pair", &self.pairs(rule), &[a, b]));
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
}
