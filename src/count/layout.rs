//! How a state of a problem is written in bits.
//!
//! A bit says that something is still to be had: an option *needs* some bits, and can be used
//! where all of them are set; using it *clears* some.
//!
//! * A primary item has a bit, set while it can be covered. In a plain problem that is all: a
//!   state is the set of the uncovered items.
//! * A secondary item without colours has a bit, cleared by its only use.
//! * A secondary item with colours has a bit for each colour, one for the uses without a colour if
//!   there are any, and one, the *star*, that says that it is not purified. A use in a colour needs
//!   the bit of that colour, and clears all others of the item.
//! * An item with a multiplicity has its bit, which is cleared when it was covered as often as it
//!   may be, and two small numbers: how often it must and how often it may still be covered.
//! * An option of such an item has a bit of its own, since it is used at most once.

use crate::problem::{Colour, OptionId, Problem};

/// The bits of a problem.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// Bits in all, rounded up to words.
    pub(super) words: usize,
    /// The first bits are those of the primary items, in order.
    pub(super) primary: usize,
    /// The bits that options need and clear; the numbers lie behind them.
    pub(super) bits: usize,
    /// The options that can be used.
    pub(super) options: Vec<OptionBits>,
    pub(super) multiples: Vec<Multiple>,
    /// The bits of each secondary item with colours; the star is the last.
    pub(super) coloured: Vec<std::ops::Range<u32>>,
}

/// The bits of an option.
#[derive(Clone, Debug)]
pub(super) struct OptionBits {
    pub(super) id: OptionId,
    pub(super) needs: Vec<u32>,
    pub(super) clears: Vec<u32>,
    /// Its items with a multiplicity, as numbers in [`Layout::multiples`].
    pub(super) multiples: Vec<u32>,
}

/// An item with a multiplicity.
#[derive(Clone, Debug)]
pub(super) struct Multiple {
    pub(super) bit: u32,
    /// How often it must be covered.
    pub(super) low: u64,
    /// How often it may be covered, at most as often as it has options.
    pub(super) high: u64,
    /// The word in which both numbers lie, and where they begin in it.
    pub(super) word: usize,
    pub(super) low_shift: u32,
    pub(super) high_shift: u32,
    /// The bits of one number, before it is shifted.
    pub(super) mask: u64,
}

impl Layout {
    /// The bits of the problem under assumptions, and the forced options by their numbers, ascending;
    /// `None` if there is no solution for a reason that is seen here. O(total size of the options).
    pub(super) fn under(
        problem: &Problem,
        forced: &[OptionId],
        forbidden: &[OptionId],
    ) -> Option<(Self, Vec<u32>)> {
        let mut is_forbidden = vec![false; problem.option_count()];
        for &option in forbidden {
            if let Some(is_forbidden) = is_forbidden.get_mut(option.index()) {
                *is_forbidden = true;
            }
        }
        let layout = Self::new(problem, |option| is_forbidden[option.index()])?;
        let numbers = forced.iter().map(|&option| layout.find(option));
        let numbers = numbers.map(|number| number.map(|number| number as u32));
        let mut forced: Vec<u32> = numbers.collect::<Option<_>>()?;
        forced.sort_unstable();
        forced.dedup();
        Some((layout, forced))
    }

