//! Every way to count, on problems whose counts lie around the sizes of machine numbers, against
//! references that share no code with them; and the race, at paces that give every method its turn.

use std::sync::Arc;

use num_bigint::BigUint;
use proptest::prelude::*;

use super::Diagram;
use super::fold::{Descent, First, Fold, Smallest, Tally};
use super::layout::{Layout, NoLayout};
use super::progress::Progress;
use super::state::with_words;
use super::sweep::Sweep;
use crate::ask::{Assumptions, Budget, Count, Limits, Method, Stop};
use crate::engine::Settings;
use crate::explain::{Explanation, explain_with};
use crate::policy::{Policies, Policy, RacePolicies};
use crate::problem::Problem;
use crate::reduce::reduce_with;
use crate::solver::Solver;

use crate::case::{Case, cases, coloured_cases, multiple_cases};

/// A small problem made large: each option stands there several times, and there are coins, items
/// of their own with some equal options each. Items and options stand in a shuffled order.
#[derive(Clone, Debug)]
struct Blown {
    case: Case,
    repeats: Vec<u32>,
    coins: Vec<u32>,
    shuffle: u64,
}

impl Blown {
    /// The number of covers, by choosing for one option after another how many of its copies are
    /// used.
    fn count(&self) -> BigUint {
        let mut used = vec![Vec::new(); self.case.items.len()];
        let coins = self.coins.iter().map(|&sides| BigUint::from(sides));
        self.ways(0, &mut used) * coins.product::<BigUint>()
    }

    fn ways(&self, option: usize, used: &mut [Vec<Option<u32>>]) -> BigUint {
        let Some(uses) = self.case.options.get(option) else {
            let enough = |(item, uses): (usize, &Vec<_>)| {
                let times = self.case.items[item].as_ref();
                times.is_none_or(|times| uses.len() >= *times.start() as usize)
            };
            return u8::from(used.iter().enumerate().all(enough)).into();
        };
        // An option without a primary item is never used.
        let is_void = !uses.iter().any(|&(item, _)| self.case.is_primary(item));
        let (copies, mut sum) = (
            if is_void { 0 } else { self.repeats[option] },
            BigUint::ZERO,
        );
        let mut ways = BigUint::from(1_u32);
        for taken in 0..=copies {
            let fits = uses.iter().all(|&(item, _)| match &self.case.items[item] {
                Some(times) => used[item].len() <= *times.end() as usize,
                None => match &used[item][..] {
                    [] | [_] => true,
                    [first, others @ ..] => first.is_some() && others.iter().all(|o| o == first),
                },
            });
            if !fits {
                uses.iter()
                    .for_each(|&(item, _)| used[item].truncate(used[item].len() - taken as usize));
                return sum;
            }
            sum += self.ways(option + 1, used) * &ways;
            ways = ways * (copies - taken) / (taken + 1);
            uses.iter()
                .for_each(|&(item, colour)| used[item].push(colour));
        }
        let all = copies as usize + 1;
        uses.iter()
            .for_each(|&(item, _)| used[item].truncate(used[item].len() - all));
        sum
    }

    fn problem(&self) -> Problem {
        let items = self.case.items.len();
        let mut names: Vec<usize> = (0..items + self.coins.len()).collect();
        let mut random = self.shuffle;
        shuffle(&mut names, &mut random);
        let mut builder = Problem::builder();
        for &name in &names {
            let text = name.to_string();
            match self.case.items.get(name) {
                Some(None) => builder.secondary(&text),
                Some(Some(times)) => builder.multiple(&text, times.clone()),
                None => builder.primary(&text),
            }
            .unwrap();
        }
        let mut options: Vec<Vec<(usize, Option<u32>)>> = Vec::new();
        for (option, &copies) in self.case.options.iter().zip(&self.repeats) {
            options.extend(std::iter::repeat_n(option.clone(), copies as usize));
        }
        for (coin, &sides) in self.coins.iter().enumerate() {
            options.extend(std::iter::repeat_n(
                vec![(items + coin, None)],
                sides as usize,
            ));
        }
        shuffle(&mut options, &mut random);
        for option in &options {
            let uses: Vec<_> = option
                .iter()
                .map(|&(item, colour)| {
                    let colour = colour.map(|number| builder.colour(number.to_string()).unwrap());
                    (builder.item(&item.to_string()).unwrap(), colour)
                })
                .collect();
            builder.option(uses).unwrap();
        }
        builder.build()
    }
}

