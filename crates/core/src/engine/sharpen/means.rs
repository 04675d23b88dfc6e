//! What a second walk needs: the choice of its layout, and its compilation.

use std::sync::Arc;

use super::work::{work_on_inferring_rows, work_on_lanes};
use crate::ask::{Assumptions, Meter, Stop};
use crate::engine::interface::{Engine, Fuel, Purpose};
use crate::engine::lane_width::LaneWidth;
use crate::engine::{Kernels, Learn, Remains, Rows, Walk};
use crate::policy::{BitsPolicies, LearnPolicies, SharpenPolicies};
use crate::problem::Problem;

/// What an engine needs to start again.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Means {
    pub(in crate::engine) problem: Arc<Problem>,
    pub(in crate::engine) kernels: Kernels,
    /// The most bytes of the tables and states of a layout.
    pub(in crate::engine) memory: usize,
    pub(in crate::engine) subset_rule: Option<BitsPolicies>,
    /// The support rule examines items with at most this many options; 0 turns it off.
    pub(in crate::engine) most: u32,
    pub(in crate::engine) has_weights: bool,
    pub(in crate::engine) policies: SharpenPolicies,
    pub(in crate::engine) learning: LearnPolicies,
    pub(in crate::engine) learns: Learns,
    /// The assumptions that the first walk was compiled for; `None` if it was compiled for all
    /// questions.
    pub(in crate::engine) compiled_for: Option<Assumptions>,
    /// The nodes of the first walk before it is compared.
    pub(in crate::engine) watched: u64,
    /// The work of a node of the first walk, about, in nanoseconds.
    pub(in crate::engine) node_work: u64,
    /// The bits of a state of the first walk, if it is on lanes.
    pub(in crate::engine) lane_bits: Option<usize>,
}

/// When a walk learns from conflicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) enum Learns {
    Never,
    /// If few solutions are needed, and other walks are long.
    Late,
    /// It is the second walk, and begins at once.
    AtOnce,
}

/// What a second walk is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// On rows, with the support rule and learned weights.
    Rows,
    /// On narrower lanes.
    Narrower,
    /// Learning from conflicts.
    Learn,
}

/// A second walk.
pub(super) struct Second {
    pub(super) walk: Box<dyn Engine>,
    pub(super) kind: Kind,
    /// What this walk needs to start again itself.
    pub(super) means: Option<Means>,
}

impl Means {
    /// If more solutions are found, the faster walk goes on alone.
    pub(super) fn most_solutions(&self) -> u64 {
        match self.learns {
            Learns::AtOnce => self.learning.solutions,
            _ => self.policies.solutions,
        }
    }

    /// The fuel of a walk between two checks of the clock: about 5 ms.
    pub(super) fn between_polls(&self) -> Fuel {
        let nodes = (5_000_000 / self.node_work.max(1)).clamp(1, 1_024);
        Fuel {
            nodes,
            dead_ends: nodes,
        }
    }

