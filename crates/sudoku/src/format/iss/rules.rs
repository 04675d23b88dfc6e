//! From a part of an ISS text to rules about cells.

use super::parts::{Argument, Part};
use super::read::Reading;
use super::table::{Body, Head, LOOP, Layout, TABLE, UNSUPPORTED, known};
use crate::format::error::{PuzzleError, PuzzleReason};
use crate::format::marks;
use crate::format::table::{Row, named};
use crate::rule::{CellRule, Detail, Machine, RuleKind};
use crate::shape::Outline;
use quadrille_core::shared::nearest_letters;

/// The rules of a part.
pub(super) type Rules = Result<Vec<CellRule>, PuzzleError>;

impl Reading {
    /// The rules about cells that a part says.
    pub(super) fn cell_rules(&self, part: &Part<'_>) -> Rules {
        match part.name {
            "" | "Given" => self.candidates(part),
            // A hint for the search.
            "SearchPriority" => Ok(Vec::new()),
            "Or" => Ok(vec![CellRule::either(self.children(part)?)]),
            "And" => Ok(self.children(part)?.concat()),
            "GlobalMod" => self.global_mod(part),
            _ => self.row(part),
        }
    }

    /// For each cell the rule that it holds one of some values.
    fn candidates(&self, part: &Part<'_>) -> Rules {
        let least = i64::from(self.draft.outline.lowest);
        let mut rules = Vec::new();
        for argument in &part.arguments {
            let (cell, marks) = self.given(part, argument)?;
            let bits = (0..64).filter(|bit| marks >> bit & 1 == 1);
            let values: Vec<i64> = bits.map(|bit| least + i64::from(bit)).collect();
            rules.push(match *values {
                [_] => CellRule::new(RuleKind::Quadruple, [cell]).with(Detail::Values(values)),
                _ => {
                    let steps = values.into_iter().map(|value| (0, value, 1)).collect();
                    let machine = Machine::new(vec![0], vec![1], steps);
                    CellRule::new(RuleKind::Machine, [cell]).with(Detail::Machine(machine))
                }
            });
        }
        Ok(rules)
    }

    /// Each square of four cells holds values with all remainders by 3.
    fn global_mod(&self, part: &Part<'_>) -> Rules {
        part.no_more(0)?;
        let &Outline { rows, columns, .. } = &self.draft.outline;
        if (self.draft.outline.values, self.draft.outline.lowest) != (9, 1) {
            return Err(part.missing("a board with the values 1 to 9"));
        }
        // A state is the set of remainders so far.
        let steps = (0..8u32).flat_map(|seen| (1..=9).map(move |value| (seen, value)));
        let steps = steps.map(|(seen, value)| (seen, value, seen | 1 << (value % 3)));
        let machine = Machine::new(vec![0], vec![7], steps.collect());
        let firsts = (0..(rows - 1) * columns).filter(|cell| (cell + 1) % columns != 0);
        let rules = firsts.map(|first| {
            let rule = CellRule::new(RuleKind::Machine, marks::square(columns, first));
            rule.with(Detail::Machine(machine.clone()))
        });
        Ok(rules.collect())
    }

    /// The rules of each part of a group. A choice drops the parts that cannot hold, unless none is
    /// left.
    fn children(&self, part: &Part<'_>) -> Result<Vec<Vec<CellRule>>, PuzzleError> {
        part.no_more(0)?;
        let is_dropped =
            |child: &&Part<'_>| part.name == "Or" && !cannot_hold(part) && cannot_hold(child);
        let children = part.children.iter().filter(|child| !is_dropped(child));
        children.map(|child| self.cell_rules(child)).collect()
    }

    /// The rules of a part that has a row in the table.
    fn row(&self, part: &Part<'_>) -> Rules {
        let row = row_of(part).ok_or_else(|| part.fail(unknown(part.name)))?;
        let (head, body) = row.layout;
        let (detail, rest) = self.head(head, part)?;
        let mut rule = CellRule::new(row.kind, []);
        rule.detail = detail.unwrap_or(rule.detail);
        let rules = self.body(body, part, rest, &rule)?;
        Ok(match row.kind {
            RuleKind::Cage => rules.into_iter().flat_map(|cage| self.cage(cage)).collect(),
            _ => rules,
        })
    }

    /// A cage; the sum 0 is none, but for one cell that may hold 0. A cell that is named twice
    /// counts twice, and differs from the others only.
    fn cage(&self, mut cage: CellRule) -> Vec<CellRule> {
        let may_be_0 = self.draft.outline.lowest == 0 && cage.cells.len() == 1;
        if cage.number() == Some(0) && !may_be_0 {
            cage.detail = Detail::None;
        }
        let once = cage.all_cells();
        if once.len() == cage.cells.len() {
            return vec![cage];
        }
        let sum = cage.number().map(|sum| {
            let rule = CellRule::new(RuleKind::Sum, cage.cells);
            rule.with(Detail::Factors(sum, Vec::new()))
        });
        let different = (once.len() > 1).then(|| CellRule::new(RuleKind::AllDifferent, once));
        different.into_iter().chain(sum).collect()
    }
}

/// The first row of a name that fits the arguments of a part, or the first with its name.
fn row_of(part: &Part<'_>) -> Option<&'static Row<Layout>> {
    let is = |argument: Option<&Argument<'_>>, text| argument.is_some_and(|own| own.text == text);
    let fits = |row: &&Row<Layout>| match row.layout {
        (Head::Letter(letter), _) => is(part.arguments.first(), letter),
        (_, Body::Loop) => is(part.arguments.last(), LOOP),
        _ => true,
    };
    let mut rows = TABLE.iter().filter(|row| row.name == part.name);
    rows.clone().find(fits).or_else(|| rows.next())
}

/// Whether no board follows a part: a dot or letter without cells, or a group with such parts.
/// Outside a choice it is an error.
fn cannot_hold(part: &Part<'_>) -> bool {
    let mut children = part.children.iter();
    match part.name {
        "And" => children.any(cannot_hold),
        "Or" => children.len() > 0 && children.all(cannot_hold),
        name => {
            let row = named(TABLE, name);
            row.is_some_and(|row| matches!(row.layout, (_, Body::Neighbours)))
                && part
                    .arguments
                    .iter()
                    .all(|argument| argument.text.is_empty())
        }
    }
}

/// What is wrong with the name of a part that has no rules about cells.
fn unknown(name: &str) -> PuzzleReason {
    let name = name.to_owned();
    if UNSUPPORTED.iter().any(|own| name.starts_with(own)) {
        return PuzzleReason::Unsupported { name };
    }
    if known().any(|own| own == name) {
        return PuzzleReason::InGroup { name };
    }
    let near = nearest_letters(&name, known()).map(str::to_owned);
    PuzzleReason::UnknownRule { near, name }
}
