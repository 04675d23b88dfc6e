//! Invariants that hold between verbs, checked by brute force in tests.

use super::{Chunk, Left, Level, Rows, Try};
use crate::engine::contract::Sane;

/// The state of [`Rows`]: the present state, those of the levels, and the options in use. The space
/// behind them has no meaning.
#[derive(Debug, PartialEq)]
pub(crate) struct View {
    live: Vec<Chunk>,
    left: Vec<Left>,
    levels: Vec<Level>,
    trail: Vec<u32>,
    random: bool,
    pending: Try,
}

impl Sane for Rows {
    type State = View;

    fn state(&self) -> View {
        // A pending state has no meaning yet.
        let states =
            self.here() + usize::from(!matches!(self.pending, Try::Use(_) | Try::Close(_)));
        View {
            live: self.live[..states * self.tables.chunks].to_vec(),
            left: self.left[..states * self.tables.left.len()].to_vec(),
            levels: self.levels.clone(),
            trail: self.trail.clone(),
            random: self.random.is_some(),
            pending: self.pending,
        }
    }

    /// In every state, sizes match the live options, live options have open items only, and no
    /// option in use is live.
    fn sanity(&self) {
        let (chunks, items) = (self.tables.chunks, self.tables.left.len());
        let kept = self.levels.iter().flat_map(|level| [level.trail; 2]);
        for (place, trail) in kept.enumerate() {
            let live = &self.live[place * chunks..][..chunks].as_flattened();
            let left = &self.left[place * items..][..items];
            let is_live = |option: &u32| live[*option as usize / 64] >> (option % 64) & 1 == 1;
            let mut sizes = vec![0; items];
            let options = (0..live.len() as u32 * 64).filter(is_live);
            for &item in options.flat_map(|option| self.tables.items(option)) {
                sizes[item as usize] += 1;
                assert!(left[item as usize].bound > 0, "item {item} is open");
            }
            let recorded: Vec<u32> = left.iter().map(|left| left.size).collect();
            assert_eq!(sizes, recorded, "sizes of state {place}");
            assert!(!self.trail[..trail].iter().any(is_live), "state {place}");
        }
    }
}
