//! Sums that follow from the cages of a killer sudoku: the cells of some rows, columns or boxes
//! that no cage inside covers ("innies"), and the cells outside of them of the cages that cover
//! them ("outies").

use std::collections::HashSet;

use super::Encoder;
use crate::rule::RuleKind;
use crate::shape::Kind;
use quadrille_core::model::Variable;

/// The fewest cages with a sum for which it is worth the time.
const FEWEST: usize = 8;
/// The most cells of such a sum, unless they are all in one unit. A chain of states for four cells
/// costs more than it saves.
const MOST: usize = 3;
/// The fewest cells of an average cage for which larger sums in one unit are worth the time.
const LARGE: f64 = 3.5;
/// The most rows or columns together.
const MOST_LINES: usize = 4;

/// A set of cells: one bit for each.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Cells(Vec<u64>);

impl Cells {
    fn of<'a>(count: usize, cells: impl IntoIterator<Item = &'a usize>) -> Self {
        let mut bits = vec![0; count.div_ceil(64)];
        for &cell in cells {
            bits[cell / 64] |= 1 << (cell % 64);
        }
        Self(bits)
    }

    /// Combines the words of two sets.
    fn with(&self, other: &Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        let words = self.0.iter().zip(&other.0);
        Self(words.map(|(&own, &other)| combine(own, other)).collect())
    }

    fn without(&self, other: &Self) -> Self {
        self.with(other, |own, other| own & !other)
    }

    fn or(&self, other: &Self) -> Self {
        self.with(other, |own, other| own | other)
    }

    /// The number of cells in both sets.
    fn shared(&self, other: &Self) -> u32 {
        let words = self.0.iter().zip(&other.0);
        words.map(|(own, other)| (own & other).count_ones()).sum()
    }

    fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        let words = self.0.iter().enumerate();
        words.flat_map(|(number, &word)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| 64 * number + bit)
        })
    }
}

impl Encoder<'_> {
    pub(super) fn add_known_sums(&mut self) {
        let cages = self.cages();
        if cages.len() < FEWEST {
            return;
        }
        let (least, most) = self.shape.value_range();
        let all: i64 = (least..=most).sum();
        let covered: u32 = cages.iter().map(|(cells, _)| cells.len()).sum();
        let are_large = f64::from(covered) >= LARGE * cages.len() as f64;
        let mut known = HashSet::new();
        let mut sums = Vec::new();
        for (units, area) in self.areas() {
            let total = units * all;
            let (mut innies, mut left) = (area.clone(), total);
            let mut outies = Cells(vec![0; area.0.len()]);
            let (mut covered, mut over) = (0, -total);
            for (cells, sum) in &cages {
                let inside = cells.shared(&area);
                if inside == 0 {
                    continue;
                }
                let outside = cells.without(&area);
                if outside.len() == 0 {
                    innies = innies.without(cells);
                    left -= sum;
                }
                covered += inside;
                over += sum;
                outies = outies.or(&outside);
            }
            sums.push((innies, left));
            if covered == area.len() {
                sums.push((outies, over));
            }
        }
        for (cells, sum) in sums {
            let own: Vec<usize> = cells.iter().collect();
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
                let terms: Vec<(Variable, i64)> =
                    variables.into_iter().map(|cell| (cell, 1)).collect();
                self.model.sum(&name, &terms, sum);
            }
        }
    }

    /// Cages with a sum that do not overlap, the small ones first.
    fn cages(&self) -> Vec<(Cells, i64)> {
        let count = self.cells.len();
        let rules = self.shape.cell_rules().iter();
        let mut cages: Vec<(Cells, i64)> = rules
            .filter(|rule| rule.kind() == RuleKind::Cage)
            .filter_map(|rule| Some((Cells::of(count, rule.cells()), rule.number()?)))
            .collect();
        cages.sort_by_key(|cage| cage.0.len());
        let mut seen = Cells::of(count, []);
        cages.retain(|(cells, _)| {
            let is_free = cells.shared(&seen) == 0;
            if is_free {
                seen = seen.or(cells);
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
        let (count, side) = (self.cells.len(), self.shape.side());
        let mut areas = Vec::new();
        for (is_kind, most) in kinds {
            let units = self.shape.units();
            let units = units.filter(|unit| is_kind(unit.kind()) && unit.cells().len() == side);
            let units: Vec<Cells> = units.map(|unit| Cells::of(count, unit.cells())).collect();
            for number in 1..=most {
                for run in units.windows(number) {
                    let cells = run[1..]
                        .iter()
                        .fold(run[0].clone(), |all, unit| all.or(unit));
                    // Boards may overlap.
                    if cells.len() as usize == number * side {
                        areas.push((number as i64, cells));
                    }
                }
            }
        }
        areas
    }
}
