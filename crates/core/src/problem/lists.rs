//! Many short lists, stored end to end in one array. A list costs one number, not a heap block.

use std::ops::Range;

/// Lists end to end. New entries go to the last list, which is open until `close`.
#[derive(Clone, Debug)]
pub struct Lists<T> {
    all: Vec<T>,
    ends: Ends,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            ends: Ends::default(),
        }
    }
}

impl<T> Lists<T> {
    /// Reserves room for this many lists, with this many entries in total.
    pub fn with_capacity(lists: usize, entries: usize) -> Self {
        Self {
            all: Vec::with_capacity(entries),
            ends: Ends(Vec::with_capacity(lists)),
        }
    }

    /// Returns the number of closed lists.
    #[allow(clippy::len_without_is_empty, reason = "no caller needs it")]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns all entries, list after list.
    pub fn all(&self) -> &[T] {
        &self.all
    }

    /// Returns all entries, list after list, for changes.
    pub(crate) fn all_mut(&mut self) -> &mut [T] {
        &mut self.all
    }

    /// Returns the memory of all lists, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.all) + self.ends.bytes()
    }

    /// Removes all lists, and keeps their memory.
    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.ends.0.clear();
    }

    /// Makes room for more lists.
    pub fn reserve(&mut self, lists: usize) {
        self.ends.0.reserve(lists);
    }

    /// Appends an entry to the open list.
    pub fn push(&mut self, entry: T) {
        self.all.push(entry);
    }

    /// Closes the open list and opens the next one.
    pub fn close(&mut self) {
        self.ends.push(self.all.len() as u32);
    }

    /// Appends a whole list.
    pub fn add(&mut self, entries: impl IntoIterator<Item = T>) {
        self.all.extend(entries);
        self.close();
    }

    /// The range of a list among all entries; `None` if there is no list with this number.
    pub fn find(&self, number: usize) -> Option<Range<usize>> {
        self.ends.get(number)
    }

    /// The range of a closed list among all entries.
    #[inline]
    pub fn range(&self, number: u32) -> Range<usize> {
        self.ends.range(number)
    }

    /// Returns the entries of a closed list.
    #[inline]
    pub fn of(&self, number: u32) -> &[T] {
        &self.all[self.range(number)]
    }

    /// Maps each entry and keeps the lists.
    pub fn try_map<U, E>(self, act: impl FnMut(T) -> Result<U, E>) -> Result<Lists<U>, E> {
        Ok(Lists {
            all: self.all.into_iter().map(act).collect::<Result<_, E>>()?,
            ends: self.ends,
        })
    }
}

impl<T: Copy + Default> Lists<T> {
    /// Groups pairs of a list number and an entry into `lists` lists, and keeps the order of the
    /// entries of a list. Called with the uses of all options, it lists the options of each item.
    ///
    /// It iterates over the entries twice. `spend` receives the work done; its first error stops
    /// the grouping.
    pub(crate) fn grouped<I: Iterator<Item = (u32, T)>, E>(
        lists: usize,
        entries: impl Fn() -> I,
        mut spend: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Self, E> {
        spend(lists)?;
        let mut next = vec![0_u32; lists];
        // `try_for_each` over flattened lists is several times as fast as a `for` loop.
        entries().try_for_each(|(list, _)| {
            next[list as usize] += 1;
            spend(4)
        })?;
        let (mut end, mut ends) = (0, Ends::default());
        for size in &mut next {
            (*size, end) = (end, end + *size);
            ends.push(end);
        }
        let mut all = vec![T::default(); end as usize];
        entries().try_for_each(|(list, entry)| {
            let place = &mut next[list as usize];
            all[*place as usize] = entry;
            *place += 1;
            spend(12)
        })?;
        Ok(Self { all, ends })
    }
}

/// The end of each list. A list begins where the previous one ends.
#[derive(Clone, Debug)]
pub(crate) struct Ends<E = u32>(Vec<E>);

impl<E> Default for Ends<E> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<E: Copy + Into<u64>> Ends<E> {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// Appends a list with this end.
    pub(crate) fn push(&mut self, end: E) {
        self.0.push(end);
    }

    /// The range of a list that exists.
    #[inline]
    pub(crate) fn range(&self, number: u32) -> Range<usize> {
        let start = match number.checked_sub(1) {
            Some(before) => self.0[before as usize].into(),
            None => 0,
        };
        start as usize..self.0[number as usize].into() as usize
    }

    /// The range of a list; `None` if there is no list with this number.
    pub(crate) fn get(&self, number: usize) -> Option<Range<usize>> {
        (number < self.len()).then(|| self.range(number as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_lie_end_to_end() {
        let mut ends = Ends::<u32>::default();
        assert_eq!(ends.get(0), None);
        for end in [2, 2, 5] {
            ends.push(end);
        }
        assert_eq!([0, 1, 2].map(|list| ends.range(list)), [0..2, 2..2, 2..5]);
        assert_eq!((ends.get(2), ends.get(3)), (Some(2..5), None));
        assert_eq!(ends.len(), 3);
    }

    #[test]
    fn entries_are_mapped_in_their_lists() {
        let mut lists = Lists::default();
        lists.add([2, 0]);
        lists.add([]);
        lists.push(1);
        lists.close();
        let names = lists.try_map(|entry| Ok::<_, ()>(entry.to_string()));
        let names = names.unwrap();
        assert_eq!(names.of(0), ["2", "0"]);
        assert_eq!(
            (names.len(), names.find(2), names.find(3)),
            (3, Some(2..3), None)
        );
    }
}
