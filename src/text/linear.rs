//! Problems as linear constraints over variables with the values 0 and 1: the rows of the forms
//! [`opb`](super::opb), [`lp`](super::lp) and [`mps`](super::mps).
//!
//! An item bounds the sum of its variables. For each option that uses a colour, a row forces the
//! colour variable to 1 if the option is used. One more row forces it to 0 if no such option is
//! used. So each solution of the problem is exactly one solution of the rows.

use std::fmt;
use std::io::{self, Write};

use super::variables::{Variable, Variables, comment};
use crate::ItemId;

/// A linear constraint.
pub(super) struct Row<'a> {
    pub(super) name: Name,
    /// The variables of the sum; a minus sign stands for the coefficient -1.
    pub(super) terms: &'a [Variable],
    pub(super) bounds: Bounds,
}

/// The bounds of a sum.
#[derive(Clone, Copy)]
pub(super) enum Bounds {
    Exactly(u32),
    AtLeast(u32),
    AtMost(u32),
    Between(u32, u32),
}

/// The name of a row. Names differ, and every reader accepts them.
#[derive(Clone, Copy)]
pub(super) enum Name {
    /// The variable of a dropped option is 0.
    Dropped(Variable),
    /// The item is covered as often as it requires.
    Item(ItemId),
    /// The variable of an option forces a colour variable of the item; or the colour variable is 0
    /// if no option forces it.
    Colour(ItemId, Variable),
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dropped(variable) => write!(f, "d{variable}"),
            Self::Item(item) => write!(f, "i{}", item.index() + 1),
            Self::Colour(item, variable) => write!(f, "i{}_x{variable}", item.index() + 1),
        }
    }
}

impl Variables<'_> {
    /// Visits all rows. O(size of the problem).
    pub(super) fn rows<E>(&self, mut visit: impl FnMut(Row<'_>) -> Result<(), E>) -> Result<(), E> {
        let mut row = |name, terms: &[_], bounds| {
            visit(Row {
                name,
                terms,
                bounds,
            })
        };
        for variable in self.dropped() {
            row(Name::Dropped(variable), &[variable], Bounds::Exactly(0))?;
        }
        for (item, terms) in self.items() {
            let bounds = match self.problem().bounds(item) {
                (0, _) if terms.is_empty() => continue,
                (low, high) if low == high => Bounds::Exactly(low),
                (0, high) => Bounds::AtMost(high),
                (low, high) => Bounds::Between(low, high),
            };
            row(Name::Item(item), terms, bounds)?;
        }
        for (colour, item, options) in self.colours() {
            for &option in options {
                let terms = [colour, -option];
                row(Name::Colour(item, option), &terms, Bounds::AtLeast(0))?;
            }
            let terms: Vec<_> = options.iter().copied().chain([-colour]).collect();
            row(Name::Colour(item, colour), &terms, Bounds::AtLeast(0))?;
        }
        Ok(())
    }

    /// Writes the name of the row of each item, as comments.
    pub(super) fn write_items(&self, mark: &str, out: &mut impl Write) -> io::Result<()> {
        for item in self.problem().items() {
            let (name, words) = (Name::Item(item), self.problem().display_item(item));
            comment(mark, format_args!("{name} = item {words}"), out)?;
        }
        Ok(())
    }
}
