//! Problems as text.
//!
//! Each form is a module with a function `read`, and `write` where the form can hold any problem:
//!
//! * [`dlx`]: the text that Knuth's programs read: a line of items, then one option a line.
//! * [`matrix`]: rows of zeros and ones, one option a row.
//!
//! A reader takes bytes as they come from a file. It never panics, whatever they are; what it
//! refuses it reports as a [`TextError`], with line and column, and with the line itself so that
//! the place can be shown. All readers take text in UTF-8, with or without a byte order mark, with
//! lines that end in LF or CRLF, the last one perhaps in neither; blank lines mean nothing.
//!
//! Which form a file has is not for this module to guess.

pub mod dlx;
mod error;
mod lines;
pub mod matrix;
mod near;

pub use error::{TextError, WriteError};