fn shuffle<T>(list: &mut [T], random: &mut u64) {
    for end in (1..list.len()).rev() {
        *random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        list.swap(end, (*random >> 33) as usize % (end + 1));
    }
}

/// Coins that bring a count near to one of the borders: 2^31..2^33, 2^63..2^65, 2^127..2^130, or
/// none at all.
fn coins() -> impl Strategy<Value = Vec<u32>> {
    let border = prop_oneof![Just(0), 24..33_u32, 50..65_u32, 110..130_u32];
    (border, 2..9_u32).prop_map(|(digits, sides)| {
        let mut coins = Vec::new();
        let mut left = f64::from(digits);
        while left > 0.5 {
            let sides = if left > 6.0 { sides } else { 2 };
            coins.push(sides);
            left -= f64::from(sides).log2();
        }
        coins
    })
}

fn blown(cases: impl Strategy<Value = Case>, most: u32) -> impl Strategy<Value = Blown> {
    let repeats = prop::collection::vec(prop_oneof![2 => Just(1), 1 => 1..=most], 16);
    (cases, repeats, coins(), any::<u64>()).prop_map(|(case, repeats, coins, shuffle)| Blown {
        case,
        repeats,
        coins,
        shuffle,
    })
}

/// A chain: each option covers an item and all after it, or the item alone. Solutions end at every
/// level of a sweep, which is where they once overflowed.
fn chains() -> impl Strategy<Value = Blown> {
    (2..14_usize, coins(), any::<u64>()).prop_map(|(length, coins, shuffle)| {
        let alone = (0..length).map(|place| vec![(place, None)]);
        let rest = (0..length).map(|place| (place..length).map(|item| (item, None)).collect());
        Blown {
            case: Case {
                items: vec![Some(1..=1); length],
                options: alone.chain(rest).collect(),
            },
            repeats: vec![1; 2 * length],
            coins,
            shuffle,
        }
    })
}

/// Paces under which the race is decided by a walk, by a sweep, by a fold, and between them.
fn paces() -> Vec<RacePolicies> {
    let tiny = RacePolicies {
        first: 1,
        enough: 1,
        growth: 2,
        probes: 1,
        hope: 1e300,
        updates: 1,
        sweep_part: 1,
        fold_part: 1,
        sweep_lead: 1,
        fold_lag: 1,
        worth: 0,
        poll: 1,
    };
    vec![
        Policies::default().race,
        tiny,
        // The walk sits out; the sweep leads, or the fold.
        RacePolicies {
            hope: 0.0,
            fold_lag: 1 << 16,
            worth: 1 << 40,
            ..tiny
        },
        RacePolicies {
            hope: 0.0,
            sweep_lead: 0,
            ..tiny
        },
        // The walk takes part, and is far longer than it was estimated to be.
        RacePolicies {
            probes: 0,
            sweep_part: 3,
            fold_part: 2,
            ..tiny
        },
        RacePolicies {
            growth: 3,
            sweep_lead: 5,
            fold_lag: 7,
            worth: 40,
            ..tiny
        },
    ]
}

/// The problem with policies of the race.
fn paced(problem: &Problem, race: RacePolicies) -> Solver {
    let policies = Policies {
        race,
        ..Policies::default()
    };
    Solver::with_settings(
        problem.clone(),
        &Settings::new().with_policies(&policies.into()),
    )
}

/// Goes on with a fold in small steps.
fn fold_to_end(mut step: impl FnMut(u64) -> Progress<super::number::Number>) -> Option<BigUint> {
    for pause in (0..).step_by(13) {
        match step(pause) {
            Progress::Done(number) => return Some(number.to_big()),
            Progress::Paused => {}
            Progress::Outgrown => return None,
            Progress::Stopped(stop) => panic!("{stop}"),
        }
    }
    None
}

