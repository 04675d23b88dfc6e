//! `--count` and `--estimate`.

use quadrille_core::{Answer, Budget, Count, Solver, Stop};
use quadrille_report::{Estimated, Tilings, Work};
use quadrille_tile::{Packing, Symmetries, Turning, UpToSymmetry};

use super::arguments::{Format, Tile};
use super::input::{Case, Input};
use crate::end::AnswerFormat;
use crate::interrupt::Interrupt;
use crate::message;
use crate::outcome::{Failure, Outcome};

/// The number of probes of an estimate.
const PROBES: u64 = 10_000;

impl Tile {
    fn answer_format(&self) -> AnswerFormat {
        match self.output.format() {
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
            let limits = self.bounds.limits.question(interrupt);
            let tilings = match self.symmetries(&case.packing, &Budget::start(&limits)) {
                Ok(Some(symmetries)) => tilings.up_to_symmetry(Count::default(), &symmetries),
                Ok(None) | Err(_) => tilings,
            };
            let outcome = format.end(&tilings, None)?;
            self.report_obstacle(case, input.cases.len() == 1, &obstacle, interrupt);
            return Ok(outcome);
        }
        let nothing = |stop| format.end(&Tilings::new(&case.name, Count::default(), stop), None);
        let solver = match self.compile(&case.packing, interrupt) {
            Ok(solver) => solver,
            Err(stop) => return nothing(stop),
        };
        let budget = Budget::start(&self.bounds.limits.question(interrupt));
        let symmetries = match self.symmetries(&case.packing, &budget) {
            Ok(symmetries) => symmetries,
            Err(stop) => return nothing(stop),
        };
        let (answer, tilings) = match &symmetries {
            None => {
                let answer = self.ask(&solver, &budget);
                let tilings = Tilings::new(&case.name, answer.value.clone(), answer.stop);
                (answer, tilings)
            }
            Some(symmetries) => {
                let counted = self.count_classes(&solver, symmetries, &budget)?;
                let tilings = Tilings::new(&case.name, counted.all.value.clone(), counted.stop);
                let classes = counted.up_to_symmetry;
                (counted.all, tilings.up_to_symmetry(classes, symmetries))
            }
        };
        let work = self
            .stats
            .then(|| Work::new(&solver, &answer.stats, answer.stop));
        let outcome = format.end(&tilings, work)?;
        match (outcome, &symmetries) {
            (Outcome::NoSolution, _) => self.report_none(case, interrupt),
            (Outcome::Answered, Some(rotations))
                if rotations.len() == 1
                    && rotations.turning() == Turning::OneSided
                    && Symmetries::within(&case.packing, Turning::Free, &budget)
                        .is_ok_and(|all| all.len() > 1) =>
            {
                message::help("'--up-to-symmetry all' counts mirror images once");
            }
            _ => {}
        }
        Ok(outcome)
    }

    /// The symmetries of the board, if the question is up to them.
    pub(super) fn symmetries<'p>(
        &self,
        packing: &'p Packing,
        budget: &Budget,
    ) -> Result<Option<Symmetries<'p>>, Stop> {
        let group = self.up_to_symmetry;
        let found = group.map(|group| Symmetries::within(packing, group.turning(), budget));
        found.transpose()
    }

    fn ask(&self, solver: &Solver, budget: &Budget) -> Answer<Count> {
        let (mut search, mut progress) = self.search(solver);
        let answer = search.budget(budget).count();
        progress.end();
        answer
    }

    fn count_classes(
        &self,
        solver: &Solver,
        symmetries: &Symmetries<'_>,
        budget: &Budget,
    ) -> Result<UpToSymmetry, Failure> {
        let threads = self.bounds.threads.threads();
        let counted = symmetries.count_within(solver, &self.settings(), budget, |search| {
            self.progress.watch(search.threads(&threads))
        });
        counted.map_err(|error| Failure::usage(error.to_string(), "please report this as a bug"))
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
        let answer = search
            .limits(self.bounds.limits.question(interrupt))
            .estimate(PROBES, self.seed.unwrap_or(0));
        format.end(&Estimated::new(&answer), None)
    }
}
