//! How far a run is.

use std::time::Duration;

use quadrille_core::{CostRange, Costed, Count};

/// The progress of a [`Runner`](super::Runner).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RunProgress {
    /// The number of units.
    pub units: usize,
    /// The number of units that are complete.
    pub complete: usize,
    /// The share of the search that is done, from 0 to 1, with what was done before this run. Units
    /// have their estimated weights.
    pub share: f64,
    /// The share that was done before this run.
    pub share_before: f64,
    /// The number of solutions that were found before this run.
    pub solutions_before: Count,
    /// The number of solutions found by this run.
    pub solutions: Count,
    /// The number of nodes visited by this run.
    pub nodes: u64,
    /// The time since the start.
    pub elapsed: Duration,
    /// The costs so far, with a bound of the costs in what this run searches, if the
    /// question is `best`.
    pub costs: Option<CostRange>,
    /// The best solution found so far, by this run or before it, if the question is `best`.
    pub best: Option<Costed>,
}
