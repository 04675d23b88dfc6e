//! Compares the kernels with their definitions, every instruction set with the portable one, and
//! lists with `links`.

use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;

use super::kernel::Settled;
use super::list::List;
use super::tables::{MOST, Tables};
use super::{Kernels, Lists};
use crate::Limits;
use crate::ask::{Budget, Stop};
use crate::engine::Vectors;
use crate::engine::bits::puzzles;
use crate::engine::contract::Sane;
use crate::engine::contract::{compiled, randomise, reset};
use crate::engine::{Branch, Links, Tree};
use crate::problem::{OptionId, Problem};
use crate::tile::Packing;

const VECTORS: [Vectors; 3] = [Vectors::Portable, Vectors::Avx2, Vectors::Avx512];

fn compile(problem: &Problem, kernels: Kernels) -> Lists {
    compiled(
        |problem, meter| Lists::compile(problem, kernels, meter),
        problem,
    )
}

fn available() -> impl Iterator<Item = Kernels> {
    let available = VECTORS.into_iter().filter(|vectors| vectors.is_available());
    available.map(|vectors| Kernels::new(Some(vectors)))
}

/// Returns the solutions in order and the number of nodes.
fn walk(engine: &mut impl Tree, seed: Option<u64>) -> (Vec<Vec<OptionId>>, u64) {
    reset(engine);
    if let Some(seed) = seed {
        randomise(engine, seed);
    }
    let (mut found, mut nodes, mut depth) = (Vec::new(), 0, 0);
    loop {
        match engine.branch() {
            Branch::Dead => nodes += u64::from(engine.dead_ends_are_nodes()),
            Branch::Solved => {
                nodes += 1;
                let mut trail = Vec::new();
                engine.trail(&mut trail);
                trail.sort_unstable();
                found.push(trail);
            }
            Branch::Open => {
                nodes += 1;
                engine.enter();
                depth += 1;
            }
        }
        while depth > 0 && !engine.advance() {
            engine.leave();
            depth -= 1;
        }
        if depth == 0 {
            return (found, nodes);
        }
    }
}

/// Checks that all instruction sets make the same walk and find the solutions of `links`. Returns
/// the nodes.
fn check_agreement(problem: &Problem) -> u64 {
    let mut expected = walk(&mut compiled(Links::<false>::compile, problem), None).0;
    expected.sort_unstable();
    let mut nodes = 0;
    for seed in [None, Some(1), Some(2)] {
        let portable = walk(
            &mut compile(problem, Kernels::new(Some(Vectors::Portable))),
            seed,
        );
        for kernels in available() {
            let walk = walk(&mut compile(problem, kernels), seed);
            assert!(walk == portable, "{kernels:?}");
        }
        let (mut found, cost) = portable;
        found.sort_unstable();
        assert_eq!(found, expected);
        if seed.is_none() {
            nodes = cost;
        }
    }
    nodes
}

#[test]
fn puzzles_have_the_same_solutions() {
    let puzzle = |problem: Result<Problem, _>| check_agreement(&problem.expect("a puzzle"));
    let packing =
        |packing: Result<Packing, _>| check_agreement(packing.expect("a puzzle").problem());
    assert_eq!(packing(puzzles::pentominoes::rectangle(3, 20)), 6695);
    assert_eq!(packing(puzzles::soma::soma()), 64668);
    puzzle(puzzles::queens::queens(8));
    assert_eq!(puzzle(puzzles::langford::langford(8)), 889);
    puzzle(puzzles::latin_squares::latin_squares(4));
    packing(puzzles::dominoes::dominoes(4, 5));
    packing(puzzles::dominoes::dominoes(6, 6));
    puzzle(puzzles::matchings::matchings(4));
    puzzle(puzzles::partitions::partitions(7));
    puzzle(puzzles::sudoku::sudoku(2, "0000000000000000"));
}

