//! The search for a symmetry that maps one vertex to another.

use super::graph::Graph;
use super::partition::{Partition, Refiner};
use crate::ask::{Meter, Stop};

/// Searches for symmetries of a graph.
#[derive(Debug)]
pub(super) struct Mapper<'g> {
    graph: &'g Graph,
    refiner: Refiner,
    /// The most images that are tried for each vertex that is singled out.
    tries: usize,
    /// The most work, in neighbours looked at.
    most: usize,
    /// Work space: two copies of a partition, and one from which tries begin.
    copies: [Partition; 3],
}

impl<'g> Mapper<'g> {
    pub(super) fn new(graph: &'g Graph, tries: usize, most: usize) -> Self {
        Self {
            graph,
            refiner: Refiner::new(graph),
            tries,
            most,
            copies: Default::default(),
        }
    }

    /// The work so far, in neighbours looked at.
    pub(super) fn work(&self) -> usize {
        self.refiner.work
    }

    /// Whether the search has ended because of its work.
    pub(super) fn is_tired(&self) -> bool {
        self.refiner.work > self.most
    }

    /// The coarsest partition whose cells agree in kind and in numbers of neighbours.
    pub(super) fn partition(&mut self, meter: &mut Meter<'_>) -> Result<Partition, Stop> {
        let mut partition = Partition::by_kind(self.graph);
        let refiner = &mut self.refiner;
        refiner.refine_all(self.graph, &mut partition, meter)?;
        Ok(partition)
    }

    /// Searches for a symmetry that maps `from` to `to`, which are in one cell of the partition.
    /// Returns the image of each vertex. `None` if there is no such symmetry, or if none was found.
    pub(super) fn mapping(
        &mut self,
        partition: &Partition,
        [from, to]: [u32; 2],
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<u32>>, Stop> {
        self.copies[0].clone_from(partition);
        self.copies[1].clone_from(partition);
        let (mut vertex, mut images) = (from, vec![to]);
        while !self.is_tired() {
            let (graph, refiner) = (self.graph, &mut self.refiner);
            let [own, image, start] = &mut self.copies;
            // What the copies and scans of this round take.
            refiner.work += graph.len();
            meter.spend(8 * graph.len())?;
            refiner.single_out(graph, own, vertex, meter)?;
            if images.len() > 1 {
                start.clone_from(image);
            }
            let mut is_alike = false;
            for (number, &to) in images.iter().enumerate() {
                if number > 0 {
                    refiner.work += graph.len();
                    image.clone_from(start);
                }
                refiner.single_out(graph, image, to, meter)?;
                is_alike = own.summary() == image.summary();
                // The first image that looks alike is kept: the search never goes back, and checks
                // the result at its end.
                if is_alike {
                    break;
                }
            }
            if !is_alike {
                return Ok(None);
            }
            match next_vertex(graph, own, image) {
                Some(next) => {
                    vertex = next;
                    images.clear();
                    images.extend(best_images(own, image, next));
                    images.truncate(self.tries);
                }
                None => {
                    // The vertices of a larger cell stay where they are: the cell is the same in
                    // both partitions.
                    let alone = |&vertex: &u32| own.size(own.cell(vertex)) == 1;
                    let to = |vertex: u32| image.members(own.cell(vertex))[0];
                    let stay_or_map = |vertex| if alone(&vertex) { to(vertex) } else { vertex };
                    let mapping: Vec<u32> = graph.vertices().map(stay_or_map).collect();
                    refiner.work += graph.edges();
                    meter.spend(16 * graph.edges())?;
                    // Summaries are hashes, and equal numbers of neighbours prove nothing: without
                    // this check a count could be wrong.
                    return Ok(is_symmetry(graph, &mapping).then_some(mapping));
                }
            }
        }
        Ok(None)
    }
}

/// A vertex to be singled out next: one of the smallest cell that differs between the two
/// partitions, and not in the cell of the other one. `None` if no cell differs.
fn next_vertex(graph: &Graph, own: &Partition, image: &Partition) -> Option<u32> {
    let differs =
        |&vertex: &u32| own.size(own.cell(vertex)) > 1 && image.cell(vertex) != own.cell(vertex);
    let differing = graph.vertices().filter(differs);
    differing.min_by_key(|&vertex| (own.size(own.cell(vertex)), own.cell(vertex)))
}

/// The possible images of a vertex. Those that are not in its own cell come first: if two vertices
/// are exchanged, they are right.
fn best_images(own: &Partition, image: &Partition, vertex: u32) -> impl Iterator<Item = u32> {
    let cell = own.cell(vertex);
    let members = || image.members(cell).iter().copied();
    let is_new = move |member: &u32| own.cell(*member) != cell;
    let new = members().filter(is_new);
    new.chain(members().filter(move |member| !is_new(member)))
}

/// Whether a permutation of the vertices keeps their kinds and maps neighbours to neighbours.
pub(super) fn is_symmetry(graph: &Graph, mapping: &[u32]) -> bool {
    let mut mapped = Vec::new();
    let mut expected = Vec::new();
    graph.vertices().all(|vertex| {
        let image = mapping[vertex as usize];
        let neighbours = graph.neighbours(vertex).iter();
        mapped.clear();
        mapped.extend(neighbours.map(|&other| mapping[other as usize]));
        mapped.sort_unstable();
        expected.clear();
        expected.extend_from_slice(graph.neighbours(image));
        expected.sort_unstable();
        graph.kind(vertex) == graph.kind(image) && mapped == expected
    })
}
