//! The form `libexact`.

use quadrille::text::libexact;

use super::{check_rejected, expected, view, written};

#[test]
fn rows_columns_and_entries_are_read() {
    let problem = expected("1 2|-7 0", "", "1;-7; ;0 1 -7");
    for text in [
        "r 1\nr -7 2\nr 0\nc 5\nc 6\nc 7\nc 8\ne 1 5\ne -7 6\ne 0 8\ne 1 8\ne -7 8\n",
        "# a comment\nc Some words.\nc\nc 5\n\r\nr 1 # one\nr -7 2 #two\n r  0 1\ne 1 5\n\
         c 6 1\ne -7 6\nc 7\nc 8\ne 0 8\ne 1 8\ne -7 8",
    ] {
        let read = libexact::read(text.as_bytes()).unwrap();
        assert_eq!(view(&read), problem, "{text:?}");
        assert_eq!(
            written(libexact::write, &read).unwrap(),
            "r 1\nr 2 2\nr 3\nc 1\nc 2\nc 3\nc 4\ne 1 1\ne 2 2\ne 3 4\ne 1 4\ne 2 4\n"
        );
    }
    let alone = libexact::read(b"c 1\n").unwrap();
    assert_eq!(view(&alone), expected("", "", " ;"));
}

#[test]
fn malformed_rows_columns_and_entries_are_rejected() {
    let early = "declare rows and columns before their entries";
    let declare = "declare each row with a line \"r 1\", each column with \"c 1\"";
    let number =
        |word| format!("invalid number \"{word}\", expected the number of a row or column");
    for (text, place, message) in [
        ("", (1, 1, 0), &*format!("the text is empty; {declare}")),
        (
            "c just words\n",
            (2, 1, 0),
            &format!("missing rows and columns; {declare}"),
        ),
        (
            "r 1\nx 1\n",
            (2, 1, 1),
            "the line begins with \"x\", expected \"r\", \"c\", \"e\" or \"#\"",
        ),
        (
            "r 1\nc 1\ne 1 1\np 1\n",
            (4, 1, 1),
            "the line begins with \"p\", expected \"r\", \"c\", \"e\" or \"#\"; \
             give chosen columns with `--force`",
        ),
        ("r\n", (1, 2, 0), "missing number of a row or column"),
        (
            "r 1\ne 1 # 2\n",
            (2, 4, 0),
            "missing number of a row or column",
        ),
        ("r x\n", (1, 3, 1), &number("x")),
        ("r 01\n", (1, 3, 2), &number("01")),
        ("r -0\n", (1, 3, 2), &number("-0")),
        (
            "r 1\nr 1\n",
            (2, 3, 1),
            "item \"1\" is declared twice; rename or remove one of the two items",
        ),
        (
            "r 1 0\n",
            (1, 3, 1),
            "invalid multiplicity of item \"1\": 0 to 0, expected an upper bound of at least 1; \
             for an item that may stay uncovered, use the bounds 0 to 1",
        ),
        (
            "r 1 x\n",
            (1, 5, 1),
            "invalid multiplicity \"x\", expected a number from 1 to 4294967295",
        ),
        ("c 1\nc 1\n", (2, 3, 1), "column 1 is declared twice"),
        (
            "c 1 2\n",
            (1, 5, 1),
            "column 1 may be used 2 times, expected 1; \
             declare several columns with the same entries",
        ),
        (
            "c 1 1 1\n",
            (1, 7, 1),
            "superfluous word at the end of the line",
        ),
        (
            "r 1\ne 2 1\n",
            (2, 3, 1),
            &format!("there is no row 2; {early}"),
        ),
        (
            "r 1\ne 1 1\nc 1\n",
            (2, 5, 1),
            &format!("there is no column 1; {early}"),
        ),
        (
            "r 1\nc 1\nc 2\ne 1 2\ne 1 1\n e 1 2 #\ne 1 1\n",
            (7, 1, 5),
            "item \"1\" occurs twice in one option; remove one of the two",
        ),
    ] {
        check_rejected(libexact::read, text.as_bytes(), place, message);
    }
}
