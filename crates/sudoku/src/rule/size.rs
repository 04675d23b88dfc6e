//! Whether a rule is small enough to be laid out.

use std::cmp::Reverse;
use std::collections::HashSet;

use rustc_hash::FxBuildHasher;

use super::automaton::{Automaton, State};
use super::cell_rule::CellRule;
use super::error::{Fault, RuleReason};
use super::kind::RuleKind;
use crate::shape::Shape;

/// The most steps of the chain of a rule: its states, times the values.
const MOST_STEPS: usize = 1 << 23;
/// Sums with at most this number of steps, by an upper bound, are not counted one by one.
const FEW_STEPS: usize = 1 << 17;

/// The most steps of all rules together: they take about a gigabyte.
const MOST_TOGETHER: usize = 2 * MOST_STEPS;

impl Shape {
    /// Adds the steps of a rule to those of the rules before it. Fails if they are too many.
    pub(super) fn add_steps(&self, steps: usize, rule: &CellRule) -> Result<usize, Fault> {
        let steps = steps.saturating_add(self.steps_of_all(rule)?);
        if steps > MOST_TOGETHER {
            Err(RuleReason::Board {
                needs: "it and the rules before it have too many states; leave some of them out",
            }
            .into())
        } else {
            Ok(steps)
        }
    }

    /// The steps of a rule and of the rules in its branches.
    fn steps_of_all(&self, rule: &CellRule) -> Result<usize, Fault> {
        let mut steps = self.steps(rule)?;
        for rule in rule.branches().iter().flatten() {
            let own = self.steps_of_all(rule);
            let machine = own.and_then(|own| Ok(own.saturating_add(self.steps_of_machine(rule)?)));
            let machine = machine.map_err(|fault| fault.inside(|| self.describe(rule)));
            steps = steps.saturating_add(machine?);
        }
        Ok(steps)
    }

