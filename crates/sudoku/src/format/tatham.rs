//! The ids of Solo in Simon Tatham's collection: `3x3:1_7b9_6...`, with `x` for both diagonals, `k`
//! for killer cages and `9j` for nine regions of any form.
//!
//! ```text
//! 3x3:  1_7b9_6...             numbers and runs of blanks (a 1, b 2, ...), apart by a letter or _
//! 9jk:  cells,regions,cages,sums
//! ```
//!
//! The first two numbers are the columns and rows *of boxes*. Regions and cages are the borders
//! between neighbours, first those in the rows, then those in the columns: the number of
//! neighbours without a border before the next border, `_` for none. After the last there is a
//! border that does not exist. A `z` is 26 without a border after them.

use std::collections::BTreeMap;
use std::iter;

use super::draft::Draft;
use super::error::{PuzzleError, PuzzleReason};
use super::kind::PuzzleFormat;
use super::puzzle::Puzzle;
use super::written::{Written, board_rule, only_givens, only_single};
use crate::alphabet::LARGEST_SIDE;
use crate::regions::{self, Regions};
use crate::rule::{CellRule, RuleKind};
use crate::shape::{Division, Outline, Rule};
use quadrille_core::shared::Source;
use quadrille_core::text::quantity;

/// What stands before the colon.
struct Kind {
    side: usize,
    /// Rows and columns of a box; none in a jigsaw.
    boxes: Option<(usize, usize)>,
    has_diagonals: bool,
    is_killer: bool,
}

fn kind(text: &str) -> Option<Kind> {
    let number = |text: &str| {
        let end = text
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len());
        let number = text[..end].parse().ok();
        let number = number.filter(|number| (1..=LARGEST_SIDE).contains(number));
        number.map(|number| (number, end))
    };
    let (columns, end) = number(text)?;
    let (mut letters, mut rows) = (&text[end..], 1);
    if let Some(rest) = letters.strip_prefix('x')
        && let Some((number, end)) = number(rest)
    {
        (rows, letters) = (number, &rest[end..]);
    }
    let settings = letters
        .find(|c| !"jxk".contains(c))
        .unwrap_or(letters.len());
    let (flags, settings) = letters.split_at(settings);
    // How the program should make another puzzle.
    let is_setting = |c: char| c.is_ascii_digit() || "rmadtbieu".contains(c);
    let side = rows * columns;
    let is_jigsaw = flags.contains('j');
    let is_good = settings.chars().all(is_setting)
        && (2..=LARGEST_SIDE).contains(&side)
        && (is_jigsaw || rows > 1 && columns > 1);
    is_good.then(|| Kind {
        side,
        boxes: (!is_jigsaw).then_some((columns, rows)),
        has_diagonals: flags.contains('x'),
        is_killer: flags.contains('k'),
    })
}

/// Whether a text is such an id. A short one must be whole, so that no title is taken for one.
pub(super) fn is_id(text: &str) -> bool {
    const LONG: usize = 16;
    let Some((start, rest)) = text.trim().split_once(':') else {
        return false;
    };
    let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_,".contains(c);
    let is_spec = || rest.chars().all(is_letter) && rest.contains(|c| c != 'z');
    let cells = |kind: &Kind| {
        let first = rest.split(',').next().unwrap_or_default();
        numbers(first).is_ok_and(|cells| cells.len() == kind.side * kind.side)
    };
    kind(start).is_some_and(|kind| is_spec() && (rest.len() >= LONG || cells(&kind)))
}

/// The number of each cell, 0 for none.
fn numbers(text: &str) -> Result<Vec<i64>, (String, &str)> {
    let (mut numbers, mut rest) = (Vec::new(), text);
    while let Some(c) = rest.chars().next() {
        if numbers.len() > LARGEST_SIDE * LARGEST_SIDE {
            return Err(("more cells than any board has".to_owned(), rest));
        }
        let digits = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let piece = &rest[..digits.max(c.len_utf8())];
        match c {
            'a'..='z' => numbers.extend((b'a'..=c as u8).map(|_| 0)),
            '_' => {}
            _ => {
                let number = piece
                    .parse()
                    .ok()
                    .filter(|number| (1..10_000).contains(number));
                let why = || format!("{piece:?} is not a number or a run of blanks (a to z)");
                numbers.push(number.ok_or_else(|| (why(), piece))?);
            }
        }
        rest = &rest[piece.len()..];
    }
    Ok(numbers)
}

