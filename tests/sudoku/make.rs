//! Puzzles that are made, minimized and explained, all judged by the other engine.

use quadrille::sudoku::{
    BoardSearch, Check, Explanation, Generator, Grid, Inference, Minimized, Recipe, RecipeError,
    Shape, Sudoku, Symmetry,
};
use quadrille::{EngineChoice, EngineName, Limits, Settings, Stop, Uniqueness};

use super::records::{LINE, solution};

/// The shape, compiled for the engine that made nothing here.
fn judge(shape: &str) -> Sudoku {
    let links = Settings::new().engine(EngineChoice::Prefer(EngineName::Links));
    let judge = Sudoku::with_settings(shape.parse().unwrap(), &links);
    assert_eq!(judge.solver().engine(), EngineName::Links);
    judge
}

fn sudoku(shape: &str) -> Sudoku {
    Sudoku::new(shape.parse().unwrap())
}

fn blanked(board: &Grid, cells: &[usize]) -> Grid {
    let mut values = board.cells().to_vec();
    for &cell in cells {
        values[cell] = 0;
    }
    Grid::new(values)
}

fn put(board: &Grid, givens: &[(usize, u8)]) -> Grid {
    let mut values = board.cells().to_vec();
    for &(cell, value) in givens {
        values[cell] = value;
    }
    Grid::new(values)
}

fn is_unique(search: &mut BoardSearch<'_>, board: &Grid) -> bool {
    search.uniqueness(board).value == Uniqueness::One
}

/// Whether a board has one solution, and more without any one of its givens.
#[track_caller]
fn assert_minimal(search: &mut BoardSearch<'_>, board: &Grid) {
    assert!(is_unique(search, board), "{board}");
    for (cell, _) in board.givens() {
        let more = search.uniqueness(&blanked(board, &[cell])).value;
        assert_eq!(more, Uniqueness::Many, "{board} without cell {cell}");
    }
}

#[test]
fn a_seed_is_a_puzzle() {
    let mut generator = Generator::new(Sudoku::classic(), Recipe::new().minimal()).unwrap();
    let first = generator.puzzle(1, |_| true);
    assert_eq!(
        first.board.unwrap().to_string(),
        "3.2...5..4.9.........26........4.6.1.3.5...7......62..67...4..99...5..2...4...85."
    );
    assert_eq!((first.tries, first.stop), (1, Stop::Exhausted));
    // Whatever was made before, with the same generator.
    let again: Vec<_> = (0..5)
        .map(|seed| generator.puzzle(seed, |_| true))
        .collect();
    for (seed, made) in again.iter().enumerate().rev() {
        let mut generator = Generator::new(Sudoku::classic(), Recipe::new().minimal()).unwrap();
        assert_eq!(generator.puzzle(seed as u64, |_| true), *made);
    }
}

#[test]
fn minimal_puzzles_are_minimal_for_every_shape() {
    for (shape, seeds) in [
        ("classic", 30),
        ("4x4", 30),
        ("6x6", 20),
        ("x", 5),
        ("windoku", 5),
        ("anti-king", 2),
        ("non-consecutive", 1),
    ] {
        let (sudoku, judge) = (sudoku(shape), judge(shape));
        let mut generator = Generator::new(&sudoku, Recipe::new().minimal()).unwrap();
        let mut judge = judge.search();
        for seed in 0..seeds {
            let board = generator.puzzle(seed, |_| true).board.unwrap();
            assert_minimal(&mut judge, &board);
        }
    }
}

/// Where a turn moves a row and a column.
type Turn = fn(usize, usize) -> (usize, usize);

#[test]
fn puzzles_have_the_symmetry_that_was_asked_for() {
    let turns: [(Symmetry, Turn); 4] = [
        (Symmetry::HalfTurn, |row, column| (8 - row, 8 - column)),
        (Symmetry::QuarterTurn, |row, column| (column, 8 - row)),
        (Symmetry::Mirror, |row, column| (row, 8 - column)),
        (Symmetry::Diagonal, |row, column| (column, row)),
    ];
    let judge = judge("classic");
    let mut judge = judge.search();
    for (symmetry, turn) in turns {
        let mut plain =
            Generator::new(Sudoku::classic(), Recipe::new().symmetry(symmetry)).unwrap();
        let minimal = Recipe::new().symmetry(symmetry).minimal();
        let mut minimal = Generator::new(Sudoku::classic(), minimal).unwrap();
        for seed in 0..5 {
            let board = plain.puzzle(seed, |_| true).board.unwrap();
            assert!(is_unique(&mut judge, &board));
            let strict = minimal.puzzle(seed, |_| true).board.unwrap();
            assert_minimal(&mut judge, &strict);
            for board in [board, strict] {
                for (cell, _) in board.givens() {
                    let (row, column) = turn(cell / 9, cell % 9);
                    assert!(
                        board.get(9 * row + column).is_some(),
                        "{symmetry:?} {board}"
                    );
                }
            }
        }
    }
}

