//! Invalid boards: their messages, and that they spoil no other board.

use quadrille::sudoku::Shape;
use quadrille::sudoku::text::{Content, Reader};

use super::records::{LINE, judge, lines, records_of, rows, told, with};

/// Invalid inputs of one record, each with its message.
#[test]
fn an_invalid_board_is_reported_with_line_column_and_reason() {
    let no_cell = "is not a digit or a blank (0 . * _ -)";
    let at = |column: usize, what: &str| format!("line 1, column {column}: {what}");
    let row = |column: usize, what: &str| format!("line 3, column {column}: {what}");
    let clashing = |cell: usize, digit: &str| {
        let mut line = LINE.to_owned();
        line.replace_range(cell..=cell, digit);
        line
    };
    let cases: Vec<(String, String)> = vec![
        // One line.
        (
            LINE[1..].into(),
            at(81, "invalid board: 80 cells, expected 81"),
        ),
        (
            format!("{LINE}."),
            at(82, "invalid board: 82 cells, expected 81"),
        ),
        (
            format!("{LINE}{LINE}"),
            at(82, "invalid board: 162 cells, expected 81"),
        ),
        (
            format!("{}:x", &LINE[1..]),
            at(81, "invalid board: 80 cells, expected 81"),
        ),
        (
            format!("  {} x", &LINE[1..]),
            at(83, "invalid board: 80 cells, expected 81"),
        ),
        (LINE.replacen('7', "y", 1), at(5, &format!("'y' {no_cell}"))),
        (LINE.replacen('7', "é", 1), at(5, &format!("'é' {no_cell}"))),
        (
            LINE.replacen('7', "\0", 1),
            at(5, &format!("\\x00 {no_cell}")),
        ),
        (
            LINE.replacen('7', "\x1b", 1),
            at(5, &format!("\\x1b {no_cell}")),
        ),
        (
            LINE.replacen('7', "\u{202e}", 1),
            at(5, &format!("'\\u{{202e}}' {no_cell}")),
        ),
        (format!("{LINE}\0"), at(82, &format!("\\x00 {no_cell}"))),
        (
            format!("{LINE}x"),
            at(
                82,
                "'x' right after the 81 cells, expected a space before other text",
            ),
        ),
        (
            format!("{LINE}\r{LINE}"),
            at(
                82,
                "carriage return within the line, expected line endings LF or CR LF",
            ),
        ),
        (
            clashing(2, "5"),
            at(3, "two 5s in row 1 at columns 1 and 3"),
        ),
        (
            clashing(36, "5"),
            at(37, "two 5s in column 1 at rows 1 and 5"),
        ),
        (clashing(9, "3"), at(10, "two 3s in box 1 at r1c2 and r2c1")),
        // Nine lines of nine characters.
        (
            with(rows(), 3, ".98....6"),
            row(9, "invalid row: 8 cells, expected 9"),
        ),
        (
            with(rows(), 3, ".98....6.."),
            row(10, "invalid row: 10 cells, expected 9"),
        ),
        (
            with(rows(), 3, ".98....6. 1"),
            row(11, "invalid row: 10 cells, expected 9"),
        ),
        (
            with(rows(), 3, ".98....6. y"),
            row(11, &format!("'y' {no_cell}")),
        ),
        (
            with(rows(), 3, ".98.. ..6"),
            row(10, "invalid row: 8 cells, expected 9"),
        ),
        (
            with(rows(), 3, ".98y...6."),
            row(4, &format!("'y' {no_cell}")),
        ),
        (with(rows(), 3, "hello"), row(1, &format!("'h' {no_cell}"))),
        (
            with(rows(), 3, "5"),
            row(2, "invalid row: 1 cell, expected 9"),
        ),
        (
            with(rows(), 3, "-----------"),
            "line 9, column 10: incomplete board: 8 rows, expected 9".into(),
        ),
        (
            with(rows(), 3, "398....6."),
            row(1, "two 3s in box 1 at r1c2 and r3c1"),
        ),
        // Nine lines of nine numbers.
        (
            with(judge(), 3, "0 9 8 0 0 0 6"),
            row(14, "invalid row: 7 numbers, expected 9"),
        ),
        (
            with(judge(), 3, "0 9 8 0 0 0 0 6 0 1 2"),
            row(19, "invalid row: 11 numbers, expected 9"),
        ),
        (
            with(judge(), 3, "0 10 8 0 0 0 0 6 0"),
            row(3, "\"10\" is not a digit from 0 to 9"),
        ),
        (
            with(judge(), 3, "0 -1 8 0 0 0 0 6 0"),
            row(3, "\"-1\" is not a digit from 0 to 9"),
        ),
        (
            with(judge(), 3, "0 +1 8 0 0 0 0 6 0"),
            row(3, "\"+1\" is not a digit from 0 to 9"),
        ),
        (
            with(judge(), 3, &format!("0 9 {} 0", "7".repeat(30))),
            row(
                5,
                &format!("\"{}...\" is not a digit from 0 to 9", "7".repeat(20)),
            ),
        ),
        (
            with(judge(), 3, "0\t9 y 0 0 0 0 6 0"),
            row(5, &format!("'y' {no_cell}")),
        ),
        (
            with(judge(), 3, "0 9 8 0 0 0 0 6 0 # c"),
            row(19, &format!("'#' {no_cell}")),
        ),
        (
            with(judge(), 3, "0 9 8 5 0 0 0 6 5"),
            row(17, "two 5s in row 3 at columns 4 and 9"),
        ),
        // The first row, too, may be the bad one.
        (
            with(rows(), 1, "y3..7...."),
            at(1, &format!("'y' {no_cell}")),
        ),
        (
            with(rows(), 1, "53..7..."),
            at(9, "invalid row: 8 cells, expected 9"),
        ),
        (
            with(judge(), 1, "5 3 0 0 7 0 0 0"),
            at(16, "invalid row: 8 numbers, expected 9"),
        ),
        (
            with(judge(), 1, "53007000"),
            at(9, "invalid row: 8 cells, expected 9"),
        ),
        // Half boards.
        (
            lines(&rows()[..3]),
            row(10, "incomplete board: 3 rows, expected 9"),
        ),
        (
            lines(&judge()[..3]),
            row(18, "incomplete board: 3 rows, expected 9"),
        ),
        (
            rows()[0].clone(),
            at(10, "incomplete board: 1 row, expected 9"),
        ),
        // No board at all.
        ("Board 01".into(), at(1, &format!("'B' {no_cell}"))),
        ("17 clues".into(), at(4, &format!("'c' {no_cell}"))),
        (
            "10 clues".into(),
            at(1, "\"10\" is not a digit from 0 to 9"),
        ),
        ("3".into(), at(2, "invalid row: 1 cell, expected 9")),
    ];
    for (input, expected) in cases {
        assert_eq!(told(&input), [expected], "{input:?}");
    }
    let mut bytes = LINE.as_bytes().to_vec();
    bytes[4] = 0xff;
    assert_eq!(told(bytes), [at(5, &format!("\\xff {no_cell}"))]);
}

