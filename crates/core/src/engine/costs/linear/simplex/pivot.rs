//! A pivot: what leaves the basis, what enters it, and what changes.

use super::{Basic, NOWHERE, Simplex, ZERO};
use crate::engine::costs::compile::Tables;

/// Entries of a row of the inverse below this are noise.
const NOISE: f64 = 1e-11;
/// The smallest pivot.
const PIVOT: f64 = 1e-6;
/// By so much a reduced cost may be negative in the ratio test.
const SLACK: f64 = 1e-7;

/// What enters the basis.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entering {
    /// A live option, by place.
    Option(usize),
    Slack(usize),
}

impl Simplex {
    /// The slot whose variable leaves the basis: the farthest outside of its bounds, by steepest
    /// edge.
    pub(super) fn leaving(&self) -> Option<usize> {
        let mut best = (0.0, None);
        for (slot, &value) in self.at.values.iter().enumerate() {
            let is_outside = value < -ZERO || (value > ZERO && self.is_fixed(slot));
            if is_outside {
                let score = value * value / self.at.weights[slot];
                if score > best.0 {
                    best = (score, Some(slot));
                }
            }
        }
        best.1
    }

    /// Whether the variable of a slot must be 0.
    pub(super) fn is_fixed(&self, slot: usize) -> bool {
        match self.at.basic[slot] {
            Basic::Option(option) => self.places[option as usize] == NOWHERE,
            Basic::Slack(_) => false,
            Basic::Artificial(_) => true,
        }
    }

    /// Computes a row of the inverse, and its products with the live options.
    pub(super) fn compute_row(&mut self, tables: &Tables, slot: usize) {
        self.row.fill(0.0);
        self.row[slot] = 1.0;
        self.factors.solve_transposed(&mut self.row);
        self.touched.clear();
        for (place, value) in self.row.iter_mut().enumerate() {
            if value.abs() > NOISE {
                self.touched.push(place as u32);
            } else {
                *value = 0.0;
            }
        }
        let items = tables.item_count();
        let of_items = self.touched.partition_point(|&row| (row as usize) < items);
        // With few entries it is faster to go through the options of their items.
        if self.touched.len() * 5 < self.row.len() {
            self.products.fill(0.0);
            for &item in &self.touched[..of_items] {
                let value = self.row[item as usize];
                for &option in tables.options.of(item) {
                    let place = self.places[option as usize] as usize;
                    if let Some(product) = self.products.get_mut(place) {
                        *product += value;
                    }
                }
            }
        } else {
            let row = &self.row;
            for (product, place) in self.products.iter_mut().zip(0..) {
                let items = self.live_items.of(place).iter();
                *product = items.map(|&item| row[item as usize]).sum();
            }
        }
        for &row in &self.touched[of_items..] {
            let value = self.row[row as usize];
            for &(option, coefficient) in &self.cuts[row as usize - items].entries {
                let place = self.places[option as usize] as usize;
                if let Some(product) = self.products.get_mut(place) {
                    *product += value * f64::from(coefficient);
                }
            }
        }
    }

    /// What enters the basis: of the variables whose reduced costs bound the step, within a
    /// tolerance, the one with the largest pivot.
    pub(super) fn entering(&mut self, tables: &Tables, sign: f64) -> Option<Entering> {
        self.candidates.clear();
        let mut step = f64::INFINITY;
        for (place, (&product, &reduced)) in self.products.iter().zip(&self.reduced).enumerate() {
            let product = product * sign;
            if product > ZERO && !self.is_basic[place] {
                self.candidates.push(place as u32);
                step = step.min((reduced.max(0.0) + SLACK) / product);
            }
        }
        let (row, slack_reduced, is_basic) = (&self.row, &self.slack_reduced, &self.is_slack_basic);
        let slacks = self.touched.iter().map(|&row| row as usize);
        let slacks = slacks.filter(|&place| {
            row[place] * sign > ZERO && !is_basic[place] && Self::is_limit(tables, place)
        });
        for place in slacks.clone() {
            step = step.min((slack_reduced[place].max(0.0) + SLACK) / (row[place] * sign));
        }
        let mut best = (PIVOT, None);
        for place in self.candidates.iter().map(|&place| place as usize) {
            let product = self.products[place] * sign;
            if product > best.0 && self.reduced[place] <= step * product {
                best = (product, Some(Entering::Option(place)));
            }
        }
        for place in slacks {
            let product = row[place] * sign;
            if product > best.0 && slack_reduced[place] <= step * product {
                best = (product, Some(Entering::Slack(place)));
            }
        }
        best.1
    }

