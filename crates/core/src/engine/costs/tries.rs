//! The tries of a level: in which order they are made, which were begun, and how many there are.

use std::slice;

use rand::Rng;
use rand_pcg::Pcg32;

use super::compile::Tables;
use super::price::Prices;
use super::state::State;
use super::{Choice, Costs, Level, Try};
use crate::problem::OptionId;

/// The order of tries. Of those with equal reduced costs, the one without an option is the last: if
/// it is the last of its level, all tries that are left are one part of the search.
fn rank(&(reduced, option): &Try) -> (i64, bool, Option<u32>) {
    (reduced, option.is_none(), option)
}

impl Costs {
    /// The options that a level may try.
    fn options_of<'a>(tables: &'a Tables, level: &'a Level) -> &'a [u32] {
        match &level.choice {
            Choice::Item(item) => tables.options.of(*item),
            Choice::Option(option) => slice::from_ref(option),
            Choice::Nothing => &[],
        }
    }

    /// The reduced cost of an option by the prices of a level. To use one option or not is a choice
    /// without a better side, and its use comes first.
    fn reduced_at(tables: &Tables, level: &Level, prices: &Prices, option: u32) -> i64 {
        match level.choice {
            Choice::Item(_) | Choice::Nothing => prices.reduced(tables, level.prices, option),
            Choice::Option(_) => 0,
        }
    }

    /// The next try of a level: among those left, the one with the least reduced cost by the prices
    /// of the level, which have been restored, like its state. The search for it runs anew for each
    /// try, so that a level needs no list; an item that is covered a thousand times has a thousand
    /// levels. O(sizes of the options of the item), like the sweep below each try.
    pub(super) fn next_try(
        tables: &Tables,
        level: &Level,
        (state, prices): (&State, &Prices),
        random: &mut Option<Pcg32>,
    ) -> Option<Try> {
        let options = Self::options_of(tables, level).iter().copied();
        let mut left = 0;
        let takes = options
            .filter(|&option| state.alive.has(option))
            .map(|option| {
                left += 1;
                let reduced = Self::reduced_at(tables, level, prices, option);
                let tie = random.as_mut().map(Rng::random::<u32>);
                (reduced, tie, option)
            });
        let cheapest = takes
            .min()
            .map(|(reduced, _, option)| (reduced, Some(option)));
        // To use none of the options changes no cost.
        let none = level.null_left.then_some((0, None));
        let next = none.into_iter().chain(cheapest).min_by_key(rank);
        // Too few options are left for the need of the item.
        next.filter(|_| left >= level.need)
    }

    /// The options of all tries of a level, before the first of them: what `advance` would try one
    /// by one. The prices and the state of the level have been restored.
    pub(super) fn tries(
        tables: &Tables,
        level: &Level,
        (state, prices): (&State, &Prices),
    ) -> Vec<Option<OptionId>> {
        let options = Self::options_of(tables, level).iter().copied();
        let alive = options.filter(|&option| state.alive.has(option));
        let reduced = |option| Self::reduced_at(tables, level, prices, option);
        let takes = alive.map(|option| (reduced(option), Some(option)));
        let none = (level.need == 0).then_some((0, None));
        let mut tries: Vec<Try> = none.into_iter().chain(takes).collect();
        tries.sort_unstable_by_key(rank);
        tries.truncate(Self::count_tries(tables, level, (state, prices)));
        let option = |(_, option): Try| option.map(OptionId::new);
        tries.into_iter().map(option).collect()
    }

    /// The number of these tries. O(sizes of the options of the item).
    pub(super) fn count_tries(
        tables: &Tables,
        level: &Level,
        (state, prices): (&State, &Prices),
    ) -> usize {
        let is_within = |reduced| !prices.exceeds_ceiling(level.bound, reduced);
        let options = Self::options_of(tables, level).iter();
        let (mut alive, mut within) = (0_usize, 0);
        for &option in options.filter(|&&option| state.alive.has(option)) {
            alive += 1;
            within += usize::from(is_within(Self::reduced_at(tables, level, prices, option)));
        }
        match level.need {
            0 => within + usize::from(is_within(0)),
            // After each try, its option is left out.
            need => within.min((alive + 1).saturating_sub(need)),
        }
    }

    /// The options of the tries that were begun at a level, in order.
    pub(super) fn passed(
        tables: &Tables,
        level: &Level,
        (state, prices): (&State, &Prices),
    ) -> Vec<Option<OptionId>> {
        // Options that were tried are removed, the last one first.
        let removed = state.alive.numbers[level.mark.alive..level.alive]
            .iter()
            .rev();
        let reduced = |&option: &u32| {
            let reduced = Self::reduced_at(tables, level, prices, option);
            (reduced, Some(option))
        };
        let mut passed: Vec<Try> = removed.map(reduced).collect();
        let is_null = |tried: Option<Try>| tried.is_some_and(|(_, option)| option.is_none());
        // The try without an option is not among the removed options.
        if level.need == 0 && !level.null_left && !is_null(level.tried) {
            passed.push((0, None));
            passed.sort_unstable_by_key(rank);
        }
        let all = passed.into_iter().chain(level.tried);
        all.map(|(_, option)| option.map(OptionId::new)).collect()
    }
}
