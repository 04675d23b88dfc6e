//! The bridge to f-puzzles: each command, as the userscript sends it and reads its answers.

use serde_json::{Value, json};

use super::client::{Client, Running};

/// The grid of f-puzzles for a line of givens.
fn grid(line: &str) -> Value {
    let side = line.len().isqrt();
    let cell = |letter: char| match letter.to_digit(10) {
        Some(value) => json!({"value": value, "given": true}),
        None => json!({}),
    };
    let cells: Vec<Value> = line.chars().map(cell).collect();
    cells.chunks(side).map(|row| json!(row)).collect()
}

fn puzzle(line: &str) -> Value {
    json!({"size": line.len().isqrt(), "grid": grid(line)})
}

/// A message of the script.
fn message(nonce: u64, command: &str, puzzle: &Value) -> Value {
    let data = lz_str::compress_to_base64(&puzzle.to_string());
    json!({"nonce": nonce, "command": command, "dataType": "fpuzzles", "data": data})
}

fn ask(client: &mut Client, command: &str, puzzle: &Value) -> Value {
    client.ask(&message(5, command, puzzle))
}

const UNIQUE: &str = "1......2....3..4";
const SOLUTION: &str = "1243431224313124";
const NONE: &str = "11..............";
const SEVERAL: &str = "1......2....3...";

#[test]
fn solve() {
    let server = Running::start();
    let mut client = server.open_bridge();
    let values: Vec<u32> = SOLUTION.chars().filter_map(|c| c.to_digit(10)).collect();
    let solved = ask(&mut client, "solve", &puzzle(UNIQUE));
    assert_eq!(
        solved,
        json!({"nonce": 5, "type": "solved", "solution": values})
    );
    let none = ask(&mut client, "solve", &puzzle(NONE));
    assert_eq!(
        none,
        json!({"nonce": 5, "type": "invalid", "message": "There is no solution."})
    );
    // Another solution each time.
    let blank = puzzle(&".".repeat(81));
    let (one, other) = (
        ask(&mut client, "solve", &blank),
        ask(&mut client, "solve", &blank),
    );
    assert_ne!(one["solution"], other["solution"]);
}

#[test]
fn check() {
    let server = Running::start();
    let mut client = server.open_bridge();
    for (line, count) in [(UNIQUE, 1), (NONE, 0), (SEVERAL, 2)] {
        let checked = ask(&mut client, "check", &puzzle(line));
        let expected = json!({"nonce": 5, "type": "count", "count": count, "inProgress": false});
        assert_eq!(checked, expected, "{line}");
    }
}

#[test]
fn count() {
    let server = Running::start();
    let mut client = server.open_bridge();
    let counted = ask(&mut client, "count", &puzzle(SEVERAL));
    let expected = json!({"nonce": 5, "type": "count", "count": 3, "inProgress": false});
    assert_eq!(counted, expected);
    let counted = ask(&mut client, "count", &puzzle(&".".repeat(36)));
    assert_eq!(counted["count"], 28_200_960);
}

/// A killer with one cage has very many solutions.
fn endless() -> Value {
    let mut puzzle = puzzle(&".".repeat(81));
    puzzle["killercage"] = json!([{"cells": ["R1C1", "R1C2"], "value": "17"}]);
    puzzle
}

#[test]
fn a_long_count_reports_its_progress_and_is_cancelled() {
    let server = Running::start();
    let mut client = server.open_bridge();
    client.send(&message(7, "count", &endless()));
    let mut counts = Vec::new();
    while counts.len() < 2 {
        let progress = client.read();
        assert_eq!(progress["nonce"], 7);
        assert_eq!(progress["inProgress"], true, "{progress}");
        counts.push(progress["count"].clone());
    }
    client.send(&json!({"nonce": 8, "command": "cancel"}));
    let mut answers = Vec::new();
    while answers.len() < 2 {
        let answer = client.read();
        if answer["type"] == "canceled" {
            answers.push(answer["nonce"].as_u64().unwrap());
        }
    }
    answers.sort_unstable();
    assert_eq!(answers, [7, 8]);
}

#[test]
fn a_new_command_cancels_the_one_before() {
    let server = Running::start();
    let mut client = server.open_bridge();
    for nonce in 0..20 {
        client.send(&message(nonce, "count", &endless()));
    }
    client.send(&message(20, "check", &puzzle(UNIQUE)));
    let mut open: Vec<u64> = (0..20).collect();
    let mut checked = false;
    while !open.is_empty() || !checked {
        let answer = client.read();
        match answer["nonce"].as_u64().unwrap() {
            20 => {
                assert_eq!(answer["count"], 1);
                checked = true;
            }
            nonce if answer["type"] == "canceled" => open.retain(|own| *own != nonce),
            _ => assert_eq!(answer["inProgress"], true, "{answer}"),
        }
    }
}

