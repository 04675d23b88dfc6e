//! The form `ec`.

use quadrille::text::ec;

use super::{check_rejected, expected, view};

#[test]
fn set_systems_are_read() {
    let sets = expected("1 2 3 4", "", "1 4;2;2 3");
    for text in [
        "p ec 4\ns 1 4\ns 2\ns 2 3\n",
        "\u{FEFF}c hello\r\n\r\nc\r\n p  ec\t4\r\ns 1 04\r\nc s 9\r\n  s 2\r\ns 2 3",
    ] {
        assert_eq!(view(&ec::read(text.as_bytes()).unwrap()), sets, "{text:?}");
    }
    let empty = expected("1", "", " ;1");
    assert_eq!(view(&ec::read(b"p ec 1\ns\ns 1").unwrap()), empty);
    assert_eq!(view(&ec::read(b"p ec 0").unwrap()), expected("", "", ""));
}

#[test]
fn malformed_set_systems_are_rejected() {
    let header = "begin with the line \"p ec N\", where N is the number of items";
    let empty = format!("the text is empty; {header}");
    let missing = format!("missing line \"p\"; {header}");
    let bad = "invalid line \"p\", expected \"p ec N\", where N is the number of items";
    let early = format!("option before the line \"p\"; {header}");
    for (text, place, message) in [
        ("", (1, 1, 0), &*empty),
        ("c p ec 3\n", (2, 1, 0), &missing),
        ("p", (1, 1, 1), bad),
        ("p ec ", (1, 1, 4), bad),
        (" p cnf 3\n", (1, 2, 7), bad),
        ("p ec 3 4", (1, 1, 8), bad),
        (
            "p ec x",
            (1, 6, 1),
            "invalid number \"x\", expected the number of items",
        ),
        (
            "p ec -3",
            (1, 6, 2),
            "invalid number \"-3\", expected the number of items",
        ),
        (
            "p ec 1,000",
            (1, 6, 5),
            "invalid number \"1,000\"; separate numbers by spaces, without commas",
        ),
        (
            "p ec 99999999999999999999",
            (1, 6, 20),
            "the number of items is too large: 99999999999999999999",
        ),
        (
            "p ec 65537",
            (1, 6, 5),
            "65537 items, expected at most 65536 in a text of this length",
        ),
        ("s 1\np ec 1", (1, 1, 1), &early),
        (
            "p ec 1\n\np ec 1",
            (3, 1, 1),
            "second line \"p\"; declare all items with one line \"p ec N\"",
        ),
        (
            "p ec 1\n1\n",
            (2, 1, 1),
            "the line begins with \"1\", expected \"c\", \"p\" or \"s\"",
        ),
        (
            "p ec 2\ns 1 ä\n",
            (2, 5, 1),
            "invalid number \"ä\", expected the number of an item",
        ),
        (
            "p ec 2\ns 1 0\n",
            (2, 5, 1),
            "there is no item 0, expected a number from 1 to 2",
        ),
        (
            "p ec 2\ns 3\n",
            (2, 3, 1),
            "there is no item 3, expected a number from 1 to 2",
        ),
        (
            "p ec 0\ns 1\n",
            (2, 3, 1),
            "there is no item 1, the problem has no items",
        ),
        (
            "p ec 9\ns 1 2 02 1\n",
            (2, 7, 2),
            "item \"2\" occurs twice in one option; remove one of the two",
        ),
    ] {
        check_rejected(ec::read, text.as_bytes(), place, message);
    }
    assert_eq!(ec::read(b"p ec 65536").unwrap().item_count(), 65_536);
}