#[test]
fn an_invalid_board_spoils_no_other() {
    let half = lines(&rows()[..5]);
    let ends_half = |next: &str, kinds: &[&str]| {
        let mut expected = vec!["line 5, column 10: incomplete board: 5 rows, expected 9"];
        expected.extend(kinds);
        assert_eq!(told(format!("{half}{next}")), expected, "{next:?}");
    };
    ends_half("\n", &["other"]);
    // A comment does not.
    ends_half("# c\n", &[]);
    ends_half("# c\n\n# d\n", &["other", "other"]);
    ends_half(LINE, &["board"]);
    ends_half(&format!("\n{LINE}\n"), &["other", "board"]);
    ends_half(&lines(&judge()), &["board"]);
    ends_half(
        &LINE[1..],
        &["line 6, column 81: invalid board: 80 cells, expected 81"],
    );

    let bad = with(rows(), 4, "8...y...3");
    let (good, no_cell) = (lines(&rows()), "is not a digit or a blank (0 . * _ -)");
    let error = format!("line 4, column 5: 'y' {no_cell}");
    assert_eq!(told(format!("{bad}{good}")), [&error, "board"]);
    // A fault in a row is told before the end of half a board.
    let cut = lines(&bad.lines().take(6).map(String::from).collect::<Vec<_>>());
    assert_eq!(told(format!("{cut}\n{good}")), [&error, "other", "board"]);
    // A tenth line begins a new board.
    let tenth = "line 10, column 10: incomplete board: 1 row, expected 9";
    assert_eq!(told(format!("{good}.........\n")), ["board", tenth]);
    // Titles, counts and rulers cost their own line only.
    for title in ["Grid 01", "1", "2.", "Puzzle 17 (easy)", "= = = ="] {
        let told = told(format!(
            "{title}\n{good}{title}\n{}{title}\n{LINE}\n",
            lines(&judge())
        ));
        let boards: Vec<bool> = told.iter().map(|what| what == "board").collect();
        assert_eq!(boards, [false, true, false, true, false, true], "{title}");
    }
    // Two bad lines among good ones.
    let input = format!("{LINE}\n{}\n{LINE}\n{LINE}1\n{LINE}\n", &LINE[..20]);
    let short = "line 2, column 21: invalid board: 20 cells, expected 81";
    let long = "line 4, column 82: invalid board: 82 cells, expected 81";
    assert_eq!(told(input), ["board", short, "board", long, "board"]);
}

