//! Rules about cells of which one alone was mistyped: with another number, or without the rule, the
//! board has a solution.
//!
//! Such a rule is part of every clash. So only the rules of one clash are looked at.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::sudoku::grid::Grid;
use crate::sudoku::inquiry::Inquiry;
use crate::sudoku::make::needed::is_solvable;
use crate::sudoku::rule::{CellRule, Detail};
use crate::sudoku::shape::Shape;

/// How many solutions without a rule are listed to see what its number may be.
const LISTED: usize = 100;
/// The largest number that is tried.
const LARGEST: i64 = 10_000;

/// A rule that alone leaves no solution: without it the board has one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// The rule.
    pub rule: CellRule,
    /// The other numbers with which the board has a solution, ascending. Empty if the rule has no
    /// number.
    pub numbers: Vec<i64>,
    /// Whether these are all such numbers; otherwise a limit stopped the search for others.
    pub settled: bool,
}

/// Finds those rules of a clash that alone repair a board without a solution, and whether all of
/// them were decided.
pub(super) fn find(
    inquiry: &mut Inquiry<'_>,
    board: &Grid,
    shape: &Shape,
    clash: &[CellRule],
) -> (Vec<Repair>, bool) {
    let (mut repairs, mut settled) = (Vec::new(), true);
    for rule in clash {
        let mut all = shape.cell_rules().iter();
        let Some(place) = all.position(|own| own == rule) else {
            continue;
        };
        let without = shape.without_cell_rule(place);
        match is_solvable(&without, board, inquiry) {
            Some(true) => repairs.push(numbered(inquiry, board, &without, rule)),
            Some(false) => {}
            None => settled = false,
        }
    }
    (repairs, settled)
}

/// Finds the other numbers of a rule. `without` is the shape without it, under which the board has a
/// solution.
fn numbered(inquiry: &mut Inquiry<'_>, board: &Grid, without: &Shape, rule: &CellRule) -> Repair {
    let (mut numbers, mut settled) = (BTreeSet::new(), true);
    if let Some(own) = rule.number() {
        let (solutions, complete) = solutions(inquiry, board, without);
        for number in range(without, rule).filter(|&number| number != own) {
            let other = with_number(rule, number);
            // A number that the rule cannot have is no repair, and has no meaning: a modulus of 0.
            let Ok(shape) = without.clone().with_cell_rules([other.clone()]) else {
                continue;
            };
            let holds = |solution: &Grid| {
                let number = |value| i64::from(without.number(value));
                let value = |cell: usize| solution.get(cell).map(number);
                other.holds(without, &value) == Some(true)
            };
            let is_known = solutions.iter().any(holds);
            if !is_known && complete {
                continue;
            }
            match is_known {
                true => _ = numbers.insert(number),
                false => match is_solvable(&shape, board, inquiry) {
                    Some(true) => _ = numbers.insert(number),
                    Some(false) => {}
                    None => settled = false,
                },
            }
        }
    }
    Repair {
        rule: rule.clone(),
        numbers: numbers.into_iter().collect(),
        settled,
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

/// The numbers that a rule could have.
fn range(shape: &Shape, rule: &CellRule) -> std::ops::RangeInclusive<i64> {
    let (_, largest) = shape.value_range();
    let factors = rule.factors().into_iter();
    let all = factors.fold(0_i64, |all, factor| {
        all.saturating_add(factor.saturating_abs().saturating_mul(largest))
    });
    let most = all.min(LARGEST);
    match rule.detail() {
        Detail::Factors(..) => -most..=most,
        _ => 0..=most,
    }
}

fn with_number(rule: &CellRule, number: i64) -> CellRule {
    match rule.detail() {
        Detail::Factors(_, factors) => rule.clone().with(Detail::Factors(number, factors.clone())),
        _ => rule.clone().with_number(number),
    }
}
