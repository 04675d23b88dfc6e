//! From the parts of an ISS text to a puzzle.

use std::collections::BTreeMap;
use std::ops::Range;

use super::machine;
use super::names::{KNOWN, UNSUPPORTED, name};
use super::parts::{self, Argument, Part};
use crate::sudoku::alphabet::LARGEST_SIDE;
use crate::sudoku::format::draft::Draft;
use crate::sudoku::format::error::{PuzzleError, PuzzleReason};
use crate::sudoku::format::marks;
use crate::sudoku::format::near::nearest;
use crate::sudoku::format::puzzle::Puzzle;
use crate::sudoku::rule::{CellRule, Detail, Machine, Pattern, RuleKind, RuleReason};
use crate::sudoku::shape::{Division, Outline, Rule};

/// Reads a puzzle.
///
/// # Errors
/// [`PuzzleError`], with the part or the argument that makes no sense.
pub(in crate::sudoku::format) fn read(text: &str) -> Result<Puzzle, PuzzleError> {
    let parts = parts::read(text)?;
    let size = parts.iter().find(|part| part.name == "Shape");
    let size = size.map_or(0..0, |part| part.span.clone());
    let mut reading = Reading {
        draft: Draft::new(outline(&parts)?, &size)?,
        diagonals: [None, None],
    };
    for part in &parts {
        reading.part(part)?;
    }
    reading.finish()
}

/// The error of a part.
fn fail(part: &Part<'_>, reason: PuzzleReason) -> PuzzleError {
    reason.at(part.span.clone())
}

/// The name of a part; a part without one has givens.
fn title(part: &Part<'_>) -> String {
    match part.name {
        "" => "given".to_owned(),
        name => name.to_owned(),
    }
}

/// The error of an argument.
fn bad(part: &Part<'_>, argument: &Argument<'_>, expected: impl Into<String>) -> PuzzleError {
    let reason = PuzzleReason::Argument {
        rule: title(part),
        text: argument.text.to_owned(),
        expected: expected.into(),
    };
    reason.at(argument.span.clone())
}

/// An argument that is missing.
fn missing(part: &Part<'_>, expected: &str) -> PuzzleError {
    let reason = PuzzleReason::Argument {
        rule: title(part),
        text: String::new(),
        expected: expected.to_owned(),
    };
    reason.at(part.span.clone())
}

/// Rejects arguments after some.
fn no_more(part: &Part<'_>, some: usize) -> Result<(), PuzzleError> {
    let mut rest = part.arguments.iter().skip(some);
    match rest.find(|argument| !argument.text.is_empty()) {
        Some(argument) => Err(bad(
            part,
            argument,
            "needed: the rule holds for the whole board",
        )),
        None => Ok(()),
    }
}

fn number(part: &Part<'_>, argument: &Argument<'_>) -> Result<i64, PuzzleError> {
    let number = argument.text.parse();
    number.map_err(|_| bad(part, argument, "a number"))
}

