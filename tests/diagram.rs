//! Diagrams, against references that share no code with them.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test may panic"
)]

use std::collections::BTreeMap;

use proptest::prelude::*;
use quadrille::count::{Diagram, DiagramError, Named};
use quadrille::{Count, Limits, OptionId, Problem, Solver, Stop};

#[path = "support/case.rs"]
#[allow(dead_code, reason = "shared with other tests")]
mod case;
use case::{Case, cases, coloured_cases, multiple_cases};

#[path = "../examples/puzzles/mod.rs"]
mod puzzles;

fn diagram(problem: Problem) -> Diagram {
    let solver = Solver::new(problem);
    let answer = solver.search().diagram();
    assert_eq!(answer.stop, Stop::Exhausted);
    answer.value.unwrap()
}

/// The solutions of a diagram, sorted.
fn solutions(diagram: &Diagram) -> Vec<Vec<OptionId>> {
    let mut found: Vec<_> = diagram.iter().map(|s| s.options().to_vec()).collect();
    found.sort_unstable();
    found
}

fn ids(numbers: &[u32]) -> Vec<OptionId> {
    numbers
        .iter()
        .map(|&number| OptionId::new(number))
        .collect()
}

/// Everything that can be asked of a diagram, by the list of all covers.
fn check(case: &Case, forced: &[u32], forbidden: &[u32]) {
    let covers = case.covers();
    let problem = case.problem();
    let diagram = diagram(case.problem());
    assert_eq!(solutions(&diagram), covers);
    assert_eq!(diagram.count(), covers.len() as u64);
    assert_eq!(diagram.nth(&(covers.len() as u64).into()), None);

    let through = |option: &OptionId| covers.iter().filter(|c| c.contains(option)).count();
    let marginals: Vec<u64> = problem.options().map(|o| through(&o) as u64).collect();
    assert_eq!(
        diagram.marginals(Limits::new()).value,
        marginals
            .iter()
            .map(|&n| Count::from(n))
            .collect::<Vec<_>>()
    );

    let (forced, forbidden) = (ids(forced), ids(forbidden));
    let mut under = covers.clone();
    under.retain(|cover| forced.iter().all(|o| cover.contains(o)));
    under.retain(|cover| !forbidden.iter().any(|o| cover.contains(o)));
    assert_eq!(solutions(&diagram.restrict(&forced, &forbidden)), under);
    let solver = Solver::new(case.problem());
    let mut counter = solver.search();
    forced.iter().for_each(|&option| {
        counter.force(option);
    });
    forbidden.iter().for_each(|&option| {
        counter.forbid(option);
    });
    assert_eq!(solutions(&counter.diagram().value.unwrap()), under);

    let mut text = Vec::new();
    diagram
        .write_nnf(|option| option.to_string(), &mut text)
        .unwrap();
    let text = String::from_utf8(text).unwrap();
    let Named {
        diagram: read,
        names,
        ..
    } = Diagram::read_nnf(&text, Limits::new()).unwrap();
    assert_eq!(solutions(&read), covers);
    assert_eq!(read, diagram);
    for option in diagram.support() {
        assert_eq!(names[option.index()], option.to_string());
    }
    let mut text = Vec::new();
    diagram.write_zdd(&mut text, Limits::new()).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(zdd(&text), covers);
    let read = Diagram::read_zdd(&text, Limits::new()).unwrap().diagram;
    assert_eq!(solutions(&read), covers);
    let mut again = Vec::new();
    read.write_zdd(&mut again, Limits::new()).unwrap();
    assert_eq!(zdd(std::str::from_utf8(&again).unwrap()), covers);
}

/// The line that is wrong, and why.
#[track_caller]
fn wrong(read: Result<Named, DiagramError>) -> (usize, String) {
    match read {
        Err(DiagramError::Line { line, message }) => (line, message),
        other => panic!("{other:?}"),
    }
}

