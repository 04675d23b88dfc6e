//! `quadrille sudoku --threads`: the same answers on any number of threads.

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::classic::{BOARD, SOLVED};
use super::process::{end, interrupt};
use super::{Run, file, pairs, program, run};

/// No clash, and no digit left for the first cell.
const UNSOLVABLE: &str =
    ".23456789..........1............................................................1\n";

/// Boards of all kinds, good and bad, with all that may stand between them, some thousand records.
fn mixed() -> String {
    let blank = ".".repeat(81);
    let rows: String = (0..9)
        .map(|row| BOARD[row * 9..row * 9 + 9].to_owned() + "\r\n")
        .collect();
    // Some hundred solutions: the last three rows are free.
    let many = SOLVED[..54].to_owned() + &".".repeat(27);
    let kinds = [
        BOARD.to_owned(),
        format!("# a comment\n\n{BOARD}"),
        format!("{rows}\r\n"),
        UNSOLVABLE.to_owned(),
        format!("55{}\n", &blank[2..]),
        format!("{many} : many\n"),
        "530070000\n600195000\n\n".to_owned(),
        format!("{blank}\n"),
        "12x\n".to_owned(),
        format!("{}\n", "1".repeat(70_000)),
    ];
    // The kinds in changing order, the first far more often.
    let places = (0..700_usize).map(|place| match place * place % 97 {
        place if place % 4 == 0 => place / 4 % kinds.len(),
        _ => 0,
    });
    let mut text: String = places.map(|kind| kinds[kind].as_str()).collect();
    text += "12";
    text
}

/// Runs on several threads and asserts that all do the same.
#[track_caller]
fn same(arguments: &str, input: &str) -> Run {
    let on = |threads: u32| {
        let mut run = run(&format!("sudoku {arguments} --threads {threads}"), input);
        // The time is not the same.
        let lines = run.err.lines();
        let others = ["seconds: ", "boards per second: ", "threads: "];
        let lines = lines.filter(|line| !others.iter().any(|other| line.starts_with(other)));
        run.err = lines.collect::<Vec<_>>().join("\n");
        run
    };
    let one = on(1);
    for threads in [2, 3, 8] {
        let several = on(threads);
        assert_eq!(one.code, several.code, "{arguments} --threads {threads}");
        assert!(one.out == several.out, "{arguments} --threads {threads}");
        assert!(one.err == several.err, "{arguments} --threads {threads}");
    }
    one
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mixed = mixed();
    for arguments in [
        "",
        "--stats",
        "--format line",
        "--format grid",
        "-n 2",
        "-n 2 --format line",
        "-n 2 --format grid --stats",
        "--order lex --stats",
        "--nodes 3 --stats",
        "-n 500 --nodes 200",
        "--time 0",
        "--engine links --stats",
    ] {
        let run = same(arguments, &mixed);
        // Without time, no board is found to be bad.
        let code = if arguments == "--time 0" { 3 } else { 2 };
        assert_eq!(run.code, code, "{arguments}");
        assert!(
            run.err.contains("<stdin>:1") && run.out.len() > 10_000,
            "{arguments}"
        );
    }
}

/// Also of what makers of puzzles ask. Without hard boards, which would end at a limit of time.
#[test]
fn the_number_of_threads_changes_nothing_for_makers() {
    let mixed = mixed();
    let lines: Vec<&str> = mixed.lines().filter(|line| line.len() < 1000).collect();
    let some = lines[..60].join("\n") + "\n12x\n" + UNSOLVABLE + BOARD;
    for arguments in [
        "minimize",
        "minimize --format json",
        "minimize --list",
        "minimize --rules",
        "explain --nodes 100",
        "explain --nodes 100 --format json",
        "rate --format json",
        "canonical --automorphisms",
        "dedup",
        "dedup --format json",
    ] {
        let run = same(arguments, &some);
        assert_eq!(run.code, 2, "{arguments}");
        assert!(run.err.contains("12x") && !run.out.is_empty());
    }
}

#[test]
fn the_number_of_threads_does_not_change_the_code() {
    let boards = BOARD.repeat(100);
    assert_eq!(same("", &boards).out, SOLVED.repeat(100));
    assert_eq!(same("", &format!("{boards}{UNSOLVABLE}{boards}")).code, 1);
    let blank = ".".repeat(81);
    assert_eq!(same("--nodes 5", &format!("{blank}\n{boards}")).code, 3);
    for none in ["", "# nothing\n\n"] {
        assert_eq!(same("", none).code, 2);
    }
    for arguments in ["no/such/file", "src"] {
        assert_eq!(same(arguments, "").code, 2);
    }
}

