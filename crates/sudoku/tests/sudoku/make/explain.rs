//! What is told of boards without one solution, judged by the other engine.

use quadrille::sudoku::{
    BoardExplanation, CellRule, Check, Generator, Grid, Recipe, RuleKind, Shape, Sudoku,
};
use quadrille::{Limits, Uniqueness};

use super::{blanked, is_unique, judge, put, sudoku};
use crate::records::LINE;

/// One digit of a solved board mistyped: in 95 of 100 cases that cell, and no other, is named.
#[test]
fn a_mistyped_digit_is_found() {
    let sudoku = Sudoku::classic();
    let mut search = sudoku.search();
    let mut generator = Generator::new(sudoku, Recipe::new().clues(81)).unwrap();
    let mut named = 0;
    for seed in 0..100 {
        let solved = generator.puzzle(seed, |_| true).board.unwrap();
        let cell = (seed as usize * 37 + 11) % 81;
        let right = solved.cells()[cell];
        let wrong = (right + seed as u8 % 8) % 9 + 1;
        assert_ne!(right, wrong);
        let mistyped = put(&solved, &[(cell, wrong)]);
        let BoardExplanation::None(found) = search.explain(&mistyped).value else {
            panic!("{mistyped}")
        };
        let [changes] = &*found.changes else { continue };
        let [change] = &**changes else { continue };
        named +=
            usize::from((change.cell, change.from, &*change.to) == (cell, wrong, &[right][..]));
    }
    assert!(named >= 95, "{named}");
}

/// Puzzles with one wrong or one further digit: their clashes and changes by the definition.
#[test]
fn clashes_have_no_solution_and_lose_that_with_any_given() {
    let judge = judge("classic");
    let mut judge = judge.search();
    let sudoku = Sudoku::classic();
    let mut search = sudoku.search();
    let mut generator = Generator::new(sudoku, Recipe::new().clues(28)).unwrap();
    let (mut none, mut larger) = (0, 0);
    for seed in 0..40 {
        let board = generator.puzzle(seed, |_| true).board.unwrap();
        let cell = (seed as usize * 29 + 5) % 81;
        let wrong = put(&board, &[(cell, seed as u8 % 9 + 1)]);
        let BoardExplanation::None(found) = search.explain(&wrong).value else {
            continue;
        };
        none += 1;
        assert!(found.minimal);
        larger += usize::from(found.clash.len() > 2);
        let clash = put(&sudoku.shape().blank(), &found.clash);
        assert_eq!(judge.unique(&clash).value, Uniqueness::None);
        for &(cell, value) in &found.clash {
            assert_eq!(wrong.get(cell), Some(value));
            assert!(judge.first(&blanked(&clash, &[cell])).value.is_some());
        }
        // The cell with the wrong digit is one way to mend it, and no other way is shorter.
        assert!(
            found
                .changes
                .iter()
                .any(|set| set[0].cell == cell && set.len() == 1),
            "{wrong}"
        );
        for set in &found.changes {
            assert_eq!(set.len(), 1);
            let rest = blanked(&wrong, &[set[0].cell]);
            for value in 1..=9 {
                let solvable = judge
                    .first(&put(&rest, &[(set[0].cell, value)]))
                    .value
                    .is_some();
                assert_eq!(set[0].to.contains(&value), solvable);
            }
        }
    }
    assert!(none > 20 && larger > 10, "{none} {larger}");
}

