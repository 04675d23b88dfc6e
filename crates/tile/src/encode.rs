//! The items and options of a packing.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use super::board::Board;
use super::error::{LARGEST_PACKING, TileError};
use super::gaps::Gaps;
use super::grid::Cell;
use super::piece::{Copies, Piece};
use quadrille_core::{Builder, ItemId, OptionId, Problem};

/// A packing as a problem. Cells are numbered in the order of the board.
#[derive(Clone, Debug)]
pub(super) struct Encoding {
    pub(super) problem: Arc<Problem>,
    /// The item of each piece that has one.
    pub(super) piece_items: Vec<Option<ItemId>>,
    /// The item of each cell.
    pub(super) cell_items: Vec<ItemId>,
    /// The item of all gaps, if their number is bounded.
    pub(super) gap_item: Option<ItemId>,
    placed: Placed,
}

/// The piece and the cells of each option.
#[derive(Clone, Debug, Default)]
struct Placed {
    /// `None` for a gap.
    pieces: Vec<Option<u32>>,
    /// The cells of the options one after the other, and where those of each end.
    cells: Vec<u32>,
    ends: Vec<u32>,
}

/// How a cell is covered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cover {
    /// By a piece: a primary item.
    Piece,
    /// By a piece, or by an option that leaves it free: a primary item.
    PieceOrFree,
    /// By a piece or not at all: a secondary item.
    Open,
}

impl Encoding {
    /// The piece of an option; `None` if it leaves a cell free.
    pub(super) fn piece_of(&self, option: OptionId) -> Option<usize> {
        let piece = self.placed.pieces.get(option.index()).copied().flatten();
        piece.map(|piece| piece as usize)
    }

    /// Whether an item counts the copies of a piece, or gaps: these come before the cells.
    pub(super) fn counts_copies(&self, item: ItemId) -> bool {
        self.cell_items.first().is_some_and(|first| item < *first)
    }

    /// Whether an item is a grid point that sticks pass: these come after the cells.
    pub(super) fn is_point(&self, item: ItemId) -> bool {
        self.cell_items.last().is_some_and(|last| item > *last)
    }

    /// The cells of an option, ascending.
    pub(super) fn cells_of(&self, option: OptionId) -> &[u32] {
        self.placed.cells_of(option.index())
    }
}

impl Placed {
    fn push(&mut self, piece: Option<u32>, cells: &[u32]) -> Result<(), TileError> {
        self.cells.extend_from_slice(cells);
        if self.cells.len() > LARGEST_PACKING {
            return Err(TileError::LargePacking);
        }
        self.pieces.push(piece);
        self.ends.push(self.cells.len() as u32);
        Ok(())
    }

    fn cells_of(&self, option: usize) -> &[u32] {
        let end = |place: usize| self.ends.get(place).map_or(0, |&end| end as usize);
        let start = option.checked_sub(1).map_or(0, end);
        self.cells.get(start..end(option)).unwrap_or_default()
    }
}

/// Makes the problem.
pub(super) fn encode(
    board: &Board,
    pieces: &[Piece],
    gaps: &Gaps,
    name: impl Fn(Cell) -> String,
) -> Result<Encoding, TileError> {
    let mut encoder = Encoder::new(board, pieces, gaps);
    for piece in pieces {
        encoder.add_piece(piece)?;
    }
    encoder.add_gap_item(pieces)?;
    encoder.add_cells(name)?;
    // All placements come before the first option, so that too many are refused at once.
    for (number, piece) in (0..).zip(pieces) {
        encoder.place(number, piece)?;
    }
    encoder.place_gaps()?;
    encoder.add_options()?;
    Ok(Encoding {
        problem: Arc::new(encoder.builder.build()),
        piece_items: encoder.piece_items,
        cell_items: encoder.cell_items,
        gap_item: encoder.gap_item,
        placed: encoder.placed,
    })
}

/// If more than one in this many cells stays free, secondary items are faster than options that
/// leave cells free: with 6 of 36 cells a count takes twice as long with secondary items, with 11
/// half as long.
const MANY: usize = 5;

struct Encoder<'a> {
    board: &'a Board,
    gaps: &'a Gaps,
    builder: Builder,
    /// The cells of the board, ascending, each with whether it may stay free.
    cells: Vec<(Cell, bool)>,
    /// Whether the number of copies of the only piece follows from the area.
    copies_follow: bool,
    /// How cells that may be gaps are covered, and cells that may stay free anyway.
    gap_cover: Cover,
    optional_cover: Cover,
    piece_items: Vec<Option<ItemId>>,
    cell_items: Vec<ItemId>,
    gap_item: Option<ItemId>,
    /// The items of grid points that sticks pass.
    points: HashMap<Cell, ItemId>,
    placed: Placed,
}

