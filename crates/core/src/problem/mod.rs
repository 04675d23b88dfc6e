//! Problems: items, and options that cover them.
//!
//! A [`Builder`] checks everything and then freezes a [`Problem`]. A problem is always valid, never
//! changes, and can be shared by threads.
//!
//! * A **primary** item is covered exactly once, or as often as its **multiplicity** allows.
//! * A **secondary** item is covered at most once, or any number of times if all uses have the same
//!   **colour**. A use without a colour excludes every other use.
//! * An **option** is a set of items. A solution is a set of options: it uses each option at most
//!   once, even if multiplicities would allow the option twice.
//! * An option may have a **cost**, which may be negative. The cost of a solution is the sum of the
//!   costs of its options.
//! * Equal options are different options: a solution with one and a solution with the other both
//!   count.
//! * A problem without primary items has exactly one solution, the empty one.
//! * An option without a primary item is *dropped* (Knuth, TAOCP volume 4B, section 7.2.2.1): no
//!   solution uses it. It keeps its id, and a [`Note`] reports it.

mod builder;
mod decimal;
mod error;
mod fingerprint;
mod id;
mod lists;
mod names;
mod note;
mod part;
mod sense;
mod sums;
mod users;
mod uses;

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::display::from_fn;
pub use builder::Builder;
pub use decimal::{Decimal, DecimalError};
pub use error::BuildError;
pub use fingerprint::StableHash;
pub use fingerprint::{Fingerprint, FingerprintError};
pub use id::{Colour, ItemId, OptionId};
pub use lists::Lists;
use names::Names;
pub(crate) use names::visible;
pub use note::Note;
pub use sense::Sense;
pub(crate) use sums::{Sum, Term, hash_of};
pub use uses::{Multiplicity, Use};

/// An exact-cover problem, checked and frozen. A [`Builder`] makes it; a
/// [`Solver`](crate::Solver) solves it.
///
/// A primary item is covered exactly once, or as often as its multiplicity allows. A secondary item
/// is covered at most once, or several times in one colour. An option is a set of items and may
/// have a cost. No solution uses an option twice. Equal options are different options.
///
/// ```
/// use quadrille::Problem;
///
/// let mut builder = Problem::builder();
/// let a = builder.primary("a")?;
/// let b = builder.primary("b")?;
/// let s = builder.secondary("s")?;
/// builder.option([a, s])?;
/// builder.option(["b", "s"])?; // items by name
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
    /// The demand of each item. As long as `names`.
    demands: Vec<Demand>,
    /// The items of each option, in input order.
    items: Lists<ItemId>,
    /// The colour of each entry of `items`; empty if no use has a colour.
    colours: Vec<Option<Colour>>,
    colour_names: Names,
    /// The cost of each option; empty if no option has a cost. Their sizes add up to an `i64`.
    costs: Vec<i64>,
    /// Costs are in units of `10^-decimals`.
    decimals: u32,
    notes: Vec<Note>,
    /// What engines may know of sums besides.
    sums: Arc<[Sum]>,
}

/// The number of options that must and may cover an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Demand {
    /// At least `low` times, at most `high` times, `low <= high` and `1 <= high`.
    Primary { low: u32, high: u32 },
    /// At most once, or any number of times in one colour.
    Secondary,
}

impl Demand {
    /// The demand of a plain primary item.
    pub(crate) const ONCE: Self = Self::Primary { low: 1, high: 1 };
}

impl Problem {
    /// The maximum length of the name of an item or a colour: 1 MiB.
    pub const LONGEST_NAME: usize = 1 << 20;

    /// Returns an empty builder.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Returns the number of items, primary and secondary.
    #[must_use]
    pub fn item_count(&self) -> usize {
        self.names.len()
    }

    /// Returns the number of options, dropped options included.
    #[must_use]
    pub fn option_count(&self) -> usize {
        self.items.len()
    }

    /// Returns the number of colours.
    #[must_use]
    pub fn colour_count(&self) -> usize {
        self.colour_names.len()
    }

    /// The number of items, options and uses of items together, which bounds the work of a node.
    pub(crate) fn size(&self) -> usize {
        self.names.len() + self.items.len() + self.items.all().len()
    }

