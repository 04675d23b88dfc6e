//! Comparisons of the references: the three sudoku forms, the list of covers, the single-file judge
//! programs, and the number of backtracking calls that the library computes. They share no code.

use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use proptest::prelude::*;
use proptest::sample::{Index, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use quadrille::sudoku::Grid;

use crate::naive::{Form, Outcome, Run, covers, solve};

#[path = "../../examples/judge_single_file.rs"]
#[allow(dead_code)] // its `main`
mod judge_single_file;

const NO_CAP: u64 = u64::MAX;

type Board = [u8; 81];

/// A solved grid: the cyclic grid with relabelled digits, permuted bands, and rows and columns
/// permuted within their bands.
fn grid() -> impl Strategy<Value = Board> {
    let digits = Just([1_u8, 2, 3, 4, 5, 6, 7, 8, 9]).prop_shuffle();
    (lines(), lines(), digits).prop_map(|(rows, columns, digits)| {
        std::array::from_fn(|cell| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            digits[(row * 3 + row / 3 + column) % 9]
        })
    })
}

/// An order of nine lines that keeps the bands of three together.
fn lines() -> impl Strategy<Value = [usize; 9]> {
    let three = || Just([0, 1, 2]).prop_shuffle();
    (three(), [three(), three(), three()]).prop_map(|(bands, within)| {
        std::array::from_fn(|i| bands[i / 3] * 3 + within[i / 3][i % 3])
    })
}

/// A solved grid, and the same grid with some blank cells.
fn planted(most_blanks: usize) -> impl Strategy<Value = (Board, Board)> {
    let cells: Vec<usize> = (0..81).collect();
    (grid(), subsequence(cells, 0..=most_blanks)).prop_map(|(grid, blanks)| {
        let mut board = grid;
        for cell in blanks {
            board[cell] = 0;
        }
        (grid, board)
    })
}

/// The other cells of the row, column and box of a cell.
fn peers(cell: usize) -> Vec<usize> {
    let place = |cell: usize| (cell / 9, cell % 9);
    let (row, column) = place(cell);
    (0..81)
        .filter(|&other| {
            let (r, c) = place(other);
            other != cell && (r == row || c == column || (r / 3, c / 3) == (row / 3, column / 3))
        })
        .collect()
}

/// Checks that all forms agree, and returns the run of the first.
fn agreed(board: &Board) -> Result<Run, TestCaseError> {
    let [scan, tables, lists] = Form::ALL.map(|form| solve(board, form, NO_CAP));
    for other in [tables, lists] {
        prop_assert_eq!(other.outcome, scan.outcome);
        prop_assert_eq!(other.placements, scan.placements);
    }
    prop_assert_eq!(lists.calls, scan.calls);
    Ok(scan)
}

/// Returns whether `grid` is a solution of `board`.
fn solves(grid: &Board, board: &Board) -> bool {
    (0..81).all(|cell| {
        (1..=9).contains(&grid[cell])
            && (board[cell] == 0 || board[cell] == grid[cell])
            && peers(cell).iter().all(|&peer| grid[peer] != grid[cell])
    })
}

/// All solutions, found by [`covers`]. An option is a digit in a cell.
fn all_by_covers(board: &Board) -> Vec<Board> {
    let mut placed = Vec::new();
    let mut options = Vec::new();
    for (cell, &given) in board.iter().enumerate() {
        let (row, column) = (cell / 9, cell % 9);
        let square = row / 3 * 3 + column / 3;
        for digit in (0..9).filter(|&d| given == 0 || usize::from(given) == d + 1) {
            let units = [row, 9 + column, 18 + square].map(|unit| 81 + unit * 9 + digit);
            options.push(vec![cell, units[0], units[1], units[2]]);
            placed.push((cell, digit as u8 + 1));
        }
    }
    let mut boards: Vec<Board> = covers(324, |_| true, &options)
        .into_iter()
        .map(|cover| {
            let mut board = [0; 81];
            for option in cover {
                let (cell, digit) = placed[option];
                board[cell] = digit;
            }
            board
        })
        .collect();
    boards.sort_unstable();
    boards
}

fn text(board: &Board) -> String {
    let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    board.chunks(9).map(|cells| row(cells) + "\n").collect()
}

fn from_text(text: &str) -> Option<Board> {
    let digits: Result<Vec<u8>, _> = text.split_whitespace().map(str::parse).collect();
    digits.ok()?.try_into().ok()
}