/// The size and the regions that the parts give.
fn outline(parts: &[Part<'_>]) -> Result<Outline, PuzzleError> {
    let mut outline = Outline::square(9);
    let mut size = None;
    let named = |name: &'static str| parts.iter().filter(move |part| part.name == name);
    for part in named("Shape") {
        let [first, rest @ ..] = &part.arguments[..] else {
            return Err(missing(part, "a size such as 6x6"));
        };
        let sides = first.text.split_once('x');
        let small = |number: &str| number.parse().ok().filter(|&number| number <= LARGEST_SIDE);
        let sides = sides.and_then(|(rows, columns)| Some((small(rows)?, small(columns)?)));
        let Some((rows, columns)) = sides else {
            return Err(bad(part, first, "a size such as 6x6"));
        };
        (outline.rows, outline.columns) = (rows, columns);
        (outline.values, outline.lowest) = (rows.max(columns), 1);
        if let Some(values) = rest.first().filter(|values| !values.text.is_empty()) {
            let range = match values.text.split_once('-') {
                Some((least, most)) => small(least).zip(small(most)),
                None => small(values.text).map(|most| (1, most)),
            };
            match range {
                Some((least @ 0..=1, most)) if least <= most => {
                    outline.values = most + 1 - least;
                    outline.lowest = least as u8;
                }
                _ => {
                    return Err(bad(
                        part,
                        values,
                        "a number of values or a range from 0 or 1",
                    ));
                }
            }
        }
        if rest.len() > 1 {
            let name = "a raw grid".to_owned();
            return Err(fail(part, PuzzleReason::Unsupported { name }));
        }
    }
    for part in named("RegionSize") {
        let first = part.arguments.first();
        let first = first.ok_or_else(|| missing(part, "a number of cells"))?;
        let cells = first.text.parse().ok();
        let cells = cells.filter(|cells| (1..=LARGEST_SIDE).contains(cells));
        size = Some(cells.ok_or_else(|| bad(part, first, "a number of cells"))?);
    }
    let (rows, columns) = (outline.rows, outline.columns);
    let cells = size.unwrap_or(rows.max(columns));
    outline.division = match named("NoBoxes").next() {
        Some(_) => Division::None,
        None => Division::of_size(rows, columns, cells),
    };
    let mut maps = named("Jigsaw");
    if let (Some(part), Division::None) = (maps.next(), &outline.division) {
        let letters = jigsaw(part, &outline)?;
        if maps.next().is_none() {
            outline.division = Division::Regions(letters);
        }
    }
    Ok(outline)
}

/// The letter of each cell of a map; a space for cells in regions that are too small or too large
/// to be one.
fn jigsaw(part: &Part<'_>, outline: &Outline) -> Result<Vec<char>, PuzzleError> {
    let last = part.arguments.last();
    let last = last.ok_or_else(|| missing(part, "a map of regions"))?;
    let cells = outline.rows * outline.columns;
    let mut letters: Vec<char> = last.text.chars().collect();
    if letters.len() != cells {
        let expected = format!("a map of {cells} characters, one for each cell");
        return Err(bad(part, last, expected));
    }
    let mut counts: BTreeMap<char, usize> = BTreeMap::new();
    for &letter in &letters {
        *counts.entry(letter).or_default() += 1;
    }
    let sizes = outline.rows.max(outline.columns)..=outline.values;
    for letter in &mut letters {
        if !sizes.contains(&counts[letter]) {
            *letter = ' ';
        }
    }
    Ok(letters)
}

/// What was read so far.
struct Reading {
    draft: Draft,
    diagonals: [Option<Range<usize>>; 2],
}

impl Reading {
    fn finish(self) -> Result<Puzzle, PuzzleError> {
        let mut draft = self.draft;
        let (rule, span) = match self.diagonals {
            [Some(span), Some(_)] => (Rule::Diagonals, span),
            [Some(span), None] => (Rule::Falling, span),
            [None, Some(span)] => (Rule::Rising, span),
            [None, None] => return draft.finish(),
        };
        draft.board_rules.push((rule, span));
        draft.finish()
    }

    fn part(&mut self, part: &Part<'_>) -> Result<(), PuzzleError> {
        let rule = match part.name {
            // They are read before all others.
            "Shape" | "RegionSize" | "NoBoxes" | "StateMachine" => return Ok(()),
            "" | "Given" => return self.givens(part),
            "Jigsaw" => return self.jigsaw(part),
            "Diagonal" => {
                let is_rising = match part.arguments.first().map(|first| first.text) {
                    Some("1") => 1,
                    Some("-1") => 0,
                    _ => return Err(missing(part, "1 or -1")),
                };
                self.diagonals[is_rising] = Some(part.span.clone());
                return no_more(part, 1);
            }
            "Windoku" => Rule::Windows,
            "DisjointSets" => Rule::Disjoint,
            "AntiKnight" => Rule::AntiKnight,
            "AntiKing" => Rule::AntiKing,
            "AntiConsecutive" => Rule::NonConsecutive,
            "AntiTaxicab" => Rule::AntiTaxicab,
            "GlobalEntropy" => Rule::Entropy,
            "StrictKropki" => {
                self.draft
                    .board_rules
                    .push((Rule::StrictWhite, part.span.clone()));
                Rule::StrictBlack
            }
            "StrictXV" => Rule::StrictXv,
            "RegionSameValues" => Rule::SameValues,
            "DutchFlatmates" => Rule::Flatmates,
            "Replicate" => return self.replicate(part),
            _ => {
                let rules = self.cell_rules(part)?;
                let spans = rules.into_iter().map(|rule| (rule, part.span.clone()));
                self.draft.rules.extend(spans);
                return Ok(());
            }
        };
        self.draft.board_rules.push((rule, part.span.clone()));
        no_more(part, 0)
    }

    fn givens(&mut self, part: &Part<'_>) -> Result<(), PuzzleError> {
        for argument in &part.arguments {
            let (cell, marks) = self.given(part, argument)?;
            self.draft.restrict(cell, marks);
        }
        Ok(())
    }

    /// A cell and the values that it may hold, one bit each.
    fn given(&self, part: &Part<'_>, argument: &Argument<'_>) -> Result<(usize, u64), PuzzleError> {
        let mut words = argument.text.split('_');
        let cell = words.next().unwrap_or_default();
        let cell = self.cell(
            part,
            &Argument {
                text: cell,
                ..argument.clone()
            },
        )?;
        let mut marks = 0;
        for word in words {
            let bit = word.parse().ok().and_then(|value| self.draft.bit(value));
            let Some(bit) = bit else {
                return Err(bad(part, argument, self.draft.values()));
            };
            marks |= bit;
        }
        match marks {
            0 => Err(bad(part, argument, "a cell and its values, such as R1C1_5")),
            marks => Ok((cell, marks)),
        }
    }

    fn jigsaw(&mut self, part: &Part<'_>) -> Result<(), PuzzleError> {
        let letters = jigsaw(part, &self.draft.outline)?;
        if Division::Regions(letters.clone()) == self.draft.outline.division {
            return Ok(());
        }
        let mut regions: BTreeMap<char, Vec<usize>> = BTreeMap::new();
        for (cell, letter) in letters.into_iter().enumerate() {
            regions.entry(letter).or_default().push(cell);
        }
        regions.remove(&' ');
        for cells in regions.into_values() {
            let rule = CellRule::new(RuleKind::AllDifferent, cells);
            self.draft.rules.push((rule, part.span.clone()));
        }
        Ok(())
    }

    /// The parts of a group, moved to other places: one bit for each place, in reading order from that
    /// of a cell.
    fn replicate(&mut self, part: &Part<'_>) -> Result<(), PuzzleError> {
        let [places, origin @ ..] = &part.arguments[..] else {
            return Err(missing(part, "letters for the places"));
        };
        let origin = match origin.first() {
            Some(origin) => self.cell(part, origin)?,
            None => 0,
        };
        let columns = self.draft.outline.columns;
        for (number, letter) in places.text.bytes().enumerate() {
            let Some(bits) = machine::six_bits(letter) else {
                return Err(bad(part, places, "letters for the places"));
            };
            for bit in (0..6).filter(|bit| bits >> bit & 1 == 1) {
                let to = origin + 6 * number + bit;
                let down = (to / columns) as isize - (origin / columns) as isize;
                let right = (to % columns) as isize - (origin % columns) as isize;
                for child in &part.children {
                    for rule in self.cell_rules(child)? {
                        let mut moved = rule.clone();
                        for cell in &mut moved.cells {
                            let row = (*cell / columns).checked_add_signed(down);
                            let column = (*cell % columns).checked_add_signed(right);
                            let on_board = row.zip(column).filter(|&(row, column)| {
                                row < self.draft.outline.rows && column < columns
                            });
                            let Some((row, column)) = on_board else {
                                return Err(bad(part, places, "places on the board"));
                            };
                            *cell = row * columns + column;
                        }
                        self.draft.rules.push((moved, child.span.clone()));
                    }
                }
            }
        }
        Ok(())
    }

    /// The cell that a text names: `R1C1`, where rows and columns above 9 are letters from `a`.
    fn cell(&self, part: &Part<'_>, argument: &Argument<'_>) -> Result<usize, PuzzleError> {
        let text = argument.text;
        let place = || {
            let (row, column) = match *text.as_bytes() {
                // A row or column may itself be written `c`.
                [b'R' | b'r', row, b'C' | b'c', column] => (digit(row)?, digit(column)?),
                _ => {
                    let (row, column) = text.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
                    (row.parse().ok()?, column.parse().ok()?)
                }
            };
            let (row, column): (usize, usize) = (row.checked_sub(1)?, column.checked_sub(1)?);
            let is_good = row < self.draft.outline.rows && column < self.draft.outline.columns;
            is_good.then_some(row * self.draft.outline.columns + column)
        };
        place().ok_or_else(|| {
            let reason = PuzzleReason::Cell {
                rule: title(part),
                text: text.to_owned(),
                first: name(0, 0),
                last: name(self.draft.outline.rows - 1, self.draft.outline.columns - 1),
            };
            reason.at(argument.span.clone())
        })
    }

    fn cells(
        &self,
        part: &Part<'_>,
        arguments: &[Argument<'_>],
    ) -> Result<Vec<usize>, PuzzleError> {
        let cells = arguments
            .iter()
            .filter(|argument| !argument.text.is_empty());
        cells.map(|argument| self.cell(part, argument)).collect()
    }

    /// The cells of a row or column such as `R1`, from its start.
    fn line(&self, part: &Part<'_>, argument: &Argument<'_>) -> Result<Vec<usize>, PuzzleError> {
        let Outline { rows, columns, .. } = self.draft.outline;
        let number = || {
            let digit = argument.text.get(1..).filter(|digit| !digit.is_empty())?;
            let number = match digit.len() {
                1 => digit.chars().next()?.to_digit(36)? as usize,
                _ => digit.parse::<usize>().ok()?,
            };
            number.checked_sub(1)
        };
        let first = argument
            .text
            .bytes()
            .next()
            .map(|byte| byte.to_ascii_uppercase());
        match (first, number()) {
            (Some(b'R'), Some(row)) if row < rows => {
                Ok((0..columns).map(|column| row * columns + column).collect())
            }
            (Some(b'C'), Some(column)) if column < columns => {
                Ok((0..rows).map(|row| row * columns + column).collect())
            }
            _ => Err(bad(
                part,
                argument,
                "a row or column of the board, such as R1 or C9",
            )),
        }
    }

    /// The pairs of cells of a list that are neighbours, the earlier one of the list first.
    fn neighbours(&self, cells: &[usize]) -> Vec<[usize; 2]> {
        let columns = self.draft.outline.columns;
        let mut pairs = Vec::new();
        for (place, &one) in cells.iter().enumerate() {
            for &other in &cells[place + 1..] {
                let rows = (one / columns).abs_diff(other / columns);
                if rows + (one % columns).abs_diff(other % columns) == 1 {
                    pairs.push([one, other]);
                }
            }
        }
        pairs
    }

    /// The rules about cells that a part says.
    fn cell_rules(&self, part: &Part<'_>) -> Result<Vec<CellRule>, PuzzleError> {
        use RuleKind as K;
        let arguments = &part.arguments[..];
        let simple = |kind: RuleKind| -> Result<Vec<CellRule>, PuzzleError> {
            let rule = CellRule::new(kind, self.cells(part, arguments)?);
            // A line of one cell says nothing.
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
            let pairs = self.neighbours(&self.cells(part, arguments)?);
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
            let mut line = self.line(part, first)?;
            let mut rules = Vec::new();
            for argument in rest.iter().take(2) {
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
            "AllDifferent" => simple(K::AllDifferent),
            "Thermo" => simple(K::Thermometer),
            "Renban" => simple(K::Renban),
            "Palindrome" => simple(K::Palindrome),
            "RegionSumLine" => simple(K::RegionSum),
            "Zipper" => simple(K::Zipper),
            "Between" => simple(K::Between),
            "Entropic" => simple(K::Entropic),
            "Arrow" => simple(K::Arrow),
            "DoubleArrow" => simple(K::DoubleArrow),
            "CountingCircles" => simple(K::CountingCircles),
            "CountDistinct" => simple(K::CountDistinct),
            "EqualityCage" => simple(K::EqualityCage),
            "ValueIndexing" => simple(K::ValueIndex),
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
                _ => simple(K::Whispers),
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
                let branch = |child: &Part<'_>| match child.name {
                    "And" => {
                        let rules: Result<Vec<_>, _> = child
                            .children
                            .iter()
                            .map(|own| self.cell_rules(own))
                            .collect();
                        rules.map(|rules| rules.concat())
                    }
                    _ => self.cell_rules(child),
                };
                let branches: Result<Vec<_>, _> = part.children.iter().map(branch).collect();
                Ok(vec![CellRule::either(branches?)])
            }
            "And" => {
                let rules: Result<Vec<_>, _> = part
                    .children
                    .iter()
                    .map(|own| self.cell_rules(own))
                    .collect();
                rules.map(|rules| rules.concat())
            }
            name => {
                let name = name.to_owned();
                let is_known = UNSUPPORTED.iter().any(|own| name.starts_with(own));
                Err(fail(
                    part,
                    match is_known {
                        true => PuzzleReason::Unsupported { name },
                        false => PuzzleReason::UnknownRule {
                            near: nearest(&name, KNOWN.iter().copied()).map(str::to_owned),
                            name,
                        },
                    },
                ))
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

/// The number that a character stands for: letters from 10.
fn digit(byte: u8) -> Option<usize> {
    Some(char::from(byte).to_digit(36)? as usize)
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
