//! Links of many websites, and where in a text they stand.

use quadrille::sudoku::{Division, Puzzle, PuzzleFormat, PuzzleReason};

const BOARD: &str =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

fn read(text: &str) -> Puzzle {
    match Puzzle::read(text) {
        Ok((puzzle, format)) => {
            assert_eq!(format, PuzzleFormat::Link, "{text}");
            puzzle
        }
        Err(error) => panic!("{error}: {text}"),
    }
}

#[test]
fn boards_in_addresses_are_read() {
    let dots = BOARD.replace('0', ".");
    for link in [
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={BOARD}"),
        format!("https://sudokuexchange.com/play/?s={BOARD}&d=3"),
        format!("https://f-puzzles.com/?string={BOARD}"),
        format!("http://www.thonky.com/sudoku/solution-count?puzzle={dots}"),
        format!("https://sudoku.secuso.org/{BOARD}"),
        format!("sudoku.secuso.org/{BOARD}"),
        format!("https://sudokupad.app/{BOARD}?setting-nogrid=1"),
        format!("<https://sudoku.example/#{dots}>"),
        format!("https://proxy.example/?to=https%3A%2F%2Fsudoku.example%2F%3Fbd%3D{BOARD}"),
        format!("https%3A%2F%2Fsudoku.example%2F%3Fbd%3D{BOARD}"),
        format!("https://web.example/save/https://sudoku.example/?bd={BOARD}"),
        "https://puzz.link/p?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79"
            .to_owned(),
        "http://pzv.jp/p.html?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79"
            .to_owned(),
    ] {
        let puzzle = read(&link);
        assert_eq!(puzzle.board.to_string(), dots, "{link}");
        assert_eq!((puzzle.shape.rows(), puzzle.title), (9, None));
    }
}

#[test]
fn boards_of_other_sizes_are_read() {
    let small = read("https://sudoku.example/?s=1..44..3.......1");
    assert_eq!(small.board.to_string(), "1..44..3.......1");
    let zero = read("https://sudoku.example/?s=0..33..2.......0");
    assert_eq!((zero.shape.lowest(), zero.shape.side()), (0, 4));
    assert_eq!(zero.notes.len(), 1);
    let large = format!(
        "https://sudoku.example/{}",
        "G1".to_owned() + &".".repeat(254)
    );
    assert_eq!(read(&large).board.get(0), Some(16));
}

#[test]
fn text_around_a_link_is_its_title() {
    for (text, title) in [
        (
            format!("[A title](https://sudoku.example/{BOARD})"),
            "A title",
        ),
        (
            format!("A title: https://sudoku.example/{BOARD}"),
            "A title",
        ),
        (
            format!("A title <https://sudoku.example/{BOARD}> (hard)"),
            "A title",
        ),
        (format!("A title - sudoku.example/?s={BOARD}"), "A title"),
    ] {
        assert_eq!(read(&text).title.as_deref(), Some(title), "{text}");
    }
}

#[test]
fn iss_text_in_a_link_is_read() {
    let text = ".Shape~4x4.Thermo~R1C2~R1C1~R2C1";
    let puzzle = Puzzle::read(text).unwrap().0;
    for link in [
        format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q={text}"),
        format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q={text}&mode=count-solutions"),
        format!(
            "sigh.github.io/Interactive-Sudoku-Solver/?mode=x&q={}",
            text.replace('~', "%7E")
        ),
    ] {
        assert_eq!(read(&link), puzzle, "{link}");
    }
}

#[test]
fn prose_with_an_address_is_not_a_puzzle() {
    for text in [
        "See https://example.com/sudoku for more",
        "from forum.example/t/1234567890123456",
        "classic sudoku, easy",
        "and/or either.way/so",
        "A title: sudokupad.app/abc123",
    ] {
        assert_eq!(PuzzleFormat::detect(text), None, "{text}");
    }
}

#[test]
fn a_board_before_an_address_is_the_board() {
    let other = "1".to_owned() + &".".repeat(80);
    for text in [
        format!("{BOARD} https://sudoku.example/?bd={other}"),
        format!("{BOARD},https://sudoku.example/?bd={other}"),
        format!("\"{BOARD}\",\"https://sudoku.example/?bd={other}\""),
        format!("{} https://sudoku.example/?bd={other}", "0".repeat(81)),
        "1..44..3.......1 https://sudoku.example/?s=1..............4".to_owned(),
    ] {
        assert_ne!(
            PuzzleFormat::detect(&text),
            Some(PuzzleFormat::Link),
            "{text}"
        );
    }
}

