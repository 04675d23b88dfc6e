//! Assumptions: decisions that come before all others, one on each level. If one of them is false
//! when its turn comes, the assumptions that made it false *fail*: no solution satisfies them all.

use super::literal::Literal;
use super::state::{Reason, State};
use super::tables::Tables;
use crate::problem::OptionId;

/// The assumptions of a question.
#[derive(Clone, Debug, Default)]
pub(super) struct Assumed {
    literals: Vec<Literal>,
    /// Those that failed: options, and whether they are chosen.
    pub(super) failed: Vec<(OptionId, bool)>,
}

/// What is left of the assumptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// One became true by decision: what follows must be concluded.
    Decided,
    /// This one is false.
    False(Literal),
    /// All are true.
    None,
}

impl Assumed {
    /// Replaces the assumptions. Returns false, with the option among those that failed, if a
    /// chosen option is unknown or dropped.
    pub(super) fn set(&mut self, tables: &Tables, assumptions: &[(OptionId, bool)]) -> bool {
        self.failed.clear();
        self.literals.clear();
        for &(option, is_chosen) in assumptions {
            match tables.number(option) {
                Some(number) if is_chosen => self.literals.push(Literal::chosen(number)),
                Some(number) => self.literals.push(Literal::dead(number)),
                None if is_chosen => {
                    self.failed.push((option, true));
                    return false;
                }
                // It is in no solution.
                None => {}
            }
        }
        true
    }

    /// Makes the next assumption that is open.
    pub(super) fn decide(&self, state: &mut State) -> Next {
        while let Some(&literal) = self.literals.get(state.levels.len()) {
            let value = state.value(literal);
            if value < 0 {
                return Next::False(literal);
            }
            state.levels.push(state.trail.len() as u32);
            if value == 0 {
                state.assign(literal, Reason::None);
                return Next::Decided;
            }
        }
        Next::None
    }

    /// Notes an assumption that failed.
    pub(super) fn fail(&mut self, tables: &Tables, literal: Literal) {
        self.failed
            .push((tables.id(literal.option()), !literal.is_dead()));
    }
}
