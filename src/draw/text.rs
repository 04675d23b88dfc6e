//! A picture in characters.
//!
//! Lines of walls stand between rows of cells. A line without any wall is left out, and so is the
//! space for walls between two columns that no wall parts, but for one blank: boxes of cells stay
//! close together.

use super::{Cell, Picture};

const BOLD: &str = "\x1B[1m";
/// A label that is not bold.
const FOUND: &str = "\x1B[36m";
const PLAIN: &str = "\x1B[0m";
/// Backgrounds of the shades by number, and of several of them: dark ones of 256, for light text.
const SHADES: [u8; 6] = [54, 24, 22, 94, 88, 23];
const SEVERAL_SHADES: u8 = 240;
/// Backgrounds of the colours by number: bright ones of 256, for dark text.
const COLOURS: [u8; 12] = [203, 215, 227, 156, 85, 123, 117, 147, 183, 218, 180, 250];

impl Picture {
    /// The picture as lines of text. With `coloured`, bold labels, shades and colours are shown by the escape codes of
    /// terminals; without, they are not shown.
    #[must_use]
    pub fn to_text(&self, coloured: bool) -> String {
        let labels = self.places.iter().flatten();
        let width = labels
            .map(|cell| cell.label.chars().count())
            .max()
            .unwrap_or_default()
            .max(1);
        let mut text = String::new();
        for row in 0..=self.rows {
            if row > 0 {
                self.push_cells(&mut text, row, width, coloured);
            }
            if (1..=self.columns).any(|column| self.wall_below(row, column)) {
                self.push_walls(&mut text, row, width);
            }
        }
        text
    }

    /// Whether any wall stands right of a column, so that the column of walls is needed.
    fn is_parted(&self, column: usize) -> bool {
        (1..=self.rows).any(|row| self.wall_right(row, column))
    }

    /// A line of cells. Between two of them are a wall and its blanks, or one blank.
    fn push_cells(&self, text: &mut String, row: usize, width: usize, coloured: bool) {
        let start = text.len();
        for column in 0..=self.columns {
            if column > 0 {
                let cell = self.at(row, column);
                push_cell(text, cell, self.blank, width, coloured);
            }
            if self.is_parted(column) {
                let blank = if column > 0 { " " } else { "" };
                let wall = if self.wall_right(row, column) {
                    "│"
                } else {
                    " "
                };
                let after = if column < self.columns { " " } else { "" };
                text.push_str(blank);
                text.push_str(wall);
                text.push_str(after);
            } else if (1..self.columns).contains(&column) {
                text.push(' ');
            }
        }
        end_line(text, start);
    }

    /// The line of walls below a row.
    fn push_walls(&self, text: &mut String, row: usize, width: usize) {
        let start = text.len();
        for column in 0..=self.columns {
            if column > 0 {
                let stroke = if self.wall_below(row, column) {
                    '─'
                } else {
                    ' '
                };
                // The blanks around a label belong to its cell, also where no wall follows.
                let left = usize::from(self.is_parted(column - 1));
                let right = usize::from(self.is_parted(column));
                let between = usize::from(right == 0 && column < self.columns);
                text.extend(std::iter::repeat_n(stroke, left + width + right));
                let on = stroke == '─' && self.wall_below(row, column + 1);
                text.extend(std::iter::repeat_n(if on { '─' } else { ' ' }, between));
            }
            if self.is_parted(column) {
                text.push(self.joint(row, column));
            }
        }
        end_line(text, start);
    }

    /// The character where the walls around a corner meet: below a row and right of a column.
    fn joint(&self, row: usize, column: usize) -> char {
        let [up, down] = [row, row + 1].map(|row| self.wall_right(row, column));
        let [left, right] = [column, column + 1].map(|column| self.wall_below(row, column));
        match (up, down, left, right) {
            (false, false, false, false) => ' ',
            (_, _, false, false) => '│',
            (false, false, _, _) => '─',
            (false, true, false, true) => '┌',
            (false, true, true, false) => '┐',
            (true, false, false, true) => '└',
            (true, false, true, false) => '┘',
            (true, true, false, true) => '├',
            (true, true, true, false) => '┤',
            (false, true, true, true) => '┬',
            (true, false, true, true) => '┴',
            (true, true, true, true) => '┼',
        }
    }
}

/// A label, right-aligned, in its style.
fn push_cell(text: &mut String, cell: Option<&Cell>, blank: char, width: usize, coloured: bool) {
    let Some(cell) = cell else {
        text.extend(std::iter::repeat_n(' ', width));
        return;
    };
    let mut style = String::new();
    if coloured {
        if cell.bold {
            style.push_str(BOLD);
        }
        let light = if cell.bold { 97 } else { 96 };
        match (cell.colour, &cell.shades[..]) {
            (Some(number), _) => {
                let colour = COLOURS[number % COLOURS.len()];
                style.push_str(&format!("\x1B[30;48;5;{colour}m"));
            }
            (None, []) if cell.bold || cell.label.is_empty() => {}
            (None, []) => style.push_str(FOUND),
            (None, shades) => {
                let shade = match shades {
                    [number] => SHADES[number % SHADES.len()],
                    _ => SEVERAL_SHADES,
                };
                style.push_str(&format!("\x1B[{light};48;5;{shade}m"));
            }
        }
    }
    let end = if style.is_empty() { "" } else { PLAIN };
    let blank = blank.to_string();
    let label = if cell.label.is_empty() {
        &blank
    } else {
        &cell.label
    };
    text.push_str(&format!("{style}{label:>width$}{end}"));
}

/// Takes the blanks from the end of a line that began here, and ends it.
fn end_line(text: &mut String, start: usize) {
    let line = text.get(start..).unwrap_or_default();
    text.truncate(start + line.trim_end_matches(' ').len());
    text.push('\n');
}
