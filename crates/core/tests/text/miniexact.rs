//! The form `miniexact`.

use quadrille::text::miniexact;

use super::{check_rejected, expected, view, written};

#[test]
fn items_and_options_are_read() {
    let problem = expected("a b 2|c 0:3|d", "s t", "a c s:red;b t |5;d");
    for text in [
        "< a b c:2 d:0;3 >\n[ s t ]\na c s:red;\nb t $5;\nd;\n",
        "\u{FEFF}<a b c:2 d:0:3>[s t]a c\r\ns : red;b $ 5 t;d ;",
    ] {
        let read = miniexact::read(text.as_bytes()).unwrap();
        assert_eq!(view(&read), problem, "{text:?}");
        let text = "< a b c:2 d:0;3 >\n[ s t ]\na c s:red;\nb t $5;\nd;\n";
        assert_eq!(written(miniexact::write, &read).unwrap(), text);
    }
    assert_eq!(view(&miniexact::read(b"<>").unwrap()), expected("", "", ""));
}

#[test]
fn numbers_are_read() {
    let problem = expected("1 2", "3 4", "1 3:7 2;2 4 |5;1 4:1 3");
    for text in [
        "p xcc 2 2\n1 3 -7 2 0\n2 $5 4 0\n1 4 -1 3 0\n",
        "c two items\n p xc 2 2 \r\nc\n1 3\n-7 2 0 2 4 $5 0\n\n1 4 -1 3 0",
    ] {
        let read = miniexact::read(text.as_bytes()).unwrap();
        assert_eq!(view(&read), problem, "{text:?}");
    }
    let empty = miniexact::read(b"p xc 0 0").unwrap();
    assert_eq!(view(&empty), expected("", "", ""));
}

#[test]
fn malformed_items_and_options_are_rejected() {
    let begin = "begin with the primary items in angle brackets: \"< a b >\"";
    let complete = "check that the file is complete";
    let twice = "item \"a\" occurs twice in one option; remove one of the two";
    for (text, place, message) in [
        ("", (1, 1, 0), &*format!("the text is empty; {begin}")),
        (
            "a b\n",
            (1, 1, 1),
            &format!("unexpected \"a\", expected \"<\"; {begin}"),
        ),
        (
            "< a\n",
            (2, 1, 0),
            &format!("the text ends, expected an item or \">\"; {complete}"),
        ),
        (
            "< a ] >\n",
            (1, 5, 1),
            "unexpected \"]\", expected an item or \">\"",
        ),
        (
            "< a a >\n",
            (1, 5, 1),
            "item \"a\" is declared twice; rename or remove one of the two items",
        ),
        (
            "< a:x >\n",
            (1, 5, 1),
            "unexpected \"x\", expected a number from 0 to 4294967295",
        ),
        (
            "< a:3;2 >\n",
            (1, 3, 1),
            "invalid multiplicity of item \"a\": 3 to 2, expected the lower bound first; \
             swap the bounds",
        ),
        (
            "< a > [ s ] ;",
            (1, 13, 1),
            "unexpected \";\", expected an item",
        ),
        (
            "< a > $5 a;",
            (1, 7, 1),
            "unexpected \"$\", expected an item or \";\"",
        ),
        (
            "< a > a $5 $6;",
            (1, 12, 1),
            "unexpected \"$\", expected an item or \";\"",
        ),
        (
            "< a > a $x;",
            (1, 10, 1),
            "invalid cost \"x\", expected a number such as 5, -3 or 2.25",
        ),
        (
            "< a > a $;",
            (1, 10, 1),
            "unexpected \";\", expected a cost",
        ),
        (
            "< a > [ s ]\na s:;",
            (2, 5, 1),
            "unexpected \";\", expected a colour",
        ),
        (
            "< a b >\na;\nb\n",
            (4, 1, 0),
            &format!("the text ends, expected an item or \";\"; {complete}"),
        ),
        (
            "< monday b >\nb mondey;",
            (2, 3, 6),
            "there is no item \"mondey\"; did you mean \"monday\"?",
        ),
        ("< a b >\na b\na;", (3, 1, 1), twice),
        ("< a b >\na a b a b\na;", (2, 3, 1), twice),
        (
            "< a > [ s ]\na:x s;",
            (2, 1, 1),
            "item \"a\" is primary and cannot have a colour; \
             make the item secondary, or remove the colour",
        ),
        (
            "< a\0 >",
            (1, 4, 1),
            "control character U+0000 in a name; check that this is a text file",
        ),
    ] {
        check_rejected(miniexact::read, text.as_bytes(), place, message);
    }
}

#[test]
fn malformed_numbers_are_rejected() {
    let form = "invalid first line, expected \"p xcc N M\"; \
        write \"p xcc N M\" with the numbers of primary and of secondary items";
    for (text, place, message) in [
        ("p xc 3\n", (1, 1, 6), form),
        ("p xcc 1 2 3\n", (1, 1, 11), form),
        (
            "p xcc 1 x\n",
            (1, 9, 1),
            "invalid number \"x\", expected the number of items",
        ),
        (
            "p xcc 65000 65000\n",
            (1, 13, 5),
            "130000 items, expected at most 65536 in a text of this length",
        ),
        (
            "p xc 2 0\n1 2\n",
            (3, 1, 0),
            "the text ends inside an option, expected 0; check that the file is complete",
        ),
        ("p xc 2 0\n1 0\n0\n", (3, 1, 1), "an option without items"),
        (
            "p xc 2 1\n1 4 0\n",
            (2, 3, 1),
            "there is no item 4, expected a number from 1 to 3",
        ),
        (
            "p xc 2 1\n1 2\n1 0\n",
            (3, 1, 1),
            "item \"1\" occurs twice in one option; remove one of the two",
        ),
        (
            "p xc 2 1\n1 -2 0\n",
            (2, 1, 1),
            "item \"1\" is primary and cannot have a colour; \
             make the item secondary, or remove the colour",
        ),
        (
            "p xc 2 1\n-2 1 0\n",
            (2, 1, 2),
            "a colour without a secondary item before it",
        ),
        (
            "p xc 2 1\n3 -1 -2 1 0\n",
            (2, 6, 2),
            "a colour without a secondary item before it",
        ),
        (
            "p xc 2 1\n1 $5 $5 0\n",
            (2, 6, 2),
            "second cost of an option",
        ),
        (
            "p xc 2 1\n1 $a 0\n",
            (2, 3, 2),
            "invalid cost \"a\", expected a number such as 5, -3 or 2.25",
        ),
        (
            "p xc 2 1\n1 a 0\n",
            (2, 3, 1),
            "invalid number \"a\", expected the number of an item",
        ),
    ] {
        check_rejected(miniexact::read, text.as_bytes(), place, message);
    }
}
