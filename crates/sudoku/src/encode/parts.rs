//! Sums of a part of a line that holds each value once: what is between its ends, or its first cells.
//!
//! The part has as many cells as values. For each cell a hidden variable says whether it is in the
//! part, and so for each value. One option chooses the cells of the part, another one its values,
//! and both have the same number of them. A chain of states would have an option for each cell,
//! value and sum so far, and would not know that values differ: puzzles of such lines need many
//! more nodes, and each takes longer.

use super::Encoder;
use quadrille_core::model::Variable;

/// Where a cell or a value is.
const OUTSIDE: i64 = 0;
const INSIDE: i64 = 1;
/// The cell is an end of the part, with the least or the greatest value.
const END: i64 = 2;

impl Encoder<'_> {
    /// The values between the least and the greatest one have a sum.
    pub(super) fn sandwich(&mut self, name: &str, cells: &[usize], sum: i64) {
        let cells = &self.variables(cells);
        let (low, high) = self.shape.value_range();
        let len = cells.len();
        let counts = 0..=len as i64 - 2;
        let count = self.model.hidden(format!("count({name})"), counts);
        let mut parts = Vec::new();
        for first in 0..len {
            for last in first + 1..len {
                let place = |cell: usize| match cell {
                    _ if cell == first || cell == last => END,
                    _ if first < cell && cell < last => INSIDE,
                    _ => OUTSIDE,
                };
                let places: Vec<i64> = (0..len).map(place).collect();
                parts.push([&[(last - first - 1) as i64], &*places].concat());
            }
        }
        self.part_of_line(name, cells, (count, sum), parts, &[low, high]);
    }

    /// The first cells have a sum. The first one says how many they are.
    pub(super) fn x_sum(&mut self, name: &str, cells: &[usize], sum: i64) {
        let cells = &self.variables(cells);
        let (low, high) = self.shape.value_range();
        let len = cells.len() as i64;
        let part = |count: i64| {
            let place = move |cell: i64| if cell < count { INSIDE } else { OUTSIDE };
            [count].into_iter().chain((0..len).map(place)).collect()
        };
        let counts = low.max(0)..=high.min(len);
        let parts = counts.map(part).collect();
        self.part_of_line(name, cells, (cells[0], sum), parts, &[]);
    }

    /// The cells of a line are in one of these parts: rows of a count, and the place of each cell.
    /// The values are inside or outside, but for the ends. Those inside are as many as the count
    /// says, and have the sum.
    fn part_of_line(
        &mut self,
        name: &str,
        cells: &[Variable],
        (count, sum): (Variable, i64),
        parts: Vec<Vec<i64>>,
        ends: &[i64],
    ) {
        let (low, high) = self.shape.value_range();
        let inner: Vec<i64> = (low..=high).filter(|value| !ends.contains(value)).collect();
        let mut hidden =
            |what: String, most| self.model.hidden(format!("{what}({name})"), OUTSIDE..=most);
        let places = (1..=cells.len()).map(|number| hidden(format!("place{number}"), END));
        let places: Vec<Variable> = places.collect();
        let values = inner
            .iter()
            .map(|value| hidden(format!("value{value}"), INSIDE));
        let values: Vec<Variable> = values.collect();
        let counted = |own: &[Variable]| [&[count], own].concat();
        self.model
            .table(&format!("{name}.cells"), &counted(&places), parts);
        let sets = sets(&inner, sum);
        self.model
            .table(&format!("{name}.values"), &counted(&values), sets);
        for (number, (&cell, &place)) in (1..).zip(cells.iter().zip(&places)) {
            let of_ends = ends.iter().map(|&end| vec![(cell, end), (place, END)]);
            let mut cases: Vec<_> = of_ends.collect();
            for (&value, &own) in inner.iter().zip(&values) {
                let both = [OUTSIDE, INSIDE].map(|at| vec![(cell, value), (place, at), (own, at)]);
                cases.extend(both);
            }
            self.model.cases(&format!("{name}.{number}"), cases);
        }
    }
}

/// The sets of some of these values with a sum: the size, and the place of each value.
fn sets(values: &[i64], sum: i64) -> Vec<Vec<i64>> {
    let place = |set: u32, bit: usize| i64::from(set >> bit & 1);
    let places = |set: u32| (0..values.len()).map(move |bit| place(set, bit));
    let has_sum = |set: &u32| {
        let products = values.iter().zip(places(*set));
        products.map(|(value, place)| value * place).sum::<i64>() == sum
    };
    let row = |set: u32| {
        let size = [i64::from(set.count_ones())];
        size.into_iter().chain(places(set)).collect()
    };
    let sets = 0..1_u32 << values.len();
    sets.filter(has_sum).map(row).collect()
}
