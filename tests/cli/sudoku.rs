//! `quadrille sudoku`.

use super::{classic, file, run};

const GIVEN: &str = "0 3 5 4 6 9 2 7 8
7 8 2 1 0 5 6 0 9
0 6 0 2 7 8 1 3 5
3 2 1 0 4 6 8 9 7
8 0 4 9 1 3 5 0 6
5 9 6 8 2 0 4 1 3
9 1 7 6 5 2 0 8 0
6 0 3 7 0 1 9 5 2
2 5 8 3 9 4 7 6 0
";
const SOLVED: &str = "1 3 5 4 6 9 2 7 8
7 8 2 1 3 5 6 4 9
4 6 9 2 7 8 1 3 5
3 2 1 5 4 6 8 9 7
8 7 4 9 1 3 5 2 6
5 9 6 8 2 7 4 1 3
9 1 7 6 5 2 3 8 4
6 4 3 7 8 1 9 5 2
2 5 8 3 9 4 7 6 1
";
const WIKIPEDIA: &str = classic::BOARD.trim_ascii_end();
const WIKIPEDIA_SOLVED: &str = classic::SOLVED.trim_ascii_end();
/// No clash, and no digit left for the first cell.
const UNSOLVABLE: &str =
    ".23456789..........1............................................................1";
/// Follows the report of boards without a solution.
const EXPLAIN: &str = "help: 'quadrille sudoku explain' finds the givens that clash\n";
/// Its smallest solution begins like this.
const BLANK_SMALLEST: &str = "123456789456789123789123456";

fn blank() -> String {
    ".".repeat(81)
}

fn clash() -> String {
    format!("55{}", ".".repeat(79))
}

#[test]
fn the_judge_gets_the_board_in_its_own_form() {
    for command in [
        "sudoku",
        "sudoku solve",
        "sudoku -",
        "sudoku solve -",
        "sudoku solve -n 1 --order any",
        "sudoku --order lex",
        "sudoku --format grid",
    ] {
        run(command, GIVEN).is(0, SOLVED, "");
    }
    let line: String = SOLVED.split_whitespace().collect();
    run("sudoku --format line", GIVEN).is(0, &format!("{line}\n"), "");
    let path = file("judge.txt", GIVEN.as_bytes());
    run(&format!("sudoku solve {}", path.display()), "").is(0, SOLVED, "");
}

#[test]
fn a_command_after_flags_or_a_file_is_an_error() {
    for command in [
        "sudoku --time 5 solve",
        "sudoku - solve",
        "sudoku --time 5 count --limit 3",
        "sudoku --shape 4x4 generate -n 3",
    ] {
        let run = run(command, GIVEN);
        assert_eq!((run.code, &*run.out), (2, ""), "{command}");
        let start = "quadrille: the command '";
        assert!(run.err.starts_with(start), "{command}: {}", run.err);
    }
    run("sudoku --time 5 solve", GIVEN).is(
        2,
        "",
        "quadrille: the command 'solve' must come before all flags and files\n\
         help: write 'quadrille sudoku solve [OPTIONS] [FILE]'; a file of this name is ./solve\n",
    );
    let path = file("solve", GIVEN.as_bytes());
    run(&format!("sudoku -n 2 {}", path.display()), "").is(0, SOLVED, "");
}

#[test]
fn words_that_are_no_commands_are_explained() {
    for (word, what) in [
        ("hints", "there is no command 'hints'"),
        ("X", "'x' is a shape, not a command"),
        ("jigsaw", "'jigsaw' is a shape, not a command"),
        ("killer", "'killer' is a rule, not a command"),
    ] {
        let run = run(&format!("sudoku {word}"), "");
        assert_eq!((run.code, &*run.out), (2, ""), "{word}");
        let start = format!("quadrille: {what}\nhelp: ");
        assert!(run.err.starts_with(&start), "{word}: {}", run.err);
    }
}

