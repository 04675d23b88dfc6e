//! Compares the engines with each other, and every instruction set with the portable one.

#![allow(clippy::unwrap_used, reason = "a test that panics fails")]

#[path = "../../../../examples/puzzles/mod.rs"]
mod puzzles;

use proptest::prelude::*;
use quadrille::sudoku::{Grid, Shape, Sudoku};
use quadrille::{
    EngineChoice, EngineName, Limits, OptionId, Problem, Settings, Solution, Solver, Uniqueness,
    Vectors,
};

fn links() -> Settings {
    Settings::new().engine(EngineChoice::Prefer(EngineName::Links))
}

fn bits(vectors: Vectors) -> Settings {
    Settings::new()
        .engine(EngineChoice::Prefer(EngineName::Bits))
        .vectors(vectors)
}

/// Without second walks.
fn plain_bits(vectors: Vectors) -> Settings {
    bits(vectors).support_rule(false).weights(false)
}

/// All instruction sets. One that this processor lacks is replaced by the best one that it has.
const VECTORS: [Vectors; 3] = [Vectors::Portable, Vectors::Avx2, Vectors::Avx512];

/// Returns the first `most` solutions in order, and the nodes.
fn walk(problem: &Problem, settings: &Settings, most: u64) -> (Vec<Solution>, u64) {
    let solver = Solver::with_settings(problem.clone(), settings);
    let mut search = solver.search();
    search.limits(Limits::new().solutions(most));
    let mut solutions = search.solutions();
    let found = solutions.by_ref().collect();
    (found, solutions.stats().nodes)
}

/// Checks that all instruction sets make the same walk and find the solutions of `links`.
fn check_agreement(problem: &Problem) {
    let (portable, nodes) = walk(problem, &bits(Vectors::Portable), u64::MAX);
    for vectors in VECTORS {
        assert_eq!(
            walk(problem, &bits(vectors), u64::MAX),
            (portable.clone(), nodes),
            "{vectors}"
        );
    }
    let mut expected = walk(problem, &links(), u64::MAX).0;
    let mut found = portable;
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
    // Second walks begin at once.
    for rows in ["0", "1e15"] {
        let few = Settings::new()
            .few_questions(true)
            .policy("contest.patience", 0.0)
            .and_then(|few| few.policy("learn.few", rows.parse().unwrap()));
        let mut found = walk(problem, &few.clone().unwrap(), u64::MAX).0;
        found.sort_unstable();
        assert_eq!(found, expected);
        let solver = Solver::with_settings(problem.clone(), &few.unwrap());
        let unique = match expected.len() {
            0 => Uniqueness::None,
            1 => Uniqueness::One,
            _ => Uniqueness::Many,
        };
        assert_eq!(solver.search().unique().value, unique);
    }
}

#[test]
fn puzzles_have_the_same_solutions() {
    check_agreement(&puzzles::queens::queens(8).unwrap());
    check_agreement(&puzzles::langford::langford(7).unwrap());
    check_agreement(&puzzles::langford::langford(8).unwrap());
    check_agreement(&puzzles::latin_squares::latin_squares(4).unwrap());
    check_agreement(&puzzles::dominoes::dominoes(4, 5).unwrap().into_problem());
    check_agreement(&puzzles::matchings::matchings(4).unwrap());
    check_agreement(&puzzles::partitions::partitions(6).unwrap());
    check_agreement(
        &puzzles::pentominoes::rectangle(3, 20)
            .unwrap()
            .into_problem(),
    );
    check_agreement(&puzzles::soma::soma().unwrap().into_problem());
}

#[test]
fn puzzles_with_colours_and_multiplicities_have_the_same_solutions() {
    use puzzles::word_rectangles::{ACROSS, DOWN, word_rectangles};
    let words = |list: &'static str| -> Vec<_> { list.split_whitespace().collect() };
    check_agreement(&word_rectangles(&words(ACROSS), &words(DOWN)).unwrap());
    check_agreement(&puzzles::cycles::cycles().unwrap());
    check_agreement(&puzzles::queen_domination::queen_domination(6, 3).unwrap());
    check_agreement(&puzzles::queen_domination::queen_domination(5, 4).unwrap());
    check_agreement(&puzzles::partridge::partridge(4).unwrap().into_problem());
}

