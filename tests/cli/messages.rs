//! All messages of the program, each with a command that causes it.
//!
//! The files in `tests/messages` consist of blocks: `$ ` and a shell command, what it writes to
//! standard error, and its exit code in brackets. Texts between blocks that begin with `#` are
//! comments. After a change on purpose, write the files anew and read the difference:
//!
//! ```text
//! QUADRILLE_BLESS=1 cargo test --test cli messages
//! git diff tests/messages
//! ```
//!
//! A second test looks for texts in the source that no block shows. Those that cannot be shown
//! are in `tests/messages/unlisted.txt`, with the reason.

use std::collections::HashSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use super::help::{folder, shell};
use super::source::{Text, texts};

/// A command, its standard error and its exit code, or a comment.
enum Part {
    Comment(String),
    Block(Block),
}

struct Block {
    command: String,
    /// What is written to standard error, and the exit code in brackets.
    output: String,
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/messages")
}

/// The files with blocks, and what is in them.
fn files() -> Vec<(PathBuf, Vec<Part>)> {
    let files = fs::read_dir(directory()).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.retain(|file| !file.ends_with("unlisted.txt"));
    files.sort();
    let read = |file: PathBuf| {
        let parts = parts(&fs::read_to_string(&file).unwrap());
        (file, parts)
    };
    files.into_iter().map(read).collect()
}

fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("$ ") else {
            parts.push(Part::Comment(line.to_owned()));
            continue;
        };
        let mut output = String::new();
        // A new block has no output yet.
        let is_new = |line: &&str| line.starts_with("$ ") || line.starts_with("# ");
        while let Some(line) = lines.next_if(|line| !is_new(line)) {
            writeln!(output, "{line}").unwrap();
            if line.starts_with('[') && line.ends_with(']') {
                break;
            }
        }
        parts.push(Part::Block(Block {
            command: command.to_owned(),
            output,
        }));
    }
    parts
}

/// What a command writes to standard error, and its exit code. What differs from run to run is
/// replaced.
fn output(command: &str, folder: &Path) -> String {
    let run = shell("sh", command, folder).unwrap();
    let mut output = String::new();
    for line in String::from_utf8_lossy(&run.stderr).lines() {
        match line.split_once(": ") {
            Some(("threads", _)) => writeln!(output, "threads: ..."),
            Some(("seconds", _)) => writeln!(output, "seconds: ..."),
            Some(("boards per second", _)) => writeln!(output, "boards per second: ..."),
            Some(("seed", _)) => writeln!(output, "seed: ..."),
            // The rest is about the processor.
            Some(("reason", reason)) => {
                let reason = reason.split(';').next().unwrap();
                writeln!(output, "reason: {reason}")
            }
            _ => writeln!(output, "{line}"),
        }
        .unwrap();
    }
    writeln!(output, "[{}]", run.status.code().unwrap_or(-1)).unwrap();
    output
}

/// A folder with the examples and the boards of the tests.
fn fixtures(name: &str) -> PathBuf {
    let folder = folder(name);
    for from in ["examples/problems", "examples/boards", "tests/boards"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(from);
        for file in fs::read_dir(from).unwrap().map(Result::unwrap) {
            if file.path().is_file() {
                fs::copy(file.path(), folder.join(file.file_name())).unwrap();
            }
        }
    }
    folder
}

#[cfg(target_os = "linux")]
#[test]
fn every_message_is_as_listed() {
    let mut files = files();
    // Two threads share the blocks. Those of a file stay together, because later ones may need what
    // earlier ones have written.
    let (mut first, mut second): (Vec<&mut Block>, Vec<&mut Block>) = Default::default();
    for (_, parts) in &mut files {
        let shorter = if first.len() <= second.len() {
            &mut first
        } else {
            &mut second
        };
        shorter.extend(parts.iter_mut().filter_map(|part| match part {
            Part::Block(block) => Some(block),
            Part::Comment(_) => None,
        }));
    }
    let check = |blocks: &mut [&mut Block], name| {
        let fixtures = fixtures(name);
        let mut wrong = String::new();
        for block in blocks {
            let found = output(&block.command, &fixtures);
            if found != block.output {
                let Block { command, output } = &**block;
                writeln!(wrong, "$ {command}\n{found}instead of\n{output}").unwrap();
                block.output = found;
            }
        }
        wrong
    };
    let wrong = thread::scope(|scope| {
        let other = scope.spawn(|| check(&mut second, "messages-2"));
        check(&mut first, "messages-1") + &other.join().unwrap()
    });
    if std::env::var_os("QUADRILLE_BLESS").is_some() {
        files.iter().for_each(|(file, parts)| bless(file, parts));
    } else {
        let bless = "QUADRILLE_BLESS=1 writes the files anew";
        assert!(wrong.is_empty(), "{wrong}{bless}");
    }
}

fn bless(file: &Path, parts: &[Part]) {
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Comment(line) => writeln!(text, "{line}"),
            Part::Block(block) => write!(text, "$ {}\n{}", block.command, block.output),
        }
        .unwrap();
    }
    fs::write(file, text).unwrap();
}

/// Every message has the form of all messages.
#[test]
fn every_message_has_one_form() {
    for (file, parts) in files() {
        for part in parts {
            let Part::Block(Block { command, output }) = part else {
                continue;
            };
            let place = format!("{}: $ {command}\n{output}", file.display());
            let is_bad = output.ends_with("[2]\n");
            assert!(!is_bad || output.lines().count() > 1, "{place}");
            for line in output.lines() {
                assert!(!line.starts_with("error: "), "{place}");
                if line.starts_with("help: ") {
                    assert!(!line.ends_with('.'), "{place}");
                }
                let is_wrong = line.starts_with("quadrille: ") || line.starts_with("note: ");
                assert!(!is_wrong || !line.ends_with('.'), "{place}");
            }
        }
    }
}

#[test]
fn every_text_of_the_source_is_listed() {
    let mut shown = String::new();
    for (_, parts) in files() {
        for part in parts {
            if let Part::Block(block) = part {
                shown += &block.output;
            }
        }
    }
    let unlisted = fs::read_to_string(directory().join("unlisted.txt")).unwrap();
    let (mut missing, mut all) = (String::new(), HashSet::new());
    for Text { file, pieces } in texts() {
        let text = pieces.join("{}");
        all.insert(text.clone());
        let is_excused = || unlisted.lines().any(|line| line == text);
        if !is_in_order(&pieces, &shown) && !is_excused() {
            writeln!(missing, "{file}: {text}").unwrap();
        }
    }
    assert!(
        missing.is_empty(),
        "no block of tests/messages shows these texts:\n{missing}"
    );
    let is_text = |line: &&str| !line.is_empty() && !line.starts_with("# ");
    for line in unlisted.lines().filter(is_text) {
        assert!(all.contains(line), "no longer in the source: {line}");
    }
}

/// Whether one line of a text holds all pieces in their order.
fn is_in_order(pieces: &[String], text: &str) -> bool {
    text.lines().any(|line| {
        let mut rest = line;
        pieces.iter().all(|piece| match rest.find(piece.trim()) {
            Some(at) => {
                rest = &rest[at + piece.trim().len()..];
                true
            }
            None => false,
        })
    })
}
