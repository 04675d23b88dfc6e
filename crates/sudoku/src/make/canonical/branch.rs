//! The states after a row: one for each order of digits that cannot be distinguished yet.

use super::state::{Placing, State};

impl Placing {
    /// Adds the state after a row, once for each order of the new digits that cannot be
    /// distinguished. `before` has the columns, labels and fresh parts of the state before it.
    pub(super) fn branch(&self, before: &State, row: &[u8; 9], out: &mut Vec<State>) {
        let mut state = State {
            columns: self.columns,
            ..*before
        };
        // Fresh stacks that stay so come first.
        let fresh = usize::from(before.fresh_stacks);
        let still = self.stacks[..fresh].iter().filter(|&&s| s == 0).count();
        state.fresh_stacks = still as u8;
        for stack in still..3 {
            let fresh = usize::from(before.fresh_columns[stack]);
            let fresh = if stack < usize::from(before.fresh_stacks) {
                3
            } else {
                fresh
            };
            let labels = self.stacks[stack];
            let blank = |k: &usize| labels >> (8 - 4 * k) & 15 == 0;
            state.fresh_columns[stack] = (0..fresh).filter(blank).count() as u8;
        }
        let start = out.len();
        out.push(state);
        // Stacks that were fresh and hold equal labels hold new digits: a digit with a label stands
        // in one stack only, unless the board breaks a rule.
        match &self.stacks[still..fresh] {
            [a, b, c] if a == b && b == c => stack_orders(out, start, 0, 3),
            [a, b, ..] if a == b => stack_orders(out, start, still, 2),
            [_, b, c] if b == c => stack_orders(out, start, 1, 2),
            _ => {}
        }
        for stack in still..3 {
            let fresh = if stack < fresh {
                3
            } else {
                usize::from(before.fresh_columns[stack])
            };
            let label = |k: usize| self.stacks[stack] >> (8 - 4 * k) & 15;
            let same = |k: &usize| label(*k) > 0 && label(*k) == label(k + 1);
            // They are sorted, so equal labels are neighbours.
            if let Some(first) = (0..fresh.saturating_sub(1)).find(same) {
                let count = (first..fresh).filter(|&k| label(k) == label(first)).count();
                column_orders(out, start, 3 * stack + first, count);
            }
        }
        for state in &mut out[start..] {
            for column in state.columns {
                let digit = usize::from(row[usize::from(column)]);
                if digit > 0 && state.labels[digit] == 0 {
                    state.labels[digit] = state.next_label;
                    state.next_label += 1;
                }
            }
        }
    }
}

/// Adds every state from `start` in all other orders of these columns.
fn column_orders(out: &mut Vec<State>, start: usize, first: usize, count: usize) {
    orders(out, start, count, |state, one, other| {
        state.columns.swap(first + one, first + other);
    });
}

/// Adds every state from `start` in all other orders of these stacks, which have the same number
/// of fresh columns.
fn stack_orders(out: &mut Vec<State>, start: usize, first: usize, count: usize) {
    orders(out, start, count, |state, one, other| {
        for k in 0..3 {
            let (one, other) = (3 * (first + one) + k, 3 * (first + other) + k);
            state.columns.swap(one, other);
        }
    });
}

/// All orders of two or three things, by swaps.
fn orders(
    out: &mut Vec<State>,
    start: usize,
    count: usize,
    swap: impl Fn(&mut State, usize, usize),
) {
    for at in start..out.len() {
        let mut state = out[at];
        // Each swap leads to another order of three things, until all six are seen.
        let swaps: &[(usize, usize)] = match count {
            2 => &[(0, 1)],
            _ => &[(0, 1), (1, 2), (0, 1), (1, 2), (0, 1)],
        };
        for &(one, other) in swaps {
            swap(&mut state, one, other);
            out.push(state);
        }
    }
}
