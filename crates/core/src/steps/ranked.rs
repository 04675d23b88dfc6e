//! Sets of two or three truths, of any rank.
//!
//! If an option that a set removes is chosen, the links that it covers are used up, and the other
//! links, one fewer than the truths, cover what is left of the truths. So for each option:
//!
//! ```text
//! for each truth that loses options to it: for each pair of links that cover its other options:
//!     two more truths that the same links cover -> found
//! ```
//!
//! A truth that loses nothing is covered by the same links for all options; a table of these is made
//! once.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::bits;
use super::deduction::{Deduction, Reason};
use super::live::Live;
use super::set::Set;
use crate::ask::{Budget, Stop};

/// One or two links that cover what is left of a truth.
type Cover = (u32, u32);

/// In the place of the second link, if the first one suffices.
const NONE: u32 = u32::MAX;

/// The sets with this many truths, two or three, that remove an option: those of the least rank.
pub(super) fn of_size(live: &Live, size: usize, budget: &Budget) -> Result<Vec<Deduction>, Stop> {
    let mut search = Search::new(live, size);
    for option in bits::ones(live.options()) {
        budget.poll()?;
        search.remove(option);
    }
    let links = |deduction: &Deduction| match &deduction.reason {
        Reason::Set { links, .. } => links.len(),
        _ => 0,
    };
    let mut found = search.found;
    if let Some(fewest) = found.iter().map(links).min() {
        found.retain(|deduction| links(deduction) == fewest);
    }
    Ok(found)
}

struct Search<'a> {
    live: &'a Live,
    size: usize,
    /// The truths that links cover, whatever is chosen.
    covered: FxHashMap<Cover, Vec<u32>>,
    tried: BTreeSet<(usize, Vec<u32>, Cover)>,
    others: Vec<u32>,
    found: Vec<Deduction>,
}

