//! From a model to items and groups of options: values that cannot be are removed, over and over.

use std::mem;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::declare::Layout;
use super::draft::{Function, Group, Item, Model, Row, Table, Variable};
use crate::ask::{Budget, Stop};
use crate::problem::{BuildError, Problem};

impl Model {
    /// Lays out the model: returns the problem, and which option gives which variable which value.
    ///
    /// Values that a single constraint excludes are removed first, over and over. A constraint that
    /// cannot hold gives a problem without solutions.
    ///
    /// # Errors
    /// [`BuildError::DuplicateItem`] if two variables or constraints have the same name,
    /// [`BuildError::BadConstraint`] if a constraint makes no sense, [`BuildError::LargeSum`] if
    /// the numbers of a sum do not fit into 128 bits, [`BuildError::TooManyStates`] if a chain is
    /// too long, and the other errors of a [`Builder`](crate::Builder).
    pub fn build(self) -> Result<(Problem, Layout), BuildError> {
        match self.build_within(Budget::unlimited()) {
            Ok(built) => built,
            Err(_) => unreachable!("no limits"),
        }
    }

    /// Lays out the model as [`build`](Self::build) does, and stops at a time limit or when a
    /// cancel token is cancelled. Other limits are ignored.
    ///
    /// # Errors
    /// The outer error is [`Stop::Time`] or [`Stop::Cancelled`], the inner one that of `build`.
    ///
    /// ```
    /// use quadrille::{CancelToken, Limits, Stop, model::Model};
    ///
    /// let token = CancelToken::new();
    /// token.cancel();
    /// let stopped = Model::new().build_within(Limits::new().cancel(&token));
    /// assert_eq!(stopped.err(), Some(Stop::Cancelled));
    /// ```
    pub fn build_within(
        mut self,
        budget: impl Into<Budget>,
    ) -> Result<Result<(Problem, Layout), BuildError>, Stop> {
        self.budget = Some(budget.into());
        // Sums add hidden variables of their own.
        let variables = self.unknowns.len();
        self.join_equal();
        self.restrict_by_values();
        let tables = self.prepare_tables()?;
        for later in mem::take(&mut self.later) {
            self.poll()?;
            later(&mut self);
        }
        // A chain that was stopped is not complete.
        self.poll()?;
        if let Some(error) = self.error.take() {
            return Ok(Err(error));
        }
        self.lay_out_tables(tables)?;
        self.lay_out_hidden();
        self.restrict_by_groups()?;
        self.poll()?;
        let built = self.declare().map(|(problem, mut layout)| {
            layout.options.truncate(variables);
            (problem, layout)
        });
        Ok(built)
    }

    /// Gives variables with the same value the same values and the same different variables.
    fn join_equal(&mut self) {
        self.restrict_to_equal_results();
        let mut unknowns = (0_u32..).map(Variable).zip(&self.unknowns);
        if unknowns.all(|(variable, unknown)| unknown.same == variable) {
            return;
        }
        for number in 0..self.unknowns.len() {
            let variable = Variable(number as u32);
            let first = self.same(variable);
            if first == variable {
                continue;
            }
            let own = self.values(variable).to_vec();
            self.restrict(first, |value| own.contains(&value));
            let bits = self.unknowns[number].different.clone();
            let different = &mut self.unknowns[first.index()].different;
            different.resize(different.len().max(bits.len()), 0);
            different
                .iter_mut()
                .zip(bits)
                .for_each(|(own, bits)| *own |= bits);
        }
        for number in 0..self.unknowns.len() {
            let first = self.same(Variable(number as u32));
            if first.index() != number {
                self.copy_values(first, Variable(number as u32));
                self.unknowns[number].different = self.unknowns[first.index()].different.clone();
            }
        }
        // A variable differs from all that have the same value as one that it differs from.
        for number in 0..self.unknowns.len() {
            for other in 0..self.unknowns.len() {
                let (one, other) = (Variable(number as u32), Variable(other as u32));
                if self.are_different(one, other) && !self.are_different(other, one) {
                    self.differ(&[one, other]);
                }
            }
        }
    }

    /// Removes the values whose results differ, where they must be equal to each other or to the
    /// value.
    fn restrict_to_equal_results(&mut self) {
        let functions = mem::take(&mut self.functions);
        for (place, function) in functions.iter().enumerate() {
            let result = |function: &Function, value: i64| {
                let pair = function.values.iter().find(|pair| pair.0 == value);
                pair.map(|pair| pair.1)
            };
            if self.same(function.of) == self.same(function.result) {
                self.restrict(function.of, |value| result(function, value) == Some(value));
            }
            let before = functions[..place].iter();
            for other in before.filter(|other| other.of == function.of) {
                if self.same(other.result) == self.same(function.result) {
                    let is_equal = |value| result(function, value) == result(other, value);
                    self.restrict(function.of, is_equal);
                }
            }
        }
        self.functions = functions;
    }

