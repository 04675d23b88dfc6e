//! Regions: as numbers of cells, and as a map with a label for each cell.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use crate::alphabet::LARGEST_SIDE;
use crate::pieces::{neighbours, pieces};
use crate::shape::{Division, Outline, Shape, ShapeReason};

/// The fewest rows of a map.
const SMALLEST_SIDE: usize = 4;

/// The most bytes of the title of a map.
const LONGEST_TITLE: usize = 60;
/// Words of the titles of maps, and of cages and other rules below a board.
const TITLES: [&str; 13] = [
    "regions", "region", "map", "areas", "area", "cages", "jigsaw", "layout", "boxes", "shapes",
    "shape", "blocks", "pieces",
];

/// Whether a line names the map or the rules below it: `Regions:`, `The boxes are as follows:`.
pub(crate) fn is_title(line: &str) -> bool {
    let is_word = |word: &str| TITLES.iter().any(|title| title.eq_ignore_ascii_case(word));
    let mut words = line.split(|c: char| !c.is_ascii_alphabetic());
    let is_text = !line.contains(|c: char| c.is_ascii_digit() || "={}\"".contains(c));
    line.len() <= LONGEST_TITLE && is_text && words.any(is_word)
}

/// The number of the region of each cell; none for a cell in no region.
pub(crate) type Regions = Vec<Option<usize>>;

/// The division of a board by the region of each cell. Regions that are boxes of the usual number
/// of cells become boxes, and regions that are rows are left out: rows differ anyway.
pub(crate) fn division(rows: usize, columns: usize, regions: &[Option<usize>]) -> Division {
    let own = in_order(regions.iter().copied());
    let is_same = |height: usize, width: usize| own == boxes(rows, columns, height, width);
    if own.iter().all(Option::is_none) || is_same(1, columns) {
        return Division::None;
    }
    let side = rows.max(columns);
    let mut heights = (2..=rows).filter(|&height| {
        let divides = rows.is_multiple_of(height) && side.is_multiple_of(height);
        divides && columns.is_multiple_of(side / height) && side / height > 1
    });
    match heights.find(|&height| is_same(height, side / height)) {
        Some(height) => Division::Boxes {
            height,
            width: side / height,
        },
        None => Division::Regions(own.into_iter().map(letter).collect()),
    }
}

/// The region of each cell, numbered from 0 in the order of their first cells: the inverse of
/// [`division`].
pub(crate) fn of_division(rows: usize, columns: usize, division: &Division) -> Regions {
    match division {
        Division::None => vec![None; rows * columns],
        &Division::Boxes { height, width } => boxes(rows, columns, height, width),
        Division::Regions(letters) => in_order(
            letters
                .iter()
                .map(|&letter| (letter != ' ').then_some(letter)),
        ),
    }
}

/// The regions of cells of which these pairs are in the same region.
pub(crate) fn of_pieces(cells: usize, joined: impl IntoIterator<Item = (usize, usize)>) -> Regions {
    pieces(cells, joined).into_iter().map(Some).collect()
}

/// The number of cells of a region that has more or fewer of them than `size`, or of the cells in
/// no region.
pub(crate) fn other_size(regions: &[Option<usize>], size: usize) -> Option<usize> {
    let cells = |region: &Option<usize>| regions.iter().filter(|own| *own == region).count();
    let mut sizes = regions.iter().map(|region| (region, cells(region)));
    let other = sizes.find(|(region, cells)| region.is_none() || *cells != size);
    other.map(|(_, cells)| cells)
}

/// The box of each cell.
fn boxes(rows: usize, columns: usize, height: usize, width: usize) -> Regions {
    let of = |cell: usize| {
        let (row, column) = (cell / columns, cell % columns);
        Some(row / height * columns + column / width)
    };
    in_order((0..rows * columns).map(of))
}

/// The regions, numbered from 0 in the order of their first cells.
pub(crate) fn in_order<T: Hash + Eq>(regions: impl Iterator<Item = Option<T>>) -> Regions {
    let mut known: HashMap<T, usize> = HashMap::new();
    let mut number = |region: T| {
        let next = known.len();
        *known.entry(region).or_insert(next)
    };
    regions.map(|region| region.map(&mut number)).collect()
}

/// The letter of a region: `1` to `9`, `A` to `Z`, then others.
fn letter(region: Option<usize>) -> char {
    let Some(region) = region else {
        return ' ';
    };
    let digit = char::from_digit(region as u32 + 1, 36).map(|digit| digit.to_ascii_uppercase());
    let other = || char::from_u32(0x100 + region as u32);
    match region {
        ..35 => digit.unwrap_or('?'),
        _ => other().unwrap_or('?'),
    }
}

/// A map of as many regions as it has rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Map {
    side: usize,
    /// One for each cell: its label, or one that stands for it.
    letters: Vec<char>,
}

/// What is wrong with a map, and with which of its rows.
#[derive(Debug)]
pub(crate) struct BadMap {
    pub(crate) row: usize,
    pub(crate) reason: ShapeReason,
}

