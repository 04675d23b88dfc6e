//! The builder of problems. It checks every call at once, so that a [`Problem`] is always valid.

use std::fmt;

use smallvec::SmallVec;

use super::uses::{ColourRef, ItemRef};
use super::{
    BuildError, Colour, Decimal, Demand, ItemId, Multiplicity, Note, OptionId, Problem, Use,
};

/// Collects items and options, and freezes them into a [`Problem`].
///
/// A call that returns an error leaves the builder unchanged.
///
/// ```
/// use quadrille::{BuildError, ItemId, Problem};
///
/// let mut builder = Problem::builder();
/// let rows: Vec<ItemId> = (1..=8)
///     .map(|row| builder.primary(format!("row {row}")))
///     .collect::<Result<_, _>>()?;
/// builder.secondary("diagonal")?;
/// builder.option([rows[0], rows[7]])?; // items by id
/// builder.option(["row 2", "diagonal"])?; // items by name
/// assert_eq!(builder.item("row 3"), Some(rows[2]));
///
/// let error = builder.option(["row 9"]).unwrap_err();
/// assert_eq!(error, BuildError::UnknownItem("\"row 9\"".into()));
/// assert_eq!(builder.build().option_count(), 2);
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone)]
pub struct Builder {
    /// The problem so far, always valid.
    problem: Problem,
    /// `last_option[i]` is the number, from 1, of the last option that contains item `i`.
    last_option: Vec<u32>,
    /// The sum of the sizes of all costs: costs without their signs.
    total_cost: u64,
    /// The memory limit, in bytes.
    memory: usize,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            problem: Problem::default(),
            last_option: Vec::new(),
            total_cost: 0,
            memory: usize::MAX,
        }
    }
}

/// An option before it is added.
#[derive(Default)]
struct Draft<'a> {
    items: SmallVec<[ItemId; 16]>,
    colours: Colours<'a>,
}

/// The colours of an option, each with its place among the items.
type Colours<'a> = SmallVec<[(usize, ColourRef<'a>); 8]>;

impl Builder {
    /// Limits the memory of the problem and the builder together to about this many bytes. By
    /// default there is no limit.
    ///
    /// Once the limit is exceeded, every call that adds an item or an option fails with
    /// [`BuildError::Memory`]. The limit is checked before anything is added, so the last call that
    /// succeeds may exceed it. Set a limit before you read a text that you do not trust; the
    /// readers of [`text`](crate::text) do so in `read_within`.
    ///
    /// ```
    /// use quadrille::{BuildError, Problem};
    ///
    /// let mut builder = Problem::builder().memory(10_000);
    /// let error = (0..).find_map(|n: u32| builder.primary(n.to_string()).err());
    /// assert_eq!(error, Some(BuildError::Memory(10_000)));
    /// ```
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// Makes room for more items and options, which are then added faster. Nothing depends on it.
    pub fn reserve(&mut self, items: usize, options: usize) {
        let problem = &mut self.problem;
        problem.names.reserve(items);
        problem.demands.reserve(items);
        problem.items.reserve(options);
        self.last_option.reserve(items);
    }

    /// Declares an item that must be covered exactly once.
    ///
    /// Any string of at most [`Problem::LONGEST_NAME`] bytes is a valid name. A problem that is to
    /// be written as [DLX text](crate::text::dlx) needs names that are not empty and contain no
    /// white space, control character, `|` or `:`. JSON allows all names.
    ///
    /// # Errors
    /// * [`BuildError::DuplicateItem`] if an item with this name exists.
    /// * [`BuildError::LongName`] if the name is too long.
    /// * [`BuildError::TooLarge`] if 32-bit ids cannot number the whole problem.
    /// * [`BuildError::Memory`] if the [memory limit](Self::memory) is reached.
    pub fn primary(&mut self, name: impl AsRef<str>) -> Result<ItemId, BuildError> {
        self.declare(name.as_ref(), Demand::ONCE)
    }

    /// Declares an item that may stay uncovered. It is covered at most once, or any number of times
    /// in one colour.
    ///
    /// # Errors
    /// The same as [`primary`](Self::primary).
    pub fn secondary(&mut self, name: impl AsRef<str>) -> Result<ItemId, BuildError> {
        self.declare(name.as_ref(), Demand::Secondary)
    }

