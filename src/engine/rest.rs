//! What a walk has left to do, as parts of the search.

use crate::ask::{Part, Step};
use crate::problem::OptionId;

/// The open levels of a walk, from the root, with all their tries.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rest {
    pub(super) levels: Vec<RestLevel>,
    /// The number of levels whose other tries belong to other walks.
    pub(super) floor: usize,
    /// Whether everything below the last try of the last level is left.
    pub(super) is_open: bool,
}

/// A level of a walk.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RestLevel {
    /// The option of each choice; `None` is the try that uses no option. Some of them may be dead.
    pub(super) tries: Vec<Option<OptionId>>,
    /// The number of the present try, counted from 1; 0 if a limit stopped the walk before it had
    /// one.
    pub(super) tried: usize,
}

impl RestLevel {
    /// The steps to a try, counted from 0. An item that is covered once leads to the option of the
    /// try. At any other item the solutions of a try do not use the options of the tries before it,
    /// and those of the try without an option use none of them.
    fn steps(&self, number: usize, is_exact: bool) -> impl Iterator<Item = Step> {
        let used = self.tries[number];
        let not_used = match used {
            Some(_) if is_exact => 0,
            Some(_) => number,
            None => self.tries.len(),
        };
        let step = |is_used| move |option| Step { option, is_used };
        let not_used = self.tries[..not_used].iter().flatten().copied();
        not_used.map(step(false)).chain(used.map(step(true)))
    }

    /// The steps to all later tries together: their solutions do not use the options tried so far.
    /// `None` if another try has that property too: one without an option.
    fn others(&self, is_exact: bool) -> Option<impl Iterator<Item = Step>> {
        let tried: Option<Vec<OptionId>> = self.tries[..self.tried].iter().copied().collect();
        let mut tried = tried?;
        if is_exact {
            // First the step that excludes the present try, as the proof of a ledger expects it.
            let present = 1.min(tried.len());
            tried.rotate_right(present);
        }
        let step = |option| Step {
            option,
            is_used: false,
        };
        Some(tried.into_iter().map(step))
    }
}

impl Rest {
    /// The share of the search that is left. Every child of a node with d children has 1/d of its
    /// weight, so that all shares sum to 1.
    pub(crate) fn share(&self) -> f64 {
        let (mut share, mut weight) = (0.0, 1.0);
        for (number, level) in self.levels.iter().enumerate() {
            weight /= level.tries.len().max(1) as f64;
            if number >= self.floor {
                share += weight * level.tries.len().saturating_sub(level.tried) as f64;
            }
        }
        if self.is_open { share + weight } else { share }
    }

    /// The share of the search that is done. Unlike 1 - [`share`](Self::share), it is exact also if
    /// it is tiny.
    pub(crate) fn covered(&self) -> f64 {
        let (mut covered, mut weight) = (0.0, 1.0);
        for level in &self.levels {
            weight /= level.tries.len().max(1) as f64;
            covered += weight * level.tried.saturating_sub(1) as f64;
        }
        // A limit can stop a walk at a level before its first try.
        let is_before_first = self.levels.last().is_some_and(|level| level.tried == 0);
        match self.is_open || is_before_first {
            true => covered,
            false => covered + weight,
        }
    }

    /// The parts that are left of a part, in the order of the walk. They are disjoint. `is_exact`
    /// states that every primary item is covered exactly once.
    ///
    /// About `most` parts are a try each, those closest to the root. Below them, all tries that are
    /// left of a level are one part, where that is possible: a deep walk would have too many parts.
    pub(crate) fn parts(&self, part: &Part, is_exact: bool, most: usize) -> Vec<Part> {
        let mut here: Vec<Step> = part.steps().to_vec();
        let mut ends = Vec::with_capacity(self.levels.len());
        for level in &self.levels {
            ends.push(here.len());
            if let Some(present) = level.tried.checked_sub(1) {
                here.extend(level.steps(present, is_exact));
            }
        }
        let own = self.levels.iter().enumerate().skip(self.floor);
        let mut left = most;
        let mut parts = Vec::new();
        for (number, level) in own {
            let before = here[..ends[number]].iter().copied();
            let tries = level.tries.len() - level.tried;
            let together = level.others(is_exact).filter(|_| tries > left.max(1));
            let of_level: Vec<Part> = match together {
                Some(steps) => vec![before.chain(steps).collect()],
                None => (level.tried..level.tries.len())
                    .map(|later| before.clone().chain(level.steps(later, is_exact)).collect())
                    .collect(),
            };
            left = left.saturating_sub(of_level.len());
            parts.push(of_level);
        }
        let first = self.is_open.then(|| here.iter().copied().collect());
        let deepest_first = parts.into_iter().rev().flatten();
        first.into_iter().chain(deepest_first).collect()
    }
}
