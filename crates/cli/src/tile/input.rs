//! Boards and pieces from words and files.

use std::collections::HashMap;
use std::path::Path;

use quadrille_core::text::TextError;
use quadrille_tile::{
    BoxedPuzzle, CellGrid, Gaps, NamedBoard, Packing, Piece, Remark, TileError, Turning,
    board_remarks, board_word_remarks, boards, burr_tools, drawn_boards, drawn_piece_remarks,
    drawn_pieces, piece_remarks, pieces,
};

use super::arguments::Tile;
use crate::interrupt::Interrupt;
use crate::message;
use crate::outcome::{Failure, Outcome};
use crate::room::Room;
use crate::source::Source;

/// The names of the arguments in messages.
const BOARD: &str = "BOARD";
const PIECES: &str = "PIECES";

/// What the command does before its search, in words that follow "stopped by the time limit".
const READING: &str = "while reading the board and the pieces";
pub(super) const PLACING: &str = "while placing the pieces on the board";

/// A board and its pieces, ready to be asked about.
pub(super) struct Case {
    /// The name of the board, or nothing.
    pub(super) name: String,
    pub(super) packing: Packing,
    /// The pieces as they may be turned without the flags of the command.
    pub(super) unflagged: Vec<Piece>,
}

/// What is asked about.
pub(super) struct Input {
    pub(super) cases: Vec<Case>,
    /// The outcome so far: whether a board could not be read.
    pub(super) outcome: Outcome,
}

/// A board before its pieces are known to fit.
struct Unpacked {
    name: String,
    board: quadrille_tile::Board,
    pieces: Vec<Piece>,
    gaps: Gaps,
}

impl Tile {
    /// Reads the boards and the pieces.
    pub(super) fn read(&self, interrupt: &Interrupt) -> Result<Input, Failure> {
        let mut outcome = Outcome::Answered;
        let unpacked = self.unpacked(&mut outcome, interrupt)?;
        let is_only = unpacked.len() == 1 && outcome == Outcome::Answered;
        let mut cases = Vec::new();
        for Unpacked {
            name,
            board,
            pieces,
            gaps,
        } in unpacked
        {
            let unflagged = self.counted(pieces);
            interrupt.step(PLACING);
            match Packing::new(board, self.turned(unflagged.clone()), gaps) {
                Ok(packing) => cases.push(Case {
                    name,
                    packing,
                    unflagged,
                }),
                Err(error) if is_only => return Err(unfit(&error)),
                Err(error) => {
                    unfit(&error).report();
                    outcome = Outcome::BadInput;
                }
            }
        }
        if let Some(case) = cases.first() {
            note_unconnected(&case.packing);
            note_mirrored(case);
        }
        Ok(Input { cases, outcome })
    }

    fn unpacked(
        &self,
        outcome: &mut Outcome,
        interrupt: &Interrupt,
    ) -> Result<Vec<Unpacked>, Failure> {
        interrupt.step(READING);
        let text = match file_of(&self.board) {
            Some(source) => {
                let room = Room::Memory(self.bounds.limits.memory.most as u64);
                Some((source.name(), source.read_text(interrupt, room)?))
            }
            None => None,
        };
        let gaps = if self.free.fewest_gaps {
            Some(Gaps::Any)
        } else {
            self.free.gaps.clone()
        };
        if let Some((name, bytes)) = &text
            && is_burr_tools(&self.board, bytes)
        {
            return self.boxed(name, bytes, gaps, interrupt);
        }
        let pieces = self.read_pieces(interrupt)?;
        let read = self.read_boards(text.as_ref(), &pieces)?;
        let name = text.map_or_else(|| BOARD.to_owned(), |(name, _)| name);
        let is_only = read.len() == 1;
        let mut unpacked = Vec::new();
        for board in read {
            match board {
                Ok(NamedBoard { name, board }) => unpacked.push(Unpacked {
                    name,
                    board,
                    pieces: pieces.clone(),
                    gaps: gaps.clone().unwrap_or(Gaps::None),
                }),
                Err(error) => {
                    let failure = Failure::in_text(&name)(error);
                    if is_only {
                        return Err(failure);
                    }
                    failure.report();
                    *outcome = Outcome::BadInput;
                }
            }
        }
        Ok(unpacked)
    }

