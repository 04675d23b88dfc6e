//! Constraints that items alone, or tables, express.

use std::ops::RangeInclusive;

use smallvec::SmallVec;

use super::draft::{Covered, Group, Item, Model, Row, Table, Variable};

impl Model {
    /// The variables take different values.
    ///
    /// If there are as many variables as values, each value is taken exactly once. O(variables *
    /// values): an item for each value.
    pub fn all_different(&mut self, name: &str, variables: &[Variable]) {
        if has_repeated(variables) {
            return self.fail(name);
        }
        let all = self.values_of(variables);
        let is_complete = all.len() == variables.len();
        for value in all {
            let name = format!("{name}={value}");
            let item = if is_complete {
                self.primary(name)
            } else {
                self.secondary(name)
            };
            variables
                .iter()
                .for_each(|&variable| self.cover(item, variable, value));
        }
        self.differ(variables);
        if is_complete {
            self.complete.push(variables.to_vec());
        }
    }

    /// The number of variables that take this value is in a range; a variable that occurs twice
    /// counts twice. O(variables): one item, with a multiplicity if it can be covered more than
    /// once.
    ///
    /// ```
    /// use quadrille::{Solver, model::Model};
    ///
    /// let mut model = Model::new();
    /// let coins = ["a", "b", "c"].map(|name| model.variable(name, 0..=1));
    /// model.count("heads", &coins, 1, 2..=3);
    /// let (problem, _) = model.build()?;
    /// assert_eq!(Solver::new(problem).search().count().value, 4);
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    pub fn count(
        &mut self,
        name: &str,
        variables: &[Variable],
        value: i64,
        times: RangeInclusive<u32>,
    ) {
        if has_repeated(variables) {
            let step = move |&taken: &u32, _: usize, own| Some(taken + u32::from(own == value));
            let accept = move |taken: &u32| times.contains(taken);
            return self.regular(name, variables, 0, step, accept);
        }
        let most = (*times.end()).min(variables.len() as u32);
        let covered = match (*times.start(), most) {
            (1, 1) => Covered::Once,
            (0, 1) => Covered::AtMostOnce,
            (0, 0) => {
                for &variable in variables {
                    self.restrict(variable, |own| own != value);
                }
                return;
            }
            (least, most) if least <= most => Covered::Times(least, most),
            _ => return self.fail(name),
        };
        let item = self.item(name.to_owned(), covered);
        for &variable in variables {
            self.cover(item, variable, value);
        }
    }

    /// At most `most` of the variables take this value: a [`count`](Self::count).
    pub fn at_most(&mut self, name: &str, variables: &[Variable], value: i64, most: u32) {
        self.count(name, variables, value, 0..=most);
    }

    /// Either none of the variables takes this value, or exactly `times` do. `used` is a hidden
    /// variable: 0 if none of them does, and 1 otherwise. A variable that occurs twice counts
    /// twice.
    ///
    /// An item is covered exactly so many times: by the variables, or by as many options that stand
    /// for them.
    ///
    /// ```
    /// use quadrille::{Solver, model::Model};
    ///
    /// let mut model = Model::new();
    /// let coins = ["a", "b", "c"].map(|name| model.variable(name, 0..=1));
    /// let used = model.hidden("used", 0..=1);
    /// model.none_or_all("heads", &coins, 1, 2, used);
    /// let (problem, _) = model.build()?;
    /// // No heads, or two of three.
    /// assert_eq!(Solver::new(problem).search().count().value, 1 + 3);
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    pub fn none_or_all(
        &mut self,
        name: &str,
        variables: &[Variable],
        value: i64,
        times: u32,
        used: Variable,
    ) {
        if times == 0 || times as usize > variables.len() {
            for &variable in variables {
                self.restrict(variable, |own| own != value);
            }
            self.restrict(used, |used| used == 0);
            return;
        }
        if has_repeated(variables) {
            let count = variables.len();
            let step = move |&taken: &u32, place: usize, own: i64| {
                if place < count {
                    Some(taken + u32::from(own == value))
                } else {
                    // The last variable is `used`.
                    (own == i64::from(taken > 0)).then_some(taken)
                }
            };
            let accept = move |&taken: &u32| taken == 0 || taken == times;
            return self.regular(name, &[variables, &[used]].concat(), 0, step, accept);
        }
        let covered = match times {
            1 => Covered::Once,
            times => Covered::Times(times, times),
        };
        let item = self.item(name.to_owned(), covered);
        for &variable in variables {
            self.cover(item, variable, value);
        }
        for number in 1..=times {
            let own = self.primary(format!("{name}.{number}"));
            let row = |value: i64, parts: &[Item]| Row {
                reads: [(used, value)].into_iter().collect(),
                parts: parts.iter().copied().collect(),
                ..Row::default()
            };
            let rows = vec![row(0, &[item]), row(1, &[])];
            self.groups.push(Group { item: own, rows });
        }
    }

