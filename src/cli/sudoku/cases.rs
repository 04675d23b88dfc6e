//! The input of a judge as the source of a pool: cut into boards by the judge's own rule.
//!
//! The input is small, and is read whole. A board ends at a blank line too, so that half a board
//! spoils no other.

use std::io;
use std::ops::ControlFlow;

use quadrille::parallel::Source;
use quadrille::sudoku::Shape;
use quadrille::sudoku::text::{Reader, Record};
use quadrille::text::count;

use super::judge::{self, Judge};
use super::records::Item;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Where a record stands in the input of a judge.
#[derive(Default)]
pub(super) struct Case {
    /// The lines before it.
    pub(super) before: u64,
    /// Its lines, each with a line feed. None at the end of the input.
    pub(super) text: Vec<u8>,
    /// Rows and columns of a box of its board.
    pub(super) base: usize,
    /// What is wrong with it if its record is neither a board nor a bad one.
    pub(super) told: String,
}

/// The boards of an input.
pub(super) struct Cases {
    judge: Judge,
    lines: Lines,
    /// How many boards there should be, if that is told.
    announced: Option<usize>,
    /// How many there were so far.
    found: usize,
    ended: bool,
    /// The shape of the last board.
    shape: Shape,
}

impl Cases {
    /// The boards of an input, or what it should begin with.
    pub(super) fn new(judge: Judge, text: Vec<u8>) -> Result<Self, &'static str> {
        let mut lines = Lines::new(text);
        let mut announced = None;
        if judge == Judge::SpojSudoku {
            while lines.next_if(is_blank).is_some() {}
            let first = lines.next_if(|_| true).and_then(number);
            announced = Some(first.ok_or("the number of boards in the first line")?);
        }
        Ok(Self {
            judge,
            lines,
            announced,
            found: 0,
            ended: false,
            shape: judge.shape(),
        })
    }

    /// What is told at the end: that there are fewer boards than announced, or more.
    fn end(&mut self) -> Option<Case> {
        let announced = self.announced.filter(|_| self.found > 0)?;
        let boards = count(announced, "board");
        let is_over = self.lines.next_if(|_| true).is_none();
        let (before, told) = match self.found {
            found if found < announced => (0, format!("{boards} announced, {found} found")),
            _ if is_over => return None,
            _ => (
                self.lines.taken - 1,
                format!("{boards} announced, what follows is not read"),
            ),
        };
        Some(Case {
            before,
            told,
            ..Case::default()
        })
    }

    /// The next board, or what stands in its place.
    fn next_case(&mut self) -> Case {
        match (self.judge, self.judge.base()) {
            (_, None) => self.case_of_size(),
            (Judge::Poj3074, Some(base)) => self.case_of_rows(base, 1, is_blank),
            (_, Some(base)) => self.case_of_rows(base, base * base, is_blank),
        }
    }

    /// So many rows, or up to a line that ends them. The first line is one in any case.
    fn case_of_rows(&mut self, base: usize, rows: usize, ends: impl Fn(&[u8]) -> bool) -> Case {
        let (before, mut text, mut taken) = (self.lines.taken, Vec::new(), 0);
        while taken < rows
            && let Some(line) = self.lines.next_if(|line| !ends(line))
        {
            text.extend_from_slice(line);
            text.push(b'\n');
            taken += 1;
        }
        Case {
            before,
            text,
            base,
            told: "no board".to_owned(),
        }
    }

    /// N, then as many rows as that means; what has no N goes on until the next N.
    fn case_of_size(&mut self) -> Case {
        let Some(base) = self
            .lines
            .next_if(|line| size(line).is_some())
            .and_then(size)
        else {
            let case = self.case_of_rows(0, usize::MAX, |line| size(line).is_some());
            let found = case.text.split(|&byte| byte == b'\n').next();
            let found = String::from_utf8_lossy(found.unwrap_or_default().trim_ascii());
            let told = format!("{found:?} is not N, expected 1 to 6");
            return Case { told, ..case };
        };
        while self.lines.next_if(is_blank).is_some() {}
        let rows = base * base;
        // The next board begins with N again, which no row is where there are more than one.
        let ends = |line: &[u8]| is_blank(line) || rows > 1 && size(line).is_some();
        self.case_of_rows(base, rows, ends)
    }

    /// What the lines of a case are.
    fn record(&mut self, case: &Case) -> Record {
        let mut record = Record::new();
        if case.base > 0 {
            if self.shape.side() != case.base * case.base {
                self.shape = judge::shape(case.base);
            }
            let lines = case.text.split_inclusive(|&byte| byte == b'\n');
            let text: Vec<u8> = lines
                .flat_map(|line| [line.trim_ascii_end(), b"\n"].concat())
                .collect();
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
        while self.lines.next_if(is_blank).is_some() {}
        let is_end = |line: &[u8]| self.judge == Judge::Poj3074 && line.trim_ascii() == b"end";
        if self.ended {
            return None;
        }
        self.ended = self.announced == Some(self.found) || self.lines.peek().is_none_or(is_end);
        let case = match self.ended {
            true => self.end()?,
            false => self.next_case(),
        };
        self.found += 1;
        let record = self.record(&case);
        Some(Ok(Item {
            record,
            case: Some(case),
        }))
    }
}

/// The lines of a text, without their ends.
struct Lines {
    text: Vec<u8>,
    /// Where the next line begins.
    at: usize,
    /// How many lines come before it.
    taken: u64,
}

impl Lines {
    fn new(text: Vec<u8>) -> Self {
        let at = match text.starts_with(BYTE_ORDER_MARK) {
            true => BYTE_ORDER_MARK.len(),
            false => 0,
        };
        Self { text, at, taken: 0 }
    }

    fn peek(&self) -> Option<&[u8]> {
        let mut lines = self
            .text
            .get(self.at..)?
            .split_inclusive(|&byte| byte == b'\n');
        let line = lines.next()?;
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// Takes the next line if it is as wanted.
    fn next_if(&mut self, is_wanted: impl FnOnce(&[u8]) -> bool) -> Option<&[u8]> {
        let start = self.at;
        let length = self.peek().filter(|line| is_wanted(line))?.len();
        let rest = self.text.get(start + length..)?;
        let end = rest.iter().position(|&byte| byte == b'\n');
        self.at = end.map_or(self.text.len(), |end| start + length + end + 1);
        self.taken += 1;
        self.text.get(start..start + length)
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
