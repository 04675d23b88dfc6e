//! Files given as boards: other kinds of files, maps in files of boards, and frames in ASCII.

use super::{classic, file, run};

const MAP: &str = include_str!("../boards/shapes/jigsaw.txt");

#[test]
fn a_file_that_is_not_text_is_one_error() {
    let classic = classic::BOARD;
    let utf_16: Vec<u8> = classic.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let with_mark = [b"\xff\xfe", &*utf_16].concat();
    for (bytes, kind) in [
        (&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0"[..], "a PNG picture"),
        (b"%PDF-1.4\n%\xe2\xe3\n1 0 obj\n", "a PDF document"),
        (b"\n<!DOCTYPE html>\n<html><body>\n", "a web page"),
        (b"PK\x03\x04\x14\0", "an office document or a ZIP archive"),
        (b"1...\n\0\x01\x02\n", "a binary file"),
        (&utf_16, "UTF-16 text"),
        (&with_mark, "UTF-16 text"),
    ] {
        let help = match kind {
            "UTF-16 text" => "save the file as UTF-8",
            _ => "copy the boards as text into a file",
        };
        let told = format!("quadrille: <stdin> is {kind}, expected boards as text\nhelp: {help}\n");
        for command in ["sudoku", "sudoku --shape 9x9", "sudoku check --format json"] {
            run(command, bytes).is(2, "", &told);
        }
    }
}

#[test]
fn control_characters_are_never_reported_raw() {
    let shape = file("escape.txt", b"x\x1b[31m\x07");
    let shape = run(&format!("sudoku --shape {}", shape.display()), "");
    let board = run("sudoku check", "1...\n..\x1b[31m\x07\n\n\x1b[2J\n");
    for told in [shape.err, board.err] {
        let is_raw = |c: char| c.is_control() && c != '\n';
        assert!(!told.contains(is_raw), "{told:?}");
        assert!(told.contains("x1b") || told.contains("u{1b}"), "{told:?}");
    }
}

#[test]
fn output_ends_with_a_line_end() {
    let lines = classic::BOARD.trim_ascii_end();
    let solved = run("sudoku", lines);
    assert_eq!((solved.code, &*solved.out), (0, classic::SOLVED));
    let shown = run("sudoku show --format same", "1...\n...2\n....\n3..4");
    assert!(shown.out.ends_with('\n'), "{}", shown.out);
    let bad = run("sudoku", "1...\n...2\n....\n3..");
    assert!(bad.out.ends_with("3..\n"), "{}", bad.out);
}

#[test]
fn a_map_may_have_a_title_and_stand_above_each_board() {
    let blank = ".".repeat(81) + "\n";
    let solved = run("sudoku --order lex --format line", format!("{MAP}{blank}"));
    for start in [
        "My jigsaw\n",
        "Jigsaw no. 1 (hard), from a magazine\n\n",
        "1.\n",
    ] {
        let with_title = format!("{start}{MAP}{blank}");
        for (text, boards) in [
            (with_title.clone(), 1),
            (format!("{MAP}\n{with_title}"), 1),
            (with_title.repeat(2), 2),
        ] {
            let told = run("sudoku --order lex --format line", text.as_str());
            assert_eq!(
                (told.code, told.out),
                (0, solved.out.repeat(boards)),
                "{text}"
            );
        }
    }
}

/// The map with digits for its letters.
fn map_of_digits() -> String {
    let digit = |c| match c {
        'A'..='I' => char::from(c as u8 - b'A' + b'1'),
        c => c,
    };
    MAP.chars().map(digit).collect()
}

#[test]
fn a_mistake_in_the_map_above_boards_is_one_error() {
    let board = ".".repeat(81) + "\n";
    let rows: Vec<&str> = MAP.lines().collect();
    let lines = |from: usize, to: usize| rows[from..to].join("\n") + "\n";
    let digits = map_of_digits();
    for (map, line, error) in [
        (
            MAP.replacen('A', "I", 1),
            1,
            "region A has 8 cells, expected 9",
        ),
        (
            MAP.replacen('A', "J", 1),
            1,
            "region A has 8 cells, expected 9",
        ),
        (
            MAP.replacen('F', ".", 1),
            1,
            "region . has 1 cell, expected 9",
        ),
        (
            digits.replacen('1', "2", 1),
            1,
            "region 1 has 8 cells, expected 9",
        ),
        (
            MAP.replacen('A', "I", 1).replace('\n', "") + "\n",
            1,
            "region A has 8 cells, expected 9",
        ),
        (
            format!("My jigsaw\n\n{}", MAP.replacen('A', "I", 1)),
            3,
            "region A has 8 cells, expected 9",
        ),
        (
            lines(0, 8),
            8,
            "a map of 8 rows of 9 characters, expected as many rows as characters",
        ),
        (
            lines(0, 1) + MAP,
            10,
            "a map of 10 rows of 9 characters, expected as many rows as characters",
        ),
        (
            MAP.replacen("DDD", "DD", 1),
            4,
            "a row of 8 letters in a map, expected 9",
        ),
    ] {
        for command in ["sudoku", "sudoku --shape 9x9", "sudoku check"] {
            let told = run(command, format!("{map}{board}"));
            let out = if command == "sudoku check" {
                "bad\n"
            } else {
                &map
            };
            assert_eq!((told.code, &*told.out), (2, out), "{map}");
            let expected = format!("quadrille: <stdin>:{line}:1: {error}\n");
            assert!(told.err.starts_with(&expected), "{}", told.err);
            assert!(
                told.err
                    .ends_with("help: write a map of 9 rows of 9 letters, each letter 9 times\n")
            );
        }
    }
    // Boards of letters and boards with a mistake are no maps.
    let letters = include_str!("../boards/16-letters.txt");
    let solved = run("sudoku", letters).out;
    let other = solved.replacen('A', "B", 1);
    let told = run("sudoku count", format!("{other}\n{solved}"));
    assert_eq!((told.code, &*told.out), (2, "bad\n1\n"), "{}", told.err);
    let solved = run("sudoku --format line", classic::BOARD).out;
    let rows: String = solved.as_bytes()[..81]
        .chunks(9)
        .map(|row| format!("{}\n", str::from_utf8(row).unwrap()))
        .collect();
    let swapped = format!("{}{}{}", &rows[1..2], &rows[..1], &rows[2..]);
    let told = run("sudoku count", format!("{swapped}\n{rows}"));
    assert_eq!((told.code, &*told.out), (2, "bad\n1\n"), "{}", told.err);
}

#[test]
fn a_map_may_have_digits_and_blank_lines() {
    let blank = ".".repeat(81) + "\n";
    let solved = run("sudoku --order lex --format line", format!("{MAP}{blank}")).out;
    let digits = map_of_digits();
    let rows: Vec<&str> = MAP.lines().collect();
    let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
    let bands = bands.join("\n\n") + "\n\n";
    for (map, times) in [(digits, 2), (bands, 1)] {
        let text = format!("{map}{blank}").repeat(times);
        let told = run("sudoku --order lex --format line", text);
        assert_eq!((told.code, told.out), (0, solved.repeat(times)), "{map}");
    }
}

#[test]
fn a_map_on_the_line_of_a_board_has_its_regions() {
    let (map, digits) = (MAP.replace('\n', ""), map_of_digits().replace('\n', ""));
    let note = "note: <stdin>:1: the map beside a board on its line has the regions of the board\n";
    let above = format!("{MAP}{}\n", ".".repeat(81));
    let solved = run("sudoku --order lex --format line", above).out;
    let blank = ".".repeat(81);
    for line in [
        format!("{blank} {map}\n"),
        format!("{blank},{digits}\n"),
        format!("{map},{blank}\n"),
        format!("{map} {blank}\n"),
    ] {
        let told = run("sudoku show --format line", line.repeat(2));
        assert_eq!((told.code, &*told.err), (0, note), "{line}");
        let told = run("sudoku --order lex --format line", line.repeat(2));
        assert_eq!((told.code, told.out), (0, solved.repeat(2)), "{line}");
    }
    // Neither other text nor the solution of a board of letters is a map.
    let other = format!("{} {}\n", ".".repeat(81), "Abc".repeat(27));
    assert_eq!(run("sudoku show --format line", other).err, "");
    let letters = include_str!("../boards/16-letters.txt");
    let solved = run("sudoku", letters).out.replace('\n', "");
    let both = format!("{} {solved}\n", ".".repeat(256));
    assert_eq!(run("sudoku show --format line", both).err, "");
}

#[test]
fn a_region_in_pieces_is_reported() {
    let whole_map = include_str!("../../examples/boards/jigsaw-map.txt");
    // A1 and the last H change places.
    let map = format!("H{}A\n", &whole_map[1..whole_map.len() - 2]);
    let path = file("pieces.txt", map.as_bytes());
    let note = "note: region A is in two pieces: r9c9 is apart\n";
    let blank = ".".repeat(81) + "\n";
    let above = run("sudoku show --format line", format!("{map}{blank}"));
    assert!(
        above.code == 0 && above.err.ends_with(note),
        "{}",
        above.err
    );
    let shape = format!(
        "sudoku show --format line --shape jigsaw:{}",
        path.display()
    );
    run(&shape, &*blank).is(0, &blank, note);
    let told = run(
        &format!("sudoku generate --seed 1 --shape {}", path.display()),
        "",
    );
    assert_eq!((told.code, &*told.err), (0, note));
    let whole = run("sudoku show --format line", format!("{whole_map}{blank}"));
    assert!(!whole.err.contains("pieces"), "{}", whole.err);
}

#[test]
fn a_line_of_text_below_the_last_board_is_copied() {
    for text in [
        "Difficulty: 3 stars\n",
        "(c) 2026 The Times",
        "Difficulty: 3 stars\n\nFrom a book, page 7\n",
    ] {
        let told = run("sudoku", format!("{}{text}", classic::BOARD));
        assert_eq!((told.code, &*told.err), (0, ""), "{text}");
        assert_eq!(
            told.out.trim_end(),
            format!("{}{text}", classic::SOLVED).trim_end()
        );
    }
    for text in ["half\n", "53..7...x 1\n"] {
        assert_eq!(
            run("sudoku", format!("{}{text}", classic::BOARD)).code,
            2,
            "{text}"
        );
    }
    assert_eq!(run("sudoku", "Difficulty: 3 stars\n").code, 2);
}

#[test]
fn a_file_of_a_map_and_boards_is_its_own_shape_file() {
    let blank = ".".repeat(81) + "\n";
    let both = format!("My jigsaw\n{MAP}{blank}");
    let path = file("map-and-boards.txt", both.as_bytes());
    let solved = run("sudoku --order lex --format line", both.as_str()).out;
    let path = path.display();
    for shape in [format!("{path}"), format!("jigsaw:{path}")] {
        let told = run(
            &format!("sudoku --order lex --format line --shape {shape} {path}"),
            "",
        );
        assert_eq!((told.code, &told.out), (0, &solved), "{}", told.err);
    }
}

#[test]
fn a_shape_that_contradicts_the_map_above_the_boards_is_an_error() {
    let text = format!("{MAP}{}\n", ".".repeat(81));
    let other = file("other-map.txt", MAP.replace('A', "Z").as_bytes());
    let other = other.display().to_string();
    for (shape, error) in [
        (
            "5x5",
            "--shape does not fit the map above the boards: a map of 9 rows, expected 5",
        ),
        (
            "samurai",
            "--shape does not fit the map above the boards: samurai needs boxes, not regions",
        ),
        (
            &other,
            "both --shape and the map above the boards give a map",
        ),
    ] {
        let help =
            "leave out --shape to use the map above the boards, or give only rules such as x";
        let told = format!("quadrille: {error}\nhelp: {help}\n");
        run(&format!("sudoku --shape {shape}"), text.as_str()).is(2, "", &told);
    }
    // A size without boxes is a good one beside a map of that size.
    let five = "AAAAB\nABBBB\nCCCCC\nDDDDE\nDEEEE\n12345\n.....\n.....\n.....\n.....\n";
    assert_eq!(run("sudoku --shape 5x5", five).code, 0);
}

#[test]
fn the_walls_of_an_ascii_frame_are_regions() {
    let frame = "\
+---+-------+
| 1 | 2 . . |
|   +---+   |
| . . . | . |
+---+---+---+
| . | . . . |
|   +---+   |
| . . . | . |
+-------+---+
";
    let drawn: String = frame
        .chars()
        .map(|c| match c {
            '|' => '│',
            '-' | '+' => '─',
            c => c,
        })
        .collect();
    let of_drawn = run("sudoku count", drawn.replacen('─', "┌", 1));
    let told = run("sudoku count", frame);
    assert_eq!((told.code, &told.out), (0, &of_drawn.out));
    let note = "note: <stdin>: the boards have the 4 regions that the walls show\n";
    assert_eq!(told.err, note);
    let rejected = run("sudoku --shape 4x4", frame);
    assert!(
        rejected.err.contains("the frame does not show 2 x 2 boxes"),
        "{}",
        rejected.err
    );
    // The usual boxes, blanks that look like walls, and a wall around every cell.
    for frame in [
        "+---+---+\n|1 -|- -|\n|- -|- -|\n+---+---+\n|- -|- -|\n|- -|- 1|\n+---+---+\n",
        "+-+-+-+-+\n|1|.|.|.|\n+-+-+-+-+\n|.|.|.|.|\n+-+-+-+-+\n|.|.|.|.|\n+-+-+-+-+\n|.|.|.|1|\n+-+-+-+-+\n",
    ] {
        let plain = run("sudoku count", "1..............1");
        run("sudoku count", frame).is(plain.code, &plain.out, "");
    }
}
