//! How often an item with a multiplicity must and may still be covered: two small numbers in a word of
//! a state.

use super::state::State;

/// An item with a multiplicity.
#[derive(Clone, Debug)]
pub(crate) struct Quota {
    pub(crate) bit: u32,
    /// The number of times that it must be covered.
    pub(crate) low: u64,
    /// The number of times that it may be covered: at most the number of its options.
    pub(crate) high: u64,
    /// The word that holds both numbers, and the shifts at which they begin.
    pub(crate) word: usize,
    pub(crate) low_shift: u32,
    pub(crate) high_shift: u32,
    /// The mask of one number, before it is shifted.
    pub(crate) mask: u64,
}

impl Quota {
    /// The bits of both numbers, in their word.
    pub(crate) fn numbers(&self) -> u64 {
        self.mask << self.low_shift | self.mask << self.high_shift
    }

    /// How often the item must, and may, still be covered in a state.
    pub(crate) fn times<const W: usize>(&self, state: &State<W>) -> (u64, u64) {
        let numbers = state[self.word];
        (
            numbers >> self.low_shift & self.mask,
            numbers >> self.high_shift & self.mask,
        )
    }

    pub(crate) fn write<const W: usize>(&self, state: &mut State<W>, low: u64, high: u64) {
        let numbers = low << self.low_shift | high << self.high_shift;
        state[self.word] = state[self.word] & !self.numbers() | numbers;
    }
}
