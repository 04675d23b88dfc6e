//! The second reference computes the number of covers, of any size, and of the cheapest covers.
//!
//! Equal options of the same cost are one *group*: `j` of `k` can be chosen in `C(k, j)` ways.
//!
//! ```text
//! number(groups, what each item still asks for):
//!     drop the groups that do not fit
//!     multiply the numbers of parts that share no item
//!     of one part: take the item with the fewest groups, and its first group;
//!         for each j: add C(k, j) times the number with j options of this group, and the others
//! ```
//!
//! The numbers of parts are stored, and looked up when a part occurs again.

use std::collections::HashMap;

use num_bigint::BigUint;

use crate::case::{Case, Item};

/// The number of covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    pub(crate) all: BigUint,
    /// The least cost, and how many covers have it.
    pub(crate) least: Option<(i64, BigUint)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum State {
    /// A primary item that must be covered from `low` to `high` times more.
    Open { low: u32, high: u32 },
    /// A secondary item that is not used yet.
    Free,
    /// A secondary item that is used in a colour.
    Coloured(u32),
    /// A secondary item that is used without a colour.
    Closed,
}

impl State {
    /// The state after `times` uses, at least one; `None` if they are impossible.
    fn after(self, colour: Option<u32>, times: u32) -> Option<Self> {
        match (self, colour) {
            (Self::Open { low, high }, _) => Some(Self::Open {
                low: low.saturating_sub(times),
                high: high.checked_sub(times)?,
            }),
            (Self::Free, Some(colour)) => Some(Self::Coloured(colour)),
            (Self::Coloured(before), Some(colour)) if before == colour => Some(self),
            (Self::Free, None) if times == 1 => Some(Self::Closed),
            _ => None,
        }
    }
}

struct Group {
    uses: Vec<(usize, Option<u32>)>,
    copies: u32,
    cost: i64,
}

struct Counting {
    groups: Vec<Group>,
    memo: HashMap<(Vec<usize>, Vec<State>), Number>,
    /// The number of groups that may still be examined.
    steps: usize,
}

/// Computes the number of covers; `None` if it would examine groups more than `steps` times.
pub(crate) fn number(case: &Case, steps: usize) -> Option<Number> {
    let mut groups: Vec<Group> = Vec::new();
    let mut known: HashMap<_, usize> = HashMap::new();
    for row in case.rows.iter().filter(|row| !case.is_void(row)) {
        let mut uses = row.uses.clone();
        uses.sort_unstable();
        let group = *known.entry((uses.clone(), row.cost)).or_insert_with(|| {
            groups.push(Group {
                uses,
                copies: 0,
                cost: row.cost,
            });
            groups.len() - 1
        });
        groups[group].copies += 1;
    }
    let states: Vec<State> = case
        .items
        .iter()
        .map(|item| match *item {
            Item::Primary { low, high } => State::Open { low, high },
            Item::Secondary => State::Free,
        })
        .collect();
    let all = (0..groups.len()).collect();
    let mut counting = Counting {
        groups,
        memo: HashMap::new(),
        steps,
    };
    counting.number(all, (0..case.items.len()).collect(), &states)
}

impl Counting {
    /// The number of ways to choose from these groups so that these items are covered.
    fn number(
        &mut self,
        mut groups: Vec<usize>,
        items: Vec<usize>,
        states: &[State],
    ) -> Option<Number> {
        self.steps = self.steps.checked_sub(1 + groups.len())?;
        groups.retain(|&group| self.fits(group, states));
        let mut product = Number::one();
        for (groups, items) in self.parts(groups, items, states) {
            let key: Vec<State> = items.iter().map(|&item| states[item]).collect();
            let key = (
                groups.iter().chain(&items).copied().collect::<Vec<_>>(),
                key,
            );
            let number = match self.memo.get(&key) {
                Some(number) => number.clone(),
                None => {
                    let number = self.part(groups, items, states)?;
                    self.memo.insert(key, number.clone());
                    number
                }
            };
            product = product.times(&number);
            if product.least.is_none() {
                break;
            }
        }
        Some(product)
    }