proptest! {
    #[test]
    fn the_forms_agree_on_solvable_boards((grid, board) in planted(45)) {
        let Outcome::Solved(found) = agreed(&board)?.outcome else {
            return Err(TestCaseError::fail("a planted solution was missed"));
        };
        prop_assert!(solves(&found, &board));
        prop_assert!(found <= grid, "not the lexicographically first solution");
    }

    #[test]
    fn the_forms_agree_on_clashing_boards(
        (grid, mut board) in planted(45),
        cell in 0_usize..81,
        peer in any::<Index>(),
    ) {
        board[cell] = grid[cell];
        board[*peer.get(&peers(cell))] = grid[cell];
        let run = agreed(&board)?;
        prop_assert_eq!(run.outcome, Outcome::None);
        prop_assert_eq!((run.calls, run.placements), (0, 0));
        prop_assert_eq!(Grid::new(board.to_vec()).backtracking_calls(NO_CAP), Some(0));
    }

    /// One cell gets another digit. Most of these boards have no solution, with or without a clash.
    #[test]
    fn the_forms_agree_on_changed_boards(
        (_, mut board) in planted(45),
        cell in 0_usize..81,
        digit in 0_u8..=10,
    ) {
        board[cell] = digit;
        agreed(&board)?;
        let calls = solve(&board, Form::Tables, NO_CAP).calls;
        prop_assert_eq!(Grid::new(board.to_vec()).backtracking_calls(NO_CAP), Some(calls));
    }

    #[test]
    fn the_cap_is_the_number_of_calls_allowed((_, board) in planted(45)) {
        for form in Form::ALL {
            let run = solve(&board, form, NO_CAP);
            prop_assert_eq!(solve(&board, form, run.calls), run);
            let capped = solve(&board, form, run.calls - 1);
            prop_assert_eq!(capped.outcome, Outcome::Unfinished);
            prop_assert_eq!(capped.calls, run.calls - 1);
        }
        let calls = solve(&board, Form::Tables, NO_CAP).calls;
        let grid = Grid::new(board.to_vec());
        prop_assert_eq!(grid.backtracking_calls(calls), Some(calls));
        prop_assert_eq!(grid.backtracking_calls(calls - 1), None);
    }

    #[test]
    fn backtracking_finds_the_first_of_all_covers(
        (_, mut board) in planted(30),
        cell in 0_usize..81,
        digit in 0_u8..=9,
        spoil in any::<bool>(),
    ) {
        if spoil {
            board[cell] = digit;
        }
        let expected = match all_by_covers(&board).first() {
            Some(&first) => Outcome::Solved(first),
            None => Outcome::None,
        };
        prop_assert_eq!(agreed(&board)?.outcome, expected);
    }

    #[test]
    fn the_judge_program_agrees_with_the_forms(
        (_, mut board) in planted(45),
        cell in 0_usize..81,
        digit in 0_u8..=9,
        spoil in any::<bool>(),
    ) {
        if spoil {
            board[cell] = digit;
        }
        match (judge_single_file::answer(&text(&board)), agreed(&board)?.outcome) {
            (Ok(answer), Outcome::Solved(_)) => {
                let grid = from_text(&answer);
                prop_assert!(grid.is_some_and(|grid| solves(&grid, &board)));
                prop_assert_eq!(grid.as_ref().map(text), Some(answer));
            }
            (Err((1, _)), Outcome::None) => {}
            other => return Err(TestCaseError::fail(format!("{other:?}"))),
        }
    }
}

/// Boards with a rating above 11 in Sudoku Explainer, and the same boards with a wrong digit. Both
/// need much backtracking.
#[test]
fn the_judge_program_backtracks() {
    for hard in [
        "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2",
        "98.7..6..7...5......4..9.7.4....3.9..9.2.......3.....11..3....2.4...7.8....56....",
        "98.76.5..5....8.....7.5....4......3...8..79.5..6..98...2......9..5..62.....2....1",
    ] {
        let digits = hard.replace('.', "0").replace("", " ");
        let mut board = from_text(&digits).unwrap();
        let grid = from_text(&judge_single_file::answer(&text(&board)).unwrap()).unwrap();
        assert!(solves(&grid, &board));
        agree_on(&text(&board));

        // The solution is unique, so with another digit in a blank there is none.
        let blank = board.iter().position(|&digit| digit == 0).unwrap();
        for digit in (1..=9).filter(|&digit| digit != grid[blank]) {
            board[blank] = digit;
            let answer = judge_single_file::answer(&text(&board));
            assert_eq!(answer, Err((1, "no solution".to_owned())));
        }
        agree_on(&text(&board));
    }
}

