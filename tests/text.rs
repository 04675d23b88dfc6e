//! The text forms: what they read, what they refuse and how they say it.

#![allow(clippy::panic, clippy::unwrap_used)]

use proptest::prelude::*;
use proptest::sample::{Index, subsequence};
use quadrille::text::{TextError, WriteError, dlx, matrix};
use quadrille::{BuildError, Note, OptionId, Problem};

/// A problem as people see it, without ids.
#[derive(Debug, PartialEq)]
struct View {
    primary: Vec<String>,
    secondary: Vec<String>,
    options: Vec<Vec<String>>,
    notes: Vec<Note>,
}

fn view(problem: &Problem) -> View {
    let name = |item| problem.name(item).to_owned();
    let (primary, secondary): (Vec<_>, Vec<_>) =
        problem.items().partition(|&item| problem.is_primary(item));
    let options = problem.options();
    View {
        primary: primary.into_iter().map(name).collect(),
        secondary: secondary.into_iter().map(name).collect(),
        options: options
            .map(|option| problem.items_of(option).iter().copied().map(name).collect())
            .collect(),
        notes: problem.notes().to_vec(),
    }
}

/// The same from strings: words separated by spaces, options by semicolons.
fn expected(primary: &str, secondary: &str, options: &str) -> View {
    let words = |text: &str| text.split_ascii_whitespace().map(str::to_owned).collect();
    let options: Vec<Vec<String>> = options.split_terminator(';').map(words).collect();
    let primary: Vec<String> = words(primary);
    let is_dropped = |option: &Vec<String>| !option.iter().any(|name| primary.contains(name));
    let dropped = (0..).zip(&options).filter(|(_, option)| is_dropped(option));
    View {
        notes: dropped
            .map(|(i, _)| Note::Dropped(OptionId::new(i)))
            .collect(),
        secondary: words(secondary),
        primary,
        options,
    }
}

