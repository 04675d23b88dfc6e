//! Problems: items to be covered and options that cover them.
//!
//! A [`Problem`] is built by a [`Builder`] that checks everything, and is then frozen: it cannot
//! be invalid, it cannot change, and any number of threads may read it.
//!
//! * A **primary** item is covered exactly once, or as often as its **multiplicity** says.
//! * A **secondary** item is covered at most once, or any number of times in one **colour**. A
//!   use without a colour agrees with no other use.
//! * An **option** is a set of items; a solution is a set of options, each used at most once,
//!   also where multiplicities would allow it twice.
//! * An option may have a **cost**; that of a solution is the sum over its options.
//! * Two equal options are two options: solutions that use one or the other both count.
//! * A problem without primary items has exactly one solution, the empty one.
//! * An option without a primary item can never be asked for: it is dropped (Knuth, TAOCP
//!   volume 4B, section 7.2.2.1), which a [`Note`] reports, and it keeps its id.

mod builder;
mod error;
mod id;
mod lists;
mod names;
mod note;
mod part;
mod users;
mod uses;

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::display::from_fn;
pub use builder::Builder;
pub use error::BuildError;
pub use id::{Colour, ItemId, OptionId};
pub(crate) use lists::Lists;
use names::{Names, visible};
pub use note::Note;
pub use uses::{Multiplicity, Use};

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
    /// What every item asks for. As long as `names`.
    demands: Vec<Demand>,
    /// The items of each option, in the order in which they were given.
    items: Lists<ItemId>,
    /// The colours of these uses; empty if no use has one.
    colours: Vec<Option<Colour>>,
    colour_names: Names,
    /// The costs of the options; empty if no option has one. Their sum is a `u64` too.
    costs: Vec<u64>,
    notes: Vec<Note>,
}

/// How often an item is to be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Demand {
    /// At least `low` times, at most `high` times, `low <= high` and `1 <= high`.
    Primary { low: u32, high: u32 },
    /// At most once, or in one colour.
    Secondary,
}

impl Demand {
    /// Of a plain primary item.
    pub(crate) const ONCE: Self = Self::Primary { low: 1, high: 1 };
}