impl<'a> Search<'a> {
    fn new(live: &'a Live, size: usize) -> Self {
        let mut covered: FxHashMap<Cover, Vec<u32>> = FxHashMap::default();
        let mut covers = Vec::new();
        for item in live.truths() {
            add_covers(live, item, live.options(), &[], &mut covers);
            for cover in covers.drain(..) {
                covered.entry(cover).or_default().push(item as u32);
            }
        }
        Self {
            live,
            size,
            covered,
            tried: BTreeSet::new(),
            others: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Finds the sets that remove an option.
    fn remove(&mut self, option: usize) {
        let live = self.live;
        let mut left = live.options().to_vec();
        bits::remove_all(&mut left, live.conflicts(option));
        bits::remove(&mut left, option);
        let own = live.items(option);
        let mut losing: Vec<u32> = bits::ones_of_both(live.conflicts(option), live.options())
            .flat_map(|other| live.items(other))
            .copied()
            .filter(|item| live.low(*item as usize) > 0 && !own.contains(item))
            .collect();
        losing.sort_unstable();
        losing.dedup();
        let (mut covers, mut all) = (Vec::new(), Vec::new());
        for &item in &losing {
            add_covers(live, item as usize, &left, own, &mut covers);
            all.extend(covers.drain(..).map(|cover| (cover, item)));
        }
        all.sort_unstable();
        for place in 0..all.len() {
            let ((first, second), item) = all[place];
            match (self.size, second) {
                (2, NONE) => self.complete(option, (first, NONE), item, &all, &left),
                (2, _) => {}
                (_, NONE) => {
                    for second in self.second_links(first, &left, own) {
                        let cover = (first.min(second), first.max(second));
                        self.complete(option, cover, item, &all, &left);
                    }
                }
                _ => self.complete(option, (first, second), item, &all, &left),
            }
        }
    }

    /// The links that, with a first one, cover the rest of a truth that shares options with it.
    fn second_links(&self, first: u32, left: &[u64], own: &[u32]) -> BTreeSet<u32> {
        let live = self.live;
        let near: BTreeSet<u32> = bits::ones_of_both(live.users(first as usize), left)
            .flat_map(|option| live.items(option))
            .copied()
            .filter(|item| live.low(*item as usize) > 0 && !own.contains(item) && *item != first)
            .collect();
        let mut covers = Vec::new();
        for &item in &near {
            add_covers(live, item as usize, left, own, &mut covers);
        }
        let other = |&(one, two): &Cover| match () {
            () if two == NONE => None,
            () if one == first => Some(two),
            () if two == first => Some(one),
            () => None,
        };
        covers.iter().filter_map(other).collect()
    }

    /// Adds truths to one that links cover, and notes the sets that remove the option.
    fn complete(
        &mut self,
        option: usize,
        cover: Cover,
        item: u32,
        losing: &[(Cover, u32)],
        left: &[u64],
    ) {
        let own = self.live.items(option);
        if own.contains(&cover.0) || own.contains(&cover.1) {
            return;
        }
        let parts = [cover, (cover.0, NONE), (cover.1, NONE)];
        let count = if cover.1 == NONE { 1 } else { 3 };
        let mut others = std::mem::take(&mut self.others);
        others.clear();
        for part in &parts[..count] {
            others.extend(self.covered.get(part).into_iter().flatten());
            let start = losing.partition_point(|(other, _)| other < part);
            let same = losing[start..]
                .iter()
                .take_while(|(other, _)| other == part);
            others.extend(same.map(|&(_, other)| other));
        }
        others.retain(|&other| {
            other != item
                && other != cover.0
                && other != cover.1
                && !own.contains(&other)
                && self.may_join(left, cover, [item, item, other])
        });
        others.sort_unstable();
        others.dedup();
        for (place, &second) in others.iter().enumerate() {
            if self.size == 2 {
                self.note(option, vec![item, second], cover);
                continue;
            }
            for &third in &others[place + 1..] {
                if self.may_join(left, cover, [second, second, third])
                    && self.may_join(left, (NONE, NONE), [item, second, third])
                {
                    self.note(option, vec![item, second, third], cover);
                }
            }
        }
        self.others = others;
    }

    /// Whether both links cover all options that are left of all these truths.
    fn may_join(&self, left: &[u64], cover: Cover, truths: [u32; 3]) -> bool {
        let live = self.live;
        let [one, two, three] = truths.map(|item| live.users(item as usize));
        let are_two = cover.1 != NONE;
        let (first, second) = match cover {
            (first, second) if are_two => (live.users(first as usize), live.users(second as usize)),
            _ => (left, left),
        };
        (0..live.words()).all(|word| {
            let shared = one[word] & two[word] & three[word] & left[word];
            shared & !(first[word] & second[word]) == 0 && (are_two || shared == 0)
        })
    }

    fn note(&mut self, option: usize, mut truths: Vec<u32>, (first, second): Cover) {
        truths.sort_unstable();
        if !self.tried.insert((option, truths.clone(), (first, second))) {
            return;
        }
        let truths = truths.iter().map(|&item| item as usize).collect();
        let links = [first, second].into_iter().filter(|&link| link != NONE);
        let set = Set::of(self.live, truths, links.map(|link| link as usize).collect());
        if let Some(deduction) = set.with_items_of(option) {
            if !self.found.contains(&deduction) {
                self.found.push(deduction);
            }
        }
    }
}

/// Adds the links, at most two, that cover all options of an item that are left.
fn add_covers(live: &Live, item: usize, left: &[u64], own: &[u32], covers: &mut Vec<Cover>) {
    let start = covers.len();
    let users = live.users(item);
    let may_link =
        |&link: &u32| link as usize != item && live.is_link(link as usize) && !own.contains(&link);
    let words = 0..live.words();
    let Some(option) = bits::first(words.clone().map(|word| users[word] & left[word])) else {
        return;
    };
    for &first in live.items(option).iter().filter(|link| may_link(link)) {
        let one = live.users(first as usize);
        let rest = |word: usize| users[word] & left[word] & !one[word];
        let Some(option) = bits::first(words.clone().map(rest)) else {
            covers.push((first, NONE));
            continue;
        };
        for &second in live.items(option).iter().filter(|link| may_link(link)) {
            let two = live.users(second as usize);
            if words.clone().all(|word| rest(word) & !two[word] == 0) {
                covers.push((first.min(second), first.max(second)));
            }
        }
    }
    covers[start..].sort_unstable();
}
