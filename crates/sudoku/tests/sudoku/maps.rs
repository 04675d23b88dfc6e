//! Where a map of regions may stand besides the lines above its board.

use quadrille::sudoku::text::{Content, Reader, Record};
use quadrille::sudoku::{Division, Shape};

const BOARD: &str = "1.........2.....";
const MAP: &str = "AAABACBBCCDBCDDD";
const SOLUTION: &str = "1243432131242413";

/// A board or a map in rows.
fn rows(line: &str) -> String {
    let rows = line.as_bytes().chunks(4).map(String::from_utf8_lossy);
    rows.map(|row| format!("{row}\n")).collect()
}

/// A board or a map as a list of lists.
fn list(line: &str, [open, between, close]: [&str; 3]) -> String {
    let row = |row: &[u8]| {
        let cells = row.iter().map(|&byte| char::from(byte).to_string());
        format!("{open}{}{close}", cells.collect::<Vec<_>>().join(between))
    };
    let rows = line.as_bytes().chunks(4).map(row);
    rows.collect::<Vec<_>>().join(between)
}

/// The division of the first board of a text, if it has one of its own.
fn division(text: &str) -> Option<Division> {
    let shape: Shape = "4x4".parse().unwrap();
    let mut reader = Reader::of(shape, text.as_bytes()).patient();
    let mut record = Record::new();
    while reader.next_record(&mut record).unwrap() {
        match record.content() {
            Content::Board(_) => {
                let puzzle = record.take_puzzle();
                return puzzle.map(|puzzle| puzzle.0.shape.outline().division);
            }
            Content::Bad(error) => panic!("{error}: {text}"),
            _ => {}
        }
    }
    panic!("no board: {text}");
}

#[test]
fn a_map_belongs_to_its_board_wherever_it_stands() {
    let (board, map) = (rows(BOARD), rows(MAP));
    let digits: String = MAP
        .chars()
        .map(|c| char::from(c as u8 - b'A' + b'0'))
        .collect();
    let zeros = BOARD.replace('.', "0");
    let python = |name: &str, line: &str| format!("{name} = [{}]\n", list(line, ["[", ", ", "]"]));
    let braces = |line: &str| list(line, ["{", ",", "}"]);
    let numpy = |line: &str| {
        format!(
            "[{}]\n",
            list(line, ["[", " ", "]"]).replace("] [", "]\n [")
        )
    };
    for text in [
        format!("{BOARD}:{MAP}\n"),
        format!("{BOARD}/{MAP}\n"),
        format!("{BOARD}\n{SOLUTION}\n{MAP}\n"),
        format!("{board}\n{}\n{map}", rows(SOLUTION)),
        format!("{board}\nSolution:\n{}\nRegions\n{map}", rows(SOLUTION)),
        format!("```\n{board}```\n\nRegions:\n\n```\n{map}```\n"),
        format!("{board}\nThe regions are as follows:\n\n{map}"),
        format!("Board:\n{board}Shapes:\n{map}"),
        python("board", &zeros) + &python("regions", &digits),
        python("regions", &digits) + &python("board", &zeros),
        python("board", &zeros) + "# the map\n" + &python("regions", &digits),
        format!(
            "int grid[4][4]={{{}}};\nint region[4][4]={{{}}};\n",
            braces(&zeros),
            braces(&digits)
        ),
        numpy(&zeros) + &numpy(&digits),
    ] {
        let found = division(&text);
        assert!(
            matches!(found, Some(Division::Regions(_))),
            "{found:?}: {text}"
        );
    }
}

#[test]
fn what_is_no_map_leaves_a_board_as_it_is() {
    let zeros = BOARD.replace('.', "0");
    let python = |line: &str| format!("[{}]\n", list(line, ["[", ", ", "]"]));
    for text in [
        format!("{BOARD}\n{SOLUTION}\n{BOARD}\n"),
        format!("{BOARD}\n{BOARD}\n{MAP}\n").replacen(BOARD, "2...............", 1),
        python(&zeros) + &python(SOLUTION),
        format!("{BOARD}:{SOLUTION}\n"),
    ] {
        let found = division(&text);
        assert!(
            !matches!(found, Some(Division::Regions(_))),
            "{found:?}: {text}"
        );
    }
}
