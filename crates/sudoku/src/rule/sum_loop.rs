//! Loops with a sum: which of them are state machines, and which a choice of lines.
//!
//! The loop may begin inside a piece. So a state of the machine is a set: the sums that the piece
//! that is being read may have. If there are too many states, the rule is a choice instead, with a
//! line for each cell of the loop: the line that begins there has pieces with the sum.

use std::collections::HashSet;

use rustc_hash::FxBuildHasher;

use super::cell_rule::CellRule;
use super::kind::RuleKind;
use crate::shape::Shape;

/// A loop is a machine if it has at most this number of steps, times the values of the board.
const FEW_STEPS: usize = 1_500_000;
/// Loops with at least four times as many cells as their sum may have a larger machine: a choice
/// with one line for each cell would be slower. Of these, an upper bound of the steps is limited.
const MOST_STEPS: usize = 1 << 23;
/// No machine has a larger sum.
const MOST_SUM: i64 = 24;

/// What the machine knows after some cells: the remainder of the sum so far, where the sum of the
/// pieces stands for 0; and bit s is set if the piece that is being read may have the sum s.
pub(super) type State = [i64; 2];

/// The state before the first cell: the loop may begin inside a piece.
pub(super) fn start(sum: i64) -> State {
    [0, (1 << sum) - 1]
}

/// The state after a value; `None` if no piece can have it. A sum is dropped when its piece becomes
/// too large.
pub(super) fn step([rest, open]: State, sum: i64, value: i64) -> Option<State> {
    let total = rest + value;
    // A total of 0 does not count as a multiple, because it has no piece.
    let rest = if total > 0 { (total - 1) % sum + 1 } else { 0 };
    let sums = open.checked_shl(value as u32).unwrap_or_default();
    let all = (1 << sum) - 1;
    let open = sums & all | sums >> sum & 1;
    (open > 0).then_some([rest, open])
}

/// Whether the cells can be divided into pieces with this sum.
pub(super) fn accepts([rest, _]: State, sum: i64) -> bool {
    rest == sum
}

impl CellRule {
    /// The choice that a rule is laid out as: a loop with a sum whose machine has too many steps.
    pub(crate) fn as_choice(&self, shape: &Shape) -> Option<Self> {
        let sum = self.number().filter(|_| self.kind == RuleKind::SumLoop)?;
        if self.steps_of_loop(shape).is_some() {
            return None;
        }
        let begin = |start: usize| {
            let mut cells = self.cells.clone();
            cells.rotate_left(start);
            vec![Self::new(RuleKind::SumLine, cells).with_number(sum)]
        };
        Some(Self::either((0..self.cells.len()).map(begin).collect()))
    }

    /// The steps of the machine of a loop, or a few more; `None` if they are too many.
    pub(super) fn steps_of_loop(&self, shape: &Shape) -> Option<usize> {
        let sum = self.number().unwrap_or_default();
        if !(1..=MOST_SUM).contains(&sum) {
            return None;
        }
        let (cells, values) = (self.cells.len(), shape.side());
        if cells / 4 >= sum as usize {
            let states = (sum as usize) << sum;
            return Some(states.saturating_mul(values * cells)).filter(|&most| most <= MOST_STEPS);
        }
        let (low, high) = shape.value_range();
        let most = FEW_STEPS / values;
        let mut states: HashSet<State, FxBuildHasher> = HashSet::from_iter([start(sum)]);
        let mut steps = 0;
        for _ in 0..cells {
            steps += states.len() * values;
            if steps > most {
                return None;
            }
            let next = |&state: &State| (low..=high).filter_map(move |v| step(state, sum, v));
            states = states.iter().flat_map(next).collect();
        }
        Some(steps)
    }
}
