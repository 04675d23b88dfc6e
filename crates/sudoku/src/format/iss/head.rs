//! What stands before the cells of a part: a number, values, pairs, a pattern or a machine.

use super::machine;
use super::parts::{Argument, Part};
use super::read::Reading;
use super::table::Head;
use super::write::Writing;
use crate::format::error::{PuzzleError, PuzzleReason};
use crate::rule::{CellRule, Detail, Pattern, RuleKind, RuleReason};
use crate::shape::Rule;

impl Reading {
    /// What the head of a part says, if it says something, and the arguments after it.
    pub(super) fn head<'p, 'a>(
        &self,
        head: Head,
        part: &'p Part<'a>,
    ) -> Result<(Option<Detail>, &'p [Argument<'a>]), PuzzleError> {
        let all = &part.arguments[..];
        let is_number = |first: &Argument<'_>| first.text.parse::<i64>().is_ok();
        let expected = match head {
            Head::Nothing => return Ok((None, all)),
            Head::Always(number) => return Ok((Some(Detail::Number(number)), all)),
            Head::Perhaps if !all.first().is_some_and(is_number) => return Ok((None, all)),
            Head::Letter(_) => "R or C",
            Head::Number | Head::Perhaps => "a number",
            Head::Sum(expected) if all.len() != 2 => return Err(part.missing(expected)),
            Head::Sum(expected) => expected,
            Head::Factors => "a sum",
            Head::AtLeast | Head::Exact => "values and cells",
            Head::Digits => "digits and cells",
            Head::Pairs | Head::OldPairs => "a key of pairs",
            Head::Pattern => "a pattern",
            Head::Machine => "a state machine",
        };
        let (first, rest) = part.first(expected)?;
        let text = first.text;
        let bad = |expected: &str| part.bad(first, expected);
        let least = i64::from(self.draft.outline.lowest);
        let detail = match head {
            Head::Letter(own) if text == own => return Ok((None, rest)),
            Head::Letter(_) => return Err(bad(expected)),
            Head::Factors => {
                let (total, factors) = match text.split_once("_=_") {
                    Some((total, factors)) => (total, numbers(factors)),
                    None => (text, Some(Vec::new())),
                };
                let sum = total.parse().ok().zip(factors);
                let expected = "a sum, perhaps with factors, such as 0_=_1_1_-1";
                let (total, factors) = sum.ok_or_else(|| bad(expected))?;
                Detail::Factors(total, factors)
            }
            Head::AtLeast | Head::Exact => {
                let values = numbers(text).ok_or_else(|| bad("values such as 1_2_2"))?;
                let rule = CellRule::new(RuleKind::Quadruple, []).with(Detail::Values(values));
                if matches!(head, Head::AtLeast) {
                    rule.detail
                } else {
                    let wanted = rule.wanted().into_iter();
                    Detail::Values(wanted.flat_map(|(value, count)| [count, value]).collect())
                }
            }
            Head::Digits => {
                let digits = text.chars().map(|digit| digit.to_digit(10).map(i64::from));
                let values: Option<Vec<i64>> = digits.collect();
                let values = values.filter(|values| values.len() % 2 == 0);
                Detail::Values(values.ok_or_else(|| bad("pairs of a count and a value"))?)
            }
            Head::Pairs | Head::OldPairs => {
                let is_old = matches!(head, Head::OldPairs);
                let letter = |letter| if is_old { swap(letter) } else { letter };
                let key: String = text.chars().map(letter).collect();
                let pairs = machine::pairs(&key, self.draft.outline.values as i64, least);
                Detail::Pairs(pairs.ok_or_else(|| bad(expected))?)
            }
            Head::Pattern => Detail::Pattern(pattern(part, first)?),
            Head::Machine => {
                let machine = machine::unpack(text, least);
                Detail::Machine(machine.ok_or_else(|| bad("a packed state machine"))?)
            }
            Head::Nothing | Head::Always(_) | Head::Number | Head::Perhaps | Head::Sum(_) => {
                Detail::Number(part.number(first)?)
            }
        };
        Ok((Some(detail), rest))
    }
}