impl Problem {
    /// The most bytes of a name of an item or a colour: 1 MiB. No text form holds longer ones.
    pub const LONGEST_NAME: usize = 1 << 20;

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
        self.items.len()
    }

    /// How many colours there are.
    #[must_use]
    pub fn colour_count(&self) -> usize {
        self.colour_names.len()
    }

    /// Items, options and uses of items together: the measure of what a walk costs.
    pub(crate) fn size(&self) -> usize {
        self.names.len() + self.items.len() + self.items.all().len()
    }

    /// The bytes of memory that the problem takes. O(1).
    #[must_use]
    pub fn bytes(&self) -> usize {
        let names = self.names.bytes() + self.colour_names.bytes();
        let uses = self.items.bytes() + size_of_val(&*self.colours);
        let options = size_of_val(&*self.costs) + size_of_val(&*self.notes);
        names + size_of_val(&*self.demands) + uses + options
    }

    /// All items, in the order of their declaration.
    pub fn items(&self) -> impl ExactSizeIterator<Item = ItemId> + DoubleEndedIterator + use<> {
        (0..self.names.len() as u32).map(ItemId::new)
    }

    /// All options, in the order of their addition, dropped ones included.
    pub fn options(&self) -> impl ExactSizeIterator<Item = OptionId> + DoubleEndedIterator + use<> {
        (0..self.items.len() as u32).map(OptionId::new)
    }

    /// All colours, in the order in which they were first named.
    pub fn colours(&self) -> impl ExactSizeIterator<Item = Colour> + DoubleEndedIterator + use<> {
        (0..self.colour_names.len() as u32).map(Colour::new)
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

    /// The colour with this name. O(length of the name).
    #[must_use]
    pub fn colour(&self, name: &str) -> Option<Colour> {
        self.colour_names.find(name).map(Colour::new)
    }

    /// The name of a colour; empty for a colour that is not of this problem.
    #[must_use]
    pub fn colour_name(&self, colour: Colour) -> &str {
        self.colour_names.get(colour.index())
    }

    /// Whether an item is primary, even if it may be covered no time at all; false for an id
    /// that is not of this problem.
    #[must_use]
    pub fn is_primary(&self, item: ItemId) -> bool {
        self.multiplicity(item).is_some()
    }

    /// How often a primary item may be covered: `1..=1` if nothing else was said. `None` for a
    /// secondary item, and for an id that is not of this problem.
    #[must_use]
    pub fn multiplicity(&self, item: ItemId) -> Option<RangeInclusive<u32>> {
        match *self.demands.get(item.index())? {
            Demand::Primary { low, high } => Some(low..=high),
            Demand::Secondary => None,
        }
    }

    /// Whether some primary item may be covered a number of times other than once.
    #[must_use]
    pub fn has_multiplicities(&self) -> bool {
        let plain = |&demand: &Demand| matches!(demand, Demand::ONCE | Demand::Secondary);
        !self.demands.iter().all(plain)
    }

    /// Whether some use has a colour.
    #[must_use]
    pub fn has_colours(&self) -> bool {
        !self.colours.is_empty()
    }

    /// Whether some option has a cost other than 0.
    #[must_use]
    pub fn has_costs(&self) -> bool {
        !self.costs.is_empty()
    }

    /// The items of an option, in the order in which they were given; none for an id that is
    /// not of this problem.
    #[must_use]
    pub fn items_of(&self, option: OptionId) -> &[ItemId] {
        &self.items.all()[self.range(option)]
    }

    /// The items of an option with their colours, in the order in which they were given; none
    /// for an id that is not of this problem.
    pub fn uses_of(
        &self,
        option: OptionId,
    ) -> impl ExactSizeIterator<Item = (ItemId, Option<Colour>)> + '_ {
        let range = self.range(option);
        let colours = self.colours.get(range.clone()).unwrap_or_default();
        let items = self.items.all()[range].iter().enumerate();
        items.map(|(place, &item)| (item, colours.get(place).copied().flatten()))
    }

    /// The cost of an option; 0 if nothing else was said, and for an id that is not of this
    /// problem. All costs of a problem together are a `u64` too, so that sums do not overflow.
    #[must_use]
    pub fn cost(&self, option: OptionId) -> u64 {
        self.costs.get(option.index()).copied().unwrap_or(0)
    }

    pub(crate) fn range(&self, option: OptionId) -> std::ops::Range<usize> {
        self.items.find(option.index()).unwrap_or_default()
    }

    /// Whether an option can never be used because it has no primary item; true for an id that
    /// is not of this problem.
    #[must_use]
    pub fn is_dropped(&self, option: OptionId) -> bool {
        !self.items_of(option).iter().any(|&i| self.is_primary(i))
    }

    /// What was found worth telling when the problem was built.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The name of an item as people read it: control characters are escaped, as in `\u{1b}`.
    pub fn display_item(&self, item: ItemId) -> impl fmt::Display + '_ {
        visible(self.name(item))
    }

    /// The option as people read it: the names of its items, separated by spaces, each with a
    /// colon and its colour behind it if it has one. Control characters are escaped.
    pub fn display(&self, option: OptionId) -> impl fmt::Display + '_ {
        from_fn(move |f| {
            for (place, (item, colour)) in self.uses_of(option).enumerate() {
                if place > 0 {
                    f.write_str(" ")?;
                }
                write!(f, "{}", self.display_item(item))?;
                if let Some(colour) = colour {
                    write!(f, ":{}", visible(self.colour_name(colour)))?;
                }
            }
            Ok(())
        })
    }
}

impl From<&Problem> for Arc<Problem> {
    /// A copy, so that a [`Solver`](crate::Solver) takes a problem that stays in use elsewhere.
    /// O(size of the problem); to clone an `Arc` is O(1).
    fn from(problem: &Problem) -> Self {
        Self::new(problem.clone())
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
