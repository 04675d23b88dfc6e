//! Exact cover, solved.
//!
//! An exact-cover problem has *items* and *options*; an option is a set of items. A solution is a
//! set of options that covers every item exactly once. Sudoku, n queens, tilings, Langford pairs
//! and crew schedules all are this one problem. This crate finds, counts and enumerates the
//! solutions.
//!
//! # The few ideas
//!
//! * A [`Problem`] is built by a [`Builder`] that checks everything, and is then frozen: it cannot
//!   be invalid. Items are *primary* (covered exactly once, or as often as their *multiplicity*
//!   says) or *secondary* (covered at most once, or in one *colour*). Options may have *costs*.
//!   [`ItemId`], [`OptionId`] and [`Colour`] are numbers; names live in the problem only.
//! * A [`Solver`] is a problem compiled once for an engine: a cheap handle, to be cloned and sent.
//! * A [`Search`] asks a solver questions, in one thread. *Assume* options, forced or forbidden, then
//!   ask: [`first`](Search::first), [`all`](Search::all), [`count`](Search::count),
//!   [`unique`](Search::unique), [`best`](Search::best), [`why`](Search::why),
//!   [`marginals`](Search::marginals), [`sample`](Search::sample), [`estimate`](Search::estimate);
//!   or visit the solutions one by one: [`for_each`](Search::for_each), [`solutions`](Search::solutions),
//!   [`walk`](Search::walk). Between two questions nothing is compiled again.
//! * A [`Question`] is what is asked, as a value: assumptions, order, what is wanted, and where to begin.
//!   It is owned, compared, written as a line of text and read back; [`Search::ask`] answers it with a
//!   [`Reply`].
//! * Every question gives an [`Answer`]: a value, why the search stopped, and what it cost. Stopping
//!   at one of the [`Limits`] (solutions, nodes, time, memory, a [`CancelToken`]) is data, never an error:
//!   [`Stop`] says which it was. "None" is proved only by an answer that
//!   [is complete](Answer::is_complete).
//! * A [`Budget`] is limits whose clock is running, shared by several questions or threads, and divided
//!   into parts.
//! * A [`Count`] is exact, of any size.
//!
//! ```
//! use quadrille::{Limits, Problem, Solver, Stop};
//!
//! // Three jobs for three people; who can do what?
//! let mut builder = Problem::builder();
//! for item in ["Ann", "Bob", "Cleo", "cook", "drive", "sing"] {
//!     builder.primary(item)?;
//! }
//! for option in [["Ann", "cook"], ["Ann", "sing"], ["Bob", "cook"], ["Bob", "drive"]] {
//!     builder.option(option)?;
//! }
//! let cleo_sings = builder.option(["Cleo", "sing"])?;
//! builder.option(["Cleo", "drive"])?;
//! let solver = Solver::new(builder.build());
//!
//! let mut search = solver.search();
//! let answer = search.count();
//! assert!(answer.is_complete());
//! assert_eq!(answer.value, 2);
//!
//! search.forbid(cleo_sings);
//! let solution = search.first().value.expect("there is another one");
//! let options: Vec<_> = solution.into_iter().map(|o| solver.problem().display(o).to_string()).collect();
//! assert_eq!(options, ["Ann sing", "Bob cook", "Cleo drive"]);
//!
//! let answer = search.limits(Limits::new().nodes(0)).count();
//! assert_eq!((answer.stop, answer.is_complete()), (Stop::Nodes, false));
//! # Ok::<(), quadrille::BuildError>(())
//! ```
//!
//! # Where things are
//!
//! * [`modelling`]: a page on how to say a problem in items and options.
//! * Here: problems, ids and the builder; solvers, searches, limits and answers; [`explain()`], why a
//!   problem has no cover: few items that cannot be covered together; [`verify()`], which checks a
//!   solution by the definition and shares nothing with the engines.
//! * [`count`]: counting with memory, diagrams of all solutions, random solutions, estimates.
//! * [`reduce`]: a problem made smaller before it is solved, with the way back.
//! * [`text`]: problems as text, to read and to write.
//! * `report`: answers in the names of a problem, as text and as JSON (feature `json`).
//! * [`sudoku`]: boards, on top of all this and by the public API only.
//! * [`draw`]: cells, walls and pieces as pictures; it imports nothing.
//! * [`parallel`]: an ordered thread pool; it knows nothing of problems.
//! * The engines are private: `links` (dancing links), `bits` (bit-parallel), and `costs` for the
//!   [`best`](Search::best) solutions. [`Settings`] ask
//!   for one; [`Solver::engine`] and
//!   [`Solver::reason`] tell which one was chosen, and why.
//!
//! # The house
//!
//! The source has one folder or file a room. Imports point down, and no files import each other in a
//! circle; the test `walls` reads the imports and keeps it so.
//!
//! ```text
//! cli                       flags, printing, exit codes
//! report                    what the commands say, as text and as JSON   (public API only)
//! sudoku                    rules, encoding, boards, makers              (public API only)
//! reply                     a question as a value, answered
//! explain   count           why there is no cover; counts, diagrams, samples, estimates
//! reduce    text            preprocessing with the way back; reading and writing
//! solver                    Solver, Search, Solutions; runs under a budget
//! engine                    the interface, trees and walks; links, bits, costs; the choice
//! ask       parallel        questions, budgets, answers, the clock; an ordered thread pool
//! problem   policy   draw   problems; the tuned numbers; pictures
//! verify                    checks a solution by the definition: imports problems only
//! ```
//!
//! * A new *engine* is a `Tree`, if it walks one, or else an `Engine`, beside `engine/links`; `choose`
//!   says when it is taken. The suite `contract` tests it by one line.
//! * A new *question* is a value of [`Want`] and a method of [`Search`] in the room that answers it.
//! * Work on several *threads* is a source of units for `parallel`; units are questions, under one budget.
//! * Another *language* wraps [`Solver`], [`Search`] and [`Reply`], which are owned and `Send`, and prints
//!   what `report` says.
//! * A new *rule* of sudoku is a value of [`sudoku::Rule`]; `sudoku/shape/rule.rs` lists where it goes.
//!
//! # What is not here
//!
//! The boundaries of the parts are what each of them does not know:
//!
//! * Engines know no names, no text, no time, no threads and no I/O.
//! * A walk allocates nothing per node, and does not recurse: a deep problem does not overflow a
//!   stack.
//! * The library prints nothing, exits nowhere and keeps no state but the compiled classic sudoku.
//!   Only the command line prints and chooses exit codes.
//! * The library reads the clock in one file, `ask/clock.rs`, for the budget, which compares [`Limits`]
//!   with what was spent. Everything that can take long, compiling included, asks it every few milliseconds.
//! * No count can wrap: everything that adds or multiplies solutions does it in types that refuse
//!   what does not fit, or grow.
//! * Heuristics are options at run time, never cargo features: [`Policy::all`] lists the tuned numbers. The features are parts with their
//!   dependencies: `cli`, the command line, is on by default and turns on the others; `json` is
//!   problems, solutions and answers as JSON; `sudoku` is boards. Without them this crate is exact covers,
//!   and their text.
//! * `unsafe` is denied in the whole crate but for one private room, which holds the instructions of
//!   vector registers and calls the kernels that are compiled for an instruction set, behind the
//!   check that the processor has it. The command line has one function that runs before `main`, which
//!   is marked as unsafe, and sees whether standard output is closed.
//! * Nothing that a user can write makes the library panic: a bad problem is a [`BuildError`], bad
//!   text a [`TextError`](text::TextError) with line and column.

