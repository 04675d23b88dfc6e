//! Invariants that hold between verbs, checked by brute force in tests.

use super::state::Shrinking;
use super::{Costs, Level};
use crate::engine::contract::Sane;

/// The state without prices, which affect only the order of tries.
#[derive(Debug, PartialEq)]
pub(crate) struct State {
    /// The live options and the open items, sorted because their order has no meaning.
    alive: Vec<u32>,
    open: Vec<u32>,
    trail: Vec<u32>,
    /// The number of times that each item is covered, and its colour if it is covered.
    covered: Vec<(u32, Option<u32>)>,
    cost: (i64, i128),
    levels: Vec<Level>,
    random: bool,
}

impl Sane for Costs {
    type State = State;

    fn state(&self) -> State {
        let sorted = |set: &Shrinking| {
            let mut numbers = set.all().to_vec();
            numbers.sort_unstable();
            numbers
        };
        let items = self.state.items.iter();
        State {
            alive: sorted(&self.state.alive),
            open: sorted(&self.state.open),
            trail: self.state.trail.clone(),
            covered: items
                .map(|item| (item.times, (item.times > 0).then_some(item.colour)))
                .collect(),
            cost: (self.state.cost, self.state.fine),
            levels: self.levels.clone(),
            random: self.random.is_some(),
        }
    }

    /// Items are covered as often as the trail says, costs are those of the trail, and shrinking
    /// sets are consistent.
    fn sanity(&self) {
        let mut times = vec![0; self.tables.item_count()];
        let (mut cost, mut fine) = (0, 0);
        for &option in &self.state.trail {
            assert!(!self.state.alive.has(option), "option {option} is used");
            cost += self.tables.costs[option as usize];
            fine += i128::from(self.tables.fine[option as usize]);
            for used in self.tables.uses.of(option) {
                times[used.item as usize] += 1;
            }
        }
        assert_eq!((self.state.cost, self.state.fine), (cost, fine));
        for (item, times) in times.into_iter().enumerate() {
            assert_eq!(self.state.items[item].times, times, "item {item}");
        }
        self.state.alive.check();
        self.state.open.check();
    }
}

impl Shrinking {
    fn check(&self) {
        for (place, &number) in self.numbers.iter().enumerate() {
            assert_eq!(self.places[number as usize] as usize, place);
        }
        assert!(self.len <= self.numbers.len());
    }
}

#[cfg(test)]
mod tests {
    use super::super::Choice;
    use crate::engine::contract::{compiled, costs};
    use crate::engine::{Branch, Tree};
    use crate::problem::Problem;

    /// After `propagate`, live options are usable, and sizes and open items match them.
    #[test]
    fn sizes_are_exact_after_propagation() {
        let mut builder = Problem::builder();
        // `b` forces option 0. That leaves only option 2 for `c`, which uses up `d`.
        for item in ["a", "b", "c", "e"] {
            builder.primary(item).unwrap();
        }
        let d = builder.multiple("d", 0..=2).unwrap();
        assert_eq!(d.index(), 4);
        for option in ["a b d", "a c", "c d", "d e", "e", "e"] {
            builder.option(option.split(' ')).unwrap();
        }
        let mut engine = compiled(costs, &builder.build());
        assert_eq!(
            (engine.branch(), engine.chosen),
            (Branch::Open, Choice::Item(3))
        );
        let state = &engine.state;
        let mut alive = state.alive.all().to_vec();
        alive.sort_unstable();
        assert_eq!((alive, state.open.all()), (vec![4, 5], &[3][..]));
        assert_eq!(state.items[3].size, 2);
        assert_eq!(state.trail, [0, 2]);
    }
}
