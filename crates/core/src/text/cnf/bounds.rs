//! Clauses for "at least `low` and at most `high` of these literals are true".
//!
//! * At most one of a few: a clause for each pair.
//! * At most one of many: the commander encoding (Klieber and Kwon 2007). Each group of literals
//!   has a commander, a variable that is true if a literal of the group is true. At most one
//!   literal of a group is true, and at most one commander: O(n) clauses.
//! * More: the sequential counter (Sinz 2005). A variable says whether at least j of the first i
//!   literals are true.
//!
//! The literals determine all new variables, so that models correspond to solutions. For this, the
//! clauses define each new variable in both directions; the papers need only one.

use std::io::Write;

use super::{Clauses, Variable};
use crate::text::WriteError;

/// Up to this many literals, a clause for each pair is fastest; above, commanders are. See
/// measured.md.
const PAIRS: usize = 20;

/// The number of literals of a group with a commander.
const GROUP: usize = 4;

impl<W: Write> Clauses<W> {
    /// Adds clauses: at least `low` and at most `high` of these literals are true.
    pub(super) fn add_bounds(
        &mut self,
        literals: &[Variable],
        low: usize,
        high: usize,
    ) -> Result<(), WriteError> {
        let count = literals.len();
        match low {
            _ if low > count => return Ok(self.add([])?),
            _ if low == count => {
                for &literal in literals {
                    self.add([literal])?;
                }
                return Ok(());
            }
            0 => {}
            1 => self.add(literals.iter().copied())?,
            _ => return self.add_counter(literals, low, high),
        }
        match high {
            _ if high >= count => Ok(()),
            1 => self.add_at_most_one(literals),
            _ if high + 1 == count => Ok(self.add(literals.iter().map(|literal| -literal))?),
            _ => self.add_counter(literals, 0, high),
        }
    }

    fn add_at_most_one(&mut self, literals: &[Variable]) -> Result<(), WriteError> {
        if literals.len() <= PAIRS {
            for (place, second) in literals.iter().enumerate() {
                for first in &literals[..place] {
                    self.add([-second, -first])?;
                }
            }
            return Ok(());
        }
        let mut commanders = Vec::new();
        for group in literals.chunks(GROUP) {
            self.add_at_most_one(group)?;
            commanders.push(match group {
                &[literal] => literal,
                _ => self.add_any(group)?,
            });
        }
        self.add_at_most_one(&commanders)
    }

    /// Makes a variable that is true if and only if some of these literals is true.
    fn add_any(&mut self, literals: &[Variable]) -> Result<Variable, WriteError> {
        let any = self.variable()?;
        for literal in literals {
            self.add([-literal, any])?;
        }
        self.add(literals.iter().copied().chain([-any]))?;
        Ok(any)
    }

    /// Adds clauses that count the literals, or their negations if these are fewer to count.
    fn add_counter(
        &mut self,
        literals: &[Variable],
        low: usize,
        high: usize,
    ) -> Result<(), WriteError> {
        let count = literals.len();
        let columns = |low, high| if high < count { high } else { low };
        let (fewest, most) = (count.saturating_sub(high), count - low);
        if columns(fewest, most) < columns(low, high) {
            let negated: Vec<_> = literals.iter().map(|literal| -literal).collect();
            self.add_columns(&negated, fewest, most)
        } else {
            self.add_columns(literals, low, high)
        }
    }

    fn add_columns(
        &mut self,
        literals: &[Variable],
        low: usize,
        high: usize,
    ) -> Result<(), WriteError> {
        let is_bounded = high < literals.len();
        let columns = if is_bounded { high } else { low };
        // Whether at least 1, 2, ... of the literals before are true. A missing entry is false.
        let mut counts: Vec<Variable> = Vec::new();
        for &literal in literals {
            if let Some(full) = counts.get(columns - 1).filter(|_| is_bounded) {
                self.add([-literal, -full])?;
            }
            let mut next = Vec::with_capacity(columns);
            for column in 0..columns.min(counts.len() + 1) {
                let reached = self.variable()?;
                let before = counts.get(column);
                let almost = column.checked_sub(1).and_then(|column| counts.get(column));
                let negated = |variable: Option<&Variable>| variable.map(|&variable| -variable);
                if let Some(&before) = before {
                    self.add([-before, reached])?;
                }
                self.add([-literal, reached].into_iter().chain(negated(almost)))?;
                self.add([literal, -reached].into_iter().chain(before.copied()))?;
                if let Some(&almost) = almost {
                    self.add([almost, -reached])?;
                }
                next.push(reached);
            }
            counts = next;
        }
        match low.checked_sub(1).and_then(|column| counts.get(column)) {
            Some(&enough) => Ok(self.add([enough])?),
            None => Ok(()),
        }
    }
}
