//! A picture as text.
//!
//! Lines of walls stand between rows of cells. A line without walls is left out. Two columns
//! without a wall between them are one space apart. So the cells of a box stay close together.

use super::colours::{background, shade_background};
use super::{Cell, Picture};

const BOLD: &str = "\x1B[1m";
/// A label that is not bold.
const FOUND: &str = "\x1B[36m";
/// A wrong cell.
const WRONG: &str = "\x1B[97;41m";
const PLAIN: &str = "\x1B[0m";

impl Picture {
    /// Returns the picture as lines of text. If `coloured` is set, escape codes of terminals show
    /// bold labels, shades, colours and wrong cells; otherwise they are not shown.
    #[must_use]
    pub fn to_text(&self, coloured: bool) -> String {
        let cells = self.places.iter().flatten();
        let width = cells.map(|cell| cell.text().chars().count()).max();
        let width = width.unwrap_or_default().max(1);
        let mut text = String::new();
        for row in 0..=self.rows {
            if row > 0 {
                self.push_cells(&mut Line::new(&mut text, coloured), row, width);
            }
            if (1..=self.columns).any(|column| self.wall_below(row, column)) {
                self.push_walls(&mut Line::new(&mut text, coloured), row, width);
            }
        }
        text
    }

    /// Whether there is any wall to the right of a column, so that walls need a column there.
    fn has_walls(&self, column: usize) -> bool {
        (1..=self.rows).any(|row| self.wall_right(row, column))
    }

    /// Writes a line of cells.
    fn push_cells(&self, line: &mut Line<'_>, row: usize, width: usize) {
        for column in 0..=self.columns {
            let [cell, next] = [column, column + 1].map(|column| self.at(row, column));
            if column > 0 {
                let text = cell.map(Cell::text).unwrap_or_default();
                let blank = if cell.is_some() { self.blank } else { ' ' };
                let text = if text.is_empty() {
                    blank.to_string()
                } else {
                    text
                };
                line.push(cell, Self::style, &format!("{text:>width$}"));
            }
            let is_wall = self.wall_right(row, column);
            if self.has_walls(column) {
                let blank = if column > 0 { " " } else { "" };
                line.push(cell, Self::ground, blank);
                match is_wall {
                    true => line.push(None, Self::ground, "│"),
                    false => line.push(cell, Self::ground, " "),
                }
                let after = if column < self.columns { " " } else { "" };
                line.push(next, Self::ground, after);
            } else if (1..self.columns).contains(&column) {
                line.push(cell, Self::ground, " ");
            }
        }
        line.end();
    }

    /// Writes the line of walls below a row.
    fn push_walls(&self, line: &mut Line<'_>, row: usize, width: usize) {
        for column in 0..=self.columns {
            let is_wall = column > 0 && self.wall_below(row, column);
            // What no wall crosses belongs to the cell above.
            let cell = self.at(row, column).filter(|_| !is_wall);
            if column > 0 {
                let stroke = if is_wall { "─" } else { " " };
                // The spaces around a label belong to its cell.
                let left = usize::from(self.has_walls(column - 1));
                let right = usize::from(self.has_walls(column));
                line.push(cell, Self::ground, &stroke.repeat(left + width + right));
            }
            if self.has_walls(column) {
                let joint = self.joint(row, column);
                let cell = cell.filter(|_| joint == ' ');
                line.push(cell, Self::ground, joint.encode_utf8(&mut [0; 4]));
            } else if (1..self.columns).contains(&column) {
                let is_on = is_wall && self.wall_below(row, column + 1);
                line.push(cell, Self::ground, if is_on { "─" } else { " " });
            }
        }
        line.end();
    }

    /// The character where walls meet: below a row and to the right of a column.
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

    /// The escape codes of a label.
    fn style(cell: &Cell) -> String {
        let bold = if cell.bold { BOLD } else { "" };
        let light = if cell.bold { 97 } else { 96 };
        match shade_background(&cell.shades) {
            _ if cell.wrong => format!("{bold}{WRONG}"),
            _ if cell.colour.is_some() => format!("{bold}{}", Self::ground(cell)),
            Some(shade) => format!("{bold}\x1B[{light};48;5;{shade}m"),
            None if cell.bold || cell.label.is_empty() => bold.to_owned(),
            None => FOUND.to_owned(),
        }
    }

    /// The escape codes of the colour around a label.
    fn ground(cell: &Cell) -> String {
        let colour = cell.colour.map(background);
        colour.map_or_else(String::new, |colour| format!("\x1B[30;48;5;{colour}m"))
    }
}

/// A line that is being written, with the style of its end.
struct Line<'t> {
    text: &'t mut String,
    start: usize,
    coloured: bool,
    style: String,
}

impl<'t> Line<'t> {
    fn new(text: &'t mut String, coloured: bool) -> Self {
        let (start, style) = (text.len(), String::new());
        Self {
            text,
            start,
            coloured,
            style,
        }
    }

    /// Appends a part in the style of a cell, or without one.
    fn push(&mut self, cell: Option<&Cell>, style: fn(&Cell) -> String, part: &str) {
        let style = cell
            .filter(|_| self.coloured)
            .map_or_else(String::new, style);
        self.change(style);
        self.text.push_str(part);
    }

    fn change(&mut self, style: String) {
        if style != self.style {
            let end = if self.style.is_empty() { "" } else { PLAIN };
            self.text.push_str(end);
            self.text.push_str(&style);
            self.style = style;
        }
    }

    /// Ends the line, without spaces at its end.
    fn end(&mut self) {
        self.change(String::new());
        let line = self.text.get(self.start..).unwrap_or_default();
        self.text
            .truncate(self.start + line.trim_end_matches(' ').len());
        self.text.push('\n');
    }
}
