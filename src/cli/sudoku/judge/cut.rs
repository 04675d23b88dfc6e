//! The input of a judge, cut into boards by the judge's own rule.

use std::iter::{Copied, Enumerate, Peekable};
use std::slice;

use quadrille::sudoku::Shape;
use quadrille::sudoku::text::{Reader, Record};

use super::Judge;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The boards of an input.
pub(super) struct Cases {
    pub(super) cases: Vec<Case>,
    /// How many there should be, if that is told.
    pub(super) announced: Option<usize>,
    /// The line after them, if there is one, from 1.
    pub(super) next_line: Option<usize>,
}

/// A board as the judge gives it.
pub(super) struct Case {
    /// The lines before it.
    pub(super) before: usize,
    /// Its lines, each with a line feed.
    pub(super) text: Vec<u8>,
    /// Rows and columns of a box; `None` if they should be there and are not.
    pub(super) base: Option<usize>,
}

/// The lines of a text, without their ends.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    let lines = lines.map(|line| line.strip_suffix(b"\n").unwrap_or(line));
    lines
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .collect()
}

/// Lines that are not yet cut, with how many come before each.
type Rest<'l, 'a> = Peekable<Enumerate<Copied<slice::Iter<'l, &'a [u8]>>>>;

impl Cases {
    /// Cuts an input into boards, or says what it should begin with.
    pub(super) fn of(judge: Judge, input: &[u8]) -> Result<Self, &'static str> {
        let lines = lines(input);
        let mut lines = lines.iter().copied().enumerate().peekable();
        let mut cut = Self {
            cases: Vec::new(),
            announced: None,
            next_line: None,
        };
        if judge == Judge::SpojSudoku {
            let count = lines.find(|(_, line)| !is_blank(line));
            let count = count.and_then(|(_, count)| number(count));
            cut.announced = Some(count.ok_or("the number of boards in the first line")?);
        }
        while let Some((before, first)) = lines.next() {
            if is_blank(first) {
                continue;
            }
            if judge == Judge::Poj3074 && first.trim_ascii() == b"end" {
                break;
            }
            if cut.announced == Some(cut.cases.len()) {
                cut.next_line = Some(before + 1);
                break;
            }
            cut.cases.push(match judge {
                Judge::Hdu3909 => Case::of_size(before, first, &mut lines),
                Judge::Poj3074 => Case::of_rows(before, first, 3, 1, &mut lines),
                Judge::SpojSudoku => Case::of_rows(before, first, 4, 16, &mut lines),
                _ => Case::of_rows(before, first, 3, 9, &mut lines),
            });
        }
        if cut.cases.is_empty() {
            return Err(judge.expected());
        }
        Ok(cut)
    }
}

impl Case {
    fn new(before: usize, lines: &[&[u8]], base: Option<usize>) -> Self {
        let text = lines.iter().flat_map(|line| [*line, b"\n"].concat());
        Self {
            before,
            text: text.collect(),
            base,
        }
    }

    /// So many rows, or up to a blank line.
    fn of_rows(
        before: usize,
        first: &[u8],
        base: usize,
        rows: usize,
        rest: &mut Rest<'_, '_>,
    ) -> Self {
        let mut lines = vec![first];
        while lines.len() < rows
            && let Some((_, line)) = rest.next_if(|(_, line)| !is_blank(line))
        {
            lines.push(line);
        }
        Self::new(before, &lines, Some(base))
    }

    /// N, then as many rows as that means; what has no N goes on until the next N.
    fn of_size(before: usize, first: &[u8], rest: &mut Rest<'_, '_>) -> Self {
        let base = size(first);
        let (mut before, mut lines, mut rows) = (before, vec![first], usize::MAX);
        if let Some(base) = base {
            (before, rows) = (before + 1, base * base);
            lines.clear();
            while rest.next_if(|(_, line)| is_blank(line)).is_some() {
                before += 1;
            }
        }
        // The next board begins with N again, which no row is where there are more than one.
        let is_next = |line: &[u8]| rows > 1 && size(line).is_some();
        let ends = |line: &[u8]| is_next(line) || base.is_some() && is_blank(line);
        while lines.len() < rows
            && let Some((_, line)) = rest.next_if(|(_, line)| !ends(line))
        {
            lines.push(line);
        }
        Self::new(before, &lines, base)
    }

    /// What its lines are.
    pub(super) fn record(&self, shape: &Shape) -> Record {
        let lines = self.text.split_inclusive(|&byte| byte == b'\n');
        let text = lines.flat_map(|line| [line.trim_ascii_end(), b"\n"].concat());
        let mut record = Record::new();
        // Bytes in memory can be read.
        let text: Vec<u8> = text.collect();
        let _ = Reader::of(shape.clone(), &*text).next_record(&mut record);
        record
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
