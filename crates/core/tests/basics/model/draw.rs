//! Random models, and constraints that one of their assignments follows.

use quadrille::model::{Model, Variable};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64;

use super::plain::{Constraint, Machine, Relation, function, holds};

/// The number of kinds of constraints.
pub(super) const KINDS: usize = 14;

/// Variables and constraints.
#[derive(Debug, Default)]
pub(super) struct Case {
    pub(super) domains: Vec<Vec<i64>>,
    /// Which variables are hidden.
    pub(super) is_hidden: Vec<bool>,
    /// The result, the argument and the divisor of each function.
    functions: Vec<(usize, usize, i64)>,
    pub(super) constraints: Vec<Constraint>,
    /// An assignment which the constraints allow, most often.
    planted: Vec<i64>,
}

/// Values of all sorts: few or many, negative, large, none.
fn domain(rng: &mut Pcg64, sort: u32) -> Vec<i64> {
    let size = rng.random_range(1..=4);
    match sort {
        0..4 => (1..=size).collect(),
        4 => (-size..size).collect(),
        5 => (0..size).map(|own| 1_000_000_007 * (own - 1)).collect(),
        6 => {
            let mut all = vec![i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX];
            all.shuffle(rng);
            all.truncate(size as usize);
            all
        }
        _ => (0..size).map(|_| rng.random_range(-2..=4)).collect(),
    }
}

impl Case {
    pub(super) fn new(rng: &mut Pcg64) -> Case {
        let mut case = Case::default();
        let sort = rng.random_range(0..8);
        for _ in 0..rng.random_range(2..=4) {
            let sort = if rng.random_ratio(1, 6) {
                rng.random_range(0..8)
            } else {
                sort
            };
            let mut values = domain(rng, sort);
            if rng.random_ratio(1, 60) {
                values.clear();
            }
            case.add_variable(rng, values, false);
        }
        case
    }

    /// Seven or eight variables, for long sums.
    pub(super) fn many(rng: &mut Pcg64) -> Case {
        let mut case = Case::default();
        let low = *[0, -1, 1_000_000_007].choose(rng).unwrap();
        for number in 0..rng.random_range(7..=8) {
            let size = if number < 4 { 4 } else { 2 };
            case.add_variable(rng, (low..low + size).collect(), false);
        }
        for (cell, value) in case.planted.iter_mut().take(4).enumerate() {
            *value = case.domains[cell][cell];
        }
        case.constraints
            .push(Constraint::AllDifferent((0..4).collect()));
        let terms: Vec<(usize, i64)> = (0..case.domains.len())
            .map(|own| (own, *[1, 1, 1, 2, -1].choose(rng).unwrap()))
            .collect();
        let total = case.total(rng, &terms);
        case.constraints.push(Constraint::Sum(terms, total));
        case
    }

    fn add_variable(&mut self, rng: &mut Pcg64, values: Vec<i64>, is_hidden: bool) -> usize {
        self.planted
            .push(values.choose(rng).copied().unwrap_or_default());
        let mut values = values;
        values.sort_unstable();
        values.dedup();
        self.domains.push(values);
        self.is_hidden.push(is_hidden);
        self.domains.len() - 1
    }

    /// Draws a constraint of a kind.
    pub(super) fn constrain(&mut self, rng: &mut Pcg64, kind: usize) {
        if kind == 13 {
            return self.add_function(rng);
        }
        let is_hidden = rng.random_ratio(2, 3);
        let used = (kind == 3).then(|| self.add_variable(rng, vec![0, 1], is_hidden));
        let mut drawn = self.draw(rng, kind, used);
        for _ in 0..20 {
            if holds(&drawn, &self.planted) {
                break;
            }
            if let (Constraint::NoneOrAll(.., used), true) = (&drawn, rng.random_bool(0.5)) {
                self.planted[*used] ^= 1;
            } else {
                drawn = self.draw(rng, kind, used);
            }
        }
        self.constraints.push(drawn);
    }

    /// Adds a hidden variable: a function of another one.
    fn add_function(&mut self, rng: &mut Pcg64) {
        let seen: Vec<usize> = (0..self.domains.len())
            .filter(|&own| !self.is_hidden[own])
            .collect();
        let of = *seen.choose(rng).unwrap();
        let divisor = rng.random_range(1..=3);
        let results = self.domains[of].iter();
        let results = results.map(|&value| function(value, divisor)).collect();
        let result = self.add_variable(rng, results, true);
        self.planted[result] = function(self.planted[of], divisor);
        self.functions.push((result, of, divisor));
        self.constraints
            .push(Constraint::Function(of, result, divisor));
    }