    /// The bits of the problem without the forbidden options; `None` if an item cannot be covered
    /// often enough by all of its options. O(total size of the options).
    pub(super) fn new(problem: &Problem, is_forbidden: impl Fn(OptionId) -> bool) -> Option<Self> {
        let kept: Vec<OptionId> = problem
            .options()
            .filter(|&option| !problem.is_dropped(option) && !is_forbidden(option))
            .collect();
        let mut uses = vec![0_u64; problem.item_count()];
        let mut colours: Vec<Vec<Option<Colour>>> = vec![Vec::new(); problem.item_count()];
        for &option in &kept {
            for (item, colour) in problem.uses_of(option) {
                uses[item.index()] += 1;
                if !problem.is_primary(item) {
                    colours[item.index()].push(colour);
                }
            }
        }
        let mut layout = Self::default();
        let mut first_bit = vec![NONE; problem.item_count()];
        let mut multiple_of = vec![NONE; problem.item_count()];
        for item in problem.items() {
            let Some(times) = problem.multiplicity(item) else {
                continue;
            };
            let (low, high) = (u64::from(*times.start()), u64::from(*times.end()));
            if low > uses[item.index()] {
                return None;
            }
            let bit = layout.take_bits(1);
            first_bit[item.index()] = bit;
            if times != (1..=1) {
                multiple_of[item.index()] = layout.multiples.len() as u32;
                layout.multiples.push(Multiple {
                    bit,
                    low,
                    high: high.min(uses[item.index()]),
                    word: 0,
                    low_shift: 0,
                    high_shift: 0,
                    mask: 0,
                });
            }
        }
        layout.primary = layout.bits;
        for (item, colours) in colours.iter_mut().enumerate() {
            colours.sort_unstable();
            colours.dedup();
            let only_plain = colours.iter().all(Option::is_none);
            if uses[item] > 1 && !colours.is_empty() {
                let bits = colours.len() + usize::from(!only_plain);
                let start = layout.take_bits(bits);
                first_bit[item] = start;
                if !only_plain {
                    layout.coloured.push(start..start + bits as u32);
                }
            }
        }
        for &id in &kept {
            let mut option = OptionBits {
                id,
                needs: Vec::new(),
                clears: Vec::new(),
                multiples: Vec::new(),
            };
            for (item, colour) in problem.uses_of(id) {
                let start = first_bit[item.index()];
                if multiple_of[item.index()] != NONE {
                    option.needs.push(start);
                    option.multiples.push(multiple_of[item.index()]);
                } else if start != NONE {
                    option.use_item(start, colour, &colours[item.index()]);
                }
            }
            if !option.multiples.is_empty() {
                let own = layout.take_bits(1);
                option.needs.push(own);
                option.clears.push(own);
            }
            layout.options.push(option);
        }
        layout.place_numbers();
        Some(layout)
    }

    fn take_bits(&mut self, number: usize) -> u32 {
        self.bits += number;
        (self.bits - number) as u32
    }

    /// Puts the numbers behind the bits, each pair within a word.
    fn place_numbers(&mut self) {
        let mut end = self.bits;
        for multiple in &mut self.multiples {
            let size = 64 - multiple.high.max(multiple.low).leading_zeros();
            let free = 64 - end as u32 % 64;
            if free < 2 * size {
                end = end.next_multiple_of(64);
            }
            multiple.word = end / 64;
            multiple.low_shift = end as u32 % 64;
            multiple.high_shift = multiple.low_shift + size;
            multiple.mask = (1 << size) - 1;
            end += 2 * size as usize;
        }
        self.words = end.div_ceil(64);
    }

    /// The number of the option with this id in `options`.
    pub(super) fn find(&self, id: OptionId) -> Option<usize> {
        self.options
            .binary_search_by_key(&id, |option| option.id)
            .ok()
    }
}

/// An item without bits.
const NONE: u32 = u32::MAX;

impl OptionBits {
    /// A use of an item whose bits begin at `start`: one bit for each of these colours, and if
    /// there are any real ones, the star.
    fn use_item(&mut self, start: u32, colour: Option<Colour>, colours: &[Option<Colour>]) {
        // Primary items have no list of colours, and one bit.
        let place = colours.binary_search(&colour).unwrap_or(0) as u32;
        let only_plain = colours.iter().all(Option::is_none);
        let bits = colours.len().max(1) as u32 + u32::from(!only_plain);
        self.needs.push(start + place);
        let keeps = colour.is_some().then_some(place);
        let cleared = (0..bits).filter(|&bit| Some(bit) != keeps);
        self.clears.extend(cleared.map(|bit| start + bit));
    }
}
