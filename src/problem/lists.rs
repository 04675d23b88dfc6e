//! Lists that lie end to end in one array. A million short lists cost a number each, not a heap block
//! each.

use std::ops::Range;

/// Lists of anything. The last one is open until it is closed.
#[derive(Clone, Debug)]
pub(crate) struct Lists<T> {
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
    /// With room for so many lists and entries of all of them.
    pub(crate) fn with_capacity(lists: usize, entries: usize) -> Self {
        Self {
            all: Vec::with_capacity(entries),
            ends: Ends(Vec::with_capacity(lists)),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn all(&self) -> &[T] {
        &self.all
    }

    pub(crate) fn all_mut(&mut self) -> &mut [T] {
        &mut self.all
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.all) + self.ends.bytes()
    }

    /// One more entry of the open list.
    pub(crate) fn push(&mut self, entry: T) {
        self.all.push(entry);
    }

    /// Closes the open list, and opens the next one.
    pub(crate) fn close(&mut self) {
        self.ends.push(self.all.len() as u32);
    }

    /// Adds a list, closed.
    pub(crate) fn add(&mut self, entries: impl IntoIterator<Item = T>) {
        self.all.extend(entries);
        self.close();
    }

    /// Where a list lies among all entries, if there is one with this number.
    pub(crate) fn find(&self, number: usize) -> Option<Range<usize>> {
        self.ends.get(number)
    }

    /// Where a closed list lies among all entries.
    #[inline]
    pub(crate) fn range(&self, number: u32) -> Range<usize> {
        self.ends.range(number)
    }

    #[inline]
    pub(crate) fn of(&self, number: u32) -> &[T] {
        &self.all[self.range(number)]
    }

    /// The lists of what becomes of each entry.
    pub(crate) fn try_map<U, E>(self, act: impl FnMut(T) -> Result<U, E>) -> Result<Lists<U>, E> {
        Ok(Lists {
            all: self.all.into_iter().map(act).collect::<Result<_, E>>()?,
            ends: self.ends,
        })
    }
}

impl<T: Copy + Default> Lists<T> {
    /// So many lists of the entries that come with the number of their list, in the order in which they
    /// come: from what each option has, the options of each. They are gone through twice. `spend`
    /// receives the work that is done; its first error ends it.
    pub(crate) fn grouped<I: Iterator<Item = (u32, T)>, E>(
        lists: usize,
        entries: impl Fn() -> I,
        mut spend: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Self, E> {
        spend(lists)?;
        let mut next = vec![0_u32; lists];
        // To go through flattened lists from within is several times as fast as a loop over them.
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

/// Where each of some lists stops; it starts where the one before it stops.
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

    /// One more list, which stops where the array does now.
    pub(crate) fn push(&mut self, end: E) {
        self.0.push(end);
    }

    /// Where a list lies that is there.
    #[inline]
    pub(crate) fn range(&self, number: u32) -> Range<usize> {
        let start = match number.checked_sub(1) {
            Some(before) => self.0[before as usize].into(),
            None => 0,
        };
        start as usize..self.0[number as usize].into() as usize
    }

    /// Where a list lies, if there is one with this number.
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
