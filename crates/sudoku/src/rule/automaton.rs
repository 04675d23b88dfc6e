//! State machines that read cells in order.

use std::collections::HashSet;

use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// The most steps of a machine: its states, times the values.
pub(super) const MOST_STEPS: usize = 1 << 23;
/// Up to this number of steps, an upper bound will do.
const FEW_STEPS: usize = 1 << 18;

/// A state: some numbers, whose meaning is up to the rule.
pub(crate) type State = SmallVec<[i64; 6]>;

/// The next state, given the state, the place of a cell and its value; `None` if no state follows.
type Step = Box<dyn Fn(&State, usize, i64) -> Option<State> + Send>;

/// A deterministic state machine over cells.
pub(crate) struct Automaton {
    /// The cells, in the order in which they are read; perhaps one of them several times.
    pub(crate) cells: Vec<usize>,
    pub(crate) start: State,
    pub(crate) step: Step,
    pub(crate) accept: Box<dyn Fn(&State) -> bool + Send>,
    /// It has at most this number of states at each cell.
    pub(super) bound: usize,
}

impl Automaton {
    pub(super) fn new(
        cells: Vec<usize>,
        start: State,
        step: impl Fn(&State, usize, i64) -> Option<State> + Send + 'static,
        accept: impl Fn(&State) -> bool + Send + 'static,
    ) -> Self {
        Self {
            cells,
            start,
            step: Box::new(step),
            accept: Box::new(accept),
            bound: usize::MAX,
        }
    }

    /// The same machine, of which it is known that it has at most this number of states at each
    /// cell: for each number up to a sum, so many.
    pub(super) fn bounded(self, sum: i64, states: usize) -> Self {
        let sums = usize::try_from(sum.max(0)).unwrap_or(usize::MAX);
        let bound = sums.saturating_add(2).saturating_mul(states);
        Self { bound, ..self }
    }

    /// The steps of the machine, or a few more; longer states count more. `None` if they are more
    /// than `most`.
    pub(super) fn steps(&self, (low, high): (i64, i64), most: usize) -> Option<usize> {
        let values = (high - low + 1) as usize;
        let bound = self.bound.saturating_mul(values * self.cells.len());
        if bound <= FEW_STEPS.min(most) {
            return Some(bound);
        }
        let mut states: HashSet<State, FxBuildHasher> = HashSet::from_iter([self.start.clone()]);
        let mut steps = 0;
        for place in 0..self.cells.len() {
            let mut next = HashSet::default();
            for state in &states {
                next.extend((low..=high).filter_map(|value| (self.step)(state, place, value)));
                steps += values * (1 + state.len() / 4);
                if steps > most {
                    return None;
                }
            }
            states = next;
        }
        Some(steps)
    }
}
