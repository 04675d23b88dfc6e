//! Verifies deductions, by the definition.
//!
//! This file shares no code with what finds them: it reads the problem only.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use super::deduction::{Branch, Choice, Deduction, Reason};
use crate::problem::{ItemId, OptionId, Problem};

/// What is wrong with a deduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The deduction neither chooses nor removes an option.
    #[error("the step has no effect")]
    NoEffect,
    /// An option that the step chooses or removes is not live.
    #[error("option {0} is not live")]
    NotLive(OptionId),
    /// The step lists an option twice.
    #[error("option {0} is listed twice")]
    Twice(OptionId),
    /// The argument does not prove that the option is in every solution.
    #[error("the argument does not prove option {0}")]
    NotProved(OptionId),
    /// The argument does not prove that the option is in no solution.
    #[error("the argument does not exclude option {0}")]
    NotExcluded(OptionId),
    /// The argument names something that it must not: an item that is no truth or no link, or an
    /// option that is not the only one left.
    #[error("the argument is invalid at item {0}")]
    Item(ItemId),
}

/// The options of a problem that are chosen, and those that are live.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The chosen options.
    pub chosen: BTreeSet<OptionId>,
    /// The live options.
    pub live: BTreeSet<OptionId>,
}

impl Known {
    /// Takes over a deduction.
    pub fn add(&mut self, deduction: &Deduction) {
        for option in deduction.chosen.iter().chain(&deduction.removed) {
            self.live.remove(option);
        }
        self.chosen.extend(&deduction.chosen);
    }
}

/// Verifies that a deduction follows from what is known. An argument by trial is verified by a
/// search without any rule, which may take long.
///
/// # Errors
/// Returns the first [`Fault`].
pub fn check(problem: &Problem, known: &Known, deduction: &Deduction) -> Result<(), Fault> {
    let Deduction {
        reason,
        chosen,
        removed,
    } = deduction;
    has_effect(known, chosen, removed)?;
    let judge = Judge { problem, known };
    match reason {
        Reason::Single { item } => judge.single(*item, chosen, removed),
        _ if !chosen.is_empty() => Err(Fault::NotProved(chosen[0])),
        Reason::Locked { item } => {
            judge.truth(*item)?;
            each(removed, |option| {
                judge
                    .options_of(*item)
                    .all(|other| judge.conflict(option, other))
            })
        }
        Reason::Rule { truths, links } | Reason::TwoRules { truths, links } => {
            let part = Part {
                judge,
                truths,
                links,
            };
            each(removed, |option| !part.has_cover(option))
        }
        Reason::Set { truths, links } => judge.set(truths, links, removed),
        Reason::Chain { truths } => {
            for &truth in truths {
                judge.truth(truth)?;
            }
            each(removed, |option| judge.chain(truths, option))
        }
        Reason::Forcing { choices, empty } => {
            for &option in removed {
                let excluded = judge.follow(option, choices)?;
                judge.runs_empty(*empty, excluded)?;
            }
            Ok(())
        }
        Reason::Cases { item, branches } => judge.cases(*item, branches, removed),
        Reason::Trial { .. } => each(removed, |option| !judge.has_solution(option)),
    }
}

/// Whether a step changes something, and each option that it names is live and named once.
fn has_effect(known: &Known, chosen: &[OptionId], removed: &[OptionId]) -> Result<(), Fault> {
    let mut seen = BTreeSet::new();
    for &option in chosen.iter().chain(removed) {
        if !known.live.contains(&option) {
            return Err(Fault::NotLive(option));
        }
        if !seen.insert(option) {
            return Err(Fault::Twice(option));
        }
    }
    match seen.is_empty() {
        true => Err(Fault::NoEffect),
        false => Ok(()),
    }
}

fn each(removed: &[OptionId], holds: impl Fn(OptionId) -> bool) -> Result<(), Fault> {
    match removed.iter().find(|&&option| !holds(option)) {
        Some(&option) => Err(Fault::NotExcluded(option)),
        None => Ok(()),
    }
}

struct Judge<'a> {
    problem: &'a Problem,
    known: &'a Known,
}

