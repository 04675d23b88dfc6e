//! Sums that follow from the cages of a killer sudoku: the cells of some rows, columns or boxes
//! that no cage inside covers ("innies"), and the cells outside of them of the cages that cover
//! them ("outies").

use std::collections::BTreeSet;

use super::Encoder;
use crate::rule::RuleKind;
use crate::shape::{Kind, Shape, Unit};

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

/// A sum that follows from cages.
#[derive(Clone, Debug)]
pub(crate) struct KnownSum {
    /// The units with all values from which it follows.
    pub(crate) units: Vec<usize>,
    /// Whether the cells are in the units. If not, they are the other cells of the cages that cover
    /// the units.
    pub(crate) is_inside: bool,
    pub(crate) cells: Vec<usize>,
    pub(crate) sum: i64,
    /// Whether the cells are in one unit, and too many for a chain of states.
    is_set: bool,
}

impl Encoder<'_> {
    pub(super) fn add_known_sums(&mut self) {
        for (number, known) in (1..).zip(self.shape.known_sums()) {
            let name = format!("known-sum{number}");
            let variables = self.variables(&known.cells);
            if known.is_set {
                self.model.distinct_sum(&name, &variables, known.sum);
            } else {
                let terms = variables.into_iter().map(|cell| (cell, 1));
                self.model.sum(&name, &terms.collect::<Vec<_>>(), known.sum);
            }
        }
    }
}

impl Shape {
    /// The sums that follow from cages, in the order of their names.
    pub(crate) fn known_sums(&self) -> Vec<KnownSum> {
        let cages = self.cages();
        if cages.len() < FEWEST {
            return Vec::new();
        }
        let (least, most) = self.value_range();
        let all: i64 = (least..=most).sum();
        let covered: usize = cages.iter().map(|(cells, _)| cells.len()).sum();
        let are_large = covered as f64 >= LARGE * cages.len() as f64;
        let mut sums = Vec::new();
        for (units, area) in self.areas() {
            let total = units.len() as i64 * all;
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
            sums.push((units.clone(), true, innies, left));
            if covered == area.len() {
                sums.push((units, false, outies, over));
            }
        }
        let mut seen = BTreeSet::new();
        let mut known = Vec::new();
        for (units, is_inside, cells, sum) in sums {
            let own: Vec<usize> = cells.iter().copied().collect();
            let is_small = (1..=MOST).contains(&own.len());
            let is_one_unit = own.len() < self.side() && self.differ(&own);
            let is_set = are_large && own.len() > MOST && is_one_unit;
            if (is_small || is_set) && seen.insert(cells) {
                known.push(KnownSum {
                    units,
                    is_inside,
                    cells: own,
                    sum,
                    is_set,
                });
            }
        }
        known
    }

    /// Cages with a sum that do not overlap, the small ones first.
    fn cages(&self) -> Vec<(Cells, i64)> {
        let rules = self.cell_rules().iter();
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
    fn areas(&self) -> Vec<(Vec<usize>, Cells)> {
        type Is = fn(Kind) -> bool;
        let kinds: [(Is, usize); 3] = [
            (|kind| matches!(kind, Kind::Row(_)), MOST_LINES),
            (|kind| matches!(kind, Kind::Column(_)), MOST_LINES),
            (|kind| matches!(kind, Kind::Box(_) | Kind::Region(_)), 2),
        ];
        let side = self.side();
        let mut areas = Vec::new();
        for (is_kind, most) in kinds {
            let units = self.units().enumerate();
            let is_own = |unit: &Unit| is_kind(unit.kind()) && unit.cells().len() == side;
            let units: Vec<(usize, &Unit)> = units.filter(|unit| is_own(unit.1)).collect();
            for number in 1..=most {
                for run in units.windows(number) {
                    let cells = run.iter().flat_map(|unit| unit.1.cells());
                    let cells: Cells = cells.copied().collect();
                    // Boards may overlap.
                    if cells.len() == number * side {
                        areas.push((run.iter().map(|unit| unit.0).collect(), cells));
                    }
                }
            }
        }
        areas
    }
}
