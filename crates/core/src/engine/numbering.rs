//! Dense numbers for options and items: the options that are not dropped and the primary items are
//! *numbered* in order, so that tables have no gaps.

use crate::ask::{Meter, Stop};
use crate::problem::{ItemId, OptionId, Problem};

/// No number: stands for no option, no item or no lane.
pub(super) const NONE: u32 = u32::MAX;

/// Ascending ids and their numbers, counted from 0.
#[derive(Debug)]
pub(super) struct Numbering<I> {
    ids: Vec<I>,
    /// The number of each id; `NONE` for ids without a number.
    numbers: Vec<u32>,
}

impl Numbering<OptionId> {
    /// Numbers the options that are not dropped.
    pub(super) fn options(problem: &Problem, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        // A dropped option is read to its end, any other option to its first primary item.
        meter.spend(problem.size())?;
        Ok(Self::of_options(problem.kept(), problem))
    }

    /// Numbers these options of a problem.
    pub(super) fn of_options(options: impl Iterator<Item = OptionId>, problem: &Problem) -> Self {
        Self::of(options, problem.option_count(), OptionId::index)
    }

    /// The number of an option, if it has one.
    pub(super) fn number(&self, option: OptionId) -> Option<u32> {
        self.at(option.index())
    }
}

impl Numbering<ItemId> {
    /// Numbers the primary items.
    pub(super) fn items(problem: &Problem) -> Self {
        Self::of_items(problem.primary_items(), problem)
    }

    /// Numbers these items of a problem.
    pub(super) fn of_items(items: impl Iterator<Item = ItemId>, problem: &Problem) -> Self {
        Self::of(items, problem.item_count(), ItemId::index)
    }

    /// The number of an item, if it has one.
    pub(super) fn number(&self, item: ItemId) -> Option<u32> {
        self.at(item.index())
    }
}

impl<I: Copy> Numbering<I> {
    fn of(ids: impl Iterator<Item = I>, all: usize, index: impl Fn(I) -> usize) -> Self {
        let ids: Vec<I> = ids.collect();
        let mut numbers = vec![NONE; all];
        for (number, &id) in ids.iter().enumerate() {
            numbers[index(id)] = number as u32;
        }
        Self { ids, numbers }
    }

    fn at(&self, index: usize) -> Option<u32> {
        let number = self.numbers.get(index).copied();
        number.filter(|&number| number != NONE)
    }

    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    #[inline]
    pub(super) fn id(&self, number: u32) -> I {
        self.ids[number as usize]
    }

    /// The ids with their numbers, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, I)> {
        (0..).zip(self.ids.iter().copied())
    }
}
