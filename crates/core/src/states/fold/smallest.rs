//! Branching on the item with the fewest live options, for all problems; independent parts are
//! split.
//!
//! An option is *live* if all the bits that it needs are set. Each open state has a *row* with a
//! bit for each live option. Entering a state counts the live options of every item; if an item has
//! too few, the state is dead. Then the state is made *normal*, so that equal subproblems are equal
//! states:
//!
//! * bits that no live option needs are cleared, such as an unwanted secondary item, a dead option
//!   or an unavailable colour;
//! * a secondary item with one bit left loses its star, whether it was purified or not;
//! * an item with a multiplicity can be covered at most as often as it has live options, and is
//!   done when it has none and needs none.
//!
//! Two options are connected if one clears a bit that the other touches. The connected components
//! are the *parts* of a state: they are independent, so their numbers of solutions multiply. A
//! purified item connects nothing.

use std::sync::Arc;

use super::algebra::{NodeKind, Via};
use super::branching::{Branching, Child, Entered};
use super::sizes::Sizes;
use crate::ask::{Meter, Stop};
use crate::states::layout::Layout;
use crate::states::state::{State, bits, has, is_within, meet, set, state_of, unset, with};

#[derive(Clone, Debug)]
pub(crate) struct Smallest<const W: usize> {
    layout: Arc<Layout>,
    forced: Vec<u32>,
    masks: Vec<OptionMasks<W>>,
    /// Words of a row.
    row: usize,
    /// For each bit the row of the options that need it.
    users: Vec<u64>,
    /// The bits of items that are covered exactly once.
    plain: State<W>,
    /// The bits of all primary items.
    primary: State<W>,
    /// The bits that no option needs: stars and numbers.
    aside: State<W>,
    /// The open states, and the rows of these and of the state entered last.
    states: Vec<State<W>>,
    rows: Vec<u64>,
    /// The sizes of the row of the state entered last.
    sizes: Sizes<W>,
    /// A row: live options not yet in a part.
    rest: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct OptionMasks<const W: usize> {
    needs: State<W>,
    clears: State<W>,
    /// The bits by which it is connected: all that it clears, and its items with a multiplicity.
    touches: State<W>,
}

impl<const W: usize> Smallest<W> {
    /// Prepares the rule for a layout of at most `W` words, with these options forced. O(options x
    /// words) time and memory, and one bit for each pair of an option and a bit of a state.
    pub(crate) fn new(
        layout: Arc<Layout>,
        forced: Vec<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let row = layout.len().div_ceil(64).max(1);
        let users = rows_of_users(&layout, row, meter)?;
        let mut masks = Vec::with_capacity(layout.len());
        for option in 0..layout.len() as u32 {
            let needs = layout.needs(option);
            meter.spend(3 * W)?;
            let mut clears = [0; W];
            for bit in layout.clears(option) {
                meter.spend(1)?;
                set(&mut clears, bit);
            }
            let mut touches = clears;
            for quota in layout.quotas_of(option) {
                set(&mut touches, quota.bit);
                touches[quota.word] |= quota.numbers();
            }
            masks.push(OptionMasks {
                needs: state_of(needs),
                clears,
                touches,
            });
        }
        let all: Vec<u32> = (0..layout.primary as u32).collect();
        let primary = state_of(&all);
        let mut plain = primary;
        let mut aside = [0; W];
        for quota in &layout.quotas {
            unset(&mut plain, quota.bit);
            aside[quota.word] |= quota.numbers();
        }
        for bits in &layout.coloured {
            set(&mut aside, bits.end - 1);
        }
        Ok(Self {
            sizes: Sizes::new(&layout, row),
            rest: Vec::new(),
            states: Vec::new(),
            rows: vec![0; row],
            layout,
            forced,
            masks,
            row,
            users,
            plain,
            primary,
            aside,
        })
    }

    fn used(&self, state: &State<W>, option: usize) -> State<W> {
        let mut state = with(state, &self.masks[option].clears, |a, b| a & !b);
        for quota in self.layout.quotas_of(option as u32) {
            let (low, high) = quota.times(&state);
            quota.write(&mut state, low.saturating_sub(1), high.saturating_sub(1));
            if high <= 1 {
                unset(&mut state, quota.bit);
            }
        }
        state
    }

