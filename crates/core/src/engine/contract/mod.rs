//! The contract of the engines: one suite of tests that every engine must pass. A new tree
//! implements [`Sane`] and gets every test by one line at the end of this file. Engines with
//! kernels for several instruction sets are tested on each of them, see [`paths`].
//!
//! The expected answers come from the naive references, which share no code with the engines. In
//! addition, every verb followed by its inverse must change nothing in any state, and `reset` must
//! return to the compiled state.

mod assumed;
mod contests;
mod paths;
mod positions;
mod promises;
mod splits;
mod walks;

use std::fmt::Debug;

use proptest::prelude::*;

use super::{Costs, Kernels, Lanes, Links, Lists, Multiple, Priced, Rows, Tree};
use crate::ask::{Budget, Meter, Stop};
use crate::case::{Case, cases, coloured_cases, multiple_cases};
use crate::policy::Policies;
use crate::problem::{OptionId, Problem, Sense};

/// The functions that a test needs of a tree, besides its verbs.
pub(super) trait Sane: Tree + Clone + Debug + Send + Sync + 'static {
    /// Everything that answers depend on, with unordered parts sorted. Counters and the state of
    /// the random numbers never go back and are left out.
    type State: PartialEq + Debug;

    fn state(&self) -> Self::State;

    /// Panics if redundant parts of the state contradict each other.
    fn sanity(&self);
}

/// The engine under test and the problems to test it on.
struct Subject<'c, E> {
    compile: &'c dyn Fn(&Problem, &mut Meter<'_>) -> Result<E, Stop>,
    /// Problems with the features that the engine supports.
    cases: fn() -> BoxedStrategy<Case>,
    /// The number of random problems for each promise.
    tries: u32,
}

/// The number of random problems for an engine that is a variant of one tested fully.
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

/// Problems with multiplicities and without colours.
fn uncoloured_multiple_cases() -> impl Strategy<Value = Case> {
    multiple_cases().prop_map(|mut case| {
        for (_, colour) in case.options.iter_mut().flatten() {
            *colour = None;
        }
        case
    })
}

/// Makes a module for each engine, with a test for each promise.
macro_rules! contract {
    ($($engine:ident: $cases:ident, $compile:expr;)*) => {
        $(contract! { $engine, $cases, $compile,
            promises::finds_exactly_the_covers
            promises::finds_the_covers_among_other_options
            promises::covers_have_all_forced_and_no_forbidden_options
            promises::every_set_of_assumptions_is_obeyed
            promises::a_reset_restores_the_compiled_state
            promises::the_same_seed_gives_the_same_sequence
            promises::different_seeds_find_different_first_covers
            positions::a_stopped_walk_resumes_where_it_stopped
            splits::the_listed_options_are_the_tries
            splits::the_pieces_of_a_walk_are_the_whole_walk
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
    /// Checks all promises.
    fn check_all_promises(&self) {
        promises::finds_exactly_the_covers(self);
        promises::finds_the_covers_among_other_options(self);
        promises::covers_have_all_forced_and_no_forbidden_options(self);
        promises::every_set_of_assumptions_is_obeyed(self);
        promises::a_reset_restores_the_compiled_state(self);
        promises::the_same_seed_gives_the_same_sequence(self);
        promises::different_seeds_find_different_first_covers(self);
        positions::a_stopped_walk_resumes_where_it_stopped(self);
        splits::the_listed_options_are_the_tries(self);
        splits::the_pieces_of_a_walk_are_the_whole_walk(self);
    }
}

/// Compiles the engine for costs with the default policies.
pub(super) fn costs(problem: &Problem, meter: &mut Meter<'_>) -> Result<Costs, Stop> {
    Costs::compile(problem, Sense::Min, Policies::default().costs, meter)
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
    rows: cases, |problem: &Problem, meter: &mut Meter<'_>| {
        Rows::compile(problem, fast(), u32::MAX, meter)
    };
    rows_with_colours: coloured_cases, |problem: &Problem, meter: &mut Meter<'_>| {
        Rows::compile(problem, fast(), u32::MAX, meter)
    };
    rows_many_times: multiple_cases, |problem: &Problem, meter: &mut Meter<'_>| {
        Rows::compile(problem, fast(), u32::MAX, meter)
    };
    rows_without_support_rule: multiple_cases, |problem: &Problem, meter: &mut Meter<'_>| {
        Rows::compile(problem, fast(), 0, meter)
    };
    costs: cases, costs;
    costs_with_relaxation: cases, |problem: &Problem, meter: &mut Meter<'_>| {
        let mut engine = costs(problem, meter)?;
        engine.use_relaxation(true);
        Ok(engine)
    };
    costs_with_colours: coloured_cases, costs;
    costs_many_times: multiple_cases, costs;
}
