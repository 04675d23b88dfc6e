//! Shapes: what their text says, what is wrong with it, and that every rule holds.

use std::ops::ControlFlow;

use proptest::prelude::*;
use quadrille::sudoku::{Grid, Kind, Shape, Sudoku, text};
use quadrille::{Count, Uniqueness};

/// A board divided into irregular regions.
pub(crate) const JIGSAW: &str = include_str!("../../../../tests/boards/shapes/jigsaw.txt");

fn shape(text: &str) -> Shape {
    text.parse().unwrap()
}

#[test]
fn sizes_have_boxes_as_square_as_can_be() {
    for (side, height, width) in [
        (4, 2, 2),
        (6, 2, 3),
        (8, 2, 4),
        (9, 3, 3),
        (10, 2, 5),
        (12, 3, 4),
        (16, 4, 4),
        (25, 5, 5),
        (36, 6, 6),
    ] {
        let by_size = shape(&format!("{side}x{side}"));
        assert_eq!(by_size, shape(&format!("boxes:{height}x{width}")));
        assert_eq!(Some(&by_size), Shape::with_side(side).as_ref());
        assert_eq!(by_size.cell_count(), side * side);
        assert_eq!(by_size.units().len(), 3 * side);
    }
    for side in [0, 1, 2, 3, 5, 7, 37, 100] {
        assert_eq!(Shape::with_side(side), None);
    }
    assert_eq!(Shape::classic(), shape("classic"));
    assert_ne!(shape("boxes:3x2"), shape("6x6"));
}

#[test]
fn words_stand_in_any_order_with_any_separator() {
    assert_eq!(shape("x + windoku"), shape("windoku,x"));
    assert_eq!(shape(" # one\n x\n\n windoku").units().len(), 33);
}

#[test]
fn a_map_overrides_boxes_and_words_may_have_capitals() {
    let map = "AAABB\nAACBB\nDCCCB\nDDCEE\nDDEEE\n";
    let by_map = shape(&format!("regions\n{map}"));
    assert_eq!(shape(&format!("5x5\nregions\n{map}")), by_map);
    assert_eq!(shape("X+Windoku+6X6"), shape("x windoku 6x6"));
    assert!(format!("6x6\nregions\n{map}").parse::<Shape>().is_err());
}

#[test]
fn a_drawn_frame_shows_its_regions_and_is_not_read_with_others() {
    let map = "5x5\nregions\nAAABB\nAACBB\nDCCCB\nDDCEE\nDDEEE\n";
    for words in ["6x6", "x", "12x12", "16x16", "boxes:3x2", "samurai", map] {
        let drawn = shape(words);
        let frame = drawn.picture(&drawn.blank(), &drawn.blank()).to_text(false);
        assert!(text::read(&drawn, &frame).is_ok(), "{words}");
        let shown = text::drawn_shape(frame.as_bytes());
        let shown = shown.map_or_else(|| Shape::with_side(drawn.side()).unwrap(), |w| shape(&w));
        let units = |shape: &Shape| {
            shape
                .units()
                .map(|unit| unit.cells().to_vec())
                .collect::<Vec<_>>()
        };
        if words != "x" {
            assert_eq!(units(&shown), units(&drawn), "{words}");
        }
    }
    let jigsaw = shape(JIGSAW);
    let frame = jigsaw
        .picture(&jigsaw.blank(), &jigsaw.blank())
        .to_text(false);
    assert!(text::read(&jigsaw, &frame).is_ok());
    let error = text::read(&Shape::classic(), &frame).unwrap_err();
    assert_eq!(
        error.reason.to_string(),
        "the frame does not show 3 x 3 boxes"
    );
}

#[test]
fn a_map_is_rows_or_one_line() {
    let one_line: String = JIGSAW.split_whitespace().collect();
    let by_rows = shape(&format!("regions\n{JIGSAW}"));
    assert_eq!(by_rows, shape(&format!("regions\n{one_line}\n")));
    let kinds: Vec<Kind> = by_rows.units().map(|unit| unit.kind()).collect();
    assert_eq!((kinds.len(), kinds[18]), (27, Kind::Region('A')));
    let extra = shape("4x4\nextra\nAA..\n..B.\n....\n.B.B\nx");
    let sizes: Vec<usize> = extra.units().map(|unit| unit.cells().len()).collect();
    assert_eq!(sizes[14..], [2, 3]);
}