/// A chain of items, every seventh of them secondary. Each item has an option of its own, and a few
/// have three more, so that every bit of every word is in use and solutions stay few.
fn chain(items: usize) -> Problem {
    let mut builder = Problem::builder();
    let name = |item: usize| item.to_string();
    for item in 0..items {
        let made = if item % 7 == 6 {
            builder.secondary(name(item))
        } else {
            builder.primary(name(item))
        };
        made.expect("names differ");
    }
    let mut option = |members: &[usize]| {
        let names: Vec<String> = members.iter().map(|&item| name(item)).collect();
        let names = names.iter().map(String::as_str);
        builder.option(names).expect("no item occurs twice");
    };
    for item in 0..items {
        option(&[item]);
        // Only a few items have wide options, to keep the number of solutions small.
        if item % 61 == 5 && item + 2 < items {
            option(&[item, item + 1]);
            option(&[item, item + 1, item + 2]);
            option(&[item, (item + 40) % items]);
        }
    }
    if items > 1 {
        option(&[0, items - 1]);
    }
    builder.build()
}

#[test]
fn lists_of_any_length_agree_with_links() {
    for items in [1_usize, 2, 63, 64, 65, 127, 128, 129, 191, 192, 193, 257] {
        // The numbers of options move the boundaries of words: to 57 or 58 items and so on.
        for items in [items, items.saturating_sub(7).max(1)] {
            check_agreement(&chain(items));
        }
    }
}

#[test]
fn options_take_the_fewest_words() {
    for (options, items, words) in [
        (0, 0, Some(1)),
        (1, 63, Some(1)),
        (1, 64, Some(2)),
        (255, 56, Some(1)),
        (256, 56, Some(2)),
        (2056, 72, Some(2)),
        (255, 248, Some(4)),
        (255, 249, Some(8)),
        (255, 504, Some(8)),
        (255, 505, None),
    ] {
        assert_eq!(Tables::words(options, items), words, "{options} {items}");
    }
    assert!(Lists::memory(2056, 72, 72).is_some_and(|bytes| bytes < 16 << 20));
}

/// A walk through repacked states, with every verb checked.
#[test]
fn repacked_states_are_sane() {
    let packing = puzzles::dominoes::dominoes(8, 10).expect("a puzzle");
    let problem = packing.into_problem();
    let mut engine = compile(&problem, Kernels::new(None));
    let mut widths = Vec::new();
    let mut opened = Vec::new();
    for _ in 0..60 {
        if engine.branch() == Branch::Open {
            widths.push(engine.here.words);
            opened.push(engine.state());
            engine.enter();
        }
        engine.sanity();
        while !engine.advance() {
            engine.leave();
            assert_eq!(Some(engine.state()), opened.pop());
        }
    }
    assert!(widths.contains(&2) && widths.contains(&1), "{widths:?}");
}

/// The last word of an option has its number in this many of its highest bits.
const NUMBER_BITS: u32 = 6;

/// Lays out some options as a list at the start of an arena with room for more lists.
fn lay_out<const W: usize>(options: &[[u64; W]]) -> (Vec<u64>, List) {
    let stride = List::stride(options.len());
    let mut arena = vec![0x5555; W * stride * 4];
    for k in 0..W {
        arena[k * stride..(k + 1) * stride].fill(0);
        for (place, option) in options.iter().enumerate() {
            arena[k * stride + place] = option[k];
        }
    }
    let list = List {
        start: 0,
        stride,
        len: options.len(),
    };
    (arena, list)
}

fn items_of<const W: usize>(option: [u64; W]) -> [u64; W] {
    let mut items = option;
    items[W - 1] &= !0 >> NUMBER_BITS;
    items
}

fn intersects<const W: usize>(one: [u64; W], other: [u64; W]) -> bool {
    (0..W).any(|k| one[k] & other[k] != 0)
}

fn without<const W: usize>(one: [u64; W], other: [u64; W]) -> [u64; W] {
    std::array::from_fn(|k| one[k] & !other[k])
}

