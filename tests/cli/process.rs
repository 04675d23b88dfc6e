//! Behaviour of the running program: closed pipes, co-processes, long lines, Ctrl-C.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use super::classic::{BOARD, SOLVED};
use super::{EXAMPLE, file, pairs, program, run, uneven_pairs};

/// Far longer than any step of these tests.
const LONG: Duration = Duration::from_secs(60);

#[test]
fn a_closed_pipe_ends_quietly() {
    let problem = file("closed.dlx", pairs(16).as_bytes());
    let mut child = program("solve -n 0").arg(&problem).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    assert_eq!(line, "p0 p1\n");
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));

    let boards = file("closed.txt", BOARD.repeat(10_000).as_bytes());
    let mut child = program("sudoku").arg(&boards).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    for arguments in ["solve", "count", "sudoku"] {
        let input = if arguments == "sudoku" {
            BOARD
        } else {
            EXAMPLE
        };
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let mut child = program(arguments).stdout(full).spawn().unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(input.as_bytes())
            .unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(
            err.starts_with("quadrille: cannot write the answer: "),
            "{err}"
        );
        assert_eq!(err.lines().count(), 1);
    }
}

#[test]
fn a_board_is_answered_before_the_next_is_read() {
    for format in ["same", "line"] {
        let mut child = program("sudoku --format").arg(format).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        for _ in 0..3 {
            input.write_all(BOARD.as_bytes()).unwrap();
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            assert_eq!(line, SOLVED);
        }
        drop(input);
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn solutions_are_printed_as_they_are_found() {
    let problem = file("stream.dlx", pairs(40).as_bytes());
    let mut child = program("solve -n 0").arg(&problem).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "p0 p1\n");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn the_last_solution_is_printed_while_the_search_continues() {
    // Two solutions, then a long search for pairs of an odd number of people.
    let people = pairs(39);
    let (items, options) = people.split_once('\n').unwrap();
    let text = format!("a {items}\na {items}\na {items}\na\n{options}");
    let problem = file("pause.dlx", text.as_bytes());
    let mut child = program("solve -n 0").arg(&problem).spawn().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let lines: Vec<String> = output.lines().take(3).map(Result::unwrap).collect();
    let option = format!("a {items}");
    assert_eq!(lines, [&*option, "", &*option]);
    thread::sleep(Duration::from_millis(100));
    assert!(child.try_wait().unwrap().is_none());
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_slow_answer_is_printed_while_the_next_board_is_searched() {
    // A walk over the solutions of the blank board never ends.
    let blank = ".".repeat(81);
    let text = format!("{}{}\n{blank}\n", &SOLVED[..45], &blank[45..]);
    let boards = file("slow.txt", text.as_bytes());
    for threads in ["1", "2"] {
        let mut child = program("sudoku count --engine links --threads")
            .args([threads, boards.to_str().unwrap()])
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(line, "1284\n", "{threads}");
        assert!(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn an_endless_line_is_rejected_and_echoed() {
    const PIECES: usize = 1024;
    let piece = "1".repeat(1 << 16);
    for format in ["same", "line", "grid"] {
        let mut child = program("sudoku --format").arg(format).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let text = piece.clone();
        let writer = thread::spawn(move || {
            for _ in 0..PIECES {
                input.write_all(text.as_bytes()).unwrap();
            }
            input.write_all(format!("\n{BOARD}").as_bytes()).unwrap();
        });
        let mut output = child.stdout.take().unwrap();
        let mut buffer = vec![0; 1 << 16];
        for _ in 0..PIECES {
            output.read_exact(&mut buffer).unwrap();
            assert!(buffer == piece.as_bytes());
        }
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        let solved: String = rest.split_whitespace().collect();
        assert!(rest.starts_with('\n') && solved == SOLVED.trim_end());
        writer.join().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(
            err.starts_with("quadrille: <stdin>:1:65537: line longer than 65,536 bytes\n"),
            "{err}"
        );
        assert!(err.len() < 500);
    }
}

#[test]
fn a_deep_problem_does_not_overflow() {
    let items: Vec<String> = (0..20_000).map(|item| item.to_string()).collect();
    let text = format!("{}\n{}\n", items.join(" "), items.join("\n"));
    run("count", text.as_str()).is(0, "1\n", "");
    assert_eq!(run("solve", text).out.lines().count(), 20_000);
}

/// Sends the signal of Ctrl-C to a program.
pub(super) fn interrupt(child: &Child) {
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
}

/// Waits until a condition holds for a program, such as that it listens for Ctrl-C.
#[cfg(target_os = "linux")]
fn until(child: &Child, holds: impl Fn(&str) -> bool) {
    let begun = Instant::now();
    while !holds(&format!("/proc/{}", child.id())) {
        assert!(begun.elapsed() < LONG);
        thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a program listens for Ctrl-C: signal 2 is caught.
#[cfg(target_os = "linux")]
fn listens(process: &str) -> bool {
    let status = fs::read_to_string(format!("{process}/status")).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    u64::from_str_radix(caught.unwrap().trim(), 16).unwrap() & 1 << 1 != 0
}

/// A field of `/proc/PID/stat`, counted from 1, after the name of the program.
#[cfg(target_os = "linux")]
fn stat(process: &str, field: usize) -> String {
    let stat = fs::read_to_string(format!("{process}/stat")).unwrap();
    let mut fields = stat.rsplit_once(") ").unwrap().1.split(' ');
    fields.nth(field - 3).unwrap().to_owned()
}

/// Whether a program has used half a second of processor time, and so is searching.
#[cfg(target_os = "linux")]
fn works(process: &str) -> bool {
    stat(process, 14).parse::<u64>().unwrap() > 50
}

/// Whether a program waits for a reader of its output.
#[cfg(target_os = "linux")]
fn waits(process: &str) -> bool {
    let is_asleep = |_| {
        thread::sleep(Duration::from_millis(20));
        stat(process, 3) == "S"
    };
    (0..5).all(is_asleep)
}

/// Waits for the end of a program, at most [`LONG`], and reads the rest of its standard error.
pub(super) fn end(mut child: Child) -> (ExitStatus, String) {
    let mut stderr: ChildStderr = child.stderr.take().unwrap();
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > LONG {
            child.kill().unwrap();
        }
        thread::sleep(Duration::from_millis(5));
    };
    let mut err = String::new();
    stderr.read_to_string(&mut err).unwrap();
    (status, err)
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_stops_a_count_with_a_lower_bound() {
    let problem = file("long.dlx", uneven_pairs(60).as_bytes());
    let child = program("count --stats").arg(&problem).spawn().unwrap();
    until(&child, works);
    interrupt(&child);
    let (status, err) = end(child);
    assert_eq!(status.code(), Some(130), "{err}");
    assert!(
        err.starts_with("at least ") && err.contains(": stopped by Ctrl-C\n"),
        "{err}"
    );
    assert!(err.ends_with("complete: no (interrupted)\n"), "{err}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_sample_and_an_estimate_with_partial_answers() {
    let problem = file("drawn.dlx", pairs(24).as_bytes());
    let mut child = program("sample -n 1000000000")
        .arg(&problem)
        .spawn()
        .unwrap();
    let mut output = child.stdout.take().unwrap();
    let mut begun = [0; 1 << 12];
    output.read_exact(&mut begun).unwrap();
    let reader = thread::spawn(move || output.read_to_end(&mut Vec::new()).unwrap());
    interrupt(&child);
    let (status, err) = end(child);
    reader.join().unwrap();
    assert_eq!(status.code(), Some(130), "{err}");
    assert!(
        err.starts_with("stopped by Ctrl-C after ") && err.ends_with(" solutions\n"),
        "{err}"
    );

    let mut child = program("estimate --probes 1000000000000")
        .arg(&problem)
        .spawn()
        .unwrap();
    let mut output = child.stdout.take().unwrap();
    thread::sleep(Duration::from_millis(2_000));
    interrupt(&child);
    let (status, err) = end(child);
    assert_eq!(status.code(), Some(130), "{err}");
    assert!(err.starts_with("note: stopped by Ctrl-C after "), "{err}");
    let mut out = String::new();
    output.read_to_string(&mut out).unwrap();
    assert_eq!(out.lines().count(), 4, "{out}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_batch_after_the_current_board() {
    // A blank board has too many solutions to print.
    let blank = ".".repeat(81);
    let text = format!("{BOARD}{blank}\n{BOARD}");
    let boards = file("long.txt", text.as_bytes());
    let mut child = program("sudoku -n 0").arg(&boards).spawn().unwrap();
    let mut output = child.stdout.take().unwrap();
    // The first board, and the first solution of the second.
    let mut begun = [0; 2 * 82];
    output.read_exact(&mut begun).unwrap();
    assert!(begun.starts_with(SOLVED.as_bytes()));
    let reader = thread::spawn(move || {
        let (mut last, mut buffer) = (0, vec![0; 1 << 16]);
        loop {
            match output.read(&mut buffer).unwrap() {
                0 => return last,
                length => last = buffer[length - 1],
            }
        }
    });
    interrupt(&child);
    let (status, err) = end(child);
    assert_eq!(status.code(), Some(130), "{err}");
    assert!(err.contains(":2: stopped by Ctrl-C: "), "{err}");
    assert_eq!(reader.join().unwrap(), b'\n');
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_wait_for_input_at_once() {
    let mut child = program("sudoku").spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(BOARD.as_bytes()).unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    assert_eq!(line, SOLVED);
    interrupt(&child);
    assert_eq!(end(child).0.code(), Some(130));
    drop(input);

    for arguments in ["solve", "sudoku --judge poj3074"] {
        let mut child = program(arguments).spawn().unwrap();
        let input = child.stdin.take().unwrap();
        until(&child, |process| listens(process) && waits(process));
        interrupt(&child);
        assert_eq!(end(child).0.code(), Some(130), "{arguments}");
        drop(input);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_stops_the_boards_of_a_judge() {
    const BOARDS: usize = 20_000;
    let boards = file("poj3074.txt", BOARD.repeat(BOARDS).as_bytes());
    let mut child = program("sudoku --judge poj3074")
        .arg(&boards)
        .spawn()
        .unwrap();
    let mut output = child.stdout.take().unwrap();
    // The test stops reading, so the program must wait.
    output.read_exact(&mut [0; 10]).unwrap();
    until(&child, waits);
    interrupt(&child);
    thread::sleep(Duration::from_millis(100));
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    let (status, err) = end(child);
    assert_eq!(status.code(), Some(130), "{err}");
    assert!(err.ends_with(": stopped by Ctrl-C\n"), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    assert!(rest.lines().count() < BOARDS);
}

#[cfg(target_os = "linux")]
#[test]
fn a_second_ctrl_c_ends_the_program_at_once() {
    // The test stops reading, so the first signal has no effect yet.
    let problem = file("deaf.dlx", uneven_pairs(40).as_bytes());
    let mut child = program("solve -n 0").arg(&problem).spawn().unwrap();
    child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    until(&child, waits);
    interrupt(&child);
    thread::sleep(Duration::from_millis(200));
    assert!(child.try_wait().unwrap().is_none());
    interrupt(&child);
    assert_eq!(end(child).0.code(), Some(130));
}

/// A board of one digit has three million symmetries, and many boards are read at once.
#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_batch_of_canonical_forms() {
    let text = format!("{}\n", "1".repeat(81)).repeat(2_000);
    let boards = file("ones.txt", text.as_bytes());
    let mut child = program("sudoku canonical").arg(&boards).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, format!("{}\n", "1".repeat(81)));
    interrupt(&child);
    let (status, err) = end(child);
    assert_eq!((status.code(), &*err), (Some(130), ""));
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_an_explanation() {
    let problem = file("pairs.dlx", pairs(39).as_bytes());
    let child = program("explain --no-colouring")
        .arg(&problem)
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(1_000));
    interrupt(&child);
    let (status, err) = end(child);
    assert_eq!(status.code(), Some(130), "{err}");
    let unknown = "stopped by Ctrl-C: it is not known whether there is a solution\n";
    assert_eq!(err, unknown);
}
