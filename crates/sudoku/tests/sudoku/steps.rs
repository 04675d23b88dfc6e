//! Steps in words: the whole path of each board of `steps.in`, against `steps.txt`.

use std::fmt::Write;
use std::{env, fs};

use quadrille::sudoku::{BoardPath, Puzzle, Shape, Sudoku, text};

/// The boards, a puzzle after each `# name` line. A line that begins with `shape ` has words of the
/// shape.
const BOARDS: &str = include_str!("steps.in");
const EXPECTED: &str = include_str!("steps.txt");

fn boards() -> impl Iterator<Item = (&'static str, Shape, quadrille::sudoku::Grid)> {
    BOARDS.split("# ").skip(1).map(|part| {
        let (name, puzzle) = part.split_once('\n').unwrap();
        if puzzle.trim_start().starts_with('{') {
            let puzzle: Puzzle = puzzle.parse().unwrap();
            return (name, puzzle.shape, puzzle.board);
        }
        let (shape, board) = match puzzle.strip_prefix("shape ") {
            Some(rest) => rest.split_once('\n').unwrap(),
            None => ("9x9", puzzle),
        };
        let shape: Shape = shape.parse().unwrap();
        let board = text::read(&shape, board).unwrap();
        (name, shape, board)
    })
}

fn path(shape: &Shape, board: &quadrille::sudoku::Grid) -> BoardPath {
    let answer = Sudoku::new(shape.clone()).search().steps(board, usize::MAX, []);
    assert!(answer.is_complete());
    answer.value
}

#[test]
fn steps_have_these_words() {
    let mut found = String::new();
    for (name, shape, board) in boards() {
        let path = path(&shape, &board);
        writeln!(found, "# {name}").unwrap();
        for step in &path.steps {
            let text = step.to_text(|value| shape.number(value).to_string());
            writeln!(found, "{text}").unwrap();
        }
        let end = path.remark().map(str::to_owned).or(path.solution(&shape));
        writeln!(found, "{}\n", end.unwrap()).unwrap();
    }
    if env::var_os("QUADRILLE_BLESS").is_some() {
        fs::write("tests/sudoku/steps.txt", &found).unwrap();
        return;
    }
    assert_eq!(found, EXPECTED);
}
