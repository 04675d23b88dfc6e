//! Reasons why there is no tiling that can be found without a search.

use std::collections::{BTreeMap, BTreeSet};

use super::areas::{areas, free_areas, no_sum};
use super::gaps::Gaps;
use super::grid::Cell;
use super::packing::Packing;
use super::piece::Piece;
use quadrille_core::text::quantity;
use quadrille_core::{Answer, Budget, Colouring, Stats, Stop, colouring};
use quadrille_draw::Picture;

/// A reason why a packing has no tiling.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstacle {
    /// More cells must stay free than there are.
    Gaps {
        /// How many cells must stay free.
        fewest: u64,
        /// The cells of the board, without those that may stay free anyway.
        must: u64,
    },
    /// The pieces cover too many or too few cells.
    Area {
        /// The least and the largest number of cells that the pieces cover; without a bound,
        /// `None`.
        pieces: (u64, Option<u64>),
        /// The least and the largest number of cells that can be covered.
        cells: (u64, u64),
    },
    /// No pieces have as many cells together as must be covered.
    Sum {
        /// The least and the largest number of cells that can be covered.
        cells: (u64, u64),
    },
    /// Pieces that must be used, by number, do not fit anywhere.
    NoPlace(Vec<usize>),
    /// No piece can cover these cells.
    Unreachable(Vec<Cell>),
    /// This part of the board is not connected with the rest, and no pieces have as many cells
    /// together.
    Part(Vec<Cell>),
    /// A colouring argument.
    Weights(Weights),
}

/// Weights of cells that prove that there is no tiling: all placements of a piece add up to the
/// same sum, but the board does not add up to what the pieces add up to. See [`Colouring`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The sums are taken modulo this number; `None` if they are sums of integers.
    pub modulus: Option<u32>,
    /// The cells with a weight other than 0, ascending.
    pub cells: Vec<(Cell, i64)>,
    /// The pieces whose placements have a sum other than 0, by number, with that sum.
    pub pieces: Vec<(usize, i64)>,
    /// The sum of each cell that stays free.
    pub gap: i64,
    /// What the whole board adds up to.
    pub board: i64,
    /// What all pieces and free cells would add up to.
    pub all: i64,
}

/// The most sums of pieces in a caption.
const MOST_SUMS: usize = 4;

/// The largest board whose parts are compared with the sizes of pieces.
const LARGEST_PART: usize = 10_000;

impl Packing {
    /// Looks for reasons why there is no tiling, the simplest first, without a search: area, pieces
    /// that fit nowhere, cells that nothing covers, parts of the board, weights of cells. Only one
    /// kind is reported. `None` if no reason was found; there may be no tiling nevertheless.
    ///
    /// The limits and the cost are those of [`colouring`](quadrille_core::colouring()).
    ///
    /// ```
    /// use quadrille::Limits;
    /// use quadrille::tile::{Board, Gaps, Obstacle, Packing, pieces};
    ///
    /// // The chessboard without two opposite corners.
    /// let board = Board::rectangle(8, 8)?.without([[0, 0, 0], [0, 7, 7]]);
    /// let packing = Packing::new(board, pieces("domino*", None).expect("a word"), Gaps::None)?;
    /// let answer = packing.obstacle(Limits::new());
    /// let Some(Obstacle::Weights(weights)) = answer.value else { panic!() };
    /// assert_eq!((weights.board, weights.all), (2, 0));
    /// # Ok::<(), quadrille::tile::TileError>(())
    /// ```
    #[must_use]
    pub fn obstacle(&self, budget: impl Into<Budget>) -> Answer<Option<Obstacle>> {
        let budget = budget.into();
        let simple = self
            .area()
            .or_else(|| self.no_place())
            .or_else(|| self.unreachable());
        if let Some(found) = simple.or_else(|| self.part()) {
            let stats = Stats::default();
            return Answer::new(Some(found), Stop::Exhausted, stats);
        }
        let Answer {
            value, stop, stats, ..
        } = colouring(self.problem(), budget);
        let value = value.map(|argument| Obstacle::Weights(self.weights(&argument)));
        Answer::new(value, stop, stats)
    }

