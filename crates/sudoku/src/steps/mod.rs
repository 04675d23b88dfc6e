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
//! start      a board before its first step
//! families   truths and links that people look at together
//! order      the orders of steps, by their costs
//! usual        all techniques
//! public       those of the public scale
//! rating     how hard a board is
//! route      which steps to look for
//! unique     steps that assume one solution
//! step       one step
//! path       all steps of a board
//! figure     what a picture of a step shows
//! figures    the figures of a path
//! ```

mod classify;
mod combinations;
mod families;
mod figure;
mod figures;
mod follow;
mod items;
mod opening;
mod order;
mod path;
mod public;
mod rating;
mod route;
mod rules;
mod sentence;
mod start;
mod step;
mod technique;
mod unique;
mod usual;
mod view;
mod wings;
mod words;

pub use figure::{CandidateLink, CandidateRole, MarkedCandidate, StepFigure};
pub use path::BoardPath;
pub use rating::Rating;
pub(crate) use rating::{LengthRating, length, needs, rate};
pub use route::Route;
pub use step::BoardStep;
pub use technique::Technique;
