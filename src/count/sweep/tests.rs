//! The sweep by itself, in every order and with little memory.

use super::super::layout::Layout;
use super::super::{Counter, Method};
use super::plan::{Plan, Rest};
use super::{Next, Sweep, Swept, levels, order};
use crate::ask::Stop;
use crate::problem::Problem;
use crate::solver::Solver;

/// Dominoes on a board, its cells in an order without any sense.
fn dominoes(rows: usize, columns: usize) -> Rest {
    let cells = rows * columns;
    let step = (cells / 2..).find(|step| gcd(*step, cells) == 1).unwrap();
    let mut builder = Problem::builder();
    for place in 0..cells {
        let cell = place * step % cells;
        builder.primary(&cell.to_string()).unwrap();
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
    rest(&builder.build())
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn rest(problem: &Problem) -> Rest {
    let layout = Layout::new(problem, |_| false).unwrap();
    Rest::new(&layout, &[]).unwrap()
}

fn latin(n: usize) -> Problem {
    let mut builder = Problem::builder();
    for class in ["cell", "row", "column"] {
        for (i, j) in (0..n * n).map(|k| (k / n, k % n)) {
            builder.primary(&format!("{class}{i},{j}")).unwrap();
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

fn finish(plan: &Plan) -> (String, u64) {
    let mut sweep = levels(plan, 1 << 30);
    loop {
        match sweep.run(u64::MAX) {
            Swept::Done(number) => return (number.to_big().to_string(), sweep.nodes()),
            Swept::Overflow => sweep = sweep.widen(),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_narrow_order_is_found_on_a_shuffled_board() {
    let rest = dominoes(8, 8);
    let given = Plan::new(&rest, &rest.items);
    let narrow = Plan::new(&rest, &order(&rest, Next::Narrowest).unwrap());
    assert!(given.width > 20, "{}", given.width);
    assert!(narrow.width <= 9, "{}", narrow.width);
    let (count, nodes) = finish(&narrow);
    assert_eq!(count, "12988816");
    assert!(nodes < 2_000, "{nodes}");
}

/// Item c has no option but one that begins with b, and b can be covered with a.
#[test]
fn no_level_is_passed_that_an_item_needs() {
    let mut builder = Problem::builder();
    for item in ["a", "b", "c"] {
        builder.primary(item).unwrap();
    }
    builder.option(["a", "b"]).unwrap();
    builder.option(["a"]).unwrap();
    builder.option(["b", "c"]).unwrap();
    let rest = rest(&builder.build());
    assert_eq!(finish(&Plan::new(&rest, &rest.items)).0, "1");
}

#[test]
fn every_order_counts_the_same() {
    for (rest, count) in [(dominoes(4, 6), "281"), (rest(&latin(4)), "576")] {
        let mut backwards = rest.items.clone();
        backwards.reverse();
        let orders = [
            rest.items.clone(),
            backwards,
            order(&rest, Next::Narrowest).unwrap(),
            order(&rest, Next::Oldest).unwrap(),
        ];
        for order in orders {
            assert_eq!(finish(&Plan::new(&rest, &order)).0, count);
        }
    }
}

/// Within the rows of a square tables are left out where there are many states: there are more nodes
/// than states in tables, and fewer tables than levels.
#[test]
fn wide_levels_are_passed_over() {
    let mut sweep = Sweep::new(rest(&latin(5)), 1 << 30).unwrap();
    let Swept::Done(number) = sweep.run(u64::MAX) else {
        panic!("it ends");
    };
    assert_eq!(number.to_big().to_string(), "161280");
    assert!(sweep.states().0 < 40_000, "{:?}", sweep.states());
    assert!(sweep.nodes() > 60_000, "{}", sweep.nodes());
}

#[test]
fn a_sweep_that_outgrows_its_memory_says_so() {
    let mut sweep = Sweep::new(rest(&latin(5)), 1 << 16).unwrap();
    assert!(matches!(sweep.run(u64::MAX), Swept::Outgrown));
    // The count goes on without it.
    let solver = Solver::new(latin(5));
    let mut counter = Counter::new(&solver);
    let answer = counter.method(Method::Memo).memory(100_000).count();
    assert_eq!(
        (answer.value, answer.stop),
        (161_280.into(), Stop::Exhausted)
    );
}

/// A pause at any place changes nothing.
#[test]
fn pauses_are_exact() {
    let mut sweep = Sweep::new(dominoes(8, 8), 1 << 30).unwrap();
    let mut nodes = 0;
    let number = loop {
        nodes += 7;
        match sweep.run(nodes) {
            Swept::Done(number) => break number,
            Swept::Paused => assert!(sweep.nodes() >= nodes),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(number.to_big().to_string(), "12988816");
}
