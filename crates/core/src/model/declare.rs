//! From items and groups of options to a problem, and which option is which.

use std::iter;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::draft::{Covered, Item, LaidOut, Model, Variable};
use crate::problem::{BuildError, Builder, Colour, ItemId, OptionId, Problem, Sum, Term, Use};

/// The most terms of a sum that engines are to know.
const MOST_TERMS: usize = 256;

/// Which option gives which variable which value.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The values of each variable, with their options.
    pub(super) options: Vec<Vec<(i64, OptionId)>>,
    /// The variable and the value of each option; `None` for an option of a constraint.
    assigned: Vec<Option<(Variable, i64)>>,
}

impl Layout {
    /// Returns the option that gives a variable a value; `None` if there is none.
    #[must_use]
    pub fn option(&self, variable: Variable, value: i64) -> Option<OptionId> {
        let options = self.options.get(variable.index())?;
        let place = options.binary_search_by_key(&value, |own| own.0).ok()?;
        Some(options[place].1)
    }

    /// Returns the variable and the value of an option; `None` for an option of a constraint.
    #[must_use]
    pub fn assigned(&self, option: OptionId) -> Option<(Variable, i64)> {
        self.assigned.get(option.index()).copied().flatten()
    }

    /// Returns the value of a variable in a solution; `None` for a hidden variable.
    #[must_use]
    pub fn value(&self, solution: &[OptionId], variable: Variable) -> Option<i64> {
        let mut values = solution.iter().filter_map(|&option| self.assigned(option));
        values.find_map(|(own, value)| (own == variable).then_some(value))
    }

    /// Returns the value of each variable in a solution, in the order in which the variables were
    /// added; `None` for a hidden variable.
    #[must_use]
    pub fn values(&self, solution: &[OptionId]) -> Vec<Option<i64>> {
        let mut values = vec![None; self.options.len()];
        for &option in solution {
            if let Some((variable, value)) = self.assigned(option) {
                values[variable.index()] = Some(value);
            }
        }
        values
    }
}

impl Model {
    /// Declares all items, then the options of variables, then those of constraints.
    pub(super) fn declare(self) -> Result<(Problem, Layout), BuildError> {
        let mut declaration = Declaration::of_items(&self)?;
        declaration.add_options_of_variables()?;
        declaration.add_options_of_constraints()?;
        let sums = declaration.sums();
        let problem = declaration.builder.build().with_sums(sums);
        let layout = declaration.layout;
        Ok((problem, layout))
    }

    /// Which variables need an item whose colour is their value: those that constraints read, and
    /// the first of several that are equal.
    fn is_read(&self) -> Vec<bool> {
        let mut is_read = vec![false; self.unknowns.len()];
        let rows = self.groups.iter().flat_map(|group| &group.rows);
        for (variable, _) in rows.flat_map(|row| &row.reads) {
            is_read[self.same(*variable).index()] = true;
        }
        // Equal variables share the item of the first one: its one colour keeps them equal.
        for number in 0..self.unknowns.len() {
            let first = self.same(Variable(number as u32)).index();
            is_read[first] |= first != number;
        }
        is_read
    }
}

/// The problem of a model, as far as it is declared.
struct Declaration<'m> {
    model: &'m Model,
    builder: Builder,
    /// The items of the model.
    items: Vec<ItemId>,
    /// The item of each variable whose value constraints read: its colour is the value.
    value_items: Vec<Option<ItemId>>,
    colours: HashMap<i64, Colour, FxBuildHasher>,
    layout: Layout,
    /// The uses of the next option.
    uses: Vec<Use<'static>>,
}

impl<'m> Declaration<'m> {
    /// Declares the items, and reserves room for the options.
    fn of_items(model: &'m Model) -> Result<Self, BuildError> {
        let mut builder = Problem::builder();
        let of_variables: usize = model.unknowns.iter().map(|own| own.values.len()).sum();
        let of_groups: usize = model.groups.iter().map(|group| group.rows.len()).sum();
        builder.reserve(
            model.items.len() + model.unknowns.len(),
            of_variables + of_groups,
        );
        let mut items: Vec<ItemId> = Vec::with_capacity(model.items.len());
        for item in &model.items {
            items.push(match item.covered {
                Covered::Once => builder.primary(&item.name)?,
                Covered::AtMostOnce | Covered::InOneColour => builder.secondary(&item.name)?,
                Covered::Times(least, most) => builder.multiple(&item.name, least..=most)?,
            });
        }
        let is_read = model.is_read();
        let mut value_items: Vec<Option<ItemId>> = vec![None; model.unknowns.len()];
        for (number, unknown) in model.unknowns.iter().enumerate() {
            if is_read[number] {
                value_items[number] = Some(builder.secondary(format!("value({})", unknown.name))?);
            }
        }
        Ok(Self {
            model,
            builder,
            items,
            value_items,
            colours: HashMap::default(),
            layout: Layout {
                options: vec![Vec::new(); model.unknowns.len()],
                assigned: Vec::new(),
            },
            uses: Vec::new(),
        })
    }

