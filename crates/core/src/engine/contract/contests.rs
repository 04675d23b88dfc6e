//! The promises of contests: whoever has the turn, every cover is found once.

use std::sync::Arc;
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;

use super::assumed::assumed;
use super::positions::question;
use super::walks::set;
use super::{Cover, compiled};
use crate::Limits;
use crate::ask::{Budget, Contestant, Meter, Order, Part, Question};
use crate::case::{Case, cases, coloured_cases, multiple_cases};
use crate::engine::contest::{Contest, FirstWalk, Learns, Means, Rules};
use crate::engine::{
    Engine, Fuel, Kernels, Lanes, Links, Lists, Multiple, Purpose, Rows, Step, Vectors, Walk,
};
use crate::policy::{ContestPolicies, LearnPolicies, Policies};
use crate::problem::Problem;
use crate::solver::PROVERS;

/// The layout of the first walk.
#[derive(Clone, Copy, Debug)]
enum First {
    Lanes,
    Links,
    Lists,
    Multiple,
    Rows,
}

/// How contestants take turns.
#[derive(Clone, Debug)]
struct Turns {
    most: u32,
    has_weights: bool,
    /// Whether the whole is too large for bits, so that others get what is implied.
    is_too_large: bool,
    policies: ContestPolicies,
    learns: Learns,
    learning: LearnPolicies,
}

/// How walks learn from conflicts: with few conflicts between restarts and few clauses.
fn learning() -> impl Strategy<Value = (Learns, LearnPolicies)> {
    let learns = prop_oneof![
        Just(Learns::Never),
        Just(Learns::Late),
        Just(Learns::AtOnce)
    ];
    let numbers = (
        0..65_u32,
        1..4_u64,
        1..6_usize,
        prop_oneof![0..3_u64, 0..4_000_u64],
        prop_oneof![0..3_u64, 0..4_000_u64],
        0..5_u64,
    );
    (learns, numbers, 0.5..1.0_f64).prop_map(|(learns, numbers, decay)| {
        let (supported, restart, first, rows, lanes, solutions) = numbers;
        let policies = LearnPolicies {
            supported,
            restart,
            first,
            rows,
            lanes,
            solutions,
            decay,
            more: 1 + first % 2,
            trial: 0,
            ..Policies::default().learn
        };
        (learns, policies)
    })
}

fn turns() -> impl Strategy<Value = Turns> {
    let policies = (
        0..4_u64,
        1..2_000_u64,
        1..3_u64,
        1.0..1e4_f64,
        0.0..1.0_f64,
        0..2_000_u64,
        1_000..50_000_u64,
    );
    let support = prop_oneof![Just(0), Just(2), Just(u32::MAX)];
    let flags = any::<(bool, bool)>();
    (support, flags, policies, learning()).prop_map(
        |(most, (has_weights, is_too_large), numbers, (learns, learning))| {
            let (solutions, turn, share, lead, patience, alone, most_work) = numbers;
            Turns {
                most,
                has_weights,
                is_too_large,
                learns,
                learning,
                policies: ContestPolicies {
                    solutions,
                    turn,
                    share,
                    lead,
                    patience,
                    alone,
                    most: most_work,
                    piece: 1,
                    narrower: 1.0,
                    ..Policies::default().contest
                },
            }
        },
    )
}

fn engine(problem: &Problem, first: First, turns: &Turns) -> Box<dyn Engine> {
    engine_on(problem, first, turns, Kernels::new(None))
}

