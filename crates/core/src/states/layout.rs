//! How a state of a problem is written in bits.
//!
//! A set bit means that something is still available. An option *needs* some bits: it can be used
//! while all of them are set. Using it *clears* bits. Which bits are cleared along with a needed
//! bit depends on that bit alone:
//!
//! | bit | belongs to | cleared along with it |
//! |---|---|---|
//! | [`Once`](Bit::Once) | a primary item that is covered once, or a secondary item without colours | itself |
//! | [`Quota`](Bit::Quota) | an item with a multiplicity, while it may be covered | nothing: two small numbers are the times that it must and may still be covered |
//! | [`Own`](Bit::Own) | an option with such an item, because it is used at most once | itself |
//! | [`Colour`](Bit::Colour) | a secondary item in one of its colours | all other bits of the item |
//! | [`Plain`](Bit::Plain) | a coloured secondary item, used without a colour | all bits of the item |
//! | [`Star`](Bit::Star) | a coloured secondary item: the item has no colour yet (it is not *purified*) | no option needs it |
//!
//! In a plain problem a state is the set of uncovered items. The bits of an item form a range, so
//! no table grows with the product of uses and colours.

use std::ops::Range;

use super::quota::Quota;
use crate::ask::{Assumptions, Meter, Stop};
use crate::problem::{Colour, Lists, OptionId, Problem};

/// The bits of a problem.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    pub(crate) words: usize,
    /// The number of primary items. Their bits come first, in order.
    pub(crate) primary: usize,
    /// The number of bits that options need and clear. The numbers of quotas follow them.
    pub(crate) bits: usize,
    kinds: Vec<Bit>,
    /// The options that can be used, ascending. Their places in this list are their numbers.
    ids: Vec<OptionId>,
    needs: Lists<u32>,
    pub(crate) quotas: Vec<Quota>,
    /// The bits of each coloured secondary item; the star is the last.
    pub(crate) coloured: Vec<Range<u32>>,
}

/// The meaning of a bit: see the module. The number is the place of the item in [`Layout::quotas`]
/// or in [`Layout::coloured`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bit {
    Once,
    Quota(u32),
    Own,
    Colour(u32),
    Plain(u32),
    Star,
}

/// Why a problem has no layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoLayout {
    /// The assumptions exclude each other, or an item has too few options.
    NoSolution,
    Stopped(Stop),
    /// The layout would exceed the memory limit.
    TooLarge(String),
}

