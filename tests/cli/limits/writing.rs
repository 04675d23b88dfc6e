//! What commands write: an answer is whole, or an error says that it is not.

use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use super::{SOON, send};
use crate::process::end;
use crate::{EXAMPLE, file, pairs, program, run, uneven_pairs};

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
    crate::run("count", high_diagram()).is(0, "1099511627776\n", "");
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
    let boards = [
        "sudoku",
        "sudoku solve",
        "sudoku check",
        "sudoku show",
        "sudoku dedup",
    ];
    for command in ["compile"].into_iter().chain(boards) {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("elsewhere.out");
        let input = if command == "compile" {
            ""
        } else {
            "tests/boards/line.txt"
        };
        let (code, err) = shell(&format!("{command} {input} -o {} >&-", path.display()));
        assert_eq!((code, &*err), (Some(0), ""), "{command}");
        assert!(path.metadata().unwrap().len() > 0, "{command}");
        std::fs::remove_file(path).unwrap();
        if command != "compile" {
            let (code, err) = shell(&format!("{command} {input} >&-"));
            assert_eq!((code, &*err), (Some(2), closed), "{command}");
        }
    }
}
