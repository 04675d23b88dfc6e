//! How hard a problem is by the lengths of braids or whips: the B and W ratings of Denis Berthier,
//! "Pattern-Based Constraint Satisfaction and Logic Puzzles" (2012).

use super::braid::Braids;
use super::closure::Closure;
use super::finder::Steps;
use super::live::Live;
use super::whip::Whips;
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
        self.rating(most, budget, |live, option, choices| {
            let mut braids = Braids::new(live, budget, u64::MAX);
            Ok(braids.that_excludes(option, choices)?.is_some())
        })
    }

    /// Returns the least `n` such that singles and whips of at most `n` truths solve the problem, as
    /// [`braid_rating`](Self::braid_rating) does for braids. It is never less than that of braids,
    /// and `None` if whips do not suffice where braids do.
    ///
    /// Whips are tried in the order of the options. Another order may give another rating, because a
    /// removed option may have linked a longer whip.
    ///
    /// # Errors
    /// The limit that stopped the search.
    pub fn whip_rating(&self, most: usize, budget: &Budget) -> Result<Option<usize>, Stop> {
        self.rating(most, budget, |live, option, choices| {
            // Each whip is a braid. Braids are faster to search, and most options have none.
            let mut braids = Braids::new(live, budget, u64::MAX);
            Ok(braids.that_excludes(option, choices)?.is_some()
                && Whips::new(live, budget)
                    .that_excludes(option, choices)?
                    .is_some())
        })
    }

    /// The rating by arguments that are braids. `excludes` says whether there is one of at most some
    /// number of choices against an option.
    fn rating(
        &self,
        most: usize,
        budget: &Budget,
        excludes: impl Fn(&Live, usize, usize) -> Result<bool, Stop>,
    ) -> Result<Option<usize>, Stop> {
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
        for size in 2..=most.min(longest(&live)) {
            while !is_decided(&live) && remove_excluded(&mut live, size - 1, &excludes)? {}
            if is_decided(&live) {
                return Ok(Some(size));
            }
        }
        Ok(None)
    }
}

/// No braid has more truths: each forces at most as many choices as it needs, and the last truth
/// forces none.
fn longest(live: &Live) -> usize {
    let needs = live.truths().map(|item| live.low(item) as usize);
    needs.fold(1, usize::saturating_add)
}

/// Whether a problem is solved, or shown to have no solution.
fn is_decided(live: &Live) -> bool {
    live.is_solved() || live.short().is_some()
}

/// Whether singles and braids of any length solve a problem.
fn braids_suffice(live: &Live, budget: &Budget) -> Result<bool, Stop> {
    let mut live = live.clone();
    loop {
        let (mut dead, counts) = (vec![0; live.words()], live.counts());
        for option in bits::ones(live.options()) {
            budget.poll()?;
            if Closure::new(&live, &counts, option).is_contradiction() {
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
fn remove_excluded(
    live: &mut Live,
    choices: usize,
    excludes: impl Fn(&Live, usize, usize) -> Result<bool, Stop>,
) -> Result<bool, Stop> {
    live.compact();
    let mut is_changed = false;
    let options: Vec<usize> = bits::ones(live.options()).collect();
    for option in options {
        if !bits::has(live.options(), option) {
            continue;
        }
        if excludes(live, option, choices)? {
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
