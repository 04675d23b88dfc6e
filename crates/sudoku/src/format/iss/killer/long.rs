//! The text of killer sudokus that JSudoku writes: `3x3:d:k:3841:...`, a number for each cell.
//!
//! A number is 256 times the sum of the cage of the cell plus the number of the cage; a cell in no
//! cage has the sum 0. The letter `d` says that both diagonals hold each value once.

use std::collections::BTreeMap;

use crate::format::draft::Draft;
use crate::format::error::{PuzzleError, PuzzleReason};
use crate::format::puzzle::Puzzle;
use crate::rule::{CellRule, RuleKind};
use crate::shape::{Outline, Rule};

const START: &str = "3x3:";

/// Whether a text is of this kind.
pub(super) fn is_killer(text: &str) -> bool {
    text.trim_start().starts_with(START)
}

/// Reads a puzzle.
pub(super) fn read(text: &str) -> Result<Puzzle, PuzzleError> {
    let error = |why: &str, at: usize, length: usize| {
        let (format, why) = ("killer text", why.to_owned());
        PuzzleReason::Format { format, why }.at(at..at + length)
    };
    let mut at = text.len() - text.trim_start().len();
    let mut words = text.trim().split(':').map(|word| {
        let start = at;
        at += word.len() + 1;
        (start, word)
    });
    let mut word = || words.next().unwrap_or((text.len(), ""));
    word();
    let (place, diagonals) = word();
    let (kind_place, kind) = word();
    if kind != "k" {
        let why = "expected 3x3::k: or 3x3:d:k: at the start";
        return Err(error(why, kind_place, kind.len()));
    }
    let mut draft = Draft::new(Outline::square(9), &(0..0))?;
    match diagonals {
        "" => {}
        "d" => {
            let span = place..place + diagonals.len();
            draft.board_rules.push((Rule::Diagonals, span));
        }
        _ => return Err(error("expected d or nothing", place, diagonals.len())),
    }
    // By the number of each cage, its sum, its first place, and its cells.
    let mut cages: BTreeMap<u32, (u32, usize, Vec<usize>)> = BTreeMap::new();
    for cell in 0..81 {
        let (place, number) = word();
        let Ok(number @ ..0x1_0000) = number.parse::<u32>() else {
            let why = "expected a number below 65536 for each of 81 cells";
            return Err(error(why, place, number.len()));
        };
        let (sum, cage) = (number / 256, number % 256);
        if sum > 0 {
            let cage = cages.entry(cage).or_insert((sum, place, Vec::new()));
            if cage.0 != sum {
                return Err(error(
                    "a cage has two sums",
                    place,
                    number.to_string().len(),
                ));
            }
            cage.2.push(cell);
        }
    }
    for (sum, place, cells) in cages.into_values() {
        let rule = CellRule::new(RuleKind::Cage, cells).with_number(i64::from(sum));
        draft.rules.push((rule, place..place + 1));
    }
    draft.finish()
}
