//! Boards in the formats that people paste, alone and in batches with invalid boards.

use proptest::prelude::*;
use quadrille::sudoku::text::{Content, Reader, guess_side};
use quadrille::sudoku::{Grid, Shape, Sudoku};

use super::records::{SOLVED, records_of};

const FOUR: &str = "1243431224313124";
const SIX: &str = "541623362415156342234561613254425136";

/// How the text of a cell depends on its value, 0 for a blank.
type Token = fn(u8) -> String;
/// Writes a board of a side in a format.
type Writer = fn(&Grid, usize) -> String;

/// The names of the formats, and what writes a board in each.
const FORMATS: [(&str, Writer); 18] = [
    ("commas", |grid, side| {
        rows(grid, side, digit, ",", "", "\n")
    }),
    ("commas and spaces", |grid, side| {
        rows(grid, side, dot, ", ", "", "\n")
    }),
    ("empty fields", |grid, side| {
        rows(grid, side, empty, ",", "", "\n")
    }),
    ("nested list", |grid, side| {
        format!(
            "[{}]\n",
            rows(grid, side, digit, ", ", "[", "],\n ").trim_end_matches(",\n ")
        )
    }),
    ("nested list with a name and comments", |grid, side| {
        format!(
            "board = [\n{}]\n",
            rows(grid, side, digit, ", ", "    [", "],  # a row\n")
        )
    }),
    ("nested list on one line", |grid, side| {
        format!(
            "[{}]\n",
            rows(grid, side, digit, ", ", "[", "], ").trim_end_matches(", ")
        )
    }),
    ("flat list", |grid, side| {
        format!("[{}]\n", rows(grid, side * side, digit, ", ", "", ""))
    }),
    ("list with None", |grid, side| {
        format!(
            "[{}]\n",
            rows(grid, side, none, ", ", "[", "],\n ").trim_end_matches(",\n ")
        )
    }),
    ("list of texts", |grid, side| {
        format!(
            "[{}]\n",
            rows(grid, side, dot, "", "\"", "\",\n").trim_end_matches(",\n")
        )
    }),
    ("list of characters", |grid, side| {
        format!(
            "[{}]\n",
            rows(grid, side, dot, "\",\"", "[\"", "\"],").trim_end_matches(',')
        )
    }),
    ("x", |grid, side| {
        rows(grid, side, |v| or(v, "x"), "", "", "\n")
    }),
    ("? on one line", |grid, side| {
        rows(grid, side * side, |v| or(v, "?"), "", "", "\n")
    }),
    ("groups on one line", |grid, side| {
        rows(grid, side, dot, "", "", " ").trim_end().to_owned() + "\n"
    }),
    ("spaces", |grid, side| rows(grid, side, space, "", "", "\n")),
    ("spaces apart", |grid, side| {
        rows(grid, side, space, " ", "", "\n")
    }),
    ("spaces in a frame", |grid, side| {
        let width = if side == 4 { 2 } else { 3 };
        let row = |row: &[u8]| -> String {
            let boxes = row.chunks(width).map(|cells| {
                cells
                    .iter()
                    .map(|&value| space(value))
                    .collect::<Vec<_>>()
                    .join(" ")
            });
            format!("| {} |\n", boxes.collect::<Vec<_>>().join(" | "))
        };
        let rule = format!("+{}+\n", "-".repeat(side * 2 + 3));
        rule.clone() + &grid.cells().chunks(side).map(row).collect::<String>() + &rule
    }),
    ("bands", |grid, side| bands(grid, side, dot)),
    ("spaces in bands", |grid, side| bands(grid, side, space)),
];

/// Rows with an empty line between two bands of boxes.
fn bands(grid: &Grid, side: usize, cell: Token) -> String {
    let band = if side == 9 { 3 } else { 2 };
    let lines = rows(grid, side, cell, "", "", "\n");
    let lines: Vec<&str> = lines.lines().collect();
    let bands = lines.chunks(band).map(|band| band.join("\n") + "\n");
    bands.collect::<Vec<_>>().join("\n")
}

