//! From a part of an ISS text to rules about cells.

use std::collections::BTreeMap;

use super::bad::{bad, fail, missing, no_more, number};
use super::machine;
use super::names::{KNOWN, UNSUPPORTED};
use super::parts::{Argument, Part};
use super::read::Reading;
use crate::sudoku::format::error::{PuzzleError, PuzzleReason};
use crate::sudoku::format::marks;
use crate::sudoku::format::near::nearest;
use crate::sudoku::rule::{CellRule, Detail, Machine, Pattern, RuleKind, RuleReason};
use crate::sudoku::shape::Outline;

impl Reading {
    /// The rules about cells that a part says.
    pub(super) fn cell_rules(&self, part: &Part<'_>) -> Result<Vec<CellRule>, PuzzleError> {
        use RuleKind as K;
        let arguments = &part.arguments[..];
        let plain = |kind: RuleKind| Ok(vec![CellRule::new(kind, self.cells(part, arguments)?)]);
        // A line of one cell says nothing.
        let line = |kind: RuleKind| -> Result<Vec<CellRule>, PuzzleError> {
            let rule = CellRule::new(kind, self.cells(part, arguments)?);
            let says = rule.cells.len() >= kind.least_cells();
            Ok(if says { vec![rule] } else { Vec::new() })
        };
        let numbered = |kind: RuleKind| {
            let Some((first, rest)) = arguments.split_first() else {
                return Err(missing(part, "a number"));
            };
            let rule = CellRule::new(kind, self.cells(part, rest)?);
            Ok(vec![rule.with_number(number(part, first)?)])
        };
        let pairs = |kind: RuleKind, number: Option<i64>| {
            let cells = self.cells(part, arguments)?;
            let pairs = self.neighbours(&cells);
            let is_alone = |cell: &usize| pairs.iter().all(|pair| !pair.contains(cell));
            if let Some(alone) = cells.iter().position(is_alone) {
                let mut named = arguments
                    .iter()
                    .filter(|argument| !argument.text.is_empty());
                let expected = "next to another cell of the list";
                return Err(match named.nth(alone) {
                    Some(argument) => bad(part, argument, expected),
                    None => missing(part, expected),
                });
            }
            if pairs.is_empty() {
                return Err(missing(part, "two cells next to each other"));
            }
            let rule = |pair: [usize; 2]| {
                let rule = CellRule::new(kind, pair);
                match number {
                    Some(number) => rule.with_number(number),
                    None => rule,
                }
            };
            Ok(pairs.into_iter().map(rule).collect())
        };
        // A number on both ends of a row or column; either may be missing.
        let outside = |kind: RuleKind| {
            let Some((first, rest)) = arguments.split_first() else {
                return Err(missing(part, "a row or column"));
            };
            no_more(part, 3)?;
            let mut line = self.line(part, first)?;
            let mut rules = Vec::new();
            for argument in rest {
                if !argument.text.is_empty() {
                    let rule = CellRule::new(kind, line.iter().copied());
                    rules.push(rule.with_number(number(part, argument)?));
                }
                line.reverse();
            }
            Ok(rules)
        };
        match part.name {
            "" | "Given" => {
                let mut rules = Vec::new();
                for argument in arguments {
                    let (cell, marks) = self.given(part, argument)?;
                    rules.push(self.candidates(cell, marks));
                }
                Ok(rules)
            }
            "AllDifferent" => line(K::AllDifferent),
            "Thermo" => line(K::Thermometer),
            "Renban" => line(K::Renban),
            "Palindrome" => line(K::Palindrome),
            "RegionSumLine" => line(K::RegionSum),
            "Zipper" => line(K::Zipper),
            "Between" => line(K::Between),
            "Entropic" => line(K::Entropic),
            "Arrow" => plain(K::Arrow),
            "DoubleArrow" => plain(K::DoubleArrow),
            "CountingCircles" => plain(K::CountingCircles),
            "CountDistinct" => plain(K::CountDistinct),
            "EqualityCage" => plain(K::EqualityCage),
            "ValueIndexing" => plain(K::ValueIndex),
            "SameValues" => numbered(K::SameValues),
            "SumLine" => match arguments.split_last() {
                Some((last, rest)) if last.text == "LOOP" => {
                    let [first, cells @ ..] = rest else {
                        return Err(missing(part, "a number"));
                    };
                    let rule = CellRule::new(K::SumLoop, self.cells(part, cells)?);
                    Ok(vec![rule.with_number(number(part, first)?)])
                }
                _ => numbered(K::SumLine),
            },
            "Lunchbox" => numbered(K::Lunchbox),
            "RellikCage" => numbered(K::RellikCage),
            "Lockout" => numbered(K::Lockout),
            "Modular" => numbered(K::Modular),
            "GreaterThan" => pairs(K::Greater, None),
            "WhiteDot" => pairs(K::Difference, None),
            "BlackDot" => pairs(K::Ratio, None),
            "X" => pairs(K::PairSum, Some(10)),
            "V" => pairs(K::PairSum, Some(5)),
            "XSum" => outside(K::XSum),
            "Skyscraper" => outside(K::Skyscraper),
            "HiddenSkyscraper" => outside(K::HiddenSkyscraper),
            "NumberedRoom" => outside(K::NumberedRoom),
            "Cage" => {
                let mut rules = numbered(K::Cage)?;
                for rule in &mut rules {
                    if rule.number() == Some(0)
                        && !(self.draft.outline.lowest == 0 && rule.cells.len() == 1)
                    {
                        rule.detail = Detail::None;
                    }
                }
                Ok(rules)
            }
            "Whisper" => match arguments.first() {
                Some(first) if first.text.parse::<i64>().is_ok() => {
                    let mut rules = numbered(K::Whispers)?;
                    rules.retain(|rule| rule.cells.len() > 1);
                    Ok(rules)
                }
                _ => line(K::Whispers),
            },
            "PillArrow" => {
                let mut rules = numbered(K::PillArrow)?;
                for rule in &mut rules {
                    let pill = rule.number().unwrap_or_default().max(0) as usize;
                    let pill = pill.min(rule.cells.len());
                    rule.cells[..pill].sort_unstable();
                }
                Ok(rules)
            }
            "Sum" => self.sum(part),
            "Sandwich" => {
                let [sum, line] = arguments else {
                    return Err(missing(part, "a sum and a row or column"));
                };
                let rule = CellRule::new(K::Sandwich, self.line(part, line)?);
                Ok(vec![rule.with_number(number(part, sum)?)])
            }
            "LittleKiller" => {
                let [sum, cell] = arguments else {
                    return Err(missing(part, "a sum and a cell at the edge"));
                };
                let first = self.cell(part, cell)?;
                let Outline { rows, columns, .. } = self.draft.outline;
                let Some(cells) = marks::inward(rows, columns, first) else {
                    return Err(bad(part, cell, "a cell at the edge of the board"));
                };
                let rule = CellRule::new(K::LittleKiller, cells);
                Ok(vec![rule.with_number(number(part, sum)?)])
            }
            "Quad" => {
                let [first, values @ ..] = arguments else {
                    return Err(missing(part, "a cell and values"));
                };
                let columns = self.draft.outline.columns;
                let cell = self.cell(part, first)?;
                if (cell + 1) % columns == 0 || cell / columns + 1 >= self.draft.outline.rows {
                    return Err(bad(part, first, "the upper left of four cells"));
                }
                let cells = [cell, cell + 1, cell + columns, cell + columns + 1];
                let values: Result<Vec<i64>, _> =
                    values.iter().map(|value| number(part, value)).collect();
                Ok(vec![
                    CellRule::new(K::Quadruple, cells).with(Detail::Values(values?)),
                ])
            }
            "ContainAtLeast" | "ContainExact" => {
                let [first, cells @ ..] = arguments else {
                    return Err(missing(part, "values and cells"));
                };
                let values: Result<Vec<i64>, _> = first.text.split('_').map(str::parse).collect();
                let values = values.map_err(|_| bad(part, first, "values such as 1_2_2"))?;
                let cells = self.cells(part, cells)?;
                let rule = match part.name {
                    "ContainAtLeast" => {
                        CellRule::new(K::Quadruple, cells).with(Detail::Values(values))
                    }
                    _ => CellRule::new(K::Counts, cells).with(Detail::Values(counts(&values))),
                };
                Ok(vec![rule])
            }
            "LookAndSay" => {
                let [digits, cells @ ..] = arguments else {
                    return Err(missing(part, "digits and cells"));
                };
                let values: Option<Vec<i64>> = digits
                    .text
                    .chars()
                    .map(|digit| digit.to_digit(10).map(i64::from))
                    .collect();
                let Some(values) = values.filter(|values| values.len() % 2 == 0) else {
                    return Err(bad(part, digits, "pairs of a count and a value"));
                };
                let rule = CellRule::new(K::Counts, self.cells(part, cells)?);
                Ok(vec![rule.with(Detail::Values(values))])
            }
            "Indexing" => {
                let Some((first, rest)) = arguments.split_first() else {
                    return Err(missing(part, "R or C"));
                };
                let kind = match first.text {
                    "R" => K::RowIndex,
                    "C" => K::ColumnIndex,
                    _ => return Err(bad(part, first, "R or C")),
                };
                Ok(vec![CellRule::new(kind, self.cells(part, rest)?)])
            }
            "EqualSum" => {
                let pieces: Vec<&[Argument<'_>]> =
                    arguments.split(|argument| argument.text == "-").collect();
                let lengths = pieces.iter().map(|piece| piece.len() as i64).collect();
                let cells = self.cells(part, &pieces.concat())?;
                Ok(vec![
                    CellRule::new(K::EqualSums, cells).with(Detail::Values(lengths)),
                ])
            }
            "Pair" | "PairX" | "Binary" | "BinaryX" => self.pairs(part),
            "Regex" => {
                let Some((first, rest)) = arguments.split_first() else {
                    return Err(missing(part, "a pattern"));
                };
                let text =
                    machine::bytes(first.text).and_then(|bytes| String::from_utf8(bytes).ok());
                let Some(text) = text else {
                    return Err(bad(part, first, "a pattern in base64"));
                };
                let text: String = text.split_whitespace().collect();
                let pattern = Pattern::new(&text).map_err(|why| {
                    let reason = RuleReason::Pattern {
                        text,
                        why: why.to_string(),
                    };
                    let rule = "Regex".to_owned();
                    PuzzleReason::Rule { rule, reason }.at(first.span.clone())
                })?;
                self.groups(part, rest, K::Regex, &Detail::Pattern(pattern))
            }
            "NFA" => {
                let Some((first, rest)) = arguments.split_first() else {
                    return Err(missing(part, "a state machine"));
                };
                let least = i64::from(self.draft.outline.lowest);
                let Some(machine) = machine::unpack(first.text, least) else {
                    return Err(bad(part, first, "a packed state machine"));
                };
                self.groups(part, rest, K::Machine, &Detail::Machine(machine))
            }
            "Or" => {
                no_more(part, 0)?;
                let branches = part.children.iter().map(|child| self.cell_rules(child));
                let branches: Result<Vec<_>, _> = branches.collect();
                Ok(vec![CellRule::either(branches?)])
            }
            "And" => {
                no_more(part, 0)?;
                let rules: Result<Vec<_>, _> = part
                    .children
                    .iter()
                    .map(|own| self.cell_rules(own))
                    .collect();
                rules.map(|rules| rules.concat())
            }
            name => {
                let known = || KNOWN.iter().copied();
                let reason = if UNSUPPORTED.iter().any(|own| name.starts_with(own)) {
                    let name = name.to_owned();
                    PuzzleReason::Unsupported { name }
                } else if known().any(|own| own == name) {
                    let name = format!("{name} inside a group");
                    PuzzleReason::Unsupported { name }
                } else {
                    let near = nearest(name, known()).map(str::to_owned);
                    let name = name.to_owned();
                    PuzzleReason::UnknownRule { near, name }
                };
                Err(fail(part, reason))
            }
        }
    }

    /// The rule that a cell holds one of some values.
    fn candidates(&self, cell: usize, marks: u64) -> CellRule {
        let least = i64::from(self.draft.outline.lowest);
        let values = (0..64).filter(|bit| marks >> bit & 1 == 1);
        let values: Vec<i64> = values.map(|bit| least + i64::from(bit)).collect();
        match *values {
            [_] => CellRule::new(RuleKind::Quadruple, [cell]).with(Detail::Values(values)),
            _ => {
                let steps = values.into_iter().map(|value| (0, value, 1)).collect();
                let machine = Machine::new(vec![0], vec![1], steps);
                CellRule::new(RuleKind::Machine, [cell]).with(Detail::Machine(machine))
            }
        }
    }

    fn sum(&self, part: &Part<'_>) -> Result<Vec<CellRule>, PuzzleError> {
        let Some((first, rest)) = part.arguments.split_first() else {
            return Err(missing(part, "a sum"));
        };
        let expected = "a sum, perhaps with factors, such as 0_=_1_1_-1";
        let mut words = first.text.split('_');
        let numbers = |words: std::str::Split<'_, char>| -> Result<Vec<i64>, PuzzleError> {
            let numbers: Result<Vec<i64>, _> = words.map(str::parse).collect();
            numbers.map_err(|_| bad(part, first, expected))
        };
        let total = words.next().unwrap_or_default().parse();
        let total = total.map_err(|_| bad(part, first, expected))?;
        let factors = match words.next() {
            Some("=") => numbers(words)?,
            None => Vec::new(),
            Some(_) => return Err(bad(part, first, expected)),
        };
        let rule = CellRule::new(RuleKind::Sum, self.cells(part, rest)?);
        Ok(vec![rule.with(Detail::Factors(total, factors))])
    }