    /// Returns the memory of the problem, in bytes. O(1), or O(terms of the sums of a model).
    #[must_use]
    pub fn bytes(&self) -> usize {
        let names = self.names.bytes() + self.colour_names.bytes();
        let uses = self.items.bytes() + size_of_val(&*self.colours);
        let options = size_of_val(&*self.costs) + size_of_val(&*self.notes);
        let values = |sum: &Sum| -> usize {
            sum.terms
                .iter()
                .map(|term| size_of_val(&*term.values))
                .sum()
        };
        let sums: usize = self.sums.iter().map(values).sum();
        names + size_of_val(&*self.demands) + uses + options + sums
    }

    /// Iterates over all items, in the order in which they were declared.
    pub fn items(&self) -> impl ExactSizeIterator<Item = ItemId> + DoubleEndedIterator + use<> {
        (0..self.names.len() as u32).map(ItemId::new)
    }

    /// Iterates over all options, in the order in which they were added, dropped options included.
    pub fn options(&self) -> impl ExactSizeIterator<Item = OptionId> + DoubleEndedIterator + use<> {
        (0..self.items.len() as u32).map(OptionId::new)
    }

    /// Iterates over all colours, in the order in which they were first named.
    pub fn colours(&self) -> impl ExactSizeIterator<Item = Colour> + DoubleEndedIterator + use<> {
        (0..self.colour_names.len() as u32).map(Colour::new)
    }

    /// Finds the item with this name. O(length of the name).
    #[must_use]
    pub fn item(&self, name: &str) -> Option<ItemId> {
        self.names.find(name).map(ItemId::new)
    }

    /// Returns the name of an item; the empty string if the problem has no such item.
    #[must_use]
    pub fn name(&self, item: ItemId) -> &str {
        self.names.get(item.index())
    }

    /// Finds the colour with this name. O(length of the name).
    #[must_use]
    pub fn colour(&self, name: &str) -> Option<Colour> {
        self.colour_names.find(name).map(Colour::new)
    }

    /// Returns the name of a colour; the empty string if the problem has no such colour.
    #[must_use]
    pub fn colour_name(&self, colour: Colour) -> &str {
        self.colour_names.get(colour.index())
    }

    /// Returns whether an item is primary; `false` if the problem has no such item. An item with a
    /// lower bound of 0 is primary too.
    #[must_use]
    pub fn is_primary(&self, item: ItemId) -> bool {
        self.multiplicity(item).is_some()
    }

    /// Returns the least and the greatest number of options that may cover a primary item: `1..=1`
    /// if it has no other multiplicity. `None` for a secondary item, and if the problem has no such
    /// item.
    #[must_use]
    pub fn multiplicity(&self, item: ItemId) -> Option<RangeInclusive<u32>> {
        match *self.demands.get(item.index())? {
            Demand::Primary { low, high } => Some(low..=high),
            Demand::Secondary => None,
        }
    }

    /// Returns whether some primary item has a multiplicity other than `1..=1`.
    #[must_use]
    pub fn has_multiplicities(&self) -> bool {
        let plain = |&demand: &Demand| matches!(demand, Demand::ONCE | Demand::Secondary);
        !self.demands.iter().all(plain)
    }

    /// Returns whether some option gives a colour to an item.
    #[must_use]
    pub fn has_colours(&self) -> bool {
        !self.colours.is_empty()
    }

    /// Returns whether some option has a cost other than 0. O(options) if none has.
    #[must_use]
    pub fn has_costs(&self) -> bool {
        self.costs.iter().any(|&cost| cost != 0)
    }

    /// Returns the items of an option, in input order; none if the problem has no such option.
    #[must_use]
    pub fn items_of(&self, option: OptionId) -> &[ItemId] {
        &self.items.all()[self.range(option)]
    }

