//! Tilings as pictures.

use std::collections::{BTreeMap, BTreeSet};

use super::grid::{Cell, CellGrid};
use super::packing::Packing;
use super::piece::{Piece, letters};
use quadrille_core::steps::{Deduction, Reason};
use quadrille_core::{ItemId, OptionId, Solution};
use quadrille_draw::{Highlight, Lattice, Picture, Swatch};

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
        let options: Vec<OptionId> = solution.iter().collect();
        let mut picture = self.picture_so_far(&options);
        for cell in self.free_cells(solution) {
            self.mark_free(&mut picture, cell);
        }
        picture
    }

    /// Draws the pieces that are placed so far; other cells are blank.
    #[must_use]
    pub fn picture_so_far(&self, options: &[OptionId]) -> Picture {
        let layout = self.layout();
        let mut picture = layout.picture();
        picture.grid();
        let free = options.len();
        for (cell, _) in self.board().cells() {
            let (row, column) = layout.place(cell);
            picture.set(row, column, free);
        }
        let labels = self.labels();
        let mut names: Vec<&str> = Vec::new();
        let mut kinds: Vec<usize> = Vec::new();
        let placements = options.iter();
        let placements = placements.filter_map(|&option| self.placement(option));
        for (number, placement) in placements.enumerate() {
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
        // Cells without a piece have no colour.
        let placements = options.iter();
        let placements = placements.filter_map(|&option| self.placement(option));
        let covered: BTreeSet<Cell> = placements.flat_map(|placement| placement.cells).collect();
        for (cell, _) in self.board().cells() {
            if !covered.contains(&cell) {
                let (row, column) = layout.place(cell);
                picture.set(row, column, free);
            }
        }
        for &option in options {
            if self.placement(option).is_none() {
                let cells = self.cells_of_option(option).into_iter();
                cells.for_each(|cell| self.mark_free(&mut picture, cell));
            }
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

    /// Shows that a cell stays free.
    fn mark_free(&self, picture: &mut Picture, cell: Cell) {
        let layout = self.layout();
        let (row, column) = layout.place(cell);
        let free = self.problem().option_count();
        picture.set(row, column, free).label(FREE);
    }

    /// Draws a step: the pieces that are placed so far, and the piece that the step places, or what
    /// its argument is about. `chosen` are the options that were chosen before.
    ///
    /// Cells with a question mark must be covered; others that stand out are taken for them, as the
    /// legend says. Red cells with a cross are covered by all placements that are excluded. If a
    /// placement leads to a contradiction, its cells are red, and the pieces that follow from it are
    /// drawn.
    #[must_use]
    pub fn step_picture(&self, chosen: &[OptionId], step: &Deduction) -> Picture {
        let mut placed = chosen.to_vec();
        placed.extend(&step.chosen);
        let (mut truths, mut links): (Vec<ItemId>, Vec<ItemId>) = Default::default();
        let mut assumed = None;
        match &step.reason {
            Reason::Single { .. } | Reason::Trial { .. } => {}
            Reason::Locked { item } | Reason::Cases { item, .. } => truths.push(*item),
            Reason::Set {
                truths: of_set,
                links: of_links,
            } => {
                truths.extend(of_set);
                links.extend(of_links);
            }
            Reason::Chain { truths: of_chain } => truths.extend(of_chain),
            Reason::Forcing { choices, empty } => {
                assumed = step.removed.first().copied();
                placed.extend(choices.iter().map(|choice| choice.option));
                truths.push(*empty);
            }
            // Other arguments have no picture of their own.
            _ => {}
        }
        placed.extend(assumed);
        let mut picture = self.picture_so_far(&placed);
        let excluded = match (&*step.chosen, assumed) {
            ([], None) => self.common_cells(&step.removed),
            ([], Some(assumed)) => self.cells_of_option(assumed),
            _ => Vec::new(),
        };
        let layout = self.layout();
        let is_square = self.has_squares();
        for (items, highlight, shade, words) in [
            (&links, Highlight::Pale, LINK, "is taken"),
            (&truths, Highlight::Full, TRUTH, "must be covered"),
        ] {
            let cells = self.cells_of_items(items);
            if !cells.is_empty() {
                picture.legend(Swatch::Highlight(highlight), words);
            }
            for cell in cells {
                let (row, column) = layout.place(cell);
                // Only squares have highlights.
                if is_square {
                    picture.highlight((row, column), highlight);
                }
                let Some(drawn) = picture.get_mut(row, column) else {
                    continue;
                };
                if !is_square {
                    drawn.shade(shade);
                }
                if highlight == Highlight::Full {
                    drawn.label(OPEN);
                }
            }
        }
        for cell in excluded {
            let (row, column) = layout.place(cell);
            let Some(drawn) = picture.get_mut(row, column) else {
                continue;
            };
            drawn.wrong(true);
            if assumed.is_none() {
                drawn.label(EXCLUDED);
            }
        }
        picture
    }

    /// Returns what names the cells of a picture by row and column, both from 0, for
    /// [`Picture::to_svg_page`]. Layers stand beside each other, with a column between them.
    ///
    /// ```
    /// use quadrille::tile::{Gaps, Packing, boards, pieces};
    ///
    /// let board = boards("2x2x2", None)?.remove(0).board;
    /// let packing = Packing::new(board, pieces("1x1x2", None)?, Gaps::Any)?;
    /// assert_eq!(packing.place_names()(1, 4), "2,2,2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn place_names(&self) -> impl Fn(usize, usize) -> String + use<> {
        let (grid, layout) = (self.grid(), self.layout());
        move |row, column| grid.cell_name(layout.cell(row, column))
    }

    /// Returns whether cells are drawn as squares. Only then pictures show text below them.
    #[must_use]
    pub fn has_squares(&self) -> bool {
        self.layout().lattice == Lattice::Squares
    }

    /// The cells that all options cover.
    fn common_cells(&self, options: &[OptionId]) -> Vec<Cell> {
        let mut all = options.iter().map(|&option| self.cells_of_option(option));
        let first = all.next().unwrap_or_default();
        all.fold(first, |mut common, cells| {
            common.retain(|cell| cells.contains(cell));
            common
        })
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

/// The labels of a free cell, of one that must be covered, and of one of an excluded placement.
const FREE: &str = ".";
const OPEN: &str = "?";
const EXCLUDED: &str = "×";

/// The shades of cells that must be covered, and of those that are taken, where there are no
/// squares: green and blue.
const TRUTH: usize = 2;
const LINK: usize = 1;

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

    /// The cell of a row and a column: the inverse of [`place`](Self::place).
    fn cell(&self, row: usize, column: usize) -> Cell {
        let [layer, column] = [column / (self.columns + 1), column % (self.columns + 1)];
        let at = |axis: usize, steps: usize| {
            let steps = i32::try_from(steps).unwrap_or(i32::MAX);
            self.first[axis].saturating_add(steps)
        };
        [at(0, layer), at(1, row), at(2, column)]
    }
}
