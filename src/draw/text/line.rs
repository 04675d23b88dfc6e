//! A line of text in several styles.

use super::super::Cell;

const PLAIN: &str = "\x1B[0m";

/// A line that is being written, with the style of its end.
pub(super) struct Line<'t> {
    text: &'t mut String,
    start: usize,
    coloured: bool,
    style: String,
}

impl<'t> Line<'t> {
    /// Begins a line at the end of a text.
    pub(super) fn new(text: &'t mut String, coloured: bool) -> Self {
        let (start, style) = (text.len(), String::new());
        Self {
            text,
            start,
            coloured,
            style,
        }
    }

    /// Appends a part in the style of a cell, or without one.
    pub(super) fn push(&mut self, cell: Option<&Cell>, style: fn(&Cell) -> String, part: &str) {
        let style = cell
            .filter(|_| self.coloured)
            .map_or_else(String::new, style);
        self.change(style);
        self.text.push_str(part);
    }

    /// Begins another style.
    fn change(&mut self, style: String) {
        if style != self.style {
            let end = if self.style.is_empty() { "" } else { PLAIN };
            self.text.push_str(end);
            self.text.push_str(&style);
            self.style = style;
        }
    }

    /// Ends the line, without spaces at its end.
    pub(super) fn end(&mut self) {
        self.change(String::new());
        let line = self.text.get(self.start..).unwrap_or_default();
        self.text
            .truncate(self.start + line.trim_end_matches(' ').len());
        self.text.push('\n');
    }
}
