//! Whether a rule is small enough to be laid out.

use std::cmp::Reverse;
use std::collections::HashSet;

use rustc_hash::FxBuildHasher;

use super::automaton::{Automaton, State};
use super::cell_rule::CellRule;
use super::error::RuleReason;
use super::kind::RuleKind;
use crate::sudoku::shape::Shape;

/// The most steps of the chain of a rule: its states, times the values.
const MOST_STEPS: usize = 1 << 23;

impl Shape {
    /// Whether a rule has numbers that can be computed, and a chain that is not too long.
    pub(super) fn check_size(&self, rule: &CellRule) -> Result<(), RuleReason> {
        use RuleKind as K;
        match rule.kind {
            // These states have two small numbers each.
            K::HiddenSkyscraper | K::Sandwich | K::Skyscraper | K::SumLine | K::XSum
                if self.is_short(rule) =>
            {
                Ok(())
            }
            K::EqualityCage
            | K::HiddenSkyscraper
            | K::Machine
            | K::Regex
            | K::RellikCage
            | K::Sandwich
            | K::Skyscraper
            | K::SumLine
            | K::SumLoop
            | K::XSum => self.check_machine(rule),
            K::EqualSums | K::RegionSum => self.check_pieces(rule),
            K::Lunchbox => self.check_lunchbox(rule),
            _ => self.check_sum(rule),
        }
    }

    /// Whether a machine whose states have a number up to that of the rule, and a value or one of three
    /// cases, has few states for sure.
    fn is_short(&self, rule: &CellRule) -> bool {
        let side = self.side();
        let number = rule.number().unwrap_or_default();
        let numbers = usize::try_from(number)
            .unwrap_or(usize::MAX)
            .saturating_add(1);
        let states = numbers.saturating_mul(3 * side);
        states.saturating_mul(side * rule.cells.len()) <= MOST_STEPS
    }

    /// Whether the machine of a rule, if it has one, has few states.
    pub(super) fn check_machine(&self, rule: &CellRule) -> Result<(), RuleReason> {
        if rule.terms().is_some() {
            return self.check_sum(rule);
        }
        let (low, high) = self.value_range();
        let machine = Automaton::short(rule, self);
        match machine.is_some_and(|machine| has_many_states(&machine, low, high)) {
            true => Err(too_large()),
            false => Ok(()),
        }
    }

    /// Each piece has a chain of sums.
    fn check_pieces(&self, rule: &CellRule) -> Result<(), RuleReason> {
        let pieces = rule.pieces(self);
        let longest = pieces.iter().map(Vec::len).max().unwrap_or_default();
        let sums = longest * self.value_range().1 as usize;
        match longest * sums * self.side() > MOST_STEPS {
            true => Err(too_large()),
            false => Ok(()),
        }
    }

    /// The chain of a lunchbox remembers both ends, which of them it has read, and a sum.
    fn check_lunchbox(&self, rule: &CellRule) -> Result<(), RuleReason> {
        let side = self.side() as i64;
        let ends = side * side / 2;
        let sums = rule.number().unwrap_or_default() + 1;
        let steps = ends * 2 * sums * side * rule.cells.len() as i64;
        match steps > MOST_STEPS as i64 {
            true => Err(too_large()),
            false => Ok(()),
        }
    }

    /// Whether the sums of a rule are numbers that can be computed, and not too many.
    fn check_sum(&self, rule: &CellRule) -> Result<(), RuleReason> {
        let Some((_, mut factors, total)) = rule.terms() else {
            return Ok(());
        };
        let (low, high) = self.value_range();
        let absolute = |factor: &i64| u128::from(factor.unsigned_abs());
        let largest: u128 = factors.iter().map(absolute).sum();
        let largest = largest * u128::from(high.unsigned_abs().max(1));
        if largest > i64::MAX as u128 {
            let needs = "its factors are too large: its sums must be below 2^63";
            return Err(RuleReason::Board { needs });
        }
        // At each step, the sums so far, times the values.
        let steps = largest * factors.len() as u128 * self.side() as u128;
        factors.sort_unstable_by_key(|factor| Reverse(factor.unsigned_abs()));
        if steps > MOST_STEPS as u128 && has_many_sums(&factors, total, (low, high)) {
            let needs =
                "its cells have too many different sums; use smaller factors or fewer cells";
            return Err(RuleReason::Board { needs });
        }
        Ok(())
    }
}

fn too_large() -> RuleReason {
    let needs = "it has too many states; use fewer cells, or a smaller number";
    RuleReason::Board { needs }
}

/// Whether a machine takes too many steps.
fn has_many_states(machine: &Automaton, low: i64, high: i64) -> bool {
    let mut states: HashSet<State, FxBuildHasher> = [machine.start.clone()].into_iter().collect();
    let mut steps = 0;
    for place in 0..machine.cells.len() {
        let mut next = HashSet::default();
        for state in &states {
            next.extend((low..=high).filter_map(|value| (machine.step)(state, place, value)));
            steps += (high - low + 1) as usize;
            if steps > MOST_STEPS {
                return true;
            }
        }
        states = next;
    }
    false
}

/// Whether the chain of a sum has too many steps. Sums from which the total cannot be reached are
/// left out, as in [`Model::sum`](crate::model::Model::sum).
fn has_many_sums(factors: &[i64], total: i64, (low, high): (i64, i64)) -> bool {
    let products = |factor: i64| {
        let ends = [factor * low, factor * high].map(i128::from);
        (ends[0].min(ends[1]), ends[0].max(ends[1]))
    };
    let add = |sum: (i128, i128), &factor: &i64| {
        let (least, most) = products(factor);
        (sum.0 + least, sum.1 + most)
    };
    let mut sums: HashSet<i128> = HashSet::from([0]);
    let mut steps = 0;
    for (place, &factor) in factors.iter().enumerate() {
        let (least, most) = factors[place + 1..].iter().fold((0, 0), add);
        let reaches = |sum: &i128| (least..=most).contains(&(i128::from(total) - sum));
        let values = (low..=high).map(|value| i128::from(factor * value));
        let values: Vec<i128> = values.collect();
        let mut next = HashSet::new();
        for sum in sums {
            next.extend(values.iter().map(|value| sum + value).filter(reaches));
            steps += values.len();
            if steps > MOST_STEPS {
                return true;
            }
        }
        sums = next;
    }
    false
}
