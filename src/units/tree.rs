//! The tree of the units of one search, and what is found below each node.

use rustc_hash::{FxHashMap, FxHashSet};

use super::live::Live;
use super::records::{Claims, Known};
use super::value::{Origin, Value};
use super::{ProofError, Witness};
use crate::ask::{Part, Step, Want};
use crate::problem::{ItemId, OptionId, Problem};

/// Once a proof has looked at this many uses, it no longer looks for impossible parts among those
/// that are missing, unless they can complete the proof.
const MOST_CHECKED: u64 = 1 << 24;

/// The units of a search and the parts of their rests, as a tree of steps.
pub(super) struct Tree<'k> {
    /// The question.
    want: Want,
    nodes: Vec<Node<'k>>,
    children: FxHashMap<(u32, Step), u32>,
    /// The value of each node.
    values: Vec<Value>,
}

#[derive(Default)]
struct Node<'k> {
    /// The parent and the step from it; `None` at the root.
    above: Option<(u32, Step)>,
    children: Vec<u32>,
    claims: Option<&'k Claims>,
    /// Whether this unit or one inside it is in a ledger or in a list of units. If not, nothing is
    /// known of it.
    has_claims: bool,
}

impl<'k> Tree<'k> {
    pub(super) const ROOT: u32 = 0;

    /// Builds the tree of a search, and computes the value of each node from below.
    pub(super) fn evaluate(known: &'k Known, problem: &Problem) -> Result<Self, ProofError> {
        let mut tree = Self {
            want: known.root.question.want,
            nodes: vec![Node::default()],
            children: FxHashMap::default(),
            values: Vec::new(),
        };
        for (part, claims) in &known.units {
            let node = tree.insert(part.steps());
            let unit = &mut tree.nodes[node as usize];
            (unit.claims, unit.has_claims) = (Some(claims), true);
            for claim in &claims.partial {
                for part in &claim.record.rest.0 {
                    tree.insert(part.steps());
                }
            }
        }
        // The order of the units must not matter.
        for at in 0..tree.nodes.len() {
            let mut children = std::mem::take(&mut tree.nodes[at].children);
            children.sort_unstable_by_key(|&child| tree.nodes[child as usize].above);
            tree.nodes[at].children = children;
        }
        tree.values = vec![Value::missing(); tree.nodes.len()];
        for at in (0..tree.nodes.len()).rev() {
            if let (true, Some((parent, _))) = (tree.nodes[at].has_claims, tree.nodes[at].above) {
                tree.nodes[parent as usize].has_claims = true;
            }
        }
        let mut live = Live::new(problem, &known.root.question.assumptions);
        let mut path = vec![(Self::ROOT, 0)];
        while let Some((node, next)) = path.last_mut() {
            let at = *node as usize;
            if let Some(&child) = tree.nodes[at].children.get(*next) {
                *next += 1;
                let below = &tree.nodes[child as usize];
                let Some((_, step)) = below.above.filter(|_| below.has_claims) else {
                    continue;
                };
                if below.children.is_empty() {
                    // Without parts there is nothing to split.
                    let is_possible = live.may_follow(step);
                    tree.values[child as usize] = tree.judge(child, is_possible, None)?;
                } else {
                    live.enter(step);
                    path.push((child, 0));
                }
                continue;
            }
            let is_possible = live.is_possible();
            let split = is_possible.then(|| tree.best_split(*node, problem, &mut live));
            tree.values[at] = tree.judge(*node, is_possible, split.flatten())?;
            if tree.nodes[at].above.is_some() {
                live.leave();
            }
            path.pop();
        }
        Ok(tree)
    }

    pub(super) fn value(&self, node: u32) -> &Value {
        &self.values[node as usize]
    }

    /// Finds the node behind these steps.
    pub(super) fn find(&self, steps: &[Step]) -> Option<u32> {
        let mut steps = steps.iter();
        steps.try_fold(Self::ROOT, |node, &step| self.child(node, step))
    }

    /// Returns whether these steps lead into the inside of a part that has a complete record.
    pub(super) fn is_inside_record(&self, steps: &[Step]) -> bool {
        let is_record = |node: u32| matches!(self.value(node).origin, Origin::Record);
        let mut node = Self::ROOT;
        for &step in steps {
            if is_record(node) {
                return true;
            }
            match self.child(node, step) {
                Some(child) => node = child,
                None => return false,
            }
        }
        false
    }

    fn child(&self, node: u32, step: Step) -> Option<u32> {
        self.children.get(&(node, step)).copied()
    }

    fn insert(&mut self, steps: &[Step]) -> u32 {
        let mut node = Self::ROOT;
        for &step in steps {
            let next = self.nodes.len() as u32;
            let child = *self.children.entry((node, step)).or_insert(next);
            if child == next {
                self.nodes[node as usize].children.push(next);
                self.nodes.push(Node {
                    above: Some((node, step)),
                    ..Node::default()
                });
            }
            node = child;
        }
        node
    }

    /// The steps from the root to a node.
    fn path(&self, mut node: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        while let Some((parent, step)) = self.nodes[node as usize].above {
            steps.push(step);
            node = parent;
        }
        steps.reverse();
        steps
    }

