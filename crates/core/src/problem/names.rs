//! A set of numbered names, stored in one string.

use std::fmt::{self, Write};
use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::lists::Ends;
use crate::display::from_fn;

/// Distinct names, numbered from 0 in the order of insertion, and stored end to end.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    text: String,
    /// The ends of the names in `text`, which may be longer than 4 GB.
    ends: Ends<u64>,
    /// The numbers of the names, under the hashes of the names.
    table: HashTable<u32>,
}

impl Names {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Makes room for more names.
    pub(super) fn reserve(&mut self, more: usize) {
        let Self { text, ends, table } = self;
        table.reserve(more, |&i| {
            FxBuildHasher.hash_one(name(text, ends, i as usize))
        });
    }

    /// The memory of the names and of the table that finds them, in bytes. O(1).
    pub(super) fn bytes(&self) -> usize {
        self.text.len() + self.ends.bytes() + self.table.allocation_size()
    }

    /// The name with this number, or the empty string if there is none.
    pub(super) fn get(&self, number: usize) -> &str {
        name(&self.text, &self.ends, number)
    }

    pub(super) fn find(&self, name: &str) -> Option<u32> {
        let hash = FxBuildHasher.hash_one(name);
        self.table
            .find(hash, |&i| {
                // Bytes are compared faster than characters are counted.
                let place = self.ends.range(i);
                self.text.as_bytes().get(place) == Some(name.as_bytes())
            })
            .copied()
    }

    /// Adds a name and returns its number; `None` if the set contains it already.
    /// The caller keeps the set below `u32::MAX` names.
    pub(super) fn insert(&mut self, new: &str) -> Option<u32> {
        let Self { text, ends, table } = self;
        let hash = FxBuildHasher.hash_one(new);
        if table
            .find(hash, |&i| name(text, ends, i as usize) == new)
            .is_some()
        {
            return None;
        }
        let number = ends.len() as u32;
        text.push_str(new);
        ends.push(text.len() as u64);
        table.insert_unique(hash, number, |&i| {
            FxBuildHasher.hash_one(name(text, ends, i as usize))
        });
        Some(number)
    }
}

/// A name for display. Control characters are escaped, so that none reaches a terminal.
pub(crate) fn visible(name: &str) -> impl fmt::Display + '_ {
    from_fn(move |f| {
        if !name.contains(char::is_control) {
            return f.write_str(name);
        }
        name.chars().try_for_each(|c| {
            if c.is_control() {
                write!(f, "{}", c.escape_default())
            } else {
                f.write_char(c)
            }
        })
    })
}

fn name<'a>(text: &'a str, ends: &Ends<u64>, number: usize) -> &'a str {
    let range = ends.get(number).unwrap_or_default();
    text.get(range).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn names_are_found_by_number_and_by_text() {
        let mut names = Names::default();
        for (number, name) in ["a", "", "ab", "ß", "b"].into_iter().enumerate() {
            assert_eq!(names.insert(name), Some(number as u32));
            assert_eq!(names.insert(name), None);
        }
        for (number, name) in ["a", "", "ab", "ß", "b"].into_iter().enumerate() {
            assert_eq!(names.get(number), name);
            assert_eq!(names.find(name), Some(number as u32));
        }
        assert_eq!(names.find("aab"), None);
        assert_eq!(names.get(5), "");
        assert_eq!(names.len(), 5);
    }
}