    fn area(&self) -> Option<Obstacle> {
        let mut least: u64 = 0;
        let mut most: Option<u64> = Some(0);
        for piece in self.pieces() {
            let area = |copies: u32| u64::from(copies) * piece.shape.len() as u64;
            least = least.saturating_add(area(piece.copies.least()));
            let own = piece.copies.most().map(area);
            most = most.zip(own).map(|(sum, own)| sum.saturating_add(own));
        }
        let all = self.board().len() as u64;
        let optional = self.board().cells().filter(|(_, is_optional)| *is_optional);
        let must = all - optional.count() as u64;
        let (fewest, largest) = match self.gaps() {
            Gaps::None => (0, 0),
            Gaps::Between(range) => (u64::from(*range.start()), u64::from(*range.end())),
            Gaps::Any => (0, must),
        };
        if fewest > must {
            return Some(Obstacle::Gaps { fewest, must });
        }
        let cells = (must.saturating_sub(largest), all.saturating_sub(fewest));
        if least > cells.1 || most.is_some_and(|most| most < cells.0) {
            let pieces = (least, most);
            return Some(Obstacle::Area { pieces, cells });
        }
        if all > LARGEST_PART as u64 {
            return None;
        }
        // The area above says that `least` is at most `cells.1`.
        let left = |cells: u64| cells.saturating_sub(least) as usize;
        let areas = free_areas(self.pieces(), left(cells.1));
        let wanted = areas.get(left(cells.0)..=left(cells.1));
        let is_sum = wanted.is_none_or(|wanted| wanted.contains(&true));
        (!is_sum).then_some(Obstacle::Sum { cells })
    }

    fn no_place(&self) -> Option<Obstacle> {
        let encoding = self.encoding();
        let options = self.problem().options();
        let placed: BTreeSet<usize> = options.filter_map(|id| encoding.piece_of(id)).collect();
        let is_missing = |&(number, piece): &(usize, &Piece)| {
            piece.copies.least() > 0 && !placed.contains(&number)
        };
        let missing = self.pieces().iter().enumerate().filter(is_missing);
        let missing: Vec<usize> = missing.map(|(number, _)| number).collect();
        (!missing.is_empty()).then_some(Obstacle::NoPlace(missing))
    }

    fn unreachable(&self) -> Option<Obstacle> {
        let encoding = self.encoding();
        let mut is_reached = vec![false; self.board().len()];
        for option in self.problem().options() {
            for &cell in encoding.cells_of(option) {
                is_reached[cell as usize] = true;
            }
        }
        let cells = self
            .board()
            .cells()
            .zip(is_reached)
            .zip(&encoding.cell_items);
        let missed = cells.filter_map(|(((cell, _), is_reached), &item)| {
            (!is_reached && self.problem().is_primary(item)).then_some(cell)
        });
        let missed: Vec<Cell> = missed.collect();
        (!missed.is_empty()).then_some(Obstacle::Unreachable(missed))
    }

    /// A part of the board that no pieces can fill. Only if every piece is connected and every cell
    /// must be covered.
    fn part(&self) -> Option<Obstacle> {
        let is_plain = *self.gaps() == Gaps::None
            && self.board().len() <= LARGEST_PART
            && self.board().cells().all(|(_, is_optional)| !is_optional)
            && self.pieces().iter().all(|piece| piece.shape.is_connected());
        if !is_plain {
            return None;
        }
        let parts = self.board().parts();
        let largest = parts.iter().map(Vec::len).max()?;
        let sums = areas(self.pieces(), largest);
        let wrong = parts.into_iter().find(|part| !sums[part.len()]);
        wrong.map(Obstacle::Part)
    }

    fn weights(&self, argument: &Colouring) -> Weights {
        let encoding = self.encoding();
        let reduced = |sum: i128| match argument.modulus {
            Some(modulus) => sum.rem_euclid(i128::from(modulus)) as i64,
            None => i64::try_from(sum).unwrap_or(i64::MAX),
        };
        let weights: BTreeMap<_, i64> = argument.weights.iter().copied().collect();
        let weight = |item| i128::from(weights.get(&item).copied().unwrap_or_default());
        let cells = self.board().cells().zip(&encoding.cell_items);
        let cells: Vec<(Cell, i64)> = cells
            .filter_map(|((cell, _), item)| Some((cell, *weights.get(item)?)))
            .collect();
        let board: i128 = cells.iter().map(|&(_, weight)| i128::from(weight)).sum();
        let items = encoding.piece_items.iter().enumerate();
        let counted = items.filter_map(|(number, item)| Some((number, (*item)?)));
        let counted: Vec<_> = counted
            .filter(|(_, item)| weights.contains_key(item))
            .collect();
        let times = |item| {
            let bounds = self.problem().multiplicity(item);
            bounds.map_or(0, |bounds| i128::from(*bounds.start()))
        };
        let gap = encoding.gap_item;
        let items = counted.iter().map(|&(_, item)| item).chain(gap);
        let all: i128 = items.map(|item| -weight(item) * times(item)).sum();
        Weights {
            modulus: argument.modulus,
            cells,
            pieces: counted
                .iter()
                .map(|&(number, item)| (number, reduced(-weight(item))))
                .collect(),
            gap: reduced(gap.map_or(0, |item| -weight(item))),
            board: reduced(board),
            all: reduced(all),
        }
    }
}

