//! The prices of items by which the least cost is bounded.

use super::Search;
use crate::ask::{Answer, Limits, Stop};
use crate::engine::Engine;
use crate::problem::{ItemId, OptionId, Problem, Sense};
use crate::solver::engines::Role;
use crate::solver::team::Goal;

/// Prices of items, and the lower bound of all costs that they prove.
///
/// The price of an item is about what one more need of it would cost. An option whose cost is less
/// than the prices of its items together is a bargain: if a model has only some of all possible
/// options, options that are bargains are those to add (column generation).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Prices {
    /// No solution costs less (more, for the dearest); `None` if it is proved that there is no solution.
    pub bound: Option<i64>,
    /// The price of each item, in the units of [`Problem::cost`]. It is 0 or less for a secondary
    /// item (0 or more for the dearest), and 0 for one with colours. Empty if there is no solution, or if a limit came first.
    pub items: Vec<f64>,
}

impl Prices {
    /// Returns the price of an item; 0 for an unknown one.
    #[must_use]
    pub fn of(&self, item: ItemId) -> f64 {
        self.items.get(item.index()).copied().unwrap_or(0.0)
    }

    /// Returns the reduced cost of an option: its cost minus the prices of its items. A solution with
    /// an option of positive reduced cost costs at least about that much more than the bound. O(items
    /// of the option).
    #[must_use]
    pub fn reduced_cost(&self, problem: &Problem, option: OptionId) -> f64 {
        let prices = problem.items_of(option).iter().map(|&item| self.of(item));
        problem.cost(option) as f64 - prices.sum::<f64>()
    }
}

impl Search {
    /// Finds prices of the items, and a lower bound of all costs, without a search for solutions.
    ///
    /// They are like those with which [`best`](Self::best) begins, but also of items whose options are
    /// certain: the result of a subgradient ascent
    /// towards the best bound of a Lagrangian relaxation, which is that of the linear relaxation (M.
    /// Held and R. Karp, Mathematical Programming 1 (1971) 6-25). It takes at most 5,000 passes over
    /// the problem (policy `costs.root_steps`). If a limit stops it, the bound holds, and the prices
    /// are those of the last pass.
    ///
    /// ```
    /// use quadrille::{Solver, text::dlx};
    ///
    /// let solver = Solver::new(dlx::read(b"a b\na |3\nb |4\na b |9\n")?);
    /// let prices = solver.search().prices().value;
    /// assert_eq!(prices.bound, Some(7));
    /// assert_eq!(prices.items, [3.0, 4.0]);
    /// let long = solver.problem().options().last().expect("an option");
    /// assert_eq!(prices.reduced_cost(solver.problem(), long), 2.0);
    /// # Ok::<(), quadrille::text::TextError>(())
    /// ```
    #[must_use]
    pub fn prices(&mut self) -> Answer<Prices> {
        self.losses_by(Sense::Min)
    }

    /// Finds prices for the cheapest solutions, like [`prices`](Self::prices), or for the dearest: then
    /// no solution costs more than the bound, and bargains are the options with a positive reduced
    /// cost.
    ///
    /// ```
    /// use quadrille::{Sense, Solver, text::dlx};
    ///
    /// let solver = Solver::new(dlx::read(b"a b\na |3\nb |4\na b |9\n")?);
    /// assert_eq!(solver.search().prices_by(Sense::Max).value.bound, Some(9));
    /// # Ok::<(), quadrille::text::TextError>(())
    /// ```
    #[must_use]
    pub fn prices_by(&mut self, sense: Sense) -> Answer<Prices> {
        let mut answer = self.losses_by(sense);
        if sense == Sense::Max {
            let prices = &mut answer.value;
            prices.bound = prices.bound.map(|bound| sense.loss(bound));
            // The sum makes 0 of a negative 0.
            prices
                .items
                .iter_mut()
                .for_each(|price| *price = 0.0 - *price);
        }
        answer
    }

    /// The same. Prices and the bound are losses.
    pub(super) fn losses_by(&mut self, sense: Sense) -> Answer<Prices> {
        let budget = self.start_budget();
        // The root is priced before it becomes a node.
        let none = budget.part(&Limits::new().nodes(0));
        let mut run = self.start_under(none, Role::Best(sense), Goal::Rank, u64::MAX);
        run.stay_alone();
        if let Some(priced) = self.engine(&run).and_then(Engine::priced) {
            priced.price_all();
        }
        self.advance_alone(&mut run);
        // If there is no solution, the items were not priced.
        let bound = self.remaining_bound(&run);
        let priced = self.engine(&run).and_then(Engine::priced);
        let items = priced.filter(|_| bound.is_some());
        let items = items.map_or_else(Vec::new, |priced| priced.prices());
        let least = sense.loss(self.solver().problem().best_sum(sense));
        let value = Prices {
            bound: bound.map(|bound| bound.max(least)),
            items,
        };
        let mut answer = self.answer(value, &run);
        if answer.stop == Stop::Nodes {
            // Nothing was left to do.
            answer.stop = Stop::Exhausted;
        }
        answer
    }
}
