//! Whether a board is a puzzle: it has one solution and needs all its givens.

use std::fmt;

use super::grid::Grid;
use super::inquiry::Inquiry;
use super::search::BoardSearch;
use quadrille_core::{Answer, Uniqueness};

/// Whether a board is a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Check {
    /// It has no solution.
    None,
    /// It has one solution and needs all its givens: without any of them it has several.
    Unique,
    /// It has one solution, even without one of its givens.
    NotMinimal,
    /// It has more than one solution.
    Several,
    /// A limit stopped the search first.
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
    /// Checks whether a board is a puzzle. The limits hold for all its searches together.
    ///
    /// A given is not needed if the others leave no other value for its cell. That takes one search
    /// for each given of a board with one solution.
    #[must_use]
    pub fn check(&mut self, board: &Grid) -> Answer<Check> {
        let mut inquiry = Inquiry::of_rules(self, board);
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
        inquiry.learn_others_after(&answer);
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
