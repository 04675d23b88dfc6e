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
//! does. Only the argument of the chosen step is shrunk to the items that it needs, for speed.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::bits;
use super::deduction::{Deduction, Reason};
use super::fresh::Fresh;
use super::live::Live;
use super::simple::locked_by;
use crate::ask::{Budget, Stop};
use crate::problem::{ItemId, OptionId, Problem};

/// The most options of a rule.
const MOST_OPTIONS: usize = 2_000;
/// The most options of two rules together.
const MOST_OF_TWO: usize = 200;
/// The most options that the search for one cover chooses.
const MOST_NODES: usize = 1_000;
/// The same, if it is about two rules: nobody follows more cases of both.
const MOST_NODES_OF_TWO: usize = 100;
/// How many times the nodes of an argument the search for a shorter one may take.
const NODES_OF_SHRUNK: usize = 4;
/// The nodes after which an argument is not shrunk further: nobody follows so long an argument.
const MOST_NODES_OF_SHRINKING: usize = 10_000;
/// The most items of an argument that is shrunk.
const MOST_SHRUNK: usize = 400;

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

/// What earlier searches have shown.
#[derive(Clone, Default)]
struct Memory {
    /// Covers. One whose options are left or chosen still holds.
    covers: Vec<Vec<OptionId>>,
    /// The options for which the search took too long, and how many options were live then.
    unknown: BTreeMap<OptionId, usize>,
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

/// Those of some options that are in no cover.
fn without_cover(
    live: &Live,
    candidates: &[u64],
    nodes: usize,
    memory: &mut Memory,
    budget: &Budget,
) -> Result<Vec<u64>, Stop> {
    let mut left = live.clone();
    settle(&mut left, budget)?;
    let mut dead = candidates.to_vec();
    bits::remove_all(&mut dead, left.options());
    let mut open = candidates.to_vec();
    bits::keep_all(&mut open, left.options());
    memory.covers.retain(|cover| {
        let left = rest_of_cover(&left, cover);
        left.iter().for_each(|&used| bits::remove(&mut open, used));
        !left.is_empty()
    });
    let start = Counted::new(left);
    let count = bits::ones(live.options()).count();
    loop {
        let first = bits::ones(&open).next();
        let Some(option) = first else {
            return Ok(dead);
        };
        bits::remove(&mut open, option);
        let id = live.id(option);
        // With a few options less it takes as long.
        if memory
            .unknown
            .get(&id)
            .is_some_and(|&before| 4 * count > 3 * before)
        {
            continue;
        }
        let mut search = Covers::new(nodes, budget);
        let is_covered = search.has_any(&start, option);
        budget.poll()?;
        match is_covered {
            Some(true) => {
                let used = search.used.iter();
                used.for_each(|&used| bits::remove(&mut open, used));
                let cover = search.used.iter().map(|&used| live.id(used));
                memory.covers.push(cover.collect());
            }
            Some(false) => bits::add(&mut dead, option),
            None => {
                memory.unknown.insert(id, count);
            }
        }
    }
}

/// The options of an earlier cover that are left; none, if they are a cover no more.
fn rest_of_cover(live: &Live, cover: &[OptionId]) -> Vec<usize> {
    let mut left = live.numbers(cover);
    left.retain(|&option| bits::has(live.options(), option));
    let mut times = vec![0; live.item_count()];
    for &option in &left {
        live.items(option)
            .iter()
            .for_each(|&item| times[item as usize] += 1);
    }
    let holds = (0..live.item_count()).all(|item| {
        let (low, high) = live.bounds(item);
        (low..=high).contains(&times[item])
    });
    if !holds {
        left.clear();
    }
    left
}

/// Removes the options that conflict with all live options of a truth, until nothing changes.
fn settle(live: &mut Live, budget: &Budget) -> Result<(), Stop> {
    let (mut is_changed, mut fresh) = (true, Fresh::default());
    while is_changed {
        is_changed = false;
        for truth in live.truths().collect::<Vec<_>>() {
            budget.poll()?;
            if !fresh.may_be_locked(live, truth) {
                continue;
            }
            // A truth without options removes all others, once.
            let dead = locked_by(live, truth).filter(|dead| !bits::is_empty(dead));
            fresh.note_locked(live, truth);
            if let Some(dead) = dead {
                live.remove(&dead);
                is_changed = true;
            }
        }
    }
    Ok(())
}

/// What is left, and how many options of each item.
#[derive(Clone)]
struct Counted {
    live: Live,
    counts: Vec<u32>,
}

impl Counted {
    fn new(live: Live) -> Self {
        Self {
            counts: live.counts(),
            live,
        }
    }

    fn choose(&mut self, option: usize) {
        let dead = self.live.dead_after(option);
        bits::ones(&dead).for_each(|other| self.uncount(other));
        self.uncount(option);
        self.live.choose_before(option, &dead);
    }

    fn discard(&mut self, option: usize) {
        self.uncount(option);
        self.live.discard(option);
    }

