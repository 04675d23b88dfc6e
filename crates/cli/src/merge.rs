//! `quadrille merge`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use quadrille_core::Want;
use quadrille_core::text::quantity;
use quadrille_units::{Proof, Records, Unit};

use super::Execute;
use super::help::{LAST, OUTPUT};
use super::input::FormArguments;
use super::interrupt::Interrupt;
use super::ledger::{note_damaged, read_units};
use super::limits::whole;
use super::message::{help, note, note_with, say};
use super::outcome::{Failure, Outcome};
use super::pages::OutputArguments;
use super::room::Room;
use super::source::Source;
use super::split::problem_name;

/// Add up ledgers; prove that nothing is missing or counted twice
///
/// Prints the number of solutions if the records of all ledgers cover the whole search, each part
/// exactly once. This is checked with the problem alone, whatever program split and counted the
/// units. Otherwise it reports a lower bound on standard error. Records that contradict each other
/// are an error.
///
/// If units have 'times', each of their solutions counts that many times. If the ledgers answer
/// several questions, such as counts with different --force, the answers are added. Questions that
/// have solutions in common are an error.
///
/// To confirm a result, count some units again with another engine, into a ledger of their own:
/// print the units with --confirm, give them to 'run --engine links', and merge all ledgers.
#[derive(Args)]
#[command(after_help = "\
Examples:
  quadrille merge queens.dlx run.jsonl
  quadrille merge queens.dlx run.jsonl --confirm 10 > again.jsonl

Exit codes:
  0    the total was printed; with --missing: nothing is missing
  1    the total is 0
  2    bad usage, bad input, or records that contradict each other
  3    units are missing")]
pub(super) struct Merge {
    /// The problem; '-' is standard input
    problem: PathBuf,

    /// The ledgers, in any order
    #[arg(value_name = "LEDGER", required = true)]
    ledgers: Vec<PathBuf>,

    #[command(flatten)]
    form: FormArguments,

    /// Expect the units of this file: those without a record are missing
    #[arg(long, value_name = "FILE")]
    units: Option<PathBuf>,

    /// Print the missing units instead of the total
    #[arg(long)]
    missing: bool,

    /// Print P percent of the complete units, chosen at random, instead of the total
    #[arg(long, value_name = "P", value_parser = percent, conflicts_with = "missing", allow_negative_numbers = true)]
    confirm: Option<f64>,

    /// Choose the units of --confirm by this seed
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole, requires = "confirm", allow_negative_numbers = true)]
    seed: u64,

    #[command(flatten)]
    output: OutputArguments,

    /// Print the numbers of units, nodes and seconds on standard error
    #[arg(long, help_heading = OUTPUT, display_order = LAST)]
    stats: bool,
}

/// Reads a number from 0 to 100.
fn percent(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (0.0..=100.0).contains(number))
        .ok_or_else(|| "expected a number from 0 to 100".to_owned())
}

impl Execute for Merge {
    fn prints(&self) -> bool {
        self.output.prints()
    }

    fn run(&self, interrupt: &Interrupt) -> Result<Outcome, Failure> {
        let problem = self.form.read(Some(&self.problem), interrupt)?;
        let name = problem_name(Source::new(Some(&self.problem)).path());
        let mut output = self.output.open_without_pictures(Some(&self.problem))?;
        let mut records = Records::new(&Arc::new(problem), name);
        self.read_records(&mut records, interrupt)?;
        interrupt.step("while adding up the records");
        let proof = records.prove().map_err(Failure::Conflict)?;
        if matches!(proof.want, Some(Want::Best(..))) {
            return Err(Failure::usage(
                "the ledgers are of 'quadrille best': their records cannot be added up",
                "repeat 'quadrille best --ledger' to see the best solutions",
            ));
        }
        interrupt.print();
        self.list_units(&proof, &mut output)?;
        let prints_total = self.confirm.is_none() && !self.missing;
        if prints_total && proof.is_complete() {
            writeln!(output, "{}", proof.total).map_err(Failure::Write)?;
        }
        output.flush().map_err(Failure::Write)?;
        self.report(&proof);
        Ok(if self.confirm.is_none() && !proof.is_complete() {
            Outcome::Stopped
        } else if prints_total && proof.total.is_zero() {
            Outcome::NoSolution
        } else {
            Outcome::Answered
        })
    }
}

impl Merge {
    /// Reads the ledgers and, if it is given, the list of units.
    fn read_records(&self, records: &mut Records, interrupt: &Interrupt) -> Result<(), Failure> {
        for path in &self.ledgers {
            let source = Source::new(Some(path));
            let name = source.name();
            let length = source.read_by(interrupt, || {
                Ok(records.read_ledger_from(&name, source.open()?)?)
            })?;
            if length.torn > 0 {
                note(format_args!("skipped a torn line at the end of {name}"));
            }
        }
        note_damaged(records.damaged(), &"the ledgers");
        if let Some(path) = &self.units {
            read_units(
                records,
                &Source::new(Some(path)),
                Room::of_program(),
                interrupt,
            )?;
        }
        Ok(())
    }

    /// Prints the units that are missing, or those to confirm.
    fn list_units(&self, proof: &Proof, output: &mut impl Write) -> Result<(), Failure> {
        let mut print = |unit: &Unit| writeln!(output, "{unit}").map_err(Failure::Write);
        if self.missing {
            proof.missing.iter().try_for_each(|unit| print(&unit))?;
        }
        if let Some(percent) = self.confirm {
            let listed = proof.sample(percent, self.seed);
            listed.iter().try_for_each(|unit| print(unit))?;
            let all = proof.counted.len();
            if !listed.is_empty() && (all as f64) * percent < 100.0 {
                let units = quantity(all, "unit");
                note_with(
                    format_args!("the ledgers have only {units}, and units are confirmed whole"),
                    "count the units of a 'quadrille split' to confirm a smaller share",
                );
            }
        }
        Ok(())
    }

    /// Reports what is missing and what was confirmed.
    fn report(&self, proof: &Proof) {
        let counted = quantity(proof.counted.len(), "complete unit");
        if !proof.is_complete() && self.confirm.is_none() {
            match proof.missing.len() {
                0 => say("the ledgers have no records"),
                missing => {
                    let missing = quantity(missing, "missing unit");
                    say(format_args!(
                        "at least {}: {missing}, {counted}",
                        proof.total
                    ));
                }
            }
            if !self.missing && !proof.missing.is_empty() {
                help(
                    "list the missing units with --missing, and count them with 'quadrille run'; or \
                     repeat the stopped command",
                );
            }
        }
        if proof.confirmed > 0 {
            let times = quantity(proof.confirmed, "unit");
            let apart = proof.confirmed_apart;
            say(format_args!(
                "{times} counted at least twice, with the same count ({apart} of them by two engines \
                 or methods)"
            ));
        }
        if self.stats {
            say(format_args!(
                "questions: {}\ncomplete units: {}\nmissing units: {}\nconfirmed units: {}\n\
                 nodes: {}\nseconds: {:.6}",
                proof.questions,
                proof.counted.len(),
                proof.missing.len(),
                proof.confirmed,
                proof.nodes,
                proof.seconds
            ));
        }
    }
}
