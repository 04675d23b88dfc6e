//! Chains of groups: if one of a group of options is chosen, only some options of a truth are left,
//! of which one is chosen, and so on.
//!
//! ```text
//! link of a group and a truth: what the options of the group do not all exclude of the truth
//! reach of a group:            the groups that follow by links, one after the other
//! a group in the reach of z all of whose options conflict with z: z is dead
//! ```
//!
//! Links do not depend on the option that is to be excluded, so they are found once, and the reach of
//! all groups together. Breadth-first search finds the shortest chain of each dead option.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::bits;
use super::deduction::{Deduction, Reason};
use super::live::Live;
use crate::ask::{Budget, Stop};
use crate::problem::{ItemId, OptionId};

/// The most options of a group.
const MOST_OPTIONS: u32 = 3;
/// The most groups, of one option or several. Each takes a bit for every other one. If there are
/// more options, chains of groups are not looked for.
const MOST_GROUPS: usize = 2_000;

/// The shortest chains of at most `longest` of some truths, for each option of a set that has any.
pub(super) fn chains(
    live: &Live,
    is_truth: impl Fn(usize) -> bool,
    options: &[u64],
    longest: usize,
    budget: &Budget,
) -> Result<Vec<Deduction>, Stop> {
    if bits::ones(options).count() > MOST_GROUPS {
        return Ok(Vec::new());
    }
    let links = Links::new(live, is_truth, options, budget)?;
    let reach = links.reach();
    // A chain may remove several options.
    let mut found: BTreeMap<Vec<ItemId>, Vec<OptionId>> = BTreeMap::new();
    for (start, option) in bits::ones(options).enumerate() {
        budget.poll()?;
        let ends = |group: usize| links.is_excluded(group, option);
        if let Some(reach) = reach.get(start)
            && bits::ones(reach).any(ends)
            && let Some(truths) = links.shortest(start, ends, longest)
        {
            let truths = shrunk(live, truths, option);
            found.entry(truths).or_default().push(live.id(option));
        }
    }
    let deduction = |(truths, removed)| Deduction {
        reason: Reason::Chain { truths },
        chosen: Vec::new(),
        removed,
    };
    Ok(found.into_iter().map(deduction).collect())
}

/// The groups, and what follows from each.
struct Links<'a> {
    live: &'a Live,
    /// How many live options each item has; none, if it is no truth that needs one option.
    counts: Vec<u32>,
    /// The groups: first those of one option each, in the order of the options.
    groups: Vec<Vec<usize>>,
    /// For each group, the truths of which a group is left, and that group.
    links: Vec<Vec<(usize, usize)>>,
}

impl<'a> Links<'a> {
    fn new(
        live: &'a Live,
        is_truth: impl Fn(usize) -> bool,
        options: &[u64],
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let mut counts = live.counts();
        for (item, count) in counts.iter_mut().enumerate() {
            if live.low(item) != 1 || !is_truth(item) {
                *count = 0;
            }
        }
        let mut excluded_of = vec![0; counts.len()];
        let mut all = Self {
            live,
            counts,
            groups: bits::ones(options).map(|option| vec![option]).collect(),
            links: Vec::new(),
        };
        let numbered = all.groups.iter().cloned().zip(0..);
        let mut numbers: FxHashMap<Vec<usize>, usize> = numbered.collect();
        while all.links.len() < all.groups.len() {
            budget.poll()?;
            let mut links = Vec::new();
            for (truth, left) in all.left_by(&all.groups[all.links.len()], &mut excluded_of) {
                let new = all.groups.len();
                let group = match numbers.get(&left) {
                    Some(&known) => known,
                    None if new == MOST_GROUPS => continue,
                    None => {
                        numbers.insert(left.clone(), new);
                        all.groups.push(left);
                        new
                    }
                };
                links.push((truth, group));
            }
            all.links.push(links);
        }
        Ok(all)
    }

