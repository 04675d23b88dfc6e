//! Orders of the items for a sweep.
//!
//! The *frontier* is the set of items that some option of an earlier level covers and some other
//! option can still cover. The narrower it is, the fewer states a sweep has. Two orders are tried,
//! both from an item with the fewest options: one always takes the item that adds least to the
//! frontier, the other the item that has been in the frontier longest.

use super::open::OpenPart;
use crate::ask::{Meter, Stop};
use crate::policy::SweepPolicies;

/// The rule by which the next item of the frontier is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The item that adds least to the frontier, the oldest on a tie.
    Narrowest,
    /// The item that has been in the frontier longest.
    Oldest,
}

/// Orders the items; `None` if that would take too long.
pub(super) fn order(
    open: &OpenPart,
    next: Next,
    policies: SweepPolicies,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<u32>>, Stop> {
    let mut waiting = open.items.clone();
    meter.spend(16 * waiting.len() + 8 * open.bits())?;
    waiting.sort_by_key(|&item| std::cmp::Reverse(open.users(item).len()));
    let mut growth = Growth::new(open);
    let mut order = Vec::with_capacity(open.items.len());
    // Items in the order in which they entered the frontier; some have left it.
    let mut frontier: Vec<u32> = Vec::new();
    let mut work = 0;
    loop {
        frontier.retain(|&item| growth.of[item as usize] == Place::Inside);
        let best = match next {
            Next::Narrowest => {
                let oldest = frontier.iter().copied().take(policies.compared);
                oldest.min_by_key(|&item| growth.by(item, &mut work))
            }
            Next::Oldest => frontier.first().copied(),
        };
        let item = match best {
            Some(item) => item,
            None => match waiting.pop() {
                Some(item) if growth.of[item as usize] == Place::Ahead => item,
                Some(_) => continue,
                None => return Ok(Some(order)),
            },
        };
        work += frontier.len();
        if work > policies.work {
            return Ok(None);
        }
        order.push(item);
        growth.cover(item, &mut frontier, meter)?;
    }
}

/// The place of an item relative to the frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Ahead,
    Inside,
    Behind,
}

/// What is known about bits and options while an order is built.
struct Growth<'r> {
    open: &'r OpenPart,
    of: Vec<Place>,
    is_gone: Vec<bool>,
    /// For each bit the number of options that can still use it.
    left: Vec<u32>,
    /// For each bit the number of an inspection, and the options of the item under inspection then
    /// that use the bit.
    own: Vec<(u32, u32)>,
    inspections: u32,
}

impl<'r> Growth<'r> {
    fn new(open: &'r OpenPart) -> Self {
        Self {
            open,
            of: vec![Place::Ahead; open.bits()],
            is_gone: vec![false; open.layout.len()],
            left: (0..open.bits() as u32)
                .map(|bit| open.users(bit).len() as u32)
                .collect(),
            own: vec![(0, 0); open.bits()],
            inspections: 0,
        }
    }

    fn options(&self, item: u32) -> impl Iterator<Item = u32> + use<'_, 'r> {
        let users = self.open.users(item).iter().copied();
        users.filter(|&option| !self.is_gone[option as usize])
    }

    /// Returns the growth of the frontier if this item is covered next.
    fn by(&mut self, item: u32, work: &mut usize) -> i64 {
        let mut growth = 0;
        // An order has fewer inspections than uses that it may examine.
        self.inspections += 1;
        *work += self.open.users(item).len();
        for &option in self.open.users(item) {
            if self.is_gone[option as usize] {
                continue;
            }
            let needs = self.open.layout.needs(option);
            *work += needs.len();
            for bit in needs.iter().map(|&bit| bit as usize) {
                let (inspection, own) = &mut self.own[bit];
                if *inspection != self.inspections {
                    (*inspection, *own) = (self.inspections, 0);
                    growth += i64::from(self.of[bit] == Place::Ahead);
                }
                *own += 1;
                growth -= i64::from(*own == self.left[bit]);
            }
        }
        growth
    }

    /// Covers an item: its options are gone, and their other items come into the frontier.
    fn cover(
        &mut self,
        item: u32,
        frontier: &mut Vec<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let own: Vec<u32> = self.options(item).collect();
        meter.spend(self.open.users(item).len())?;
        for option in own {
            self.is_gone[option as usize] = true;
            meter.spend(2 * self.open.layout.needs(option).len())?;
            for &bit in self.open.layout.needs(option) {
                let place = &mut self.of[bit as usize];
                if *place == Place::Ahead {
                    *place = Place::Inside;
                    if (bit as usize) < self.open.layout.primary {
                        frontier.push(bit);
                    }
                }
                self.left[bit as usize] -= 1;
                if self.left[bit as usize] == 0 {
                    *place = Place::Behind;
                }
            }
        }
        self.of[item as usize] = Place::Behind;
        Ok(())
    }
}