/// What each way to count by itself comes to, by its name; a way that is not for this problem, or has
/// too little memory, is left out.
fn ways(problem: &Problem, policies: &Policies) -> Vec<(String, BigUint)> {
    let budget = Budget::unlimited();
    let meter = &mut budget.meter();
    let none = Assumptions::new();
    let (layout, forced) = match Layout::under(problem, &none, usize::MAX, meter) {
        Ok((layout, forced)) => (Arc::new(layout), forced),
        Err(NoLayout::NoSolution) => return vec![("layout".into(), BigUint::ZERO)],
        Err(other) => panic!("{other:?}"),
    };
    let mut found = Vec::new();
    for memory in [1 << 17, 1 << 28] {
        match Sweep::new(&layout, &forced, memory, policies.sweep, meter) {
            Ok(None) => {}
            Ok(Some(mut sweep)) => {
                let mut pause = 0;
                loop {
                    pause += 11;
                    match sweep.run(pause, meter) {
                        Progress::Done(number) => {
                            found.push((format!("sweep, {memory}"), number.to_big()));
                            break;
                        }
                        Progress::Paused => {}
                        Progress::Outgrown => break,
                        other => panic!("{other:?}"),
                    }
                }
            }
            Err(NoLayout::NoSolution) => found.push(("sweep".into(), BigUint::ZERO)),
            Err(other) => panic!("{other:?}"),
        }
    }
    for memory in [1 << 16, 1 << 28] {
        let algebra = Tally::default;
        if First::<1>::takes(&layout) {
            with_words!(layout.words, W => {
                let branching = First::<W>::new(&layout, &forced, meter).unwrap();
                let mut descent = Descent::new(branching, algebra(), memory);
                let count = fold_to_end(|pause| descent.run(pause, meter));
                found.extend(count.map(|count| (format!("first, {memory}"), count)));
            });
        }
        with_words!(layout.words, W => {
            let branching = Smallest::<W>::new(Arc::clone(&layout), forced.clone(), meter).unwrap();
            let mut descent = Descent::new(branching, algebra(), memory);
            let count = fold_to_end(|pause| descent.run(pause, meter));
            found.extend(count.map(|count| (format!("smallest, {memory}"), count)));
        });
        if let Ok(mut fold) = Fold::new(&layout, &forced, memory, algebra(), policies.fold, meter) {
            let count = fold_to_end(|pause| fold.run(pause, meter));
            found.extend(count.map(|count| ("fold".into(), count)));
        }
    }
    found
}

/// All that a diagram says is about as many solutions.
fn check_diagram(problem: &Problem, diagram: &Diagram, expected: &Count) {
    assert_eq!(diagram.count(), *expected, "diagram");
    assert_eq!(diagram.nth(expected), None);
    let marginals = diagram.marginals(Limits::new()).value;
    for item in problem.items() {
        if problem.multiplicity(item) != Some(1..=1) {
            continue;
        }
        let mut sum = Count::default();
        for option in problem.options() {
            if problem.items_of(option).contains(&item) {
                sum += &marginals[option.index()];
            }
        }
        assert_eq!(sum, *expected, "marginals of an item");
    }
    let mut text = Vec::new();
    diagram
        .write_nnf(|option| option.to_string(), &mut text)
        .unwrap();
    let read = Diagram::read_nnf(std::str::from_utf8(&text).unwrap(), Limits::new());
    assert_eq!(read.unwrap().diagram.count(), *expected, "nnf");
    let mut text = Vec::new();
    assert_eq!(
        diagram.write_zdd(&mut text, Limits::new()).unwrap(),
        Stop::Exhausted
    );
    let read = Diagram::read_zdd(std::str::from_utf8(&text).unwrap(), Limits::new());
    assert_eq!(read.unwrap().diagram.count(), *expected, "zdd");
    let last = expected.as_big().clone();
    for solution in [
        diagram.sampler(5).next(),
        diagram.nth(&0.into()),
        (!expected.is_zero()).then(|| diagram.nth(&Count::new(last - 1_u32)).unwrap()),
    ] {
        assert_eq!(solution.is_none(), expected.is_zero());
        if let Some(solution) = solution {
            assert_eq!(crate::verify(problem, solution.options()), Ok(()));
        }
    }
}

