//! What commands read: not for longer than the time limit, and not more than memory has room for.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Command;
use std::thread;

use crate::process::end;
use crate::{EXAMPLE, file, program, run};

#[test]
fn the_time_limit_ends_a_command_that_waits_for_input() {
    for command in [
        "solve", "count", "estimate", "sample", "compile", "best", "reduce", "explain", "split",
    ] {
        // The input never ends.
        let mut child = program(&format!("{command} --time 0.1")).spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let (status, err) = end(child);
        drop(input);
        assert_eq!(status.code(), Some(3), "{command}: {err}");
        let says = "stopped by the time limit while reading <stdin>";
        assert!(err.starts_with(says), "{command}: {err}");
    }
}

/// A file of this length is refused before it is read.
#[test]
fn no_command_reads_more_than_fits_into_half_of_the_memory() {
    let endless = file("endless.dlx", b"");
    fs::File::options()
        .write(true)
        .open(&endless)
        .and_then(|file| file.set_len(1 << 42))
        .unwrap();
    let (good, endless) = (file("good.dlx", EXAMPLE.as_bytes()), endless.display());
    let good = good.display();
    for command in [
        format!("solve {endless}"),
        format!("best {endless}"),
        format!("explain {endless}"),
        format!("estimate {endless}"),
        format!("reduce {endless}"),
        format!("split {endless}"),
        format!("convert {endless} --to json"),
        format!("check {endless}"),
        format!("check {good} {endless}"),
        format!("sudoku --shape {endless}"),
        format!("sudoku solve --judge boj2580 {endless}"),
        format!("sudoku generate --mask {endless}"),
    ] {
        let run = run(&command, "");
        assert_eq!((run.code, &*run.out), (2, ""), "{command}: {}", run.err);
        let start = format!("quadrille: {endless} has more than ");
        assert!(run.err.starts_with(&start), "{command}: {}", run.err);
        assert!(
            run.err.contains("help: check that this"),
            "{command}: {}",
            run.err
        );
    }
    for command in ["count", "sample", "compile", "tile", "tile 6x10"] {
        let run = run(&format!("{command} --memory 2M {endless}"), "");
        assert_eq!((run.code, &*run.out), (3, ""), "{command}: {}", run.err);
    }
}

/// A ledger was read to its end before its first line was looked at.
#[test]
fn a_bad_line_ends_the_reading_of_a_ledger() {
    let problem = file("bad-line-of.dlx", EXAMPLE.as_bytes());
    let problem = problem.display();
    let endless = file("bad-line.ledger", b"{}\n");
    let sparse = fs::File::options().write(true).open(&endless).unwrap();
    sparse.set_len(1 << 42).unwrap();
    let endless = endless.display();
    for command in [
        format!("merge {problem} {endless}"),
        format!("count {problem} --ledger {endless}"),
        format!("run {problem} --units {endless}"),
    ] {
        let run = run(&command, "");
        assert_eq!(run.code, 2, "{command}: {}", run.err);
        let says = format!("quadrille: {endless}:1:2: missing field `version`\n  {{}}\n   ^\n");
        assert!(run.err.starts_with(&says), "{command}: {}", run.err);
    }
    // The input never ends; nor does the line.
    for command in [
        format!("merge {problem} -"),
        format!("merge {problem} {problem} --units -"),
        format!("run {problem} --units -"),
    ] {
        for text in ["{}\n".to_owned(), "{}".repeat(1 << 20)] {
            let mut child = program(&command).spawn().unwrap();
            let mut input = child.stdin.take().unwrap();
            // The program may end before it has read all.
            let _ = input.write_all(text.as_bytes());
            let (status, err) = end(child);
            drop(input);
            assert_eq!(status.code(), Some(2), "{command}: {err}");
            assert!(err.starts_with("quadrille: "), "{command}: {err}");
        }
    }
}

/// The system may grant less memory than the program allows itself.
#[test]
#[cfg(target_os = "linux")]
fn a_puzzle_that_does_not_fit_into_memory_gives_a_message() {
    let program = env!("CARGO_BIN_EXE_quadrille");
    let endless = r#"(printf '{'; exec yes '"a":1,')"#;
    for command in [
        "sudoku solve",
        "sudoku check --from puzzle",
        "solve",
        "tile 6x10 -",
    ] {
        let script = format!("ulimit -v 200000; {endless} | '{program}' {command}");
        let output = Command::new("sh").arg("-c").arg(script).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        let says = |why: &str| err.contains(&format!("quadrille: cannot read <stdin>: {why}"));
        // A stream of boards bounds the length of a puzzle itself.
        let is_bounded = command.starts_with("sudoku") && says("file too large");
        assert!(says("out of memory") || is_bounded, "{command}: {err}");
        assert_eq!(output.status.code(), Some(2), "{command}: {err}");
    }
}

/// A stream of puzzles is read piece by piece.
#[test]
fn puzzles_are_answered_before_the_input_ends() {
    let puzzle = "{\n\"size\": 4,\n\"givens\": [\"12..\", \"..12\", \"21..\", \"..21\"]\n}\n";
    let mut child = program("sudoku check").spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        input.write_all(puzzle.as_bytes()).unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert!(!answer.is_empty());
    }
    drop(input);
    end(child);
}

