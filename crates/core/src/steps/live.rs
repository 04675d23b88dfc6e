//! What is left of a problem: the live options, and how often items must and may still be covered.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::bits::{self, Row, Rows, Words as _};
use crate::ask::{Budget, Stop};
use crate::problem::{Colour, ItemId, OptionId, Problem};

/// The live options of a problem. Options are numbered here from 0, ascending; those that have been
/// dead for long may have no number.
#[derive(Clone, Debug)]
pub(super) struct Live {
    table: Arc<Table>,
    options: Vec<u64>,
    /// How often each item must and may be covered; of a secondary item, never and any number of
    /// times.
    bounds: Vec<(u32, u32)>,
}

/// What never changes.
#[derive(Debug)]
struct Table {
    /// The option of each number.
    ids: Vec<OptionId>,
    /// The items of each option.
    items: Vec<Vec<u32>>,
    /// The number of words of a set of options.
    words: usize,
    /// The options of each item, as a set.
    users: Rows,
    /// The options that conflict with each option, as a set.
    conflicts: Vec<u64>,
    /// Whether at most one option may cover an item, whatever the colours.
    is_link: Vec<bool>,
}

/// Up to this many words, one word less is enough to forget the dead options; of more words, a part
/// of them must be spared, because that takes time, too.
const FEW_WORDS: usize = 16;

impl Live {
    /// The options of a problem but those that are dead.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the table of conflicts needs more than the budget grants, or the limit that
    /// stopped its making.
    pub(super) fn new(
        problem: &Problem,
        is_dead: impl Fn(OptionId) -> bool,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let ids: Vec<OptionId> = problem
            .options()
            .filter(|&option| !is_dead(option))
            .collect();
        let words = ids.len().div_ceil(64);
        let conflicts = ids.len().saturating_mul(words * size_of::<u64>());
        // The rows of items are sparse: a number and a word for each use at most.
        let users = problem.size().saturating_mul(2 * size_of::<u64>());
        if conflicts.saturating_add(users) > budget.most_memory() {
            return Err(Stop::Memory);
        }
        let bounds = problem
            .items()
            .map(|item| match problem.multiplicity(item) {
                Some(times) => (*times.start(), *times.end()),
                None => (0, u32::MAX),
            });
        let items: Vec<ItemId> = problem.items().collect();
        let table = Table::new(problem, ids, &items, budget)?;
        Ok(Self {
            bounds: bounds.collect(),
            options: all(table.ids.len()),
            table: Arc::new(table),
        })
    }

    /// A part of the problem: only these items, and the live options that cover one of them. They
    /// are numbered anew: the items in the order given. The links need not be covered.
    pub(super) fn part(
        &self,
        problem: &Problem,
        truths: &[ItemId],
        links: &[ItemId],
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let mut covering = vec![0; self.words()];
        for item in truths.iter().chain(links) {
            bits::add_all(&mut covering, self.users(item.index()));
        }
        bits::keep_all(&mut covering, self.options());
        let items = [truths, links].concat();
        let table = Table::new(problem, self.ids(&covering), &items, budget)?;
        let mut part = Self {
            bounds: vec![(0, 0); items.len()],
            options: all(table.ids.len()),
            table: Arc::new(table),
        };
        part.follow(self, truths, links);
        Ok(part)
    }

    /// Takes over what the whole knows of its part. Returns whether anything has changed.
    pub(super) fn follow(&mut self, whole: &Self, truths: &[ItemId], links: &[ItemId]) -> bool {
        let dead = bits::ones(&self.options).filter(|&option| {
            let number = whole.number(self.id(option));
            number.is_none_or(|number| !bits::has(&whole.options, number))
        });
        let dead: Vec<usize> = dead.collect();
        for &option in &dead {
            self.discard(option);
        }
        let bounds = truths.iter().map(|item| whole.bounds[item.index()]);
        let links = links.iter().map(|item| (0, whole.bounds[item.index()].1));
        let bounds: Vec<(u32, u32)> = bounds.chain(links).collect();
        let is_changed = !dead.is_empty() || bounds != self.bounds;
        self.bounds = bounds;
        is_changed
    }

