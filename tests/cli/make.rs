//! `quadrille sudoku`: generate, minimize, explain, canonical, dedup.

use serde_json::json;

use super::{classic, file, on_terminal, run};

const BOARD: &str = classic::BOARD.trim_ascii_end();

/// Rows as columns.
fn turned(board: &str) -> String {
    let cells = (0..81).map(|cell| &board[cell % 9 * 9 + cell / 9..][..1]);
    cells.collect()
}

#[test]
fn a_seed_gives_the_same_puzzles_on_any_number_of_threads() {
    for flags in [
        "--minimal",
        "--symmetry 180 --clues 30",
        "--legal boj2580",
        "--guesses 2..9",
        "--difficulty expert",
    ] {
        let generate = |more: &str| {
            run(
                &format!("sudoku generate -n 20 --seed 5 {flags} {more}"),
                "",
            )
        };
        let alone = generate("--threads 1");
        assert_eq!((alone.code, &*alone.err), (0, ""));
        assert_eq!(generate("--threads 2").out, alone.out);
        let lines: Vec<&str> = alone.out.lines().collect();
        assert_eq!(lines.len(), 20);
        let last = run(&format!("sudoku generate --seed 24 {flags}"), "");
        assert_eq!(last.out.trim_end(), lines[19]);
        assert_eq!(
            run("sudoku count", alone.out.as_str()).out,
            "1\n".repeat(20)
        );
    }
}

#[test]
fn a_random_seed_is_reported() {
    let made = run("sudoku generate", "");
    assert_eq!((made.code, made.out.lines().count()), (0, 1));
    let seed = made.err.strip_prefix("seed: ").unwrap().trim_end();
    run(&format!("sudoku generate --seed {seed}"), "").is(0, &made.out, "");
}

#[test]
fn a_missing_puzzle_is_reported_with_the_nearest_that_was_found() {
    run("sudoku generate --seed 1 --clues 20 --tries 1 --time 0", "").is(
        3,
        "",
        "seed 1: no such puzzle in 1 try, stopped by the time limit\n\
         note: made 0 of 1 puzzles\n\
         help: raise '--time', change '--seed', or relax the request\n",
    );
    let few = run("sudoku generate -n 2 --seed 1 --clues 17 --tries 9", "");
    assert_eq!((few.code, &*few.out), (3, ""));
    let start = "seed 1: no such puzzle in 9 tries: 9 had the wrong number of givens (nearest: 2";
    assert!(few.err.starts_with(start), "{}", few.err);
    assert_eq!(few.err.lines().count(), 4);
    run("sudoku generate --clues 82", "").is(
        2,
        "",
        "quadrille: 82 givens do not fit into 81 cells\n",
    );
    run("sudoku generate --clues 27 --symmetry 90", "").is(
        2,
        "",
        "quadrille: 27 givens cannot have this symmetry; the nearest possible numbers are 25 and 28\n",
    );
    run(
        "sudoku generate --seed 1 --tries 2 --guesses 5000..9000",
        "",
    )
    .is(
        3,
        "",
        "seed 1: no such puzzle in 2 tries: all had too few guesses; \
         the hardest found is one with 2.5 guesses\n\
         note: made 0 of 1 puzzles\n\
         help: raise '--tries', change '--seed', or relax the request\n",
    );
    let usage = run("sudoku generate --legal boj2580 --shape 6x6", "");
    assert_eq!(usage.code, 2);
    assert!(
        usage
            .err
            .contains("'--legal' is for the classic shape only")
    );
}

/// Puzzles were made, so there is nothing wrong with the request.
#[test]
fn too_many_puzzles_for_the_time_are_not_said_to_be_impossible() {
    let many = run("sudoku generate -n 10000000 --seed 1 --time 0.5", "");
    assert_eq!(many.code, 3);
    let end = "\nhelp: raise '--time', or ask for fewer puzzles with '-n'\n";
    assert!(many.err.ends_with(end), "{}", many.err);
    let made = many.out.lines().count();
    assert!(made > 0);
    let note = format!("note: made {made} of 10000000 puzzles");
    assert!(many.err.contains(&note), "{}", many.err);
}

