//! Tilings by geometry: an independent reference for small packings.
//!
//! Cells are polygons with corners in the plane or in space. Pieces are turned with sines and
//! cosines, and a placement is found by comparing corners. Nothing here knows the integer
//! coordinates of a turn, items, options or symmetries of problems.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::PI;

use quadrille::tile::{Cell, CellGrid, Gaps, Packing, Piece, Turning};

type Point = [f64; 3];
type Matrix = [[f64; 3]; 3];
/// A cell by its corners, rounded and sorted.
type Key = Vec<[i64; 3]>;
/// The cells of a placement, as numbers of cells of the board, ascending.
type Placed = Vec<usize>;

/// The corners of a cell.
fn corners(grid: CellGrid, [layer, row, column]: Cell) -> Vec<Point> {
    let [z, y, x] = [layer, row, column].map(f64::from);
    let height = 3_f64.sqrt() / 2.0;
    match grid {
        CellGrid::Squares => [(0, 0), (0, 1), (1, 0), (1, 1)]
            .map(|(down, right)| [0.0, y + f64::from(down), x + f64::from(right)])
            .to_vec(),
        CellGrid::Cubes => (0..8)
            .map(|bits: u8| {
                [
                    z + f64::from(bits & 1),
                    y + f64::from(bits >> 1 & 1),
                    x + f64::from(bits >> 2),
                ]
            })
            .collect(),
        CellGrid::Triangles if (row + column) % 2 == 0 => vec![
            [0.0, y * height, x / 2.0],
            [0.0, (y + 1.0) * height, (x - 1.0) / 2.0],
            [0.0, (y + 1.0) * height, (x + 1.0) / 2.0],
        ],
        CellGrid::Triangles => vec![
            [0.0, (y + 1.0) * height, x / 2.0],
            [0.0, y * height, (x - 1.0) / 2.0],
            [0.0, y * height, (x + 1.0) / 2.0],
        ],
        CellGrid::Hexagons => (0..6)
            .map(|corner| {
                let angle = PI * (f64::from(corner) / 3.0 + 1.0 / 6.0);
                [0.0, 1.5 * y + angle.sin(), height * x + angle.cos()]
            })
            .collect(),
        CellGrid::Sticks if row % 2 == 0 => vec![[0.0, y, x - 1.0], [0.0, y, x + 1.0]],
        CellGrid::Sticks => vec![[0.0, y - 1.0, x], [0.0, y + 1.0, x]],
    }
}

fn applied(matrix: &Matrix, point: Point) -> Point {
    matrix.map(|row| row.iter().zip(point).map(|(entry, at)| entry * at).sum())
}

fn key(corners: &[Point]) -> Key {
    let mut key: Key = corners
        .iter()
        .map(|p| p.map(|at| (at * 1000.0).round() as i64))
        .collect();
    key.sort_unstable();
    key
}

fn determinant(m: &Matrix) -> f64 {
    m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
}

/// All isometries of a grid that fix a point.
fn isometries(grid: CellGrid, turning: Turning) -> Vec<Matrix> {
    let mut all = Vec::new();
    if grid == CellGrid::Cubes {
        for order in [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ] {
            for signs in 0..8_u8 {
                let mut matrix = [[0.0; 3]; 3];
                for (row, &column) in order.iter().enumerate() {
                    matrix[row][column] = if signs >> row & 1 == 0 { 1.0 } else { -1.0 };
                }
                all.push(matrix);
            }
        }
        all.retain(|matrix| turning == Turning::Free || determinant(matrix) > 0.0);
    } else {
        let count = match grid {
            CellGrid::Triangles | CellGrid::Hexagons => 6,
            _ => 4,
        };
        for step in 0..count {
            let (sin, cos) = (2.0 * PI * f64::from(step) / f64::from(count)).sin_cos();
            all.push([[1.0, 0.0, 0.0], [0.0, cos, -sin], [0.0, sin, cos]]);
            if turning == Turning::Free {
                all.push([[1.0, 0.0, 0.0], [0.0, cos, sin], [0.0, sin, -cos]]);
            }
        }
    }
    match turning {
        Turning::Fixed => vec![[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]],
        _ => all,
    }
}

/// A board as polygons.
pub(crate) struct Naive {
    grid: CellGrid,
    corners: Vec<Vec<Point>>,
    by_key: BTreeMap<Key, usize>,
    optional: Vec<bool>,
    pieces: Vec<Piece>,
    /// The placements of each piece.
    placements: Vec<BTreeSet<Placed>>,
    /// Least and largest number of gaps.
    gaps: (usize, usize),
}

