//! Bad text of puzzles: what is wrong, and where.

use quadrille::sudoku::{CellRule, Puzzle, PuzzleFormat, PuzzleReason, RuleKind};

use crate::puzzles::with_rules;

/// The message of the error, and the text that it points to.
fn error(text: &str) -> (String, String) {
    let error = Puzzle::read(text).unwrap_err();
    assert!(text.is_char_boundary(error.span.start) && text.is_char_boundary(error.span.end));
    (error.to_string(), text[error.span].to_owned())
}

#[test]
fn bad_text_is_rejected_with_its_place() {
    let json = |rules: &str| {
        format!("{{\"rows\": 9, \"columns\": 9, \"boxes\": \"3x3\", \"rules\": [{rules}]}}")
    };
    let ten: Vec<String> = (1..=5)
        .flat_map(|column| [1, 2].map(|row| format!("R{row}C{column}")))
        .collect();
    let ten_iss = format!("Cage~45~{}", ten.join("~"));
    let ten_json = format!("{{\"type\": \"cage\", \"cells\": {ten:?}}}");
    let long = "the cage at r1c1 (sum 45): 10 cells, expected at most 9: the cells differ, and there are 9 values";
    let letters = with_rules(vec![CellRule::new(RuleKind::Cage, [0])])
        .write(PuzzleFormat::Link)
        .unwrap();
    let cut = &letters[..letters.len() - 20];
    let sum = |factors: Vec<i64>| {
        let cells: Vec<String> = (0..factors.len())
            .map(|cell| format!("R{}C{}", cell / 9 + 1, cell % 9 + 1))
            .collect();
        format!("{{\"type\": \"sum\", \"cells\": {cells:?}, \"sum\": 0, \"factors\": {factors:?}}}")
    };
    let huge = sum(vec![i64::MAX, -1]);
    let many = sum((0..60)
        .map(|cell| (1 - cell % 2 * 2) * (997 * cell * cell % 40_000 + 1))
        .collect());
    for (text, message, place) in [
        (format!(".{ten_iss}"), long, &*ten_iss),
        (
            json(&ten_json),
            "the cage at r1c1: 10 cells, expected at most 9: the cells differ, and there are 9 values",
            &ten_json,
        ),
        (
            ".~R1C1_3.Cage~18~R1C1~R1C2".into(),
            "the cage at r1c1 (sum 18): the sum is 18, expected 3 to 17",
            "Cage~18~R1C1~R1C2",
        ),
        (
            json("{\"type\": \"cage\", \"cells\": [\"r1c1\"], \"sum\": 10}"),
            "the cage at r1c1 (sum 10): the sum is 10, expected 1 to 9",
            "{\"type\": \"cage\", \"cells\": [\"r1c1\"], \"sum\": 10}",
        ),
        (
            ".Thermo~R1C9~R1C10".into(),
            "Thermo: \"R1C10\" is not a cell of the board, expected R1C1 to R9C9",
            "R1C10",
        ),
        (
            json("{\"type\": \"thermometer\", \"cells\": [\"r1c9\", \"r1c10\"]}"),
            "thermometer: \"r1c10\" is not a cell of the board, expected r1c1 to r9c9",
            "\"r1c10\"",
        ),
        (cut.into(), "not a link to a puzzle: it is cut short", cut),
        (
            "https://www.f-puzzles.com/?id=y82pttpx".into(),
            "the link has no puzzle, only the name \"y82pttpx\" under which a website keeps one",
            "https://www.f-puzzles.com/?id=y82pttpx",
        ),
        (
            json("{\"type\": \"cage\", \"cells\": [\"r1c1\"], \"summ\": 5}"),
            "unknown key \"summ\" in cage",
            "\"summ\"",
        ),
        (
            json("{\"type\": \"thermometre\"}"),
            "unknown rule \"thermometre\"",
            "\"thermometre\"",
        ),
        (
            "{\"rows\": 9, \"column\": 9}".into(),
            "unknown key \"column\"",
            "\"column\"",
        ),
        ("{\"rows\": 9}".into(), "no \"columns\"", "{\"rows\": 9}"),
        (
            "{\"rows\": 9,\n \"columns\": x}".into(),
            "not JSON: expected value",
            "x",
        ),
        (
            "{\"rows\": 9, \"columns\": 8, \"columns\": 9}".into(),
            "not JSON: the key \"columns\" occurs twice",
            "\"columns\"",
        ),
        (
            format!("{}{}{}", ".Or".repeat(41), ".~R1C1_1", ".End".repeat(41)),
            "not ISS text: groups are nested more than 40 deep",
            "Or",
        ),
        (
            json(&format!("{}1{}", "[".repeat(200), "]".repeat(200))),
            "not JSON: lists and objects are nested more than 128 deep",
            "",
        ),
        (
            ".Regex~KCgxfDIpKjEoMXwyKXs2MH0p~R1C1~R1C2".into(),
            "Regex: invalid regular expression \"((1|2)*1(1|2){60})\": its state machine takes more than 4 MB",
            "KCgxfDIpKjEoMXwyKXs2MH0p",
        ),
        (
            json(&huge),
            "the sum at r1c1 (sum 0): its factors are too large: its sums must be below 2^63",
            &huge,
        ),
        (
            json(&many),
            "the sum at r1c1 (sum 0): its cells have too many different sums; use smaller factors or fewer cells",
            &many,
        ),
        (
            ".Shape~6x6.GlobalEntropy".into(),
            "global-entropy needs the values 1 to 9, and the board has 6 values",
            "GlobalEntropy",
        ),
        (
            ".Shape~6x6.Entropic~R1C1~R1C2~R1C3".into(),
            "the entropic line at r1c1: needs a board with nine values",
            "Entropic~R1C1~R1C2~R1C3",
        ),
        (
            ".Thermos~R1C1~R1C2".into(),
            "unknown rule \"Thermos\"",
            "Thermos~R1C1~R1C2",
        ),
        (
            "{\"size\": 1, \"grid\": [[{}]], \"thermo\": [{\"lines\": []}]}".into(),
            "unknown key \"thermo\"",
            "\"thermo\"",
        ),
        (
            "{\"size\": 1, \"grid\": [[{}]], \"renban\": [{\"lines\": [[\"R1C1\", \"R1C2\"]]}]}"
                .into(),
            "renban: \"R1C2\" is not a cell of the board, expected r1c1 to r1c1",
            "\"R1C2\"",
        ),
        (
            "{\"size\": 2, \"grid\": [[{}]]}".into(),
            "grid: expected 2 rows, found a list of 1 row",
            "[[{}]]",
        ),
        (
            ".StateMachine~garbage~R1C1".into(),
            "unknown rule \"StateMachine\"",
            "StateMachine~garbage~R1C1",
        ),
        (
            ".WhiteDot~R1C1~R1C2~R5C5".into(),
            "WhiteDot: \"R5C5\" is not next to another cell of the list",
            "R5C5",
        ),
        (
            ".GreaterThan".into(),
            "GreaterThan: expected two cells next to each other",
            "GreaterThan",
        ),
        (
            ".XSum~R1~1~~99~foo".into(),
            "XSum: unexpected argument \"99\"",
            "99",
        ),
        (
            ".NoBoxes~foo".into(),
            "NoBoxes: unexpected argument \"foo\"",
            "foo",
        ),
        (
            ".Or~foo.Cage~3~R1C1~R1C2.End".into(),
            "Or: unexpected argument \"foo\"",
            "foo",
        ),
        (
            ".Shape~4x4.Shape~6x6".into(),
            "not ISS text: a second Shape",
            "Shape~6x6",
        ),
        (
            ".Shape~4x4.RegionSize~3".into(),
            "RegionSize: \"3\" is not a size of boxes that fill 4 x 4 cells",
            "3",
        ),
        (
            ".CountDistinct~R1C1".into(),
            "the count of values at r1c1: 1 cell, expected at least 2",
            "CountDistinct~R1C1",
        ),
        (
            ".DoubleArrow~R1C1~R1C2".into(),
            "the double arrow at r1c1: 2 cells, expected at least 3",
            "DoubleArrow~R1C1~R1C2",
        ),
        (
            ".Thermo~R1C1~R1C2~~R2C1~R2C2".into(),
            "Thermo: \"\" is not a cell of the board, expected R1C1 to R9C9",
            "",
        ),
        (
            "{\"size\": 1, \"grid\": [[{}]], \"negative\": [\"difference\"], \"difference\": [{\"cells\": [], \"value\": 2}]}".into(),
            "the rule \"negative difference beside white dots with a number\" is not supported",
            "\"difference\"",
        ),
        (
            ".Or.AntiKnight.End".into(),
            "AntiKnight cannot stand inside .Or, .And or .Replicate",
            "AntiKnight",
        ),
        // Two bits for the format, of which only 0 and 1 are known.
        (
            ".NFA~gAAA~R1C1".into(),
            "NFA: \"gAAA\" is not a packed state machine",
            "gAAA",
        ),
        (
            "{\"size\": 1, \"grid\": [[{}]], \"arrow\": [{\"cells\": [], \"lines\": [[\"R1C1\"]]}]}".into(),
            "arrow: expected the cells of a circle, found a list",
            "[]",
        ),
    ] {
        assert_eq!(
            error(&text),
            (message.to_owned(), place.to_owned()),
            "{text}"
        );
    }
    let help = |text: &str| Puzzle::read(text).unwrap_err().reason.help();
    assert_eq!(
        help(".Thermos~R1C1~R1C2").as_deref(),
        Some("did you mean \"Thermo\"?")
    );
    // Two layouts have this word.
    assert_eq!(
        help(".Indexin~R~R1C1").as_deref(),
        Some("did you mean \"Indexing\"?")
    );
    assert_eq!(
        help("{\"rows\": 9, \"column\": 9}").as_deref(),
        Some("did you mean \"columns\"?")
    );
    assert_eq!(
        help("{\"primary\": []}").as_deref(),
        Some(
            "use these keys: title, author, ruleset, rows, columns, values, lowest, boxes, regions, \
             rules, givens, candidates, solution"
        )
    );
    assert_eq!(
        help(&json("{\"type\": \"cage\", \"total\": 5}")).as_deref(),
        Some("use these keys: type, cells, sum")
    );
    let text = json("{\"type\": \"thermometre\"}");
    assert_eq!(
        help(&text).as_deref(),
        Some("did you mean \"thermometer\"?")
    );
    let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    assert!(matches!(
        Puzzle::read(text).unwrap_err().reason,
        PuzzleReason::Format { .. }
    ));
    let dots = format!("..3{text}");
    assert!(matches!(
        Puzzle::read(&dots[..81]).unwrap_err().reason,
        PuzzleReason::Format { .. }
    ));
}

