//! The interface of engines that know costs.

/// An engine that leaves out solutions above a ceiling of costs.
pub(crate) trait Priced {
    /// The total cost of the options on the trail.
    fn cost(&self) -> i64;

    /// Leaves out solutions that cost more than `ceiling` from now on. A ceiling is only ever
    /// lowered; the next question removes it.
    fn lower_ceiling(&mut self, ceiling: i64);

    /// Whether walks that begin from now on use the linear relaxation, where it is supported.
    fn use_relaxation(&mut self, relaxes: bool);

    /// Prices the items before the first conclusions, in this question: else items that these
    /// cover would have no price.
    fn price_all(&mut self);

    /// The price of each item, in units of cost.
    fn prices(&self) -> Vec<f64>;
}