impl Judge<'_> {
    fn covers(&self, option: OptionId, item: ItemId) -> bool {
        self.problem.items_of(option).contains(&item)
    }

    fn options_of(&self, item: ItemId) -> impl Iterator<Item = OptionId> + '_ {
        let live = self.known.live.iter().copied();
        live.filter(move |&option| self.covers(option, item))
    }

    /// How often the chosen options cover an item.
    fn times(&self, item: ItemId) -> usize {
        let chosen = self.known.chosen.iter();
        chosen.filter(|&&option| self.covers(option, item)).count()
    }

    /// How often an item must still be covered.
    fn needed(&self, item: ItemId) -> usize {
        let low = self
            .problem
            .multiplicity(item)
            .map_or(0, |times| *times.start());
        (low as usize).saturating_sub(self.times(item))
    }

    fn truth(&self, item: ItemId) -> Result<(), Fault> {
        match self.needed(item) {
            0 => Err(Fault::Item(item)),
            _ => Ok(()),
        }
    }

    /// Whether no solution uses both options.
    fn conflict(&self, a: OptionId, b: OptionId) -> bool {
        a != b
            && self.problem.uses_of(a).any(|(item, colour)| {
                let mut others = self.problem.uses_of(b);
                let Some((_, other)) = others.find(|other| other.0 == item) else {
                    return false;
                };
                match self.problem.multiplicity(item) {
                    Some(times) => *times.end() == 1,
                    None => colour.is_none() || colour != other,
                }
            })
    }

    /// Whether an item of an option is covered as often as it may be, once options are chosen.
    fn is_full_after(&self, chosen: &[OptionId], option: OptionId) -> bool {
        self.problem.items_of(option).iter().any(|&item| {
            let Some(times) = self.problem.multiplicity(item) else {
                return false;
            };
            let more = chosen
                .iter()
                .filter(|&&other| self.covers(other, item))
                .count();
            self.times(item) + more >= *times.end() as usize
        })
    }

    fn single(&self, item: ItemId, chosen: &[OptionId], removed: &[OptionId]) -> Result<(), Fault> {
        self.truth(item)?;
        let options: Vec<OptionId> = self.options_of(item).collect();
        if options.len() != self.needed(item) {
            return Err(Fault::Item(item));
        }
        if let Some(&option) = chosen.iter().find(|option| !options.contains(option)) {
            return Err(Fault::NotProved(option));
        }
        each(removed, |option| {
            let conflicts = chosen.iter().any(|&other| self.conflict(other, option));
            conflicts || self.is_full_after(chosen, option)
        })
    }

    fn set(&self, truths: &[ItemId], links: &[ItemId], removed: &[OptionId]) -> Result<(), Fault> {
        for &truth in truths {
            self.truth(truth)?;
        }
        for &link in links {
            let all: Vec<OptionId> = self.options_of(link).collect();
            let mut pairs = all
                .iter()
                .enumerate()
                .flat_map(|(place, &one)| all[place + 1..].iter().map(move |&other| (one, other)));
            if !pairs.all(|(one, other)| self.conflict(one, other)) {
                return Err(Fault::Item(link));
            }
        }
        let count = |items: &[ItemId], option| {
            items
                .iter()
                .filter(|&&item| self.covers(option, item))
                .count() as i64
        };
        let rank = links.len() as i64 - truths.len() as i64;
        for &option in &self.known.live {
            let surplus = count(links, option) - count(truths, option);
            if surplus < 0 {
                return Err(Fault::Item(truths[0]));
            }
            if removed.contains(&option) && surplus <= rank {
                return Err(Fault::NotExcluded(option));
            }
        }
        Ok(())
    }

    /// Whether a chain of truths excludes an option.
    fn chain(&self, truths: &[ItemId], option: OptionId) -> bool {
        let mut group = vec![option];
        for &truth in truths {
            let of_group = |other| group.iter().all(|&one| self.conflict(one, other));
            let left = self.options_of(truth);
            let left: Vec<OptionId> = left
                .filter(|&other| !self.conflict(option, other) && !of_group(other))
                .collect();
            if left.len() < self.needed(truth) {
                return true;
            }
            group = left;
        }
        false
    }

    /// Follows choices from an assumed option. Returns which options are excluded then.
    fn follow<'s>(
        &'s self,
        option: OptionId,
        choices: &[Choice],
    ) -> Result<impl Fn(OptionId) -> bool + 's, Fault> {
        let mut made = vec![option];
        let excluded = |made: &[OptionId], other| made.iter().any(|&one| self.conflict(one, other));
        for choice in choices {
            self.truth(choice.item)?;
            let left = self.options_of(choice.item);
            let left: Vec<OptionId> = left.filter(|&other| !excluded(&made, other)).collect();
            let needed = self.needed(choice.item);
            // With fewer options than needed, anything follows.
            let is_forced =
                left.len() < needed || left.len() == needed && left.contains(&choice.option);
            if !is_forced {
                return Err(Fault::Item(choice.item));
            }
            made.push(choice.option);
        }
        Ok(move |other| made.iter().any(|&one| self.conflict(one, other)))
    }

    /// Whether fewer options of a truth are left than it needs.
    fn runs_empty(&self, item: ItemId, excluded: impl Fn(OptionId) -> bool) -> Result<(), Fault> {
        self.truth(item)?;
        let left = self.options_of(item).filter(|&other| !excluded(other));
        match left.count() < self.needed(item) {
            true => Ok(()),
            false => Err(Fault::Item(item)),
        }
    }

    fn cases(&self, item: ItemId, branches: &[Branch], removed: &[OptionId]) -> Result<(), Fault> {
        self.truth(item)?;
        let is_named = |option| branches.iter().any(|branch| branch.option == option);
        if !self.options_of(item).all(is_named) {
            return Err(Fault::Item(item));
        }
        for &option in removed {
            for branch in branches {
                self.branch(branch, option)?;
            }
        }
        Ok(())
    }

    fn branch(&self, branch: &Branch, option: OptionId) -> Result<(), Fault> {
        let excluded = self.follow(branch.option, &branch.choices)?;
        match branch.empty {
            Some(item) => self.runs_empty(item, excluded),
            // An option does not exclude itself: such a branch must contradict itself.
            None if branch.option == option || !excluded(option) => Err(Fault::NotExcluded(option)),
            None => Ok(()),
        }
    }

    /// Whether the chosen options, an option and some live options are a solution: plain
    /// backtracking, over the truths in order.
    fn has_solution(&self, option: OptionId) -> bool {
        let mut used = self.known.chosen.clone();
        used.insert(option);
        self.complete(&mut used)
    }

    fn complete(&self, used: &mut BTreeSet<OptionId>) -> bool {
        let mut times: BTreeMap<ItemId, usize> = BTreeMap::new();
        for &option in used.iter() {
            for &item in self.problem.items_of(option) {
                *times.entry(item).or_default() += 1;
            }
        }
        let times = |item: &ItemId| times.get(item).copied().unwrap_or_default();
        let low = |item: &ItemId| {
            let bounds = self.problem.multiplicity(*item);
            bounds.map_or(0, |bounds| *bounds.start() as usize)
        };
        let fits = |option: OptionId| {
            let items = self.problem.items_of(option);
            !used.contains(&option)
                && used.iter().all(|&other| !self.conflict(other, option))
                && items.iter().all(|item| {
                    let bounds = self.problem.multiplicity(*item);
                    bounds.is_none_or(|bounds| times(item) < *bounds.end() as usize)
                })
        };
        let fitting: Vec<OptionId> = self
            .known
            .live
            .iter()
            .copied()
            .filter(|&option| fits(option))
            .collect();
        let open = self.problem.items().filter(|item| times(item) < low(item));
        let least = open
            .map(|item| {
                let own = fitting.iter().copied();
                own.filter(|&option| self.covers(option, item))
                    .collect::<Vec<_>>()
            })
            .min_by_key(Vec::len);
        let Some(options) = least else {
            return true;
        };
        options.into_iter().any(|option| {
            used.insert(option);
            let found = self.complete(used);
            used.remove(&option);
            found
        })
    }
}

