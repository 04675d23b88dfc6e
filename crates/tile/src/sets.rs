//! Sets of pieces by name.

use std::collections::{BTreeMap, BTreeSet};

use super::art::{self, Line};
use super::error::TileError;
use super::grid::{CellGrid, Turning};
use super::piece::{Piece, letters};
use super::polyforms::polyforms;
use super::reading::Reading;
use super::shape::Polyform;

/// The ends of names of sets, with their grids.
const KINDS: [(CellGrid, [&str; 2]); 5] = [
    (CellGrid::Squares, ["omino", "ominoes"]),
    (CellGrid::Cubes, ["cube", "cubes"]),
    (CellGrid::Triangles, ["iamond", "iamonds"]),
    (CellGrid::Hexagons, ["hex", "hexes"]),
    (CellGrid::Sticks, ["stick", "sticks"]),
];

/// The beginnings of names of sets: the number of cells, before a vowel and before a consonant.
const SIZES: [(usize, [&str; 2]); 8] = [
    (1, ["mon", "mono"]),
    (2, ["d", "di"]),
    (3, ["tr", "tri"]),
    (4, ["tetr", "tetra"]),
    (5, ["pent", "penta"]),
    (6, ["hex", "hexa"]),
    (7, ["hept", "hepta"]),
    (8, ["oct", "octa"]),
];

/// Names of pieces, and their shapes as words of art.
type Drawn = &'static [(&'static str, &'static str)];

/// Pieces that have names: Golomb's pentominoes, the tetrominoes, Piet Hein's tetracubes, Knuth's
/// tetrasticks.
const NAMED: &[(CellGrid, usize, Drawn)] = &[
    (CellGrid::Squares, 1, &[("M", "x")]),
    (CellGrid::Squares, 2, &[("D", "xx")]),
    (CellGrid::Squares, 3, &[("I", "xxx"), ("V", "x.|xx")]),
    (
        CellGrid::Squares,
        4,
        &[
            ("I", "xxxx"),
            ("L", "x.|x.|xx"),
            ("O", "xx|xx"),
            ("S", ".xx|xx."),
            ("T", "xxx|.x."),
        ],
    ),
    (
        CellGrid::Squares,
        5,
        &[
            ("F", ".xx|xx.|.x."),
            ("I", "xxxxx"),
            ("L", "x.|x.|x.|xx"),
            ("N", ".x|.x|xx|x."),
            ("P", "xx|xx|x."),
            ("T", "xxx|.x.|.x."),
            ("U", "x.x|xxx"),
            ("V", "x..|x..|xxx"),
            ("W", "x..|xx.|.xx"),
            ("X", ".x.|xxx|.x."),
            ("Y", ".x|xx|.x|.x"),
            ("Z", "xx.|.x.|.xx"),
        ],
    ),
    (
        CellGrid::Cubes,
        4,
        &[
            ("I", "xxxx"),
            ("L", "xxx|x.."),
            ("O", "xx|xx"),
            ("T", "xxx|.x."),
            ("Z", "xx.|.xx"),
            ("A", "xx|x.||.x|.."),
            ("B", "xx|x.||..|x."),
            ("P", "xx|x.||x.|.."),
        ],
    ),
    (
        CellGrid::Sticks,
        4,
        &[
            ("F", "+x+x+|x.x"),
            ("H", "+x+x+|..x|+x+"),
            ("I", "+x+x+x+x+"),
            ("J", "+x+x+|x|+x+"),
            ("L", "+x+x+x+|x"),
            ("N", "+x+x+|....x|....+x+"),
            ("O", "+x+|x.x|+x+"),
            ("P", "+x+|x.x|..+x+"),
            ("R", "+x+|..x|..+x+|..x"),
            ("T", "+x+x+|..x|..+|..x"),
            ("U", "+x+x+|x...x"),
            ("V", "+x+x+|x|+|x"),
            ("W", "+x+|..x|..+x+|....x"),
            ("X", "..+|..x|+x+x+|..x"),
            ("Y", "+x+x+x+|..x"),
            ("Z", "+x+|..x|..+|..x|..+x+"),
        ],
    ),
];

/// The pieces of the sets that do not have all polyforms of a size.
const SELECTED: &[(&str, CellGrid, Drawn)] = &[
    (
        "soma",
        CellGrid::Cubes,
        &[
            ("V", "xx|x."),
            ("L", "xxx|x.."),
            ("T", "xxx|.x."),
            ("Z", "xx.|.xx"),
            ("A", "xx|x.||.x|.."),
            ("B", "xx|x.||..|x."),
            ("P", "xx|x.||x.|.."),
        ],
    ),
    (
        "a-puzzle-a-day",
        CellGrid::Squares,
        &[
            ("L", "x.|x.|x.|xx"),
            ("N", ".x|.x|xx|x."),
            ("O", "xxx|xxx"),
            ("P", "xx|xx|x."),
            ("U", "x.x|xxx"),
            ("V", "x..|x..|xxx"),
            ("Y", ".x|xx|.x|.x"),
            ("Z", "xx.|.x.|.xx"),
        ],
    ),
];

