//! The builder: everything is checked when it is said, so that a [`Problem`] cannot be invalid.

use std::fmt;

use smallvec::SmallVec;

use super::uses::{ColourRef, ItemRef};
use super::{BuildError, Colour, Demand, ItemId, Multiplicity, Note, OptionId, Problem, Use};

/// Collects items and options and freezes them into a [`Problem`].
///
/// A call that returns an error leaves the builder as it was.
///
/// ```
/// use quadrille::{BuildError, ItemId, Problem};
///
/// let mut builder = Problem::builder();
/// let rows: Vec<ItemId> = (1..=8)
///     .map(|row| builder.primary(format!("row {row}")))
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
#[derive(Clone)]
pub struct Builder {
    /// What was said so far, always valid.
    problem: Problem,
    /// `seen[i]` is the number, from 1, of the last option that named item `i`.
    seen: Vec<u32>,
    /// The sum of all costs.
    total: u64,
    /// The most bytes that the problem may take.
    memory: usize,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            problem: Problem::default(),
            seen: Vec::new(),
            total: 0,
            memory: usize::MAX,
        }
    }
}

impl Builder {
    /// Bounds the memory of the problem, the builder's own included: what needs more than so many
    /// bytes is refused with [`BuildError::Memory`]. A single call may exceed the bound by what it
    /// adds.
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

    /// Declares an item that must be covered exactly once.
    ///
    /// Any string of at most [`Problem::LONGEST_NAME`] bytes is a name. JSON holds them all; Knuth's
    /// text holds names that are not empty, and have no white space, control characters, `|` and `:`.
    ///
    /// # Errors
    /// [`BuildError::DuplicateItem`] if an item has this name already,
    /// [`BuildError::LongName`] if no text form can hold the name,
    /// [`BuildError::TooLarge`] if the problem outgrows 32-bit ids.
    pub fn primary(&mut self, name: impl AsRef<str>) -> Result<ItemId, BuildError> {
        self.declare(name.as_ref(), Demand::ONCE)
    }

    /// Declares an item that may be covered: at most once, or any number of times in one colour.
    ///
    /// # Errors
    /// As [`primary`](Self::primary).
    pub fn secondary(&mut self, name: impl AsRef<str>) -> Result<ItemId, BuildError> {
        self.declare(name.as_ref(), Demand::Secondary)
    }

