//! The orbits of the options of an item.

use rustc_hash::FxHashMap;

use super::graph::{Graph, Kind};
use super::mapper::Mapper;
use super::partition::Partition;
use crate::ask::{Assumptions, Meter, Stop};
use crate::engine::Remains;
use crate::policy::SymmetryPolicies;
use crate::problem::{OptionId, Problem};

/// Options of one item that are alike by symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Orbit {
    /// The first of them.
    pub(crate) option: OptionId,
    /// Their number.
    pub(crate) size: u64,
}

/// The bytes that a search for orbits takes at most, about.
pub(crate) fn memory(problem: &Problem) -> usize {
    // For each use: two edges, each in two lists, and colours; for each vertex: three partitions.
    problem.size().saturating_mul(128)
}

/// Chooses an item that exactly one option must cover, and finds the orbits of its options, in order.
/// `None` if no item has many more options than orbits.
///
/// The assumptions must not contradict each other. A symmetry costs a few times O(total size of the
/// options). The search for more of them ends after `most` nanoseconds of work, about.
pub(crate) fn orbits(
    problem: &Problem,
    assumptions: &Assumptions,
    policies: SymmetryPolicies,
    most: f64,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Orbit>>, Stop> {
    let remains = Remains::under(problem, assumptions, meter)?;
    let graph = Graph::new(problem, &remains, meter)?;
    let mut mapper = Mapper::new(&graph, policies.tries);
    let partition = mapper.partition(meter)?;
    let Some(item) = best_item(&graph, &partition, policies) else {
        return Ok(None);
    };
    let most = most / policies.neighbour as f64;
    let mut options = graph.neighbours(item).to_vec();
    options.sort_by_key(|&option| partition.cell(option));
    let mut sets = Sets::new(&graph);
    for alike in options.chunk_by(|&one, &other| partition.cell(one) == partition.cell(other)) {
        let mut firsts: Vec<u32> = Vec::new();
        for &option in alike {
            if firsts.iter().any(|&first| sets.are_one(first, option)) {
                continue;
            }
            let mut is_first = true;
            for &first in &firsts {
                if mapper.work() as f64 > most {
                    break;
                }
                if let Some(mapping) = mapper.mapping(&partition, [first, option], meter)? {
                    sets.unite_images(&mapping);
                    is_first = false;
                    break;
                }
            }
            if is_first {
                firsts.push(option);
            }
        }
    }
    let mut orbits: Vec<Orbit> = Vec::new();
    let mut numbers = FxHashMap::default();
    for &vertex in graph.neighbours(item) {
        let Some(option) = graph.option(vertex) else {
            continue;
        };
        let number = *numbers.entry(sets.first(vertex)).or_insert(orbits.len());
        match orbits.get_mut(number) {
            Some(orbit) => orbit.size += 1,
            None => orbits.push(Orbit { option, size: 1 }),
        }
    }
    let is_enough = is_gain(options.len(), orbits.len(), policies.gain);
    Ok(Some(orbits).filter(|_| is_enough))
}

/// An item that has many more options than cells with options. Nearly the most times as many is good
/// enough: cells can be too large. Among these items, the one that the fewest others are like,
/// because then more symmetries are left for other items; then the one with the fewest options.
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
    /// A vertex of the same set, which is closer to the first one of it; the first one itself at the
    /// first one.
    towards: Vec<u32>,
}

impl Sets {
    /// Each vertex is a set.
    fn new(graph: &Graph) -> Self {
        Self {
            towards: graph.vertices().collect(),
        }
    }

    /// The first vertex of the set of a vertex.
    fn first(&mut self, mut vertex: u32) -> u32 {
        loop {
            let next = self.towards[vertex as usize];
            if next == vertex {
                return vertex;
            }
            let after = self.towards[next as usize];
            self.towards[vertex as usize] = after;
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
            self.towards[one.max(other) as usize] = one.min(other);
        }
    }
}
