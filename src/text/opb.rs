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
//! * Multiplicities and costs are kept exactly. A problem without costs has no line `min:`.
//! * Variable `x1` is option 0, and so on. Variables for the colours of secondary items follow.
//! * Every solution of the problem is exactly one solution of the constraints.

use std::convert::Infallible;
use std::io::{self, Write};

use super::WriteError;
use super::linear::{Name, Relation};
use super::variables::{Variable, Variables, comment, variable};
use crate::Problem;

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
    let mut constraints = 0_u64;
    let Ok(()) = variables.rows(|row| {
        constraints += 1 + u64::from(row.bounds.high.is_some());
        Ok::<_, Infallible>(())
    });
    let mut out = io::BufWriter::new(out);
    let count = variables.count();
    writeln!(out, "* #variable= {count} #constraint= {constraints}")?;
    variables.write_comments("*", &mut out)?;
    if problem.has_costs() {
        write!(out, "min:")?;
        for option in problem.options().filter(|&option| problem.cost(option) > 0) {
            write!(out, " +{} x{}", problem.cost(option), variable(option))?;
        }
        writeln!(out, " ;")?;
    }
    variables.rows(|row| {
        if let Name::Item(item) = row.name {
            comment(
                "*",
                format_args!("item {}", problem.display_item(item)),
                &mut out,
            )?;
        }
        write_sum(&mut out, row.terms, row.bounds.relation, row.bounds.bound)?;
        match row.bounds.high {
            Some(high) => write_sum(&mut out, row.terms, Relation::AtMost, high),
            None => Ok(()),
        }
    })?;
    Ok(out.flush()?)
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
