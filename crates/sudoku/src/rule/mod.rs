//! Rules about some cells, as data: cages, lines, dots, numbers outside the grid.
//!
//! ```text
//! kind       the table of kinds: word, least number of cells, what else each needs, what it says
//! cell_rule  a rule: kind, cells, detail
//! machine    state machines and regular expressions
//! facts      the cells that a rule reads, its terms, its pieces
//! check      whether a rule fits a board
//! size       whether it is small enough to be laid out
//! sum_loop   loops with a sum: a state machine, or a choice of lines
//! automaton  rules as state machines
//! holds      whether filled cells follow a rule
//! ```
//!
//! A new kind needs its line in the table, its meaning in `holds`, and its items and options in
//! `encode/rules.rs`.

mod automaton;
mod cell_rule;
mod check;
mod error;
mod facts;
mod holds;
mod kind;
mod machine;
mod size;
mod sum_loop;

pub(super) use automaton::Automaton;
pub use cell_rule::{CellRule, Detail};
pub use error::{RuleError, RuleReason};
pub(super) use kind::Needs;
pub use kind::RuleKind;
pub use machine::{Machine, Pattern, PatternError};
