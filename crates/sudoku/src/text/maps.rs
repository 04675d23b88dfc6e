//! Maps of regions in a stream, wherever they stand: above boards on lines of their own, below a
//! board, or beside it on its line.

use std::io;
use std::ops::Range;

use super::cut::{Cut, Kind};
use super::error::Reason;
use super::fault::Fault;
use super::lines::Ahead;
use super::measure::Measure;
use super::title::{is_label, is_name};
use crate::alphabet::{LARGEST_SIDE, is_cell};
use crate::format::PuzzleReason;
use crate::regions::{BadMap, Map, joined};
use crate::shape::{Shape, ShapeReason};

/// By how many labels a row of a map may be too long or too short.
const NEARLY: usize = 2;
/// The most blank lines and comments between two rows, and titles and such lines above a map.
pub(super) const MOST_BETWEEN: usize = 4;

/// A map, or what is wrong with it.
pub(super) struct Found {
    /// The number of lines up to its end.
    pub(super) lines: usize,
    /// Where its first row stands.
    row: Range<usize>,
    map: Result<Map, Fault>,
}

impl Found {
    /// A shape with the regions of the map. Other regions than its own are wrong if it `keeps` them.
    pub(super) fn shape(self, of: &Shape, keeps: bool) -> Result<Shape, Fault> {
        let row = self.row;
        let wrong = |reason| Fault::new(row.start, row.len(), Reason::Map(Box::new(reason)));
        let shape = self.map?.shape(of).map_err(wrong)?;
        if keeps && shape != *of {
            return Err(wrong(ShapeReason::OtherMap));
        }
        Ok(shape)
    }

    /// The same map, with its places counted from `start` bytes earlier.
    fn after(self, start: usize) -> Found {
        Found {
            row: self.row.start + start..self.row.end + start,
            map: self.map.map_err(|fault| fault.after(start)),
            ..self
        }
    }

    /// The text of the map.
    pub(super) fn text(&self) -> Option<String> {
        self.map.as_ref().ok().map(Map::text)
    }
}

/// The map that the lines of a record are, if it is no board: above boards, perhaps below a title,
/// which then is a record of its own.
pub(super) fn above(
    ahead: &mut dyn Ahead,
    cut: &mut Cut,
    side: usize,
) -> io::Result<Option<Found>> {
    match &cut.kind {
        Kind::Bad(fault) if fault.reason != Reason::LongLine => {
            let found = at(ahead, 0, true)?;
            if found.is_none() && is_below_title(ahead, side)? {
                *cut = Cut {
                    lines: 1,
                    kind: Kind::Other,
                };
            }
            Ok(found)
        }
        Kind::Other => at(ahead, 0, true),
        _ => Ok(None),
    }
}

/// The fault of a map as that of its only board: the boards below it are good.
pub(super) fn of_own(fault: Fault) -> Fault {
    let reason = match fault.reason {
        Reason::Map(reason) => Reason::Puzzle(Box::new(PuzzleReason::Shape(*reason))),
        other => other,
    };
    Fault { reason, ..fault }
}

/// A line of labels: its number, its text, and where that begins.
struct Row {
    number: usize,
    start: usize,
    text: String,
}

/// Looks for a map that begins with a line: as many lines of labels as each has labels, or one line
/// with all of them. Blank lines and comments may stand between its rows. If it `waits`, more of the
/// input may be read.
pub(super) fn at(ahead: &mut dyn Ahead, first: usize, waits: bool) -> io::Result<Option<Found>> {
    let found = map_at(ahead, first, waits)?;
    // With sums below it, it is a map of cages.
    let has_sums = match &found {
        Some(found) => row_at(ahead, found.lines, waits)?.is_some_and(|row| row.text.contains('=')),
        None => false,
    };
    Ok(found.filter(|_| !has_sums))
}

