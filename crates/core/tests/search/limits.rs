//! Limits and stop reasons, on puzzles that are larger than the random ones.

use std::ops::ControlFlow;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use quadrille::text::dlx;
use quadrille::{
    CancelToken, EngineChoice, EngineName, Limits, OptionId, Order, Problem, Settings, Solver,
    Stop, Uniqueness,
};

use crate::problems::{dominoes, queens, solver};

/// Known counts of Knuth's program DLX1.
#[test]
fn nodes_and_updates_of_queens_equal_those_of_dlx1() {
    for (n, solutions, nodes, updates) in [
        (4, 2, 13, 183),
        (5, 10, 46, 572),
        (6, 4, 93, 1_497),
        (7, 40, 334, 5_066),
        (8, 92, 1_049, 16_680),
        (9, 352, 3_440, 54_818),
    ] {
        let answer = queens(n).search().walk();
        assert_eq!(answer.value, solutions, "{n} queens");
        assert!(answer.is_complete());
        assert_eq!(answer.stats.nodes, nodes, "{n} queens");
        assert_eq!(answer.stats.updates, Some(updates), "{n} queens");
    }
}

#[test]
fn the_node_limit_is_exact() {
    let solver = queens(8);
    let mut search = solver.search();
    for most in [0, 1, 2, 500, 1_023, 1_024, 1_025, 1_048] {
        let answer = search.limits(Limits::new().nodes(most)).walk();
        assert_eq!((answer.stop, answer.stats.nodes), (Stop::Nodes, most));
    }
    for most in [1_049, 1_050, u64::MAX] {
        let answer = search.limits(Limits::new().nodes(most)).walk();
        assert_eq!((answer.stop, answer.stats.nodes), (Stop::Exhausted, 1_049));
        assert_eq!(answer.value, 92);
    }
}

#[test]
fn the_solution_limit_is_reached_before_the_end_is_known() {
    let solver = queens(8);
    let mut search = solver.search();
    for (most, found, stop) in [
        (0, 0, Stop::Solutions),
        (1, 1, Stop::Solutions),
        (92, 92, Stop::Solutions),
        (93, 92, Stop::Exhausted),
        (u64::MAX, 92, Stop::Exhausted),
    ] {
        search.limits(Limits::new().solutions(most));
        let answer = search.walk();
        assert_eq!((answer.value.to_u64(), answer.stop), (Some(found), stop));
        assert_eq!(search.solutions().count() as u64, found);
    }
}

#[test]
fn a_cancelled_token_stops_every_question_before_it_starts() {
    let solver = queens(8);
    let mut search = solver.search();
    let token = CancelToken::new();
    search.limits(Limits::new().cancel(&token));
    assert_eq!(search.walk().stop, Stop::Exhausted);
    token.cancel();
    assert_eq!(search.walk().stop, Stop::Cancelled);
    assert_eq!(search.first().value, None);
    assert_eq!(search.unique().value, Uniqueness::Unknown);
    let mut solutions = search.solutions();
    assert_eq!(solutions.next(), None);
    assert_eq!(solutions.stop(), Some(Stop::Cancelled));
    assert_eq!(search.limits(Limits::new()).walk().value, 92);
}

/// There are 53,060,477,521,960,000 tilings: only the token ends this walk.
#[test]
fn a_token_is_cancelled_by_another_thread() {
    let solver = dominoes(12, 12);
    let token = &CancelToken::new();
    let (sender, receiver) = mpsc::channel();
    let answer = thread::scope(|scope| {
        scope.spawn(move || {
            receiver.recv().unwrap();
            token.cancel();
        });
        let mut search = solver.search();
        search.limits(Limits::new().cancel(token));
        search.for_each(|_| {
            // The receiver is gone after the first solution.
            sender.send(()).ok();
            ControlFlow::Continue(())
        })
    });
    assert_eq!(answer.stop, Stop::Cancelled);
    assert!(!answer.value.is_zero());
}

