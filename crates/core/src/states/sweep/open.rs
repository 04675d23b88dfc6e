//! The part of a layout that forced options leave open.

use std::sync::Arc;

use crate::ask::{Meter, Stop};
use crate::problem::Lists;
use crate::states::layout::Layout;

/// The options that can still be used, listed under the bits that they need.
#[derive(Clone, Debug)]
pub(super) struct OpenPart {
    pub(super) layout: Arc<Layout>,
    /// For each bit the options that need it.
    users: Lists<u32>,
    /// The primary items that are not covered yet, in order.
    pub(super) items: Vec<u32>,
}

impl OpenPart {
    /// Removes what these forced options exclude from a layout without multiplicities. Returns
    /// `None` if they exclude each other or leave an item without options. O(total size of the
    /// options, and bits that the forced options clear).
    pub(super) fn new(
        layout: &Arc<Layout>,
        forced: &[u32],
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, Stop> {
        let mut gone = vec![false; layout.bits];
        for &option in forced {
            if layout.needs(option).iter().any(|&bit| gone[bit as usize]) {
                return Ok(None);
            }
            for bit in layout.clears(option) {
                meter.spend(1)?;
                gone[bit as usize] = true;
            }
        }
        let mut live = Vec::with_capacity(layout.len());
        for option in 0..layout.len() as u32 {
            let needs = layout.needs(option);
            meter.spend(2 + 2 * needs.len())?;
            if needs.iter().all(|&bit| !gone[bit as usize]) {
                live.push(option);
            }
        }
        let needs = |&option: &u32| layout.needs(option).iter().map(move |&bit| (bit, option));
        let users = || live.iter().flat_map(needs);
        let users = Lists::grouped(layout.bits, users, |work| meter.spend(work))?;
        let items = (0..layout.primary as u32).filter(|&item| !gone[item as usize]);
        let items: Vec<u32> = items.collect();
        if items.iter().any(|&item| users.of(item).is_empty()) {
            return Ok(None);
        }
        Ok(Some(Self {
            layout: Arc::clone(layout),
            users,
            items,
        }))
    }

    /// The options that need a bit, ascending.
    pub(super) fn users(&self, bit: u32) -> &[u32] {
        self.users.of(bit)
    }

    pub(super) fn bits(&self) -> usize {
        self.layout.bits
    }
}