impl<'a> Encoder<'a> {
    /// Chooses how cells are covered. A secondary item is the simplest way to leave a cell free.
    /// But an option without a primary item would be dropped, so each piece must have an item then;
    /// and it counts no gaps, so their number must follow from the area or be unlimited.
    fn new(board: &'a Board, pieces: &[Piece], gaps: &'a Gaps) -> Self {
        let cells: Vec<(Cell, bool)> = board.cells().collect();
        let free = free_cells(board, pieces);
        let copies_follow = pieces.len() == 1 && *gaps == Gaps::None && free == Some(0);
        let all_have_items = pieces.iter().all(|piece| piece.copies != Copies::ANY);
        let open = if all_have_items {
            Cover::Open
        } else {
            Cover::PieceOrFree
        };
        let gap_cover = match gaps {
            Gaps::None => Cover::Piece,
            Gaps::Between(range) if *range.end() == 0 => Cover::Piece,
            Gaps::Between(range) if free.is_some_and(|free| range.contains(&free)) => {
                if free.is_some_and(|free| free as usize > cells.len() / MANY) {
                    open
                } else {
                    Cover::PieceOrFree
                }
            }
            Gaps::Any => open,
            Gaps::Between(_) => Cover::PieceOrFree,
        };
        Self {
            board,
            gaps,
            builder: Problem::builder(),
            cells,
            copies_follow,
            gap_cover,
            optional_cover: open,
            piece_items: Vec::new(),
            cell_items: Vec::new(),
            gap_item: None,
            points: HashMap::new(),
            placed: Placed::default(),
        }
    }

    fn cover(&self, is_optional: bool) -> Cover {
        if is_optional {
            self.optional_cover
        } else {
            self.gap_cover
        }
    }

    /// Adds the item of a piece, if it needs one.
    fn add_piece(&mut self, piece: &Piece) -> Result<(), TileError> {
        let (least, most) = (piece.copies.least(), piece.copies.most());
        let room = (self.cells.len() / piece.shape.len()) as u32;
        let item = match (least, most) {
            (0, None) => None,
            (1, Some(1)) => Some(self.builder.primary(&piece.name)?),
            _ if self.copies_follow => None,
            (least, most) => {
                let most = most.unwrap_or(room).min(room).max(least).max(1);
                Some(self.builder.multiple(&piece.name, least..=most)?)
            }
        };
        self.piece_items.push(item);
        Ok(())
    }

    /// Adds the item that counts gaps, if their number is bounded and does not follow from the
    /// area.
    fn add_gap_item(&mut self, pieces: &[Piece]) -> Result<(), TileError> {
        if let (Gaps::Between(range), Cover::PieceOrFree) = (self.gaps, self.gap_cover) {
            let (least, most) = (*range.start(), *range.end());
            if most < least {
                return Err(TileError::Copies { least, most });
            }
            let most = most.min(self.cells.len() as u32).max(least);
            let mut name = "free".to_owned();
            while pieces.iter().any(|piece| piece.name == name) {
                name.push('_');
            }
            self.gap_item = Some(self.builder.multiple(name, least..=most)?);
        }
        Ok(())
    }

    fn add_cells(&mut self, name: impl Fn(Cell) -> String) -> Result<(), TileError> {
        for &(cell, is_optional) in &self.cells {
            let name = name(cell);
            let item = match self.cover(is_optional) {
                Cover::Open => self.builder.secondary(name)?,
                Cover::Piece | Cover::PieceOrFree => self.builder.primary(name)?,
            };
            self.cell_items.push(item);
        }
        Ok(())
    }

    /// Places a piece on all cells where it fits.
    fn place(&mut self, number: u32, piece: &Piece) -> Result<(), TileError> {
        let item = self.piece_items.get(number as usize).copied().flatten();
        let placements = self.placements(piece)?;
        let mut placements: Vec<&[u32]> = placements.chunks_exact(piece.shape.len()).collect();
        if item.is_none() {
            // Options that cover the same cells stay together.
            placements.sort_unstable();
        }
        let mut placements = placements.into_iter();
        placements.try_for_each(|cells| self.placed.push(Some(number), cells))
    }

