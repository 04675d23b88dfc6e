//! The input of a judge as the source of a pool, cut into boards by the rule of the judge.
//!
//! The input is small, so it is read as a whole. A board also ends at a blank line: an incomplete
//! board does not affect the next one. Cells may have any white space between them.

use std::io;
use std::ops::ControlFlow;

use quadrille_core::parallel::Source;
use quadrille_core::text::quantity;
use quadrille_sudoku::text::{Reader, Record};
use quadrille_sudoku::{Puzzle, PuzzleFormat, Shape};

use super::dominoes::Given;
use super::judge::{Input, Judge};
use super::records::{Case, Item};
use super::shapes;
use super::squiggly;

/// The boards of an input.
pub(super) struct Cases {
    judge: Judge,
    /// The lines without their ends, and the number of the next one.
    lines: Vec<Vec<u8>>,
    next: usize,
    /// The number of boards that the input announces, if it does.
    announced: Option<usize>,
    /// The number of boards so far.
    found: usize,
    ended: bool,
    /// The shape of the last board.
    shape: Shape,
}

impl Cases {
    /// Returns the boards of an input. The error is what the input should begin with.
    pub(super) fn new(judge: Judge, text: &[u8]) -> Result<Self, &'static str> {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        let lines = lines.map(|line| line.strip_suffix(b"\n").unwrap_or(line));
        let lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
        let mut cases = Self {
            judge,
            lines: lines.map(<[u8]>::to_vec).collect(),
            next: 0,
            announced: None,
            found: 0,
            ended: false,
            shape: shapes::of_boxes(judge.base()),
        };
        if matches!(judge.input(), Input::Counted | Input::Walls) {
            cases.skip_blank();
            cases.announced = cases.peek().and_then(number);
            cases.next += 1;
            let announced = cases.announced;
            announced.ok_or("the number of boards in the first line")?;
        }
        Ok(cases)
    }

    fn peek(&self) -> Option<&[u8]> {
        self.lines.get(self.next).map(Vec::as_slice)
    }

    fn skip_blank(&mut self) {
        while self.peek().is_some_and(is_blank) {
            self.next += 1;
        }
    }

    /// Returns the error at the end of an input that has more or fewer boards than it announces.
    fn end(&self) -> Option<Case> {
        let announced = self.announced.filter(|_| self.found > 0)?;
        let (before, what) = if self.found < announced {
            (0, format!("{} found", self.found))
        } else {
            self.peek()?;
            (self.next, "the rest is ignored".to_owned())
        };
        Some(Case {
            before,
            message: format!("{} announced, {what}", quantity(announced, "board")),
            ..Case::default()
        })
    }

    /// Takes at most `most` rows, up to a line that ends them.
    fn rows(&mut self, base: usize, most: usize, ends: impl Fn(&[u8]) -> bool) -> Case {
        let before = self.next;
        let rest = self.lines.iter().skip(before).take(most);
        let rows: Vec<_> = rest.take_while(|line| !ends(line)).collect();
        self.next += rows.len();
        Case {
            before,
            text: rows
                .iter()
                .flat_map(|row| [row, &b"\n"[..]].concat())
                .collect(),
            base,
            message: "no board".to_owned(),
            dominoes: None,
        }
    }

    /// Takes the rows of a board, or the line that has all its cells.
    fn board(&mut self, base: usize, ends: impl Fn(&[u8]) -> bool) -> Case {
        let rows = base * base;
        let is_whole = |line: &[u8]| words(line).concat().len() == rows * rows;
        let rows = if self.peek().is_some_and(is_whole) {
            1
        } else {
            rows
        };
        self.rows(base, rows, ends)
    }

    /// Takes N and the rows that it announces. Without N, takes the lines up to the next N.
    fn sized(&mut self) -> Case {
        let is_next = |line: &[u8]| size(line).is_some();
        let Some(base) = self.peek().and_then(size) else {
            let case = self.rows(0, usize::MAX, is_next);
            let found = case.text.split(|&byte| byte == b'\n').next();
            let found = String::from_utf8_lossy(found.unwrap_or_default().trim_ascii());
            let message = format!("expected N from 1 to 6, found {found:?}");
            return Case { message, ..case };
        };
        self.next += 1;
        self.skip_blank();
        // On a board of several rows, no row is the N of the next board.
        self.board(base, |line| is_blank(line) || base > 1 && is_next(line))
    }

    /// Takes the lines up to the next number of dominoes.
    fn dominoes(&mut self) -> Case {
        let first = self.next;
        let rest = self.lines.iter().skip(first + 1);
        let rows = 1 + rest.take_while(|line| !begins_dominoes(line)).count();
        self.rows(self.judge.base(), rows, |_| false)
    }

    /// Reads the lines of a case.
    fn item(&mut self, mut case: Case) -> Item {
        let mut item = Item::default();
        let text = String::from_utf8_lossy(&case.text);
        let read = match self.judge.input() {
            _ if case.base == 0 => Ok(()),
            Input::Walls => squiggly::read(&text).map(|puzzle| {
                item.record = Record::of_puzzle(b"", 1, Ok(&puzzle));
                item.puzzle = Some(Box::new((puzzle, Some(PuzzleFormat::Json))));
            }),
            Input::Dominoes => Given::read(&text).map(|given| {
                let board = Puzzle::new(self.shape.clone(), given.board());
                item.record = Record::of_puzzle(b"", 1, Ok(&board));
                case.dominoes = Some(given);
            }),
            _ => {
                self.read(&case, &mut item.record);
                Ok(())
            }
        };
        if let Err((line, what)) = read {
            item.record = Record::other(b"", line as u64);
            case.message = what;
        }
        item.case = Some(Box::new(case));
        item
    }

    /// Reads a board of usual boxes.
    fn read(&mut self, case: &Case, record: &mut Record) {
        if self.shape.side() != case.base * case.base {
            self.shape = shapes::of_boxes(case.base);
        }
        let text = tidied(&case.text, case.base * case.base);
        // Bytes in memory can be read.
        let reader = Reader::of(self.shape.clone(), &*text).without_maps();
        let _ = { reader }.next_record(record);
    }
}

