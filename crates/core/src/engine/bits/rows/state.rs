//! One state, and the conclusions from it.

use std::cmp::Reverse;

use rand::Rng;
use rand_pcg::Pcg32;

use super::agenda::Agenda;
use super::tables::{Chunk, Left, Tables, WORDS};
use crate::engine::least::Least;

/// A state to work on.
pub(in crate::engine::bits) struct State<'a> {
    /// The usable options. All of their primary items are open.
    pub(super) live: &'a mut [Chunk],
    pub(super) left: &'a mut [Left],
    /// The numbers of the options in use.
    pub(super) trail: &'a mut Vec<u32>,
}

/// `RULE` states whether the support rule is used; if not, the agenda stays empty. `MULTIPLE`
/// states whether some item may be covered several times or not at all.
impl State<'_> {
    /// Uses an option. All items of the option are open.
    #[inline(always)]
    pub(super) fn use_option<const RULE: bool, const MULTIPLE: bool>(
        &mut self,
        tables: &Tables,
        agenda: &mut Agenda,
        option: u32,
    ) {
        self.trail.push(option);
        for &item in tables.items(option) {
            self.left[item as usize].bound -= 1;
        }
        for (place, keep) in tables.row(option).iter().enumerate() {
            let live = &mut self.live[place];
            let mut dead = [0; WORDS];
            let mut any = 0;
            for k in 0..WORDS {
                dead[k] = live[k] & !keep[k];
                live[k] &= keep[k];
                any |= dead[k];
            }
            if any != 0 {
                self.count_out_all::<RULE, MULTIPLE>(tables, agenda, place, &dead);
            }
        }
        if MULTIPLE {
            for &item in tables.items(option) {
                let Left { size, bound } = self.left[item as usize];
                match (bound, size) {
                    (0, 0) => {}
                    (0, _) => self.remove_all::<RULE>(tables, agenda, item),
                    (1.., _) => self.examine::<RULE, MULTIPLE>(tables, agenda, item),
                }
            }
        }
    }

    /// Closes an item: it is not covered again.
    pub(super) fn close<const RULE: bool>(
        &mut self,
        tables: &Tables,
        agenda: &mut Agenda,
        item: u32,
    ) {
        self.left[item as usize].bound = 0;
        self.remove_all::<RULE>(tables, agenda, item);
    }

    /// Removes all options of an item.
    fn remove_all<const RULE: bool>(&mut self, tables: &Tables, agenda: &mut Agenda, item: u32) {
        for &(word, mask) in tables.mask(item) {
            let live = &mut self.live[word as usize / WORDS][word as usize % WORDS];
            let dead = *live & mask;
            *live &= !mask;
            self.count_out::<RULE, true>(tables, agenda, word, dead);
        }
    }

    /// Removes one option, without putting its items on the agenda.
    pub(super) fn remove(&mut self, tables: &Tables, agenda: &mut Agenda, option: u32) {
        let (word, bit) = (option / 64, 1 << (option % 64));
        self.live[word as usize / WORDS][word as usize % WORDS] &= !bit;
        self.count_out::<false, true>(tables, agenda, word, bit);
    }

    /// Counts options of one chunk that were removed out of the sizes of their items.
    #[inline(always)]
    fn count_out_all<const RULE: bool, const MULTIPLE: bool>(
        &mut self,
        tables: &Tables,
        agenda: &mut Agenda,
        place: usize,
        dead: &Chunk,
    ) {
        for (word, &dead) in (place * WORDS..).zip(dead) {
            self.count_out::<RULE, MULTIPLE>(tables, agenda, word as u32, dead);
        }
    }

    /// Counts options of one word that were removed out of the sizes of their items, and puts these
    /// items on the agenda.
    #[inline(always)]
    fn count_out<const RULE: bool, const MULTIPLE: bool>(
        &mut self,
        tables: &Tables,
        agenda: &mut Agenda,
        word: u32,
        mut dead: u64,
    ) {
        while dead != 0 {
            let option = word * 64 + dead.trailing_zeros();
            let items = tables.items(option);
            if RULE {
                agenda.work += 6 * items.len() as u64;
            }
            for &item in items {
                self.left[item as usize].size -= 1;
                self.examine::<RULE, MULTIPLE>(tables, agenda, item);
            }
            dead &= dead - 1;
        }
    }

    /// Puts an item on the agenda if it is open, because it has lost options.
    #[inline(always)]
    pub(super) fn examine<const RULE: bool, const MULTIPLE: bool>(
        &self,
        tables: &Tables,
        agenda: &mut Agenda,
        item: u32,
    ) {
        let left = self.left[item as usize];
        if !RULE || left.bound == 0 {
            return;
        }
        let tries = if MULTIPLE {
            tables.tries(item, left)
        } else {
            u64::from(left.size)
        };
        match tries {
            0 => agenda.fail(item),
            1 => agenda.add_forced(item),
            _ => agenda.add(item),
        }
    }

    /// Examines all items.
    pub(super) fn examine_all(&self, tables: &Tables, agenda: &mut Agenda) {
        for item in 0..self.left.len() as u32 {
            self.examine::<true, true>(tables, agenda, item);
        }
    }

    /// Examines the items of the options that were tried before.
    #[inline(always)]
    pub(super) fn examine_tried<const MULTIPLE: bool>(&self, tables: &Tables, agenda: &mut Agenda) {
        while let Some(option) = agenda.tried.pop() {
            for &item in tables.items(option) {
                self.examine::<true, MULTIPLE>(tables, agenda, item);
            }
        }
    }

    pub(super) fn is_live(&self, option: u32) -> bool {
        self.word(option / 64) >> (option % 64) & 1 == 1
    }

    #[inline(always)]
    pub(super) fn word(&self, word: u32) -> u64 {
        self.live[word as usize / WORDS][word as usize % WORDS]
    }

    /// The first live option of an item, after skipping some; `None` if there are not that many.
    #[inline(always)]
    pub(super) fn option_of(&self, tables: &Tables, item: u32, mut skip: u32) -> Option<u32> {
        for &(word, mask) in tables.mask(item) {
            let mut bits = self.word(word) & mask;
            if bits.count_ones() <= skip {
                skip -= bits.count_ones();
                continue;
            }
            for _ in 0..skip {
                bits &= bits - 1;
            }
            return Some(word * 64 + bits.trailing_zeros());
        }
        None
    }

    /// An option of an item, the first or a random one; `None` if the item has none.
    pub(super) fn pick(
        &self,
        tables: &Tables,
        item: u32,
        random: &mut Option<Pcg32>,
    ) -> Option<u32> {
        let size = self.left[item as usize].size;
        let skip = match random {
            Some(random) if size > 1 => random.random_range(0..size),
            _ => 0,
        };
        self.option_of(tables, item, skip)
    }

    /// Uses forced options and closes items that must not be covered again, until nothing is
    /// forced. Then returns the open item with the fewest tries, `None` if all items are closed.
    /// The error is an item that cannot be covered.
    #[inline(always)]
    pub(super) fn use_forced(
        &mut self,
        tables: &Tables,
        agenda: &mut Agenda,
        random: &mut Option<Pcg32>,
    ) -> Result<Option<u32>, u32> {
        loop {
            let mut changed = false;
            let mut least = Least::new();
            for item in 0..self.left.len() as u32 {
                let left = self.left[item as usize];
                if left.bound == 0 {
                    continue;
                }
                match tables.tries(item, left) {
                    0 => return Err(item),
                    1 => {
                        changed = true;
                        match self.option_of(tables, item, 0) {
                            Some(option) => self.use_option::<false, true>(tables, agenda, option),
                            None => self.close::<false>(tables, agenda, item),
                        }
                    }
                    tries => {
                        let slack = tables.slack(item).min(left.bound);
                        least.offer((tries, slack, Reverse(left.size)), item, random.as_mut());
                    }
                }
            }
            if !changed {
                return Ok(least.get());
            }
        }
    }

    /// Works off the agenda: uses forced options, closes items that must not be covered again, and
    /// applies the support rule to items that have lost options and have at most `most`. Stops at
    /// a dead end.
    #[inline(always)]
    pub(super) fn work_off<const MULTIPLE: bool>(
        &mut self,
        tables: &Tables,
        agenda: &mut Agenda,
        most: u32,
    ) {
        while !agenda.has_failed() {
            if let Some(item) = agenda.next_forced() {
                let left = self.left[item as usize];
                if left.bound > 0 && tables.tries(item, left) == 1 {
                    match self.option_of(tables, item, 0) {
                        Some(option) => self.use_option::<true, MULTIPLE>(tables, agenda, option),
                        None => self.close::<true>(tables, agenda, item),
                    }
                }
                continue;
            }
            let Some(item) = agenda.next() else {
                return;
            };
            let Left { size, bound } = self.left[item as usize];
            if size <= most && bound > tables.slack(item) {
                self.require_support::<MULTIPLE>(tables, agenda, item);
            }
        }
    }

    /// The support rule: removes the options that conflict with all live options of an item which
    /// must still be covered. The options of the item itself support themselves.
    #[inline(always)]
    fn require_support<const MULTIPLE: bool>(
        &mut self,
        tables: &Tables,
        agenda: &mut Agenda,
        item: u32,
    ) {
        agenda.work += 2 * tables.mask(item).len() as u64;
        if !self.find_unsupported(tables, agenda, item) {
            return;
        }
        for at in 0..agenda.places.len() {
            let place = agenda.places[at] as usize;
            let dead = agenda.dead[place];
            let mut count = 0;
            for (live, dead) in self.live[place].iter_mut().zip(dead) {
                *live &= !dead;
                count += u64::from(dead.count_ones());
            }
            if count > 0 {
                agenda.unsupported += count;
                self.count_out_all::<true, MULTIPLE>(tables, agenda, place, &dead);
            }
        }
    }

    /// Finds the live options that conflict with all live options of an item, except its own
    /// options. Returns whether there are any. Then `agenda.places` has the chunks of `agenda.dead`
    /// with such options. Most items are done after a few of their options.
    #[inline(always)]
    fn find_unsupported(&self, tables: &Tables, agenda: &mut Agenda, item: u32) -> bool {
        let Agenda {
            dead, places, work, ..
        } = agenda;
        let mut first = None;
        let mut seen = 0;
        for &(word, mask) in tables.mask(item) {
            let mut bits = self.word(word) & mask;
            while bits != 0 {
                let option = word * 64 + bits.trailing_zeros();
                bits &= bits - 1;
                seen += 1;
                match (seen, first) {
                    (2, Some(first)) => {
                        let rows = [first, option].map(|option| tables.row(option));
                        let reach = tables.reach(item);
                        *work += 6 * reach.len() as u64;
                        exclude_two(self.live, rows, (reach, tables.mask(item)), dead, places);
                    }
                    (3.., _) => {
                        *work += 4 * places.len() as u64;
                        exclude(tables.row(option), dead, places);
                    }
                    _ => {
                        first = Some(option);
                        continue;
                    }
                }
                if places.is_empty() {
                    return false;
                }
            }
        }
        // An item with one option is forced or at a dead end, and is never examined.
        seen >= 2
    }
}

