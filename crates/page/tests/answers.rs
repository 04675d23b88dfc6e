//! Each question with its answer, and questions that are wrong.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::time::Duration;

use quadrille_core::CancelToken;
use quadrille_page::{Host, answer};
use serde_json::{Value, json};

const BOARD: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The whole reply.
fn reply(question: Value) -> Value {
    let text = answer(
        &question.to_string(),
        &Host::default(),
        &CancelToken::new(),
        |_| (),
    );
    let reply: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(reply["id"], question["id"], "{text}");
    reply
}

/// The answer to a question.
fn ask(ask: &str, mut fields: Value) -> Value {
    fields["ask"] = json!(ask);
    fields["id"] = json!(7);
    let reply = reply(fields);
    assert!(reply["error"].is_null(), "{reply}");
    reply["answer"].clone()
}

/// The error of a question.
fn fault(ask: &str, mut fields: Value) -> Value {
    fields["ask"] = json!(ask);
    fields["id"] = json!("x");
    let reply = reply(fields);
    assert!(reply["answer"].is_null(), "{reply}");
    reply["error"].clone()
}

#[test]
fn a_board_is_read_in_any_form() {
    let line = ask("board.read", json!({ "text": BOARD }));
    let puzzle = line["puzzle"].clone();
    assert_eq!(puzzle["givens"][0], "53..7....");
    assert_eq!(line["cells"].as_array().unwrap().len(), 81);
    assert!(line["svg"].as_str().unwrap().starts_with("<svg"));
    for text in [
        puzzle.to_string(),
        ask_text("iss", &puzzle),
        ask_text("link", &puzzle),
    ] {
        let again = ask("board.read", json!({ "text": text }));
        assert_eq!(again["puzzle"]["givens"], puzzle["givens"], "{text}");
    }
    let two = ask(
        "board.read",
        json!({ "text": format!("{BOARD}\n{BOARD}\n") }),
    );
    assert_eq!(two["more"], 1);
    let other = format!("{BOARD}\n1......2....3...\n");
    let notes = ask("board.read", json!({ "text": other }))["notes"].clone();
    assert_eq!(
        notes,
        json!(["line 2: invalid board: 16 cells, expected 81"])
    );
    let map = "AABB\nAABB\nCCDD\nCCDD\n\n1...\n....\n....\n....\n";
    let jigsaw = ask("board.read", json!({ "text": map }));
    assert_eq!(jigsaw["puzzle"]["regions"][0], "AABB");
}

fn ask_text(format: &str, puzzle: &Value) -> String {
    let written = ask("board.write", json!({ "puzzle": puzzle, "format": format }));
    written["text"].as_str().unwrap().to_owned()
}

#[test]
fn a_board_is_checked_solved_and_counted() {
    let unique = ask("board.check", json!({ "puzzle": BOARD }));
    assert_eq!(
        (&unique["verdict"], &unique["values"]["r1c3"]),
        (&json!("unique"), &json!(4))
    );
    let several = ask("board.check", json!({ "puzzle": "1......2....3..." }));
    assert_eq!(several["verdict"], "several");
    assert!(!several["differ"].as_array().unwrap().is_empty());
    let none = ask(
        "board.check",
        json!({ "puzzle": BOARD, "values": { "r1c3": 1 } }),
    );
    assert_eq!(none["verdict"], "none");
    let count = ask("board.count", json!({ "puzzle": "1......2....3..." }));
    let solved = ask(
        "board.solve",
        json!({ "puzzle": "1......2....3...", "n": 100 }),
    );
    let solutions = solved["solutions"].as_array().unwrap();
    assert_eq!(count["count"], solutions.len().to_string());
    assert_eq!(count["exact"], true);
    let last = ask(
        "board.solve",
        json!({ "puzzle": "1......2....3...", "n": 2, "skip": 1 }),
    );
    assert_eq!(last["solutions"], json!(solutions[1..3]));
    let empty = ask(
        "board.count",
        json!({ "puzzle": ".".repeat(81), "limits": { "seconds": 0.05 } }),
    );
    assert_eq!(
        (&empty["exact"], &empty["stop"]),
        (&json!(false), &json!("time limit"))
    );
}

