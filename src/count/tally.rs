//! The algebra of counting: how many solutions, and how long a walk over them would be.

use super::branching::{Kind, Step};
use super::fold::Algebra;
use super::number::Number;

/// What a state comes to.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    pub(super) solutions: Number,
    /// About how many nodes a walk without a memory has here.
    pub(super) walk: f32,
}

/// Sums and products of tallies.
///
/// In the memory a tally is one word: the number of solutions if it is below 2^47, else the place
/// of the number in a list; and the size of the walk, of which eight binary digits are plenty.
#[derive(Clone, Debug, Default)]
pub(super) struct Counting {
    levels: Vec<(Kind, Tally)>,
    large: Vec<Number>,
    /// Places in `large` that are free again.
    free: Vec<u32>,
    /// Bytes that the numbers in `large` hold on the heap.
    heap: usize,
}

const IS_LARGE: u64 = 1 << 47;
const NUMBER: u64 = IS_LARGE - 1;

impl Counting {
    /// What is counted so far, if it is known of each level, that of the root being 0, whether its
    /// last child is under way: solutions at least, and about how many nodes a walk had visited.
    pub(super) fn so_far(&self, is_last: impl Fn(usize) -> bool) -> Tally {
        let mut below = self.none();
        for (level, (kind, tally)) in self.levels.iter().enumerate().rev() {
            below.walk += tally.walk;
            match kind {
                Kind::Sum => below.solutions.add(&tally.solutions),
                Kind::Product if is_last(level) => below.solutions.multiply(&tally.solutions),
                Kind::Product => below.solutions = Number::ZERO,
            }
        }
        below
    }
}

impl Algebra for Counting {
    type Value = Tally;

    fn none(&self) -> Tally {
        Tally {
            solutions: Number::ZERO,
            walk: 0.0,
        }
    }

    fn one(&self) -> Tally {
        Tally {
            solutions: Number::ONE,
            walk: 1.0,
        }
    }

    fn is_none(&self, value: &Tally) -> bool {
        value.solutions.is_zero()
    }

    fn open(&mut self, kind: Kind) {
        let solutions = match kind {
            Kind::Sum => Number::ZERO,
            Kind::Product => Number::ONE,
        };
        let walk = 1.0;
        self.levels.push((kind, Tally { solutions, walk }));
    }

    fn add(&mut self, _: Step, value: &Tally) {
        let Some((kind, tally)) = self.levels.last_mut() else {
            return;
        };
        match kind {
            Kind::Sum => {
                tally.solutions.add(&value.solutions);
                tally.walk += value.walk;
            }
            Kind::Product => {
                // A walk goes through this part once for every solution of the parts before.
                tally.walk += value.walk * tally.solutions.to_f32();
                tally.solutions.multiply(&value.solutions);
            }
        }
    }

    fn close(&mut self) -> Tally {
        self.levels
            .pop()
            .map_or_else(|| self.none(), |level| level.1)
    }

    fn pack(&mut self, value: &Tally) -> u64 {
        let walk = u64::from(value.walk.max(1.0).to_bits() >> 16) << 48;
        match value.solutions {
            Number::Small(small) if small <= u128::from(NUMBER) => walk | small as u64,
            _ => {
                self.heap += value.solutions.heap();
                let place = self.free.pop().unwrap_or_else(|| {
                    self.large.push(Number::ZERO);
                    (self.large.len() - 1) as u32
                });
                self.large[place as usize] = value.solutions.clone();
                walk | IS_LARGE | u64::from(place)
            }
        }
    }

    fn unpack(&self, word: u64) -> Tally {
        let number = word & NUMBER;
        let solutions = if word & IS_LARGE == 0 {
            Number::Small(number.into())
        } else {
            self.large[number as usize].clone()
        };
        let walk = f32::from_bits(((word >> 48) as u32) << 16);
        Tally { solutions, walk }
    }

    fn forget(&mut self, word: u64) {
        if word & IS_LARGE != 0 {
            let place = (word & NUMBER) as usize;
            self.heap -= self.large[place].heap();
            self.large[place] = Number::ZERO;
            self.free.push(place as u32);
        }
    }

    fn bytes(&self) -> usize {
        self.large.capacity() * size_of::<Number>() + self.free.capacity() * 4 + self.heap
    }
}
