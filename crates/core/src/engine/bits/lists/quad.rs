//! Four words at once: the unit of computation of the layout *lists*.

use std::ops::{BitAnd, BitOr, BitXor, Shl, Shr};

/// Four words of 64 bits. Each is the same word of a different option.
pub(in crate::engine::bits) trait Quad:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// A proof that the processor has the instructions that this type needs. A quad can only be
    /// made with the proof, so a quad is a proof, too.
    type Proof: Copy;
    /// Which words of a quad are kept, and where they go.
    type Order: Copy;

    fn load(has: Self::Proof, from: &[u64; 4]) -> Self;
    fn store(self, to: &mut [u64; 4]);
    fn splat(has: Self::Proof, word: u64) -> Self;

    /// All ones for each word that is zero, zero for the others.
    fn zeros(self) -> Self;

    /// The order that keeps the words whose mask is all ones, and the number of these words.
    fn order(mask: Self) -> (Self::Order, usize);

    /// Stores the kept words side by side. The words after them in `to` have no meaning.
    fn keep(self, order: Self::Order, to: &mut [u64; 4]);

    /// The words in the order 2, 3, 0, 1.
    fn halves_swapped(self) -> Self;

    /// The words in the order 1, 0, 3, 2.
    fn neighbours_swapped(self) -> Self;

    /// The first word.
    fn first(self) -> u64;

    /// All four words combined by OR.
    #[inline(always)]
    fn any(self) -> u64 {
        let pairs = self | self.halves_swapped();
        (pairs | pairs.neighbours_swapped()).first()
    }
}

/// The quad that every processor has.
#[derive(Clone, Copy)]
pub(in crate::engine::bits) struct Plain([u64; 4]);

impl Quad for Plain {
    /// No proof: every processor has words.
    type Proof = ();
    /// The destination of each word: the number of kept words before it.
    type Order = [usize; 4];

    #[inline(always)]
    fn load((): (), from: &[u64; 4]) -> Self {
        Self(*from)
    }
    #[inline(always)]
    fn store(self, to: &mut [u64; 4]) {
        *to = self.0;
    }
    #[inline(always)]
    fn splat((): (), word: u64) -> Self {
        Self([word; 4])
    }

    #[inline(always)]
    fn zeros(self) -> Self {
        Self(self.0.map(|word| u64::from(word != 0).wrapping_sub(1)))
    }

    #[inline(always)]
    fn order(mask: Self) -> (Self::Order, usize) {
        let [a, b, c, d] = mask.0.map(|word| (word & 1) as usize);
        ([0, a, a + b, a + b + c], a + b + c + d)
    }

    /// A word that is not kept is overwritten by the next one.
    #[inline(always)]
    fn keep(self, order: Self::Order, to: &mut [u64; 4]) {
        for (word, place) in self.0.into_iter().zip(order) {
            to[place & 3] = word;
        }
    }

    #[inline(always)]
    fn halves_swapped(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([c, d, a, b])
    }
    #[inline(always)]
    fn neighbours_swapped(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([b, a, d, c])
    }
    #[inline(always)]
    fn first(self) -> u64 {
        self.0[0]
    }
}

macro_rules! operator {
    ($trait:ident $name:ident($right:ty) $operator:tt $of:expr) => {
        impl $trait<$right> for Plain {
            type Output = Self;

            #[inline(always)]
            fn $name(self, right: $right) -> Self {
                Self(std::array::from_fn(|i| self.0[i] $operator $of(right, i)))
            }
        }
    };
}

operator!(BitAnd bitand(Self) & |right: Self, i: usize| right.0[i]);
operator!(BitOr bitor(Self) | |right: Self, i: usize| right.0[i]);
operator!(BitXor bitxor(Self) ^ |right: Self, i: usize| right.0[i]);
operator!(Shl shl(u32) << |right, _| right);
operator!(Shr shr(u32) >> |right, _| right);
