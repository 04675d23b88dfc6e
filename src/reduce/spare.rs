//! Spare items: those whose demand is met by every cover of the others.
//!
//! An item is spare, once no option can be removed any more, if
//!
//! 1. no option is left that uses it: a secondary item, or one that was covered as often as it
//!    must be, has nothing to ask for; or
//! 2. it is secondary, and all options that are left use it in one colour, or there is only one; or
//! 3. another item `i`, which is kept, is used by all of its options `O`, never in a colour, and
//!    * `i` may be covered no more often than it may, so that no more of `O` can be chosen, and
//!    * it needs no option, or else `O` is all that uses `i`, which needs as many: both are
//!      covered by the same options (Knuth's clones).
//!
//! *Proof.* In each case the bounds of the item hold wherever those of the items that are kept do,
//! and items are spared one after the other, each for the sake of those kept until then. An option
//! keeps a primary item: in case 3 of a primary item `i` is primary, and in case 1 there is no
//! option. ∎
//!
//! Two options that exclude each other by an item spared by rule 3 do so by `i` too, so that
//! sparing items does not keep options from being blocked, nor lets others be blocked.

use super::effort::Effort;
use super::remains::{Item, Remains, Tinted};
use crate::ask::Stop;
use crate::problem::ItemId;

/// Marks the items that are spare: as far as the effort allows, and one more. O(sum over the items
/// of the sizes of its options) at worst; usually two options of an item show that no other item has
/// all of them. If a limit ends it, what is marked until then is spare.
pub(super) fn mark_spare(
    remains: &Remains<'_>,
    spare: &mut [bool],
    effort: &mut Effort<'_>,
) -> Result<(), Stop> {
    // The items that all options of the item in question use, as far as these were looked at.
    let mut candidates: Vec<ItemId> = Vec::new();
    let mut marks = vec![false; remains.items.len()];
    // Secondary items tend to be declared last, and go first.
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
        let could = |used: &Tinted<ItemId>| {
            used.of != item
                && used.is_plain()
                && !spare[used.of.index()]
                && stands_for(remains.item(used.of), own)
        };
        candidates.clear();
        candidates.extend(remains.uses(first.of).filter(could).map(|used| used.of));
        effort.spend(remains.size(first.of))?;
        for option in remains.options(item).skip(1) {
            if candidates.is_empty() {
                break;
            }
            effort.spend(remains.size(option.of))?;
            let plain = |used: &Tinted<ItemId>| used.is_plain();
            for used in remains.uses(option.of).filter(plain) {
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

/// Whether an item that all options of another use makes the other spare.
fn stands_for(one: &Item, other: &Item) -> bool {
    let enough = other.low == 0 || one.left == other.left && one.low >= other.low;
    one.left >= other.left && one.high <= other.high && enough && (one.primary || !other.primary)
}