fn bits<const W: usize>(set: [u64; W]) -> impl Iterator<Item = [u64; W]> {
    (0..64 * W).filter_map(move |bit| {
        let mut item = [0; W];
        item[bit / 64] = 1 << (bit % 64);
        intersects(item, set).then_some(item)
    })
}

/// A settled state by its definition: the options, the open items, the smallest of them, and the
/// numbers of the forced options.
type SettledByDefinition<const W: usize> = (Vec<[u64; W]>, [u64; W], [u64; W], Vec<u32>);

fn settle_by_definition<const W: usize>(
    mut options: Vec<[u64; W]>,
    mut open: [u64; W],
    mut covered: [u64; W],
) -> Option<SettledByDefinition<W>> {
    let mut forced = Vec::new();
    loop {
        open = without(open, covered);
        if open == [0; W] {
            return Some((Vec::new(), open, open, forced));
        }
        options.retain(|&option| !intersects(items_of(option), covered));
        let size = |item| {
            options
                .iter()
                .filter(|&&option| intersects(option, item))
                .count()
        };
        let least = bits(open).map(size).min()?;
        if least == 0 {
            return None;
        }
        let mut smallest = [0; W];
        for item in bits(open).filter(|&item| size(item) == least) {
            smallest = std::array::from_fn(|k| smallest[k] | item[k]);
        }
        if least > 1 {
            return Some((options, open, smallest, forced));
        }
        covered = [0; W];
        for &option in options
            .iter()
            .filter(|&&option| intersects(option, smallest))
        {
            if intersects(items_of(option), covered) {
                return None;
            }
            covered = std::array::from_fn(|k| covered[k] | items_of(option)[k]);
            forced.push((option[W - 1] >> (64 - NUMBER_BITS)) as u32);
        }
    }
}

fn check_kernels<const W: usize>(options: Vec<[u64; W]>, open: [u64; W], by: usize) {
    let (arena, list) = lay_out(&options);
    let items = items_of([!0; W]);
    let open = items_of(open);
    let top = W * list.stride;
    let covered = items_of(options.get(by).copied().unwrap_or([0; W]));
    let expected = settle_by_definition(options.clone(), open, covered);

    for kernels in available() {
        let (mut arena, mut trail) = (arena.clone(), Vec::new());
        let from = (list, top);
        let settled = kernels.settle::<W>(&mut arena, from, open, covered, &items, &mut trail);
        let found = settled.map(|state: Settled<W>| {
            let options = (0..state.list.len).map(|place| state.list.option(&arena, place));
            let smallest = state.smallest(kernels, &arena);
            (options.collect(), state.open, smallest, trail)
        });
        assert_eq!(found, expected, "{kernels:?}");

        let len = kernels.select::<W>(&mut arena, list, top, list.stride, &covered);
        let selected = List {
            start: top,
            stride: list.stride,
            len,
        };
        let found: Vec<[u64; W]> = (0..len)
            .map(|place| selected.option(&arena, place))
            .collect();
        let selected_options = options
            .iter()
            .filter(|&&option| intersects(option, covered));
        assert!(selected_options.eq(&found), "{kernels:?}");

        for place in 0..len {
            let viable = kernels.viable::<W>(&arena, list, selected, place, &open, &items);
            for (i, &choice) in found[place..].iter().take(4).enumerate() {
                let choice = items_of(choice);
                let left = options
                    .iter()
                    .filter(|&&option| !intersects(option, choice));
                let expected = bits(without(open, choice))
                    .all(|item| left.clone().any(|&option| intersects(option, item)));
                assert_eq!(viable >> i & 1 == 1, expected, "{kernels:?}");
            }
            assert_eq!(viable >> (len - place).min(4), 0);
        }
    }
}