/// A problem with solutions whose first item has exactly `options` options.
fn wide(options: usize) -> Problem {
    let mut builder = Problem::builder();
    for name in ["wide", "a", "b", "c", "d"] {
        builder.primary(name).unwrap();
    }
    builder.secondary("s").unwrap();
    for number in 0..options {
        let mut items = vec!["wide"];
        for (bit, name) in ["a", "b", "c", "d", "s"].into_iter().enumerate() {
            if number >> bit & 1 == 1 {
                items.push(name);
            }
        }
        builder.option(items).unwrap();
    }
    for items in [
        &["a"][..],
        &["b"],
        &["c", "d"],
        &["a", "b"],
        &["c"],
        &["d", "s"],
    ] {
        builder.option(items.iter().copied()).unwrap();
    }
    builder.build()
}

#[test]
fn items_with_any_number_of_options_are_covered() {
    for options in [
        1, 2, 14, 15, 16, 17, 30, 31, 32, 33, 62, 63, 64, 65, 127, 128, 129,
    ] {
        check_agreement(&wide(options));
    }
}

#[test]
fn the_reason_names_the_deciding_fact() {
    let chosen = |problem: &Problem, settings: &Settings| {
        let solver = Solver::with_settings(problem.clone(), settings);
        // This test ignores how much memory the tables need.
        let without_sizes = |word: &str| match word.parse::<u64>() {
            Ok(_) => "N".to_owned(),
            Err(_) => word.to_owned(),
        };
        let (before, size) = match solver.engine_reason().split_once("at most ") {
            Some((before, size)) => (format!("{before}at most "), size),
            None => (String::new(), solver.engine_reason()),
        };
        let size: Vec<String> = size.split(' ').map(without_sizes).collect();
        (solver.engine(), before + &size.join(" "))
    };
    let is = |engine, reason: &str| (engine, reason.to_owned());
    let bits = |reason: &str| is(EngineName::Bits, reason);
    let best = Vectors::best();
    let auto = Settings::new();
    for (options, lane) in [(15, 16), (16, 32), (31, 32), (32, 64), (63, 64)] {
        let because = format!("because no item has more than {} options", lane - 1);
        let reason = format!("lanes of {lane} bits, {because}; {best}; at most N KB of memory");
        assert_eq!(chosen(&wide(options), &auto), bits(&reason));
    }
    let because = "because an item has 64 options";
    let reason = format!("lists of options, {because}; {best}; at most N KB of memory");
    assert_eq!(chosen(&wide(64), &auto), bits(&reason));
    let domination = puzzles::queen_domination::queen_domination(4, 2).unwrap();
    let reason = format!(
        "rows of options, because the problem has multiplicities; {best}; at most N KB of memory"
    );
    assert_eq!(chosen(&domination, &auto), bits(&reason));
    let reason = "bits would need N KB of memory, more than the N bytes that it may use";
    let tight = Settings::new().memory(1 << 8);
    assert_eq!(chosen(&domination, &tight), is(EngineName::Links, reason));
    let queens = puzzles::queens::queens(8).unwrap();
    let requested = is(EngineName::Links, "requested");
    assert_eq!(chosen(&queens, &links()), requested);
    let reason = "bits would need N KB of memory, more than the N KB that it may use";
    // Half of the memory is for methods that may join the walk.
    let tight = Settings::new().memory(1 << 11);
    assert_eq!(chosen(&queens, &tight), is(EngineName::Links, reason));
    let sudoku = Sudoku::classic().solver();
    assert_eq!(sudoku.engine(), EngineName::Bits);
    assert!(sudoku.engine_reason().starts_with("lanes of 16 bits"));
}

/// A Latin square of order 30 that is given but for its first three rows.
fn nearly_full() -> Problem {
    let mut builder = Problem::builder();
    let n = 30;
    let name = |letter: char, i: usize, j: usize| format!("{letter}{i}.{j}");
    for letter in ['p', 'r', 'c'] {
        for i in 0..n {
            for j in 0..n {
                builder.primary(name(letter, i, j)).unwrap();
            }
        }
    }
    for i in 0..n {
        for j in 0..n {
            for k in (0..n).filter(|k| i < 3 || *k == (i + j) % n) {
                let items = [name('p', i, j), name('r', i, k), name('c', j, k)];
                builder.option(&items).unwrap();
            }
        }
    }
    builder.build()
}

