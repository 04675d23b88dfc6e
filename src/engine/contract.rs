//! The contract of the engines: what every engine promises, as one suite of tests. A new engine
//! implements [`Sane`] and gets every test by its line at the end of this file.
//!
//! An engine is judged by the naive references, with which it shares no code, and by itself: every verb and
//! its inverse together change nothing, from any state, and a `reset` leads back to what was
//! compiled.

use proptest::collection::vec;
use proptest::prelude::*;

use super::{Branch, Costs, Engine, Kernels, Lanes, Links, Lists, Multiple, Rows, Vectors};
use crate::ask::{Budget, Meter, Stop};
use crate::problem::{OptionId, Problem};

use crate::case::{Case, cases, coloured_cases, multiple_cases};

/// What a test asks of an engine beside its verbs.
pub(super) trait Sane: Engine {
    /// All that answers depend on. What has an order without meaning is put in order; counters
    /// and the state of the random numbers, which never go back, are left out.
    type State: PartialEq + std::fmt::Debug;

    fn state(&self) -> Self::State;

    /// Panics where redundant parts of the state contradict each other.
    fn sanity(&self);
}

type Compile<E> = fn(&Problem, &mut Meter<'_>) -> Result<E, Stop>;
/// Problems in the part of the language that an engine knows.
type Cases = fn() -> BoxedStrategy<Case>;
type Cover = Vec<OptionId>;

/// Compiles without limits.
pub(super) fn compiled<E>(
    compile: impl FnOnce(&Problem, &mut Meter<'_>) -> Result<E, Stop>,
    problem: &Problem,
) -> E {
    let compiled = compile(problem, &mut Budget::unlimited().meter());
    compiled.unwrap_or_else(|stop| panic!("{stop}"))
}

pub(super) fn reset<E: Engine>(engine: &mut E) {
    assert_eq!(engine.reset(&mut Budget::unlimited().meter()), Ok(()));
}

pub(super) fn randomise<E: Engine>(engine: &mut E, seed: u64) {
    let budget = Budget::unlimited();
    assert_eq!(engine.randomise(seed, &mut budget.meter()), Ok(()));
}

/// What is assumed of the options, in the order in which it is said.
#[derive(Clone, Debug, Default)]
struct Assumptions {
    forbidden: Cover,
    forced: Cover,
    /// Whether what is forced is said at once.
    at_once: bool,
}

impl Assumptions {
    /// Says them to an engine at the root; returns whether they can be.
    fn assume<E: Sane>(&self, engine: &mut E) -> bool {
        for &option in &self.forbidden {
            engine.forbid(option);
            engine.sanity();
        }
        if self.at_once {
            let possible = engine.force_all(&self.forced);
            engine.sanity();
            return possible;
        }
        self.forced.iter().all(|&option| {
            let possible = engine.force(option);
            engine.sanity();
            possible
        })
    }

    /// How many of `forced` an engine takes before it refuses one, by the definition.
    fn possible(&self, case: &Case) -> usize {
        let refused = |place: &usize| {
            self.forbidden.contains(&self.forced[*place])
                || !case.are_compatible(&self.forced[..=*place])
        };
        let all = self.forced.len();
        (0..all).find(refused).unwrap_or(all)
    }

    fn allow(&self, cover: &[OptionId]) -> bool {
        self.forced.iter().all(|option| cover.contains(option))
            && !self.forbidden.iter().any(|option| cover.contains(option))
    }

    /// The covers of the reference that obey.
    fn covers(&self, case: &Case) -> Vec<Cover> {
        let mut covers = case.covers();
        covers.retain(|cover| self.allow(cover));
        covers
    }
}

/// A problem, and what is assumed: each option and one that is unknown may be forced, forbidden,
/// or both, in any order. An option is forced once; to forbid it twice is harmless.
fn assumed(cases: Cases) -> impl Strategy<Value = (Case, Assumptions)> {
    cases().prop_flat_map(|case| {
        let assumed = assumptions(&case);
        (Just(case), assumed)
    })
}

fn assumptions(case: &Case) -> impl Strategy<Value = Assumptions> + use<> {
    let options = case.options.len() as u32 + 1;
    let options = move |most| vec((0..options).prop_map(OptionId::new), 0..most);
    (options(4), options(10), any::<bool>()).prop_map(|(forbidden, mut forced, at_once)| {
        let mut seen = Vec::new();
        forced.retain(|&option| {
            let new = !seen.contains(&option);
            seen.push(option);
            new
        });
        Assumptions {
            forbidden,
            forced,
            at_once,
        }
    })
}

/// Walks through all states below the present one: the trails of the solutions, in the order in
/// which they come. Every level must leave the state as it found it.
fn walk<E: Sane>(engine: &mut E) -> Vec<Cover> {
    let mut found = Vec::new();
    let mut opened = Vec::new();
    // How many tries of each open level are left.
    let mut left: Vec<Option<u64>> = Vec::new();
    loop {
        match engine.branch() {
            Branch::Dead => {}
            Branch::Solved => {
                let mut trail = Vec::new();
                engine.trail(&mut trail);
                found.push(trail);
            }
            Branch::Item(item) => {
                left.push(E::DEAD_ENDS_ARE_NODES.then(|| engine.children(item)));
                opened.push(engine.state());
                engine.enter(item);
            }
        }
        engine.sanity();
        loop {
            if opened.is_empty() {
                return found;
            }
            if engine.advance() {
                if let Some(Some(left)) = left.last_mut() {
                    *left -= 1;
                }
                break;
            }
            assert!(matches!(left.pop(), Some(None | Some(0))), "tries are left");
            close(engine, &mut opened);
        }
    }
}

/// Leaves the last level, and checks that nothing has changed since it was entered.
fn close<E: Sane>(engine: &mut E, opened: &mut Vec<E::State>) {
    engine.leave();
    engine.sanity();
    assert_eq!(Some(engine.state()), opened.pop(), "entered and left");
}

/// Walks as `moves` will have it: most go on, some leave a level before its last option. Stops
/// in any state.
fn wander<E: Sane>(engine: &mut E, moves: &[u8]) {
    let mut opened = Vec::new();
    let mut branched = false;
    for &how in moves {
        if !branched {
            branched = true;
            if let Branch::Item(item) = engine.branch() {
                opened.push(engine.state());
                engine.enter(item);
            }
        } else if opened.is_empty() {
            return;
        } else if how % 4 > 0 && engine.advance() {
            branched = false;
        } else {
            close(engine, &mut opened);
        }
        engine.sanity();
    }
}

fn moves() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..40)
}

