//! Invariants that hold between verbs, checked by brute force in tests.

use super::kernel;
use super::list::List;
use super::tables::MOST;
use super::{Items, Level, Lists, State, Try};
use crate::engine::contract::Sane;
use crate::problem::ItemId;

/// The state of [`Lists`]: the levels with the numbers of the options in their lists, the options
/// in use, and the assumptions.
#[derive(Debug, PartialEq)]
pub(crate) struct View {
    levels: Vec<(Level, Vec<u32>, Vec<u32>)>,
    here: (State, Vec<u32>),
    items: Vec<ItemId>,
    trail: Vec<u32>,
    pending: Option<Try>,
    covered: Items,
    forbidden: Vec<bool>,
    random: bool,
}

impl Lists {
    /// The number and the items of each option of a list.
    fn options(&self, state: &State, list: List, arena: &[u64]) -> Vec<(u32, Vec<ItemId>)> {
        with_words!(state.words, W => {
            let bits = self.tables.items::<W>();
            let options = (0..list.len).map(|place| list.option::<W>(arena, place));
            options
                .map(|option| {
                    let words: [u64; W] = std::array::from_fn(|k| option[k] & bits[k]);
                    (kernel::number(&option, &bits), self.names(state, &words))
                })
                .collect()
        })
    }

    fn numbers(&self, state: &State, list: List) -> Vec<u32> {
        let options = self.options(state, list, &self.arena).into_iter();
        options.map(|(number, _)| number).collect()
    }

    /// The items of a set of bits.
    fn names(&self, state: &State, words: &[u64]) -> Vec<ItemId> {
        let bits = (0..64 * words.len()).filter(|bit| words[bit / 64] >> (bit % 64) & 1 == 1);
        bits.map(|bit| self.items[state.items + bit]).collect()
    }

    /// The options of a level are the usable ones, in order. Each has all of its items, except
    /// secondary ones that no other option has. The padding is zero.
    fn check(&self, level: &Level) {
        let root = State {
            words: self.tables.words,
            items: 0,
            ..level.state
        };
        let all = self.options(&root, self.tables.root, &self.tables.options);
        let trail = &self.trail[..level.trail];
        let covered: Vec<ItemId> = trail
            .iter()
            .flat_map(|&number| all[number as usize].1.clone())
            .collect();
        let primary = self.names(&root, &self.tables.primary);
        let open = self.names(&level.state, &level.state.open);
        let left: Vec<_> = primary
            .into_iter()
            .filter(|i| !covered.contains(i))
            .collect();
        assert_eq!(open, left, "open items");

        let live: Vec<_> = all
            .iter()
            .filter(|(number, _)| !self.forbidden[*number as usize])
            .filter(|(_, items)| !items.iter().any(|item| covered.contains(item)))
            .collect();
        let options = self.options(&level.state, level.state.list, &self.arena);
        assert_eq!(options.len(), live.len(), "live options");
        for ((number, items), (expected, whole)) in options.iter().zip(&live) {
            assert_eq!(number, expected);
            let others = |item: &ItemId| {
                let has = |other: &&&(u32, Vec<ItemId>)| other.1.contains(item);
                live.iter().filter(has).count() > 1
            };
            assert!(items.iter().all(|item| whole.contains(item)));
            for item in whole {
                let needed = open.contains(item) || others(item);
                assert!(items.contains(item) || !needed, "item {item}");
            }
        }

        let item = self.items[level.state.items + level.state.bit];
        let chosen = options.iter().filter(|(_, items)| items.contains(&item));
        let mut expected: Vec<u32> = chosen.map(|&(number, _)| number).collect();
        let mut choices = self.numbers(&level.state, level.choices);
        if self.random.is_some() {
            expected.sort_unstable();
            choices.sort_unstable();
        }
        assert_eq!(choices, expected, "choices");

        let list = level.state.list;
        for plane in 0..level.state.words {
            let words = &self.arena[list.start + plane * list.stride..];
            let padding = &words[list.len..list.len.next_multiple_of(4)];
            assert!(padding.iter().all(|&word| word == 0), "padding");
        }
    }
}

impl Sane for Lists {
    type State = View;

    fn state(&self) -> Self::State {
        let levels = self.levels.iter().map(|level| {
            let list = self.numbers(&level.state, level.state.list);
            let choices = self.numbers(&level.state, level.choices);
            (level.clone(), list, choices)
        });
        View {
            levels: levels.collect(),
            here: (self.here, self.numbers(&self.here, self.here.list)),
            items: self.items.clone(),
            trail: self.trail.clone(),
            pending: self.pending,
            covered: self.covered,
            forbidden: self.forbidden.clone(),
            random: self.random.is_some(),
        }
    }

    fn sanity(&self) {
        assert!(self.tables.words <= MOST);
        for level in &self.levels {
            self.check(level);
        }
    }
}
