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
use super::open::{Coloured, Item, OpenProblem};
use crate::ask::Stop;
use crate::problem::ItemId;

/// Marks the items that are spare, as far as the effort allows. At worst O(sum over the items of
/// the sizes of their options); usually the first two options of an item show that they share no
/// other item. If a limit ends the work, the items marked so far are spare.
pub(super) fn mark_spare(
    open: &OpenProblem<'_>,
    spare: &mut [bool],
    effort: &mut Effort<'_>,
) -> Result<(), Stop> {
    let mut candidates = Candidates {
        items: Vec::new(),
        marks: vec![false; open.items.len()],
    };
    // Backwards, because secondary items tend to be declared last, and they should be spared first.
    for item in open.problem.items().rev() {
        effort.step(4)?;
        spare[item.index()] = restricts_nothing(open, item, effort)?
            || !effort.is_spent() && candidates.find(open, item, spare, effort)?;
    }
    Ok(())
}

/// Whether no option contains an item any more, or it is secondary and all of its options agree on
/// its colour.
fn restricts_nothing(
    open: &OpenProblem<'_>,
    item: ItemId,
    effort: &mut Effort<'_>,
) -> Result<bool, Stop> {
    let mut options = open.options(item);
    let Some(first) = options.next() else {
        return Ok(true);
    };
    if open.item(item).primary {
        return Ok(false);
    }
    // One option alone agrees, whatever its colour.
    for other in options {
        effort.step(1)?;
        if !first.agrees(&other) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The items that may imply an item.
struct Candidates {
    /// The items that all options of the current item contain, as far as they have been read.
    items: Vec<ItemId>,
    marks: Vec<bool>,
}

impl Candidates {
    /// Whether each option of an item also contains another item that implies it.
    fn find(
        &mut self,
        open: &OpenProblem<'_>,
        item: ItemId,
        spare: &[bool],
        effort: &mut Effort<'_>,
    ) -> Result<bool, Stop> {
        let (own, mut options) = (open.item(item), open.options(item));
        let Some(first) = options.next() else {
            return Ok(false);
        };
        let is_candidate = |used: &Coloured<ItemId>| {
            used.of != item
                && used.is_plain()
                && !spare[used.of.index()]
                && implies(open.item(used.of), own)
        };
        self.items.clear();
        // Only an item of the first option can be in all of them.
        let uses = open.uses(first.of).filter(is_candidate);
        self.items.extend(uses.map(|used| used.of));
        effort.spend(open.size(first.of))?;
        for option in options {
            if self.items.is_empty() {
                break;
            }
            effort.spend(open.size(option.of))?;
            let is_plain = |used: &Coloured<ItemId>| used.is_plain();
            for used in open.uses(option.of).filter(is_plain) {
                self.marks[used.of.index()] = true;
            }
            self.items.retain(|candidate| self.marks[candidate.index()]);
            // Only these marks are set, so to clear them is cheaper than to clear all.
            for used in open.uses(option.of) {
                self.marks[used.of.index()] = false;
            }
        }
        Ok(!self.items.is_empty())
    }
}

/// Whether the bounds of an item imply those of another one whose options all contain it.
fn implies(one: &Item, other: &Item) -> bool {
    let enough = other.low == 0 || one.left == other.left && one.low >= other.low;
    one.left >= other.left && one.high <= other.high && enough && (one.primary || !other.primary)
}
