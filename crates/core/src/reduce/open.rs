//! The rest of a problem during a reduction: the options that are left, and the numbers of times
//! that each item must and may still be covered.
//!
//! Invariants between calls:
//!
//! * The list of an item consists of all options that contain it, except dropped ones: first the
//!   options that are left, then those that are gone, the last gone first. Every use stores its
//!   place in the list of its item, so that an option leaves its lists in O(its items).
//! * The bounds of a primary item are those of the problem, less the forced options that cover it.
//! * Every option that is left is compatible with all forced options.
//! * Every item that must be covered and may have become short of options is in one of the two
//!   queues, or belongs to an option that contains an item of `narrowed`.
//! * No item is in a queue twice, so no queue is longer than the number of items.

use std::collections::VecDeque;

use super::effort::{Effort, filled};
use crate::ask::{self, Stop};
use crate::problem::{Colour, ItemId, Lists, OptionId, Problem};

/// The state of an option, and the reason for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Left,
    /// It has no primary item.
    Dropped,
    /// Every solution uses it: the item needs all options that it had left.
    Forced(ItemId),
    /// No solution uses it: it conflicts with this forced option over the item.
    Excluded(OptionId, ItemId),
    /// No solution uses it: it conflicts with too many options of the item.
    Unsupported(ItemId),
}

/// An item that has fewer options than it needs: there is no solution.
pub(super) struct Short(pub(super) ItemId);

/// The reason why the work ends early.
pub(super) type Halt = ask::Halt<Short>;

impl From<Short> for Halt {
    fn from(short: Short) -> Self {
        Self::Because(short)
    }
}

pub(super) struct OpenProblem<'p> {
    pub(super) problem: &'p Problem,
    pub(super) items: Vec<Item>,
    /// The options of each item.
    entries: Lists<Entry>,
    /// The place of each use among the entries.
    places: Vec<u32>,
    pub(super) fates: Vec<Fate>,
    /// The options that are gone, in order, without the dropped ones.
    pub(super) gone: Vec<OptionId>,
    /// Items that need all options that they have left.
    tight: VecDeque<ItemId>,
    /// Items that have lost an option since the support rule was last applied to them.
    waiting: VecDeque<ItemId>,
    /// Items that may be covered only once more, and whose neighbours have not been woken since.
    narrowed: Vec<ItemId>,
    /// `woken[o]` is the round in which the items of option `o` were last woken.
    woken: Vec<u32>,
    round: u32,
    /// The option that is being forced, while some options that conflict with it may still be left.
    forcing: Option<OptionId>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// The number of options that are left.
    pub(super) left: u32,
    /// The number of times that it must still be covered.
    pub(super) low: u32,
    /// The number of times that it may still be covered.
    pub(super) high: u32,
    pub(super) primary: bool,
    /// Whether it is a secondary item of a forced option. All its options that are left then agree
    /// with that option.
    purified: bool,
    /// Whether it is in the queue `tight`.
    tight: bool,
    /// Whether it is in the queue `waiting`.
    waiting: bool,
}

impl Item {
    /// Whether two options can conflict over this item.
    pub(super) fn separates(&self) -> bool {
        self.high == 1 && self.left > 1
    }
}

/// An option in the list of an item, and the place of its use in the problem.
#[derive(Clone, Copy, Default)]
struct Entry {
    option: u32,
    used: u32,
}

impl Entry {
    fn option(&self) -> OptionId {
        OptionId::new(self.option)
    }
}

/// One end of a use, with its colour: an item of an option, or an option of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Coloured<T> {
    pub(super) of: T,
    colour: Option<Colour>,
}

impl<T> Coloured<T> {
    pub(super) fn is_plain(&self) -> bool {
        self.colour.is_none()
    }

    pub(super) fn without_colour(self) -> Self {
        Self {
            colour: None,
            ..self
        }
    }

    /// Whether two uses of an item that [separates](Item::separates) do not conflict.
    pub(super) fn agrees<U>(&self, other: &Coloured<U>) -> bool {
        self.colour == other.colour && !self.is_plain()
    }
}

