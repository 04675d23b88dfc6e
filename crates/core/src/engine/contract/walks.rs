//! Walks that check every verb.

use proptest::collection::vec;
use proptest::prelude::*;

use super::{Cover, Sane};
use crate::ask::Budget;
use crate::engine::Branch;

/// Walks through all states below the present one. Returns the trails of the solutions in order.
/// Every level must leave the state as it found it.
pub(super) fn walk<E: Sane>(engine: &mut E) -> Vec<Cover> {
    let mut found = Vec::new();
    let mut opened = Vec::new();
    // The number of tries left at each open level.
    let mut left: Vec<Option<u64>> = Vec::new();
    loop {
        match engine.branch() {
            Branch::Dead => {}
            Branch::Solved => {
                let mut trail = Vec::new();
                engine.trail(&mut trail);
                found.push(trail);
            }
            Branch::Open => {
                left.push(engine.dead_ends_are_nodes().then(|| children(engine)));
                opened.push(engine.state());
                look_ahead(engine);
                assert_eq!(Some(&engine.state()), opened.last(), "looked ahead");
                engine.enter();
            }
        }
        engine.sanity();
        loop {
            if opened.is_empty() {
                return found;
            }
            if engine.advance() {
                if let Some(Some(left)) = left.last_mut() {
                    *left -= 1;
                }
                break;
            }
            assert!(matches!(left.pop(), Some(None | Some(0))), "tries are left");
            close(engine, &mut opened);
        }
    }
}

fn children<E: Sane>(engine: &mut E) -> u64 {
    let children = engine.children(&mut Budget::unlimited().meter());
    children.expect("no limit")
}

/// Opens the next level, counts the children of each of its children, and leaves it again. After
/// that the same level can be opened once more.
fn look_ahead<E: Sane>(engine: &mut E) {
    engine.enter();
    while engine.advance() {
        if engine.branch() == Branch::Open {
            children(engine);
        }
    }
    engine.leave();
}

/// Leaves the last level and checks that the state is the one before it was entered.
fn close<E: Sane>(engine: &mut E, opened: &mut Vec<E::State>) {
    engine.leave();
    engine.sanity();
    assert_eq!(Some(engine.state()), opened.pop(), "entered and left");
}

/// Walks as `moves` direct: most advance, some leave a level before its last option. Ends in any
/// state.
pub(super) fn walk_by_moves<E: Sane>(engine: &mut E, moves: &[u8]) {
    let mut opened = Vec::new();
    let mut branched = false;
    for &step in moves {
        if !branched {
            branched = true;
            if engine.branch() == Branch::Open {
                opened.push(engine.state());
                engine.enter();
            }
        } else if opened.is_empty() {
            return;
        } else if step % 4 > 0 && engine.advance() {
            branched = false;
        } else {
            close(engine, &mut opened);
        }
        engine.sanity();
    }
}

pub(super) fn moves() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..40)
}

/// The covers in a canonical order, to compare them with the reference.
pub(super) fn set(mut covers: Vec<Cover>) -> Vec<Cover> {
    for cover in &mut covers {
        cover.sort_unstable();
    }
    covers.sort_unstable();
    covers
}