    /// The truths of which a group leaves few options, and these. `excluded_of` counts for each item,
    /// and is zero before and after.
    fn left_by(&self, group: &[usize], excluded_of: &mut [u32]) -> Vec<(usize, Vec<usize>)> {
        let live = self.live;
        let mut excluded = live.options().to_vec();
        for &option in group {
            bits::keep_all(&mut excluded, live.conflicts(option));
        }
        let mut truths = Vec::new();
        for option in bits::ones(&excluded) {
            for &item in live.items(option) {
                let item = item as usize;
                excluded_of[item] += 1;
                // Each truth once: when few options are left for the first time.
                if self.counts[item] == excluded_of[item] + MOST_OPTIONS
                    || excluded_of[item] == 1 && (1..=MOST_OPTIONS).contains(&self.counts[item])
                {
                    truths.push(item);
                }
            }
        }
        for option in bits::ones(&excluded) {
            for &item in live.items(option) {
                excluded_of[item as usize] = 0;
            }
        }
        let mut links = Vec::new();
        for truth in truths {
            let users = bits::ones_of_both(live.users(truth), live.options());
            let left: Vec<usize> = users.filter(|&user| !bits::has(&excluded, user)).collect();
            // What a group leaves of its own truth is the group.
            if left != group {
                links.push((truth, left));
            }
        }
        links
    }

    /// For each group, those that follow from it.
    fn reach(&self) -> Vec<Vec<u64>> {
        let words = self.groups.len().div_ceil(64);
        let mut reach = vec![vec![0; words]; self.links.len()];
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for group in (0..self.links.len()).rev() {
                let mut own: Vec<u64> = std::mem::take(&mut reach[group]);
                let before = bits::count_of_both(&own, &own);
                for &(_, next) in &self.links[group] {
                    bits::add(&mut own, next);
                    if next != group {
                        bits::add_all(&mut own, &reach[next]);
                    }
                }
                is_changed |= before != bits::count_of_both(&own, &own);
                reach[group] = own;
            }
        }
        reach
    }

    /// Whether an option conflicts with all options of a group.
    fn is_excluded(&self, group: usize, option: usize) -> bool {
        let conflicts = self.live.conflicts(option);
        let mut group = self.groups[group].iter();
        group.all(|&other| bits::has(conflicts, other))
    }

    /// The truths on the shortest way from a group to an end.
    fn shortest(
        &self,
        start: usize,
        is_end: impl Fn(usize) -> bool,
        longest: usize,
    ) -> Option<Vec<ItemId>> {
        // For each group that was reached: the place of the one before it, the truth, and the length.
        let mut nodes = vec![(start, 0, 0, 0)];
        let mut is_seen = vec![false; self.groups.len()];
        let mut place = 0;
        while place < nodes.len() {
            let (group, _, _, length) = nodes[place];
            if length == longest {
                return None;
            }
            for &(truth, next) in &self.links[group] {
                if std::mem::replace(&mut is_seen[next], true) {
                    continue;
                }
                nodes.push((next, place, truth, length + 1));
                if is_end(next) {
                    let mut at = nodes.len() - 1;
                    let mut truths = Vec::new();
                    while at > 0 {
                        let (_, before, truth, _) = nodes[at];
                        truths.push(ItemId::new(truth as u32));
                        at = before;
                    }
                    truths.reverse();
                    return Some(truths);
                }
            }
            place += 1;
        }
        None
    }
}

/// The truths of a chain that are needed: what the option itself excludes may make one needless.
fn shrunk(live: &Live, mut truths: Vec<ItemId>, option: usize) -> Vec<ItemId> {
    let mut place = 0;
    while place < truths.len() {
        let mut fewer = truths.clone();
        fewer.remove(place);
        match excludes(live, &fewer, option) {
            true => truths = fewer,
            false => place += 1,
        }
    }
    truths
}

/// Whether a chain excludes an option.
fn excludes(live: &Live, truths: &[ItemId], option: usize) -> bool {
    let mut before = vec![option];
    truths.iter().any(|truth| {
        let mut excluded = live.options().to_vec();
        for &one in &before {
            bits::keep_all(&mut excluded, live.conflicts(one));
        }
        let users = bits::ones_of_both(live.users(truth.index()), live.options());
        let is_left = |&other: &usize| {
            !bits::has(&excluded, other) && !bits::has(live.conflicts(option), other)
        };
        before = users.filter(is_left).collect();
        before.len() < live.low(truth.index()) as usize
    })
}
