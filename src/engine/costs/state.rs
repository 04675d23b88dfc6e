//! The state: which options may still be usable, and how often each item is covered.
//!
//! * `alive` holds all usable options, and after `propagate` no others.
//! * `open` holds, after `propagate`, the items of these options, and knows how many each has;
//!   before it also items that they had before. An item that is not open needs no cover any more.
//! * Both are *shrinking sets*: what leaves one is still there behind its end, so that moving the
//!   end back brings all back at once that left since.
//! * A secondary item that is covered in a colour admits more uses in that colour. The colour of
//!   an item that is not covered has no meaning.

use super::compile::{Tables, Terms, Used};
use crate::ask::{Meter, Stop};

/// Why a propagation has no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// An item cannot be covered as often as it must.
    Short,
    /// A limit was reached. What was found so far holds, and sizes have no meaning.
    Stopped(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// The state. Costs are those of the options on the trail.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) items: Vec<Item>,
    pub(super) alive: Shrinking,
    pub(super) open: Shrinking,
    pub(super) trail: Vec<u32>,
    pub(super) cost: u64,
    pub(super) fine: i128,
    /// Items that may need all the options they have, for `propagate`.
    tight: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// How often it is covered.
    pub(super) times: u32,
    high: u32,
    pub(super) colour: u32,
    /// How many options it had at the end of the last `propagate`, if it was open then.
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
        let item = |terms: &Terms| Item {
            times: 0,
            high: terms.high,
            colour: 0,
            size: 0,
        };
        let mut state = Self {
            items: tables.terms.iter().map(item).collect(),
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

    /// Every option and every item is there again, in its natural order.
    pub(super) fn fill(&mut self, tables: &Tables) {
        let kept = |&option: &u32| !tables.uses.of(option).is_empty();
        self.alive
            .fill((0..tables.option_count() as u32).filter(kept));
        self.open.fill(0..tables.item_count() as u32);
    }

    #[inline]
    pub(super) fn admits(&self, tables: &Tables, option: u32) -> bool {
        let mut uses = tables.uses.of(option).iter();
        uses.all(|&Used { item, colour }| self.items[item as usize].admits(colour))
    }

    /// Takes an option that is alive and admitted.
    pub(super) fn commit(&mut self, tables: &Tables, option: u32) {
        self.alive.remove(option);
        for &Used { item, colour } in tables.uses.of(option) {
            let item = &mut self.items[item as usize];
            if item.times == 0 {
                item.colour = colour;
            }
            item.times += 1;
        }
        self.trail.push(option);
        self.cost += tables.costs[option as usize];
        self.fine += i128::from(tables.fine[option as usize]);
    }

    /// Gives back the last option that was taken; whether it is alive is for the caller.
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

    pub(super) fn back_to(&mut self, tables: &Tables, mark: Mark) {
        while self.trail.len() > mark.trail {
            self.uncommit(tables);
        }
        self.alive.grow(mark.alive);
        self.open.grow(mark.open);
    }

    #[inline]
    pub(super) fn need(&self, tables: &Tables, item: u32) -> u32 {
        let low = tables.terms[item as usize].low;
        low.saturating_sub(self.items[item as usize].times)
    }

    /// How often an item can be covered yet, by the options that `propagate` left to it. Not for an item with colours.
    #[inline]
    pub(super) fn room(&self, item: u32) -> u32 {
        let Item {
            times, high, size, ..
        } = self.items[item as usize];
        size.min(high - times)
    }

    /// Drops what is not usable, and takes what an item cannot do without, until there is nothing
    /// more to be found. O(uses of the options that are alive, and sizes of the items whose options
    /// are taken or dropped), however long the chain of what follows from what.
    pub(super) fn propagate(&mut self, tables: &Tables, meter: &mut Meter<'_>) -> Result<(), Halt> {
        self.sweep(tables, meter)?;
        self.tight.clear();
        // From the end, so that an item that is closed moves only what was looked at.
        for place in (0..self.open.len()).rev() {
            self.review(tables, self.open.numbers[place])?;
        }
        while let Some(item) = self.tight.pop() {
            if self.need(tables, item) == 0 {
                continue;
            }
            for &option in tables.options.of(item) {
                if self.alive.has(option) {
                    self.take(tables, option, meter)?;
                }
            }
        }
        Ok(())
    }

    /// Drops the options that are not usable, and counts those of each open item.
    fn sweep(&mut self, tables: &Tables, meter: &mut Meter<'_>) -> Result<(), Stop> {
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

    /// What the size of an open item says: that it is closed, tight, or cannot be covered.
    fn review(&mut self, tables: &Tables, item: u32) -> Result<(), Halt> {
        let (need, size) = (self.need(tables, item), self.items[item as usize].size);
        if size < need {
            return Err(Halt::Short);
        }
        if size == 0 {
            self.open.remove(item);
        } else if size == need {
            self.tight.push(item);
        }
        Ok(())
    }

    /// Takes a usable option, and drops those that cannot stand beside it.
    fn take(&mut self, tables: &Tables, option: u32, meter: &mut Meter<'_>) -> Result<(), Halt> {
        self.commit(tables, option);
        self.lose(tables, option)?;
        for &Used { item, .. } in tables.uses.of(option) {
            // Later uses in the same colour exclude nothing more.
            let Item { times, high, .. } = self.items[item as usize];
            if times != high {
                continue;
            }
            meter.spend(16 * tables.options.of(item).len())?;
            for &other in tables.options.of(item) {
                if self.alive.has(other) && !self.admits(tables, other) {
                    self.alive.remove(other);
                    self.lose(tables, other)?;
                }
            }
        }
        Ok(())
    }

    /// The items of an option have one less.
    fn lose(&mut self, tables: &Tables, option: u32) -> Result<(), Halt> {
        tables.uses.of(option).iter().try_for_each(|used| {
            self.items[used.item as usize].size -= 1;
            self.review(tables, used.item)
        })
    }
}

/// A set of numbers that shrinks, and grows back.
#[derive(Clone, Debug)]
pub(super) struct Shrinking {
    /// First those in the set, then those that left, the last one first.
    pub(super) numbers: Vec<u32>,
    pub(super) places: Vec<u32>,
    pub(super) len: usize,
}

/// The place of a number that was never in the set.
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

    /// Takes a number out of the set; the last one moves to its place.
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

    /// Takes a number out that may be gone already.
    pub(super) fn discard(&mut self, number: u32) {
        if self.has(number) {
            self.remove(number);
        }
    }

    /// Brings back what was removed since the set had this length.
    #[inline]
    pub(super) fn grow(&mut self, len: usize) {
        self.len = len;
    }
}
