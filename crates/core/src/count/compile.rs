//! Building a diagram: by a fold, and by a fold over the states of a sweep, in turns.
//!
//! The fold begins alone. If it does not end soon, the sweep joins it, and both get equal shares of
//! the [schedule](crate::schedule), because neither predicts well when it ends. The same problem
//! has the same diagram on every machine.
//!
//! While both are at work, the sweep may use a quarter of the memory. Whichever outgrows its part
//! first, the sweep ends and the fold continues with all of it. If that is too little, the sweep
//! begins again and has all of it.

use std::sync::Arc;

use super::diagram::{Diagram, DiagramBuilder};
use crate::ask::{Budget, Counted, Memory, Meter, Stop};
use crate::policy::Policies;
use crate::schedule::{Pace, Schedule, Shares, Standing};
use crate::solver::{Search, Watch};
use crate::states::fold::{Evaluation, Fold, NoFold};
use crate::states::layout::{Layout, NoLayout};
use crate::states::progress::Progress;
use crate::states::sweep;

/// Builds the diagram within `bytes` of memory, and keeps `nodes` and `counted` up to date.
pub(super) fn compile(
    search: &Search,
    budget: &Budget,
    bytes: usize,
    nodes: &mut u64,
    counted: &mut Counted,
) -> Result<Diagram, NoFold> {
    let problem = search.solver().problem();
    let mut meter = budget.meter();
    let layout = Layout::under(problem, search.assumptions(), bytes / 2, &mut meter);
    let (layout, forced) = match layout {
        Ok(layout) => layout,
        Err(NoLayout::NoSolution) => return Ok(Diagram::none(problem.option_count())),
        Err(NoLayout::Stopped(stop)) => return Err(NoFold::Stopped(stop)),
        Err(NoLayout::TooLarge(_)) => return Err(NoFold::Stopped(Stop::Memory)),
    };
    let bytes = bytes.saturating_sub(layout.bytes());
    let layout = Arc::new(layout);
    let policies = search.solver().policies();
    let builder = DiagramBuilder::new(layout.ids().to_vec());
    let fold = Fold::new(&layout, &forced, bytes, builder, policies.fold, &mut meter)?;
    let mut builders = Builders {
        layout,
        forced,
        bytes,
        fold: Some(fold),
        sweep: None,
        has_swept: false,
        given_up: 0,
        given_up_states: (0, 0),
        policies,
        budget,
    };
    let built = builders.run(search.watcher(), &mut meter);
    *nodes = builders.nodes();
    (counted.states, counted.hits) = builders.states();
    let (root, by) = built?;
    counted.memory = Some(by);
    let forced = std::mem::take(&mut builders.forced);
    let builder = match by {
        Memory::Fold => builders.fold.map(Fold::into_algebra),
        Memory::Sweep => builders.sweep.map(|sweep| sweep.algebra),
    };
    let builder = builder.ok_or(NoFold::Stopped(Stop::Memory))?;
    let options = problem.option_count();
    Ok(builder.finish(root, &forced, options, bytes, &mut meter)?)
}

/// The builders, by their places in the schedule.
const FOLD: usize = 0;
const SWEEP: usize = 1;

/// The two builders of a diagram.
struct Builders<'b> {
    layout: Arc<Layout>,
    forced: Vec<u32>,
    bytes: usize,
    /// `None` after it has outgrown all of the memory.
    fold: Option<Fold<DiagramBuilder>>,
    sweep: Option<Evaluation<DiagramBuilder>>,
    /// Whether the sweep has joined, even if it was given up.
    has_swept: bool,
    /// Nodes and states of builders that were given up.
    given_up: u64,
    given_up_states: (usize, u64),
    policies: &'b Policies,
    budget: &'b Budget,
}