    /// Lists the missing parts below a node, and the complete units whose records count.
    pub(super) fn leaves(&self, node: u32) -> [Vec<Part>; 2] {
        let (mut missing, mut counted) = (Vec::new(), Vec::new());
        let mut ahead = vec![node];
        while let Some(node) = ahead.pop() {
            let part = || -> Part { self.path(node).into_iter().collect() };
            match &self.value(node).origin {
                Origin::Missing => missing.push(part()),
                Origin::Impossible => {}
                Origin::Record => counted.push(part()),
                Origin::Parts { nodes, absent } => {
                    ahead.extend(nodes);
                    missing.extend(absent.iter().map(|step| part().then(*step)));
                }
            }
        }
        missing.sort_unstable();
        counted.sort_unstable();
        [missing, counted]
    }

    /// The value of a node, which may have solutions or not, and of which this is the best split. All
    /// nodes below have their values.
    fn judge(
        &self,
        node: u32,
        is_possible: bool,
        split: Option<Value>,
    ) -> Result<Value, ProofError> {
        let claims = self.nodes[node as usize].claims;
        let mut values = Vec::new();
        if !is_possible {
            values.push(Value {
                witness: Some(Witness::Problem),
                ..Value::of(Origin::Impossible)
            });
        }
        for claim in claims.iter().flat_map(|claims| &claims.complete) {
            values.push(Value::of_claim(claim, Origin::Record));
        }
        for claim in claims.iter().flat_map(|claims| &claims.partial) {
            let rest = claim.record.rest.0.iter();
            let nodes: Vec<u32> = rest.filter_map(|part| self.find(part.steps())).collect();
            // A unit that was stopped at once is its own rest.
            if nodes.contains(&node) {
                continue;
            }
            let mut value = self.sum(Value::of_claim(claim, Origin::Record), nodes, Vec::new());
            value.open *= 1.0 - claim.record.share;
            values.push(value);
        }
        values.extend(split);
        self.check(node, &values)?;
        let best = values.into_iter().min_by(Value::by_quality);
        Ok(best.unwrap_or_else(Value::missing))
    }

    /// Adds the values of parts, some of which are absent from the tree.
    fn sum(&self, mut value: Value, nodes: Vec<u32>, absent: Vec<Step>) -> Value {
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
    fn check(&self, node: u32, values: &[Value]) -> Result<(), ProofError> {
        let Some(exact) = values.iter().find(|value| value.is_complete) else {
            return Ok(());
        };
        let children = self.nodes[node as usize].children.iter();
        let children = children.map(|&child| self.value(child));
        let mut others = values.iter().filter(|value| value.is_complete);
        let is_other = |value: &&Value| !value.found.agrees(&exact.found);
        let is_more = |value: &&Value| value.found.exceeds(&exact.found);
        let more = values.iter().find(is_more);
        let more = more.or_else(|| children.into_iter().find(is_more));
        let Some(other) = others.find(is_other).or(more) else {
            return Ok(());
        };
        let unit = || self.path(node).into_iter().collect();
        let is_below = !values.iter().any(|value| std::ptr::eq(value, other));
        Err(exact.conflict(unit(), other, is_below))
    }

    /// The splits of a node of which a part has claims: the options that are used or not, and the items
    /// with the parts that have claims.
    fn splits(
        &self,
        node: u32,
        problem: &Problem,
        live: &mut Live<'_>,
    ) -> (Vec<OptionId>, Vec<(ItemId, Vec<u32>)>) {
        let (mut options, mut items) = (Vec::new(), FxHashMap::<ItemId, Vec<u32>>::default());
        for &child in &self.nodes[node as usize].children {
            let Node {
                above: Some((_, step)),
                has_claims: true,
                ..
            } = self.nodes[child as usize]
            else {
                continue;
            };
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
            let mut is_whole = || self.child(node, unused).is_none() && !live.may_follow(unused);
            if !divides || is_whole() {
                options.push(step.option);
            }
        }
        (options, different(items, live))
    }

    /// The best split of a node, among those of which a part has claims: one without missing parts,
    /// or one of those that have the most parts with claims.
    fn best_split(&self, node: u32, problem: &Problem, live: &mut Live<'_>) -> Option<Value> {
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
                let is_worthwhile = match is_complete {
                    true => nodes.iter().all(|&child| self.value(child).is_complete),
                    false => Some(nodes.len() * 2) >= most,
                };
                if !is_worthwhile || best.as_ref().is_some_and(|value| value.is_complete) {
                    continue;
                }
                // Parts that contradict the path have no solutions, but their records are checked.
                let above = |&child: &u32| self.nodes[child as usize].above;
                let dead = nodes.iter().filter_map(above).map(|(_, step)| step);
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
        node: u32,
        steps: impl IntoIterator<Item = Step>,
        live: &mut Live<'_>,
        must_be_complete: bool,
    ) -> Option<Value> {
        let (mut nodes, mut without) = (Vec::new(), Vec::new());
        for step in steps {
            match self.child(node, step) {
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
            // To look at each of very many parts takes the square of their number. It is needed only
            // where it can make a proof complete; elsewhere an impossible part may count as missing.
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
fn different(items: FxHashMap<ItemId, Vec<u32>>, live: &Live<'_>) -> Vec<(ItemId, Vec<u32>)> {
    let mut items: Vec<(ItemId, Vec<u32>)> = items.into_iter().collect();
    items.sort_unstable();
    let mut seen = FxHashSet::default();
    items.retain(|(item, nodes)| {
        let options: Vec<OptionId> = live.options_of(*item).collect();
        seen.insert((nodes.clone(), options))
    });
    items
}