#[test]
fn the_same_format_keeps_all_but_the_blanks() {
    let text = format!("# one\r\n\r\n {WIKIPEDIA} : W.\r\n\t\r\n{WIKIPEDIA}");
    // But the last line always ends.
    let solved = text.replace(WIKIPEDIA, WIKIPEDIA_SOLVED) + "\n";
    run("sudoku", text.as_str()).is(0, &solved, "");
    run("sudoku", format!("\u{FEFF}{text}")).is(0, &solved, "");
    let line = format!("{WIKIPEDIA_SOLVED}\n");
    run("sudoku --format line", text.as_str()).is(0, &line.repeat(2), "");
    let grids = format!("{SOLVED}\n{SOLVED}");
    run("sudoku --format grid", format!("{GIVEN}# next\n{GIVEN}")).is(0, &grids, "");
}

#[test]
fn a_batch_writes_one_record_for_every_board() {
    let clash = clash();
    let half = "530070000\n600195000\n";
    let text = format!("# mixed\n{WIKIPEDIA}\n{clash}\n{UNSOLVABLE}\n{half}\n{WIKIPEDIA}\n12x\n");
    let same = run("sudoku", text.as_str());
    assert_eq!(same.code, 2);
    assert_eq!(same.out, text.replace(WIKIPEDIA, WIKIPEDIA_SOLVED));
    let told = format!(
        "\
quadrille: <stdin>:3:2: two 5s in row 1 at columns 1 and 2
  {}…
   ^
<stdin>:4: no solution
quadrille: <stdin>:6:10: incomplete board: 2 rows, expected 9
  600195000
           ^
help: add the missing rows; blank lines are allowed only between bands of boxes
quadrille: <stdin>:9:3: 'x' is not a digit or a blank (0 . * _ -)
  12x
    ^
help: write 0 or . for each blank cell
{EXPLAIN}",
        &clash[..37]
    );
    assert_eq!(same.err, told);

    let line = run("sudoku --format line", text.as_str());
    let half = "530070000 600195000";
    let lines =
        format!("{WIKIPEDIA_SOLVED}\n{clash}\n{UNSOLVABLE}\n{half}\n{WIKIPEDIA_SOLVED}\n12x\n");
    line.is(2, &lines, &told);
    let grid = run("sudoku --format grid", format!("{GIVEN}\n12x\n{GIVEN}12x"));
    assert_eq!(grid.out, format!("{SOLVED}\n12x\n\n{SOLVED}\n12x\n"));
}

#[test]
fn the_worst_board_gives_the_code() {
    let bad = clash();
    let none = format!("{UNSOLVABLE}\n");
    run("sudoku", none.as_str()).is(1, &none, &format!("<stdin>:1: no solution\n{EXPLAIN}"));
    let code = |arguments: &str, boards: &[&str]| run(arguments, boards.join("\n")).code;
    assert_eq!(code("sudoku", &[WIKIPEDIA, WIKIPEDIA]), 0);
    assert_eq!(code("sudoku", &[WIKIPEDIA, UNSOLVABLE, WIKIPEDIA]), 1);
    assert_eq!(
        code(
            "sudoku --engine links --nodes 50",
            &[UNSOLVABLE, &blank(), WIKIPEDIA]
        ),
        3
    );
    assert_eq!(
        code(
            "sudoku --engine links --nodes 50",
            &[&bad, UNSOLVABLE, &blank()]
        ),
        2
    );
}

/// Each message takes some time, so an endless input of bad boards would be reported for seconds.
#[test]
fn bad_boards_after_the_time_limit_are_only_counted() {
    let text = "1 a 3\n".repeat(100);
    let run = run("sudoku --time 0", text.as_str());
    let counted = "<stdin>: stopped by the time limit: 100 more boards without an answer\n";
    assert_eq!((run.code, &*run.err), (3, counted));
    assert_eq!(run.out.len(), text.len());
}

