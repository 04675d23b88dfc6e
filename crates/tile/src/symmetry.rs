//! Symmetries of a packing, and tilings up to symmetry.
//!
//! A *symmetry* turns the board onto itself, and each piece onto a piece with the same orientations
//! and as many copies, perhaps another one: the mirror image of a one-sided piece. So it maps each
//! placement to a placement, and tilings to tilings.
//!
//! Two tilings are the same *up to symmetry* if a symmetry maps one to the other. Of such tilings
//! one is *canonical*: the one whose list of options is the least. The number of canonical tilings
//! is, by Burnside's lemma,
//!
//! ```text
//! (sum over all symmetries of the number of tilings that it leaves unchanged) / (number of symmetries)
//! ```
//!
//! `invariant.rs` makes the problems whose solutions are the tilings that a symmetry leaves
//! unchanged. They are smaller than the packing, and any method counts them.

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;

use super::grid::{Cell, Turn, Turning};
use super::packing::Packing;
use super::shape::Polyform;
use quadrille_core::{Budget, OptionId, Solution, Stop};

/// The symmetries of a [`Packing`].
///
/// ```
/// use quadrille::Solver;
/// use quadrille::tile::{Board, Gaps, Packing, Symmetries, set};
///
/// let pieces = set("pentominoes").expect("it is known")?;
/// let packing = Packing::new(Board::rectangle(3, 20)?, pieces, Gaps::None)?;
/// let symmetries = Symmetries::new(&packing);
/// assert_eq!(symmetries.len(), 4);
/// let mut search = Solver::new(packing.problem().clone()).search();
/// let canonical = search.solutions().filter(|tiling| symmetries.is_canonical(tiling));
/// assert_eq!(canonical.count(), 2);
/// # Ok::<(), quadrille::tile::TileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Symmetries<'p> {
    pub(super) packing: &'p Packing,
    /// The first one changes nothing. Rotations come first.
    pub(super) maps: Vec<Map>,
    rotations: usize,
    turning: Turning,
}

/// A symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Map {
    /// The image of each cell.
    pub(super) cells: Vec<u32>,
    /// The image of each piece.
    pub(super) pieces: Vec<usize>,
    /// The image of each option.
    pub(super) options: Vec<u32>,
}

impl Map {
    /// Whether another symmetry does the same: turning a flat board over in space may be a turn
    /// within the plane.
    fn is_same(&self, other: &Self) -> bool {
        (&self.cells, &self.options) == (&other.cells, &other.options)
    }
}

impl<'p> Symmetries<'p> {
    /// Finds all symmetries. O(options * cells of a piece) for each of at most 48 turns.
    #[must_use]
    pub fn new(packing: &'p Packing) -> Self {
        let Ok(symmetries) = Self::find(packing, Turning::Free, || Ok::<_, Infallible>(()));
        symmetries
    }

    /// Finds symmetries within the time of a budget: all of them, with [`Turning::OneSided`] only
    /// rotations, so that mirror images stay apart, or with [`Turning::Fixed`] only the one that
    /// changes nothing.
    ///
    /// # Errors
    /// Why the budget stopped.
    pub fn within(packing: &'p Packing, turning: Turning, budget: &Budget) -> Result<Self, Stop> {
        Self::find(packing, turning, || budget.poll())
    }

    /// Finds symmetries. Calls `poll` often, and ends with its error.
    fn find<E>(
        packing: &'p Packing,
        turning: Turning,
        mut poll: impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let table = Table::new(packing, &mut poll)?;
        let mut maps: Vec<Map> = Vec::new();
        let mut rotations = 0;
        for kind in [turning.min(Turning::OneSided), turning] {
            for turn in packing.grid().turns(kind) {
                let map = table.map(packing, turn, &mut poll)?;
                let is_new = |map: &Map| maps.iter().all(|known| !known.is_same(map));
                let map = map.filter(is_new);
                maps.extend(map);
            }
            if rotations == 0 {
                rotations = maps.len();
            }
        }
        Ok(Self {
            packing,
            maps,
            rotations,
            turning,
        })
    }

    /// Returns the number of symmetries, at least 1: one changes nothing.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "there is always one")]
    pub fn len(&self) -> usize {
        self.maps.len()
    }

    /// Returns how many of the symmetries are rotations; the others are reflections, perhaps with a
    /// rotation. The one that changes nothing counts as a rotation.
    #[must_use]
    pub fn rotations(&self) -> usize {
        self.rotations
    }

    /// Returns which symmetries were looked for: see [`Symmetries::within`].
    #[must_use]
    pub fn turning(&self) -> Turning {
        self.turning
    }

    /// Returns whether a tiling is the canonical one of those that symmetries map to it.
    /// O(options of the tiling * log) for each symmetry.
    #[must_use]
    pub fn is_canonical(&self, tiling: &Solution) -> bool {
        let mut own: Vec<u32> = tiling.iter().map(|option| option.index() as u32).collect();
        own.sort_unstable();
        let mut image = Vec::with_capacity(own.len());
        self.maps.iter().skip(1).all(|map| {
            image.clear();
            image.extend(own.iter().map(|&option| map.options[option as usize]));
            image.sort_unstable();
            own <= image
        })
    }