#[test]
fn a_count_that_runs_out_of_time_says_so() {
    let server = Running::with_seconds(1);
    let mut client = server.open_bridge();
    client.send(&message(1, "count", &endless()));
    let stopped = loop {
        let answer = client.read();
        if answer["inProgress"] != true {
            break answer;
        }
    };
    assert_eq!(stopped["type"], "invalid");
    let message = stopped["message"].as_str().unwrap();
    assert!(
        message.starts_with("Stopped by the time limit: at least "),
        "{message}"
    );
}

#[test]
fn estimate() {
    let server = Running::start();
    let mut client = server.open_bridge();
    // So small a tree is walked, and the number is exact.
    let exact = ask(&mut client, "estimate", &puzzle(SEVERAL));
    assert_eq!(exact["type"], "estimate");
    for key in ["estimate", "ci95_lower", "ci95_upper"] {
        assert_eq!(exact[key], 3.0, "{exact}");
    }
    assert_eq!(
        (&exact["stderr"], &exact["relErrPercent"]),
        (&json!(0.0), &json!(0.0))
    );
    client.send(&message(6, "estimate", &endless()));
    let mut iterations = 0;
    for _ in 0..3 {
        let better = client.read();
        assert_eq!(
            (&better["nonce"], &better["type"]),
            (&json!(6), &json!("estimate"))
        );
        assert!(better["estimate"].as_f64().unwrap() > 1e18, "{better}");
        assert!(better["iterations"].as_u64().unwrap() > iterations);
        iterations = better["iterations"].as_u64().unwrap();
    }
    client.send(&json!({"nonce": 7, "command": "cancel"}));
    while client.read() != json!({"nonce": 7, "type": "canceled"}) {}
}

#[test]
fn true_candidates() {
    let server = Running::start();
    let mut client = server.open_bridge();
    let counts = |answer: &Value| -> Vec<i64> {
        assert_eq!(answer["type"], "truecandidates", "{answer}");
        serde_json::from_value(answer["solutionsPerCandidate"].clone()).unwrap()
    };
    let unique = counts(&ask(&mut client, "truecandidates", &puzzle(UNIQUE)));
    let digits = SOLUTION
        .bytes()
        .flat_map(|own| (b'1'..=b'4').map(move |digit| own == digit));
    let expected: Vec<i64> = digits.map(i64::from).collect();
    assert_eq!(unique, expected);
    // Up to a cap, each candidate has as many solutions as hold it.
    let mut several = puzzle(SEVERAL);
    assert_eq!(
        counts(&ask(&mut client, "truecandidates", &several))
            .iter()
            .max(),
        Some(&1)
    );
    several["truecandidatesoptions"] = json!(["truecandidatesnumsolutions=2"]);
    let capped = counts(&ask(&mut client, "truecandidates", &several));
    several["truecandidatesoptions"] = json!(["truecandidatesnumsolutions=8"]);
    let counted = counts(&ask(&mut client, "truecandidates", &several));
    assert_eq!(counted[..4], [3, 0, 0, 0]);
    for cell in counted.chunks(4) {
        assert_eq!(cell.iter().sum::<i64>(), 3);
    }
    let at_most_two: Vec<i64> = counted.iter().map(|count| *count.min(&2)).collect();
    assert_eq!(capped, at_most_two);
    let none = ask(&mut client, "truecandidates", &puzzle(NONE));
    assert_eq!(
        (&none["type"], &none["message"]),
        (&json!("invalid"), &json!("There is no solution."))
    );
}

#[test]
fn true_candidates_of_many_solutions_are_counted_up_to_the_cap() {
    let server = Running::start();
    let mut client = server.open_bridge();
    let mut blank = puzzle(&".".repeat(81));
    blank["truecandidatesoptions"] = json!(["truecandidatesnumsolutions=8"]);
    let answer = ask(&mut client, "truecandidates", &blank);
    let counts = answer["solutionsPerCandidate"].as_array().unwrap();
    assert!(counts.len() == 729 && counts.iter().all(|count| *count == 8));
}

#[test]
fn logic_leaves_candidates_without_a_solution() {
    let server = Running::start();
    let mut client = server.open_bridge();
    // A fish is needed here: without sets and chains, logic leaves more.
    let mut hard =
        puzzle("....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6....");
    let off = json!([
        "tuples",
        "pointing",
        "fishes",
        "wings",
        "aic",
        "contradictions"
    ]);
    hard["truecandidatesoptions"] = json!(["logical"]);
    hard["disabledlogic"] = off;
    let answer = ask(&mut client, "truecandidates", &hard);
    let counts = answer["solutionsPerCandidate"].as_array().unwrap();
    assert!(counts.iter().any(|count| *count == -1));
    assert_eq!(counts.iter().filter(|count| **count == 1).count(), 81);
}

