//! The limits of time and memory hold for everything that a command does, including reading.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::process::end;
use super::{EXAMPLE, file, pairs, program, run, uneven_pairs};

/// Far longer than a stop takes, far shorter than the work that is stopped.
const SOON: Duration = Duration::from_secs(20);

/// A problem whose text takes a while to read: the same option many times.
fn same(options: usize) -> PathBuf {
    let text = "a\n".repeat(options + 1);
    file(&format!("same{options}.dlx"), text.as_bytes())
}

#[test]
fn no_time_at_all_stops_every_command_while_it_reads() {
    let problem = same(10_000_000);
    let name = problem.display();
    for command in [
        "solve", "count", "estimate", "sample", "compile", "best", "reduce", "explain",
    ] {
        let run = run(&format!("{command} --time 0 {name}"), "");
        assert_eq!((run.code, &*run.out), (3, ""), "{command}");
        // A very fast machine may come to a question before it is stopped.
        let says = "stopped by the time limit";
        assert!(run.err.contains(says), "{command}: {}", run.err);
    }
}

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
        let says = "quadrille: cannot read <stdin>: out of memory";
        assert!(err.contains(says), "{command}: {err}");
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

#[cfg(unix)]
#[test]
fn a_full_file_is_reported_like_a_full_disk() {
    let exe = assert_cmd::cargo::cargo_bin!("quadrille");
    let problem = file("full.dlx", pairs(10).as_bytes());
    let out = problem.with_extension("out");
    for command in ["solve -n 0", "convert --to json"] {
        let script = format!(
            "ulimit -f 1; {} {command} {} -o {}",
            exe.display(),
            problem.display(),
            out.display()
        );
        let run = std::process::Command::new("sh")
            .args(["-c", &script])
            .output()
            .unwrap();
        let err = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{command}: {err}");
        assert!(
            err.starts_with("quadrille: cannot write "),
            "{command}: {err}"
        );
        assert!(err.contains("File too large"), "{command}: {err}");
    }
}

#[test]
fn an_answer_is_never_cut() {
    // Whatever the limit, the answer is complete or absent.
    let problem = file("cut.dlx", pairs(12).as_bytes());
    let name = problem.display();
    for micros in (0..40_000).step_by(1_000) {
        let time = f64::from(micros) / 1e6;
        let run = run(&format!("count --time {time} {name}"), "");
        match run.code {
            0 => assert_eq!((&*run.out, &*run.err), ("10395\n", ""), "{time}"),
            code => assert_eq!((code, &*run.out), (3, ""), "{time}: {}", run.err),
        }
    }
}

#[test]
fn a_stopped_search_reports_what_is_known() {
    // No method finishes pairs of an odd number of people in time.
    let begun = Instant::now();
    let problem = file("odd.dlx", pairs(61).as_bytes());
    let name = problem.display();
    let run = run(&format!("count --method walk --time 0.5 {name}"), "");
    assert_eq!((run.code, &*run.out), (3, ""));
    assert!(
        run.err.starts_with("at least 0: stopped by the time limit"),
        "{}",
        run.err
    );
    assert!(begun.elapsed() < SOON);
}

#[test]
fn a_text_beyond_the_memory_limit_is_not_read() {
    let problem = same(1_000_000);
    let name = problem.display();
    let text = fs::read(&problem).unwrap();
    for command in ["count", "sample", "compile"] {
        let says = "has more than 1048576 bytes\n";
        let run_of = run(&format!("{command} --memory 1M {name}"), "");
        assert_eq!((run_of.code, &*run_of.out), (3, ""), "{command}");
        let start = format!("stopped by the memory limit: the text of {name} ");
        assert_eq!(run_of.err, start + says);
        let run = run(&format!("{command} --memory 1M"), text.clone());
        assert_eq!((run.code, &*run.out), (3, ""), "{command}");
        let start = "stopped by the memory limit: the text of <stdin> ";
        assert_eq!(run.err, start.to_owned() + says);
    }
}

