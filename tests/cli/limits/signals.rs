//! Signals stop every command, as limits do.

use std::process::Stdio;
use std::thread;
use std::time::Duration;

use super::send;
use crate::process::end;
use crate::{EXAMPLE, file, program, uneven_pairs};

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

/// What was printed stays, and the bound is reported.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_keeps_the_better_solutions() {
    let text = super::super::improving::triples(120, 1500);
    let problem = file("signal-improving.dlx", text.as_bytes());
    let command = format!("best --improving {}", problem.display());
    let mut child = program(&command).spawn().unwrap();
    let mut output = std::io::BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("cost ") {
        line.clear();
        assert!(std::io::BufRead::read_line(&mut output, &mut line).unwrap() > 0);
    }
    send("INT", &child);
    let (status, err) = end(child);
    assert_eq!(status.code(), Some(130), "{err}");
    assert!(
        err.starts_with("stopped by Ctrl-C: the least cost found is "),
        "{err}"
    );
}