/// The sets of a ZDD in the text of Knuth's programs.
fn zdd(text: &str) -> Vec<Vec<OptionId>> {
    let mut sets = BTreeMap::from([(0, vec![]), (1, vec![vec![]])]);
    let mut last = 0;
    let hex = |word: &str| u32::from_str_radix(word, 16).unwrap();
    for line in text.lines() {
        let (number, rest) = line.split_once(": (~").unwrap();
        let (variable, rest) = rest.split_once('?').unwrap();
        let (low, high) = rest.strip_suffix(')').unwrap().split_once(':').unwrap();
        let mut all = sets[&hex(low)].clone();
        for set in &sets[&hex(high)] {
            let mut set: Vec<OptionId> = set.clone();
            let option = variable.parse::<u32>().unwrap();
            set.extend(option.checked_sub(1).map(OptionId::new));
            set.sort_unstable();
            all.push(set);
        }
        all.sort_unstable();
        last = hex(number);
        sets.insert(last, all);
    }
    sets.remove(&last).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn plain_diagrams_are_right(case in cases(), forced in some(), forbidden in some()) {
        check(&case, &forced, &forbidden);
    }

    #[test]
    fn coloured_diagrams_are_right(
        case in coloured_cases(), forced in some(), forbidden in some()
    ) {
        check(&case, &forced, &forbidden);
    }

    #[test]
    fn multiple_diagrams_are_right(
        case in multiple_cases(), forced in some(), forbidden in some()
    ) {
        check(&case, &forced, &forbidden);
    }

    #[test]
    fn costs_are_right(case in cases(), costs in prop::collection::vec(0..9_u64, 14)) {
        let solver = Solver::new(with_costs(&case, &costs));
        let problem = solver.problem();
        let diagram = solver.search().diagram().value.unwrap();
        let cost = |cover: &[OptionId]| cover.iter().map(|&o| problem.cost(o)).sum::<u64>();
        let mut expected: Vec<u64> = case.covers().iter().map(|cover| cost(cover)).collect();
        expected.sort_unstable();
        let cheapest = diagram.cheapest(problem, 3);
        let found: Vec<u64> = cheapest.iter().map(|(cost, _)| *cost).collect();
        assert_eq!(found, expected[..expected.len().min(3)]);
        let mut distinct: Vec<_> = cheapest.iter().map(|(_, s)| s.clone()).collect();
        for (known, solution) in &cheapest {
            assert_eq!(cost(solution.options()), *known);
        }
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), cheapest.len());
        let mut by_cost = BTreeMap::new();
        for cost in expected {
            *by_cost.entry(cost).or_insert(0) += 1_u64;
        }
        let found = diagram.count_by_cost(problem);
        let found: BTreeMap<u64, u64> =
            found.into_iter().map(|(cost, count)| (cost, count.to_u64().unwrap())).collect();
        assert_eq!(found, by_cost);
    }
}

fn some() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(0..12_u32, 0..=2)
}

fn with_costs(case: &Case, costs: &[u64]) -> Problem {
    let mut builder = Problem::builder();
    let mut items = Vec::new();
    for (number, times) in case.items.iter().enumerate() {
        let name = number.to_string();
        items.push(match times {
            Some(_) => builder.primary(&name).unwrap(),
            None => builder.secondary(&name).unwrap(),
        });
    }
    for (option, &cost) in case.options.iter().zip(costs) {
        let uses: Vec<_> = option.iter().map(|&(item, _)| items[item]).collect();
        let option = builder.option(uses).unwrap();
        builder.cost(option, cost).unwrap();
    }
    builder.build()
}

/// Chi-square over all solutions, at 1 %: each is drawn as often as every other.
#[test]
fn samples_are_uniform() {
    // 36 tilings of 4 x 4, 10 ways to place 5 queens, 576 Latin squares of order 4.
    for (problem, critical) in [
        (puzzles::dominoes::dominoes(4, 4).unwrap(), 57.34),
        (puzzles::queens::queens(5).unwrap(), 21.67),
        (puzzles::latin_squares::latin_squares(4).unwrap(), 656.9),
    ] {
        let diagram = diagram(problem);
        let number = diagram.count().to_u64().unwrap();
        let draws = 50 * number;
        let mut drawn = BTreeMap::new();
        for solution in diagram.sampler(1900).take(draws as usize) {
            *drawn.entry(solution).or_insert(0.0) += 1.0;
        }
        assert_eq!(drawn.len() as u64, number);
        let chi_square: f64 = drawn
            .values()
            .map(|n: &f64| (n - 50.0).powi(2) / 50.0)
            .sum();
        assert!(chi_square < critical, "{chi_square} of {critical}");
    }
}

/// The options of a primary item share all solutions between them.
#[test]
fn marginals_of_an_item_sum_to_the_count() {
    let problem = puzzles::dominoes::dominoes(8, 8).unwrap();
    let diagram = diagram(puzzles::dominoes::dominoes(8, 8).unwrap());
    let marginals = diagram.marginals(Limits::new()).value;
    for item in problem.items() {
        let options = problem
            .options()
            .filter(|&o| problem.items_of(o).contains(&item));
        let sum: u64 = options
            .map(|o| marginals[o.index()].to_u64().unwrap())
            .sum();
        assert_eq!(sum, 12_988_816);
    }
}

/// A diagram of more solutions than can be visited is indexed at both ends.
#[test]
fn a_huge_diagram_is_indexed() {
    let problem = puzzles::dominoes::dominoes(12, 12).unwrap();
    let diagram = diagram(puzzles::dominoes::dominoes(12, 12).unwrap());
    assert_eq!(diagram.count(), 53_060_477_521_960_000);
    for number in [0, 1, 20_000_000_000_000_000, 53_060_477_521_959_999] {
        let solution = diagram.nth(&number.into()).unwrap();
        assert!(quadrille::verify(&problem, solution.options()).is_ok());
    }
    assert_eq!(diagram.nth(&53_060_477_521_960_000.into()), None);
}

