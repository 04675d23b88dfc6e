//! `best --improving`: prints each better solution as soon as it is found.

use quadrille_core::{Budget, CancelToken, Costed, Decimal, Limits, Problem};

use super::super::outcome::Failure;
use super::super::solutions::Printer;

/// Prints solutions, each better than the one before it.
pub(super) struct Improving<'p> {
    printer: Printer<'p>,
    decimals: u32,
    /// The cost of the last solution that was printed.
    last: Option<i64>,
    /// Why a solution could not be printed.
    failure: Option<Failure>,
    token: CancelToken,
}

impl<'p> Improving<'p> {
    pub(super) fn new(printer: Printer<'p>, problem: &Problem) -> Self {
        Self {
            printer,
            decimals: problem.cost_decimals(),
            last: None,
            failure: None,
            token: CancelToken::new(),
        }
    }

    /// A budget that ends when a solution cannot be printed.
    pub(super) fn budget(&self) -> Budget {
        Budget::start(&Limits::new().cancel(&self.token))
    }

    /// Prints a solution, unless the last one costs the same. Returns whether it can print more.
    pub(super) fn print(&mut self, better: &Costed) -> bool {
        if self.last != Some(better.cost) && self.failure.is_none() {
            self.last = Some(better.cost);
            let cost = Decimal::new(better.cost, self.decimals);
            if let Err(failure) = self.printer.write_costed(better, cost) {
                self.failure = Some(failure);
                self.token.cancel();
            }
        }
        self.failure.is_none()
    }

    /// Prints the best solution if it is not printed yet, and returns the printer.
    pub(super) fn end(mut self, best: Option<&Costed>) -> Result<Printer<'p>, Failure> {
        if let Some(best) = best {
            self.print(best);
        }
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(self.printer),
        }
    }
}