    fn copy_values(&mut self, from: Variable, to: Variable) -> bool {
        let values = self.values(from).to_vec();
        self.restrict(to, |value| values.binary_search(&value).is_ok())
    }

    /// Removes the value of a variable that has only one from all variables that differ from it.
    fn restrict_by_values(&mut self) {
        let mut done = vec![false; self.unknowns.len()];
        let is_single = |unknown: &super::draft::Unknown| unknown.values.len() == 1;
        while let Some(number) =
            (0..done.len()).find(|&number| !done[number] && is_single(&self.unknowns[number]))
        {
            done[number] = true;
            let value = self.unknowns[number].values[0];
            for other in 0..done.len() {
                let other = Variable(other as u32);
                if self.are_different(Variable(number as u32), other) {
                    self.restrict(other, |own| own != value);
                }
            }
        }
    }

    /// Removes rows that cannot be, and values without rows, until there are no more. Joins tables
    /// of the same variables.
    fn prepare_tables(&mut self) -> Result<Vec<Table>, Stop> {
        let mut tables = join_tables(mem::take(&mut self.tables));
        let mut tables_of: Vec<Vec<usize>> = vec![Vec::new(); self.unknowns.len()];
        for (number, table) in tables.iter_mut().enumerate() {
            table.rows.retain(|row| self.may_be(&table.variables, row));
            for variable in &table.variables {
                tables_of[variable.index()].push(number);
            }
        }
        // The tables whose variables have lost values since their rows were examined.
        let mut open: Vec<usize> = (0..tables.len()).collect();
        let mut is_open: Vec<bool> = vec![true; tables.len()];
        loop {
            while let Some(number) = open.pop() {
                self.poll()?;
                is_open[number] = false;
                for variable in self.restrict_by_table(&mut tables[number]) {
                    let others = tables_of[variable.index()].iter().copied();
                    // The rows of this table are those of the values that are left.
                    for other in others.filter(|&other| other != number) {
                        if !mem::replace(&mut is_open[other], true) {
                            open.push(other);
                        }
                    }
                }
            }
            if !(self.restrict_by_functions() | self.restrict_equal()) {
                return Ok(tables);
            }
            open.extend(0..tables.len());
            is_open.fill(true);
        }
    }

    /// Removes the rows with values that are gone, and the values without rows. Returns the
    /// variables that lost values.
    fn restrict_by_table(&mut self, table: &mut Table) -> Vec<Variable> {
        table.rows.retain(|row| {
            let mut reads = table.variables.iter().zip(row);
            reads.all(|(&own, value)| self.values(own).binary_search(value).is_ok())
        });
        let mut restricted = Vec::new();
        let mut used: Vec<i64> = Vec::new();
        for (place, &variable) in table.variables.iter().enumerate() {
            used.clear();
            used.extend(table.rows.iter().map(|row| row[place]));
            used.sort_unstable();
            if self.restrict(variable, |value| used.binary_search(&value).is_ok()) {
                restricted.push(variable);
            }
        }
        restricted
    }

    fn lay_out_tables(&mut self, tables: Vec<Table>) -> Result<(), Stop> {
        for Table {
            name,
            variables,
            rows,
        } in tables
        {
            self.poll()?;
            let is_hidden = |own: &Variable| self.unknowns[own.index()].item.is_none();
            match *variables {
                // Its values are restricted already.
                [only] if !is_hidden(&only) => {}
                [one, other]
                    if !variables.iter().any(is_hidden) && self.same(one) != self.same(other) =>
                {
                    self.lay_out_pair(&name, [one, other], &rows);
                }
                _ => self.lay_out_rows(name, &variables, rows),
            }
        }
        Ok(())
    }

    /// Gives hidden variables that cover items, and those without any value, an item and an option
    /// for each value.
    fn lay_out_hidden(&mut self) {
        for number in 0..self.unknowns.len() {
            let unknown = &self.unknowns[number];
            let needs_options =
                unknown.values.is_empty() || unknown.parts.iter().any(|parts| !parts.is_empty());
            if unknown.item.is_some() || !needs_options {
                continue;
            }
            let variable = self.same(Variable(number as u32));
            let values = unknown.values.iter().zip(&unknown.parts);
            let row = |(&value, parts): (&i64, &SmallVec<[Item; 4]>)| Row {
                reads: [(variable, value)].into_iter().collect(),
                parts: parts.iter().copied().collect(),
                ..Row::default()
            };
            let rows = values.map(row).collect();
            let item = self.primary(self.unknowns[number].name.clone());
            self.groups.push(Group { item, rows });
        }
    }

    fn lay_out_rows(&mut self, name: String, variables: &[Variable], rows: Vec<Vec<i64>>) {
        let item = self.primary(name);
        let row = |row: Vec<i64>| {
            let case: Vec<_> = variables.iter().copied().zip(row).collect();
            Row {
                reads: self.reads(&case),
                ..Row::default()
            }
        };
        let rows = rows.into_iter().map(row).collect();
        self.groups.push(Group { item, rows });
    }

