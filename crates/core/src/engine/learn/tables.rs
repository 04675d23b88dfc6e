//! A problem as tables for learning, which never change.

use rustc_hash::FxHashMap;

use crate::ask::{Meter, Stop};
use crate::engine::bits::exclusion::users;
use crate::engine::numbering::Numbering;
use crate::engine::remains::Remains;
use crate::problem::{Colour, ItemId, Lists, OptionId, Problem};

/// How often an item must and may be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: u32,
    pub(super) high: u32,
}

/// A problem with options and items by number. The primary items have the lowest numbers.
#[derive(Debug)]
pub(super) struct Tables {
    /// The number of primary items.
    pub(super) primary: u32,
    pub(super) bounds: Vec<Bounds>,
    /// The items of each option, the primary ones first, and the end of these in each list.
    items: Lists<u32>,
    primary_ends: Vec<u32>,
    /// The colour of each of these uses; 0 for none.
    use_colours: Vec<u32>,
    /// The class of each of these uses: the uses of an item in one colour. Class 0 has all uses
    /// without a colour.
    classes: Vec<u32>,
    pub(super) class_count: u32,
    /// The options of each item, and their colours.
    users: Lists<u32>,
    user_colours: Vec<u32>,
    pub(super) has_multiplicities: bool,
    options: Numbering<OptionId>,
    forced: Vec<OptionId>,
    item_ids: Vec<ItemId>,
}

impl Tables {
    /// O(total size of the options).
    pub(super) fn compile(
        problem: &Problem,
        remains: Remains,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let all_users = users(problem, &remains.options, meter)?;
        let mut item_ids: Vec<ItemId> = remains.items.iter().map(|(_, item)| item).collect();
        let primary = item_ids.len();
        // A secondary item matters only if two of its options can conflict.
        let restricts = |&item: &ItemId| {
            let users = all_users.of(item.index() as u32);
            !problem.is_primary(item)
                && users
                    .windows(2)
                    .any(|pair| pair[0].1.is_none() || pair[0].1 != pair[1].1)
        };
        item_ids.extend(problem.items().filter(restricts));
        let items = Numbering::of_items(item_ids.iter().copied(), problem);
        let mut tables = Self {
            primary: primary as u32,
            bounds: Vec::with_capacity(item_ids.len()),
            items: Lists::default(),
            primary_ends: Vec::new(),
            use_colours: Vec::new(),
            classes: Vec::new(),
            class_count: 1,
            users: Lists::default(),
            user_colours: Vec::new(),
            has_multiplicities: false,
            options: Numbering::of_options(std::iter::empty(), problem),
            forced: remains.forced.clone(),
            item_ids,
        };
        tables.add_uses(problem, &remains, &items, meter)?;
        tables.add_users(problem, &remains, &all_users, meter)?;
        tables.options = remains.options;
        Ok(tables)
    }

    /// Lists the items of each option.
    fn add_uses(
        &mut self,
        problem: &Problem,
        remains: &Remains,
        items: &Numbering<ItemId>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let mut classes = FxHashMap::default();
        for (_, option) in remains.options.iter() {
            let uses = problem.uses_of(option);
            let mut uses: Vec<(u32, u32)> = uses
                .filter_map(|(item, colour)| Some((items.number(item)?, code(colour))))
                .collect();
            // The items of two options are compared side by side, so both lists must ascend.
            uses.sort_unstable();
            let ends = uses.partition_point(|used| used.0 < self.primary);
            let start = self.use_colours.len();
            self.primary_ends.push((start + ends) as u32);
            self.use_colours.extend(uses.iter().map(|used| used.1));
            for &used in &uses {
                let class = match used.1 {
                    0 => 0,
                    _ => *classes.entry(used).or_insert_with(|| {
                        self.class_count += 1;
                        self.class_count - 1
                    }),
                };
                self.classes.push(class);
            }
            self.items.add(uses.iter().map(|used| used.0));
            meter.spend(16 * uses.len() + 8)?;
        }
        Ok(())
    }