#[test]
fn limits_hold_for_each_board() {
    let text = format!("{}\n{WIKIPEDIA}\n", blank());
    let out = format!("{}\n{WIKIPEDIA_SOLVED}\n", blank());
    let err = "<stdin>:1: stopped by the node limit\n";
    run("sudoku --engine links --nodes 70", text.as_str()).is(3, &out, err);
    run(
        "sudoku --engine links --nodes 70 --order lex",
        text.as_str(),
    )
    .is(3, &out, err);
    let run = run("sudoku --time 0", text.as_str());
    run.is(
        3,
        &text,
        "<stdin>:1: stopped by the time limit\n\
         <stdin>: stopped by the time limit: 1 more board without an answer\n",
    );
}

/// The time limit is that of the command: every board has its record, however little time is left.
#[test]
fn a_command_without_time_copies_its_boards() {
    let boards = format!("{WIKIPEDIA}\n").repeat(500);
    let input = super::file("late.txt", boards.as_bytes());
    let name = input.display();
    let says = format!(
        "{name}:1: stopped by the time limit\n{name}: stopped by the time limit: 499 more boards without \
         an answer\n"
    );
    for (command, record) in [
        ("", WIKIPEDIA),
        ("-n 0", WIKIPEDIA),
        ("minimize", WIKIPEDIA),
        ("canonical", WIKIPEDIA),
        ("dedup", WIKIPEDIA),
        ("count", "at least 0"),
        ("check", "unknown"),
        ("rate", "unknown"),
    ] {
        for threads in ["--threads 1", "--threads 2"] {
            let run = run(&format!("sudoku {command} --time 0 {threads} {name}"), "");
            run.is(3, &format!("{record}\n").repeat(500), &says);
        }
    }
    // What is shown or drawn takes time, too, and what is not is counted.
    let says = |what: &str| format!("{name}: stopped by the time limit: 500 boards not {what}\n");
    let shown = run(&format!("sudoku show --format line --time 0 {name}"), "");
    shown.is(3, &boards, &says("shown"));
    for command in ["show --format svg", "solve --format html"] {
        run(&format!("sudoku {command} --time 0 {name}"), "").is(3, "", &says("drawn"));
    }
    let run = run(&format!("sudoku --time-per-board 0 {name}"), "");
    assert_eq!((run.code, &*run.out), (3, &*boards));
    assert_eq!(run.err.lines().count(), 500);
}

#[test]
fn further_solutions_follow_each_other() {
    // 6 and 7 can change places in the first and the fourth row.
    let mut two = WIKIPEDIA_SOLVED.to_owned();
    two.replace_range(3..5, "..");
    two.replace_range(30..32, "..");
    let all = run("sudoku -n 0", two.as_str());
    assert_eq!((all.code, all.out.lines().count()), (0, 2), "{}", all.out);
    assert!(all.out.contains(WIKIPEDIA_SOLVED) && all.out.ends_with('\n'));
    let note = "note: <stdin>:1: several solutions; one is printed\n\
        help: 'quadrille sudoku -n 0' prints all solutions, 'quadrille sudoku explain' says where they differ\n";
    let solved = format!("{WIKIPEDIA_SOLVED}\n");
    run("sudoku -n 1 --order lex", two.as_str()).is(0, &solved, note);

    let three = run("sudoku -n 3", blank());
    assert_eq!((three.code, &*three.err), (0, ""));
    let lines: Vec<&str> = three.out.lines().collect();
    assert!(lines.len() == 3 && lines[0] != lines[1] && lines[1] != lines[2]);
    assert!(lines.iter().all(|line| line.len() == 81));
    let grids = run("sudoku -n 2 --format grid", blank()).out;
    assert_eq!(grids.lines().count(), 19);
    let same = run("sudoku -n 2", "000000000\n".repeat(9)).out;
    assert_eq!(same.lines().count(), 19);

    let stopped = run("sudoku -n 0 --nodes 100", blank());
    assert_eq!(stopped.code, 3);
    let written = stopped.out.lines().count();
    let err = format!(
        "<stdin>:1: stopped by the node limit: {written} solutions written, but there may be more\n"
    );
    assert_eq!(stopped.err, err);
}