#[test]
fn a_problem_beyond_the_memory_limit_is_rejected_in_every_form() {
    const OPTIONS: usize = 600_000;
    let rows = |head: &str, row: &str, tail: &str| head.to_owned() + &row.repeat(OPTIONS) + tail;
    let texts = [
        ("dlx", rows("a\n", "a\n", "")),
        (
            "json",
            rows("{\"primary\":[\"a\"],\"options\":[", "[\"a\"],", "[]]}"),
        ),
        ("ec", rows("p ec 1\n", "s 1\n", "")),
        ("txt", rows(&format!("1 {OPTIONS}\n"), "1 1\n", "")),
        ("matrix", rows("", "1\n", "")),
        ("nnf", rows("nnf 600000 0 1\n", "L 1\n", "")),
    ];
    for (form, text) in texts {
        let run = run(&format!("count --memory 5M --from {form}"), text);
        assert_eq!((run.code, &*run.out), (3, ""), "{form}: {}", run.err);
        assert!(
            run.err.starts_with("stopped by the memory limit"),
            "{form}: {}",
            run.err
        );
        let named = run.err.contains("the problem in <stdin> and its text");
        assert!(named || form == "nnf", "{form}: {}", run.err);
    }
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

#[test]
fn an_unwritable_file_is_reported_before_the_work() {
    // No machine can compile this.
    let problem = file("hopeless.dlx", pairs(61).as_bytes());
    let begun = Instant::now();
    let run = run(
        &format!("compile -o no/such/dir/x {}", problem.display()),
        "",
    );
    assert_eq!((run.code, &*run.out), (2, ""));
    let says = "quadrille: cannot write no/such/dir/x: No such file or directory";
    assert!(run.err.starts_with(says), "{}", run.err);
    assert!(begun.elapsed() < SOON);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_fails_later_is_reported() {
    run("compile -o /dev/full", EXAMPLE).is(
        2,
        "",
        "quadrille: cannot write /dev/full: No space left on device (os error 28)\n",
    );
}

#[test]
fn a_file_is_changed_only_by_an_answer() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kept.nnf");
    let _ = fs::remove_file(&path);
    let stopped = format!("compile --nodes 1 -o {}", path.display());
    assert_eq!(run(&stopped, uneven_pairs(30)).code, 3);
    assert!(!path.exists());
    fs::write(&path, "x".repeat(1000)).unwrap();
    assert_eq!(run(&stopped, uneven_pairs(30)).code, 3);
    assert_eq!(fs::read_to_string(&path).unwrap().len(), 1000);
    run(&format!("compile -o {}", path.display()), EXAMPLE).is(0, "", "");
    let written = fs::read_to_string(&path).unwrap();
    assert!(written.starts_with("c option ") && !written.contains('x'));
}

/// A diagram of 40 levels whose text as a ZDD has more than 2^40 lines: each level is part of two
/// products, with different options after it.
fn high_diagram() -> String {
    let (mut lines, mut edges) = (vec!["A 0".to_owned()], 0);
    for level in 0..40 {
        let below = lines.len() - 1;
        let start = lines.len();
        lines.extend((1..=4).map(|option| format!("L {}", 4 * level + option)));
        lines.push(format!("A 3 {start} {below} {}", start + 1));
        lines.push(format!("A 3 {} {below} {}", start + 2, start + 3));
        lines.push(format!("O 0 2 {} {}", start + 4, start + 5));
        edges += 8;
    }
    format!("nnf {} {edges} 160\n{}\n", lines.len(), lines.join("\n"))
}

#[test]
fn an_endless_text_is_stopped_while_it_is_written() {
    let begun = Instant::now();
    let run = run("compile --to zdd --time 1 -o /dev/null", high_diagram());
    assert_eq!((run.code, &*run.out), (3, ""), "{}", run.err);
    assert_eq!(
        run.err,
        "stopped by the time limit while writing /dev/null\n"
    );
    assert!(begun.elapsed() < SOON);
    super::run("count", high_diagram()).is(0, "1099511627776\n", "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_stops_writing() {
    let diagram = file("towering.nnf", high_diagram().as_bytes());
    let mut child = program("compile --to zdd -o /dev/null")
        .arg(&diagram)
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(1_000));
    assert!(child.try_wait().unwrap().is_none());
    send("TERM", &child);
    let (status, err) = end(child);
    assert_eq!(status.code(), Some(130), "{err}");
    assert_eq!(err, "stopped by SIGTERM while writing /dev/null\n");
}

/// The pictures of a document are written at its end, when nothing looked at signals any more.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_stops_the_writing_of_a_document() {
    let board = "1......2....3..4\n".repeat(200);
    let cells = || (1..=4).flat_map(|row| (1..=5).map(move |column| (row, column)));
    let mut dominoes: String = cells().map(|(r, c)| format!("r{r}c{c} ")).collect();
    for (r, c) in cells() {
        for (r2, c2) in [(r, c + 1), (r + 1, c)] {
            if r2 <= 4 && c2 <= 5 {
                dominoes += &format!("\nr{r}c{c} r{r2}c{c2}");
            }
        }
    }
    for (command, text) in [
        ("tile 20x20 domino* -n 30 --format svg", ""),
        ("sudoku show --format svg", &*board),
        ("solve -n 0 --format svg", &*dominoes),
    ] {
        let mut child = program(command).spawn().unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
        // Nobody reads more than the start.
        let mut output = child.stdout.take().unwrap();
        output.read_exact(&mut [0]).unwrap();
        thread::sleep(Duration::from_millis(200));
        assert!(child.try_wait().unwrap().is_none(), "{command}");
        send("TERM", &child);
        let (status, err) = end(child);
        assert_eq!(status.code(), Some(130), "{command}: {err}");
        let says = "stopped by SIGTERM while printing the answer\n";
        assert!(err.ends_with(says), "{command}: {err}");
        drop(output);
    }
}

