//! The size and the regions of an ISS text.

use std::collections::BTreeMap;

use super::parts::{Part, not_iss};
use crate::alphabet::LARGEST_SIDE;
use crate::format::error::PuzzleError;
use crate::shape::{Division, Outline};

/// The size and the regions that the parts give.
pub(super) fn outline(parts: &[Part<'_>]) -> Result<Outline, PuzzleError> {
    let mut outline = Outline::square(9);
    let named = |name: &'static str| parts.iter().filter(move |part| part.name == name);
    if let Some(part) = named("Shape").nth(1) {
        return Err(part.fail(not_iss("a second Shape")));
    }
    for part in named("Shape") {
        set_size(part, &mut outline)?;
    }
    let size = region_size(parts)?;
    let (rows, columns) = (outline.rows, outline.columns);
    let cells = size.unwrap_or(rows.max(columns));
    let mut maps = named("Jigsaw").peekable();
    let is_raw = raw(parts).is_some();
    outline.division = match named("NoBoxes").next() {
        Some(part) => {
            part.no_more(0)?;
            Division::None
        }
        None if is_raw => Division::None,
        None => Division::of_size(rows, columns, cells),
    };
    if let (Some(part), Division::None) = (named("RegionSize").next_back(), &outline.division)
        && maps.peek().is_none()
        && named("NoBoxes").next().is_none()
    {
        let expected = format!("a size of boxes that fill {rows} x {columns} cells");
        return Err(part.bad(&part.arguments[0], expected));
    }
    if let (Some(part), Division::None) = (maps.next(), &outline.division) {
        let letters = jigsaw(part, &outline)?;
        if maps.next().is_none() {
            outline.division = Division::Regions(letters);
        }
    }
    Ok(outline)
}

/// Sets the size that a part `Shape` gives.
fn set_size(part: &Part<'_>, outline: &mut Outline) -> Result<(), PuzzleError> {
    let [first, rest @ ..] = &part.arguments[..] else {
        return Err(part.missing("a size such as 6x6"));
    };
    let sides = first.text.split_once('x');
    let small = |number: &str| number.parse().ok().filter(|&number| number <= LARGEST_SIDE);
    let sides = sides.and_then(|(rows, columns)| Some((small(rows)?, small(columns)?)));
    let Some((rows, columns)) = sides else {
        return Err(part.bad(first, "a size such as 6x6"));
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
                return Err(part.bad(values, "a number of values or a range from 0 or 1"));
            }
        }
    }
    match rest.get(1) {
        Some(kind) if !["", "Sudoku", "Raw"].contains(&kind.text) => {
            Err(part.bad(kind, "Sudoku or Raw"))
        }
        _ => part.no_more(3),
    }
}

/// The part that says that the grid is raw: it has no rows, columns or boxes of different values.
pub(super) fn raw<'a>(parts: &'a [Part<'a>]) -> Option<&'a Part<'a>> {
    let is_raw = |part: &&Part<'_>| {
        part.name == "Shape" && part.arguments.get(2).is_some_and(|kind| kind.text == "Raw")
    };
    parts.iter().find(is_raw)
}

/// The number of cells of a box, if a part names it.
pub(super) fn region_size(parts: &[Part<'_>]) -> Result<Option<usize>, PuzzleError> {
    let mut size = None;
    for part in parts.iter().filter(|part| part.name == "RegionSize") {
        let first = part.arguments.first();
        let first = first.ok_or_else(|| part.missing("a number of cells"))?;
        part.no_more(1)?;
        let cells = first.text.parse().ok();
        let cells = cells.filter(|cells| (1..=LARGEST_SIDE).contains(cells));
        size = Some(cells.ok_or_else(|| part.bad(first, "a number of cells"))?);
    }
    Ok(size)
}

/// The letter of each cell of a map; a space for cells in regions that are too small or too large
/// to be one.
pub(super) fn jigsaw(part: &Part<'_>, outline: &Outline) -> Result<Vec<char>, PuzzleError> {
    let last = part.arguments.last();
    let last = last.ok_or_else(|| part.missing("a map of regions"))?;
    let cells = outline.rows * outline.columns;
    let mut letters: Vec<char> = last.text.chars().collect();
    if letters.len() != cells {
        let expected = format!("a map of {cells} characters, one for each cell");
        return Err(part.bad(last, expected));
    }
    let mut counts: BTreeMap<char, usize> = BTreeMap::new();
    for &letter in &letters {
        *counts.entry(letter).or_default() += 1;
    }
    let sizes = outline.rows.max(outline.columns)..=outline.values;
    let others = counts.values().filter(|count| !sizes.contains(count));
    if others.count() > 1 {
        let expected = format!(
            "a map of regions of {} cells, and at most one other",
            outline.values
        );
        return Err(part.bad(last, expected));
    }
    for letter in &mut letters {
        if !sizes.contains(&counts[letter]) {
            *letter = ' ';
        }
    }
    Ok(letters)
}
