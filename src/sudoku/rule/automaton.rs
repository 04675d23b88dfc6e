//! Rules as state machines that read cells in order.

use std::ops::Range;

use regex_automata::util::primitives::StateID;
use smallvec::{SmallVec, smallvec};

use super::cell_rule::{CellRule, Detail};
use super::kind::RuleKind;
use crate::sudoku::shape::Shape;

/// A state: some numbers, whose meaning is up to the rule.
pub(in crate::sudoku) type State = SmallVec<[i64; 6]>;

/// The next state, given the state, the place of a cell and its value; `None` if no state follows.
type Step = Box<dyn Fn(&State, usize, i64) -> Option<State> + Send>;

/// A deterministic state machine over cells.
pub(in crate::sudoku) struct Automaton {
    /// The cells, in the order in which they are read.
    pub(in crate::sudoku) cells: Vec<usize>,
    pub(in crate::sudoku) start: State,
    pub(in crate::sudoku) step: Step,
    pub(in crate::sudoku) accept: Box<dyn Fn(&State) -> bool + Send>,
}

/// The most steps of the machine of a loop.
const MOST_LOOP_STEPS: i64 = 1 << 24;

impl Automaton {
    fn new(
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
        }
    }

    /// The machine of any rule: it remembers all values, so it has `values.pow(cells)` states.
    fn of_values(rule: &CellRule, shape: &Shape) -> Self {
        let (cells, shape, rule) = (rule.reads(shape), shape.clone(), rule.clone());
        Self::new(
            cells.clone(),
            State::new(),
            |values, _, value| {
                let mut values = values.clone();
                values.push(value);
                Some(values)
            },
            move |values| {
                let value = |cell: usize| {
                    let place = cells.iter().position(|&own| own == cell)?;
                    values.get(place).copied()
                };
                rule.holds(&shape, &value) == Some(true)
            },
        )
    }

    /// The machine of a rule that is part of a choice.
    pub(in crate::sudoku) fn of(rule: &CellRule, shape: &Shape) -> Self {
        Self::short(rule, shape).unwrap_or_else(|| Self::of_values(rule, shape))
    }

    /// A machine with few states, if the rule has one here.
    pub(in crate::sudoku) fn short(rule: &CellRule, shape: &Shape) -> Option<Self> {
        use RuleKind as K;
        let cells = rule.cells.clone();
        let number = rule.number().unwrap_or_default();
        let (low, high) = shape.value_range();
        let count = cells.len();
        if let Some((cells, factors, total)) = rule.terms() {
            let digits = rule.digits();
            let step = move |state: &State, place: usize, value: i64| {
                let is_allowed = value <= 9 || !digits.contains(&place);
                is_allowed.then(|| smallvec![state[0] + factors[place] * value])
            };
            return Some(Self::new(cells, smallvec![0], step, move |state| {
                state[0] == total
            }));
        }
        if rule.is_about_neighbours() {
            let rule = rule.clone();
            let step = move |state: &State, _: usize, value: i64| {
                let allows = |&before: &i64| rule.allows_neighbours(before, value);
                state.first().is_none_or(allows).then(|| smallvec![value])
            };
            return Some(Self::new(cells, State::new(), step, |_| true));
        }
        let new = |cells: Vec<usize>,
                   start: State,
                   step: Step,
                   accept: Box<dyn Fn(&State) -> bool + Send>| Self {
            cells,
            start,
            step,
            accept,
        };
        Some(match rule.kind {
            K::AllDifferent | K::Cage | K::Renban => {
                let (kind, total) = (rule.kind, rule.number());
                let step = move |state: &State, _: usize, value: i64| {
                    let bit = 1 << (value - low);
                    (state[0] & bit == 0).then(|| smallvec![state[0] | bit, state[1] + value])
                };
                let accept = move |state: &State| match kind {
                    K::Cage => total.is_none_or(|total| state[1] == total),
                    K::Renban => {
                        let set = state[0] >> state[0].trailing_zeros();
                        set & (set + 1) == 0
                    }
                    _ => true,
                };
                Self::new(cells, smallvec![0, 0], step, accept)
            }
            K::SumLine => {
                // Zeros after a piece belong to it.
                let step = move |state: &State, _: usize, value: i64| {
                    let is_whole = state[0] == number && value > 0;
                    let sum = if is_whole { value } else { state[0] + value };
                    (sum <= number).then(|| smallvec![sum])
                };
                Self::new(cells, smallvec![0], step, move |state| state[0] == number)
            }
            K::SumLoop if has_short_loop(number, high + 1 - low, count as i64) => {
                // The sum so far, and the sums of the first piece, unfinished at the start, for which
                // every piece so far was complete.
                let step = move |state: &State, _: usize, value: i64| {
                    let sum = state[0] + value;
                    let fits = |&&first: &&i64| (state[0] + first) % number + value <= number;
                    // A positive multiple of the number is the number.
                    let rest = if sum > 0 { (sum - 1) % number + 1 } else { 0 };
                    let mut next: State = smallvec![rest];
                    next.extend(state[1..].iter().filter(fits).copied());
                    (next.len() > 1).then_some(next)
                };
                let start = std::iter::once(0).chain(0..number).collect();
                let accept = move |state: &State| state[0] == number && state.len() > 1;
                Self::new(cells, start, step, accept)
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
                        (true, known) if known == i64::MIN || known == sum => {
                            Some(smallvec![sum, 0])
                        }
                        _ => None,
                    }
                };
                Self::new(pieces.concat(), smallvec![i64::MIN, 0], step, |_| true)
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
                Self::new(cells, State::new(), step, |_| true)
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
                Self::new(cells, State::new(), step, |_| true)
            }
            K::Sandwich if rule.has_own_ends(shape) => return None,
            K::Sandwich => {
                // The number of ends so far, the sum after the first, and the first.
                let step = move |state: &State, _: usize, value: i64| {
                    let is_end = value == low || value == high;
                    match (state[0], is_end) {
                        (0, false) | (2, false) => Some(state.clone()),
                        (1, false) => {
                            let sum = state[1] + value;
                            (sum <= number).then(|| smallvec![1, sum, state[2]])
                        }
                        (0, true) => Some(smallvec![1, 0, value]),
                        (1, true) => {
                            (state[1] == number && state[2] != value).then(|| smallvec![2, 0, 0])
                        }
                        _ => None,
                    }
                };
                Self::new(cells, smallvec![0, 0, 0], step, |state| state[0] == 2)
            }
            K::XSum => {
                let step = move |state: &State, place: usize, value: i64| {
                    let (left, sum) = match place {
                        0 if (1..=count as i64).contains(&value) => (value - 1, value),
                        0 => return None,
                        _ if state[0] == 0 => return Some(state.clone()),
                        _ => (state[0] - 1, state[1] + value),
                    };
                    match left {
                        0 => (sum == number).then(|| smallvec![0, 0]),
                        left => (sum <= number).then(|| smallvec![left, sum]),
                    }
                };
                Self::new(cells, smallvec![0, 0], step, |state| state[0] == 0)
            }
            K::Skyscraper => {
                let step = move |state: &State, _: usize, value: i64| {
                    let is_seen = value > state[0];
                    let (most, seen) = (state[0].max(value), state[1] + i64::from(is_seen));
                    (seen <= number && seen + high - most >= number).then(|| smallvec![most, seen])
                };
                // A cell that holds 0 is not a building.
                Self::new(cells, smallvec![0, 0], step, move |state| {
                    state[1] == number
                })
            }
            K::HiddenSkyscraper => {
                let step = move |state: &State, _: usize, value: i64| match *state.as_slice() {
                    [_, _] => Some(state.clone()),
                    [most] if value <= most => (value == number).then(|| smallvec![0, 0]),
                    _ => Some(smallvec![value]),
                };
                Self::new(cells, State::new(), step, |state| state.len() == 2)
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
                Self::new(cells, values.into(), step, |state| state.is_empty())
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
                Self::new(cells, start, step, |state| {
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
                    let fits =
                        even <= most && low <= most && all - even <= most && all - low <= most;
                    fits.then(|| smallvec![even, low, state[2] | bit])
                };
                Self::new(cells, smallvec![0, 0, 0], step, |_| true)
            }
            K::RellikCage => {
                // One bit for each sum of some of the cells so far; at the end the values.
                let words = number as usize / 63 + 1;
                let mut start: State = smallvec![0; words + 1];
                start[0] = 1;
                let step = move |state: &State, _: usize, value: i64| {
                    let has =
                        |sum: i64| sum >= 0 && state[sum as usize / 63] >> (sum % 63) & 1 == 1;
                    let bit = 1 << (value - low);
                    if state[words] & bit != 0 {
                        return None;
                    }
                    let mut next = state.clone();
                    next[words] |= bit;
                    for sum in (0..=number).filter(|sum| has(sum - value)) {
                        next[sum as usize / 63] |= 1 << (sum % 63);
                    }
                    (next[number as usize / 63] >> (number % 63) & 1 == 0).then_some(next)
                };
                Self::new(cells, start, step, |_| true)
            }
            K::RowIndex | K::ColumnIndex | K::BoxIndex => {
                // Each index cell, then the cells that it points into: their places from 1, and the
                // value of the one that it points at.
                let (mut all, mut roles) = (Vec::new(), Vec::new());
                for cell in cells {
                    let (pointed, own) = shape.indexed(rule.kind, cell);
                    all.push(cell);
                    roles.push((0, pointed.len() as i64));
                    roles.extend((1..).zip(&pointed).map(|(at, _)| (at, own)));
                    all.extend(pointed);
                }
                let step = move |state: &State, place: usize, value: i64| match roles[place] {
                    (0, most) => (1..=most).contains(&value).then(|| smallvec![value]),
                    (at, own) => (state[0] != at || value == own).then(|| state.clone()),
                };
                Self::new(all, smallvec![0], step, |_| true)
            }
            K::Minimum | K::Maximum => {
                // Each cell, then its neighbours.
                let (mut all, mut is_own) = (Vec::new(), Vec::new());
                for &cell in &cells {
                    let mut others = shape.neighbours(cell);
                    others.retain(|other| !cells.contains(other));
                    is_own.push(true);
                    is_own.extend(others.iter().map(|_| false));
                    all.push(cell);
                    all.extend(others);
                }
                let is_minimum = rule.kind == K::Minimum;
                let step = move |state: &State, place: usize, value: i64| {
                    let fits = match (is_own[place], is_minimum) {
                        (true, _) => return Some(smallvec![value]),
                        (_, true) => state[0] < value,
                        (_, false) => state[0] > value,
                    };
                    fits.then(|| state.clone())
                };
                Self::new(all, smallvec![0], step, |_| true)
            }
            K::Regex => {
                let Detail::Pattern(pattern) = rule.detail.clone() else {
                    return None;
                };
                let begin = pattern.begin()?;
                let start = smallvec![i64::from(begin.as_u32())];
                let id = |state: &State| StateID::new(state[0] as usize).ok();
                let other = pattern.clone();
                new(
                    cells,
                    start,
                    Box::new(move |state, _, value| {
                        let next = pattern.step(id(state)?, value)?;
                        Some(smallvec![i64::from(next.as_u32())])
                    }),
                    Box::new(move |state| id(state).is_some_and(|id| other.accepts(id))),
                )
            }
            K::Machine => {
                let Detail::Machine(machine) = rule.detail.clone() else {
                    return None;
                };
                let state = |states: Vec<u32>| states.into_iter().map(i64::from).collect::<State>();
                let states =
                    |state: &State| -> Vec<u32> { state.iter().map(|&own| own as u32).collect() };
                let (start, other) = (state(machine.start().to_vec()), machine.clone());
                new(
                    cells,
                    start,
                    Box::new(move |own, _, value| machine.step(&states(own), value).map(state)),
                    Box::new(move |own| other.accepts(&states(own))),
                )
            }
            _ => return None,
        })
    }
}

