//! The text forms: what they read, what they reject, and with which messages.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[allow(dead_code, reason = "these tests use a part of it")]
#[path = "../support/case.rs"]
mod case;
#[path = "../support/classic.rs"]
mod classic;
mod dlx;
mod ec;
mod excerpt;
mod fuzz;
mod guess;
mod json;
#[path = "../support/schema.rs"]
mod judge;
mod libexact;
mod matrix;
mod memory;
mod miniexact;
mod random;
#[cfg(feature = "slow")]
#[path = "../support/fuzz.rs"]
mod random_bytes;
mod same;
mod schema;
mod sets;
mod solutions;
mod solvers;
mod spp;
mod txt;

use std::ops::RangeInclusive;

use quadrille::text::{self, TextError, WriteError};
use quadrille::{Decimal, Note, OptionId, Problem};

/// A problem as its author sees it, without ids.
#[derive(Debug, PartialEq)]
struct View {
    /// Names with bounds.
    primary: Vec<(String, RangeInclusive<u32>)>,
    secondary: Vec<String>,
    options: Vec<OptionView>,
    notes: Vec<Note>,
}

/// Names with colours, and the cost.
type OptionView = (Vec<(String, Option<String>)>, Decimal);

fn view(problem: &Problem) -> View {
    let name = |item| problem.name(item).to_owned();
    let (primary, secondary): (Vec<_>, Vec<_>) =
        problem.items().partition(|&item| problem.is_primary(item));
    let primary = primary.into_iter();
    let colour = |colour| problem.colour_name(colour).to_owned();
    let uses = |option| {
        let uses = problem.uses_of(option);
        uses.map(|(item, c)| (name(item), c.map(colour))).collect()
    };
    let options = problem.options();
    View {
        primary: primary
            .map(|item| (name(item), problem.multiplicity(item).unwrap()))
            .collect(),
        secondary: secondary.into_iter().map(name).collect(),
        options: options
            .map(|option| (uses(option), problem.decimal(problem.cost(option))))
            .collect(),
        notes: problem.notes().to_vec(),
    }
}

/// Makes a view from strings: spaces separate words, semicolons separate options. Multiplicities,
/// colours and costs are written as in DLX text.
fn expected(primary: &str, secondary: &str, options: &str) -> View {
    let words =
        |text: &str| -> Vec<String> { text.split_ascii_whitespace().map(str::to_owned).collect() };
    let item = |word: String| {
        let (bounds, name) = word.split_once('|').unwrap_or(("1", &word));
        let (low, high) = bounds.split_once(':').unwrap_or((bounds, bounds));
        (
            name.to_owned(),
            low.parse().unwrap()..=high.parse().unwrap(),
        )
    };
    let primary: Vec<_> = words(primary).into_iter().map(item).collect();
    let option = |text: &str| {
        let (costs, uses): (Vec<_>, Vec<_>) = words(text)
            .into_iter()
            .partition(|word| word.starts_with('|'));
        let colour = |word: String| match word.split_once(':') {
            Some((name, colour)) => (name.to_owned(), Some(colour.to_owned())),
            None => (word, None),
        };
        let costs = costs.iter().map(|cost| cost[1..].parse::<i64>().unwrap());
        (
            uses.into_iter().map(colour).collect(),
            Decimal::from(costs.sum::<i64>()),
        )
    };
    let options: Vec<OptionView> = options.split_terminator(';').map(option).collect();
    let is_primary = |(name, _): &(String, _)| primary.iter().any(|(other, _)| other == name);
    let dropped = (0..).zip(&options);
    let dropped = dropped.filter(|(_, (uses, _))| !uses.iter().any(is_primary));
    View {
        notes: dropped
            .map(|(i, _)| Note::Dropped(OptionId::new(i)))
            .collect(),
        secondary: words(secondary),
        primary,
        options,
    }
}

type Write = fn(&Problem, &mut Vec<u8>) -> Result<(), WriteError>;

