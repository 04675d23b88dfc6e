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

/// A line, and the sum of a part of it.
struct Line<'a> {
    name: &'a str,
    cells: &'a [Variable],
    /// The number of cells of the part.
    count: Variable,
    sum: i64,
}

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
        let line = Line {
            name,
            cells,
            count,
            sum,
        };
        let ends = [low, high];
        self.part_of_line(&line, parts, &ends);
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
        let line = Line {
            name,
            cells,
            count: cells[0],
            sum,
        };
        self.part_of_line(&line, counts.map(part).collect(), &[]);
    }

    /// The cells of a line are in one of these parts: rows of a count, and the place of each cell.
    /// The values are inside or outside, but for the ends.
    fn part_of_line(&mut self, line: &Line<'_>, parts: Vec<Vec<i64>>, ends: &[i64]) {
        let name = line.name;
        let (low, high) = self.shape.value_range();
        let inner: Vec<i64> = (low..=high).filter(|value| !ends.contains(value)).collect();
        let places: Vec<Variable> = (1..=line.cells.len())
            .map(|number| {
                self.model
                    .hidden(format!("place{number}({name})"), OUTSIDE..=END)
            })
            .collect();
        let values: Vec<Variable> = inner
            .iter()
            .map(|value| {
                self.model
                    .hidden(format!("value{value}({name})"), OUTSIDE..=INSIDE)
            })
            .collect();
        let counted = |own: &[Variable]| [&[line.count], own].concat();
        self.model
            .table(&format!("{name}.cells"), &counted(&places), parts);
        let sets = sets(&inner, line.sum);
        self.model
            .table(&format!("{name}.values"), &counted(&values), sets);
        for (number, (&cell, &place)) in (1..).zip(line.cells.iter().zip(&places)) {
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