impl Source for Cases {
    type Item = io::Result<Item>;

    fn next_item(
        &mut self,
        _: Option<Self::Item>,
        _: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        self.skip_blank();
        let end = match self.judge.input() {
            Input::Lines => Some(&b"end"[..]),
            Input::Dominoes => Some(&b"0"[..]),
            _ => None,
        };
        let is_end = |line: &[u8]| end.is_some_and(|end| line.trim_ascii() == end);
        self.ended = self.announced == Some(self.found) || self.peek().is_none_or(is_end);
        let base = self.judge.base();
        let case = match self.judge.input() {
            _ if self.ended => self.end()?,
            Input::Sized => self.sized(),
            Input::Lines => self.rows(base, 1, is_blank),
            Input::Dominoes => self.dominoes(),
            Input::Rows | Input::Counted => self.board(base, is_blank),
            Input::Walls => self.rows(base, base * base, is_blank),
        };
        self.found += 1;
        Some(Ok(self.item(case)))
    }
}

/// The lines of a board with side x side cells, or of one line with all of them. Where its cells
/// are spaced as no reader expects, each line has one space between numbers, or none between
/// characters. A line with another number of cells stays as it is, and is reported.
fn tidied(text: &[u8], side: usize) -> Vec<u8> {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    let lines: Vec<&[u8]> = lines.map(<[u8]>::trim_ascii_end).collect();
    let is_row = lines.len() > 1 || side == 1;
    let cells = if is_row { side } else { side * side };
    let characters = |line: &[u8]| words(line).concat();
    let numbers = |line: &[u8]| words(line).join(&b' ');
    let is_tidy = lines.iter().all(|line| characters(line) == *line)
        || lines
            .iter()
            .all(|line| numbers(line) == *line && words(line).len() == side);
    let form: &dyn Fn(&[u8]) -> Vec<u8> = match () {
        () if is_tidy => &<[u8]>::to_vec,
        () if lines.iter().all(|line| characters(line).len() == cells) => &characters,
        () if lines.iter().all(|line| words(line).len() == cells) => &numbers,
        () => &<[u8]>::to_vec,
    };
    let end = |line: Vec<u8>| [&line, &b"\n"[..]].concat();
    lines.into_iter().map(form).flat_map(end).collect()
}

/// The words of a line.
fn words(line: &[u8]) -> Vec<&[u8]> {
    let words = line.split(u8::is_ascii_whitespace);
    words.filter(|word| !word.is_empty()).collect()
}

fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii().is_empty()
}

/// The N that a line is. A row may begin with zeros.
fn size(line: &[u8]) -> Option<usize> {
    let is_digit = line.trim_ascii().len() == 1;
    number(line).filter(|base| is_digit && (1..=6).contains(base))
}

/// Whether a line is the number of dominoes of a puzzle, or the 0 at the end.
fn begins_dominoes(line: &[u8]) -> bool {
    number(line).is_some_and(|number| number == 0 || number > 9)
}

fn number(line: &[u8]) -> Option<usize> {
    str::from_utf8(line).ok()?.trim().parse().ok()
}
