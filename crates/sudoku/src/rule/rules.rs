//! What each kind of rule means.

use super::cell_rule::{CellRule, Detail};
use super::clause::{Better, Clause, Table, Values};
use super::kind::RuleKind;
use super::{machines, sum_loop};
use crate::shape::{Shape, Unit};

/// The most values of a board for which all sets of values are examined.
const MOST_VALUES: usize = 10;

impl CellRule {
    /// What a rule says: all these clauses hold. It has as many cells as its kind needs.
    // It is long, because it has an arm for each kind of rule.
    pub(crate) fn meaning(&self, shape: &Shape) -> Vec<Clause> {
        use Clause::{Cases, Choice, Count, Differ, Each, Machine};
        use RuleKind as K;
        let cells = self.cells.clone();
        let count = cells.len();
        let number = self.number().unwrap_or_default();
        let (low, high) = shape.value_range();
        let values = |fits: &dyn Fn(i64) -> bool| Values::of((low..=high).filter(|&own| fits(own)));
        let better = |clauses, better| vec![Clause::Better(clauses, better)];
        // The layout of a whole row, or of other cells that hold each value once.
        let of_house = |machine, layout| {
            let is_house = shape.side() <= MOST_VALUES && count == shape.side();
            let clauses = vec![Machine(machine)];
            if is_house && shape.differ(&self.cells) {
                better(clauses, layout)
            } else {
                clauses
            }
        };
        match self.kind {
            K::AllDifferent => vec![Differ(cells)],
            K::Cage => match self.number() {
                Some(sum) => {
                    let clauses = vec![Differ(cells.clone()), self.sum_of(|_| 1, sum)];
                    better(clauses, Better::Cage(cells, sum))
                }
                None => vec![Differ(cells)],
            },
            K::Sum => {
                let factors = self.factors();
                vec![self.sum_of(|place| factors[place], number)]
            }
            K::LittleKiller => vec![self.sum_of(|_| 1, number)],
            K::Arrow => vec![self.sum_of(|place| if place == 0 { -1 } else { 1 }, 0)],
            K::DoubleArrow => {
                let is_end = |place| place == 0 || place + 1 == count;
                vec![self.sum_of(|place| if is_end(place) { -1 } else { 1 }, 0)]
            }
            K::PillArrow => {
                let pill = (number.max(0) as usize).min(count);
                let digit = |place| -(10_i64.pow((pill - place) as u32 - 1));
                let sum = self.sum_of(|place| if place < pill { digit(place) } else { 1 }, 0);
                // Only the first number may have two digits.
                let digits = cells[pill.min(1)..pill].to_vec();
                vec![sum, Each(digits, values(&|value| value <= 9))]
            }
            K::Product | K::DifferenceCage | K::RatioCage if count == 2 => {
                vec![self.pairs_within(shape, count)]
            }
            K::Product => vec![Machine(machines::product(cells, number))],
            K::DifferenceCage => vec![Machine(machines::difference(cells, number))],
            K::RatioCage => vec![Machine(machines::ratio(cells, number, high))],
            K::SumLine => vec![Machine(sum_loop::line(cells, number))],
            K::SumLoop => {
                let lines = sum_loop::lines(&cells, number);
                let choice = Choice(lines.map(|line| vec![vec![Machine(line)]]).collect());
                better(vec![choice], Better::Loop(cells, number))
            }
            K::SameValues => self.same_values(shape),
            K::Clone => {
                let (one, other) = cells.split_at(count / 2);
                vec![self.pairs(shape, one.iter().zip(other))]
            }
            K::Palindrome => {
                vec![self.pairs(shape, cells.iter().zip(cells.iter().rev()).take(count / 2))]
            }
            K::Thermometer
            | K::SlowThermometer
            | K::Greater
            | K::Difference
            | K::Ratio
            | K::PairSum
            | K::Whispers
            | K::Pairs => vec![self.pairs(shape, cells.iter().zip(cells.iter().skip(1)))],
            K::AllPairs => vec![self.pairs_within(shape, count)],
            K::Nabner => vec![Differ(cells), self.pairs_within(shape, count)],
            K::Renban => {
                let length = count as i64;
                let runs = (low..=high + 1 - length).map(|least| least..least + length);
                let runs = runs.map(Iterator::collect).collect();
                let clauses = vec![Differ(cells.clone()), self.pairs_within(shape, count)];
                better(clauses, Better::Sets(cells, runs))
            }
            K::Modular | K::Entropic => {
                let length = self.run();
                let rule = self.clone();
                let class = Box::new(move |value| rule.class(value, low));
                let clauses = vec![self.pairs_within(shape, length)];
                better(clauses, Better::Classes(cells, length, class))
            }
            K::RegionSum => {
                let region = |cell: usize| shape.region_of(cell);
                let pieces = cells.chunk_by(|&one, &other| region(one) == region(other));
                same_sums(pieces.map(<[usize]>::to_vec).collect())
            }
            K::EqualSums => {
                let mut rest = cells.into_iter();
                let lengths = self.values().iter();
                let pieces = lengths.map(|&length| rest.by_ref().take(length as usize).collect());
                same_sums(pieces.collect())
            }
            K::Zipper => {
                let pair = |place: usize| vec![cells[place], cells[count - 1 - place]];
                let mut pieces: Vec<Vec<usize>> = (0..count / 2).map(pair).collect();
                pieces.extend((count % 2 == 1).then(|| vec![cells[count / 2]]));
                same_sums(pieces)
            }
            K::Between if count < 3 => Vec::new(),
            K::Between | K::Lockout => {
                let cells = [&[cells[0], cells[count - 1]], &cells[1..count - 1]].concat();
                let distance = (self.kind == K::Lockout).then_some(number);
                better(vec![Machine(machines::ends(cells, distance))], Better::Fan)
            }
            K::Lunchbox => self.lunchbox(shape),
            K::Sandwich if self.has_own_ends(shape) => self.lunchbox(shape),
            K::Sandwich => {
                let ends = Some((low, high));
                let machine = machines::sum_between(cells.clone(), number, ends, shape.side());
                of_house(machine, Better::Sandwich(cells, number))
            }
            K::XSum => {
                let machine = machines::x_sum(cells.clone(), number);
                of_house(machine, Better::XSum(cells, number))
            }
            K::Skyscraper => vec![Machine(machines::skyscraper(cells, number, high))],
            K::HiddenSkyscraper => vec![Machine(machines::hidden_skyscraper(cells, number, high))],
            K::NumberedRoom => {
                let case = |(place, &cell)| vec![(cells[0], place), (cell, number)];
                vec![Cases((1..).zip(&cells).map(case).collect())]
            }
            K::FullRank | K::TiedRank => self.rank(shape),
            K::RowIndex | K::ColumnIndex | K::BoxIndex => {
                let index = |&cell: &usize| {
                    let (pointed, own) = shape.indexed(self.kind, cell);
                    let case = |(place, other)| vec![(cell, place), (other, own)];
                    Cases((1..).zip(pointed).map(case).collect())
                };
                cells.iter().map(index).collect()
            }
            K::ValueIndex => {
                let case = |place: i64, cell, value| {
                    vec![(cells[1], place), (cell, value), (cells[0], value)]
                };
                let places = (1..).zip(&cells[2..]);
                let case_of =
                    |(place, &cell)| (low..=high).map(move |value| case(place, cell, value));
                vec![Cases(places.flat_map(case_of).collect())]
            }
            K::Quadruple | K::Counts => {
                let count_of = |(value, times): (i64, i64)| {
                    let most = if self.kind == K::Counts {
                        times
                    } else {
                        count as i64
                    };
                    Count(cells.clone(), Values::of([value]), times..=most)
                };
                self.wanted().into_iter().map(count_of).collect()
            }
            K::CountingCircles => {
                let machine = machines::counting_circles(cells.clone(), (low, high));
                better(vec![Machine(machine)], Better::CountingCircles(cells))
            }
            K::CountDistinct => {
                let mut cells = cells;
                cells.rotate_left(1);
                let machine = machines::count_distinct(cells.clone());
                better(vec![Machine(machine)], Better::CountDistinct(cells))
            }
            K::EqualityCage => {
                let half = shape.side() as i64 / 2;
                let half_of = |fits: &dyn Fn(i64) -> bool| {
                    let half = count as i64 / 2;
                    Count(cells.clone(), values(fits), half..=half)
                };
                let clauses = vec![
                    Differ(cells.clone()),
                    half_of(&|value| value % 2 == 0),
                    half_of(&|value| value < low + half),
                    half_of(&|value| value > high - half),
                ];
                self.set_of(clauses, shape)
            }
            K::RellikCage => {
                let no_sum = Machine(machines::no_sum(cells.clone(), number));
                self.set_of(vec![Differ(cells), no_sum], shape)
            }
            K::Odd => vec![Each(cells, values(&|value| value % 2 == 1))],
            K::Even => vec![Each(cells, values(&|value| value % 2 == 0))],
            K::Minimum | K::Maximum => {
                let of = |&cell: &usize| {
                    let mut others = shape.neighbours(cell);
                    others.retain(|other| !cells.contains(other));
                    self.pairs(shape, others.iter().map(|other| (&cell, other)))
                };
                cells.iter().map(of).collect()
            }
            K::Regex | K::Machine => vec![Machine(match &self.detail {
                Detail::Pattern(pattern) => machines::pattern(cells, pattern),
                Detail::Machine(machine) => machines::of_states(cells, machine),
                _ => return Vec::new(),
            })],
            K::Either => {
                let branches = self.branches().iter();
                let meanings =
                    |rules: &Vec<Self>| rules.iter().map(|rule| rule.meaning(shape)).collect();
                vec![Choice(branches.map(meanings).collect())]
            }
        }
    }