/// Whether the machine of a loop with a sum has few steps: its states have a sum so far and a set of
/// numbers below the sum.
fn has_short_loop(sum: i64, values: i64, cells: i64) -> bool {
    let bits = u32::try_from(sum).ok();
    let sets = bits.and_then(|bits| 1i64.checked_shl(bits));
    let states = sets.and_then(|sets| sets.checked_mul(sum));
    let steps = states.and_then(|states| states.checked_mul(values * cells));
    steps.is_some_and(|steps| steps <= MOST_LOOP_STEPS)
}

impl CellRule {
    /// All cells whose values decide whether the rule holds.
    pub(in crate::sudoku) fn reads(&self, shape: &Shape) -> Vec<usize> {
        use RuleKind::{BoxIndex, ColumnIndex, Either, Maximum, Minimum, RowIndex};
        let of = |&cell: &usize| match self.kind {
            RowIndex | ColumnIndex | BoxIndex => shape.indexed(self.kind, cell).0,
            Minimum | Maximum => shape.neighbours(cell),
            _ => Vec::new(),
        };
        let others = self.cells.iter().flat_map(of);
        let branches = self.branches().iter().flatten();
        let mut cells: Vec<usize> = match self.kind {
            Either => branches.flat_map(|rule| rule.reads(shape)).collect(),
            _ => self.cells.iter().copied().chain(others).collect(),
        };
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The cells, their factors and the total, if the rule is a sum.
    pub(in crate::sudoku) fn terms(&self) -> Option<(Vec<usize>, Vec<i64>, i64)> {
        let number = self.number().unwrap_or_default();
        let count = self.cells.len();
        let ones = vec![1; count];
        let (factors, total) = match self.kind {
            RuleKind::Sum => (self.factors(), number),
            RuleKind::LittleKiller => (ones, number),
            RuleKind::Arrow => {
                let mut factors = ones;
                factors[0] = -1;
                (factors, 0)
            }
            RuleKind::PillArrow => {
                let mut factors = ones;
                let pill = (number.max(0) as usize).min(count);
                let mut digit = -1;
                for factor in factors[..pill].iter_mut().rev() {
                    *factor = digit;
                    digit *= 10;
                }
                (factors, 0)
            }
            RuleKind::DoubleArrow => {
                let mut factors = ones;
                factors[0] = -1;
                factors[count - 1] = -1;
                (factors, 0)
            }
            _ => return None,
        };
        Some((self.cells.clone(), factors, total))
    }

    /// Whether the ends of a sandwich are the lowest and the highest value of its line, as in a
    /// lunchbox: the board has more values than the line.
    pub(in crate::sudoku) fn has_own_ends(&self, shape: &Shape) -> bool {
        let mut places = self.cells.iter().map(|&cell| shape.place(cell));
        let Some(first) = places.next() else {
            return false;
        };
        self.kind == RuleKind::Sandwich
            && self.cells.len() < shape.side()
            && (places.clone().all(|place| place.0 == first.0)
                || places.all(|place| place.1 == first.1))
            && shape.differ(&self.cells)
    }

    /// The places of the cells that are single digits: those of a pill after the first.
    pub(in crate::sudoku) fn digits(&self) -> Range<usize> {
        match (self.kind, self.number()) {
            (RuleKind::PillArrow, Some(pill)) => 1..pill.max(1) as usize,
            _ => 0..0,
        }
    }

    /// The pieces of a line that have equal sums.
    pub(in crate::sudoku) fn pieces(&self, shape: &Shape) -> Vec<Vec<usize>> {
        let cells = &self.cells[..];
        match self.kind {
            RuleKind::Zipper => {
                let half = cells.len() / 2;
                let pair = |place: usize| vec![cells[place], cells[cells.len() - 1 - place]];
                let mut pieces: Vec<Vec<usize>> = (0..half).map(pair).collect();
                pieces.extend((cells.len() % 2 == 1).then(|| vec![cells[half]]));
                pieces
            }
            RuleKind::EqualSums => {
                let mut rest = cells;
                let piece = |&length: &i64| {
                    let (piece, after) = rest.split_at((length as usize).min(rest.len()));
                    rest = after;
                    piece.to_vec()
                };
                self.values().iter().map(piece).collect()
            }
            _ => {
                let pieces =
                    cells.chunk_by(|&one, &other| shape.region_of(one) == shape.region_of(other));
                pieces.map(<[usize]>::to_vec).collect()
            }
        }
    }
}