/// All boards of two rows of a 4x4 board with two digits wrong: the number of changes by trying all of them.
#[test]
fn the_fewest_changes_are_all_found() {
    let shape: Shape = "4x4".parse().unwrap();
    let sudoku = Sudoku::new(shape);
    let mut search = sudoku.search();
    let solved = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    for (first, second) in [(0, 5), (3, 10), (1, 14), (7, 8)] {
        let mut cells = solved;
        cells[first] = cells[first] % 4 + 1;
        cells[second] = (cells[second] + 1) % 4 + 1;
        let board = Grid::new(cells.to_vec());
        let BoardExplanation::None(found) = search.explain(&board).value else {
            panic!("{board}")
        };
        let mut expected: Vec<Vec<usize>> = Vec::new();
        for size in 1..=2 {
            let sets = (0..1u32 << 16).filter(|set| set.count_ones() == size);
            let cells = |set: u32| {
                (0..16)
                    .filter(|cell| set >> cell & 1 == 1)
                    .collect::<Vec<usize>>()
            };
            expected = sets
                .map(cells)
                .filter(|set| search.first(&blanked(&board, set)).value.is_some())
                .collect();
            if !expected.is_empty() {
                break;
            }
        }
        expected.sort_unstable();
        let sets: Vec<Vec<usize>> = found
            .changes
            .iter()
            .map(|set| set.iter().map(|change| change.cell).collect())
            .collect();
        assert_eq!(sets, expected, "{board}");
    }
}

#[test]
fn ambiguous_cells_are_counted_and_decided() {
    let judge = judge("classic");
    let mut judge = judge.search();
    let sudoku = Sudoku::classic();
    let mut search = sudoku.search();
    let board: Grid = LINE.parse().unwrap();
    let mut several = 0;
    for seed in 0..20_usize {
        let cells: Vec<usize> = board.givens().map(|(cell, _)| cell).collect();
        let board = blanked(
            &board,
            &[
                cells[seed % 30],
                cells[seed * 7 % 30],
                cells[seed * 11 % 30],
                cells[seed * 13 % 30],
            ],
        );
        let BoardExplanation::Several(found) = search.explain(&board).value else {
            continue;
        };
        several += 1;
        assert!(found.complete);
        assert_eq!(judge.count(&board).value, found.solutions);
        for cell in 0..81 {
            let values: Vec<(u8, u64)> = (1..=9)
                .map(|value| {
                    (
                        value,
                        judge
                            .count(&put(&board, &[(cell, value)]))
                            .value
                            .to_string()
                            .parse()
                            .unwrap(),
                    )
                })
                .filter(|&(_, count)| board.get(cell).is_none() && count > 0)
                .collect();
            let told = found
                .cells
                .iter()
                .find(|told| told.cell == cell)
                .map(|told| &told.values);
            assert_eq!(told, Some(&values).filter(|values| values.len() > 1));
        }
        let decided = put(&board, &found.add);
        assert!(is_unique(&mut judge, &decided));
        for place in 0..found.add.len() {
            let mut fewer = found.add.clone();
            fewer.remove(place);
            assert!(!is_unique(&mut judge, &put(&board, &fewer)));
        }
        if found.fewest && found.add.len() == 2 {
            let mut alone = |&(cell, value): &(usize, u8)| {
                is_unique(&mut judge, &put(&board, &[(cell, value)]))
            };
            let all: Vec<(usize, u8)> = (0..81)
                .flat_map(|cell| (1..=9).map(move |value| (cell, value)))
                .collect();
            let blank = all
                .into_iter()
                .filter(|&(cell, _)| board.get(cell).is_none());
            assert_eq!(
                blank
                    .collect::<Vec<_>>()
                    .iter()
                    .filter(|given| alone(given))
                    .count(),
                0
            );
        }
    }
    assert!(several > 10, "{several}");
}

#[test]
fn boards_with_very_many_solutions_are_explained() {
    let sudoku = Sudoku::classic();
    let blank = sudoku.shape().blank();
    let BoardExplanation::Several(found) = sudoku.search().explain(&blank).value else {
        panic!()
    };
    assert!(!found.complete && !found.fewest && found.solutions >= 10_000);
    assert!(found.settled && found.minimal);
    assert!(found.cells.len() == 81 && found.cells.iter().all(|cell| cell.values.len() == 9));
    let text = BoardExplanation::Several(found.clone()).to_text(sudoku.shape());
    assert!(
        text.starts_with("more than 10000 solutions\none solution is left if "),
        "{text}"
    );
    let counts = found.cells.iter().flat_map(|cell| &cell.values);
    assert!(counts.clone().all(|&(_, count)| count > 0));
    let puzzle = put(&blank, &found.add);
    assert_eq!(sudoku.search().check(&puzzle).value, Check::Unique);
}

