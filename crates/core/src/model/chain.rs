//! A chain of states: any condition that can be checked by reading the variables in order.

use std::hash::Hash;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::draft::{Covered, Group, Model, Row, Variable};
use crate::problem::BuildError;

/// A step from a state by a value to a state, all by number.
type Step = (u32, i64, u32);

/// The most steps of a chain.
const MOST_STEPS: usize = 1 << 24;

impl Model {
    /// The variables, read in order, lead from a state to one that is accepted. `step` returns the
    /// next state, given the state, the place in `variables` and a value, or `None` if the value is
    /// not allowed there.
    ///
    /// For each step there is an item, with an option for each way to take it; between two steps
    /// there is a secondary item whose colour is the state. States that lead to no accepted state
    /// are left out, and states with the same future are one. O(variables * states * values)
    /// options at most. If there are more than 16,777,216, [`build`](Self::build) returns an
    /// [error](BuildError::TooManyStates).
    pub fn regular<S: Clone + Eq + Hash + Send + 'static>(
        &mut self,
        name: &str,
        variables: &[Variable],
        start: S,
        step: impl Fn(&S, usize, i64) -> Option<S> + Send + 'static,
        accept: impl Fn(&S) -> bool + Send + 'static,
    ) {
        let (name, variables) = (name.to_owned(), variables.to_vec());
        self.later.push(Box::new(move |model| {
            model.chain(&name, &variables, start, step, accept);
        }));
    }

    /// Lays out a chain, with the values that are left now.
    pub(super) fn chain<S: Clone + Eq + Hash>(
        &mut self,
        name: &str,
        variables: &[Variable],
        start: S,
        step: impl Fn(&S, usize, i64) -> Option<S>,
        accept: impl Fn(&S) -> bool,
    ) {
        if variables.is_empty() && !accept(&start) {
            return self.fail(name);
        }
        let Some(steps) = self.steps(variables, start, step, accept) else {
            let error = BuildError::TooManyStates(name.to_owned());
            self.error.get_or_insert(error);
            return;
        };
        for (&variable, steps) in variables.iter().zip(&steps) {
            let mut used: Vec<i64> = steps.iter().map(|step| step.1).collect();
            used.sort_unstable();
            self.restrict(variable, |value| used.binary_search(&value).is_ok());
        }
        if steps.len() == 1 {
            return;
        }
        let counts: Vec<usize> = steps.iter().map(|steps| states(steps)).collect();
        let mut before = None;
        for (place, (&variable, steps)) in variables.iter().zip(steps).enumerate() {
            let item = self.primary(format!("{name}.{}", place + 1));
            let several = counts.get(place + 1).is_some_and(|&count| count > 1);
            let after = several.then(|| {
                let name = format!("{name}.state{}", place + 1);
                self.item(name, Covered::InOneColour)
            });
            let row = |(from, value, to): Step| {
                let mut row = Row::default();
                row.reads.push((variable, value));
                let from = before.map(|item| (item, i64::from(from)));
                let to = after.map(|item| (item, i64::from(to)));
                row.colours.extend(from.into_iter().chain(to));
                row
            };
            let rows = steps.into_iter().map(row).collect();
            self.groups.push(Group { item, rows });
            before = after;
        }
    }

    /// The steps that lead from the start to an accepted state, for each variable. States with the
    /// same future have one number. `None` if there are too many.
    fn steps<S: Clone + Eq + Hash>(
        &self,
        variables: &[Variable],
        start: S,
        step: impl Fn(&S, usize, i64) -> Option<S>,
        accept: impl Fn(&S) -> bool,
    ) -> Option<Vec<Vec<Step>>> {
        let mut states = vec![start];
        let mut all: Vec<Vec<Step>> = Vec::new();
        let mut counts = Vec::new();
        let mut left = MOST_STEPS;
        for (place, &variable) in variables.iter().enumerate() {
            // The caller sees that it was stopped.
            self.poll().ok()?;
            let mut numbers: HashMap<S, u32, FxBuildHasher> = HashMap::default();
            counts.push(states.len());
            let (mut next, mut steps) = (Vec::new(), Vec::new());
            for (from, state) in (0..).zip(&states) {
                for &value in self.values(variable) {
                    let Some(to) = step(state, place, value) else {
                        continue;
                    };
                    let number = *numbers.entry(to).or_insert_with_key(|to| {
                        next.push(to.clone());
                        next.len() as u32 - 1
                    });
                    steps.push((from, value, number));
                }
                left = left.checked_sub(self.values(variable).len())?;
            }
            states = next;
            all.push(steps);
        }
        let accepted = states.iter().map(|state| accept(state).then_some(0));
        let mut classes: Vec<Option<u32>> = accepted.collect();
        for (steps, count) in all.iter_mut().zip(counts).rev() {
            classes = merge(steps, count, &classes);
        }
        Some(all)
    }
}

/// Leaves out steps to states without a class, and gives states with the same steps one number.
/// Returns the number of each state before the steps.
fn merge(steps: &mut Vec<Step>, states: usize, classes: &[Option<u32>]) -> Vec<Option<u32>> {
    let mut futures: HashMap<Vec<(i64, u32)>, u32, FxBuildHasher> = HashMap::default();
    let mut merged = Vec::new();
    let mut own = vec![None; states];
    for steps in steps.chunk_by(|one, other| one.0 == other.0) {
        let from = steps[0].0 as usize;
        let class = |step: &Step| Some((step.1, classes[step.2 as usize]?));
        let future: Vec<(i64, u32)> = steps.iter().filter_map(class).collect();
        if future.is_empty() {
            continue;
        }
        let number = futures.len() as u32;
        own[from] = Some(*futures.entry(future).or_insert_with_key(|future| {
            merged.extend(future.iter().map(|&(value, to)| (number, value, to)));
            number
        }));
    }
    *steps = merged;
    own
}

/// The number of states before the steps.
fn states(steps: &[Step]) -> usize {
    steps.last().map_or(0, |step| step.0 as usize + 1)
}
