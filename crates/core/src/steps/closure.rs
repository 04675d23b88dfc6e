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
    /// Assumes an option, and follows singles to the end or to a truth without an option.
    pub(super) fn new(live: &'a Live, option: usize) -> Self {
        let mut closure = Self {
            live,
            left: live.options().to_vec(),
            killer: vec![0; 64 * live.words()],
            choices: Vec::new(),
            is_chosen: vec![0; live.words()],
            empty: None,
        };
        closure.choose(NONE, option);
        let mut next = 0;
        while next < closure.choices.len() && closure.empty.is_none() {
            closure.follow(next);
            next += 1;
        }
        closure
    }

    fn choose(&mut self, item: usize, option: usize) {
        bits::add(&mut self.is_chosen, option);
        self.choices.push((item, option));
    }

    /// Excludes what conflicts with a choice, and notes the truths with one option left.
    fn follow(&mut self, choice: usize) {
        let live = self.live;
        let option = self.choices[choice].1;
        let mut dead = self.left.clone();
        bits::keep_all(&mut dead, live.conflicts(option));
        bits::remove_all(&mut self.left, &dead);
        let mut items: Vec<u32> = Vec::new();
        for other in bits::ones(&dead) {
            self.killer[other] = choice as u32;
            items.extend(live.items(other));
        }
        items.sort_unstable();
        items.dedup();
        for item in items {
            let item = item as usize;
            let low = live.low(item) as usize;
            if low == 0 {
                continue;
            }
            let left = bits::count_of_both(live.users(item), &self.left);
            if left < low {
                self.empty = Some(item);
                return;
            }
            if left == low {
                let options: Vec<usize> =
                    bits::ones_of_both(live.users(item), &self.left).collect();
                for option in options {
                    if !bits::has(&self.is_chosen, option) {
                        self.choose(item, option);
                    }
                }
            }
        }
    }

    pub(super) fn is_contradiction(&self) -> bool {
        self.empty.is_some()
    }

    /// The live options that are excluded; with a contradiction, all.
    pub(super) fn excluded(&self) -> Vec<u64> {
        let mut excluded = self.live.options().to_vec();
        if !self.is_contradiction() {
            bits::remove_all(&mut excluded, &self.left);
        }
        excluded
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
