//! Rules about some cells.

use super::Draft;
use crate::model::Variable;
use crate::sudoku::rule::{Automaton, CellRule, RuleKind, State};

/// The most values of a board for which all sets of values are examined.
const MOST_VALUES: usize = 10;
/// The most cells of a choice whose values are all remembered.
const MOST_REMEMBERED: usize = 4;

impl Draft<'_> {
    /// Lays out a rule. The cells determine all that it adds, so each filled board is one solution.
    pub(super) fn cell_rule(&mut self, name: &str, rule: &CellRule) {
        use RuleKind as K;
        let cells = self.variables(rule.cells());
        let (low, high) = self.shape.value_range();
        let number = rule.number().unwrap_or_default();
        if rule.is_distinct() && !self.is_set(rule) && rule.number().is_none()
            || matches!(rule.kind(), K::Lunchbox)
            || rule.kind() == K::RellikCage && !self.is_set(rule)
        {
            self.differ(name, rule.cells());
        }
        match rule.kind() {
            K::AllDifferent => {}
            K::Cage => match rule.number() {
                _ if cells.len() == 1 => {
                    let number = rule.number();
                    self.model
                        .restrict(cells[0], |value| number.is_none_or(|sum| value == sum));
                }
                // Its sum is that of all values.
                Some(_) if cells.len() == self.shape.side() => {
                    self.model.all_different(name, &cells);
                }
                Some(sum) => self.model.distinct_sum(name, &cells, sum),
                None => {}
            },
            K::Renban => {
                let length = cells.len() as i64;
                let runs = low..=high + 1 - length;
                let sets = runs
                    .map(|start| (start..start + length).collect())
                    .collect();
                self.model.one_of_sets(name, &cells, sets);
            }
            K::SameValues => self.same_values_in(name, rule, &cells),
            K::Clone => {
                let (one, other) = cells.split_at(cells.len() / 2);
                for (&one, &other) in one.iter().zip(other) {
                    self.model.equal(one, other);
                }
            }
            K::Palindrome => {
                for (&one, &other) in cells.iter().zip(cells.iter().rev()) {
                    self.model.equal(one, other);
                }
            }
            _ if rule.is_about_neighbours() => {
                for (place, pair) in cells.windows(2).enumerate() {
                    let name = format!("{name}.{}", place + 1);
                    let pair = [pair[0], pair[1]];
                    let allows = |a, b| rule.allows_neighbours(a, b);
                    self.model.pair(&name, pair, allows);
                }
            }
            K::AllPairs | K::Nabner => {
                for (place, &one) in cells.iter().enumerate() {
                    for (later, &other) in cells.iter().enumerate().skip(place + 1) {
                        let name = format!("{name}.{}.{}", place + 1, later + 1);
                        let allows = |a, b| rule.allows_neighbours(a, b);
                        self.model.pair(&name, [one, other], allows);
                    }
                }
            }
            K::RegionSum | K::EqualSums | K::Zipper => self.equal_sums(name, rule),
            K::Between | K::Lockout => self.between(name, rule, &cells),
            K::Modular => self.classes(name, &cells, number as usize, |value| {
                value.rem_euclid(number)
            }),
            K::Entropic => self.classes(name, &cells, 3, |value| (value - low) / 3),
            K::Lunchbox => self.lunchbox(name, &cells, number),
            K::NumberedRoom => {
                let case =
                    |(place, &cell): (i64, &Variable)| vec![(cells[0], place), (cell, number)];
                let cases = (1..).zip(&cells).map(case).collect();
                self.model.cases(name, cases);
            }
            K::RowIndex | K::ColumnIndex | K::BoxIndex => {
                for (place, &cell) in rule.cells().iter().enumerate() {
                    let (pointed, own) = self.shape.indexed(rule.kind(), cell);
                    let cell = self.cells[cell];
                    let pointed = self.variables(&pointed);
                    let case = |(at, &other): (i64, &Variable)| vec![(cell, at), (other, own)];
                    let cases = (1..).zip(&pointed).map(case).collect();
                    self.model.cases(&format!("{name}.{}", place + 1), cases);
                }
            }
            K::ValueIndex => {
                let mut cases = Vec::new();
                for (place, &cell) in (1..).zip(&cells[2..]) {
                    let case = |value| vec![(cells[1], place), (cell, value), (cells[0], value)];
                    cases.extend((low..=high).map(case));
                }
                self.model.cases(name, cases);
            }
            K::Quadruple | K::Counts => self.counts(name, rule, &cells),
            K::RellikCage | K::EqualityCage if self.shape.side() <= MOST_VALUES => {
                let sets = self.sets(rule);
                self.model.one_of_sets(name, &cells, sets);
            }
            K::CountingCircles => self.counting_circles(name, &cells),
            K::CountDistinct => {
                let used = self.used(name, &cells[1..], |count, _| count.min(1));
                let all: Vec<Variable> = used.into_iter().chain([cells[0]]).collect();
                let last = all.len() - 1;
                let step = move |&sum: &i64, place: usize, value: i64| match place == last {
                    true => (value == sum).then_some(sum),
                    false => Some(sum + value),
                };
                self.model
                    .regular(&format!("{name}.count"), &all, 0, step, |_| true);
            }
            K::Odd => {
                for cell in cells {
                    self.model.restrict(cell, |value| value % 2 == 1);
                }
            }
            K::Even => {
                for cell in cells {
                    self.model.restrict(cell, |value| value % 2 == 0);
                }
            }
            K::Minimum | K::Maximum => {
                for &cell in rule.cells() {
                    let others = self.shape.neighbours(cell).into_iter();
                    for other in others.filter(|other| !rule.cells().contains(other)) {
                        let name = format!(
                            "{name}.{},{}",
                            self.shape.name(cell),
                            self.shape.name(other)
                        );
                        let pair = match rule.kind() {
                            K::Minimum => [cell, other],
                            _ => [other, cell],
                        };
                        let pair = pair.map(|cell| self.cells[cell]);
                        self.model.pair(&name, pair, |less, more| less < more);
                    }
                }
            }
            K::Either => self.either(name, rule),
            K::SumLoop if Automaton::short(rule, self.shape).is_none() => {
                // A line that begins at one of the cells.
                let begin = |start: usize| {
                    let mut cells = rule.cells().to_vec();
                    cells.rotate_left(start);
                    let line = CellRule::new(K::SumLine, cells);
                    vec![line.with_number(number)]
                };
                let lines = (0..cells.len()).map(begin).collect();
                self.either(name, &CellRule::either(lines));
            }
            _ => match rule.terms() {
                Some((cells, factors, total)) => {
                    let terms = self.variables(&cells).into_iter().zip(factors);
                    let terms: Vec<(Variable, i64)> = terms.collect();
                    self.model.sum(name, &terms, total);
                }
                None => {
                    let Automaton {
                        cells,
                        start,
                        step,
                        accept,
                    } = Automaton::of(rule, self.shape);
                    let cells = self.variables(&cells);
                    self.model.regular(name, &cells, start, step, accept);
                }
            },
        }
    }

    /// Whether a rule is laid out as sets of values, which says that the cells differ.
    fn is_set(&self, rule: &CellRule) -> bool {
        match rule.kind() {
            RuleKind::Renban => true,
            RuleKind::EqualityCage | RuleKind::RellikCage => self.shape.side() <= MOST_VALUES,
            _ => false,
        }
    }

    /// Cells that differ, unless a unit says so already.
    fn differ(&mut self, name: &str, cells: &[usize]) {
        if cells.len() > 1 && !self.shape.differ(cells) {
            let variables = self.variables(cells);
            self.model
                .all_different(&format!("{name}.different"), &variables);
        }
    }

    fn same_values_in(&mut self, name: &str, rule: &CellRule, cells: &[Variable]) {
        let sets = rule.number().unwrap_or(1).max(1) as usize;
        let size = (cells.len() / sets).max(1);
        let sets: Vec<&[usize]> = rule.cells().chunks(size).collect();
        if size == 1 {
            for &cell in &cells[1..] {
                self.model.equal(cells[0], cell);
            }
        } else if sets.iter().all(|set| self.shape.differ(set)) {
            let sets: Vec<Vec<Variable>> =
                sets.into_iter().map(|set| self.variables(set)).collect();
            self.model.same_sets(name, &sets);
        } else {
            // For each value a hidden variable: how many cells of each set hold it.
            let (low, high) = self.shape.value_range();
            for value in low..=high {
                let times = self
                    .model
                    .hidden(format!("times{value}({name})"), 0..=size as i64);
                for (number, set) in (1..).zip(&sets) {
                    let mut all = self.variables(set);
                    all.push(times);
                    let step = move |&count: &i64, place: usize, read: i64| match place == size {
                        true => (count == read).then_some(count),
                        false => Some(count + i64::from(read == value)),
                    };
                    let name = format!("{name}.{number}={value}");
                    self.model.regular(&name, &all, 0, step, |_| true);
                }
            }
        }
    }

    /// Each piece of a line ends in the same sum: a hidden variable.
    fn equal_sums(&mut self, name: &str, rule: &CellRule) {
        let pieces = rule.pieces(self.shape);
        if pieces.len() < 2 {
            return;
        }
        let (low, high) = self.shape.value_range();
        let bounds = pieces.iter().map(|piece| {
            let count = piece.len() as i64;
            match self.shape.differ(piece) {
                true => ((low..low + count).sum(), (high + 1 - count..=high).sum()),
                false => (low * count, high * count),
            }
        });
        let least = bounds.clone().map(|bounds: (i64, i64)| bounds.0).max();
        let most = bounds.map(|bounds| bounds.1).min();
        let sums = least.unwrap_or_default()..=most.unwrap_or_default();
        let sum = self.model.hidden(format!("sum({name})"), sums);
        for (number, piece) in (1..).zip(pieces) {
            let mut terms: Vec<(Variable, i64)> = self
                .variables(&piece)
                .into_iter()
                .map(|cell| (cell, 1))
                .collect();
            terms.push((sum, -1));
            self.model.sum(&format!("{name}.{number}"), &terms, 0);
        }
    }

    /// The two ends are a hidden variable, which each cell between them reads.
    fn between(&mut self, name: &str, rule: &CellRule, cells: &[Variable]) {
        let is_between = rule.kind() == RuleKind::Between;
        let distance = rule.number().unwrap_or_default();
        let (low, high) = self.shape.value_range();
        let base = high + 1;
        let range = |a: i64, b: i64| a.min(b) * base + a.max(b);
        let Some((&first, rest)) = cells.split_first() else {
            return;
        };
        let Some((&last, inner)) = rest.split_last() else {
            return;
        };
        let mut pairs = Vec::new();
        for a in low..=high {
            for b in low..=high {
                if is_between || (a - b).abs() >= distance {
                    pairs.push(vec![a, b, range(a, b)]);
                }
            }
        }
        let ranges: Vec<i64> = pairs.iter().map(|pair| pair[2]).collect();
        let ends = self
            .model
            .hidden(format!("ends({name})"), ranges.iter().copied());
        self.model
            .table(&format!("{name}.ends"), &[first, last, ends], pairs);
        for (number, &cell) in (1..).zip(inner) {
            let allows = |value: i64, range: i64| {
                let (least, most) = (range / base, range % base);
                match is_between {
                    true => least < value && value < most,
                    false => value < least || most < value,
                }
            };
            self.model
                .pair(&format!("{name}.{number}"), [cell, ends], allows);
        }
    }

    /// Any `length` cells in a row have different classes, so cells `length` apart have the same:
    /// one hidden variable for each place.
    fn classes(
        &mut self,
        name: &str,
        cells: &[Variable],
        length: usize,
        class: impl Fn(i64) -> i64 + Copy,
    ) {
        let mut places: Vec<Variable> = Vec::new();
        let is_full = {
            let mut all: Vec<i64> = self
                .model
                .values(cells[0])
                .iter()
                .map(|&value| class(value))
                .collect();
            all.sort_unstable();
            all.dedup();
            all.len() == length
        };
        for (number, &cell) in cells.iter().enumerate() {
            let own = self
                .model
                .function(format!("class{}({name})", number + 1), cell, class);
            match places.get(number % length) {
                Some(&first) if is_full => self.model.equal(first, own),
                _ => places.push(own),
            }
        }
        if is_full {
            for (place, &one) in places.iter().enumerate() {
                for (later, &other) in places.iter().enumerate().skip(place + 1) {
                    let name = format!("{name}.{}.{}", place + 1, later + 1);
                    self.model.pair(&name, [one, other], |a, b| a != b);
                }
            }
            return;
        }
        for (place, run) in places.windows(length.min(places.len())).enumerate() {
            for (number, &one) in run.iter().enumerate() {
                for (later, &other) in run.iter().enumerate().skip(number + 1) {
                    let name = format!("{name}.{}.{}.{}", place + 1, number + 1, later + 1);
                    self.model.pair(&name, [one, other], |a, b| a != b);
                }
            }
        }
    }

    /// The lowest and the highest value are a hidden variable; then the values between them are
    /// added.
    fn lunchbox(&mut self, name: &str, cells: &[Variable], number: i64) {
        let (low, high) = self.shape.value_range();
        let base = high + 1;
        let count = cells.len() as i64;
        let ends = (low..=high).flat_map(|least| {
            let most = least + count - 1..=high;
            most.filter(move |&most| most > least)
                .map(move |most| least * base + most)
        });
        let ends = self.model.hidden(format!("ends({name})"), ends);
        let all: Vec<Variable> = [ends].into_iter().chain(cells.iter().copied()).collect();
        // The two ends; how many of them were seen; the sum since the first.
        let step = move |&(least, most, seen, sum): &(i64, i64, u8, i64),
                         place: usize,
                         value: i64| {
            if place == 0 {
                return Some((value / base, value % base, 0, 0));
            }
            if value < least || most < value {
                return None;
            }
            let is_end = value == least || value == most;
            match (seen, is_end) {
                (0, true) => Some((least, most, if value == least { 1 } else { 2 }, 0)),
                (1, true) if value == most && sum == number => Some((least, most, 3, 0)),
                (2, true) if value == least && sum == number => Some((least, most, 3, 0)),
                (_, true) => None,
                (0 | 3, false) => Some((least, most, seen, 0)),
                (_, false) => (sum + value <= number).then_some((least, most, seen, sum + value)),
            }
        };
        self.model
            .regular(name, &all, (0, 0, 0, 0), step, |state| state.2 == 3);
    }

    /// For each value a hidden variable: what `end` makes of the number of cells with it.
    fn used(
        &mut self,
        name: &str,
        cells: &[Variable],
        end: impl Fn(i64, i64) -> i64 + Copy + Send + 'static,
    ) -> Vec<Variable> {
        let (low, high) = self.shape.value_range();
        let count = cells.len() as i64;
        let mut used = Vec::new();
        for value in low..=high {
            let ends = (0..=count)
                .map(|count| end(count, value))
                .filter(|&end| end >= 0);
            let own = self.model.hidden(format!("used{value}({name})"), ends);
            let all: Vec<Variable> = cells.iter().copied().chain([own]).collect();
            let last = all.len() - 1;
            let step = move |&count: &i64, place: usize, read: i64| match place == last {
                true => (end(count, value) == read).then_some(read),
                false => Some((count + i64::from(read == value)).min(value.max(0) + 1)),
            };
            self.model
                .regular(&format!("{name}.{value}"), &all, 0, step, |_| true);
            used.push(own);
        }
        used
    }

    /// The values in circles are a set that adds up to the number of circles.
    fn counting_circles(&mut self, name: &str, cells: &[Variable]) {
        for &cell in cells {
            self.model.restrict(cell, |value| value > 0);
        }
        let (low, high) = self.shape.value_range();
        let low = low.max(1);
        let total = cells.len() as i64;
        let mut all = Vec::new();
        for value in low..=high {
            let used = self.model.hidden(format!("used{value}({name})"), 0..=1);
            let name = format!("{name}.{value}");
            self.model
                .none_or_all(&name, cells, value, value as u32, used);
            all.push(used);
        }
        let step = move |&sum: &i64, place: usize, used: i64| {
            let sum = sum + used * (low + place as i64);
            (sum <= total).then_some(sum)
        };
        self.model
            .regular(&format!("{name}.set"), &all, 0, step, move |&sum| {
                sum == total
            });
    }

    /// Each value is held by as many cells as a rule says; of a quadruple, at least.
    fn counts(&mut self, name: &str, rule: &CellRule, cells: &[Variable]) {
        for (value, wanted) in rule.wanted() {
            let wanted = wanted as u32;
            let most = match rule.kind() {
                RuleKind::Quadruple => cells.len() as u32,
                _ => wanted,
            };
            self.model
                .count(&format!("{name}={value}"), cells, value, wanted..=most);
        }
    }

    /// The sets of values that a rule about different cells allows.
    fn sets(&self, rule: &CellRule) -> Vec<Vec<i64>> {
        let (low, high) = self.shape.value_range();
        let count = rule.cells().len();
        let mut sets = vec![Vec::new()];
        for value in low..=high {
            let with = sets.iter().filter(|set| set.len() < count).map(|set| {
                let mut set = set.clone();
                set.push(value);
                set
            });
            let with: Vec<Vec<i64>> = with.collect();
            sets.extend(with);
        }
        sets.retain(|set| {
            let value = |cell: usize| {
                let place = rule.cells().iter().position(|&own| own == cell)?;
                set.get(place).copied()
            };
            set.len() == count && rule.holds(self.shape, &value) == Some(true)
        });
        sets
    }

    /// A choice among rules about few cells, as one chain that remembers their values. Returns
    /// whether there are so few.
    fn either_of_values(&mut self, name: &str, rule: &CellRule) -> bool {
        let cells = rule.reads(self.shape);
        if cells.len() > MOST_REMEMBERED || self.shape.side() > 9 {
            return false;
        }
        let (shape, rule) = (self.shape.clone(), rule.clone());
        let variables = self.variables(&cells);
        let step = |values: &State, _: usize, value: i64| {
            let mut values = values.clone();
            values.push(value);
            Some(values)
        };
        let accept = move |values: &State| {
            let value = |cell: usize| {
                let place = cells.iter().position(|&own| own == cell)?;
                values.get(place).copied()
            };
            rule.holds(&shape, &value) == Some(true)
        };
        self.model
            .regular(name, &variables, State::new(), step, accept);
        true
    }

    /// For each rule a hidden variable says whether it holds; so do chains that end in it.
    fn either(&mut self, name: &str, rule: &CellRule) {
        if self.either_of_values(name, rule) {
            return;
        }
        let mut branches = Vec::new();
        for (number, branch) in (1..).zip(rule.branches()) {
            let mut holds = Vec::new();
            for (place, rule) in (1..).zip(branch) {
                let name = format!("{name}.{number}.{place}");
                let own = self.model.hidden(format!("holds({name})"), 0..=1);
                let Automaton {
                    cells,
                    start,
                    step,
                    accept,
                } = Automaton::of(rule, self.shape);
                let mut all = self.variables(&cells);
                all.push(own);
                let last = cells.len();
                let step = move |state: &Option<State>, place: usize, value: i64| {
                    if place == last {
                        let holds = state.as_ref().is_some_and(&accept);
                        return (i64::from(holds) == value).then_some(None);
                    }
                    Some(state.as_ref().and_then(|state| step(state, place, value)))
                };
                self.model.regular(&name, &all, Some(start), step, |_| true);
                holds.push(own);
            }
            branches.push(match *holds {
                [only] => only,
                _ => {
                    let name = format!("{name}.{number}");
                    let own = self.model.hidden(format!("holds({name})"), 0..=1);
                    let all: Vec<Variable> = holds.iter().copied().chain([own]).collect();
                    let last = holds.len();
                    let step = move |&all: &bool, place: usize, value: i64| match place == last {
                        true => (i64::from(all) == value).then_some(all),
                        false => Some(all && value == 1),
                    };
                    self.model.regular(&name, &all, true, step, |_| true);
                    own
                }
            });
        }
        let step = |&any: &bool, _: usize, value: i64| Some(any || value == 1);
        self.model
            .regular(&format!("{name}.any"), &branches, false, step, |&any| any);
    }
}
