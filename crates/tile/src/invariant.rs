//! The tilings that a symmetry leaves unchanged, as problems of their own.
//!
//! Such a tiling consists of whole orbits of options: with an option it has the image of the
//! option, the image of the image, and so on. So an orbit becomes one option, and an orbit of cells
//! one item. An orbit whose options cover a cell twice, or use a piece too often, cannot be used.
//!
//! An orbit may use several copies of a piece. Items count options, not copies, so each number of
//! copies in an orbit gets an item of its own. The numbers of orbits must add up to the copies of
//! the piece: there is a problem for each way to do that.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::error::TileError;
use super::packing::Packing;
use super::symmetry::{Map, Symmetries};
use quadrille_core::{Count, ItemId, OptionId, Problem};

/// The most problems for one symmetry.
const MOST: usize = 10_000;

/// The number of tilings, and the number up to symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orbits {
    /// All tilings.
    pub all: Count,
    /// Those that no symmetry maps to each other.
    pub up_to_symmetry: Count,
}

/// Why tilings could not be counted up to symmetry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OrbitsError<E> {
    /// A count failed or was stopped.
    #[error("a count was stopped")]
    Stopped(E),
    /// There are too many ways to distribute the copies of pieces. Visit all tilings and count
    /// those that [are canonical](Symmetries::is_canonical).
    #[error("too many ways to distribute the copies of the pieces")]
    TooMany,
    /// The sum is not a multiple of the number of symmetries. This is a bug in this crate.
    #[error("internal error: {sum} is not a multiple of the {symmetries} symmetries")]
    NotAnInteger {
        /// The sum over the symmetries.
        sum: Count,
        /// The number of symmetries.
        symmetries: usize,
    },
    /// A problem cannot be built.
    #[error(transparent)]
    Tile(#[from] TileError),
}

impl Symmetries<'_> {
    /// Counts the tilings up to symmetry by Burnside's lemma. `all` is the number of all tilings;
    /// `count` counts the solutions of a problem.
    ///
    /// # Errors
    /// The error of `count`, as [`OrbitsError::Stopped`]; or another [`OrbitsError`].
    ///
    /// ```
    /// use quadrille::Solver;
    /// use quadrille::tile::{Board, Gaps, Packing, Symmetries, set};
    ///
    /// let soma = set("soma").expect("it is known")?;
    /// let packing = Packing::new(Board::cuboid(3, 3, 3)?, soma, Gaps::None)?;
    /// let count = |problem| Ok::<_, ()>(Solver::new(problem).search().count().value);
    /// let all = count(packing.problem().clone()).expect("there is no limit");
    /// let orbits = Symmetries::new(&packing).count(all, |problem| count(problem.into()));
    /// assert_eq!(orbits.expect("there is no limit").up_to_symmetry, 240);
    /// # Ok::<(), quadrille::tile::TileError>(())
    /// ```
    pub fn count<E>(
        &self,
        all: Count,
        mut count: impl FnMut(Problem) -> Result<Count, E>,
    ) -> Result<Orbits, OrbitsError<E>> {
        let mut sum = Count::default();
        for (place, size) in self.classes() {
            let fixed = match place {
                0 => all.clone(),
                _ => {
                    let mut fixed = Count::default();
                    let orbits = Quotient::new(self.packing, &self.maps[place]);
                    for numbers in orbits.numbers().ok_or(OrbitsError::TooMany)? {
                        let problem = orbits.problem(&numbers)?;
                        fixed += count(problem).map_err(OrbitsError::Stopped)?;
                    }
                    fixed
                }
            };
            for _ in 0..size {
                sum += fixed.clone();
            }
        }
        let symmetries = self.len();
        match divided(&sum, symmetries) {
            Some(up_to_symmetry) => Ok(Orbits {
                all,
                up_to_symmetry,
            }),
            None => Err(OrbitsError::NotAnInteger { sum, symmetries }),
        }
    }
}

/// A number divided by another, if there is no rest.
fn divided(number: &Count, by: usize) -> Option<Count> {
    let (quotient, rest) = number.checked_div_rem(&Count::from(by as u64))?;
    rest.is_zero().then_some(quotient)
}