impl From<Stop> for NoLayout {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl Layout {
    /// Lays out the problem under assumptions. Returns the layout and the numbers of the forced
    /// options, ascending. O(total size of the options) time and memory, at most `room` bytes.
    pub(crate) fn under(
        problem: &Problem,
        assumptions: &Assumptions,
        room: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(Self, Vec<u32>), NoLayout> {
        let bytes = Self::most_bytes(problem);
        if bytes > room {
            return Err(NoLayout::TooLarge(format!(
                "its bits would take {bytes} bytes, more than the memory limit leaves"
            )));
        }
        let mut is_forbidden = problem.marks(&*assumptions.forbidden());
        let forced = assumptions.forced();
        exclude_conflicts(problem, &forced, &mut is_forbidden, meter)?;
        let layout = Self::new(problem, |option| is_forbidden[option.index()], meter)?;
        let numbers = forced.iter().map(|&option| layout.find(option));
        let numbers: Option<Vec<u32>> = numbers.collect();
        let mut forced = numbers.ok_or(NoLayout::NoSolution)?;
        forced.sort_unstable();
        forced.dedup();
        Ok((layout, forced))
    }

    /// The most bytes that the layout of a problem takes while it is made.
    fn most_bytes(problem: &Problem) -> usize {
        if problem.has_colours() || problem.has_multiplicities() {
            return problem.size().saturating_mul(24);
        }
        // The needs; the number and the end of each option, and whether it is forbidden; the kind
        // of each bit, which grows, and the counts and lists of each item.
        let needs = problem.use_count().saturating_mul(4);
        let options = problem.option_count().saturating_mul(12);
        let items = problem.item_count().saturating_mul(48);
        needs.saturating_add(options).saturating_add(items)
    }

    /// Lays out the problem without the forbidden options.
    fn new(
        problem: &Problem,
        is_forbidden: impl Fn(OptionId) -> bool,
        meter: &mut Meter<'_>,
    ) -> Result<Self, NoLayout> {
        let options = problem.option_count();
        let mut layout = Self {
            ids: Vec::with_capacity(options),
            needs: Lists::with_capacity(options, problem.use_count()),
            ..Self::default()
        };
        let mut uses = vec![0_u32; problem.item_count()];
        for option in problem.kept().filter(|&option| !is_forbidden(option)) {
            let items = problem.items_of(option);
            meter.spend(8 + 4 * items.len())?;
            items.iter().for_each(|item| uses[item.index()] += 1);
            layout.ids.push(option);
        }
        let mut first_bit = layout.take_primary(problem, &uses)?;
        let options: &[OptionId] = if problem.has_colours() {
            &layout.ids
        } else {
            &[]
        };
        let colours = || options.iter().flat_map(|&option| problem.uses_of(option));
        let colours = || colours().filter(|&(item, _)| !problem.is_primary(item));
        let colours = || colours().map(|(item, colour)| (item.index() as u32, colour));
        let colours = Lists::grouped(uses.len(), colours, |work| meter.spend(work))?;
        let mut ways = Lists::with_capacity(uses.len(), 0);
        for (item, &uses) in problem.items().zip(&uses) {
            let mut own = Vec::new();
            // A secondary item with one use needs no bit: nothing conflicts with it.
            if !problem.is_primary(item) && uses > 1 {
                own.extend_from_slice(colours.of(item.index() as u32));
                meter.spend(20 * own.len())?;
                own.sort_unstable();
                own.dedup();
                first_bit[item.index()] = layout.take_secondary(&own);
            }
            ways.add(own);
        }
        drop(colours);
        layout.read_options(problem, (&first_bit, &ways), meter)?;
        layout.place_numbers();
        Ok(layout)
    }

    /// Gives each primary item its bit. Returns the first bit of each item; secondary items have
    /// none yet.
    fn take_primary(&mut self, problem: &Problem, uses: &[u32]) -> Result<Vec<u32>, NoLayout> {
        let mut first_bit = vec![NONE; problem.item_count()];
        for item in problem.primary_items() {
            let uses = u64::from(uses[item.index()]);
            let (low, high) = problem.bounds(item);
            let (low, high) = (u64::from(low), u64::from(high));
            if low > uses {
                return Err(NoLayout::NoSolution);
            }
            let bit = self.kinds.len() as u32;
            first_bit[item.index()] = bit;
            if (low, high) == (1, 1) {
                self.kinds.push(Bit::Once);
                continue;
            }
            self.kinds.push(Bit::Quota(self.quotas.len() as u32));
            self.quotas.push(Quota {
                bit,
                low,
                high: high.min(uses),
                word: 0,
                low_shift: 0,
                high_shift: 0,
                mask: 0,
            });
        }
        self.primary = self.kinds.len();
        Ok(first_bit)
    }

    /// Gives a secondary item its bits: one for uses without a colour, one for each colour, and the
    /// star if there are colours. Returns the first bit.
    fn take_secondary(&mut self, ways: &[Option<Colour>]) -> u32 {
        let start = self.kinds.len() as u32;
        let group = self.coloured.len() as u32;
        if ways.iter().all(Option::is_none) {
            self.kinds.push(Bit::Once);
            return start;
        }
        for colour in ways {
            self.kinds.push(match colour {
                None => Bit::Plain(group),
                Some(_) => Bit::Colour(group),
            });
        }
        self.kinds.push(Bit::Star);
        self.coloured.push(start..self.kinds.len() as u32);
        start
    }

    /// Collects the bits that each option needs.
    fn read_options(
        &mut self,
        problem: &Problem,
        (first_bit, ways): (&[u32], &ItemColours),
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        for place in 0..self.ids.len() {
            let option = self.ids[place];
            meter.spend(8 + 8 * problem.items_of(option).len())?;
            let mut has_multiple = false;
            for (item, colour) in problem.uses_of(option) {
                let start = first_bit[item.index()];
                if start == NONE {
                    continue;
                }
                let bit = match self.kinds[start as usize] {
                    Bit::Colour(_) | Bit::Plain(_) => {
                        let ways = ways.of(item.index() as u32);
                        start + ways.partition_point(|&way| way < colour) as u32
                    }
                    _ => start,
                };
                has_multiple |= matches!(self.kinds[bit as usize], Bit::Quota(_));
                self.needs.push(bit);
            }
            if has_multiple {
                self.needs.push(self.kinds.len() as u32);
                self.kinds.push(Bit::Own);
            }
            self.needs.close();
        }
        self.bits = self.kinds.len();
        Ok(())
    }

    /// Places the numbers of the quotas after the bits, each pair within one word.
    fn place_numbers(&mut self) {
        let mut end = self.bits;
        for quota in &mut self.quotas {
            // Even an item without options, whose numbers are 0 and 0, needs a place for them.
            let size = 64 - quota.high.max(quota.low).max(1).leading_zeros();
            let free = 64 - end as u32 % 64;
            if free < 2 * size {
                end = end.next_multiple_of(64);
            }
            quota.word = end / 64;
            quota.low_shift = end as u32 % 64;
            quota.high_shift = quota.low_shift + size;
            quota.mask = (1 << size) - 1;
            end += 2 * size as usize;
        }
        self.words = end.div_ceil(64);
    }

    pub(crate) fn bytes(&self) -> usize {
        let words = self.kinds.len() * 2 + self.ids.len();
        words * 4
            + self.needs.bytes()
            + self.quotas.len() * size_of::<Quota>()
            + self.coloured.len() * 8
    }

    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(crate) fn ids(&self) -> &[OptionId] {
        &self.ids
    }

    /// The bits that an option needs, each once.
    pub(crate) fn needs(&self, option: u32) -> &[u32] {
        self.needs.of(option)
    }

    pub(crate) fn uses(&self) -> usize {
        self.needs.all().len()
    }

    pub(crate) fn kind(&self, bit: u32) -> Bit {
        self.kinds[bit as usize]
    }

    /// The bits that an option clears, each once.
    pub(crate) fn clears(&self, option: u32) -> impl Iterator<Item = u32> + '_ {
        let needs = self.needs(option).iter();
        needs.flat_map(|&bit| {
            let (cleared, kept) = match self.kind(bit) {
                Bit::Once | Bit::Own => (bit..bit + 1, NONE),
                Bit::Plain(group) => (self.coloured[group as usize].clone(), NONE),
                Bit::Colour(group) => (self.coloured[group as usize].clone(), bit),
                Bit::Quota(_) | Bit::Star => (0..0, NONE),
            };
            cleared.filter(move |&bit| bit != kept)
        })
    }

