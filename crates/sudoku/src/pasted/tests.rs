//! Each form on small boards, and texts that no form knows.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use proptest::prelude::*;

use super::{Pasted, read};
use crate::shape::{Division, Shape};

/// A classic board, and its solution.
const W: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A board in rows: what a blank is, what stands between cells, before and after each row.
fn rows(board: &str, blank: &str, between: &str, before: &str, after: &str) -> String {
    let side = board.len().isqrt();
    let cell = |c: char| {
        if c == '.' {
            blank.to_owned()
        } else {
            c.to_string()
        }
    };
    let rows = board.as_bytes().chunks(side).map(|row| {
        let cells: Vec<String> = row.iter().map(|&byte| cell(char::from(byte))).collect();
        format!("{before}{}{after}\n", cells.join(between))
    });
    rows.collect()
}

/// The board with a label before each row.
fn labelled(label: impl Fn(usize) -> String) -> String {
    let rows = rows(W, ".", "", "", "");
    let rows = rows.lines().enumerate();
    rows.map(|(row, line)| format!("{}{line}\n", label(row)))
        .collect()
}

/// The board with other characters.
fn signs(board: &str, sign: impl Fn(char) -> String) -> String {
    let rows = rows(board, ".", "", "", "");
    rows.chars()
        .map(|c| if c == '\n' { c.to_string() } else { sign(c) })
        .collect()
}

const FULL: [char; 10] = ['０', '１', '２', '３', '４', '５', '６', '７', '８', '９'];

fn keycap(c: char) -> String {
    if c == '.' {
        "⬜".to_owned()
    } else {
        format!("{c}\u{fe0f}\u{20e3}")
    }
}

/// The board as facts.
fn facts(fact: impl Fn(usize, usize, char) -> String) -> String {
    let given = W.chars().enumerate().filter(|own| own.1 != '.');
    given
        .map(|(cell, value)| fact(cell / 9, cell % 9, value))
        .collect()
}

/// The board in the forms whose answers are written in place.
fn in_place() -> Vec<String> {
    let list = |blank: &str, open: &str, close: &str| {
        let inside = rows(W, blank, ", ", open, close);
        inside.trim_end().trim_end_matches(',').to_owned()
    };
    let line = W.replace('.', "0");
    vec![
        format!("[{}]\n", list("-1", "[", "],")),
        format!("board = [\n{}\n]\n", list("None", "    [", "],  # a row")),
        format!("int[][] board = {{{}}};\n", list("0", "{", "},")),
        format!("int grid[9][9] =\n{{\n{}\n}};\n", list("0", "  {", "},")),
        format!("array([{}], dtype=int64)\n", list("0", "[", "],")),
        format!("[{}]\n", rows(W, "0", " ", "[", "]").trim_end()),
        format!(
            "[{}]\n",
            rows(W, "nan", ". ", " ", ".;")
                .trim_end()
                .replace("nan.", "nan")
        ),
        format!("start=[|\n{}];\n", rows(W, "0", ", ", "", "|").trim_end()),
        rows(W, "_", ",", "[", "],"),
        rows(W, ".", "", "\"", "\","),
        format!("board = \"\"\"\n{}\"\"\"\n", rows(W, ".", "", "", "")),
        format!("[\"{line}\"]\n"),
        format!("\"{line}\",\n"),
        format!(
            "[{}]\n",
            line.chars()
                .map(String::from)
                .collect::<Vec<_>>()
                .join(", ")
        ),
        format!("{{\"board\": [{}]}}\n", list("null", "[", "],")),
        format!("{{\"id\": 7, \"quiz\": \"{line}\", \"solution\": \"{SOLVED}\"}}\n"),
        format!(
            "{{\"newboard\":{{\"grids\":[{{\"value\":[{}]}}]}}}}\n",
            list("0", "[", "],")
        ),
        labelled(|row| format!("{}. ", row + 1)),
        labelled(|row| format!("Row {}: ", row + 1)),
        labelled(|row| format!("R{}: ", row + 1)),
        labelled(|_| "> ".to_owned()),
        format!(
            "   A B C D E F G H I\n{}",
            labelled(|row| format!("{}  ", row + 1))
        ),
        rows(W, "□", " ", "", ""),
        rows(W, "·", " ", "| ", " |"),
        rows(W, "~", "", "", ""),
        rows(W, "+", "", "", ""),
        rows(W, "#", "", "", ""),
        rows(W, "=", "", "", ""),
        W.replace('.', "~") + "\n",
        rows(W, "nan", ". ", "", ".").replace("nan.", "nan"),
        rows(W, "0", ".000e+00 ", "", ".000e+00"),
        signs(W, keycap),
        signs(W, |c| {
            c.to_digit(10)
                .map_or('\u{3000}', |digit| FULL[digit as usize])
                .to_string()
        }),
        signs(W, |c| {
            c.to_digit(10)
                .map_or('□', |digit| FULL[digit as usize])
                .to_string()
        }),
        W.replace('.', " ") + "\n",
        format!(
            ",0,1,2,3,4,5,6,7,8\n{}",
            rows(W, "0", ",", "", "")
                .lines()
                .enumerate()
                .map(|(row, line)| format!("{row},{line}\n"))
                .collect::<String>()
        ),
        rows(W, "", ";", "", ""),
        rows(W, "", ",", "", ""),
        rows(W, "NaN", ".0,", "", ".0").replace("NaN.0", "NaN"),
        rows(W, "", "\t", "", ""),
        rows(W, "0", ",", "", "").trim_end().replace('\n', ",") + "\n",
        rows(W, " ", " | ", "| ", " |"),
        format!(
            "| {} |\n|{}\n{}",
            "a | b | c | d | e | f | g | h | i",
            "---|".repeat(9),
            rows(W, " ", " | ", "| ", " |")
        ),
        rows(W, " ", " & ", "", " \\\\"),
        format!(
            "\\begin{{tabular}}{{|c|}}\n{}\\end{{tabular}}\n",
            rows(W, " ", " & ", "", " \\\\ \\hline")
        ),
        format!("9 9\n{}", rows(W, "-", " ", "", "")),
    ]
}