    /// Leaves each cell free that may be a gap, where its item is primary.
    fn place_gaps(&mut self) -> Result<(), TileError> {
        for (number, &(_, is_optional)) in (0..).zip(&self.cells) {
            if self.cover(is_optional) == Cover::PieceOrFree {
                self.placed.push(None, &[number])?;
            }
        }
        Ok(())
    }

    /// The numbers of the cells of each placement, ascending, one placement after the other: by
    /// orientation, then by place.
    fn placements(&self, piece: &Piece) -> Result<Vec<u32>, TileError> {
        let grid = self.board.grid();
        let mut placements = Vec::new();
        for orientation in piece.shape.orientations(piece.turning) {
            let Some(&first) = orientation.cells().first() else {
                continue;
            };
            // The first cell goes through the board in ascending order, and so does each other
            // cell.
            let mut reached = vec![0; orientation.len()];
            for &(anchor, _) in &self.cells {
                let Some(step) = grid.step(first, anchor) else {
                    continue;
                };
                let start = placements.len();
                for (cell, reached) in orientation.cells().iter().zip(&mut reached) {
                    let moved = [0, 1, 2].map(|axis| cell[axis] + step[axis]);
                    let Some(number) = self.number_from(reached, moved) else {
                        placements.truncate(start);
                        break;
                    };
                    placements.push(number);
                }
                if self.placed.cells.len() + placements.len() > LARGEST_PACKING {
                    return Err(TileError::LargePacking);
                }
            }
        }
        Ok(placements)
    }

    /// The number of a cell, if it is on the board. Numbers below `reached` have smaller cells; it
    /// moves on to the first number that has not. O(log of the way): most ways are short.
    fn number_from(&self, reached: &mut usize, sought: Cell) -> Option<u32> {
        let is_before = |&(cell, _): &(Cell, bool)| cell < sought;
        let rest = &self.cells[*reached..];
        let mut far = 1;
        while rest.get(far).is_some_and(is_before) {
            far *= 2;
        }
        *reached += rest[..far.min(rest.len())].partition_point(is_before);
        let (cell, _) = self.cells.get(*reached)?;
        (*cell == sought).then_some(*reached as u32)
    }

    /// Adds an option for each placement, and for each gap.
    fn add_options(&mut self) -> Result<(), TileError> {
        let placed = mem::take(&mut self.placed);
        let mut items = Vec::new();
        for (option, &piece) in placed.pieces.iter().enumerate() {
            let cells = placed.cells_of(option);
            let first = match piece {
                Some(piece) => self.piece_items.get(piece as usize).copied().flatten(),
                None => self.gap_item.filter(|_| !self.is_optional(cells)),
            };
            items.clear();
            items.extend(first);
            items.extend(cells.iter().map(|&cell| self.cell_items[cell as usize]));
            if piece.is_some() {
                self.add_points(cells, &mut items)?;
            }
            self.builder.option(items.iter().copied())?;
        }
        self.placed = placed;
        Ok(())
    }

    /// Whether all cells may stay free anyway.
    fn is_optional(&self, cells: &[u32]) -> bool {
        cells.iter().all(|&cell| self.cells[cell as usize].1)
    }

    /// Appends the items of the grid points that a placement of sticks passes.
    fn add_points(&mut self, placement: &[u32], items: &mut Vec<ItemId>) -> Result<(), TileError> {
        let cells = placement.iter().map(|&cell| self.cells[cell as usize].0);
        let cells: Vec<Cell> = cells.collect();
        for point in self.board.grid().passed_points(&cells) {
            let item = match self.points.get(&point) {
                Some(&item) => item,
                None => {
                    let [_, row, column] = point;
                    let name = format!("p{}c{}", row + 1, column + 1);
                    let item = self.builder.secondary(name)?;
                    *self.points.entry(point).or_insert(item)
                }
            };
            items.push(item);
        }
        Ok(())
    }
}

/// The number of cells that stay free, if it follows from the area.
fn free_cells(board: &Board, pieces: &[Piece]) -> Option<u32> {
    if board.cells().any(|(_, is_optional)| is_optional) {
        return None;
    }
    let area = |piece: &Piece| Some(u64::from(piece.copies.exact()?) * piece.shape.len() as u64);
    let areas: Option<Vec<u64>> = pieces.iter().map(area).collect();
    let area = areas?.into_iter().fold(0, u64::saturating_add);
    u32::try_from((board.len() as u64).checked_sub(area)?).ok()
}
