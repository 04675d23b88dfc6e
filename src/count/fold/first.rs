//! Branching on the first uncovered item, for plain problems.
//!
//! A state is the set of the uncovered items. The first of them is covered by an option that has
//! no item before it: every option stands in the list of its first item only, and is tried where
//! its items are all uncovered. Nothing else is looked at, so that a state costs a few
//! nanoseconds. Dead ends are found late. Where they are few, as in tilings and in matchings,
//! this is the fastest way.

use super::algebra::{NodeKind, Via};
use super::branching::{Branching, Child, Entered};
use crate::ask::{Meter, Stop};
use crate::count::layout::{Bit, Layout};
use crate::count::state::{State, is_within, state_of, with};
use crate::problem::Lists;

#[derive(Clone, Debug)]
pub(in crate::count) struct First<const W: usize> {
    root: Option<State<W>>,
    /// The options by their first items: their items and their numbers in the layout.
    options: Lists<(State<W>, u32)>,
    /// The most options of an item.
    widest: usize,
}

impl<const W: usize> First<W> {
    /// Whether a problem can be branched on like this.
    pub(in crate::count) fn takes(layout: &Layout) -> bool {
        let once = |bit| layout.kind(bit) == Bit::Once;
        layout.bits == layout.primary && (0..layout.bits as u32).all(once)
    }

    /// For a layout that it takes, with these options forced. O(options x words) time and memory.
    pub(in crate::count) fn new(
        layout: &Layout,
        forced: &[u32],
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let first = |number: u32| Some((layout.needs(number).iter().min().copied()?, number));
        let numbers = || (0..layout.len() as u32).filter_map(first);
        meter.spend(2 * layout.uses())?;
        let options = Lists::grouped(layout.primary, numbers, |work| meter.spend(work))?;
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

impl<const W: usize> Branching<W> for First<W> {
    fn root(&self) -> Option<State<W>> {
        self.root
    }

    fn is_normal(&self) -> bool {
        true
    }

    #[inline]
    fn enter(&mut self, state: &mut State<W>) -> Entered {
        if *state == [0; W] {
            Entered::Solved
        } else {
            Entered::Open
        }
    }

    #[inline]
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
                children.push(Child {
                    state: with(state, items, |a, b| a & !b),
                    via: Via::Use(*number),
                });
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