    /// Lists the options of each item, and its bounds.
    fn add_users(
        &mut self,
        problem: &Problem,
        remains: &Remains,
        all_users: &Lists<(u32, Option<Colour>)>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        for (number, &item) in self.item_ids.iter().enumerate() {
            let is_primary = number < self.primary as usize;
            let (low, high) = if is_primary {
                remains.bounds(problem, item)
            } else {
                (0, 1)
            };
            self.bounds.push(Bounds { low, high });
            self.has_multiplicities |= is_primary && (low, high) != (1, 1);
            let users = all_users.of(item.index() as u32);
            self.users.add(users.iter().map(|user| user.0));
            self.user_colours
                .extend(users.iter().map(|user| code(user.1)));
            meter.spend(8 * users.len())?;
        }
        Ok(())
    }

    /// The number of options.
    pub(super) fn len(&self) -> usize {
        self.options.len()
    }

    /// The number of items.
    pub(super) fn items(&self) -> usize {
        self.bounds.len()
    }

    /// The primary items of an option.
    #[inline]
    pub(super) fn primary_of(&self, option: u32) -> &[u32] {
        let range = self.items.range(option);
        &self.items.all()[range.start..self.primary_ends[option as usize] as usize]
    }

    /// The items of an option, and their colours.
    #[inline]
    pub(super) fn uses(&self, option: u32) -> impl ExactSizeIterator<Item = (u32, u32)> {
        let range = self.items.range(option);
        let items = self.items.all()[range.clone()].iter();
        items.copied().zip(self.use_colours[range].iter().copied())
    }

    /// The items of an option, and the classes of these uses.
    #[inline]
    pub(super) fn classes(&self, option: u32) -> impl ExactSizeIterator<Item = (u32, u32)> {
        let range = self.items.range(option);
        let items = self.items.all()[range.clone()].iter();
        items.copied().zip(self.classes[range].iter().copied())
    }

    /// The options of an item.
    #[inline]
    pub(super) fn users(&self, item: u32) -> &[u32] {
        self.users.of(item)
    }

    /// The colours of the options of an item.
    #[inline]
    pub(super) fn colours(&self, item: u32) -> &[u32] {
        &self.user_colours[self.users.range(item)]
    }

    /// Whether two different options exclude each other.
    pub(super) fn exclude(&self, one: u32, other: u32) -> bool {
        // The items of both are in ascending order.
        let mut others = self.uses(other).peekable();
        self.uses(one).any(|(item, colour)| {
            while others.next_if(|&(also, _)| also < item).is_some() {}
            others.peek().is_some_and(|&(also, other)| {
                let is_shared = also == item && self.bounds[item as usize].high == 1;
                is_shared && (colour == 0 || colour != other)
            })
        })
    }

    /// Whether an option of an item can cover it beside another option: a reason by the support
    /// rule and its clause list these options.
    pub(super) fn supports(&self, user: u32, option: u32) -> bool {
        user != option && !self.exclude(user, option)
    }

    /// Appends the options of an item that can cover it beside another option to `out`: a reason by
    /// the support rule. `beside` is work space.
    pub(super) fn supporters(
        &self,
        option: u32,
        item: u32,
        beside: &mut Beside,
        out: &mut Vec<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        for (item, colour) in self.uses(option) {
            if self.bounds[item as usize].high == 1 {
                beside.0[item as usize] = u64::from(colour) + 1;
            }
        }
        // An item can have very many options, and each of them very many items.
        let mut spent = Ok(());
        for &other in self.users(item) {
            let mut uses = self.uses(other);
            spent = meter.spend(uses.len());
            if spent.is_err() {
                break;
            }
            let excludes = uses.any(|(item, colour)| {
                let own = beside.0[item as usize];
                own != 0 && (colour == 0 || own != u64::from(colour) + 1)
            });
            if !excludes && other != option {
                out.push(other);
            }
        }
        for (item, _) in self.uses(option) {
            beside.0[item as usize] = 0;
        }
        spent
    }

    pub(super) fn id(&self, option: u32) -> OptionId {
        self.options.id(option)
    }

    /// The number of an option, if it has one.
    pub(super) fn number(&self, option: OptionId) -> Option<u32> {
        self.options.number(option)
    }

    /// The options that were forced before.
    pub(super) fn forced(&self) -> &[OptionId] {
        &self.forced
    }
}

/// For each item that an option uses and that is covered once: its colour there, plus 1. All others
/// are 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Beside(Vec<u64>);

impl Beside {
    pub(super) fn new(items: usize) -> Self {
        Self(vec![0; items])
    }
}

/// A colour as a number; 0 for none.
fn code(colour: Option<Colour>) -> u32 {
    colour.map_or(0, Colour::code)
}