/// The pairs of neighbours, in the order of the borders between them.
fn neighbours(side: usize) -> impl Iterator<Item = (usize, usize)> {
    let in_row = (0..side).flat_map(move |row| (1..side).map(move |at| (row * side + at, 1)));
    let in_column =
        (0..side).flat_map(move |column| (1..side).map(move |at| (at * side + column, side)));
    in_row
        .chain(in_column)
        .map(|(cell, step)| (cell - step, cell))
}

/// The region of each cell, out of the borders.
fn borders(text: &str, side: usize) -> Result<Regions, String> {
    let mut joined = Vec::new();
    let mut pairs = neighbours(side);
    let mut left = 2 * side * (side - 1) + 1;
    for c in text.chars() {
        let run = match c {
            '_' => 0,
            'a'..='z' => c as usize - 'a' as usize + 1,
            _ => return Err(format!("{c:?} is not a run of neighbours (a to z, or _)")),
        };
        joined.extend(pairs.by_ref().take(run));
        let length = run + usize::from(c != 'z');
        if c != 'z' {
            pairs.next();
        }
        left = left
            .checked_sub(length)
            .ok_or("more borders than the board has")?;
    }
    match left {
        0 => Ok(regions::of_pieces(side * side, joined)),
        _ => Err(format!(
            "the borders end {} too early",
            quantity(left, "place")
        )),
    }
}

/// Reads a puzzle.
pub(super) fn read(text: &str) -> Result<Puzzle, PuzzleError> {
    let fail =
        |why: String, at: &str| PuzzleReason::not_in(PuzzleFormat::Tatham.title(), why, (text, at));
    let whole = text.trim();
    let split = whole.split_once(':');
    let Some((kind, spec)) = split.and_then(|(start, spec)| Some((kind(start)?, spec))) else {
        let why = "expected columns x rows of boxes and a colon, such as 3x3:".to_owned();
        return Err(fail(why, whole));
    };
    let side = kind.side;
    let mut parts = spec.split(',');
    let mut part = |noun: &str| {
        let part = parts.next();
        part.ok_or_else(|| fail(format!("a comma and {noun} are missing at the end"), whole))
    };
    let of_cells = |part: &'_ str| -> Result<Vec<i64>, PuzzleError> {
        let numbers = numbers(part).map_err(|(why, at)| fail(why, at))?;
        if numbers.len() == side * side {
            return Ok(numbers);
        }
        let why = format!(
            "{}, expected {}",
            quantity(numbers.len(), "cell"),
            side * side
        );
        Err(fail(why, part))
    };
    let of_borders = |part: &str| borders(part, side).map_err(|why| fail(why, part));
    let cells = part("the cells")?;
    let givens = of_cells(cells)?;
    let mut outline = Outline::square(side);
    outline.division = match kind.boxes {
        Some((height, width)) => Division::Boxes { height, width },
        None => {
            let map = of_borders(part("the regions")?)?;
            regions::division(side, side, &map)
        }
    };
    let mut draft = Draft::new(outline, &(0..0))?;
    for (cell, &value) in givens.iter().enumerate().filter(|(_, value)| **value > 0) {
        let bit = draft.bit(value);
        let bit = bit.ok_or_else(|| fail(format!("{value} is not {}", draft.values()), cells))?;
        draft.restrict(cell, bit);
    }
    if kind.has_diagonals {
        draft.board_rules.push((Rule::Diagonals, 0..0));
    }
    if kind.is_killer {
        let cages = of_borders(part("the cages")?)?;
        let sums = part("the sums")?;
        let start = Source::new(text).offset(sums);
        for (rule, cell) in killer(&cages, &of_cells(sums)?) {
            let why = || {
                format!(
                    "the cage of {} has two sums, expected one",
                    draft_name(cell, side)
                )
            };
            let rule = rule.ok_or_else(|| fail(why(), sums))?;
            draft.rules.push((rule, start..start + sums.len()));
        }
    }
    match parts.next() {
        Some(more) => Err(fail("more parts than such a puzzle has".to_owned(), more)),
        None => draft.finish(),
    }
}

fn draft_name(cell: usize, side: usize) -> String {
    format!("r{}c{}", cell / side + 1, cell % side + 1)
}

