//! Tables of HTML and XML: rows of elements, each with the text of a cell or an input.

use super::board::board;
use super::found::Pasted;
use super::words::{Word, line_end};

/// The most bytes that are read.
const MOST: usize = 1 << 16;

/// Reads a table of any tags: elements of one name that hold elements of one name.
pub(super) fn read(text: &str) -> Option<Pasted> {
    let starts = [
        "<table", "<tbody", "<tr", "<TABLE", "<board", "<grid", "<sudoku", "<rows", "<?xml",
    ];
    starts
        .iter()
        .any(|start| text.trim_start().starts_with(start))
        .then_some(())?;
    let all = Word { at: 0, text };
    let (mut rows, mut row): (Vec<Vec<Word<'_>>>, Vec<Word<'_>>) = (Vec::new(), Vec::new());
    let (mut at, mut depth, mut cell): (usize, usize, Option<usize>) = (0, 0, None);
    while let Some(start) = text[at..].find('<').map(|start| at + start) {
        let end = start + text[start..].find('>')?;
        let tag = text[start + 1..end].trim();
        let name = tag
            .trim_start_matches('/')
            .split([' ', '/', '\n'])
            .next()?
            .to_ascii_lowercase();
        at = end + 1;
        if start > MOST {
            return None;
        }
        match (&*name, tag.starts_with('/')) {
            ("td" | "cell" | "c" | "col" | "column", false) if !tag.ends_with('/') => {
                cell = Some(at);
            }
            ("td" | "cell" | "c" | "col" | "column", false) => {
                row.push(value_of(all, tag).unwrap_or(all.part(&text[start..start])));
            }
            ("td" | "cell" | "c" | "col" | "column", true) => {
                let inside = all.part(&text[cell.take()?..start]);
                row.push(content(inside));
            }
            ("tr" | "row" | "r" | "line", true) => rows.push(std::mem::take(&mut row)),
            (
                "tr" | "row" | "r" | "line" | "input" | "b" | "i" | "span" | "br" | "strong" | "em",
                _,
            ) => {}
            // What a cell holds.
            _ if cell.is_some() => {}
            // The root element and those in it.
            (_, true) => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    break;
                }
            }
            (name, false) if !name.starts_with(['?', '!']) && !tag.ends_with('/') => depth += 1,
            _ => {}
        }
    }
    let found = board(&rows)?;
    let rest = text[at..line_end(text, at)].trim();
    rest.is_empty().then(|| Pasted {
        places: Vec::new(),
        words: Vec::new(),
        ..Pasted::of(line_end(text, at), found)
    })
}

/// The text of a cell: all that stands outside its tags, or the value of its input.
fn content(cell: Word<'_>) -> Word<'_> {
    let (mut all, mut input): (Option<Word<'_>>, Option<&str>) = (None, None);
    for part in cell.text.split_inclusive('>') {
        let (text, tag) = part.split_once('<').unwrap_or((part, ""));
        if tag.starts_with("input") {
            input = Some(tag.trim_end_matches('>'));
        }
        let text = text.trim();
        if text.is_empty() || ["&nbsp;", "&#160;", "&#xa0;"].contains(&text) {
            continue;
        }
        // Of several parts, an error shows all, with the tags between them.
        let own = cell.part(text);
        let start = all.map_or(own.at, |all| all.at) - cell.at;
        all = Some(cell.part(&cell.text[start..own.end() - cell.at]));
    }
    let value = || value_of(cell, input?);
    all.or_else(value).unwrap_or(cell.part(&cell.text[..0]))
}

/// The value of a tag, with or without quote marks.
fn value_of<'a>(word: Word<'a>, tag: &'a str) -> Option<Word<'a>> {
    let mut names = tag.match_indices("value");
    let text = names.find_map(|(at, name)| {
        let rest = tag[at + name.len()..].trim_start().strip_prefix('=')?;
        // Other names end in the same way.
        tag[..at]
            .ends_with(char::is_whitespace)
            .then(|| rest.trim_start())
    })?;
    let quote = text.chars().next().filter(|quote| "\"'".contains(*quote));
    let value = match quote {
        Some(quote) => text[1..].split(quote).next()?,
        None => text.split([' ', '\t', '\n', '/', '>']).next()?,
    };
    Some(word.part(value))
}
