//! The kernels of the layout *lists*, written once for every number of words and every kind of
//! quad. `simd` compiles them for each instruction set.
//!
//! Code that computes with quads uses loops, not closures. A closure passed to `map` may be
//! compiled as a function of its own, without the instruction set.

use super::count::smallest_of_few;
use super::list::List;
use super::quad::Quad;

/// A state without forced options and without dead ends.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::bits) struct Settled<const W: usize> {
    pub(super) list: List,
    /// The uncovered primary items.
    pub(super) open: [u64; W],
    /// The items that still matter: the open ones, and the secondary items of two or more live
    /// options.
    pub(super) relevant: [u64; W],
    /// The open items with the fewest options; none if each of them has many, which are counted
    /// later.
    pub(super) smallest_if_few: [u64; W],
}

/// Removes the options that share an item with `covered`, then uses all forced options until none
/// is left. Appends the forced options to the trail. The new list is written at `top`, where there
/// must be room for two lists as long as the old one. Returns `None` at a dead end.
#[inline(always)]
pub(in crate::engine::bits) fn settle<Q: Quad, const W: usize>(
    has: Q::Proof,
    arena: &mut [u64],
    (from, top): (List, usize),
    mut open: [u64; W],
    mut covered: [u64; W],
    items: &[u64; W],
    trail: &mut Vec<u32>,
) -> Option<Settled<W>> {
    let stride = List::stride(from.len);
    let mut list = from;
    let mut start = top;
    loop {
        let mut left = 0;
        for k in 0..W {
            open[k] &= !covered[k];
            left |= open[k];
        }
        if left == 0 {
            return Some(Settled {
                list: List {
                    start: top,
                    stride,
                    len: 0,
                },
                open,
                relevant: open,
                smallest_if_few: open,
            });
        }
        let (len, once, twice) = filter::<Q, W>(has, arena, list, start, stride, &covered);
        list = List { start, stride, len };
        if any(&open, &once, |open, once| open & !once) {
            return None;
        }
        if !any(&open, &twice, |open, twice| open & !twice) {
            return Some(Settled {
                list,
                open,
                relevant: std::array::from_fn(|k| open[k] | (twice[k] & items[k])),
                smallest_if_few: smallest_of_few::<Q, W>(has, arena, list, &open),
            });
        }
        // The forced options are copied to where the next list will be; they are read before that
        // is written.
        let forced = std::array::from_fn(|k| open[k] & !twice[k]);
        start = if start == top { top + W * stride } else { top };
        covered = use_forced::<Q, W>(has, arena, list, start, &forced, items, trail)?;
    }
}

/// Copies the options of a list that have one of the `forced` items to `start`, and appends them to
/// the trail. Returns their items, or `None` if two of these options share an item.
#[inline(always)]
fn use_forced<Q: Quad, const W: usize>(
    has: Q::Proof,
    arena: &mut [u64],
    list: List,
    start: usize,
    forced: &[u64; W],
    items: &[u64; W],
    trail: &mut Vec<u32>,
) -> Option<[u64; W]> {
    let stride = list.stride;
    let len = select::<Q, W>(has, arena, list, start, stride, forced);
    let options = List { start, stride, len };
    let mut covered = [0; W];
    let mut clash = 0;
    for place in 0..len {
        let option = options.option::<W>(arena, place);
        trail.push(number(&option, items));
        for k in 0..W {
            clash |= covered[k] & option[k] & items[k];
            covered[k] |= option[k] & items[k];
        }
    }
    (clash == 0).then_some(covered)
}

/// The number of an option, from the bits above its items.
#[inline(always)]
pub(super) fn number<const W: usize>(option: &[u64; W], items: &[u64; W]) -> u32 {
    (option[W - 1] >> (64 - items[W - 1].leading_zeros()).min(63)) as u32
}

#[inline(always)]
fn any<const W: usize>(a: &[u64; W], b: &[u64; W], both: impl Fn(u64, u64) -> u64) -> bool {
    (0..W).fold(0, |any, k| any | both(a[k], b[k])) != 0
}

/// The planes of a list to be written.
#[inline(always)]
fn planes_mut<const W: usize>(target: &mut [u64], stride: usize) -> [&mut [u64]; W] {
    let mut planes = target.chunks_exact_mut(stride);
    std::array::from_fn(|_| planes.next().unwrap_or_default())
}

/// Stores the words of a quad that `order` keeps.
#[inline(always)]
fn append<Q: Quad>(quad: Q, order: Q::Order, plane: &mut [u64], len: usize) {
    if let Some(to) = plane[len..].first_chunk_mut() {
        quad.keep(order, to);
    }
}