/// Ten puzzles of each difficulty, and `rate` agrees.
#[test]
fn puzzles_have_the_difficulty_that_was_asked_for() {
    for difficulty in ["easy", "medium", "hard", "expert"] {
        let flags = format!("sudoku generate -n 10 --seed 7 --difficulty {difficulty}");
        let made = run(&flags, "");
        assert_eq!((made.code, &*made.err), (0, ""), "{difficulty}");
        let rated = run("sudoku rate", made.out.as_str()).out;
        assert_eq!(rated.lines().count(), 10);
        let start = format!("{difficulty} ");
        assert!(
            rated.lines().all(|line| line.starts_with(&start)),
            "{rated}"
        );
    }
    let small = run(
        "sudoku generate --seed 1 --shape 4x4 --difficulty extreme --tries 3",
        "",
    );
    let told = "seed 1: no extreme puzzle in 3 tries: all were too easy; \
                the hardest found is easy\nnote: made 0 of 1 puzzles\nhelp: ";
    assert_eq!((small.code, &*small.out), (3, ""));
    assert!(small.err.starts_with(told), "{}", small.err);
    let object = objects("generate --seed 1 --difficulty medium", "");
    assert_eq!(object[0]["difficulty"], "medium");
}

#[test]
fn a_mask_says_where_givens_stand() {
    let mask = file("mask.txt", b"# corners and more\nx..x\n.x..\n..x.\nx..x\n");
    let path = mask.display();
    let made = run(
        &format!("sudoku generate --shape 4x4 --mask {path} --seed 1"),
        "",
    );
    assert_eq!((made.code, &*made.err), (0, ""));
    let places = made.out.replace(|c: char| c.is_ascii_digit(), "x");
    assert_eq!(places, "x..x.x....x.x..x\n");
    let read = run(
        "sudoku generate --shape 4x4 --mask - --seed 1",
        "x..x\n.x..\n..x.\nx..x\n",
    );
    assert_eq!(read.out, made.out);
    assert_eq!(run("sudoku count", made.out.as_str()).out, "1\n");
    let wrong = run(&format!("sudoku generate --mask {path} --seed 1"), "");
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.err.starts_with("quadrille: no board in "),
        "{}",
        wrong.err
    );
}

#[test]
fn minimize_writes_a_record_for_each_board() {
    let text = format!("{BOARD}\n# c\n5{}\nx\n", ".".repeat(80));
    let minimized = run("sudoku minimize", text.as_str());
    assert_eq!(minimized.code, 2);
    let lines: Vec<&str> = minimized.out.lines().collect();
    assert_eq!(run("sudoku check", lines[0]).out, "unique\n");
    assert_eq!(lines[1..], [&*format!("5{}", ".".repeat(80)), "x"]);
    let told = "<stdin>:3: more than one solution\nquadrille: <stdin>:4:1: ";
    assert!(minimized.err.starts_with(told), "{}", minimized.err);
    let seeded = |seed: &str| run(&format!("sudoku minimize --seed {seed}"), BOARD).out;
    assert_eq!(seeded("3"), seeded("3"));
    run("sudoku minimize --list", "1......2....3..4").is(0, "\n", "");
    run("sudoku minimize --list", "12.....2....3..4").is(0, "r1c2 r2c4\n", "");
    run("sudoku minimize --time 0", BOARD).is(
        3,
        &format!("{BOARD}\n"),
        "<stdin>:1: stopped by the time limit\n",
    );
}

/// A thermometer, a cage and an arrow that are needed, and a dot that is not.
const DOT: &str = ".Shape~4x4.Thermo~R1C2~R1C1~R2C1.Cage~7~R3C1~R3C2~R4C2.Arrow~R3C3~R2C3~R2C2\
                   .WhiteDot~R4C3~R4C4\n";

