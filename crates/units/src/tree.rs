//! The tree of the units of one search, and what is found below each node.

use rustc_hash::{FxHashMap, FxHashSet};

use super::live::Live;
use super::records::{Claim, Claims, Known};
use super::value::{Origin, Value};
use super::{ProofError, Witness};
use quadrille_core::{ItemId, OptionId, Problem};
use quadrille_core::{Part, Parts, Step, Want, shared::StepTree};

/// Once a proof has looked at this many uses, it no longer looks for impossible parts among those
/// that are missing, unless they can complete the proof.
const MOST_CHECKED: u64 = 1 << 24;

/// The units of a search and the parts of their rests, as a tree of steps.
pub(super) struct Tree<'k> {
    /// The question.
    want: Want,
    /// The number of decimals of costs.
    decimals: u32,
    pub(super) steps: StepTree,
    pub(super) units: FxHashMap<usize, TreeUnit<'k>>,
    /// Whether the unit of a node or one inside it is in a ledger or in a list of units. If not,
    /// nothing is known of it.
    has_claims: Vec<bool>,
    /// What is known of nodes with claims; the others are missing.
    values: FxHashMap<usize, Value>,
    missing: Value,
}

/// A unit that is in a ledger or in a list of units.
pub(super) struct TreeUnit<'k> {
    pub(super) claims: &'k Claims,
    /// The nodes of the rest of each incomplete record.
    rests: Vec<Vec<usize>>,
}

impl<'k> Tree<'k> {
    pub(super) const ROOT: usize = StepTree::ROOT;

    /// Builds the tree of a search, and computes the value of each node from below.
    pub(super) fn evaluate(known: &'k Known, problem: &Problem) -> Result<Self, ProofError> {
        let mut tree = Self::new(known, problem.cost_decimals());
        let mut live = Live::new(problem, &known.root.question.assumptions);
        let mut path = vec![(Self::ROOT, 0)];
        while let Some((node, next)) = path.last_mut() {
            if let Some(child) = tree.steps.children(*node).nth(*next) {
                *next += 1;
                if !tree.has_claims[child] {
                    continue;
                }
                let (_, step) = tree.steps.above(child);
                if tree.steps.children(child).is_empty() {
                    // Without parts there is nothing to split.
                    let is_possible = live.may_follow(step);
                    let value = tree.judge(child, is_possible, None)?;
                    tree.values.insert(child, value);
                } else {
                    live.enter(step);
                    path.push((child, 0));
                }
                continue;
            }
            let node = *node;
            let is_possible = live.is_possible();
            let split = is_possible.then(|| tree.best_split(node, problem, &mut live));
            let value = tree.judge(node, is_possible, split.flatten())?;
            tree.values.insert(node, value);
            if node != Self::ROOT {
                live.leave();
            }
            path.pop();
        }
        Ok(tree)
    }

    /// The tree of a search, without values. O(s log s) for records of size s.
    fn new(known: &'k Known, decimals: u32) -> Self {
        let mut claimed: Vec<(&Part, &Claims)> = known.units.iter().collect();
        // Neighbours share most of their steps.
        claimed.sort_unstable_by_key(|&(part, _)| part);
        // The parts of the units, each followed by those of its rests.
        let mut parts = Parts::new();
        for (part, claims) in &claimed {
            parts.push(part);
            for claim in &claims.partial {
                parts.extend_from(&claim.record.rest);
            }
        }
        let (steps, ends) = StepTree::new(&parts);
        drop(parts);
        let (mut units, mut ends) = (FxHashMap::default(), ends.into_iter());
        for (_, claims) in claimed {
            let node = ends.next().unwrap_or(Self::ROOT);
            let rest = |claim: &Claim| ends.by_ref().take(claim.record.rest.len()).collect();
            let rests = claims.partial.iter().map(rest).collect();
            units.insert(node, TreeUnit { claims, rests });
        }
        let mut has_claims = vec![false; steps.len()];
        for node in (0..steps.len()).rev() {
            has_claims[node] |= units.contains_key(&node);
            if has_claims[node] && node != Self::ROOT {
                has_claims[steps.above(node).0] = true;
            }
        }
        Self {
            want: known.root.question.want,
            decimals,
            steps,
            units,
            has_claims,
            values: FxHashMap::default(),
            missing: Value::missing(),
        }
    }

