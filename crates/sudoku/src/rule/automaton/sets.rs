//! Rules about which values cells hold, whatever their order.

use smallvec::smallvec;

use super::{Automaton, State};
use crate::rule::cell_rule::CellRule;
use crate::rule::kind::RuleKind;
use crate::shape::Shape;

/// The machine of a rule about a set of values.
// It is long, because it has an arm for each kind of rule.
pub(super) fn machine(rule: &CellRule, shape: &Shape) -> Option<Automaton> {
    use RuleKind as K;
    let cells = rule.cells.clone();
    let number = rule.number().unwrap_or_default();
    let (low, high) = shape.value_range();
    let count = cells.len();
    // Cells that differ anyway need not be compared.
    let is_compared = !shape.differ(&cells);
    let bit = move |value: i64| if is_compared { 1 << (value - low) } else { 0 };
    Some(match rule.kind {
        K::AllDifferent | K::Cage => {
            let total = rule.number();
            let step = move |state: &State, _: usize, value: i64| {
                let bit = bit(value);
                let sum = if total.is_some() { state[1] + value } else { 0 };
                (state[0] & bit == 0).then(|| smallvec![state[0] | bit, sum])
            };
            Automaton::new(cells, smallvec![0, 0], step, move |state| {
                total.is_none_or(|total| state[1] == total)
            })
        }
        K::Renban => {
            let step = move |state: &State, _: usize, value: i64| {
                let bit = 1 << (value - low);
                (state[0] & bit == 0).then(|| smallvec![state[0] | bit])
            };
            Automaton::new(cells, smallvec![0], step, |state| {
                let set = state[0] >> state[0].trailing_zeros();
                set & (set + 1) == 0
            })
        }
        K::AllPairs | K::Nabner => {
            // The values so far; and for each value those that may stand before it.
            let before = |value: i64| {
                let allowed = (low..=high).filter(|&own| rule.allows_neighbours(own, value));
                allowed.fold(0_i64, |all, own| all | 1 << (own - low))
            };
            let before: Vec<i64> = (low..=high).map(before).collect();
            let step = move |state: &State, _: usize, value: i64| {
                let place = value - low;
                let fits = state[0] & !before[place as usize] == 0;
                fits.then(|| smallvec![state[0] | 1 << place])
            };
            Automaton::new(cells, smallvec![0], step, |_| true)
        }
        K::SameValues => {
            // The first set, ascending; then the values that the present set still needs.
            let size = (count / number.max(1) as usize).max(1);
            let step = move |state: &State, place: usize, value: i64| {
                let mut next = state.clone();
                if place < size {
                    let at = next.partition_point(|&own| own < value);
                    next.insert(at, value);
                    return Some(next);
                }
                if next.len() == size {
                    next.extend_from_slice(&state[..size]);
                }
                let at = next[size..].iter().position(|&own| own == value)?;
                next.remove(size + at);
                Some(next)
            };
            Automaton::new(cells, State::new(), step, |_| true)
        }
        K::CountDistinct => {
            // The values of the other cells, then the first cell.
            let mut cells = cells;
            cells.rotate_left(1);
            let step = move |state: &State, place: usize, value: i64| {
                if place + 1 < count {
                    return Some(smallvec![state[0] | 1 << (value - low)]);
                }
                (i64::from(state[0].count_ones()) == value).then(|| smallvec![0])
            };
            Automaton::new(cells, smallvec![0], step, |_| true)
        }
        K::CountingCircles => {
            // How often each value was read.
            let start = (low..=high).map(|_| 0).collect();
            let step = move |state: &State, place: usize, value: i64| {
                let mut next = state.clone();
                next[(value - low) as usize] += 1;
                let used = (low..).zip(&next).filter(|own| *own.1 > 0);
                let missing: i64 = used.clone().map(|(value, times)| value - times).sum();
                let fits = used.clone().all(|(value, &times)| times <= value);
                (fits && missing < (count - place) as i64).then_some(next)
            };
            Automaton::new(cells, start, step, |_| true)
        }
        K::Odd | K::Even => {
            let remainder = i64::from(rule.kind == K::Odd);
            let step = move |state: &State, _: usize, value: i64| {
                (value % 2 == remainder).then(|| state.clone())
            };
            Automaton::new(cells, State::new(), step, |_| true)
        }
        K::Quadruple => {
            let mut values = rule.values().to_vec();
            values.sort_unstable();
            let step = move |state: &State, place: usize, value: i64| {
                let mut left = state.clone();
                if let Some(at) = left.iter().position(|&own| own == value) {
                    left.remove(at);
                }
                (left.len() < count - place).then_some(left)
            };
            Automaton::new(cells, values.into(), step, |state| state.is_empty())
        }
        K::Counts => {
            let left: Vec<(i64, i64)> = rule.wanted().into_iter().collect();
            let start = left.iter().map(|own| own.1).collect();
            let step = move |state: &State, place: usize, value: i64| {
                let mut next = state.clone();
                if let Some(at) = left.iter().position(|own| own.0 == value) {
                    next[at] -= 1;
                    if next[at] < 0 {
                        return None;
                    }
                }
                (next.iter().sum::<i64>() < (count - place) as i64).then_some(next)
            };
            Automaton::new(cells, start, step, |state| {
                state.iter().all(|&left| left == 0)
            })
        }
        K::EqualityCage => {
            let half = (high - low + 1) / 2;
            let step = move |state: &State, place: usize, value: i64| {
                let is_low = value < low + half;
                let bit = 1 << (value - low);
                if !is_low && value <= high - half || state[2] & bit != 0 {
                    return None;
                }
                let even = state[0] + i64::from(value % 2 == 0);
                let low = state[1] + i64::from(is_low);
                let most = count as i64 / 2;
                let all = place as i64 + 1;
                let fits = even <= most && low <= most && all - even <= most && all - low <= most;
                fits.then(|| smallvec![even, low, state[2] | bit])
            };
            Automaton::new(cells, smallvec![0, 0, 0], step, |_| true)
        }
        K::RellikCage => {
            // One bit for each sum of some of the cells so far; at the end the values. No cells
            // have a larger sum than this.
            let number = number.min(high * count as i64 + 1);
            let words = number as usize / 63 + 1;
            let mut start: State = smallvec![0; words + 1];
            start[0] = 1;
            let step = move |state: &State, _: usize, value: i64| {
                let has = |sum: i64| sum >= 0 && state[sum as usize / 63] >> (sum % 63) & 1 == 1;
                let bit = 1 << (value - low);
                // The cell alone, or with some of those before it. No cells at all are no set.
                let is_sum = has(number - value);
                if is_sum || state[words] & bit != 0 {
                    return None;
                }
                let mut next = state.clone();
                next[words] |= bit;
                for sum in (0..=number).filter(|sum| has(sum - value)) {
                    next[sum as usize / 63] |= 1 << (sum % 63);
                }
                Some(next)
            };
            Automaton::new(cells, start, step, |_| true)
        }
        _ => return None,
    })
}
