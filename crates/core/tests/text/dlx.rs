//! The form `dlx`.

use quadrille::text::dlx;
use quadrille::{BuildError, Note, Problem};

use super::{check_rejected, expected, view, written};

#[test]
fn dlx_text_is_read() {
    for (text, problem) in [
        ("a", expected("a", "", "")),
        ("a\na", expected("a", "", "a;")),
        ("a |\na\n", expected("a", "", "a;")),
        ("a b | s t\na s\nb", expected("a b", "s t", "a s;b")),
        ("\u{FEFF}a b\na b\n", expected("a b", "", "a b")),
        ("\u{FEFF}| comment\na\na\n", expected("a", "", "a")),
        ("a b\r\n\r\n| c\r\na b\r\n", expected("a b", "", "a b")),
        (" \ta\t b \x0C\n\t b  a\n", expected("a b", "", "b a")),
        ("\n \n|x\n\na\n \n|a\n\n| : \0\na\n", expected("a", "", "a")),
        // A bar in column 1 begins a comment. An indented bar does so only after the item line.
        ("| a\n | x y\nx\n", expected("", "x y", "x")),
        ("a\n |\n | b\n\t| a:b\na\n", expected("a", "", "a")),
        (" |", expected("", "", "")),
        (" |\n|\n |\n", expected("", "", "")),
        (
            "a 2|b 0:3|c 1|d 1:1|e | s\na |5 s:ä |7\n\nb a |0 \n",
            expected("a 2|b 0:3|c d e", "s", "a s:ä |12;b a"),
        ),
        // Options without a primary item are dropped, but keep their ids.
        ("a | s\ns\na\ns\n", expected("a", "s", "s;a;s")),
        // All other words are names.
        ("ä 日本 \u{A0}x #", expected("ä 日本 \u{A0}x #", "", "")),
        ("2 -1 \"\n-1 2", expected("2 -1 \"", "", "-1 2")),
    ] {
        match dlx::read(text.as_bytes()) {
            Ok(read) => assert_eq!(view(&read), problem, "{text:?}"),
            Err(error) => panic!("{text:?}: {error}"),
        }
    }
}

