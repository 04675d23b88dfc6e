//! Boards as text: whatever comes in goes out again, and a solution changes blank cells only.

// The helpers are test code too, which clippy does not see outside of `#[test]`.
#![allow(clippy::unwrap_used)]

use std::io::{self, Read, Write};

use proptest::prelude::*;
use quadrille::sudoku::Grid;
use quadrille::sudoku::text::{Content, LONGEST_LINE, Reader, Record};

const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// All records of an input.
fn records(input: &[u8]) -> Vec<Record> {
    records_of(Reader::new(input))
}

fn records_of(mut reader: Reader<impl Read>) -> Vec<Record> {
    let (mut record, mut all) = (Record::new(), Vec::new());
    while reader.next_record(&mut record).unwrap() {
        all.push(record.clone());
    }
    assert!(!reader.next_record(&mut record).unwrap());
    all
}

fn raw(records: &[Record]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for record in records {
        record.write_raw(&mut bytes).unwrap();
    }
    bytes
}

/// `board`, `other` or the message of each record.
fn told(input: impl AsRef<[u8]>) -> Vec<String> {
    let records = records(input.as_ref());
    assert_eq!(raw(&records), input.as_ref());
    records
        .iter()
        .map(|record| match record.content() {
            Content::Board(_) => "board".to_owned(),
            Content::Other => "other".to_owned(),
            Content::Bad(error) => {
                assert!(error.span.end <= record.raw().len() && error.line >= record.line());
                error.to_string()
            }
            _ => unreachable!(),
        })
        .collect()
}

fn solution() -> Grid {
    SOLVED.parse().unwrap()
}

fn rows() -> Vec<String> {
    let rows = LINE.as_bytes().chunks(9);
    rows.map(|row| String::from_utf8(row.to_vec()).unwrap())
        .collect()
}

/// The board as nine lines of nine numbers.
fn judge() -> Vec<String> {
    let spaced = |row: String| {
        let numbers: Vec<_> = row.replace('.', "0").chars().map(String::from).collect();
        numbers.join(" ")
    };
    rows().into_iter().map(spaced).collect()
}

fn lines(rows: &[String]) -> String {
    rows.iter().map(|row| format!("{row}\n")).collect()
}

/// The nine lines with one of them, from 1, replaced.
fn with(mut rows: Vec<String>, number: usize, row: &str) -> String {
    rows[number - 1] = row.to_owned();
    lines(&rows)
}

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

