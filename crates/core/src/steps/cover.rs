//! The search for covers of a rule: which of its options are in none.
//!
//! A cover shows of all its options that they are in one, and is remembered for later searches.

use std::collections::{BTreeMap, BTreeSet};

use super::bits;
use super::fresh::Fresh;
use super::live::Live;
use super::simple::locked_by;
use crate::ask::{Budget, Stop};
use crate::problem::OptionId;

/// The most options that the search for one cover chooses.
pub(super) const MOST_NODES: usize = 1_000;

/// What earlier searches have shown.
#[derive(Clone, Default)]
pub(super) struct Memory {
    /// Covers. One whose options are left or chosen still holds.
    covers: Vec<Vec<OptionId>>,
    /// The options for which the search took too long, and how many options were live then.
    unknown: BTreeMap<OptionId, usize>,
}

/// Those of some options that are in no cover.
pub(super) fn without_cover(
    live: &Live,
    candidates: &[u64],
    nodes: usize,
    memory: &mut Memory,
    budget: &Budget,
) -> Result<Vec<u64>, Stop> {
    let mut left = live.clone();
    settle(&mut left, budget)?;
    let mut dead = candidates.to_vec();
    bits::remove_all(&mut dead, left.options());
    let mut open = candidates.to_vec();
    bits::keep_all(&mut open, left.options());
    memory.covers.retain(|cover| {
        let left = rest_of_cover(&left, cover);
        left.iter().for_each(|&used| bits::remove(&mut open, used));
        !left.is_empty()
    });
    let start = Counted::new(left);
    let count = bits::ones(live.options()).count();
    loop {
        let first = bits::ones(&open).next();
        let Some(option) = first else {
            return Ok(dead);
        };
        bits::remove(&mut open, option);
        let id = live.id(option);
        // With a few options less it takes as long.
        if memory
            .unknown
            .get(&id)
            .is_some_and(|&before| 4 * count > 3 * before)
        {
            continue;
        }
        let mut search = Covers::new(nodes, budget);
        let is_covered = search.has_any(&start, option);
        budget.poll()?;
        match is_covered {
            Some(true) => {
                let used = search.used.iter();
                used.for_each(|&used| bits::remove(&mut open, used));
                let cover = search.used.iter().map(|&used| live.id(used));
                memory.covers.push(cover.collect());
            }
            Some(false) => bits::add(&mut dead, option),
            None => {
                memory.unknown.insert(id, count);
            }
        }
    }
}

/// The options of an earlier cover that are left; none, if they are a cover no more.
fn rest_of_cover(live: &Live, cover: &[OptionId]) -> Vec<usize> {
    let mut left = live.numbers(cover);
    left.retain(|&option| bits::has(live.options(), option));
    let mut times = vec![0; live.item_count()];
    for &option in &left {
        live.items(option)
            .iter()
            .for_each(|&item| times[item as usize] += 1);
    }
    let holds = (0..live.item_count()).all(|item| {
        let (low, high) = live.bounds(item);
        (low..=high).contains(&times[item])
    });
    if !holds {
        left.clear();
    }
    left
}

/// Removes the options that conflict with all live options of a truth, until nothing changes.
fn settle(live: &mut Live, budget: &Budget) -> Result<(), Stop> {
    let (mut is_changed, mut fresh) = (true, Fresh::default());
    while is_changed {
        is_changed = false;
        for truth in live.truths().collect::<Vec<_>>() {
            budget.poll()?;
            if !fresh.may_be_locked(live, truth) {
                continue;
            }
            // A truth without options removes all others, once.
            let dead = locked_by(live, truth).filter(|dead| !bits::is_empty(dead));
            fresh.note_locked(live, truth);
            if let Some(dead) = dead {
                live.remove(&dead);
                is_changed = true;
            }
        }
    }
    Ok(())
}

/// What is left, and how many options of each item.
#[derive(Clone)]
pub(super) struct Counted {
    pub(super) live: Live,
    counts: Vec<u32>,
}

impl Counted {
    pub(super) fn new(live: Live) -> Self {
        Self {
            counts: live.counts(),
            live,
        }
    }

    fn choose(&mut self, option: usize) {
        let dead = self.live.dead_after(option);
        bits::ones(&dead).for_each(|other| self.uncount(other));
        self.uncount(option);
        self.live.choose_before(option, &dead);
    }

    fn discard(&mut self, option: usize) {
        self.uncount(option);
        self.live.discard(option);
    }

    fn uncount(&mut self, option: usize) {
        for &item in self.live.items(option) {
            self.counts[item as usize] -= 1;
        }
    }
}

/// A search for a cover.
pub(super) struct Covers<'a> {
    /// The options of the cover.
    used: Vec<usize>,
    /// How many more options may be chosen.
    pub(super) nodes: usize,
    /// The truths whose options were tried.
    pub(super) tried: BTreeSet<usize>,
    budget: &'a Budget,
}

impl<'a> Covers<'a> {
    pub(super) fn new(nodes: usize, budget: &'a Budget) -> Self {
        Self {
            used: Vec::new(),
            nodes,
            tried: BTreeSet::new(),
            budget,
        }
    }

    /// Whether there is a cover with an option. `None` after too many nodes or a limit.
    pub(super) fn has_any(&mut self, start: &Counted, option: usize) -> Option<bool> {
        self.used = vec![option];
        let mut with = start.clone();
        with.choose(option);
        self.complete(with)
    }

    pub(super) fn complete(&mut self, mut left: Counted) -> Option<bool> {
        let truths = left.live.truths();
        let Some(truth) = truths.min_by_key(|&truth| left.counts[truth]) else {
            return Some(true);
        };
        self.tried.insert(truth);
        let options = bits::ones_of_both(left.live.users(truth), left.live.options());
        for option in options.collect::<Vec<usize>>() {
            self.nodes = self.nodes.checked_sub(1)?;
            self.budget.poll().ok()?;
            self.used.push(option);
            let mut with = left.clone();
            with.choose(option);
            if self.complete(with)? {
                return Some(true);
            }
            self.used.pop();
            // The other options must do without it.
            left.discard(option);
            let mut items = left.live.items(option).iter().map(|&item| item as usize);
            let short = items.find(|&item| left.counts[item] < left.live.low(item));
            if let Some(truth) = short {
                self.tried.insert(truth);
                return Some(false);
            }
        }
        Some(false)
    }
}