/// The board in other forms.
fn apart() -> Vec<String> {
    let cells = rows(W, "", "</td><td>", "<tr><td>", "</td></tr>");
    let inputs = rows(
        W,
        "",
        "\"></td><td><input value=\"",
        "<tr><td><input value=\"",
        "\"></td></tr>",
    );
    let xml = rows(W, "", "</cell><cell>", "<row><cell>", "</cell></row>");
    vec![
        facts(|row, column, value| format!("given({},{},{value}). ", row + 1, column + 1)) + "\n",
        facts(|row, column, value| format!("x[{row}][{column}] = {value};\n")),
        facts(|row, column, value| format!("r{}c{}={value}\n", row + 1, column + 1)),
        facts(|row, column, value| format!("{} {} {value}\n", row + 1, column + 1)),
        "30\n".to_owned() + &facts(|row, column, value| format!("{row} {column} {value}\n")),
        facts(|row, column, value| format!("{},{},{value}\n", row + 1, column + 1)),
        "value,x,y\n".to_owned()
            + &facts(|row, column, value| format!("{value},{},{}\n", column + 1, row + 1)),
        format!("<table>{cells}</table>\n"),
        format!("<table>\n<tbody>\n{inputs}</tbody>\n</table>\n"),
        format!("<board>{xml}</board>\n"),
    ]
}

fn line(found: &Pasted) -> String {
    let puzzle = found.puzzle.as_ref().unwrap();
    puzzle.shape.line(&puzzle.board)
}

/// The text with an answer in the places of its blanks.
fn filled(text: &str, found: &Pasted, values: &str) -> String {
    let (mut result, mut at) = (String::new(), 0);
    let given = found.puzzle.as_ref().unwrap().board.cells().to_vec();
    for ((place, value), given) in found.places.iter().zip(values.bytes()).zip(given) {
        result += &text[at..place.start];
        let word = &found.words[usize::from(value - b'1')];
        result += if given == 0 {
            word
        } else {
            &text[place.clone()]
        };
        at = place.end;
    }
    result + &text[at..]
}

#[test]
fn a_board_is_read_in_each_form_and_answered_in_place() {
    for text in in_place() {
        let found = read(&text).unwrap_or_else(|| panic!("not read:\n{text}"));
        assert_eq!(line(&found), W, "{text}");
        assert_eq!(found.length, text.len(), "{text}");
        assert_eq!(found.puzzle.as_ref().unwrap().shape, Shape::classic());
        let filled = filled(&text, &found, SOLVED);
        let solved = read(&filled);
        assert!(
            solved.is_none_or(|solved| line(&solved) == SOLVED),
            "{filled}"
        );
        // What follows is another record.
        let more = format!("{text}\n{text}");
        assert_eq!(
            read(&more).map(|found| found.length),
            Some(text.len()),
            "{more}"
        );
    }
}

#[test]
fn a_board_is_read_from_facts_and_markup() {
    for text in apart() {
        let found = read(&text).unwrap_or_else(|| panic!("not read:\n{text}"));
        assert_eq!(
            (line(&found).as_str(), found.length),
            (W, text.len()),
            "{text}"
        );
        assert!(found.places.is_empty() || found.is_apart);
    }
}

#[test]
fn the_order_and_the_number_of_facts_are_not_assumed_silently() {
    let swapped =
        facts(|row, column, value| format!("cell({},{},{value}).\n", column + 1, row + 1));
    let found = read(&swapped).unwrap();
    assert!(found.puzzle.unwrap().notes[0].contains("in this order"));
    let other = facts(|row, column, value| format!("{} {} {value}\n", row + 1, column + 1));
    let error = read(&format!("17\n{other}")).unwrap().puzzle.unwrap_err();
    assert_eq!(error.span, 0..2);
    let text = "number of givens: \"17\" is not 30, the number of givens below it";
    assert_eq!(error.reason.to_string(), text);
    // The size of the board.
    assert_eq!(line(&read(&format!("9\n{other}")).unwrap()), W);
}

#[test]
fn the_board_of_two_side_by_side_is_the_one_with_blanks() {
    let both = |left: &str, right: &str| -> String {
        let (left, right) = (rows(left, ".", "", "", "   "), rows(right, ".", "", "", ""));
        let rows = left.lines().zip(right.lines());
        rows.map(|(left, right)| format!("{left}{right}\n"))
            .collect()
    };
    for (text, side) in [(both(W, SOLVED), "left"), (both(SOLVED, W), "right")] {
        let found = read(&text).unwrap();
        assert_eq!(line(&found), W);
        let note = &found.puzzle.unwrap().notes[0];
        assert!(note.starts_with(&format!("the {side} one of two boards side by side")));
    }
    let other = both(
        W,
        &SOLVED.replace('1', "x").replace('2', "1").replace('x', "2"),
    );
    let error = read(&other).unwrap().puzzle.unwrap_err();
    assert_eq!(
        error.to_string(),
        "two boards side by side: expected a board and its solution"
    );
}

#[test]
fn a_wordoku_keeps_its_letters() {
    let letters: Vec<char> = "ACDEHLRSU".chars().collect();
    let letter = |c: char| {
        c.to_digit(10)
            .map_or('.', |digit| letters[digit as usize - 1])
    };
    let text = signs(W, |c| letter(c).to_string());
    let found = read(&text).unwrap();
    assert_eq!(line(&found), W);
    assert_eq!(
        filled(&text, &found, SOLVED),
        signs(SOLVED, |c| letter(c).to_string())
    );
}

#[test]
fn boards_of_other_sizes() {
    let six = ".4....3.24.5...34...4..1.1.2.4.251.6";
    for text in [
        rows(six, "~", "", "", ""),
        rows(six, "", ",", "", ""),
        rows(six, "□", " ", "", ""),
    ] {
        assert_eq!(line(&read(&text).unwrap()), six, "{text}");
    }
    // Hexadecimal numbers, and numbers above nine.
    let values: Vec<usize> = (0..256)
        .map(|cell| (cell / 16 * 4 + cell / 64 + cell) % 16 + 1)
        .collect();
    let blank = |cell: usize| cell.is_multiple_of(3);
    let text = |word: &dyn Fn(usize) -> String, between: &str| -> String {
        let cell =
            |(cell, &value): (usize, &usize)| if blank(cell) { word(0) } else { word(value) };
        let words: Vec<String> = values.iter().enumerate().map(cell).collect();
        words
            .chunks(16)
            .map(|row| row.join(between) + "\n")
            .collect()
    };
    let hexadecimal = text(
        &|value| {
            if value == 0 {
                "__".to_owned()
            } else {
                format!("{value:02X}")
            }
        },
        " ",
    );
    let numbers = text(
        &|value| {
            if value == 0 {
                String::new()
            } else {
                value.to_string()
            }
        },
        ",",
    );
    let [one, two] = [hexadecimal, numbers].map(|text| line(&read(&text).unwrap()));
    assert_eq!(one, two);
    assert_eq!(one.matches('.').count(), 86);
}