#[test]
fn malformed_dlx_text_is_rejected() {
    let begin = "begin with a line of primary items, then optionally \"|\" and secondary items";
    let empty = &*format!("the text is empty; {begin}");
    let no_items = &*format!("missing item line; {begin}");
    let second_bar = "second \"|\" in the item line; \
        write one \"|\", between primary and secondary items";
    let spaces = |word| {
        format!(
            "\"|\" inside the name \"{word}\"; \
             put spaces around the \"|\" between primary and secondary items"
        )
    };
    let bounds = "write \"2|name\" or \"1:3|name\"";
    let glued =
        |word| format!("\"|\" inside the name \"{word}\"; put a space before the \"|\" of a cost");
    let no_cost =
        |word| format!("invalid cost \"{word}\", expected a number such as 5, -3 or 2.25");
    let colon = |word| {
        format!(
            "\":\" inside the name \"{word}\"; \
             give colours to items in options, not in the item line"
        )
    };
    let control =
        |code| format!("control character U+{code} in a name; check that this is a text file");
    let twice = "rename or remove one of the two items";
    let add = |name| {
        format!(
            "there is no item \"{name}\"; add it to the item line (line 1), or correct its name"
        )
    };
    let repeated =
        |name| format!("item \"{name}\" occurs twice in one option; remove one of the two");
    let board = "this looks like a sudoku board: use 'quadrille sudoku'";
    for (text, place, message) in [
        ("", (1, 1, 0), empty),
        ("\u{FEFF}", (1, 1, 0), empty),
        ("\n", (2, 1, 0), empty),
        (" \r\n\t\n  ", (3, 3, 0), empty),
        ("| ä", (1, 4, 0), no_items),
        ("| a\n| b\n", (3, 1, 0), no_items),
        // The item line.
        ("a | b | c", (1, 7, 1), second_bar),
        (" | |", (1, 4, 1), second_bar),
        (
            "a b a",
            (1, 5, 1),
            &format!("item \"a\" is declared twice; {twice}"),
        ),
        (
            "\u{FEFF}a | aa a",
            (1, 8, 1),
            &format!("item \"a\" is declared twice; {twice}"),
        ),
        ("a |b", (1, 3, 2), &spaces("|b")),
        ("a| b", (1, 1, 2), &spaces("a|")),
        ("ab|c", (1, 1, 4), &spaces("ab|c")),
        ("a || b", (1, 3, 2), &spaces("||")),
        (
            "2|",
            (1, 1, 2),
            &format!("multiplicity without an item: \"2|\"; {bounds}"),
        ),
        (
            "ü 1:|x",
            (1, 3, 2),
            &format!("invalid multiplicity \"1:\"; {bounds}"),
        ),
        (
            "1:2:3|x",
            (1, 1, 5),
            &format!("invalid multiplicity \"1:2:3\"; {bounds}"),
        ),
        ("2|3|x", (1, 1, 5), &spaces("2|3|x")),
        (
            "3:2|x",
            (1, 1, 5),
            "invalid multiplicity of item \"x\": 3 to 2, expected the lower bound first; \
             swap the bounds",
        ),
        (
            "0|x",
            (1, 1, 3),
            "invalid multiplicity of item \"x\": 0 to 0, expected an upper bound of at least 1; \
             for an item that may stay uncovered, use the bounds 0 to 1",
        ),
        (
            "1:4294967296|x",
            (1, 3, 10),
            "multiplicity 4294967296 is too large, expected at most 4294967295",
        ),
        (
            "a | 2|s",
            (1, 5, 3),
            "secondary item \"s\" has a multiplicity; \
             move the item before the \"|\", or write its name alone",
        ),
        (
            "5 3 . | . 7 . | . . .\n",
            (1, 9, 1),
            &format!("item \".\" is declared twice; {board}"),
        ),
        ("a\u{A0}b x:c", (1, 5, 3), &colon("x:c")),
        ("a :", (1, 3, 1), &colon(":")),
        ("a\0b", (1, 2, 1), &control("0000")),
        ("a:\x7F", (1, 3, 1), &control("007F")),
        ("a\n\u{85}", (2, 1, 1), &control("0085")),
        // The options.
        ("a\nb", (2, 1, 1), &add("b")),
        ("a\r\n\r\n|\r\na  bä\r\n", (4, 4, 2), &add("bä")),
        ("\"\n\"\"\n", (2, 1, 2), &add("\"\"")),
        ("a b\nä a b", (2, 1, 1), &add("ä")),
        ("a b\na b aa a", (2, 5, 2), &add("aa")),
        (
            "| comment\na\nb",
            (3, 1, 1),
            "there is no item \"b\"; add it to the item line (line 2), or correct its name",
        ),
        (
            "a,b\n1,0\n",
            (2, 1, 3),
            "there is no item \"1,0\"; separate items by spaces, without commas",
        ),
        (
            "a b\na, b\n",
            (2, 1, 2),
            "there is no item \"a,\"; separate items by spaces, without commas",
        ),
        (
            "53..7....\n6..195...\n",
            (2, 1, 9),
            &format!("there is no item \"6..195...\"; {board}"),
        ),
        ("a b\n b\ta b", (2, 6, 1), &repeated("b")),
        ("ä b\nb\nä ä ä", (3, 3, 1), &repeated("ä")),
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
            "item \"x\" is primary and cannot have a colour; \
             declare the item after the \"|\" of the item line, or remove the colour",
        ),
        ("a\nz:red", (2, 1, 1), &add("z")),
        (
            "2|monday | friday\nmonday fridai:x\n",
            (2, 8, 6),
            "there is no item \"fridai\"; did you mean \"friday\"?",
        ),
        ("a | x\na x:c x:d", (2, 7, 1), &repeated("x")),
        (
            "a b\na | b",
            (2, 3, 1),
            "\"|\" without a cost; remove it, or write a cost such as \"|5\"",
        ),
        ("a\na|5", (2, 1, 3), &glued("a|5")),
        (
            "a b\na | 5 b",
            (2, 3, 1),
            "\"|\" without a cost; write the cost without a space: \"|5\"",
        ),
        ("a\na |x", (2, 3, 2), &no_cost("x")),
        ("a\na |5 |+5", (2, 6, 3), &no_cost("+5")),
        ("a\na |--5", (2, 3, 4), &no_cost("--5")),
        ("a\na |-", (2, 3, 2), &no_cost("-")),
        ("a\na |1e3", (2, 3, 4), &no_cost("1e3")),
        ("a\na |5.", (2, 3, 3), &no_cost("5.")),
        ("a\na |.5", (2, 3, 3), &no_cost(".5")),
        ("a\na |5|6", (2, 3, 4), &no_cost("5|6")),
        (
            "a\na |9223372036854775808",
            (2, 3, 20),
            "cost 9223372036854775808 is too large, expected a number from \
             -9223372036854775807 to 9223372036854775807",
        ),
        (
            "a\na |0.1234567891",
            (2, 3, 13),
            "cost 0.1234567891 has more than 9 decimals",
        ),
        (
            "a\na |9223372036854775807 |0.0\na\na |0.5",
            (4, 3, 4),
            "the costs of all options, without signs and decimal points, add up to more than \
             9,223,372,036,854,775,807; \
             use smaller costs: express them in a larger unit, and round them if necessary",
        ),
        (
            "a\na |-9223372036854775806\na |1 |-5",
            (3, 6, 3),
            "the costs of all options, without signs and decimal points, add up to more than 9,223,372,036,854,775,807; \
             use smaller costs: express them in a larger unit, and round them if necessary",
        ),
        ("a | s\na s:b|c", (2, 3, 5), &glued("s:b|c")),
        (
            "a | s\na s:",
            (2, 3, 2),
            "missing colour after the colon of \"s:\"; write ITEM:COLOUR",
        ),
        (
            "a\n:a",
            (2, 1, 2),
            "missing item before the colon of \":a\"; write ITEM:COLOUR",
        ),
        (
            "a | s\na s::b",
            (2, 3, 4),
            "two colons in \"s::b\"; write ITEM:COLOUR",
        ),
        ("a\na :\u{1B}[31m", (2, 4, 1), &control("001B")),
        ("a\na\x0Ba", (2, 2, 1), &control("000B")),
    ] {
        check_rejected(dlx::read, text.as_bytes(), place, message);
    }
}

