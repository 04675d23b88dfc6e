//! `quadrille sample`.

use std::io::{self, Write};

use clap::Args;
use quadrille::Solution;
use quadrille::count::Diagram;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;

use super::compile::DiagramArguments;
use super::interrupt::Interrupt;
use super::limits::whole;
use super::outcome::{Failure, Outcome};
use super::{message, output};

/// Print random solutions, each equally likely
///
/// All solutions are brought into a diagram first, as 'compile' does; a file that ends in .nnf is
/// such a diagram. Solutions are drawn independently: one can come twice.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille sample dominoes.dlx -n 3 --seed 7")]
pub(super) struct Sample {
    #[command(flatten)]
    diagram: DiagramArguments,

    /// Print K solutions
    #[arg(short, value_name = "K", default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
    n: u64,

    /// The same seed gives the same solutions, on every machine
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole, allow_negative_numbers = true)]
    seed: u64,
}

impl Sample {
    pub(super) fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let source = match self.diagram.read(interrupt)? {
            Ok(source) => source,
            Err(stopped) => return Ok(stopped),
        };
        let mut rng = Pcg64::seed_from_u64(self.seed);
        let mut out = output::stdout();
        for number in 0..self.n {
            let Some(solution) = source.diagram.sample(&mut rng) else {
                message::say("no solution");
                return Ok(Outcome::NoSolution);
            };
            let separated = if number > 0 { writeln!(out) } else { Ok(()) };
            separated
                .and_then(|()| write(&mut out, &solution, |option| source.name(option)))
                .map_err(Failure::Write)?;
            if interrupt.token().is_cancelled() {
                out.flush().map_err(Failure::Write)?;
                return Ok(Outcome::Interrupted);
            }
        }
        out.flush().map_err(Failure::Write)?;
        Ok(outcome(&source.diagram))
    }
}

/// Whether there is a solution.
pub(super) fn outcome(diagram: &Diagram) -> Outcome {
    if diagram.count().is_zero() {
        Outcome::NoSolution
    } else {
        Outcome::Answered
    }
}

fn write(
    out: &mut impl Write,
    solution: &Solution,
    name: impl Fn(quadrille::OptionId) -> String,
) -> io::Result<()> {
    for option in solution {
        writeln!(out, "{}", name(option))?;
    }
    Ok(())
}