const FOUR: &str = "1...\n....\n..2.\n....\n";
const MAP: &str = "AAAB\nACBB\nCCDB\nCDDD\n";

#[test]
fn a_map_of_regions_belongs_to_its_board() {
    let beside: String = FOUR
        .lines()
        .zip(MAP.lines())
        .map(|(row, map)| format!("{row}  {map}\n"))
        .collect();
    let digits = MAP
        .replace('A', "0")
        .replace('B', "1")
        .replace('C', "2")
        .replace('D', "3");
    let letters = |text: &str| text.replace('\n', "").chars().collect();
    let left: String = FOUR
        .lines()
        .zip(digits.lines())
        .map(|(row, map)| format!("{map} {row}\n"))
        .collect();
    let texts = [
        (format!("{FOUR}\n{MAP}"), MAP),
        (format!("{FOUR}{digits}"), &digits),
        (format!("4 4\n{FOUR}regions:\n{digits}"), &digits),
        (beside, MAP),
        (left, &digits),
    ];
    for (text, map) in texts {
        let found = read(&text).unwrap_or_else(|| panic!("not read:\n{text}"));
        assert_eq!(
            (line(&found).as_str(), found.length),
            ("1.........2.....", text.len())
        );
        let outline = found.puzzle.unwrap().shape.outline();
        assert_eq!(outline.division, Division::Regions(letters(map)), "{text}");
    }
    let wrong = format!("{FOUR}\n{}", MAP.replacen('B', "A", 1));
    let error = read(&wrong).unwrap().puzzle.unwrap_err();
    assert_eq!(error.to_string(), "region A has 5 cells, expected 4");
    // A second board, and a solution, are no map.
    assert!(read(&format!("{FOUR}\n{FOUR}")).is_none());
    assert!(read(&format!("{FOUR}\n1234\n3412\n4321\n2143\n")).is_none());
}

#[test]
fn a_killer_is_read_in_each_form() {
    let labels = "aabb\nccdd\neeff\ngghh\n";
    let sums = [3, 7, 7, 3, 3, 7, 7, 3];
    let named: Vec<String> = sums
        .iter()
        .zip("abcdefgh".chars())
        .map(|(sum, label)| format!("{label}={sum}"))
        .collect();
    let beside: String = labels.lines().map(|row| format!(".... {row}\n")).collect();
    let each = |cage: &dyn Fn(i64, usize) -> String| -> Vec<String> {
        sums.iter()
            .enumerate()
            .map(|(at, &sum)| cage(sum, 2 * at))
            .collect()
    };
    let objects = each(&|sum, at| {
        format!(
            "{{\"sum\":{sum},\"cells\":[[{0},{1}],[{0},{2}]]}}",
            at / 4,
            at % 4,
            at % 4 + 1
        )
    });
    let tuples = each(&|sum, at| {
        format!(
            "({sum}, [({0}, {1}), ({0}, {2})])",
            at / 4 + 1,
            at % 4 + 1,
            at % 4 + 2
        )
    });
    let texts = [
        format!("{labels}{}\n", named.join(" ")),
        format!("{labels}\n{}\n", named.join("\n")),
        format!("{beside}{}\n", named.join(" ")),
        "4 4\n3 - 7 -\n7 - 3 -\n3 - 7 -\n7 - 3 -\n1 1 2 2\n3 3 4 4\n5 5 6 6\n7 7 8 8\n".to_owned(),
        each(&|sum, at| {
            format!(
                "r{0}c{1} r{0}c{2} = {sum}\n",
                at / 4 + 1,
                at % 4 + 1,
                at % 4 + 2
            )
        })
        .concat(),
        each(&|sum, at| {
            format!(
                "{sum}: r{0}c{1} + r{0}c{2}\n",
                at / 4 + 1,
                at % 4 + 1,
                at % 4 + 2
            )
        })
        .concat(),
        each(&|sum, at| format!("{sum} {at} {}\n", at + 1)).concat(),
        format!("{{\"cages\": [{}]}}\n", objects.join(", ")),
        format!("cages = [\n{}\n]\n", tuples.join(",\n")),
    ];
    for text in texts {
        let found = read(&text).unwrap_or_else(|| panic!("not read:\n{text}"));
        assert_eq!(found.length, text.len(), "{text}");
        let puzzle = found
            .puzzle
            .unwrap_or_else(|error| panic!("{error}:\n{text}"));
        let described: Vec<String> = puzzle
            .shape
            .cell_rules()
            .iter()
            .map(|rule| puzzle.shape.describe(rule))
            .collect();
        assert_eq!(described.len(), 8, "{text}");
        assert_eq!(described[1], "the cage at r1c3 (sum 7)");
        assert!(puzzle.notes.is_empty());
    }
    let part = read(&format!("{labels}a=3 b=7\n")).unwrap().puzzle.unwrap();
    assert_eq!(part.notes, ["6 cages without a sum"]);
    let two = format!("{}{}\n", labels.replace('h', "a"), named[..7].join(" "));
    let error = read(&two).unwrap().puzzle.unwrap_err();
    assert_eq!(
        error.to_string(),
        "cage \"a\" of the map: expected cells that touch each other"
    );
    let error = read(&format!("{labels}a=3 z=7 b=7\n"))
        .unwrap()
        .puzzle
        .unwrap_err();
    assert_eq!(error.to_string(), "sum: \"z\" is not a letter of the map");
}

