//! Numbers of any size, packed into words: code that is compiled once for words counts to any size.
//!
//! A number below 2^63 is its own word. A word with the highest bit set is the place of a larger
//! number in the list that belongs to the word. So no sum can wrap: two small numbers fit into a
//! word together, and all other sums are those of a [`Count`].

use std::borrow::Cow;

use crate::ask::Count;

/// The sum is large, and only small ones are allowed. Nothing was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Overflow;

/// Which sums are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sums {
    /// Sums below 2^63: there is no memory for large numbers yet.
    Small,
    AnySize,
}

/// Marks the words of large numbers.
const IS_LARGE: u64 = 1 << 63;

/// The large numbers to which words refer.
#[derive(Clone, Debug, Default)]
pub(crate) struct LargeNumbers(Vec<Count>);

/// A number: a word, and the large numbers to which it may refer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed<'l> {
    word: u64,
    large: &'l LargeNumbers,
}

impl<'l> Packed<'l> {
    #[inline]
    pub(crate) fn count(self) -> Cow<'l, Count> {
        if self.word < IS_LARGE {
            Cow::Owned(self.word.into())
        } else {
            Cow::Borrowed(&self.large.0[place(self.word)])
        }
    }

    /// The work of an addition, in steps of a meter; 0 for a machine word.
    #[inline]
    pub(crate) fn work(self) -> usize {
        if self.word < IS_LARGE {
            0
        } else {
            self.work_of_large()
        }
    }

    #[cold]
    #[inline(never)]
    fn work_of_large(self) -> usize {
        16 + self.count().heap() / 4
    }
}

/// The place of a large number in its list.
#[inline]
fn place(word: u64) -> usize {
    (word & !IS_LARGE) as usize
}

impl LargeNumbers {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Returns the number of a word that refers to this list.
    #[inline]
    pub(crate) fn unpack(&self, word: u64) -> Packed<'_> {
        Packed { word, large: self }
    }

    /// Packs a number. If it is large, it takes the place of one of the `free` words, if there is any.
    pub(crate) fn pack(&mut self, number: Count, free: &mut Vec<u64>) -> u64 {
        match number.to_u64() {
            Some(small) if small < IS_LARGE => small,
            _ => match free.pop() {
                Some(word) => {
                    self.0[place(word)] = number;
                    word
                }
                None => self.push(number),
            },
        }
    }

    /// Takes out the number of a word, if it is large. The word is free then.
    pub(crate) fn remove(&mut self, word: u64) -> Option<Count> {
        (word >= IS_LARGE).then(|| std::mem::take(&mut self.0[place(word)]))
    }

    /// Keeps a number, if it is large, and returns its word here.
    #[inline]
    pub(crate) fn keep(&mut self, number: Packed<'_>) -> u64 {
        if number.word < IS_LARGE {
            number.word
        } else {
            self.keep_large(number)
        }
    }

    #[cold]
    #[inline(never)]
    fn keep_large(&mut self, number: Packed<'_>) -> u64 {
        self.push(number.count().into_owned())
    }

    fn push(&mut self, number: Count) -> u64 {
        self.0.push(number);
        IS_LARGE | (self.0.len() - 1) as u64
    }

    /// Adds a number to that of a word. If the sum is not allowed, nothing changes.
    #[inline]
    pub(crate) fn add(
        &mut self,
        sum: &mut u64,
        number: Packed<'_>,
        allowed: Sums,
    ) -> Result<(), Overflow> {
        match sum.checked_add(number.word) {
            // Both are small, because no word with the highest bit has a sum without it.
            Some(total) if total < IS_LARGE => *sum = total,
            _ => return self.add_large(sum, number, allowed),
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn add_large(
        &mut self,
        sum: &mut u64,
        number: Packed<'_>,
        allowed: Sums,
    ) -> Result<(), Overflow> {
        if allowed == Sums::Small {
            return Err(Overflow);
        }
        if *sum < IS_LARGE {
            *sum = self.push(number.count().into_owned() + *sum);
        } else {
            self.0[place(*sum)] += &*number.count();
        }
        Ok(())
    }

    /// Forgets all numbers. No word may refer to them any more.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Takes memory for exactly this many numbers, so that the list does not grow in between.
    pub(crate) fn fit(&mut self, most: usize) {
        let mut fitted = Vec::with_capacity(most);
        fitted.append(&mut self.0);
        self.0 = fitted;
    }

    /// The bytes of the list, without the heap of the numbers themselves.
    pub(crate) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<Count>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(large: &LargeNumbers, word: u64) -> Count {
        large.unpack(word).count().into_owned()
    }

    /// Sums around 2^63, 2^64 and 2^128, of words and of large numbers.
    #[test]
    fn sums_of_any_size_are_exact() {
        let edges = [0_u128, 1, 1 << 62, 1 << 63, 1 << 64, 1 << 127, u128::MAX];
        let near = |edge: u128| [edge.saturating_sub(1), edge, edge.saturating_add(1)];
        let numbers: Vec<u128> = edges.into_iter().flat_map(near).collect();
        let mut others = LargeNumbers::new();
        for &a in &numbers {
            for &b in &numbers {
                let mut large = LargeNumbers::new();
                let mut sum = large.pack(Count::small(a), &mut Vec::new());
                let other = others.pack(Count::small(b), &mut Vec::new());
                let expected = Count::small(a) + Count::small(b);
                let is_small = expected < 1_u64 << 63;
                let before = count(&large, sum);
                let narrow = large.add(&mut sum, others.unpack(other), Sums::Small);
                assert_eq!(narrow.is_ok(), is_small, "{a} + {b}");
                if narrow.is_err() {
                    assert_eq!(count(&large, sum), before);
                    assert_eq!(
                        large.add(&mut sum, others.unpack(other), Sums::AnySize),
                        Ok(())
                    );
                }
                assert_eq!(count(&large, sum), expected, "{a} + {b}");
                assert_eq!(large.0.is_empty(), is_small);
                let copy = others.keep(large.unpack(sum));
                assert_eq!(count(&others, copy), expected);
            }
        }
    }

    /// Removed numbers leave their places to later ones.
    #[test]
    fn places_are_used_again() {
        let (mut large, mut free) = (LargeNumbers::new(), Vec::new());
        let numbers = [1 << 63, 1 << 64, u128::MAX].map(Count::small);
        let words = numbers.clone().map(|number| large.pack(number, &mut free));
        for (word, number) in words.into_iter().zip(numbers) {
            assert_eq!(large.remove(word), Some(number.clone()));
            free.push(word);
            let other = number + 1;
            assert_eq!(large.pack(7.into(), &mut free), 7);
            assert_eq!(large.pack(other.clone(), &mut free), word);
            assert_eq!(count(&large, word), other);
        }
        assert_eq!(large.0.len(), 3);
        assert_eq!(large.remove(7), None);
    }
}
