//! The nodes that one thread takes from a budget in advance.
//!
//! A budget checks the clock, and several threads may share it. So a thread takes the nodes of many
//! steps at once, and returns those that it did not visit.

use crate::ask::{Budget, Stop};
use crate::engine::{Engine, Fuel, Step};
use crate::policy::{METER_WORK, Policies};

/// Nodes taken from a budget. Dropping it returns the unused ones.
#[derive(Debug)]
pub(super) struct Supply {
    pub(super) budget: Budget,
    /// The nodes that were taken from the budget and are left.
    pub(super) fuel: Fuel,
    /// The number of nodes taken from the budget.
    taken: u64,
    /// The number of nodes between two polls of the clock and the cancel token.
    pub(super) interval: u64,
    /// The work until the next poll of the meter.
    unmetered: u64,
    /// No more nodes than these are taken, even if the budget allows more.
    pub(super) most: u64,
}

impl Supply {
    /// Makes an empty supply. `work` bounds the updates of a node.
    pub(super) fn new(budget: Budget, work: usize, policies: &Policies) -> Self {
        let policies = policies.walk;
        // In a large problem a node takes longer, so the clock is read after fewer of them.
        let interval = (policies.updates / (work as u64).max(1)).clamp(1, policies.nodes);
        Self {
            budget,
            fuel: Fuel {
                nodes: 0,
                dead_ends: interval,
            },
            taken: 0,
            interval,
            unmetered: METER_WORK,
            most: u64::MAX,
        }
    }

    /// Lets an engine walk to the next solution, or until the fuel is used up. The work adds up
    /// over all calls: between two solutions there may be less than leads to a poll.
    pub(super) fn run(&mut self, engine: &mut dyn Engine) -> Step {
        // A fresh meter for each step would never be full if solutions come fast.
        let mut meter = self.budget.meter_after(self.unmetered);
        let step = engine.run(&mut self.fuel, &mut meter);
        self.unmetered = meter.left();
        step
    }

    /// The number of nodes visited.
    pub(super) fn used(&self) -> u64 {
        self.taken - self.fuel.nodes
    }

    /// Adds nodes that another run has visited under the same budget.
    pub(super) fn add_used(&mut self, nodes: u64) {
        self.taken += nodes;
    }

    /// Checks all limits, and takes nodes for the time until the next poll.
    pub(super) fn take(&mut self) -> Result<(), Stop> {
        let taken = match self.interval.min(self.most.saturating_sub(self.used())) {
            0 => Err(Stop::Nodes),
            most => self.budget.take_nodes(most),
        }?;
        self.taken += taken;
        self.fuel.nodes += taken;
        Ok(())
    }

    /// Checks the time limit and the cancel token among dead ends. It does not check the node
    /// limit, because there may be no further node.
    pub(super) fn poll(&mut self) -> Result<(), Stop> {
        self.fuel.dead_ends = self.interval;
        self.budget.poll()
    }

    /// Returns unused nodes to the budget.
    pub(super) fn give_back(&mut self) {
        if self.fuel.nodes > 0 {
            self.budget.give_nodes(self.fuel.nodes);
            self.taken -= self.fuel.nodes;
            self.fuel.nodes = 0;
        }
    }

    /// Returns unused nodes to a budget that others share.
    pub(super) fn release(&mut self) {
        if self.budget.shares_nodes() {
            self.give_back();
        }
    }
}

impl Drop for Supply {
    fn drop(&mut self) {
        self.give_back();
    }
}
