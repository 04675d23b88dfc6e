//! The short forms of other programs: Solo, HoDoKu, OpenSudoku, killer text, spreadsheets.

use std::io::Read;

use quadrille::sudoku::text::{Reader, Record};
use quadrille::sudoku::{Puzzle, PuzzleFormat, Sudoku};

const BOARD: &str =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

fn read(text: &str, format: PuzzleFormat) -> Puzzle {
    let (puzzle, found) = Puzzle::read(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(found, format, "{text}");
    puzzle
}

fn error(text: &str) -> String {
    let error = Puzzle::read(text).unwrap_err();
    assert!(text.get(error.span.clone()).is_some(), "{text}");
    error.to_string()
}

#[test]
fn hodoku_lines_are_read() {
    let hodoku = PuzzleFormat::Hodoku;
    let board = BOARD.replace('0', ".");
    let plain = read(&format!(":0000:x:{BOARD}:::"), hodoku);
    assert_eq!((plain.board.to_string(), plain.notes.len()), (board, 0));
    let placed = BOARD.replacen("53", "5+3", 1);
    for text in [
        format!(":0100:4:{placed}:113 213:413::"),
        format!("{placed}:113 213"),
    ] {
        let puzzle = read(&text, hodoku);
        assert_eq!(puzzle.board.marks().unwrap()[2], 0b1_1111_1100);
        assert_eq!(
            puzzle.notes,
            ["1 placed value (with a plus) taken as given"]
        );
    }
    let dead = read(&format!(":0000:x:{BOARD}:113 213 413:::"), hodoku);
    assert_eq!(
        dead.notes,
        ["r1c3 has no candidate left, so there is no solution"]
    );
    for (text, message) in [
        (format!(":0000:x:{BOARD}0:::"), "82 cells, expected 81"),
        (
            format!(":0000:x:{BOARD}:11:::"),
            "\"11\" is not a candidate: value, row and column, such as 112",
        ),
    ] {
        assert_eq!(error(&text), format!("not a HoDoKu line: {message}"));
    }
    assert_eq!(PuzzleFormat::detect(&format!("{BOARD}: easy")), None);
}

#[test]
fn ids_of_solo_are_read() {
    let tatham = PuzzleFormat::Tatham;
    let id = "2x2:a1b2_3d4a1_2_3_4";
    assert_eq!(
        read("2x2:a1b2_3d4a1c", tatham).board.to_string(),
        ".1..23....4.1..."
    );
    assert!(error(&format!("{id}abcdefgh")).contains("expected 16"));
    // Two columns and three rows of boxes: a box has two rows.
    let six = read("2x3:1za_2g", tatham);
    assert_eq!(six.shape.outline(), quadrille::sudoku::Outline::square(6));
    // A row is a region, and so nothing that rows do not say.
    let jigsaw = read("4jx:1o,l____________", tatham);
    assert_eq!(jigsaw.shape.rules().len(), 1);
    for text in [
        "9x9:easy",
        "3x3:",
        "12x12: a title",
        "3x3:d:k:1:2",
        "3x3dt#1234",
    ] {
        assert_ne!(PuzzleFormat::detect(text), Some(tatham), "{text}");
    }
}

#[test]
fn killer_sudokus_of_solo_come_back() {
    let cages = ".Shape~4x4.Cage~5~R1C1~R1C2.Cage~5~R1C3~R1C4.Cage~4~R2C1~R3C1.Cage~6~R2C2~R3C2\
        .Cage~5~R2C3~R2C4.Cage~5~R3C3~R3C4.Cage~5~R4C1~R4C2.Cage~5~R4C3~R4C4";
    let puzzle = Puzzle::read(cages).unwrap().0;
    let id = puzzle.write(PuzzleFormat::Tatham).unwrap();
    let mut again = read(&id, PuzzleFormat::Tatham);
    assert_eq!(again.shape.cell_rules().len(), 8);
    assert_eq!(again.write(PuzzleFormat::Tatham).unwrap(), id);
    again.board = puzzle.board.clone();
    let check = |puzzle: &Puzzle| {
        Sudoku::new(puzzle.shape.clone())
            .search()
            .count(&puzzle.board)
            .value
    };
    assert_eq!(check(&again), check(&puzzle));
}

#[test]
fn killer_text_with_arrows_is_read() {
    let mut text = "A<".to_owned() + &"0".repeat(7);
    text += &("^".to_owned() + &"0".repeat(8));
    text += &"0".repeat(62);
    text += "9";
    assert_eq!(text.len(), 81);
    let puzzle = read(&text, PuzzleFormat::Iss);
    let rules = puzzle.shape.cell_rules();
    let names: Vec<String> = rules
        .iter()
        .map(|rule| puzzle.shape.describe(rule))
        .collect();
    assert_eq!(names[0], "the cage at r1c1 (sum 10)");
    assert_eq!(rules[0].cells(), [0, 1, 9]);
    let circle = text.replacen("A<", "><", 1);
    assert_eq!(error(&circle), "not killer text: the arrows go in a circle");
    let outside = text.replacen("A<", "<<", 1);
    assert_eq!(
        error(&outside),
        "not killer text: it points outside the board"
    );
}

#[test]
fn xml_is_read_game_by_game() {
    let game = format!("  <game data=\"{BOARD}\" />\n");
    let text = format!(
        "<?xml version=\"1.0\"?>\n<opensudoku>\n  <name>A &amp; B</name>\n{game}{game}</opensudoku>\n"
    );
    let games = records(&text);
    assert_eq!(games.len(), 2);
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    let puzzle = read(games[0], PuzzleFormat::OpenSudoku);
    assert_eq!(puzzle.title.as_deref(), Some("A & B"));
    assert_eq!(puzzle.board.to_string(), BOARD.replace('0', "."));
    assert_eq!(read(games[1], PuzzleFormat::OpenSudoku).board, puzzle.board);
    let written = puzzle.write(PuzzleFormat::OpenSudoku).unwrap();
    assert_eq!(read(&written, PuzzleFormat::OpenSudoku), puzzle);
    let cell = |x: usize, origin: &str| {
        format!("<Cell x=\"{x}\" y=\"1\" origin=\"{origin}\"><Value>5</Value></Cell>")
    };
    let sdku = format!(
        "<Sudoku version=\"1\">{}{}</Sudoku>",
        cell(3, "Provided"),
        cell(5, "User")
    );
    let puzzle = read(&sdku, PuzzleFormat::OpenSudoku);
    assert_eq!(puzzle.board.givens().collect::<Vec<_>>(), [(12, 5)]);
    assert_eq!(puzzle.notes, ["ignored 1 value that a player entered"]);
    for (text, message) in [
        ("<?xml version=\"1.0\"?><svg></svg>", "no game"),
        (
            "<game data=\"123\"/>",
            "the data of a game is 81 digits, 0 for a blank",
        ),
        (
            "<Sudoku><Cell x=\"9\" y=\"1\"><Value>5</Value></Cell></Sudoku>",
            "expected a number from 0 to 8",
        ),
    ] {
        assert_eq!(
            error(text),
            format!("not the XML of OpenSudoku or Sdku: {message}")
        );
    }
}

#[test]
fn rows_of_spreadsheets_are_read() {
    let csv = PuzzleFormat::Csv;
    let fields: Vec<String> = BOARD.chars().map(String::from).collect();
    for text in [
        fields.join(","),
        fields.join(", "),
        fields.join(",").replace('0', ""),
    ] {
        assert_eq!(
            read(&text, csv).board.to_string(),
            BOARD.replace('0', "."),
            "{text}"
        );
    }
    // The row of a board, and no board.
    for text in ["1,2,3,4", ",,1,,,,,3,,,,,,15,,9", "1,2"] {
        assert_eq!(PuzzleFormat::detect(text), None, "{text}");
    }
}

/// Hands out one byte at a time.
struct Slow<'a>(&'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let Some((&byte, rest)) = self.0.split_first() else {
            return Ok(0);
        };
        (buffer[0], self.0) = (byte, rest);
        Ok(1)
    }
}

