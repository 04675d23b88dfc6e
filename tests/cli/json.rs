//! Answers as JSON: one object per line, valid by the schema.

use quadrille::report::SCHEMA;
use serde_json::Value;

use super::schema::is_valid;
use super::{EXAMPLE, file, pairs, run, uneven_pairs};

const JOBS: &str = "cook drive sing | Ann Bob\ncook Ann\ndrive Bob |3\nsing\nsing |2\nAnn\n";
const NONE: &str = "a b c | s\na\nb s\nc s\n";

/// Runs a command and checks its exit code and its lines, and each line by the schema.
#[track_caller]
fn lines(arguments: &str, input: impl Into<Vec<u8>>, code: i32, expected: &[&str]) {
    let run = run(arguments, input);
    assert_eq!(run.code, code, "{arguments}: {run:?}");
    assert_eq!(run.out.lines().collect::<Vec<_>>(), expected, "{arguments}");
    assert!(run.out.is_empty() || run.out.ends_with('\n'));
    are_valid_by_the_schema(&run.out);
}

#[track_caller]
fn are_valid_by_the_schema(out: &str) -> Vec<Value> {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let values: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for value in &values {
        assert!(is_valid(&schema, &schema, value), "{value}");
    }
    values
}

#[test]
fn a_count_is_an_object() {
    lines(
        "count --format json",
        EXAMPLE,
        0,
        &[r#"{"count":1,"stop":"exhausted"}"#],
    );
    lines(
        "count --format json",
        NONE,
        1,
        &[r#"{"count":0,"stop":"exhausted"}"#],
    );
    let enough = r#"{"count":10,"stop":"enough solutions"}"#;
    lines("count --format json --limit 10", pairs(10), 0, &[enough]);
    let stopped = r#"{"at_least":2,"stop":"node limit"}"#;
    lines(
        "count --format json --engine links --nodes 5",
        pairs(4),
        3,
        &[stopped],
    );
    let stopped = r#"{"at_least":0,"stop":"time limit"}"#;
    lines("count --format json --time 0", pairs(4), 3, &[stopped]);
    // 2^64 does not fit into 64 bits.
    let coins: Vec<String> = (0..64).map(|coin| format!("c{coin}")).collect();
    let twice: String = coins
        .iter()
        .map(|coin| format!("{coin}\n{coin}\n"))
        .collect();
    let large = format!("{}\n{twice}", coins.join(" "));
    let digits = r#"{"count":"18446744073709551616","stop":"exhausted"}"#;
    lines("count --format json", large, 0, &[digits]);
}

#[test]
fn marginals_are_one_object_per_line() {
    let expected = [
        r#"{"count":2,"stop":"exhausted"}"#,
        r#"{"count":2,"option":0,"items":["cook","Ann"]}"#,
        r#"{"count":2,"option":1,"items":["drive","Bob"]}"#,
        r#"{"count":1,"option":2,"items":["sing"]}"#,
        r#"{"count":1,"option":3,"items":["sing"]}"#,
        r#"{"count":0,"option":4,"items":["Ann"]}"#,
    ];
    lines("count --marginals --format json", JOBS, 0, &expected);
    let stopped = [r#"{"stop":"node limit"}"#];
    lines(
        "count --marginals --nodes 5 --format json",
        uneven_pairs(40),
        3,
        &stopped,
    );
    let nnf = run("compile", "a b\na\nb\n").out;
    let expected = [
        r#"{"count":1,"stop":"exhausted"}"#,
        r#"{"count":1,"option":0,"text":"a"}"#,
        r#"{"count":1,"option":1,"text":"b"}"#,
    ];
    lines("count --marginals --format json", nnf, 0, &expected);
}

#[test]
fn an_estimate_is_an_object() {
    let run = run("estimate --format json", EXAMPLE);
    assert_eq!(run.code, 0);
    let value = &are_valid_by_the_schema(&run.out)[0];
    assert_eq!(value["solutions"]["mean"], 1.0);
    assert_eq!(
        (&value["stop"], &value["count"]),
        (&"exhausted".into(), &1.into())
    );
    let rough = super::run("estimate --format json --probes 2", uneven_pairs(41));
    let value = &are_valid_by_the_schema(&rough.out)[0];
    assert_eq!(
        (&value["probes"], &value["solutions"]),
        (&2.into(), &Value::Null)
    );
    assert_eq!(value["stop"], "enough probes");
    // 17 15 13 11 9 7 5 3.
    let exact = super::run("estimate --format json --probes 2", pairs(18));
    let value = &are_valid_by_the_schema(&exact.out)[0];
    assert_eq!(value["count"], 34_459_425);
    let stopped = [r#"{"stop":"time limit"}"#];
    lines("estimate --format json --time 0", pairs(40), 3, &stopped);
}

#[test]
fn samples_are_solutions() {
    let expected = r#"{"options":[{"option":0,"items":["c","e"]},{"option":3,"items":["a","d","f"]},{"option":4,"items":["b","g"]}]}"#;
    lines("sample -n 2 --format json", EXAMPLE, 0, &[expected; 2]);
    lines("sample --format json", NONE, 1, &[]);
}

#[test]
fn an_explanation_is_an_object() {
    let expected = r#"{"items":["b","c"],"undecided":[],"proof":{"item":"c","steps":[{"rule":"forced","option":{"option":1,"items":["b","s"]},"item":"b"},{"rule":"excluded","option":{"option":2,"items":["c","s"]},"beside":{"option":1,"items":["b","s"]},"item":"s"}]},"stop":"exhausted"}"#;
    lines("explain --format json", NONE, 0, &[expected]);
    let cover = r#"{"options":[{"option":0,"items":["a"]}],"stop":"enough solutions"}"#;
    lines("explain --format json", "a\na\n", 1, &[cover]);
    let stopped = [r#"{"stop":"node limit"}"#];
    lines(
        "explain --format json --nodes 0 --no-colouring",
        pairs(7),
        3,
        &stopped,
    );
    let weights = r#"{"weights":[{"item":"p0","weight":1},{"item":"p1","weight":1},{"item":"p2","weight":1},{"item":"p3","weight":1},{"item":"p4","weight":1}],"modulus":2,"total":1,"stop":"exhausted"}"#;
    lines("explain --format json", pairs(5), 0, &[weights]);
    let groups = pairs(8) + "p0 p1 p2\np5 p6 p7\n";
    let weights = run("explain --format json --force 28 --forbid 29", groups).out;
    let keys = ["weights", "modulus", "total", "forced", "forbidden", "stop"];
    let value = &are_valid_by_the_schema(&weights)[0];
    assert!(keys.iter().all(|key| value.get(key).is_some()), "{weights}");
    let forced = r#"{"items":["b"],"undecided":[],"forced":[{"option":0,"items":["a"]}],"stop":"exhausted"}"#;
    let command = "explain --format json --force a --force 1";
    lines(command, "a b\na\na b\n", 0, &[forced]);
}

#[test]
fn a_reduction_is_an_object() {
    let expected = r#"{"problem":{"primary":["c"],"secondary":[],"options":[["c"],{"items":["c"],"cost":1}]},"origins":[1,2],"in_every_solution":[{"option":0,"items":["a","b"]}],"cost":4,"forced":1,"excluded":0,"unsupported":0,"dropped":1,"spare":3,"complete":true,"stop":"exhausted"}"#;
    let problem = "a b c | s\na b |4\nc\nc |1\ns\n";
    lines("reduce --format json", problem, 0, &[expected]);
    let no_cover = r#"{"proof":{"item":"b","steps":[]},"stop":"exhausted"}"#;
    lines("reduce --format json", "a b\na\n", 1, &[no_cover]);
    let stopped = [r#"{"stop":"time limit"}"#];
    lines("reduce --format json --time 0", problem, 3, &stopped);
}

#[test]
fn verdicts_are_one_object_per_line() {
    let problem = file("json-check.dlx", b"a b\na\nb\n");
    let check = format!("check --to json {}", problem.display());
    let wrong = [
        r#"{"solution":2,"line":4,"faults":[{"line":4,"message":"item \"b\" is not covered"}]}"#,
        r#"{"solutions":2,"wrong":1}"#,
    ];
    lines(&check, "b\na\n\na\n", 1, &wrong);
    lines(&check, "b\na\n", 0, &[r#"{"solutions":1,"wrong":0}"#]);
}

#[test]
fn solutions_are_valid_by_the_schema() {
    for (command, lines) in [("solve -n 0", 2), ("best -k 9", 3), ("best --nodes 0", 1)] {
        let run = run(&format!("{command} --format json"), JOBS);
        assert_eq!(are_valid_by_the_schema(&run.out).len(), lines);
    }
}

/// Every kind of object that the sudoku commands print.
#[test]
fn boards_are_valid_by_the_schema() {
    let unique = "1......2....3..4\n";
    let several = "1..............2\n";
    let none = "123....4........\n";
    let boards = format!("{unique}{several}{none}11..............\nhalf\n");
    let verdicts = |arguments: &str, input: &str| -> Vec<String> {
        let run = run(&format!("sudoku {arguments} --format json"), input);
        let values = are_valid_by_the_schema(&run.out);
        let verdicts = values.iter().map(|value| {
            assert!(value.get("board").is_some());
            value["verdict"].as_str().unwrap_or("-").to_owned()
        });
        verdicts.collect()
    };
    for (command, expected) in [
        ("show", ["-", "-", "-", "bad", "bad"]),
        ("", ["solved", "solved", "none", "bad", "bad"]),
        ("solve -n 0", ["solved", "solved", "none", "bad", "bad"]),
        (
            "solve -n 0 --nodes 0",
            ["stopped", "stopped", "none", "bad", "bad"],
        ),
        ("count", ["counted", "counted", "counted", "bad", "bad"]),
        (
            "count --marginals",
            ["counted", "counted", "counted", "bad", "bad"],
        ),
        (
            "count --nodes 0",
            ["stopped", "stopped", "counted", "bad", "bad"],
        ),
        ("check", ["unique", "several", "none", "bad", "bad"]),
        ("minimize", ["minimized", "several", "none", "bad", "bad"]),
        (
            "minimize --nodes 0",
            ["unknown", "unknown", "none", "bad", "bad"],
        ),
        (
            "minimize --rules",
            ["minimized", "several", "none", "bad", "bad"],
        ),
        (
            "explain --rules",
            ["unique", "several", "none", "none", "bad"],
        ),
        ("explain", ["unique", "several", "none", "none", "bad"]),
        (
            "explain --nodes 0",
            ["unknown", "unknown", "none", "none", "bad"],
        ),
        (
            "candidates",
            ["candidates", "candidates", "none", "bad", "bad"],
        ),
        (
            "candidates --nodes 0",
            ["unknown", "unknown", "none", "bad", "bad"],
        ),
        ("rate", ["rated", "several", "none", "bad", "bad"]),
        ("hint", ["step", "several", "none", "bad", "bad"]),
        ("steps", ["solved", "several", "none", "bad", "bad"]),
    ] {
        assert_eq!(verdicts(command, &boards), expected, "{command}");
    }
    let classic = include_str!("../boards/grid.txt");
    assert_eq!(verdicts("canonical", classic), ["-"; 2]);
    assert_eq!(verdicts("rate", classic), ["rated"; 2]);
    assert_eq!(verdicts("generate -n 2 --seed 7", ""), ["made"; 2]);
    assert_eq!(
        verdicts("generate --seed 7 --clues 17 --tries 1", ""),
        ["none"]
    );
    assert_eq!(verdicts("generate --seed 7 --time 0", ""), ["stopped"]);
}

#[test]
fn tilings_are_objects() {
    lines(
        "tile 2x2 I2* --format json -n 0",
        "",
        0,
        &[
            r#"{"pieces":[{"piece":"I2","cells":["r1c1","r1c2"]},{"piece":"I2","cells":["r2c1","r2c2"]}]}"#,
            r#"{"pieces":[{"piece":"I2","cells":["r1c1","r2c1"]},{"piece":"I2","cells":["r1c2","r2c2"]}]}"#,
        ],
    );
    lines(
        "tile 1x3 I2 --gaps 1 --format json",
        "",
        0,
        &[r#"{"pieces":[{"piece":"I2","cells":["r1c1","r2c1"]}],"free":["r3c1"]}"#],
    );
    lines(
        "tile ?xx? I2 --steps --format json",
        "",
        0,
        &[
            r#"{"steps":[{"kind":"locked","chosen":[],"removed":[{"piece":"I2","cells":["r1c3","r1c4"]}],"text":"Locked: only I2 can cover r1c2, so I2 is nowhere else. So I2 cannot be at r1c3-4."},{"kind":"single","chosen":[{"piece":"I2","cells":["r1c2","r1c3"]}],"removed":[{"piece":"I2","cells":["r1c1","r1c2"]}],"text":"Single: r1c3 can only be covered by I2 at r1c2-3."}],"chosen":[{"piece":"I2","cells":["r1c2","r1c3"]}],"left":0,"end":"solved","stop":"exhausted"}"#,
        ],
    );
    lines(
        "tile 3x3 I2* --gaps 1 --steps --format json --techniques singles",
        "",
        0,
        &[r#"{"steps":[],"chosen":[],"left":12,"end":"stuck","stop":"exhausted"}"#],
    );
    lines(
        "tile 8x8 I2* --count --up-to-symmetry --format json",
        "",
        0,
        &[
            r#"{"count":12988816,"up_to_symmetry":1629189,"symmetries":8,"rotations":4,"stop":"exhausted"}"#,
        ],
    );
    lines(
        "tile a-puzzle-a-day:10-06 a-puzzle-a-day --count --format json",
        "",
        0,
        &[r#"{"board":"10-06","count":7,"stop":"exhausted"}"#],
    );
    lines(
        "tile 5x5 I2* --count --format json",
        "",
        1,
        &[r#"{"count":0,"stop":"exhausted"}"#],
    );
    lines(
        "tile a-puzzle-a-day:10-06 a-puzzle-a-day --count --time 0 --format json",
        "",
        3,
        &[r#"{"board":"10-06","at_least":0,"stop":"time limit"}"#],
    );
}
