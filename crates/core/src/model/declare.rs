//! From items and groups of options to a problem, and which option is which.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::draft::{Covered, Item, Model, Variable};
use crate::problem::{BuildError, Builder, Colour, ItemId, OptionId, Problem, Use};

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
        let mut builder = Problem::builder();
        let of_variables: usize = self.unknowns.iter().map(|own| own.values.len()).sum();
        let of_groups: usize = self.groups.iter().map(|group| group.rows.len()).sum();
        builder.reserve(
            self.items.len() + self.unknowns.len(),
            of_variables + of_groups,
        );
        let mut items: Vec<ItemId> = Vec::with_capacity(self.items.len());
        for item in &self.items {
            items.push(match item.covered {
                Covered::Once => builder.primary(&item.name)?,
                Covered::AtMostOnce | Covered::InOneColour => builder.secondary(&item.name)?,
                Covered::Times(least, most) => builder.multiple(&item.name, least..=most)?,
            });
        }
        // The items by which constraints read the values of variables.
        let mut is_read = vec![false; self.unknowns.len()];
        for (variable, _) in self
            .groups
            .iter()
            .flat_map(|group| &group.rows)
            .flat_map(|row| &row.reads)
        {
            is_read[self.same(*variable).index()] = true;
        }
        for number in 0..self.unknowns.len() {
            let first = self.same(Variable(number as u32)).index();
            is_read[first] |= first != number;
        }
        let mut value_items: Vec<Option<ItemId>> = vec![None; self.unknowns.len()];
        for (number, unknown) in self.unknowns.iter().enumerate() {
            if is_read[number] {
                value_items[number] = Some(builder.secondary(format!("value({})", unknown.name))?);
            }
        }
        let mut colours: HashMap<i64, Colour, FxBuildHasher> = HashMap::default();
        let mut results: Vec<Vec<usize>> = vec![Vec::new(); self.unknowns.len()];
        for (number, function) in self.functions.iter().enumerate() {
            results[function.of.index()].push(number);
        }
        let mut layout = Layout {
            options: vec![Vec::new(); self.unknowns.len()],
            assigned: Vec::new(),
        };
        let mut uses: Vec<Use<'static>> = Vec::new();
        for (number, unknown) in self.unknowns.iter().enumerate() {
            let Some(Item(item)) = unknown.item else {
                continue;
            };
            let variable = Variable(number as u32);
            for (&value, parts) in unknown.values.iter().zip(&unknown.parts) {
                uses.clear();
                uses.push(items[item].into());
                uses.extend(parts.iter().map(|part| Use::from(items[part.0])));
                let mut named: SmallVec<[(ItemId, i64); 4]> = SmallVec::new();
                let mut name = |item: Option<ItemId>, value: i64, uses: &mut Vec<Use<'static>>| {
                    // Two functions of the variable may be equal.
                    if let Some(item) = item.filter(|&item| !named.contains(&(item, value))) {
                        named.push((item, value));
                        uses.push((item, colour_of(value, &mut builder, &mut colours)?).into());
                    }
                    Ok(())
                };
                name(value_items[self.same(variable).index()], value, &mut uses)?;
                for &function in &results[number] {
                    let function = &self.functions[function];
                    let pair = function.values.iter().find(|pair| pair.0 == value);
                    if let Some(&(_, result)) = pair {
                        name(
                            value_items[self.same(function.result).index()],
                            result,
                            &mut uses,
                        )?;
                    }
                }
                let option = builder.option(uses.drain(..))?;
                layout.options[number].push((value, option));
                layout.assigned.push(Some((variable, value)));
            }
        }
        for group in &self.groups {
            for row in &group.rows {
                uses.clear();
                uses.push(items[group.item.0].into());
                uses.extend(row.parts.iter().map(|part| Use::from(items[part.0])));
                let reads = row.reads.iter().filter_map(|&(variable, value)| {
                    Some((value_items[self.same(variable).index()]?, value))
                });
                let states = row
                    .colours
                    .iter()
                    .map(|&(part, state)| (items[part.0], state));
                for (item, value) in reads.chain(states) {
                    uses.push((item, colour_of(value, &mut builder, &mut colours)?).into());
                }
                builder.option(uses.drain(..))?;
                layout.assigned.push(None);
            }
        }
        Ok((builder.build(), layout))
    }
}

/// The colour of a value, declared at its first use.
fn colour_of(
    value: i64,
    builder: &mut Builder,
    colours: &mut HashMap<i64, Colour, FxBuildHasher>,
) -> Result<Colour, BuildError> {
    if let Some(&colour) = colours.get(&value) {
        return Ok(colour);
    }
    let colour = builder.colour(value.to_string())?;
    colours.insert(value, colour);
    Ok(colour)
}
