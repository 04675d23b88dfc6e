//! Rules that need hidden variables: a sum, two ends, a class, the values that are used.

use std::hash::Hash;

use super::Encoder;
use crate::rule::{CellRule, RuleKind};
use quadrille_core::model::Variable;

impl Encoder<'_> {
    pub(super) fn same_values_in(&mut self, name: &str, rule: &CellRule, cells: &[Variable]) {
        let sets = rule.number().unwrap_or(1).max(1) as usize;
        let size = (cells.len() / sets).max(1);
        let sets: Vec<&[usize]> = rule.cells().chunks(size).collect();
        // A single set says nothing.
        if sets.len() == 1 {
            return;
        }
        if size == 1 {
            for &cell in &cells[1..] {
                self.model.equal(cells[0], cell);
            }
        } else if sets.iter().all(|set| self.shape.differ(set)) {
            let sets: Vec<Vec<Variable>> =
                sets.into_iter().map(|set| self.variables(set)).collect();
            self.model.same_sets(name, &sets);
        } else {
            // For each value a hidden variable: how many cells of each set hold it.
            let (low, high) = self.shape.value_range();
            for value in low..=high {
                let times = self
                    .model
                    .hidden(format!("times{value}({name})"), 0..=size as i64);
                for (number, set) in (1..).zip(&sets) {
                    let set = self.variables(set);
                    let step =
                        move |&count: &i64, _: usize, read| Some(count + i64::from(read == value));
                    let name = format!("{name}.{number}={value}");
                    self.computes(&name, &set, times, 0, step, |&count| count);
                }
            }
        }
    }

    /// Each piece of a line ends in the same sum: a hidden variable.
    pub(super) fn equal_sums(&mut self, name: &str, rule: &CellRule) {
        let pieces = rule.pieces(self.shape);
        if pieces.len() < 2 {
            return;
        }
        let (low, high) = self.shape.value_range();
        let bounds = pieces.iter().map(|piece| {
            let count = piece.len() as i64;
            if self.shape.differ(piece) {
                ((low..low + count).sum(), (high + 1 - count..=high).sum())
            } else {
                (low * count, high * count)
            }
        });
        // A sum that one of the pieces cannot have needs no option.
        let least = bounds.clone().map(|bounds: (i64, i64)| bounds.0).max();
        let most = bounds.map(|bounds| bounds.1).min();
        let sums = least.unwrap_or_default()..=most.unwrap_or_default();
        let sum = self.model.hidden(format!("sum({name})"), sums);
        for (number, piece) in (1..).zip(pieces) {
            let mut terms: Vec<(Variable, i64)> = self
                .variables(&piece)
                .into_iter()
                .map(|cell| (cell, 1))
                .collect();
            terms.push((sum, -1));
            self.model.sum(&format!("{name}.{number}"), &terms, 0);
        }
    }

    /// The two ends are a hidden variable, which each cell between them reads.
    pub(super) fn between(&mut self, name: &str, rule: &CellRule, cells: &[Variable]) {
        let is_between = rule.kind() == RuleKind::Between;
        let distance = rule.number().unwrap_or_default();
        let (low, high) = self.shape.value_range();
        let base = high + 1;
        // The cells between do not ask which end is the lower one. With one value for both orders,
        // they read about half as many.
        let range = |a: i64, b: i64| a.min(b) * base + a.max(b);
        let Some((&first, rest)) = cells.split_first() else {
            return;
        };
        let Some((&last, inner)) = rest.split_last() else {
            return;
        };
        let mut pairs = Vec::new();
        for a in low..=high {
            for b in low..=high {
                if is_between || (a - b).abs() >= distance {
                    pairs.push(vec![a, b, range(a, b)]);
                }
            }
        }
        let ranges: Vec<i64> = pairs.iter().map(|pair| pair[2]).collect();
        let ends = self
            .model
            .hidden(format!("ends({name})"), ranges.iter().copied());
        self.model
            .table(&format!("{name}.ends"), &[first, last, ends], pairs);
        for (number, &cell) in (1..).zip(inner) {
            let allows = |value: i64, range: i64| {
                let (least, most) = (range / base, range % base);
                if is_between {
                    least < value && value < most
                } else {
                    value < least || most < value
                }
            };
            self.model
                .pair(&format!("{name}.{number}"), [cell, ends], allows);
        }
    }

    /// There are `length` classes, and any `length` cells in a row have different ones, so cells
    /// `length` apart have the same: one hidden variable for each place.
    pub(super) fn classes(
        &mut self,
        name: &str,
        cells: &[Variable],
        length: usize,
        class: impl Fn(i64) -> i64 + Copy,
    ) {
        let mut places: Vec<Variable> = Vec::new();
        for (number, &cell) in cells.iter().enumerate() {
            let own = self
                .model
                .function(format!("class{}({name})", number + 1), cell, class);
            match places.get(number % length) {
                Some(&first) => self.model.equal(first, own),
                None => places.push(own),
            }
        }
        for (place, &one) in places.iter().enumerate() {
            for (later, &other) in places.iter().enumerate().skip(place + 1) {
                let name = format!("{name}.{}.{}", place + 1, later + 1);
                self.model.pair(&name, [one, other], |a, b| a != b);
            }
        }
    }

    /// The lowest and the highest value are a hidden variable; then the values between them are
    /// added.
    pub(super) fn lunchbox(&mut self, name: &str, cells: &[Variable], number: i64) {
        let (low, high) = self.shape.value_range();
        let base = high + 1;
        let count = cells.len() as i64;
        // The cells differ: from one end to the other there is a value for each of them.
        let ends = (low..=high).flat_map(|least| {
            let most = least + count - 1..=high;
            most.filter(move |&most| most > least)
                .map(move |most| least * base + most)
        });
        let ends = self.model.hidden(format!("ends({name})"), ends);
        // The chain reads the ends first, so that it knows of each value whether it is an end.
        let all: Vec<Variable> = [ends].into_iter().chain(cells.iter().copied()).collect();
        // The two ends; how many of them were seen; the sum since the first.
        let step = move |&(least, most, seen, sum): &(i64, i64, u8, i64),
                         place: usize,
                         value: i64| {
            if place == 0 {
                return Some((value / base, value % base, 0, 0));
            }
            if value < least || most < value {
                return None;
            }
            let is_end = value == least || value == most;
            match (seen, is_end) {
                (0, true) => Some((least, most, if value == least { 1 } else { 2 }, 0)),
                (1, true) if value == most && sum == number => Some((least, most, 3, 0)),
                (2, true) if value == least && sum == number => Some((least, most, 3, 0)),
                (_, true) => None,
                (0 | 3, false) => Some((least, most, seen, 0)),
                (_, false) => (sum + value <= number).then_some((least, most, seen, sum + value)),
            }
        };
        self.model
            .regular(name, &all, (0, 0, 0, 0), step, |state| state.2 == 3);
    }

    /// The first cell says how many values the others hold: for each value a hidden variable is 1
    /// if one of them holds it.
    pub(super) fn count_distinct(&mut self, name: &str, count: Variable, cells: &[Variable]) {
        let (low, high) = self.shape.value_range();
        let mut all = Vec::new();
        for value in low..=high {
            let used = self.model.hidden(format!("used{value}({name})"), 0..=1);
            let step = move |&used: &bool, _: usize, read| Some(used || read == value);
            let name = format!("{name}.{value}");
            self.computes(&name, cells, used, false, step, |&used| i64::from(used));
            all.push(used);
        }
        let step = |&sum: &i64, _: usize, used| Some(sum + used);
        self.computes(&format!("{name}.count"), &all, count, 0, step, |&sum| sum);
    }

    /// The values in circles are a set that adds up to the number of circles.
    pub(super) fn counting_circles(&mut self, name: &str, cells: &[Variable]) {
        for &cell in cells {
            self.model.restrict(cell, |value| value > 0);
        }
        let (low, high) = self.shape.value_range();
        let low = low.max(1);
        let total = cells.len() as i64;
        let mut all = Vec::new();
        for value in low..=high {
            let used = self.model.hidden(format!("used{value}({name})"), 0..=1);
            let name = format!("{name}.{value}");
            self.model
                .none_or_all(&name, cells, value, value as u32, used);
            all.push(used);
        }
        let step = move |&sum: &i64, place: usize, used: i64| {
            let sum = sum + used * (low + place as i64);
            (sum <= total).then_some(sum)
        };
        self.model
            .regular(&format!("{name}.set"), &all, 0, step, move |&sum| {
                sum == total
            });
    }

    /// Reads variables as [`regular`](quadrille_core::model::Model::regular) does. Then the value
    /// of `last` is the `result` of the state.
    pub(super) fn computes<S: Clone + Eq + Hash + Send + 'static>(
        &mut self,
        name: &str,
        variables: &[Variable],
        last: Variable,
        start: S,
        step: impl Fn(&S, usize, i64) -> Option<S> + Send + 'static,
        result: impl Fn(&S) -> i64 + Send + 'static,
    ) {
        let count = variables.len();
        let all: Vec<Variable> = variables.iter().copied().chain([last]).collect();
        let step = move |state: &S, place: usize, value: i64| {
            if place == count {
                (result(state) == value).then(|| state.clone())
            } else {
                step(state, place, value)
            }
        };
        self.model.regular(name, &all, start, step, |_| true);
    }
}
