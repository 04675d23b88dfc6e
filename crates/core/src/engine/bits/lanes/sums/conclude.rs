//! What follows from one sum, in one state.
//!
//! The values of a term are a set of small numbers, as the bits of a word, so that a shift adds a
//! number to all of them. Terms of one group differ from each other:
//!
//! ```text
//! for each group of terms:   what it can add, by trying all its values
//! for each group:            what the other groups leave for it
//!     a value is dead if no choice of different values with such a sum has it
//! ```
//!
//! So all is concluded that follows from the sum and from the differences inside its groups. If
//! there are many open terms, in all or in a group, or large numbers, only the bounds of the others
//! are considered, once: then a term may be left with values that no choice has.

/// The most terms of a group.
pub(super) const GROUP: usize = 16;
/// The most open terms of a group of which all ways to give them different values are tried.
const TRIED: usize = 3;
/// The most groups of a sum.
pub(super) const GROUPS: usize = 16;
/// The most open terms for which all sums are considered, if no group has more than `TRIED` of them
/// and the sums are less than 64.
pub(super) const FEW: usize = 6;

/// A term with several values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    /// Which term it is.
    pub(super) term: u32,
    /// Terms of one group stand together.
    pub(super) group: u32,
    /// The live options of the term.
    pub(super) live: u64,
    /// The values that are left, less the least value of the group: bit `v` stands for `v`.
    pub(super) values: u64,
    /// The values before the sum was examined.
    pub(super) had: u64,
    /// The least value of the group.
    pub(super) base: u32,
}

impl Open {
    fn least(&self) -> i64 {
        i64::from(self.values.trailing_zeros())
    }

    fn most(&self) -> i64 {
        i64::from(63 - self.values.leading_zeros())
    }

    fn bounds(&self) -> (i64, i64) {
        (self.least(), self.most())
    }
}

/// Removes the values of the terms that are in no choice of different values with this sum, as far
/// as this finds out. Returns false if there is no such choice.
pub(super) fn conclude(open: &mut [Open], rest: i64) -> bool {
    if open.is_empty() {
        return rest == 0;
    }
    let groups = open.chunk_by(|one, other| one.group == other.group);
    let (mut most, mut are_small) = (0, true);
    for group in groups {
        let largest = group.iter().map(Open::most).max().unwrap_or(0);
        most += group.len() as i64 * largest;
        are_small &= group.len() <= TRIED;
    }
    if rest < 0 || rest > most {
        return false;
    }
    if most < 64 && are_small && open.len() <= FEW {
        by_all_sums(open, rest as u32)
    } else {
        by_bounds(open, rest)
    }
}

/// Considers all sums of the groups. All of them are less than 64.
fn by_all_sums(open: &mut [Open], rest: u32) -> bool {
    // What each group, and all groups before each, can add.
    let mut adds = [0_u64; GROUPS];
    let mut before = [1_u64; GROUPS + 1];
    let mut count = 0;
    for group in open.chunk_by(|one, other| one.group == other.group) {
        adds[count] = subtotals(group, 0);
        before[count + 1] = combine(before[count], adds[count]);
        count += 1;
    }
    if before[count] >> rest & 1 == 0 {
        return false;
    }
    let mut after = 1;
    let mut end = open.len();
    for place in (0..count).rev() {
        let number = open[end - 1].group;
        let start = open[..end].partition_point(|one| one.group < number);
        let group = &mut open[start..end];
        end = start;
        let others = combine(before[place], after);
        after = combine(after, adds[place]);
        let wanted = others.reverse_bits() >> (63 - rest);
        let mut good = [0; TRIED];
        mark(group, wanted, 0, &mut good);
        for (one, good) in group.iter_mut().zip(good) {
            one.values = good;
        }
    }
    true
}

/// Considers the least and the most that the others can add.
fn by_bounds(open: &mut [Open], rest: i64) -> bool {
    let groups = || open.chunk_by(|one, other| one.group == other.group);
    let (mut least, mut most) = (0, 0);
    for group in groups() {
        let (low, high) = bounds(group.iter().map(Open::bounds));
        (least, most) = (least + low, most + high);
    }
    if rest < least || rest > most {
        return false;
    }
    let mut is_possible = true;
    for group in open.chunk_by_mut(|one, other| one.group == other.group) {
        let (low, high) = bounds(group.iter().map(Open::bounds));
        // What the group must add.
        let (from, to) = (rest - (most - high), rest - (least - low));
        if from <= low && high <= to {
            continue;
        }
        let all: [(i64, i64); GROUP] =
            std::array::from_fn(|place| group.get(place).map_or((0, 0), Open::bounds));
        let count = group.len();
        for (place, one) in group.iter_mut().enumerate() {
            let others = (0..count).filter(|&other| other != place);
            let (low, high) = bounds(others.map(|other| all[other]));
            one.values &= between(from - high, to - low);
            is_possible &= one.values != 0;
        }
    }
    is_possible
}

/// The numbers of an interval, as far as they are in a word.
fn between(from: i64, to: i64) -> u64 {
    if to < 0 || from > 63 {
        return 0;
    }
    let (from, to) = (from.max(0), to.min(63));
    if from > to {
        return 0;
    }
    !0 << from & !0 >> (63 - to)
}

/// The least and the most that the terms of a group with these bounds can add.
fn bounds(terms: impl Iterator<Item = (i64, i64)> + Clone) -> (i64, i64) {
    let least = sum_of_different(terms.clone().map(|one| one.0));
    (least, -sum_of_different(terms.map(|one| -one.1)))
}

/// The least sum of different numbers, each at least one of these.
fn sum_of_different(numbers: impl Iterator<Item = i64>) -> i64 {
    let mut sorted = [0_i64; GROUP];
    let mut count = 0;
    for number in numbers {
        let mut place = count;
        while place > 0 && sorted[place - 1] > number {
            sorted[place] = sorted[place - 1];
            place -= 1;
        }
        sorted[place] = number;
        count += 1;
    }
    let (mut sum, mut next) = (0, i64::MIN);
    for &number in &sorted[..count] {
        let number = number.max(next);
        sum += number;
        next = number + 1;
    }
    sum
}

/// The sums of a number of one set and a number of the other.
fn combine(one: u64, other: u64) -> u64 {
    let (few, many) = if one.count_ones() < other.count_ones() {
        (one, other)
    } else {
        (other, one)
    };
    ones(few).fold(0, |all, place| all | many << place)
}

/// The sums of different numbers, one for each of these terms, that were not used.
fn subtotals(group: &[Open], used: u64) -> u64 {
    match group {
        [] => 1,
        [only] => only.values & !used,
        [first, rest @ ..] => ones(first.values & !used).fold(0, |all, place| {
            all | subtotals(rest, used | 1 << place) << place
        }),
    }
}

/// Marks the numbers of each term with which different numbers have a wanted sum. Returns whether
/// there are any.
fn mark(group: &[Open], wanted: u64, used: u64, good: &mut [u64]) -> bool {
    match group {
        [] => wanted & 1 == 1,
        [only] => {
            let own = only.values & wanted & !used;
            good[0] |= own;
            own != 0
        }
        [first, rest @ ..] => {
            let mut any = false;
            for place in ones(first.values & !used) {
                if mark(rest, wanted >> place, used | 1 << place, &mut good[1..]) {
                    good[0] |= 1 << place;
                    any = true;
                }
            }
            any
        }
    }
}

/// The places of the bits that are 1.
pub(super) fn ones(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros());
        bits &= bits.wrapping_sub(1);
        place
    })
}