#[test]
fn minimize_removes_rules_and_keeps_the_format() {
    let minimal = &DOT[..DOT.rfind(".WhiteDot").unwrap()];
    run("sudoku minimize --rules", DOT).is(0, &format!("{minimal}\n"), "");
    run("sudoku minimize --rules --list", DOT).is(0, "the white dot at r4c3\n", "");
    // All texts stay.
    let shown = run("sudoku show --format puzzle", DOT).out;
    let titled = shown.replacen('{', "{\"title\": \"A dot\",", 1);
    let left = run("sudoku minimize --rules", titled.as_str()).out;
    let left: serde_json::Value = serde_json::from_str(&left).unwrap();
    assert_eq!(left["title"], "A dot");
    assert_eq!(left["rules"].as_array().unwrap().len(), 3);
    let object = &objects("minimize --rules", DOT)[0];
    let removed = json!({"rules": ["the white dot at r4c3"], "givens": []});
    assert_eq!(object["removed"], removed);
    assert_eq!(object["minimized_puzzle"]["rules"], left["rules"]);
    assert_eq!(object["puzzle"]["rules"].as_array().unwrap().len(), 4);
    // A line would not show the rules of a flag.
    let full = "1234341243212143\n";
    let shaped = run("sudoku minimize --rules --shape 4x4+x", full).out;
    let shaped: serde_json::Value = serde_json::from_str(&shaped).unwrap();
    assert_eq!(shaped["givens"], json!(["....", "..12", ".3..", ".14."]));
    assert!(shaped.get("rules").is_none());
    let lines = run("sudoku minimize --rules", full).out;
    assert_eq!(lines, run("sudoku minimize", full).out);
    // ISS has one word for two strict rules, and none for one of them.
    let strict = ".Shape~4x4.StrictKropki.BlackDot~R1C1~R2C1.WhiteDot~R1C2~R1C3.WhiteDot~R1C2~R2C2\
                  .BlackDot~R1C3~R1C4.WhiteDot~R1C4~R2C4.BlackDot~R2C1~R2C2.BlackDot~R2C1~R3C1\
                  .BlackDot~R2C2~R3C2.BlackDot~R3C1~R3C2.WhiteDot~R3C1~R4C1.WhiteDot~R3C2~R3C3\
                  .BlackDot~R3C2~R4C2.WhiteDot~R3C3~R4C3.BlackDot~R4C2~R4C3.BlackDot~R4C3~R4C4\
                  .~R1C1_1";
    let left = run("sudoku minimize --rules", strict).out;
    let rules = left.matches("\"type\": \"strict-").count();
    assert!(left.starts_with('{') && rules == 1, "{left}");
    run("sudoku check", left.as_str()).is(0, "unique\n", "");
    let drawn = run("sudoku minimize --rules --format svg", DOT).out;
    let expected = run("sudoku show --format svg", minimal).out;
    assert_eq!(drawn, expected);
}

#[test]
fn explain_names_the_rules_that_are_needed() {
    let text = "one solution\nnot needed: the white dot at r4c3\n\
                needed: the thermometer at r1c2, the cage at r3c1 (sum 7), the arrow at r3c3\n";
    run("sudoku explain --rules", DOT).is(0, text, "");
    run("sudoku explain", DOT).is(0, "one solution\n", "");
    let needs = &objects("explain --rules", DOT)[0]["needs"];
    let dot =
        json!({"rule": "the white dot at r4c3", "cells": ["r4c3", "r4c4"], "need": "not needed"});
    assert_eq!((&needs[3], &needs[0]["need"]), (&dot, &json!("needed")));
    run("sudoku explain --rules", BOARD).is(
        0,
        "one solution\nit has no rules that could be removed\n",
        "",
    );
    let twice = format!("{}.WhiteDot~R4C3~R4C4\n", DOT.trim_end());
    let both = run("sudoku explain --rules", twice.as_str()).out;
    let both = both.lines().nth(1).unwrap();
    assert_eq!(
        both,
        "not needed: the white dot at r4c3, the white dot at r4c3; each of them alone can be removed"
    );
}

#[test]
fn explain_prints_one_finding_a_line() {
    let clash = BOARD.replacen("7....6", "7...56", 1);
    run("sudoku explain", format!("{clash}\n\n{BOARD}\n")).is(
        1,
        "no solution\nchange r1c9 from 5 to 2\nr1c1 and r1c9 are both 5\n\none solution\n",
        "",
    );
    run("sudoku explain --nodes 0", BOARD).is(
        3,
        "unknown: the search did not finish\n",
        "<stdin>:1: stopped by the node limit\n",
    );
}