#[test]
fn puzzles_have_the_clues_that_were_asked_for() {
    let judge = judge("classic");
    let mut judge = judge.search();
    for (clues, symmetry) in [
        (23, Symmetry::None),
        (30, Symmetry::None),
        (32, Symmetry::QuarterTurn),
        (81, Symmetry::None),
    ] {
        let recipe = Recipe::new().symmetry(symmetry).clues(clues);
        let mut generator = Generator::new(Sudoku::classic(), recipe).unwrap();
        let board = generator.puzzle(3, |_| true).board.unwrap();
        assert_eq!(board.givens().count(), clues);
        assert!(is_unique(&mut judge, &board));
    }
    let recipe = Recipe::new().clues(24).minimal();
    let mut generator = Generator::new(Sudoku::classic(), recipe).unwrap();
    let board = generator.puzzle(3, |_| true).board.unwrap();
    assert_eq!(board.givens().count(), 24);
    assert_minimal(&mut judge, &board);
}

#[test]
fn puzzles_have_the_givens_of_a_mask() {
    let mask: Grid = LINE.parse().unwrap();
    let judge = judge("classic");
    let mut generator = Generator::new(Sudoku::classic(), Recipe::new().mask(&mask)).unwrap();
    for seed in 0..3 {
        let board = generator.puzzle(seed, |_| true).board.unwrap();
        assert!(is_unique(&mut judge.search(), &board));
        assert!((0..81).all(|cell| board.get(cell).is_some() == mask.get(cell).is_some()));
    }
}

#[test]
fn what_is_not_found_is_told() {
    let seventeen = Recipe::new().clues(17).tries(20);
    let mut generator = Generator::new(Sudoku::classic(), seventeen).unwrap();
    let made = generator.puzzle(1, |_| true);
    assert_eq!(
        (made.board, made.tries, made.stop),
        (None, 20, Stop::Exhausted)
    );
    let refused = made.refused;
    assert!(refused.clues == 20 && refused.below.is_none() && refused.above.unwrap() > 17);
    let stopped = generator
        .limits(Limits::new().time(std::time::Duration::ZERO))
        .puzzle(1, |_| true);
    assert_eq!(
        (stopped.board, stopped.tries, stopped.stop),
        (None, 1, Stop::Time)
    );
    assert_eq!(
        stopped.refused,
        quadrille::sudoku::Refused::default(),
        "nothing is known"
    );
    let mut any = Generator::new(Sudoku::classic(), Recipe::new().tries(3)).unwrap();
    let made = any.puzzle(1, |_| false);
    assert_eq!((made.tries, made.refused.other), (3, 3));
    // Two rows of a band without givens can be exchanged.
    let mask = Grid::new((0..81).map(|cell| u8::from(cell % 81 < 63)).collect());
    let mut few = Generator::new(Sudoku::classic(), Recipe::new().mask(&mask).tries(1)).unwrap();
    let made = few.puzzle(1, |_| true);
    assert_eq!(
        (made.board, made.tries, made.refused.solutions),
        (None, 1, 1)
    );
    // Half of the cells can go at once in symmetry, which leaves some that are not needed.
    let recipe = Recipe::new().symmetry(Symmetry::QuarterTurn).minimal();
    let mut strict = Generator::new(Sudoku::classic(), recipe.tries(5)).unwrap();
    let refused = (0..20).map(|seed| strict.puzzle(seed, |_| true).refused.minimal);
    assert!(refused.sum::<u64>() > 0);
}

