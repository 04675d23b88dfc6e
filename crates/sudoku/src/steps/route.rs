//! Which steps are looked for, and where they end.

use quadrille_core::steps::Kind;

use super::step::BoardStep;
use crate::grid::Grid;

/// Which steps to look for: by default all, with arguments of every kind, without assuming that a
/// board has one solution.
#[derive(Clone, Default)]
pub struct Route<'a> {
    most: Option<usize>,
    kinds: Vec<Kind>,
    is_last: Option<&'a dyn Fn(&BoardStep) -> bool>,
    puzzle: Option<&'a Grid>,
}

impl<'a> Route<'a> {
    /// Looks for all steps.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends after this many steps.
    #[must_use]
    pub fn most(mut self, most: usize) -> Self {
        self.most = Some(most);
        self
    }

    /// Allows arguments of these kinds only; of all kinds if there are none.
    #[must_use]
    pub fn kinds(mut self, kinds: impl IntoIterator<Item = Kind>) -> Self {
        self.kinds = kinds.into_iter().collect();
        self
    }

    /// Ends after the first step that is the last.
    #[must_use]
    pub fn until(mut self, is_last: &'a dyn Fn(&BoardStep) -> bool) -> Self {
        self.is_last = Some(is_last);
        self
    }

    /// Also allows techniques that [assume](super::Technique::assumes_unique) that `puzzle` has
    /// exactly one solution. The board is the puzzle itself, or the puzzle after some steps. If the
    /// assumption is wrong, so may be the steps.
    ///
    /// The kinds do not limit these techniques. They have no certificate in the exact cover, so
    /// [`BoardStep::deduction`] is `None`.
    #[must_use]
    pub fn assume_unique(mut self, puzzle: &'a Grid) -> Self {
        self.puzzle = Some(puzzle);
        self
    }

    pub(super) fn puzzle(&self) -> Option<&'a Grid> {
        self.puzzle
    }

    /// The allowed kinds.
    pub(super) fn allowed(&self) -> &[Kind] {
        match &*self.kinds {
            [] => &Kind::ALL,
            kinds => kinds,
        }
    }

    /// Whether all kinds are allowed.
    pub(super) fn is_free(&self) -> bool {
        Kind::ALL.iter().all(|kind| self.allowed().contains(kind))
    }

    /// The number of the steps up to the end.
    pub(super) fn cut(&self, steps: &[BoardStep]) -> usize {
        let last = steps.iter().position(|step| self.is_last(step));
        let most = self.most.unwrap_or(usize::MAX);
        last.map_or(most, |last| most.min(last + 1))
    }

    pub(super) fn is_reached(&self, steps: &[BoardStep]) -> bool {
        self.most.is_some_and(|most| steps.len() >= most)
            || steps.last().is_some_and(|step| self.is_last(step))
    }

    /// Whether there is to be a last step, and none of these is it.
    pub(super) fn misses_last(&self, steps: &[BoardStep]) -> bool {
        self.is_last.is_some() && !steps.iter().any(|step| self.is_last(step))
    }

    fn is_last(&self, step: &BoardStep) -> bool {
        self.is_last.is_some_and(|is_last| is_last(step))
    }
}
