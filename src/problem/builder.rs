//! The builder: everything is checked when it is said, so that a [`Problem`] cannot be invalid.

use std::fmt;
use std::ops::RangeInclusive;

use smallvec::SmallVec;

use super::uses::{ColourRef, ItemRef};
use super::{BuildError, Colour, Demand, ItemId, Note, OptionId, Problem, Use};

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
    /// let error = (0..).find_map(|n: u32| builder.primary(&n.to_string()).err());
    /// assert_eq!(error, Some(BuildError::Memory(10_000)));
    /// ```
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// Declares an item that must be covered exactly once.
    ///
    /// # Errors
    /// [`BuildError::DuplicateItem`] if an item has this name already,
    /// [`BuildError::TooLarge`] if the problem outgrows 32-bit ids.
    pub fn primary(&mut self, name: &str) -> Result<ItemId, BuildError> {
        self.declare(name, Demand::ONCE)
    }

    /// Declares an item that may be covered: at most once, or any number of times in one colour.
    ///
    /// # Errors
    /// As [`primary`](Self::primary).
    pub fn secondary(&mut self, name: &str) -> Result<ItemId, BuildError> {
        self.declare(name, Demand::Secondary)
    }

    /// Declares a primary item that must be covered at least `bounds.start()` times and at most
    /// `bounds.end()` times, by different options. It is primary also if it may be left uncovered.
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
        name: &str,
        bounds: RangeInclusive<u32>,
    ) -> Result<ItemId, BuildError> {
        let (low, high) = (*bounds.start(), *bounds.end());
        if low > high || high == 0 {
            let name = name.to_owned();
            return Err(BuildError::BadMultiplicity { name, bounds });
        }
        self.declare(name, Demand::Primary { low, high })
    }

    fn declare(&mut self, name: &str, demand: Demand) -> Result<ItemId, BuildError> {
        self.make_room(1)?;
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
    pub fn colour(&mut self, name: &str) -> Colour {
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
            let item = self.resolve(item)?;
            if let Some(colour) = colour {
                self.check_colour(item, colour)?;
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
        let option = OptionId::new(problem.ends.len() as u32);
        let start = problem.items.len();
        problem.items.extend_from_slice(&found);
        problem.ends.push(problem.items.len() as u32);
        if problem.is_dropped(option) {
            problem.notes.push(Note::Dropped(option));
        }
        if !(problem.colours.is_empty() && coloured.is_empty()) {
            problem.colours.resize(problem.items.len(), None);
        }
        for (place, colour) in coloured {
            let colour = match colour {
                ColourRef::Id(colour) => colour,
                ColourRef::Name(name) => self.colour(name),
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
        let options = problem.ends.len();
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

    /// Leaves a note with the problem.
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

    /// How many items are declared.
    pub(crate) fn item_count(&self) -> usize {
        self.problem.item_count()
    }

    fn bytes(&self) -> usize {
        self.problem.bytes() + size_of_val(&*self.seen)
    }

    /// Checks that an option names no item twice.
    fn check_distinct(&mut self, items: &[ItemId]) -> Result<(), BuildError> {
        let stamp = self.problem.ends.len() as u32 + 1;
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

    fn check_colour(&self, item: ItemId, colour: ColourRef<'_>) -> Result<(), BuildError> {
        match colour {
            _ if self.problem.is_primary(item) => {
                let name = self.problem.name(item).to_owned();
                Err(BuildError::ColouredPrimary(name))
            }
            ColourRef::Id(colour) if colour.index() >= self.problem.colour_count() => {
                Err(BuildError::UnknownColour(colour.index()))
            }
            _ => Ok(()),
        }
    }

    fn resolve(&self, item: ItemRef<'_>) -> Result<ItemId, BuildError> {
        match item {
            ItemRef::Id(id) if id.index() < self.problem.item_count() => Ok(id),
            ItemRef::Id(id) => Err(BuildError::UnknownItem(format!("number {id}"))),
            ItemRef::Name(name) => self
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
        let option = problem.display(OptionId::new(0)).to_string();
        assert_eq!(option, "   a:b|c Ünïcödé 🂡 \\u{0}");
        assert_eq!(problem.item("absent"), None);
    }

    #[test]
    fn names_are_taken_as_they_come() {
        let mut builder = small();
        let borrowed = vec!["a", "s"];
        let owned: Vec<String> = borrowed.iter().map(ToString::to_string).collect();
        let colour = String::from("red");
        let options = [
            builder.option(&borrowed),
            builder.option(&owned),
            builder.option(borrowed),
            builder.option([("s", &colour)]),
            builder.option([(&owned[1], colour.as_str())]),
        ]
        .map(Result::unwrap);
        let problem = builder.build();
        assert_eq!(
            options.map(|option| problem.display(option).to_string()),
            ["a s", "a s", "a s", "s:red", "s:red"]
        );
    }

    #[test]
    fn colours_belong_to_secondary_items() {
        let mut builder = small();
        let plain = builder.option(["a", "s"]).unwrap();
        let red = builder
            .option([Use::from("b"), ("s", "red").into()])
            .unwrap();
        let colour = builder.colour("red");
        let same = builder.option([("a", None), ("s", Some(colour))]).unwrap();
        assert_eq!(
            builder.option([("b", "red")]).unwrap_err().to_string(),
            "item \"b\" is primary, and only secondary items have colours"
        );
        assert_eq!(
            builder.option([("s", Colour::new(1))]).unwrap_err(),
            BuildError::UnknownColour(1)
        );
        let problem = builder.build();
        let told = |option| problem.display(option).to_string();
        assert_eq!(
            [told(plain), told(red), told(same)],
            ["a s", "b s:red", "a s:red"]
        );
        let s = problem.item("s").unwrap();
        assert_eq!(problem.uses_of(red).last(), Some((s, Some(colour))));
        assert_eq!(problem.colour("red"), Some(colour));
        assert_eq!(problem.colour("blue"), None);
        assert_eq!(problem.colour_count(), 1);
    }

    #[test]
    fn a_refused_option_makes_no_colour() {
        let mut builder = small();
        builder.option([("s", "red"), ("x", "blue")]).unwrap_err();
        let problem = builder.build();
        assert_eq!(problem.colour_count(), 0);
        assert!(!problem.has_colours());
    }

    #[test]
    fn multiplicities_are_some_number_of_times() {
        let mut builder = small();
        let m = builder.multiple("m", 0..=3).unwrap();
        let once = builder.multiple("once", 1..=1).unwrap();
        for (low, high) in [(0, 0), (3, 2)] {
            assert_eq!(
                builder.multiple("n", low..=high).unwrap_err().to_string(),
                format!(
                    "item \"n\" has the multiplicity {low} to {high}, \
                     which is no number of times"
                )
            );
        }
        let problem = builder.build();
        assert_eq!(problem.multiplicity(m), Some(0..=3));
        assert_eq!(problem.multiplicity(once), Some(1..=1));
        assert_eq!(problem.multiplicity(problem.item("s").unwrap()), None);
        assert!(problem.is_primary(m) && problem.has_multiplicities());
        assert!(!small().build().has_multiplicities());
    }

    #[test]
    fn costs_add_up_and_do_not_overflow() {
        let mut builder = small();
        let a = builder.option(["a"]).unwrap();
        builder.cost(a, 0).unwrap();
        let b = builder.option(["b"]).unwrap();
        builder.cost(b, u64::MAX - 2).unwrap();
        builder.cost(a, 1).unwrap();
        builder.cost(a, 1).unwrap();
        assert_eq!(builder.cost(a, 1), Err(BuildError::CostOverflow));
        let c = builder.option(["a", "b"]).unwrap();
        let unknown = builder.cost(OptionId::new(3), 1);
        assert_eq!(unknown, Err(BuildError::UnknownOption(3)));
        let problem = builder.build();
        let costs = [a, b, c].map(|option| problem.cost(option));
        assert_eq!(costs, [2, u64::MAX - 2, 0]);
        assert!(problem.has_costs() && !small().build().has_costs());
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
