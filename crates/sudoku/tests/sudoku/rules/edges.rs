//! Rules at their edges: cells that occur twice, boards that overlap, and rules that are refused.

use quadrille::Settings;
use quadrille::sudoku::{
    BoardExplanation, CellRule, Check, Detail, Difficulty, Division, Grid, Machine, Outline,
    Pattern, Puzzle, PuzzleFormat, RuleKind, RuleReason, Shape, Sudoku,
};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

use super::naive::{Board, holds};

fn count(shape: &Shape) -> u64 {
    let sudoku = Sudoku::new(shape.clone());
    let count = sudoku.search().count(&shape.blank()).value;
    count.try_into().unwrap()
}

fn shape(words: &str) -> Shape {
    words.parse().unwrap()
}

/// The boards that `fits` accepts, out of all boards of a shape.
fn filtered(shape: &Shape, fits: impl Fn(&Grid) -> bool) -> u64 {
    let all = Sudoku::new(shape.clone())
        .search()
        .all(&shape.blank())
        .value;
    all.iter().filter(|board| fits(board)).count() as u64
}

#[test]
fn a_line_may_read_a_cell_twice() {
    let plain = shape("4x4");
    let value = |board: &Grid, cell: usize| board.cells()[cell];
    let with = |rule: CellRule| count(&plain.clone().with_cell_rules([rule]).unwrap());

    // Twice the first cell is the other.
    let zipper = CellRule::new(RuleKind::Zipper, [0, 10, 0]);
    let is_twice = |board: &Grid| 2 * value(board, 0) == value(board, 10);
    let expected = filtered(&plain, is_twice);
    assert_eq!((with(zipper), expected), (36, 36));

    let regions = CellRule::new(RuleKind::RegionSum, [0, 1, 0, 2]);
    let is_sum = |board: &Grid| 2 * value(board, 0) + value(board, 1) == value(board, 2);
    let expected = filtered(&plain, is_sum);
    assert_eq!((with(regions), expected), (12, 12));

    let equal = CellRule::new(RuleKind::EqualSums, [0, 0, 1, 2]);
    let equal = equal.with(Detail::Values(vec![2, 2]));
    let is_equal = |board: &Grid| 2 * value(board, 0) == value(board, 1) + value(board, 2);
    let expected = filtered(&plain, is_equal);
    assert!(expected > 0);
    assert_eq!(with(equal), expected);
}

/// A column of one board goes on in the other: cells of both stand above each other.
#[test]
fn flatmates_look_across_boards_that_overlap() {
    for place in ["r3c3", "r2c3", "r4c4"] {
        let plain = shape(&format!("4x4 at:r1c1 at:{place}"));
        let fits = |board: &Grid| {
            (0..plain.cell_count()).all(|cell| {
                let (row, column) = plain.place(cell);
                let holds = |row: Option<usize>, wanted: u8| {
                    let cell = row.and_then(|row| plain.cell(row, column));
                    cell.is_some_and(|cell| board.cells()[cell] == wanted)
                };
                board.cells()[cell] != 2 || holds(row.checked_sub(1), 1) || holds(Some(row + 1), 4)
            })
        };
        let flatmates = shape(&format!("4x4 dutch-flatmates at:r1c1 at:{place}"));
        let expected = filtered(&plain, fits);
        assert!(expected > 0);
        assert_eq!(count(&flatmates), expected, "{place}");
    }
}

#[test]
fn sets_of_cells_that_may_be_equal_hold_the_same_values() {
    let plain = shape("4x4");
    let mut rng = Pcg64::seed_from_u64(5);
    let mut total = 0;
    for _ in 0..40 {
        let mut cells: Vec<usize> = (0..16).collect();
        cells.shuffle(&mut rng);
        let (one, other) = (
            [cells[0], cells[1], cells[2]],
            [cells[3], cells[4], cells[5]],
        );
        let rule = CellRule::new(RuleKind::SameValues, one.into_iter().chain(other));
        let is_same = |board: &Grid| {
            let sorted = |cells: [usize; 3]| {
                let mut values = cells.map(|cell| board.cells()[cell]);
                values.sort_unstable();
                values
            };
            sorted(one) == sorted(other)
        };
        let expected = filtered(&plain, is_same);
        let own = plain.clone().with_cell_rules([rule.with_number(2)]);
        assert_eq!(count(&own.unwrap()), expected, "{one:?} {other:?}");
        total += expected;
    }
    assert!(total > 0);
}

