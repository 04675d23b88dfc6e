//! The text of killer sudokus with 81 characters: an arrow to the next cell of the cage, or in one
//! cell of each cage its sum: `0` for none, `1` to `9`, `A` to `Z` for 10 to 35, `a` to `j` to 45.
//!
//! `<`, `>`, `^` and `v` point to neighbours; `` ` ``, `'`, `,` and `.` to the diagonal ones, up
//! left, up right, down left and down right.

use std::collections::BTreeMap;

use crate::format::draft::Draft;
use crate::format::error::{PuzzleError, PuzzleReason};
use crate::format::puzzle::Puzzle;
use crate::rule::{CellRule, RuleKind};
use crate::shape::Outline;

const SIDE: usize = 9;

/// What a character is.
enum Sign {
    /// The step to the next cell of the cage.
    Step(isize, isize),
    Sum(i64),
}

fn sign(c: char) -> Option<Sign> {
    Some(match c {
        '<' => Sign::Step(0, -1),
        '>' => Sign::Step(0, 1),
        '^' => Sign::Step(-1, 0),
        'v' => Sign::Step(1, 0),
        '`' => Sign::Step(-1, -1),
        '\'' => Sign::Step(-1, 1),
        ',' => Sign::Step(1, -1),
        '.' => Sign::Step(1, 1),
        '0'..='9' | 'A'..='Z' => Sign::Sum(c.to_digit(36)?.into()),
        'a'..='j' => Sign::Sum(i64::from(c as u32 - 'a' as u32) + 36),
        _ => return None,
    })
}

/// The characters of a text, with their places.
fn signs(text: &str) -> impl Iterator<Item = (usize, char)> {
    text.char_indices().filter(|(_, c)| !c.is_whitespace())
}

/// Whether a text is of this kind.
pub(super) fn is_killer(text: &str) -> bool {
    let has_arrow = text.contains(['<', '>', '^']);
    has_arrow && signs(text).count() == SIDE * SIDE && signs(text).all(|(_, c)| sign(c).is_some())
}

/// Reads a puzzle.
pub(super) fn read(text: &str) -> Result<Puzzle, PuzzleError> {
    let places: Vec<(usize, char)> = signs(text).collect();
    let fail = |why: String, cell: usize| {
        let (format, (at, c)) = ("killer text", places[cell]);
        PuzzleReason::Format { format, why }.at(at..at + c.len_utf8())
    };
    let next = |cell: usize| match sign(places[cell].1) {
        Some(Sign::Step(down, right)) => {
            let row = (cell / SIDE).checked_add_signed(down);
            let column = (cell % SIDE).checked_add_signed(right);
            let place = row
                .zip(column)
                .filter(|&(row, column)| row < SIDE && column < SIDE);
            let place = place.map(|(row, column)| row * SIDE + column);
            place
                .map(Err)
                .ok_or_else(|| fail("it points outside the board".to_owned(), cell))
        }
        Some(Sign::Sum(sum)) => Ok(Ok(sum)),
        None => Err(fail("not an arrow or a sum".to_owned(), cell)),
    };
    let mut cages: BTreeMap<usize, (i64, Vec<usize>)> = BTreeMap::new();
    for cell in 0..places.len() {
        let mut at = cell;
        let mut steps = 0;
        let sum = loop {
            match next(at)? {
                Ok(sum) => break sum,
                Err(other) => at = other,
            }
            steps += 1;
            if steps > SIDE * SIDE {
                return Err(fail("the arrows go in a circle".to_owned(), cell));
            }
        };
        cages.entry(at).or_insert((sum, Vec::new())).1.push(cell);
    }
    let mut draft = Draft::new(Outline::square(SIDE), &(0..0))?;
    for (cell, (sum, cells)) in cages {
        let sum = Some(sum).filter(|&sum| sum > 0);
        // A cell of its own without a sum is in no cage.
        if sum.is_some() || cells.len() > 1 {
            let rule = CellRule::new(RuleKind::Cage, cells).with_given(sum);
            let at = places[cell].0;
            draft.rules.push((rule, at..at + 1));
        }
    }
    draft.finish()
}
