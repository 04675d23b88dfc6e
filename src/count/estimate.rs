//! How long a walk would be, without walking: random probes.
//!
//! ```text
//! probe: go down from the root, at each node into one of its d children, all equally likely
//!        a node on the way stands for as many as the product of the d before it
//! the mean of the sums of many probes is the number of nodes, and likewise of solutions
//! ```
//!
//! Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975);
//! TAOCP 7.2.2, Theorem E. The mean is right on average. Large trees have rare probes that stand
//! for very much: the interval is honest only if there are many probes.

use std::sync::Arc;
use std::time::Instant;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::engine::{Branch, Engine, EngineChoice, EngineName, Settings, choose, with_engine};
use crate::problem::Problem;
use crate::solver::{Answer, Limits, Search, Solver, Stats, Stop};

/// Nodes of the walk that shows how long a node takes.
const SAMPLE: u64 = 50_000;
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
    /// Solutions.
    pub solutions: Interval,
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
#[derive(Default)]
struct Mean {
    number: f64,
    mean: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.number += 1.0;
        let before = value - self.mean;
        self.mean += before / self.number;
        self.squares += before * (value - self.mean);
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
/// cancel token stop it early; the other limits are not looked at.
///
/// O(probes x depth x children of a node) covers of an item.
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
/// assert_eq!((estimate.nodes.mean, estimate.solutions.high), (15.0, 8.0));
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[must_use]
pub fn estimate(
    problem: impl Into<Arc<Problem>>,
    probes: u64,
    seed: u64,
    limits: &Limits,
) -> Answer<Estimate> {
    let started = Instant::now();
    let problem = problem.into();
    let links = Settings::new().engine(EngineChoice::Only(EngineName::Links));
    let mut engine = choose(&problem, &links).engine(&problem);
    let mut rng = Pcg64::seed_from_u64(seed);
    let (mut nodes, mut solutions) = (Mean::default(), Mean::default());
    let (mut visited, mut stop) = (0, Stop::Exhausted);
    for done in 0..probes {
        if let Some(reached) = limits.clone().nodes(u64::MAX).reached(done, started) {
            stop = reached;
            break;
        }
        let probe = with_engine!(&mut engine, engine => {
            engine.reset();
            probe(engine, &mut rng)
        });
        nodes.add(probe.nodes);
        solutions.add(probe.solutions);
        visited += probe.visited;
    }
    let solver = Solver::with(problem, &links);
    let mut search = solver.search();
    let walk = search.limits(limits.clone().nodes(SAMPLE)).count().stats;
    let pace = walk.elapsed.as_secs_f64() / walk.nodes.max(1) as f64;
    Answer {
        value: Estimate {
            probes: nodes.number as u64,
            nodes: nodes.interval(),
            solutions: solutions.interval(),
            seconds: nodes.interval().times(pace),
        },
        stop,
        stats: Stats {
            nodes: visited,
            elapsed: started.elapsed(),
            ..Stats::default()
        },
    }
}

/// About how many nodes a count by this search has, by so many probes.
pub(super) fn nodes(search: &mut Search<'_>, probes: u32) -> f64 {
    let mut rng = Pcg64::seed_from_u64(0);
    let mut nodes = Mean::default();
    for _ in 0..probes {
        if let Some(engine) = search.at_root() {
            let probe = with_engine!(engine, engine => probe(engine, &mut rng));
            nodes.add(probe.nodes);
        }
    }
    nodes.mean
}

/// What one way down stands for, and how many nodes it has.
#[derive(Default)]
struct Probe {
    nodes: f64,
    solutions: f64,
    visited: u64,
}

/// Goes down from the state that the engine is in.
fn probe<E: Engine>(engine: &mut E, rng: &mut Pcg64) -> Probe {
    let mut probe = Probe::default();
    let mut weight = 1.0;
    loop {
        let item = match engine.branch() {
            Branch::Dead => {
                probe.nodes += weight * f64::from(u8::from(E::DEAD_ENDS_ARE_NODES));
                return probe;
            }
            Branch::Solved(leaves) => {
                probe.nodes += weight * leaves as f64;
                probe.solutions += weight * leaves as f64;
                return probe;
            }
            Branch::Item(item) => item,
        };
        probe.visited += 1;
        probe.nodes += weight;
        engine.enter(item);
        let mut children = 0_u64;
        while engine.advance() {
            children += 1;
        }
        engine.leave();
        if children == 0 {
            return probe;
        }
        weight *= children as f64;
        engine.enter(item);
        for _ in 0..=rng.random_range(0..children) {
            engine.advance();
        }
    }
}
