//! Steps that assume one solution, on random puzzles with one solution. The first example of each
//! technique is in `unique.txt`. After a change of the words on purpose, write them anew with
//! `QUADRILLE_BLESS=1` and read the difference.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;
use std::{env, fs};

use quadrille::steps::Kind;
use quadrille::sudoku::{
    BoardPath, BoardSearch, BoardStep, CellRule, Generator, Grid, Recipe, Route, RuleKind, Sudoku,
    Technique,
};

const JIGSAW: &str = "regions\nAAABBBAACBBDAECBDDEECCDDEECCDFEFFFFF";

/// Shapes, and the seeds of puzzles of each.
const SHAPES: [(&str, Range<u64>); 8] = [
    ("4x4", 0..400),
    ("6x6", 0..400),
    ("9x9", 0..100),
    (JIGSAW, 0..400),
    ("6x6+x", 0..200),
    ("9x9+windoku", 0..20),
    ("6x6+anti-king", 0..100),
    ("6x6+non-consecutive", 0..100),
];

/// Puzzles with rare techniques.
const RARE: [(&str, &str); 2] = [
    (
        "9x9",
        "...69....5....7.6.8....5..2.2..7..437.8............5...1.....56.3..29......3.....",
    ),
    (JIGSAW, ".......1...............6..2...4..5.."),
];

/// A path that has no way around these techniques.
fn path(search: &mut BoardSearch, puzzle: &Grid, board: &Grid) -> BoardPath {
    let kinds = [Kind::Single, Kind::Locked];
    search
        .steps(board, &Route::new().kinds(kinds).assume_unique(puzzle))
        .value
}

/// Checks that no step removes a value of the solution.
fn check(path: &BoardPath, solution: &Grid, about: &str) {
    for step in &path.steps {
        let text = step.to_text(|value| value.to_string());
        let is_placed = |(cell, value)| solution.get(cell) == Some(value);
        assert!(step.placed.is_none_or(is_placed), "{text} {about}");
        let is_lost = step.removed.iter().any(|&removed| is_placed(removed));
        assert!(!is_lost, "{text} {about}");
        let is_empty = step.placed.is_none() && step.removed.is_empty();
        assert!(!is_empty, "{text} {about}");
    }
}

/// Checks the paths of a puzzle, and notes the first step of each technique.
fn check_puzzle(
    search: &mut BoardSearch,
    puzzle: &Grid,
    seed: u64,
    about: &str,
    first: &mut BTreeMap<Technique, String>,
) {
    let solution = search.first(puzzle).value.unwrap();
    let found = path(search, puzzle, puzzle);
    check(&found, &solution, about);
    for step in &found.steps {
        if step.technique.assumes_unique() {
            assert_eq!(step.deduction, None);
            let text = step.to_text(|value| value.to_string());
            first
                .entry(step.technique)
                .or_insert_with(|| format!("{text}\n({about})"));
        }
    }
    // A board on which some cells were filled is not the puzzle.
    let givens = puzzle.cells().iter().zip(solution.cells()).enumerate();
    let later = givens.map(|(cell, (&given, &value))| match (cell as u64 + seed) % 3 {
        0 => value,
        _ => given,
    });
    let later = Grid::new(later.collect());
    check(&path(search, puzzle, &later), &solution, about);
    let kinds = [Kind::Single, Kind::Locked];
    let plain = search.steps(puzzle, &Route::new().kinds(kinds)).value;
    assert!(!plain.assumes_unique(), "{about}");
}

