//! Whether a rule is small enough to be laid out.

use super::automaton::{Automaton, MOST_STEPS};
use super::cell_rule::CellRule;
use super::clause::{Better, Clause};
use super::error::{Fault, RuleReason};
use super::kind::RuleKind;
use super::sum_loop;
use crate::shape::Shape;

/// The most steps of all rules together: they take about a gigabyte.
const MOST_TOGETHER: usize = 2 * MOST_STEPS;

impl Shape {
    /// Adds the steps of a rule to those of the rules before it. Fails if they are too many.
    pub(super) fn add_steps(&self, steps: usize, rule: &CellRule) -> Result<usize, Fault> {
        let steps = steps.saturating_add(self.steps_of_rule(rule)?);
        if steps > MOST_TOGETHER {
            Err(RuleReason::Board {
                needs: "it and the rules before it have too many states; leave some of them out",
            }
            .into())
        } else {
            Ok(steps)
        }
    }

    fn steps_of_rule(&self, rule: &CellRule) -> Result<usize, Fault> {
        if rule.kind == RuleKind::Either {
            return add(rule.branches().iter().flatten().map(|rule| {
                let steps = self.steps_in_choice(rule);
                steps.map_err(|fault| fault.inside(|| self.describe(rule)))
            }));
        }
        let clauses = rule.meaning(self);
        Ok(add(clauses.iter().map(|clause| self.steps(clause)))?)
    }

    /// The steps of a rule of a choice: those of its machine.
    fn steps_in_choice(&self, rule: &CellRule) -> Result<usize, Fault> {
        if rule.kind == RuleKind::Either {
            return self.steps_of_rule(rule);
        }
        let clauses = rule.meaning(self);
        for clause in &clauses {
            if let Clause::Sum(terms, _) = clause {
                self.check_sum(terms)?;
            }
            if let Clause::Better(_, Better::Loop(..)) = clause {
                return Ok(self.steps(clause)?);
            }
        }
        Ok(self.steps_of_machine(&Automaton::of(clauses, self))?)
    }

    /// The steps of the layout of a clause, or a few more.
    fn steps(&self, clause: &Clause) -> Result<usize, RuleReason> {
        let side = self.side();
        match clause {
            Clause::Each(..) | Clause::Differ(_) | Clause::Cases(_) | Clause::Choice(_) => Ok(0),
            // Tables of pairs have a row for each two values, and those of ends for each three.
            Clause::Pairs(pairs, _) => few(pairs.len().saturating_mul(side * side)),
            Clause::Sum(terms, total) => self.steps_of_sum(terms, *total),
            // Each piece has a chain of its totals.
            Clause::SameTotals(pieces, counted) => {
                let longest = pieces.iter().map(Vec::len).max().unwrap_or_default();
                let most = if counted.is_some() {
                    1
                } else {
                    self.value_range().1 as usize
                };
                let chain = (longest * most).saturating_mul(longest * side);
                few(chain.saturating_mul(pieces.len()))
            }
            Clause::Count(cells, values, _) if values.only().is_none() => {
                few((cells.len() * cells.len()).saturating_mul(side))
            }
            Clause::Count(..) => Ok(0),
            Clause::Holding(clauses, _) => add(clauses.iter().map(|clause| self.steps(clause))),
            Clause::Machine(machine) => self.steps_of_machine(machine),
            Clause::Better(clauses, better) => match (better, &clauses[..]) {
                (Better::Fan, [Clause::Machine(machine)]) => {
                    few(machine.cells.len().saturating_mul(side * side * side))
                }
                (Better::Guess, _) => add(clauses.iter().map(|clause| self.steps(clause))),
                (Better::Loop(cells, sum), _) => match sum_loop::machine(cells, *sum, self) {
                    Some(machine) => self.steps_of_machine(&machine),
                    None => {
                        let line = self.steps_of_machine(&sum_loop::line(cells.clone(), *sum))?;
                        few(line.saturating_mul(cells.len()))
                    }
                },
                // These have an option for each set of values, or for each value.
                _ => Ok(0),
            },
        }
    }

    fn steps_of_machine(&self, machine: &Automaton) -> Result<usize, RuleReason> {
        let steps = machine.steps(self.value_range(), MOST_STEPS);
        steps.ok_or_else(too_large)
    }

    fn steps_of_sum(&self, terms: &[(usize, i64)], total: i64) -> Result<usize, RuleReason> {
        self.check_sum(terms)?;
        let machine = Automaton::of_sum(terms.to_vec(), total, self.value_range());
        let needs = "its cells have too many different sums; use smaller factors or fewer cells";
        let steps = machine.steps(self.value_range(), MOST_STEPS);
        steps.ok_or(RuleReason::Board { needs })
    }

    /// Whether the sums of a rule can be computed.
    fn check_sum(&self, terms: &[(usize, i64)]) -> Result<(), RuleReason> {
        let factors = terms.iter().map(|term| u128::from(term.1.unsigned_abs()));
        let high = u128::from(self.value_range().1.unsigned_abs().max(1));
        if factors.sum::<u128>() * high > i64::MAX as u128 {
            let needs = "its factors are too large: its sums must be below 2^63";
            return Err(RuleReason::Board { needs });
        }
        Ok(())
    }
}

fn add<E>(steps: impl Iterator<Item = Result<usize, E>>) -> Result<usize, E> {
    let mut all = 0_usize;
    for steps in steps {
        all = all.saturating_add(steps?);
    }
    Ok(all)
}

fn few(steps: usize) -> Result<usize, RuleReason> {
    if steps > MOST_STEPS {
        Err(too_large())
    } else {
        Ok(steps)
    }
}

fn too_large() -> RuleReason {
    let needs = "it has too many states; use fewer cells, or a smaller number";
    RuleReason::Board { needs }
}
