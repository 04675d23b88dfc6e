//! Searches units on several threads, and writes what was found to a ledger.
//!
//! A walk leaves a rest when it is stopped, so it is saved every few seconds. The other methods
//! save whole units only.

use super::open::Open;
use super::proof::State;
use super::run::{Run, share};
use super::{Ledger, LedgerError, RunProgress, SolutionFile, Unit};
use quadrille_core::Solver;
use quadrille_core::{Answer, Budget, CancelToken, Count, Limits, Method, Stats, Stop, Want};

/// Searches units, and writes their records to a [`Ledger`].
#[derive(Clone, Debug)]
pub struct Runner {
    solver: Solver,
    threads: usize,
    method: Method,
    limits: Limits,
}

impl Runner {
    /// Makes a runner with one thread that walks.
    #[must_use]
    pub fn new(solver: &Solver) -> Self {
        Self {
            solver: solver.clone(),
            threads: 1,
            method: Method::Walk,
            limits: Limits::new(),
        }
    }

    /// Sets the number of threads; 0 means 1.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Sets the method of counting. Only a walk can be continued inside a unit. With other methods
    /// each thread counts one unit at a time, and a unit that is stopped is counted again from its
    /// start.
    #[must_use]
    pub fn method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }

    /// Sets the limits of the whole run. The memory limit applies to each thread. A limit of
    /// solutions is ignored.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Searches the units that are not complete in the ledger, and continues their rests. Their
    /// question is `count` or `best`. Calls `watch` every few seconds and at the end. The value is
    /// the number of units that are still not complete; each record of a unit that was stopped has
    /// a rest.
    ///
    /// # Errors
    /// A [`LedgerError`] if a unit belongs to another problem, if the records of the ledger
    /// contradict each other, if the ledger cannot be written, or if no thread can be started.
    pub fn run(
        &self,
        units: &[Unit],
        ledger: &mut Ledger,
        watch: impl FnMut(&RunProgress),
    ) -> Result<Answer<usize>, LedgerError> {
        self.search(units, ledger, None, watch)
    }

    /// Writes all solutions of a unit to a file, each once, in any order. The question of the unit
    /// is `all`. It works like [`run`](Self::run).
    ///
    /// ```
    /// use quadrille::units::{Ledger, Runner, SolutionFile, SolutionFormat, Unit};
    /// use quadrille::{Solver, text::dlx};
    ///
    /// # let folder = std::env::temp_dir().join(format!("quadrille-visit-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let (path, solutions) = (folder.join("all.jsonl"), folder.join("solutions.txt"));
    /// let solver = Solver::new(dlx::read(b"a b\na b\na\nb\n")?);
    /// let problem = solver.problem();
    /// let unit = Unit::new(problem, "small", "all".parse()?);
    /// let mut ledger = Ledger::open(&path, problem, "small")?;
    /// let mut file = SolutionFile::open(&solutions, SolutionFormat::Text, problem, &ledger, &unit)?;
    /// Runner::new(&solver).visit(&unit, &mut ledger, &mut file, |_| {})?;
    /// assert_eq!(ledger.prove(&[unit])?.total, 2);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of `run`, and a [`LedgerError`] if the file cannot be written.
    pub fn visit(
        &self,
        unit: &Unit,
        ledger: &mut Ledger,
        file: &mut SolutionFile<'_>,
        watch: impl FnMut(&RunProgress),
    ) -> Result<Answer<usize>, LedgerError> {
        self.search(std::slice::from_ref(unit), ledger, Some(file), watch)
    }

    fn search(
        &self,
        units: &[Unit],
        ledger: &mut Ledger,
        mut file: Option<&mut SolutionFile<'_>>,
        mut watch: impl FnMut(&RunProgress),
    ) -> Result<Answer<usize>, LedgerError> {
        self.check(units, file.is_some())?;
        if let (Some(file), [unit]) = (&mut file, units)
            && ledger.records().mark_of(unit).is_none()
        {
            self.claim(unit, ledger, file)?;
        }
        let states = ledger.records().states_of(units)?.into_iter();
        let open = units.iter().zip(states);
        let mut open: Vec<Open<'_>> = open.map(|(unit, known)| Open::new(unit, known)).collect();
        let mut run = Run {
            solver: &self.solver,
            threads: self.threads,
            budget: Budget::start(&self.limits).without_solutions(),
            progress: progress(&open),
            cancel: CancelToken::new(),
            failure: None,
            stop: Stop::Exhausted,
            ledger,
        };
        let is_count = |unit: &Unit| matches!(unit.question.want, Want::Count(_));
        if self.method != Method::Walk && units.iter().all(is_count) {
            run.count(self.method, &open, &mut watch)?;
        } else {
            run.walk(&mut open, file, &mut watch);
        }
        if let Some(failure) = run.failure {
            return Err(failure);
        }
        run.ledger.sync()?;
        let (mut progress, elapsed) = (run.progress, run.budget.elapsed());
        progress.elapsed = elapsed;
        watch(&progress);
        let mut stats = Stats::default();
        stats.solutions = progress.solutions;
        stats.nodes = progress.nodes;
        stats.threads = self.threads;
        stats.elapsed = elapsed;
        Ok(Answer::new(
            progress.units - progress.complete,
            run.stop,
            stats,
        ))
    }

    /// Checks that units are of this problem, and that their question is one that the run answers.
    fn check(&self, units: &[Unit], has_file: bool) -> Result<(), LedgerError> {
        let problem = self.solver.problem();
        let fingerprint = problem.fingerprint();
        let is_bad = |unit: &&Unit| {
            let is_answered = (unit.question.want == Want::All) == has_file;
            unit.problem != fingerprint || !unit.is_valid(problem.option_count()) || !is_answered
        };
        match units.iter().find(is_bad) {
            Some(unit) => Err(LedgerError::Unit {
                unit: unit.part.clone(),
            }),
            None => Ok(()),
        }
    }

    /// Notes in the ledger that the content of the file belongs to it from now on. Without such a
    /// record, a run that is killed before its first one would leave a file that no ledger knows.
    fn claim(
        &self,
        unit: &Unit,
        ledger: &mut Ledger,
        file: &mut SolutionFile<'_>,
    ) -> Result<(), LedgerError> {
        let nothing = State {
            rest: unit.part.clone().into(),
            ..State::default()
        };
        let mark = Some(file.mark()?);
        ledger.append(Open::new(unit, nothing).walked(&self.solver, mark))?;
        ledger.sync()
    }
}

/// The progress at the start of a run.
fn progress(open: &[Open<'_>]) -> RunProgress {
    let share = share(open);
    let mut solutions_before = Count::ZERO;
    for open in open {
        solutions_before += &open.known.found.count;
    }
    RunProgress {
        units: open.len(),
        share,
        share_before: share,
        solutions_before,
        complete: open.iter().filter(|open| open.is_complete()).count(),
        ..RunProgress::default()
    }
}