/// The covers as a set, to be compared with the reference.
fn set(mut covers: Vec<Cover>) -> Vec<Cover> {
    for cover in &mut covers {
        cover.sort_unstable();
    }
    covers.sort_unstable();
    covers
}

fn finds_exactly_the_covers<E: Sane>(compile: Compile<E>, cases: Cases) {
    proptest!(|(case in cases())| {
        let mut engine = compiled(compile, &case.problem());
        engine.sanity();
        prop_assert_eq!(set(walk(&mut engine)), case.covers());
    });
}

/// How many options and items are added to a case by `crowd`.
const FILLERS: usize = 130;
const ITEMS: usize = 40;

/// A case behind so many other options and items that a row has several words and a state several
/// chunks: `ITEMS` items, `FILLERS` options of four of them, then an option for each alone.
fn crowd(case: &Case) -> Case {
    let filler = |number| (4 * number..4 * number + 4).map(|item| (item % ITEMS, None));
    let fillers = (0..FILLERS).map(|number| filler(number).collect());
    let alone = (0..ITEMS).map(|item| vec![(item, None)]);
    let moved = case.options.iter().map(|uses| {
        let moved = |&(item, colour)| (ITEMS + item, colour);
        uses.iter().map(moved).collect()
    });
    let items = vec![Some(1..=1); ITEMS];
    Case {
        items: [items, case.items.clone()].concat(),
        options: fillers.chain(alone).chain(moved).collect(),
    }
}

