//! The rivals of the walk in a race: a sweep and a fold. They visit states instead of solutions,
//! and share one budget of nodes and memory.

use std::sync::Arc;

use crate::ask::{Assumptions, Budget, Count, Memory, Meter, Stop, Threads};
use crate::policy::{Policies, RacePolicies};
use crate::problem::Problem;
use crate::schedule::Standing;
use crate::solver::Watch;
use crate::states::fold::{Fold, NoFold, Tally};
use crate::states::layout::{Layout, NoLayout};
use crate::states::progress::Progress;
use crate::states::sweep::Sweep;

trait Rival {
    fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Result<Progress<Count>, Stop>;
    fn nodes(&self) -> u64;
    fn standing(&self, pace: RacePolicies) -> Standing;
    /// The nodes until the next check of the limits, if this much work is left in a turn.
    fn piece(&self, _left: u64, _pace: RacePolicies) -> u64 {
        0
    }
    /// A lower bound on the number of solutions.
    fn at_least(&self) -> Count;
}

impl Rival for Sweep {
    fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Result<Progress<Count>, Stop> {
        self.run(pause, meter)
    }

    fn nodes(&self) -> u64 {
        self.nodes()
    }

    fn standing(&self, pace: RacePolicies) -> Standing {
        self.standing(pace)
    }

    /// Threads need long pieces, but no piece may exceed the turn or delay reports.
    fn piece(&self, left: u64, pace: RacePolicies) -> u64 {
        (left / pace.lookup / self.most_lookups()).min(self.longest_piece())
    }

    fn at_least(&self) -> Count {
        self.so_far()
    }
}

impl Rival for Fold<Tally> {
    fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Result<Progress<Count>, Stop> {
        self.run(pause, meter)
    }

    fn nodes(&self) -> u64 {
        self.nodes()
    }

    fn standing(&self, pace: RacePolicies) -> Standing {
        self.standing(pace)
    }

    fn at_least(&self) -> Count {
        self.so_far()
    }
}

pub(in crate::count) struct Rivals {
    layout: Arc<Layout>,
    forced: Vec<u32>,
    sweep: Option<Sweep>,
    /// Built for its first turn.
    fold: Option<Fold<Tally>>,
    /// The rival that counted all solutions.
    winner: Option<Memory>,
    /// Why there can be no fold.
    no_fold: Option<String>,
    /// Nodes of the rivals that were given up, and the best lower bound that any of them proved.
    given_up: u64,
    proved: Count,
    /// Bytes for both rivals, without the layout.
    bytes: usize,
    budget: Budget,
    policies: Arc<Policies>,
}

impl Rivals {
    /// Prepares rivals that count under these assumptions, within `bytes` of memory. The sweep uses
    /// these threads.
    pub(in crate::count) fn new(
        problem: &Problem,
        assumptions: &Assumptions,
        (bytes, threads): (usize, &Threads),
        budget: &Budget,
        policies: &Arc<Policies>,
    ) -> Result<Self, NoLayout> {
        let mut meter = budget.meter();
        let (layout, forced) = Layout::under(problem, assumptions, bytes / 2, &mut meter)?;
        let bytes = bytes.saturating_sub(layout.bytes());
        let layout = Arc::new(layout);
        // The fold gets the last quarter.
        let means = (bytes / 4 * 3, threads);
        let sweep = Sweep::new(&layout, &forced, means, policies.sweep, &mut meter)?;
        Ok(Self {
            layout,
            forced,
            sweep,
            fold: None,
            winner: None,
            no_fold: None,
            given_up: 0,
            proved: Count::ZERO,
            bytes,
            budget: budget.clone(),
            policies: Arc::clone(policies),
        })
    }

    pub(in crate::count) fn nodes(&self) -> u64 {
        let sweep = self.sweep.as_ref().map_or(0, Sweep::nodes);
        self.given_up + sweep + self.fold.as_ref().map_or(0, Fold::nodes)
    }

    /// The best lower bound on the number of solutions, including the bounds of methods that were
    /// given up.
    pub(in crate::count) fn at_least(&self) -> Count {
        let fold = self.fold.as_ref().map(Fold::so_far);
        let sweep = self.sweep.as_ref().map(Sweep::so_far);
        let proved = [fold, sweep].into_iter().flatten().max();
        proved.unwrap_or_default().max(self.proved.clone())
    }

    /// The number of states in tables and in the memo, and the number of times that a state was
    /// found there.
    pub(in crate::count) fn states(&self) -> (usize, u64) {
        let fold = self.fold.as_ref().map_or((0, 0), Fold::states);
        let sweep = self.sweep.as_ref().map_or((0, 0), Sweep::states);
        (fold.0 + sweep.0, fold.1 + sweep.1)
    }

    /// The number of threads that worked together.
    pub(in crate::count) fn threads(&self) -> usize {
        self.sweep.as_ref().map_or(1, Sweep::threads)
    }

    /// The rival that counted all solutions.
    pub(super) fn winner(&self) -> Option<Memory> {
        self.winner
    }

    /// The reason why no rival can continue, after a turn that needed too much memory.
    pub(super) fn reason(&self) -> String {
        self.no_fold.clone().unwrap_or_default()
    }

