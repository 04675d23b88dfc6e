//! Lines in the forms that people paste: lists of a programming language, cells between commas, `x`
//! or `?` for a blank.
//!
//! Such a line is rewritten as a plain one of the same length, so that every cell keeps its place:
//! brackets, quotes and the name before a list become spaces, `x` and `?` become dots. Only lines
//! that are invalid as they stand are rewritten, so that no other line changes its meaning.

use super::error::Reason;
use super::fault::Fault;
use super::token::{Blank, Place};
use super::words::{Word, is_space, words};

/// A line rewritten as a plain one.
pub(super) struct List {
    pub(super) text: Vec<u8>,
    /// Where fields end: at commas, or at semicolons in a line without commas.
    commas: Vec<usize>,
}

impl List {
    /// Rewrites a line of a board with `side` values; `None` if there is nothing to rewrite.
    pub(super) fn new(body: &[u8], side: usize) -> Option<List> {
        let is_sign = |&byte: &u8| is_list_sign(byte) || is_pasted_blank(byte, side);
        if !body.iter().any(is_sign) || has_labels(body) {
            return None;
        }
        let first_field = body.iter().position(|&byte| byte == b',');
        let first_field = &body[..first_field.unwrap_or(body.len())];
        let opener = first_field.iter().rposition(|byte| b"[({".contains(byte));
        let start = opener.map_or(0, |at| at + 1);
        let end = end_of_list(body);
        let plain = |(at, &byte): (usize, &u8)| match byte {
            _ if at < start || at >= end || is_list_sign(byte) => b' ',
            byte if is_pasted_blank(byte, side) => b'.',
            byte => byte,
        };
        let separators = |sign| (start..end).filter(move |&at| body[at] == sign);
        let has_commas = separators(b',').next().is_some() || separators(b';').count() < 2;
        let commas = separators(if has_commas { b',' } else { b';' }).collect();
        let text = body.iter().enumerate().map(plain).collect();
        Some(List { text, commas })
    }

    /// The words of the line: its fields, if it has commas. A comma after the last field ends it.
    ///
    /// An empty field is a word without characters, or one space if that is in quotes. `body` is
    /// the line before it was rewritten.
    pub(super) fn words<'a>(&'a self, body: &[u8], counts: [usize; 2]) -> Vec<Word<'a>> {
        if self.commas.is_empty() {
            return words(&self.text).collect();
        }
        let starts = std::iter::once(0).chain(self.commas.iter().map(|comma| comma + 1));
        let ends = self.commas.iter().copied().chain([self.text.len()]);
        let mut fields: Vec<_> = starts
            .zip(ends)
            .map(|(start, end)| self.field(body, start, end))
            .collect();
        if fields.last().is_some_and(|field| field.1.is_empty())
            && counts.contains(&(fields.len() - 1))
        {
            fields.pop();
        }
        // Fields of several words are those of a list without commas within its rows.
        let is_words = |&(_, field): &Word<'_>| field.iter().any(|&byte| is_space(byte));
        if fields
            .iter()
            .any(|field| field.1.len() > 1 && is_words(field))
        {
            return words(&self.text).collect();
        }
        fields
    }

    fn field<'a>(&'a self, body: &[u8], start: usize, end: usize) -> Word<'a> {
        let text = &self.text[start..end];
        let trimmed = text.trim_ascii();
        let spaces = text.iter().take_while(|&&byte| is_space(byte)).count();
        if !trimmed.is_empty() {
            return (start + spaces, trimmed);
        }
        let quote = body[start..end].iter().position(|&byte| is_quote(byte));
        match quote.map(|quote| start + quote + 1) {
            Some(at) if body.get(at) == Some(&b' ') && at < end => (at, &self.text[at..=at]),
            Some(at) => (at, &[]),
            None => {
                let spaces = body[start..end].iter().take_while(|&&byte| is_space(byte));
                (start + spaces.count(), &[])
            }
        }
    }

    /// Whether the line was clearly meant as cells between commas.
    pub(super) fn is_list(&self, words: &[Word<'_>]) -> bool {
        let is_cell =
            |word: &&Word<'_>| Blank::of(word.1).is_some() || word.1.iter().all(u8::is_ascii_digit);
        self.commas.len() > 1 && 2 * words.iter().filter(is_cell).count() > words.len()
    }
}

/// Whether a line has the labels of the columns or of a row of a matrix that R prints: `[,1] [,2]`
/// or `[1,]`. They are no cells.
fn has_labels(body: &[u8]) -> bool {
    let inside = body.strip_prefix(b"[").unwrap_or_default();
    let end = inside.iter().position(|&byte| byte == b']');
    let label = end.map_or(&[][..], |end| &inside[..end]);
    let number = label.strip_prefix(b",").or(label.strip_suffix(b","));
    number.is_some_and(|number| {
        (1..3).contains(&number.len()) && number.iter().all(u8::is_ascii_digit)
    })
}

/// The fault of the first blank at some places of a text that is not written like the others. Where
/// some are the usual signs, it is one that is not.
pub(super) fn mixed_blanks(raw: &[u8], places: &[Place]) -> Option<Fault> {
    let blanks = places.iter().filter_map(|&place| {
        let token = place.of(raw);
        Blank::of(token).map(|blank| (place, blank, token))
    });
    let mut usual = blanks.clone().filter(|blank| blank.1 == Blank::Sign);
    let (_, kind, first) = usual.next().or_else(|| blanks.clone().next())?;
    let (place, _, second) = blanks.into_iter().find(|blank| blank.1 != kind)?;
    let [first, second] = [first, second].map(|token| match token {
        b"" => "an empty cell".to_owned(),
        token => format!("'{}'", String::from_utf8_lossy(token)),
    });
    let reason = Reason::MixedBlanks { first, second };
    Some(Fault::new(place.start(), place.len(), reason))
}

/// Whether a line that begins with a bracket may be a row of a list, and not a title as `[Puzzle]`.
pub(super) fn may_be_list(body: &[u8], rows: usize) -> bool {
    body.starts_with(b"[") && (rows > 0 || body.starts_with(b"[[") || body.contains(&b','))
}

/// Where the list of a line ends: before a comment that follows its last bracket.
fn end_of_list(body: &[u8]) -> usize {
    let close = body.iter().rposition(|byte| b"])}".contains(byte));
    let close = close.unwrap_or(body.len());
    let rest = body.get(close + 1..).unwrap_or_default();
    let is_end = |byte: &&u8| is_space(**byte) || matches!(byte, b',' | b';');
    let comment = close + 1 + rest.iter().take_while(is_end).count();
    let rest = body.get(comment..).unwrap_or_default();
    if rest.starts_with(b"#") || rest.starts_with(b"//") {
        close
    } else {
        body.len()
    }
}

/// Whether a line has nothing but the brackets and quotes around a list or a text.
pub(super) fn is_list_end(body: &[u8]) -> bool {
    let is_sign = |&byte: &u8| is_list_sign(byte) || is_space(byte);
    !body.is_empty() && body.iter().all(is_sign)
}

fn is_list_sign(byte: u8) -> bool {
    matches!(byte, b'[' | b']' | b'(' | b')' | b'{' | b'}' | b',' | b';') || is_quote(byte)
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

/// Whether a byte is a `?`, or an `x` where no letter is a value.
pub(super) fn is_pasted_blank(byte: u8, side: usize) -> bool {
    byte == b'?' || side <= 9 && matches!(byte, b'x' | b'X')
}
