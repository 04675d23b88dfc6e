//! Groups and the subset rule. A *group* is the set of options that two primary items share, if
//! there are at least two.
//!
//! If all live options of one of the two items are in the group, then the option that covers this
//! item also covers the other. So all options of the other item outside the group are impossible.
//! This is the *subset rule* (in sudoku: locked candidates). In every state that can still be
//! solved, either both items have live options outside the group or neither has. If only one has,
//! these options are removed.
//!
//! One instruction compares many lanes, so groups are packed into *slots*: each compares the lanes
//! of one chunk with the lanes of another in some order. The fewest slots are needed if items that
//! are connected by groups are in the same chunk; they are, unless this takes many more chunks.

use std::collections::VecDeque;
use std::mem;

use super::lane::{Chunk, Lane};
use crate::ask::{Meter, Stop};
use crate::engine::numbering::Numbering;
use crate::problem::{ItemId, Lists, OptionId, Problem};

/// The options that two primary items share. Items and options are numbers.
pub(super) struct Group {
    pub(super) items: [u32; 2],
    pub(super) options: Vec<u32>,
}

/// Finds all groups. Returns none if there are more than `most_groups`, or if the options have more
/// than `most` pairs of items.
pub(super) fn groups(
    problem: &Problem,
    options: &Numbering<OptionId>,
    items: &Numbering<ItemId>,
    most: usize,
    meter: &mut Meter<'_>,
) -> Result<Vec<Group>, Stop> {
    let pairs = |(_, id)| problem.items_of(id).len().saturating_pow(2) / 2;
    if options.iter().map(pairs).fold(0, usize::saturating_add) > most {
        return Ok(Vec::new());
    }
    let numbers = |id| {
        let all = problem.items_of(id).iter();
        all.filter_map(|&item| items.number(item))
    };
    for (_, id) in options.iter() {
        let uses = problem.items_of(id).len();
        meter.spend(16 * uses * uses)?;
    }
    let uses = |(option, id)| numbers(id).map(move |item| (item, option));
    let uses = || options.iter().flat_map(uses);
    let users = Lists::grouped(items.len(), uses, |work| meter.spend(work))?;
    let mut groups: Vec<Group> = Vec::new();
    let mut counts = vec![0_u32; items.len()];
    let mut partners: Vec<u32> = Vec::new();
    for one in 0..items.len() as u32 {
        let later = |option| numbers(options.id(option)).filter(move |&other| other > one);
        for other in users.of(one).iter().flat_map(|&option| later(option)) {
            if counts[other as usize] == 0 {
                partners.push(other);
            }
            counts[other as usize] += 1;
        }
        partners.sort_unstable();
        for other in partners.drain(..) {
            if mem::take(&mut counts[other as usize]) > 1 {
                let shares = |option: &&u32| later(**option).any(|own| own == other);
                let options = users.of(one).iter().filter(shares).copied().collect();
                groups.push(Group {
                    items: [one, other],
                    options,
                });
            }
        }
    }
    if groups.len() > most_groups(options.len(), items.len()) {
        groups.clear();
    }
    Ok(groups)
}

/// The most groups that are used: each takes a row. Sudoku with windows or disjoint groups has more
/// groups than options. In large problems there are at most as many as options, to save memory.
pub(super) fn most_groups(options: usize, items: usize) -> usize {
    let small = options.saturating_add(items.saturating_mul(2));
    options.max(small.min(4_096))
}

/// The most chunks that `arrange` may use for this many items.
pub(super) fn most_chunks(items: usize, lanes: usize) -> usize {
    let least = items.div_ceil(lanes);
    least + least / 8
}

/// Chooses the lane of each item, with `lanes` lanes in a chunk. Items without a group come first,
/// as many in one chunk as in another: in sudoku a chunk then has the cells of a band, and the rows
/// of options share more chunks. Then come the items that are connected by groups, in one chunk
/// where they fit. If that takes too many chunks, the items keep their order.
pub(super) fn arrange(items: usize, groups: &[Group], lanes: usize) -> Vec<u32> {
    let mut component: Vec<usize> = (0..items).collect();
    for group in groups {
        let [one, other] = group.items.map(|item| root(&mut component, item as usize));
        component[one.max(other)] = one.min(other);
    }
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); items];
    for item in 0..items {
        members[root(&mut component, item)].push(item);
    }
    members.retain(|members| !members.is_empty());
    members.sort_by_key(|members| members.len() > 1);

    let mut at = vec![0; items];
    let mut next = 0_usize;
    let single = members.iter().filter(|members| members.len() == 1).count();
    let in_chunk = single.div_ceil(single.div_ceil(lanes).max(1)).max(1);
    for (place, members) in members.iter().enumerate() {
        if place < single && place % in_chunk == 0 {
            next = next.next_multiple_of(lanes);
        }
        if members.len() > 1 && next % lanes + members.len() > lanes {
            next = next.next_multiple_of(lanes);
        }
        for &item in members {
            at[item] = next as u32;
            next += 1;
        }
    }
    if next.div_ceil(lanes) > most_chunks(items, lanes) {
        return (0..items as u32).collect();
    }
    at
}

/// The least member of the set that contains an item (union-find).
fn root(component: &mut [usize], mut item: usize) -> usize {
    while component[item] != item {
        component[item] = component[component[item]];
        item = component[item];
    }
    item
}

