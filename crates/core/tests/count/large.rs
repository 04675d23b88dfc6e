//! Counts around the sizes of machine numbers; and the race, at paces that give every method its
//! turn.

use std::sync::Arc;

use proptest::prelude::*;
use quadrille::count::Diagram;
use quadrille::{
    BigUint, Count, CountReason, Explanation, Limits, Method, Policy, Problem, Settings, Solver,
    Stats, Stop, Use, verify,
};

use crate::case::{Case, cases, coloured_cases, multiple_cases};
use crate::puzzles;
use enlarged::{Enlarged, chains, enlarged};

#[path = "../support/enlarged.rs"]
mod enlarged;

/// A race in which everything is as small as can be, but for these policies.
fn pace(changes: &[(&str, f64)]) -> Settings {
    let tiny = Policy::all().filter(|policy| policy.name.starts_with("race."));
    let tiny = tiny.map(|policy| match policy.name {
        "race.enough" | "race.worth" | "race.tables" | "race.caution" => (policy.name, 0.0),
        name => (name, 1.0),
    });
    let settings = tiny.fold(Settings::new(), |settings, (name, value)| {
        settings.policy(name, value).unwrap()
    });
    changes.iter().fold(settings, |settings, &(name, value)| {
        settings.policy(&format!("race.{name}"), value).unwrap()
    })
}

/// Paces under which the race is decided by a sweep, by a fold, and between all methods.
fn paces() -> Vec<Settings> {
    let long = 1_000.0;
    vec![
        Settings::new(),
        pace(&[]),
        // The sweep is the favourite, or the fold is.
        pace(&[("state", long), ("share", 16.0)]),
        pace(&[("lookup", long), ("share", 16.0)]),
        // They take turns.
        pace(&[("share", 1.0), ("lookup", 5.0), ("state", 7.0)]),
        pace(&[("growth", 3.0), ("turn", 40.0), ("worth", 40.0)]),
    ]
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
    let last = BigUint::from(expected);
    for solution in [
        diagram.sampler(5).next(),
        diagram.nth(&0.into()),
        (!expected.is_zero()).then(|| diagram.nth(&Count::from(last - 1_u32)).unwrap()),
    ] {
        assert_eq!(solution.is_none(), expected.is_zero());
        if let Some(solution) = solution {
            assert_eq!(verify(problem, solution.options()), Ok(()));
        }
    }
}

