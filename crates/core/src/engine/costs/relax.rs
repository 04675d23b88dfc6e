//! Nodes with the bound of the linear relaxation ([`linear`](super::linear)).
//!
//! The prices come from the simplex method in place of the ascent, and the node branches on an
//! option: it is used, or it is not. The option is chosen by *strong branching*: both sides of a few
//! options with fractional values are tried for a few pivots, and the one whose sides weigh least is
//! taken (D. Applegate, R. Bixby, V. Chvatal and W. Cook, "Finding cuts in the TSP", 1995). A side
//! weighs less, the more its bound uses of what is left below the ceiling, as in
//! [`Costs::choose`]. A side without covers leaves the other one, without a level.
//!
//! The walk is complete whatever the simplex method finds, because each side has fewer live options.
//! Where no option is fractional, the node branches on one that the relaxation uses, and if there is
//! none, on an item as without the relaxation.

use super::linear::{self, Linear, Verdict};
use super::price::weight;
use super::{Choice, Costs};
use crate::ask::{Meter, Stop};

/// Rounds of cuts at the root.
const ROUNDS: u32 = 6;
/// Options with values close to this are tried first.
const MIDDLE: f64 = 0.65;
/// Options that are tried at a node, and after how many without a better one the choice is made.
const TRIED: usize = 8;
const STALE: usize = 4;
/// Down to this depth, more are tried: a good choice saves most there.
const TOP: usize = 2;
const TOP_FACTOR: usize = 3;

/// The end of the examination of a node.
enum NodeEnd {
    Dead,
    /// Options were dropped or used: the node is examined again.
    Again,
    Branch(Choice),
}

impl Costs {
    /// Begins to use the linear relaxation, at the root after the ascent, if this walk is to use it.
    pub(super) fn begin_relaxation(&mut self) {
        let is_due = self.relaxes && self.linear.is_none() && self.levels.is_empty();
        // Random walks choose among items of equal weight.
        if is_due && self.random.is_none() && linear::supports(&self.tables) {
            let linear = Linear::new(&self.tables, &self.state, &self.prices);
            self.linear = Some(Box::new(linear));
        }
    }

    /// Propagates, prices and chooses what to branch on. Returns a lower bound of all covers below
    /// the node; `None` if there are none within the ceiling.
    pub(super) fn relax(
        &mut self,
        linear: &mut Linear,
        meter: &mut Meter<'_>,
    ) -> Result<Option<i128>, Stop> {
        linear.restore(&self.tables);
        let mut rounds = if self.levels.is_empty() { ROUNDS } else { 0 };
        loop {
            let Some((bound, is_cut)) = self.relax_once(linear, &mut rounds, meter)? else {
                return Ok(None);
            };
            if is_cut {
                continue;
            }
            self.bound = bound;
            match self.choose_relaxed(linear, meter)? {
                NodeEnd::Dead => return Ok(None),
                NodeEnd::Again => {}
                NodeEnd::Branch(choice) => {
                    self.chosen = choice;
                    return Ok(Some(self.bound));
                }
            }
        }
    }