/// Where the whole is too large for `bits`, the rest that forced options leave is laid out.
#[test]
fn a_rest_that_is_small_enough_is_laid_out() {
    let problem = nearly_full();
    let settings = Settings::new()
        .learning(false)
        .memory(8_000_000)
        .policy("contest.patience", 0.0);
    let solver = Solver::with_settings(problem.clone(), &settings.unwrap());
    assert_eq!(solver.engine(), EngineName::Links);
    let count = |solver: &Solver| {
        let mut search = solver.search();
        search.limits(Limits::new().solutions(3));
        let answer = search.walk();
        (answer.value, answer.stats.inferences.unwrap_or_default())
    };
    let (found, inferences) = count(&solver);
    assert!(inferences.narrower.is_some(), "{inferences:?}");
    let whole = Solver::with_settings(problem, &links());
    assert_eq!(count(&whole).0, found);
}

/// The counters of a walk: solutions, nodes, forced options and rejected options.
fn counters(problem: &Problem, vectors: Vectors, layout: &str) -> [Option<u64>; 4] {
    let solver = Solver::with_settings(problem.clone(), &plain_bits(vectors));
    assert!(
        solver.engine_reason().starts_with(layout),
        "{}",
        solver.engine_reason()
    );
    let answer = solver.search().walk();
    let inferences = answer.stats.inferences.unwrap();
    assert_eq!((inferences.forced, inferences.subsets), (None, None));
    [
        answer.value.to_u64(),
        Some(answer.stats.nodes),
        inferences.forced_options,
        inferences.rejected_options,
    ]
}

/// `d` forces its option. Of the 65 options of `b`, 64 are rejected because they leave `c` without
/// options. The last one gives a solution.
#[test]
fn lists_count_forced_and_rejected_options() {
    let mut builder = Problem::builder();
    for name in ["w", "b", "c", "d"] {
        builder.primary(name).unwrap();
    }
    for _ in 0..64 {
        builder.option(["w", "b"]).unwrap();
        builder.option(["w", "c"]).unwrap();
    }
    builder.option(["w", "b", "c"]).unwrap();
    builder.option(["d"]).unwrap();
    let problem = builder.build();
    let pentominoes = puzzles::pentominoes::rectangle(3, 20)
        .unwrap()
        .into_problem();
    for vectors in VECTORS {
        let counted = counters(&problem, vectors, "lists");
        assert_eq!(counted, [1, 2, 1, 64].map(Some), "{vectors}");
        let counted = counters(&pentominoes, vectors, "lists");
        assert_eq!(counted, [8, 6_695, 3_170, 21_926].map(Some), "{vectors}");
    }
}

/// `m` forces both of its options. After the option `x` alone, `y` forces its last option.
#[test]
fn rows_count_forced_options() {
    let mut builder = Problem::builder();
    builder.multiple("m", 2..=2).unwrap();
    for name in ["x", "y"] {
        builder.primary(name).unwrap();
    }
    for option in ["m", "m", "x", "x y", "y"] {
        builder.option(option.split(' ')).unwrap();
    }
    let counted = counters(&builder.build(), Vectors::best(), "rows");
    assert_eq!(counted, [Some(2), Some(3), Some(3), None]);
    let domination = puzzles::queen_domination::queen_domination(5, 4).unwrap();
    let counted = counters(&domination, Vectors::best(), "rows");
    assert_eq!(counted, [Some(5_230), Some(9_005), Some(304), None]);
}

/// Tests lanes of 16 and 32 bits, with groups.
#[test]
fn boards_of_two_sizes_are_walked_the_same_on_all_instruction_sets() {
    for (shape, cells, lane) in [("classic", 3, 16), ("16x16", 4, 32)] {
        let shape: Shape = shape.parse().unwrap();
        let sudokus = VECTORS.map(|vectors| Sudoku::with_settings(shape.clone(), &bits(vectors)));
        let reason = sudokus[0].solver().engine_reason();
        assert!(
            reason.starts_with(&format!("lanes of {lane} bits")),
            "{reason}"
        );
        let blank = Grid::new(vec![0; shape.cell_count()]);
        let full = sudokus[0].search().first(&blank).value.unwrap();
        // Every third or fourth cell, in different columns of different rows.
        let given = |(cell, &value): (usize, &u8)| match (cell * 7 / 5) % cells {
            0 => value,
            _ => 0,
        };
        let board = Grid::new(full.cells().iter().enumerate().map(given).collect());
        let [portable, avx2, avx512] = sudokus.map(|sudoku| {
            let mut search = sudoku.search();
            search.limits(Limits::new().nodes(2_000));
            let answer = search.unique(&board);
            (answer.value, answer.stats.nodes, answer.stats.inferences)
        });
        assert!(portable.1 > 1 && portable.2.is_some_and(|made| made.subsets > Some(0)));
        assert_eq!(avx2, portable);
        assert_eq!(avx512, portable);
    }
}

