//! The sweep: counting level by level, with nothing to remember but the states of a few levels.
//!
//! The items are put in an order once and for all. A level covers one item, by an option of which
//! no item comes earlier; what the later levels need to know is which items of the *frontier* are
//! covered: those that earlier options cover and later ones, too. So a state is a few bits, and
//! equal states meet in the table of their level, where the numbers of ways that lead to them
//! are added up:
//!
//! ```text
//! the first table:   the empty state, in one way
//! for each level:    for each state in its table, for each option that fits:
//!                        the ways are added to the new state, in the table of the next item
//!                        that is not covered
//! at the end:        the ways that lead to the last state are the solutions
//! ```
//!
//! Nothing is known of what is ahead: states that lead nowhere are swept along until an item
//! misses its last option. That suits problems with a narrow frontier, as tilings, matchings,
//! partitions and Latin squares, and none other: so a sweep is tried for a while beside other ways.
//!
//! Where the frontier is wide for some levels and then narrow again, as within a row of a Latin
//! square and at its end, tables are kept at the narrow places only; between them each state is
//! followed depth first. That is done where a state is followed by no more nodes, by a few samples,
//! than twice the number of states that a frontier passed over could have for one of the narrow one.
//!
//! What paid, in states or nodes. Dominoes on 14 x 14: 268,758 row by row, 83,031 in the narrowest
//! order; networks need a quarter to two thirds of those in the given order. Latin squares of order 6: 13.3
//! million states in tables in 262 MB; with tables at the ends of rows and wherever rows have too
//! many ways to go on 0.9 million and 46.7 million nodes, in 34 MB. Two things hurt: the leaves below a
//! state say too little, since many of its nodes are dead ends (259 million nodes); and widths
//! say too much, so that few bits of them count.
//!
//! Secondary items and colours are bits of the frontier like others, but for that none must be
//! covered. Multiplicities are not for a sweep.

mod amount;
mod cut;
mod levels;
mod order;
mod pass;
mod plan;
mod rest;
mod table;

use std::sync::Arc;

use self::amount::Overflow;
use self::order::{Next, order};
use self::pass::{AnyPass, pass};
use self::plan::Plan;
use self::rest::Rest;
use super::layout::{Layout, NoLayout};
use super::progress::Progress;
use crate::ask::{Count, Meter, Stop};
use crate::policy::{SWEEP_WORDS, SweepPolicies};

/// A sweep over the levels of a plan.
pub(super) struct Sweep {
    policies: SweepPolicies,
    rest: Rest,
    memory: usize,
    /// The cost of the plan of the pass under way.
    cost: f64,
    pass: Box<dyn AnyPass>,
    on_trial: bool,
    /// Nodes of a pass that was given up for a better order.
    given_up: u64,
}

impl Sweep {
    /// A sweep of what these forced options leave, that may take so many bytes; `None` if it is not
    /// for such problems, its states are too wide, or the bytes are too few.
    pub(super) fn new(
        layout: &Arc<Layout>,
        forced: &[u32],
        memory: usize,
        policies: SweepPolicies,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, NoLayout> {
        if !layout.quotas.is_empty() || memory < policies.least {
            return Ok(None);
        }
        let bytes = Plan::bytes(layout, policies);
        if bytes > memory / 2 {
            return Ok(None);
        }
        let rest = Rest::new(layout, forced, meter)?.ok_or(NoLayout::NoSolution)?;
        let memory = memory - bytes;
        let plan = Plan::new(&rest, &rest.items, meter)?;
        let (plan, on_trial) = if fits(&plan) {
            (plan, true)
        } else {
            match better(&rest, f64::INFINITY, policies, meter)? {
                Some(plan) => (plan, false),
                None => return Ok(None),
            }
        };
        Ok(Some(Self {
            policies,
            cost: plan.cost,
            pass: pass(&rest, &plan, memory, policies, meter)?,
            rest,
            memory,
            on_trial,
            given_up: 0,
        }))
    }

    /// Goes on until the end, or until there are `pause` nodes.
    pub(super) fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Progress<Count> {
        if self.on_trial {
            let progress = self.go(pause.min(self.policies.trial), meter);
            if !matches!(progress, Progress::Paused) || pause < self.policies.trial {
                return progress;
            }
            self.on_trial = false;
            if let Err(stop) = self.try_better(meter) {
                return Progress::Stopped(stop);
            }
        }
        self.go(pause, meter)
    }

    /// Begins anew in another order, if one is better by far.
    fn try_better(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if let Some(plan) = better(&self.rest, self.cost + 1.0, self.policies, meter)? {
            let pass = pass(&self.rest, &plan, self.memory, self.policies, meter)?;
            self.given_up = self.pass.nodes();
            self.pass = pass;
        }
        Ok(())
    }

    fn go(&mut self, pause: u64, meter: &mut Meter<'_>) -> Progress<Count> {
        loop {
            match self.pass.run(pause.saturating_sub(self.given_up), meter) {
                Ok(progress) => return progress,
                Err(Overflow) => match self.pass.widen() {
                    Some(wide) => self.pass = wide,
                    None => return Progress::Outgrown,
                },
            }
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.given_up + self.pass.nodes()
    }

    /// States that were looked up in tables.
    pub(super) fn lookups(&self) -> u64 {
        let (new, met) = self.states();
        self.given_up + new as u64 + met
    }

    /// A lower bound on the solutions: those that have reached the last level.
    pub(super) fn so_far(&self) -> Count {
        self.pass.so_far()
    }

    /// States that were put into tables, and ways that led to one that was there.
    pub(super) fn states(&self) -> (usize, u64) {
        self.pass.states()
    }
}

fn fits(plan: &Plan) -> bool {
    plan.width <= SWEEP_WORDS * 64
}

/// The best plan by other orders, if it costs less than that: one more than that of the given order,
/// since of two that cost the same the narrow one has fewer states.
fn better(
    rest: &Rest,
    mut cost: f64,
    policies: SweepPolicies,
    meter: &mut Meter<'_>,
) -> Result<Option<Plan>, Stop> {
    let mut best = None;
    for next in [Next::Narrowest, Next::Oldest] {
        let Some(order) = order(rest, next, policies, meter)? else {
            continue;
        };
        let plan = Plan::new(rest, &order, meter)?;
        if fits(&plan) && plan.cost < cost {
            cost = plan.cost;
            best = Some(plan);
        }
    }
    Ok(best)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