fn engine_on(problem: &Problem, first: First, turns: &Turns, kernels: Kernels) -> Box<dyn Engine> {
    let rule = Some(Policies::default().bits);
    let on_links = matches!(first, First::Links | First::Multiple);
    let is_too_large = on_links && turns.is_too_large;
    let means = |lane_bits| Means {
        problem: Arc::new(problem.clone()),
        kernels,
        memory: 1 << 28,
        rules: Rules {
            has_subset_rule: true,
            most: turns.most,
            has_weights: turns.has_weights,
        },
        policies: Arc::new(Policies {
            contest: turns.policies,
            learn: turns.learning,
            ..Policies::default()
        }),
        learns: turns.learns,
        few_questions: false,
        first: FirstWalk {
            node_work: 100,
            lane_bits,
            is_on_lists: matches!(first, First::Lists),
            is_too_large,
            uses: problem.use_count(),
            options: problem.option_count(),
        },
        provers: &PROVERS,
    };
    let walk: Box<dyn Engine> = match first {
        First::Lanes => {
            let compile = |problem: &Problem, meter: &mut Meter<'_>| {
                Lanes::<u64, 8>::compile(problem, kernels, rule, meter)
            };
            Box::new(Walk::new(compiled(compile, problem)))
        }
        First::Links => Box::new(Walk::new(compiled(Links::<true>::compile, problem))),
        First::Multiple => Box::new(Walk::new(compiled(Multiple::<true>::compile, problem))),
        First::Lists => {
            let compile =
                |problem: &Problem, meter: &mut Meter<'_>| Lists::compile(problem, kernels, meter);
            Box::new(Walk::new(compiled(compile, problem)))
        }
        First::Rows => {
            let compile = |problem: &Problem, meter: &mut Meter<'_>| {
                Rows::compile(problem, kernels, 0, meter)
            };
            Box::new(Walk::new(compiled(compile, problem)))
        }
    };
    let lane_bits = match first {
        First::Lanes => Some(1 << 20),
        First::Links if is_too_large => Some(usize::MAX),
        _ => None,
    };
    Box::new(Contest::new(walk, means(lane_bits)))
}

/// Problems with the layouts that support them.
fn problems() -> impl Strategy<Value = (Case, First)> {
    let coloured = || prop_oneof![Just(First::Lanes), Just(First::Links), Just(First::Rows)];
    let multiple = prop_oneof![Just(First::Multiple), Just(First::Rows)];
    prop_oneof![
        (cases(), prop_oneof![coloured(), Just(First::Lists)]),
        (coloured_cases(), coloured()),
        (multiple_cases(), multiple),
    ]
}

/// Walks with this much fuel. Returns the covers, and whether the walk ended.
fn walk(engine: &mut dyn Engine, nodes: u64) -> (Vec<Cover>, bool) {
    let budget = Budget::unlimited();
    let mut fuel = Fuel {
        nodes,
        dead_ends: u64::MAX,
    };
    let mut covers = Vec::new();
    loop {
        match engine.run(&mut fuel, &mut budget.meter()) {
            Step::Solved => {
                let mut cover = Vec::new();
                engine.trail(&mut cover);
                covers.push(cover);
            }
            step => return (covers, step == Step::Exhausted),
        }
    }
}

fn purposes() -> impl Strategy<Value = Purpose> {
    prop_oneof![
        Just(Purpose::Few),
        Just(Purpose::Many),
        Just(Purpose::Parts),
        Just(Purpose::Count)
    ]
}