/// The orbits of a symmetry.
struct Quotient<'p> {
    packing: &'p Packing,
    /// The orbit of each cell, as its least member.
    cell_orbits: Vec<u32>,
    /// The orbit of each piece, and its length.
    piece_orbits: Vec<(usize, usize)>,
    /// The orbits of options that can be used.
    options: Vec<Orbit>,
}

/// An orbit of options.
struct Orbit {
    members: Vec<OptionId>,
    /// The kind of piece, and how many copies of each of its pieces the orbit uses.
    kind: Kind,
    copies: u32,
}

/// What an orbit of options uses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// An orbit of pieces.
    Piece(usize),
    /// Gaps that are counted.
    Gap,
    /// Free cells that are not counted.
    Free,
}

/// How many orbits with a number of copies are used.
type Numbers = BTreeMap<(Kind, u32), RangeInclusive<u32>>;

impl<'p> Quotient<'p> {
    fn new(packing: &'p Packing, map: &Map) -> Self {
        let cell_orbits = orbits(&map.cells);
        let pieces: Vec<u32> = map.pieces.iter().map(|&piece| piece as u32).collect();
        let pieces = orbits(&pieces);
        let length = |orbit: u32| pieces.iter().filter(|&&other| other == orbit).count();
        let piece_orbits = pieces.iter().map(|&orbit| (orbit as usize, length(orbit)));
        let mut quotient = Self {
            packing,
            cell_orbits,
            piece_orbits: piece_orbits.collect(),
            options: Vec::new(),
        };
        let mut is_done = vec![false; map.options.len()];
        for first in 0..map.options.len() {
            let mut members = Vec::new();
            let mut at = first;
            while !is_done[at] {
                is_done[at] = true;
                members.push(OptionId::new(at as u32));
                at = map.options[at] as usize;
            }
            if !members.is_empty() {
                let orbit = quotient.orbit(members);
                quotient.options.extend(orbit);
            }
        }
        quotient
    }

    /// The orbit of some options, if they can be used together.
    fn orbit(&self, members: Vec<OptionId>) -> Option<Orbit> {
        let problem = self.packing.problem();
        let encoding = self.packing.encoding();
        let mut covered = BTreeSet::new();
        for &option in &members {
            let items = problem.items_of(option).iter();
            for &item in items.filter(|&&item| !encoding.counts_copies(item)) {
                if !covered.insert(item) {
                    return None;
                }
            }
        }
        let first = *members.first()?;
        let (kind, length) = match encoding.piece_of(first) {
            Some(piece) => {
                let (orbit, length) = self.piece_orbits[piece];
                (Kind::Piece(orbit), length)
            }
            None => {
                let is_gap = |item| problem.items_of(first).contains(&item);
                if encoding.gap_item.is_some_and(is_gap) {
                    (Kind::Gap, 1)
                } else {
                    (Kind::Free, 1)
                }
            }
        };
        let copies = u32::try_from(members.len() / length).ok()?;
        let is_possible = match self.bounds(kind) {
            Some((_, most)) => copies <= most,
            None => true,
        };
        is_possible.then_some(Orbit {
            members,
            kind,
            copies,
        })
    }

    /// How many copies of each piece of a kind are used, if they are counted.
    fn bounds(&self, kind: Kind) -> Option<(u32, u32)> {
        let encoding = self.packing.encoding();
        let item = match kind {
            Kind::Piece(piece) => encoding.piece_items[piece],
            Kind::Gap => encoding.gap_item,
            Kind::Free => None,
        }?;
        let bounds = self.packing.problem().multiplicity(item)?;
        Some((*bounds.start(), *bounds.end()))
    }

    /// All ways to distribute copies, if there are not too many.
    fn numbers(&self) -> Option<Vec<Numbers>> {
        let mut sizes: BTreeMap<Kind, BTreeSet<u32>> = BTreeMap::new();
        let pieces = self
            .piece_orbits
            .iter()
            .map(|&(orbit, _)| Kind::Piece(orbit));
        for kind in pieces.chain([Kind::Gap]) {
            if self.bounds(kind).is_some() {
                sizes.entry(kind).or_default();
            }
        }
        for orbit in &self.options {
            if let Some(sizes) = sizes.get_mut(&orbit.kind) {
                sizes.insert(orbit.copies);
            }
        }
        let mut ways = vec![Numbers::new()];
        for (kind, sizes) in sizes {
            let (least, most) = self.bounds(kind)?;
            let own = distributions(&sizes, least, most)?;
            if ways.len().saturating_mul(own.len()) > MOST {
                return None;
            }
            let joined = ways.iter().flat_map(|way| {
                own.iter().map(move |own| {
                    let own = own
                        .iter()
                        .map(|(&copies, range)| ((kind, copies), range.clone()));
                    way.clone().into_iter().chain(own).collect()
                })
            });
            ways = joined.collect();
        }
        Some(ways)
    }