#[test]
fn a_board_with_several_solutions_is_noted() {
    let two = "1......2....3...\n12.....2....3..4\n";
    let notes = "note: <stdin>:1: several solutions; one is printed\n\
                 help: 'quadrille sudoku -n 0' prints all solutions, 'quadrille sudoku explain' says where they differ\n";
    for flags in [
        "",
        "--format json",
        "--nodes 9",
        "--engine links",
        "--order lex",
    ] {
        let run = run(&format!("sudoku {flags}"), two);
        assert_eq!((run.code, &*run.err), (0, notes), "{flags}");
        assert_eq!(run.out.lines().count(), 2);
        assert!(!run.out.contains("\"count\":2"), "{}", run.out);
    }
    for flags in ["-n 2", "-n 0"] {
        assert_eq!(run(&format!("sudoku {flags}"), two).err, "", "{flags}");
    }
    // Only one of many boards has a note, and the next steps are named once.
    let boards = format!("{WIKIPEDIA}\n{}\n{UNSOLVABLE}\n{UNSOLVABLE}\n", blank());
    let run = run("sudoku --format line", boards);
    let lines: Vec<_> = run.err.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "note: <stdin>:2: several solutions; one is printed",
            "<stdin>:3: no solution",
            "<stdin>:4: no solution"
        ]
    );
    assert_eq!((run.code, lines.len()), (1, 5));
}

#[test]
fn the_first_hundred_boards_are_checked_for_a_second_solution() {
    for threads in [1, 3] {
        let boards = "# boards\n".to_owned() + &"1......2....3...\n".repeat(102);
        let run = run(&format!("sudoku --threads {threads}"), boards);
        let notes: Vec<_> = run
            .err
            .lines()
            .filter(|line| line.starts_with("note: "))
            .collect();
        assert_eq!((run.code, notes.len()), (0, 100), "{}", run.err);
        assert!(
            notes[99].contains(":101: several solutions"),
            "{}",
            notes[99]
        );
    }
}

#[test]
fn the_smallest_solution_can_be_asked_for() {
    let run = run("sudoku --order lex", blank());
    let note = "note: <stdin>:1: several solutions; one is printed\nhelp: ";
    assert!(run.code == 0 && run.err.starts_with(note), "{}", run.err);
    assert!(run.out.starts_with(BLANK_SMALLEST), "{}", run.out);
}

#[test]
fn stats_are_sums_over_the_boards() {
    let text = format!("{WIKIPEDIA}\n{UNSOLVABLE}\n12x\n");
    let all = run("sudoku -n 0 --stats", text.as_str());
    assert_eq!(all.stat("boards"), Some("3"));
    assert_eq!(all.stat("solutions"), Some("1"));
    assert_eq!(all.stat("complete"), Some("yes"));
    for name in [
        "engine",
        "reason",
        "boards per second",
        "nodes",
        "updates",
        "seconds",
    ] {
        assert!(all.stat(name).is_some(), "{name}");
    }
    let nodes = |input: &str| -> u64 {
        let run = run("sudoku -n 0 --stats", input);
        run.stat("nodes").unwrap().parse().unwrap()
    };
    let twice = format!("{WIKIPEDIA}\n{WIKIPEDIA}\n");
    assert_eq!(nodes(&twice), 2 * nodes(WIKIPEDIA));
    let one = run("sudoku --stats", WIKIPEDIA);
    assert_eq!(one.stat("complete"), Some("yes"));
    let two = run("sudoku -n 2 --stats", blank());
    assert_eq!(two.stat("complete"), Some("yes"));
    assert_eq!(
        run("sudoku --order lex --stats", WIKIPEDIA).stat("complete"),
        Some("yes")
    );
}

#[test]
fn the_worst_stop_of_a_batch_is_reported() {
    // The first board is stopped; the search of the second is complete.
    let text = format!("{}\n{UNSOLVABLE}\n", blank());
    let run = run("sudoku -n 0 --nodes 70 --stats", text);
    assert_eq!(run.code, 3);
    assert_eq!(run.stat("complete"), Some("no (node limit)"));
}

