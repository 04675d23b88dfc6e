//! What an engine knows of costs.

/// An engine that can leave out what is too dear.
pub(crate) trait Priced {
    /// What the options on the trail cost together.
    fn cost(&self) -> u64;

    /// From now on solutions that cost more than this are left out. A ceiling only comes down, until
    /// the next question, which lifts it.
    fn lower_ceiling(&mut self, ceiling: u64);

    /// A lower bound of the costs of all solutions that are still to come. It ends the walk: nothing
    /// but the next question may follow.
    fn least_to_come(&mut self) -> u64;
}
