//! `--judge`: the shape, the input and the answers of known online judges.
//!
//! A solution is laid out as the statement of the judge demands, however the input is spaced. A
//! board for which the judge has no answer is echoed unchanged, in its place, and reported.

use clap::ValueEnum;
use quadrille_core::{Stop, Uniqueness};
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::text::{Content, Reason};
use quadrille_sudoku::{Check, Grid};

use super::question::Reply;
use super::records::Item;

/// An online judge.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Judge {
    /// Nine lines of nine numbers, for each board; any solution
    Boj2580,
    /// Nine lines of nine digits, for each board; the smallest solution
    Boj2239,
    /// Su-domino-ku: N dominoes and the nine single digits, for each board, up to a line '0'
    Boj4574,
    /// Boards of nine lines; the solution, 'Non-unique' or 'Find another job'
    KattisSudokunique,
    /// One board per line up to a line 'end'; one solution per line
    Poj3074,
    /// The number of boards, then boards of 16 lines of A to P
    SpojSudoku,
    /// For each board N, then N x N lines; the smallest solution, or 'NO SOLUTION'
    Uva989,
    /// Boards of nine lines; answers such as 'Case 1: Unique.'
    Uva10957,
    /// For each board N, then N x N lines; the solution, or what is wrong with the puzzle
    Hdu3909,
    /// The number of boards, then boards of nine lines; each number is a digit and the walls of
    /// its cell
    Hdu4069,
}

/// How the input of a judge is cut into boards.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Input {
    /// The rows of each board.
    Rows,
    /// One board per line, up to a line `end`.
    Lines,
    /// The number of boards, then the rows of each.
    Counted,
    /// For each board its size, then its rows.
    Sized,
    /// The number of boards, then the rows of each, with the walls between regions.
    Walls,
    /// For each board the number of its dominoes, the dominoes and the single digits.
    Dominoes,
}

impl Judge {
    pub(super) fn input(self) -> Input {
        match self {
            Self::Boj2580 | Self::Boj2239 | Self::KattisSudokunique | Self::Uva10957 => Input::Rows,
            Self::Poj3074 => Input::Lines,
            Self::SpojSudoku => Input::Counted,
            Self::Uva989 | Self::Hdu3909 => Input::Sized,
            Self::Hdu4069 => Input::Walls,
            Self::Boj4574 => Input::Dominoes,
        }
    }

    /// The number of rows and columns of a box; the least one if each board names its own.
    pub(super) fn base(self) -> usize {
        match self {
            Self::SpojSudoku => 4,
            Self::Uva989 | Self::Hdu3909 => 1,
            _ => 3,
        }
    }

    /// The lines that its input should have.
    pub(super) fn expected(self) -> &'static str {
        match self {
            Self::Boj2580 | Self::KattisSudokunique | Self::Uva10957 => {
                "nine lines of nine numbers"
            }
            Self::Boj2239 => "nine lines of nine digits",
            Self::Boj4574 => "N, then N dominoes such as '6 B2 1 B3' and the places of 1 to 9",
            Self::Poj3074 => "lines of 81 cells",
            Self::SpojSudoku => "16 lines of 16 letters",
            Self::Uva989 | Self::Hdu3909 => "N, from 1 to 6, and N x N lines",
            Self::Hdu4069 => "nine lines of nine numbers from 0 to 249",
        }
    }

    /// Whether a blank line separates its answers.
    pub(super) fn parts(self) -> bool {
        matches!(
            self,
            Self::Boj2580
                | Self::Boj2239
                | Self::KattisSudokunique
                | Self::SpojSudoku
                | Self::Uva989
        )
    }

    /// The line above each answer, if there is one.
    pub(super) fn heading(self, number: u64) -> Option<String> {
        match self {
            Self::Boj4574 => Some(format!("Puzzle {number}")),
            Self::Hdu4069 => Some(format!("Case {number}:")),
            _ => None,
        }
    }

    /// A solution, in the layout of the judge.
    pub(super) fn solution(self, item: &Item, solution: &Grid) -> String {
        let cells = solution.cells();
        let name = |&value: &u8| match self {
            // The statement names its letters; a board without any would be read as one of digits.
            Self::SpojSudoku => char::from(b'A' - 1 + value).to_string(),
            _ => item.record.name(value),
        };
        let columns = match self {
            Self::Poj3074 => cells.len(),
            _ => cells.len().isqrt(),
        };
        let separator = match self {
            Self::Boj2580 | Self::KattisSudokunique | Self::Uva989 => " ",
            _ => "",
        };
        let rows = cells.chunks(columns.max(1));
        let rows = rows.map(|row| row.iter().map(name).collect::<Vec<_>>().join(separator));
        rows.map(|row| row + "\n").collect()
    }

    /// Its word for an answer about a board, if it has one.
    pub(super) fn word(self, reply: &Reply) -> Option<&'static str> {
        match (self, &reply.value) {
            (Self::Uva989, Finding::Solutions(0)) if reply.stop == Stop::Exhausted => {
                Some("NO SOLUTION")
            }
            (Self::Uva10957, Finding::Unique(Uniqueness::None)) => Some("Impossible"),
            (Self::Uva10957, Finding::Unique(Uniqueness::One)) => Some("Unique"),
            (Self::Uva10957, Finding::Unique(Uniqueness::Many)) => Some("Ambiguous"),
            (Self::KattisSudokunique, Finding::Unique(Uniqueness::None)) => {
                Some("Find another job")
            }
            (Self::KattisSudokunique, Finding::Unique(Uniqueness::Many)) => Some("Non-unique"),
            (Self::Hdu3909, Finding::Check(Check::None)) => Some("No Solution"),
            (Self::Hdu3909, Finding::Check(Check::Several)) => Some("Multiple Solutions"),
            (Self::Hdu3909, Finding::Check(Check::NotMinimal)) => Some("Not Minimal"),
            (Self::Hdu4069, Finding::Unique(Uniqueness::None)) => Some("No solution"),
            (Self::Hdu4069, Finding::Unique(Uniqueness::Many)) => Some("Multiple Solutions"),
            _ => None,
        }
    }

    /// Its word for an invalid board, if it has one.
    pub(super) fn refusal(self, content: &Content) -> Option<&'static str> {
        match self {
            Self::Uva10957 => Some("Illegal"),
            Self::Uva989 if is_clash(content) => Some("NO SOLUTION"),
            Self::KattisSudokunique if is_clash(content) => Some("Find another job"),
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
