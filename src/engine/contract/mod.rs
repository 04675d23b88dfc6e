//! The contract of the engines: what every engine promises, as one suite of tests. A new tree
//! implements [`Sane`] and gets every test by its line at the end of this file. What has kernels for
//! several instruction sets keeps the contract on each of them: see [`paths`].
//!
//! An engine is judged by the naive references, with which it shares no code, and by itself: every verb and
//! its inverse together change nothing, from any state, and a `reset` leads back to what was
//! compiled.

mod assumed;
mod paths;
mod positions;
mod promises;
mod walks;

use std::fmt::Debug;

use proptest::prelude::*;

use super::{Costs, Kernels, Lanes, Links, Lists, Multiple, Rows, Tree};
use crate::ask::{Budget, Meter, Stop};
use crate::case::{Case, cases, coloured_cases, multiple_cases};
use crate::policy::Policies;
use crate::problem::{OptionId, Problem};

/// What a test asks of a tree beside its verbs.
pub(super) trait Sane: Tree + Clone + Debug + Send + Sync + 'static {
    /// All that answers depend on. What has an order without meaning is put in order; counters
    /// and the state of the random numbers, which never go back, are left out.
    type State: PartialEq + Debug;

    fn state(&self) -> Self::State;

    /// Panics where redundant parts of the state contradict each other.
    fn sanity(&self);
}

/// The engine under test, and on what it is tried.
struct Subject<'c, E> {
    compile: &'c dyn Fn(&Problem, &mut Meter<'_>) -> Result<E, Stop>,
    /// Problems in the part of the language that the engine knows.
    cases: fn() -> BoxedStrategy<Case>,
    /// On how many of them each promise is tried.
    tries: u32,
}

/// How many tries suffice where one engine of many like it is tested.
const FEW: u32 = 32;

impl<E> Subject<'_, E> {
    fn engine(&self, problem: &Problem) -> E {
        compiled(self.compile, problem)
    }

    fn config(&self) -> ProptestConfig {
        ProptestConfig::with_cases(self.tries)
    }
}

type Cover = Vec<OptionId>;

/// Compiles without limits.
pub(super) fn compiled<E>(
    compile: impl FnOnce(&Problem, &mut Meter<'_>) -> Result<E, Stop>,
    problem: &Problem,
) -> E {
    let compiled = compile(problem, &mut Budget::unlimited().meter());
    compiled.unwrap_or_else(|stop| panic!("{stop}"))
}

pub(super) fn reset(engine: &mut impl Tree) {
    assert_eq!(engine.reset(&mut Budget::unlimited().meter()), Ok(()));
}

pub(super) fn randomise(engine: &mut impl Tree, seed: u64) {
    let budget = Budget::unlimited();
    assert_eq!(engine.randomise(seed, &mut budget.meter()), Ok(()));
}

/// Multiplicities, and no colours.
fn uncoloured_multiple_cases() -> impl Strategy<Value = Case> {
    multiple_cases().prop_map(|mut case| {
        for (_, colour) in case.options.iter_mut().flatten() {
            *colour = None;
        }
        case
    })
}

/// A module for each engine, with a test for each promise.
macro_rules! contract {
    ($($engine:ident: $cases:ident, $compile:expr;)*) => {
        $(contract! { $engine, $cases, $compile,
            promises::finds_exactly_the_covers
            promises::finds_the_covers_in_a_crowd
            promises::covers_hold_what_is_forced_and_nothing_forbidden
            promises::every_set_of_assumptions_is_obeyed
            promises::a_reset_forgets_everything
            promises::a_seed_is_a_sequence
            promises::seeds_differ
            positions::a_walk_goes_on_where_it_stopped
        })*
    };
    ($engine:ident, $cases:ident, $compile:expr, $($room:ident::$test:ident)*) => {
        mod $engine {
            use super::*;

            $(#[test]
            fn $test() {
                super::$room::$test(&Subject {
                    compile: &$compile,
                    cases: || $cases().boxed(),
                    tries: ProptestConfig::default().cases,
                });
            })*
        }
    };
}

impl<E: Sane> Subject<'_, E> {
    /// All promises at once.
    fn keeps_the_contract(&self) {
        promises::finds_exactly_the_covers(self);
        promises::finds_the_covers_in_a_crowd(self);
        promises::covers_hold_what_is_forced_and_nothing_forbidden(self);
        promises::every_set_of_assumptions_is_obeyed(self);
        promises::a_reset_forgets_everything(self);
        promises::a_seed_is_a_sequence(self);
        promises::seeds_differ(self);
        positions::a_walk_goes_on_where_it_stopped(self);
    }
}

/// The engine for costs by the default policies.
pub(super) fn costs(problem: &Problem, meter: &mut Meter<'_>) -> Result<Costs, Stop> {
    Costs::compile(problem, Policies::default().costs, meter)
}

fn fast() -> Kernels {
    Kernels::new(None)
}

contract! {
    links: cases, Links::<false>::compile;
    links_with_colours: coloured_cases, Links::<true>::compile;
    links_many_times: uncoloured_multiple_cases, Multiple::<false>::compile;
    links_many_times_with_colours: multiple_cases, Multiple::<true>::compile;
    lanes_of_16: cases, |problem: &Problem, meter: &mut Meter<'_>| {
        Lanes::<u16, 32>::compile(problem, fast(), Some(Policies::default().bits), meter)
    };
    lanes_of_32: cases, |problem: &Problem, meter: &mut Meter<'_>| {
        Lanes::<u32, 16>::compile(problem, fast(), Some(Policies::default().bits), meter)
    };
    lanes_of_64: cases, |problem: &Problem, meter: &mut Meter<'_>| {
        Lanes::<u64, 8>::compile(problem, fast(), Some(Policies::default().bits), meter)
    };
    lanes_with_colours: coloured_cases, |problem: &Problem, meter: &mut Meter<'_>| {
        Lanes::<u16, 32>::compile(problem, fast(), Some(Policies::default().bits), meter)
    };
    lists: cases, |problem: &Problem, meter: &mut Meter<'_>| {
        Lists::compile(problem, fast(), meter)
    };
    rows: cases, Rows::compile;
    rows_with_colours: coloured_cases, Rows::compile;
    rows_many_times: multiple_cases, Rows::compile;
    costs: cases, costs;
    costs_with_colours: coloured_cases, costs;
    costs_many_times: multiple_cases, costs;
}
