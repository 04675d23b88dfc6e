//! Searches with several threads: the answers and their order are those of one thread.

use std::ops::ControlFlow;
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;
use quadrille::{
    CancelToken, Costed, EngineChoice, EngineName, Limits, Method, OptionId, Order, Part, Parts,
    Problem, Progress, Search, Sense, Settings, Solution, Solver, Stop, Threads, Uniqueness,
};

use super::best::{problem, with_costs};
use crate::case::{Case, cases, coloured_cases, multiple_cases};
use crate::puzzles::queens::queens as queens_problem;

/// Settings under which several threads work on the smallest problem, split it at every node, and
/// wait for each other.
fn eager(engine: EngineName, batch: u32, buffer: u32) -> Settings {
    let policies = [
        // Trials of ceilings have one thread.
        ("costs.trials", 0),
        ("team.alone", 0),
        ("team.batch", batch),
        ("team.buffer", buffer),
        ("team.patience", 1),
        ("walk.nodes", 1),
    ];
    let settings = Settings::new().engine(EngineChoice::Prefer(engine));
    let set = |settings: Settings, (name, value): (&str, u32)| {
        settings.policy(name, f64::from(value)).unwrap()
    };
    policies.into_iter().fold(settings, set)
}

fn engines() -> impl Strategy<Value = EngineName> {
    prop::sample::select(vec![EngineName::Bits, EngineName::Links, EngineName::Costs])
}

fn any_case() -> BoxedStrategy<Case> {
    prop_oneof![cases(), coloured_cases(), multiple_cases()].boxed()
}

proptest! {
    #[test]
    fn several_threads_give_the_answers_of_one(
        (case, costs) in with_costs(any_case()),
        engine in engines(),
        (batch, buffer) in (1..20_u32, 1..40_u32),
        threads in 2..5_usize,
        k in 0..4_usize,
    ) {
        let problem = problem(&case, &costs);
        // What trials of ceilings find is another choice among equally cheap solutions.
        let settings = Settings::new().engine(EngineChoice::Prefer(engine));
        let settings = settings.policy("costs.trials", 0.0).unwrap();
        let mut alone = Solver::with_settings(problem.clone(), &settings).search();
        let mut search = Solver::with_settings(problem, &eager(engine, batch, buffer)).search();
        search.threads(threads);
        let (all, expected) = (search.all(), alone.all());
        prop_assert_eq!(&all.value, &expected.value);
        prop_assert_eq!((all.stop, all.stats.nodes, all.stats.updates), (expected.stop, expected.stats.nodes, expected.stats.updates));
        prop_assert_eq!(all.stats.solutions, expected.stats.solutions);
        prop_assert_eq!(search.first().value, alone.first().value);
        prop_assert_eq!(search.unique().value, alone.unique().value);
        let (walk, expected) = (search.walk(), alone.walk());
        prop_assert_eq!((&walk.value, walk.stop, walk.stats.nodes, walk.stats.updates), (&expected.value, expected.stop, expected.stats.nodes, expected.stats.updates));
        for method in [Method::Auto, Method::Walk, Method::Memo] {
            prop_assert_eq!(&search.count_by(method).value, &expected.value);
        }
        // Half of the solutions, and exactly as many as there are.
        for most in [expected.value.to_u64().unwrap() / 2, expected.value.to_u64().unwrap()] {
            let limits = Limits::new().solutions(most);
            search.limits(limits.clone());
            alone.limits(limits);
            let (some, expected) = (search.all(), alone.all());
            prop_assert_eq!((some.value, some.stop), (expected.value, expected.stop));
            let (some, expected) = (search.walk(), alone.walk());
            prop_assert_eq!((some.value, some.stop), (expected.value, expected.stop));
        }
        search.limits(Limits::new());
        alone.limits(Limits::new());
        let (best, expected) = (search.best(k), alone.best(k));
        prop_assert_eq!((best.value, best.stop), (expected.value, expected.stop));
        prop_assert_eq!(search.cheapest().value, alone.cheapest().value);
        let few = [&mut search, &mut alone].map(|search| search.best_with_few_ties(Sense::Min).value);
        prop_assert_eq!(&few[0], &few[1]);
        prop_assert_eq!(search.all().value, alone.all().value);
    }

    #[test]
    fn stopped_parts_and_their_rests_are_the_whole_search(
        case in any_case(),
        engine in engines(),
        threads in 1..4_usize,
        visits in any::<bool>(),
        limits in vec(0..12_u64, 0..8),
    ) {
        let mut search = Solver::with_settings(case.problem(), &eager(engine, 1, 9)).search();
        search.threads(threads);
        let mut left = Parts::from(Part::default());
        let mut found = quadrille::Count::default();
        let mut visited: Vec<Vec<OptionId>> = Vec::new();
        let limits = limits.into_iter().map(|nodes| Limits::new().nodes(nodes));
        for limit in limits.chain([Limits::new()]) {
            let mut states = vec![None; left.len()];
            let report = |progress: &Progress| {
                for state in &progress.parts {
                    states[state.part] = Some(state.clone());
                }
            };
            search.limits(limit);
            let visit = |solution: &[OptionId]| {
                visited.push(solution.to_vec());
                ControlFlow::Continue(())
            };
            let answer = if visits {
                search.visit_parts(&left, Duration::ZERO, visit, report)
            } else {
                search.walk_parts(&left, Duration::ZERO, report)
            };
            let mut rests = Parts::default();
            for (part, state) in left.iter().zip(states) {
                match state {
                    Some(state) => {
                        found += &state.solutions;
                        rests.extend_from(&state.rest);
                    }
                    None => rests.push(&part),
                }
            }
            // A node limit may be reached with the last node.
            prop_assert!(!answer.is_complete() || rests.is_empty());
            left = rests.to_string().parse().unwrap();
        }
        prop_assert_eq!(&left, &Parts::default());
        prop_assert_eq!(found, case.covers().len() as u64);
        if visits {
            visited.iter_mut().for_each(|solution| solution.sort_unstable());
            visited.sort_unstable();
            prop_assert_eq!(visited, case.covers());
        }
    }
}

