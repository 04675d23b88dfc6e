//! The state: the options that may still be usable, and the number of times each item is covered.
//!
//! * `alive` contains all usable options and, after `propagate`, no others.
//! * `open` contains, after `propagate`, the items of these options, whose sizes are then exact.
//!   Before it may contain more items. An item that is not open needs no cover.
//! * Both are *shrinking sets*: removed members stay behind the end of the set, so that moving the
//!   end back restores all members that were removed since.
//! * A secondary item that is covered in a colour admits more uses in that colour. The colour of an
//!   uncovered item has no meaning.

use super::compile::{Requirements, Tables, Use};
use crate::ask::{self, Meter, Stop};

/// An item cannot be covered as often as it must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Infeasible;

/// Why `propagate` gave up. If a limit was reached, the conclusions so far hold, and the sizes of
/// items have no meaning.
pub(super) type Halt = ask::Halt<Infeasible>;

/// The state. `cost` and `fine` are the costs of the options on the trail.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) items: Vec<Item>,
    pub(super) alive: Shrinking,
    pub(super) open: Shrinking,
    pub(super) trail: Vec<u32>,
    pub(super) cost: i64,
    pub(super) fine: i128,
    /// Items that may need all of their options: a queue of `propagate`.
    tight: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// The number of times that it is covered.
    pub(super) times: u32,
    high: u32,
    pub(super) colour: u32,
    /// The number of its options at the end of the last `propagate`, if it was open then.
    pub(super) size: u32,
}

impl Item {
    #[inline]
    fn admits(&self, colour: u32) -> bool {
        self.times < self.high || (colour != 0 && self.colour == colour)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) alive: usize,
    pub(super) open: usize,
    pub(super) trail: usize,
}

impl State {
    pub(super) fn new(tables: &Tables) -> Self {
        let item = |requirements: &Requirements| Item {
            times: 0,
            high: requirements.high,
            colour: 0,
            size: 0,
        };
        let mut state = Self {
            items: tables.requirements.iter().map(item).collect(),
            alive: Shrinking::new(tables.option_count()),
            open: Shrinking::new(tables.item_count()),
            trail: Vec::new(),
            cost: 0,
            fine: 0,
            tight: Vec::new(),
        };
        state.fill(tables);
        state
    }

    /// Restores every option and every item, in natural order.
    pub(super) fn fill(&mut self, tables: &Tables) {
        let kept = |&option: &u32| !tables.uses.of(option).is_empty();
        self.alive
            .fill((0..tables.option_count() as u32).filter(kept));
        self.open.fill(0..tables.item_count() as u32);
    }

    #[inline]
    pub(super) fn admits(&self, tables: &Tables, option: u32) -> bool {
        let mut uses = tables.uses.of(option).iter();
        uses.all(|&Use { item, colour }| self.items[item as usize].admits(colour))
    }

    /// Uses a live option that all of its items admit.
    pub(super) fn commit(&mut self, tables: &Tables, option: u32) {
        self.alive.remove(option);
        for &Use { item, colour } in tables.uses.of(option) {
            let item = &mut self.items[item as usize];
            // Later uses have the same colour, or the item would not admit them.
            if item.times == 0 {
                item.colour = colour;
            }
            item.times += 1;
        }
        self.trail.push(option);
        self.cost += tables.costs[option as usize];
        self.fine += i128::from(tables.fine[option as usize]);
    }

