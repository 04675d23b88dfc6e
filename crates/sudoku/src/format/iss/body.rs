//! The cells of a part, and the numbers that stand after some of them.

use super::cells::letter;
use super::parts::{Argument, Part};
use super::read::Reading;
use super::rules::Rules;
use super::table::Body;
use super::write::Writing;
use crate::format::error::PuzzleError;
use crate::format::marks;
use crate::rule::{CellRule, Detail, RuleKind};
use crate::shape::Outline;

impl Reading {
    /// The rules that the body of a part makes of a rule without cells.
    pub(super) fn body(
        &self,
        body: Body,
        part: &Part<'_>,
        arguments: &[Argument<'_>],
        rule: &CellRule,
    ) -> Rules {
        let of_cells = |cells| CellRule {
            cells,
            ..rule.clone()
        };
        let &Outline { rows, columns, .. } = &self.draft.outline;
        let cells = |arguments| self.cells(part, arguments).map(of_cells);
        let lines = |body: &dyn Fn(&Argument<'_>) -> Result<Vec<usize>, _>| -> Rules {
            arguments
                .iter()
                .map(|line| body(line).map(of_cells))
                .collect()
        };
        match body {
            Body::Cells => Ok(vec![cells(arguments)?]),
            Body::Loop => {
                let line = arguments.split_last().map_or(arguments, |own| own.1);
                Ok(vec![cells(line)?])
            }
            Body::Pill => {
                let mut rule = cells(arguments)?;
                let pill = rule.number().unwrap_or_default().max(0) as usize;
                let pill = pill.min(rule.cells.len());
                // The cells of the pill are in the order of the board.
                rule.cells[..pill].sort_unstable();
                Ok(vec![rule])
            }
            Body::Line => self.groups(part, arguments, rule, |_| false),
            Body::Groups => self.groups(part, arguments, rule, |text| {
                text.is_empty() || text.starts_with('_')
            }),
            Body::Neighbours => {
                let pairs = self.dots(part)?.into_iter();
                Ok(pairs.map(|pair| of_cells(pair.to_vec())).collect())
            }
            Body::Lists => {
                let pieces = arguments.split(|argument| argument.text == "-");
                let pieces = pieces.map(|piece| self.cells(part, piece));
                let pieces: Vec<Vec<usize>> = pieces.collect::<Result<_, _>>()?;
                let lengths = pieces.iter().map(|piece| piece.len() as i64).collect();
                Ok(vec![
                    of_cells(pieces.concat()).with(Detail::Values(lengths)),
                ])
            }
            Body::Square => {
                let (first, values) = part.first("a cell and values")?;
                let cell = self.cell(part, first)?;
                if (cell + 1) % columns == 0 || cell / columns + 1 >= rows {
                    return Err(part.bad(first, "the upper left of four cells"));
                }
                let values = values.iter().map(|value| part.number(value));
                let values = Detail::Values(values.collect::<Result<_, _>>()?);
                Ok(vec![
                    of_cells(marks::square(columns, cell).to_vec()).with(values),
                ])
            }
            Body::Whole => lines(&|line| self.row_or_column(part, line)),
            Body::Diagonal => lines(&|first| {
                let cells = marks::inward(rows, columns, self.cell(part, first)?);
                cells.ok_or_else(|| part.bad(first, "a cell at the edge of the board"))
            }),
            Body::Ends => self.ends(part, rule),
        }
    }

    /// A rule for each group of cells that has as many as its kind needs.
    fn groups(
        &self,
        part: &Part<'_>,
        arguments: &[Argument<'_>],
        rule: &CellRule,
        is_break: impl Fn(&str) -> bool,
    ) -> Rules {
        let mut rules = Vec::new();
        for group in arguments.split(|argument| is_break(argument.text)) {
            let cells = self.cells(part, group)?;
            if cells.len() >= rule.kind.least_cells() {
                rules.push(CellRule {
                    cells,
                    ..rule.clone()
                });
            }
        }
        Ok(rules)
    }

    /// The neighbours in a list of cells.
    fn dots(&self, part: &Part<'_>) -> Result<Vec<[usize; 2]>, PuzzleError> {
        let cells = self.cells(part, &part.arguments)?;
        let pairs = self.neighbours(&cells);
        let is_alone = |cell: &usize| pairs.iter().all(|pair| !pair.contains(cell));
        if let Some(alone) = cells.iter().position(is_alone) {
            let arguments = part.arguments.iter();
            let mut named = arguments.filter(|argument| !argument.text.is_empty());
            let expected = "next to another cell of the list";
            return Err(match named.nth(alone) {
                Some(argument) => part.bad(argument, expected),
                None => part.missing(expected),
            });
        }
        if pairs.is_empty() {
            return Err(part.missing("two cells next to each other"));
        }
        Ok(pairs)
    }

    /// A rule for the number at each end of a row or column; either may be missing.
    fn ends(&self, part: &Part<'_>, rule: &CellRule) -> Rules {
        let (line, numbers) = part.first("a row or column")?;
        part.no_more(3)?;
        let mut cells = self.row_or_column(part, line)?;
        if numbers.iter().all(|argument| argument.text.is_empty()) {
            return Err(part.missing("a number at one end of the line"));
        }
        let mut rules = Vec::new();
        for argument in numbers {
            if !argument.text.is_empty() {
                let rule = rule.clone().with_number(part.number(argument)?);
                rules.push(CellRule {
                    cells: cells.clone(),
                    ..rule
                });
            }
            cells.reverse();
        }
        Ok(rules)
    }
}

impl Writing<'_> {
    /// A part of a name, a head and the cells of a rule; `None` if it cannot name them.
    pub(super) fn body(
        &self,
        body: Body,
        name: &str,
        head: &str,
        rule: &CellRule,
    ) -> Option<String> {
        let cells = rule.cells();
        let part = |cells: &[usize]| self.part(name, head, cells);
        Some(match body {
            Body::Cells | Body::Line | Body::Groups => part(cells),
            Body::Loop => part(cells) + "~LOOP",
            // ISS text has longer pills only.
            Body::Pill => {
                let pill = rule.number()? as usize;
                (pill != 1 && cells.get(..pill)?.is_sorted()).then(|| part(cells))?
            }
            Body::Neighbours => cells
                .windows(2)
                .map(|pair| self.dot(name, rule, pair))
                .collect(),
            Body::Lists => {
                let mut rest = cells;
                let mut pieces = Vec::new();
                for &length in rule.values() {
                    let (piece, after) = rest.split_at_checked(length as usize)?;
                    pieces.push(self.cells(piece));
                    rest = after;
                }
                format!(".{name}{}", pieces.join("~-"))
            }
            Body::Square if !rule.values().is_empty() => {
                let values = rule.values().iter().map(|value| format!("~{value}"));
                let first = marks::first_of_square(self.outline.columns, cells)?;
                part(&[first]) + &values.collect::<String>()
            }
            Body::Square => return None,
            Body::Whole => format!(".{name}~{head}~{}", self.line(cells)?.0),
            Body::Diagonal => part(&[self.diagonal(cells)?]),
            // The text says of all ranks whether other lines may be equal.
            Body::Ends if rule.kind() == RuleKind::FullRank && self.has_ties() => return None,
            Body::Ends => {
                let (line, is_forward) = self.line(cells)?;
                let before = if is_forward { "" } else { "~" };
                format!(".{name}~{line}{before}~{}", rule.number()?)
            }
        })
    }

    /// A dot, letter or sign between two cells of a rule; another part if they are not neighbours.
    fn dot(&self, name: &str, rule: &CellRule, pair: &[usize]) -> String {
        match *pair {
            [a, b] if self.shape.neighbours(a).contains(&b) => self.part(name, "", pair),
            [a, b] if rule.kind() == RuleKind::Greater => self.part("Thermo", "", &[b, a]),
            _ => self.part("Pair", &self.pairs(rule), pair),
        }
    }

    /// The name of a whole row or column, and whether the cells are in its order.
    fn line(&self, cells: &[usize]) -> Option<(String, bool)> {
        let Outline { rows, columns, .. } = self.outline;
        let mut sorted = cells.to_vec();
        let is_forward = cells.is_sorted();
        if !is_forward {
            sorted.reverse();
        }
        let &first = sorted.first()?;
        let (row, column) = (first / columns, first % columns);
        let name = if sorted
            .iter()
            .copied()
            .eq(row * columns..(row + 1) * columns)
        {
            format!("R{}", letter(row + 1))
        } else if sorted
            .into_iter()
            .eq((0..rows).map(|at| column + at * columns))
        {
            format!("C{}", letter(column + 1))
        } else {
            return None;
        };
        Some((name, is_forward))
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