#[cfg(unix)]
#[test]
fn a_closed_standard_output_is_an_error() {
    let shell = |command: &str| {
        let mut shell = std::process::Command::new("sh");
        let binary = env!("CARGO_BIN_EXE_quadrille");
        let output = shell
            .args(["-c", &format!("printf 'a\\na\\n' | {binary} {command}")])
            .output()
            .unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), err)
    };
    let closed = "quadrille: cannot write the answer: standard output is closed\n";
    for command in ["count", "solve", "convert --to json", "--help", "--version"] {
        let (code, err) = shell(&format!("{command} >&-"));
        assert_eq!((code, &*err), (Some(2), closed), "{command}");
        let (code, err) = shell(&format!("{command} >/dev/null"));
        assert_eq!((code, &*err), (Some(0), ""), "{command}");
        // As Python's subprocess.DEVNULL.
        let (code, err) = shell(&format!("{command} 1<>/dev/null"));
        assert_eq!((code, &*err), (Some(0), ""), "{command}");
    }
    // The answer goes to a file.
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("elsewhere.nnf");
    let (code, err) = shell(&format!("compile -o {} >&-", path.display()));
    assert_eq!((code, &*err), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn sigterm_stops_like_ctrl_c_and_is_named() {
    let problem = file("term.dlx", uneven_pairs(60).as_bytes());
    let mut child = program("count --method walk")
        .arg(&problem)
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(1_500));
    assert!(child.try_wait().unwrap().is_none());
    send("TERM", &child);
    let (status, err) = end(child);
    assert_eq!(status.code(), Some(130), "{err}");
    assert!(err.contains(": stopped by SIGTERM\n"), "{err}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_the_wait_for_input_of_every_command() {
    let problem = file("waits.dlx", EXAMPLE.as_bytes());
    let check = format!("check {}", problem.display());
    for command in [
        "solve",
        "count",
        "estimate",
        "sample",
        "compile",
        "best",
        &check,
        "convert --to json",
        "reduce",
        "explain",
        "sudoku",
    ] {
        for (signal, name) in [("INT", "Ctrl-C"), ("TERM", "SIGTERM")] {
            let mut child = program(command).spawn().unwrap();
            let input = child.stdin.take().unwrap();
            thread::sleep(Duration::from_millis(300));
            send(signal, &child);
            let (status, err) = end(child);
            assert_eq!(status.code(), Some(130), "{command}: {err}");
            let says = format!("stopped by {name}");
            assert!(err.starts_with(&says), "{command}: {err}");
            drop(input);
        }
    }
}

/// Four items and very many options, each many times: what is left of a level is long.
fn alike(options: usize) -> PathBuf {
    let text = "a b c d\n".to_owned() + &"a b\nc d\na c\nb d\n".repeat(options / 4);
    file(&format!("alike{options}.dlx"), text.as_bytes())
}

/// To list what is left of a level once took the square of its options, without a look at the clock.
#[test]
fn the_time_limit_holds_where_a_level_has_very_many_options() {
    let problem = alike(400_000);
    let name = problem.display();
    let ledger = |number: u32| {
        let ledger = file(&format!("alike{number}.ledger"), b"");
        fs::remove_file(&ledger).unwrap();
        ledger
    };
    let output = ledger(0);
    for command in [
        &format!("count --ledger {}", ledger(1).display()),
        &format!(
            "solve -n 0 -o {} --ledger {}",
            output.display(),
            ledger(2).display()
        ),
        "split --parts 10",
        "estimate --engine bits",
        "estimate --engine links",
    ] {
        let begun = Instant::now();
        let run = run(&format!("{command} --time 0.5 {name}"), "");
        assert!(begun.elapsed() < SOON, "{command}");
        assert!([0, 3].contains(&run.code), "{command}: {}", run.err);
        if run.code == 3 {
            assert!(run.err.contains("the time limit"), "{command}: {}", run.err);
        }
    }
    // Memory finds at once what the walk would take hours for.
    let run = run(&format!("count {name}"), "");
    assert_eq!((run.code, &*run.out), (0, "20000000000\n"));
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

/// Each option has the items of all others: a proof looked at all of them for each item, and a split
/// weighed one part after the other without a look at the clock.
#[test]
fn the_time_limit_holds_where_long_options_are_equal() {
    let items: Vec<String> = (0..1_000).map(|item| format!("i{item}")).collect();
    let line = items.join(" ") + "\n";
    let problem = file("long.dlx", line.repeat(501).as_bytes());
    let name = problem.display();
    let [ledger, output] = ["long.ledger", "long.txt"].map(|name| file(name, b""));
    for command in [
        "count --ledger",
        &format!("solve -n 0 -o {} --ledger", output.display()),
        "best --ledger",
    ] {
        // The second command adds up the ledger of the first.
        for file in [&ledger, &output] {
            fs::remove_file(file).unwrap();
        }
        for time in [0.5, 0.4] {
            let begun = Instant::now();
            let run = run(
                &format!("{command} {} --time {time} {name}", ledger.display()),
                "",
            );
            assert!(begun.elapsed() < SOON, "{command}");
            assert!([0, 3].contains(&run.code), "{command}: {}", run.err);
        }
        fs::write(&output, "").unwrap();
    }
    let begun = Instant::now();
    let split = run(&format!("split --parts 1000 --time 0.5 {name}"), "");
    assert!(begun.elapsed() < SOON);
    assert!([0, 3].contains(&split.code), "{}", split.err);
}

/// What a deep walk has left is a part for each of its levels. Each repeated the path to its level, so a
/// record took the square of the depth; and where an item may be covered several times, a part repeated
/// the choices before it, too.
#[test]
fn the_time_limit_holds_for_the_ledger_of_a_deep_walk() {
    let depth = 20_000;
    let items: Vec<String> = (0..depth).map(|item| format!("i{item}")).collect();
    let mut deep = items.join(" ") + "\n";
    for item in items {
        deep += &format!("{item}\n{item}\n");
    }
    let wide: String = (0..depth)
        .map(|option| ["a\n", "b\n", "c\n"][option % 3])
        .collect();
    let both = format!("500:600|a b\n{}b\n", "a\n".repeat(2_000));
    for (name, text) in [
        ("deep", deep),
        ("wide", format!("2:3|a 1:4|b c\n{wide}")),
        ("both", both),
    ] {
        let problem = file(&format!("{name}.dlx"), text.as_bytes());
        let [ledger, output] = ["ledger", "txt"].map(|end| file(&format!("{name}.{end}"), b""));
        for command in [
            "count --ledger",
            &format!("solve -n 0 -o {} --ledger", output.display()),
            "best --ledger",
        ] {
            for file in [&ledger, &output] {
                fs::remove_file(file).unwrap();
            }
            // The second command adds up the ledger of the first, and continues it.
            for time in [0.5, 0.4] {
                let begun = Instant::now();
                let run = run(
                    &format!(
                        "{command} {} --time {time} {}",
                        ledger.display(),
                        problem.display()
                    ),
                    "",
                );
                assert!(begun.elapsed() < SOON, "{name}: {command}");
                assert!([0, 3].contains(&run.code), "{name}: {command}: {}", run.err);
            }
            let length = fs::metadata(&ledger).unwrap().len();
            assert!(length < 50 << 20, "{name}: {command}: {length} bytes");
            fs::write(&output, "").unwrap();
        }
    }
}

/// To learn from a solution once took the square of the options of an item that may be covered several
/// times, and the clock was read only after hundreds of solutions.
#[test]
fn the_time_limit_holds_where_very_many_options_cover_an_item_several_times() {
    let text = "2:3|a 1:4|b c\n".to_owned() + &"a\nb\nc\n".repeat(20_000 / 3);
    let problem = file("several.dlx", text.as_bytes());
    let name = problem.display();
    let proof = file("several", b"");
    for command in [
        "count --engine learn",
        "solve -n 0 --engine learn",
        &format!("solve -n 0 --proof {}", proof.display()),
    ] {
        let begun = Instant::now();
        let run = run(&format!("{command} --time 0.5 {name}"), "");
        assert!(begun.elapsed() < SOON, "{command}");
        assert_eq!(run.code, 3, "{command}: {}", run.err);
        assert!(run.err.contains("the time limit"), "{command}: {}", run.err);
    }
}

/// Each of very many options has the same reasons: a single propagation takes the square of the options.
#[test]
fn the_time_limit_holds_within_a_propagation() {
    let items = |line: fn(usize) -> String| (0..50_000).map(line).collect::<String>();
    let text = items(|item| format!("x{item} "))
        + "| s\n"
        + &items(|item| format!("x{item} s:red\nx{item} s:blue\n"));
    let problem = file("one-colour.dlx", text.as_bytes());
    let begun = Instant::now();
    let run = run(
        &format!("count --engine learn --time 0.5 {}", problem.display()),
        "",
    );
    assert!(begun.elapsed() < SOON);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(run.err.contains("the time limit"), "{}", run.err);
}

/// The tables of the engine and memory that was freed are a part of the process, too; and threads have
/// engines of their own only where there is room.
#[cfg(target_os = "linux")]
#[test]
fn the_memory_limit_holds_for_the_process() {
    // Boards are limited while they are read and while pieces are placed on them.
    let drawing = file("large-board.txt", "#".repeat(1_000_000).as_bytes());
    let (alike, same) = (alike(1_000_000), same(1_000_000));
    for (command, limit, code) in [
        (&*format!("count {}", alike.display()), 60, 3),
        (&format!("count {}", alike.display()), 190, 0),
        (&format!("count {}", same.display()), 50, 3),
        (&format!("count {}", same.display()), 65, 0),
        (&format!("tile {} domino*", drawing.display()), 60, 3),
        ("tile 1000x1000 domino* --count", 60, 3),
    ] {
        let (most, status, err) = peak(&format!("{command} --memory {limit}M --time 30"));
        assert_eq!(status, Some(code), "{command}: {err}");
        assert_eq!(err.contains("the memory limit"), code == 3, "{err}");
        let (least, highest) = (limit * 1024 / 2, limit * 1024 / 10 * 11);
        assert!(
            (least..highest).contains(&most),
            "{command} within {limit}M: {most} kB"
        );
    }
}

/// The same command would stop at the same place, so the exit code does not ask for it.
#[cfg(target_os = "linux")]
#[test]
fn a_run_without_enough_memory_does_not_ask_to_be_repeated() {
    let problem = alike(400_000);
    let name = problem.display();
    let split = run(&format!("split --parts 1 {name}"), "");
    let units = file("alike.units", split.out.as_bytes());
    let stopped = run(
        &format!("run --memory 1M --units {} {name}", units.display()),
        "",
    );
    assert_eq!(stopped.code, 3, "{}", stopped.err);
    assert!(stopped.err.contains("raise '--memory'"), "{}", stopped.err);
}

/// Runs a command. Returns the most memory it used in kilobytes, its exit code, and its messages.
#[cfg(target_os = "linux")]
fn peak(command: &str) -> (u64, Option<i32>, String) {
    let mut child = program(command).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.trim().parse().ok());
        most = most.max(peak.unwrap_or(0));
        thread::sleep(Duration::from_millis(1));
    }
    let (status, err) = end(child);
    (most, status.code(), err)
}

