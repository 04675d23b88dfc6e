//! The clauses of a proof: all learned clauses, and the clauses behind the conclusions of the
//! support rule that they use. Each follows from the problem and the earlier ones by unit
//! propagation.

use rustc_hash::FxHashSet;

use super::literal::Literal;
use super::state::{Reason, State};
use super::tables::Tables;

/// The most support clauses that are remembered.
const MOST_SUPPORTS: usize = 1 << 20;

/// A clause of the log.
#[derive(Clone, Copy, Debug)]
enum Logged {
    /// A learned clause: its end in the list of literals.
    Learned(usize),
    /// An option needs one of the options of an item that it does not exclude. There may be very
    /// many, so they are listed only when the clause is taken.
    Support(u32, u32),
}

/// The clauses that were not taken yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    clauses: Vec<Logged>,
    /// The literals of the learned clauses.
    literals: Vec<Literal>,
    /// The options and items whose support clause was logged before. If there are too many, they
    /// are forgotten: a clause that is logged twice does no harm.
    supports: FxHashSet<(u32, u32)>,
    /// The facts of level 0 that were examined.
    examined: usize,
}

impl Log {
    /// Logs a learned clause.
    pub(super) fn clause(&mut self, clause: &[Literal]) {
        self.literals.extend_from_slice(clause);
        self.clauses.push(Logged::Learned(self.literals.len()));
    }

    /// Logs that an option needs one of the options of an item that it does not exclude.
    pub(super) fn support(&mut self, option: u32, item: u32) {
        if !self.supports.insert((option, item)) {
            return;
        }
        if self.supports.len() > MOST_SUPPORTS {
            self.supports.clear();
        }
        self.clauses.push(Logged::Support(option, item));
    }

    /// Logs the new conclusions of level 0 by the support rule.
    pub(super) fn root(&mut self, state: &State) {
        let end = match state.levels.first() {
            Some(&end) => end as usize,
            None => state.trail.len(),
        };
        for place in self.examined..end {
            let option = state.trail[place].option();
            if let Reason::Unsupported(item) = state.facts[option as usize].reason {
                self.support(option, item);
            }
        }
        self.examined = end;
    }

    /// Visits the clauses and forgets them, also those after an error of `visit`.
    pub(super) fn take<E>(
        &mut self,
        tables: &Tables,
        mut visit: impl FnMut(&[Literal]) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut start, mut support) = (0, Vec::new());
        let taken = self.clauses.drain(..).try_for_each(|logged| match logged {
            Logged::Learned(end) => visit(&self.literals[std::mem::replace(&mut start, end)..end]),
            Logged::Support(option, item) => {
                let users = tables.users(item).iter().copied();
                let users = users.filter(|&other| tables.supports(other, option));
                support.clear();
                support.push(Literal::dead(option));
                support.extend(users.map(Literal::chosen));
                visit(&support)
            }
        });
        self.literals.clear();
        taken
    }
}
