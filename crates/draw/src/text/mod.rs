//! A picture as text: squares here, other cells in `lattice.rs`.
//!
//! Lines of walls stand between rows of cells. A line without walls is left out. Two columns
//! without a wall between them are one space apart. So the cells of a box stay close together.
//!
//! A sign between two cells of a row stands in place of that space or of the wall. A sign between
//! two cells of a column needs a line of walls, which is then written even if it has no wall.

mod lattice;
mod line;

use std::fmt::Write;

use super::colours::{ground, shade_ground};
use super::overlay::{Outside, Place};
use super::{Colours, Lattice, Picture, PictureCell};
use line::Line;

const BOLD: &str = "\x1B[1m";
/// A label that is not bold.
const FOUND: &str = "\x1B[36m";
/// A wrong cell.
const WRONG: &str = "\x1B[97;41m";

impl Picture {
    /// Returns the picture as lines of text. With colours, escape codes of terminals show bold
    /// labels, shades, colours and wrong cells; otherwise they are not shown. `true` stands for
    /// [`Colours::Many`], `false` for [`Colours::None`].
    ///
    /// Squares have walls around pieces. Triangles, hexagons and sticks have no walls: there every
    /// cell is one character, the first of its label. A cell without a label shows the first label
    /// of its piece, or else the blank character of the picture (`#` for a space). Marks are not
    /// shown. Sticks have `·` at the grid points.
    #[must_use]
    pub fn to_text(&self, colours: impl Into<Colours>) -> String {
        let colours = colours.into();
        let mut text = String::new();
        match self.lattice {
            Lattice::Squares => self.push_squares(&mut text, colours),
            _ => self.push_lattice(&mut text, colours),
        }
        for note in &self.overlay.notes {
            // Writing into memory does not fail.
            let _ = writeln!(text, "{note}");
        }
        text
    }

    /// Writes the lines of cells and walls of a picture of squares.
    fn push_squares(&self, text: &mut String, colours: Colours) {
        let cells = self.places.iter().flatten();
        let width = cells.map(|cell| cell.text().chars().count()).max();
        let labels = |row: isize| (0..self.columns).flat_map(move |c| self.labels(row, c as isize));
        let edges = labels(-1).chain(labels(self.rows as isize));
        let width = width.max(edges.map(|label| label.chars().count()).max());
        let width = width.unwrap_or_default().max(1);
        self.push_outside(text, -1, width);
        for row in 0..=self.rows {
            if row > 0 {
                self.push_cells(&mut Line::new(text, colours), row, width);
            }
            if (1..=self.columns).any(|column| {
                self.wall_below(row, column)
                    || self
                        .character_between((row, column), (row + 1, column))
                        .is_some()
            }) {
                self.push_walls(&mut Line::new(text, colours), row, width);
            }
        }
        self.push_outside(text, self.rows as isize, width);
    }

    /// The character between two places, counted from 1, if there is a sign that is one.
    fn character_between(&self, a: Place, b: Place) -> Option<char> {
        let place = |(row, column): Place| Some((row.checked_sub(1)?, column.checked_sub(1)?));
        let (a, b) = (place(a)?, place(b)?);
        let signs = self.overlay.signs.iter();
        let mut signs = signs.filter(|(places, _, faint)| {
            !faint && matches!(**places, [one, other] if (one, other) == (a, b) || (one, other) == (b, a))
        });
        signs.find_map(|(places, sign, _)| sign.character(places[0], places[1]))
    }

    /// The labels at a place outside the picture, counted from 0.
    fn labels(&self, row: isize, column: isize) -> impl Iterator<Item = String> {
        let labels = self.overlay.outside.iter().filter(|label| !label.faint);
        let here = labels.filter(move |label| label.place() == (row, column));
        here.map(Outside::text)
    }

    /// The labels to the left or to the right of a row, counted from 0.
    fn side_labels(&self, row: isize, is_left: bool) -> String {
        let column = if is_left { -1 } else { self.columns as isize };
        self.labels(row, column).collect::<Vec<_>>().join(",")
    }

    /// The width of the labels to the left, with a space after them; 0 if there are none.
    fn left_width(&self) -> usize {
        let rows = -1..=self.rows as isize;
        let widths = rows.map(|row| self.side_labels(row, true).chars().count());
        match widths.max() {
            None | Some(0) => 0,
            Some(width) => width + 1,
        }
    }

    /// Writes the label to the left of a row, counted from 0, or the room for it.
    fn push_left(&self, line: &mut Line<'_>, row: Option<isize>) {
        if let Some(width @ 1..) = self.left_width().checked_sub(1) {
            let label = row.map(|row| self.side_labels(row, true));
            let label = label.unwrap_or_default();
            line.push(None, Self::ground, &format!("{label:>width$} "));
        }
    }

