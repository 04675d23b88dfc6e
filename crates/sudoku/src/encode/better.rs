//! Layouts of some clauses that are better than those of the clauses one by one: sets of values
//! instead of chains of states, and hidden variables.

use std::collections::BTreeMap;
use std::hash::Hash;

use super::Encoder;
use crate::rule::{Automaton, Clause, State, all_hold};
use quadrille_core::model::Variable;

impl Encoder<'_> {
    /// Different cells with a sum.
    pub(super) fn cage(&mut self, name: &str, cells: &[usize], sum: i64) {
        let variables = self.variables(cells);
        if let [only] = *variables {
            self.model.restrict(only, |value| value == sum);
        } else if cells.len() == self.shape.side() {
            // Its sum is that of all values.
            self.model.all_different(name, &variables);
        } else {
            self.model.distinct_sum(name, &variables, sum);
        }
    }

    /// The sets of values of different cells that clauses allow.
    pub(super) fn sets(&self, cells: &[usize], clauses: &[Clause]) -> Vec<Vec<i64>> {
        let (low, high) = self.shape.value_range();
        let mut sets = vec![Vec::new()];
        for own in low..=high {
            let with = |set: &Vec<i64>| [&set[..], &[own]].concat();
            let small = sets.iter().filter(|set| set.len() < cells.len());
            let with: Vec<Vec<i64>> = small.map(with).collect();
            sets.extend(with);
        }
        sets.retain(|set| {
            let value = |cell: usize| {
                let place = cells.iter().position(|&own| own == cell)?;
                set.get(place).copied()
            };
            set.len() == cells.len() && all_hold(clauses, &value) == Some(true)
        });
        sets
    }

    /// There are `length` classes, and any `length` cells in a row have different ones, so cells
    /// `length` apart have the same: one hidden variable for each place.
    pub(super) fn classes(
        &mut self,
        name: &str,
        cells: &[usize],
        length: usize,
        class: impl Fn(i64) -> i64,
    ) {
        let mut places: Vec<Variable> = Vec::new();
        for (number, cell) in self.variables(cells).into_iter().enumerate() {
            let own = self
                .model
                .function(format!("class{}({name})", number + 1), cell, &class);
            match places.get(number % length) {
                Some(&first) => self.model.equal(first, own),
                None => places.push(own),
            }
        }
        for (place, &one) in places.iter().enumerate() {
            for (later, &other) in places.iter().enumerate().skip(place + 1) {
                let name = format!("{name}.{}.{}", place + 1, later + 1);
                self.model.pair(&name, [one, other], |a, b| a != b);
            }
        }
    }

    /// The state of a machine after its first two cells is a hidden variable, which each later cell
    /// reads. On a between line, both orders of the ends are one state.
    pub(super) fn fan(&mut self, name: &str, machine: Automaton) {
        let (low, high) = self.shape.value_range();
        let (mut states, mut rows) = (BTreeMap::new(), Vec::new());
        for a in low..=high {
            for b in low..=high {
                let first = (machine.step)(&machine.start, 0, a);
                if let Some(state) = first.and_then(|first| (machine.step)(&first, 1, b)) {
                    let number = self.number(&state);
                    rows.push(vec![a, b, number]);
                    states.insert(number, state);
                }
            }
        }
        let cells = self.variables(&machine.cells);
        let ends = self
            .model
            .hidden(format!("ends({name})"), states.keys().copied());
        let all = [cells[0], cells[1], ends];
        self.model.table(&format!("{name}.ends"), &all, rows);
        for (number, &cell) in cells.iter().enumerate().skip(2) {
            let allows = |value, state| (machine.step)(&states[&state], number, value).is_some();
            let name = format!("{name}.{}", number - 1);
            self.model.pair(&name, [cell, ends], allows);
        }
    }

    /// The state of a machine after it has read its cells once is a hidden variable. A chain starts
    /// there and reads them once more. The first time needs no layout: the second one fails unless
    /// the state is right.
    pub(super) fn guess(&mut self, name: &str, machine: Automaton) {
        let (low, high) = self.shape.value_range();
        let half = machine.cells.len() / 2;
        let mut states = BTreeMap::from([(0, machine.start.clone())]);
        for place in 0..half {
            let step = &machine.step;
            let next = states
                .values()
                .flat_map(|state| (low..=high).filter_map(move |value| step(state, place, value)));
            states = next.map(|state| (self.number(&state), state)).collect();
        }
        let guess = self
            .model
            .hidden(format!("ends({name})"), states.keys().copied());
        let cells = self.variables(&machine.cells[half..]);
        let all: Vec<Variable> = [guess].into_iter().chain(cells).collect();
        let step = move |state: &State, place: usize, value: i64| match place {
            0 => states.get(&value).cloned(),
            _ => (machine.step)(state, half + place - 1, value),
        };
        self.model
            .regular(name, &all, machine.start, step, machine.accept);
    }

    /// A number for a state of values.
    fn number(&self, state: &State) -> i64 {
        let base = self.shape.value_range().1 + 1;
        state.iter().fold(0, |number, own| number * base + own)
    }

    /// The last cell says how many values the others hold: for each value a hidden variable is 1 if
    /// one of them holds it.
    pub(super) fn count_distinct(&mut self, name: &str, cells: &[usize]) {
        let (low, high) = self.shape.value_range();
        let mut cells = self.variables(cells);
        let Some(count) = cells.pop() else { return };
        let mut all = Vec::new();
        for value in low..=high {
            let used = self.model.hidden(format!("used{value}({name})"), 0..=1);
            let step = move |&used: &bool, _: usize, read| Some(used || read == value);
            let name = format!("{name}.{value}");
            self.computes(&name, &cells, used, false, step, |&used| i64::from(used));
            all.push(used);
        }
        let step = |&sum: &i64, _: usize, used| Some(sum + used);
        self.computes(&format!("{name}.count"), &all, count, 0, step, |&sum| sum);
    }

    /// The values in circles are a set that adds up to the number of circles.
    pub(super) fn counting_circles(&mut self, name: &str, cells: &[usize]) {
        let cells = self.variables(cells);
        for &cell in &cells {
            self.model.restrict(cell, |value| value > 0);
        }
        let (low, high) = self.shape.value_range();
        let low = low.max(1);
        let total = cells.len() as i64;
        let mut all = Vec::new();
        for value in low..=high {
            let used = self.model.hidden(format!("used{value}({name})"), 0..=1);
            let name = format!("{name}.{value}");
            self.model
                .none_or_all(&name, &cells, value, value as u32, used);
            all.push(used);
        }
        let step = move |&sum: &i64, place: usize, used: i64| {
            let sum = sum + used * (low + place as i64);
            (sum <= total).then_some(sum)
        };
        self.model
            .regular(&format!("{name}.set"), &all, 0, step, move |&sum| {
                sum == total
            });
    }

    /// Reads variables as [`regular`](quadrille_core::model::Model::regular) does. Then the value
    /// of `last` is the `result` of the state.
    pub(super) fn computes<S: Clone + Eq + Hash + Send + 'static>(
        &mut self,
        name: &str,
        variables: &[Variable],
        last: Variable,
        start: S,
        step: impl Fn(&S, usize, i64) -> Option<S> + Send + 'static,
        result: impl Fn(&S) -> i64 + Send + 'static,
    ) {
        let count = variables.len();
        let all: Vec<Variable> = variables.iter().copied().chain([last]).collect();
        let step = move |state: &S, place: usize, value: i64| {
            if place == count {
                (result(state) == value).then(|| state.clone())
            } else {
                step(state, place, value)
            }
        };
        self.model.regular(name, &all, start, step, |_| true);
    }
}
