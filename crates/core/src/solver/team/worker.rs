//! The work of one thread of a team.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use super::plan::Goal;
use super::share::Batch;
use super::shared::Shared;
use super::state::{Job, State};
use super::tally::Work;
use crate::ask::{Meter, Stop};
use crate::engine::{Engine, Fuel, Purpose, Step};
use crate::solver::ranking::NoBetter;

/// Walks one share after the other until the team is closed.
pub(super) fn work(shared: &Arc<Shared>) {
    let mut worker = Worker::new(shared);
    while let Some(job) = shared.next_job(worker.spare.is_some()) {
        let _guard = Guard(shared);
        worker.walk(job);
    }
}

/// Walks one share, if there is any, for about this long. The caller of a team without threads does
/// so: it has solutions to take and progress to report.
pub(super) fn work_for(shared: &Shared, time: Duration) {
    let job = shared.lock().take_job(&shared.signals, true);
    if let Some(job) = job {
        let _guard = Guard(shared);
        let mut worker = Worker::new(shared);
        worker.until = Some(shared.budget.elapsed() + time);
        worker.walk(job);
    }
}

/// Ends the walk of a thread, even by a panic.
struct Guard<'s>(&'s Shared);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.running -= 1;
        if std::thread::panicking() {
            state.is_broken = true;
        }
        drop(state);
        self.0.work.notify_all();
        self.0.news.notify_all();
    }
}

struct Worker<'s> {
    shared: &'s Shared,
    /// An engine that was used before.
    spare: Option<Box<dyn Engine>>,
    fuel: Fuel,
    /// Solutions and nodes since the last report.
    found: u64,
    nodes: u64,
    /// The counters of the engine at the last report.
    before: Work,
    batch: Batch,
    /// Checks of the clock since the last report.
    checks: u64,
    /// When the walk pauses, if the caller of the team does it.
    until: Option<Duration>,
}

/// A share and its part.
type Place = (usize, usize);

/// Why a thread stopped walking a share.
enum End {
    /// All of it was walked.
    Exhausted,
    /// It is to be continued, by any thread.
    Paused,
    /// The team stops.
    Stopped(Stop),
}

impl<'s> Worker<'s> {
    fn new(shared: &'s Shared) -> Self {
        Self {
            shared,
            spare: None,
            fuel: Fuel::default(),
            found: 0,
            nodes: 0,
            before: Work::default(),
            batch: Batch::default(),
            checks: 0,
            until: None,
        }
    }

    fn walk(&mut self, job: Job) {
        let shared = self.shared;
        let mut meter = shared.budget.meter();
        let begun = match job.engine {
            Some(engine) => Ok(Some(engine)),
            None => self.begin(job.part, &mut meter),
        };
        let (end, engine) = match begun {
            Ok(Some(mut engine)) => {
                self.before = Work::of(&*engine);
                let end = self.run((job.share, job.part), &mut *engine, &mut meter);
                (end, Some(engine))
            }
            Ok(None) => (End::Exhausted, None),
            Err(stop) => (End::Stopped(stop), None),
        };
        let unused = mem::take(&mut self.fuel.nodes);
        shared.signals.give_nodes(unused, &shared.budget);
        let mut state = shared.lock();
        if let End::Stopped(stop) = end {
            state.stop(&shared.signals, stop);
            // Nothing of the part was walked, so it counts as not begun.
            if engine.is_none() {
                state.undo_part(job.share);
                return;
            }
        }
        self.report((job.share, job.part), engine.as_deref(), &mut state);
        match (end, engine) {
            (End::Exhausted, engine) => {
                state.end_share(job.share);
                self.spare = engine.or(self.spare.take());
            }
            (_, Some(engine)) => state.put_back(job.share, engine),
            (_, None) => {}
        }
    }

