//! The choice of the item to branch on.
//!
//! Without weights it is the item with the fewest tries, as in Algorithm M. With weights it is the
//! item with the fewest tries for its weight. The weight of an item is 1 at first and grows by 1 at
//! each dead end at which the item ran out of options (F. Boussemart, F. Hemery, C. Lecoutre and
//! L. Sais, "Boosting systematic search by weighting constraints", 2004).

use std::cmp::Reverse;

use rand_pcg::Pcg32;

use super::state::State;
use super::tables::Tables;
use crate::engine::least::Least;

/// The weights of the items.
#[derive(Clone, Debug)]
pub(in crate::engine::bits) struct Weights(Vec<u32>);

impl Weights {
    pub(super) fn new(items: usize) -> Self {
        Self(vec![1; items])
    }

    /// Records a dead end at which an item ran out of options.
    pub(super) fn grow(&mut self, item: u32) {
        let weight = &mut self.0[item as usize];
        *weight = weight.saturating_add(1);
    }
}

/// The open item with the fewest tries. `None` if all items are closed.
#[inline(always)]
pub(super) fn smallest(
    state: &State<'_>,
    tables: &Tables,
    random: &mut Option<Pcg32>,
) -> Option<u32> {
    let mut least = Least::new();
    for (item, &left) in (0..).zip(&*state.left) {
        if left.bound > 0 {
            let slack = tables.slack(item).min(left.bound);
            let key = (tables.tries(item, left), slack, Reverse(left.size));
            least.offer(key, item, random.as_mut());
        }
    }
    least.get()
}

/// The first open item with the fewest tries for its weight. `None` if all items are closed.
#[inline(always)]
pub(super) fn smallest_by_weight(
    state: &State<'_>,
    tables: &Tables,
    weights: &Weights,
) -> Option<u32> {
    let mut least = None;
    let (mut fewest, mut heaviest) = (u64::MAX, 1);
    for ((item, &left), &weight) in (0..).zip(&*state.left).zip(&weights.0) {
        let (tries, weight) = (tables.tries(item, left), u64::from(weight));
        if left.bound > 0 && tries.saturating_mul(heaviest) < fewest.saturating_mul(weight) {
            (least, fewest, heaviest) = (Some(item), tries, weight);
        }
    }
    least
}