    /// Declares a primary item that must be covered by a given number of options, such as `2` or
    /// `2..=3`.
    ///
    /// The lower bound may be 0; the item is primary all the same.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    ///
    /// // Two or three of four friends.
    /// let mut builder = Problem::builder();
    /// let friends = builder.multiple("friends", 2..=3)?;
    /// for _ in 0..4 {
    ///     builder.option([friends])?;
    /// }
    /// assert_eq!(Solver::new(builder.build()).search().count().value, 6 + 4);
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// The same as [`primary`](Self::primary), and [`BuildError::BadMultiplicity`] if the lower
    /// bound exceeds the upper bound, or if the upper bound is 0.
    pub fn multiple(
        &mut self,
        name: impl AsRef<str>,
        bounds: impl Into<Multiplicity>,
    ) -> Result<ItemId, BuildError> {
        let (name, Multiplicity { low, high }) = (name.as_ref(), bounds.into());
        if low > high || high == 0 {
            let (name, bounds) = (name.to_owned(), low..=high);
            return Err(BuildError::BadMultiplicity { name, bounds });
        }
        self.declare(name, Demand::Primary { low, high })
    }

    fn declare(&mut self, name: &str, demand: Demand) -> Result<ItemId, BuildError> {
        self.check_room(1)?;
        check_name(name)?;
        let number = self
            .problem
            .names
            .insert(name)
            .ok_or_else(|| BuildError::DuplicateItem(name.to_owned()))?;
        self.problem.demands.push(demand);
        self.last_option.push(0);
        Ok(ItemId::new(number))
    }

    /// Finds a declared item by its name. O(length of the name).
    #[must_use]
    pub fn item(&self, name: &str) -> Option<ItemId> {
        self.problem.item(name)
    }

    /// Finds the colour with this name, or makes it. [`option`](Self::option) makes colours in the
    /// same way. O(length of the name).
    ///
    /// # Errors
    /// [`BuildError::LongName`] if the name is too long.
    pub fn colour(&mut self, name: impl AsRef<str>) -> Result<Colour, BuildError> {
        let name = name.as_ref();
        check_name(name)?;
        Ok(self.find_or_make_colour(name))
    }

    fn find_or_make_colour(&mut self, name: &str) -> Colour {
        let names = &mut self.problem.colour_names;
        // `insert` fails only for a name that `find` finds.
        let number = names.find(name).or_else(|| names.insert(name));
        Colour::new(number.unwrap_or_default())
    }

    /// Adds an option: a set of items, each given by its id or by its name. Secondary items may
    /// have a colour. O(number of items + length of their names).
    ///
    /// An option without a primary item is accepted, but dropped: it has an id, no solution uses
    /// it, and a [`Note`] reports it.
    ///
    /// ```
    /// # use quadrille::{Problem, Use};
    /// # let mut builder = Problem::builder();
    /// # builder.primary("a")?;
    /// # builder.secondary("s")?;
    /// builder.option(["a", "s"])?;
    /// builder.option([Use::from("a"), ("s", "red").into()])?;
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// * [`BuildError::UnknownItem`] if an item was not declared.
    /// * [`BuildError::RepeatedItem`] if an item occurs twice.
    /// * [`BuildError::ColouredPrimary`] if a primary item has a colour.
    /// * [`BuildError::UnknownColour`] if this builder has no colour with the index of a given
    ///   [`Colour`].
    /// * [`BuildError::LongName`] if the name of a new colour is too long.
    /// * [`BuildError::TooLarge`] if 32-bit ids cannot number the whole problem.
    /// * [`BuildError::Memory`] if the [memory limit](Self::memory) is reached.
    pub fn option<'a, I>(&mut self, items: I) -> Result<OptionId, BuildError>
    where
        I: IntoIterator,
        I::Item: Into<Use<'a>>,
    {
        let mut draft = Draft::default();
        for item in items {
            self.draft_use(&mut draft, item.into())?;
            // An option with more items than the problem has contains one of them twice.
            if draft.items.len() > self.last_option.len() {
                break;
            }
        }
        self.add_drafted(&draft.items, draft.colours)
    }

    /// Adds an option with these items, without colours.
    pub(crate) fn plain_option(&mut self, items: &[ItemId]) -> Result<OptionId, BuildError> {
        for &item in items {
            self.resolve(&ItemRef::Id(item))?;
        }
        self.add_drafted(items, SmallVec::new())
    }

    // The rest of `option` does not depend on the kind of iterator, so it is compiled once, and not for
    // every call.

