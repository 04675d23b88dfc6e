//! Groups of probes that go down a tree together, and the sums that they collect.

use rand::Rng;
use rand_pcg::Pcg64;

use super::interval::Mean;
use crate::ask::{Budget, Meter, Stop};
use crate::engine::{Branch, Tree};
use crate::problem::Problem;

/// The limits of a round of probes, and what it has used of them.
pub(super) struct Probing<'b> {
    pub(super) meter: Meter<'b>,
    /// The work of a step to a child, as a meter counts. It grows with the problem.
    pub(super) work: usize,
    /// The children of a node with more choices than this are neither inspected nor counted.
    pub(super) looked: u64,
    /// Steps that are still allowed.
    pub(super) steps_left: u64,
    /// The budget from which visited nodes are taken, and the number taken each time. `None`
    /// takes none.
    pub(super) paid: Option<(&'b Budget, u64)>,
    /// Nodes that are paid and not yet visited.
    fuel: u64,
    /// Nodes visited.
    pub(super) visited: u64,
}

impl<'b> Probing<'b> {
    pub(super) fn new(problem: &Problem, budget: &'b Budget, looked: u64) -> Self {
        Self {
            meter: budget.meter(),
            work: (problem.size() / 16).max(256),
            looked,
            steps_left: u64::MAX,
            paid: None,
            fuel: 0,
            visited: 0,
        }
    }

    pub(super) fn step(&mut self) -> Result<(), Stop> {
        self.steps_left = self.steps_left.checked_sub(1).ok_or(Stop::Nodes)?;
        self.meter.spend(self.work)
    }

    fn visit(&mut self) -> Result<(), Stop> {
        if let Some((budget, most)) = self.paid {
            if self.fuel == 0 {
                self.fuel = budget.take_nodes(most)?;
            }
            self.fuel -= 1;
        }
        self.visited += 1;
        Ok(())
    }

    /// Gives back the nodes that were paid and not visited.
    pub(super) fn end(&mut self) {
        if let Some((budget, _)) = self.paid {
            budget.give_nodes(std::mem::take(&mut self.fuel));
        }
    }
}

/// The sums of the probes of all rounds.
#[derive(Clone, Copy, Default)]
pub(super) struct Found {
    pub(super) nodes: Mean,
    pub(super) solutions: Mean,
}

/// Probes that have taken the same path so far.
#[derive(Clone, Copy)]
struct Group {
    probes: u64,
    /// The number of nodes that a node at the end of the path stands for: the product of 1/p over
    /// the chances p along the path.
    weight: f64,
    /// Sums of the weights of the nodes on the path and the leaves next to it, and of the solutions
    /// among them.
    nodes: f64,
    solutions: f64,
}

struct Level {
    group: Group,
    /// Where the shares of this level begin in the list of all levels, and the next one to follow.
    start: usize,
    next: usize,
    /// Whether the children are the choices of the engine, dead ones included, and how many of them
    /// were passed over since the last one with a probe.
    is_wide: bool,
    passed: u64,
}

/// The probes of a group that go to one child.
#[derive(Clone, Copy)]
pub(super) struct Share {
    pub(super) probes: u64,
    /// The factor by which the weight grows on the way to that child.
    pub(super) factor: f64,
}

/// Sends `probes` probes down from the present state of the tree and adds their sums to `found`.
///
/// With `look` the children of a node are inspected first: leaves are counted exactly, and the
/// probes go to the others in proportion to their numbers of children. Without it all children
/// have the same chance. A node with very many choices has no look at its children, because that
/// takes the square of their number: the choices have the same chance, dead ones included.
pub(super) fn round(
    tree: &mut dyn Tree,
    probes: u64,
    found: Found,
    look: bool,
    rng: &mut Pcg64,
    probing: &mut Probing<'_>,
) -> Result<Found, Stop> {
    let mut round = Round {
        tree,
        look,
        rng,
        probing,
        found,
        levels: Vec::new(),
        shares: Vec::new(),
        chances: Vec::new(),
    };
    let mut next = Some(Group {
        probes,
        weight: 1.0,
        nodes: 0.0,
        solutions: 0.0,
    });
    while let Some(group) = next {
        round.visit(group)?;
        next = round.next_group()?;
    }
    Ok(round.found)
}

/// A round of probes on its way through the tree, depth first.
struct Round<'r, 'b> {
    tree: &'r mut dyn Tree,
    look: bool,
    rng: &'r mut Pcg64,
    probing: &'r mut Probing<'b>,
    found: Found,
    levels: Vec<Level>,
    /// The shares of the children of all levels, end to end. Children after the last one with a
    /// probe are left out.
    shares: Vec<Share>,
    /// The chances of the children of the present node.
    chances: Vec<f64>,
}

