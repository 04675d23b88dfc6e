//! Checking solutions in text.

use quadrille::text::solutions::{Verdict, Writer, judge_json, judge_text};
use quadrille::text::{TextError, dlx, json};
use quadrille::{Problem, Solver};

const PROBLEM: &str = "a b c | s\na c s:x |3\nb s:x |2\nb |7\nb |9\nc s |1\na s:y\ns\n";

fn problem(text: &str) -> Problem {
    dlx::read(text.as_bytes()).unwrap()
}

/// All verdicts: the line of each solution, with the lines and messages of its faults.
fn describe(verdicts: &[Verdict]) -> Vec<String> {
    let fault = |verdict: &Verdict| {
        let faults = verdict.faults.iter();
        let faults = faults.map(|fault| format!("; {}: {}", fault.line, fault.message));
        format!("{}{}", verdict.line, faults.collect::<String>())
    };
    verdicts.iter().map(fault).collect()
}

type Judge = fn(&Problem, &[u8], &mut dyn FnMut(Verdict)) -> Result<(), TextError>;

fn verdicts(judge: Judge, of: &str, text: &str) -> Result<Vec<String>, TextError> {
    let mut verdicts = Vec::new();
    judge(&problem(of), text.as_bytes(), &mut |v| verdicts.push(v))?;
    Ok(describe(&verdicts))
}

fn of_text(of: &str, text: &str) -> Vec<String> {
    verdicts(|p, t, each| judge_text(p, t, each), of, text).unwrap()
}

fn of_json(of: &str, text: &str) -> Result<Vec<String>, TextError> {
    verdicts(|p, t, each| judge_json(p, t, each), of, text)
}

/// The error with its help after a semicolon, if there is any.
fn with_help(error: &TextError) -> String {
    let help = error.help().map(|help| format!("; {help}"));
    format!("{error}{}", help.unwrap_or_default())
}

#[test]
fn solutions_in_text_are_checked() {
    for (text, verdicts) in [
        ("a c s:x\nb s:x\n", vec!["1"]),
        ("\u{FEFF}\r\n s:x b\r\nc  a\ts:x\r\ncost 5\r\n", vec!["2"]),
        ("b\na c s:x\n\n\n\nb s:x\na c s:x", vec!["1", "6"]),
        ("a c s:x\nb s\n", vec!["1; 2: there is no option \"b s\""]),
        (
            "a c s:x\nb s:x x",
            vec!["1; 2: there is no option \"b s:x x\""],
        ),
        ("a c s:x\n", vec!["1; 1: item \"b\" is not covered"]),
        (
            "a c s:x\nb\nc s\n",
            vec![
                "1; 3: item \"c\" is covered twice, by option 0 (a c s:x) and by option 4 (c s); \
                 3: item \"s\" is covered twice, by option 0 (a c s:x) and by option 4 (c s)",
            ],
        ),
        (
            "a s:y\nb s:x\nc s",
            vec![
                "1; 2: item \"s\" has two colours, \
                 one by option 5 (a s:y) and one by option 1 (b s:x); \
                 3: item \"s\" is covered twice, by option 5 (a s:y) and by option 4 (c s)",
            ],
        ),
        (
            "a c s:x\nb s:x\ns",
            vec!["1; 3: option 6 (s) has no primary item"],
        ),
        (
            "a c s:x\nb s:x\nb s:x",
            vec!["1; 3: option 1 (b s:x) is used more than once"],
        ),
        // Costs.
        ("a c s:x\ncost 6\nb s:x", vec!["1; 2: the cost is 5, not 6"]),
        (
            "a c s:x\nb s:x\ncost 5\ncost 5",
            vec!["1; 4: a second cost; the first is on line 3"],
        ),
        ("a c s:x\nb\ncost 10\n\na c s:x\nb\ncost 12", vec!["1", "5"]),
        (
            "a c s:x\nb\ncost 13",
            vec!["1; 3: the cost is between 10 and 12, not 13"],
        ),
        (
            "a c s:x\nb\ncost 11",
            vec!["1; 3: the cost is between 10 and 12, but no choice of equal options gives 11"],
        ),
        (
            "a c s:x\nb\n cost 9223372036854775808",
            vec![
                "1; 3: cost 9223372036854775808 is too large, \
                 expected a number from -9223372036854775807 to 9223372036854775807",
            ],
        ),
        (
            "a c s:x\nb s:x\ncost x",
            vec!["1; 3: there is no option \"cost x\""],
        ),
        ("", vec![]),
    ] {
        assert_eq!(of_text(PROBLEM, text), verdicts, "{text:?}");
    }
}

#[test]
fn each_equal_option_can_be_used_once() {
    let of = "2|a\na\na\n";
    assert_eq!(of_text(of, "a\na\n"), ["1"]);
    assert_eq!(
        of_text(of, "a\n"),
        ["1; 1: item \"a\" is covered once, not twice"]
    );
    assert_eq!(
        of_text(of, "a\na\na\n"),
        ["1; 3: option 1 (a) is used more than once"]
    );
}

