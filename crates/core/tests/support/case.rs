//! Small random problems with all their covers. The contract tests of the engines (in `src`) and
//! the tests of the public API share this file.

use std::ops::RangeInclusive;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;
use quadrille::{Builder, OptionId, Problem};

use naive::{covers, subsets};

#[path = "naive/mod.rs"]
mod naive;

/// A problem as plain lists, readable when a test fails.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The multiplicity of each item; `None` if the item is secondary.
    pub(crate) items: Vec<Option<RangeInclusive<u32>>>,
    /// The items of each option with their colours, in any order.
    pub(crate) options: Vec<Vec<(usize, Option<u32>)>>,
}

impl Case {
    /// The problem. The names of items and colours are their numbers.
    pub(crate) fn problem(&self) -> Problem {
        self.builder().build()
    }

    /// The builder of the problem, for additions.
    pub(crate) fn builder(&self) -> Builder {
        let mut builder = Problem::builder();
        let mut items = Vec::new();
        for (number, times) in self.items.iter().enumerate() {
            let name = number.to_string();
            let item = match times {
                Some(times) => builder.multiple(&name, times.clone()),
                None => builder.secondary(&name),
            };
            items.push(item.expect("names differ"));
        }
        for option in &self.options {
            let uses: Vec<_> = option
                .iter()
                .map(|&(item, colour)| {
                    let colour = colour.map(|number| builder.colour(number.to_string()).unwrap());
                    (items[item], colour)
                })
                .collect();
            builder.option(uses).expect("no option repeats an item");
        }
        builder
    }

    pub(crate) fn is_primary(&self, item: usize) -> bool {
        self.items[item].is_some()
    }

    /// All covers, found by a reference: each in ascending order, and sorted.
    pub(crate) fn covers(&self) -> Vec<Vec<OptionId>> {
        let coloured = self
            .options
            .iter()
            .flatten()
            .any(|use_of| use_of.1.is_some());
        let once = |times: &Option<_>| times.as_ref().is_none_or(|times| *times == (1..=1));
        let found = if coloured || !self.items.iter().all(once) {
            subsets(&self.items, &self.options)
        } else {
            let items = |option: &Vec<(usize, _)>| option.iter().map(|&(item, _)| item).collect();
            let options: Vec<Vec<usize>> = self.options.iter().map(items).collect();
            covers(self.items.len(), |item| self.is_primary(item), &options)
        };
        found
            .into_iter()
            .map(|cover| cover.into_iter().map(|o| OptionId::new(o as u32)).collect())
            .collect()
    }

    /// Adds the image of each option if the items `2k` and `2k + 1` are exchanged, which are made
    /// alike. So the case has a symmetry.
    #[allow(dead_code, reason = "not all users of this file need it")]
    pub(crate) fn mirrored(&self) -> Self {
        let mut both = self.clone();
        for pair in both.items.chunks_exact_mut(2) {
            pair[1] = pair[0].clone();
        }
        let last = both.items.len() & !1;
        for option in &self.options {
            let image =
                |&(item, colour): &(usize, _)| (if item < last { item ^ 1 } else { item }, colour);
            both.options.push(option.iter().map(image).collect());
        }
        // Only secondary items have colours.
        for (item, colour) in both.options.iter_mut().flatten() {
            if both.items[*item].is_some() {
                *colour = None;
            }
        }
        both
    }

    /// Returns whether these options can be used together: each exists and has a primary item, and
    /// no item is covered too often or in two colours. Items may be uncovered.
    pub(crate) fn are_compatible(&self, options: &[OptionId]) -> bool {
        let void = |option: &OptionId| {
            self.options
                .get(option.index())
                .is_none_or(|uses| !uses.iter().any(|&(item, _)| self.is_primary(item)))
        };
        if options.iter().any(void) {
            return false;
        }
        let possible = |item: usize| {
            let uses: Vec<Option<u32>> = options
                .iter()
                .flat_map(|option| &self.options[option.index()])
                .filter_map(|&(used, colour)| (used == item).then_some(colour))
                .collect();
            match &self.items[item] {
                Some(times) => uses.len() <= *times.end() as usize,
                None => {
                    uses.len() <= 1
                        || uses[0].is_some() && uses.iter().all(|&use_of| use_of == uses[0])
                }
            }
        };
        (0..self.items.len()).all(possible)
    }
}

/// Up to 12 items, about a third of them secondary, sometimes all or none; up to 14 options of at
/// most 4 items. Some options are equal, without a primary item, or empty. About 40 % of the
/// problems have no solution, 30 % one, and 30 % several.
pub(crate) fn cases() -> impl Strategy<Value = Case> {
    shapes(12, 14, Just(Some(1..=1)).boxed(), Just(None).boxed())
}

/// Like [`cases`], with colours.
pub(crate) fn coloured_cases() -> impl Strategy<Value = Case> {
    shapes(8, 11, Just(Some(1..=1)).boxed(), colours())
}

/// Like [`cases`], with colours and with multiplicities.
pub(crate) fn multiple_cases() -> impl Strategy<Value = Case> {
    let times = (0..=3_u32, 0..=2_u32).prop_map(|(low, more)| match low + more {
        0 => Some(0..=1),
        high => Some(low..=high),
    });
    let times = prop_oneof![1 => Just(Some(1..=1)), 1 => times];
    shapes(6, 11, times.boxed(), colours())
}

/// The colour of a use of a secondary item.
fn colours() -> BoxedStrategy<Option<u32>> {
    prop_oneof![1 => Just(None), 4 => (0..3_u32).prop_map(Some)].boxed()
}

fn shapes(
    items: usize,
    options: usize,
    times: BoxedStrategy<Option<RangeInclusive<u32>>>,
    colour: BoxedStrategy<Option<u32>>,
) -> impl Strategy<Value = Case> {
    let mixed = vec(prop::bool::weighted(0.7), 0..=items);
    let primary = vec(Just(true), 0..=items * 2 / 3);
    let secondary = vec(Just(false), 0..=3);
    let kinds = prop_oneof![4 => mixed, 2 => primary, 1 => secondary];
    kinds.prop_flat_map(move |kinds| {
        let numbers: Vec<usize> = (0..kinds.len()).collect();
        let most = numbers.len().min(4);
        let chosen = vec(subsequence(numbers, 0..=most).prop_shuffle(), 0..=options);
        let times = vec(times.clone(), kinds.len());
        let colours = vec(vec(colour.clone(), 4), options);
        (Just(kinds), times, chosen, colours).prop_map(|(kinds, times, chosen, colours)| {
            let items = kinds.iter().zip(times);
            let colour_of = |item: usize, colour| if kinds[item] { None } else { colour };
            let uses = |(option, colours): (Vec<usize>, Vec<Option<u32>>)| {
                let uses = option.into_iter().zip(colours);
                uses.map(|(item, colour)| (item, colour_of(item, colour)))
                    .collect()
            };
            Case {
                items: items
                    .map(|(&primary, times)| if primary { times } else { None })
                    .collect(),
                options: chosen.into_iter().zip(colours).map(uses).collect(),
            }
        })
    })
}
