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
pub(super) struct Bounds {
    pub(super) relation: Relation,
    pub(super) bound: u32,
    /// An upper bound, if `bound` is a lower one and there are two.
    pub(super) high: Option<u32>,
}

/// The relation between a sum and its bound.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    AtLeast,
    AtMost,
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Equal => "=",
            Self::AtLeast => ">=",
            Self::AtMost => "<=",
        })
    }
}

impl Bounds {
    fn one(relation: Relation, bound: u32) -> Self {
        Self {
            relation,
            bound,
            high: None,
        }
    }

    /// The bounds of an item.
    fn between(low: u32, high: u32) -> Self {
        match low {
            0 => Self::one(Relation::AtMost, high),
            _ if low == high => Self::one(Relation::Equal, low),
            _ => Self {
                high: Some(high),
                ..Self::one(Relation::AtLeast, low)
            },
        }
    }
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
        let zero = Bounds::one(Relation::Equal, 0);
        for variable in self.dropped() {
            row(Name::Dropped(variable), &[variable], zero)?;
        }
        for (item, terms) in self.items() {
            let (low, high) = self.problem().bounds(item);
            if low > 0 || !terms.is_empty() {
                row(Name::Item(item), terms, Bounds::between(low, high))?;
            }
        }
        let not_negative = Bounds::one(Relation::AtLeast, 0);
        for (colour, item, options) in self.colours() {
            for &option in options {
                let terms = [colour, -option];
                row(Name::Colour(item, option), &terms, not_negative)?;
            }
            let terms: Vec<_> = options.iter().copied().chain([-colour]).collect();
            row(Name::Colour(item, colour), &terms, not_negative)?;
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
