//! Matrices as R prints them, and frames as R and pandas print them: with labels above the columns
//! and before the rows. Where the lines are too short, the columns stand in sections, one below the
//! other.
//!
//! ```text
//!      [,1] [,2] [,3] [,4]         V1 V2 V3 V4            0    1    2  \
//! [1,]    1   NA   NA    4      1   1 NA NA  4      0   1.0  NaN  NaN
//! ```

use super::board::board;
use super::found::Pasted;
use super::words::{Line, Word, lines};
use crate::alphabet::LARGEST_SIDE;

/// Reads the sections of a matrix.
pub(super) fn read(text: &str) -> Option<Pasted> {
    let (mut rows, mut columns, mut end): (Vec<Vec<Word<'_>>>, usize, usize) = Default::default();
    let mut base = None;
    loop {
        let start = end;
        let mut rest = lines(text)
            .filter(|line| line.word.at >= start)
            .skip_while(Line::is_blank);
        let Some(line) = rest.next() else {
            break;
        };
        let Some((labels, is_certain)) = header(line.word) else {
            break;
        };
        // Plain numbers above columns are the labels of a board that is read without this.
        let first = *labels.first()?;
        let base = *base.get_or_insert(first);
        if columns == 0 && !is_certain || base > 1 || first != base + columns {
            break;
        }
        let mut section = 0;
        for line in rest {
            let cells = cells(line.word)?;
            let is_row = cells.first().and_then(|cell| label(cell.text));
            if is_row.is_none_or(|row| row.0 != base + section && row.0 != 1 + section) {
                break;
            }
            (cells.len() == labels.len() + 1).then_some(())?;
            match rows.get_mut(section) {
                Some(row) => row.extend(&cells[1..]),
                None if columns == 0 => rows.push(cells[1..].to_vec()),
                None => return None,
            }
            section += 1;
            end = line.end;
            // What follows the last row is another board.
            if columns > 0 && section == rows.len() || section > LARGEST_SIDE {
                break;
            }
        }
        (section == rows.len()).then_some(())?;
        columns += labels.len();
        if columns >= rows.len() {
            break;
        }
    }
    let found = board(&rows)?;
    let is_in_order = rows.iter().flatten().is_sorted_by_key(|cell| cell.at);
    let pasted = Pasted::of(end, found);
    Some(if is_in_order {
        pasted
    } else {
        Pasted::apart(end, pasted.puzzle)
    })
}

/// The labels of a line that has nothing else, and whether they are surely labels: they are no
/// plain numbers, or the line says that the columns go on below.
fn header(line: Word<'_>) -> Option<(Vec<usize>, bool)> {
    let text = line.text.trim_end();
    let whole = text.strip_suffix('\\');
    let cells = cells(line.part(whole.unwrap_or(text)))?;
    let labels: Option<Vec<(usize, bool)>> = cells.iter().map(|cell| label(cell.text)).collect();
    let labels = labels.filter(|labels| labels.is_sorted_by(|one, two| one.0 + 1 == two.0))?;
    let is_certain = whole.is_some() || labels.iter().all(|label| label.1);
    Some((
        labels.into_iter().map(|label| label.0).collect(),
        is_certain,
    ))
}

/// The number of a label, and whether it is more than a number: `3`, `V3`, `[,3]`, `[3,]`.
fn label(text: &str) -> Option<(usize, bool)> {
    let matrix = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    let matrix = matrix.and_then(|text| text.strip_prefix(',').or(text.strip_suffix(',')));
    let inside = matrix.or(text.strip_prefix(['V', 'X'])).unwrap_or(text);
    let is_number = inside.len() < 3 && inside.bytes().all(|byte| byte.is_ascii_digit());
    let number = inside.parse().ok().filter(|_| is_number)?;
    Some((number, inside.len() < text.len()))
}

/// The words between spaces, of which those in quote marks may be empty or spaces.
fn cells(line: Word<'_>) -> Option<Vec<Word<'_>>> {
    let (mut cells, mut rest) = (Vec::new(), line.text.trim());
    while !rest.is_empty() {
        let (cell, after) = match rest.strip_prefix('"') {
            Some(inside) => inside.split_once('"')?,
            None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
        };
        cells.push(line.part(cell));
        rest = after.trim_start();
    }
    Some(cells)
}
