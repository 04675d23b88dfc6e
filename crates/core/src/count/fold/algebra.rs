//! The values that a fold computes: numbers, or the nodes of a diagram.

/// Computes the value of a state from those of its children. Levels open and close with those of
/// the descent.
pub(in crate::count) trait Algebra {
    /// The value of a state.
    type Value: Clone;

    /// The value of a state without solutions.
    fn none(&self) -> Self::Value;
    /// The value of a state with nothing left to cover.
    fn one(&self) -> Self::Value;
    /// Whether this is the value of a state without solutions.
    fn is_none(&self, value: &Self::Value) -> bool;

    fn open(&mut self, kind: NodeKind);
    /// Adds the value of a child to the level that was opened last.
    fn add(&mut self, via: Via, value: &Self::Value);
    /// Closes the level that was opened last and returns its value.
    fn close(&mut self) -> Self::Value;

    /// Encodes a value for the memo, as a word other than 0.
    fn pack(&mut self, value: &Self::Value) -> u64;
    fn unpack(&self, word: u64) -> Self::Value;
    /// Frees what a word refers to: it is no longer in the memo.
    fn forget(&mut self, word: u64);
    /// The bytes that values take outside the memo; `usize::MAX` if no memory holds more of them.
    fn bytes(&self) -> usize;
}

/// The step from a state to a smaller one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::count) enum Via {
    /// Uses this option, numbered as in the layout.
    Use(u32),
    /// Uses no option: the child excludes an option, or is an independent part.
    Nothing,
}

/// The way in which the solutions of a state follow from those of its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::count) enum NodeKind {
    /// Each solution is a solution of one child, with the option that leads to the child.
    Sum,
    /// Each solution combines one solution of every child: the children are independent.
    Product,
}