    /// The boards of a text and its name, or else of the word on the command line. Their cells are
    /// those of the pieces, if these are not squares.
    fn read_boards(
        &self,
        text: Option<&(String, Vec<u8>)>,
        pieces: &[Piece],
    ) -> Result<Vec<Result<NamedBoard, TextError>>, Failure> {
        let grid = self.grid.or_else(|| {
            let mut grids = pieces.iter().map(|piece| piece.shape.grid());
            grids.find(|&grid| !matches!(grid, CellGrid::Squares | CellGrid::Cubes))
        });
        if let Some((name, bytes)) = text {
            let text = decoded(name, bytes)?;
            note(board_remarks(&text, grid));
            return Ok(drawn_boards(&text, grid));
        }
        Ok(match boards(&self.board, grid) {
            Ok(boards) => {
                note(board_word_remarks(&self.board, grid));
                boards.into_iter().map(Ok).collect()
            }
            Err(error) => vec![Err(error)],
        })
    }

    /// The puzzles of a BurrTools file. Pieces on the command line replace those of the file.
    fn boxed(
        &self,
        name: &str,
        bytes: &[u8],
        gaps: Option<Gaps>,
        interrupt: &Interrupt,
    ) -> Result<Vec<Unpacked>, Failure> {
        let puzzles = burr_tools(bytes);
        let puzzles = puzzles.map_err(Failure::in_text(name))?;
        let own = if self.pieces.is_empty() {
            None
        } else {
            let what = format_args!("the pieces of {name} are not used");
            message::note_with(what, "name no PIECES to use them");
            Some(self.read_pieces(interrupt)?)
        };
        let is_only = puzzles.len() == 1;
        let puzzles = puzzles.into_iter();
        let unpacked = puzzles.map(
            |BoxedPuzzle {
                 name,
                 board,
                 pieces,
                 gaps: holes,
                 ..
             }| Unpacked {
                name: if is_only { String::new() } else { name },
                board,
                pieces: own.clone().unwrap_or(pieces),
                gaps: gaps.clone().unwrap_or(holes),
            },
        );
        Ok(unpacked.collect())
    }

    /// The pieces of all words and files.
    fn read_pieces(&self, interrupt: &Interrupt) -> Result<Vec<Piece>, Failure> {
        let mut read = Vec::new();
        let mut words = String::new();
        let is_file = |word: &str| Path::new(word).is_file() || word == "-" && self.board != "-";
        for argument in &self.pieces {
            let parts: Vec<&str> = if is_file(argument) {
                vec![argument]
            } else {
                argument.split_inclusive([' ', ',', '\n']).collect()
            };
            for part in parts {
                let name = part.trim_end_matches([' ', ',', '\n']);
                if is_file(name) {
                    read.extend(self.pieces_of_file(Path::new(name), interrupt)?);
                    words.push(' ');
                } else {
                    words.push_str(part);
                }
            }
            words.push(' ');
        }
        let words = words.trim_end();
        let grid = self.grid.or(self.grid_of_size());
        let named = pieces(words, grid);
        let named = named.map_err(Failure::in_text(PIECES))?;
        note(piece_remarks(words, grid));
        for piece in named {
            quadrille_tile::add_piece(&mut read, piece);
        }
        if read.is_empty() {
            Err(Failure::usage(
                "no pieces",
                "name them after the board: quadrille tile 6x10 pentominoes",
            ))
        } else {
            Ok(read)
        }
    }

    /// The pieces drawn in a file.
    fn pieces_of_file(&self, path: &Path, interrupt: &Interrupt) -> Result<Vec<Piece>, Failure> {
        let source = Source::new(Some(path));
        let name = source.name();
        let bytes = source.read_text(
            interrupt,
            Room::Memory(self.bounds.limits.memory.most as u64),
        )?;
        if is_burr_tools(&name, &bytes) {
            return Err(Failure::usage(
                format!("{name} is a puzzle of BurrTools, not a list of pieces"),
                "name it as the board: it has a board and its pieces",
            ));
        }
        let text = decoded(&name, &bytes)?;
        let drawn = drawn_pieces(&text, self.grid);
        let drawn = drawn.map_err(Failure::in_text(&name))?;
        note(drawn_piece_remarks(&text, self.grid));
        Ok(drawn)
    }

