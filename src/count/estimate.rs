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
//! * A walk of `SAMPLE` nodes comes first. Where it ends, the numbers are exact.
//! * The lower bound leaves out the largest probe, and is at least what was counted.
//! * The upper bound leaves room for probes that were not met yet: with n probes these have a chance
//!   of 3/n at most, in 95 of 100 cases, and stand for about as much as the largest that was met.
//! * Where one probe makes up more than `SHARE` of the sum the spread says nothing, and there is no
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

use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::ask::{Budget, Limits, Meter, Stop};
use crate::engine::{Branch, Engine, EngineChoice, EngineName, Settings, with_engine};
use crate::problem::Problem;
use crate::solver::{Answer, Search, Solver, Stats};

/// Nodes of the walk that shows how long a node takes.
const SAMPLE: u64 = 50_000;
/// Probes of the first round. Each has twice as many as the one before.
const FIRST_ROUND: u64 = 64;
/// Of the time that is left the walk before the probes takes one part in so many.
const PART: u32 = 4;
/// So many standard errors to each side hold 95 % of a normal distribution.
const WIDTH: f64 = 1.96;
/// One probe may make up so much of the sum. With 2 % half of the skewed trees that 4 % leaves an upper
/// bound have none; with 5 % and less room for what was not met 94 % of the intervals hold.
const SHARE: f64 = 0.04;
/// Room for so many probes like the largest that were not met: 3/n, and as much again for larger ones
/// three times.
const UNMET: f64 = 10.0;

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
///
/// No number is NaN. Numbers beyond the range of an `f64` (about 1.8e308) are infinite: a tree of
/// 2^2000 nodes has an infinite mean, an infinite upper bound, and a lower bound that is finite.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Interval {
    /// The guess, right on average.
    pub mean: f64,
    /// The lower bound; always finite.
    pub low: f64,
    /// The upper bound. Infinite if none can be given: after less than two probes, or where so few
    /// probes make up so much of the sum that others like them may not have been met.
    pub high: f64,
}

impl Interval {
    /// Before anything is known.
    const UNKNOWN: Self = Self {
        mean: 0.0,
        low: 0.0,
        high: f64::INFINITY,
    };

    fn exact(number: f64) -> Self {
        let [mean, low, high] = [number; 3];
        Self { mean, low, high }
    }

    /// The factor is finite and not negative.
    fn times(self, factor: f64) -> Self {
        // Infinity times zero has no meaning.
        let factor = factor.max(f64::MIN_POSITIVE);
        Self {
            mean: self.mean * factor,
            low: (self.low * factor).min(f64::MAX),
            high: self.high * factor,
        }
    }

    /// With what was counted: there are so many at least.
    fn at_least(self, counted: f64) -> Self {
        Self {
            mean: self.mean.max(counted),
            low: self.low.max(counted),
            high: self.high.max(counted),
        }
    }
}

/// A mean and a spread, updated one by one (Welford 1962).
///
/// All values are in units of the first that is not zero, so that the squares of large ones stay
/// finite. If one does not, nothing but `overflow` has a meaning any more.
#[derive(Clone, Copy, Default)]
struct Mean {
    unit: f64,
    number: f64,
    mean: f64,
    squares: f64,
    largest: f64,
    overflow: bool,
}

impl Mean {
    /// Adds a value that came so many times.
    fn add(&mut self, value: f64, times: u64) {
        if self.unit == 0.0 {
            self.unit = value;
        }
        let value = if value == 0.0 { 0.0 } else { value / self.unit };
        let times = times as f64;
        self.number += times;
        let before = value - self.mean;
        self.mean += before * times / self.number;
        self.squares += before * times * (value - self.mean);
        self.largest = self.largest.max(value);
        self.overflow |= !(value.is_finite() && self.squares.is_finite());
    }

    /// Whether some value was not zero.
    fn any(&self) -> bool {
        self.unit != 0.0
    }

