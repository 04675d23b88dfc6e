//! The interface of engines that know costs.

/// An engine that leaves out solutions above a ceiling of costs.
pub(crate) trait Priced {
    /// The total cost of the options on the trail.
    fn cost(&self) -> u64;

    /// Leaves out solutions that cost more than `ceiling` from now on. A ceiling is only ever
    /// lowered; the next question removes it.
    fn lower_ceiling(&mut self, ceiling: u64);

    /// Returns a lower bound of the costs of all solutions that were not found yet, without those
    /// of the later tries of the first `floor` levels. This ends the walk: the engine must be
    /// started again afterwards.
    fn remaining_bound(&mut self, floor: usize) -> u64;
}
