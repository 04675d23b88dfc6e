//! Tables of HTML and XML: rows of elements, each with the text of a cell or an input. A table may
//! stand in a web page, and its cells may be tables: the boxes of a board.

use super::board::{Board, board};
use super::cages::puzzle;
use super::fault::fault;
use super::found::Pasted;
use super::table::strip_labels;
use super::words::{Word, line_end};
use crate::format::PuzzleError;
use crate::regions::{Map, in_order};
use crate::rule::named;
use crate::shape::Division;

/// The most bytes that are read.
const MOST: usize = 1 << 16;

/// The most tables in each other.
const DEEPEST: usize = 8;

/// How a text begins that is searched for tables, in lower case.
const STARTS: [&str; 16] = [
    "<table",
    "<tbody",
    "<tr",
    "<board",
    "<grid",
    "<sudoku",
    "<rows",
    "<?xml",
    "<!doctype html",
    "<html",
    "<body",
    "<form",
    "<div",
    "<center",
    "<section",
    "<main",
];

const CLASSES: &str = "the classes of the cells are not read: if they show regions, add a map";
const WITH_SOLUTION: &str = "the table with blanks is the puzzle, the full one its solution";

/// A cell: its text, or a table in it.
enum Cell<'a> {
    Text(Word<'a>),
    Table(Rows<'a>),
}

type Rows<'a> = Vec<Vec<Cell<'a>>>;

/// A table that is not closed yet.
#[derive(Default)]
struct Open<'a> {
    rows: Rows<'a>,
    row: Vec<Cell<'a>>,
    /// Where the text of the cell begins that is not closed yet.
    cell: Option<usize>,
    /// The table in that cell.
    inner: Option<Rows<'a>>,
}

impl<'a> Open<'a> {
    fn end_cell(&mut self, all: Word<'a>, end: usize) {
        if let Some(start) = self.cell.take() {
            let text = || Cell::Text(content(all.part(&all.text[start..end])));
            self.row
                .push(self.inner.take().map_or_else(text, Cell::Table));
        }
    }

    /// Ends a row. A row of nothing but heads has no cells.
    fn end_row(&mut self, all: Word<'a>, end: usize) {
        self.end_cell(all, end);
        if !self.row.is_empty() {
            self.rows.push(std::mem::take(&mut self.row));
        }
    }
}

/// What a text holds.
#[derive(Default)]
struct Found<'a> {
    tables: Vec<Rows<'a>>,
    /// Where its root element ends.
    end: usize,
    /// The class of each cell.
    classes: Vec<&'a str>,
    /// The text beside the tables.
    beside: String,
}

/// Reads the table of a text of any tags: elements of one name that hold elements of one name.
pub(super) fn read(text: &str) -> Option<Pasted> {
    let most = 16.min(text.trim_start().len());
    let start = text.trim_start().get(..most)?.to_ascii_lowercase();
    STARTS
        .iter()
        .any(|own| start.starts_with(own))
        .then_some(())?;
    let found = tables(text)?;
    let boards = found.tables.iter().filter_map(|table| {
        let mut rows = flat(table);
        strip_labels(&mut rows);
        board(&rows)
    });
    let boards: Result<Vec<Board>, PuzzleError> = boards.collect();
    let length = line_end(text, found.end);
    text[found.end..length].trim().is_empty().then_some(())?;
    let mut boards = match boards {
        Ok(boards) => boards,
        Err(fault) => return Some(Pasted::apart(length, Err(fault))),
    };
    boards.sort_by_key(Board::is_full);
    let mut boards = boards.into_iter();
    let first = boards.next()?;
    let others = boards.as_slice();
    if !others
        .iter()
        .all(|other| other.is_full() && other.extends(&first))
    {
        let several = format!("{} tables", others.len() + 1);
        let fault = fault(
            0..0,
            "page",
            &several,
            "one board, or a board and its solution",
        );
        return Some(Pasted::apart(length, Err(fault)));
    }
    let rule = named(found.beside.as_bytes())
        .map(|rule| format!("the page names a rule, '{rule}', but its table has none"));
    let solution = (!others.is_empty()).then(|| WITH_SOLUTION.to_owned());
    let labels = in_order(found.classes.iter().map(Some));
    let map = region_map(&labels, first.side);
    let has_unread = map.is_none() && labels.iter().any(|label| *label != labels[0]);
    let classes = has_unread.then(|| CLASSES.to_owned());
    let puzzle = puzzle(first.side, Some(&first), map, Vec::new());
    let pasted = Pasted {
        is_apart: true,
        ..Pasted::in_place(length, puzzle, first)
    };
    let notes = rule.into_iter().chain(solution).chain(classes);
    Some(notes.fold(pasted, |pasted, note| pasted.noted(&note)))
}

/// The regions that the classes of cells show.
fn region_map(labels: &[Option<usize>], side: usize) -> Option<Division> {
    let text = |label: &Option<usize>| label.unwrap_or_default().to_string();
    let texts: Vec<String> = labels.iter().map(text).collect();
    let cells: Vec<&str> = texts.iter().map(String::as_str).collect();
    let rows: Vec<Vec<&str>> = cells.chunks(side).map(<[&str]>::to_vec).collect();
    Map::read(&rows)?.ok().map(|map| map.division())
}