/// Tests lanes of 64 bits. Each of 40 rows gets a column, and of each two rows one gets an even and
/// one an odd column. The first two rows may have any column.
#[test]
fn lanes_of_64_bits_are_walked_the_same_on_all_instruction_sets() {
    let mut builder = Problem::builder();
    for row in 0..40 {
        for column in (0..40).filter(|column| row < 2 || (row * 7 + column * 11) % 5 == 0) {
            let pair = format!("pair {} {}", row / 2, column % 2);
            let items = [format!("row {row}"), format!("column {column}"), pair];
            for item in &items {
                if builder.item(item).is_none() {
                    builder.primary(item).unwrap();
                }
            }
            builder.option(&items).unwrap();
        }
    }
    let problem = builder.build();
    let portable = walk(&problem, &bits(Vectors::Portable), 2_000);
    assert_eq!(portable.0.len(), 2_000);
    for vectors in VECTORS {
        assert_eq!(walk(&problem, &bits(vectors), 2_000), portable, "{vectors}");
    }
    let reason = Solver::with_settings(problem, &bits(Vectors::Portable))
        .engine_reason()
        .to_owned();
    assert!(reason.starts_with("lanes of 64 bits"), "{reason}");
}

#[test]
fn boards_are_solved_the_same_by_all_engines() {
    let boards = include_str!("boards.txt");
    let sudokus = [
        Sudoku::with_settings(Shape::classic(), &links()),
        Sudoku::with_settings(Shape::classic(), &bits(Vectors::Portable)),
        Sudoku::with_settings(Shape::classic(), &bits(Vectors::Avx2)),
        Sudoku::with_settings(Shape::classic(), &bits(Vectors::best())),
    ];
    for line in boards.lines().filter(|line| !line.starts_with('#')) {
        let board: Grid = line.parse().unwrap();
        let [links, bits @ ..] = sudokus.each_ref().map(|sudoku| {
            let mut search = sudoku.search();
            (search.first(&board).value, search.unique(&board))
        });
        for (first, uniqueness) in &bits {
            assert_eq!(uniqueness.value, links.1.value);
            assert_eq!(first.is_some(), links.0.is_some());
            assert!(
                first.as_ref().is_none_or(
                    |first| Shape::classic().is_solution(first) && first.extends(&board)
                )
            );
            // If there are several solutions, each engine has its own first one.
            if uniqueness.value == Uniqueness::One {
                assert_eq!(*first, links.0);
            }
            assert_eq!(*first, bits[0].0);
            assert_eq!(uniqueness.stats.nodes, bits[0].1.stats.nodes);
            assert_eq!(uniqueness.stats.inferences, bits[0].1.stats.inferences);
        }
    }
}

#[test]
fn the_subset_rule_saves_nodes_and_loses_no_solution() {
    let boards = include_str!("boards.txt");
    let [with, without] = [true, false].map(|rule| {
        let sudoku = Sudoku::with_settings(Shape::classic(), &Settings::new().subset_rule(rule));
        let mut search = sudoku.search();
        let (mut nodes, mut subsets, mut answers) = (0, 0, Vec::new());
        for line in boards.lines().filter(|line| !line.starts_with('#')) {
            let answer = search.unique(&line.parse().unwrap());
            nodes += answer.stats.nodes;
            subsets += answer.stats.inferences.unwrap().subsets.unwrap();
            answers.push(answer.value);
        }
        (nodes, subsets, answers)
    });
    assert_eq!(with.2, without.2);
    assert!(
        with.0 < without.0,
        "{} nodes, {} without",
        with.0,
        without.0
    );
    assert!(with.1 > 0);
    assert_eq!(without.1, 0);
}

