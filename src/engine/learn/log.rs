//! The clauses of a proof: all learned clauses, and the clauses behind the conclusions of the support
//! rule that they use. Each follows from the problem and the earlier ones by unit propagation.

use rustc_hash::FxHashSet;

use super::literal::Literal;
use super::state::{Reason, State};
use super::tables::Tables;

/// The most support clauses that are remembered.
const MOST_SUPPORTS: usize = 1 << 20;

/// The clauses that were not taken yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    literals: Vec<Literal>,
    /// The end of each clause in `literals`.
    ends: Vec<usize>,
    /// The options and items whose support clause was logged before. If there are too many, they are
    /// forgotten: a clause that is logged twice does no harm.
    supports: FxHashSet<(u32, u32)>,
    /// The facts of level 0 that were examined.
    examined: usize,
}

impl Log {
    /// Logs a learned clause.
    pub(super) fn clause(&mut self, clause: &[Literal]) {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
    }

    /// Logs that an option needs one of the options of an item that it does not exclude.
    pub(super) fn support(&mut self, tables: &Tables, option: u32, item: u32) {
        if !self.supports.insert((option, item)) {
            return;
        }
        if self.supports.len() > MOST_SUPPORTS {
            self.supports.clear();
        }
        let users = tables.users(item).iter().copied();
        let users = users.filter(|&other| other != option && !tables.exclude(other, option));
        self.literals.push(Literal::dead(option));
        self.literals.extend(users.map(Literal::chosen));
        self.ends.push(self.literals.len());
    }

    /// Logs the new conclusions of level 0 by the support rule.
    pub(super) fn root(&mut self, tables: &Tables, state: &State) {
        let end = match state.levels.first() {
            Some(&end) => end as usize,
            None => state.trail.len(),
        };
        for place in self.examined..end {
            let option = state.trail[place].option();
            if let Reason::Unsupported(item) = state.facts[option as usize].reason {
                self.support(tables, option, item);
            }
        }
        self.examined = end;
    }

    /// Visits the clauses and forgets them.
    pub(super) fn take(&mut self, mut visit: impl FnMut(&[Literal])) {
        let mut start = 0;
        for end in self.ends.drain(..) {
            visit(&self.literals[start..end]);
            start = end;
        }
        self.literals.clear();
    }
}
