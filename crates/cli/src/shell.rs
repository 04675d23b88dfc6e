//! Words of a command line, for messages that show a command to run.

use std::path::Path;

/// A path as a program reads it: without a folder, some names would be read as flags.
pub(super) fn path_word(path: &Path) -> String {
    let name = path.display().to_string();
    match name.starts_with('-') {
        true => format!("./{name}"),
        false => name,
    }
}

/// A word as a shell reads it.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_./:=,+@%-".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}