/// Writes a problem in the form of `write`.
fn written(write: Write, problem: &Problem) -> Result<String, WriteError> {
    let mut out = Vec::new();
    write(problem, &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

/// All forms, each with its name, its reader and its writer.
const FORMS: [(&str, Read, Write); 9] = [
    ("dlx", text::dlx::read, text::dlx::write),
    ("json", text::json::read, text::json::write),
    ("matrix", text::matrix::read, text::matrix::write),
    ("ec", text::ec::read, text::ec::write),
    ("txt", text::txt::read, text::txt::write),
    ("rows", text::rows::read, text::rows::write),
    ("spp", text::spp::read, text::spp::write),
    ("libexact", text::libexact::read, text::libexact::write),
    ("miniexact", text::miniexact::read, text::miniexact::write),
];

const TAOCP: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

#[test]
fn knuths_example_is_read_and_written() {
    let problem = text::dlx::read(TAOCP.as_bytes()).unwrap();
    let example = expected("a b c d e f g", "", "c e;a d g;b c f;a d f;b g;d e g");
    assert_eq!(view(&problem), example);
    assert_eq!(written(text::dlx::write, &problem).unwrap(), TAOCP);

    let rows = "0010100\n1001001\n0110010\n1001010\n0100001\n0001101\n";
    let matrix = text::matrix::read(rows.as_bytes()).unwrap();
    assert_eq!(matrix.item_count(), 7);
    for option in problem.options() {
        assert_eq!(matrix.items_of(option), problem.items_of(option));
    }
}

type Read = fn(&[u8]) -> Result<Problem, TextError>;

/// Checks that a text is rejected: the message, the help (after a semicolon, if there is any), and
/// the place `(line, column, span)`.
fn check_rejected(read: Read, text: &[u8], place: (usize, usize, usize), message: &str) {
    let shown = String::from_utf8_lossy(text);
    match read(text) {
        Ok(problem) => panic!("{shown:?} was read as {problem:?}"),
        Err(error) => {
            let help = error.help().map(|help| format!("; {help}"));
            let found = format!("{}{}", error.message(), help.unwrap_or_default());
            assert_eq!(found, message, "{shown:?}");
            let (line, column, _) = place;
            let whole = format!("line {line}, column {column}: {}", error.message());
            assert_eq!(error.to_string(), whole, "{shown:?}");
            let found = (error.line(), error.column(), error.span());
            assert_eq!(found, place, "{shown:?}");
        }
    }
}

#[test]
fn text_that_is_not_utf8_is_rejected() {
    let message = |byte| format!("byte 0x{byte:02X} is not UTF-8; save the file as UTF-8");
    for read in [text::dlx::read as Read, text::matrix::read] {
        check_rejected(read, b"a\n\xC3\xA4 b\xE9c\n", (2, 4, 1), &message(0xE9));
        check_rejected(read, b"\xEF\xBB\xBFa\xFF", (1, 2, 1), &message(0xFF));
        check_rejected(read, b"\x80", (1, 1, 1), &message(0x80));
        check_rejected(read, b"a\n\xF0\x9F\x98", (2, 1, 1), &message(0xF0));
        let utf16 = "byte 0xFF is not UTF-8; the file is UTF-16; save it as UTF-8";
        check_rejected(read, b"\xFF\xFEa\0\n\0", (1, 1, 1), utf16);
        let gzip = "byte 0x8B is not UTF-8; unpack the file first: it is compressed with gzip";
        check_rejected(read, b"\x1F\x8B\x08\0", (1, 2, 1), gzip);
        let binary = "byte 0x89 is not UTF-8; check that this is a text file";
        check_rejected(read, b"\x89PNG\r\n\x1A\n\0\0", (1, 1, 1), binary);
    }
}

#[test]
fn carets_are_under_the_wrong_characters() {
    for (read, text, picture) in [
        (text::dlx::read as Read, "a b\na xyz b\n", "a xyz b\n  ^^^"),
        (text::dlx::read, "a b\r\n\ta\tx\tb\r\n", " a x b\n   ^"),
        (
            text::dlx::read,
            "ä 日本 b\nä 日本 本 b",
            "ä 日本 本 b\n       ^^",
        ),
        (text::dlx::read, "", "\n^"),
        (text::dlx::read, "a\n\u{1B}[2J", "\u{FFFD}[2J\n^"),
        (text::matrix::read, "011\n01\n", "01\n  ^"),
        (text::matrix::read, "011\n0 1 1 0 1", "0 1 1 0 1\n      ^^^"),
    ] {
        let error = read(text.as_bytes()).unwrap_err();
        assert_eq!(error.excerpt().to_string(), picture, "{text:?}");
    }
    let error = text::dlx::read(b"a\n\xE4 b").unwrap_err();
    assert_eq!(error.excerpt().to_string(), "\u{FFFD} b\n^");
}

#[test]
fn an_error_in_a_huge_line_is_short() {
    let long = "x".repeat(1 << 20);
    let texts = [
        format!("{long} {long}"),
        format!("a\n{long}"),
        format!("a\n{}b{}", "a ".repeat(1 << 19), " a".repeat(1 << 19)),
        format!("{long}:"),
        format!("a\0{long}"),
        format!("0|{long}"),
    ];
    let matrix = format!("1\n{}", "1".repeat(1 << 20));
    let not_utf8 = [long.as_bytes(), b"\xFF", long.as_bytes()].concat();
    let errors = texts.iter().map(|text| text::dlx::read(text.as_bytes()));
    let errors = errors.chain([
        text::matrix::read(matrix.as_bytes()),
        text::dlx::read(&not_utf8),
    ]);
    for error in errors {
        let error = error.unwrap_err();
        assert!(error.to_string().len() < 400, "{error}");
        assert!(
            error.excerpt().to_string().len() < 500,
            "{}",
            error.excerpt()
        );
    }
}

#[test]
fn a_writer_that_fails_is_reported() {
    let problem = text::dlx::read(TAOCP.as_bytes()).unwrap();
    let mut small = [0; 10];
    let error = text::dlx::write(&problem, &mut small.as_mut_slice()).unwrap_err();
    assert!(matches!(error, WriteError::Io(_)), "{error}");
}
