//! The orbits of the options of an item.

use rustc_hash::FxHashMap;

use super::graph::{Graph, Kind};
use super::mapper::Mapper;
use super::partition::Partition;
use crate::ask::{Assumptions, Budget, Meter, Stop};
use crate::engine::Remains;
use crate::policy::SymmetryPolicies;
use crate::problem::{OptionId, Problem};

/// Options of one item that are alike by symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Orbit {
    /// At least one, ascending.
    pub(crate) options: Vec<OptionId>,
}

/// The result of a search for orbits.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The orbits of the options of an item, in the order of their first options. `None` if no item
    /// with many more options than orbits was found.
    pub(crate) orbits: Option<Vec<Orbit>>,
    /// The work of the search, in nanoseconds, about.
    pub(crate) work: u64,
    /// Whether more work would find nothing else.
    pub(crate) is_complete: bool,
}

/// The bytes that a search for orbits takes at most, about.
pub(crate) fn bytes(problem: &Problem) -> usize {
    // For each use two edges, each in two lists, and a colour; for each vertex four partitions.
    problem.size().saturating_mul(128)
}

/// The same; `None` if that is more than an eighth of the memory limit: then there should be no
/// search.
pub(crate) fn memory(problem: &Problem, budget: &Budget) -> Option<usize> {
    Some(bytes(problem)).filter(|&bytes| bytes <= budget.most_memory() / 8)
}

/// Chooses an item that exactly one option must cover, and finds the orbits of its options.
///
/// The assumptions must not contradict each other. The search ends after `most` nanoseconds of
/// work, about; but it always takes at least O(total size of the options x log of the number of
/// options).
pub(crate) fn orbits(
    problem: &Problem,
    assumptions: &Assumptions,
    policies: SymmetryPolicies,
    most: u64,
    meter: &mut Meter<'_>,
) -> Result<Found, Stop> {
    let remains = Remains::under(problem, assumptions, meter)?;
    let graph = Graph::new(problem, &remains, meter)?;
    let most = usize::try_from(most / policies.neighbour).unwrap_or(usize::MAX);
    let mut mapper = Mapper::new(&graph, policies.tries, most);
    let partition = mapper.partition(meter)?;
    let mut found = Found {
        is_complete: true,
        ..Found::default()
    };
    if let Some(item) = best_item(&graph, &partition, policies) {
        let sets = united(&graph, item, &partition, &mut mapper, meter)?;
        let orbits = orbits_of(&graph, item, sets);
        let options = graph.neighbours(item).len();
        found.orbits = is_gain(options, orbits.len(), policies.gain).then_some(orbits);
        found.is_complete = !mapper.is_tired();
    }
    found.work = (mapper.work() as u64).saturating_mul(policies.neighbour);
    Ok(found)
}

/// Searches for symmetries between options of an item, and unites the options that are alike.
fn united(
    graph: &Graph,
    item: u32,
    partition: &Partition,
    mapper: &mut Mapper<'_>,
    meter: &mut Meter<'_>,
) -> Result<Sets, Stop> {
    let mut sets = Sets::new(graph);
    let mut options = graph.neighbours(item).to_vec();
    // No symmetry maps options of different cells to each other.
    options.sort_by_key(|&option| partition.cell(option));
    for alike in options.chunk_by(|&one, &other| partition.cell(one) == partition.cell(other)) {
        let mut firsts: Vec<u32> = Vec::new();
        'options: for &option in alike {
            meter.spend(8 * (firsts.len() + 1))?;
            if firsts.iter().any(|&first| sets.are_one(first, option)) {
                continue;
            }
            for &first in &firsts {
                if let Some(mapping) = mapper.mapping(partition, [first, option], meter)? {
                    // A symmetry moves many options at once: it settles pairs that were not asked
                    // about.
                    sets.unite_images(&mapping);
                    continue 'options;
                }
                if mapper.is_tired() {
                    return Ok(sets);
                }
            }
            firsts.push(option);
        }
    }
    Ok(sets)
}

/// The options of an item by their sets.
fn orbits_of(graph: &Graph, item: u32, mut sets: Sets) -> Vec<Orbit> {
    let mut orbits: Vec<Orbit> = Vec::new();
    let mut numbers = FxHashMap::default();
    for &vertex in graph.neighbours(item) {
        let number = *numbers.entry(sets.first(vertex)).or_insert(orbits.len());
        if number == orbits.len() {
            orbits.push(Orbit {
                options: Vec::new(),
            });
        }
        orbits[number].options.extend(graph.option(vertex));
    }
    orbits
}

/// An item that has many more options than cells with options. A ratio close to the best is good
/// enough, because a cell may hold several orbits. Among these items, the one that the fewest
/// others are like, because then more symmetries are left for other items; then the one with the
/// fewest options.
fn best_item(graph: &Graph, partition: &Partition, policies: SymmetryPolicies) -> Option<u32> {
    let mut cells = Vec::new();
    let ratio = |item: &u32| {
        let options = graph.neighbours(*item);
        cells.clear();
        cells.extend(options.iter().map(|&option| partition.cell(option)));
        cells.sort_unstable();
        cells.dedup();
        options.len() as f64 / cells.len() as f64
    };
    let items: Vec<u32> = graph
        .vertices()
        .filter(|&item| graph.kind(item) == Kind::ONCE)
        .collect();
    let ratios: Vec<f64> = items.iter().map(ratio).collect();
    let best = ratios.iter().copied().fold(0.0, f64::max);
    let enough = policies.gain.max(best * policies.near);
    let good = items
        .into_iter()
        .zip(ratios)
        .filter(|&(_, ratio)| ratio >= enough);
    let key = |item: u32| {
        (
            partition.size(partition.cell(item)),
            graph.neighbours(item).len(),
        )
    };
    good.map(|(item, _)| item).min_by_key(|&item| key(item))
}

/// Whether this many options are many more than this many orbits.
fn is_gain(options: usize, orbits: usize, gain: f64) -> bool {
    options as f64 >= gain * orbits as f64 && orbits > 0
}

/// Disjoint sets of vertices.
struct Sets {
    /// The parent of each vertex in a tree of its set; the first vertex of a set is its own parent.
    parents: Vec<u32>,
}

impl Sets {
    /// Each vertex is a set.
    fn new(graph: &Graph) -> Self {
        Self {
            parents: graph.vertices().collect(),
        }
    }

    /// The first vertex of the set of a vertex.
    fn first(&mut self, mut vertex: u32) -> u32 {
        loop {
            let next = self.parents[vertex as usize];
            if next == vertex {
                return vertex;
            }
            // Later calls have a shorter way.
            let after = self.parents[next as usize];
            self.parents[vertex as usize] = after;
            vertex = after;
        }
    }

    fn are_one(&mut self, one: u32, other: u32) -> bool {
        self.first(one) == self.first(other)
    }

    /// Unites the set of each vertex with that of its image.
    fn unite_images(&mut self, mapping: &[u32]) {
        for (vertex, &image) in (0..).zip(mapping) {
            let (one, other) = (self.first(vertex), self.first(image));
            // The first vertex stays the root, so orbits are the same in every run.
            self.parents[one.max(other) as usize] = one.min(other);
        }
    }
}
