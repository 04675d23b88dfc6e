//! Tilings.

use std::sync::Arc;

use num_bigint::BigUint;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use quadrille::tile::{
    BoxedPuzzle, CellGrid, Gaps, NamedBoard, OrbitsError, Packing, Piece, Symmetries, TileError,
    Turning, add_piece, boards, burr_tools, drawn_boards, drawn_pieces, pieces,
};
use quadrille::{Budget, CancelToken, OptionId, Solution, Solver};

use crate::bounds::{Bounds, settings};
use crate::failure;
use crate::problem::{Core, Frozen};
use crate::search::{cut_by, integer};
use crate::wait::wait;

/// A board and pieces.
#[pyclass(frozen, module = "quadrille._quadrille")]
pub(crate) struct PackingCore(pub(crate) Arc<Packing>);

/// How pieces may be turned, and whether they may be left out, whatever they say themselves.
#[derive(FromPyObject)]
struct Flags {
    /// `free`, `one-sided`, `fixed`, or `mirror` for all turns and flips of cubes.
    turning: Option<String>,
    optional: bool,
}

/// Where a text of pieces or of a board comes from.
#[derive(FromPyObject)]
struct Source {
    text: String,
    /// Whether the text is a drawing, as in a file.
    is_drawn: bool,
    file: Option<String>,
}

impl Flags {
    fn apply(&self, pieces: Vec<Piece>) -> Vec<Piece> {
        let turning = match self.turning.as_deref() {
            Some("mirror") => Some(Turning::Free),
            Some("one-sided") => Some(Turning::OneSided),
            Some("fixed") => Some(Turning::Fixed),
            _ => None,
        };
        let turned = pieces.into_iter().map(|piece| match turning {
            Some(turning) => piece.turned(turning),
            None => piece,
        });
        if self.optional {
            turned.map(Piece::optional).collect()
        } else {
            turned.collect()
        }
    }
}

/// The grid of this name.
fn grid_named(py: Python<'_>, name: Option<&str>) -> PyResult<Option<CellGrid>> {
    let grid = name.map(str::parse::<CellGrid>).transpose();
    grid.map_err(|error| failure::with_help(py, error, None))
}

fn read_pieces(py: Python<'_>, sources: &[Source], grid: Option<CellGrid>) -> PyResult<Vec<Piece>> {
    let mut read = Vec::new();
    for source in sources {
        let found = if source.is_drawn {
            drawn_pieces(&source.text, grid)
        } else {
            pieces(&source.text, grid)
        };
        let found = found.map_err(|error| {
            let file = source.file.as_deref().or(Some("pieces"));
            failure::in_text(py, &error, file)
        })?;
        for piece in found {
            add_piece(&mut read, piece);
        }
    }
    if read.is_empty() {
        let help = "name them after the board: tile(\"6x10\", \"pentominoes\")";
        Err(failure::with_help(py, "no pieces", Some(help.to_owned())))
    } else {
        Ok(read)
    }
}

/// The least and the greatest number of gaps; without a greatest, there is no bound.
type Range = (u32, Option<u32>);

fn gaps_of((least, most): Range) -> Gaps {
    match (least, most) {
        (0, Some(0)) => Gaps::None,
        (0, None) => Gaps::Any,
        (least, most) => Gaps::Between(least..=most.unwrap_or(u32::MAX)),
    }
}

#[pymethods]
impl PackingCore {
    /// Makes a packing of each board: its name and the packing.
    #[staticmethod]
    fn read(
        py: Python<'_>,
        board: Source,
        piece_sources: Vec<Source>,
        gaps: Option<Range>,
        grid: Option<&str>,
        flags: Flags,
    ) -> PyResult<Vec<(String, Self)>> {
        let named_grid = grid_named(py, grid)?;
        // Letters name pieces of cubes if the board has layers.
        let grid_of_board = if board.is_drawn {
            None
        } else {
            boards(&board.text, None).ok().and_then(|boards| {
                let grid = boards.first()?.board.grid();
                (grid == CellGrid::Cubes).then_some(grid)
            })
        };
        let pieces = read_pieces(py, &piece_sources, named_grid.or(grid_of_board))?;
        let of_pieces = || {
            let mut grids = pieces.iter().map(|piece| piece.shape.grid());
            grids.find(|&grid| !matches!(grid, CellGrid::Squares | CellGrid::Cubes))
        };
        let grid = named_grid.or_else(of_pieces);
        let read = if board.is_drawn {
            drawn_boards(&board.text, grid).into_iter().collect()
        } else {
            boards(&board.text, grid)
        };
        let file = board.file.as_deref().or(Some("board"));
        let read = read.map_err(|error| failure::in_text(py, &error, file))?;
        let gaps = gaps.map_or(Gaps::None, gaps_of);
        let mut packings = Vec::new();
        for NamedBoard { name, board } in read {
            packings.push((
                name,
                Self::pack(py, board, pieces.clone(), gaps.clone(), &flags)?,
            ));
        }
        Ok(packings)
    }

