//! Sums that are part of a problem, beside the items that express them.
//!
//! A model lays out a sum as items and options (a chain of states). These define what the problem
//! means. But an engine can conclude much of what they say from the sum itself, in less time, and
//! can find the options of such *derived* items at the end.

use super::{ItemId, OptionId};

/// The sums of a problem, and the items that follow from them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sums {
    pub(crate) all: Vec<Sum>,
    /// Primary items, ascending. Whatever options cover the other items: if all sums hold, the
    /// derived items can be covered in exactly one way, and if some sum does not hold, in none.
    /// In ascending order, each of them has one option that fits all options before.
    pub(crate) derived: Vec<ItemId>,
}

/// The values of some items, each times a factor, add up to a total.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    pub(crate) total: i64,
    /// Those of one group together.
    pub(crate) terms: Vec<Term>,
}

/// An item whose options stand for values.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    /// It is covered once, by one of these options.
    pub(crate) item: ItemId,
    pub(crate) factor: i64,
    /// Ascending by value and by option.
    pub(crate) values: Vec<(OptionId, i64)>,
    /// Terms of one group have the same factor and different values.
    pub(crate) group: u32,
}
