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
    /// Work space: two copies of a partition, and one from which tries begin.
    copies: [Partition; 3],
}

impl<'g> Mapper<'g> {
    pub(super) fn new(graph: &'g Graph, tries: usize) -> Self {
        Self {
            graph,
            refiner: Refiner::new(graph),
            tries,
            copies: Default::default(),
        }
    }

    /// The work so far: numbers of neighbours looked at.
    pub(super) fn work(&self) -> usize {
        self.refiner.work
    }

    /// The partition that tells apart what kinds and numbers of neighbours tell apart.
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
        let (graph, refiner) = (self.graph, &mut self.refiner);
        let [own, image, start] = &mut self.copies;
        own.clone_from(partition);
        image.clone_from(partition);
        let (mut vertex, mut images) = (from, vec![to]);
        loop {
            refiner.single_out(graph, own, vertex, meter)?;
            start.clone_from(image);
            let mut is_alike = false;
            for &to in &images {
                image.clone_from(start);
                refiner.single_out(graph, image, to, meter)?;
                refiner.work += graph.len();
                meter.spend(graph.len())?;
                is_alike = own.summary() == image.summary();
                if is_alike {
                    break;
                }
            }
            if !is_alike {
                return Ok(None);
            }
            let Some(cell) = own.smallest_cell() else {
                break;
            };
            let members = image.members(cell);
            vertex = own.members(cell)[0];
            // Most symmetries found change little.
            images.clear();
            images.extend(members.iter().filter(|&&member| member == vertex));
            images.extend(members.iter().filter(|&&member| member != vertex));
            images.truncate(self.tries);
        }
        let mut mapping = vec![0; graph.len()];
        for (&vertex, &image) in own.order().iter().zip(image.order()) {
            mapping[vertex as usize] = image;
        }
        meter.spend(8 * graph.edges())?;
        Ok(is_symmetry(graph, &mapping).then_some(mapping))
    }
}

/// Whether a permutation of the vertices keeps their kinds and maps neighbours to neighbours.
fn is_symmetry(graph: &Graph, mapping: &[u32]) -> bool {
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
