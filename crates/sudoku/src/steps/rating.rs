//! How hard a board is for a person, by its steps.

use std::collections::BTreeMap;
use std::sync::Arc;

use quadrille_core::steps::{End, Steps};
use quadrille_core::{Budget, Stop};

use super::classify::technique_at;
use super::order::Order;
use super::path::BoardPath;
use super::route::Route;
use super::start::{Allowed, Start};
use super::technique::Technique;
use super::view::View;
use super::words::words;
use crate::grid::Grid;
use crate::search::BoardSearch;

/// How hard a board with one solution is for a person, by the steps that solve it.
///
/// A board of the classic shape is rated on the public scale: its steps are those of Sukaku Explainer
/// without techniques that assume one solution, the easiest first. Other boards are rated by
/// [all techniques](Technique), with the costs of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rating {
    /// The technique of the hardest step; of several, the first. `None` if no cell is empty.
    pub hardest: Option<Technique>,
    /// What the hardest step costs, in tenths: 42 is 4.2.
    pub cost: u64,
    /// Whether the costs are those of the public scale.
    pub is_public: bool,
    /// How many steps of each technique there are.
    pub steps: BTreeMap<Technique, u64>,
    /// The sum of the costs of all steps, in tenths.
    pub sum: u64,
}

/// Rates a board by steps that cost at most `most`. Returns `None` if these do not solve it.
///
/// # Errors
/// The limit that stopped the search.
pub(crate) fn rate(
    search: &BoardSearch,
    board: &Grid,
    most: u64,
    budget: &Budget,
) -> Result<Option<Rating>, Stop> {
    let start = Start::new(search, board, budget)?;
    let order = Order::of_rating(&start.items);
    let mut rating = Rating {
        hardest: None,
        cost: 0,
        is_public: order == Order::Public,
        steps: BTreeMap::new(),
        sum: 0,
    };
    for step in start.opening(board, budget)? {
        rating.add(step.technique, step.technique.cost());
    }
    let mut steps = start.steps(
        order,
        Allowed {
            most,
            ..Allowed::ALL
        },
        budget,
    )?;
    let items = Arc::clone(&start.items);
    let mut filled: Vec<bool> = board.cells().iter().map(|&value| value != 0).collect();
    while let Some(deduction) = steps.find(budget)? {
        let technique = match order {
            Order::Public => technique_at(&items, steps.position(), &deduction),
            // The words of a step may find a better name than its items alone.
            Order::Usual => {
                let view = View {
                    items: &items,
                    live: &steps.live(),
                    chosen: steps.chosen(),
                    filled: &filled,
                };
                words(&view, &deduction).technique
            }
        };
        let cost = order.cost(&items, steps.position(), &deduction);
        let is_seen = !items.candidates(&deduction.chosen).is_empty()
            || !items.candidates(&deduction.removed).is_empty();
        // People take no steps inside rules.
        if let (true, Some(cost)) = (is_seen, cost) {
            rating.add(technique, cost);
        }
        for (cell, _) in items.candidates(&deduction.chosen) {
            filled[cell] = true;
        }
        steps.take(&deduction);
    }
    Ok(is_solved(&steps, &start).then_some(rating))
}

/// Whether a person needs a technique: the steps that are no harder solve the board, but not without
/// it, and one of them has this name.
///
/// # Errors
/// The limit that stopped the search.
pub(crate) fn needs(
    search: &BoardSearch,
    board: &Grid,
    technique: Technique,
    budget: &Budget,
) -> Result<bool, Stop> {
    let start = Start::new(search, board, budget)?;
    let most = technique.most();
    let solves = |without| {
        let allowed = Allowed {
            most,
            without,
            ..Allowed::ALL
        };
        let mut steps = start.steps(Order::Usual, allowed, budget)?;
        while steps.next(budget)?.is_some() {}
        Ok::<bool, Stop>(is_solved(&steps, &start))
    };
    if solves(Some(technique))? || !solves(None)? {
        return Ok(false);
    }
    // Words about a step may find a better name than its items alone.
    let mut path = BoardPath::new(board);
    search.take_steps(board, &Route::new(), budget, &mut path)?;
    Ok(path.steps.iter().any(|step| step.technique == technique))
}

/// A rating by the length of arguments of a kind, at most some length.
pub(crate) type LengthRating = fn(&Steps, usize, &Budget) -> Result<Option<usize>, Stop>;

/// The length of the arguments that solve a board, at most `most`.
///
/// # Errors
/// The limit that stopped the search.
pub(crate) fn length(
    search: &BoardSearch,
    board: &Grid,
    rating: LengthRating,
    most: usize,
    budget: &Budget,
) -> Result<Option<usize>, Stop> {
    let start = Start::new(search, board, budget)?;
    let steps = start.before(budget)?;
    rating(&steps, most, budget)
}

/// Whether all cells are filled. The rest of rules may be open then.
fn is_solved(steps: &Steps, start: &Start) -> bool {
    let position = steps.position();
    let mut cells = start.items.cell_items();
    steps.end() == Some(End::Solved)
        || steps.end() == Some(End::Stuck) && cells.all(|item| position.needs(item) == 0)
}

impl Rating {
    fn add(&mut self, technique: Technique, cost: u64) {
        *self.steps.entry(technique).or_default() += 1;
        self.sum += cost;
        if cost > self.cost {
            self.cost = cost;
            self.hardest = Some(technique);
        }
    }
}