#[test]
fn input_without_any_board_is_bad() {
    for text in ["", "\n", "# nothing\n\r\n", "\u{FEFF}"] {
        let run = run("sudoku --format line", text);
        assert_eq!((run.code, &*run.out), (2, ""), "{text:?}");
        assert!(
            run.err
                .starts_with("quadrille: no board in <stdin>, expected one line per board"),
            "{}",
            run.err
        );
    }
    run("sudoku", "# nothing\n").is(2, "# nothing\n", &run("sudoku", "").err);
}

#[test]
fn invalid_boards_are_reported_with_their_place() {
    let ten = String::from("530070000\n") + &"000000000\n".repeat(9);
    let cases: &[(&str, &str)] = &[
        ("530070000\n", "1:10: incomplete board: 1 row, expected 9"),
        (&ten, "10:10: incomplete board"),
        ("hello\n", "1:1: 'h' is not a digit"),
        ("530070000\n6001a5000\n", "2:5: 'a' is not a digit"),
        ("53007\x00000\n", "1:6: \\x00 is not a digit"),
        (".\n", "1:2: invalid row: 1 cell, expected 9"),
    ];
    for (text, told) in cases {
        for format in ["same", "line", "grid"] {
            let run = run(&format!("sudoku --format {format}"), *text);
            assert_eq!(run.code, 2, "{text:?}");
            assert!(
                run.err.contains(&format!("quadrille: <stdin>:{told}")),
                "{text:?}: {}",
                run.err
            );
        }
        assert_eq!(
            run("sudoku", *text).out.lines().count(),
            text.lines().count()
        );
    }
}

#[test]
fn bytes_that_are_not_text_are_echoed_unchanged() {
    let text = b"\xFF\xFD\x1B[31m\n".to_vec();
    let output = assert_cmd::cargo::cargo_bin_cmd!("quadrille")
        .args(["sudoku"])
        .write_stdin(text.clone())
        .output()
        .unwrap();
    assert_eq!((output.status.code(), output.stdout), (Some(2), text));
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(!err.contains('\x1B'), "{err:?}");
}

/// The digits 3 and 4 change places, and what follows from that.
#[test]
fn marginals_are_the_numbers_of_solutions_with_each_value() {
    let two = "1......2....3...\n11..............\n";
    let counted = run("sudoku count --marginals", two);
    let lines: Vec<_> = counted.out.lines().collect();
    assert_eq!(counted.code, 2);
    assert_eq!(lines[..3], ["3", "r1c1: 1=3", "r1c2: 2=3"]);
    assert_eq!(lines[12], "r3c4: 1=1 3=1 4=1");
    assert_eq!(lines[17..], ["bad"]);
    let counted = run("sudoku count --marginals --format json", "1......2....3...");
    let value: serde_json::Value = serde_json::from_str(&counted.out).unwrap();
    assert_eq!(value["count"], 3);
    assert_eq!(
        value["marginals"]["r3c4"],
        serde_json::json!({"1": 1, "3": 1, "4": 1})
    );

    run("sudoku count --marginals", UNSOLVABLE).is(1, "0\n", EXPLAIN);
    let stopped = "<stdin>:1: stopped by the node limit\n";
    let counted = run("sudoku count --marginals --nodes 10000", blank());
    assert_eq!((counted.code, &*counted.err), (3, stopped));
    let least = counted.out.strip_prefix("at least ").unwrap().trim_end();
    assert!(least.parse::<u64>().unwrap() > 100, "{least}");
    assert_eq!(run("sudoku count --marginals --limit 2", two).code, 2);
}

#[test]
fn a_board_with_very_many_solutions_is_stopped_by_a_limit() {
    for threads in [1, 2] {
        let command = format!("sudoku count --time 0.2 --threads {threads}");
        let stopped = run(&command, blank());
        assert_eq!(stopped.code, 3);
        assert!(stopped.out.starts_with("at least "), "{}", stopped.out);
        assert_eq!(stopped.err, "<stdin>:1: stopped by the time limit\n");
    }
}