proptest! {
    #[test]
    fn the_best_solutions_of_all_parts_are_the_best(
        (case, costs) in with_costs(any_case()),
        threads in 1..4_usize,
        k in 1..4_usize,
        limits in vec(0..12_u64, 0..6),
        sense in prop_oneof![Just(Sense::Min), Just(Sense::Max)],
    ) {
        let problem = problem(&case, &costs);
        let expected = Solver::new(problem.clone()).search().best_by(sense, k).value;
        let mut search = Solver::with_settings(problem, &eager(EngineName::Bits, 1, 9)).search();
        search.threads(threads);
        let mut left = Parts::from(Part::default());
        let mut found: Vec<Costed> = Vec::new();
        let rank = |costed: &Costed| (sense.loss(costed.cost), costed.solution.clone());
        let mut ties: Vec<(i64, quadrille::Count)> = Vec::new();
        let limits = limits.into_iter().map(|nodes| Limits::new().nodes(nodes));
        for limit in limits.chain([Limits::new()]) {
            found.sort_by_key(rank);
            found.truncate(k);
            let ceiling = found.get(k - 1).map(|last| last.cost);
            let mut states = vec![None; left.len()];
            let answer = search.limits(limit).best_parts(&left, (sense, k), ceiling, Duration::ZERO, |progress| {
                for state in &progress.parts {
                    states[state.part] = Some(state.clone());
                }
            });
            let mut rests = Parts::default();
            for (part, state) in left.iter().zip(states) {
                let Some(state) = state else {
                    rests.push(&part);
                    continue;
                };
                let best = state.best.unwrap();
                ties.extend(best.cost().map(|least| (least, best.ties)));
                found.extend(best.solutions);
                rests.extend_from(&state.rest);
            }
            prop_assert!(!answer.is_complete() || rests.is_empty());
            left = rests;
        }
        found.sort_by_key(rank);
        found.truncate(k);
        prop_assert_eq!(&left, &Parts::default());
        prop_assert_eq!(&found, &expected.solutions);
        let least = found.first().map(|first| first.cost);
        let ties = ties.into_iter().filter(|tie| Some(tie.0) == least);
        let ties = ties.fold(quadrille::Count::default(), |sum, tie| sum + tie.1);
        prop_assert_eq!(ties, expected.ties);
    }
}

fn queens(n: usize) -> Search {
    Solver::with_settings(
        queens_problem(n).unwrap(),
        &eager(EngineName::Bits, 64, 4096),
    )
    .search()
}

#[test]
fn an_iterator_can_be_dropped_in_the_middle() {
    let expected: Vec<Solution> = queens(8).solutions().take(5).collect();
    for _ in 0..50 {
        let mut search = queens(8);
        let some: Vec<Solution> = search.threads(4).solutions().take(5).collect();
        assert_eq!(some, expected);
        let all: Vec<Solution> = search.into_solutions().collect();
        assert_eq!(all.len(), 92);
    }
}