#[test]
fn a_token_is_cancelled_by_the_visitor() {
    let solver = dominoes(12, 12);
    let token = CancelToken::new();
    let mut search = solver.search();
    search.limits(Limits::new().cancel(&token));
    let answer = search.for_each(|_| {
        token.cancel();
        ControlFlow::Continue(())
    });
    assert_eq!(answer.stop, Stop::Cancelled);
    assert!(answer.stats.nodes < 3 * 1_024, "the token is checked often");
}

/// 1,000 options of 1,000 items, all hidden by the forced option, beside 2^20 solutions.
#[test]
fn a_token_is_checked_more_often_if_nodes_are_expensive() {
    const PAIRS: usize = 20;
    const SIDE: usize = 1_000;
    let pairs = (0..2 * (PAIRS + 1)).map(|option| vec![option / 2]);
    let large = (0..SIDE).map(|_| [0].into_iter().chain(PAIRS + 1..PAIRS + SIDE).collect());
    let solver = solver(PAIRS + 1, SIDE, pairs.chain(large));
    let token = CancelToken::new();
    let mut search = solver.search();
    search.force(OptionId::new(0));
    let answer = search.limits(Limits::new().cancel(&token)).for_each(|_| {
        token.cancel();
        ControlFlow::Continue(())
    });
    assert_eq!(answer.stop, Stop::Cancelled);
    assert!(answer.stats.nodes < 100, "{}", answer.stats.nodes);
}

#[test]
fn the_time_limit_stops_a_walk() {
    let solver = dominoes(12, 12);
    let mut search = solver.search();
    for time in [Duration::ZERO, Duration::from_millis(5)] {
        let answer = search.limits(Limits::new().time(time)).walk();
        assert_eq!(answer.stop, Stop::Time);
        assert!(answer.stats.elapsed >= time);
    }
    let answer = search.limits(Limits::new().time(Duration::MAX)).first();
    assert_eq!(answer.stop, Stop::Solutions);
}

#[test]
fn a_visitor_can_stop_a_walk() {
    let solver = queens(8);
    let mut search = solver.search();
    let answer = search.for_each(|_| ControlFlow::Break(()));
    assert_eq!(answer.stop, Stop::Solutions);
    assert_eq!(answer.value, 1);
    assert_eq!(search.walk().value, 92);
}

/// A problem of `items` items, each with an option of its own and one that it shares with a
/// neighbour.
fn pairs(items: usize) -> quadrille::Problem {
    let mut builder = quadrille::Problem::builder();
    let ids: Vec<_> = (0..items)
        .map(|item| builder.primary(item.to_string()).unwrap())
        .collect();
    for two in ids.chunks(2) {
        for items in [&two[..1], &two[1..], two] {
            let option = builder.option(items).unwrap();
            builder.add_cost(option, items.len() as i64).unwrap();
        }
    }
    builder.build()
}

/// A question that is stopped before its walk leaves nothing behind.
#[test]
fn a_search_that_was_stopped_at_the_root_answers_the_next_question() {
    let links = Settings::new().engine(EngineChoice::Prefer(EngineName::Links));
    let solver = Solver::with_settings(pairs(30_000), &links);
    let mut search = solver.search();
    let over = Limits::new().time(Duration::ZERO);
    for order in [
        Order::Natural,
        Order::Random(1),
        Order::Random(2),
        Order::Natural,
    ] {
        let answer = search.order(order).limits(over.clone()).first();
        assert_eq!((answer.stop, answer.value.is_none()), (Stop::Time, true));
        let best = search.best(1);
        assert_eq!(best.stop, Stop::Time);
        assert!(best.value.solutions.is_empty() && best.value.bound.unwrap() <= 30_000);
        let answer = search.limits(Limits::new()).first();
        assert_eq!(answer.stop, Stop::Solutions);
        let solution = answer.value.unwrap();
        let mut covered: usize = 0;
        for &option in solution.options() {
            covered += solver.problem().items_of(option).len();
        }
        assert_eq!(covered, 30_000);
    }
    let answer = search.limits(Limits::new().nodes(3)).cheapest();
    assert_eq!(answer.stop, Stop::Nodes);
    assert!(answer.value.bound.unwrap() <= 30_000);
}

