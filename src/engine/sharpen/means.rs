//! What a second walk needs: the choice of its layout, and its compilation.

use std::sync::Arc;

use crate::ask::{Assumptions, Meter, Stop};
use crate::engine::interface::{Engine, Fuel};
use crate::engine::tree::Tree;
use crate::engine::{Kernels, Lane, Lanes, Remains, Rows, Walk};
use crate::policy::{BitsPolicies, SharpenPolicies};
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
    /// The nodes of the first walk before it is compared.
    pub(in crate::engine) watched: u64,
    /// The work of a node of the first walk, about, in nanoseconds.
    pub(in crate::engine) node_work: u64,
    /// The bits of a state of the first walk, if it is on lanes.
    pub(in crate::engine) lane_bits: Option<usize>,
}

/// A second walk, and whether it is on rows.
type Second = (Box<dyn Engine>, bool);

impl Means {
    /// The fuel of a walk between two checks of the clock: about 5 ms.
    pub(super) fn between_polls(&self) -> Fuel {
        let nodes = (5_000_000 / self.node_work.max(1)).clamp(1, 1_024);
        Fuel {
            nodes,
            dead_ends: nodes,
        }
    }

    /// Compiles what remains for the second walk: as rows if they can conclude more than the first
    /// walk, else as lanes if their states are much smaller. Also returns whether it is on rows.
    /// `None` if neither holds or fits into the memory.
    pub(super) fn second(
        &self,
        assumptions: &Assumptions,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Second>, Stop> {
        let problem = &*self.problem;
        let remains = Remains::under(problem, assumptions, meter)?;
        let (options, items) = (remains.options(), remains.items());
        let (widest, has_secondary) = remains.widest(problem);
        let fits = |bytes: Option<usize>| bytes.is_some_and(|bytes| bytes <= self.memory);
        // An item that is covered once opens at most one level.
        let levels = match problem.has_multiplicities() {
            true => options.saturating_add(items),
            false => items,
        };
        // Without secondary items, the subset rule of lanes concludes nearly as much.
        let is_useful = self.lane_bits.is_none() || has_secondary;
        if is_useful && fits(Rows::memory(options, items, levels)) {
            let rows = Rows::compile_remains(problem, remains, self.kernels, meter)?;
            let rows = rows.inferring(self.most, self.has_weights);
            return Ok(Some((Box::new(Walk::new(rows)), true)));
        }
        let Some(lane_bits) = self.lane_bits else {
            return Ok(None);
        };
        let most_bits = lane_bits as f64 / self.policies.narrower;
        let suits = |bits: usize, bytes| {
            widest < bits && items.saturating_mul(bits) as f64 <= most_bits && fits(bytes)
        };
        let lanes = if suits(16, Lanes::<u16, 32>::memory(options, items)) {
            self.lanes::<u16, 32>(remains, meter)?
        } else if suits(32, Lanes::<u32, 16>::memory(options, items)) {
            self.lanes::<u32, 16>(remains, meter)?
        } else if suits(64, Lanes::<u64, 8>::memory(options, items)) {
            self.lanes::<u64, 8>(remains, meter)?
        } else {
            return Ok(None);
        };
        Ok(Some((lanes, false)))
    }

    fn lanes<L: Lane, const N: usize>(
        &self,
        remains: Remains,
        meter: &mut Meter<'_>,
    ) -> Result<Box<dyn Engine>, Stop>
    where
        Lanes<L, N>: Tree,
    {
        let (problem, kernels, rule) = (&*self.problem, self.kernels, self.subset_rule);
        let lanes = Lanes::<L, N>::compile_remains(problem, remains, kernels, rule, meter)?;
        Ok(Box::new(Walk::new(lanes.weighing(self.policies.weighed))))
    }
}