    fn draft_use<'a>(&mut self, draft: &mut Draft<'a>, used: Use<'a>) -> Result<(), BuildError> {
        let Use { item, colour } = used;
        let item = self.resolve(&item)?;
        if let Some(colour) = colour {
            self.check_colour(item, &colour)?;
            draft.colours.push((draft.items.len(), colour));
        }
        draft.items.push(item);
        Ok(())
    }

    fn add_drafted(
        &mut self,
        items: &[ItemId],
        colours: Colours<'_>,
    ) -> Result<OptionId, BuildError> {
        self.check_room(items.len() + 1)?;
        self.check_distinct(items)?;
        let problem = &mut self.problem;
        let option = OptionId::new(problem.items.len() as u32);
        let start = problem.items.all().len();
        problem.items.add(items.iter().copied());
        if problem.is_dropped(option) {
            problem.notes.push(Note::Dropped(option));
        }
        if !(problem.colours.is_empty() && colours.is_empty()) {
            problem.colours.resize(problem.items.all().len(), None);
        }
        for (place, colour) in colours {
            let colour = match colour {
                ColourRef::Id(colour) => colour,
                ColourRef::Name(name) => self.find_or_make_colour(&name),
            };
            self.problem.colours[start + place] = Some(colour);
        }
        if !self.problem.costs.is_empty() {
            self.problem.costs.push(0);
        }
        Ok(option)
    }

    /// Adds an option with a cost. It is [`option`](Self::option) and [`add_cost`](Self::add_cost)
    /// in one step: if the cost is refused, there is no option.
    ///
    /// # Errors
    /// Those of both.
    pub fn costed_option<'a, I>(
        &mut self,
        items: I,
        cost: impl Into<Decimal>,
    ) -> Result<OptionId, BuildError>
    where
        I: IntoIterator,
        I::Item: Into<Use<'a>>,
    {
        let cost = cost.into();
        self.priced(0, cost)?;
        let option = self.option(items)?;
        self.add_cost(option, cost)?;
        Ok(option)
    }

    /// Adds a cost to that of an option, which is 0 at first. A negative cost is a gain. A cost may
    /// have decimals. O(1), except that the first cost of a problem and the first one with more
    /// decimals than all before take O(options).
    ///
    /// ```
    /// # use quadrille::{Decimal, Problem};
    /// # let mut builder = Problem::builder();
    /// builder.primary("a")?;
    /// let option = builder.option(["a"])?;
    /// builder.add_cost(option, 3)?;
    /// builder.add_cost(option, -4)?;
    /// assert_eq!(builder.problem().cost(option), -1);
    ///
    /// let more: Decimal = "2.5".parse()?;
    /// builder.add_cost(option, more)?;
    /// let problem = builder.build();
    /// assert_eq!((problem.cost(option), problem.cost_decimals()), (15, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// * [`BuildError::UnknownOption`] if the builder has no such option.
    /// * [`BuildError::CostDecimals`] if the cost has too many decimals.
    /// * [`BuildError::CostOverflow`] if the costs of all options, without their signs, add up to
    ///   more than [`i64::MAX`] units of the last decimal. So the costs of any set of options add up
    ///   to an `i64`.
    pub fn add_cost(
        &mut self,
        option: OptionId,
        cost: impl Into<Decimal>,
    ) -> Result<(), BuildError> {
        let options = self.problem.items.len();
        if option.index() >= options {
            return Err(BuildError::UnknownOption(option.index()));
        }
        let Priced {
            scale,
            decimals,
            cost,
            total,
        } = self.priced(self.problem.cost(option), cost.into())?;
        (self.total_cost, self.problem.decimals) = (total, decimals);
        let costs = &mut self.problem.costs;
        if scale > 1 {
            costs.iter_mut().for_each(|cost| *cost *= scale);
        }
        if cost != 0 || !costs.is_empty() {
            costs.resize(options, 0);
            costs[option.index()] = cost;
        }
        Ok(())
    }

    /// What changes if an option costs more than before, which is in units.
    fn priced(&self, before: i64, more: Decimal) -> Result<Priced, BuildError> {
        if more.decimals() > Decimal::MOST_DECIMALS {
            return Err(BuildError::CostDecimals(more.decimals()));
        }
        let decimals = self.problem.decimals.max(more.decimals());
        let scale = 10_i64.pow(decimals - self.problem.decimals);
        let others = self.total_cost - before.unsigned_abs();
        let priced = || {
            let cost = before.checked_mul(scale)?;
            let cost = cost.checked_add(more.units_of(decimals)?)?;
            let others = others.checked_mul(scale.unsigned_abs())?;
            let total = others.checked_add(cost.unsigned_abs())?;
            (total <= i64::MAX.unsigned_abs()).then_some(Priced {
                scale,
                decimals,
                cost,
                total,
            })
        };
        priced().ok_or(BuildError::CostOverflow)
    }

    pub(crate) fn note(&mut self, note: Note) {
        self.problem.notes.push(note);
    }

    /// Checks that the problem can grow by this many items, options and uses of items.
    fn check_room(&self, more: usize) -> Result<(), BuildError> {
        if self.problem.size() + more > LIMIT {
            return Err(BuildError::TooLarge);
        }
        if self.memory < usize::MAX && self.bytes() > self.memory {
            return Err(BuildError::Memory(self.memory));
        }
        Ok(())
    }

    pub(crate) fn item_count(&self) -> usize {
        self.problem.item_count()
    }

    fn bytes(&self) -> usize {
        self.problem.bytes() + size_of_val(&*self.last_option)
    }

    fn check_distinct(&mut self, items: &[ItemId]) -> Result<(), BuildError> {
        let stamp = self.problem.items.len() as u32 + 1;
        for (place, &item) in items.iter().enumerate() {
            if self.last_option[item.index()] == stamp {
                // The next option gets the same number, so these stamps must go.
                for &stamped in &items[..place] {
                    self.last_option[stamped.index()] = 0;
                }
                let name = self.problem.name(item).to_owned();
                return Err(BuildError::RepeatedItem(name));
            }
            self.last_option[item.index()] = stamp;
        }
        Ok(())
    }

    fn check_colour(&self, item: ItemId, colour: &ColourRef<'_>) -> Result<(), BuildError> {
        match *colour {
            _ if self.problem.is_primary(item) => {
                let name = self.problem.name(item).to_owned();
                Err(BuildError::ColouredPrimary(name))
            }
            ColourRef::Id(colour) if colour.index() >= self.problem.colour_count() => {
                Err(BuildError::UnknownColour(colour.index()))
            }
            ColourRef::Id(_) => Ok(()),
            ColourRef::Name(ref name) => check_name(name),
        }
    }

    fn resolve(&self, item: &ItemRef<'_>) -> Result<ItemId, BuildError> {
        match *item {
            ItemRef::Id(id) if id.index() < self.problem.item_count() => Ok(id),
            ItemRef::Id(id) => Err(BuildError::UnknownItem(format!("number {id}"))),
            ItemRef::Name(ref name) => self
                .item(name)
                .ok_or_else(|| BuildError::UnknownItem(format!("\"{name}\""))),
        }
    }

    /// Returns the problem so far. O(1).
    ///
    /// ```
    /// # use quadrille::Problem;
    /// let mut builder = Problem::builder();
    /// builder.primary("a")?;
    /// assert_eq!(builder.problem().item_count(), 1);
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    #[must_use]
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Freezes the problem. O(1), or O(options) if costs have decimals.
    #[must_use]
    pub fn build(self) -> Problem {
        let mut problem = self.problem;
        // Costs that add up may need fewer decimals than each of them.
        while problem.decimals > 0 && problem.costs.iter().all(|cost| cost % 10 == 0) {
            problem.costs.iter_mut().for_each(|cost| *cost /= 10);
            problem.decimals -= 1;
        }
        problem
    }
}