#[test]
fn puzzles_take_the_guesses_that_were_asked_for() {
    let sudoku = Sudoku::classic();
    let mut rater = sudoku.search();
    for (low, high) in [(0.0, 0.0), (1.0, 3.0)] {
        let recipe = Recipe::new().guesses(low..=high);
        let mut generator = Generator::new(sudoku, recipe).unwrap();
        for seed in 0..5 {
            let board = generator.puzzle(seed, |_| true).board.unwrap();
            let rating = rater.rate(&board).value.unwrap();
            assert!((low..=high).contains(&rating.guesses.mean), "{rating:?}");
        }
    }
    let hard = Recipe::new().guesses(1e6..=2e6).tries(3);
    let made = Generator::new(sudoku, hard).unwrap().puzzle(1, |_| true);
    assert_eq!((made.board, made.refused.guesses), (None, 3));
}

/// What arithmetic excludes is not tried.
#[test]
fn impossible_numbers_of_givens_are_refused() {
    let why = |shape: &str, recipe| {
        Generator::new(&sudoku(shape), recipe)
            .err()
            .map(|error| error.to_string())
    };
    let turned = |clues| Recipe::new().symmetry(Symmetry::QuarterTurn).clues(clues);
    assert_eq!(
        why("classic", turned(27)).unwrap(),
        "27 givens cannot have this symmetry, the nearest that can are 25 and 28"
    );
    assert_eq!(
        why("4x4", turned(13)).unwrap(),
        "13 givens cannot have this symmetry, the nearest that can are 12 and 16"
    );
    assert_eq!(why("classic", turned(28)), None);
    assert_eq!(
        why("classic", Recipe::new().clues(16)).unwrap(),
        "16 givens are too few: with fewer than 17 there is no board with one solution"
    );
    assert_eq!(why("classic", Recipe::new().clues(17)), None);
    assert!(why("x", Recipe::new().clues(7)).is_some());
    assert_eq!(why("x", Recipe::new().clues(8)), None);
    assert_eq!(why("non-consecutive", Recipe::new().clues(1)), None);
    let seven = Grid::new((0..81).map(|cell| u8::from(cell < 7)).collect());
    assert!(why("classic", Recipe::new().mask(&seven)).is_some());
    assert_eq!(
        why("classic", Recipe::new().clues(73).minimal()).unwrap(),
        "73 givens are too many: with more than 72 there is no minimal board, as no row, column or box of it is full"
    );
    assert_eq!(why("classic", Recipe::new().clues(72).minimal()), None);
    // The rows of the four outer boards share no cell.
    let most = sudoku("samurai").shape().cell_count() - 36;
    assert!(why("samurai", Recipe::new().clues(most + 1).minimal()).is_some());
}

#[test]
fn recipes_that_do_not_suit_the_shape_are_refused() {
    let why = |shape: &str, recipe| {
        Generator::new(&sudoku(shape), recipe)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        why("4x4", Recipe::new().clues(17)),
        "17 givens do not fit into 16 cells"
    );
    let mask = Recipe::new().mask(&Grid::new(vec![1; 81]));
    assert_eq!(why("4x4", mask), "the mask has 81 cells, expected 16");
    let square = RecipeError::Square {
        rows: 9,
        columns: 12,
    };
    assert!(square.to_string().contains("9 rows and 12 columns"));
}

#[test]
fn large_and_odd_shapes_are_made() {
    for shape in ["16x16", "samurai"] {
        let (sudoku, judge) = (sudoku(shape), judge(shape));
        let mut generator = Generator::new(&sudoku, Recipe::new()).unwrap();
        let board = generator.puzzle(1, |_| true).board.unwrap();
        assert!(is_unique(&mut judge.search(), &board), "{board}");
        assert!(board.givens().count() < sudoku.shape().cell_count() / 2);
    }
}