    pub(super) fn value(&self, node: usize) -> &Value {
        self.values.get(&node).unwrap_or(&self.missing)
    }

    /// Finds the node behind these steps.
    pub(super) fn find(&self, steps: &[Step]) -> Option<usize> {
        self.steps.find(steps)
    }

    /// Returns whether these steps lead into the inside of a part that has a complete record.
    pub(super) fn is_inside_record(&self, steps: &[Step]) -> bool {
        let is_record = |node: usize| matches!(self.value(node).origin, Origin::Record);
        let mut node = Self::ROOT;
        for &step in steps {
            if is_record(node) {
                return true;
            }
            match self.steps.below(node, step) {
                Some(child) => node = child,
                None => return false,
            }
        }
        false
    }

    /// The value of a node, which may have solutions or not, and of which this is the best split.
    /// All nodes below have their values.
    fn judge(
        &self,
        node: usize,
        is_possible: bool,
        split: Option<Value>,
    ) -> Result<Value, ProofError> {
        let unit = self.units.get(&node);
        let mut values = Vec::new();
        if !is_possible {
            values.push(Value {
                witness: Some(Witness::Problem),
                ..Value::of(Origin::Impossible)
            });
        }
        for claim in unit.iter().flat_map(|unit| &unit.claims.complete) {
            values.push(Value::of_claim(claim, Origin::Record));
        }
        let partial = unit
            .iter()
            .flat_map(|unit| unit.claims.partial.iter().zip(&unit.rests));
        for (claim, rest) in partial {
            // A unit that was stopped at once is its own rest.
            if rest.contains(&node) {
                continue;
            }
            let mut value = self.sum(
                Value::of_claim(claim, Origin::Record),
                rest.clone(),
                Vec::new(),
            );
            value.open *= 1.0 - claim.record.share;
            values.push(value);
        }
        values.extend(split);
        // Each value says only what records prove, so the one that knows most may stand for the
        // node.
        self.check(node, &values)?;
        let best = values.into_iter().min_by(Value::by_quality);
        Ok(best.unwrap_or_else(Value::missing))
    }

    /// Adds the values of parts, some of which are absent from the tree.
    fn sum(&self, mut value: Value, nodes: Vec<usize>, absent: Vec<Step>) -> Value {
        let mut open = absent.len() as f64;
        for &node in &nodes {
            value.add(self.value(node), self.want);
            open += self.value(node).open;
        }
        value.is_complete &= absent.is_empty();
        value.open = open / (nodes.len() + absent.len()).max(1) as f64;
        value.origin = Origin::Parts { nodes, absent };
        value
    }

    /// Checks the values of a node against each other and against the parts below it.
    fn check(&self, node: usize, values: &[Value]) -> Result<(), ProofError> {
        let Some(exact) = values.iter().find(|value| value.is_complete) else {
            return Ok(());
        };
        let children = self.steps.children(node);
        let children = children.map(|child| self.value(child));
        let mut others = values.iter().filter(|value| value.is_complete);
        let is_other = |value: &&Value| !value.found.agrees(&exact.found);
        let is_more = |value: &&Value| value.found.exceeds(&exact.found, self.want);
        let more = values.iter().find(is_more);
        let more = more.or_else(|| children.into_iter().find(is_more));
        let Some(other) = others.find(is_other).or(more) else {
            return Ok(());
        };
        let unit = || self.steps.path(node).into_iter().collect();
        let is_below = !values.iter().any(|value| std::ptr::eq(value, other));
        Err(exact.conflict(unit(), self.decimals, other, is_below))
    }

