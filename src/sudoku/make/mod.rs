//! For makers of puzzles: generate, minimize, explain what is wrong, rate, and tell boards that are the same.

mod backtrack;
mod canonical;
mod explain;
mod generate;
mod minimize;
mod rate;
mod recipe;
mod thin;

pub use canonical::{Canonical, NotClassic};
pub use explain::{Ambiguity, Cell, Change, Contradiction, Explanation};
pub use generate::{Generated, Generator, Refused};
pub use minimize::Minimized;
pub use rate::{Calls, Guesses, Inference, Rating};
pub use recipe::{Recipe, RecipeError, Symmetry};
