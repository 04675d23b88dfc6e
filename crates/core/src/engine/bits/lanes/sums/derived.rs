//! The items that express sums, whose options follow from those of the other items.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::ask::{Meter, Stop};
use crate::engine::Remains;
use crate::problem::{Colour, ItemId, OptionId, Problem};

/// The derived items, with what is needed to find their options.
#[derive(Debug, Default)]
pub(super) struct Derived {
    /// The options of each derived item.
    options: Vec<(OptionId, Range<u32>)>,
    items: Vec<Range<u32>>,
    /// The coloured items of these options.
    uses: Vec<(ItemId, Colour)>,
    /// The coloured items of the other options that have some.
    others: FxHashMap<OptionId, Vec<(ItemId, Colour)>>,
}

impl Derived {
    /// `derived` are items of the problem, ascending.
    pub(super) fn of(
        problem: &Problem,
        remains: &Remains,
        derived: &[ItemId],
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let mut own = Self::default();
        let coloured = |option| {
            let uses = problem.uses_of(option);
            uses.filter_map(|(item, colour)| Some((item, colour?)))
        };
        let mut options: Vec<(ItemId, OptionId)> = Vec::new();
        for option in remains.option_ids().chain(remains.forced.iter().copied()) {
            meter.spend(8 * problem.items_of(option).len() + 8)?;
            let items = problem.items_of(option).iter();
            let mut items = items.filter(|item| derived.binary_search(item).is_ok());
            if let Some(&item) = items.next() {
                options.push((item, option));
            } else if coloured(option).next().is_some() {
                own.others.insert(option, coloured(option).collect());
            }
        }
        options.sort_unstable();
        for chunk in options.chunk_by(|one, other| one.0 == other.0) {
            let start = own.options.len() as u32;
            for &(_, option) in chunk {
                let start = own.uses.len() as u32;
                own.uses.extend(coloured(option));
                own.options.push((option, start..own.uses.len() as u32));
            }
            own.items.push(start..own.options.len() as u32);
        }
        Ok(own)
    }

    /// The bytes for a problem, about.
    pub(super) fn memory(problem: &Problem) -> usize {
        16 * problem.use_count() + 64 * problem.option_count()
    }

    /// The work of completing a solution, about, in nanoseconds.
    pub(super) fn work(&self) -> u64 {
        10 * self.options.len() as u64
    }

    /// Adds the options of the derived items to the others of a solution, those from `start` on.
    pub(super) fn complete(&self, options: &mut Vec<OptionId>, start: usize) {
        let known = options[start..]
            .iter()
            .filter_map(|option| self.others.get(option));
        let mut colours: FxHashMap<ItemId, Colour> = known.flatten().copied().collect();
        for range in &self.items {
            let all = &self.options[range.start as usize..range.end as usize];
            let uses = |range: &Range<u32>| &self.uses[range.start as usize..range.end as usize];
            let fits = |(_, range): &&(OptionId, Range<u32>)| {
                let mut uses = uses(range).iter();
                uses.all(|(item, colour)| colours.get(item).is_none_or(|own| own == colour))
            };
            let mut fitting = all.iter().filter(fits);
            let option = fitting.next();
            // If all sums hold, exactly one option fits.
            debug_assert!(option.is_some() && fitting.next().is_none());
            if let Some((option, range)) = option {
                options.push(*option);
                colours.extend(uses(range).iter().copied());
            }
        }
    }
}
