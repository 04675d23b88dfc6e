//! Random text, likely text, and random boards as text.

use std::io::{self, Read};

use proptest::prelude::*;
use quadrille::sudoku::Grid;
use quadrille::sudoku::text::{Content, LONGEST_LINE, Reader, Record, guess_side};

use super::records::{LINE, raw, records, records_of, solution};

#[test]
fn a_long_line_is_read_the_same_in_drops() {
    for spaces in 65_530..65_540 {
        let input = [&b" ".repeat(spaces)[..], b".x5 3 0 0 7 0 0 0 0\n"].concat();
        let (at_once, in_drops) = (records(&input), records_of(Reader::new(Drops(&input))));
        let of = |records: &[Record]| {
            records
                .iter()
                .map(|record| record.raw().len())
                .collect::<Vec<_>>()
        };
        assert_eq!(of(&at_once), of(&in_drops), "{spaces} spaces");
    }
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
        Grid::new(cells)
    })
}

const SPACES: [&str; 4] = [" ", "\t", "  ", " \t "];

/// A line of a list of boards, or one that disturbs it.
fn any_line() -> impl Strategy<Value = Vec<u8>> {
    let line = |board: Grid, end: &str| format!("{board}{end}").into_bytes();
    let zeros = |board: Grid| format!("{board}\n").replace('.', "0").into_bytes();
    let boards = any_board().prop_map(move |board| line(board, "\n"));
    prop_oneof![
        12 => boards,
        2 => any_board().prop_map(zeros),
        2 => any_board().prop_map(move |board| line(board, "\r\n")),
        1 => any_board().prop_map(move |board| line(board, " easy\n")),
        1 => Just(format!("11{:.>79}\n", "").into_bytes()),
        1 => Just(format!("{}0{:.>71}\n", "12345678", "0").into_bytes()),
        1 => Just(b"\n".to_vec()),
        1 => Just(b"Easy 1\n".to_vec()),
        1 => Just(b"# a comment\n".to_vec()),
        1 => Just([&b"AAABBBCCC".repeat(3)[..], &b"DDDEEEFFF".repeat(3), &b"GGGHHHIII".repeat(3), b"\n"].concat()),
        1 => Just(b"111222333\n".to_vec()),
    ]
}

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

/// What the text of boards and frames is made of.
const PIECES: [&str; 24] = [
    "\n",
    "\n",
    "\r\n",
    " ",
    "|",
    "│",
    "┌──┬──┐",
    "---",
    "+",
    "=",
    "1",
    "23",
    "0",
    ".",
    "....",
    "G",
    "Zz",
    "16 ",
    "1 2 3 4",
    "Grid 01",
    "[P]",
    "#",
    "?",
    "\0",
];

/// Pieces of puzzles, and bytes that are no text.
const OF_PUZZLES: [&[u8]; 16] = [
    b".Shape~4x4",
    b".Cage~3~R1C1~R1C2",
    b"1234341221434321",
    b"{\"board\": \"1...............\"",
    b"{\"size\": 4, \"cages\": [",
    b"{\"cells\": [\"R1C1\"], \"value\": 3}",
    b"]}",
    b"\"title\": \"",
    b"\"}",
    b"<opensudoku><game data=\"",
    b"\"/></opensudoku>",
    b":0000:x:1...............:",
    b", ",
    b"\xff",
    b"\xc3\x28",
    b"\n",
];

proptest! {
    #[test]
    fn random_bytes_come_out_as_they_went_in(input in prop::collection::vec(any::<u8>(), 0..2000)) {
        let expected = input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&input);
        prop_assert_eq!(raw(&records(&input)), expected);
    }

    #[test]
    fn puzzles_with_invalid_bytes_come_out_as_they_went_in(
        pieces in prop::collection::vec(prop::sample::select(&OF_PUZZLES[..]), 0..30),
    ) {
        let input = pieces.concat();
        prop_assert_eq!(raw(&records(&input)), &*input);
        prop_assert_eq!(raw(&records_of(Reader::new(Drops(&input)).patient())), input);
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
                let line = String::from_utf8_lossy(lines.next_back().unwrap());
                prop_assert_eq!(error.column, line.chars().count() + 1);
                prop_assert!(error.span.end <= record.raw().len());
            }
        }
    }

    #[test]
    fn boards_of_every_size_come_out_as_they_went_in(
        shape in prop::sample::select(vec!["4x4", "6x6", "16x16", "36x36", "samurai"]),
        pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..200),
    ) {
        let input = pieces.concat();
        let reader = Reader::of(shape.parse().unwrap(), input.as_bytes());
        prop_assert_eq!(raw(&records_of(reader)), input.as_bytes());
        prop_assert!(guess_side(input.as_bytes(), true).is_some());
    }

    #[test]
    fn how_the_bytes_arrive_does_not_matter(input in any_input()) {
        let (at_once, in_drops) = (records(&input), records_of(Reader::new(Drops(&input))));
        prop_assert_eq!(at_once.len(), in_drops.len());
        for (a, b) in at_once.iter().zip(&in_drops) {
            prop_assert_eq!((a.raw(), a.line(), a.content()), (b.raw(), b.line(), b.content()));
        }
    }

    /// In drops, no board is read by the short way for lists: the lines below it are not at hand.
    #[test]
    fn boards_in_a_list_are_read_as_alone(lines in prop::collection::vec(any_line(), 6..14)) {
        let input = lines.concat();
        let at_once = records_of(Reader::new(&input[..]).patient());
        let in_drops = records_of(Reader::new(Drops(&input)).patient());
        prop_assert_eq!(at_once.len(), in_drops.len());
        for (a, b) in at_once.iter().zip(&in_drops) {
            prop_assert_eq!((a.raw(), a.line(), a.content()), (b.raw(), b.line(), b.content()));
            let filled = [a, b].map(|record| {
                let mut output = Vec::new();
                record.write_solution(&mut output, &solution()).unwrap();
                output
            });
            prop_assert_eq!(&filled[0], &filled[1]);
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
            prop_assert_eq!(record.content(), &Content::Board(grid.clone()));
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