#[test]
fn the_cause_is_the_error_of_the_builder() {
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
fn names_that_dlx_text_cannot_contain_are_not_written() {
    for (name, shown, reason) in [
        ("", "", "is empty"),
        ("a b", "a b", "contains white space"),
        ("a\n", "a\\n", "contains white space"),
        ("a|b", "a|b", "contains \"|\""),
        ("|", "|", "contains \"|\""),
        ("x:c", "x:c", "contains \":\""),
        ("\0", "\\0", "contains a control character"),
        ("\x0B", "\\u{b}", "contains a control character"),
    ] {
        let mut builder = Problem::builder();
        builder.primary("good").unwrap();
        builder.secondary(name).unwrap();
        let mut out = Vec::new();
        let error = dlx::write(&builder.build(), &mut out).unwrap_err();
        let message = format!("item \"{shown}\" cannot be written: the name {reason}");
        assert_eq!(error.to_string(), message);
        assert_eq!(
            error.help(),
            Some("change the name, or write the problem as json")
        );
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
    assert_eq!(notes("a b\n|5 a b\na b\n |-7.5 a\n"), [line(2), line(4)]);
    for comment in ["|5", "|-5", "| 5 a", "|5a b", "|- a b", "|"] {
        assert_eq!(notes(&format!("a b\n{comment}\na b\n")), []);
    }
}

#[test]
fn a_sudoku_board_is_noted() {
    let border = "+-------+-------+-------+\n";
    for text in [&*"4".repeat(81), &*format!("{border}| 5 3 . |\n{border}")] {
        let problem = dlx::read(text.as_bytes()).unwrap();
        let item = problem.items().next().unwrap();
        assert_eq!(problem.notes(), [Note::BoardLikeItem(item)]);
        let note = problem.notes()[0].display(&problem).to_string();
        assert!(note.ends_with("looks like a sudoku board"), "{note}");
    }
    for text in ["a\n", "monday\nmonday\n", "1 2 3 4 5 6 7 8 9\n", "12\n"] {
        assert_eq!(dlx::read(text.as_bytes()).unwrap().notes(), []);
    }
}