    /// Moves an engine to the start of a part. `None` if the assumptions contradict each other.
    fn begin(
        &mut self,
        part: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Box<dyn Engine>>, Stop> {
        let shared = self.shared;
        let mut question = shared.question.clone();
        shared.part(part).assume_in(&mut question.assumptions);
        let mut engine = match self.spare.take() {
            Some(engine) => engine,
            None => shared.solver.new_engine(shared.role, meter)?,
        };
        if engine.start(&question, None, meter)? {
            engine.set_purpose(Purpose::Parts);
            if let Some(priced) = engine.priced() {
                priced.use_relaxation(shared.relaxes);
            }
            Ok(Some(engine))
        } else {
            self.spare = Some(engine);
            Ok(None)
        }
    }

    /// Walks a share.
    fn run(&mut self, at: Place, engine: &mut dyn Engine, meter: &mut Meter<'_>) -> End {
        let shared = self.shared;
        self.fuel.dead_ends = shared.interval;
        // Another thread may have found cheaper solutions meanwhile.
        self.lower_ceiling(engine);
        loop {
            let before = self.fuel.nodes;
            let step = engine.run(&mut self.fuel, meter);
            self.nodes += before - self.fuel.nodes;
            let checked = match step {
                Step::Solved => self.solved(at, engine),
                Step::Exhausted => return End::Exhausted,
                Step::Stopped(stop) => return End::Stopped(stop),
                Step::OutOfNodes => {
                    match shared.signals.take_nodes(shared.interval, &shared.budget) {
                        Ok(0) => return End::Paused,
                        Ok(taken) => {
                            self.fuel.nodes = taken;
                            self.check(at, engine)
                        }
                        Err(stop) => Err(End::Stopped(stop)),
                    }
                }
                Step::OutOfDeadEnds => {
                    self.fuel.dead_ends = shared.interval;
                    let polled = shared.budget.poll().map_err(End::Stopped);
                    polled.and_then(|()| self.check(at, engine))
                }
            };
            if let Err(end) = checked {
                return end;
            }
        }
    }

    /// Handles a solution.
    fn solved(&mut self, at: Place, engine: &mut dyn Engine) -> Result<(), End> {
        self.found += 1;
        match self.shared.goal {
            // A count is reported with the nodes: the lock is taken once in many solutions.
            Goal::Count if self.found < self.shared.needed => Ok(()),
            Goal::Count => self.report_now(at, engine),
            Goal::List => {
                self.batch.add(engine);
                if self.batch.len() < self.shared.room.batch {
                    Ok(())
                } else {
                    self.report_now(at, engine)
                }
            }
            Goal::Rank => self.rank(at.1, engine),
        }
    }

    /// Ranks a solution, and lowers the ceiling of all threads.
    fn rank(&mut self, part: usize, engine: &mut dyn Engine) -> Result<(), End> {
        let mut trail = Vec::new();
        engine.trail(&mut trail);
        let cost = engine.priced().map_or(0, |priced| priced.cost());
        // One ranking for all threads: the ceiling of each is that of the best solutions together.
        let ceiling = self.shared.lock().rank(part, cost, &trail);
        match ceiling {
            Ok(ceiling) => self.shared.signals.lower_ceiling(ceiling),
            Err(NoBetter) => return Err(End::Stopped(Stop::Exhausted)),
        }
        self.lower_ceiling(engine);
        Ok(())
    }

    fn lower_ceiling(&self, engine: &mut dyn Engine) {
        let ceiling = self.shared.signals.ceiling();
        if ceiling < i64::MAX
            && let Some(priced) = engine.priced()
        {
            priced.lower_ceiling(ceiling);
        }
    }

    /// Between two runs: reports to the team now and then, gives away a piece of the share if a
    /// thread is idle, and pauses if the caller asks for it.
    fn check(&mut self, at: Place, engine: &mut dyn Engine) -> Result<(), End> {
        let shared = self.shared;
        let is_over = |until| shared.budget.elapsed() >= until;
        if shared.signals.must_pause() || self.until.is_some_and(is_over) {
            return Err(End::Paused);
        }
        self.lower_ceiling(engine);
        self.checks += 1;
        // Each report takes the lock.
        if self.checks >= shared.solver.policies().team.patience {
            self.report_now(at, engine)?;
        }
        // Another thread may have split its share in the meantime.
        if shared.signals.wants_split()
            && shared.lock().ready == 0
            && shared.has_room()
            && let Some(other) = engine.split(shared.goal == Goal::List)
        {
            shared.lock().add_share(other, at.0);
            shared.work.notify_one();
        }
        Ok(())
    }

    /// Reports to the team in the middle of a share.
    fn report_now(&mut self, at: Place, engine: &dyn Engine) -> Result<(), End> {
        let shared = self.shared;
        let mut state = shared.lock();
        self.report(at, Some(engine), &mut state);
        let must_wait = state.must_wait(at.0);
        drop(state);
        if shared.goal == Goal::List {
            shared.news.notify_all();
        }
        if must_wait || shared.signals.must_pause() {
            Err(End::Paused)
        } else {
            Ok(())
        }
    }

    /// Reports what this thread has found and spent since the last report.
    fn report(&mut self, (share, part): Place, engine: Option<&dyn Engine>, state: &mut State) {
        if let Some(engine) = engine {
            let work = Work::of(engine);
            state.spent.work.add(work.since(self.before));
            self.before = work;
        }
        self.checks = 0;
        let (found, nodes) = (mem::take(&mut self.found), mem::take(&mut self.nodes));
        state.add_found(&self.shared.signals, part, found, nodes);
        state.add_batch(share, mem::take(&mut self.batch));
    }
}
