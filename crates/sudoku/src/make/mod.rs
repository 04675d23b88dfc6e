//! Tools for makers of puzzles: generate, minimize, explain, rate, and find equivalent boards.

mod accept;
mod backtrack;
mod canonical;
mod carve;
mod difficulty;
mod effort;
mod exchanges;
mod explain;
mod generate;
mod minimize;
mod needed;
mod place;
mod rate;
mod recipe;
mod thin;
mod wanted;

pub use canonical::{Canonical, NotClassic};
pub use difficulty::Difficulty;
pub use effort::{Calls, Effort, Guesses, Inference};
pub use explain::{
    Ambiguity, BoardExplanation, Change, Contradiction, Lack, OpenCell, Repair, WrongMarks,
};
pub use generate::{Generated, Generator, Rated, Refused};
pub use minimize::{MinimalPuzzle, Minimized};
pub use needed::{Need, RulePlace};
pub use recipe::{Recipe, RecipeError, Symmetry};
pub use wanted::wanted_rules;