    /// Whether two cells that the rule compares may hold these values.
    pub(crate) fn allows(&self, a: i64, b: i64, low: i64) -> bool {
        let number = self.number().unwrap_or_default();
        let distance = (a - b).abs();
        match (self.kind, &self.detail) {
            (RuleKind::Thermometer | RuleKind::Minimum, _) => a < b,
            (RuleKind::SlowThermometer, _) => a <= b,
            (RuleKind::Greater | RuleKind::Maximum, _) => a > b,
            (RuleKind::Difference | RuleKind::DifferenceCage, _) => distance == number,
            (RuleKind::RatioCage, _) => {
                a.min(b) > 0 && a.min(b).checked_mul(number) == Some(a.max(b))
            }
            (RuleKind::Product, _) => a * b == number,
            (RuleKind::Ratio, _) => {
                a.checked_mul(number) == Some(b) || b.checked_mul(number) == Some(a)
            }
            (RuleKind::PairSum, _) => a + b == number,
            (RuleKind::Whispers, _) => distance >= number,
            (RuleKind::Nabner, _) => distance >= 2,
            // Different cells are a run if the distance of any two is less than their number.
            (RuleKind::Renban, _) => distance < self.cells.len() as i64,
            (RuleKind::Modular | RuleKind::Entropic, _) => self.class(a, low) != self.class(b, low),
            (RuleKind::Pairs | RuleKind::AllPairs, Detail::Pairs(pairs)) => pairs.contains(&(a, b)),
            // A clone, a palindrome, sets of one cell each.
            _ => a == b,
        }
    }