impl<'p> OpenProblem<'p> {
    /// Starts with all of a problem. O(its size); takes 12 bytes for each use and 20 for each
    /// option.
    pub(super) fn new(problem: &'p Problem, effort: &mut Effort<'_>) -> Result<Self, Stop> {
        let entry = |option: OptionId, used| Entry {
            option: option.index() as u32,
            used: used as u32,
        };
        let entries = problem.users(entry, |work| effort.meter.spend(work))?;
        let mut places = filled(0, problem.use_count(), effort)?;
        for (place, entry) in (0..).zip(entries.all()) {
            effort.step(1)?;
            places[entry.used as usize] = place;
        }
        let mut items = Vec::with_capacity(problem.item_count());
        for item in problem.items() {
            effort.step(4)?;
            let options = entries.of(item.index() as u32).len();
            let (low, high) = problem.bounds(item);
            items.push(Item {
                left: options as u32,
                low,
                high,
                primary: problem.is_primary(item),
                purified: false,
                tight: false,
                waiting: false,
            });
        }
        let mut fates = Vec::with_capacity(problem.option_count());
        for option in problem.options() {
            effort.step(1 + problem.items_of(option).len())?;
            fates.push(if problem.is_dropped(option) {
                Fate::Dropped
            } else {
                Fate::Left
            });
        }
        Ok(Self {
            problem,
            items,
            entries,
            places,
            fates,
            gone: Vec::new(),
            tight: VecDeque::new(),
            waiting: VecDeque::new(),
            narrowed: Vec::new(),
            woken: vec![0; problem.option_count()],
            round: 0,
            forcing: None,
        })
    }

    pub(super) fn item(&self, item: ItemId) -> &Item {
        &self.items[item.index()]
    }