#[test]
fn isomorphs_have_one_line_and_the_first_is_kept() {
    let turned = turned(BOARD);
    let relabelled = BOARD.replace('5', "x").replace('9', "5").replace('x', "9");
    let other = BOARD.replacen('5', ".", 1);
    let text = format!("# four\n{BOARD}\n{other}\n{turned}\n{relabelled}");
    let forms = run("sudoku canonical", text.as_str());
    let lines: Vec<&str> = forms.out.lines().collect();
    assert_eq!((forms.code, lines.len()), (0, 4));
    assert!(lines[0] == lines[2] && lines[0] == lines[3] && lines[0] != lines[1]);
    run("sudoku dedup", text.as_str()).is(0, &format!("{BOARD}\n{other}\n"), "");
    let blank = ".".repeat(81);
    run("sudoku canonical --automorphisms", blank.as_str()).is(
        0,
        &format!("{blank} 3359232\n"),
        "",
    );
    let json = run("sudoku canonical --format json", blank.as_str());
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["automorphisms"], 3_359_232);
    assert_eq!(
        (&json["board"], &json["canonical"]),
        (&blank.clone().into(), &blank.into())
    );
    let clash = format!("{}77", ".".repeat(79));
    run("sudoku canonical", clash.as_str()).is(0, &format!("{}11\n", ".".repeat(79)), "");
    let refused = run("sudoku canonical", "1......2....3..4");
    let what = "a canonical form needs a 9x9 board, this one has 16 cells";
    refused.is(2, "1......2....3..4\n", &format!("<stdin>:1: {what}\n"));
    // Each record has an answer of its own, whatever its form.
    let csv: Vec<String> = BOARD.chars().map(String::from).collect();
    let mixed = format!(".Cage~3~R1C1~R1C2\n{}\n{BOARD}\n", csv.join(","));
    let objects = run("sudoku canonical --format json", mixed);
    let forms: Vec<serde_json::Value> = objects
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((objects.code, forms.len()), (2, 3), "{}", objects.err);
    assert!(forms[0]["canonical"].is_null() && !forms[1]["canonical"].is_null());
    assert_eq!(forms[1]["canonical"], forms[2]["canonical"]);
}

#[test]
fn rate_writes_a_line_for_each_board() {
    let text = format!("{BOARD}\n5{}\n", ".".repeat(80));
    let rated = run("sudoku rate", format!("{text}x\n{}\n", turned(BOARD)));
    assert_eq!(rated.code, 2);
    let lines: Vec<&str> = rated.out.lines().collect();
    let start = "easy 1.2: hidden single; sum 57.0: ";
    assert!(lines[0].starts_with(start), "{}", lines[0]);
    assert!(
        lines[0].ends_with(": full house 21, hidden single 30"),
        "{}",
        lines[0]
    );
    assert_eq!(lines[1..], ["several", "bad", lines[0]]);
    assert!(
        rated
            .err
            .starts_with("<stdin>:2: more than one solution\nquadrille: <stdin>:3:1: ")
    );
    run("sudoku rate --nodes 0", BOARD).is(
        3,
        "unknown\n",
        "<stdin>:1: stopped by the node limit\n",
    );
    let objects = run("sudoku rate --format json", format!("{text}x\n")).out;
    let verdicts = objects.lines().map(|line| {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        object["verdict"].as_str().unwrap().to_owned()
    });
    assert_eq!(verdicts.collect::<Vec<_>>(), ["rated", "several", "bad"]);
    let json = run("sudoku rate --format json", BOARD).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["difficulty"], "easy");
    assert_eq!(
        (&json["hardest"], &json["number"]),
        (&"Hidden single".into(), &1.2.into())
    );
    let steps = json["steps"].as_object().unwrap().values();
    let steps = steps.map(|times| times.as_u64().unwrap());
    assert_eq!(steps.sum::<u64>(), BOARD.matches('.').count() as u64);
    // Other shapes are on no public scale.
    let small = run("sudoku rate", "1......2....3..4");
    let easy = "easy: hidden single; sum 13.0: full house 7, hidden single 5\n";
    assert_eq!((small.code, &*small.out), (0, easy));
    let full = run("sudoku rate", "1234341221434321");
    assert_eq!((full.code, &*full.out), (0, "easy: no cell is empty\n"));
}

