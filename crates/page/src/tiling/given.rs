//! The board and the pieces of a question.

use quadrille_core::Solver;
use quadrille_tile::{
    Board, CellGrid, Gaps, NamedBoard, Packing, Piece, Turning, add_piece, board_remarks,
    board_word_remarks, boards, drawn_boards, piece_remarks, pieces,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::fault::Fault;
use crate::job::Job;
use crate::message;

/// The most uses of cells, of all pieces in all places: half a second of work. And the bytes that each
/// needs.
const MOST_USES: usize = 5_000_000;
const BYTES_OF_USE: usize = 40;

/// The board and the pieces of a question.
pub(super) struct Given {
    pub(super) board: Board,
    pub(super) pieces: Vec<Piece>,
    gaps: Gaps,
    /// Which of two readings was taken.
    pub(super) notes: Vec<String>,
}

/// The fields that say what is packed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    board: String,
    #[serde(default)]
    pieces: Vec<String>,
    turning: Option<String>,
    #[serde(default)]
    optional: bool,
    gaps: Option<String>,
    grid: Option<String>,
}

const NAMED: [&str; 6] = ["board", "pieces", "turning", "optional", "gaps", "grid"];

impl Given {
    /// Reads the board and the pieces of a question, and its other fields.
    pub(super) fn read<T: DeserializeOwned>(fields: &Value) -> Result<(Self, T), Fault> {
        let (named, others): (Named, T) = message::split_fields(fields, &NAMED)?;
        Ok((Self::of(&named)?, others))
    }

    fn of(named: &Named) -> Result<Self, Fault> {
        let grid = named.grid.as_deref().filter(|grid| !grid.is_empty());
        let grid = grid.map(str::parse::<CellGrid>).transpose();
        let grid = grid.map_err(Fault::new)?;
        let mut given = Vec::new();
        let words = named.pieces.join(" ");
        let of_pieces = grid.or_else(|| grid_of_size(&named.board));
        let mut notes = Vec::new();
        if !words.trim().is_empty() {
            for piece in pieces(&words, of_pieces)? {
                add_piece(&mut given, piece);
            }
            let remarks = piece_remarks(&words, of_pieces);
            notes.extend(remarks.into_iter().map(|remark| remark.what));
        }
        // A board has the cells of its pieces, if these are not squares.
        let grid = grid.or_else(|| {
            let mut grids = given.iter().map(|piece: &Piece| piece.shape.grid());
            grids.find(|&grid| !matches!(grid, CellGrid::Squares | CellGrid::Cubes))
        });
        let is_drawing = named.board.contains('\n');
        let all = if is_drawing {
            drawn_boards(&named.board, grid)
        } else {
            boards(&named.board, grid)?.into_iter().map(Ok).collect()
        };
        if all.len() > 1 {
            notes.push(format!("the first of {} boards is shown", all.len()));
        }
        let first = all.into_iter().next();
        let remarks = if is_drawing {
            board_remarks(&named.board, grid)
        } else {
            board_word_remarks(&named.board, grid)
        };
        notes.extend(remarks.into_iter().map(|remark| remark.what));
        let NamedBoard { board, .. } =
            first.ok_or_else(|| Fault::new("the board has no cells"))??;
        let pieces = given.into_iter();
        let pieces = pieces.map(|piece| {
            if named.optional {
                piece.optional()
            } else {
                piece
            }
        });
        Ok(Self {
            pieces: turned(pieces, named.turning.as_deref())?,
            board,
            gaps: gaps(named.gaps.as_deref())?,
            notes,
        })
    }

    /// Puts the pieces on the board in all ways.
    pub(super) fn packing(&self, job: &Job) -> Result<Packing, Fault> {
        if self.pieces.is_empty() {
            return Err(Fault::new("no pieces").with_help("choose at least one piece"));
        }
        // Nothing stops this step, so it must be short.
        let most = MOST_USES.min(job.memory / BYTES_OF_USE);
        let ways = self.pieces.iter().map(|piece| {
            let orientations = piece.shape.orientations(piece.turning).len();
            orientations.saturating_mul(piece.shape.cells().len())
        });
        let ways = ways.fold(0, usize::saturating_add);
        if self.board.len().saturating_mul(ways) > most {
            let what = "there are too many ways to put the pieces on the board";
            let help = "choose fewer pieces or a smaller board; 'quadrille tile' takes larger ones";
            return Err(Fault::new(what).with_help(help));
        }
        let (board, pieces) = (self.board.clone(), self.pieces.clone());
        Ok(Packing::new(board, pieces, self.gaps.clone())?)
    }
}

/// Cubes, if the word of the board has layers: letters then name pieces of cubes, too.
fn grid_of_size(board: &str) -> Option<CellGrid> {
    let boards = boards(board, None).ok()?;
    let grid = boards.first()?.board.grid();
    Some(grid).filter(|&grid| grid == CellGrid::Cubes)
}

fn turned(pieces: impl Iterator<Item = Piece>, turning: Option<&str>) -> Result<Vec<Piece>, Fault> {
    let turning = match turning {
        None | Some("free") => return Ok(pieces.collect()),
        Some("one-sided") => Turning::OneSided,
        Some("fixed") => Turning::Fixed,
        Some("mirror") => Turning::Free,
        Some(word) => return Err(Fault::new(format_args!("unknown turning {word:?}"))),
    };
    Ok(pieces.map(|piece| piece.turned(turning)).collect())
}

/// Reads a number of gaps: `3`, `1..3`, `..3`, `2..` or `..`.
fn gaps(text: Option<&str>) -> Result<Gaps, Fault> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else {
        return Ok(Gaps::None);
    };
    text.parse().map_err(Fault::new)
}

/// Compiles a packing.
pub(super) fn compiled(packing: &Packing, job: &Job) -> Result<Solver, Fault> {
    let problem = packing.problem().clone();
    let solver = Solver::within(problem, &job.settings(), job.budget.clone());
    solver.map_err(Fault::stopped)
}
