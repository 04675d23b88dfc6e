//! How a fold goes from a state to smaller ones.

use crate::ask::{Meter, Stop};

/// The numbers of the bits that are set, ascending.
pub(super) fn bits(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(place, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            (rest != 0).then(|| {
                rest &= rest - 1;
                place * 64 + bit
            })
        })
    })
}

/// A state of `W` words, as [`Layout`](super::layout::Layout) has it.
pub(super) type State<const W: usize> = [u64; W];

/// Sets a bit.
pub(super) fn set<const W: usize>(state: &mut State<W>, bit: u32) {
    state[bit as usize / 64] |= 1 << (bit % 64);
}

/// The state with these bits.
pub(super) fn state_of<const W: usize>(bits: &[u32]) -> State<W> {
    let mut state = [0; W];
    for &bit in bits {
        set(&mut state, bit);
    }
    state
}

/// Whether all bits of `part` are in `whole`.
#[inline]
pub(super) fn is_within<const W: usize>(part: &State<W>, whole: &State<W>) -> bool {
    (0..W).fold(0, |missing, word| missing | part[word] & !whole[word]) == 0
}

/// Whether two states have a bit in common.
#[inline]
pub(super) fn meet<const W: usize>(a: &State<W>, b: &State<W>) -> bool {
    (0..W).fold(0, |common, word| common | a[word] & b[word]) != 0
}

/// `a` with `change` made in every word by the same word of `b`.
#[inline]
pub(super) fn with<const W: usize>(
    a: &State<W>,
    b: &State<W>,
    change: impl Fn(u64, u64) -> u64,
) -> State<W> {
    std::array::from_fn(|word| change(a[word], b[word]))
}

/// One of the smaller states that a state leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<const W: usize> {
    pub(super) state: State<W>,
    pub(super) step: Step,
}

/// What leads to a smaller state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// This option is used, by its number in the layout.
    Use(u32),
    /// Nothing is used; an option is excluded, or this is a part.
    Nothing,
}

/// What a new state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entered {
    /// An item cannot be covered any more.
    Dead,
    /// Nothing is left to cover.
    Solved,
    /// It can be branched on.
    Open,
}

/// How the solutions of a state come from those of its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A solution is one of any child, with its step.
    Sum,
    /// A solution is one of every child together: they are independent.
    Product,
}

/// A way to branch. Each state that was branched on stays open until it is left, and the last of
/// them is the parent of the state that is entered.
pub(super) trait Branching<const W: usize> {
    /// The state in which nothing is done; `None` if the assumptions contradict each other.
    fn root(&self) -> Option<State<W>>;

    /// Whether equal sub-problems are equal states before they are entered.
    fn is_normal(&self) -> bool;

    /// Looks at a new state and brings it into the form that all equal sub-problems share.
    fn enter(&mut self, state: &mut State<W>) -> Entered;

    /// Opens the state that was entered last and appends its children; none if it is dead. After a
    /// stop nothing but what is counted so far may be asked for.
    fn branch(
        &mut self,
        state: &State<W>,
        children: &mut Vec<Child<W>>,
        meter: &mut Meter<'_>,
    ) -> Result<Kind, Stop>;

    /// Closes the state that was opened last.
    fn leave(&mut self);

    /// The most work that entering a state and branching on it may be, but for what `branch` spends
    /// itself.
    fn work(&self) -> usize;

    /// Bytes that it holds.
    fn bytes(&self) -> usize;
}
