//! What follows from a problem, from blocked solutions and from clauses, by definition. It shares
//! no code with the engine.

use crate::ask::Assumptions;
use crate::problem::{OptionId, Problem};

/// Options that are chosen and options that are dead, as bits. Also a clause: one of these is true.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    pub(super) chosen: u64,
    pub(super) dead: u64,
}

impl Facts {
    pub(super) fn of(literals: impl IntoIterator<Item = (OptionId, bool)>) -> Self {
        let mut facts = Self::default();
        for (option, is_chosen) in literals {
            let side = if is_chosen {
                &mut facts.chosen
            } else {
                &mut facts.dead
            };
            *side |= bit(option);
        }
        facts
    }

    pub(super) fn assumed(assumptions: &Assumptions) -> Self {
        Self {
            chosen: bits(assumptions.forced().iter().copied()),
            dead: bits(assumptions.forbidden().iter().copied()),
        }
    }

    pub(super) fn not(self) -> Self {
        Self {
            chosen: self.dead,
            dead: self.chosen,
        }
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self {
            chosen: self.chosen | other.chosen,
            dead: self.dead | other.dead,
        }
    }

    /// Whether all facts are true in a cover.
    pub(super) fn hold_in(self, cover: u64) -> bool {
        self.chosen & !cover == 0 && self.dead & cover == 0
    }
}

fn bit(option: OptionId) -> u64 {
    1 << option.index()
}

pub(super) fn bits(options: impl IntoIterator<Item = OptionId>) -> u64 {
    options.into_iter().fold(0, |all, option| all | bit(option))
}

/// A primary item.
#[derive(Debug)]
struct Item {
    users: u64,
    low: u32,
    high: u32,
}

/// A problem under assumptions, and clauses.
#[derive(Debug)]
pub(super) struct Formula {
    items: Vec<Item>,
    /// For each option those that exclude it by a secondary item.
    excluded: Vec<u64>,
    assumed: Facts,
    clauses: Vec<Facts>,
}

impl Formula {
    pub(super) fn new(problem: &Problem, assumptions: &Assumptions) -> Self {
        let kept = || {
            problem
                .options()
                .filter(|&option| !problem.is_dropped(option))
        };
        let item = |item| Item {
            users: bits(kept().filter(|&option| problem.items_of(option).contains(&item))),
            low: problem.bounds(item).0,
            high: problem.bounds(item).1,
        };
        let dropped = problem
            .options()
            .filter(|&option| problem.is_dropped(option));
        let dropped = Facts::of(dropped.map(|option| (option, false)));
        let excluded = problem.options().map(|option| excluded(problem, option));
        Self {
            items: problem.primary_items().map(item).collect(),
            excluded: excluded.collect(),
            assumed: Facts::assumed(assumptions).and(dropped),
            clauses: Vec::new(),
        }
    }

    /// Adds a clause: one of these facts is true.
    pub(super) fn add(&mut self, clause: Facts) {
        self.clauses.push(clause);
    }

    /// Adds that this cover is not wanted, and no larger one if there is none.
    pub(super) fn block(&mut self, cover: u64, is_largest: bool) {
        let options = (1 << self.excluded.len()) - 1;
        let chosen = if is_largest { 0 } else { options & !cover };
        let dead = cover;
        self.add(Facts { chosen, dead });
    }

    /// Removes the last clause.
    pub(super) fn unblock(&mut self) {
        self.clauses.pop();
    }

    /// Whether unit propagation shows that these facts cannot all be true.
    pub(super) fn refutes(&self, facts: Facts) -> bool {
        let mut facts = facts.and(self.assumed);
        loop {
            let before = facts;
            self.exclude(&mut facts);
            let can_be = self.items.iter().all(|item| item.conclude(&mut facts))
                && self
                    .clauses
                    .iter()
                    .all(|&clause| conclude(clause, &mut facts))
                && facts.chosen & facts.dead == 0;
            if !can_be || facts == before {
                return !can_be;
            }
        }
    }

    fn exclude(&self, facts: &mut Facts) {
        for (option, excluded) in self.excluded.iter().enumerate() {
            if facts.chosen >> option & 1 != 0 {
                facts.dead |= excluded;
            }
        }
    }
}

impl Item {
    /// Concludes what follows from this item. Returns false if it cannot be covered.
    fn conclude(&self, facts: &mut Facts) -> bool {
        let (chosen, left) = (self.users & facts.chosen, self.users & !facts.dead);
        if chosen.count_ones() == self.high {
            facts.dead |= self.users & !chosen;
        }
        if left.count_ones() == self.low {
            facts.chosen |= left;
        }
        chosen.count_ones() <= self.high && left.count_ones() >= self.low
    }
}

/// Concludes what follows from a clause. Returns false if all its facts are false.
fn conclude(clause: Facts, facts: &mut Facts) -> bool {
    let open = Facts {
        chosen: clause.chosen & !facts.dead,
        dead: clause.dead & !facts.chosen,
    };
    if open.chosen.count_ones() + open.dead.count_ones() == 1 {
        *facts = facts.and(open);
    }
    open != Facts::default()
}

/// The other options that cannot be used with this one because of a secondary item.
fn excluded(problem: &Problem, option: OptionId) -> u64 {
    let clash = |other: OptionId| {
        let mut pairs = problem
            .uses_of(option)
            .flat_map(|one| problem.uses_of(other).map(move |two| (one, two)));
        other != option
            && pairs.any(|((item, one), (other_item, two))| {
                item == other_item && !problem.is_primary(item) && (one.is_none() || one != two)
            })
    };
    bits(problem.options().filter(|&other| clash(other)))
}
