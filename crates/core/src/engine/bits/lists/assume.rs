//! Assumptions: options that are forced or forbidden at the root.

use super::Lists;
use super::list::List;
use super::states::intersection;
use crate::problem::OptionId;

impl Lists {
    /// The number of an option at the root and its items, if the option is still usable.
    fn usable<const W: usize>(&self, option: OptionId) -> Option<(u32, [u64; W])> {
        let number = self.tables.number(option)?;
        let words = self
            .tables
            .root
            .option::<W>(&self.tables.options, number as usize);
        let items = intersection(&words, &self.tables.items::<W>());
        let clear = intersection(&items, &self.covered) == [0; W];
        (clear && !self.forbidden[number as usize]).then_some((number, items))
    }

    /// Forces an option. Returns false if it is not usable.
    pub(super) fn force_option<const W: usize>(&mut self, option: OptionId) -> bool {
        let Some((number, items)) = self.usable::<W>(option) else {
            return false;
        };
        for (covered, item) in self.covered.iter_mut().zip(items) {
            *covered |= item;
        }
        self.trail.push(number);
        true
    }

    /// Copies the options that are not forbidden into the arena, and returns their list. The root
    /// state alternates between two lists at the start of the arena. The copy takes the place of
    /// the second, and the first pass writes the first.
    pub(super) fn copy_permitted<const W: usize>(&mut self) -> List {
        let root = self.tables.root;
        let start = W * root.stride;
        self.reserve(2 * start);
        let mut list = List { start, ..root };
        let copy = &mut self.arena[start..2 * start];
        if !self.forbidden.contains(&true) {
            copy.copy_from_slice(&self.tables.options);
            return list;
        }
        let planes = self.tables.options.chunks_exact(root.stride);
        for (from, to) in planes.zip(copy.chunks_exact_mut(root.stride)) {
            let mut len = 0;
            for (place, _) in self.forbidden.iter().enumerate().filter(|(_, no)| !**no) {
                to[len] = from[place];
                len += 1;
            }
            to[len..].fill(0);
            list.len = len;
        }
        list
    }
}
