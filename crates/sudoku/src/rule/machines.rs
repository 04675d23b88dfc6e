//! State machines of rules that depend on all their cells at once.

use regex_automata::util::primitives::StateID;
use smallvec::smallvec;

use super::automaton::{Automaton, State};
use super::machine::{Machine, Pattern};

/// The first two cells are ends. Each later cell is between them or, if they differ by at least a
/// distance, outside of them.
pub(super) fn ends(cells: Vec<usize>, distance: Option<i64>) -> Automaton {
    let step = move |state: &State, place: usize, value: i64| match place {
        0 => Some(smallvec![value]),
        1 => {
            let (least, most) = (state[0].min(value), state[0].max(value));
            let fits = distance.is_none_or(|distance| most - least >= distance);
            fits.then(|| smallvec![least, most])
        }
        _ => {
            let is_inside = state[0] < value && value < state[1];
            let is_outside = value < state[0] || state[1] < value;
            let fits = if distance.is_none() {
                is_inside
            } else {
                is_outside
            };
            fits.then(|| state.clone())
        }
    };
    Automaton::new(cells, State::new(), step, |_| true)
}

/// The cells between two values add up to a sum, and no value is less than the one or greater than
/// the other. If the values are not given, they are the least and the greatest of the cells, which
/// differ: the machine reads the cells twice, first to find these.
///
/// After that a state is: the two values; 0 before the first of them, 1 if it was the least, 2 if
/// the greatest, 3 after the second; the sum since the first.
pub(super) fn sum_between(
    mut cells: Vec<usize>,
    sum: i64,
    values: Option<(i64, i64)>,
    side: usize,
) -> Automaton {
    let (start, once, pairs) = match values {
        Some((least, most)) => (smallvec![least, most, 0, 0], 0, 1),
        None => (State::new(), cells.len(), side * side / 2),
    };
    cells.extend_from_within(..once);
    let step = move |state: &State, place: usize, value: i64| {
        if place < once {
            let least = state.first().map_or(value, |&least| least.min(value));
            let most = state.get(1).map_or(value, |&most| most.max(value));
            if place + 1 < once {
                return Some(smallvec![least, most]);
            }
            let has_room = most > least && most - least >= once as i64 - 1;
            return has_room.then(|| smallvec![least, most, 0, 0]);
        }
        let (least, most, seen, so_far) = (state[0], state[1], state[2], state[3]);
        if value < least || most < value {
            return None;
        }
        let (seen, so_far) = match (seen, value == least || value == most) {
            (0, true) => (if value == least { 1 } else { 2 }, 0),
            (1, true) if value == most && so_far == sum => (3, 0),
            (2, true) if value == least && so_far == sum => (3, 0),
            (_, true) => return None,
            (0 | 3, false) => (seen, 0),
            (_, false) if so_far + value <= sum => (seen, so_far + value),
            (_, false) => return None,
        };
        Some(smallvec![least, most, seen, so_far])
    };
    let accept = |state: &State| state.get(2) == Some(&3);
    Automaton::new(cells, start, step, accept).bounded(sum, 2 * pairs)
}

/// The product so far, or 0 and 1 if it is to be 0.
pub(super) fn product(cells: Vec<usize>, product: i64) -> Automaton {
    let step = move |state: &State, _: usize, value: i64| {
        let own = state[0].checked_mul(value)?;
        let may_fit = product == 0 || own != 0 && product % own == 0;
        may_fit.then(|| smallvec![if product == 0 { own.min(1) } else { own }])
    };
    Automaton::new(cells, smallvec![1], step, move |state| state[0] == product)
}

/// The greatest value so far, and the sum of the others.
pub(super) fn difference(cells: Vec<usize>, difference: i64) -> Automaton {
    let step = move |state: &State, place: usize, value: i64| {
        let before = if place == 0 { value } else { state[0] };
        let others = if place == 0 {
            0
        } else {
            state[1] + value.min(before)
        };
        Some(smallvec![value.max(before), others])
    };
    let accept = move |state: &State| state[0] - state[1] == difference;
    Automaton::new(cells, State::new(), step, accept)
}

/// The greatest value so far, and the product of the others.
pub(super) fn ratio(cells: Vec<usize>, ratio: i64, high: i64) -> Automaton {
    let step = move |state: &State, place: usize, value: i64| {
        let before = if place == 0 { value } else { state[0] };
        let others = if place == 0 {
            1
        } else {
            state[1] * value.min(before)
        };
        let most = others.saturating_mul(ratio);
        (others > 0 && most <= high).then(|| smallvec![value.max(before), others])
    };
    let accept = move |state: &State| state[0] == state[1].saturating_mul(ratio);
    Automaton::new(cells, State::new(), step, accept)
}

