//! Deductions from one truth.

use super::bits;
use super::deduction::{Deduction, Reason};
use super::fresh::Fresh;
use super::live::Live;
use crate::problem::ItemId;

/// The truths that have only as many live options as they need. Of a truth that needs several, each
/// is a deduction of its own.
pub(super) fn singles(live: &Live) -> Vec<Deduction> {
    let mut found = Vec::new();
    for item in live.truths() {
        if live.count(item) != live.low(item) {
            continue;
        }
        let Some(option) = bits::ones_of_both(live.users(item), live.options()).next() else {
            continue;
        };
        let dead = live.dead_after(option);
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

/// A single or locked options again, if they still have an effect.
pub(super) fn anew(live: &Live, deduction: Deduction) -> Option<Deduction> {
    let dead = match deduction.reason {
        Reason::Single { item } => {
            let item = item.index();
            let number = deduction.chosen.first().and_then(|&id| live.number(id))?;
            let is_single = live.low(item) > 0 && live.count(item) == live.low(item);
            if !is_single || !bits::has(live.options(), number) {
                return None;
            }
            live.dead_after(number)
        }
        Reason::Locked { item } => {
            let dead = (live.low(item.index()) > 0).then(|| locked_by(live, item.index()));
            dead.flatten().filter(|dead| !bits::is_empty(dead))?
        }
        _ => return None,
    };
    Some(Deduction {
        removed: live.ids(&dead),
        ..deduction
    })
}

/// The truths all of whose live options conflict with some live option.
pub(super) fn locked(live: &Live, fresh: &mut Fresh) -> Vec<Deduction> {
    let mut found = Vec::new();
    for item in live.truths() {
        if !fresh.may_be_locked(live, item) {
            continue;
        }
        let dead = locked_by(live, item);
        if dead.is_none() {
            fresh.note_locked(live, item);
        }
        if let Some(dead) = dead {
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

/// The deductions that remove only the options of one truth, of which no more are left than it needs.
pub(super) fn direct(live: &Live, deduction: &Deduction) -> Vec<Deduction> {
    let mut removed = vec![0; live.words()];
    for number in deduction.removed.iter().filter_map(|&id| live.number(id)) {
        bits::add(&mut removed, number);
    }
    let mut left = live.options().to_vec();
    bits::remove_all(&mut left, &removed);
    let mut found = Vec::new();
    for item in live.truths() {
        let users = live.users(item);
        let is_single = bits::count_of_both(users, &left) == live.low(item) as usize;
        if is_single && !bits::is_disjoint(users, &removed) {
            let own = bits::ones_of_both(users, &removed);
            found.push(Deduction {
                removed: own.map(|option| live.id(option)).collect(),
                ..deduction.clone()
            });
        }
    }
    found
}

/// The live options that conflict with all live options of a truth.
pub(super) fn locked_by(live: &Live, item: usize) -> Option<Vec<u64>> {
    let mut dead = live.options().to_vec();
    for option in bits::ones_of_both(live.users(item), live.options()) {
        bits::keep_all(&mut dead, live.conflicts(option));
        if bits::is_empty(&dead) {
            return None;
        }
    }
    Some(dead)
}

/// Takes all singles and, if asked to, all locked options, until nothing changes or a truth has too
/// few options.
pub(super) fn settle(live: &mut Live, with_locked: bool) {
    loop {
        if live.short().is_some() {
            return;
        }
        let is_single = |&item: &usize| live.count(item) == live.low(item);
        let single = live.truths().find(is_single);
        if let Some(item) = single {
            let option = bits::ones_of_both(live.users(item), live.options()).next();
            if let Some(option) = option {
                live.choose(option);
            }
            continue;
        }
        if !with_locked {
            return;
        }
        let Some(dead) = live.truths().find_map(|item| locked_by(live, item)) else {
            return;
        };
        live.remove(&dead);
    }
}
