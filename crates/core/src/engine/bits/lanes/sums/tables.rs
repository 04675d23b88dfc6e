//! The sums of what assumptions leave of a problem.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::conclude::{FEW, GROUP, GROUPS, Open, conclude, ones};
use crate::ask::{Assumptions, Meter, Stop};
use crate::engine::Remains;
use crate::problem::{ItemId, Lists, OptionId, Problem, Sum};

/// Sums by number, with their terms in groups.
#[derive(Debug, Default)]
pub(crate) struct SumTables {
    /// The total of each sum, and its groups.
    all: Vec<(i64, Range<usize>)>,
    groups: Vec<Range<usize>>,
    terms: Vec<Term>,
    /// The values of the options of each term, less the least of the group.
    values: Vec<u8>,
    /// The sums of each term, which are those of its item.
    of_term: Lists<u32>,
    /// The items that express the sums, ascending.
    pub(super) derived: Vec<ItemId>,
}

/// An item of a sum.
#[derive(Clone, Copy, Debug)]
struct Term {
    item: ItemId,
    /// The place of the value of its first option.
    values: usize,
    count: usize,
}

/// What the ends of the open terms of a sum show.
struct Ends {
    /// What the open terms must add.
    rest: i64,
    /// How far that is from the least or the most that they can add.
    slack: i64,
    /// With this much slack, nothing follows from bounds.
    enough: i64,
}

