//! The basis of the simplex method as a product of sparse matrices, so that linear equations with
//! it are solved in the time that it takes to read them.
//!
//! A basis is `L U` with triangular `L` and `U`, after [`Elimination`]. Each pivot replaces one of
//! its columns, and is one more factor: an *eta* (product form of the inverse; G. B. Dantzig and
//! W. Orchard-Hays, "The product form for the inverse in the simplex method", 1954). Equations of
//! the basis are indexed by *row*, its unknowns by *slot*.

use super::elimination::Elimination;
use super::sparse::Vectors;

/// Entries of a new eta below this are noise.
const NOISE: f64 = 1e-12;

/// A factored basis.
#[derive(Clone, Debug, Default)]
pub(super) struct Factors {
    pub(super) elimination: Elimination,
    /// For each step of the elimination, the entries of `U` above its pivot, by row.
    above: Vectors,
    /// The same by slot, while it is made: its memory is kept.
    by_slot: Vec<Vec<(u32, f64)>>,
    /// For each pivot since, its slot, its value, and the other entries of its column.
    slots: Vec<u32>,
    values: Vec<f64>,
    etas: Vectors,
    scratch: Vec<f64>,
}

impl Factors {
    /// Factors the basis with these columns of entries (row, value). If its columns depend on each
    /// other, returns the rows and slots that found no partner: `Err`. O(entries of the factors).
    pub(super) fn factor(&mut self, columns: &Vectors) -> Result<(), Vec<(u32, u32)>> {
        self.cut_etas(0);
        self.elimination.run(columns)?;
        self.transpose();
        self.scratch.clear();
        self.scratch.resize(columns.len(), 0.0);
        Ok(())
    }

    /// Lists the entries of `U` by column: `solve` goes through columns.
    fn transpose(&mut self) {
        let Elimination {
            pivots,
            upper: by_row,
            ..
        } = &self.elimination;
        let columns = &mut self.by_slot;
        columns.iter_mut().for_each(Vec::clear);
        columns.resize(pivots.len(), Vec::new());
        for (step, pivot) in pivots.iter().enumerate() {
            for (slot, value) in by_row.of(step) {
                columns[slot].push((pivot.row, value));
            }
        }
        self.above.truncate(0);
        for pivot in pivots {
            for &(row, value) in &columns[pivot.slot as usize] {
                self.above.push(row, value);
            }
            self.above.close();
        }
    }

    /// Solves `basis x = b`: `b` by row becomes `x` by slot.
    pub(super) fn solve(&mut self, vector: &mut [f64]) {
        let Elimination { pivots, lower, .. } = &self.elimination;
        for (step, pivot) in pivots.iter().enumerate() {
            let value = vector[pivot.row as usize];
            if value != 0.0 {
                lower.add_to(vector, step, -value);
            }
        }
        for (step, pivot) in pivots.iter().enumerate().rev() {
            let mut value = vector[pivot.row as usize];
            if value != 0.0 {
                value /= pivot.value;
                self.above.add_to(vector, step, -value);
            }
            self.scratch[pivot.slot as usize] = value;
        }
        vector.copy_from_slice(&self.scratch);
        for eta in 0..self.slots.len() {
            let slot = self.slots[eta] as usize;
            if vector[slot] != 0.0 {
                let value = vector[slot] / self.values[eta];
                self.etas.add_to(vector, eta, -value);
                vector[slot] = value;
            }
        }
    }

    /// Solves `y basis = c`: `c` by slot becomes `y` by row.
    pub(super) fn solve_transposed(&mut self, vector: &mut [f64]) {
        for eta in (0..self.slots.len()).rev() {
            let slot = self.slots[eta] as usize;
            let rest = vector[slot] - self.etas.times(vector, eta);
            vector[slot] = rest / self.values[eta];
        }
        let Elimination {
            pivots,
            lower,
            upper,
            ..
        } = &self.elimination;
        for (step, pivot) in pivots.iter().enumerate() {
            let mut value = vector[pivot.slot as usize];
            if value != 0.0 {
                value /= pivot.value;
                upper.add_to(vector, step, -value);
            }
            self.scratch[pivot.row as usize] = value;
        }
        vector.copy_from_slice(&self.scratch);
        for (step, pivot) in pivots.iter().enumerate().rev() {
            vector[pivot.row as usize] -= lower.times(vector, step);
        }
    }

    /// Replaces the column of a slot: a pivot. `column` is the new one, solved by this basis.
    pub(super) fn pivot(&mut self, slot: usize, column: &[f64]) {
        for (place, &value) in column.iter().enumerate() {
            if place != slot && value.abs() > NOISE {
                self.etas.push(place as u32, value);
            }
        }
        self.etas.close();
        self.slots.push(slot as u32);
        self.values.push(column[slot]);
    }

    /// The number of pivots since the basis was factored.
    pub(super) fn eta_count(&self) -> usize {
        self.slots.len()
    }

    /// Goes back to an earlier number of pivots.
    pub(super) fn cut_etas(&mut self, count: usize) {
        self.slots.truncate(count);
        self.values.truncate(count);
        self.etas.truncate(count);
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg32;

    use super::{Factors, Vectors};

    /// The product of a matrix of columns with a vector, and of a vector with the matrix.
    fn products(columns: &Vectors, x: &[f64], y: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let mut by_row = vec![0.0; x.len()];
        for (slot, &value) in x.iter().enumerate() {
            columns.add_to(&mut by_row, slot, value);
        }
        let by_slot = (0..y.len()).map(|slot| columns.times(y, slot)).collect();
        (by_row, by_slot)
    }

    fn assert_near(found: &[f64], expected: &[f64]) {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }

    /// Solutions are multiplied back, also after pivots; a singular basis is refused with as many
    /// rows as slots.
    #[test]
    fn equations_are_solved() {
        let mut random = Pcg32::seed_from_u64(1);
        let (mut solved, mut singular) = (0, 0);
        let mut factors = Factors::default();
        for _ in 0..2000 {
            let size = random.random_range(1..12);
            let mut dense = vec![vec![0.0; size]; size];
            for entry in dense.iter_mut().flatten() {
                if random.random_bool(0.3) {
                    *entry = f64::from(random.random_range(1..3));
                }
            }
            let listed = |dense: &[Vec<f64>]| {
                let mut columns = Vectors::default();
                for column in dense {
                    let entries = column
                        .iter()
                        .enumerate()
                        .filter(|(_, value)| **value != 0.0);
                    entries.for_each(|(row, &value)| columns.push(row as u32, value));
                    columns.close();
                }
                columns
            };
            if let Err(lacking) = factors.factor(&listed(&dense)) {
                assert!(!lacking.is_empty());
                singular += 1;
                continue;
            }
            for _ in 0..3 {
                let right: Vec<f64> = (0..size).map(|_| random.random_range(-2.0..2.0)).collect();
                let (mut x, mut y) = (right.clone(), right.clone());
                factors.solve(&mut x);
                factors.solve_transposed(&mut y);
                let (by_row, by_slot) = products(&listed(&dense), &x, &y);
                assert_near(&by_row, &right);
                assert_near(&by_slot, &right);
                solved += 1;
                // A new column, if it is independent of the others.
                let slot = random.random_range(0..size);
                let fresh: Vec<f64> = (0..size).map(|_| random.random_range(0.5..2.0)).collect();
                let mut column = fresh.clone();
                factors.solve(&mut column);
                if column[slot].abs() > 0.1 {
                    factors.pivot(slot, &column);
                    dense[slot] = fresh;
                }
            }
        }
        assert!(solved > 1000 && singular > 500, "{solved} {singular}");
    }
}
