//! Every format of `tests/boards`: it is detected, solved, and written back in its own shape.

use std::fs;
use std::path::Path;

use quadrille::sudoku::text::{Content, Reader, Record, guess_side};
use quadrille::sudoku::{Grid, PuzzleFormat, Shape, Sudoku, text};

/// The files, how many boards each has, and their side.
const FILES: [(&str, usize, usize); 20] = [
    ("4.txt", 1, 4),
    ("6.txt", 1, 6),
    ("12.txt", 1, 12),
    ("16-digits.txt", 1, 16),
    ("16-zero.txt", 1, 16),
    ("16-letters.txt", 1, 16),
    ("16-numbers.txt", 1, 16),
    ("16-line.txt", 1, 16),
    ("16-counted.txt", 1, 16),
    ("25-letters.txt", 1, 25),
    ("25-numbers.txt", 1, 25),
    ("line.txt", 2, 9),
    ("judge.txt", 1, 9),
    ("one.sdk", 1, 9),
    ("many.sdm", 2, 9),
    ("one.ss", 1, 9),
    ("grid.txt", 2, 9),
    ("framed.txt", 1, 9),
    ("pencil.txt", 1, 9),
    ("marks.txt", 1, 9),
];

pub(crate) fn read(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/boards");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// The boards of a text, and the text with each of them solved.
fn solved(text: &str) -> (Vec<Grid>, String) {
    let shape = Shape::with_side(guess_side(text.as_bytes(), true).unwrap()).unwrap();
    let sudoku = Sudoku::new(shape.clone());
    let mut search = sudoku.search();
    let mut reader = Reader::of(shape.clone(), text.as_bytes());
    let (mut record, mut boards, mut output) = (Record::new(), Vec::new(), Vec::new());
    while reader.next_record(&mut record).unwrap() {
        match record.content() {
            Content::Board(board) => {
                let solution = search.first(board).value.unwrap();
                assert!(shape.is_solution(&solution) && solution.extends(board));
                record.write_solution(&mut output, &solution).unwrap();
                boards.push(solution);
            }
            Content::Other => record.write_raw(&mut output).unwrap(),
            bad => panic!("{bad:?}"),
        }
    }
    (boards, String::from_utf8(output).unwrap())
}

#[test]
fn every_format_is_read_and_written_back() {
    for (name, count, side) in FILES {
        let given = read(name);
        assert_eq!(guess_side(given.as_bytes(), true), Some(side), "{name}");
        let (boards, output) = solved(&given);
        assert_eq!(boards.len(), count, "{name}");
        assert_eq!(output, read(&format!("solved/{name}")), "{name}");
        // What was written is read again as what was meant.
        assert_eq!(solved(&output).0, boards, "{name}");
    }
}

#[test]
fn every_format_has_its_sample() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/boards");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut names: Vec<String> = files
        .filter(|entry| entry.file_type().unwrap().is_file())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort();
    let mut expected = FILES.map(|file| file.0);
    expected.sort_unstable();
    assert_eq!(names, expected);
}

/// The same board in several formats.
#[test]
fn formats_agree() {
    let board = |name: &str| {
        let text = read(name);
        let side = guess_side(text.as_bytes(), true).unwrap();
        text::read(&Shape::with_side(side).unwrap(), &text).unwrap()
    };
    for name in [
        "judge.txt",
        "one.sdk",
        "many.sdm",
        "one.ss",
        "grid.txt",
        "framed.txt",
    ] {
        assert_eq!(board(name), board("line.txt"), "{name}");
    }
    assert_eq!(board("pencil.txt"), board("marks.txt"));
    assert!(board("pencil.txt").extends(&board("line.txt")));
    for name in ["zero", "letters", "numbers", "line", "counted"] {
        assert_eq!(
            board(&format!("16-{name}.txt")),
            board("16-digits.txt"),
            "{name}"
        );
    }
    assert_eq!(board("25-letters.txt"), board("25-numbers.txt"));
}

#[test]
fn boards_are_not_taken_for_puzzles() {
    let board = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
    for text in [
        board.to_owned(),
        format!("{board} ~3.4"),
        format!("{board} ~ hard"),
        "1".repeat(81),
    ] {
        assert_eq!(PuzzleFormat::detect(&text), None, "{text}");
    }
    for text in [
        "..Cage~3~R1C1~R1C2",
        ".~R1C1_5",
        ".AntiKnight.NoBoxes",
        "3x3::k:",
    ] {
        assert_eq!(
            PuzzleFormat::detect(text),
            Some(PuzzleFormat::Iss),
            "{text}"
        );
    }
}

#[test]
fn links_are_detected_with_and_without_an_address() {
    for text in [
        "https://a/",
        "f-puzzles.com/?load=x",
        "sudokupad.app/fpuzzlesx",
        "sclN4Ig",
        "N4Ig",
    ] {
        assert_eq!(
            PuzzleFormat::detect(text),
            Some(PuzzleFormat::Link),
            "{text}"
        );
    }
}
