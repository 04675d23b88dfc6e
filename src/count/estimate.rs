//! How long a walk would be, without walking: random probes.
//!
//! ```text
//! probe: go down from the root, at each node into one of its d children, all equally likely
//!        a node on the way stands for as many as the product of the d before it
//! the mean of the sums of many probes is the number of nodes, and likewise of solutions
//! ```
//!
//! Probes go down together: at each node they are shared out among the children by a draw for each,
//! so that what many of them pass is covered once. Were each made alone it would be the same draw,
//! but the nodes near the root, where covering is dear, would be covered again and again. So a round of
//! probes never visits more nodes than the walk. A limit can only stop between rounds: a part of one
//! has seen the first children only.
//!
//! Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975);
//! TAOCP 7.2.2, Theorem E. The mean is right on average. Large trees have rare probes that stand
//! for very much: the interval is honest only if there are many probes.

use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::ask::{Budget, Limits, Stop};
use crate::engine::{Branch, Engine, EngineChoice, EngineName, Settings, choose, with_engine};
use crate::problem::Problem;
use crate::solver::{Answer, Search, Solver, Stats};

/// Nodes of the walk that shows how long a node takes.
const SAMPLE: u64 = 50_000;
/// Probes of the first round. Each has twice as many as the one before.
const FIRST_ROUND: u64 = 64;
/// Draws between two looks at the limits.
const POLL: u64 = 1 << 16;
/// So many standard errors to each side hold 95 % of a normal distribution.
const WIDTH: f64 = 1.96;

/// What a walk of the engine `links` over all solutions would be.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// How many probes it rests on.
    pub probes: u64,
    /// Nodes of the walk.
    pub nodes: Interval,
    /// Solutions; unknown if no probe met one, as there may be none, or some that are rare.
    pub solutions: Option<Interval>,
    /// Seconds on this machine: the nodes, at the pace of a short walk.
    pub seconds: Interval,
}

/// A guess, and bounds between which the truth lies in 95 of 100 cases.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Interval {
    /// The guess, right on average.
    pub mean: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound; infinite after less than two probes.
    pub high: f64,
}

impl Interval {
    fn times(self, factor: f64) -> Self {
        Self {
            mean: self.mean * factor,
            low: self.low * factor,
            high: self.high * factor,
        }
    }
}

/// A mean and a spread, updated one by one (Welford 1962).
#[derive(Clone, Copy, Default)]
struct Mean {
    number: f64,
    mean: f64,
    squares: f64,
}

impl Mean {
    /// Adds a value that came so many times.
    fn add(&mut self, value: f64, times: u64) {
        let times = times as f64;
        self.number += times;
        let before = value - self.mean;
        self.mean += before * times / self.number;
        self.squares += before * times * (value - self.mean);
    }

    fn interval(&self) -> Interval {
        let spread = if self.number < 2.0 {
            f64::INFINITY
        } else {
            WIDTH * (self.squares / (self.number - 1.0) / self.number).sqrt()
        };
        Interval {
            mean: self.mean,
            low: (self.mean - spread).max(0.0),
            high: self.mean + spread,
        }
    }
}

/// Estimates the walk of `links` over all solutions of a problem by so many random probes. The
/// same seed gives the same nodes and solutions on every machine. The limits of time and the
/// cancel token stop it early, with the probes of all rounds that ended; the other limits are not
/// looked at.
///
/// O(nodes x children of a node) covers of an item, for the nodes that some probe visits: at most
/// probes x depth, and at most twice the nodes of the walk for each doubling of the probes.
///
/// ```
/// use quadrille::count::estimate;
/// use quadrille::{Limits, Problem};
///
/// let mut builder = Problem::builder();
/// for coin in ["a", "b", "c"] {
///     let coin = builder.primary(coin)?;
///     builder.option([coin])?;
///     builder.option([coin])?;
/// }
/// let estimate = estimate(builder.build(), 10, 1, &Limits::new()).value;
/// // Every probe sees the same tree: 1 + 2 + 4 + 8 nodes.
/// assert_eq!(estimate.nodes.mean, 15.0);
/// assert_eq!(estimate.solutions.map(|solutions| solutions.high), Some(8.0));
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[must_use]
pub fn estimate(
    problem: impl Into<Arc<Problem>>,
    probes: u64,
    seed: u64,
    limits: &Limits,
) -> Answer<Estimate> {
    let budget = Budget::start(limits);
    let problem = problem.into();
    let links = Settings::new().engine(EngineChoice::Prefer(EngineName::Links));
    let solver = Solver::with_settings(problem.clone(), &links);
    let mut search = solver.search();
    let walk = search.limits(budget.rest().nodes(SAMPLE)).count().stats;
    let pace = walk.elapsed.as_secs_f64() / walk.nodes.max(1) as f64;

    let mut engine = choose(&problem, &links).engine(&problem);
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut found = Found::default();
    let (mut left, mut size) = (probes, FIRST_ROUND);
    let mut stop = Stop::Exhausted;
    while left > 0 {
        let poll = || budget.poll();
        let now = size.min(left);
        let round = with_engine!(&mut engine, engine => {
            engine.reset();
            round(engine, now, found, &mut rng, poll)
        });
        match round {
            Ok(more) => found = more,
            Err(reached) => {
                stop = reached;
                break;
            }
        }
        left -= now;
        size = size.saturating_mul(2);
    }
    let nodes = found.nodes.interval();
    let any_solution = found.solutions.mean > 0.0;
    Answer {
        value: Estimate {
            probes: probes - left,
            nodes,
            solutions: any_solution.then(|| found.solutions.interval()),
            seconds: nodes.times(pace),
        },
        stop,
        stats: Stats {
            nodes: found.visited,
            elapsed: budget.elapsed(),
            ..Stats::default()
        },
    }
}

