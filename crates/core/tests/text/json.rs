//! The form `json`.

use quadrille::text::json;
use quadrille::{BuildError, Problem};

use super::{check_rejected, expected, view, written};

#[test]
fn every_feature_is_read() {
    let problem = expected("a b 0:3|c", "s t", "a c s:red;b t |5;t");
    let text = r#"{
        "primary": ["a", "b", {"item": "c", "multiplicity": [0, 3]}],
        "secondary": ["s", "t"],
        "options": [["a", "c", {"item": "s", "colour": "red"}], {"items": ["b", "t"], "cost": 5}, ["t"]]
    }"#;
    assert_eq!(view(&json::read(text.as_bytes()).unwrap()), problem);
    let text = "\u{FEFF}\r\n{\"options\":[{\"items\":[\"a\",\"c\",{\"colour\":\"red\",\"item\":\"\\u0073\"}],\
        \"cost\":0},{\"cost\":5,\"items\":[\"b\",\"t\"]},[\"t\"]],\"secondary\":[\"s\",\"t\"],\
        \"primary\":[\"a\",\"b\",{\"multiplicity\":[0,3],\"item\":\"c\"}]}\n";
    assert_eq!(view(&json::read(text.as_bytes()).unwrap()), problem);
    let empty = json::read(br#"{"primary":[],"options":[]}"#).unwrap();
    assert_eq!(view(&empty), expected("", "", ""));
}

#[test]
fn any_name_is_read_and_written() {
    let mut builder = Problem::builder();
    for name in ["", " ", "a:b|c", "\"\\\n\0", "日本 \u{FEFF}", "{"] {
        builder.primary(name).unwrap();
    }
    builder.secondary("\u{2028}").unwrap();
    builder.option(["\"\\\n\0", ""]).unwrap();
    builder.option([("\u{2028}", "a b\t")]).unwrap();
    let problem = builder.build();
    let text = written(json::write, &problem).unwrap();
    assert_eq!(
        view(&json::read(text.as_bytes()).unwrap()),
        view(&problem),
        "{text}"
    );
}

#[test]
fn an_option_is_written_on_a_line() {
    let text = r#"{
"primary":["a",{"item":"b","multiplicity":[2,2]}],
"secondary":["s"],
"options":[
["a","b",{"item":"s","colour":"c"}],
{"items":["b","s"],"cost":7},
[]
]
}
"#;
    let problem = json::read(text.as_bytes()).unwrap();
    assert_eq!(written(json::write, &problem).unwrap(), text);
}

#[test]
fn invalid_json_is_rejected() {
    let cut = |inside| format!("the text ends inside {inside}; check that the file is complete");
    let no_json = |what| format!("invalid JSON: {what}");
    let empty = || "the text is empty".to_owned();
    for (text, place, message) in [
        // Truncated text.
        ("", (1, 1, 0), empty()),
        (" \n\n", (1, 1, 0), empty()),
        ("{", (1, 2, 0), cut("an object")),
        ("{\"prim", (1, 7, 0), cut("a string")),
        ("{\"primary\": [\"ä\"\n  \n", (1, 17, 0), cut("a list")),
        (
            "{\"primary\": [],\n\"options\": [[",
            (2, 14, 0),
            cut("a list"),
        ),
        ("{\"primary\": [], \"options\":", (1, 27, 0), cut("a value")),
        (
            "{\"primary\": [],\r\n\"options\": []\r\n",
            (2, 14, 0),
            cut("an object"),
        ),
        ("{\"primary\": [tru", (1, 17, 0), cut("a value")),
        // Misplaced characters.
        (
            "{\"primary\": [\"ä\" \"b\"]}",
            (1, 18, 1),
            no_json("expected `,` or `]`"),
        ),
        (
            "{\"primary\": [\"a\",]}",
            (1, 18, 1),
            no_json("trailing comma"),
        ),
        ("{primary", (1, 2, 1), no_json("key must be a string")),
        ("{\"primary\" []}", (1, 12, 1), no_json("expected `:`")),
        (
            "{\"primary\":[],\"options\":[]}\n}",
            (2, 1, 1),
            no_json("trailing characters"),
        ),
        (
            "{\"primary\": [\"a\\x\"]}",
            (1, 17, 1),
            no_json("invalid escape"),
        ),
        (
            "{\"primary\": [\"\\ud800\"],\"options\":[]}",
            (1, 21, 1),
            no_json("unexpected end of hex escape"),
        ),
    ] {
        check_rejected(json::read, text.as_bytes(), place, &message);
    }
}

