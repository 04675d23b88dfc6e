//! Lines and loops that are cut into pieces with a sum each.
//!
//! A loop may begin inside a piece. So a state of its machine is a set: the sums that the piece
//! that is being read may have. If there are too many states, the rule is a choice instead, with a
//! line for each cell of the loop: the line that begins there has pieces with the sum.

use smallvec::smallvec;

use super::automaton::{Automaton, State};
use crate::shape::Shape;

/// A loop is a machine if it has at most this number of steps, times the values of the board.
const FEW_STEPS: usize = 1_500_000;
/// Loops with at least four times as many cells as their sum may have a larger machine: a choice
/// with one line for each cell would be slower. Of these, an upper bound of the steps is limited.
const MOST_STEPS: usize = 1 << 23;
/// No machine has a larger sum.
const MOST_SUM: i64 = 24;

/// The machine of a line. Zeros after a piece belong to it.
pub(super) fn line(cells: Vec<usize>, sum: i64) -> Automaton {
    let step = move |state: &State, _: usize, value: i64| {
        let is_whole = state[0] == sum && value > 0;
        let own = if is_whole { value } else { state[0] + value };
        (own <= sum).then(|| smallvec![own])
    };
    Automaton::new(cells, smallvec![0], step, move |state| state[0] == sum).bounded(sum, 1)
}

/// The lines of a loop, one for each cell where it may begin.
pub(super) fn lines(cells: &[usize], sum: i64) -> impl Iterator<Item = Automaton> {
    (0..cells.len()).map(move |start| line([&cells[start..], &cells[..start]].concat(), sum))
}

/// The machine of a loop; `None` if it has too many steps.
///
/// It knows the remainder of the sum so far, where the sum of the pieces stands for 0; and bit s is
/// set if the piece that is being read may have the sum s. A sum is dropped when its piece becomes
/// too large.
pub(crate) fn machine(cells: &[usize], sum: i64, shape: &Shape) -> Option<Automaton> {
    if !(1..=MOST_SUM).contains(&sum) {
        return None;
    }
    let all = (1 << sum) - 1;
    let step = move |state: &State, _: usize, value: i64| {
        let total = state[0] + value;
        // A total of 0 does not count as a multiple, because it has no piece.
        let rest = if total > 0 { (total - 1) % sum + 1 } else { 0 };
        let sums: i64 = state[1].checked_shl(value as u32).unwrap_or_default();
        let open = sums & all | sums >> sum & 1;
        (open > 0).then(|| smallvec![rest, open])
    };
    let machine = Automaton::new(cells.to_vec(), smallvec![0, all], step, move |state| {
        state[0] == sum
    });
    let values = shape.side();
    if cells.len() / 4 >= sum as usize {
        let states = (sum as usize) << sum;
        let machine = Automaton {
            bound: states,
            ..machine
        };
        return (states * values * cells.len() <= MOST_STEPS).then_some(machine);
    }
    let steps = machine.steps(shape.value_range(), FEW_STEPS / values);
    steps.is_some().then_some(machine)
}
