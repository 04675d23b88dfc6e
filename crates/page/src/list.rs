//! Solutions, one after another.

use quadrille_core::{Order, Search, Solution, Stop};
use quadrille_report::Found;
use serde::Deserialize;

use crate::fault::Fault;

/// Which solutions are listed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Which {
    /// How many; 0 for as many as an answer holds.
    #[serde(default = "one")]
    n: u64,
    /// The solutions before them, in the order of the search.
    #[serde(default)]
    pub(crate) skip: u64,
    /// The seed of a random order.
    pub(crate) seed: Option<u64>,
}

fn one() -> u64 {
    1
}

impl Which {
    /// How many solutions are listed, if an answer holds at most so many.
    pub(crate) fn most(&self, most: u64) -> u64 {
        match self.n {
            0 => most,
            n => n.min(most),
        }
    }

    /// Visits the solutions of a search. An answer holds at most so many.
    pub(crate) fn visit(
        &self,
        search: &mut Search,
        most: u64,
        mut visit: impl FnMut(&Solution) -> Result<(), Fault>,
    ) -> Result<Found, Fault> {
        if let Some(seed) = self.seed {
            search.order(Order::Random(seed));
        }
        let (most, mut seen, mut listed) = (self.most(most), 0, 0);
        let mut stop = None;
        let mut solutions = search.solutions();
        for solution in &mut solutions {
            seen += 1;
            if seen <= self.skip {
                continue;
            }
            visit(&solution)?;
            listed += 1;
            if listed == most {
                stop = Some(Stop::Solutions);
                break;
            }
        }
        Ok(Found {
            solutions: listed,
            stop: stop.or(solutions.stop()).unwrap_or_default(),
        })
    }
}