    /// The items of an option that is not dropped.
    pub(super) fn uses(&self, option: OptionId) -> impl Iterator<Item = Coloured<ItemId>> + '_ {
        let uses = self.problem.uses_of(option);
        uses.map(|(of, colour)| Coloured { of, colour })
    }

    /// The number of items of an option that is not dropped.
    pub(super) fn size(&self, option: OptionId) -> u64 {
        self.problem.items_of(option).len() as u64
    }

    /// The options of an item that are left.
    pub(super) fn options(&self, item: ItemId) -> impl Iterator<Item = Coloured<OptionId>> + '_ {
        let left = self.item(item).left as usize;
        let entries = self.entries(item)[..left].iter();
        entries.map(|entry| self.coloured(entry))
    }

    /// The options of an item that are gone, the last first.
    pub(super) fn gone_from(&self, item: ItemId) -> impl Iterator<Item = OptionId> + '_ {
        let left = self.item(item).left as usize;
        self.entries(item)[left..].iter().map(Entry::option)
    }

    fn entries(&self, item: ItemId) -> &[Entry] {
        self.entries.of(item.index() as u32)
    }

    fn coloured(&self, entry: &Entry) -> Coloured<OptionId> {
        Coloured {
            of: entry.option(),
            colour: self.problem.colour_at(entry.used as usize),
        }
    }

    /// Puts an item into the queue where it belongs.
    pub(super) fn check(&mut self, item: ItemId) -> Result<(), Short> {
        let state = &mut self.items[item.index()];
        if state.low > state.left {
            return Err(Short(item));
        }
        if state.low > 0 && state.low == state.left {
            if !state.tight {
                state.tight = true;
                self.tight.push_back(item);
            }
        } else if state.low > 0 && !state.waiting {
            // The support rule says nothing about an item that need not be covered.
            state.waiting = true;
            self.waiting.push_back(item);
        }
        Ok(())
    }

    /// Takes the next item that needs all options that it has left, or needed them when it was
    /// queued.
    pub(super) fn next_tight(&mut self) -> Option<ItemId> {
        let item = self.tight.pop_front()?;
        self.items[item.index()].tight = false;
        Some(item)
    }

    /// Takes the next item for the support rule.
    pub(super) fn next_waiting(&mut self) -> Option<ItemId> {
        let item = self.waiting.pop_front()?;
        self.items[item.index()].waiting = false;
        Some(item)
    }

    /// Removes an option from the lists of its items.
    pub(super) fn remove(&mut self, option: OptionId, fate: Fate) -> Result<(), Short> {
        self.fates[option.index()] = fate;
        self.gone.push(option);
        let forced = matches!(fate, Fate::Forced(_));
        let mut end = Ok(());
        let used = self.problem.range(option);
        for (used, &item) in used.zip(self.problem.items_of(option)) {
            let state = &mut self.items[item.index()];
            state.left -= 1;
            // A secondary item may be covered again, in the same colour.
            if forced && state.primary {
                state.low = state.low.saturating_sub(1);
                state.high -= 1;
            }
            let start = self.entries.range(item.index() as u32).start as u32;
            let (place, last) = (self.places[used], start + state.left);
            let entries = self.entries.all_mut();
            // Options that are gone stay behind the others: a proof reads them there.
            entries.swap(place as usize, last as usize);
            for place in [place, last] {
                self.places[entries[place as usize].used as usize] = place;
            }
            // All lists are brought up to date even after a contradiction, for the same reason.
            end = end.and(self.check(item));
        }
        end
    }

    /// Forces an option that is left, because an item needs it, and removes the options that
    /// conflict with it.
    pub(super) fn force(
        &mut self,
        option: OptionId,
        needed_by: ItemId,
        effort: &mut Effort<'_>,
    ) -> Result<(), Halt> {
        self.forcing = Some(option);
        self.remove(option, Fate::Forced(needed_by))?;
        for (item, colour) in self.problem.uses_of(option) {
            let mine = Coloured { of: item, colour };
            let state = &mut self.items[item.index()];
            let primary = state.primary;
            // Other options may cover it, too; but no two of them if only one more may.
            if primary && state.high > 0 {
                if state.high == 1 {
                    self.narrowed.push(item);
                }
                continue;
            }
            // The options that are left agree with the first forced one, and so with each other.
            if state.purified {
                continue;
            }
            state.purified = !primary;
            // From the end, so that a removal moves only entries that were already read.
            for place in (0..state.left as usize).rev() {
                let other = self.coloured(&self.entries(item)[place]);
                if primary || !mine.agrees(&other) {
                    effort.step(4 * self.size(other.of) as usize)?;
                    self.remove(other.of, Fate::Excluded(option, item))?;
                }
                effort.step(1)?;
            }
        }
        // An error leaves it set: then `settle` knows which option is forced only in part.
        self.forcing = None;
        Ok(())
    }

    /// Makes the work so far valid after a stop: undoes the forcing of an option whose conflicts
    /// were not all removed. The options that were removed because of it stay removed, because
    /// every solution uses it.
    ///
    /// Afterwards the bounds and the fates are valid, but the lists are not.
    pub(super) fn settle(&mut self) {
        let Some(option) = self.forcing.take() else {
            return;
        };
        self.fates[option.index()] = Fate::Left;
        for &item in self.problem.items_of(option) {
            let (low, high) = self.problem.bounds(item);
            let state = &mut self.items[item.index()];
            if state.primary {
                state.high += 1;
                state.low = low.saturating_sub(high - state.high);
            }
        }
    }

    pub(super) fn has_narrowed(&self) -> bool {
        !self.narrowed.is_empty()
    }

    /// Queues the items of all options that contain a narrowed item: these options conflict with
    /// each other from now on, so the support rule may find more. Wakes each option once, however
    /// many of its items were narrowed.
    pub(super) fn wake(&mut self, effort: &mut Effort<'_>) -> Result<(), Halt> {
        self.round += 1;
        while let Some(item) = self.narrowed.pop() {
            let left = self.item(item).left;
            effort.spend(u64::from(left))?;
            for place in 0..left as usize {
                let option = self.entries(item)[place].option();
                if self.woken[option.index()] == self.round {
                    continue;
                }
                self.woken[option.index()] = self.round;
                effort.spend(self.size(option))?;
                for &item in self.problem.items_of(option) {
                    self.check(item)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Budget;

    /// Two long options that share many items: an option `x z*`, which `x` needs, and an option
    /// `z* y*`, where each `z` may be covered twice.
    fn overlapping(shared: usize) -> Problem {
        let mut builder = Problem::builder();
        let x = builder.multiple("x", 1..=1).unwrap();
        let z: Vec<ItemId> = (0..shared)
            .map(|n| builder.multiple(format!("z{n}"), 0..=2).unwrap())
            .collect();
        let y: Vec<ItemId> = (0..shared)
            .map(|n| builder.primary(format!("y{n}")).unwrap())
            .collect();
        builder.option([x].iter().chain(&z).copied()).unwrap();
        builder.option(z.iter().chain(&y).copied()).unwrap();
        builder.build()
    }

    #[test]
    fn items_are_queued_once_and_options_are_woken_once() {
        let problem = overlapping(1000);
        let budget = Budget::unlimited();
        let mut effort = Effort {
            left: 10_000,
            meter: budget.meter(),
        };
        let mut open = OpenProblem::new(&problem, &mut effort).unwrap();
        for item in problem.items().chain(problem.items()) {
            assert!(open.check(item).is_ok());
        }
        assert_eq!((open.tight.len(), open.waiting.len()), (1001, 0));
        let x = open.next_tight().unwrap();
        assert!(open.force(OptionId::new(0), x, &mut effort).is_ok());
        assert_eq!(open.narrowed.len(), 1000);
        assert_eq!(effort.left, 10_000);
        assert!(open.wake(&mut effort).is_ok());
        // One read for each `z`, and one for each item of the option.
        assert_eq!(effort.left, 10_000 - 1000 - 2000);
        assert_eq!((open.tight.len(), open.waiting.len()), (1000, 0));
    }
}
