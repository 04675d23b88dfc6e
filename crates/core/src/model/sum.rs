//! Sums.

use std::cmp::Reverse;

use super::constraints::has_repeated;
use super::draft::{LaidOut, Model, Variable};
use crate::problem::BuildError;

/// A variable and its factor.
type Term = (Variable, i128);

/// The most variables of a sum for which the chain also remembers the values of the variables
/// before, where these differ.
const FEW: usize = 5;
/// The most values that it remembers.
const REMEMBERED: usize = 4;
/// The most values of the sum of a few variables.
const MOST_SUBTOTALS: u64 = 1 << 12;
/// The most sets of values with a sum.
const MOST_SETS: usize = 1_000;
/// The most sets that the search for them visits.
const MOST_VISITS: usize = 100_000;
/// Numbers beyond it are not multiplied any more.
const LARGE: i128 = 1 << 100;
/// The most sets of remembered values.
const MOST_REMEMBERED: u128 = 1_000;
/// Known sums are subtracted only if the chain then has at most this number of sums.
const MOST_SUMS: u128 = 1 << 18;

impl Model {
    /// The values of the variables, each times a factor, add up to `total`. A variable may occur
    /// more than once. Numbers that exceed 128 bits are an [error](BuildError::LargeSum).
    ///
    /// A chain whose states are the sums so far. If many of the variables form a set that takes
    /// each value once, the sum of the set is known, so it is taken off the total first. Up to five
    /// variables, the states also remember which values are taken by variables that differ.
    pub fn sum(&mut self, name: &str, terms: &[(Variable, i64)], total: i64) {
        let (name, terms) = (name.to_owned(), terms.to_vec());
        self.later.push(Box::new(move |model| {
            model.lay_out_sum(&name, &terms, total);
        }));
    }

    /// The variables take different values that add up to `total`.
    ///
    /// One of the [sets](Self::one_of_sets) with that sum; where there are very many sets, a
    /// [sum](Self::sum).
    pub fn distinct_sum(&mut self, name: &str, variables: &[Variable], total: i64) {
        let all = self.values_of(variables);
        match sets_of(&all, variables.len(), i128::from(total)) {
            Some(sets) => self.one_of_sets(name, variables, sets),
            None => {
                self.all_different(name, variables);
                let terms: Vec<_> = variables.iter().map(|&variable| (variable, 1)).collect();
                self.sum(&format!("{name}.sum"), &terms, total);
            }
        }
    }

    fn lay_out_sum(&mut self, name: &str, terms: &[(Variable, i64)], total: i64) {
        let (terms, total) = self.simplify(terms, i128::from(total));
        if terms.is_empty() {
            if total != 0 {
                self.fail(name);
            }
            return;
        }
        if !self.fits(&terms, total) {
            let error = BuildError::LargeSum(name.to_owned());
            self.error.get_or_insert(error);
            return;
        }
        let first = self.items.len();
        let known = terms.clone();
        self.lay_out_chain(name, terms, total);
        let is_hidden = |term: &Term| self.unknowns[term.0.index()].item.is_none();
        if !known.iter().any(is_hidden) {
            self.sums.push(LaidOut {
                terms: known,
                total,
                items: first..self.items.len(),
            });
        }
    }

    /// The terms in groups of variables that all differ from each other and have one factor, the
    /// largest first, as far as a greedy search finds them.
    pub(super) fn groups_of(&self, terms: &[Term]) -> Vec<Vec<Term>> {
        let mut left = terms.to_vec();
        let mut groups = Vec::new();
        while !left.is_empty() {
            let from = |seed: &Term| {
                let mut group = vec![*seed];
                for own in &left {
                    let differs = |other: &Term| self.are_different(other.0, own.0);
                    if own.1 == seed.1 && group.iter().all(differs) {
                        group.push(*own);
                    }
                }
                group
            };
            let mut best: Vec<Term> = Vec::new();
            for group in left.iter().map(from) {
                if group.len() > best.len() {
                    best = group;
                }
            }
            left.retain(|own| !best.contains(own));
            groups.push(best);
        }
        groups
    }

