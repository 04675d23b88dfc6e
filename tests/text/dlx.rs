//! Knuth's text.

use quadrille::text::dlx;
use quadrille::{BuildError, Note, Problem};

use super::{expected, refused, view, written};

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
        (
            "a 2|b 0:3|c 1|d 1:1|e | s\na |5 s:ä |7\n\nb a |0 \n",
            expected("a 2|b 0:3|c d e", "s", "a s:ä |12;b a"),
        ),
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
        (
            "a b\na | 5 b",
            (2, 3, 1),
            "\"|\" in an option; expected no space before the cost: \"|5\"",
        ),
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
    let error = written(dlx::write, &builder.build()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "option 1 cannot be written: it has no items"
    );
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
        assert_eq!(written(dlx::write, &problem).unwrap(), text);
        let back = dlx::read(text.as_bytes()).unwrap();
        assert_eq!(view(&back), view(&problem));
    }
}

#[test]
fn a_comment_that_looks_like_a_cost_is_noted() {
    let notes = |text: &str| dlx::read(text.as_bytes()).unwrap().notes().to_vec();
    let line = |line| Note::CommentLikeCost { line };
    assert_eq!(notes("a b\n|5 a b\na b\n |7 a\n"), [line(2), line(4)]);
    for comment in ["|5", "| 5 a", "|5a b", "|-5 a b", "|"] {
        assert_eq!(notes(&format!("a b\n{comment}\na b\n")), []);
    }
}
