//! What contestants need: the choice of their layouts, and their compilation.

use std::sync::Arc;

use super::entrant::{Entrant, Prover};
use super::work::{
    work_of_compiling, work_of_learning, work_of_reading, work_on_inferring_rows, work_on_lanes,
};
use crate::ask::{Assumptions, Contestant, Meter, Stop};
use crate::engine::interface::{Fuel, Purpose};
use crate::engine::lane_width::LaneWidth;
use crate::engine::{Kernels, Learn, Remains, Rows, SumTables, Walk};
use crate::policy::Policies;
use crate::problem::Problem;

/// What a prover is made for.
pub(crate) struct Task<'t> {
    pub(crate) problem: &'t Arc<Problem>,
    pub(crate) assumptions: &'t Assumptions,
    /// The bytes that it may use.
    pub(crate) bytes: usize,
    pub(crate) policies: &'t Arc<Policies>,
}

/// A prover; `None` if the method cannot handle the problem.
pub(crate) type Made = Result<Option<Box<dyn Prover>>, Stop>;

/// Makes a prover.
pub(crate) type MakeProver = fn(&Task<'_>, &mut Meter<'_>) -> Made;

/// What a contest needs to begin its contestants.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Means {
    pub(in crate::engine) problem: Arc<Problem>,
    pub(in crate::engine) kernels: Kernels,
    /// The most bytes of the tables and states of the contestants beside the first walk.
    pub(in crate::engine) memory: usize,
    pub(in crate::engine) rules: Rules,
    pub(in crate::engine) policies: Arc<Policies>,
    pub(in crate::engine) learns: Learns,
    pub(in crate::engine) few_questions: bool,
    pub(in crate::engine) first: FirstWalk,
    /// Methods from outside of the engines.
    pub(in crate::engine) provers: &'static [(Contestant, MakeProver)],
}

/// How walks conclude.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Rules {
    pub(in crate::engine) has_subset_rule: bool,
    /// The support rule examines items with at most this many options; 0 turns it off.
    pub(in crate::engine) most: u32,
    pub(in crate::engine) has_weights: bool,
}

/// Facts about the first walk.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct FirstWalk {
    /// The work of a node, about, in nanoseconds.
    pub(in crate::engine) node_work: u64,
    /// The bits of a state, if it is on lanes.
    pub(in crate::engine) lane_bits: Option<usize>,
    /// Whether it is on lists. Rows gain nothing on such problems, which are tilings.
    pub(in crate::engine) is_on_lists: bool,
    /// Whether it is on links because no layout of bits fits into the memory.
    pub(in crate::engine) is_too_large: bool,
    /// The uses of items by all options, and the options.
    pub(in crate::engine) uses: usize,
    pub(in crate::engine) options: usize,
}

/// When a question learns from conflicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) enum Learns {
    Never,
    /// If it is long.
    Late,
    /// At once, and no other walk takes turns.
    AtOnce,
}

/// A contestant that has not begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Waiting {
    /// The work of all contestants together at which it begins.
    pub(super) at: u64,
    pub(super) kind: Contestant,
}

impl Means {
    /// If more solutions are found, the faster walk goes on alone.
    pub(super) fn most_solutions(&self) -> u64 {
        match self.learns {
            Learns::AtOnce => self.policies.learn.solutions,
            _ => self.policies.contest.solutions,
        }
    }

    /// The fuel of a walk between two checks of the clock: about 5 ms.
    pub(super) fn between_polls(&self) -> Fuel {
        let nodes = (5_000_000 / self.first.node_work.max(1)).clamp(1, 1_024);
        Fuel {
            nodes,
            dead_ends: nodes,
        }
    }

