//! Sets of small numbers, as words of bits.

/// Iterates over the numbers of a set, ascending.
pub(super) fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    let words = words.iter().enumerate();
    words.flat_map(|(place, &word)| ones_of_word(place, word))
}

/// Iterates over the numbers in both sets, ascending.
pub(super) fn ones_of_both<'a>(a: &'a [u64], b: &'a [u64]) -> impl Iterator<Item = usize> + 'a {
    let words = a.iter().zip(b).enumerate();
    words.flat_map(|(place, (a, b))| ones_of_word(place, a & b))
}

/// Iterates over the numbers of a word of a set, given its place, ascending.
pub(super) fn ones_of_word(place: usize, mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        word = word.checked_sub(1)? & word;
        Some(64 * place + bit)
    })
}

pub(super) fn has(words: &[u64], number: usize) -> bool {
    words[number / 64] >> (number % 64) & 1 != 0
}

pub(super) fn add(words: &mut [u64], number: usize) {
    words[number / 64] |= 1 << (number % 64);
}

pub(super) fn remove(words: &mut [u64], number: usize) {
    words[number / 64] &= !(1 << (number % 64));
}

pub(super) fn add_all(words: &mut [u64], others: &[u64]) {
    words.iter_mut().zip(others).for_each(|(a, b)| *a |= b);
}

pub(super) fn keep_all(words: &mut [u64], others: &[u64]) {
    words.iter_mut().zip(others).for_each(|(a, b)| *a &= b);
}

pub(super) fn remove_all(words: &mut [u64], others: &[u64]) {
    words.iter_mut().zip(others).for_each(|(a, b)| *a &= !b);
}

pub(super) fn is_empty(words: &[u64]) -> bool {
    words.iter().all(|&word| word == 0)
}

/// The number of members of both sets.
pub(super) fn count_of_both(a: &[u64], b: &[u64]) -> usize {
    let words = a.iter().zip(b);
    words.map(|(a, b)| (a & b).count_ones() as usize).sum()
}

pub(super) fn is_disjoint(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a & b == 0)
}

/// The least number of a set.
pub(super) fn first(words: impl Iterator<Item = u64>) -> Option<usize> {
    let mut words = words.enumerate();
    let (place, word) = words.find(|(_, word)| *word != 0)?;
    Some(64 * place + word.trailing_zeros() as usize)
}
