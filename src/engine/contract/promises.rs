//! What every engine promises.

use proptest::collection::vec;
use proptest::prelude::*;

use super::assumed::{Assumptions, assumed, assumptions};
use super::walks::{moves, set, walk, wander};
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
pub(super) fn finds_the_covers_in_a_crowd<E: Sane>(subject: &Subject<'_, E>) {
    proptest!(ProptestConfig::with_cases(subject.tries.min(FEW)), |(case in (subject.cases)())| {
        let mut engine = subject.engine(&crowd(&case).problem());
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

pub(super) fn covers_hold_what_is_forced_and_nothing_forbidden<E: Sane>(subject: &Subject<'_, E>) {
    proptest!(subject.config(), |((case, assumed) in assumed(subject.cases))| {
        let mut engine = subject.engine(&case.problem());
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
pub(super) fn every_set_of_assumptions_is_obeyed<E: Sane>(subject: &Subject<'_, E>) {
    let options: [&[usize]; 6] = [&[0, 3], &[1, 2], &[1, 3], &[2], &[2], &[3]];
    let case = plain(&[true, true, true, false], &options);
    let mut engine = subject.engine(&case.problem());
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
pub(super) fn a_reset_forgets_everything<E: Sane>(subject: &Subject<'_, E>) {
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

pub(super) fn a_seed_is_a_sequence<E: Sane>(subject: &Subject<'_, E>) {
    let question = (any::<u64>(), moves());
    proptest!(subject.config(), |(
        (case, assumed) in assumed(subject.cases),
        seed in any::<u64>(),
        between in vec(question, 0..4),
    )| {
        let ask = |engine: &mut E| {
            reset(engine);
            randomise(engine, seed);
            let found = if assumed.assume(engine) { walk(engine) } else { Vec::new() };
            (found, engine.updates())
        };
        let mut engine = subject.engine(&case.problem());
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
pub(super) fn seeds_differ<E: Sane>(subject: &Subject<'_, E>) {
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