#[test]
fn what_makes_no_sense_is_told_with_its_place() {
    let unknown = "unknown shape \"y\"";
    for (text, expected) in [
        ("x\n y", ("2, column 2", unknown)),
        (
            "7x7",
            (
                "1, column 1",
                "a 7x7 board cannot be divided into boxes; the side must be 4 to 36 and not prime",
            ),
        ),
        (
            "x+2x3",
            (
                "1, column 3",
                "a board of 2 rows and 3 columns, expected as many rows as columns",
            ),
        ),
        (
            "boxes:7x7",
            (
                "1, column 1",
                "a box of 7 x 7 has 49 cells, expected 1 to 36",
            ),
        ),
        (
            "boxes:a",
            (
                "1, column 1",
                "invalid box size \"a\", expected rows x columns such as 2x3",
            ),
        ),
        (
            "6x6 4x4",
            ("1, column 5", "second size \"4x4\" after \"6x6\""),
        ),
        ("regions", ("1, column 1", "no map after \"regions\"")),
        (
            "regions\nAABB\nAAB\n",
            (
                "2, column 1",
                "a map of 1 row of 4 characters, expected as many rows as characters",
            ),
        ),
        (
            "regions\nAABB\nAABB\nCCDD\nCCDA\n",
            ("2, column 1", "region A has 5 cells, expected 4"),
        ),
        (
            "9x9\nextra\nA...\n....\n....\n....",
            ("3, column 1", "a map of 4 rows, expected 9"),
        ),
        (
            "4x4\nextra\nAAAA\nA...\n....\n....",
            (
                "3, column 1",
                "extra region A has 5 cells, expected at most 4",
            ),
        ),
        (
            "windoku\nregions\nAABB\nAABB\nCCDD\nCCDD",
            ("1, column 1", "windoku needs boxes, not regions"),
        ),
        (
            "at:r0c1",
            (
                "1, column 1",
                "invalid place \"r0c1\", expected r1c1 to r100c100",
            ),
        ),
        (
            "at:r1c1 at:r1c1",
            ("1, column 9", "two boards begin at r1c1"),
        ),
        (
            "at:r1c1 samurai",
            ("1, column 9", "'samurai' and 'at:' cannot be combined"),
        ),
    ] {
        let (place, what) = expected;
        let error = text.parse::<Shape>().unwrap_err().to_string();
        assert_eq!(error, format!("line {place}: {what}"), "{text:?}");
    }
}

/// Whether a full board keeps a rule, by the words of the rule and nothing else.
fn keeps(rule: &str, at: impl Fn(usize, usize) -> u8) -> bool {
    let cells = || (0..9usize).flat_map(|row| (0..9usize).map(move |column| (row, column)));
    let differ = |places: &mut dyn Iterator<Item = (usize, usize)>| {
        let mut values: Vec<u8> = places.map(|(row, column)| at(row, column)).collect();
        values.sort_unstable();
        values.windows(2).all(|pair| pair[0] != pair[1])
    };
    let steps = |down: usize, right: usize, fine: fn(u8, u8) -> bool| {
        cells().all(|(row, column)| {
            cells().all(|(r, c)| {
                let step = (row.abs_diff(r), column.abs_diff(c));
                step != (down, right) || fine(at(row, column), at(r, c))
            })
        })
    };
    match rule {
        "x" => {
            differ(&mut (0..9).map(|row| (row, row)))
                && differ(&mut (0..9).map(|row| (row, 8 - row)))
        }
        "windoku" => [1, 5].iter().all(|&top| {
            let window = |left: usize| (0..9).map(move |cell| (top + cell / 3, left + cell % 3));
            differ(&mut window(1)) && differ(&mut window(5))
        }),
        "disjoint" => (0..9).all(|group| {
            let place = |n: usize| (n / 3 * 3 + group / 3, n % 3 * 3 + group % 3);
            differ(&mut (0..9).map(place))
        }),
        "anti-knight" => steps(1, 2, |a, b| a != b) && steps(2, 1, |a, b| a != b),
        "anti-king" => steps(1, 1, |a, b| a != b),
        "non-consecutive" => {
            steps(0, 1, |a, b| a.abs_diff(b) > 1) && steps(1, 0, |a, b| a.abs_diff(b) > 1)
        }
        _ => unreachable!(),
    }
}

#[test]
fn solutions_keep_the_rules_and_no_other_board_does() {
    let classic = Sudoku::classic();
    for rule in [
        "x",
        "windoku",
        "disjoint",
        "anti-knight",
        "anti-king",
        "non-consecutive",
    ] {
        let shape = shape(rule);
        let sudoku = Sudoku::new(shape.clone());
        let mut search = sudoku.search();
        let mut plain = classic.search();
        let (mut kept, mut broken) = (0, 0);
        // A row in every order of some gives boards of both kinds.
        for shift in 0..9u8 {
            let mut cells = vec![0; 81];
            for column in 0..9u8 {
                cells[usize::from(column)] = (column * 4 + shift) % 9 + 1;
            }
            let board = Grid::new(cells);
            let solution = search.first(&board).value;
            if let Some(solution) = &solution {
                kept += 1;
                assert!(shape.is_solution(solution), "{rule}");
                assert!(
                    keeps(rule, |row, column| solution.cells()[row * 9 + column]),
                    "{rule}"
                );
            }
            let other = plain.first(&board).value.unwrap();
            let fine = keeps(rule, |row, column| other.cells()[row * 9 + column]);
            assert_eq!(shape.is_solution(&other), fine, "{rule}");
            assert_eq!(shape.clash(&other).is_none(), fine, "{rule}");
            let answer = search.unique(&other);
            let expected = if fine {
                Uniqueness::One
            } else {
                Uniqueness::None
            };
            assert_eq!(answer.value, expected, "{rule}");
            broken += usize::from(!fine);
        }
        assert!(kept > 0 && broken > 0, "{rule}: {kept} {broken}");
    }
}

