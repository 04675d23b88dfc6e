//! What a fold makes of the states: numbers, or the nodes of a diagram.

/// What is made of the states. Its levels open and close as those of the fold do.
pub(in crate::count) trait Algebra {
    /// What a state comes to.
    type Value: Clone;

    /// The value of a state without solutions.
    fn none(&self) -> Self::Value;
    /// The value of a state with nothing left to cover.
    fn one(&self) -> Self::Value;
    /// Whether a value is that of a state without solutions.
    fn is_none(&self, value: &Self::Value) -> bool;

    fn open(&mut self, kind: NodeKind);
    /// Adds the value of a child to the level opened last.
    fn add(&mut self, via: Via, value: &Self::Value);
    /// Closes the level opened last and gives its value.
    fn close(&mut self) -> Self::Value;

    /// A value as a word other than 0, for the memo.
    fn pack(&mut self, value: &Self::Value) -> u64;
    fn unpack(&self, word: u64) -> Self::Value;
    /// Says that a word is no longer in the memo.
    fn forget(&mut self, word: u64);
    /// Bytes that values take outside of the memo.
    fn bytes(&self) -> usize;
}

/// What leads to a smaller state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::count) enum Via {
    /// This option is used, by its number in the layout.
    Use(u32),
    /// Nothing is used; an option is excluded, or this is a part.
    Nothing,
}

/// How the solutions of a state come from those of its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::count) enum NodeKind {
    /// A solution is one of any child, with the option that leads to it.
    Sum,
    /// A solution is one of every child together: they are independent.
    Product,
}