/// Every way to count agrees with the reference.
fn check(enlarged: &Enlarged) {
    let expected = enlarged.count();
    let problem = enlarged.problem();
    let solver = Solver::new(problem.clone());
    let value = Count::from(expected);
    for pace in paces() {
        let solver = Solver::with_settings(problem.clone(), &pace);
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
            let solver = Solver::with_settings(problem.clone(), &paces()[1]);
            let mut counter = solver.search();
            if force {
                counter.force(option)
            } else {
                counter.forbid(option)
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
    fn large_plain_counts_are_right(enlarged in enlarged(cases(), 40)) {
        check(&enlarged);
    }

    #[test]
    fn large_coloured_counts_are_right(enlarged in enlarged(coloured_cases(), 20)) {
        check(&enlarged);
    }

    #[test]
    fn large_multiple_counts_are_right(enlarged in enlarged(multiple_cases(), 5)) {
        check(&enlarged);
    }

    #[test]
    fn large_counts_of_chains_are_right(enlarged in chains()) {
        check(&enlarged);
    }

    #[test]
    fn policies_change_no_answer(enlarged in enlarged(multiple_cases(), 3), settings in settings()) {
        check_policies(&enlarged, &settings);
    }

    #[test]
    fn policies_change_no_plain_answer(enlarged in enlarged(cases(), 10), settings in settings()) {
        check_policies(&enlarged, &settings);
    }
}

/// Policies, each the default or far from it.
fn settings() -> impl Strategy<Value = Settings> {
    prop::collection::vec((0..4_u32, 0..70_u32), Policy::all().count()).prop_map(|choices| {
        let mut settings = Settings::new();
        for (policy, (choice, size)) in Policy::all().zip(choices) {
            let value = match choice {
                0 => policy.default,
                1 => policy.range.0,
                _ => f64::from(size),
            };
            // Without the tables of a fold, or if a sweep skips levels at any price, some problems
            // take ages.
            if !policy.is_compiled_in() && !["fold.tables", "sweep.wider"].contains(&policy.name) {
                settings = settings.policy(policy.name, value).unwrap();
            }
        }
        settings
    })
}

/// Whatever the policies, all methods find the same.
fn check_policies(enlarged: &Enlarged, settings: &Settings) {
    let (problem, value) = (enlarged.problem(), Count::from(enlarged.count()));
    let solver = Solver::with_settings(problem, settings);
    for method in [Method::Auto, Method::Memo] {
        let answer = solver.search().count_by(method);
        assert_eq!(
            (answer.value, answer.stop),
            (value.clone(), Stop::Exhausted)
        );
    }
    let diagram = solver.search().diagram().value.unwrap();
    assert_eq!(diagram.count(), value);
    // Where there are coins and no cover, a proof by search would try all of them.
    let plain = Enlarged {
        coins: Vec::new(),
        ..enlarged.clone()
    };
    let solver = Solver::with_settings(plain.problem(), settings);
    match solver.search().why().value {
        Explanation::Cover(_) => assert!(!value.is_zero()),
        Explanation::Conflict(conflict) => assert!(conflict.is_minimal() && value.is_zero()),
        Explanation::Colouring(colouring) => {
            assert!(colouring.verify(&plain.problem()) && value.is_zero());
        }
        other => panic!("{other:?}"),
    }
}

/// The race gives the walk, the sweep and the fold their turns: each decides it under some pace.
#[test]
fn every_method_wins_some_race() {
    let enlarged = Enlarged {
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
        let answer = Solver::with_settings(enlarged.problem(), &pace)
            .search()
            .count();
        assert_eq!(answer.value, Count::from(enlarged.count()));
        methods.push(answer.stats.counted.unwrap().method);
    }
    assert_eq!(methods[0], Method::Walk);
    assert_eq!(methods[2..4], [Method::Memo; 2]);
}

/// Nine chains, each with three solutions. A walk has few nodes, but each of them forces a chain.
#[test]
fn a_walk_of_long_nodes_does_not_delay_the_memory() {
    let mut builder = Problem::builder();
    for chain in 0..9 {
        for place in 0..=60 {
            builder
                .secondary(format!("colour {chain} {place}"))
                .unwrap();
        }
        for place in 0..60 {
            builder.primary(format!("place {chain} {place}")).unwrap();
        }
    }
    for chain in 0..9 {
        for place in 0..60 {
            let here = format!("place {chain} {place}");
            let left = format!("colour {chain} {place}");
            let right = format!("colour {chain} {}", place + 1);
            for colour in 0..3 {
                let (first, second) = (colour.to_string(), ((colour + 1) % 3).to_string());
                let uses: [Use<'_>; 3] = [
                    (&*here).into(),
                    (&*left, &*first).into(),
                    (&*right, &*second).into(),
                ];
                builder.option(uses).unwrap();
            }
        }
    }
    let answer = Solver::new(builder.build()).search().count();
    assert_eq!(answer.value, 3_u64.pow(9));
    let counted = answer.stats.counted.unwrap();
    assert_eq!(counted.method, Method::Memo);
    assert!(answer.stats.nodes < 8_000, "{}", answer.stats.nodes);
}

/// A full process keeps the memo at its first size: states are forgotten, and the count stays
/// right.
#[test]
fn a_memo_grows_only_if_the_process_has_room() {
    // The perfect matchings of 16 people: 15 * 13 * ... * 3 * 1.
    let mut builder = Problem::builder();
    let people: Vec<_> = (0..16)
        .map(|person| builder.primary(person.to_string()).unwrap())
        .collect();
    for (number, &one) in people.iter().enumerate() {
        for &other in &people[number + 1..] {
            builder.option([one, other]).unwrap();
        }
    }
    let only_a_fold = Settings::new().policy("sweep.least", 1e12).unwrap();
    let solver = Solver::with_settings(builder.build(), &only_a_fold);
    let full = Limits::new().process_memory(1_000, || 1_000);
    let [free, full] = [Limits::new(), full].map(|limits| {
        let mut search = solver.search();
        search.limits(limits);
        let answer = search.count_by(Method::Memo);
        assert_eq!(answer.value, 2_027_025);
        answer.stats
    });
    let states = |stats: &Stats| stats.counted.as_ref().unwrap().states;
    assert!(states(&free) > 1_024, "{}", states(&free));
    assert!(states(&full) <= 1_024, "{}", states(&full));
    assert!(full.nodes > free.nodes);
}

/// A node of a sweep can look up 300 states, so a turn of few lookups is only a few nodes.
#[test]
fn a_sweep_leaves_a_third_of_a_node_limit_to_the_walk() {
    let problem = Arc::new(
        puzzles::pentominoes::rectangle(6, 10)
            .unwrap()
            .into_problem(),
    );
    let counts = [1, 2].map(|threads| {
        let mut search = Solver::new(Arc::clone(&problem)).search();
        search.limits(Limits::new().nodes(20_000)).threads(threads);
        let answer = search.count();
        assert_eq!(answer.stop, Stop::Nodes);
        let reason = answer.stats.counted.unwrap().reason;
        assert!(
            matches!(
                reason,
                CountReason::UnderWay {
                    walk: 6_667..,
                    all: 20_000
                }
            ),
            "{reason}"
        );
        (answer.value, reason)
    });
    assert_eq!(counts[0], counts[1]);
    assert_eq!(counts[0].0, 336);
}