fn explained(sudoku: &Sudoku, board: Grid) -> String {
    let explanation = sudoku.search().explain(&board).value;
    explanation.to_text(sudoku.shape())
}

#[test]
fn explanations_are_written_as_text() {
    let told = |shape: &str, board: &str| explained(&sudoku(shape), board.parse().unwrap());
    assert_eq!(told("4x4", "1......2....3..4"), "one solution\n");
    assert_eq!(
        told("4x4", "12..34..4.1.231."),
        "no solution\n\
         change r3c3 from 1 to 3\n\
         r3c3 and r4c3 are both 1\n"
    );
    assert_eq!(
        told("4x4", "1......2....3..."),
        "3 solutions\n\
         one solution is left if r3c4 is 3\n\
         r1c3 is 3 in 1 solution, 4 in 2\n\
         r1c4 is 3 in 2 solutions, 4 in 1\n\
         r3c2 is 1 in 2 solutions, 4 in 1\n\
         r3c3 is 3 in 2 solutions, 4 in 1\n\
         r3c4 is 1 in 1 solution, 3 in 1, 4 in 1\n\
         r4c2 is 1 in 1 solution, 4 in 2\n\
         r4c4 is 1 in 2 solutions, 4 in 1\n"
    );
    let two = told("4x4", "1.............2.");
    assert_eq!(
        two.lines().nth(1),
        Some("one solution is left if r1c2 is 2 and r3c2 is 3; no smaller set of givens suffices")
    );
    let apart = format!("12{}", ".".repeat(79));
    assert_eq!(
        told("non-consecutive", &apart),
        "no solution\n\
         change r1c1 from 1 to 4, 5, 6, 7, 8 or 9\n\
         or change r1c2 from 2 to 3, 4, 5, 6, 7, 8 or 9\n\
         these 2 givens clash: r1c1 is 1 and r1c2 is 2\n\
         because of the rule non-consecutive\n"
    );
    let mistyped = LINE.replacen("53..", "531.", 1);
    assert_eq!(
        told("classic", &mistyped),
        "no solution\n\
         change r1c3 from 1 to 4\n\
         these 11 givens clash: r1c3 is 1, r3c2 is 9, r4c1 is 8, r5c1 is 4, r5c9 is 1, r6c1 is 7, r7c7 is 2, \
         r7c8 is 8, r8c5 is 1, r8c6 is 9 and r9c9 is 9\n\
         removing any one of them removes the clash\n"
    );
    assert_eq!(
        told("non-consecutive+4x4", &".".repeat(16)),
        "no solution\nthe rules clash without any givens\n\
         because of the rule non-consecutive, row 1 and row 2\n"
    );
    // What is not found out is neither claimed nor denied, wherever the limit falls.
    let hard = sudoku("non-consecutive");
    let apart = apart.parse().unwrap();
    let mut limit = 1 << 10;
    let mut explained = || {
        limit += limit / 4;
        let mut stopped = hard.search();
        stopped.limits(Limits::new().nodes(limit));
        stopped.explain(&apart).value.to_text(hard.shape())
    };
    let half = loop {
        let told = explained();
        let nothing_yet =
            told.ends_with("stopped the search\n") || told.contains(" to possibly another value\n");
        if !nothing_yet {
            break told;
        }
    };
    assert!(half.contains(" or possibly another value\n"), "{half:?}");
    let mut stopped = Sudoku::classic().search();
    stopped.limits(Limits::new().nodes(0));
    let nothing = stopped.explain(&LINE.parse().unwrap());
    assert_eq!(nothing.value, BoardExplanation::Unknown);
}

