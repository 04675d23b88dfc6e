//! Pieces: a shape, its name, how it may be turned, and how often it is used.

use std::collections::HashSet;
use std::fmt;

use super::error::TileError;
use super::grid::{CellGrid, Turning};
use super::shape::Polyform;

/// How many copies of a piece are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Copies {
    least: u32,
    /// `None`: any number.
    most: Option<u32>,
}

/// A piece of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The name. Pictures show its first character.
    pub name: String,
    /// The shape.
    pub shape: Polyform,
    /// How the piece may be turned.
    pub turning: Turning,
    /// How many copies are used.
    pub copies: Copies,
}

impl Copies {
    /// Any number of copies, also none.
    pub const ANY: Self = Self {
        least: 0,
        most: None,
    };
    /// One copy.
    pub const ONE: Self = Self {
        least: 1,
        most: Some(1),
    };

    /// Returns a range of numbers; without `most` there is no upper bound.
    ///
    /// # Errors
    /// [`TileError::Copies`] if `most` is 0 or less than `least`.
    pub const fn new(least: u32, most: Option<u32>) -> Result<Self, TileError> {
        match most {
            Some(most) if most == 0 || most < least => Err(TileError::Copies { least, most }),
            _ => Ok(Self { least, most }),
        }
    }

    /// Returns the least number.
    #[must_use]
    pub const fn least(self) -> u32 {
        self.least
    }

    /// Returns the largest number; `None` if there is no bound.
    #[must_use]
    pub const fn most(self) -> Option<u32> {
        self.most
    }

    /// The number, if only one is possible.
    pub(super) fn exact(self) -> Option<u32> {
        self.most.filter(|&most| most == self.least)
    }

    /// The copies of two pieces together.
    pub(super) fn plus(self, other: Self) -> Self {
        let sum = |a: u32, b: u32| a.saturating_add(b);
        Self {
            least: sum(self.least, other.least),
            most: self.most.zip(other.most).map(|(a, b)| sum(a, b)),
        }
    }
}

impl fmt::Display for Copies {
    /// Writes the range as it is read: `1`, `2..3`, `2..` or `0..`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (least, Some(most)) if least == most => write!(f, "{least}"),
            (least, Some(most)) => write!(f, "{least}..{most}"),
            (least, None) => write!(f, "{least}.."),
        }
    }
}

impl Piece {
    /// Makes a piece that is used once and may be turned as usual: flat pieces may be rotated and
    /// reflected, pieces of cubes only rotated.
    pub fn new(name: impl Into<String>, shape: Polyform) -> Self {
        let turning = Self::usual_turning(shape.grid());
        Self {
            name: name.into(),
            shape,
            turning,
            copies: Copies::ONE,
        }
    }

    /// The piece with other ways to move it: [`Turning::Free`] allows all of them, also the
    /// reflection of cubes; the others only take ways away.
    #[must_use]
    pub fn turned(self, turning: Turning) -> Self {
        let turning = match turning {
            Turning::Free => Turning::Free,
            turning => self.turning.min(turning),
        };
        Self { turning, ..self }
    }

    /// The piece, which may also be left out.
    #[must_use]
    pub const fn optional(mut self) -> Self {
        self.copies.least = 0;
        self
    }

    /// How pieces of a grid may be turned if nothing else is said.
    pub(super) const fn usual_turning(grid: CellGrid) -> Turning {
        match grid {
            CellGrid::Cubes => Turning::OneSided,
            _ => Turning::Free,
        }
    }

    /// The piece on another grid: a flat piece of squares becomes one of cubes, which can be turned
    /// over by a rotation.
    pub(super) fn on(self, grid: CellGrid) -> Result<Self, TileError> {
        let turning = match (self.shape.grid(), grid, self.turning) {
            (CellGrid::Squares, CellGrid::Cubes, Turning::Free) => Turning::OneSided,
            (_, _, turning) => turning,
        };
        let shape = self.shape.on(grid)?;
        Ok(Self {
            shape,
            turning,
            ..self
        })
    }

    /// Puts together the copies of pieces that differ in nothing but the name and the number of
    /// copies. Such a piece has the name of the first one.
    pub(super) fn merge(pieces: Vec<Self>) -> Vec<Self> {
        let mut merged: Vec<(Vec<Polyform>, Self)> = Vec::new();
        for piece in pieces {
            let orientations = piece.shape.orientations(piece.turning);
            let same = merged.iter_mut().find(|(known, _)| *known == orientations);
            match same {
                Some((_, first)) => first.copies = first.copies.plus(piece.copies),
                None => merged.push((orientations, piece)),
            }
        }
        merged.into_iter().map(|(_, piece)| piece).collect()
    }
}

/// Adds a piece to others, under another name if a different piece has its name. A piece without a
/// name gets a letter.
pub fn add_piece(pieces: &mut Vec<Piece>, mut piece: Piece) {
    if piece.name.is_empty() {
        let known: HashSet<&str> = pieces.iter().map(|known| &*known.name).collect();
        let free = letters().find(|name| !known.contains(&**name));
        piece.name = free.unwrap_or_default();
    }
    let differs = |known: &&Piece| (&known.shape, known.turning) != (&piece.shape, piece.turning);
    let others = pieces.iter().filter(differs);
    let taken: HashSet<&str> = others.map(|known| &*known.name).collect();
    if taken.contains(&*piece.name) {
        let mut numbered = (2_u32..).map(|number| format!("{}{number}", piece.name));
        let free = numbered.find(|name| !taken.contains(&**name));
        piece.name = free.unwrap_or_default();
    }
    pieces.push(piece);
}

/// A, B, ..., Z, a, ..., z, A1, B1, ...
pub(super) fn letters() -> impl Iterator<Item = String> {
    let alphabet = || ('A'..='Z').chain('a'..='z');
    let first = alphabet().map(String::from);
    first.chain((1..).flat_map(move |number| alphabet().map(move |c| format!("{c}{number}"))))
}
