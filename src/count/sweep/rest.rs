//! What is left of a layout when some options are forced.

use std::sync::Arc;

use crate::ask::{Meter, Stop};
use crate::count::layout::Layout;
use crate::problem::Ends;

/// The options that can still be used, by the bits that they need.
#[derive(Clone, Debug)]
pub(super) struct Rest {
    pub(super) layout: Arc<Layout>,
    /// For each bit the options that need it, end to end.
    users: Vec<u32>,
    ends: Ends,
    /// The primary items that are not covered yet, in order.
    pub(super) items: Vec<u32>,
}

impl Rest {
    /// What these forced options leave of a layout without multiplicities; `None` if they exclude
    /// each other or leave an item without options. O(total size of the options), and of what the
    /// forced ones clear.
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
        // How many options need each bit, then where each of them goes.
        let mut next = vec![0; layout.bits];
        let mut is_live = vec![false; layout.len()];
        for option in 0..layout.len() as u32 {
            let needs = layout.needs(option);
            meter.spend(2 + 2 * needs.len())?;
            if needs.iter().all(|&bit| !gone[bit as usize]) {
                is_live[option as usize] = true;
                needs.iter().for_each(|&bit| next[bit as usize] += 1);
            }
        }
        let items = (0..layout.primary as u32).filter(|&item| !gone[item as usize]);
        let items: Vec<u32> = items.collect();
        if items.iter().any(|&item| next[item as usize] == 0) {
            return Ok(None);
        }
        let (mut end, mut ends) = (0, Ends::default());
        for size in &mut next {
            (*size, end) = (end, end + *size);
            ends.push(end);
        }
        let mut users = vec![0; end as usize];
        for option in (0..layout.len() as u32).filter(|&option| is_live[option as usize]) {
            let needs = layout.needs(option);
            meter.spend(2 + 4 * needs.len())?;
            for &bit in needs {
                users[next[bit as usize] as usize] = option;
                next[bit as usize] += 1;
            }
        }
        Ok(Some(Self {
            layout: Arc::clone(layout),
            users,
            ends,
            items,
        }))
    }

    /// The options that need a bit, ascending.
    pub(super) fn users(&self, bit: u32) -> &[u32] {
        &self.users[self.ends.range(bit)]
    }

    /// How many bits there are.
    pub(super) fn bits(&self) -> usize {
        self.layout.bits
    }
}
