//! Rules above a plain board that belong to it: a puzzle without givens, such as a list of cages.

use std::io;

use super::lines::Ahead;
use super::maps::MOST_BETWEEN;
use super::measure::Measure;
use crate::alphabet::is_cell;
use crate::pasted::Pasted;

/// Where the board begins to which the rules at the start of the lines ahead belong, if a row of one
/// stands below them, perhaps after blank lines. If it `waits`, more of the input may be read.
pub(super) fn board_below(
    ahead: &mut dyn Ahead,
    rules: &Pasted,
    measure: &Measure,
    waits: bool,
) -> io::Result<Option<usize>> {
    let Measure { side, cells, .. } = *measure;
    let has_rules = rules.puzzle.as_ref().is_ok_and(|puzzle| {
        let all = u64::MAX >> (64 - side.clamp(1, 64));
        let is_blank = |cell| puzzle.board.allowed(cell) & all == all;
        puzzle.shape.side() == side && (0..puzzle.board.cells().len()).all(is_blank)
    });
    if !has_rules || cells != side * side {
        return Ok(None);
    }
    let own = ahead.text().get(..rules.length).unwrap_or_default();
    let first = own.split_inclusive(|&byte| byte == b'\n').count();
    for line in first..=first + MOST_BETWEEN {
        let span = if waits {
            ahead.line(line)?
        } else {
            ahead.line_at_hand(line)
        };
        let Some(span) = span else {
            break;
        };
        let text = ahead.text()[span.start..span.end].trim_ascii();
        if !text.is_empty() {
            let count = text.iter().filter(|&&byte| is_cell(byte, side)).count();
            let has_only = |signs: &[u8]| text.iter().all(|byte| signs.contains(byte));
            let is_other = |byte: &u8| !is_cell(*byte, side) && !b" |".contains(byte);
            let is_row =
                [side, cells].contains(&count) && !text.iter().any(is_other) || has_only(b"+-=| ");
            return Ok(is_row.then_some(span.start));
        }
    }
    Ok(None)
}
