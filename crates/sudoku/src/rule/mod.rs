//! Rules about some cells, as data: cages, lines, dots, numbers outside the grid.
//!
//! ```text
//! kind       the table of kinds: word, least number of cells, what else each needs, what it says
//! cell_rule  a rule: kind, cells, detail
//! machine    state machines and regular expressions of users
//! check      whether a rule fits a board
//!
//! clause     the few kinds of clauses that say what a rule means
//! rules      what each kind of rule means
//! machines   meanings that are state machines; of lines and loops with a sum: sum_loop
//! holds      reads clauses: whether filled cells follow them
//! together   reads clauses: as one machine, which a choice asks
//! size       reads clauses: whether they are small enough to be laid out
//! automaton  state machines over cells
//! ```
//!
//! A new kind needs its line in the table and its meaning in `rules`. If its clauses have a better
//! layout together, that is in `encode/better.rs`.

mod automaton;
mod cell_rule;
mod check;
mod clause;
mod error;
mod holds;
mod kind;
mod machine;
mod machines;
mod names;
mod rank;
mod rules;
mod size;
mod sum_loop;
mod together;

pub(super) use automaton::{Automaton, State};
pub use cell_rule::{CellRule, Detail};
pub(super) use clause::{Better, Clause};
pub use error::{RuleError, RuleReason};
pub(super) use holds::{all_hold, weight};
pub(super) use kind::Needs;
pub use kind::RuleKind;
pub use machine::{Machine, Pattern, PatternError};
pub(crate) use names::{NAMES, named};
pub(super) use sum_loop::machine as loop_machine;
