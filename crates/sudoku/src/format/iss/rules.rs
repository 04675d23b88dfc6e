//! From a part of an ISS text to rules about cells.

use super::bad::{bad, fail, first, missing, no_more, number};
use super::names::{UNSUPPORTED, known};
use super::parts::{Argument, Part};
use super::read::Reading;
use super::table::{Layout, TABLE};
use crate::format::error::{PuzzleError, PuzzleReason};
use crate::format::marks;
use crate::rule::{CellRule, Detail, RuleKind};
use crate::shape::Outline;
use quadrille_core::shared::nearest_letters;

/// The rules of a part.
pub(super) type Rules = Result<Vec<CellRule>, PuzzleError>;

impl Reading {
    /// The rules about cells that a part says.
    pub(super) fn cell_rules(&self, part: &Part<'_>) -> Rules {
        use RuleKind as K;
        let arguments = &part.arguments[..];
        match part.name {
            "" | "Given" => self.candidates(part),
            // A hint for the search.
            "SearchPriority" => Ok(Vec::new()),
            "SumLine" => match arguments.split_last() {
                Some((last, rest)) if last.text == "LOOP" => self.numbered(part, rest, K::SumLoop),
                _ => self.one_rule(part),
            },
            "Cage" => self.cage(part),
            "Whisper" => match arguments.first() {
                Some(first) if first.text.parse::<i64>().is_ok() => {
                    let mut rules = self.one_rule(part)?;
                    rules.retain(|rule| rule.cells.len() > 1);
                    Ok(rules)
                }
                _ => self.line(part, K::Whispers),
            },
            "PillArrow" => {
                let mut rules = self.numbered(part, arguments, K::PillArrow)?;
                for rule in &mut rules {
                    let pill = rule.number().unwrap_or_default().max(0) as usize;
                    let pill = pill.min(rule.cells.len());
                    rule.cells[..pill].sort_unstable();
                }
                Ok(rules)
            }
            "GreaterThan" => self.dots(part, K::Greater, None),
            "WhiteDot" => self.dots(part, K::Difference, None),
            "BlackDot" => self.dots(part, K::Ratio, None),
            "X" => self.dots(part, K::PairSum, Some(10)),
            "V" => self.dots(part, K::PairSum, Some(5)),
            "Sandwich" => {
                let [sum, line] = arguments else {
                    return Err(missing(part, "a sum and a row or column"));
                };
                let rule = CellRule::new(K::Sandwich, self.row_or_column(part, line)?);
                Ok(vec![rule.with_number(number(part, sum)?)])
            }
            "LittleKiller" => self.little_killer(part),
            "Indexing" => {
                let (line, rest) = first(part, "R or C")?;
                let kind = match line.text {
                    "R" => K::RowIndex,
                    "C" => K::ColumnIndex,
                    _ => return Err(bad(part, line, "R or C")),
                };
                Ok(vec![CellRule::new(kind, self.cells(part, rest)?)])
            }
            "Sum" => self.sum(part),
            "Quad" => self.quad(part),
            "ContainAtLeast" | "ContainExact" => self.contain(part),
            "LookAndSay" => self.look_and_say(part),
            "EqualSum" => self.equal_sum(part),
            "Pair" | "PairX" | "Binary" | "BinaryX" => self.pairs(part),
            "Regex" => self.pattern(part),
            "NFA" => self.machine(part),
            "Or" => {
                no_more(part, 0)?;
                let branches = part.children.iter().map(|child| self.cell_rules(child));
                let branches: Result<Vec<_>, _> = branches.collect();
                Ok(vec![CellRule::either(branches?)])
            }
            "And" => {
                no_more(part, 0)?;
                let rules = part.children.iter().map(|child| self.cell_rules(child));
                let rules: Result<Vec<_>, _> = rules.collect();
                rules.map(|rules| rules.concat())
            }
            _ => self.one_rule(part),
        }
    }

    /// The rule of a part that has a row in the table.
    fn one_rule(&self, part: &Part<'_>) -> Rules {
        let row = TABLE.iter().find(|row| row.name == part.name);
        let row = row.ok_or_else(|| fail(part, unknown(part.name)))?;
        match row.layout {
            Layout::Cells => self.plain(part, row.kind),
            Layout::Line => self.line(part, row.kind),
            Layout::Number => self.numbered(part, &part.arguments, row.kind),
            Layout::Ends => self.outside(part, row.kind),
        }
    }

    /// A rule that has cells only.
    fn plain(&self, part: &Part<'_>, kind: RuleKind) -> Rules {
        let cells = self.cells(part, &part.arguments)?;
        Ok(vec![CellRule::new(kind, cells)])
    }

    /// As [`plain`](Self::plain); a line of one cell says nothing.
    fn line(&self, part: &Part<'_>, kind: RuleKind) -> Rules {
        let mut rules = self.plain(part, kind)?;
        rules.retain(|rule| rule.cells.len() >= kind.least_cells());
        Ok(rules)
    }

    /// A number, then cells.
    fn numbered(&self, part: &Part<'_>, arguments: &[Argument<'_>], kind: RuleKind) -> Rules {
        let Some((first, rest)) = arguments.split_first() else {
            return Err(missing(part, "a number"));
        };
        let rule = CellRule::new(kind, self.cells(part, rest)?);
        Ok(vec![rule.with_number(number(part, first)?)])
    }

    /// A rule for each two cells of a list that are neighbours.
    fn dots(&self, part: &Part<'_>, kind: RuleKind, number: Option<i64>) -> Rules {
        let cells = self.cells(part, &part.arguments)?;
        let pairs = self.neighbours(&cells);
        let is_alone = |cell: &usize| pairs.iter().all(|pair| !pair.contains(cell));
        if let Some(alone) = cells.iter().position(is_alone) {
            let arguments = part.arguments.iter();
            let mut named = arguments.filter(|argument| !argument.text.is_empty());
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
    }

    /// A number at each end of a row or column; either may be missing.
    fn outside(&self, part: &Part<'_>, kind: RuleKind) -> Rules {
        let (line, numbers) = first(part, "a row or column")?;
        no_more(part, 3)?;
        let mut line = self.row_or_column(part, line)?;
        let mut rules = Vec::new();
        if numbers.iter().all(|argument| argument.text.is_empty()) {
            return Err(missing(part, "a number at one end of the line"));
        }
        for argument in numbers {
            if !argument.text.is_empty() {
                let rule = CellRule::new(kind, line.iter().copied());
                rules.push(rule.with_number(number(part, argument)?));
            }
            line.reverse();
        }
        Ok(rules)
    }

    /// A cage; the sum 0 is none, but for one cell that may hold 0.
    fn cage(&self, part: &Part<'_>) -> Rules {
        let mut rules = self.numbered(part, &part.arguments, RuleKind::Cage)?;
        for rule in &mut rules {
            let may_be_0 = self.draft.outline.lowest == 0 && rule.cells.len() == 1;
            if rule.number() == Some(0) && !may_be_0 {
                rule.detail = Detail::None;
            }
        }
        Ok(rules)
    }

    fn little_killer(&self, part: &Part<'_>) -> Rules {
        let [sum, first] = &part.arguments[..] else {
            return Err(missing(part, "a sum and a cell at the edge"));
        };
        let Outline { rows, columns, .. } = self.draft.outline;
        let Some(cells) = marks::inward(rows, columns, self.cell(part, first)?) else {
            return Err(bad(part, first, "a cell at the edge of the board"));
        };
        let rule = CellRule::new(RuleKind::LittleKiller, cells);
        Ok(vec![rule.with_number(number(part, sum)?)])
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
