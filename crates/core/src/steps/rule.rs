//! The conclusions of one rule alone, and of two rules together: a small exact cover of their own.
//!
//! ```text
//! for each rule that has changed: its items and the live options that cover them
//!     remove options that conflict with all live options of a truth, until nothing changes
//!     for each option that people see and that is in no cover found so far:
//!         find a cover with it; if there is none, the option is excluded
//! ```
//!
//! The problem itself does not say which items make a rule: the caller of [`Steps`](super::Steps)
//! does. Only the [argument](super::argument) of the chosen step is shrunk to the items that it needs, for speed.

use std::sync::Arc;

use super::bits;
use super::cover::{MOST_NODES, Memory, without_cover};
use super::deduction::{Deduction, Reason};
use super::live::Live;
use crate::ask::{Budget, Stop};
use crate::problem::{ItemId, OptionId, Problem};

/// The most options of a rule.
const MOST_OPTIONS: usize = 2_000;
/// The most options of two rules together.
const MOST_OF_TWO: usize = 200;
/// The most options that the search for a cover of two rules chooses: nobody follows more cases of both.
const MOST_NODES_OF_TWO: usize = 100;

/// A rule of a problem, such as a cage of a sudoku, as the items that stand for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// The items that nobody but the rule needs.
    pub hidden: Vec<ItemId>,
    /// The primary items that the rule is about, such as its cells.
    pub seen: Vec<ItemId>,
    /// Other items that exclude options of the rule from each other, such as rows of its cells.
    pub links: Vec<ItemId>,
}

/// The rules of a problem.
#[derive(Clone, Default)]
pub(super) struct Rules {
    parts: Vec<Part>,
    /// Two rules each.
    pairs: Vec<Part>,
    /// For each item, whether it is hidden in a rule.
    is_hidden: Arc<Vec<bool>>,
}

/// The items of one rule, or of two.
#[derive(Clone)]
struct Part {
    items: Arc<Items>,
    /// What is live of them; made when it is first needed.
    live: Option<Live>,
    /// What the last search found, unless something has changed since.
    found: Option<Vec<OptionId>>,
    memory: Memory,
}

struct Items {
    truths: Vec<ItemId>,
    links: Vec<ItemId>,
    /// The truths that people see.
    seen: Vec<ItemId>,
}

impl Rules {
    pub(super) fn new(problem: &Problem, live: &Live, rules: &[Rule]) -> Self {
        let mut is_hidden = vec![false; problem.item_count()];
        let (mut parts, mut kept) = (Vec::new(), Vec::new());
        for rule in rules {
            let items = Items::new(problem, &[rule]);
            if items.option_count(live) > MOST_OPTIONS {
                continue;
            }
            for item in &rule.hidden {
                is_hidden[item.index()] = true;
            }
            parts.push(Part::new(items));
            kept.push(rule);
        }
        let mut pairs = Vec::new();
        for (place, one) in kept.iter().enumerate() {
            for other in &kept[place + 1..] {
                let share =
                    |one: &[ItemId], other: &[ItemId]| one.iter().any(|item| other.contains(item));
                if share(&one.seen, &other.seen) || share(&one.links, &other.links) {
                    pairs.push(Part::new(Items::new(problem, &[one, other])));
                }
            }
        }
        Self {
            parts,
            pairs,
            is_hidden: Arc::new(is_hidden),
        }
    }

    pub(super) fn is_hidden(&self, item: u32) -> bool {
        self.is_hidden.get(item as usize) == Some(&true)
    }

    /// The live options that people see; all live options, if no rule has hidden items.
    pub(super) fn seen(&self, live: &Live) -> Vec<u64> {
        let mut seen = live.options().to_vec();
        if !self.parts.is_empty() {
            let hidden = bits::ones(live.options()).filter(|&option| !self.is_seen(live, option));
            hidden.for_each(|option| bits::remove(&mut seen, option));
        }
        seen
    }

    /// Whether people see an option: it covers an item that must be covered and is not hidden.
    fn is_seen(&self, live: &Live, option: usize) -> bool {
        let items = live.items(option).iter();
        let mut items = items.filter(|&&item| !self.is_hidden(item));
        items.any(|&item| live.low(item as usize) > 0)
    }

    /// Parts deductions from one truth: those that people see, and those that choose or remove an
    /// option that people see because of hidden items.
    pub(super) fn split(
        &self,
        live: &Live,
        found: Vec<Deduction>,
    ) -> (Vec<Deduction>, Vec<Deduction>) {
        if self.parts.is_empty() {
            return (found, Vec::new());
        }
        found.into_iter().partition(|deduction| {
            let seen = |options: &[OptionId]| {
                let mut options = live.numbers(options);
                options.retain(|&option| self.is_seen(live, option));
                options
            };
            match deduction.reason {
                Reason::Single { item } if self.is_hidden(item.index() as u32) => {
                    seen(&deduction.chosen).is_empty() && seen(&deduction.removed).is_empty()
                }
                Reason::Locked { item } => {
                    let all = bits::ones_of_both(live.users(item.index()), live.options());
                    let all: Vec<usize> = all.collect();
                    let removed = seen(&deduction.removed);
                    let sees =
                        |&option: &usize| all.iter().all(|&other| self.sees(live, option, other));
                    removed.iter().all(sees)
                }
                _ => true,
            }
        })
    }

