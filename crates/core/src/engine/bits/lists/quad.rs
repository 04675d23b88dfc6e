//! Four words at once: the unit of computation of the layout *lists*.

use std::ops::{BitAnd, BitOr, BitXor, Shl, Shr};

use wide::u64x2;

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

/// The quad that every processor has: two vectors of sixteen bytes.
///
/// They are vectors of the crate `wide`, not arrays. The SLP pass of LLVM 22 (rustc 1.95)
/// miscompiles the adders that count options if they work on arrays: they read words of the
/// previous step.
#[derive(Clone, Copy)]
pub(in crate::engine::bits) struct Plain([u64x2; 2]);

impl Plain {
    #[inline(always)]
    fn words(self) -> [u64; 4] {
        let [[a, b], [c, d]] = self.0.map(u64x2::to_array);
        [a, b, c, d]
    }
}

impl Quad for Plain {
    /// No proof: every processor has words.
    type Proof = ();
    /// The destination of each word: the number of kept words before it.
    type Order = [usize; 4];

    #[inline(always)]
    fn load((): (), &[a, b, c, d]: &[u64; 4]) -> Self {
        Self([u64x2::new([a, b]), u64x2::new([c, d])])
    }
    #[inline(always)]
    fn store(self, to: &mut [u64; 4]) {
        *to = self.words();
    }
    #[inline(always)]
    fn splat((): (), word: u64) -> Self {
        Self([u64x2::splat(word); 2])
    }

    #[inline(always)]
    fn zeros(self) -> Self {
        let [one, other] = self.0;
        Self([one.simd_eq(u64x2::ZERO), other.simd_eq(u64x2::ZERO)])
    }

    #[inline(always)]
    fn order(mask: Self) -> (Self::Order, usize) {
        let [a, b, c, d] = mask.words().map(|word| (word & 1) as usize);
        ([0, a, a + b, a + b + c], a + b + c + d)
    }

    /// A word that is not kept is overwritten by the next one.
    #[inline(always)]
    fn keep(self, order: Self::Order, to: &mut [u64; 4]) {
        for (word, place) in self.words().into_iter().zip(order) {
            to[place & 3] = word;
        }
    }

    #[inline(always)]
    fn halves_swapped(self) -> Self {
        let [one, other] = self.0;
        Self([other, one])
    }
    #[inline(always)]
    fn neighbours_swapped(self) -> Self {
        let [a, b, c, d] = self.words();
        Self([u64x2::new([b, a]), u64x2::new([d, c])])
    }
    #[inline(always)]
    fn first(self) -> u64 {
        self.words()[0]
    }
}

macro_rules! operator {
    ($trait:ident $name:ident(Self) $operator:tt) => {
        impl $trait for Plain {
            type Output = Self;

            #[inline(always)]
            fn $name(self, right: Self) -> Self {
                Self([self.0[0] $operator right.0[0], self.0[1] $operator right.0[1]])
            }
        }
    };
    ($trait:ident $name:ident(u32) $operator:tt) => {
        impl $trait<u32> for Plain {
            type Output = Self;

            #[inline(always)]
            fn $name(self, right: u32) -> Self {
                Self([self.0[0] $operator right, self.0[1] $operator right])
            }
        }
    };
}

operator!(BitAnd bitand(Self) &);
operator!(BitOr bitor(Self) |);
operator!(BitXor bitxor(Self) ^);
operator!(Shl shl(u32) <<);
operator!(Shr shr(u32) >>);