/// Bad inputs of one record, and what is said of them.
#[test]
fn a_bad_board_is_told_with_line_column_and_reason() {
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
        (LINE[1..].into(), at(81, "80 cells, expected 81")),
        (format!("{LINE}."), at(82, "82 cells, expected 81")),
        (format!("{LINE}{LINE}"), at(82, "162 cells, expected 81")),
        (format!("{}:x", &LINE[1..]), at(81, "80 cells, expected 81")),
        (
            format!("  {} x", &LINE[1..]),
            at(83, "80 cells, expected 81"),
        ),
        (LINE.replacen('7', "x", 1), at(5, &format!("'x' {no_cell}"))),
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
                "a carriage return within the line, expected line ends LF or CR LF",
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
            row(9, "8 cells in this row, expected 9"),
        ),
        (
            with(rows(), 3, ".98....6.."),
            row(10, "10 cells in this row, expected 9"),
        ),
        (
            with(rows(), 3, ".98....6. 1"),
            row(11, "10 cells in this row, expected 9"),
        ),
        (
            with(rows(), 3, ".98....6. x"),
            row(11, &format!("'x' {no_cell}")),
        ),
        (
            with(rows(), 3, ".98.. ..6."),
            row(6, "5 cells in this row, expected 9"),
        ),
        (
            with(rows(), 3, ".98x...6."),
            row(4, &format!("'x' {no_cell}")),
        ),
        (with(rows(), 3, "hello"), row(1, &format!("'h' {no_cell}"))),
        (
            with(rows(), 3, "5"),
            row(2, "1 cell in this row, expected 9"),
        ),
        (
            with(rows(), 3, "-----------"),
            row(10, "11 cells in this row, expected 9"),
        ),
        (
            with(rows(), 3, "398....6."),
            row(1, "two 3s in box 1 at r1c2 and r3c1"),
        ),
        // Nine lines of nine numbers.
        (
            with(judge(), 3, "0 9 8 0 0 0 6"),
            row(14, "7 numbers in this row, expected 9"),
        ),
        (
            with(judge(), 3, "0 9 8 0 0 0 0 6 0 1 2"),
            row(19, "11 numbers in this row, expected 9"),
        ),
        (
            with(judge(), 3, "0 10 8 0 0 0 0 6 0"),
            row(3, "10 is not a digit from 0 to 9"),
        ),
        (
            with(judge(), 3, "0 -1 8 0 0 0 0 6 0"),
            row(3, "-1 is not a digit from 0 to 9"),
        ),
        (
            with(judge(), 3, "0 +1 8 0 0 0 0 6 0"),
            row(3, "+1 is not a digit from 0 to 9"),
        ),
        (
            with(judge(), 3, &format!("0 9 {} 0", "7".repeat(30))),
            row(
                5,
                &format!("{}... is not a digit from 0 to 9", "7".repeat(20)),
            ),
        ),
        (
            with(judge(), 3, "0\t9 x 0 0 0 0 6 0"),
            row(5, &format!("'x' {no_cell}")),
        ),
        (
            with(judge(), 3, "0 9 8 0 0 0 0 6 0 # c"),
            row(19, &format!("'#' {no_cell}")),
        ),
        (
            with(judge(), 3, "0,9,8,0,0,0,0,6,0"),
            row(2, &format!("',' {no_cell}")),
        ),
        (
            with(judge(), 3, "0 9 8 5 0 0 0 6 5"),
            row(17, "two 5s in row 3 at columns 4 and 9"),
        ),
        // The first row, too, may be the bad one.
        (
            with(rows(), 1, "x3..7...."),
            at(1, &format!("'x' {no_cell}")),
        ),
        (
            with(rows(), 1, "53..7..."),
            at(9, "8 cells in this row, expected 9"),
        ),
        (
            with(judge(), 1, "5 3 0 0 7 0 0 0"),
            at(16, "8 numbers in this row, expected 9"),
        ),
        (
            with(judge(), 1, "53007000"),
            at(9, "8 cells in this row, expected 9"),
        ),
        // Half boards.
        (lines(&rows()[..3]), row(10, "half a board: 3 rows of 9")),
        (lines(&judge()[..3]), row(18, "half a board: 3 rows of 9")),
        (rows()[0].clone(), at(10, "half a board: 1 row of 9")),
        // No board at all.
        ("Grid 01".into(), at(1, &format!("'G' {no_cell}"))),
        ("17 clues".into(), at(1, "17 is not a digit from 0 to 9")),
        ("3".into(), at(2, "1 cell in this row, expected 9")),
    ];
    for (input, expected) in cases {
        assert_eq!(told(&input), [expected], "{input:?}");
    }
    let mut bytes = LINE.as_bytes().to_vec();
    bytes[4] = 0xff;
    assert_eq!(told(bytes), [at(5, &format!("\\xff {no_cell}"))]);
}

#[test]
fn a_bad_board_spoils_no_other() {
    let half = lines(&rows()[..5]);
    let ends_half = |next: &str, kinds: &[&str]| {
        let mut expected = vec!["line 5, column 10: half a board: 5 rows of 9"];
        expected.extend(kinds);
        assert_eq!(told(format!("{half}{next}")), expected, "{next:?}");
    };
    ends_half("\n", &["other"]);
    ends_half("# c\n", &["other"]);
    ends_half(LINE, &["board"]);
    ends_half(&format!("\n{LINE}\n"), &["other", "board"]);
    ends_half(&lines(&judge()), &["board"]);
    ends_half(&LINE[1..], &["line 6, column 81: 80 cells, expected 81"]);

    let bad = with(rows(), 4, "8...x...3");
    let (good, no_cell) = (lines(&rows()), "is not a digit or a blank (0 . * _ -)");
    let error = format!("line 4, column 5: 'x' {no_cell}");
    assert_eq!(told(format!("{bad}{good}")), [&error, "board"]);
    // A fault in a row is told before the end of half a board.
    let cut = lines(&bad.lines().take(6).map(String::from).collect::<Vec<_>>());
    assert_eq!(told(format!("{cut}\n{good}")), [&error, "other", "board"]);
    // A tenth line begins a new board.
    let tenth = "line 10, column 10: half a board: 1 row of 9";
    assert_eq!(told(format!("{good}.........\n")), ["board", tenth]);
    // Titles, counts and rulers cost their own line only.
    for title in [
        "Grid 01",
        "1",
        "2.",
        "Puzzle 17 (easy)",
        "---------------",
        "= = = =",
    ] {
        let told = told(format!(
            "{title}\n{good}{title}\n{}{title}\n{LINE}\n",
            lines(&judge())
        ));
        let boards: Vec<bool> = told.iter().map(|what| what == "board").collect();
        assert_eq!(boards, [false, true, false, true, false, true], "{title}");
    }
    // Two bad lines among good ones.
    let input = format!("{LINE}\n{}\n{LINE}\n{LINE}1\n{LINE}\n", &LINE[..20]);
    let short = "line 2, column 10: 20 cells in this row, expected 9";
    let long = "line 4, column 82: 82 cells, expected 81";
    assert_eq!(told(input), ["board", short, "board", long, "board"]);
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
    let odd = Grid::from_cells(&cells).unwrap();
    records[0].write_solution(&mut output, &odd).unwrap();
    assert_eq!(output[..5], *b"53.67");
    let mut output = Vec::new();
    let comment = &self::records(b"# 0.0\n")[0];
    comment.write_solution(&mut output, &odd).unwrap();
    assert_eq!(output, b"# 0.0\n");
}

