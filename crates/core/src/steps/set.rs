//! Sets of truths whose options are covered by links.
//!
//! A set of rank 0 has as many links as truths. A set of a higher rank is found from an option that
//! it removes: if that option is chosen, the links that it covers are used up, and the other links,
//! one fewer than the truths, cover what is left of the truths.
//!
//! ```text
//! extend: an option is not covered  -> for each of its other items: add it as a link; extend
//!         all are covered           -> enough truths: found
//!                                      else for each truth that shares options with a link: add it; extend
//! ```

use std::ops::ControlFlow;

use super::bits;
use super::deduction::{Deduction, Reason};
use super::live::Live;
use crate::problem::ItemId;

/// The sets of rank 0 with this many truths.
pub(super) fn of_rank_zero(live: &Live, size: usize) -> Vec<Deduction> {
    let mut found: Vec<Deduction> = Vec::new();
    let mut set = Set::new(live, live.options().to_vec(), size, size);
    set.each(&mut |set| {
        if let Some(deduction) = set.deduction(set.links.clone()) {
            if !found.iter().any(|other| other.removed == deduction.removed) {
                found.push(deduction);
            }
        }
        ControlFlow::Continue(())
    });
    found
}

/// The sets with this many truths of a higher rank that remove an option.
pub(super) fn that_remove(live: &Live, option: usize, size: usize) -> Option<Deduction> {
    let mut left = live.options().to_vec();
    bits::remove_all(&mut left, live.conflicts(option));
    bits::remove(&mut left, option);
    let mut found = None;
    let mut set = Set::new(live, left, size, size - 1);
    set.skipped = live.items(option).to_vec();
    set.each(&mut |set| match set.with_items_of(option) {
        Some(deduction) => {
            found = Some(deduction);
            ControlFlow::Break(())
        }
        None => ControlFlow::Continue(()),
    });
    found
}

/// Truths and links, while they are put together.
struct Set<'a> {
    live: &'a Live,
    /// The options that links must cover.
    left: Vec<u64>,
    /// The numbers of truths and links of a whole set.
    size: usize,
    most_links: usize,
    /// Items that are neither truths nor links.
    skipped: Vec<u32>,
    truths: Vec<usize>,
    links: Vec<usize>,
}

impl<'a> Set<'a> {
    fn new(live: &'a Live, left: Vec<u64>, size: usize, most_links: usize) -> Self {
        Self {
            live,
            left,
            size,
            most_links,
            skipped: Vec::new(),
            truths: Vec::new(),
            links: Vec::new(),
        }
    }

    /// Visits all sets; each set of truths begins with its first one.
    fn each(&mut self, visit: &mut dyn FnMut(&Self) -> ControlFlow<()>) {
        for item in self.live.truths() {
            if self.is_truth(item) {
                self.truths.push(item);
                let end = self.extend(visit);
                self.truths.pop();
                if end.is_break() {
                    return;
                }
            }
        }
    }

    /// Whether an item may be a truth: at most one option for each link can be left of it, but for
    /// truths that share links.
    fn is_truth(&self, item: usize) -> bool {
        let users = self.live.users(item);
        let count = bits::count_of_both(users, &self.left);
        let had = bits::count_of_both(users, self.live.options());
        !self.skipped.contains(&(item as u32)) && had > 1 && count <= 3 * self.size
    }

    /// How often truths and links cover an option.
    fn covers(&self, option: usize) -> (usize, usize) {
        let count = |items: &[usize]| {
            let own = self.live.items(option);
            items
                .iter()
                .filter(|&&item| own.contains(&(item as u32)))
                .count()
        };
        (count(&self.truths), count(&self.links))
    }

    fn extend(&mut self, visit: &mut dyn FnMut(&Self) -> ControlFlow<()>) -> ControlFlow<()> {
        if let Some(option) = self.uncovered() {
            if self.links.len() == self.most_links {
                return ControlFlow::Continue(());
            }
            for place in 0..self.live.items(option).len() {
                let item = self.live.items(option)[place] as usize;
                // A link that is a truth, too, says nothing.
                if self.live.is_link(item)
                    && !self.truths.contains(&item)
                    && !self.skipped.contains(&(item as u32))
                {
                    self.links.push(item);
                    let end = self.extend(visit);
                    self.links.pop();
                    end?;
                }
            }
            return ControlFlow::Continue(());
        }
        if self.truths.len() == self.size {
            return visit(self);
        }
        for item in self.next_truths() {
            self.truths.push(item);
            let end = self.extend(visit);
            self.truths.pop();
            end?;
        }
        ControlFlow::Continue(())
    }

    /// The first option of a truth that the links do not cover as often as the truths.
    fn uncovered(&self) -> Option<usize> {
        let truths = self.truths.iter().rev();
        let mut options =
            truths.flat_map(|&item| bits::ones_of_both(self.live.users(item), &self.left));
        options.find(|&option| {
            let (truths, links) = self.covers(option);
            links < truths
        })
    }

    /// The truths that may be added: after the first, and with an option of a link.
    fn next_truths(&self) -> Vec<usize> {
        let (Some(&first), Some(&last)) = (self.truths.first(), self.truths.last()) else {
            return Vec::new();
        };
        let mut near = vec![0; self.live.words()];
        for &link in &self.links {
            bits::add_all(&mut near, self.live.users(link));
        }
        bits::keep_all(&mut near, &self.left);
        let mut items: Vec<usize> = bits::ones(&near)
            .flat_map(|option| self.live.items(option))
            .map(|&item| item as usize)
            .filter(|&item| {
                item > first
                    && item > last * usize::from(self.truths.len() > 2)
                    && self.live.low(item) > 0
                    && !self.truths.contains(&item)
                    && !self.links.contains(&item)
                    && self.is_truth(item)
            })
            .collect();
        items.sort_unstable();
        items.dedup();
        items
    }

    /// The deduction of a whole set with these links, if it removes anything.
    fn deduction(&self, links: Vec<usize>) -> Option<Deduction> {
        let rank = links.len() - self.truths.len();
        let mut near = vec![0; self.live.words()];
        for &link in &links {
            bits::add_all(&mut near, self.live.users(link));
        }
        let removed: Vec<usize> = bits::ones_of_both(&near, self.live.options())
            .filter(|&option| {
                let own = self.live.items(option);
                let has = |item: &&usize| own.contains(&(**item as u32));
                let (truths, links) = (
                    self.truths.iter().filter(has).count(),
                    links.iter().filter(has).count(),
                );
                links > truths + rank
            })
            .collect();
        if removed.is_empty() {
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
                links: items(&links),
            },
            chosen: Vec::new(),
            removed: removed.iter().map(|&option| self.live.id(option)).collect(),
        })
    }

    /// The deduction of a whole set that removes an option, with the fewest items of that option as
    /// further links.
    fn with_items_of(&self, option: usize) -> Option<Deduction> {
        let own = self.live.items(option);
        let links = own.iter().filter(|&&item| self.live.is_link(item as usize));
        let own: Vec<usize> = links.map(|&item| item as usize).collect();
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
            if links.len() < self.truths.len() {
                return None;
            }
            let whole = Set {
                links: links.clone(),
                truths: self.truths.clone(),
                left: self.live.options().to_vec(),
                skipped: Vec::new(),
                ..*self
            };
            if whole.uncovered().is_some() {
                return None;
            }
            let deduction = self.deduction(links)?;
            let id = self.live.id(option);
            deduction.removed.contains(&id).then_some(deduction)
        })
    }
}
