//! Invariants that hold between verbs, checked by brute force in tests.

use super::lane::{Chunk, Lane};
use super::{Lanes, Level};
use crate::engine::contract::Sane;

/// The root, the states in which levels were opened, and the options in use.
#[derive(Debug, PartialEq)]
pub(crate) struct State<L, const N: usize> {
    root: Vec<Chunk<L, N>>,
    opened: Vec<Vec<Chunk<L, N>>>,
    levels: Vec<Level>,
    trail: Vec<u32>,
    pending: Option<u32>,
    random: bool,
}

impl<L: Lane, const N: usize> Lanes<L, N> {
    /// The state in which a level was opened.
    fn opened(&self, level: &Level) -> &[Chunk<L, N>] {
        &self.states[level.state * self.tables.len..][..self.tables.len]
    }
}

impl<L: Lane, const N: usize> Sane for Lanes<L, N> {
    type State = State<L, N>;

    fn state(&self) -> Self::State {
        State {
            root: self.states[..self.tables.len].to_vec(),
            opened: self
                .levels
                .iter()
                .map(|level| self.opened(level).to_vec())
                .collect(),
            levels: self.levels.clone(),
            trail: self.trail.options(self.trail.len, self.tables.none()),
            pending: self.pending,
            random: self.random.is_some(),
        }
    }

    /// In the state of every level, an option is live in all of its lanes or in none, and the
    /// decided lanes are those of the options in use.
    fn sanity(&self) {
        for level in &self.levels {
            let state = self.opened(level);
            let lanes = || state.iter().flat_map(|chunk| chunk.0);
            let mut decided = vec![false; lanes().count()];
            for option in self.trail.options(level.trail, self.tables.none()) {
                for &(lane, _) in self.tables.bits(option) {
                    decided[lane as usize] = true;
                }
            }
            for option in 0..self.tables.option_count() as u32 {
                let bits = self.tables.bits(option).iter();
                let mut live = bits.map(|&(lane, bit)| {
                    let lane = lane as usize;
                    state[lane / N].0[lane % N] & L::from(1) << bit != L::ZERO
                });
                let first = live.next();
                assert!(live.all(|live| Some(live) == first), "option {option}");
            }
            for (lane, value) in lanes().enumerate() {
                if self.tables.has_item(lane) {
                    assert_eq!(value & L::FLAG == L::ZERO, decided[lane], "lane {lane}");
                }
            }
        }
    }
}