#[test]
fn a_long_line_is_bad_and_comes_in_pieces() {
    let long = "line 2, column 65537: line longer than 65,536 bytes";
    let tail = |length: usize| format!("{LINE}\n{LINE} {}", "x".repeat(length - 82));
    assert_eq!(told(tail(LONGEST_LINE)), ["board", "board"]);
    assert_eq!(told(tail(LONGEST_LINE - 1) + "\n"), ["board", "board"]);
    assert_eq!(told(tail(LONGEST_LINE) + "\n"), ["board", long, "other"]);
    assert_eq!(told(tail(LONGEST_LINE + 1)), ["board", long, "other"]);
    assert_eq!(
        told(tail(3 * LONGEST_LINE) + "\n" + LINE),
        ["board", long, "other", "other", "other", "board"]
    );
    let half = "line 1, column 10: half a board: 1 row of 9";
    let spaces = format!(".........\n{}", " ".repeat(2 * LONGEST_LINE));
    assert_eq!(told(spaces), [half, long, "other"]);
    let comment = format!(" #{}\n{LINE}", " ".repeat(LONGEST_LINE));
    assert_eq!(told(comment), ["other", "other", "board"]);
    let digits = "0".repeat(LONGEST_LINE);
    let count = "line 1, column 82: 65536 cells, expected 81";
    assert_eq!(told(digits), [count]);
}

#[test]
fn memory_stays_constant() {
    for byte in *b" 05.#x\0" {
        let mut reader = Reader::new(io::repeat(byte).take(20_000_000));
        let (mut record, mut total) = (Record::new(), 0);
        while reader.next_record(&mut record).unwrap() {
            total += record.raw().len();
            assert!(record.raw().len() <= LONGEST_LINE);
        }
        assert_eq!(total, 20_000_000);
    }
}

/// Hands out one piece a read, and breaks after the last.
struct Pieces<'a>(std::slice::Iter<'a, &'a str>);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let piece = self.0.next().ok_or(io::ErrorKind::ConnectionReset)?;
        (&mut *buffer).write(piece.as_bytes())
    }
}

#[test]
fn a_board_is_handed_out_before_more_is_asked_for() {
    let (nine, line) = (lines(&rows()), format!("{LINE}\n"));
    let (start, rest) = nine.split_at(13);
    let pieces = [line.as_str(), start, rest, "# c"];
    let mut reader = Reader::new(Pieces(pieces.iter()));
    let (mut record, mut waits) = (Record::new(), 0);
    let mut next = |record: &mut Record, expected: usize| {
        let more = reader.next_record_or_wait(record, || {
            waits += 1;
            Ok(())
        });
        assert_eq!(waits, expected);
        (more, reader.has_buffered())
    };
    assert!(matches!(next(&mut record, 1), (Ok(true), false)));
    assert!(matches!(next(&mut record, 3), (Ok(true), false)));
    assert!(matches!(record.content(), Content::Board(_)));
    let (broken, _) = next(&mut record, 5);
    assert_eq!(broken.unwrap_err().kind(), io::ErrorKind::ConnectionReset);
    assert_eq!(
        (record.raw(), record.content()),
        (&b"# c"[..], &Content::Other)
    );
}

/// Gives one byte a read.
struct Drops<'a>(&'a [u8]);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(1);
        self.0.read(&mut buffer[..length])
    }
}

/// A solved board with some cells made blank.
fn any_board() -> impl Strategy<Value = Grid> {
    prop::collection::vec(any::<bool>(), 81).prop_map(|blank| {
        let cells: Vec<u8> = solution()
            .cells()
            .iter()
            .zip(blank)
            .map(|(&digit, blank)| if blank { 0 } else { digit })
            .collect();
        Grid::from_cells(&cells).unwrap()
    })
}

const SPACES: [&str; 4] = [" ", "\t", "  ", " \t "];

