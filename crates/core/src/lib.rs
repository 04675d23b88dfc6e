//! The core of `quadrille`: problems, engines, questions about solutions, and problems as text.
//!
//! This crate knows no piece and no picture, and of boards only some tuned numbers. Its users
//! import it through the crate `quadrille`, which has the same names and an introduction.
//!
//! ```text
//! proof      reply                 what is written of answers
//! text       explain               problems as text; why there is no solution
//! count      reduce     steps      many solutions at once; fewer options; how a person solves
//! solver                           questions: `Solver`, `Search`
//! symmetry   colouring             options that are alike; why there is no solution
//! engine     states     model      walks through the solutions; counting by states; constraints
//! schedule                         which method works next
//! ask        parallel              questions, limits, answers, as values; threads
//! problem    verify                items and options; is this a solution?
//! policy     display               tuned numbers; names in messages
//! ```
//!
//! A row imports only rows below it, and its own.

// Unit tests and the programs in `tests` share files, which import `quadrille`.
#[cfg(test)]
extern crate self as quadrille;

mod ask;
#[cfg(test)]
#[path = "../tests/support/case.rs"]
mod case;
mod colouring;
pub mod count;
mod display;
mod engine;
mod explain;
pub mod model;
pub mod parallel;
mod policy;
mod problem;
pub mod proof;
pub mod reduce;
mod reply;
mod schedule;
mod solver;
mod states;
pub mod steps;
mod symmetry;
pub mod text;
mod verify;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use ask::set_clock;
pub use ask::{
    Answer, Assumptions, Budget, CancelToken, Contestant, Count, CountOverflow, CountReason,
    Counted, Inferences, Lent, Limits, Memory, Method, Order, ParseCountError, Part, PartError,
    Parts, Position, Question, QuestionError, Stats, Step, Stop, Threads, Turns, Uniqueness, Want,
};
pub use colouring::{Colouring, colouring};
pub use engine::{EngineChoice, EngineName, Settings, Vectors};
pub use explain::{
    Conflict, Core, Cores, ExplainProgress, Explanation, explain, explain_conflict, explain_with,
};
/// The big integer of the crate `num-bigint` 0.4. A [`Count`] converts from and into it.
pub use num_bigint::BigUint;
pub use policy::{Policy, PolicyError};
pub use problem::{
    BuildError, Builder, Colour, Decimal, DecimalError, Fingerprint, FingerprintError, ItemId,
    Multiplicity, Note, OptionId, Problem, Sense, Use,
};
pub use reply::Reply;
pub use solver::{
    Best, CostRange, Costed, IntoIter, OptionPrice, PartState, Prices, Progress, Search, Solution,
    Solutions, Solver,
};
pub use verify::{Flaw, flaws, verify};

/// What other crates of the workspace use, and users of `quadrille` do not. It may change in any
/// version.
#[doc(hidden)]
pub mod shared {
    pub use crate::ask::StepTree;
    pub use crate::count::estimate::nodes as estimate_nodes;
    pub use crate::display::listing;
    pub use crate::parallel::unordered::for_each_unordered;
    pub use crate::policy::Policies;
    pub use crate::problem::{Lists, StableHash};
    pub use crate::solver::policies;
    #[cfg(feature = "json")]
    pub use crate::text::json::{
        value::{Object, Source, with_form},
        write::Each,
    };
    pub use crate::text::lines::decode;
    pub use crate::text::near::nearest_letters;
}