    /// The contestants that join the first walk in a question for this purpose, the next one first.
    pub(super) fn contestants(&self, purpose: Purpose) -> Vec<Waiting> {
        if self.learns == Learns::AtOnce {
            let kind = Contestant::Learning;
            let learns = purpose != Purpose::Parts;
            return learns
                .then_some(Waiting { at: 0, kind })
                .into_iter()
                .collect();
        }
        let FirstWalk { uses, options, .. } = self.first;
        let policies = self.policies.contest;
        let mut waiting = Vec::new();
        // Then rows would conclude no more than the first walk.
        let has_rules = self.rules.most > 0 || self.rules.has_weights;
        if has_rules && !self.first.is_on_lists {
            let mut work = work_of_compiling(uses, options) as f64 * policies.patience;
            if purpose == Purpose::Count {
                work *= policies.beside;
            }
            waiting.push(Waiting {
                at: work as u64,
                // Or on narrower lanes; that depends on the assumptions.
                kind: Contestant::Rows,
            });
        }
        if has_rules && !self.problem.sums().is_empty() {
            waiting.push(Waiting {
                at: policies.sums.saturating_add(work_of_reading(uses)),
                kind: Contestant::Sums,
            });
        }
        let alone = policies.alone;
        if self.learns == Learns::Late && purpose != Purpose::Parts {
            let at = alone.saturating_add(work_of_learning(uses));
            waiting.push(Waiting {
                at,
                kind: Contestant::Learning,
            });
        }
        if self.learns == Learns::Late && matches!(purpose, Purpose::Few | Purpose::Many) {
            let at = alone.saturating_add(work_of_learning(uses).saturating_mul(4));
            let kinds = self.provers.iter().map(|&(kind, _)| kind);
            waiting.extend(kinds.map(|kind| Waiting { at, kind }));
        }
        waiting.sort_by_key(|waiting| waiting.at);
        waiting
    }

    /// The work of all contestants at which learning begins, after a walk of this kind has begun.
    pub(super) fn learning_after(&self, kind: Contestant, work: u64) -> u64 {
        let learning = self.policies.learn;
        let patience = match kind {
            Contestant::Rows if self.few_questions => learning.few,
            Contestant::Rows => learning.rows,
            _ => learning.lanes,
        };
        // The other walk does as much meanwhile.
        work.saturating_add(patience.saturating_mul(2))
    }

    /// The nodes of the first walk before it is looked at for the first time.
    pub(super) fn first_look(&self) -> u64 {
        let next = self.contestants(Purpose::Few).first().map(|next| next.at);
        match next.unwrap_or(u64::MAX) {
            0 => 0,
            work => (work / self.first.node_work.max(1)).saturating_add(1),
        }
    }

