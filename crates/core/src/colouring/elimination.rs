//! Finds all weights under which every option adds up to 0.
//!
//! The weights are kept as *vectors*, of which every such vector of weights is a combination. The
//! options are added one by one:
//!
//! ```text
//! at first: one vector for each row, with the weight 1 for this row
//! for each option:
//!     sum of each vector = its weights of the rows of the option, added up
//!     pivot = a vector whose sum is not 0
//!     subtract multiples of the pivot from the other vectors, so that their sums are 0
//!     multiply the pivot, so that its sum is 0: by 0 modulo a prime, otherwise by a power of it
//! ```
//!
//! Modulo a power of a prime, the pivot needs a sum that divides all others: one with the fewest
//! factors of that prime. Among these it is the vector with the fewest weights, which keeps the
//! others short: for dominoes, a vector is a group of cells, and the smaller group joins the
//! larger.
//!
//! The *total* of a vector is the sum of its weights, each as often as its item must be covered.
//! Once no vector has a total other than 0, no combination has one.

use std::cmp::Reverse;

use super::ring::Ring;
use super::system::System;
use super::work_limit::{Halt, WorkLimit};

/// The most vectors that are returned.
const MOST: usize = 16;

/// A weight other than 0 of a row in a vector.
#[derive(Clone, Copy)]
struct Entry {
    vector: u32,
    weight: u64,
}

#[derive(Clone)]
struct Vector {
    /// The number of rows with a weight other than 0.
    count: u32,
    /// These rows, and some others, in any order.
    rows: Vec<u32>,
    total: u64,
}

/// Some weights: those other than 0, by ascending row, and their total.
pub(super) struct Weights {
    pub(super) weights: Vec<(usize, u64)>,
    pub(super) total: u64,
}

struct Elimination<'e, 'b, const PRIME: u64, const MODULUS: u64> {
    limit: &'e mut WorkLimit<'b>,
    /// The weights of each row, by ascending vector.
    rows: Vec<Vec<Entry>>,
    vectors: Vec<Vector>,
    /// The number of vectors whose total is not 0.
    open: usize,
    /// The sum of each vector for the current option. All 0 in between.
    sums: Vec<u64>,
    /// The multiple of the pivot that is added to each vector. By ascending vector.
    multiples: Vec<Entry>,
    /// Room for a new row.
    room: Vec<Entry>,
}

/// Returns weights under which every option adds up to 0 and the total is not 0: a few of them, the
/// shortest first. None if there are no such weights.
pub(super) fn eliminate<const PRIME: u64, const MODULUS: u64>(
    system: &System<'_>,
    limit: &mut WorkLimit<'_>,
) -> Result<Vec<Weights>, Halt> {
    let mut elimination = Elimination::<PRIME, MODULUS>::new(system, limit)?;
    for &option in &system.options {
        if elimination.open == 0 {
            break;
        }
        elimination.add(system.rows(option))?;
    }
    elimination.shortest()
}

impl<'e, 'b, const PRIME: u64, const MODULUS: u64> Elimination<'e, 'b, PRIME, MODULUS> {
    fn new(system: &System<'_>, limit: &'e mut WorkLimit<'b>) -> Result<Self, Halt> {
        let length = system.items.len();
        limit.begin();
        limit.spend(8 * length)?;
        limit.resize(0, length)?;
        let one = |row: u32| Entry {
            vector: row,
            weight: 1,
        };
        let vector = |row: usize| Vector {
            count: 1,
            rows: vec![row as u32],
            total: u64::from(system.targets[row]) % MODULUS,
        };
        let vectors: Vec<_> = (0..length).map(vector).collect();
        Ok(Self {
            limit,
            rows: (0..length as u32).map(|row| vec![one(row)]).collect(),
            open: vectors.iter().filter(|vector| vector.total != 0).count(),
            vectors,
            sums: vec![0; length],
            multiples: Vec::new(),
            room: Vec::new(),
        })
    }

    /// Changes the vectors so that this option adds up to 0.
    fn add(&mut self, rows: impl Iterator<Item = usize>) -> Result<(), Halt> {
        self.add_up(rows)?;
        let order = |entry: &Entry| {
            let (power, _) = Ring::<PRIME, MODULUS>::split(entry.weight);
            (power, self.vectors[entry.vector as usize].count)
        };
        let Some(pivot) = self.multiples.iter().copied().min_by_key(order) else {
            return Ok(());
        };
        self.choose_multiples(pivot);
        self.add_to_totals(pivot.vector as usize);
        let mut rows = std::mem::take(&mut self.vectors[pivot.vector as usize].rows);
        rows.sort_unstable();
        // A row is noted again each time its weight becomes other than 0.
        rows.dedup();
        for row in rows {
            self.add_to_row(row, pivot.vector)?;
        }
        Ok(())
    }

