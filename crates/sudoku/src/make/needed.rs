//! Rules that a puzzle does not need: without one of them it still has one solution. Dots and signs
//! are always kept if a strict rule looks for them: without its dot, the rule would forbid that
//! pair. A generator also keeps one rule of each kind that was asked for.

use rand::seq::SliceRandom;
use rand_pcg::Pcg32;

use crate::grid::Grid;
use crate::inquiry::Inquiry;
use crate::shape::Shape;
use quadrille_core::Uniqueness;

/// Whether a board has one solution under the rules of a shape; `None` if a limit stopped the
/// search.
fn is_unique(shape: &Shape, board: &Grid, inquiry: &mut Inquiry<'_>) -> Option<bool> {
    let answer = inquiry.ask_under(shape, board, |search| search.unique(board))?;
    match answer {
        Uniqueness::One => Some(true),
        Uniqueness::Unknown => None,
        _ => Some(false),
    }
}

/// Whether a board has a solution under the rules of a shape; `None` if a limit stopped the search.
pub(super) fn is_solvable(shape: &Shape, board: &Grid, inquiry: &mut Inquiry<'_>) -> Option<bool> {
    let first = inquiry.ask_under(shape, board, |search| search.first(board))?;
    Some(first.is_some())
}

/// The shape without rules that the board does not need, but with one rule of each kind that it
/// has. Rules are removed in random order.
pub(super) fn without_needless_rules(
    shape: &Shape,
    board: &Grid,
    random: &mut Pcg32,
    inquiry: &mut Inquiry<'_>,
) -> Shape {
    let original = shape;
    let mut order: Vec<usize> = (0..shape.cell_rules().len()).collect();
    order.shuffle(random);
    let mut removed: Vec<usize> = Vec::new();
    let mut shape = shape.clone();
    for rule in order {
        let own = &original.cell_rules()[rule];
        let of_kind = shape.cell_rules().iter();
        let is_last = of_kind.filter(|other| other.kind == own.kind).count() == 1;
        if is_last || original.is_mark(own) {
            continue;
        }
        let before = removed.iter().filter(|&&other| other < rule).count();
        let without = shape.without_cell_rule(rule - before);
        if is_unique(&without, board, inquiry) == Some(true) {
            shape = without;
            removed.push(rule);
        }
    }
    shape
}

/// The rules that a board with one solution does not need: without any one of them it has the same
/// single solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Needless {
    /// Those about cells, by their places in [`Shape::cell_rules`].
    pub rules: Vec<usize>,
    /// Those of the whole board, by their places in [`Shape::rules`]; none where boards overlap.
    pub board_rules: Vec<usize>,
}

impl Needless {
    /// Returns the names of the rules, given the shape of the board: first those about cells.
    #[must_use]
    pub fn names(&self, shape: &Shape) -> Vec<String> {
        let rules = self.rules.iter();
        let rules = rules.filter_map(|&rule| shape.cell_rules().get(rule));
        let rules = rules.map(|rule| shape.describe(rule));
        let others = self.board_rules.iter();
        let others = others.filter_map(|&rule| shape.rules().get(rule));
        let others = others.map(|rule| format!("the rule {}", rule.word()));
        rules.chain(others).collect()
    }

    /// Asks about each rule of a board with one solution; `None` if a limit stopped a search.
    pub(super) fn of(board: &Grid, inquiry: &mut Inquiry<'_>) -> Option<Self> {
        let shape = inquiry.shape().clone();
        let (mut rules, mut board_rules) = (Vec::new(), Vec::new());
        for (rule, own) in shape.cell_rules().iter().enumerate() {
            let is_mark = shape.is_mark(own);
            if !is_mark && is_unique(&shape.without_cell_rule(rule), board, inquiry)? {
                rules.push(rule);
            }
        }
        for rule in 0..shape.rules().len() {
            if let Some(without) = shape.relaid_without_rule(rule)
                && is_unique(&without, board, inquiry)?
            {
                board_rules.push(rule);
            }
        }
        Some(Self { rules, board_rules })
    }
}
