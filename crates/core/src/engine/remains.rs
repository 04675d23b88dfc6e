//! What assumptions leave of a problem: the options that are still usable, and the items that can
//! still be covered.

use super::numbering::Numbering;
use crate::ask::{Assumptions, Meter, Stop};
use crate::problem::{Colour, ItemId, OptionId, Problem};

/// The rest of a problem under assumptions.
#[derive(Debug)]
pub(crate) struct Remains {
    pub(super) options: Numbering<OptionId>,
    /// The primary items that can still be covered.
    pub(super) items: Numbering<ItemId>,
    /// How often forced options cover each primary item.
    used: Vec<u32>,
    pub(super) forced: Vec<OptionId>,
}

impl Remains {
    /// The whole problem. O(total size of the options).
    pub(crate) fn whole(problem: &Problem, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        Ok(Self {
            options: Numbering::options(problem, meter)?,
            items: Numbering::items(problem),
            used: Vec::new(),
            forced: Vec::new(),
        })
    }

    /// Whether all forced options can be used together, as far as their own items show, and none of
    /// them is dropped, forbidden or unknown. O(size of the problem).
    pub(crate) fn is_possible(problem: &Problem, assumptions: &Assumptions) -> bool {
        let forbidden = assumptions.forbidden();
        let mut used: Vec<(u32, Option<Colour>)> = vec![(0, None); problem.item_count()];
        assumptions.forced().iter().all(|option| {
            let is_known = option.index() < problem.option_count();
            is_known
                && !problem.is_dropped(*option)
                && forbidden.binary_search(option).is_err()
                && problem.uses_of(*option).all(|(item, colour)| {
                    let (times, last) = &mut used[item.index()];
                    let fits = *times < problem.bounds(item).1
                        || !problem.is_primary(item) && colour.is_some() && colour == *last;
                    (*times, *last) = (*times + 1, colour);
                    fits
                })
        })
    }

    /// What is left under assumptions that do not contradict each other. O(size of the problem).
    pub(crate) fn under(
        problem: &Problem,
        assumptions: &Assumptions,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        meter.spend(4 * problem.size())?;
        let forced = assumptions.forced().into_owned();
        let mut used = vec![0; problem.item_count()];
        let mut colours: Vec<Option<Colour>> = vec![None; problem.item_count()];
        for (item, colour) in forced.iter().flat_map(|&option| problem.uses_of(option)) {
            used[item.index()] += 1;
            colours[item.index()] = colour;
        }
        let fits = |(item, colour): (ItemId, Option<Colour>)| match used[item.index()] {
            0 => true,
            used if used < problem.bounds(item).1 => true,
            _ => !problem.is_primary(item) && colour.is_some() && colour == colours[item.index()],
        };
        let assumed = problem.marks(forced.iter().chain(&*assumptions.forbidden()));
        let left =
            |option: &OptionId| !assumed[option.index()] && problem.uses_of(*option).all(fits);
        let options = Numbering::of_options(problem.kept().filter(left), problem);
        let open = |item: &ItemId| used[item.index()] < problem.bounds(*item).1;
        let items = Numbering::of_items(problem.primary_items().filter(open), problem);
        Ok(Self {
            options,
            items,
            used,
            forced,
        })
    }

    /// The rest without these items, which are ascending, and their options.
    pub(super) fn without(&self, problem: &Problem, items: &[ItemId]) -> Self {
        let is_left = |item: &ItemId| items.binary_search(item).is_err();
        let options = self.option_ids();
        let options = options.filter(|&option| problem.items_of(option).iter().all(is_left));
        Self {
            options: Numbering::of_options(options, problem),
            items: Numbering::of_items(self.item_ids().filter(is_left), problem),
            used: self.used.clone(),
            forced: self.forced.clone(),
        }
    }

    /// The options, ascending.
    pub(crate) fn option_ids(&self) -> impl Iterator<Item = OptionId> {
        self.options.iter().map(|(_, option)| option)
    }

    /// The primary items that can still be covered, ascending.
    pub(crate) fn item_ids(&self) -> impl Iterator<Item = ItemId> {
        self.items.iter().map(|(_, item)| item)
    }

    /// The number of options.
    pub(crate) fn options(&self) -> usize {
        self.options.len()
    }

    /// The number of primary items.
    pub(crate) fn items(&self) -> usize {
        self.items.len()
    }

    /// The largest number of options of a primary item, and whether two options have a secondary
    /// item in common. O(total size of the options).
    pub(crate) fn widest(&self, problem: &Problem) -> (usize, bool) {
        let mut sizes = vec![0; problem.item_count()];
        for (_, option) in self.options.iter() {
            for item in problem.items_of(option) {
                sizes[item.index()] += 1;
            }
        }
        let primary = |item: &ItemId| problem.is_primary(*item);
        let size = |item: ItemId| sizes[item.index()];
        let widest = problem.items().filter(primary).map(size).max();
        let mut secondary = problem.items().filter(|item| !primary(item)).map(size);
        (widest.unwrap_or(0), secondary.any(|size| size > 1))
    }

    /// The least and the greatest number of times that an item must still be covered.
    pub(crate) fn bounds(&self, problem: &Problem, item: ItemId) -> (u32, u32) {
        let (low, high) = problem.bounds(item);
        let used = self.used.get(item.index()).copied().unwrap_or(0);
        (low.saturating_sub(used), high.saturating_sub(used))
    }
}