impl Map {
    /// Reads rows of labels: letters, digits or numbers from any one on, or other signs. `None` if
    /// they look like anything else.
    ///
    /// Nearly all cells of a map have a neighbour with their label. The values of a board have not,
    /// and its blanks are too many for a region. So a map of digits may have few mistakes only.
    pub(crate) fn read(rows: &[Vec<&str>]) -> Option<Result<Map, BadMap>> {
        let side = median(rows.iter().map(Vec::len))?;
        let cells: Vec<&str> = rows.iter().flatten().copied().collect();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for &label in &cells {
            *counts.entry(label).or_default() += 1;
        }
        let misplaced: usize = counts.values().map(|count| count.abs_diff(side)).sum();
        let labels = cells.iter().filter(|label| is_label(label)).count();
        let is_number = |label: &&str| label.bytes().all(|byte| byte.is_ascii_digit());
        let most = if cells.iter().all(is_number) {
            side / 2
        } else {
            2 * side
        };
        let is_map = (SMALLEST_SIDE..=LARGEST_SIDE).contains(&side)
            && rows.len().abs_diff(side) <= 1
            && counts.len().abs_diff(side) <= 1
            && misplaced <= most
            && 4 * labels >= 3 * cells.len()
            && 4 * joined(rows) >= 3 * cells.len()
            && !are_lines(rows);
        if !is_map {
            return None;
        }
        let bad = |row: usize, reason| Some(Err(BadMap { row, reason }));
        if let Some(row) = rows.iter().position(|row| row.len() != side) {
            let (found, expected) = (rows[row].len(), side);
            return bad(row, ShapeReason::MapRow { found, expected });
        }
        if rows.len() != side {
            let (rows, characters) = (rows.len(), side);
            return bad(rows - 1, ShapeReason::MapNotSquare { rows, characters });
        }
        if let Some((label, &cells)) = counts.iter().find(|count| *count.1 != side) {
            let (label, expected) = ((*label).to_owned(), side);
            return bad(
                0,
                ShapeReason::Region {
                    label,
                    cells,
                    expected,
                },
            );
        }
        let is_char = |label: &&&str| label.chars().nth(1).is_none();
        let letters = if cells.iter().filter(is_char).count() == cells.len() {
            cells.iter().flat_map(|label| label.chars()).collect()
        } else {
            in_order(cells.iter().map(Some))
                .into_iter()
                .map(letter)
                .collect()
        };
        Some(Ok(Map { side, letters }))
    }

    /// Reads a line with a label for each cell. Any mistake makes it something else.
    pub(crate) fn of_line(line: &str) -> Option<Map> {
        let side = line.len().isqrt();
        if side == 0 || side * side != line.len() || !line.is_ascii() {
            return None;
        }
        let labels: Vec<&str> = line.split_inclusive(|_| true).collect();
        let rows: Vec<Vec<&str>> = labels.chunks(side).map(<[&str]>::to_vec).collect();
        Map::read(&rows)?.ok()
    }

    /// The division of a board: boxes, where the regions are those.
    pub(crate) fn division(&self) -> Division {
        match division(
            self.side,
            self.side,
            &in_order(self.letters.iter().map(Some)),
        ) {
            Division::Boxes { height, width } => Division::Boxes { height, width },
            _ => Division::Regions(self.letters.clone()),
        }
    }

    /// A shape with these regions in place of its own.
    pub(crate) fn shape(&self, of: &Shape) -> Result<Shape, ShapeReason> {
        let outline = of.outline();
        if !of.is_single() {
            let word = "samurai".to_owned();
            return Err(ShapeReason::NeedsBoxes { word });
        }
        if (outline.rows, outline.columns) != (self.side, self.side) {
            let (rows, expected) = (self.side, outline.rows);
            return Err(ShapeReason::MapRows { rows, expected });
        }
        if in_order(self.letters.iter().map(Some))
            == of_division(outline.rows, outline.columns, &outline.division)
        {
            return Ok(of.clone());
        }
        let division = self.division();
        let outline = Outline {
            division,
            ..outline
        };
        let shape = Shape::outlined(&outline, of.rules().iter().cloned())?;
        let shape = shape.with_cell_rules(of.cell_rules().iter().cloned());
        shape.map_err(|error| ShapeReason::NeedsBoxes { word: error.rule })
    }

    /// Its rows, each with a line end.
    pub(crate) fn text(&self) -> String {
        let rows = self.letters.chunks(self.side);
        rows.flat_map(|row| row.iter().chain(&['\n'])).collect()
    }
}

/// Whether a sign is one that stands for a region, and not a blank.
fn is_label(sign: &str) -> bool {
    !sign.is_ascii() || sign.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The number of cells that have the label of a neighbour.
pub(crate) fn joined(rows: &[Vec<&str>]) -> usize {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let label = |cell: usize| rows[cell / columns].get(cell % columns);
    let mut is_joined = vec![false; rows.len() * columns];
    for (one, other) in neighbours(rows.len(), columns.max(1)) {
        if label(one).is_some_and(|own| is_label(own) && label(other) == Some(own)) {
            (is_joined[one], is_joined[other]) = (true, true);
        }
    }
    is_joined.into_iter().filter(|is_joined| *is_joined).count()
}

/// Whether rows of digits are all equal, or each row has only one: a board with mistakes rather
/// than regions that say nothing.
fn are_lines(rows: &[Vec<&str>]) -> bool {
    let is_number = |label: &&str| label.bytes().all(|byte| byte.is_ascii_digit());
    let is_one = |row: &Vec<&str>| row.iter().all(|label| *label == row[0]);
    let are_equal = rows.iter().all(|row| *row == rows[0]);
    rows.iter().flatten().all(is_number) && (are_equal || rows.iter().all(is_one))
}

fn median(lengths: impl Iterator<Item = usize>) -> Option<usize> {
    let mut lengths: Vec<usize> = lengths.collect();
    lengths.sort_unstable();
    lengths.get(lengths.len() / 2).copied()
}
