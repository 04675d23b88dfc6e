//! Steps in words: the whole path of each board of `steps.in`, against `steps.txt`. After a change
//! of the words on purpose, write them anew with `QUADRILLE_BLESS=1` and read the difference.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use quadrille::sudoku::{Grid, Puzzle, Route, Shape, Sudoku, text};

/// The boards, each after a line `# name`. A line that begins with `shape ` has words of the shape;
/// puzzles with rules of their own are JSON.
const BOARDS: &str = include_str!("steps.in");

fn boards() -> impl Iterator<Item = (&'static str, Shape, Grid)> {
    BOARDS.split("# ").skip(1).map(|part| {
        let (name, puzzle) = part.split_once('\n').unwrap();
        if puzzle.starts_with('{') {
            let (puzzle, _) = Puzzle::read(puzzle).unwrap();
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

#[test]
fn steps_have_these_words() {
    let mut found = String::new();
    for (name, shape, board) in boards() {
        let search = Sudoku::new(shape.clone())
            .search()
            .steps(&board, &Route::new());
        assert!(search.is_complete());
        let path = search.value;
        writeln!(found, "# {name}").unwrap();
        for step in &path.steps {
            let text = step.to_text(|value| shape.number(value).to_string());
            writeln!(found, "{text}").unwrap();
        }
        let end = path.remark().map(str::to_owned).or(path.solution(&shape));
        writeln!(found, "{}\n", end.unwrap()).unwrap();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sudoku/steps.txt");
    if env::var_os("QUADRILLE_BLESS").is_some() {
        fs::write(&path, &found).unwrap();
    }
    assert_eq!(found, fs::read_to_string(&path).unwrap());
}
