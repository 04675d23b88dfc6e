//! Good boards as text: whatever comes in goes out again, and a solution changes blank cells only.

use quadrille::sudoku::text::{Content, Record, read};
use quadrille::sudoku::{Grid, Shape};

use super::records::{LINE, SOLVED, judge, lines, records, rows, solution, told};

#[test]
fn good_boards_in_every_form() {
    let judge_line = lines(&judge()).replace('\n', "\r\n");
    for input in [
        LINE.to_owned(),
        format!("{LINE}\n"),
        format!(" \t{LINE} \t\r\n"),
        format!("\u{feff}{LINE}\n"),
        format!("{LINE}:17 clues\n"),
        format!("{LINE},{SOLVED}\n"),
        format!("{LINE}\tx\n"),
        format!("{LINE}#5\n"),
        lines(&rows()),
        lines(&rows()).trim_end().to_owned(),
        lines(&judge()),
        judge_line,
        lines(&judge()).replace(' ', " \t "),
        // Longer than the pieces in which a solution is written, by far.
        lines(&judge()).replace(' ', &" ".repeat(100)),
        format!("{}{LINE}\n", " ".repeat(500)),
    ] {
        let records = records(input.as_bytes());
        assert_eq!(records.len(), 1, "{input:?}");
        assert_eq!(
            *records[0].content(),
            Content::Board(LINE.parse().unwrap()),
            "{input:?}"
        );
        let input = input.trim_start_matches('\u{feff}');
        assert_eq!(records[0].raw(), input.as_bytes());
        let mut output = Vec::new();
        records[0].write_solution(&mut output, &solution()).unwrap();
        let cells: String = String::from_utf8(output)
            .unwrap()
            .chars()
            .filter(char::is_ascii_digit)
            .take(81)
            .collect();
        assert_eq!(cells, SOLVED);
    }
}

#[test]
fn nothing_comes_of_nothing() {
    assert!(told("").is_empty());
    assert!(records(b"\xef\xbb\xbf").is_empty());
    assert_eq!(told("\n"), ["other"]);
    assert_eq!(told("\r"), ["other"]);
    assert_eq!(told(" \t\r\n\x0c\r\r\n"), ["other", "other"]);
}

#[test]
fn what_stands_between_boards_is_kept() {
    let input = format!(
        "# a\n{LINE}\n\n  # b\n{}{}\r\n{}# end",
        lines(&judge()),
        LINE,
        lines(&rows())
    );
    let expected = [
        "other", "board", "other", "other", "board", "board", "board", "other",
    ];
    assert_eq!(told(&input), expected);
    let numbers: Vec<u64> = records(input.as_bytes()).iter().map(Record::line).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 14, 15, 24]);
}

#[test]
fn several_solutions_can_follow_each_other() {
    let twice = |input: &str| {
        let (records, mut output) = (records(input.as_bytes()), Vec::new());
        records[0].write_solution(&mut output, &solution()).unwrap();
        records[0].write_break(&mut output).unwrap();
        records[0].write_solution(&mut output, &solution()).unwrap();
        String::from_utf8(output).unwrap()
    };
    assert_eq!(twice(&format!("{LINE}\n")), format!("{SOLVED}\n{SOLVED}\n"));
    assert_eq!(twice(LINE), format!("{SOLVED}\n{SOLVED}"));
    let nine = lines(&rows());
    let solved: String = SOLVED
        .as_bytes()
        .chunks(9)
        .fold(String::new(), |text, row| {
            text + std::str::from_utf8(row).unwrap() + "\n"
        });
    assert_eq!(twice(&nine), format!("{solved}\n{solved}"));
    assert_eq!(
        twice(nine.trim_end()),
        format!("{solved}\n{}", solved.trim_end())
    );
    let windows = |text: &str| text.replace('\n', "\r\n");
    assert_eq!(
        twice(&windows(&nine)),
        windows(&format!("{solved}\n{solved}"))
    );
    assert_eq!(
        twice(windows(&nine).trim_end()),
        windows(&format!("{solved}\n{}", solved.trim_end()))
    );
}

