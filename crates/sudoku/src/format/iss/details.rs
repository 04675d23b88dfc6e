//! Rules with more than a number: values, factors, lengths, pairs, a pattern or a machine.

use super::bad::{bad, first, number};
use super::machine;
use super::parts::{Argument, Part};
use super::read::Reading;
use super::rules::Rules;
use crate::format::error::PuzzleReason;
use crate::format::marks;
use crate::rule::{CellRule, Detail, Machine, Pattern, RuleKind, RuleReason};
use crate::shape::Outline;

impl Reading {
    /// For each cell the rule that it holds one of some values.
    pub(super) fn candidates(&self, part: &Part<'_>) -> Rules {
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

    /// A total, perhaps with a factor for each cell.
    pub(super) fn sum(&self, part: &Part<'_>) -> Rules {
        let (sum, rest) = first(part, "a sum")?;
        let bad = || bad(part, sum, "a sum, perhaps with factors, such as 0_=_1_1_-1");
        let (total, factors) = match sum.text.split_once('_') {
            Some((total, factors)) => {
                let factors = factors.strip_prefix("=_").ok_or_else(bad)?;
                (total, numbers(factors).ok_or_else(bad)?)
            }
            None => (sum.text, Vec::new()),
        };
        let total = total.parse().map_err(|_| bad())?;
        let rule = CellRule::new(RuleKind::Sum, self.cells(part, rest)?);
        Ok(vec![rule.with(Detail::Factors(total, factors))])
    }

    /// The upper left of four cells, and values.
    pub(super) fn quad(&self, part: &Part<'_>) -> Rules {
        let (first, values) = first(part, "a cell and values")?;
        let Outline { rows, columns, .. } = self.draft.outline;
        let cell = self.cell(part, first)?;
        if (cell + 1) % columns == 0 || cell / columns + 1 >= rows {
            return Err(bad(part, first, "the upper left of four cells"));
        }
        let cells = marks::square(columns, cell);
        let values: Result<Vec<i64>, _> = values.iter().map(|value| number(part, value)).collect();
        let rule = CellRule::new(RuleKind::Quadruple, cells);
        Ok(vec![rule.with(Detail::Values(values?))])
    }

    /// Values that the cells hold.
    pub(super) fn contain(&self, part: &Part<'_>, kind: RuleKind) -> Rules {
        let (list, cells) = first(part, "values and cells")?;
        let values = numbers(list.text).ok_or_else(|| bad(part, list, "values such as 1_2_2"))?;
        let cells = self.cells(part, cells)?;
        let rule = CellRule::new(RuleKind::Quadruple, cells.clone()).with(Detail::Values(values));
        if kind == RuleKind::Quadruple {
            return Ok(vec![rule]);
        }
        let wanted = rule.wanted().into_iter();
        let counts = wanted.flat_map(|(value, count)| [count, value]).collect();
        let rule = CellRule::new(kind, cells);
        Ok(vec![rule.with(Detail::Values(counts))])
    }

    /// Digits: of each two, a count and a value.
    pub(super) fn look_and_say(&self, part: &Part<'_>) -> Rules {
        let (digits, cells) = first(part, "digits and cells")?;
        let letters = digits.text.chars();
        let values: Option<Vec<i64>> = letters
            .map(|digit| digit.to_digit(10).map(i64::from))
            .collect();
        let Some(values) = values.filter(|values| values.len() % 2 == 0) else {
            return Err(bad(part, digits, "pairs of a count and a value"));
        };
        let rule = CellRule::new(RuleKind::Counts, self.cells(part, cells)?);
        Ok(vec![rule.with(Detail::Values(values))])
    }

    /// Lists of cells with a dash between them.
    pub(super) fn equal_sum(&self, part: &Part<'_>) -> Rules {
        let is_dash = |argument: &Argument<'_>| argument.text == "-";
        let pieces = part.arguments.split(is_dash);
        let pieces: Vec<Vec<usize>> = pieces
            .map(|piece| self.cells(part, piece))
            .collect::<Result<_, _>>()?;
        let lengths = pieces.iter().map(|piece| piece.len() as i64).collect();
        let rule = CellRule::new(RuleKind::EqualSums, pieces.concat());
        Ok(vec![rule.with(Detail::Values(lengths))])
    }

    /// A key of pairs, which `key` puts into today's letters, and groups of cells.
    pub(super) fn pairs(
        &self,
        part: &Part<'_>,
        kind: RuleKind,
        key: impl Fn(&str) -> String,
    ) -> Rules {
        let (packed, rest) = first(part, "a key of pairs")?;
        let (values, least) = (self.draft.outline.values, self.draft.outline.lowest);
        let pairs = machine::pairs(&key(packed.text), values as i64, i64::from(least));
        let pairs = pairs.ok_or_else(|| bad(part, packed, "a key of pairs"))?;
        self.groups(part, rest, kind, &Detail::Pairs(pairs))
    }

    /// A pattern, and groups of cells.
    pub(super) fn pattern(&self, part: &Part<'_>) -> Rules {
        let (packed, rest) = first(part, "a pattern")?;
        let bytes = machine::bytes(packed.text);
        let Some(text) = bytes.and_then(|bytes| String::from_utf8(bytes).ok()) else {
            return Err(bad(part, packed, "a pattern in base64"));
        };
        let text: String = text.split_whitespace().collect();
        if !is_plain(&text) {
            return Err(bad(
                part,
                packed,
                "a pattern of values, brackets, and the signs . | ? * +",
            ));
        }
        // Small letters are the same values.
        let text = text.to_ascii_uppercase();
        let pattern = Pattern::new(&text).map_err(|why| {
            let why = why.to_string();
            let reason = RuleReason::Pattern { text, why };
            let rule = part.name.to_owned();
            PuzzleReason::Rule { rule, reason }.at(packed.span.clone())
        })?;
        self.groups(part, rest, RuleKind::Regex, &Detail::Pattern(pattern))
    }

    /// A state machine, and groups of cells.
    pub(super) fn machine(&self, part: &Part<'_>) -> Rules {
        let (packed, rest) = first(part, "a state machine")?;
        let least = i64::from(self.draft.outline.lowest);
        let Some(machine) = machine::unpack(packed.text, least) else {
            return Err(bad(part, packed, "a packed state machine"));
        };
        self.groups(part, rest, RuleKind::Machine, &Detail::Machine(machine))
    }

    /// A rule for each group of cells. Names and empty arguments separate groups.
    fn groups(
        &self,
        part: &Part<'_>,
        arguments: &[Argument<'_>],
        kind: RuleKind,
        detail: &Detail,
    ) -> Rules {
        let is_break =
            |argument: &Argument<'_>| argument.text.is_empty() || argument.text.starts_with('_');
        let mut rules = Vec::new();
        for group in arguments.split(is_break) {
            let cells = self.cells(part, group)?;
            if cells.len() >= kind.least_cells() {
                rules.push(CellRule::new(kind, cells).with(detail.clone()));
            }
        }
        Ok(rules)
    }
}

/// Whether a pattern has only what patterns of ISS have.
pub(super) fn is_plain(pattern: &str) -> bool {
    let is_other = |letter: char| matches!(letter, '\\' | '$') || letter.is_whitespace();
    !pattern.contains(is_other) && !pattern.contains("(?")
}

/// Numbers such as `1_2_2`.
fn numbers(text: &str) -> Option<Vec<i64>> {
    text.split('_').map(|number| number.parse().ok()).collect()
}