/// The first cells add up to a sum, as many as the first one says.
pub(super) fn x_sum(cells: Vec<usize>, sum: i64) -> Automaton {
    let count = cells.len();
    let step = move |state: &State, place: usize, value: i64| {
        let (left, own) = match place {
            0 if (1..=count as i64).contains(&value) => (value - 1, value),
            // The first 0 cells have the sum 0.
            0 if value == 0 => (0, 0),
            0 => return None,
            _ if state[0] == 0 => return Some(state.clone()),
            _ => (state[0] - 1, state[1] + value),
        };
        match left {
            0 => (own == sum).then(|| smallvec![0, 0]),
            left => (own <= sum).then(|| smallvec![left, own]),
        }
    };
    Automaton::new(cells, smallvec![0, 0], step, |state| state[0] == 0).bounded(sum, count)
}

/// So many cells are greater than all before them. A cell that holds 0 is not a building.
pub(super) fn skyscraper(cells: Vec<usize>, number: i64, high: i64) -> Automaton {
    let bound = number.min(cells.len() as i64);
    let step = move |state: &State, _: usize, value: i64| {
        let is_seen = value > state[0];
        let (most, seen) = (state[0].max(value), state[1] + i64::from(is_seen));
        (seen <= number && seen + high - most >= number).then(|| smallvec![most, seen])
    };
    let accept = move |state: &State| state[1] == number;
    Automaton::new(cells, smallvec![0, 0], step, accept).bounded(bound, high as usize + 1)
}

/// The first cell that is not greater than all before it holds a value.
pub(super) fn hidden_skyscraper(cells: Vec<usize>, number: i64, high: i64) -> Automaton {
    let step = move |state: &State, _: usize, value: i64| match *state.as_slice() {
        [_, _] => Some(state.clone()),
        [most] if value <= most => (value == number).then(|| smallvec![0, 0]),
        _ => Some(smallvec![value]),
    };
    let machine = Automaton::new(cells, State::new(), step, |state| state.len() == 2);
    machine.bounded(high, 1)
}

/// The last cell is the number of different values in the others.
pub(super) fn count_distinct(cells: Vec<usize>) -> Automaton {
    let count = cells.len();
    let step = move |state: &State, place: usize, value: i64| {
        if place + 1 < count {
            return Some(smallvec![state[0] | 1 << value]);
        }
        (i64::from(state[0].count_ones()) == value).then(|| smallvec![0])
    };
    Automaton::new(cells, smallvec![0], step, |_| true)
}

/// Each value of the cells is the number of cells that hold it.
pub(super) fn counting_circles(cells: Vec<usize>, (low, high): (i64, i64)) -> Automaton {
    let count = cells.len();
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

/// No set of the cells has the sum. A state has the sums of some of the cells so far.
pub(super) fn no_sum(cells: Vec<usize>, sum: i64) -> Automaton {
    let step = move |state: &State, _: usize, value: i64| {
        let with = state
            .iter()
            .map(|own| own + value)
            .filter(|&own| own <= sum);
        let mut next: State = state.iter().copied().chain(with).collect();
        next.sort_unstable();
        next.dedup();
        // No cells at all are no set.
        let is_sum = next.last() == Some(&sum) && (sum > 0 || value == 0);
        (!is_sum).then_some(next)
    };
    Automaton::new(cells, smallvec![0], step, |_| true)
}

pub(super) fn pattern(cells: Vec<usize>, pattern: &Pattern) -> Automaton {
    let id = |state: &State| StateID::new(*state.first()? as usize).ok();
    let begin = pattern.begin().map(|begin| i64::from(begin.as_u32()));
    let (own, other) = (pattern.clone(), pattern.clone());
    let step = move |state: &State, _: usize, value: i64| {
        let next = own.step(id(state)?, value)?;
        Some(smallvec![i64::from(next.as_u32())])
    };
    let accept = move |state: &State| id(state).is_some_and(|id| other.accepts(id));
    Automaton::new(cells, begin.into_iter().collect(), step, accept)
}

pub(super) fn of_states(cells: Vec<usize>, machine: &Machine) -> Automaton {
    let state = |states: &[u32]| states.iter().copied().map(i64::from).collect::<State>();
    let states = |state: &State| -> Vec<u32> { state.iter().map(|&own| own as u32).collect() };
    let (own, other) = (machine.clone(), machine.clone());
    let step = move |from: &State, _: usize, value: i64| {
        let next = own.step(&states(from), value)?;
        Some(state(&next))
    };
    let accept = move |at: &State| other.accepts(&states(at));
    Automaton::new(cells, state(machine.start()), step, accept)
}
