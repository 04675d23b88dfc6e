//! Steps: how a person would solve a board, in words.
//!
//! [`quadrille_core::steps`] finds the steps in the exact cover of a board and proves them. This room
//! names them: it knows which option is which value of which cell, and which item is a cell, a value
//! of a unit, or a part of a rule. Items that an encoding needs and nobody sees have no words: a step
//! that uses them names their rule.
//!
//! ```text
//! items      what each item is
//! rules      which items make a rule
//! sentence   values inside sentences, lists of things
//! technique  the names of techniques, and how hard each is
//! classify   the technique of a deduction
//! view       what is known before a step
//! words      a deduction as a sentence: singles, locked candidates and sets, and the rest of
//! combinations  what a rule says about its candidates
//! wings        sets of three cells
//! follow       what follows from a value: chains, forcing, cases
//! opening    what rules exclude before the first step
//! step       one step
//! path       all steps of a board
//! ```

mod classify;
mod combinations;
mod follow;
mod items;
mod opening;
mod path;
mod rules;
mod sentence;
mod step;
mod technique;
mod view;
mod wings;
mod words;

pub use path::BoardPath;
pub use step::BoardStep;
pub use technique::Technique;
