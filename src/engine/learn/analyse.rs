//! What is learned from a conflict: a clause by the first unique implication point (J. Marques-Silva
//! and K. Sakallah, "GRASP", 1996), shortened by the literals that follow from the others (N.
//! Sörensson and A. Biere, "Minimizing learned clauses", 2009).

use super::clauses::Clauses;
use super::literal::Literal;
use super::state::{Conflict, Reason, State};
use super::tables::Tables;

/// What analysis reads, and its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Analysis {
    /// For each option: whether it is in the clause or was resolved away, and whether it is known
    /// to follow from the clause or not to.
    marks: Vec<Mark>,
    /// The options with marks.
    marked: Vec<u32>,
    /// The options of the facts of a reason.
    pub(super) facts: Vec<u32>,
    stack: Vec<u32>,
    /// The learned clause: the literal that becomes true first, then one of the level to return to.
    pub(super) clause: Vec<Literal>,
    /// The options that took part.
    pub(super) met: Vec<u32>,
    /// The clauses that took part.
    pub(super) used: Vec<u32>,
    /// The options and items of the conclusions by the support rule that took part.
    pub(super) supports: Vec<(u32, u32)>,
    levels: Vec<u64>,
    stamp: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mark {
    #[default]
    None,
    Seen,
    Follows,
    Stays,
}

/// Appends the options of the facts that imply a fact to `out`.
pub(super) fn reasons(
    tables: &Tables,
    state: &State,
    clauses: &Clauses,
    option: u32,
    out: &mut Vec<u32>,
) {
    let fact = state.facts[option as usize];
    let is_before = |&other: &u32| state.facts[other as usize].place < fact.place;
    match fact.reason {
        Reason::None => {}
        Reason::Excluded(by) => out.push(by),
        Reason::Needed(item) => {
            let dead = tables.users(item).iter().copied();
            let dead = dead.filter(|&other| state.is_dead(other));
            out.extend(dead.filter(is_before));
        }
        Reason::Full(item) => {
            let users = tables.users(item).iter().copied();
            let chosen = users.filter(|&other| state.is_chosen(other));
            out.extend(chosen.filter(is_before));
        }
        Reason::Unsupported(item) => {
            let users = tables.users(item).iter().copied();
            out.extend(users.filter(|&other| other != option && !tables.exclude(other, option)));
        }
        Reason::Clause(place) => {
            let codes = clauses.codes(place).iter();
            let options = codes.map(|&code| Literal::of_code(code).option());
            out.extend(options.filter(|&other| other != option));
        }
    }
}

impl Analysis {
    pub(super) fn new(options: usize) -> Self {
        Self {
            marks: vec![Mark::None; options],
            levels: vec![0; options + 1],
            ..Self::default()
        }
    }

