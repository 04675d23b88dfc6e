//! The sweep: counting level by level, with the states of a few levels in memory.
//!
//! The items are put in a fixed order, and each level covers one item. The options of a level cover
//! its item and none of the items before. The *frontier* is the set of items that both earlier and
//! later options can cover. A state records which items of the frontier are covered: later levels
//! depend on nothing else. So a state is a few bits. Equal states meet in the table of their level,
//! and the numbers of ways that lead to them are added:
//!
//! ```text
//! the first table:   the empty state, in one way
//! for each level:    for each state in its table, for each option that fits:
//!                        add the ways of the state to the new state, in the table of the next
//!                        level whose item is not covered
//! at the end:        the ways that lead past the last level are the solutions
//! ```
//!
//! A sweep cannot look ahead: a state that leads to no solution is kept until some item has missed
//! its last option. So sweeps suit problems with a narrow frontier, such as tilings, matchings,
//! partitions and Latin squares. They only run in turns with other methods.
//!
//! In some problems the frontier is wide for a few levels and then narrow again: within a row of a
//! Latin square and at its end, for example. Then only the narrow levels get tables, and the sweep
//! follows each state depth first from one narrow level to the next. It does so if that visits few
//! nodes. The limit, which a sample of states must keep: for each state, at most twice as many
//! nodes as the skipped frontier could have states for each state of the narrow one. Latin squares
//! of order 6 take 34 MB instead of 262 MB: see measured.md.
//!
//! Several threads follow the states of a large level. They take the states in blocks. The tables
//! of later levels are split into shards by the hash of the state. A thread collects additions, and
//! locks each shard once for many of them. Sums do not depend on the order of additions, so counts,
//! states and nodes are the same on any number of threads: see measured.md for times.
//!
//! Secondary items and colours are bits of the frontier that need not be covered. Multiplicities
//! are not supported.

mod cut;
mod frontier;
mod levels;
mod open;
mod order;
mod pass;
mod plan;
mod shard;
mod source;
mod table;
mod worker;

use std::sync::Arc;

pub(crate) use self::frontier::descent;
use self::open::OpenPart;
use self::order::{Next, order};
use self::pass::{AnyPass, pass};
use self::plan::Plan;
use self::shard::Obstacle;
use super::layout::{Layout, NoLayout};
use super::progress::Progress;
use crate::ask::{Count, Meter, Stop, Threads};
use crate::policy::{RacePolicies, SWEEP_WORDS, SweepPolicies};
use crate::schedule::Standing;

/// A sweep over the levels of a plan.
pub(crate) struct Sweep {
    policies: SweepPolicies,
    open: OpenPart,
    /// The bytes that it may use.
    memory: usize,
    /// The threads that it uses for large levels.
    threads: Threads,
    /// The cost of the plan in use.
    cost: f64,
    pass: Box<dyn AnyPass>,
    /// Whether the order of the problem is still on trial.
    on_trial: bool,
    /// Nodes of the pass that was given up for a better order.
    given_up: u64,
}

impl Sweep {
    /// Prepares a sweep with these options forced, within `memory` bytes. Large levels use these
    /// threads. Returns `None` if a sweep cannot handle the problem, its states are too wide, or
    /// the memory is too small.
    pub(crate) fn new(
        layout: &Arc<Layout>,
        forced: &[u32],
        (memory, threads): (usize, &Threads),
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
        let open = OpenPart::new(layout, forced, meter)?.ok_or(NoLayout::NoSolution)?;
        let memory = memory - bytes;
        let mut plan = Some(Plan::new(&open, &open.items, meter)?).filter(fits);
        let cost = plan.as_ref().map_or(f64::INFINITY, |plan| plan.cost);
        let on_trial = cost <= policies.wide;
        if !on_trial {
            // Of two orders with about the same cost, the narrow one has fewer states.
            plan = better(&open, cost + 1.0, policies, meter)?.or(plan);
        }
        let Some(plan) = plan else {
            return Ok(None);
        };
        Ok(Some(Self {
            policies,
            cost: plan.cost,
            pass: pass(&open, &plan, (memory, threads), policies, meter)?,
            open,
            memory,
            threads: threads.clone(),
            on_trial,
            given_up: 0,
        }))
    }

