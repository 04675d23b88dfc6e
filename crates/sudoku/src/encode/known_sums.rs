//! Sums that follow from the cages of a killer sudoku: the cells of some rows, columns or boxes
//! that no cage inside covers ("innies"), and the cells outside of them of the cages that cover
//! them ("outies").

use std::collections::BTreeSet;

use super::Encoder;
use crate::rule::RuleKind;
use crate::shape::{Kind, Unit};

/// The fewest cages with a sum for which it is worth the time.
const FEWEST: usize = 8;
/// The most cells of such a sum, unless they are all in one unit. A chain of states for four cells
/// costs more than it saves.
const MOST: usize = 3;
/// The fewest cells of an average cage for which larger sums in one unit are worth the time.
const LARGE: f64 = 3.5;
/// The most rows or columns together.
const MOST_LINES: usize = 4;

type Cells = BTreeSet<usize>;

impl Encoder<'_> {
    pub(super) fn add_known_sums(&mut self) {
        let cages = self.cages();
        if cages.len() < FEWEST {
            return;
        }
        let (least, most) = self.shape.value_range();
        let all: i64 = (least..=most).sum();
        let covered: usize = cages.iter().map(|(cells, _)| cells.len()).sum();
        let are_large = covered as f64 >= LARGE * cages.len() as f64;
        let mut sums = Vec::new();
        for (units, area) in self.areas() {
            let total = units * all;
            let (mut innies, mut left) = (area.clone(), total);
            let mut outies = Cells::new();
            let (mut covered, mut over) = (0, -total);
            for (cells, sum) in &cages {
                let outside: Vec<usize> = cells.difference(&area).copied().collect();
                if outside.len() == cells.len() {
                    continue;
                }
                if outside.is_empty() {
                    innies.retain(|cell| !cells.contains(cell));
                    left -= sum;
                }
                covered += cells.len() - outside.len();
                over += sum;
                outies.extend(outside);
            }
            sums.push((innies, left));
            if covered == area.len() {
                sums.push((outies, over));
            }
        }
        let mut known = BTreeSet::new();
        for (cells, sum) in sums {
            let own: Vec<usize> = cells.iter().copied().collect();
            let is_small = (1..=MOST).contains(&own.len());
            let is_one_unit = own.len() < self.shape.side() && self.shape.differ(&own);
            let is_set = are_large && own.len() > MOST && is_one_unit;
            if !(is_small || is_set) || !known.insert(cells) {
                continue;
            }
            let name = format!("known-sum{}", known.len());
            let variables = self.variables(&own);
            if is_set {
                self.model.distinct_sum(&name, &variables, sum);
            } else {
                let terms = variables.into_iter().map(|cell| (cell, 1));
                self.model.sum(&name, &terms.collect::<Vec<_>>(), sum);
            }
        }
    }

    /// Cages with a sum that do not overlap, the small ones first.
    fn cages(&self) -> Vec<(Cells, i64)> {
        let rules = self.shape.cell_rules().iter();
        let mut cages: Vec<(Cells, i64)> = rules
            .filter(|rule| rule.kind() == RuleKind::Cage)
            .filter_map(|rule| Some((rule.cells().iter().copied().collect(), rule.number()?)))
            .collect();
        cages.sort_by_key(|cage| cage.0.len());
        let mut seen = Cells::new();
        cages.retain(|(cells, _)| {
            let is_free = cells.is_disjoint(&seen);
            if is_free {
                seen.extend(cells);
            }
            is_free
        });
        cages
    }

    /// Units with all values: alone, and neighbours of the same kind together.
    fn areas(&self) -> Vec<(i64, Cells)> {
        type Is = fn(Kind) -> bool;
        let kinds: [(Is, usize); 3] = [
            (|kind| matches!(kind, Kind::Row(_)), MOST_LINES),
            (|kind| matches!(kind, Kind::Column(_)), MOST_LINES),
            (|kind| matches!(kind, Kind::Box(_) | Kind::Region(_)), 2),
        ];
        let side = self.shape.side();
        let mut areas = Vec::new();
        for (is_kind, most) in kinds {
            let units = self.shape.units();
            let units = units.filter(|unit| is_kind(unit.kind()) && unit.cells().len() == side);
            let units: Vec<&Unit> = units.collect();
            for number in 1..=most {
                for run in units.windows(number) {
                    let cells = run.iter().flat_map(|unit| unit.cells());
                    let cells: Cells = cells.copied().collect();
                    // Boards may overlap.
                    if cells.len() == number * side {
                        areas.push((number as i64, cells));
                    }
                }
            }
        }
        areas
    }
}
