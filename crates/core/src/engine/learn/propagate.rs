//! Propagation: everything that follows from the trail.
//!
//! * A chosen option excludes others. An item that is covered often enough excludes the rest.
//! * An item that needs all the options it has left chooses them.
//! * A learned clause with one literal that is not false makes it true.
//! * The support rule: an option that excludes every live option of an item is dead.

use super::clauses::Clauses;
use super::literal::Literal;
use super::state::{Conflict, Reason, State};
use super::tables::Tables;
use super::watches::Watch;
use crate::ask::{Meter, Stop};
use crate::policy::LearnPolicies;

/// Items with this many options and more count as one size.
const SIZES: usize = 10;

/// The support rule ends a propagation that has read this many uses, some 50 milliseconds: options
/// with thousands of items would keep the engine from the next decision.
const MOST_READ: usize = 1 << 24;

/// What the support rule has found at items of one size.
#[derive(Clone, Copy, Debug, Default)]
struct Yield {
    examined: u64,
    found: u64,
}

/// The items that the support rule is to examine, and its counters.
#[derive(Clone, Debug)]
pub(super) struct Agenda {
    queue: Vec<u32>,
    /// Items with at most this many options are examined; 0 turns the rule off.
    most: u32,
    policies: LearnPolicies,
    /// The live options of the item.
    options: Vec<u32>,
    /// For each item, which of these use it, as bits; and the same for each class of uses.
    users: Vec<u64>,
    class_users: Vec<u64>,
    /// What the rule has found, by the number of options of the item.
    yields: [Yield; SIZES],
    /// For each option, the last examination that looked at it, and the number of examinations.
    looked: Vec<u64>,
    examinations: u64,
    /// The uses that the rule has read since propagation began.
    pub(super) read: usize,
}

impl Agenda {
    /// An agenda with all items.
    pub(super) fn new(tables: &Tables, state: &mut State, policies: LearnPolicies) -> Self {
        let most = policies.supported;
        let mut queue = Vec::new();
        if most > 0 {
            // An item that need not be covered supports nothing.
            let must = |item: &u32| tables.bounds[*item as usize].low > 0;
            queue.extend((0..tables.primary).filter(must));
            for &item in &queue {
                state.counters[item as usize].is_queued = true;
            }
        }
        Self {
            queue,
            most,
            policies,
            options: Vec::new(),
            users: vec![0; tables.items()],
            yields: [Yield::default(); SIZES],
            class_users: vec![0; tables.class_count as usize],
            looked: vec![0; tables.len()],
            examinations: 0,
            read: 0,
        }
    }

    /// Whether the rule still examines items of a size: it finds an option at enough of them.
    fn pays(&self, size: usize) -> bool {
        let Yield { examined, found } = self.yields[size];
        examined < self.policies.trial || found.saturating_mul(self.policies.worth) >= examined
    }

    /// Notes at each other item which of the options use it.
    fn mark(&mut self, tables: &Tables, item: u32) {
        for (bit, &option) in self.options.iter().enumerate() {
            self.read += tables.classes(option).len();
            for (other, class) in tables.classes(option) {
                self.users[other as usize] |= 1 << bit;
                if class != 0 {
                    self.class_users[class as usize] |= 1 << bit;
                }
            }
        }
        self.users[item as usize] = 0;
    }

    /// Undoes [`mark`](Self::mark), which touches few of all items.
    fn unmark(&mut self, tables: &Tables) {
        for &option in &self.options {
            for (other, class) in tables.classes(option) {
                self.users[other as usize] = 0;
                self.class_users[class as usize] = 0;
            }
        }
    }

    fn clear(&mut self, state: &mut State) {
        for &item in &self.queue {
            state.counters[item as usize].is_queued = false;
        }
        self.queue.clear();
    }
}

/// What propagation reads and changes.
pub(super) struct Propagation<'a, 'b> {
    pub(super) tables: &'a Tables,
    pub(super) state: &'a mut State,
    pub(super) clauses: &'a mut Clauses,
    pub(super) agenda: &'a mut Agenda,
    /// The work so far, in nanoseconds, about.
    pub(super) work: &'a mut u64,
    /// The number of options that the support rule has found.
    pub(super) unsupported: &'a mut u64,
    pub(super) meter: &'a mut Meter<'b>,
    /// Steps that the meter has not seen yet, one nanosecond each, about.
    pub(super) unseen: &'a mut usize,
}