/// Copies the options of a list that have none of the items in `covered`. Returns their number, the
/// items with at least one of them, and the items with at least two.
#[inline(always)]
fn filter<Q: Quad, const W: usize>(
    has: Q::Proof,
    arena: &mut [u64],
    list: List,
    start: usize,
    stride: usize,
    covered: &[u64; W],
) -> (usize, [u64; W], [u64; W]) {
    let (source, target, list) = split_arena(arena, list, start, stride, W);
    let source = list.planes::<W>(source);
    let target = planes_mut::<W>(target, stride);
    let covered = splat::<Q, W>(has, covered);
    let mut once = [Q::splat(has, 0); W];
    let mut twice = once;
    let mut len = 0;
    for at in 0..source[0].len() {
        let option = load::<Q, W>(has, &source, at);
        let mask = shared(&option, &covered).zeros();
        let (order, count) = Q::order(mask);
        for k in 0..W {
            let kept = option[k] & mask;
            twice[k] = twice[k] | (once[k] & kept);
            once[k] = once[k] | kept;
            append(option[k], order, target[k], len);
        }
        len += count;
    }
    // The zeros behind the last option were copied, too.
    len -= source[0].len() * 4 - list.len;
    for plane in target {
        append(Q::splat(has, 0), Q::order(Q::splat(has, !0)).0, plane, len);
    }
    let mut any = [0; W];
    let mut two = [0; W];
    for k in 0..W {
        let (one, other) = (once[k], once[k].halves_swapped());
        let (pair, both) = (one | other, one & other);
        two[k] = (twice[k] | both | (pair & pair.neighbours_swapped())).any();
        any[k] = pair.any();
    }
    (len, any, two)
}

/// Copies the options of a list that have one of these items. Returns their number.
#[inline(always)]
pub(in crate::engine::bits) fn select<Q: Quad, const W: usize>(
    has: Q::Proof,
    arena: &mut [u64],
    list: List,
    start: usize,
    stride: usize,
    items: &[u64; W],
) -> usize {
    let (source, target, list) = split_arena(arena, list, start, stride, W);
    let source = list.planes::<W>(source);
    let target = planes_mut::<W>(target, stride);
    let items = splat::<Q, W>(has, items);
    let mut len = 0;
    for at in 0..source[0].len() {
        let option = load::<Q, W>(has, &source, at);
        let (order, count) = Q::order(shared(&option, &items).zeros() ^ Q::splat(has, !0));
        for k in 0..W {
            append(option[k], order, target[k], len);
        }
        len += count;
    }
    len
}

#[inline(always)]
pub(super) fn load<Q: Quad, const W: usize>(
    has: Q::Proof,
    planes: &[&[[u64; 4]]; W],
    at: usize,
) -> [Q; W] {
    let mut quads = [Q::splat(has, 0); W];
    for k in 0..W {
        quads[k] = Q::load(has, &planes[k][at]);
    }
    quads
}

#[inline(always)]
fn splat<Q: Quad, const W: usize>(has: Q::Proof, words: &[u64; W]) -> [Q; W] {
    let mut quads = [Q::splat(has, 0); W];
    for k in 0..W {
        quads[k] = Q::splat(has, words[k]);
    }
    quads
}

/// The common items of an option and a set.
#[inline(always)]
fn shared<Q: Quad, const W: usize>(option: &[Q; W], items: &[Q; W]) -> Q {
    let mut shared = option[0] & items[0];
    for k in 1..W {
        shared = shared | (option[k] & items[k]);
    }
    shared
}

/// Splits the arena into a part with `list` and a part to write to, which never overlap. Returns
/// the list relative to its part.
#[inline(always)]
fn split_arena(
    arena: &mut [u64],
    list: List,
    start: usize,
    stride: usize,
    words: usize,
) -> (&[u64], &mut [u64], List) {
    if list.start < start {
        let (source, target) = arena.split_at_mut(start);
        (source, &mut target[..words * stride], list)
    } else {
        let (target, source) = arena.split_at_mut(list.start);
        (
            source,
            &mut target[start..][..words * stride],
            List { start: 0, ..list },
        )
    }
}

/// Finds which of up to four choices, starting with the one at `place`, leave every open item an
/// option. The others are dead ends. Bit `i` of the result stands for choice `i`.
#[inline(always)]
pub(in crate::engine::bits) fn viable<Q: Quad, const W: usize>(
    has: Q::Proof,
    arena: &[u64],
    list: List,
    choices: List,
    place: usize,
    open: &[u64; W],
    items: &[u64; W],
) -> u32 {
    let options = |i: usize| {
        let option = choices.option::<W>(arena, place + i);
        std::array::from_fn(|k| option[k] & items[k])
    };
    match choices.len - place {
        1 => viable_of::<Q, W, 1>(has, arena, list, open, [options(0)]),
        2 => viable_of::<Q, W, 2>(has, arena, list, open, [0, 1].map(options)),
        3 => viable_of::<Q, W, 3>(has, arena, list, open, [0, 1, 2].map(options)),
        _ => viable_of::<Q, W, 4>(has, arena, list, open, [0, 1, 2, 3].map(options)),
    }
}

#[inline(always)]
fn viable_of<Q: Quad, const W: usize, const B: usize>(
    has: Q::Proof,
    arena: &[u64],
    list: List,
    open: &[u64; W],
    options: [[u64; W]; B],
) -> u32 {
    let source = list.planes::<W>(arena);
    let mut covered = [[Q::splat(has, 0); W]; B];
    for b in 0..B {
        covered[b] = splat(has, &options[b]);
    }
    let mut once = [[Q::splat(has, 0); W]; B];
    for at in 0..source[0].len() {
        let option = load::<Q, W>(has, &source, at);
        for b in 0..B {
            let mask = shared(&option, &covered[b]).zeros();
            for k in 0..W {
                once[b][k] = once[b][k] | (option[k] & mask);
            }
        }
    }
    let mut viable = 0;
    for b in 0..B {
        let mut missing = 0;
        for k in 0..W {
            missing |= open[k] & !options[b][k] & !once[b][k].any();
        }
        viable |= u32::from(missing == 0) << b;
    }
    viable
}
