//! A board before its first step.

use std::sync::Arc;

use quadrille_core::steps::{Kind, Steps};
use quadrille_core::{Assumptions, Budget, Stop};

use super::classify::technique_at;
use super::items::Items;
use super::opening;
use super::order::Order;
use super::rules;
use super::step::BoardStep;
use super::technique::Technique;
use crate::compiled::Sudoku;
use crate::grid::Grid;
use crate::search::BoardSearch;

/// A board as an exact cover, with its givens.
pub(super) struct Start {
    pub(super) items: Arc<Items>,
    assumptions: Assumptions,
    /// The exact cover of this board alone. Where rules are hard, it has far fewer options.
    own: Option<Sudoku>,
}

impl Start {
    pub(super) fn new(search: &BoardSearch, board: &Grid, budget: &Budget) -> Result<Self, Stop> {
        let shape = search.sudoku.shape();
        let own = if shape.has_hard_rules() && shape.fits(board) {
            let settings = search.sudoku.settings();
            Some(search.for_board(board, settings, budget)?.sudoku)
        } else {
            None
        };
        let sudoku = own.as_ref().unwrap_or(&search.sudoku);
        let (mut givens, mut assumptions) = (Vec::new(), Assumptions::new());
        sudoku.encoding().assume(board, &mut givens, |option| {
            assumptions.forbid(option);
        });
        assumptions.force_all(&givens);
        Ok(Self {
            items: Arc::new(Items::new(sudoku)),
            assumptions,
            own,
        })
    }

    /// What rules exclude before the first step.
    pub(super) fn opening(&self, board: &Grid, budget: &Budget) -> Result<Vec<BoardStep>, Stop> {
        match &self.own {
            Some(sudoku) => opening::steps(&self.items, sudoku, board, budget),
            None => Ok(Vec::new()),
        }
    }

    /// The steps in an order, as far as they are allowed.
    pub(super) fn steps(
        &self,
        order: Order,
        allowed: Allowed<'_>,
        budget: &Budget,
    ) -> Result<Steps, Stop> {
        let Allowed {
            kinds,
            most,
            without,
        } = allowed;
        let items = Arc::clone(&self.items);
        let searches = order.searches(&items, kinds).into_iter();
        let searches = searches.filter(|search| search.least() <= most);
        let mut steps = self.before(budget)?;
        if !items.shape().cell_rules().is_empty() {
            steps = steps.rules(&rules::rules(&items));
        }
        Ok(steps.by_cost(searches, move |position, deduction| {
            if without.is_some_and(|own| own == technique_at(&items, position, deduction)) {
                return None;
            }
            let cost = order.cost(&items, position, deduction);
            cost.filter(|cost| *cost <= most)
        }))
    }

    /// The exact cover before its first step, in no order.
    pub(super) fn before(&self, budget: &Budget) -> Result<Steps, Stop> {
        let problem = Arc::clone(self.items.problem());
        Steps::new(problem, &self.assumptions, budget)
    }
}

/// The steps that are allowed.
#[derive(Clone, Copy)]
pub(super) struct Allowed<'a> {
    pub(super) kinds: &'a [Kind],
    /// What they cost at most, in tenths.
    pub(super) most: u64,
    /// A technique that is not.
    pub(super) without: Option<Technique>,
}

impl Allowed<'_> {
    /// All steps.
    pub(super) const ALL: Self = Self {
        kinds: &Kind::ALL,
        most: u64::MAX,
        without: None,
    };
}
