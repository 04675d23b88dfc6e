//! Words of a command line, for messages that show a command to run.

use std::path::Path;

/// A path as a program reads it: without a folder, some names would be read as flags.
pub(super) fn path_word(path: &Path) -> String {
    let name = path.display().to_string();
    if name.starts_with('-') {
        format!("./{name}")
    } else {
        name
    }
}

/// A word as a shell reads it.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_./:=,+@%-".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