/// A tiling: the pieces by number, with their cells.
pub(crate) type Tiling = BTreeSet<(usize, Placed)>;

impl Naive {
    pub(crate) fn new(packing: &Packing) -> Self {
        let grid = packing.board().grid();
        let cells: Vec<(Cell, bool)> = packing.board().cells().collect();
        let corners: Vec<Vec<Point>> = cells.iter().map(|&(cell, _)| corners(grid, cell)).collect();
        let gaps = match packing.gaps() {
            Gaps::None => (0, 0),
            Gaps::Between(range) => (*range.start() as usize, *range.end() as usize),
            Gaps::Any => (0, usize::MAX),
        };
        let mut naive = Self {
            grid,
            by_key: corners
                .iter()
                .map(|corners| key(corners))
                .zip(0..)
                .collect(),
            corners,
            optional: cells.iter().map(|&(_, is_optional)| is_optional).collect(),
            pieces: packing.pieces().to_vec(),
            placements: Vec::new(),
            gaps,
        };
        for piece in packing.pieces() {
            let found = naive.placements_of(piece);
            naive.placements.push(found);
        }
        naive
    }

    fn placements_of(&self, piece: &Piece) -> BTreeSet<Placed> {
        let cells = piece.shape.cells().iter();
        let polygons: Vec<Vec<Point>> = cells.map(|&cell| corners(self.grid, cell)).collect();
        let mut found = BTreeSet::new();
        for matrix in isometries(self.grid, piece.turning) {
            let turned: Vec<Vec<Point>> = polygons
                .iter()
                .map(|polygon| {
                    polygon
                        .iter()
                        .map(|&point| applied(&matrix, point))
                        .collect()
                })
                .collect();
            found.extend(self.moves(&turned));
        }
        found
    }

    /// All sets of cells of the board that moves of some polygons cover.
    fn moves(&self, polygons: &[Vec<Point>]) -> Vec<Placed> {
        let mut found = Vec::new();
        for target in &self.corners {
            for corner in target {
                let from = polygons[0][0];
                let step = [0, 1, 2].map(|axis| corner[axis] - from[axis]);
                let moved = polygons.iter().map(|polygon| {
                    let points: Vec<Point> = polygon
                        .iter()
                        .map(|p| [0, 1, 2].map(|axis| p[axis] + step[axis]))
                        .collect();
                    self.by_key.get(&key(&points)).copied()
                });
                if let Some(mut cells) = moved.collect::<Option<Vec<usize>>>() {
                    cells.sort_unstable();
                    found.push(cells);
                }
            }
        }
        found
    }

    /// All tilings.
    pub(crate) fn tilings(&self) -> BTreeSet<Tiling> {
        let mut found = BTreeSet::new();
        let mut covered = vec![None; self.corners.len()];
        self.extend(0, &mut covered, &mut Tiling::new(), &mut found);
        found
    }

    /// Decides about the first cell that is not decided yet: a piece covers it, or it stays free.
    fn extend(
        &self,
        from: usize,
        covered: &mut Vec<Option<bool>>,
        tiling: &mut Tiling,
        found: &mut BTreeSet<Tiling>,
    ) {
        let Some(cell) = (from..covered.len()).find(|&cell| covered[cell].is_none()) else {
            if self.is_valid(covered, tiling) {
                found.insert(tiling.clone());
            }
            return;
        };
        covered[cell] = Some(false);
        self.extend(cell + 1, covered, tiling, found);
        covered[cell] = None;
        for (piece, placements) in self.placements.iter().enumerate() {
            for placement in placements
                .iter()
                .filter(|placement| placement.contains(&cell))
            {
                if placement.iter().any(|&cell| covered[cell].is_some()) {
                    continue;
                }
                for &cell in placement {
                    covered[cell] = Some(true);
                }
                tiling.insert((piece, placement.clone()));
                self.extend(cell + 1, covered, tiling, found);
                tiling.remove(&(piece, placement.clone()));
                for &cell in placement {
                    covered[cell] = None;
                }
            }
        }
    }

    fn is_valid(&self, covered: &[Option<bool>], tiling: &Tiling) -> bool {
        let is_gap = |&cell: &usize| covered[cell] == Some(false) && !self.optional[cell];
        let gaps = (0..covered.len()).filter(is_gap).count();
        let copies_fit = self.pieces.iter().enumerate().all(|(number, piece)| {
            let count = tiling.iter().filter(|(piece, _)| *piece == number).count() as u32;
            let most = piece.copies.most().unwrap_or(u32::MAX);
            (piece.copies.least()..=most).contains(&count)
        });
        (self.gaps.0..=self.gaps.1).contains(&gaps) && copies_fit && !self.pieces_cross(tiling)
    }