    fn live(&self) -> &[u64] {
        &self.rows[self.states.len() * self.row..][..self.row]
    }

    /// Writes the row of a new state behind those of the open ones.
    fn find_live(&mut self, state: &State<W>) {
        let start = self.states.len() * self.row;
        self.rows.resize(start + self.row, 0);
        let Some(parent) = self.states.last() else {
            self.rows.fill(0);
            for (number, masks) in self.masks.iter().enumerate() {
                let live = u64::from(is_within(&masks.needs, state));
                self.rows[number / 64] |= live << (number % 64);
            }
            return;
        };
        self.rows.copy_within(start - self.row..start, start);
        let cleared = with(parent, state, |a, b| a & !b);
        for bit in bits(&cleared).take_while(|&bit| bit < self.layout.bits) {
            let users = &self.users[bit * self.row..][..self.row];
            for (word, &users) in self.rows[start..].iter_mut().zip(users) {
                *word &= !users;
            }
        }
    }

    /// The items of a state that exactly one live option covers.
    fn forced_items(&self, state: &State<W>) -> State<W> {
        std::array::from_fn(|word| state[word] & self.plain[word] & !self.sizes.several()[word])
    }

    /// Chooses the item with the fewest children, the first on a tie. Returns it with their number,
    /// which is approximate for multiplicities.
    fn choose(&self, state: &State<W>) -> (usize, u64) {
        if let Some(item) = bits(&self.forced_items(state)).next() {
            return (item, 1);
        }
        let least = if self.layout.quotas.is_empty() { 2 } else { 1 };
        let mut best = (0, u64::MAX);
        for item in bits(&with(state, &self.primary, |a, b| a & b)) {
            let mut size = u64::from(self.sizes.of(item));
            if !has(&self.plain, item as u32) {
                size += 1;
                if let Some(quota) = self.layout.quota(item as u32) {
                    size -= quota.times(state).0.min(size);
                }
            }
            if size < best.1 {
                best = (item, size);
                if size <= least {
                    break;
                }
            }
        }
        best
    }

    /// Appends a child for each independent part, if there is more than one.
    fn split(
        &mut self,
        state: &State<W>,
        children: &mut Vec<Child<W>>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        let mut rest = std::mem::take(&mut self.rest);
        rest.clear();
        rest.extend_from_slice(self.live());
        let before = children.len();
        let first = |rest: &[u64]| bits(rest).next();
        let mut left: u32 = rest.iter().map(|word| word.count_ones()).sum();
        while let Some(seed) = first(&rest) {
            rest[seed / 64] &= !(1 << (seed % 64));
            left -= 1;
            let OptionMasks { needs, touches, .. } = &self.masks[seed];
            let (mut links, mut part) = (*touches, *needs);
            let mut seen = [0; W];
            while left > 0 {
                let open: State<W> =
                    std::array::from_fn(|word| links[word] & state[word] & !seen[word]);
                let Some(bit) = bits(&open).next().filter(|&bit| bit < self.layout.bits) else {
                    break;
                };
                set(&mut seen, bit as u32);
                let (users, before) = (&self.users[bit * self.row..][..self.row], left);
                for (word, (users, rest)) in users.iter().zip(&mut rest).enumerate() {
                    let linked = users & *rest;
                    *rest &= !linked;
                    for option in bits(&[linked]) {
                        let masks = &self.masks[word * 64 + option];
                        links = with(&links, &masks.touches, |a, b| a | b);
                        part = with(&part, &masks.needs, |a, b| a | b);
                        left -= 1;
                    }
                }
                meter.spend(self.row + (before - left) as usize * W)?;
            }
            if left == 0 && children.len() == before {
                break;
            }
            part = with(&part, &links, |a, b| a | b);
            children.push(Child {
                state: with(state, &part, |a, b| a & b),
                via: Via::Nothing,
                options: 1,
            });
        }
        self.rest = rest;
        Ok(children.len() > before)
    }
}

/// For each bit the row of the options that need it, a row being this many words.
fn rows_of_users(layout: &Layout, row: usize, meter: &mut Meter<'_>) -> Result<Vec<u64>, Stop> {
    let mut users = vec![0; layout.bits * row];
    for option in 0..layout.len() as u32 {
        let (needs, number) = (layout.needs(option), option as usize);
        meter.spend(4 * needs.len())?;
        for &bit in needs {
            users[bit as usize * row + number / 64] |= 1 << (number % 64);
        }
    }
    Ok(users)
}

impl<const W: usize> Branching<W> for Smallest<W> {
    fn root(&self) -> Option<State<W>> {
        let all: Vec<u32> = (0..self.layout.bits as u32).collect();
        let mut root = state_of(&all);
        for quota in &self.layout.quotas {
            quota.write(&mut root, quota.low, quota.high);
        }
        self.forced.iter().try_fold(root, |state, &option| {
            let fits = is_within(&self.masks[option as usize].needs, &state);
            fits.then(|| self.used(&state, option as usize))
        })
    }

