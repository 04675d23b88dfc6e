//! The number of solutions that share the best cost.

use std::time::Duration;

use quadrille_core::{Answer, Best as Found, Search, Stats, Stop};

use super::super::interrupt::Interrupt;
use super::super::message;
use super::Best;

/// After this time, a count of the solutions that share the best cost says what it does.
const SILENCE: Duration = Duration::from_secs(1);
const COUNTING: &str = "the best solution is printed; counting the solutions that share its \
                        cost (--one leaves this out)";

impl Best {
    /// Whether the solutions that share the best cost are counted once the first of them is printed.
    pub(super) fn counts_later(&self, best: &Found, stop: Stop) -> bool {
        let is_asked = !self.one && self.k.is_none() && self.ledger.is_none();
        is_asked && stop == Stop::Exhausted && !best.has_all_ties
    }

    /// Counts the solutions that share the best cost, and says so if that takes long.
    pub(super) fn count_ties(
        &self,
        search: &mut Search,
        mut best: Found,
        mut stats: Stats,
        interrupt: &Interrupt,
    ) -> Answer<Found> {
        let Some(cost) = best.cost() else {
            return Answer::new(best, Stop::Exhausted, stats);
        };
        let mut limits = self.limits.question(interrupt);
        if let Some(most) = self.limits.nodes {
            limits = limits.nodes(most.saturating_sub(stats.nodes));
        }
        search.limits(limits);
        let mut has_said = false;
        search.watch(SILENCE, move |_| {
            if !std::mem::replace(&mut has_said, true) {
                message::say(COUNTING);
            }
        });
        let counted = search.count_within(best.sense, cost);
        // The first one is known, whatever stopped the count.
        best.ties = counted.value.max(1.into());
        stats.nodes += counted.stats.nodes;
        stats.solutions = best.ties.clone();
        stats.threads = stats.threads.max(counted.stats.threads);
        stats.elapsed += counted.stats.elapsed;
        Answer::new(best, counted.stop, stats)
    }
}
