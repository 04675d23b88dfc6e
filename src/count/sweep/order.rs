//! Orders of the items for a sweep.
//!
//! The *frontier* is the set of the items that some option of an earlier level covers and some
//! other can still cover. A sweep meets few states where it stays small. Two orders are made from
//! an item with the fewest options: one goes on with the item that lets the frontier grow least,
//! the other with the item that has been in the frontier the longest.

use super::rest::Rest;
use crate::ask::{Meter, Stop};
use crate::policy::SweepPolicies;

/// Which item of the frontier comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The one that lets the frontier grow least, the oldest on a tie.
    Narrowest,
    /// The oldest.
    Oldest,
}

/// The items, one by one; `None` if that would take too long.
pub(super) fn order(
    rest: &Rest,
    next: Next,
    policies: SweepPolicies,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<u32>>, Stop> {
    let mut waiting = rest.items.clone();
    meter.spend(16 * waiting.len() + 8 * rest.bits())?;
    waiting.sort_by_key(|&item| std::cmp::Reverse(rest.users(item).len()));
    let mut growth = Growth::new(rest);
    let mut order = Vec::with_capacity(rest.items.len());
    // Items in the order in which they came into the frontier; some have left it.
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

/// Where an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Ahead,
    Inside,
    Behind,
}

/// What is known of bits and options on the way.
struct Growth<'r> {
    rest: &'r Rest,
    of: Vec<Place>,
    is_gone: Vec<bool>,
    /// Options that can still cover it, for each bit.
    left: Vec<usize>,
    /// Options of the item looked at that cover it, for each bit; 0 after every look.
    own: Vec<usize>,
}

impl<'r> Growth<'r> {
    fn new(rest: &'r Rest) -> Self {
        Self {
            rest,
            of: vec![Place::Ahead; rest.bits()],
            is_gone: vec![false; rest.layout.len()],
            left: (0..rest.bits() as u32)
                .map(|bit| rest.users(bit).len())
                .collect(),
            own: vec![0; rest.bits()],
        }
    }

    fn options(&self, item: u32) -> impl Iterator<Item = u32> + use<'_, 'r> {
        let users = self.rest.users(item).iter().copied();
        users.filter(|&option| !self.is_gone[option as usize])
    }

    /// How many more items the frontier has when this one is covered next.
    fn by(&mut self, item: u32, work: &mut usize) -> i64 {
        let mut growth = 0;
        let mut own = std::mem::take(&mut self.own);
        *work += self.rest.users(item).len();
        for option in self.options(item) {
            let needs = self.rest.layout.needs(option);
            *work += needs.len();
            for bit in needs.iter().map(|&bit| bit as usize) {
                own[bit] += 1;
                growth += i64::from(own[bit] == 1 && self.of[bit] == Place::Ahead);
                growth -= i64::from(own[bit] == self.left[bit]);
            }
        }
        for option in self.options(item) {
            for &bit in self.rest.layout.needs(option) {
                own[bit as usize] = 0;
            }
        }
        self.own = own;
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
        meter.spend(self.rest.users(item).len())?;
        for option in own {
            self.is_gone[option as usize] = true;
            meter.spend(2 * self.rest.layout.needs(option).len())?;
            for &bit in self.rest.layout.needs(option) {
                let place = &mut self.of[bit as usize];
                if *place == Place::Ahead {
                    *place = Place::Inside;
                    if (bit as usize) < self.rest.layout.primary {
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
