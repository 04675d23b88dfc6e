//! What may follow from a state at best: bounds that prune the search for a braid.
//!
//! ```text
//! level of an option:  the fewest choices after which it may be forced, itself included:
//!                      all others of a truth are excluded, even if it is excluded itself
//! rest of an option:   the fewest choices that must follow it until a truth may run empty
//! ```
//!
//! All options of a level exclude others together, though a braid makes its choices one by one: so
//! levels are lower bounds. A braid of `most` choices contains only options with
//! `level + rest <= most`.

use super::bits::{self, Words as _};
use super::live::Live;

/// The live options that a target and some choices leave.
#[derive(Clone)]
pub(super) struct State {
    /// The live options that are not excluded.
    pub(super) left: Vec<u64>,
    /// How many of them each item has.
    pub(super) count: Vec<u32>,
    /// The truths that have no more options left than they need.
    forcing: Vec<usize>,
    /// The options that may not be chosen.
    pub(super) banned: Vec<u64>,
}

impl State {
    pub(super) fn new(live: &Live) -> Self {
        let count = live.counts();
        Self {
            left: live.options().to_vec(),
            forcing: live
                .truths()
                .filter(|&item| count[item] <= live.low(item))
                .collect(),
            count,
            banned: vec![0; live.words()],
        }
    }

    /// Chooses an option. Returns a truth that has too few options then.
    pub(super) fn choose(&mut self, live: &Live, option: usize) -> Option<usize> {
        bits::add(&mut self.banned, option);
        for word in 0..live.words() {
            let dead = live.conflicts(option)[word] & self.left[word];
            self.left[word] &= !dead;
            for other in bits::ones_of_word(word, dead) {
                for &item in live.items(other) {
                    let item = item as usize;
                    let low = live.low(item);
                    self.count[item] -= 1;
                    if self.count[item] < low {
                        return Some(item);
                    }
                    if low > 0 && self.count[item] == low {
                        self.forcing.push(item);
                    }
                }
            }
        }
        None
    }
}

/// Not at any level.
const NEVER: usize = usize::MAX;

/// The levels of a state. One value serves all states of a search, to save memory.
#[derive(Default)]
pub(super) struct Levels {
    /// For each option, the level at which it may be excluded.
    excluded: Vec<usize>,
    /// The options with such a level.
    dead: Vec<usize>,
    /// For each option, the level at which it may be forced.
    level: Vec<usize>,
    rest: Vec<usize>,
    /// The options with a level.
    forced: Vec<usize>,
    left: Vec<u64>,
    count: Vec<u32>,
    /// The truths that may run empty.
    short: Vec<usize>,
}

impl Levels {
    /// Computes the levels up to `most`. Returns whether a truth may run empty within that many
    /// choices.
    pub(super) fn may_end(&mut self, live: &Live, state: &State, most: usize) -> bool {
        self.reset(live, state);
        let mut items = state.forcing.clone();
        for level in 1..=most {
            let start = self.forced.len();
            for item in items.drain(..) {
                self.force(live, state, item, level);
            }
            if self.forced.len() == start {
                break;
            }
            for place in start..self.forced.len() {
                self.exclude_conflicts(live, self.forced[place], level, &mut items);
            }
        }
        !self.short.is_empty()
    }

    fn reset(&mut self, live: &Live, state: &State) {
        for option in self.dead.drain(..) {
            self.excluded[option] = NEVER;
        }
        for option in self.forced.drain(..) {
            self.level[option] = NEVER;
            self.rest[option] = NEVER;
        }
        for list in [&mut self.excluded, &mut self.level, &mut self.rest] {
            list.resize(64 * live.words(), NEVER);
        }
        self.short.clear();
        self.left.clone_from(&state.left);
        self.count.clone_from(&state.count);
        for word in 0..live.words() {
            let dead = live.options()[word] & !state.left[word];
            for other in bits::ones_of_word(word, dead) {
                self.excluded[other] = 0;
                self.dead.push(other);
            }
        }
    }

    /// Notes the options that an item may force.
    fn force(&mut self, live: &Live, state: &State, item: usize, level: usize) {
        let is_exact = self.count[item] == live.low(item);
        let among = if is_exact { &self.left } else { live.options() };
        for option in bits::ones_of_both(live.users(item), among) {
            if self.level[option] == NEVER && !bits::has(&state.banned, option) {
                self.level[option] = level;
                self.forced.push(option);
            }
        }
    }

    /// Excludes what conflicts with an option; adds the items that may force options now.
    fn exclude_conflicts(
        &mut self,
        live: &Live,
        option: usize,
        level: usize,
        items: &mut Vec<usize>,
    ) {
        for word in 0..live.words() {
            let dead = live.conflicts(option)[word] & self.left[word];
            self.left[word] &= !dead;
            for other in bits::ones_of_word(word, dead) {
                self.excluded[other] = level;
                self.dead.push(other);
                for &item in live.items(other) {
                    let item = item as usize;
                    let low = live.low(item);
                    self.count[item] -= 1;
                    let count = self.count[item];
                    if low > 0 && (count == low || count + 1 == low) {
                        items.push(item);
                    }
                    if count + 1 == low {
                        self.short.push(item);
                    }
                }
            }
        }
    }

    /// The options that are forced now and may be part of a braid of `most` choices.
    pub(super) fn branches(&mut self, live: &Live, state: &State, most: usize) -> Vec<usize> {
        let mut needed = vec![0; live.words()];
        for &item in &self.short {
            bits::add_all(&mut needed, live.users(item));
        }
        let mut branches = Vec::new();
        for rest in 0..most {
            bits::keep_all(&mut needed, &state.left);
            let words: Vec<(usize, u64)> = needed.words().filter(|word| word.1 != 0).collect();
            if words.is_empty() {
                break;
            }
            needed.fill(0);
            for place in 0..self.forced.len() {
                let option = self.forced[place];
                let level = self.level[option];
                if self.rest[option] != NEVER || level + rest > most {
                    continue;
                }
                let conflicts = live.conflicts(option);
                if words.iter().all(|&(word, own)| conflicts[word] & own == 0) {
                    continue;
                }
                self.rest[option] = rest;
                if level == 1 {
                    branches.push(option);
                } else {
                    self.add_needed(live, option, most - 1 - rest, &mut needed);
                }
            }
        }
        branches.sort_unstable();
        branches
    }

    /// Adds the options that must be excluded by a level to force an option.
    fn add_needed(&self, live: &Live, option: usize, by: usize, needed: &mut [u64]) {
        for &item in live.items(option) {
            let item = item as usize;
            let others = bits::ones_of_both(live.users(item), live.options());
            let late = others.filter(|&other| other != option && self.excluded[other] > by);
            if late.count() < live.low(item) as usize {
                bits::add_all(needed, live.users(item));
            }
        }
    }
}