    /// Representatives of the symmetries, and how many symmetries each stands for: symmetries that
    /// a third one maps to each other leave equally many tilings unchanged.
    pub(super) fn classes(&self) -> Vec<(usize, usize)> {
        let count = self.maps.len();
        let by_cells: HashMap<&[u32], usize> =
            self.maps.iter().map(|map| &*map.cells).zip(0..).collect();
        if by_cells.len() < count {
            return (0..count).map(|place| (place, 1)).collect();
        }
        let mut class: Vec<Option<usize>> = vec![None; count];
        for first in 0..count {
            if class[first].is_some() {
                continue;
            }
            for by in &self.maps {
                // by * first * by^-1 maps by(x) to by(first(x)).
                let mut image = vec![0; by.cells.len()];
                for (cell, &to) in by.cells.iter().enumerate() {
                    let after = self.maps[first].cells[cell];
                    image[to as usize] = by.cells[after as usize];
                }
                if let Some(&other) = by_cells.get(&*image) {
                    class[other] = Some(first);
                }
            }
        }
        let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
        for first in class.into_iter().flatten() {
            *sizes.entry(first).or_default() += 1;
        }
        sizes.into_iter().collect()
    }
}

/// The number of options between two looks at the budget.
const BETWEEN_POLLS: u32 = 1 << 12;

/// What is needed to find the images of placements.
struct Table {
    numbers: HashMap<Cell, u32>,
    cells: Vec<Cell>,
    /// The orientations of each piece.
    orientations: Vec<Vec<Polyform>>,
    /// The option of each piece (or a gap) and its cells.
    options: HashMap<(Option<usize>, Vec<u32>), u32>,
}

impl Table {
    fn new<E>(packing: &Packing, poll: &mut impl FnMut() -> Result<(), E>) -> Result<Self, E> {
        let cells: Vec<Cell> = packing.board().cells().map(|(cell, _)| cell).collect();
        let pieces = packing.pieces().iter();
        let orientations = pieces.map(|piece| piece.shape.orientations(piece.turning));
        let encoding = packing.encoding();
        let count = packing.problem().option_count() as u32;
        let mut options = HashMap::new();
        for option in 0..count {
            if option.is_multiple_of(BETWEEN_POLLS) {
                poll()?;
            }
            let id = OptionId::new(option);
            let key = (encoding.piece_of(id), encoding.cells_of(id).to_vec());
            options.insert(key, option);
        }
        Ok(Self {
            numbers: cells.iter().copied().zip(0..).collect(),
            orientations: orientations.collect(),
            options,
            cells,
        })
    }

    /// The symmetry that turns the board like this and moves it back onto itself, if there is one.
    fn map<E>(
        &self,
        packing: &Packing,
        turn: Turn,
        poll: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Option<Map>, E> {
        poll()?;
        let Some((cells, pieces)) = self.moved(packing, turn) else {
            return Ok(None);
        };
        let encoding = packing.encoding();
        let count = packing.problem().option_count() as u32;
        let mut options = Vec::new();
        for option in 0..count {
            if option.is_multiple_of(BETWEEN_POLLS) {
                poll()?;
            }
            let id = OptionId::new(option);
            let moved = encoding.cells_of(id).iter();
            let moved = moved.map(|&cell| cells[cell as usize]);
            let mut moved: Vec<u32> = moved.collect();
            moved.sort_unstable();
            let piece = encoding.piece_of(id).map(|piece| pieces[piece]);
            let Some(&image) = self.options.get(&(piece, moved)) else {
                return Ok(None);
            };
            options.push(image);
        }
        Ok(Some(Map {
            cells,
            pieces,
            options,
        }))
    }

    /// The images of the cells and of the pieces under a turn, if it maps the board onto itself and
    /// each piece onto a piece.
    fn moved(&self, packing: &Packing, turn: Turn) -> Option<(Vec<u32>, Vec<usize>)> {
        let grid = packing.grid();
        let turned: Vec<Cell> = self
            .cells
            .iter()
            .map(|&cell| grid.turned(turn, cell))
            .collect();
        let (back, own) = (
            grid.step_to_origin(&turned),
            grid.step_to_origin(&self.cells),
        );
        let mut cells = Vec::new();
        let kinds: Vec<bool> = packing.board().cells().map(|(_, kind)| kind).collect();
        for (number, cell) in turned.into_iter().enumerate() {
            let moved = [0, 1, 2].map(|axis| cell[axis] + back[axis] - own[axis]);
            let &image = self.numbers.get(&moved)?;
            if kinds[number] != kinds[image as usize] {
                return None;
            }
            cells.push(image);
        }
        let pieces: Option<Vec<usize>> = (0..self.orientations.len())
            .map(|piece| self.image_of_piece(packing, turn, piece))
            .collect();
        Some((cells, pieces?))
    }

    /// The piece whose orientations are those of a piece after a turn.
    fn image_of_piece(&self, packing: &Packing, turn: Turn, piece: usize) -> Option<usize> {
        let turned = self.orientations[piece].iter();
        let mut turned: Vec<Polyform> = turned.map(|shape| shape.turned(turn)).collect();
        turned.sort_unstable();
        let pieces = packing.pieces();
        let is_image = |&other: &usize| {
            pieces[other].copies == pieces[piece].copies && self.orientations[other] == turned
        };
        (0..pieces.len()).find(is_image)
    }
}
