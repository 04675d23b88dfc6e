//! The texts for people in the source code: string literals of three words or more.

use std::fs;
use std::path::Path;

/// Folders and files whose texts are not messages.
const OTHERS: [&str; 7] = [
    "crates/core/src/policy",
    "crates/draw",
    "crates/core/src/engine/bits/simd",
    "crates/core/src/engine/contract",
    "tests",
    "sanity.rs",
    "tests.rs",
];

/// What stands before a literal that is no message.
const NO_MESSAGE: [&str; 9] = [
    "reason = ",
    "after_help = ",
    "AFTER_HELP: &str = ",
    "doc = ",
    "value_name = ",
    "expect(",
    "assert!(",
    "panic!(",
    "include_str!(",
];

/// A literal: what stands between its arguments.
pub(super) struct Text {
    pub(super) file: String,
    pub(super) pieces: Vec<String>,
}

/// All texts in the folder `crates`.
pub(super) fn texts() -> Vec<Text> {
    let mut texts = Vec::new();
    read(Path::new(env!("CARGO_MANIFEST_DIR")), "crates", &mut texts);
    texts
}

fn read(root: &Path, path: &str, texts: &mut Vec<Text>) {
    if OTHERS
        .iter()
        .any(|other| path == *other || path.ends_with(&format!("/{other}")))
    {
        return;
    }
    let full = root.join(path);
    if full.is_dir() {
        let files = fs::read_dir(full).unwrap();
        let mut names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
        names.sort();
        for name in names {
            read(root, &format!("{path}/{}", name.to_str().unwrap()), texts);
        }
    } else if path.ends_with(".rs") {
        let source = fs::read_to_string(full).unwrap();
        let source = source.split("#[cfg(test)]\nmod tests").next().unwrap();
        texts.extend(
            literals(source)
                .into_iter()
                .flat_map(|literal| literal.split('\n').map(pieces).collect::<Vec<_>>())
                .filter(|pieces| is_for_people(pieces))
                .map(|pieces| Text {
                    file: path.to_owned(),
                    pieces,
                }),
        );
    }
}

/// Whether some piece has three words: code, names of fields and formats have not.
fn is_for_people(pieces: &[String]) -> bool {
    let is_word = |word: &&str| {
        word.len() > 1
            && word
                .chars()
                .all(|c| c.is_ascii_alphabetic() || ",;:.'".contains(c))
    };
    pieces
        .iter()
        .any(|piece| piece.split(' ').filter(is_word).count() > 2)
}

/// The parts of a format string between its arguments.
fn pieces(format: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut characters = format.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '{' | '}' if characters.peek() == Some(&c) => {
                characters.next();
                pieces.last_mut().unwrap().push(c);
            }
            '{' => {
                characters.by_ref().find(|c| *c == '}');
                pieces.push(String::new());
            }
            c => pieces.last_mut().unwrap().push(c),
        }
    }
    pieces
}

/// The string literals of a source that may be messages.
fn literals(source: &str) -> Vec<String> {
    let mut literals = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find(['/', '\'', '"']) {
        let (before, found) = rest.split_at(at);
        rest = if found.starts_with("//") {
            found.split_once('\n').map_or("", |(_, rest)| rest)
        } else if let Some(start) = found.strip_prefix('"') {
            let (literal, after) = literal(start);
            let is_before = |word: &str| before.trim_end().ends_with(word.trim_end());
            if !NO_MESSAGE.iter().any(|word| is_before(word)) {
                literals.push(literal);
            }
            after
        } else if found.starts_with("'\\") {
            // A character, which may be a quote.
            found[3..].split_once('\'').map_or("", |(_, rest)| rest)
        } else if found.starts_with('\'') && found.chars().nth(2) == Some('\'') {
            let character = found.chars().take(3).map(char::len_utf8).sum();
            &found[character..]
        } else {
            &found[1..]
        };
    }
    literals
}

/// A literal from behind its first quote, and what follows it.
fn literal(source: &str) -> (String, &str) {
    let mut literal = String::new();
    let mut characters = source.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' => return (literal, &source[at + 1..]),
            '\\' => match characters.next() {
                // The literal continues on the next line.
                Some((_, '\n')) => {
                    let rest = characters.as_str().trim_start();
                    let (more, after) = self::literal(rest);
                    return (literal + &more, after);
                }
                Some((_, 'n')) => literal.push('\n'),
                Some((_, c)) => literal.push(c),
                None => {}
            },
            c => literal.push(c),
        }
    }
    (literal, "")
}
