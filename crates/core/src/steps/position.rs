//! What is left to decide, for those who rate steps.

use super::bits;
use super::live::Live;
use crate::problem::{ItemId, OptionId};

/// What is left to decide before a step.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    pub(super) live: &'a Live,
}

impl Position<'_> {
    /// Returns whether an option is live.
    #[must_use]
    pub fn is_live(&self, option: OptionId) -> bool {
        let number = self.live.number(option);
        number.is_some_and(|number| bits::has(self.live.options(), number))
    }

    /// Returns the live options of an item, ascending.
    pub fn options_of(&self, item: ItemId) -> impl Iterator<Item = OptionId> + '_ {
        let options = bits::ones_of_both(self.live.users(item.index()), self.live.options());
        options.map(|option| self.live.id(option))
    }

    /// Returns how often an item must still be covered.
    #[must_use]
    pub fn needs(&self, item: ItemId) -> u32 {
        self.live.low(item.index())
    }
}
