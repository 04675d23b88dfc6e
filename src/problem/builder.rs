//! The builder: everything is checked when it is said, so that a [`Problem`] cannot be invalid.

use std::fmt;

use smallvec::SmallVec;
use thiserror::Error;

use super::{ItemId, Note, OptionId, Problem};

/// Collects items and options and freezes them into a [`Problem`].
///
/// A call that returns an error leaves the builder as it was.
///
/// ```
/// use quadrille::{BuildError, ItemId, Problem};
///
/// let mut builder = Problem::builder();
/// let rows: Vec<ItemId> = (1..=8)
///     .map(|row| builder.primary(&format!("row {row}")))
///     .collect::<Result<_, _>>()?;
/// builder.secondary("diagonal")?;
/// builder.option([rows[0], rows[7]])?; // by ids
/// builder.option(["row 2", "diagonal"])?; // by names
/// assert_eq!(builder.item("row 3"), Some(rows[2]));
///
/// let error = builder.option(["row 9"]).unwrap_err();
/// assert_eq!(error, BuildError::UnknownItem("\"row 9\"".into()));
/// assert_eq!(builder.build().option_count(), 2);
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone, Default)]
pub struct Builder {
    /// What was said so far, always valid.
    problem: Problem,
    /// `seen[i]` is the number, from 1, of the last option that named item `i`.
    seen: Vec<u32>,
}

impl Builder {
    /// Declares an item that must be covered exactly once.
    ///
    /// # Errors
    /// [`BuildError::DuplicateItem`] if an item has this name already,
    /// [`BuildError::TooLarge`] if the problem outgrows 32-bit ids.
    pub fn primary(&mut self, name: &str) -> Result<ItemId, BuildError> {
        self.declare(name, true)
    }

    /// Declares an item that may be covered, at most once.
    ///
    /// # Errors
    /// As [`primary`](Self::primary).
    pub fn secondary(&mut self, name: &str) -> Result<ItemId, BuildError> {
        self.declare(name, false)
    }

    fn declare(&mut self, name: &str, primary: bool) -> Result<ItemId, BuildError> {
        self.make_room(1)?;
        let number = self
            .problem
            .names
            .insert(name)
            .ok_or_else(|| BuildError::DuplicateItem(name.to_owned()))?;
        self.problem.primary.push(primary);
        self.seen.push(0);
        Ok(ItemId::new(number))
    }

    /// The item with this name, if it is declared already. O(length of the name).
    #[must_use]
    pub fn item(&self, name: &str) -> Option<ItemId> {
        self.problem.item(name)
    }

    /// Adds an option: the set of these items, each by its id or by its name.
    /// O(number of items), and the length of the names.
    ///
    /// An option without a primary item is dropped, which is noted; it has an id all the same.
    ///
    /// # Errors
    /// [`BuildError::UnknownItem`] for an item that was not declared,
    /// [`BuildError::RepeatedItem`] for an item named twice,
    /// [`BuildError::TooLarge`] if the problem outgrows 32-bit ids.
    pub fn option<'a, I>(&mut self, items: I) -> Result<OptionId, BuildError>
    where
        I: IntoIterator,
        I::Item: Into<Use<'a>>,
    {
        let mut found = SmallVec::<[ItemId; 16]>::new();
        for item in items {
            found.push(self.resolve(item.into())?);
        }
        self.make_room(found.len() + 1)?;
        let problem = &mut self.problem;
        let stamp = problem.ends.len() as u32 + 1;
        for (place, &item) in found.iter().enumerate() {
            if self.seen[item.index()] == stamp {
                // The next option has the same number and must not find these.
                for &stamped in &found[..place] {
                    self.seen[stamped.index()] = 0;
                }
                return Err(BuildError::RepeatedItem(problem.name(item).to_owned()));
            }
            self.seen[item.index()] = stamp;
        }
        let option = OptionId::new(problem.ends.len() as u32);
        problem.items.extend_from_slice(&found);
        problem.ends.push(problem.items.len() as u32);
        if problem.is_dropped(option) {
            problem.notes.push(Note::Dropped(option));
        }
        Ok(option)
    }

    /// Checks that this many more items, options and uses of items can be told apart.
    fn make_room(&self, more: usize) -> Result<(), BuildError> {
        if self.problem.size() + more > LIMIT {
            return Err(BuildError::TooLarge);
        }
        Ok(())
    }

    fn resolve(&self, item: Use<'_>) -> Result<ItemId, BuildError> {
        match item.0 {
            Reference::Id(id) if id.index() < self.problem.item_count() => Ok(id),
            Reference::Id(id) => Err(BuildError::UnknownItem(format!("number {id}"))),
            Reference::Name(name) => self
                .item(name)
                .ok_or_else(|| BuildError::UnknownItem(format!("\"{name}\""))),
        }
    }

    /// Freezes the problem.
    #[must_use]
    pub fn build(self) -> Problem {
        self.problem
    }
}