    /// Forgets the dead options if far fewer words hold the others. All sets of options become
    /// shorter, and the options get new numbers.
    pub(super) fn compact(&mut self) {
        let old = Arc::clone(&self.table);
        let numbers: Vec<usize> = bits::ones(&self.options).collect();
        let words = numbers.len().div_ceil(64);
        if old.words - words < old.words.div_ceil(FEW_WORDS) {
            return;
        }
        let mut table = Table {
            ids: numbers.iter().map(|&number| old.ids[number]).collect(),
            items: numbers
                .iter()
                .map(|&number| old.items[number].clone())
                .collect(),
            words,
            users: Rows::default(),
            conflicts: vec![0; numbers.len() * words],
            is_link: old.is_link.clone(),
        };
        let mut new_number = vec![0; old.ids.len()];
        for (new, &number) in numbers.iter().enumerate() {
            new_number[number] = new;
        }
        for item in 0..self.bounds.len() {
            let left = bits::ones_of_both(self.users(item), &self.options);
            table.users.push(left.map(|number| new_number[number]));
        }
        for (new, &number) in numbers.iter().enumerate() {
            let row = &mut table.conflicts[new * words..][..words];
            for other in bits::ones_of_both(self.conflicts(number), &self.options) {
                bits::add(row, new_number[other]);
            }
        }
        self.options = all(numbers.len());
        self.table = Arc::new(table);
    }

    /// The same options, but only some items must be covered.
    pub(super) fn with_truths(&self, truths: &[ItemId]) -> Self {
        let mut own = self.clone();
        own.bounds.iter_mut().for_each(|bounds| bounds.0 = 0);
        for truth in truths {
            own.bounds[truth.index()].0 = self.low(truth.index());
        }
        own
    }

    pub(super) fn words(&self) -> usize {
        self.table.words
    }

    pub(super) fn id(&self, option: usize) -> OptionId {
        self.table.ids[option]
    }

    /// The number of an option, if it was not dead from the start.
    pub(super) fn number(&self, option: OptionId) -> Option<usize> {
        self.table.ids.binary_search(&option).ok()
    }

    /// The numbers of options.
    pub(super) fn numbers(&self, options: &[OptionId]) -> Vec<usize> {
        let numbers = options.iter().filter_map(|&option| self.number(option));
        numbers.collect()
    }

    pub(super) fn ids(&self, options: &[u64]) -> Vec<OptionId> {
        bits::ones(options).map(|option| self.id(option)).collect()
    }

    /// The live options.
    pub(super) fn options(&self) -> &[u64] {
        &self.options
    }

    /// All options of an item, live or not.
    pub(super) fn users(&self, item: usize) -> Row<'_> {
        self.table.users.row(item)
    }

    pub(super) fn items(&self, option: usize) -> &[u32] {
        &self.table.items[option]
    }

    /// The options that conflict with an option, live or not.
    pub(super) fn conflicts(&self, option: usize) -> &[u64] {
        &self.table.conflicts[option * self.table.words..][..self.table.words]
    }

    pub(super) fn is_link(&self, item: usize) -> bool {
        self.table.is_link[item]
    }

    pub(super) fn item_count(&self) -> usize {
        self.bounds.len()
    }

    /// How often an item must still be covered.
    pub(super) fn low(&self, item: usize) -> u32 {
        self.bounds[item].0
    }

    /// How often an item must and may still be covered.
    pub(super) fn bounds(&self, item: usize) -> (u32, u32) {
        self.bounds[item]
    }

    /// The items that must still be covered.
    pub(super) fn truths(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.bounds.len()).filter(|&item| self.low(item) > 0)
    }

    /// The live options of items that must still be covered.
    pub(super) fn options_of_truths(&self) -> Vec<u64> {
        let mut options = vec![0; self.words()];
        for item in self.truths() {
            bits::add_all(&mut options, self.users(item));
        }
        bits::keep_all(&mut options, &self.options);
        options
    }

    /// The items of a kind that share a live option with another one, ascending.
    pub(super) fn near(&self, item: usize, is_kind: impl Fn(usize) -> bool) -> Vec<usize> {
        let options = bits::ones_of_both(self.users(item), &self.options);
        let items = options.flat_map(|option| self.items(option));
        let items = items.map(|&other| other as usize);
        let mut near: Vec<usize> = items
            .filter(|&other| other != item && is_kind(other))
            .collect();
        near.sort_unstable();
        near.dedup();
        near
    }

    /// How many live options each item has.
    pub(super) fn counts(&self) -> Vec<u32> {
        (0..self.item_count())
            .map(|item| self.count(item))
            .collect()
    }

    /// How many live options an item has.
    pub(super) fn count(&self, item: usize) -> u32 {
        bits::count_of_both(self.users(item), &self.options) as u32
    }

    /// Whether nothing is left to decide.
    pub(super) fn is_solved(&self) -> bool {
        self.truths().next().is_none() && bits::is_empty(&self.options)
    }

    /// The first item that has fewer live options than it needs.
    pub(super) fn short(&self) -> Option<usize> {
        self.truths()
            .find(|&item| self.count(item) < self.low(item))
    }

    /// Removes an option.
    pub(super) fn discard(&mut self, option: usize) {
        bits::remove(&mut self.options, option);
    }

    pub(super) fn remove(&mut self, options: &[u64]) {
        bits::remove_all(&mut self.options, options);
    }

    /// The live options that are dead once an option is chosen: those that conflict with it, and the
    /// others of items that may be covered once more only.
    pub(super) fn dead_after(&self, option: usize) -> Vec<u64> {
        let mut dead = self.conflicts(option).to_vec();
        for &item in self.items(option) {
            if self.bounds[item as usize].1 == 1 {
                bits::add_all(&mut dead, self.users(item as usize));
            }
        }
        bits::remove(&mut dead, option);
        bits::keep_all(&mut dead, &self.options);
        dead
    }

    /// Chooses a live option.
    pub(super) fn choose(&mut self, option: usize) {
        self.choose_before(option, &self.dead_after(option));
    }

    /// Chooses a live option, given those that are [dead after it](Self::dead_after).
    pub(super) fn choose_before(&mut self, option: usize, dead: &[u64]) {
        self.remove(dead);
        bits::remove(&mut self.options, option);
        for &item in &self.table.items[option] {
            let (low, high) = &mut self.bounds[item as usize];
            *low = low.saturating_sub(1);
            *high = high.saturating_sub(u32::from(*high < u32::MAX));
        }
    }
}