    /// Declares a primary item that must be covered a number of times within bounds, such as `2..=3`
    /// or `2`, by different options. It is primary also if it may be left uncovered.
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
    /// As [`primary`](Self::primary), and [`BuildError::BadMultiplicity`] if the bounds are
    /// empty, or end at 0.
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
        self.make_room(1)?;
        check_name(name)?;
        let number = self
            .problem
            .names
            .insert(name)
            .ok_or_else(|| BuildError::DuplicateItem(name.to_owned()))?;
        self.problem.demands.push(demand);
        self.seen.push(0);
        Ok(ItemId::new(number))
    }

    /// The item with this name, if it is declared already. O(length of the name).
    #[must_use]
    pub fn item(&self, name: &str) -> Option<ItemId> {
        self.problem.item(name)
    }

    /// The colour with this name, which is made if there is none yet; an option that names a
    /// colour does the same. O(length of the name).
    ///
    /// # Errors
    /// [`BuildError::LongName`] if no text form can hold the name.
    pub fn colour(&mut self, name: impl AsRef<str>) -> Result<Colour, BuildError> {
        let name = name.as_ref();
        check_name(name)?;
        Ok(self.find_or_make_colour(name))
    }

    fn find_or_make_colour(&mut self, name: &str) -> Colour {
        let names = &mut self.problem.colour_names;
        // There are fewer names than fit into memory.
        let number = names.find(name).or_else(|| names.insert(name));
        Colour::new(number.unwrap_or_default())
    }

    /// Adds an option: the set of these items, each by its id or by its name, secondary ones
    /// perhaps in a colour. O(number of items), and the length of the names.
    ///
    /// An option without a primary item is dropped, which is noted; it has an id all the same.
    ///
    /// ```
    /// # use quadrille::{Problem, Use};
    /// # let mut builder = Problem::builder();
    /// # builder.primary("a")?;
    /// # builder.secondary("s")?;
    /// builder.option([Use::from("a"), ("s", "red").into()])?;
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// [`BuildError::UnknownItem`] for an item that was not declared, and
    /// [`BuildError::UnknownColour`] for a colour of another problem,
    /// [`BuildError::ColouredPrimary`] for a primary item in a colour,
    /// [`BuildError::RepeatedItem`] for an item named twice,
    /// [`BuildError::LongName`] for a new colour whose name no text form can hold,
    /// [`BuildError::TooLarge`] if the problem outgrows 32-bit ids.
    pub fn option<'a, I>(&mut self, items: I) -> Result<OptionId, BuildError>
    where
        I: IntoIterator,
        I::Item: Into<Use<'a>>,
    {
        let mut found = SmallVec::<[ItemId; 16]>::new();
        let mut coloured = SmallVec::<[(usize, ColourRef<'a>); 8]>::new();
        for item in items {
            let Use { item, colour } = item.into();
            let item = self.resolve(&item)?;
            if let Some(colour) = colour {
                self.check_colour(item, &colour)?;
                coloured.push((found.len(), colour));
            }
            found.push(item);
            // An option that names more items than there are names one of them twice.
            if found.len() > self.seen.len() {
                break;
            }
        }
        self.make_room(found.len() + 1)?;
        self.check_distinct(&found)?;
        let problem = &mut self.problem;
        let option = OptionId::new(problem.items.len() as u32);
        let start = problem.items.all().len();
        problem.items.add(found.iter().copied());
        if problem.is_dropped(option) {
            problem.notes.push(Note::Dropped(option));
        }
        if !(problem.colours.is_empty() && coloured.is_empty()) {
            problem.colours.resize(problem.items.all().len(), None);
        }
        for (place, colour) in coloured {
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

    /// Adds to the cost of an option, which is 0 at first. O(1), and O(options) the first time.
    ///
    /// # Errors
    /// [`BuildError::UnknownOption`] for an option that was not added,
    /// [`BuildError::CostOverflow`] if all costs together exceed a `u64`.
    pub fn cost(&mut self, option: OptionId, cost: u64) -> Result<(), BuildError> {
        let problem = &mut self.problem;
        let options = problem.items.len();
        if option.index() >= options {
            return Err(BuildError::UnknownOption(option.index()));
        }
        self.total = self
            .total
            .checked_add(cost)
            .ok_or(BuildError::CostOverflow)?;
        if cost > 0 {
            problem.costs.resize(options, 0);
            problem.costs[option.index()] += cost;
        }
        Ok(())
    }

    pub(crate) fn note(&mut self, note: Note) {
        self.problem.notes.push(note);
    }

    /// Checks that this many more items, options and uses of items can be told apart.
    fn make_room(&self, more: usize) -> Result<(), BuildError> {
        if self.problem.size() + more > LIMIT {
            return Err(BuildError::TooLarge);
        }
        if self.memory < usize::MAX && self.bytes() > self.memory {
            return Err(BuildError::Memory(self.memory));
        }
        Ok(())
    }

    #[cfg(feature = "json")]
    pub(crate) fn item_count(&self) -> usize {
        self.problem.item_count()
    }

    fn bytes(&self) -> usize {
        self.problem.bytes() + size_of_val(&*self.seen)
    }

    fn check_distinct(&mut self, items: &[ItemId]) -> Result<(), BuildError> {
        let stamp = self.problem.items.len() as u32 + 1;
        for (place, &item) in items.iter().enumerate() {
            if self.seen[item.index()] == stamp {
                // The next option has the same number and must not find these.
                for &stamped in &items[..place] {
                    self.seen[stamped.index()] = 0;
                }
                let name = self.problem.name(item).to_owned();
                return Err(BuildError::RepeatedItem(name));
            }
            self.seen[item.index()] = stamp;
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

    /// Freezes the problem.
    #[must_use]
    pub fn build(self) -> Problem {
        self.problem
    }
}

/// Refuses a name that no text form can hold.
fn check_name(name: &str) -> Result<(), BuildError> {
    match name.len() {
        ..=Problem::LONGEST_NAME => Ok(()),
        bytes => Err(BuildError::LongName {
            start: name.chars().take(40).collect(),
            bytes,
        }),
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