    fn enter(&mut self, state: &mut State<W>) -> Entered {
        self.find_live(state);
        let live = &self.rows[self.states.len() * self.row..];
        self.sizes.count(live, &self.layout);
        let some = *self.sizes.some();
        let lonely = with(state, &some, |a, b| a & !b);
        if meet(&lonely, &self.plain) {
            return Entered::Dead;
        }
        for quota in &self.layout.quotas {
            let size = u64::from(self.sizes.of(quota.bit as usize));
            let (low, high) = quota.times(state);
            if size < low {
                return Entered::Dead;
            }
            quota.write(state, low, high.min(size));
        }
        let kept = with(&some, &self.aside, |a, b| a | b);
        *state = with(state, &kept, |a, b| a & b);
        for bits in &self.layout.coloured {
            let star = bits.end - 1;
            if (bits.start..star)
                .filter(|&bit| has(state, bit))
                .nth(1)
                .is_none()
            {
                unset(state, star);
            }
        }
        if !meet(state, &self.primary) {
            Entered::Solved
        } else if self.forced_items(state) != [0; W] {
            Entered::Forced
        } else {
            Entered::Open
        }
    }

    fn branch(
        &mut self,
        state: &State<W>,
        children: &mut Vec<Child<W>>,
        meter: &mut Meter<'_>,
    ) -> Result<NodeKind, Stop> {
        let (item, size) = self.choose(state);
        if size > 1 && self.split(state, children, meter)? {
            self.states.push(*state);
            return Ok(NodeKind::Product);
        }
        let users = &self.users[item * self.row..][..self.row];
        for (word, (live, users)) in self.live().iter().zip(users).enumerate() {
            for bit in bits(&[live & users]) {
                let option = word * 64 + bit;
                children.push(Child::by(option as u32, self.used(state, option)));
            }
        }
        if !has(&self.plain, item as u32) {
            // Two children: one uses an option, and the other excludes it.
            children.truncate(children.len() + 1 - self.sizes.of(item) as usize);
            let own = children.last().and_then(|child| match child.via {
                Via::Use(option) => self.layout.needs(option).last(),
                Via::Nothing => None,
            });
            if let (Some(&own), true) = (own, size > 1) {
                let mut without = *state;
                unset(&mut without, own);
                children.push(Child {
                    state: without,
                    via: Via::Nothing,
                    options: self.sizes.of(item).saturating_sub(1),
                });
            }
        }
        self.states.push(*state);
        Ok(NodeKind::Sum)
    }

    fn leave(&mut self) {
        self.states.pop();
    }

    fn work(&self) -> usize {
        self.masks.len() * (W + 1)
    }

    fn bytes(&self) -> usize {
        let states = self.states.capacity() * size_of::<State<W>>();
        let masks = self.masks.capacity() * size_of::<OptionMasks<W>>();
        let words = self.users.capacity() + self.rows.capacity() + self.rest.capacity();
        states + masks + words * 8 + self.sizes.bytes()
    }
}
