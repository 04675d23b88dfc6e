//! What is learned from a conflict: a clause by the first unique implication point (J.
//! Marques-Silva and K. Sakallah, "GRASP", 1996), without the literals that follow from the others
//! (`shorten.rs`).

use super::literal::Literal;
use super::reasons::{Grounds, Shared};
use super::state::{Conflict, Reason, State};
use super::tables::Beside;
use crate::ask::{Meter, Stop};

/// The memory of analysis.
#[derive(Clone, Debug, Default)]
pub(super) struct Analysis {
    /// For each option: whether it is in the clause or was resolved away, and whether it is known
    /// to follow from the clause or not to.
    pub(super) marks: Vec<Mark>,
    /// The options with marks.
    pub(super) marked: Vec<u32>,
    /// The options of the facts of a reason.
    pub(super) facts: Vec<u32>,
    pub(super) stack: Vec<u32>,
    /// The learned clause: the literal that becomes true first, then one of the level to return to.
    pub(super) clause: Vec<Literal>,
    /// The options that took part.
    pub(super) met: Vec<u32>,
    /// The clauses that took part.
    pub(super) used: Vec<u32>,
    /// The options and items of the conclusions by the support rule that took part.
    pub(super) supports: Vec<(u32, u32)>,
    /// Whether these are wanted.
    pub(super) logs_supports: bool,
    pub(super) levels: Levels,
    /// For each item, what is known of the facts that it shares as a reason.
    pub(super) shared: Vec<Shared>,
    /// The items of which something is known.
    known: Vec<u32>,
    /// What may stand beside the option of a fact.
    beside: Beside,
    /// The items whose facts follow if those do that are pending.
    pub(super) pending: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mark {
    #[default]
    None,
    /// It is in the clause or was resolved away.
    Seen,
    /// It is being examined whether it follows from the clause.
    Pending,
    Follows,
    /// It is not known to follow.
    Stays,
}

impl Analysis {
    pub(super) fn new(options: usize, items: usize) -> Self {
        Self {
            marks: vec![Mark::None; options],
            levels: Levels::new(options + 1),
            shared: vec![Shared::Unknown; items],
            beside: Beside::new(items),
            ..Self::default()
        }
    }

    /// Lists the options of the facts of a conflict.
    pub(super) fn of_conflict(&mut self, grounds: &Grounds<'_>, conflict: Conflict) {
        let Grounds {
            tables,
            state,
            clauses,
        } = *grounds;
        self.facts.clear();
        match conflict {
            Conflict::Pair(one, other) => self.facts.extend([one, other]),
            Conflict::Short(item) => {
                let users = tables.users(item).iter().copied();
                self.facts
                    .extend(users.filter(|&option| state.is_dead(option)));
            }
            Conflict::Over(item) => {
                let users = tables.users(item).iter().copied();
                self.facts
                    .extend(users.filter(|&option| state.is_chosen(option)));
            }
            Conflict::Clause(place) => {
                self.used.push(place);
                let codes = clauses.codes(place).iter();
                self.facts
                    .extend(codes.map(|&code| Literal::of_code(code).option()));
            }
        }
    }

    pub(super) fn mark(&mut self, option: u32, mark: Mark) {
        if self.marks[option as usize] == Mark::None {
            self.marked.push(option);
        }
        self.marks[option as usize] = mark;
    }

