//! Sets of small numbers, as words of bits.

/// A set whose words may be listed: all of them, or those that have members only.
pub(super) trait Words<'a>: Copy {
    /// The words with their places, ascending.
    fn words(self) -> impl Iterator<Item = (usize, u64)> + 'a;
}

impl<'a> Words<'a> for &'a [u64] {
    fn words(self) -> impl Iterator<Item = (usize, u64)> + 'a {
        self.iter().copied().enumerate()
    }
}

impl<'a> Words<'a> for &'a Vec<u64> {
    fn words(self) -> impl Iterator<Item = (usize, u64)> + 'a {
        self.iter().copied().enumerate()
    }
}

/// The words of a set that have members, with their places: far fewer than all words if its members
/// are few, or lie close together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a>(&'a [(u32, u64)]);

impl Row<'_> {
    /// The word at a place.
    pub(super) fn word(self, place: usize) -> u64 {
        let mut words = self.0.iter();
        let found = words.find(|word| word.0 as usize >= place);
        found.map_or(0, |&(at, word)| if at as usize == place { word } else { 0 })
    }
}

impl<'a> Words<'a> for Row<'a> {
    fn words(self) -> impl Iterator<Item = (usize, u64)> + 'a {
        self.0.iter().map(|&(place, word)| (place as usize, word))
    }
}

/// Many rows.
#[derive(Debug)]
pub(super) struct Rows {
    /// Where each row begins, and where the last one ends.
    starts: Vec<usize>,
    words: Vec<(u32, u64)>,
}

impl Default for Rows {
    fn default() -> Self {
        Self {
            starts: vec![0],
            words: Vec::new(),
        }
    }
}

impl Rows {
    #[inline]
    pub(super) fn row(&self, number: usize) -> Row<'_> {
        Row(&self.words[self.starts[number]..self.starts[number + 1]])
    }

    /// Adds a row, given its members, ascending.
    pub(super) fn push(&mut self, members: impl IntoIterator<Item = usize>) {
        let start = self.words.len();
        for member in members {
            let (place, bit) = ((member / 64) as u32, 1 << (member % 64));
            match self.words[start..].last_mut() {
                Some(last) if last.0 == place => last.1 |= bit,
                _ => self.words.push((place, bit)),
            }
        }
        self.starts.push(self.words.len());
    }
}

/// Iterates over the numbers of a set, ascending.
pub(super) fn ones<'a>(words: impl Words<'a>) -> impl Iterator<Item = usize> + 'a {
    let words = words.words();
    words.flat_map(|(place, word)| ones_of_word(place, word))
}

/// Iterates over the numbers in both sets, ascending.
pub(super) fn ones_of_both<'a>(
    a: impl Words<'a>,
    b: &'a [u64],
) -> impl Iterator<Item = usize> + 'a {
    let words = a.words();
    words.flat_map(|(place, word)| ones_of_word(place, word & b[place]))
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

pub(super) fn add_all<'a>(words: &mut [u64], others: impl Words<'a>) {
    for (place, other) in others.words() {
        words[place] |= other;
    }
}

/// Keeps the members of another set, which may have more words.
pub(super) fn keep_all(words: &mut [u64], others: &[u64]) {
    words.iter_mut().zip(others).for_each(|(a, b)| *a &= b);
}

/// Removes all members of another set, which may have more words.
pub(super) fn remove_all<'a>(words: &mut [u64], others: impl Words<'a>) {
    for (place, other) in others.words() {
        if let Some(word) = words.get_mut(place) {
            *word &= !other;
        }
    }
}

pub(super) fn is_empty(words: &[u64]) -> bool {
    words.iter().all(|&word| word == 0)
}

/// The number of members of both sets.
pub(super) fn count_of_both<'a>(a: impl Words<'a>, b: &[u64]) -> usize {
    let words = a.words();
    words
        .map(|(place, word)| (word & b[place]).count_ones() as usize)
        .sum()
}

pub(super) fn is_disjoint<'a>(a: impl Words<'a>, b: &[u64]) -> bool {
    a.words().all(|(place, word)| word & b[place] == 0)
}
