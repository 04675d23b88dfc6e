//! Lines, words and signs of a text, each with its place.

use std::ops::Range;

use crate::shape::Shape;

/// Some characters and where they begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) at: usize,
    pub(super) text: &'a str,
}

impl<'a> Word<'a> {
    pub(super) fn end(self) -> usize {
        self.at + self.text.len()
    }

    pub(super) fn range(self) -> Range<usize> {
        self.at..self.end()
    }

    /// A part of the same text, found in this word.
    pub(super) fn part(self, text: &'a str) -> Word<'a> {
        let offset = (text.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize);
        let offset = offset.filter(|&offset| offset <= self.text.len());
        let at = self.at + offset.unwrap_or(self.text.len());
        Word { at, text }
    }

    /// Without spaces at both ends. Of spaces alone, the one in the middle is left: a value that
    /// replaces it stays in its column.
    pub(super) fn trim(self) -> Word<'a> {
        match self.text.trim() {
            "" => {
                let at = self.text.len().min(2).saturating_sub(1);
                let is_space = self.text.as_bytes().get(at) == Some(&b' ');
                Word {
                    at: self.at + at,
                    text: if is_space { " " } else { "" },
                }
            }
            text => self.part(text),
        }
    }

    /// The parts between some characters, without empty ones.
    pub(super) fn split(self, is_between: impl Fn(char) -> bool) -> Vec<Word<'a>> {
        let parts = self.text.split(is_between).filter(|part| !part.is_empty());
        parts.map(|part| self.part(part)).collect()
    }

    pub(super) fn number(self) -> Option<i64> {
        let is_number = self.text.len() < 10 && self.text.bytes().all(|byte| byte.is_ascii_digit());
        self.text.parse().ok().filter(|_| is_number)
    }
}

/// A line without its end, and where the next one begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) word: Word<'a>,
    pub(super) end: usize,
}

impl Line<'_> {
    pub(super) fn is_blank(&self) -> bool {
        self.word.text.trim().is_empty()
    }
}

/// The most bytes of a line of a board: 25 x 25 emojis have fewer.
const LONGEST: usize = 1 << 13;

/// The lines of a text, up to one that is too long for a board.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> + Clone {
    let mut end = 0;
    let lines = text.split_inclusive('\n').map(move |line| {
        let at = end;
        end += line.len();
        let text = line.trim_end_matches(['\n', '\r']);
        let word = Word { at, text };
        Line { word, end }
    });
    lines.take_while(|line| line.word.text.len() <= LONGEST)
}

/// The end of the line that a byte is in, line end included.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    let end = rest.iter().position(|&byte| byte == b'\n');
    end.map_or(text.len(), |end| at + end + 1)
}

/// Whether a character is an upright bar or another part of a frame.
pub(super) fn is_frame(c: char) -> bool {
    c == '|' || c == '¦' || ('\u{2500}'..='\u{257f}').contains(&c)
}

/// The words between spaces and bars.
pub(super) fn words(line: Word<'_>) -> Vec<Word<'_>> {
    line.split(|c| c.is_whitespace() || is_frame(c))
}

/// The characters, each with the marks that make it an emoji, without spaces and bars.
pub(super) fn signs(line: Word<'_>) -> Vec<Word<'_>> {
    let is_out = |c: char| c.is_whitespace() || is_frame(c);
    let all = all_signs(line).into_iter();
    all.filter(|sign| !sign.text.chars().all(is_out)).collect()
}

/// The characters, each with the marks that make it an emoji.
pub(super) fn all_signs(line: Word<'_>) -> Vec<Word<'_>> {
    let is_mark = |c: char| matches!(c, '\u{fe0f}' | '\u{20e3}');
    let starts = line.text.char_indices().filter(|&(_, c)| !is_mark(c));
    let starts: Vec<usize> = starts.map(|(at, _)| at).collect();
    let ends = starts.iter().copied().skip(1).chain([line.text.len()]);
    let sign = |(&start, end): (&usize, usize)| line.part(&line.text[start..end]);
    starts.iter().zip(ends).map(sign).collect()
}

/// The cells of a line: as many words or signs as a row has.
pub(super) fn row(line: Word<'_>, side: usize) -> Option<Vec<Word<'_>>> {
    let is_row = |row: &Vec<Word<'_>>| row.len() == side;
    Some(words(line))
        .filter(is_row)
        .or_else(|| Some(signs(line)).filter(is_row))
}

/// The sides of boards whose rows this line can be.
pub(super) fn sides(line: Word<'_>) -> impl Iterator<Item = usize> {
    let (words, signs) = (words(line).len(), signs(line).len());
    let other = (signs != words).then_some(signs);
    let sides = [Some(words), other].into_iter().flatten();
    sides.filter(|&side| Shape::has_boxes(side))
}

/// Whether a line is a rule between rows, such as `---+---+---`.
pub(super) fn is_ruler(line: Word<'_>, side: usize) -> bool {
    let text = line.text.trim();
    let mut signs = text.chars();
    let first = signs.next();
    let is_row = text.chars().count() == side && signs.all(|c| Some(c) == first);
    let is_part = |c: char| is_frame(c) || "-+=: ".contains(c);
    !is_row && text.len() > 2 && text.chars().all(is_part) && text.contains(['-', '=', '─', '═'])
}

/// The rows of a block of cells at the start of some lines, and where it ends. A blank line or a
/// ruler may stand between rows, and rulers around them.
pub(super) fn block<'a>(
    lines: impl Iterator<Item = Line<'a>>,
    side: usize,
) -> Option<(Vec<Vec<Word<'a>>>, usize)> {
    block_of(lines, side, |line| row(line, side))
}

/// The same, where `row` cuts a line into its cells.
pub(super) fn block_of<'a>(
    lines: impl Iterator<Item = Line<'a>>,
    side: usize,
    row: impl Fn(Word<'a>) -> Option<Vec<Word<'a>>>,
) -> Option<(Vec<Vec<Word<'a>>>, usize)> {
    let (mut rows, mut end, mut was_blank) = (Vec::new(), 0, false);
    for line in lines {
        if rows.len() == side {
            if !is_ruler(line.word, side) {
                break;
            }
            end = line.end;
            continue;
        }
        if is_ruler(line.word, side) {
            continue;
        }
        if line.is_blank() {
            if was_blank || rows.is_empty() {
                return None;
            }
            was_blank = true;
            continue;
        }
        rows.push(row(line.word)?);
        (end, was_blank) = (line.end, false);
    }
    (rows.len() == side).then_some((rows, end))
}

/// The rows of cells that stand one after the other.
pub(super) fn chunks<'a>(cells: &[Word<'a>]) -> Option<Vec<Vec<Word<'a>>>> {
    let side = cells.len().isqrt();
    let is_board = side * side == cells.len() && Shape::has_boxes(side);
    is_board.then(|| cells.chunks(side).map(<[Word<'a>]>::to_vec).collect())
}