    /// Whether each option clears just the bits that it needs.
    pub(crate) fn clears_needs(&self) -> bool {
        self.coloured.is_empty() && self.quotas.is_empty()
    }

    pub(crate) fn all_cleared(&self) -> usize {
        let cleared = |&bit: &u32| match self.kind(bit) {
            Bit::Colour(group) | Bit::Plain(group) => self.coloured[group as usize].len(),
            _ => 1,
        };
        self.needs.all().iter().map(cleared).sum()
    }

    /// The item of a bit, if it has a multiplicity.
    pub(crate) fn quota(&self, bit: u32) -> Option<&Quota> {
        match self.kind(bit) {
            Bit::Quota(number) => Some(&self.quotas[number as usize]),
            _ => None,
        }
    }

    /// The items of an option with a multiplicity.
    pub(crate) fn quotas_of(&self, option: u32) -> impl Iterator<Item = &Quota> {
        let needs = self.needs(option).iter();
        needs.filter_map(|&bit| self.quota(bit))
    }

    fn find(&self, id: OptionId) -> Option<u32> {
        self.ids.binary_search(&id).ok().map(|place| place as u32)
    }
}

/// Marks the options that cannot be used beside the forced ones: they would cover an item twice.
/// Colours and multiplicities allow more; items with them are left to the search.
fn exclude_conflicts(
    problem: &Problem,
    forced: &[OptionId],
    is_forbidden: &mut [bool],
    meter: &mut Meter<'_>,
) -> Result<(), Stop> {
    if forced.is_empty() {
        return Ok(());
    }
    let mut is_covered = vec![false; problem.item_count()];
    for &option in forced
        .iter()
        .filter(|option| option.index() < is_forbidden.len())
    {
        for (item, colour) in problem.uses_of(option) {
            is_covered[item.index()] |= if problem.is_primary(item) {
                problem.bounds(item).1 == 1
            } else {
                colour.is_none()
            };
        }
    }
    let is_forced = problem.marks(forced);
    for option in problem.kept().filter(|option| !is_forced[option.index()]) {
        let items = problem.items_of(option);
        meter.spend(items.len())?;
        is_forbidden[option.index()] |= items.iter().any(|item| is_covered[item.index()]);
    }
    Ok(())
}

/// The colours in which each item is used; `None` is a use without a colour.
type ItemColours = Lists<Option<Colour>>;

/// No bit: the item has none.
const NONE: u32 = u32::MAX;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Budget;

