//! Tables whose cells are those of a board: CSV and TSV, with or without the index and the header
//! of a data frame, tables of Markdown and LaTeX.

use super::board::board;
use super::found::Pasted;
use super::words::{Word, chunks, is_frame, lines};
use crate::alphabet::LARGEST_SIDE;
use crate::shape::Shape;

/// What stands between the cells of a row.
const SIGNS: [char; 5] = ['\t', ',', ';', '&', '|'];

/// Reads a table.
pub(super) fn read(text: &str) -> Option<Pasted> {
    SIGNS.into_iter().find_map(|sign| of_sign(text, sign))
}

fn of_sign(text: &str, sign: char) -> Option<Pasted> {
    let (mut rows, mut ends): (Vec<Vec<Word<'_>>>, Vec<usize>) = (Vec::new(), Vec::new());
    for line in lines(text) {
        if is_rule(line.word.text.trim(), sign) {
            ends.last_mut().into_iter().for_each(|end| *end = line.end);
            continue;
        }
        let width = rows.first().map(Vec::len);
        let row = fields(line.word, sign);
        let Some(row) = row.filter(|row| width.is_none_or(|width| width == row.len())) else {
            break;
        };
        if let (0, Some(rows)) = (rows.len(), chunks(&row).filter(|rows| rows.len() >= 6)) {
            return Some(Pasted::of(line.end, board(&rows)?));
        }
        if row.len() > LARGEST_SIDE + 1 {
            return None;
        }
        rows.push(row);
        ends.push(line.end);
        // What follows a header and all rows is another board.
        if rows.len() > rows[0].len() {
            break;
        }
    }
    let is_named = strip_labels(&mut rows);
    let width = rows.first()?.len();
    if !is_named && rows.len() == width + 1 {
        rows.pop();
        ends.pop();
    }
    // The sign after the last cell of each row.
    let last = rows.len();
    if width == last + 1 && rows.iter().all(|row| row[last].text.trim().is_empty()) {
        rows.iter_mut().for_each(|row| row.truncate(last));
    }
    let found = board(&rows)?;
    // Cells between bars are words, which plain rows in a frame have, too.
    let has_empty = rows
        .iter()
        .flatten()
        .any(|cell| cell.text.trim().is_empty());
    (sign != '|' || has_empty || is_named).then_some(())?;
    Some(Pasted::of(*ends.last()?, found))
}

/// Whether a line only draws, or begins or ends a table.
fn is_rule(line: &str, sign: char) -> bool {
    match sign {
        '&' => {
            let starts = [
                "\\begin{",
                "\\end{",
                "\\hline",
                "\\cline",
                "\\toprule",
                "\\midrule",
                "\\bottomrule",
                "\\[",
            ];
            starts.iter().any(|start| line.starts_with(start)) && !line.contains('&')
        }
        '|' => {
            line.contains(['-', '─', '═', '━'])
                && line.chars().all(|c| is_frame(c) || "-: +".contains(c))
        }
        _ => false,
    }
}

/// The cells of a row.
pub(super) fn fields(line: Word<'_>, sign: char) -> Option<Vec<Word<'_>>> {
    let mut text = line.text;
    match sign {
        '&' => {
            let end = text.rfind("\\\\").unwrap_or(text.len());
            text = text[..end].trim_end_matches("\\hline");
        }
        '|' => {
            text = text.trim();
            text = text.strip_prefix(is_frame)?;
            text = text
                .strip_suffix('.')
                .unwrap_or(text)
                .strip_suffix(is_frame)?;
        }
        _ => {}
    }
    let is_between = |c: char| c == sign || sign == '|' && is_frame(c);
    let fields = text.split(is_between).map(|field| {
        let own = line.part(field).trim();
        let quotes = |quote: char| own.text.strip_prefix(quote)?.strip_suffix(quote);
        let inside = quotes('"').or_else(|| quotes('\''));
        inside.map_or(own, |inside| line.part(inside).trim())
    });
    let fields: Vec<Word<'_>> = fields.collect();
    (fields.len() >= 4).then_some(fields)
}

/// Takes away a header that counts the columns, and an index that counts the rows.
pub(super) fn strip_labels(rows: &mut Vec<Vec<Word<'_>>>) -> bool {
    let Some(width) = rows.first().map(Vec::len) else {
        return false;
    };
    let has_header = (rows.len() == width || rows.len() == width + 1) && is_header(&rows[0]);
    let body = &rows[usize::from(has_header)..];
    let counts = |least: usize| {
        let mut labels = body.iter().zip(least..);
        labels.all(|(row, number)| {
            row.first()
                .is_some_and(|cell| cell.text == number.to_string())
        })
    };
    let has_index =
        body.len() + 1 == width && Shape::has_boxes(body.len()) && (counts(0) || counts(1));
    // A row that counts is a header only where there is one row too many.
    let is_board = has_index || has_header && body.len() == width;
    if !is_board {
        return false;
    }
    if has_header {
        rows.remove(0);
    }
    if has_index {
        rows.iter_mut().for_each(|row| {
            row.remove(0);
        });
    }
    true
}

/// Whether the cells of a row, but for an empty first one, count from 0 or 1, or are letters, or
/// are empty, or are names that end in such numbers.
fn is_header(row: &[Word<'_>]) -> bool {
    let is_corner = |word: &Word<'_>| {
        word.text.trim().is_empty()
            || word.text.chars().all(char::is_alphabetic) && word.text.len() > 1
    };
    let cells = &row[usize::from(row.first().is_some_and(is_corner))..];
    let tail =
        |word: &Word<'_>| -> String { word.text.chars().filter(char::is_ascii_digit).collect() };
    let counts = |least: usize| {
        cells
            .iter()
            .zip(least..)
            .all(|(cell, number)| tail(cell) == number.to_string())
    };
    let letters = || {
        cells
            .iter()
            .zip('A'..)
            .all(|(cell, letter)| cell.text.eq_ignore_ascii_case(&letter.to_string()))
    };
    let empty = || row.iter().all(|cell| cell.text.trim().is_empty());
    counts(0) || counts(1) || letters() || empty()
}