    /// Iterates over the items of an option with their colours, in input order; over nothing if the
    /// problem has no such option.
    pub fn uses_of(
        &self,
        option: OptionId,
    ) -> impl ExactSizeIterator<Item = (ItemId, Option<Colour>)> + '_ {
        let range = self.range(option);
        let colours = self.colours.get(range.clone()).unwrap_or_default();
        let items = self.items.all()[range].iter().enumerate();
        items.map(|(place, &item)| (item, colours.get(place).copied().flatten()))
    }

    /// Returns the cost of an option, in units of the [last decimal](Self::cost_decimals): 0 if it
    /// has none, or if the problem has no such option. The
    /// sum of all costs without their signs fits an `i64`, so the cost of a solution never
    /// overflows.
    #[must_use]
    pub fn cost(&self, option: OptionId) -> i64 {
        self.costs.get(option.index()).copied().unwrap_or(0)
    }

    /// The best cost of any set of options: the sum of all negative costs, or of all positive ones.
    /// O(options).
    pub(crate) fn best_sum(&self, sense: Sense) -> i64 {
        let losses = self.costs.iter().map(|&cost| sense.loss(cost).min(0));
        sense.loss(losses.sum())
    }

    /// Returns the number of decimals that all costs share, from 0 to
    /// [`Decimal::MOST_DECIMALS`]: costs are whole numbers of units of 10 to the power of minus
    /// this number. It is the least that holds all costs.
    ///
    /// ```
    /// use quadrille::text::dlx;
    ///
    /// let problem = dlx::read(b"a\na |2.25\na |3\n")?;
    /// assert_eq!(problem.cost_decimals(), 2);
    /// let costs: Vec<i64> = problem.options().map(|option| problem.cost(option)).collect();
    /// assert_eq!(costs, [225, 300]);
    /// assert_eq!(problem.decimal(costs[0] + costs[1]).to_string(), "5.25");
    /// # Ok::<(), quadrille::text::TextError>(())
    /// ```
    #[must_use]
    pub const fn cost_decimals(&self) -> u32 {
        self.decimals
    }

    /// Returns a cost of this problem, in units, as the number that it stands for.
    #[must_use]
    pub const fn decimal(&self, cost: i64) -> Decimal {
        Decimal::new(cost, self.decimals)
    }

    pub(crate) fn range(&self, option: OptionId) -> std::ops::Range<usize> {
        self.items.find(option.index()).unwrap_or_default()
    }

    /// Returns whether an option is dropped: no solution uses it, because it has no primary item.
    /// `true` if the problem has no such option.
    #[must_use]
    pub fn is_dropped(&self, option: OptionId) -> bool {
        !self.items_of(option).iter().any(|&i| self.is_primary(i))
    }

    /// Returns whether no solution uses both options: they are different, and share an item that only
    /// one option may cover, or a secondary item in which they have no colour or different ones.
    /// O(items of one times items of the other).
    #[must_use]
    pub fn are_exclusive(&self, one: OptionId, other: OptionId) -> bool {
        one != other
            && self.uses_of(one).any(|(item, colour)| {
                let mut uses = self.uses_of(other);
                let used = uses.find(|used| used.0 == item);
                used.is_some_and(|(_, other)| match self.multiplicity(item) {
                    Some(times) => *times.end() == 1,
                    None => colour.is_none() || colour != other,
                })
            })
    }

    /// Returns the remarks made when the problem was built, such as options that no solution uses.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The sums that items and options express, as far as they are known.
    pub(crate) fn sums(&self) -> &[Sum] {
        &self.sums
    }

    /// The same problem, for engines that know of its sums.
    pub(crate) fn with_sums(self, sums: Vec<Sum>) -> Self {
        Self {
            sums: sums.into(),
            ..self
        }
    }

    /// Returns the name of an item for display: control characters are escaped, as in `\u{1b}`.
    pub fn display_item(&self, item: ItemId) -> impl fmt::Display + '_ {
        visible(self.name(item))
    }

    /// Returns an option for display: its items in input order, separated by spaces, an item with a
    /// colour as `item:colour`. Control characters are escaped.
    pub fn display_option(&self, option: OptionId) -> impl fmt::Display + '_ {
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
    /// Copies the problem, in O(its size). With this, [`Solver::new`](crate::Solver::new) accepts a
    /// reference. Pass a clone of an `Arc<Problem>` to avoid the copy.
    fn from(problem: &Problem) -> Self {
        Self::new(problem.clone())
    }
}

impl fmt::Debug for Problem {
    /// Prints sizes only, because a problem may have millions of options.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Problem")
            .field("items", &self.item_count())
            .field("options", &self.option_count())
            .field("notes", &self.notes)
            .finish()
    }
}
