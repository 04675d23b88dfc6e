//! The clauses of a rule as one state machine: how a choice asks whether the rule holds.

use std::cmp::Reverse;

use smallvec::smallvec;

use super::automaton::{Automaton, State};
use super::clause::{Better, Clause, Table};
use super::holds::weight;
use super::sum_loop;
use crate::shape::Shape;

impl Clause {
    /// The lists of rules, if the clauses of a rule are a choice, as those of a loop may be; the
    /// clauses if they are not.
    pub(crate) fn as_choice(
        mut clauses: Vec<Self>,
        shape: &Shape,
    ) -> Result<Vec<Vec<Vec<Self>>>, Vec<Self>> {
        if let [Self::Better(_, Better::Loop(cells, sum))] = &clauses[..]
            && sum_loop::machine(cells, *sum, shape).is_none()
            && let Some(Self::Better(lines, _)) = clauses.pop()
        {
            clauses = lines;
        }
        match clauses.pop() {
            Some(Self::Choice(branches)) => Ok(branches),
            last => {
                clauses.extend(last);
                Err(clauses)
            }
        }
    }
}

impl Automaton {
    /// The machine of some clauses, none of which is a choice.
    pub(crate) fn of(clauses: Vec<Clause>, shape: &Shape) -> Self {
        let mut parts: Vec<Self> = clauses
            .into_iter()
            .flat_map(|clause| Self::parts(clause, shape))
            .collect();
        if parts.len() == 1 {
            return parts.remove(0);
        }
        // The others read their cells with the longest one, if they can.
        parts.sort_by_key(|part| Reverse(part.cells.len()));
        Self::product(parts)
    }

    /// The machines of a clause: all accept.
    fn parts(clause: Clause, shape: &Shape) -> Vec<Self> {
        let (least, most) = shape.value_range();
        vec![match clause {
            Clause::Each(cells, values) => {
                let step = move |_: &State, _: usize, value| values.has(value).then(State::new);
                Self::new(cells, State::new(), step, |_| true)
            }
            // The values so far.
            Clause::Differ(cells) if !shape.differ(&cells) => {
                let step = move |state: &State, _: usize, value: i64| {
                    let bit = 1 << (value - least);
                    (state[0] & bit == 0).then(|| smallvec![state[0] | bit])
                };
                Self::new(cells, smallvec![0], step, |_| true)
            }
            Clause::Differ(_) => return Vec::new(),
            Clause::Pairs(pairs, table) => Self::of_pairs(&pairs, table),
            Clause::Sum(terms, total) => Self::of_sum(terms, total, (least, most)),
            Clause::SameTotals(pieces, counted) => Self::of_totals(&pieces, counted),
            Clause::Count(cells, values, times) => {
                // Where more of them do no harm, they need not be counted.
                let count = cells.len() as i64;
                let cap = if *times.end() >= count {
                    *times.start()
                } else {
                    i64::MAX
                };
                let range = times.clone();
                let step = move |state: &State, place: usize, value: i64| {
                    let own = (state[0] + i64::from(values.has(value))).min(cap);
                    let may = own + count - 1 - place as i64;
                    (own <= *range.end() && may >= *range.start()).then(|| smallvec![own])
                };
                Self::new(cells, smallvec![0], step, move |state| {
                    times.contains(&state[0])
                })
            }
            Clause::Cases(cases) => Self::of_cases(cases),
            Clause::Machine(machine) => machine,
            Clause::Better(_, Better::Loop(cells, sum)) => {
                let machine = sum_loop::machine(&cells, sum, shape);
                return machine.into_iter().collect();
            }
            Clause::Better(clauses, _) => {
                let parts = clauses.into_iter();
                return parts
                    .flat_map(|clause| Self::parts(clause, shape))
                    .collect();
            }
            Clause::Choice(_) | Clause::Holding(..) => return Vec::new(),
        }]
    }