    /// Excludes the pairs of values that are not among the rows. Values of one variable that
    /// exclude the same values of the other share a secondary item with them. Values of one
    /// variable exclude each other anyway.
    fn lay_out_pair(&mut self, name: &str, [one, other]: [Variable; 2], rows: &[Vec<i64>]) {
        let mut excluded: Vec<(Vec<i64>, Vec<i64>)> = Vec::new();
        for &value in self.values(one) {
            let first = rows.partition_point(|row| row[0] < value);
            let allowed = &rows[first..];
            let allowed = &allowed[..allowed.partition_point(|row| row[0] == value)];
            let is_excluded = |own: &i64| {
                let differ = *own == value && self.are_different(one, other);
                !differ && allowed.binary_search_by_key(own, |row| row[1]).is_err()
            };
            let others: Vec<i64> = self
                .values(other)
                .iter()
                .copied()
                .filter(is_excluded)
                .collect();
            match excluded.iter_mut().find(|own| own.1 == others) {
                _ if others.is_empty() => {}
                Some(own) => own.0.push(value),
                None => excluded.push((vec![value], others)),
            }
        }
        for (number, (values, others)) in (1..).zip(excluded) {
            let item = self.secondary(format!("{name}.not{number}"));
            values
                .iter()
                .for_each(|&value| self.cover(item, one, value));
            others
                .iter()
                .for_each(|&value| self.cover(item, other, value));
        }
    }

    fn restrict_by_functions(&mut self) -> bool {
        let functions = mem::take(&mut self.functions);
        let mut is_changed = false;
        for function in &functions {
            let results: Vec<i64> = self.values(function.result).to_vec();
            let own = self.values(function.of).to_vec();
            let pairs = function.values.iter().filter(|(value, result)| {
                own.binary_search(value).is_ok() && results.binary_search(result).is_ok()
            });
            let (values, results): (Vec<i64>, Vec<i64>) = pairs.copied().unzip();
            is_changed |= self.restrict(function.of, |value| values.contains(&value));
            is_changed |= self.restrict(function.result, |result| results.contains(&result));
        }
        self.functions = functions;
        is_changed
    }

    fn restrict_equal(&mut self) -> bool {
        let mut is_changed = false;
        for number in 0..self.unknowns.len() {
            let variable = Variable(number as u32);
            let first = self.same(variable);
            if first != variable {
                is_changed |= self.copy_values(variable, first);
                is_changed |= self.copy_values(first, variable);
            }
        }
        is_changed
    }

    /// Removes the options of constraints whose values are gone, and the values that no option of
    /// some constraint goes with, until there are no more.
    fn restrict_by_groups(&mut self) -> Result<(), Stop> {
        loop {
            let mut groups = mem::take(&mut self.groups);
            let mut is_changed = false;
            for group in &mut groups {
                self.poll()?;
                let is_alive = |row: &Row| {
                    let mut reads = row.reads.iter();
                    reads.all(|(own, value)| self.values(*own).binary_search(value).is_ok())
                };
                group.rows.retain(is_alive);
                let Some(first) = group.rows.first() else {
                    continue;
                };
                let variables: SmallVec<[Variable; 4]> =
                    first.reads.iter().map(|read| read.0).collect();
                for variable in variables {
                    let value = |row: &Row| {
                        let read = row.reads.iter().find(|read| read.0 == variable);
                        read.map(|read| read.1)
                    };
                    let used: Option<Vec<i64>> = group.rows.iter().map(value).collect();
                    if let Some(mut used) = used {
                        used.sort_unstable();
                        is_changed |=
                            self.restrict(variable, |value| used.binary_search(&value).is_ok());
                    }
                }
            }
            self.groups = groups;
            is_changed |= self.restrict_by_functions() | self.restrict_equal();
            if !is_changed {
                return Ok(());
            }
        }
    }
}

/// Joins tables of the same variables: the rows that each of them has remain. A table of two
/// variables may list them in either order.
fn join_tables(tables: Vec<Table>) -> Vec<Table> {
    let mut joined: Vec<Table> = Vec::new();
    let mut known: HashMap<Vec<Variable>, usize, FxBuildHasher> = HashMap::default();
    for mut table in tables {
        if table.variables.len() == 2 && table.variables[0] > table.variables[1] {
            table.variables.reverse();
            table.rows.iter_mut().for_each(|row| row.reverse());
            table.rows.sort_unstable();
        }
        match known.get(&table.variables) {
            Some(&first) => {
                let rows = &mut joined[first].rows;
                rows.retain(|row| table.rows.binary_search(row).is_ok());
            }
            None => {
                known.insert(table.variables.clone(), joined.len());
                joined.push(table);
            }
        }
    }
    joined
}
