//! Searches that save their progress in a ledger: `--ledger`.

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

use quadrille_core::text::quantity;
use quadrille_core::{
    Answer, Assumptions, Costed, EngineName, Limits, Problem, Question, Sense, Solver, Stop, Want,
};
use quadrille_units::{
    Ledger, LedgerError, Proof, Records, Runner, SolutionFile, SolutionFormat, Unit,
};

use super::interrupt::Interrupt;
use super::message::{help, note, note_with};
use super::outcome::Failure;
use super::progress::Progress;
use super::room::{Bounded, Room};
use super::source::Source;
use super::split::problem_name;
use super::threads::ThreadArguments;

/// What to do after a stop by the memory limit, where the same command would stop again.
pub(super) const MORE_MEMORY: &str = "raise '--memory', or use fewer '--threads'";

/// A search whose progress is saved.
pub(super) struct Saved {
    ledger: Ledger,
    /// The whole search.
    unit: Unit,
    runner: Runner,
}

impl Saved {
    /// Opens the ledger of a search.
    pub(super) fn open(
        path: &Path,
        solver: &Solver,
        source: Option<&Path>,
        (want, assumptions): (Want, &Assumptions),
        interrupt: &Interrupt,
    ) -> Result<Self, Failure> {
        check_engine(solver)?;
        let name = problem_name(source);
        let question = Question {
            want,
            assumptions: assumptions.clone(),
            ..Question::default()
        };
        let ledger = open(path, solver.problem(), &name, interrupt)?;
        check_sense(path, &ledger, want)?;
        Ok(Self {
            ledger,
            unit: Unit::new(solver.problem(), &*name, question),
            runner: Runner::new(solver),
        })
    }

    /// Sets how the search is run.
    pub(super) fn with(mut self, threads: &ThreadArguments, limits: Limits) -> Self {
        self.runner = self.runner.threads(threads.count()).limits(limits);
        self
    }

    /// Continues the search. The answer is what the file proves at the end.
    pub(super) fn count(mut self, progress: &Progress) -> Result<Answer<Proof>, Failure> {
        let units = std::slice::from_ref(&self.unit);
        let answer = self
            .runner
            .run(units, &mut self.ledger, progress.of_units())?;
        self.prove(answer)
    }

    /// Continues the search for the best solutions. `bound` is a bound of all costs that is known
    /// before the search. `better` receives the best solution so far, again and again. Also returns one of the costs in what is not searched yet; `None` if nothing
    /// is left.
    pub(super) fn best(
        mut self,
        mut bound: Option<i64>,
        progress: &Progress,
        mut better: impl FnMut(&Costed),
    ) -> Result<(Answer<Proof>, Option<i64>), Failure> {
        let units = std::slice::from_ref(&self.unit);
        let mut watch = progress.of_units();
        let answer = self.runner.run(units, &mut self.ledger, |run| {
            bound = run.costs.map_or(bound, |range| range.bound);
            if let Some(best) = &run.best {
                better(best);
            }
            watch(run);
        })?;
        Ok((self.prove(answer)?, bound))
    }

    /// Continues the search, and writes its solutions to a file.
    pub(super) fn visit(
        mut self,
        path: &Path,
        format: SolutionFormat,
        problem: &Arc<Problem>,
        progress: &Progress,
    ) -> Result<Answer<Proof>, Failure> {
        let mut file = SolutionFile::open(path, format, problem, &self.ledger, &self.unit)?;
        if let Some(aside) = file.aside() {
            note(format_args!(
                "renamed {} to {}: the ledger has no whole line, so the search begins again",
                path.display(),
                aside.display()
            ));
        }
        let watch = progress.of_units();
        let answer = self
            .runner
            .visit(&self.unit, &mut self.ledger, &mut file, watch)?;
        self.prove(answer)
    }

    fn prove(mut self, answer: Answer<usize>) -> Result<Answer<Proof>, Failure> {
        let proof = self.ledger.prove(std::slice::from_ref(&self.unit))?;
        let mut stats = answer.stats;
        stats.solutions = proof.total.clone();
        let stop = if proof.is_complete() {
            Stop::Exhausted
        } else {
            answer.stop
        };
        Ok(Answer::new(proof, stop, stats))
    }
}

/// Refuses the engine `learn`: it does not search in parts, so another engine would answer.
fn check_engine(solver: &Solver) -> Result<(), Failure> {
    match solver.engine() {
        EngineName::Learn => Err(Failure::usage(
            "the engine learn searches a problem as a whole, and not in the parts that a ledger \
                   records",
            "leave out '--engine learn'",
        )),
        _ => Ok(()),
    }
}

/// Refuses a ledger of the cheapest solutions for a search for the dearest, and the other way round.
fn check_sense(path: &Path, ledger: &Ledger, want: Want) -> Result<(), Failure> {
    let Want::Best(_, wanted) = want else {
        return Ok(());
    };
    let mut questions = ledger.records().questions();
    let other = questions.find_map(|question| match question.want {
        Want::Best(_, sense) if sense != wanted => Some(sense),
        _ => None,
    });
    let (solutions, help) = match other {
        None => return Ok(()),
        Some(Sense::Min) => ("cheapest", "leave out '--max'"),
        Some(Sense::Max) => ("dearest", "add '--max'"),
    };
    Err(Failure::usage(
        format!(
            "{} is a ledger of the {solutions} solutions",
            path.display()
        ),
        format!("{help}, or give '--ledger' another file"),
    ))
}

/// Reports lines that a crash has filled with zeros.
pub(super) fn note_damaged(lines: usize, name: &dyn Display) {
    if lines > 0 {
        let lines = quantity(lines, "line");
        note_with(
            format_args!("skipped {lines} with zero bytes in {name}"),
            "a crash of the machine leaves them; their units are searched again",
        );
    }
}

/// Suggests how to continue a search that was stopped.
pub(super) fn suggest(stop: Stop) {
    match stop {
        Stop::Memory => help(MORE_MEMORY),
        stop if stop.is_limit() => help("run the same command again to continue"),
        _ => {}
    }
}

/// Reads units, which all stay in memory and need room there. They are expected by the records.
pub(super) fn read_units(
    records: &mut Records,
    source: &Source<'_>,
    room: Room,
    interrupt: &Interrupt,
) -> Result<Vec<Unit>, Failure> {
    source.read_by(interrupt, || {
        let input = interrupt.watched(Bounded::new(source.open()?, room));
        let read = records.read_units_from(&source.name(), input);
        read.map_err(|error| match error {
            LedgerError::Read { error, .. } => source.failed(error),
            error => error.into(),
        })
    })
}

/// Opens a ledger and reports a torn line.
pub(super) fn open(
    path: &Path,
    problem: &Arc<Problem>,
    name: &str,
    interrupt: &Interrupt,
) -> Result<Ledger, Failure> {
    if path == Path::new("-") {
        return Err(Failure::usage(
            "a ledger is a file: it is read again, and cannot be standard output",
            "give '--ledger' the name of a file",
        ));
    }
    // A ledger of many days takes seconds to read.
    interrupt.step(format!("while reading {}", path.display()));
    let ledger = Ledger::open(path, problem, name)?;
    if !ledger.is_locked() {
        note_with(
            format_args!("{} cannot be locked here", path.display()),
            "make sure that no other process uses it",
        );
    }
    note_damaged(ledger.records().damaged(), &path.display());
    if ledger.torn() > 0 {
        let ledger = path.display();
        note(format_args!("removed a torn line at the end of {ledger}"));
    }
    Ok(ledger)
}
