//! Whether filled cells follow a rule: its meaning, read off directly.

use std::collections::BTreeSet;

use super::cell_rule::{CellRule, Detail};
use super::kind::RuleKind;
use crate::shape::{Shape, Unit};

impl CellRule {
    /// Whether a rule holds; `None` if it depends on a cell that has no value. `value` returns the
    /// value of a cell, as the board shows it.
    pub(crate) fn holds(
        &self,
        shape: &Shape,
        value: &impl Fn(usize) -> Option<i64>,
    ) -> Option<bool> {
        use RuleKind as K;
        if self.kind == K::Either {
            let holds =
                |branch: &Vec<CellRule>| all(branch.iter().map(|rule| rule.holds(shape, value)));
            let not = |holds: Option<bool>| holds.map(|holds| !holds);
            return not(all(self.branches().iter().map(|branch| not(holds(branch)))));
        }
        if self.is_distinct() {
            let known: Vec<i64> = self.cells.iter().filter_map(|&cell| value(cell)).collect();
            if !differ(&known) {
                return Some(false);
            }
        }
        let values: Option<Vec<i64>> = self.cells.iter().map(|&cell| value(cell)).collect();
        let v = &values?[..];
        let (low, high) = shape.value_range();
        let number = self.number().unwrap_or_default();
        let sum = |values: &[i64]| values.iter().sum::<i64>();
        let (first, last) = (v.first().copied(), v.last().copied());
        let ends = first.zip(last);
        let inner = v.get(1..v.len().saturating_sub(1)).unwrap_or_default();
        Some(match self.kind {
            K::AllDifferent => true,
            K::SameValues => {
                let sets = v.chunks((v.len() / number.max(1) as usize).max(1));
                let sorted = |set: &[i64]| {
                    let mut set = set.to_vec();
                    set.sort_unstable();
                    set
                };
                let mut sets = sets.map(sorted);
                let first = sets.next();
                sets.all(|set| Some(set) == first)
            }
            K::Clone => v[..v.len() / 2] == v[v.len() / 2..],
            K::Cage => self.number().is_none_or(|number| sum(v) == number),
            K::Sum => {
                let products = v
                    .iter()
                    .zip(self.factors())
                    .map(|(value, factor)| value * factor);
                products.sum::<i64>() == number
            }
            K::LittleKiller => sum(v) == number,
            K::SumLine => pieces(v, number),
            K::SumLoop => {
                (0..v.len()).any(|start| pieces(&[&v[start..], &v[..start]].concat(), number))
            }
            K::Thermometer
            | K::SlowThermometer
            | K::Greater
            | K::Difference
            | K::Ratio
            | K::PairSum
            | K::Whispers
            | K::Pairs => v
                .windows(2)
                .all(|pair| self.allows_neighbours(pair[0], pair[1])),
            K::AllPairs | K::Nabner => (0..v.len()).all(|place| {
                let mut later = v[place + 1..].iter();
                later.all(|&later| self.allows_neighbours(v[place], later))
            }),
            K::Arrow => sum(&v[1..]) == v[0],
            K::PillArrow => {
                let (pill, shaft) = v.split_at((number.max(0) as usize).min(v.len()));
                // Only the first number may have two digits.
                let are_digits = pill.iter().skip(1).all(|&value| value <= 9);
                are_digits && pill.iter().fold(0, |digits, value| 10 * digits + value) == sum(shaft)
            }
            K::DoubleArrow => ends.is_some_and(|(a, b)| a + b == sum(inner)),
            K::Renban => {
                let range = v.iter().min().zip(v.iter().max());
                range.is_some_and(|(least, most)| most - least + 1 == v.len() as i64)
            }
            K::Palindrome => v.iter().eq(v.iter().rev()),
            K::RegionSum => {
                let regions = self.cells.iter().map(|&cell| shape.region_of(cell));
                let cells: Vec<(Option<&Unit>, i64)> = regions.zip(v.iter().copied()).collect();
                let pieces = cells.chunk_by(|one, other| one.0 == other.0);
                equal(pieces.map(|piece| piece.iter().map(|cell| cell.1).sum::<i64>()))
            }
            K::EqualSums => {
                let mut rest = v;
                equal(self.values().iter().map(|&length| {
                    let (piece, after) = rest.split_at((length as usize).min(rest.len()));
                    rest = after;
                    sum(piece)
                }))
            }
            K::Zipper => {
                let half = v.len() / 2;
                let pairs = (0..half).map(|place| v[place] + v[v.len() - 1 - place]);
                let centre = (v.len() % 2 == 1).then(|| v[half]);
                equal(pairs.chain(centre))
            }
            K::Between => ends.is_some_and(|(a, b)| {
                inner
                    .iter()
                    .all(|&value| a.min(b) < value && value < a.max(b))
            }),
            K::Lockout => ends.is_some_and(|(a, b)| {
                let is_outside = |&value: &i64| value < a.min(b) || value > a.max(b);
                (a - b).abs() >= number && inner.iter().all(is_outside)
            }),
            K::Modular => {
                number > 0
                    && v.windows((number as usize).min(v.len())).all(|run| {
                        let all: Vec<i64> =
                            run.iter().map(|value| value.rem_euclid(number)).collect();
                        differ(&all)
                    })
            }
            K::Entropic => v.windows(3.min(v.len())).all(|run| {
                let all: Vec<i64> = run.iter().map(|value| (value - low) / 3).collect();
                differ(&all)
            }),
            K::Sandwich if !self.has_own_ends(shape) => {
                let ends: Vec<usize> = (0..v.len())
                    .filter(|&at| v[at] == low || v[at] == high)
                    .collect();
                matches!(*ends, [a, b] if v[a] != v[b] && sum(&v[a + 1..b]) == number)
            }
            // Cells that are equal have no such ends.
            K::Lunchbox | K::Sandwich if !differ(v) => false,
            K::Lunchbox | K::Sandwich => {
                let ends = [v.iter().min(), v.iter().max()];
                let ends = ends.map(|end| v.iter().position(|value| Some(value) == end));
                match ends {
                    [Some(a), Some(b)] => sum(&v[a.min(b) + 1..a.max(b)]) == number,
                    _ => false,
                }
            }
            // The first 0 cells have the sum 0.
            K::XSum => match usize::try_from(v[0]) {
                Ok(count) => v.get(..count).is_some_and(|cells| sum(cells) == number),
                Err(_) => false,
            },
            K::Skyscraper => {
                let is_seen =
                    |&at: &usize| v[at] > 0 && v[..at].iter().all(|&before| before < v[at]);
                (0..v.len()).filter(is_seen).count() as i64 == number
            }
            K::HiddenSkyscraper => {
                let is_hidden = |&at: &usize| v[..at].iter().any(|&before| before >= v[at]);
                let hidden = (0..v.len()).find(is_hidden);
                hidden.is_some_and(|at| v[at] == number)
            }
            K::NumberedRoom => {
                let place = usize::try_from(v[0])
                    .ok()
                    .and_then(|place| place.checked_sub(1));
                place.and_then(|place| v.get(place)) == Some(&number)
            }
            K::Quadruple | K::Counts => {
                let count = |value: i64| v.iter().filter(|&&own| own == value).count() as i64;
                let mut wanted = self.wanted().into_iter();
                wanted.all(|(value, times)| match self.kind {
                    K::Counts => count(value) == times,
                    _ => count(value) >= times,
                })
            }
            K::RowIndex | K::ColumnIndex | K::BoxIndex => {
                let points = self.cells.iter().zip(v).map(|(&cell, &place)| {
                    let (cells, own) = shape.indexed(self.kind, cell);
                    let place = usize::try_from(place)
                        .ok()
                        .and_then(|place| place.checked_sub(1));
                    match place.and_then(|place| cells.get(place)) {
                        Some(&pointed) => value(pointed).map(|value| value == own),
                        None => Some(false),
                    }
                });
                return all(points);
            }
            K::ValueIndex => {
                let place = usize::try_from(v[1])
                    .ok()
                    .and_then(|place| place.checked_sub(1));
                place.and_then(|place| v[2..].get(place)) == Some(&v[0])
            }
            K::CountingCircles => {
                let count = |value: i64| v.iter().filter(|&&own| own == value).count() as i64;
                v.iter().all(|&value| count(value) == value)
            }
            K::CountDistinct => v[1..].iter().collect::<BTreeSet<_>>().len() as i64 == v[0],
            K::EqualityCage => {
                let half = shape.side() as i64 / 2;
                let is_low = |value: &i64| *value < low + half;
                let is_high = |value: &i64| *value > high - half;
                let count = |of: &dyn Fn(&i64) -> bool| v.iter().filter(|value| of(value)).count();
                let is_half = |count: usize| 2 * count == v.len();
                is_half(count(&is_low))
                    && is_half(count(&is_high))
                    && is_half(count(&|value| value % 2 == 0))
            }
            K::RellikCage => {
                let mut sums = BTreeSet::new();
                for &value in v {
                    let more: Vec<i64> = sums.iter().map(|sum| sum + value).collect();
                    sums.extend(more);
                    sums.insert(value);
                }
                !sums.contains(&number)
            }
            K::Odd => v.iter().all(|value| value % 2 == 1),
            K::Even => v.iter().all(|value| value % 2 == 0),
            K::Minimum | K::Maximum => {
                let pairs = self.cells.iter().zip(v).flat_map(|(&cell, &own)| {
                    let others = shape.neighbours(cell).into_iter();
                    let others = others.filter(|other| !self.cells.contains(other));
                    others.map(move |other| (own, other))
                });
                return all(pairs.map(|(own, other)| {
                    let other = value(other)?;
                    Some(match self.kind {
                        K::Minimum => own < other,
                        _ => own > other,
                    })
                }));
            }
            K::Regex => match &self.detail {
                Detail::Pattern(pattern) => {
                    let mut values = v.iter();
                    let begin = pattern.begin();
                    let end = begin.and_then(|begin| {
                        values.try_fold(begin, |state, &value| pattern.step(state, value))
                    });
                    end.is_some_and(|end| pattern.accepts(end))
                }
                _ => false,
            },
            K::Machine => match &self.detail {
                Detail::Machine(machine) => {
                    let mut values = v.iter();
                    let end = values.try_fold(machine.start().to_vec(), |states, &value| {
                        machine.step(&states, value)
                    });
                    end.is_some_and(|end| machine.accepts(&end))
                }
                _ => false,
            },
            K::Either => true,
        })
    }
}

