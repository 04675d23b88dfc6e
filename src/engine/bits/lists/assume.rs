//! Assumptions: options that are forced or forbidden at the root.

use super::Lists;
use super::list::List;
use super::states::intersection;
use crate::problem::OptionId;

impl Lists {
    /// The number of an option at the root and its items, if the option is still usable.
    fn usable<const W: usize>(&self, option: OptionId) -> Option<(u32, [u64; W])> {
        let number = self.tables.number(option)?;
        let words = self.tables.root.option::<W>(&self.arena, number as usize);
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

    /// Copies the options that are not forbidden. Returns their list and its end.
    pub(super) fn copy_permitted<const W: usize>(&mut self) -> (List, usize) {
        let root = self.tables.root;
        let end = root.start + W * root.stride;
        if !self.forbidden.contains(&true) {
            return (root, end);
        }
        self.reserve(end + W * root.stride);
        let mut list = List { start: end, ..root };
        for k in 0..W {
            let (from, to) = (root.start + k * root.stride, end + k * root.stride);
            let mut len = 0;
            for (place, _) in self.forbidden.iter().enumerate().filter(|(_, no)| !**no) {
                self.arena[to + len] = self.arena[from + place];
                len += 1;
            }
            self.arena[to + len..to + root.stride].fill(0);
            list.len = len;
        }
        (list, end + W * root.stride)
    }
}