#[test]
fn json_that_is_no_problem_is_rejected() {
    let use_of = "invalid item, \
        expected a name in quotes, or {\"item\": NAME, \"colour\": COLOUR}";
    let primary = "invalid item, \
        expected a name in quotes, or {\"item\": NAME, \"multiplicity\": [LOW, HIGH]}";
    let no_cost = "invalid cost, expected a number such as 5, -3 or 2.25";
    let keys = "expected one of `primary`, `secondary`, `options`";
    let object = "write the problem as an object: {\"primary\": [...], \"options\": [...]}";
    for (text, place, message) in [
        (
            "[]",
            (1, 1, 1),
            "invalid type: array, expected an object; \
             write the problem as an object: {\"primary\": [...], \"options\": [...]}",
        ),
        (
            "7",
            (1, 1, 1),
            &*format!(
                "invalid type: integer `7`, expected an object with `primary` and `options`; {object}"
            ),
        ),
        (
            "{}",
            (1, 2, 1),
            &*format!("missing field `primary`; {object}"),
        ),
        (
            "{\"primary\":[]}",
            (1, 14, 1),
            &*format!("missing field `options`; {object}"),
        ),
        (
            "{\n\"itemes\": []}",
            (2, 1, 8),
            &*format!("unknown field `itemes`, {keys}; {object}"),
        ),
        (
            "{\n\"option\": []}",
            (2, 1, 8),
            &*format!("unknown field `option`, {keys}; did you mean `options`?"),
        ),
        (
            "{\"primary\": \"a\"}",
            (1, 13, 3),
            "invalid type: string \"a\", expected an array",
        ),
        (
            "{\"primary\":[],\n\"primary\":[]}",
            (2, 1, 9),
            "duplicate field `primary`",
        ),
        (
            r#"{"primary": ["a", 1], "options": []}"#,
            (1, 19, 1),
            primary,
        ),
        (
            r#"{"primary": ["a", "a"], "options": []}"#,
            (1, 19, 3),
            "item \"a\" is declared twice; rename or remove one of the two items",
        ),
        (
            r#"{"primary": [{"item": "a", "multiplicity": [3, 2]}], "options": []}"#,
            (1, 14, 37),
            "invalid multiplicity of item \"a\": 3 to 2, expected the lower bound first; \
             swap the bounds",
        ),
        (
            r#"{"primary": [{"item": "a", "multiplicity": "2"}], "options": []}"#,
            (1, 44, 3),
            "invalid multiplicity, expected a whole number, or [LOW, HIGH]",
        ),
        (
            r#"{"primary": [{"item": "a", "multiplicity": [2, "3"]}], "options": []}"#,
            (1, 48, 3),
            "invalid type: string \"3\", expected a whole number from 0 to 4294967295",
        ),
        (
            r#"{"primary": [{"multiplicity": 2}], "options": []}"#,
            (1, 32, 1),
            "missing field `item`; write the item as {\"item\": NAME, \"multiplicity\": [LOW, HIGH]}",
        ),
        (
            r#"{"primary": [], "secondary": ["s", ["t"]], "options": []}"#,
            (1, 36, 5),
            "invalid item, expected a name in quotes",
        ),
        (
            "{\"primary\": [\"a\"], \"options\": [[\"a\"],\n3]}",
            (2, 1, 1),
            "invalid option, expected an array of items, or {\"items\": [...], \"cost\": COST}",
        ),
        (
            "{\"primary\": [\"a\"], \"options\": [\n[\"a\", null]]}",
            (2, 7, 4),
            use_of,
        ),
        (
            "{\"primary\": [\"monday\", \"b\"], \"options\": [\n[\"b\", \"mondey\"]]}",
            (2, 7, 8),
            "there is no item \"mondey\"; did you mean \"monday\"?",
        ),
        (
            "{\"options\": [\n[\"ä\", \"b\", \"ä\"]], \"primary\": [\"b\", \"ä\"]}",
            (2, 12, 3),
            "item \"ä\" occurs twice in one option; remove one of the two",
        ),
        (
            "{\"primary\": [\"a\"], \"options\": [[\n{\"item\": \"a\", \"colour\": \"c\"}]]}",
            (2, 1, 28),
            "item \"a\" is primary and cannot have a colour; \
             make the item secondary, or remove the colour",
        ),
        (
            "{\"primary\": [\"a\"], \"options\": [[\n{\"item\": \"a\", \"color\": \"c\"}]]}",
            (2, 15, 7),
            "unknown field `color`, expected `item` or `colour`; did you mean `colour`?",
        ),
        (
            "{\"primary\": [\"a\"], \"options\": [[\n{\"item\": \"a\", \"shade\": \"c\"}]]}",
            (2, 15, 7),
            "unknown field `shade`, expected `item` or `colour`; \
             write the item as {\"item\": NAME, \"colour\": COLOUR}",
        ),
        (
            "{\"primary\": [\"a\"], \"options\": [\n{\"items\": [\"a\"], \"cost\": \"1\"}]}",
            (2, 26, 3),
            no_cost,
        ),
        (
            "{\"primary\": [\"a\"], \"options\": [\n{\"items\": [\"a\"], \"cost\": 1e3}]}",
            (2, 26, 3),
            no_cost,
        ),
        (
            "{\"primary\": [\"a\"], \"options\": [{\"items\": [\"a\"], \"cost\": -9223372036854775807},\n\
             {\"items\": [\"a\"], \"cost\": 1}]}",
            (2, 26, 1),
            "the costs of all options, without signs and decimal points, add up to more than 9,223,372,036,854,775,807; \
             use smaller costs: express them in a larger unit, and round them if necessary",
        ),
        (
            "{\"primary\": [\"a\"], \"options\": [\n{\"cost\": 1}]}",
            (2, 11, 1),
            "missing field `items`; write the option as {\"items\": [...], \"cost\": COST}",
        ),
    ] {
        check_rejected(json::read, text.as_bytes(), place, message);
    }
}