proptest! {
    /// Also if the walk pauses, returns a solution again, or draws random numbers.
    #[test]
    fn contestants_find_every_cover_once(
        (case, first) in problems(), turns in turns(), purpose in purposes(),
        fuel in vec(1..6_u64, 0..20), again in any::<bool>(), seed in any::<Option<u64>>(),
    ) {
        let problem = case.problem();
        let mut engine = engine(&problem, first, &turns);
        let budget = Budget::unlimited();
        let order = seed.map_or(Order::Natural, Order::Random);
        let asked = Question { order, ..Question::default() };
        for _ in 0..2 {
            prop_assert_eq!(engine.start(&asked, None, &mut budget.meter()), Ok(true));
            engine.set_purpose(purpose);
            let mut found = Vec::new();
            for &nodes in &fuel {
                found.extend(walk(&mut *engine, nodes).0);
                if again {
                    let mut fuel = Fuel { nodes, dead_ends: u64::MAX };
                    if engine.run(&mut fuel, &mut budget.meter()) == Step::Solved {
                        engine.put_back(&mut fuel);
                    }
                }
            }
            let (rest, ended) = walk(&mut *engine, u64::MAX / 2);
            prop_assert!(ended);
            found.extend(rest);
            prop_assert_eq!(set(found), set(case.covers()));
        }
    }

    /// The instructions of the processor change neither the order of covers nor the nodes.
    #[test]
    fn contestants_are_the_same_on_every_instruction_set(
        (case, first) in problems(), turns in turns(), purpose in purposes(),
    ) {
        let problem = case.problem();
        let budget = Budget::unlimited();
        let all = [Vectors::Portable, Vectors::Avx2, Vectors::Avx512];
        let mut walks = all.into_iter().filter(|vectors| vectors.is_available()).map(|vectors| {
            let mut engine = engine_on(&problem, first, &turns, Kernels::new(Some(vectors)));
            let start = engine.start(&Question::default(), None, &mut budget.meter());
            engine.set_purpose(purpose);
            let mut fuel = Fuel { nodes: u64::MAX / 2, dead_ends: u64::MAX };
            let mut found = Vec::new();
            while engine.run(&mut fuel, &mut budget.meter()) == Step::Solved {
                let mut cover = Vec::new();
                engine.trail(&mut cover);
                found.push(cover);
            }
            (start, found, fuel.nodes, engine.inferences())
        });
        let portable = walks.next();
        for other in walks {
            prop_assert_eq!(Some(other), portable.clone());
        }
    }

    /// Every other piece of the walk is made by a new engine.
    #[test]
    fn contestants_resume_where_they_stopped(
        (case, first) in problems(), turns in turns(), purpose in purposes(), nodes in 1..6_u64,
    ) {
        let problem = case.problem();
        let budget = Budget::unlimited();
        let asked = Question::default();
        let in_parts = |most: u64| {
            let (mut found, mut spent, mut from) = (Vec::new(), 0, Some(Vec::new()));
            while let Some(tries) = from {
                let mut engine = engine(&problem, first, &turns);
                engine.start(&asked, Some(&tries), &mut budget.meter()).unwrap();
                engine.set_purpose(if tries.is_empty() { purpose } else { Purpose::Many });
                let mut fuel = Fuel { nodes: most, dead_ends: u64::MAX };
                while engine.run(&mut fuel, &mut budget.meter()) == Step::Solved {
                    let mut cover = Vec::new();
                    engine.trail(&mut cover);
                    found.push(cover);
                }
                spent += most - fuel.nodes;
                from = engine.tries();
            }
            (found, spent)
        };
        let whole = in_parts(u64::MAX / 2);
        prop_assert_eq!(set(whole.0.clone()), set(case.covers()));
        prop_assert_eq!(in_parts(nodes), whole);
    }

    /// The assumptions are part of the tables of the contestants.
    #[test]
    fn contestants_obey_assumptions(
        ((case, assumed), first) in prop_oneof![
            (assumed(|| multiple_cases().boxed()), Just(First::Rows)),
            (assumed(|| coloured_cases().boxed()), Just(First::Lanes)),
        ],
        turns in turns(), purpose in purposes(),
    ) {
        let problem = case.problem();
        let mut engine = engine(&problem, first, &turns);
        let budget = Budget::unlimited();
        let asked = question(&assumed);
        if engine.start(&asked, None, &mut budget.meter()) == Ok(true) {
            engine.set_purpose(purpose);
            let (found, _) = walk(&mut *engine, u64::MAX / 2);
            prop_assert_eq!(set(found), set(assumed.covers(&case)));
        }
    }

    /// For a part of a search the rest is always known, and completes what was found.
    #[test]
    fn the_rest_of_contestants_completes_them(
        (case, first) in problems(), turns in turns(), nodes in 0..12_u64, most in 0..6_usize,
    ) {
        let problem = case.problem();
        let budget = Budget::unlimited();
        let mut engine = engine(&problem, first, &turns);
        prop_assert_eq!(
            engine.start(&Question::default(), None, &mut budget.meter()),
            Ok(true)
        );
        engine.set_purpose(Purpose::Parts);
        let (mut found, _) = walk(&mut *engine, nodes);
        let is_exact = !problem.has_multiplicities();
        let rest = engine.parts(&Part::default(), is_exact, most);
        let (_, rest) = rest.expect("a part of a search");
        for part in rest.iter() {
            let mut asked = Question::default();
            part.assume_in(&mut asked.assumptions);
            if engine.start(&asked, None, &mut budget.meter()) == Ok(true) {
                found.extend(walk(&mut *engine, u64::MAX / 2).0);
            }
        }
        prop_assert_eq!(set(found), set(case.covers()));
    }

    /// A walk that was split in any way finds every cover once. Then every piece answers another
    /// question as a new engine does.
    #[test]
    fn pieces_of_contestants_find_every_cover_once(
        (case, first) in problems(), turns in turns(), purpose in purposes(),
        forbidden in any::<prop::sample::Index>(),
        moves in vec((any::<prop::sample::Index>(), 1..5_u64, any::<bool>()), 0..30),
    ) {
        let problem = case.problem();
        let budget = Budget::unlimited();
        let mut asked = Question::default();
        let mut covers = set(case.covers());
        if problem.option_count() > 0 {
            let forbidden = forbidden.get(&problem.options().collect::<Vec<_>>()).to_owned();
            asked.assumptions.forbid(forbidden);
            covers.retain(|cover| !cover.contains(&forbidden));
        }
        let new = engine(&problem, first, &turns);
        let mut engine = new.clone();
        if engine.start(&asked, None, &mut budget.meter()) != Ok(true) {
            return Ok(());
        }
        engine.set_purpose(purpose);
        let mut pieces = vec![engine];
        let mut found = Vec::new();
        for (piece, nodes, in_order) in moves {
            let piece = piece.get_mut(&mut pieces);
            found.extend(walk(&mut **piece, nodes).0);
            let other = piece.split(in_order);
            pieces.extend(other);
        }
        for piece in &mut pieces {
            found.extend(walk(&mut **piece, u64::MAX / 2).0);
        }
        prop_assert_eq!(set(found), covers);
        let mut answers = pieces.into_iter().chain([new]).map(|mut piece| {
            let start = piece.start(&Question::default(), None, &mut budget.meter());
            piece.set_purpose(purpose);
            (start, walk(&mut *piece, u64::MAX / 2))
        });
        let whole = answers.next().map(|(start, (found, _))| (start, found));
        prop_assert_eq!(whole.clone().map(|(_, found)| set(found)), Some(set(case.covers())));
        for (start, (found, _)) in answers {
            prop_assert_eq!(Some((start, found)), whole.clone());
        }
    }
}