    /// Stores the sums that are not 0 in `multiples`.
    fn add_up(&mut self, rows: impl Iterator<Item = usize>) -> Result<(), Halt> {
        self.multiples.clear();
        let mut reached = std::mem::take(&mut self.room);
        reached.clear();
        for row in rows {
            self.limit.spend(1 + self.rows[row].len())?;
            for entry in &self.rows[row] {
                let sum = &mut self.sums[entry.vector as usize];
                *sum = Ring::<PRIME, MODULUS>::add(*sum, entry.weight);
                reached.push(*entry);
            }
        }
        for entry in &reached {
            // Taken when a vector is first met, so all sums are 0 again at the end.
            let weight = std::mem::take(&mut self.sums[entry.vector as usize]);
            if weight != 0 {
                let vector = entry.vector;
                self.multiples.push(Entry { vector, weight });
            }
        }
        self.room = reached;
        self.multiples.sort_unstable_by_key(|entry| entry.vector);
        Ok(())
    }

    /// Replaces the sums by the multiples of the pivot that make them 0.
    fn choose_multiples(&mut self, pivot: Entry) {
        let (power, rest) = Ring::<PRIME, MODULUS>::split(pivot.weight);
        let inverse = Ring::<PRIME, MODULUS>::inverse(rest);
        for entry in &mut self.multiples {
            entry.weight = if entry.vector == pivot.vector {
                // The pivot is added to itself one time less than it is to be multiplied.
                Ring::<PRIME, MODULUS>::add(MODULUS / power % MODULUS, MODULUS - 1)
            } else {
                let quotient = Ring::<PRIME, MODULUS>::product(entry.weight / power, inverse);
                Ring::<PRIME, MODULUS>::negative(quotient)
            };
        }
    }

    fn add_to_totals(&mut self, pivot: usize) {
        let pivot = self.vectors[pivot].total;
        if pivot == 0 {
            return;
        }
        for multiple in &self.multiples {
            let total = &mut self.vectors[multiple.vector as usize].total;
            self.open -= usize::from(*total != 0);
            let more = Ring::<PRIME, MODULUS>::product(pivot, multiple.weight);
            *total = Ring::<PRIME, MODULUS>::add(*total, more);
            self.open += usize::from(*total != 0);
        }
    }

    /// Adds the multiples of the pivot to the vectors, in one row.
    fn add_to_row(&mut self, number: u32, pivot: u32) -> Result<(), Halt> {
        let row = &self.rows[number as usize];
        self.limit.spend(1)?;
        let Ok(place) = row.binary_search_by_key(&pivot, |entry| entry.vector) else {
            return Ok(());
        };
        self.limit.spend(row.len() + self.multiples.len())?;
        let factor = row[place].weight;
        self.room.clear();
        let mut rest = row.iter().copied().peekable();
        for multiple in &self.multiples {
            while let Some(entry) = rest.next_if(|entry| entry.vector < multiple.vector) {
                self.room.push(entry);
            }
            let more = Ring::<PRIME, MODULUS>::product(factor, multiple.weight);
            let old = rest.next_if(|entry| entry.vector == multiple.vector);
            let weight = Ring::<PRIME, MODULUS>::add(old.map_or(0, |entry| entry.weight), more);
            let vector = &mut self.vectors[multiple.vector as usize];
            vector.count -= u32::from(old.is_some());
            if weight != 0 {
                vector.count += 1;
                if old.is_none() || multiple.vector == pivot {
                    vector.rows.push(number);
                }
                self.room.push(Entry {
                    weight,
                    ..*multiple
                });
            }
        }
        self.room.extend(rest);
        self.limit.resize(row.len(), self.room.len())?;
        std::mem::swap(&mut self.rows[number as usize], &mut self.room);
        Ok(())
    }

    /// The shortest vectors whose totals are not 0.
    fn shortest(self) -> Result<Vec<Weights>, Halt> {
        let is_open = |&vector: &usize| self.vectors[vector].total != 0;
        let mut open: Vec<usize> = (0..self.vectors.len()).filter(is_open).collect();
        open.sort_by_key(|&vector| (self.vectors[vector].count, Reverse(vector)));
        open.truncate(MOST);
        let mut found = Vec::new();
        for vector in open {
            let mut weights = Vec::new();
            for (number, row) in self.rows.iter().enumerate() {
                self.limit.spend(1)?;
                let place = row.binary_search_by_key(&(vector as u32), |entry| entry.vector);
                weights.extend(place.map(|place| (number, row[place].weight)));
            }
            let total = self.vectors[vector].total;
            found.push(Weights { weights, total });
        }
        Ok(found)
    }
}