    /// The state has, for each cell that is not read yet, the values that it may hold.
    fn of_pairs(pairs: &[[usize; 2]], table: Table) -> Self {
        let mut cells: Vec<usize> = Vec::new();
        for &cell in pairs.as_flattened() {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        let place = |cell: usize| {
            cells
                .iter()
                .position(|&own| own == cell)
                .unwrap_or_default()
        };
        let mut start: State = smallvec![-1; cells.len()];
        // For each cell the later ones that it restricts, and whether it stands second.
        let mut later = vec![Vec::new(); cells.len()];
        for &[one, other] in pairs {
            let (one, other) = (place(one), place(other));
            if one == other {
                start[one] &= table.equal().0 as i64;
            } else {
                later[one.min(other)].push((one.max(other), one > other));
            }
        }
        let turned = table.turned();
        let step = move |state: &State, place: usize, value: i64| {
            let mut next = State::from_slice(&state[1..]);
            for &(other, is_second) in &later[place] {
                let table = if is_second { &turned } else { &table };
                next[other - place - 1] &= table.row(value).0 as i64;
            }
            (state[0] >> value & 1 == 1).then_some(next)
        };
        Self::new(cells, start, step, |_| true)
    }

    /// The sum so far. The largest factors come first, and sums from which the total cannot be
    /// reached are left out.
    pub(super) fn of_sum(
        mut terms: Vec<(usize, i64)>,
        total: i64,
        (low, high): (i64, i64),
    ) -> Self {
        terms.sort_by_key(|term| Reverse(term.1.unsigned_abs()));
        // The least and the most that the terms from each on add.
        let mut bounds = vec![(0_i128, 0_i128)];
        for &(_, factor) in terms.iter().rev() {
            let ends = [low, high].map(|value| i128::from(factor) * i128::from(value));
            let (least, most) = bounds[bounds.len() - 1];
            bounds.push((least + ends[0].min(ends[1]), most + ends[0].max(ends[1])));
        }
        bounds.reverse();
        let (least, most) = bounds[0];
        let sums = i64::try_from(most - least).unwrap_or(i64::MAX);
        let (cells, factors): (Vec<usize>, Vec<i64>) = terms.into_iter().unzip();
        let step = move |state: &State, place: usize, value: i64| {
            let sum = state[0] + factors[place] * value;
            let (least, most) = bounds[place + 1];
            let rest = i128::from(total) - i128::from(sum);
            (least..=most).contains(&rest).then(|| smallvec![sum])
        };
        Self::new(cells, smallvec![0], step, move |state| state[0] == total).bounded(sums, 1)
    }

    /// The total of the pieces so far, -1 before the first is read; and that of the present one.
    fn of_totals(pieces: &[Vec<usize>], counted: Option<i64>) -> Self {
        let lengths = pieces.iter().map(Vec::len);
        let is_last: Vec<bool> = lengths
            .flat_map(|length| (1..=length).map(move |at| at == length))
            .collect();
        let step = move |state: &State, place: usize, value: i64| {
            let (known, own) = (state[0], state[1] + weight(counted, value));
            if is_last[place] {
                (known < 0 || own == known).then(|| smallvec![own, 0])
            } else {
                (known < 0 || own <= known).then(|| smallvec![known, own])
            }
        };
        Self::new(pieces.concat(), smallvec![-1, 0], step, |_| true)
    }

    /// The cases that may still hold.
    fn of_cases(cases: Vec<Vec<(usize, i64)>>) -> Self {
        let mut cells: Vec<usize> = Vec::new();
        for &(cell, _) in cases.iter().flatten() {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        let (start, read) = ((0..cases.len() as i64).collect(), cells.clone());
        let step = move |state: &State, place: usize, value: i64| {
            let fits = |term: &(usize, i64)| term.0 != read[place] || term.1 == value;
            let may_hold = |&case: &i64| cases[case as usize].iter().all(fits);
            let next: State = state.iter().copied().filter(may_hold).collect();
            (!next.is_empty()).then_some(next)
        };
        Self::new(cells, start, step, |state| !state.is_empty())
    }

    /// The machine that accepts what all machines accept. A state has the state of each, after its
    /// length; that of a machine that has read its cells is empty.
    fn product(parts: Vec<Self>) -> Self {
        let (mut cells, mut places, mut start) = (Vec::new(), Vec::new(), State::new());
        for part in &parts {
            // It reads cells with the machines before it if it can do so in its order. If not, it
            // reads them after these: then there are fewer states.
            let mut from = 0;
            let place = |cell: &usize| {
                let place = from + cells[from..].iter().position(|own| own == cell)?;
                from = place + 1;
                Some(place)
            };
            let shared: Option<Vec<usize>> = part.cells.iter().map(place).collect();
            places.push(shared.unwrap_or_else(|| {
                let first = cells.len();
                cells.extend_from_slice(&part.cells);
                (first..cells.len()).collect()
            }));
            push(&mut start, &part.start);
        }
        let step = move |state: &State, place: usize, value: i64| {
            let (mut next, mut rest) = (State::new(), &state[..]);
            for (part, places) in parts.iter().zip(&places) {
                let (own, after) = rest[1..].split_at(rest[0] as usize);
                rest = after;
                let Ok(at) = places.binary_search(&place) else {
                    push(&mut next, own);
                    continue;
                };
                let to = (part.step)(&State::from_slice(own), at, value)?;
                if at + 1 < part.cells.len() {
                    push(&mut next, &to);
                } else if (part.accept)(&to) {
                    push(&mut next, &[]);
                } else {
                    return None;
                }
            }
            Some(next)
        };
        Self::new(cells, start, step, |_| true)
    }
}

/// Adds a state to those of a product.
fn push(all: &mut State, own: &[i64]) {
    all.push(own.len() as i64);
    all.extend_from_slice(own);
}