/// Finds the tables in the root element of a text. The rows that stand in no table are one, too.
fn tables(text: &str) -> Option<Found<'_>> {
    let all = Word { at: 0, text };
    let mut found = Found::default();
    let mut open: Vec<Open<'_>> = vec![Open::default()];
    let (mut root, mut depth): (Option<String>, usize) = (None, 0);
    while let Some(start) = text[found.end..].find('<').map(|start| found.end + start) {
        let before = &text[found.end..start];
        let rest = &text[start + 1..];
        let length = match rest.strip_prefix("!--") {
            Some(comment) => 3 + comment.find("-->")? + 2,
            None => rest.find('>')?,
        };
        let tag = rest[..length].trim();
        let name = tag
            .trim_start_matches('/')
            .split([' ', '/', '\n', '\t', '\r'])
            .next()?;
        let name = name.to_ascii_lowercase();
        let (is_end, is_empty) = (tag.starts_with('/'), tag.ends_with('/'));
        found.end = start + length + 2;
        if start > MOST {
            return None;
        }
        let (is_deep, is_deepest) = (open.len() > 1, open.len() == DEEPEST);
        let own = open.last_mut()?;
        if own.cell.is_none() {
            found.beside.extend([before, " "]);
        }
        match (&*name, is_end) {
            // What they hold is no text.
            ("script" | "style", false) => {
                let end = format!("</{name}");
                found.end += text[found.end..].to_ascii_lowercase().find(&end)?;
            }
            ("table", false) if is_deepest => return None,
            ("table", false) => open.push(Open::default()),
            ("table", true) if is_deep => {
                own.end_row(all, start);
                let rows = open.pop()?.rows;
                let outer = open.last_mut().filter(|outer| outer.cell.is_some());
                match outer {
                    Some(outer) => outer.inner = Some(rows),
                    None => found.tables.push(rows),
                }
            }
            // A head is the label of a row or column.
            ("th", _) => own.end_cell(all, start),
            (name, _) if is_cell(name, is_deep) => {
                own.end_cell(all, start);
                if !is_end {
                    let class = attribute(tag, "class").unwrap_or_default();
                    found.classes.push(class);
                }
                if is_empty {
                    let value = value_of(all, tag);
                    own.row
                        .push(Cell::Text(value.unwrap_or(all.part(&text[start..start]))));
                } else if !is_end {
                    own.cell = Some(found.end);
                }
            }
            ("tr" | "row" | "r" | "line", _) => own.end_row(all, start),
            _ => {}
        }
        // A tag that is closed may hold another one of its name.
        let is_tag = !name.starts_with(['?', '!']) && !is_empty;
        if is_tag && root.as_ref().is_none_or(|root| *root == name) {
            depth = if is_end {
                depth.saturating_sub(1)
            } else {
                depth + 1
            };
            root = Some(name);
            if depth == 0 && root.as_deref() != Some("tr") {
                break;
            }
        }
    }
    // A longer text was cut.
    (depth == 0 || text.len() < MOST).then_some(())?;
    let mut own = open.swap_remove(0);
    own.end_row(all, found.end);
    found.tables.push(own.rows);
    Some(found)
}

/// Whether elements of a name are cells. In a table of HTML, a column is none.
fn is_cell(name: &str, is_html: bool) -> bool {
    name == "td" || !is_html && matches!(name, "cell" | "c" | "col" | "column")
}

/// The rows of words of a table whose cells are words, or tables with as many rows each.
fn flat<'a>(table: &Rows<'a>) -> Vec<Vec<Word<'a>>> {
    let mut rows = Vec::new();
    for row in table {
        let mut lines: Vec<Vec<Word<'a>>> = Vec::new();
        for cell in row {
            let inner = match cell {
                Cell::Text(word) => vec![vec![*word]],
                Cell::Table(table) => flat(table),
            };
            lines.resize(lines.len().max(inner.len()), Vec::new());
            let pairs = lines.iter_mut().zip(inner);
            pairs.for_each(|(line, inner)| line.extend(inner));
        }
        rows.extend(lines);
    }
    rows
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

/// The value of a tag.
fn value_of<'a>(word: Word<'a>, tag: &'a str) -> Option<Word<'a>> {
    attribute(tag, "value").map(|value| word.part(value))
}

/// An attribute of a tag, with or without quote marks.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let mut names = tag.match_indices(name);
    let text = names.find_map(|(at, name)| {
        let rest = tag[at + name.len()..].trim_start().strip_prefix('=')?;
        // Other names end in the same way.
        tag[..at]
            .ends_with(char::is_whitespace)
            .then(|| rest.trim_start())
    })?;
    let quote = text.chars().next().filter(|quote| "\"'".contains(*quote));
    match quote {
        Some(quote) => text[1..].split(quote).next(),
        None => text.split([' ', '\t', '\n', '/', '>']).next(),
    }
}
