//! A cut: an inequality that holds for all covers, but not for the present solution of the
//! relaxation.

/// The sum of coefficient times value over these entries (option, coefficient) is at most `most`.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    pub(super) entries: Vec<(u32, u32)>,
    pub(super) most: u32,
}

/// A cut that values violate.
pub(super) struct Found {
    pub(super) cut: Cut,
    /// The distance of the values from it.
    pub(super) depth: f64,
    /// Its coefficients at the values, and the length of this vector.
    pub(super) at: Vec<f64>,
    pub(super) length: f64,
}

/// By so much must a cut be violated.
const VIOLATED: f64 = 0.01;
impl Found {
    /// `None` if the values do not violate the cut. Its entries are ascending.
    pub(super) fn new(cut: Cut, values: &[(u32, f64)]) -> Option<Self> {
        let coefficient = |option: u32| {
            let place = cut.entries.binary_search_by_key(&option, |entry| entry.0);
            place.map_or(0.0, |place| f64::from(cut.entries[place].1))
        };
        let at: Vec<f64> = values
            .iter()
            .map(|&(option, _)| coefficient(option))
            .collect();
        let sum: f64 = at
            .iter()
            .zip(values)
            .map(|(entry, (_, value))| entry * value)
            .sum();
        let length = at.iter().map(|entry| entry * entry).sum::<f64>().sqrt();
        let excess = sum - f64::from(cut.most);
        (excess > VIOLATED).then_some(Self {
            cut,
            depth: excess / length,
            at,
            length,
        })
    }
}
