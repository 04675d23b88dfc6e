//! The transposed problem: for each item, the options that use it.
//!
//! A [`Problem`] stores its uses option by option, end to end; the index of a use there is its
//! *place*. The *users* of an item are the options that use it and are not dropped. Engines and
//! methods build their own tables from these two lists:
//!
//! | in | table | why it has its own |
//! |---|---|---|
//! | `engine/links` | uses as nodes with links to their neighbours | the search changes the links |
//! | `engine/bits` | for each option, bits of what it covers or excludes | built from the users, which are then freed |
//! | `engine/costs` | uses with their colours, and the users | reading uses from the problem is a few percent slower |
//! | `reduce` | the users, and the position of each use among them | it moves removed options to the ends of the lists |
//! | `count` | for each option, the bits that it needs | it leaves out forbidden options, and colours have bits of their own |

use super::{Colour, ItemId, Lists, OptionId, Problem};

impl Problem {
    /// The primary items.
    #[doc(hidden)]
    pub fn primary_items(&self) -> impl Iterator<Item = ItemId> {
        self.items().filter(|&item| self.is_primary(item))
    }

    /// The least and the greatest number of times that an item may be covered: 0 and 1 for a
    /// secondary item, where all uses in one colour count as one.
    #[doc(hidden)]
    pub fn bounds(&self, item: ItemId) -> (u32, u32) {
        self.multiplicity(item).unwrap_or(0..=1).into_inner()
    }

    /// The number of uses of all options together.
    pub(crate) fn use_count(&self) -> usize {
        self.items.all().len()
    }

    /// For each option, whether it is one of these. They may name unknown options, too.
    pub(crate) fn marks<'o>(&self, options: impl IntoIterator<Item = &'o OptionId>) -> Vec<bool> {
        let mut marks = vec![false; self.option_count()];
        for option in options {
            if let Some(mark) = marks.get_mut(option.index()) {
                *mark = true;
            }
        }
        marks
    }

    /// The options that are not dropped.
    pub(crate) fn kept(&self) -> impl Iterator<Item = OptionId> {
        self.options().filter(|&option| !self.is_dropped(option))
    }

    /// The colour of the use at a place among all uses.
    #[inline]
    #[doc(hidden)]
    pub fn colour_at(&self, place: usize) -> Option<Colour> {
        self.colours.get(place).copied().flatten()
    }

    /// Lists the users of each item, in ascending order. `user` makes the entry from an option and
    /// the place of its use. O(size of the problem).
    ///
    /// `spend` receives the work done; its first error stops the construction.
    #[doc(hidden)]
    pub fn users<T: Copy + Default, E>(
        &self,
        user: impl Fn(OptionId, usize) -> T,
        mut spend: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Lists<T>, E> {
        // To find the dropped options, all options are read once.
        spend(self.size())?;
        let user = &user;
        let of = |option| {
            let places = self.range(option);
            places.map(move |place| (self.items.all()[place].index() as u32, user(option, place)))
        };
        Lists::grouped(self.item_count(), || self.kept().flat_map(of), spend)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_leave_out_dropped_options() {
        let mut builder = Problem::builder();
        let a = builder.primary("a").unwrap();
        let b = builder.multiple("b", 0..=2).unwrap();
        let s = builder.secondary("s").unwrap();
        let red = Some(builder.colour("red").unwrap());
        builder.option([(b, None), (s, red)]).unwrap();
        builder.option([(s, red)]).unwrap();
        builder.option([(s, None), (a, None), (b, None)]).unwrap();
        let problem = builder.build();
        let [first, last] = [0, 2].map(OptionId::new);
        assert_eq!(problem.kept().collect::<Vec<_>>(), [first, last]);
        assert_eq!(problem.primary_items().collect::<Vec<_>>(), [a, b]);
        assert_eq!(
            [a, b, s].map(|i| problem.bounds(i)),
            [(1, 1), (0, 2), (0, 1)]
        );
        let user = |option: OptionId, place| (option.index(), place, problem.colour_at(place));
        let users = problem.users(user, |_| Ok::<_, ()>(())).unwrap();
        let users = [a, b, s].map(|item| users.of(item.index() as u32));
        let expected = [
            &[(2, 4, None)][..],
            &[(0, 0, None), (2, 5, None)],
            &[(0, 1, red), (2, 3, None)],
        ];
        assert_eq!(users, expected);
        assert_eq!(problem.users(|_, _| (), |_| Err(())).map(|_| ()), Err(()));
    }
}