    /// Lays out a sum of different variables, whose numbers are not too large, as a chain.
    fn lay_out_chain(&mut self, name: &str, terms: Vec<Term>, total: i128) {
        let (terms, remembers) = if terms.len() > FEW {
            let terms = self.subtotals(name, terms);
            let remembers = vec![false; terms.len()];
            (terms, remembers)
        } else {
            self.in_order(terms)
        };
        // The least and the most that the variables from each on can add.
        let product = |value: i64, factor: i128| i128::from(value) * factor;
        let mut bounds: Vec<(i128, i128)> = vec![(0, 0)];
        for &(variable, factor) in terms.iter().rev() {
            let products = self
                .values(variable)
                .iter()
                .map(|&value| product(value, factor));
            let (least, most) = bounds[bounds.len() - 1];
            bounds.push((
                least + products.clone().min().unwrap_or_default(),
                most + products.max().unwrap_or_default(),
            ));
        }
        bounds.reverse();
        let variables: Vec<Variable> = terms.iter().map(|term| term.0).collect();
        let all = self.values_of(&variables);
        let step = move |&(sum, taken): &(i128, u64), place: usize, value: i64| {
            let bit = all.binary_search(&value).ok()? as u32;
            let bit = 1u64.checked_shl(bit).unwrap_or_default();
            let taken = if remembers[place] { taken } else { 0 };
            let sum = sum + product(value, terms[place].1);
            let (least, most) = bounds[place + 1];
            let is_remembered = remembers.get(place + 1) == Some(&true);
            let is_good = taken & bit == 0 && (least..=most).contains(&(total - sum));
            is_good.then_some((sum, if is_remembered { taken | bit } else { 0 }))
        };
        self.chain(name, &variables, (0, 0), step, move |state| {
            state.0 == total
        });
    }

    /// Whether no sum of some of the terms, subtracted from the total, exceeds 128 bits.
    fn fits(&self, terms: &[Term], total: i128) -> bool {
        let add = |sum: i128, &(variable, factor): &Term| {
            let values = self.values(variable).iter();
            let largest = values.map(|value| value.unsigned_abs()).max();
            let largest = i128::from(largest.unwrap_or_default());
            sum.checked_add(largest.checked_mul(factor.checked_abs()?)?)
        };
        let start = total.checked_abs();
        start.is_some_and(|start| terms.iter().try_fold(start, add).is_some())
    }

    /// Adds up the factors of each variable, and subtracts the sums that are known.
    fn simplify(&self, terms: &[(Variable, i64)], mut total: i128) -> (Vec<Term>, i128) {
        let mut factors: Vec<Term> = Vec::new();
        let add = |factors: &mut Vec<Term>, variable: Variable, factor: i128| match factors
            .iter_mut()
            .find(|own| own.0 == variable)
        {
            Some(own) => own.1 += factor,
            None => factors.push((variable, factor)),
        };
        for &(variable, factor) in terms {
            add(&mut factors, self.same(variable), i128::from(factor));
        }
        factors.retain(|own| own.1 != 0);
        let mut changed = factors.len() > FEW;
        while changed {
            changed = false;
            for set in &self.complete {
                let set: Vec<Variable> = set.iter().map(|&one| self.same(one)).collect();
                let factor = |variable: &Variable| {
                    let own = factors.iter().find(|own| own.0 == *variable);
                    own.map_or(0, |own| own.1)
                };
                let own: Vec<i128> = set.iter().map(factor).collect();
                let count = |factor: i128| own.iter().filter(|&&own| own == factor).count();
                let best = own.iter().copied().filter(|&factor| factor != 0);
                let Some(best) = best.max_by_key(|&factor| (count(factor), -factor)) else {
                    continue;
                };
                let all = self.values_of(&set);
                let sum: i128 = all.iter().copied().map(i128::from).sum();
                let known = best.checked_mul(sum).filter(|_| best.abs() < LARGE);
                let rest = known.and_then(|known| total.checked_sub(known));
                let Some(rest) = rest else {
                    continue;
                };
                // Equal variables that must differ have no solution.
                let is_complete = all.len() == set.len() && !has_repeated(&set);
                if count(best) > count(0) && is_complete {
                    let mut fewer = factors.clone();
                    for variable in set {
                        add(&mut fewer, variable, -best);
                    }
                    fewer.retain(|own| own.1 != 0);
                    let sums = self.most_sums(&fewer);
                    if sums <= MOST_SUMS.min(self.most_sums(&factors)) {
                        (factors, total) = (fewer, rest);
                        changed = true;
                    }
                }
            }
        }
        (factors, total)
    }

