//! The sweep alone, in every order and with little memory.

use std::sync::Arc;

use super::open::OpenPart;
use super::plan::Plan;
use super::shard::Obstacle;
use super::{AnyPass, Next, Sweep};
use crate::ask::{Assumptions, Budget, Limits, Method, Stop, Threads};
use crate::policy::{Policies, SweepPolicies};
use crate::problem::Problem;
use crate::solver::Solver;
use crate::states::layout::Layout;
use crate::states::progress::Progress;

/// Tilings of a board with dominoes, the cells in a scrambled order.
fn dominoes(rows: usize, columns: usize) -> Problem {
    let cells = rows * columns;
    let step = (cells / 2..).find(|step| gcd(*step, cells) == 1).unwrap();
    let mut builder = Problem::builder();
    for place in 0..cells {
        let cell = place * step % cells;
        builder.primary(cell.to_string()).unwrap();
    }
    for cell in 0..cells {
        let mut domino = |other: usize| {
            let items = [cell.to_string(), other.to_string()];
            builder.option([&*items[0], &*items[1]]).unwrap();
        };
        if cell % columns + 1 < columns {
            domino(cell + 1);
        }
        if cell + columns < cells {
            domino(cell + columns);
        }
    }
    builder.build()
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn layout(problem: &Problem) -> Arc<Layout> {
    let budget = Budget::unlimited();
    let layout = Layout::under(
        problem,
        &Assumptions::new(),
        usize::MAX,
        &mut budget.meter(),
    );
    Arc::new(layout.unwrap().0)
}

fn open(problem: &Problem) -> OpenPart {
    let open = OpenPart::new(&layout(problem), &[], &mut Budget::unlimited().meter());
    open.unwrap().unwrap()
}

fn plan(open: &OpenPart, order: &[u32]) -> Plan {
    Plan::new(open, order, &mut Budget::unlimited().meter()).unwrap()
}

fn order(open: &OpenPart, next: Next) -> Vec<u32> {
    let order = super::order(
        open,
        next,
        Policies::default().sweep,
        &mut Budget::unlimited().meter(),
    );
    order.unwrap().unwrap()
}

fn sweep(problem: &Problem, memory: usize) -> Sweep {
    sweep_with(
        problem,
        (memory, &Threads::default()),
        Policies::default().sweep,
    )
}

fn sweep_with(problem: &Problem, means: (usize, &Threads), policies: SweepPolicies) -> Sweep {
    let budget = Budget::unlimited();
    let sweep = Sweep::new(&layout(problem), &[], means, policies, &mut budget.meter());
    sweep.unwrap().unwrap()
}

fn latin(n: usize) -> Problem {
    let mut builder = Problem::builder();
    for class in ["cell", "row", "column"] {
        for (i, j) in (0..n * n).map(|k| (k / n, k % n)) {
            builder.primary(format!("{class}{i},{j}")).unwrap();
        }
    }
    for k in 0..n * n * n {
        let (i, j, value) = (k / n / n, k / n % n, k % n);
        let items = [
            format!("cell{i},{j}"),
            format!("row{i},{value}"),
            format!("column{j},{value}"),
        ];
        builder
            .option([&*items[0], &*items[1], &*items[2]])
            .unwrap();
    }
    builder.build()
}

fn pass(open: &OpenPart, plan: &Plan) -> Box<dyn AnyPass> {
    super::pass(
        open,
        plan,
        (1 << 30, &Threads::default()),
        Policies::default().sweep,
        &mut Budget::unlimited().meter(),
    )
    .unwrap()
}

/// The count, the nodes, and the number of nodes at which the words overflowed.
fn finish(open: &OpenPart, plan: &Plan) -> (String, u64, Option<u64>) {
    let mut sweep = pass(open, plan);
    let (budget, mut overflow) = (Budget::unlimited(), None);
    loop {
        match sweep.run(u64::MAX, &mut budget.meter()) {
            Ok(Progress::Done(number)) => return (number.to_string(), sweep.nodes(), overflow),
            Err(Obstacle::Overflow) if overflow.is_none() => {
                overflow = Some(sweep.nodes());
                assert!(sweep.widen());
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_narrow_order_is_found_on_a_shuffled_board() {
    let open = open(&dominoes(8, 8));
    let given = plan(&open, &open.items);
    let narrow = plan(&open, &order(&open, Next::Narrowest));
    assert!(given.width > 20, "{}", given.width);
    assert!(narrow.width <= 9, "{}", narrow.width);
    let (count, nodes, _) = finish(&open, &narrow);
    assert_eq!(count, "12988816");
    assert!(nodes < 2_000, "{nodes}");
}

/// The only option of item c begins with b, and b can be covered together with a.
#[test]
fn a_level_that_an_item_needs_is_not_skipped() {
    let mut builder = Problem::builder();
    for item in ["a", "b", "c"] {
        builder.primary(item).unwrap();
    }
    builder.option(["a", "b"]).unwrap();
    builder.option(["a"]).unwrap();
    builder.option(["b", "c"]).unwrap();
    let open = open(&builder.build());
    assert_eq!(finish(&open, &plan(&open, &open.items)).0, "1");
}

#[test]
fn every_order_counts_the_same() {
    for (problem, count) in [(dominoes(4, 6), "281"), (latin(4), "576")] {
        let open = open(&problem);
        let mut backwards = open.items.clone();
        backwards.reverse();
        let orders = [
            open.items.clone(),
            backwards,
            order(&open, Next::Narrowest),
            order(&open, Next::Oldest),
        ];
        for order in orders {
            assert_eq!(finish(&open, &plan(&open, &order)).0, count);
        }
    }
}

/// Levels within the rows of a square get no table, because they have many states: so there are
/// more nodes than states in tables.
#[test]
fn wide_levels_get_no_table() {
    let mut sweep = sweep(&latin(5), 1 << 30);
    let Ok(Progress::Done(number)) = sweep.run(u64::MAX, &mut Budget::unlimited().meter()) else {
        panic!("it ends");
    };
    assert_eq!(number.to_string(), "161280");
    assert!(sweep.states().0 < 40_000, "{:?}", sweep.states());
    assert!(sweep.nodes() > 60_000, "{}", sweep.nodes());
}

#[test]
fn a_sweep_that_outgrows_its_memory_is_given_up() {
    let mut sweep = sweep(&latin(5), 1 << 17);
    let swept = sweep.run(u64::MAX, &mut Budget::unlimited().meter());
    assert!(matches!(swept, Ok(Progress::Outgrown)));
    // The count continues without it.
    let solver = Solver::new(latin(5));
    let mut counter = solver.search();
    counter.limits(Limits::new().memory(1 << 20));
    let answer = counter.count_by(Method::Memo);
    assert_eq!(
        (answer.value, answer.stop),
        (161_280.into(), Stop::Exhausted)
    );
}

/// Pauses do not change the count.
#[test]
fn a_sweep_can_pause_anywhere() {
    let mut sweep = sweep(&dominoes(8, 8), 1 << 30);
    let mut nodes = 0;
    let number = loop {
        nodes += 7;
        match sweep.run(nodes, &mut Budget::unlimited().meter()) {
            Ok(Progress::Done(number)) => break number,
            Ok(Progress::Paused) => assert!(sweep.nodes() >= nodes),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(number.to_string(), "12988816");
}

/// Items with two equal options each, then a chain of 20 items, whose solutions are added. A state
/// with 2^63 ways needs room for a large number, and nothing is lost.
#[test]
fn a_sweep_that_overflows_goes_on_with_larger_numbers() {
    for (coins, count) in [
        (58, "6052837899185946624"),
        (59, "12105675798371893248"),
        (60, "24211351596743786496"),
        (61, "48422703193487572992"),
        (62, "96845406386975145984"),
        (63, "193690812773950291968"),
        (64, "387381625547900583936"),
        (130, "28583718821358830930923467024268529762304"),
    ] {
        let mut builder = Problem::builder();
        for coin in 0..coins {
            builder.primary(format!("a{coin}")).unwrap();
        }
        let chain: Vec<_> = (0..20)
            .map(|place| builder.primary(format!("b{place}")).unwrap())
            .collect();
        for coin in 0..coins {
            for _ in 0..2 {
                builder.option([&*format!("a{coin}")]).unwrap();
            }
        }
        for place in 0..20 {
            builder.option([chain[place]]).unwrap();
            builder.option(chain[place..].iter().copied()).unwrap();
        }
        let open = open(&builder.build());
        let (found, nodes, overflow) = finish(&open, &plan(&open, &open.items));
        assert_eq!(found, count, "{coins}");
        assert_eq!(nodes, coins + 20);
        assert_eq!(overflow.is_some(), coins > 62, "{coins}: {overflow:?}");
    }
}

/// What a sweep finds on these threads, with these pauses: the count, nodes, states and hits.
fn found(problem: &Problem, threads: usize, pause: u64, batch: usize) -> (String, u64, usize, u64) {
    let policies = SweepPolicies {
        parallel: 1,
        many: 1,
        batch,
        ..Policies::default().sweep
    };
    let means = (1 << 28, &Threads::new(threads));
    let mut sweep = sweep_with(problem, means, policies);
    let (budget, mut nodes) = (Budget::unlimited(), 0_u64);
    loop {
        nodes = nodes.saturating_add(pause);
        match sweep.run(nodes, &mut budget.meter()) {
            Ok(Progress::Done(number)) => {
                let (states, hits) = sweep.states();
                return (number.to_string(), sweep.nodes(), states, hits);
            }
            Ok(Progress::Paused) => assert_eq!(sweep.nodes(), nodes),
            other => panic!("{other:?}"),
        }
    }
}

/// Every level uses threads, and they lock a shard for each addition or for many.
#[test]
fn the_number_of_threads_changes_no_number() {
    let rounds = if cfg!(feature = "slow") { 200 } else { 8 };
    for (problem, count) in [
        (dominoes(6, 8), "167089"),
        (dominoes(8, 8), "12988816"),
        (latin(4), "576"),
        (coins(70, 6), "850025966916536138465280"),
        (coins(130, 3), "8166776806102523123120990578362437074944"),
    ] {
        let one = found(&problem, 1, u64::MAX, 1);
        assert_eq!(one.0, count);
        for round in 0..rounds {
            let pause = [u64::MAX, 1_000, 37][round % 3];
            let (threads, batch) = (2 + round % 3, [1, 3, 2_048][round / 3 % 3]);
            assert_eq!(
                found(&problem, threads, pause, batch),
                one,
                "{threads}, {pause}"
            );
        }
    }
}

/// Coins with two sides each, and a matching of `pairs` and as many others.
fn coins(coins: usize, pairs: usize) -> Problem {
    let mut builder = Problem::builder();
    for item in 0..coins + 2 * pairs {
        builder.primary(item.to_string()).unwrap();
    }
    for coin in 0..coins {
        for _ in 0..2 {
            builder.option([&*coin.to_string()]).unwrap();
        }
    }
    for pair in 0..pairs * pairs {
        let items = [coins + pair % pairs, coins + pairs + pair / pairs];
        let items = items.map(|item| item.to_string());
        builder.option([&*items[0], &*items[1]]).unwrap();
    }
    builder.build()
}

/// A sweep with too little memory is given up on any number of threads, and a cancelled one stops.
#[test]
fn threads_stop_at_limits() {
    for number in 1..=4 {
        let policies = SweepPolicies {
            parallel: 1,
            ..Policies::default().sweep
        };
        let threads = Threads::new(number);
        let mut sweep = sweep_with(&latin(5), (1 << 17, &threads), policies);
        let swept = sweep.run(u64::MAX, &mut Budget::unlimited().meter());
        assert!(matches!(swept, Ok(Progress::Outgrown)));
        let budget = Budget::start(&Limits::new().time(std::time::Duration::ZERO));
        let mut sweep = sweep_with(&latin(5), (1 << 28, &threads), policies);
        let swept = sweep.run(u64::MAX, &mut budget.meter_after(5_000));
        assert!(matches!(swept, Err(Stop::Time)));
        assert!(sweep.nodes() > 0);
        let free = std::iter::repeat_with(|| threads.take()).take_while(|&taken| taken);
        assert_eq!(free.count(), number - 1);
    }
}

/// The pieces of a turn depend on it.
#[test]
fn no_node_makes_more_lookups_than_announced() {
    for problem in [dominoes(6, 8), latin(4), coins(3, 5)] {
        let means = (1 << 28, &Threads::default());
        let mut sweep = sweep_with(&problem, means, Policies::default().sweep);
        let budget = Budget::unlimited();
        assert_eq!(sweep.level().0, 1);
        let mut most = 0;
        let end = loop {
            let (nodes, lookups, announced) =
                (sweep.nodes(), sweep.lookups(), sweep.most_lookups());
            let progress = sweep.run(nodes + 7, &mut budget.meter());
            let made = sweep.lookups().saturating_sub(lookups);
            assert!(made <= 7 * announced, "{made} lookups, {announced}");
            let (level, levels) = sweep.level();
            assert!((1..=levels).contains(&level), "{level} of {levels}");
            most = most.max(made);
            if !matches!(progress, Ok(Progress::Paused)) {
                break progress;
            }
        };
        assert!(matches!(end, Ok(Progress::Done(_))));
        assert!(most > 7, "a node makes several lookups: {most}");
    }
}
