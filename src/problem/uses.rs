//! What an option is made of.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::{Colour, ItemId};

/// One item of an option, perhaps in a colour; `into()` makes it:
///
/// * of an [`ItemId`], or of the name of an item;
/// * of a pair of either of these and a [`Colour`], an `Option<Colour>`, or the name of a colour.
#[derive(Clone, Debug)]
pub struct Use<'a> {
    pub(super) item: ItemRef<'a>,
    pub(super) colour: Option<ColourRef<'a>>,
}

#[derive(Clone, Debug)]
pub(super) enum ItemRef<'a> {
    Id(ItemId),
    Name(Cow<'a, str>),
}

#[derive(Clone, Debug)]
pub(super) enum ColourRef<'a> {
    Id(Colour),
    Name(Cow<'a, str>),
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

/// What names an item or a colour.
macro_rules! names {
    ($($name:ty)*) => {$(
        impl<'a> From<$name> for Use<'a> {
            fn from(name: $name) -> Self {
                Self::plain(ItemRef::Name(name.into()))
            }
        }

        impl<'a, I: Into<Use<'a>>> From<(I, $name)> for Use<'a> {
            fn from((item, colour): (I, $name)) -> Self {
                Self {
                    colour: Some(ColourRef::Name(colour.into())),
                    ..item.into()
                }
            }
        }
    )*};
}

names! { &'a str &'a String String Cow<'a, str> }

impl<'a> From<&&'a str> for Use<'a> {
    fn from(name: &&'a str) -> Self {
        Self::from(*name)
    }
}

/// How often a primary item is to be covered; `into()` makes it of a number, or of a range such as
/// `1..=2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiplicity {
    pub(super) low: u32,
    pub(super) high: u32,
}

impl From<u32> for Multiplicity {
    fn from(times: u32) -> Self {
        Self {
            low: times,
            high: times,
        }
    }
}

impl From<RangeInclusive<u32>> for Multiplicity {
    fn from(bounds: RangeInclusive<u32>) -> Self {
        let (low, high) = bounds.into_inner();
        Self { low, high }
    }
}
