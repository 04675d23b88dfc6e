//! The form `opb`: linear constraints over Boolean variables, for pseudo-Boolean solvers. It can
//! only be written. Files end in `.opb`.
//!
//! ```text
//! * #variable= 3 #constraint= 2
//! * An exact-cover problem, written by Quadrille.
//! * A variable of an option is 1 if the solution uses the option.
//! * x1 = option 0: a b
//! * x2 = option 1: a
//! * x3 = option 2: b
//! min: +5 x1 +1 x2 ;
//! * item a
//! +1 x1 +1 x2 = 1 ;
//! * item b
//! +1 x1 +1 x3 = 1 ;
//! ```
//!
//! * The text follows the rules of the pseudo-Boolean competitions. Constraints have `=` and `>=`.
//! * Multiplicities and costs are kept exactly. Costs with decimals are written as whole numbers of
//!   the last decimal, and a comment gives this unit. A problem without costs has no line `min:`.
//! * Variable `x1` is option 0, and so on. Variables for the colours of secondary items follow.
//! * Every solution of the problem is exactly one solution of the constraints.
//!
//! [`write_without`] writes the formula that a [proof](crate::proof) refutes: the problem under
//! assumptions, without the solutions that are known.

mod rows;

use std::io::{self, Write};

pub(crate) use self::rows::Rows;
use super::WriteError;
use super::linear::{Name, Relation};
pub(crate) use super::variables::variable;
use super::variables::{Variable, Variables, comment};
use crate::{Assumptions, Problem, Solution};

/// Writes a problem. O(length of the text).
///
/// ```
/// use quadrille::text::{dlx, opb};
///
/// let problem = dlx::read(b"a b\na b |5\na |1\nb\n")?;
/// let mut out = Vec::new();
/// opb::write(&problem, &mut out)?;
/// let text = String::from_utf8(out)?;
/// assert!(text.contains("\nmin: +5 x1 +1 x2 ;\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// * [`WriteError::Feature`] if there are more than 2,147,483,647 variables. Nothing is written
///   then.
/// * [`WriteError::Io`] if `out` fails.
pub fn write(problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
    let variables = Variables::new(problem, "opb")?;
    let rows = Rows::of(&variables);
    let mut out = begin(&variables, rows.count, out)?;
    if problem.has_costs() {
        if problem.cost_decimals() > 0 {
            comment(
                "*",
                format_args!("costs are in units of {}", problem.decimal(1)),
                &mut out,
            )?;
        }
        write!(out, "min:")?;
        for option in problem
            .options()
            .filter(|&option| problem.cost(option) != 0)
        {
            write!(out, " {:+} x{}", problem.cost(option), variable(option))?;
        }
        writeln!(out, " ;")?;
    }
    write_rows(&variables, &mut out)?;
    Ok(out.flush()?)
}

/// Writes the problem under assumptions, with one more constraint for each of the given solutions,
/// which excludes this solution and no other. The constraints have no solution if and only if the
/// problem has no other solution under the assumptions. Costs are left out. O(length of the text).
///
/// ```
/// use quadrille::{Assumptions, Solver, text::{dlx, opb}};
///
/// let solver = Solver::new(dlx::read(b"a b\na b\na\nb\n")?);
/// let solutions = solver.search().all().value;
/// let mut out = Vec::new();
/// opb::write_without(solver.problem(), &Assumptions::new(), &solutions, &mut out)?;
/// let text = String::from_utf8(out)?;
/// assert!(text.ends_with("\n+1 ~x1 >= 1 ;\n* solution 2\n+1 ~x2 +1 ~x3 >= 1 ;\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`write()`].
pub fn write_without(
    problem: &Problem,
    assumptions: &Assumptions,
    solutions: &[Solution],
    out: &mut impl Write,
) -> Result<(), WriteError> {
    let variables = Variables::new(problem, "opb")?;
    let (forced, forbidden) = (assumptions.forced(), assumptions.forbidden());
    let mut rows = Rows::of(&variables);
    rows.assume(&forced, &forbidden);
    let mut out = begin(&variables, rows.count + solutions.len() as u64, out)?;
    write_rows(&variables, &mut out)?;
    for (words, options, value) in [("forced", &forced, 1), ("forbidden", &forbidden, 0)] {
        if !options.is_empty() {
            writeln!(out, "* {words} options")?;
        }
        for &option in &**options {
            if option.index() < problem.option_count() {
                write_sum(&mut out, &[variable(option)], Relation::Equal, value)?;
            } else {
                // No solution has an option that does not exist.
                write_sum(&mut out, &[], Relation::Equal, value)?;
            }
        }
    }
    let mut is_chosen = vec![false; problem.option_count()];
    for (number, solution) in solutions.iter().enumerate() {
        writeln!(out, "* solution {}", number + 1)?;
        write_block(problem, solution, &mut is_chosen, &mut out)?;
    }
    Ok(out.flush()?)
}