    /// An upper bound of the number of sums in a chain of terms, largest factors first. After some
    /// terms, the sums are multiples of what divides their factors, and the other terms must be
    /// able to reach the total.
    fn most_sums(&self, terms: &[Term]) -> u128 {
        let mut terms: Vec<(u128, &[i64])> = terms
            .iter()
            .map(|&(variable, factor)| (factor.unsigned_abs(), self.values(variable)))
            .collect();
        terms.sort_by_key(|term| Reverse(term.0));
        let span = |&(factor, values): &(u128, &[i64])| {
            let ends = values.first().zip(values.last());
            let span = ends.map_or(0, |(least, most)| least.abs_diff(*most));
            factor.saturating_mul(u128::from(span))
        };
        let mut rest = terms.iter().map(span).fold(0, u128::saturating_add);
        let (mut products, mut divisor, mut sums) = (1_u128, 0, 0_u128);
        for term in &terms {
            rest = rest.saturating_sub(span(term));
            products = products.saturating_mul(term.1.len() as u128);
            divisor = common_divisor(divisor, term.0);
            let most = products.min((rest / divisor.max(1)).saturating_add(1));
            sums = sums.saturating_add(most);
        }
        sums
    }

    /// Replaces variables that differ from each other, with the same factor, by a hidden variable:
    /// their sum.
    fn subtotals(&mut self, name: &str, mut terms: Vec<Term>) -> Vec<Term> {
        let mut totals = Vec::new();
        terms.sort_by_key(|term| (-term.1.abs(), term.0));
        while !terms.is_empty() {
            let mut group = vec![terms.remove(0)];
            let mut place = 0;
            while place < terms.len() && group.len() < REMEMBERED {
                let (own, factor) = terms[place];
                let differs = |term: &Term| self.are_different(term.0, own);
                if factor == group[0].1 && group.iter().all(differs) {
                    group.push(terms.remove(place));
                } else {
                    place += 1;
                }
            }
            let variables: Vec<Variable> = group.iter().map(|term| term.0).collect();
            let all = self.values_of(&variables);
            if group.len() < 2 || all.len() > 64 {
                totals.extend(group);
                continue;
            }
            let mut sums: Vec<i64> = Vec::new();
            let (count, last) = (group.len(), all.len());
            let (Some(least), Some(most)) = (
                checked_sum(&all[..count.min(last)]),
                checked_sum(&all[last - count.min(last)..]),
            ) else {
                totals.extend(group);
                continue;
            };
            if least.abs_diff(most) > MOST_SUBTOTALS {
                totals.extend(group);
                continue;
            }
            sums.extend(least..=most);
            let number = totals.len() + 1;
            let subtotal = self.hidden(format!("sum{number}({name})"), sums);
            let mut parts: Vec<(Variable, i64)> =
                variables.into_iter().map(|own| (own, 1)).collect();
            parts.push((subtotal, -1));
            self.lay_out_sum(&format!("{name}.sum{number}"), &parts, 0);
            totals.push((subtotal, group[0].1));
        }
        totals
    }