#[test]
fn boards_of_another_size_are_one_invalid_record_each() {
    let board = |side: usize| (".".repeat(side) + "\n").repeat(side);
    let good = lines(&rows());
    for side in [4, 6, 8, 10, 16, 18] {
        let wrong = board(side);
        let column = side.min(9) + 1;
        let error = format!("line 1, column {column}: invalid row: {side} cells, expected 9");
        let mut expected = vec![&*error, "other", "board"];
        assert_eq!(told(format!("{wrong}\n{good}")), expected, "{side}");
        if side > 9 {
            expected.remove(1);
            assert_eq!(told(format!("{wrong}{good}")), expected, "{side}");
        }
    }
    let nine = "53..7....\n".repeat(9) + "\n";
    let shape = Shape::with_side(16).unwrap();
    let text = nine + &board(16);
    let records = records_of(Reader::of(shape, text.as_bytes()));
    let Content::Bad(error) = records[0].content() else {
        panic!("nine rows of nine are no board of 16 rows");
    };
    assert_eq!(
        error.to_string(),
        "line 1, column 10: invalid row: 9 cells, expected 16"
    );
    assert!(records.len() == 3 && matches!(records[2].content(), Content::Board(_)));
}

#[test]
fn a_larger_board_is_named_by_its_size() {
    let [four, nine] = ["1..4..1..1..4..1", LINE];
    let small = "1..4\n..1.\n.1..\n4..1\n\n".to_owned();
    let large = lines(&rows());
    for (text, column, message) in [
        (
            format!("{four}\n{nine}\n"),
            17,
            "invalid board: 81 cells, expected 16",
        ),
        (
            small.clone() + &large,
            5,
            "invalid row: 9 cells, expected 4",
        ),
        (
            small + &large.replace(|c: char| c != '\n', "5 "),
            9,
            "invalid row: 9 cells, expected 4",
        ),
    ] {
        let shape = Shape::with_side(4).unwrap();
        let records = records_of(Reader::of(shape, text.as_bytes()));
        let bad = records.iter().find_map(|record| match record.content() {
            Content::Bad(error) => Some((error.column, error.to_string())),
            _ => None,
        });
        let (place, told) = bad.unwrap();
        assert!(place == column && told.ends_with(message), "{told}");
    }
}