fn or(value: u8, blank: &str) -> String {
    match value {
        0 => blank.to_owned(),
        value => value.to_string(),
    }
}

fn digit(value: u8) -> String {
    or(value, "0")
}

fn dot(value: u8) -> String {
    or(value, ".")
}

fn space(value: u8) -> String {
    or(value, " ")
}

fn empty(value: u8) -> String {
    or(value, "")
}

fn none(value: u8) -> String {
    or(value, "None")
}

/// The lines of a board: so many cells a line, with a text between cells, and at both ends of a line.
fn rows(grid: &Grid, cells: usize, token: Token, between: &str, start: &str, end: &str) -> String {
    let line = |line: &[u8]| {
        let tokens: Vec<String> = line.iter().map(|&value| token(value)).collect();
        format!("{start}{}{end}", tokens.join(between))
    };
    grid.cells().chunks(cells).map(line).collect()
}

fn solution(side: usize) -> Grid {
    let text = match side {
        4 => FOUR,
        6 => SIX,
        _ => SOLVED,
    };
    text.parse().unwrap()
}

/// A solution with some of its cells made blank; the first is blank, the next one is not.
fn board(side: usize, blank: &[bool]) -> Grid {
    let cells = solution(side).cells().to_vec();
    let is_blank = |cell: usize| cell == 0 || cell != 1 && blank[cell];
    let cells = cells.into_iter().enumerate();
    Grid::new(
        cells
            .map(|(cell, value)| if is_blank(cell) { 0 } else { value })
            .collect(),
    )
}

/// Texts above a board, and invalid boards of 4, 6 and 9 rows.
const TITLES: [&str; 5] = [
    "",
    "Easy 1\n",
    "Puzzle 1 (easy)\n",
    "Level 3 - by A. B.\n\n",
    "# c\n",
];