/// About how many nodes a count by this search has, by so many probes.
pub(super) fn nodes(search: &mut Search<'_>, probes: u64, budget: &Budget) -> Result<f64, Stop> {
    let mut rng = Pcg64::seed_from_u64(0);
    let found = search.at_root().map(|engine| {
        with_engine!(engine, engine => {
            round(engine, probes, Found::default(), &mut rng, || budget.poll())
        })
    });
    found.map_or(Ok(0.0), |found| found.map(|found| found.nodes.mean))
}

/// What the probes of all rounds stand for, and how many nodes they visited.
#[derive(Clone, Copy, Default)]
struct Found {
    nodes: Mean,
    solutions: Mean,
    visited: u64,
}

/// Probes that came to the same node.
#[derive(Clone, Copy)]
struct Party {
    probes: u64,
    /// The product of the numbers of children on the way.
    weight: f64,
    /// The sum of the weights of the nodes on the way.
    nodes: f64,
}

/// A node whose children are being visited.
struct Level {
    party: Party,
    /// Where the children begin, and the next to visit, in the list of all levels.
    start: usize,
    next: usize,
}

/// Sends so many probes down from the state that the engine is in, and adds what they find.
fn round<E: Engine>(
    engine: &mut E,
    probes: u64,
    mut found: Found,
    rng: &mut Pcg64,
    poll: impl Fn() -> Result<(), Stop>,
) -> Result<Found, Stop> {
    let mut levels: Vec<Level> = Vec::new();
    // How many probes go to each child up to the last that any goes to; all levels, end to end.
    let mut shares: Vec<u64> = Vec::new();
    let mut party = Party {
        probes,
        weight: 1.0,
        nodes: 0.0,
    };
    loop {
        poll()?;
        let mut ends = |party: Party, nodes: f64, solutions: f64| {
            let nodes = party.nodes + party.weight * nodes;
            found.nodes.add(nodes, party.probes);
            found.solutions.add(party.weight * solutions, party.probes);
        };
        match engine.branch() {
            Branch::Dead => ends(party, f64::from(u8::from(E::DEAD_ENDS_ARE_NODES)), 0.0),
            Branch::Solved => ends(party, 1.0, 1.0),
            Branch::Item(item) => {
                party.nodes += party.weight;
                let children = engine.children(item);
                if children == 0 {
                    ends(party, 0.0, 0.0);
                }
                found.visited += 1;
                let start = shares.len();
                share(party.probes, children, &mut shares, rng, &poll)?;
                party.weight *= children as f64;
                let next = start;
                levels.push(Level { party, start, next });
                engine.enter(item);
            }
        }
        // On to the next child that some probes go to.
        party = loop {
            let Some(level) = levels.last_mut() else {
                return Ok(found);
            };
            let Some(&probes) = shares.get(level.next) else {
                shares.truncate(level.start);
                levels.pop();
                engine.leave();
                continue;
            };
            level.next += 1;
            engine.advance();
            if probes > 0 {
                break Party {
                    probes,
                    ..level.party
                };
            }
        };
    }
}

/// Appends how many probes go to each child, each to a random one, up to the last that any goes
/// to.
fn share(
    probes: u64,
    children: u64,
    shares: &mut Vec<u64>,
    rng: &mut Pcg64,
    poll: impl Fn() -> Result<(), Stop>,
) -> Result<(), Stop> {
    if children == 0 {
        return Ok(());
    }
    let start = shares.len();
    shares.resize(start + children as usize, 0);
    for draw in 1..=probes {
        shares[start + rng.random_range(0..children) as usize] += 1;
        if draw % POLL == 0 {
            poll()?;
        }
    }
    while shares.last() == Some(&0) {
        shares.pop();
    }
    Ok(())
}