    fn interval(&self) -> Interval {
        if self.overflow {
            return Interval {
                mean: f64::INFINITY,
                ..Interval::UNKNOWN
            };
        }
        let Self {
            number,
            mean,
            largest,
            ..
        } = *self;
        let spread = WIDTH * (self.squares / (number - 1.0) / number).sqrt();
        let of_largest = largest / number;
        // What the largest probe makes up beyond its part.
        let is_skewed = of_largest - mean / number > SHARE * mean;
        let (low, high) = if number < 2.0 {
            (0.0, f64::INFINITY)
        } else if is_skewed {
            (mean - of_largest - spread, f64::INFINITY)
        } else {
            (
                mean - of_largest - spread,
                mean + spread + UNMET * of_largest,
            )
        };
        Interval {
            mean: mean * self.unit,
            low: (low.max(0.0) * self.unit).min(f64::MAX),
            high: high * self.unit.max(f64::MIN_POSITIVE),
        }
    }
}

/// Estimates the walk of `links` over all solutions of a problem by so many random probes; exactly,
/// and without probes, if the walk has no more than 50,000 nodes. The same seed gives the same nodes
/// and solutions on every machine. The limits of time and the cancel token stop it early, with the
/// probes of all rounds that ended; the other limits are not looked at.
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
/// // So small a tree is walked: 1 + 2 + 4 + 8 nodes.
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
    let mut value = Estimate {
        probes: 0,
        nodes: Interval::UNKNOWN,
        solutions: None,
        seconds: Interval::UNKNOWN,
    };
    let mut found = Found::default();
    let stop = tell(
        &problem.into(),
        probes,
        seed,
        &budget,
        &mut value,
        &mut found,
    );
    Answer {
        value,
        stop: stop.err().unwrap_or(Stop::Exhausted),
        stats: Stats {
            nodes: found.visited,
            elapsed: budget.elapsed(),
            ..Stats::default()
        },
    }
}

/// Puts what the walk and the probes tell into an estimate, as far as the budget lets them come.
fn tell(
    problem: &Arc<Problem>,
    probes: u64,
    seed: u64,
    budget: &Budget,
    value: &mut Estimate,
    found: &mut Found,
) -> Result<(), Stop> {
    let links = Settings::new().engine(EngineChoice::Prefer(EngineName::Links));
    let solver = Solver::within(Arc::clone(problem), &links, &budget.rest())?;
    let mut search = solver.search();
    // Laid out for the walk and the probes, with all the time there is.
    search.at_root(budget)?;
    let mut limits = budget.rest().nodes(SAMPLE);
    if let Some(left) = budget.left() {
        limits = limits.time(left / PART);
    }
    let walk = search.limits(limits).count();
    let pace = walk.stats.elapsed.as_secs_f64() / walk.stats.nodes.max(1) as f64;
    let walked = walk.stats.nodes as f64;
    let solved = walk.value.to_u64().unwrap_or(u64::MAX) as f64;
    if walk.is_complete() {
        found.visited = walk.stats.nodes;
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
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut size = FIRST_ROUND;
    // The engine is where the walk left it.
    while value.probes < probes {
        let now = size.min(probes - value.probes);
        let Some(engine) = search.at_root(budget)? else {
            break;
        };
        let before = found.visited;
        *found = with_engine!(engine, engine => {
            round(engine, now, *found, true, &mut rng, &mut Pace::new(problem, budget))
        })?;
        value.probes += now;
        size = size.saturating_mul(2);
        // A round visits a node once.
        let counted = walked.max((found.visited - before) as f64);
        value.nodes = found.nodes.interval().at_least(counted);
        let solutions = || found.solutions.interval().at_least(solved);
        value.solutions = (found.solutions.any() || solved > 0.0).then(solutions);
        value.seconds = value.nodes.times(pace);
    }
    Ok(())
}

/// The most work of the probes that only say whether a walk is short: about a tenth of a second.
const PROBED: usize = 1 << 26;

/// About how many nodes a count by this search has, by so many probes; infinitely many if the probes
/// take long, so that a walk takes longer.
pub(super) fn nodes(search: &mut Search<'_>, probes: u64, budget: &Budget) -> Result<f64, Stop> {
    // Any seed would do: with so few probes the guess is rough whatever it is.
    let mut rng = Pcg64::seed_from_u64(1);
    let mut pace = Pace::new(search.solver().problem(), budget);
    pace.left = (PROBED / pace.work) as u64;
    let Some(engine) = search.at_root(budget)? else {
        return Ok(0.0);
    };
    let found = with_engine!(engine, engine => {
        round(engine, probes, Found::default(), false, &mut rng, &mut pace)
    });
    match found {
        Ok(found) => Ok(found.nodes.interval().mean),
        Err(Stop::Nodes) => Ok(f64::INFINITY),
        Err(stop) => Err(stop),
    }
}

/// A meter for nodes and children.
struct Pace<'b> {
    meter: Meter<'b>,
    /// The work of a child: more in a large problem.
    work: usize,
    /// How many more nodes and children there may be.
    left: u64,
}

