//! Which cuts to add: the deepest, each in a direction of its own.

use super::cut::{Cut, Found};
use super::simplex::Simplex;
use super::{cliques, odd_sets};
use crate::ask::{Meter, Stop};
use crate::engine::costs::compile::Tables;

/// Cuts that are nearly parallel to a better one are left out: the cosine of their angle.
const PARALLEL: f64 = 0.7;
/// Cuts of one round.
const MOST: usize = 30;

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