#[test]
fn searches_share_threads() {
    let threads = Threads::new(3);
    let ask = || {
        let mut search = queens(8);
        search.threads(&threads);
        search.walk().value
    };
    std::thread::scope(|scope| {
        let askers: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        for asker in askers {
            assert_eq!(asker.join().unwrap(), 92);
        }
    });
    let lent = threads.lend();
    assert_eq!(ask(), 92);
    drop(lent);
    assert_eq!(ask(), 92);
}

#[test]
fn limits_stop_all_threads() {
    let mut search = queens(30);
    search.threads(4);
    let timed = search
        .limits(Limits::new().time(Duration::from_millis(30)))
        .walk();
    assert_eq!(timed.stop, Stop::Time);
    let token = CancelToken::new();
    search.limits(Limits::new().cancel(&token));
    let stopped = std::thread::scope(|scope| {
        let walk = scope.spawn(|| search.walk().stop);
        std::thread::sleep(Duration::from_millis(20));
        token.cancel();
        walk.join().unwrap()
    });
    assert_eq!(stopped, Stop::Cancelled);
    // A node limit and a random order need one thread, and give the same answer on every machine.
    for threads in [1, 4] {
        let mut search = queens(8);
        search.threads(threads).limits(Limits::new().nodes(200));
        let some = search.all();
        assert_eq!((some.stop, some.stats.nodes), (Stop::Nodes, 200));
        let random = queens(8).threads(threads).order(Order::Random(7)).all();
        assert_eq!(random.value, queens(8).order(Order::Random(7)).all().value);
    }
    assert_eq!(queens(8).threads(4).unique().value, Uniqueness::Many);
}

#[test]
fn the_progress_grows_to_the_whole() {
    for threads in [1, 3] {
        let shares = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
        let seen = shares.clone();
        let mut search = queens(11);
        search
            .threads(threads)
            .watch(Duration::ZERO, move |progress| {
                seen.lock()
                    .unwrap()
                    .push((progress.share.unwrap(), progress.nodes));
            });
        assert_eq!(search.walk().value, 2680);
        let shares = shares.lock().unwrap();
        assert!(!shares.is_empty());
        assert!(shares.is_sorted_by(|a, b| a.0 <= b.0 + 1e-9 && a.1 <= b.1));
        assert!(shares[0].0 >= 0.0 && shares[shares.len() - 1].0 <= 1.0 + 1e-9);
    }
}

/// A part is complete only if it was walked: not if a limit stops the engine while it starts.
#[test]
fn a_part_whose_start_is_stopped_is_not_reported() {
    let mut builder = Problem::builder();
    let item = builder.primary("a").unwrap();
    for _ in 0..30_000 {
        builder.option([item]).unwrap();
    }
    for engine in [EngineName::Links, EngineName::Bits] {
        let mut search =
            Solver::with_settings(builder.clone().build(), &eager(engine, 1, 9)).search();
        // Each forbidden option is work.
        for option in 1..30_000 {
            search.forbid(OptionId::new(option));
        }
        let token = CancelToken::new();
        token.cancel();
        search.limits(Limits::new().cancel(&token));
        for threads in [1, 2] {
            search.threads(threads);
            let all = Parts::from(Part::default());
            let answer = search.walk_parts(&all, Duration::ZERO, |progress| {
                for state in &progress.parts {
                    assert_eq!(state.rest, all, "{state:?}");
                }
            });
            assert_eq!(answer.stop, Stop::Cancelled);
        }
    }
}

proptest! {
    #[test]
    fn after_a_break_nothing_is_visited_or_reported(
        case in any_case(),
        threads in 1..4_usize,
        batch in 1..5_u32,
        wanted in 1..10_usize,
    ) {
        let all = Parts::from(Part::default());
        let mut search = Solver::with_settings(case.problem(), &eager(EngineName::Bits, batch, 9)).search();
        search.threads(threads);
        let mut visited = 0;
        let counted = std::cell::Cell::new(0);
        let answer = search.visit_parts(
            &all,
            Duration::ZERO,
            |_| {
                visited += 1;
                if visited < wanted {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            },
            |progress| counted.set(progress.solutions.to_u64().unwrap()),
        );
        let solutions = case.covers().len();
        prop_assert_eq!(visited, wanted.min(solutions));
        prop_assert!(counted.get() <= visited as u64);
        prop_assert_eq!(answer.stop == Stop::Solutions, wanted <= solutions);
    }
}
