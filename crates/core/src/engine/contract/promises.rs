//! The promises that every engine keeps.

use proptest::collection::vec;
use proptest::prelude::*;

use super::assumed::{Assumptions, assumed, assumptions};
use super::walks::{moves, set, walk, walk_by_moves};
use super::{Cover, FEW, Sane, Subject, randomise, reset};
use crate::case::Case;
use crate::problem::OptionId;

pub(super) fn finds_exactly_the_covers<E: Sane>(subject: &Subject<'_, E>) {
    proptest!(subject.config(), |(case in (subject.cases)())| {
        let mut engine = subject.engine(&case.problem());
        engine.sanity();
        prop_assert_eq!(set(walk(&mut engine)), case.covers());
    });
}

/// The numbers of options and items that `with_fillers` adds to a case.
const FILLERS: usize = 130;
const ITEMS: usize = 40;

/// Puts `ITEMS` items and many options before a case, so that rows have several words and states
/// several chunks: `FILLERS` options of four of these items, then one option for each of them
/// alone.
fn with_fillers(case: &Case) -> Case {
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

/// With the filler options forbidden, every cover contains the options of single items.
pub(super) fn finds_the_covers_among_other_options<E: Sane>(subject: &Subject<'_, E>) {
    proptest!(ProptestConfig::with_cases(subject.tries.min(FEW)), |(case in (subject.cases)())| {
        let mut engine = subject.engine(&with_fillers(&case).problem());
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

pub(super) fn covers_have_all_forced_and_no_forbidden_options<E: Sane>(subject: &Subject<'_, E>) {
    proptest!(subject.config(), |((case, assumed) in assumed(subject.cases))| {
        let mut engine = subject.engine(&case.problem());
        let possible = assumed.possible_count(&case);
        let taken = assumed.apply(&mut engine);
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

/// All combinations of assumptions on six options, one of them dropped and two of them equal.
pub(super) fn every_set_of_assumptions_is_obeyed<E: Sane>(subject: &Subject<'_, E>) {
    let options: [&[usize]; 6] = [&[0, 3], &[1, 2], &[1, 3], &[2], &[2], &[3]];
    let case = plain(&[true, true, true, false], &options);
    let mut engine = subject.engine(&case.problem());
    let fresh = engine.state();
    for code in 0..4_u32.pow(6) {
        let mut assumed = Assumptions::default();
        for option in 0..6 {
            let bits = code >> (2 * option) & 3;
            if bits & 1 > 0 {
                assumed.forced.push(OptionId::new(option));
            }
            if bits & 2 > 0 {
                assumed.forbidden.push(OptionId::new(option));
            }
        }
        let covers = if assumed.apply(&mut engine) {
            set(walk(&mut engine))
        } else {
            Vec::new()
        };
        assert_eq!(covers, assumed.covers(&case), "{assumed:?}");
        reset(&mut engine);
        assert_eq!(engine.state(), fresh);
    }
}

/// One engine answers several questions, each abandoned at any point.
pub(super) fn a_reset_restores_the_compiled_state<E: Sane>(subject: &Subject<'_, E>) {
    let asked = (subject.cases)().prop_flat_map(|case| {
        let seed = proptest::option::of(any::<u64>());
        let question = (assumptions(&case), seed, moves());
        (Just(case), vec(question, 0..6))
    });
    proptest!(subject.config(), |((case, questions) in asked)| {
        let mut engine = subject.engine(&case.problem());
        let fresh = engine.state();
        let first = walk(&mut engine);
        let updates = engine.updates();
        for (assumed, seed, moves) in questions {
            reset(&mut engine);
            if let Some(seed) = seed {
                randomise(&mut engine, seed);
            }
            if assumed.apply(&mut engine) {
                walk_by_moves(&mut engine, &moves);
            }
        }
        reset(&mut engine);
        engine.sanity();
        prop_assert_eq!(engine.state(), fresh);
        prop_assert_eq!(walk(&mut engine), first);
        prop_assert_eq!(engine.updates(), updates);
    });
}

pub(super) fn the_same_seed_gives_the_same_sequence<E: Sane>(subject: &Subject<'_, E>) {
    let question = (any::<u64>(), moves());
    proptest!(subject.config(), |(
        (case, assumed) in assumed(subject.cases),
        seed in any::<u64>(),
        between in vec(question, 0..4),
    )| {
        let ask = |engine: &mut E| {
            reset(engine);
            randomise(engine, seed);
            let found = if assumed.apply(engine) { walk(engine) } else { Vec::new() };
            (found, engine.updates())
        };
        let mut engine = subject.engine(&case.problem());
        let first = ask(&mut engine);
        prop_assert_eq!(set(first.0.clone()), assumed.covers(&case));
        for (other, moves) in between {
            reset(&mut engine);
            randomise(&mut engine, other);
            walk_by_moves(&mut engine, &moves);
        }
        prop_assert_eq!(ask(&mut engine), first);
    });
}

/// Among 24 covers, different seeds find several different first ones.
pub(super) fn different_seeds_find_different_first_covers<E: Sane>(subject: &Subject<'_, E>) {
    let pairs: Vec<[usize; 2]> = (0..16).map(|pair| [pair / 4, 4 + pair % 4]).collect();
    let options: Vec<&[usize]> = pairs.iter().map(|pair| &pair[..]).collect();
    let case = plain(&[true; 8], &options);
    let mut engine = subject.engine(&case.problem());
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