impl Writing<'_> {
    /// The head of a part for a rule; `None` if it cannot say the rule.
    pub(super) fn head(&self, head: Head, rule: &CellRule) -> Option<String> {
        let number = rule.number().unwrap_or_default();
        Some(match (head, rule.detail()) {
            (Head::Nothing, _) => String::new(),
            (Head::Always(own), _) if own == number => String::new(),
            (Head::Letter(letter), _) => letter.to_owned(),
            (Head::Number | Head::Perhaps | Head::Sum(_), _) => number.to_string(),
            (Head::Factors, Detail::Factors(total, factors)) if !factors.is_empty() => {
                format!("{total}_=_{}", words(factors))
            }
            (Head::Factors, _) => number.to_string(),
            (Head::AtLeast, Detail::Values(values)) if !values.is_empty() => words(values),
            (Head::Exact, Detail::Values(values)) if !values.is_empty() => {
                let mut exact = Vec::new();
                for pair in values.chunks(2) {
                    let &[count @ 1..=36, value] = pair else {
                        return None;
                    };
                    exact.extend((0..count).map(|_| value));
                }
                words(&exact)
            }
            (Head::Digits, Detail::Values(values)) if !values.is_empty() => {
                let is_digit = |value: &i64| (0..10).contains(value);
                values
                    .iter()
                    .all(is_digit)
                    .then(|| words(values))?
                    .replace('_', "")
            }
            (Head::Pairs, _) if self.are_pairs(rule) => self.pairs(rule),
            // Small letters are values only in ISS.
            (Head::Pattern, Detail::Pattern(pattern))
                if is_plain(pattern.as_str())
                    && !pattern.as_str().contains(|c: char| c.is_ascii_lowercase()) =>
            {
                machine::letters(pattern.as_str().as_bytes())
            }
            // Without steps by values that the board does not have.
            (Head::Machine, Detail::Machine(machine)) => {
                machine::pack(machine, self.shape.value_range().0)?
            }
            _ => return None,
        })
    }

    /// Whether a rule compares each two neighbours on its line, and no strict rule misses a dot.
    fn are_pairs(&self, rule: &CellRule) -> bool {
        use RuleKind::{Difference, DifferenceCage, PairSum, Product, Ratio, RatioCage};
        match rule.kind() {
            Difference | Ratio | PairSum => !self.shape.rules().iter().any(Rule::is_strict),
            Product | DifferenceCage | RatioCage => rule.cells().len() == 2,
            _ => true,
        }
    }

    /// The key of the pairs of values that a rule allows, and the name of the rule.
    pub(super) fn pairs(&self, rule: &CellRule) -> String {
        let (least, most) = self.shape.value_range();
        let all = (least..=most).flat_map(|a| (least..=most).map(move |b| (a, b)));
        let pairs: Vec<(i64, i64)> = all.filter(|&(a, b)| rule.allows(a, b, least)).collect();
        let key = machine::key(&pairs, most + 1 - least, least);
        format!("{key}~_{}", rule.kind().word())
    }
}

fn pattern(part: &Part<'_>, packed: &Argument<'_>) -> Result<Pattern, PuzzleError> {
    let bytes = machine::bytes(packed.text);
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    let text = text.ok_or_else(|| part.bad(packed, "a pattern in base64"))?;
    let text: String = text.split_whitespace().collect();
    if !is_plain(&text) {
        let expected = "a pattern of values, brackets, and the signs . | ? * +";
        return Err(part.bad(packed, expected));
    }
    // Small letters are the same values.
    let text = text.to_ascii_uppercase();
    Pattern::new(&text).map_err(|why| {
        let why = why.to_string();
        let reason = RuleReason::Pattern { text, why };
        let rule = part.name.to_owned();
        PuzzleReason::Rule { rule, reason }.at(packed.span.clone())
    })
}

/// Whether a pattern has only what patterns of ISS have.
fn is_plain(pattern: &str) -> bool {
    let is_other = |letter: char| matches!(letter, '\\' | '$') || letter.is_whitespace();
    !pattern.contains(is_other) && !pattern.contains("(?")
}

/// The letter of a key of pairs for a letter of the old one.
fn swap(letter: char) -> char {
    match letter {
        '-' => '_',
        '_' => '-',
        letter => letter,
    }
}

/// Numbers such as `1_2_2`.
fn numbers(text: &str) -> Option<Vec<i64>> {
    text.split('_').map(|number| number.parse().ok()).collect()
}

fn words(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    numbers.join("_")
}
