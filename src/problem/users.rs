//! The other side of a problem: which options are kept, and which of them use each item.
//!
//! A [`Problem`] lays out its uses once, option by option, end to end; where a use stands there is its
//! *place*. The *users* of an item are its uses by the options that are kept. Each engine and each
//! method makes from these two what its algorithm needs, and nothing else:
//!
//! | in | what is laid out | why it is not one of the two |
//! |---|---|---|
//! | `engine/links` | uses as nodes with links to their neighbours | the dance changes the links |
//! | `engine/bits` | for each option the bits of what it covers or excludes | made from the users, which are freed afterwards |
//! | `engine/costs` | uses with their colours, and the users | to read uses from the problem takes a search some percent longer |
//! | `reduce` | the users, and where each use stands among them | it moves options that are gone to the ends of the lists |
//! | `count` | for each option the bits that it needs | forbidden options are left out, and colours have bits of their own |

use super::{Colour, ItemId, Lists, OptionId, Problem};

impl Problem {
    /// The primary items.
    pub(crate) fn primary_items(&self) -> impl Iterator<Item = ItemId> {
        self.items().filter(|&item| self.is_primary(item))
    }

    /// How often an item must and may be covered; a secondary item at most once, uses in one colour
    /// apart.
    pub(crate) fn bounds(&self, item: ItemId) -> (u32, u32) {
        self.multiplicity(item).unwrap_or(0..=1).into_inner()
    }

    /// How many uses all options have together.
    pub(crate) fn use_count(&self) -> usize {
        self.items.all().len()
    }

    /// The options that are not dropped.
    pub(crate) fn kept(&self) -> impl Iterator<Item = OptionId> {
        self.options().filter(|&option| !self.is_dropped(option))
    }

    /// The colour of the use at a place among all uses.
    #[inline]
    pub(crate) fn colour_at(&self, place: usize) -> Option<Colour> {
        self.colours.get(place).copied().flatten()
    }

    /// For each item a list of its users, ascending: `user` makes an entry of an option and the place
    /// of its use. O(size of the problem). `spend` receives the work that is done; its first error
    /// ends it.
    pub(crate) fn users<T: Copy + Default, E>(
        &self,
        user: impl Fn(OptionId, usize) -> T,
        mut spend: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Lists<T>, E> {
        // Dropped options are read to their ends.
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
    fn items_have_the_uses_of_the_options_that_are_kept() {
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
