//! Sums that are part of a problem, beside the items that express them.
//!
//! A model lays out a sum as items and options (a chain of states). These define what the problem
//! means. But an engine can conclude much of what they say from the sum itself, in less time, and
//! can find the options of such *derived* items at the end.

use super::{ItemId, OptionId, StableHash};

/// The values of some items, each times a factor, add up to a total.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    pub(crate) total: i64,
    /// Those of one group together.
    pub(crate) terms: Vec<Term>,
    /// Primary items, ascending, after those of earlier sums. Whatever options cover the other
    /// items: if the sum holds, the derived items can be covered in exactly one way, else in none.
    /// In ascending order, each of them has one option that fits all options before.
    pub(crate) derived: Vec<ItemId>,
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

/// A hash of what engines may know of sums. The items and options are the same in every problem
/// with the same structure, but not every such problem knows its sums.
pub(crate) fn hash_of(sums: &[Sum]) -> u64 {
    let mut hash = StableHash::START;
    for sum in sums {
        hash.add_bytes(&sum.total.to_le_bytes());
        for term in &sum.terms {
            for number in [term.item.index() as i64, term.factor, i64::from(term.group)] {
                hash.add_bytes(&number.to_le_bytes());
            }
            for (option, value) in &term.values {
                hash.add_bytes(&(option.index() as u64).to_le_bytes());
                hash.add_bytes(&value.to_le_bytes());
            }
        }
    }
    hash.0
}
