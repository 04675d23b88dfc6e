//! Probes that go down a tree together, and what they find.

use rand::Rng;
use rand_pcg::Pcg64;

use super::interval::Mean;
use crate::ask::{Budget, Meter, Stop};
use crate::engine::{Branch, Tree};
use crate::problem::Problem;

/// A meter for nodes and children.
pub(super) struct Probing<'b> {
    pub(super) meter: Meter<'b>,
    /// The work of a child: more in a large problem.
    pub(super) work: usize,
    /// How many more nodes and children there may be.
    pub(super) left: u64,
    /// Of what the nodes are taken, and how many at once; none are taken if it is `None`.
    pub(super) paid: Option<(&'b Budget, u64)>,
    /// How many of them are left.
    fuel: u64,
    /// How many nodes were visited.
    pub(super) visited: u64,
}

impl<'b> Probing<'b> {
    pub(super) fn new(problem: &Problem, budget: &'b Budget) -> Self {
        Self {
            meter: budget.meter(),
            work: (problem.size() / 16).max(256),
            left: u64::MAX,
            paid: None,
            fuel: 0,
            visited: 0,
        }
    }

    pub(super) fn step(&mut self) -> Result<(), Stop> {
        self.left = self.left.checked_sub(1).ok_or(Stop::Nodes)?;
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

    /// Gives back the nodes that were taken and not visited.
    pub(super) fn end(&mut self) {
        if let Some((budget, _)) = self.paid {
            budget.give_nodes(std::mem::take(&mut self.fuel));
        }
    }
}

/// What the probes of all rounds stand for.
#[derive(Clone, Copy, Default)]
pub(super) struct Found {
    pub(super) nodes: Mean,
    pub(super) solutions: Mean,
}

#[derive(Clone, Copy)]
struct Party {
    probes: u64,
    /// The product of the numbers of children on the way, or of what stands for them.
    weight: f64,
    /// The sum of the weights of the nodes on the way, and of the solutions beside it.
    nodes: f64,
    solutions: f64,
}

struct Level {
    party: Party,
    /// Where the children begin, and the next to visit, in the list of all levels.
    start: usize,
    next: usize,
}

/// Some of the probes of a node, on their way to a child.
#[derive(Clone, Copy)]
pub(super) struct Share {
    pub(super) probes: u64,
    /// By what the weight grows on that way.
    pub(super) factor: f64,
}

/// Sends so many probes down from the state that the tree is in, and adds what they find. Whether
/// to look at the children of a node before the probes are shared out: without it all children have
/// the same chance.
pub(super) fn round(
    tree: &mut dyn Tree,
    probes: u64,
    mut found: Found,
    look: bool,
    rng: &mut Pcg64,
    pace: &mut Probing<'_>,
) -> Result<Found, Stop> {
    let mut levels: Vec<Level> = Vec::new();
    // How many probes go to each child up to the last that any goes to; all levels, end to end.
    let mut shares: Vec<Share> = Vec::new();
    let mut chances: Vec<f64> = Vec::new();
    let mut party = Party {
        probes,
        weight: 1.0,
        nodes: 0.0,
        solutions: 0.0,
    };
    loop {
        pace.step()?;
        match tree.branch() {
            Branch::Dead => {
                if tree.dead_ends_are_nodes() {
                    party.nodes += party.weight;
                }
                found.add(&party);
            }
            Branch::Solved => {
                party.nodes += party.weight;
                party.solutions += party.weight;
                found.add(&party);
            }
            Branch::Open => {
                party.nodes += party.weight;
                pace.visit()?;
                chances.clear();
                if look {
                    tree.enter();
                    while tree.advance() {
                        pace.step()?;
                        let chance = look_at(tree, &mut party, pace)?;
                        chances.push(chance);
                    }
                    tree.leave();
                } else {
                    chances.resize(tree.children() as usize, 1.0);
                }
                let start = shares.len();
                share(party.probes, &chances, &mut shares, rng);
                if shares.len() == start {
                    found.add(&party);
                }
                let next = start;
                levels.push(Level { party, start, next });
                tree.enter();
            }
        }
        // On to the next child that some probes go to.
        party = loop {
            let Some(level) = levels.last_mut() else {
                return Ok(found);
            };
            let Some(&Share { probes, factor }) = shares.get(level.next) else {
                shares.truncate(level.start);
                levels.pop();
                tree.leave();
                continue;
            };
            level.next += 1;
            pace.step()?;
            tree.advance();
            if probes > 0 {
                break Party {
                    probes,
                    weight: level.party.weight * factor,
                    ..level.party
                };
            }
        };
    }
}

/// Counts the child that the tree is in if it is a leaf. Returns the chance of a probe to go there,
/// in proportion to those of the others.
fn look_at(tree: &mut dyn Tree, party: &mut Party, pace: &mut Probing<'_>) -> Result<f64, Stop> {
    Ok(match tree.branch() {
        Branch::Dead => {
            if tree.dead_ends_are_nodes() {
                party.nodes += party.weight;
                pace.visit()?;
            }
            0.0
        }
        Branch::Solved => {
            party.nodes += party.weight;
            party.solutions += party.weight;
            pace.visit()?;
            0.0
        }
        Branch::Open => tree.children().max(1) as f64,
    })
}

impl Found {
    fn add(&mut self, party: &Party) {
        self.nodes.add(party.nodes, party.probes);
        self.solutions.add(party.solutions, party.probes);
    }
}

/// Appends how many probes go to each child, up to the last that any goes to: each child's part of
/// them, rounded up or down by one draw for all. None if no child has a chance.
pub(super) fn share(probes: u64, chances: &[f64], shares: &mut Vec<Share>, rng: &mut Pcg64) {
    let all: f64 = chances.iter().sum();
    let Some(last) = chances.iter().rposition(|&chance| chance > 0.0) else {
        return;
    };
    let start = shares.len();
    let shift: f64 = rng.random();
    let (mut sum, mut given) = (0.0, 0);
    for (child, &chance) in chances[..=last].iter().enumerate() {
        sum += chance;
        let end = if child == last {
            probes
        } else {
            // As floating-point numbers they are not exact, but stay in order.
            ((probes as f64 * (sum / all) + shift) as u64).clamp(given, probes)
        };
        shares.push(Share {
            probes: end - given,
            factor: all / chance,
        });
        given = end;
    }
    while shares.len() > start && shares.last().is_some_and(|share| share.probes == 0) {
        shares.pop();
    }
}