    /// The splits of a node of which a part has claims: the options that are used or not, and the
    /// items with the parts that have claims.
    fn splits(
        &self,
        node: usize,
        problem: &Problem,
        live: &mut Live<'_>,
    ) -> (Vec<OptionId>, Vec<(ItemId, Vec<usize>)>) {
        let (mut options, mut items) = (Vec::new(), FxHashMap::<ItemId, Vec<usize>>::default());
        for child in self.steps.children(node) {
            if !self.has_claims[child] {
                continue;
            }
            let (_, step) = self.steps.above(child);
            let unused = Step {
                is_used: false,
                ..step
            };
            let mut divides = false;
            if step.is_used {
                for &item in problem.items_of(step.option) {
                    if live.divides(item) {
                        items.entry(item).or_default().push(child);
                        divides = true;
                    }
                }
            }
            // A part without an option that cannot be missed is not in the tree.
            let mut is_whole =
                || self.steps.below(node, unused).is_none() && !live.may_follow(unused);
            if !divides || is_whole() {
                options.push(step.option);
            }
        }
        (options, different(items, live))
    }

    /// The best split of a node, among those of which a part has claims: one without missing parts,
    /// or one of those that have the most parts with claims.
    fn best_split(&self, node: usize, problem: &Problem, live: &mut Live<'_>) -> Option<Value> {
        let (options, items) = self.splits(node, problem, live);
        let mut best: Option<Value> = None;
        for option in options {
            let steps = [true, false].map(|is_used| Step { option, is_used });
            let value = self.split(node, steps, live, false);
            best = best.into_iter().chain(value).min_by(Value::by_quality);
        }
        let most = items.iter().map(|(_, nodes)| nodes.len()).max();
        // Most splits are complete, or can be rejected at the first missing part.
        for is_complete in [true, false] {
            for (item, nodes) in &items {
                let is_worthwhile = if is_complete {
                    nodes.iter().all(|&child| self.value(child).is_complete)
                } else {
                    Some(nodes.len() * 2) >= most
                };
                if !is_worthwhile || best.as_ref().is_some_and(|value| value.is_complete) {
                    continue;
                }
                // Parts that contradict the path have no solutions, but their records are checked.
                let dead = nodes.iter().map(|&child| self.steps.above(child).1);
                let dead = dead.filter(|step| !live.is_live(step.option));
                let used = live.options_of(*item).map(|option| Step {
                    option,
                    is_used: true,
                });
                let steps: Vec<Step> = used.chain(dead).collect();
                let value = self.split(node, steps, live, is_complete);
                best = best.into_iter().chain(value).min_by(Value::by_quality);
            }
        }
        best
    }

    /// The value of a split into the parts behind these steps; `None` if it must be complete and is
    /// not.
    fn split(
        &self,
        node: usize,
        steps: impl IntoIterator<Item = Step>,
        live: &mut Live<'_>,
        must_be_complete: bool,
    ) -> Option<Value> {
        let (mut nodes, mut without) = (Vec::new(), Vec::new());
        for step in steps {
            match self.steps.below(node, step) {
                Some(child) => nodes.push(child),
                None => without.push(step),
            }
        }
        let mut absent = Vec::new();
        let mut is_complete = nodes.iter().all(|&child| self.value(child).is_complete);
        if must_be_complete && !is_complete {
            return None;
        }
        for step in without {
            // To look at each of very many parts takes the square of their number. It is needed
            // only where it can make a proof complete; elsewhere an impossible part may count as
            // missing.
            let is_needed = is_complete || live.work() < MOST_CHECKED;
            if is_needed && !live.may_follow(step) {
                continue;
            }
            if must_be_complete {
                return None;
            }
            is_complete = false;
            absent.push(step);
        }
        Some(self.sum(Value::of(Origin::Missing), nodes, absent))
    }
}

/// The items that divide the search in different ways, each with the parts that have claims, in the
/// order of the items. Long options share many items, of which all but one would be split in vain.
fn different(items: FxHashMap<ItemId, Vec<usize>>, live: &Live<'_>) -> Vec<(ItemId, Vec<usize>)> {
    let mut items: Vec<(ItemId, Vec<usize>)> = items.into_iter().collect();
    items.sort_unstable();
    let mut seen = FxHashSet::default();
    items.retain(|(item, nodes)| {
        let options: Vec<OptionId> = live.options_of(*item).collect();
        seen.insert((nodes.clone(), options))
    });
    items
}
