//! What a walk has left to do, as parts of the search.

use crate::ask::{Part, Parts, Step};
use crate::problem::OptionId;

/// The open levels of a walk, from the root.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rest {
    pub(super) levels: Vec<RestLevel>,
    /// The number of levels whose other choices belong to other walks.
    pub(super) floor: usize,
    /// Whether everything below the present choice of the last level is left.
    pub(super) is_open: bool,
}

/// A level of a walk: its choices, in order. Some of them may be dead.
///
/// An item that may be covered a thousand times has a thousand levels with nearly the same choices.
/// So only those up to the present one are always listed: the walk has spent time on each.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RestLevel {
    /// The number of choices. A lower ceiling may have removed some, even those up to the present
    /// one; not so in a [`Rest`].
    pub(super) count: usize,
    /// The option of each choice up to the present one, which is the last; `None` uses no option.
    /// Empty if a limit stopped the walk before the first.
    pub(super) passed: Vec<Option<OptionId>>,
    /// The options of the others, if they were asked for.
    pub(super) left: Vec<Option<OptionId>>,
}

/// The steps that use none of these options.
fn without(choices: &[Option<OptionId>]) -> impl Iterator<Item = Step> {
    choices.iter().flatten().map(|&option| Step {
        option,
        is_used: false,
    })
}

/// The step that uses the option of a choice, if it has one.
fn with(choice: Option<OptionId>) -> Option<Step> {
    choice.map(|option| Step {
        option,
        is_used: true,
    })
}

impl RestLevel {
    /// Makes a level of `count` choices with the first of them, or all, and the number of the
    /// present one, counted from 1. The others are kept if they are to be listed.
    pub(super) fn new(
        count: usize,
        choices: impl IntoIterator<Item = Option<OptionId>>,
        present: usize,
        is_listed: bool,
    ) -> Self {
        let mut choices = choices.into_iter();
        let passed = choices.by_ref().take(present).collect();
        let left = if is_listed {
            choices.collect()
        } else {
            Vec::new()
        };
        Self {
            count,
            passed,
            left,
        }
    }

    /// The number of choices after the present one.
    fn left(&self) -> usize {
        self.count.saturating_sub(self.passed.len())
    }

    /// Whether the choices after the present one must be listed, because they are no part together:
    /// another choice does not use the options up to there either, one without an option.
    fn is_divided(&self) -> bool {
        self.passed.contains(&None)
    }

    /// The steps to the present choice. An item that is covered once leads to the option of the
    /// choice, and that excludes the others. At any other item the solutions of a choice do not use
    /// the options of the choices before it, and those of the choice without an option use none of
    /// them.
    fn steps(&self, is_exact: bool) -> impl Iterator<Item = Step> {
        let (before, after): (&[_], &[_]) = match self.passed.split_last() {
            Some((None, before)) => (before, &self.left),
            Some((Some(_), before)) if !is_exact => (before, &[]),
            _ => (&[], &[]),
        };
        let present = self.passed.last().copied().flatten();
        without(before).chain(without(after)).chain(with(present))
    }

    /// The steps to all choices after the present one together: their solutions do not use the
    /// options up to there.
    fn steps_to_left(&self, is_exact: bool) -> impl Iterator<Item = Step> {
        // At an item that is covered once, the first step is to exclude the present choice: so it
        // is clear that the parts do not overlap.
        let first = usize::from(is_exact && !self.passed.is_empty());
        let (before, present) = self.passed.split_at(self.passed.len() - first);
        without(present).chain(without(before))
    }

