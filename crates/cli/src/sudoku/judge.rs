//! `--judge`: the shape, the input and the answers of known online judges.
//!
//! A board for which the judge has no answer is echoed unchanged, in its place, and reported.

use clap::ValueEnum;
use quadrille_core::Uniqueness;
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::Check;
use quadrille_sudoku::text::{Content, Reason};

/// An online judge.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Judge {
    /// Nine lines of nine numbers, for each board; any solution
    Boj2580,
    /// Nine lines of nine digits, for each board; the smallest solution
    Boj2239,
    /// One board per line up to a line 'end'; one solution per line
    Poj3074,
    /// The number of boards, then boards of 16 lines of A to P
    SpojSudoku,
    /// Boards of nine lines; answers such as 'Case 1: Unique.'
    Uva10957,
    /// For each board N, then N x N lines; the solution, or what is wrong with the puzzle
    Hdu3909,
}

impl Judge {
    /// The number of rows and columns of a box; the least one if each board names its own.
    pub(super) fn base(self) -> usize {
        match self {
            Self::SpojSudoku => 4,
            Self::Hdu3909 => 1,
            _ => 3,
        }
    }

    /// The lines that its input should have.
    pub(super) fn expected(self) -> &'static str {
        match self {
            Self::Boj2580 | Self::Uva10957 => "nine lines of nine numbers",
            Self::Boj2239 => "nine lines of nine digits",
            Self::Poj3074 => "lines of 81 cells",
            Self::SpojSudoku => "16 lines of 16 letters",
            Self::Hdu3909 => "N, from 1 to 6, and N x N lines",
        }
    }

    /// Whether a blank line separates its answers.
    pub(super) fn parts(self) -> bool {
        matches!(self, Self::Boj2580 | Self::Boj2239 | Self::SpojSudoku)
    }

    /// Its word for an answer about a board, if it has one.
    pub(super) fn word(self, finding: &Finding) -> Option<&'static str> {
        match (self, finding) {
            (Self::Uva10957, Finding::Unique(Uniqueness::None)) => Some("Impossible"),
            (Self::Uva10957, Finding::Unique(Uniqueness::One)) => Some("Unique"),
            (Self::Uva10957, Finding::Unique(Uniqueness::Many)) => Some("Ambiguous"),
            (Self::Hdu3909, Finding::Check(Check::None)) => Some("No Solution"),
            (Self::Hdu3909, Finding::Check(Check::Several)) => Some("Multiple Solutions"),
            (Self::Hdu3909, Finding::Check(Check::NotMinimal)) => Some("Not Minimal"),
            _ => None,
        }
    }

    /// Its word for an invalid board, if it has one.
    pub(super) fn refusal(self, content: &Content) -> Option<&'static str> {
        match self {
            Self::Uva10957 => Some("Illegal"),
            Self::Hdu3909 if is_clash(content) => Some("No Solution"),
            _ => None,
        }
    }

    /// Whether its word for an invalid board is a full answer: the board breaks a rule.
    pub(super) fn knows(self, content: &Content) -> bool {
        is_clash(content) && self.refusal(content).is_some()
    }

    /// Whether its answers are numbered. Then it prints no other lines.
    pub(super) fn numbers(self) -> bool {
        self == Self::Uva10957
    }
}

fn is_clash(content: &Content) -> bool {
    matches!(content, Content::Bad(error) if matches!(error.reason, Reason::Clash { .. }))
}