    /// Solves the relaxation once and drops what would exceed the ceiling. Returns the bound and
    /// whether to solve it again, because much was dropped or because there are new cuts.
    fn relax_once(
        &mut self,
        linear: &mut Linear,
        rounds: &mut u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(i128, bool)>, Stop> {
        if !self.propagate(meter)? {
            return Ok(None);
        }
        let Self {
            tables,
            state,
            prices,
            ..
        } = self;
        let before = state.alive.len();
        let Verdict::Bound { bound, is_optimal } = linear.solve(tables, state, prices, meter)?
        else {
            return Ok(None);
        };
        if !prices.cut(tables, state, bound) {
            return Ok(None);
        }
        if is_optimal && *rounds > 0 {
            *rounds -= 1;
            if linear.add_cuts(tables, meter)? {
                return Ok(Some((bound, true)));
            }
        }
        let after = state.alive.len();
        if after * 100 <= before * tables.policies.again && after > 0 {
            return Ok(Some((bound, true)));
        }
        Ok((after == before || self.propagate(meter)?).then_some((bound, false)))
    }

    /// The live options with fractional values, those near the middle first.
    fn candidates(&self, linear: &Linear) -> Vec<u32> {
        let alive = &self.state.alive;
        let fractions = linear.fractions().filter(|&(option, _)| alive.has(option));
        let mut keyed: Vec<(f64, u32)> = fractions
            .map(|(option, value)| ((value - MIDDLE).abs(), option))
            .collect();
        keyed.sort_by(|(a, i), (b, j)| a.total_cmp(b).then(i.cmp(j)));
        keyed.into_iter().map(|(_, option)| option).collect()
    }

    /// Chooses an option by strong branching; if none is fractional, one of the solution of the
    /// relaxation; else an item.
    fn choose_relaxed(
        &mut self,
        linear: &mut Linear,
        meter: &mut Meter<'_>,
    ) -> Result<NodeEnd, Stop> {
        let alive = &self.state.alive;
        let candidates = self.candidates(linear);
        let Some(&first) = candidates.first() else {
            let chosen = linear.chosen().filter(|&option| alive.has(option)).min();
            let choice =
                chosen.map_or_else(|| self.choose(), |option| Some(Choice::Option(option)));
            return Ok(NodeEnd::Branch(choice.unwrap_or(Choice::Nothing)));
        };
        let Some(ceiling) = self.prices.ceiling() else {
            // Without a ceiling no side is better than another.
            return Ok(NodeEnd::Branch(Choice::Option(first)));
        };
        linear.begin_probes(&self.tables);
        let factor = if self.levels.len() <= TOP {
            TOP_FACTOR
        } else {
            1
        };
        let (mut best, mut stale) = ((f64::INFINITY, first), 0);
        for &option in candidates.iter().take(TRIED * factor) {
            let Self {
                tables,
                state,
                prices,
                bound,
                ..
            } = self;
            let weight = match linear.probe(tables, state, prices, option, meter)? {
                [None, None] => return Ok(NodeEnd::Dead),
                [None, Some(_)] => {
                    state.alive.remove(option);
                    return Ok(NodeEnd::Again);
                }
                [Some(_), None] => {
                    state.commit(tables, option);
                    return Ok(NodeEnd::Again);
                }
                [Some(with), Some(without)] => {
                    let left = (ceiling - *bound) as f64 + 1.0;
                    let gain = |side: i128| (side - *bound).max(0) as f64;
                    weight(gain(with), left) + weight(gain(without), left)
                }
            };
            if weight < best.0 {
                (best, stale) = ((weight, option), 0);
            } else {
                stale += 1;
            }
            if stale >= STALE * factor {
                break;
            }
        }
        self.bound = linear.end_probes(&self.tables, &self.state, &mut self.prices);
        Ok(NodeEnd::Branch(Choice::Option(best.1)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::Costs;
    use crate::ask::Budget;
    use crate::case::{Case, cases};
    use crate::engine::contract::reset;
    use crate::engine::{Branch, Priced, Tree};
    use crate::policy::{CostsPolicies, Policies};
    use crate::problem::{OptionId, Problem, Sense};

    /// Walks through everything below the present node. Returns the sets of options of the
    /// solutions, each of which must be found once. With `lower`, the ceiling follows the costs
    /// found. Each node must state a bound that holds for the solutions below it.
    fn walk(engine: &mut Costs, lower: bool, found: &mut BTreeSet<(i64, Vec<OptionId>)>) -> i64 {
        let mut least = i64::MAX;
        match engine.branch() {
            Branch::Dead => {}
            Branch::Solved => {
                let mut trail = Vec::new();
                engine.trail(&mut trail);
                trail.sort_unstable();
                least = engine.cost();
                assert!(found.insert((least, trail)), "found twice");
                if lower {
                    engine.lower_ceiling(least);
                }
            }
            Branch::Open => {
                let bound = engine.tables.cost_of(engine.bound);
                engine.enter();
                while engine.advance() {
                    least = least.min(walk(engine, lower, found));
                }
                engine.leave();
                assert!(least >= bound, "{least} {bound}");
            }
        }
        least
    }

    fn costs() -> impl Strategy<Value = Vec<i64>> {
        let most = i64::MAX / 14;
        prop_oneof![
            vec(Just(1_i64), 14),
            vec(0..4_i64, 14),
            vec(-1000..1000_i64, 14),
            vec(-most..=most, 14),
        ]
    }

    fn with_costs(case: &Case, costs: &[i64]) -> Problem {
        let mut builder = case.builder();
        for (option, &cost) in (0..case.options.len()).zip(costs) {
            let option = OptionId::new(option as u32);
            builder.add_cost(option, cost).unwrap();
        }
        builder.build()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(
            if cfg!(feature = "slow") { 20_000 } else { 1_000 }
        ))]

        /// A walk with the relaxation finds the covers within the ceiling, also if the simplex method
        /// stops after a few pivots.
        #[test]
        fn finds_the_covers_within_the_ceiling(
            case in cases(),
            costs in costs(),
            pivots in prop_oneof![Just(20_000_usize), 0..6_usize],
            probe in 0..6_usize,
            ceiling in 0.0..1.2_f64,
            lower in any::<bool>(),
        ) {
            let policies = CostsPolicies { pivots, probe, root_steps: 5, ..Policies::default().costs };
            let problem = with_costs(&case, &costs);
            let budget = Budget::unlimited();
            let compiled = Costs::compile(&problem, Sense::Min, policies, &mut budget.meter());
            let mut engine = compiled.unwrap();
            engine.use_relaxation(true);
            let cost_of = |cover: &Vec<OptionId>| cover.iter().map(|&o| problem.cost(o)).sum::<i64>();
            let mut covers: Vec<_> = case.covers().into_iter().map(|cover| (cost_of(&cover), cover)).collect();
            covers.sort_unstable();
            let costs: Vec<i64> = covers.iter().map(|cover| cover.0).collect();
            // Between, below and above the costs of covers.
            let number = (ceiling * costs.len() as f64) as usize;
            let ceiling = costs.get(number).or(costs.last()).map_or(0, |&cost| cost - i64::from(lower));
            for _ in 0..2 {
                reset(&mut engine);
                engine.lower_ceiling(ceiling);
                let mut found = BTreeSet::new();
                walk(&mut engine, lower, &mut found);
                let within = covers.iter().filter(|cover| cover.0 <= ceiling).cloned();
                let within: BTreeSet<_> = within.collect();
                if lower {
                    prop_assert!(found.is_subset(&within));
                    let least = within.first().map(|cover| cover.0);
                    let cheapest = |all: &BTreeSet<(i64, Vec<OptionId>)>| -> Vec<_> {
                        all.iter().filter(|cover| Some(cover.0) == least).cloned().collect()
                    };
                    prop_assert_eq!(cheapest(&found), cheapest(&within));
                } else {
                    prop_assert_eq!(found, within);
                }
            }
            // Items that cannot be covered end the walk before the relaxation begins.
            prop_assert!(engine.linear.is_some() || covers.is_empty());
        }
    }
}