#[test]
fn overlong_names_are_rejected() {
    let long = "x".repeat((1 << 20) + 1);
    let fits = &long[1..];
    run("count", format!("{fits}\n{fits}\n")).is(0, "1\n", "");
    let json = |name: &str| format!("{{\"primary\":[\"{name}\"],\"options\":[[\"{name}\"]]}}");
    run("count", json(fits)).is(0, "1\n", "");
    for text in [
        long.clone(),
        format!("a\n{long}\n"),
        format!("a | s\na s:{long}\n"),
        format!("p ec 1\ns {long}\n"),
        json(&long),
        format!("{{\"{long}\":1}}"),
    ] {
        let run = run("count", text);
        assert_eq!((run.code, &*run.out), (2, ""));
        assert!(
            run.err.contains("has more than 1,048,576 bytes\n"),
            "{}",
            run.err
        );
        assert!(run.err.len() < 500);
    }
    // A comment may contain anything.
    run("count", format!("| {long}\na\na\n")).is(0, "1\n", "");
    run("count", format!("c {long}\np ec 1\ns 1\n")).is(0, "1\n", "");
}

#[test]
fn an_option_with_more_items_than_the_problem_is_rejected() {
    let many = "a ".repeat(100_000);
    let json = "\"a\",".repeat(100_000) + "\"a\"";
    for text in [
        format!("a b\n{many}\n"),
        format!("{{\"primary\":[\"a\"],\"options\":[[{json}]]}}"),
        format!("{{\"primary\":[\"a\"],\"options\":[{{\"items\":[{json}]}}]}}"),
    ] {
        let run = run("count", text);
        assert_eq!((run.code, &*run.out), (2, ""));
        let first = run.err.lines().next().unwrap();
        let message = "item \"a\" occurs twice in one option";
        assert!(first.ends_with(message), "{}", run.err);
    }
}

/// The clock of `sudoku` began with the first board.
#[test]
fn the_time_limit_ends_the_wait_for_the_first_board() {
    for command in [
        "sudoku",
        "sudoku check",
        "sudoku show -o wait.svg",
        "sudoku --from link",
        "sudoku --judge poj3074",
    ] {
        for text in ["", "53..7....6.."] {
            let mut child = program(&format!("{command} --time 0.2")).spawn().unwrap();
            let mut input = child.stdin.take().unwrap();
            input.write_all(text.as_bytes()).unwrap();
            let (status, err) = end(child);
            assert_eq!(status.code(), Some(3), "{command}: {err}");
            let start = "stopped by the time limit ";
            assert!(err.starts_with(start), "{command}: {err}");
            drop(input);
        }
    }
}

/// A ledger of many lines was read to its end, whatever the limit.
#[test]
fn the_time_limit_ends_the_reading_of_a_long_ledger() {
    let problem = file("many-lines-of.dlx", EXAMPLE.as_bytes());
    let (problem, short) = (problem.display(), file("one-line.ledger", b""));
    let counted = run(&format!("count {problem} --ledger {}", short.display()), "");
    assert_eq!(counted.code, 0, "{}", counted.err);
    let line = fs::read_to_string(&short).unwrap();
    let long = file("many-lines.ledger", line.repeat(300_000).as_bytes());
    let long = long.display();
    let split = run(&format!("split --parts 1 {problem}"), "");
    let units = file("many-lines-of.units", split.out.as_bytes());
    for command in [
        format!("count {problem} --ledger {long} --time 0.2"),
        format!(
            "run {problem} --units {} --ledger {long} --time 0.2",
            units.display()
        ),
    ] {
        let run = run(&command, "");
        assert_eq!(run.code, 3, "{command}: {}", run.err);
        let says = format!("stopped by the time limit while reading {long}\n");
        assert_eq!(run.err, says, "{command}");
    }
}

/// The clock of `generate` began after its files were read.
#[test]
fn the_time_limit_ends_the_wait_for_a_shape_or_a_mask() {
    for flag in ["--shape jigsaw:/dev/stdin", "--mask -"] {
        let command = format!("sudoku generate --time 0.2 {flag}");
        let mut child = program(&command).spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let (status, err) = end(child);
        assert_eq!(status.code(), Some(3), "{command}: {err}");
        let says = "stopped by the time limit while reading ";
        assert!(err.starts_with(says), "{command}: {err}");
        drop(input);
    }
}

/// What the time limit cuts is not known to be invalid, even if boards before are.
#[test]
fn the_time_limit_cuts_an_endless_input_of_boards() {
    let pieces = [
        "{\"a\":1,\n",
        "[\n",
        "\n",
        "a b c\n",
        "123456789\n",
        "1234567890",
        "aaaaaaaaaa",
        "[",
    ];
    let of = |command: &'static str| pieces.map(|piece| (command, piece));
    let explain = [("sudoku explain", pieces[0]), ("sudoku show", pieces[0])];
    for (command, piece) in [&of("sudoku check")[..], &explain].concat() {
        let mut child = program(&format!("{command} --time 0.2")).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let text = piece.repeat(10_000);
        let writer = thread::spawn(move || while input.write_all(text.as_bytes()).is_ok() {});
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        let last = err.lines().next_back().unwrap_or_default();
        assert!(
            last.contains("stopped by the time limit"),
            "{piece}: {last}"
        );
        assert_eq!(output.status.code(), Some(3), "{command}: {piece}: {last}");
    }
}

/// To read the rest of a file took seconds after the limit.
#[test]
fn a_long_file_of_boards_is_not_read_to_its_end_after_the_limit() {
    let boards = file(
        "long-boards.txt",
        "1......2....3..4\n".repeat(600_000).as_bytes(),
    );
    for format in ["line", "svg"] {
        let run = run(
            &format!(
                "sudoku show --format {format} --time 0.1 {}",
                boards.display()
            ),
            "",
        );
        assert_eq!(run.code, 3, "{}", run.err);
        let end = "stopped by the time limit: the rest of the input was not read\n";
        assert!(run.err.ends_with(end), "{}", run.err);
    }
}
