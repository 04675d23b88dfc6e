//! What must hold between verbs, checked the slow way, for tests.

use super::lane::{Chunk, Lane};
use super::lanes::{Lanes, Level};
use crate::engine::contract::Sane;

/// The states of all levels, and what is taken.
#[derive(Debug, PartialEq)]
pub(crate) struct State<L, const N: usize> {
    states: Vec<Chunk<L, N>>,
    levels: Vec<Level>,
    trail: Vec<u32>,
    pending: Option<u32>,
    random: bool,
}

impl<L: Lane, const N: usize> Sane for Lanes<L, N> {
    type State = State<L, N>;

    fn state(&self) -> Self::State {
        State {
            states: self.states[..(self.levels.len() + 1) * self.tables.len].to_vec(),
            levels: self.levels.clone(),
            trail: self
                .trail
                .options(self.trail.len, self.tables.none())
                .collect(),
            pending: self.pending,
            random: self.random.is_some(),
        }
    }

    /// In the state of every level an option is live in all its lanes or in none, and the
    /// lanes that are decided are those of the options taken.
    fn sanity(&self) {
        let len = self.tables.len;
        let opened = self.states.chunks_exact(len.max(1)).skip(1);
        for (level, state) in opened.enumerate() {
            let lanes = || state.iter().flat_map(|chunk| chunk.0);
            // States below the last level that was entered may be about to be written.
            let Some(&Level { trail: taken, .. }) = self.levels.get(level) else {
                continue;
            };
            let mut decided = vec![false; lanes().count()];
            for option in self.trail.options(taken, self.tables.none()) {
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
