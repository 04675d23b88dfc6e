//! A choice: one of several lists of rules holds.

use super::Encoder;
use crate::rule::{Automaton, CellRule};
use quadrille_core::model::Variable;

impl Encoder<'_> {
    /// For each rule a hidden variable says whether it holds, and so for each list of rules, and
    /// for the choice.
    pub(super) fn either(&mut self, name: &str, rule: &CellRule) {
        let holds = self.any(name, rule);
        self.model.restrict(holds, |value| value == 1);
    }

    /// A hidden variable: 1 if all rules of at least one list hold, 0 if not.
    fn any(&mut self, name: &str, rule: &CellRule) -> Variable {
        let branches = self.branches(name, rule);
        let any = self.truth(name);
        let step = |&any: &bool, _: usize, value: i64| Some(any || value == 1);
        let name = format!("{name}.any");
        self.computes(&name, &branches, any, false, step, |&any| i64::from(any));
        any
    }

    /// A hidden variable for each list of rules: 1 if all of them hold, 0 if not.
    fn branches(&mut self, name: &str, rule: &CellRule) -> Vec<Variable> {
        let mut branches = Vec::new();
        for (number, branch) in (1..).zip(rule.branches()) {
            let name = format!("{name}.{number}");
            let rules = (1..).zip(branch);
            let holds: Vec<Variable> = rules
                .map(|(place, rule)| self.holds(&format!("{name}.{place}"), rule))
                .collect();
            branches.push(match *holds {
                [only] => only,
                _ => {
                    let all = self.truth(&name);
                    let step = |&all: &bool, _: usize, value: i64| Some(all && value == 1);
                    self.computes(&name, &holds, all, true, step, |&all| i64::from(all));
                    all
                }
            });
        }
        branches
    }

    /// A hidden variable: 1 if a rule holds, 0 if not. If it were free where the rule holds, a
    /// board that follows two lists of rules would be several solutions.
    fn holds(&mut self, name: &str, rule: &CellRule) -> Variable {
        let Some(machine) = Automaton::of(rule, self.shape) else {
            let choice = rule.as_choice(self.shape);
            return self.any(name, choice.as_ref().unwrap_or(rule));
        };
        let holds = self.truth(name);
        let cells = self.variables(&machine.cells);
        let (step, accept) = (machine.step, machine.accept);
        // After a forbidden step the state is `None` and stays `None`.
        let step = move |state: &Option<_>, place: usize, value: i64| {
            Some(state.as_ref().and_then(|state| step(state, place, value)))
        };
        let result = move |state: &Option<_>| i64::from(state.as_ref().is_some_and(&accept));
        self.computes(name, &cells, holds, Some(machine.start), step, result);
        holds
    }

    /// A hidden variable that is 0 or 1.
    fn truth(&mut self, name: &str) -> Variable {
        self.model.hidden(format!("holds({name})"), 0..=1)
    }
}
