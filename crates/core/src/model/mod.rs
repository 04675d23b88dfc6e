//! Models: variables with values, and constraints on them, laid out as items and options.
//!
//! An exact cover is a set of items and options. Many puzzles are easier to state in other words:
//! there are variables, such as the cells of a grid; each takes one of some values; and there are
//! constraints, such as "these differ" or "these add up to 15". A [`Model`] lays out variables and
//! constraints as an exact cover with colours, so that all that the library can do with a
//! [`Problem`](crate::Problem) can be done with them: solve, count, sample, explain.
//!
//! | constraint | what it says | laid out as |
//! |---|---|---|
//! | [`all_different`](Model::all_different) | the variables differ | an item for each value |
//! | [`count`](Model::count), [`at_most`](Model::at_most) | how many variables take a value | one item |
//! | [`none_or_all`](Model::none_or_all) | none, or a number of them | one item |
//! | [`function`](Model::function), [`hidden`](Model::hidden) | a value that follows from others | no options of its own |
//! | [`equal`](Model::equal) | two variables are equal | a common item |
//! | [`table`](Model::table), [`pair`](Model::pair) | allowed tuples | an option for each |
//! | [`cases`](Model::cases) | one of several cases | an option for each |
//! | [`regular`](Model::regular) | what a state machine accepts | a chain of states |
//! | [`sum`](Model::sum), [`distinct_sum`](Model::distinct_sum) | a total | a chain, or sets of values |
//! | [`one_of_sets`](Model::one_of_sets), [`same_sets`](Model::same_sets) | which values are taken | items for values |
//!
//! A variable has an item, and an option for each value. If a constraint reads it, its options also
//! name a secondary item in the colour of the value. The options of constraints name that item in
//! the same colour, so they go with that value only. The values of the variables determine which
//! options of constraints are chosen: each assignment of the variables is one solution.
//!
//! A [`Variable`] or an [`Item`] belongs to the model that made it; the methods of another model
//! panic, or take it for one of their own.
//!
//! A magic square of nine numbers; turned and mirrored there are eight:
//!
//! ```
//! use quadrille::model::{Model, Variable};
//! use quadrille::Solver;
//!
//! let mut model = Model::new();
//! let cells: Vec<Variable> =
//!     (1..=9).map(|cell| model.variable(format!("cell{cell}"), 1..=9)).collect();
//! model.all_different("square", &cells);
//! let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
//! for (number, line) in lines.iter().enumerate() {
//!     let terms = line.map(|cell| (cells[cell], 1));
//!     model.sum(&format!("line{number}"), &terms, 15);
//! }
//! let (problem, layout) = model.build()?;
//! let mut search = Solver::new(problem).search();
//! assert_eq!(search.count().value, 8);
//! let solution = search.first().value.unwrap();
//! assert_eq!(layout.value(solution.options(), cells[4]), Some(5));
//! # Ok::<(), quadrille::BuildError>(())
//! ```

mod build;
mod chain;
mod constraints;
mod declare;
mod draft;
mod sum;

pub use declare::Layout;
pub use draft::{Item, Model, Variable};
