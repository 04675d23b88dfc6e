//! Which options can still be used beside the steps of a path, by the definition of a solution.
//!
//! An option is *live* if no step excludes it: it is not used and not forbidden, it is not dropped,
//! and no step covers one of its items too often or in another colour. Nothing else is concluded.
//! So the split and the proof of a merge agree, whatever engine counts the units.

mod effect;

use quadrille_core::{Assumptions, Step};
use quadrille_core::{ItemId, OptionId, Problem, shared::Lists};

/// The live options under a path, which grows and shrinks step by step.
#[derive(Debug)]
pub(super) struct Live<'p> {
    problem: &'p Problem,
    /// For each item, its options and the places of their uses.
    users: Lists<(u32, u32)>,
    options: Vec<State>,
    items: Vec<Cover>,
    /// The number of options that are live.
    live_options: usize,
    /// The number of primary items that the used options do not yet cover often enough.
    unmet: usize,
    /// The number of primary items that the used and live options cannot cover often enough.
    short: usize,
    /// The number of steps that contradict the steps before them.
    contradictions: usize,
    path: Vec<Entered>,
    /// The options that died, in order.
    died: Vec<OptionId>,
    /// The number of uses that were looked at since the start.
    work: u64,
    /// What the step that [`may_follow`](Self::may_follow) examines would change.
    effect: Effect,
}

/// The options that a step would exclude, and how many options each item would lose.
#[derive(Debug, Default)]
struct Effect {
    dying: Vec<OptionId>,
    is_dying: Vec<bool>,
    touched: Vec<ItemId>,
    lost: Vec<u32>,
}

impl Effect {
    fn new(problem: &Problem) -> Self {
        Self {
            is_dying: vec![false; problem.option_count()],
            lost: vec![0; problem.item_count()],
            ..Self::default()
        }
    }
}

/// The options of an item, and how many it needs: at least `low`, and at most `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cover {
    used: u32,
    live: u32,
    low: u32,
    high: u32,
}

impl Cover {
    /// Whether the used and live options cannot cover the item often enough.
    fn is_short(self) -> bool {
        self.is_short_without(0)
    }

    /// The same, if it loses so many live options.
    fn is_short_without(self, lost: u32) -> bool {
        self.used + self.live - lost < self.low
    }

    /// Whether the used options do not yet cover the item often enough.
    fn is_unmet(self) -> bool {
        self.used < self.low
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Live,
    Used,
    Dead,
}

/// A step of the path, and what to restore when it is left.
#[derive(Debug)]
struct Entered {
    step: Step,
    /// Whether the step changed the state of its option.
    is_new: bool,
    contradictions: usize,
    died: usize,
}

impl<'p> Live<'p> {
    /// Makes the state under assumptions. O(size of the problem).
    pub(super) fn new(problem: &'p Problem, assumptions: &Assumptions) -> Self {
        let user = |option: OptionId, place| (option.index() as u32, place as u32);
        let users = problem.users(user, |_| Ok::<_, std::convert::Infallible>(()));
        let users = users.unwrap_or_else(|never| match never {});
        let state = |option| {
            if problem.is_dropped(option) {
                State::Dead
            } else {
                State::Live
            }
        };
        let cover = |item: ItemId| {
            let (low, high) = problem.bounds(item);
            let live = users.of(item.index() as u32).len() as u32;
            Cover {
                used: 0,
                live,
                low,
                high,
            }
        };
        let mut live = Self {
            problem,
            options: problem.options().map(state).collect(),
            items: problem.items().map(cover).collect(),
            users,
            live_options: 0,
            unmet: 0,
            short: 0,
            contradictions: 0,
            path: Vec::new(),
            died: Vec::new(),
            work: 0,
            effect: Effect::new(problem),
        };
        live.live_options = live
            .options
            .iter()
            .filter(|&&state| state == State::Live)
            .count();
        live.short = live.items.iter().filter(|cover| cover.is_short()).count();
        live.unmet = live.items.iter().filter(|cover| cover.is_unmet()).count();
        for (options, is_used) in [
            (assumptions.forced(), true),
            (assumptions.forbidden(), false),
        ] {
            for &option in &*options {
                live.enter(Step { option, is_used });
            }
        }
        live
    }