/// Every way to count agrees with the reference.
fn check(blown: &Blown) {
    let expected = blown.count();
    let problem = blown.problem();
    for (way, count) in ways(&problem, &Policies::default()) {
        assert_eq!(count, expected, "{way}");
    }
    let solver = Solver::new(problem.clone());
    let value = Count::new(expected);
    for pace in paces() {
        let solver = paced(&problem, pace);
        for method in [Method::Auto, Method::Memo] {
            let answer = solver.search().count_by(method);
            let how = answer.stats.counted.unwrap().method;
            assert_eq!(answer.value, value, "{method}, {how}, {pace:?}");
            assert_eq!(answer.stop, Stop::Exhausted);
        }
    }
    // A walk, and next to no memory: where no state fits, a walk is all that is left. Most of them
    // do not end.
    for method in [Method::Walk, Method::Memo] {
        let mut counter = solver.search();
        counter.limits(Limits::new().memory(0).nodes(5_000));
        let answer = counter.count_by(method);
        match answer.stop {
            Stop::Exhausted => assert_eq!(answer.value, value, "{method}"),
            stop => assert!(stop == Stop::Nodes && answer.value <= value, "{method}"),
        }
    }
    let diagram = solver.search().diagram().value.unwrap();
    check_diagram(&problem, &diagram, &value);
    // The count is what the first option of some item leaves, and the others.
    if let Some(option) = problem
        .options()
        .find(|&option| !problem.is_dropped(option))
    {
        let count = |force: bool| {
            let solver = paced(&problem, paces().swap_remove(1));
            let mut counter = solver.search();
            match force {
                true => counter.force(option),
                false => counter.forbid(option),
            };
            counter.count().value
        };
        let mut both = count(true);
        both += &count(false);
        assert_eq!(both, value, "with an option and without it");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn large_plain_counts_are_right(blown in blown(cases(), 40)) {
        check(&blown);
    }

    #[test]
    fn policies_change_no_answer(blown in blown(multiple_cases(), 3), policies in policies()) {
        check_policies(&blown, policies);
    }

    #[test]
    fn policies_change_no_plain_answer(blown in blown(cases(), 10), policies in policies()) {
        check_policies(&blown, policies);
    }

    #[test]
    fn large_coloured_counts_are_right(blown in blown(coloured_cases(), 20)) {
        check(&blown);
    }

    #[test]
    fn large_multiple_counts_are_right(blown in blown(multiple_cases(), 5)) {
        check(&blown);
    }

    #[test]
    fn large_counts_of_chains_are_right(blown in chains()) {
        check(&blown);
    }
}

/// Policies, each the default or far from it.
fn policies() -> impl Strategy<Value = Policies> {
    prop::collection::vec((0..4_u32, 0..70_u32), Policy::all().count()).prop_map(|choices| {
        let mut policies = Policies::default();
        for (policy, (choice, size)) in Policy::all().zip(choices) {
            let value = match choice {
                0 => policy.default,
                1 => policy.range.0,
                _ => f64::from(size),
            };
            // Without the tables of a fold some problems can only be walked, for ages.
            if !policy.is_compiled_in() && policy.name != "fold.tables" {
                policies.set(policy.name, value).unwrap();
            }
        }
        policies
    })
}

/// Whatever the policies, all methods find the same, and so does the way through `reduce`.
fn check_policies(blown: &Blown, policies: Policies) {
    let (problem, value) = (blown.problem(), Count::new(blown.count()));
    for (way, count) in ways(&problem, &policies) {
        assert_eq!(Count::new(count), value, "{way}");
    }
    let policies = Arc::new(policies);
    let settings = Settings::new().with_policies(&policies);
    let solver = Solver::with_settings(problem.clone(), &settings);
    for method in [Method::Auto, Method::Memo] {
        let answer = solver.search().count_by(method);
        assert_eq!(
            (answer.value, answer.stop),
            (value.clone(), Stop::Exhausted)
        );
    }
    let diagram = solver.search().diagram().value.unwrap();
    assert_eq!(diagram.count(), value);
    let reduced = reduce_with(Arc::new(problem), &Budget::unlimited(), policies.reduce);
    let count = reduced.map_or(Count::default(), |reduced| {
        let solver = Solver::with_settings(Arc::clone(reduced.problem()), &settings);
        solver.search().count().value
    });
    assert_eq!(count, value, "reduced");
    // Where there are coins and no cover, a proof by search would try all of them.
    let plain = Blown {
        coins: Vec::new(),
        ..blown.clone()
    };
    let answer = explain_with(&plain.problem(), Budget::unlimited(), policies);
    match answer.value {
        Explanation::Cover(_) => assert!(!value.is_zero()),
        Explanation::Conflict(conflict) => assert!(conflict.is_minimal() && value.is_zero()),
        other => panic!("{other:?}"),
    }
}

/// The race gives the walk, the sweep and the fold their turns: each decides it under some pace.
#[test]
fn every_method_wins_some_race() {
    let blown = Blown {
        case: Case {
            items: vec![Some(1..=1); 8],
            options: (0..8)
                .flat_map(|a| [vec![(a, None)], vec![(a, None), ((a + 1) % 8, None)]])
                .collect(),
        },
        repeats: vec![1; 16],
        coins: vec![2; 4],
        shuffle: 7,
    };
    let mut methods = Vec::new();
    for pace in paces() {
        let answer = paced(&blown.problem(), pace).search().count();
        assert_eq!(answer.value, Count::new(blown.count()));
        methods.push(answer.stats.counted.unwrap().method);
    }
    assert_eq!(methods[0], Method::Walk);
    assert_eq!(methods[2..4], [Method::Memo; 2]);
}
