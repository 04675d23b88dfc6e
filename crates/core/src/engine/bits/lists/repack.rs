//! Repacks a list in fewer words once the items that still matter fit in them. The other items are
//! left out; the order of the items stays.

use super::kernel::{Settled, load};
use super::list::List;
use super::quad::Quad;

/// How to move the bits of a mask together to the low end of a word (Hacker's Delight, 7-4). In
/// step `i` some bits move down by `1 << i`.
#[derive(Clone, Copy)]
struct Squeeze {
    mask: u64,
    moves: [u64; 6],
}

impl Squeeze {
    fn new(mask: u64) -> Self {
        let mut squeeze = Self {
            mask,
            moves: [0; 6],
        };
        let mut left = mask;
        // The bits with a zero to their right that is not counted yet.
        let mut zeros = !mask << 1;
        for (step, moves) in squeeze.moves.iter_mut().enumerate() {
            let mut parity = zeros;
            for shift in 0..6 {
                parity ^= parity << (1 << shift);
            }
            *moves = parity & left;
            left = (left ^ *moves) | (*moves >> (1 << step));
            zeros &= !parity;
        }
        squeeze
    }

    #[inline(always)]
    fn word(&self, word: u64) -> u64 {
        let mut word = word & self.mask;
        for (step, &moves) in self.moves.iter().enumerate() {
            let moving = word & moves;
            word = (word ^ moving) | (moving >> (1 << step));
        }
        word
    }

    #[inline(always)]
    fn quad<Q: Quad>(&self, has: Q::Proof, quad: Q) -> Q {
        let mut quad = quad & Q::splat(has, self.mask);
        for (step, &moves) in self.moves.iter().enumerate() {
            let moving = quad & Q::splat(has, moves);
            quad = (quad ^ moving) | (moving >> (1 << step));
        }
        quad
    }
}

/// Writes the list of a state at `top`, with `words` words for each option, fewer than `W`. The
/// bits above the items stay. The set of open items is repacked in the same way.
#[inline(always)]
pub(in crate::engine::bits) fn repack<Q: Quad, const W: usize>(
    has: Q::Proof,
    arena: &mut [u64],
    state: &mut Settled<W>,
    items: &[u64; W],
    words: usize,
    top: usize,
) {
    let squeezes = state.relevant.map(Squeeze::new);
    let numbers = !items[W - 1];
    match words {
        1 => lists::<Q, W, 1>(has, arena, state.list, top, &squeezes, numbers),
        2 => lists::<Q, W, 2>(has, arena, state.list, top, &squeezes, numbers),
        3 => lists::<Q, W, 3>(has, arena, state.list, top, &squeezes, numbers),
        _ => lists::<Q, W, 4>(has, arena, state.list, top, &squeezes, numbers),
    }
    state.list = List {
        start: top,
        stride: List::stride(state.list.len),
        len: state.list.len,
    };
    state.open = squeeze_set(state.open, &squeezes);
}

#[inline(always)]
fn lists<Q: Quad, const W: usize, const V: usize>(
    has: Q::Proof,
    arena: &mut [u64],
    list: List,
    top: usize,
    squeezes: &[Squeeze; W],
    numbers: u64,
) {
    let (source, target) = arena.split_at_mut(top);
    let source = list.planes::<W>(source);
    let stride = List::stride(list.len);
    for at in 0..source[0].len() {
        let option: [Q; W] = load(has, &source, at);
        let mut packed = [Q::splat(has, 0); V];
        let mut offset = 0;
        for k in 0..W {
            let items = squeezes[k].quad(has, option[k]);
            let (word, shift) = ((offset / 64) as usize, offset % 64);
            if word < V {
                packed[word] = packed[word] | (items << shift);
            }
            if word + 1 < V && shift > 0 {
                packed[word + 1] = packed[word + 1] | (items >> (64 - shift));
            }
            offset += squeezes[k].mask.count_ones();
        }
        packed[V - 1] = packed[V - 1] | (option[W - 1] & Q::splat(has, numbers));
        for k in 0..V {
            if let Some(to) = target[k * stride + 4 * at..].first_chunk_mut() {
                packed[k].store(to);
            }
        }
    }
}

/// A set of items with the remaining bits moved together.
#[inline(always)]
fn squeeze_set<const W: usize>(set: [u64; W], squeezes: &[Squeeze; W]) -> [u64; W] {
    let mut packed = [0; W];
    let mut offset = 0;
    for k in 0..W {
        let bits = squeezes[k].word(set[k]);
        let (word, shift) = ((offset / 64) as usize, offset % 64);
        if word < W {
            packed[word] |= bits << shift;
        }
        if word + 1 < W && shift > 0 {
            packed[word + 1] |= bits >> (64 - shift);
        }
        offset += squeezes[k].mask.count_ones();
    }
    packed
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Squeeze;

    proptest! {
        #[test]
        fn bits_are_moved_together(word: u64, mask: u64, other: u64) {
            for mask in [mask, mask & other, mask | other, 0, !0] {
                let mut expected = 0;
                let set = (0..64).filter(|bit| mask >> bit & 1 == 1);
                for (place, bit) in set.enumerate() {
                    expected |= (word >> bit & 1) << place;
                }
                prop_assert_eq!(Squeeze::new(mask).word(word), expected);
            }
        }
    }
}
