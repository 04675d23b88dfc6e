//! How far the methods of a race are.

/// How far a method is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    /// The work done so far, in nanoseconds, about.
    pub(super) work: u64,
    /// The work that is left, as the method predicts it.
    pub(super) left: f64,
}

impl Standing {
    pub(super) const START: Self = Self {
        work: 0,
        left: f64::INFINITY,
    };

    /// The standing of a method that has covered this share of its tree.
    pub(super) fn covered(work: u64, share: f64) -> Self {
        // Before the first share is covered nothing is known: any prediction of another method
        // wins.
        let left = if work > 0 && share > 0.0 {
            work as f64 * ((1.0 - share) / share).max(0.0)
        } else {
            f64::INFINITY
        };
        Self { work, left }
    }
}