/// One cage mistyped: the rules that alone repair the board, by the definition.
#[test]
fn a_mistyped_number_of_a_rule_is_found() {
    let solved = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let cage = |first: usize| {
        let sum = solved[first] + solved[first + 1];
        CellRule::new(RuleKind::Cage, [first, first + 1]).with_number(sum)
    };
    let mut rules: Vec<CellRule> = (0..16).step_by(2).map(cage).collect();
    rules.push(CellRule::new(RuleKind::Difference, [0, 4]).with_number(2));
    rules[0] = rules[0].clone().with_number(4);
    let shape = |rules: &[CellRule]| {
        let shape = Shape::with_side(4).unwrap();
        shape.with_cell_rules(rules.iter().cloned())
    };
    let blank = Grid::new(vec![0; 16]);
    let is_solvable = |rules: &[CellRule]| {
        let shape = shape(rules);
        shape.is_ok_and(|shape| Sudoku::new(shape).search().first(&blank).value.is_some())
    };
    let mut expected = Vec::new();
    for place in 0..rules.len() {
        let mut without = rules.clone();
        let rule = without.remove(place);
        if !is_solvable(&without) {
            continue;
        }
        let is_repair = |number: &i64| {
            without.push(rule.clone().with_number(*number));
            let repaired = is_solvable(&without);
            without.pop();
            repaired && rule.number() != Some(*number)
        };
        let numbers: Vec<i64> = (0..=40).filter(is_repair).collect();
        expected.push((rule, numbers));
    }
    assert!(
        expected.contains(&(rules[0].clone(), vec![3])),
        "{expected:?}"
    );
    let shape = shape(&rules).unwrap();
    let explanation = Sudoku::new(shape.clone()).search().explain(&blank).value;
    let BoardExplanation::None(found) = &explanation else {
        panic!("{explanation:?}")
    };
    assert!(found.settled && found.repairs.iter().all(|repair| repair.settled));
    let repairs = found.repairs.iter();
    let repairs: Vec<_> = repairs
        .map(|repair| (repair.rule.clone(), repair.numbers.clone()))
        .collect();
    assert_eq!(repairs, expected);
    let told = explanation.to_text(&shape);
    // The repairs come before the long list of what clashes.
    let says = "no solution\nchange the cage at r1c1 (sum 4) to 3, or leave it out\n";
    assert!(told.starts_with(says), "{told}");
    assert!(told.contains("\nbecause of "), "{told}");
}

/// With the fewest nodes that name the clue, no unit is examined: many searches about units must not
/// come first.
#[test]
fn the_rule_to_change_is_named_before_units_are_examined() {
    let solved = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let line = |cells: Vec<usize>| {
        let first = solved[cells[0]] as usize;
        let sum: i64 = cells[..first].iter().map(|&cell| solved[cell]).sum();
        CellRule::new(RuleKind::XSum, cells).with_number(sum)
    };
    let row = |row: usize| line((4 * row..4 * row + 4).collect());
    let column = |column: usize| line((column..16).step_by(4).collect());
    let mut rules: Vec<CellRule> = (0..4).map(row).chain((0..4).map(column)).collect();
    let right = rules[2].number().unwrap();
    rules[2] = rules[2].clone().with_number(right + 1);
    let shape = Shape::with_side(4).unwrap();
    let shape = shape.with_cell_rules(rules.iter().cloned()).unwrap();
    let units = shape.units().count();
    let sudoku = Sudoku::new(shape);
    let blank = Grid::new(vec![0; 16]);
    let found = (1..100_000).find_map(|nodes| {
        let mut search = sudoku.search();
        search.limits(Limits::new().nodes(nodes));
        match search.explain(&blank).value {
            BoardExplanation::None(found) if found.settled => Some(found),
            _ => None,
        }
    });
    let found = found.unwrap();
    let repair = found.repairs.iter().find(|repair| repair.rule == rules[2]);
    assert!(repair.unwrap().numbers.contains(&right), "{found:?}");
    assert_eq!(found.units.len(), units);
}

