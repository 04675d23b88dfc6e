//! Methods that count all solutions by states.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::ask::{Assumptions, Count, Meter, Stop, Threads};
use crate::engine::{Fuel, Proof, Prover};
use crate::policy::{Policies, RacePolicies};
use crate::problem::Problem;
use crate::schedule::Standing;
use crate::states::fold::{Fold, NoFold, Tally};
use crate::states::layout::{Layout, NoLayout};
use crate::states::progress::Progress;
use crate::states::sweep::Sweep;

/// A method that counts by states.
trait ByStates: Send {
    fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Result<Progress<Count>, Stop>;
    fn nodes(&self) -> u64;
    fn standing(&self, pace: RacePolicies) -> Standing;
}

impl ByStates for Sweep {
    fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Result<Progress<Count>, Stop> {
        self.run(pause, meter)
    }

    fn nodes(&self) -> u64 {
        self.nodes()
    }

    fn standing(&self, pace: RacePolicies) -> Standing {
        self.standing(pace)
    }
}

impl ByStates for Fold<Tally> {
    fn run(&mut self, pause: u64, meter: &mut Meter<'_>) -> Result<Progress<Count>, Stop> {
        self.run(pause, meter)
    }

    fn nodes(&self) -> u64 {
        self.nodes()
    }

    fn standing(&self, pace: RacePolicies) -> Standing {
        self.standing(pace)
    }
}

/// A method that counts all solutions, as a prover.
struct Counting<S> {
    /// In a lock, because threads cannot share it.
    method: Mutex<S>,
    pace: RacePolicies,
}

type Made = Result<Option<Box<dyn Prover>>, Stop>;

/// A [sweep](crate::states::sweep), if it can handle the problem.
pub(super) fn sweep(
    problem: &Arc<Problem>,
    assumptions: &Assumptions,
    bytes: usize,
    policies: &Arc<Policies>,
    meter: &mut Meter<'_>,
) -> Made {
    let layout = Layout::under(problem, assumptions, bytes / 2, meter);
    let sweep = layout.and_then(|(layout, forced)| {
        let means = (bytes.saturating_sub(layout.bytes()), &Threads::default());
        Sweep::new(&Arc::new(layout), &forced, means, policies.sweep, meter)
    });
    match sweep {
        Ok(sweep) => Ok(sweep.map(|sweep| Counting::prover(sweep, policies))),
        // That the assumptions exclude each other is found by the others at once.
        Err(NoLayout::TooLarge(_) | NoLayout::NoSolution) => Ok(None),
        Err(NoLayout::Stopped(stop)) => Err(stop),
    }
}

/// A [fold](crate::states::fold), if it can handle the problem.
pub(super) fn fold(
    problem: &Arc<Problem>,
    assumptions: &Assumptions,
    bytes: usize,
    policies: &Arc<Policies>,
    meter: &mut Meter<'_>,
) -> Made {
    let (layout, forced) = match Layout::under(problem, assumptions, bytes / 2, meter) {
        Ok(layout) => layout,
        Err(NoLayout::TooLarge(_) | NoLayout::NoSolution) => return Ok(None),
        Err(NoLayout::Stopped(stop)) => return Err(stop),
    };
    let (bytes, layout) = (bytes.saturating_sub(layout.bytes()), Arc::new(layout));
    match Fold::new(
        &layout,
        &forced,
        bytes,
        Tally::default(),
        policies.fold,
        meter,
    ) {
        Ok(fold) => Ok(Some(Counting::prover(fold, policies))),
        Err(NoFold::TooLarge(_) | NoFold::Outgrown(_)) => Ok(None),
        Err(NoFold::Stopped(stop)) => Err(stop),
    }
}

impl<S: ByStates + 'static> Counting<S> {
    fn prover(method: S, policies: &Policies) -> Box<dyn Prover> {
        Box::new(Self {
            method: method.into(),
            pace: policies.race,
        })
    }

    fn standing(&self) -> Standing {
        let method = self.method.lock().unwrap_or_else(PoisonError::into_inner);
        method.standing(self.pace)
    }
}

impl<S: ByStates + 'static> Prover for Counting<S> {
    fn run(&mut self, fuel: &mut Fuel, meter: &mut Meter<'_>) -> Result<Proof, Stop> {
        let method = self
            .method
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        let before = method.nodes();
        let progress = method.run(before.saturating_add(fuel.nodes), meter);
        fuel.nodes = fuel.nodes.saturating_sub(method.nodes() - before);
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

impl<S> fmt::Debug for Counting<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Counting").finish_non_exhaustive()
    }
}