#[cfg(target_os = "linux")]
fn send(signal: &str, child: &std::process::Child) {
    let id = child.id().to_string();
    let mut kill = std::process::Command::new("kill");
    let status = kill.args([&format!("-{signal}"), &id]).status().unwrap();
    assert!(status.success());
}

#[test]
fn sizes_and_times_have_the_usual_units() {
    for size in ["1GB", "1.5G", "512MB", "1GiB", "2g", "1048576"] {
        let run = run(&format!("count --memory {size}"), EXAMPLE);
        assert_eq!((run.code, &*run.out), (0, "1\n"), "{size}: {}", run.err);
    }
    for time in ["10", "0.5m", "500ms", "10s", "2h", "1e1"] {
        let run = run(&format!("count --time {time}"), EXAMPLE);
        assert_eq!((run.code, &*run.out), (0, "1\n"), "{time}: {}", run.err);
    }
    for (flag, value) in [
        ("--memory", "1X"),
        ("--memory", "GB"),
        ("--memory", "1000"),
        ("--memory", "1e300G"),
        ("--time", "5years"),
        ("--time", "s"),
        ("--time", "-1"),
        ("--time", "inf"),
        ("--time", "nan"),
    ] {
        let run = run(&format!("count {flag} {value}"), EXAMPLE);
        assert_eq!((run.code, &*run.out), (2, ""), "{value}");
        assert!(run.err.contains(": expected a"), "{}", run.err);
    }
}