    fn layout(problem: &Problem) -> Layout {
        Layout::new(problem, |_| false, &mut Budget::unlimited().meter()).unwrap()
    }

    #[test]
    fn options_beside_a_forced_one_are_left_out_if_they_conflict_with_it() {
        let problem = crate::text::dlx::read(b"a b 1:2|m | s t\na m s t:x\nb\na\nb s\nb m t:y\n");
        let problem = problem.unwrap();
        let mut assumptions = Assumptions::new();
        assumptions.force(OptionId::new(0));
        let budget = Budget::unlimited();
        let under = Layout::under(&problem, &assumptions, usize::MAX, &mut budget.meter());
        let (layout, forced) = under.unwrap();
        assert_eq!(layout.ids(), [0, 1, 4].map(OptionId::new));
        assert_eq!(forced, [0]);
    }

    #[test]
    fn each_use_clears_what_cannot_stand_beside_it() {
        let mut builder = Problem::builder();
        for item in ["a", "b", "c"] {
            builder.primary(item).unwrap();
        }
        let m = builder.multiple("m", 0..=2).unwrap();
        for item in ["plain", "tinted", "single"] {
            builder.secondary(item).unwrap();
        }
        let (red, blue) = (Some("red"), Some("blue"));
        let mut option = |items: &[(&str, Option<&str>)]| {
            let uses = items.iter().map(|&(item, colour)| match colour {
                Some(colour) => (item, colour).into(),
                None => item.into(),
            });
            builder
                .option(uses.collect::<Vec<crate::Use<'_>>>())
                .unwrap();
        };
        option(&[("a", None), ("plain", None), ("tinted", red)]);
        option(&[("b", None), ("plain", None), ("tinted", blue)]);
        option(&[("c", None), ("tinted", None), ("single", red)]);
        option(&[("a", None), ("b", None), ("m", None), ("tinted", red)]);
        let layout = layout(&builder.build());
        // a b c m, plain, tinted without a colour, red, blue, its star, the last option itself.
        assert_eq!((layout.primary, layout.bits), (4, 10));
        assert_eq!(layout.quotas[0].bit as usize, m.index());
        let needs: Vec<_> = (0..4).map(|o| layout.needs(o).to_vec()).collect();
        assert_eq!(
            needs,
            [
                vec![0, 4, 6],
                vec![1, 4, 7],
                vec![2, 5],
                vec![0, 1, 3, 6, 9]
            ]
        );
        let clears: Vec<Vec<u32>> = (0..4).map(|o| layout.clears(o).collect()).collect();
        assert_eq!(
            clears,
            [
                vec![0, 4, 5, 7, 8],
                vec![1, 4, 5, 6, 8],
                vec![2, 5, 6, 7, 8],
                vec![0, 1, 5, 7, 8, 9]
            ]
        );
        assert!(
            layout
                .quotas_of(3)
                .map(|quota| quota.bit)
                .eq([layout.quotas[0].bit])
        );
        assert_eq!((layout.uses(), layout.all_cleared()), (13, 6 + 6 + 5 + 8));
    }

    #[test]
    fn what_stops_a_layout_is_reported() {
        let mut builder = Problem::builder();
        for item in ["a", "b"] {
            builder.primary(item).unwrap();
        }
        let a = builder.option(["a"]).unwrap();
        let problem = builder.build();
        let budget = Budget::unlimited();
        let under = |forced: &[OptionId], room| {
            let mut assumptions = Assumptions::new();
            for &option in forced {
                assumptions.force(option);
            }
            Layout::under(&problem, &assumptions, room, &mut budget.meter()).map(|_| ())
        };
        assert_eq!(under(&[], 1 << 20), Err(NoLayout::NoSolution));
        assert!(matches!(under(&[a], 10), Err(NoLayout::TooLarge(_))));
    }
}
