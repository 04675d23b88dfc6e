//! Drops the choices that an argument does not need.
//!
//! An argument that follows singles to their end contains more than its conclusion needs. Only the
//! argument of the chosen step is shrunk, for speed.

use super::bits;
use super::deduction::{Branch, Choice, Deduction, Reason};
use super::live::Live;
use crate::problem::ItemId;

/// Drops choices of a deduction until none can be dropped.
pub(super) fn shrink(live: &Live, deduction: &mut Deduction) {
    let &mut [removed] = &mut deduction.removed[..] else {
        return;
    };
    let Some(removed) = live.number(removed) else {
        return;
    };
    match &mut deduction.reason {
        Reason::Forcing { choices, empty } => {
            shrink_choices(live, removed, choices, |left| is_short(live, *empty, left));
        }
        Reason::Cases { branches, .. } => {
            for Branch {
                option,
                choices,
                empty,
            } in branches
            {
                let Some(option) = live.number(*option) else {
                    continue;
                };
                shrink_choices(live, option, choices, |left| match *empty {
                    Some(item) => is_short(live, item, left),
                    None => !bits::has(left, removed),
                });
            }
        }
        _ => {}
    }
}

/// Whether fewer options are left of an item than it needs.
fn is_short(live: &Live, item: ItemId, left: &[u64]) -> bool {
    let users = live.users(item.index());
    bits::count_of_both(users, left) < live.low(item.index()) as usize
}

fn shrink_choices(
    live: &Live,
    option: usize,
    choices: &mut Vec<Choice>,
    holds: impl Fn(&[u64]) -> bool,
) {
    let mut place = 0;
    while place < choices.len() {
        let (left, made) = follow(live, option, choices, place);
        if holds(&left) {
            // A choice that was needed before may not be needed now.
            *choices = made;
            place = 0;
        } else {
            place += 1;
        }
    }
}

/// Makes all choices but one, and but those that are not forced without it. Returns the options that
/// are left, and the choices that were made.
fn follow(
    live: &Live,
    option: usize,
    choices: &[Choice],
    without: usize,
) -> (Vec<u64>, Vec<Choice>) {
    let mut left = live.options().to_vec();
    bits::remove_all(&mut left, live.conflicts(option));
    let mut made = Vec::new();
    for (place, choice) in choices.iter().enumerate() {
        let item = choice.item.index();
        let (count, low) = (
            bits::count_of_both(live.users(item), &left),
            live.low(item) as usize,
        );
        let Some(number) = live.number(choice.option).filter(|_| place != without) else {
            continue;
        };
        // Another option may be left than the one that was left with all choices.
        let is_forced = count < low || count == low && bits::has(&left, number);
        if is_forced {
            bits::remove_all(&mut left, live.conflicts(number));
            made.push(*choice);
        }
    }
    (left, made)
}
