//! The rules of the reduction by their definitions, too simple to be wrong. They check the steps of
//! proofs, and that a reduction leaves nothing to do.

use quadrille::reduce::Step;
use quadrille::{ItemId, OptionId, Problem};

#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Left,
    Used,
    Unused,
}

/// What is known about the options of a problem.
pub(crate) struct Rules<'p> {
    problem: &'p Problem,
    /// The items that must be covered; the others need not be.
    asked: &'p [ItemId],
    fates: Vec<Fate>,
}

impl<'p> Rules<'p> {
    /// Nothing is known.
    pub(crate) fn new(problem: &'p Problem, asked: &'p [ItemId]) -> Self {
        Self {
            problem,
            asked,
            fates: vec![Fate::Left; problem.option_count()],
        }
    }

    fn options(&self, item: ItemId, fate: Fate) -> Vec<OptionId> {
        let options = self.problem.options();
        options
            .filter(|&option| {
                !self.problem.is_dropped(option)
                    && self.fates[option.index()] == fate
                    && self.problem.items_of(option).contains(&item)
            })
            .collect()
    }

    /// The number of options that an item still needs.
    fn need(&self, item: ItemId) -> usize {
        let low = match self.problem.multiplicity(item) {
            Some(times) if self.asked.contains(&item) => *times.start() as usize,
            _ => 0,
        };
        low.saturating_sub(self.options(item, Fate::Used).len())
    }

    /// Whether an item may be covered at most this many times more, apart from uses in one colour.
    fn is_full(&self, item: ItemId, more: usize) -> bool {
        let high = match self.problem.multiplicity(item) {
            Some(times) => *times.end() as usize,
            None => 1,
        };
        self.options(item, Fate::Used).len() + more >= high
    }

    /// Whether two options use an item, but not in the same colour.
    fn differ(&self, item: ItemId, one: OptionId, other: OptionId) -> bool {
        let colour = |option| {
            let mut uses = self.problem.uses_of(option);
            uses.find(|used| used.0 == item).map(|used| used.1)
        };
        match (colour(one), colour(other)) {
            (Some(one), Some(other)) => one != other || one.is_none(),
            _ => false,
        }
    }

    /// Whether two options that are left cannot be used together.
    fn conflict(&self, one: OptionId, other: OptionId) -> bool {
        one != other
            && self
                .problem
                .items_of(one)
                .iter()
                .any(|&item| self.differ(item, one, other) && self.is_full(item, 1))
    }

    /// The number of options left of an item that do not conflict with an option.
    fn supports(&self, option: OptionId, item: ItemId) -> usize {
        let mut supports = self.options(item, Fate::Left);
        supports.retain(|&other| !self.conflict(option, other));
        supports.len()
    }

    /// Whether a step follows from what is known. If so, it is known from now on.
    fn follow(&mut self, step: &Step) -> bool {
        let (option, fate, follows) = match *step {
            Step::Forced { option, item } => {
                let left = self.options(item, Fate::Left);
                let needs_all = self.need(item) >= left.len();
                (option, Fate::Used, needs_all && left.contains(&option))
            }
            Step::Excluded {
                option,
                beside,
                item,
            } => {
                let is_used = self.fates[beside.index()] == Fate::Used;
                let conflict = self.differ(item, option, beside) && self.is_full(item, 0);
                (option, Fate::Unused, is_used && conflict)
            }
            Step::Unsupported { option, item } => {
                let few = self.supports(option, item) < self.need(item);
                (option, Fate::Unused, few)
            }
        };
        let is_left = self.fates[option.index()] == Fate::Left;
        self.fates[option.index()] = fate;
        follows && is_left
    }

    /// Whether each step follows from the steps before it, and all together show that an item has
    /// too few options.
    pub(crate) fn prove(mut self, steps: &[Step], item: ItemId) -> bool {
        steps.iter().all(|step| self.follow(step))
            && self.need(item) > self.options(item, Fate::Left).len()
    }

    /// Whether no rule forces or removes another option.
    pub(crate) fn are_exhausted(&self) -> bool {
        self.asked.iter().all(|&item| {
            let need = self.need(item);
            let is_unsupported = |option| self.supports(option, item) < need;
            let mut options = self.problem.options();
            need == 0 || need < self.options(item, Fate::Left).len() && !options.any(is_unsupported)
        })
    }
}