// Tests in here and tests in `tests` include the same files.
#[cfg(test)]
extern crate self as quadrille;

mod ask;
#[cfg(test)]
#[path = "../tests/support/case.rs"]
mod case;
pub mod count;
mod display;
pub mod draw;
mod engine;
#[doc = include_str!("modelling.md")]
pub mod modelling {}
mod explain;
pub mod parallel;
mod policy;
mod problem;
pub mod reduce;
mod reply;
#[cfg(feature = "json")]
pub mod report;
mod solver;
#[cfg(feature = "sudoku")]
pub mod sudoku;
pub mod text;
mod verify;

#[doc(hidden)]
pub use ask::Inferences;
pub use ask::{
    Answer, Assumptions, Budget, CancelToken, Count, CountOverflow, CountReason, Counted, Limits,
    Method, Order, ParseCountError, Position, Question, QuestionError, Stats, Stop, Uniqueness,
    Want,
};
pub use engine::{EngineChoice, EngineName, Settings, Vectors};
pub use explain::{Conflict, ExplainProgress, Explanation, explain, explain_with};
/// The type of big integers into which a [`Count`] converts: that of the crate `num-bigint` 0.4.
pub use num_bigint::BigUint;
pub use policy::{Policy, PolicyError};
pub use problem::{
    BuildError, Builder, Colour, ItemId, Multiplicity, Note, OptionId, Problem, Use,
};
pub use reply::Reply;
pub use solver::{Best, Costed, IntoIter, Search, Solution, Solutions, Solver};
pub use verify::{Flaw, flaws, verify};

/// The examples of the README are tests.
#[cfg(all(doctest, feature = "cli"))]
#[doc = include_str!("../README.md")]
struct Readme;
