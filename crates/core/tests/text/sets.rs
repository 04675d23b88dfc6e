//! Sets of items in JSON.

use quadrille::text::json;

use super::{check_rejected, expected, view};

#[test]
fn sets_are_read() {
    for (text, problem) in [
        (
            r#"{"universe": [1, 2, 3], "sets": [[1, 3], [2]]}"#,
            expected("1 2 3", "", "1 3;2"),
        ),
        (
            r#"{"sets": {"A": ["x", "y"], "B": [], "C": ["z"]}, "universe": ["z", "x", "y"]}"#,
            expected("z x y", "", "x y; ;z"),
        ),
        (
            r#"{"universe_size": 3, "subsets": [[0, 1], [2], [1]]}"#,
            expected("0 1 2", "", "0 1;2;1"),
        ),
        (
            r#"{"universe": 3, "sets": [[3, 1], [2]]}"#,
            expected("1 2 3", "", "3 1;2"),
        ),
        (
            r#"{"universe": 2, "sets": [[0, 1], [1, 0]]}"#,
            expected("0 1", "", "0 1;1 0"),
        ),
        (
            r#"{"sets": [["b", 7], ["a"]]}"#,
            expected("b 7 a", "", "b 7;a"),
        ),
        (
            r#" {"A": [1, 4], "B": [], "a\u0062": [-2, 1]}"#,
            expected("1 4 -2", "", "1 4; ;-2 1"),
        ),
        (
            r#"{"option1": ["a"], "option2": ["b"]}"#,
            expected("a b", "", "a;b"),
        ),
        ("[[2, 1], [1], [0]]", expected("2 1 0", "", "2 1;1;0")),
        (
            "\u{FEFF}[\n[\"a\"],\n[\"b\", \"a\"]\n]\n",
            expected("a b", "", "a;b a"),
        ),
        ("[[0, 1], [1], []]", expected("0 1", "", "0 1;1; ")),
        (r#"{"universe":[],"sets":[]}"#, expected("", "", "")),
    ] {
        match json::read(text.as_bytes()) {
            Ok(read) => assert_eq!(view(&read), problem, "{text:?}"),
            Err(error) => panic!("{text:?}: {error}"),
        }
    }
}

#[test]
fn what_is_no_sets_is_rejected() {
    let binary = "lists of 0 and 1 may be rows of a matrix or sets of items; \
        for rows give `--from matrix`; for sets write {\"universe\": [0, 1], \"sets\": [...]}";
    let item = "invalid item, expected a name in quotes, or a whole number";
    let set = "invalid set, expected an array of items";
    let help = "write {\"universe\": [...], \"sets\": [[...], ...]}";
    let problem = "write the problem as an object: {\"primary\": [...], \"options\": [...]}";
    for (text, place, message) in [
        ("[[0, 1], [1, 0]]", (1, 1, 16), binary),
        (r#"{"A": [1, 0, 1], "B": [0, 1, 0]}"#, (1, 1, 32), binary),
        (r#"{"sets": [[1], [0]]}"#, (1, 10, 10), binary),
        (
            "[[1, 2],\n[3, 3]]",
            (2, 5, 1),
            "item \"3\" occurs twice in one option; remove one of the two",
        ),
        ("[[1, 2],\n7]", (2, 1, 1), set),
        ("[[1, 2],\n[1.0]]", (2, 2, 3), item),
        ("[[1, 2],\n[true]]", (2, 2, 4), item),
        ("[[1, 2],\n[[3]]]", (2, 2, 3), item),
        (r#"{"A": [1, 2], "B": {"C": [3]}}"#, (1, 20, 10), set),
        (
            r#"{"A": [1, 2], "A": [3]}"#,
            (1, 20, 3),
            "set \"A\" occurs twice",
        ),
        (
            r#"{"A": [1, 2], "options": [3]}"#,
            (1, 2, 3),
            &format!(
                "unknown field `A`, expected one of `primary`, `secondary`, `options`; {problem}"
            ),
        ),
        (
            r#"{"primry": ["a", "b"], "options": [["a"]]}"#,
            (1, 2, 8),
            "unknown field `primry`, expected one of `primary`, `secondary`, `options`; \
             did you mean `primary`?",
        ),
        (
            r#"{"universe": ["monday", "b"], "sets": [["mondey"]]}"#,
            (1, 41, 8),
            "there is no item \"mondey\"; did you mean \"monday\"?",
        ),
        (
            r#"{"universe": [1, 2], "sets": [[3]]}"#,
            (1, 32, 1),
            "there is no item \"3\"; add it to the universe, or correct its name",
        ),
        (
            r#"{"universe": 2, "sets": [[0], [2]]}"#,
            (1, 32, 1),
            "there is no item \"2\"; add it to the universe, or correct its name",
        ),
        (
            r#"{"universe": [1, 1], "sets": []}"#,
            (1, 18, 1),
            "item \"1\" is declared twice; rename or remove one of the two items",
        ),
        (
            r#"{"universe": 70000, "sets": []}"#,
            (1, 14, 5),
            "70000 items, expected at most 65536 in a text of this length",
        ),
        (
            r#"{"universe": -2, "sets": []}"#,
            (1, 14, 2),
            "invalid value: integer `-2`, expected a whole number from 0 to 4294967295",
        ),
        (
            r#"{"universe": null, "sets": [[1]]}"#,
            (1, 14, 4),
            "invalid type: null, expected a whole number from 0 to 4294967295",
        ),
        (
            r#"{"universe": [1]}"#,
            (1, 17, 1),
            &format!("missing field `sets`; {help}"),
        ),
        (
            r#"{"universe": [1], "universe_size": 1, "sets": []}"#,
            (1, 19, 15),
            "duplicate field `universe`",
        ),
        (
            r#"{"items": [1, 2]}"#,
            (1, 2, 7),
            &format!(
                "unknown field `items`, expected one of `primary`, `secondary`, `options`; {problem}"
            ),
        ),
        (
            r#"{"more": [1, 2], "sets": []}"#,
            (1, 2, 6),
            &format!(
                "unknown field `more`, expected one of `universe`, `universe_size`, `sets`, `subsets`; {help}"
            ),
        ),
        (
            r#"{"sets": [], "more": []}"#,
            (1, 14, 6),
            &format!(
                "unknown field `more`, expected one of `universe`, `universe_size`, `sets`, `subsets`; {help}"
            ),
        ),
        (
            "[1, 2]",
            (1, 1, 1),
            &format!("invalid type: array, expected an object; {problem}"),
        ),
        (
            "[[]]",
            (1, 1, 1),
            &format!("invalid type: array, expected an object; {problem}"),
        ),
        (
            "[[1, 2], [3",
            (1, 12, 0),
            "the text ends inside a list; check that the file is complete",
        ),
    ] {
        check_rejected(json::read, text.as_bytes(), place, message);
    }
}