/// Two sets of 16 cells: one for each value is enough, so it takes little memory.
#[test]
fn large_sets_of_the_same_values_are_laid_out() {
    let rows = [(0, 0), (1, 0), (4, 1), (5, 1)];
    let cells = rows
        .into_iter()
        .flat_map(|(row, left)| (0..8).map(move |at| 9 * row + left + at));
    let rule = CellRule::new(RuleKind::SameValues, cells).with_number(2);
    let shape = Shape::classic().with_cell_rules([rule]).unwrap();
    let sudoku = Sudoku::new(shape.clone());
    let board = sudoku.search().first(&shape.blank()).value.unwrap();
    assert!(shape.is_solution(&board));
    assert!(sudoku.solver().problem().option_count() < 60_000);
}

/// The reason why a rule is refused.
fn refused(shape: &Shape, rule: CellRule) -> RuleReason {
    shape.clone().with_cell_rules([rule]).unwrap_err().reason
}

#[test]
fn counts_that_no_cells_can_have_are_refused() {
    let classic = Shape::classic();
    let counts = |values: &[i64]| {
        let rule = CellRule::new(RuleKind::Counts, [0, 1, 2]);
        refused(&classic, rule.with(Detail::Values(values.to_vec())))
    };
    for number in [4_294_967_297, i64::MAX, i64::MIN, -1, 4] {
        let reason = counts(&[number, 3]);
        assert!(
            matches!(reason, RuleReason::Number { number: own, least: 0, most: 3, .. } if own == number)
        );
    }
    assert_eq!(
        counts(&[1, 3, 1]).to_string(),
        "missing value after the last count"
    );
    assert_eq!(
        counts(&[1, 3, 1, 3]).to_string(),
        "the value 3 occurs twice"
    );
    assert_eq!(
        counts(&[1, 10]).to_string(),
        "the board has no value 10, expected 1 to 9"
    );
}

#[test]
fn errors_inside_a_choice_name_the_rule() {
    // All lists of rules are impossible.
    let cage = CellRule::new(RuleKind::Cage, [0, 1]).with_number(99);
    let thermometer = CellRule::new(RuleKind::Thermometer, [0, 1]);
    let inner = CellRule::either(vec![vec![thermometer, cage.clone()], vec![cage]]);
    let outer = CellRule::either(vec![vec![inner]]);
    let error = Shape::classic().with_cell_rules([outer]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the cage at r1c1 (sum 99), in a choice: the sum is 99, expected 3 to 17"
    );
    // Whether a pair has a dot must not depend on a choice.
    let dot = CellRule::new(RuleKind::Difference, [0, 1]);
    let strict = shape("9x9 strict-white");
    assert_eq!(
        refused(&strict, CellRule::either(vec![vec![dot]])).to_string(),
        "a dot or sign of a strict rule cannot be part of a choice"
    );
}

#[test]
fn a_sum_with_factors_in_a_choice_is_as_small_as_alone() {
    let factors = (0..9).map(|place| 10_i64.pow(place)).collect();
    let sum = CellRule::new(RuleKind::Sum, 0..9).with(Detail::Factors(123_456_789, factors));
    let odd = CellRule::new(RuleKind::Odd, [80]);
    let counts = [vec![vec![sum.clone()]], vec![vec![sum], vec![odd]]].map(|branches| {
        let shape = Shape::classic().with_cell_rules([CellRule::either(branches)]);
        let board = Grid::new((1..=9).rev().chain([0; 72]).collect());
        let sudoku = Sudoku::for_board(&shape.unwrap(), &board, &Settings::new());
        sudoku.search().first(&board).value.is_some()
    });
    assert_eq!(counts, [true, true]);
}