    /// Makes the packings of a file of BurrTools. Pieces in place of those of the file are optional.
    #[staticmethod]
    fn read_burr_tools(
        py: Python<'_>,
        bytes: &[u8],
        file: Option<&str>,
        piece_sources: Vec<Source>,
        gaps: Option<Range>,
        flags: Flags,
    ) -> PyResult<Vec<(String, Self)>> {
        let puzzles = burr_tools(bytes).map_err(|error| failure::in_text(py, &error, file))?;
        let own = if piece_sources.is_empty() {
            None
        } else {
            Some(read_pieces(py, &piece_sources, Some(CellGrid::Cubes))?)
        };
        let named = gaps.map(gaps_of);
        let mut packings = Vec::new();
        for BoxedPuzzle {
            name,
            board,
            pieces,
            gaps,
            ..
        } in puzzles
        {
            let pieces = own.clone().unwrap_or(pieces);
            let gaps = named.clone().unwrap_or(gaps);
            packings.push((name, Self::pack(py, board, pieces, gaps, &flags)?));
        }
        Ok(packings)
    }

    fn core(&self) -> Core {
        Core::of(Frozen::new(Arc::clone(self.0.problem())))
    }

    /// The name of the piece and the names of the cells of an option; `None` if it leaves a cell free.
    fn placement(&self, option: u32) -> Option<(String, Vec<String>)> {
        let placement = self.0.placement(OptionId::new(option))?;
        let grid = self.0.board().grid();
        let cells = placement.cells.iter().map(|&cell| grid.cell_name(cell));
        Some((placement.piece.name.clone(), cells.collect()))
    }

    /// The names of the cells that a solution leaves free.
    fn free_cells(&self, options: Vec<u32>) -> Vec<String> {
        let grid = self.0.board().grid();
        let free = self.0.free_cells(&solution(options)).into_iter();
        free.map(|cell| grid.cell_name(cell)).collect()
    }

    /// A picture of a solution: as text, as text with colours, or as SVG. `None` if it is too large.
    fn picture(&self, options: Vec<u32>, form: &str) -> Option<String> {
        if !self.0.is_drawable() {
            return None;
        }
        let picture = self.0.picture(&solution(options));
        Some(match form {
            "text" => picture.to_text(false),
            "colour" => picture.to_text(true),
            _ => picture.to_svg(),
        })
    }

    /// Why there is no tiling, found without a search, and a picture of it.
    fn obstacle(
        &self,
        py: Python<'_>,
        bounds: Bounds,
    ) -> PyResult<Option<(String, Option<String>)>> {
        let token = CancelToken::new();
        let (packing, limits) = (Arc::clone(&self.0), bounds.limits(&token));
        let found = wait(py, &token, None, move || {
            let answer = packing.obstacle(&limits);
            let found = answer.value.map(|obstacle| {
                let picture = obstacle.picture(&packing);
                let picture = picture.map(|picture| picture.to_text(false));
                (obstacle.describe(&packing), picture)
            });
            match found {
                None if answer.stop.is_limit() => Err(answer.stop),
                found => Ok(found),
            }
        })?;
        found.map_err(|stop| failure::stopped(py, stop))
    }

    /// The number of tilings up to the symmetries of the board, and the limit that stopped the count:
    /// then the number is a lower bound.
    fn count_up_to_symmetry(
        &self,
        py: Python<'_>,
        bounds: Bounds,
        rotations_only: bool,
    ) -> PyResult<(BigUint, Option<String>)> {
        let turning = if rotations_only {
            Turning::OneSided
        } else {
            Turning::Free
        };
        let token = CancelToken::new();
        let (packing, limits) = (Arc::clone(&self.0), bounds.limits(&token));
        let threads = bounds.threads();
        let counted = wait(py, &token, None, move || {
            let budget = Budget::start(&limits);
            let settings = settings(&budget);
            let problem = Arc::clone(packing.problem());
            let symmetries = Symmetries::within(&packing, turning, &budget);
            let symmetries = symmetries.map_err(OrbitsError::Stopped)?;
            let solver = Solver::within(problem, &settings, &budget);
            let solver = solver.map_err(OrbitsError::Stopped)?;
            symmetries.count_within(&solver, &settings, &budget, |search| {
                search.threads(threads);
            })
        })?;
        match counted {
            Ok(counted) => Ok((integer(&counted.up_to_symmetry), cut_by(counted.stop))),
            Err(OrbitsError::Stopped(stop)) => Ok((BigUint::ZERO, cut_by(stop))),
            Err(error) => Err(PyRuntimeError::new_err(error.to_string())),
        }
    }

    /// The names of the pieces, and the number of cells of each.
    fn pieces(&self) -> Vec<(String, usize)> {
        let pieces = self.0.pieces().iter();
        pieces
            .map(|piece| (piece.name.clone(), piece.shape.len()))
            .collect()
    }
}

impl PackingCore {
    fn pack(
        py: Python<'_>,
        board: quadrille::tile::Board,
        pieces: Vec<Piece>,
        gaps: Gaps,
        flags: &Flags,
    ) -> PyResult<Self> {
        let pieces = flags.apply(pieces);
        let token = CancelToken::new();
        let packing = wait(py, &token, None, move || Packing::new(board, pieces, gaps))?;
        packing
            .map(|packing| Self(Arc::new(packing)))
            .map_err(|error: TileError| failure::with_help(py, error, None))
    }
}

fn solution(options: Vec<u32>) -> Solution {
    options.into_iter().map(OptionId::new).collect()
}

/// The names of all sets of pieces.
#[pyfunction]
pub(crate) fn set_names() -> Vec<String> {
    quadrille::tile::set_names().collect()
}
