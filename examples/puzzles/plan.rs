//! Plans: problems in which each option has a line in the answer.

use std::error::Error;
use std::io::Write;

use quadrille::{BuildError, Builder, Solver, Use, text};

/// A problem that is being made, with the lines of its options.
#[derive(Default)]
pub struct Plan {
    pub builder: Builder,
    /// Options are numbered from 0, and so are their lines.
    lines: Vec<String>,
}

impl Plan {
    /// Adds an option with its cost and its line in the answer.
    pub fn option<'a, I>(&mut self, items: I, cost: u32, line: String) -> Result<(), BuildError>
    where
        I: IntoIterator<Item: Into<Use<'a>>>,
    {
        self.builder.costed_option(items, i64::from(cost))?;
        self.lines.push(line);
        Ok(())
    }

    /// Prints one of the cheapest plans: the line of each option, with its cost. Returns the least
    /// cost, or `None` if there is no plan.
    pub fn print_cheapest(self, out: &mut impl Write) -> Result<Option<i64>, Box<dyn Error>> {
        let solver = Solver::new(self.builder.build());
        // The other plans of the same cost are not counted: slack options make many of them.
        let best = solver.search().cheapest().value;
        let Some(found) = best.solutions.first() else {
            writeln!(out, "no plan")?;
            return Ok(None);
        };
        for option in &found.solution {
            let cost = solver.problem().cost(option);
            writeln!(out, "{cost:4}  {}", self.lines[option.index()])?;
        }
        writeln!(out, "{:4}  is the least cost", found.cost)?;
        assert!(best.is_optimal());
        Ok(Some(found.cost))
    }

    /// Writes the problem as text.
    pub fn write_dlx(self, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
        Ok(text::dlx::write(&self.builder.build(), out)?)
    }
}