#[test]
fn sumocue_has_regions_and_cages() {
    let region = |cell: usize| cell / 27 * 3 + cell % 9 / 3;
    let part = |cell: usize| match cell {
        0 => "=17".to_owned(),
        1 => "+0".to_owned(),
        2 => "=3".to_owned(),
        _ => "=0".to_owned(),
    };
    let text: String = (0..81)
        .map(|cell| format!("{}J{}", part(cell), region(cell)))
        .collect();
    let puzzle = read(&format!("SumoCueV1{text}\n")).unwrap().puzzle.unwrap();
    assert_eq!(puzzle.board.givens().collect::<Vec<_>>(), [(2, 3)]);
    assert_eq!(puzzle.shape.cell_rules().len(), 1);
    let error = read(&format!("SumoCueV1{}\n", &text[4..]))
        .unwrap()
        .puzzle
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "SumoCueV1: expected 81 cells, found a list of 80 cells"
    );
}

#[test]
fn a_samurai_is_five_lines_or_a_picture() {
    let shape: Shape = "samurai".parse().unwrap();
    let value = |row: usize, column: usize| {
        if (row * 7 + column * 5).is_multiple_of(4) {
            (row / 3 + row * 3 + column) % 9 + 1
        } else {
            0
        }
    };
    let boards = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)];
    let board = |&(top, left): &(usize, usize)| -> String {
        (0..81)
            .map(|cell| value(top + cell / 9, left + cell % 9).to_string())
            .collect::<String>()
            + "\n"
    };
    let lines: String = boards.iter().map(board).collect();
    let sign = |row: usize, column: usize| match shape.cell(row, column) {
        Some(_) => char::from_digit(value(row, column) as u32, 10).unwrap(),
        None => ' ',
    };
    let picture: String = (0..21)
        .map(|row| (0..21).map(|column| sign(row, column)).collect::<String>() + "\n")
        .collect();
    let [one, two] = [lines, picture].map(|text| read(&text).unwrap());
    assert_eq!(line(&one), line(&two));
    assert_eq!(one.puzzle.unwrap().shape, shape);
    assert_eq!(two.places.len(), 369);
    // The same with a sign in each cell, and with a few givens only.
    let cells = |few: bool| -> Vec<Vec<char>> {
        let cell = |row, column| match shape.cell(row, column).map(|_| value(row, column)) {
            Some(value) if value > 0 && (!few || row % 7 + column % 9 == 0) => {
                char::from_digit(value as u32, 10).unwrap()
            }
            _ => '0',
        };
        let row = |row| (0..21).map(|column| cell(row, column)).collect();
        (0..21).map(row).collect()
    };
    for few in [false, true] {
        let join = |between: &str, blank: &str| -> Vec<String> {
            let text = |cell: &char| cell.to_string().replace('0', blank);
            let row = |row: &Vec<char>| row.iter().map(text).collect::<Vec<_>>().join(between);
            cells(few).iter().map(row).collect()
        };
        let texts = [
            join(" ", ".").join("\n"),
            join(",", "").join("\n"),
            join(";", "0").join("\n"),
            join("", "0").join("\n"),
            join("", ".").concat(),
            format!("[[{}]]", join(", ", "0").join("],\n[")),
        ];
        for text in texts {
            let found = read(&text).unwrap_or_else(|| panic!("not read:\n{text}"));
            let puzzle = found.puzzle.unwrap();
            assert_eq!((&puzzle.shape, found.places.len()), (&shape, 369), "{text}");
            assert_eq!(puzzle.notes.is_empty(), !few, "{text}");
        }
    }
    // A value above 9 is one of a larger board.
    let larger = cells(false)
        .iter()
        .map(|row| {
            row.iter()
                .map(char::to_string)
                .collect::<Vec<_>>()
                .join(" ")
                + "\n"
        })
        .collect::<String>()
        .replacen('1', "10", 1);
    assert!(read(&larger).is_none_or(|found| found.puzzle.unwrap().shape != shape));
}

#[test]
fn boards_without_boxes() {
    let five = "1 . . . .\n. 2 . . .\n. . 3 . .\n. . . 4 .\n. . . . 5\n";
    let found = read(five).unwrap().puzzle.unwrap();
    assert_eq!(found.shape.units().len(), 10);
    assert_eq!(
        read(&format!("Latin square\n{FOUR}"))
            .unwrap()
            .puzzle
            .unwrap()
            .shape
            .units()
            .len(),
        8
    );
    let futoshiki = ". < .   . > 4\n^            \n.   .   .   .\n        v    \n.   2   .   .\n\n.   .   . < .\n";
    let found = read(futoshiki).unwrap();
    assert_eq!(found.length, futoshiki.len());
    let shape = found.puzzle.unwrap().shape;
    let rules: Vec<&[usize]> = shape.cell_rules().iter().map(|rule| rule.cells()).collect();
    assert_eq!(rules, [[1, 0], [2, 3], [15, 14], [4, 0], [6, 10]]);
}

#[test]
fn a_mistake_in_a_form_that_is_certain_is_named() {
    let bad = [
        (
            format!(
                "[{}]\n",
                rows(W, "0", ", ", "[", "],").replacen("9, 5", "9, 15", 1)
            ),
            "board: \"15\" is not a number from 1 to 9 or the blank '0'",
        ),
        (
            format!(
                "[{}]\n",
                rows(W, "0", ", ", "[", "],").replacen("1, 9, 5", "1, 9", 1)
            ),
            "row 2 of the board: expected 9 cells, found a list of 8 cells",
        ),
        (
            rows(W, "□", " ", "", "").replacen('□', "·", 1),
            "board: \"·\" is not a number from 1 to 9 or the blank '□'",
        ),
        (
            format!("{{\"board\": \"{W}\", \"variant\": \"diagonal\"}}\n"),
            "unknown key \"variant\"",
        ),
        (
            format!(
                "{{\"board\": \"{W}\", \"solution\": \"{}\"}}\n",
                &SOLVED.replace('1', "x").replace('2', "1").replace('x', "2")
            ),
            "solution: expected a board with all givens of \"board\"",
        ),
        (
            format!("[\"{W}\", \"{W}\"]\n"),
            "board: expected each board on a line of its own, found a list of several boards",
        ),
    ];
    for (text, message) in bad {
        let found = read(&text).unwrap_or_else(|| panic!("not read:\n{text}"));
        let error = found.puzzle.unwrap_err();
        assert_eq!(error.to_string(), message);
        assert!(error.span.end <= text.len());
    }
}

