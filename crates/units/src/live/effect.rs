//! What a step would change: whether the path may have a solution after it.

use super::{Cover, Live, State};
use quadrille_core::OptionId;
use quadrille_core::Step;

impl Live<'_> {
    /// Whether the path may have a solution after this step, as [`enter`](Self::enter) and
    /// [`is_possible`](Self::is_possible) would find. It never costs more, and much less if the
    /// step excludes all other options.
    pub(crate) fn may_follow(&mut self, step: Step) -> bool {
        let items = self.problem.items_of(step.option);
        self.is_possible()
            && match (self.options[step.option.index()], step.is_used) {
                (State::Used, is_used) => is_used,
                (State::Dead, is_used) => !is_used,
                (State::Live, true) => self.may_use(step.option),
                (State::Live, false) => {
                    self.work += items.len() as u64;
                    let mut covers = items.iter().map(|item| self.items[item.index()]);
                    covers.all(|cover| !cover.is_short_without(1))
                }
            }
    }

    /// Whether every item still has enough options if this one is used.
    fn may_use(&mut self, option: OptionId) -> bool {
        self.find_conflicts(option);
        let effect = &mut self.effect;
        let is_enough = if effect.dying.len() + 1 < self.live_options {
            effect.dying.iter().all(|&other| {
                let items = self.problem.items_of(other);
                self.work += items.len() as u64;
                items.iter().all(|&item| {
                    let lost = &mut effect.lost[item.index()];
                    if *lost == 0 {
                        effect.touched.push(item);
                    }
                    *lost += 1;
                    !self.items[item.index()].is_short_without(*lost)
                })
            })
        } else {
            // Without other options, this one must meet all that is left.
            let items = self.problem.items_of(option).iter();
            let covers = items.map(|item| self.items[item.index()]);
            self.unmet == covers.filter(|cover| cover.used + 1 == cover.low).count()
        };
        for item in effect.touched.drain(..) {
            effect.lost[item.index()] = 0;
        }
        is_enough
    }

    /// Lists the live options that a live option excludes, each once.
    pub(super) fn find_conflicts(&mut self, option: OptionId) {
        let (problem, effect) = (self.problem, &mut self.effect);
        effect.dying.clear();
        for (item, colour) in problem.uses_of(option) {
            // The items of a long option exclude the same options again and again.
            if effect.dying.len() + 1 == self.live_options {
                break;
            }
            let is_primary = problem.is_primary(item);
            let Cover { used, high, .. } = self.items[item.index()];
            if is_primary && used + 1 < high {
                continue;
            }
            let places = self.users.range(item.index() as u32);
            self.work += places.len() as u64;
            for place in places {
                let (other, at) = self.users.all()[place];
                let other = OptionId::new(other);
                let agrees =
                    !is_primary && colour.is_some() && problem.colour_at(at as usize) == colour;
                let is_live = self.options[other.index()] == State::Live;
                if !agrees && is_live && other != option && !effect.is_dying[other.index()] {
                    effect.is_dying[other.index()] = true;
                    effect.dying.push(other);
                }
            }
        }
        for other in &effect.dying {
            effect.is_dying[other.index()] = false;
        }
    }
}