#[test]
fn a_single_set_has_the_same_values_as_itself() {
    let all = CellRule::new(RuleKind::SameValues, 0..1296).with_number(1);
    let shape = shape("36x36").with_cell_rules([all]).unwrap();
    let sudoku = Sudoku::new(shape.clone());
    assert!(sudoku.solver().problem().option_count() > 0);
    let halves = CellRule::new(RuleKind::SameValues, 0..1296).with_number(2);
    let reason = refused(&shape, halves);
    assert!(reason.to_string().contains("too many states"), "{reason}");
    let pairs: Vec<(i64, i64)> = (1..=36).map(|value| (value, value % 36 + 1)).collect();
    let pairs = CellRule::new(RuleKind::AllPairs, 0..1296).with(Detail::Pairs(pairs));
    let reason = refused(&shape, pairs);
    assert!(reason.to_string().contains("too many states"), "{reason}");
}

#[test]
fn a_board_of_another_size_has_no_solution() {
    for rules in [vec![], vec![CellRule::new(RuleKind::Thermometer, [0, 1])]] {
        let shape = Shape::classic().with_cell_rules(rules).unwrap();
        for board in [vec![0; 16], vec![0; 82], [vec![10], vec![0; 80]].concat()] {
            let board = Grid::new(board);
            let sudoku = Sudoku::for_board(&shape, &board, &Settings::new());
            for sudoku in [sudoku, Sudoku::new(shape.clone())] {
                let mut search = sudoku.search();
                assert_eq!(search.count(&board).value, 0);
                assert_eq!(search.check(&board).value, Check::None);
            }
        }
    }
}

#[test]
fn candidates_stay_excluded_in_explanations() {
    let marks = [vec![0b011], vec![0x1FF; 80]].concat();
    let board = Grid::from_marks(marks);
    let rule = CellRule::new(RuleKind::Thermometer, [1, 2]);
    for rules in [vec![], vec![rule]] {
        let shape = Shape::classic().with_cell_rules(rules).unwrap();
        let mut search = Sudoku::new(shape).search();
        let BoardExplanation::Several(ambiguity) = search.explain(&board).value else {
            panic!("one solution");
        };
        let first = ambiguity.cells.iter().find(|own| own.cell == 0).unwrap();
        assert!(first.values.iter().all(|own| own.0 <= 2), "{first:?}");
    }
}

#[test]
fn a_full_board_with_a_rule_is_easy() {
    let rows =
        (0..9).flat_map(|row: u8| (0..9).map(move |column| (row * 3 + row / 3 + column) % 9 + 1));
    let full: Vec<u8> = rows.collect();
    let rule = CellRule::new(RuleKind::Thermometer, [0, 1, 2]);
    let shape = Shape::classic().with_cell_rules([rule]).unwrap();
    let mut blank = full.clone();
    blank[40] = 0;
    for board in [full, blank].map(Grid::new) {
        for sudoku in [
            Sudoku::new(shape.clone()),
            Sudoku::for_board(&shape, &board, &Settings::new()),
        ] {
            let rating = sudoku.search().rate(&board).value.unwrap();
            assert_eq!(rating.difficulty(), Difficulty::Easy, "{rating:?}");
        }
    }
}

#[test]
fn factors_with_sums_beyond_64_bits_are_refused_in_choices_too() {
    let classic = Shape::classic();
    for factor in [1 << 62, i64::MAX, i64::MIN, 1 << 60] {
        let rule = CellRule::new(RuleKind::Sum, [0, 1]);
        let rule = rule.with(Detail::Factors(0, vec![factor, factor]));
        let either = CellRule::either(vec![vec![rule.clone()]]);
        for rule in [rule, either] {
            let reason = refused(&classic, rule);
            let is_size = matches!(reason, RuleReason::Board { needs } if needs.contains("2^63"));
            assert!(is_size, "{reason}");
        }
    }
    // The largest factors that fit; no values of the cells add up to the total.
    for total in [i64::MAX, i64::MIN] {
        let rule = CellRule::new(RuleKind::Sum, [0, 1]);
        let rule = rule.with(Detail::Factors(total, vec![1 << 58, -(1 << 58)]));
        for rule in [rule.clone(), CellRule::either(vec![vec![rule]])] {
            let shape = shape("4x4").with_cell_rules([rule]).unwrap();
            assert_eq!(count(&shape), 0);
        }
    }
}