    /// Compiles what remains for the second walk: as rows if they can conclude more than the first
    /// walk, else as lanes if their states are much smaller. `None` if neither holds or fits into
    /// the memory.
    pub(super) fn second(
        &self,
        assumptions: &Assumptions,
        purpose: Purpose,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Second>, Stop> {
        let assumptions = self.compiled_for.as_ref().unwrap_or(assumptions);
        let is_to_learn = self.learns == Learns::AtOnce || self.compiled_for.is_some();
        if !is_to_learn && self.leaves_too_much(assumptions) {
            return Ok(None);
        }
        let remains = Remains::under(&self.problem, assumptions, meter)?;
        if is_to_learn {
            return self.learning_walk(remains, meter);
        }
        let items = remains.items();
        let (widest, has_secondary) = remains.widest(&self.problem);
        // Without secondary items, the subset rule of lanes concludes nearly as much.
        let may_conclude_more = self.lane_bits.is_none() || has_secondary;
        let (walk, kind, node_work, patience) = if may_conclude_more && self.fits_rows(&remains) {
            let walk = self.rows(remains, meter)?;
            let node_work = work_on_inferring_rows(items);
            (walk, Kind::Rows, node_work, self.learning.rows)
        } else if let Some(width) = self.narrower(&remains, widest) {
            let (left, weighed) = ((&*self.problem, remains), self.policies.weighed);
            let walk = width.compile(left, self.kernels, self.subset_rule, weighed, meter)?;
            let node_work = work_on_lanes(items * width.bits());
            (walk, Kind::Narrower, node_work, self.learning.lanes)
        } else {
            return Ok(None);
        };
        let learns = self.learns == Learns::Late && purpose == Purpose::Few;
        Ok(Some(Second {
            walk,
            kind,
            // After this patience, in nanoseconds, that walk in turn learns from conflicts.
            means: learns.then(|| Self {
                compiled_for: Some(assumptions.clone()),
                watched: (patience / node_work.max(1)).saturating_add(1),
                node_work,
                lane_bits: None,
                ..self.clone()
            }),
        }))
    }

    /// Compiles a walk that learns from conflicts. `None` if its tables do not fit into the memory.
    fn learning_walk(
        &self,
        remains: Remains,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Second>, Stop> {
        let problem = &*self.problem;
        let options = remains.options();
        let bytes = Learn::memory(options, problem.use_count(), problem.item_count());
        let Some(memory) = self.memory.checked_sub(bytes) else {
            return Ok(None);
        };
        let learn = Learn::compile(problem, remains, self.learning, memory, meter)?;
        Ok(Some(Second {
            walk: Box::new(learn),
            kind: Kind::Learn,
            means: None,
        }))
    }

    fn fits_rows(&self, remains: &Remains) -> bool {
        let (options, items) = (remains.options(), remains.items());
        // An item that is covered once opens at most one level.
        let levels = if self.problem.has_multiplicities() {
            options.saturating_add(items)
        } else {
            items
        };
        self.fits(Rows::memory(options, items, levels))
    }

    fn fits(&self, bytes: Option<usize>) -> bool {
        bytes.is_some_and(|bytes| bytes <= self.memory)
    }

    fn rows(&self, remains: Remains, meter: &mut Meter<'_>) -> Result<Box<dyn Engine>, Stop> {
        let rows = Rows::compile_remains(&self.problem, remains, self.kernels, meter)?;
        Ok(Box::new(Walk::new(
            rows.inferring(self.most, self.has_weights),
        )))
    }

    /// The width of lanes on which states are much smaller than those of the first walk, if that is
    /// on lanes and there is one. `widest` is the largest number of options of an item.
    fn narrower(&self, remains: &Remains, widest: usize) -> Option<LaneWidth> {
        let (options, items) = (remains.options(), remains.items());
        let most_bits = self.lane_bits? as f64 / self.policies.narrower;
        LaneWidth::holding(widest).find(|width| {
            items.saturating_mul(width.bits()) as f64 <= most_bits
                && self.fits(width.memory(options, items))
        })
    }

    /// Whether it is clear without looking at each option that neither rows nor lanes help: there
    /// are no secondary items, and lanes of 16 bits for the items that are left are too many.
    fn leaves_too_much(&self, assumptions: &Assumptions) -> bool {
        let (problem, Some(lane_bits)) = (&*self.problem, self.lane_bits) else {
            return false;
        };
        let forced = assumptions.forced();
        let known = forced
            .iter()
            .filter(|option| option.index() < problem.option_count());
        let covered: usize = known.map(|&option| problem.items_of(option).len()).sum();
        let least = problem.item_count().saturating_sub(covered);
        let most_bits = lane_bits as f64 / self.policies.narrower;
        least.saturating_mul(16) as f64 > most_bits
            && problem.primary_items().count() == problem.item_count()
    }
}
