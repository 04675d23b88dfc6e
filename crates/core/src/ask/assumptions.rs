//! Assumptions: options that a question forces or forbids.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use crate::problem::OptionId;

/// Options that every solution must use (*forced*), and options that no solution may use
/// (*forbidden*).
///
/// If an option is both forced and forbidden, there is no solution. Assumptions are sets: the order
/// of the calls does not matter, and a repeated call has no effect.
///
/// ```
/// use quadrille::{Assumptions, OptionId};
///
/// let [a, b] = [3, 1].map(OptionId::new);
/// let mut assumptions = Assumptions::new();
/// assumptions.force(a).force(b).force(a);
/// assert_eq!(*assumptions.forced(), [b, a]);
/// assumptions.retract(a);
/// assert_eq!(*assumptions.forced(), [b]);
/// ```
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Assumptions {
    forced: Options,
    forbidden: Options,
}

impl Assumptions {
    /// Makes empty assumptions.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Forces an option: every solution must use it. O(1).
    pub fn force(&mut self, option: OptionId) -> &mut Self {
        self.forced.add(option);
        self
    }

    /// Forces several options. O(number of options).
    ///
    /// ```
    /// use quadrille::{Assumptions, OptionId};
    ///
    /// let mut assumptions = Assumptions::new();
    /// assumptions.force_all(&[4, 2, 4].map(OptionId::new));
    /// assert_eq!(*assumptions.forced(), [2, 4].map(OptionId::new));
    /// ```
    pub fn force_all(&mut self, options: &[OptionId]) -> &mut Self {
        self.forced.add_all(options);
        self
    }

    /// Forbids an option: no solution may use it. O(1).
    pub fn forbid(&mut self, option: OptionId) -> &mut Self {
        self.forbidden.add(option);
        self
    }

    /// Removes an option from the forced and from the forbidden options. O(number of assumptions).
    pub fn retract(&mut self, option: OptionId) -> &mut Self {
        self.forced.remove(option);
        self.forbidden.remove(option);
        self
    }

    /// Removes all assumptions. O(1).
    pub fn clear(&mut self) -> &mut Self {
        self.forced.clear();
        self.forbidden.clear();
        self
    }

    /// Returns the forced options, in ascending order.
    #[must_use]
    pub fn forced(&self) -> Cow<'_, [OptionId]> {
        self.forced.ascending()
    }

    /// Returns the forbidden options, in ascending order.
    #[must_use]
    pub fn forbidden(&self) -> Cow<'_, [OptionId]> {
        self.forbidden.ascending()
    }

    /// Returns whether there are no assumptions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.forced.ids.is_empty() && self.forbidden.ids.is_empty()
    }
}

/// A set of options. Callers mostly add options in ascending order, so it is sorted only on demand.
#[derive(Debug, Default)]
struct Options {
    ids: Vec<OptionId>,
    /// Whether `ids` may be out of order.
    is_unsorted: bool,
}

/// An option is added in order if at most this many options move up.
const MOVED: usize = 256;

impl Options {
    fn add(&mut self, option: OptionId) {
        let last = self.ids.last().copied();
        if last == Some(option) {
            return;
        }
        if !self.is_unsorted && last.is_some_and(|last| last > option) {
            // Callers that remove one of a few options and add it again keep them in order.
            match self.ids.binary_search(&option) {
                Err(place) if self.ids.len() - place <= MOVED => self.ids.insert(place, option),
                Err(_) => {
                    self.is_unsorted = true;
                    self.ids.push(option);
                }
                Ok(_) => {}
            }
            return;
        }
        self.ids.push(option);
    }

    fn add_all(&mut self, options: &[OptionId]) {
        let (last, next) = (self.ids.last(), options.first());
        let mut is_unsorted = last.is_some() && last >= next && next.is_some();
        // No early end: nearly all lists are in order.
        for pair in options.windows(2) {
            is_unsorted |= pair[0] >= pair[1];
        }
        self.is_unsorted |= is_unsorted;
        self.ids.extend_from_slice(options);
    }

    fn remove(&mut self, option: OptionId) {
        if self.is_unsorted {
            self.ids.retain(|&id| id != option);
            self.is_unsorted = !self.ids.is_empty();
        } else if let Ok(place) = self.ids.binary_search(&option) {
            self.ids.remove(place);
        }
    }

    fn clear(&mut self) {
        self.ids.clear();
        self.is_unsorted = false;
    }

    fn ascending(&self) -> Cow<'_, [OptionId]> {
        if !self.is_unsorted {
            return Cow::Borrowed(&self.ids);
        }
        let mut ids = self.ids.clone();
        ids.sort_unstable();
        ids.dedup();
        Cow::Owned(ids)
    }
}

impl Clone for Assumptions {
    fn clone(&self) -> Self {
        Self {
            forced: self.forced.clone(),
            forbidden: self.forbidden.clone(),
        }
    }

    /// Reuses the memory of the old value.
    fn clone_from(&mut self, source: &Self) {
        self.forced.clone_from(&source.forced);
        self.forbidden.clone_from(&source.forbidden);
    }
}

impl Clone for Options {
    fn clone(&self) -> Self {
        Self {
            ids: self.ids.clone(),
            is_unsorted: self.is_unsorted,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.ids.clone_from(&source.ids);
        self.is_unsorted = source.is_unsorted;
    }
}

impl PartialEq for Options {
    fn eq(&self, other: &Self) -> bool {
        self.ascending() == other.ascending()
    }
}

impl Eq for Options {}

impl Hash for Options {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.ascending().hash(state);
    }
}
