//! Counting with memory, whatever the number of words in a state.

use super::branching::Branching;
use super::first::First;
use super::fold::{Fold, Progress};
use super::layout::Layout;
use super::smallest::Smallest;
use super::tally::{Counting, Tally};

/// The most bytes for the tables that say which options need a bit.
const TABLES: usize = 256 << 20;
/// Nodes after which it is looked at how many of them were dead.
const TRIAL: u64 = 2_000;

/// A fold that counts.
pub(super) trait Counts {
    fn run(&mut self, pause: u64) -> Progress<Tally>;
    fn so_far(&self) -> Tally;
    fn nodes(&self) -> u64;
    /// Whether most of the states that are finished had no solution.
    fn is_mostly_dead(&self) -> bool;
    /// States in the memory, and visits that found theirs in it.
    fn memory(&self) -> (usize, u64);
}

impl<const W: usize, B: Branching<W>> Counts for Fold<W, B, Counting> {
    fn run(&mut self, pause: u64) -> Progress<Tally> {
        self.run(pause)
    }

    fn so_far(&self) -> Tally {
        self.algebra.so_far(|level| self.is_last(level))
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn is_mostly_dead(&self) -> bool {
        self.dead * 2 > self.nodes
    }

    fn memory(&self) -> (usize, u64) {
        (self.states(), self.hits)
    }
}

/// Counts with memory: first by branching on the first item, where a problem allows that, and on
/// the smallest one if that leads to many dead ends.
pub(super) struct Memory {
    layout: Layout,
    forced: Vec<u32>,
    bytes: usize,
    fold: Box<dyn Counts>,
    /// Whether branching on the first item is still being tried.
    on_trial: bool,
    /// Nodes of folds that were given up.
    given_up: u64,
}

impl Memory {
    /// Says why it cannot be, if states or tables would be too large.
    pub(super) fn new(layout: Layout, forced: Vec<u32>, bytes: usize) -> Result<Self, String> {
        let tables = layout.bits * layout.options.len().div_ceil(8);
        if layout.words > MOST_WORDS {
            return Err(format!(
                "a state would take {} bits, more than {}",
                layout.words * 64,
                MOST_WORDS * 64
            ));
        }
        if tables > TABLES {
            return Err(format!(
                "tables would take {tables} bytes, more than {TABLES}"
            ));
        }
        let on_trial = First::<1>::takes(&layout);
        let fold = if on_trial {
            with_words!(layout.words, W => counts(First::<W>::new(&layout, &forced), bytes))
        } else {
            smallest(&layout, &forced, bytes)
        };
        Ok(Self {
            layout,
            forced,
            bytes,
            fold,
            on_trial,
            given_up: 0,
        })
    }

    /// Goes on until the end, or until there are `pause` nodes.
    pub(super) fn run(&mut self, pause: u64) -> Progress<Tally> {
        if self.on_trial {
            let progress = self.fold.run(pause.min(TRIAL));
            if matches!(progress, Progress::Done(_)) || pause < TRIAL {
                return progress;
            }
            self.on_trial = false;
            if self.fold.is_mostly_dead() {
                self.given_up = self.fold.nodes();
                self.fold = smallest(&self.layout, &self.forced, self.bytes);
            }
        }
        self.fold.run(pause.saturating_sub(self.given_up))
    }

    pub(super) fn nodes(&self) -> u64 {
        self.given_up + self.fold.nodes()
    }

    /// What is counted so far: solutions at least, and about how many nodes a walk had visited.
    pub(super) fn so_far(&self) -> Tally {
        self.fold.so_far()
    }

    pub(super) fn memory(&self) -> (usize, u64) {
        self.fold.memory()
    }
}

fn smallest(layout: &Layout, forced: &[u32], bytes: usize) -> Box<dyn Counts> {
    let (layout, forced) = (layout.clone(), forced.to_vec());
    with_words!(layout.words, W => counts(Smallest::<W>::new(layout, forced), bytes))
}

fn counts<const W: usize>(branching: impl Branching<W> + 'static, bytes: usize) -> Box<dyn Counts> {
    Box::new(Fold::new(branching, Counting::default(), bytes))
}

/// The most words of a state.
pub(super) const MOST_WORDS: usize = 128;

/// Does something with the smallest constant that holds so many words: states are compiled for
/// a few sizes.
macro_rules! with_words {
    ($words:expr, $W:ident => $act:expr) => {
        $crate::count::memory::with_words!($words, $W => $act, 1 2 3 4 6 8 16 32 128)
    };
    ($words:expr, $W:ident => $act:expr, $($size:literal)*) => {
        match $words {
            $(words if words <= $size => {
                const $W: usize = $size;
                $act
            })*
            _ => unreachable!("no more words than there may be"),
        }
    };
}
pub(super) use with_words;
