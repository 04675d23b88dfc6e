//! The ways to count with memory, a sweep and a fold, in turn under one budget.

use std::sync::Arc;

use super::contest::Pace;
use super::fold::Progress;
use super::layout::{Layout, NoLayout};
use super::memory::{Memory, NoFold};
use super::number::Number;
use super::sweep::{Sweep, Swept};
use super::tally::Counting;
use crate::ask::{Assumptions, Budget, Count, Meter, Stop};
use crate::problem::Problem;

/// The most nodes between two looks at the limits of nodes and solutions.
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
    fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Turn;
    fn nodes(&self) -> u64;
    /// What its turns are measured by.
    fn work(&self) -> u64;
    /// Solutions at least, as far as is known.
    fn at_least(&self) -> Number;
}

impl Way for Sweep {
    fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Turn {
        match self.run(pause, meter) {
            Swept::Done(number) => Turn::Done(number),
            Swept::Paused => Turn::Paused,
            Swept::Stopped(stop) => Turn::Stopped(stop),
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
    fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Turn {
        match self.run(pause, meter) {
            Progress::Done(number) => Turn::Done(number),
            Progress::Paused => Turn::Paused,
            Progress::Stopped(stop) => Turn::Stopped(stop),
            Progress::Outgrown => Turn::Failed("it needs more memory than there is".to_owned()),
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
    layout: Arc<Layout>,
    forced: Vec<u32>,
    sweep: Option<Sweep>,
    /// Begun at its first turn.
    fold: Option<Memory<Counting>>,
    /// Why there is no fold.
    unable: Option<String>,
    /// Nodes of what was given up.
    given_up: u64,
    /// Bytes that all of it may take, but for the layout.
    bytes: usize,
    budget: Budget,
    /// The fewest nodes for which a fold is begun beside a sweep.
    worth: u64,
}

impl Remembering {
    /// The ways with memory to count under assumptions, with so many bytes, on this budget.
    pub(super) fn new(
        problem: &Problem,
        assumptions: &Assumptions,
        bytes: usize,
        budget: &Budget,
        pace: &Pace,
    ) -> Result<Self, NoLayout> {
        let mut meter = budget.meter();
        let (layout, forced) = Layout::under(problem, assumptions, bytes / 2, &mut meter)?;
        let bytes = bytes.saturating_sub(layout.bytes());
        let layout = Arc::new(layout);
        // The last quarter is for the fold.
        let sweep = Sweep::new(&layout, &forced, bytes / 4 * 3, &mut meter)?;
        Ok(Self {
            layout,
            forced,
            sweep,
            fold: None,
            unable: None,
            given_up: 0,
            bytes,
            budget: budget.clone(),
            worth: pace.worth,
        })
    }

    /// Nodes so far.
    pub(super) fn nodes(&self) -> u64 {
        let sweep = self.sweep.as_ref().map_or(0, Sweep::nodes);
        self.given_up + sweep + self.fold.as_ref().map_or(0, Memory::nodes)
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

    /// A turn of each, until it has done so much work. It fails where no way is left.
    pub(super) fn turn(&mut self, sweep: u64, fold: u64) -> Turn {
        let budget = &self.budget;
        if let Some(way) = &mut self.sweep {
            match turn(budget, way, sweep) {
                Turn::Paused => {}
                Turn::Failed(_) => {
                    // A new fold can have all of the memory.
                    self.given_up = self.nodes();
                    (self.sweep, self.fold, self.unable) = (None, None, None);
                }
                end => return end,
            }
        }
        if fold < self.worth && self.sweep.is_some() {
            return Turn::Paused;
        }
        if self.fold.is_none() && self.unable.is_none() {
            let bytes = match self.sweep {
                Some(_) => self.bytes / 4,
                None => self.bytes,
            };
            let (mut meter, algebra) = (self.budget.meter(), Counting::default());
            match Memory::new(&self.layout, &self.forced, bytes, algebra, &mut meter) {
                Ok(fold) => self.fold = Some(fold),
                Err(NoFold::TooLarge(reason) | NoFold::Outgrown(reason)) => {
                    self.unable = Some(reason);
                }
                Err(NoFold::Stopped(stop)) => return Turn::Stopped(stop),
            }
        }
        if let Some(way) = &mut self.fold {
            match turn(&self.budget, way, fold) {
                Turn::Failed(reason) => {
                    self.given_up += way.nodes();
                    (self.fold, self.unable) = (None, Some(reason));
                }
                end => return end,
            }
        }
        match &self.unable {
            Some(reason) if self.sweep.is_none() => Turn::Failed(reason.clone()),
            _ => Turn::Paused,
        }
    }
}

/// Goes on until the end, or up to so much work, or as the limits allow.
fn turn(budget: &Budget, way: &mut impl Way, most: u64) -> Turn {
    let mut meter = budget.meter();
    loop {
        let nodes = way.nodes();
        let enough = budget.solutions_left();
        if enough.is_some_and(|enough| way.at_least().to_big() >= enough.into()) {
            return Turn::Stopped(Stop::Solutions);
        }
        if way.work() >= most {
            return Turn::Paused;
        }
        let pause = match budget.take_nodes(POLL) {
            Ok(taken) => nodes + taken,
            Err(stop) => return Turn::Stopped(stop),
        };
        let turn = way.run(pause, &mut meter);
        budget.give_nodes(pause.saturating_sub(way.nodes()));
        match turn {
            Turn::Paused => {}
            end => return end,
        }
    }
}
