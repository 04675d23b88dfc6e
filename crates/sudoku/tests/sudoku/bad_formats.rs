//! The messages about invalid boards in every format of `tests/boards`.

use quadrille::sudoku::{Shape, text};

use super::formats::read;

/// The message about the first invalid record of a text.
fn told(side: usize, text: &str) -> String {
    let shape = Shape::with_side(side).unwrap();
    match text::read(&shape, text) {
        Ok(board) => format!("{board}"),
        Err(error) => error.to_string(),
    }
}

/// A file with one text replaced by another; it occurs.
fn changed(name: &str, from: &str, to: &str) -> String {
    let text = read(name);
    assert!(text.contains(from), "{name}: {from}");
    text.replacen(from, to, 1)
}

/// A file without its last so many lines.
fn cut(name: &str, lines: usize) -> String {
    let text = read(name);
    let kept = text.lines().count() - lines;
    text.lines()
        .take(kept)
        .map(|line| format!("{line}\n"))
        .collect()
}

#[test]
fn invalid_boards_of_every_format_are_reported_with_their_place() {
    let no_digit = "is not a digit or a blank (0 . * _ -)";
    let cases: Vec<(usize, String, String)> = vec![
        // .sdk
        (
            9,
            cut("one.sdk", 1),
            "line 12, column 10: incomplete board: 8 rows, expected 9".into(),
        ),
        (
            9,
            changed("one.sdk", ".98....6.", ".98....6.."),
            "line 7, column 10: invalid row: 10 cells, expected 9".into(),
        ),
        (
            9,
            changed("one.sdk", ".98....6.", ".98.y..6."),
            format!("line 7, column 5: 'y' {no_digit}"),
        ),
        (
            9,
            changed("one.sdk", ".98....6.", ".98...66."),
            "line 7, column 8: two 6s in row 3 at columns 7 and 8".into(),
        ),
        // .sdm
        (
            9,
            changed("many.sdm", "530", "53"),
            "line 1, column 81: invalid board: 80 cells, expected 81".into(),
        ),
        (
            9,
            changed("many.sdm", "530", "5300"),
            "line 1, column 82: invalid board: 82 cells, expected 81".into(),
        ),
        (
            9,
            changed("many.sdm", "530", "53y"),
            format!("line 1, column 3: 'y' {no_digit}"),
        ),
        (
            9,
            changed("many.sdm", "530", "535"),
            "line 1, column 3: two 5s in row 1 at columns 1 and 3".into(),
        ),
        // .ss
        (
            9,
            cut("one.ss", 2),
            "line 11, column 14: incomplete board: 8 rows, expected 9".into(),
        ),
        (
            9,
            changed("one.ss", "|53.|", "|53..|"),
            "line 2, column 13: invalid row: 10 cells, expected 9".into(),
        ),
        (
            9,
            changed("one.ss", "|53.|", "|53y|"),
            format!("line 2, column 4: 'y' {no_digit}"),
        ),
        (
            9,
            changed("one.ss", "|53.|", "|533|"),
            "line 2, column 4: two 3s in row 1 at columns 2 and 3".into(),
        ),
        // Blocks with titles
        (
            9,
            changed("grid.txt", "530070000\n", ""),
            "line 9, column 10: incomplete board: 8 rows, expected 9".into(),
        ),
        (
            9,
            changed("grid.txt", "530070000", "53007000"),
            "line 2, column 9: invalid row: 8 cells, expected 9".into(),
        ),
        (
            9,
            changed("grid.txt", "530070000", "53007000!"),
            format!("line 2, column 9: '!' {no_digit}"),
        ),
        (
            9,
            changed("grid.txt", "530070000", "530070006"),
            "line 7, column 9: two 6s in column 9 at rows 1 and 6".into(),
        ),
        // Frames
        (
            9,
            cut("framed.txt", 3),
            "line 10, column 26: incomplete board: 7 rows, expected 9".into(),
        ),
        (
            9,
            changed("framed.txt", "| 5 3 . |", "| 5 3 . . |"),
            "line 2, column 25: invalid row: 10 numbers, expected 9".into(),
        ),
        (
            9,
            changed("framed.txt", "| 5 3 . |", "| 5 3 ! |"),
            format!("line 2, column 7: '!' {no_digit}"),
        ),
        (
            9,
            changed("framed.txt", "| 5 3 . |", "| 5 3 5 |"),
            "line 2, column 7: two 5s in row 1 at columns 1 and 3".into(),
        ),
        // Pencil marks
        (
            9,
            cut("pencil.txt", 2),
            "line 11, column 71: incomplete board: 8 rows, expected 9".into(),
        ),
        (
            9,
            changed("pencil.txt", "124 ", "1 24"),
            "line 2, column 63: invalid row: 10 numbers, expected 9".into(),
        ),
        (
            9,
            changed("pencil.txt", "124 ", "142 "),
            "line 2, column 17: \"142\" is not a digit from 0 to 9".into(),
        ),
        (
            9,
            changed("pencil.txt", "124 ", "0   "),
            "line 2, column 17: r1c3 has no pencil mark, expected the digits that it can hold"
                .into(),
        ),
        (
            9,
            changed("pencil.txt", "124 ", "5   "),
            "line 2, column 17: two 5s in row 1 at columns 1 and 3".into(),
        ),
        // 729 characters
        (
            9,
            changed("marks.txt", "....5", "...5"),
            "line 1, column 729: invalid board: 728 cells, expected 729".into(),
        ),
        (
            9,
            changed("marks.txt", "....5", ".....5"),
            "line 1, column 730: invalid board: 730 cells, expected 729".into(),
        ),
        (
            9,
            changed("marks.txt", "....5", "...5."),
            "line 1, column 4: '5' in the place of pencil mark 4, expected 4 or a blank".into(),
        ),
        (
            9,
            changed("marks.txt", "....5......3", "....5......3.........5......"),
            "line 1, column 730: invalid board: 745 cells, expected 729".into(),
        ),
        (
            9,
            changed("marks.txt", "....5....", "........."),
            "line 1, column 1: r1c1 has no pencil mark, expected the digits that it can hold"
                .into(),
        ),
        (
            9,
            changed("one.ss", "|6..|", "|6y.|"),
            "line 3, column 3: 'y' is not a digit or a blank (0 . * _ -)".into(),
        ),
        // 4 x 4 and 6 x 6
        (
            4,
            "1..\n".into(),
            "line 1, column 4: invalid row: 3 cells, expected 4".into(),
        ),
        (
            4,
            "1..5\n".into(),
            "line 1, column 4: '5' is not a digit from 1 to 4 or a blank (0 . * _ -)".into(),
        ),
        (
            6,
            cut("6.txt", 1),
            "line 5, column 12: incomplete board: 5 rows, expected 6".into(),
        ),
        (
            6,
            changed("6.txt", "0 4 0 0 0 0", "0 4 0 0 0 7"),
            "line 1, column 11: '7' is not a digit from 1 to 6 or a blank (0 . * _ -)".into(),
        ),
        (
            6,
            changed("6.txt", "0 4 0 0 0 0", "0 4 0 0 0 4"),
            "line 1, column 11: two 4s in row 1 at columns 2 and 6".into(),
        ),
    ];
    let mut wrong = Vec::new();
    for (side, text, expected) in cases {
        wrong.extend(
            Some((told(side, &text), expected)).filter(|(told, expected)| told != expected),
        );
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn invalid_boards_of_large_alphabets_are_reported_in_their_own_symbols() {
    let blank = ".".repeat(240);
    let line = |start: &str| format!("{start:.<16}{blank}\n");
    let digits = "is not one of 1-9 A-G or a blank (0 . * _ -)";
    for (text, expected) in [
        (line("1GH"), format!("column 3: 'H' {digits}")),
        (
            line("GG"),
            "column 2: two Gs in row 1 at columns 1 and 2".into(),
        ),
        (
            line("0FF"),
            "column 3: two Fs in row 1 at columns 2 and 3".into(),
        ),
        (line("AQ"), format!("column 2: 'Q' {digits}")),
        (
            line("KK"),
            "column 2: two Ks in row 1 at columns 1 and 2".into(),
        ),
        (
            line("1")[1..].into(),
            "column 256: invalid board: 255 cells, expected 256".into(),
        ),
        (
            line("1!"),
            "column 2: '!' is not a digit, a letter or a blank (0 . * _ -)".into(),
        ),
        (
            "0 ".repeat(255) + "17",
            "column 511: \"17\" is not a number from 0 to 16".into(),
        ),
        (
            "0 ".repeat(255) + "1 1",
            "column 513: invalid board: 257 cells, expected 256".into(),
        ),
        (
            "16 ".to_owned() + &"0 ".repeat(254),
            "column 511: invalid board: 254 cells, expected 256".into(),
        ),
        (
            "12 12 ".to_owned() + &"0 ".repeat(254),
            "column 4: two 12s in row 1 at columns 1 and 2".into(),
        ),
    ] {
        let told = told(16, &text);
        assert_eq!(told, format!("line 1, {expected}"), "{text}");
    }
}
