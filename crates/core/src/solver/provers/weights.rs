//! Weights of items that no solution can have.

use std::sync::Arc;

use crate::ask::{Count, Meter, Stop};
use crate::colouring::has_colouring;
use crate::engine::{Fuel, Made, Proof, Prover, Task};
use crate::policy::Policies;
use crate::problem::Problem;

/// See [`colouring`](crate::colouring()).
#[derive(Debug)]
struct Weights {
    problem: Arc<Problem>,
    bytes: usize,
    policies: Arc<Policies>,
    work: u64,
}

/// To read an entry of a matrix takes this long, about, in nanoseconds.
const ENTRY: u64 = 12;

pub(super) fn weights(task: &Task<'_>, meter: &mut Meter<'_>) -> Made {
    let Task {
        problem,
        assumptions,
        ..
    } = *task;
    if task.policies.colouring.work == 0 {
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
        bytes: task.bytes,
        policies: Arc::clone(task.policies),
        work: 0,
    })))
}

impl Prover for Weights {
    /// All of it is one step, of about a fifth of a second at most.
    fn run(&mut self, _: &mut Fuel, meter: &mut Meter<'_>) -> Result<Proof, Stop> {
        let policies = self.policies.colouring;
        let (has_weights, entries) =
            has_colouring(&self.problem, self.bytes, meter.budget(), policies)?;
        self.work = (entries as u64).saturating_mul(ENTRY);
        Ok(if has_weights {
            Proof::Solutions(Count::ZERO)
        } else {
            Proof::GaveUp
        })
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn left(&self) -> f64 {
        f64::INFINITY
    }
}