    /// The steps of the chain of a rule, or a few more. Fails if its numbers are too large, or if
    /// the chain is too long.
    fn steps(&self, rule: &CellRule) -> Result<usize, RuleReason> {
        use RuleKind as K;
        let (side, cells) = (self.side(), rule.cells.len());
        // Tables of pairs have a row for each two values, and those of ends for each three.
        let pairs = |count: usize| few(count.saturating_mul(side * side));
        match rule.kind {
            K::AllPairs | K::Nabner => pairs(cells.saturating_mul(cells) / 2),
            K::Between | K::Lockout => pairs(cells.saturating_mul(side)),
            _ if rule.is_about_neighbours() => pairs(cells),
            K::SameValues => self.steps_of_counts(rule),
            K::Sandwich if rule.has_own_ends(self) => self.steps_of_lunchbox(rule),
            // These states have two small numbers each.
            K::HiddenSkyscraper | K::Sandwich | K::Skyscraper | K::SumLine | K::XSum
                if self.most_steps(rule) <= MOST_STEPS =>
            {
                Ok(self.most_steps(rule))
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
            | K::XSum => self.steps_of_machine(rule),
            K::EqualSums | K::RegionSum => self.steps_of_pieces(rule),
            K::Lunchbox => self.steps_of_lunchbox(rule),
            _ => self.steps_of_sum(rule),
        }
    }

    /// The most steps of a machine whose states have a number up to that of the rule, and a value
    /// or one of three cases.
    fn most_steps(&self, rule: &CellRule) -> usize {
        let side = self.side();
        let states = number(rule).saturating_add(1).saturating_mul(3 * side);
        states.saturating_mul(side * rule.cells.len())
    }

    /// The steps of the machine of a rule; none for a choice.
    fn steps_of_machine(&self, rule: &CellRule) -> Result<usize, RuleReason> {
        if rule.terms().is_some() {
            return self.steps_of_sum(rule);
        }
        if rule.kind == RuleKind::SumLoop {
            return match rule.steps_of_loop(self) {
                Some(steps) => few(steps),
                None => self.steps_of_lines(rule),
            };
        }
        let (low, high) = self.value_range();
        match Automaton::of(rule, self) {
            Some(machine) => steps_of(&machine, low, high).ok_or_else(too_large),
            None => Ok(0),
        }
    }

    /// A sum loop without a machine is a choice of lines, each with a chain of sums.
    fn steps_of_lines(&self, rule: &CellRule) -> Result<usize, RuleReason> {
        let cells = rule.cells.len();
        let steps = number(rule).saturating_mul(self.side() * cells);
        few(steps.saturating_mul(cells))
    }

    /// Each piece has a chain of sums.
    fn steps_of_pieces(&self, rule: &CellRule) -> Result<usize, RuleReason> {
        let pieces = rule.pieces(self);
        let longest = pieces.iter().map(Vec::len).max().unwrap_or_default();
        let sums = longest * self.value_range().1 as usize;
        few((pieces.len() * longest).saturating_mul(sums * self.side()))
    }

    /// Sets of cells that may be equal have a chain of counts for each value.
    fn steps_of_counts(&self, rule: &CellRule) -> Result<usize, RuleReason> {
        let sets = number(rule).clamp(1, rule.cells.len());
        let size = rule.cells.len() / sets;
        if sets == 1 || size == 1 || rule.cells.chunks(size).all(|set| self.differ(set)) {
            return Ok(0);
        }
        let chain = (size * size / 2).saturating_mul(self.side());
        few(chain.saturating_mul(sets * self.side()))
    }

    /// The chain of a lunchbox remembers both ends, which of them it has read, and a sum.
    fn steps_of_lunchbox(&self, rule: &CellRule) -> Result<usize, RuleReason> {
        let side = self.side();
        let ends = side * side / 2;
        let states = number(rule).saturating_add(1).saturating_mul(2 * ends);
        few(states.saturating_mul(side * rule.cells.len()))
    }

    /// The steps of a chain of sums. Fails if the sums cannot be computed, or are too many.
    fn steps_of_sum(&self, rule: &CellRule) -> Result<usize, RuleReason> {
        let Some((_, mut factors, total)) = rule.terms() else {
            return Ok(0);
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
        if let Some(steps) = usize::try_from(steps)
            .ok()
            .filter(|&steps| steps <= FEW_STEPS)
        {
            return Ok(steps);
        }
        factors.sort_unstable_by_key(|factor| Reverse(factor.unsigned_abs()));
        let needs = "its cells have too many different sums; use smaller factors or fewer cells";
        steps_of_sums(&factors, total, (low, high)).ok_or(RuleReason::Board { needs })
    }
}

/// The number of a rule.
fn number(rule: &CellRule) -> usize {
    let number = rule.number().unwrap_or_default().max(0);
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn few(steps: usize) -> Result<usize, RuleReason> {
    if steps > MOST_STEPS {
        Err(too_large())
    } else {
        Ok(steps)
    }
}

fn too_large() -> RuleReason {
    let needs = "it has too many states; use fewer cells, or a smaller number";
    RuleReason::Board { needs }
}

/// The steps of a machine; longer states count more. `None` if they are too many.
fn steps_of(machine: &Automaton, low: i64, high: i64) -> Option<usize> {
    let mut states: HashSet<State, FxBuildHasher> = [machine.start.clone()].into_iter().collect();
    let mut steps = 0;
    for place in 0..machine.cells.len() {
        let mut next = HashSet::default();
        for state in &states {
            next.extend((low..=high).filter_map(|value| (machine.step)(state, place, value)));
            steps += (high - low + 1) as usize * (1 + state.len() / 4);
            if steps > MOST_STEPS {
                return None;
            }
        }
        states = next;
    }
    Some(steps)
}

/// The steps of the chain of a sum; `None` if they are too many. Sums from which the total cannot
/// be reached are left out, as in [`Model::sum`](quadrille_core::model::Model::sum).
fn steps_of_sums(factors: &[i64], total: i64, (low, high): (i64, i64)) -> Option<usize> {
    let products = |factor: i64| {
        let ends = [factor * low, factor * high].map(i128::from);
        (ends[0].min(ends[1]), ends[0].max(ends[1]))
    };
    let add = |sum: (i128, i128), &factor: &i64| {
        let (least, most) = products(factor);
        (sum.0 + least, sum.1 + most)
    };
    let mut sums: HashSet<i128, FxBuildHasher> = [0].into_iter().collect();
    let mut steps = 0;
    for (place, &factor) in factors.iter().enumerate() {
        let (least, most) = factors[place + 1..].iter().fold((0, 0), add);
        let reaches = |sum: &i128| (least..=most).contains(&(i128::from(total) - sum));
        let values = (low..=high).map(|value| i128::from(factor * value));
        let values: Vec<i128> = values.collect();
        let mut next = HashSet::default();
        for sum in sums {
            next.extend(values.iter().map(|value| sum + value).filter(reaches));
            steps += values.len();
            if steps > MOST_STEPS {
                return None;
            }
        }
        sums = next;
    }
    Some(steps)
}
