//! Rules about lines.

use smallvec::smallvec;

use super::{Automaton, State};
use crate::rule::cell_rule::CellRule;
use crate::rule::kind::RuleKind;
use crate::rule::sum_loop;
use crate::shape::Shape;

/// The machine of a rule about a line.
// It is long, because it has an arm for each kind of rule.
pub(super) fn machine(rule: &CellRule, shape: &Shape) -> Option<Automaton> {
    use RuleKind as K;
    let cells = rule.cells.clone();
    let number = rule.number().unwrap_or_default();
    let (low, _) = shape.value_range();
    let count = cells.len();
    if rule.is_about_neighbours() {
        let rule = rule.clone();
        let step = move |state: &State, _: usize, value: i64| {
            let allows = |&before: &i64| rule.allows_neighbours(before, value);
            state.first().is_none_or(allows).then(|| smallvec![value])
        };
        return Some(Automaton::new(cells, State::new(), step, |_| true));
    }
    Some(match rule.kind {
        K::Palindrome | K::Clone => {
            // Cells that are equal, one pair after the other.
            let half = count / 2;
            let mut other = cells[count - half..].to_vec();
            if rule.kind == K::Palindrome {
                other.reverse();
            }
            let pairs = cells[..half].iter().zip(other);
            let cells = pairs.flat_map(|(&one, other)| [one, other]).collect();
            let step = move |state: &State, place: usize, value: i64| match place % 2 {
                0 => Some(smallvec![value]),
                _ => (state[0] == value).then(State::new),
            };
            Automaton::new(cells, State::new(), step, |_| true)
        }
        K::SumLine => {
            // Zeros after a piece belong to it.
            let step = move |state: &State, _: usize, value: i64| {
                let is_whole = state[0] == number && value > 0;
                let sum = if is_whole { value } else { state[0] + value };
                (sum <= number).then(|| smallvec![sum])
            };
            Automaton::new(cells, smallvec![0], step, move |state| state[0] == number)
        }
        K::SumLoop => {
            let pair = |state: &State| [state[0], state[1]];
            let step = move |state: &State, _: usize, value: i64| {
                let next = sum_loop::step(pair(state), number, value);
                next.map(|next| State::from_slice(&next))
            };
            let accept = move |state: &State| sum_loop::accepts(pair(state), number);
            let start = State::from_slice(&sum_loop::start(number));
            Automaton::new(cells, start, step, accept)
        }
        K::RegionSum | K::EqualSums | K::Zipper => {
            let pieces = rule.pieces(shape);
            let ends: Vec<bool> = pieces
                .iter()
                .flat_map(|piece| (1..=piece.len()).map(|place| place == piece.len()))
                .collect();
            let step = move |state: &State, place: usize, value: i64| {
                let sum = state[1] + value;
                match (ends[place], state[0]) {
                    (false, known) => Some(smallvec![known, sum]),
                    (true, known) if known == i64::MIN || known == sum => Some(smallvec![sum, 0]),
                    _ => None,
                }
            };
            Automaton::new(pieces.concat(), smallvec![i64::MIN, 0], step, |_| true)
        }
        K::Between | K::Lockout => {
            let cells = [&[cells[0], cells[count - 1]], &cells[1..count - 1]].concat();
            let is_between = rule.kind == K::Between;
            let step = move |state: &State, place: usize, value: i64| match place {
                0 => Some(smallvec![value]),
                1 => {
                    let (least, most) = (state[0].min(value), state[0].max(value));
                    (is_between || most - least >= number).then(|| smallvec![least, most])
                }
                _ => {
                    let is_inside = state[0] < value && value < state[1];
                    let is_outside = value < state[0] || state[1] < value;
                    let fits = if is_between { is_inside } else { is_outside };
                    fits.then(|| state.clone())
                }
            };
            Automaton::new(cells, State::new(), step, |_| true)
        }
        K::Modular | K::Entropic => {
            let is_modular = rule.kind == K::Modular;
            let length = if is_modular { number as usize } else { 3 };
            let step = move |state: &State, _: usize, value: i64| {
                let class = if is_modular {
                    value.rem_euclid(number)
                } else {
                    (value - low) / 3
                };
                if state.contains(&class) {
                    return None;
                }
                let mut next = state.clone();
                next.push(class);
                if next.len() == length {
                    next.remove(0);
                }
                Some(next)
            };
            Automaton::new(cells, State::new(), step, |_| true)
        }
        _ => return None,
    })
}