/// The set of the numbers below a count.
fn all(count: usize) -> Vec<u64> {
    let mut set = vec![u64::MAX; count.div_ceil(64)];
    if let (Some(last), true) = (set.last_mut(), !count.is_multiple_of(64)) {
        *last = (1 << (count % 64)) - 1;
    }
    set
}

impl Table {
    /// The options, as far as they cover these items, which are numbered from 0.
    fn new(
        problem: &Problem,
        ids: Vec<OptionId>,
        of: &[ItemId],
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let words = ids.len().div_ceil(64);
        let mut numbers = vec![u32::MAX; problem.item_count()];
        for (number, item) in (0..).zip(of) {
            numbers[item.index()] = number;
        }
        let mut users_of = vec![Vec::new(); of.len()];
        let mut items = Vec::with_capacity(ids.len());
        for (option, &id) in ids.iter().enumerate() {
            let own = problem
                .items_of(id)
                .iter()
                .map(|item| numbers[item.index()]);
            let own: Vec<u32> = own.filter(|&number| number < u32::MAX).collect();
            for &number in &own {
                users_of[number as usize].push(option);
            }
            items.push(own);
        }
        let mut users = Rows::default();
        users_of.into_iter().for_each(|own| users.push(own));
        let mut table = Self {
            ids,
            items,
            words,
            users,
            conflicts: Vec::new(),
            is_link: Vec::new(),
        };
        table.set_conflicts(problem, of, budget)?;
        Ok(table)
    }

    /// Two options conflict if they share an item that only one may cover, or a secondary item in
    /// which they have no colour or different ones.
    fn set_conflicts(
        &mut self,
        problem: &Problem,
        items: &[ItemId],
        budget: &Budget,
    ) -> Result<(), Stop> {
        let words = self.words;
        self.conflicts = vec![0; self.ids.len() * words];
        self.is_link = vec![false; items.len()];
        for (number, &item) in items.iter().enumerate() {
            budget.poll()?;
            let users = self.users.row(number);
            let is_multiple = problem
                .multiplicity(item)
                .is_some_and(|times| *times.end() > 1);
            if is_multiple {
                continue;
            }
            // The users of each colour do not exclude each other.
            let mut of_colour: BTreeMap<Colour, Vec<u64>> = BTreeMap::new();
            let mut colours = Vec::new();
            for option in bits::ones(users) {
                let colour = colour_of(problem, self.ids[option], item);
                if let Some(colour) = colour {
                    let set = of_colour.entry(colour).or_insert_with(|| vec![0; words]);
                    bits::add(set, option);
                }
                colours.push((option, colour));
            }
            let is_one = |set: &Vec<u64>| bits::ones(set).nth(1).is_none();
            self.is_link[number] = of_colour.values().all(is_one);
            for (option, colour) in colours {
                let row = &mut self.conflicts[option * words..][..words];
                let same = colour.and_then(|colour| of_colour.get(&colour));
                for (word, own) in users.words() {
                    row[word] |= own & !same.map_or(0, |same| same[word]);
                }
            }
        }
        for option in 0..self.ids.len() {
            bits::remove(&mut self.conflicts[option * words..][..words], option);
        }
        Ok(())
    }
}

/// The colour that an option gives to a secondary item.
fn colour_of(problem: &Problem, option: OptionId, item: ItemId) -> Option<Colour> {
    let mut uses = problem.uses_of(option);
    uses.find(|used| used.0 == item).and_then(|used| used.1)
}