    /// Compiles a contestant for what the assumptions leave, within this many bytes. `None` if it
    /// cannot help or does not fit.
    pub(super) fn begin(
        &self,
        kind: Contestant,
        assumptions: &Assumptions,
        memory: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Entrant>, Stop> {
        match kind {
            Contestant::Walk => Ok(None),
            // Larger tables take longer to compile than learning takes to answer.
            Contestant::Rows | Contestant::Narrower => {
                self.sharper_walk(assumptions, memory / 4, meter)
            }
            Contestant::Sums => self.walk_with_sums(assumptions, memory / 4, meter),
            Contestant::Learning => self.learning_walk(assumptions, memory, meter),
            _ => {
                let Some(&(_, make)) = self.provers.iter().find(|prover| prover.0 == kind) else {
                    return Ok(None);
                };
                let memory = memory / 2;
                let task = Task {
                    problem: &self.problem,
                    assumptions,
                    bytes: memory,
                    policies: &self.policies,
                };
                let prover = make(&task, meter)?;
                let prover = prover.map(|prover| Entrant::prover(kind, prover));
                // The search for weights is over after one turn.
                let keeps = kind != Contestant::Weights;
                Ok(prover.map(|prover| prover.with_bytes(if keeps { memory } else { 0 })))
            }
        }
    }

    /// Compiles what remains as rows if they can conclude more than the first walk, else as lanes
    /// if their states are much smaller.
    fn sharper_walk(
        &self,
        assumptions: &Assumptions,
        memory: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Entrant>, Stop> {
        if self.leaves_too_much(assumptions) {
            return Ok(None);
        }
        let remains = Remains::under(&self.problem, assumptions, meter)?;
        let items = remains.items();
        let (widest, has_secondary) = remains.widest(&self.problem);
        // Without secondary items, the subset rule of lanes concludes nearly as much.
        let may_conclude_more = self.first.lane_bits.is_none() || has_secondary;
        let rows = self
            .bytes_of_rows(&remains)
            .filter(|&bytes| bytes <= memory);
        if let Some(bytes) = rows.filter(|_| may_conclude_more) {
            return self.rows(remains, bytes, meter).map(Some);
        }
        let Some((width, bytes)) = self.narrower(&remains, widest, memory) else {
            return match rows.filter(|_| self.first.is_too_large) {
                Some(bytes) => self.rows(remains, bytes, meter).map(Some),
                None => Ok(None),
            };
        };
        let weighed = self.policies.contest.weighed;
        let rule = self.rules.has_subset_rule.then_some(self.policies.bits);
        let left = (&*self.problem, remains);
        let walk = width.compile(left, self.kernels, rule, weighed, meter)?;
        let node_work = work_on_lanes(items * width.bits());
        let lanes = Entrant::walk(Contestant::Narrower, walk, node_work);
        Ok(Some(lanes.with_bytes(bytes)))
    }

    /// Compiles a walk that examines sums. `None` if there are none or if it does not fit.
    fn walk_with_sums(
        &self,
        assumptions: &Assumptions,
        memory: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Entrant>, Stop> {
        let problem = &*self.problem;
        if problem.has_multiplicities() {
            // Lanes have none.
            return Ok(None);
        }
        let remains = Remains::under(problem, assumptions, meter)?;
        let sums = SumTables::compile(problem, assumptions, &remains, meter)?;
        let Some((sums, left)) = sums else {
            return Ok(None);
        };
        let (widest, _) = left.widest(problem);
        let fitting = LaneWidth::holding(widest).find_map(|width| {
            let bytes = width.memory_with_sums(problem, left.options(), left.items())?;
            (bytes <= memory).then_some((width, bytes))
        });
        let Some((width, bytes)) = fitting else {
            return Ok(None);
        };
        let rule = self.rules.has_subset_rule.then_some(self.policies.bits);
        let (whole, left) = ((problem, &remains), (sums, left));
        let walk = width.compile_sums(whole, left, self.kernels, rule, meter)?;
        Ok(Some(
            Entrant::walk(Contestant::Sums, walk, 1).with_bytes(bytes),
        ))
    }

    /// Compiles a walk that learns from conflicts. `None` if its tables do not fit.
    fn learning_walk(
        &self,
        assumptions: &Assumptions,
        memory: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Entrant>, Stop> {
        let problem = &*self.problem;
        let remains = Remains::under(problem, assumptions, meter)?;
        let bytes = Learn::memory(remains.options(), problem.use_count(), problem.item_count());
        let Some(left) = memory.checked_sub(bytes) else {
            return Ok(None);
        };
        // Later contestants need memory, too.
        let clauses = match self.learns {
            Learns::AtOnce => left,
            Learns::Late | Learns::Never => left / 2,
        };
        let policies = self.policies.learn;
        let learn = Learn::compile(problem, remains, policies, clauses, meter)?;
        let learn = Entrant::walk(Contestant::Learning, Box::new(learn), 1);
        Ok(Some(learn.with_bytes(bytes + clauses)))
    }

    fn bytes_of_rows(&self, remains: &Remains) -> Option<usize> {
        let (options, items) = (remains.options(), remains.items());
        // An item that is covered once opens at most one level.
        let levels = if self.problem.has_multiplicities() {
            options.saturating_add(items)
        } else {
            items
        };
        Rows::memory(options, items, levels)
    }

    fn rows(&self, remains: Remains, bytes: usize, meter: &mut Meter<'_>) -> Result<Entrant, Stop> {
        let node_work = work_on_inferring_rows(remains.items());
        let rows = Rows::compile_remains(&self.problem, remains, self.kernels, meter)?;
        let Rules {
            most, has_weights, ..
        } = self.rules;
        let walk = Box::new(Walk::new(rows.inferring(most, has_weights)));
        Ok(Entrant::walk(Contestant::Rows, walk, node_work).with_bytes(bytes))
    }

    /// The width of lanes on which states are much smaller than those of the first walk, if that is
    /// on lanes and there is one, and its bytes. `widest` is the largest number of options of an
    /// item.
    fn narrower(
        &self,
        remains: &Remains,
        widest: usize,
        memory: usize,
    ) -> Option<(LaneWidth, usize)> {
        let (options, items) = (remains.options(), remains.items());
        let most_bits = self.first.lane_bits? as f64 / self.policies.contest.narrower;
        LaneWidth::holding(widest).find_map(|width| {
            let bytes = width.memory(options, items)?;
            let bits = items.saturating_mul(width.bits());
            (bits as f64 <= most_bits && bytes <= memory).then_some((width, bytes))
        })
    }

    /// Whether it is clear without looking at each option that neither rows nor lanes help: there
    /// are no secondary items, and lanes of 16 bits for the items that are left are too many.
    fn leaves_too_much(&self, assumptions: &Assumptions) -> bool {
        let (problem, Some(lane_bits)) = (&*self.problem, self.first.lane_bits) else {
            return false;
        };
        let forced = assumptions.forced();
        let known = forced
            .iter()
            .filter(|option| option.index() < problem.option_count());
        let covered: usize = known.map(|&option| problem.items_of(option).len()).sum();
        let least = problem.item_count().saturating_sub(covered);
        let most_bits = lane_bits as f64 / self.policies.contest.narrower;
        least.saturating_mul(16) as f64 > most_bits
            && problem.primary_items().count() == problem.item_count()
    }
}