    /// How far the sweep and the fold are; `None` if one cannot count.
    pub(super) fn standings(&self) -> [Option<Standing>; 2] {
        let pace = self.policies.race;
        let sweep = self.sweep.as_ref().map(|sweep| sweep.standing(pace));
        let fold = match (&self.fold, &self.no_fold) {
            (Some(fold), _) => Some(fold.standing(pace)),
            (None, Some(_)) => None,
            (None, None) => Some(Standing::START),
        };
        [sweep, fold]
    }

    /// Lets the sweep continue until it has done this much work.
    pub(super) fn turn_of_sweep(
        &mut self,
        most: u64,
        watch: Option<&Watch>,
    ) -> Result<Progress<Count>, Stop> {
        let (budget, pace) = (&self.budget, self.policies.race);
        let others = self.fold.as_ref().map_or(0, |fold| fold.states().0);
        let report = |sweep: &Sweep| {
            if let Some(watch) = watch {
                watch.report_states(others + sweep.states().0, Some(sweep.level()), budget);
            }
        };
        let Some(sweep) = &mut self.sweep else {
            return Ok(Progress::Paused);
        };
        let progress = turn(budget, sweep, most, pace, report)?;
        match progress {
            Progress::Outgrown => {
                // A new fold can use all of the memory.
                (self.given_up, self.proved) = (self.nodes(), self.at_least());
                (self.sweep, self.fold, self.no_fold) = (None, None, None);
                return Ok(Progress::Paused);
            }
            Progress::Done(_) => self.winner = Some(Memory::Sweep),
            Progress::Paused => {}
        }
        Ok(progress)
    }

    /// Builds the fold, unless there is one or cannot be one.
    fn begin_fold(&mut self) -> Result<(), Stop> {
        if self.fold.is_some() || self.no_fold.is_some() {
            return Ok(());
        }
        let bytes = match self.sweep {
            Some(_) => self.bytes / 4,
            None => self.bytes,
        };
        let (mut meter, algebra) = (self.budget.meter(), Tally::default());
        match Fold::new(
            &self.layout,
            &self.forced,
            bytes,
            algebra,
            self.policies.fold,
            &mut meter,
        ) {
            Ok(fold) => self.fold = Some(fold),
            Err(NoFold::TooLarge(reason) | NoFold::Outgrown(reason)) => {
                self.no_fold = Some(reason);
            }
            Err(NoFold::Stopped(stop)) => return Err(stop),
        }
        Ok(())
    }

    /// Lets the fold continue until it has done this much work. Returns [`Progress::Outgrown`] only
    /// if no rival is left.
    pub(super) fn turn_of_fold(
        &mut self,
        most: u64,
        watch: Option<&Watch>,
    ) -> Result<Progress<Count>, Stop> {
        // A fold builds tables first, which a short turn would not pay for. Without a sweep, it is
        // needed anyway.
        let uses = self.layout.uses() as u64;
        let tables = uses.saturating_mul(self.policies.race.tables);
        if most < self.policies.race.worth.max(tables) && self.sweep.is_some() {
            return Ok(Progress::Paused);
        }
        self.begin_fold()?;
        let (budget, pace) = (&self.budget, self.policies.race);
        let others = self.sweep.as_ref().map_or(0, |sweep| sweep.states().0);
        let level = self.sweep.as_ref().map(Sweep::level);
        let report = |fold: &Fold<Tally>| {
            if let Some(watch) = watch {
                watch.report_states(others + fold.states().0, level, budget);
            }
        };
        let Some(fold) = &mut self.fold else {
            return Ok(self.left());
        };
        let progress = turn(budget, fold, most, pace, report)?;
        match progress {
            Progress::Outgrown => {
                // The sweep may go on, and what the fold has proved still holds.
                self.given_up += fold.nodes();
                self.proved = fold.so_far().max(std::mem::take(&mut self.proved));
                let reason = "counting with memory needs more than the memory limit".to_owned();
                (self.fold, self.no_fold) = (None, Some(reason));
                return Ok(self.left());
            }
            Progress::Done(_) => self.winner = Some(Memory::Fold),
            Progress::Paused => {}
        }
        Ok(progress)
    }

    /// Whether a rival is left.
    fn left(&self) -> Progress<Count> {
        match (&self.sweep, &self.no_fold) {
            (None, Some(_)) => Progress::Outgrown,
            _ => Progress::Paused,
        }
    }
}

/// Lets one rival continue until it is done, has done `most` work, or reaches a limit. Reports
/// after each piece of the work.
fn turn<R: Rival>(
    budget: &Budget,
    rival: &mut R,
    most: u64,
    pace: RacePolicies,
    report: impl Fn(&R),
) -> Result<Progress<Count>, Stop> {
    let mut meter = budget.meter();
    loop {
        let nodes = rival.nodes();
        // A question that needs only some solutions ends when a lower bound reaches their number.
        let enough = budget.solutions_left();
        if enough.is_some_and(|enough| rival.at_least() >= enough) {
            return Err(Stop::Solutions);
        }
        let left = most.saturating_sub(rival.standing(pace).work);
        if left == 0 {
            return Ok(Progress::Paused);
        }
        // Others may need the nodes.
        let piece = rival.piece(left, pace);
        let piece = piece.min(budget.nodes_left() / 2).max(pace.poll);
        // Taken in advance, and given back if unused: no method may exceed the limit that all
        // share.
        let pause = nodes.saturating_add(budget.take_nodes(piece)?);
        let progress = rival.run(pause, &mut meter);
        budget.give_nodes(pause.saturating_sub(rival.nodes()));
        match progress? {
            Progress::Paused => report(rival),
            end => return Ok(end),
        }
    }
}
