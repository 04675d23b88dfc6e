//! The text of SumoCue: `SumoCueV1=8J0=0J0+0J1...`, a part for each of 81 cells.
//!
//! A part begins with `=` and the value of a given, 0 for a blank, or the sum of a cage, or with
//! `+` and the number of the first cell of the cage that the cell is in. `J` and a region may
//! follow.

use std::collections::BTreeMap;

use super::cages::{self, Cage};
use super::fault::{error, fault};
use super::found::Pasted;
use super::map::Map;
use super::words::{Word, chunks, lines};
use crate::format::{Puzzle, PuzzleError};

const START: &str = "SumoCueV1";

/// Reads a line that begins with the name of the program.
pub(super) fn read(text: &str) -> Option<Pasted> {
    let line = lines(text).next()?;
    let word = line.word.part(line.word.text.trim_end());
    let parts = word.text.strip_prefix(START)?;
    Some(Pasted::apart(line.end, puzzle(word.part(parts))))
}

fn puzzle(parts: Word<'_>) -> Result<Puzzle, PuzzleError> {
    let starts: Vec<usize> = parts
        .text
        .match_indices(['=', '+'])
        .map(|own| own.0)
        .collect();
    let ends = starts.iter().copied().skip(1).chain([parts.text.len()]);
    let parts: Vec<Word<'_>> = starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| parts.part(&parts.text[start..end]))
        .collect();
    if parts.len() != 81 {
        let span =
            parts.first().map_or(0, |part| part.at)..parts.last().map_or(0, |part| part.end());
        return Err(fault(
            span,
            START,
            &format!("a list of {} cells", parts.len()),
            "81 cells",
        ));
    }
    let (mut cages, mut signs): (BTreeMap<usize, Cage>, Vec<Word<'_>>) =
        (BTreeMap::new(), Vec::new());
    for (cell, part) in parts.iter().enumerate() {
        let (number, region) = part.text[1..]
            .split_once('J')
            .unwrap_or((&part.text[1..], &part.text[part.text.len()..]));
        let wrong = || {
            error(
                *part,
                START,
                "= and a number, or + and the number of the first cell of a cage",
            )
        };
        signs.push(part.part(region));
        let number = part.part(number).number().ok_or_else(wrong)?;
        if part.text.starts_with('=') {
            let sum = Some(number).filter(|&sum| sum > 0);
            cages.insert(
                cell,
                Cage {
                    sum,
                    cells: vec![cell],
                    span: part.range(),
                },
            );
        } else {
            let head = usize::try_from(number)
                .ok()
                .and_then(|head| cages.get_mut(&head));
            head.ok_or_else(wrong)?.cells.push(cell);
        }
    }
    let has_regions = signs.iter().any(|sign| !sign.text.is_empty());
    let division = chunks(&signs).and_then(|rows| Map::new(&rows).regions()?.ok());
    if has_regions && division.is_none() {
        let span = signs[0].at..signs[80].at;
        return Err(fault(
            span,
            START,
            "",
            "nine regions of nine cells that touch each other",
        ));
    }
    // A blank is no cage, and no note speaks of it.
    let cages = cages
        .into_values()
        .filter(|cage| cage.sum.is_some() || cage.cells.len() > 1);
    cages::puzzle(9, None, division, cages.collect())
}
