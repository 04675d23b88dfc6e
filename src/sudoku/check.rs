//! Whether a board is a puzzle: one solution, and no given too many.

use std::fmt;

use super::grid::Grid;
use super::inquiry::Inquiry;
use super::search::BoardSearch;
use crate::{Answer, Uniqueness};

/// What kind of a puzzle a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Check {
    /// It has no solution.
    None,
    /// It has one solution, and would have more without any one of its givens.
    Unique,
    /// It has one solution, and has it also without some given.
    NotMinimal,
    /// It has more than one solution.
    Several,
    /// A limit stopped the search before it was known.
    Unknown,
}

impl fmt::Display for Check {
    /// Writes `none`, `unique`, `unique (not minimal)`, `several` or `unknown`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Check::None => "none",
            Check::Unique => "unique",
            Check::NotMinimal => "unique (not minimal)",
            Check::Several => "several",
            Check::Unknown => "unknown",
        })
    }
}

impl BoardSearch {
    /// What kind of a puzzle the board is. The limits hold for all questions of it together.
    ///
    /// A given is one too many if the others leave no other value for its cell: one question for
    /// each given of a board with one solution.
    #[must_use]
    pub fn check(&mut self, board: &Grid) -> Answer<Check> {
        let mut inquiry = Inquiry::new(self, board);
        let unique = inquiry.unique();
        let kind = match unique.value {
            Uniqueness::None => Check::None,
            Uniqueness::One => Check::Unique,
            Uniqueness::Many => Check::Several,
            _ => Check::Unknown,
        };
        let mut answer = unique.map(|_| kind);
        if kind != Check::Unique {
            return answer;
        }
        for (cell, value) in board.givens() {
            answer.value = match inquiry.other(cell, value) {
                Some(true) => {
                    inquiry.put(cell, value);
                    continue;
                }
                Some(false) => Check::NotMinimal,
                None => Check::Unknown,
            };
            break;
        }
        answer.stop = inquiry.stop;
        answer.stats = inquiry.stats;
        answer
    }
}