impl Builders<'_> {
    /// Returns the root of the diagram, and which builder has it.
    fn run(
        &mut self,
        watch: Option<&Watch>,
        meter: &mut Meter<'_>,
    ) -> Result<(u32, Memory), NoFold> {
        let policies = self.policies.count;
        let mut schedule = Schedule::new(Pace {
            turn: policies.alone,
            growth: 2,
        });
        loop {
            // Nodes of both take about as long, so they count as the work.
            let standings = [FOLD, SWEEP].map(|who| {
                let nodes = self.nodes_of(who)?;
                Some(Standing {
                    work: nodes,
                    ..Standing::START
                })
            });
            let Some(turn) = schedule.next(&standings, Shares::ALIKE) else {
                return Err(NoFold::Stopped(Stop::Memory));
            };
            match self.go_on(turn.who, turn.until, watch, meter)? {
                Progress::Done(root) if turn.who == FOLD => return Ok((root, Memory::Fold)),
                Progress::Done(root) => return Ok((root, Memory::Sweep)),
                Progress::Outgrown if turn.who == FOLD => self.fold_outgrew(meter)?,
                Progress::Outgrown => self.sweep_outgrew()?,
                Progress::Paused if !self.has_swept => self.join(meter)?,
                Progress::Paused => {}
            }
        }
    }

    /// Lets a builder continue until it has visited `turn` nodes.
    fn go_on(
        &mut self,
        who: usize,
        turn: u64,
        watch: Option<&Watch>,
        meter: &mut Meter<'_>,
    ) -> Result<Progress<u32>, Stop> {
        while let Some(before) = self.nodes_of(who).filter(|&before| before < turn) {
            let pause = before + self.budget.take_nodes(self.policies.count.poll)?;
            let progress = match who {
                FOLD => self.fold.as_mut().map(|fold| fold.run(pause, meter)),
                _ => self.sweep.as_mut().map(|sweep| sweep.run(pause, meter)),
            };
            let after = self.nodes_of(who).unwrap_or_default();
            self.budget.give_nodes(pause.saturating_sub(after));
            match progress.transpose()? {
                Some(Progress::Paused) | None => self.report(watch),
                Some(end) => return Ok(end),
            }
        }
        Ok(Progress::Paused)
    }

    /// Lets the sweep join the fold, if there is one.
    fn join(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        self.has_swept = true;
        let part = self.bytes / 4;
        self.begin_sweep(part, meter)?;
        if let (Some(fold), Some(_)) = (&mut self.fold, &self.sweep) {
            fold.allow(self.bytes - part);
        }
        Ok(())
    }

    fn begin_sweep(&mut self, bytes: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let (layout, forced) = (&self.layout, &self.forced);
        let descent = sweep::descent(layout, forced, bytes, self.policies.sweep, meter)?;
        self.sweep = descent.map(|descent| Evaluation {
            descent,
            algebra: DiagramBuilder::new(layout.ids().to_vec()),
        });
        Ok(())
    }

    /// Gives the fold the memory of the sweep; or, if there is none, gives all of it to a sweep.
    fn fold_outgrew(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if self.sweep.is_some() {
            return self.sweep_outgrew();
        }
        if let Some(fold) = self.fold.take() {
            self.give_up(fold.nodes(), fold.states());
        }
        self.has_swept = true;
        self.begin_sweep(self.bytes, meter)?;
        match self.sweep {
            Some(_) => Ok(()),
            None => Err(Stop::Memory),
        }
    }

    fn sweep_outgrew(&mut self) -> Result<(), Stop> {
        let Some(fold) = &mut self.fold else {
            return Err(Stop::Memory);
        };
        // The sweep frees its memory before the fold may use it.
        let sweep = self.sweep.take();
        let given_up = sweep.map(|sweep| (sweep.descent.nodes(), sweep.descent.states()));
        fold.allow(self.bytes);
        if let Some((nodes, states)) = given_up {
            self.give_up(nodes, states);
        }
        Ok(())
    }

    fn give_up(&mut self, nodes: u64, (states, hits): (usize, u64)) {
        self.given_up += nodes;
        self.given_up_states.0 += states;
        self.given_up_states.1 += hits;
    }

    fn nodes(&self) -> u64 {
        let each = [FOLD, SWEEP].map(|who| self.nodes_of(who));
        self.given_up + each.into_iter().flatten().sum::<u64>()
    }

    /// The nodes that a builder has visited; `None` if there is none.
    fn nodes_of(&self, who: usize) -> Option<u64> {
        match who {
            FOLD => self.fold.as_ref().map(Fold::nodes),
            _ => self.sweep.as_ref().map(|sweep| sweep.descent.nodes()),
        }
    }

    /// The states in the memos, also of builders that were given up, and the number of times that
    /// one was found there.
    fn states(&self) -> (usize, u64) {
        let fold = self.fold.as_ref().map_or((0, 0), Fold::states);
        let sweep = self
            .sweep
            .as_ref()
            .map_or((0, 0), |sweep| sweep.descent.states());
        let (states, hits) = self.given_up_states;
        (states + fold.0 + sweep.0, hits + fold.1 + sweep.1)
    }

    fn report(&self, watch: Option<&Watch>) {
        if let Some(watch) = watch {
            watch.report_states(self.states().0, None, self.budget);
        }
    }
}
