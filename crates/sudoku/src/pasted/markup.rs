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
                row.push(content(inside)?);
            }
            ("tr" | "row" | "r" | "line", true) => rows.push(std::mem::take(&mut row)),
            (
                "tr" | "row" | "r" | "line" | "input" | "b" | "i" | "span" | "br" | "strong" | "em",
                _,
            ) => {}
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

/// The text of a cell: what its tags hold, or the value of its input.
fn content(cell: Word<'_>) -> Option<Word<'_>> {
    let text = cell.text.trim();
    if !text.contains('<') {
        let blank = ["&nbsp;", "&#160;", "&#xa0;"].contains(&text);
        return Some(if blank {
            cell.part(&text[..0])
        } else {
            cell.part(text)
        });
    }
    if text.starts_with("<input") {
        let tag = &text[1..text.find('>')?];
        return Some(value_of(cell.part(text), tag).unwrap_or(cell.part(&text[..0])));
    }
    let start = text.find('>')? + 1;
    let end = start + text[start..].find('<')?;
    content(cell.part(&text[start..end]))
}

/// The value of a tag.
fn value_of<'a>(word: Word<'a>, tag: &'a str) -> Option<Word<'a>> {
    let rest = tag.split_once("value=")?.1;
    let quote = rest.chars().next().filter(|quote| "\"'".contains(*quote))?;
    Some(word.part(rest[1..].split(quote).next()?))
}