/// The names of mirror images where they are other letters.
const MIRRORED: [(CellGrid, &str, &str); 2] =
    [(CellGrid::Squares, "L", "J"), (CellGrid::Squares, "S", "Z")];

/// The tetrominoes `J` and `Z`, the mirror images of `L` and `S`.
pub(super) fn mirrored_tetromino(name: &str) -> Option<Polyform> {
    match name {
        "J" => drawn(CellGrid::Squares, ".x|.x|xx"),
        "Z" => drawn(CellGrid::Squares, "xx.|.xx"),
        _ => None,
    }
}

/// Whether the pieces of a complete set are known by the letters that they have here.
pub(super) fn has_common_name(grid: CellGrid, size: usize, label: &str) -> bool {
    let label = label.trim_end_matches(|c: char| c == '\'' || c.is_ascii_digit());
    let is_mirrored = MIRRORED
        .iter()
        .any(|known| (known.0, known.2) == (grid, label) && size == 4);
    is_mirrored || common_names(grid, size).any(|(known, _)| known == label)
}

/// The pieces of a complete set that have names: flat pieces of cubes have those of squares.
fn common_names(grid: CellGrid, size: usize) -> impl Iterator<Item = (&'static str, Polyform)> {
    let is_flat = grid == CellGrid::Cubes && named(grid, size).next().is_none();
    let flat = named(CellGrid::Squares, size).filter(move |_| is_flat);
    let flat = flat.filter_map(|(name, shape)| Some((name, shape.on(CellGrid::Cubes).ok()?)));
    named(grid, size).chain(flat)
}

/// Returns the pieces of a set, each used once; `None` if there is no set of this name.
///
/// | names | pieces |
/// |---|---|
/// | `monominoes`, `dominoes`, `trominoes`, `tetrominoes`, `pentominoes`, ... `octominoes` | of squares |
/// | `tricubes`, `tetracubes`, `pentacubes`, ... | of cubes, mirror images apart |
/// | `triamonds`, `tetriamonds`, `pentiamonds`, `hexiamonds`, ... | of triangles |
/// | `trihexes`, `tetrahexes`, `pentahexes`, ... | of hexagons |
/// | `tristicks`, `tetrasticks`, `pentasticks`, ... | of sticks |
/// | `one-sided-` or `fixed-` and one of these | with a piece for each side or orientation |
/// | `soma`, `a-puzzle-a-day` | of these puzzles |
///
/// # Errors
/// [`TileError::LargeSet`] if the set is too large.
///
/// ```
/// let soma = quadrille::tile::set("soma").expect("it is known")?;
/// assert_eq!(soma.iter().map(|piece| piece.shape.len()).sum::<usize>(), 27);
/// # Ok::<(), quadrille::tile::TileError>(())
/// ```
#[must_use]
pub fn set(name: &str) -> Option<Result<Vec<Piece>, TileError>> {
    let lower = name.to_ascii_lowercase();
    let selected = SELECTED.iter().find(|(known, ..)| *known == lower);
    if let Some((_, grid, pieces)) = selected {
        let pieces = pieces.iter();
        return Some(Ok(pieces
            .filter_map(|(name, art)| Some(Piece::new(*name, drawn(*grid, art)?)))
            .collect()));
    }
    let (grid, size, turning) = complete_set(&lower)?;
    Some(complete(grid, size, turning))
}

/// Returns the names of all sets.
pub fn set_names() -> impl Iterator<Item = String> + Clone {
    let complete = KINDS.iter().flat_map(|&(grid, ends)| {
        SIZES
            .iter()
            .map(move |&(_, begins)| joined(grid, begins, ends[1]))
    });
    let kinds =
        complete.flat_map(|name| ["", "one-sided-", "fixed-"].map(|kind| kind.to_owned() + &name));
    let selected = SELECTED.iter().map(|(name, ..)| (*name).to_owned());
    kinds.chain(selected)
}

/// The name of a set: `pentominoes`, `pentacubes`.
fn joined(grid: CellGrid, [vowel, consonant]: [&str; 2], end: &str) -> String {
    match grid {
        CellGrid::Squares | CellGrid::Triangles => vowel.to_owned() + end,
        CellGrid::Cubes | CellGrid::Hexagons | CellGrid::Sticks => consonant.to_owned() + end,
    }
}