    /// Computes the column that enters, and the row, times the inverse. Returns the pivot as the
    /// row has it.
    pub(super) fn compute_column(&mut self, tables: &Tables, entering: Entering) -> f64 {
        self.column.fill(0.0);
        let product = match entering {
            Entering::Option(place) => {
                let option = self.live[place];
                for used in tables.uses.of(option) {
                    self.column[used.item as usize] = 1.0;
                }
                self.cut_entries
                    .add_to(&mut self.column, option as usize, 1.0);
                self.products[place]
            }
            Entering::Slack(place) => {
                self.column[place] = 1.0;
                self.row[place]
            }
        };
        self.factors.solve(&mut self.column);
        self.edge.copy_from_slice(&self.row);
        self.factors.solve(&mut self.edge);
        product
    }

    /// Makes a pivot. Returns by how much the bound rises.
    pub(super) fn pivot(
        &mut self,
        tables: &Tables,
        slot: usize,
        entering: Entering,
        product: f64,
    ) -> f64 {
        let value = self.at.values[slot];
        let sign = value.signum();
        let reduced = match entering {
            Entering::Option(place) => self.reduced[place],
            Entering::Slack(place) => self.slack_reduced[place],
        };
        let step = reduced.max(0.0) / product.abs();
        if step > 0.0 {
            for (reduced, product) in self.reduced.iter_mut().zip(&self.products) {
                *reduced -= step * sign * product;
            }
            for place in self.touched.iter().map(|&row| row as usize) {
                let change = step * sign * self.row[place];
                self.at.prices[place] += change;
                if Self::is_limit(tables, place) {
                    self.slack_reduced[place] -= change;
                }
            }
        }
        match self.at.basic[slot] {
            Basic::Option(option) => {
                let place = self.places[option as usize] as usize;
                if place < self.live.len() {
                    self.reduced[place] = step;
                    self.is_basic[place] = false;
                }
            }
            Basic::Slack(row) => {
                self.slack_reduced[row as usize] = step;
                self.is_slack_basic[row as usize] = false;
            }
            Basic::Artificial(_) => {}
        }
        self.at.basic[slot] = match entering {
            Entering::Option(place) => {
                self.reduced[place] = 0.0;
                self.is_basic[place] = true;
                Basic::Option(self.live[place])
            }
            Entering::Slack(place) => {
                self.slack_reduced[place] = 0.0;
                self.is_slack_basic[place] = true;
                Basic::Slack(place as u32)
            }
        };
        self.update_values(slot, value);
        self.factors.pivot(slot, &self.column);
        step * value.abs()
    }

    /// Updates the values and the weights of the slots for a pivot of a slot with this value.
    pub(super) fn update_values(&mut self, slot: usize, value: f64) {
        let pivot = self.column[slot];
        let change = value / pivot;
        // The true weight of the row, which is known now.
        let touched = self.touched.iter().map(|&row| self.row[row as usize]);
        let weight: f64 = touched.map(|value| value * value).sum();
        for (place, &entry) in self.column.iter().enumerate() {
            if place == slot || entry.abs() < 1e-12 {
                continue;
            }
            self.at.values[place] -= entry * change;
            let share = entry / pivot;
            let old = self.at.weights[place];
            let new = old - 2.0 * share * self.edge[place] + share * share * weight;
            self.at.weights[place] = new.max(share * share * 1e-3 + 1e-4);
        }
        self.at.values[slot] = change;
        self.at.weights[slot] = (weight / (pivot * pivot)).max(1e-4);
    }
}
