//! The form `lp`: an integer linear program in the text of CPLEX, which most such solvers read. It
//! can only be written. Files end in `.lp`.
//!
//! ```text
//! \ An exact-cover problem, written by Quadrille.
//! \ A variable of an option is 1 if the solution uses the option.
//! \ x1 = option 0: a b
//! \ x2 = option 1: a
//! \ x3 = option 2: b
//! \ i1 = item a
//! \ i2 = item b
//! Minimize
//!  cost: 5 x1 + x2
//! Subject To
//!  i1: x1 + x2 = 1
//!  i2: x1 + x3 = 1
//! Binary
//!  x1 x2 x3
//! End
//! ```
//!
//! * Multiplicities and costs are kept exactly, but most solvers round costs above 2^53.
//! * Variable `x1` is option 0, and so on. Variables for the colours of secondary items follow.
//! * Row `i1` is the first item. An item with two bounds has the rows `i1_low` and `i1_high`.
//! * Every solution of the problem is exactly one solution of the program.

use std::fmt;
use std::io::{self, Write};

use super::WriteError;
use super::linear::Relation;
use super::variables::{Variable, Variables, variable};
use crate::{Decimal, Problem};

/// A line has this many terms, because some readers limit the length of a line.
const TERMS: usize = 10;

/// Writes a problem. O(length of the text).
///
/// ```
/// use quadrille::text::{dlx, lp};
///
/// let problem = dlx::read(b"a b\na b |5\na |1\nb\n")?;
/// let mut out = Vec::new();
/// lp::write(&problem, &mut out)?;
/// let text = String::from_utf8(out)?;
/// assert!(text.contains("\n cost: 5 x1 + x2\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// * [`WriteError::Feature`] if there are more than 2,147,483,647 variables. Nothing is written
///   then.
/// * [`WriteError::Io`] if `out` fails.
pub fn write(problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
    let variables = Variables::new(problem, "lp")?;
    let mut out = io::BufWriter::new(out);
    variables.write_comments("\\", &mut out)?;
    variables.write_items("\\", &mut out)?;
    write!(out, "Minimize\n cost:")?;
    let costs = problem
        .options()
        .map(|option| (problem.cost(option), option));
    let costs = costs.filter(|&(cost, _)| cost != 0);
    write_terms(
        &mut out,
        costs.map(|(cost, option)| {
            let sign = if cost < 0 { -1 } else { 1 };
            (problem.decimal(cost.abs()), sign * variable(option))
        }),
    )?;
    writeln!(out, "\nSubject To")?;
    variables.rows(|row| {
        let (name, terms, bounds) = (row.name, row.terms, row.bounds);
        let (relation, bound) = (bounds.relation, bounds.bound);
        match bounds.high {
            None => write_row(&mut out, name, terms, relation, bound),
            Some(high) => {
                let (low_name, high_name) = (format!("{name}_low"), format!("{name}_high"));
                write_row(&mut out, low_name, terms, relation, bound)?;
                write_row(&mut out, high_name, terms, Relation::AtMost, high)
            }
        }
    })?;
    writeln!(out, "Binary")?;
    for variable in 1..=variables.count() {
        write!(out, "{}x{variable}", space(variable as usize - 1))?;
    }
    writeln!(out, "\nEnd")?;
    Ok(out.flush()?)
}

fn write_row(
    out: &mut impl Write,
    name: impl fmt::Display,
    terms: &[Variable],
    relation: Relation,
    bound: u32,
) -> io::Result<()> {
    write!(out, " {name}:")?;
    let one = Decimal::from(1);
    write_terms(out, terms.iter().map(|&term| (one, term)))?;
    writeln!(out, " {relation} {bound}")
}

/// Writes a sum of variables, each with the size of its coefficient. The variable has the sign of
/// the coefficient.
fn write_terms(
    out: &mut impl Write,
    terms: impl Iterator<Item = (Decimal, Variable)>,
) -> io::Result<()> {
    let mut is_empty = true;
    for (place, (size, term)) in terms.enumerate() {
        let sign = match (term < 0, place) {
            (true, _) => "- ",
            (false, 0) => "",
            (false, _) => "+ ",
        };
        write!(out, "{}{sign}", space(place))?;
        if size != Decimal::from(1) {
            write!(out, "{size} ")?;
        }
        write!(out, "x{}", term.abs())?;
        is_empty = false;
    }
    if is_empty {
        // Most readers require a term.
        write!(out, " 0 x1")
    } else {
        Ok(())
    }
}

/// The white space before a term: a line has only some of them.
fn space(place: usize) -> &'static str {
    match place {
        0 => " ",
        _ if place.is_multiple_of(TERMS) => "\n  ",
        _ => " ",
    }
}