/// Writes the first lines.
fn begin<W: Write>(
    variables: &Variables<'_>,
    constraints: u64,
    out: W,
) -> io::Result<io::BufWriter<W>> {
    let mut out = io::BufWriter::new(out);
    let count = variables.count();
    writeln!(out, "* #variable= {count} #constraint= {constraints}")?;
    variables.write_comments("*", &mut out)?;
    Ok(out)
}

/// Writes the constraints of the problem.
fn write_rows(variables: &Variables<'_>, out: &mut impl Write) -> io::Result<()> {
    let problem = variables.problem();
    variables.rows(|row| {
        if let Name::Item(item) = row.name {
            let words = format_args!("item {}", problem.display_item(item));
            comment("*", words, out)?;
        }
        write_sum(out, row.terms, row.bounds.relation, row.bounds.bound)?;
        match row.bounds.high {
            Some(high) => write_sum(out, row.terms, Relation::AtMost, high),
            None => Ok(()),
        }
    })
}

/// Writes a constraint. There is no `<=`, so an upper bound is multiplied by -1.
fn write_sum(
    out: &mut impl Write,
    terms: &[Variable],
    relation: Relation,
    bound: u32,
) -> io::Result<()> {
    let (sign, relation) = match relation {
        Relation::AtMost => (-1, Relation::AtLeast),
        _ => (1, relation),
    };
    for term in terms {
        write!(out, "{:+} x{} ", sign * term.signum(), term.abs())?;
    }
    if terms.is_empty() {
        // The grammar requires a term.
        write!(out, "+0 x1 ")?;
    }
    writeln!(out, "{relation} {} ;", i64::from(sign) * i64::from(bound))
}

/// Writes the constraint that excludes one solution: one of its options is not chosen. If items may
/// be covered several times, other solutions may have all of its options and more, so the
/// constraint also has the options that the solution does not have.
/// `is_chosen` is false for all options, before and after.
fn write_block(
    problem: &Problem,
    solution: &Solution,
    is_chosen: &mut [bool],
    out: &mut impl Write,
) -> io::Result<()> {
    let chosen = solution.options();
    let is_whole = problem.has_multiplicities();
    if is_whole {
        chosen
            .iter()
            .for_each(|option| is_chosen[option.index()] = true);
        for option in problem.kept() {
            let sign = if is_chosen[option.index()] { "~" } else { "" };
            write!(out, "+1 {sign}x{} ", variable(option))?;
        }
        chosen
            .iter()
            .for_each(|option| is_chosen[option.index()] = false);
    } else {
        for &option in chosen {
            write!(out, "+1 ~x{} ", variable(option))?;
        }
    }
    if chosen.is_empty() && (!is_whole || problem.kept().next().is_none()) {
        write!(out, "+0 x1 ")?;
    }
    writeln!(out, ">= 1 ;")
}
