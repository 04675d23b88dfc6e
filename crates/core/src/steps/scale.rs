//! How hard a problem is by the lengths of braids: the B rating of Denis Berthier,
//! "Pattern-Based Constraint Satisfaction and Logic Puzzles" (2012).

use super::braid::Braids;
use super::closure::Closure;
use super::finder::Steps;
use super::live::Live;
use super::{bits, simple};
use crate::ask::{Budget, Stop};

impl Steps {
    /// Returns the least `n` such that singles and braids of at most `n` truths solve the problem: 0
    /// if singles suffice, 1 if singles and locked options do. Returns `None` if braids of at most
    /// `most` truths do not solve it, or if braids of any length do not.
    ///
    /// The rating does not depend on names or order: what braids of a length remove is the same in
    /// whatever order they are found.
    ///
    /// # Errors
    /// The limit that stopped the search.
    pub fn braid_rating(&self, most: usize, budget: &Budget) -> Result<Option<usize>, Stop> {
        let mut live = self.state().clone();
        simple::settle(&mut live, false);
        if is_decided(&live) {
            return Ok(Some(0));
        }
        simple::settle(&mut live, true);
        if is_decided(&live) {
            return Ok(Some(1));
        }
        if !braids_suffice(&live, budget)? {
            return Ok(None);
        }
        for size in 2..=most {
            while !is_decided(&live) && remove_by_braids(&mut live, size, budget)? {}
            if is_decided(&live) {
                return Ok(Some(size));
            }
        }
        Ok(None)
    }
}

/// Whether a problem is solved, or shown to have no solution.
fn is_decided(live: &Live) -> bool {
    live.is_solved() || live.short().is_some()
}

/// Whether singles and braids of any length solve a problem.
fn braids_suffice(live: &Live, budget: &Budget) -> Result<bool, Stop> {
    let mut live = live.clone();
    loop {
        let mut dead = vec![0; live.words()];
        for option in bits::ones(live.options()) {
            budget.poll()?;
            if Closure::new(&live, option).is_contradiction() {
                bits::add(&mut dead, option);
            }
        }
        live.remove(&dead);
        simple::settle(&mut live, true);
        if is_decided(&live) || bits::is_empty(&dead) {
            return Ok(is_decided(&live));
        }
        live.compact();
    }
}

/// Tries all options once; after each removal, takes all singles and locked options. Returns whether
/// anything was removed.
fn remove_by_braids(live: &mut Live, size: usize, budget: &Budget) -> Result<bool, Stop> {
    live.compact();
    let mut is_changed = false;
    let options: Vec<usize> = bits::ones(live.options()).collect();
    for option in options {
        if !bits::has(live.options(), option) {
            continue;
        }
        let braid = Braids::new(live, budget, u64::MAX).that_excludes(option, size - 1)?;
        if braid.is_some() {
            is_changed = true;
            let mut dead = vec![0; live.words()];
            bits::add(&mut dead, option);
            live.remove(&dead);
            simple::settle(live, true);
            if is_decided(live) {
                break;
            }
        }
    }
    Ok(is_changed)
}
