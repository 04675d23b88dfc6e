//! Sums on lanes, instead of the items and options that express them.
//!
//! A model lays out a sum as a chain of states: many items, with thousands of options. The other
//! items often fit in lanes, and what follows from a sum is found from the sum itself in less than
//! a microsecond. So a state needs neither these *derived* items nor their options; a solution gets
//! the options at the end.
//!
//! A sum is examined when one of its items has lost options. Forced options are used first, because
//! they take less time. The lane to branch on has the fewest options for its weight, which grows at
//! each dead end at which the lane ran out of options.

mod conclude;
mod derived;
mod tables;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use self::conclude::{Open, ones};
use self::derived::Derived;
pub(crate) use self::tables::SumTables;
use super::Lanes;
use super::lane::{Chunk, Lane};
use crate::ask::{Inferences, Meter, Stop};
use crate::engine::bits::Kernels;
use crate::engine::{Branch, Remains, Tree};
use crate::policy::BitsPolicies;
use crate::problem::{OptionId, Problem};

/// The weight of a lane at the start, for each sum that it is in.
const FIRST_WEIGHT: u32 = 10;

/// The work of examining a sum, about, in nanoseconds.
const WORK_OF_SUM: u64 = 150;
/// The work for each chunk of a state between two rounds of sums, about, in nanoseconds.
const WORK_OF_CHUNK: u64 = 70;

/// Lanes with sums.
#[derive(Clone, Debug)]
pub(crate) struct Summed<L: Lane, const N: usize> {
    lanes: Lanes<L, N>,
    shared: Arc<Shared>,
    /// The state before the last round of sums.
    before: Vec<Chunk<L, N>>,
    /// The sums to examine.
    touched: Touched,
    /// Work space: the open terms of a sum.
    open: Vec<Open>,
    /// The weight of each lane.
    weights: Vec<u32>,
    /// Whether the present state is a solution.
    is_solved: bool,
    work: u64,
}

/// What clones share.
#[derive(Debug)]
struct Shared {
    sums: SumTables,
    /// The lane of each term.
    lanes: Vec<u32>,
    derived: Derived,
}

impl<L: Lane, const N: usize> Summed<L, N> {
    /// The bytes for this many options and primary items of what is left. `None` as for lanes.
    pub(crate) fn memory(problem: &Problem, options: usize, primary: usize) -> Option<usize> {
        let lanes = Lanes::<L, N>::memory(options, primary)?;
        Some(lanes.saturating_add(Derived::memory(problem)))
    }

    /// Compiles the sums of what remains of a problem, and what is left without the items that
    /// express them.
    pub(crate) fn compile(
        (problem, remains): (&Problem, &Remains),
        (sums, left): (SumTables, Remains),
        kernels: Kernels,
        subset_rule: Option<BitsPolicies>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let derived = Derived::of(problem, remains, &sums.derived, meter)?;
        let lanes = Lanes::compile_remains(problem, left, kernels, subset_rule, meter)?;
        let lane = |item| {
            let lane = lanes.tables.lane(item);
            lane.unwrap_or_else(|| unreachable!("the item of a term is open"))
        };
        let shared = Shared {
            lanes: sums.items().map(lane).collect(),
            sums,
            derived,
        };
        let len = lanes.tables.len;
        Ok(Self {
            before: vec![Chunk::all(L::ZERO); len],
            touched: Touched(vec![0; shared.sums.len().div_ceil(64)]),
            open: Vec::new(),
            weights: vec![1; len * N],
            lanes: lanes.without_twins(),
            shared: Arc::new(shared),
            is_solved: false,
            work: 0,
        })
    }

    /// Examines the sums of which a lane has changed since `before`, and those that this touches
    /// later in the round. Returns whether that removed options, or `None` if a sum cannot hold.
    fn examine_touched(&mut self) -> Option<bool> {
        let (lanes, shared) = (&mut self.lanes, &*self.shared);
        let state = lanes.state_mut();
        for (term, &lane) in (0..).zip(&shared.lanes) {
            if bits(state, lane) != bits(&self.before, lane) {
                self.touched.add(shared.sums.of_term(term));
            }
        }
        let mut has_removed = false;
        let mut last = None;
        while let Some(sum) = self.touched.take_after(last) {
            last = Some(sum);
            self.work += WORK_OF_SUM;
            let state = &*lanes.state_mut();
            let live = |term: u32| bits(state, shared.lanes[term as usize]);
            let holds = shared.sums.examine(sum, live, &mut self.open);
            for one in &self.open {
                let lane = shared.lanes[one.term as usize];
                if !holds {
                    grow(&mut self.weights[lane as usize]);
                    continue;
                }
                let dead = shared.sums.dead(one);
                for bit in ones(dead) {
                    lanes.remove(lane, bit);
                }
                if dead != 0 {
                    has_removed = true;
                    // Also this sum: bounds are considered once.
                    self.touched.add(shared.sums.of_term(one.term));
                }
            }
            if !holds {
                return None;
            }
        }
        self.before.copy_from_slice(lanes.state_mut());
        Some(has_removed)
    }