impl fmt::Debug for Builder {
    /// Sizes only, as for the problem.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("items", &self.problem.item_count())
            .field("options", &self.problem.option_count())
            .finish()
    }
}

/// The most that items, options and uses of items may come to together: each is told apart by 32
/// bits, also when an engine lays them all out in one array, and a few values stay free.
const LIMIT: usize = u32::MAX as usize - 8;

/// One item of an option: an [`ItemId`] or a name, from which it is made by `into()`.
#[derive(Clone, Copy, Debug)]
pub struct Use<'a>(Reference<'a>);

#[derive(Clone, Copy, Debug)]
enum Reference<'a> {
    Id(ItemId),
    Name(&'a str),
}

impl From<ItemId> for Use<'_> {
    fn from(id: ItemId) -> Self {
        Self(Reference::Id(id))
    }
}

impl From<&ItemId> for Use<'_> {
    fn from(id: &ItemId) -> Self {
        Self(Reference::Id(*id))
    }
}

impl<'a> From<&'a str> for Use<'a> {
    fn from(name: &'a str) -> Self {
        Self(Reference::Name(name))
    }
}

impl<'a> From<&'a String> for Use<'a> {
    fn from(name: &'a String) -> Self {
        Self(Reference::Name(name))
    }
}

/// What a [`Builder`] refuses, with the culprit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Two items have this name.
    #[error("two items are named \"{0}\"")]
    DuplicateItem(String),
    /// An option names an item that was not declared: its name in quotes, or its number.
    #[error("there is no item {0}")]
    UnknownItem(String),
    /// An option names this item twice.
    #[error("item \"{0}\" stands twice in one option")]
    RepeatedItem(String),
    /// Items, options and uses of items are more than 32-bit ids can tell apart.
    #[error("the problem is too large: items, options and uses of items exceed 4,294,967,287")]
    TooLarge,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Builder {
        let mut builder = Problem::builder();
        builder.primary("a").unwrap();
        builder.primary("b").unwrap();
        builder.secondary("s").unwrap();
        builder
    }

    #[test]
    fn errors_name_the_culprit() {
        let mut builder = small();
        let say = |error: BuildError| error.to_string();
        assert_eq!(
            say(builder.secondary("a").unwrap_err()),
            "two items are named \"a\""
        );
        assert_eq!(
            say(builder.option(["a", "c"]).unwrap_err()),
            "there is no item \"c\""
        );
        assert_eq!(
            say(builder.option([ItemId::new(3)]).unwrap_err()),
            "there is no item number 3"
        );
        assert_eq!(
            say(builder.option(["a", "s", "a"]).unwrap_err()),
            "item \"a\" stands twice in one option"
        );
    }

    #[test]
    fn a_refused_option_leaves_no_trace() {
        let mut builder = small();
        for bad in [["a", "s", "a"], ["b", "a", "x"]] {
            builder.option(bad).unwrap_err();
        }
        let option = builder.option(["a", "s", "b"]).unwrap();
        let problem = builder.build();
        assert_eq!(option, OptionId::new(0));
        assert_eq!(problem.option_count(), 1);
        assert_eq!(problem.display(option).to_string(), "a s b");
    }

    #[test]
    fn an_option_without_a_primary_item_is_dropped_and_keeps_its_id() {
        let mut builder = small();
        builder.option(["a"]).unwrap();
        let secondary = builder.option(["s"]).unwrap();
        let empty = builder.option::<[&str; 0]>([]).unwrap();
        let last = builder.option(["b"]).unwrap();
        let problem = builder.build();
        assert_eq!(
            problem.notes(),
            [Note::Dropped(secondary), Note::Dropped(empty)]
        );
        let told: Vec<String> = problem
            .notes()
            .iter()
            .map(|note| note.display(&problem).to_string())
            .collect();
        assert_eq!(
            told,
            [
                "option 1 (s) is dropped: it has no primary item",
                "option 2 is dropped: it has no items"
            ]
        );
        assert!(problem.is_dropped(secondary) && problem.is_dropped(empty));
        assert!(!problem.is_dropped(last));
        assert_eq!(last.index(), 3);
    }

    #[test]
    fn any_utf8_name_will_do() {
        let mut builder = Problem::builder();
        let names = ["", " ", "a:b|c", "Ünïcödé 🂡", "\0"];
        let ids = names.map(|name| builder.primary(name).unwrap());
        builder.option(ids).unwrap();
        let problem = builder.build();
        for (id, name) in ids.into_iter().zip(names) {
            assert_eq!(problem.name(id), name);
            assert_eq!(problem.item(name), Some(id));
        }
        assert_eq!(problem.item("absent"), None);
    }

    #[test]
    fn ids_of_another_problem_find_nothing() {
        let problem = small().build();
        assert_eq!(problem.name(ItemId::new(9)), "");
        assert!(!problem.is_primary(ItemId::new(9)));
        assert!(problem.items_of(OptionId::new(0)).is_empty());
        assert!(problem.is_dropped(OptionId::new(7)));
    }
}