    /// The terms with the largest factors first, those that differ from each other together; and
    /// whether the values before each are remembered.
    fn in_order(&self, mut terms: Vec<Term>) -> (Vec<Term>, Vec<bool>) {
        let most = if terms.len() <= FEW {
            remembered(self.values_of_terms(&terms))
        } else {
            1
        };
        // A hidden variable last: it is the result of the others.
        let is_hidden = |own: Variable| self.unknowns[own.index()].item.is_none();
        terms.sort_by_key(|term| (is_hidden(term.0), -term.1.abs(), term.0));
        let (mut ordered, mut remembers) = (Vec::new(), Vec::new());
        let mut group: Vec<Variable> = Vec::new();
        while !terms.is_empty() {
            let joins = |term: &Term| {
                let differs = |&other: &Variable| self.are_different(term.0, other);
                group.iter().all(differs) && term.1.abs() == terms[0].1.abs()
            };
            let next = if (1..most).contains(&group.len()) {
                terms.iter().position(joins)
            } else {
                None
            };
            if next.is_none() {
                group.clear();
            }
            remembers.push(next.is_some());
            let term = terms.remove(next.unwrap_or_default());
            group.push(term.0);
            ordered.push(term);
        }
        (ordered, remembers)
    }

    fn values_of_terms(&self, terms: &[Term]) -> usize {
        let variables: Vec<Variable> = terms.iter().map(|term| term.0).collect();
        self.values_of(&variables).len()
    }
}

/// The most variables in a row whose states remember the values before, so that there are not too
/// many sets of values. 1 if there are more values than bits.
fn remembered(values: usize) -> usize {
    if values > 64 {
        return 1;
    }
    // The number of sets of one value less than there are variables.
    let mut sets = 1_u128;
    let is_few = |&variables: &usize| {
        sets =
            sets * (values as u128 + 2).saturating_sub(variables as u128) / (variables as u128 - 1);
        sets <= MOST_REMEMBERED
    };
    (2..=REMEMBERED).take_while(is_few).last().unwrap_or(1)
}

/// The largest number that divides both; the other one if one of them is 0.
fn common_divisor(one: u128, other: u128) -> u128 {
    match other {
        0 => one,
        _ => common_divisor(other, one % other),
    }
}

/// The sum of some values, if it is not too large.
fn checked_sum(values: &[i64]) -> Option<i64> {
    values
        .iter()
        .try_fold(0i64, |sum, &value| sum.checked_add(value))
}

/// All sets of `size` of these ascending values with a sum; `None` if there are very many, or if
/// they are hard to find.
fn sets_of(all: &[i64], size: usize, total: i128) -> Option<Vec<Vec<i64>>> {
    struct Search {
        set: Vec<i64>,
        sets: Vec<Vec<i64>>,
        visits: usize,
    }
    fn sum(values: &[i64]) -> i128 {
        values.iter().copied().map(i128::from).sum()
    }
    fn extend(search: &mut Search, rest: &[i64], size: usize, total: i128) -> Option<()> {
        search.visits += 1;
        if search.visits > MOST_VISITS || search.sets.len() > MOST_SETS {
            return None;
        }
        if size == 0 {
            if total == 0 {
                search.sets.push(search.set.clone());
            }
            return Some(());
        }
        for (place, &value) in rest.iter().enumerate() {
            let after = &rest[place + 1..];
            if after.len() + 1 < size {
                break;
            }
            let least = sum(&rest[place..][..size]);
            let largest = sum(&after[after.len() + 1 - size..]);
            if least > total {
                break;
            }
            if i128::from(value) + largest < total {
                continue;
            }
            search.set.push(value);
            extend(search, after, size - 1, total - i128::from(value))?;
            search.set.pop();
        }
        Some(())
    }
    let mut search = Search {
        set: Vec::new(),
        sets: Vec::new(),
        visits: 0,
    };
    if size <= all.len() {
        extend(&mut search, all, size, total)?;
    }
    (search.sets.len() <= MOST_SETS).then_some(search.sets)
}
