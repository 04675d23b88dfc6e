//! Cuts: inequalities that hold for all covers, but not for the present solution of the relaxation.

use super::simplex::Simplex;
use super::{cliques, odd_sets};
use crate::ask::{Meter, Stop};
use crate::engine::costs::compile::Tables;

/// The sum of coefficient times value over these entries (option, coefficient) is at most `most`.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    pub(super) entries: Vec<(u32, u32)>,
    pub(super) most: u32,
}

/// A cut that values violate.
pub(super) struct Found {
    cut: Cut,
    /// The distance of the values from it.
    depth: f64,
    /// Its coefficients at the values, and the length of this vector.
    at: Vec<f64>,
    length: f64,
}

/// By so much must a cut be violated.
const VIOLATED: f64 = 0.01;
/// Cuts that are nearly parallel to a better one are left out: the cosine of their angle.
const PARALLEL: f64 = 0.7;
/// Cuts of one round.
const MOST: usize = 30;

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

/// Finds cuts that the present values violate, the deepest first, in one of many random orders.
pub(super) fn find(
    tables: &Tables,
    simplex: &Simplex,
    seed: u64,
    meter: &mut Meter<'_>,
) -> Result<Vec<Cut>, Stop> {
    let values: Vec<(u32, f64)> = simplex.values().filter(|value| value.1 > 1e-6).collect();
    let mut found = odd_sets::find(tables, &values, seed, meter)?;
    found.extend(cliques::find(tables, &values, simplex.live(), meter)?);
    found.sort_by(|a, b| b.depth.total_cmp(&a.depth));
    let mut kept: Vec<Found> = Vec::new();
    for new in found {
        let is_near = |old: &Found| {
            let product: f64 = old.at.iter().zip(&new.at).map(|(a, b)| a * b).sum();
            product > PARALLEL * old.length * new.length
        };
        if kept.len() < MOST && !kept.iter().any(is_near) {
            kept.push(new);
        }
    }
    Ok(kept.into_iter().map(|found| found.cut).collect())
}
