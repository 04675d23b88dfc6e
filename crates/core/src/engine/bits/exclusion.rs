//! Which options exclude each other: two options that share an item which is covered once, unless
//! both use it in the same colour.
//!
//! The exclusions are kept as sets, not as pairs. For each item and colour, the options that are
//! excluded by the options of that colour form one set, stored as a list of words. So an item with
//! `n` options costs O(n x words) instead of n² pairs.

use crate::ask::{Meter, Stop};
use crate::problem::{Colour, Lists, OptionId, Problem};

use crate::engine::numbering::Numbering;

/// A set of bits: its words that are not zero, with their positions, ascending.
pub(super) type Words = Vec<(u32, u64)>;

/// The number of an option that uses an item, and the colour of the use.
pub(in crate::engine) type User = (u32, Option<Colour>);

/// The numbered options that use each item, ascending.
pub(in crate::engine) fn users(
    problem: &Problem,
    options: &Numbering<OptionId>,
    meter: &mut Meter<'_>,
) -> Result<Lists<User>, Stop> {
    let uses = |(number, option)| {
        let uses = problem.uses_of(option);
        uses.map(move |(item, colour)| (item.index() as u32, (number, colour)))
    };
    let uses = || options.iter().flat_map(uses);
    Lists::grouped(problem.item_count(), uses, |work| meter.spend(work))
}

/// Calls `report` for each of these users of one item with the bits that the user excludes: the
/// bits of all users, without those in the same colour. They may include its own bits. `bits` gives
/// the bits of an option, as pairs of the position of a word and the number of a bit.
pub(super) fn exclude<B: IntoIterator<Item = (u32, u32)>>(
    users: &[User],
    bits: impl Fn(u32) -> B,
    mut report: impl FnMut(u32, &Words),
    meter: &mut Meter<'_>,
) -> Result<(), Stop> {
    let words = |users: &[User]| words(users.iter().flat_map(|&(option, _)| bits(option)));
    let all = words(users);
    // Sorting is the most expensive part.
    meter.spend(64 * users.len())?;
    if users.iter().all(|user| user.1.is_none()) {
        for &(option, _) in users {
            report(option, &all);
            meter.spend(all.len())?;
        }
        return Ok(());
    }
    let mut users = users.to_vec();
    users.sort_by_key(|&(_, colour)| colour);
    for class in users.chunk_by(|one, other| one.1 == other.1) {
        meter.spend(all.len() + 64 * class.len())?;
        let without_class = class[0].1.map(|_| minus(&all, &words(class)));
        for &(option, _) in class {
            let dead = without_class.as_ref().unwrap_or(&all);
            report(option, dead);
            meter.spend(dead.len())?;
        }
    }
    Ok(())
}

/// Collects these bits in a set. Ascending bits take no sorting.
pub(super) fn words(bits: impl Iterator<Item = (u32, u32)>) -> Words {
    let mut words = Words::new();
    let mut is_ascending = true;
    for (place, bit) in bits {
        match words.last_mut() {
            Some((last, word)) if *last == place => *word |= 1 << bit,
            last => {
                is_ascending &= last.is_none_or(|last| last.0 < place);
                words.push((place, 1 << bit));
            }
        }
    }
    if !is_ascending {
        words.sort_unstable_by_key(|&(place, _)| place);
        words.dedup_by(|&mut (place, word), kept| {
            let is_same = kept.0 == place;
            kept.1 |= if is_same { word } else { 0 };
            is_same
        });
    }
    words
}

/// The bits of `all` that are not in `part`, a subset of it.
fn minus(all: &Words, part: &Words) -> Words {
    let mut part = part.iter().peekable();
    let left = all.iter().map(|&(place, word)| {
        let out = part.next_if(|&&(other, _)| other == place);
        (place, word & !out.map_or(0, |&(_, out)| out))
    });
    left.filter(|&(_, word)| word != 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Budget;

    /// The bit of an option in a row with one bit for each option.
    fn bit(option: u32) -> [(u32, u32); 1] {
        [(option / 64, option % 64)]
    }

    #[test]
    fn options_of_one_colour_are_compatible_and_others_are_not() {
        let [red, blue] = [0, 1].map(|colour| Some(Colour::new(colour)));
        let users = [(0, red), (1, None), (2, blue), (64, red), (65, None)];
        let mut reported = Vec::new();
        let report = |option, dead: &Words| reported.push((option, dead.clone()));
        let ended = exclude(&users, bit, report, &mut Budget::unlimited().meter());
        assert_eq!(ended, Ok(()));
        reported.sort_unstable();
        let expected: [(u32, &[(u32, u64)]); 5] = [
            (0, &[(0, 0b110), (1, 0b10)]),
            (1, &[(0, 0b111), (1, 0b11)]),
            (2, &[(0, 0b011), (1, 0b11)]),
            (64, &[(0, 0b110), (1, 0b10)]),
            (65, &[(0, 0b111), (1, 0b11)]),
        ];
        assert_eq!(
            reported,
            expected.map(|(option, dead)| (option, dead.to_vec()))
        );
    }

    #[test]
    fn the_work_grows_with_words_and_not_with_pairs() {
        for colour in [|_| None, |option| Some(Colour::new(option % 3))] {
            let users: Vec<User> = (0..6400).map(|option| (option, colour(option))).collect();
            let mut work = 0;
            let report = |_, dead: &Words| work += dead.len();
            let ended = exclude(&users, bit, report, &mut Budget::unlimited().meter());
            assert_eq!(ended, Ok(()));
            assert_eq!(work, 6400 * 100);
        }
    }
}
