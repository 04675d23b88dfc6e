//! The shortest braid that excludes an option (Berthier): choices that are forced one after the
//! other, until a truth has no option.
//!
//! ```text
//! search(state, most): no truth may run empty within `most` choices -> none
//!                      for each option that is forced now and may help:
//!                          choose it; a truth is empty -> found
//!                          search(that state, most - 1)
//!                          ban it: all sets of choices with it have been tried
//! ```
//!
//! An option that is forced stays so, so each set of choices is tried in one order only.

use super::bits;
use super::deduction::{Choice, Deduction};
use super::levels::{Levels, State};
use super::live::Live;
use crate::ask::{Budget, Stop};
use crate::problem::ItemId;

/// The search for braids.
pub(super) struct Braids<'a> {
    live: &'a Live,
    /// The state without a target.
    start: State,
    levels: Levels,
    choices: Vec<Choice>,
    budget: &'a Budget,
    /// How many more states may be searched.
    pub(super) allowance: u64,
}

impl<'a> Braids<'a> {
    pub(super) fn new(live: &'a Live, budget: &'a Budget, allowance: u64) -> Self {
        Self {
            live,
            start: State::new(live),
            levels: Levels::default(),
            choices: Vec::new(),
            budget,
            allowance,
        }
    }

    /// A braid of at most this many choices that excludes an option. `None` if there is none, or if
    /// the allowance is used up.
    pub(super) fn that_excludes(
        &mut self,
        option: usize,
        most: usize,
    ) -> Result<Option<Deduction>, Stop> {
        self.choices.clear();
        let mut state = self.start.clone();
        let empty = match state.choose(self.live, option) {
            Some(item) => Some(item),
            None => self.search(state, most)?,
        };
        Ok(empty.map(|item| {
            let empty = ItemId::new(item as u32);
            Deduction::by_forcing(self.live.id(option), self.choices.clone(), empty)
        }))
    }

    /// The braids of at most this many choices, one for each option that has any.
    pub(super) fn that_exclude(
        &mut self,
        options: &[usize],
        most: usize,
    ) -> Result<Vec<Deduction>, Stop> {
        let mut found = Vec::new();
        for &option in options {
            found.extend(self.that_excludes(option, most)?);
        }
        Ok(found)
    }

    /// Searches for choices that empty a truth. Returns that truth.
    fn search(&mut self, mut state: State, most: usize) -> Result<Option<usize>, Stop> {
        let live = self.live;
        self.budget.poll()?;
        let mut branches = self.branches(&state, most);
        branches.reverse();
        while let Some(option) = branches.pop() {
            let Some(left) = self.allowance.checked_sub(1) else {
                return Ok(None);
            };
            self.allowance = left;
            self.choices.push(choice(live, &state, option));
            let mut child = state.clone();
            let empty = match child.choose(live, option) {
                Some(item) => Some(item),
                None if most > 1 => self.search(child, most - 1)?,
                None => None,
            };
            if empty.is_some() {
                return Ok(empty);
            }
            self.choices.pop();
            bits::add(&mut state.banned, option);
            // Without the option, others may not help any more.
            if most > 2 && !branches.is_empty() {
                branches = self.branches(&state, most);
                branches.reverse();
            }
        }
        Ok(None)
    }

    fn branches(&mut self, state: &State, most: usize) -> Vec<usize> {
        if self.levels.may_end(self.live, state, most) {
            self.levels.branches(self.live, state, most)
        } else {
            Vec::new()
        }
    }
}

/// An option that is forced, with the truth that forces it.
fn choice(live: &Live, state: &State, option: usize) -> Choice {
    let items = live.items(option).iter().map(|&item| item as usize);
    let forces = |&item: &usize| live.low(item) > 0 && state.count[item] == live.low(item);
    let item = items.into_iter().find(forces).unwrap_or_default();
    Choice {
        item: ItemId::new(item as u32),
        option: live.id(option),
    }
}
