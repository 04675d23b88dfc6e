//! Assumptions: decisions that come before all others, one on each level. If one of them is false
//! when its turn comes, the assumptions that made it false *fail*: no solution satisfies them all.

use super::literal::Literal;
use super::state::Reason;
use super::{End, Learn};
use crate::problem::OptionId;

impl Learn {
    /// Begins a new question: whether there is a solution with these options chosen or, with
    /// `false`, not chosen. What was learned before is kept. Returns false, with the place of the
    /// assumption in [`failed`](Self::failed), if a chosen option is unknown or dropped.
    pub(crate) fn assume(&mut self, assumptions: &[(OptionId, bool)]) -> bool {
        self.return_to(0);
        (self.is_solved, self.is_put_back) = (false, false);
        if self.end == Some(End::Failed) {
            self.end = None;
        }
        self.failed.clear();
        self.assumed.clear();
        for &(option, is_chosen) in assumptions {
            match self.tables.number(option) {
                Some(number) if is_chosen => self.assumed.push(Literal::chosen(number)),
                Some(number) => self.assumed.push(Literal::dead(number)),
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

    /// The assumptions that failed in the last question: no solution satisfies all of them. Empty
    /// if there is no solution without assumptions either.
    pub(crate) fn failed(&self) -> &[(OptionId, bool)] {
        &self.failed
    }

    /// At the root, after `start`: excludes a solution. It is then not among the solutions, and what
    /// is learned holds for the others alone.
    pub(crate) fn exclude(&mut self, solution: &[OptionId]) {
        let mut clause = Vec::new();
        for option in 0..self.tables.len() as u32 {
            let is_chosen = solution.contains(&self.tables.id(option));
            let literal = match is_chosen {
                true => Literal::dead(option),
                // If items may be covered several times, another solution may have more options.
                false if self.tables.has_multiplicities => Literal::chosen(option),
                false => continue,
            };
            match self.state.value(literal) {
                0 => clause.push(literal),
                1 => return,
                _ => {}
            }
        }
        match clause[..] {
            [] => self.end = Some(End::Exhausted),
            [only] => self.state.assign(only, Reason::None),
            _ => _ = self.clauses.add(&clause, 0, true),
        }
    }

    /// Makes the next assumption that is open. Returns whether all are true.
    pub(super) fn decide_assumptions(&mut self) -> Assumed {
        while let Some(&literal) = self.assumed.get(self.state.levels.len()) {
            let value = self.state.value(literal);
            if value < 0 {
                self.fail(literal);
                return Assumed::Failed;
            }
            self.state.levels.push(self.state.trail.len() as u32);
            if value == 0 {
                self.state.assign(literal, Reason::None);
                return Assumed::Decided;
            }
        }
        Assumed::All
    }

    /// Finds the assumptions that made this one false. All levels are those of assumptions.
    fn fail(&mut self, literal: Literal) {
        self.end = Some(End::Failed);
        let (tables, state) = (&self.tables, &self.state);
        self.failed
            .push((tables.id(literal.option()), !literal.is_dead()));
        let made_it = self
            .analysis
            .decisions(tables, state, &self.clauses, literal.option());
        let failed = made_it
            .iter()
            .map(|made| (tables.id(made.option()), !made.is_dead()));
        self.failed.extend(failed);
    }
}

/// What is left of the assumptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assumed {
    /// One became true by decision: what follows must be concluded.
    Decided,
    /// One is false.
    Failed,
    /// All are true.
    All,
}
