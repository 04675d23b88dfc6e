//! What assumptions imply: options that are needed because an item has no others left.

use crate::ask::{Assumptions, Meter, Stop};
use crate::problem::{Colour, ItemId, Lists, OptionId, Problem};

/// An option and its colour at an item.
type User = (u32, Option<Colour>);

/// What is still possible.
struct Open<'p> {
    problem: &'p Problem,
    users: Lists<User>,
    is_dead: Vec<bool>,
    is_forced: Vec<bool>,
    /// For each item, its options that are not dead, and how often forced options cover it.
    left: Vec<u32>,
    covered: Vec<u32>,
    /// Items to look at.
    queue: Vec<ItemId>,
}

/// Adds the options to the assumptions that every solution needs because an item has no other
/// options left, as often as this leads on. Returns the assumptions as they are if they contradict
/// each other. O(total size of the options, for each item that they use).
pub(super) fn closure(
    problem: &Problem,
    assumptions: &Assumptions,
    meter: &mut Meter<'_>,
) -> Result<Assumptions, Stop> {
    let user = |option: OptionId, place| (option.index() as u32, problem.colour_at(place));
    let users = problem.users(user, |work| meter.spend(work))?;
    let mut open = Open {
        problem,
        is_dead: problem.marks(&*assumptions.forbidden()),
        is_forced: vec![false; problem.option_count()],
        left: vec![0; problem.item_count()],
        covered: vec![0; problem.item_count()],
        queue: problem.primary_items().collect(),
        users,
    };
    for item in problem.items() {
        let users = open.users.of(item.index() as u32).iter();
        let live = users.filter(|user| !open.is_dead[user.0 as usize]);
        open.left[item.index()] = live.count() as u32;
    }
    let mut closed = assumptions.clone();
    for &option in assumptions.forced().iter() {
        if open.force(option, meter)?.is_none() {
            return Ok(closed);
        }
    }
    while let Some(item) = open.queue.pop() {
        let (low, _) = problem.bounds(item);
        if open.left[item.index()] > low || low == 0 {
            continue;
        }
        let needed: Vec<OptionId> = open.needed(item).collect();
        for option in needed {
            if open.force(option, meter)?.is_none() {
                return Ok(assumptions.clone());
            }
            closed.force(option);
        }
    }
    Ok(closed)
}

impl Open<'_> {
    /// The options of an item that are neither dead nor forced.
    fn needed(&self, item: ItemId) -> impl Iterator<Item = OptionId> {
        let users = self.users.of(item.index() as u32).iter();
        let options = users.map(|&(option, _)| OptionId::new(option));
        options.filter(|option| !self.is_dead[option.index()] && !self.is_forced[option.index()])
    }

    /// Forces an option: what conflicts with it is dead. `None` if that leads to a contradiction.
    fn force(&mut self, option: OptionId, meter: &mut Meter<'_>) -> Result<Option<()>, Stop> {
        let problem = self.problem;
        let is_known = option.index() < problem.option_count() && !problem.is_dropped(option);
        if !is_known || self.is_dead[option.index()] {
            return Ok(None);
        }
        if std::mem::replace(&mut self.is_forced[option.index()], true) {
            return Ok(Some(()));
        }
        for (item, colour) in problem.uses_of(option) {
            let (_, high) = problem.bounds(item);
            let covered = &mut self.covered[item.index()];
            *covered += 1;
            let is_full = *covered >= high;
            let agrees = !problem.is_primary(item) && colour.is_some();
            if !is_full && !agrees {
                continue;
            }
            for place in self.users.range(item.index() as u32) {
                meter.spend(1)?;
                let (other, its) = self.users.all()[place];
                if self.is_forced[other as usize] || agrees && its == colour {
                    continue;
                }
                self.kill(other);
            }
        }
        Ok(Some(()))
    }

    fn kill(&mut self, option: u32) {
        if std::mem::replace(&mut self.is_dead[option as usize], true) {
            return;
        }
        for &item in self.problem.items_of(OptionId::new(option)) {
            self.left[item.index()] -= 1;
            self.queue.push(item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Budget;

    fn closed(problem: &Problem, assumptions: &Assumptions) -> Vec<OptionId> {
        let budget = Budget::unlimited();
        let closed = closure(problem, assumptions, &mut budget.meter()).unwrap();
        closed.forced().to_vec()
    }

    #[test]
    fn items_with_one_option_need_it_and_what_follows() {
        let mut builder = Problem::builder();
        let [a, b, c] = ["a", "b", "c"].map(|name| builder.primary(name).unwrap());
        let s = builder.secondary("s").unwrap();
        let [red, blue] = ["red", "blue"].map(|name| Some(builder.colour(name).unwrap()));
        let first = builder.option([(a, None), (s, red)]).unwrap();
        let _dead = builder.option([(b, None), (s, blue)]).unwrap();
        let second = builder.option([(b, None), (s, red)]).unwrap();
        let third = builder.option([c]).unwrap();
        let fourth = builder.option([c]).unwrap();
        let problem = builder.build();
        let mut assumptions = Assumptions::new();
        assert_eq!(closed(&problem, &assumptions), [first, second]);
        assumptions.forbid(third);
        assert_eq!(closed(&problem, &assumptions), [first, second, fourth]);
        // Contradicting assumptions stay as they are.
        assumptions.forbid(fourth);
        assumptions.force(third);
        assert_eq!(closed(&problem, &assumptions), [third]);
    }

    #[test]
    fn multiplicities_need_all_options_that_are_left() {
        let mut builder = Problem::builder();
        let a = builder.multiple("a", 2..=3).unwrap();
        let b = builder.primary("b").unwrap();
        let one = builder.option([a]).unwrap();
        let two = builder.option([a]).unwrap();
        let both = builder.option([a, b]).unwrap();
        let problem = builder.build();
        let mut assumptions = Assumptions::new();
        assert_eq!(closed(&problem, &assumptions), [both]);
        assumptions.forbid(one);
        assert_eq!(closed(&problem, &assumptions), [two, both]);
    }
}
