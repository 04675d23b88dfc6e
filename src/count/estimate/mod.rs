//! How long a walk would be, without walking: random probes.
//!
//! ```text
//! probe: go down from the root, at each node into one of its live children
//!        a child that is a leaf is counted as it is, and no probe goes there
//!        of the others one is drawn, with a chance p in proportion to its number of children
//!        a node on the way stands for as many as the product of the 1/p before it
//! the mean of the sums of many probes is the number of nodes, and likewise of solutions
//! ```
//!
//! Probes go down together: at each node each child gets its share of them, rounded up or down by one
//! draw for all children. So what many of them pass is covered once, and the mean varies less than if
//! each were made alone. A round of probes never visits more nodes than the walk. A limit can only
//! stop between rounds: a part of one has seen the first children only.
//!
//! Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975);
//! TAOCP 7.2.2, Theorem E. The chances are those of his section 4 (importance sampling).
//!
//! # The interval
//!
//! The mean is right on average, but in a skewed tree rare probes stand for very much, and a normal
//! interval is far too narrow as long as no probe met them. So:
//!
//! * A walk of `estimate.sample` nodes comes first. Where it ends, the numbers are exact.
//! * The lower bound leaves out the largest probe, and is at least what was counted.
//! * The upper bound leaves room for probes that were not met yet: with n probes these have a chance
//!   of 3/n at most, in 95 of 100 cases, and stand for about as much as the largest that was met.
//! * Where one probe makes up more than `estimate.share` of the sum the spread says nothing, and there is no
//!   upper bound: it is infinite.
//!
//! Trees of known size, four seeds or more each, 10,000 probes: how many of 100 intervals hold the
//! number of nodes, and how many have no upper bound. *Before* are probes that go into every child with
//! the same chance, and intervals of 1.96 standard errors.
//!
//! | trees | before | now | without an upper bound |
//! |---|---|---|---|
//! | one child in 2 to 10 goes on, 10 to 300 levels | 8 | 100 | 0 |
//! | the same, with subtrees at the others | 23 | 97 | 76 |
//! | binary, of 1,000 to 1,000,000 nodes, split unevenly | 52 | 99 | 80 |
//! | 0 to 3, 4, 5 or 6 children by chance | 89 | 100 | 0 |
//! | 1 to 6 children, as long as a sum lasts | 88 | 99 | 17 |
//! | like queens: fewer children the deeper | 95 | 100 | 0 |
//!
//! What no probe can meet no interval can tell: a single path that leads to nearly all nodes.

mod interval;
mod probes;

use std::sync::Arc;

use rand::SeedableRng;
use rand_pcg::Pcg64;

pub use self::interval::Interval;
use self::probes::{Found, Probing, round};
use crate::ask::{Answer, Budget, Limits, Stats, Stop};
use crate::engine::{EngineChoice, EngineName, Settings};
use crate::solver::{Search, Solver};

/// How large a walk through all solutions would be.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Estimate {
    /// The engine that would walk. The numbers of nodes of two engines differ.
    pub engine: EngineName,
    /// The number of probes behind the estimate; 0 if the walk ended and the numbers are exact.
    pub probes: u64,
    /// Nodes of the walk.
    pub nodes: Interval,
    /// Solutions; `None` if no probe reached one: there may be none, or they may be rare.
    pub solutions: Option<Interval>,
    /// Seconds on this machine: the nodes, at the speed of a short walk.
    pub seconds: Interval,
}

impl Search {
    /// Estimates the size of a walk through all solutions from `probes` random probes. A walk of at
    /// most 50,000 nodes is made instead, and the numbers are exact.
    ///
    /// The estimate is about the [engine](Solver::engine) of this search, and about `links` where
    /// that is `costs`, whose tree depends on the solutions that it has met. The same seed gives the
    /// same nodes and solutions on every machine. The limits of time and nodes and the cancel token
    /// stop it early; the answer then rests on the rounds of probes that ended.
    ///
    /// Cost: at most `probes` x depth nodes, each with a look at all of its children; and at most
    /// twice the nodes of the walk for each doubling of the probes.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    ///
    /// let mut builder = Problem::builder();
    /// for coin in ["a", "b", "c"] {
    ///     let coin = builder.primary(coin)?;
    ///     builder.option([coin])?;
    ///     builder.option([coin])?;
    /// }
    /// let estimate = Solver::new(builder.build()).search().estimate(10, 1).value;
    /// // So small a tree is walked: 1 + 2 + 4 + 8 nodes.
    /// assert_eq!(estimate.nodes.mean, 15.0);
    /// assert_eq!(estimate.solutions.map(|solutions| solutions.high), Some(8.0));
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    #[must_use]
    pub fn estimate(&mut self, probes: u64, seed: u64) -> Answer<Estimate> {
        let budget = self.start_budget().without_solutions();
        let mut value = Estimate {
            engine: match self.solver().engine() {
                EngineName::Costs => EngineName::Links,
                engine => engine,
            },
            probes: 0,
            nodes: Interval::UNKNOWN,
            solutions: None,
            seconds: Interval::UNKNOWN,
        };
        let mut visited = 0;
        let stop = walker(self, value.engine, &budget).and_then(|mut walker| {
            probe(&mut walker, probes, seed, &budget, &mut value, &mut visited)
        });
        Answer {
            value,
            stop: stop.err().unwrap_or(Stop::Exhausted),
            stats: Stats {
                nodes: visited,
                elapsed: budget.elapsed(),
                ..Stats::default()
            },
        }
    }
}

