//! What follows from an option by singles alone: truths with one option left, one after the other.

use super::bits;
use super::deduction::Choice;
use super::live::Live;
use crate::problem::ItemId;

/// What follows from an assumed option.
pub(super) struct Closure<'a> {
    live: &'a Live,
    /// The live options that are not excluded.
    left: Vec<u64>,
    /// How many of them each item has.
    count: Vec<u32>,
    /// For each excluded option, the number of the choice that excludes it: 0 is the assumption.
    killer: Vec<u32>,
    /// The options that must be chosen, in order, and the truths that have nothing else left. The
    /// assumption has no truth.
    choices: Vec<(usize, usize)>,
    is_chosen: Vec<u64>,
    /// The truth without an option.
    empty: Option<usize>,
}

/// The truth of the assumption.
const NONE: usize = usize::MAX;

impl<'a> Closure<'a> {
    /// The most bytes that a closure takes.
    pub(super) fn bytes(live: &Live, counts: &[u32]) -> usize {
        let of_option = size_of::<u32>() + size_of::<(usize, usize)>();
        live.words() * (2 * size_of::<u64>() + 64 * of_option) + size_of_val(counts)
    }

    /// Assumes an option, and follows singles to the end or to a truth without an option. `counts` are
    /// the [`counts`](Live::counts) of the live options.
    pub(super) fn new(live: &'a Live, counts: &[u32], option: usize) -> Self {
        let mut closure = Self {
            live,
            left: live.options().to_vec(),
            count: counts.to_vec(),
            killer: vec![0; 64 * live.words()],
            choices: Vec::new(),
            is_chosen: vec![0; live.words()],
            empty: None,
        };
        closure.choices.push((NONE, option));
        bits::add(&mut closure.is_chosen, option);
        let mut next = 0;
        while next < closure.choices.len() && closure.empty.is_none() {
            closure.follow(next);
            next += 1;
        }
        closure
    }

    /// Excludes what conflicts with a choice, and notes the truths with one option left.
    fn follow(&mut self, choice: usize) {
        let live = self.live;
        let option = self.choices[choice].1;
        let mut items: Vec<u32> = Vec::new();
        for (place, conflicts) in live.conflicts(option).iter().enumerate() {
            let dead = conflicts & self.left[place];
            self.left[place] &= !dead;
            for other in bits::ones_of_word(place, dead) {
                self.killer[other] = choice as u32;
                for &item in live.items(other) {
                    let low = live.low(item as usize);
                    let count = &mut self.count[item as usize];
                    *count -= 1;
                    if *count <= low && low > 0 {
                        items.push(item);
                    }
                }
            }
        }
        items.sort_unstable();
        items.dedup();
        for item in items {
            let item = item as usize;
            if self.count[item] < live.low(item) {
                self.empty = Some(item);
                return;
            }
            for option in bits::ones_of_both(live.users(item), &self.left) {
                if !bits::has(&self.is_chosen, option) {
                    bits::add(&mut self.is_chosen, option);
                    self.choices.push((item, option));
                }
            }
        }
    }

    pub(super) fn is_contradiction(&self) -> bool {
        self.empty.is_some()
    }

    /// Keeps the live options that are excluded; with a contradiction, all.
    pub(super) fn keep_excluded(&self, options: &mut [u64]) {
        if !self.is_contradiction() {
            bits::remove_all(options, &self.left);
        }
    }

    /// The choices that are needed for the contradiction, in order, and the truth without an option.
    pub(super) fn contradiction(&self) -> Option<(Vec<Choice>, ItemId)> {
        let item = self.empty?;
        Some((self.choices_for(&[item], &[]), ItemId::new(item as u32)))
    }

    /// The choices that are needed to exclude an option.
    pub(super) fn exclusion(&self, option: usize) -> Vec<Choice> {
        self.choices_for(&[], &[self.killer[option] as usize])
    }

    /// The choices that leave truths without other options, and some choices, with all that they
    /// need, in order.
    fn choices_for(&self, truths: &[usize], choices: &[usize]) -> Vec<Choice> {
        let live = self.live;
        let mut is_needed = vec![false; self.choices.len()];
        let need_truth = |is_needed: &mut Vec<bool>, item: usize, before: usize| {
            for option in bits::ones_of_both(live.users(item), live.options()) {
                let killer = self.killer[option] as usize;
                if !bits::has(&self.left, option) && killer < before {
                    is_needed[killer] = true;
                }
            }
        };
        for &item in truths {
            need_truth(&mut is_needed, item, self.choices.len());
        }
        for &choice in choices {
            is_needed[choice] = true;
        }
        for choice in (1..self.choices.len()).rev() {
            if is_needed[choice] {
                need_truth(&mut is_needed, self.choices[choice].0, choice);
            }
        }
        let needed = self.choices.iter().zip(&is_needed).skip(1);
        let needed = needed.filter(|(_, is_needed)| **is_needed);
        let choice = |(&(item, option), _): (&(usize, usize), &bool)| Choice {
            item: ItemId::new(item as u32),
            option: live.id(option),
        };
        needed.map(choice).collect()
    }
}
