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

    /// The steps of some kinds that cost at most `most`, without those of a technique.
    pub(super) fn steps(
        &self,
        order: Order,
        kinds: &[Kind],
        (most, without): (u64, Option<Technique>),
        budget: &Budget,
    ) -> Result<Steps, Stop> {
        let items = Arc::clone(&self.items);
        let searches = order.searches(&items, kinds).into_iter();
        let searches = searches.filter(|search| search.least() <= most);
        let problem = Arc::clone(items.problem());
        let mut steps = Steps::new(problem, &self.assumptions, budget)?;
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
}