impl Propagation<'_, '_> {
    /// Concludes everything that follows. Returns the first conflict. If a limit stops it, the next
    /// propagation goes on.
    pub(super) fn run(&mut self) -> Result<Option<Conflict>, Stop> {
        self.agenda.read = 0;
        let conflict = self.conclude()?;
        if conflict.is_some() {
            self.agenda.clear(self.state);
        }
        Ok(conflict)
    }

    fn conclude(&mut self) -> Result<Option<Conflict>, Stop> {
        loop {
            while self.state.head < self.state.trail.len() {
                let before = *self.work;
                let literal = self.state.trail[self.state.head];
                self.state.head += 1;
                let conflict = if literal.is_dead() {
                    self.lose(literal.option())
                } else {
                    self.exclude(literal.option())
                };
                let conflict = conflict.or_else(|| self.visit_watches(literal));
                *self.unseen += (*self.work - before) as usize;
                if conflict.is_some() {
                    return Ok(conflict);
                }
                self.meter.spend(std::mem::take(self.unseen))?;
            }
            let Some(item) = self.agenda.queue.pop() else {
                return Ok(None);
            };
            self.state.counters[item as usize].is_queued = false;
            if self.agenda.read > MOST_READ {
                // No conclusion of the rule is necessary.
                self.agenda.clear(self.state);
                return Ok(None);
            }
            let (before, read) = (*self.work, self.agenda.read);
            self.support(item);
            let steps = (*self.work - before) as usize + self.agenda.read - read;
            self.meter.spend(steps)?;
        }
    }

    /// An option is chosen.
    fn exclude(&mut self, option: u32) -> Option<Conflict> {
        let tables = self.tables;
        for &item in tables.primary_of(option) {
            self.state.counters[item as usize].chosen += 1;
        }
        for (item, colour) in tables.uses(option) {
            let users = tables.users(item);
            *self.work += users.len() as u64;
            let high = tables.bounds[item as usize].high;
            let reason = if high == 1 {
                Reason::Excluded(option)
            } else {
                let chosen = self.state.counters[item as usize].chosen;
                if chosen < high {
                    continue;
                } else if chosen > high {
                    return Some(Conflict::Over(item));
                }
                Reason::Full(item)
            };
            for (place, &other) in users.iter().enumerate() {
                let dead = Literal::dead(other);
                let value = self.state.value(dead);
                if value > 0 || other == option {
                    continue;
                }
                // Uses in the same colour go together.
                if colour != 0 && tables.colours(item)[place] == colour {
                    continue;
                }
                if value == 0 {
                    self.state.assign(dead, reason);
                } else if high == 1 {
                    return Some(Conflict::Pair(option, other));
                }
            }
        }
        None
    }

    /// An option is dead.
    fn lose(&mut self, option: u32) -> Option<Conflict> {
        let tables = self.tables;
        let mut conflict = None;
        *self.work += 12;
        for &item in tables.primary_of(option) {
            let counter = &mut self.state.counters[item as usize];
            counter.left -= 1;
            // By exclusive or, the last option is known without a look at the list.
            counter.last ^= option;
            let (left, chosen) = (counter.left, counter.chosen);
            let low = tables.bounds[item as usize].low;
            if left <= low && chosen < low {
                if left < low {
                    conflict = Some(Conflict::Short(item));
                } else if low == 1 {
                    let last = Literal::chosen(counter.last);
                    match self.state.value(last) {
                        0 => self.state.assign(last, Reason::Needed(item)),
                        -1 => conflict = Some(Conflict::Short(item)),
                        _ => {}
                    }
                } else {
                    for &last in tables.users(item) {
                        if self.state.is_open(last) {
                            self.state
                                .assign(Literal::chosen(last), Reason::Needed(item));
                        }
                    }
                }
            } else if left <= self.agenda.most && chosen == 0 && low > 0 && !counter.is_queued {
                // The fewer options an item has left, the more options exclude all of them.
                counter.is_queued = true;
                self.agenda.queue.push(item);
            }
        }
        conflict
    }

