//! Which options exclude each other: two that share an item which is covered once, unless both
//! use it in the same colour.
//!
//! This is said by sets, not by pairs: what an item takes away beside an option is one set for all
//! of its options of one colour, and a set is a list of words. An item with `n` options so costs
//! O(n x words), where the pairs would be n².

use crate::ask::{Meter, Stop};
use crate::problem::{Colour, Lists, OptionId, Problem};

use super::numbering::{NONE, Numbering};

/// A set of bits: its words that are not zero, with their places, ascending.
pub(super) type Words = Vec<(u32, u64)>;

/// An option that uses an item, by its number, and its colour.
pub(super) type User = (u32, Option<Colour>);

/// For each item the options that use it, ascending.
pub(super) fn users(
    problem: &Problem,
    options: &Numbering<OptionId>,
    meter: &mut Meter<'_>,
) -> Result<Lists<User>, Stop> {
    let number = |option| options.number(option).unwrap_or(NONE);
    let user = |option, place| (number(option), problem.colour_at(place));
    problem.users(user, |work| meter.spend(work))
}

/// Tells for each of these users of one item the bits that die beside it: those of all users but
/// of those that agree with it. It may be among them itself. Every option has some bits: pairs of
/// the place of a word and the number of a bit in it.
pub(super) fn exclude<B: IntoIterator<Item = (u32, u32)>>(
    users: &[User],
    bits: impl Fn(u32) -> B,
    mut tell: impl FnMut(u32, &Words),
    meter: &mut Meter<'_>,
) -> Result<(), Stop> {
    let words = |users: &[User]| words(users.iter().flat_map(|&(option, _)| bits(option)));
    let all = words(users);
    // To sort is the dearest part.
    meter.spend(64 * users.len())?;
    let mut users = users.to_vec();
    users.sort_by_key(|&(_, colour)| colour);
    for class in users.chunk_by(|one, other| one.1 == other.1) {
        meter.spend(all.len() + 64 * class.len())?;
        let agree = class[0].1.map(|_| minus(&all, &words(class)));
        for &(option, _) in class {
            let dead = agree.as_ref().unwrap_or(&all);
            tell(option, dead);
            meter.spend(dead.len())?;
        }
    }
    Ok(())
}

/// The set of these bits.
pub(super) fn words(bits: impl Iterator<Item = (u32, u32)>) -> Words {
    let mut bits: Vec<(u32, u32)> = bits.collect();
    bits.sort_unstable();
    let mut words = Words::new();
    for (place, bit) in bits {
        match words.last_mut() {
            Some((last, word)) if *last == place => *word |= 1 << bit,
            _ => words.push((place, 1 << bit)),
        }
    }
    words
}

/// The bits of one set that are not in another, a part of it.
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

    /// The bits of an option in a row of one bit each.
    fn bit(option: u32) -> [(u32, u32); 1] {
        [(option / 64, option % 64)]
    }

    #[test]
    fn options_of_one_colour_agree_and_those_without_one_do_not() {
        let [red, blue] = [0, 1].map(|colour| Some(Colour::new(colour)));
        let users = [(0, red), (1, None), (2, blue), (64, red), (65, None)];
        let mut told = Vec::new();
        let tell = |option, dead: &Words| told.push((option, dead.clone()));
        let ended = exclude(&users, bit, tell, &mut Budget::unlimited().meter());
        assert_eq!(ended, Ok(()));
        told.sort_unstable();
        let expected: [(u32, &[(u32, u64)]); 5] = [
            (0, &[(0, 0b110), (1, 0b10)]),
            (1, &[(0, 0b111), (1, 0b11)]),
            (2, &[(0, 0b011), (1, 0b11)]),
            (64, &[(0, 0b110), (1, 0b10)]),
            (65, &[(0, 0b111), (1, 0b11)]),
        ];
        assert_eq!(told, expected.map(|(option, dead)| (option, dead.to_vec())));
    }

    #[test]
    fn the_work_is_by_words_and_not_by_pairs() {
        for colour in [|_| None, |option| Some(Colour::new(option % 3))] {
            let users: Vec<User> = (0..6400).map(|option| (option, colour(option))).collect();
            let mut work = 0;
            let tell = |_, dead: &Words| work += dead.len();
            let ended = exclude(&users, bit, tell, &mut Budget::unlimited().meter());
            assert_eq!(ended, Ok(()));
            assert_eq!(work, 6400 * 100);
        }
    }
}
