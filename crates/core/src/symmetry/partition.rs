//! Partitions of the vertices of a graph into cells, and their refinement.

use std::collections::VecDeque;

use super::graph::Graph;
use crate::ask::{Meter, Stop};

/// An ordered partition of vertices into *cells*. Symmetries that keep the vertices that were
/// singled out map each cell to itself.
///
/// A cell is named by the place of its first vertex in the order of all vertices.
#[derive(Debug, Default)]
pub(super) struct Partition {
    /// All vertices, cell by cell.
    order: Vec<u32>,
    /// The place of each vertex in `order`.
    places: Vec<u32>,
    /// The cell of each vertex.
    cells: Vec<u32>,
    /// The number of vertices of each cell, at the place of its first vertex.
    sizes: Vec<u32>,
    /// A summary of all splits so far. Partitions that a symmetry maps to each other have equal
    /// ones.
    summary: u64,
}

impl Clone for Partition {
    fn clone(&self) -> Self {
        let mut clone = Self::default();
        clone.clone_from(self);
        clone
    }

    /// Reuses the memory of the old value.
    fn clone_from(&mut self, source: &Self) {
        self.order.clone_from(&source.order);
        self.places.clone_from(&source.places);
        self.cells.clone_from(&source.cells);
        self.sizes.clone_from(&source.sizes);
        self.summary = source.summary;
    }
}

/// Work space of refinements.
#[derive(Debug)]
pub(super) struct Refiner {
    /// The cells whose neighbours are still to be counted, each once.
    queue: VecDeque<u32>,
    is_queued: Vec<bool>,
    /// For each vertex the number of its neighbours in the present cell.
    counts: Vec<u32>,
    /// The vertices with such neighbours.
    touched: Vec<u32>,
    /// The number of neighbours counted so far.
    pub(super) work: usize,
}

impl Partition {
    /// Makes a cell of the vertices of each kind.
    pub(super) fn by_kind(graph: &Graph) -> Self {
        let mut order: Vec<u32> = graph.vertices().collect();
        order.sort_by_key(|&vertex| graph.kind(vertex));
        let mut partition = Self {
            places: vec![0; order.len()],
            cells: vec![0; order.len()],
            sizes: vec![0; order.len()],
            order,
            summary: 0,
        };
        let mut cell = 0;
        for place in 0..partition.order.len() {
            let vertex = partition.order[place];
            if graph.kind(vertex) != graph.kind(partition.order[cell]) {
                cell = place;
            }
            partition.places[vertex as usize] = place as u32;
            partition.cells[vertex as usize] = cell as u32;
            partition.sizes[cell] += 1;
        }
        partition
    }

    /// The cell of a vertex.
    pub(super) fn cell(&self, vertex: u32) -> u32 {
        self.cells[vertex as usize]
    }

    /// The number of vertices in a cell.
    pub(super) fn size(&self, cell: u32) -> u32 {
        self.sizes[cell as usize]
    }

    /// The vertices of a cell.
    pub(super) fn members(&self, cell: u32) -> &[u32] {
        &self.order[cell as usize..][..self.size(cell) as usize]
    }

    pub(super) fn summary(&self) -> u64 {
        self.summary
    }

    /// Gives a vertex a cell of its own, the last of what was its cell.
    fn single_out(&mut self, vertex: u32) -> u32 {
        let cell = self.cell(vertex);
        let last = cell + self.size(cell) - 1;
        if last > cell {
            self.move_to(vertex, last);
            self.sizes[cell as usize] -= 1;
            self.sizes[last as usize] = 1;
            self.cells[vertex as usize] = last;
        }
        last
    }

    /// Exchanges a vertex and the one at a place.
    fn move_to(&mut self, vertex: u32, place: u32) {
        let old = self.places[vertex as usize];
        let other = self.order[place as usize];
        self.order.swap(old as usize, place as usize);
        self.places[vertex as usize] = place;
        self.places[other as usize] = old;
    }

    fn note(&mut self, fact: u64) {
        let mixed = (self.summary.rotate_left(23) ^ fact).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.summary = mixed ^ (mixed >> 29);
    }
}

