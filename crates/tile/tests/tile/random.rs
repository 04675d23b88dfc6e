//! Random packings, compared with tilings by geometry.

use std::collections::BTreeSet;

use quadrille::tile::{
    Board, Cell, CellGrid, Copies, Gaps, Packing, Piece, Symmetries, Turning, polyforms,
};
use quadrille::{Budget, Count, Limits, Problem, Solution, Solver, verify};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::naive::{Naive, Tiling};

/// A random packing on a small board, perhaps with gaps.
pub(crate) fn packing(seed: u64) -> Packing {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let grid = CellGrid::ALL[(seed % 5) as usize];
    let sides: &[[u32; 3]] = match grid {
        CellGrid::Squares => &[[1, 2, 4], [1, 3, 3], [1, 1, 6], [1, 3, 4]],
        CellGrid::Cubes => &[[2, 2, 2], [1, 2, 3], [2, 2, 3]],
        CellGrid::Triangles => &[[1, 2, 2], [1, 1, 4], [1, 2, 3]],
        CellGrid::Hexagons => &[[1, 3, 3], [1, 2, 4], [1, 1, 5]],
        CellGrid::Sticks => &[[1, 1, 2], [1, 2, 2], [1, 1, 3]],
    };
    let [layers, rows, columns] = *sides.choose(&mut rng).unwrap();
    let whole = Board::block(grid, layers, rows, columns).unwrap();
    let (mut cover, mut optional): (Vec<Cell>, Vec<Cell>) = (Vec::new(), Vec::new());
    // Boards without holes keep their symmetries; so do those of which all cells may stay free.
    let kind = rng.random_range(0..4);
    let (holes, free) = match kind {
        0 => (0, 0),
        1 => (0, 12),
        _ => (rng.random_range(0..3), rng.random_range(0..4)),
    };
    for (cell, _) in whole.cells() {
        match rng.random_range(0..12) {
            roll if roll < holes => {}
            roll if roll < holes + free && free > 1 => optional.push(cell),
            _ => cover.push(cell),
        }
    }
    if cover.is_empty() && kind != 1 {
        cover.push(whole.cells().next().unwrap().0);
        optional.retain(|cell| !cover.contains(cell));
    }
    let board = Board::new(grid, cover, optional).unwrap();
    // All pieces are turned alike, so that no two have a common orientation.
    let turning = *[
        Turning::Free,
        Turning::Free,
        Turning::OneSided,
        Turning::Fixed,
    ]
    .choose(&mut rng)
    .unwrap();
    let mut pieces = Vec::new();
    for number in 0..rng.random_range(1..4) {
        let shapes = polyforms(grid, rng.random_range(1..5), turning).unwrap();
        let shape = shapes.choose(&mut rng).unwrap().clone();
        let copies = match rng.random_range(0..6) {
            0 => Copies::ANY,
            1 => Copies::new(2, Some(2)).unwrap(),
            2 => Copies::new(0, Some(2)).unwrap(),
            3 => Copies::new(1, None).unwrap(),
            _ => Copies::ONE,
        };
        pieces.push(Piece {
            turning,
            copies,
            ..Piece::new(format!("P{number}"), shape)
        });
    }
    let gaps = match rng.random_range(0..5) {
        0 => Gaps::Any,
        1 => Gaps::Between(1..=3),
        2 => {
            let area = pieces
                .iter()
                .map(|piece| piece.shape.len() * piece.copies.least() as usize);
            let free = board.len().saturating_sub(area.sum::<usize>()) as u32;
            Gaps::Between(free..=free)
        }
        _ => Gaps::None,
    };
    Packing::new(board, pieces, gaps).unwrap()
}

/// A solution as a tiling: numbers of pieces and of cells.
fn tiling(packing: &Packing, solution: &Solution) -> Tiling {
    let cells: Vec<Cell> = packing.board().cells().map(|(cell, _)| cell).collect();
    let number = |cell: &Cell| cells.binary_search(cell).unwrap();
    let placements = packing.placements(solution).map(|placement| {
        let same = |piece: &Piece| std::ptr::eq(piece, placement.piece);
        let piece = packing.pieces().iter().position(same).unwrap();
        (piece, placement.cells.iter().map(number).collect())
    });
    placements.collect()
}

fn count(problem: Problem) -> Result<Count, ()> {
    Ok(Solver::new(problem).search().count().value)
}

fn check(seed: u64) -> usize {
    let packing = packing(seed);
    let naive = Naive::new(&packing);
    let expected = naive.tilings();
    let solver = Solver::new(packing.problem().clone());
    let solutions: Vec<Solution> = solver.search().solutions().collect();
    let found: BTreeSet<Tiling> = solutions
        .iter()
        .map(|solution| tiling(&packing, solution))
        .collect();
    let context = || format!("seed {seed}: {:?} {:?}", packing.pieces(), packing.gaps());
    assert_eq!(found, expected, "{}", context());
    assert_eq!(solutions.len(), expected.len(), "{}", context());
    for solution in &solutions {
        assert!(
            verify(packing.problem(), solution.options()).is_ok(),
            "{}",
            context()
        );
        let free = packing.free_cells(solution).len();
        let covered: usize = packing
            .placements(solution)
            .map(|placed| placed.cells.len())
            .sum();
        assert_eq!(free + covered, packing.board().len(), "{}", context());
        // Nothing can be drawn wrongly enough to panic.
        let _ = packing.picture(solution).to_text(true);
    }
    if packing.obstacle(Limits::new()).value.is_some() {
        assert!(expected.is_empty(), "{}", context());
    }
    for turning in [Turning::Free, Turning::OneSided] {
        let budget = Budget::start(&Limits::new());
        let symmetries = Symmetries::within(&packing, turning, &budget).unwrap();
        let canonical = solutions
            .iter()
            .filter(|solution| symmetries.is_canonical(solution))
            .count();
        let orbits = symmetries
            .count((expected.len() as u64).into(), count)
            .unwrap();
        assert_eq!(orbits.up_to_symmetry, canonical as u64, "{}", context());
        if naive.all_have_placements() {
            let known = naive.up_to_symmetry(&expected, turning);
            assert_eq!((canonical, symmetries.len()), known, "{}", context());
        }
        if turning == Turning::OneSided {
            assert_eq!(symmetries.rotations(), symmetries.len());
        }
    }
    expected.len()
}

#[test]
fn random_packings_have_the_tilings_of_geometry() {
    let packings = if cfg!(feature = "slow") { 6_000 } else { 500 };
    let counts: Vec<usize> = (0..packings).map(check).collect();
    let none = counts.iter().filter(|&&n| n == 0).count();
    let many = counts.iter().filter(|&&n| n > 5).count();
    // A fifth, and a seventh.
    assert!(5 * none > counts.len() && 7 * many > counts.len());
}