#[test]
fn step_by_step() {
    let server = Running::start();
    let mut client = server.open_bridge();
    let mut board = puzzle(UNIQUE);
    let mut messages = Vec::new();
    for _ in 0..40 {
        let answer = ask(&mut client, "step", &board);
        assert_eq!(
            (&answer["type"], &answer["isValid"]),
            (&json!("logical"), &json!(true))
        );
        messages.push(answer["message"].as_str().unwrap().to_owned());
        // What the script puts into the cells that are not given.
        let cells = answer["cells"].as_array().unwrap();
        for (at, cell) in cells.iter().enumerate() {
            let own = &mut board["grid"][at / 4][at % 4];
            if own["given"] != true {
                *own = match cell["value"].as_u64() {
                    Some(0) => json!({"centerPencilMarks": cell["candidates"]}),
                    value => json!({"value": value}),
                };
            }
        }
        if cells.iter().all(|cell| cell["value"] != 0) {
            break;
        }
    }
    assert!(
        messages[0].starts_with("Initial candidates.\n"),
        "{messages:?}"
    );
    let is_new = |message: &&String| message.starts_with("Initial candidates.");
    assert_eq!(messages.iter().filter(is_new).count(), 1, "{messages:?}");
    let single = "Naked single: r1c4 can only be 3.\n";
    assert!(
        messages.iter().any(|message| message == single),
        "{messages:?}"
    );
    let values = board["grid"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| row.as_array().unwrap());
    let line: String = values.map(|cell| cell["value"].to_string()).collect();
    assert_eq!(line, SOLUTION);
}

#[test]
fn solve_path() {
    let server = Running::start();
    let mut client = server.open_bridge();
    let answer = ask(&mut client, "solvepath", &puzzle(UNIQUE));
    assert_eq!(
        (&answer["type"], &answer["isValid"]),
        (&json!("logical"), &json!(true))
    );
    let cells = answer["cells"].as_array().unwrap();
    let line: String = cells.iter().map(|cell| cell["value"].to_string()).collect();
    assert_eq!(line, SOLUTION);
    let message = answer["message"].as_str().unwrap();
    assert!(message.contains("Hidden single: "), "{message}");
    let answer = ask(&mut client, "solvepath", &puzzle(SEVERAL));
    let message = answer["message"].as_str().unwrap();
    assert!(
        message.ends_with("No step is left: the board has several solutions.\n"),
        "{message}"
    );
    let answer = ask(&mut client, "solvepath", &puzzle(NONE));
    assert_eq!(answer["isValid"], false, "{answer}");
    // What is entered may contradict what is given.
    let mut wrong = puzzle(UNIQUE);
    wrong["grid"][0][1] = json!({"givenPencilMarks": [2, 3], "value": 4});
    let answer = ask(&mut client, "solvepath", &wrong);
    assert_eq!(
        answer["message"],
        "What is entered in r1c2 contradicts the puzzle."
    );
}

#[test]
fn an_unsupported_rule_is_named() {
    let server = Running::start();
    let mut client = server.open_bridge();
    for command in [
        "solve",
        "check",
        "count",
        "estimate",
        "truecandidates",
        "step",
        "solvepath",
    ] {
        let mut odd = puzzle(UNIQUE);
        odd["wormhole"] = json!([{"cells": ["R1C1"]}]);
        let answer = ask(&mut client, command, &odd);
        assert_eq!(answer["type"], "invalid");
        let message = answer["message"].as_str().unwrap();
        assert!(message.contains("wormhole"), "{message}");
    }
}

#[test]
fn odd_messages_are_answered() {
    let server = Running::start();
    let mut client = server.open_bridge();
    let mut unknown = message(3, "dance", &puzzle(UNIQUE));
    let answer = client.ask(&unknown);
    let expected = "no command \"dance\", expected solve, check, count, estimate, truecandidates, \
                    step, solvepath or cancel";
    assert_eq!(
        answer,
        json!({"nonce": 3, "type": "invalid", "message": expected})
    );
    unknown["command"] = json!("solve");
    unknown["dataType"] = json!("iss");
    let answer = client.ask(&unknown);
    assert_eq!(
        answer["message"],
        "no data of the type \"iss\", expected \"fpuzzles\""
    );
    for data in ["", "!", "N4Ig", "AAAAAAAAAAAAAA==", "é"] {
        let odd = json!({"nonce": 4, "command": "solve", "dataType": "fpuzzles", "data": data});
        let answer = client.ask(&odd);
        assert_eq!(
            (&answer["nonce"], &answer["type"]),
            (&json!(4), &json!("invalid")),
            "{data}"
        );
    }
    for odd in [json!({}), json!([]), json!(7)] {
        assert_eq!(client.ask(&odd)["type"], "invalid");
    }
    assert_eq!(ask(&mut client, "check", &puzzle(UNIQUE))["count"], 1);
}
