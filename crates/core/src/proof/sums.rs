//! Proofs by the weights of a [`Colouring`]: the weighted sum of the constraints of the items.
//!
//! The sum of the constraints "at least" is `c1 x1 + c2 x2 + ... >= t`, that of the constraints "at
//! most" is the same with `<=`. With integer weights, all `c` are 0 and `t` is not: one of the two
//! sums is the contradiction. With weights modulo `m`, all `c` are multiples of `m` and `t` is
//! not. Divided by `m` and rounded, the sums contradict each other.

use std::fmt::Write as _;
use std::io;

use super::lines::Lines;
use crate::colouring::Colouring;
use crate::solver::Search;
use crate::text::opb::Rows;

/// Writes the lines, in place of the clauses that are held back. Returns false, with nothing
/// written, if the formula lacks a constraint.
pub(super) fn write<W: io::Write>(
    colouring: &Colouring,
    search: &Search,
    rows: &Rows,
    lines: &mut Lines<W>,
) -> io::Result<bool> {
    let Some(terms) = terms(colouring, search, rows) else {
        return Ok(false);
    };
    lines.discard();
    match colouring.modulus {
        None => lines.sum(&sum(&terms, colouring.total < 0))?,
        Some(modulus) => {
            for is_at_most in [false, true] {
                lines.sum(&format!("{} {modulus} d", sum(&terms, is_at_most)))?;
            }
            lines.sum("-1 -2 +")?;
        }
    }
    Ok(true)
}

/// The constraints of the sum and their weights.
fn terms(colouring: &Colouring, search: &Search, rows: &Rows) -> Option<Vec<(u64, i128)>> {
    let problem = search.solver().problem();
    let mut weights = vec![0; problem.item_count()];
    let mut terms = Vec::new();
    for &(item, weight) in &colouring.weights {
        weights[item.index()] = i128::from(weight);
        terms.push((rows.of_item(item)?, i128::from(weight)));
    }
    let mut own = vec![0; problem.option_count()];
    for &(option, weight) in &colouring.options {
        own[option.index()] = i128::from(weight);
        terms.push((rows.of_option(option)?, i128::from(weight)));
    }
    // The weights of a forbidden option may have any sum. Its constraint cancels it. Dropped
    // options have no weights.
    for &option in &colouring.forbidden {
        let items = problem.items_of(option).iter();
        // An option has fewer than 2^32 items, so the sum fits.
        let sum: i128 = items.map(|item| weights[item.index()]).sum();
        let sum = sum + own[option.index()];
        let rest = match colouring.modulus {
            Some(modulus) => (-sum).rem_euclid(modulus.into()),
            None => -sum,
        };
        if rest != 0 {
            terms.push((rows.of_option(option)?, rest));
        }
    }
    Some(terms)
}

/// The weighted sum of the constraints "at least", or of the constraints "at most". A constraint
/// with a negative weight takes part as its opposite.
fn sum(terms: &[(u64, i128)], is_at_most: bool) -> String {
    let mut words = String::new();
    for (place, &(row, weight)) in terms.iter().enumerate() {
        let row = row + u64::from((weight < 0) != is_at_most);
        let space = if place > 0 { " " } else { "" };
        let _ = write!(words, "{space}{row}");
        if weight.unsigned_abs() != 1 {
            let _ = write!(words, " {} *", weight.unsigned_abs());
        }
        if place > 0 {
            words.push_str(" +");
        }
    }
    words
}