/// Alone, such a rule is an error. In a choice it is false, whatever the other rules say.
#[test]
fn a_rule_that_cannot_hold_is_false_in_a_choice() {
    use RuleKind as K;
    let plain = shape("4x4");
    let naive = Board::new(&plain.outline());
    let numbered = |kind: RuleKind, cells: &[usize]| {
        let rule = CellRule::new(kind, cells.to_vec());
        [99, i64::MAX].map(|number| rule.clone().with_number(number))
    };
    let kinds = [
        K::Cage,
        K::Difference,
        K::HiddenSkyscraper,
        K::LittleKiller,
        K::Lockout,
        K::Lunchbox,
        K::NumberedRoom,
        K::PairSum,
        K::Ratio,
        K::Sandwich,
        K::Skyscraper,
        K::SumLine,
        K::SumLoop,
        K::Whispers,
        K::XSum,
    ];
    let mut rules: Vec<CellRule> = kinds
        .into_iter()
        .flat_map(|kind| [[0, 1, 4].as_slice(), &[5, 6]].map(|cells| numbered(kind, cells)))
        .flatten()
        .collect();
    let below = [K::Cage, K::LittleKiller, K::PairSum, K::Sandwich, K::XSum];
    rules.extend(below.map(|kind| CellRule::new(kind, [0, 1, 4]).with_number(i64::MIN)));
    let long = [
        K::AllDifferent,
        K::Cage,
        K::Greater,
        K::Nabner,
        K::Renban,
        K::Thermometer,
    ];
    rules.extend(long.map(|kind| CellRule::new(kind, [0, 6, 11, 13, 14])));
    rules.push(CellRule::new(K::Arrow, [0, 6, 11, 13, 14, 15]));
    for (kind, values) in [
        (K::Quadruple, vec![9]),
        (K::Quadruple, vec![1, 2, 3]),
        (K::Quadruple, vec![i64::MAX]),
        (K::Counts, vec![9, 1]),
        (K::Counts, vec![i64::MIN, 1]),
        (K::Counts, vec![1, 70]),
    ] {
        rules.push(CellRule::new(kind, [0, 5]).with(Detail::Values(values)));
    }
    // With few cells, and with more.
    for other in [vec![0], vec![3, 5, 10, 12, 15]] {
        let other = CellRule::new(K::Odd, other);
        let expected = filtered(&plain, |board| {
            let values = board.cells().iter().map(|&value| i64::from(value));
            holds(&naive, &other, &values.collect::<Vec<i64>>())
        });
        assert!(expected > 0);
        for rule in &rules {
            let reason = refused(&plain, rule.clone()).to_string();
            assert!(!reason.contains("states"), "{rule:?}: {reason}");
            let choices = vec![vec![rule.clone()], vec![other.clone()]];
            let choice = CellRule::either(choices.clone());
            let inner = CellRule::either(vec![vec![CellRule::either(vec![vec![rule.clone()]])]]);
            let deep = CellRule::either(vec![vec![inner], vec![other.clone(), choice.clone()]]);
            for choice in [choice, deep] {
                let with = plain.clone().with_cell_rules([choice]).unwrap();
                assert_eq!(count(&with), expected, "{rule:?}");
            }
        }
    }
    let (puzzle, _) = Puzzle::read(".Shape~4x4.Or.X.~R1C1_1.End").unwrap();
    assert_eq!(count(&puzzle.shape), 72);
    // A rule without a meaning is an error there, too.
    for kind in [K::Modular, K::PillArrow, K::SameValues, K::Whispers] {
        let rule = CellRule::new(kind, [0, 1, 4]).with_number(0);
        let choice = CellRule::either(vec![vec![rule]]);
        let reason = refused(&plain, choice);
        assert!(
            matches!(reason, RuleReason::Number { number: 0, .. }),
            "{reason}"
        );
    }
}