#[test]
fn steps_keep_the_only_solution() {
    let mut first: BTreeMap<Technique, String> = BTreeMap::new();
    for (shape, puzzle) in RARE {
        let mut search = Sudoku::new(shape.parse().unwrap()).search();
        check_puzzle(&mut search, &puzzle.parse().unwrap(), 0, puzzle, &mut first);
    }
    for (shape, seeds) in SHAPES {
        let sudoku = Sudoku::new(shape.parse().unwrap());
        let mut generator = Generator::new(&sudoku, Recipe::new().minimal()).unwrap();
        let mut search = sudoku.search();
        for seed in seeds {
            let about = format!("{} seed {seed}", shape.replace('\n', " "));
            if let Some(puzzle) = generator.puzzle(seed, |_| true).board {
                check_puzzle(&mut search, &puzzle, seed, &about, &mut first);
            }
        }
    }
    let mut words = String::new();
    for technique in Technique::ALL
        .iter()
        .filter(|technique| technique.assumes_unique())
    {
        let text = &first[technique];
        writeln!(words, "{text}\n").unwrap();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sudoku/unique.txt");
    if env::var_os("QUADRILLE_BLESS").is_some() {
        fs::write(&path, &words).unwrap();
    }
    assert_eq!(words, fs::read_to_string(&path).unwrap());
}

#[test]
fn cells_of_rules_are_not_exchanged() {
    let sudoku = Sudoku::new("6x6".parse().unwrap());
    let mut generator = Generator::new(&sudoku, Recipe::new().minimal()).unwrap();
    let mut search = sudoku.search();
    let mut compared = 0;
    for seed in 0..1500 {
        let puzzle = generator.puzzle(seed, |_| true).board.unwrap();
        let solution = search.first(&puzzle).value.unwrap();
        let plain = path(&mut search, &puzzle, &puzzle);
        let used = |step: &&BoardStep| {
            step.technique.assumes_unique() && step.technique != Technique::BugPlus1
        };
        let Some(step) = plain.steps.iter().find(used) else {
            continue;
        };
        // A cage about one cell of the rectangle, whose sum is right. A cage about two cells may keep
        // its sum.
        let place = step.place(|value| value.to_string());
        let is_named = |&cell: &usize| place.contains(&sudoku.shape().name(cell).to_string());
        let mut cells = (0..36).filter(|cell| cell % 6 < 5);
        let is_alone = |cell: &usize| is_named(cell) && !is_named(&(cell + 1));
        let Some(first) = cells.find(is_alone) else {
            continue;
        };
        let sum = solution.cells()[first..=first + 1]
            .iter()
            .map(|&value| i64::from(value));
        let cage = CellRule::new(RuleKind::Cage, [first, first + 1]).with_number(sum.sum());
        let shape = sudoku.shape().clone().with_cell_rules([cage]).unwrap();
        let mut caged = Sudoku::new(shape).search();
        let found = path(&mut caged, &puzzle, &puzzle);
        check(&found, &solution, &format!("{place} seed {seed}"));
        let name = sudoku.shape().name(first).to_string();
        for step in found.steps.iter().filter(used) {
            let place = step.place(|value| value.to_string());
            assert!(!place.contains(&name), "{place} seed {seed}");
            compared += 1;
        }
        compared += 1;
    }
    assert!(compared > 15, "{compared}");
}

#[test]
fn a_board_without_one_solution_is_no_board_without_a_solution() {
    let sudoku = Sudoku::new("4x4".parse().unwrap());
    let mut search = sudoku.search();
    let blank = Grid::new(vec![0; 16]);
    for seed in 0..200u64 {
        let solution = search.sample(&blank, 1, seed).value.remove(0);
        let cells = solution.cells().iter().enumerate();
        let cells = cells.map(|(cell, &value)| match (seed >> (cell % 8)) & 1 {
            0 => 0,
            _ => value,
        });
        let board = Grid::new(cells.collect());
        let path = search
            .steps(&board, &Route::new().assume_unique(&board))
            .value;
        let remark = path.remark();
        assert_ne!(remark, Some("The board has no solution."), "{board}");
        let is_unique = search.count(&board).value == 1;
        assert!(!is_unique || path.is_solved(), "{board}");
    }
    // A puzzle of another shape is no assumption.
    let other = Grid::new(vec![0; 81]);
    let path = search
        .steps(&blank, &Route::new().assume_unique(&other))
        .value;
    assert!(!path.assumes_unique());
}
