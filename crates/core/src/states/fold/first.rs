//! Branching on the first uncovered item, for plain problems.
//!
//! A state is the set of uncovered items. An option that covers the first of them covers no item
//! before it; so every option is listed under its own first item only, and is tried if all of its
//! items are uncovered. That is all the work, so a state costs a few nanoseconds. Dead ends are
//! noticed late. Where they are rare, as in tilings and matchings, this rule is the fastest.

use super::algebra::NodeKind;
use super::branching::{Branching, Child, Entered};
use crate::ask::{Meter, Stop};
use crate::problem::Lists;
use crate::states::layout::{Bit, Layout};
use crate::states::state::{State, is_within, state_of, with};

#[derive(Clone, Debug)]
pub(crate) struct First<const W: usize> {
    root: Option<State<W>>,
    /// The options under their first items: the items of each option and its number in the layout.
    options: Lists<(State<W>, u32)>,
    /// The largest number of options under one item.
    widest: usize,
}

impl<const W: usize> First<W> {
    /// Whether this rule works for a problem.
    pub(crate) fn takes(layout: &Layout) -> bool {
        let once = |bit| layout.kind(bit) == Bit::Once;
        layout.bits == layout.primary && (0..layout.bits as u32).all(once)
    }

    /// Prepares the rule for a layout that it [works](Self::takes) for, with these options forced.
    /// O(options x words) time and memory.
    pub(crate) fn new(
        layout: &Layout,
        forced: &[u32],
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let options = by_first_item(layout, meter)?;
        let sizes = (0..layout.primary as u32).map(|item| options.of(item).len());
        let widest = sizes.max().unwrap_or(0);
        let all: Vec<u32> = (0..layout.primary as u32).collect();
        let root = forced.iter().try_fold(state_of(&all), |state, &option| {
            let its = state_of(layout.needs(option));
            is_within(&its, &state).then(|| with(&state, &its, |a, b| a & !b))
        });
        let options = options.try_map(|number| {
            meter.spend(W + layout.needs(number).len())?;
            Ok((state_of(layout.needs(number)), number))
        })?;
        Ok(Self {
            root,
            options,
            widest,
        })
    }
}

/// The options under their first items, for states of any size.
fn by_first_item(layout: &Layout, meter: &mut Meter<'_>) -> Result<Lists<u32>, Stop> {
    let first = |number: u32| Some((layout.needs(number).iter().min().copied()?, number));
    let numbers = || (0..layout.len() as u32).filter_map(first);
    meter.spend(2 * layout.uses())?;
    Lists::grouped(layout.primary, numbers, |work| meter.spend(work))
}

impl<const W: usize> Branching<W> for First<W> {
    fn root(&self) -> Option<State<W>> {
        self.root
    }

    fn enter(&mut self, state: &mut State<W>) -> Entered {
        if *state == [0; W] {
            Entered::Solved
        } else {
            Entered::Open
        }
    }

    fn branch(
        &mut self,
        state: &State<W>,
        children: &mut Vec<Child<W>>,
        _: &mut Meter<'_>,
    ) -> Result<NodeKind, Stop> {
        let word = state.iter().position(|&word| word != 0).unwrap_or(0);
        let item = word * 64 + state[word].trailing_zeros() as usize;
        for (items, number) in self.options.of(item as u32) {
            if is_within(items, state) {
                children.push(Child::by(*number, with(state, items, |a, b| a & !b)));
            }
        }
        Ok(NodeKind::Sum)
    }

    fn leave(&mut self) {}

    fn work(&self) -> usize {
        W + self.widest * W
    }

    fn bytes(&self) -> usize {
        self.options.bytes()
    }
}