impl Obstacle {
    /// Returns the reason in words, in one line without a full stop: `the pieces cover 60 cells,
    /// but the board has 55`.
    #[must_use]
    pub fn describe(&self, packing: &Packing) -> String {
        match self {
            Self::Area { pieces, cells } => describe_area(*pieces, *cells, packing),
            Self::Gaps { fewest, must } => {
                let free = cell_range(*fewest, Some(*fewest));
                if packing.board().len() as u64 == *must {
                    format!("{free} must stay free, but the board has {must}")
                } else {
                    format!("{free} must stay free, but the board has {must} without '?'")
                }
            }
            Self::NoPlace(pieces) => {
                let names = names(packing, pieces.iter().copied());
                match pieces.len() {
                    1 => format!("the piece {names} fits nowhere on the board"),
                    _ => format!("the pieces {names} fit nowhere on the board"),
                }
            }
            Self::Unreachable(cells) if cells.len() == packing.board().len() => {
                "no piece fits on the board".to_owned()
            }
            Self::Unreachable(cells) => {
                let first = cells.first().map(|&cell| packing.grid().cell_name(cell));
                let first = first.unwrap_or_default();
                match cells.len() {
                    1 => format!("no piece can cover the cell {first}"),
                    count => format!("no piece can cover {count} of the cells, such as {first}"),
                }
            }
            Self::Sum {
                cells: (least, most),
            } => {
                let (all, exact) = (cell_range(*least, Some(*most)), least == most);
                let why = no_sum(packing.pieces(), *least, *most);
                if exact {
                    format!("{all} must be covered, but {why}")
                } else {
                    format!("{all} are to be covered, but {why}")
                }
            }
            Self::Part(cells) => {
                let first = cells.first().map(|&cell| packing.grid().cell_name(cell));
                let (count, first) = (quantity(cells.len(), "cell"), first.unwrap_or_default());
                // A part needs none of the pieces that must be used.
                let pieces = packing.pieces().iter().cloned().map(Piece::optional);
                let pieces: Vec<Piece> = pieces.collect();
                let why = no_sum(&pieces, cells.len() as u64, cells.len() as u64);
                format!("a part of the board around {first} has {count}, but {why}")
            }
            Self::Weights(weights) => weights.describe(packing),
        }
    }

    /// Returns the reason in a few words, for a caption below its picture.
    #[must_use]
    pub fn caption(&self, packing: &Packing) -> String {
        match self {
            Self::Weights(weights) => weights.caption(packing),
            other => format!("no tiling: {}", other.describe(packing)),
        }
    }

    /// Draws the board: cells that cannot be covered in red, weights as numbers. `None` if there is
    /// nothing to see.
    #[must_use]
    pub fn picture(&self, packing: &Packing) -> Option<Picture> {
        if !packing.is_drawable() {
            return None;
        }
        match self {
            Self::Area { .. } | Self::Gaps { .. } | Self::Sum { .. } | Self::NoPlace(_) => None,
            Self::Unreachable(cells) | Self::Part(cells) => Some(packing.marked_picture(cells)),
            Self::Weights(weights) => {
                let layout = packing.layout();
                let mut picture = layout.picture();
                let values: BTreeSet<(u64, i64)> = weights
                    .cells
                    .iter()
                    .map(|&(_, weight)| (weight.unsigned_abs(), weight))
                    .collect();
                let number = |weight: i64| {
                    let mut values = values.iter();
                    values
                        .position(|&(_, value)| value == weight)
                        .unwrap_or_default()
                };
                picture.grid();
                for (cell, _) in packing.board().cells() {
                    let (row, column) = layout.place(cell);
                    picture.set(row, column, 0).label("0");
                }
                for &(cell, weight) in &weights.cells {
                    let (row, column) = layout.place(cell);
                    let label = match weights.modulus {
                        Some(_) => weight.to_string(),
                        None => format!("{weight:+}"),
                    };
                    picture
                        .set(row, column, 0)
                        .label(label)
                        .colour(number(weight));
                }
                Some(picture)
            }
        }
    }
}