#[test]
fn regions_that_are_no_square_are_refused() {
    let cells = rows(W, "0", ", ", "[", "],");
    let board = format!("[{}]", cells.trim_end().trim_end_matches(','));
    let text = format!("{{\"board\": {board}, \"regions\": []}}\n");
    assert_eq!(line(&read(&text).unwrap()), W);
    for regions in ["[[1, 2], [3]]", "[[1], [2], [3, 4]]", "[[1, 1, 1], [1]]"] {
        let text = format!("{{\"board\": {board}, \"regions\": {regions}}}\n");
        let error = read(&text).unwrap().puzzle.unwrap_err();
        assert_eq!(error.to_string(), "unknown key \"regions\"");
    }
}

#[test]
fn the_text_of_a_cell_is_all_outside_its_tags() {
    let table = |cell: &dyn Fn(char) -> String| {
        let cells: Vec<String> = W.chars().map(cell).collect();
        let rows = cells
            .chunks(9)
            .map(|row| format!("<tr>{}</tr>", row.concat()));
        format!("<table>{}</table>\n", rows.collect::<String>())
    };
    let forms = [
        [
            "<td><span><b>#</b></span></td>",
            "<td><span><b></b></span></td>",
        ],
        ["<td><b></b>#</td>", "<td><b></b>&nbsp;</td>"],
        ["<td><div>#</div><i></i></td>", "<td><div> </div></td>"],
        [
            "<td><input data-value=\"7\" value=\"#\"></td>",
            "<td><input data-value=\"7\"></td>",
        ],
        ["<td><p><input value=#></p></td>", "<td><p><input></p></td>"],
    ];
    for [given, blank] in forms {
        let text = table(&|c| match c {
            '.' => blank.to_owned(),
            c => given.replace('#', &c.to_string()),
        });
        assert_eq!(line(&read(&text).unwrap()), W, "{text}");
    }
    let two = table(&|c| format!("<td>{c}</td>")).replacen("<td>7", "<td>1<b>2</b>", 1);
    let error = read(&two).unwrap().puzzle.unwrap_err();
    assert_eq!(
        error.to_string(),
        "board: \"1<b>2\" is not a number from 1 to 9 or the blank '.'"
    );
}

#[test]
fn labels_and_classes_of_a_page_are_known() {
    let row = |cells: &str| format!("<tr>{}</tr>\n", cells);
    let cells = |row: &str| -> String {
        let cell = |c: char| format!("<td>{c}</td>").replace('.', "");
        row.chars().map(cell).collect()
    };
    let board = rows(W, ".", "", "", "");
    let labelled: String = board
        .lines()
        .zip('1'..)
        .map(|(own, label)| row(&cells(&format!("{label}{own}"))))
        .collect();
    let text = format!("<table>{}{labelled}</table>\n", row(&cells(".123456789")));
    let found = read(&text).unwrap();
    assert_eq!((line(&found).as_str(), found.is_apart), (W, true));
    // Classes that show regions, and others.
    let class = |of: &dyn Fn(char) -> String| -> String {
        let cells = FOUR.lines().zip(MAP.lines()).map(|(own, map)| {
            let cells = own.chars().zip(map.chars());
            let cell = |(c, label): (char, char)| format!("<td class=\"{}\">{c}</td>", of(label));
            row(&cells.map(cell).collect::<String>())
        });
        format!("<table>{}</table>\n", cells.collect::<String>())
    };
    let puzzle = |text: &str| read(text).unwrap().puzzle.unwrap();
    let regions = puzzle(&class(&|label| format!("cell region-{label}")));
    assert!(matches!(
        regions.shape.outline().division,
        Division::Regions(_)
    ));
    assert!(regions.notes.is_empty());
    let others = puzzle(&class(&|label| (label == 'A').to_string()));
    assert_eq!(others.notes.len(), 1);
    assert!(puzzle(&class(&|_| "cell".to_owned())).notes.is_empty());
}

#[test]
fn the_board_of_a_page_is_the_one_of_its_tables() {
    let table = |board: &str| {
        let blank = board.replace('0', " ");
        let cells = rows(&blank, "", "</td><td>", "<tr><td>", "</td></tr>");
        format!("<table>\n<colgroup><col><col></colgroup>\n{cells}</table>\n")
    };
    let page = |body: &str| {
        let script = "<script>var a = [1, 2]; if (a < 3) { a = '<td>5</td>'; }</script>";
        format!(
            "<!DOCTYPE html>\n<html><head>\n{script}\n</head>\n\n\n<body>\n{body}</body>\n</html>\n"
        )
    };
    let menu = "<table><tr><td>Home</td><td>More</td></tr></table>\n";
    let heads = table(W).replace("<tr>", "<tr><th>1</th>").replace(
        "<colgroup>",
        "<thead><tr><th></th><th>0</th></tr></thead><colgroup>",
    );
    let boxes = |row: usize| {
        let inner = |column: usize| {
            let line = |row: usize| {
                format!("<tr><td>{}</td></tr>", {
                    let start = 9 * row + 3 * column;
                    let cells: Vec<String> =
                        W[start..start + 3].chars().map(String::from).collect();
                    cells.join("</td><td>").replace('.', "&nbsp;")
                })
            };
            let lines: String = (3 * row..3 * row + 3).map(line).collect();
            format!("<td><table>{lines}</table></td>")
        };
        format!("<tr>{}</tr>\n", (0..3).map(inner).collect::<String>())
    };
    let nested = format!("<table>{}</table>\n", (0..3).map(boxes).collect::<String>());
    let open = table(W).replace("</td>", "").replace("</tr>", "");
    for body in [
        &table(W),
        &format!("{menu}<!-- <td> -->{}", table(W)),
        &heads,
        &nested,
        &open,
    ] {
        for text in [page(body), format!("<div>\n{body}</div>\n")] {
            let found = read(&text).unwrap_or_else(|| panic!("not read:\n{text}"));
            assert_eq!(
                (line(&found), found.length),
                (W.to_owned(), text.len()),
                "{text}"
            );
            assert!(found.puzzle.unwrap().notes.is_empty());
        }
    }
    let notes = |body: &str| read(&page(body)).unwrap().puzzle.unwrap().notes;
    let both = format!("{}{}", table(SOLVED), table(W));
    assert_eq!(line(&read(&page(&both)).unwrap()), W);
    assert_eq!(
        notes(&both),
        ["the table with blanks is the puzzle, the full one its solution"]
    );
    assert_eq!(
        notes(&format!("<h1>Diagonal sudoku</h1>{}", table(W))),
        ["the page names a rule, 'diagonal', but its table has none"]
    );
    let other = W.replacen("53", "35", 1);
    let two = read(&page(&format!("{}{}", table(W), table(&other)))).unwrap();
    assert_eq!(
        two.puzzle.unwrap_err().to_string(),
        "page: \"2 tables\" is not one board, or a board and its solution"
    );
    assert!(read(&page(menu)).is_none());
    assert!(read(&page(&"<table><tr><td>".repeat(4000))).is_none());
}