#[test]
fn the_judge_program_accepts_spaces_and_line_ends_only() {
    let blank = text(&[0; 81]);
    let first = judge_single_file::answer(&blank).unwrap();
    for ending in ["\r\n", " \r\n", "\t\n", "\n\n"] {
        let board = blank.replace('\n', ending);
        assert_eq!(judge_single_file::answer(&board), Ok(first.clone()));
        agree_on(&board);
    }
    assert_eq!(judge_single_file::answer(blank.trim_end()), Ok(first));

    for (bad, message) in [
        (String::new(), "expected nine lines, found 0"),
        (blank[18..].to_owned(), "expected nine lines, found 8"),
        (
            blank.clone() + &blank[..18],
            "expected nine lines, found 10",
        ),
        (
            blank.replacen('0', "10", 1),
            "line 1: expected nine numbers, 0 to 9",
        ),
        (
            blank.replacen('0', "x", 81),
            "line 1: expected nine numbers, 0 to 9",
        ),
        (
            blank.clone() + "\n0",
            "line 11: expected nine numbers, 0 to 9",
        ),
        (
            blank.replacen('0', "-1", 1),
            "line 1: expected nine numbers, 0 to 9",
        ),
    ] {
        assert_eq!(
            judge_single_file::answer(&bad),
            Err((2, message.to_owned()))
        );
        agree_on(&bad);
    }
}

#[test]
fn the_judge_programs_agree_on_boards_with_one_solution_several_and_none() {
    let mut runner = TestRunner::deterministic();
    let boards = (planted(60), 0_usize..81, 0_u8..=9);
    for _ in 0..12 {
        let ((_, mut board), cell, digit) = boards.new_tree(&mut runner).unwrap().current();
        agree_on(&text(&board));
        board[cell] = digit;
        agree_on(&text(&board));
    }
}

/// Checks that the programs in C++ and Python answer as the one in Rust does. If there are several
/// solutions, each may print another one.
fn agree_on(input: &str) {
    let expected = judge_single_file::answer(input);
    for program in programs() {
        let found = answer_of(program, input);
        match (found, &expected) {
            (Ok(found), Ok(_)) => {
                let (grid, board) = (from_text(&found), from_text(input).unwrap());
                let solved = grid.filter(|grid| solves(grid, &board));
                assert_eq!(
                    solved.as_ref().map(text),
                    Some(found),
                    "{program:?}: {input}"
                );
            }
            (found, _) => assert_eq!(&found, &expected, "{program:?}: {input}"),
        }
    }
}

/// The commands of the programs in other languages, as far as this machine can run them.
fn programs() -> &'static [Vec<String>] {
    static PROGRAMS: OnceLock<Vec<Vec<String>>> = OnceLock::new();
    PROGRAMS.get_or_init(|| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
        let compiled = concat!(env!("CARGO_TARGET_TMPDIR"), "/judge_single_file");
        let flags = ["-O2", "-std=c++11", "-Wall", "-Wextra", "-Werror"];
        let source = format!("{folder}/cpp/judge_single_file.cpp");
        let compile = Command::new("c++")
            .args(flags)
            .args([&source, "-o", compiled])
            .output();
        let script = format!("{folder}/python/judge_single_file.py");
        let python = Command::new("python3").arg("--version").output();
        let mut programs = Vec::new();
        match compile {
            Ok(done) => {
                let errors = String::from_utf8_lossy(&done.stderr);
                assert!(done.status.success(), "{errors}");
                programs.push(vec![compiled.to_owned()]);
            }
            Err(error) => skip(&source, "c++", &error),
        }
        match python {
            Ok(_) => programs.push(vec!["python3".to_owned(), script]),
            Err(error) => skip(&script, "python3", &error),
        }
        programs
    })
}

/// Says that a program is not tested, also if the test passes.
fn skip(program: &str, tool: &str, error: &io::Error) {
    let what = format!("not tested: {program} ({tool}: {error})\n");
    io::stderr().write_all(what.as_bytes()).unwrap();
}

/// What a program prints, or its exit code and message.
fn answer_of(program: &[String], input: &str) -> Result<String, (i32, String)> {
    let mut child = Command::new(&program[0])
        .args(&program[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that rejects a line may end before it has read the others.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let [out, message] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    match output.status.code() {
        Some(0) => Ok(out),
        code => Err((code.unwrap_or(-1), message.trim_end().to_owned())),
    }
}
