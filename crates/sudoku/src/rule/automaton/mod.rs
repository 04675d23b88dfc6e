//! Rules as state machines that read cells in order.
//!
//! ```text
//! sets      which values the cells hold
//! lines     lines
//! outside   numbers outside the grid
//! pointers  cells that point at others
//! written   patterns and machines of users
//! ```

mod lines;
mod outside;
mod pointers;
mod sets;
mod written;

use std::cmp::Reverse;

use smallvec::{SmallVec, smallvec};

use super::cell_rule::CellRule;
use crate::shape::Shape;

/// A state: some numbers, whose meaning is up to the rule.
pub(crate) type State = SmallVec<[i64; 6]>;

/// The next state, given the state, the place of a cell and its value; `None` if no state follows.
type Step = Box<dyn Fn(&State, usize, i64) -> Option<State> + Send>;

/// A deterministic state machine over cells.
pub(crate) struct Automaton {
    /// The cells, in the order in which they are read.
    pub(crate) cells: Vec<usize>,
    pub(crate) start: State,
    pub(crate) step: Step,
    pub(crate) accept: Box<dyn Fn(&State) -> bool + Send>,
}

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

    /// The machine of a choice about few cells: it remembers all values, so it has
    /// `values.pow(cells)` states.
    pub(crate) fn of_values(rule: &CellRule, shape: &Shape) -> Self {
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

    /// The machine of a rule; `None` for a choice, and for a rule that is
    /// [one](CellRule::as_choice).
    pub(crate) fn of(rule: &CellRule, shape: &Shape) -> Option<Self> {
        if rule.as_choice(shape).is_some() {
            return None;
        }
        Self::of_sum(rule, shape)
            .or_else(|| sets::machine(rule, shape))
            .or_else(|| lines::machine(rule, shape))
            .or_else(|| outside::machine(rule, shape))
            .or_else(|| pointers::machine(rule, shape))
            .or_else(|| written::machine(rule))
    }

    /// The machine of a sum, which remembers the sum so far. The largest factors come first, and
    /// sums from which the total cannot be reached are left out; `size.rs` counts the steps in this
    /// order, too.
    fn of_sum(rule: &CellRule, shape: &Shape) -> Option<Self> {
        let (cells, factors, total) = rule.terms()?;
        let digits = rule.digits();
        let mut terms: Vec<(i64, usize, bool)> = (0..cells.len())
            .map(|place| (factors[place], cells[place], digits.contains(&place)))
            .collect();
        terms.sort_by_key(|term| Reverse(term.0.unsigned_abs()));
        let (low, high) = shape.value_range();
        // The least and the most that the terms from each on add.
        let mut bounds = vec![(0_i128, 0_i128)];
        for &(factor, ..) in terms.iter().rev() {
            let ends = [low, high].map(|value| i128::from(factor) * i128::from(value));
            let (least, most) = bounds[bounds.len() - 1];
            bounds.push((least + ends[0].min(ends[1]), most + ends[0].max(ends[1])));
        }
        bounds.reverse();
        let cells = terms.iter().map(|term| term.1).collect();
        let step = move |state: &State, place: usize, value: i64| {
            let (factor, _, is_digit) = terms[place];
            let sum = state[0] + factor * value;
            let (least, most) = bounds[place + 1];
            let rest = i128::from(total) - i128::from(sum);
            let fits = (least..=most).contains(&rest) && (value <= 9 || !is_digit);
            fits.then(|| smallvec![sum])
        };
        Some(Self::new(cells, smallvec![0], step, move |state| {
            state[0] == total
        }))
    }
}