/// A search with this engine under the same assumptions, in the natural order.
fn walker(search: &Search, engine: EngineName, budget: &Budget) -> Result<Search, Stop> {
    let solver = search.solver();
    let solver = if solver.engine() == engine {
        solver.clone()
    } else {
        let settings = Settings::new()
            .engine(EngineChoice::Prefer(engine))
            .with_policies(solver.policies());
        Solver::within(Arc::clone(solver.problem()), &settings, budget)?
    };
    let mut walker = solver.search();
    walker.assume(search.assumptions().clone());
    Ok(walker)
}

/// Puts what the walk and the probes find into an estimate, as far as the budget lets them come.
fn probe(
    search: &mut Search,
    probes: u64,
    seed: u64,
    budget: &Budget,
    value: &mut Estimate,
    visited: &mut u64,
) -> Result<(), Stop> {
    let policies = search.solver().policies().estimate;
    // Laid out for the walk and the probes, with all the time there is.
    search.at_root(budget)?;
    let mut limits = Limits::new().nodes(policies.sample);
    if let Some(left) = budget.left() {
        limits = limits.time(left / policies.part);
    }
    let walk = search.budget(budget).limits(limits).walk();
    let pace = walk.stats.elapsed.as_secs_f64() / walk.stats.nodes.max(1) as f64;
    let walked = walk.stats.nodes as f64;
    let solved = walk.value.to_u64().unwrap_or(u64::MAX) as f64;
    *visited = walk.stats.nodes;
    if walk.is_complete() {
        value.nodes = Interval::exact(walked);
        value.solutions = Some(Interval::exact(solved));
        value.seconds = value.nodes.times(pace);
        return Ok(());
    }
    // Where a clock stopped the walk, what it counted is not the same on every machine.
    let (walked, solved) = match walk.stop {
        Stop::Nodes => (walked, solved),
        _ => (0.0, 0.0),
    };
    // There are more nodes than were walked.
    value.nodes = value.nodes.at_least(walked);
    let poll = search.solver().policies().count.poll;
    let problem = Arc::clone(search.solver().problem());
    let mut found = Found::default();
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut size = policies.first_round;
    // The engine is where the walk left it.
    while value.probes < probes {
        if budget.nodes_left() == 0 {
            return Err(Stop::Nodes);
        }
        let now = size.min(probes - value.probes);
        let Some(tree) = search.at_root(budget)? else {
            break;
        };
        let mut probing = Probing::new(&problem, budget);
        probing.paid = Some((budget, poll));
        let ended = round(tree, now, found, true, &mut rng, &mut probing);
        probing.end();
        *visited += probing.visited;
        found = ended?;
        value.probes += now;
        size = size.saturating_mul(2);
        // A round visits a node once.
        let counted = walked.max(probing.visited as f64);
        value.nodes = found.nodes.interval(policies).at_least(counted);
        let solutions = || found.solutions.interval(policies).at_least(solved);
        value.solutions = (found.solutions.any() || solved > 0.0).then(solutions);
        value.seconds = value.nodes.times(pace);
    }
    Ok(())
}

/// About how many nodes a count by this search has, by so many probes; infinitely many if the probes
/// take long, so that a walk takes longer.
pub(super) fn nodes(search: &mut Search, probes: u64, budget: &Budget) -> Result<f64, Stop> {
    // Any seed would do: with so few probes the guess is rough whatever it is.
    let mut rng = Pcg64::seed_from_u64(1);
    let policies = search.solver().policies().estimate;
    let mut pace = Probing::new(search.solver().problem(), budget);
    pace.left = (policies.probed / pace.work) as u64;
    let Some(tree) = search.at_root(budget)? else {
        return Ok(0.0);
    };
    match round(tree, probes, Found::default(), false, &mut rng, &mut pace) {
        Ok(found) => Ok(found.nodes.interval(policies).mean),
        Err(Stop::Nodes) => Ok(f64::INFINITY),
        Err(stop) => Err(stop),
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