    /// Adds a hidden variable that a table determines.
    pub(super) fn add_hidden(&mut self, rng: &mut Pcg64) {
        let of = self.some(rng, 2);
        let value = |rng: &mut Pcg64| rng.random_range(-1..=2);
        let mut rows = Vec::new();
        for &one in &self.domains[of[0]] {
            match of.get(1) {
                Some(&other) => {
                    let others = self.domains[other].iter();
                    rows.extend(others.map(|&other| vec![one, other, value(rng)]));
                }
                None => rows.push(vec![one, value(rng)]),
            }
        }
        let result = self.add_variable(rng, vec![-1, 0, 1, 2], true);
        let variables = [of, vec![result]].concat();
        let own: Vec<i64> = variables.iter().map(|&own| self.planted[own]).collect();
        let is_planted = |row: &&Vec<i64>| row[..row.len() - 1] == own[..own.len() - 1];
        if let Some(row) = rows.iter().find(is_planted) {
            self.planted[result] = row[row.len() - 1];
        }
        self.constraints.push(Constraint::Table(variables, rows));
    }

    /// Up to `most` variables, rarely none, rarely one of them twice.
    fn some(&self, rng: &mut Pcg64, most: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.domains.len()).collect();
        all.shuffle(rng);
        all.truncate(rng.random_range(1..=most));
        all
    }

    fn variables(&self, rng: &mut Pcg64) -> Vec<usize> {
        let mut own = if rng.random_ratio(1, 3) {
            (0..self.domains.len()).collect()
        } else {
            self.some(rng, 4)
        };
        match rng.random_range(0..30) {
            0 => own.clear(),
            1 | 2 => own.push(own[0]),
            _ => {}
        }
        own
    }

    fn one(&self, rng: &mut Pcg64) -> usize {
        rng.random_range(0..self.domains.len())
    }

    /// A value of one of the variables, most often, and else any.
    fn value(&self, rng: &mut Pcg64, variables: &[usize]) -> i64 {
        match variables.choose(rng) {
            Some(&own) if !self.domains[own].is_empty() && !rng.random_ratio(1, 20) => {
                *self.domains[own].choose(rng).unwrap()
            }
            _ => rng.random_range(-3..=3),
        }
    }

    fn draw(&self, rng: &mut Pcg64, kind: usize, used: Option<usize>) -> Constraint {
        let mut own = self.variables(rng);
        let value = self.value(rng, &own);
        match kind {
            0 => Constraint::AllDifferent(own),
            1 => {
                let least = rng.random_range(0..=2);
                let most = rng.random_range(0..=4);
                Constraint::Count(own, value, least, most)
            }
            2 => Constraint::AtMost(own, value, rng.random_range(0..=3)),
            3 => {
                let used = used.unwrap();
                own.retain(|&own| own != used);
                Constraint::NoneOrAll(own, value, rng.random_range(0..=4), used)
            }
            4 => Constraint::Equal(self.one(rng), self.one(rng)),
            5 => {
                let count = rng.random_range(0..=8);
                let mut rows: Vec<Vec<i64>> = (0..count)
                    .map(|_| own.iter().map(|&one| self.value(rng, &[one])).collect())
                    .collect();
                rows.extend(rows.first().cloned());
                Constraint::Table(own, rows)
            }
            6 => {
                let all = [
                    Relation::Less,
                    Relation::Apart(rng.random_range(0..=2)),
                    Relation::EvenTotal,
                    Relation::Never,
                ];
                let place = rng.random_range(0..13) / 4;
                Constraint::Pair([self.one(rng), self.one(rng)], all[place])
            }
            7 => Constraint::Cases(self.cases(rng)),
            8 => {
                let machine = Machine {
                    states: rng.random_range(1..=4),
                    factor: rng.random_range(0..=2),
                    forbidden: rng.random_range(0..=6),
                    accepted: rng.random_range(0..16),
                };
                Constraint::Regular(own, machine)
            }
            9 => {
                let factor = |rng: &mut Pcg64| match rng.random_range(0..20) {
                    0 => [1 << 61, -1 << 61, 1_000_000_009][rng.random_range(0..3)],
                    1..8 => rng.random_range(-3..=3),
                    _ => 1,
                };
                let terms = own.into_iter().map(|one| (one, factor(rng)));
                let terms: Vec<(usize, i64)> = terms.collect();
                let total = self.total(rng, &terms);
                Constraint::Sum(terms, total)
            }
            10 => {
                let terms: Vec<(usize, i64)> = own.iter().map(|&one| (one, 1)).collect();
                let total = self.total(rng, &terms);
                Constraint::DistinctSum(own, total)
            }
            11 => {
                let count = rng.random_range(0..=4);
                let mut sets: Vec<Vec<i64>> = (0..count)
                    .map(|_| {
                        let size = if rng.random_ratio(1, 20) {
                            rng.random_range(0..=5)
                        } else {
                            own.len()
                        };
                        (0..size).map(|_| self.value(rng, &own)).collect()
                    })
                    .collect();
                if let Some(mut first) = sets.first().cloned() {
                    first.shuffle(rng);
                    sets.push(first);
                }
                Constraint::OneOfSets(own, sets)
            }
            _ => {
                let size = rng.random_range(1..=2);
                let mut sets: Vec<Vec<usize>> = (0..rng.random_range(0..=3))
                    .map(|_| {
                        let mut all: Vec<usize> = (0..self.domains.len()).collect();
                        all.shuffle(rng);
                        all.truncate(size);
                        all
                    })
                    .collect();
                if let (Some(first), true) = (sets.first_mut(), rng.random_ratio(1, 20)) {
                    first.push(self.one(rng));
                }
                Constraint::SameSets(sets)
            }
        }
    }

    /// The sum of the planted values, most often.
    fn total(&self, rng: &mut Pcg64, terms: &[(usize, i64)]) -> i64 {
        let sum = terms
            .iter()
            .map(|&(own, factor)| i128::from(self.planted[own]) * i128::from(factor))
            .sum::<i128>();
        match (i64::try_from(sum), rng.random_ratio(1, 20)) {
            (Ok(sum), false) => sum,
            _ => *[i64::MIN, -5, 0, 7, i64::MAX].choose(rng).unwrap(),
        }
    }

    /// Cases of which no two hold at once.
    fn cases(&self, rng: &mut Pcg64) -> Vec<Vec<(usize, i64)>> {
        let mut cases: Vec<Vec<(usize, i64)>> = Vec::new();
        for _ in 0..rng.random_range(0..=8) {
            let case: Vec<(usize, i64)> = self
                .variables(rng)
                .into_iter()
                .map(|own| (own, self.value(rng, &[own])))
                .collect();
            let excludes = |other: &Vec<(usize, i64)>| {
                let mut own = case.iter();
                own.any(|one| {
                    other
                        .iter()
                        .any(|other| other.0 == one.0 && other.1 != one.1)
                })
            };
            if cases.iter().all(excludes) {
                cases.push(case);
            }
        }
        cases
    }

    /// Makes the model, with its variables.
    pub(super) fn model(&self) -> (Model, Vec<Variable>) {
        let mut model = Model::new();
        let mut variables: Vec<Variable> = Vec::new();
        for (number, domain) in self.domains.iter().enumerate() {
            let values = domain.iter().copied();
            let name = format!("x{number}");
            let of = self.functions.iter().find(|own| own.0 == number);
            variables.push(match of {
                Some(&(_, of, divisor)) => {
                    model.function(name, variables[of], move |own| function(own, divisor))
                }
                None if self.is_hidden[number] => model.hidden(name, values),
                None => model.variable(name, values),
            });
        }
        for (number, constraint) in self.constraints.iter().enumerate() {
            add(&mut model, &variables, &format!("c{number}"), constraint);
        }
        (model, variables)
    }
}