impl Shape {
    /// The cells that an index cell points into, and the value that the cell it points at must
    /// hold.
    pub(crate) fn indexed(&self, kind: RuleKind, cell: usize) -> (Vec<usize>, i64) {
        let (row, column) = self.place(cell);
        match kind {
            RuleKind::RowIndex => {
                let cells = (0..self.rows()).filter_map(|row| self.cell(row, column));
                (cells.collect(), row as i64 + 1)
            }
            RuleKind::ColumnIndex => {
                let cells = (0..self.columns()).filter_map(|column| self.cell(row, column));
                (cells.collect(), column as i64 + 1)
            }
            _ => {
                let cells = self.region_of(cell).map(Unit::cells).unwrap_or_default();
                let place = cells.iter().position(|&own| own == cell);
                (cells.to_vec(), place.map_or(0, |place| place as i64 + 1))
            }
        }
    }
}

/// Whether all are true; `None` if that is not known.
fn all(mut answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(true);
    answers
        .try_for_each(|answer| match answer {
            Some(false) => Err(Some(false)),
            None => {
                result = None;
                Ok(())
            }
            Some(true) => Ok(()),
        })
        .err()
        .unwrap_or(result)
}

fn differ(values: &[i64]) -> bool {
    let mut seen = BTreeSet::new();
    values.iter().all(|value| seen.insert(value))
}

fn equal(mut values: impl Iterator<Item = i64>) -> bool {
    let first = values.next();
    values.all(|value| Some(value) == first)
}

/// Whether values can be cut into pieces with a sum each. Where the sum is 0, each 0 is a piece.
fn pieces(values: &[i64], sum: i64) -> bool {
    let mut own = 0;
    for &value in values {
        own += value;
        if own > sum {
            return false;
        }
        if own == sum {
            own = 0;
        }
    }
    own == 0 && (sum == 0 || values.iter().any(|&value| value > 0))
}