    /// Whether two pieces of sticks pass the same point in straight lines.
    fn pieces_cross(&self, tiling: &Tiling) -> bool {
        if self.grid != CellGrid::Sticks {
            return false;
        }
        let mut passed = BTreeSet::new();
        for (_, placement) in tiling {
            let mut own = BTreeSet::new();
            for &one in placement {
                for &other in placement {
                    let points: BTreeSet<[i64; 3]> = [one, other]
                        .iter()
                        .flat_map(|&cell| key(&self.corners[cell]))
                        .collect();
                    let points: Vec<[i64; 3]> = points.into_iter().collect();
                    // Two sticks with a common end have three ends; in a straight line, the middle
                    // one is halfway.
                    if let [a, middle, b] = points[..]
                        && (0..3).all(|axis| a[axis] + b[axis] == 2 * middle[axis])
                    {
                        own.insert(middle);
                    }
                }
            }
            if own.iter().any(|point| !passed.insert(*point)) {
                return true;
            }
        }
        false
    }

    /// The number of tilings up to symmetry, and the number of symmetries.
    pub(crate) fn up_to_symmetry(
        &self,
        tilings: &BTreeSet<Tiling>,
        turning: Turning,
    ) -> (usize, usize) {
        let mut maps: BTreeSet<Vec<usize>> = BTreeSet::new();
        for matrix in isometries(self.grid, turning) {
            let turned: Vec<Vec<Point>> = self
                .corners
                .iter()
                .map(|polygon| {
                    polygon
                        .iter()
                        .map(|&point| applied(&matrix, point))
                        .collect()
                })
                .collect();
            maps.extend(self.maps(&turned));
        }
        let symmetries: Vec<(Vec<usize>, Vec<usize>)> = maps
            .into_iter()
            .filter_map(|map| Some((self.pieces_of(&map)?, map)))
            .collect();
        let mut seen: BTreeSet<Tiling> = BTreeSet::new();
        let mut orbits = 0;
        for tiling in tilings {
            if seen.contains(tiling) {
                continue;
            }
            orbits += 1;
            for (pieces, map) in &symmetries {
                let image = tiling
                    .iter()
                    .map(|(piece, cells)| (pieces[*piece], image(cells, map)));
                let image: Tiling = image.collect();
                assert!(
                    tilings.contains(&image),
                    "the image of a tiling is a tiling"
                );
                seen.insert(image);
            }
        }
        (orbits, symmetries.len())
    }

    /// The permutations of cells that move the polygons of a turned board back onto the board.
    fn maps(&self, turned: &[Vec<Point>]) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        for corner in self.corners.iter().flatten() {
            let from = turned[0][0];
            let step = [0, 1, 2].map(|axis| corner[axis] - from[axis]);
            let moved = turned.iter().map(|polygon| {
                let points: Vec<Point> = polygon
                    .iter()
                    .map(|p| [0, 1, 2].map(|axis| p[axis] + step[axis]))
                    .collect();
                self.by_key.get(&key(&points)).copied()
            });
            if let Some(map) = moved.collect::<Option<Vec<usize>>>()
                && (0..map.len()).all(|cell| self.optional[cell] == self.optional[map[cell]])
            {
                found.push(map);
            }
        }
        found
    }

    /// The images of the pieces, if each has one.
    fn pieces_of(&self, map: &[usize]) -> Option<Vec<usize>> {
        let images = self
            .placements
            .iter()
            .zip(&self.pieces)
            .map(|(placements, piece)| {
                let images: BTreeSet<Placed> =
                    placements.iter().map(|cells| image(cells, map)).collect();
                let mut others = self.placements.iter().zip(&self.pieces);
                others.position(|(other, with)| *other == images && with.copies == piece.copies)
            });
        images.collect()
    }

    /// Whether every piece has a placement: then symmetries follow from placements.
    pub(crate) fn all_have_placements(&self) -> bool {
        self.placements
            .iter()
            .all(|placements| !placements.is_empty())
    }
}

fn image(cells: &[usize], map: &[usize]) -> Placed {
    let mut image: Placed = cells.iter().map(|&cell| map[cell]).collect();
    image.sort_unstable();
    image
}
