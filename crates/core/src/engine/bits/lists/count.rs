//! Counts the options of each item, 64 items at a time, in binary.
//!
//! The counts are *bit-sliced*: bit `i` of the counts of 64 items is one word. A full adder takes
//! three bits of one weight and gives one bit of the same weight and one of the next. So every
//! option costs about one adder of five operations for all items together.

use super::list::List;
use super::quad::Quad;

/// The bits of the counts of 64 items, for four separate sets of options.
type Counts<Q, const L: usize> = [Q; L];

/// Returns the open items with the fewest options; none if each has at least 16. These are rare,
/// and long counters would be most of the code of every copy of the kernel that calls this.
#[inline(always)]
pub(super) fn smallest_of_few<Q: Quad, const W: usize>(
    has: Q::Proof,
    arena: &[u64],
    list: List,
    open: &[u64; W],
) -> [u64; W] {
    let planes = list.planes::<W>(arena);
    let mut short = [[0; 5]; W];
    for k in 0..W {
        short[k] = counts::<Q, 5>(has, planes[k]);
    }
    // The last bit is set for all counts of 16 and more.
    let mut found = 0;
    for k in 0..W {
        found |= open[k] & !short[k][4];
    }
    if found == 0 {
        return [0; W];
    }
    least(open, &short)
}

/// Counts the options of the items of a plane: bit `i` of the counts is in word `i`. The last bit
/// is set for all counts that need it or a higher one.
#[inline(always)]
pub(in crate::engine::bits) fn counts<Q: Quad, const L: usize>(
    has: Q::Proof,
    plane: &[[u64; 4]],
) -> [u64; L] {
    merge(has, count::<Q, L>(has, plane))
}

/// Returns those of the items whose count is least.
#[inline(always)]
pub(super) fn least<const W: usize, const L: usize>(
    items: &[u64; W],
    counts: &[[u64; L]; W],
) -> [u64; W] {
    let mut found = *items;
    for bit in (0..L).rev() {
        let mut without = found;
        for k in 0..W {
            without[k] &= !counts[k][bit];
        }
        if without != [0; W] {
            found = without;
        }
    }
    found
}

/// Counts the options of each item in binary, for all items of a plane at once. The last bit of a
/// count saturates: once set, it stays set.
#[inline(always)]
fn count<Q: Quad, const L: usize>(has: Q::Proof, plane: &[[u64; 4]]) -> Counts<Q, L> {
    let mut counts = [Q::splat(has, 0); L];
    let (eights, rest) = plane.as_chunks::<8>();
    for eight in eights {
        let ab = add_pair(has, &mut counts[0], &eight[0], &eight[1]);
        let cd = add_pair(has, &mut counts[0], &eight[2], &eight[3]);
        let abcd = add(&mut counts[1], ab, cd);
        let ef = add_pair(has, &mut counts[0], &eight[4], &eight[5]);
        let gh = add_pair(has, &mut counts[0], &eight[6], &eight[7]);
        let efgh = add(&mut counts[1], ef, gh);
        let carry = add(&mut counts[2], abcd, efgh);
        ripple(&mut counts, 3, carry);
    }
    let (twos, rest) = rest.as_chunks::<2>();
    for [a, b] in twos {
        let carry = add_pair(has, &mut counts[0], a, b);
        ripple(&mut counts, 1, carry);
    }
    for a in rest {
        ripple(&mut counts, 0, Q::load(has, a));
    }
    counts
}

/// Adds two bits to a third. Returns the carry.
#[inline(always)]
fn add<Q: Quad>(sum: &mut Q, a: Q, b: Q) -> Q {
    let half = *sum ^ a;
    let carry = (*sum & a) | (half & b);
    *sum = half ^ b;
    carry
}

#[inline(always)]
fn add_pair<Q: Quad>(has: Q::Proof, sum: &mut Q, a: &[u64; 4], b: &[u64; 4]) -> Q {
    add(sum, Q::load(has, a), Q::load(has, b))
}

/// Adds one bit of weight `weight`.
#[inline(always)]
fn ripple<Q: Quad, const L: usize>(counts: &mut Counts<Q, L>, weight: usize, mut carry: Q) {
    for sum in &mut counts[weight..L - 1] {
        let next = *sum & carry;
        *sum = *sum ^ carry;
        carry = next;
    }
    counts[L - 1] = counts[L - 1] | carry;
}

/// Adds the counts of the four sets of options.
#[inline(always)]
fn merge<Q: Quad, const L: usize>(has: Q::Proof, mut counts: Counts<Q, L>) -> [u64; L] {
    let mut others = counts;
    for other in &mut others {
        *other = other.halves_swapped();
    }
    add_all(has, &mut counts, &others);
    others = counts;
    for other in &mut others {
        *other = other.neighbours_swapped();
    }
    add_all(has, &mut counts, &others);
    let mut sums = [0; L];
    for bit in 0..L {
        sums[bit] = counts[bit].first();
    }
    sums
}

/// Adds `others` to `counts`.
#[inline(always)]
fn add_all<Q: Quad, const L: usize>(
    has: Q::Proof,
    counts: &mut Counts<Q, L>,
    others: &Counts<Q, L>,
) {
    let mut carry = Q::splat(has, 0);
    for bit in 0..L - 1 {
        carry = add(&mut counts[bit], others[bit], carry);
    }
    counts[L - 1] = counts[L - 1] | others[L - 1] | carry;
}