/// Up to 40 numbered options of few items each, and an open set that they cover or nearly cover.
fn lists<const W: usize>() -> impl Strategy<Value = (Vec<[u64; W]>, [u64; W], usize)> {
    let last = 64 * W - NUMBER_BITS as usize;
    let item = prop_oneof![2 => 0..6_usize, 1 => 0..last, 1 => last - 3..last];
    let options = vec(vec(item, 1..5), 0..=40);
    (options, 0..8_usize, 0..41_usize).prop_map(move |(options, spared, by)| {
        let mut open = [0; W];
        let number = |(number, members): (usize, Vec<usize>)| {
            let mut option = [0; W];
            for bit in members {
                option[bit / 64] |= 1 << (bit % 64);
            }
            if number % 8 >= spared {
                open = std::array::from_fn(|k| open[k] | option[k]);
            }
            option[W - 1] |= (number as u64) << (64 - NUMBER_BITS);
            option
        };
        let options: Vec<[u64; W]> = options.into_iter().enumerate().map(number).collect();
        (options, open, by)
    })
}

proptest! {
    #[test]
    fn kernels_of_one_word_match_their_definitions((options, open, by) in lists::<1>()) {
        check_kernels(options, open, by);
    }
    #[test]
    fn kernels_of_two_words_match_their_definitions((options, open, by) in lists::<2>()) {
        check_kernels(options, open, by);
    }
    #[test]
    fn kernels_of_eight_words_match_their_definitions((options, open, by) in lists::<MOST>()) {
        check_kernels(options, open, by);
    }
}

/// Sizes around the limits of the short counters.
#[test]
fn large_sizes_are_counted() {
    for size in [2, 7, 8, 15, 16, 17, 31, 63, 64, 65, 500, 2100] {
        let options: Vec<[u64; 1]> = (0..3 * size - 1).map(|place| [1 << (place % 3)]).collect();
        check_kernels(options, [0b111], usize::MAX);
    }
}

/// `a b`, `c d`, `a c` and `b d` in turn: a problem of four items and very many options.
fn same(options: usize) -> Lists {
    let mut builder = Problem::builder();
    let items = ["a", "b", "c", "d"].map(|name| builder.primary(name).unwrap());
    for option in 0..options {
        let [one, other] = [[0, 1], [2, 3], [0, 2], [1, 3]][option % 4];
        builder.option([items[one], items[other]]).unwrap();
    }
    compile(&builder.build(), Kernels::new(None))
}

/// To find out which of the choices are dead takes a pass over the list for each four of them.
#[test]
fn the_rest_of_a_level_is_listed_without_a_look_at_each_choice() {
    let mut lists = same(4_000);
    assert_eq!(lists.branch(), Branch::Open);
    assert_eq!(lists.choice_count(), 2_000);
    lists.enter();
    for _ in 0..3 {
        assert!(lists.advance());
        assert_eq!(lists.branch(), Branch::Open);
    }
    let (present, work) = (lists.tried(), lists.work());
    assert!(lists.may_advance());
    let level = lists.rests(&[3], &|_| true).remove(0);
    lists.leave();
    assert_eq!(lists.work(), work);
    assert_eq!((level.count, level.passed.len()), (2_000, 3));
    assert_eq!(level.passed[2], present);
    // A choice far away is reached at once, and its try is like any other.
    lists.enter();
    assert!(lists.advance_over(1_000));
    assert_eq!((lists.tried(), lists.work()), (level.left[997], work));
    assert_eq!(lists.branch(), Branch::Open);
    assert!(lists.advance_over(998));
    assert!(!lists.may_advance() && !lists.advance_over(0));
    lists.leave();
}

#[test]
fn a_limit_stops_passing_over_dead_choices() {
    let mut lists = same(4_000);
    assert_eq!(lists.branch(), Branch::Open);
    let budget = Budget::start(&Limits::new().time(Duration::ZERO));
    assert_eq!(lists.children(&mut budget.meter_after(0)), Err(Stop::Time));
    let unlimited = Budget::unlimited();
    assert_eq!(lists.children(&mut unlimited.meter()), Ok(2_000));
    // What was examined before the limit and can be tried is still left.
    lists.enter();
    assert_eq!(
        lists.advance_within(&mut budget.meter_after(0)),
        Err(Stop::Time)
    );
    assert_eq!(lists.rests(&[0], &|_| false)[0].passed, []);
}