impl Refiner {
    pub(super) fn new(graph: &Graph) -> Self {
        Self {
            queue: VecDeque::new(),
            is_queued: vec![false; graph.len()],
            counts: vec![0; graph.len()],
            touched: Vec::new(),
            work: 0,
        }
    }

    /// Refines a partition by kinds: afterwards, all vertices of a cell have equally many
    /// neighbours in each cell.
    pub(super) fn refine_all(
        &mut self,
        graph: &Graph,
        partition: &mut Partition,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let mut cell = 0;
        while let Some(&size) = partition.sizes.get(cell as usize) {
            self.add(cell);
            cell += size;
        }
        self.refine(graph, partition, meter)
    }

    /// Gives a vertex a cell of its own and refines the partition.
    pub(super) fn single_out(
        &mut self,
        graph: &Graph,
        partition: &mut Partition,
        vertex: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let cell = partition.single_out(vertex);
        partition.note(cell.into());
        self.add(cell);
        self.refine(graph, partition, meter)
    }

    fn add(&mut self, cell: u32) {
        if !std::mem::replace(&mut self.is_queued[cell as usize], true) {
            self.queue.push_back(cell);
        }
    }

    /// Counts neighbours in one cell after the other, and splits cells by the counts.
    fn refine(
        &mut self,
        graph: &Graph,
        partition: &mut Partition,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        while let Some(cell) = self.queue.pop_front() {
            self.is_queued[cell as usize] = false;
            let before = self.work;
            for &vertex in partition.members(cell) {
                let neighbours = graph.neighbours(vertex);
                self.work += neighbours.len() + 1;
                for &other in neighbours {
                    let count = &mut self.counts[other as usize];
                    if *count == 0 {
                        self.touched.push(other);
                    }
                    *count += 1;
                }
            }
            let mut touched = std::mem::take(&mut self.touched);
            let counts = &self.counts;
            touched
                .sort_unstable_by_key(|&vertex| (partition.cell(vertex), counts[vertex as usize]));
            let mut rest = &touched[..];
            while let Some(&first) = rest.first() {
                let cell = partition.cell(first);
                let same = rest
                    .iter()
                    .take_while(|&&vertex| partition.cell(vertex) == cell);
                let (same, others) = rest.split_at(same.count());
                self.split(partition, same);
                rest = others;
            }
            for &vertex in &touched {
                self.counts[vertex as usize] = 0;
            }
            touched.clear();
            self.touched = touched;
            meter.spend(8 * (self.work - before))?;
        }
        Ok(())
    }

    /// Splits a cell by the numbers of neighbours. `touched` are the vertices of the cell that have
    /// any, in ascending order of these numbers.
    fn split(&mut self, partition: &mut Partition, touched: &[u32]) {
        let count = |vertex: u32| self.counts[vertex as usize];
        let (Some(&first), Some(&last)) = (touched.first(), touched.last()) else {
            return;
        };
        let cell = partition.cell(first);
        let size = partition.size(cell);
        let untouched = size - touched.len() as u32;
        // Noted even if nothing is split: the numbers alone can tell two partitions apart.
        partition.note(u64::from(cell) << 32 | u64::from(untouched));
        partition.note(u64::from(count(first)) << 32 | u64::from(count(last)));
        if untouched == 0 && count(first) == count(last) {
            return;
        }
        for (place, &vertex) in (cell + untouched..).zip(touched) {
            partition.move_to(vertex, place);
        }
        let was_queued = self.is_queued[cell as usize];
        let (mut start, mut largest) = (cell + untouched, (untouched, cell));
        if untouched > 0 {
            partition.sizes[cell as usize] = untouched;
        }
        for same in touched.chunk_by(|&one, &other| count(one) == count(other)) {
            let size = same.len() as u32;
            for &vertex in same {
                partition.cells[vertex as usize] = start;
            }
            partition.sizes[start as usize] = size;
            partition.note(u64::from(count(same[0])) << 32 | u64::from(size));
            largest = largest.max((size, start));
            start += size;
        }
        // If the cell was still to be examined, all its parts are; else all but one are enough
        // (Hopcroft).
        let mut part = cell;
        while part < cell + size {
            if was_queued || part != largest.1 {
                self.add(part);
            }
            part += partition.size(part);
        }
    }
}