#[test]
fn text_that_is_no_diagram_is_refused() {
    let no_head = "expected \"nnf LINES EDGES OPTIONS\"";
    for (text, line, message) in [
        ("", 1, no_head),
        ("L 1\n", 1, no_head),
        ("nnf 1 0\n", 1, no_head),
        (
            "nnf 1 0 16777217\nL 1\n",
            1,
            "expected at most 16777216 options",
        ),
        (
            "nnf 1 0 1\nL 2\n",
            2,
            "expected \"L\" and an option from 1 to 1",
        ),
        (
            "nnf 1 0 1\nL -1\n",
            2,
            "a literal is negative: options that are not named are not used",
        ),
        (
            "c x\nnnf 1 0 1\nA 1 0\n",
            3,
            "there is no line 0 before this one",
        ),
        (
            "nnf 1 0 1\nA 2 0\n",
            2,
            "expected \"A\", a number, and as many lines",
        ),
        (
            "nnf 1 0 1\nO 0\n",
            2,
            "expected \"O\", 0, a number, and as many lines",
        ),
        (
            "nnf 1 0 1\nX\n",
            2,
            "expected a line L, A or O, found \"X\"",
        ),
        (
            "nnf 1 0 1\nnnf 1 0 1\n",
            2,
            "expected a line L, A or O, found another head",
        ),
        (
            "nnf 1 0 1\nA x\n",
            2,
            "expected a whole number, found \"x\"",
        ),
        ("nnf 2 0 1\nA 0\n", 2, "the head promises 2 lines, 1 came"),
        ("nnf 0 0 1\n", 1, "expected at least one line L, A or O"),
        (
            "nnf 2 5 1\nL 1\nA 1 0\n",
            3,
            "the head promises 5 edges, 1 came",
        ),
        (
            "c option 1 a\nc option 2 b\nc option 1 a\nnnf 1 0 2\nL 1\n",
            3,
            "option 1 is named twice",
        ),
    ] {
        let found = wrong(Diagram::read_nnf(text, Limits::new()));
        assert_eq!(found, (line, message.to_owned()), "{text}");
    }
    let long = "9".repeat(1_000_000);
    let found = wrong(Diagram::read_nnf(
        &format!("nnf 1 0 1\nA {long}\n"),
        Limits::new(),
    ));
    let message = format!("expected a whole number, found \"{}…\"", "9".repeat(40));
    assert_eq!(found, (2, message));
}

/// A text whose counts would be wrong, or without bound, is refused at the line that is to blame.
#[test]
fn text_that_counts_wrongly_is_refused() {
    let together = |option| format!("the lines of this A have option {option} in common");
    let apart = |option| {
        format!(
            "the lines of this O are not told apart: option {option} begins one of them and is in \
             a later one"
        )
    };
    let squares: String = (0..64).map(|line| format!("A 2 {line} {line}\n")).collect();
    for (text, line, message) in [
        ("nnf 2 2 1\nL 1\nA 2 0 0\n", 3, together(1)),
        ("nnf 2 2 1\nL 1\nO 0 2 0 0\n", 3, apart(1)),
        // 2 to the 2 to the 64 solutions, were it one.
        (
            &format!(
                "nnf 65 126 2\nL 1\nL 2\nO 0 2 0 1\nA 2 2 2\n{}",
                &squares.replace("A 2 0 0\nA 2 1 1\nA 2 2 2\n", "")
            ),
            5,
            together(1),
        ),
        // {1, 2} and {2}, and with them {1, 3}: told apart by 1, but for {1, 3}.
        (
            "nnf 6 6 3\nL 1\nL 2\nL 3\nA 2 0 1\nA 2 0 2\nO 0 2 3 4\n",
            7,
            apart(1),
        ),
        (
            "nnf 6 6 2\nL 1\nL 2\nO 0 1 0\nO 0 1 1\nA 1 3\nO 0 2 2 4\n",
            7,
            "the lines of this O are not told apart: two of them begin with no option".into(),
        ),
        // The option is deep below.
        (
            "nnf 7 7 3\nL 1\nL 2\nL 3\nA 2 0 1\nO 0 2 2 3\nA 2 4 2\nA 1 5\n",
            7,
            together(3),
        ),
    ] {
        let found = wrong(Diagram::read_nnf(text, Limits::new()));
        assert_eq!(found, (line, message), "{text}");
    }
}