/// A time limit that stops the compilation of a contestant does not change the walk.
#[test]
fn a_stop_while_compiling_does_not_change_the_walk() {
    let mut builder = Problem::builder();
    let items: Vec<_> = (0..8)
        .map(|item| builder.primary(format!("i{item}")).unwrap())
        .collect();
    let shared: Vec<_> = (0..40)
        .map(|item| builder.secondary(format!("s{item}")).unwrap())
        .collect();
    for (i, &item) in items.iter().enumerate() {
        for k in 0..4 {
            let places = [(7 * i + 5 * k * k) % 40, (11 * i * i + 3 * k + 1) % 40];
            builder
                .option([item, shared[places[0]], shared[places[1]]])
                .unwrap();
        }
    }
    // These options are dropped. They only make the problem large.
    for _ in 0..10_000 {
        builder.option(shared.iter().copied()).unwrap();
    }
    let problem = builder.build();
    let turns = Turns {
        learns: Learns::Never,
        learning: Policies::default().learn,
        most: u32::MAX,
        has_weights: true,
        is_too_large: false,
        policies: ContestPolicies {
            turn: 1_000,
            share: 1,
            piece: 1,
            narrower: 1.0,
            patience: 1e-6,
            ..Policies::default().contest
        },
    };
    let asked = Question::default();
    let budget = Budget::unlimited();
    let start = |from: Option<&[u32]>| {
        let mut engine = engine(&problem, First::Links, &turns);
        engine.start(&asked, from, &mut budget.meter()).unwrap();
        engine
    };
    let whole = walk(&mut *start(None), u64::MAX / 2).0;
    let mut stopped = start(None);
    let over = Budget::start(&Limits::new().time(Duration::ZERO));
    let mut fuel = Fuel {
        nodes: 1_000,
        dead_ends: u64::MAX,
    };
    let mut found = Vec::new();
    while stopped.run(&mut fuel, &mut over.meter()) == Step::Solved {
        let mut cover = Vec::new();
        stopped.trail(&mut cover);
        found.push(cover);
    }
    let tries = stopped.tries().unwrap();
    found.extend(walk(&mut *start(Some(&tries)), u64::MAX / 2).0);
    assert_eq!(found, whole);
}

