//! The form `cnf`: clauses in the DIMACS text that every SAT solver reads. It can only be written.
//! Files end in `.cnf`.
//!
//! ```text
//! c An exact-cover problem, written by Quadrille.
//! c A variable of an option is 1 if the solution uses the option.
//! c x1 = option 0: a b
//! c x2 = option 1: a
//! c x3 = option 2: b
//! p cnf 3 4
//! 1 2 0
//! -2 -1 0
//! 1 3 0
//! -3 -1 0
//! ```
//!
//! * A line is a clause: at least one of its literals is true. Clauses cannot express costs.
//! * Variable 1 is option 0, and so on. Variables for the colours of secondary items follow, then
//!   those that bound the number of options of an item.
//! * Every solution of the problem is exactly one model of the clauses, so a model counter counts
//!   solutions.

mod bounds;

use std::io::{self, Write};

use super::WriteError;
use super::variables::{Variable, Variables, too_many};
use crate::Problem;

/// Writes a problem. O(length of the text): two passes, because the first line announces the
/// numbers of variables and clauses.
///
/// An item with `n` options has O(n) clauses. With a multiplicity from `low` to `high` it has
/// O(n k) variables and clauses, where k is the smaller of `high` and `n - low`.
///
/// ```
/// use quadrille::text::{cnf, dlx};
///
/// let problem = dlx::read(b"a b\na b\na\nb\n")?;
/// let mut out = Vec::new();
/// cnf::write(&problem, &mut out)?;
/// let text = String::from_utf8(out)?;
/// assert!(text.ends_with("p cnf 3 4\n1 2 0\n-2 -1 0\n1 3 0\n-3 -1 0\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// * [`WriteError::Feature`] if the problem has costs, or needs more than 2,147,483,647 variables.
///   Nothing is written then.
/// * [`WriteError::Io`] if `out` fails.
pub fn write(problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
    if let Some(option) = problem.options().find(|&option| problem.cost(option) != 0) {
        return Err(WriteError::Feature {
            part: format!("option {option}"),
            form: FORM,
            feature: "costs",
        });
    }
    let variables = Variables::new(problem, FORM)?;
    let counted = Clauses::of(&variables, None::<io::Sink>)?;

    let mut out = io::BufWriter::new(out);
    variables.write_comments("c", &mut out)?;
    writeln!(out, "p cnf {} {}", counted.variables, counted.clauses)?;
    Clauses::of(&variables, Some(&mut out))?;
    Ok(out.flush()?)
}

const FORM: &str = "cnf";

/// Clauses that are written, or only counted.
struct Clauses<W> {
    /// `None`: only counted.
    out: Option<W>,
    variables: Variable,
    clauses: u64,
}

impl<W: Write> Clauses<W> {
    /// Adds the clauses of a problem.
    fn of(variables: &Variables<'_>, out: Option<W>) -> Result<Self, WriteError> {
        let mut all = Self {
            out,
            variables: variables.count(),
            clauses: 0,
        };
        for variable in variables.dropped() {
            all.add([-variable])?;
        }
        for (item, terms) in variables.items() {
            let (low, high) = variables.problem().bounds(item);
            all.add_bounds(terms, low as usize, high as usize)?;
        }
        for (colour, _, options) in variables.colours() {
            for option in options {
                all.add([-option, colour])?;
            }
            all.add(options.iter().copied().chain([-colour]))?;
        }
        Ok(all)
    }

    /// Adds a clause.
    fn add(&mut self, literals: impl IntoIterator<Item = Variable>) -> io::Result<()> {
        self.clauses += 1;
        if let Some(out) = &mut self.out {
            for literal in literals {
                write!(out, "{literal} ")?;
            }
            out.write_all(b"0\n")?;
        }
        Ok(())
    }

    /// Makes a new variable.
    fn variable(&mut self) -> Result<Variable, WriteError> {
        self.variables = self.variables.checked_add(1).ok_or(too_many(FORM))?;
        Ok(self.variables)
    }
}