/// Forms that no diagram of ours is written in, and that are sets of solutions all the same.
#[test]
fn other_texts_are_read_as_what_they_say() {
    for (text, expected) in [
        // Options alone, together, and in an order that puts none first.
        ("nnf 3 2 2\nL 1\nL 2\nA 2 0 1\n", vec![vec![0, 1]]),
        (
            "nnf 4 3 3\nL 3\nA 0\nL 1\nO 0 3 1 2 0\n",
            vec![vec![], vec![0], vec![2]],
        ),
        // What leads nowhere shares nothing.
        (
            "nnf 5 5 1\nL 1\nO 0 0\nA 2 0 1\nO 0 3 2 0 1\nA 0\n",
            vec![vec![]],
        ),
    ] {
        let diagram = Diagram::read_nnf(text, Limits::new()).unwrap().diagram;
        let expected: Vec<_> = expected.iter().map(|set| ids(set)).collect();
        assert_eq!(solutions(&diagram), expected, "{text}");
    }
    let text = "c option 2 b c\r\n5: (~2?1:1)\r\na: (~1?5:1)\r\nff: (~0?0:a)\r\n";
    let Named { diagram, names, .. } = Diagram::read_zdd(text, Limits::new()).unwrap();
    assert_eq!(solutions(&diagram), [ids(&[]), ids(&[0]), ids(&[1])]);
    assert_eq!(
        (diagram.option_count(), names),
        (2, vec![String::new(), "b c".into()])
    );
}

#[test]
fn text_that_is_no_zdd_is_refused() {
    let form = "expected \"X: (~OPTION?LOW:HIGH)\"";
    let end = "expected a last line \"X: (~0?0:ROOT)\"";
    for (text, line, message) in [
        ("", 1, end),
        ("2: (~1?0:1)\n", 1, end),
        ("2: 1 0 1\n", 1, form),
        ("2: (~1?0:1\n", 1, form),
        ("2: (~1?0:3)\n", 1, "there is no node 3 before this one"),
        (
            "g: (~1?0:1)\n",
            1,
            "expected a hexadecimal number, found \"g\"",
        ),
        (
            "2: (~x?0:1)\n",
            1,
            "expected an option from 0 to 16777216, found \"x\"",
        ),
        ("2: (~1?0:1)\n2: (~2?0:1)\n", 2, "there are two nodes 2"),
        ("1: (~1?0:1)\n", 1, "there are two nodes 1"),
        (
            "2: (~0?1:1)\n",
            1,
            "expected the root to be \"X: (~0?0:ROOT)\"",
        ),
        (
            "2: (~0?0:1)\n3: (~1?0:1)\n",
            2,
            "expected no line after the root",
        ),
        (
            "2: (~1?0:1)\n3: (~2?0:2)\n4: (~1?1:3)\n5: (~0?0:4)\n",
            3,
            "option 1 is decided on again further on",
        ),
    ] {
        let found = wrong(Diagram::read_zdd(text, Limits::new()));
        assert_eq!(found, (line, message.to_owned()), "{text}");
    }
}

/// Nodes with more options than a block of the check has: right, or wrong at its far end.
#[test]
fn long_texts_are_checked_to_their_end() {
    // Each line is the one before and two ways to go on.
    let chain = |options: u32, wrong: Option<(u32, u32)>| {
        let mut text = String::new();
        let mut last = None;
        let (mut line, mut edges) = (0, 0);
        for pair in 0..options / 2 {
            let mut first = 2 * pair + 1;
            if let Some((at, option)) = wrong
                && at == pair
            {
                first = option;
            }
            text += &format!("L {first}\nL {}\nO 0 2 {line} {}\n", 2 * pair + 2, line + 1);
            (line, edges) = (line + 3, edges + 2);
            if let Some(last) = last {
                text += &format!("A 2 {} {last}\n", line - 1);
                (line, edges) = (line + 1, edges + 2);
            }
            last = Some(line - 1);
        }
        format!("nnf {line} {edges} {options}\n{text}")
    };
    let diagram = Diagram::read_nnf(&chain(3_000, None), Limits::new())
        .unwrap()
        .diagram;
    assert_eq!(diagram.count().to_string().len(), 452);
    for (at, option) in [(1_499, 1), (1_499, 2_000), (700, 513), (2, 2)] {
        let text = chain(3_000, Some((at, option)));
        let found = wrong(Diagram::read_nnf(&text, Limits::new()));
        let message = format!("the lines of this A have option {option} in common");
        assert_eq!(found, (4 * at as usize + 4, message));
    }
    let limits = Limits::new().time(std::time::Duration::ZERO);
    let stopped = |stop| Err(DiagramError::Stopped(stop));
    assert_eq!(
        Diagram::read_nnf(&chain(3_000, None), &limits),
        stopped(Stop::Time)
    );
    let within = |memory| Diagram::read_nnf(&chain(3_000, None), Limits::new().memory(memory));
    assert_eq!(within(100_000), stopped(Stop::Memory));
    assert!(within(10_000_000).is_ok());
}
