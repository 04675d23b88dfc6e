//! The basis: its factors, and the way back to an earlier one.

use super::{Basic, MOST_REPAIRS, Saved, Simplex};
use crate::engine::costs::compile::Tables;
use crate::engine::costs::linear::cut::Cut;
use crate::engine::costs::linear::sparse::Vectors;

/// A basis with more pivots since it was factored is factored again before trials.
const FEW_ETAS: usize = 10;

impl Simplex {
    /// Saves the basis.
    pub(crate) fn save(&self) -> Saved {
        Saved {
            basis: self.at.clone(),
            generation: self.generation,
            etas: self.factors.eta_count(),
        }
    }

    /// Whether this is the basis that was saved, with the same prices.
    pub(crate) fn is_at(&self, saved: &Saved) -> bool {
        saved.generation == self.generation && saved.basis == self.at
    }

    /// Goes back to a basis. Its factors are computed anew only if others took their place.
    pub(crate) fn restore(&mut self, tables: &Tables, saved: &mut Saved) {
        self.at.clone_from(&saved.basis);
        if saved.generation == self.generation {
            self.factors.cut_etas(saved.etas);
        } else {
            self.factor(tables);
            *saved = self.save();
        }
    }

    /// Factors the basis, if many pivots were made since: what starts from it is faster then.
    pub(crate) fn tidy(&mut self, tables: &Tables) {
        if self.factors.eta_count() > FEW_ETAS {
            self.factor(tables);
        }
    }

    /// Factors the basis and computes its values. Artificial variables take the place of columns
    /// that depend on others.
    pub(crate) fn factor(&mut self, tables: &Tables) {
        self.generation += 1;
        // A repaired basis may need one more repair, because of small pivots.
        for _ in 0..MOST_REPAIRS {
            let columns = self.columns(tables);
            let Err(lacking) = self.factors.factor(&columns) else {
                return self.compute_values(tables);
            };
            for (row, slot) in lacking {
                self.at.basic[slot as usize] = Basic::Artificial(row);
                self.at.weights[slot as usize] = 1.0;
            }
        }
        // The unit matrix has factors.
        let rows = self.row_count();
        self.at.basic = (0..rows as u32).map(Basic::Artificial).collect();
        self.at.weights = vec![1.0; rows];
        let columns = self.columns(tables);
        if self.factors.factor(&columns).is_ok() {
            self.compute_values(tables);
        }
    }

    /// The columns of the basis.
    fn columns(&self, tables: &Tables) -> Vectors {
        let mut columns = Vectors::default();
        for &basic in &self.at.basic {
            match basic {
                Basic::Option(option) => {
                    for used in tables.uses.of(option) {
                        columns.push(used.item, 1.0);
                    }
                    for (row, value) in self.cut_entries.of(option as usize) {
                        columns.push(row as u32, value);
                    }
                }
                Basic::Slack(row) | Basic::Artificial(row) => columns.push(row, 1.0),
            }
            columns.close();
        }
        columns
    }

    pub(crate) fn compute_values(&mut self, tables: &Tables) {
        let right = (0..self.row_count()).map(|row| self.right_side(tables, row));
        self.at.values = right.collect();
        self.factors.solve(&mut self.at.values);
    }

    /// Adds cuts. Their slacks are basic.
    pub(crate) fn add_cuts(&mut self, tables: &Tables, cuts: Vec<Cut>) {
        self.cuts.extend(cuts);
        let mut of_options = vec![Vec::new(); tables.option_count()];
        for (number, cut) in self.cuts.iter().enumerate() {
            let row = (tables.item_count() + number) as u32;
            for &(option, coefficient) in &cut.entries {
                of_options[option as usize].push((row, f64::from(coefficient)));
            }
        }
        self.cut_entries = Vectors::default();
        for entries in of_options {
            entries
                .into_iter()
                .for_each(|(row, value)| self.cut_entries.push(row, value));
            self.cut_entries.close();
        }
        for row in self.row_count()..tables.item_count() + self.cuts.len() {
            self.at.basic.push(Basic::Slack(row as u32));
            self.at.values.push(0.0);
            self.at.weights.push(1.0);
            self.at.prices.push(0.0);
        }
        self.factor(tables);
    }

    /// The prices of the basis for the costs as they are, not lowered.
    pub(crate) fn prices_for(&mut self, costs: &[f64]) -> Vec<f64> {
        let cost = |basic: &Basic| match *basic {
            Basic::Option(option) => costs[option as usize],
            Basic::Slack(_) | Basic::Artificial(_) => 0.0,
        };
        let mut prices: Vec<f64> = self.at.basic.iter().map(cost).collect();
        self.factors.solve_transposed(&mut prices);
        prices
    }
}
