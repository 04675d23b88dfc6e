//! Spare items: every solution of the problem without them satisfies them anyway.
//!
//! When the other rules can remove no more options, an item is spare if
//!
//! 1. no option contains it any more: it is secondary, or it is covered as often as it must be; or
//! 2. it is secondary, and at most one option contains it, or all of them use it in the same
//!    colour; or
//! 3. each of its options also contains another item `i`, without a colour, where `i` is kept and
//!    * `i` may not be covered more often than it, so it is not covered too often; and
//!    * it need not be covered at all, or it has exactly the options of `i` and needs no more of
//!      them, so it is covered often enough (Knuth's clones).
//!
//! *Proof.* In each case the bounds of the item hold in every solution of the problem without it.
//! Items are spared one after the other, each because of items that are still kept. Every option
//! keeps a primary item: in case 3 a primary item is spared only if `i` is primary, and in case 1
//! there is no option. ∎
//!
//! Two options that conflict in an item spared by rule 3 also conflict in `i`. So sparing items
//! does not change which options are unsupported.

use super::effort::Effort;
use super::remains::{Coloured, Item, Remains};
use crate::ask::Stop;
use crate::problem::ItemId;

/// Marks the items that are spare, as far as the effort allows. At worst O(sum over the items of
/// the sizes of their options); usually the first two options of an item show that they share no
/// other item. If a limit ends the work, the items marked so far are spare.
pub(super) fn mark_spare(
    remains: &Remains<'_>,
    spare: &mut [bool],
    effort: &mut Effort<'_>,
) -> Result<(), Stop> {
    // The items that all options of the current item contain, as far as they have been read.
    let mut candidates: Vec<ItemId> = Vec::new();
    let mut marks = vec![false; remains.items.len()];
    // Backwards, because secondary items tend to be declared last, and they should be spared first.
    for item in remains.problem.items().rev() {
        effort.step(4)?;
        let own = remains.item(item);
        let mut options = remains.options(item);
        let Some(first) = options.next() else {
            spare[item.index()] = true;
            continue;
        };
        if !own.primary {
            let mut agree = true;
            for other in options {
                effort.step(1)?;
                agree = first.agrees(&other);
                if !agree {
                    break;
                }
            }
            if agree {
                spare[item.index()] = true;
                continue;
            }
        }
        if effort.is_spent() {
            continue;
        }
        let is_candidate = |used: &Coloured<ItemId>| {
            used.of != item
                && used.is_plain()
                && !spare[used.of.index()]
                && implies(remains.item(used.of), own)
        };
        candidates.clear();
        candidates.extend(
            remains
                .uses(first.of)
                .filter(is_candidate)
                .map(|used| used.of),
        );
        effort.spend(remains.size(first.of))?;
        for option in remains.options(item).skip(1) {
            if candidates.is_empty() {
                break;
            }
            effort.spend(remains.size(option.of))?;
            let is_plain = |used: &Coloured<ItemId>| used.is_plain();
            for used in remains.uses(option.of).filter(is_plain) {
                marks[used.of.index()] = true;
            }
            candidates.retain(|candidate| marks[candidate.index()]);
            for used in remains.uses(option.of) {
                marks[used.of.index()] = false;
            }
        }
        spare[item.index()] = !candidates.is_empty();
    }
    Ok(())
}

/// Whether the bounds of an item imply those of another one whose options all contain it.
fn implies(one: &Item, other: &Item) -> bool {
    let enough = other.low == 0 || one.left == other.left && one.low >= other.low;
    one.left >= other.left && one.high <= other.high && enough && (one.primary || !other.primary)
}
