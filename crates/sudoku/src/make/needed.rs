//! Which rules a puzzle needs: without one of them that it does not need, it has the same single
//! solution.
//!
//! Only rules whose removal adds no constraint are asked about; see [`Shape::loosened`]. So a rule
//! that is needed stays needed when other rules or givens are removed, and one pass over all of
//! them leaves a puzzle from which nothing more can be removed.

use rand::seq::SliceRandom;
use rand_pcg::Pcg32;

use crate::grid::Grid;
use crate::inquiry::Inquiry;
use crate::rule::{CellRule, RuleKind};
use crate::shape::{Rule, Shape};
use quadrille_core::Uniqueness;

/// The place of a rule among those of a [`Shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RulePlace {
    /// Of a rule for the whole board, in [`Shape::rules`].
    Board(usize),
    /// Of a rule about cells, in [`Shape::cell_rules`].
    Cells(usize),
}

/// Whether a puzzle with one solution needs a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Need {
    /// Without the rule there are several solutions.
    Needed,
    /// Without the rule there is still one solution. Other rules may be needed in its place.
    NotNeeded,
    /// A limit stopped the search.
    Unknown,
    /// The rule was not removed, because that may add constraints: a dot or sign that a strict rule
    /// looks for, and the rule that allows equal values in rows and columns. Neither are rules of
    /// the whole board where boards overlap.
    Kept,
}

impl Need {
    /// Returns the word: `needed`, `not needed`, `unknown` or `kept`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Needed => "needed",
            Self::NotNeeded => "not needed",
            Self::Unknown => "unknown",
            Self::Kept => "kept",
        }
    }
}

impl RulePlace {
    /// The places of all rules: first those for the whole board, each kind in the order of the
    /// puzzle, or in random order.
    pub(super) fn all(shape: &Shape, mut random: Option<&mut Pcg32>) -> Vec<Self> {
        let board = (0..shape.rules().len()).map(Self::Board).collect();
        let mut all: [Vec<Self>; 2] = [board, Self::of_cell_rules(shape).collect()];
        if let Some(random) = &mut random {
            all.iter_mut().for_each(|places| places.shuffle(random));
        }
        all.concat()
    }

    pub(super) fn of_cell_rules(shape: &Shape) -> impl Iterator<Item = Self> + use<> {
        (0..shape.cell_rules().len()).map(Self::Cells)
    }

    /// The place after these were removed.
    fn after(self, removed: &[Self]) -> Self {
        let before = |other: &&Self| match (self, *other) {
            (Self::Board(own), Self::Board(other)) | (Self::Cells(own), Self::Cells(other)) => {
                *other < own
            }
            _ => false,
        };
        let before = removed.iter().filter(before).count();
        match self {
            Self::Board(own) => Self::Board(own - before),
            Self::Cells(own) => Self::Cells(own - before),
        }
    }
}

impl Shape {
    /// Returns the name of a rule in a sentence: `the cage at r1c1 (sum 17)`, `the rule x`.
    ///
    /// # Panics
    /// If the shape has no rule at this place.
    #[must_use]
    pub fn rule_name(&self, place: RulePlace) -> String {
        match place {
            RulePlace::Board(place) => format!("the rule {}", self.rules()[place].word()),
            RulePlace::Cells(place) => self.describe(&self.cell_rules()[place]),
        }
    }

    /// The shape without a rule, unless that may add constraints.
    fn loosened(&self, place: RulePlace) -> Option<Shape> {
        let place = match place {
            RulePlace::Board(place) => {
                // Where rows may hold equal values, a sandwich has ends of its own only if units
                // make its cells differ.
                let is_raw = self.rules().contains(&Rule::Raw);
                let depends = is_raw && self.cell_rules().iter().any(has_sandwich);
                return self.relaid_without_rule(place).filter(|_| !depends);
            }
            RulePlace::Cells(place) => place,
        };
        let without = self.without_cell_rule(place);
        // A pair that loses its last dot falls under the strict rule.
        let strict = self.rules().iter().filter(|rule| rule.is_strict());
        let mut marked = strict.map(|rule| self.marked(rule) == without.marked(rule));
        marked.all(|is_same| is_same).then_some(without)
    }
}

fn has_sandwich(rule: &CellRule) -> bool {
    let mut inner = rule.branches().iter().flatten();
    rule.kind == RuleKind::Sandwich || inner.any(has_sandwich)
}

/// Whether a board with one solution needs a rule, and the shape without the rule if it does not.
fn need(
    shape: &Shape,
    place: RulePlace,
    board: &Grid,
    inquiry: &mut Inquiry<'_>,
) -> Result<Shape, Need> {
    let without = shape.loosened(place).ok_or(Need::Kept)?;
    match inquiry.ask_under(&without, board, |search| search.unique(board)) {
        Some(Uniqueness::One) => Ok(without),
        None | Some(Uniqueness::Unknown) => Err(Need::Unknown),
        _ => Err(Need::Needed),
    }
}

/// Whether a board with one solution needs each of its rules, while it has all others.
pub(super) fn rule_needs(board: &Grid, inquiry: &mut Inquiry<'_>) -> Vec<(RulePlace, Need)> {
    let shape = inquiry.shape().clone();
    let mut needs: Vec<_> = RulePlace::all(&shape, None)
        .into_iter()
        .map(|place| (place, Need::Unknown))
        .collect();
    let mut ask = |inquiry: &mut Inquiry<'_>| {
        for (place, own) in &mut needs {
            if *own == Need::Unknown {
                *own = need(&shape, *place, board, inquiry)
                    .map_or_else(|own| own, |_| Need::NotNeeded);
            }
        }
    };
    ask(inquiry);
    // What the node limit of one question left open comes last.
    inquiry.within(None, ask);
    needs
}

/// Removes rules that a board with one solution does not need, one after the other in this order,
/// if they `may_go`. Returns the places of those that were removed.
pub(super) fn remove_needless(
    shape: &mut Shape,
    board: &Grid,
    order: Vec<RulePlace>,
    may_go: impl Fn(&Shape, RulePlace) -> bool,
    inquiry: &mut Inquiry<'_>,
) -> Vec<RulePlace> {
    let mut removed = Vec::new();
    for place in order {
        let now = place.after(&removed);
        if may_go(shape, now)
            && let Ok(without) = need(shape, now, board, inquiry)
        {
            *shape = without;
            removed.push(place);
        }
    }
    removed
}

/// Whether a board has a solution under the rules of a shape; `None` if a limit stopped the search.
pub(super) fn is_solvable(shape: &Shape, board: &Grid, inquiry: &mut Inquiry<'_>) -> Option<bool> {
    let first = inquiry.ask_under(shape, board, |search| search.first(board))?;
    Some(first.is_some())
}