fn describe_area(
    (least, most): (u64, Option<u64>),
    (fewest, largest): (u64, u64),
    packing: &Packing,
) -> String {
    let all = packing.board().len() as u64;
    let pieces = cell_range(least, most);
    match (fewest == largest, largest == all) {
        (true, true) => format!("the pieces cover {pieces}, but the board has {all}"),
        (true, false) => {
            format!("the pieces cover {pieces}, but {largest} of the {all} cells are to be covered")
        }
        (false, _) => {
            let cells = cell_range(fewest, Some(largest));
            format!("the pieces cover {pieces}, but {cells} of the board are to be covered")
        }
    }
}

/// A number of cells in words; without an upper bound, the least number.
fn cell_range(least: u64, most: Option<u64>) -> String {
    let cells = |count: u64| quantity(usize::try_from(count).unwrap_or(usize::MAX), "cell");
    match most {
        Some(most) if most == least => cells(least),
        Some(most) => format!("{least} to {}", cells(most)),
        None => format!("at least {}", cells(least)),
    }
}

/// The names of pieces, separated by commas; only the first of many.
fn names(packing: &Packing, pieces: impl ExactSizeIterator<Item = usize>) -> String {
    const MOST: usize = 10;
    let more = pieces.len().saturating_sub(MOST);
    let pieces = pieces.take(MOST);
    let names: Vec<&str> = pieces.map(|piece| &*packing.pieces()[piece].name).collect();
    match more {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

impl Weights {
    /// The sums in a few words.
    fn caption(&self, packing: &Packing) -> String {
        let modulo = self.modulus.map(|modulus| format!(" modulo {modulus}"));
        let modulo = modulo.unwrap_or_default();
        let each = self.pieces.iter().take(MOST_SUMS);
        let each = each.map(|&(piece, sum)| format!("{} {sum}", packing.pieces()[piece].name));
        let mut each: Vec<String> = each.collect();
        match self.pieces.len() {
            0 => each.push("each piece 0".to_owned()),
            count if count > MOST_SUMS => each.push("...".to_owned()),
            count if count < packing.pieces().len() => each.push("others 0".to_owned()),
            _ => {}
        }
        let (board, all, each) = (self.board, self.all, each.join(", "));
        format!("no tiling: the board adds up to {board}, the pieces to {all}{modulo} ({each})")
    }

    fn describe(&self, packing: &Packing) -> String {
        let mut sums: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
        for &(piece, sum) in &self.pieces {
            sums.entry(sum).or_default().push(piece);
        }
        let modulo = self.modulus.map(|modulus| format!("modulo {modulus}, "));
        let modulo = modulo.unwrap_or_default();
        let mut each: Vec<String> = sums
            .iter()
            .map(|(sum, pieces)| {
                let names = names(packing, pieces.iter().copied());
                format!("to {sum} under a piece {names}")
            })
            .collect();
        if self.pieces.len() < packing.pieces().len() {
            let others = if each.is_empty() {
                "to 0 under every piece"
            } else {
                "to 0 under every other piece"
            };
            each.push(others.to_owned());
        }
        if self.gap != 0 {
            each.push(format!("to {} in a free cell that counts", self.gap));
        }
        format!(
            "{modulo}the numbers below add up {}, wherever it lies; a tiling adds up to {}, but the \
             board adds up to {}",
            each.join(", "),
            self.all,
            self.board
        )
    }
}

impl Packing {
    /// The board with some cells in red.
    #[must_use]
    pub fn marked_picture(&self, cells: &[Cell]) -> Picture {
        let layout = self.layout();
        let mut picture = layout.picture();
        picture.grid();
        for (cell, _) in self.board().cells() {
            let (row, column) = layout.place(cell);
            picture.set(row, column, 0);
        }
        for &cell in cells {
            let (row, column) = layout.place(cell);
            picture.set(row, column, 0).label("×").wrong(true);
        }
        picture
    }
}
