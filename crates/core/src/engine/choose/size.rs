//! The facts about a problem that decide the choice.

use super::compile::Layout;
use crate::ask::{Meter, Stop};
use crate::engine::contest::{FirstWalk, work_on_lanes, work_on_links, work_on_rows};
use crate::engine::lane_width::LaneWidth;
use crate::engine::{Lists, Rows};
use crate::problem::Problem;

/// The facts about a problem that decide the choice.
pub(super) struct Size {
    /// Options that are not dropped.
    pub(super) options: usize,
    /// Uses of items by all options together.
    pub(super) uses: usize,
    pub(super) items: usize,
    pub(super) primary: usize,
    /// The largest number of options of a primary item.
    pub(super) widest: usize,
    pub(super) coloured: bool,
    /// Whether there are multiplicities.
    pub(super) multiple: bool,
    /// An upper bound of the depth of the tree: options in a solution and items left uncovered.
    pub(super) levels: usize,
}

impl Size {
    /// O(total size of the problem).
    pub(super) fn of(problem: &Problem, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let mut counts = vec![0; problem.item_count()];
        let mut options = 0;
        for option in problem.options() {
            let items = problem.items_of(option);
            for &item in items {
                counts[item.index()] += 1;
            }
            // A dropped option is in no table.
            options += usize::from(!problem.is_dropped(option));
            meter.spend(2 * items.len() + 1)?;
        }
        meter.spend(4 * counts.len())?;
        let primary = || problem.primary_items();
        let widest = primary().map(|item| counts[item.index()]).max();
        Ok(Self {
            options,
            uses: problem.use_count(),
            items: problem.item_count(),
            primary: primary().count(),
            widest: widest.unwrap_or(0),
            coloured: problem.has_colours(),
            multiple: problem.has_multiplicities(),
            // One more than the most options of each item, which may be a number of 32 bits.
            levels: primary().fold(0, |levels: usize, item| {
                levels
                    .saturating_add(problem.bounds(item).1 as usize)
                    .saturating_add(1)
            }),
        })
    }

    /// Facts about a walk on links. The work of a node is about that of covering one item. Lanes of
    /// any size are narrower than none, but they support no multiplicities.
    pub(super) fn on_links(&self, is_too_large: bool) -> FirstWalk {
        FirstWalk {
            node_work: work_on_links(self.uses, self.options, self.primary),
            lane_bits: (!self.multiple).then_some(usize::MAX),
            is_on_lists: false,
            is_too_large,
            uses: self.uses,
            options: self.options,
        }
    }

    /// Facts about a walk on a layout of bits.
    pub(super) fn on_bits(&self, layout: Layout) -> FirstWalk {
        let lane_bits = match layout {
            Layout::Lanes(width) => Some(width.bits() * self.primary),
            Layout::Lists | Layout::Rows => None,
        };
        FirstWalk {
            node_work: lane_bits.map_or_else(|| work_on_rows(self.primary), work_on_lanes),
            lane_bits,
            is_on_lists: layout == Layout::Lists,
            is_too_large: false,
            uses: self.uses,
            options: self.options,
        }
    }

    /// Why a layout suits the problem, in words for people.
    pub(super) fn why(&self, layout: Layout) -> String {
        let most = match layout {
            Layout::Lanes(width) => width.bits() - 1,
            Layout::Rows if self.multiple => return "the problem has multiplicities".to_owned(),
            _ if self.widest > 63 => return format!("an item has {} options", self.widest),
            _ => return "lanes would be too large".to_owned(),
        };
        format!("no item has more than {most} options")
    }

    /// The layouts that can hold the problem, the best first, with the bytes that they need.
    pub(super) fn layouts(&self) -> Vec<(Layout, usize)> {
        let (options, primary) = (self.options, self.primary);
        let rows = || {
            let levels = self.levels.min(options + primary);
            let bytes = Rows::memory(options, primary, levels)?;
            Some((Layout::Rows, bytes))
        };
        if self.multiple {
            return rows().into_iter().collect();
        }
        let lanes = LaneWidth::holding(self.widest)
            .filter_map(|width| Some((Layout::Lanes(width), width.memory(options, primary)?)));
        let lists = || {
            let bytes = Lists::memory(options, primary, self.items)?;
            Some((Layout::Lists, bytes))
        };
        let other = if self.coloured { rows() } else { lists() };
        lanes.take(1).chain(other).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_used_only_if_bit_numbers_fit() {
        let layouts = |primary| {
            Size {
                options: 1,
                uses: 1,
                items: primary,
                primary,
                widest: 1,
                coloured: false,
                multiple: false,
                levels: primary,
            }
            .layouts()
        };
        let lanes = |primary| {
            layouts(primary)
                .iter()
                .any(|l| l.0 == Layout::Lanes(LaneWidth::Bits16))
        };
        // With an eighth more chunks, to keep items of one group together: 127 chunks.
        assert!(lanes(113 * 32));
        assert!(!lanes(113 * 32 + 1));
    }
}
