//! The facts that a fact follows from, and what analysis knows of those that many facts share.

use super::clauses::Clauses;
use super::literal::Literal;
use super::state::{Reason, State};
use super::tables::{Beside, Tables};
use crate::ask::{Meter, Stop};

/// What analysis knows of the facts of a shared reason.
///
/// An item that may be covered more than once is the reason of many facts: those that fill it, or
/// that leave it no other options, imply all of them at once. Its facts are examined once for all,
/// because to examine them for each would take the square of the number of options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shared {
    #[default]
    Unknown,
    /// All are in the clause, were resolved away, or follow from the clause.
    Follows,
    /// One of them is not known to follow from the clause.
    Stays,
}

/// What analysis reads: the problem, what is true at present, and the clauses.
pub(super) struct Grounds<'k> {
    pub(super) tables: &'k Tables,
    pub(super) state: &'k State,
    pub(super) clauses: &'k Clauses,
}

impl Grounds<'_> {
    /// The item that is the reason of a fact and perhaps of others, which then follow from the same
    /// facts: all became true at once and left the item no open option.
    #[inline]
    pub(super) fn shared_item(&self, option: u32) -> Option<u32> {
        let Self { tables, state, .. } = *self;
        match state.facts[option as usize].reason {
            Reason::Needed(item) | Reason::Full(item) if tables.bounds[item as usize].high > 1 => {
                Some(item)
            }
            _ => None,
        }
    }

    /// Appends the options of the facts that imply a fact to `out`.
    pub(super) fn reasons(
        &self,
        option: u32,
        beside: &mut Beside,
        out: &mut Vec<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let Self {
            tables,
            state,
            clauses,
        } = *self;
        let fact = state.facts[option as usize];
        // What became true later is no reason, even if it would do.
        let is_before = |&other: &u32| state.facts[other as usize].place < fact.place;
        match fact.reason {
            Reason::None => {}
            Reason::Excluded(by) => out.push(by),
            Reason::Needed(item) => {
                let users = tables.users(item);
                let dead = users.iter().copied().filter(|&other| state.is_dead(other));
                out.extend(dead.filter(is_before));
                meter.spend(2 * users.len())?;
            }
            Reason::Full(item) => {
                let users = tables.users(item);
                let chosen = users.iter().copied();
                let chosen = chosen.filter(|&other| state.is_chosen(other));
                out.extend(chosen.filter(is_before));
                meter.spend(2 * users.len())?;
            }
            Reason::Unsupported(item) => {
                tables.supporters(option, item, beside, out, meter)?;
            }
            Reason::Clause(place) => {
                let codes = clauses.codes(place);
                let options = codes.iter().map(|&code| Literal::of_code(code).option());
                out.extend(options.filter(|&other| other != option));
                meter.spend(codes.len())?;
            }
        }
        Ok(())
    }
}