    /// Returns whether the path may have a solution: no step contradicts another, and every item
    /// has enough options.
    pub(super) fn is_possible(&self) -> bool {
        self.short == 0 && self.contradictions == 0
    }

    /// The number of uses that all steps since the start have looked at.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    pub(super) fn item_count(&self) -> usize {
        self.problem.item_count()
    }

    pub(super) fn is_live(&self, option: OptionId) -> bool {
        self.options[option.index()] == State::Live
    }

    /// The live options of an item, in ascending order.
    pub(super) fn options_of(&self, item: ItemId) -> impl Iterator<Item = OptionId> + '_ {
        let users = self.users.of(item.index() as u32).iter();
        let options = users.map(|&(option, _)| OptionId::new(option));
        options.filter(|&option| self.is_live(option))
    }

    /// Returns whether the solutions are divided by the options of this item: it must be covered
    /// exactly once, and no step covers it.
    pub(super) fn divides(&self, item: ItemId) -> bool {
        let Cover {
            used, low, high, ..
        } = self.items[item.index()];
        (used, low, high) == (0, 1, 1)
    }

    /// The item with the fewest live options, among those that divide the solutions.
    pub(super) fn smallest_item(&self) -> Option<ItemId> {
        let items = self.problem.items().filter(|&item| self.divides(item));
        items.min_by_key(|item| self.items[item.index()].live)
    }

    /// A live option of the primary item with the fewest live options.
    pub(super) fn some_option(&self) -> Option<OptionId> {
        let items = self.problem.primary_items();
        let items = items.filter(|item| self.items[item.index()].live > 0);
        let item = items.min_by_key(|item| self.items[item.index()].live)?;
        self.options_of(item).next()
    }

    /// Appends a step to the path. O(uses of the items of its option + size of the options that it
    /// excludes).
    pub(super) fn enter(&mut self, step: Step) {
        let state = self.options[step.option.index()];
        let is_new = state == State::Live;
        self.path.push(Entered {
            step,
            is_new,
            contradictions: self.contradictions,
            died: self.died.len(),
        });
        let agrees = if step.is_used {
            state != State::Dead
        } else {
            state != State::Used
        };
        self.contradictions += usize::from(!agrees);
        if is_new {
            if step.is_used {
                self.use_option(step.option);
            } else {
                self.kill(step.option);
            }
        }
    }

    /// Removes the last step of the path.
    pub(super) fn leave(&mut self) {
        let Some(entered) = self.path.pop() else {
            return;
        };
        while self.died.len() > entered.died {
            if let Some(option) = self.died.pop() {
                self.revive(option);
            }
        }
        if entered.is_new && entered.step.is_used {
            self.put_back(entered.step.option);
        }
        self.contradictions = entered.contradictions;
    }

    fn use_option(&mut self, option: OptionId) {
        self.find_conflicts(option);
        self.options[option.index()] = State::Used;
        self.live_options -= 1;
        for item in self.problem.items_of(option) {
            let cover = &mut self.items[item.index()];
            let was_unmet = cover.is_unmet();
            (cover.used, cover.live) = (cover.used + 1, cover.live - 1);
            self.unmet -= usize::from(was_unmet) - usize::from(cover.is_unmet());
        }
        for place in 0..self.effect.dying.len() {
            self.kill(self.effect.dying[place]);
        }
    }

    /// Undoes `use_option`, after the options that died were revived.
    fn put_back(&mut self, option: OptionId) {
        for item in self.problem.items_of(option) {
            let cover = &mut self.items[item.index()];
            let was_unmet = cover.is_unmet();
            (cover.used, cover.live) = (cover.used - 1, cover.live + 1);
            self.unmet += usize::from(cover.is_unmet()) - usize::from(was_unmet);
        }
        self.options[option.index()] = State::Live;
        self.live_options += 1;
    }

    fn kill(&mut self, option: OptionId) {
        self.options[option.index()] = State::Dead;
        self.live_options -= 1;
        self.died.push(option);
        let items = self.problem.items_of(option);
        self.work += items.len() as u64;
        for item in items {
            let cover = &mut self.items[item.index()];
            let was_short = cover.is_short();
            cover.live -= 1;
            self.short += usize::from(cover.is_short()) - usize::from(was_short);
        }
    }

    /// Undoes `kill`.
    fn revive(&mut self, option: OptionId) {
        for item in self.problem.items_of(option) {
            let cover = &mut self.items[item.index()];
            let was_short = cover.is_short();
            cover.live += 1;
            self.short -= usize::from(was_short) - usize::from(cover.is_short());
        }
        self.options[option.index()] = State::Live;
        self.live_options += 1;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::case::{Case, multiple_cases};

    fn state(live: &Live<'_>) -> (Vec<State>, Vec<Cover>, [usize; 4]) {
        let Live {
            options,
            items,
            live_options,
            unmet,
            short,
            contradictions,
            ..
        } = live;
        let numbers = [*live_options, *unmet, *short, *contradictions];
        (options.clone(), items.clone(), numbers)
    }

    fn check(case: &Case, steps: &[(usize, bool)]) -> Result<(), TestCaseError> {
        let problem = case.problem();
        prop_assume!(problem.option_count() > 0);
        let mut live = Live::new(&problem, &Assumptions::new());
        let mut states = vec![state(&live)];
        let (mut used, mut unused) = (Vec::new(), Vec::new());
        for &(option, is_used) in steps {
            for (option, is_used) in problem.options().flat_map(|it| [(it, true), (it, false)]) {
                let step = Step { option, is_used };
                let may_follow = live.may_follow(step);
                prop_assert_eq!(state(&live), states[states.len() - 1].clone());
                live.enter(step);
                prop_assert_eq!(may_follow, live.is_possible(), "{:?}", step);
                live.leave();
            }
            let option = OptionId::new((option % problem.option_count()) as u32);
            live.enter(Step { option, is_used });
            states.push(state(&live));
            if is_used { &mut used } else { &mut unused }.push(option);
            used.sort_unstable();
            used.dedup();
            // By the definition.
            let agree = !used.iter().any(|option| unused.contains(option));
            let agree = agree && case.are_compatible(&used);
            prop_assert_eq!(live.contradictions == 0, agree);
            if !agree {
                continue;
            }
            for option in problem.options() {
                let mut with = used.clone();
                with.push(option);
                let is_live = !used.contains(&option)
                    && !unused.contains(&option)
                    && case.are_compatible(&with);
                prop_assert_eq!(live.is_live(option), is_live, "option {}", option);
            }
            let number = problem
                .options()
                .filter(|&option| live.is_live(option))
                .count();
            prop_assert_eq!(live.live_options, number);
            let unmet = problem.items().filter(|&item| {
                let covers = used
                    .iter()
                    .filter(|&&it| problem.items_of(it).contains(&item));
                (covers.count() as u32) < problem.bounds(item).0
            });
            prop_assert_eq!(live.unmet, unmet.count());
            let solutions = case.covers();
            let mut inside = solutions.iter().filter(|solution| {
                used.iter().all(|option| solution.contains(option))
                    && !unused.iter().any(|option| solution.contains(option))
            });
            prop_assert!(live.is_possible() || inside.next().is_none());
        }
        while let Some(state) = states.pop() {
            prop_assert_eq!(self::state(&live), state);
            live.leave();
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn steps_exclude_options_by_the_definition(
            case in multiple_cases(),
            steps in proptest::collection::vec((0..20_usize, any::<bool>()), 0..6),
        ) {
            check(&case, &steps)?;
        }
    }
}
