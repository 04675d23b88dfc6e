//! Sets of truths whose options are covered by links.
//!
//! [`square`](super::square) finds those with as many links as truths, [`ranked`](super::ranked)
//! those of a higher rank, by all links but the items of an option that they remove.

use super::bits;
use super::deduction::{Deduction, Reason};
use super::live::Live;
use crate::problem::ItemId;

/// Truths, and links that may cover all their live options.
pub(super) struct Set<'a> {
    pub(super) live: &'a Live,
    pub(super) truths: Vec<usize>,
    pub(super) links: Vec<usize>,
}

impl Set<'_> {
    /// How often truths and links cover an option.
    fn covers(&self, option: usize) -> (usize, usize) {
        let own = self.live.items(option);
        let count = |items: &[usize]| {
            items
                .iter()
                .filter(|&&item| own.contains(&(item as u32)))
                .count()
        };
        (count(&self.truths), count(&self.links))
    }

    /// Whether the links cover all options as often as the truths do.
    fn holds(&self) -> bool {
        let live = self.live;
        let options = |&item: &usize| bits::ones_of_both(live.users(item), live.options());
        self.truths.iter().flat_map(options).all(|option| {
            let (truths, links) = self.covers(option);
            truths <= links
        })
    }

    /// What the set proves, if it removes anything.
    pub(super) fn deduction(&self) -> Option<Deduction> {
        let live = self.live;
        let rank = self.links.len().checked_sub(self.truths.len())?;
        if !self.holds() {
            return None;
        }
        let mut near = vec![0; live.words()];
        for &link in &self.links {
            bits::add_all(&mut near, live.users(link));
        }
        let mut options: Vec<usize> = bits::ones_of_both(&near, live.options()).collect();
        options.retain(|&option| {
            let (truths, links) = self.covers(option);
            links > truths + rank
        });
        if options.is_empty() {
            return None;
        }
        let items = |list: &[usize]| {
            let mut list: Vec<ItemId> = list.iter().map(|&item| ItemId::new(item as u32)).collect();
            list.sort_unstable();
            list
        };
        Some(Deduction {
            reason: Reason::Set {
                truths: items(&self.truths),
                links: items(&self.links),
            },
            chosen: Vec::new(),
            removed: options.into_iter().map(|option| live.id(option)).collect(),
        })
    }

    /// The deduction that removes an option, with the fewest items of that option as further links.
    pub(super) fn with_items_of(&self, option: usize) -> Option<Deduction> {
        let live = self.live;
        let own = live.items(option).iter().map(|&item| item as usize);
        let own: Vec<usize> = own.filter(|&item| live.is_link(item)).collect();
        if own.len() > 8 {
            return None;
        }
        let mut choices: Vec<u32> = (1..1 << own.len()).collect();
        choices.sort_by_key(|choice| choice.count_ones());
        choices.into_iter().find_map(|choice| {
            let chosen = own.iter().enumerate();
            let chosen = chosen.filter(|&(place, _)| choice >> place & 1 != 0);
            let mut links = self.links.clone();
            links.extend(chosen.map(|(_, &item)| item));
            let whole = Set {
                live,
                truths: self.truths.clone(),
                links,
            };
            let deduction = whole.deduction()?;
            deduction
                .removed
                .contains(&live.id(option))
                .then_some(deduction)
        })
    }
}
