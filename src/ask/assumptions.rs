//! Assumptions: what is said of options before a question is asked.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use crate::problem::OptionId;

/// Options that every solution must hold, and options that none may.
///
/// An option can be both, and then there is no solution. Saying something twice does nothing, and
/// neither does the order in which things are said.
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Assumptions {
    forced: Options,
    forbidden: Options,
}

impl Assumptions {
    /// No assumptions.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Every solution must hold this option. O(1).
    pub fn force(&mut self, option: OptionId) -> &mut Self {
        self.forced.add(option);
        self
    }

    /// No solution may hold this option. O(1).
    pub fn forbid(&mut self, option: OptionId) -> &mut Self {
        self.forbidden.add(option);
        self
    }

    /// Takes back what is assumed of this option: that it is forced, that it is forbidden, or
    /// both. O(number of assumptions).
    pub fn retract(&mut self, option: OptionId) -> &mut Self {
        self.forced.remove(option);
        self.forbidden.remove(option);
        self
    }

    /// Takes back all assumptions. O(1).
    pub fn clear(&mut self) -> &mut Self {
        self.forced.clear();
        self.forbidden.clear();
        self
    }

    /// The options that are forced, ascending.
    #[must_use]
    pub fn forced(&self) -> Cow<'_, [OptionId]> {
        self.forced.ascending()
    }

    /// The options that are forbidden, ascending.
    #[must_use]
    pub fn forbidden(&self) -> Cow<'_, [OptionId]> {
        self.forbidden.ascending()
    }

    /// Whether nothing is assumed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.forced.ids.is_empty() && self.forbidden.ids.is_empty()
    }
}

/// A set of options. They are mostly added in ascending order, and are put in order only when they are
/// not.
#[derive(Clone, Debug, Default)]
struct Options {
    ids: Vec<OptionId>,
    /// Whether `ids` is not ascending.
    is_mixed: bool,
}

impl Options {
    fn add(&mut self, option: OptionId) {
        let last = self.ids.last().copied();
        if last == Some(option) {
            return;
        }
        self.is_mixed |= last.is_some_and(|last| last > option);
        self.ids.push(option);
    }

    fn remove(&mut self, option: OptionId) {
        self.ids.retain(|&id| id != option);
        self.is_mixed &= !self.ids.is_empty();
    }

    fn clear(&mut self) {
        self.ids.clear();
        self.is_mixed = false;
    }

    fn ascending(&self) -> Cow<'_, [OptionId]> {
        if !self.is_mixed {
            return Cow::Borrowed(&self.ids);
        }
        let mut ids = self.ids.clone();
        ids.sort_unstable();
        ids.dedup();
        Cow::Owned(ids)
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
