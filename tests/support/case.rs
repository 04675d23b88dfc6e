//! Small random problems and all of their covers. The contract of the engines (in `src`) and the
//! tests of the public API include this same file.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;
use quadrille::naive::covers;
use quadrille::{OptionId, Problem};

/// A problem that can be read when a test fails.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// `primary[i]`: item `i` must be covered.
    pub(crate) primary: Vec<bool>,
    /// The items of each option, in no order.
    pub(crate) options: Vec<Vec<usize>>,
}

impl Case {
    /// The problem; its items are named by their numbers.
    pub(crate) fn problem(&self) -> Problem {
        let mut builder = Problem::builder();
        let mut items = Vec::new();
        for (number, &primary) in self.primary.iter().enumerate() {
            let name = number.to_string();
            let item = if primary {
                builder.primary(&name)
            } else {
                builder.secondary(&name)
            };
            items.push(item.expect("names differ"));
        }
        for option in &self.options {
            builder
                .option(option.iter().map(|&item| items[item]))
                .expect("no item stands twice in an option");
        }
        builder.build()
    }

    /// All covers by the reference, each ascending, in ascending order.
    pub(crate) fn covers(&self) -> Vec<Vec<OptionId>> {
        covers(self.primary.len(), |item| self.primary[item], &self.options)
            .into_iter()
            .map(|cover| cover.into_iter().map(|o| OptionId::new(o as u32)).collect())
            .collect()
    }

    /// Whether no solution can hold the option, whatever else is assumed: it is unknown, or it
    /// is dropped.
    pub(crate) fn is_void(&self, option: OptionId) -> bool {
        self.options
            .get(option.index())
            .is_none_or(|items| !items.iter().any(|&item| self.primary[item]))
    }

    /// Whether two options share an item.
    pub(crate) fn clash(&self, one: OptionId, other: OptionId) -> bool {
        let items = &self.options[one.index()];
        items
            .iter()
            .any(|item| self.options[other.index()].contains(item))
    }
}

/// Up to 12 items, about a third of them secondary, sometimes all or none; up to 14 options of
/// up to 4 items, in any order, some of them equal, some without a primary item, some empty.
/// Of ten problems four have no solution, three have one, and three have more.
pub(crate) fn cases() -> impl Strategy<Value = Case> {
    let mixed = vec(prop::bool::weighted(0.7), 0..=12);
    let primary = vec(Just(true), 0..=8);
    let secondary = vec(Just(false), 0..=3);
    prop_oneof![4 => mixed, 2 => primary, 1 => secondary].prop_flat_map(|primary| {
        let items: Vec<usize> = (0..primary.len()).collect();
        let most = items.len().min(4);
        let option = subsequence(items, 0..=most).prop_shuffle();
        (Just(primary), vec(option, 0..=14))
            .prop_map(|(primary, options)| Case { primary, options })
    })
}