fn map_at(ahead: &mut dyn Ahead, first: usize, waits: bool) -> io::Result<Option<Found>> {
    let mut rows: Vec<Row> = Vec::new();
    let (mut number, mut skipped) = (first, 0);
    while skipped <= MOST_BETWEEN
        && let Some(row) = row_at(ahead, number, waits)?
    {
        number += 1;
        if !rows.is_empty() && is_nothing(&row.text) {
            skipped += 1;
            continue;
        }
        skipped = 0;
        let length = labels(rows.first().map_or(&row.text, |first| &first.text)).len();
        if !may_be_row(&row.text, length) {
            break;
        }
        rows.push(row);
        // A row and a line with a whole map may be equally long.
        let found = (rows.len() == length).then(|| read(&rows)).flatten();
        if found.as_ref().is_some_and(|found| found.map.is_ok()) {
            return Ok(found);
        }
        let is_other = rows.len() == 2 && 2 * joined(&texts(&rows)) < length;
        if is_other || length > LARGEST_SIDE + NEARLY || rows.len() > LARGEST_SIDE + 1 {
            break;
        }
    }
    let whole = rows.first().and_then(|row| read(std::slice::from_ref(row)));
    Ok(whole.or_else(|| read(&rows)))
}

/// Looks for a map that begins below a line that may be its title, with further such lines between
/// them.
fn is_below_title(ahead: &mut dyn Ahead, side: usize) -> io::Result<bool> {
    for number in 0..=MOST_BETWEEN {
        let Some(row) = row_at(ahead, number, true)? else {
            break;
        };
        if number > 0 && at(ahead, number, true)?.is_some() {
            return Ok(true);
        }
        let is_between = number > 0 && is_nothing(&row.text);
        if !is_between && !may_be_title(row.text.as_bytes(), side) {
            break;
        }
    }
    Ok(false)
}

/// Whether a line may be the title of a map, or the mark around a block of code.
pub(super) fn may_be_title(line: &[u8], side: usize) -> bool {
    is_name(line, side) || is_label(line, side) || line.starts_with(b"```")
}

/// The map that some lines are.
pub(super) fn of_lines(raw: &[u8]) -> Option<Found> {
    let mut start = 0;
    let text = str::from_utf8(raw).ok()?;
    let rows = text
        .split_inclusive('\n')
        .enumerate()
        .map(|(number, line)| {
            let row = Row::new(number, start, line);
            start += line.len();
            row
        });
    let rows: Vec<Row> = rows.filter(|row| !is_nothing(&row.text)).collect();
    read(&rows)
}

/// A board and a map on the first line, each a word of as many characters as the board has cells:
/// where the board stands, and the map.
pub(super) fn beside(
    ahead: &mut dyn Ahead,
    cut: &Cut,
    measure: &Measure,
) -> Option<(Range<usize>, Found)> {
    if cut.lines != 1 || !matches!(cut.kind, Kind::Board(_) | Kind::Bad(_)) {
        return None;
    }
    let line = ahead.line_at_hand(0)?;
    let line = &ahead.text()[..line.end];
    let &Measure { side, cells, .. } = measure;
    // An object may have rules, too.
    if line.len() <= 2 * cells || side * side != cells || line.trim_ascii_start().starts_with(b"{")
    {
        return None;
    }
    let (mut board, mut map, mut end) = (None, None, 0);
    for word in line.split(|byte| byte.is_ascii_whitespace() || b",;:/|\"'".contains(byte)) {
        let start = end;
        end += word.len() + 1;
        if word.len() != cells {
            continue;
        }
        let found = may_be_map(word, side).then(|| of_lines(word)).flatten();
        match found {
            Some(found) => map = map.or(Some(found.after(start))),
            None if word.iter().all(|&byte| is_cell(byte, side)) => {
                board = board.or(Some(start..start + cells));
            }
            None => {}
        }
    }
    board.zip(map)
}

/// Whether a line may be a map or begin one, so far as that is seen without effort: it has labels
/// only, and none more often than there are cells in a region, but for a mistake.
fn may_be_map(line: &[u8], side: usize) -> bool {
    // The solution on a line has few equal neighbours, and is passed over at once.
    let neighbours = line.iter().zip(line.get(1..).unwrap_or_default());
    let joined = neighbours.filter(|(one, other)| one == other).count();
    if line.len() >= side * side && 8 * joined < line.len() {
        return false;
    }
    let mut counts = [0; 256];
    line.iter().all(|byte| {
        let count = &mut counts[usize::from(*byte)];
        *count += 1;
        let is_label = *count <= side + NEARLY && !b".*_-".contains(byte);
        is_label || byte.is_ascii_whitespace()
    })
}