/// Random problems: the numbers of primary and secondary items, and the items of each option.
fn problems() -> impl Strategy<Value = (usize, usize, Vec<Vec<usize>>)> {
    (1_usize..40, 0_usize..30).prop_flat_map(|(primary, secondary)| {
        let item = 0..primary + secondary;
        let option = proptest::collection::btree_set(item, 1..5);
        let options = proptest::collection::vec(option, 0..120);
        options.prop_map(move |options| {
            let mut options: Vec<Vec<usize>> = options
                .into_iter()
                .map(|o| o.into_iter().collect())
                .collect();
            // Some items can be covered alone, so that more problems have solutions.
            let alone = (0..primary).filter(|item| item % 3 == 0);
            options.extend(alone.map(|item| vec![item]));
            (primary, secondary, options)
        })
    })
}

/// Half of the random problems have no solution; a third have more solutions than this.
const MOST: u64 = 500;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// The first solutions come in the same order on all instruction sets, and they are covers. If
    /// these are all solutions, `links` finds the same ones.
    #[test]
    fn random_problems_have_the_same_solutions((primary, secondary, options) in problems()) {
        let mut builder = Problem::builder();
        for number in 0..primary + secondary {
            let name = number.to_string();
            if number < primary { builder.primary(&name) } else { builder.secondary(&name) }.unwrap();
        }
        for option in &options {
            let items: Vec<String> = option.iter().map(usize::to_string).collect();
            builder.option(&items).unwrap();
        }
        let problem = builder.build();
        let (portable, nodes) = walk(&problem, &bits(Vectors::Portable), MOST);
        for vectors in VECTORS {
            prop_assert_eq!(walk(&problem, &bits(vectors), MOST), (portable.clone(), nodes));
        }
        for solution in &portable {
            let options: Vec<OptionId> = solution.into_iter().collect();
            prop_assert!(quadrille::verify(&problem, &options).is_ok());
        }
        if (portable.len() as u64) < MOST {
            let mut found = portable;
            let mut expected = walk(&problem, &links(), MOST).0;
            found.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(found, expected);
        }
    }
}

/// Tests lanes of 64 bits on boards that need guesses and the subset rule. Another item has more
/// options than a lane of 32 bits holds. Columns are secondary, and the rows and boxes of one band
/// and value are adjacent, so that groups fit in few slots.
#[test]
fn boards_with_a_wide_item_are_walked_the_same() {
    let boards = include_str!("boards.txt");
    let (mut nodes, mut subsets) = (0, 0);
    for line in boards
        .lines()
        .filter(|line| line.starts_with("98.7"))
        .take(8)
    {
        let board: Grid = line.parse().unwrap();
        let mut builder = Problem::builder();
        builder.primary("wide").unwrap();
        for cell in 0..81 {
            builder.primary(format!("cell {cell}")).unwrap();
        }
        for (value, band) in (0..27).map(|place| (place / 3, place % 3)) {
            for house in ["row", "box"] {
                for number in 3 * band..3 * band + 3 {
                    builder
                        .primary(format!("{house} {number} {value}"))
                        .unwrap();
                }
            }
        }
        for place in 0..81 {
            let (column, value) = (place / 9, place % 9);
            builder
                .secondary(format!("column {column} {value}"))
                .unwrap();
        }
        for _ in 0..32 {
            builder.option(["wide"]).unwrap();
        }
        for (cell, &given) in board.cells().iter().enumerate() {
            let (row, column) = (cell / 9, cell % 9);
            for value in (0..9).filter(|&value| given == 0 || usize::from(given) == value + 1) {
                let items = [
                    format!("cell {cell}"),
                    format!("row {row} {value}"),
                    format!("box {} {value}", row / 3 * 3 + column / 3),
                    format!("column {column} {value}"),
                ];
                builder.option(&items).unwrap();
            }
        }
        let problem = builder.build();
        let [portable, others @ ..] = VECTORS.map(|vectors| {
            let solver = Solver::with_settings(problem.clone(), &plain_bits(vectors));
            assert!(solver.engine_reason().starts_with("lanes of 64 bits"));
            let mut search = solver.search();
            let answer = search.limits(Limits::new().nodes(300)).unique();
            (
                answer.value,
                answer.stats.nodes,
                answer.stats.inferences.unwrap(),
            )
        });
        nodes += portable.1;
        subsets += portable.2.subsets.unwrap();
        assert_eq!(others, [portable, portable]);
    }
    assert!(nodes > 200 && subsets > 100, "{nodes} {subsets}");
}