    /// Continues until everything is counted, or until it has visited `pause` nodes.
    pub(crate) fn run(
        &mut self,
        pause: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Progress<Count>, Stop> {
        if self.on_trial {
            let progress = self.go(pause.min(self.policies.trial), meter)?;
            if !matches!(progress, Progress::Paused) || pause < self.policies.trial {
                return Ok(progress);
            }
            self.on_trial = false;
            self.try_better(meter)?;
        }
        self.go(pause, meter)
    }

    /// Begins again in another order, if one costs much less.
    fn try_better(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if let Some(plan) = better(&self.open, self.cost + 1.0, self.policies, meter)? {
            let means = (self.memory, &self.threads);
            let pass = pass(&self.open, &plan, means, self.policies, meter)?;
            self.given_up = self.pass.nodes();
            self.pass = pass;
        }
        Ok(())
    }

    fn go(&mut self, pause: u64, meter: &mut Meter<'_>) -> Result<Progress<Count>, Stop> {
        loop {
            match self.pass.run(pause.saturating_sub(self.given_up), meter) {
                Ok(progress) => return Ok(progress),
                Err(Obstacle::Overflow) if self.pass.widen() => {}
                Err(Obstacle::Overflow | Obstacle::Outgrown) => return Ok(Progress::Outgrown),
                Err(Obstacle::Stopped(stop)) => return Err(stop),
            }
        }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.given_up + self.pass.nodes()
    }

    /// The number of states looked up in tables.
    pub(crate) fn lookups(&self) -> u64 {
        let (new, met) = self.states();
        self.given_up + new as u64 + met
    }

    /// The nodes that are left if each level has as many as those before it, on average.
    pub(crate) fn nodes_left(&self) -> u64 {
        self.pass.nodes_left()
    }

    /// How far it is. Nodes alone are no measure: they differ widely in their numbers of children.
    pub(crate) fn standing(&self, pace: RacePolicies) -> Standing {
        let (nodes, lookups) = (self.nodes(), self.lookups());
        let work = nodes.max(lookups).saturating_mul(pace.lookup);
        let left = self.nodes_left() as f64 * (work as f64 / nodes.max(1) as f64);
        Standing { work, left }
    }

    /// The level that was reached, and the number of levels.
    pub(crate) fn level(&self) -> (usize, usize) {
        self.pass.level()
    }

    /// The most nodes to visit at a time.
    pub(crate) fn longest_piece(&self) -> u64 {
        self.policies.piece
    }

    /// The most lookups of any node to come.
    pub(crate) fn most_lookups(&self) -> u64 {
        self.pass.most_options().max(1) as u64
    }

    /// A lower bound on the solutions: those that have reached the last level.
    pub(crate) fn so_far(&self) -> Count {
        self.pass.so_far()
    }

    /// The number of states stored in tables, and the number of states that were already there.
    pub(crate) fn states(&self) -> (usize, u64) {
        self.pass.states()
    }

    /// The number of threads that worked together.
    pub(crate) fn threads(&self) -> usize {
        self.pass.threads()
    }
}

fn fits(plan: &Plan) -> bool {
    plan.width <= SWEEP_WORDS * 64
}

/// Returns the cheapest plan of the other orders, if it costs less than `cost`.
fn better(
    open: &OpenPart,
    mut cost: f64,
    policies: SweepPolicies,
    meter: &mut Meter<'_>,
) -> Result<Option<Plan>, Stop> {
    let mut best = None;
    for next in [Next::Narrowest, Next::Oldest] {
        let Some(order) = order(open, next, policies, meter)? else {
            continue;
        };
        let plan = Plan::new(open, &order, meter)?;
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
