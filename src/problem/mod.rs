//! Problems: items to be covered and options that cover them.
//!
//! A [`Problem`] is built by a [`Builder`] that checks everything, and is then frozen: it cannot
//! be invalid, it cannot change, and any number of threads may read it.
//!
//! * A **primary** item is covered exactly once. A **secondary** item is covered at most once.
//! * An **option** is a set of items; a solution is a set of options, each used at most once.
//! * Two equal options are two options: solutions that use one or the other both count.
//! * A problem without primary items has exactly one solution, the empty one.
//! * An option without a primary item can never be asked for: it is dropped (Knuth, TAOCP
//!   volume 4B, section 7.2.2.1), which a [`Note`] reports, and it keeps its id.

mod builder;
mod id;
mod names;

use std::fmt;

pub use builder::{BuildError, Builder, Use};
pub use id::{ItemId, OptionId};
use names::Names;

/// An exact-cover problem, checked and frozen.
///
/// ```
/// use quadrille::Problem;
///
/// let mut builder = Problem::builder();
/// let a = builder.primary("a")?;
/// let b = builder.primary("b")?;
/// let s = builder.secondary("s")?;
/// builder.option([a, s])?;
/// builder.option(["b", "s"])?; // by name is as good as by id
/// let both = builder.option([a, b])?;
///
/// let problem = builder.build();
/// assert_eq!(problem.item_count(), 3);
/// assert_eq!(problem.items_of(both), [a, b]);
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Default)]
pub struct Problem {
    names: Names,
    /// `primary[i]`: item `i` must be covered. As long as `names`.
    primary: Vec<bool>,
    /// The items of all options, end to end, in the order in which they were given.
    items: Vec<ItemId>,
    /// `ends[o]` is where option `o` stops in `items`; it starts where the one before stops.
    ends: Vec<u32>,
    notes: Vec<Note>,
}

impl Problem {
    /// An empty builder.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// How many items there are, primary and secondary.
    #[must_use]
    pub fn item_count(&self) -> usize {
        self.names.len()
    }

    /// How many options there are, dropped ones included.
    #[must_use]
    pub fn option_count(&self) -> usize {
        self.ends.len()
    }

    /// Items, options and uses of items together: the measure of what a walk costs.
    pub(crate) fn size(&self) -> usize {
        self.names.len() + self.ends.len() + self.items.len()
    }

    /// All items, in the order of their declaration.
    pub fn items(&self) -> impl ExactSizeIterator<Item = ItemId> + DoubleEndedIterator + use<> {
        (0..self.names.len() as u32).map(ItemId::new)
    }

    /// All options, in the order of their addition, dropped ones included.
    pub fn options(&self) -> impl ExactSizeIterator<Item = OptionId> + DoubleEndedIterator + use<> {
        (0..self.ends.len() as u32).map(OptionId::new)
    }

    /// The item with this name. O(length of the name).
    #[must_use]
    pub fn item(&self, name: &str) -> Option<ItemId> {
        self.names.find(name).map(ItemId::new)
    }

    /// The name of an item; empty for an id that is not of this problem.
    #[must_use]
    pub fn name(&self, item: ItemId) -> &str {
        self.names.get(item.index())
    }

    /// Whether an item must be covered; false for an id that is not of this problem.
    #[must_use]
    pub fn is_primary(&self, item: ItemId) -> bool {
        self.primary.get(item.index()).copied().unwrap_or(false)
    }

    /// The items of an option, in the order in which they were given; none for an id that is
    /// not of this problem.
    #[must_use]
    pub fn items_of(&self, option: OptionId) -> &[ItemId] {
        let start = match option.index().checked_sub(1) {
            Some(before) => self.ends.get(before).copied(),
            None => Some(0),
        };
        match (start, self.ends.get(option.index())) {
            (Some(start), Some(&end)) => &self.items[start as usize..end as usize],
            _ => &[],
        }
    }

    /// Whether an option can never be used because it has no primary item; true for an id that
    /// is not of this problem.
    #[must_use]
    pub fn is_dropped(&self, option: OptionId) -> bool {
        !self.items_of(option).iter().any(|&i| self.is_primary(i))
    }

    /// What the builder found worth telling, in the order of the options.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The option as people read it: the names of its items, separated by spaces.
    pub fn display(&self, option: OptionId) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| {
            for (place, &item) in self.items_of(option).iter().enumerate() {
                if place > 0 {
                    f.write_str(" ")?;
                }
                f.write_str(self.name(item))?;
            }
            Ok(())
        })
    }
}

impl fmt::Debug for Problem {
    /// Sizes only: a problem may have millions of options.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Problem")
            .field("items", &self.item_count())
            .field("options", &self.option_count())
            .field("notes", &self.notes)
            .finish()
    }
}

/// Something in a problem that is no error, yet may not be what was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// The option has no primary item and is dropped.
    Dropped(OptionId),
}

impl Note {
    /// The note in the names of the problem in which it stands.
    pub fn display(self, problem: &Problem) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| match self {
            Self::Dropped(option) if problem.items_of(option).is_empty() => {
                write!(f, "option {option} is dropped: it has no items")
            }
            Self::Dropped(option) => {
                let names = problem.display(option);
                write!(
                    f,
                    "option {option} ({names}) is dropped: it has no primary item"
                )
            }
        })
    }
}