fn written(problem: &Problem) -> Result<String, WriteError> {
    let mut out = Vec::new();
    dlx::write(problem, &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

const TAOCP: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

#[test]
fn knuths_example_is_read_and_written() {
    let problem = dlx::read(TAOCP.as_bytes()).unwrap();
    let wanted = expected("a b c d e f g", "", "c e;a d g;b c f;a d f;b g;d e g");
    assert_eq!(view(&problem), wanted);
    assert_eq!(written(&problem).unwrap(), TAOCP);

    let rows = "0010100\n1001001\n0110010\n1001010\n0100001\n0001101\n";
    let matrix = matrix::read(rows.as_bytes()).unwrap();
    assert_eq!(matrix.item_count(), 7);
    for option in problem.options() {
        assert_eq!(matrix.items_of(option), problem.items_of(option));
    }
}

#[test]
fn dlx_text_is_read() {
    for (text, wanted) in [
        ("a", expected("a", "", "")),
        ("a\na", expected("a", "", "a;")),
        ("a |\na\n", expected("a", "", "a;")),
        ("a b | s t\na s\nb", expected("a b", "s t", "a s;b")),
        ("\u{FEFF}a b\na b\n", expected("a b", "", "a b")),
        ("\u{FEFF}| comment\na\na\n", expected("a", "", "a")),
        ("a b\r\n\r\n| c\r\na b\r\n", expected("a b", "", "a b")),
        (" \ta\t b \x0C\n\t b  a\n", expected("a b", "", "b a")),
        ("\n \n|x\n\na\n \n|a\n\n| : \0\na\n", expected("a", "", "a")),
        // A bar in column 1 is a comment, an indented one is so after the item line only.
        ("| a\n | x y\nx\n", expected("", "x y", "x")),
        ("a\n |\n | b\n\t| a:b\na\n", expected("a", "", "a")),
        (" |", expected("", "", "")),
        (" |\n|\n |\n", expected("", "", "")),
        // Options without a primary item stay, as dropped ones.
        ("a | s\ns\na\ns\n", expected("a", "s", "s;a;s")),
        // Anything else is a name.
        ("ä 日本 \u{A0}x #", expected("ä 日本 \u{A0}x #", "", "")),
        ("2 -1 \"\n-1 2", expected("2 -1 \"", "", "-1 2")),
    ] {
        match dlx::read(text.as_bytes()) {
            Ok(problem) => assert_eq!(view(&problem), wanted, "{text:?}"),
            Err(error) => panic!("{text:?}: {error}"),
        }
    }
}

#[test]
fn matrices_are_read() {
    for (text, wanted) in [
        ("0110\n1001\n", expected("1 2 3 4", "", "2 3;1 4")),
        ("0 1 1 0\n1\t0  0 1", expected("1 2 3 4", "", "2 3;1 4")),
        (
            "\u{FEFF}\r\n  01 \r\n\r\n1 1\r\n",
            expected("1 2", "", "2;1 2"),
        ),
        ("000\n111", expected("1 2 3", "", " ;1 2 3")),
        ("1", expected("1", "", "1")),
        ("0\n0\n", expected("1", "", " ; ;")),
    ] {
        match matrix::read(text.as_bytes()) {
            Ok(problem) => assert_eq!(view(&problem), wanted, "{text:?}"),
            Err(error) => panic!("{text:?}: {error}"),
        }
    }
}

type Read = fn(&[u8]) -> Result<Problem, TextError>;

/// Checks the message of an error, its place `(line, column, span)`, and how it all prints.
fn refused(read: Read, text: &[u8], place: (usize, usize, usize), message: &str) {
    let shown = String::from_utf8_lossy(text);
    match read(text) {
        Ok(problem) => panic!("{shown:?} was read as {problem:?}"),
        Err(error) => {
            let (line, column, _) = place;
            let whole = format!("line {line}, column {column}: {message}");
            assert_eq!(error.to_string(), whole, "{shown:?}");
            let found = (error.line(), error.column(), error.span());
            assert_eq!(found, place, "{shown:?}");
        }
    }
}

#[test]
fn a_matrix_does_not_fill_the_memory() {
    const COLUMNS: usize = 1 << 24;
    let text = "1".repeat(COLUMNS + 1);
    let place = (1, COLUMNS + 1, 1);
    let message = "more than 16,777,216 columns";
    refused(matrix::read, text.as_bytes(), place, message);
    let spaced = format!("0\n{}", "0 ".repeat(COLUMNS + 1));
    let place = (2, 2 * COLUMNS + 1, 1);
    refused(matrix::read, spaced.as_bytes(), place, message);
}

#[test]
fn malformed_dlx_text_is_refused() {
    let no_items = "there is no item line; \
        expected names of primary items, then perhaps \"|\" and secondary ones";
    let second_bar = "a second \"|\" in the item line; \
        expected one, between the primary and the secondary items";
    let spaces = |word| {
        format!("\"|\" inside the name \"{word}\"; expected white space on both sides of the bar")
    };
    let bounds = "expected bounds such as \"2|name\" or \"1:3|name\"";
    let glued = |word| {
        format!("\"|\" in an option: \"{word}\"; expected white space before the bar of a cost")
    };
    let no_cost = |word| format!("\"{word}\" is no cost; expected a number behind the bar");
    let colon = |word| {
        format!("\":\" inside the name \"{word}\"; colours stand behind the items of options")
    };
    for (text, place, message) in [
        ("", (1, 1, 0), no_items),
        ("\u{FEFF}", (1, 1, 0), no_items),
        ("\n", (2, 1, 0), no_items),
        (" \r\n\t\n  ", (3, 3, 0), no_items),
        ("| ä", (1, 4, 0), no_items),
        ("| a\n| b\n", (3, 1, 0), no_items),
        // The item line.
        ("a | b | c", (1, 7, 1), second_bar),
        (" | |", (1, 4, 1), second_bar),
        ("a b a", (1, 5, 1), "two items are named \"a\""),
        ("\u{FEFF}a | aa a", (1, 8, 1), "two items are named \"a\""),
        ("a |b", (1, 3, 2), &spaces("|b")),
        ("a| b", (1, 1, 2), &spaces("a|")),
        ("ab|c", (1, 1, 4), &spaces("ab|c")),
        ("a || b", (1, 3, 2), &spaces("||")),
        (
            "2|",
            (1, 1, 2),
            &format!("bounds of no item: \"2|\"; {bounds}"),
        ),
        (
            "ü 1:|x",
            (1, 3, 2),
            &format!("bad bounds: \"1:\"; {bounds}"),
        ),
        (
            "1:2:3|x",
            (1, 1, 5),
            &format!("bad bounds: \"1:2:3\"; {bounds}"),
        ),
        ("2|3|x", (1, 1, 5), &spaces("2|3|x")),
        (
            "3:2|x",
            (1, 1, 5),
            "item \"x\" has the multiplicity 3 to 2, which is no number of times",
        ),
        (
            "0|x",
            (1, 1, 3),
            "item \"x\" has the multiplicity 0 to 0, which is no number of times",
        ),
        (
            "1:4294967296|x",
            (1, 3, 10),
            "the bound 4294967296 is too large; expected at most 4294967295",
        ),
        (
            "a | 2|s",
            (1, 5, 3),
            "bounds of the secondary item \"s\"; \
             expected them before the bar: only a primary item has bounds",
        ),
        ("a\u{A0}b x:c", (1, 5, 3), &colon("x:c")),
        ("a :", (1, 3, 1), &colon(":")),
        (
            "a\0b",
            (1, 2, 1),
            "the control character U+0000; expected text",
        ),
        (
            "a:\x7F",
            (1, 3, 1),
            "the control character U+007F; expected text",
        ),
        (
            "a\n\u{85}",
            (2, 1, 1),
            "the control character U+0085; expected text",
        ),
        // The options.
        ("a\nb", (2, 1, 1), "there is no item \"b\""),
        (
            "a\r\n\r\n|\r\na  bä\r\n",
            (4, 4, 2),
            "there is no item \"bä\"",
        ),
        ("\"\n\"\"\n", (2, 1, 2), "there is no item \"\"\"\""),
        ("a b\nä a b", (2, 1, 1), "there is no item \"ä\""),
        ("a b\na b aa a", (2, 5, 2), "there is no item \"aa\""),
        (
            "a b\n b\ta b",
            (2, 6, 1),
            "item \"b\" stands twice in one option",
        ),
        (
            "ä b\nb\nä ä ä",
            (3, 3, 1),
            "item \"ä\" stands twice in one option",
        ),
        (
            "monday friday\nmondey\n",
            (2, 1, 6),
            "there is no item \"mondey\"; did you mean \"monday\"?",
        ),
        (
            "A b\na\n",
            (2, 1, 1),
            "there is no item \"a\"; did you mean \"A\"?",
        ),
        (
            "a x\na x:c",
            (2, 3, 3),
            "item \"x\" is primary, and only secondary items have colours",
        ),
        ("a\nz:red", (2, 1, 1), "there is no item \"z\""),
        (
            "2|monday | friday\nmonday fridai:x\n",
            (2, 8, 6),
            "there is no item \"fridai\"; did you mean \"friday\"?",
        ),
        (
            "a | x\na x:c x:d",
            (2, 7, 1),
            "item \"x\" stands twice in one option",
        ),
        (
            "a b\na | b",
            (2, 3, 1),
            "\"|\" in an option; expected a number behind the bar: a cost",
        ),
        ("a\na|5", (2, 1, 3), &glued("a|5")),
        ("a\na |x", (2, 3, 2), &no_cost("x")),
        ("a\na |5 |-5", (2, 6, 3), &no_cost("-5")),
        ("a\na |5|6", (2, 3, 4), &no_cost("5|6")),
        (
            "a\na |18446744073709551616",
            (2, 3, 21),
            "the cost 18446744073709551616 is too large; expected at most 18446744073709551615",
        ),
        (
            "a\na |18446744073709551615\na |2 |3",
            (3, 3, 2),
            "the costs are too large: together they exceed 18,446,744,073,709,551,615",
        ),
        ("a | s\na s:b|c", (2, 3, 5), &glued("s:b|c")),
        (
            "a | s\na s:",
            (2, 3, 2),
            "\"s:\" names no colour; expected a colour behind the colon",
        ),
        (
            "a\n:a",
            (2, 1, 2),
            "\":a\" names no item; expected the name of an item before the colon",
        ),
        (
            "a | s\na s::b",
            (2, 3, 4),
            "two colons in \"s::b\"; expected one, between an item and its colour",
        ),
        (
            "a\na :\u{1B}[31m",
            (2, 4, 1),
            "the control character U+001B; expected text",
        ),
        (
            "a\na\x0Ba",
            (2, 2, 1),
            "the control character U+000B; expected text",
        ),
    ] {
        refused(dlx::read, text.as_bytes(), place, message);
    }
}

#[test]
fn malformed_matrices_are_refused() {
    for (text, place, message) in [
        ("", (1, 1, 0), "there are no rows; expected rows of 0 and 1"),
        (
            "\r\n \n",
            (3, 1, 0),
            "there are no rows; expected rows of 0 and 1",
        ),
        ("01\n02", (2, 2, 1), "\"2\" in a matrix; expected 0 or 1"),
        ("0 ü", (1, 3, 1), "\"ü\" in a matrix; expected 0 or 1"),
        ("| 0", (1, 1, 1), "\"|\" in a matrix; expected 0 or 1"),
        (
            "0\0",
            (1, 2, 1),
            "the control character U+0000; expected 0 or 1",
        ),
        (
            "010\n\n0101",
            (3, 4, 1),
            "4 columns; expected 3, as in line 1",
        ),
        (
            "\n0 1\n 0 1  0 1 \n",
            (3, 7, 3),
            "4 columns; expected 2, as in line 2",
        ),
        (
            "010\r\n 1\r\n",
            (2, 3, 0),
            "1 column; expected 3, as in line 1",
        ),
        (
            "0 1 0\n0 1 \n",
            (2, 4, 0),
            "2 columns; expected 3, as in line 1",
        ),
        (
            "1 10 11",
            (1, 3, 2),
            "\"10\" in a row of digits; expected either all digits separated or none",
        ),
    ] {
        refused(matrix::read, text.as_bytes(), place, message);
    }
}

#[test]
fn what_is_not_utf8_is_refused() {
    let message = |byte| format!("the byte 0x{byte:02X} is not UTF-8; expected text in UTF-8");
    for read in [dlx::read as Read, matrix::read] {
        refused(read, b"a\n\xC3\xA4 b\xE9c\n", (2, 4, 1), &message(0xE9));
        refused(read, b"\xEF\xBB\xBFa\xFF", (1, 2, 1), &message(0xFF));
        refused(read, b"\x80", (1, 1, 1), &message(0x80));
        refused(read, b"a\n\xF0\x9F\x98", (2, 1, 1), &message(0xF0));
        let utf16 = "the byte 0xFF is not UTF-8; expected UTF-8, and this looks like UTF-16";
        refused(read, b"\xFF\xFEa\0\n\0", (1, 1, 1), utf16);
    }
}

#[test]
fn what_the_builder_said_is_there_to_match_on() {
    let cause = |text: &str| dlx::read(text.as_bytes()).unwrap_err().cause().cloned();
    let name = || "b".to_owned();
    assert_eq!(cause("a b b"), Some(BuildError::DuplicateItem(name())));
    assert_eq!(cause("a b\na b b"), Some(BuildError::RepeatedItem(name())));
    assert_eq!(
        cause("a\nb"),
        Some(BuildError::UnknownItem("\"b\"".to_owned()))
    );
    assert_eq!(cause("b\nb:c"), Some(BuildError::ColouredPrimary(name())));
    assert_eq!(cause("a\n:a"), None);
}

#[test]
fn carets_point_at_the_culprit() {
    for (read, text, picture) in [
        (dlx::read as Read, "a b\na xyz b\n", "a xyz b\n  ^^^"),
        (dlx::read, "a b\r\n\ta\tx\tb\r\n", " a x b\n   ^"),
        (dlx::read, "ä 日本 b\nä 日本 本 b", "ä 日本 本 b\n       ^^"),
        (dlx::read, "", "\n^"),
        (dlx::read, "a\n\u{1B}[2J", "\u{FFFD}[2J\n^"),
        (matrix::read, "011\n01\n", "01\n  ^"),
        (matrix::read, "011\n0 1 1 0 1", "0 1 1 0 1\n      ^^^"),
    ] {
        let error = read(text.as_bytes()).unwrap_err();
        assert_eq!(error.caret().to_string(), picture, "{text:?}");
    }
    let error = dlx::read(b"a\n\xE4 b").unwrap_err();
    assert_eq!(error.caret().to_string(), "\u{FFFD} b\n^");
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
    let errors = texts.iter().map(|text| dlx::read(text.as_bytes()));
    let errors = errors.chain([matrix::read(matrix.as_bytes()), dlx::read(&not_utf8)]);
    for error in errors {
        let error = error.unwrap_err();
        assert!(error.to_string().len() < 400, "{error}");
        assert!(error.caret().to_string().len() < 500, "{}", error.caret());
    }
}

#[test]
fn names_that_dlx_text_cannot_hold_are_not_written() {
    for (name, message) in [
        ("", "the item \"\" cannot be written: the name is empty"),
        (
            "a b",
            "the item \"a b\" cannot be written: the name holds white space",
        ),
        (
            "a\n",
            "the item \"a\\n\" cannot be written: the name holds white space",
        ),
        (
            "a|b",
            "the item \"a|b\" cannot be written: the name holds a \"|\"",
        ),
        (
            "|",
            "the item \"|\" cannot be written: the name holds a \"|\"",
        ),
        (
            "x:c",
            "the item \"x:c\" cannot be written: the name holds a \":\"",
        ),
        (
            "\0",
            "the item \"\\0\" cannot be written: the name holds a control character",
        ),
        (
            "\x0B",
            "the item \"\\u{b}\" cannot be written: the name holds a control character",
        ),
    ] {
        let mut builder = Problem::builder();
        builder.primary("good").unwrap();
        builder.secondary(name).unwrap();
        let mut out = Vec::new();
        let error = dlx::write(&builder.build(), &mut out).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert!(out.is_empty());
    }

    let mut builder = Problem::builder();
    builder.primary("a").unwrap();
    builder.option(["a"]).unwrap();
    builder.option::<[&str; 0]>([]).unwrap();
    let error = written(&builder.build()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "option 1 cannot be written: it has no items"
    );
}

#[test]
fn a_writer_that_fails_is_reported() {
    let problem = dlx::read(TAOCP.as_bytes()).unwrap();
    let mut small = [0; 10];
    let error = dlx::write(&problem, &mut small.as_mut_slice()).unwrap_err();
    assert!(matches!(error, WriteError::Io(_)), "{error}");
}

#[test]
fn odd_item_lines_read_back() {
    for (primary, secondary, text) in [
        ("", "", " |\n"),
        ("", "x y", " | x y\n"),
        ("a", "", "a\n"),
        ("a", "x", "a | x\n"),
        ("\u{FEFF}a b", "", " \u{FEFF}a b\n"),
    ] {
        let mut builder = Problem::builder();
        for name in secondary.split_ascii_whitespace() {
            builder.secondary(name).unwrap();
        }
        for name in primary.split_ascii_whitespace() {
            builder.primary(name).unwrap();
        }
        let problem = builder.build();
        assert_eq!(written(&problem).unwrap(), text);
        let back = dlx::read(text.as_bytes()).unwrap();
        assert_eq!(view(&back), view(&problem));
    }
}

/// Problems that DLX text can hold: odd names, few or no primary items, options in any order.
fn problems() -> impl Strategy<Value = Problem> {
    let name = prop_oneof![
        "[a-c]{1,2}",
        "[^\\s\\p{Cc}|:]{1,8}",
        "[\u{FEFF}\u{A0}\u{3000}🙂]{1,2}"
    ];
    let items = prop::collection::btree_map(name, any::<bool>(), 0..12);
    let items = items.prop_map(|items| items.into_iter().collect::<Vec<_>>());
    items.prop_shuffle().prop_flat_map(|items| {
        let names: Vec<String> = items.iter().map(|(name, _)| name.clone()).collect();
        let count = names.len();
        let option = subsequence(names, count.min(1)..=count).prop_shuffle();
        let options = prop::collection::vec(option, if count == 0 { 0..1 } else { 0..10 });
        options.prop_map(move |options| {
            let mut builder = Problem::builder();
            for (name, is_primary) in &items {
                match is_primary {
                    true => builder.primary(name).unwrap(),
                    false => builder.secondary(name).unwrap(),
                };
            }
            for option in &options {
                builder.option(option).unwrap();
            }
            builder.build()
        })
    })
}

/// Bytes that mean something to a reader, or break it.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        "a", "b", "ä", " ", "\t", "\n", "\r\n", "|", ":", "0", "1", "\0", "\u{FEFF}", "日",
    ]);
    let byte = any::<u8>().prop_map(|byte| vec![byte]);
    let piece = prop_oneof![9 => piece.prop_map(|s| s.as_bytes().to_vec()), 1 => byte];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Reads, and checks of an error what holds for every error.