    /// Undoes the last `commit`. The caller decides whether the option is live again.
    fn uncommit(&mut self, tables: &Tables) {
        if let Some(option) = self.trail.pop() {
            self.fine -= i128::from(tables.fine[option as usize]);
            self.cost -= tables.costs[option as usize];
            for used in tables.uses.of(option) {
                self.items[used.item as usize].times -= 1;
            }
        }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            alive: self.alive.len(),
            open: self.open.len(),
            trail: self.trail.len(),
        }
    }

    pub(super) fn restore(&mut self, tables: &Tables, mark: Mark) {
        while self.trail.len() > mark.trail {
            self.uncommit(tables);
        }
        self.alive.grow(mark.alive);
        self.open.grow(mark.open);
    }

    #[inline]
    pub(super) fn need(&self, tables: &Tables, item: u32) -> u32 {
        let low = tables.requirements[item as usize].low;
        low.saturating_sub(self.items[item as usize].times)
    }

    /// The number of times that the options left by `propagate` can still cover an item without
    /// colours.
    #[inline]
    pub(super) fn room(&self, item: u32) -> u32 {
        let Item {
            times, high, size, ..
        } = self.items[item as usize];
        size.min(high - times)
    }

    /// Drops unusable options and uses the options that an item needs, until nothing
    /// changes. O(uses of the live options, and sizes of the items whose options are used or
    /// dropped), however long the chain of conclusions is.
    pub(super) fn propagate(&mut self, tables: &Tables, meter: &mut Meter<'_>) -> Result<(), Halt> {
        self.sweep(tables, meter)?;
        self.tight.clear();
        // Backwards, because closing an item moves only items that were examined already.
        for place in (0..self.open.len()).rev() {
            self.examine_size(tables, self.open.numbers[place])?;
        }
        while let Some(item) = self.tight.pop() {
            // It was queued before another item used one of its options.
            if self.need(tables, item) == 0 {
                continue;
            }
            for &option in tables.options.of(item) {
                if self.alive.has(option) {
                    self.use_option(tables, option, meter)?;
                }
            }
        }
        Ok(())
    }

    /// Drops unusable options and counts the options of each open item.
    pub(super) fn sweep(&mut self, tables: &Tables, meter: &mut Meter<'_>) -> Result<(), Stop> {
        for &item in self.open.all() {
            self.items[item as usize].size = 0;
        }
        let is_short = tables.uses.all().len() <= tables.policies.short;
        if is_short {
            meter.spend(4 * tables.uses.all().len())?;
        }
        let mut place = 0;
        while let Some(option) = self.alive.get(place) {
            if !is_short {
                meter.spend(4 * tables.uses.of(option).len())?;
            }
            if self.admits(tables, option) {
                for used in tables.uses.of(option) {
                    self.items[used.item as usize].size += 1;
                }
                place += 1;
            } else {
                self.alive.remove(option);
            }
        }
        Ok(())
    }

    /// Acts on the size of an open item: closes it, queues it, or reports that it cannot be
    /// covered.
    fn examine_size(&mut self, tables: &Tables, item: u32) -> Result<(), Halt> {
        let (need, size) = (self.need(tables, item), self.items[item as usize].size);
        if size < need {
            return Err(Halt::Because(Infeasible));
        }
        if size == 0 {
            // No live option contains it, so nothing can happen to it below.
            self.open.remove(item);
        } else if size == need {
            self.tight.push(item);
        }
        Ok(())
    }

    /// Uses a usable option and drops the options that conflict with it.
    fn use_option(
        &mut self,
        tables: &Tables,
        option: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(), Halt> {
        self.commit(tables, option);
        self.uncount(tables, option)?;
        for &Use { item, .. } in tables.uses.of(option) {
            // Later uses in the same colour exclude no further options.
            let Item { times, high, .. } = self.items[item as usize];
            if times != high {
                continue;
            }
            meter.spend(16 * tables.options.of(item).len())?;
            for &other in tables.options.of(item) {
                if self.alive.has(other) && !self.admits(tables, other) {
                    self.alive.remove(other);
                    self.uncount(tables, other)?;
                }
            }
        }
        Ok(())
    }

    /// Counts an option out of the sizes of its items.
    fn uncount(&mut self, tables: &Tables, option: u32) -> Result<(), Halt> {
        tables.uses.of(option).iter().try_for_each(|used| {
            self.items[used.item as usize].size -= 1;
            self.examine_size(tables, used.item)
        })
    }
}

/// A set of numbers that can shrink and be restored.
#[derive(Clone, Debug)]
pub(super) struct Shrinking {
    /// The members, followed by the removed numbers, the last removed first.
    pub(super) numbers: Vec<u32>,
    pub(super) places: Vec<u32>,
    pub(super) len: usize,
}

/// In `places`: the number was never in the set.
const NOWHERE: u32 = u32::MAX;

impl Shrinking {
    fn new(bound: usize) -> Self {
        Self {
            numbers: Vec::new(),
            places: vec![NOWHERE; bound],
            len: 0,
        }
    }

    fn fill(&mut self, numbers: impl Iterator<Item = u32>) {
        self.numbers.clear();
        self.numbers.extend(numbers);
        for (place, &number) in self.numbers.iter().enumerate() {
            self.places[number as usize] = place as u32;
        }
        self.len = self.numbers.len();
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn all(&self) -> &[u32] {
        &self.numbers[..self.len]
    }

    #[inline]
    pub(super) fn get(&self, place: usize) -> Option<u32> {
        self.all().get(place).copied()
    }

    #[inline]
    pub(super) fn has(&self, number: u32) -> bool {
        (self.places[number as usize] as usize) < self.len
    }

    /// Removes a number. The last member moves to its place.
    #[inline]
    pub(super) fn remove(&mut self, number: u32) {
        self.len -= 1;
        let place = self.places[number as usize];
        let last = self.numbers[self.len];
        self.numbers[place as usize] = last;
        self.numbers[self.len] = number;
        self.places[last as usize] = place;
        self.places[number as usize] = self.len as u32;
    }

    /// Removes a number that may have been removed already.
    pub(super) fn discard(&mut self, number: u32) {
        if self.has(number) {
            self.remove(number);
        }
    }

    /// Restores the numbers that were removed since the set had this length.
    #[inline]
    pub(super) fn grow(&mut self, len: usize) {
        self.len = len;
    }
}