impl SumTables {
    /// The sums that fit, and what is left without the items that express them. `None` if there are
    /// none. A sum does not fit if assumptions are about the items that express it, if it has very
    /// many groups or large numbers, or if it cannot hold: then its items express it.
    pub(crate) fn compile(
        problem: &Problem,
        assumptions: &Assumptions,
        remains: &Remains,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(Self, Remains)>, Stop> {
        if problem.sums().is_empty() {
            return Ok(None);
        }
        let (forced, forbidden) = (assumptions.forced(), assumptions.forbidden());
        let assumed = forced.iter().chain(&*forbidden);
        let known = assumed.filter(|option| option.index() < problem.option_count());
        let assumed: FxHashSet<ItemId> = known
            .flat_map(|&option| problem.items_of(option))
            .copied()
            .collect();
        let mut own = Self::default();
        for sum in problem.sums() {
            meter.spend(32 * sum.terms.len())?;
            if sum.derived.iter().any(|item| assumed.contains(item)) {
                continue;
            }
            let (groups, terms, values) = (own.groups.len(), own.terms.len(), own.values.len());
            if own.add(sum, remains).is_some() {
                own.derived.extend(&sum.derived);
            } else {
                own.groups.truncate(groups);
                own.terms.truncate(terms);
                own.values.truncate(values);
            }
        }
        own.list_sums_of_terms();
        let left = remains.without(problem, &own.derived);
        Ok((!own.all.is_empty()).then_some((own, left)))
    }

    /// Adds a sum, without the terms that are known. `None` if it does not fit.
    fn add(&mut self, sum: &Sum, remains: &Remains) -> Option<()> {
        let (mut total, start) = (sum.total, self.groups.len());
        for group in sum.terms.chunk_by(|one, other| one.group == other.group) {
            let mut open: Vec<(ItemId, Vec<i64>)> = Vec::new();
            for term in group {
                let options = term.values.iter();
                if remains.items.number(term.item).is_some() {
                    let is_left = |own: &&(OptionId, i64)| remains.options.number(own.0).is_some();
                    let value = |own: &(OptionId, i64)| term.factor * own.1;
                    open.push((term.item, options.filter(is_left).map(value).collect()));
                } else {
                    let forced = |own: &&(OptionId, i64)| remains.forced.contains(&own.0);
                    total -= term.factor * options.copied().find(|own| forced(&own))?.1;
                }
            }
            for group in open.chunks(GROUP) {
                let least = group.iter().flat_map(|term| &term.1).min()?;
                total -= group.len() as i64 * least;
                let start = self.terms.len();
                for (item, values) in group {
                    self.add_term(*item, values, *least)?;
                }
                self.groups.push(start..self.terms.len());
            }
        }
        let groups = start..self.groups.len();
        if groups.is_empty() {
            return (total == 0).then_some(());
        }
        (groups.len() <= GROUPS).then(|| self.all.push((total, groups)))
    }

    /// Adds a term with these values, which are at least `least`.
    fn add_term(&mut self, item: ItemId, values: &[i64], least: i64) -> Option<()> {
        self.terms.push(Term {
            item,
            values: self.values.len(),
            count: values.len(),
        });
        for value in values {
            let value = u8::try_from(value - least).ok();
            self.values.push(value.filter(|&value| value < 64)?);
        }
        Some(())
    }

    fn list_sums_of_terms(&mut self) {
        let mut uses: Vec<(ItemId, u32)> = Vec::new();
        for (number, (_, groups)) in (0..).zip(&self.all) {
            let terms = self.groups[groups.clone()].iter().cloned().flatten();
            uses.extend(terms.map(|term| (self.terms[term].item, number)));
        }
        uses.sort_unstable();
        for term in &self.terms {
            let start = uses.partition_point(|own| own.0 < term.item);
            let own = uses[start..].iter().take_while(|own| own.0 == term.item);
            self.of_term.add(own.map(|own| own.1));
        }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The items of the terms.
    pub(super) fn items(&self) -> impl Iterator<Item = ItemId> {
        self.terms.iter().map(|term| term.item)
    }

    /// The sums that a term is in.
    pub(super) fn of_term(&self, term: u32) -> &[u32] {
        self.of_term.of(term)
    }

    /// Finds the options that a sum excludes. `live` returns the live options of a term, as bits.
    /// Keeps the open terms in `open`, with the values that are left. Returns false if the sum
    /// cannot hold.
    pub(super) fn examine(
        &self,
        sum: u32,
        live: impl Fn(u32) -> u64,
        open: &mut Vec<Open>,
    ) -> bool {
        open.clear();
        let Some(Ends {
            rest,
            slack,
            enough,
        }) = self.list_open(sum, live, open)
        else {
            return false;
        };
        if slack < 0 {
            return false;
        }
        if slack >= enough && open.len() > FEW {
            open.clear();
            return true;
        }
        let base = self.read_values(open);
        conclude(open, rest - base)
    }

    /// Lists the open terms of a sum, without their values. `None` if a term has no options.
    fn list_open(&self, sum: u32, live: impl Fn(u32) -> u64, open: &mut Vec<Open>) -> Option<Ends> {
        let (total, groups) = &self.all[sum as usize];
        let (mut rest, mut least, mut most) = (*total, 0, 0);
        let (mut widest, mut pairs) = (0, 0);
        for group in groups.clone() {
            let start = open.len();
            for place in self.groups[group].clone() {
                let (own, live) = (self.values_of(place as u32), live(place as u32));
                if live == 0 {
                    return None;
                }
                let ends = [live.trailing_zeros(), 63 - live.leading_zeros()];
                let ends = ends.map(|bit| i64::from(own[bit as usize]));
                if live & (live - 1) == 0 {
                    rest -= ends[0];
                    continue;
                }
                // With a negative factor, the values descend.
                let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
                (least, most) = (least + low, most + high);
                widest = widest.max(high - low);
                pairs += open.len() - start;
                open.push(Open {
                    term: place as u32,
                    group: group as u32,
                    live,
                    values: 0,
                    had: 0,
                    base: 0,
                });
            }
        }
        Some(Ends {
            rest,
            slack: (rest - least).min(most - rest),
            // Different values raise the least sum by at most one for each pair, and lower the
            // most.
            enough: widest + pairs as i64,
        })
    }

    /// Reads the values of open terms. Returns what the bases of all of them add.
    fn read_values(&self, open: &mut [Open]) -> i64 {
        let mut bases = 0;
        for group in open.chunk_by_mut(|one, other| one.group == other.group) {
            let mut all = 0;
            for one in &mut *group {
                let own = self.values_of(one.term);
                one.values = ones(one.live).fold(0, |all, bit| all | 1 << own[bit as usize]);
                all |= one.values;
            }
            let base = all.trailing_zeros();
            for one in group {
                (one.values, one.base) = (one.values >> base, base);
                one.had = one.values;
                bases += i64::from(base);
            }
        }
        bases
    }

    /// The values of the options of a term.
    fn values_of(&self, term: u32) -> &[u8] {
        let term = &self.terms[term as usize];
        &self.values[term.values..][..term.count]
    }

    /// Which options of a term have no value that is left, as bits.
    pub(super) fn dead(&self, one: &Open) -> u64 {
        if one.values == one.had {
            return 0;
        }
        let own = self.values_of(one.term);
        let is_dead = |&bit: &u32| {
            let value = u32::from(own[bit as usize]) - one.base;
            one.values >> value & 1 == 0
        };
        let dead = ones(one.live).filter(is_dead);
        dead.fold(0, |all, bit| all | 1 << bit)
    }
}
