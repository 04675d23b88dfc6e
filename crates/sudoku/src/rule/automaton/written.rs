//! Patterns and state machines that users write.

use regex_automata::util::primitives::StateID;
use smallvec::smallvec;

use super::{Automaton, State};
use crate::rule::cell_rule::{CellRule, Detail};

/// The machine of a pattern or a state machine.
pub(super) fn machine(rule: &CellRule) -> Option<Automaton> {
    let cells = rule.cells.clone();
    match rule.detail.clone() {
        Detail::Pattern(pattern) => {
            let id = |state: &State| StateID::new(*state.first()? as usize).ok();
            let begin = pattern.begin().map(|begin| i64::from(begin.as_u32()));
            let other = pattern.clone();
            let step = move |state: &State, _: usize, value: i64| {
                let next = pattern.step(id(state)?, value)?;
                Some(smallvec![i64::from(next.as_u32())])
            };
            let accept = move |state: &State| id(state).is_some_and(|id| other.accepts(id));
            Some(Automaton::new(
                cells,
                begin.into_iter().collect(),
                step,
                accept,
            ))
        }
        Detail::Machine(machine) => {
            let state = |states: &[u32]| states.iter().copied().map(i64::from).collect::<State>();
            let states =
                |state: &State| -> Vec<u32> { state.iter().map(|&own| own as u32).collect() };
            let (start, other) = (state(machine.start()), machine.clone());
            let step = move |own: &State, _: usize, value: i64| {
                let next = machine.step(&states(own), value)?;
                Some(state(&next))
            };
            let accept = move |own: &State| other.accepts(&states(own));
            Some(Automaton::new(cells, start, step, accept))
        }
        _ => None,
    }
}