    /// Writes the label to the right of a row, counted from 0.
    fn push_right(&self, line: &mut Line<'_>, row: isize) {
        line.push(None, Self::ground, " ");
        line.push(None, Self::ground, &self.side_labels(row, false));
    }

    /// Writes the lines of labels above or below the picture.
    fn push_outside(&self, text: &mut String, row: isize, width: usize) {
        let columns = -1..=self.columns as isize;
        let counts = columns.map(|column| self.labels(row, column).count());
        for number in 0..counts.max().unwrap_or_default() {
            let mut line = Line::new(text, Colours::None);
            let is_first = number == 0;
            self.push_left(&mut line, Some(row).filter(|_| is_first));
            for column in 0..=self.columns {
                if column > 0 {
                    let label = self.labels(row, column as isize - 1).nth(number);
                    let label = label.unwrap_or_default();
                    line.push(None, Self::ground, &format!("{label:>width$}"));
                }
                let gap = match column {
                    0 => 2 * usize::from(self.has_walls(0)),
                    column if self.has_walls(column) => 3,
                    column => usize::from(column < self.columns),
                };
                line.push(None, Self::ground, &" ".repeat(gap));
            }
            if is_first {
                line.push(None, Self::ground, &self.side_labels(row, false));
            }
            line.end();
        }
    }

    /// Whether there is any wall to the right of a column, so that walls need a column there.
    fn has_walls(&self, column: usize) -> bool {
        (1..=self.rows).any(|row| self.wall_right(row, column))
    }

    /// Writes a line of cells.
    fn push_cells(&self, line: &mut Line<'_>, row: usize, width: usize) {
        self.push_left(line, Some(row as isize - 1));
        for column in 0..=self.columns {
            let [cell, next] = [column, column + 1].map(|column| self.at(row, column));
            if column > 0 {
                let text = cell.map(PictureCell::text).unwrap_or_default();
                let blank = if cell.is_some() { self.blank } else { ' ' };
                let text = if text.is_empty() {
                    blank.to_string()
                } else {
                    text
                };
                line.push(cell, Self::style, &format!("{text:>width$}"));
            }
            let is_wall = self.wall_right(row, column);
            let sign = self.character_between((row, column), (row, column + 1));
            let sign = sign.map(String::from);
            if self.has_walls(column) {
                let blank = if column > 0 { " " } else { "" };
                line.push(cell, Self::ground, blank);
                match (sign, is_wall) {
                    (Some(sign), _) => line.push(None, Self::ground, &sign),
                    (None, true) => line.push(None, Self::ground, "│"),
                    (None, false) => line.push(cell, Self::ground, " "),
                }
                let after = if column < self.columns { " " } else { "" };
                line.push(next, Self::ground, after);
            } else if (1..self.columns).contains(&column) {
                line.push(cell, Self::ground, sign.as_deref().unwrap_or(" "));
            }
        }
        self.push_right(line, row as isize - 1);
        line.end();
    }

    /// Writes the line of walls below a row.
    fn push_walls(&self, line: &mut Line<'_>, row: usize, width: usize) {
        self.push_left(line, None);
        for column in 0..=self.columns {
            let is_wall = column > 0 && self.wall_below(row, column);
            // What no wall crosses belongs to the cell above.
            let cell = self.at(row, column).filter(|_| !is_wall);
            if column > 0 {
                let stroke = if is_wall { "─" } else { " " };
                // The spaces around a label belong to its cell.
                let left = usize::from(self.has_walls(column - 1));
                let right = usize::from(self.has_walls(column));
                let (before, after) = (stroke.repeat(left + width - 1), stroke.repeat(right));
                let sign = self.character_between((row, column), (row + 1, column));
                let middle = sign.map_or_else(|| stroke.to_owned(), String::from);
                line.push(cell, Self::ground, &format!("{before}{middle}{after}"));
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
    fn style(cell: &PictureCell, colours: Colours) -> String {
        let bold = if cell.bold { BOLD } else { "" };
        match shade_ground(colours, &cell.shades, cell.bold) {
            _ if cell.wrong => format!("{bold}{WRONG}"),
            _ if cell.colour.is_some() => format!("{bold}{}", Self::ground(cell, colours)),
            Some(shade) => format!("{bold}{shade}"),
            None if cell.bold || cell.label.is_empty() => bold.to_owned(),
            None => FOUND.to_owned(),
        }
    }

    /// The escape codes of the colour around a label.
    fn ground(cell: &PictureCell, colours: Colours) -> String {
        let ground = cell.colour.map(|number| ground(colours, number, cell.tint));
        ground.unwrap_or_default()
    }
}