#[test]
fn rate_has_other_scales() {
    let text = format!("{BOARD}\n");
    let effort = run("sudoku rate --scale guesses", &*text);
    let start = "guesses 0.00 ±0.00, inference forced, calls ";
    assert!(effort.out.starts_with(start), "{}", effort.out);
    let json = run("sudoku rate --scale guesses --format json", &*text).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["inference"], &json["guesses"]),
        (&"forced".into(), &0.0.into())
    );
    let low = json["calls"]["low"].as_u64().unwrap();
    assert!(low <= json["calls"]["median"].as_u64().unwrap());
    run("sudoku rate --scale guesses", "1......2....3..4").is(
        0,
        "guesses 0.00 ±0.00, inference forced\n",
        "",
    );
    let windoku =
        ".....6..............5..8..4.9.........861..23...9...8184........1...7.....2......";
    run("sudoku rate --scale guesses --shape windoku", windoku).is(
        0,
        "guesses 0.00 ±0.00, inference supports\n",
        "",
    );
    run("sudoku rate --scale braids", &*text).is(0, "braids 0\n", "");
    let json = run("sudoku rate --scale braids --format json", &*text).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["kind"], &json["length"]),
        (&"braids".into(), &0.into())
    );
    let hardest =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    run("sudoku rate --scale braids", hardest).is(0, "braids of any length do not solve it\n", "");
}

#[test]
fn puzzles_need_the_technique_that_was_asked_for() {
    let made = run("sudoku generate -n 2 --seed 7 --technique naked-pair", "");
    assert_eq!((made.code, &*made.err), (0, ""));
    for line in made.out.lines() {
        let steps = run("sudoku steps", line).out;
        assert!(steps.contains(". Naked pair: "), "{steps}");
    }
    let none = run("sudoku generate --seed 1 --technique bug+1", "");
    assert_eq!(none.code, 2);
    assert!(none.err.contains("\"BUG+1\" cannot be asked for"));
    let easy = run("sudoku generate --technique x-wing --difficulty easy", "");
    let told = "quadrille: no easy puzzle needs the technique \"X-wing\", which is harder\n";
    easy.is(2, "", told);
    let wrong = run("sudoku generate --technique x-ray", "");
    assert!(wrong.err.contains("x-wing"), "{}", wrong.err);
}

#[test]
fn windows_of_guesses_are_checked() {
    let usage = run("sudoku generate --guesses 5..2", "");
    assert!(
        usage
            .err
            .contains("expected two numbers, such as 2..5, the smaller first")
    );
}

#[test]
fn explain_writes_values_as_the_board_does() {
    let board = format!("00{}1F", ".".repeat(252));
    let told = run("sudoku explain --nodes 100 --shape 16x16", board.as_str());
    assert!(
        told.out.contains("r1c1 and r1c2 are both 0\n"),
        "{}",
        told.out
    );
}

/// The objects that a command writes.
fn objects(arguments: &str, input: &str) -> Vec<serde_json::Value> {
    let out = run(&format!("sudoku {arguments} --format json"), input).out;
    let objects = out.lines().map(|line| serde_json::from_str(line).unwrap());
    objects.collect()
}

#[test]
fn makers_write_an_object_for_each_board() {
    let text = "12.....2....3..4\n12..34..4.1.231.\n1.............2.\n1......2....3..4\nx\n";
    let verdicts = |objects: &[serde_json::Value]| -> Vec<String> {
        let verdicts = objects.iter().map(|object| object["verdict"].as_str());
        verdicts
            .map(|verdict| verdict.unwrap().to_owned())
            .collect()
    };
    let minimized = objects("minimize", text);
    assert_eq!(
        verdicts(&minimized),
        ["minimized", "bad", "several", "minimized", "bad"]
    );
    assert_eq!(minimized[0]["board"], "12.....2....3..4");
    assert_eq!(minimized[0]["redundant"], json!(["r1c2", "r2c4"]));
    assert_eq!(minimized[3]["minimized"], "1......2....3..4");

    let explained = objects("explain", text);
    assert_eq!(
        verdicts(&explained),
        ["unique", "none", "several", "unique", "bad"]
    );
    let expected = json!({
        "board": "12..34..4.1.231.",
        "verdict": "none",
        "clash": {"r3c3": 1, "r4c3": 1},
        "minimal": true,
        "changes": [{"r3c3": {"from": 1, "to": [3], "settled": true}}],
    });
    assert_eq!(explained[1], expected);
    assert_eq!(explained[2]["add"], json!({"r1c2": 2, "r3c2": 3}));
    assert_eq!(explained[2]["fewest"], true);

    let form = |board: &str| format!("{board}{}", ".".repeat(80));
    let two = form("7") + "\n" + &form("3") + "\n";
    let kept = objects("dedup", &two);
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0]["board"], form("7"));
    assert_eq!(kept[0]["automorphisms"], 41_472);
}

