//! Blocking: an option is in no solution if it leaves some item too few options.
//!
//! *Proof.* Let item `j` need `low` more options. Let option `o` conflict with all but fewer than
//! `low` of the options that `j` has left, where `o` does not conflict with itself. A solution with
//! `o` would use `low` options of `j` that do not conflict with `o`, but there are not that many.
//! Two options conflict if they share an item that may be covered only once more, unless both use
//! it in the same colour. So the proof uses of every other item only that it may not be covered too
//! often. ∎
//!
//! A program that tries every option, such as Knuth's DLX-PRE, pays for all the conflicts of each
//! option. Here the rule is applied to every *item* instead, which takes fewer and cheaper steps. A
//! blocked option conflicts with all options of `j` but fewer than `low`, so among any `low`
//! options of `j` it conflicts with at least one. The candidates are therefore the options that
//! conflict with one of the `low` options that have the fewest neighbours. The other options of
//! `j`, one after the other, filter the candidates, until often none is left.
//!
//! Dominated items are a special case: if every option of `i` also covers `j`, then an option that
//! covers `j` but not `i` conflicts with all options of `i`.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::effort::{Effort, filled};
use super::remains::{Coloured, Fate, Halt, Remains};
use crate::ask::Stop;
use crate::problem::{ItemId, OptionId};

/// Finds and removes the options that an item blocks. Takes O(items + options) memory, which is
/// reused.
pub(super) struct Blocking {
    /// `seen[o]` is the last round in which option `o` became a candidate.
    seen: Vec<u32>,
    /// Counts calls: a round for each item.
    round: u32,
    /// The uses of the option that is compared with the candidates, by item.
    marks: Vec<Option<Coloured<ItemId>>>,
    /// The options of the item, those with the fewest neighbours first. A heap, because usually
    /// only the first few of a long list are needed.
    members: BinaryHeap<Reverse<(u64, OptionId)>>,
    /// The first `low` members.
    pivots: Vec<OptionId>,
    candidates: Vec<Candidate>,
}

struct Candidate {
    option: OptionId,
    /// The number of options of the item that it does not conflict with.
    spared: u32,
}

impl Blocking {
    pub(super) fn new(remains: &Remains<'_>, effort: &mut Effort<'_>) -> Result<Self, Stop> {
        Ok(Self {
            seen: vec![0; remains.fates.len()],
            round: 0,
            marks: filled(None, remains.items.len(), effort)?,
            members: BinaryHeap::new(),
            pivots: Vec::new(),
            candidates: Vec::new(),
        })
    }

    /// Removes all options that the item blocks.
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
        // A blocked option stays blocked when others are removed: the item only loses options.
        for candidate in &self.candidates {
            effort.step(4 * remains.size(candidate.option) as usize)?;
            remains.remove(candidate.option, Fate::Blocked(item))?;
        }
        Ok(())
    }

    /// Collects the candidates: the options that conflict with one of the `low` members that have
    /// the fewest neighbours.
    fn gather(
        &mut self,
        remains: &Remains<'_>,
        item: ItemId,
        low: u32,
        effort: &mut Effort<'_>,
    ) -> Result<(), Stop> {
        self.round += 1;
        self.candidates.clear();
        self.pivots.clear();
        let mut members = std::mem::take(&mut self.members).into_vec();
        members.clear();
        for member in remains.options(item) {
            let reach = |used: Coloured<ItemId>| u64::from(remains.item(used.of).left);
            let neighbours = remains.uses(member.of).map(reach).sum();
            effort.spend(remains.size(member.of))?;
            members.push(Reverse((neighbours, member.of)));
            if low == 1 {
                // An option of the item itself covers it.
                self.seen[member.of.index()] = self.round;
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
                    if *seen != self.round && !mine.agrees(&other) {
                        *seen = self.round;
                        self.candidates.push(Candidate {
                            option: other.of,
                            spared: 0,
                        });
                    }
                }
            }
        }
        if low == 1 {
            // The only pivot conflicts with all candidates.
            self.pivots.clear();
        }
        Ok(())
    }

    /// Keeps the candidates that conflict with all but fewer than `low` options of the item.
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
                let mut reads = 0;
                let conflicts = candidate.option != member
                    && remains.uses(candidate.option).any(|other| {
                        reads += 1;
                        marks[other.of.index()].is_some_and(|mine| !mine.agrees(&other))
                    });
                end = effort.spend(reads);
                candidate.spared += u32::from(!conflicts);
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
