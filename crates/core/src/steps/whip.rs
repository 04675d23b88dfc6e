//! The shortest whip that excludes an option (Berthier): a braid in which each truth is linked to the
//! choice just before it, the first one to the target.
//!
//! A truth is linked to a choice if any of its options conflicts with it, even one that the target or
//! an earlier choice excludes as well.
//!
//! ```text
//! search(last choice, state, most): tried before, or no truth may run empty within `most` choices -> none
//!                                   for each option forced by a truth linked to the last choice:
//!                                       choose it; a truth is empty -> found
//!                                       search(that option, that state, most - 1)
//! ```
//!
//! A whip is a braid, so the bounds of braids prune its search. But here the order of choices matters:
//! so an option is not banned after it has been tried, and what has been tried is remembered instead.
//! The truth that runs empty has an option that the last choice excludes, so it is always linked.

use rustc_hash::FxHashSet;

use super::bits;
use super::deduction::{Choice, Deduction};
use super::levels::{Levels, State};
use super::live::Live;
use crate::ask::{Budget, Stop};
use crate::problem::ItemId;

/// The search for whips.
pub(super) struct Whips<'a> {
    live: &'a Live,
    levels: Levels,
    choices: Vec<Choice>,
    /// The states that were searched without success: the last choice, and all choices.
    tried: FxHashSet<(usize, Vec<u64>)>,
    budget: &'a Budget,
}

impl<'a> Whips<'a> {
    pub(super) fn new(live: &'a Live, budget: &'a Budget) -> Self {
        Self {
            live,
            levels: Levels::default(),
            choices: Vec::new(),
            tried: FxHashSet::default(),
            budget,
        }
    }

    /// A whip of at most this many choices that excludes an option.
    pub(super) fn that_excludes(
        &mut self,
        option: usize,
        most: usize,
    ) -> Result<Option<Deduction>, Stop> {
        self.choices.clear();
        self.tried.clear();
        let mut state = State::new(self.live);
        let empty = match state.choose(self.live, option) {
            Some(item) => Some(item),
            None => self.search(option, &state, most)?,
        };
        Ok(empty.map(|item| {
            let empty = ItemId::new(item as u32);
            Deduction::by_forcing(self.live.id(option), self.choices.clone(), empty)
        }))
    }

    /// Searches for choices that empty a truth. Returns that truth.
    fn search(&mut self, last: usize, state: &State, most: usize) -> Result<Option<usize>, Stop> {
        let live = self.live;
        self.budget.poll()?;
        let size = self.tried.len().saturating_mul(size_of_val(&*state.banned));
        if size > self.budget.most_memory() {
            return Err(Stop::Memory);
        }
        if most == 0
            || !self.tried.insert((last, state.banned.clone()))
            || !self.levels.may_end(live, state, most)
        {
            return Ok(None);
        }
        for option in self.levels.branches(live, state, most) {
            let Some(truth) = linked_truth(live, state, option, last) else {
                continue;
            };
            self.choices.push(Choice {
                item: ItemId::new(truth as u32),
                option: live.id(option),
            });
            let mut child = state.clone();
            let empty = match child.choose(live, option) {
                Some(item) => Some(item),
                None => self.search(option, &child, most - 1)?,
            };
            if empty.is_some() {
                return Ok(empty);
            }
            self.choices.pop();
        }
        Ok(None)
    }
}

/// A truth that forces an option and has an option that conflicts with the last choice.
fn linked_truth(live: &Live, state: &State, option: usize, last: usize) -> Option<usize> {
    let mut excluded = live.conflicts(last).to_vec();
    bits::keep_all(&mut excluded, live.options());
    let items = live.items(option).iter().map(|&item| item as usize);
    let forces = |item: usize| live.low(item) > 0 && state.count[item] == live.low(item);
    let is_linked = |item: usize| !bits::is_disjoint(live.users(item), &excluded);
    items
        .into_iter()
        .find(|&item| forces(item) && is_linked(item))
}
