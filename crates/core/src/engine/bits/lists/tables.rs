//! The tables of the layout *lists*, which never change.

use super::list::List;
use crate::ask::{Meter, Stop};
use crate::engine::numbering::Numbering;
use crate::problem::{ItemId, OptionId, Problem};

/// The most words of an option.
pub(super) const MOST: usize = 8;

/// The numbers of words that have kernels.
const WORDS: [usize; 5] = [1, 2, 3, 4, MOST];

/// A set of items. Only the first words are in use.
pub(super) type Items = [u64; MOST];

/// The numbers of options and the *bits* of items, in their orders.
#[derive(Debug)]
pub(super) struct Tables {
    /// The number of words of an option at the root.
    pub(super) words: usize,
    /// The number of the highest bits of the last word that hold the number of an option.
    number_bits: u32,
    /// All primary items.
    pub(super) primary: Items,
    /// The list of all options, in `options`. Option number `n` is at place `n`.
    pub(super) root: List,
    pub(super) options: Vec<u64>,
    items: usize,
    ids: Numbering<OptionId>,
}

impl Tables {
    /// The words of an option in a problem of this size; `None` if there are too
    /// many.
    pub(super) fn words(options: usize, items: usize) -> Option<usize> {
        fewest(items, number_bits(options))
    }

    /// Compiles a problem. Returns the tables and the item of each bit.
    pub(super) fn compile(
        problem: &Problem,
        meter: &mut Meter<'_>,
    ) -> Result<(Self, Vec<ItemId>), Stop> {
        let ids = Numbering::options(problem, meter)?;
        let number_bits = number_bits(ids.len());
        let words = fewest(problem.item_count(), number_bits).unwrap_or(MOST);

        let stride = List::stride(ids.len());
        let mut options = vec![0; words * stride];
        for (number, id) in ids.iter() {
            let place = number as usize;
            for item in problem.items_of(id) {
                let bit = item.index();
                options[bit / 64 * stride + place] |= 1 << (bit % 64);
            }
            options[(words - 1) * stride + place] |= u64::from(number) << (64 - number_bits);
            meter.spend(4 * problem.items_of(id).len())?;
        }
        let mut primary = [0; MOST];
        for item in problem.primary_items() {
            primary[item.index() / 64] |= 1 << (item.index() % 64);
        }
        let tables = Self {
            words,
            number_bits,
            primary,
            root: List {
                start: 0,
                stride,
                len: ids.len(),
            },
            options,
            items: problem.item_count(),
            ids,
        };
        Ok((tables, problem.items().collect()))
    }

    /// The bits of `W` words that stand for items.
    #[inline(always)]
    pub(super) fn items<const W: usize>(&self) -> [u64; W] {
        let mut items = [!0; W];
        items[W - 1] >>= self.number_bits;
        items
    }

    /// The fewest words that hold this many items.
    #[inline(always)]
    pub(super) fn fewest(&self, items: u32) -> usize {
        fewest(items as usize, self.number_bits).unwrap_or(MOST)
    }

    /// The number of items at the root.
    pub(super) fn item_count(&self) -> usize {
        self.items
    }

    pub(super) fn id(&self, number: u32) -> OptionId {
        self.ids.id(number)
    }

    /// The number of an option, if it has one.
    pub(super) fn number(&self, option: OptionId) -> Option<u32> {
        self.ids.number(option)
    }
}

/// At least one bit, so that shifts by 64 do not occur.
fn number_bits(options: usize) -> u32 {
    options.checked_ilog2().map_or(1, |bits| bits + 1)
}

#[inline(always)]
fn fewest(items: usize, number_bits: u32) -> Option<usize> {
    let bits = items + number_bits as usize;
    WORDS.into_iter().find(|&words| bits <= 64 * words)
}