    /// Adds to the weight of the first lane without options.
    fn grow_empty(&mut self) {
        let state = self.lanes.state_mut();
        let lanes = state.iter().flat_map(|chunk| &chunk.0);
        let is_empty = |lane: &L| *lane & !L::FLAG == L::ZERO;
        if let Some(lane) = lanes.clone().position(is_empty) {
            grow(&mut self.weights[lane]);
        }
    }

    /// The undecided lane with the fewest options for its weight.
    fn choose(&mut self) -> usize {
        let weights = &self.weights;
        let state = self.lanes.state_mut();
        let lanes = state.iter().flat_map(|chunk| &chunk.0);
        let (mut best, mut fewest, mut heaviest) = (0, u64::MAX, 1);
        for ((place, &lane), &weight) in lanes.enumerate().zip(weights) {
            if lane & L::FLAG == L::ZERO {
                continue;
            }
            let (options, weight) = ((lane & !L::FLAG).count().widen(), u64::from(weight));
            // With the square, a lane of three options is tried before one of two only if it weighs
            // more than twice as much: little killers take 30 % less time.
            let tries = options * options;
            if tries * heaviest < fewest.saturating_mul(weight) {
                (best, fewest, heaviest) = (place, tries, weight);
            }
        }
        best
    }
}

/// A set of sums.
#[derive(Clone, Debug)]
struct Touched(Vec<u64>);

impl Touched {
    fn add(&mut self, sums: &[u32]) {
        for &sum in sums {
            self.0[sum as usize / 64] |= 1 << (sum % 64);
        }
    }

    /// Takes the first sum after another one.
    fn take_after(&mut self, last: Option<u32>) -> Option<u32> {
        let first = last.map_or(0, |last| last + 1);
        let mut later = !0 << (first % 64);
        for word in first as usize / 64..self.0.len() {
            let left = self.0[word] & later;
            later = !0;
            if left != 0 {
                let bit = left.trailing_zeros();
                self.0[word] &= !(1 << bit);
                return Some(word as u32 * 64 + bit);
            }
        }
        None
    }
}

fn grow(weight: &mut u32) {
    *weight = weight.saturating_add(1);
}

/// The live options of a lane, as bits.
#[inline(always)]
fn bits<L: Lane, const N: usize>(state: &[Chunk<L, N>], lane: u32) -> u64 {
    (state[lane as usize / N].0[lane as usize % N] & !L::FLAG).widen()
}

impl<L: Lane, const N: usize> Tree for Summed<L, N> {
    fn reset(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.weights.fill(1);
        for (term, &lane) in (0..).zip(&self.shared.lanes) {
            let sums = self.shared.sums.of_term(term).len() as u32;
            self.weights[lane as usize] = 1 + FIRST_WEIGHT * sums;
        }
        self.work = 0;
        self.is_solved = false;
        self.lanes.reset(meter)
    }

    fn forbid(&mut self, option: OptionId) {
        self.lanes.forbid(option);
    }

    fn force(&mut self, option: OptionId) -> bool {
        self.lanes.force(option)
    }

    fn randomise(&mut self, seed: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.lanes.randomise(seed, meter)
    }

    fn branch(&mut self) -> Branch {
        let mut branch = self.lanes.branch();
        match self.lanes.state_before() {
            Some(before) => self.before.copy_from_slice(before),
            None => self.before.fill(Chunk::all(L::ZERO)),
        }
        self.is_solved = false;
        self.touched.0.fill(0);
        loop {
            self.work += WORK_OF_CHUNK * self.before.len() as u64;
            if branch == Branch::Dead {
                self.grow_empty();
                return branch;
            }
            match self.examine_touched() {
                Some(true) => branch = self.lanes.settle_again(),
                Some(false) => break,
                None => return Branch::Dead,
            }
        }
        match branch {
            Branch::Open => {
                let lane = self.choose();
                self.lanes.choose_lane(lane);
            }
            Branch::Solved => {
                self.is_solved = true;
                self.work += self.shared.derived.work();
            }
            Branch::Dead => {}
        }
        branch
    }

    fn enter(&mut self) {
        self.lanes.enter();
    }

    fn advance(&mut self) -> bool {
        self.is_solved = false;
        self.lanes.advance()
    }

    fn leave(&mut self) {
        self.is_solved = false;
        self.lanes.leave();
    }

    fn tried(&self) -> Option<OptionId> {
        self.lanes.tried()
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        let start = out.len();
        self.lanes.trail(out);
        if self.is_solved {
            self.shared.derived.complete(out, start);
        }
    }

    fn inferences(&self) -> Option<Inferences> {
        self.lanes.inferences()
    }

    fn work(&self) -> u64 {
        self.work
    }
}
