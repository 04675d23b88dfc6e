//! The linear equations of a problem: one for each item that must be covered an exact number of
//! times.

use super::work_limit::{Halt, WorkLimit};
use crate::problem::{ItemId, OptionId, Problem};

/// The equations of a problem. A *row* is an item that must be covered an exact number of times.
pub(super) struct System<'p> {
    pub(super) problem: &'p Problem,
    /// The item of each row, ascending.
    pub(super) items: Vec<ItemId>,
    /// How often the item of each row must be covered.
    pub(super) targets: Vec<u32>,
    /// The row of each item; `None` if it has none.
    row_of: Vec<Option<u32>>,
    /// The options that cover an item with a row, first those with the fewest such items: they
    /// leave the fewest weights for the others.
    pub(super) options: Vec<OptionId>,
}

impl<'p> System<'p> {
    pub(super) fn new(problem: &'p Problem, limit: &mut WorkLimit<'_>) -> Result<Self, Halt> {
        limit.begin();
        limit.spend(problem.size())?;
        let mut system = Self {
            problem,
            items: Vec::new(),
            targets: Vec::new(),
            row_of: vec![None; problem.item_count()],
            options: Vec::new(),
        };
        for item in problem.items() {
            if let (low, high) = problem.bounds(item)
                && low == high
            {
                system.row_of[item.index()] = Some(system.items.len() as u32);
                system.items.push(item);
                system.targets.push(low);
            }
        }
        let mut options = Vec::new();
        for option in problem.options() {
            let rows = system.rows(option).count();
            limit.spend(rows)?;
            if rows > 0 {
                options.push((rows, option));
            }
        }
        options.sort_unstable();
        system.options = options.into_iter().map(|(_, option)| option).collect();
        Ok(system)
    }

    /// The rows of the items of an option.
    pub(super) fn rows(&self, option: OptionId) -> impl Iterator<Item = usize> + '_ {
        let items = self.problem.items_of(option).iter();
        items.filter_map(|item| self.row_of[item.index()].map(|row| row as usize))
    }
}
