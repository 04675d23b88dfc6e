//! What is no error, yet worth telling.

use std::fmt;

use super::{OptionId, Problem};
use crate::display::from_fn;

/// Something in a problem that is no error, yet may not be what was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// The option has no primary item and is dropped.
    Dropped(OptionId),
    /// This line of the text from which the problem was read is a comment, but it looks like an
    /// option with its cost in front.
    CommentLikeCost {
        /// The number of the line, from 1.
        line: usize,
    },
}

impl Note {
    /// The note in the names of the problem in which it stands.
    pub fn display(self, problem: &Problem) -> impl fmt::Display + '_ {
        from_fn(move |f| match self {
            Self::Dropped(option) if problem.items_of(option).is_empty() => {
                write!(f, "option {option} is dropped: it has no items")
            }
            Self::Dropped(option) => {
                let names = problem.display(option);
                write!(
                    f,
                    "option {option} ({names}) is dropped: it has no primary item"
                )
            }
            Self::CommentLikeCost { line } => write!(
                f,
                "line {line} is a comment, although it looks like a cost: \
                 a cost stands behind an item of its option"
            ),
        })
    }
}
