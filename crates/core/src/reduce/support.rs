//! The support rule: an option that conflicts with every remaining option of some item that must be
//! covered is in no solution.
//!
//! A *support* of option `o` for item `j` is an option left of `j` that does not conflict with `o`.
//! Two options conflict if they share an item that may be covered only once more, unless both use
//! it in the same colour. An option does not conflict with itself. If `j` needs `low` more options
//! and `o` has fewer than `low` supports for it, `o` is *unsupported*.
//!
//! *Proof.* A solution with `o` would use `low` supports of `o` for `j`, but there are not that
//! many. This uses of every other item only that it may not be covered too often. ∎
//!
//! A program that tries every option, such as Knuth's DLX-PRE, pays for all the conflicts of each
//! option. Here the rule is applied to every *item* instead, which takes fewer and cheaper steps.
//! Among any `low` options of `j`, an unsupported option conflicts with at least one. The
//! candidates are therefore the options that conflict with one of the `low` options that have the
//! fewest neighbours. The other options of `j`, one after the other, filter the candidates, until
//! often none is left. If that takes long, conflicts are counted instead of compared.
//!
//! The subset rule is a special case: if every option of `i` also covers `j`, then an option that
//! covers `j` but not `i` conflicts with all options of `i`.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::effort::{Effort, filled};
use super::open::{Coloured, Fate, Halt, Item, OpenProblem};
use crate::ask::Stop;
use crate::policy::ReducePolicies;
use crate::problem::{ItemId, OptionId};

/// Applies the rule to one item after the other. Takes O(items + options) memory, which is reused.
pub(super) struct SupportRule {
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
    /// See the policy `reduce.comparisons`.
    comparisons: u64,
}

struct Candidate {
    option: OptionId,
    /// The number of its supports so far.
    supports: u32,
    /// Whether it is known to have too few.
    is_unsupported: bool,
}

impl SupportRule {
    pub(super) fn new(
        open: &OpenProblem<'_>,
        policies: ReducePolicies,
        effort: &mut Effort<'_>,
    ) -> Result<Self, Stop> {
        Ok(Self {
            seen: vec![0; open.fates.len()],
            round: 0,
            marks: filled(None, open.items.len(), effort)?,
            members: BinaryHeap::new(),
            pivots: Vec::new(),
            candidates: Vec::new(),
            comparisons: policies.comparisons,
        })
    }

    /// Removes the options that have too few supports for the item.
    pub(super) fn apply(
        &mut self,
        open: &mut OpenProblem<'_>,
        item: ItemId,
        effort: &mut Effort<'_>,
    ) -> Result<(), Halt> {
        let low = open.item(item).low;
        // An item that needs all options that it has left is for the other rule.
        if low == 0 || low >= open.item(item).left {
            return Ok(());
        }
        self.gather(open, item, low, effort)?;
        self.filter(open, item, effort)?;
        // An unsupported option stays unsupported when others are removed: supports only get fewer.
        for candidate in &self.candidates {
            effort.step(4 * open.size(candidate.option) as usize)?;
            open.remove(candidate.option, Fate::Unsupported(item))?;
        }
        Ok(())
    }

