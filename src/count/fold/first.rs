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

#[derive(Clone, Debug)]
pub(in crate::count) struct First<const W: usize> {
    root: Option<State<W>>,
    /// The options by their first items: their items and their numbers in the layout.
    options: Vec<(State<W>, u32)>,
    /// `ends[i]` is where the options of item `i` end; they start where those before end.
    ends: Vec<u32>,
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
        let first = |number: &u32| layout.needs(*number).iter().min().copied();
        let mut numbers: Vec<u32> = (0..layout.len() as u32).collect();
        meter.spend(layout.uses() + 20 * numbers.len())?;
        numbers.sort_by_cached_key(first);
        let mut ends = vec![0; layout.primary];
        for item in numbers.iter().filter_map(first) {
            ends[item as usize] += 1;
        }
        let widest = ends.iter().max().map_or(0, |&most| most as usize);
        let mut end = 0;
        for size in &mut ends {
            end += *size;
            *size = end;
        }
        let all: Vec<u32> = (0..layout.primary as u32).collect();
        let root = forced.iter().try_fold(state_of(&all), |state, &option| {
            let its = state_of(layout.needs(option));
            is_within(&its, &state).then(|| with(&state, &its, |a, b| a & !b))
        });
        let mut options = Vec::with_capacity(numbers.len());
        for number in numbers {
            meter.spend(W + layout.needs(number).len())?;
            options.push((state_of(layout.needs(number)), number));
        }
        Ok(Self {
            root,
            options,
            ends,
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
        let start = item.checked_sub(1).map_or(0, |before| self.ends[before]);
        for (items, number) in &self.options[start as usize..self.ends[item] as usize] {
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
        self.options.capacity() * size_of::<(State<W>, u32)>() + self.ends.capacity() * 4
    }
}