#[test]
fn labels_of_printed_matrices_are_no_cells() {
    let lines = |blank: &str, columns: std::ops::Range<usize>, label: &dyn Fn(usize) -> String| {
        let line = |row: usize| {
            let cells = W[9 * row..9 * row + 9][columns.clone()]
                .chars()
                .map(|c| match c {
                    '.' => format!("{blank:>5}"),
                    c => format!("{c:>5}"),
                });
            format!("{}{}\n", label(row), cells.collect::<String>())
        };
        (0..9).map(line).collect::<String>()
    };
    let matrix = |row: usize| format!(" [{},]", row + 1);
    let columns = |columns: std::ops::RangeInclusive<usize>| {
        let labels = columns.map(|column| format!(" [,{column}]"));
        format!("     {}\n", labels.collect::<String>())
    };
    let frame = |row: usize| format!("{} ", row + 1);
    let names = |from: usize, to: usize| {
        (from..to)
            .map(|column| format!("    {column}"))
            .collect::<String>()
    };
    let index = |row: usize| format!("{row} ");
    let forms = [
        columns(1..=9) + &lines("NA", 0..9, &matrix),
        columns(1..=9) + &lines("0", 0..9, &matrix),
        columns(1..=9) + &lines("\"\"", 0..9, &matrix),
        columns(1..=9) + &lines("\" \"", 0..9, &matrix),
        columns(1..=5)
            + &lines("NA", 0..5, &matrix)
            + &columns(6..=9)
            + &lines("NA", 5..9, &matrix),
        "  V1 V2 V3 V4 V5 V6 V7 V8 V9\n".to_owned() + &lines("NA", 0..9, &frame),
        format!(
            "{}  \\\n{}\n{}\n{}",
            names(0, 6),
            lines("NaN", 0..6, &index),
            names(6, 9),
            lines("NaN", 6..9, &index)
        ),
    ];
    for text in forms {
        let found = read(&text).unwrap_or_else(|| panic!("not read:\n{text}"));
        assert_eq!(
            (line(&found), found.length),
            (W.to_owned(), text.len()),
            "{text}"
        );
        check(&text);
    }
    let short = columns(1..=9) + &lines("NA", 0..9, &matrix).replace(" [9,]", " [8,]");
    assert!(read(&short).unwrap().puzzle.is_err());
}

#[test]
fn cells_may_have_lists_of_candidates() {
    let cell = |cell: usize, between: &str| -> String {
        let sees = |other: &usize| {
            let (row, column) = (cell / 9, cell % 9);
            let in_box = other / 27 == row / 3 && other % 9 / 3 == column / 3;
            other / 9 == row || other % 9 == column || in_box
        };
        let seen: String = (0..81)
            .filter(sees)
            .map(|other| &W[other..=other])
            .collect();
        let all = ('1'..='9').filter(|value| !seen.contains(*value));
        let own = &W[cell..=cell];
        let all: Vec<String> = all.map(String::from).collect();
        if own == "." {
            all.join(between)
        } else {
            own.to_owned()
        }
    };
    let grid = |within: &str, open: &str, close: &str, between: &str, row: [&str; 2]| {
        let line = |line: usize| {
            let cells =
                (9 * line..9 * line + 9).map(|own| format!("{open}{}{close}", cell(own, within)));
            format!(
                "{}{}{}\n",
                row[0],
                cells.collect::<Vec<_>>().join(between),
                row[1]
            )
        };
        (0..9).map(line).collect::<String>()
    };
    let forms = [
        grid(",", "", "", " ", ["", ""]),
        grid(",", "{", "}", " ", ["", ""]),
        grid(", ", "{", "}", ", ", ["", ""]),
        grid(",", "\"", "\"", ",", ["", ""]),
        grid(" ", "", "", "\t", ["", ""]),
        grid(" ", " ", " ", "|", ["|", "|"]),
        format!("[{}]\n", grid(", ", "[", "]", ", ", ["[", "],"]).trim_end()),
    ];
    for text in forms {
        let found = read(&text).unwrap_or_else(|| panic!("not read:\n{text}"));
        let board = &found.puzzle.as_ref().unwrap().board;
        assert_eq!(found.length, text.len());
        assert_eq!(board.marks().unwrap()[2], 0b1011, "{text}");
        check(&text);
    }
    let sdx = grid("", "", "", " ", ["", ""]).replacen("124", "u4", 1);
    let board = read(&sdx).unwrap().puzzle.unwrap().board;
    assert_eq!(
        (board.get(2), board.marks().unwrap()[3]),
        (Some(4), 0b10_0010)
    );
    // A list of candidates has no value twice, and its values ascend.
    let comma = grid(",", "", "", " ", ["", ""]);
    for wrong in ["1,4,2", "1,2,2", "1,2,10", "0,1,2"] {
        assert!(read(&comma.replacen("1,2,4", wrong, 1)).is_none());
    }
}