#[test]
fn generate_writes_an_object_for_each_seed() {
    let made = objects("generate -n 2 --seed 7", "");
    let boards = run("sudoku generate -n 2 --seed 7", "").out;
    for ((object, board), seed) in made.iter().zip(boards.lines()).zip(7..) {
        assert_eq!(
            (&object["board"], &object["seed"]),
            (&json!(board), &json!(seed))
        );
        assert_eq!(object["verdict"], "made");
    }
    let none = objects("generate --seed 1 --clues 17 --tries 9", "");
    assert_eq!(none.len(), 1);
    assert_eq!(
        (&none[0]["board"], &none[0]["tries"]),
        (&json!(null), &json!(9))
    );
    assert_eq!(
        (&none[0]["verdict"], &none[0]["refused"]["clues"]),
        (&json!("none"), &json!(9))
    );
}

#[test]
fn a_puzzle_that_takes_too_long_is_stopped_with_what_was_found() {
    let told = run(
        "sudoku generate --shape 4x4 --difficulty extreme --seed 1 --tries 1000000 --time 0.3",
        "",
    );
    assert_eq!((told.code, &*told.out), (3, ""));
    let message = &told.err;
    assert!(
        message.starts_with("seed 1: no extreme puzzle in "),
        "{message}"
    );
    assert!(message.contains("stopped by the time limit"), "{message}");
    assert!(message.contains("the hardest found is easy"), "{message}");
    assert!(message.ends_with(
        "note: made 0 of 1 puzzles\n\
         help: raise '--time', change '--seed', or relax the request\n"
    ));
}

#[test]
#[cfg(target_os = "linux")]
fn a_slow_puzzle_shows_a_line_of_progress() {
    let flags = "--shape 4x4 --difficulty extreme --seed 1 --tries 100000000 --time 3";
    let Some(shown) = on_terminal(&format!("sudoku generate {flags}")) else {
        return;
    };
    assert!(shown.contains("0:00:02, 0 of 1 puzzles"), "{shown:?}");
    // The line is removed at the end.
    let (_, end) = shown.rsplit_once("0 of 1 puzzles\r\u{1b}[K").unwrap();
    assert!(end.contains("made 0 of 1"), "{end:?}");
}

#[test]
fn puzzles_keep_their_rules_in_every_format() {
    let made = run("sudoku generate --rules thermo:3 --seed 2 --shape 6x6", "");
    assert!(made.out.starts_with(".Shape~6x6.Thermo~"), "{}", made.out);
    let solved = run("sudoku --format line", made.out.as_str());
    assert_eq!(solved.out.trim_end().len(), 36);
    let json = run(
        "sudoku generate --rules thermo:3 --seed 2 --shape 6x6 --format json",
        "",
    );
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let puzzle = json["puzzle"].to_string();
    assert_eq!(run("sudoku --format line", puzzle.as_str()).out, solved.out);
    for format in ["iss", "f-puzzles", "link", "puzzle"] {
        let shown = run(&format!("sudoku show --format {format}"), made.out.as_str());
        assert_eq!((shown.code, &*shown.err), (0, ""), "{format}");
        let again = run("sudoku --format line", shown.out.as_str());
        assert_eq!(again.out, solved.out, "{format}");
    }
    // What minimize leaves is a puzzle in the format of the input.
    let full = run("sudoku", made.out.as_str());
    let minimal = run("sudoku minimize", full.out.as_str());
    assert!(
        minimal.out.starts_with(".Shape~6x6.Thermo~"),
        "{}",
        minimal.out
    );
    assert_eq!(
        run("sudoku --format line", minimal.out.as_str()).out,
        solved.out
    );
    run("sudoku check", minimal.out.as_str()).is(0, "unique\n", "");
}

#[test]
fn formats_without_rules_are_noted() {
    let puzzle = ".Shape~4x4.Thermo~R1C1~R1C2.~R1C1_1\n";
    run("sudoku show --format line", puzzle).is(
        0,
        "1...............\n",
        "note: this format does not show the rules\n\
         help: '--format puzzle' writes all of a puzzle\n",
    );
}