    /// Cubes, if the word of the board has layers: letters then name pieces of cubes, too.
    fn grid_of_size(&self) -> Option<CellGrid> {
        let boards = boards(&self.board, None).ok()?;
        let grid = boards.first()?.board.grid();
        Some(grid).filter(|&grid| grid == CellGrid::Cubes && file_of(&self.board).is_none())
    }

    /// The pieces with the numbers of copies that the flags of the command allow.
    fn counted(&self, pieces: Vec<Piece>) -> Vec<Piece> {
        if self.optional {
            pieces.into_iter().map(Piece::optional).collect()
        } else {
            pieces
        }
    }

    /// The pieces as the flags of the command allow to turn them.
    fn turned(&self, pieces: Vec<Piece>) -> Vec<Piece> {
        let turning = if self.turning.mirror {
            Turning::Free
        } else if self.turning.fixed {
            Turning::Fixed
        } else if self.turning.one_sided {
            Turning::OneSided
        } else {
            return pieces;
        };
        let pieces = pieces.into_iter();
        pieces.map(|piece| piece.turned(turning)).collect()
    }
}

/// The file that an argument names, if it names one. A folder hides no board: it is named only by a
/// word that means nothing else.
pub(super) fn file_of(argument: &str) -> Option<Source<'_>> {
    let path = Path::new(argument);
    let has_extension = |known: &str| {
        let extension = path.extension();
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case(known))
    };
    let is_meant = argument == "-"
        || path.is_file()
        || has_extension("txt")
        || has_extension("xmpuzzle")
        || path.exists() && boards(argument, None).is_err();
    is_meant.then(|| Source::new(Some(path)))
}

fn is_burr_tools(argument: &str, bytes: &[u8]) -> bool {
    let is_named = Path::new(argument)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("xmpuzzle"));
    is_named || bytes.starts_with(&[0x1F, 0x8B]) || bytes.trim_ascii_start().starts_with(b"<?xml")
}

fn decoded(name: &str, bytes: &[u8]) -> Result<String, Failure> {
    match String::from_utf8(bytes.to_vec()) {
        Ok(text) => Ok(text),
        Err(_) => Err(Failure::usage(
            format!("{name} is not text in UTF-8"),
            "draw boards and pieces with '#', letters, '.' and spaces",
        )),
    }
}

/// The failure of a board and pieces that do not go together.
pub(super) fn unfit(error: &TileError) -> Failure {
    let help = match error {
        TileError::OtherGrid { .. } => "use pieces of the same cells as the board",
        TileError::LargePacking | TileError::LargeBoard => "use a smaller board or fewer pieces",
        _ => "give each piece another name, as in 'A=2x3'",
    };
    Failure::usage(error.to_string(), help.to_owned())
}

/// Reports how something was read that can be read in two ways.
fn note(remarks: Vec<Remark>) {
    for Remark { what, help } in remarks {
        message::note_with(what, &*help);
    }
}

/// Reports pieces that became one only because they may be turned over.
fn note_mirrored(case: &Case) {
    let is_free = |piece: &&Piece| piece.turning == Turning::Free;
    let free = |piece: &Piece| piece.shape.canonical(Turning::Free);
    let side = |piece: &Piece| piece.shape.canonical(Turning::OneSided);
    let mut alike: HashMap<quadrille_tile::Polyform, Vec<&Piece>> = HashMap::new();
    for piece in case.unflagged.iter().filter(is_free) {
        alike.entry(free(piece)).or_default().push(piece);
    }
    for kept in case.packing.pieces().iter().filter(is_free) {
        let Some(alike) = alike.get(&free(kept)) else {
            continue;
        };
        let mut others = alike.iter().filter(|piece| piece.name != kept.name);
        if let Some(twin) = others.find(|piece| side(piece) != side(kept)) {
            let what = format!(
                "{} and {} are one piece if it is turned over",
                kept.name, twin.name
            );
            message::note_with(what, "add '--one-sided' to keep both");
        }
    }
}

/// Reports pieces that fall apart.
fn note_unconnected(packing: &Packing) {
    let pieces = packing.pieces().iter();
    let apart = pieces.filter(|piece| !piece.shape.is_connected());
    let names: Vec<&str> = apart.map(|piece| &*piece.name).collect();
    if !names.is_empty() {
        let names = names.join(", ");
        message::note(format_args!("not connected: the cells of {names}"));
    }
}
