//! From a part of an ISS text to rules about cells.

use super::bad::{bad, fail, first, missing, no_more, number};
use super::parts::{Argument, Part};
use super::read::Reading;
use super::table::{Layout, TABLE, UNSUPPORTED, known};
use crate::format::error::{PuzzleError, PuzzleReason};
use crate::format::marks;
use crate::format::table::named;
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

    /// Each square of four cells holds values with all remainders by 3.
    fn global_mod(&self, part: &Part<'_>) -> Rules {
        no_more(part, 0)?;
        let &Outline { rows, columns, .. } = &self.draft.outline;
        if (self.draft.outline.values, self.draft.outline.lowest) != (9, 1) {
            return Err(missing(part, "a board with the values 1 to 9"));
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
        no_more(part, 0)?;
        let is_dropped =
            |child: &&Part<'_>| part.name == "Or" && !cannot_hold(part) && cannot_hold(child);
        let children = part.children.iter().filter(|child| !is_dropped(child));
        children.map(|child| self.cell_rules(child)).collect()
    }

    /// The rules of a part that has a row in the table.
    fn row(&self, part: &Part<'_>) -> Rules {
        let row = named(TABLE, part.name).ok_or_else(|| fail(part, unknown(part.name)))?;
        let (kind, arguments) = (row.kind, &part.arguments[..]);
        match row.layout {
            Layout::Cells => self.plain(part, kind),
            Layout::Line => self.line(part, kind),
            Layout::Number => self.numbered(part, arguments, kind),
            Layout::NumberOrLine => match arguments.first() {
                Some(first) if first.text.parse::<i64>().is_ok() => {
                    let mut rules = self.numbered(part, arguments, kind)?;
                    rules.retain(|rule| rule.cells.len() > 1);
                    Ok(rules)
                }
                _ => self.line(part, kind),
            },
            Layout::Cage => self.cage(part),
            Layout::Loop => match arguments.split_last() {
                Some((last, rest)) if last.text == "LOOP" => {
                    self.numbered(part, rest, RuleKind::SumLoop)
                }
                _ => self.numbered(part, arguments, kind),
            },
            Layout::Pill => self.pill(part),
            Layout::Dots(number) => self.dots(part, kind, number),
            Layout::Ends => self.outside(part, kind),
            Layout::Whole => {
                let [sum, line] = arguments else {
                    return Err(missing(part, "a sum and a row or column"));
                };
                let rule = CellRule::new(kind, self.row_or_column(part, line)?);
                Ok(vec![rule.with_number(number(part, sum)?)])
            }
            Layout::Diagonal => self.little_killer(part),
            Layout::Axis => {
                let (line, rest) = first(part, "R or C")?;
                let kind = match line.text {
                    "R" => RuleKind::RowIndex,
                    "C" => RuleKind::ColumnIndex,
                    _ => return Err(bad(part, line, "R or C")),
                };
                Ok(vec![CellRule::new(kind, self.cells(part, rest)?)])
            }
            Layout::Factors => self.sum(part),
            Layout::Square => self.quad(part),
            Layout::AtLeast | Layout::Exact => self.contain(part, kind),
            Layout::Digits => self.look_and_say(part),
            Layout::Lists => self.equal_sum(part),
            Layout::Pairs => self.pairs(part, kind, str::to_owned),
            // The old name has two letters the other way round.
            Layout::OldPairs => self.pairs(part, kind, |key| key.chars().map(swap).collect()),
            Layout::Pattern => self.pattern(part),
            Layout::Machine => self.machine(part),
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
        let rule = |pair| CellRule::new(kind, pair).with_given(number);
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

    /// A cage; the sum 0 is none, but for one cell that may hold 0. A cell that is named twice
    /// counts twice, and differs from the others only.
    fn cage(&self, part: &Part<'_>) -> Rules {
        let mut rules = self.numbered(part, &part.arguments, RuleKind::Cage)?;
        if let [cage] = &rules[..]
            && cage.all_cells().len() < cage.cells.len()
        {
            let sum = cage.number().filter(|&sum| sum != 0);
            let sum = sum.map(|sum| {
                let rule = CellRule::new(RuleKind::Sum, cage.cells.iter().copied());
                rule.with(Detail::Factors(sum, Vec::new()))
            });
            let mut all = vec![CellRule::new(RuleKind::AllDifferent, cage.all_cells())];
            all.retain(|rule| rule.cells.len() > 1);
            all.extend(sum);
            return Ok(all);
        }
        for rule in &mut rules {
            let may_be_0 = self.draft.outline.lowest == 0 && rule.cells.len() == 1;
            if rule.number() == Some(0) && !may_be_0 {
                rule.detail = Detail::None;
            }
        }
        Ok(rules)
    }

    /// A pill arrow; the cells of the pill are in the order of the board.
    fn pill(&self, part: &Part<'_>) -> Rules {
        let mut rules = self.numbered(part, &part.arguments, RuleKind::PillArrow)?;
        for rule in &mut rules {
            let pill = rule.number().unwrap_or_default().max(0) as usize;
            let pill = pill.min(rule.cells.len());
            rule.cells[..pill].sort_unstable();
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

/// Whether no board follows a part: a dot or letter without cells, or a group with such parts.
/// Outside a choice it is an error.
fn cannot_hold(part: &Part<'_>) -> bool {
    let mut children = part.children.iter();
    match part.name {
        "And" => children.any(cannot_hold),
        "Or" => children.len() > 0 && children.all(cannot_hold),
        name => {
            let row = named(TABLE, name);
            row.is_some_and(|row| matches!(row.layout, Layout::Dots(_)))
                && part
                    .arguments
                    .iter()
                    .all(|argument| argument.text.is_empty())
        }
    }
}

/// The letter of a key of pairs for a letter of the old one.
fn swap(letter: char) -> char {
    match letter {
        '-' => '_',
        '_' => '-',
        letter => letter,
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
