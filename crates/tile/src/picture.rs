//! Tilings as pictures.

use std::collections::{BTreeMap, BTreeSet};

use super::grid::{Cell, CellGrid};
use super::packing::Packing;
use super::piece::{Piece, letters};
use quadrille_core::Solution;
use quadrille_draw::{Lattice, Picture};

/// The places of the cells of a board in a picture: layers stand side by side.
pub(super) struct Layout {
    first: Cell,
    rows: usize,
    columns: usize,
    layers: usize,
    lattice: Lattice,
}

impl Packing {
    /// Draws a solution. Each piece has the same colour in all solutions and shows its name; layers
    /// stand side by side. A letter stands for a name of more than two characters, and text
    /// explains it below the picture. The picture needs memory for each place: see
    /// [`Packing::is_drawable`].
    #[must_use]
    pub fn picture(&self, solution: &Solution) -> Picture {
        let layout = self.layout();
        let mut picture = layout.picture();
        picture.grid();
        let free = solution.iter().count();
        for (cell, _) in self.board().cells() {
            let (row, column) = layout.place(cell);
            picture.set(row, column, free);
        }
        let labels = self.labels();
        let mut names: Vec<&str> = Vec::new();
        let mut kinds: Vec<usize> = Vec::new();
        for (number, placement) in self.placements(solution).enumerate() {
            for &cell in &placement.cells {
                let (row, column) = layout.place(cell);
                picture.set(row, column, number);
            }
            kinds.push(self.kind(placement.piece));
            let name = &*placement.piece.name;
            names.push(labels.get(name).map_or(name, String::as_str));
        }
        picture.colour_kinds(|piece| kinds.get(piece).copied().unwrap_or_default());
        picture.label_pieces(|piece| names.get(piece).map(|name| (*name).to_owned()));
        for cell in self.free_cells(solution) {
            let (row, column) = layout.place(cell);
            picture.set(row, column, free).label(FREE);
        }
        let mut notes: Vec<(String, &str)> = Vec::new();
        for (name, label) in labels {
            notes.push((label, name));
        }
        notes.sort_unstable();
        for (label, name) in notes {
            picture.note(format!("{label}: {name}"));
        }
        picture
    }

    /// The number of a piece.
    fn kind(&self, piece: &Piece) -> usize {
        let mut pieces = self.pieces().iter();
        pieces
            .position(|known| std::ptr::eq(known, piece))
            .unwrap_or_default()
    }

    /// Letters for the names of pieces that are too long for a cell; nothing if all fit. Where only
    /// the first character is shown, no two names may begin alike. A letter that is a name itself
    /// stands for no other.
    fn labels(&self) -> BTreeMap<&str, String> {
        let names = || self.pieces().iter().map(|piece| &*piece.name);
        let is_square = matches!(self.grid(), CellGrid::Squares | CellGrid::Cubes);
        let first: BTreeSet<Option<char>> = names().map(|name| name.chars().next()).collect();
        let fits = |name: &str, most: usize| name.is_ascii() && name.len() <= most;
        let is_clear = is_square || first.len() == self.pieces().len();
        if is_clear && names().all(|name| fits(name, LONGEST)) {
            return BTreeMap::new();
        }
        let most = if is_square { LONGEST } else { 1 };
        let (short, long): (Vec<&str>, Vec<&str>) = names().partition(|name| fits(name, most));
        let short = BTreeSet::from_iter(short);
        let free = letters().filter(|letter| !short.contains(&**letter));
        long.into_iter().zip(free).collect()
    }
}

/// The most places of a picture: rows * columns.
const LARGEST_PICTURE: usize = 10_000_000;

/// The longest name that a picture shows.
const LONGEST: usize = 2;

/// The label of a free cell.
const FREE: &str = ".";

impl Packing {
    /// Returns whether the board is small enough to draw: its rows times its columns are at most 10
    /// million, also where there are no cells.
    #[must_use]
    pub fn is_drawable(&self) -> bool {
        let layout = self.layout();
        layout.rows.saturating_mul(layout.width()) <= LARGEST_PICTURE
    }

    pub(super) fn layout(&self) -> Layout {
        let cells = || self.board().cells().map(|(cell, _)| cell);
        let least = |axis: usize| cells().map(|cell| cell[axis]).min().unwrap_or_default();
        let side = |axis: usize| {
            let most = cells().map(|cell| cell[axis]).max().unwrap_or_default();
            usize::try_from(most - least(axis) + 1).unwrap_or(1)
        };
        let mut first = [least(0), least(1), least(2)];
        let (mut rows, mut columns) = (side(1), side(2));
        let lattice = match self.grid() {
            CellGrid::Squares | CellGrid::Cubes => Lattice::Squares,
            CellGrid::Triangles => Lattice::Triangles,
            CellGrid::Hexagons => Lattice::Hexagons,
            CellGrid::Sticks => Lattice::Sticks,
        };
        // Other lattices depend on whether coordinates are even.
        if lattice != Lattice::Squares {
            for (axis, side) in [(1, &mut rows), (2, &mut columns)] {
                if first[axis] & 1 == 1 {
                    first[axis] -= 1;
                    *side += 1;
                }
            }
        }
        Layout {
            first,
            rows,
            columns,
            layers: side(0),
            lattice,
        }
    }
}

impl Layout {
    /// The columns of all layers and of the gaps between them.
    fn width(&self) -> usize {
        ((self.columns + 1) * self.layers).saturating_sub(1)
    }

    pub(super) fn picture(&self) -> Picture {
        let mut picture = Picture::new(self.rows, self.width());
        picture.lattice(self.lattice);
        picture
    }

    /// The row and the column of a cell of the board.
    pub(super) fn place(&self, cell: Cell) -> (usize, usize) {
        let at = |axis: usize| usize::try_from(cell[axis] - self.first[axis]).unwrap_or_default();
        (at(1), at(0) * (self.columns + 1) + at(2))
    }
}