#[test]
fn minimizing_leaves_what_is_needed() {
    let judge = judge("classic");
    let mut judge = judge.search();
    let mut search = Sudoku::classic().search();
    let board: Grid = LINE.parse().unwrap();
    let mut different = std::collections::HashSet::new();
    for seed in [None, Some(1), Some(2), Some(3)] {
        let Minimized {
            board: minimal,
            redundant,
            ..
        } = search.minimize(&board, seed).value.unwrap();
        assert_minimal(&mut judge, &minimal);
        assert!(solution().extends(&minimal));
        for (cell, value) in board.givens() {
            assert!(minimal.get(cell).is_none() || minimal.get(cell) == Some(value));
            let alone = is_unique(&mut judge, &blanked(&board, &[cell]));
            assert_eq!(redundant.contains(&cell), alone);
        }
        different.insert(minimal);
    }
    assert!(different.len() > 1);
    let full = search.minimize(&solution(), None).value.unwrap();
    assert_minimal(&mut judge, &full.board);
    assert_eq!(full.redundant.len(), 81);
    let not = |board: &Grid| Sudoku::classic().search().minimize(board, None).value;
    assert_eq!(not(&Shape::classic().blank()), Err(Uniqueness::Many));
    assert_eq!(not(&put(&board, &[(2, 5)])), Err(Uniqueness::None));
    let mut stopped = Sudoku::classic().search();
    stopped.limits(Limits::new().nodes(1));
    assert_eq!(
        stopped.minimize(&board, None).value,
        Err(Uniqueness::Unknown)
    );
}

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
        let Explanation::None(found) = search.explain(&mistyped).value else {
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
        let Explanation::None(found) = search.explain(&wrong).value else {
            continue;
        };
        none += 1;
        assert!(found.minimal);
        larger += usize::from(found.clash.len() > 2);
        let clash = put(&sudoku.shape().blank(), &found.clash);
        assert_eq!(judge.uniqueness(&clash).value, Uniqueness::None);
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
        let Explanation::None(found) = search.explain(&board).value else {
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
        let Explanation::Several(found) = search.explain(&board).value else {
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
    let Explanation::Several(found) = sudoku.search().explain(&blank).value else {
        panic!()
    };
    assert!(!found.complete && !found.fewest && found.solutions >= 10_000);
    assert!(found.settled && found.minimal);
    assert!(found.cells.len() == 81 && found.cells.iter().all(|cell| cell.values.len() == 9));
    let counts = found.cells.iter().flat_map(|cell| &cell.values);
    assert!(counts.clone().all(|&(_, count)| count > 0));
    let puzzle = put(&blank, &found.add);
    assert_eq!(sudoku.search().check(&puzzle).value, Check::Unique);
}

#[test]
fn explanations_are_told_in_words() {
    let told = |shape: &str, board: &str| {
        let sudoku = sudoku(shape);
        let board = board.parse().unwrap();
        sudoku.search().explain(&board).value.told(sudoku.shape())
    };
    assert_eq!(told("4x4", "1......2....3..4"), "one solution\n");
    assert_eq!(
        told("4x4", "12..34..4.1.231."),
        "no solution\n\
         r3c3 and r4c3 are both 1\n\
         change r3c3 from 1 to 3\n"
    );
    assert_eq!(
        told("4x4", "1......2....3..."),
        "3 solutions\n\
         r1c3 is 3 in 1 or 4 in 2\n\
         r1c4 is 3 in 2 or 4 in 1\n\
         r3c2 is 1 in 2 or 4 in 1\n\
         r3c3 is 3 in 2 or 4 in 1\n\
         r3c4 is 1 in 1, 3 in 1 or 4 in 1\n\
         r4c2 is 1 in 1 or 4 in 2\n\
         r4c4 is 1 in 2 or 4 in 1\n\
         one solution is left if r3c4 is 3\n"
    );
    let two = told("4x4", "1.............2.");
    assert_eq!(
        two.lines().last(),
        Some("one solution is left if r1c2 is 2 and r3c2 is 3; fewer givens do not do")
    );
    let apart = format!("12{}", ".".repeat(79));
    assert_eq!(
        told("non-consecutive", &apart),
        "no solution\n\
         these 2 givens clash: r1c1 is 1 and r1c2 is 2\n\
         change r1c1 from 1 to 4, 5, 6, 7, 8 or 9\n\
         or change r1c2 from 2 to 3, 4, 5, 6, 7, 8 or 9\n"
    );
    let mistyped = LINE.replacen("53..", "531.", 1);
    assert_eq!(
        told("classic", &mistyped),
        "no solution\n\
         these 11 givens clash: r1c3 is 1, r3c2 is 9, r4c1 is 8, r5c1 is 4, r5c9 is 1, r6c1 is 7, r7c7 is 2, \
         r7c8 is 8, r8c5 is 1, r8c6 is 9 and r9c9 is 9\n\
         leave any one of them out and the others do not clash\n\
         change r1c3 from 1 to 4\n"
    );
    assert_eq!(
        told("non-consecutive+4x4", &".".repeat(16)),
        "no solution\nthere is none for the blank board either\n"
    );
    // What is not found out is neither claimed nor denied, wherever the limit falls.
    let hard = sudoku("non-consecutive");
    let apart = apart.parse().unwrap();
    let mut explained = (10..30).map(|doublings| {
        let mut stopped = hard.search();
        stopped.limits(Limits::new().nodes(1 << doublings));
        let explanation = stopped.explain(&apart).value;
        explanation.told(hard.shape())
    });
    let half = explained.find(|told| !told.ends_with("within the limit\n"));
    assert!(
        half.as_ref().unwrap().contains(" or perhaps another\n"),
        "{half:?}"
    );
    let mut stopped = Sudoku::classic().search();
    stopped.limits(Limits::new().nodes(0));
    let nothing = stopped.explain(&LINE.parse().unwrap());
    assert_eq!(nothing.value, Explanation::Unknown);
}

/// Boards that are hard, turned by a quarter and relabelled.
fn hard_and_turned() -> impl Iterator<Item = [Grid; 2]> {
    let boards = include_str!("../../benches/boards/hard.txt").lines();
    let boards = boards.filter_map(|line| line.get(..81)?.parse::<Grid>().ok());
    boards.take(10).map(|board| {
        let turned = (0..81).map(|cell| match board.cells()[72 - cell % 9 * 9 + cell / 9] {
            0 => 0,
            value => value % 9 + 1,
        });
        [Grid::new(turned.collect()), board]
    })
}

#[test]
fn ratings_do_not_change_when_a_board_is_turned() {
    let sudoku = Sudoku::classic();
    let mut search = sudoku.search();
    for boards in hard_and_turned() {
        let [one, other] = boards.map(|board| search.rate(&board).value.unwrap());
        assert_eq!(one, other);
        assert_eq!(one.inference, Inference::Search);
        assert!(one.guesses.error < 0.2 * one.guesses.mean, "{one:?}");
        let calls = one.calls.unwrap();
        let [low, median, high] =
            [calls.low, calls.median, calls.high].map(|calls| calls.unwrap_or(u64::MAX));
        assert!(low <= median && median <= high && low > 81, "{calls:?}");
    }
    let not_one = search.rate(&sudoku.shape().blank()).value;
    assert_eq!(not_one, Err(Uniqueness::Many));
}

/// A shape without canonical forms: there is noise, as much as is told.
#[test]
fn ratings_of_other_shapes_change_within_their_error() {
    let sudoku = sudoku("x");
    let mut generator = Generator::new(&sudoku, Recipe::new().guesses(3.0..=50.0)).unwrap();
    let mut search = sudoku.search();
    for seed in 0..3 {
        let board = generator.puzzle(seed, |_| true).board.unwrap();
        let turned = (0..81).map(|cell| board.cells()[72 - cell % 9 * 9 + cell / 9]);
        let [one, other] =
            [&Grid::new(turned.collect()), &board].map(|board| search.rate(board).value.unwrap());
        let noise = one.guesses.error.hypot(other.guesses.error);
        let difference = (one.guesses.mean - other.guesses.mean).abs();
        assert!(difference < 4.0 * noise, "{one:?} {other:?}");
        assert_eq!(one.calls, None);
    }
}

/// The inference is the weakest that does without guesses: with the subset rule or without.
#[test]
fn inferences_are_those_that_are_needed() {
    let sudoku = Sudoku::classic();
    let mut search = sudoku.search();
    let plain = Sudoku::with_settings(Shape::classic(), &Settings::new().subset_rule(false));
    let mut generator = Generator::new(sudoku, Recipe::new()).unwrap();
    let mut seen = std::collections::HashSet::new();
    for seed in 0..60 {
        let board = generator.puzzle(seed, |_| true).board.unwrap();
        let rating = search.rate(&board).value.unwrap();
        let guesses = |search: &mut BoardSearch<'_>| search.uniqueness(&board).stats.nodes - 1;
        let expected = match (guesses(&mut plain.search()), guesses(&mut sudoku.search())) {
            (0, _) => Inference::Forced,
            (_, 0) => Inference::Subsets,
            _ => Inference::Search,
        };
        assert_eq!(rating.inference, expected, "{board}");
        seen.insert(rating.inference);
    }
    assert_eq!(seen.len(), 3);
}
