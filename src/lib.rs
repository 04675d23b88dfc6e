//! Solves exact-cover problems: finds, counts, samples and explains their solutions.
//!
//! An exact-cover problem has *items* and *options*. An option is a set of items. A solution is a
//! set of options that covers every item exactly once. Sudoku, n queens, polyomino tilings, Latin
//! squares and timetables are such problems.
//!
//! ```
//! use quadrille::{Problem, Solver};
//!
//! // Three jobs for three people. An option gives a job to somebody who can do it.
//! let mut builder = Problem::builder();
//! for item in ["Ann", "Bob", "Cleo", "cook", "drive", "sing"] {
//!     builder.primary(item)?;
//! }
//! for option in ["Ann cook", "Ann sing", "Bob cook", "Bob drive", "Cleo drive", "Cleo sing"] {
//!     builder.option(option.split(' '))?;
//! }
//! let solver = Solver::new(builder.build());
//! assert_eq!(solver.search().count().value, 2);
//! for option in solver.search().first().value.into_iter().flatten() {
//!     println!("{}", solver.problem().display_option(option));
//! }
//! # Ok::<(), quadrille::BuildError>(())
//! ```
//!
//! # Ideas
//!
//! * A [`Problem`] is checked by a [`Builder`] and then never changes. *Primary* items are covered
//!   exactly once, or as often as their *multiplicity* allows. *Secondary* items are covered at
//!   most once, or several times in one *colour*. Options may have *costs*.
//! * A [`Solver`] is a problem compiled for an engine. It is cheap to clone and to send to a
//!   thread.
//! * A [`Search`] asks questions of a solver. Force or forbid options, then ask for the
//!   [first](Search::first) solution, [all](Search::all) of them or an
//!   [iterator](Search::solutions), their [number](Search::count), whether the solution is
//!   [unique](Search::unique), the [cheapest](Search::best), a random [sample](Search::sample), or
//!   [why](Search::why) there is none.
//! * An [`Answer`] has a value, the reason why the search stopped ([`Stop`]), and statistics
//!   ([`Stats`]). Reaching one of the [`Limits`] is not an error. Only a
//!   [complete](Answer::is_complete) answer proves that there are no other solutions.
//! * A [`Count`] is exact, of any size.
//! * A [`Question`] is a value that can be stored or sent as one line of text. [`Search::ask`]
//!   answers it with a [`Reply`].
//! * A [`Budget`] is a set of limits that several questions or threads share.
//!
//! # Where to go next
//!
//! | for | see |
//! |---|---|
//! | modelling a puzzle of your own | [`guide`], which is `docs/guide.md` |
//! | costs, soft rules, column generation | [`Search::best`], [`Search::prices`], `docs/costs.md` |
//! | counting, diagrams of all solutions, estimates | [`count`], `docs/counting.md` |
//! | reading and writing problems | [`text`], `docs/formats.md` |
//! | sudoku and its variants | [`sudoku`], `docs/boards.md`, `docs/variants.md`, `docs/making.md` |
//! | boards and pieces | [`tile`], `docs/tile.md` |
//! | making a problem smaller first | [`reduce`](mod@reduce) |
//! | checking a solution | [`verify()`], [`flaws`] |
//! | finding out why there is no solution | [`explain()`], [`colouring()`], [`Cores`] |
//! | proofs that others check | [`proof`] |
//! | choosing an engine, tuned numbers | [`Settings`], [`Policy`], `docs/performance.md` |
//! | answers as text and JSON | `report` (feature `json`) |
//! | threads | [`Search::threads`], [`parallel`] |
//! | counts of hours, on several machines | `units` (feature `json`), `docs/long-runs.md` |
//! | pictures of solutions, of boards, on pages | [`picture`], [`draw`] |
//! | the source | `docs/architecture.md` |
//! | other questions | `docs/faq.md` |
//!
//! # Features
//!
//! * `cli` (default): the command line. It turns on the others but `serve`.
//! * `serve` (default): the command `serve`, a page in a browser.
//! * `json`: problems, solutions and answers as JSON.
//! * `sudoku`: sudoku boards, also as JSON.
//! * `burrtools`: puzzles of the program BurrTools.
//!
//! # What you can rely on
//!
//! * Counts are exact and never overflow. Every answer states whether it is
//!   [complete](Answer::is_complete).
//! * An invalid problem is a [`BuildError`], invalid text a [`TextError`](text::TextError), a
//!   reached limit a [`Stop`]. No problem, text, board or question makes the library panic. The few
//!   functions that panic on an argument out of range, such as [`draw::Picture::set`], have a
//!   section *Panics* in their documentation.
//! * The same question gives the same solutions in the same order on every machine, for the same
//!   settings and the same version of this crate. Only a time limit, a cancel token or a budget
//!   that is shared with other threads can change where it stops.
//! * A search allocates no memory per node and does not recurse over depth.
//! * The library prints nothing, opens no files except the ledgers of `units`, and never exits. It
//!   starts threads only in [`parallel`], `units`, and where [`Search::threads`] asks for them. It
//!   keeps no global state except the compiled 9 x 9 sudoku.
//! * `unsafe` code is confined to vector instructions in one private module.

// This crate is a list of names. The code is in `crates`, a crate for each layer.

/// The big integer of the crate `num-bigint` 0.4. A [`Count`] converts from and into it.
pub use num_bigint::BigUint;
#[doc(inline)]
pub use quadrille_core::{
    Answer, Assumptions, Best, Budget, BuildError, Builder, CancelToken, Colour, Colouring,
    Conflict, Contestant, Core, Cores, CostRange, Costed, Count, CountOverflow, CountReason,
    Counted, Decimal, DecimalError, EngineChoice, EngineName, ExplainProgress, Explanation,
    Fingerprint, FingerprintError, Flaw, Inferences, IntoIter, ItemId, Lent, Limits, Memory,
    Method, Multiplicity, Note, OptionId, OptionPrice, Order, ParseCountError, Part, PartError,
    PartState, Parts, Policy, PolicyError, Position, Prices, Problem, Progress, Question,
    QuestionError, Reply, Search, Sense, Settings, Solution, Solutions, Solver, Stats, Step, Stop,
    Threads, Turns, Uniqueness, Use, Vectors, Want, colouring, count, explain, explain_conflict,
    explain_with, flaws, model, parallel, proof, reduce, steps, text, verify,
};
#[doc(inline)]
pub use quadrille_draw as draw;
#[doc(inline)]
pub use quadrille_picture as picture;
#[cfg(feature = "json")]
#[doc(inline)]
pub use quadrille_report as report;
#[cfg(feature = "sudoku")]
#[doc(inline)]
pub use quadrille_sudoku as sudoku;
#[doc(inline)]
pub use quadrille_tile as tile;
#[cfg(feature = "json")]
#[doc(inline)]
pub use quadrille_units as units;

// The first definition of a link counts: these replace the links to pages of the repository.
/// [costs]: crate#where-to-go-next
/// [faq]: crate#where-to-go-next
/// [counting]: mod@crate::count
/// [json]: crate::text
/// [pictures]: crate::picture
#[doc = include_str!("../docs/guide.md")]
pub mod guide {}

/// Compiles the Rust examples of the README as tests.
#[cfg(all(doctest, feature = "cli"))]
#[doc = include_str!("../README.md")]
struct Readme;

/// Compiles the Rust examples of the page about tilings as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/tile.md")]
struct TilePage;