#[test]
fn the_empty_solution_has_no_lines() {
    assert_eq!(of_text(" | s\ns\n", ""), ["1"]);
    assert_eq!(of_text(" | s\ns\n", "\ncost 0\n"), ["2"]);
    assert_eq!(of_text("0:1|a\na\n", "cost 0\n\na\n"), ["1", "3"]);
}

#[test]
fn every_solution_is_read_as_it_is_written() {
    // The empty solution is one of them, and an option may look like its line.
    for problem in ["0:1|a\na\n", " | s\ns\n", "(no options)\n(no options)\n"] {
        let solver = Solver::new(dlx::read(problem.as_bytes()).unwrap());
        let mut out = Writer::text(solver.problem(), Vec::new());
        for solution in solver.search().solutions() {
            out.write(&solution).unwrap();
        }
        let written = out.written() as usize;
        let text = String::from_utf8(out.into_inner()).unwrap();
        let verdicts = of_text(problem, &text);
        assert_eq!(verdicts.len(), written, "{text}");
        assert!(
            verdicts.iter().all(|verdict| !verdict.contains(':')),
            "{verdicts:?}"
        );
    }
    assert_eq!(
        of_text("a\na\n", "(no options)\n"),
        ["1; 1: item \"a\" is not covered"]
    );
}

#[test]
fn a_line_like_a_cost_may_be_an_option() {
    let of = "cost 5 a\ncost 5\na\n";
    assert_eq!(of_text(of, "cost 5\na\ncost 0\n"), ["1"]);
}

/// Names in JSON may contain spaces and colons.
#[test]
fn a_line_that_fits_two_options_is_rejected() {
    let of = |problem: &str, text: &str| {
        let problem = json::read(problem.as_bytes()).unwrap();
        let mut verdicts = Vec::new();
        match judge_text(&problem, text.as_bytes(), |verdict| verdicts.push(verdict)) {
            Ok(()) => describe(&verdicts),
            Err(error) => vec![with_help(&error)],
        }
    };
    // The first option is dropped.
    let dropped = r#"{"primary":["x","y"],"secondary":["x y"],"options":[["x y"],["x","y"]]}"#;
    assert_eq!(of(dropped, "x y\n"), ["1"]);
    let spaces = r#"{"primary":["x","y","x y"],"options":[["x","y"],["x y"],["x"]]}"#;
    assert_eq!(
        of(spaces, "x\n\nx y\n"),
        [
            "line 3, column 1: option 0 and option 1 have the same text; \
             give the solutions as JSON, with numbered options"
        ]
    );
    let harmless = r#"{"primary":["Ann and Bob","Cleo"],"options":[["Ann and Bob"],["Cleo"]]}"#;
    assert_eq!(of(harmless, "Cleo\nAnn and Bob\n"), ["1"]);
    let colons = r#"{"primary":["a"],"secondary":["s","s:x"],
        "options":[["a",{"item":"s","colour":"x"}],["a","s:x"]]}"#;
    assert_eq!(
        of(colons, " a s:x"),
        [
            "line 1, column 2: option 0 and option 1 have the same text; \
             give the solutions as JSON, with numbered options"
        ]
    );
}