    /// The problem with these numbers of orbits.
    fn problem(&self, numbers: &Numbers) -> Result<Problem, TileError> {
        let (problem, encoding) = (self.packing.problem(), self.packing.encoding());
        let mut builder = Problem::builder();
        let mut counted: BTreeMap<(Kind, u32), ItemId> = BTreeMap::new();
        for (number, (&key, range)) in numbers.iter().enumerate() {
            if *range.end() > 0 {
                counted.insert(
                    key,
                    builder.multiple(format!("piece {number}"), range.clone())?,
                );
            }
        }
        let mut cells: BTreeMap<u32, ItemId> = BTreeMap::new();
        for (number, &orbit) in self.cell_orbits.iter().enumerate() {
            if number as u32 == orbit {
                let name = format!("cell {number}");
                let item = if problem.is_primary(encoding.cell_items[number]) {
                    builder.primary(name)?
                } else {
                    builder.secondary(name)?
                };
                cells.insert(orbit, item);
            }
        }
        let mut points: BTreeMap<ItemId, ItemId> = BTreeMap::new();
        for orbit in &self.options {
            let mut items = BTreeSet::new();
            if self.bounds(orbit.kind).is_some() {
                match counted.get(&(orbit.kind, orbit.copies)) {
                    Some(&item) => items.insert(item),
                    None => continue,
                };
            }
            for &option in &orbit.members {
                let own = encoding.cells_of(option).iter();
                let own = own.filter_map(|&cell| cells.get(&self.cell_orbits[cell as usize]));
                items.extend(own);
                let passed = problem.items_of(option).iter();
                for &point in passed.filter(|&&item| encoding.is_point(item)) {
                    let item = match points.get(&point) {
                        Some(&item) => item,
                        None => builder.secondary(format!("point {}", point.index()))?,
                    };
                    points.insert(point, item);
                    items.insert(item);
                }
            }
            builder.option(items.iter().copied())?;
        }
        Ok(builder.build())
    }
}

/// The least member of the orbit of each element.
fn orbits(map: &[u32]) -> Vec<u32> {
    let mut orbits = vec![u32::MAX; map.len()];
    for first in 0..map.len() {
        let mut at = first;
        while orbits[at] == u32::MAX {
            orbits[at] = first as u32;
            at = map[at] as usize;
        }
    }
    orbits
}

/// All ways to choose a number for each size so that the sum of sizes times numbers lies in a
/// range. The number of the smallest size is a range. `None` if there are too many.
fn distributions(
    sizes: &BTreeSet<u32>,
    least: u32,
    most: u32,
) -> Option<Vec<BTreeMap<u32, RangeInclusive<u32>>>> {
    let Some(&smallest) = sizes.first() else {
        return Some(if least == 0 {
            vec![BTreeMap::new()]
        } else {
            Vec::new()
        });
    };
    let mut ways: Vec<(BTreeMap<u32, RangeInclusive<u32>>, u32)> = vec![(BTreeMap::new(), 0)];
    for &size in sizes.iter().skip(1) {
        let mut more = Vec::new();
        for (way, sum) in &ways {
            for number in 0..=(most - sum) / size {
                let mut way = way.clone();
                way.insert(size, number..=number);
                more.push((way, sum + number * size));
                if more.len() > MOST {
                    return None;
                }
            }
        }
        ways = more;
    }
    let last = ways.into_iter().filter_map(|(mut way, sum)| {
        let (low, high) = (
            least.saturating_sub(sum).div_ceil(smallest),
            (most - sum) / smallest,
        );
        way.insert(smallest, low..=high);
        (low <= high).then_some(way)
    });
    Some(last.collect())
}