impl Row {
    fn new(number: usize, start: usize, line: &str) -> Row {
        let text = without_name(line).trim_start();
        Row {
            number,
            start: start + line.len() - text.len(),
            text: text.trim_end().to_owned(),
        }
    }
}

/// A line without the name of the list that it begins.
fn without_name(line: &str) -> &str {
    match line.split_once('=') {
        Some((_, list)) if list.trim_start().starts_with(['[', '{', '(']) => list,
        _ => line,
    }
}

/// Whether a line below a board may be a map of its regions or begin one.
pub(super) fn may_begin(line: &[u8], side: usize, cells: usize) -> bool {
    let fits = |count| count == side || count == cells;
    if line.iter().any(|byte| b"[{(".contains(byte)) {
        let text = String::from_utf8_lossy(line);
        let labels = labels(without_name(&text));
        return fits(labels.len()) && may_be_map(labels.concat().as_bytes(), side);
    }
    let labels = line.iter().filter(|byte| !byte.is_ascii_whitespace());
    fits(labels.count()) && may_be_map(line, side)
}

/// A line, if there is one that may be read now.
fn row_at(ahead: &mut dyn Ahead, number: usize, waits: bool) -> io::Result<Option<Row>> {
    let span = if waits {
        ahead.line(number)?
    } else {
        ahead.line_at_hand(number)
    };
    Ok(span.filter(|span| !span.continues).map(|span| {
        let line = String::from_utf8_lossy(&ahead.text()[span.start..span.end]);
        Row::new(number, span.start, &line)
    }))
}

/// Whether a line is blank or a comment.
fn is_nothing(line: &str) -> bool {
    line.is_empty() || line.starts_with('#')
}

/// Whether a line may be one of a map whose first row has `length` labels, perhaps with mistakes.
fn may_be_row(line: &str, length: usize) -> bool {
    let labels = labels(line);
    let is_label = |label: &&&str| label.chars().all(char::is_alphanumeric) || !label.is_ascii();
    let good = labels.iter().filter(is_label).count();
    !is_nothing(line)
        && labels.len() > 3
        && labels.len().abs_diff(length) <= NEARLY
        && 4 * good >= 3 * labels.len()
}

/// The map that some rows are.
fn read(rows: &[Row]) -> Option<Found> {
    let (first, last) = (rows.first()?, rows.last()?);
    let map = match rows {
        [row] => {
            let labels = labels(&row.text);
            let side = labels.len().isqrt();
            let rows = labels.chunks(side.max(1)).map(<[&str]>::to_vec);
            (side * side == labels.len()).then(|| Map::read(&rows.collect::<Vec<_>>()))?
        }
        rows => Map::read(&texts(rows)),
    };
    let bad = |BadMap { row, reason }| {
        let row = rows.get(row).unwrap_or(last);
        Fault::new(row.start, row.text.len(), Reason::Map(Box::new(reason)))
    };
    Some(Found {
        lines: last.number + 1,
        row: first.start..first.start + first.text.len(),
        map: map?.map_err(bad),
    })
}

fn texts(rows: &[Row]) -> Vec<Vec<&str>> {
    rows.iter().map(|row| labels(&row.text)).collect()
}

/// The labels of a row: its words, if they are as short as numbers of regions, or else its
/// characters.
fn labels(line: &str) -> Vec<&str> {
    let is_between = |c: char| c.is_whitespace() || "|,;()[]{}\"'".contains(c);
    let words = line.split(is_between).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    if words.len() > 3 && words.iter().all(|word| word.len() <= 2) {
        words
    } else {
        let characters = |word| str::split_inclusive(word, |_| true);
        words.into_iter().flat_map(characters).collect()
    }
}