/// The cages and the first cell of each; no cage if it has two sums. Single cells without a sum
/// say nothing.
fn killer(cages: &[Option<usize>], sums: &[i64]) -> Vec<(Option<CellRule>, usize)> {
    let mut cells_of: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for (cell, &cage) in cages.iter().enumerate() {
        cells_of.entry(cage).or_default().push(cell);
    }
    let all = cells_of.into_values().filter_map(|cells| {
        let mut given = cells.iter().map(|&cell| sums[cell]).filter(|&sum| sum > 0);
        let (sum, second) = (given.next(), given.next());
        let first = cells[0];
        let is_rule = cells.len() > 1 || sum.is_some();
        let rule = CellRule::new(RuleKind::Cage, cells).with_given(sum);
        is_rule.then_some((second.is_none().then_some(rule), first))
    });
    all.collect()
}

/// Writes a run: a z for each 26, and a letter for the rest, which is returned.
fn push_run(text: &mut String, run: usize) -> usize {
    let rest = run % 26;
    text.extend(iter::repeat_n('z', run / 26));
    text.extend((rest > 0).then(|| char::from(b'a' + rest as u8 - 1)));
    rest
}

/// Writes numbers and runs of blanks.
fn write_numbers(numbers: impl Iterator<Item = i64>) -> String {
    let (mut text, mut run) = (String::new(), 0usize);
    for number in numbers.map(Some).chain([None]) {
        if number == Some(0) {
            run += 1;
            continue;
        }
        if run == 0 && !text.is_empty() && number.is_some() {
            text.push('_');
        }
        push_run(&mut text, run);
        run = 0;
        text += &number.map(|number| number.to_string()).unwrap_or_default();
    }
    text
}

/// Writes the borders between regions.
fn write_borders(regions: &[Option<usize>], side: usize) -> String {
    let (mut text, mut run) = (String::new(), 0);
    let pairs = neighbours(side).map(|(one, other)| regions[one] != regions[other]);
    for is_border in pairs.chain([true]) {
        if !is_border {
            run += 1;
            continue;
        }
        if push_run(&mut text, run) == 0 {
            text.push('_');
        }
        run = 0;
    }
    text
}

/// Writes a puzzle.
///
/// # Errors
/// What an id cannot say.
pub(super) fn write(puzzle: &Puzzle) -> Written {
    let shape = &puzzle.shape;
    let outline = shape.outline();
    let side = outline.rows;
    only_single(shape)?;
    if (outline.columns, outline.values, outline.lowest) != (side, side, 1) {
        return Err("a board that is not square, or with other values".to_owned());
    }
    only_givens(puzzle)?;
    // Only borders are written, so equal regions must be connected.
    let as_borders = |map: &[Option<usize>], noun: &str| {
        let text = write_borders(map, side);
        let read = borders(&text, side).unwrap_or_default();
        if regions::in_order(read.into_iter()) == map {
            return Ok(text);
        }
        Err(format!("{noun} that are not connected"))
    };
    let mut parts = vec![write_numbers(
        puzzle.board.cells().iter().map(|&value| value.into()),
    )];
    let mut start = match &outline.division {
        &Division::Boxes { height, width } if height * width == side => format!("{height}x{width}"),
        division @ Division::Regions(_) => {
            let map = regions::of_division(side, side, division);
            if regions::other_size(&map, side).is_some() {
                return Err("regions of another size".to_owned());
            }
            parts.push(as_borders(&map, "regions")?);
            format!("{side}j")
        }
        _ => return Err("a board without regions".to_owned()),
    };
    if let Some(rule) = shape.rules().iter().find(|own| **own != Rule::Diagonals) {
        return Err(board_rule(rule));
    }
    if !shape.rules().is_empty() {
        start.push('x');
    }
    if !shape.cell_rules().is_empty() {
        start.push('k');
        let mut cages = vec![None; side * side];
        let mut sums = vec![0; side * side];
        for (number, rule) in shape.cell_rules().iter().enumerate() {
            let first = rule.cells().iter().min();
            let is_free = |&cell: &usize| cages[cell].is_none();
            let is_good = rule.kind() == RuleKind::Cage && rule.cells().iter().all(is_free);
            let (Some(&first), true) = (first, is_good) else {
                return Err(shape.describe(rule));
            };
            sums[first] = rule.number().unwrap_or_default();
            for &cell in rule.cells() {
                cages[cell] = Some(number);
            }
        }
        let mut all = shape.cell_rules().iter();
        if all.any(|rule| rule.cells().len() < 2) || cages.contains(&None) {
            return Err("cells in no cage".to_owned());
        }
        let cages = regions::in_order(cages.into_iter());
        parts.push(as_borders(&cages, "cages")?);
        parts.push(write_numbers(sums.into_iter()));
    }
    Ok(format!("{start}:{}", parts.join(",")))
}
