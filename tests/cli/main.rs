//! The command line, seen from outside: one test binary for all subcommands.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod assume;
mod best;
mod boards;
mod check;
#[path = "../../crates/core/tests/support/classic.rs"]
mod classic;
mod convert;
mod count;
mod diagram;
mod explain;
mod files;
mod help;
mod improving;
mod json;
mod judges;
mod later;
mod limits;
mod make;
mod messages;
#[path = "../../crates/core/tests/support/naive/mod.rs"]
mod naive;
mod pictures;
mod presets;
mod process;
mod progress;
mod proofs;
mod reduce;
#[path = "../../crates/core/tests/support/schema.rs"]
mod schema;
mod serve;
mod solve;
mod source;
mod steps;
mod steps_drawn;
mod sudoku;
mod threads;
mod tile;
mod units;
mod usage;
mod why;

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Knuth's first example. Its only solution is options 0, 3 and 4.
const EXAMPLE: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

/// The note on an item `b` that no option contains.
const NO_OPTIONS: &str = "note: item \"b\" has no options, so there is no solution\n\
    help: add an option that contains it, or declare the item as secondary\n";

/// The result of a run: exit code and output.
#[derive(Debug)]
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    /// Whether the run ended with a code, this on standard output and that on standard error.
    #[track_caller]
    fn is(&self, code: i32, out: &str, err: &str) {
        assert_eq!((self.code, &*self.out, &*self.err), (code, out, err));
    }

    /// The value of a line of `--stats`.
    fn stat(&self, name: &str) -> Option<&str> {
        let start = format!("{name}: ");
        self.err.lines().find_map(|line| line.strip_prefix(&start))
    }
}

/// Runs the program with arguments, separated by spaces, and an input.
fn run(arguments: &str, input: impl Into<Vec<u8>>) -> Run {
    let output = assert_cmd::cargo::cargo_bin_cmd!("quadrille")
        .args(arguments.split_whitespace())
        .write_stdin(input)
        .output()
        .unwrap();
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The program with pipes for input and output, not yet started.
fn program(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs the program on a pseudo-terminal and returns what it shows. `None` where there is no program
/// that makes one.
fn on_terminal(arguments: &str) -> Option<String> {
    on_terminal_with("TERM=xterm-256color NO_COLOR=", arguments)
}

/// The same with environment variables.
fn on_terminal_with(variables: &str, arguments: &str) -> Option<String> {
    let program = env!("CARGO_BIN_EXE_quadrille");
    let command = format!("env {variables} '{program}' {arguments}");
    let terminal = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .stdin(Stdio::null())
        .output();
    let shown = terminal.ok().filter(|_| cfg!(target_os = "linux"))?.stdout;
    Some(String::from_utf8_lossy(&shown).into_owned())
}

/// Writes a file for this test run.
fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// A problem that pairs up `n` people: (n - 1)(n - 3) ... 3 1 solutions.
fn pairs(n: usize) -> String {
    some_pairs(n, |_, _| true)
}

/// The same without some of the pairs, so that no two people are alike by symmetry.
fn uneven_pairs(n: usize) -> String {
    some_pairs(n, |a, b| (a * a + b * b + a * b) % 11 != 3)
}

fn some_pairs(n: usize, is_allowed: impl Fn(usize, usize) -> bool) -> String {
    let people: Vec<String> = (0..n).map(|person| format!("p{person}")).collect();
    let mut text = people.join(" ") + "\n";
    for a in 0..n {
        for b in (a + 1..n).filter(|&b| is_allowed(a, b)) {
            text += &format!("{} {}\n", people[a], people[b]);
        }
    }
    text
}