/// Each board has its own time, and each has its record.
#[test]
fn stopped_boards_have_their_records() {
    let row = format!("{}0\n", "0 ".repeat(24));
    let text = format!("{}\n", row.repeat(25)).repeat(3);
    for command in [
        "--order lex --format line",
        "count",
        "check",
        "rate",
        "minimize --list",
        "explain",
        "candidates",
    ] {
        for threads in ["", "--threads 1", "--threads 2"] {
            let alone = ["rate", "minimize --list", "explain", "candidates"].contains(&command);
            if alone && !threads.is_empty() {
                continue;
            }
            let command = format!("sudoku {command} --time-per-board 0.05 {threads}");
            let run = run(&command, text.as_str());
            let is_parted = command.contains("explain") || command.contains("candidates");
            let records = match is_parted {
                true => run.out.split("\n\n").count(),
                false => run.out.lines().count(),
            };
            assert_eq!(records, 3, "{command}: {run:?}");
            assert!([0, 2, 3].contains(&run.code), "{command}: {run:?}");
        }
    }
}

/// A board has the same answers as a line and as a puzzle, whatever the format.
#[test]
fn puzzles_without_rules_about_cells_are_as_boards() {
    let minimal =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let solved = run("sudoku --format line", minimal).out;
    let redundant = format!("{}{}", &solved[..3], &minimal[3..]);
    let clash = format!("88{}", &minimal[2..]);
    let several = minimal.replacen('8', ".", 1);
    for board in [minimal, &redundant, &several] {
        let is_unique = board != several;
        for format in ["iss", "f-puzzles", "link", "puzzle"] {
            let puzzle = run(&format!("sudoku show --format {format}"), board).out;
            for verb in [
                "check",
                "rate",
                "count",
                "minimize --list",
                "explain",
                "solve --format line",
                "minimize --format line",
            ] {
                // Any solution will do; a board that is not unique is echoed in its own format.
                if !is_unique && verb.ends_with("line") {
                    continue;
                }
                let [own, expected] =
                    [&*puzzle, board].map(|text| run(&format!("sudoku {verb}"), text));
                assert_eq!(
                    (own.code, own.out),
                    (expected.code, expected.out),
                    "{verb}: {puzzle}"
                );
            }
        }
    }
    let puzzle = run("sudoku show --format puzzle", clash.clone()).out;
    let explained = run("sudoku explain", puzzle).out;
    assert_eq!(explained, run("sudoku explain", clash).out);
}

