//! All connected shapes of a number of cells.

use std::collections::BTreeSet;

use super::error::TileError;
use super::grid::{CellGrid, Turning};
use super::shape::Polyform;

/// The most shapes of one size.
const MOST: usize = 20_000;

/// Returns all connected shapes of `size` cells, one for each way to turn them: with
/// [`Turning::Free`] the free polyforms, with [`Turning::OneSided`] the one-sided and with
/// [`Turning::Fixed`] the fixed ones. Ascending.
///
/// Cells are added one by one. O(shapes * size²) for each of at most 48 turns.
///
/// # Errors
/// [`TileError::LargeSet`] if there are more than 20,000, [`TileError::NoCells`] for size 0.
///
/// ```
/// use quadrille::tile::{CellGrid, Turning, polyforms};
///
/// assert_eq!(polyforms(CellGrid::Squares, 5, Turning::Free)?.len(), 12);
/// assert_eq!(polyforms(CellGrid::Squares, 5, Turning::OneSided)?.len(), 18);
/// # Ok::<(), quadrille::tile::TileError>(())
/// ```
pub fn polyforms(
    grid: CellGrid,
    size: usize,
    turning: Turning,
) -> Result<Vec<Polyform>, TileError> {
    if size == 0 {
        return Err(TileError::NoCells);
    }
    let seeds = match grid {
        CellGrid::Sticks => vec![[0, 0, 1], [0, 1, 0]],
        CellGrid::Triangles => vec![[0, 0, 0], [0, 0, 1]],
        CellGrid::Squares | CellGrid::Cubes | CellGrid::Hexagons => vec![[0, 0, 0]],
    };
    let single = |&seed| Polyform::at_origin(grid, vec![seed]).canonical(turning);
    let mut shapes: BTreeSet<Polyform> = seeds.iter().map(single).collect();
    for _ in 1..size {
        let mut larger = BTreeSet::new();
        for shape in &shapes {
            let cells = shape.cells().iter();
            let around = cells.flat_map(|&cell| grid.neighbours(cell));
            let free: BTreeSet<_> = around
                .filter(|cell| !shape.cells().contains(cell))
                .collect();
            for cell in free {
                let cells = shape.cells().iter().copied().chain([cell]);
                larger.insert(Polyform::at_origin(grid, cells.collect()).canonical(turning));
            }
            if larger.len() > MOST {
                return Err(TileError::LargeSet { grid, size });
            }
        }
        shapes = larger;
    }
    Ok(shapes.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of polyforms of 1, 2, ... cells from the On-Line Encyclopedia of Integer Sequences.
    const KNOWN: &[(CellGrid, Turning, &[usize])] = &[
        // A000105, A000988, A001168
        (
            CellGrid::Squares,
            Turning::Free,
            &[1, 1, 2, 5, 12, 35, 108, 369],
        ),
        (
            CellGrid::Squares,
            Turning::OneSided,
            &[1, 1, 2, 7, 18, 60, 196],
        ),
        (
            CellGrid::Squares,
            Turning::Fixed,
            &[1, 2, 6, 19, 63, 216, 760],
        ),
        // A038119, A000162, A001931
        (CellGrid::Cubes, Turning::Free, &[1, 1, 2, 7, 23, 112]),
        (CellGrid::Cubes, Turning::OneSided, &[1, 1, 2, 8, 29, 166]),
        (CellGrid::Cubes, Turning::Fixed, &[1, 3, 15, 86, 534]),
        // A000577, A006534, A001420
        (
            CellGrid::Triangles,
            Turning::Free,
            &[1, 1, 1, 3, 4, 12, 24, 66],
        ),
        (
            CellGrid::Triangles,
            Turning::OneSided,
            &[1, 1, 1, 4, 6, 19, 43],
        ),
        (
            CellGrid::Triangles,
            Turning::Fixed,
            &[2, 3, 6, 14, 36, 94, 250],
        ),
        // A000228, A006535, A001207
        (CellGrid::Hexagons, Turning::Free, &[1, 1, 3, 7, 22, 82]),
        (
            CellGrid::Hexagons,
            Turning::OneSided,
            &[1, 1, 3, 10, 33, 147],
        ),
        (CellGrid::Hexagons, Turning::Fixed, &[1, 3, 11, 44, 186]),
        // A019988, A151537, A096267
        (CellGrid::Sticks, Turning::Free, &[1, 2, 5, 16, 55, 222]),
        (CellGrid::Sticks, Turning::OneSided, &[1, 2, 7, 25, 99]),
        (CellGrid::Sticks, Turning::Fixed, &[2, 6, 22, 88, 372]),
    ];

    #[test]
    fn there_are_as_many_polyforms_as_in_the_literature() {
        for &(grid, turning, counts) in KNOWN {
            for (size, &count) in (1..).zip(counts) {
                let shapes = polyforms(grid, size, turning).unwrap();
                assert_eq!(shapes.len(), count, "{grid} {turning:?} {size}");
                assert!(shapes.iter().all(Polyform::is_connected));
            }
        }
    }

    #[test]
    fn too_many_polyforms_are_an_error() {
        let error = polyforms(CellGrid::Squares, 40, Turning::Free).unwrap_err();
        assert_eq!(
            error,
            TileError::LargeSet {
                grid: CellGrid::Squares,
                size: 40
            }
        );
    }
}