#[test]
fn compiling_a_solver_respects_limits() {
    let token = CancelToken::new();
    let limits = Limits::new().cancel(&token).time(Duration::from_secs(3600));
    let problem = std::sync::Arc::new(pairs(100));
    let solver = Solver::within(problem.clone(), &Settings::new(), &limits);
    assert_eq!(solver.unwrap().search().first().stop, Stop::Solutions);
    token.cancel();
    let solver = Solver::within(problem, &Settings::new(), &limits);
    assert_eq!(solver.map(|_| ()), Err(Stop::Cancelled));
}

#[test]
fn the_solution_limit_is_reported_with_the_last_solution() {
    let mut builder = Problem::builder();
    let item = builder.primary("a").unwrap();
    for _ in 0..3 {
        builder.option([item]).unwrap();
    }
    let solver = Solver::new(builder.build());
    let mut search = solver.search();

    search.limits(Limits::new().solutions(2));
    let mut solutions = search.solutions();
    assert!(solutions.next().is_some());
    assert_eq!(solutions.stop(), None);
    assert!(solutions.next().is_some());
    assert_eq!(solutions.stop(), Some(Stop::Solutions));
    assert!(solutions.next().is_none());

    search.limits(Limits::new().solutions(0));
    assert_eq!(search.solutions().stop(), Some(Stop::Solutions));
}

/// `Answer::is_complete` documents these.
#[test]
fn what_a_complete_answer_means_depends_on_the_question() {
    let solver = |text: &str| Solver::new(dlx::read(text.as_bytes()).unwrap());
    let (none, one) = (solver("a b\na\n"), solver("a b\na b\n"));
    let two = solver("a\na |1\na |2\n");
    let complete = |solver: &Solver| {
        let search = || solver.search();
        [
            ("first", search().first().is_complete()),
            ("all", search().all().is_complete()),
            ("count", search().count().is_complete()),
            ("unique", search().unique().is_complete()),
            ("best", search().best(1).is_complete()),
            ("cheapest", search().cheapest().is_complete()),
            ("why", search().why().is_complete()),
            ("diagram", search().diagram().is_complete()),
            ("marginals", search().marginals().is_complete()),
            ("sample", search().sample(3, 1).is_complete()),
            ("estimate", search().estimate(5, 1).is_complete()),
        ]
    };
    let incomplete = |solver| complete(solver).into_iter().filter(|q| !q.1).map(|q| q.0);
    assert_eq!(incomplete(&none).collect::<Vec<_>>(), [""; 0]);
    assert_eq!(incomplete(&one).collect::<Vec<_>>(), ["first", "why"]);
    assert_eq!(
        incomplete(&two).collect::<Vec<_>>(),
        ["first", "unique", "why"]
    );
    // The solution limit is reached, although there is no other solution.
    let mut limited = one.search();
    limited.limits(Limits::new().solutions(1));
    assert_eq!(limited.all().stop, Stop::Solutions);
    // An estimate is complete when its probes are made, even if it is not exact.
    let settings = Settings::new().policy("estimate.sample", 10.0).unwrap();
    let coins: String = (0..10).map(|n| format!("c{n}\nc{n}\n")).collect();
    let items: String = (0..10).map(|n| format!("c{n} ")).collect();
    let coins = dlx::read(format!("{items}\n{coins}").as_bytes()).unwrap();
    let estimate = Solver::with_settings(coins, &settings)
        .search()
        .estimate(5, 1);
    assert!(estimate.is_complete() && estimate.value.probes == 5);
}
