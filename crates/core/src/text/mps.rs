//! The form `mps`: an integer linear program in columns, which every such solver reads. It can only
//! be written. Files end in `.mps`.
//!
//! ```text
//! * An exact-cover problem, written by Quadrille.
//! * A variable of an option is 1 if the solution uses the option.
//! * x1 = option 0: a b
//! * x2 = option 1: a
//! * i1 = item a
//! * i2 = item b
//! NAME cover FREE
//! ROWS
//!  N cost
//!  E i1
//!  E i2
//! COLUMNS
//!  x1 cost 5
//!  x1 i1 1
//!  x1 i2 1
//!  x2 i1 1
//! RHS
//!  rhs i1 1
//!  rhs i2 1
//! BOUNDS
//!  BV bound x1
//!  BV bound x2
//! ENDATA
//! ```
//!
//! * This is free MPS: spaces separate words. The row `cost` is minimised.
//! * Multiplicities and costs are kept exactly, but most solvers round costs above 2^53.
//! * Variable `x1` is option 0, and so on. Variables for the colours of secondary items follow.
//! * Row `i1` is the first item.
//! * Every solution of the problem is exactly one solution of the program.

use std::convert::Infallible;
use std::io::{self, Write};

use super::WriteError;
use super::linear::{Bounds, Name, Relation};
use super::variables::{Variable, Variables};
use crate::{OptionId, Problem};

/// Writes a problem. O(length of the text), and sorting. The columns are collected in memory: 12
/// bytes for each entry.
///
/// ```
/// use quadrille::text::{dlx, mps};
///
/// let problem = dlx::read(b"a b\na b |5\na |1\nb\n")?;
/// let mut out = Vec::new();
/// mps::write(&problem, &mut out)?;
/// let text = String::from_utf8(out)?;
/// assert!(text.contains("\n x1 cost 5\n x1 i1 1\n x1 i2 1\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// * [`WriteError::Feature`] if there are more than 2,147,483,647 variables. Nothing is written
///   then.
/// * [`WriteError::Io`] if `out` fails.
pub fn write(problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
    let variables = Variables::new(problem, "mps")?;
    let mut rows: Vec<(Name, Bounds)> = Vec::new();
    let mut entries: Vec<Entry> = Vec::new();
    let Ok(()) = variables.rows(|row| {
        let number = rows.len() as u32;
        let terms = row.terms.iter();
        entries.extend(terms.map(|&term| (term.abs(), number, term < 0)));
        rows.push((row.name, row.bounds));
        Ok::<_, Infallible>(())
    });
    entries.sort_unstable();

    let mut out = io::BufWriter::new(out);
    variables.write_comments("*", &mut out)?;
    variables.write_items("*", &mut out)?;
    writeln!(out, "NAME cover FREE\nROWS\n N cost")?;
    for (name, bounds) in &rows {
        let kind = match bounds.relation {
            Relation::Equal => "E",
            Relation::AtLeast => "G",
            Relation::AtMost => "L",
        };
        writeln!(out, " {kind} {name}")?;
    }
    writeln!(out, "COLUMNS")?;
    write_columns(problem, variables.count(), &rows, &entries, &mut out)?;
    write_sides(&rows, &mut out)?;
    writeln!(out, "BOUNDS")?;
    for column in 1..=variables.count() {
        writeln!(out, " BV bound x{column}")?;
    }
    writeln!(out, "ENDATA")?;
    Ok(out.flush()?)
}

/// An entry of the matrix: the column, the row and whether the coefficient is -1, not 1.
type Entry = (Variable, u32, bool);

/// Writes the columns, each with its cost and its entries.
fn write_columns(
    problem: &Problem,
    count: Variable,
    rows: &[(Name, Bounds)],
    entries: &[Entry],
    out: &mut impl Write,
) -> io::Result<()> {
    let mut rest = entries;
    for column in 1..=count {
        // Colour variables have numbers beyond all options, and cost nothing.
        let cost = problem.cost(OptionId::new(column as u32 - 1));
        if cost != 0 {
            writeln!(out, " x{column} cost {}", problem.decimal(cost))?;
        }
        while let [(variable, row, is_negative), others @ ..] = rest
            && *variable == column
        {
            let (name, _) = rows[*row as usize];
            let sign = ["", "-"][usize::from(*is_negative)];
            writeln!(out, " x{column} {name} {sign}1")?;
            rest = others;
        }
    }
    Ok(())
}

/// Writes the right-hand side of each row, and the range of those with two sides.
fn write_sides(rows: &[(Name, Bounds)], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "RHS")?;
    for (name, bounds) in rows {
        if bounds.bound > 0 {
            writeln!(out, " rhs {name} {}", bounds.bound)?;
        }
    }
    let mut is_first = true;
    for (name, bounds) in rows {
        if let Some(high) = bounds.high {
            if std::mem::take(&mut is_first) {
                writeln!(out, "RANGES")?;
            }
            writeln!(out, " range {name} {}", high - bounds.bound)?;
        }
    }
    Ok(())
}