/// With the fillers forbidden, those alone are in every cover.
fn finds_the_covers_in_a_crowd<E: Sane>(compile: Compile<E>, cases: Cases) {
    proptest!(ProptestConfig::with_cases(32), |(case in cases())| {
        let mut engine = compiled(compile, &crowd(&case).problem());
        let option = |number: usize| OptionId::new(number as u32);
        for number in 0..FILLERS {
            engine.forbid(option(number));
        }
        let covers = case.covers().into_iter().map(|cover| {
            let own = cover.iter().map(|id| FILLERS + ITEMS + id.index());
            (FILLERS..FILLERS + ITEMS).chain(own).map(option).collect()
        });
        let expected: Vec<Cover> = covers.collect();
        prop_assert_eq!(set(walk(&mut engine)), expected);
    });
}

fn covers_hold_what_is_forced_and_nothing_forbidden<E: Sane>(compile: Compile<E>, cases: Cases) {
    proptest!(|((case, assumed) in assumed(cases))| {
        let mut engine = compiled(compile, &case.problem());
        let possible = assumed.possible(&case);
        let taken = assumed.assume(&mut engine);
        prop_assert_eq!(taken, possible == assumed.forced.len());
        let mut trail = Vec::new();
        engine.trail(&mut trail);
        prop_assert_eq!(&trail, &assumed.forced[..possible]);
        if taken {
            let found = walk(&mut engine);
            for cover in &found {
                prop_assert!(cover.starts_with(&assumed.forced), "forced options come first");
            }
            prop_assert_eq!(set(found), assumed.covers(&case));
        }
    });
}

/// A problem without colours and multiplicities: which items are primary, and the items of each
/// option.
fn plain(primary: &[bool], options: &[&[usize]]) -> Case {
    let uses = |option: &&[usize]| option.iter().map(|&item| (item, None)).collect();
    Case {
        items: primary.iter().map(|&p| p.then_some(1..=1)).collect(),
        options: options.iter().map(uses).collect(),
    }
}

/// Everything that can be said of six options, of which one is dropped and two are equal.
fn every_set_of_assumptions_is_obeyed<E: Sane>(compile: Compile<E>, _: Cases) {
    let options: [&[usize]; 6] = [&[0, 3], &[1, 2], &[1, 3], &[2], &[2], &[3]];
    let case = plain(&[true, true, true, false], &options);
    let mut engine = compiled(compile, &case.problem());
    let fresh = engine.state();
    for code in 0..4_u32.pow(6) {
        let mut assumed = Assumptions::default();
        for option in 0..6 {
            let said = code >> (2 * option) & 3;
            if said & 1 > 0 {
                assumed.forced.push(OptionId::new(option));
            }
            if said & 2 > 0 {
                assumed.forbidden.push(OptionId::new(option));
            }
        }
        let covers = if assumed.assume(&mut engine) {
            set(walk(&mut engine))
        } else {
            Vec::new()
        };
        assert_eq!(covers, assumed.covers(&case), "{assumed:?}");
        reset(&mut engine);
        assert_eq!(engine.state(), fresh);
    }
}

/// One engine, question after question, each broken off anywhere.
fn a_reset_forgets_everything<E: Sane>(compile: Compile<E>, cases: Cases) {
    let asked = cases().prop_flat_map(|case| {
        let seed = proptest::option::of(any::<u64>());
        let question = (assumptions(&case), seed, moves());
        (Just(case), vec(question, 0..6))
    });
    proptest!(|((case, questions) in asked)| {
        let mut engine = compiled(compile, &case.problem());
        let fresh = engine.state();
        let first = walk(&mut engine);
        let updates = engine.updates();
        for (assumed, seed, moves) in questions {
            reset(&mut engine);
            if let Some(seed) = seed {
                randomise(&mut engine, seed);
            }
            if assumed.assume(&mut engine) {
                wander(&mut engine, &moves);
            }
        }
        reset(&mut engine);
        engine.sanity();
        prop_assert_eq!(engine.state(), fresh);
        prop_assert_eq!(walk(&mut engine), first);
        prop_assert_eq!(engine.updates(), updates);
    });
}