impl Round<'_, '_> {
    /// Visits the present node with a group of probes: they end at a leaf, or are shared out to the
    /// children.
    fn visit(&mut self, mut group: Group) -> Result<(), Stop> {
        self.probing.step()?;
        match self.tree.branch() {
            Branch::Dead => {
                if self.tree.dead_ends_are_nodes() {
                    group.nodes += group.weight;
                }
                self.found.add(&group);
            }
            Branch::Solved => {
                group.nodes += group.weight;
                group.solutions += group.weight;
                self.found.add(&group);
            }
            Branch::Open => {
                group.nodes += group.weight;
                self.probing.visit()?;
                let is_wide = self.weigh_children(&mut group)?;
                let start = self.shares.len();
                share(group.probes, &self.chances, &mut self.shares, self.rng);
                // No child has a chance: the probes end here.
                if self.shares.len() == start {
                    self.found.add(&group);
                }
                self.levels.push(Level {
                    group,
                    start,
                    next: start,
                    is_wide,
                    passed: 0,
                });
                self.tree.enter();
            }
        }
        Ok(())
    }

    /// Finds the chances of the children of the present node. Returns whether they are all choices
    /// of the engine, dead ones included.
    fn weigh_children(&mut self, group: &mut Group) -> Result<bool, Stop> {
        self.chances.clear();
        let choices = self.tree.choice_count();
        let is_wide = choices > self.probing.looked;
        if is_wide {
            self.chances.resize(choices as usize, 1.0);
        } else if self.look {
            self.tree.enter();
            while self.tree.advance_within(&mut self.probing.meter)? {
                self.probing.step()?;
                let chance = self.chance_of_child(group)?;
                self.chances.push(chance);
            }
            self.tree.leave();
        } else {
            let children = self.tree.children(&mut self.probing.meter)?;
            self.chances.resize(children as usize, 1.0);
        }
        Ok(is_wide)
    }

    /// Counts the child that the tree is in if it is a leaf. Returns the chance of a probe to go
    /// there, in proportion to the other children of its node.
    fn chance_of_child(&mut self, group: &mut Group) -> Result<f64, Stop> {
        let (tree, probing) = (&mut *self.tree, &mut *self.probing);
        Ok(match tree.branch() {
            Branch::Dead => {
                if tree.dead_ends_are_nodes() {
                    group.nodes += group.weight;
                    probing.visit()?;
                }
                0.0
            }
            Branch::Solved => {
                group.nodes += group.weight;
                group.solutions += group.weight;
                probing.visit()?;
                0.0
            }
            Branch::Open => {
                let children = tree.children(&mut probing.meter)?;
                if !tree.dead_ends_are_nodes() {
                    // Such an engine tries its children to count them.
                    probing.meter.spend(probing.work / 8 * children as usize)?;
                }
                // A child without children of its own is counted when a probe goes there.
                children.max(1) as f64
            }
        })
    }

    /// Goes on to the next child that has a share of the probes. `None` at the end of the round.
    fn next_group(&mut self) -> Result<Option<Group>, Stop> {
        loop {
            let Some(level) = self.levels.last_mut() else {
                return Ok(None);
            };
            let Some(&Share { probes, factor }) = self.shares.get(level.next) else {
                self.shares.truncate(level.start);
                self.levels.pop();
                self.tree.leave();
                continue;
            };
            level.next += 1;
            if level.is_wide {
                // Passes over the choices without a probe.
                if probes == 0 {
                    level.passed += 1;
                    continue;
                }
                self.tree.advance_over(std::mem::take(&mut level.passed));
            } else {
                self.tree.advance_within(&mut self.probing.meter)?;
            }
            self.probing.step()?;
            if probes > 0 {
                return Ok(Some(Group {
                    probes,
                    weight: level.group.weight * factor,
                    ..level.group
                }));
            }
        }
    }
}

impl Found {
    fn add(&mut self, group: &Group) {
        self.nodes.add(group.nodes, group.probes);
        self.solutions.add(group.solutions, group.probes);
    }
}

/// Shares the probes of a node out in proportion to the chances of its children: each share is
/// rounded up or down by one random number for all children. Appends the shares up to the last
/// child with a probe; none if no child has a chance.
pub(super) fn share(probes: u64, chances: &[f64], shares: &mut Vec<Share>, rng: &mut Pcg64) {
    let all: f64 = chances.iter().sum();
    let Some(last) = chances.iter().rposition(|&chance| chance > 0.0) else {
        return;
    };
    let start = shares.len();
    // One number for all children: so the rounded shares add up to all probes, and differ from the
    // exact ones by less than 1.
    let shift: f64 = rng.random();
    let (mut sum, mut given) = (0.0, 0);
    for (child, &chance) in chances[..=last].iter().enumerate() {
        sum += chance;
        let end = if child == last {
            probes
        } else {
            // Floating-point numbers are not exact, but these never decrease.
            ((probes as f64 * (sum / all) + shift) as u64).clamp(given, probes)
        };
        shares.push(Share {
            probes: end - given,
            // Weights grow by 1/p, where p is the chance of the child: so the mean is right.
            factor: all / chance,
        });
        given = end;
    }
    while shares.len() > start && shares.last().is_some_and(|share| share.probes == 0) {
        shares.pop();
    }
}