#[test]
fn a_solution_fills_blanks_only() {
    let records = records(LINE.as_bytes());
    let mut cells = solution().cells().to_vec();
    (cells[0], cells[1], cells[2]) = (9, 9, 0);
    let mut output = Vec::new();
    let odd = Grid::new(cells);
    records[0].write_solution(&mut output, &odd).unwrap();
    assert_eq!(output[..5], *b"53.67");
    let mut output = Vec::new();
    let comment = &self::records(b"# 0.0\n")[0];
    comment.write_solution(&mut output, &odd).unwrap();
    assert_eq!(output, b"# 0.0\n");
}

#[test]
fn comments_stand_among_the_rows_of_a_board() {
    let commented = lines(&judge()).replacen('\n', "\n# c\n", 3);
    let text = format!("{commented}{LINE}\n");
    assert_eq!(told(&text), ["board", "board"]);
    let mut output = Vec::new();
    let records = records(text.as_bytes());
    assert_eq!(records[1].line(), 13);
    records[0].write_solution(&mut output, &solution()).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(
        output.starts_with("5 3 4 6 7 8 9 1 2\n# c\n6 7 2"),
        "{output}"
    );
    let framed = "+---+\n# c\n".to_owned() + &lines(&rows()) + "+---+\n";
    assert_eq!(told(framed), ["board"]);
}

#[test]
fn a_board_of_zeros_is_blank_at_any_size() {
    for side in [4, 9, 10, 16, 25, 35, 36] {
        let shape = Shape::with_side(side).unwrap();
        let text = "0".repeat(side * side);
        assert_eq!(read(&shape, &text), Ok(shape.blank()), "{side}");
        let rows = ("0".repeat(side) + "\n").repeat(side);
        assert_eq!(read(&shape, &rows), Ok(shape.blank()), "{side}");
    }
}

#[test]
fn the_state_of_a_puzzle_is_no_board() {
    let (puzzle, state) = (lines(&rows()), lines(&rows()).replace('.', "1"));
    let both = format!("[Puzzle]\n{puzzle}[State]\n{state}");
    let copied = |kinds: &[&'static str]| [&["other", "board"], &["other"; 10][..], kinds].concat();
    assert_eq!(told(&both), copied(&[]));
    assert_eq!(told(format!("{both}{both}")), copied(&copied(&[])));
    assert_eq!(
        told(format!("{both}\n{puzzle}")),
        copied(&["other", "board"])
    );
    // Without a puzzle it is all there is.
    assert_eq!(told(format!("[State]\n{puzzle}")), ["other", "board"]);
}

#[test]
fn boards_that_overlap_come_as_a_square() {
    let shape: Shape = "samurai".parse().unwrap();
    let mut blank = shape.blank().cells().to_vec();
    (blank[0], blank[368]) = (5, 7);
    let board = Grid::new(blank);
    let square = |outside: char, between: &str| -> String {
        let place = |row, column| match shape.cell(row, column).map(|cell| board.get(cell)) {
            None => outside.to_string(),
            Some(value) => value.map_or(".".to_owned(), |value| value.to_string()),
        };
        let row = |row| (0..21).map(|column| place(row, column)).collect::<Vec<_>>();
        (0..21)
            .map(|number| row(number).join(between) + "\n")
            .collect()
    };
    for (outside, between) in [
        ('.', ""),
        ('0', ""),
        (' ', ""),
        ('.', " "),
        (' ', " "),
        ('-', " "),
    ] {
        let text = square(outside, between);
        assert_eq!(read(&shape, &text).as_ref(), Ok(&board), "{text}");
    }
    let told = read(&shape, &square('1', "")).unwrap_err().to_string();
    assert_eq!(
        told,
        "line 1, column 19: invalid row: 21 cells, expected 18"
    );
}

#[test]
fn columns_count_characters() {
    let error = read(&Shape::classic(), "│5│3│y│4│5│6│7│8│9│\n").unwrap_err();
    assert_eq!((error.line, error.column), (1, 6));
    assert_eq!(error.span, 11..12);
}