    /// A constraint that cannot hold.
    pub(super) fn fail(&mut self, name: &str) {
        let item = self.primary(name);
        let rows = Vec::new();
        self.groups.push(Group { item, rows });
    }

    /// The two variables take the same value.
    pub fn equal(&mut self, one: Variable, other: Variable) {
        let (one, other) = (self.same(one), self.same(other));
        if one != other {
            let (first, second) = (one.min(other), one.max(other));
            self.unknowns[second.index()].same = first;
        }
    }

    /// The variables take the values of one of the rows: the allowed tuples, each with a value for
    /// each variable. O(rows): an option for each.
    ///
    /// If a row has another number of values, [`build`](Self::build) returns an
    /// [error](crate::BuildError::BadConstraint).
    pub fn table(
        &mut self,
        name: &str,
        variables: &[Variable],
        rows: impl IntoIterator<Item = impl Into<Vec<i64>>>,
    ) {
        let mut rows: Vec<Vec<i64>> = rows.into_iter().map(Into::into).collect();
        if rows.iter().any(|row| row.len() != variables.len()) {
            return self.refuse(name, "a row does not have one value for each variable");
        }
        rows.sort_unstable();
        rows.dedup();
        self.tables.push(Table {
            name: name.to_owned(),
            variables: variables.to_vec(),
            rows,
        });
    }

    /// One of the cases holds: each gives values to some of the variables. No two cases may hold at
    /// once, because each would be a solution of its own. O(cases): an option for each.
    ///
    /// ```
    /// use quadrille::{Solver, model::Model};
    ///
    /// let mut model = Model::new();
    /// let place = model.variable("place", 1..=3);
    /// let cells = ["a", "b", "c"].map(|name| model.variable(name, 1..=9));
    /// // The cell at the place holds 7.
    /// let case = |(place_of, cell)| vec![(place, place_of), (cell, 7)];
    /// model.cases("pointer", (1..).zip(cells).map(case).collect());
    /// let (problem, _) = model.build()?;
    /// assert_eq!(Solver::new(problem).search().count().value, 3 * 81);
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    pub fn cases(&mut self, name: &str, cases: Vec<Vec<(Variable, i64)>>) {
        let name = name.to_owned();
        self.later.push(Box::new(move |model| {
            let item = model.primary(name);
            let mut rows = Vec::new();
            for case in cases {
                let (variables, values): (Vec<_>, Vec<_>) = case.iter().copied().unzip();
                if model.may_be(&variables, &values) {
                    let reads = model.reads(&case);
                    rows.push(Row {
                        reads,
                        ..Row::default()
                    });
                }
            }
            model.groups.push(Group { item, rows });
        }));
    }

    /// Two variables take values that `allows` accepts. O(values of one * values of the other).
    ///
    /// Values that exclude each other share a secondary item, so a pair needs no options of its
    /// own, unless one of the variables is hidden.
    pub fn pair(&mut self, name: &str, pair: [Variable; 2], allows: impl Fn(i64, i64) -> bool) {
        let [one, other] = pair;
        let mut rows = Vec::new();
        for &a in self.values(one) {
            let allowed = self.values(other).iter().filter(|&&b| allows(a, b));
            rows.extend(allowed.map(|&b| vec![a, b]));
        }
        self.table(name, &pair, rows);
    }

    /// The variables take different values, and their set is one of these. A set that has not as
    /// many different values as there are variables cannot be theirs, so it is left out.
    ///
    /// For each value there is a primary item, as in a row of a sudoku: a variable covers the item
    /// of its value, and the option of each set covers the items of the values outside it. So all
    /// that is known of rows holds for the variables too. O(sets * values).
    pub fn one_of_sets(&mut self, name: &str, variables: &[Variable], mut sets: Vec<Vec<i64>>) {
        if has_repeated(variables) {
            return self.fail(name);
        }
        sets.iter_mut().for_each(|set| set.sort_unstable());
        sets.retain(|set| set.windows(2).all(|pair| pair[0] < pair[1]));
        sets.sort_unstable();
        sets.dedup();
        self.differ(variables);
        let (name, variables) = (name.to_owned(), variables.to_vec());
        self.later.push(Box::new(move |model| {
            model.lay_out_sets(name, &variables, sets);
        }));
    }

