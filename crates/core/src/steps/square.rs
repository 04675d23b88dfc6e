//! Sets with as many links as truths, and no option in two truths.
//!
//! ```text
//! extend: an option is not covered -> for each of its other items: add it as a link; extend
//!         enough truths            -> found
//!         as many links as truths  -> give up: these are a smaller set, which has been found before
//!         else                     -> some link has options of one truth only:
//!                                     for each truth that shares other options with it: add it; extend
//! ```
//!
//! A link with options of one truth only says nothing, so one of the missing truths shares options
//! with it. This leaves few truths to try.

use super::bits::{self, Words as _};
use super::deduction::Deduction;
use super::live::Live;
use super::set::Set;
use crate::ask::{Budget, Stop};

/// The sets with this many truths and links, at least one of the truths fresh.
pub(super) fn of_size(
    live: &Live,
    size: usize,
    fresh: &[bool],
    budget: &Budget,
) -> Result<Vec<Deduction>, Stop> {
    let is_small = |&item: &usize| {
        let count = live.count(item) as usize;
        // A truth may share several options with a link.
        (2..=3 * size).contains(&count)
    };
    let mut is_truth = vec![false; live.item_count()];
    live.truths()
        .filter(is_small)
        .for_each(|item| is_truth[item] = true);
    let items = 0..live.item_count();
    let mut search = Search {
        live,
        size,
        near: items
            .map(|item| live.near(item, |other| is_truth[other]))
            .collect(),
        is_done: vec![false; live.item_count()],
        covered: vec![0; live.words()],
        in_truths: vec![0; live.words()],
        truths: Vec::new(),
        links: Vec::new(),
        found: Vec::new(),
    };
    for item in (0..is_truth.len()).filter(|&item| is_truth[item] && fresh[item]) {
        budget.poll()?;
        search.add_truth(item);
        search.is_done[item] = true;
    }
    Ok(search.found)
}

struct Search<'a> {
    live: &'a Live,
    size: usize,
    /// For each item, the truths that share a live option with it, ascending.
    near: Vec<Vec<usize>>,
    /// The truths of which all sets have been tried.
    is_done: Vec<bool>,
    /// The live options of the links, and of the truths.
    covered: Vec<u64>,
    in_truths: Vec<u64>,
    truths: Vec<usize>,
    links: Vec<usize>,
    found: Vec<Deduction>,
}

impl Search<'_> {
    fn add_truth(&mut self, item: usize) {
        let live = self.live;
        self.truths.push(item);
        bits::add_all(&mut self.in_truths, live.users(item));
        self.cover(item);
        // No option is in two truths, so this undoes the addition.
        bits::remove_all(&mut self.in_truths, live.users(item));
        self.truths.pop();
    }

    /// Adds links until they cover the last truth.
    fn cover(&mut self, truth: usize) {
        let live = self.live;
        let mut users = live.users(truth).words();
        let open = users.find_map(|(place, own)| {
            let open = own & live.options()[place] & !self.covered[place];
            bits::ones_of_word(place, open).next()
        });
        let Some(option) = open else {
            self.extend();
            return;
        };
        if self.links.len() == self.size {
            return;
        }
        for &link in live.items(option) {
            let link = link as usize;
            // A link that is a truth, too, says nothing.
            if live.is_link(link) && !self.truths.contains(&link) {
                let before = self.covered.clone();
                bits::add_all(&mut self.covered, live.users(link));
                self.links.push(link);
                self.cover(truth);
                self.links.pop();
                self.covered = before;
            }
        }
    }

    fn extend(&mut self) {
        let live = self.live;
        if self.truths.len() == self.size {
            let set = Set {
                live,
                truths: self.truths.clone(),
                links: self.links.clone(),
            };
            let new = set
                .deduction()
                .filter(|deduction| !self.found.contains(deduction));
            self.found.extend(new);
            return;
        }
        if self.links.len() <= self.truths.len() {
            return;
        }
        let single = self.links.iter().find(|&&link| self.has_one_truth(link));
        let mut truths: Vec<usize> = match single {
            Some(&link) => self.near[link].clone(),
            None => {
                let mut all: Vec<usize> = self
                    .links
                    .iter()
                    .flat_map(|&link| &self.near[link])
                    .copied()
                    .collect();
                all.sort_unstable();
                all.dedup();
                all
            }
        };
        let are_full = self.links.len() == self.size;
        truths.retain(|&item| {
            let mut users = live.users(item).words();
            !self.is_done[item]
                && !self.links.contains(&item)
                && users.all(|(place, own)| {
                    let own = own & live.options()[place];
                    own & self.in_truths[place] == 0
                        && (!are_full || own & !self.covered[place] == 0)
                })
        });
        for item in truths {
            self.add_truth(item);
        }
    }

    /// Whether only one of the truths shares live options with a link.
    fn has_one_truth(&self, link: usize) -> bool {
        let live = self.live;
        let users = live.users(link);
        let shares = |truth: &&usize| {
            let other = live.users(**truth);
            let mut users = users.words();
            users.any(|(place, own)| own & other.word(place) & live.options()[place] != 0)
        };
        self.truths.iter().filter(shares).count() < 2
    }
}