    /// Visits the clauses in which the negation of a literal is watched.
    fn visit_watches(&mut self, literal: Literal) -> Option<Conflict> {
        let lost = literal.not();
        // Taken out, because clauses that find another literal move into other lists meanwhile.
        let mut watches = std::mem::take(self.clauses.watches.list(lost)?);
        *self.work += 3 * watches.len() as u64;
        let (mut kept, mut conflict) = (0, None);
        let mut from = 0;
        while from < watches.len() {
            let watch = watches[from];
            from += 1;
            // The clause is satisfied: it is not even read.
            if self.state.value(watch.other) > 0 {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            *self.work += 5;
            let codes = self.clauses.codes_mut(watch.clause);
            // The lost literal comes second, where the replacement goes.
            if codes[0] == lost.code() {
                codes.swap(0, 1);
            }
            let first = Literal::of_code(codes[0]);
            let watch = Watch {
                other: first,
                ..watch
            };
            if self.state.value(first) > 0 {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let next = codes[2..]
                .iter()
                .position(|&code| self.state.value(Literal::of_code(code)) >= 0);
            *self.unseen += next.unwrap_or(codes.len() - 2);
            if let Some(next) = next {
                codes.swap(1, next + 2);
                let new = Literal::of_code(codes[1]);
                self.clauses.watches.add(new, watch);
                continue;
            }
            watches[kept] = watch;
            kept += 1;
            if self.state.value(first) == 0 {
                self.state.assign(first, Reason::Clause(watch.clause));
            } else {
                conflict = Some(Conflict::Clause(watch.clause));
                break;
            }
        }
        // After a conflict, the watches that were not visited stay.
        watches.copy_within(from.., kept);
        watches.truncate(kept + watches.len() - from);
        if let Some(list) = self.clauses.watches.list(lost) {
            *list = watches;
        }
        conflict
    }

    /// Finds the options that exclude every live option of an item.
    fn support(&mut self, item: u32) {
        let counter = self.state.counters[item as usize];
        if counter.chosen > 0 || counter.left > self.agenda.most || counter.left < 2 {
            return;
        }
        let size = (counter.left as usize).min(SIZES - 1);
        if !self.agenda.pays(size) {
            return;
        }
        let (tables, state, agenda) = (self.tables, &*self.state, &mut *self.agenda);
        agenda.yields[size].examined += 1;
        agenda.options.clear();
        let users = tables.users(item).iter().copied();
        let live = users.filter(|&option| !state.is_dead(option));
        agenda.options.extend(live);
        let Some(&first) = agenda.options.first() else {
            return;
        };
        *self.work += 10 + tables.users(item).len() as u64;
        agenda.examinations += 1;
        agenda.mark(tables, item);
        // What excludes all options excludes the first one, so it is among the options that share
        // an item with that.
        for (shared, _) in tables.classes(first) {
            if shared != item && tables.bounds[shared as usize].high == 1 {
                self.exclude_unsupported(item, shared, size);
            }
        }
        self.agenda.unmark(tables);
    }

    /// Makes the options of another item dead that exclude every live option of an item.
    fn exclude_unsupported(&mut self, item: u32, shared: u32, size: usize) {
        let (tables, state, agenda) = (self.tables, &mut *self.state, &mut *self.agenda);
        let all = !0 >> (64 - agenda.options.len());
        let users = tables.users(shared);
        *self.work += 2 * users.len() as u64;
        agenda.read += users.len();
        for &option in users {
            // An option can share several items with the first one.
            let looked = &mut agenda.looked[option as usize];
            if !state.is_open(option) || *looked == agenda.examinations {
                continue;
            }
            *looked = agenda.examinations;
            agenda.read += tables.classes(option).len();
            let mut excluded = 0;
            for (other, class) in tables.classes(option) {
                if tables.bounds[other as usize].high == 1 {
                    // Uses in the same colour do not exclude each other. Class 0 has no users.
                    excluded |= agenda.users[other as usize] & !agenda.class_users[class as usize];
                }
            }
            if excluded == all && !tables.primary_of(option).contains(&item) {
                *self.unsupported += 1;
                agenda.yields[size].found += 1;
                state.assign(Literal::dead(option), Reason::Unsupported(item));
            }
        }
    }
}