    /// Lists the options of the facts of a conflict.
    pub(super) fn of_conflict(
        &mut self,
        tables: &Tables,
        state: &State,
        clauses: &Clauses,
        conflict: Conflict,
    ) {
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

    fn mark(&mut self, option: u32, mark: Mark) {
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
        tables: &Tables,
        state: &State,
        clauses: &Clauses,
        logs_supports: bool,
    ) -> (u32, u32) {
        let level = state.level();
        self.clause.clear();
        self.clause.push(Literal::chosen(0));
        self.met.clear();
        let (mut open, mut place) = (0, state.trail.len());
        loop {
            for index in 0..self.facts.len() {
                let option = self.facts[index];
                let fact = state.facts[option as usize];
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
            let option = loop {
                place -= 1;
                let option = state.trail[place].option();
                if self.marks[option as usize] != Mark::None {
                    break option;
                }
            };
            open -= 1;
            if open == 0 {
                self.clause[0] = state.trail[place].not();
                break;
            }
            self.follow(tables, state, clauses, option, logs_supports);
        }
        self.shorten(tables, state, clauses, logs_supports);
        for option in self.marked.drain(..) {
            self.marks[option as usize] = Mark::None;
        }
        self.order(state)
    }

    /// Replaces `facts` by the facts that imply a fact.
    fn follow(
        &mut self,
        tables: &Tables,
        state: &State,
        clauses: &Clauses,
        option: u32,
        logs_supports: bool,
    ) {
        self.facts.clear();
        reasons(tables, state, clauses, option, &mut self.facts);
        match state.facts[option as usize].reason {
            Reason::Clause(place) => self.used.push(place),
            Reason::Unsupported(item) if logs_supports => self.supports.push((option, item)),
            _ => {}
        }
    }

    /// Removes the literals that follow from the others.
    fn shorten(&mut self, tables: &Tables, state: &State, clauses: &Clauses, logs_supports: bool) {
        self.stamp += 1;
        for literal in &self.clause[1..] {
            let level = state.facts[literal.option() as usize].level;
            self.levels[level as usize] = self.stamp;
        }
        let mut kept = 1;
        for index in 1..self.clause.len() {
            let literal = self.clause[index];
            let supports = self.supports.len();
            if !self.follows(tables, state, clauses, literal.option(), logs_supports) {
                self.supports.truncate(supports);
                self.clause[kept] = literal;
                kept += 1;
            }
        }
        self.clause.truncate(kept);
    }

    /// Whether a fact follows from the other facts of the clause.
    fn follows(
        &mut self,
        tables: &Tables,
        state: &State,
        clauses: &Clauses,
        option: u32,
        logs_supports: bool,
    ) -> bool {
        if state.facts[option as usize].reason == Reason::None {
            return false;
        }
        let first = self.marked.len();
        self.stack.clear();
        self.stack.push(option);
        while let Some(option) = self.stack.pop() {
            let used = self.used.len();
            self.follow(tables, state, clauses, option, logs_supports);
            self.used.truncate(used);
            for index in 0..self.facts.len() {
                let option = self.facts[index];
                let fact = state.facts[option as usize];
                let mark = self.marks[option as usize];
                if fact.level == 0 || matches!(mark, Mark::Seen | Mark::Follows) {
                    continue;
                }
                let is_foreign = self.levels[fact.level as usize] != self.stamp;
                if fact.reason == Reason::None || is_foreign || mark == Mark::Stays {
                    for index in first..self.marked.len() {
                        self.marks[self.marked[index] as usize] = Mark::Stays;
                    }
                    return false;
                }
                self.mark(option, Mark::Follows);
                self.stack.push(option);
            }
        }
        true
    }

    /// The decisions that a fact follows from.
    pub(super) fn decisions(
        &mut self,
        tables: &Tables,
        state: &State,
        clauses: &Clauses,
        option: u32,
    ) -> Vec<Literal> {
        let mut decisions = Vec::new();
        self.mark(option, Mark::Seen);
        self.stack.clear();
        self.stack.push(option);
        while let Some(option) = self.stack.pop() {
            let fact = state.facts[option as usize];
            if fact.level > 0 && fact.reason == Reason::None {
                decisions.push(state.trail[fact.place as usize]);
            }
            self.facts.clear();
            reasons(tables, state, clauses, option, &mut self.facts);
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
        for option in self.marked.drain(..) {
            self.marks[option as usize] = Mark::None;
        }
        decisions
    }

    /// Puts a literal of the highest level but one second. Returns that level, and the number of
    /// levels.
    fn order(&mut self, state: &State) -> (u32, u32) {
        let level_of = |literal: &Literal| state.facts[literal.option() as usize].level;
        let second = (1..self.clause.len()).max_by_key(|&index| level_of(&self.clause[index]));
        let Some(second) = second else {
            return (0, 1);
        };
        self.clause.swap(1, second);
        let level = level_of(&self.clause[1]);
        (level, self.glue(state))
    }

    /// The number of levels of the literals with these codes.
    pub(super) fn glue_of(&mut self, state: &State, codes: &[u32]) -> u32 {
        self.stamp += 1;
        let mut glue = 0;
        for &code in codes {
            let level = state.facts[Literal::of_code(code).option() as usize].level as usize;
            glue += u32::from(self.levels[level] != self.stamp);
            self.levels[level] = self.stamp;
        }
        glue
    }

    /// The number of levels of the literals of the clause.
    fn glue(&mut self, state: &State) -> u32 {
        self.stamp += 1;
        let mut glue = 0;
        for literal in &self.clause {
            let level = state.facts[literal.option() as usize].level as usize;
            glue += u32::from(self.levels[level] != self.stamp);
            self.levels[level] = self.stamp;
        }
        glue
    }
}

/// The literal of an option that is false.
fn false_literal(state: &State, option: u32) -> Literal {
    match state.is_dead(option) {
        true => Literal::chosen(option),
        false => Literal::dead(option),
    }
}