#[test]
fn more_solutions_than_are_held_come_in_order() {
    let blank = ".".repeat(81);
    let text = format!("{BOARD}{blank}\n{BOARD}{UNSOLVABLE}{blank}\n{BOARD}");
    for (most, written) in [(1023, 2049), (1024, 2051), (1025, 2053), (5000, 10_003)] {
        let one = same(&format!("-n {most}"), &text);
        assert_eq!(one.out.lines().count(), written + 1);
        // The nodes are not the same: threads that search ahead are stopped.
        let stats = run(&format!("sudoku --stats -n {most}"), text.as_str());
        assert_eq!(stats.stat("solutions"), Some(&*written.to_string()));
    }
    let stopped = same("-n 0 --nodes 5000", &text);
    assert_eq!(stopped.code, 3);
}

#[test]
fn any_number_of_threads_may_be_asked_for() {
    for threads in [1, 2, 7, 1000, u64::MAX] {
        run(&format!("sudoku solve --threads {threads}"), BOARD).is(0, SOLVED, "");
    }
}

#[test]
fn nothing_is_held_back_while_input_is_waited_for() {
    for threads in [1, 2, 5] {
        let mut child = program(&format!("sudoku --threads {threads}"))
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut expect = |text: &str| {
            let mut came = vec![0; text.len()];
            output.read_exact(&mut came).unwrap();
            assert_eq!(String::from_utf8(came).unwrap(), text);
        };
        // Alone, many at once, and before half a board.
        for boards in [1, 1, 300, 2] {
            write!(input, "{}53..7", BOARD.repeat(boards)).unwrap();
            expect(&SOLVED.repeat(boards));
            write!(input, "{}", &BOARD[5..]).unwrap();
            expect(SOLVED);
        }
        drop(input);
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

/// The boards before one that never ends are answered, also those of its own chunk.
#[test]
fn nothing_is_held_back_while_a_board_is_searched() {
    const BOARDS: usize = 1000;
    let text = BOARD.repeat(BOARDS) + &".".repeat(81) + "\n" + BOARD;
    for threads in [1, 2] {
        let arguments = format!("sudoku count --engine links --threads {threads}");
        let mut child = program(&arguments).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        input.write_all(text.as_bytes()).unwrap();
        let (sender, came) = mpsc::channel();
        thread::spawn(move || {
            let _ = sender.send(output.lines().take(BOARDS).filter_map(Result::ok).count());
        });
        let came = came.recv_timeout(Duration::from_secs(60));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(came, Ok(BOARDS), "{threads}");
    }
}

#[test]
fn a_closed_pipe_ends_even_a_wait_for_input() {
    for threads in [1, 2, 5] {
        let mut child = program(&format!("sudoku --threads {threads}"))
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        input.write_all(BOARD.as_bytes()).unwrap();
        let (status, err) = end(child);
        assert_eq!((status.code(), &*err), (Some(0), ""));
        drop(input);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_once() {
    for threads in [1, 2, 5] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let boards = file("full.txt", BOARD.repeat(2000).as_bytes());
        let mut command = program(&format!("sudoku --threads {threads}"));
        let output = command.arg(&boards).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(
            err.starts_with("quadrille: cannot write the answer: "),
            "{err}"
        );
        assert_eq!(err.lines().count(), 1);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_the_first_board_that_is_not_done() {
    // All solutions of the blank boards, and of the last one while more input is waited for.
    let blank = ".".repeat(81) + "\n";
    for text in [format!("{BOARD}{}", blank.repeat(20)), blank] {
        for threads in [1, 2, 5] {
            let arguments = format!("sudoku -n 0 --order any --threads {threads}");
            let mut child = program(&arguments).spawn().unwrap();
            let mut input = child.stdin.take().unwrap();
            input.write_all(text.as_bytes()).unwrap();
            let mut output = BufReader::new(child.stdout.take().unwrap());
            for _ in 0..2000 {
                let mut line = String::new();
                output.read_line(&mut line).unwrap();
                assert_eq!(line.len(), 82);
            }
            let reader = thread::spawn(move || output.lines().last().unwrap().unwrap());
            interrupt(&child);
            let (status, err) = end(child);
            let line = text.lines().count().min(2);
            assert_eq!(status.code(), Some(130), "{err}");
            let told = format!("<stdin>:{line}: stopped by Ctrl-C: ");
            assert!(err.starts_with(&told) && err.lines().count() == 1, "{err}");
            assert_eq!(reader.join().unwrap().len(), 81);
            drop(input);
        }
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_wait_on_any_number_of_threads() {
    for threads in [1, 2, 5] {
        let mut child = program(&format!("sudoku --threads {threads}"))
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(BOARD.as_bytes()).unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        assert_eq!(line, SOLVED);
        thread::sleep(Duration::from_millis(100));
        interrupt(&child);
        assert_eq!(end(child).0.code(), Some(130));
        drop(input);
    }
}

/// The most memory that a process had so far, in kilobytes.
#[cfg(target_os = "linux")]
fn peak_memory(child: &std::process::Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.unwrap().trim().trim_end_matches(" kB");
    kilobytes.parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_input() {
    const MOST: u64 = 48 << 10;
    let blank = ".".repeat(81) + "\n";
    // Very short records, and then a board whose solutions nobody reads, with as many behind it.
    let short = "\n".repeat(1 << 19) + BOARD;
    for threads in [1, 2] {
        let arguments = format!("sudoku -n 0 --format line --threads {threads}");
        let mut child = program(&arguments).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        input.write_all(short.as_bytes()).unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(line, SOLVED);

        let boards = blank.clone() + &BOARD.repeat(100_000);
        let writer = thread::spawn(move || input.write_all(boards.as_bytes()));
        thread::sleep(Duration::from_millis(700));
        assert!(!writer.is_finished());
        let memory = peak_memory(&child);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(writer.join().unwrap().is_err());
        assert!(memory < MOST, "{memory} kB on {threads}");
    }
}

/// Asserts that a search of at least 16,384 nodes prints the same on any number of threads.
#[track_caller]
fn same_search(arguments: &str, input: &str) -> Run {
    let one = run(&format!("{arguments} --threads 1"), input);
    for threads in [2, 4] {
        let several = run(&format!("{arguments} --threads {threads}"), input);
        several.is(one.code, &one.out, &one.err);
    }
    one
}

#[test]
fn searches_print_the_same_on_any_number_of_threads() {
    let many = pairs(12);
    for arguments in [
        "solve --engine links -n 0",
        "solve --engine links -n 9000 --format json",
        "solve --engine links -n 9000",
        "count --method walk --engine links",
        "count --engine links --limit 10000",
        "best",
        "best -k 20 --format json",
        "best --one",
    ] {
        let run = same_search(arguments, &many);
        assert_eq!((run.code, run.out.is_empty()), (0, false), "{arguments}");
    }
    // Two groups of nine people: neither has a solution.
    let mut none = pairs(9);
    let one = none.replace('p', "q");
    none += one.split_once('\n').unwrap().1;
    let (first, rest) = none.split_once('\n').unwrap();
    let none = format!("{first} {}\n{rest}", first.replace('p', "q"));
    let run = same_search("explain --format json --no-colouring", &none);
    assert_eq!(run.code, 0);
    same_search("sample -n 5", &pairs(6));
}

#[test]
fn stats_state_the_number_of_threads() {
    let threads = |arguments: &str| {
        let run = run(&format!("{arguments} --stats"), pairs(12));
        run.stat("threads").map(str::to_owned)
    };
    let walk = "count --method walk --engine links";
    assert_eq!(
        threads(&format!("{walk} --threads 2")).as_deref(),
        Some("2")
    );
    assert_eq!(
        threads(&format!("{walk} --threads 1")).as_deref(),
        Some("1")
    );
    // A short search, and a reproducible one.
    assert_eq!(threads("solve --threads 2").as_deref(), Some("1"));
    let limited = format!("{walk} --threads 2 --nodes 20000");
    assert_eq!(threads(&limited).as_deref(), Some("1"));
}

#[test]
fn a_batch_reports_the_threads_of_its_pool() {
    let blank = format!("{}\n", ".".repeat(16));
    let run = run("sudoku count --shape 4x4 --stats --threads 2", blank);
    run.is(0, "288\n", &run.err);
    assert_eq!(run.stat("threads"), Some("2"));
}
