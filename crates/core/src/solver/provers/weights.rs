//! Weights of items that no solution can have.

use std::sync::Arc;

use crate::ask::{Assumptions, Count, Meter, Stop};
use crate::colouring::colouring_with;
use crate::engine::{Fuel, Proof, Prover};
use crate::policy::Policies;
use crate::problem::Problem;

/// See [`colouring`](crate::colouring()).
#[derive(Debug)]
struct Weights {
    problem: Arc<Problem>,
    policies: Arc<Policies>,
    work: u64,
}

/// A step of the elimination takes this long, about, in nanoseconds.
const ENTRY: u64 = 12;

pub(super) fn weights(
    problem: &Arc<Problem>,
    assumptions: &Assumptions,
    _: usize,
    policies: &Arc<Policies>,
    meter: &mut Meter<'_>,
) -> Result<Option<Box<dyn Prover>>, Stop> {
    if policies.colouring.work == 0 {
        return Ok(None);
    }
    let problem = if assumptions.is_empty() {
        Arc::clone(problem)
    } else {
        let (forced, forbidden) = (assumptions.forced(), assumptions.forbidden());
        Arc::new(problem.assuming(&forced, &forbidden, |work| meter.spend(work))?)
    };
    Ok(Some(Box::new(Weights {
        problem,
        policies: Arc::clone(policies),
        work: 0,
    })))
}

impl Prover for Weights {
    /// All of it is one step, of about a fifth of a second at most.
    fn run(&mut self, _: &mut Fuel, meter: &mut Meter<'_>) -> Result<Proof, Stop> {
        let found = colouring_with(&self.problem, meter.budget(), self.policies.colouring);
        self.work = (self.policies.colouring.work as u64).saturating_mul(ENTRY);
        match found {
            Ok(Some(_)) => Ok(Proof::Solutions(Count::ZERO)),
            Ok(None) | Err(Stop::TooLarge) => Ok(Proof::GaveUp),
            Err(stop) => Err(stop),
        }
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn left(&self) -> f64 {
        f64::INFINITY
    }
}