/// The costs after one of them has changed.
struct Priced {
    /// The factor of the costs of all other options.
    scale: i64,
    decimals: u32,
    /// The new cost of the option, in units.
    cost: i64,
    /// The sum of the sizes of all costs.
    total: u64,
}

fn check_name(name: &str) -> Result<(), BuildError> {
    match name.len() {
        ..=Problem::LONGEST_NAME => Ok(()),
        bytes => Err(BuildError::LongName {
            start: name.chars().take(40).collect(),
            bytes,
        }),
    }
}

impl From<Problem> for Builder {
    /// Makes a builder that adds to a problem: its items, options and colours keep their numbers.
    /// O(options).
    ///
    /// ```
    /// use quadrille::{Builder, Problem};
    ///
    /// let mut builder = Problem::builder();
    /// let a = builder.primary("a")?;
    /// builder.option([a])?;
    /// let mut builder = Builder::from(builder.build());
    /// builder.option([a])?;
    /// assert_eq!(builder.build().option_count(), 2);
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    fn from(mut problem: Problem) -> Self {
        // New options need not respect them.
        problem.sums = Default::default();
        Self {
            // The builder of the problem has checked that the sum fits.
            total_cost: problem.costs.iter().map(|cost| cost.unsigned_abs()).sum(),
            last_option: vec![0; problem.item_count()],
            memory: usize::MAX,
            problem,
        }
    }
}

impl fmt::Debug for Builder {
    /// Prints sizes only, like that of the problem.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("items", &self.problem.item_count())
            .field("options", &self.problem.option_count())
            .finish()
    }
}

/// The most items, options and uses of items, counted together. An engine may lay them all out in
/// one array with 32-bit indices, of which it reserves a few.
const LIMIT: usize = u32::MAX as usize - 8;
