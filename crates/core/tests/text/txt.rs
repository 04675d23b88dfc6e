//! The form `txt`.

use quadrille::text::txt;

use super::{check_rejected, expected, view};

#[test]
fn set_systems_are_read() {
    let sets = expected("1 2 3 4", "", "1 4;2;2 3");
    for text in [
        "4 3\n2 1 4\n1 2\n2 2 3\n",
        "\u{FEFF}\r\n 4\t3 \r\n2  1 4\r\n\r\n01 02\r\n2 2 3\r\n\r\n",
    ] {
        assert_eq!(view(&txt::read(text.as_bytes()).unwrap()), sets, "{text:?}");
    }
    let empty = expected("1", "", " ;1");
    assert_eq!(view(&txt::read(b"1 2\n0\n1 1").unwrap()), empty);
    assert_eq!(view(&txt::read(b"0 0").unwrap()), expected("", "", ""));
}

#[test]
fn malformed_set_systems_are_rejected() {
    let first = "the number of items and the number of options";
    let empty = format!("the text is empty; begin with {first}");
    let bad = format!("invalid first line, expected {first}");
    let announce = "begin each option with the number of its items";
    for (text, place, message) in [
        ("\n", (2, 1, 0), &*empty),
        (" 3 ", (1, 2, 1), &bad),
        ("1 2 3\n", (1, 1, 5), &bad),
        (
            "5 3 0 0 7 0 0 0 0\n",
            (1, 1, 17),
            &format!("{bad}; this looks like a sudoku board: use 'quadrille sudoku'"),
        ),
        (
            "a b\na\n",
            (1, 1, 1),
            "invalid number \"a\", expected the number of items",
        ),
        (
            "2 b\n",
            (1, 3, 1),
            "invalid number \"b\", expected the number of options",
        ),
        (
            "70000 1\n1 1",
            (1, 1, 5),
            "70000 items, expected at most 65536 in a text of this length",
        ),
        (
            "3 1\n2 1 2\n 1 3 \n",
            (3, 2, 3),
            "too many options, expected 1 as in the first line",
        ),
        (
            "3 2\n2 1 2",
            (2, 6, 0),
            "the text ends after 1 option, expected 2",
        ),
        (
            "3 1\n2 1 2 3 \n",
            (2, 7, 1),
            &format!("3 items, expected 2; {announce}"),
        ),
        (
            "3 1\n2 1\n",
            (2, 4, 0),
            &format!("1 item, expected 2; {announce}"),
        ),
        (
            "3 1\nx 1\n",
            (2, 1, 1),
            "invalid number \"x\", expected the number of items of the option",
        ),
        (
            "3 1\n1 4\n",
            (2, 3, 1),
            "there is no item 4, expected a number from 1 to 3",
        ),
        (
            "3 1\n2 3 3\n",
            (2, 5, 1),
            "item \"3\" occurs twice in one option; remove one of the two",
        ),
    ] {
        check_rejected(txt::read, text.as_bytes(), place, message);
    }
}