/// A requested engine learns from the first node on.
#[test]
fn requested_learning_learns() {
    let mut builder = Problem::builder();
    // Five pigeons in four holes.
    let pigeons: Vec<_> = (0..5)
        .map(|pigeon| builder.primary(format!("p{pigeon}")).unwrap())
        .collect();
    let holes: Vec<_> = (0..4)
        .map(|hole| builder.secondary(format!("h{hole}")).unwrap())
        .collect();
    for &pigeon in &pigeons {
        for &hole in &holes {
            builder.option([pigeon, hole]).unwrap();
        }
    }
    let problem = builder.build();
    let turns = Turns {
        learns: Learns::AtOnce,
        learning: Policies::default().learn,
        most: u32::MAX,
        has_weights: true,
        is_too_large: false,
        policies: Policies::default().contest,
    };
    let budget = Budget::unlimited();
    for purpose in [Purpose::Few, Purpose::Many, Purpose::Count] {
        let mut engine = engine(&problem, First::Lanes, &turns);
        engine
            .start(&Question::default(), None, &mut budget.meter())
            .unwrap();
        engine.set_purpose(purpose);
        assert_eq!(walk(&mut *engine, 10_000), (Vec::new(), true));
        let inferences = engine.inferences().unwrap();
        assert!(inferences.conflicts > Some(3), "{inferences:?}");
        let answered = inferences.turns.and_then(|turns| turns.answered());
        assert_eq!(answered, Some(Contestant::Learning));
    }
}

/// After contradicting assumptions nothing is left.
#[test]
fn a_contradiction_has_no_position() {
    let mut builder = Problem::builder();
    let item = builder.primary("a").unwrap();
    let options = [
        builder.option([item]).unwrap(),
        builder.option([item]).unwrap(),
    ];
    let problem = builder.build();
    let turns = Turns {
        learns: Learns::Never,
        learning: Policies::default().learn,
        most: u32::MAX,
        has_weights: true,
        is_too_large: false,
        policies: Policies::default().contest,
    };
    let mut asked = Question::default();
    for option in options {
        asked.assumptions.force(option);
    }
    let mut engine = engine(&problem, First::Links, &turns);
    let budget = Budget::unlimited();
    assert_eq!(engine.start(&asked, None, &mut budget.meter()), Ok(false));
    assert_eq!(engine.tries(), None);
}

/// Also without the support rule, so that turns end.
#[test]
fn every_node_on_rows_has_work() {
    let mut builder = Problem::builder();
    for item in 0..6 {
        let item = builder.primary(item.to_string()).unwrap();
        for _ in 0..2 {
            builder.option([item]).unwrap();
        }
    }
    let problem = builder.build();
    let kernels = Kernels::new(None);
    let budget = Budget::unlimited();
    for most in [0, u32::MAX] {
        let rows = Rows::compile(&problem, kernels, 0, &mut budget.meter()).unwrap();
        let mut walk = Walk::new(rows.inferring(most, true));
        walk.start(&Question::default(), None, &mut budget.meter())
            .unwrap();
        for _ in 0..20 {
            let before = walk.work();
            // The first of these nodes may have been examined before.
            for _ in 0..2 {
                let mut fuel = Fuel {
                    nodes: 1,
                    dead_ends: u64::MAX,
                };
                walk.run(&mut fuel, &mut budget.meter());
            }
            assert!(walk.work() > before, "most {most}");
        }
    }
}