    /// Appends each choice after the present one of a level behind this path. If the list has
    /// parts, the last one begins with the path. O(choices).
    fn add_left(&self, path: &[Step], is_exact: bool, parts: &mut Parts) {
        let passed = self.passed.len();
        // The options that the solutions of the next choice do not use are those of the first
        // choices.
        let (mut kept, mut excluded) = (0, 0);
        for (number, &option) in self.left.iter().enumerate() {
            let needed = match option {
                Some(_) if is_exact => 0,
                Some(_) => passed + number,
                None => passed + self.left.len(),
            };
            if needed < excluded {
                (kept, excluded) = (0, 0);
            }
            let before = &self.passed[excluded.min(passed)..needed.min(passed)];
            let after = &self.left[excluded.saturating_sub(passed)..needed.saturating_sub(passed)];
            let fresh = without(before).chain(without(after));
            let count = before.iter().chain(after).flatten().count();
            let steps = fresh.chain(with(option));
            if parts.is_empty() {
                parts.add(0, path.iter().copied().chain(steps));
            } else {
                parts.add(path.len() + kept, steps);
            }
            // The last part shares these steps with the next.
            kept += count;
            excluded = needed;
        }
    }
}

impl Rest {
    /// The rest of a walk at these levels, of which the deepest comes first.
    pub(super) fn new(levels: Vec<RestLevel>, floor: usize, is_open: bool) -> Self {
        let mut rest = Self {
            levels: Vec::with_capacity(levels.len()),
            floor,
            is_open,
        };
        for level in levels {
            if level.passed.len() > level.count {
                // A lower ceiling has removed the present choice and all later ones.
                rest.is_open = false;
                rest.levels.clear();
                continue;
            }
            rest.levels.push(level);
        }
        rest.levels.reverse();
        rest
    }

    /// The share of the search that is left. Every child of a node with d children has 1/d of its
    /// weight, so that all shares sum to 1.
    // Not inlined, as `listed` and `parts`, because nine kinds of walks ask for it.
    #[inline(never)]
    pub(crate) fn share(&self) -> f64 {
        let (mut share, mut weight) = (0.0, 1.0);
        for (number, level) in self.levels.iter().enumerate() {
            weight /= level.count.max(1) as f64;
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
            weight /= level.count.max(1) as f64;
            covered += weight * level.passed.len().saturating_sub(1) as f64;
        }
        // A limit can stop a walk at a level before its first choice.
        let is_before_first = self
            .levels
            .last()
            .is_some_and(|level| level.passed.is_empty());
        if self.is_open || is_before_first {
            covered
        } else {
            covered + weight
        }
    }

    /// The levels whose choices must all be listed for [`parts`](Self::parts).
    ///
    /// About `most` parts are a choice each, those closest to the root. Below them, all choices
    /// that are left of a level are one part, where that is possible: a deep walk would have too
    /// many parts.
    #[inline(never)]
    pub(super) fn listed(&self, most: usize) -> Vec<bool> {
        let mut budget = most;
        let levels = self.levels.iter().enumerate();
        let is_listed = levels.map(|(number, level)| {
            if number < self.floor {
                return level.passed.last() == Some(&None);
            }
            let is_listed = level.is_divided() || level.left() <= budget.max(1);
            budget = budget.saturating_sub(if is_listed { level.left() } else { 1 });
            is_listed
        });
        is_listed.collect()
    }

    /// The parts that are left of a part, in the order of the walk. They are disjoint. `is_exact`
    /// states that every primary item is covered exactly once. The choices of the levels that are
    /// [`listed`](Self::listed) are. O(size of this rest + steps).
    #[inline(never)]
    pub(super) fn parts(&self, part: &Part, is_exact: bool) -> Parts {
        let mut path = part.steps().to_vec();
        let mut levels = Vec::with_capacity(self.levels.len());
        for (number, level) in self.levels.iter().enumerate() {
            if number >= self.floor && level.left() > 0 {
                levels.push((level, path.len()));
            }
            path.extend(level.steps(is_exact));
        }
        let mut parts = Parts::new();
        if self.is_open {
            parts.add(0, path.iter().copied());
        }
        // The deepest level comes first. So each part begins with the path to the level of the
        // next.
        for (level, length) in levels.into_iter().rev() {
            path.truncate(length);
            match (level.left.is_empty(), parts.is_empty()) {
                (false, _) => level.add_left(&path, is_exact, &mut parts),
                (true, false) => parts.add(length, level.steps_to_left(is_exact)),
                (true, true) => {
                    let steps = level.steps_to_left(is_exact);
                    parts.add(0, path.iter().copied().chain(steps));
                }
            }
        }
        parts
    }
}