/// Each would take gigabytes.
#[test]
fn rules_with_too_many_states_are_refused() {
    let classic = Shape::classic();
    let all: Vec<usize> = (0..81).collect();
    // The 30th value from the end is a 1.
    let mut steps: Vec<(u32, i64, u32)> = (1..=9).map(|value| (0, value, 0)).collect();
    steps.push((0, 1, 1));
    steps.extend((1..30).flat_map(|state| (1..=9).map(move |value| (state, value, state + 1))));
    let machine = Machine::new(vec![0], vec![30], steps);
    let machine = CellRule::new(RuleKind::Machine, all).with(Detail::Machine(machine));
    let large: Shape = shape("36x36");
    let rellik = CellRule::new(RuleKind::RellikCage, 0..36).with_number(300);
    let lunchbox = CellRule::new(RuleKind::Lunchbox, 0..30).with_number(400);
    let sum_loop = CellRule::new(RuleKind::SumLoop, 0..236).with_number(8_496);
    for (shape, rule) in [
        (&classic, machine),
        (&large, rellik),
        (&large, lunchbox),
        (&large, sum_loop),
    ] {
        let reason = refused(shape, rule);
        let is_size = matches!(reason, RuleReason::Board { needs } if needs.contains("states"));
        assert!(is_size, "{reason}");
    }
}

#[test]
fn long_patterns_are_refused() {
    for text in ["((1{1000}){1000}){1000}", "[1-9]*1[1-9]{30}"] {
        let error = Pattern::new(text).unwrap_err();
        assert_eq!(error.to_string(), "its state machine takes more than 4 MB");
    }
}

/// Each alone is small enough; all of them would take gigabytes.
#[test]
fn rules_that_are_too_large_together_are_refused() {
    let classic = Shape::classic();
    let factors: Vec<i64> = (0..12)
        .map(|place| 997 * place * place % 1_000 + 1)
        .collect();
    let rule = |place: usize| {
        let cells = place..place + 12;
        let detail = Detail::Factors(27_000, factors.clone());
        CellRule::new(RuleKind::Sum, cells).with(detail)
    };
    assert!(classic.clone().with_cell_rules([rule(0)]).is_ok());
    let error = classic.clone().with_cell_rules((0..69).map(rule)).err();
    let error = error.map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("before it"), "{error}");
    // Rules that were there before count, too.
    let shape = classic.with_cell_rules([rule(0)]).unwrap();
    assert!(shape.with_cell_rules((1..69).map(rule)).is_err());
}

#[test]
fn loops_that_overlap_are_soon_counted() {
    // Counted by a program that tries all boards.
    for (text, expected, most_nodes) in [
        (
            ".Shape~4x4.SumLine~13~R2C4~R3C3~R2C2~R2C3~R1C3~R1C2~R1C1~R2C1~R3C2~R4C3~R3C4~LOOP\
             .SumLine~9~R4C3~R3C4~R2C4~R1C3~R2C2~R3C2~R2C1~R1C1~R1C2~R2C3~R3C3~R4C4~LOOP",
            7,
            10_000,
        ),
        (
            ".Shape~4x4~7.~R1C1_7~R1C2_5~R2C3_6~R4C4_5~R3C1_4~R2C1_2.Or\
             .SumLine~11~R1C3~R2C2~R3C3~R4C4~R4C3~R3C2~R4C1~R3C1~R2C1~R1C2~LOOP\
             .SumLine~10~R3C4~R2C3~R3C3~R2C4~R1C3~R2C2~R1C1~R1C2~R2C1~R3C1~R4C2~R4C3~LOOP\
             .SumLine~17~R3C2~R2C1~R3C1~R2C2~R1C2~R1C3~R1C4~R2C4~R2C3~R3C3~R4C4~R3C4~R4C3~R4C2\
             ~R4C1~LOOP.End",
            828,
            20_000,
        ),
    ] {
        let (puzzle, _) = Puzzle::read(text).unwrap();
        let sudoku = Sudoku::for_board(&puzzle.shape, &puzzle.board, &Settings::new());
        let answer = sudoku.search().count(&puzzle.board);
        assert_eq!(answer.value.to_u64(), Some(expected));
        assert!(answer.stats.nodes < most_nodes, "{}", answer.stats.nodes);
        let marginals = sudoku.search().marginals(&puzzle.board);
        assert_eq!(marginals.stats.solutions.to_u64(), Some(expected));
    }
}