/// The texts of the records of a stream, which are the same however it is read.
fn records(text: &str) -> Vec<String> {
    fn all(source: impl Read) -> Vec<String> {
        let mut reader = Reader::new(source).patient();
        let (mut record, mut all) = (Record::new(), Vec::new());
        while reader.next_record(&mut record).unwrap() {
            all.push(String::from_utf8(record.raw().to_vec()).unwrap());
        }
        all
    }
    let records = all(text.as_bytes());
    assert_eq!(all(Slow(text.as_bytes())), records);
    assert_eq!(records.concat(), text);
    records
}

#[test]
fn iss_text_may_stand_on_several_lines() {
    let count = |text: &str| records(text).len();
    let one = [
        ".Shape~4x4\n.Cage~3~R1C1~R1C2\n.~R2C1_3\n",
        "    .Thermo~R1C1~R1C2\n    .Thermo~R2C1~R2C2\n",
        ".Or.Cage~3~R1C1~R1C2\n.Cage~4~R1C1~R1C2\n.End\n",
        ".Thermo~R1C1\n~R1C2\n",
        ".Thermo~R1C1~R1C\n2~R1C3\n",
        ".Shape~6x6\r\n.NoBoxes\r\n",
        ".Shape~4x4\n# cages\n.Cage~3~R1C1~R1C2\n# lines\n.Thermo~R3C1~R3C2\n",
        ".Shape~4x4\n\n.Cage~3~R1C1~R1C2\n\n# lines\n\n.Thermo~R3C1~R3C2\n",
        ".Shape~4x4\n\n.~R1C1_1~R2C2_2.Thermo~R3C1~R3C2\n",
        ".Or\n# one\n.Cage~3~R1C1~R1C2\n# other\n.Cage~4~R1C1~R1C2\n.End\n",
    ];
    let joined = |text: &str| -> String {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.flat_map(str::split_whitespace).collect()
    };
    for text in one {
        assert_eq!(records(text), [text]);
        let joined = joined(text);
        assert_eq!(Puzzle::read(text).unwrap(), Puzzle::read(&joined).unwrap());
    }
    for text in [
        ".AntiKnight\n# dots\n.WhiteDot~R1C1~R1C2\n",
        ".AntiKnight\n.AntiKing\n",
        ".AntiKnight\n.Cage~3~R1C1~R1C2.~R5C5_3\n",
        ".Cage~3~R1C1~R1C2\n.Cage~4~R2C1~R2C2\n# all\n.AntiKnight\n",
    ] {
        assert_eq!(records(text), [text]);
        let (mut puzzle, _) = Puzzle::read(text).unwrap();
        let note = puzzle.notes.pop().unwrap_or_default();
        assert!(note.contains("are read as one puzzle"), "{text}: {note}");
        assert_eq!(puzzle, Puzzle::read(&joined(text)).unwrap().0);
    }
    for text in [
        ".Cage~3~R1C1~R1C2.Thermo~R2C1~R2C2\n.Cage~4~R1C1~R1C2.Thermo~R2C1~R2C2\n",
        ".Cage~3~R1C1~R1C2\n\n.Cage~4~R1C1~R1C2\n",
        ".~R1C1_1\n.~R1C1_2\n",
        ".Cage~3~R1C1~R1C2.~R5C5_3\n# second\n.AntiKnight.~R1C1_2\n",
        ".Shape~4x4\n.Shape~6x6\n",
        ".Shape~4x4\n\n.Shape~6x6\n",
        ".Shape~4x4\n# more\n",
        ".Cage~3~R1C1~R1C2\na title\n",
    ] {
        assert!(count(text) > 1, "{text}");
    }
    let error = Puzzle::read(".Shape~4x4\n.Cage~3~R1C1~R1\n  C9").unwrap_err();
    assert_eq!(error.span, 24..31);
}
