//! The values that a fold computes: numbers, or the nodes of a diagram.
//!
//! A descent sees a value as a word, which the memo can keep. So the descent is compiled once for
//! all kinds of values.

/// The word of the value of a state without solutions. No word is 0.
pub(crate) const NONE: u64 = 1;
/// The word of the value of a state with nothing left to cover.
pub(crate) const ONE: u64 = 2;

/// Computes the value of a state from those of its children. Levels open and close with those of
/// the descent.
pub(crate) trait Algebra {
    fn open(&mut self, kind: NodeKind);
    /// Adds the value of a child to the level that was opened last. A sum does not need those of
    /// children without solutions.
    fn add(&mut self, via: Via, word: u64);
    /// Closes the level that was opened last. Returns the word of its value, which belongs to the
    /// caller.
    fn close(&mut self) -> u64;

    /// Frees what a word refers to: its owner no longer needs it.
    fn forget(&mut self, word: u64);
    /// The bytes that values take outside the memo; `usize::MAX` if no memory holds more of them.
    fn bytes(&self) -> usize;

    /// Whether a sum needs no other children after one with this value.
    fn is_enough(&self, _word: u64) -> bool {
        false
    }
}

/// An algebra whose values mean something outside a descent.
pub(crate) trait Valued: Algebra {
    type Value;

    /// The value with this word.
    fn value(&self, word: u64) -> Self::Value;
}

/// The step from a state to a smaller one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Via {
    /// Uses this option, numbered as in the layout.
    Use(u32),
    /// Uses no option: the child excludes an option, or is an independent part.
    Nothing,
}

/// The way in which the solutions of a state follow from those of its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeKind {
    /// Each solution is a solution of one child, with the option that leads to the child.
    Sum,
    /// Each solution combines one solution of every child: the children are independent.
    Product,
}
