//! The assignment: which options are chosen and which are dead, in which order this was concluded,
//! at which level, and why.

use super::literal::Literal;
use super::tables::Tables;

/// Why a literal is true. A reason names the facts it follows from; `reasons` lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It was decided or assumed, or it is true in every solution.
    None,
    /// The option is dead: this option is chosen and excludes it.
    Excluded(u32),
    /// The option is chosen: the item needs all options that are left.
    Needed(u32),
    /// The option is dead: the item is covered as often as it may be, more than once.
    Full(u32),
    /// The option is dead: all options of the item that do not exclude it are dead.
    Unsupported(u32),
    /// All other literals of this clause are false.
    Clause(u32),
}

/// A set of facts that cannot all be true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conflict {
    /// The item has too few options left.
    Short(u32),
    /// The item is covered too often.
    Over(u32),
    /// These chosen options exclude each other.
    Pair(u32, u32),
    /// All literals of this clause are false.
    Clause(u32),
}

/// What is known about an option that is chosen or dead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    pub(super) level: u32,
    /// Its position on the trail.
    pub(super) place: u32,
    pub(super) reason: Reason,
}

/// The counters of a primary item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counter {
    /// The number of options that are not dead.
    pub(super) left: u32,
    /// The numbers of these, combined by exclusive or: the last option, if one is left.
    pub(super) last: u32,
    /// The number of chosen options.
    pub(super) chosen: u32,
    /// Whether the item is in the queue of the support rule.
    pub(super) is_queued: bool,
}

/// The assignment.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// For each literal: 1 if it is true, -1 if it is false, 0 if it is open.
    values: Vec<i8>,
    pub(super) facts: Vec<Fact>,
    pub(super) trail: Vec<Literal>,
    /// The length of the trail at the start of each level above 0.
    pub(super) levels: Vec<u32>,
    /// The length of the part of the trail that the counters contain.
    pub(super) head: usize,
    pub(super) counters: Vec<Counter>,
}

impl State {
    pub(super) fn new(tables: &Tables) -> Self {
        let counter = |item| Counter {
            left: tables.users(item).len() as u32,
            last: tables.users(item).iter().fold(0, |all, one| all ^ one),
            ..Counter::default()
        };
        let fact = Fact {
            level: 0,
            place: 0,
            reason: Reason::None,
        };
        Self {
            values: vec![0; 2 * tables.len()],
            facts: vec![fact; tables.len()],
            trail: Vec::with_capacity(tables.len()),
            levels: Vec::new(),
            head: 0,
            counters: (0..tables.primary).map(counter).collect(),
        }
    }

    /// 1 if a literal is true, -1 if it is false, 0 if it is open.
    #[inline]
    pub(super) fn value(&self, literal: Literal) -> i8 {
        self.values[literal.index()]
    }

    #[inline]
    pub(super) fn is_open(&self, option: u32) -> bool {
        self.value(Literal::chosen(option)) == 0
    }

    #[inline]
    pub(super) fn is_dead(&self, option: u32) -> bool {
        self.value(Literal::chosen(option)) < 0
    }

    #[inline]
    pub(super) fn is_chosen(&self, option: u32) -> bool {
        self.value(Literal::chosen(option)) > 0
    }

    /// The present level.
    #[inline]
    pub(super) fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    /// Makes an open literal true.
    #[inline]
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        let option = literal.option();
        self.values[literal.index()] = 1;
        self.values[literal.not().index()] = -1;
        self.facts[option as usize] = Fact {
            level: self.level(),
            place: self.trail.len() as u32,
            reason,
        };
        self.trail.push(literal);
    }

    /// Undoes the last assignment. Returns its literal.
    #[inline]
    pub(super) fn undo(&mut self, tables: &Tables) -> Option<Literal> {
        let literal = self.trail.pop()?;
        let option = literal.option();
        self.values[literal.index()] = 0;
        self.values[literal.not().index()] = 0;
        // What propagation has not reached yet is not in the counters.
        let is_counted = self.trail.len() < self.head;
        if literal.is_dead() {
            if is_counted {
                for &item in tables.primary_of(option) {
                    let counter = &mut self.counters[item as usize];
                    counter.left += 1;
                    counter.last ^= option;
                }
            }
        } else if is_counted {
            for &item in tables.primary_of(option) {
                self.counters[item as usize].chosen -= 1;
            }
        }
        self.head = self.head.min(self.trail.len());
        Some(literal)
    }
}
