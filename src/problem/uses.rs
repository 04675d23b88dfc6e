//! What an option is made of.

use super::{Colour, ItemId};

/// One item of an option, perhaps in a colour; `into()` makes it:
///
/// * of an [`ItemId`], or of the name of an item;
/// * of a pair of either of these and a [`Colour`], an `Option<Colour>`, or the name of a colour.
#[derive(Clone, Copy, Debug)]
pub struct Use<'a> {
    pub(super) item: ItemRef<'a>,
    pub(super) colour: Option<ColourRef<'a>>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum ItemRef<'a> {
    Id(ItemId),
    Name(&'a str),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum ColourRef<'a> {
    Id(Colour),
    Name(&'a str),
}

impl<'a> Use<'a> {
    fn plain(item: ItemRef<'a>) -> Self {
        Self { item, colour: None }
    }
}

impl From<ItemId> for Use<'_> {
    fn from(id: ItemId) -> Self {
        Self::plain(ItemRef::Id(id))
    }
}

impl From<&ItemId> for Use<'_> {
    fn from(id: &ItemId) -> Self {
        Self::plain(ItemRef::Id(*id))
    }
}

impl<'a> From<&'a str> for Use<'a> {
    fn from(name: &'a str) -> Self {
        Self::plain(ItemRef::Name(name))
    }
}

impl<'a> From<&&'a str> for Use<'a> {
    fn from(name: &&'a str) -> Self {
        Self::plain(ItemRef::Name(name))
    }
}

impl<'a> From<&'a String> for Use<'a> {
    fn from(name: &'a String) -> Self {
        Self::plain(ItemRef::Name(name))
    }
}

impl<'a, I: Into<Use<'a>>> From<(I, Colour)> for Use<'a> {
    fn from((item, colour): (I, Colour)) -> Self {
        (item, Some(colour)).into()
    }
}

impl<'a, I: Into<Use<'a>>> From<(I, Option<Colour>)> for Use<'a> {
    fn from((item, colour): (I, Option<Colour>)) -> Self {
        Self {
            colour: colour.map(ColourRef::Id),
            ..item.into()
        }
    }
}

impl<'a, I: Into<Use<'a>>> From<(I, &'a str)> for Use<'a> {
    fn from((item, colour): (I, &'a str)) -> Self {
        Self {
            colour: Some(ColourRef::Name(colour)),
            ..item.into()
        }
    }
}

impl<'a, I: Into<Use<'a>>> From<(I, &'a String)> for Use<'a> {
    fn from((item, colour): (I, &'a String)) -> Self {
        (item, colour.as_str()).into()
    }
}
