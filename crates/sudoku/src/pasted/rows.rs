//! Rows of cells with labels, quote marks or unusual signs for blanks.

use super::board::board;
use super::found::Pasted;
use super::words::{Line, Word, block, chunks, lines, sides, signs, words};

/// The most lines that are looked at: labels of columns, rows, and rulers between them.
const MOST: usize = 100;

/// Reads a board of several lines, or on one line.
pub(super) fn read(text: &str) -> Option<Pasted> {
    let head = lines(text)
        .take(MOST)
        .take_while(|line| line.word.text.len() < 2000);
    let head: Vec<Line<'_>> = head.collect();
    labelled(&head).or_else(|| {
        let plain: Vec<Line<'_>> = head.iter().map_while(|line| unquoted(line)).collect();
        let is_quoted = !plain.is_empty();
        rows(if is_quoted { &plain } else { &head }, is_quoted)
    })
}

/// The line without the marks of a quotation.
fn unquoted<'a>(line: &Line<'a>) -> Option<Line<'a>> {
    let text = line.word.text.trim_start();
    let rest = text.strip_prefix('>')?.trim_start_matches(['>', ' ']);
    Some(Line {
        word: line.word.part(rest),
        ..*line
    })
}

/// A board whose cells are not written as usual, or that stood behind marks.
fn rows(lines: &[Line<'_>], was_marked: bool) -> Option<Pasted> {
    let first = lines.first()?;
    let of_lines = sides(first.word).find_map(|side| {
        let (rows, end) = block(lines.iter().copied(), side)?;
        Some((board(&rows)?, end))
    });
    let (board, end) = of_lines.or_else(|| {
        let cells = signs(first.word);
        let rows = chunks(&cells).filter(|_| words(first.word).len() == 1)?;
        // Sixteen characters are rather a row.
        (rows.len() >= 6).then_some(())?;
        Some((board(&rows)?, first.end))
    })?;
    match &board {
        Ok(board) if !was_marked && board.is_plain() => None,
        // The mistake of a plain board is for its own reader.
        Err(_) if !was_marked && is_nearly_plain(lines, end) => None,
        _ => Some(Pasted::of(end, board)),
    }
}

/// Whether all characters but the mistakes are those of plain boards.
fn is_nearly_plain(lines: &[Line<'_>], end: usize) -> bool {
    const MISTAKES: usize = 2;
    let own = lines.iter().take_while(|line| line.end <= end);
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || " \t.*_-|+?".contains(*c);
    let others = own.flat_map(|line| line.word.text.chars().filter(|c| !is_plain(c)));
    others.count() <= MISTAKES
}

/// How rows are labelled.
#[derive(Clone, Copy)]
enum Labels {
    From(usize),
    Letters,
}

impl Labels {
    fn text(self, row: usize) -> String {
        match self {
            Labels::From(least) => (row + least).to_string(),
            Labels::Letters => char::from(b'A' + (row % 26) as u8).to_string(),
        }
    }
}

/// A board whose rows have labels that count, with or without labels above its columns.
fn labelled(lines: &[Line<'_>]) -> Option<Pasted> {
    let plain: Vec<Line<'_>> = lines
        .iter()
        .map(|line| unquoted(line).unwrap_or(*line))
        .collect();
    let header = words(plain.first()?.word);
    let has_header = header.len() >= 4
        && [Labels::From(0), Labels::From(1), Labels::Letters]
            .iter()
            .any(|labels| {
                let label = |column: usize| labels.text(column);
                header.iter().enumerate().all(|(column, word)| {
                    word.text
                        .trim_start_matches(['c', 'C'])
                        .eq_ignore_ascii_case(&label(column))
                        || word.text == label(column)
                })
            });
    let rest = &plain[usize::from(has_header)..];
    [Labels::From(1), Labels::From(0), Labels::Letters]
        .into_iter()
        .find_map(|labels| {
            let mut row = 0;
            let stripped = rest.iter().map_while(|line| {
                let found = after_label(line.word, &labels.text(row));
                row += usize::from(found.is_some());
                match found {
                    Some(word) => Some(Line { word, ..*line }),
                    // Rulers and blank lines have no labels.
                    None => (!line.word.text.contains(char::is_alphanumeric)).then_some(*line),
                }
            });
            let stripped: Vec<Line<'_>> = stripped.collect();
            let start = stripped
                .iter()
                .position(|line| line.word.text.contains(char::is_alphanumeric))?;
            let side = if has_header { header.len() } else { row };
            let (rows, end) = block(stripped[start..].iter().copied(), side)?;
            // Without a sign, labels may be the first cells of a larger board.
            let next = rest.iter().find(|line| line.end > end);
            let goes_on = next.is_some_and(|line| words(line.word).len() == side + 1);
            if goes_on && !has_header {
                return None;
            }
            Some(Pasted::of(end, board(&rows)?))
        })
}

/// The rest of a line after its label: `Row 1:`, `R1:`, `1.`, `1 |`, `1`.
fn after_label<'a>(line: Word<'a>, label: &str) -> Option<Word<'a>> {
    let text = line.text.trim_start().trim_start_matches('|').trim_start();
    let lower = text.to_ascii_lowercase();
    let noun = ["row", "line", "r"]
        .iter()
        .find(|noun| lower.starts_with(*noun))
        .filter(|_| label.len() > 1 || !label.starts_with('R'));
    let text = text[noun.map_or(0, |noun| noun.len())..].trim_start();
    let rest = text.strip_prefix(label)?;
    let sign = rest.starts_with([':', '.', ')', ']', '|']);
    let after = &rest[usize::from(sign)..];
    let is_set_off = after.starts_with(char::is_whitespace) || noun.is_some() && sign;
    is_set_off.then(|| line.part(after))
}