    /// Whether a deduction from one truth chooses and removes only options that people do not see.
    pub(super) fn is_inside(&self, live: &Live, deduction: &Deduction) -> bool {
        let mut options = deduction.chosen.iter().chain(&deduction.removed);
        !self.parts.is_empty()
            && matches!(
                deduction.reason,
                Reason::Single { .. } | Reason::Locked { .. }
            )
            && options.all(|&option| {
                let number = live.number(option);
                number.is_none_or(|number| !self.is_seen(live, number))
            })
    }

    /// Whether two options exclude each other through an item that is not hidden.
    fn sees(&self, live: &Live, one: usize, other: usize) -> bool {
        let others = live.items(other);
        let items = live.items(one).iter();
        let mut items = items.filter(|&item| !self.is_hidden(*item) && others.contains(item));
        items.any(|&item| live.is_link(item as usize))
    }

    /// What single rules exclude.
    pub(super) fn of_one(
        &mut self,
        problem: &Problem,
        live: &Live,
        budget: &Budget,
    ) -> Result<Vec<Deduction>, Stop> {
        excluded(
            &mut self.parts,
            MOST_NODES,
            problem,
            live,
            budget,
            |truths, links| Reason::Rule { truths, links },
        )
    }

    /// What pairs of rules exclude.
    pub(super) fn of_two(
        &mut self,
        problem: &Problem,
        live: &Live,
        budget: &Budget,
    ) -> Result<Vec<Deduction>, Stop> {
        self.pairs
            .retain(|pair| pair.items.option_count(live) <= MOST_OF_TWO);
        excluded(
            &mut self.pairs,
            MOST_NODES_OF_TWO,
            problem,
            live,
            budget,
            |truths, links| Reason::TwoRules { truths, links },
        )
    }
}

fn excluded(
    parts: &mut [Part],
    nodes: usize,
    problem: &Problem,
    live: &Live,
    budget: &Budget,
    reason: impl Fn(Vec<ItemId>, Vec<ItemId>) -> Reason,
) -> Result<Vec<Deduction>, Stop> {
    let mut found = Vec::new();
    for part in parts {
        let removed = part.excluded(nodes, problem, live, budget)?;
        if !removed.is_empty() {
            let Items { truths, links, .. } = &*part.items;
            let (open, mut closed): (Vec<ItemId>, Vec<ItemId>) =
                truths.iter().partition(|item| live.low(item.index()) > 0);
            // Some of these may still be covered.
            closed.retain(|item| !bits::is_disjoint(live.users(item.index()), live.options()));
            closed.extend(links);
            found.push(Deduction {
                reason: reason(open, closed),
                chosen: Vec::new(),
                removed,
            });
        }
    }
    Ok(found)
}

impl Items {
    fn new(problem: &Problem, rules: &[&Rule]) -> Self {
        let all = |of: fn(&Rule) -> &Vec<ItemId>| {
            let mut items: Vec<ItemId> = rules.iter().flat_map(|rule| of(rule)).copied().collect();
            items.sort_unstable();
            items.dedup();
            items
        };
        let seen = all(|rule| &rule.seen);
        let (mut truths, mut links): (Vec<ItemId>, Vec<ItemId>) = all(|rule| &rule.hidden)
            .into_iter()
            .partition(|&item| problem.multiplicity(item).is_some());
        links.extend(all(|rule| &rule.links));
        truths.extend(&seen);
        // An item that is listed twice would be an item without options.
        for items in [&mut truths, &mut links] {
            items.sort_unstable();
            items.dedup();
        }
        links.retain(|item| truths.binary_search(item).is_err());
        Self {
            truths,
            links,
            seen,
        }
    }

    /// The number of options that are live.
    fn option_count(&self, live: &Live) -> usize {
        let mut options = vec![0; live.words()];
        for item in &self.truths {
            bits::add_all(&mut options, live.users(item.index()));
        }
        bits::count_of_both(&options, live.options())
    }
}

impl Part {
    fn new(items: Items) -> Self {
        Self {
            items: Arc::new(items),
            live: None,
            found: None,
            memory: Memory::default(),
        }
    }

    /// The live options that people see and that are in no cover.
    fn excluded(
        &mut self,
        nodes: usize,
        problem: &Problem,
        whole: &Live,
        budget: &Budget,
    ) -> Result<Vec<OptionId>, Stop> {
        let Items {
            truths,
            links,
            seen,
        } = &*self.items;
        let live = match &mut self.live {
            Some(live) => {
                if live.follow(whole, truths, links) {
                    self.found = None;
                }
                live
            }
            none => none.insert(whole.part(problem, truths, links, budget)?),
        };
        if let Some(found) = &self.found {
            return Ok(found.clone());
        }
        live.compact();
        budget.poll()?;
        let mut candidates = vec![0; live.words()];
        for (number, item) in truths.iter().enumerate() {
            if seen.contains(item) {
                bits::add_all(&mut candidates, live.users(number));
            }
        }
        bits::keep_all(&mut candidates, live.options());
        let dead = without_cover(live, &candidates, nodes, &mut self.memory, budget)?;
        let found = live.ids(&dead);
        self.found = Some(found.clone());
        Ok(found)
    }
}
