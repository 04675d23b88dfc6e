//! `--count` and `--estimate`.

use quadrille::report::{Estimated, Tilings, Work};
use quadrille::tile::{Orbits, OrbitsError, Symmetries};
use quadrille::{Answer, Budget, Count, Limits, Settings, Solver, Stop};

use super::arguments::{Format, Tile};
use super::input::{Case, Input};
use crate::cli::diagram::bounded;
use crate::cli::end::AnswerFormat;
use crate::cli::interrupt::Interrupt;
use crate::cli::outcome::{Failure, Outcome};

/// The number of probes of an estimate.
const PROBES: u64 = 10_000;

impl Tile {
    fn answer_format(&self) -> AnswerFormat {
        match self.format() {
            Format::Json => AnswerFormat::Json,
            Format::Pretty | Format::Svg | Format::Html => AnswerFormat::Text,
        }
    }

    /// Counts the tilings of a board.
    pub(super) fn count_tilings(
        &self,
        case: &Case,
        input: &Input,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Failure> {
        let format = self.answer_format();
        if let Some(obstacle) = self.obstacle(case, interrupt) {
            let tilings = Tilings::new(&case.name, Count::default(), Stop::Exhausted);
            let symmetries = Symmetries::new(&case.packing).len();
            let tilings = match self.up_to_symmetry {
                true => tilings.up_to_symmetry(Count::default(), symmetries),
                false => tilings,
            };
            let outcome = format.end(&tilings, None)?;
            self.report_obstacle(case, input.cases.len() == 1, &obstacle, interrupt);
            return Ok(outcome);
        }
        let solver = match self.compile(&case.packing, interrupt) {
            Ok(solver) => solver,
            Err(stop) => {
                let tilings = Tilings::new(&case.name, Count::default(), stop);
                return format.end(&tilings, None);
            }
        };
        let limits = self.limits.question(interrupt).memory(self.memory);
        let budget = Budget::start(&limits);
        let answer = self.ask(&solver, &budget);
        let tilings = Tilings::new(&case.name, answer.value.clone(), answer.stop);
        let tilings = match self.up_to_symmetry && !answer.stop.is_limit() {
            true => self.up_to_symmetry(case, &solver, &answer.value, tilings, &budget)?,
            false => tilings,
        };
        let work = self
            .stats
            .then(|| Work::new(&solver, &answer.stats, answer.stop));
        let outcome = format.end(&tilings, work)?;
        if outcome == Outcome::NoSolution {
            self.report_none(case, interrupt);
        }
        Ok(outcome)
    }

    fn ask(&self, solver: &Solver, budget: &Budget) -> Answer<Count> {
        let mut search = solver.search();
        search.threads(self.threads.threads()).budget(budget);
        let mut progress = self.progress.watch(&mut search);
        let answer = search.count();
        progress.end();
        answer
    }

    /// Adds the number up to symmetry: by Burnside's lemma, or else by visiting all tilings.
    fn up_to_symmetry<'a>(
        &self,
        case: &'a Case,
        solver: &Solver,
        all: &Count,
        tilings: Tilings<'a>,
        budget: &Budget,
    ) -> Result<Tilings<'a>, Failure> {
        let symmetries = Symmetries::new(&case.packing);
        let settings = bounded(Settings::new(), self.memory);
        let counted = symmetries.count(all.clone(), |problem| {
            let within = Limits::new().memory(self.memory);
            let solver = Solver::within(problem, &settings, &within)?;
            let answer = self.ask(&solver, budget);
            match answer.is_complete() {
                true => Ok(answer.value),
                false => Err(answer.stop),
            }
        });
        match counted {
            Ok(Orbits { up_to_symmetry, .. }) => {
                Ok(tilings.up_to_symmetry(up_to_symmetry, symmetries.len()))
            }
            Err(OrbitsError::Stopped(stop)) => Ok(at_least(case, all, symmetries.len(), stop)),
            Err(OrbitsError::TooMany) => {
                let mut search = solver.search();
                search.threads(self.threads.threads()).budget(budget);
                let mut progress = self.progress.watch(&mut search);
                let mut count: u64 = 0;
                let mut solutions = search.solutions();
                for solution in &mut solutions {
                    count += u64::from(symmetries.is_canonical(&solution));
                }
                progress.end();
                match solutions.stop() {
                    Some(stop) if stop.is_limit() => Ok(at_least(case, &count.into(), 1, stop)),
                    _ => Ok(tilings.up_to_symmetry(count.into(), symmetries.len())),
                }
            }
            Err(error) => Err(Failure::Option {
                what: error.to_string(),
                help: "please report this as a bug".to_owned(),
            }),
        }
    }

    /// Estimates the walk through all tilings.
    pub(super) fn estimate_tilings(
        &self,
        case: &Case,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Failure> {
        let format = self.answer_format();
        let solver = match self.compile(&case.packing, interrupt) {
            Ok(solver) => solver,
            Err(stop) => return format.end(&Estimated::nothing(stop), None),
        };
        let mut search = solver.search();
        let limits = self.limits.question(interrupt).memory(self.memory);
        let answer = search
            .limits(limits)
            .estimate(PROBES, self.seed.unwrap_or(0));
        format.end(&Estimated::new(&answer), None)
    }
}

/// At least as many up to symmetry as all tilings divided by the symmetries.
fn at_least<'a>(case: &'a Case, found: &Count, symmetries: usize, stop: Stop) -> Tilings<'a> {
    let divided = found.checked_div_rem(&Count::from(symmetries as u64));
    let mut least = Count::default();
    if let Some((quotient, rest)) = divided {
        least = quotient;
        if !rest.is_zero() {
            least += Count::from(1);
        }
    }
    Tilings::new(&case.name, least, stop)
}