    /// The number of one part.
    fn part(&mut self, groups: Vec<usize>, items: Vec<usize>, states: &[State]) -> Option<Number> {
        let of = |item: usize| -> Vec<usize> {
            let has = |&&group: &&usize| self.groups[group].uses.iter().any(|u| u.0 == item);
            groups.iter().filter(has).copied().collect()
        };
        let mut fewest: Option<Vec<usize>> = None;
        for &item in &items {
            let State::Open { low, .. } = states[item] else {
                continue;
            };
            let its = of(item);
            let supply: u32 = its.iter().map(|&group| self.groups[group].copies).sum();
            if supply < low {
                return Some(Number::zero());
            }
            if !its.is_empty() && fewest.as_ref().is_none_or(|f| its.len() < f.len()) {
                fewest = Some(its);
            }
        }
        let Some(group) = fewest.map(|its| its[0]) else {
            return Some(Number::one());
        };
        let others: Vec<usize> = groups.iter().copied().filter(|&g| g != group).collect();
        let (copies, cost) = (self.groups[group].copies, self.groups[group].cost);
        let mut sum = Number::zero();
        let mut ways = BigUint::from(1_u32);
        for times in 0..=copies {
            if let Some(states) = self.after(group, times, states) {
                let rest = self.number(others.clone(), items.clone(), &states)?;
                sum.add(rest.with(&ways, i64::from(times) * cost));
            }
            ways = ways * (copies - times) / (times + 1);
        }
        Some(sum)
    }

    /// What the items ask for after a group was chosen so often; `None` if that cannot be.
    fn after(&self, group: usize, times: u32, states: &[State]) -> Option<Vec<State>> {
        let mut states = states.to_vec();
        for &(item, colour) in self.groups[group].uses.iter().filter(|_| times > 0) {
            states[item] = states[item].after(colour, times)?;
        }
        Some(states)
    }

    fn fits(&self, group: usize, states: &[State]) -> bool {
        let uses = &self.groups[group].uses;
        uses.iter()
            .all(|&(item, colour)| states[item].after(colour, 1).is_some())
    }

    /// The parts that share no item. An item that has its colour joins nothing: all groups that are
    /// left agree with it. An item without a group is a part of its own.
    fn parts(
        &self,
        groups: Vec<usize>,
        items: Vec<usize>,
        states: &[State],
    ) -> Vec<(Vec<usize>, Vec<usize>)> {
        let mut part: Vec<usize> = (0..states.len()).collect();
        fn find(part: &[usize], mut item: usize) -> usize {
            while part[item] != item {
                item = part[item];
            }
            item
        }
        let joins = |group: usize| {
            let uses = self.groups[group].uses.iter().map(|used| used.0);
            uses.filter(|&item| !matches!(states[item], State::Coloured(_)))
        };
        for &group in &groups {
            let mut items = joins(group);
            let first = items.next().map_or(0, |first| find(&part, first));
            for other in items {
                let root = find(&part, other);
                part[root] = find(&part, first);
            }
        }
        let mut parts = vec![(Vec::new(), Vec::new()); states.len()];
        for &item in &items {
            parts[find(&part, item)].1.push(item);
        }
        for &group in &groups {
            // Every group has a primary item.
            let first = joins(group).next().unwrap();
            parts[find(&part, first)].0.push(group);
        }
        parts.retain(|(_, items)| !items.is_empty());
        parts
    }
}

impl Number {
    fn zero() -> Self {
        Self {
            all: BigUint::ZERO,
            least: None,
        }
    }

    fn one() -> Self {
        let one = BigUint::from(1_u32);
        Self {
            all: one.clone(),
            least: Some((0, one)),
        }
    }

    fn add(&mut self, other: Self) {
        self.all += other.all;
        self.least = match (self.least.take(), other.least) {
            (Some(a), Some(b)) if a.0 == b.0 => Some((a.0, a.1 + b.1)),
            (Some(a), Some(b)) => Some(if a.0 < b.0 { a } else { b }),
            (a, b) => a.or(b),
        };
    }

    /// Multiplies by an independent choice with this many ways, each of this cost.
    fn with(self, ways: &BigUint, cost: i64) -> Self {
        Self {
            all: self.all * ways,
            least: self.least.map(|(least, ties)| (least + cost, ties * ways)),
        }
    }

    fn times(&self, other: &Self) -> Self {
        let least = self.least.as_ref().zip(other.least.as_ref());
        Self {
            all: &self.all * &other.all,
            least: least.map(|(a, b)| (a.0 + b.0, &a.1 * &b.1)),
        }
    }
}
