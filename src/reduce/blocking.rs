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

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::effort::{Effort, filled};
use super::remains::{Fate, Halt, Remains, Tinted};
use crate::ask::Stop;
use crate::problem::{ItemId, OptionId};

/// Asks items what they block. Its memory is O(items + options), and is used again.
pub(super) struct Blocking {
    /// `seen[o]` is the question in which option `o` became a candidate.
    seen: Vec<u32>,
    question: u32,
    /// The use of each item by the option that is compared with the candidates.
    marks: Vec<Option<Tinted<ItemId>>>,
    /// The options of the item that are not asked yet, those with the fewest neighbours first: of a
    /// long list only the start is needed as a rule, and sorting all of it takes long.
    members: BinaryHeap<Reverse<(u64, OptionId)>>,
    /// The first `low` of them.
    pivots: Vec<OptionId>,
    candidates: Vec<Candidate>,
}

struct Candidate {
    option: OptionId,
    /// Options of the item that it does not exclude.
    spared: u32,
}

impl Blocking {
    pub(super) fn new(remains: &Remains<'_>, effort: &mut Effort<'_>) -> Result<Self, Stop> {
        Ok(Self {
            seen: vec![0; remains.fates.len()],
            question: 0,
            marks: filled(None, remains.items.len(), effort)?,
            members: BinaryHeap::new(),
            pivots: Vec::new(),
            candidates: Vec::new(),
        })
    }

    pub(super) fn block(
        &mut self,
        remains: &mut Remains<'_>,
        item: ItemId,
        effort: &mut Effort<'_>,
    ) -> Result<(), Halt> {
        let low = remains.item(item).low;
        if low == 0 || low >= remains.item(item).left {
            return Ok(());
        }
        self.gather(remains, item, low, effort)?;
        self.filter(remains, low, effort)?;
        // What is blocked stays so when others go: they only make the item poorer.
        for candidate in &self.candidates {
            effort.step(4 * remains.size(candidate.option) as usize)?;
            remains.remove(candidate.option, Fate::Blocked(item))?;
        }
        Ok(())
    }

    /// The candidates: what one of the `low` options with the fewest neighbours excludes.
    fn gather(
        &mut self,
        remains: &Remains<'_>,
        item: ItemId,
        low: u32,
        effort: &mut Effort<'_>,
    ) -> Result<(), Stop> {
        self.question += 1;
        self.candidates.clear();
        self.pivots.clear();
        let mut members = std::mem::take(&mut self.members).into_vec();
        members.clear();
        for member in remains.options(item) {
            let reach = |used: Tinted<ItemId>| u64::from(remains.item(used.of).left);
            let neighbours = remains.uses(member.of).map(reach).sum();
            effort.spend(remains.size(member.of))?;
            members.push(Reverse((neighbours, member.of)));
            if low == 1 {
                // One of its own options is all that the item needs.
                self.seen[member.of.index()] = self.question;
            }
        }
        self.members = members.into();
        for _ in 0..low {
            let Some(Reverse((neighbours, pivot))) = self.members.pop() else {
                break;
            };
            self.pivots.push(pivot);
            effort.charge(neighbours);
            for mine in remains.uses(pivot) {
                if !remains.item(mine.of).separates() {
                    continue;
                }
                for other in remains.options(mine.of) {
                    effort.step(1)?;
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
            self.pivots.clear();
        }
        Ok(())
    }

    /// Keeps the candidates that spare fewer than `low` options of the item.
    fn filter(
        &mut self,
        remains: &Remains<'_>,
        low: u32,
        effort: &mut Effort<'_>,
    ) -> Result<(), Stop> {
        let Self {
            marks,
            members,
            pivots,
            candidates,
            ..
        } = self;
        let rest = std::iter::from_fn(|| members.pop().map(|Reverse((_, member))| member));
        for member in pivots.drain(..).chain(rest) {
            if effort.is_spent() {
                candidates.clear();
            }
            if candidates.is_empty() {
                break;
            }
            effort.step(remains.size(member) as usize)?;
            for mine in remains.uses(member) {
                if remains.item(mine.of).separates() {
                    marks[mine.of.index()] = Some(mine);
                }
            }
            let mut end = Ok(());
            candidates.retain_mut(|candidate| {
                if end.is_err() {
                    return false;
                }
                let mut looks = 0;
                let excludes = candidate.option != member
                    && remains.uses(candidate.option).any(|other| {
                        looks += 1;
                        marks[other.of.index()].is_some_and(|mine| !mine.agrees(&other))
                    });
                end = effort.spend(looks);
                candidate.spared += u32::from(!excludes);
                candidate.spared < low
            });
            end?;
            for mine in remains.uses(member) {
                marks[mine.of.index()] = None;
            }
        }
        Ok(())
    }
}
