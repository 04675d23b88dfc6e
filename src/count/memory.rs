//! Folds with memory, whatever the number of words in a state.

use std::sync::Arc;

use super::branching::Branching;
use super::first::First;
use super::fold::{Algebra, Fold, Progress};
use super::layout::Layout;
use super::number::Number;
use super::smallest::Smallest;
use super::tally::Counting;
use crate::ask::{Meter, Stop};

/// The most bytes for the tables that say which options need a bit.
const TABLES: usize = 256 << 20;
/// Nodes after which it is looked at how many of them were dead.
const TRIAL: u64 = 2_000;

/// A fold with any number of words in a state.
pub(super) trait AnyFold<A: Algebra> {
    fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Progress<A::Value>;
    fn nodes(&self) -> u64;
    /// Whether most of the states that are finished had no solution.
    fn is_mostly_dead(&self) -> bool;
    /// States in the memory, and visits that found theirs in it.
    fn memory(&self) -> (usize, u64);
    fn is_last(&self, level: usize) -> bool;
    fn algebra(&self) -> &A;
    fn into_algebra(self: Box<Self>) -> A;
}

impl<const W: usize, B: Branching<W>, A: Algebra> AnyFold<A> for Fold<W, B, A> {
    fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Progress<A::Value> {
        self.run(pause, meter)
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

    fn is_last(&self, level: usize) -> bool {
        self.is_last(level)
    }

    fn algebra(&self) -> &A {
        &self.algebra
    }

    fn into_algebra(self: Box<Self>) -> A {
        self.algebra
    }
}

/// A fold with memory: first by branching on the first item, where a problem allows that, and on
/// the smallest one if that leads to many dead ends.
pub(super) struct Memory<A> {
    layout: Arc<Layout>,
    forced: Vec<u32>,
    bytes: usize,
    /// The algebra of every fold at its start.
    algebra: A,
    fold: Box<dyn AnyFold<A>>,
    /// Whether branching on the first item is still being tried.
    on_trial: bool,
    /// Nodes of folds that were given up.
    given_up: u64,
}

impl<A: Algebra + Clone + 'static> Memory<A> {
    /// A fold that may take so many bytes.
    pub(super) fn new(
        layout: &Arc<Layout>,
        forced: &[u32],
        bytes: usize,
        algebra: A,
        meter: &mut Meter<'_>,
    ) -> Result<Self, NoFold> {
        if layout.words > MOST_WORDS {
            return Err(NoFold::TooLarge(format!(
                "a state would take {} bits, more than {}",
                layout.words * 64,
                MOST_WORDS * 64
            )));
        }
        let most = TABLES.min(bytes / 2);
        let tables = tables(layout);
        if tables > TABLES {
            return Err(NoFold::TooLarge(format!(
                "tables would take {tables} bytes, more than {TABLES}"
            )));
        }
        if tables > most {
            return Err(NoFold::Outgrown(format!(
                "tables would take {tables} bytes, more than the memory limit leaves"
            )));
        }
        let (layout, forced) = (Arc::clone(layout), forced.to_vec());
        let on_trial = First::<1>::takes(&layout);
        let start = if on_trial { first } else { smallest };
        let fold = start(&layout, &forced, bytes, algebra.clone(), meter);
        let fold = fold?;
        Ok(Self {
            layout,
            forced,
            bytes,
            algebra,
            fold,
            on_trial,
            given_up: 0,
        })
    }

    /// Goes on until the end, or until there are `pause` nodes.
    pub(super) fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Progress<A::Value> {
        if self.on_trial {
            let progress = self.fold.run(pause.min(TRIAL), meter);
            if !matches!(progress, Progress::Paused) || pause < TRIAL {
                return progress;
            }
            self.on_trial = false;
            if self.fold.is_mostly_dead() {
                self.given_up = self.fold.nodes();
                let algebra = self.algebra.clone();
                match smallest(&self.layout, &self.forced, self.bytes, algebra, meter) {
                    Ok(fold) => self.fold = fold,
                    Err(stop) => return Progress::Stopped(stop),
                }
            }
        }
        self.fold.run(pause.saturating_sub(self.given_up), meter)
    }

    pub(super) fn nodes(&self) -> u64 {
        self.given_up + self.fold.nodes()
    }

    pub(super) fn memory(&self) -> (usize, u64) {
        self.fold.memory()
    }

    /// The algebra with all that it made, and the options that are forced.
    pub(super) fn into_parts(self) -> (A, Vec<u32>) {
        (self.fold.into_algebra(), self.forced)
    }
}

impl Memory<Counting> {
    /// Solutions counted so far, at least.
    pub(super) fn so_far(&self) -> Number {
        let is_last = |level| self.fold.is_last(level);
        self.fold.algebra().so_far(is_last)
    }
}

/// Why there is no fold.
pub(super) enum NoFold {
    /// A state, or the tables, would be too large, whatever the memory.
    TooLarge(String),
    /// They would be too large for the memory that there is.
    Outgrown(String),
    /// A limit stopped it.
    Stopped(Stop),
}

impl From<Stop> for NoFold {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// Bytes of the tables of either way to branch, about: which options need a bit, and three states
/// for each option.
fn tables(layout: &Layout) -> usize {
    let users = layout.bits.saturating_mul(layout.len().div_ceil(8));
    let words = with_words!(layout.words, W => W);
    let masks = layout.len().saturating_mul(3 * (words + 1) * 8);
    users.saturating_add(masks)
}

fn first<A: Algebra + 'static>(
    layout: &Arc<Layout>,
    forced: &[u32],
    bytes: usize,
    algebra: A,
    meter: &mut Meter<'_>,
) -> Result<Box<dyn AnyFold<A>>, Stop> {
    with_words!(layout.words, W => {
        let branching = First::<W>::new(layout, forced, meter)?;
        Ok(Box::new(Fold::new(branching, algebra, bytes)))
    })
}

fn smallest<A: Algebra + 'static>(
    layout: &Arc<Layout>,
    forced: &[u32],
    bytes: usize,
    algebra: A,
    meter: &mut Meter<'_>,
) -> Result<Box<dyn AnyFold<A>>, Stop> {
    let (layout, forced) = (Arc::clone(layout), forced.to_vec());
    with_words!(layout.words, W => {
        let branching = Smallest::<W>::new(layout, forced, meter)?;
        Ok(Box::new(Fold::new(branching, algebra, bytes)))
    })
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