    fn uncount(&mut self, option: usize) {
        for &item in self.live.items(option) {
            self.counts[item as usize] -= 1;
        }
    }
}

/// A search for a cover.
struct Covers<'a> {
    /// The options of the cover.
    used: Vec<usize>,
    /// How many more options may be chosen.
    nodes: usize,
    /// The truths whose options were tried.
    tried: BTreeSet<usize>,
    budget: &'a Budget,
}

impl<'a> Covers<'a> {
    fn new(nodes: usize, budget: &'a Budget) -> Self {
        Self {
            used: Vec::new(),
            nodes,
            tried: BTreeSet::new(),
            budget,
        }
    }

    /// Whether there is a cover with an option. `None` after too many nodes or a limit.
    fn has_any(&mut self, start: &Counted, option: usize) -> Option<bool> {
        self.used = vec![option];
        let mut with = start.clone();
        with.choose(option);
        self.complete(with)
    }

    fn complete(&mut self, mut left: Counted) -> Option<bool> {
        let truths = left.live.truths();
        let Some(truth) = truths.min_by_key(|&truth| left.counts[truth]) else {
            return Some(true);
        };
        self.tried.insert(truth);
        let options = bits::ones_of_both(left.live.users(truth), left.live.options());
        for option in options.collect::<Vec<usize>>() {
            self.nodes = self.nodes.checked_sub(1)?;
            self.budget.poll().ok()?;
            self.used.push(option);
            let mut with = left.clone();
            with.choose(option);
            if self.complete(with)? {
                return Some(true);
            }
            self.used.pop();
            // The other options must do without it.
            left.discard(option);
            let mut items = left.live.items(option).iter().map(|&item| item as usize);
            let short = items.find(|&item| left.counts[item] < left.live.low(item));
            if let Some(truth) = short {
                self.tried.insert(truth);
                return Some(false);
            }
        }
        Some(false)
    }
}

/// Drops the items that an argument does not need: first many at once, then fewer.
pub(super) fn shrink(
    problem: &Problem,
    live: &Live,
    deduction: &mut Deduction,
    budget: &Budget,
) -> Result<(), Stop> {
    let (Reason::Rule { truths, links } | Reason::TwoRules { truths, links }) =
        &mut deduction.reason
    else {
        return Ok(());
    };
    if truths.len() + links.len() > MOST_SHRUNK {
        return Ok(());
    }
    let removed = &deduction.removed;
    let left = Cell::new(MOST_NODES_OF_SHRINKING);
    // The truths that a search tries, and its most nodes; `None` if it does not exclude all options.
    let tried = |truths: &[ItemId], links: &[ItemId], nodes: usize| {
        let part = live.part(problem, truths, links, budget).ok()?;
        let part = Counted::new(part);
        let mut search = Covers::new(nodes, budget);
        let mut most = 0;
        for &option in removed {
            search.nodes = nodes.min(left.get());
            let before = search.nodes;
            // An option outside of the part is excluded, too, if the part has no cover at all.
            let is_covered = match part.live.number(option) {
                Some(number) => search.has_any(&part, number),
                None => search.complete(part.clone()),
            };
            let used = before - search.nodes;
            left.set(left.get() - used);
            most = most.max(used);
            if is_covered? {
                return None;
            }
        }
        let tried = search.tried.iter();
        let tried: Vec<ItemId> = tried.map(|&truth| truths[truth]).collect();
        Some((tried, most))
    };
    let Some((tried_truths, most)) = tried(truths, links, MOST_NODES) else {
        return Ok(());
    };
    // A search that takes much longer finds a cover or a worse argument.
    let nodes = (NODES_OF_SHRUNK * most).clamp(MOST_NODES / 10, MOST_NODES);
    let excludes = |truths: &[ItemId], links: &[ItemId]| tried(truths, links, nodes).is_some();
    // Of the other truths, only what they exclude may be needed.
    let others = truths.iter().filter(|truth| !tried_truths.contains(truth));
    let mut all: Vec<ItemId> = links.iter().chain(others).copied().collect();
    all.sort_unstable();
    if excludes(&tried_truths, &all) {
        (*truths, *links) = (tried_truths, all);
    }
    // Without some links, the truths are needed as well.
    *truths = needed(truths, |truths| excludes(truths, links));
    *links = needed(links, |links| excludes(truths, links));
    // After a limit, items may be left that are not needed.
    budget.poll()
}

/// The items that are needed: none can be left out.
fn needed(items: &[ItemId], holds: impl Fn(&[ItemId]) -> bool) -> Vec<ItemId> {
    let mut left = items.to_vec();
    let mut size = left.len();
    while size > 0 {
        let mut place = 0;
        while place < left.len() {
            let end = (place + size).min(left.len());
            let fewer = [&left[..place], &left[end..]].concat();
            if holds(&fewer) {
                left = fewer;
            } else {
                place = end;
            }
        }
        size /= 2;
    }
    left
}