/// A board as text in one of the three forms, its cells' places in it, and the board.
fn any_text() -> impl Strategy<Value = (Vec<u8>, Vec<usize>, Grid)> {
    let tails = [
        "",
        " ",
        ":17",
        ", easy",
        "\t# \u{e9}",
        ";1.2",
        " 123",
        "|\0",
    ];
    (
        any_board(),
        prop::collection::vec(prop::sample::select(b"0.*_-".to_vec()), 81),
        prop::collection::vec(prop::sample::select(&SPACES[..]), 81),
        0..3,
        prop::sample::select(vec!["\n", "\r\n"]),
        prop::sample::select(tails.to_vec()),
        prop::sample::select(vec!["", " ", "\t"]),
    )
        .prop_map(|(grid, blanks, spaces, form, end, tail, indent)| {
            let (mut text, mut places) = (Vec::new(), Vec::new());
            for (cell, &value) in grid.cells().iter().enumerate() {
                if cell == 0 || (form > 0 && cell % 9 == 0) {
                    text.extend(indent.bytes());
                } else if form == 2 {
                    text.extend(spaces[cell].bytes());
                }
                places.push(text.len());
                text.push(if value == 0 {
                    blanks[cell]
                } else {
                    b'0' + value
                });
                if form > 0 && cell % 9 == 8 {
                    text.extend(indent.bytes().chain(end.bytes()));
                }
            }
            if form == 0 {
                text.extend(tail.bytes().chain(end.bytes()));
            }
            (text, places, grid)
        })
}

/// Bytes that look like boards more often than random ones do.
fn any_input() -> impl Strategy<Value = Vec<u8>> {
    let words = [
        "\n",
        "\r\n",
        " ",
        "\t",
        "#",
        "5",
        "10",
        ".",
        "x",
        "\0",
        "\u{feff}",
        "\r",
        "-----\n",
        "53..7....\n",
        "5 3 0 0 7 0 0 0 0\n",
        "5 3 0 0 7 0 0 0\n",
        ".........\r\n",
        LINE,
        &LINE[1..],
        "é",
    ]
    .map(|word| word.as_bytes().to_vec());
    let word = prop_oneof![
        8 => prop::sample::select(words.to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..4),
        1 => Just(b".........\n".repeat(9)),
        1 => (0usize..3).prop_map(|more| vec![b' '; LONGEST_LINE - 1 + more]),
    ];
    prop::collection::vec(word, 0..40).prop_map(|words| words.concat())
}

proptest! {
    #[test]
    fn random_bytes_come_out_as_they_went_in(input in prop::collection::vec(any::<u8>(), 0..2000)) {
        let expected = input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&input);
        prop_assert_eq!(raw(&records(&input)), expected);
    }

    #[test]
    fn likely_text_comes_out_as_it_went_in(input in any_input()) {
        let expected = input.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&input);
        let records = records(&input);
        prop_assert_eq!(raw(&records), expected);
        let mut line = 1;
        for record in &records {
            prop_assert_eq!(record.line(), line);
            line += record.raw().iter().filter(|&&byte| byte == b'\n').count() as u64;
            if let Content::Bad(error) = record.content() {
                let before = &record.raw()[..error.span.start];
                let mut lines = before.split(|&byte| byte == b'\n');
                prop_assert_eq!(error.line, record.line() + lines.clone().count() as u64 - 1);
                prop_assert_eq!(error.column, lines.next_back().unwrap().len() + 1);
                prop_assert!(error.span.end <= record.raw().len());
            }
        }
    }

    #[test]
    fn how_the_bytes_arrive_does_not_matter(input in any_input()) {
        let (at_once, in_drops) = (records(&input), records_of(Reader::new(Drops(&input))));
        prop_assert_eq!(at_once.len(), in_drops.len());
        for (a, b) in at_once.iter().zip(&in_drops) {
            prop_assert_eq!((a.raw(), a.line(), a.content()), (b.raw(), b.line(), b.content()));
        }
    }

    #[test]
    fn boards_read_back_and_solutions_touch_blanks_only(boards in prop::collection::vec(any_text(), 1..5)) {
        let parts: Vec<&[u8]> = boards.iter().map(|(text, ..)| &text[..]).collect();
        let mut input = parts.concat();
        while input.ends_with(b"\n") || input.ends_with(b"\r") {
            input.pop();
        }
        let records = records(&input);
        prop_assert_eq!(records.len(), boards.len());
        for (record, (text, places, grid)) in records.iter().zip(&boards) {
            prop_assert_eq!(record.content(), &Content::Board(*grid));
            let mut expected = text[..record.raw().len()].to_vec();
            for (&place, &digit) in places.iter().zip(solution().cells()) {
                expected[place] = b'0' + digit;
            }
            let mut output = Vec::new();
            record.write_solution(&mut output, &solution()).unwrap();
            prop_assert_eq!(output, expected);
        }
    }
}
