//! Problems as text.
//!
//! Each form is a module with functions `read` and `write`:
//!
//! * [`dlx`]: the text that Knuth's programs read: a line of items, then one option a line.
//! * [`json`]: one object; items, colours and costs, with any names.
//! * [`ec`], [`txt`], [`matrix`]: items are numbered, all primary, and options have no costs. What
//!   such a form has no way to say, it refuses to write; names are lost.
//!
//! [`solutions`] are read too, to be judged.
//!
//! A reader takes bytes as they come from a file. It never panics, whatever they are; what it
//! refuses it reports as a [`TextError`], with line and column, and with the line itself so that
//! the place can be shown. All readers take text in UTF-8, with or without a byte order mark, with
//! lines that end in LF or CRLF, the last one perhaps in neither; blank lines mean nothing.
//!
//! Each reader has a twin `read_within` that refuses a problem of more than so many bytes: the
//! [cause](TextError::cause) is then [`BuildError::Memory`](crate::BuildError::Memory).
//!
//! Which form a file has is not for this module to guess.

pub mod dlx;
pub mod ec;
mod error;
mod excerpt;
#[cfg(feature = "json")]
pub mod json;
mod lines;
pub mod matrix;
mod near;
mod numbers;
pub mod solutions;
pub mod txt;

use crate::Problem;

const LONGEST_NAME: usize = Problem::LONGEST_NAME;

pub use error::{TextError, WriteError, count};
pub use excerpt::Excerpt;
pub(crate) use near::nearest;
