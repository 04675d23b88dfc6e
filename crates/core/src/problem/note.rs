//! Notes: remarks on a problem that is valid, but may not be what its author meant.

use std::fmt;

use super::{ItemId, OptionId, Problem};
use crate::display::from_fn;

/// A remark on a valid problem: something in it may be a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// The option has no primary item, so no solution uses it.
    Dropped(OptionId),
    /// A line of the text was read as a comment, but looks like an option that begins with its
    /// cost.
    CommentLikeCost {
        /// The number of the line, from 1.
        line: usize,
    },
    /// The text has only one item, and its name looks like a sudoku board or a part of one.
    BoardLikeItem(ItemId),
}

impl Note {
    /// Describes the note in the names of its problem, in one line.
    pub fn display(self, problem: &Problem) -> impl fmt::Display + '_ {
        from_fn(move |f| match self {
            Self::Dropped(option) if problem.items_of(option).is_empty() => {
                write!(f, "option {option} has no items, so no solution uses it")
            }
            Self::Dropped(option) => {
                let names = problem.display_option(option);
                write!(
                    f,
                    "option {option} ({names}) has no primary item, so no solution uses it"
                )
            }
            Self::CommentLikeCost { line } => write!(
                f,
                "line {line} looks like an option with its cost first, but is read as a comment"
            ),
            Self::BoardLikeItem(_) => write!(f, "the only item looks like a sudoku board"),
        })
    }

    /// Returns what the user can do about the note, such as `write the cost after the items of its
    /// option`: one line without a full stop. `None` if there is nothing to suggest.
    #[must_use]
    pub fn help(self) -> Option<&'static str> {
        match self {
            Self::Dropped(_) => None,
            Self::CommentLikeCost { .. } => Some("write the cost after the items of its option"),
            Self::BoardLikeItem(_) => Some("to solve a sudoku, use 'quadrille sudoku'"),
        }
    }
}
