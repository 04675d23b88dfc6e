//! Steps that assume that a puzzle has exactly one solution.
//!
//! ```text
//! if a solution holds some values here, exchanging them gives another solution
//! the puzzle has only one solution, so it does not hold these values
//! ```
//!
//! Whether the other values give a solution is not read from the shape: the options that are
//! exchanged must cover the same items of the exact cover. So the patterns are found on boards of
//! every shape, and no rule that touches their cells is overlooked.
//!
//! The exact cover does not say how many solutions there are, so these steps have no certificate.
//!
//! ```text
//! position   what is known, and what a step is
//! rectangle  four cells whose two values can be exchanged
//! corner     a value that would complete the rectangle: types 1, 4, 6, hidden
//! extra      a value that must keep the rectangle incomplete: types 2, 3, 5
//! bug        all cells but one have two values
//! best       the easiest of all
//! ```

mod best;
mod bug;
mod corner;
mod extra;
mod position;
mod rectangle;

pub(super) use best::{LEAST_COST, best};
pub(super) use position::{Exchange, Position};