    fn pairs(&self, part: &Part<'_>) -> Result<Vec<CellRule>, PuzzleError> {
        let Some((first, rest)) = part.arguments.split_first() else {
            return Err(missing(part, "a key of pairs"));
        };
        let swap = |letter: char| match letter {
            '-' => '_',
            '_' => '-',
            letter => letter,
        };
        let key: String = match part.name.starts_with("Binary") {
            // The old name has two letters the other way round.
            true => first.text.chars().map(swap).collect(),
            false => first.text.to_owned(),
        };
        let least = i64::from(self.draft.outline.lowest);
        let Some(pairs) = machine::pairs(&key, self.draft.outline.values as i64, least) else {
            return Err(bad(part, first, "a key of pairs"));
        };
        let kind = match part.name.ends_with('X') {
            true => RuleKind::AllPairs,
            false => RuleKind::Pairs,
        };
        self.groups(part, rest, kind, &Detail::Pairs(pairs))
    }

    /// A rule for each group of cells. Names and empty arguments separate groups.
    fn groups(
        &self,
        part: &Part<'_>,
        arguments: &[Argument<'_>],
        kind: RuleKind,
        detail: &Detail,
    ) -> Result<Vec<CellRule>, PuzzleError> {
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

/// How often each value occurs in a list: pairs of a count and a value.
fn counts(values: &[i64]) -> Vec<i64> {
    let mut counts: BTreeMap<i64, i64> = BTreeMap::new();
    for &value in values {
        *counts.entry(value).or_default() += 1;
    }
    let pairs = counts.into_iter();
    pairs.flat_map(|(value, count)| [count, value]).collect()
}
