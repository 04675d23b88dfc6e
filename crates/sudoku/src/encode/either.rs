//! A choice: all rules of at least one of several lists hold.

use super::Encoder;
use crate::rule::{Automaton, Clause, State, all_hold};
use quadrille_core::model::Variable;

/// The most cells of a choice whose values are all remembered, and the most values of its board.
const MOST_REMEMBERED: usize = 4;
const MOST_VALUES: usize = 9;

impl Encoder<'_> {
    /// If the rules read few cells, one chain remembers all their values. If not, a hidden variable
    /// says for each rule whether it holds, and so for each list of rules, and for the choice.
    pub(super) fn choice(&mut self, name: &str, branches: Vec<Vec<Vec<Clause>>>) {
        let choice = [Clause::Choice(branches)];
        let mut cells = choice[0].cells();
        cells.sort_unstable();
        cells.dedup();
        if cells.len() <= MOST_REMEMBERED && self.shape.side() <= MOST_VALUES {
            let variables = self.variables(&cells);
            let step = |values: &State, _: usize, value: i64| {
                let mut values = values.clone();
                values.push(value);
                Some(values)
            };
            let accept = move |values: &State| {
                let value = |cell: usize| {
                    let place = cells.iter().position(|&own| own == cell)?;
                    values.get(place).copied()
                };
                all_hold(&choice, &value) == Some(true)
            };
            return self
                .model
                .regular(name, &variables, State::new(), step, accept);
        }
        if let [Clause::Choice(branches)] = choice {
            let holds = self.any(name, branches);
            self.model.restrict(holds, |value| value == 1);
        }
    }

    /// A hidden variable: 1 if all rules of at least one list hold, 0 if not.
    fn any(&mut self, name: &str, branches: Vec<Vec<Vec<Clause>>>) -> Variable {
        let mut holds = Vec::new();
        for (number, rules) in (1..).zip(branches) {
            holds.push(self.all(&format!("{name}.{number}"), rules));
        }
        let any = self.truth(name);
        let step = |&any: &bool, _: usize, value: i64| Some(any || value == 1);
        let name = format!("{name}.any");
        self.computes(&name, &holds, any, false, step, |&any| i64::from(any));
        any
    }

    /// A hidden variable: 1 if all rules hold, 0 if not.
    fn all(&mut self, name: &str, rules: Vec<Vec<Clause>>) -> Variable {
        let mut holds = Vec::new();
        for (place, clauses) in (1..).zip(rules) {
            holds.push(self.holds(&format!("{name}.{place}"), clauses));
        }
        if let [only] = *holds {
            return only;
        }
        let all = self.truth(name);
        let step = |&all: &bool, _: usize, value: i64| Some(all && value == 1);
        self.computes(name, &holds, all, true, step, |&all| i64::from(all));
        all
    }

    /// A hidden variable: 1 if a rule holds, 0 if not. If it were free where the rule holds, a
    /// board that follows two lists of rules would be several solutions.
    pub(super) fn holds(&mut self, name: &str, clauses: Vec<Clause>) -> Variable {
        let clauses = match Clause::as_choice(clauses, self.shape) {
            Ok(branches) => return self.any(name, branches),
            Err(clauses) => clauses,
        };
        let machine = Automaton::of(clauses, self.shape);
        let holds = self.truth(name);
        let cells = self.variables(&machine.cells);
        let (step, accept) = (machine.step, machine.accept);
        // After a forbidden step the state is `None` and stays `None`.
        let step = move |state: &Option<State>, place: usize, value: i64| {
            Some(state.as_ref().and_then(|state| step(state, place, value)))
        };
        let result = move |state: &Option<State>| i64::from(state.as_ref().is_some_and(&accept));
        self.computes(name, &cells, holds, Some(machine.start), step, result);
        holds
    }

    /// A hidden variable that is 0 or 1.
    fn truth(&mut self, name: &str) -> Variable {
        self.model.hidden(format!("holds({name})"), 0..=1)
    }
}
