//! The ways to count with memory, a sweep and a fold, in turn under one budget.

use std::time::Instant;

use super::fold::Progress;
use super::layout::Layout;
use super::memory::Memory;
use super::number::Number;
use super::sweep::{Rest, Sweep, Swept};
use super::tally::Counting;
use crate::solver::{Count, Limits, Stop};

/// The most nodes between two looks at the limits.
const POLL: u64 = 128;

/// What came of a turn.
#[derive(Clone, Debug)]
pub(super) enum Turn {
    /// All is counted.
    Done(Number),
    /// It may go on.
    Paused,
    /// It cannot go on: why.
    Failed(String),
    /// A limit stopped it.
    Stopped(Stop),
}

/// A way to count with memory.
trait Way {
    fn run(&mut self, pause: u64) -> Turn;
    fn nodes(&self) -> u64;
    /// What its turns are measured by.
    fn work(&self) -> u64;
    /// Solutions at least, as far as is known.
    fn at_least(&self) -> Number;
}

impl Way for Sweep {
    fn run(&mut self, pause: u64) -> Turn {
        match self.run(pause) {
            Swept::Done(number) => Turn::Done(number),
            Swept::Paused => Turn::Paused,
            Swept::Outgrown | Swept::Overflow => Turn::Failed(String::new()),
        }
    }

    fn nodes(&self) -> u64 {
        self.nodes()
    }

    /// The nodes of a sweep have very different numbers of children.
    fn work(&self) -> u64 {
        self.nodes().max(self.work())
    }

    fn at_least(&self) -> Number {
        Number::ZERO
    }
}

impl Way for Memory<Counting> {
    fn run(&mut self, pause: u64) -> Turn {
        match self.run(pause) {
            Progress::Done(number) => Turn::Done(number),
            Progress::Paused => Turn::Paused,
        }
    }

    fn nodes(&self) -> u64 {
        self.nodes()
    }

    fn work(&self) -> u64 {
        self.nodes()
    }

    fn at_least(&self) -> Number {
        self.so_far()
    }
}

/// The ways with memory.
pub(super) struct Remembering {
    sweep: Option<Sweep>,
    /// What the fold is made of at its first turn.
    layout: Option<(Layout, Vec<u32>)>,
    fold: Option<Memory<Counting>>,
    /// Why there is no fold.
    unable: Option<String>,
    bytes: usize,
    limits: Limits,
    started: Instant,
}

impl Remembering {
    /// With so many bytes; `None` if there is no solution. The limits are those of all nodes since
    /// the start.
    pub(super) fn new(
        (layout, forced): (Layout, Vec<u32>),
        bytes: usize,
        limits: Limits,
        started: Instant,
    ) -> Option<Self> {
        let sweep = if layout.multiples.is_empty() {
            // The other half is for the fold.
            Sweep::new(Rest::new(&layout, &forced)?, bytes / 2)
        } else {
            None
        };
        Some(Self {
            bytes: bytes - if sweep.is_some() { bytes / 2 } else { 0 },
            sweep,
            layout: Some((layout, forced)),
            fold: None,
            unable: None,
            limits,
            started,
        })
    }

    /// Nodes so far.
    pub(super) fn nodes(&self) -> u64 {
        let sweep = self.sweep.as_ref().map_or(0, Sweep::nodes);
        sweep + self.fold.as_ref().map_or(0, Memory::nodes)
    }

    /// Solutions at least, as far as is known.
    pub(super) fn at_least(&self) -> Count {
        let fold = self.fold.as_ref();
        Count::new(fold.map_or(Number::ZERO, Memory::so_far).to_big())
    }

    /// States that were put into a memory, and visits that found theirs in it.
    pub(super) fn states(&self) -> (usize, u64) {
        let fold = self.fold.as_ref().map_or((0, 0), Memory::memory);
        let sweep = self.sweep.as_ref().map_or((0, 0), Sweep::states);
        (fold.0 + sweep.0, fold.1 + sweep.1)
    }

    /// A turn of each, until it has done so much work, while there were so many nodes of others. It
    /// fails where no way is left.
    pub(super) fn turn(&mut self, others: u64, sweep: u64, fold: u64) -> Turn {
        let limits = (&self.limits, self.started);
        if let Some(way) = &mut self.sweep {
            let folded = self.fold.as_ref().map_or(0, Memory::nodes);
            match turn(limits, others + folded, way, sweep) {
                Turn::Paused => {}
                Turn::Failed(_) => self.sweep = None,
                end => return end,
            }
        }
        if let Some((layout, forced)) = self.layout.take() {
            match Memory::new(layout, forced, self.bytes, Counting::default()) {
                Ok(started) => self.fold = Some(started),
                Err(reason) => self.unable = Some(reason),
            }
        }
        let swept = self.sweep.as_ref().map_or(0, Sweep::nodes);
        match (&mut self.fold, &self.unable) {
            (Some(way), _) => turn(limits, others + swept, way, fold),
            (None, Some(reason)) if self.sweep.is_none() => Turn::Failed(reason.clone()),
            _ => Turn::Paused,
        }
    }
}

/// Goes on until the end, or up to so much work, or as the limits allow.
fn turn((limits, started): (&Limits, Instant), others: u64, way: &mut impl Way, most: u64) -> Turn {
    loop {
        let nodes = way.nodes();
        if let Some(stop) = limits.reached(others + nodes, started) {
            return Turn::Stopped(stop);
        }
        let enough = limits.most_solutions();
        if enough.is_some_and(|enough| way.at_least().to_big() >= enough.into()) {
            return Turn::Stopped(Stop::Solutions);
        }
        if way.work() >= most {
            return Turn::Paused;
        }
        let left = limits.most_nodes() - others;
        match way.run((nodes + POLL).min(left)) {
            Turn::Paused => {}
            end => return end,
        }
    }
}
