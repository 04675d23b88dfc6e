//! A line of text in several styles.

use super::super::{Colours, PictureCell};

const PLAIN: &str = "\x1B[0m";

/// The escape codes of a cell in some colours.
pub(super) type Style = fn(&PictureCell, Colours) -> String;

/// A line that is being written, with the style of its end.
pub(super) struct Line<'t> {
    text: &'t mut String,
    start: usize,
    colours: Colours,
    style: String,
}

impl<'t> Line<'t> {
    /// Begins a line at the end of a text.
    pub(super) fn new(text: &'t mut String, colours: Colours) -> Self {
        let (start, style) = (text.len(), String::new());
        Self {
            text,
            start,
            colours,
            style,
        }
    }

    /// Appends a part in the style of a cell, or without one.
    pub(super) fn push(&mut self, cell: Option<&PictureCell>, style: Style, part: &str) {
        let cell = cell.filter(|_| self.colours != Colours::None);
        self.change(cell.map_or_else(String::new, |cell| style(cell, self.colours)));
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