#[test]
fn huge_numbers_name_no_cell() {
    for cell in [
        "R9999999999999999999C1",
        "R1C18446744073709551615",
        "R99999999999999999999C9",
    ] {
        let error = Puzzle::read(&format!(".Cage~5~{cell}~R1C1")).unwrap_err();
        assert!(error.to_string().contains("is not a cell"), "{error}");
    }
}

/// A link without a puzzle says so.
#[test]
fn links_without_a_puzzle_are_rejected() {
    for (text, message) in [
        (
            "https://example.com/play?level=3",
            "not a link to a puzzle: its website is not known, and it holds no cells",
        ),
        (
            "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VZdb9owFH3nV1R+9kPs",
            "not a link to a puzzle: a part of it is missing or wrong",
        ),
        (
            "https://sudokupad.app/abc123?setting=1",
            "the link has no puzzle, only the name \"abc123\" under which a website keeps one",
        ),
        (
            "https://www.sudokuwiki.org/sudoku.htm?bd=53007000060019500009800006080006000340080300170",
            "not a link to a puzzle: 47 cells, expected 81 or those of another square board",
        ),
        (
            "https://puzz.link/p?sudoku/9/8/g5",
            "not a link to a puzzle: a board of 9 columns and 8 rows, expected as many \
             columns as rows, 4 to 36 and not prime",
        ),
    ] {
        assert_eq!(error(text), (message.to_owned(), text.to_owned()));
    }
}
