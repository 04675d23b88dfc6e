//! `best --ledger`.

use std::path::Path;

use quadrille_core::{Answer, Best as Found, Solver, Stop, Want};

use super::super::assume::Assumed;
use super::super::interrupt::Interrupt;
use super::super::ledger::Saved;
use super::super::outcome::Failure;
use super::super::progress::Work;
use super::Best;
use super::improving::Improving;

impl Best {
    /// Continues the search of a ledger.
    pub(super) fn search_in(
        &self,
        path: &Path,
        solver: &Solver,
        (k, assumed): (usize, &Assumed),
        shown: &mut Improving<'_>,
        interrupt: &Interrupt,
    ) -> Result<Answer<Found>, Failure> {
        let question = (Want::Best(k, self.sense()), &assumed.assumptions);
        let saved = Saved::open(path, solver, self.problem.path(), question, interrupt)?;
        let limits = self.limits.question(interrupt);
        let loss = |cost| self.sense().loss(cost);
        let progress = self.progress.begin(Work::Question);
        let token = interrupt.token().clone();
        let saved = saved.with(&self.threads, limits.clone());
        let mut best = Found::before(solver.problem(), self.sense());
        // The parts that are left know no bound of their own before they begin.
        let mut search = solver.search();
        search.assume(assumed.assumptions.clone());
        search.limits(limits);
        best.bound = search.prices_by(self.sense()).value.bound;
        let proved = best.bound.map_or(i64::MIN, loss);
        let (answer, bound) = saved.best(best.bound, &progress, |better| {
            // What cannot be printed need not be found.
            if self.improving && !shown.print(better) {
                token.cancel();
            }
        })?;
        best.solutions = answer.value.best;
        best.ties = answer.value.total;
        let remaining = bound.filter(|_| answer.stop != Stop::Exhausted);
        let known = best.cost().into_iter().chain(remaining);
        let lowest = known.map(loss).min();
        best.bound = lowest.map(|lowest| loss(lowest.max(proved)));
        Ok(Answer::new(best, answer.stop, answer.stats))
    }
}