#[test]
fn candidates_difficulty_and_explanations() {
    let board = "1......2....3...";
    let all = ask("board.candidates", json!({ "puzzle": board }));
    let solved = ask("board.solve", json!({ "puzzle": board, "n": 100 }));
    for (cell, values) in all["found"].as_object().unwrap() {
        let mut found: Vec<u64> = solved["solutions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|solution| solution[cell].as_u64().unwrap())
            .collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(*values, json!(found), "{cell}");
    }
    assert_eq!(all["verdict"], "several");
    let rated = ask("board.rate", json!({ "puzzle": BOARD }));
    assert_eq!(
        (&rated["difficulty"], &rated["number"]),
        (&json!("easy"), &json!(1.2))
    );
    let wrong = format!("55{}", &BOARD[2..]);
    let explained = ask("board.explain", json!({ "puzzle": wrong }));
    assert_eq!(explained["wrong"], json!(["r1c1", "r1c2"]));
    assert_eq!(explained["report"]["verdict"], "none");
}

#[test]
fn a_hint_has_three_stages_and_steps_lead_to_the_end() {
    let stage = |stage: u8| ask("board.hint", json!({ "puzzle": BOARD, "stage": stage }));
    assert!(stage(1)["text"].as_str().unwrap().starts_with("Look at"));
    assert_eq!(stage(1)["technique"], Value::Null);
    assert!(stage(2)["technique"].is_string());
    assert!(stage(3)["placed"].is_object());
    let path = ask("board.steps", json!({ "puzzle": BOARD }));
    let placed = path["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["placed"].as_object().unwrap().len())
        .sum::<usize>();
    assert_eq!(placed, 51);
    // The same by single hints.
    let mut values = serde_json::Map::new();
    while values.len() < 51 {
        let hint = ask("board.hint", json!({ "puzzle": BOARD, "values": values }));
        let placed = hint["placed"].as_object().unwrap();
        assert!(!placed.is_empty());
        values.extend(placed.clone());
    }
    let end = ask("board.hint", json!({ "puzzle": BOARD, "values": values }));
    assert_eq!(end["text"], "The board is solved.");
}

#[test]
fn wrong_entries_are_named_before_any_step() {
    let wrong = |values: Value, marks: Value| {
        let fields = json!({ "puzzle": BOARD, "values": values, "marks": marks });
        let hint = ask("board.hint", fields.clone());
        let path = ask("board.steps", fields);
        assert_eq!(hint["text"], path["text"]);
        assert_eq!(path["steps"], json!([]));
        (
            hint["text"].as_str().unwrap().to_owned(),
            hint["wrong"].clone(),
        )
    };
    let (text, cells) = wrong(json!({ "r1c3": 1, "r1c4": 6 }), json!({ "r1c6": [2, 4] }));
    assert_eq!(text, "What you entered in r1c3 and r1c6 is wrong.");
    assert_eq!(cells, json!(["r1c3", "r1c6"]));
    let several = json!({ "puzzle": "1......2....3...", "values": { "r1c2": 2, "r1c3": 2 } });
    assert_eq!(
        ask("board.hint", several)["text"],
        "What you entered leaves no solution."
    );
    let fine = json!({ "puzzle": BOARD, "values": { "r1c3": 4 }, "marks": { "r1c4": [2, 6] } });
    assert!(ask("board.hint", fine)["technique"].is_string());
}

#[test]
fn a_single_mark_is_a_step_and_no_value() {
    let solved = ask("board.check", json!({ "puzzle": BOARD }))["values"].clone();
    let marks: serde_json::Map<String, Value> = solved
        .as_object()
        .unwrap()
        .iter()
        .map(|(cell, value)| (cell.clone(), json!([value, value])))
        .collect();
    let fields = json!({ "puzzle": BOARD, "marks": marks });
    assert!(ask("board.hint", fields.clone())["placed"].is_object());
    let path = ask("board.steps", fields);
    assert_eq!(path["steps"].as_array().unwrap().len(), 51);
    // What a puzzle says about a cell holds whatever the marks say.
    let marked = json!({
        "rows": 4, "columns": 4, "values": 4, "boxes": "2x2",
        "givens": ["1...", "...2", "....", "3..."], "candidates": { "r1c2": [2, 3] },
    });
    let fields = json!({ "puzzle": marked, "marks": { "r1c2": [4] } });
    assert_eq!(ask("board.count", fields.clone())["count"], "0");
    assert!(
        ask("board.hint", fields)["text"]
            .as_str()
            .unwrap()
            .starts_with("What you entered")
    );
}

#[test]
fn puzzles_are_made_and_minimized() {
    let made = ask("board.generate", json!({ "rules": "killer", "seed": 3 }));
    assert_eq!(made["puzzle"]["rules"][0]["type"], "cage");
    let again = ask("board.generate", json!({ "rules": "killer", "seed": 3 }));
    assert_eq!(made["puzzle"], again["puzzle"]);
    let checked = ask("board.check", json!({ "puzzle": made["puzzle"] }));
    assert_eq!(checked["verdict"], "unique");
    let minimal = ask("board.minimize", json!({ "puzzle": BOARD }));
    let givens = minimal["puzzle"]["givens"].to_string();
    assert!(
        givens
            .matches(|letter: char| letter.is_ascii_digit())
            .count()
            < 30
    );
    for (wish, value) in [
        ("difficulty", "soft"),
        ("symmetry", "round"),
        ("rules", "kiler"),
    ] {
        assert!(fault("board.generate", json!({ wish: value }))["message"].is_string());
    }
}

#[test]
fn a_tiling_is_shown_filled_counted_and_explained() {
    let all = || json!({ "board": "6x10", "pieces": ["pentominoes"] });
    let with = |mut fields: Value, key: &str, value: Value| {
        fields[key] = value;
        fields
    };
    let shown = ask("tile.show", all());
    assert_eq!(
        (&shown["area"], &shown["grid"]),
        (&json!(60), &json!("squares"))
    );
    assert_eq!(shown["pieces"].as_array().unwrap().len(), 12);
    let first = ask("tile.fill", all());
    let second = ask("tile.fill", with(all(), "skip", json!(1)));
    let both = ask("tile.fill", with(all(), "n", json!(2)));
    assert_eq!(
        both["tilings"],
        json!([first["tilings"][0], second["tilings"][0]])
    );
    let count = ask("tile.count", all());
    assert_eq!(
        (&count["count"], &count["exact"]),
        (&json!("9356"), &json!(true))
    );
    let count = ask("tile.count", with(all(), "symmetry", json!("all")));
    assert_eq!(count["count"], "2339");
    let none = json!({ "board": "8x8-2x2", "pieces": ["T4*15"] });
    assert_eq!(ask("tile.count", none.clone())["count"], "0");
    assert!(ask("tile.explain", none)["text"].as_str().unwrap().len() > 10);
    let steps = ask(
        "tile.steps",
        json!({ "board": "5x4", "pieces": ["I4 L4*2 O4 S4"] }),
    );
    assert!(steps["steps"].is_array());
    assert!(
        ask("tile.sheet", all())["svg"]
            .as_str()
            .unwrap()
            .starts_with("<svg")
    );
    let drawn =
        json!({ "board": "xxx\nx.x\nxxx", "pieces": ["I4*2"], "optional": true, "gaps": ".." });
    assert_eq!(ask("tile.show", drawn)["area"], 8);
    let two = json!({ "board": "small:\nxx\nxx\n\nlong:\nxxx\n", "pieces": ["I2*2"] });
    let notes = ask("tile.show", two)["notes"].clone();
    assert_eq!(notes, json!(["the first of 2 boards is shown"]));
    assert!(
        fault(
            "tile.fill",
            json!({ "board": "6x10", "pieces": ["pentomono"] })
        )["column"]
            .is_u64()
    );
}

#[test]
fn a_problem_is_read_solved_counted_and_danced() {
    let text = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    let read = ask("cover.read", json!({ "text": text }));
    assert_eq!(read["items"][2], json!({ "name": "c", "primary": true }));
    assert_eq!(
        read["options"][0],
        json!([{ "item": 2, "colour": null }, { "item": 4, "colour": null }])
    );
    let solved = ask("cover.solve", json!({ "text": text }));
    assert_eq!(solved["solutions"], json!([[0, 3, 4]]));
    assert_eq!(
        ask("cover.solve", json!({ "text": text, "skip": 1 }))["solutions"],
        json!([])
    );
    assert_eq!(ask("cover.count", json!({ "text": text }))["count"], "1");
    let dance = ask("cover.dance", json!({ "text": text }));
    assert_eq!(
        dance["moves"][0],
        json!({ "move": "choose", "item": 0, "options": [1, 3], "level": 0 })
    );
    assert_eq!(dance["more"], false);
    let none = ask("cover.explain", json!({ "text": "a b c\na b\nb c\n" }));
    assert!(!none["text"].as_str().unwrap().is_empty());
    let error = fault("cover.read", json!({ "text": "a b\na x\n" }));
    assert_eq!((&error["line"], &error["column"]), (&json!(2), &json!(3)));
    let large = format!("a\n{}", "a\n".repeat(3000));
    assert_eq!(
        ask("cover.read", json!({ "text": large }))["items"],
        Value::Null
    );
    assert!(fault("cover.dance", json!({ "text": large }))["message"].is_string());
    // Equal options multiply counts beyond 64 bits.
    let items: Vec<String> = (0..80).map(|item| format!("i{item}")).collect();
    let twice: String = items
        .iter()
        .map(|item| format!("{item}\n{item}\n"))
        .collect();
    let huge = ask(
        "cover.count",
        json!({ "text": format!("{}\n{twice}", items.join(" ")) }),
    );
    assert_eq!(huge["count"], (1_u128 << 80).to_string());
}

#[test]
fn wrong_questions_are_refused_by_name() {
    for (question, what) in [
        ("", "invalid question"),
        ("[1]", "invalid question"),
        ("{}", "no \"ask\""),
        (r#"{"ask": 3}"#, "no \"ask\""),
        (
            r#"{"ask": "board.guess"}"#,
            "unknown question \"board.guess\"",
        ),
        (r#"{"ask": "board.check"}"#, "puzzle"),
        (r#"{"ask": "board.check", "puzzle": "123"}"#, ""),
        (r#"{"ask": "board.check", "puzzle": 123}"#, ""),
        (
            r#"{"ask": "board.check", "puzzle": "1......2....3...", "limit": 3}"#,
            "limit",
        ),
        (
            r#"{"ask": "board.check", "puzzle": "1......2....3...", "limits": {"hours": 3}}"#,
            "hours",
        ),
        (
            r#"{"ask": "board.check", "puzzle": "1......2....3...", "values": {"r9c9": 3}}"#,
            "r9c9",
        ),
        (
            r#"{"ask": "board.check", "puzzle": "1......2....3...", "values": {"r1c2": 5}}"#,
            "expected 1 to 4",
        ),
        (
            r#"{"ask": "board.hint", "puzzle": "1......2....3...", "stage": 4}"#,
            "stage",
        ),
        (
            r#"{"ask": "board.write", "puzzle": "1......2....3...", "format": "word"}"#,
            "word",
        ),
        (r#"{"ask": "tile.fill", "board": "6x10"}"#, "no pieces"),
        (
            r#"{"ask": "tile.fill", "board": "6x10", "pieces": ["I4"], "gaps": "3..1"}"#,
            "smaller",
        ),
        (r#"{"ask": "tile.fill", "board": "", "pieces": ["I4"]}"#, ""),
        (
            r#"{"ask": "cover.count", "text": "a\na\n", "from": "doc"}"#,
            "doc",
        ),
    ] {
        let text = answer(question, &Host::default(), &CancelToken::new(), |_| ());
        let reply: Value = serde_json::from_str(&text).unwrap();
        let message = reply["error"]["message"].as_str();
        assert!(
            message.is_some_and(|message| message.contains(what)),
            "{question}: {text}"
        );
    }
}

#[test]
fn a_cancelled_question_says_so() {
    let cancel = CancelToken::new();
    cancel.cancel();
    let question = json!({ "id": 3, "ask": "board.count", "puzzle": ".".repeat(81) });
    let reply = answer(&question.to_string(), &Host::default(), &cancel, |_| ());
    assert_eq!(reply, r#"{"cancelled":true,"id":3}"#);
}

/// Every field of every question is replaced by values that nobody expects.
#[test]
fn odd_fields_do_no_harm() {
    let board = "1......2....3...";
    let problem = "a b\na\nb\na b\n";
    let questions = [
        json!({ "ask": "board.read", "text": board, "shape": "4x4" }),
        json!({ "ask": "board.show", "puzzle": board, "values": { "r1c2": 2 }, "marks": { "r1c3": [3] } }),
        json!({ "ask": "board.check", "puzzle": board, "shape": "4x4" }),
        json!({ "ask": "board.solve", "puzzle": board, "n": 2, "skip": 1 }),
        json!({ "ask": "board.candidates", "puzzle": board }),
        json!({ "ask": "board.count", "puzzle": board, "limits": { "seconds": 1, "memory": 1000 } }),
        json!({ "ask": "board.rate", "puzzle": board }),
        json!({ "ask": "board.explain", "puzzle": board, "rules": true }),
        json!({ "ask": "board.hint", "puzzle": board, "stage": 2, "unique": true }),
        json!({ "ask": "board.steps", "puzzle": board, "most": 2, "unique": true }),
        json!({ "ask": "board.generate", "shape": "4x4", "rules": "", "symmetry": "180", "difficulty": "easy", "clues": 8, "minimal": false, "seed": 3 }),
        json!({ "ask": "board.minimize", "puzzle": "1234341221434321", "rules": true }),
        json!({ "ask": "board.write", "puzzle": board, "format": "iss" }),
        json!({ "ask": "tile.show", "board": "4x5", "pieces": ["I4", "L4*2"], "turning": "fixed", "optional": true, "gaps": "..", "grid": "squares" }),
        json!({ "ask": "tile.fill", "board": "2x4", "pieces": ["I2*4"], "n": 2, "skip": 1, "seed": 3 }),
        json!({ "ask": "tile.count", "board": "2x4", "pieces": ["I2*4"], "symmetry": "all" }),
        json!({ "ask": "tile.explain", "board": "3x3", "pieces": ["I2*4"] }),
        json!({ "ask": "tile.steps", "board": "2x4", "pieces": ["I2*4"], "most": 3 }),
        json!({ "ask": "tile.sheet", "board": "2x4", "pieces": ["I2*4"] }),
        json!({ "ask": "cover.read", "text": problem, "from": "dlx" }),
        json!({ "ask": "cover.solve", "text": problem, "n": 1, "skip": 1 }),
        json!({ "ask": "cover.count", "text": problem }),
        json!({ "ask": "cover.explain", "text": problem }),
        json!({ "ask": "cover.steps", "text": problem }),
        json!({ "ask": "cover.dance", "text": problem, "most": 5 }),
    ];
    let odd = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1e300),
        json!(u64::MAX),
        json!(""),
        json!("\u{0}é"),
        json!("9".repeat(5000)),
        json!("*".repeat(5000)),
        json!("[".repeat(5000)),
        json!("1000000x1000000"),
        json!([]),
        json!([[], {}, null]),
        json!({}),
        json!({ "r1c1": 0, "r0c0": 1, "": [] }),
        json!({ "rows": 36, "columns": 36 }),
        json!({ "seconds": -1.0, "memory": u64::MAX }),
    ];
    let host = Host {
        time: Duration::from_secs(1),
        ..Host::default()
    };
    let mut answered = 0;
    for question in questions {
        for field in question.as_object().unwrap().keys() {
            for odd in &odd {
                let mut question = question.clone();
                question[field] = odd.clone();
                question["id"] = json!("é");
                let text = answer(&question.to_string(), &host, &CancelToken::new(), |_| ());
                let reply: Value = serde_json::from_str(&text).unwrap();
                assert_eq!(reply["id"], "é");
                assert!(
                    reply["answer"].is_object() != reply["error"].is_object(),
                    "{text}"
                );
                answered += usize::from(reply["answer"].is_object());
            }
        }
    }
    assert!(answered > 50, "{answered}");
}