#[test]
fn boards_that_overlap_are_solved_together() {
    let shape = shape("samurai");
    let solution = Sudoku::new(shape.clone())
        .search()
        .first(&shape.blank())
        .value
        .unwrap();
    assert!(shape.is_solution(&solution));
    // Each of the five is a board by itself.
    for (top, left) in [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)] {
        let cell = |number: usize| shape.cell(top + number / 9, left + number % 9).unwrap();
        let cells = (0..81).map(|number| solution.cells()[cell(number)]);
        assert!(Shape::classic().is_solution(&Grid::new(cells.collect())));
    }
    let mut lines = Vec::new();
    text::write_grid(&mut lines, &shape, &solution).unwrap();
    let lines = String::from_utf8(lines).unwrap();
    assert_eq!(text::read(&shape, &lines), Ok(solution.clone()));
    assert_eq!(text::read(&shape, &solution.to_string()), Ok(solution));
}

#[test]
fn blank_boards_of_every_size_are_filled() {
    for side in [4, 6, 8, 10, 12, 16] {
        let shape = Shape::with_side(side).unwrap();
        let answer = Sudoku::new(shape.clone()).search().first(&shape.blank());
        assert!(
            answer
                .value
                .is_some_and(|solution| shape.is_solution(&solution)),
            "{side}"
        );
    }
    let jigsaw = shape(&format!("regions\n{JIGSAW}"));
    let answer = Sudoku::new(jigsaw.clone()).search().first(&jigsaw.blank());
    assert!(jigsaw.is_solution(&answer.value.unwrap()));
}

/// All sudoku squares of order 4 (Jarvis, "Sudoku enumeration problems").
#[test]
fn all_boards_of_four_rows_are_counted() {
    let sudoku = Sudoku::new(shape("4x4"));
    let answer = sudoku.search().count(&sudoku.shape().blank());
    assert!(answer.is_complete() && answer.value == 288);
}

/// The same of order 6 with boxes of 2 x 3.
#[test]
fn all_boards_of_six_rows_are_counted() {
    let sudoku = Sudoku::new(shape("6x6"));
    let answer = sudoku.search().count(&sudoku.shape().blank());
    assert!(answer.is_complete() && answer.value == 28_200_960);
}

/// By the definition: all solutions are listed, and each candidate is looked for in them.
#[test]
fn marginals_are_those_of_the_list_of_solutions() {
    let sudoku = Sudoku::new(shape("4x4+x"));
    let mut search = sudoku.search();
    for board in [
        "................",
        "1...............",
        "1..4....1.......",
        "1..1............",
    ] {
        let board: Grid = board.parse().unwrap();
        let mut expected = vec![0_u64; 64];
        let listed = search.for_each(&board, |solution| {
            for (cell, value) in solution.givens() {
                expected[cell * 4 + usize::from(value) - 1] += 1;
            }
            ControlFlow::Continue(())
        });
        let marginals = search.marginals(&board);
        assert!(marginals.is_complete() && marginals.stats.solutions == listed.value);
        assert_eq!(search.count(&board).value, listed.value);
        let expected: Vec<Count> = expected.into_iter().map(Count::from).collect();
        assert_eq!(marginals.value, Some(expected), "{board}");
    }
}

#[test]
fn a_board_of_another_shape_has_no_solution() {
    let mut search = Sudoku::classic().search();
    for cells in [vec![], vec![0; 80], vec![0; 82], vec![10; 81]] {
        let answer = search.first(&Grid::new(cells));
        assert!(answer.value.is_none() && answer.is_complete());
    }
    assert!(search.first(&Shape::classic().blank()).value.is_some());
}

proptest! {
    #[test]
    fn no_text_makes_a_shape_panic(text in "[0-9a-cxr:\\n +.#]{0,60}|(regions|extra)\n[AB.\n]{0,80}|at:r[0-9]{0,4}c[0-9]{0,4}") {
        let _ = text.parse::<Shape>();
    }
}

#[test]
fn overlapping_boards_are_read_on_one_line_as_wide_as_the_picture() {
    let shape: Shape = "samurai".parse().unwrap();
    let mut wide = vec![b'.'; 21 * 21];
    (wide[0], wide[12], wide[20 * 21 + 20]) = (b'1', b'2', b'3');
    let text = String::from_utf8(wide).unwrap();
    let board = text::read(&shape, &text).unwrap();
    let givens: Vec<_> = board.givens().collect();
    assert_eq!(givens, [(0, 1), (9, 2), (368, 3)]);
    // A value where there is no cell.
    let (before, after) = text.split_at(9);
    let bad = format!("{before}7{}", &after[1..]);
    assert!(text::read(&shape, &bad).is_err());
}
