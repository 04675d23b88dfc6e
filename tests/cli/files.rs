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