#[test]
fn the_cause_is_the_error_of_the_builder() {
    let error = json::read(br#"{"primary":["b"],"options":[["b","b"]]}"#).unwrap_err();
    let cause = BuildError::RepeatedItem("b".to_owned());
    assert_eq!(error.cause(), Some(&cause));
}

#[test]
fn deeply_nested_text_does_not_overflow_the_stack() {
    for deep in ["[".repeat(1 << 20), "{\"primary\":".repeat(1 << 18)] {
        let text = format!("{{\"primary\":[\"a\"],\"options\":[[{deep}");
        assert!(json::read(text.as_bytes()).is_err());
        let whole = format!("{deep}{}", "]".repeat(1 << 20));
        assert!(json::read(whole.as_bytes()).is_err());
    }
}

/// JSON can contain every valid name, even if it escapes every character.
#[test]
fn a_name_of_maximum_length_is_written_and_read_back() {
    for c in ["x", "\0", "\"", "\\", "\n", "\u{7F}", "\u{2028}", "é"] {
        let name = c.repeat(Problem::LONGEST_NAME / c.len());
        let mut builder = Problem::builder();
        builder.primary("").unwrap();
        let item = builder.secondary(&name).unwrap();
        builder.option([("", None), (&*name, None)]).unwrap();
        builder.option([(item, &name)]).unwrap();
        let problem = builder.build();
        let mut text = Vec::new();
        json::write(&problem, &mut text).unwrap();
        let read = json::read(&text).unwrap();
        assert!(
            read.name(item) == name && read.colour(&name).is_some(),
            "{c:?}"
        );
        let longer = name + c;
        let text = String::from_utf8(text).unwrap();
        let escaped = |name: &str| serde_json::to_string(name).unwrap();
        let text = text.replace(&escaped(&longer[c.len()..]), &escaped(&longer));
        let error = json::read(text.as_bytes()).unwrap_err();
        assert!(error.to_string().len() < 300, "{error}");
    }
}

#[test]
fn a_multiplicity_is_one_number_or_two_bounds() {
    let text = br#"{"primary":[{"item":"a","multiplicity":2},{"item":"b"},
        {"item":"c","multiplicity":[0,3]}],"options":[]}"#;
    let problem = json::read(text).unwrap();
    let bounds = |name| problem.multiplicity(problem.item(name).unwrap());
    let expected = [Some(2..=2), Some(1..=1), Some(0..=3)];
    assert_eq!(["a", "b", "c"].map(bounds), expected);
}
