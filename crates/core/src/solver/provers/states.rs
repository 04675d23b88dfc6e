//! Methods that search states instead of solutions.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::ask::{Count, Meter, Stop, Threads};
use crate::engine::{Fuel, Made, Proof, Prover, Task};
use crate::policy::RacePolicies;
use crate::problem::OptionId;
use crate::schedule::Standing;
use crate::states::fold::{Fold, NoFold, Witness};
use crate::states::layout::{Layout, NoLayout};
use crate::states::progress::Progress;
use crate::states::sweep::Sweep;

/// A layout, the forced options, and the bytes that are left.
type LaidOut = (Arc<Layout>, Vec<u32>, usize);

/// Lays out a problem. `None` if it does not fit, or if the assumptions exclude each other, which
/// others find at once.
fn laid_out(task: &Task<'_>, meter: &mut Meter<'_>) -> Result<Option<LaidOut>, Stop> {
    match Layout::under(task.problem, task.assumptions, task.bytes / 2, meter) {
        Ok((layout, forced)) => {
            let bytes = task.bytes.saturating_sub(layout.bytes());
            Ok(Some((Arc::new(layout), forced, bytes)))
        }
        Err(NoLayout::TooLarge(_) | NoLayout::NoSolution) => Ok(None),
        Err(NoLayout::Stopped(stop)) => Err(stop),
    }
}

/// A [sweep](crate::states::sweep) that counts all solutions.
struct Counting {
    /// In a lock, because threads cannot share it.
    sweep: Mutex<Sweep>,
    pace: RacePolicies,
}

/// Begins a sweep, if it can handle the problem.
pub(super) fn sweep(task: &Task<'_>, meter: &mut Meter<'_>) -> Made {
    let Some((layout, forced, bytes)) = laid_out(task, meter)? else {
        return Ok(None);
    };
    let means = (bytes, &Threads::default());
    let policies = task.policies;
    match Sweep::new(&layout, &forced, means, policies.sweep, meter) {
        Ok(Some(sweep)) => Ok(Some(Box::new(Counting {
            sweep: sweep.into(),
            pace: policies.race,
        }))),
        Ok(None) | Err(NoLayout::TooLarge(_) | NoLayout::NoSolution) => Ok(None),
        Err(NoLayout::Stopped(stop)) => Err(stop),
    }
}

impl Counting {
    fn standing(&self) -> Standing {
        let sweep = self.sweep.lock().unwrap_or_else(PoisonError::into_inner);
        sweep.standing(self.pace)
    }
}

impl Prover for Counting {
    fn run(&mut self, fuel: &mut Fuel, meter: &mut Meter<'_>) -> Result<Proof, Stop> {
        let sweep = self.sweep.get_mut().unwrap_or_else(PoisonError::into_inner);
        let before = sweep.nodes();
        let pause = before.saturating_add(fuel.nodes);
        let progress = meter.ignoring_process(|meter| sweep.run(pause, meter));
        fuel.nodes = fuel.nodes.saturating_sub(sweep.nodes() - before);
        Ok(match progress? {
            Progress::Done(count) => Proof::Solutions(count),
            Progress::Paused => Proof::Paused,
            Progress::Outgrown => Proof::GaveUp,
        })
    }

    fn work(&self) -> u64 {
        self.standing().work
    }

    fn left(&self) -> f64 {
        self.standing().left
    }
}

/// A [fold](crate::states::fold) that looks for one solution, and visits no dead end twice.
struct Finding {
    /// In a lock, because threads cannot share it.
    fold: Mutex<Fold<Witness>>,
    layout: Arc<Layout>,
    forced: Vec<u32>,
    pace: RacePolicies,
    /// The solution, and whether it was returned.
    found: Option<(Vec<OptionId>, bool)>,
}

/// Begins a fold, if it can handle the problem.
pub(super) fn fold(task: &Task<'_>, meter: &mut Meter<'_>) -> Made {
    let Some((layout, forced, bytes)) = laid_out(task, meter)? else {
        return Ok(None);
    };
    let policies = task.policies;
    // Wide states take long and are rarely met again.
    if layout.words > policies.contest.words {
        return Ok(None);
    }
    let algebra = Witness::default();
    match Fold::new(&layout, &forced, bytes, algebra, policies.fold, meter) {
        Ok(fold) => Ok(Some(Box::new(Finding {
            fold: fold.into(),
            layout,
            forced,
            pace: policies.race,
            found: None,
        }))),
        Err(NoFold::TooLarge(_) | NoFold::Outgrown(_)) => Ok(None),
        Err(NoFold::Stopped(stop)) => Err(stop),
    }
}

impl Finding {
    fn with<T>(&self, ask: impl FnOnce(&Fold<Witness>) -> T) -> T {
        ask(&self.fold.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn solution(&self, found: &[u32]) -> Vec<OptionId> {
        let options = self.forced.iter().chain(found);
        options
            .map(|&option| self.layout.ids()[option as usize])
            .collect()
    }
}

impl Prover for Finding {
    fn run(&mut self, fuel: &mut Fuel, meter: &mut Meter<'_>) -> Result<Proof, Stop> {
        if fuel.nodes == 0 {
            return Ok(Proof::Paused);
        }
        if let Some((_, is_returned)) = &mut self.found {
            if *is_returned {
                return Ok(Proof::GaveUp);
            }
            *is_returned = true;
            fuel.nodes -= 1;
            return Ok(Proof::Found);
        }
        let fold = self.fold.get_mut().unwrap_or_else(PoisonError::into_inner);
        let before = fold.nodes();
        let pause = before.saturating_add(fuel.nodes);
        let progress = meter.ignoring_process(|meter| fold.run(pause, meter));
        // The solution takes the place of a node.
        let used = (fold.nodes() - before).max(1);
        fuel.nodes = fuel.nodes.saturating_sub(used);
        Ok(match progress? {
            Progress::Done(Some(found)) => {
                self.found = Some((self.solution(&found), true));
                Proof::Found
            }
            Progress::Done(None) => Proof::Solutions(Count::ZERO),
            Progress::Paused => Proof::Paused,
            Progress::Outgrown => Proof::GaveUp,
        })
    }

    fn work(&self) -> u64 {
        self.with(|fold| fold.work(self.pace))
    }

    fn left(&self) -> f64 {
        self.with(|fold| fold.standing(self.pace)).left
    }

    fn trail(&self, out: &mut Vec<OptionId>) {
        if let Some((solution, _)) = &self.found {
            out.extend_from_slice(solution);
        }
    }

    fn put_back(&mut self, fuel: &mut Fuel) {
        fuel.nodes += 1;
        if let Some((_, is_returned)) = &mut self.found {
            *is_returned = false;
        }
    }
}

impl fmt::Debug for Counting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Counting").finish_non_exhaustive()
    }
}

impl fmt::Debug for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Finding").finish_non_exhaustive()
    }
}