#[test]
fn wrong_pencil_marks_are_named() {
    let sudoku = Sudoku::classic();
    let puzzle: Grid = LINE.parse().unwrap();
    let solution = sudoku.search().first(&puzzle).value.unwrap();
    let mut marks: Vec<u64> = puzzle
        .cells()
        .iter()
        .map(|&value| match value {
            0 => 0x1ff,
            value => 1 << (value - 1),
        })
        .collect();
    for cell in (0..81).filter(|&cell| puzzle.get(cell).is_none()).take(2) {
        let right = solution.cells()[cell];
        marks[cell] &= !(1 << (right - 1));
    }
    assert_eq!(
        explained(sudoku, Grid::from_marks(marks)),
        "no solution\n\
         the pencil marks of r1c3 lack 4, its only value\n\
         the pencil marks of r1c4 lack 6, its only value\n"
    );

    // Three cells of a row for two values: any of them may be the wrong one.
    let sudoku = Sudoku::new("4x4".parse().unwrap());
    let mut marks = vec![0b1111; 16];
    marks[..3].fill(0b11);
    assert_eq!(
        explained(&sudoku, Grid::from_marks(marks.clone())),
        "no solution\n\
         the pencil marks clash: add 3 or 4 in r1c1\n\
         or add 3 or 4 in r1c2\n\
         or add 3 or 4 in r1c3\n"
    );
    marks[3] = 0b11;
    assert_eq!(
        explained(&sudoku, Grid::from_marks(marks)),
        "no solution\nthe pencil marks of at least two cells are wrong\n"
    );
}

/// A modulus of 0 has no meaning: the numbers that are tried must be numbers that the rule can have.
#[test]
fn the_numbers_that_are_tried_are_valid() {
    let rule = CellRule::new(RuleKind::Modular, [0, 1, 2]).with_number(2);
    let shape = Shape::with_side(4)
        .unwrap()
        .with_cell_rules([rule])
        .unwrap();
    let mut cells = vec![0; 16];
    // Both are odd.
    (cells[0], cells[1]) = (1, 3);
    let explanation = Sudoku::new(shape).search().explain(&Grid::new(cells)).value;
    let BoardExplanation::None(found) = explanation else {
        panic!("{explanation:?}")
    };
    let repairs: Vec<_> = found
        .repairs
        .iter()
        .map(|repair| &*repair.numbers)
        .collect();
    assert_eq!(repairs, [[3, 4]]);
}

/// Without the mark, the pair may not have the sum that it has: only another number repairs the board.
#[test]
fn a_mistyped_mark_under_a_strict_rule_is_found() {
    let shape: Shape = "4x4+strict-xv".parse().unwrap();
    let solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let right = (0..16)
        .filter(|cell| cell % 4 < 3)
        .map(|cell| (cell, cell + 1));
    let pairs = right.chain((0..12).map(|cell| (cell, cell + 4)));
    let is_five = |&(a, b): &(usize, usize)| solution[a] + solution[b] == 5;
    let mark =
        |(a, b): (usize, usize), sum| CellRule::new(RuleKind::PairSum, [a, b]).with_number(sum);
    let mut marks: Vec<CellRule> = pairs.filter(is_five).map(|pair| mark(pair, 5)).collect();
    let wrong = marks[0].clone().with_number(4);
    marks[0] = wrong.clone();
    let shape = shape.with_cell_rules(marks).unwrap();
    let explanation = Sudoku::new(shape)
        .search()
        .explain(&Grid::new(solution.to_vec()))
        .value;
    let BoardExplanation::None(found) = explanation else {
        panic!("{explanation:?}")
    };
    let [repair] = &*found.repairs else {
        panic!("{:?}", found.repairs)
    };
    assert_eq!((&repair.rule, &*repair.numbers), (&wrong, &[5][..]));
    assert!(!repair.may_leave_out && found.settled);
}

/// What is to change is looked for with the pencil marks of the other cells.
#[test]
fn changes_of_givens_keep_the_pencil_marks() {
    let sudoku = Sudoku::new("4x4".parse().unwrap());
    let mut marks = vec![0b1111; 16];
    (marks[0], marks[1]) = (1, 1);
    (marks[4], marks[5]) = (0b1100, 0b1100);
    let mut search = sudoku.search();
    let board = Grid::from_marks(marks.clone());
    let BoardExplanation::None(found) = search.explain(&board).value else {
        panic!("two equal givens in a row")
    };
    assert!(!found.erases_marks && !found.changes.is_empty());
    for changes in &found.changes {
        for change in changes {
            assert_eq!(change.to, [2], "{change:?}");
            let mut other = marks.clone();
            other[change.cell] = 0b10;
            let other = Grid::from_marks(other);
            assert!(search.first(&other).value.is_some());
        }
    }
}