#[test]
fn candidates_of_large_boards_are_numbers_or_characters() {
    let wide = |token: &dyn Fn(u8) -> String, within: &str| {
        let all: Vec<String> = (1..=16).map(token).collect();
        let line = |row: usize| {
            let mut cells = vec![all.join(within); 16];
            cells[row] = token(row as u8 + 1);
            cells.join(" ") + "\n"
        };
        (0..16).map(line).collect::<String>()
    };
    let letter = |value: u8| char::from(b'A' + value - 1).to_string();
    let hex = |value: u8| format!("{:X}", value - 1);
    let forms = [
        wide(&|value| value.to_string(), ","),
        wide(&letter, ""),
        wide(&hex, ""),
        wide(&hex, ","),
    ];
    for text in forms {
        let found = read(&text).unwrap_or_else(|| panic!("not read:\n{text}"));
        let board = found.puzzle.unwrap().board;
        let values: Vec<_> = (0..16).map(|row| board.get(17 * row)).collect();
        assert_eq!(values, (1..=16).map(Some).collect::<Vec<_>>(), "{text}");
        assert_eq!(board.marks().unwrap()[1], (1 << 16) - 1);
    }
}

#[test]
fn objects_of_a_list_are_boards_of_their_own() {
    let own = format!("{{\"puzzle\": \"{W}\", \"solution\": \"{SOLVED}\"}}");
    assert_eq!(line(&read(&format!("[{own}]\n")).unwrap()), W);
    let refused = [
        format!("[{own}, {own}]\n"),
        format!("{{\"puzzles\": [{own}, {own}]}}\n"),
        format!("{{\"easy\": [\"{W}\", \"{W}\"]}}\n"),
    ];
    for text in refused {
        assert_eq!(
            read(&text).unwrap().puzzle.unwrap_err().to_string(),
            "board: expected each board on a line of its own, found a list of several boards"
        );
    }
    // Each is read by itself.
    assert!(read(&format!("[\n  {own},\n  {own}\n]\n")).is_none());
}

#[test]
fn an_object_says_its_size() {
    let cages = r#"{"size": 6, "cages": [{"cells": ["R1C1", "R1C2"], "value": 3}]}"#;
    let pasted = read(&format!("{cages}\n")).unwrap();
    assert_eq!(pasted.puzzle.unwrap().shape.side(), 6);
}

