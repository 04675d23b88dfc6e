//! The levels of a plan, compiled to words of bits.

use super::open::OpenPart;
use super::plan::Plan;
use crate::ask::{Meter, Stop};
use crate::states::state::{State, is_within, meet, set, state_of, with};

#[derive(Clone, Debug, Default)]
pub(super) struct Levels<const W: usize>(Vec<Level<W>>);

#[derive(Clone, Debug)]
pub(super) struct Level<const W: usize> {
    item: State<W>,
    is_needed: bool,
    /// For each option the bits that must be unset before it, and the bits that it sets.
    pub(super) options: Vec<(State<W>, State<W>)>,
    must: State<W>,
    ends: State<W>,
    /// The number of bits in use before the level.
    pub(super) width: usize,
}

impl<const W: usize> Levels<W> {
    pub(super) fn new(open: &OpenPart, plan: &Plan, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let mut levels: Vec<Level<W>> = Vec::with_capacity(plan.levels.len());
        let clears_needs = open.layout.clears_needs();
        for (number, level) in plan.levels.iter().enumerate() {
            let mut options = Vec::new();
            let number = number as u32;
            for option in plan.numbers(number) {
                let slots = |bit: &u32| plan.slot(*bit, number);
                let needed = open.layout.needs(option);
                meter.spend(8 + 4 * needed.len())?;
                let mut needs = [0; W];
                let slots_of_needs = needed.iter().filter_map(slots);
                slots_of_needs.for_each(|slot| set(&mut needs, slot));
                let mut sets = needs;
                if !clears_needs {
                    sets = [0; W];
                    open.layout.clears(option).try_for_each(|bit| {
                        slots(&bit).iter().for_each(|&slot| set(&mut sets, slot));
                        meter.spend(4)
                    })?;
                }
                options.push((needs, sets));
            }
            levels.push(Level {
                item: level.item.map_or([0; W], |slot| state_of(&[slot])),
                is_needed: level.is_needed,
                options,
                must: state_of(&level.must),
                ends: state_of(&level.ends),
                width: level.width,
            });
        }
        Ok(Self(levels))
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    pub(super) fn get(&self, number: usize) -> &Level<W> {
        &self.0[number]
    }

    /// The most options of any level from this one on.
    pub(super) fn most_options(&self, from: usize) -> usize {
        let levels = self.0.iter().skip(from);
        levels.map(|level| level.options.len()).max().unwrap_or(0)
    }

    /// An upper bound on the binary digits of the number of solutions: one option for each level.
    pub(super) fn digits(&self) -> u64 {
        let options = self.0.iter().map(|level| level.options.len().max(1) as f64);
        options.map(f64::log2).sum::<f64>() as u64
    }

    /// Goes from a level to the next one whose item is uncovered. Returns the state there and the
    /// number of that level; `None` if an item has missed its last option.
    #[inline]
    pub(super) fn leave(
        &self,
        mut state: State<W>,
        mut number: usize,
    ) -> Option<(State<W>, usize)> {
        loop {
            let level = &self.0[number];
            if !is_within(&level.must, &state) {
                return None;
            }
            state = with(&state, &level.ends, |a, b| a & !b);
            number += 1;
            match self.0.get(number) {
                Some(level) if meet(&level.item, &state) => {
                    if level.is_needed {
                        return None;
                    }
                }
                _ => return Some((state, number)),
            }
        }
    }
}