impl<'b> Pace<'b> {
    fn new(problem: &Problem, budget: &'b Budget) -> Self {
        Self {
            meter: budget.meter(),
            work: (problem.size() / 16).max(256),
            left: u64::MAX,
        }
    }

    fn step(&mut self) -> Result<(), Stop> {
        self.left = self.left.checked_sub(1).ok_or(Stop::Nodes)?;
        self.meter.spend(self.work)
    }
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
    /// The product of the numbers of children on the way, or of what stands for them.
    weight: f64,
    /// The sum of the weights of the nodes on the way, and of the solutions beside it.
    nodes: f64,
    solutions: f64,
}

/// A node whose children are being visited.
struct Level {
    party: Party,
    /// Where the children begin, and the next to visit, in the list of all levels.
    start: usize,
    next: usize,
}

/// Some of the probes of a node, on their way to a child.
#[derive(Clone, Copy)]
struct Share {
    probes: u64,
    /// By what the weight grows on that way.
    factor: f64,
}

/// Sends so many probes down from the state that the engine is in, and adds what they find. Whether
/// to look at the children of a node before the probes are shared out: without it all children have
/// the same chance.
fn round<E: Engine>(
    engine: &mut E,
    probes: u64,
    mut found: Found,
    look: bool,
    rng: &mut Pcg64,
    pace: &mut Pace<'_>,
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
        match engine.branch() {
            Branch::Dead => {
                if E::DEAD_ENDS_ARE_NODES {
                    party.nodes += party.weight;
                }
                found.add(&party);
            }
            Branch::Solved => {
                party.nodes += party.weight;
                party.solutions += party.weight;
                found.add(&party);
            }
            Branch::Item(item) => {
                party.nodes += party.weight;
                found.visited += 1;
                chances.clear();
                if look {
                    engine.enter(item);
                    while engine.advance() {
                        pace.step()?;
                        let chance = look_at(engine, &mut party, &mut found.visited);
                        chances.push(chance);
                    }
                    engine.leave();
                    // The walk comes to the same state.
                    let same = engine.branch();
                    debug_assert_eq!(same, Branch::Item(item));
                } else {
                    chances.resize(engine.children(item) as usize, 1.0);
                }
                let start = shares.len();
                share(party.probes, &chances, &mut shares, rng);
                if shares.len() == start {
                    found.add(&party);
                }
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
            let Some(&Share { probes, factor }) = shares.get(level.next) else {
                shares.truncate(level.start);
                levels.pop();
                engine.leave();
                continue;
            };
            level.next += 1;
            pace.step()?;
            engine.advance();
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

/// Counts the child that the engine is in if it is a leaf. Returns the chance of a probe to go there,
/// in proportion to those of the others.
fn look_at<E: Engine>(engine: &mut E, party: &mut Party, visited: &mut u64) -> f64 {
    match engine.branch() {
        Branch::Dead => {
            if E::DEAD_ENDS_ARE_NODES {
                party.nodes += party.weight;
                *visited += 1;
            }
            0.0
        }
        Branch::Solved => {
            party.nodes += party.weight;
            party.solutions += party.weight;
            *visited += 1;
            0.0
        }
        Branch::Item(item) => engine.children(item).max(1) as f64,
    }
}

impl Found {
    /// Adds probes that came to their end.
    fn add(&mut self, party: &Party) {
        self.nodes.add(party.nodes, party.probes);
        self.solutions.add(party.solutions, party.probes);
    }
}

/// Appends how many probes go to each child, up to the last that any goes to: each child's part of
/// them, rounded up or down by one draw for all. None if no child has a chance.
fn share(probes: u64, chances: &[f64], shares: &mut Vec<Share>, rng: &mut Pcg64) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{ItemId, OptionId};

    /// A node of a tree: what it grows from, a size or a kind, and how deep it is.
    #[derive(Clone, Copy, Debug)]
    struct Node {
        hash: u64,
        size: u64,
        depth: u64,
    }

    #[derive(Clone, Copy, Debug)]
    enum Kind {
        /// One of so many children goes on, so many levels.
        Caterpillar { children: u64, levels: u64 },
        /// The others have binary trees of at most this size.
        Bushy {
            children: u64,
            levels: u64,
            most: u64,
        },
        /// Two children, which share the rest of the size; the larger the power, the less evenly.
        Split { power: i32 },
        /// From none to so many children, so many levels.
        Chance { most: u64, levels: u64 },
        /// Each of so many children is there with a chance that shrinks with the depth.
        Queens { width: u64, levels: u64 },
        /// Each child has less of a sum; at its end there is nothing.
        Sum { most: u64 },
        /// All nodes have two children.
        Full { levels: u64 },
    }

    fn mix(mut x: u64) -> u64 {
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    /// From 0 to 1.
    fn part(hash: u64) -> f64 {
        (hash >> 11) as f64 / (1_u64 << 53) as f64
    }

    impl Kind {
        fn children(self, node: Node) -> Vec<Node> {
            let Node { hash, size, depth } = node;
            let child = |i: u64, size| Node {
                hash: mix(hash.wrapping_add(i + 1)),
                size,
                depth: depth + 1,
            };
            let all = |children: u64, size: &dyn Fn(u64) -> u64| -> Vec<Node> {
                (0..children).map(|i| child(i, size(i))).collect()
            };
            match self {
                Self::Caterpillar { children, levels } if size == 1 && depth < levels => {
                    all(children, &|i| u64::from(i == mix(hash) % children))
                }
                Self::Bushy {
                    children,
                    levels,
                    most,
                } if size == 1 && depth < levels => {
                    let other = |i| 2 + mix(hash ^ i) % most;
                    let goes_on = mix(hash) % children;
                    all(children, &|i| if i == goes_on { 1 } else { other(i) })
                }
                Self::Bushy { .. } if size > 3 => all(2, &|i| 2 + (size - 2) / 4 * (i + 1)),
                Self::Split { power } if size > 1 => {
                    let one = ((size - 1) as f64 * part(mix(hash)).powi(power)) as u64;
                    let sizes = [one, size - 1 - one];
                    let mut two = all(2, &|i| sizes[i as usize]);
                    two.retain(|node| node.size > 0);
                    two
                }
                Self::Chance { most, levels } if depth < levels => {
                    all(mix(hash) % (most + 1), &|_| 0)
                }
                Self::Queens { width, levels } if depth < levels => {
                    let chance = 0.8 * (1.0 - depth as f64 / levels as f64);
                    let mut some = all(width, &|_| 0);
                    some.retain(|node| part(node.hash) < chance);
                    some
                }
                Self::Sum { most } if size > 0 => {
                    let less = |i| 1 + mix(hash ^ i) % (size / 2 + 2);
                    all(1 + mix(hash) % most, &|i| size.saturating_sub(less(i)))
                }
                Self::Full { levels } if depth < levels => all(2, &|_| 0),
                _ => Vec::new(),
            }
        }
    }

    /// A tree as an engine: every leaf is a dead end.
    struct Tree {
        kind: Kind,
        here: Node,
        /// The nodes above, their children, and how many of these were tried.
        levels: Vec<(Node, Vec<Node>, usize)>,
    }

    impl Tree {
        fn new(kind: Kind, seed: u64, size: u64) -> Self {
            let hash = mix(seed);
            Self {
                kind,
                here: Node {
                    hash,
                    size,
                    depth: 0,
                },
                levels: Vec::new(),
            }
        }

        /// The number of nodes, if it is not larger.
        fn nodes(&self, most: u64) -> Option<u64> {
            let mut open = vec![self.here];
            let mut nodes = 0;
            while let Some(node) = open.pop() {
                nodes += 1;
                if nodes > most {
                    return None;
                }
                open.extend(self.kind.children(node));
            }
            Some(nodes)
        }
    }

    impl Engine for Tree {
        const DEAD_ENDS_ARE_NODES: bool = true;

        fn reset(&mut self, _: &mut Meter<'_>) -> Result<(), Stop> {
            while !self.levels.is_empty() {
                self.leave();
            }
            Ok(())
        }
        fn forbid(&mut self, _: OptionId) {}
        fn force(&mut self, _: OptionId) -> bool {
            false
        }
        fn randomise(&mut self, _: u64, _: &mut Meter<'_>) -> Result<(), Stop> {
            Ok(())
        }
        fn branch(&mut self) -> Branch {
            match self.kind.children(self.here).is_empty() {
                true => Branch::Dead,
                false => Branch::Item(ItemId::new(0)),
            }
        }
        fn children(&mut self, _: ItemId) -> u64 {
            self.kind.children(self.here).len() as u64
        }
        fn enter(&mut self, _: ItemId) {
            let children = self.kind.children(self.here);
            self.levels.push((self.here, children, 0));
        }
        fn advance(&mut self) -> bool {
            let (_, children, tried) = self.levels.last_mut().unwrap();
            let next = children.get(*tried).copied();
            *tried += 1;
            if let Some(next) = next {
                self.here = next;
            }
            next.is_some()
        }
        fn leave(&mut self) {
            self.here = self.levels.pop().unwrap().0;
        }
        fn trail(&self, _: &mut Vec<OptionId>) {}
        fn updates(&self) -> Option<u64> {
            None
        }
    }

    /// What so many probes find, in rounds.
    fn probe(tree: &mut Tree, probes: u64, seed: u64) -> Found {
        let budget = Budget::unlimited();
        let mut pace = Pace::new(&Problem::default(), &budget);
        let mut rng = Pcg64::seed_from_u64(seed);
        let mut found = Found::default();
        let (mut left, mut size) = (probes, FIRST_ROUND);
        while left > 0 {
            let now = size.min(left);
            tree.reset(&mut pace.meter).unwrap();
            found = round(tree, now, found, true, &mut rng, &mut pace).unwrap();
            left -= now;
            size *= 2;
        }
        found
    }

    /// Trees that are even and trees that are very skewed, with their families.
    fn trees() -> Vec<(&'static str, Kind, u64)> {
        let mut trees = Vec::new();
        for children in [2, 3, 10] {
            for levels in [30, 100] {
                trees.push(("caterpillars", Kind::Caterpillar { children, levels }, 1));
                for most in [10, 100, 1000] {
                    let kind = Kind::Bushy {
                        children,
                        levels,
                        most,
                    };
                    trees.push(("bushy", kind, 1));
                }
            }
        }
        for power in [1, 2, 4, 8] {
            for size in [1_000, 30_000, 100_000] {
                trees.push(("split", Kind::Split { power }, size));
            }
        }
        for (most, levels) in [(3, 18), (4, 12), (5, 10), (6, 8)] {
            trees.push(("by chance", Kind::Chance { most, levels }, 0));
        }
        for (width, levels) in [(4, 16), (5, 12), (6, 9), (8, 8)] {
            trees.push(("queens", Kind::Queens { width, levels }, 0));
        }
        for most in [3, 4, 6] {
            for size in [16, 24] {
                trees.push(("sums", Kind::Sum { most }, size));
            }
        }
        trees
    }

    /// The interval holds the number of nodes as often as it says, in every family; and where trees are
    /// not skewed it has an upper bound.
    #[test]
    fn intervals_of_skewed_trees_hold() {
        let mut families = std::collections::BTreeMap::<&str, [u32; 3]>::new();
        for (name, kind, size) in trees() {
            for seed in 0..8 {
                let mut tree = Tree::new(kind, seed, size);
                let Some(nodes) = tree.nodes(200_000).filter(|&nodes| nodes > 50) else {
                    continue;
                };
                let found = probe(&mut tree, 1_500, seed).nodes.interval();
                let Interval { mean, low, high } = found;
                assert!(low <= mean && mean <= high, "{kind:?}: {found:?}");
                let truth = nodes as f64;
                let [all, held, open] = families.entry(name).or_default();
                *all += 1;
                *held += u32::from(low <= truth * 1.000_001 && truth <= high * 1.000_001);
                *open += u32::from(high == f64::INFINITY);
            }
        }
        let all: u32 = families.values().map(|family| family[0]).sum();
        assert!(all >= 200, "{all}");
        for (name, [all, held, open]) in &families {
            eprintln!("{name}: {held} of {all} hold, {open} have no upper bound");
            assert!(held * 100 >= all * 95, "{name}: {held} of {all}");
            if matches!(*name, "caterpillars" | "by chance" | "queens") {
                assert!(open * 3 <= *all, "{name}: {open} of {all} are open");
            }
        }
    }

    /// Where all children of a node but one are leaves there is no chance.
    #[test]
    fn caterpillars_are_exact() {
        let kind = Kind::Caterpillar {
            children: 5,
            levels: 400,
        };
        let mut tree = Tree::new(kind, 1, 1);
        let found = probe(&mut tree, 100, 1).nodes.interval();
        assert!((found.mean - 2_001.0).abs() < 1e-6, "{found:?}");
    }

    /// 2^601 nodes: their squares are too large for a float, and their number is not. 2^2001 nodes:
    /// their number is too large too.
    #[test]
    fn huge_trees_have_numbers() {
        let tree = |levels| {
            let mut tree = Tree::new(Kind::Full { levels }, 1, 0);
            probe(&mut tree, 100, 1).nodes.interval()
        };
        let Interval { mean, low, high } = tree(600);
        let truth = 2_f64.powi(601);
        assert!((mean / truth - 1.0).abs() < 1e-9, "{mean}");
        assert!(low > 0.9 * truth && low <= truth, "{low}");
        assert!(high >= truth && high < 1.2 * truth, "{high}");

        let Interval { mean, low, high } = tree(2000);
        assert_eq!([mean, low, high], [f64::INFINITY, 0.0, f64::INFINITY]);
        for interval in [tree(2000), Interval::UNKNOWN] {
            for factor in [0.0, 1e-300, 1.0, 1e300] {
                let Interval { mean, low, high } = interval.times(factor).at_least(3.0);
                assert!(low.is_finite() && low <= mean && mean <= high);
            }
        }
    }

    #[test]
    fn a_stopped_round_tells_nothing_and_a_large_tree_is_stopped() {
        let token = crate::CancelToken::new();
        token.cancel();
        let budget = Budget::start(&Limits::new().cancel(&token));
        let mut tree = Tree::new(Kind::Full { levels: 200 }, 1, 0);
        let mut pace = Pace::new(&Problem::default(), &budget);
        let mut rng = Pcg64::seed_from_u64(1);
        let probes = 1 << 60;
        let stopped = round(
            &mut tree,
            probes,
            Found::default(),
            true,
            &mut rng,
            &mut pace,
        );
        assert_eq!(stopped.err(), Some(Stop::Cancelled));
    }

    /// Every child gets its part of the probes, rounded up or down, and right on average.
    #[test]
    fn probes_are_shared_out() {
        let mut rng = Pcg64::seed_from_u64(1);
        let chances = [1.0, 0.0, 2.0, 3.0, 0.0];
        for probes in [0, 1, 5, 600, 1 << 50, u64::MAX] {
            let mut sums = [0.0; 5];
            for _ in 0..1000 {
                let mut shares = Vec::new();
                share(probes, &chances, &mut shares, &mut rng);
                let given = shares.iter().map(|share| share.probes);
                assert_eq!(given.clone().map(u128::from).sum::<u128>(), probes.into());
                for (place, given) in given.enumerate() {
                    let part = probes as f64 * chances[place] / 6.0;
                    // Above 2^53 floats are not whole.
                    assert!((given as f64 - part).abs() <= 1.0 + part * 1e-12);
                    sums[place] += given as f64 / 1000.0;
                }
            }
            for (sum, chance) in sums.iter().zip(chances) {
                let part = probes as f64 * chance / 6.0;
                assert!((sum - part).abs() <= 0.1 + part * 1e-12, "{sum} {part}");
            }
        }
        let mut shares = Vec::new();
        share(7, &[0.0, 0.0], &mut shares, &mut rng);
        assert!(shares.is_empty());
    }
}