#[test]
fn factors_of_any_size_are_laid_out() {
    // Only the row 123456789 has this sum. The sum of the row is not subtracted: the factors
    // would be worse.
    let factors = [
        -1_000_000_000,
        10_000_000,
        1_000_000,
        100_000,
        10_000,
        1_000,
        100,
        10,
        1,
    ];
    let rule =
        CellRule::new(RuleKind::Sum, 0..9).with(Detail::Factors(-976_543_211, factors.to_vec()));
    let shape = Shape::classic().with_cell_rules([rule]).unwrap();
    let sudoku = Sudoku::new(shape);
    let solution = sudoku
        .search()
        .first(&Grid::new(vec![0; 81]))
        .value
        .unwrap();
    assert_eq!(solution.cells()[..9], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

/// Where a cell may hold 0, numbers may be 0: they are not refused, and mean what they say.
#[test]
fn numbers_are_0_where_values_are() {
    let zeros: Shape = Shape::outlined(
        &Outline {
            rows: 4,
            columns: 4,
            values: 4,
            lowest: 0,
            division: Division::None,
        },
        [],
    )
    .unwrap();
    let naive = Board::new(&zeros.outline());
    for (kind, cells, numbers) in [
        (RuleKind::XSum, vec![0, 1, 2, 3], 0..4),
        (RuleKind::XSum, vec![0], 0..2),
        (RuleKind::Skyscraper, vec![0], 0..2),
        (RuleKind::Skyscraper, vec![0, 5], 0..3),
        (RuleKind::Sandwich, vec![0, 1, 2, 3], 0..4),
        (RuleKind::Lunchbox, vec![0, 1, 2], 0..2),
        (RuleKind::LittleKiller, vec![0, 5], 0..3),
        (RuleKind::HiddenSkyscraper, vec![0, 5], 0..4),
        (RuleKind::NumberedRoom, vec![0, 1], 0..4),
        (RuleKind::RellikCage, vec![0, 1, 2], 0..6),
        (RuleKind::SumLine, vec![0, 5], 0..3),
        (RuleKind::SumLoop, vec![0, 5, 10], 0..3),
        (RuleKind::PairSum, vec![0, 5], 0..3),
        (RuleKind::Difference, vec![0, 5], 0..3),
        (RuleKind::PillArrow, vec![0, 1], 1..2),
        (RuleKind::PillArrow, vec![0, 1, 6], 1..3),
    ] {
        for number in numbers {
            let rule = CellRule::new(kind, cells.clone()).with_number(number);
            let with = zeros.clone().with_cell_rules([rule.clone()]).unwrap();
            let expected = filtered(&zeros, |board| {
                let values = board.cells().iter().map(|&value| i64::from(value) - 1);
                holds(&naive, &rule, &values.collect::<Vec<i64>>())
            });
            assert_eq!(count(&with), expected, "{rule:?}");
        }
    }
    // Values from 1 make no such numbers.
    for kind in [RuleKind::XSum, RuleKind::Skyscraper, RuleKind::RellikCage] {
        let rule = CellRule::new(kind, [0, 1]).with_number(0);
        let reason = refused(&shape("4x4"), rule);
        assert!(matches!(reason, RuleReason::Number { least: 1, .. }));
    }
}

/// A pill of one cell is the circle of an arrow.
#[test]
fn a_pill_of_one_cell_is_an_arrow() {
    let plain = shape("6x6");
    let pill = CellRule::new(RuleKind::PillArrow, [0, 1, 2]).with_number(1);
    let arrow = CellRule::new(RuleKind::Arrow, [0, 1, 2]);
    let [pill, arrow] = [pill, arrow].map(|rule| plain.clone().with_cell_rules([rule]).unwrap());
    let text = Puzzle::new(pill.clone(), pill.blank());
    let text = text.write(PuzzleFormat::Iss).unwrap();
    assert_eq!(text, ".Shape~6x6.Arrow~R1C1~R1C2~R1C3");
    let (a, b) = (count_of_row(&pill), count_of_row(&arrow));
    assert_eq!(a, b);
    assert!(a > 0);
}

/// The ways to fill the first row.
fn count_of_row(shape: &Shape) -> usize {
    let mut search = Sudoku::new(shape.clone()).search();
    let values = 1..=6u8;
    let rows = values
        .clone()
        .flat_map(|a| values.clone().map(move |b| (a, b)));
    let rows = rows.flat_map(|(a, b)| values.clone().map(move |c| [a, b, c]));
    let fits = |row: &[u8; 3]| {
        let mut cells = shape.blank().cells().to_vec();
        cells[..3].copy_from_slice(row);
        search.first(&Grid::new(cells)).value.is_some()
    };
    rows.filter(fits).count()
}