const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn reason(text: &str) -> PuzzleReason {
    match Puzzle::read(text) {
        Ok(_) => panic!("{text} is read"),
        Err(error) => error.reason,
    }
}

#[test]
fn rules_that_only_the_address_names_are_rejected() {
    for (link, rules) in [
        (
            format!("https://sudoku.example/killer/?bd={BOARD}"),
            "killer",
        ),
        (
            format!("https://sudoku.example/?bd={BOARD}&Diagonal=1"),
            "diagonal",
        ),
        (
            format!("https://sudoku.example/play/x-sudoku/{BOARD}"),
            "x-sudoku",
        ),
        (
            format!("https://sudoku.example/?variant=magic&s={BOARD}"),
            "magic",
        ),
    ] {
        let name = rules.to_owned();
        assert_eq!(reason(&link), PuzzleReason::NamedRules { name }, "{link}");
    }
    read(&format!(
        "https://sudoku.example/?variant=classic&s={BOARD}"
    ));
    read(&format!(
        "https://sudoku.example/?diagonal=0&killer=false&s={BOARD}"
    ));
}

#[test]
fn of_two_boards_only_a_puzzle_and_its_solution_are_read() {
    let dots = BOARD.replace('0', ".");
    for link in [
        format!("https://sudoku.example/?s={SOLUTION}&p={BOARD}"),
        format!("https://sudoku.example/?p={BOARD}&s={SOLUTION}"),
        format!("https://sudoku.example/?p={BOARD}&q={dots}"),
        format!("https://sudoku.example/?s={SOLUTION} https://sudoku.example/?s={BOARD}"),
        format!("[https://sudoku.example/{BOARD}](https://sudoku.example/{dots})"),
    ] {
        assert_eq!(read(&link).board.to_string(), dots, "{link}");
    }
    let other = "1".to_owned() + &".".repeat(80);
    for link in [
        format!("https://sudoku.example/?p={BOARD}&q={other}"),
        format!("https://sudoku.example/?p={BOARD} https://sudoku.example/?p={other}"),
    ] {
        assert_eq!(reason(&link), PuzzleReason::TwoBoards, "{link}");
    }
}

#[test]
fn a_map_in_or_beside_an_address_has_the_regions_of_its_board() {
    let (board, map) = ("1.........2.....", "AAABACBBCCDBCDDD");
    for link in [
        format!("https://sudoku.example/?s={board}&r={map}"),
        format!("https://sudoku.example/?r={map}&s={board}"),
        format!("https://sudoku.example/?s={board}&r=1112132233424344"),
        format!("https://sudoku.example/?s={board} {map}"),
    ] {
        let puzzle = read(&link);
        let division = puzzle.shape.outline().division;
        assert!(matches!(division, Division::Regions(_)), "{link}");
        assert_eq!(puzzle.board.to_string(), board, "{link}");
    }
    let larger = format!("https://sudoku.example/?s={BOARD}&r={map}");
    assert!(matches!(reason(&larger), PuzzleReason::Shape(_)));
}

#[test]
fn zeros_that_see_each_other_are_blanks() {
    let puzzle = read("https://sudoku.example/?s=1..30..2.3..0..0");
    assert_eq!((puzzle.shape.lowest(), puzzle.notes.len()), (1, 0));
}

#[test]
fn a_number_after_a_board_is_noted_as_a_removed_candidate() {
    let puzzle = Puzzle::read(&format!("{BOARD}:123")).unwrap().0;
    assert_eq!(puzzle.notes.len(), 1);
}

#[test]
fn ids_of_solo_stand_after_an_address() {
    let link = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#2x2:a1b2_3d4a1c";
    assert_eq!(read(link).board.to_string(), ".1..23....4.1...");
}

/// A drawing as the website writes it: regions, a cage in two cells, and what is not read.
#[test]
fn drawings_of_penpa_are_read() {
    let puzzle = Puzzle::read(
        ".Shape~6x6.Cage~7~R1C1~R1C2.Thermo~R2C2~R3C3.Arrow~R6C6~R5C6.Diagonal~1.~R4C4_6~R1C6_1_2",
    )
    .unwrap()
    .0;
    let link = puzzle.write(PuzzleFormat::Penpa).unwrap();
    let (again, format) = Puzzle::read(&format!("A title: {link}&a=xyz")).unwrap();
    assert_eq!(format, PuzzleFormat::Penpa);
    assert_eq!(again.title.as_deref(), Some("A title"));
    assert_eq!(
        (again.shape, again.board),
        (puzzle.shape.clone(), puzzle.board)
    );
    assert_eq!(
        puzzle.shape.outline().division,
        Division::Boxes {
            height: 2,
            width: 3
        }
    );
}
