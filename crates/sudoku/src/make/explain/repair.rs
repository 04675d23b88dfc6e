//! Rules about cells of which one alone was mistyped: with another number, or without the rule, the
//! board has a solution.
//!
//! Such a rule is part of every clash, which needs no other proof of that.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, RangeInclusive};

use crate::grid::Grid;
use crate::inquiry::Inquiry;
use crate::make::needed::is_solvable;
use crate::rule::{CellRule, Detail};
use crate::shape::Shape;

/// How many solutions without a rule are listed to see what its number may be.
const LISTED: usize = 100;
/// The largest number that is tried.
const LARGEST: i64 = 10_000;

/// A rule that alone leaves no solution: with another number, or without it, the board has one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// The rule.
    pub rule: CellRule,
    /// The other numbers with which the board has a solution, ascending. Empty if the rule has no
    /// number.
    pub numbers: Vec<i64>,
    /// Whether the board has a solution without the rule. Under a strict rule for the whole board
    /// it may have none: a pair without a dot says something, too.
    pub may_leave_out: bool,
    /// Whether these are all such numbers; otherwise a limit stopped the search for others.
    pub settled: bool,
}

/// A rule that alone repairs the board, and which numbers it may have.
struct Candidate<'a> {
    rule: &'a CellRule,
    /// The shape without the rule, and a solution of the board under it, if there is one.
    without: Shape,
    solution: Option<Grid>,
    /// The numbers with which the board has a solution.
    numbers: BTreeSet<i64>,
    /// The numbers that no listed solution has.
    open: Vec<i64>,
    settled: bool,
}

/// Finds those rules that alone repair a board without a solution, and whether all of them were
/// decided.
///
/// The rules come before their numbers, and numbers of listed solutions before those that take a
/// search each: a limit then leaves out what says least.
pub(super) fn find(inquiry: &mut Inquiry<'_>, board: &Grid, shape: &Shape) -> (Vec<Repair>, bool) {
    let (mut candidates, mut settled) = (Vec::new(), true);
    for (place, rule) in shape.cell_rules().iter().enumerate() {
        let without = shape.without_cell_rule(place);
        match inquiry.ask_under(&without, board, |search| search.first(board)) {
            Some(None) if !shape.is_mark(rule) => {}
            Some(solution) => candidates.push(Candidate {
                rule,
                without,
                solution,
                numbers: BTreeSet::new(),
                open: Vec::new(),
                settled: true,
            }),
            None => settled = false,
        }
    }
    for candidate in &mut candidates {
        candidate.list_numbers(inquiry, board);
    }
    for candidate in &mut candidates {
        candidate.try_numbers(inquiry, board);
    }
    let mut repairs = Vec::new();
    for candidate in candidates {
        let may_leave_out = candidate.solution.is_some();
        if !may_leave_out && candidate.numbers.is_empty() {
            settled &= candidate.settled;
            continue;
        }
        repairs.push(Repair {
            rule: candidate.rule.clone(),
            numbers: candidate.numbers.into_iter().collect(),
            may_leave_out,
            settled: candidate.settled,
        });
    }
    (repairs, settled)
}

impl Candidate<'_> {
    /// Finds the numbers of some solutions without the rule.
    fn list_numbers(&mut self, inquiry: &mut Inquiry<'_>, board: &Grid) {
        let Some(own) = self.rule.number() else {
            return;
        };
        let shape = &self.without;
        let (solutions, complete) = match &self.solution {
            Some(first) => {
                let (mut solutions, complete) = solutions(inquiry, board, shape);
                solutions.push(first.clone());
                // Under a strict rule there are solutions with the rule that this shape does not
                // have.
                (solutions, complete && !shape.is_mark(self.rule))
            }
            None => (Vec::new(), false),
        };
        let (numbers, is_cut) = range(shape, self.rule);
        self.settled &= !is_cut;
        for number in numbers.filter(|&number| number != own) {
            if inquiry.is_over() {
                self.settled = false;
                return;
            }
            let other = with_number(self.rule, number);
            // A number that the rule cannot have has no meaning, such as a modulus of 0.
            if shape.clone().with_cell_rules([other.clone()]).is_err() {
                continue;
            }
            let holds = |solution: &Grid| {
                let number = |value| i64::from(shape.number(value));
                let value = |cell: usize| solution.get(cell).map(number);
                other.holds(shape, &value) == Some(true)
            };
            let is_known = solutions.iter().any(holds);
            if !is_known && complete {
                continue;
            }
            if is_known {
                self.numbers.insert(number);
            } else {
                self.open.push(number);
            }
        }
    }

    /// Searches for a solution with each of the other numbers.
    fn try_numbers(&mut self, inquiry: &mut Inquiry<'_>, board: &Grid) {
        for &number in &self.open {
            if inquiry.is_over() {
                self.settled = false;
                return;
            }
            let other = with_number(self.rule, number);
            let Ok(shape) = self.without.clone().with_cell_rules([other]) else {
                continue;
            };
            match is_solvable(&shape, board, inquiry) {
                Some(true) => _ = self.numbers.insert(number),
                Some(false) => {}
                None => self.settled = false,
            }
        }
    }
}

/// Some solutions of a board under a shape, and whether these are all.
fn solutions(inquiry: &mut Inquiry<'_>, board: &Grid, shape: &Shape) -> (Vec<Grid>, bool) {
    let mut solutions = Vec::new();
    let complete = inquiry.ask_under(shape, board, |search| {
        let answer = search.for_each(board, |solution| {
            if solutions.len() == LISTED {
                return ControlFlow::Break(());
            }
            solutions.push(solution.clone());
            ControlFlow::Continue(())
        });
        let complete = answer.is_complete();
        answer.map(|_| complete)
    });
    (solutions, complete == Some(true))
}

/// The numbers that a rule could have, and whether larger ones are left out.
fn range(shape: &Shape, rule: &CellRule) -> (RangeInclusive<i64>, bool) {
    let (_, largest) = shape.value_range();
    let factors = rule.factors().into_iter();
    let all = factors.fold(0_i64, |all, factor| {
        all.saturating_add(factor.saturating_abs().saturating_mul(largest))
    });
    let most = all.min(LARGEST);
    let numbers = match rule.detail() {
        Detail::Factors(..) => -most..=most,
        _ => 0..=most,
    };
    (numbers, all > LARGEST)
}

fn with_number(rule: &CellRule, number: i64) -> CellRule {
    match rule.detail() {
        Detail::Factors(_, factors) => rule.clone().with(Detail::Factors(number, factors.clone())),
        _ => rule.clone().with_number(number),
    }
}