fn invalid(side: usize, kind: usize) -> String {
    let rows = rows(&solution(side), side, digit, "", "", "\n");
    match kind {
        0 => rows.replacen('1', "y", 1),
        1 => ".".repeat(side - 1) + "\n" + &rows[side + 1..],
        2 => (".".repeat(side + 3) + "\n").repeat(side + 3),
        _ => "y".to_owned() + &".".repeat(side * side - 1) + "\n",
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn pasted_boards_are_read_among_invalid_boards(
        side in prop::sample::select(vec![4usize, 6, 9]),
        parts in prop::collection::vec(
            (0..FORMATS.len(), prop::collection::vec(any::<bool>(), 81), 0..TITLES.len(), 0..8usize),
            1..6,
        ),
    ) {
        let (mut text, mut expected) = (String::new(), Vec::new());
        for (format, blank, title, kind) in &parts {
            let board = board(side, blank);
            text += TITLES[*title];
            text += &(FORMATS[*format].1)(&board, side);
            text += "\n";
            expected.push(Some((board, *format)));
            if *kind < 4 {
                text += &invalid(side, *kind);
                text += "\n";
                expected.push(None);
            }
        }
        let shape = Shape::with_side(side).unwrap();
        let records = records_of(Reader::of(shape, text.as_bytes()));
        let all: Vec<u8> = records.iter().flat_map(|record| record.raw().to_vec()).collect();
        prop_assert_eq!(&all, text.as_bytes());
        let boards = records.iter().filter(|record| *record.content() != Content::Other);
        let mut boards = boards.collect::<Vec<_>>().into_iter();
        for expected in expected {
            let record = boards.next();
            let record = record.ok_or_else(|| TestCaseError::fail(text.clone()))?;
            match (record.content(), expected) {
                (Content::Board(found), Some((board, format))) => {
                    prop_assert_eq!(found, &board, "{}\n{}", FORMATS[format].0, text);
                    let mut output = Vec::new();
                    record.write_solution(&mut output, &solution(side)).unwrap();
                    let written = (FORMATS[format].1)(&solution(side), side);
                    let output = String::from_utf8(output).unwrap();
                    prop_assert!(
                        written.contains(output.trim_end()) && !output.trim().is_empty(),
                        "{}\n{}\n{}", FORMATS[format].0, output, written
                    );
                }
                (Content::Bad(_), None) => {}
                (found, expected) => {
                    prop_assert!(false, "{found:?}\n{expected:?}\n{text}");
                }
            }
        }
        prop_assert!(boards.next().is_none(), "{}", text);
    }
}

#[test]
fn every_pasted_format_decides_the_size_of_its_boards() {
    for side in [4, 6, 9] {
        let board = board(side, &[false; 81]);
        for (name, write) in FORMATS {
            let text = write(&board, side);
            assert_eq!(
                guess_side(text.as_bytes(), true),
                Some(side),
                "{name}\n{text}"
            );
            let solved = Sudoku::new(Shape::with_side(side).unwrap())
                .search()
                .first(&board);
            assert_eq!(solved.value, Some(solution(side)));
        }
    }
}

fn kinds(side: usize, text: &str) -> Vec<String> {
    let shape = Shape::with_side(side).unwrap();
    let kind = |content: &Content| match content {
        Content::Board(board) => board.to_string(),
        Content::Bad(error) => error.to_string(),
        _ => "other".to_owned(),
    };
    let records = records_of(Reader::of(shape, text.as_bytes()));
    records
        .iter()
        .map(|record| kind(record.content()))
        .collect()
}

#[test]
fn a_board_that_begins_with_letters_is_one_invalid_record() {
    let error = "line 1, column 1: 'a' is not a digit from 1 to 4 or a blank (0 . * _ -)";
    let board = "1......2....3..4";
    assert_eq!(kinds(4, "ab..\n..2.\n....\n3..4\n"), [error]);
    let rows = "1...\n...2\n....\n3..4\n";
    assert_eq!(
        kinds(4, &format!("ab..\n..2.\n....\n3..4\n{rows}")),
        [error, board]
    );
    assert_eq!(
        kinds(4, &format!("ab..\n..2.\n....\n3..4\n\n{rows}")),
        [error, "other", board]
    );
    // The same letters above a whole board are its title.
    assert_eq!(kinds(4, &format!("ab..\n{rows}")), ["other", board]);
    let error = "line 1, column 1: 'a' is not a digit from 1 to 6 or a blank (0 . * _ -)";
    let six = "3.24.5\n...34.\n..4..1\n.1.2.4\n.251.6\n";
    assert_eq!(kinds(6, &format!("ab....\n{six}")), [error]);
}

#[test]
fn rows_of_a_larger_board_are_one_invalid_record() {
    let nine = "53..7....\n6..195...\n".repeat(5)[..90].to_owned();
    for small in ["1......2....3..4\n", "1...\n...2\n....\n3..4\n"] {
        let found = kinds(4, &format!("{small}{nine}{small}{small}"));
        assert_eq!(found.len(), 4, "{found:?}");
        assert!(found[1].ends_with("invalid row: 9 cells, expected 4"));
        assert_eq!([&found[0], &found[2]], [&found[3]; 2]);
    }
}

#[test]
fn half_a_board_before_a_blank_line_is_not_a_band() {
    let rows = "1...\n...2\n....\n3..4\n";
    let half = "line 2, column 5: incomplete board: 2 rows, expected 4";
    let board = "1......2....3..4";
    let found = kinds(4, &format!("1...\n...2\n\n{rows}"));
    assert_eq!(found, [half, "other", board]);
}

#[test]
fn blanks_of_two_kinds_are_an_error() {
    for (text, error) in [
        (
            "1.x.\n...2\n....\n3..4\n",
            "line 1, column 3: the board mixes two blanks, '.' and 'x'",
        ),
        (
            "1...\nxxx2\n....\n3..4\n",
            "line 2, column 1: the board mixes two blanks, '.' and 'x'",
        ),
        (
            "1,0,0,0\n0,,0,2\n0,0,0,0\n3,0,0,4\n",
            "line 2, column 3: the board mixes two blanks, '0' and an empty cell",
        ),
    ] {
        assert_eq!(kinds(4, text), [error], "{text}");
    }
}

#[test]
fn a_missing_cell_is_not_a_blank() {
    // Without a blank before a digit, a short row is a mistake.
    assert!(kinds(4, "1234\n341\n4321\n2143\n")[0].contains("invalid row: 3 cells, expected 4"));
    assert!(kinds(4, "1 2 3 4\n3 4 1\n4 3 2 1\n2 1 4 3\n")[0].contains("invalid row: 3 numbers"));
}

#[test]
fn a_wrong_digit_on_a_board_of_letters_is_reported() {
    let text = include_str!("../../../../tests/boards/16-letters.txt").replacen('.', "-", 0);
    let bad = text.replacen('-', "1", 1);
    let found = kinds(16, &bad);
    assert!(
        found[0].ends_with("'1' is not one of A-P or a blank (0 . * _ -)"),
        "{found:?}"
    );
}

#[test]
fn numbers_on_one_line_that_are_cut_short_are_counted() {
    let text = include_str!("../../../../tests/boards/16-counted.txt");
    let numbers: Vec<&str> = text.split_whitespace().collect();
    for (from, kept) in [(0, 250), (1, 250), (0, 200)] {
        let cut = numbers[from..kept].join(" ");
        assert_eq!(guess_side(cut.as_bytes(), true), Some(16));
        let expected = format!("invalid board: {} cells, expected 256", kept - 1);
        assert!(
            kinds(16, &cut)[0].ends_with(&expected),
            "{:?}",
            kinds(16, &cut)
        );
    }
}

/// The texts that number or date a board.
const LABELS: [&str; 9] = [
    "1.",
    "(1)",
    "Q1",
    "A",
    "22 Nov 2026",
    "2026-11-22",
    "22.11.2026",
    "Nov 22, 2026",
    "12",
];

#[test]
fn a_number_or_a_date_above_rows_is_a_title() {
    let rows = "1...\n...2\n....\n3..4\n";
    let nine = format!("{}........1\n", ".........\n".repeat(8));
    let framed = "+---+---+\n|1 .|. .|\n|. .|. 2|\n+---+---+\n|. .|. .|\n|3 .|. 4|\n+---+---+\n";
    for label in LABELS {
        for (side, board) in [(4, rows), (9, &*nine), (4, framed)] {
            let text = format!("{label}\n{board}{label}\n{board}\n");
            let found = kinds(side, &text);
            assert_eq!(found.len(), 5, "{text}: {found:?}");
            assert_eq!([&found[0], &found[2]], ["other"; 2], "{text}: {found:?}");
            assert_eq!(&found[1], &found[3], "{text}");
            assert!(!found[1].contains("line"), "{text}: {found:?}");
        }
    }
}

#[test]
fn a_row_cut_short_is_no_title() {
    let rows = "1...\n...2\n....\n3..4\n";
    for text in [
        format!("12..4\n{rows}"),
        "12..\n...\n2...\n....\n..1.\n".to_owned(),
    ] {
        assert!(kinds(4, &text)[0].contains("invalid"), "{text}");
    }
    // Fewer rows than a board has.
    assert!(kinds(4, "12\n...2\n....\n3..4\n")[0].contains("expected 4"));
    // A line cut short in a batch of boards on one line.
    let line = "1......2....3..4\n";
    assert!(kinds(4, &format!("{line}12\n{line}"))[1].contains("line 2"));
}

#[test]
fn semicolons_and_non_breaking_spaces_part_cells() {
    let board = "1......2....3..4";
    for text in [
        "1;;;\n;;;2\n;;;\n3;;;4\n",
        "1;0;0;0\n0;0;0;2\n0;0;0;0\n3;0;0;4\n",
        "\"1\",\"\",\"\",\"\"\n\"\",\"\",\"\",\"2\"\n\"\",\"\",\"\",\"\"\n\"3\",\"\",\"\",\"4\"\n",
        "1\u{a0}.\u{a0}.\u{a0}.\n. . . 2\n.\u{a0}. . .\n3 . . 4\n",
    ] {
        assert_eq!(kinds(4, text), [board], "{text}");
    }
}

#[test]
fn a_classic_board_on_one_line_may_have_spaces_anywhere() {
    let board = format!("1.......2{}4", ".".repeat(71));
    let spaced = format!("{} {}  {}\n", &board[..20], &board[20..70], &board[70..]);
    assert_eq!(kinds(9, &spaced), [&*board]);
    assert_eq!(guess_side(spaced.as_bytes(), true), Some(9));
    // But a short word may be other text, after a cell that is missing.
    for text in [format!("{} 5", &board[1..]), format!("{} 5 6", &board[2..])] {
        assert!(kinds(9, &text)[0].contains("invalid"), "{text}");
    }
}

#[test]
fn rows_of_tabs_alone_are_rows_of_empty_cells() {
    let empty = "\t".repeat(8) + "\n";
    let last = format!("{}1\t{}2\n", "\t".repeat(4), "\t".repeat(3));
    let text = format!(
        "5\t3{}7\t\t\t\t4\n{}{last}",
        "\t".repeat(3),
        empty.repeat(7)
    );
    let board = format!("53..7...4{}....1...2", ".".repeat(63));
    assert_eq!(kinds(9, &text), [board]);
}

/// Answers name the values as the board does, in every format.
#[test]
fn a_board_that_counts_from_zero_has_a_shape_with_these_values() {
    let text =
        "42..6....5..084....87....5.7...5...23..7.2..06...1...5.5....17....308..4....7..68\n";
    let mut reader = Reader::new(text.as_bytes());
    let mut record = quadrille::sudoku::text::Record::new();
    assert!(reader.next_record(&mut record).unwrap());
    assert!(record.note().is_some());
    let (puzzle, format) = *record.take_puzzle().unwrap();
    assert_eq!((puzzle.shape.lowest(), format), (0, None));
    // Other blanks, on one line and in rows.
    let line = text.trim_end();
    let bytes = line.as_bytes().chunks(9);
    let rows: Vec<String> = bytes
        .map(|row| String::from_utf8_lossy(row).into_owned())
        .collect();
    for blank in [".", "x", "?", "", "NaN", "-1", "None"] {
        let row = |row: &String| {
            let cells = row.chars().map(String::from);
            let cells = cells.map(|cell| if cell == "." { blank.to_owned() } else { cell });
            cells.collect::<Vec<_>>()
        };
        let join = |between: &str, end: &str| {
            let rows = rows.iter().map(|own| row(own).join(between));
            rows.collect::<Vec<_>>().join(end)
        };
        let mut texts = vec![join(",", "\n"), format!("[[{}]]", join(", ", "],\n["))];
        if blank.len() == 1 {
            texts.push(join("", "\n"));
        }
        if blank.is_empty() {
            texts.pop();
        } else {
            texts.push(join(" ", "\n"));
        }
        for text in texts {
            let mut reader = Reader::new(text.as_bytes()).patient();
            assert!(reader.next_record(&mut record).unwrap());
            let content = record.content().clone();
            let Some(puzzle) = record.take_puzzle() else {
                panic!("{content:?}: {text}");
            };
            assert_eq!(puzzle.0.shape.lowest(), 0, "{text}");
            assert_eq!(puzzle.0.board.cells()[..5], [5, 3, 0, 0, 7], "{text}");
        }
    }
    // Two zeros in a row are blanks.
    let blanks = text.replacen("42..6", "00..6", 1);
    let mut reader = Reader::new(blanks.as_bytes());
    assert!(reader.next_record(&mut record).unwrap());
    assert!(record.take_puzzle().is_none() && record.note().is_none());
}

/// Rules below a board are those of the board, beside those of all boards.
#[test]
fn rules_below_a_board_belong_to_it() {
    let text = format!("{}\n\n.Shape~4x4.Cage~3~R1C1~R1C2\n", "................");
    for (words, rules) in [("4x4", 0), ("4x4+x", 1)] {
        let mut reader = Reader::of(words.parse().unwrap(), text.as_bytes());
        let mut record = quadrille::sudoku::text::Record::new();
        assert!(reader.next_record(&mut record).unwrap());
        let (puzzle, _) = *record.take_puzzle().unwrap();
        assert_eq!(puzzle.shape.cell_rules().len(), 1, "{words}");
        assert_eq!(puzzle.shape.rules().len(), rules, "{words}");
    }
}

/// Rules above a board are those of the board, too, and so are cages named by their cells.
#[test]
fn rules_above_a_board_belong_to_it() {
    let board = "3...............";
    let cages = "3: r1c1 r1c2\n5: r2c3 r2c4\n";
    let nine = format!("{board}{}", ".".repeat(65));
    for (text, rules) in [
        (format!(".Shape~4x4.Cage~3~R1C1~R1C2\n{board}\n"), 1),
        (
            ".Shape~4x4\n.Cage~3~R1C1~R1C2\n\n3...\n....\n....\n....\n".to_owned(),
            1,
        ),
        (format!(".AntiKnight\n{nine}\n"), 0),
        (format!("{cages}\n{nine}\n"), 2),
        (format!("{nine}\n\n{cages}"), 2),
    ] {
        let mut reader = Reader::new(text.as_bytes()).patient().of_any_size();
        let mut record = quadrille::sudoku::text::Record::new();
        assert!(reader.next_record(&mut record).unwrap());
        assert_eq!(record.raw(), text.as_bytes());
        assert!(record.has_places());
        let (puzzle, _) = *record.take_puzzle().unwrap();
        assert_eq!(puzzle.shape.cell_rules().len(), rules, "{text}");
        assert_eq!(puzzle.board.get(0), Some(3), "{text}");
        assert!(
            puzzle
                .notes
                .iter()
                .any(|note| note.contains("the board are taken as those"))
        );
        assert!(!reader.next_record(&mut record).unwrap());
    }
    // Rules with givens are a puzzle, and so are those above the rules of another one.
    for text in [
        format!(".AntiKnight.~R1C1_3\n{nine}\n"),
        format!(".AntiKnight\n# another\n{nine}\n"),
        format!(".AntiKnight.Cage~3~R1C1~R1C2\n\n{}\n", &nine[1..]),
    ] {
        let mut reader = Reader::new(text.as_bytes()).patient();
        let mut record = quadrille::sudoku::text::Record::new();
        assert!(reader.next_record(&mut record).unwrap());
        let first = text.split_inclusive('\n').next().unwrap();
        assert_eq!(record.raw(), first.as_bytes());
    }
}

/// A list of a row, a column and a value on each line is never nine rows with spaces for blanks.
#[test]
fn a_list_of_givens_is_no_board_with_spaces() {
    let blank: Vec<bool> = (0..81).map(|cell| cell % 3 != 1).collect();
    let board = board(9, &blank);
    let givens: Vec<(usize, u8)> = board.givens().collect();
    let list = |between: &str| -> String {
        let line = |&(cell, value): &(usize, u8)| {
            let (row, column) = (cell / 9 + 1, cell % 9 + 1);
            format!("{row}{between}{column}{between}{value}\n")
        };
        givens.iter().map(line).collect()
    };
    for text in [
        format!("{}\n{}", givens.len(), list(" ")),
        format!("row,col,value\n{}", list(",")),
        list(","),
    ] {
        let mut reader = Reader::new(text.as_bytes()).patient();
        let mut record = quadrille::sudoku::text::Record::new();
        assert!(reader.next_record(&mut record).unwrap());
        let (puzzle, _) = *record.take_puzzle().unwrap();
        assert_eq!(puzzle.board.cells(), board.cells(), "{text}");
        assert!(!reader.next_record(&mut record).unwrap());
    }
    let wrong = format!("{}\n{}", givens.len() - 1, list(" "));
    let mut reader = Reader::new(wrong.as_bytes()).patient();
    let mut record = quadrille::sudoku::text::Record::new();
    assert!(reader.next_record(&mut record).unwrap());
    assert!(matches!(record.content(), Content::Bad(error) if error.line == 1));
    assert_eq!(record.raw(), wrong.as_bytes());
    // Lists in another order are not understood.
    let list = list(" ");
    let last = list.lines().rev().take(9);
    let lines: String = last.map(|line| line.to_owned() + "\n").collect();
    let kinds = kinds(9, &lines);
    assert!(kinds[0].contains("3 numbers, expected 9"), "{kinds:?}");
}