/// A part of the problem: some items, of which the truths must be covered.
struct Part<'a> {
    judge: Judge<'a>,
    truths: &'a [ItemId],
    links: &'a [ItemId],
}

impl Part<'_> {
    /// Whether an option and other live options cover the truths: plain backtracking.
    fn has_cover(&self, option: OptionId) -> bool {
        let live = self.judge.known.live.iter().copied();
        let live = live.filter(|&other| self.fits(&[option], other)).collect();
        self.complete(&mut vec![option], live)
    }

    fn complete(&self, used: &mut Vec<OptionId>, live: Vec<OptionId>) -> bool {
        let covers = |&&option: &&OptionId, item| self.judge.covers(option, item);
        let missing = |&&item: &&ItemId| {
            let used = used.iter().filter(|option| covers(option, item)).count();
            used < self.judge.needed(item)
        };
        let options_of = |&item: &ItemId| live.iter().filter(move |option| covers(option, item));
        let open = self.truths.iter().filter(missing);
        let Some(truth) = open.min_by_key(|item| options_of(item).count()) else {
            return true;
        };
        let options: Vec<OptionId> = options_of(truth).copied().collect();
        options.into_iter().any(|option| {
            used.push(option);
            let left = live.iter().copied();
            let left = left.filter(|&other| self.fits(used, other)).collect();
            let is_complete = self.complete(used, left);
            used.pop();
            is_complete
        })
    }

    /// Whether a further option may be used, as far as the items of the part say.
    fn fits(&self, used: &[OptionId], option: OptionId) -> bool {
        let problem = self.judge.problem;
        let items = self.truths.iter().chain(self.links);
        let mut own = items.filter(|&&item| self.judge.covers(option, item));
        !used.contains(&option)
            && own.all(|&item| {
                let mut others = used.iter().filter(|&&other| self.judge.covers(other, item));
                match problem.multiplicity(item) {
                    Some(times) => others.count() + self.judge.times(item) < *times.end() as usize,
                    None => {
                        let colour = |option| {
                            let mut uses = problem.uses_of(option);
                            uses.find(|used| used.0 == item).and_then(|used| used.1)
                        };
                        let own = colour(option);
                        others.all(|&other| own.is_some() && colour(other) == own)
                    }
                }
            })
    }
}
