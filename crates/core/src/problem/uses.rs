//! The parts of an option, and multiplicities.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::{Colour, ItemId};

/// One item of an option, with or without a colour. [`Builder::option`](crate::Builder::option)
/// takes anything that converts into it:
///
/// * an [`ItemId`] or the name of an item;
/// * a pair of either and a [`Colour`], an `Option<Colour>`, or the name of a colour.
///
/// ```
/// use quadrille::{Problem, Use};
///
/// let mut builder = Problem::builder();
/// let a = builder.primary("a")?;
/// let s = builder.secondary("s")?;
/// let red = builder.colour("red")?;
/// builder.option([Use::from(a), (s, red).into()])?;
/// builder.option([Use::from("a"), ("s", "red").into()])?; // the same by names
/// # Ok::<(), quadrille::BuildError>(())
/// ```
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

/// Conversions from types of text: names of items and colours.
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

/// The least and the greatest number of options that may cover a primary item. A number such as `2`
/// and a range such as `1..=2` convert into it. See
/// [`Builder::multiple`](crate::Builder::multiple).
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