#[test]
fn no_key_of_an_object_is_dropped() {
    let with = |more: &str| format!("{{\"board\": \"{W}\", {more}}}\n");
    let plain = [
        "\"windoku\": 0",
        "\"thermos\": []",
        "\"variant\": \"classic\"",
        "\"arrows\": null",
        "\"antiknight\": false",
        "\"size\": 9, \"title\": \"One\", \"isValid\": true, \"puzzle_id\": \"x7\"",
        "\"solved\": false, \"difficulty\": \"hard\"",
    ];
    for more in plain {
        assert_eq!(line(&read(&with(more)).unwrap()), W, "{more}");
    }
    let other = W.replace('5', "x").replace('3', "5").replace('x', "3");
    let refused = [
        ("\"windoku\": 1".to_owned(), "unknown key \"windoku\""),
        ("\"x\": 1".to_owned(), "unknown key \"x\""),
        (
            "\"arrows\": {\"r1c1\": [\"r1c2\"]}".to_owned(),
            "unknown key \"arrows\"",
        ),
        (
            "\"thermos\": \"r1c1-r1c2\"".to_owned(),
            "unknown key \"thermos\"",
        ),
        (
            "\"antiknight\": true".to_owned(),
            "unknown key \"antiknight\"",
        ),
        ("\"type\": \"killer\"".to_owned(), "unknown key \"type\""),
        (format!("\"windoku\": \"{W}\""), "unknown key \"windoku\""),
        (
            "\"solution\": \"123\u{20ac}\"".to_owned(),
            "solution: expected a board",
        ),
        (
            format!("\"grid\": \"{other}\""),
            "grid: expected a board with all givens of \"board\"",
        ),
    ];
    for (more, message) in refused {
        let error = read(&with(&more)).unwrap().puzzle.unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let two = format!("{{\"a\": \"{W}\", \"b\": \"{other}\"}}\n");
    assert!(read(&two).unwrap().puzzle.is_err());
}

#[test]
fn the_side_of_a_killer_is_that_of_its_board() {
    let six = ".4....3.24.5...34...4..1.1.2.4.251.6";
    let cages = "[{\"sum\": 15, \"cells\": [[0, 0], [0, 1], [1, 0], [1, 1]]}]";
    let text = format!("{{\"cages\": {cages}, \"board\": \"{six}\"}}\n");
    let puzzle = read(&text).unwrap().puzzle.unwrap();
    assert_eq!(puzzle.shape.side(), 6);
    assert_eq!(puzzle.shape.cell_rules()[0].cells(), [0, 1, 6, 7]);
    let puzzle = read(&format!("{{\"cages\": {cages}}}\n")).unwrap().puzzle;
    assert_eq!(puzzle.unwrap().shape.side(), 9);
    let far = text.replace("[1, 1]", "[1, 6]");
    let error = read(&far).unwrap().puzzle.unwrap_err();
    assert_eq!(error.to_string(), "cages: expected cells of the board");
    // All cells of four rows, whose sums are not those of a board of four.
    let whole: Vec<String> = (0..4)
        .map(|row| {
            format!("{{\"sum\": 20, \"cells\": [[{row}, 0], [{row}, 1], [{row}, 2], [{row}, 3]]}}")
        })
        .collect();
    let puzzle = read(&format!("{{\"cages\": [{}]}}\n", whole.join(", ")))
        .unwrap()
        .puzzle;
    assert_eq!(puzzle.unwrap().shape.side(), 9);
}

#[test]
fn other_texts_are_left_alone() {
    let wide = rows(&SOLVED.repeat(4), ".", "", "", "");
    let prose = "Nine by nine\nis a board, but\nthis is a text\nwith nine lines\nof words, and\none more, so\nit is prose.\nThe end is\nnear, or not\n";
    let none = [
        String::new(),
        "\n".to_owned(),
        format!("{W}\n"),
        format!("{W}\n{SOLVED}\n"),
        rows(W, ".", "", "", ""),
        rows(W, "0", " ", "", ""),
        rows(W, "x", "", "", ""),
        rows(W, "-", " ", "| ", " |"),
        format!("Easy 1\n{}", rows(W, ".", "", "", "")),
        format!("# comment\n{W}\n"),
        wide,
        prose.to_owned(),
        FOUR.to_owned(),
        "1......2....3..4\n".to_owned(),
        "[Puzzle]\n".to_owned(),
        "[a link](https://example.com)\n".to_owned(),
        "1 0 0 1 0 0 1\n1 0 0 1 0 0 0\n0 0 0 1 1 0 1\n0 0 1 0 1 1 0\n0 1 1 0 0 1 1\n0 1 0 0 0 0 1\n".to_owned(),
        "[[1, 0, 0, 1], [0, 1, 1, 0], [1, 1, 0, 0], [0, 0, 1, 1]]\n".to_owned(),
        "[[3, 5, 6], [1, 4, 7], [2, 3, 6], [1, 4], [2, 7], [4, 5, 7]]\n".to_owned(),
        "1,0,0,1\n0,1,1,0\n1,1,0,0\n0,0,1,1\n".to_owned(),
        "6 7\n3 1 4 7\n2 1 4\n3 4 5 7\n3 3 5 6\n4 2 3 6 7\n2 2 7\n".to_owned(),
        "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n".to_owned(),
        "name,age,size,rank\nann,4,2,1\nbob,3,1,2\neve,2,3,4\n".to_owned(),
        "1 2 4\n2 3 5\n3 4 6\n4 5 7\n1 5 6\n2 6 7\n1 3 7\n".to_owned(),
        "{\"universe\": [1, 2, 3], \"sets\": {\"A\": [1, 2], \"B\": [3]}}\n".to_owned(),
        "{\"size\": 9, \"grid\": [[{\"value\": 1}]]}\n".to_owned(),
        format!("{{\"givens\": \"{W}\"}}\n"),
        ".Cage~17~R1C1~R1C2\n".to_owned(),
    ];
    for text in none {
        assert!(read(&text).is_none(), "read:\n{text}");
    }
}

/// What holds for whatever is read.
fn check(text: &str) {
    let Some(found) = read(text) else { return };
    assert!(found.length > 0 && text.is_char_boundary(found.length));
    assert!(
        found.length == text.len() || text[..found.length].ends_with('\n'),
        "{text}"
    );
    assert!(found.places.is_sorted_by(|one, two| one.end <= two.start));
    match &found.puzzle {
        Ok(puzzle) => {
            let cells = puzzle.board.cells();
            assert_eq!(cells.len(), puzzle.shape.cell_count());
            assert!(found.places.is_empty() || found.places.len() == cells.len());
            assert!(
                found
                    .places
                    .iter()
                    .all(|place| text.get(place.clone()).is_some())
            );
            assert!(found.places.is_empty() || found.words.len() == puzzle.shape.side());
        }
        Err(error) => assert!(text.get(error.span.clone()).is_some(), "{text}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_text_makes_a_reader_panic(text in "([ -~]|[\\[\\]{}(),;:|\"'=#% \n0-9._~aA-]|□|５|\u{fe0f}|\u{20e3}|\n){0,200}") {
        check(&text);
    }

    #[test]
    fn mutated_forms_make_no_reader_panic(
        form in any::<prop::sample::Index>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..4_u8, "[ -~\n□５\u{fe0f}]"), 1..6),
    ) {
        let mut forms = in_place();
        forms.extend(apart());
        forms.push(format!("{FOUR}\n{MAP}"));
        forms.push("aabb\nccdd\neeff\ngghh\na=3 b=7 c=7 d=3 e=3 f=7 g=7 h=3\n".to_owned());
        forms.push("4 4\n3 - 7 -\n7 - 3 -\n3 - 7 -\n7 - 3 -\n1 1 2 2\n3 3 4 4\n5 5 6 6\n7 7 8 8\n".to_owned());
        forms.push("SumoCueV1".to_owned() + &"=0J1+0J1=3J2".repeat(27) + "\n");
        forms.push(". < .   . > 4\n^            \n.   .   .   .\n        v    \n.   2   .   .\n\n.   .   . < .\n".to_owned());
        let mut text: Vec<char> = form.get(&forms).chars().collect();
        for (at, edit, with) in edits {
            let at = at.index(text.len().max(1)).min(text.len());
            match edit {
                0 => text.truncate(at),
                1 => drop(text.splice(at..(at + 1).min(text.len()), with.chars())),
                2 => drop(text.splice(at..at, with.chars())),
                _ => drop(text.splice(at..(at + 3).min(text.len()), [])),
            }
        }
        check(&text.into_iter().collect::<String>());
    }
}

/// Long texts that begin like a form.
fn long_texts() -> Vec<(&'static str, String)> {
    let lines = [
        "[\n",
        "> \n",
        "> 1 2 3 4\n",
        "a=1\n",
        "a=1 ",
        "```\n",
        "null,\n",
        "null,",
        "<table>\n",
        "<td>1</td>",
        "Puzzle 1\n",
        "(1,2,3)\n",
        "(1,2,3)",
        "Some words of prose.\n",
        "Some words of prose, ",
        "53..7....\n",
        "1 2 3 4 5 6 7 8 9\n",
        "1",
        "1 ",
        "{\"a\": 1},\n",
        "\"a\": 1,",
        "a:1,",
        "board: 1,",
        "{\"board\": \"1\"},",
        "[[1,2],3],",
        "\"",
        "r1c1 r1c2 = 3\n",
        "1 2\n",
        "1 1 5\n",
        "| 1 ",
        "1 < 2 ",
    ];
    lines
        .into_iter()
        .map(|line| (line, line.repeat((1 << 16) / line.len())))
        .collect()
}

#[test]
fn a_long_text_takes_no_long_time() {
    for (line, text) in long_texts() {
        for (start, end) in [
            ("", ""),
            ("<table>", ""),
            ("board = [", ""),
            ("[", "]"),
            ("{", "}"),
        ] {
            let most = text.len() - start.len() - end.len();
            let text = format!("{start}{}{end}", &text[..most - most % line.len()]);
            // The best of some runs: other programs run beside this one.
            let times = (0..4).map(|_| {
                let clock = std::time::Instant::now();
                check(&text);
                clock.elapsed()
            });
            let time = times.min().unwrap_or_default();
            assert!(time.as_millis() < 20, "{start:10} {line:24?} {time:?}");
        }
    }
}
