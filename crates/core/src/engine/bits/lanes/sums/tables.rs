//! The sums of what assumptions leave of a problem.

use std::ops::Range;

use super::derived::Derived;
use super::examine::{FEW, GROUP, GROUPS, Open, examine, ones};
use crate::ask::{Meter, Stop};
use crate::engine::Remains;
use crate::problem::{self, Lists, OptionId, Problem};

/// The sums, and what is needed to complete a solution.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    all: Vec<Sum>,
    groups: Vec<Range<usize>>,
    pub(super) terms: Vec<Term>,
    /// The values of the options of each term, less the least of the group.
    values: Vec<u8>,
    /// The sums of each term, which are those of its item.
    of_term: Lists<u32>,
    pub(super) derived: Derived,
}

/// The values of some groups add up to a total.
#[derive(Clone, Debug)]
struct Sum {
    total: i64,
    groups: Range<usize>,
}

/// An item of a sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    /// The number of the item in what is left; later its lane.
    pub(super) lane: u32,
    /// The place of the value of its first option.
    values: u32,
    count: u32,
}

impl Sums {
    /// The sums, and what is left without the items that express them. `None` if there are none,
    /// if assumptions are about derived items, or if a sum does not fit.
    pub(crate) fn compile(
        problem: &Problem,
        remains: &Remains,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(Self, Remains)>, Stop> {
        let Some(sums) = problem.sums().filter(|_| remains.leaves_derived) else {
            return Ok(None);
        };
        let core = remains.without(problem, &sums.derived);
        let mut own = Self {
            derived: Derived::of(problem, remains, &sums.derived, meter)?,
            ..Self::default()
        };
        for sum in &sums.all {
            meter.spend(32 * sum.terms.len())?;
            if own.add(sum, &core).is_none() {
                return Ok(None);
            }
        }
        let mut uses = Vec::new();
        for (number, sum) in (0_u32..).zip(&own.all) {
            let terms = own.groups[sum.groups.clone()].iter().cloned().flatten();
            uses.extend(terms.map(|term| (own.terms[term].lane, number)));
        }
        let uses = || uses.iter().copied();
        let of_item = Lists::grouped(core.items(), uses, |work| meter.spend(work))?;
        for term in &own.terms {
            for &sum in of_item.of(term.lane) {
                own.of_term.push(sum);
            }
            own.of_term.close();
        }
        Ok(Some((own, core)))
    }

    /// Adds a sum, without the terms that are known. `None` if it does not fit.
    fn add(&mut self, sum: &problem::Sum, core: &Remains) -> Option<()> {
        let (mut total, start) = (sum.total, self.groups.len());
        for group in sum.terms.chunk_by(|one, other| one.group == other.group) {
            let mut open: Vec<(u32, Vec<i64>)> = Vec::new();
            for term in group {
                let options = term.values.iter();
                if let Some(item) = core.items.number(term.item) {
                    let is_left = |own: &&(OptionId, i64)| core.options.number(own.0).is_some();
                    let value = |own: &(OptionId, i64)| term.factor * own.1;
                    open.push((item, options.filter(is_left).map(value).collect()));
                } else {
                    let forced = |own: &&(OptionId, i64)| core.forced.contains(&own.0);
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
            // Then the search ends at once; the other contestants find that out, too.
            return (total == 0).then_some(());
        }
        (groups.len() <= GROUPS).then(|| self.all.push(Sum { total, groups }))
    }

    /// Adds a term with these values, which are at least `least`.
    fn add_term(&mut self, item: u32, values: &[i64], least: i64) -> Option<()> {
        self.terms.push(Term {
            lane: item,
            values: self.values.len() as u32,
            count: values.len() as u32,
        });
        for value in values {
            let value = u8::try_from(value - least).ok();
            self.values.push(value.filter(|&value| value < 64)?);
        }
        Some(())
    }

    /// The bytes of what completes a solution, about; the rest is small.
    pub(crate) fn bytes(&self) -> usize {
        self.derived.bytes()
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The sums that a term is in.
    pub(super) fn of_term(&self, term: usize) -> &[u32] {
        self.of_term.of(term as u32)
    }

    /// Finds the options that a sum excludes. `live` returns the live options of a lane, as bits.
    /// Keeps the open terms in `open`, with the values that are left. Returns false if the sum
    /// cannot hold.
    pub(super) fn examine(
        &self,
        sum: u32,
        live: impl Fn(u32) -> u64,
        open: &mut Vec<Open>,
    ) -> bool {
        open.clear();
        let Sum { total, groups } = &self.all[sum as usize];
        let groups = groups
            .clone()
            .map(|number| (number as u32, &self.groups[number]));
        // First the ends of each term, which often show that nothing follows.
        let (mut rest, mut least, mut most) = (*total, 0, 0);
        let (mut widest, mut differences) = (0, 0);
        for (number, group) in groups {
            let start = open.len();
            for place in group.clone() {
                let term = &self.terms[place];
                let (own, live) = (self.values_of(term), live(term.lane));
                if live == 0 {
                    return false;
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
                differences += open.len() - start;
                open.push(Open {
                    term: place as u32,
                    group: number,
                    live,
                    values: 0,
                    had: 0,
                    base: 0,
                });
            }
        }
        // Different values raise the least sum by at most one for each pair, and lower the most.
        let slack = (rest - least).min(most - rest);
        if slack < 0 {
            return false;
        }
        if slack >= widest + differences as i64 && open.len() > FEW {
            open.clear();
            return true;
        }
        for group in open.chunk_by_mut(|one, other| one.group == other.group) {
            let mut all = 0;
            for one in &mut *group {
                let own = self.values_of(&self.terms[one.term as usize]);
                one.values = ones(one.live).fold(0, |all, bit| all | 1 << own[bit as usize]);
                all |= one.values;
            }
            let base = all.trailing_zeros();
            for one in group {
                (one.values, one.base) = (one.values >> base, base);
                one.had = one.values;
                rest -= i64::from(base);
            }
        }
        examine(open, rest)
    }

    /// The values of the options of a term.
    fn values_of(&self, term: &Term) -> &[u8] {
        &self.values[term.values as usize..][..term.count as usize]
    }

    /// Which options of a term have no value that is left, as bits.
    pub(super) fn dead(&self, one: &Open) -> u64 {
        if one.values == one.had {
            return 0;
        }
        let own = self.values_of(&self.terms[one.term as usize]);
        let is_dead = |&bit: &u32| {
            let value = u32::from(own[bit as usize]) - one.base;
            one.values >> value & 1 == 0
        };
        ones(one.live)
            .filter(is_dead)
            .fold(0, |all, bit| all | 1 << bit)
    }
}