    /// Adds an option for each value of each variable that has an item. It also gives the results
    /// of the functions of the variable.
    fn add_options_of_variables(&mut self) -> Result<(), BuildError> {
        let model = self.model;
        let mut functions_of: Vec<Vec<usize>> = vec![Vec::new(); model.unknowns.len()];
        for (number, function) in model.functions.iter().enumerate() {
            functions_of[function.of.index()].push(number);
        }
        for (number, unknown) in model.unknowns.iter().enumerate() {
            let Some(Item(item)) = unknown.item else {
                continue;
            };
            let variable = Variable(number as u32);
            for (&value, parts) in unknown.values.iter().zip(&unknown.parts) {
                let results = functions_of[number].iter().filter_map(|&function| {
                    let function = &model.functions[function];
                    let pair = function.values.iter().find(|pair| pair.0 == value)?;
                    Some((function.result, pair.1))
                });
                self.use_items(Item(item), parts);
                // Two functions of the variable may be equal: an option uses an item once.
                let mut named: SmallVec<[(ItemId, i64); 4]> = SmallVec::new();
                for (variable, value) in iter::once((variable, value)).chain(results) {
                    let item = self.value_items[model.same(variable).index()];
                    if let Some(item) = item.filter(|&item| !named.contains(&(item, value))) {
                        named.push((item, value));
                        self.use_coloured(item, value)?;
                    }
                }
                let option = self.builder.option(self.uses.drain(..))?;
                self.layout.options[number].push((value, option));
                self.layout.assigned.push(Some((variable, value)));
            }
        }
        Ok(())
    }

    /// Adds an option for each row of each constraint.
    fn add_options_of_constraints(&mut self) -> Result<(), BuildError> {
        let model = self.model;
        for group in &model.groups {
            for row in &group.rows {
                self.use_items(group.item, &row.parts);
                for &(variable, value) in &row.reads {
                    if let Some(item) = self.value_items[model.same(variable).index()] {
                        self.use_coloured(item, value)?;
                    }
                }
                for &(part, state) in &row.colours {
                    self.use_coloured(self.items[part.0], state)?;
                }
                self.builder.option(self.uses.drain(..))?;
                self.layout.assigned.push(None);
            }
        }
        Ok(())
    }

    fn use_items(&mut self, item: Item, parts: &[Item]) {
        let items = iter::once(&item).chain(parts);
        self.uses
            .extend(items.map(|item| Use::from(self.items[item.0])));
    }

    /// Uses an item in the colour of a value. A colour is declared at its first use.
    fn use_coloured(&mut self, item: ItemId, value: i64) -> Result<(), BuildError> {
        let colour = match self.colours.get(&value) {
            Some(&colour) => colour,
            None => {
                let colour = self.builder.colour(value.to_string())?;
                self.colours.insert(value, colour);
                colour
            }
        };
        self.uses.push((item, colour).into());
        Ok(())
    }

    /// The sums that engines are to know.
    fn sums(&self) -> Vec<Sum> {
        let sums = self.model.sums.iter();
        sums.filter_map(|own| self.sum(own)).collect()
    }

    /// A sum with the options of its variables; `None` if its numbers are large.
    fn sum(&self, own: &LaidOut) -> Option<Sum> {
        // Finding the groups takes the cube of the number of terms.
        if own.terms.len() > MOST_TERMS {
            return None;
        }
        let mut terms = Vec::new();
        for (group, members) in (0..).zip(self.model.groups_of(&own.terms)) {
            for (variable, factor) in members {
                let Item(item) = self.model.unknowns[variable.index()].item?;
                let values = self.layout.options[variable.index()].iter();
                terms.push(Term {
                    item: self.items[item],
                    factor: i64::try_from(factor).ok()?,
                    values: values.map(|&(value, option)| (option, value)).collect(),
                    group,
                });
            }
        }
        // Sums of such numbers, and their differences, do not overflow.
        let is_small = |number: i64| number.unsigned_abs() < 1 << 20;
        let total = i64::try_from(own.total)
            .ok()
            .filter(|total| total.unsigned_abs() < 1 << 50)?;
        let are_small = |term: &Term| {
            is_small(term.factor) && term.values.iter().all(|value| is_small(value.1))
        };
        let is_primary = |item: &usize| self.model.items[*item].covered == Covered::Once;
        let derived = own.items.clone().filter(is_primary);
        terms.iter().all(are_small).then(|| Sum {
            total,
            terms,
            derived: derived.map(|item| self.items[item]).collect(),
        })
    }
}