    /// Learns a clause from the facts of a conflict, which are in `facts`. At least one of them is
    /// of the present level, which is above 0. Returns the level to return to, and the glue: the
    /// number of levels in the clause.
    pub(super) fn learn(
        &mut self,
        grounds: &Grounds<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(u32, u32), Stop> {
        self.supports.clear();
        let mut learned = self.resolve(grounds, meter);
        if learned.is_ok() {
            learned = self.shorten(grounds, meter);
        }
        // Also after a stop: the next analysis must find no marks.
        self.forget();
        learned?;
        Ok(self.order(grounds.state))
    }

    /// Replaces facts of the present level by those that imply them, until one is left.
    fn resolve(&mut self, grounds: &Grounds<'_>, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let state = grounds.state;
        let level = state.level();
        self.clause.clear();
        // A place for the literal that is found last.
        self.clause.push(Literal::chosen(0));
        self.met.clear();
        let (mut open, mut place) = (0, state.trail.len());
        loop {
            meter.spend(8 * self.facts.len())?;
            for index in 0..self.facts.len() {
                let option = self.facts[index];
                let fact = state.facts[option as usize];
                // What is true in every solution that is left needs no mention in a clause.
                if fact.level == 0 || self.marks[option as usize] != Mark::None {
                    continue;
                }
                self.mark(option, Mark::Seen);
                self.met.push(option);
                if fact.level == level {
                    open += 1;
                } else {
                    self.clause.push(false_literal(state, option));
                }
            }
            let before = place;
            // The trail is read backwards, so a fact is replaced before the facts that imply it.
            let option = loop {
                place -= 1;
                let option = state.trail[place].option();
                if self.marks[option as usize] != Mark::None {
                    break option;
                }
            };
            meter.spend(before - place)?;
            open -= 1;
            // The first unique implication point: this fact and the other literals imply the
            // conflict.
            if open == 0 {
                self.clause[0] = state.trail[place].not();
                return Ok(());
            }
            self.facts.clear();
            let shared = grounds.shared_item(option);
            if self.knows(shared) == Shared::Unknown {
                self.follow(grounds, option, meter)?;
                // The facts behind a shared reason are the same for all that it implies: once is
                // enough.
                self.note(shared, Shared::Follows);
            }
        }
    }

    /// Removes all marks.
    fn forget(&mut self) {
        for option in self.marked.drain(..) {
            self.marks[option as usize] = Mark::None;
        }
        for item in self.known.drain(..) {
            self.shared[item as usize] = Shared::Unknown;
        }
        self.pending.clear();
    }

    /// What is known of the facts of a shared reason; nothing if the reason is not shared.
    pub(super) fn knows(&self, shared: Option<u32>) -> Shared {
        shared.map_or(Shared::Unknown, |item| self.shared[item as usize])
    }

    /// Notes what is known of the facts of a reason, if it is shared.
    pub(super) fn note(&mut self, shared: Option<u32>, what: Shared) {
        if let Some(item) = shared {
            self.known.push(item);
            self.shared[item as usize] = what;
        }
    }

    /// Replaces `facts` by the facts that imply a fact.
    pub(super) fn follow(
        &mut self,
        grounds: &Grounds<'_>,
        option: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        self.facts.clear();
        grounds.reasons(option, &mut self.beside, &mut self.facts, meter)?;
        match grounds.state.facts[option as usize].reason {
            Reason::Clause(place) => self.used.push(place),
            Reason::Unsupported(item) if self.logs_supports => self.supports.push((option, item)),
            _ => {}
        }
        Ok(())
    }

    /// The decisions that a fact follows from.
    pub(super) fn decisions(
        &mut self,
        grounds: &Grounds<'_>,
        option: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Literal>, Stop> {
        let state = grounds.state;
        let mut decisions = Vec::new();
        self.mark(option, Mark::Seen);
        self.stack.clear();
        self.stack.push(option);
        let mut found = Ok(());
        while let (Ok(()), Some(option)) = (found, self.stack.pop()) {
            let fact = state.facts[option as usize];
            if fact.level > 0 && fact.reason == Reason::None {
                decisions.push(state.trail[fact.place as usize]);
            }
            self.facts.clear();
            let shared = grounds.shared_item(option);
            if self.knows(shared) == Shared::Unknown {
                found = grounds.reasons(option, &mut self.beside, &mut self.facts, meter);
                self.note(shared, Shared::Follows);
            }
            for index in 0..self.facts.len() {
                let option = self.facts[index];
                if state.facts[option as usize].level > 0
                    && self.marks[option as usize] == Mark::None
                {
                    self.mark(option, Mark::Seen);
                    self.stack.push(option);
                }
            }
        }
        self.forget();
        found.map(|()| decisions)
    }

    /// Puts a literal of the highest level but one second. Returns that level, and the number of
    /// levels.
    fn order(&mut self, state: &State) -> (u32, u32) {
        let level_of = |literal: &Literal| state.facts[literal.option() as usize].level;
        // The clause watches this literal: it is the first to become open again when the search
        // goes further back.
        let second = (1..self.clause.len()).max_by_key(|&index| level_of(&self.clause[index]));
        let Some(second) = second else {
            return (0, 1);
        };
        self.clause.swap(1, second);
        let level = level_of(&self.clause[1]);
        let glue = self.levels.count(self.clause.iter().map(level_of));
        (level, glue)
    }

    /// The number of levels of the literals with these codes.
    pub(super) fn glue_of(&mut self, state: &State, codes: &[u32]) -> u32 {
        let options = codes.iter().map(|&code| Literal::of_code(code).option());
        self.levels
            .count(options.map(|option| state.facts[option as usize].level))
    }
}

/// A set of levels. It is emptied without touching its members.
#[derive(Clone, Debug, Default)]
pub(super) struct Levels {
    /// The stamp of each level is that of the set if it is a member.
    stamps: Vec<u64>,
    stamp: u64,
}

impl Levels {
    fn new(levels: usize) -> Self {
        Self {
            stamps: vec![0; levels],
            stamp: 0,
        }
    }

    /// Replaces the members by these levels. Returns their number, without repetitions.
    pub(super) fn count(&mut self, levels: impl Iterator<Item = u32>) -> u32 {
        self.stamp += 1;
        let mut count = 0;
        for level in levels {
            let stamp = &mut self.stamps[level as usize];
            count += u32::from(*stamp != self.stamp);
            *stamp = self.stamp;
        }
        count
    }

    #[inline]
    pub(super) fn contains(&self, level: u32) -> bool {
        self.stamps[level as usize] == self.stamp
    }
}

/// The literal of an option that is false.
fn false_literal(state: &State, option: u32) -> Literal {
    if state.is_dead(option) {
        Literal::chosen(option)
    } else {
        Literal::dead(option)
    }
}
