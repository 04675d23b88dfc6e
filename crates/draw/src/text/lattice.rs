//! Triangles, hexagons and sticks as text: one character for a cell, at its row and column.
//!
//! There are no walls, so every cell shows the first character of the label of its piece.

use std::collections::BTreeMap;

use super::super::lattice::{STICKS_AT_POINT, is_point, stick};
use super::super::{Colours, Lattice, Picture, PictureCell};
use super::Line;

/// A grid point of sticks.
const POINT: &str = "·";

impl Picture {
    /// Writes the lines of a picture whose cells are not squares.
    pub(super) fn push_lattice(&self, text: &mut String, colours: Colours) {
        let letters = self.letters();
        let is_sticks = self.lattice == Lattice::Sticks;
        for row in 0..self.rows {
            let mut line = Line::new(text, colours);
            let mut previous = None;
            for column in 0..=self.columns {
                let place = self.place_beside((row, column), (0, 0));
                let cell = place.and_then(|place| self.places[place].as_ref());
                let drawn = cell.filter(|_| !is_sticks || stick(row, column).is_some());
                if let Some(cell) = drawn {
                    self.push_cell(&mut line, cell, letters.get(&cell.piece).copied());
                } else if is_sticks && place.is_some() && is_point(row, column) {
                    line.push(self.joined(row, column), Self::ground, POINT);
                } else {
                    // The space after a hexagon belongs to it.
                    let before = previous.filter(|_| self.lattice == Lattice::Hexagons);
                    line.push(before, Self::ground, " ");
                }
                previous = cell;
            }
            line.end();
        }
    }

    /// Writes the first character of the label of a cell, or else the letter of its piece, or else
    /// the blank.
    fn push_cell(&self, line: &mut Line<'_>, cell: &PictureCell, letter: Option<char>) {
        let letter = cell.label.chars().next().or(letter).map(String::from);
        // The letter of a piece looks like a label of the cell.
        let shown = PictureCell {
            label: letter.unwrap_or_default(),
            ..cell.clone()
        };
        // A cell must be visible, even if its piece has no label.
        let blank = if self.blank == ' ' { '#' } else { self.blank };
        let part = match &*shown.label {
            "" => blank.to_string(),
            letter => letter.to_owned(),
        };
        line.push(Some(&shown), Self::style, &part);
    }

    /// The first characters of the labels of pieces.
    fn letters(&self) -> BTreeMap<usize, char> {
        let mut letters = BTreeMap::new();
        for cell in self.places.iter().flatten() {
            if let Some(letter) = cell.label.chars().next() {
                letters.entry(cell.piece).or_insert(letter);
            }
        }
        letters
    }

    /// A stick at a grid point, of a piece that has at least two there.
    fn joined(&self, row: usize, column: usize) -> Option<&PictureCell> {
        let steps = STICKS_AT_POINT.iter();
        let places = steps.filter_map(|&step| self.place_beside((row, column), step));
        let sticks: Vec<&PictureCell> = places
            .filter_map(|place| self.places[place].as_ref())
            .collect();
        let is_joined = |(number, stick): &(usize, &&PictureCell)| {
            sticks[number + 1..]
                .iter()
                .any(|other| other.piece == stick.piece)
        };
        let mut sticks = sticks.iter().enumerate();
        sticks.find(is_joined).map(|(_, stick)| *stick)
    }
}
