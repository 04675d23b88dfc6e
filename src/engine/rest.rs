//! What a walk has left to do, as parts of the search.

use std::ops::Range;

use crate::ask::{Part, Parts, Step};
use crate::problem::OptionId;

/// The open levels of a walk, from the root, with all their choices.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rest {
    pub(super) levels: Vec<RestLevel>,
    /// The number of levels whose other choices belong to other walks.
    pub(super) floor: usize,
    /// Whether everything below the present choice of the last level is left.
    pub(super) is_open: bool,
}

/// A level of a walk.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RestLevel {
    /// The option of each choice; `None` uses no option. Some of them may be dead.
    pub(super) choices: Vec<Option<OptionId>>,
    /// The number of the present choice, counted from 1; 0 if a limit stopped the walk before it had
    /// one. Not more than the number of choices, once the level belongs to a [`Rest`].
    pub(super) present: usize,
}

impl RestLevel {
    /// The number of choices after the present one.
    fn left(&self) -> usize {
        self.choices.len().saturating_sub(self.present)
    }

    /// The number of choices of which the solutions of a choice, counted from 0, do not use the
    /// options. An item that is covered once leads to the option of the choice, and that excludes the
    /// others. At any other item the solutions of a choice do not use the options of the choices
    /// before it, and those of the choice without an option use none of them.
    fn excluded(&self, choice: usize, is_exact: bool) -> usize {
        match self.choices[choice] {
            Some(_) if is_exact => 0,
            Some(_) => choice,
            None => self.choices.len(),
        }
    }

    /// The steps that exclude the options of these choices.
    fn without(&self, choices: Range<usize>) -> impl Iterator<Item = Step> {
        let options = self.choices[choices].iter().flatten();
        options.map(|&option| Step {
            option,
            is_used: false,
        })
    }

    /// The step that uses the option of a choice, if it has one.
    fn with(&self, choice: usize) -> Option<Step> {
        self.choices[choice].map(|option| Step {
            option,
            is_used: true,
        })
    }

    /// The steps to the present choice.
    fn steps(&self, is_exact: bool) -> impl Iterator<Item = Step> {
        let present = self.present.checked_sub(1).into_iter();
        present.flat_map(move |present| {
            let excluded = self.excluded(present, is_exact);
            self.without(0..excluded).chain(self.with(present))
        })
    }

    /// The steps to all choices after the present one together: their solutions do not use the
    /// options up to there. `None` if another choice has that property too: one without an option.
    fn steps_to_left(&self, is_exact: bool) -> Option<impl Iterator<Item = Step>> {
        let has_options = self.choices[..self.present].iter().all(Option::is_some);
        // At an item that is covered once, the first step is to exclude the present choice: so it is
        // clear that the parts do not overlap.
        let present = self.present.saturating_sub(usize::from(is_exact));
        let steps = self
            .without(present..self.present)
            .chain(self.without(0..present));
        has_options.then_some(steps)
    }

    /// Appends each choice after the present one of a level behind this path. If the list has parts,
    /// the last one begins with the path. O(choices).
    fn add_left(&self, path: &[Step], is_exact: bool, parts: &mut Parts) {
        // The last part shares the path with the next, and the steps that exclude the first choices.
        let (mut kept, mut excluded) = (0, 0);
        for choice in self.present..self.choices.len() {
            let needed = self.excluded(choice, is_exact);
            if needed < excluded {
                (kept, excluded) = (0, 0);
            }
            let steps = self.without(excluded..needed).chain(self.with(choice));
            match parts.is_empty() {
                true => parts.add(0, path.iter().copied().chain(steps)),
                false => parts.add(path.len() + kept, steps),
            }
            kept += self.without(excluded..needed).count();
            excluded = needed;
        }
    }
}

impl Rest {
    /// The share of the search that is left. Every child of a node with d children has 1/d of its
    /// weight, so that all shares sum to 1.
    pub(crate) fn share(&self) -> f64 {
        let (mut share, mut weight) = (0.0, 1.0);
        for (number, level) in self.levels.iter().enumerate() {
            weight /= level.choices.len().max(1) as f64;
            if number >= self.floor {
                share += weight * level.left() as f64;
            }
        }
        if self.is_open { share + weight } else { share }
    }

    /// The share of the search that is done. Unlike 1 - [`share`](Self::share), it is exact also if
    /// it is tiny.
    pub(crate) fn covered(&self) -> f64 {
        let (mut covered, mut weight) = (0.0, 1.0);
        for level in &self.levels {
            weight /= level.choices.len().max(1) as f64;
            covered += weight * level.present.saturating_sub(1) as f64;
        }
        // A limit can stop a walk at a level before its first choice.
        let is_before_first = self.levels.last().is_some_and(|level| level.present == 0);
        match self.is_open || is_before_first {
            true => covered,
            false => covered + weight,
        }
    }

    /// The parts that are left of a part, in the order of the walk. They are disjoint. `is_exact`
    /// states that every primary item is covered exactly once. O(size of this rest + steps).
    ///
    /// About `most` parts are a choice each, those closest to the root. Below them, all choices that
    /// are left of a level are one part, where that is possible: a deep walk would have too many
    /// parts.
    pub(crate) fn parts(&self, part: &Part, is_exact: bool, most: usize) -> Parts {
        let mut path = part.steps().to_vec();
        let mut left = most;
        let mut levels = Vec::with_capacity(self.levels.len());
        for (number, level) in self.levels.iter().enumerate() {
            if number >= self.floor {
                let is_one = level.left() > left.max(1) && level.steps_to_left(is_exact).is_some();
                left = left.saturating_sub(if is_one { 1 } else { level.left() });
                levels.push((level, path.len(), is_one));
            }
            path.extend(level.steps(is_exact));
        }
        let mut parts = Parts::new();
        if self.is_open {
            parts.add(0, path.iter().copied());
        }
        // The deepest level comes first. So each part begins with the path to the level of the next.
        for (level, length, is_one) in levels.into_iter().rev() {
            path.truncate(length);
            match level.steps_to_left(is_exact).filter(|_| is_one) {
                None => level.add_left(&path, is_exact, &mut parts),
                Some(steps) if parts.is_empty() => parts.add(0, path.iter().copied().chain(steps)),
                Some(steps) => parts.add(length, steps),
            }
        }
        parts
    }
}