/// The grid, the number of cells and the turning of the pieces of a complete set. For cubes,
/// mirror images are different pieces.
pub(super) fn complete_set(name: &str) -> Option<(CellGrid, usize, Turning)> {
    let kinds = [
        ("one-sided-", Some(Turning::OneSided)),
        ("fixed-", Some(Turning::Fixed)),
        ("", None),
    ];
    let (rest, turning) = kinds
        .iter()
        .find_map(|(prefix, turning)| Some((name.strip_prefix(prefix)?, *turning)))?;
    for (grid, ends) in KINDS {
        for (size, begins) in SIZES {
            if ends.iter().any(|end| joined(grid, begins, end) == rest) {
                return Some((grid, size, turning.unwrap_or(Piece::usual_turning(grid))));
            }
        }
    }
    None
}

/// All polyforms of a size as pieces with names.
fn complete(grid: CellGrid, size: usize, turning: Turning) -> Result<Vec<Piece>, TileError> {
    let shapes = polyforms(grid, size, turning)?;
    let mut named_by: BTreeMap<Polyform, (&str, Polyform)> = BTreeMap::new();
    // Both a shape and its mirror image may have names; then each keeps its own.
    for alike in [Turning::OneSided, Turning::Free] {
        for (name, shape) in common_names(grid, size) {
            let key = shape.canonical(alike);
            named_by.entry(key).or_insert((name, shape));
        }
    }
    let taken: BTreeSet<&str> = named_by.values().map(|(name, _)| *name).collect();
    let mut letters = letters().filter(|letter| !taken.contains(&**letter));
    let mut used = BTreeSet::new();
    let mut pieces = Vec::new();
    for shape in shapes {
        let own = named_by.get(&shape.canonical(Turning::OneSided));
        let found = own.or_else(|| named_by.get(&shape.canonical(Turning::Free)));
        let name = match found {
            Some((name, drawn)) => name_of(name, drawn, &shape, turning),
            None => letters.next().unwrap_or_default(),
        };
        // Fixed pieces are numbered: F, F2, F3, ...
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let name = [name.clone()]
            .into_iter()
            .chain(numbered)
            .find(|name| used.insert(name.clone()));
        pieces.push(Piece {
            turning,
            ..Piece::new(name.unwrap_or_default(), shape)
        });
    }
    // Letters in order; one-sided twins stay together.
    if !named_by.is_empty() {
        pieces.sort_by(|a, b| a.name.cmp(&b.name));
    }
    Ok(pieces)
}

/// The name of a shape that is drawn as `drawn`, or of its mirror image.
fn name_of(name: &str, drawn: &Polyform, shape: &Polyform, turning: Turning) -> String {
    let side = |shape: &Polyform| shape.canonical(Turning::OneSided);
    if turning == Turning::Free || side(drawn) == side(shape) {
        return name.to_owned();
    }
    let grid = shape.grid();
    let mut mirrored = MIRRORED.iter();
    match mirrored.find(|known| (known.0, known.1) == (grid, name) && shape.len() == 4) {
        Some((.., other)) => (*other).to_owned(),
        None => format!("{name}'"),
    }
}

/// The pieces of a size that have names.
pub(super) fn named(grid: CellGrid, size: usize) -> impl Iterator<Item = (&'static str, Polyform)> {
    let sets = NAMED.iter();
    let pieces = sets
        .filter(move |known| (known.0, known.1) == (grid, size))
        .flat_map(|(.., pieces)| *pieces);
    pieces.filter_map(move |(name, art)| Some((*name, drawn(grid, art)?)))
}

/// The shape that a word of art draws.
fn drawn(grid: CellGrid, art: &str) -> Option<Polyform> {
    let lines = art::lines_of_word(Line::new(1, art));
    let drawing = art::read(&lines, grid, Reading::default()).ok()?;
    Polyform::new(grid, drawing.cells.into_iter().map(|(cell, _)| cell)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_drawn_pieces_are_different_and_of_their_size() {
        for &(grid, size, pieces) in NAMED {
            let shapes: Vec<Polyform> = named(grid, size).map(|(_, shape)| shape).collect();
            assert_eq!(shapes.len(), pieces.len());
            assert!(
                shapes
                    .iter()
                    .all(|shape| shape.len() == size && shape.is_connected())
            );
            let turning = Piece::usual_turning(grid);
            let different: BTreeSet<Polyform> = shapes
                .iter()
                .map(|shape| shape.canonical(turning))
                .collect();
            assert_eq!(different.len(), pieces.len(), "{grid} {size}");
            assert_eq!(polyforms(grid, size, turning).unwrap().len(), pieces.len());
        }
    }
}