    /// The class of a value on a modular or an entropic line.
    fn class(&self, value: i64, low: i64) -> i64 {
        match self.kind {
            RuleKind::Modular => value.rem_euclid(self.run() as i64),
            _ => (value - low) / 3,
        }
    }

    /// The number of cells in a row that are of different classes.
    fn run(&self) -> usize {
        match (self.kind, self.number()) {
            (RuleKind::Modular, Some(modulus)) => modulus.max(1) as usize,
            _ => 3,
        }
    }

    fn pairs<'a>(
        &self,
        shape: &Shape,
        pairs: impl Iterator<Item = (&'a usize, &'a usize)>,
    ) -> Clause {
        let (low, high) = shape.value_range();
        let table = Table::new((low, high), |a, b| self.allows(a, b, low));
        Clause::Pairs(pairs.map(|(&one, &other)| [one, other]).collect(), table)
    }

    /// All pairs of which the second cell comes less than `distance` cells after the first.
    fn pairs_within(&self, shape: &Shape, distance: usize) -> Clause {
        let cells = &self.cells[..];
        let later = |place: usize| cells[place + 1..].iter().take(distance.saturating_sub(1));
        let all = (0..cells.len()).flat_map(|at| later(at).map(move |other| (&cells[at], other)));
        self.pairs(shape, all)
    }

    fn sum_of(&self, factor: impl Fn(usize) -> i64, total: i64) -> Clause {
        let terms = self.cells.iter().enumerate();
        Clause::Sum(
            terms.map(|(place, &cell)| (cell, factor(place))).collect(),
            total,
        )
    }

    /// Different cells, and the least and the greatest of them as the ends of a sum.
    fn lunchbox(&self, shape: &Shape) -> Vec<Clause> {
        let sum = self.number().unwrap_or_default();
        let machine = machines::sum_between(self.cells.clone(), sum, None, shape.side());
        let machine = Clause::Better(vec![Clause::Machine(machine)], Better::Guess);
        vec![Clause::Differ(self.cells.clone()), machine]
    }

    /// Clauses about the set of values of the cells.
    fn set_of(&self, clauses: Vec<Clause>, shape: &Shape) -> Vec<Clause> {
        if shape.side() <= MOST_VALUES {
            vec![Clause::Better(clauses, Better::AllSets(self.cells.clone()))]
        } else {
            clauses
        }
    }

    fn same_values(&self, shape: &Shape) -> Vec<Clause> {
        let number = self.number().unwrap_or(1).max(1) as usize;
        let size = (self.cells.len() / number).max(1);
        let sets: Vec<Vec<usize>> = self.cells.chunks(size).map(<[usize]>::to_vec).collect();
        if sets.len() == 1 {
            return Vec::new();
        }
        if size == 1 {
            let first = &self.cells[0];
            let others = self.cells[1..].iter();
            return vec![self.pairs(shape, others.map(|other| (first, other)))];
        }
        let (low, high) = shape.value_range();
        let counts = (low..=high).map(|value| Clause::SameTotals(sets.clone(), Some(value)));
        let counts = counts.collect();
        if sets.iter().all(|set| shape.differ(set)) {
            vec![Clause::Better(counts, Better::SameSets(sets))]
        } else {
            counts
        }
    }

    /// Whether the ends of a sandwich are the lowest and the highest value of its line, as in a
    /// lunchbox: the board has more values than the line.
    fn has_own_ends(&self, shape: &Shape) -> bool {
        let mut places = self.cells.iter().map(|&cell| shape.place(cell));
        let Some(first) = places.next() else {
            return false;
        };
        self.cells.len() < shape.side()
            && (places.clone().all(|place| place.0 == first.0)
                || places.all(|place| place.1 == first.1))
            && shape.differ(&self.cells)
    }
}

/// Pieces of a line with equal sums.
fn same_sums(pieces: Vec<Vec<usize>>) -> Vec<Clause> {
    if pieces.len() < 2 {
        return Vec::new();
    }
    vec![Clause::SameTotals(pieces, None)]
}

impl Shape {
    /// The cells that an index cell points into, and the value that the cell it points at must
    /// hold.
    fn indexed(&self, kind: RuleKind, cell: usize) -> (Vec<usize>, i64) {
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