    /// Collects the candidates: the options that conflict with one of the `low` members that have
    /// the fewest neighbours.
    fn gather(
        &mut self,
        open: &OpenProblem<'_>,
        item: ItemId,
        low: u32,
        effort: &mut Effort<'_>,
    ) -> Result<(), Stop> {
        self.round += 1;
        self.candidates.clear();
        self.pivots.clear();
        let mut members = std::mem::take(&mut self.members).into_vec();
        members.clear();
        for member in open.options(item) {
            let reach = |used: Coloured<ItemId>| u64::from(open.item(used.of).left);
            // Each of these options may become a candidate, so few of them are best.
            let neighbours = open.uses(member.of).map(reach).sum();
            effort.spend(open.size(member.of))?;
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
            for mine in open.uses(pivot) {
                if !open.item(mine.of).separates() {
                    continue;
                }
                for other in open.options(mine.of) {
                    effort.step(1)?;
                    let seen = &mut self.seen[other.of.index()];
                    if *seen != self.round && !mine.agrees(&other) {
                        *seen = self.round;
                        self.candidates.push(Candidate {
                            option: other.of,
                            supports: 0,
                            is_unsupported: false,
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

    /// Keeps the candidates that have fewer than `low` supports.
    fn filter(
        &mut self,
        open: &OpenProblem<'_>,
        item: ItemId,
        effort: &mut Effort<'_>,
    ) -> Result<(), Stop> {
        let Item { low, left, .. } = *open.item(item);
        let mut comparisons = self.comparisons.saturating_mul(left.into());
        let Self {
            marks,
            members,
            pivots,
            candidates,
            ..
        } = self;
        let rest = std::iter::from_fn(|| members.pop().map(|Reverse((_, member))| member));
        for member in pivots.drain(..).chain(rest) {
            // A candidate may be removed only if it was compared with all members.
            if effort.is_spent() {
                candidates.clear();
            }
            if candidates.iter().all(|candidate| candidate.is_unsupported) {
                break;
            }
            effort.step(open.size(member) as usize)?;
            for mine in open.uses(member) {
                if open.item(mine.of).separates() {
                    marks[mine.of.index()] = Some(mine);
                }
            }
            comparisons =
                comparisons.saturating_sub(compare(open, member, marks, low, candidates, effort)?);
            for mine in open.uses(member) {
                marks[mine.of.index()] = None;
            }
            if comparisons == 0 && low == 1 {
                // Once is enough: the numbers would be the same.
                comparisons = u64::MAX;
                count(open, item, candidates, effort)?;
            }
        }
        Ok(())
    }
}

/// Compares the candidates with a member, whose uses are marked, and removes those that now have
/// `low` supports. Returns the number of uses that it read.
fn compare(
    open: &OpenProblem<'_>,
    member: OptionId,
    marks: &[Option<Coloured<ItemId>>],
    low: u32,
    candidates: &mut Vec<Candidate>,
    effort: &mut Effort<'_>,
) -> Result<u64, Stop> {
    let (mut all_reads, mut end) = (0, Ok(()));
    candidates.retain_mut(|candidate| {
        if candidate.is_unsupported {
            return true;
        }
        if end.is_err() {
            return false;
        }
        let mut reads = 0;
        let conflicts = candidate.option != member
            && open.uses(candidate.option).any(|other| {
                reads += 1;
                marks[other.of.index()].is_some_and(|mine| !mine.agrees(&other))
            });
        all_reads += reads;
        end = effort.spend(reads);
        candidate.supports += u32::from(!conflicts);
        candidate.supports < low
    });
    end.map(|()| all_reads)
}

/// Decides most candidates for an item that needs one option, without a comparison: counts the
/// members that use each other item, in all and in each colour. Removes the candidates that have a
/// support, because they conflict with too few members over all their items together. Marks those
/// that conflict with all members over one item.
///
/// In a table of allowed combinations, a candidate shares one item with the members, so this
/// decides all candidates. O(total size of the members and candidates).
fn count(
    open: &OpenProblem<'_>,
    item: ItemId,
    candidates: &mut Vec<Candidate>,
    effort: &mut Effort<'_>,
) -> Result<(), Stop> {
    // The members that use an item in a colour, and without one those that use it at all.
    let mut users: FxHashMap<Coloured<ItemId>, u64> = FxHashMap::default();
    let members = u64::from(open.item(item).left);
    let uses = |option| {
        let uses = open.uses(option);
        uses.filter(|used| open.item(used.of).separates())
    };
    for member in open.options(item) {
        effort.spend(open.size(member.of))?;
        for mine in uses(member.of) {
            *users.entry(mine.without_colour()).or_default() += 1;
            if !mine.is_plain() {
                *users.entry(mine).or_default() += 1;
            }
        }
    }
    let mut end = Ok(());
    candidates.retain_mut(|candidate| {
        if end.is_err() {
            return false;
        }
        end = effort.spend(open.size(candidate.option));
        let (mut sum, mut most) = (0, 0);
        for used in uses(candidate.option) {
            let count = |used| users.get(&used).copied().unwrap_or_default();
            let mut conflicts = count(used.without_colour());
            if !used.is_plain() {
                // Those in the same colour do not conflict.
                conflicts -= count(used);
            }
            sum += conflicts;
            most = most.max(conflicts);
        }
        candidate.is_unsupported = most == members;
        // Fewer conflicts than members: one member has none, and is a support.
        sum >= members
    });
    end
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::TestCaseError;

    use super::super::{reduce, reduce_with};
    use crate::ask::{Budget, Limits};
    use crate::case::{Case, cases, coloured_cases, multiple_cases};
    use crate::policy::{Policies, ReducePolicies};

    /// Checks that counting conflicts removes the same options as comparing all pairs.
    fn check_counting(case: &Case) -> Result<(), TestCaseError> {
        let reduced = |comparisons| {
            let policies = ReducePolicies {
                comparisons,
                ..Policies::default().reduce
            };
            let problem = case.problem().into();
            let reduced = reduce_with(problem, &Budget::unlimited(), policies);
            reduced.map(|reduced| (reduced.report, reduced.origins))
        };
        prop_assert_eq!(reduced(0), reduced(u64::MAX));
        Ok(())
    }

    /// Members in the colours 1 to 3, candidates in the colours 1 to 4: only colour 4 goes.
    #[test]
    fn conflicts_are_counted_by_colour() {
        let option = |item: usize| move |colour| vec![(item, None), (2, Some(colour))];
        let case = Case {
            items: vec![Some(1..=1), Some(1..=1), None],
            options: (1..=3)
                .map(option(0))
                .chain((1..=4).map(option(1)))
                .collect(),
        };
        check_counting(&case).unwrap();
        let reduced = reduce(case.problem(), Limits::new()).unwrap();
        assert_eq!(reduced.report.unsupported, 1);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn counting_agrees_with_comparing(case in cases()) {
            check_counting(&case)?;
        }

        #[test]
        fn counting_agrees_with_comparing_colours(case in coloured_cases()) {
            check_counting(&case)?;
        }

        #[test]
        fn counting_agrees_with_comparing_multiplicities(case in multiple_cases()) {
            check_counting(&case)?;
        }
    }
}
