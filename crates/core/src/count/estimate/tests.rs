//! Intervals tested on random trees of known size.

use super::probes::share;
use super::*;
use crate::ask::Meter;
use crate::engine::{Branch, Tree as _};
use crate::policy::Policies;
use crate::problem::OptionId;
use crate::problem::Problem;

/// A node of a random tree. Its children follow from these numbers.
#[derive(Clone, Copy, Debug)]
struct Node {
    hash: u64,
    size: u64,
    depth: u64,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// One of the children of each node has children, for `levels` levels.
    Caterpillar { children: u64, levels: u64 },
    /// The same, and the other children have binary trees of at most `most` nodes.
    Bushy {
        children: u64,
        levels: u64,
        most: u64,
    },
    /// Two children share the size of their parent: the larger the power, the less evenly.
    Split { power: i32 },
    /// From 0 to `most` children, for `levels` levels.
    Chance { most: u64, levels: u64 },
    /// Each of `width` children exists with a chance that shrinks with the depth.
    Queens { width: u64, levels: u64 },
    /// Each child has a smaller number than its parent, and a node with 0 has no children.
    Sum { most: u64 },
    /// All nodes have two children.
    Full { levels: u64 },
}

fn mix(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// Maps a hash to a number from 0 to 1.
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
            Self::Chance { most, levels } if depth < levels => all(mix(hash) % (most + 1), &|_| 0),
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

/// A random tree as an engine: every leaf is a dead end.
struct Tree {
    kind: Kind,
    here: Node,
    /// The nodes above, their children, and how many of the children were tried.
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

    /// Counts the nodes, if there are at most `most`.
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

impl crate::engine::Tree for Tree {
    fn dead_ends_are_nodes(&self) -> bool {
        true
    }

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
        if self.kind.children(self.here).is_empty() {
            Branch::Dead
        } else {
            Branch::Open
        }
    }
    fn children(&mut self, _: &mut Meter<'_>) -> Result<u64, Stop> {
        Ok(self.kind.children(self.here).len() as u64)
    }
    fn enter(&mut self) {
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
    fn tried(&self) -> Option<OptionId> {
        None
    }
    fn trail(&self, _: &mut Vec<OptionId>) {}
}

/// Makes `probes` probes, in rounds.
fn probe(tree: &mut Tree, probes: u64, seed: u64) -> Found {
    let budget = Budget::unlimited();
    let mut pace = Probing::new(&Problem::default(), &budget, u64::MAX);
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut found = Found::default();
    let (mut left, mut size) = (probes, Policies::default().estimate.first_round);
    while left > 0 {
        let now = size.min(left);
        tree.reset(&mut pace.meter).unwrap();
        found = round(tree, now, found, true, &mut rng, &mut pace).unwrap();
        left -= now;
        size *= 2;
    }
    found
}

/// Even trees and very skewed ones, by family.
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

/// In every family at least 95 of 100 intervals hold the number of nodes, and intervals of trees
/// that are not skewed have upper bounds.
#[test]
fn intervals_hold_the_size_of_skewed_trees() {
    let mut families = std::collections::BTreeMap::<&str, [u32; 3]>::new();
    for (name, kind, size) in trees() {
        for seed in 0..8 {
            let mut tree = Tree::new(kind, seed, size);
            let Some(nodes) = tree.nodes(200_000).filter(|&nodes| nodes > 50) else {
                continue;
            };
            let found = probe(&mut tree, 1_500, seed)
                .nodes
                .interval(Policies::default().estimate);
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

/// Where all children of a node but one are leaves, nothing is left to chance.
#[test]
fn caterpillars_are_exact() {
    let kind = Kind::Caterpillar {
        children: 5,
        levels: 400,
    };
    let mut tree = Tree::new(kind, 1, 1);
    let found = probe(&mut tree, 100, 1)
        .nodes
        .interval(Policies::default().estimate);
    assert!((found.mean - 2_001.0).abs() < 1e-6, "{found:?}");
}

/// The square of 2^601 is too large for a float; 2^2001 is too large itself.
#[test]
fn the_numbers_of_huge_trees_are_not_nan() {
    let tree = |levels| {
        let mut tree = Tree::new(Kind::Full { levels }, 1, 0);
        probe(&mut tree, 100, 1)
            .nodes
            .interval(Policies::default().estimate)
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
fn a_cancelled_round_of_very_many_probes_stops() {
    let token = crate::CancelToken::new();
    token.cancel();
    let budget = Budget::start(&Limits::new().cancel(&token));
    let mut tree = Tree::new(Kind::Full { levels: 200 }, 1, 0);
    let mut pace = Probing::new(&Problem::default(), &budget, u64::MAX);
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

/// Every child gets its share of the probes, rounded up or down, and right on average.
#[test]
fn probes_are_shared_in_proportion_to_chances() {
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