fn a_seed_is_a_sequence<E: Sane>(compile: Compile<E>, cases: Cases) {
    let question = (any::<u64>(), moves());
    proptest!(|(
        (case, assumed) in assumed(cases),
        seed in any::<u64>(),
        between in vec(question, 0..4),
    )| {
        let ask = |engine: &mut E| {
            reset(engine);
            randomise(engine, seed);
            let found = if assumed.assume(engine) { walk(engine) } else { Vec::new() };
            (found, engine.updates())
        };
        let mut engine = compiled(compile, &case.problem());
        let first = ask(&mut engine);
        prop_assert_eq!(set(first.0.clone()), assumed.covers(&case));
        for (other, moves) in between {
            reset(&mut engine);
            randomise(&mut engine, other);
            wander(&mut engine, &moves);
        }
        prop_assert_eq!(ask(&mut engine), first);
    });
}

/// Randomness is worth its name: of 24 covers, several come first.
fn seeds_differ<E: Sane>(compile: Compile<E>, _: Cases) {
    let pairs: Vec<[usize; 2]> = (0..16).map(|pair| [pair / 4, 4 + pair % 4]).collect();
    let options: Vec<&[usize]> = pairs.iter().map(|pair| &pair[..]).collect();
    let case = plain(&[true; 8], &options);
    let mut engine = compiled(compile, &case.problem());
    let mut firsts: Vec<Option<Cover>> = (0..20)
        .map(|seed| {
            reset(&mut engine);
            randomise(&mut engine, seed);
            set(walk(&mut engine).into_iter().take(1).collect()).pop()
        })
        .collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert!(firsts.len() > 5, "{firsts:?}");
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

macro_rules! contract {
    ($engine:ident, $cases:ident, $compile:expr) => {
        contract! { $engine, $cases, $compile,
            finds_exactly_the_covers
            finds_the_covers_in_a_crowd
            covers_hold_what_is_forced_and_nothing_forbidden
            every_set_of_assumptions_is_obeyed
            a_reset_forgets_everything
            a_seed_is_a_sequence
            seeds_differ
        }
    };
    ($engine:ident, $cases:ident, $compile:expr, $($test:ident)*) => {
        mod $engine {
            use super::*;

            $(#[test]
            fn $test() {
                super::$test($compile, || $cases().boxed());
            })*
        }
    };
}

contract!(links, cases, Links::<false>::compile);
contract!(links_with_colours, coloured_cases, Links::<true>::compile);
contract!(
    links_many_times,
    uncoloured_multiple_cases,
    Multiple::<false>::compile
);
contract!(
    links_many_times_with_colours,
    multiple_cases,
    Multiple::<true>::compile
);
contract!(lanes_of_16, cases, |problem, meter| {
    Lanes::<u16, 32>::compile(problem, Kernels::new(Some(Vectors::Portable)), true, meter)
});
contract!(lanes_of_32, cases, |problem, meter| {
    Lanes::<u32, 16>::compile(problem, Kernels::new(Some(Vectors::Portable)), true, meter)
});
contract!(lanes_of_64, cases, |problem, meter| {
    Lanes::<u64, 8>::compile(problem, Kernels::new(None), true, meter)
});
contract!(lanes_of_16_fast, cases, |problem, meter| {
    Lanes::<u16, 32>::compile(problem, Kernels::new(None), true, meter)
});
contract!(lists, cases, |problem, meter| Lists::compile(
    problem,
    Kernels::new(Some(Vectors::Portable)),
    meter
));
contract!(lists_fast, cases, |problem, meter| Lists::compile(
    problem,
    Kernels::new(None),
    meter
));
contract!(lanes_with_colours, coloured_cases, |problem, meter| {
    Lanes::<u16, 32>::compile(problem, Kernels::new(None), true, meter)
});
contract!(rows, cases, Rows::compile);
contract!(rows_with_colours, coloured_cases, Rows::compile);
contract!(rows_many_times, multiple_cases, Rows::compile);
contract!(costs, cases, Costs::compile);
contract!(costs_with_colours, coloured_cases, Costs::compile);
contract!(costs_many_times, multiple_cases, Costs::compile);
