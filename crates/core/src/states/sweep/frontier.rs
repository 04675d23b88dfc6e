//! The states of a sweep, visited depth first: the branching rule for diagrams.
//!
//! A sweep adds up numbers and forgets where they come from, so no diagram follows from it. This
//! rule has the same states and the same steps between them. A fold by this rule visits no other
//! states than the sweep, and can build a diagram from them.

use super::levels::Levels;
use super::open::OpenPart;
use super::plan::Plan;
use crate::ask::{Meter, Stop};
use crate::policy::SweepPolicies;
use crate::states::fold::{AnyDescent, Branching, Child, Descent, Entered, NodeKind};
use crate::states::layout::Layout;
use crate::states::state::{State, meet, with, with_words};

use std::sync::Arc;

/// The bits of a state that hold the number of its level.
const LEVEL: usize = 32;

/// A state is that of a sweep; the upper half of its last word is the number of its level.
struct Frontier<const W: usize> {
    levels: Levels<W>,
    /// For each level the numbers of its options.
    numbers: Vec<Vec<u32>>,
    bytes: usize,
}

/// Prepares a fold over the states of the cheapest sweep, if it is likely to have fewer states than
/// a fold by options. Returns `None` if there is no such sweep, or if its plan needs more than half
/// of `bytes`.
pub(crate) fn descent(
    layout: &Arc<Layout>,
    forced: &[u32],
    bytes: usize,
    policies: SweepPolicies,
    meter: &mut Meter<'_>,
) -> Result<Option<Box<dyn AnyDescent>>, Stop> {
    if !layout.quotas.is_empty() || Plan::bytes(layout, policies) > bytes / 2 {
        return Ok(None);
    }
    let Some(open) = OpenPart::new(layout, forced, meter)? else {
        return Ok(None);
    };
    let given = Plan::new(&open, &open.items, meter)?;
    // A fold on the first item has the states of this plan already.
    let has_given = crate::states::fold::First::<1>::takes(layout);
    let is_usable = super::fits(&given) && !has_given;
    let most = if has_given {
        given.cost - 1.0
    } else if is_usable {
        given.cost
    } else {
        f64::INFINITY
    };
    let plan = match super::better(&open, most, policies, meter)? {
        Some(plan) => plan,
        None if is_usable => given,
        None => return Ok(None),
    };
    let words = (plan.width + LEVEL).div_ceil(64);
    with_words!(words, W => {
        let frontier = Frontier::<W>::new(&open, &plan, meter)?;
        Ok(Some(Box::new(Descent::new(Box::new(frontier), bytes))))
    }, 1 2 3 4 6)
}

impl<const W: usize> Frontier<W> {
    fn new(open: &OpenPart, plan: &Plan, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let levels = Levels::new(open, plan, meter)?;
        let numbers = (0..levels.len() as u32).map(|level| plan.numbers(level).collect());
        let numbers: Vec<Vec<u32>> = numbers.collect();
        let options: usize = numbers.iter().map(Vec::len).sum();
        let each = 2 * size_of::<State<W>>() + size_of::<u32>();
        let level = 8 * size_of::<State<W>>() + 64;
        Ok(Self {
            bytes: options * each + levels.len() * level,
            levels,
            numbers,
        })
    }

    fn split(state: &State<W>) -> (State<W>, usize) {
        let mut covered = *state;
        covered[W - 1] &= (1 << LEVEL) - 1;
        (covered, (state[W - 1] >> LEVEL) as usize)
    }
}

impl<const W: usize> Branching<W> for Frontier<W> {
    fn root(&self) -> Option<State<W>> {
        Some([0; W])
    }

    fn enter(&mut self, state: &mut State<W>) -> Entered {
        let (_, level) = Self::split(state);
        if level < self.levels.len() {
            Entered::Open
        } else {
            Entered::Solved
        }
    }

    fn branch(
        &mut self,
        state: &State<W>,
        children: &mut Vec<Child<W>>,
        meter: &mut Meter<'_>,
    ) -> Result<NodeKind, Stop> {
        let (covered, number) = Self::split(state);
        let level = self.levels.get(number);
        meter.spend(level.options.len() * W)?;
        for ((needs, sets), &option) in level.options.iter().zip(&self.numbers[number]) {
            if meet(needs, &covered) {
                continue;
            }
            let after = with(&covered, sets, |a, b| a | b);
            if let Some((mut state, next)) = self.levels.leave(after, number) {
                meter.spend((next - number) * W)?;
                state[W - 1] |= (next as u64) << LEVEL;
                children.push(Child::by(option, state));
            }
        }
        Ok(NodeKind::Sum)
    }

    fn leave(&mut self) {}

    fn work(&self) -> usize {
        2 * W
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}
