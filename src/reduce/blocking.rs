//! Blocking: an option beside which some item would have too few options is in no cover.
//!
//! *Proof.* Let item `j` need `low` more options, and let option `o` exclude all but fewer than
//! `low` of the options that `j` has left; `o` does not exclude itself. A cover that holds `o`
//! holds `low` options of `j` none of which `o` excludes, but there are not so many. That two
//! options exclude each other is told by one item alone: both use an item that may be covered
//! only once more, and not in one and the same colour. So all that is used of the other items is
//! that they may not be covered too often. ∎
//!
//! A program that tries every option, as Knuth's DLX-PRE does, pays for all that each of them
//! excludes. Here every *item* is asked what it blocks, which are fewer questions and cheaper ones.
//! What `j` blocks excludes all of its options but fewer than `low`, so it excludes one of any
//! `low` of them. What the `low` with the fewest neighbours exclude are the candidates; the other
//! options of `j`, one after the other, each leave only those candidates that they exclude too.
//! There are soon none.
//!
//! A dominated item is a case of it: if every option of `i` covers `j` too, an option of `j`
//! without `i` excludes all options of `i`.

use super::effort::Effort;
use super::remains::{Fate, Remains, Short, Tinted};
use crate::problem::{ItemId, OptionId};

/// Asks items what they block. Its memory is O(items + options), and is used again.
pub(super) struct Blocking {
    /// `seen[o]` is the question in which option `o` became a candidate.
    seen: Vec<u32>,
    question: u32,
    /// The use of each item by the option that is compared with the candidates.
    marks: Vec<Option<Tinted<ItemId>>>,
    members: Vec<(u64, OptionId)>,
    candidates: Vec<Candidate>,
}

struct Candidate {
    option: OptionId,
    /// Options of the item that it does not exclude.
    spared: u32,
}

impl Blocking {
    pub(super) fn new(remains: &Remains<'_>) -> Self {
        Self {
            seen: vec![0; remains.fates.len()],
            question: 0,
            marks: vec![None; remains.items.len()],
            members: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// Removes what an item blocks.
    pub(super) fn block(
        &mut self,
        remains: &mut Remains<'_>,
        item: ItemId,
        effort: &mut Effort,
    ) -> Result<(), Short> {
        let low = remains.item(item).low;
        if low == 0 || low >= remains.item(item).left {
            return Ok(());
        }
        self.gather(remains, item, low, effort);
        self.filter(remains, low, effort);
        // What is blocked stays so when others go: they only make the item poorer.
        for candidate in &self.candidates {
            remains.remove(candidate.option, Fate::Blocked(item))?;
        }
        Ok(())
    }

    /// The candidates: what one of the `low` options with the fewest neighbours excludes.
    fn gather(&mut self, remains: &Remains<'_>, item: ItemId, low: u32, effort: &mut Effort) {
        self.question += 1;
        self.candidates.clear();
        self.members.clear();
        for member in remains.options(item) {
            let reach = |used: Tinted<ItemId>| u64::from(remains.item(used.of).left);
            let neighbours = remains.uses(member.of).map(reach).sum();
            effort.spend(remains.size(member.of));
            self.members.push((neighbours, member.of));
            if low == 1 {
                // One of its own options is all that the item needs.
                self.seen[member.of.index()] = self.question;
            }
        }
        self.members.sort_unstable();
        for &(neighbours, pivot) in &self.members[..low as usize] {
            effort.spend(neighbours);
            for mine in remains.uses(pivot) {
                if !remains.item(mine.of).separates() {
                    continue;
                }
                for other in remains.options(mine.of) {
                    let seen = &mut self.seen[other.of.index()];
                    if *seen != self.question && !mine.agrees(&other) {
                        *seen = self.question;
                        self.candidates.push(Candidate {
                            option: other.of,
                            spared: 0,
                        });
                    }
                }
            }
        }
        if low == 1 {
            // It excludes all candidates.
            self.members.remove(0);
        }
    }

    /// Keeps the candidates that spare fewer than `low` options of the item.
    fn filter(&mut self, remains: &Remains<'_>, low: u32, effort: &mut Effort) {
        for &(_, member) in &self.members {
            if effort.is_spent() {
                self.candidates.clear();
            }
            if self.candidates.is_empty() {
                return;
            }
            for mine in remains.uses(member) {
                if remains.item(mine.of).separates() {
                    self.marks[mine.of.index()] = Some(mine);
                }
            }
            let (marks, mut looks) = (&self.marks, 0);
            self.candidates.retain_mut(|candidate| {
                let excludes = candidate.option != member
                    && remains.uses(candidate.option).any(|other| {
                        looks += 1;
                        marks[other.of.index()].is_some_and(|mine| !mine.agrees(&other))
                    });
                candidate.spared += u32::from(!excludes);
                candidate.spared < low
            });
            effort.spend(looks);
            for mine in remains.uses(member) {
                self.marks[mine.of.index()] = None;
            }
        }
    }
}