#[test]
fn solutions_in_json_are_checked() {
    let x = r#"{"item":"s","colour":"x"}"#;
    for (text, verdict) in [
        (r#"{"options":[{"option":0},{"option":1}]}"#.to_owned(), "1"),
        (
            format!(
                "\n{{\"cost\":5,\"options\":[{{\"option\":0,\"items\":[{x},\"c\",\"a\"]}},{{\"option\":1,\"cost\":2}}]}}"
            ),
            "2",
        ),
        (
            r#"{"options":[{"option":0,"items":["a","c","s"]},{"option":2}]}"#.to_owned(),
            "1; 1: option 0 has different items: a c s:x",
        ),
        (
            r#"{"options":[{"option":0},{"option":2,"cost":8}],"cost":1}"#.to_owned(),
            "1; 1: option 2 (b) costs 7, not 8",
        ),
        (
            r#"{"options":[{"option":0},{"option":2}],"cost":11}"#.to_owned(),
            "1; 1: the cost is 10, not 11",
        ),
        (
            r#"{"options":[{"option":7}]}"#.to_owned(),
            "1; 1: there is no option 7",
        ),
        (
            r#"{"options":[{"option":2},{"option":3}]}"#.to_owned(),
            "1; 1: item \"b\" is covered twice, by option 2 (b) and by option 3 (b); \
             1: item \"a\" is not covered; 1: item \"c\" is not covered",
        ),
    ] {
        assert_eq!(of_json(PROBLEM, &text).unwrap(), [verdict], "{text}");
    }
}

#[test]
fn malformed_json_is_rejected() {
    let right = r#"{"options":[{"option":0},{"option":1}]}"#;
    for (text, message) in [
        (
            "\n{\"options\":[{\"option\"",
            "line 2, column 22: the text ends inside an object; check that the file is complete",
        ),
        (
            "{}",
            "line 1, column 2: missing field `options`; write the solution as {\"options\": [...]}",
        ),
        (
            "[]",
            "line 1, column 1: invalid type: array, expected an object; \
             write the solution as {\"options\": [...]}",
        ),
        (
            "{\"options\":[{\"option\":0,\"shade\":5}]}",
            "line 1, column 25: unknown field `shade`, expected one of `option`, `items`, `cost`; \
             write the option as its number, or as {\"items\": [...]}",
        ),
        (
            "{\"options\":[{\"option\":0,\"items\":[5]}]}",
            "line 1, column 34: invalid item, \
             expected a name in quotes, or {\"item\": NAME, \"colour\": COLOUR}",
        ),
        (
            &format!("{right}\n{right}]"),
            "line 2, column 40: invalid JSON: expected value",
        ),
        (
            "{\"options\":\n[true]}",
            "line 2, column 2: invalid type: boolean `true`, \
             expected a number, or an object with `option` or `items`; \
             write the option as its number, or as {\"items\": [...]}",
        ),
        (
            "{\"options\":[{\"option\":-1}]}",
            "line 1, column 23: invalid value: integer `-1`, \
             expected a whole number from 0 to 4294967295",
        ),
        (
            "{\"options\":[{\"option\":0},\n [1, null, 5]]}",
            "line 2, column 2: invalid type: array, expected an object; \
             write the option as its number, or as {\"items\": [...]}",
        ),
        (
            "{\"options\":[{\"option\":12345678901}]}",
            "line 1, column 23: invalid value: integer `12345678901`, \
             expected a whole number from 0 to 4294967295",
        ),
        (
            "{\"options\":[],\"cost\":\"5\"}",
            "line 1, column 22: invalid cost, expected a number such as 5, -3 or 2.25",
        ),
    ] {
        let error = of_json(PROBLEM, text).unwrap_err();
        assert_eq!(with_help(&error), message);
    }
}

#[test]
fn costs_with_signs_and_decimals_are_checked() {
    let of = "a b\na |-2.25\nb |0.5\nb |3\n";
    assert_eq!(
        of_text(of, "a\nb\ncost -1.75\n\na\nb\ncost 0.750\n"),
        ["1", "5"]
    );
    let wrong = "1; 3: the cost is between -1.75 and 0.75, not -1.755";
    assert_eq!(of_text(of, "a\nb\ncost -1.755\n"), [wrong]);
    let tally = "a\nb\ncost -1.75\n\n1 solution has the least cost -1.75\n";
    assert_eq!(of_text(of, tally), ["1"]);
    let json = r#"{"options":[{"option":0,"cost":-2.25},{"option":2}],"cost":0.75}
        {"greatest":0.75,"bound":0.75,"optimal":true,"ties":1,"stop":"exhausted"}"#;
    assert_eq!(of_json(of, json).unwrap(), ["1"]);
    let json = r#"{"options":[{"option":0,"cost":2.25},{"option":2}]}"#;
    let wrong = "1; 1: option 0 (a) costs -2.25, not 2.25";
    assert_eq!(of_json(of, json).unwrap(), [wrong]);
}

#[test]
fn an_object_may_take_several_lines() {
    let text = "\u{FEFF}\n{\n  \"options\": [\n    {\"option\": 0},\n    {\"option\": 1}\n  ]\n}\n\n\
                {\"options\":[{\"option\":0}]} {\"options\":[\n{\"option\":9}]}\n";
    let verdicts = [
        "2",
        "9; 9: item \"b\" is not covered",
        "9; 10: there is no option 9",
    ];
    assert_eq!(of_json(PROBLEM, text).unwrap(), verdicts);
}

#[test]
fn written_solutions_are_correct() {
    let solver = Solver::new(problem(PROBLEM));
    let problem = solver.problem();
    let solutions: Vec<_> = solver.search().solutions().collect();
    assert!(solutions.len() > 1);
    let best = solver.search().best(9).value.solutions;
    assert_eq!(best.len(), solutions.len());
    let judges: [(bool, Judge); 2] = [
        (false, |p, t, each| judge_text(p, t, each)),
        (true, |p, t, each| judge_json(p, t, each)),
    ];
    for (is_json, judge) in judges {
        for costed in [false, true] {
            let mut writer = if is_json {
                Writer::json(problem, Vec::new())
            } else {
                Writer::text(problem, Vec::new())
            };
            for (solution, best) in solutions.iter().zip(&best) {
                if costed {
                    writer.write_costed(best).unwrap();
                } else {
                    writer.write(solution).unwrap();
                }
            }
            assert_eq!(writer.written(), solutions.len() as u64);
            let mut read = 0;
            judge(problem, &writer.into_inner(), &mut |verdict| {
                assert_eq!(verdict.faults, []);
                read += 1;
            })
            .unwrap();
            assert_eq!(read, solutions.len());
        }
    }
}