/// Values are shown as the board shows them, from 0 if it has a 0.
#[test]
fn answers_have_the_values_of_the_board() {
    let puzzle = r#"{"rows": 2, "columns": 2, "lowest": 0, "givens": ["0.", ".."]}"#;
    let text = run("sudoku count --marginals", puzzle).out;
    assert_eq!(text, "1\nr1c1: 0=1\nr1c2: 1=1\nr2c1: 1=1\nr2c2: 0=1\n");
    let json = run("sudoku count --marginals --format json", puzzle).out;
    assert!(json.contains(r#""r1c2":{"1":1}"#), "{json}");
    let several = puzzle.replace("0.", "..");
    let json = run("sudoku explain --format json", several).out;
    assert!(json.contains(r#""cells":{"r1c1":{"0":1,"1":1}"#), "{json}");
}

/// Answers as JSON hold one board or several, so none of them is read as a puzzle, but the board that
/// `show` prints.
#[test]
fn answers_as_json_are_not_read_as_puzzles() {
    let puzzle = ".Shape~4x4.Cage~3~R1C1~R1C2";
    let board = "1......2....3..4";
    for (input, readable) in [(puzzle, "puzzle"), (board, "line")] {
        let commands = [
            "show", "solve", "count", "check", "minimize", "rate", "explain",
        ];
        for command in commands {
            let answer = run(&format!("sudoku {command} --format json"), input).out;
            assert!(answer.starts_with("{\"board\":"), "{answer}");
            if (command, readable) == ("show", "line") {
                // It says no more than the board.
                let expected = run("sudoku count", input).out;
                assert_eq!(run("sudoku count", answer).out, expected);
                continue;
            }
            let refused = run("sudoku count", answer);
            assert_eq!((refused.code, &*refused.out), (2, "bad\n"), "{command}");
            let message = "1:2: an object with the key \"board\" is not a puzzle\n";
            assert!(refused.err.contains(message), "{}", refused.err);
            let help = "help: give a line of cells, or a puzzle with \"givens\"; \
                        quadrille writes them with '--format line' and '--format puzzle'\n";
            assert!(refused.err.ends_with(help), "{}", refused.err);
        }
        let written = run(&format!("sudoku show --format {readable}"), input).out;
        assert_eq!(
            run("sudoku count", written).out,
            run("sudoku count", input).out
        );
    }
}

#[test]
fn puzzles_after_invalid_json_are_read() {
    let broken = "{\"rows\":4,\"columns\":4,\"givens\":[\"1...\n";
    for (text, answers) in [
        (
            format!("{broken}.Shape~4x4.~R1C1_1\n.Shape~4x4\n"),
            "bad\n72\n288\n",
        ),
        (
            format!(".Shape~4x4\n{broken}{broken}.Shape~4x4\n"),
            "288\nbad\nbad\n288\n",
        ),
        (
            format!("{broken}https://f-puzzles.com/?load=N4Ig\n"),
            "bad\nbad\n",
        ),
    ] {
        let run = run("sudoku count", text);
        assert_eq!((run.code, &*run.out), (2, answers));
    }
}

#[test]
fn a_puzzle_among_boards_is_no_title() {
    for (line, code) in [
        ("{\"rows\":4,\"columns\":4}", 0),
        ("https://f-puzzles.com/?load=N4Ig", 2),
    ] {
        let text = format!("{}\n{line}\n{}\n", blank(), blank());
        let run = run("sudoku show --format line", text);
        assert_eq!((run.code, run.out.lines().count()), (code, 3), "{line}");
    }
    // Each is asked about with its own rules.
    let text = format!("{}\n.Shape~4x4.Cage~3~R1C1~R1C2\n{}\n", blank(), blank());
    let counted = run("sudoku count --limit 1000", text);
    assert_eq!(counted.out.lines().nth(1), Some("48"), "{}", counted.err);
}

/// Pencil marks are read again, also those of blank boards, whose rows look like a map of regions.
#[test]
fn true_candidates_are_boards() {
    let some = "1......2....3...\n";
    let candidates = "| 1 2  | 34 34  |\n| 4 3  | 1  2   |\n| 2 14 | 34 134 |\n| 3 14 | 2  14  |\n";
    run("sudoku candidates", some).is(0, candidates, "");
    for cells in [16, 36, 81] {
        let blank = ".".repeat(cells);
        let marks = run("sudoku candidates", blank.as_str());
        assert_eq!((marks.code, marks.err.as_str()), (0, ""), "{cells}");
        run("sudoku candidates", marks.out.as_str()).is(0, &marks.out, "");
        let both = run("sudoku candidates", format!("{blank}\n{blank}\n"));
        assert_eq!(both.out, format!("{0}\n{0}", marks.out));
        run("sudoku candidates", both.out.as_str()).is(0, &both.out, "");
    }
    let none = run("sudoku candidates", format!("12....3....4....\n{some}"));
    assert_eq!(none.out, format!("none\n\n{candidates}"));
    assert_eq!(none.code, 1);
    assert!(
        none.err.contains("<stdin>:1: no solution\n"),
        "{}",
        none.err
    );
    // The rules count.
    let puzzle = ".Shape~4x4.Thermo~R1C2~R1C1~R2C1.Cage~7~R3C1~R3C2~R4C2\n";
    let marks = run("sudoku candidates", puzzle).out;
    assert!(marks.starts_with("| 2 1  | 34  34  |\n"), "{marks}");
}