fn add(model: &mut Model, variables: &[Variable], name: &str, constraint: &Constraint) {
    let own = |own: &[usize]| -> Vec<Variable> { own.iter().map(|&one| variables[one]).collect() };
    match constraint {
        Constraint::AllDifferent(all) => model.all_different(name, &own(all)),
        Constraint::Count(all, value, least, most) => {
            model.count(name, &own(all), *value, *least..=*most);
        }
        Constraint::AtMost(all, value, most) => model.at_most(name, &own(all), *value, *most),
        Constraint::NoneOrAll(all, value, times, used) => {
            model.none_or_all(name, &own(all), *value, *times, variables[*used]);
        }
        Constraint::Equal(one, other) => model.equal(variables[*one], variables[*other]),
        Constraint::Table(all, rows) => model.table(name, &own(all), rows.clone()),
        Constraint::Pair([one, other], relation) => {
            let relation = *relation;
            let pair = [variables[*one], variables[*other]];
            model.pair(name, pair, |one, other| relation.allows(one, other));
        }
        Constraint::Cases(cases) => {
            let case = |case: &Vec<(usize, i64)>| {
                let case = case.iter();
                case.map(|&(own, value)| (variables[own], value)).collect()
            };
            model.cases(name, cases.iter().map(case).collect());
        }
        Constraint::Regular(all, machine) => {
            let machine = *machine;
            let step = move |&state: &i64, place, value| machine.step(state, place, value);
            model.regular(name, &own(all), 0, step, move |&state| {
                machine.accepts(state)
            });
        }
        Constraint::Sum(terms, total) => {
            let terms = terms.iter();
            let terms: Vec<(Variable, i64)> = terms
                .map(|&(own, factor)| (variables[own], factor))
                .collect();
            model.sum(name, &terms, *total);
        }
        Constraint::DistinctSum(all, total) => model.distinct_sum(name, &own(all), *total),
        Constraint::OneOfSets(all, sets) => model.one_of_sets(name, &own(all), sets.clone()),
        Constraint::SameSets(sets) => {
            let sets: Vec<Vec<Variable>> = sets.iter().map(|set| own(set)).collect();
            model.same_sets(name, &sets);
        }
        Constraint::Function(..) => {}
    }
}
