//! Deductions from one truth.

use super::bits;
use super::deduction::{Deduction, Reason};
use super::live::Live;
use crate::problem::ItemId;

/// The truths that have only as many live options as they need. Of a truth that needs several, each
/// is a deduction of its own.
pub(super) fn singles(live: &Live) -> Vec<Deduction> {
    let mut found = Vec::new();
    for item in live.truths() {
        if bits::count_of_both(live.users(item), live.options()) != live.low(item) as usize {
            continue;
        }
        let Some(option) = bits::ones_of_both(live.users(item), live.options()).next() else {
            continue;
        };
        let dead = live.clone().choose(option);
        found.push(Deduction {
            reason: Reason::Single {
                item: ItemId::new(item as u32),
            },
            chosen: vec![live.id(option)],
            removed: live.ids(&dead),
        });
    }
    found
}

/// The truths all of whose live options conflict with some live option.
pub(super) fn locked(live: &Live) -> Vec<Deduction> {
    let mut found = Vec::new();
    for item in live.truths() {
        let mut dead = live.options().to_vec();
        for option in bits::ones_of_both(live.users(item), live.options()) {
            bits::keep_all(&mut dead, live.conflicts(option));
            if bits::is_empty(&dead) {
                break;
            }
        }
        if !bits::is_empty(&dead) {
            found.push(Deduction {
                reason: Reason::Locked {
                    item: ItemId::new(item as u32),
                },
                chosen: Vec::new(),
                removed: live.ids(&dead),
            });
        }
    }
    found
}
