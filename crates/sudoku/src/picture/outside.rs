//! Rules about a whole row, column or diagonal: a number outside, where the line begins.

use crate::rule::{CellRule, RuleKind};
use crate::shape::Shape;
use quadrille_draw::Ink;

/// The colour of the number of a rule that stands outside, `None` if such rules have none.
pub(super) fn ink(kind: RuleKind) -> Option<Ink> {
    Some(match kind {
        RuleKind::Sandwich => Ink::Black,
        RuleKind::LittleKiller => Ink::Grey,
        RuleKind::XSum => Ink::Blue,
        RuleKind::Skyscraper => Ink::Green,
        RuleKind::HiddenSkyscraper => Ink::Purple,
        RuleKind::NumberedRoom => Ink::Brown,
        RuleKind::FullRank => Ink::Orange,
        RuleKind::TiedRank => Ink::Pink,
        _ => return None,
    })
}

/// The rows and columns from a cell of a rule to the next, if its number can stand outside: the
/// cells are a straight line from edge to edge.
pub(super) fn step(shape: &Shape, rule: &CellRule) -> Option<(isize, isize)> {
    ink(rule.kind())?;
    let places: Vec<(isize, isize)> = rule
        .cells()
        .iter()
        .map(|&cell| shape.place(cell))
        .map(|(row, column)| (row as isize, column as isize))
        .collect();
    let [first, second, ..] = places[..] else {
        return None;
    };
    let last = *places.last()?;
    let (down, right) = (second.0 - first.0, second.1 - first.1);
    let is_straight =
        |pair: &[(isize, isize)]| (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1) == (down, right);
    let is_step = (-1..=1).contains(&down) && (-1..=1).contains(&right);
    let is_outside = |row: isize, column: isize| {
        !(0..shape.rows() as isize).contains(&row)
            || !(0..shape.columns() as isize).contains(&column)
    };
    let is_whole =
        is_outside(first.0 - down, first.1 - right) && is_outside(last.0 + down, last.1 + right);
    (is_step && is_whole && places.windows(2).all(is_straight)).then_some((down, right))
}
