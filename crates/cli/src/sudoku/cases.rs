//! The input of a judge as the source of a pool, cut into boards by the rule of the judge.
//!
//! The input is small, so it is read as a whole. A board also ends at a blank line: an incomplete
//! board does not affect the next one.

use std::io;
use std::ops::ControlFlow;

use quadrille_core::parallel::Source;
use quadrille_core::text::quantity;
use quadrille_sudoku::Shape;
use quadrille_sudoku::text::{Reader, Record};

use super::judge::Judge;
use super::records::{Case, Item};
use super::shapes;

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
        if judge == Judge::SpojSudoku {
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
        }
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
        let rows = base * base;
        // On a board of several rows, no row is the N of the next board.
        self.rows(base, rows, |line| {
            is_blank(line) || rows > 1 && is_next(line)
        })
    }

    /// Reads the lines of a case.
    fn record(&mut self, case: &Case) -> Record {
        let mut record = Record::new();
        if case.base > 0 {
            if self.shape.side() != case.base * case.base {
                self.shape = shapes::of_boxes(case.base);
            }
            let lines = case.text.split_inclusive(|&byte| byte == b'\n');
            let lines = lines.flat_map(|line| [line.trim_ascii_end(), b"\n"].concat());
            let text: Vec<u8> = lines.collect();
            // Bytes in memory can be read.
            let _ = Reader::of(self.shape.clone(), &*text).next_record(&mut record);
        }
        record
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
        let is_end = |line: &[u8]| self.judge == Judge::Poj3074 && line.trim_ascii() == b"end";
        self.ended = self.announced == Some(self.found) || self.peek().is_none_or(is_end);
        let base = self.judge.base();
        let case = match self.judge {
            _ if self.ended => self.end()?,
            Judge::Hdu3909 => self.sized(),
            Judge::Poj3074 => self.rows(base, 1, is_blank),
            _ => self.rows(base, base * base, is_blank),
        };
        self.found += 1;
        Some(Ok(Item {
            record: self.record(&case),
            boards_before: 0,
            puzzle: None,
            case: Some(Box::new(case)),
        }))
    }
}

fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii().is_empty()
}

/// The N that a line is.
fn size(line: &[u8]) -> Option<usize> {
    number(line).filter(|base| (1..=6).contains(base))
}

fn number(line: &[u8]) -> Option<usize> {
    str::from_utf8(line).ok()?.trim().parse().ok()
}