/// Groups that are compared at once: lane `i` of one chunk with lane `order[i]` of another. Regular
/// problems use the same slot for several pairs of chunks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::engine::bits) struct Slot<L, const N: usize> {
    pub(super) order: Chunk<L, N>,
    /// The options of lane `i` of the first chunk that are not in the group; 0 where there is no
    /// group.
    pub(super) outside: Chunk<L, N>,
    /// The options of lane `order[i]` of the second chunk that are not in the group.
    pub(super) outside_other: Chunk<L, N>,
}

/// The slots, each with the pairs of chunks that it applies to.
pub(in crate::engine::bits) type Slots<L, const N: usize> = Vec<(Slot<L, N>, Vec<[usize; 2]>)>;

/// Packs groups into slots. A group is given by its two lanes and, for each of them, the options
/// outside the group. Also returns the group, if any, at each lane of each pair of chunks of each
/// slot. Returns nothing if there would be more than `most` slots for each chunk.
pub(super) fn slots<L: Lane, const N: usize>(
    groups: &[([usize; 2], [L; 2])],
    chunks: usize,
    most: usize,
    meter: &mut Meter<'_>,
) -> Result<(Slots<L, N>, Vec<Option<u32>>), Stop> {
    let pairs: Vec<[usize; 2]> = groups.iter().map(|&(lanes, _)| lanes).collect();
    let hosts = hosts(&pairs, chunks * N, meter)?;
    let mut single: Vec<(Slot<L, N>, [usize; 2])> = Vec::new();
    let mut at: Vec<Vec<Option<u32>>> = Vec::new();
    for (number, (&(lanes, outside), side)) in groups.iter().zip(hosts).enumerate() {
        let (host, guest) = (lanes[side], lanes[1 - side]);
        let (pair, i) = ([host / N, guest / N], host % N);
        let free = |&place: &usize| single[place].1 == pair && at[place][i].is_none();
        let place = (0..single.len()).find(free).unwrap_or(single.len());
        meter.spend(4 * place)?;
        if place == single.len() {
            if place == most * chunks {
                return Ok((Vec::new(), Vec::new()));
            }
            let slot = Slot {
                order: Chunk::all(L::ZERO),
                outside: Chunk::all(L::ZERO),
                outside_other: Chunk::all(L::ZERO),
            };
            single.push((slot, pair));
            at.push(vec![None; N]);
        }
        let slot = &mut single[place].0;
        slot.order.0[i] = L::from((guest % N) as u8);
        slot.outside.0[i] = outside[side];
        slot.outside_other.0[i] = outside[1 - side];
        at[place][i] = Some(number as u32);
    }
    let mut slots: Slots<L, N> = Vec::new();
    let mut groups_at: Vec<Vec<Option<u32>>> = Vec::new();
    for ((slot, pair), at) in single.into_iter().zip(at) {
        let known = slots.iter().position(|(other, _)| *other == slot);
        meter.spend(32 * slots.len())?;
        let place = known.unwrap_or(slots.len());
        if known.is_none() {
            slots.push((slot, Vec::new()));
            groups_at.push(Vec::new());
        }
        slots[place].1.push(pair);
        groups_at[place].extend(at);
    }
    Ok((slots, groups_at.concat()))
}

/// Decides for each pair of lanes which of the two hosts it, so that the numbers of hosted pairs
/// differ little. While pairs can be moved along a path of lanes to a lane that hosts at least two
/// fewer, they are moved.
fn hosts(pairs: &[[usize; 2]], lanes: usize, meter: &mut Meter<'_>) -> Result<Vec<usize>, Stop> {
    let mut side = vec![0; pairs.len()];
    let mut of = vec![Vec::new(); lanes];
    let mut load = vec![0_usize; lanes];
    for (pair, ends) in pairs.iter().enumerate() {
        of[ends[0]].push(pair);
        of[ends[1]].push(pair);
        load[ends[0]] += 1;
    }
    for start in 0..lanes {
        while move_pair(pairs, &of, &mut side, &mut load, start, meter)? {}
    }
    Ok(side)
}

/// Moves one pair from lane `start` along a path of lanes to a lane that hosts at least two fewer
/// pairs. Returns whether there is such a lane.
fn move_pair(
    pairs: &[[usize; 2]],
    of: &[Vec<usize>],
    side: &mut [usize],
    load: &mut [usize],
    start: usize,
    meter: &mut Meter<'_>,
) -> Result<bool, Stop> {
    meter.spend(of.len())?;
    let mut by: Vec<Option<usize>> = vec![None; of.len()];
    let mut queue = VecDeque::from([start]);
    while let Some(lane) = queue.pop_front() {
        if load[lane] + 2 <= load[start] {
            load[start] -= 1;
            load[lane] += 1;
            let mut end = lane;
            while let Some(pair) = by[end].filter(|_| end != start) {
                side[pair] = 1 - side[pair];
                end = pairs[pair][1 - side[pair]];
            }
            return Ok(true);
        }
        meter.spend(4 * of[lane].len())?;
        for &pair in &of[lane] {
            let guest = pairs[pair][1 - side[pair]];
            if pairs[pair][side[pair]] == lane && by[guest].is_none() && guest != start {
                by[guest] = Some(pair);
                queue.push_back(guest);
            }
        }
    }
    Ok(false)
}