/// Sets `dead` to the live options that two rows exclude, except those of their own item, and
/// `places` to its chunks that are not empty. The other chunks of `dead` have no meaning. `reach`
/// has the chunks in which the rows exclude anything, `own` the options of the item.
#[inline(always)]
fn exclude_two(
    live: &[Chunk],
    [one, other]: [&[Chunk]; 2],
    (reach, own): (&[u32], &[(u32, u64)]),
    dead: &mut [Chunk],
    places: &mut Vec<u32>,
) {
    for &place in reach {
        let place = place as usize;
        let (dead, live, one, other) = (&mut dead[place], &live[place], &one[place], &other[place]);
        for k in 0..WORDS {
            dead[k] = live[k] & !(one[k] | other[k]);
        }
    }
    for &(word, mask) in own {
        dead[word as usize / WORDS][word as usize % WORDS] &= !mask;
    }
    places.clear();
    for &place in reach {
        if dead[place as usize].iter().fold(0, |any, word| any | word) != 0 {
            places.push(place);
        }
    }
}

/// Keeps in these chunks of `dead` the options that a row excludes, and in `places` the chunks that
/// are not empty.
#[inline(always)]
fn exclude(row: &[Chunk], dead: &mut [Chunk], places: &mut Vec<u32>) {
    let mut kept = 0;
    for at in 0..places.len() {
        let place = places[at];
        let (dead, keep) = (&mut dead[place as usize], &row[place as usize]);
        let mut any = 0;
        for k in 0..WORDS {
            dead[k] &= !keep[k];
            any |= dead[k];
        }
        places[kept] = place;
        kept += usize::from(any != 0);
    }
    places.truncate(kept);
}
