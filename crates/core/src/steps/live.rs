//! What is left of a problem: the live options, and how often items must and may still be covered.

use std::sync::Arc;

use super::bits;
use crate::ask::Stop;
use crate::problem::{OptionId, Problem};

/// The live options of a problem. Options are numbered here from 0, ascending; those that were dead
/// from the start have no number.
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
    users: Vec<u64>,
    /// The options that conflict with each option, as a set.
    conflicts: Vec<u64>,
    /// Whether at most one option may cover an item, whatever the colours.
    is_link: Vec<bool>,
}

impl Live {
    /// The options of a problem but those that are dead.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the table of conflicts needs more than `room` bytes.
    pub(super) fn new(
        problem: &Problem,
        is_dead: impl Fn(OptionId) -> bool,
        room: usize,
    ) -> Result<Self, Stop> {
        let ids: Vec<OptionId> = problem
            .options()
            .filter(|&option| !is_dead(option))
            .collect();
        let words = ids.len().div_ceil(64);
        let sets = problem.item_count().saturating_add(ids.len());
        if sets.saturating_mul(words).saturating_mul(size_of::<u64>()) > room {
            return Err(Stop::Memory);
        }
        let mut users = vec![0; problem.item_count() * words];
        let mut items = Vec::with_capacity(ids.len());
        for (number, &id) in ids.iter().enumerate() {
            let own = problem.items_of(id);
            for item in own {
                bits::add(&mut users[item.index() * words..][..words], number);
            }
            items.push(own.iter().map(|item| item.index() as u32).collect());
        }
        let bounds = problem
            .items()
            .map(|item| match problem.multiplicity(item) {
                Some(times) => (*times.start(), *times.end()),
                None => (0, u32::MAX),
            });
        let mut table = Table {
            ids,
            items,
            words,
            users,
            conflicts: Vec::new(),
            is_link: Vec::new(),
        };
        table.set_conflicts(problem);
        let mut options = vec![u64::MAX; words];
        if table.ids.len() % 64 != 0 {
            options[words - 1] = (1 << (table.ids.len() % 64)) - 1;
        }
        Ok(Self {
            bounds: bounds.collect(),
            options,
            table: Arc::new(table),
        })
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

    pub(super) fn ids(&self, options: &[u64]) -> Vec<OptionId> {
        bits::ones(options).map(|option| self.id(option)).collect()
    }

    /// The live options.
    pub(super) fn options(&self) -> &[u64] {
        &self.options
    }

    /// All options of an item, live or not.
    pub(super) fn users(&self, item: usize) -> &[u64] {
        &self.table.users[item * self.table.words..][..self.table.words]
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

    /// How often an item must still be covered.
    pub(super) fn low(&self, item: usize) -> u32 {
        self.bounds[item].0
    }

    /// The items that must still be covered.
    pub(super) fn truths(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.bounds.len()).filter(|&item| self.low(item) > 0)
    }

    /// Whether nothing is left to decide.
    pub(super) fn is_solved(&self) -> bool {
        self.truths().next().is_none() && bits::is_empty(&self.options)
    }

    /// The first item that has fewer live options than it needs.
    pub(super) fn short(&self) -> Option<usize> {
        self.truths().find(|&item| {
            bits::count_of_both(self.users(item), &self.options) < self.low(item) as usize
        })
    }

    pub(super) fn remove(&mut self, options: &[u64]) {
        bits::remove_all(&mut self.options, options);
    }

    /// Chooses a live option. Returns the options that are dead for that.
    pub(super) fn choose(&mut self, option: usize) -> Vec<u64> {
        let before = self.options.clone();
        bits::remove(&mut self.options, option);
        let table = Arc::clone(&self.table);
        self.remove(&table.conflicts[option * table.words..][..table.words]);
        for &item in &table.items[option] {
            let (low, high) = &mut self.bounds[item as usize];
            *low = low.saturating_sub(1);
            *high = high.saturating_sub(u32::from(*high < u32::MAX));
            if *high == 0 {
                self.remove(&table.users[item as usize * table.words..][..table.words]);
            }
        }
        let mut dead = before;
        bits::remove(&mut dead, option);
        bits::remove_all(&mut dead, &self.options);
        dead
    }
}

impl Table {
    /// Two options conflict if they share an item that only one may cover, or a secondary item in
    /// which they differ.
    fn set_conflicts(&mut self, problem: &Problem) {
        let words = self.words;
        self.conflicts = vec![0; self.ids.len() * words];
        self.is_link = vec![false; problem.item_count()];
        for item in problem.items() {
            let own: Vec<usize> =
                bits::ones(&self.users[item.index() * words..][..words]).collect();
            let users = &self.users[item.index() * words..][..words];
            match problem.multiplicity(item) {
                Some(times) if *times.end() > 1 => continue,
                Some(_) => {
                    self.is_link[item.index()] = true;
                    for &option in &own {
                        bits::add_all(&mut self.conflicts[option * words..][..words], users);
                    }
                }
                None => {
                    let colour = |option: &usize| {
                        let mut uses = problem.uses_of(self.ids[*option]);
                        uses.find(|used| used.0 == item).and_then(|used| used.1)
                    };
                    let colours: Vec<Option<_>> = own.iter().map(colour).collect();
                    let mut seen: Vec<_> = colours.iter().flatten().collect();
                    seen.sort_unstable();
                    let repeats = seen.windows(2).any(|pair| pair[0] == pair[1]);
                    self.is_link[item.index()] = !repeats;
                    for (&one, first) in own.iter().zip(&colours) {
                        let others = own.iter().zip(&colours);
                        let row = &mut self.conflicts[one * words..][..words];
                        for (&other, _) in
                            others.filter(|(_, second)| first.is_none() || *second != first)
                        {
                            bits::add(row, other);
                        }
                    }
                }
            }
        }
        for option in 0..self.ids.len() {
            bits::remove(&mut self.conflicts[option * words..][..words], option);
        }
    }
}
