//! Problems as variables with the values 0 and 1, for the forms [`cnf`](super::cnf),
//! [`opb`](super::opb), [`lp`](super::lp) and [`mps`](super::mps).
//!
//! Variable `i + 1` is option `i`: it is 1 if the solution uses the option. *Colour variables*
//! follow: such a variable is 1 if the solution uses a secondary item in one colour. They keep the
//! text small. Without them, each pair of options in different colours would be a constraint.

use std::convert::Infallible;
use std::fmt;
use std::io::{self, Write};

use super::WriteError;
use crate::problem::{Lists, visible};
use crate::{Colour, ItemId, OptionId, Problem};

/// A comment has at most this many bytes, because some readers limit the length of a line.
const COMMENT: usize = 400;

/// The number of a variable, above 0. In constraints a minus sign has a meaning: the value 0 in a
/// clause, the coefficient -1 in a row.
pub(crate) type Variable = i32;

/// The variable of an option.
pub(crate) fn variable(option: OptionId) -> Variable {
    option.index() as Variable + 1
}

/// The variables of a problem.
pub(super) struct Variables<'a> {
    problem: &'a Problem,
    /// For each item, the variables whose sum it bounds. Options in the same colour count as one,
    /// so a colour variable replaces them. Dropped options are left out.
    terms: Lists<Variable>,
    /// The item and the colour of each colour variable.
    colours: Vec<(ItemId, Colour)>,
    /// For each colour variable, the options that use the item in the colour: at least two.
    members: Lists<Variable>,
}

impl<'a> Variables<'a> {
    /// Numbers the variables. O(size of the problem), and sorting for colours.
    ///
    /// # Errors
    /// [`WriteError::Feature`] if there are too many.
    pub(super) fn new(problem: &'a Problem, form: &'static str) -> Result<Self, WriteError> {
        // There are fewer colour variables than uses, which the size includes.
        if Variable::try_from(problem.size()).is_err() {
            return Err(too_many(form));
        }
        let user = |option, place| (problem.colour_at(place), variable(option));
        let Ok(users) = problem.users(user, |_| Ok::<_, Infallible>(()));
        let mut all = Self {
            problem,
            terms: Lists::with_capacity(problem.item_count(), users.all().len()),
            colours: Vec::new(),
            members: Lists::default(),
        };
        for item in problem.items() {
            let users = users.of(item.index() as u32);
            if problem.is_primary(item) {
                all.terms.add(users.iter().map(|user| user.1));
            } else {
                all.add_secondary(item, users.to_vec());
            }
        }
        Ok(all)
    }

    /// Adds the terms of a secondary item: one for each colour and for each uncoloured use.
    fn add_secondary(&mut self, item: ItemId, mut users: Vec<(Option<Colour>, Variable)>) {
        users.sort_by_key(|user| user.0.map(Colour::code));
        let same = |a: &(Option<_>, _), b: &(Option<_>, _)| a.0.is_some() && a.0 == b.0;
        // If all uses agree, the item constrains nothing.
        if users.chunk_by(same).nth(1).is_some() {
            for group in users.chunk_by(same) {
                if let &[(Some(colour), _), _, ..] = group {
                    self.colours.push((item, colour));
                    self.members.add(group.iter().map(|user| user.1));
                    self.terms.push(self.count());
                } else {
                    group.iter().for_each(|user| self.terms.push(user.1));
                }
            }
        }
        self.terms.close();
    }

    pub(super) fn problem(&self) -> &'a Problem {
        self.problem
    }

    /// The number of variables. Some readers reject a text without variables, so a problem without
    /// options has one variable, as if it had a dropped option.
    pub(super) fn count(&self) -> Variable {
        (self.problem.option_count() + self.colours.len()).max(1) as Variable
    }

    /// The items, each with the variables whose sum it bounds.
    pub(super) fn items(&self) -> impl Iterator<Item = (ItemId, &[Variable])> {
        let terms = |item: ItemId| self.terms.of(item.index() as u32);
        self.problem.items().map(move |item| (item, terms(item)))
    }

    /// The colour variables, each with its item and the options that use the item in the colour.
    pub(super) fn colours(&self) -> impl Iterator<Item = (Variable, ItemId, &[Variable])> {
        let first = self.problem.option_count() as Variable + 1;
        let colours = self.colours.iter().zip(0_u32..);
        colours.map(move |(&(item, _), number)| {
            let variable = first + number as Variable;
            (variable, item, self.members.of(number))
        })
    }

    /// The variables of the dropped options, which are 0 in every solution.
    pub(super) fn dropped(&self) -> impl Iterator<Item = Variable> {
        let problem = self.problem;
        let variables = 1..=problem.option_count().max(1) as Variable;
        variables.filter(|&variable| problem.is_dropped(OptionId::new(variable as u32 - 1)))
    }

    /// Writes what the file is and what each variable means, as comments that begin with `mark`.
    pub(super) fn write_comments(&self, mark: &str, out: &mut impl Write) -> io::Result<()> {
        let problem = self.problem;
        writeln!(out, "{mark} An exact-cover problem, written by Quadrille.")?;
        writeln!(
            out,
            "{mark} A variable of an option is 1 if the solution uses the option."
        )?;
        for option in problem.options() {
            let words = problem.display_option(option);
            let dropped = if problem.is_dropped(option) {
                ", dropped"
            } else {
                ""
            };
            let name = variable(option);
            comment(
                mark,
                format_args!("x{name} = option {option}{dropped}: {words}"),
                out,
            )?;
        }
        let first = problem.option_count() + 1;
        for (number, &(item, colour)) in self.colours.iter().enumerate() {
            let (name, item) = (first + number, problem.display_item(item));
            let colour = visible(problem.colour_name(colour));
            comment(
                mark,
                format_args!("x{name} = item {item} in colour {colour}"),
                out,
            )?;
        }
        Ok(())
    }
}

/// Writes a comment, shortened if it is long.
pub(super) fn comment(
    mark: &str,
    words: fmt::Arguments<'_>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut words = words.to_string();
    if words.len() > COMMENT {
        let end = (0..=COMMENT - 3)
            .rev()
            .find(|&end| words.is_char_boundary(end));
        words.truncate(end.unwrap_or(0));
        words.push_str("...");
    }
    writeln!(out, "{mark} {words}")
}

/// The error for a problem with too many variables.
pub(super) fn too_many(form: &'static str) -> WriteError {
    WriteError::Feature {
        part: "the problem".to_owned(),
        form,
        feature: "more than 2,147,483,647 variables",
    }
}