fn probe(text: &[u8]) {
    for read in [dlx::read as Read, matrix::read] {
        if let Err(error) = read(text) {
            let line = text.split(|&byte| byte == b'\n').nth(error.line() - 1);
            let line = String::from_utf8_lossy(line.unwrap());
            let length = line.chars().count();
            assert!((1..=length + 1).contains(&error.column()), "{error}");
            assert!(error.column() + error.span() <= length + 1, "{error}");
            let prints = |c: char| !c.is_control();
            assert!(error.to_string().chars().all(prints), "{error}");
            assert!(error.excerpt().chars().all(prints), "{error}");
            assert_eq!(error.caret().to_string().lines().count(), 2);
        }
    }
}

proptest! {
    #[test]
    fn what_is_written_reads_back(problem in problems()) {
        let text = written(&problem).unwrap();
        let back = dlx::read(text.as_bytes()).unwrap();
        prop_assert_eq!(view(&back), view(&problem));
        prop_assert_eq!(written(&back).unwrap(), text);
    }

    #[test]
    fn no_bytes_panic(text in prop::collection::vec(any::<u8>(), 0..200)) {
        probe(&text);
    }

    #[test]
    fn no_pieces_panic(text in pieces()) {
        probe(&text);
    }

    #[test]
    fn no_mutation_panics(
        problem in problems(),
        edits in prop::collection::vec((any::<Index>(), any::<Index>(), pieces()), 1..4),
    ) {
        let mut text = written(&problem).unwrap().into_bytes();
        for (from, to, new) in edits {
            let (from, to) = (from.index(text.len() + 1), to.index(text.len() + 1));
            // Mostly small edits.
            let to = if to % 4 == 0 { to.max(from) } else { from };
            text.splice(from..to, new.into_iter().take(4));
        }
        probe(&text);
    }

    #[test]
    fn matrices_read_as_the_same_options(
        rows in (1..70usize).prop_flat_map(|width| {
            prop::collection::vec(prop::collection::vec(any::<bool>(), width), 1..20)
        }),
        gap in prop::sample::select(vec!["", " ", "\t"]),
    ) {
        let digit = |&one: &bool| if one { "1" } else { "0" };
        let row = |row: &Vec<bool>| row.iter().map(digit).collect::<Vec<_>>().join(gap);
        let text = rows.iter().map(row).collect::<Vec<_>>().join("\n");
        let problem = matrix::read(text.as_bytes()).unwrap();
        prop_assert_eq!(problem.item_count(), rows[0].len());
        prop_assert_eq!(problem.option_count(), rows.len());
        for (option, row) in problem.options().zip(&rows) {
            let ones: Vec<usize> = (0..row.len()).filter(|&i| row[i]).collect();
            let items = problem.items_of(option).iter().map(|item| item.index());
            prop_assert_eq!(items.collect::<Vec<_>>(), ones);
        }
        for item in problem.items() {
            prop_assert!(problem.is_primary(item));
            prop_assert_eq!(problem.name(item), (item.index() + 1).to_string());
        }
    }
}