    fn lay_out_sets(&mut self, name: String, variables: &[Variable], mut sets: Vec<Vec<i64>>) {
        let all = self.values_of(variables);
        sets.retain(|set| {
            let has = |variable: &Variable| {
                let mut values = self.values(*variable).iter();
                values.any(|value| set.contains(value))
            };
            set.len() == variables.len()
                && set.iter().all(|value| all.contains(value))
                && variables.iter().all(has)
        });
        let mut used = sets.concat();
        used.sort_unstable();
        used.dedup();
        for &variable in variables {
            self.restrict(variable, |value| used.contains(&value));
        }
        let mut parts = Vec::new();
        for &value in &used {
            let part = self.primary(format!("{name}={value}"));
            for &variable in variables {
                self.cover(part, variable, value);
            }
            parts.push(part);
        }
        if sets.len() == 1 {
            return;
        }
        let item = self.primary(name);
        let row = |set: &Vec<i64>| {
            let outside = used.iter().zip(&parts).filter(|own| !set.contains(own.0));
            Row {
                parts: outside.map(|own| *own.1).collect(),
                ..Row::default()
            }
        };
        let rows = sets.iter().map(row).collect();
        self.groups.push(Group { item, rows });
    }

    /// The sets take the same values: each value is taken equally often in each of them. The
    /// variables of a set take different values, and all sets have the same size. O(sets * values).
    ///
    /// ```
    /// use quadrille::{Solver, model::Model};
    ///
    /// let mut model = Model::new();
    /// let sets = ["a", "b"].map(|set| {
    ///     let cell = |cell| model.variable(format!("{set}{cell}"), 1..=4);
    ///     [1, 2].map(cell).to_vec()
    /// });
    /// for (number, set) in sets.iter().enumerate() {
    ///     model.all_different(&format!("different{number}"), set);
    /// }
    /// model.same_sets("same", &sets);
    /// let (problem, _) = model.build()?;
    /// // Six sets of two values, in two orders each.
    /// assert_eq!(Solver::new(problem).search().count().value, 6 * 2 * 2);
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    pub fn same_sets(&mut self, name: &str, sets: &[Vec<Variable>]) {
        if sets.iter().any(|set| has_repeated(set)) {
            return self.fail(name);
        }
        for value in self.values_of(&sets.concat()) {
            let mut row = Row::default();
            let mut first = None;
            for (number, set) in (1..).zip(sets) {
                let item = self.primary(format!("{name}.{number}={value}"));
                set.iter()
                    .for_each(|&variable| self.cover(item, variable, value));
                match first {
                    None => first = Some(item),
                    Some(_) => row.parts.push(item),
                }
            }
            // The value is in no set.
            if let Some(item) = first {
                let rows = vec![row];
                self.groups.push(Group { item, rows });
            }
        }
    }

    /// Whether these values of variables do not contradict what is known of the variables.
    pub(super) fn may_be(&self, variables: &[Variable], row: &[i64]) -> bool {
        for (place, &one) in variables.iter().enumerate() {
            if self.values(one).binary_search(&row[place]).is_err() {
                return false;
            }
            for (other, &value) in variables[..place].iter().zip(row) {
                let are_equal = row[place] == value;
                if are_equal && self.are_different(one, *other)
                    || !are_equal && self.same(one) == self.same(*other)
                {
                    return false;
                }
            }
        }
        true
    }

    /// What an option of a constraint reads: each variable once, equal ones as one.
    pub(super) fn reads(&self, case: &[(Variable, i64)]) -> SmallVec<[(Variable, i64); 2]> {
        let mut reads: SmallVec<[(Variable, i64); 2]> = SmallVec::new();
        for &(variable, value) in case {
            let variable = self.same(variable);
            if reads.iter().all(|own| own.0 != variable) {
                reads.push((variable, value));
            }
        }
        reads
    }

    /// All values that some of the variables may take, ascending.
    pub(super) fn values_of(&self, variables: &[Variable]) -> Vec<i64> {
        let Some((&first, rest)) = variables.split_first() else {
            return Vec::new();
        };
        let mut values = self.values(first).to_vec();
        if rest.iter().all(|&variable| self.values(variable) == values) {
            return values;
        }
        values.extend(rest.iter().flat_map(|&variable| self.values(variable)));
        values.sort_unstable();
        values.dedup();
        values
    }
}

/// Whether a variable occurs twice.
pub(super) fn has_repeated(variables: &[Variable]) -> bool {
    let mut sorted = variables.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}
